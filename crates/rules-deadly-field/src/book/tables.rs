//! The printed tables, read once.

use crate::book::kinds::{Arm, Formation, Level, Quality, Scale, Terrain, Weapon};
use crate::book::table_rows::*;
use longroll_kit::{Side, TableError, row_of, rows};
use longroll_table::{Length, inches};
use std::sync::LazyLock;

/// ADF-MOVE-21, ADF-SCALE-13: what a rout move, or half of it as a charge bonus, is rolled with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoutMove {
    Dice(u32),
    /// ADF-ROUT-06: guns in heavy woods.
    Fixed(i64),
    /// Guns in rough ground.
    Abandon,
}

/// ADF-FIRE-04: one column of the results: from this total on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultColumn {
    pub total: i32,
    pub hits: u8,
    pub addition: Option<i32>,
}

/// ADF-FIV-09 and those after it: what a margin does to the loser.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ChargeRow {
    Melee,
    StopShort,
    /// Figures and level of the loser, and of attacking infantry that loses (ADF-FIV-14).
    FallBack {
        lost: u8,
        level: Level,
        relieved_lost: u8,
        relieved_level: Level,
    },
    Surrender,
}

/// ADF-FIRE-40, ADF-SCALE-05, -14: normal range of a weapon; every other band follows from it.
pub fn normal_range(scale: Scale, arm: Arm, weapon: Weapon) -> Length {
    let t = &*TABLES;
    let found = match arm {
        Arm::Artillery => t
            .gun_ranges
            .iter()
            .find(|row| row.scale == scale.millimetres() && row.gun == weapon)
            .map(|row| inches(row.normal_range_in)),
        Arm::Cavalry => t.cavalry_arm(scale, weapon).map(|row| row.range()),
        _ => t.infantry_arm(scale, weapon).map(|row| inches(row.normal_range_in)),
    };
    found.unwrap_or(Length::ZERO)
}

/// ADF-FIRE-12, -13: firepower of so many figures. One figure has half of two, rounded up; beyond eight, eight and the
/// rest.
pub fn firepower(arm: Arm, weapon: Weapon, figures: u8) -> i32 {
    let row = match arm {
        Arm::Cavalry => TABLES.cavalry_arm(Scale::Mm15, weapon).map(CavalryArm::firepower),
        Arm::Infantry => TABLES.infantry_arm(Scale::Mm15, weapon).map(InfantryArm::firepower),
        _ => None,
    };
    let Some(row) = row else { return 0 };
    let (whole, rest) = (i32::from(figures / 8), usize::from(figures % 8));
    let of_rest = match rest {
        0 => 0,
        1 => (row[0] + 1) / 2,
        _ => row[rest - 2],
    };
    whole * row[6] + of_rest
}

/// ADF-ARTY-01, -02: firepower of a battery by sections left, Union or Confederate.
pub fn gun_firepower(gun: Weapon, side: Side, sections: u8) -> i32 {
    let Some(row) = TABLES.guns.iter().find(|row| row.gun == gun) else { return 0 };
    let figures = match side {
        Side::Blue => [row.us_1_section, row.us_2_sections, row.us_3_sections],
        Side::Gray => [row.cs_1_section, row.cs_2_sections, row.cs_3_sections],
    };
    if sections == 0 { 0 } else { figures[usize::from(sections.min(3)) - 1] }
}

/// ADF-ARTY-05: rifled in the table; the mixed battery is the option's business.
pub fn is_rifled(gun: Weapon) -> bool {
    TABLES.guns.iter().any(|row| row.gun == gun && row.r#type == "rifled")
}

/// What decides which row of a movement table is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mover {
    pub arm: Arm,
    pub weapon: Weapon,
    pub formation: Formation,
    pub mounted: bool,
    pub level: Level,
}

/// ADF-MOVE-01, ADF-SCALE-13, -16, -17: inches of one movement over this ground; nothing where the table prints NA
/// (ADF-MOVE-03). ADF-MOVE-23: disorder and shaken have rows of their own. ADF-FORM-03: guns keep their row at every
/// level. ADF-LEADER-08: leaders read the mounted road column.
pub fn allowance(scale: Scale, mover: Mover, terrain: Terrain) -> Option<i64> {
    let t = &*TABLES;
    match mover.arm {
        Arm::Artillery => {
            let row = t.gun_moves[scale as usize].iter().find(|row| row.0 == mover.weapon)?;
            let (limbered, unlimbered) = row.1[terrain as usize];
            Some(if mover.formation == Formation::Limbered { limbered } else { unlimbered })
        }
        Arm::Leader => t.cavalry_moves[scale as usize][RowKey::RoadColumn as usize][terrain as usize].0,
        Arm::Cavalry => {
            let (mounted, dismounted) =
                t.cavalry_moves[scale as usize][row_key(mover) as usize][terrain as usize];
            if mover.mounted { mounted } else { dismounted }
        }
        Arm::Infantry => t.infantry_moves[scale as usize][row_key(mover) as usize][terrain as usize],
    }
}

/// ADF-MOVE-21, ADF-CHARGE-04: the routed row.
pub fn rout_move(scale: Scale, arm: Arm, terrain: Terrain) -> RoutMove {
    let t = &*TABLES;
    match arm {
        Arm::Artillery => t.gun_routs[scale as usize][terrain as usize],
        Arm::Cavalry | Arm::Leader => RoutMove::Dice(t.cavalry_routs[scale as usize][terrain as usize]),
        Arm::Infantry => RoutMove::Dice(t.infantry_routs[scale as usize][terrain as usize]),
    }
}

/// ADF-FORM-04, -05: the charge morale modifier of a formation; of disorder or shaken when asked for a level. Artillery has
/// none of its own (ADF-FORM-06).
pub fn charge_modifier(arm: Arm, formation: Formation, mounted: bool, level: Level) -> i32 {
    let key = match level {
        Level::GoodOrder => formation_key(formation),
        Level::Disorder => RowKey::Disorder,
        Level::Shaken | Level::Routed => RowKey::Shaken,
    };
    match arm {
        Arm::Infantry => TABLES.infantry_cmm[key as usize],
        Arm::Cavalry => {
            let (on_horse, on_foot) = TABLES.cavalry_cmm[key as usize];
            if mounted { on_horse } else { on_foot }
        }
        _ => 0,
    }
}

/// ADF-UNIT-04, -05, -06: basic morale by stands lost, and what a battery adds for each section.
pub fn basic_morale(quality: Quality) -> BmpRow {
    *row_of("bmp.csv", &TABLES.bmp, |row| row.quality == quality, quality)
}

/// ADF-FIRE-05, -06, -07: the row of the firing arm (ADF-FIRE-03), the same at every scale (ADF-FIRE-08, -09).
pub fn fire_result(arm: Arm, total: i32) -> Option<ResultColumn> {
    TABLES.results[arm.min(Arm::Artillery) as usize]
        .iter()
        .rev()
        .find(|column| column.total <= total)
        .copied()
}

/// ADF-TARGET-02: the first value for artillery, the second for all other fire.
pub fn target_modifier(id: &str, by_artillery: bool) -> i32 {
    let row = row_of("target_modifiers.csv", &TABLES.target, |row| row.id == id, id);
    if by_artillery { row.from_artillery } else { number(&row.from_other) }
}

/// A firer's modifier of the total.
pub fn firer_modifier(id: &str) -> i32 {
    row_of("firer_modifiers.csv", &TABLES.firer, |row| row.id == id, id).drm
}

pub fn morale_modifier(id: &str, by_artillery: bool) -> i32 {
    let row = row_of("morale_modifiers.csv", &TABLES.morale, |row| row.id == id, id);
    number(if by_artillery { &row.from_artillery } else { &row.from_other_or_rally })
}

/// ADF-FIRE-11, ADF-ARTY-04: dice of a band; none where the arm has no such fire.
pub fn band_dice(arm: Arm, class: &str, band: &str) -> Option<u32> {
    let arm = arm.words();
    let fits =
        |row: &&DiceRow| row.arm == arm && row.band == band && (row.class == "all" || row.class == class);
    TABLES.dice.iter().find(fits).map(|row| row.dice)
}

/// A constant of the figure scale.
pub fn constant(scale: Scale, name: &str) -> Length {
    let fits = |row: &ConstantRow| row.scale == scale.millimetres() && row.constant == name;
    decimal_inches(&row_of("scale_constants.csv", &TABLES.constants, fits, name).value)
}

/// ADF-FIV-05 and those after it.
pub fn fiv_row(margin: u32) -> ChargeRow {
    TABLES.fiv.iter().rev().find(|(least, _)| *least <= margin).map_or(ChargeRow::Melee, |(_, row)| *row)
}

/// ADF-DICE-02, -03: what a difference in figures or morale adds to the die of the better side.
pub fn superiority(kind: &str, difference: u32) -> i32 {
    let rows = TABLES.dice_down.iter().filter(|row| row.kind == kind);
    rows.rev().find(|row| row.difference_min <= difference).map_or(0, |row| row.modifier)
}

/// ADF-FIRE-32: figures or sections and firepower that one combined fire may hold.
pub fn combine_limit(arm: Arm) -> (usize, u8, i32) {
    let row = TABLES.combine.iter().find(|row| row.arm == arm.words());
    row.map_or((1, u8::MAX, i32::MAX), |row| (row.max_units, row.max_elements, row.max_fp))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RowKey {
    Line,
    Extended,
    Skirmish,
    Attack,
    RoadColumn,
    Double,
    Disorder,
    Shaken,
}

const ROWS: usize = 8;

fn formation_key(formation: Formation) -> RowKey {
    match formation {
        Formation::BattleLine | Formation::CavalryLine => RowKey::Line,
        Formation::ExtendedLine => RowKey::Extended,
        Formation::Skirmishers | Formation::Skirmishing => RowKey::Skirmish,
        Formation::AttackColumn => RowKey::Attack,
        Formation::RoadColumn | Formation::Limbered | Formation::Unlimbered => RowKey::RoadColumn,
        Formation::DoubleLine => RowKey::Double,
    }
}

fn row_key(mover: Mover) -> RowKey {
    match mover.level {
        Level::GoodOrder => formation_key(mover.formation),
        Level::Disorder => RowKey::Disorder,
        Level::Shaken | Level::Routed => RowKey::Shaken,
    }
}

fn key_named(name: &str) -> Option<RowKey> {
    Some(match name {
        "disorder" => RowKey::Disorder,
        "shaken" => RowKey::Shaken,
        _ => formation_key(Formation::named(name)?),
    })
}

/// A cell that holds a number, or one of the words of the page for none; anything else is a slip of the pen.
fn number(text: &str) -> i32 {
    match text {
        "NA" | "SR" | "LB" | "all" => 0,
        _ => text.parse().unwrap_or_else(|_| panic!("{text:?} is no number of a table")),
    }
}

fn dice_in(text: &str) -> u32 {
    let dice = text.strip_suffix("D6").and_then(|dice| dice.parse().ok());
    dice.unwrap_or_else(|| panic!("{text:?} are no dice of a table"))
}

pub(crate) fn decimal_inches(text: &str) -> Length {
    longroll_kit::inches_in(text).unwrap_or_else(|_| panic!("{text:?} is no length of a table"))
}

type PerTerrain<T> = [T; 7];
/// Limbered and unlimbered, or mounted and dismounted.
type Both<T> = PerTerrain<(T, T)>;

struct Tables {
    infantry_arms: Vec<InfantryArm>,
    cavalry_arms: Vec<CavalryArm>,
    gun_ranges: Vec<GunRange>,
    guns: Vec<Gun>,
    gun_moves: [Vec<(Weapon, Both<i64>)>; 3],
    gun_routs: [PerTerrain<RoutMove>; 3],
    infantry_moves: [[PerTerrain<Option<i64>>; ROWS]; 3],
    infantry_routs: [PerTerrain<u32>; 3],
    infantry_cmm: [i32; ROWS],
    cavalry_moves: [[Both<Option<i64>>; ROWS]; 3],
    cavalry_routs: [PerTerrain<u32>; 3],
    cavalry_cmm: [(i32, i32); ROWS],
    bmp: Vec<BmpRow>,
    results: [Vec<ResultColumn>; 3],
    target: Vec<TargetRow>,
    firer: Vec<FirerRow>,
    morale: Vec<MoraleRow>,
    dice: Vec<DiceRow>,
    constants: Vec<ConstantRow>,
    fiv: Vec<(u32, ChargeRow)>,
    dice_down: Vec<SuperiorityRow>,
    combine: Vec<CombineRow>,
}

/// The files are part of the program; that they parse is kept by a test.
static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::read().expect("the embedded tables parse"));

fn scale_of(millimetres: u8) -> usize {
    *row_of("scales", &Scale::ALL, |scale| scale.millimetres() == millimetres, millimetres) as usize
}

macro_rules! table {
    ($name:literal) => {
        rows($name, include_str!(concat!("../../tables/", $name)))?
    };
}

impl Tables {
    fn infantry_arm(&self, scale: Scale, weapon: Weapon) -> Option<&InfantryArm> {
        let weapon = weapon.row();
        self.infantry_arms.iter().find(|row| row.scale == scale.millimetres() && row.weapon == weapon)
    }

    fn cavalry_arm(&self, scale: Scale, weapon: Weapon) -> Option<&CavalryArm> {
        let weapon = weapon.row();
        self.cavalry_arms.iter().find(|row| row.scale == scale.millimetres() && row.weapon == weapon)
    }

    fn read() -> Result<Tables, TableError> {
        let mut tables = Tables {
            infantry_arms: table!("infantry_weapons.csv"),
            cavalry_arms: table!("cavalry_weapons.csv"),
            gun_ranges: table!("artillery_ranges.csv"),
            guns: table!("artillery_firepower.csv"),
            gun_moves: Default::default(),
            gun_routs: [[RoutMove::Abandon; 7]; 3],
            infantry_moves: Default::default(),
            infantry_routs: Default::default(),
            infantry_cmm: [0; ROWS],
            cavalry_moves: Default::default(),
            cavalry_routs: Default::default(),
            cavalry_cmm: [(0, 0); ROWS],
            bmp: table!("bmp.csv"),
            results: Default::default(),
            target: table!("target_modifiers.csv"),
            firer: table!("firer_modifiers.csv"),
            morale: table!("morale_modifiers.csv"),
            dice: table!("firer_dice.csv"),
            constants: table!("scale_constants.csv"),
            fiv: Vec::new(),
            dice_down: table!("charge_dicedown_modifiers.csv"),
            combine: table!("combine_fire_limits.csv"),
        };
        tables.read_moves()?;
        tables.read_results()?;
        Ok(tables)
    }

    fn read_moves(&mut self) -> Result<(), TableError> {
        let rows_of_guns: Vec<GunMove> = table!("artillery_movement.csv");
        for row in rows_of_guns {
            let guns = &mut self.gun_moves[scale_of(row.scale)];
            if guns.last().is_none_or(|(gun, _)| *gun != row.gun) {
                guns.push((row.gun, [(0, 0); 7]));
            }
            if let Some((_, figures)) = guns.last_mut() {
                figures[row.terrain as usize] = (row.limbered, row.unlimbered);
            }
        }
        let routs: Vec<GunRout> = table!("artillery_routed_movement.csv");
        for row in routs {
            self.gun_routs[scale_of(row.scale)][row.terrain as usize] = match row.r#move.as_str() {
                "abandon" => RoutMove::Abandon,
                dice if dice.ends_with("D6") => RoutMove::Dice(dice_in(dice)),
                fixed => RoutMove::Fixed(i64::from(number(fixed))),
            };
        }
        let infantry: Vec<InfantryMove> = table!("infantry_movement.csv");
        for row in infantry {
            let (scale, terrain) = (scale_of(row.scale), row.terrain as usize);
            match key_named(&row.formation) {
                None => self.infantry_routs[scale][terrain] = dice_in(&row.r#move),
                Some(key) => {
                    self.infantry_moves[scale][key as usize][terrain] = row.r#move.parse().ok();
                    self.infantry_cmm[key as usize] = number(&row.cmm);
                }
            }
        }
        let cavalry: Vec<CavalryMove> = table!("cavalry_movement.csv");
        for row in cavalry {
            let (scale, terrain) = (scale_of(row.scale), row.terrain as usize);
            match key_named(&row.formation) {
                None => self.cavalry_routs[scale][terrain] = dice_in(&row.mounted),
                Some(key) => {
                    self.cavalry_moves[scale][key as usize][terrain] =
                        (row.mounted.parse().ok(), row.dismounted.parse().ok());
                    self.cavalry_cmm[key as usize] = (number(&row.cmm_mounted), number(&row.cmm_dismounted));
                }
            }
        }
        Ok(())
    }

    fn read_results(&mut self) -> Result<(), TableError> {
        let results: Vec<ResultRow> = table!("fire_results.csv");
        for row in results {
            let column =
                ResultColumn { total: row.total, hits: row.hits, addition: row.mc_modifier.parse().ok() };
            self.results[row.arm as usize].push(column);
        }
        let fiv: Vec<FivRow> = table!("charge_results_fiv.csv");
        for row in fiv.into_iter().filter(|row| row.scale == 15) {
            let level = |text: &str| match text {
                "shaken" => Level::Shaken,
                "routed" => Level::Routed,
                "disorder" => Level::Disorder,
                _ => panic!("{text:?} is no level of the charge results"),
            };
            let result = match row.result.as_str() {
                "melee" => ChargeRow::Melee,
                "stop_short" => ChargeRow::StopShort,
                "surrender" => ChargeRow::Surrender,
                _ => ChargeRow::FallBack {
                    lost: number(&row.loser_figures_lost) as u8,
                    level: level(&row.loser_level),
                    relieved_lost: number(&row.attacker_as_loser_figures_lost) as u8,
                    relieved_level: level(&row.attacker_as_loser_level),
                },
            };
            self.fiv.push((row.margin_min, result));
        }
        Ok(())
    }
}
