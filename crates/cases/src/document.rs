//! A TOML text as a tree that remembers on which line everything stands, and keeps decimals as they were written.

use crate::decimal::Decimal;
use crate::report::Mistake;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value with the line it stands on.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) line: usize,
    pub(crate) value: Value,
}

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    Number(Decimal),
    Yes(bool),
    List(Vec<Node>),
    Table(Table),
}

/// A table, its keys in the order of the file.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) line: usize,
    pub(crate) entries: Vec<(String, Node)>,
}

/// Reads the text, or says where it is no TOML.
pub(crate) fn read(text: &str) -> Result<Table, Mistake> {
    let lines = Lines { text };
    let top = DeTable::parse(text).map_err(|error| {
        let line = error.span().map_or(1, |span| lines.of(span.start));
        let message = error.message().lines().collect::<Vec<_>>().join(", ");
        Mistake::new(line, format!("this is not TOML: {message}"))
    })?;
    table(top.get_ref(), 1, &lines)
}

impl Table {
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.entries.iter().find(|(known, _)| known == key).map(|(_, node)| node)
    }

    pub(crate) fn need(&self, key: &str, whose: &str) -> Result<&Node, Mistake> {
        self.get(key).ok_or_else(|| Mistake::new(self.line, format!("{whose} needs {key}")))
    }

    /// Every key must be one of these.
    pub(crate) fn only(&self, known: &[&str], whose: &str) -> Result<(), Mistake> {
        match self.entries.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some((key, node)) => {
                let what = format!("{whose} has no {key:?}; it takes {}", known.join(", "));
                Err(Mistake::new(node.line, what))
            }
        }
    }
}

impl Node {
    pub(crate) fn text(&self, what: &str) -> Result<&str, Mistake> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.mistake(format!("{what} is a text in \"quotes\""))),
        }
    }

    pub(crate) fn number(&self, what: &str) -> Result<Decimal, Mistake> {
        match &self.value {
            Value::Number(number) => Ok(*number),
            _ => Err(self.mistake(format!("{what} is a number"))),
        }
    }

    pub(crate) fn list(&self, what: &str) -> Result<&[Node], Mistake> {
        match &self.value {
            Value::List(items) => Ok(items),
            _ => Err(self.mistake(format!("{what} is a list in [brackets]"))),
        }
    }

    pub(crate) fn table(&self, what: &str) -> Result<&Table, Mistake> {
        match &self.value {
            Value::Table(table) => Ok(table),
            _ => Err(self.mistake(format!("{what} is a table: {{ key = value }}"))),
        }
    }

    pub(crate) fn mistake(&self, what: impl Into<String>) -> Mistake {
        Mistake::new(self.line, what)
    }

    /// The value as a ruleset reads it.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Text(text) => text.as_str().into(),
            Value::Yes(yes) => (*yes).into(),
            Value::Number(number) => number_to_json(*number),
            Value::List(items) => items.iter().map(Node::to_json).collect(),
            Value::Table(table) => table.to_json().into(),
        }
    }
}

impl Table {
    pub(crate) fn to_json(&self) -> serde_json::Map<String, serde_json::Value> {
        self.entries.iter().map(|(key, node)| (key.clone(), node.to_json())).collect()
    }
}

/// A whole number as such; a decimal by the nearest floating-point number, whose shortest text is the decimal again.
fn number_to_json(number: Decimal) -> serde_json::Value {
    serde_json::from_str(&number.to_string()).unwrap_or(serde_json::Value::Null)
}

struct Lines<'a> {
    text: &'a str,
}

impl Lines<'_> {
    fn of(&self, offset: usize) -> usize {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        1 + before.iter().filter(|byte| **byte == b'\n').count()
    }
}

fn table(from: &DeTable<'_>, line: usize, lines: &Lines<'_>) -> Result<Table, Mistake> {
    let mut entries: Vec<(usize, String, Node)> = Vec::with_capacity(from.len());
    for (key, value) in from {
        let at = key.span().start;
        let mut node = node(value, lines)?;
        node.line = lines.of(at);
        entries.push((at, key.get_ref().to_string(), node));
    }
    entries.sort_by_key(|(at, ..)| *at);
    Ok(Table { line, entries: entries.into_iter().map(|(_, key, node)| (key, node)).collect() })
}

fn node(from: &Spanned<DeValue<'_>>, lines: &Lines<'_>) -> Result<Node, Mistake> {
    let line = lines.of(from.span().start);
    let number = |text: &str| {
        let beyond = || Mistake::new(line, format!("{text} is not a number that a case can use"));
        Decimal::parse(text).map(Value::Number).ok_or_else(beyond)
    };
    let value = match from.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(whole) => match i64::from_str_radix(whole.as_str(), whole.radix()) {
            Ok(whole) => number(&whole.to_string())?,
            Err(_) => number("a number this long")?,
        },
        DeValue::Float(decimal) => number(decimal.as_str())?,
        DeValue::Boolean(yes) => Value::Yes(*yes),
        DeValue::Datetime(_) => return Err(Mistake::new(line, "no case takes a date; put it in \"quotes\"")),
        DeValue::Array(items) => {
            Value::List(items.iter().map(|item| node(item, lines)).collect::<Result<_, _>>()?)
        }
        DeValue::Table(inner) => Value::Table(table(inner, line, lines)?),
    };
    Ok(Node { line, value })
}
