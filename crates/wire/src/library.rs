//! The rules library.

use crate::OptionCard;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// `GET /api/rules/{ruleset}`: a rulebook in our words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Book {
    pub id: String,
    pub name: String,
    pub edition: String,
    pub about: RulesetAbout,
    pub headings: Vec<BookHeading>,
    pub rulings: Vec<BookRuling>,
    pub options: Vec<OptionCard>,
    pub tables: Vec<BookTable>,
    pub procedures: Vec<ProcedureName>,
}

/// What somebody who has to choose a ruleset wants to know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct RulesetAbout {
    /// What is particular in it.
    pub particular: String,
    /// How long a small battle takes.
    pub length: String,
    /// How hard it is to learn.
    pub difficulty: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct BookHeading {
    pub title: String,
    pub clauses: Vec<BookClause>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct BookClause {
    pub id: String,
    pub topic: String,
    pub text: String,
    /// Where it is printed.
    pub source: String,
    /// The page is silent, damaged or contradicts itself here, and this is how we read it.
    pub is_our_reading: bool,
    /// What we read and why.
    pub reading: Option<String>,
    pub example: Option<String>,
}

/// A decision of ours, with the clauses that it bears on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct BookRuling {
    pub id: String,
    pub clauses: Vec<String>,
    pub question: String,
    pub reading: String,
    pub reason: String,
}

/// A printed table, as the engine reads it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct BookTable {
    pub name: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// Something whose odds can be asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ProcedureName {
    pub name: String,
    pub about: String,
    pub clauses: Vec<String>,
}

/// `GET /api/rules/{ruleset}/{clause}/examples`: a rule case.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct WorkedExample {
    /// What it shows, in a sentence.
    pub name: String,
    pub clauses: Vec<String>,
    /// For an example from facts: the procedure, whose odds `POST /api/odds/…` gives with the same facts.
    pub procedure: Option<String>,
    #[ts(type = "Record<string, unknown>")]
    pub facts: serde_json::Value,
    /// Departures from the usual readings.
    #[ts(type = "Record<string, unknown>")]
    pub options: BTreeMap<String, serde_json::Value>,
    /// For an example on the table: the orders given, with their dice.
    pub commands: Vec<String>,
    pub dice: String,
    /// What comes of it, a line each.
    pub results: Vec<String>,
}
