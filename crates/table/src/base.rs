//! A base at a pose: the rectangle that a stand of figures covers.

use crate::{Bounds, FARTHEST, Heading, Length, Point, Vector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a base stands and which way it looks: the middle of the base, and its facing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Pose {
    /// The middle of the base.
    pub at: Point,
    /// The direction of its front.
    pub facing: Heading,
}

impl Pose {
    /// A pose at a point with a facing.
    pub const fn new(at: Point, facing: Heading) -> Pose {
        Pose { at, facing }
    }

    /// The same facing, `length` farther along `heading`.
    pub fn moved(self, heading: Heading, length: Length) -> Pose {
        Pose { at: self.at.ahead(heading, length), facing: self.facing }
    }
}

/// The measure of a base: `front` from side to side, `depth` from front to rear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct BaseSize {
    /// Side to side.
    pub front: Length,
    /// Front to rear.
    pub depth: Length,
}

impl BaseSize {
    /// A base of this front and depth.
    pub const fn new(front: Length, depth: Length) -> BaseSize {
        BaseSize { front, depth }
    }
}

/// One of the four edges of a base. Listed in the order in which doubtful contact is given: see `contact_edge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// The edge it faces over.
    Front,
    /// Its right-hand edge.
    Right,
    /// The edge behind.
    Rear,
    /// Its left-hand edge.
    Left,
}

impl Edge {
    /// All four, clockwise from the front.
    pub const ALL: [Edge; 4] = [Edge::Front, Edge::Right, Edge::Rear, Edge::Left];
}

/// A base on the table: a rectangle with a front.
///
/// Corners are snapped to whole micrometres, each mirrored through the middle exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    pose: Pose,
    size: BaseSize,
    corners: [Point; 4],
    bounds: Bounds,
}

impl Rect {
    /// Puts a base of this size down at this pose. A negative size counts as none.
    pub fn new(pose: Pose, size: BaseSize) -> Rect {
        let (sine, cosine) = pose.facing.sine_cosine();
        let front = size.front.micrometres().clamp(0, FARTHEST);
        let depth = size.depth.micrometres().clamp(0, FARTHEST);
        // Half the depth along the facing, plus or minus half the front along the right hand.
        let half = |n: i64| if n < 0 { -rounded_half_q30(-n) } else { rounded_half_q30(n) };
        let to_right = Vector::new(half(depth * sine + front * cosine), half(depth * cosine - front * sine));
        let to_left = Vector::new(half(depth * sine - front * cosine), half(depth * cosine + front * sine));
        let at = pose.at;
        let corners = [at + to_left, at + to_right, at - to_left, at - to_right];
        Rect { pose, size, corners, bounds: Bounds::of(&corners) }
    }

    /// Where it stands and which way it looks.
    pub const fn pose(&self) -> Pose {
        self.pose
    }

    /// Its measure.
    pub const fn size(&self) -> BaseSize {
        self.size
    }

    /// Its facing.
    pub const fn facing(&self) -> Heading {
        self.pose.facing
    }

    /// The middle of the base.
    pub const fn centre(&self) -> Point {
        self.pose.at
    }

    /// Front left, front right, rear right, rear left: clockwise.
    pub const fn corners(&self) -> &[Point; 4] {
        &self.corners
    }

    /// The box around it.
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The middle of the front edge, rounded to whole micrometres.
    pub fn front_middle(&self) -> Point {
        let (sine, cosine) = self.pose.facing.sine_cosine();
        let depth = self.size.depth.micrometres().clamp(0, FARTHEST);
        let half = |n: i64| if n < 0 { -rounded_half_q30(-n) } else { rounded_half_q30(n) };
        self.pose.at + Vector::new(half(depth * sine), half(depth * cosine))
    }

    /// Both ends of an edge, clockwise around the base.
    pub const fn edge(&self, edge: Edge) -> (Point, Point) {
        let [front_left, front_right, rear_right, rear_left] = self.corners;
        match edge {
            Edge::Front => (front_left, front_right),
            Edge::Right => (front_right, rear_right),
            Edge::Rear => (rear_right, rear_left),
            Edge::Left => (rear_left, front_left),
        }
    }

    /// The direction square outward from an edge.
    pub const fn edge_normal(&self, edge: Edge) -> Heading {
        match edge {
            Edge::Front => self.pose.facing,
            Edge::Right => self.pose.facing.right(),
            Edge::Rear => self.pose.facing.opposite(),
            Edge::Left => self.pose.facing.left(),
        }
    }

    /// The same base displaced, its facing kept.
    pub fn shifted(&self, by: Vector) -> Rect {
        Rect {
            pose: Pose { at: self.pose.at + by, facing: self.pose.facing },
            size: self.size,
            corners: self.corners.map(|corner| corner + by),
            bounds: self.bounds.shifted(by),
        }
    }
}

/// Half of a number with 30 binary places, rounded with halves up. For numbers that are not negative.
const fn rounded_half_q30(n: i64) -> i64 {
    (n + (1 << 30)) >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{inches, thousandths};

    fn base(x: i64, y: i64, degrees: i32) -> Rect {
        let pose = Pose::new(Point::new(x, y), Heading::from_degrees(degrees));
        Rect::new(pose, BaseSize::new(inches(4), inches(2)))
    }

    #[test]
    fn corners_go_clockwise_from_front_left() {
        // 4 in front: 50 800 to each side; 2 in depth: 25 400 ahead and behind.
        let north = base(0, 0, 0);
        assert_eq!(
            north.corners(),
            &[
                Point::new(-50_800, 25_400),
                Point::new(50_800, 25_400),
                Point::new(50_800, -25_400),
                Point::new(-50_800, -25_400)
            ]
        );
        let east = base(0, 0, 90);
        assert_eq!(
            east.corners(),
            &[
                Point::new(25_400, 50_800),
                Point::new(25_400, -50_800),
                Point::new(-25_400, -50_800),
                Point::new(-25_400, 50_800)
            ]
        );
        assert_eq!(east.front_middle(), Point::new(25_400, 0));
        assert_eq!(north.edge(Edge::Left), (Point::new(-50_800, -25_400), Point::new(-50_800, 25_400)));
        assert_eq!(north.edge_normal(Edge::Left), Heading::WEST);
        assert_eq!(east.edge_normal(Edge::Rear), Heading::WEST);
    }

    #[test]
    fn a_turned_base() {
        // Facing north-east: ahead is 25 400 × 0.7071 = 17 960.512 each way; right is (+35 921.02, -35 921.02).
        let base = base(0, 0, 45);
        assert_eq!(base.corners()[1], Point::new(53_882, -17_961)); // 53 881.54, -17 960.51
        assert_eq!(base.corners()[0], Point::new(-17_961, 53_882));
        assert_eq!(base.corners()[2], Point::new(17_961, -53_882));
        assert_eq!(base.front_middle(), Point::new(17_961, 17_961));
    }

    #[test]
    fn odd_sizes_stay_centred() {
        let size = BaseSize::new(Length::from_micrometres(5), thousandths(-3));
        let rect = Rect::new(Pose::default(), size);
        // Half of 5 is 2.5, rounded away from the middle; no depth.
        assert_eq!(rect.corners()[0], Point::new(-3, 0));
        assert_eq!(rect.corners()[1], Point::new(3, 0));
    }

    #[test]
    fn shifting_keeps_the_shape() {
        let there = base(700, -300, 33);
        assert_eq!(base(0, 0, 33).shifted(Vector::new(700, -300)), there);
    }
}
