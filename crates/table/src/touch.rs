//! Straight moves: what is met first, which edge is struck, how far one may go.

use crate::distance::{exceeds_grain, ring_distance_squared};
use crate::shapes::{edges, swept};
use crate::{Edge, FARTHEST, Footprint, GRAIN, Heading, Length, Point, Rect, Vector};
use crate::{distance, overlaps, touching};

/// Less than the grain: nobody sees it.
const HAIR: Length = Length::from_micrometres(2);

/// Something met by a straight move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch<Id> {
    /// Who is met.
    pub id: Id,
    /// How far the mover goes before they touch.
    pub distance: Length,
}

/// Which edge of a base is in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeContact {
    /// The edge of the struck base.
    pub edge: Edge,
    /// How much of that edge is shared; zero for contact at a point.
    pub extent: Length,
}

/// Whom a footprint meets first when it moves straight along `heading` for up to `reach`: all whose distance is
/// within the grain of the smallest, in the order given.
///
/// After moving by the distance the two touch and do not overlap. Someone already in contact is met at distance zero
/// if the move goes into him; sliding along him or moving away is no meeting, and neither is brushing past a corner
/// by no more than the grain. Someone exactly at the end of the reach is met.
pub fn first_touch<'a, Id>(
    mover: &Footprint,
    heading: Heading,
    reach: Length,
    others: impl IntoIterator<Item = (Id, &'a Footprint)>,
) -> Vec<Touch<Id>> {
    let path = Path::new(mover, heading, reach);
    let mut met: Vec<Touch<Id>> = Vec::new();
    let mut least = Length::MAX;
    for (id, other) in others {
        let Some(distance) = path.meets(other) else { continue };
        if !distance.within(least) {
            continue;
        }
        if distance < least {
            least = distance;
            met.retain(|touch| touch.distance.within(least));
        }
        met.push(Touch { id, distance });
    }
    met
}

/// Which edge of `struck` the mover is in contact with; none when they do not touch.
///
/// An edge shared along more than the grain wins: the longest, on ties the front, then left, right, rear. Otherwise
/// they touch at a point: a point on the front edge, its two corners included, is the front; a point on a side, the
/// rear corner included, is that side; anything else on the rear edge is the rear.
pub fn contact_edge(mover: &Rect, struck: &Rect) -> Option<EdgeContact> {
    const ORDER: [Edge; 4] = [Edge::Front, Edge::Left, Edge::Right, Edge::Rear];
    if !touching(mover, struck) {
        return None;
    }
    let mut best: Option<EdgeContact> = None;
    for edge in ORDER {
        let extent = shared_extent(mover, struck.edge(edge));
        let bar = best.map_or(GRAIN, |b| b.extent + GRAIN);
        if extent > bar {
            best = Some(EdgeContact { edge, extent });
        }
    }
    let slack = GRAIN.micrometres() as u64;
    best.or_else(|| {
        ORDER.into_iter().find_map(|edge| {
            let (a, b) = struck.edge(edge);
            let near = ring_distance_squared(mover.corners(), &[a, b]) < (slack + 1) * (slack + 1);
            near.then_some(EdgeContact { edge, extent: Length::ZERO })
        })
    })
}

/// How far a footprint can go along `heading`, up to `reach`, so that the ground it sweeps stays at least `gap` from
/// all others. With no gap it may go until it touches. Zero when it starts too near.
pub fn advance_until<'a>(
    mover: &Footprint,
    heading: Heading,
    reach: Length,
    gap: Length,
    others: impl IntoIterator<Item = &'a Footprint>,
) -> Length {
    let mut path = Path::new(mover, heading, reach);
    for other in others {
        let free = if gap <= Length::ZERO {
            path.meets(other).unwrap_or(path.reach)
        } else if path.bounds.farther_than(&other.bounds(), gap) {
            path.reach
        } else {
            path.keeps_off(other, gap)
        };
        if free < path.reach {
            path = Path::new(mover, heading, free);
        }
    }
    path.reach
}

/// The smallest distance, up to `max`, that a footprint must go along `heading` to stand on none of the others, however closely they
/// stand together; none when `max` is not enough.
pub fn clear_of<'a>(
    mover: &Footprint,
    heading: Heading,
    max: Length,
    others: impl IntoIterator<Item = &'a Footprint> + Clone,
) -> Option<Length> {
    let mut by = Length::ZERO;
    loop {
        let here = mover.shifted(Vector::along(heading, by));
        let Some(other) = others.clone().into_iter().find(|other| overlaps(&here, *other)) else {
            return Some(by);
        };
        let more = withdraw_until(&here, heading, max - by, Length::ZERO, other)?;
        // and a hair more, so that no rounding of the place puts it back
        by += more + HAIR;
    }
}

/// The smallest distance, up to `max`, that a footprint must go along `heading` to stand at least `gap` away from
/// another (with no gap: not to overlap it); none when `max` is not enough.
pub fn withdraw_until(
    mover: &Footprint,
    heading: Heading,
    max: Length,
    gap: Length,
    other: &Footprint,
) -> Option<Length> {
    let max = max.micrometres().clamp(0, 2 * FARTHEST);
    let stands_clear = |by: i64, stand: &Rect, from: &Rect| {
        let moved = stand.shifted(Vector::along(heading, Length::from_micrometres(by)));
        if gap <= Length::ZERO { !overlaps(&moved, from) } else { distance(&moved, from).at_least(gap) }
    };
    // Each pair of bases is too near for one unbroken stretch of the move. Step over those that hold us, one by one.
    let mut by = 0;
    loop {
        let held = mover.stands().iter().find_map(|stand| {
            let from = other.stands().iter().find(|from| !stands_clear(by, stand, from))?;
            Some((stand, from))
        });
        let Some((stand, from)) = held else { return Some(Length::from_micrometres(by)) };
        if !stands_clear(max, stand, from) {
            return None;
        }
        let (mut near, mut clear) = (by, max);
        while clear - near > 1 {
            let middle = near + (clear - near) / 2;
            if stands_clear(middle, stand, from) {
                clear = middle;
            } else {
                near = middle;
            }
        }
        by = clear;
    }
}

/// A straight move of a footprint, with the box around all that it sweeps.
struct Path<'a> {
    mover: &'a Footprint,
    heading: Heading,
    step: Vector,
    reach: Length,
    bounds: crate::Bounds,
}

impl Path<'_> {
    fn new(mover: &Footprint, heading: Heading, reach: Length) -> Path<'_> {
        let reach = Length::from_micrometres(reach.micrometres().clamp(0, 2 * FARTHEST));
        let (dx, dy) = heading.sine_cosine();
        let start = mover.bounds();
        let bounds = start.joined(start.shifted(Vector::along(heading, reach))).grown(GRAIN);
        Path { mover, heading, step: Vector { dx, dy }, reach, bounds }
    }

    /// How far until it meets the other, if within reach.
    fn meets(&self, other: &Footprint) -> Option<Length> {
        if !self.bounds.meets(&other.bounds()) {
            return None;
        }
        let stands = self.mover.stands().iter();
        let nearest = stands
            .flat_map(|stand| {
                other.stands().iter().filter_map(|s| cast(stand.corners(), s.corners(), self.step))
            })
            .min()?;
        let distance = Length::from_micrometres(nearest);
        distance.within(self.reach).then_some(distance.min(self.reach))
    }

    /// How far it may go while the swept ground keeps off the other.
    fn keeps_off(&self, other: &Footprint, gap: Length) -> Length {
        // By how much it keeps off farther than it must. Falls as it goes on, mostly in a straight line.
        let spare = |by: i64| {
            let way = Vector::along(self.heading, Length::from_micrometres(by));
            (distance(&swept(self.mover, way)[..], other) + GRAIN - gap).micrometres()
        };
        let far = self.reach.micrometres();
        let mut bad = (far, spare(far));
        if bad.1 >= 0 {
            return self.reach;
        }
        let mut good = (0, spare(0));
        if good.1 < 0 {
            return Length::ZERO;
        }
        while bad.0 - good.0 > 1 {
            // Around where a straight line between the ends would cross, then half-way for certain progress.
            let part = i128::from(bad.0 - good.0) * i128::from(good.1) / i128::from(good.1 - bad.1);
            let guess = good.0 + part as i64;
            for aim in [Some(guess - 2), Some(guess + 2), None] {
                let by = aim.unwrap_or(good.0 + (bad.0 - good.0) / 2);
                if good.0 < by && by < bad.0 {
                    let end = (by, spare(by));
                    if end.1 >= 0 {
                        good = end;
                    } else {
                        bad = end;
                    }
                }
            }
        }
        Length::from_micrometres(good.0)
    }
}

/// How many micrometres a convex ring can go along `step` (30 binary places) before it touches another into which it
/// would push deeper than the grain; none if it never would.
///
/// Along the normal of each edge the rings are parted or overlap for one stretch of the move; they overlap where all
/// these stretches do.
fn cast(mover: &[Point], struck: &[Point], step: Vector) -> Option<i64> {
    let back = Vector { dx: -step.dx, dy: -step.dy };
    let (mut touch, mut deep, mut out) = (0, i64::MIN, i64::MAX);
    for (ring, others, step) in [(struck, mover, step), (mover, struck, back)] {
        for (a, b) in edges(ring) {
            let edge = b - a;
            if edge.is_zero() {
                continue;
            }
            let least = others.iter().map(|&p| edge.cross(p - a)).min()?;
            let rate = edge.cross(step);
            if rate >= 0 {
                // Not approached over this edge: must already be deep behind it.
                if least >= 0 || !exceeds_grain(least.unsigned_abs(), edge.squared()) {
                    return None;
                }
                if rate == 0 {
                    continue;
                }
            }
            let slack = edge.squared().isqrt() as i64 * GRAIN.micrometres();
            if rate < 0 {
                touch = touch.max(micrometres_at(least, -rate));
                deep = deep.max(micrometres_at(least + slack, -rate));
            } else {
                out = out.min(micrometres_at(-slack - least, rate));
            }
        }
    }
    (deep < out && out > 0).then_some(touch)
}

/// `n / rate` rounded down, where the rate has 30 binary places.
fn micrometres_at(n: i64, rate: i64) -> i64 {
    let at = (i128::from(n) << 30).div_euclid(i128::from(rate));
    at.clamp(i128::from(i64::MIN / 2), i128::from(i64::MAX / 2)) as i64
}

/// How much of an edge lies along an edge of the mover: between the mover's corners that lie on its line.
fn shared_extent(mover: &Rect, (a, b): (Point, Point)) -> Length {
    let edge = b - a;
    let (mut first, mut last) = (i64::MAX, i64::MIN);
    for &corner in mover.corners() {
        let way = corner - a;
        if !exceeds_grain(edge.cross(way).unsigned_abs(), edge.squared()) {
            first = first.min(edge.dot(way));
            last = last.max(edge.dot(way));
        }
    }
    let shared = last.min(edge.dot(edge)).saturating_sub(first.max(0)).max(0);
    Length::from_micrometres(shared / edge.length().micrometres().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BaseSize, Pose, cm, inches, thousandths};

    /// A base of 4 by 2 inches, placed in thousandths of an inch.
    fn base(x: i64, y: i64, degrees: i32) -> Rect {
        let pose = Pose::new(Point::at(thousandths(x), thousandths(y)), Heading::from_degrees(degrees));
        Rect::new(pose, BaseSize::new(inches(4), inches(2)))
    }

    fn unit(x: i64, y: i64, degrees: i32) -> Footprint {
        Footprint::single(base(x, y, degrees))
    }

    fn met(heading: i32, reach: Length, others: &[Footprint]) -> Vec<(usize, Length)> {
        first_touch(&unit(0, 0, 0), Heading::from_degrees(heading), reach, others.iter().enumerate())
            .into_iter()
            .map(|t| (t.id, t.distance))
            .collect()
    }

    #[test]
    fn the_nearest_is_met_first() {
        // Gaps ahead: 10 − 2 = 8 in and 9 − 2 = 7 in.
        let others = [unit(0, 10_000, 180), unit(1_000, 9_000, 180), unit(0, -5_000, 0)];
        assert_eq!(met(0, inches(12), &others), [(1, inches(7))]);
        assert_eq!(met(0, inches(7), &others), [(1, inches(7))], "the end of the reach counts");
        assert_eq!(met(0, thousandths(6_999), &others), []);
        assert_eq!(met(180, inches(12), &others), [(2, inches(3))]);
    }

    #[test]
    fn several_may_be_met_at_once() {
        let others = [unit(-2_000, 6_000, 180), unit(2_000, 6_000, 180), unit(0, 9_000, 0)];
        assert_eq!(met(0, inches(12), &others), [(0, inches(4)), (1, inches(4))]);
    }

    #[test]
    fn sliding_past_is_no_meeting() {
        // Side by side, edges in line: 4 in apart from middle to middle.
        assert_eq!(met(0, inches(12), &[unit(4_000, 6_000, 0)]), []);
        assert_eq!(met(0, inches(12), &[unit(4_000, 0, 0)]), [], "in contact, moving along");
        assert_eq!(met(270, inches(12), &[unit(4_000, 0, 0)]), [], "in contact, moving away");
        assert_eq!(met(90, inches(12), &[unit(4_000, 0, 0)]), [(0, Length::ZERO)], "in contact, moving in");
        assert_eq!(met(0, inches(12), &[unit(3_999, 6_000, 0)]), [(0, inches(4))], "25 µm in the way");
    }

    #[test]
    fn a_corner_meets_an_edge() {
        // Turned by 45 degrees its lowest corner is 53 882 µm south of its middle and 17 961 µm to the side:
        // 254 000 − 25 400 − 53 882.
        assert_eq!(
            met(0, inches(12), &[unit(0, 10_000, 45)]),
            [(0, Length::from_micrometres(254_000 - 25_400 - 53_882))]
        );
        // Moving north-east at a wall 6 in to the east: gap 2 in sideways, 2·√2 in along the way = 71 842.05 µm.
        let wall = Footprint::single(Rect::new(
            Pose::new(Point::at(inches(5), inches(0)), Heading::NORTH),
            BaseSize::new(inches(2), cm(100)),
        ));
        assert_eq!(met(45, inches(12), &[wall]), [(0, Length::from_micrometres(71_842))]);
    }

    #[test]
    fn edges_struck() {
        let struck = base(0, 0, 0);
        let contact = |x, y, d| contact_edge(&base(x, y, d), &struck).map(|c| (c.edge, c.extent));
        assert_eq!(contact(0, 2_000, 180), Some((Edge::Front, inches(4))));
        assert_eq!(contact(3_000, 2_000, 180), Some((Edge::Front, inches(1))));
        assert_eq!(contact(0, -2_000, 0), Some((Edge::Rear, inches(4))));
        assert_eq!(contact(-4_000, 0, 0), Some((Edge::Left, inches(2))));
        assert_eq!(contact(3_000, 0, 90), Some((Edge::Right, inches(2))));
        assert_eq!(contact(0, 2_001, 180), None);
        // Corner on corner: the front corners belong to the front, the rear corners to the sides.
        assert_eq!(contact(4_000, 2_000, 0), Some((Edge::Front, Length::ZERO)));
        assert_eq!(contact(-4_000, -2_000, 0), Some((Edge::Left, Length::ZERO)));
        assert_eq!(contact(4_000, -2_000, 0), Some((Edge::Right, Length::ZERO)));
        // A corner on the rear edge: the turned base reaches 53 882 µm north of its middle.
        let south = base(0, 0, 45).shifted(Vector::new(0, -25_400 - 53_882));
        assert_eq!(
            contact_edge(&south, &struck),
            Some(EdgeContact { edge: Edge::Rear, extent: Length::ZERO })
        );
    }

    #[test]
    fn advancing() {
        let others = [unit(0, 10_000, 180), unit(7_000, 4_000, 0)];
        let go = |gap, reach| advance_until(&unit(0, 0, 0), Heading::NORTH, reach, gap, &others);
        assert_eq!(go(Length::ZERO, inches(20)), inches(8));
        assert_eq!(go(Length::ZERO, inches(5)), inches(5));
        // One inch off: the other's front is 8 in away, so 7 in, and the slack of one grain. The one to the side
        // stays 3 in off.
        assert_eq!(go(inches(1), inches(20)), inches(7) + GRAIN);
        // 3 in off all along is kept from the one at the side, but 4 in is broken when the corners come within 4 in:
        // 3 in sideways and √(16−9) = 2.6458 in along; 4 − 2 − 2.6458 is negative, so it starts too near.
        assert_eq!(go(inches(3), inches(20)), inches(5) + GRAIN);
        assert_eq!(go(inches(4), inches(20)), Length::ZERO);
    }

    #[test]
    fn withdrawing() {
        let other = unit(0, 2_000, 180);
        let go = |gap, max, mover: &Footprint| withdraw_until(mover, Heading::SOUTH, max, gap, &other);
        let mover = unit(0, 0, 0);
        assert_eq!(go(Length::ZERO, inches(6), &mover), Some(Length::ZERO));
        assert_eq!(go(inches(3), inches(6), &mover), Some(inches(3) - GRAIN));
        assert_eq!(go(inches(7), inches(6), &mover), None);
        // Half an inch inside the other: half an inch back parts them, but for the grain.
        assert_eq!(go(Length::ZERO, inches(6), &unit(0, 500, 0)), Some(thousandths(500) - GRAIN));
        // A second stand one inch behind the first: no room between them, so on to its rear edge at -4 in.
        let two = Footprint::of([base(0, 0, 0), base(0, -3_000, 0)]);
        let mover = unit(0, -1_000, 0);
        assert_eq!(
            withdraw_until(&mover, Heading::SOUTH, inches(20), Length::ZERO, &two),
            Some(inches(4) - GRAIN)
        );
    }
}
