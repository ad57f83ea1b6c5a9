//! What a case expects, held against what came out.

use crate::decimal::Decimal;
use crate::document::{Node, Value};
use longroll_kit::{Fact, UnitId};
use longroll_table::{Length, cm, inches};
use std::collections::BTreeMap;

/// The names of units, by which an event's numbers can be told.
pub(crate) type Names = BTreeMap<String, UnitId>;

/// Does the value agree? Whole numbers, texts and answers exactly, decimals to a hundredth; of a table only the keys
/// named. In events, a name stands for its unit and "6 in" or "15 cm" for a length.
pub(crate) fn agrees(expected: &Node, actual: &serde_json::Value, names: &Names) -> bool {
    use serde_json::Value as Json;
    match (&expected.value, actual) {
        (Value::Text(text), Json::String(word)) => text == word,
        (Value::Text(text), Json::Null) => text == "none",
        (Value::Text(text), Json::Number(number)) => {
            let is_unit = names.get(text).is_some_and(|unit| number.as_u64() == Some(u64::from(unit.0)));
            is_unit || length(text).zip(number.as_i64()).is_some_and(|(length, n)| is_about(length, n))
        }
        (Value::Number(wanted), Json::Number(number)) => {
            Decimal::parse(&number.to_string()).is_some_and(|number| wanted.agrees_with(number))
        }
        (Value::Yes(wanted), Json::Bool(yes)) => wanted == yes,
        (Value::List(wanted), Json::Array(items)) => {
            wanted.len() == items.len()
                && wanted.iter().zip(items).all(|(wanted, item)| agrees(wanted, item, names))
        }
        (Value::Table(wanted), Json::Object(members)) => wanted
            .entries
            .iter()
            .all(|(key, wanted)| members.get(key).is_some_and(|member| agrees(wanted, member, names))),
        _ => false,
    }
}

/// Is this the event meant? A text names the kind of event; a table also what is in it.
pub(crate) fn is_event(expected: &Node, event: &serde_json::Value, names: &Names) -> bool {
    match (&expected.value, event) {
        (Value::Text(kind), serde_json::Value::Object(members)) => members.contains_key(kind),
        _ => agrees(expected, event, names),
    }
}

/// Does a fact that a procedure decided agree?
pub(crate) fn fact_agrees(expected: &Node, fact: &Fact) -> bool {
    match (&expected.value, fact) {
        (Value::Yes(wanted), Fact::Yes(yes)) => wanted == yes,
        (Value::Number(wanted), Fact::Number(number)) => wanted.agrees_with(Decimal::whole(*number)),
        (Value::Text(wanted), Fact::Word(word)) => wanted == word,
        _ => false,
    }
}

/// A fact as it is written in a case.
pub(crate) fn fact_text(fact: &Fact) -> String {
    match fact {
        Fact::Yes(yes) => yes.to_string(),
        Fact::Number(number) => number.to_string(),
        Fact::Word(word) => (*word).to_owned(),
    }
}

/// An expected value as text, for people.
pub(crate) fn shown(node: &Node) -> String {
    node.to_json().to_string()
}

/// Equal to a hundredth of an inch.
fn is_about(length: Length, micrometres: i64) -> bool {
    (length - Length::from_micrometres(micrometres)).abs() <= Length::from_micrometres(254)
}

fn length(text: &str) -> Option<Length> {
    let (number, unit) = text.rsplit_once(' ')?;
    let unit = match unit {
        "in" => inches(1),
        "cm" => cm(1),
        _ => return None,
    };
    Decimal::parse(number.trim())?.of_unit(unit)
}
