//! The printed tables.

use crate::book::kinds::{Arm, Body, Formation, Quality, Terrain, Weapon};
use crate::book::options::{Options, Rates};
use longroll_kit::{InchCell, row_of, rows};
use longroll_table::{Length, inches};
use serde::Deserialize;
use std::sync::LazyLock;

// ---- The tables

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct FormationRow {
    pub arm: Body,
    pub formation: Formation,
    /// `all`, `front_half`, `lead_stand`, `half`, `none`.
    pub fire_share: String,
    pub target_drm_small_arms: i32,
    pub target_drm_artillery: i32,
    /// A number, or `0_or_bmp` for artillery (JR-FORM-05).
    pub charge_morale: String,
    /// `yes`, `no`, `skirmishers_only`.
    pub may_charge: String,
    pub prov_target: String,
    pub prov_charge: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct SmallArmsRow {
    pub weapon: Weapon,
    pub drm_always: i32,
    pub close_in: InchCell,
    pub close_drm: i32,
    pub normal_in: InchCell,
    pub long_in: InchCell,
    pub melee_drm: i32,
    pub extra_die_repeater: u32,
    pub provenance: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct GunRow {
    pub gun: Weapon,
    pub drm_always: i32,
    pub canister_in: InchCell,
    pub double_canister_in: InchCell,
    pub normal_in: InchCell,
    pub long_in: InchCell,
    pub rifled: String,
    pub provenance: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct RateRow {
    #[serde(alias = "gun")]
    pub formation: String,
    #[serde(default)]
    pub state: String,
    pub road: String,
    pub trail: String,
    pub open: String,
    pub broken: String,
    pub light_woods: String,
    pub heavy_woods: String,
    pub rough: String,
    pub provenance: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct QualityRow {
    pub quality: Quality,
    pub bmp: i32,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct MultiplierRow {
    pub by: Arm,
    pub on: Arm,
    pub multiplier: u32,
    pub provenance: String,
}

macro_rules! table {
    ($name:ident, $row:ty, $file:literal) => {
        pub static $name: LazyLock<Vec<$row>> = LazyLock::new(|| {
            rows($file, include_str!(concat!("../../tables/", $file))).expect("an embedded table parses")
        });
    };
}

/// JR-SCALE-01: what distances are multiplied by for figures of another size.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct ScaleRow {
    pub figure_mm: u32,
    pub multiply_distances_by: InchCell,
    pub provenance: String,
}

table!(SCALES, ScaleRow, "scales.csv");

table!(FORMATIONS, FormationRow, "formations.csv");

table!(SMALL_ARMS, SmallArmsRow, "ranges_small_arms.csv");

table!(GUNS, GunRow, "ranges_artillery.csv");

table!(QUALITIES, QualityRow, "basic_morale.csv");

table!(MULTIPLIERS, MultiplierRow, "melee_multipliers.csv");

table!(INFANTRY_RATES, RateRow, "movement_infantry.csv");

table!(INFANTRY_RATES_15, RateRow, "movement_infantry_15mm.csv");

table!(CAVALRY_RATES, RateRow, "movement_cavalry.csv");

table!(CAVALRY_RATES_15, RateRow, "movement_cavalry_15mm.csv");

table!(GUN_RATES, RateRow, "movement_artillery.csv");

table!(GUN_RATES_15, RateRow, "movement_artillery_15mm.csv");

/// JR-BMP-01.
pub fn basic_morale(quality: Quality) -> i32 {
    row_of("basic_morale.csv", &QUALITIES, |row| row.quality == quality, quality).bmp
}

pub fn formation_row(body: Body, formation: Formation) -> Option<&'static FormationRow> {
    FORMATIONS.iter().find(|row| row.arm == body && row.formation == formation)
}

/// The three bands of a weapon and what it adds: JR-RANGE-01, JR-RANGE-02, JR-RANGE-03, JR-RANGE-04, JR-RANGE-05,
/// JR-RANGE-06, JR-RANGE-07, JR-RANGE-08, JR-RANGE-09 and JR-RANGE-10.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranges {
    pub close: Length,
    pub normal: Length,
    pub long: Length,
    pub drm: i32,
    pub close_drm: i32,
    pub melee_drm: i32,
}

pub fn ranges(weapon: Weapon) -> Ranges {
    static ALL: LazyLock<Vec<(Weapon, Ranges)>> = LazyLock::new(|| {
        let small = SMALL_ARMS.iter().map(|row| {
            let (close, normal, long) = (row.close_in.0, row.normal_in.0, row.long_in.0);
            let (drm, close_drm, melee_drm) = (row.drm_always, row.close_drm, row.melee_drm);
            (row.weapon, Ranges { close, normal, long, drm, close_drm, melee_drm })
        });
        let guns = GUNS.iter().map(|row| {
            let (close, normal, long) = (row.canister_in.0, row.normal_in.0, row.long_in.0);
            (row.gun, Ranges { close, normal, long, drm: row.drm_always, close_drm: 0, melee_drm: 0 })
        });
        small.chain(guns).collect()
    });
    row_of("ranges_small_arms.csv and ranges_artillery.csv", &ALL, |(known, _)| *known == weapon, weapon).1
}

/// JR-SCALE-01, ruling JR-R08: a distance of the tables on a table with figures of this size; 15 mm if the size is unknown.
pub fn scaled(length: Length, figure_mm: u32) -> Length {
    if figure_mm == 15 {
        return length;
    }
    let row = SCALES.iter().find(|row| row.figure_mm == figure_mm);
    let by = row.map_or(inches(1), |row| row.multiply_distances_by.0);
    let product = i128::from(length.micrometres()) * i128::from(by.micrometres());
    Length::from_micrometres((product / i128::from(inches(1).micrometres())) as i64)
}

/// JR-MELEE-05.
pub fn multiplier(by: Arm, on: Arm) -> u32 {
    MULTIPLIERS.iter().find(|row| row.by == by && row.on == on).map_or(1, |row| row.multiplier)
}

impl RateRow {
    pub fn cell(&self, ground: Terrain) -> &str {
        match ground {
            Terrain::Road => &self.road,
            Terrain::Trail => &self.trail,
            Terrain::Open => &self.open,
            Terrain::Broken => &self.broken,
            Terrain::LightWoods => &self.light_woods,
            Terrain::HeavyWoods => &self.heavy_woods,
            Terrain::Rough => &self.rough,
        }
    }
}

/// JR-MOVE-01: whole inches a turn, or nothing where the table has no rate. JR-OPT-01 chooses the table.
pub fn rate(
    options: &Options,
    body: Option<Body>,
    row: &str,
    weapon: Weapon,
    ground: Terrain,
) -> Option<u32> {
    let fifteen = options.rates == Rates::Sibling15;
    let (table, name, state): (&[RateRow], String, &str) = match body {
        Some(Body::Infantry) => {
            (if fifteen { &INFANTRY_RATES_15 } else { &INFANTRY_RATES }, row.to_owned(), "")
        }
        Some(Body::CavalryMounted) => {
            (if fifteen { &CAVALRY_RATES_15 } else { &CAVALRY_RATES }, format!("mounted_{row}"), "")
        }
        Some(Body::CavalryDismounted) => {
            (if fifteen { &CAVALRY_RATES_15 } else { &CAVALRY_RATES }, format!("dismounted_{row}"), "")
        }
        Some(Body::Artillery) => {
            let gun = serde_json::to_value(weapon).ok()?.as_str()?.to_owned();
            (if fifteen { &GUN_RATES_15 } else { &GUN_RATES }, gun, row)
        }
        None => (if fifteen { &CAVALRY_RATES_15 } else { &CAVALRY_RATES }, "officer".to_owned(), ""),
    };
    let found = table.iter().find(|known| known.formation == name && known.state == state)?;
    let rate: u32 = found.cell(ground).parse().ok()?;
    // times 1.4, to the nearest: (14 r + 5) / 10
    Some(if options.rates == Rates::Pace14 { (14 * rate + 5) / 10 } else { rate })
}

/// JR-MOVE-09: the dice of a rout or a charge bonus; artillery in heavy woods goes 2 in and is abandoned in rough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunDice {
    Dice(u32),
    Fixed(u32),
    Abandoned,
}

pub fn run_dice(body: Body, ground: Terrain) -> RunDice {
    let (table, name): (&[RateRow], &str) = match body {
        Body::Infantry => (&INFANTRY_RATES, "rout_or_charge_bonus"),
        Body::CavalryMounted => (&CAVALRY_RATES, "mounted_rout_or_charge_bonus"),
        Body::CavalryDismounted => (&CAVALRY_RATES, "dismounted_rout_or_charge_bonus"),
        Body::Artillery => (&GUN_RATES, "all"),
    };
    let cell = row_of("movement", table, |row| row.formation == name, name).cell(ground);
    match (cell, cell.strip_suffix("D6").and_then(|n| n.parse().ok()), cell.parse()) {
        ("abandoned", ..) => RunDice::Abandoned,
        (_, Some(dice), _) => RunDice::Dice(dice),
        (_, None, Ok(inches)) => RunDice::Fixed(inches),
        _ => panic!("{name} on {ground:?}: {cell:?} is neither dice nor inches"),
    }
}
