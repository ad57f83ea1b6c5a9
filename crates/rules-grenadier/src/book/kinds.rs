//! The words of the sheet: kinds of unit, grades, abilities, formations, weapons and orders.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// GRE-UNIT-02: the kinds of unit. The draught or mounting of guns is their kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Infantry,
    Cavalry,
    FootArtillery,
    OxArtillery,
    HorseArtillery,
    SiegeArtillery,
    NavalArtillery,
    Gatling,
    Sniper,
    General,
}

impl Kind {
    /// Batteries of every sort. GRE-FIRE-24: a Gatling is foot artillery for everything but its fire.
    pub fn is_artillery(self) -> bool {
        matches!(
            self,
            Kind::FootArtillery
                | Kind::OxArtillery
                | Kind::HorseArtillery
                | Kind::SiegeArtillery
                | Kind::NavalArtillery
                | Kind::Gatling
        )
    }

    /// Infantry, cavalry and batteries: what brigades are made of (snipers and generals are not, GRE-UNIT-20).
    pub fn is_unit(self) -> bool {
        !matches!(self, Kind::Sniper | Kind::General)
    }

    pub fn words(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Cavalry => "cavalry",
            Kind::FootArtillery => "foot artillery",
            Kind::OxArtillery => "ox-drawn artillery",
            Kind::HorseArtillery => "horse artillery",
            Kind::SiegeArtillery => "siege artillery",
            Kind::NavalArtillery => "naval guns",
            Kind::Gatling => "Gatling-type guns",
            Kind::Sniper => "sniper",
            Kind::General => "general",
        }
    }
}

/// GRE-UNIT-01: the four grades, best first.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    Veteran,
    #[default]
    Regular,
    Trained,
    Raw,
}

impl Grade {
    pub const ALL: [Grade; 4] = [Grade::Veteran, Grade::Regular, Grade::Trained, Grade::Raw];

    /// The upper two grades share most rows of the tables.
    pub fn is_steady(self) -> bool {
        matches!(self, Grade::Veteran | Grade::Regular)
    }

    pub fn words(self) -> &'static str {
        match self {
            Grade::Veteran => "Veteran",
            Grade::Regular => "Regular",
            Grade::Trained => "Trained",
            Grade::Raw => "Raw",
        }
    }
}

/// GRE-CMD-01: how good a general is.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    Excellent,
    #[default]
    Average,
    Poor,
}

impl Ability {
    pub const ALL: [Ability; 3] = [Ability::Excellent, Ability::Average, Ability::Poor];

    pub fn words(self) -> &'static str {
        match self {
            Ability::Excellent => "Excellent",
            Ability::Average => "Average",
            Ability::Poor => "Poor",
        }
    }
}

/// GRE-UNIT-02: whom a general commands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    #[serde(rename = "cinc", alias = "cin_c")]
    CinC,
    Division,
    Brigadier,
}

/// GRE-UNIT-03: infantry and cavalry are in one of the first three, artillery in one of the next three; a garrison has
/// no formation (GRE-TERRAIN-07). GRE-UNIT-05: Line is "a single line" and "single rank", Column is neither.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    #[default]
    Line,
    Column,
    Skirmish,
    LimberedLine,
    LimberedColumn,
    Unlimbered,
    Garrison,
}

impl Form {
    pub fn is_limbered(self) -> bool {
        matches!(self, Form::LimberedLine | Form::LimberedColumn)
    }

    pub fn is_column(self) -> bool {
        matches!(self, Form::Column | Form::LimberedColumn)
    }

    pub fn words(self) -> &'static str {
        match self {
            Form::Line => "Line",
            Form::Column => "Column",
            Form::Skirmish => "Skirmish",
            Form::LimberedLine => "limbered, in line",
            Form::LimberedColumn => "limbered, in column",
            Form::Unlimbered => "unlimbered",
            Form::Garrison => "garrison",
        }
    }
}

/// What men carry, by the names of the range table.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Weapon {
    SmoothboreMusket,
    #[default]
    RifledMusket,
    BreechloadingRifle,
    RepeatingRifle,
    MuzzleloadingCarbine,
    BreechloadingCarbine,
    RepeatingCarbine,
    CavalryPistol,
    Shotgun,
    Gatling,
}

impl Weapon {
    pub const ALL: [Weapon; 10] = [
        Weapon::SmoothboreMusket,
        Weapon::RifledMusket,
        Weapon::BreechloadingRifle,
        Weapon::RepeatingRifle,
        Weapon::MuzzleloadingCarbine,
        Weapon::BreechloadingCarbine,
        Weapon::RepeatingCarbine,
        Weapon::CavalryPistol,
        Weapon::Shotgun,
        Weapon::Gatling,
    ];

    pub fn words(self) -> &'static str {
        match self {
            Weapon::SmoothboreMusket => "smoothbore muskets",
            Weapon::RifledMusket => "rifled muskets",
            Weapon::BreechloadingRifle => "breechloading rifles",
            Weapon::RepeatingRifle => "repeating rifles",
            Weapon::MuzzleloadingCarbine => "muzzleloading carbines",
            Weapon::BreechloadingCarbine => "breechloading carbines",
            Weapon::RepeatingCarbine => "repeating carbines",
            Weapon::CavalryPistol => "pistols",
            Weapon::Shotgun => "shotguns",
            Weapon::Gatling => "Gatling-type guns",
        }
    }
}

/// GRE-ARTY-10: gun models by the names of the gun table.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema,
)]
pub enum Gun {
    #[serde(rename = "6pdr_gun")]
    SixPounder,
    #[serde(rename = "12pdr_howitzer")]
    Howitzer,
    #[serde(rename = "12pdr_mountain_howitzer")]
    MountainHowitzer,
    #[default]
    #[serde(rename = "12pdr_napoleon")]
    Napoleon,
    #[serde(rename = "12pdr_heavy_gun")]
    HeavyTwelvePounder,
    #[serde(rename = "24pdr_howitzer")]
    HeavyHowitzer,
    #[serde(rename = "3in_ordnance_rifle")]
    OrdnanceRifle,
    #[serde(rename = "10pdr_parrott")]
    TenPounderParrott,
    #[serde(rename = "14pdr_james")]
    James,
    #[serde(rename = "12pdr_whitworth")]
    Whitworth,
    #[serde(rename = "20pdr_parrott")]
    TwentyPounderParrott,
    #[serde(rename = "30pdr_parrott")]
    ThirtyPounderParrott,
    #[serde(rename = "4_5in_siege_rifle")]
    SiegeRifle,
    #[serde(rename = "siege_smoothbore")]
    SiegeSmoothbore,
    #[serde(rename = "naval_rifle")]
    NavalRifle,
    #[serde(rename = "naval_smoothbore")]
    NavalSmoothbore,
}

impl Gun {
    pub fn words(self) -> &'static str {
        match self {
            Gun::SixPounder => "6-pounder",
            Gun::Howitzer => "12-pounder howitzer",
            Gun::MountainHowitzer => "mountain howitzer",
            Gun::Napoleon => "Napoleon",
            Gun::HeavyTwelvePounder => "heavy 12-pounder",
            Gun::HeavyHowitzer => "24-pounder howitzer",
            Gun::OrdnanceRifle => "3-inch rifle",
            Gun::TenPounderParrott => "10-pounder Parrott",
            Gun::James => "14-pounder James rifle",
            Gun::Whitworth => "Whitworth rifle",
            Gun::TwentyPounderParrott => "20-pounder Parrott",
            Gun::ThirtyPounderParrott => "30-pounder Parrott",
            Gun::SiegeRifle => "4.5-inch siege rifle",
            Gun::SiegeSmoothbore => "siege smoothbore",
            Gun::NavalRifle => "naval rifle",
            Gun::NavalSmoothbore => "naval smoothbore",
        }
    }
}

/// GRE-CMD-21: the orders of a brigade, most aggressive first. GRE-CMD-22: Engage and Support are one order.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    Assault,
    #[default]
    #[serde(alias = "support", alias = "engage_support")]
    Engage,
    Move,
    Hold,
    Retire,
}

impl Order {
    pub const ALL: [Order; 5] = [Order::Assault, Order::Engage, Order::Move, Order::Hold, Order::Retire];

    /// GRE-CMD-21.
    pub fn is_more_aggressive_than(self, other: Order) -> bool {
        self < other
    }

    pub fn words(self) -> &'static str {
        match self {
            Order::Assault => "Assault",
            Order::Engage => "Engage/Support",
            Order::Move => "Move",
            Order::Hold => "Hold",
            Order::Retire => "Retire",
        }
    }

    /// The word of commands and cases; GRE-CMD-22: "support" is read as "engage".
    pub fn key(self) -> &'static str {
        match self {
            Order::Assault => "assault",
            Order::Engage => "engage",
            Order::Move => "move",
            Order::Hold => "hold",
            Order::Retire => "retire",
        }
    }

    pub fn named(word: &str) -> Option<Order> {
        if word == "support" {
            return Some(Order::Engage);
        }
        Order::ALL.into_iter().find(|order| order.key() == word)
    }
}

/// GRE-TERRAIN-05: soft cover hides, hard cover stops bullets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    #[default]
    None,
    Soft,
    Hard,
}
