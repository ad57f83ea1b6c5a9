//! When a side is asked, and what it has ordered beforehand.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// What a side wishes to be asked, and the answers it gives beforehand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Interruptions {
    /// By kind of interruption; one that is not named is asked about when it is useful.
    pub kinds: BTreeMap<String, When>,
    /// How much a plain "let it pass" lets pass.
    pub pass_for: PassFor,
    /// Who of several equals is next goes as listed, without asking.
    pub order_as_listed: bool,
    pub standing: Vec<StandingOrder>,
}

impl Default for Interruptions {
    fn default() -> Interruptions {
        let (kinds, standing) = (BTreeMap::new(), Vec::new());
        Interruptions { kinds, pass_for: PassFor::Move, order_as_listed: true, standing }
    }
}

/// When a side is asked about a kind of interruption.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum When {
    Always,
    /// Only when a fire or a charge is a possible answer.
    #[default]
    Useful,
    /// Only when the enemy comes on to close quarters.
    Attacked,
    Never,
}

/// How much is let pass at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PassFor {
    /// This one thing.
    Inch,
    /// Everything that the same units do until another acts; a charge is asked about all the same.
    #[default]
    Move,
    /// Everything until the turn passes; a charge is asked about all the same.
    Turn,
}

/// An answer given beforehand, to units or whole brigades.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct StandingOrder {
    pub units: Vec<u16>,
    /// Whom it is for, in words: the unit or the brigade.
    pub name: String,
    pub order: Beforehand,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Beforehand {
    /// Fires at an enemy who comes within this distance, and at nobody before.
    HoldFire { to: u32 },
    /// Fires at an enemy within its shortest range.
    FireClose,
    /// Fires as soon as it may.
    FireAtWill,
    /// Answers nothing.
    Stand,
}

/// A kind of interruption that the ruleset knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct InterruptionKind {
    pub kind: String,
    /// As the object of "let pass".
    pub words: String,
}
