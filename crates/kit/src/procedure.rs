use crate::{Clause, Settings, Settled};
use longroll_dice::{Dice, Wanted};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;

/// A rule procedure that can be run from facts alone: for the odds, for an umpire at a real table, for cases.
#[derive(Clone, Copy, Debug)]
pub struct Procedure {
    pub name: &'static str,
    /// One sentence: what it decides.
    pub about: &'static str,
    pub clauses: &'static [Clause],
    /// The facts it takes, with their meaning, as a JSON Schema.
    pub facts: fn() -> schemars::Schema,
    /// Reads the facts once and gives back the procedure, to be run with any dice.
    pub prepare: fn(&Value, &Settings) -> Result<Prepared, ProcedureError>,
    /// The modifier lists that these facts give before any die is thrown.
    pub explain: fn(&Value, &Settings) -> Result<Vec<Explained>, ProcedureError>,
}

/// A procedure with its facts filled in.
pub type Prepared = Box<dyn Fn(&mut dyn Dice) -> Result<Outcome, Wanted>>;

/// A procedure with its facts as they are measured on the table: what a calculator opens with, to be changed there at will.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Calculation {
    pub procedure: &'static str,
    pub facts: Value,
}

impl Calculation {
    pub fn new(procedure: &'static str, facts: &impl Serialize) -> Option<Calculation> {
        serde_json::to_value(facts).ok().map(|facts| Calculation { procedure, facts })
    }
}

/// One settled list of modifiers with what it is for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explained {
    pub title: String,
    /// The figure before the modifiers and after them, in words.
    pub result: String,
    pub settled: Settled,
}

/// What a procedure decided, as named facts in a fixed order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Outcome(pub Vec<(&'static str, Fact)>);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(untagged)]
pub enum Fact {
    Yes(bool),
    Number(i64),
    Word(&'static str),
}

impl Outcome {
    pub fn get(&self, name: &str) -> Option<&Fact> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, fact)| fact)
    }
}

impl Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, fact)| (name, fact)))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (name, fact)) in self.0.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(f, "{comma}{} {fact}", name.replace('_', " "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Yes(true) => f.write_str("yes"),
            Fact::Yes(false) => f.write_str("no"),
            Fact::Number(number) => number.fmt(f),
            Fact::Word(word) => f.write_str(&word.replace('_', " ")),
        }
    }
}

/// The facts given do not make sense to the procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcedureError(pub String);

impl ProcedureError {
    /// Two facts that cannot both be so: each named as it is given, and why.
    pub fn contradiction(one: &str, other: &str, why: &str) -> ProcedureError {
        ProcedureError(format!("{one} and {other} contradict each other: {why}"))
    }
}

impl fmt::Display for ProcedureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads typed facts; an unknown name or a value of the wrong kind is an error that says what is known.
pub fn facts_from<T: DeserializeOwned>(facts: &Value) -> Result<T, ProcedureError> {
    T::deserialize(facts).map_err(|error| ProcedureError(format!("the facts cannot be read: {error}")))
}
