//! The readings that a roll can have, each with the number of ways in which it comes about.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::BigUint;
use num_integer::Integer;

use super::weight::Weight;
use crate::{Die, FaceList, Read, Reading, Roll};

/// The readings of one roll. The weights have no common factor; `total` is their sum.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) readings: Vec<(Reading, Weight)>,
    pub(crate) total: Weight,
}

/// How many readings a roll has, without working them out.
pub(crate) fn breadth(roll: &Roll) -> u128 {
    let numbers = u128::from(roll.die.highest() - roll.die.lowest()) + 1; // dice have no gaps
    let n = u128::from(roll.n);
    match roll.read {
        Read::Sum => n * (numbers - 1) + 1,
        Read::AtLeast(need) if need <= roll.die.lowest() || need > roll.die.highest() => 1,
        Read::AtLeast(_) => n + 1,
        Read::Faces => numbers.saturating_pow(roll.n),
        // Dice that are not told apart: n of them and numbers − 1 bars in a row, (n + numbers − 1 choose numbers − 1).
        Read::Sorted => (1..numbers).fold(1, |ways, bar| ways * (n + bar) / bar),
    }
}

/// Readings of all remembered tables together, at most.
const MOST_REMEMBERED: usize = 50_000;

/// The tables made before. The same rolls come back with every order that is weighed, and a table depends on nothing but its roll.
#[derive(Debug, Default)]
struct Tables {
    made: BTreeMap<(u32, Die, Read), Rc<Table>>,
    readings: usize,
}

thread_local! {
    static TABLES: RefCell<Tables> = RefCell::default();
}

/// The readings of a roll. [`Read::Faces`] is not for here: such a roll is followed die by die.
pub(crate) fn table(n: u32, die: Die, read: Read) -> Rc<Table> {
    TABLES.with_borrow_mut(|tables| {
        if let Some(known) = tables.made.get(&(n, die, read)) {
            return Rc::clone(known);
        }
        let new = Rc::new(Table::new(n, die, read));
        if tables.readings + new.readings.len() > MOST_REMEMBERED {
            *tables = Tables::default();
        }
        if new.readings.len() <= MOST_REMEMBERED {
            tables.readings += new.readings.len();
            tables.made.insert((n, die, read), Rc::clone(&new));
        }
        new
    })
}

impl Table {
    fn new(n: u32, die: Die, read: Read) -> Self {
        let readings = match read {
            Read::AtLeast(need) => counts(n, die, need),
            Read::Sum | Read::Faces => sums(n, die),
            Read::Sorted => {
                let mut found = Vec::new();
                let shares: Vec<_> = shares(die).into_iter().rev().collect();
                spread(&shares, n, &Weight::ONE, &mut FaceList::new(), &mut found);
                found
            }
        };
        let total = readings.iter().fold(Weight::ZERO, |total, (_, weight)| total.plus(weight));
        Self { readings, total }
    }

    /// The same with one reading for all numbers that are alike: the first of them, with the weight of all.
    pub(crate) fn merged(&self, alike: &dyn Fn(u32, u32) -> bool) -> Self {
        let mut readings: Vec<(Reading, Weight)> = Vec::new();
        for (reading, weight) in &self.readings {
            let same = readings.iter_mut().find(|(known, _)| match (known, reading) {
                (Reading::Number(known), Reading::Number(number)) => alike(*known, *number),
                _ => false,
            });
            match same {
                Some((_, ways)) => *ways = ways.plus(weight),
                None => readings.push((reading.clone(), weight.clone())),
            }
        }
        Self { readings, total: self.total.clone() }
    }
}

/// The numbers on a die, lowest first, and on how many faces each stands.
fn shares(die: Die) -> Vec<(u8, u32)> {
    let mut shares: Vec<(u8, u32)> = Vec::new();
    for &face in die.faces() {
        match shares.last_mut() {
            Some((last, count)) if *last == face => *count += 1,
            _ => shares.push((face, 1)),
        }
    }
    shares
}

fn sums(n: u32, die: Die) -> Vec<(Reading, Weight)> {
    let shares: Vec<u32> = shares(die).into_iter().map(|(_, count)| count).collect();
    let lowest = n * u32::from(die.lowest());
    power(&shares, n).into_iter().zip(lowest..).map(|(weight, sum)| (Reading::Number(sum), weight)).collect()
}

/// The chance of one die to count is first brought to lowest terms: 2 of 6 faces are 1 of 3.
fn counts(n: u32, die: Die, need: u8) -> Vec<(Reading, Weight)> {
    let all = die.faces().len() as u32;
    let good = die.faces().iter().filter(|&&face| face >= need).count() as u32;
    let common = good.gcd(&all);
    let (good, bad) = (good / common, (all - good) / common);
    match (good, bad) {
        (0, _) => vec![(Reading::Number(0), Weight::ONE)],
        (_, 0) => vec![(Reading::Number(n), Weight::ONE)],
        _ => (0..).map(Reading::Number).zip(power(&[bad, good], n)).collect(),
    }
}

/// All ways to share `left` dice among these numbers, when the dice are not told apart. The weights come out without
/// a common factor, since every kind of die has a number that stands on one face only.
fn spread(
    shares: &[(u8, u32)],
    left: u32,
    weight: &Weight,
    faces: &mut FaceList,
    found: &mut Vec<(Reading, Weight)>,
) {
    let Some((&(face, count), rest)) = shares.split_first() else { return };
    if rest.is_empty() || left == 0 {
        // All that are left show this number, in count^left ways.
        let mut whole = faces.clone();
        whole.extend(std::iter::repeat_n(face, left as usize));
        let ways = (0..left).fold(weight.clone(), |ways, _| ways.times(&count.into()));
        found.push((Reading::Faces(whole), ways));
        return;
    }
    // Some of them show it: (left choose some) · count^some ways.
    let before = faces.len();
    let mut ways = Weight::ONE;
    let mut all_sizes = Vec::with_capacity(left as usize + 1);
    for some in 0..=left {
        all_sizes.push(ways.clone());
        ways = ways.times(&(left - some).into()).times(&count.into()).over(&(some + 1).into()).0;
    }
    for some in (0..=left).rev() {
        faces.extend(std::iter::repeat_n(face, some as usize));
        spread(rest, left - some, &weight.times(&all_sizes[some as usize]), faces, found);
        faces.truncate(before);
    }
}

/// The coefficients of `(p₀ + p₁x + p₂x² + …)ⁿ`, lowest power first; `p₀` is not zero.
fn power(p: &[u32], n: u32) -> Vec<Weight> {
    let total: u128 = p.iter().copied().map(u128::from).sum();
    match total.checked_pow(n) {
        // Every coefficient is at most total^n, so nothing below can overflow.
        Some(_) => small_power(p, n).into_iter().map(Weight::Small).collect(),
        None => big_power(p, n).into_iter().map(Weight::Big).collect(),
    }
}

/// One factor multiplied in after the other.
fn small_power(p: &[u32], n: u32) -> Vec<u128> {
    let mut product = vec![1u128];
    for _ in 0..n {
        let mut next = vec![0; product.len() + p.len() - 1];
        for (i, a) in product.iter().enumerate() {
            for (j, b) in p.iter().enumerate() {
                next[i + j] += a * u128::from(*b);
            }
        }
        product = next;
    }
    product
}

/// By the recurrence that follows from `P · (Pⁿ)′ = n · P′ · Pⁿ`, coefficient by coefficient:
/// `m · p₀ · c(m) = Σ (i·n − (m − i)) · p(i) · c(m − i)` over i from 1. It takes as many steps as there are
/// coefficients, where multiplying factor by factor would take n times as many.
fn big_power(p: &[u32], n: u32) -> Vec<BigUint> {
    let n = u64::from(n);
    let p: Vec<u64> = p.iter().copied().map(u64::from).collect();
    let length = (p.len() - 1) * n as usize + 1;
    let mut c = Vec::with_capacity(length);
    c.push(BigUint::from(p[0]).pow(n as u32));
    for m in 1..length {
        let (mut up, mut down) = (BigUint::ZERO, BigUint::ZERO);
        for i in 1..p.len().min(m + 1) {
            let (gain, loss) = (i as u64 * n, (m - i) as u64);
            let term = &c[m - i] * (gain.abs_diff(loss) * p[i]);
            if gain >= loss { up += term } else { down += term }
        }
        c.push((up - down) / (m as u64 * p[0]));
    }
    c
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clause;

    #[test]
    fn both_ways_to_the_power_agree() {
        for p in [&[1, 1][..], &[5, 1], &[1, 2], &[1, 2, 2, 1], &[1, 1, 1, 1, 1, 1], &[3, 1, 4]] {
            for n in 0..=20 {
                let small: Vec<BigUint> = small_power(p, n).into_iter().map(BigUint::from).collect();
                assert_eq!(big_power(p, n), small, "{p:?} {n}");
            }
        }
    }

    #[test]
    fn breadth_is_the_length_of_the_table() {
        for die in Die::ALL {
            for read in [Read::Sum, Read::AtLeast(1), Read::AtLeast(3), Read::AtLeast(6), Read::Sorted] {
                for n in 1..=4 {
                    let roll = Roll { clause: Clause::new("test"), n, die, read };
                    let table = Table::new(n, die, read);
                    assert_eq!(table.readings.len() as u128, breadth(&roll), "{roll:?}");
                }
            }
        }
        let faces = |n| Roll { clause: Clause::new("test"), n, die: Die::Average, read: Read::Faces };
        assert_eq!(breadth(&faces(3)), 64); // four numbers on an average die
        assert_eq!(breadth(&faces(1000)), u128::MAX);
    }

    #[test]
    fn counts_in_lowest_terms() {
        // 3d6 at 5 or more: one face in three. 2·2·2 = 8, 3·2·2 = 12, 3·2 = 6, 1 of 27.
        let table = Table::new(3, Die::D6, Read::AtLeast(5));
        let expected = [8u32, 12, 6, 1];
        for (k, (reading, weight)) in table.readings.iter().enumerate() {
            assert_eq!((reading, weight), (&Reading::Number(k as u32), &Weight::from(expected[k])));
        }
        assert_eq!(table.total, Weight::from(27));
        // Out of reach, and out of the question to miss.
        assert_eq!(Table::new(3, Die::D6, Read::AtLeast(7)).readings, [(Reading::Number(0), Weight::ONE)]);
        assert_eq!(Table::new(3, Die::D6, Read::AtLeast(1)).readings, [(Reading::Number(3), Weight::ONE)]);
    }

    #[test]
    fn a_pair_of_average_dice_sorted() {
        // Numbers 5 4 3 2 on 1, 2, 2, 1 faces: a pair of like numbers in s·s ways, of unlike ones in 2·s·t ways.
        let table = Table::new(2, Die::Average, Read::Sorted);
        let found: Vec<(Vec<u8>, u128)> = table
            .readings
            .iter()
            .map(|(reading, weight)| match (reading, weight) {
                (Reading::Faces(faces), Weight::Small(weight)) => (faces.to_vec(), *weight),
                other => panic!("{other:?}"),
            })
            .collect();
        let expected = [
            (vec![5, 5], 1),
            (vec![5, 4], 4),
            (vec![5, 3], 4),
            (vec![5, 2], 2),
            (vec![4, 4], 4),
            (vec![4, 3], 8),
            (vec![4, 2], 4),
            (vec![3, 3], 4),
            (vec![3, 2], 4),
            (vec![2, 2], 1),
        ];
        assert_eq!(found, expected);
        assert_eq!(table.total, Weight::from(36));
    }
}
