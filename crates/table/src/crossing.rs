//! Where a straight line runs through outlines: exact fractions along the line.

use crate::{Bounds, Point, Vector};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// A place along a line as a fraction of its direction vector. The divisor is positive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) n: i64,
    pub(crate) d: i64,
}

/// A line that runs exactly through a corner is taken as shifted by a hair to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nudge {
    Right,
    Left,
}

/// Sorted places where the line passes the outline: it is inside from each first to each second of a pair.
pub(crate) type Crossings = SmallVec<[Part; 8]>;

impl Part {
    pub(crate) const START: Part = Part { n: 0, d: 1 };
    pub(crate) const END: Part = Part { n: 1, d: 1 };

    pub(crate) fn max(self, other: Part) -> Part {
        if self < other { other } else { self }
    }

    pub(crate) fn min(self, other: Part) -> Part {
        if other < self { other } else { self }
    }

    /// This part of a length, rounded to the nearest micrometre.
    pub(crate) fn of(self, length: i64) -> i64 {
        crate::distance::rounded_ratio(i128::from(self.n) * i128::from(length), i128::from(self.d)) as i64
    }

    /// The point at this part of the way.
    pub(crate) fn point(self, from: Point, way: Vector) -> Point {
        Point::new(from.x + self.of(way.dx), from.y + self.of(way.dy))
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Part) -> Ordering {
        (i128::from(self.n) * i128::from(other.d)).cmp(&(i128::from(other.n) * i128::from(self.d)))
    }
}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Part) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Part {}

/// The line from a point in a direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    pub(crate) from: Point,
    pub(crate) way: Vector,
}

impl Ray {
    /// Does the whole line, both ways without end, miss the box?
    #[inline]
    pub(crate) fn misses(&self, b: &Bounds) -> bool {
        let (cx, cy) = (b.west + b.east - 2 * self.from.x, b.south + b.north - 2 * self.from.y);
        let off = (self.way.dx * cy - self.way.dy * cx).abs();
        off > self.way.dx.abs() * (b.north - b.south) + self.way.dy.abs() * (b.east - b.west)
    }

    /// Does some corner of the outline lie exactly on the line?
    pub(crate) fn meets_corner(&self, ring: &[Point]) -> bool {
        ring.iter().any(|&p| self.way.cross(p - self.from) == 0)
    }

    /// Where the line passes the outline, in order.
    pub(crate) fn crossings(&self, ring: &[Point], nudge: Nudge) -> Crossings {
        let mut found = Crossings::new();
        let Some(&last) = ring.last() else { return found };
        let is_left = |cross: i64| match nudge {
            Nudge::Right => cross >= 0,
            Nudge::Left => cross > 0,
        };
        let mut a = last;
        let mut side_a = self.way.cross(a - self.from);
        for &b in ring {
            let side_b = self.way.cross(b - self.from);
            if is_left(side_a) != is_left(side_b) {
                let (n, d) = ((a - self.from).cross(b - a), side_b - side_a);
                found.push(if d < 0 { Part { n: -n, d: -d } } else { Part { n, d } });
            }
            (a, side_a) = (b, side_b);
        }
        if found.len() == 2 {
            if found[1] < found[0] {
                found.swap(0, 1);
            }
        } else {
            found.sort_unstable();
        }
        found
    }
}

/// The stretches inside, from pairs of crossings.
pub(crate) fn inside(crossings: &[Part]) -> impl Iterator<Item = (Part, Part)> + '_ {
    crossings.chunks_exact(2).map(|pair| (pair[0], pair[1]))
}
