//! What is kept of one battle: a line of a rows file.

use longroll_kit::{Clause, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// One battle. Places are whole yards east and north of the south-west corner of the field, as in the scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Names scenario, edition, settings and opponents: rows of one experiment have it in common.
    pub run: String,
    pub ruleset: String,
    pub seed: u64,
    /// Fought with the colours of the armies exchanged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mirrored: bool,
    pub winner: Option<Side>,
    pub reason: String,
    /// The turn in which it ended.
    pub turns: u32,
    pub commands: u32,
    pub rolls: u32,
    /// The turn from which on the side that won was ahead by the rule of victory without a break.
    pub decided: u32,
    /// How often another side, or neither, came to be ahead.
    pub lead_changes: u32,
    /// Strength at the start and lost, in the ruleset's own measure, and points held at the end: Union first.
    pub strength: [u32; 2],
    pub lost: [u32; 2],
    pub points: [u32; 2],
    /// How it stood at the end of each turn.
    pub by_turn: Vec<TurnRow>,
    pub units: Vec<UnitRow>,
    pub losses: Vec<Loss>,
    /// Objectives that changed hands.
    pub taken: Vec<Taken>,
    /// Who held each objective at the end.
    pub held: BTreeMap<String, Option<Side>>,
    /// How often each clause decided something, and each kind of command was given, where that was counted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub clauses: BTreeMap<Clause, u32>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub given: BTreeMap<String, u32>,
}

/// The end of a turn: strength lost so far, points held, who was ahead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnRow {
    pub turn: u32,
    pub lost: [u32; 2],
    pub points: [u32; 2],
    pub ahead: Option<Side>,
}

/// One piece: what it lost, when it left the table, and where it stood at the start and at the end of each turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitRow {
    pub unit: String,
    pub side: Side,
    pub start: u32,
    pub lost: u32,
    /// The turn in which it left the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gone: Option<u32>,
    pub route: Vec<[i32; 2]>,
}

/// Strength lost at one place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    pub turn: u32,
    pub unit: String,
    pub lost: u32,
    pub at: [i32; 2],
}

/// An objective that changed hands; by nobody when it was given up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    pub turn: u32,
    pub objective: String,
    pub by: Option<Side>,
}

impl Row {
    /// Two for a victory of the Union, one for a draw.
    pub fn score(&self) -> u32 {
        match self.winner {
            Some(Side::Blue) => 2,
            None => 1,
            Some(Side::Gray) => 0,
        }
    }
}

/// A rows file cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    pub line: usize,
    pub why: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is no battle of a rows file: {}", self.line, self.why)
    }
}

impl std::error::Error for ReadError {}

/// One line with its end.
pub fn write_row(row: &Row) -> String {
    // Plain data without floats and with text for keys: it is always JSON.
    serde_json::to_string(row).unwrap_or_default() + "\n"
}

/// Reads a rows file, and says how many bytes of it are whole lines: the rest was cut off in the middle of a battle.
pub fn read_rows(text: &str) -> Result<(Vec<Row>, usize), ReadError> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let lines = text[..whole].lines().enumerate();
    let rows = lines.map(|(number, line)| {
        serde_json::from_str(line).map_err(|error| ReadError { line: number + 1, why: error.to_string() })
    });
    Ok((rows.collect::<Result<_, _>>()?, whole))
}
