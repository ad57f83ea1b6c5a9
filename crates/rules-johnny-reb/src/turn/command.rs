//! What a player can ask for.

use crate::turn::state::Order;
use longroll_kit::{Leg, UnitId};
use longroll_table::{Heading, Length};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// JR-ORDER-01: an order marker, face down; a second one takes the place of the first.
    Mark {
        unit: UnitId,
        order: Order,
    },
    /// Takes a marker up again.
    Unmark {
        unit: UnitId,
    },
    /// JR-ORDER-08: written down, shown when both have.
    Hold {
        unit: UnitId,
    },
    /// The side has nothing more to say in this phase.
    Ready,
    Rally {
        unit: UnitId,
    },
    Fire {
        unit: UnitId,
        target: UnitId,
        /// JR-FIRE-19: others who fire with it as one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<UnitId>,
        /// JR-FIRE-15.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        rapid: bool,
        /// JR-FIRE-15: without the die of its repeaters.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        sparing: bool,
    },
    /// JR-MOVE-10: straight away from the nearest enemy, so far.
    Withdraw {
        unit: UnitId,
        distance: Length,
        /// Turned about at the end.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        about: bool,
    },
    Charge {
        unit: UnitId,
        target: UnitId,
        /// JR-CHARGE-16: supporters who come along.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<UnitId>,
    },
    Move {
        unit: UnitId,
        legs: Vec<Leg>,
    },
    /// Stays where it is.
    Stand {
        unit: UnitId,
    },
    /// JR-ORDER-11.
    Pivot {
        unit: UnitId,
        to: Heading,
    },
    /// JR-ORDER-02, -12: these fire on the mover when it has reached this stop of its path.
    Halt {
        stop: u32,
        units: Vec<UnitId>,
        /// JR-FIRE-19.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        as_one: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        rapid: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        sparing: bool,
    },
    LetPass,
    /// JR-MOVE-14: the side to which a router whose way is closed turns.
    Flee {
        unit: UnitId,
        left: bool,
    },
    /// JR-FIRE-15: how a volley out of turn is fired.
    Volley {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        rapid: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        sparing: bool,
    },
    /// JR-CHARGE-16: the three that support a unit that is struck.
    Support {
        unit: UnitId,
        by: Vec<UnitId>,
    },
    /// JR-OFFICER-01: the unit within 1 in that an officer is present with.
    Attach {
        officer: UnitId,
        unit: UnitId,
    },
}

/// Every unit that the command names.
pub(crate) fn units_named(command: &Command) -> Vec<UnitId> {
    match command {
        Command::Mark { unit, .. }
        | Command::Unmark { unit }
        | Command::Hold { unit }
        | Command::Rally { unit }
        | Command::Withdraw { unit, .. }
        | Command::Move { unit, .. }
        | Command::Stand { unit }
        | Command::Flee { unit, .. }
        | Command::Volley { unit, .. }
        | Command::Pivot { unit, .. } => vec![*unit],
        Command::Support { unit, by } => {
            let mut all = vec![*unit];
            all.extend(by);
            all
        }
        Command::Fire { unit, target, with, .. } | Command::Charge { unit, target, with } => {
            let mut all = vec![*unit, *target];
            all.extend(with);
            all
        }
        Command::Halt { units, .. } => units.clone(),
        Command::Attach { officer, unit } => vec![*officer, *unit],
        Command::Ready | Command::LetPass => Vec::new(),
    }
}
