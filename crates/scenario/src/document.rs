//! A TOML text as a tree that remembers on which line everything stands.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::mistake::{LineStarts, Mistake};

/// A value of the file with the line it starts on.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) line: usize,
    pub(crate) value: Value,
}

/// What a value is.
#[derive(Debug)]
pub(crate) enum Value {
    Text(String),
    Whole(i128),
    List(Vec<Node>),
    Table(Vec<Entry>),
    /// A kind of value that no key of a scenario takes, in words.
    Other(&'static str),
}

/// A key of a table with its value.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) line: usize,
    pub(crate) node: Node,
}

/// One step of the way from the top of the file to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Key(String),
    Index(usize),
}

impl From<&str> for Step {
    fn from(key: &str) -> Step {
        Step::Key(key.to_owned())
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Step {
        Step::Index(index)
    }
}

/// Writes the way to a value: `way!["sides", "blue", "units", 3]`.
macro_rules! way {
    ($($step:expr),* $(,)?) => { vec![$($crate::document::Step::from($step)),*] };
}
pub(crate) use way;

/// A file read as a tree, ready to point into.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    pub(crate) file: &'a str,
    pub(crate) top: Node,
}

impl<'a> Document<'a> {
    /// Reads the text, or lists what is wrong with its syntax.
    pub(crate) fn read(file: &'a str, text: &str) -> Result<Document<'a>, Vec<Mistake>> {
        let (table, errors) = DeTable::parse_recoverable(text);
        let lines = LineStarts::of(text);
        if errors.is_empty() {
            let top = Node { line: 1, value: table_value(table.get_ref(), &lines) };
            return Ok(Document { file, top });
        }
        Err(errors.iter().map(|error| syntax_mistake(file, &lines, error)).collect())
    }

    /// A mistake about the value at the end of `way`. `what` is put after the key: `men` + `is 0`.
    pub(crate) fn mistake(&self, way: &[Step], what: &str, remedy: impl Into<String>) -> Mistake {
        let (line, place, key) = self.point_to(way);
        let what = if key.is_empty() { what.to_owned() } else { format!("{key} {what}") };
        Mistake { file: self.file.to_owned(), line: Some(line), place, what, remedy: remedy.into() }
    }

    /// The line of a value, the name of the innermost table around it, and the key inside that table. A way that leads
    /// nowhere gives the line of the last thing on it that exists.
    fn point_to(&self, way: &[Step]) -> (usize, String, String) {
        let mut node = Some(&self.top);
        let (mut line, mut place, mut key) = (1, String::new(), String::new());
        for step in way {
            let next = node.and_then(|node| node.child(step));
            if let Some((step_line, _)) = next {
                line = step_line;
            }
            match step {
                Step::Key(word) if key.is_empty() => key.push_str(word),
                Step::Key(word) => key.push_str(&format!(".{word}")),
                Step::Index(index) => key.push_str(&format!("[{index}]")),
            }
            node = next.map(|(_, node)| node);
            if let Some(Value::Table(_)) = node.map(|node| &node.value) {
                if !place.is_empty() {
                    place.push(if place.ends_with('"') { ' ' } else { '.' });
                }
                place.push_str(&key);
                key.clear();
                if let (Step::Index(_), Some(name)) = (step, node.and_then(Node::name)) {
                    place.push_str(&format!(" \"{name}\""));
                }
            }
        }
        (line, place, key)
    }
}

impl Node {
    /// What kind of value this is, in words.
    pub(crate) fn sort(&self) -> &'static str {
        match self.value {
            Value::Text(_) => "text",
            Value::Whole(_) => "a number",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Other(sort) => sort,
        }
    }

    /// The value one step further, and the line of its key.
    fn child(&self, step: &Step) -> Option<(usize, &Node)> {
        match (&self.value, step) {
            (Value::Table(entries), Step::Key(key)) => {
                entries.iter().find(|entry| entry.key == *key).map(|entry| (entry.line, &entry.node))
            }
            (Value::List(nodes), Step::Index(index)) => nodes.get(*index).map(|node| (node.line, node)),
            _ => None,
        }
    }

    /// The `name` of a table, or its `id`.
    fn name(&self) -> Option<&str> {
        ["name", "id"].into_iter().find_map(|key| match self.child(&key.into()) {
            Some((_, Node { value: Value::Text(text), .. })) => Some(text.as_str()),
            _ => None,
        })
    }
}

impl Node {
    /// A JSON value as a tree, all of it on one line. Members that are null count as absent.
    pub(crate) fn from_json(json: &serde_json::Value, line: usize) -> Node {
        let value = match json {
            serde_json::Value::String(text) => Value::Text(text.clone()),
            serde_json::Value::Number(number) => match number.as_i64() {
                Some(number) => Value::Whole(i128::from(number)),
                None => Value::Other("not a whole number"),
            },
            serde_json::Value::Bool(_) => Value::Other("true or false"),
            serde_json::Value::Null => Value::Other("null"),
            serde_json::Value::Array(items) => {
                Value::List(items.iter().map(|item| Node::from_json(item, line)).collect())
            }
            serde_json::Value::Object(members) => {
                let present = members.iter().filter(|(_, member)| !member.is_null());
                let entry = |(key, member): (&String, &serde_json::Value)| Entry {
                    key: key.clone(),
                    line,
                    node: Node::from_json(member, line),
                };
                Value::Table(present.map(entry).collect())
            }
        };
        Node { line, value }
    }
}

fn table_value(table: &DeTable<'_>, lines: &LineStarts) -> Value {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            line: lines.line(key.span().start),
            node: node(value, lines),
        })
        .collect();
    entries.sort_by_key(|entry| entry.line);
    Value::Table(entries)
}

fn node(value: &Spanned<DeValue<'_>>, lines: &LineStarts) -> Node {
    let line = lines.line(value.span().start);
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => match i128::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Whole(number),
            Err(_) => Value::Other("a number beyond all use"),
        },
        DeValue::Float(_) => Value::Other("a decimal number"),
        DeValue::Boolean(_) => Value::Other("true or false"),
        DeValue::Datetime(_) => Value::Other("a date without quotes"),
        DeValue::Array(list) => Value::List(list.iter().map(|item| node(item, lines)).collect()),
        DeValue::Table(table) => table_value(table, lines),
    };
    Node { line, value }
}

fn syntax_mistake(file: &str, lines: &LineStarts, error: &toml::de::Error) -> Mistake {
    Mistake {
        file: file.to_owned(),
        line: error.span().map(|span| lines.line(span.start)),
        place: String::new(),
        what: format!("this is not TOML: {}", error.message().lines().collect::<Vec<_>>().join(", ")),
        remedy: "mend the line; strings stand in \"quotes\", tables in [brackets], lists in [a, b]"
            .to_owned(),
    }
}
