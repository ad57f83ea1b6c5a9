//! "What happens if?": the same rules, run with all dice at once.

use crate::running::refusal_view;
use crate::told::line;
use longroll_dice::{Budget, Dice, Distribution, OddsError, Rolling, Typed, odds_within};
use longroll_kit::{Ruleset, Seat, Side, Stop};
use longroll_table::Length;
use longroll_wire::{Affected, Certain, Chance, CostView, Odds, Preview, StandView, explained};

/// Outcomes told one by one; the rest are put together.
const MOST_CHANCES: usize = 40;

/// What a command would bring, from what the side may know.
pub(crate) fn preview<R: Ruleset>(
    seen: &R::State,
    side: Side,
    command: &R::Command,
    paths: u64,
    unit_of_length: &str,
) -> Preview {
    // Without any dice: either none is needed, or the command asks for the first.
    let mut no_dice = Rolling::new(Typed::new(Vec::new()));
    let events = match R::handle(seen, side, command, &mut no_dice) {
        Err(Stop::Refused(refusal)) => return Preview::Refused { refusal: refusal_view(&refusal) },
        Err(Stop::Wanted(_)) => None,
        Ok(events) => Some(events),
    };
    let cost = R::cost(seen, side, command).map(|cost| CostView {
        spent: cost.spent.micrometres(),
        allowed: cost.allowed.micrometres(),
        text: format!(
            "{} of {} {unit_of_length}",
            in_unit(cost.spent, unit_of_length),
            in_unit(cost.allowed, unit_of_length)
        ),
    });
    let explained = R::explain(seen, side, command).iter().map(explained).collect();
    match events {
        Some(events) => {
            let (lines, moved) = consequences::<R>(seen, side, &events);
            Preview::Certain(Certain { lines, moved, cost, explained })
        }
        None => {
            let (chances, sum, too_wide) = chances::<R>(seen, side, command, paths);
            Preview::Odds(Odds { chances, sum, too_wide, cost, explained })
        }
    }
}

/// A length in the rulebook's unit, for people.
pub(crate) fn in_unit(length: Length, unit_of_length: &str) -> String {
    if unit_of_length == "cm" { length.in_centimetres() } else { length.in_inches() }
}

fn consequences<R: Ruleset>(
    seen: &R::State,
    side: Side,
    events: &[R::Event],
) -> (Vec<longroll_wire::LogLine>, Vec<Affected>) {
    let seat = Seat::from(side);
    let mut state = seen.clone();
    let mut lines = Vec::with_capacity(events.len());
    for event in events {
        lines.extend(line::<R>(&state, seat, event));
        R::apply(&mut state, event);
    }
    let (before, after) = (R::view(seen, seat), R::view(&state, seat));
    let moved = before.units.iter().zip(&after.units).filter(|(before, after)| before.stands != after.stands);
    let moved = moved.map(|(_, unit)| Affected {
        unit: unit.id.0,
        pose: unit.pose.into(),
        stands: unit.stands.iter().map(StandView::from).collect(),
    });
    (lines, moved.collect())
}

/// The chances, their sum, and why there are none.
fn chances<R: Ruleset>(
    seen: &R::State,
    side: Side,
    command: &R::Command,
    paths: u64,
) -> (Vec<Chance>, String, Option<String>) {
    let outcome = |dice: &mut dyn Dice| -> Result<String, Stop<R::Why>> {
        let events = R::handle(seen, side, command, dice)?;
        let mut state = seen.clone();
        let mut gists = Vec::new();
        for event in &events {
            gists.extend(R::gist(&state, event));
            R::apply(&mut state, event);
        }
        Ok(if gists.is_empty() { "Nothing changes".to_owned() } else { gists.join("; ") })
    };
    match odds_within(Budget { paths }, outcome) {
        Ok(odds) => {
            let sum = odds.chance_that(|_| true).to_string();
            (likeliest_first(&odds), sum, None)
        }
        Err(OddsError::Stopped(stop)) => (Vec::new(), "0".to_owned(), Some(stop.to_string())),
        Err(OddsError::TooWide { .. } | OddsError::TooLong | OddsError::NotRepeatable) => {
            let text = "the dice can fall in too many ways to count them all";
            (Vec::new(), "0".to_owned(), Some(text.to_owned()))
        }
    }
}

fn likeliest_first(odds: &Distribution<String>) -> Vec<Chance> {
    let mut outcomes: Vec<_> = odds.iter().collect();
    outcomes.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let rest = outcomes.split_off(outcomes.len().min(MOST_CHANCES));
    let mut chances: Vec<Chance> = outcomes
        .iter()
        .map(|(label, _)| chance((*label).clone(), odds.chance_that(|other| other == *label)))
        .collect();
    if !rest.is_empty() {
        let others = odds.chance_that(|label| rest.iter().any(|(other, _)| *other == label));
        chances.push(chance(format!("one of {} other outcomes", rest.len()), others));
    }
    chances
}

fn chance(label: String, fraction: longroll_dice::Fraction) -> Chance {
    Chance {
        label,
        numerator: fraction.numerator().to_string(),
        denominator: fraction.denominator().to_string(),
        percent: fraction.percent_digits(2),
    }
}
