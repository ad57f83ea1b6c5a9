//! Exact fractions, for odds and averages.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// The most decimals that are ever written.
const MOST_DECIMALS: u32 = 60;

/// An exact fraction in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    num: BigInt,
    den: BigUint,
}

impl Fraction {
    /// `num / den`, brought to lowest terms.
    ///
    /// # Panics
    /// If `den` is zero.
    pub fn new(num: impl Into<BigInt>, den: impl Into<BigUint>) -> Self {
        let (num, den) = (num.into(), den.into());
        assert!(den != BigUint::ZERO, "a fraction over zero");
        let common = num.magnitude().gcd(&den);
        Self { num: num / BigInt::from(common.clone()), den: den / common }
    }

    /// The number above the line.
    pub fn numerator(&self) -> &BigInt {
        &self.num
    }

    /// The number below the line, never zero.
    pub fn denominator(&self) -> &BigUint {
        &self.den
    }

    /// The product of the two.
    pub fn times(&self, other: &Fraction) -> Fraction {
        Fraction::new(&self.num * &other.num, &self.den * &other.den)
    }

    /// The sum of the two.
    pub fn plus(&self, other: &Fraction) -> Fraction {
        let over = |one: &Fraction, den: &BigUint| &one.num * BigInt::from(den.clone());
        Fraction::new(over(self, &other.den) + over(other, &self.den), &self.den * &other.den)
    }

    /// A chance as "one in so many", cut to a whole number; the greatest `u64` for what is rarer or does not come about.
    pub fn one_in(&self) -> u64 {
        if self.num.sign() != Sign::Plus {
            return u64::MAX;
        }
        u64::try_from(&self.den / self.num.magnitude()).unwrap_or(u64::MAX)
    }

    /// The whole part, cut towards zero; the nearest that an `i64` can hold if it is larger.
    pub fn whole(&self) -> i64 {
        let whole = &self.num / BigInt::from(self.den.clone());
        let most = if whole < BigInt::ZERO { i64::MIN } else { i64::MAX };
        i64::try_from(whole).unwrap_or(most)
    }

    /// As a decimal number, rounded to so many decimals (at most 60), halves away from zero: "3.50".
    pub fn decimal_text(&self, decimals: u32) -> String {
        self.scaled_text(0, decimals)
    }

    /// As a percentage, rounded to so many decimals (at most 60), halves away from zero: "13.89 %".
    pub fn percent_text(&self, decimals: u32) -> String {
        format!("{} %", self.percent_digits(decimals))
    }

    /// The same without the sign: "13.89".
    pub fn percent_digits(&self, decimals: u32) -> String {
        self.scaled_text(2, decimals)
    }

    /// Close to the fraction, for drawing bars. Never decide anything by it.
    pub fn as_f64(&self) -> f64 {
        let shifted: BigUint = (self.num.magnitude() << 64) / &self.den;
        let word = 2f64.powi(64);
        let size = shifted.iter_u64_digits().rev().fold(0.0, |size, digit| size * word + digit as f64) / word;
        if self.num.sign() == Sign::Minus { -size } else { size }
    }

    /// The fraction times 10^`shift`, rounded to so many decimals.
    fn scaled_text(&self, shift: u32, decimals: u32) -> String {
        let decimals = decimals.min(MOST_DECIMALS);
        let ten = BigUint::from(10u8);
        // Twice the number and one more half, so that halves go up.
        let doubled = self.num.magnitude() * ten.pow(shift + decimals) * 2u8 + &self.den;
        let rounded = doubled / (&self.den * 2u8);
        let minus = if self.num.sign() == Sign::Minus && rounded != BigUint::ZERO { "-" } else { "" };
        let (whole, rest) = rounded.div_rem(&ten.pow(decimals));
        match decimals {
            0 => format!("{minus}{whole}"),
            _ => format!("{minus}{whole}.{:0>width$}", rest.to_string(), width = decimals as usize),
        }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == BigUint::from(1u8) {
            write!(f, "{}", self.num)
        } else {
            write!(f, "{}/{}", self.num, self.den)
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = &self.num * BigInt::from(other.den.clone());
        let right = &other.num * BigInt::from(self.den.clone());
        left.cmp(&right)
    }
}

/// A fraction as programs outside see it: exact as two texts of digits, since they may be of any length, and rounded.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Fraction")]
struct FractionShape {
    numerator: String,
    denominator: String,
    /// Rounded to six decimals.
    decimal: String,
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        FractionShape {
            numerator: self.num.to_string(),
            denominator: self.den.to_string(),
            decimal: self.decimal_text(6),
        }
        .serialize(serializer)
    }
}

impl JsonSchema for Fraction {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        FractionShape::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        FractionShape::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(num: i64, den: u64) -> Fraction {
        Fraction::new(num, den)
    }

    #[test]
    fn whole_part() {
        assert_eq!([fraction(7, 2), fraction(-7, 2), fraction(1, 3)].map(|it| it.whole()), [3, -3, 0]);
        let vast: BigInt = BigInt::from(i64::MAX) * 4_u32;
        assert_eq!(Fraction::new(vast.clone(), 1_u32).whole(), i64::MAX);
        assert_eq!(Fraction::new(-vast, 1_u32).whole(), i64::MIN);
    }

    #[test]
    fn lowest_terms() {
        assert_eq!(fraction(10, 72).to_string(), "5/36");
        assert_eq!(fraction(-10, 72).to_string(), "-5/36");
        assert_eq!(fraction(0, 72).to_string(), "0");
        assert_eq!(fraction(72, 72).to_string(), "1");
        assert_eq!(fraction(7, 2).to_string(), "7/2");
    }

    #[test]
    fn decimals_are_rounded_by_whole_numbers() {
        assert_eq!(fraction(5, 36).percent_text(2), "13.89 %"); // 13.888…
        assert_eq!(fraction(1, 3).percent_text(0), "33 %");
        assert_eq!(fraction(2, 3).percent_text(1), "66.7 %");
        assert_eq!(fraction(1, 8).percent_text(0), "13 %"); // 12.5 goes up
        assert_eq!(fraction(1, 1).percent_text(2), "100.00 %");
        assert_eq!(fraction(1, 2000).percent_text(2), "0.05 %");
        assert_eq!(fraction(1, 1_000_000).percent_text(2), "0.00 %");
        assert_eq!(fraction(7, 2).decimal_text(2), "3.50");
        assert_eq!(fraction(-7, 2).decimal_text(0), "-4"); // 3.5 away from zero
        assert_eq!(fraction(-1, 1000).decimal_text(2), "0.00");
        assert_eq!(fraction(1, 1).decimal_text(u32::MAX).len(), 62); // "1." and 60 zeros
    }

    #[test]
    fn order_and_floats() {
        assert!(fraction(1, 3) < fraction(1, 2));
        assert!(fraction(-1, 2) < fraction(-1, 3));
        assert_eq!(fraction(-7, 2).as_f64(), -3.5);
        assert_eq!(fraction(3, 8).as_f64(), 0.375);
        assert_eq!(Fraction::new(BigInt::from(3) << 4000, BigUint::from(2u8) << 4000).as_f64(), 1.5);
    }

    #[test]
    fn json_of_a_fraction() {
        let json = serde_json::to_string(&fraction(10, 72)).unwrap();
        assert_eq!(json, r#"{"numerator":"5","denominator":"36","decimal":"0.138889"}"#);
    }
}
