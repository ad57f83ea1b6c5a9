use crate::{Clause, Side};
use serde::Serialize;

/// How the battle stands by the ruleset's own rule of victory: the same rule that ends it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BattleStanding {
    /// Who would win if the battle ended as things stand; nothing for a draw.
    pub ahead: Option<Side>,
    /// What decides that, in a few words.
    pub why: String,
    pub clause: Clause,
    /// Turns after this one.
    pub turns_left: u32,
    /// What `points` of a side count.
    pub points_are: &'static str,
    /// Blue's first.
    pub sides: [SideStanding; 2],
    /// How the battle is won, in the order in which the rules look at it.
    pub conditions: Vec<Condition>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SideStanding {
    pub side: Side,
    pub points: u32,
    /// What it has lost, where the rule counts that.
    pub lost: Toll,
    /// What breaks it, and how near that is.
    pub breaking: Breaking,
}

/// So many lost out of so many.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Toll {
    pub lost: u64,
    pub of: u64,
    pub what: &'static str,
}

/// The army is beaten when `now` reaches `at`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Breaking {
    pub now: u32,
    pub at: u32,
    pub of: u32,
    /// What is counted: "units lost or Routed".
    pub what: &'static str,
    pub clause: Clause,
}

/// One way in which the battle is won, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Condition {
    pub text: String,
    pub clause: Clause,
}

/// The name of a side, wherever people read it.
pub const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Blue => "Union",
        Side::Gray => "Confederacy",
    }
}

/// The word for a side that game files keep.
pub const fn colour(side: Side) -> &'static str {
    match side {
        Side::Blue => "Blue",
        Side::Gray => "Gray",
    }
}

/// "1 point", "3 points".
pub fn counted(number: u32, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}
