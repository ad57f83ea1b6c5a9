//! How facts are written by hand, in cases and on the command line.

use longroll_table::{Length, inches as whole_inches};
use serde::{Deserialize, Deserializer, Serializer};

/// A length in inches, written as a number or as text such as `"4.5"` or `"4 in"`.
pub(crate) fn inches<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
    let value = serde_json::Value::deserialize(deserializer)?;
    let text = match &value {
        serde_json::Value::Number(number) => number.to_string(),
        serde_json::Value::String(text) => text.trim().to_owned(),
        other => return Err(serde::de::Error::custom(format!("{other} is not a length in inches"))),
    };
    crate::command::inches_in(text.trim_end_matches("in").trim()).map_err(serde::de::Error::custom)
}

/// The same way back: whole inches as a number, others as text.
pub(crate) fn in_inches<S: Serializer>(length: &Length, serializer: S) -> Result<S::Ok, S::Error> {
    let inch = whole_inches(1).micrometres();
    if length.micrometres() % inch == 0 {
        serializer.serialize_i64(length.micrometres() / inch)
    } else {
        serializer.serialize_str(&length.in_inches())
    }
}
