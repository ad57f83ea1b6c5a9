//! What units are: arm, quality, weapons, guns and the special rules.

use crate::turn::state::OrderKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// POT-UNIT-03: the type of a unit; besides, the pieces that are no units of the order of battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Infantry,
    Cavalry,
    /// Field, siege or mortar: the gun says which.
    Artillery,
    /// POT-SKIRM-07: the deployed line of a parent unit, a unit of its own for orders.
    Skirmishers,
    Officer,
}

/// POT-UNIT-04.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    Untried,
    #[default]
    Tried,
    Veteran,
}

/// POT-SPECIAL-08: a unit has one of these; rifled muskets if no key-word says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weapon {
    #[default]
    RifledMusket,
    SmoothboreMusket,
    BreechLoader,
    Repeater,
}

/// POT-SPECIAL-09: the special rules are those of the text, no more. POT-SPECIAL-08: Militia and Regulars exclude each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    #[default]
    Ordinary,
    Militia,
    Regulars,
}

/// The guns of the three tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Gun {
    SbLight,
    SbMedium,
    SbHeavy,
    RifledLight,
    RifledMedium,
    RifledHeavy,
    SbSiege,
    RifledSiege,
    LightMortar,
    HeavyMortar,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GunClass {
    Field,
    Siege,
    Mortar,
}

/// POT-UNIT-14.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    #[default]
    Line,
    Column,
    Irregular,
}

/// The bands of range; small arms know only short and long.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    #[default]
    Short,
    Medium,
    Long,
}

/// POT-TERRAIN-06: what shelters a target against a given enemy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    #[default]
    Open,
    Cover,
    Fortification,
}

impl OrderKind {
    pub const ALL: [OrderKind; 7] = [
        OrderKind::Move,
        OrderKind::Fire,
        OrderKind::StandReady,
        OrderKind::Charge,
        OrderKind::DeploySkirmishers,
        OrderKind::RecallSkirmishers,
        OrderKind::Rally,
    ];

    /// As written in cases and logs.
    pub fn verb(self) -> &'static str {
        match self {
            OrderKind::Move => "move",
            OrderKind::Fire => "fire",
            OrderKind::StandReady => "stand ready",
            OrderKind::Charge => "charge",
            OrderKind::DeploySkirmishers => "deploy",
            OrderKind::RecallSkirmishers => "recall",
            OrderKind::Rally => "rally",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            OrderKind::Move => "Move",
            OrderKind::Fire => "Fire",
            OrderKind::StandReady => "Stand Ready",
            OrderKind::Charge => "Charge",
            OrderKind::DeploySkirmishers => "Deploy Skirmishers",
            OrderKind::RecallSkirmishers => "Recall Skirmishers",
            OrderKind::Rally => "Rally",
        }
    }
}
