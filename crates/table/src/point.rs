//! Points and displacements on the table: x to the east, y to the north, whole micrometres.

use crate::{Heading, Length};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use std::ops::{Add, Neg, Sub};

/// No coordinate lies farther out than this (100 m), so that products of differences fit an `i64`.
pub const FARTHEST: i64 = 100_000_000;

/// A spot on the table. Read from outside, coordinates beyond [`FARTHEST`] are refused.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Point {
    /// Micrometres east of the origin.
    #[serde(deserialize_with = "coordinate")]
    pub x: i64,
    /// Micrometres north of the origin.
    #[serde(deserialize_with = "coordinate")]
    pub y: i64,
}

/// The way from one point to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Vector {
    /// Micrometres to the east.
    pub dx: i64,
    /// Micrometres to the north.
    pub dy: i64,
}

impl Point {
    /// A point at these micrometres.
    pub const fn new(x: i64, y: i64) -> Point {
        Point { x, y }
    }

    /// A point at these lengths east and north of the origin.
    pub const fn at(east: Length, north: Length) -> Point {
        Point { x: east.micrometres(), y: north.micrometres() }
    }

    /// The point that lies `length` away in the direction of `heading`, rounded to whole micrometres with halves
    /// away from the starting point, so that mirror images stay mirror images. Never beyond [`FARTHEST`].
    pub fn ahead(self, heading: Heading, length: Length) -> Point {
        let Vector { dx, dy } = Vector::along(heading, length);
        let clamp = |n: i64| n.clamp(-FARTHEST, FARTHEST);
        Point { x: clamp(self.x.saturating_add(dx)), y: clamp(self.y.saturating_add(dy)) }
    }

    /// Straight distance to another point, rounded down to whole micrometres.
    pub fn distance_to(self, other: Point) -> Length {
        (other - self).length()
    }

    /// The point half-way to another, rounded towards this one.
    pub const fn midway(self, other: Point) -> Point {
        Point { x: self.x + (other.x - self.x) / 2, y: self.y + (other.y - self.y) / 2 }
    }
}

impl Vector {
    /// A displacement of these micrometres.
    pub const fn new(dx: i64, dy: i64) -> Vector {
        Vector { dx, dy }
    }

    /// The displacement of `length` in the direction of `heading`, rounded as in [`Point::ahead`].
    pub fn along(heading: Heading, length: Length) -> Vector {
        let (sine, cosine) = heading.sine_cosine();
        let length = length.micrometres().clamp(-2 * FARTHEST, 2 * FARTHEST);
        Vector { dx: rounded_q30(sine * length), dy: rounded_q30(cosine * length) }
    }

    /// Twice the signed area between the two: positive when `other` points to the left of this one.
    pub const fn cross(self, other: Vector) -> i64 {
        self.dx * other.dy - self.dy * other.dx
    }

    /// The scalar product: positive when both point the same way.
    pub const fn dot(self, other: Vector) -> i64 {
        self.dx * other.dx + self.dy * other.dy
    }

    /// Squared length.
    pub const fn squared(self) -> u64 {
        self.dot(self) as u64
    }

    /// Length, rounded down to whole micrometres.
    pub const fn length(self) -> Length {
        Length::from_micrometres(self.squared().isqrt() as i64)
    }

    /// How far the displacement goes in the direction of a heading; negative when it goes the other way.
    pub fn measured_along(self, heading: Heading) -> Length {
        let (sine, cosine) = heading.sine_cosine();
        let far = |n: i64| i128::from(n);
        let sum = far(self.dx) * far(sine) + far(self.dy) * far(cosine);
        let half = 1_i128 << 29;
        let rounded = if sum < 0 { -((half - sum) >> 30) } else { (sum + half) >> 30 };
        Length::from_micrometres(rounded as i64)
    }

    /// The displacement turned clockwise by a fraction of a turn (65 536 to the turn), rounded to whole micrometres.
    pub fn turned(self, by: i32) -> Vector {
        Vector {
            dx: self.measured_along(Heading::EAST.turned(-by)).micrometres(),
            dy: self.measured_along(Heading::NORTH.turned(-by)).micrometres(),
        }
    }

    /// Is there no displacement at all?
    pub const fn is_zero(self) -> bool {
        self.dx == 0 && self.dy == 0
    }
}

/// A fixed-point number with 30 binary places, rounded to whole numbers with halves away from zero.
pub(crate) const fn rounded_q30(n: i64) -> i64 {
    const HALF: i64 = 1 << 29;
    if n < 0 { -((HALF - n) >> 30) } else { (n + HALF) >> 30 }
}

fn coordinate<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    let n = i64::deserialize(from)?;
    if (-FARTHEST..=FARTHEST).contains(&n) {
        Ok(n)
    } else {
        Err(D::Error::custom(format!("coordinate {n} lies beyond {FARTHEST} micrometres from the origin")))
    }
}

impl Sub for Point {
    type Output = Vector;
    #[inline]
    fn sub(self, other: Point) -> Vector {
        Vector { dx: self.x - other.x, dy: self.y - other.y }
    }
}

impl Add<Vector> for Point {
    type Output = Point;
    #[inline]
    fn add(self, way: Vector) -> Point {
        Point { x: self.x + way.dx, y: self.y + way.dy }
    }
}

impl Sub<Vector> for Point {
    type Output = Point;
    #[inline]
    fn sub(self, way: Vector) -> Point {
        Point { x: self.x - way.dx, y: self.y - way.dy }
    }
}

impl Add for Vector {
    type Output = Vector;
    fn add(self, other: Vector) -> Vector {
        Vector { dx: self.dx + other.dx, dy: self.dy + other.dy }
    }
}

impl Neg for Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        Vector { dx: -self.dx, dy: -self.dy }
    }
}

#[cfg(test)]
mod turning {
    use super::*;
    use crate::QUARTER;

    #[test]
    fn a_displacement_is_measured_along_a_heading() {
        let way = Vector::new(300, 400);
        assert_eq!(way.measured_along(Heading::EAST), Length::from_micrometres(300));
        assert_eq!(way.measured_along(Heading::SOUTH), Length::from_micrometres(-400));
        // north-east: (300 + 400) × 0.70711 = 494.97
        assert_eq!(way.measured_along(Heading::from_degrees(45)), Length::from_micrometres(495));
    }

    #[test]
    fn a_quarter_turn_clockwise_takes_north_to_east() {
        assert_eq!(Vector::new(0, 10).turned(i32::from(QUARTER)), Vector::new(10, 0));
        assert_eq!(Vector::new(10, 0).turned(i32::from(QUARTER)), Vector::new(0, -10));
        assert_eq!(Vector::new(7, 3).turned(-i32::from(QUARTER)), Vector::new(-3, 7));
        // an eighth of a turn: (0, 1000) becomes 707.1 each way
        assert_eq!(Vector::new(0, 1000).turned(8192), Vector::new(707, 707));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inches;

    #[test]
    fn ahead_follows_the_compass() {
        let start = Point::new(100, 200);
        assert_eq!(start.ahead(Heading::NORTH, inches(1)), Point::new(100, 25_600));
        assert_eq!(start.ahead(Heading::EAST, inches(1)), Point::new(25_500, 200));
        assert_eq!(start.ahead(Heading::SOUTH, inches(1)), Point::new(100, -25_200));
        assert_eq!(start.ahead(Heading::WEST, inches(1)), Point::new(-25_300, 200));
        // North-east for 100 000: 100 000 × 0.70710678 = 70 710.678, rounded up.
        let north_east = Heading::from_degrees(45);
        assert_eq!(
            Point::default().ahead(north_east, Length::from_micrometres(100_000)),
            Point::new(70_711, 70_711)
        );
    }

    #[test]
    fn wild_lengths_stop_at_the_rim() {
        assert_eq!(Point::new(0, 0).ahead(Heading::NORTH, Length::MAX), Point::new(0, FARTHEST));
        assert_eq!(Point::new(0, 0).ahead(Heading::NORTH, -Length::MAX), Point::new(0, -FARTHEST));
    }

    #[test]
    fn distances_round_down() {
        assert_eq!(Point::new(0, 0).distance_to(Point::new(3, 4)).micrometres(), 5);
        assert_eq!(Point::new(0, 0).distance_to(Point::new(1, 1)).micrometres(), 1); // 1.414
        assert_eq!(Point::new(0, 0).midway(Point::new(3, -3)), Point::new(1, -1));
    }

    #[test]
    fn far_coordinates_are_refused_on_reading() {
        assert!(serde_json::from_str::<Point>(r#"{"x":1,"y":-2}"#).is_ok());
        assert!(serde_json::from_str::<Point>(r#"{"x":1,"y":100000001}"#).is_err());
    }
}
