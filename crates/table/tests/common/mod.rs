//! Random things on a table, and the moves of the whole table under which no answer may change.
#![allow(dead_code)]

use longroll_table::*;
use proptest::prelude::*;

/// Turn the whole table by quarters, perhaps mirror it first (west to east), then shift it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    pub(crate) mirrored: bool,
    pub(crate) quarters: u16,
    pub(crate) shift: Vector,
}

impl Motion {
    pub(crate) fn way(&self, v: Vector) -> Vector {
        let v = if self.mirrored { Vector::new(-v.dx, v.dy) } else { v };
        (0..self.quarters).fold(v, |v, _| Vector::new(v.dy, -v.dx))
    }

    pub(crate) fn point(&self, p: Point) -> Point {
        Point::new(0, 0) + self.way(p - Point::new(0, 0)) + self.shift
    }

    pub(crate) fn heading(&self, h: Heading) -> Heading {
        let h = if self.mirrored { Heading(h.0.wrapping_neg()) } else { h };
        h.turned(i32::from(self.quarters) * i32::from(QUARTER))
    }

    pub(crate) fn rect(&self, r: &Rect) -> Rect {
        let pose = r.pose();
        Rect::new(Pose::new(self.point(pose.at), self.heading(pose.facing)), r.size())
    }

    pub(crate) fn unit(&self, unit: &Footprint) -> Footprint {
        Footprint::of(unit.stands().iter().map(|s| self.rect(s)))
    }

    pub(crate) fn polygon(&self, shape: &Polygon) -> Polygon {
        Polygon::new(shape.ring().iter().map(|&p| self.point(p)).collect()).unwrap()
    }

    /// Mirrored lines are walked the other way, so that the outer side stays the outer side.
    pub(crate) fn line(&self, line: &Line) -> Line {
        let mut points: Vec<Point> = line.points().iter().map(|&p| self.point(p)).collect();
        if self.mirrored {
            points.reverse();
        }
        Line::new(points, line.width()).unwrap()
    }

    pub(crate) fn edge(&self, edge: Edge) -> Edge {
        match edge {
            Edge::Left if self.mirrored => Edge::Right,
            Edge::Right if self.mirrored => Edge::Left,
            other => other,
        }
    }

    pub(crate) fn zone(&self, zone: Zone) -> Zone {
        match zone {
            Zone::Left if self.mirrored => Zone::Right,
            Zone::Right if self.mirrored => Zone::Left,
            other => other,
        }
    }
}

pub(crate) fn motion() -> impl Strategy<Value = Motion> {
    (any::<bool>(), 0..4_u16, -1_000_000..1_000_000_i64, -1_000_000..1_000_000_i64)
        .prop_map(|(mirrored, quarters, dx, dy)| Motion { mirrored, quarters, shift: Vector::new(dx, dy) })
}

pub(crate) fn point(side: i64) -> impl Strategy<Value = Point> {
    (-side..=side, -side..=side).prop_map(|(x, y)| Point::new(x, y))
}

/// Any heading, but often a plain one.
pub(crate) fn heading() -> impl Strategy<Value = Heading> {
    prop_oneof![any::<u16>().prop_map(Heading), (0..16_u16).prop_map(|n| Heading(n * 4096))]
}

/// A base within a square, sometimes on whole half inches so that edges line up.
pub(crate) fn rect(side: i64) -> impl Strategy<Value = Rect> {
    let anywhere = point(side).boxed();
    let halves = side / 12_700;
    let neat = point(halves).prop_map(|p| Point::new(p.x * 12_700, p.y * 12_700)).boxed();
    (prop_oneof![anywhere, neat], heading(), 1..6_i64, 1..6_i64).prop_map(|(at, facing, front, depth)| {
        Rect::new(Pose::new(at, facing), BaseSize::new(inches(front), inches(depth).half()))
    })
}

pub(crate) fn unit(side: i64) -> impl Strategy<Value = Footprint> {
    prop::collection::vec(rect(side), 1..4).prop_map(Footprint::of)
}

/// A star-shaped ring around a point: simple, often not convex.
pub(crate) fn polygon(side: i64) -> impl Strategy<Value = Polygon> {
    (point(side), prop::collection::vec(20_000..150_000_i64, 3..10)).prop_map(|(middle, rays)| {
        let n = rays.len() as i32;
        let ring = rays.iter().enumerate().map(|(i, &r)| {
            middle.ahead(Heading::from_degrees(360 * i as i32 / n), Length::from_micrometres(r))
        });
        Polygon::new(ring.collect()).unwrap()
    })
}
