//! The lines of a game's log.

use crate::seal::{Hex64, Seal};
use longroll_dice::{Seed, Thrown};
use longroll_kit::{Ruleset, Side, Thought};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A command that was carried out: who gave it, what was thrown, what happened.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(bound = "", deny_unknown_fields)]
#[schemars(bound = "R: Ruleset", rename = "Entry")]
pub struct Entry<R: Ruleset> {
    /// Its place in the log, counted from 1; undos count too.
    pub number: u32,
    pub by: Side,
    pub command: R::Command,
    /// Every roll, in order.
    pub dice: Vec<Thrown>,
    /// The dice were thrown by hand and typed in, so no seed can prove them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
    /// The command was an answer that the player had given beforehand: in words which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing_order: Option<String>,
    /// What the computer that gave the command thought of it. No rule reads it, and nobody is shown it before the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<Thought>,
    /// The player had asked for advice on this decision.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub advised: bool,
    pub events: Vec<R::Event>,
    /// In a game between two people: who vouches for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<Seal>,
}

impl<R: Ruleset> PartialEq for Entry<R> {
    fn eq(&self, other: &Self) -> bool {
        (self.number, self.by, self.by_hand) == (other.number, other.by, other.by_hand)
            && self.command == other.command
            && self.dice == other.dice
            && self.events == other.events
            && self.seal == other.seal
    }
}

/// What is kept beside a command without deciding anything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    pub thought: Option<Thought>,
    pub advised: bool,
}

/// The newest entry in force was taken back by the side that gave it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// Its own place in the log, counted from 1; entries count too.
    pub number: u32,
    pub by: Side,
    /// The number of the entry that no longer counts.
    pub takes_back: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<Seal>,
}

/// The end of a log. Nothing can follow it but the players' approval.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Close {
    /// The seed, shown at last, if the dice were drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The hash of the final state: see [`state_hash`](crate::state_hash).
    pub state: String,
    /// Who won; absent for a draw and for an abandoned game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// The game was given up before its rules ended it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub abandoned: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<Seal>,
}

/// A seat approves of the whole log, after its end: also of what was done by its standing orders, which it did not sign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    pub by: Side,
    pub signature: Hex64,
}

/// One line of the log.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(bound = "", rename_all = "snake_case")]
#[schemars(bound = "R: Ruleset", rename = "Line")]
pub enum Line<R: Ruleset> {
    Entry(Entry<R>),
    Undo(Undo),
    End(Close),
    Approved(Approval),
}

impl<R: Ruleset> PartialEq for Line<R> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Line::Entry(a), Line::Entry(b)) => a == b,
            (Line::Undo(a), Line::Undo(b)) => a == b,
            (Line::End(a), Line::End(b)) => a == b,
            (Line::Approved(a), Line::Approved(b)) => a == b,
            _ => false,
        }
    }
}
