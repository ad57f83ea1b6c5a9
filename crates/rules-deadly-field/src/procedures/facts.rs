//! How facts are written by hand, in cases and on the command line.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

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
