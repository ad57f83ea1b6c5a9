//! Lengths in whole micrometres, and the one place where measuring slack lives.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A length in micrometres. Exact for centimetres, eighths of an inch, and every fifth thousandth of an inch (127 µm).
///
/// Arithmetic saturates, so a wild number from outside can never stop the program.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Length(i64);

/// How much measuring slack every comparison forgives.
///
/// Poses and corners are snapped to whole micrometres, so a base that was put down "exactly" six inches away may
/// be found one or two micrometres farther off. A comparison that fails by no more than the grain passes. The
/// slack is applied by [`Length::within`], [`Length::at_least`], [`Length::touches`] and [`Length::about`], and by
/// the overlap tests, and nowhere else.
pub const GRAIN: Length = Length(5);

/// Whole inches. One inch is 25 400 micrometres.
pub const fn inches(n: i64) -> Length {
    Length(n.saturating_mul(25_400))
}

/// Whole centimetres. One centimetre is 10 000 micrometres.
pub const fn cm(n: i64) -> Length {
    Length(n.saturating_mul(10_000))
}

/// Thousandths of an inch, rounded to the nearest micrometre (halves away from zero).
pub const fn thousandths(n: i64) -> Length {
    let tenths = n.saturating_mul(254);
    let half = if tenths < 0 { -5 } else { 5 };
    Length(tenths.saturating_add(half) / 10)
}

impl Length {
    /// No length at all.
    pub const ZERO: Length = Length(0);
    /// Longer than anything on a table.
    pub const MAX: Length = Length(i64::MAX);

    /// A length of that many micrometres.
    pub const fn from_micrometres(n: i64) -> Length {
        Length(n)
    }

    /// The length in micrometres.
    pub const fn micrometres(self) -> i64 {
        self.0
    }

    /// Half the length, rounded towards zero.
    pub const fn half(self) -> Length {
        Length(self.0 / 2)
    }

    /// The length without its sign.
    pub const fn abs(self) -> Length {
        Length(self.0.saturating_abs())
    }

    /// Is this no more than `limit`? The limit itself counts, and so does an excess of up to the [`GRAIN`].
    pub const fn within(self, limit: Length) -> bool {
        self.0 <= limit.0.saturating_add(GRAIN.0)
    }

    /// Is this no less than `limit`? The limit itself counts, and so does a shortfall of up to the [`GRAIN`].
    pub const fn at_least(self, limit: Length) -> bool {
        self.0.saturating_add(GRAIN.0) >= limit.0
    }

    /// Is a gap of this length as good as contact?
    pub const fn touches(self) -> bool {
        self.0 <= GRAIN.0
    }

    /// Are the two lengths equal but for the [`GRAIN`]?
    pub const fn about(self, other: Length) -> bool {
        self.0.saturating_sub(other.0).saturating_abs() <= GRAIN.0
    }

    /// The length in inches with at most two decimals, for people: "6", "6.25", "0.9".
    pub fn in_inches(self) -> String {
        with_two_decimals(self.0, 25_400)
    }

    /// The length in centimetres with at most two decimals, for people.
    pub fn in_centimetres(self) -> String {
        with_two_decimals(self.0, 10_000)
    }
}

/// `n / unit` rounded to hundredths (halves away from zero), trailing zeros trimmed.
fn with_two_decimals(n: i64, unit: i128) -> String {
    let hundredths = (i128::from(n).abs() * 200 + unit) / (2 * unit);
    let sign = if n < 0 && hundredths > 0 { "-" } else { "" };
    let (whole, part) = (hundredths / 100, hundredths % 100);
    match part {
        0 => format!("{sign}{whole}"),
        p if p % 10 == 0 => format!("{sign}{whole}.{}", p / 10),
        p => format!("{sign}{whole}.{p:02}"),
    }
}

impl Add for Length {
    type Output = Length;
    fn add(self, other: Length) -> Length {
        Length(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Length {
    fn add_assign(&mut self, other: Length) {
        *self = *self + other;
    }
}

impl Sub for Length {
    type Output = Length;
    fn sub(self, other: Length) -> Length {
        Length(self.0.saturating_sub(other.0))
    }
}

impl SubAssign for Length {
    fn sub_assign(&mut self, other: Length) {
        *self = *self - other;
    }
}

impl Neg for Length {
    type Output = Length;
    fn neg(self) -> Length {
        Length(self.0.saturating_neg())
    }
}

impl Mul<i64> for Length {
    type Output = Length;
    fn mul(self, times: i64) -> Length {
        Length(self.0.saturating_mul(times))
    }
}

impl Sum for Length {
    fn sum<I: Iterator<Item = Length>>(lengths: I) -> Length {
        lengths.fold(Length::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_exact() {
        assert_eq!(inches(6).micrometres(), 152_400); // 6 × 25 400
        assert_eq!(cm(30).micrometres(), 300_000);
        assert_eq!(thousandths(500), inches(1).half());
        assert_eq!(thousandths(1).micrometres(), 25); // 25.4
        assert_eq!(thousandths(-2).micrometres(), -51); // -50.8
        assert_eq!(inches(i64::MAX), Length::MAX);
    }

    #[test]
    fn slack_is_one_grain_and_no_more() {
        let six = inches(6);
        let over = |n| six + Length::from_micrometres(n);
        assert!(over(5).within(six) && !over(6).within(six));
        assert!(over(-5).at_least(six) && !over(-6).at_least(six));
        assert!(over(5).about(six) && over(-5).about(six) && !over(6).about(six) && !over(-6).about(six));
        assert!(Length::from_micrometres(5).touches() && !Length::from_micrometres(6).touches());
        assert!(Length::MAX.within(Length::MAX));
    }

    #[test]
    fn text_for_people() {
        assert_eq!(inches(6).in_inches(), "6");
        assert_eq!(thousandths(6250).in_inches(), "6.25");
        assert_eq!(thousandths(900).in_inches(), "0.9");
        assert_eq!(Length::from_micrometres(-12_700).in_inches(), "-0.5");
        assert_eq!(Length::from_micrometres(-1).in_inches(), "0");
        assert_eq!(Length::from_micrometres(127).in_inches(), "0.01"); // 0.005 in rounds up
        assert_eq!(cm(15).in_centimetres(), "15");
        assert_eq!(Length::from_micrometres(10_499).in_centimetres(), "1.05");
    }

    #[test]
    fn a_length_is_written_as_plain_micrometres() {
        assert_eq!(serde_json::to_string(&inches(1)).unwrap(), "25400");
        assert_eq!(serde_json::from_str::<Length>("25400").unwrap(), inches(1));
    }
}
