//! What a player can ask for.

use crate::book::kinds::{Form, Order, Weapon};
use crate::procedures::pace::Gait;
use crate::procedures::tests_of_command::By;
use crate::turn::event::Act;
use longroll_kit::{Leg, UnitId};
use longroll_table::Heading;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// GRE-GEN-17: lots for who names his orders first.
    ThrowLots,
    /// GRE-CMD-24: the order a brigade begins with.
    FirstOrder {
        brigade: u16,
        order: Order,
    },
    /// GRE-GEN-17: the formation a unit begins in.
    Deploy {
        unit: UnitId,
        form: Form,
    },
    Ready,
    GoFirst,
    GoSecond,
    ChangeOrder {
        brigade: u16,
        order: Order,
        by: By,
    },
    TakeCommand {
        brigade: u16,
    },
    /// The next compulsory move.
    Flee {
        unit: UnitId,
    },
    Charge {
        unit: UnitId,
        target: UnitId,
        #[serde(default)]
        yell: bool,
    },
    Evade {
        unit: UnitId,
        #[serde(default)]
        mount: bool,
        /// How it faces afterwards; as before if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Heading>,
    },
    /// Who is next, where the order is a player's to choose (GRE-GEN-10).
    Next {
        unit: UnitId,
    },
    /// How a unit that has retired broken faces (GRE-BRIG-12).
    Face {
        unit: UnitId,
        facing: Heading,
    },
    /// Which brigade tests next.
    TestBrigade {
        brigade: u16,
    },
    /// Throw for a half or full move.
    March {
        unit: UnitId,
        gait: Gait,
    },
    TacticalMarch {
        unit: UnitId,
    },
    StepBack {
        unit: UnitId,
    },
    Ride {
        unit: UnitId,
    },
    /// Where it goes with what was thrown.
    Move {
        unit: UnitId,
        legs: Vec<Leg>,
    },
    Manhandle {
        unit: UnitId,
        legs: Vec<Leg>,
    },
    Act {
        unit: UnitId,
        act: Act,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Heading>,
    },
    Detach {
        unit: UnitId,
        bases: u8,
    },
    Recall {
        unit: UnitId,
    },
    Fire {
        unit: UnitId,
        target: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapon: Option<Weapon>,
        #[serde(default)]
        pour: bool,
    },
    Countercharge {
        unit: UnitId,
    },
    Lead {
        unit: UnitId,
    },
    FollowUp {
        unit: UnitId,
    },
    Retire {
        unit: UnitId,
    },
    Occupy {
        unit: UnitId,
    },
    /// Stand, stay, let it be: the answer "no" to whatever is asked of the unit.
    Stand {
        unit: UnitId,
    },
    Test {
        unit: UnitId,
    },
    Help {
        unit: UnitId,
    },
    EndStep,
}

impl Command {
    /// Every unit that it names.
    pub(crate) fn units(&self) -> [Option<UnitId>; 2] {
        match self {
            Command::Charge { unit, target, .. } | Command::Fire { unit, target, .. } => {
                [Some(*unit), Some(*target)]
            }
            Command::Deploy { unit, .. }
            | Command::Flee { unit }
            | Command::Evade { unit, .. }
            | Command::Next { unit }
            | Command::Face { unit, .. }
            | Command::March { unit, .. }
            | Command::TacticalMarch { unit }
            | Command::StepBack { unit }
            | Command::Ride { unit }
            | Command::Move { unit, .. }
            | Command::Manhandle { unit, .. }
            | Command::Act { unit, .. }
            | Command::Detach { unit, .. }
            | Command::Recall { unit }
            | Command::Countercharge { unit }
            | Command::Lead { unit }
            | Command::FollowUp { unit }
            | Command::Retire { unit }
            | Command::Occupy { unit }
            | Command::Stand { unit }
            | Command::Test { unit }
            | Command::Help { unit } => [Some(*unit), None],
            _ => [None, None],
        }
    }
}
