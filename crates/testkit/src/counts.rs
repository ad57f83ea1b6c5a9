//! Counts: every whole number in the position of a rule case, tried one by one upwards and downwards.
//!
//! Wherever a modifier comes or goes between one number and the next, or a command is refused on one side only, a rule compares with a
//! number. The clause that it cites must name that number, in its own text or in its example: a comparison that is off by one then
//! stands at a number that the rulebook does not have.

use crate::case_positions::order;
use crate::limits::counted;
use longroll_ai::Appraisal;
use longroll_cases::{Given, Position};
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{CaseSetup, Settled, Stop};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// How far a number is varied either way.
const STEPS: u64 = 4;
/// Greater numbers are names and years, not counts.
const GREATEST: u64 = 60;

/// Words whose numbers change the place that a unit takes up: what changes with them is a length, or what is in the way.
const SHAPES: [&str; 3] = ["facing", "stands", "files"];

/// A number at which a clause begins or ceases to count: between it and the next.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Threshold {
    pub clause: String,
    /// The word of the setup whose number was varied.
    pub word: String,
    pub number: u64,
}

/// What was tried and found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Numbers of positions that were varied.
    pub numbers: u32,
    /// Answers asked for.
    pub answers: u32,
    /// With a case that has it.
    pub thresholds: BTreeMap<Threshold, String>,
}

/// Varies each whole number of a case's units and watches the answer to its first command.
pub fn probe_counts<R: Appraisal>(position: &Position, counts: &mut Counts) {
    let Some(given) = position.orders.first() else { return };
    for (place, unit) in position.setup.units.iter().enumerate() {
        let words = unit.as_object().into_iter().flatten();
        for (word, value) in words.filter(|(word, _)| !SHAPES.contains(&word.as_str())) {
            let Some(now) = value.as_u64().filter(|now| *now <= GREATEST) else { continue };
            counts.numbers += 1;
            let mut before: Option<BTreeSet<String>> = None;
            for number in now.saturating_sub(STEPS)..=now + STEPS {
                counts.answers += 1;
                let here = cited::<R>(position, given, place, word, number);
                if let (Some(before), Some(here)) = (&before, &here) {
                    for clause in before.symmetric_difference(here) {
                        let threshold =
                            Threshold { clause: clause.clone(), word: word.clone(), number: number - 1 };
                        counts.thresholds.entry(threshold).or_insert_with(|| position.name.clone());
                    }
                }
                before = here;
            }
        }
    }
}

/// The clauses that count in the answer, or the one that refuses. Nothing where the position cannot be so.
fn cited<R: Appraisal>(
    position: &Position,
    given: &Given,
    place: usize,
    word: &str,
    number: u64,
) -> Option<BTreeSet<String>> {
    let mut units = position.setup.units.clone();
    *units.get_mut(place)?.get_mut(word)? = Value::from(number);
    let setup = CaseSetup { field: position.setup.field.clone(), game: position.setup.game.clone(), units };
    let state = R::arrange(&setup, &position.settings).ok()?;
    let (side, command) = order::<R>(&state, given)?;
    let mut dice = Rolling::new(Seeded::new(Seed::from_number(7), 1));
    match R::handle(&state, side, &command, &mut dice) {
        Err(Stop::Refused(refusal)) => Some(BTreeSet::from([refusal.clause.as_str().to_owned()])),
        Err(Stop::Wanted(_)) => None,
        Ok(events) => {
            // Only what is counted first: later events hang on dice that fall otherwise.
            let mut lists = events.iter().map(|event| serde_json::to_value(event).unwrap_or_default());
            let first = lists.find(|event| !Settled::all_in(event).is_empty()).map(|event| counted(&event));
            let clause = |line: String| line.split(' ').next().unwrap_or_default().to_owned();
            Some(first.unwrap_or_default().into_iter().map(clause).collect())
        }
    }
}

/// Does the rulebook name this number, or the next, in this clause? Whether there is one at all needs no number.
pub fn names<R: Appraisal>(threshold: &Threshold) -> bool {
    if threshold.number == 0 {
        return true;
    }
    let entry = R::registry().clauses.iter().find(|entry| entry.id.as_str() == threshold.clause);
    let Some(entry) = entry else { return false };
    let text = [Some(&entry.rule), entry.example.as_ref(), entry.ruling.as_ref()];
    let text: Vec<String> = text.into_iter().flatten().map(|text| text.to_lowercase()).collect();
    let words: Vec<&str> = text.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric())).collect();
    [threshold.number, threshold.number + 1].iter().any(|number| {
        let in_letters = IN_LETTERS.get(usize::try_from(*number).unwrap_or(usize::MAX));
        words
            .iter()
            .any(|word| word.parse() == Ok(*number) || in_letters.is_some_and(|known| known.contains(word)))
    })
}

const IN_LETTERS: [&[&str]; 13] = [
    &["no", "none", "without"],
    &["one", "once", "single", "a", "an", "last"],
    &["two", "twice", "both", "double"],
    &["three"],
    &["four"],
    &["five"],
    &["six"],
    &["seven"],
    &["eight"],
    &["nine"],
    &["ten"],
    &["eleven"],
    &["twelve"],
];
