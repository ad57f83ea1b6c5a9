//! Numbers as people write them in commands, cases and facts: lengths, angles and places, exact to the micrometre and without
//! floating point.

use longroll_table::{Heading, Length, Point};
use serde::{Deserialize, Deserializer, Serializer};
use serde_json::Value;

const INCH: i64 = 25_400;
const CENTIMETRE: i64 = 10_000;
/// No length that a rule looks at is longer: 100 metres.
const LONGEST: u64 = 100_000_000;

/// A decimal number times `scale`, rounded to the nearest whole.
pub fn decimal(text: &str, scale: i64) -> Option<i64> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if digits.is_empty() || !all_digits(whole) || !all_digits(fraction) || digits.len() > 24 {
        return None;
    }
    let number: i128 = format!("{whole}{fraction}").parse().ok()?;
    let denominator = 10_i128.pow(u32::try_from(fraction.len()).ok()?);
    let twice = number.checked_mul(i128::from(scale))?.checked_mul(2)?;
    let rounded = twice.checked_add(denominator)? / (denominator * 2);
    i64::try_from(if negative { -rounded } else { rounded }).ok()
}

pub fn degrees_in(text: &str) -> Result<Heading, String> {
    let millidegrees = decimal(text, 1000).ok_or_else(|| format!("{text:?} is not an angle in degrees"))?;
    Ok(Heading::from_millidegrees(millidegrees))
}

/// `6`, `4.5` or `4.5 in`.
pub fn inches_in(text: &str) -> Result<Length, String> {
    length_in(text, "in", INCH).ok_or_else(|| format!("{text:?} is not a length in inches"))
}

/// `6`, `4.5` or `4.5 cm`.
pub fn centimetres_in(text: &str) -> Result<Length, String> {
    length_in(text, "cm", CENTIMETRE).ok_or_else(|| format!("{text:?} is not a length in centimetres"))
}

fn length_in(text: &str, unit: &str, scale: i64) -> Option<Length> {
    let digits = text.trim().trim_end_matches(unit).trim();
    decimal(digits, scale).filter(|length| length.unsigned_abs() <= LONGEST).map(Length::from_micrometres)
}

/// A place in inches: `12.5,30`.
pub fn place_in_inches(text: &str) -> Result<Point, String> {
    let (x, y) =
        text.split_once(',').ok_or_else(|| format!("{text:?} is not a place; write x,y in inches"))?;
    Ok(Point { x: inches_in(x)?.micrometres(), y: inches_in(y)?.micrometres() })
}

/// A length in inches with as many decimals as it takes to read the same micrometre back.
pub fn write_inches(length: Length) -> String {
    write(length, INCH)
}

/// A length in centimetres with as many decimals as it takes to read the same micrometre back.
pub fn write_centimetres(length: Length) -> String {
    write(length, CENTIMETRE)
}

fn write(length: Length, unit: i64) -> String {
    let micrometres = length.micrometres();
    let sign = if micrometres < 0 { "-" } else { "" };
    let unit = i128::from(unit);
    let millionths = (i128::from(micrometres.unsigned_abs()) * 1_000_000 + unit / 2) / unit;
    let text = format!("{sign}{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A place in inches, as [`place_in_inches`] reads it.
pub fn write_place_in_inches(place: Point) -> String {
    let inches = |micrometres| write_inches(Length::from_micrometres(micrometres));
    format!("{},{}", inches(place.x), inches(place.y))
}

/// A number or a text, as it was written.
pub fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn length_from<'de, D: Deserializer<'de>>(
    deserializer: D,
    read: fn(&str) -> Result<Length, String>,
) -> Result<Option<Length>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        value @ (Value::Number(_) | Value::String(_)) => {
            read(&plain(&value)).map(Some).map_err(serde::de::Error::custom)
        }
        other => Err(serde::de::Error::custom(format!("{other} is not a length"))),
    }
}

/// Whole numbers as numbers, others as text.
fn length_to<S: Serializer>(length: Length, unit: i64, serializer: S) -> Result<S::Ok, S::Error> {
    if length.micrometres() % unit == 0 {
        serializer.serialize_i64(length.micrometres() / unit)
    } else {
        serializer.serialize_str(&write(length, unit))
    }
}

/// For `#[serde(with = "longroll_kit::inches")]`: a length in inches, as a number or as text.
pub mod inches {
    use super::*;

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
        length_from(deserializer, inches_in)?.ok_or_else(|| serde::de::Error::custom("a length is missing"))
    }

    pub fn serialize<S: Serializer>(length: &Length, serializer: S) -> Result<S::Ok, S::Error> {
        length_to(*length, INCH, serializer)
    }
}

/// For `#[serde(with = "longroll_kit::centimetres")]`: a length in centimetres, as a number or as text.
pub mod centimetres {
    use super::*;

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
        length_from(deserializer, centimetres_in)?
            .ok_or_else(|| serde::de::Error::custom("a length is missing"))
    }

    pub fn serialize<S: Serializer>(length: &Length, serializer: S) -> Result<S::Ok, S::Error> {
        length_to(*length, CENTIMETRE, serializer)
    }
}

/// For `#[serde(with = "longroll_kit::centimetres_or_none")]`: the same, where a length may be left out.
pub mod centimetres_or_none {
    use super::*;

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Length>, D::Error> {
        length_from(deserializer, centimetres_in)
    }

    pub fn serialize<S: Serializer>(length: &Option<Length>, serializer: S) -> Result<S::Ok, S::Error> {
        match length {
            Some(length) => length_to(*length, CENTIMETRE, serializer),
            None => serializer.serialize_none(),
        }
    }
}
