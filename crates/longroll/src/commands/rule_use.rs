//! How much of a rulebook battles bring up: the clauses behind what happens, by heading, and the commands that are given.

use longroll_ai::{Appraisal, Halt, Policy, next_command};
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Clause, Registry, Settled};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What one battle brought up.
#[derive(Clone, Default)]
pub(crate) struct Used {
    clauses: BTreeMap<Clause, u32>,
    commands: BTreeMap<String, u32>,
}

/// Fights a battle to its end and counts: the clause of each line of the log, of each roll, and of each modifier that counted. Modifiers of
/// a command that are explained and not kept with its events count as well.
pub(crate) fn fight<R: Appraisal>(
    state: &mut R::State,
    policies: &mut [Box<dyn Policy<R>>; 2],
    most_commands: u32,
    seed: &Seed,
) -> (u32, Halt<R::Why>, Used) {
    let mut used = Used::default();
    for number in 0..most_commands {
        let Some((side, command)) = next_command::<R>(state, policies) else {
            return (number, Halt::Over, used);
        };
        let Some(command) = command else { return (number, Halt::NoCommand(side), used) };
        let mut dice = Rolling::new(Seeded::new(seed.clone(), number));
        let events = match R::handle(state, side, &command, &mut dice) {
            Ok(events) => events,
            Err(stop) => return (number, Halt::Stopped(stop), used),
        };
        for kind in kinds(&serde_json::to_value(&command).unwrap_or_default()) {
            *used.commands.entry(kind).or_default() += 1;
        }
        let mut count = |clause| *used.clauses.entry(clause).or_default() += 1;
        dice.thrown().iter().for_each(|thrown| count(thrown.clause));
        let explained = R::explain(state, side, &command);
        let mut is_kept = false;
        for event in &events {
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
    (most_commands, Halt::TooLong, used)
}

/// A command by its name, with the words that say which sort it is: `act column`, `move`, `move: road`.
fn kinds(command: &Value) -> Vec<String> {
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
#[derive(Serialize)]
pub(crate) struct RuleUse {
    pub heading: String,
    pub topic: String,
    pub lines: u64,
    pub clauses_that_came_up: usize,
    pub clauses: usize,
}

/// By heading, in the order of the book, without options and rulings. A clause that forbids or defines decides nothing of its own and does
/// not come up.
pub(crate) fn by_heading<'a>(registry: &Registry, battles: impl Iterator<Item = &'a Used>) -> Vec<RuleUse> {
    let mut lines: BTreeMap<Clause, u64> = BTreeMap::new();
    for (clause, count) in battles.flat_map(|used| &used.clauses) {
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
pub(crate) fn by_command<'a>(battles: impl Iterator<Item = &'a Used>) -> BTreeMap<String, u64> {
    let mut all: BTreeMap<String, u64> = BTreeMap::new();
    for (kind, count) in battles.flat_map(|used| &used.commands) {
        *all.entry(kind.clone()).or_default() += u64::from(*count);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn commands_by_kind() {
        assert_eq!(kinds(&json!("ready")), ["ready"]);
        assert_eq!(kinds(&json!({ "act": { "unit": 1, "act": { "form": "column" } } })), ["act form"]);
        let legs = json!([{ "go": 5 }, "limber", { "go": 2 }]);
        assert_eq!(
            kinds(&json!({ "move": { "unit": 1, "legs": legs } })),
            ["move", "move: go", "move: limber"]
        );
    }
}
