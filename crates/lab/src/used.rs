//! How much of a rulebook battles bring up: the clauses behind what happens, by heading, and the commands that are given.

use crate::row::Row;
use longroll_ai::Appraisal;
use longroll_dice::Thrown;
use longroll_kit::{Clause, Registry, Settled, Side};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What one battle brought up.
#[derive(Clone, Default, Debug)]
pub(crate) struct Used {
    clauses: BTreeMap<Clause, u32>,
    commands: BTreeMap<String, u32>,
}

impl Used {
    /// Applies the events of a command, and counts: the clause of each line of the log, of each roll, and of each modifier that counted.
    /// Modifiers of a command that are explained and not kept with its events count as well.
    pub(crate) fn count<R: Appraisal>(
        &mut self,
        state: &mut R::State,
        side: Side,
        command: &R::Command,
        events: &[R::Event],
        thrown: &[Thrown],
    ) {
        for kind in kinds(&serde_json::to_value(command).unwrap_or_default()) {
            *self.commands.entry(kind).or_default() += 1;
        }
        let mut count = |clause| *self.clauses.entry(clause).or_default() += 1;
        thrown.iter().for_each(|thrown| count(thrown.clause));
        let explained = R::explain(state, side, command);
        let mut is_kept = false;
        for event in events {
            let telling = R::tell(state, event);
            telling.clause.filter(|_| !telling.text.is_empty()).map(&mut count);
            let lists = Settled::all_in(&serde_json::to_value(event).unwrap_or_default());
            is_kept |= !lists.is_empty();
            lists.iter().flat_map(Settled::counted).for_each(|line| count(line.clause));
            R::apply(state, event);
        }
        if !is_kept {
            let lines = explained.iter().flat_map(|list| list.settled.counted());
            lines.for_each(|line| count(line.clause));
        }
    }

    pub(crate) fn into_parts(self) -> (BTreeMap<Clause, u32>, BTreeMap<String, u32>) {
        (self.clauses, self.commands)
    }
}

/// A command by its name, with the words that say which sort it is: `act column`, `move`, `move: road`.
pub fn kinds(command: &Value) -> Vec<String> {
    let (name, inner) = match command {
        Value::String(name) => return vec![name.clone()],
        Value::Object(map) => match map.iter().next() {
            Some((name, inner)) => (name, inner),
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let mut whole = name.clone();
    for key in ["act", "kind", "order", "gait", "formation", "action", "reaction", "choice", "answer"] {
        match inner.get(key) {
            Some(Value::String(word)) => whole = format!("{whole} {word}"),
            Some(Value::Object(map)) => whole.extend(map.keys().next().map(|word| format!(" {word}"))),
            _ => {}
        }
    }
    let legs = inner.get("legs").and_then(Value::as_array).into_iter().flatten();
    let mut found = vec![whole];
    for leg in legs {
        let word = match leg {
            Value::String(word) => Some(word.clone()),
            Value::Object(map) => map.keys().next().cloned(),
            _ => None,
        };
        let Some(word) = word.map(|word| format!("{name}: {word}")) else { continue };
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// One heading of a rulebook: how many lines of the log, rolls and counted modifiers its clauses stood behind in all battles, and
/// how many of its clauses did.
#[derive(Clone, Debug, Serialize)]
pub struct RuleUse {
    pub heading: String,
    pub topic: String,
    pub lines: u64,
    pub clauses_that_came_up: usize,
    pub clauses: usize,
}

/// By heading, in the order of the book, without options and rulings. A clause that forbids or defines decides nothing of its own and does
/// not come up.
pub fn by_heading<'a>(registry: &Registry, battles: impl Iterator<Item = &'a Row>) -> Vec<RuleUse> {
    let mut lines: BTreeMap<Clause, u64> = BTreeMap::new();
    for (clause, count) in battles.flat_map(|row| &row.clauses) {
        *lines.entry(*clause).or_default() += u64::from(*count);
    }
    let mut headings: Vec<RuleUse> = Vec::new();
    for entry in &registry.clauses {
        let id = entry.id;
        let heading =
            id.as_str().trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-').to_owned();
        let count = lines.get(&id).copied().unwrap_or(0);
        let came_up = usize::from(count > 0);
        match headings.iter_mut().find(|known| known.heading == heading) {
            Some(known) => {
                known.lines += count;
                known.clauses_that_came_up += came_up;
                known.clauses += 1;
            }
            None => headings.push(RuleUse {
                heading,
                topic: entry.topic.clone(),
                lines: count,
                clauses_that_came_up: came_up,
                clauses: 1,
            }),
        }
    }
    headings
}

/// How often each command was given in all battles.
pub fn by_command<'a>(battles: impl Iterator<Item = &'a Row>) -> BTreeMap<String, u64> {
    let mut all: BTreeMap<String, u64> = BTreeMap::new();
    for (kind, count) in battles.flat_map(|row| &row.given) {
        *all.entry(kind.clone()).or_default() += u64::from(*count);
    }
    all
}
