//! Convex shapes, footprints of several bases, and what they have in common.

use crate::{Bounds, Point, Rect, Vector};
use smallvec::SmallVec;

/// Anything that covers ground in convex pieces: a point, a base, a convex shape, a footprint, a list of those.
/// Every question about distance and overlap may be asked of any two of them.
pub trait Placed {
    /// The convex pieces.
    type Piece: Piece;
    /// All of them.
    fn pieces(&self) -> &[Self::Piece];
    /// The box around all of them.
    fn bounds(&self) -> Bounds;
}

/// One convex piece: a clockwise ring of corners. Fewer than three corners make a point or a line.
pub trait Piece {
    /// The corners, clockwise.
    fn ring(&self) -> &[Point];
    /// The box around it.
    fn surround(&self) -> Bounds;
}

/// A convex shape: its corners clockwise, up to eight of them without allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Convex {
    corners: SmallVec<[Point; 8]>,
    bounds: Bounds,
}

impl Convex {
    /// The convex hull of any points (a line or a single point when they are no more than that).
    pub fn hull(points: &[Point]) -> Convex {
        let mut sorted: SmallVec<[Point; 16]> = SmallVec::from_slice(points);
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() < 3 {
            return Convex::from_ring(&sorted);
        }
        // Upper chain from west to east, then lower chain back: clockwise.
        let mut ring: SmallVec<[Point; 16]> = SmallVec::new();
        for &p in &sorted {
            pop_left_turns(&mut ring, p, 0);
            ring.push(p);
        }
        let upper = ring.len() - 1;
        for &p in sorted.iter().rev().skip(1) {
            pop_left_turns(&mut ring, p, upper);
            ring.push(p);
        }
        ring.pop();
        Convex::from_ring(&ring)
    }

    /// A base as a convex shape.
    pub fn of(rect: &Rect) -> Convex {
        Convex::from_ring(rect.corners())
    }

    /// For corners already known to be convex and clockwise.
    pub(crate) fn from_ring(corners: &[Point]) -> Convex {
        Convex { corners: SmallVec::from_slice(corners), bounds: Bounds::of(corners) }
    }

    /// The corners, clockwise.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// Is the point inside or on the edge? Exact, without slack.
    pub fn holds(&self, p: Point) -> bool {
        self.bounds.holds(p)
            && edges(&self.corners).all(|(a, b)| (b - a).cross(p - a) <= 0)
            && (self.corners.len() > 2 || crate::distance(self, &p) == crate::Length::ZERO)
    }

    /// The shape displaced.
    pub fn shifted(&self, by: Vector) -> Convex {
        Convex { corners: self.corners.iter().map(|&c| c + by).collect(), bounds: self.bounds.shifted(by) }
    }
}

/// The ground that a unit covers: one base, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Footprint {
    stands: SmallVec<[Rect; 1]>,
    bounds: Bounds,
}

impl Footprint {
    /// The footprint of one base.
    pub fn single(stand: Rect) -> Footprint {
        Footprint { bounds: stand.bounds(), stands: SmallVec::from_buf([stand]) }
    }

    /// The footprint of several bases. None at all is allowed: it is far from everything.
    pub fn of(stands: impl IntoIterator<Item = Rect>) -> Footprint {
        let stands: SmallVec<[Rect; 1]> = stands.into_iter().collect();
        let bounds = stands.iter().fold(Bounds::NOTHING, |b, stand| b.joined(stand.bounds()));
        Footprint { stands, bounds }
    }

    /// The bases.
    pub fn stands(&self) -> &[Rect] {
        &self.stands
    }

    /// The box around all bases.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The footprint displaced, facings kept.
    pub fn shifted(&self, by: Vector) -> Footprint {
        if self.stands.is_empty() {
            return self.clone();
        }
        Footprint {
            stands: self.stands.iter().map(|s| s.shifted(by)).collect(),
            bounds: self.bounds.shifted(by),
        }
    }

    /// All corners of all bases.
    pub fn corners(&self) -> impl Iterator<Item = Point> + '_ {
        self.stands.iter().flat_map(|stand| stand.corners().iter().copied())
    }
}

impl From<Rect> for Footprint {
    fn from(stand: Rect) -> Footprint {
        Footprint::single(stand)
    }
}

/// The ground swept by a straight move: for each base the hull of where it starts and where it ends.
pub fn swept(mover: &Footprint, by: Vector) -> SmallVec<[Convex; 1]> {
    mover.stands().iter().map(|stand| swept_ring(stand.corners(), by)).collect()
}

/// Edges that look along the move are carried forward, the others stay; both copies of a corner between them are kept.
fn swept_ring(ring: &[Point], by: Vector) -> Convex {
    let mut corners: SmallVec<[Point; 8]> = SmallVec::new();
    let Some(&last) = ring.last() else { return Convex::from_ring(ring) };
    let leads = |a: Point, b: Point| (b - a).cross(by) > 0;
    if edges(ring).all(|(a, b)| !leads(a, b)) {
        let ends: SmallVec<[Point; 16]> = ring.iter().flat_map(|&p| [p, p + by]).collect();
        return Convex::hull(&ends);
    }
    let mut before = last;
    for (i, &p) in ring.iter().enumerate() {
        let after = ring[(i + 1) % ring.len()];
        match (leads(before, p), leads(p, after)) {
            (false, false) => corners.push(p),
            (true, true) => corners.push(p + by),
            (false, true) => corners.extend([p, p + by]),
            (true, false) => corners.extend([p + by, p]),
        }
        before = p;
    }
    let bounds = Bounds::of(&corners);
    Convex { corners, bounds }
}

/// The edges of a ring, each from corner to next corner, the last back to the first.
#[inline]
pub(crate) fn edges(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let last = ring.last().copied().unwrap_or_default();
    ring.iter().scan(last, |before, &p| Some((std::mem::replace(before, p), p)))
}

fn pop_left_turns(ring: &mut SmallVec<[Point; 16]>, next: Point, keep: usize) {
    while let [.., a, b] = ring[..]
        && ring.len() >= keep + 2
        && (b - a).cross(next - b) >= 0
    {
        ring.pop();
    }
}

impl Piece for Point {
    fn ring(&self) -> &[Point] {
        std::slice::from_ref(self)
    }
    fn surround(&self) -> Bounds {
        Bounds { west: self.x, south: self.y, east: self.x, north: self.y }
    }
}

impl Piece for Rect {
    fn ring(&self) -> &[Point] {
        self.corners()
    }
    fn surround(&self) -> Bounds {
        Rect::bounds(self)
    }
}

impl Piece for Convex {
    fn ring(&self) -> &[Point] {
        &self.corners
    }
    fn surround(&self) -> Bounds {
        self.bounds
    }
}

impl<P: Piece> Placed for P {
    type Piece = P;
    fn pieces(&self) -> &[P] {
        std::slice::from_ref(self)
    }
    fn bounds(&self) -> Bounds {
        self.surround()
    }
}

impl Placed for Footprint {
    type Piece = Rect;
    fn pieces(&self) -> &[Rect] {
        &self.stands
    }
    fn bounds(&self) -> Bounds {
        self.bounds
    }
}

impl<P: Piece> Placed for [P] {
    type Piece = P;
    fn pieces(&self) -> &[P] {
        self
    }
    fn bounds(&self) -> Bounds {
        self.iter().fold(Bounds::NOTHING, |b, piece| b.joined(piece.surround()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BaseSize, Heading, Length, Pose, inches};

    fn p(x: i64, y: i64) -> Point {
        Point::new(x, y)
    }

    #[test]
    fn a_hull_drops_inner_and_straight_points() {
        let hull = Convex::hull(&[p(0, 0), p(4, 0), p(2, 0), p(4, 4), p(1, 2), p(0, 4), p(0, 0)]);
        assert_eq!(hull.corners(), &[p(0, 0), p(0, 4), p(4, 4), p(4, 0)]);
        assert_eq!(Convex::hull(&[p(3, 3), p(1, 1), p(2, 2)]).corners(), &[p(1, 1), p(3, 3)]);
        assert_eq!(Convex::hull(&[p(3, 3), p(3, 3)]).corners(), &[p(3, 3)]);
        assert!(Convex::hull(&[]).corners().is_empty());
    }

    #[test]
    fn holding_points() {
        let square = Convex::hull(&[p(0, 0), p(0, 4), p(4, 4), p(4, 0)]);
        assert!(square.holds(p(4, 4)) && square.holds(p(2, 0)) && square.holds(p(1, 1)));
        assert!(!square.holds(p(5, 2)) && !square.holds(p(-1, 2)));
        let line = Convex::hull(&[p(0, 0), p(4, 4)]);
        assert!(line.holds(p(2, 2)) && !line.holds(p(2, 3)));
    }

    #[test]
    fn a_sweep_is_the_hull_of_both_ends() {
        for degrees in (0..360).step_by(15) {
            for way in (0..360).step_by(9) {
                let pose = Pose::new(p(123, -77), Heading::from_degrees(degrees));
                let rect = Rect::new(pose, BaseSize::new(inches(3), inches(1)));
                let by = Vector::along(Heading::from_degrees(way), inches(5));
                let quick = &swept(&Footprint::single(rect), by)[0];
                let ends: Vec<Point> = rect.corners().iter().flat_map(|&c| [c, c + by]).collect();
                let slow = Convex::hull(&ends);
                let (mut a, mut b) = (Convex::hull(quick.corners()).corners.to_vec(), slow.corners.to_vec());
                a.sort();
                b.sort();
                assert_eq!(a, b, "facing {degrees}, moving {way}");
            }
        }
    }

    #[test]
    fn a_point_sweeps_a_line() {
        let dot = Rect::new(Pose::default(), BaseSize::default());
        let line = &swept(&Footprint::single(dot), Vector::new(0, 100))[0];
        assert_eq!(crate::distance(line, &p(30, 50)), Length::from_micrometres(30));
        assert_eq!(crate::distance(line, &p(30, 140)), Length::from_micrometres(50));
    }
}
