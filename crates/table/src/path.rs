//! Paths: their length, points along them, and the ground they cross.

use crate::crossing::{Nudge, Part, Ray, inside};
use crate::{Bounds, Feature, FeatureId, Field, Kind, Length, Point, Shape};
use smallvec::SmallVec;

/// A stretch of a straight leg that lies on a feature: from and to which distance from the start of the leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The feature.
    pub feature: FeatureId,
    /// Where the leg enters it.
    pub enter: Length,
    /// Where the leg leaves it.
    pub leave: Length,
}

/// The length of a path from point to point, rounded to the nearest micrometre once for the whole path.
pub fn path_length(points: &[Point]) -> Length {
    let fine: u64 = points.windows(2).map(|leg| fine_length(leg[0], leg[1])).sum();
    Length::from_micrometres(((fine + 32) / 64) as i64)
}

/// The point at some distance along a path; its last point when the path is shorter. None for a path without points.
pub fn point_along(points: &[Point], distance: Length) -> Option<Point> {
    let mut left = distance.micrometres().clamp(0, i64::MAX / 64) as u64 * 64;
    for leg in points.windows(2) {
        let length = fine_length(leg[0], leg[1]);
        if left <= length && length > 0 {
            return Some(Part { n: left as i64, d: length as i64 }.point(leg[0], leg[1] - leg[0]));
        }
        left -= length.min(left);
    }
    points.last().copied()
}

/// No path has more stops than this before its end.
pub const MOST_STOPS: usize = 1000;

/// The points at each full `every` along a path, and its end. The start is not among them. At most [`MOST_STOPS`] come
/// before the end.
pub fn stops(points: &[Point], every: Length) -> Vec<Point> {
    let whole = path_length(points);
    let mut found = Vec::new();
    if every <= Length::ZERO || points.is_empty() {
        return found;
    }
    let mut next = every;
    while next.within(whole) && !next.about(whole) && found.len() < MOST_STOPS {
        found.extend(point_along(points, next));
        next += every;
    }
    if whole > Length::ZERO {
        found.extend(points.last());
    }
    found
}

impl Feature {
    /// The stretches of a straight leg that lie on the feature, in order, apart from one another.
    ///
    /// A leg that runs along the edge of an area lies on it.
    pub fn stretches(&self, a: Point, b: Point) -> SmallVec<[Stretch; 2]> {
        let mut found: SmallVec<[Stretch; 2]> = SmallVec::new();
        if a == b || !self.bounds().meets(&Bounds::of(&[a, b])) {
            return found;
        }
        let ray = Ray { from: a, way: b - a };
        match &self.shape {
            Shape::Area(area) => self.add_stretches(&ray, area.ring(), &mut found),
            Shape::Line(line) => {
                for piece in line.pieces() {
                    self.add_stretches(&ray, piece.corners(), &mut found);
                }
            }
        }
        joined(found)
    }

    fn add_stretches(&self, ray: &Ray, ring: &[Point], found: &mut SmallVec<[Stretch; 2]>) {
        let whole = ray.way.length().micrometres();
        for nudge in [Nudge::Right, Nudge::Left] {
            for (enter, leave) in inside(&ray.crossings(ring, nudge)) {
                let (enter, leave) = (enter.max(Part::START), leave.min(Part::END));
                if enter < leave {
                    let at = |part: Part| Length::from_micrometres(part.of(whole));
                    found.push(Stretch { feature: self.id, enter: at(enter), leave: at(leave) });
                }
            }
            if !ray.meets_corner(ring) {
                break;
            }
        }
    }
}

impl Field {
    /// The stretches of a straight leg on all features that the filter lets pass, in order of the features.
    pub fn stretches(
        &self,
        a: Point,
        b: Point,
        mut filter: impl FnMut(&Feature) -> bool,
    ) -> SmallVec<[Stretch; 4]> {
        let around = Bounds::of(&[a, b]);
        let met = self.features.iter().filter(|f| f.bounds().meets(&around) && filter(f));
        met.flat_map(|f| f.stretches(a, b)).collect()
    }

    /// How much of a straight leg lies on features that the filter lets pass; what lies on several counts once.
    pub fn length_on(&self, a: Point, b: Point, filter: impl FnMut(&Feature) -> bool) -> Length {
        let all: SmallVec<[Stretch; 2]> = self.stretches(a, b, filter).into_iter().collect();
        joined(all).iter().map(|s| s.leave - s.enter).sum()
    }

    /// How much of a straight leg lies on roads.
    pub fn road_stretch(&self, a: Point, b: Point) -> Length {
        self.length_on(a, b, |f| f.kind == Kind::Road)
    }

    /// A road on which the point lies: the first in the order of the features.
    pub fn road_under(&self, p: Point) -> Option<FeatureId> {
        self.features.iter().find(|f| f.kind == Kind::Road && f.holds(p)).map(|f| f.id)
    }

    /// The way along a road from one point on it to another: starts at `from`, follows the road, ends at `to`. None
    /// when the feature is not a line or one of the points is not on it.
    pub fn road_path(&self, road: FeatureId, from: Point, to: Point) -> Option<Vec<Point>> {
        self.feature(road)?.line()?.way_along(from, to)
    }
}

/// Stretches in order, those that meet joined into one (under the feature of the first).
fn joined(mut stretches: SmallVec<[Stretch; 2]>) -> SmallVec<[Stretch; 2]> {
    stretches.sort_unstable_by_key(|s| (s.enter, s.leave));
    let mut done: SmallVec<[Stretch; 2]> = SmallVec::new();
    for next in stretches {
        match done.last_mut() {
            Some(last) if next.enter <= last.leave => last.leave = last.leave.max(next.leave),
            _ => done.push(next),
        }
    }
    done
}

/// The length of a leg in 64ths of a micrometre, rounded down.
fn fine_length(a: Point, b: Point) -> u64 {
    let squared = (b - a).squared();
    match squared.checked_mul(64 * 64) {
        Some(fine) => fine.isqrt(),
        None => (u128::from(squared) * 64 * 64).isqrt() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Line, Polygon, inches};

    fn p(x: i64, y: i64) -> Point {
        Point::at(inches(x), inches(y))
    }

    fn feature(id: u16, kind: Kind, shape: Shape) -> Feature {
        let impassable_to = Vec::new();
        Feature {
            id: FeatureId(id),
            kind,
            name: None,
            shape,
            level: 0,
            height: 0,
            grade: 0,
            sight_depth: None,
            impassable_to,
        }
    }

    fn field() -> Field {
        let mut field = Field::bare(inches(72), inches(48));
        let road = Line::new(vec![p(0, 10), p(20, 10), p(20, 30)], inches(2)).unwrap();
        // A horseshoe: arms from x = 30 to 34 and 38 to 42, y from 0 to 10, joined above y = 8.
        let ring = vec![p(30, 0), p(34, 0), p(34, 8), p(38, 8), p(38, 0), p(42, 0), p(42, 10), p(30, 10)];
        field.features = vec![
            feature(0, Kind::Road, Shape::Line(road)),
            feature(1, Kind::Wood, Shape::Area(Polygon::new(ring).unwrap())),
        ];
        field
    }

    #[test]
    fn lengths_and_points_along() {
        let path = [p(0, 0), p(3, 4), p(3, 10)];
        assert_eq!(path_length(&path), inches(11));
        assert_eq!(path_length(&path[..1]), Length::ZERO);
        assert_eq!(point_along(&path, inches(5)), Some(p(3, 4)));
        assert_eq!(point_along(&path, inches(7)), Some(p(3, 6)));
        assert_eq!(point_along(&path, inches(99)), Some(p(3, 10)));
        assert_eq!(point_along(&path, inches(0)), Some(p(0, 0)));
        assert_eq!(point_along(&[], inches(0)), None);
        // Half of a 3-4-5 leg: 2.5 in is 1.5 east, 2 north.
        assert_eq!(point_along(&path, inches(5).half()), Some(Point::new(38_100, 50_800)));
    }

    #[test]
    fn stops_at_each_full_inch_and_at_the_end() {
        let path = [p(0, 0), p(0, 2), p(2, 2)];
        assert_eq!(stops(&path, inches(1)), [p(0, 1), p(0, 2), p(1, 2), p(2, 2)]);
        let short = [p(0, 0), Point::new(0, 63_500)]; // two and a half inches
        assert_eq!(stops(&short, inches(1)), [p(0, 1), p(0, 2), Point::new(0, 63_500)]);
        assert_eq!(stops(&path, Length::ZERO), []);
        assert_eq!(stops(&path[..1], inches(1)), []);
        assert_eq!(stops(&path, Length::from_micrometres(1)).len(), MOST_STOPS + 1);
    }

    #[test]
    fn ground_along_a_leg() {
        let wood = |a, b| {
            let found = field().stretches(a, b, |f| f.kind == Kind::Wood);
            found.iter().map(|s| (s.enter, s.leave)).collect::<Vec<_>>()
        };
        assert_eq!(wood(p(28, 4), p(44, 4)), [(inches(2), inches(6)), (inches(10), inches(14))]);
        assert_eq!(wood(p(44, 4), p(28, 4)), [(inches(2), inches(6)), (inches(10), inches(14))]);
        assert_eq!(wood(p(31, 4), p(33, 4)), [(inches(0), inches(2))]);
        assert_eq!(wood(p(34, 0), p(34, 12)), [(inches(0), inches(10))], "along the edge is inside");
        assert_eq!(wood(p(30, 12), p(44, 12)), []);
        assert_eq!(wood(p(31, 4), p(31, 4)), []);
    }

    #[test]
    fn on_the_road() {
        let field = field();
        assert_eq!(field.road_stretch(p(2, 10), p(12, 10)), inches(10));
        assert_eq!(field.road_stretch(p(2, 11), p(12, 11)), inches(10), "along its edge");
        assert_eq!(field.road_stretch(p(5, 5), p(5, 15)), inches(2), "across");
        assert_eq!(field.road_stretch(p(20, 5), p(20, 40)), inches(22), "from 9 to 31, both ends lengthened");
        assert_eq!(
            field.road_path(FeatureId(0), p(5, 10), p(20, 15)),
            Some(vec![p(5, 10), p(20, 10), p(20, 15)])
        );
        assert_eq!(field.road_path(FeatureId(1), p(5, 10), p(20, 15)), None);
    }
}
