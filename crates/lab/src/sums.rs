//! What a table says of many battles, kept as sums: those of two machines are added up.

use crate::row::Row;
use crate::statistics::half_width;
use longroll_kit::Side;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How often each figure occurred.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Histogram(pub BTreeMap<u32, u64>);

/// Whole numbers, from which every figure of a table follows. Of two the Union's is the first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sums {
    pub games: u64,
    pub won: [u64; 2],
    pub draws: u64,
    pub strength: [u64; 2],
    pub lost: [u64; 2],
    pub turns: Histogram,
    pub commands: Histogram,
}

impl Histogram {
    pub fn count(&mut self, figure: u32) {
        *self.0.entry(figure).or_default() += 1;
    }

    pub fn add(&mut self, other: &Histogram) {
        for (figure, count) in &other.0 {
            *self.0.entry(*figure).or_default() += count;
        }
    }

    pub fn mean(&self) -> f64 {
        let count: u64 = self.0.values().sum();
        let sum: u64 = self.0.iter().map(|(figure, count)| u64::from(*figure) * count).sum();
        sum as f64 / (count as f64).max(1.0)
    }

    /// The middle one, or half way between the two in the middle.
    pub fn median(&self) -> f64 {
        let count: u64 = self.0.values().sum();
        let at = |place: u64| {
            let mut before = 0;
            let found = self.0.iter().find(|(_, count)| {
                before += **count;
                before > place
            });
            found.map_or(0.0, |(figure, _)| f64::from(*figure))
        };
        f64::midpoint(at(count.saturating_sub(1) / 2), at(count / 2))
    }
}

impl Sums {
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Sums {
        let mut sums = Sums::default();
        rows.into_iter().for_each(|row| sums.count(row));
        sums
    }

    pub fn count(&mut self, row: &Row) {
        self.games += 1;
        match row.winner {
            Some(side) => self.won[side as usize] += 1,
            None => self.draws += 1,
        }
        for side in [Side::Blue, Side::Gray].map(|side| side as usize) {
            self.strength[side] += u64::from(row.strength[side]);
            self.lost[side] += u64::from(row.lost[side]);
        }
        self.turns.count(row.turns);
        self.commands.count(row.commands);
    }

    pub fn add(&mut self, other: &Sums) {
        self.games += other.games;
        self.draws += other.draws;
        for side in [0, 1] {
            self.won[side] += other.won[side];
            self.strength[side] += other.strength[side];
            self.lost[side] += other.lost[side];
        }
        self.turns.add(&other.turns);
        self.commands.add(&other.commands);
    }

    /// Per cent of a side's strength.
    pub fn lost_percent(&self, side: Side) -> f64 {
        100.0 * self.lost[side as usize] as f64 / (self.strength[side as usize] as f64).max(1.0)
    }

    /// Half the width of the widest interval of the three shares, in per cent.
    pub fn widest(&self) -> f64 {
        let shares = [self.won[0], self.won[1], self.draws];
        shares.map(|count| half_width(count, self.games)).into_iter().fold(0.0, f64::max)
    }

    /// Victories and half of the draws of the Union, in per cent.
    pub fn score(&self) -> f64 {
        50.0 * (2 * self.won[0] + self.draws) as f64 / (self.games as f64).max(1.0)
    }
}

/// Fewer battles say nothing of how wide an interval will be.
const LEAST: u64 = 50;

/// Are the shares known to so many per cent to each side? Looked at after each pair of battles.
pub fn is_enough(sums: &Sums, until: f64) -> bool {
    sums.games >= LEAST && sums.games.is_multiple_of(2) && sums.widest() <= until
}
