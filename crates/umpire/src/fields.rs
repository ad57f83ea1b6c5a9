//! The facts of a procedure, read from the JSON Schema that it publishes.

use serde_json::Value;

/// What kind of value a fact takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldKind {
    Yes,
    Number,
    Choice(Vec<String>),
    /// A group of facts, by their names.
    Group(Vec<String>),
    Other,
}

/// The fact at a dotted name, if the procedure takes it.
pub fn field_at(schema: &Value, path: &str) -> Option<FieldKind> {
    let mut at = schema;
    for name in path.split('.') {
        at = resolved(schema, at).get("properties")?.get(name)?;
    }
    Some(kind(resolved(schema, at)))
}

fn kind(node: &Value) -> FieldKind {
    let choices = choices(node);
    if !choices.is_empty() {
        return FieldKind::Choice(choices);
    }
    if let Some(group) = node.get("properties").and_then(Value::as_object) {
        return FieldKind::Group(group.keys().cloned().collect());
    }
    let is = |word: &str| match node.get("type") {
        Some(Value::String(one)) => one == word,
        Some(Value::Array(all)) => all.iter().any(|one| one == word),
        _ => false,
    };
    if is("boolean") {
        FieldKind::Yes
    } else if is("integer") || is("number") {
        FieldKind::Number
    } else {
        FieldKind::Other
    }
}

fn choices(node: &Value) -> Vec<String> {
    let words = |list: &Value| -> Vec<String> {
        list.as_array().into_iter().flatten().filter_map(|word| word.as_str().map(str::to_owned)).collect()
    };
    if let Some(all) = node.get("enum") {
        return words(all);
    }
    let of = |one: &Value| match (one.get("enum"), one.get("const").and_then(Value::as_str)) {
        (Some(all), _) => words(all),
        (None, Some(word)) => vec![word.to_owned()],
        (None, None) => Vec::new(),
    };
    node.get("oneOf").and_then(Value::as_array).into_iter().flatten().flat_map(of).collect()
}

/// Follows references, also those in a choice between something and nothing.
fn resolved<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    let mut at = schema;
    for _ in 0..8 {
        let within = at.get("anyOf").and_then(Value::as_array);
        let within = within.and_then(|all| all.iter().find(|one| one.get("type") != Some(&"null".into())));
        let named = at.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix('#'));
        match within.or(named.and_then(|name| root.pointer(name))) {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}
