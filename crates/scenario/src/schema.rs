//! The published JSON Schema of `scenario.toml`, and the comparison of a file with it.
//!
//! The schema is derived from the types, and the checker walks a file along that same schema: so editors that use the
//! published file and `longroll scenario check` know exactly the same keys and words. Unlike plain reading, the walk does
//! not stop at the first mistake.

use serde_json::Value as Json;

use crate::battle::Scenario;
use crate::document::{Document, Node, Step, Value};
use crate::mistake::{Mistake, use_one_of};

/// The JSON Schema of `scenario.toml`, as published in `schemas/scenario.schema.json`.
pub fn schema_text() -> String {
    let mut text = serde_json::to_string_pretty(&schema_of::<Scenario>()).unwrap_or_default();
    text.push('\n');
    text
}

/// The schema of one type as plain JSON.
pub(crate) fn schema_of<T: schemars::JsonSchema>() -> Json {
    schemars::schema_for!(T).to_value()
}

/// Everything in which a file departs from a schema: unknown and missing keys, wrong kinds of values, unknown words.
pub(crate) fn departures(document: &Document<'_>, schema: &Json) -> Vec<Mistake> {
    let mut walk = Walk { document, schema, way: Vec::new(), found: Vec::new() };
    walk.compare(&document.top, schema);
    walk.found
}

/// The way through one file.
struct Walk<'a> {
    document: &'a Document<'a>,
    schema: &'a Json,
    way: Vec<Step>,
    found: Vec<Mistake>,
}

impl Walk<'_> {
    fn compare(&mut self, node: &Node, schema: &Json) {
        let schema = resolve(self.schema, schema);
        let words = words_of(schema);
        if !words.is_empty() {
            return match &node.value {
                Value::Text(text) if words.contains(&text.as_str()) => {}
                Value::Text(text) => self.report(&format!("\"{text}\" is not known"), use_one_of(words)),
                _ => self.report(&format!("is {}, not a word", node.sort()), use_one_of(words)),
            };
        }
        match (sort_of(schema), &node.value) {
            ("object", Value::Table(_)) => self.compare_table(node, schema),
            ("array", Value::List(items)) => self.compare_list(items, schema),
            ("integer", Value::Whole(number)) => self.compare_whole(*number, schema),
            ("string", Value::Text(_)) | ("", _) => {}
            _ => self
                .report(&format!("is {}", node.sort()), format!("write {}", expected(self.schema, schema))),
        }
    }

    fn compare_table(&mut self, node: &Node, schema: &Json) {
        let Value::Table(entries) = &node.value else { return };
        let known = schema["properties"].as_object();
        for entry in entries {
            self.way.push(Step::Key(entry.key.clone()));
            match known.and_then(|known| known.get(&entry.key)) {
                Some(schema) => self.compare(&entry.node, schema),
                None => match &schema["additionalProperties"] {
                    Json::Bool(false) => {
                        let mut keys: Vec<_> =
                            known.into_iter().flat_map(|known| known.keys().map(String::as_str)).collect();
                        keys.sort_unstable();
                        self.report("is not a key of this table", use_one_of(keys));
                    }
                    rest @ Json::Object(_) => self.compare(&entry.node, rest),
                    _ => {}
                },
            }
            self.way.pop();
        }
        for key in schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str) {
            if !entries.iter().any(|entry| entry.key == key) {
                let wanted = expected(self.schema, &schema["properties"][key]);
                self.way.push(key.into());
                self.report("is missing", format!("add {key} = {wanted}"));
                self.way.pop();
            }
        }
    }

    fn compare_list(&mut self, items: &[Node], schema: &Json) {
        let length = items.len() as u64;
        if schema["minItems"].as_u64().is_some_and(|least| length < least)
            || schema["maxItems"].as_u64().is_some_and(|most| length > most)
        {
            let wanted = expected(self.schema, schema);
            self.report(&format!("has {length} entries"), format!("write {wanted}"));
        }
        for (index, item) in items.iter().enumerate() {
            self.way.push(index.into());
            self.compare(item, &schema["items"]);
            self.way.pop();
        }
    }

    fn compare_whole(&mut self, number: i128, schema: &Json) {
        let (least, most) = match schema["format"].as_str() {
            Some("uint16") => (0, i128::from(u16::MAX)),
            Some("uint32") => (0, i128::from(u32::MAX)),
            Some("int8") => (i128::from(i8::MIN), i128::from(i8::MAX)),
            _ => (i128::from(i32::MIN), i128::from(i32::MAX)),
        };
        if number < least || number > most {
            self.report(&format!("is {number}"), format!("use a whole number from {least} to {most}"));
        }
    }

    fn report(&mut self, what: &str, remedy: impl Into<String>) {
        let mistake = self.document.mistake(&self.way, what, remedy);
        self.found.push(mistake);
    }
}

/// Follows references, and looks through "or nothing" to what an optional key holds.
fn resolve<'a>(top: &'a Json, mut schema: &'a Json) -> &'a Json {
    for _ in 0..8 {
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
            schema = &top["$defs"][name];
        } else if let Some(choices) = schema["anyOf"].as_array() {
            match choices.iter().find(|choice| choice["type"] != "null") {
                Some(choice) => schema = choice,
                None => return schema,
            }
        } else {
            return schema;
        }
    }
    schema
}

/// The words of a closed list; empty when the schema is no such list.
fn words_of(schema: &Json) -> Vec<&str> {
    let plain = schema["enum"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let documented = schema["oneOf"].as_array().into_iter().flatten().flat_map(|choice| {
        choice["const"]
            .as_str()
            .into_iter()
            .chain(choice["enum"].as_array().into_iter().flatten().filter_map(Json::as_str))
    });
    plain.chain(documented).collect()
}

/// The JSON type a schema asks for, "null" left out; empty when it asks for none.
fn sort_of(schema: &Json) -> &str {
    match &schema["type"] {
        Json::String(sort) => sort,
        Json::Array(sorts) => {
            sorts.iter().filter_map(Json::as_str).find(|sort| *sort != "null").unwrap_or("")
        }
        _ => "",
    }
}

/// What a schema asks for, in words.
fn expected(top: &Json, schema: &Json) -> String {
    let schema = resolve(top, schema);
    let words = words_of(schema);
    if !words.is_empty() {
        return format!("one of {}", words.join(", "));
    }
    match sort_of(schema) {
        "string" => "text in \"quotes\"".to_owned(),
        "integer" => "a whole number".to_owned(),
        "object" => "a table".to_owned(),
        "array" => match schema["minItems"].as_u64() {
            Some(2) => "[x, y] in yards".to_owned(),
            Some(4) => "[west, south, east, north] in yards".to_owned(),
            _ => "a list in [brackets]".to_owned(),
        },
        _ => "another value".to_owned(),
    }
}
