//! The log and the replay.

use crate::{FilmStep, RollSeen, Side, TableView, ThoughtView};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One entry of the log: a command with its dice and what happened, an undo, or the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct LogEntry {
    /// Its place in the log, counted from 1. Entry 0 is the muster.
    pub number: u32,
    pub by: Option<Side>,
    /// The command in words.
    pub text: String,
    /// The answer was given beforehand: in words which standing order or wish it was.
    pub standing_order: Option<String>,
    /// The piece that dice were thrown for, to show them beside it.
    pub unit: Option<u16>,
    pub dice: Vec<DiceThrown>,
    pub lines: Vec<LogLine>,
    /// What the computer that gave the command thought of it; told when the battle is over.
    pub thought: Option<ThoughtView>,
    /// The player had asked for advice on this decision.
    pub advised: bool,
    /// This entry is an undo; the entry with this number no longer counts.
    pub takes_back: Option<u32>,
    /// The entry was taken back later.
    pub undone: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct LogLine {
    pub text: String,
    pub clause: Option<String>,
    /// Dice of the entry that were thrown for it; those of no line stand with the entry alone.
    pub rolls: Vec<RollSeen>,
}

/// One roll.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct DiceThrown {
    pub clause: String,
    /// d3, d5, d6, d10, d12 or average.
    pub die: String,
    pub faces: Vec<u8>,
    /// What was read off them, in words: "2 of 5 hit", "sum 9".
    pub read: String,
    /// The lowest face that scored, when dice were counted.
    pub hits_on: Option<u8>,
}

/// `GET /api/games/{game}/replay?from=…&count=…`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ReplayPart {
    /// How many steps the game has; step 0 is the muster.
    pub steps: u32,
    pub frames: Vec<ReplayFrame>,
}

/// What happened at a step, and the table after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ReplayFrame {
    pub step: u32,
    pub entry: LogEntry,
    /// What is seen of it, from the frame before on.
    pub film: Vec<FilmStep>,
    pub view: TableView,
}
