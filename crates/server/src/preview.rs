//! "What happens if?": the same rules, run with all dice at once.

use crate::running::refusal_view;
use crate::told::line;
use longroll_dice::{
    Budget, Clause, Dice, Die, Distribution, OddsError, Reading, Roll, Rolling, Seed, Seeded, Typed, Wanted,
    odds_of_the_likely, odds_within,
};
use longroll_kit::{Ruleset, Seat, Side, Stop};
use longroll_table::Length;
use longroll_wire::{Affected, Certain, Chance, CostView, Odds, Preview, StandView, explained};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Outcomes told one by one; the rest are put together.
const MOST_CHANCES: usize = 40;
const MOST_PARTS: usize = 60;
/// How long all ways of the dice are followed, then those that are likely, and as long again a sample is drawn.
const AT_FIRST: Duration = Duration::from_millis(300);
const PATIENCE: Duration = Duration::from_millis(2000);
/// What is left open: what follows from throws rarer than one in so many, the finest that can be had in time.
const RAREST: [u32; 2] = [1000, 200];
const LEFT_OPEN: &str = "and what comes of that";
const SAMPLE: usize = 216;
const SAMPLE_SEED: u64 = 1863;
/// Between the things that an outcome is made of.
const JOINT: &str = "; ";

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
            let Told { chances, parts, sum, too_wide } = chances::<R>(seen, side, command, paths);
            Preview::Odds(Odds { chances, parts, sum, too_wide, cost, explained })
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

/// The chances, what they are made of, their sum, and why there are none.
struct Told {
    chances: Vec<Chance>,
    parts: Vec<Chance>,
    sum: String,
    too_wide: Option<String>,
}

fn chances<R: Ruleset>(seen: &R::State, side: Side, command: &R::Command, paths: u64) -> Told {
    let outcome = |dice: &mut dyn Dice| -> Result<String, Halt<R::Why>> {
        let events = R::handle(seen, side, command, dice).map_err(Halt::Stop)?;
        let mut state = seen.clone();
        let mut gists = Vec::new();
        for event in &events {
            gists.extend(R::gist(&state, event));
            R::apply(&mut state, event);
        }
        Ok(if gists.is_empty() { "Nothing changes".to_owned() } else { gists.join(JOINT) })
    };
    let began = Instant::now();
    let within = |most: Duration| {
        move |dice: &mut dyn Dice| if began.elapsed() > most { Err(Halt::Late) } else { outcome(dice) }
    };
    match odds_within(Budget { paths }, within(AT_FIRST)) {
        Ok(odds) => return told(&odds, None),
        Err(OddsError::Stopped(Halt::Stop(stop))) => return no_odds(stop.to_string()),
        Err(_) => {}
    }
    for one_in in RAREST {
        let in_time = within(if one_in == RAREST[0] { PATIENCE / 2 } else { PATIENCE });
        let open = Cell::new(false);
        let likely = |dice: &mut dyn Dice| -> Result<String, Halt<R::Why>> {
            let mut dice = Watched { dice, left_open: false };
            let label = in_time(&mut dice)?;
            open.set(open.get() || dice.left_open);
            Ok(if dice.left_open { format!("{label}{JOINT}{LEFT_OPEN}") } else { label })
        };
        if let Ok(odds) = odds_of_the_likely(Budget { paths }, one_in, likely) {
            let what = format!("what follows from throws rarer than one in {one_in} is left open");
            return told(&odds, open.get().then_some(what));
        }
    }
    sampled(outcome)
}

fn told(odds: &Distribution<String>, too_wide: Option<String>) -> Told {
    let sum = odds.chance_that(|_| true).to_string();
    Told { chances: likeliest_first(odds), parts: parts_of(odds), sum, too_wide }
}

/// Dice that remember whether they left something open.
struct Watched<'a> {
    dice: &'a mut dyn Dice,
    left_open: bool,
}

impl Watched<'_> {
    fn note<T>(&mut self, answer: Result<T, Wanted>) -> Result<T, Wanted> {
        self.left_open |= matches!(answer, Err(Wanted::LeftOpen { .. }));
        answer
    }
}

impl Dice for Watched<'_> {
    fn throw(&mut self, roll: &Roll) -> Result<Reading, Wanted> {
        let answer = self.dice.throw(roll);
        self.note(answer)
    }

    fn sum_alike(
        &mut self,
        clause: Clause,
        n: u32,
        die: Die,
        alike: &dyn Fn(u32, u32) -> bool,
    ) -> Result<u32, Wanted> {
        let answer = self.dice.sum_alike(clause, n, die, alike);
        self.note(answer)
    }
}

/// Why a path of the dice was not followed to its end.
enum Halt<W> {
    Stop(Stop<W>),
    Late,
}

/// The dice can fall in too many ways to follow them all while a player waits: a sample, and called so.
fn sampled<W>(outcome: impl Fn(&mut dyn Dice) -> Result<String, Halt<W>>) -> Told {
    const TOO_MANY: &str = "the dice can fall in too many ways to count them all";
    let began = Instant::now();
    let mut seen = Vec::new();
    while seen.len() < SAMPLE && began.elapsed() < PATIENCE {
        let throw = u32::try_from(seen.len()).unwrap_or(0);
        match outcome(&mut Rolling::new(Seeded::new(Seed::from_number(SAMPLE_SEED), throw))) {
            Ok(label) => seen.push(label),
            Err(_) => return no_odds(TOO_MANY.to_owned()),
        }
    }
    if seen.len() < SAMPLE {
        return no_odds(TOO_MANY.to_owned());
    }
    // Three dice point at each of the 216 throws once.
    let pick = |dice: &mut dyn Dice| -> Result<String, Wanted> {
        let mut place = 0;
        for _ in 0..3 {
            place = place * 6 + usize::from(dice.one(Clause::new("SAMPLE"), Die::D6)?) - 1;
        }
        Ok(seen[place].clone())
    };
    match odds_within(Budget { paths: SAMPLE as u64 }, pick) {
        Ok(odds) => Told {
            chances: likeliest_first(&odds),
            parts: parts_of(&odds),
            sum: odds.chance_that(|_| true).to_string(),
            too_wide: Some(format!("{TOO_MANY}: these chances are a sample of {SAMPLE} throws")),
        },
        Err(_) => no_odds(TOO_MANY.to_owned()),
    }
}

fn no_odds(why: String) -> Told {
    Told { chances: Vec::new(), parts: Vec::new(), sum: "0".to_owned(), too_wide: Some(why) }
}

/// Each thing by itself, whatever comes with it. The same thing at different lengths is one.
fn parts_of(odds: &Distribution<String>) -> Vec<Chance> {
    let things = |label: &str| label.split(JOINT).map(without_lengths).collect::<BTreeSet<String>>();
    let all: BTreeSet<String> = odds.iter().flat_map(|(label, _)| things(label)).collect();
    let mut parts: Vec<_> = all
        .into_iter()
        .take(MOST_PARTS)
        .map(|thing| {
            let fraction = odds.chance_that(|label| things(label).contains(&thing));
            (thing, fraction)
        })
        .collect();
    parts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    parts.into_iter().map(|(thing, fraction)| chance(thing, fraction)).collect()
}

/// "stops 4.33 cm from A" as "stops some cm from A".
fn without_lengths(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || c == '.') && !word.is_empty();
    let told = words.iter().enumerate().map(|(place, word)| {
        let unit = words.get(place + 1).map(|next| next.trim_end_matches(','));
        if is_number(word) && matches!(unit, Some("cm" | "in")) { "some" } else { word }
    });
    told.collect::<Vec<_>>().join(" ")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_called_one() {
        let told = sampled::<String>(|dice| {
            let face = dice.one(Clause::new("T-01"), Die::D6).map_err(|_| Halt::Late)?;
            Ok(if face > 3 { "high" } else { "low" }.to_owned())
        });
        assert_eq!((told.chances.len(), told.sum.as_str()), (2, "1"));
        assert!(told.too_wide.unwrap().contains("sample of 216 throws"));
        assert!(sampled::<String>(|_| Err(Halt::Late)).chances.is_empty());
    }

    #[test]
    fn what_an_outcome_is_made_of_has_chances_of_its_own() {
        // 1 to 3: nothing; 4 and 5: A stops, at two different lengths; 6: A stops and B runs
        let told = |dice: &mut dyn Dice| -> Result<String, longroll_dice::Wanted> {
            Ok(match dice.one(Clause::new("T-01"), Die::D6)? {
                1..=3 => "Nothing changes".to_owned(),
                4 => "A of the 3rd stops 4 cm off".to_owned(),
                5 => "A of the 3rd stops 0.33 cm off".to_owned(),
                _ => "A of the 3rd stops 4 cm off; B runs".to_owned(),
            })
        };
        let odds = odds_within(Budget { paths: 100 }, told).unwrap();
        let parts: Vec<String> =
            parts_of(&odds).iter().map(|part| format!("{} {}", part.label, part.percent)).collect();
        assert_eq!(parts, ["A of the 3rd stops some cm off 50.00", "Nothing changes 50.00", "B runs 16.67"]);
    }
}
