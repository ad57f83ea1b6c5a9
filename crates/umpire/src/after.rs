//! What follows from the outcome of a procedure for the figures on the table, in words with clauses, and for the roster.
//!
//! Whatever the dice decide, the procedures of the rulesets have decided already; here an outcome is only said as an umpire says it.

mod deadly_field;
mod grenadier;
mod johnny_reb;
mod potomac;
mod quickplay;

use longroll_rulesets::RulesetId;
use longroll_wire::{CellChange, SaidLine};
use serde_json::Value;
use std::collections::BTreeMap;

/// What is to be done, and what changes in the roster by it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Follows {
    pub(crate) said: Vec<SaidLine>,
    pub(crate) changes: Vec<CellChange>,
    /// Units that leave the table.
    pub(crate) gone: Vec<u32>,
}

/// The units that take part, by the names of the parts: their numbers, and what they are called.
pub(crate) type Parts<'a> = BTreeMap<&'a str, (Option<u32>, String)>;

/// What follows from this outcome.
pub(crate) fn follows(
    set: RulesetId,
    procedure: &str,
    facts: &Value,
    outcome: &Value,
    parts: &Parts<'_>,
) -> Follows {
    let mut after = After { facts, outcome, parts, follows: Follows::default() };
    match set {
        RulesetId::Quickplay => quickplay::after(procedure, &mut after),
        RulesetId::Potomac => potomac::after(procedure, &mut after),
        RulesetId::DeadlyField => deadly_field::after(procedure, &mut after),
        RulesetId::Grenadier => grenadier::after(procedure, &mut after),
        RulesetId::JohnnyReb => johnny_reb::after(procedure, &mut after),
    }
    after.follows
}

/// An outcome with pen in hand.
struct After<'a> {
    facts: &'a Value,
    outcome: &'a Value,
    parts: &'a Parts<'a>,
    follows: Follows,
}

impl After<'_> {
    fn number(&self, name: &str) -> i64 {
        self.outcome.get(name).and_then(Value::as_i64).unwrap_or(0)
    }

    fn is(&self, name: &str) -> bool {
        self.outcome.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    fn word(&self, name: &str) -> &str {
        self.outcome.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// A fact by its dotted name, if it was given.
    fn fact(&self, path: &str) -> &Value {
        path.split('.').try_fold(self.facts, |at, name| at.get(name)).unwrap_or(&Value::Null)
    }

    fn unit(&self, part: &str) -> Option<u32> {
        self.parts.get(part).and_then(|(id, _)| *id)
    }

    /// "Iron Brigade: remove 2 figures."
    fn say(&mut self, part: &str, text: impl AsRef<str>, clause: &str) {
        let text = text.as_ref();
        let text = match self.parts.get(part) {
            Some((_, name)) if !name.is_empty() => format!("{name}: {text}."),
            _ => {
                let mut letters = text.chars();
                let first =
                    letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
                format!("{first}{}.", letters.as_str())
            }
        };
        self.follows.said.push(SaidLine { text, clause: clause.to_owned() });
    }

    fn set(&mut self, part: &str, column: &str, to: impl Into<Value>) {
        if let Some(unit) = self.unit(part) {
            let change = CellChange { unit, column: column.to_owned(), by: None, to: Some(to.into()) };
            self.follows.changes.push(change);
        }
    }

    fn add(&mut self, part: &str, column: &str, by: i64) {
        if let Some(unit) = self.unit(part)
            && by != 0
        {
            let change = CellChange { unit, column: column.to_owned(), by: Some(by), to: None };
            self.follows.changes.push(change);
        }
    }

    /// So many of these are taken off; nothing is said of none.
    fn lose(&mut self, part: &str, column: &str, lost: i64, one: &str, many: &str, clause: &str) {
        if lost > 0 {
            self.say(part, format!("remove {}", counted(lost, one, many)), clause);
            self.add(part, column, -lost);
        }
    }

    fn gone(&mut self, part: &str, why: &str, clause: &str) {
        self.say(part, format!("take it off the table: {why}"), clause);
        self.follows.gone.extend(self.unit(part));
    }
}

fn counted(number: i64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A word of an outcome for people.
fn plain(word: &str) -> String {
    word.replace('_', " ")
}
