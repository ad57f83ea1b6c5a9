//! How far apart, touching, overlapping.

use crate::shapes::edges;
use crate::{GRAIN, Length, Piece, Placed, Point};
use smallvec::SmallVec;

/// The distance between the nearest points of the two, rounded down to whole micrometres; zero when they overlap.
/// [`Length::MAX`] when one of them covers nothing.
pub fn distance<A: Placed + ?Sized, B: Placed + ?Sized>(a: &A, b: &B) -> Length {
    let mut best = u64::MAX;
    let (pa, pb) = (a.pieces(), b.pieces());
    let many = pa.len() > 1 || pb.len() > 1;
    for x in pa {
        for y in pb {
            if many && best != u64::MAX && !may_be_nearer(x, y, best) {
                continue;
            }
            best = best.min(ring_distance_squared(x.ring(), y.ring()));
            if best == 0 {
                return Length::ZERO;
            }
        }
    }
    match best {
        u64::MAX => Length::MAX,
        squared => Length::from_micrometres(squared.isqrt() as i64),
    }
}

/// Is the distance within the limit (edge and grain included)? Quick to say no for things far apart.
pub fn within<A: Placed + ?Sized, B: Placed + ?Sized>(a: &A, b: &B, limit: Length) -> bool {
    !a.bounds().farther_than(&b.bounds(), limit) && distance(a, b).within(limit)
}

/// Is the distance more than the limit, by more than the grain? The opposite of [`within`].
pub fn farther_than<A: Placed + ?Sized, B: Placed + ?Sized>(a: &A, b: &B, limit: Length) -> bool {
    !within(a, b, limit)
}

/// Are the two in contact: no farther apart than the grain? Overlapping things touch too.
pub fn touching<A: Placed + ?Sized, B: Placed + ?Sized>(a: &A, b: &B) -> bool {
    within(a, b, Length::ZERO)
}

/// Do they overlap deeper than the grain: would one have to be pushed by more than that to part them?
pub fn overlaps<A: Placed + ?Sized, B: Placed + ?Sized>(a: &A, b: &B) -> bool {
    a.bounds().meets(&b.bounds())
        && a.pieces().iter().any(|x| {
            b.pieces().iter().any(|y| x.surround().meets(&y.surround()) && rings_overlap(x.ring(), y.ring()))
        })
}

/// The nearest of these points to `from`, as the place in the list and the distance; the first when several are.
pub fn nearest<'a, A: Placed + ?Sized, B: Placed + ?Sized + 'a>(
    from: &A,
    others: impl IntoIterator<Item = &'a B>,
) -> Option<(usize, Length)> {
    let mut best: Option<(usize, Length)> = None;
    for (i, other) in others.into_iter().enumerate() {
        if let Some((_, limit)) = best
            && from.bounds().farther_than(&other.bounds(), limit)
        {
            continue;
        }
        let d = distance(from, other);
        if best.is_none_or(|(_, least)| d < least) {
            best = Some((i, d));
        }
    }
    best
}

/// The nearest of some things, each with a key: how far it is, and its key. Of several equally near the one with the least key. Only
/// what may be the nearest by the boxes is measured.
pub fn nearest_of<'a, A: Placed + ?Sized, B: Placed + ?Sized + 'a, K: Ord + Copy>(
    from: &A,
    others: impl IntoIterator<Item = (K, &'a B)>,
) -> Option<(Length, K)> {
    let here = from.bounds();
    let mut gaps: SmallVec<[(u64, K, &B); 48]> =
        others.into_iter().map(|(key, other)| (here.gap_squared(&other.bounds()), key, other)).collect();
    let likeliest = gaps.iter().enumerate().min_by_key(|(_, (gap, ..))| *gap)?.0;
    gaps.swap(0, likeliest);
    let mut best: Option<(Length, K)> = None;
    for (gap, key, other) in gaps {
        // a distance is rounded down
        let reach = |away: Length| (away.micrometres().max(0) as u64).saturating_add(1);
        if best.is_some_and(|(away, _)| gap > reach(away).saturating_mul(reach(away))) {
            continue;
        }
        let found = (distance(from, other), key);
        best = Some(best.map_or(found, |known| known.min(found)));
    }
    best
}

/// The point of something that is nearest to `from`: `from` itself when it lies on it. When several are equally near,
/// but for the grain, their mean. None when it covers nothing.
pub fn nearest_point<B: Placed + ?Sized>(from: Point, thing: &B) -> Option<Point> {
    if distance(&from, thing) == Length::ZERO {
        return (!thing.pieces().is_empty()).then_some(from);
    }
    let feet = thing.pieces().iter().flat_map(|piece| {
        let ring = piece.ring();
        let next = ring.iter().copied().cycle().skip(1);
        ring.iter().copied().zip(next).map(move |(a, b)| nearest_on_segment(from, a, b))
    });
    let mut best: Vec<Point> = Vec::new();
    let mut least = Length::MAX;
    for foot in feet {
        let away = from.distance_to(foot);
        if away < least {
            least = away;
            best.retain(|known| from.distance_to(*known).within(least));
        }
        // Neighbouring edges share their corner: one point, not two
        if away.within(least) && !best.iter().any(|known| known.distance_to(foot).touches()) {
            best.push(foot);
        }
    }
    let n = i64::try_from(best.len()).ok().filter(|n| *n > 0)?;
    let mean = |sum: i64| rounded_ratio(i128::from(sum), i128::from(n)) as i64;
    Some(Point { x: mean(best.iter().map(|p| p.x).sum()), y: mean(best.iter().map(|p| p.y).sum()) })
}

/// Groups that hang together by steps of no more than `gap`: places in the list, each group in order, the groups in
/// order of their first member.
pub fn chains<A: Placed>(members: &[A], gap: Length) -> Vec<Vec<usize>> {
    let mut grouped = vec![false; members.len()];
    let mut groups = Vec::new();
    for first in 0..members.len() {
        if grouped[first] {
            continue;
        }
        grouped[first] = true;
        let mut group = vec![first];
        let mut reached = 0;
        while let Some(&here) = group.get(reached) {
            for next in first + 1..members.len() {
                if !grouped[next] && within(&members[here], &members[next], gap) {
                    grouped[next] = true;
                    group.push(next);
                }
            }
            reached += 1;
        }
        group.sort_unstable();
        groups.push(group);
    }
    groups
}

/// The point of a segment nearest to `p`, rounded to whole micrometres.
pub(crate) fn nearest_on_segment(p: Point, a: Point, b: Point) -> Point {
    let way = b - a;
    let (along, whole) = (way.dot(p - a), way.dot(way));
    if along <= 0 || whole == 0 {
        a
    } else if along >= whole {
        b
    } else {
        let part = |n: i64| rounded_ratio(i128::from(n) * i128::from(along), i128::from(whole)) as i64;
        Point { x: a.x + part(way.dx), y: a.y + part(way.dy) }
    }
}

/// A quotient rounded to the nearest whole number, halves away from zero. The divisor must be positive.
pub(crate) fn rounded_ratio(n: i128, d: i128) -> i128 {
    if n < 0 { -((-n * 2 + d) / (2 * d)) } else { (n * 2 + d) / (2 * d) }
}

/// Squared distance of two convex rings, rounded down.
///
/// Walking a ring clockwise, the outside is on the left. If all of the other ring lies outside an edge and its
/// nearest corner lies abreast of that edge, that is the distance. If no edge parts the rings they overlap. Otherwise
/// two corners are nearest to each other.
pub(crate) fn ring_distance_squared(a: &[Point], b: &[Point]) -> u64 {
    let mut parted = false;
    let mut has_edge = false;
    for (ring, others) in [(a, b), (b, a)] {
        for (p, q) in edges(ring) {
            let edge = q - p;
            if edge.is_zero() {
                continue;
            }
            has_edge = true;
            let mut least = i64::MAX;
            for &other in others {
                least = least.min(edge.cross(other - p));
                if least < 0 {
                    break;
                }
            }
            if least < 0 {
                continue;
            }
            parted = true;
            let whole = edge.dot(edge);
            let abreast = others.iter().any(|&other| {
                let way = other - p;
                edge.cross(way) == least && (0..=whole).contains(&edge.dot(way))
            });
            if abreast {
                return squared_over(least as u64, whole as u64);
            }
        }
    }
    if has_edge && !parted {
        return if a.is_empty() || b.is_empty() { u64::MAX } else { 0 };
    }
    let mut best = u64::MAX;
    for &x in a {
        for &y in b {
            best = best.min((x - y).squared());
        }
    }
    best
}

/// Overlap deeper than the grain along the normal of every edge of both rings.
pub(crate) fn rings_overlap(a: &[Point], b: &[Point]) -> bool {
    let mut has_edge = false;
    for (ring, others) in [(a, b), (b, a)] {
        for (p, q) in edges(ring) {
            let edge = q - p;
            if edge.is_zero() {
                continue;
            }
            has_edge = true;
            let least = others.iter().map(|&other| edge.cross(other - p)).min().unwrap_or(0);
            if least >= 0 || !exceeds_grain(least.unsigned_abs(), edge.squared()) {
                return false;
            }
        }
    }
    has_edge
}

/// Is `cross / √squared`, a depth, more than the grain?
#[inline]
pub(crate) fn exceeds_grain(cross: u64, squared: u64) -> bool {
    const SLACK: u64 = (GRAIN.micrometres() * GRAIN.micrometres()) as u64;
    // A cross product beyond 32 bits has a square beyond anything that an edge on a table can reach.
    cross > u64::from(u32::MAX) || cross * cross > SLACK * squared
}

/// `n² / d` rounded down.
#[inline]
fn squared_over(n: u64, d: u64) -> u64 {
    if n <= u64::from(u32::MAX) {
        n * n / d
    } else {
        u64::try_from(u128::from(n) * u128::from(n) / u128::from(d)).unwrap_or(u64::MAX)
    }
}

/// Could the pieces be nearer than this squared distance, judged by their boxes?
fn may_be_nearer<A: Piece, B: Piece>(a: &A, b: &B, squared: u64) -> bool {
    let (a, b) = (a.surround(), b.surround());
    let across = (a.west - b.east).max(b.west - a.east).max(0) as u64;
    let along = (a.south - b.north).max(b.south - a.north).max(0) as u64;
    across.saturating_mul(across).saturating_add(along.saturating_mul(along)) < squared
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BaseSize, Convex, Footprint, Heading, Pose, Rect, Vector, inches};

    fn base(x: i64, y: i64, degrees: i32) -> Rect {
        let pose = Pose::new(Point::at(inches(x), inches(y)), Heading::from_degrees(degrees));
        Rect::new(pose, BaseSize::new(inches(4), inches(2)))
    }

    fn micro(n: i64) -> Length {
        Length::from_micrometres(n)
    }

    #[test]
    fn distance_edge_to_edge_corner_to_edge_corner_to_corner() {
        let here = base(0, 0, 0);
        // Fronts face to face: 10 in between middles less twice half a depth of 2.
        assert_eq!(distance(&here, &base(0, 10, 180)), inches(8));
        // Sides: 10 less twice 2.
        assert_eq!(distance(&here, &base(10, 0, 0)), inches(6));
        // Corner to corner: 3 east (7 − 4), 4 north (6 − 2): a 3-4-5 triangle.
        assert_eq!(distance(&here, &base(7, 6, 0)), inches(5));
        // Corner to edge: a base turned by 45 degrees reaches 2·√½ + 1·√½ = 2.12132 in south of its middle.
        // 10 − 1 − 2.12132 in = 6.87868 in = 174 718.47 µm; its corner is snapped to 53 882 (53 881.54).
        assert_eq!(distance(&here, &base(0, 10, 45)), micro(254_000 - 25_400 - 53_882));
        assert_eq!(distance(&here, &base(1, 1, 30)), Length::ZERO);
        assert_eq!(distance(&here, &here), Length::ZERO);
    }

    #[test]
    fn points_and_footprints() {
        let here = base(0, 0, 0);
        assert_eq!(distance(&here, &Point::at(inches(5), inches(5))), inches(5)); // 3-4-5 from the corner (2, 1)
        assert_eq!(distance(&Point::new(0, 0), &Point::new(30, 40)), micro(50));
        assert_eq!(distance(&here, &Point::new(5, 5)), Length::ZERO);
        let line = Footprint::of([base(-20, 0, 0), base(0, 0, 0), base(20, 0, 0)]);
        assert_eq!(distance(&line, &base(26, 0, 0)), inches(2));
        assert_eq!(distance(&Footprint::of([]), &here), Length::MAX);
        let segments = [Convex::hull(&[Point::new(0, 0), Point::new(10, 0)])];
        let apart = [Convex::hull(&[Point::new(13, 4), Point::new(20, 4)])];
        assert_eq!(distance(&segments[..], &apart[..]), micro(5));
        let crossing = [Convex::hull(&[Point::new(5, -5), Point::new(5, 5)])];
        assert_eq!(distance(&segments[..], &crossing[..]), Length::ZERO);
        let beyond = [Convex::hull(&[Point::new(17, 0), Point::new(20, 0)])];
        assert_eq!(distance(&segments[..], &beyond[..]), micro(7));
    }

    #[test]
    fn limits_include_their_edge_and_the_grain() {
        let here = base(0, 0, 0);
        let there = base(0, 8, 0); // 6 in between
        assert!(within(&here, &there, inches(6)));
        assert!(within(&here, &there.shifted(Vector::new(0, 5)), inches(6)));
        assert!(farther_than(&here, &there.shifted(Vector::new(0, 6)), inches(6)));
        assert!(farther_than(&here, &base(60, 0, 0), inches(6)));
    }

    #[test]
    fn overlap_begins_beyond_the_grain() {
        let here = base(0, 0, 0);
        let abreast = base(4, 0, 0);
        assert!(touching(&here, &abreast) && !overlaps(&here, &abreast));
        assert!(!overlaps(&here, &abreast.shifted(Vector::new(-5, 0))));
        assert!(overlaps(&here, &abreast.shifted(Vector::new(-6, 0))));
        assert!(touching(&here, &abreast.shifted(Vector::new(5, 0))));
        assert!(!touching(&here, &abreast.shifted(Vector::new(6, 0))));
        assert!(overlaps(&here, &base(0, 0, 45)));
        // A corner pushed into an edge.
        assert!(!overlaps(&here, &base(0, 3, 45).shifted(Vector::new(0, 53_882 - 50_800))));
        assert!(overlaps(&here, &base(0, 3, 45).shifted(Vector::new(0, 53_882 - 50_806))));
        let dot = Rect::new(Pose::default(), BaseSize::default());
        assert!(!overlaps(&dot, &dot), "two points have nothing to overlap");
    }

    #[test]
    fn the_nearest_and_the_chain() {
        let row = [base(0, 0, 0), base(5, 0, 0), base(30, 0, 0), base(10, 0, 0), base(35, 0, 0)];
        assert_eq!(nearest(&base(18, 0, 0), &row), Some((3, inches(4))));
        assert_eq!(chains(&row, inches(1)), vec![vec![0, 1, 3], vec![2, 4]]);
        assert_eq!(chains(&row, inches(0)).len(), 5);
    }

    #[test]
    fn the_nearest_point() {
        // A base 4 in wide and 2 in deep around the origin: its front edge runs from (-2, 1) to (2, 1).
        let here = base(0, 0, 0);
        let at = |x: i64, y: i64| Point::at(inches(x), inches(y));
        assert_eq!(nearest_point(at(1, 5), &here), Some(at(1, 1)));
        assert_eq!(nearest_point(at(5, 5), &here), Some(at(2, 1)));
        assert_eq!(nearest_point(at(1, 0), &here), Some(at(1, 0)), "on it");
        // Two bases side by side with a gap: seen from the middle both corners are equally near.
        let both = Footprint::of([base(-3, 0, 0), base(3, 0, 0)]);
        assert_eq!(nearest_point(at(0, 5), &both), Some(at(0, 1)));
        assert_eq!(nearest_point(at(0, 5), &Footprint::of([])), None);
    }
}
