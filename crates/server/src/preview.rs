//! "What happens if?": the same rules, run with all dice at once.

use crate::course::{Engagement, POLICY, Upcome, follow};
use crate::encounter::{self, Time, Weighing};
use crate::running::refusal_view;
use crate::shares::is_still_wanted;
use crate::told::line;
use crate::weighing::{Found, Weighed, weighed};
use longroll_dice::{
    Budget, Clause, Dice, Die, OddsError, Reading, Roll, Rolling, Seed, Seeded, Typed, Wanted,
    odds_of_the_likely, odds_within,
};
use longroll_kit::{Ruleset, Seat, Side, Stop, side_name};
use longroll_table::Length;
use longroll_wire::{
    Affected, CalculationView, Certain, CostView, Method, Odds, Preview, StandView, explained,
};
use std::cell::Cell;
use std::time::{Duration, Instant};

const SAMPLE_SEED: u64 = 1863;
/// Sizes of a sample, each a power of six, so that dice can point at every throw of it.
const SAMPLES: [(usize, u32); 3] = [(1296, 4), (216, 3), (36, 2)];

/// How long an answer may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// Ways of the dice that are followed at most.
    pub paths: u64,
    /// All ways of an encounter are followed until then,
    follow: Duration,
    /// and what is open is drawn for until then.
    draw: Duration,
    /// All ways of a single command are followed until then,
    exact: Duration,
    /// then those that are not rarer than one in so many, until then.
    likely: [(u32, Duration); 2],
    /// At last a sample is drawn for so long.
    sample: Duration,
}

impl Patience {
    /// For an order that a player has picked: a charge within a quarter of a second, and any other mostly sooner; only one that
    /// throws more dice than can be followed in that time takes longer.
    pub(crate) fn long(paths: u64) -> Patience {
        let ms = Duration::from_millis;
        let likely = [(1000, ms(700)), (200, ms(1200))];
        Patience { paths, follow: ms(180), draw: ms(250), exact: ms(250), likely, sample: ms(1300) }
    }

    /// For tests, whose figures must not depend on how busy the machine is.
    #[cfg(test)]
    pub(crate) fn ample(paths: u64) -> Patience {
        let hurried = Patience::long(paths);
        Patience { follow: Duration::from_millis(400), draw: Duration::from_secs(20), ..hurried }
    }

    /// For many answers side by side, and for the first word: each within a tenth of a second.
    pub(crate) fn short(paths: u64) -> Patience {
        let ms = Duration::from_millis;
        let likely = [(200, ms(45)), (40, ms(65))];
        Patience { paths, follow: ms(50), draw: ms(70), exact: ms(20), likely, sample: ms(20) }
    }
}

/// What a command would bring, from what the side may know.
pub(crate) fn preview<R: Ruleset>(
    seen: &R::State,
    side: Side,
    command: &R::Command,
    patience: Patience,
) -> Preview {
    // Without any dice: either none is needed, or the command asks for the first.
    let mut no_dice = Rolling::new(Typed::new(Vec::new()));
    let events = match R::handle(seen, side, command, &mut no_dice) {
        Err(Stop::Refused(refusal)) => return Preview::Refused { refusal: refusal_view(&refusal) },
        Err(Stop::Wanted(_)) => None,
        Ok(events) => Some(events),
    };
    let view = R::view(seen, side.into());
    let unit_of_length = view.unit_of_length;
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
    let calculation = R::calculation(seen, side, command).map(|calculation| CalculationView {
        procedure: calculation.procedure.to_owned(),
        facts: calculation.facts,
    });
    let goes_on = !R::engages(seen, command).is_empty();
    match events {
        Some(events) if !goes_on => {
            let (lines, moved, then) = consequences::<R>(seen, side, &events);
            Preview::Certain(Certain { then, lines, moved, cost, explained, calculation })
        }
        _ => {
            let found = find::<R>(seen, side, command, patience);
            let what = view.standing.sides[0].lost.what;
            let Weighed { headline, line, units, chances, parts, sum } =
                weighed(&found, side, &R::roster(seen), what);
            let method = found.method();
            Preview::Odds(Box::new(Odds {
                headline,
                line,
                units,
                chances,
                parts,
                sum,
                method,
                method_words: method_words(method),
                policy: goes_on.then(|| POLICY.to_owned()),
                cost,
                explained,
                calculation,
            }))
        }
    }
}

fn method_words(method: Method) -> String {
    match method {
        Method::Exact => "Exact: every throw of the dice is counted.".to_owned(),
        Method::CutOff { one_in } => {
            format!("Cut off: exact, but what follows from throws rarer than one in {one_in} is left open.")
        }
        Method::Sampled { throws } => {
            format!("Sampled: {throws} throws were tried; expect a few points of error.")
        }
        Method::Unknown => "Unknown: the dice can fall in too many ways to say anything in time.".to_owned(),
    }
}

/// A length in the rulebook's unit, for people.
pub(crate) fn in_unit(length: Length, unit_of_length: &str) -> String {
    if unit_of_length == "cm" { length.in_centimetres() } else { length.in_inches() }
}

/// The lines of the log, who stands elsewhere, and who is asked before it goes on.
pub(crate) fn consequences<R: Ruleset>(
    seen: &R::State,
    side: Side,
    events: &[R::Event],
) -> (Vec<longroll_wire::LogLine>, Vec<Affected>, Option<String>) {
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
    let enemy = side.enemy();
    let then = R::reaction(&state, enemy).map(|_| format!("Then {} may answer.", side_name(enemy)));
    (lines, moved.collect(), then)
}

fn find<R: Ruleset>(seen: &R::State, side: Side, command: &R::Command, patience: Patience) -> Found {
    let (budget, began) = (Budget { paths: patience.paths }, Instant::now());
    if let Some(engagement) = Engagement::<R>::of(seen, side, command) {
        let time = Time {
            can_follow: &|| began.elapsed() < patience.follow,
            can_draw: &|| began.elapsed() < patience.draw,
        };
        return match encounter::weigh(seen, (side, command.clone()), &engagement, &time) {
            Weighing::Exact(odds) => Found::Known(odds, Method::Exact),
            Weighing::Open(odds, one_in) => Found::Known(odds, Method::CutOff { one_in }),
            Weighing::Sampled(odds, throws) => Found::Known(odds, Method::Sampled { throws }),
            Weighing::Unknown => Found::Unknown,
        };
    }
    let outcome = |dice: &mut dyn Dice, until: Duration| -> Result<Upcome, Halt> {
        if began.elapsed() > until || !is_still_wanted() {
            return Err(Halt::Late);
        }
        let left_open = Cell::new(false);
        let mut dice = Watched { dice, left_open: &left_open };
        follow::<R>(seen, side, command, &mut dice, &|| left_open.get()).map_err(|stop| match stop {
            Stop::Wanted(_) => Halt::Wanted,
            Stop::Refused(_) => Halt::Refused,
        })
    };
    match odds_within(budget, |dice| outcome(dice, patience.exact)) {
        Ok(odds) => return Found::Known(odds, Method::Exact),
        Err(OddsError::Stopped(Halt::Refused)) => return Found::Unknown,
        Err(_) => {}
    }
    for (one_in, until) in patience.likely {
        if let Ok(odds) = odds_of_the_likely(budget, one_in, |dice| outcome(dice, until)) {
            let is_open = odds.iter().any(|(outcome, _)| outcome.is_open);
            return Found::Known(odds, if is_open { Method::CutOff { one_in } } else { Method::Exact });
        }
    }
    let until = began.elapsed() + patience.sample;
    sampled(|dice| outcome(dice, Duration::MAX).ok(), || began.elapsed() < until && is_still_wanted())
}

/// Dice that remember whether they left something open.
pub(crate) struct Watched<'a> {
    pub dice: &'a mut dyn Dice,
    pub left_open: &'a Cell<bool>,
}

impl Watched<'_> {
    fn note<T>(&mut self, answer: Result<T, Wanted>) -> Result<T, Wanted> {
        if matches!(answer, Err(Wanted::LeftOpen { .. })) {
            self.left_open.set(true);
        }
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
enum Halt {
    Wanted,
    Refused,
    Late,
}

/// The dice can fall in too many ways to follow them all while a player waits: a sample, and called so.
fn sampled(outcome: impl Fn(&mut dyn Dice) -> Option<Upcome>, has_time: impl Fn() -> bool) -> Found {
    let mut seen: Vec<Upcome> = Vec::new();
    while seen.len() < SAMPLES[0].0 && has_time() {
        let throw = u32::try_from(seen.len()).unwrap_or(0);
        match outcome(&mut Rolling::new(Seeded::new(Seed::from_number(SAMPLE_SEED), throw))) {
            Some(outcome) => seen.push(outcome),
            None => return Found::Unknown,
        }
    }
    let Some((size, dice)) = SAMPLES.into_iter().find(|(size, _)| *size <= seen.len()) else {
        return Found::Unknown;
    };
    // So many dice point at each of the throws once.
    let pick = |source: &mut dyn Dice| -> Result<Upcome, Wanted> {
        let mut place = 0;
        for _ in 0..dice {
            place = place * 6 + usize::from(source.one(Clause::new("SAMPLE"), Die::D6)?) - 1;
        }
        Ok(seen[place].clone())
    };
    match odds_within(Budget { paths: size as u64 }, pick) {
        Ok(odds) => Found::Known(odds, Method::Sampled { throws: size as u32 }),
        Err(_) => Found::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::Fight;
    use std::collections::BTreeMap;

    #[test]
    fn a_sample_is_called_one() {
        let outcome = |words: &str| Upcome {
            fight: Fight::None,
            harm: BTreeMap::new(),
            words: vec![words.to_owned()],
            is_open: false,
        };
        let found = sampled(
            |dice| {
                let face = dice.one(Clause::new("T-01"), Die::D6).ok()?;
                Some(outcome(if face > 3 { "high" } else { "low" }))
            },
            || true,
        );
        assert_eq!(found.method(), Method::Sampled { throws: 1296 });
        assert!(method_words(found.method()).starts_with("Sampled: 1296 throws"));
        assert_eq!(sampled(|_| None, || true).method(), Method::Unknown);
        assert_eq!(sampled(|_| Some(outcome("never")), || false).method(), Method::Unknown);
    }
}
