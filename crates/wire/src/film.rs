//! What is seen happening, step by step in the order of the log.

use crate::{Point, Pose, Side, TableView, UnitView};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One line of the log as it is seen on the table. The table before the first step, with the changes of each step made in turn, is
/// the table after the last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct FilmStep {
    /// The entry of the log, and the line in it; absent for what changes without a word.
    pub entry: u32,
    pub line: Option<u32>,
    /// Dice thrown for it: places in the entry's list.
    pub rolls: Vec<RollSeen>,
    pub action: Option<ActionSeen>,
    /// Ways that pieces went, from where they stood.
    pub moves: Vec<MoveSeen>,
    /// A word or two at a piece.
    pub words: Vec<WordSeen>,
    /// Pieces that look different afterwards.
    pub changed: Vec<UnitView>,
    /// The rest of the table (without units), if it is different afterwards.
    pub table: Option<Box<TableView>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct RollSeen {
    /// The place in the entry's `dice`, from 0.
    pub roll: u32,
    pub by: Side,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ActionSeen {
    Shots { by: Vec<u16>, target: Option<u16>, at: Point, guns: bool },
    Blows { between: [u16; 2] },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct MoveSeen {
    pub unit: u16,
    /// From the old pose to the new one.
    pub path: Vec<Pose>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct WordSeen {
    pub unit: u16,
    pub text: String,
}
