use crate::{BattleStanding, Clause, Side, UnitId};
use longroll_table::{Field, Length, Point, Pose};
use serde::Serialize;
use std::sync::Arc;

/// What one seat sees, drawn in words and shapes that every ruleset can produce.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    pub ruleset: &'static str,
    pub edition: &'static str,
    /// The unit of length that the rulebook prints: `in` or `cm`.
    pub unit_of_length: &'static str,
    pub field: Arc<Field>,
    pub round: u32,
    pub rounds: u32,
    pub active: Option<Side>,
    pub steps: Vec<StepView>,
    pub units: Vec<UnitView>,
    pub objectives: Vec<ObjectiveView>,
    pub standing: BattleStanding,
    pub outcome: Option<OutcomeView>,
}

/// A step of the turn sequence and whether play is in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StepView {
    pub name: &'static str,
    pub is_current: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UnitView {
    pub id: UnitId,
    /// The scenario's name for it, used in commands and cases.
    pub key: String,
    pub name: String,
    pub formation: String,
    pub side: Side,
    /// Names the symbol: infantry, skirmisher, cavalry, artillery, general…
    pub kind: &'static str,
    pub pose: Pose,
    pub has_facing: bool,
    pub stands: Vec<StandView>,
    pub strength: Option<(u32, u32)>,
    pub on_table: bool,
    pub signs: Vec<Sign>,
    /// Further particulars for the panel, label and value.
    pub details: Vec<(&'static str, String)>,
}

/// Corners: front left, front right, rear right, rear left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StandView {
    pub corners: [Point; 4],
}

/// A state marked on the unit; the short code is drawn, the text explains.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sign {
    pub code: &'static str,
    pub text: &'static str,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ObjectiveView {
    pub name: String,
    pub at: Point,
    pub radius: Length,
    pub points: u32,
    pub held_by: Option<Side>,
}

/// How the battle ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OutcomeView {
    pub winner: Option<Side>,
    pub reason: String,
}

/// What a move costs out of what it may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Cost {
    pub spent: Length,
    pub allowed: Length,
}

/// A line of sight from one piece to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sighting {
    pub clause: Clause,
    /// The eye.
    pub from: Point,
    /// What is seen, or where the line would end.
    pub to: Point,
    pub blocked: Option<Obstacle>,
}

/// What stops a line of sight, and where the line meets it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Obstacle {
    pub text: String,
    pub at: Point,
}

/// A distance that matters to a unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reach {
    pub label: &'static str,
    pub clause: Clause,
    pub length: Length,
    /// Outward from each front corner; nothing when it counts all round.
    pub half_angle: Option<u16>,
}
