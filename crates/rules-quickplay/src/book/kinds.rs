//! Unit types and weapons.

use crate::book::tables::Row;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// QP-UNIT-01: the eight types of unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Infantry,
    Skirmisher,
    HeavyCavalry,
    LightCavalry,
    FieldArtillery,
    HorseArtillery,
    HeavyArtillery,
    General,
}

impl Kind {
    pub const ALL: [Kind; 8] = [
        Kind::Infantry,
        Kind::Skirmisher,
        Kind::HeavyCavalry,
        Kind::LightCavalry,
        Kind::FieldArtillery,
        Kind::HorseArtillery,
        Kind::HeavyArtillery,
        Kind::General,
    ];

    pub fn row(self) -> Option<Row> {
        match self {
            Kind::Infantry => Some(Row::Infantry),
            Kind::Skirmisher => Some(Row::Skirmisher),
            Kind::HeavyCavalry | Kind::LightCavalry => Some(Row::Cavalry),
            Kind::FieldArtillery | Kind::HorseArtillery | Kind::HeavyArtillery => Some(Row::Artillery),
            Kind::General => None,
        }
    }

    pub fn is_infantry(self) -> bool {
        self == Kind::Infantry
    }

    pub fn is_cavalry(self) -> bool {
        self.row() == Some(Row::Cavalry)
    }

    pub fn is_artillery(self) -> bool {
        self.row() == Some(Row::Artillery)
    }

    pub fn is_general(self) -> bool {
        self == Kind::General
    }

    /// QP-MOVE-17: only foot enters buildings.
    pub fn may_enter_buildings(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Skirmisher)
    }

    /// QP-CHARGE-07: infantry, skirmishers and cavalry charge; guns and generals do not.
    pub fn may_charge(self) -> bool {
        !self.is_artillery() && !self.is_general()
    }

    /// The arm by whose name a scenario closes ground (ruling QP-R05: a mounted general goes where cavalry goes).
    pub fn arm(self) -> &'static str {
        match self {
            Kind::Infantry | Kind::Skirmisher => "infantry",
            Kind::HeavyCavalry | Kind::LightCavalry | Kind::General => "cavalry",
            Kind::FieldArtillery | Kind::HorseArtillery | Kind::HeavyArtillery => "artillery",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Skirmisher => "skirmisher",
            Kind::HeavyCavalry => "heavy cavalry",
            Kind::LightCavalry => "light cavalry",
            Kind::FieldArtillery => "field artillery",
            Kind::HorseArtillery => "horse artillery",
            Kind::HeavyArtillery => "heavy artillery",
            Kind::General => "general",
        }
    }
}

/// QP-UNIT-08: what a unit shoots with. Cavalry and generals have nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weapon {
    None,
    Musket,
    RifledMusket,
    FieldArtillery,
    HorseArtillery,
    HeavyArtillery,
}

impl Weapon {
    pub fn is_artillery(self) -> bool {
        matches!(self, Weapon::FieldArtillery | Weapon::HorseArtillery | Weapon::HeavyArtillery)
    }
}
