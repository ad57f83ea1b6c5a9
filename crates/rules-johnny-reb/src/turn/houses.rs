//! JR-ARTY-03: buildings under artillery fire.

use crate::ruleset::JohnnyRebDraft;
use crate::turn::event::Event;
use longroll_kit::{UnitId, rows};
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct BuildingRow {
    pub building: String,
    pub artillery_hits_to_destroy: u32,
    pub same_turn: String,
    pub provenance: String,
}

pub static BUILDINGS: LazyLock<Vec<BuildingRow>> = LazyLock::new(|| {
    rows("buildings.csv", include_str!("../../tables/buildings.csv")).expect("an embedded table parses")
});

/// JR-ARTY-03, ruling JR-R09: buildings of grade 2 and more are of stone or brick.
pub fn hits_to_destroy(grade: u8) -> u32 {
    let kind = if grade >= 2 { "stone_or_brick" } else { "wood" };
    let row = BUILDINGS.iter().find(|row| row.building == kind);
    row.map_or(1, |row| row.artillery_hits_to_destroy)
}

/// JR-ARTY-03, ruling JR-R09: what guns score on a unit inside strikes the building too; hits of one turn are added.
pub(crate) fn shell_house(draft: &mut JohnnyRebDraft, target: UnitId, hits: u32) {
    let house = draft.ground.house_of(&draft.field, &draft.unit(target).rect);
    let Some(feature) = house.filter(|_| hits > 0) else { return };
    draft.emit(Event::HouseHit { feature, hits });
    let sum = draft.house_hits.iter().find(|(known, _)| *known == feature).map_or(0, |(_, hits)| *hits);
    let grade = draft.field.features[usize::from(feature)].grade;
    if sum >= hits_to_destroy(grade) {
        draft.emit(Event::HouseFell { feature });
    }
}
