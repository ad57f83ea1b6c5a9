//! Exact integer geometry for checking drawn shapes.

use crate::battle::Place;
use crate::terrain::Spot;

/// Why a ring of corners is not a simple outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tangle {
    /// Two neighbouring corners are the same.
    Repeats(Spot),
    /// Two edges cross or touch; a point near there.
    Crosses(Spot),
    /// All corners lie on one line.
    Flat,
}

/// The first way in which a ring (first corner not repeated) is not simple. Compares every pair of edges; exact.
pub(crate) fn tangle(ring: &[Spot]) -> Option<Tangle> {
    let edge = |i: usize| (ring[i], ring[(i + 1) % ring.len()]);
    if let Some(i) = (0..ring.len()).find(|i| edge(*i).0 == edge(*i).1) {
        return Some(Tangle::Repeats(ring[i]));
    }
    if ring.len() < 3 || ring.iter().all(|corner| turn(ring[0], ring[1], *corner) == 0) {
        return Some(Tangle::Flat);
    }
    for i in 0..ring.len() {
        for j in i + 1..ring.len() {
            let ((a, b), (c, d)) = (edge(i), edge(j));
            let follows = j == i + 1;
            let closes = i == 0 && j == ring.len() - 1;
            let wrong = match (follows, closes) {
                (true, _) => doubles_back(a, b, d),
                (_, true) => doubles_back(c, a, b),
                _ => meet((a, b), (c, d)),
            };
            if wrong {
                return Some(Tangle::Crosses(c));
            }
        }
    }
    None
}

/// Whether a point lies in a ring, its outline included.
pub(crate) fn contains(ring: &[Spot], point: Spot) -> bool {
    let mut inside = false;
    for i in 0..ring.len() {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        if on_segment(a, b, point) {
            return true;
        }
        if (a.y > point.y) != (b.y > point.y) {
            let side = turn(a, b, point);
            inside ^= if b.y > a.y { side > 0 } else { side < 0 };
        }
    }
    inside
}

/// Whether a point is no farther than `reach` from a line of points.
pub(crate) fn near_line(line: &[Spot], point: Spot, reach: i64) -> bool {
    line.windows(2).any(|pair| near_segment(pair[0], pair[1], point, reach))
}

/// Whether two places are less than `yards` apart.
pub(crate) fn closer_than(a: Place, b: Place, yards: i32) -> bool {
    let (dx, dy) = (i64::from(a.x) - i64::from(b.x), i64::from(a.y) - i64::from(b.y));
    dx.saturating_mul(dx).saturating_add(dy.saturating_mul(dy)) < i64::from(yards) * i64::from(yards)
}

/// Positive when `c` lies left of the line from `a` to `b`, zero when on it.
fn turn(a: Spot, b: Spot, c: Spot) -> i128 {
    let wide = i128::from;
    (wide(b.x) - wide(a.x)) * (wide(c.y) - wide(a.y)) - (wide(b.y) - wide(a.y)) * (wide(c.x) - wide(a.x))
}

fn on_segment(a: Spot, b: Spot, p: Spot) -> bool {
    let within = |low: i64, high: i64, v: i64| low.min(high) <= v && v <= low.max(high);
    within(a.x, b.x, p.x) && within(a.y, b.y, p.y) && turn(a, b, p) == 0
}

/// Whether the edge from `b` to `c` runs back over the edge from `a` to `b`.
fn doubles_back(a: Spot, b: Spot, c: Spot) -> bool {
    turn(a, b, c) == 0 && (on_segment(a, b, c) || on_segment(b, c, a))
}

/// Whether two segments share any point.
fn meet((a, b): (Spot, Spot), (c, d): (Spot, Spot)) -> bool {
    let apart = |p: i64, q: i64, r: i64, s: i64| p.max(q) < r.min(s) || r.max(s) < p.min(q);
    if apart(a.x, b.x, c.x, d.x) || apart(a.y, b.y, c.y, d.y) {
        return false;
    }
    let straddles = |a, b, c, d| turn(a, b, c).signum() * turn(a, b, d).signum() <= 0;
    straddles(a, b, c, d) && straddles(c, d, a, b)
}

fn near_segment(a: Spot, b: Spot, p: Spot, reach: i64) -> bool {
    let wide = i128::from;
    let (dx, dy) = (wide(b.x) - wide(a.x), wide(b.y) - wide(a.y));
    let (px, py) = (wide(p.x) - wide(a.x), wide(p.y) - wide(a.y));
    let (length_squared, along) = (dx * dx + dy * dy, px * dx + py * dy);
    let reach_squared = wide(reach) * wide(reach);
    if along <= 0 {
        return px * px + py * py <= reach_squared;
    }
    if along >= length_squared {
        let (qx, qy) = (wide(p.x) - wide(b.x), wide(p.y) - wide(b.y));
        return qx * qx + qy * qy <= reach_squared;
    }
    // The distance is |cross| / length, so compare cross² with reach² · length².
    let cross = dx * py - dy * px;
    cross * cross <= reach_squared * length_squared
}
