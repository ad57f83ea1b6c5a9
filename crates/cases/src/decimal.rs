//! Decimal numbers by their digits, so that what a case says is exact.

use longroll_table::{FARTHEST, Length};
use std::fmt;

/// A decimal number: `digits / 10^places`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    digits: i128,
    places: u32,
}

/// Digits that are read at all; what follows is cut off.
const MOST_DIGITS: usize = 30;
/// Decimals that are kept. A micrometre is the fifth decimal of an inch.
const MOST_PLACES: u32 = 15;
/// No number in a case is larger.
const LARGEST: i128 = 1_000_000_000_000_000;

impl Decimal {
    pub(crate) fn whole(number: i64) -> Decimal {
        Decimal { digits: i128::from(number), places: 0 }
    }

    /// The number written as `12`, `-0.25`, `1_000.5` or `2.5e-3`; nothing when it is none or beyond all use.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let text = text.replace('_', "");
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
            None => (text.as_str(), 0),
        };
        let (sign, number) = match number.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, number.strip_prefix('+').unwrap_or(number)),
        };
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = !whole.is_empty() && all_digits(whole) && all_digits(part);
        if !is_number || whole.len() > MOST_DIGITS {
            return None;
        }
        let part = &part[..part.len().min(MOST_DIGITS - whole.len())];
        let part = part.trim_end_matches('0');
        let digits: i128 = format!("{whole}{part}").parse().ok()?;
        let places = i32::try_from(part.len()).ok()?.checked_sub(exponent)?;
        let decimal = match u32::try_from(places) {
            _ if digits == 0 => Decimal::whole(0),
            Ok(places) if places <= MOST_PLACES => Decimal { digits, places },
            Ok(places) => {
                let cut = 10_i128.checked_pow(places - MOST_PLACES);
                Decimal { digits: cut.map_or(0, |cut| digits / cut), places: MOST_PLACES }
            }
            Err(_) => {
                let digits = digits.checked_mul(10_i128.checked_pow(places.unsigned_abs())?)?;
                Decimal { digits, places: 0 }
            }
        };
        let is_of_use = decimal.digits <= LARGEST * 10_i128.pow(decimal.places);
        is_of_use.then_some(Decimal { digits: sign * decimal.digits, ..decimal })
    }

    pub(crate) fn is_whole(self) -> bool {
        self.digits % 10_i128.pow(self.places) == 0
    }

    /// Equal if both are whole numbers; otherwise no farther apart than one hundredth.
    pub(crate) fn agrees_with(self, other: Decimal) -> bool {
        let places = self.places.max(other.places).max(2);
        let scaled = |number: Decimal| number.digits * 10_i128.pow(places - number.places);
        let apart = (scaled(self) - scaled(other)).abs();
        if self.is_whole() && other.is_whole() { apart == 0 } else { apart <= 10_i128.pow(places - 2) }
    }

    /// So many units of length, to the nearest micrometre, halves away from zero; nothing when it is beyond any table.
    pub(crate) fn of_unit(self, unit: Length) -> Option<Length> {
        let divisor = 10_i128.pow(self.places);
        let doubled =
            self.digits.abs().checked_mul(i128::from(unit.micrometres()).checked_mul(2)?)? + divisor;
        let size = i64::try_from(doubled / (divisor * 2)).ok().filter(|size| *size <= FARTHEST)?;
        Some(Length::from_micrometres(if self.digits < 0 { -size } else { size }))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minus = if self.digits < 0 { "-" } else { "" };
        let divisor = 10_u128.pow(self.places);
        let (whole, part) = (self.digits.unsigned_abs() / divisor, self.digits.unsigned_abs() % divisor);
        if self.places == 0 {
            return write!(f, "{minus}{whole}");
        }
        write!(f, "{minus}{whole}.{part:0places$}", places = self.places as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use longroll_table::inches;

    fn micrometres(text: &str) -> Option<i64> {
        Some(Decimal::parse(text)?.of_unit(inches(1))?.micrometres())
    }

    #[test]
    fn inches_become_micrometres_exactly() {
        // An inch is 25 400 micrometres: 0.1 in = 2540, 7.25 in = 184 150, 0.9 in = 22 860.
        assert_eq!(micrometres("0.1"), Some(2540));
        assert_eq!(micrometres("7.25"), Some(184_150));
        assert_eq!(micrometres("-0.9"), Some(-22_860));
        assert_eq!(micrometres("2.5e-3"), Some(64), "63.5 rounds away from zero");
        assert_eq!(micrometres("1e2"), Some(2_540_000));
        assert_eq!(micrometres("1_0.0"), Some(254_000));
    }

    #[test]
    fn what_is_no_number_of_use_is_refused() {
        for text in [
            "",
            "-",
            ".5",
            "inf",
            "nan",
            "1e99",
            "1.2.3",
            "99999999999999999999999",
            "1e15000",
            "2e15",
            "5 in",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
        assert_eq!(micrometres("100000"), None, "2540 metres");
        assert_eq!(Decimal::parse("0e99"), Some(Decimal::whole(0)));
    }

    #[test]
    fn whole_numbers_agree_exactly_and_decimals_to_a_hundredth() {
        let agree = |a: &str, b: &str| Decimal::parse(a).unwrap().agrees_with(Decimal::parse(b).unwrap());
        assert!(agree("3", "3.0") && !agree("3", "4"));
        assert!(agree("15", "15.004") && agree("15.01", "15") && !agree("15.011", "15"));
        // What a floating-point number leaves behind.
        assert!(
            agree("15", "14.999960629921260") && agree("0", "0.00003937007874015748") && agree("0", "1e-300")
        );
        assert!(agree("0.333", "0.34") && !agree("-1.5", "1.5"));
        assert_eq!(Decimal::parse("-0.250").unwrap().to_string(), "-0.25");
    }
}
