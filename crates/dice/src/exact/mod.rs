//! Exact odds: a procedure is run once for every way in which its dice can be read.

mod tables;
mod weight;

use std::rc::Rc;

use thiserror::Error;

use self::tables::{Table, breadth, table};
use self::weight::Weight;
use crate::{Clause, Dice, Die, Distribution, FaceList, MAX_DICE, Read, Reading, Roll, Wanted};

/// The most readings of one roll that are laid out in a table at once. It holds back only very large pools that are
/// read sorted: up to 26d6 fit.
pub const WIDEST_TABLE: u64 = 200_000;

/// The most readings that one path through a procedure may take. A procedure that throws until something happens
/// reaches it, and has no exact odds.
pub const LONGEST_PATH: usize = 4096;

/// How far exact odds may go before they give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most different paths through the procedure: it is run once for each.
    pub paths: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { paths: 2_000_000 }
    }
}

/// Why there are no exact odds. `E` is the procedure's own error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OddsError<E = Wanted> {
    /// There are more paths than the budget allows.
    #[error("the dice can fall in too many ways for exact odds: more than {paths} would have to be followed")]
    TooWide { paths: u64 },
    /// One path through the procedure goes on and on.
    #[error("the procedure throws more than {LONGEST_PATH} times in a row, which is too long for exact odds")]
    TooLong,
    /// With the same dice before it, the procedure asked for something else than before: it looks at something
    /// besides its facts and its dice.
    #[error("the procedure does not go the same way twice, so it has no odds")]
    NotRepeatable,
    /// The procedure itself stopped.
    #[error(transparent)]
    Stopped(E),
}

/// The exact odds of a procedure, within the usual budget.
///
/// The procedure is run many times, each time with other dice, and must depend on nothing but them.
pub fn odds<T: Ord>(
    procedure: impl FnMut(&mut dyn Dice) -> Result<T, Wanted>,
) -> Result<Distribution<T>, OddsError> {
    odds_within(Budget::default(), procedure)
}

/// The exact odds of a procedure with errors of its own, within a budget.
pub fn odds_within<T: Ord, E>(
    budget: Budget,
    procedure: impl FnMut(&mut dyn Dice) -> Result<T, E>,
) -> Result<Distribution<T>, OddsError<E>> {
    follow(Exact { left: budget.paths, ..Exact::default() }, budget, procedure)
}

/// The same, but a path that is rarer than one in so many gets no further dice: they answer [`Wanted::LeftOpen`], and the procedure
/// gives what it can tell by then. All chances are still exact, and they still add up to one.
pub fn odds_of_the_likely<T: Ord, E>(
    budget: Budget,
    one_in: u32,
    procedure: impl FnMut(&mut dyn Dice) -> Result<T, E>,
) -> Result<Distribution<T>, OddsError<E>> {
    follow(Exact { left: budget.paths, rarest: Some(one_in), ..Exact::default() }, budget, procedure)
}

fn follow<T: Ord, E>(
    mut dice: Exact,
    budget: Budget,
    mut procedure: impl FnMut(&mut dyn Dice) -> Result<T, E>,
) -> Result<Distribution<T>, OddsError<E>> {
    let mut sums = Sums::default();
    loop {
        if dice.left == 0 {
            return Err(OddsError::TooWide { paths: budget.paths });
        }
        let outcome = procedure(&mut dice);
        match dice.trouble {
            None if dice.depth == dice.path.len() => {}
            Some(Trouble::TooLong) => return Err(OddsError::TooLong),
            Some(Trouble::TooWide) => return Err(OddsError::TooWide { paths: budget.paths }),
            _ => return Err(OddsError::NotRepeatable),
        }
        let outcome = outcome.map_err(OddsError::Stopped)?;
        match dice.path.last() {
            Some(step) => sums.add(outcome, &step.weight, &step.total),
            None => sums.add(outcome, &Weight::ONE, &Weight::ONE),
        }
        if !dice.next_path() {
            return Ok(sums.into_distribution());
        }
    }
}

/// Dice that go through all their readings, one path after another, like an odometer whose wheels are the rolls.
#[derive(Default)]
struct Exact {
    /// The readings given on this path. All but those that the run has not reached yet are the same as on the last.
    path: Vec<Step>,
    /// How many steps of the path this run has taken.
    depth: usize,
    /// How many more paths may be followed.
    left: u64,
    /// How many readings along the path still wait for their turn: each will be a path at least.
    waiting: u64,
    trouble: Option<Trouble>,
    /// Paths rarer than one in so many are not followed further.
    rarest: Option<u32>,
}

/// One reading on a path.
struct Step {
    roll: Roll,
    table: Rc<Table>,
    at: usize,
    /// The number of ways to come as far as this reading, out of `total`.
    weight: Weight,
    total: Weight,
}

#[derive(Clone, Copy)]
enum Trouble {
    TooLong,
    TooWide,
    NotRepeatable,
}

impl Dice for Exact {
    fn throw(&mut self, roll: &Roll) -> Result<Reading, Wanted> {
        if let Some(nothing) = roll.before_throwing()? {
            return Ok(nothing);
        }
        if self.depth == self.path.len() {
            self.look_ahead(roll, breadth(roll))?;
        }
        match roll.read {
            // Dice that are told apart are followed one by one, which needs no table of all their orders.
            Read::Faces => {
                let mut faces = FaceList::new();
                for _ in 0..roll.n {
                    if let Reading::Number(face) = self.step(roll, 1)? {
                        faces.push(face as u8);
                    }
                }
                Ok(Reading::Faces(faces))
            }
            _ => self.step(roll, roll.n),
        }
    }

    fn sum_alike(
        &mut self,
        clause: Clause,
        n: u32,
        die: Die,
        alike: &dyn Fn(u32, u32) -> bool,
    ) -> Result<u32, Wanted> {
        let roll = Roll { clause, n, die, read: Read::Sum };
        if n > 0 && n <= MAX_DICE && self.depth == self.path.len() {
            let table = table(n, die, Read::Sum).merged(alike);
            self.look_ahead(&roll, table.readings.len() as u128)?;
            self.grow(&roll, Rc::new(table));
        }
        self.sum(clause, n, die)
    }
}

impl Exact {
    /// Whether a roll that is new to the path can be followed through all its readings.
    fn look_ahead(&mut self, roll: &Roll, breadth: u128) -> Result<(), Wanted> {
        if let (Some(one_in), Some(last)) = (self.rarest, self.path.last())
            && last.weight.times(&one_in.into()).is_less_than(&last.total)
        {
            return Err(Wanted::LeftOpen { roll: *roll });
        }
        let table_is_too_wide = roll.read != Read::Faces && breadth > u128::from(WIDEST_TABLE);
        let paths_to_come = breadth.saturating_add(u128::from(self.waiting));
        if self.path.len() >= LONGEST_PATH {
            self.trouble = Some(Trouble::TooLong);
        } else if table_is_too_wide || paths_to_come > u128::from(self.left) {
            self.trouble = Some(Trouble::TooWide);
        } else {
            return Ok(());
        }
        Err(Wanted::TooWide { roll: *roll })
    }

    /// The next reading on the path, which grows by one if this is new ground.
    fn step(&mut self, roll: &Roll, n: u32) -> Result<Reading, Wanted> {
        if self.depth == self.path.len() {
            let table = table(n, roll.die, roll.read);
            self.grow(roll, table);
        }
        let step = &self.path[self.depth];
        if step.roll != *roll {
            self.trouble = Some(Trouble::NotRepeatable);
            return Err(Wanted::Misread { roll: *roll });
        }
        self.depth += 1;
        Ok(step.table.readings[step.at].0.clone())
    }

    /// One more wheel, at its first reading.
    fn grow(&mut self, roll: &Roll, table: Rc<Table>) {
        let first = &table.readings[0].1;
        let (weight, total) = match self.path.last() {
            Some(before) => (before.weight.times(first), before.total.times(&table.total)),
            None => (first.clone(), table.total.clone()),
        };
        self.waiting += table.readings.len() as u64 - 1;
        self.path.push(Step { roll: *roll, table, at: 0, weight, total });
    }

    /// Turns the last wheel by one, and drops the wheels that have gone round. False when all have.
    fn next_path(&mut self) -> bool {
        self.depth = 0;
        self.left -= 1;
        while let Some((step, before)) = self.path.split_last_mut() {
            step.at += 1;
            if let Some((_, ways)) = step.table.readings.get(step.at) {
                match before.last() {
                    Some(before) => step.weight = before.weight.times(ways),
                    None => step.weight.clone_from(ways),
                }
                self.waiting -= 1;
                return true;
            }
            self.path.pop();
        }
        false
    }
}

/// Outcomes that are kept as they came before they are put into order.
const MANY: usize = 256;

/// The outcomes so far, all over one denominator.
struct Sums<T> {
    /// Outcomes and their ways: in order and none twice up to `settled`, and after that as they came.
    ways: Vec<(T, Weight)>,
    settled: usize,
    denominator: Weight,
    /// The denominator of the last path, and how often it goes into the common one.
    last: Option<(Weight, Weight)>,
}

impl<T> Default for Sums<T> {
    fn default() -> Self {
        Self { ways: Vec::new(), settled: 0, denominator: Weight::ONE, last: None }
    }
}

impl<T: Ord> Sums<T> {
    /// Adds an outcome that comes about in `weight` of `total` ways.
    fn add(&mut self, outcome: T, weight: &Weight, total: &Weight) {
        let weight = match &self.last {
            Some((last, factor)) if last == total => weight.times(factor),
            _ => weight.times(&self.factor(total)),
        };
        match self.ways.last_mut() {
            Some((last, ways)) if (*last).cmp(&outcome).is_eq() => *ways = ways.plus(&weight),
            _ => self.ways.push((outcome, weight)),
        }
        if self.ways.len() >= 2 * self.settled.max(MANY) {
            self.settle();
        }
    }

    /// Puts all outcomes into order and equal ones together.
    fn settle(&mut self) {
        self.ways.sort_by(|(one, _), (other, _)| one.cmp(other));
        self.ways.dedup_by(|(outcome, more), (kept, ways)| {
            let same = (*outcome).cmp(kept).is_eq();
            if same {
                *ways = ways.plus(more);
            }
            same
        });
        self.settled = self.ways.len();
    }

    /// How often `total` goes into the common denominator, which is first made larger if need be.
    fn factor(&mut self, total: &Weight) -> Weight {
        let (mut factor, exact) = self.denominator.over(total);
        if !exact {
            factor = self.denominator.over(&self.denominator.gcd(total)).0;
            let common = total.times(&factor);
            let growth = common.over(&self.denominator).0;
            self.ways.iter_mut().for_each(|(_, ways)| *ways = ways.times(&growth));
            self.denominator = common;
        }
        self.last = Some((total.clone(), factor.clone()));
        factor
    }

    fn into_distribution(mut self) -> Distribution<T> {
        self.settle();
        let has_one = self.ways.iter().any(|(_, ways)| ways.is_one());
        let mut common = if has_one { Weight::ONE } else { self.denominator };
        for (_, ways) in &self.ways {
            if common.is_one() {
                break;
            }
            common = common.gcd(ways);
        }
        let in_lowest_terms = |ways: Weight| if common.is_one() { ways } else { ways.over(&common).0 };
        Distribution::from_weights(
            self.ways
                .into_iter()
                .map(|(outcome, ways)| (outcome, in_lowest_terms(ways).into_big()))
                .collect(),
        )
    }
}
