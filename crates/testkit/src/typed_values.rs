//! Walks a command or an event as plain data and knows of each value what it is: a point, a heading, a piece, a side.
//! The knowledge comes from the JSON Schema of the type, so that no ruleset has to be taught.

use schemars::JsonSchema;
use serde_json::Value;

/// The schema of one type, ready to walk its values.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    schema: Value,
}

/// One value inside another: where it is, the name of its type if it is one of [`LEAVES`], and the value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Leaf {
    pub path: String,
    pub kind: &'static str,
    pub value: Value,
}

/// Types that a map of the table changes, or that are compared with tolerance. Everything else is plain.
const LEAVES: &[&str] =
    &["Point", "Heading", "Length", "UnitId", "FeatureId", "Side", "Hand", "Edge", "TableEdge", "Vector2"];
pub(crate) const PLAIN: &str = "";

impl Walk {
    pub(crate) fn of<T: JsonSchema>() -> Walk {
        Walk { schema: serde_json::to_value(schemars::schema_for!(T)).unwrap_or_default() }
    }

    /// Every value inside, in order.
    pub(crate) fn flat(&self, value: &Value) -> Vec<Leaf> {
        let mut value = value.clone();
        let mut leaves = Vec::new();
        self.visit(&self.schema, &mut value, &mut String::new(), &mut |path, kind, value| {
            leaves.push(Leaf { path: path.to_owned(), kind, value: value.clone() });
        });
        leaves
    }

    /// The value with every leaf changed in place.
    pub(crate) fn map(&self, value: &Value, change: &mut dyn FnMut(&str, &'static str, &mut Value)) -> Value {
        let mut value = value.clone();
        self.visit(&self.schema, &mut value, &mut String::new(), change);
        value
    }

    fn visit(
        &self,
        schema: &Value,
        value: &mut Value,
        path: &mut String,
        leaf: &mut dyn FnMut(&str, &'static str, &mut Value),
    ) {
        let schema = match self.leaf_or_target(schema) {
            Ok(kind) if !value.is_null() => return leaf(path, kind, value),
            Ok(_) => return leaf(path, PLAIN, value),
            Err(target) => target,
        };
        for key in ["oneOf", "anyOf", "allOf"] {
            let Some(choices) = schema.get(key).and_then(Value::as_array) else { continue };
            if let Some(choice) = choices.iter().find(|choice| self.fits(choice, value)) {
                return self.visit(choice, value, path, leaf);
            }
        }
        match value {
            Value::Object(entries) => {
                for (key, entry) in entries {
                    let inner = schema
                        .get("properties")
                        .and_then(|properties| properties.get(key))
                        .or_else(|| schema.get("additionalProperties"))
                        .unwrap_or(&Value::Null);
                    self.inside(inner, entry, key, path, leaf);
                }
            }
            Value::Array(entries) => {
                for (index, entry) in entries.iter_mut().enumerate() {
                    let inner = schema
                        .get("prefixItems")
                        .and_then(|items| items.get(index))
                        .or_else(|| schema.get("items"))
                        .unwrap_or(&Value::Null);
                    self.inside(inner, entry, &index.to_string(), path, leaf);
                }
            }
            plain => leaf(path, PLAIN, plain),
        }
    }

    fn inside(
        &self,
        schema: &Value,
        value: &mut Value,
        step: &str,
        path: &mut String,
        leaf: &mut dyn FnMut(&str, &'static str, &mut Value),
    ) {
        let length = path.len();
        path.push('.');
        path.push_str(step);
        self.visit(schema, value, path, leaf);
        path.truncate(length);
    }

    /// The name of a leaf's type, or the schema that a reference leads to.
    fn leaf_or_target<'a>(&'a self, schema: &'a Value) -> Result<&'static str, &'a Value> {
        let mut schema = schema;
        while let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name = name.rsplit('/').next().unwrap_or(name);
            if let Some(kind) = LEAVES.iter().find(|kind| **kind == name) {
                return Ok(kind);
            }
            schema = self.schema.get("$defs").and_then(|defs| defs.get(name)).unwrap_or(&Value::Null);
        }
        Err(schema)
    }

    /// Could the value be of this shape? Enough to tell the variants of an enum apart.
    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let schema = match self.leaf_or_target(schema) {
            Ok(kind) => return leaf_fits(kind, value),
            Err(target) => target,
        };
        if let Some(constant) = schema.get("const") {
            return constant == value;
        }
        if let Some(words) = schema.get("enum").and_then(Value::as_array) {
            return words.contains(value);
        }
        for key in ["oneOf", "anyOf"] {
            if let Some(choices) = schema.get(key).and_then(Value::as_array) {
                return choices.iter().any(|choice| self.fits(choice, value));
            }
        }
        let is_type = |word: &str| match word {
            "null" => value.is_null(),
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" | "number" => value.is_number(),
            _ => false,
        };
        let has_type = match schema.get("type") {
            Some(Value::String(word)) => is_type(word),
            Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).any(is_type),
            _ => true,
        };
        let required = schema.get("required").and_then(Value::as_array);
        let has_required = required
            .is_none_or(|keys| keys.iter().filter_map(Value::as_str).all(|key| value.get(key).is_some()));
        let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
        let has_only_known = !is_closed
            || value.as_object().is_none_or(|entries| {
                entries
                    .keys()
                    .all(|key| schema.get("properties").is_some_and(|known| known.get(key).is_some()))
            });
        let inner_fit = schema.get("properties").and_then(Value::as_object).is_none_or(|properties| {
            properties
                .iter()
                .filter(|_| required.is_some_and(|keys| keys.len() == 1))
                .all(|(key, inner)| value.get(key).is_none_or(|entry| self.fits(inner, entry)))
        });
        has_type && has_required && has_only_known && inner_fit
    }
}

fn leaf_fits(kind: &str, value: &Value) -> bool {
    match kind {
        "Point" | "Vector2" => value.is_object(),
        "Side" | "Hand" | "Edge" | "TableEdge" => value.is_string(),
        _ => value.is_number(),
    }
}
