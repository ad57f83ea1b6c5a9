//! What opponents say of a decision, advice, and the analysis of a battle after its end.

use crate::{Affected, Side};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a computer thought of a decision; shown when the battle is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ThoughtView {
    pub intent: String,
    /// The chance to win that it saw, in thousandths, and how far off that may be.
    pub chance: u32,
    pub between: Option<[u32; 2]>,
    pub runner_up: Option<String>,
    /// What spoke against the runner-up.
    pub against: Option<String>,
    /// How many trials it made of each; none where it judged by rules of thumb.
    pub trials: u32,
}

/// What a general would do, the best first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Advice {
    pub version: u32,
    pub candidates: Vec<AdvisedOrder>,
    /// How it was found, and what to make of it.
    pub about: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct AdvisedOrder {
    pub label: String,
    /// Send this to do it.
    #[ts(type = "unknown")]
    pub command: serde_json::Value,
    /// The chance to win after it, in thousandths, and how far off that may be.
    pub chance: u32,
    pub between: Option<[u32; 2]>,
    /// How much worse than the first it is, in thousandths; nought for the first.
    pub behind: u32,
    /// The difference is larger than the trials leave to chance.
    pub is_certain: bool,
    pub reasons: Vec<String>,
    pub risks: Vec<String>,
    /// Whose order it is and whom it is aimed at, for pointing at them on the table.
    pub units: Vec<u16>,
    pub target: Option<u16>,
    /// Where units would stand, when the dice do not decide it.
    pub moved: Vec<Affected>,
}

/// `GET /api/games/{game}/analysis`: how far it is, or what was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AnalysisNow {
    /// Being worked out: so many parts of so many are done.
    Working {
        done: u32,
        of: u32,
    },
    Done {
        analysis: Box<Analysis>,
    },
}

/// What the dice did to a battle and what its players did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Analysis {
    pub ruleset: String,
    pub title: String,
    pub winner: Option<Side>,
    /// Chances are of a battle that captains would fight out from there.
    pub curve: Vec<CurvePoint>,
    /// What mattered most, the greatest first.
    pub moments: Vec<Moment>,
    /// Blue's first.
    pub sides: [SideAccount; 2],
    pub rare: Vec<RareThrow>,
    /// How much was thrown in all, and what that makes of the rare ones.
    pub throws: String,
    /// How it was worked out, and how far to trust it.
    pub about: Vec<String>,
}

/// A moment of the battle: the chance of the Union to win from there, in thousandths.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct CurvePoint {
    /// The line of the log before it; 0 is the muster.
    pub step: u32,
    pub round: u32,
    pub chance: u32,
    pub between: [u32; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MomentKind {
    /// What the dice did.
    Luck,
    /// What a player gave away.
    Decision,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Moment {
    pub kind: MomentKind,
    /// The line of the log.
    pub step: u32,
    pub round: u32,
    /// Whose order it was.
    pub by: Side,
    pub text: String,
    /// What it did to the chance of whoever gave the order, in thousandths, and the bounds of that.
    pub effect: i32,
    pub between: [i32; 2],
    /// For a decision: what would have been better. For dice: what was thrown.
    pub detail: String,
}

/// What befell one side, and what it did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct SideAccount {
    pub side: Side,
    /// All the luck of the battle, in thousandths of a battle, and how far off that may be.
    pub luck: i32,
    pub luck_error: u32,
    /// What it gave away by the decisions that were tried out.
    pub cost: u32,
    pub cost_error: u32,
    pub words: String,
}

/// A throw that seldom comes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct RareThrow {
    pub step: u32,
    pub round: u32,
    pub by: Side,
    pub text: String,
    pub clause: String,
    /// One throw in so many is as far out as this one.
    pub one_in: u32,
}
