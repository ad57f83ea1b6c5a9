//! Boxes along the compass, for telling quickly that things lie far apart.

use crate::{Length, Point, Vector};

/// The smallest box, sides along the compass, around some points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Smallest x.
    pub west: i64,
    /// Smallest y.
    pub south: i64,
    /// Largest x.
    pub east: i64,
    /// Largest y.
    pub north: i64,
}

impl Bounds {
    /// A box around nothing: far from everything.
    pub const NOTHING: Bounds =
        Bounds { west: i64::MAX / 4, south: i64::MAX / 4, east: i64::MIN / 4, north: i64::MIN / 4 };

    /// The box around these points.
    #[inline]
    pub fn of(points: &[Point]) -> Bounds {
        points.iter().fold(Bounds::NOTHING, |b, p| Bounds {
            west: b.west.min(p.x),
            south: b.south.min(p.y),
            east: b.east.max(p.x),
            north: b.north.max(p.y),
        })
    }

    /// The box around both.
    #[inline]
    pub fn joined(self, other: Bounds) -> Bounds {
        Bounds {
            west: self.west.min(other.west),
            south: self.south.min(other.south),
            east: self.east.max(other.east),
            north: self.north.max(other.north),
        }
    }

    /// The box displaced.
    #[inline]
    pub fn shifted(self, by: Vector) -> Bounds {
        Bounds {
            west: self.west + by.dx,
            south: self.south + by.dy,
            east: self.east + by.dx,
            north: self.north + by.dy,
        }
    }

    /// The box widened on all sides.
    #[inline]
    pub fn grown(self, by: Length) -> Bounds {
        let by = by.micrometres().clamp(0, i64::MAX / 4);
        Bounds { west: self.west - by, south: self.south - by, east: self.east + by, north: self.north + by }
    }

    /// Do the boxes share a point, edges included?
    #[inline]
    pub fn meets(&self, other: &Bounds) -> bool {
        self.west <= other.east
            && other.west <= self.east
            && self.south <= other.north
            && other.south <= self.north
    }

    /// Is the point in the box, edges included?
    #[inline]
    pub fn holds(&self, p: Point) -> bool {
        self.west <= p.x && p.x <= self.east && self.south <= p.y && p.y <= self.north
    }

    /// The square of the gap between the boxes: no distance between what they hold is shorter.
    #[inline]
    pub(crate) fn gap_squared(&self, other: &Bounds) -> u64 {
        let across = (self.west - other.east).max(other.west - self.east).max(0) as u64;
        let along = (self.south - other.north).max(other.south - self.north).max(0) as u64;
        across.saturating_mul(across).saturating_add(along.saturating_mul(along))
    }

    /// Does the gap between the boxes alone exceed the limit by more than the grain? Then so does any distance.
    #[inline]
    pub fn farther_than(&self, other: &Bounds, limit: Length) -> bool {
        let across = (self.west - other.east).max(other.west - self.east);
        let along = (self.south - other.north).max(other.south - self.north);
        !Length::from_micrometres(across.max(along)).within(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inches;

    #[test]
    fn boxes() {
        let a = Bounds::of(&[Point::new(0, 0), Point::new(10, 20)]);
        let b = a.shifted(Vector::new(10, 20));
        assert!(a.meets(&b), "corners shared");
        assert!(!a.meets(&a.shifted(Vector::new(11, 0))));
        assert!(a.holds(Point::new(10, 20)) && !a.holds(Point::new(10, 21)));
        assert_eq!(a.joined(b), Bounds { west: 0, south: 0, east: 20, north: 40 });
        assert!(!a.meets(&Bounds::NOTHING));
        let far = a.shifted(Vector::new(25_416, 0)); // 25 406 apart: one inch and six
        assert!(a.farther_than(&far, inches(1)));
        assert!(!a.farther_than(&far.shifted(Vector::new(-1, 0)), inches(1)));
        assert!(a.farther_than(&Bounds::NOTHING, inches(100)));
    }
}
