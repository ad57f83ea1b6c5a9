//! Arms, qualities, formations and weapons.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    Officer,
}

/// JR-UNIT-05.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    Elite,
    Veteran,
    Green,
}

/// JR-UNIT-04: the three grades of officers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    Brigade,
    Division,
    Corps,
}

/// JR-UNIT-06: the morale levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    Good,
    Shaken,
    Routed,
}

/// JR-FORM-01. Dismounted cavalry calls its single line and march column a line and a column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    SingleLine,
    ExtendedLine,
    DoubleLine,
    AttackColumn,
    SkirmishLine,
    MarchColumn,
    Line,
    Column,
    Disorder,
    Limbered,
    Unlimbered,
}

/// What a row of the formation and movement tables is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    Infantry,
    CavalryMounted,
    CavalryDismounted,
    Artillery,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Weapon {
    #[serde(rename = "rifle_musket")]
    RifleMusket,
    #[serde(rename = "smoothbore_musket")]
    SmoothboreMusket,
    #[serde(rename = "muzzle_loading_carbine")]
    MuzzleLoadingCarbine,
    #[serde(rename = "breech_loading_carbine")]
    BreechLoadingCarbine,
    #[serde(rename = "repeating_carbine")]
    RepeatingCarbine,
    #[serde(rename = "mixed_muskets")]
    MixedMuskets,
    #[serde(rename = "flintlock_musket")]
    FlintlockMusket,
    #[serde(rename = "sharpshooter_rifle")]
    SharpshooterRifle,
    #[serde(rename = "pistol")]
    Pistol,
    #[serde(rename = "shotgun")]
    Shotgun,
    #[serde(rename = "12pdr_napoleon")]
    Napoleon,
    #[serde(rename = "10pdr_or_3in_rifle")]
    Rifle10,
    #[serde(rename = "6pdr_gun")]
    Gun6,
    #[serde(rename = "20pdr_rifle")]
    Rifle20,
    #[serde(rename = "mixed_guns")]
    MixedGuns,
    #[serde(rename = "12pdr_howitzer")]
    Howitzer,
}

/// Ground as the movement tables know it, from the easiest to the hardest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    Road,
    Trail,
    Open,
    Broken,
    LightWoods,
    HeavyWoods,
    Rough,
}

impl Weapon {
    pub fn is_gun(self) -> bool {
        self >= Weapon::Napoleon
    }

    pub fn is_rifled_gun(self) -> bool {
        matches!(self, Weapon::Rifle10 | Weapon::Rifle20)
    }

    /// JR-FIRE-15: breech-loaders may fire rapidly.
    pub fn is_breech_loader(self) -> bool {
        self == Weapon::BreechLoadingCarbine
    }

    /// JR-FIRE-05.
    pub fn is_repeater(self) -> bool {
        self == Weapon::RepeatingCarbine
    }

    pub fn is_sharpshooter(self) -> bool {
        self == Weapon::SharpshooterRifle
    }
}

impl Formation {
    pub fn words(self) -> &'static str {
        match self {
            Formation::SingleLine => "single line",
            Formation::ExtendedLine => "extended line",
            Formation::DoubleLine => "double line",
            Formation::AttackColumn => "attack column",
            Formation::SkirmishLine => "skirmish line",
            Formation::MarchColumn => "march column",
            Formation::Line => "line",
            Formation::Column => "column",
            Formation::Disorder => "disorder",
            Formation::Limbered => "limbered",
            Formation::Unlimbered => "unlimbered",
        }
    }

    /// JR-FORM-01: which formations a body of troops knows.
    pub fn of(body: Body) -> &'static [Formation] {
        use Formation::*;
        match body {
            Body::Infantry => {
                &[SingleLine, ExtendedLine, DoubleLine, AttackColumn, SkirmishLine, MarchColumn, Disorder]
            }
            Body::CavalryMounted => &[SingleLine, DoubleLine, MarchColumn, SkirmishLine, Disorder],
            Body::CavalryDismounted => &[Line, SkirmishLine, Column, Disorder],
            Body::Artillery => &[Limbered, Unlimbered],
        }
    }

    /// JR-MOVE-04: those who follow their leading stand.
    pub fn is_column(self) -> bool {
        matches!(self, Formation::MarchColumn | Formation::Column | Formation::Limbered)
    }
}
