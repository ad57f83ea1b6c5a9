//! What this sheet makes of the ground: QP-TERRAIN-01 knows roads, buildings, works, high ground and woods.

use crate::book::kinds::Kind;
use crate::turn::state::State;
use longroll_kit::UnitId;
use longroll_table::{Convex, Feature, Field, Kind as Lie, LineSide, Point, Polygon, Rect};
use std::sync::Arc;

/// The features that matter here, sorted out once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ground {
    /// Woods and buildings: seen out of and into, never through.
    screens: Vec<usize>,
    contours: Vec<usize>,
    buildings: Vec<usize>,
    works: Vec<usize>,
    /// Buildings, and whatever a scenario closes to some arm.
    closed: Vec<usize>,
}

impl Ground {
    pub fn of(field: &Field) -> Arc<Ground> {
        let pick = |wanted: &dyn Fn(&Feature) -> bool| {
            (0..field.features.len()).filter(|place| wanted(&field.features[*place])).collect()
        };
        Arc::new(Ground {
            screens: pick(&|feature| feature.kind == Lie::Wood || is_building(feature)),
            contours: pick(&|feature| feature.kind == Lie::Contour),
            buildings: pick(&is_building),
            works: pick(&is_works),
            closed: pick(&|feature| is_building(feature) || !feature.impassable_to.is_empty()),
        })
    }

    pub fn screens<'a>(&'a self, field: &'a Field) -> impl Iterator<Item = (&'a Feature, &'a Polygon)> {
        areas(field, &self.screens)
    }

    pub fn contours<'a>(&'a self, field: &'a Field) -> impl Iterator<Item = (&'a Feature, &'a Polygon)> {
        areas(field, &self.contours)
    }

    /// QP-MOVE-17: ground closed to this kind of unit that a base or a sweep runs into.
    pub fn closing(&self, field: &Field, kind: Kind, over: &[Convex]) -> Option<String> {
        areas(field, &self.closed)
            .filter(|(feature, _)| is_closed_to(feature, kind))
            .find(|(_, polygon)| over.iter().any(|hull| polygon.overlaps(hull)))
            .map(|(feature, _)| name_of(feature))
    }

    /// Areas closed to this kind of unit, for flights that stop at them.
    pub fn closed_to<'a>(&'a self, field: &'a Field, kind: Kind) -> impl Iterator<Item = &'a Polygon> {
        areas(field, &self.closed)
            .filter(move |(feature, _)| is_closed_to(feature, kind))
            .map(|(_, polygon)| polygon)
    }

    /// The building in which this point lies: ruling QP-R04, the centre of a base decides.
    pub fn building_at<'a>(&'a self, field: &'a Field, at: Point) -> Option<&'a Polygon> {
        areas(field, &self.buildings).find(|(_, polygon)| polygon.holds(at)).map(|(_, polygon)| polygon)
    }

    /// QP-MOVE-17: a building holds one unit; who else is in the one at this point?
    pub fn building_holder(&self, state: &State, id: UnitId, at: Point) -> Option<UnitId> {
        let building = self.building_at(&state.field, at)?;
        state.ids().find(|other| {
            *other != id
                && state.is_on_table(*other)
                && !state.kind(*other).is_general()
                && building.holds(state.unit(*other).pose.at)
        })
    }

    /// QP-MOD-12: the unit is inside a building (which holds nobody else, wherever the base of a charger comes to lie), or
    /// touches works on their inner side and the enemy is on the outer side across them.
    pub fn is_covered(&self, field: &Field, unit: &Rect, enemy: &Rect) -> bool {
        let in_building = self.building_at(field, unit.centre()).is_some();
        in_building || self.works.iter().any(|place| is_behind_works(&field.features[*place], unit, enemy))
    }
}

/// QP-TERRAIN-02: works have an inner and an outer side. They close the ground to nobody and cost nothing to cross.
fn is_behind_works(works: &Feature, unit: &Rect, enemy: &Rect) -> bool {
    works.line().is_some_and(|line| {
        line.touches(unit)
            && line.side_of(unit.centre()) == LineSide::Inner
            && line.side_of(enemy.centre()) == LineSide::Outer
            && line.crosses(unit.centre(), enemy.centre())
    })
}

fn areas<'a>(field: &'a Field, places: &'a [usize]) -> impl Iterator<Item = (&'a Feature, &'a Polygon)> {
    places.iter().filter_map(|place| {
        let feature = &field.features[*place];
        feature.area().map(|polygon| (feature, polygon))
    })
}

/// Ruling QP-R01: a built-up block counts as a building, a stone wall as works; fences and hedges do not.
fn is_building(feature: &Feature) -> bool {
    matches!(feature.kind, Lie::Building | Lie::Town)
}

fn is_works(feature: &Feature) -> bool {
    matches!(feature.kind, Lie::Works | Lie::Wall)
}

/// Ruling QP-R05: a General goes where cavalry goes.
fn is_closed_to(feature: &Feature, kind: Kind) -> bool {
    let building = is_building(feature) && !kind.may_enter_buildings();
    building || feature.impassable_to.iter().any(|arm| arm == kind.arm())
}

fn name_of(feature: &Feature) -> String {
    feature.name.clone().unwrap_or_else(|| format!("the {:?}", feature.kind).to_lowercase())
}
