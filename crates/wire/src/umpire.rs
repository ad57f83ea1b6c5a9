//! The umpire at a real table: what tablets see of it and ask of it. The lines of a table are kept on disk in these shapes too.

use crate::Side;
use longroll_dice::Roll;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use ts_rs::TS;

/// `GET /api/umpire/plans/{ruleset}`: the sequence of play, the cards and the columns of a roster.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
pub struct UmpirePlan {
    pub ruleset: String,
    /// One pass through the steps is the turn of one side; otherwise of both.
    pub turns_of_a_side: bool,
    pub columns: Vec<UmpireColumn>,
    pub steps: Vec<UmpireStep>,
    pub cards: Vec<UmpireCard>,
}

#[derive(Clone, PartialEq, Debug, Serialize, TS)]
pub struct UmpireColumn {
    pub name: String,
    pub label: String,
    pub kind: ColumnKind,
    pub choices: Vec<String>,
    /// Not in the table of the roster, but on the card of the unit.
    pub is_detail: bool,
    /// Losses come off this column.
    pub is_losses: bool,
    #[ts(type = "unknown")]
    pub usual: Value,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ColumnKind {
    Yes,
    Number,
    Choice,
    /// Kept as it is; it can be filled in on a card only.
    Other,
}

#[derive(Clone, PartialEq, Debug, Serialize, TS)]
pub struct UmpireStep {
    pub id: String,
    pub title: String,
    /// Whose part it is.
    pub who: String,
    pub text: String,
    pub clauses: Vec<String>,
    /// Procedures that belong to it.
    pub cards: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, TS)]
pub struct UmpireCard {
    pub procedure: String,
    pub title: String,
    pub parts: Vec<UmpirePart>,
}

/// A unit that takes part in a procedure.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
pub struct UmpirePart {
    pub name: String,
    pub label: String,
    /// Facts, by their dotted names, that come from a column of its roster line.
    pub fill: BTreeMap<String, String>,
}

/// `POST /api/umpire`: a new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct NewTable {
    pub ruleset: String,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    #[serde(default)]
    pub title: String,
    /// A shipped battle whose troops are mustered; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// Troops as text, one unit on a line: `blue; 2nd Wisconsin; 300 men; rifle_musket; veteran`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub troops: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TableCreated {
    pub table: String,
    /// Whoever has it may look and write.
    pub token: String,
}

/// A table in the list of the server's own machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct ListedTable {
    pub table: String,
    pub token: String,
    pub title: String,
    pub ruleset: String,
    /// Seconds since 1970.
    pub last_used: u64,
}

/// One line of the roster.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RosterUnit {
    pub id: u32,
    pub side: Side,
    pub name: String,
    #[serde(default)]
    pub formation: String,
    /// By the names of the columns.
    #[ts(type = "Record<string, unknown>")]
    pub values: BTreeMap<String, Value>,
    /// Off the table.
    #[serde(default)]
    pub gone: bool,
}

/// Where in the sequence of play a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TablePlace {
    pub turn: u32,
    /// The place of the step in the plan.
    pub step: u32,
    /// Whose turn it is, where turns are of one side.
    pub side: Side,
}

/// One line of a table's history.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TableLine {
    pub number: u32,
    /// Seconds since 1970.
    pub at: u64,
    /// The name that the tablet gave to what it asked; asked twice, it is done once.
    #[serde(default)]
    pub ask: String,
    pub act: TableAct,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TableAct {
    Opened {
        title: String,
        ruleset: String,
        edition: String,
        options: BTreeMap<String, String>,
        roster: Vec<RosterUnit>,
    },
    Moved {
        to: TablePlace,
        words: String,
        changes: Vec<CellChange>,
    },
    Resolved(Box<Resolved>),
    Corrected {
        change: CellChange,
        words: String,
    },
    Joined {
        unit: RosterUnit,
    },
    Removed {
        unit: u32,
        gone: bool,
        words: String,
    },
    Noted {
        text: String,
    },
    Undone {
        number: u32,
    },
}

/// A procedure that was carried out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Resolved {
    pub procedure: String,
    pub title: String,
    #[ts(type = "Record<string, unknown>")]
    pub facts: Value,
    /// Which units of the roster took part, by the names of the parts.
    pub parts: BTreeMap<String, u32>,
    pub dice: Vec<DiceLine>,
    #[ts(type = "Record<string, unknown>")]
    pub outcome: Value,
    pub outcome_words: String,
    pub said: Vec<SaidLine>,
    pub changes: Vec<CellChange>,
    /// Units that left the table by it.
    pub gone: Vec<u32>,
}

/// One roll.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DiceLine {
    pub clause: String,
    /// What was thrown and how it is read: "4d6, each 6 counts".
    pub roll: String,
    pub faces: Vec<u8>,
    pub reading: String,
    /// Thrown on the table and typed in.
    pub by_hand: bool,
}

/// What to do with the figures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SaidLine {
    pub text: String,
    pub clause: String,
}

/// A cell of the roster that changes: by a number, or to a value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct CellChange {
    pub unit: u32,
    pub column: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "unknown")]
    pub to: Option<Value>,
}

/// What the server sends to every tablet when something has changed, and at first.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
pub struct TableNews {
    pub table: String,
    pub title: String,
    pub ruleset: String,
    pub options: BTreeMap<String, String>,
    pub place: TablePlace,
    pub roster: Vec<RosterUnit>,
    /// The lines from this one on are in `lines`; a tablet keeps those before.
    pub from: u32,
    pub lines: Vec<TableLine>,
    /// Lines that were taken back.
    pub undone: Vec<u32>,
    /// Tablets that have the table open.
    pub tablets: u32,
}

/// `POST /api/umpire/{table}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TableAsk {
    /// A name that the tablet makes up, so that asking again after a lost answer does nothing twice.
    pub ask: String,
    pub act: AskedAct,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AskedAct {
    /// On to the next step.
    Next,
    /// Back to the step before.
    Back,
    Go {
        to: TablePlace,
    },
    /// A procedure with the dice that lie on the table, one list a roll; `screen`: the program throws those that are still missing.
    Resolve {
        procedure: String,
        #[ts(type = "Record<string, unknown>")]
        facts: Value,
        parts: BTreeMap<String, u32>,
        rolls: Vec<Vec<u8>>,
        screen: bool,
    },
    Correct {
        unit: u32,
        column: String,
        #[ts(type = "unknown")]
        to: Value,
    },
    Join {
        side: Side,
        name: String,
        #[ts(type = "Record<string, unknown>")]
        values: BTreeMap<String, Value>,
    },
    Remove {
        unit: u32,
        gone: bool,
    },
    Note {
        text: String,
    },
    Undo {
        number: u32,
    },
}

/// The answer to it.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ActAnswer {
    /// Kept: the line of this number.
    Done { number: u32 },
    /// Nothing is kept yet: these dice are to be thrown and typed in.
    Wants { roll: RollWanted, thrown: Vec<DiceLine> },
}

/// What is asked of people who throw by hand.
pub fn roll_wanted(roll: &Roll) -> RollWanted {
    RollWanted {
        clause: roll.clause.to_string(),
        topic: String::new(),
        words: roll_words(roll),
        n: roll.n,
        faces: (roll.die.lowest()..=roll.die.highest()).collect(),
    }
}

/// How many dice of which kind, and how they are read: "4d6, each 6 counts".
pub fn roll_words(roll: &Roll) -> String {
    roll.to_string().replacen(&format!(" for {}", roll.clause), "", 1)
}

/// Dice to be thrown by hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct RollWanted {
    pub clause: String,
    /// What it is for, in a few words.
    pub topic: String,
    /// "4d6, each 6 counts".
    pub words: String,
    pub n: u32,
    pub faces: Vec<u8>,
}
