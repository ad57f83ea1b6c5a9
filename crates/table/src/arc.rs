//! Arcs and zones around a base, strips ahead and behind, and bearings.

use crate::{Convex, FARTHEST, Footprint, GRAIN, Heading, Length, Placed, Point, QUARTER, Rect, Vector};
use crate::{Piece, touching};

/// The four zones around a base, parted by rays outward from its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Zone {
    /// Ahead of the front edge, between the rays from the front corners.
    Front,
    /// On its left.
    Left,
    /// On its right.
    Right,
    /// Behind the rear edge, between the rays from the rear corners.
    Rear,
}

/// Which zones some part of a footprint lies in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zones {
    /// Some part lies in the front zone.
    pub front: bool,
    /// Some part lies in the left zone.
    pub left: bool,
    /// Some part lies in the right zone.
    pub right: bool,
    /// Some part lies in the rear zone.
    pub rear: bool,
}

/// No ray of an arc is longer: 50 m.
const LONGEST_RAY: Length = Length::from_micrometres(FARTHEST / 2);

/// The ground in front of a base between two lines outward from its front corners, `left` and `right` units of turn
/// off straight ahead (each up to a quarter turn), cut off by a line square to the facing at `reach`.
pub fn arc(rect: &Rect, left: u16, right: u16, reach: Length) -> Convex {
    let [front_left, front_right, ..] = *rect.corners();
    fan(front_left, front_right, rect.facing(), left, right, reach)
}

/// The ground behind a base between lines outward from its rear corners: the arc of the base turned about.
pub fn rear_arc(rect: &Rect, left: u16, right: u16, reach: Length) -> Convex {
    let [_, _, rear_right, rear_left] = *rect.corners();
    fan(rear_right, rear_left, rect.facing().opposite(), right, left, reach)
}

/// Is some part of the other within the front arc, up to `half_angle` units either side? Edges and the grain count.
pub fn in_arc<B: Placed + ?Sized>(rect: &Rect, half_angle: u16, other: &B) -> bool {
    touching(&arc(rect, half_angle, half_angle, far_enough(rect, other)), other)
}

/// Is some part of the other within the rear arc, the mirror image of the front arc? Edges and the grain count.
pub fn in_rear_arc<B: Placed + ?Sized>(rect: &Rect, half_angle: u16, other: &B) -> bool {
    touching(&rear_arc(rect, half_angle, half_angle, far_enough(rect, other)), other)
}

/// Does all of the other lie within the front arc? Edges and the grain count. Something that covers nothing does not.
pub fn wholly_in_arc<B: Placed + ?Sized>(rect: &Rect, half_angle: u16, other: &B) -> bool {
    let mut corners = other.pieces().iter().flat_map(|piece| piece.ring().iter().copied()).peekable();
    corners.peek().is_some() && corners.all(|corner| point_in_arc(rect, half_angle, corner))
}

/// The zone of a base in which a point lies. Points on a ray belong to the front zone or the rear zone, not to the
/// sides; points under the base count by the side of the middle line (right on the line itself).
pub fn zone_of(rect: &Rect, half_angle: u16, point: Point) -> Zone {
    if point_in_arc(rect, half_angle, point) {
        Zone::Front
    } else if point_in_rear_arc(rect, half_angle, point) {
        Zone::Rear
    } else if unit_step(rect.facing()).cross(point - rect.centre()) > 0 {
        Zone::Left
    } else {
        Zone::Right
    }
}

/// All zones in which some part of a footprint lies. Edges and the grain count, so contact with a ray is both sides.
pub fn zones_of<B: Placed + ?Sized>(rect: &Rect, half_angle: u16, other: &B) -> Zones {
    let reach = far_enough(rect, other);
    let [front_left, front_right, rear_right, rear_left] = *rect.corners();
    let off = QUARTER.saturating_sub(half_angle);
    let facing = rect.facing();
    let left = fan(rear_left, front_left, facing.left(), off, off, reach);
    let right = fan(front_right, rear_right, facing.right(), off, off, reach);
    Zones {
        front: in_arc(rect, half_angle, other),
        left: touching(&left, other),
        right: touching(&right, other),
        rear: in_rear_arc(rect, half_angle, other),
    }
}

/// Does the point lie strictly behind the line through the front edge: by more than the grain?
pub fn is_behind_front_line(rect: &Rect, point: Point) -> bool {
    forward(rect.facing(), point - rect.front_middle()) < -GRAIN.micrometres()
}

/// Does a displacement lie within `half_angle` units either side of the facing? The edge counts, and so does a
/// lateral excess of one grain, because the ends of a move are snapped. No displacement lies within any arc.
pub fn bearing_within(facing: Heading, way: Vector, half_angle: u16) -> bool {
    let slack = GRAIN.micrometres();
    let half = i32::from(half_angle.min(2 * QUARTER));
    let beyond_right = forward(facing.turned(half).right(), way);
    let beyond_left = forward(facing.turned(-half).left(), way);
    if half <= i32::from(QUARTER) {
        beyond_right <= slack && beyond_left <= slack && forward(facing, way) >= -slack
    } else {
        beyond_right <= slack || beyond_left <= slack
    }
}

/// The strip straight ahead of the front edge.
pub fn strip_ahead(rect: &Rect, length: Length) -> Convex {
    arc(rect, 0, 0, length)
}

/// The strip straight behind the rear edge.
pub fn strip_behind(rect: &Rect, length: Length) -> Convex {
    rear_arc(rect, 0, 0, length)
}

/// How many bases of a footprint have some part in the front arc.
pub fn stands_in_arc(rect: &Rect, half_angle: u16, other: &Footprint) -> usize {
    other.stands().iter().filter(|stand| in_arc(rect, half_angle, *stand)).count()
}

/// How far a displacement goes along a heading, rounded to whole micrometres.
fn forward(heading: Heading, way: Vector) -> i64 {
    crate::point::rounded_q30(unit_step(heading).dot(way))
}

/// A step of length 2³⁰ along a heading.
fn unit_step(heading: Heading) -> Vector {
    let (dx, dy) = heading.sine_cosine();
    Vector { dx, dy }
}

fn point_in_arc(rect: &Rect, half_angle: u16, point: Point) -> bool {
    let [front_left, front_right, ..] = *rect.corners();
    point_in_fan(front_left, front_right, rect.facing(), half_angle, point)
}

fn point_in_rear_arc(rect: &Rect, half_angle: u16, point: Point) -> bool {
    let [_, _, rear_right, rear_left] = *rect.corners();
    point_in_fan(rear_right, rear_left, rect.facing().opposite(), half_angle, point)
}

/// Ahead of the line between two corners and between the rays from them, but for the grain.
fn point_in_fan(left: Point, right: Point, facing: Heading, half_angle: u16, point: Point) -> bool {
    let slack = GRAIN.micrometres();
    let half = i32::from(half_angle);
    forward(facing, point - left) >= -slack
        && forward(facing.turned(-half).left(), point - left) <= slack
        && forward(facing.turned(half).right(), point - right) <= slack
}

/// The ground ahead of the line between two corners, between rays from them, as deep as `reach`.
fn fan(left: Point, right: Point, facing: Heading, turn_left: u16, turn_right: u16, reach: Length) -> Convex {
    let (turn_left, turn_right) = (turn_left.min(QUARTER), turn_right.min(QUARTER));
    let (long_left, long_right) = (slant(turn_left, reach), slant(turn_right, reach));
    let far_left = left.ahead(facing.turned(-i32::from(turn_left)), long_left);
    let far_right = right.ahead(facing.turned(i32::from(turn_right)), long_right);
    if long_left.max(long_right) < LONGEST_RAY {
        return Convex::from_ring(&[left, far_left, far_right, right]);
    }
    // Rays nearly sideways do not get far ahead: keep the full depth between them.
    let (deep_left, deep_right) = (left.ahead(facing, reach), right.ahead(facing, reach));
    Convex::hull(&[left, far_left, deep_left, deep_right, far_right, right])
}

/// How long a ray so many units off straight ahead must be to get `reach` ahead; capped when nearly sideways.
fn slant(turn: u16, reach: Length) -> Length {
    let (_, cosine) = Heading(turn.min(QUARTER)).sine_cosine();
    let reach = reach.micrometres().clamp(0, FARTHEST);
    let length = (i128::from(reach) << 30) / i128::from(cosine.max(1));
    let length = length.min(i128::from(LONGEST_RAY.micrometres()));
    Length::from_micrometres(length as i64)
}

/// A reach ahead beyond every part of the other.
fn far_enough<B: Placed + ?Sized>(rect: &Rect, other: &B) -> Length {
    let both = rect.bounds().joined(other.bounds());
    Length::from_micrometres((both.east - both.west).saturating_add(both.north - both.south).min(FARTHEST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BaseSize, Pose, inches, thousandths};

    const DEGREES_45: u16 = 8192;

    fn base(x: i64, y: i64, degrees: i32) -> Rect {
        let pose = Pose::new(p(x, y), Heading::from_degrees(degrees));
        Rect::new(pose, BaseSize::new(inches(4), inches(2)))
    }

    fn p(x: i64, y: i64) -> Point {
        Point::at(thousandths(x), thousandths(y))
    }

    #[test]
    fn the_arc_has_slanted_sides_and_full_depth() {
        // From the corners (±2, 1) in: 45 degrees, 3 in ahead is 3 in aside. Corners in clockwise order.
        let area = arc(&base(0, 0, 0), DEGREES_45, DEGREES_45, inches(3));
        let near = |a: Point, b: Point| a.distance_to(b).touches();
        for (got, want) in
            area.corners().iter().zip([p(-2_000, 1_000), p(-5_000, 4_000), p(5_000, 4_000), p(2_000, 1_000)])
        {
            assert!(near(*got, want), "{got:?} {want:?}");
        }
        let strip = strip_behind(&base(0, 0, 0), inches(2));
        assert_eq!(
            strip.corners(),
            &[p(2_000, -1_000), p(2_000, -3_000), p(-2_000, -3_000), p(-2_000, -1_000)]
        );
        assert_eq!(
            strip_ahead(&base(0, 0, 90), inches(2)).corners(),
            &[p(1_000, 2_000), p(3_000, 2_000), p(3_000, -2_000), p(1_000, -2_000)]
        );
    }

    #[test]
    fn some_part_or_all_within_the_arc() {
        let here = base(0, 0, 0);
        // The right-hand ray runs from (2, 1) through (12, 11).
        let other = |x, y| base(x, y, 0);
        assert!(in_arc(&here, DEGREES_45, &other(0, 10_000)));
        assert!(in_arc(&here, DEGREES_45, &other(14_000, 10_000)), "its corner (12, 11) is on the ray");
        assert!(!in_arc(&here, DEGREES_45, &other(14_001, 10_000)), "25 µm off, 18 µm from the ray");
        assert!(!in_arc(&here, DEGREES_45, &other(0, -10_000)));
        assert!(!in_arc(&here, DEGREES_45, &other(20_000, 0)));
        assert!(in_arc(&here, 0, &other(4_000, 10_000)), "edge of the strip straight ahead");
        assert!(!in_arc(&here, 0, &other(4_001, 10_000)));
        assert!(wholly_in_arc(&here, DEGREES_45, &other(0, 10_000)));
        // The lower right corner (x+2, 9) is on the ray at x = 8.
        assert!(wholly_in_arc(&here, DEGREES_45, &other(8_000, 10_000)));
        assert!(!wholly_in_arc(&here, DEGREES_45, &other(8_001, 10_000)));
        assert!(in_rear_arc(&here, DEGREES_45, &other(0, -10_000)));
        assert!(!in_rear_arc(&here, DEGREES_45, &other(0, 10_000)));
        // A quarter turn either side: all that is not behind the front line at y = 1.
        assert!(in_arc(&here, QUARTER, &other(40_000, 0)), "its front edge is on the line");
        assert!(!in_arc(&here, QUARTER, &other(40_000, -1)));
        assert!(
            in_arc(&here, QUARTER, &other(-20_000, 60_000)) && in_arc(&here, QUARTER - 1, &other(0, 60_000))
        );
        let both = Footprint::of([other(0, 10_000), other(30_000, 10_000)]);
        assert_eq!(stands_in_arc(&here, DEGREES_45, &both), 1);
        assert!(!wholly_in_arc(&here, DEGREES_45, &both));
    }

    #[test]
    fn zones_of_points() {
        let here = base(0, 0, 0);
        let zone = |x, y| zone_of(&here, DEGREES_45, p(x, y));
        assert_eq!(zone(0, 5_000), Zone::Front);
        assert_eq!(zone(6_000, 5_000), Zone::Front, "on the ray");
        assert_eq!(zone(6_001, 5_000), Zone::Right);
        assert_eq!(zone(-6_001, 5_000), Zone::Left);
        assert_eq!(zone(-6_000, -5_000), Zone::Rear);
        assert_eq!(zone(3_000, 0), Zone::Right);
        assert_eq!(zone(-3_000, -1_000), Zone::Left);
        assert_eq!(zone_of(&base(0, 0, 180), DEGREES_45, p(3_000, 0)), Zone::Left);
    }

    #[test]
    fn zones_of_footprints() {
        let here = base(0, 0, 0);
        let zones = |x, y| zones_of(&here, DEGREES_45, &base(x, y, 0));
        assert_eq!(zones(0, 9_000), Zones { front: true, ..Zones::default() });
        assert_eq!(zones(10_000, 0), Zones { right: true, ..Zones::default() });
        assert_eq!(zones(-10_000, 9_000), Zones { front: true, left: true, ..Zones::default() });
        assert_eq!(zones(0, -9_000), Zones { rear: true, ..Zones::default() });
    }

    #[test]
    fn behind_the_front_line() {
        let here = base(0, 0, 0); // front edge at y = 1 in
        assert!(is_behind_front_line(&here, p(20_000, 999)));
        assert!(!is_behind_front_line(&here, p(20_000, 1_000)));
        assert!(!is_behind_front_line(&here, Point::new(0, 25_395)), "one grain is forgiven");
        assert!(is_behind_front_line(&here, Point::new(0, 25_394)));
    }

    #[test]
    fn bearings() {
        let within = |dx, dy, half| bearing_within(Heading::NORTH, Vector::new(dx, dy), half);
        assert!(within(1000, 1000, DEGREES_45) && within(-1000, 1000, DEGREES_45));
        assert!(within(1007, 1000, DEGREES_45), "7·√½ = 4.95 µm beyond the edge");
        assert!(!within(1008, 1000, DEGREES_45), "8·√½ = 5.66 µm");
        assert!(!within(0, -1000, DEGREES_45));
        assert!(within(0, 0, 0));
        assert!(within(1000, 0, QUARTER) && !within(1000, -6, QUARTER));
        assert!(within(1000, -999, QUARTER + DEGREES_45) && !within(0, -1000, QUARTER + DEGREES_45));
        assert!(within(0, -1000, 2 * QUARTER));
        assert!(bearing_within(Heading::SOUTH, Vector::new(500, -1000), DEGREES_45));
    }
}
