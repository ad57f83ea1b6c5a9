//! How facts are written by hand, in cases and on the command line.

use longroll_table::{Length, inches as whole_inches};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A length in inches, written as a number or as text such as `"4.5"` or `"4 in"`.
pub(crate) fn inches<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let text = match &value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.trim().to_owned(),
        other => return Err(serde::de::Error::custom(format!("{other} is not a length in inches"))),
    };
    crate::text::inches_in(text.trim_end_matches("in").trim()).map_err(serde::de::Error::custom)
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

/// Facts of which some are named: those that are not keep the values of `usual`, however deep they lie.
pub(crate) fn over<'de, T, D>(usual: &T, deserializer: D) -> Result<T, D::Error>
where
    T: Serialize + DeserializeOwned,
    D: Deserializer<'de>,
{
    let named = Value::deserialize(deserializer)?;
    let mut all = serde_json::to_value(usual).map_err(serde::de::Error::custom)?;
    lay_over(&mut all, named);
    serde_json::from_value(all).map_err(serde::de::Error::custom)
}

fn lay_over(under: &mut Value, named: Value) {
    match (under, named) {
        (Value::Object(under), Value::Object(named)) => {
            for (key, value) in named {
                match under.get_mut(&key) {
                    Some(known) => lay_over(known, value),
                    None => {
                        under.insert(key, value);
                    }
                }
            }
        }
        (under, named) => *under = named,
    }
}
