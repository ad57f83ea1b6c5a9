//! What the sheet makes of the ground (GRE-TERRAIN-01 and those after it; ruling GRE-R03 sorts the kinds).

use crate::book::kinds::{Cover, Form, Kind};
use crate::turn::state::State;
use longroll_kit::UnitId;
use longroll_table::{
    Convex, Feature, Field, Footprint, GRAIN, Heading, Kind as Lie, Length, Point, Polygon, Rect, Vector,
    inches,
};
use std::sync::Arc;

/// GRE-TERRAIN-05: cover counts within an inch.
const NEAR: Length = inches(1);

/// The features that matter, sorted out once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ground {
    woods: Vec<usize>,
    contours: Vec<usize>,
    buildings: Vec<usize>,
    rough: Vec<usize>,
    cover_areas: Vec<usize>,
    lines: Vec<usize>,
    closed: Vec<usize>,
    blocking: Vec<usize>,
}

impl Ground {
    pub fn of(field: &Field) -> Arc<Ground> {
        let pick = |wanted: &dyn Fn(&Feature) -> bool| -> Vec<usize> {
            (0..field.features.len()).filter(|place| wanted(&field.features[*place])).collect()
        };
        Arc::new(Ground {
            woods: pick(&|feature| feature.kind == Lie::Wood),
            contours: pick(&|feature| feature.kind == Lie::Contour),
            buildings: pick(&is_building),
            rough: pick(&is_rough),
            cover_areas: pick(&|feature| {
                matches!(feature.kind, Lie::Wood | Lie::Orchard | Lie::Brush | Lie::Field)
            }),
            lines: pick(&|feature| line_cover(feature) != Cover::None),
            closed: pick(&|feature| {
                is_building(feature)
                    || matches!(feature.kind, Lie::Water | Lie::Wood | Lie::Marsh)
                    || is_trench(feature)
                    || !feature.impassable_to.is_empty()
            }),
            blocking: pick(&|feature| matches!(feature.kind, Lie::Water | Lie::Town)),
        })
    }

    pub fn woods<'a>(&'a self, field: &'a Field) -> impl Iterator<Item = (&'a Feature, &'a Polygon)> {
        areas(field, &self.woods)
    }

    pub fn contours<'a>(&'a self, field: &'a Field) -> impl Iterator<Item = (&'a Feature, &'a Polygon)> {
        areas(field, &self.contours)
    }

    pub fn buildings<'a>(
        &'a self,
        field: &'a Field,
    ) -> impl Iterator<Item = (u16, &'a Feature, &'a Polygon)> {
        self.buildings.iter().filter_map(|place| {
            let feature = &field.features[*place];
            feature.area().map(|polygon| (*place as u16, feature, polygon))
        })
    }

    /// GRE-TERRAIN-01: does any of a straight way of the middle lie in rough going, off the roads?
    pub fn is_rough(&self, field: &Field, from: Point, to: Point) -> bool {
        if self.rough.is_empty() {
            return false;
        }
        let off_road = |p: Point| field.road_under(p).is_none();
        let touched = self.rough.iter().any(|place| {
            let feature = &field.features[*place];
            (feature.holds(from) && off_road(from)) || !feature.stretches(from, to).is_empty()
        });
        touched && field.road_stretch(from, to) < from.distance_to(to).max(Length::from_micrometres(1))
    }

    /// GRE-TERRAIN-02: obstacles that a straight way crosses. Who comes up to one has not crossed it, who starts at it has it before him.
    pub fn crossings(&self, field: &Field, from: Point, to: Point) -> u32 {
        let Some(way) = Heading::of(to - from) else { return 0 };
        let short = Vector::along(way.opposite(), GRAIN + GRAIN);
        let (from, to) = (from + short, to + short);
        let lines = self.lines.iter().filter_map(|place| field.features[*place].line());
        lines.filter(|line| line.crosses(from, to)).count() as u32
    }

    /// GRE-TERRAIN-03, GRE-TERRAIN-07: ground closed to this mover that a sweep runs into, unless it goes along a road
    /// or stood there already.
    pub fn closing(&self, field: &Field, mover: &Walker<'_>, over: &[Convex]) -> Option<String> {
        let on_road =
            mover.road && field.road_stretch(mover.from, mover.to).about(mover.from.distance_to(mover.to));
        self.closed
            .iter()
            .map(|place| (*place, &field.features[*place]))
            .filter(|(_, feature)| is_closed_to(feature, mover))
            .find(|(place, feature)| {
                if Some(*place as u16) == mover.leaves || (on_road && !is_building(feature)) {
                    return false;
                }
                hits(feature, over) && !lies_on(feature, mover.body)
            })
            .map(|(_, feature)| name_of(feature))
    }

    /// GRE-TERRAIN-05, GRE-TERRAIN-06: the best cover of a unit against an enemy; without an enemy only what holds it.
    pub fn cover(&self, state: &State, unit: UnitId, enemy: Option<UnitId>) -> Cover {
        let field = &state.field;
        let (own, here) = (&state.unit(unit).rect, state.unit(unit).pose.at);
        let there = enemy.map(|enemy| state.unit(enemy).pose.at);
        let mut best = Cover::None;
        if let Some(building) = state.unit(unit).building
            && enemy.is_none_or(|enemy| !is_inside(state, enemy, building))
        {
            return Cover::Hard;
        }
        for (feature, polygon) in areas(field, &self.cover_areas) {
            let holds = polygon.holds(here);
            let shared = there.is_some_and(|there| polygon.holds(there));
            let between = !holds
                && there.is_some_and(|there| {
                    polygon.bounds().grown(NEAR).meets(&own.bounds())
                        && polygon.distance(own).within(NEAR)
                        && !feature.stretches(here, there).is_empty()
                });
            if (holds || between) && !shared {
                best = best.max(Cover::Soft);
            }
        }
        for place in &self.lines {
            let feature = &field.features[*place];
            let Some(line) = feature.line() else { continue };
            let near = line.distance(own).within(NEAR + line.width().half());
            let shared =
                enemy.is_some_and(|enemy| is_trench(feature) && line.touches(&state.unit(enemy).rect));
            let holds = is_trench(feature) && line.touches(own) && !shared;
            let between = near && !shared && there.is_some_and(|there| line.crosses(here, there));
            if holds || between {
                best = best.max(line_cover(feature));
            }
        }
        best
    }

    /// GRE-MORALE-14: foot whose base touches a trench stands in it.
    pub fn in_trench(&self, state: &State, unit: UnitId) -> bool {
        let rect = &state.unit(unit).rect;
        self.lines.iter().any(|place| {
            let feature = &state.field.features[*place];
            is_trench(feature) && feature.line().is_some_and(|line| line.touches(rect))
        })
    }

    /// GRE-BRIG-06: in a building or a wood.
    pub fn in_wood(&self, field: &Field, at: Point) -> bool {
        areas(field, &self.woods).any(|(_, polygon)| polygon.holds(at))
    }

    /// GRE-TERRAIN-03: woods and swamp, where formed horsemen do not go.
    pub fn bars_horse(&self, field: &Field, at: Point) -> bool {
        areas(field, &self.closed)
            .any(|(feature, polygon)| matches!(feature.kind, Lie::Wood | Lie::Marsh) && polygon.holds(at))
    }

    /// GRE-BRIG-10: impassable ground, a town or a river within reach on one side of a unit.
    pub fn blocking_within(
        &self,
        field: &Field,
        rect: &Rect,
        reach: Length,
        ahead: impl Fn(Point) -> bool,
    ) -> bool {
        self.blocking.iter().any(|place| {
            let feature = &field.features[*place];
            let bounds = feature.bounds();
            let middle = Point::new((bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2);
            feature.distance(rect).within(reach) && ahead(middle)
        })
    }
}

/// Who would cross the ground, and how.
#[derive(Clone, Copy, Debug)]
pub struct Walker<'a> {
    pub kind: Kind,
    pub mounted: bool,
    pub form: Form,
    pub from: Point,
    pub to: Point,
    pub body: &'a Rect,
    /// GRE-TERRAIN-03: it may use a road.
    pub road: bool,
    /// The building that it is leaving.
    pub leaves: Option<u16>,
}

/// Is this unit inside the building, as its garrison or as an attacker who got in (GRE-MELEE-45)?
pub fn is_inside(state: &State, unit: UnitId, building: u16) -> bool {
    state.unit(unit).building == Some(building)
        || state.contacts.iter().any(|contact| {
            contact.attacker == unit
                && contact.inside
                && state.unit(contact.defender).building == Some(building)
        })
}

fn areas<'a>(field: &'a Field, places: &'a [usize]) -> impl Iterator<Item = (&'a Feature, &'a Polygon)> {
    places.iter().filter_map(|place| {
        let feature = &field.features[*place];
        feature.area().map(|polygon| (feature, polygon))
    })
}

fn is_building(feature: &Feature) -> bool {
    matches!(feature.kind, Lie::Building | Lie::Town)
}

fn is_rough(feature: &Feature) -> bool {
    matches!(feature.kind, Lie::Wood | Lie::Brush | Lie::Rough | Lie::Marsh | Lie::Stream | Lie::Ford)
}

/// Works of the second grade and cuts are trenches, lighter works breastworks.
fn is_trench(feature: &Feature) -> bool {
    feature.kind == Lie::Cut || (feature.kind == Lie::Works && feature.grade >= 2)
}

fn line_cover(feature: &Feature) -> Cover {
    match feature.kind {
        Lie::Fence | Lie::Hedge => Cover::Soft,
        Lie::Wall | Lie::Works | Lie::Cut => Cover::Hard,
        _ => Cover::None,
    }
}

fn is_closed_to(feature: &Feature, mover: &Walker<'_>) -> bool {
    let formed_horse = mover.kind == Kind::Cavalry && mover.mounted && mover.form != Form::Skirmish;
    let wheels = mover.kind.is_artillery();
    let arm = match mover.kind {
        Kind::Cavalry if mover.mounted => "cavalry",
        Kind::General => "cavalry",
        kind if kind.is_artillery() => "artillery",
        _ => "infantry",
    };
    if mover.kind == Kind::General {
        return feature.kind == Lie::Water || is_building(feature);
    }
    is_building(feature)
        || feature.kind == Lie::Water
        || ((formed_horse || wheels)
            && (matches!(feature.kind, Lie::Wood | Lie::Marsh) || is_trench(feature)))
        || feature.impassable_to.iter().any(|closed| closed == arm)
}

fn hits(feature: &Feature, over: &[Convex]) -> bool {
    match (feature.area(), feature.line()) {
        (Some(polygon), _) => over.iter().any(|hull| polygon.overlaps(hull)),
        (_, Some(line)) => over.iter().any(|hull| line.touches(hull)),
        _ => false,
    }
}

fn lies_on(feature: &Feature, body: &Rect) -> bool {
    feature.lies_under(&Footprint::single(*body)) || feature.line().is_some_and(|line| line.touches(body))
}

fn name_of(feature: &Feature) -> String {
    feature.name.clone().unwrap_or_else(|| format!("the {:?}", feature.kind).to_lowercase())
}
