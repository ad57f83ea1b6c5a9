//! The id of a clause of a rulebook: which rule asks for this roll.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// The longest clause id, in bytes.
pub const CLAUSE_LENGTH: usize = 23;

/// The id of a clause, such as `ap.fire.hit` or `QP-COMBAT-04`: 1 to 23 letters, digits, dots, dashes or underscores.
///
/// It is small and `Copy`, so that rolls, modifiers and log lines can carry it about freely, and it compares
/// and sorts as its text does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause {
    // The text stands first and is padded with zeros, so that the derived order is the order of the text.
    text: [u8; CLAUSE_LENGTH],
    len: u8,
}

/// Why a text is not a clause id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{text:?} is not a clause id: it takes 1 to {CLAUSE_LENGTH} letters, digits, dots, dashes or underscores"
)]
pub struct BadClause {
    /// The text as given, shortened if it is very long.
    pub text: String,
}

impl Clause {
    /// A clause id written in the program. A bad one stops compilation when the clause is a `const`.
    ///
    /// # Panics
    /// If the text is not a clause id. Use [`Clause::parse`] for text that comes from outside.
    pub const fn new(text: &'static str) -> Self {
        match Self::from_bytes(text.as_bytes()) {
            Some(clause) => clause,
            None => panic!("a clause id takes 1 to 23 letters, digits, dots, dashes or underscores"),
        }
    }

    /// A clause id from a file or from a person.
    pub fn parse(text: &str) -> Result<Self, BadClause> {
        Self::from_bytes(text.as_bytes()).ok_or_else(|| BadClause { text: text.chars().take(60).collect() })
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.text[..usize::from(self.len)]).unwrap_or_default()
    }

    const fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.is_empty() || bytes.len() > CLAUSE_LENGTH {
            return None;
        }
        let mut text = [0; CLAUSE_LENGTH];
        let mut at = 0;
        while at < bytes.len() {
            if !(bytes[at].is_ascii_alphanumeric() || matches!(bytes[at], b'.' | b'_' | b'-')) {
                return None;
            }
            text[at] = bytes[at];
            at += 1;
        }
        Some(Self { text, len: bytes.len() as u8 })
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clause({})", self.as_str())
    }
}

impl FromStr for Clause {
    type Err = BadClause;

    fn from_str(text: &str) -> Result<Self, BadClause> {
        Self::parse(text)
    }
}

impl Serialize for Clause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Clause {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Clause {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Clause".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[A-Za-z0-9._-]{1,23}$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_goes_in_and_comes_out() {
        const FIRE: Clause = Clause::new("ap.fire.hit");
        assert_eq!(FIRE.as_str(), "ap.fire.hit");
        assert_eq!(FIRE.to_string(), "ap.fire.hit");
        assert_eq!(Clause::parse("ap.fire.hit"), Ok(FIRE));
        assert_eq!(Clause::parse("abcdefghijklmnopqrstuvw").unwrap().as_str().len(), 23);
    }

    #[test]
    fn bad_ids_are_refused() {
        for bad in ["", "abcdefghijklmnopqrstuvwx", "a b", "fire!", "é", "a\0"] {
            assert!(Clause::parse(bad).is_err(), "{bad:?}");
            assert!(serde_json::from_value::<Clause>(bad.into()).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn clauses_sort_as_their_texts_do() {
        let texts = ["A", "B", "a", "a-b", "a.b", "aa", "ab", "b"];
        for left in texts {
            for right in texts {
                let (l, r) = (Clause::new(left), Clause::new(right));
                assert_eq!(l.cmp(&r), left.cmp(right), "{left} {right}");
            }
        }
    }

    #[test]
    fn json_is_the_bare_text() {
        let clause = Clause::new("QP-COMBAT-04");
        assert_eq!(serde_json::to_string(&clause).unwrap(), "\"QP-COMBAT-04\"");
        assert_eq!(serde_json::from_str::<Clause>("\"QP-COMBAT-04\"").unwrap(), clause);
    }
}
