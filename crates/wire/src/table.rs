//! The table as a seat sees it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Blue,
    Gray,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    Blue,
    Gray,
    Spectator,
}

/// Micrometres east and north of the south-west corner of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Point {
    pub x: i64,
    pub y: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Pose {
    pub at: Point,
    pub facing: u16,
}

/// The ground. Sent once, in [`Hello`](crate::Hello).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct FieldView {
    pub width: i64,
    pub height: i64,
    pub features: Vec<FeatureView>,
}

/// One feature of the ground: an area when `width` is absent, else a line of that width.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct FeatureView {
    pub id: u16,
    /// wood, field, orchard, brush, rough, marsh, water, building, town, contour, road, trail, railway, stream,
    /// fence, wall, hedge, works, bridge, ford or cut.
    pub kind: String,
    pub name: Option<String>,
    pub points: Vec<Point>,
    pub width: Option<i64>,
    pub level: i8,
    pub height: i8,
    pub grade: u8,
}

/// Everything that changes on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TableView {
    pub round: u32,
    pub rounds: u32,
    pub active: Option<Side>,
    pub steps: Vec<StepView>,
    pub units: Vec<UnitView>,
    pub objectives: Vec<ObjectiveView>,
    pub standing: StandingView,
    pub notes: Vec<NoteView>,
    pub outcome: Option<OutcomeView>,
}

/// Words pinned to the ground: a few letters to draw, and what they mean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct NoteView {
    pub at: Point,
    pub text: String,
    pub title: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct StepView {
    pub name: String,
    pub is_current: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct UnitView {
    pub id: u16,
    /// The scenario's short name for it.
    pub key: String,
    pub name: String,
    pub formation: String,
    pub side: Side,
    /// Names the symbol: infantry, skirmisher, cavalry, artillery, general…
    pub kind: String,
    pub pose: Pose,
    pub has_facing: bool,
    pub stands: Vec<StandView>,
    pub strength: Option<StrengthView>,
    pub on_table: bool,
    pub signs: Vec<Mark>,
    pub details: Vec<Particular>,
}

/// Corners: front left, front right, rear right, rear left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct StandView {
    pub corners: [Point; 4],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct StrengthView {
    pub now: u32,
    pub start: u32,
}

/// A state marked on the unit: the short code is drawn, the text explains it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Mark {
    pub code: String,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Particular {
    pub label: String,
    pub value: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ObjectiveView {
    pub name: String,
    pub at: Point,
    pub radius: i64,
    pub points: u32,
    pub held_by: Option<Side>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct OutcomeView {
    pub winner: Option<Side>,
    pub reason: String,
}

/// How the battle stands by the ruleset's own rule of victory, and how it is won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct StandingView {
    /// Who would win if the battle ended as things stand; absent: a draw.
    pub ahead: Option<Side>,
    /// What decides that, in a few words.
    pub why: String,
    pub clause: String,
    /// Turns after this one.
    pub turns_left: u32,
    /// What the points of a side count.
    pub points_are: String,
    pub blue: SideStandingView,
    pub gray: SideStandingView,
    /// How the battle is won, in the order in which the rules look at it.
    pub conditions: Vec<ConditionView>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct SideStandingView {
    pub points: u32,
    pub lost: TollView,
    pub breaking: BreakingView,
}

/// So many lost out of so many.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TollView {
    pub lost: u32,
    pub of: u32,
    pub what: String,
}

/// The army is beaten when `now` reaches `at`, out of `of`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct BreakingView {
    pub now: u32,
    pub at: u32,
    pub of: u32,
    pub what: String,
    pub clause: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ConditionView {
    pub text: String,
    pub clause: String,
}
