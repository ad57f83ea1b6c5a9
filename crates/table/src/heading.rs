//! Compass headings as a fraction of a turn, with integer sine and cosine.

use crate::Vector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A compass bearing: 65 536 units to the full turn, 0 is north, clockwise, so 16 384 is east.
///
/// 45 and 22½ degrees are whole numbers of units; one unit is about a third of a minute of arc.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Heading(pub u16);

/// Units in a quarter turn.
pub const QUARTER: u16 = 16_384;

impl Heading {
    /// Along growing y.
    pub const NORTH: Heading = Heading(0);
    /// Along growing x.
    pub const EAST: Heading = Heading(QUARTER);
    /// Along falling y.
    pub const SOUTH: Heading = Heading(2 * QUARTER);
    /// Along falling x.
    pub const WEST: Heading = Heading(3 * QUARTER);

    /// The heading nearest to that many degrees clockwise from north. Any number of turns may be given.
    pub const fn from_degrees(degrees: i32) -> Heading {
        Heading::from_millidegrees(degrees as i64 * 1000)
    }

    /// The heading nearest to that many thousandths of a degree clockwise from north (halves round clockwise).
    pub const fn from_millidegrees(millidegrees: i64) -> Heading {
        let turn = millidegrees.rem_euclid(360_000);
        Heading(((turn * 65_536 + 180_000) / 360_000) as u16)
    }

    /// The heading in degrees with at most two decimals, for people.
    /// The nearest of the sixteen points of the compass, for people.
    pub fn in_words(self) -> &'static str {
        const POINTS: [&str; 16] = [
            "north",
            "north-north-east",
            "north-east",
            "east-north-east",
            "east",
            "east-south-east",
            "south-east",
            "south-south-east",
            "south",
            "south-south-west",
            "south-west",
            "west-south-west",
            "west",
            "west-north-west",
            "north-west",
            "north-north-west",
        ];
        POINTS[usize::from(self.0.wrapping_add(2048) >> 12)]
    }

    pub fn to_degrees_text(self) -> String {
        let hundredths = (u64::from(self.0) * 36_000 + 32_768) / 65_536 % 36_000;
        match (hundredths / 100, hundredths % 100) {
            (whole, 0) => format!("{whole}"),
            (whole, part) if part % 10 == 0 => format!("{whole}.{}", part / 10),
            (whole, part) => format!("{whole}.{part:02}"),
        }
    }

    /// This heading turned clockwise by so many units (anticlockwise when negative).
    pub const fn turned(self, by: i32) -> Heading {
        Heading(self.0.wrapping_add(by as u16))
    }

    /// A quarter turn clockwise.
    pub const fn right(self) -> Heading {
        Heading(self.0.wrapping_add(QUARTER))
    }

    /// A quarter turn anticlockwise.
    pub const fn left(self) -> Heading {
        Heading(self.0.wrapping_sub(QUARTER))
    }

    /// The way back.
    pub const fn opposite(self) -> Heading {
        Heading(self.0.wrapping_add(2 * QUARTER))
    }

    /// The smallest turn from `self` to `other` in units, clockwise positive: -32 767 to 32 768.
    pub const fn difference(self, other: Heading) -> i32 {
        let turn = other.0.wrapping_sub(self.0) as i32;
        if turn > 32_768 { turn - 65_536 } else { turn }
    }

    /// Sine and cosine with 30 binary places: east and north components of a step of length 2³⁰.
    ///
    /// Computed from integers only. Quarter turns and mirror images give exactly swapped and negated values.
    pub const fn sine_cosine(self) -> (i64, i64) {
        let within = self.0 % QUARTER;
        let (sine, cosine) = (sine_in_quarter(within), sine_in_quarter(QUARTER - within));
        match self.0 / QUARTER {
            0 => (sine, cosine),
            1 => (cosine, -sine),
            2 => (-sine, -cosine),
            _ => (-cosine, sine),
        }
    }

    /// The heading nearest to the direction of a displacement; none for no displacement.
    pub fn of(way: Vector) -> Option<Heading> {
        if way.is_zero() {
            return None;
        }
        let (x, y) = (i128::from(way.dx).abs(), i128::from(way.dy).abs());
        let steep = if x <= y { units_in_octant(x, y) } else { QUARTER - units_in_octant(y, x) };
        let units = match (way.dx >= 0, way.dy >= 0) {
            (true, true) => steep,
            (true, false) => (2 * QUARTER).wrapping_sub(steep),
            (false, false) => (2 * QUARTER).wrapping_add(steep),
            (false, true) => steep.wrapping_neg(),
        };
        Some(Heading(units))
    }
}

/// The units nearest to the angle whose tangent is `x / y`, for `0 <= x <= y`: 0 to 8192.
///
/// The boundary between two neighbouring units is the sum of their unit steps.
fn units_in_octant(x: i128, y: i128) -> u16 {
    let (mut low, mut high) = (0, QUARTER / 2);
    while low < high {
        let middle = (low + high) / 2;
        let (s0, c0) = Heading(middle).sine_cosine();
        let (s1, c1) = Heading(middle + 1).sine_cosine();
        if x * i128::from(c0 + c1) > y * i128::from(s0 + s1) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Sine of 0 ..= 16 384 units, rounded to 30 binary places: coarse and fine table joined by the addition theorem.
const fn sine_in_quarter(units: u16) -> i64 {
    let (coarse, fine) = ((units / 128) as usize, (units % 128) as usize);
    let sum =
        COARSE[coarse] as i128 * FINE[fine].1 as i128 + COARSE[128 - coarse] as i128 * FINE[fine].0 as i128;
    // Both factors carry 60 places; 90 must go.
    ((sum + (1 << 89)) >> 90) as i64
}

/// Sines of whole steps of 128 units over a quarter turn, 60 binary places.
static COARSE: [i64; 129] = coarse();
/// Sine and cosine of 0 .. 128 units, 60 binary places.
static FINE: [(i64, i64); 128] = fine();

const fn coarse() -> [i64; 129] {
    let mut table = [0; 129];
    let mut i = 0;
    while i <= 128 {
        table[i] = series(i as i128 * 128, 1);
        i += 1;
    }
    table
}

const fn fine() -> [(i64, i64); 128] {
    let mut table = [(0, 0); 128];
    let mut i = 0;
    while i < 128 {
        table[i] = (series(i as i128, 1), series(i as i128, 0));
        i += 1;
    }
    table
}

/// Power series of the sine (`first` = 1) or cosine (`first` = 0) of an angle in units, worked with 62 binary
/// places and given with 60.
const fn series(units: i128, first: i128) -> i64 {
    /// π/2 with 62 binary places.
    const RIGHT_ANGLE: i128 = 0x6487_ED51_10B4_611A;
    let x = units * RIGHT_ANGLE / QUARTER as i128;
    let square = (x * x) >> 62;
    let mut term = if first == 1 { x } else { 1 << 62 };
    let mut sum = term;
    let mut k = first;
    while term != 0 {
        term = -(((term * square) >> 62) / ((k + 1) * (k + 2)));
        sum += term;
        k += 2;
    }
    ((sum + 2) >> 2) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: i64 = 1 << 30;

    #[test]
    fn degrees_become_units() {
        assert_eq!(Heading::from_degrees(90), Heading::EAST);
        assert_eq!(Heading::from_degrees(45).0, 8192);
        assert_eq!(Heading::from_millidegrees(22_500).0, 4096);
        assert_eq!(Heading::from_degrees(-90), Heading::WEST);
        assert_eq!(Heading::from_degrees(720), Heading::NORTH);
        assert_eq!(Heading::from_millidegrees(359_999), Heading::NORTH); // 65 535.8 rounds to a full turn
        assert_eq!(Heading::from_degrees(30).to_degrees_text(), "30"); // 5461.33 units -> 29.998
        assert_eq!(Heading(4096).to_degrees_text(), "22.5");
        assert_eq!(Heading(65_535).to_degrees_text(), "359.99");
    }

    #[test]
    fn turning() {
        assert_eq!(Heading::NORTH.turned(-16_384), Heading::WEST);
        assert_eq!(Heading::WEST.turned(16_384), Heading::NORTH);
        assert_eq!(Heading::EAST.opposite(), Heading::WEST);
        assert_eq!(Heading::NORTH.right(), Heading::EAST);
        assert_eq!(Heading::NORTH.left(), Heading::WEST);
        assert_eq!(Heading::WEST.difference(Heading::NORTH), 16_384);
        assert_eq!(Heading::NORTH.difference(Heading::WEST), -16_384);
        assert_eq!(Heading::NORTH.difference(Heading::SOUTH), 32_768);
    }

    #[test]
    fn sines_of_known_angles() {
        assert_eq!(Heading::NORTH.sine_cosine(), (0, ONE));
        assert_eq!(Heading::EAST.sine_cosine(), (ONE, 0));
        assert_eq!(Heading::SOUTH.sine_cosine(), (0, -ONE));
        assert_eq!(Heading::WEST.sine_cosine(), (-ONE, 0));
        // √½ × 2³⁰ = 759 250 124.99
        assert_eq!(Heading::from_degrees(45).sine_cosine(), (759_250_125, 759_250_125));
    }

    #[test]
    fn every_sine_is_the_nearest_whole_number_and_symmetric() {
        for units in 0..=u16::MAX {
            let heading = Heading(units);
            let (s, c) = heading.sine_cosine();
            let angle = f64::from(units) / 32_768.0 * std::f64::consts::PI;
            assert!((s as f64 - angle.sin() * ONE as f64).abs() < 0.500_01, "sine of {units}");
            assert!((c as f64 - angle.cos() * ONE as f64).abs() < 0.500_01, "cosine of {units}");
            assert_eq!(heading.right().sine_cosine(), (c, -s));
            assert_eq!(Heading(units.wrapping_neg()).sine_cosine(), (-s, c));
        }
    }

    #[test]
    fn every_heading_is_found_again_from_its_step() {
        for units in 0..=u16::MAX {
            let (dx, dy) = Heading(units).sine_cosine();
            assert_eq!(Heading::of(Vector { dx, dy }), Some(Heading(units)));
            let (dx, dy) = (dx >> 12, dy >> 12);
            let far = Heading::of(Vector { dx, dy }).unwrap();
            assert!(Heading(units).difference(far).abs() <= 1);
        }
        assert_eq!(Heading::of(Vector::default()), None);
        assert_eq!(Heading::of(Vector::new(i64::MAX, i64::MAX)), Some(Heading::from_degrees(45)));
    }
}
