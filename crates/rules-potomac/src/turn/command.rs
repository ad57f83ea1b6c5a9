//! What a player can ask for.

use crate::field::body::Hand;
use crate::field::skirmish::Placing;
use crate::turn::event::Aimed;
use crate::turn::state::{ChargeAt, OrderKind};
use longroll_kit::{Leg, UnitId};
use longroll_table::Heading;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// POT-GAME-01: how a unit begins.
    SetUp {
        unit: UnitId,
        how: Beginning,
    },
    /// POT-GAME-01: an officer begins attached.
    Attach {
        officer: UnitId,
        unit: UnitId,
        of_group: bool,
    },
    Ready,
    Fire {
        unit: UnitId,
        target: Aimed,
    },
    /// One charge on initiative; those of one order, in the owner's order, under a Charge order.
    Charge {
        charges: Vec<ChargeAt>,
    },
    Evade {
        unit: UnitId,
        /// It ends facing the enemy, not away from him.
        #[serde(default)]
        face_enemy: bool,
    },
    Skirmish {
        unit: UnitId,
        placing: Placing,
    },
    Recall {
        unit: UnitId,
    },
    /// An officer orders a unit, its whole group, or himself.
    Order {
        officer: UnitId,
        unit: UnitId,
        kind: OrderKind,
        #[serde(default)]
        group: bool,
    },
    /// The details of a Move order.
    Move {
        unit: UnitId,
        legs: Vec<Leg>,
    },
    /// The free turn of a rallied unit (POT-MORALE-20); absent: it stays as it is.
    Face {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Heading>,
    },
    /// Enough of a group's order: the rest of its units do nothing.
    Done,
    Stop {
        officer: UnitId,
    },
    EndPhase,
    EndTenure,
    Group {
        units: Vec<UnitId>,
    },
    /// The unit leaves its group.
    Dissolve {
        unit: UnitId,
    },
    /// POT-LEADER-11: this officer counts.
    Name {
        officer: UnitId,
    },
    /// POT-FIRE-26: the end from which stands go.
    Shed {
        unit: UnitId,
        end: Hand,
    },
    /// Pre-melee fire, or none.
    Volley {
        fire: bool,
    },
    Share {
        unit: UnitId,
    },
    /// After a morale test: the officer stays, leaves, or goes with the unit that broke.
    Stay {
        officer: UnitId,
    },
    Detach {
        officer: UnitId,
    },
    GoWith {
        officer: UnitId,
    },
    Flee {
        unit: UnitId,
        first: Hand,
    },
    FollowUp {
        follow: bool,
        /// POT-MELEE-39: whom, where there is a choice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<UnitId>,
    },
    Aim {
        unit: UnitId,
        stand: u8,
        at: UnitId,
    },
    /// POT-MELEE-38: from which of two enemies that touch it alike a beaten unit would go back.
    GiveWay {
        unit: UnitId,
        from: UnitId,
    },
    Succeed {
        officer: UnitId,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Beginning {
    /// So many ranks.
    Line(u8),
    /// So many files.
    Column(u8),
    Limbered,
    Unlimbered,
    Mounted,
    Dismounted,
    /// POT-R25: closed up to this friend.
    Beside(UnitId),
}

/// Every unit that a command names.
pub(crate) fn units_named(command: &Command) -> Vec<UnitId> {
    match command {
        Command::SetUp { unit, how: Beginning::Beside(friend) } => vec![*unit, *friend],
        Command::SetUp { unit, .. }
        | Command::Evade { unit, .. }
        | Command::Skirmish { unit, .. }
        | Command::Recall { unit }
        | Command::Move { unit, .. }
        | Command::Face { unit, .. }
        | Command::Dissolve { unit }
        | Command::Shed { unit, .. }
        | Command::Share { unit }
        | Command::Flee { unit, .. } => vec![*unit],
        Command::Attach { officer, unit, .. } | Command::Order { officer, unit, .. } => vec![*officer, *unit],
        Command::Fire { unit, target } => match target {
            Aimed::Unit(target) => vec![*unit, *target],
            Aimed::Work(_) => vec![*unit],
        },
        Command::Charge { charges } => {
            charges.iter().flat_map(|charge| [charge.unit, charge.target]).collect()
        }
        Command::Group { units } => units.clone(),
        Command::Stop { officer }
        | Command::Name { officer }
        | Command::Stay { officer }
        | Command::Detach { officer }
        | Command::GoWith { officer }
        | Command::Succeed { officer } => vec![*officer],
        Command::Aim { unit, at, .. } => vec![*unit, *at],
        Command::GiveWay { unit, from } => vec![*unit, *from],
        Command::Ready | Command::Done | Command::EndPhase | Command::EndTenure | Command::Volley { .. } => {
            Vec::new()
        }
        Command::FollowUp { at, .. } => at.iter().copied().collect(),
    }
}
