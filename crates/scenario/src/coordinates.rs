//! Coordinates of GeoJSON, read exactly: decimals become thousandths of a yard without passing through floating point.

use crate::terrain::Spot;

/// A number, or a list of such things: the way GeoJSON nests coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Nested {
    /// Thousandths of a yard.
    Number(i64),
    List(Vec<Nested>),
}

impl Nested {
    /// The entries of a list; of a number, none.
    pub(crate) fn items(&self) -> Vec<&Nested> {
        match self {
            Nested::List(items) => items.iter().collect(),
            Nested::Number(_) => Vec::new(),
        }
    }

    /// A list of positions.
    pub(crate) fn as_spots(&self) -> Option<Vec<Spot>> {
        match self {
            Nested::List(items) => items.iter().map(Nested::as_spot).collect(),
            Nested::Number(_) => None,
        }
    }

    /// A position: two numbers, and perhaps a height, which is passed over.
    fn as_spot(&self) -> Option<Spot> {
        match self.items()[..] {
            [Nested::Number(x), Nested::Number(y)] => Some(Spot { x: *x, y: *y }),
            [Nested::Number(x), Nested::Number(y), Nested::Number(_)] => Some(Spot { x: *x, y: *y }),
            _ => None,
        }
    }
}

/// Reads nested coordinates from valid JSON. None when something in it is neither list nor plain number, or is too large.
pub(crate) fn read_coordinates(json: &str) -> Option<Nested> {
    // Lists still open, outermost first. GeoJSON never nests deeper than four.
    let mut open: Vec<Vec<Nested>> = Vec::new();
    let mut rest = json.trim_start();
    loop {
        let done = match rest.as_bytes().first()? {
            b'[' if open.len() < 8 => {
                open.push(Vec::new());
                rest = rest[1..].trim_start();
                continue;
            }
            b']' => {
                rest = &rest[1..];
                Nested::List(open.pop()?)
            }
            b',' => {
                rest = rest[1..].trim_start();
                continue;
            }
            _ => {
                let length = rest.find([',', ']', ' ', '\t', '\r', '\n']).unwrap_or(rest.len());
                let number = thousandths(&rest[..length])?;
                rest = &rest[length..];
                Nested::Number(number)
            }
        };
        rest = rest.trim_start();
        match open.last_mut() {
            Some(list) => list.push(done),
            None => return rest.is_empty().then_some(done),
        }
    }
}

/// A plain decimal number in thousandths, rounded half away from zero. None for exponents and for a million or more.
fn thousandths(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !plain(whole) || !plain(part) || whole.len() > 6 {
        return None;
    }
    let digit = |index: usize| part.as_bytes().get(index).map_or(0, |byte| i64::from(byte - b'0'));
    let rounding = if digit(3) >= 5 { 1 } else { 0 };
    let value = whole.parse::<i64>().ok()? * 1_000 + digit(0) * 100 + digit(1) * 10 + digit(2) + rounding;
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_exactly() {
        // A yard is a thousand thousandths; the fourth decimal decides the rounding, away from zero.
        for (text, expected) in [
            ("12", Some(12_000)),
            ("12.5", Some(12_500)),
            ("0.0004", Some(0)),
            ("0.0005", Some(1)),
            ("-0.0005", Some(-1)),
            ("-3.1416", Some(-3_142)),
            ("999999.999", Some(999_999_999)),
            ("1000000", None),
            ("1e3", None),
            ("true", None),
            ("", None),
            ("-", None),
        ] {
            assert_eq!(thousandths(text), expected, "{text}");
        }
    }

    #[test]
    fn nesting_is_kept() {
        let line = read_coordinates(" [ [1, 2], [3.5, 4, 100] ] ").expect("two positions");
        assert_eq!(line.as_spots(), Some(vec![Spot { x: 1_000, y: 2_000 }, Spot { x: 3_500, y: 4_000 }]));
        assert_eq!(read_coordinates("[[1, \"a\"]]"), None);
        assert_eq!(read_coordinates("null"), None);
        assert_eq!(read_coordinates("[[[[[[[[[1]]]]]]]]]"), None);
    }
}
