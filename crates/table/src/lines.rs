//! Roads, streams, walls and works: being on a line, crossing it, which side of it, and going along it.

use crate::distance::{nearest_on_segment, ring_distance_squared};
use crate::{Length, Line, Placed, Point};

/// A side of a line that has an inner and an outer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineSide {
    /// On the left when walking along its points: towards the enemy.
    Outer,
    /// On the right.
    Inner,
    /// On the middle line itself, but for the grain.
    On,
}

impl Line {
    /// Is the point no farther from the middle line than half the width, but for the grain?
    pub fn holds(&self, p: Point) -> bool {
        self.bounds().grown(crate::GRAIN).holds(p) && self.distance(&p).within(self.width().half())
    }

    /// Does something touch the line: is it no farther from the middle line than half the width, but for the grain?
    pub fn touches<B: Placed + ?Sized>(&self, thing: &B) -> bool {
        !self.bounds().farther_than(&thing.bounds(), Length::ZERO)
            && self.distance(thing).within(self.width().half())
    }

    /// Does the straight way from `a` to `b` meet the middle line? Its ends count.
    pub fn crosses(&self, a: Point, b: Point) -> bool {
        self.segments().any(|(p, q)| ring_distance_squared(&[a, b], &[p, q]) == 0)
    }

    /// On which side of the line a point lies, judged by the part of the line nearest to it.
    pub fn side_of(&self, p: Point) -> LineSide {
        let points = self.points();
        let mut best = (u64::MAX, 0, Point::default());
        for (i, (a, b)) in self.segments().enumerate() {
            let squared = ring_distance_squared(&[p], &[a, b]);
            if squared < best.0 {
                best = (squared, i, nearest_on_segment(p, a, b));
            }
        }
        let (squared, i, nearest) = best;
        if Length::from_micrometres(squared.min(u64::from(u32::MAX)).isqrt() as i64).touches() {
            return LineSide::On;
        }
        let (a, b) = (points[i], points[i + 1]);
        let mut left = (b - a).cross(p - a);
        // Nearest to a bend: the point lies on the outside of the bend, away from the way the line turns.
        if nearest == b
            && let Some(&c) = points.get(i + 2)
        {
            let turn = (b - a).cross(c - b);
            left = if turn == 0 { left } else { -turn };
        }
        if left > 0 { LineSide::Outer } else { LineSide::Inner }
    }

    /// The way along the line from one point on it to another: starts at `from`, follows the middle line, ends at `to`.
    /// None when one of them is not on the line.
    pub fn way_along(&self, from: Point, to: Point) -> Option<Vec<Point>> {
        if !self.holds(from) || !self.holds(to) {
            return None;
        }
        let ((first, on_first), (last, on_last)) = (self.foot(from), self.foot(to));
        let mut way = vec![from];
        let mut go = |p: Point| {
            if way.last() != Some(&p) {
                way.push(p);
            }
        };
        go(on_first);
        if first < last {
            self.points()[first + 1..=last].iter().for_each(|&p| go(p));
        } else {
            self.points()[last + 1..=first].iter().rev().for_each(|&p| go(p));
        }
        go(on_last);
        go(to);
        Some(way)
    }

    /// The nearest point on the middle line, and the segment it is on.
    fn foot(&self, p: Point) -> (usize, Point) {
        let feet = self.segments().map(|(a, b)| nearest_on_segment(p, a, b)).enumerate();
        feet.min_by_key(|&(i, foot)| ((p - foot).squared(), i)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BaseSize, Footprint, Heading, Pose, Rect, inches};

    fn p(x: i64, y: i64) -> Point {
        Point::at(inches(x), inches(y))
    }

    /// From (0, 0) east to (10, 0), then north to (10, 10); 2 in wide.
    fn road() -> Line {
        Line::new(vec![p(0, 0), p(10, 0), p(10, 10)], inches(2)).unwrap()
    }

    #[test]
    fn on_the_line_and_touching_it() {
        assert!(road().holds(p(5, 1)) && road().holds(p(5, -1)) && road().holds(p(11, 5)));
        assert!(!road().holds(p(5, 2)) && !road().holds(p(8, 5)));
        let unit = |x, y| {
            let pose = Pose::new(p(x, y), Heading::NORTH);
            Footprint::single(Rect::new(pose, BaseSize::new(inches(4), inches(2))))
        };
        assert!(road().touches(&unit(5, 2)), "its rear edge at y = 1");
        assert!(!road().touches(&unit(5, 3)));
    }

    #[test]
    fn crossing_and_sides() {
        assert!(road().crosses(p(5, -5), p(5, 5)));
        assert!(road().crosses(p(5, -5), p(5, 0)), "the end counts");
        assert!(!road().crosses(p(5, 1), p(9, 9)));
        // Walking east, then north: the left side is the inner corner of the bend, north-west of it.
        assert_eq!(road().side_of(p(5, 5)), LineSide::Outer);
        assert_eq!(road().side_of(p(5, -1)), LineSide::Inner);
        assert_eq!(road().side_of(p(12, -1)), LineSide::Inner, "beyond the bend");
        assert_eq!(road().side_of(p(11, 5)), LineSide::Inner);
        assert_eq!(road().side_of(p(5, 0)), LineSide::On);
        // A sharp turn back on itself, to the right: beyond its tip everything is on the left.
        let spit = Line::new(vec![p(0, 0), p(10, 0), p(0, -2)], inches(0)).unwrap();
        assert_eq!(spit.side_of(p(12, -1)), LineSide::Outer);
        assert_eq!(spit.side_of(p(12, 1)), LineSide::Outer);
        assert_eq!(spit.side_of(p(2, -1)), LineSide::Inner);
    }

    #[test]
    fn going_along() {
        assert_eq!(road().way_along(p(2, 1), p(10, 6)), Some(vec![p(2, 1), p(2, 0), p(10, 0), p(10, 6)]));
        assert_eq!(road().way_along(p(10, 6), p(2, 0)), Some(vec![p(10, 6), p(10, 0), p(2, 0)]));
        assert_eq!(road().way_along(p(2, 0), p(7, 0)), Some(vec![p(2, 0), p(7, 0)]));
        assert_eq!(road().way_along(p(2, 5), p(7, 0)), None);
    }
}
