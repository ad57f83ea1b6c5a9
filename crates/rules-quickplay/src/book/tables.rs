//! The printed tables.

use crate::book::kinds::{Kind, Weapon};
use crate::c;
use longroll_kit::{Clause, InchCell, rows};
use longroll_table::{BaseSize, Length, inches};
use serde::Deserialize;
use std::sync::LazyLock;

/// QP-UNIT-01: both weights of cavalry read one row of the combat table, and so do all three kinds of artillery.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Row {
    Skirmisher,
    Infantry,
    Cavalry,
    Artillery,
}

/// QP-COMBAT-03: how far a weapon reaches at Close and at Long range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranges {
    pub close: Option<Length>,
    pub long: Length,
}

/// QP-COMBAT-04: dice of one row, for fire and melee, when moved and when Stationary. A printed dash for fire is 0;
/// a dash in a Stationary column means no gain (QP-COMBAT-05).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct CombatDice {
    unit_row: Row,
    pub moved_fire: u32,
    pub moved_melee: u32,
    pub stationary_fire: u32,
    pub stationary_melee: u32,
}

/// What a scenario that says no more gets: QP-UNIT-03 strength, QP-UNIT-14 base, QP-UNIT-08 weapon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Defaults {
    pub strength: u8,
    pub base: BaseSize,
    pub weapon: Weapon,
}

/// QP-MOVE-01: the full printed move. Artillery has it when limbered (QP-MOVE-13).
pub fn full_move(kind: Kind) -> Length {
    TABLES.moves[kind as usize]
}

/// QP-MOVE-12: half of the printed move; every half is taken from the printed figure.
pub fn half_move(kind: Kind) -> Length {
    full_move(kind).half()
}

pub fn combat_dice(kind: Kind) -> Option<&'static CombatDice> {
    kind.row().and_then(|row| TABLES.dice.iter().find(|dice| dice.unit_row == row))
}

pub fn ranges(weapon: Weapon) -> Option<Ranges> {
    TABLES.ranges[weapon as usize]
}

pub fn defaults(kind: Kind) -> Defaults {
    TABLES.defaults[kind as usize]
}

/// QP-UNIT-02: the morale value of a grade.
pub fn morale_of_grade(grade: &str) -> Option<u8> {
    TABLES.grades.iter().find(|(known, _)| known == grade).map(|(_, morale)| *morale)
}

/// The clause that prints the movement rates, for refusals.
pub const MOVE_TABLE: Clause = c::MOVE_01;

struct Tables {
    moves: [Length; 8],
    dice: Vec<CombatDice>,
    ranges: [Option<Ranges>; 6],
    defaults: [Defaults; 8],
    grades: Vec<(String, u8)>,
}

/// The files are part of the program; that they parse is kept by a test.
static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::read().expect("the embedded tables parse"));

impl Tables {
    fn read() -> Result<Tables, longroll_kit::TableError> {
        let mut tables = Tables {
            moves: [inches(0); 8],
            dice: rows("combat_dice.csv", include_str!("../../tables/combat_dice.csv"))?,
            ranges: [None; 6],
            defaults: [Defaults {
                strength: 0,
                base: BaseSize { front: inches(1), depth: inches(1) },
                weapon: Weapon::None,
            }; 8],
            grades: rows("morale_grades.csv", include_str!("../../tables/morale_grades.csv"))?,
        };
        for row in rows::<MoveRow>("movement.csv", include_str!("../../tables/movement.csv"))? {
            if let Some(kind) = row.unit_type.kind() {
                tables.moves[kind as usize] = inches(row.move_in);
            }
        }
        for row in rows::<RangeRow>("weapon_ranges.csv", include_str!("../../tables/weapon_ranges.csv"))? {
            tables.ranges[row.weapon as usize] =
                Some(Ranges { close: row.close_in.map(inches), long: inches(row.long_in) });
        }
        for row in rows::<DefaultRow>("unit_defaults.csv", include_str!("../../tables/unit_defaults.csv"))? {
            tables.defaults[row.unit_type as usize] = Defaults {
                strength: row.default_strength,
                base: BaseSize { front: row.frontage_in.0, depth: row.depth_in.0 },
                weapon: row.default_weapon,
            };
        }
        Ok(tables)
    }
}

#[derive(Deserialize)]
struct MoveRow {
    unit_type: MoveName,
    move_in: i64,
}

/// Names as the movement table has them: guns are listed limbered, and once for all when unlimbered.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum MoveName {
    Infantry,
    Skirmisher,
    HeavyArtilleryLimbered,
    HeavyCavalry,
    FieldArtilleryLimbered,
    LightCavalry,
    HorseArtilleryLimbered,
    General,
    ArtilleryUnlimbered,
}

impl MoveName {
    fn kind(&self) -> Option<Kind> {
        Some(match self {
            MoveName::Infantry => Kind::Infantry,
            MoveName::Skirmisher => Kind::Skirmisher,
            MoveName::HeavyArtilleryLimbered => Kind::HeavyArtillery,
            MoveName::HeavyCavalry => Kind::HeavyCavalry,
            MoveName::FieldArtilleryLimbered => Kind::FieldArtillery,
            MoveName::LightCavalry => Kind::LightCavalry,
            MoveName::HorseArtilleryLimbered => Kind::HorseArtillery,
            MoveName::General => Kind::General,
            MoveName::ArtilleryUnlimbered => return None,
        })
    }
}

#[derive(Deserialize)]
struct RangeRow {
    weapon: Weapon,
    close_in: Option<i64>,
    long_in: i64,
}

#[derive(Deserialize)]
struct DefaultRow {
    unit_type: Kind,
    default_strength: u8,
    frontage_in: InchCell,
    depth_in: InchCell,
    default_weapon: Weapon,
}
