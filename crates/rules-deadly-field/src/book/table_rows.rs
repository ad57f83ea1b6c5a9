//! The rows of the printed tables, as their files have them.

use crate::book::kinds::{Arm, Quality, Terrain, Weapon};
use crate::book::tables::decimal_inches;
use longroll_table::Length;
use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct InfantryArm {
    pub scale: u8,
    pub weapon: Weapon,
    pub normal_range_in: i64,
    pub fp_2: i32,
    pub fp_3: i32,
    pub fp_4: i32,
    pub fp_5: i32,
    pub fp_6: i32,
    pub fp_7: i32,
    pub fp_8: i32,
}

impl InfantryArm {
    pub(crate) fn firepower(&self) -> [i32; 7] {
        [self.fp_2, self.fp_3, self.fp_4, self.fp_5, self.fp_6, self.fp_7, self.fp_8]
    }
}

#[derive(Deserialize)]
pub(crate) struct CavalryArm {
    pub scale: u8,
    pub weapon: Weapon,
    pub normal_range_in: String,
    pub fp_2: i32,
    pub fp_3: i32,
    pub fp_4: i32,
    pub fp_5: i32,
    pub fp_6: i32,
    pub fp_7: i32,
    pub fp_8: i32,
}

impl CavalryArm {
    pub(crate) fn firepower(&self) -> [i32; 7] {
        [self.fp_2, self.fp_3, self.fp_4, self.fp_5, self.fp_6, self.fp_7, self.fp_8]
    }

    pub(crate) fn range(&self) -> Length {
        decimal_inches(&self.normal_range_in)
    }
}

#[derive(Deserialize)]
pub(crate) struct GunRange {
    pub scale: u8,
    pub gun: Weapon,
    pub normal_range_in: i64,
}

#[derive(Deserialize)]
pub(crate) struct Gun {
    pub gun: Weapon,
    pub r#type: String,
    pub us_1_section: i32,
    pub us_2_sections: i32,
    pub us_3_sections: i32,
    pub cs_1_section: i32,
    pub cs_2_sections: i32,
    pub cs_3_sections: i32,
}

#[derive(Deserialize)]
pub(crate) struct GunMove {
    pub scale: u8,
    pub gun: Weapon,
    pub terrain: Terrain,
    pub limbered: i64,
    pub unlimbered: i64,
}

#[derive(Deserialize)]
pub(crate) struct GunRout {
    pub scale: u8,
    pub terrain: Terrain,
    pub r#move: String,
}

#[derive(Deserialize)]
pub(crate) struct InfantryMove {
    pub scale: u8,
    pub formation: String,
    pub cmm: String,
    pub terrain: Terrain,
    pub r#move: String,
}

#[derive(Deserialize)]
pub(crate) struct CavalryMove {
    pub scale: u8,
    pub formation: String,
    pub cmm_mounted: String,
    pub cmm_dismounted: String,
    pub terrain: Terrain,
    pub mounted: String,
    pub dismounted: String,
}

/// One row of the table of basic morale.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct BmpRow {
    pub quality: Quality,
    pub no_stand_lost: i32,
    pub one_stand_lost: i32,
    pub last_stand: i32,
    pub artillery_per_section_lost: i32,
}

#[derive(Deserialize)]
pub(crate) struct ResultRow {
    pub arm: Arm,
    pub total: i32,
    pub hits: u8,
    pub mc_modifier: String,
}

#[derive(Deserialize)]
pub(crate) struct TargetRow {
    pub id: String,
    pub from_artillery: i32,
    pub from_other: String,
}

#[derive(Deserialize)]
pub(crate) struct FirerRow {
    pub id: String,
    pub drm: i32,
}

#[derive(Deserialize)]
pub(crate) struct MoraleRow {
    pub id: String,
    pub from_artillery: String,
    pub from_other_or_rally: String,
}

#[derive(Deserialize)]
pub(crate) struct DiceRow {
    pub arm: String,
    pub class: String,
    pub band: String,
    pub dice: u32,
}

#[derive(Deserialize)]
pub(crate) struct ConstantRow {
    pub scale: u8,
    pub constant: String,
    pub value: String,
}

#[derive(Deserialize)]
pub(crate) struct FivRow {
    pub scale: u8,
    pub margin_min: u32,
    pub result: String,
    pub loser_figures_lost: String,
    pub loser_level: String,
    pub attacker_as_loser_figures_lost: String,
    pub attacker_as_loser_level: String,
}

#[derive(Deserialize)]
pub(crate) struct SuperiorityRow {
    pub kind: String,
    pub difference_min: u32,
    pub modifier: i32,
}

#[derive(Deserialize)]
pub(crate) struct CombineRow {
    pub arm: String,
    pub max_units: usize,
    pub max_elements: u8,
    pub max_fp: i32,
}
