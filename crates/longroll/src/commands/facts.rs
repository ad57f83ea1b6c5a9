//! Facts on the command line: `range=4.5`, `charger.morale=5`, and what a procedure takes.

use crate::report::Failure;
use serde_json::{Map, Number, Value};

/// Deeper names than any procedure has.
const DEEPEST: usize = 8;
/// More digits than this would be rounded by a number, so they stay text, which lengths are read from exactly.
const MOST_DIGITS: usize = 15;

/// Reads `key=value` pairs into one object; dots in a key lead into objects within it.
pub(crate) fn read(pairs: &[String]) -> Result<Value, Failure> {
    let mut facts = Map::new();
    for pair in pairs {
        let Some((key, text)) = pair.split_once('=') else {
            return Err(Failure::usage(format!("{pair:?} is not a fact; write key=value, such as range=4")));
        };
        let parts: Vec<&str> = key.split('.').collect();
        if parts.iter().any(|part| part.is_empty()) || parts.len() > DEEPEST {
            return Err(Failure::usage(format!(
                "{key:?} is not a name of a fact; write it like charger.morale"
            )));
        }
        put(&mut facts, &parts, value(text)).map_err(|()| {
            Failure::usage(format!("{key} is given twice, or both as one fact and as a group; give it once"))
        })?;
    }
    Ok(Value::Object(facts))
}

fn put(facts: &mut Map<String, Value>, parts: &[&str], value: Value) -> Result<(), ()> {
    match parts {
        [] => Err(()),
        [last] if facts.contains_key(*last) => Err(()),
        [last] => {
            facts.insert((*last).to_owned(), value);
            Ok(())
        }
        [first, rest @ ..] => {
            let group = facts.entry(*first).or_insert_with(|| Value::Object(Map::new()));
            put(group.as_object_mut().ok_or(())?, rest, value)
        }
    }
}

fn value(text: &str) -> Value {
    match text {
        "yes" | "true" => Value::Bool(true),
        "no" | "false" => Value::Bool(false),
        _ => number(text).or_else(|| list(text)).unwrap_or_else(|| Value::String(text.to_owned())),
    }
}

/// A list is written as in JSON.
fn list(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().filter(Value::is_array)
}

fn number(text: &str) -> Option<Value> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_decimal =
        [whole, rest].iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    if !is_decimal || digits.len() > MOST_DIGITS {
        return None;
    }
    if digits.contains('.') {
        return text.parse::<f64>().ok().and_then(Number::from_f64).map(Value::Number);
    }
    text.parse::<i64>().ok().map(|whole| Value::Number(whole.into()))
}

/// One fact that a procedure takes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Taken {
    pub key: String,
    pub values: String,
    pub default: Option<String>,
    pub about: String,
}

/// The facts of a JSON Schema, those in groups by their dotted names.
pub(crate) fn taken(schema: &Value) -> Vec<Taken> {
    let mut found = Vec::new();
    gather(schema, schema, &Value::Null, "", 0, &mut found);
    found
}

fn gather(root: &Value, schema: &Value, defaults: &Value, stem: &str, depth: usize, found: &mut Vec<Taken>) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    for (name, property) in properties {
        let shape = resolved(root, property);
        let key = format!("{stem}{name}");
        let default = defaults.get(name).or_else(|| property.get("default")).unwrap_or(&Value::Null);
        if shape.get("properties").is_some() && depth < DEEPEST {
            gather(root, shape, default, &format!("{key}."), depth + 1, found);
            continue;
        }
        let about = [property, shape].into_iter().find_map(|place| place.get("description")?.as_str());
        found.push(Taken {
            key,
            values: values(root, shape),
            default: shown(default),
            about: about.unwrap_or_default().replace('\n', " "),
        });
    }
}

/// Follows references, also those in a choice between something and nothing.
fn resolved<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    let mut at = schema;
    for _ in 0..DEEPEST {
        let choice = at.get("anyOf").and_then(Value::as_array);
        let within =
            choice.and_then(|all| all.iter().find(|one| one.get("type") != Some(&Value::from("null"))));
        let named =
            at.get("$ref").and_then(Value::as_str).and_then(|name| root.pointer(name.strip_prefix('#')?));
        match within.or(named) {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}

fn values(root: &Value, schema: &Value) -> String {
    let words = |schema: &Value| -> Vec<String> {
        let listed = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
        listed.chain(schema.get("const")).filter_map(shown).collect()
    };
    let mut all = words(schema);
    for one in schema.get("oneOf").and_then(Value::as_array).into_iter().flatten() {
        all.extend(words(resolved(root, one)));
    }
    if !all.is_empty() {
        return all.join(", ");
    }
    let kind = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.first(),
        other => other,
    };
    match kind.and_then(Value::as_str) {
        Some("boolean") => "yes or no".to_owned(),
        Some("integer") => "a whole number".to_owned(),
        Some("number") => "a number".to_owned(),
        Some("array") => listed(root, schema),
        _ => "text".to_owned(),
    }
}

/// A list, and what its entries take.
fn listed(root: &Value, schema: &Value) -> String {
    let entry = schema.get("items").map(|items| resolved(root, items));
    let Some(properties) = entry.and_then(|entry| entry.get("properties")?.as_object()) else {
        return "a list in JSON".to_owned();
    };
    let keys = properties.iter().map(|(key, of)| match values(root, resolved(root, of)).as_str() {
        "yes or no" => format!("{key} (true or false)"),
        other => format!("{key} ({other})"),
    });
    format!("a list in JSON; its entries may have {}", keys.collect::<Vec<_>>().join(", "))
}

fn shown(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Bool(false) => Some("no".to_owned()),
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pairs(given: &[&str]) -> Vec<String> {
        given.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn words_numbers_and_groups() {
        let facts =
            read(&pairs(&["a=yes", "b=false", "c=-4", "d=4.5", "e.f=infantry", "e.g.h=1=2", "i="])).unwrap();
        let expected = json!({"a": true, "b": false, "c": -4, "d": 4.5, "e": {"f": "infantry", "g": {"h": "1=2"}}, "i": ""});
        assert_eq!(facts, expected);
        let list = read(&pairs(&[r#"orders=[{}, {"same": true}]"#, "other=[1"])).unwrap();
        assert_eq!(list, json!({"orders": [{}, {"same": true}], "other": "[1"}));
    }

    #[test]
    fn what_is_no_plain_number_stays_text() {
        for text in
            ["1e5", "4in", ".5", "5.", "--1", "1.2.3", "NaN", "12345678901234567890", "0.12345678901234567"]
        {
            assert_eq!(value(text), Value::String(text.to_owned()), "{text}");
        }
    }

    #[test]
    fn bad_pairs_are_refused() {
        for bad in [
            &["range"][..],
            &["=4"],
            &[".a=1"],
            &["a..b=1"],
            &["a=1", "a=2"],
            &["a=1", "a.b=2"],
            &["a.b=1", "a=2"],
        ] {
            let failure = read(&pairs(bad)).unwrap_err();
            assert_eq!(failure.code, 2, "{bad:?}");
        }
    }

    #[test]
    fn a_schema_lists_its_facts_with_defaults() {
        let schema = json!({
            "properties": {
                "range": { "type": "number", "default": 2.0, "description": "How far." },
                "who": { "$ref": "#/$defs/Who", "default": { "kind": "foot" } },
                "weapon": { "anyOf": [{ "$ref": "#/$defs/Kind" }, { "type": "null" }] },
                "all": { "type": "array", "items": { "$ref": "#/$defs/Who" } },
            },
            "$defs": {
                "Who": { "properties": { "kind": { "$ref": "#/$defs/Kind" }, "ready": { "type": "boolean" } } },
                "Kind": { "oneOf": [{ "enum": ["foot", "horse"] }, { "const": "guns", "description": "big" }] },
            }
        });
        let found = taken(&schema);
        let shown: Vec<_> =
            found.iter().map(|f| (f.key.as_str(), f.values.as_str(), f.default.as_deref())).collect();
        // in the order of the names
        let entries = "a list in JSON; its entries may have kind (foot, horse, guns), ready (true or false)";
        let expected = [
            ("all", entries, None),
            ("range", "a number", Some("2.0")),
            ("weapon", "foot, horse, guns", None),
            ("who.kind", "foot, horse, guns", Some("foot")),
            ("who.ready", "yes or no", None),
        ];
        assert_eq!(shown, expected);
        assert_eq!(found[1].about, "How far.");
    }
}
