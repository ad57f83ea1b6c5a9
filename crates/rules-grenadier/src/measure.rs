//! Numbers written by hand: inches, degrees and places, exact and without floating point.

use longroll_table::{Heading, Length, Point, inches};
use serde::{Deserialize, Deserializer, Serializer};

/// Whole inches, rounded up: what the range brackets are read by (GRE-GEN-08).
pub fn inches_up(length: Length) -> u32 {
    let inch = inches(1).micrometres();
    let over = (length.micrometres() - longroll_table::GRAIN.micrometres()).max(0);
    u32::try_from((over + inch - 1) / inch).unwrap_or(u32::MAX)
}

/// So many half inches.
pub fn half_inches(halves: u32) -> Length {
    Length::from_micrometres(i64::from(halves) * (inches(1).micrometres() / 2))
}

/// A length in inches, written as a number or as text such as `"4.5"` or `"4 in"`.
pub(crate) fn from_inches<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
    let value = serde_json::Value::deserialize(deserializer)?;
    length(&value).map_err(serde::de::Error::custom)
}

/// The same way back: whole inches as a number, others as text.
pub(crate) fn to_inches<S: Serializer>(length: &Length, serializer: S) -> Result<S::Ok, S::Error> {
    let inch = inches(1).micrometres();
    if length.micrometres() % inch == 0 {
        serializer.serialize_i64(length.micrometres() / inch)
    } else {
        serializer.serialize_str(&length.in_inches())
    }
}

pub(crate) fn length(value: &serde_json::Value) -> Result<Length, String> {
    let text = plain(value);
    inches_in(text.trim().trim_end_matches("in").trim())
}

pub(crate) fn place([x, y]: &[serde_json::Value; 2]) -> Result<Point, String> {
    Ok(Point::at(length(x)?, length(y)?))
}

pub(crate) fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

pub(crate) fn degrees_in(text: &str) -> Result<Heading, String> {
    let millidegrees = decimal(text, 1000).ok_or_else(|| format!("{text:?} is not an angle in degrees"))?;
    Ok(Heading::from_millidegrees(millidegrees))
}

pub(crate) fn inches_in(text: &str) -> Result<Length, String> {
    let text = text.trim_end_matches("in");
    decimal(text, 25_400)
        .filter(|length| length.unsigned_abs() <= 10_000_000)
        .map(Length::from_micrometres)
        .ok_or_else(|| format!("{text:?} is not a length in inches"))
}

pub(crate) fn point_in(text: &str) -> Result<Point, String> {
    let (x, y) =
        text.split_once(',').ok_or_else(|| format!("{text:?} is not a place; write x,y in inches"))?;
    Ok(Point { x: inches_in(x)?.micrometres(), y: inches_in(y)?.micrometres() })
}

/// Micrometres as inches with as many decimals as it takes to read the same micrometre back.
pub(crate) fn decimal_inches(micrometres: i64) -> String {
    const INCH: i64 = 25_400;
    let sign = if micrometres < 0 { "-" } else { "" };
    let millionths =
        (i128::from(micrometres.unsigned_abs()) * 1_000_000 + i128::from(INCH / 2)) / i128::from(INCH);
    let text = format!("{sign}{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A decimal number times `scale`, rounded to the nearest whole.
fn decimal(text: &str, scale: i128) -> Option<i64> {
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
    let rounded = (number * scale * 2 + denominator) / (denominator * 2);
    i64::try_from(if negative { -rounded } else { rounded }).ok()
}
