//! One text for one state, so that two machines can compare what they hold.

use serde::Serialize;
use serde_json::Value;

/// The BLAKE3 hash, as 64 hexadecimal digits, of a state's canonical JSON: no blanks, the keys of every object sorted.
///
/// A state that JSON cannot hold has no hash; its ruleset has to mend that.
pub fn state_hash<S: Serialize>(state: &S) -> Result<String, String> {
    let value =
        serde_json::to_value(state).map_err(|error| format!("the state cannot be written: {error}"))?;
    Ok(blake3::hash(canonical(&value).as_bytes()).to_hex().to_string())
}

/// The one text of a value.
pub(crate) fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

/// The keys are sorted here, since whether `serde_json` keeps them sorted depends on how it was built.
fn write(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(key, _)| *key);
            out.push('{');
            for (place, (key, member)) in members.into_iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push(':');
                write(member, out);
            }
            out.push('}');
        }
        plain => out.push_str(&plain.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_sorted_and_blanks_left_out() {
        #[derive(Serialize)]
        struct Toy {
            zeal: Vec<u8>,
            arm: &'static str,
        }
        let mut text = String::new();
        write(&serde_json::to_value(Toy { zeal: vec![2, 1], arm: "a\"b" }).unwrap(), &mut text);
        assert_eq!(text, r#"{"arm":"a\"b","zeal":[2,1]}"#);
    }

    #[test]
    fn what_json_cannot_hold_has_no_hash() {
        let odd = std::collections::BTreeMap::from([((1, 2), 3)]);
        assert!(state_hash(&odd).is_err());
    }
}
