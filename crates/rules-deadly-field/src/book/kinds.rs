//! The words of the rules: arms, weapons, formations, morale levels, ground.

use longroll_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// ADF-SCALE-01: one figure scale for the whole game. ADF-SCALE-02, -03: its ground scale and the 30 minutes of a turn
/// enter the muster only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Scale {
    #[serde(rename = "10mm")]
    Mm10,
    #[serde(rename = "15mm")]
    Mm15,
    #[serde(rename = "25mm")]
    Mm25,
}

impl Scale {
    pub const ALL: [Scale; 3] = [Scale::Mm10, Scale::Mm15, Scale::Mm25];

    /// The scale as the tables print it.
    pub fn millimetres(self) -> u8 {
        match self {
            Scale::Mm10 => 10,
            Scale::Mm15 => 15,
            Scale::Mm25 => 25,
        }
    }
}

/// ADF-UNIT-01: three arms; leaders are pieces but no units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    Leader,
}

impl Arm {
    pub fn words(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
            Arm::Leader => "leader",
        }
    }
}

/// ADF-UNIT-04.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    Elite,
    Veteran,
    Trained,
    Green,
}

impl Quality {
    pub const ALL: [Quality; 4] = [Quality::Elite, Quality::Veteran, Quality::Trained, Quality::Green];

    /// ADF-ACT-02, -03: elite and veteran units change formation for half a movement.
    pub fn is_handy(self) -> bool {
        matches!(self, Quality::Elite | Quality::Veteran)
    }

    pub fn words(self) -> &'static str {
        match self {
            Quality::Elite => "elite",
            Quality::Veteran => "veteran",
            Quality::Trained => "trained",
            Quality::Green => "green",
        }
    }
}

/// ADF-UNIT-12, -13: the morale level, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    GoodOrder,
    Disorder,
    Shaken,
    Routed,
}

impl Level {
    pub const ALL: [Level; 4] = [Level::GoodOrder, Level::Disorder, Level::Shaken, Level::Routed];

    /// ADF-UNIT-12: steps toward routed, or back if negative, stopping at the ends.
    pub fn dropped(self, steps: i32) -> Level {
        let place = (self as i32 + steps).clamp(0, 3);
        Level::ALL[place as usize]
    }

    pub fn words(self) -> &'static str {
        match self {
            Level::GoodOrder => "in good order",
            Level::Disorder => "in disorder",
            Level::Shaken => "shaken",
            Level::Routed => "routed",
        }
    }
}

/// ADF-FORM-01, -02, -03: infantry has five formations, cavalry four, artillery two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    BattleLine,
    ExtendedLine,
    Skirmishers,
    AttackColumn,
    RoadColumn,
    CavalryLine,
    Skirmishing,
    DoubleLine,
    Limbered,
    Unlimbered,
}

impl Formation {
    pub const ALL: [Formation; 10] = [
        Formation::BattleLine,
        Formation::ExtendedLine,
        Formation::Skirmishers,
        Formation::AttackColumn,
        Formation::RoadColumn,
        Formation::CavalryLine,
        Formation::Skirmishing,
        Formation::DoubleLine,
        Formation::Limbered,
        Formation::Unlimbered,
    ];

    /// ADF-FORM-01, -02, -12: which formations an arm has; a merged unit has all of them.
    pub fn of(arm: Arm) -> &'static [Formation] {
        match arm {
            Arm::Infantry => &Formation::ALL[..5],
            Arm::Cavalry => &[
                Formation::CavalryLine,
                Formation::Skirmishing,
                Formation::DoubleLine,
                Formation::RoadColumn,
            ],
            Arm::Artillery => &Formation::ALL[8..],
            Arm::Leader => &[],
        }
    }

    pub fn is_skirmish(self) -> bool {
        matches!(self, Formation::Skirmishers | Formation::Skirmishing)
    }

    /// ADF-FORM-09: columns of troops. Limbered guns are enfiladed like them (ADF-ARC-07).
    pub fn is_column(self) -> bool {
        matches!(self, Formation::AttackColumn | Formation::RoadColumn)
    }

    /// ADF-ARC-07: front, rear and side only.
    pub fn has_one_side(self) -> bool {
        self.is_column() || self == Formation::Limbered
    }

    /// The name in tables, cases and commands.
    pub fn key(self) -> &'static str {
        match self {
            Formation::BattleLine => "battle_line",
            Formation::ExtendedLine => "extended_line",
            Formation::Skirmishers => "skirmishers",
            Formation::AttackColumn => "attack_column",
            Formation::RoadColumn => "road_column",
            Formation::CavalryLine => "cavalry_line",
            Formation::Skirmishing => "skirmishing",
            Formation::DoubleLine => "double_line",
            Formation::Limbered => "limbered",
            Formation::Unlimbered => "unlimbered",
        }
    }

    pub fn named(key: &str) -> Option<Formation> {
        Formation::ALL.into_iter().find(|formation| formation.key() == key)
    }

    pub fn words(self) -> String {
        self.key().replace('_', " ")
    }
}

/// ADF-UNIT-35, -36 and ADF-ARTY-05: what a unit fires with. Remington rifles read the rifle-musket row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weapon {
    RifleMusket,
    SmoothboreMusket,
    MixedMuskets,
    SpencerHenryRepeater,
    ColtRevolvingRifle,
    SharpsBlRifle,
    SharpshooterRifleMusket,
    OldFlintlock,
    RemingtonRifle,
    MixedWeapons,
    Shotgun,
    RepeatingCarbine,
    SharpsBlCarbine,
    OtherBlCarbine,
    MlCarbine,
    Pistol,
    #[serde(rename = "6pdr_gun")]
    SixPounder,
    #[serde(rename = "12pdr_napoleon")]
    Napoleon,
    #[serde(rename = "12pdr_howitzer")]
    TwelvePounderHowitzer,
    #[serde(rename = "24pdr_howitzer")]
    TwentyFourPounderHowitzer,
    #[serde(rename = "10pdr_parrott")]
    TenPounderParrott,
    #[serde(rename = "3in_ordnance")]
    ThreeInchOrdnance,
    #[serde(rename = "14pdr_james")]
    James,
    #[serde(rename = "bl_whitworth")]
    Whitworth,
    #[serde(rename = "6pdr_wiard")]
    Wiard,
    #[serde(rename = "20pdr_parrott")]
    TwentyPounderParrott,
    #[serde(rename = "30pdr_parrott")]
    ThirtyPounderParrott,
    MixedBattery,
    /// Leaders fire with nothing.
    None,
}

impl Weapon {
    pub fn is_gun(self) -> bool {
        (Weapon::SixPounder..=Weapon::MixedBattery).contains(&self)
    }

    /// ADF-CAV-03: fires only point blank or in melee.
    pub fn is_point_blank_only(self) -> bool {
        matches!(self, Weapon::Shotgun | Weapon::Pistol)
    }

    /// ADF-UNIT-36.
    pub fn row(self) -> Weapon {
        if self == Weapon::RemingtonRifle { Weapon::RifleMusket } else { self }
    }

    pub fn words(self) -> &'static str {
        match self {
            Weapon::RifleMusket => "rifle-muskets",
            Weapon::SmoothboreMusket => "smoothbore muskets",
            Weapon::MixedMuskets => "mixed muskets",
            Weapon::SpencerHenryRepeater => "Spencer or Henry repeaters",
            Weapon::ColtRevolvingRifle => "Colt revolving rifles",
            Weapon::SharpsBlRifle => "Sharps rifles",
            Weapon::SharpshooterRifleMusket => "sharpshooters' rifles",
            Weapon::OldFlintlock => "old flintlocks",
            Weapon::RemingtonRifle => "Remington rifles",
            Weapon::MixedWeapons => "mixed weapons",
            Weapon::Shotgun => "shotguns",
            Weapon::RepeatingCarbine => "repeating carbines",
            Weapon::SharpsBlCarbine => "Sharps carbines",
            Weapon::OtherBlCarbine => "breechloading carbines",
            Weapon::MlCarbine => "muzzle-loading carbines",
            Weapon::Pistol => "pistols",
            Weapon::SixPounder => "6-pounder guns",
            Weapon::Napoleon => "12-pounder Napoleons",
            Weapon::TwelvePounderHowitzer => "12-pounder howitzers",
            Weapon::TwentyFourPounderHowitzer => "24-pounder howitzers",
            Weapon::TenPounderParrott => "10-pounder Parrotts",
            Weapon::ThreeInchOrdnance => "3-inch Ordnance rifles",
            Weapon::James => "14-pounder James rifles",
            Weapon::Whitworth => "Whitworth rifles",
            Weapon::Wiard => "6-pounder Wiards",
            Weapon::TwentyPounderParrott => "20-pounder Parrotts",
            Weapon::ThirtyPounderParrott => "30-pounder Parrotts",
            Weapon::MixedBattery => "guns of several kinds",
            Weapon::None => "nothing",
        }
    }
}

/// ADF-TERRAIN-01: classes of ground for movement, each slower than the one before, roads apart.
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

impl Terrain {
    pub const ALL: [Terrain; 7] = [
        Terrain::Road,
        Terrain::Trail,
        Terrain::Open,
        Terrain::Broken,
        Terrain::LightWoods,
        Terrain::HeavyWoods,
        Terrain::Rough,
    ];

    pub fn words(self) -> &'static str {
        match self {
            Terrain::Road => "road",
            Terrain::Trail => "trail",
            Terrain::Open => "open ground",
            Terrain::Broken => "broken ground",
            Terrain::LightWoods => "light woods",
            Terrain::HeavyWoods => "heavy woods",
            Terrain::Rough => "rough ground",
        }
    }
}

/// ADF-TERRAIN-03: woods as cover.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Woods {
    #[default]
    None,
    Light,
    Heavy,
}

/// ADF-TERRAIN-03: works, placed by the scenario only (ADF-TERRAIN-12).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Works {
    #[default]
    None,
    Hasty,
    Light,
    Heavy,
}

/// ADF-TERRAIN-04: what cover is worth to morale.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    #[default]
    None,
    Light,
    Heavy,
}

/// ADF-ARC-06, -07: where fire or a charge comes from. ADF-ARC-08: the "side" of unlimbered guns in the morale list is
/// the partial flank of the target list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sector {
    #[default]
    Front,
    PartialFlank,
    FullFlank,
    /// Of columns and limbered guns.
    Side,
    Rear,
}

impl Sector {
    pub fn words(self) -> &'static str {
        match self {
            Sector::Front => "from the front",
            Sector::PartialFlank => "from the partial flank",
            Sector::FullFlank => "from the full flank",
            Sector::Side => "from the side",
            Sector::Rear => "from the rear",
        }
    }
}

/// Figures on a stand: how many are left, and how many it began with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Stand {
    pub now: u8,
    pub full: u8,
}

/// ADF-UNIT-03: spread as evenly as possible, larger stands first.
pub fn spread(figures: u8, stands: u8) -> impl Iterator<Item = Stand> {
    let stands = stands.max(1);
    (0..stands).map(move |place| {
        let full = figures / stands + u8::from(place < figures % stands);
        Stand { now: full, full }
    })
}

/// Half-inches as a length.
pub fn half_inches(n: i64) -> Length {
    Length::from_micrometres(n.saturating_mul(12_700))
}
