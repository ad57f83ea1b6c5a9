//! What the server answers to questions about the table and the rules.

use crate::{LogLine, Point, Pose, Side, StandView};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Why something is not lawful.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct RefusalView {
    pub clause: String,
    pub text: String,
    /// The numbers behind it, as the ruleset names them.
    #[ts(type = "unknown")]
    pub measured: serde_json::Value,
}

/// One line of the panel "what may this unit do?". Exactly one of `command`, `region` and `refused` is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct OrderLine {
    pub label: String,
    pub clause: Option<String>,
    /// Send this to do it.
    #[ts(type = "unknown | null")]
    pub command: Option<serde_json::Value>,
    /// A move that the player draws.
    pub region: Option<RegionView>,
    pub refused: Option<RefusalView>,
    /// The piece that it is aimed at, for pointing at it on the table.
    pub target: Option<u16>,
}

/// A body of troops that is led as one, with what may be ordered of it as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct FormationView {
    pub name: String,
    pub leader: Option<u16>,
    pub units: Vec<u16>,
    /// Its state in a few words: the order it is on.
    pub status: String,
    pub orders: Vec<OrderLine>,
}

/// Where a piece may be moved: enough to draw the limits. Only a preview tells whether a path is lawful.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct RegionView {
    pub unit: u16,
    pub clause: String,
    pub from: Pose,
    /// The farthest length of path over open ground.
    pub reach: i64,
    pub turning: TurningView,
    /// Acts that may stand among the legs.
    pub acts: Vec<String>,
    /// The command without its legs.
    #[ts(type = "unknown")]
    pub template: serde_json::Value,
    /// Where in the template the list of legs goes: names of fields, outermost first.
    pub legs_at: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TurningView {
    Free,
    /// Moves go only within this angle either side of the facing; so many turns are left.
    Arc {
        half_angle: u16,
        turns: u8,
    },
}

/// One stretch of a move, as the browser writes it into a template.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LegView {
    Go { bearing: u16, distance: i64 },
    To(Point),
    Turn(u16),
    Road(Point),
    Act(String),
}

/// What a command would bring.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Preview {
    Refused { refusal: RefusalView },
    Certain(Certain),
    Odds(Box<Odds>),
}

/// No die is thrown for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Certain {
    /// Who is asked before it is done, and what: until then it is not certain. Absent: this will happen.
    pub then: Option<String>,
    pub lines: Vec<LogLine>,
    pub moved: Vec<Affected>,
    pub cost: Option<CostView>,
    pub explained: Vec<ExplainedView>,
    pub calculation: Option<CalculationView>,
}

/// The rule procedure that decides an order, with its facts as they are on the table: what the calculator opens with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct CalculationView {
    pub procedure: String,
    #[ts(type = "unknown")]
    pub facts: serde_json::Value,
}

/// Dice decide: first what matters, then by unit, then all outcomes, likeliest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Odds {
    pub headline: Headline,
    /// The headline in a line of words.
    pub line: String,
    pub units: Vec<UnitOdds>,
    pub chances: Vec<Chance>,
    /// Each thing that may happen by itself, likeliest first: an outcome is made of several.
    pub parts: Vec<Chance>,
    /// The chances in parts of one whole add up to this: always "1" but for `unknown`.
    pub sum: String,
    pub method: Method,
    /// The method in a sentence.
    pub method_words: String,
    /// What is assumed of those who are asked on the way, when it is weighed past that.
    pub policy: Option<String>,
    pub cost: Option<CostView>,
    pub explained: Vec<ExplainedView>,
    pub calculation: Option<CalculationView>,
}

/// The one thing that a player wants to know. Percentages have two decimals and no sign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Headline {
    /// A fight hand to hand, weighed to its end, for the side whose order it is.
    Fight { won: String, drawn: String, lost: String, unmet: String, open: String },
    /// What those aimed at suffer: losses on average, and how likely one of them gives way or is gone.
    Harm { expected: String, what: String, gives_way: String, gone: String },
    /// Neither: the likeliest outcome.
    Likeliest { label: String, percent: String },
    /// There are no odds.
    Unknown,
}

/// What one unit may suffer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct UnitOdds {
    pub unit: u16,
    pub name: String,
    pub side: Side,
    /// Losses on average, one decimal.
    pub expected: String,
    pub gives_way: String,
    pub gone: String,
}

/// How the chances were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Method {
    /// Every throw of the dice is counted.
    Exact,
    /// Exact, but what follows from throws rarer than one in so many is left open.
    CutOff { one_in: u32 },
    /// So many throws were tried.
    Sampled { throws: u32 },
    /// The dice can fall in too many ways to say anything in time.
    Unknown,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Chance {
    pub label: String,
    /// Digits, of any length.
    pub numerator: String,
    pub denominator: String,
    /// Two decimals, without the sign.
    pub percent: String,
}

/// A unit as it would stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Affected {
    pub unit: u16,
    pub pose: Pose,
    pub stands: Vec<StandView>,
}

/// What a move costs out of what it may cost, and both in the rulebook's unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct CostView {
    pub spent: i64,
    pub allowed: i64,
    pub text: String,
}

/// A settled list of modifiers and what it is for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ExplainedView {
    pub title: String,
    pub result: String,
    pub total: i32,
    pub lines: Vec<ModifierLine>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ModifierLine {
    pub clause: String,
    pub label: String,
    /// "+1", "−2", "×1/2", "hits on 4+".
    pub effect: String,
    /// Its condition holds.
    pub present: bool,
    pub counted: bool,
    /// Why it does not count although its condition holds.
    pub why_not: Option<String>,
}

/// One end of the tape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TapeEnd {
    Unit(u16),
    Point(Point),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TapeMeasure {
    pub distance: i64,
    /// "6.25 in".
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct SightView {
    pub clear: bool,
    pub clause: String,
    /// What is in the way, and where the line meets it.
    pub blocked_by: Option<String>,
    pub at: Option<Point>,
    /// The line to draw: from the viewer's eye to what it sees or would see.
    pub line: SightLine,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct SightLine {
    pub from: Point,
    pub to: Point,
}

/// A distance that matters to a unit: a ring around it, or an arc before its front.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct RangeRing {
    pub label: String,
    pub clause: String,
    pub length: i64,
    /// Outward from each front corner; absent: all round.
    pub half_angle: Option<u16>,
}

/// A clause of the rulebook in our words, with everything said about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ClauseText {
    pub id: String,
    pub topic: String,
    pub text: String,
    /// Where it is printed.
    pub source: String,
    pub example: Option<String>,
    pub rulings: Vec<RulingText>,
    pub options: Vec<OptionText>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct RulingText {
    pub id: String,
    pub question: String,
    pub reading: String,
    pub reason: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct OptionText {
    pub id: String,
    pub question: String,
    /// What this game is played by.
    pub chosen: String,
}

/// The reckoning: what is left of everybody, and who lost what when.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Summary {
    pub roster: Vec<RosterLine>,
    pub losses: Vec<LossLine>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct RosterLine {
    pub unit: u16,
    pub side: Side,
    pub name: String,
    pub start: u32,
    pub now: u32,
    pub on_table: bool,
}

/// Strength lost in one round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct LossLine {
    pub round: u32,
    pub blue: u32,
    pub gray: u32,
}

/// `POST /api/odds/{ruleset}/{procedure}`: as `longroll odds` prints them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct OddsAnswer {
    pub ruleset: String,
    pub procedure: String,
    pub explained: Vec<ExplainedView>,
    pub outcomes: Vec<OutcomeLine>,
    pub sum: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct OutcomeLine {
    /// The facts decided, by name.
    #[ts(type = "Record<string, boolean | number | string>")]
    pub outcome: serde_json::Value,
    pub text: String,
    pub numerator: String,
    pub denominator: String,
    pub percent: String,
}
