//! Areas and lines of ground: simple polygons, and polylines with a width.

use crate::distance::{exceeds_grain, ring_distance_squared};
use crate::memo::mixed;
use crate::shapes::edges;
use crate::{Bounds, Convex, FARTHEST, GRAIN, Length, Piece, Placed, Point, Vector};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// No outline has more corners than this.
pub const MOST_CORNERS: usize = 4096;

/// A simple ring of points, not necessarily convex, in either direction. Written as the plain list of its corners.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Polygon {
    ring: Vec<Point>,
    bounds: Bounds,
    /// Tells this ring from others at a glance.
    mark: i64,
}

/// A line along the ground with a width: a road, a stream, a wall. Where sides matter the outer side, the one towards
/// the enemy, is on the left when walking along the points in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "PlainLine", into = "PlainLine")]
pub struct Line {
    points: Vec<Point>,
    width: Length,
    /// One rectangle for each segment, longer by half the width at both ends, so that bends are covered.
    pieces: Vec<Convex>,
    bounds: Bounds,
}

/// Why an outline was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadOutline {
    /// Too few points for an area (three) or a line (two).
    TooFew,
    /// More than [`MOST_CORNERS`].
    TooMany,
    /// Some point beyond [`FARTHEST`].
    TooFar,
    /// A width that is negative or wider than any table.
    BadWidth,
}

impl Polygon {
    /// An area with these corners.
    pub fn new(ring: Vec<Point>) -> Result<Polygon, BadOutline> {
        check(&ring, 3)?;
        let numbers: Vec<i64> = ring.iter().flat_map(|point| [point.x, point.y]).collect();
        Ok(Polygon { bounds: Bounds::of(&ring), mark: mixed(&numbers) as i64, ring })
    }

    /// A number that tells the ring from others, together with its bounds and the number of its corners.
    pub(crate) fn mark(&self) -> i64 {
        self.mark
    }

    /// The corners in order.
    pub fn ring(&self) -> &[Point] {
        &self.ring
    }

    /// The box around it.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Is the point inside or on the edge? Exact, without slack.
    pub fn holds(&self, p: Point) -> bool {
        self.bounds.holds(p) && ring_holds(&self.ring, p)
    }

    /// Does the shape overlap the area deeper than the grain? Works for areas that are not convex.
    pub fn overlaps<P: Piece>(&self, shape: &P) -> bool {
        if !self.bounds.meets(&shape.surround()) {
            return false;
        }
        let shape = shape.ring();
        // The part of the shape deeper than the grain from its edge: is the outline in it, or all of it inside?
        if edges(&self.ring).any(|(a, b)| crosses_inner_part(shape, a, b)) {
            return true;
        }
        middle(shape).is_some_and(|m| crosses_inner_part(shape, m, m) && ring_holds(&self.ring, m))
    }

    /// Does the area hold every corner of the shape, and does no part of its outline cut into it?
    pub fn covers<P: Piece>(&self, shape: &P) -> bool {
        let shape = shape.ring();
        shape.iter().all(|&p| self.holds(p))
            && !edges(&self.ring).any(|(a, b)| crosses_inner_part(shape, a, b))
    }

    /// The distance from the area to something; zero when they meet.
    pub fn distance<B: Placed + ?Sized>(&self, other: &B) -> Length {
        let pieces = other.pieces();
        if pieces.iter().any(|piece| piece.ring().first().is_some_and(|&p| self.holds(p))) {
            return Length::ZERO;
        }
        distance_to_edges(edges(&self.ring), other)
    }
}

impl Line {
    /// A line through these points with this width.
    pub fn new(points: Vec<Point>, width: Length) -> Result<Line, BadOutline> {
        check(&points, 2)?;
        if !(0..=FARTHEST).contains(&width.micrometres()) {
            return Err(BadOutline::BadWidth);
        }
        let pieces: Vec<Convex> = points.windows(2).map(|pair| band(pair[0], pair[1], width)).collect();
        let bounds = pieces[..].bounds();
        Ok(Line { points, width, pieces, bounds })
    }

    /// The points in order.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The full width.
    pub fn width(&self) -> Length {
        self.width
    }

    /// The rectangles that it covers, one for each segment, overlapping at bends.
    pub fn pieces(&self) -> &[Convex] {
        &self.pieces
    }

    /// The box around all that it covers.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The segments of its middle line.
    pub fn segments(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.points.windows(2).map(|pair| (pair[0], pair[1]))
    }

    /// The distance from its middle line to something.
    pub fn distance<B: Placed + ?Sized>(&self, other: &B) -> Length {
        distance_to_edges(self.segments(), other)
    }
}

/// Is the point in a simple ring, edges included? Every edge is counted half-open, so corners count once.
pub(crate) fn ring_holds(ring: &[Point], p: Point) -> bool {
    let mut inside = false;
    for (a, b) in edges(ring) {
        let cross = (b - a).cross(p - a);
        if cross == 0 && (p - a).dot(p - b) <= 0 {
            return true;
        }
        if (a.y > p.y) != (b.y > p.y) && (cross > 0) == (b.y > a.y) {
            inside = !inside;
        }
    }
    inside
}

/// Does the segment pass through the part of a clockwise convex shape that is deeper than the grain from its edges?
fn crosses_inner_part(shape: &[Point], a: Point, b: Point) -> bool {
    // The stretch of the segment behind all edges, as two fractions with positive divisors.
    let (mut enter, mut leave) = ((0_i128, 1_i128), (1_i128, 1_i128));
    for (p, q) in edges(shape) {
        let edge = q - p;
        if edge.is_zero() {
            continue;
        }
        let (from, to) = (edge.cross(a - p), edge.cross(b - p));
        let deep = |cross: i64| cross < 0 && exceeds_grain(cross.unsigned_abs(), edge.squared());
        if !deep(from) && !deep(to) {
            return false;
        }
        if deep(from) && deep(to) {
            continue;
        }
        // Where it passes the line one grain inside the edge.
        let rim = -(edge.squared().isqrt() as i64) * GRAIN.micrometres();
        let (mut n, mut d) = (i128::from(rim - from), i128::from(to - from));
        if d < 0 {
            (n, d) = (-n, -d);
        }
        if deep(to) {
            if n * enter.1 > enter.0 * d {
                enter = (n, d);
            }
        } else if n * leave.1 < leave.0 * d {
            leave = (n, d);
        }
        if enter.0 * leave.1 >= leave.0 * enter.1 {
            return false;
        }
    }
    true
}

/// The middle of a shape's corners.
fn middle(shape: &[Point]) -> Option<Point> {
    let n = i64::try_from(shape.len()).ok().filter(|&n| n > 0)?;
    let sum = shape.iter().fold(Vector::default(), |sum, p| sum + Vector::new(p.x, p.y));
    Some(Point::new(sum.dx / n, sum.dy / n))
}

fn distance_to_edges<B: Placed + ?Sized>(
    segments: impl Iterator<Item = (Point, Point)>,
    other: &B,
) -> Length {
    let mut best = u64::MAX;
    for (a, b) in segments {
        for piece in other.pieces() {
            best = best.min(ring_distance_squared(&[a, b], piece.ring()));
        }
    }
    if best == u64::MAX { Length::MAX } else { Length::from_micrometres(best.isqrt() as i64) }
}

/// The rectangle around a segment, half the width to all sides.
fn band(a: Point, b: Point, width: Length) -> Convex {
    let way = b - a;
    let half = i128::from(width.half().micrometres());
    let long = i128::from(way.length().micrometres().max(1));
    let part = |n: i64| crate::distance::rounded_ratio(i128::from(n) * half, long) as i64;
    let ahead =
        if way.is_zero() { Vector::new(0, half as i64) } else { Vector::new(part(way.dx), part(way.dy)) };
    let right = Vector::new(ahead.dy, -ahead.dx);
    Convex::from_ring(&[a - ahead - right, b + ahead - right, b + ahead + right, a - ahead + right])
}

fn check(points: &[Point], least: usize) -> Result<(), BadOutline> {
    let far = |n: i64| !(-FARTHEST..=FARTHEST).contains(&n);
    if points.len() < least {
        Err(BadOutline::TooFew)
    } else if points.len() > MOST_CORNERS {
        Err(BadOutline::TooMany)
    } else if points.iter().any(|p| far(p.x) || far(p.y)) {
        Err(BadOutline::TooFar)
    } else {
        Ok(())
    }
}

/// A line as it is written down.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
struct PlainLine {
    points: Vec<Point>,
    #[serde(default)]
    width: Length,
}

impl TryFrom<PlainLine> for Line {
    type Error = BadOutline;
    fn try_from(plain: PlainLine) -> Result<Line, BadOutline> {
        Line::new(plain.points, plain.width)
    }
}

impl From<Line> for PlainLine {
    fn from(line: Line) -> PlainLine {
        PlainLine { points: line.points, width: line.width }
    }
}

impl TryFrom<Vec<Point>> for Polygon {
    type Error = BadOutline;
    fn try_from(ring: Vec<Point>) -> Result<Polygon, BadOutline> {
        Polygon::new(ring)
    }
}

impl From<Polygon> for Vec<Point> {
    fn from(polygon: Polygon) -> Vec<Point> {
        polygon.ring
    }
}

impl JsonSchema for Polygon {
    fn schema_name() -> Cow<'static, str> {
        "Polygon".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Point>::json_schema(generator)
    }
}

impl JsonSchema for Line {
    fn schema_name() -> Cow<'static, str> {
        "Line".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        PlainLine::json_schema(generator)
    }
}

impl std::fmt::Display for BadOutline {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            BadOutline::TooFew => "an area needs three points and a line two",
            BadOutline::TooMany => "an outline has too many points",
            BadOutline::TooFar => "a point of an outline lies off every table",
            BadOutline::BadWidth => "the width of a line is negative or wider than any table",
        })
    }
}

impl std::error::Error for BadOutline {}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: i64, y: i64) -> Point {
        Point::new(x, y)
    }

    /// A horseshoe open to the north: 300 wide, 300 high, a notch from x = 100 to 200 down to y = 100.
    fn horseshoe() -> Polygon {
        let ring = [(0, 0), (300, 0), (300, 300), (200, 300), (200, 100), (100, 100), (100, 300), (0, 300)];
        Polygon::new(ring.map(|(x, y)| p(x, y)).to_vec()).unwrap()
    }

    fn square(x: i64, y: i64, side: i64) -> Convex {
        Convex::hull(&[p(x, y), p(x + side, y), p(x, y + side), p(x + side, y + side)])
    }

    #[test]
    fn points_in_a_horseshoe() {
        let shape = horseshoe();
        for (x, y) in [(50, 200), (250, 200), (150, 50), (0, 0), (100, 200), (150, 100), (300, 300), (150, 0)]
        {
            assert!(shape.holds(p(x, y)), "{x} {y}");
        }
        for (x, y) in [(150, 101), (150, 300), (301, 0), (-1, 300), (101, 300), (150, -1)] {
            assert!(!shape.holds(p(x, y)), "{x} {y}");
        }
    }

    #[test]
    fn overlap_with_a_horseshoe() {
        let shape = horseshoe();
        let overlaps = |x, y, side| shape.overlaps(&square(x, y, side));
        assert!(!overlaps(105, 105, 90), "stands in the notch");
        assert!(!overlaps(100, 100, 100), "fills the notch exactly");
        assert!(!overlaps(95, 110, 100), "five into the side");
        assert!(overlaps(94, 110, 100), "six into the side");
        assert!(overlaps(20, 20, 30), "wholly inside");
        assert!(overlaps(-100, -100, 900), "wholly around");
        assert!(!overlaps(400, 0, 50));
        assert!(!overlaps(150, 20, 8), "nothing is deeper than the grain in a shape of eight");
        assert!(shape.covers(&square(20, 20, 30)));
        assert!(!shape.covers(&square(50, 50, 200)), "corners inside, the notch is not");
    }

    #[test]
    fn distances_to_outlines() {
        let shape = horseshoe();
        assert_eq!(shape.distance(&square(340, 330, 10)).micrometres(), 50); // 40 east, 30 north
        assert_eq!(shape.distance(&p(150, 200)).micrometres(), 50);
        assert_eq!(shape.distance(&square(20, 20, 5)), Length::ZERO);
        let road =
            Line::new(vec![p(0, 0), p(1000, 0), p(1000, 1000)], Length::from_micrometres(100)).unwrap();
        assert_eq!(road.distance(&p(500, 70)).micrometres(), 70);
        assert_eq!(road.pieces()[0].corners(), &[p(-50, 50), p(1050, 50), p(1050, -50), p(-50, -50)]);
    }

    #[test]
    fn bad_outlines_are_refused() {
        assert_eq!(Polygon::new(vec![p(0, 0), p(1, 1)]), Err(BadOutline::TooFew));
        assert_eq!(Polygon::new(vec![p(0, 0); 5000]), Err(BadOutline::TooMany));
        assert_eq!(Polygon::new(vec![p(0, 0), p(1, 1), p(i64::MAX, 0)]), Err(BadOutline::TooFar));
        assert_eq!(
            Line::new(vec![p(0, 0), p(1, 1)], Length::from_micrometres(-1)),
            Err(BadOutline::BadWidth)
        );
        assert!(serde_json::from_str::<Polygon>(r#"[{"x":0,"y":0}]"#).is_err());
        let line: Line =
            serde_json::from_str(r#"{"points":[{"x":0,"y":0},{"x":5,"y":0}],"width":4}"#).unwrap();
        assert_eq!(
            serde_json::to_string(&line).unwrap(),
            r#"{"points":[{"x":0,"y":0},{"x":5,"y":0}],"width":4}"#
        );
    }
}
