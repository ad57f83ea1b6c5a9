//! The printed tables: rates, guns, small arms, terrain, and the single figures.

use crate::book::kinds::{Band, Cover, Gun, GunClass, Weapon};
use longroll_kit::{TableError, decimal, rows};
use longroll_table::{BaseSize, Heading, Length};
use serde::{Deserialize, Deserializer};
use std::sync::LazyLock;

/// POT-MOVE-02, -03, -17: who moves at which rate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mover {
    Infantry,
    Skirmishers,
    CavalryMounted,
    CavalryDismounted,
    ArtilleryLimbered,
    ArtilleryUnlimbered,
    ArtilleryCrewWithoutGuns,
    Officer,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Rates {
    pub mover: Mover,
    #[serde(rename = "full_cm", deserialize_with = "length")]
    pub full: Length,
    /// Blank for skirmishers, whom nothing slows down.
    #[serde(rename = "half_cm", deserialize_with = "length_or_blank")]
    pub half: Option<Length>,
    #[serde(rename = "road_column_cm", deserialize_with = "length_or_blank")]
    pub road: Option<Length>,
    #[serde(rename = "charge_cm", deserialize_with = "length_or_blank")]
    pub charge: Option<Length>,
    #[serde(rename = "evade_cm", deserialize_with = "length_or_blank")]
    pub evade: Option<Length>,
    #[serde(rename = "retreat_cm", deserialize_with = "length_or_blank")]
    pub retreat: Option<Length>,
    #[serde(deserialize_with = "yes")]
    pub may_enter_difficult: bool,
}

pub fn rates(mover: Mover) -> &'static Rates {
    TABLES.rates.iter().find(|row| row.mover == mover).expect("tests read a row for every mover")
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bore {
    Smoothbore,
    Rifled,
}

/// POT-ARTY-04, POT-SIEGE-01, POT-MORTAR-01.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct GunRow {
    pub gun: Gun,
    pub class: GunClass,
    /// POT-MORTAR-06: mortars have none.
    #[serde(deserialize_with = "bore")]
    pub bore: Option<Bore>,
    #[serde(rename = "dice_per_gun")]
    pub dice: u8,
    #[serde(rename = "min_exclusive_cm", deserialize_with = "length_or_blank")]
    pub min: Option<Length>,
    #[serde(rename = "short_max_cm", deserialize_with = "length")]
    pub short: Length,
    #[serde(rename = "medium_max_cm", deserialize_with = "length")]
    pub medium: Length,
    #[serde(rename = "long_max_cm", deserialize_with = "length")]
    pub long: Length,
    #[serde(deserialize_with = "yes")]
    pub initiative_fire: bool,
    #[serde(deserialize_with = "yes")]
    pub premelee_fire: bool,
    #[serde(deserialize_with = "yes")]
    pub may_target_units: bool,
    #[serde(deserialize_with = "yes")]
    pub may_target_fortifications: bool,
}

pub fn gun(gun: Gun) -> &'static GunRow {
    TABLES.guns.iter().find(|row| row.gun == gun).expect("tests read a row for every gun")
}

/// Why a gun cannot reach: the limit it fails by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRange {
    TooNear(Length),
    TooFar(Length),
}

/// POT-SIEGE-02: siege guns reach as far as medium ones, as printed. POT-ARTY-05: each band ends with its limit, the limit included; POT-MORTAR-02: the minimum itself is too near.
pub fn gun_band(of: Gun, range: Length) -> Result<Band, NoRange> {
    let row = gun(of);
    if let Some(min) = row.min.filter(|min| range.within(*min)) {
        return Err(NoRange::TooNear(min));
    }
    let bands = [(row.short, Band::Short), (row.medium, Band::Medium), (row.long, Band::Long)];
    let found = bands.into_iter().find(|(limit, _)| range.within(*limit));
    found.map(|(_, band)| band).ok_or(NoRange::TooFar(row.long))
}

/// POT-FIRE-06, POT-SPECIAL-05 to -07.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct SmallArms {
    pub weapon: Weapon,
    #[serde(rename = "short_max_cm", deserialize_with = "length")]
    pub short: Length,
    #[serde(rename = "max_cm", deserialize_with = "length")]
    pub max: Length,
    #[serde(rename = "firepower_bonus_per_stand")]
    pub bonus: u8,
}

pub fn small_arms(weapon: Weapon) -> &'static SmallArms {
    TABLES.small_arms.iter().find(|row| row.weapon == weapon).expect("tests read a row for every weapon")
}

/// POT-FIRE-06: short up to and including its limit, long up to and including the maximum, nothing beyond.
pub fn small_arms_band(weapon: Weapon, range: Length) -> Option<Band> {
    let row = small_arms(weapon);
    let bands = [(row.short, Band::Short), (row.max, Band::Long)];
    bands.into_iter().find(|(limit, _)| range.within(*limit)).map(|(_, band)| band)
}

/// POT-TERRAIN-03, -04: kinds of ground that have labels before the players give theirs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    Open,
    Road,
    DeepRiver,
    Marsh,
    Bog,
    DenseForest,
    OpenWood,
    BrokenGround,
    Wall,
    Stream,
    FenceOrHedge,
    TownOrBuilding,
    Fortification,
    BreachedFortification,
    HillSlope,
    CliffOrLake,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Labels {
    #[serde(rename = "kind")]
    pub terrain: Terrain,
    #[serde(deserialize_with = "yes")]
    pub difficult: bool,
    #[serde(deserialize_with = "yes")]
    pub broken: bool,
    #[serde(rename = "linear_obstacle", deserialize_with = "yes")]
    pub linear: bool,
    #[serde(deserialize_with = "yes")]
    pub road: bool,
    #[serde(deserialize_with = "cover")]
    pub cover: Cover,
    /// A slope blocks by its level alone (POT-SIGHT-03), not by this.
    #[serde(deserialize_with = "yes_but_not_by_level")]
    pub blocks_sight: bool,
    #[serde(deserialize_with = "yes")]
    pub impassable: bool,
    #[serde(rename = "sight_depth_cm", deserialize_with = "length_or_blank")]
    pub sight_depth: Option<Length>,
}

pub fn labels(terrain: Terrain) -> &'static Labels {
    TABLES.terrain.iter().find(|row| row.terrain == terrain).expect("tests read a row for every kind")
}

/// The single figures of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constants {
    pub initiative_distance: Length,
    pub hit_on_formed: u8,
    pub hit_on_skirmishers: u8,
    pub artillery_premelee_need: u8,
    /// An officer falls on this number or less.
    pub officer_casualty_on: u8,
    pub collision_confuses_other_on: u8,
    pub fear_confuses_from: u8,
    pub skirmisher_min_gap: Length,
    pub skirmish_stands_per_stand: u8,
    pub drive_back_per_hit: Length,
    pub stand: BaseSize,
    pub sight_depth: Length,
    pub deploy_reach: Length,
    pub recall_reach: Length,
    pub stop_short: Length,
    /// In heading units, as the other angles.
    pub charge_wheel_max: u16,
    pub stalemate_rounds: u8,
    pub stalemate_fall_back: Length,
    pub turns: u32,
    /// Of the starting stands, in thousandths.
    pub break_per_mille: u32,
    pub fortification_strength: u8,
    pub fortification_cohesion: u8,
    pub retreat_turn_step: u16,
    pub retreat_turn_max: u16,
    pub officer_base: BaseSize,
    /// POT-OPT-18, -19: within this a charge starts near; the printed short range of small arms.
    pub small_arms_short: Length,
    pub rifled_musket_max: Length,
    pub smoothbore_musket_max: Length,
}

pub fn constants() -> &'static Constants {
    &TABLES.constants
}

struct Tables {
    rates: Vec<Rates>,
    guns: Vec<GunRow>,
    small_arms: Vec<SmallArms>,
    terrain: Vec<Labels>,
    constants: Constants,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::read().expect("the embedded tables parse"));

impl Tables {
    fn read() -> Result<Tables, TableError> {
        Ok(Tables {
            rates: rows("movement.csv", include_str!("../../tables/movement.csv"))?,
            guns: rows("gun_ranges.csv", include_str!("../../tables/gun_ranges.csv"))?,
            small_arms: rows("small_arms.csv", include_str!("../../tables/small_arms.csv"))?,
            terrain: rows("terrain.csv", include_str!("../../tables/terrain.csv"))?,
            constants: Figures(rows("constants.csv", include_str!("../../tables/constants.csv"))?).read()?,
        })
    }
}

#[derive(Deserialize)]
struct Figure {
    name: String,
    value: String,
    unit: String,
}

struct Figures(Vec<Figure>);

impl Figures {
    fn read(&self) -> Result<Constants, TableError> {
        let side = self.length("officer_base")?;
        Ok(Constants {
            initiative_distance: self.length("initiative_distance")?,
            hit_on_formed: self.whole("hit_on_formed")?,
            hit_on_skirmishers: self.whole("hit_on_skirmishers")?,
            artillery_premelee_need: self.whole("artillery_premelee_need")?,
            officer_casualty_on: self.whole("officer_casualty_on")?,
            collision_confuses_other_on: self.whole("collision_confuses_other_on")?,
            fear_confuses_from: self.whole("fear_confuses_from")?,
            skirmisher_min_gap: self.length("skirmisher_min_gap")?,
            skirmish_stands_per_stand: self.whole("skirmish_stands_per_stand")?,
            drive_back_per_hit: self.length("drive_back_per_hit")?,
            stand: BaseSize::new(self.length("stand_width")?, self.length("stand_depth")?),
            sight_depth: self.length("sight_depth_in_blocking_area")?,
            deploy_reach: self.length("skirmish_deploy_reach")?,
            recall_reach: self.length("skirmish_recall_reach")?,
            stop_short: self.length("stop_short_of_enemy")?,
            charge_wheel_max: self.angle("charge_wheel_max")?,
            stalemate_rounds: self.whole("zero_zero_rounds_before_stalemate")?,
            stalemate_fall_back: self.length("stalemate_fall_back")?,
            turns: self.whole("default_turns")?,
            break_per_mille: self.number("break_share", &["of_starting_stands"], 1000)?,
            fortification_strength: self.whole("default_fortification_strength")?,
            fortification_cohesion: self.whole("default_fortification_cohesion")?,
            retreat_turn_step: self.angle("retreat_turn_step")?,
            retreat_turn_max: self.angle("retreat_turn_max")?,
            officer_base: BaseSize::new(side, side),
            small_arms_short: self.length("small_arms_short")?,
            rifled_musket_max: self.length("rifled_musket_max")?,
            smoothbore_musket_max: self.length("smoothbore_musket_max")?,
        })
    }

    fn length(&self, name: &str) -> Result<Length, TableError> {
        self.number(name, &["cm", "cm_square"], 10_000).map(Length::from_micrometres)
    }

    fn whole<T: TryFrom<i64>>(&self, name: &str) -> Result<T, TableError> {
        self.number(name, &["die", "stands", "hits", "points", "rounds", "turns"], 1)
    }

    fn angle(&self, name: &str) -> Result<u16, TableError> {
        self.number(name, &["degrees"], 1).map(|degrees: i32| Heading::from_degrees(degrees).0)
    }

    fn number<T: TryFrom<i64>>(&self, name: &str, units: &[&str], scale: i64) -> Result<T, TableError> {
        let found = self.0.iter().find(|figure| figure.name == name && units.contains(&figure.unit.as_str()));
        let value = found.and_then(|figure| decimal(&figure.value, scale)).and_then(|n| T::try_from(n).ok());
        value.ok_or_else(|| TableError {
            table: "constants.csv".to_owned(),
            line: None,
            what: format!("no {name}"),
        })
    }
}

fn centimetres<E: serde::de::Error>(text: &str) -> Result<Length, E> {
    let length = decimal(text, 10_000).map(Length::from_micrometres);
    length.ok_or_else(|| E::custom(format!("{text:?} is not a length in centimetres")))
}

fn length<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
    centimetres(&String::deserialize(deserializer)?)
}

fn length_or_blank<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Length>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.is_empty() { Ok(None) } else { centimetres(&text).map(Some) }
}

fn one_of<'de, D: Deserializer<'de>, T: Copy>(deserializer: D, words: &[(&str, T)]) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
    found.ok_or_else(|| serde::de::Error::custom(format!("{text:?} is none of the words of this column")))
}

pub(crate) fn yes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    one_of(deserializer, &[("yes", true), ("no", false)])
}

fn yes_but_not_by_level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    one_of(deserializer, &[("yes", true), ("no", false), ("by_level", false)])
}

fn cover<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cover, D::Error> {
    let words = [("none", Cover::Open), ("cover", Cover::Cover), ("fortification", Cover::Fortification)];
    one_of(deserializer, &words)
}

fn bore<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Bore>, D::Error> {
    let words = [("smoothbore", Some(Bore::Smoothbore)), ("rifled", Some(Bore::Rifled)), ("none", None)];
    one_of(deserializer, &words)
}
