//! All ways in which an encounter can go, weighed together: ways that come to the same stand go on as one.

use crate::course::{Engagement, Harm, MOST_STEPS, Stand, Upcome, follow_on};
use crate::preview::Watched;
use longroll_dice::{
    Budget, Dice, Distribution, Fraction, Rolling, Seed, Seeded, odds_of_the_likely, odds_within,
};
use longroll_kit::{Ruleset, Side, UnitId};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Stands rarer than one in so many wait until all commoner ones are done with; at last all are.
const ROUNDS: [u64; 5] = [30, 300, 3_000, 30_000, u64::MAX];
/// A command is followed in at most so many ways;
const MOST_PATHS: u64 = 4_000;
/// if there are more, throws rarer than one in so many are left open,
const RAREST: [u64; 2] = [2_000, 200];
/// as long as they are together no more than one part in so many; else the command is drawn for.
const MOST_OPEN_OF_ONE: u32 = 200;
/// Draws of what is still open when the time is up, at most.
const MOST_DRAWS: usize = 1296;
/// So many at least, however long they take.
const LEAST_DRAWS: usize = 36;
/// More than one part in so many is not left open, but drawn for.
const MOST_OPEN: u32 = 50;
const SAMPLE_SEED: u64 = 1863;

/// What was found in the time.
pub(crate) enum Weighing {
    /// Everything was followed to its end.
    Exact(Distribution<Upcome>),
    /// What is left open is rarer than one in so many, each for itself.
    Open(Distribution<Upcome>, u32),
    /// What was open when the time was up was drawn for so often.
    Sampled(Distribution<Upcome>, u32),
    /// The command cannot be followed.
    Unknown,
}

/// How long it may take: to follow all ways, and then to draw for what is open.
pub(crate) struct Time<'a> {
    pub can_follow: &'a dyn Fn() -> bool,
    pub can_draw: &'a dyn Fn() -> bool,
}

/// A stand that waits to be followed further.
struct Waiting<R: Ruleset> {
    stand: Stand<R>,
    chance: Fraction,
    steps: usize,
    /// The command that is weighed; after it, what is assumed.
    given: Option<(Side, R::Command)>,
}

/// Stands with the same account and the same state are the same.
type Account = (usize, BTreeMap<UnitId, Harm>, Option<Option<Side>>);

/// What is known of an encounter so far.
struct Encounter<'a, R: Ruleset> {
    engagement: &'a Engagement<R>,
    waiting: BTreeMap<Account, Vec<Waiting<R>>>,
    /// Stands whose next command can go in too many ways.
    wide: Vec<Waiting<R>>,
    over: BTreeMap<Upcome, Fraction>,
    /// The commonest of what was left open, as one in so many.
    loosest: u64,
}

/// Weighs a command that leads to close quarters to the end of that.
pub(crate) fn weigh<R: Ruleset>(
    known: &R::State,
    given: (Side, R::Command),
    engagement: &Engagement<R>,
    time: &Time<'_>,
) -> Weighing {
    let mut encounter = Encounter {
        engagement,
        waiting: BTreeMap::new(),
        wide: Vec::new(),
        over: BTreeMap::new(),
        loosest: u64::MAX,
    };
    let chance = Fraction::new(1, 1_u8);
    encounter.put(Waiting { stand: Stand::first(known), chance, steps: 0, given: Some(given) });
    for rarest in ROUNDS {
        while (time.can_follow)()
            && let Some(next) = encounter.take(rarest)
        {
            encounter.go_on(next, time);
        }
    }
    encounter.end(time)
}

impl<R: Ruleset> Encounter<'_, R> {
    /// Follows a stand one command further, or to its outcome.
    fn go_on(&mut self, from: Waiting<R>, time: &Time<'_>) {
        let Some((by, command)) = self.next(&from) else {
            return self.settle(self.engagement.outcome(&from.stand, false), &from.chance);
        };
        // One command may not take all the time.
        let all = Budget { paths: MOST_PATHS };
        let mut found: Vec<Stand<R>> = Vec::new();
        // The place among those found; nothing for what is left open.
        let mut follow = |dice: &mut dyn Dice| -> Result<Option<usize>, ()> {
            if !(time.can_follow)() {
                return Err(());
            }
            let left_open = Cell::new(false);
            let mut dice = Watched { dice, left_open: &left_open };
            match from.stand.advanced(by, &command, &mut dice) {
                _ if left_open.get() => Ok(None),
                Ok(stand) => Ok(Some(place_of(&mut found, stand))),
                Err(_) => Err(()),
            }
        };
        let mut one_in = u64::MAX;
        let mut odds = odds_within(all, &mut follow);
        for rarest in RAREST {
            if odds.is_err() && (time.can_follow)() {
                one_in = rarest;
                odds = odds_of_the_likely(all, u32::try_from(rarest).unwrap_or(u32::MAX), &mut follow);
            }
        }
        let Ok(odds) = odds else { return self.wide.push(from) };
        if odds.probability(&None) > Fraction::new(1, MOST_OPEN_OF_ONE) {
            return self.wide.push(from);
        }
        let mut found: Vec<Option<Stand<R>>> = found.into_iter().map(Some).collect();
        for (place, _) in odds.iter() {
            let chance = from.chance.times(&odds.probability(place));
            match place.and_then(|place| found[place].take()) {
                Some(stand) => self.put(Waiting { stand, chance, steps: from.steps + 1, given: None }),
                None => {
                    self.loosest = self.loosest.min(from.chance.one_in().saturating_mul(one_in));
                    self.settle(self.engagement.outcome(&from.stand, true), &chance);
                }
            }
        }
    }

    fn next(&self, one: &Waiting<R>) -> Option<(Side, R::Command)> {
        let assumed = || if one.steps < MOST_STEPS { self.engagement.next(&one.stand) } else { None };
        one.given.clone().or_else(assumed)
    }

    /// The waiting stand with the fewest steps of those that are not rarer than one in so many.
    fn take(&mut self, rarest: u64) -> Option<Waiting<R>> {
        let is_common = |one: &Waiting<R>| one.chance.one_in() <= rarest;
        let (account, alike) = self.waiting.iter_mut().find(|(_, alike)| alike.iter().any(is_common))?;
        let place = alike.iter().position(is_common)?;
        let (account, taken) = (account.clone(), alike.swap_remove(place));
        if alike.is_empty() {
            self.waiting.remove(&account);
        }
        Some(taken)
    }

    /// Lets a stand wait, as one with those that are the same.
    fn put(&mut self, one: Waiting<R>) {
        let account = (one.steps, one.stand.harm.clone(), one.stand.last);
        let alike = self.waiting.entry(account).or_default();
        match alike.iter_mut().find(|other| other.stand.state == one.stand.state) {
            Some(same) => same.chance = same.chance.plus(&one.chance),
            None => alike.push(one),
        }
    }

    fn settle(&mut self, outcome: Upcome, chance: &Fraction) {
        match self.over.entry(outcome) {
            Entry::Occupied(mut known) => {
                let sum = known.get().plus(chance);
                known.insert(sum);
            }
            Entry::Vacant(place) => {
                place.insert(chance.clone());
            }
        }
    }

    /// What is still open is left so if it is little; if it is much, it is drawn for.
    fn end(mut self, time: &Time<'_>) -> Weighing {
        let mut open: Vec<Waiting<R>> = std::mem::take(&mut self.wide);
        open.extend(std::mem::take(&mut self.waiting).into_values().flatten());
        let sum = open.iter().fold(Fraction::new(0, 1_u8), |sum, one| sum.plus(&one.chance));
        if sum > Fraction::new(1, MOST_OPEN) {
            return self.draw(&open, &sum, time);
        }
        self.leave_open(&open);
        let loosest = u32::try_from(self.loosest).unwrap_or(u32::MAX);
        match Distribution::from_chances(self.over) {
            Some(odds) if self.loosest == u64::MAX => Weighing::Exact(odds),
            Some(odds) => Weighing::Open(odds, loosest),
            None => Weighing::Unknown,
        }
    }

    fn leave_open(&mut self, open: &[Waiting<R>]) {
        for one in open {
            self.loosest = self.loosest.min(one.chance.one_in());
            self.settle(self.engagement.outcome(&one.stand, true), &one.chance);
        }
    }

    /// Stands are drawn as often as their chances are large, spread evenly, and followed with seeded dice.
    fn draw(mut self, open: &[Waiting<R>], sum: &Fraction, time: &Time<'_>) -> Weighing {
        let whole = Fraction::new(sum.denominator().clone(), sum.numerator().magnitude().clone());
        let whole = whole.times(&Fraction::new(1_i64 << 32, 1_u8));
        let mut reached = 0;
        let ends: Vec<i64> = open
            .iter()
            .map(|one| {
                reached += one.chance.times(&whole).whole();
                reached
            })
            .collect();
        let mut drawn: Vec<Upcome> = Vec::new();
        while drawn.len() < MOST_DRAWS && (drawn.len() < LEAST_DRAWS || (time.can_draw)()) {
            let number = u32::try_from(drawn.len()).unwrap_or(u32::MAX);
            // 0, 1/2, 1/4, 3/4, 1/8 …: however many there are, they lie evenly between nought and one.
            let spot = i64::from(number.reverse_bits());
            let place = ends.partition_point(|end| *end <= spot).min(open.len() - 1);
            let mut dice = Rolling::new(Seeded::new(Seed::from_number(SAMPLE_SEED), number));
            let from = &open[place];
            let begun = match &from.given {
                Some((by, command)) => from.stand.advanced(*by, command, &mut dice),
                None => Ok(from.stand.clone()),
            };
            let followed = begun.and_then(|stand| follow_on(self.engagement, stand, &mut dice, &|| false));
            let Ok(outcome) = followed else { return Weighing::Unknown };
            drawn.push(outcome);
        }
        let throws = u32::try_from(drawn.len()).unwrap_or(u32::MAX);
        let share = sum.times(&Fraction::new(1, throws));
        for outcome in drawn {
            self.settle(outcome, &share);
        }
        let odds = Distribution::from_chances(self.over);
        odds.map_or(Weighing::Unknown, |odds| Weighing::Sampled(odds, throws))
    }
}

fn place_of<R: Ruleset>(found: &mut Vec<Stand<R>>, stand: Stand<R>) -> usize {
    let is_same =
        |other: &Stand<R>| other.last == stand.last && other.harm == stand.harm && other.state == stand.state;
    found.iter().position(is_same).unwrap_or_else(|| {
        found.push(stand);
        found.len() - 1
    })
}
