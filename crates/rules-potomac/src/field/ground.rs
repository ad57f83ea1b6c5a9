//! What these rules make of the ground: labels by kind (POT-TERRAIN-04), obstacles on a path, cover and fortifications.

use crate::book::kinds::Cover;
use crate::book::tables::{Labels, Mover, Terrain, labels, rates};
use crate::turn::state::State;
use longroll_kit::UnitId;
use longroll_table::{
    Convex, Feature, Field, Footprint, Heading, Kind as Lay, Length, Placed, Point, Polygon, Rect, Shape,
    Vector, nearest_point, overlaps, swept,
};
use smallvec::SmallVec;
use std::sync::Arc;

/// The features that matter, sorted out once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ground {
    /// Places in the list of features, with the terrain each counts as and the level it stands on.
    lies: Vec<Lie>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lie {
    place: usize,
    terrain: Terrain,
    level: i8,
}

/// The ground that a straight stretch of a move goes over.
pub type Hulls = SmallVec<[Convex; 1]>;

impl Ground {
    pub fn of(field: &Field) -> Arc<Ground> {
        let lies = field.features.iter().enumerate().map(|(place, feature)| {
            let ring: &[_] = match &feature.shape {
                Shape::Area(area) => area.ring(),
                Shape::Line(line) => line.points(),
            };
            let level = ring.iter().map(|at| field.level_at(*at)).max().unwrap_or(0);
            Lie { place, terrain: terrain_of(feature), level }
        });
        // Open ground matters only if the scenario closes it to somebody
        let matters =
            |lie: &Lie| lie.terrain != Terrain::Open || !field.features[lie.place].impassable_to.is_empty();
        Arc::new(Ground { lies: lies.filter(matters).collect() })
    }

    fn all<'a>(&'a self, field: &'a Field) -> impl Iterator<Item = (&'a Feature, &'static Labels, Lie)> {
        self.lies.iter().map(|lie| (&field.features[lie.place], labels(lie.terrain), *lie))
    }

    /// Areas that block sight, with the level they stand on (POT-SIGHT-03, POT-SIGHT-04).
    pub fn screens<'a>(
        &'a self,
        field: &'a Field,
    ) -> impl Iterator<Item = (&'a Feature, &'a Polygon, Option<Length>, i8)> {
        self.all(field).filter(|(_, labels, _)| labels.blocks_sight).filter_map(|(feature, labels, lie)| {
            Some((feature, feature.area()?, feature.sight_depth.or(labels.sight_depth), lie.level))
        })
    }

    pub fn contours<'a>(&'a self, field: &'a Field) -> impl Iterator<Item = (&'a Feature, &'a Polygon)> {
        field
            .features
            .iter()
            .filter(|feature| feature.kind == Lay::Contour)
            .filter_map(|f| Some((f, f.area()?)))
    }

    /// POT-TERRAIN-01, -02, POT-MOVE-22: ground on the way that is closed to this mover.
    pub fn closed<'a>(&self, field: &'a Field, mover: Mover, over: &[Convex]) -> Option<&'a Feature> {
        self.closed_but(field, mover, over, |_| false)
    }

    /// The same, but for ground that does not lie on the way of a flight.
    pub fn closed_but<'a>(
        &self,
        field: &'a Field,
        mover: Mover,
        over: &[Convex],
        aside: impl Fn(&Feature) -> bool,
    ) -> Option<&'a Feature> {
        self.lies
            .iter()
            .map(|lie| (&field.features[lie.place], labels(lie.terrain)))
            .filter(|(feature, labels)| is_closed(feature, labels, mover))
            .find(|(feature, _)| lies_under(feature, over) && !aside(feature))
            .map(|(feature, _)| feature)
    }

    /// POT-MORALE-08: difficult or broken ground or a linear obstacle on the way of a flight.
    pub fn hinders(&self, field: &Field, over: &[Convex], aside: impl Fn(&Feature) -> bool) -> bool {
        let hindering = |labels: &Labels| labels.difficult || labels.broken || labels.linear;
        let found = self.lies.iter().filter(|lie| hindering(labels(lie.terrain)));
        found
            .map(|lie| &field.features[lie.place])
            .any(|feature| lies_under(feature, over) && !aside(feature))
    }

    /// POT-MOVE-09: difficult terrain on the way.
    pub fn difficult<'a>(&self, field: &'a Field, over: &[Convex]) -> Option<&'a Feature> {
        self.first(field, over, |labels| labels.difficult)
    }

    pub fn broken<'a>(&self, field: &'a Field, over: &[Convex]) -> Option<&'a Feature> {
        self.first(field, over, |labels| labels.broken)
    }

    /// POT-MOVE-10: a linear obstacle that is crossed: some of the unit goes over its middle line.
    pub fn obstacle<'a>(&self, field: &'a Field, over: &[Convex]) -> Option<&'a Feature> {
        self.first(field, over, |labels| labels.linear)
    }

    fn first<'a>(
        &self,
        field: &'a Field,
        over: &[Convex],
        wanted: impl Fn(&Labels) -> bool,
    ) -> Option<&'a Feature> {
        let found = self.lies.iter().filter(|lie| wanted(labels(lie.terrain)));
        found.map(|lie| &field.features[lie.place]).find(|feature| lies_under(feature, over))
    }

    /// POT-MOVE-11: areas of broken ground that a unit may not enter from where it stands: those that neither it nor
    /// broken ground that it touches adjoins.
    pub fn edges_ahead<'a>(&'a self, field: &'a Field, start: &Footprint) -> Vec<&'a Feature> {
        let broken = || {
            self.lies.iter().filter(|lie| labels(lie.terrain).broken).map(|lie| &field.features[lie.place])
        };
        let at: Vec<&Feature> = broken().filter(|feature| feature.distance(start).touches()).collect();
        broken()
            .filter(|feature| {
                !at.iter().any(|near| {
                    std::ptr::eq(*near, *feature) || near.area().is_some_and(|area| adjoins(area, feature))
                })
            })
            .collect()
    }
}

fn adjoins(area: &Polygon, other: &Feature) -> bool {
    other.area().is_some_and(|other| {
        area.ring().iter().any(|corner| other.distance(corner).touches())
            || other.ring().iter().any(|corner| area.distance(corner).touches())
    })
}

/// Does a swept shape go over the feature: into its area, or over its middle line?
pub fn lies_under(feature: &Feature, over: &[Convex]) -> bool {
    let around = feature.bounds();
    over.iter().any(|hull| {
        around.meets(&Placed::bounds(hull))
            && match &feature.shape {
                Shape::Area(area) => area.overlaps(hull),
                Shape::Line(line) => line.segments().any(|(a, b)| overlaps(&Convex::hull(&[a, b]), hull)),
            }
    })
}

/// How far a footprint can go along a heading before it goes over the feature.
pub fn free_way(feature: &Feature, print: &Footprint, heading: Heading, length: Length) -> Length {
    let is_free =
        |by: i64| !lies_under(feature, &swept(print, Vector::along(heading, Length::from_micrometres(by))));
    let (mut free, mut over) = (0, length.micrometres());
    if is_free(over) {
        return length;
    }
    while over - free > 1 {
        let middle = free + (over - free) / 2;
        if is_free(middle) {
            free = middle;
        } else {
            over = middle;
        }
    }
    Length::from_micrometres(free)
}

fn is_closed(feature: &Feature, labels: &Labels, mover: Mover) -> bool {
    // POT-TERRAIN-02: mounted cavalry and guns do not enter difficult terrain; broken ground is another class (POT-MOVE-13)
    labels.impassable
        || (labels.difficult && !rates(mover).may_enter_difficult)
        || feature.impassable_to.iter().any(|arm| arm == arm_of(mover))
}

/// The word by which a scenario closes ground to an arm. POT-TERRAIN-01: all men on foot are infantry here.
fn arm_of(mover: Mover) -> &'static str {
    match mover {
        Mover::Infantry | Mover::Skirmishers | Mover::CavalryDismounted | Mover::ArtilleryCrewWithoutGuns => {
            "infantry"
        }
        Mover::CavalryMounted => "cavalry",
        Mover::ArtilleryLimbered | Mover::ArtilleryUnlimbered => "artillery",
        Mover::Officer => "officer",
    }
}

/// Ruling POT-R01: what the kinds of ground of a scenario count as.
pub fn terrain_of(feature: &Feature) -> Terrain {
    match feature.kind {
        Lay::Wood if feature.grade >= 3 => Terrain::DenseForest,
        Lay::Wood => Terrain::OpenWood,
        Lay::Brush | Lay::Rough => Terrain::BrokenGround,
        Lay::Marsh => Terrain::Marsh,
        Lay::Water if feature.grade > 0 => Terrain::DeepRiver,
        Lay::Water => Terrain::CliffOrLake,
        Lay::Building | Lay::Town => Terrain::TownOrBuilding,
        Lay::Contour => Terrain::HillSlope,
        Lay::Road | Lay::Bridge | Lay::Ford => Terrain::Road,
        Lay::Stream => Terrain::Stream,
        Lay::Fence | Lay::Hedge => Terrain::FenceOrHedge,
        Lay::Wall | Lay::Cut => Terrain::Wall,
        Lay::Works => Terrain::Fortification,
        Lay::Field | Lay::Orchard | Lay::Trail | Lay::Railway => Terrain::Open,
    }
}

/// Does a straight stretch keep to roads from end to end (POT-MOVE-07)? A road may be drawn without a width.
pub fn keeps_to_road(field: &Field, from: Point, to: Point) -> bool {
    let is_road = |feature: &Feature| terrain_of(feature) == Terrain::Road;
    let length = from.distance_to(to);
    let along = |line: &longroll_table::Line| {
        let way = line.way_along(from, to)?;
        Some(way.windows(2).map(|pair| pair[0].distance_to(pair[1])).sum::<Length>())
    };
    let lines = field.features.iter().filter(|feature| is_road(feature)).filter_map(Feature::line);
    field.length_on(from, to, is_road).at_least(length)
        || lines.filter_map(along).any(|way| way.about(length))
}

/// A wall, stream, fence or the like (POT-MOVE-10).
pub fn is_linear(feature: &Feature) -> bool {
    labels(terrain_of(feature)).linear
}

pub fn name_of(feature: &Feature) -> String {
    feature.name.clone().unwrap_or_else(|| format!("the {:?}", feature.kind).to_lowercase())
}

/// POT-TERRAIN-06: what shelters a unit against an enemy. With `lines` false only areas count (POT-MELEE-17).
pub fn cover_against(state: &State, id: UnitId, enemy: &Footprint, lines: bool) -> Cover {
    cover_of(state, &state.unit(id).print, enemy, lines)
}

pub fn cover_of(state: &State, print: &Footprint, enemy: &Footprint, lines: bool) -> Cover {
    let stands = print.stands();
    let (mut works, mut sheltered) = (0, 0);
    for stand in stands {
        match shelter(state, stand, enemy, lines) {
            Cover::Fortification => {
                works += 1;
                sheltered += 1;
            }
            Cover::Cover => sheltered += 1,
            Cover::Open => {}
        }
    }
    // Exactly half counts (POT-GAME-08)
    if works * 2 >= stands.len() && works > 0 {
        Cover::Fortification
    } else if sheltered * 2 >= stands.len() && sheltered > 0 {
        Cover::Cover
    } else {
        Cover::Open
    }
}

/// POT-MELEE-17: does a linear feature add to what shelters the unit against somebody who stands here?
pub fn is_behind_line(state: &State, id: UnitId, enemy: &Footprint) -> bool {
    let lines = cover_against(state, id, enemy, true);
    lines != Cover::Open && lines != cover_against(state, id, enemy, false)
}

/// Is a unit in fortifications in ordinary cover as well (POT-OPT-17)?
pub fn has_cover_too(state: &State, id: UnitId, enemy: &Footprint, lines: bool) -> bool {
    let stands = state.unit(id).print.stands();
    let covered =
        stands.iter().filter(|stand| is_sheltered(state, stand, enemy, lines, Cover::Cover)).count();
    covered > 0 && covered * 2 >= stands.len()
}

fn shelter(state: &State, stand: &Rect, enemy: &Footprint, lines: bool) -> Cover {
    let grades = [Cover::Fortification, Cover::Cover];
    grades.into_iter().find(|grade| is_sheltered(state, stand, enemy, lines, *grade)).unwrap_or(Cover::Open)
}

fn is_sheltered(state: &State, stand: &Rect, enemy: &Footprint, lines: bool, grade: Cover) -> bool {
    for (feature, labels, lie) in state.ground.all(&state.field) {
        let gives = if lie.terrain == Terrain::Fortification && is_breached(state, lie.place) {
            crate::book::tables::labels(Terrain::BreachedFortification).cover
        } else {
            labels.cover
        };
        if gives != grade || !feature.bounds().meets(&stand.bounds().grown(longroll_table::GRAIN)) {
            continue;
        }
        let shelters = match &feature.shape {
            Shape::Area(area) => area.holds(stand.centre()),
            Shape::Line(line) => {
                lines
                    && line.touches(stand)
                    && nearest_point(stand.centre(), enemy)
                        .is_some_and(|from| line.crosses(from, stand.centre()))
            }
        };
        if shelters {
            return true;
        }
    }
    false
}

/// POT-SIEGE-09.
fn is_breached(state: &State, place: usize) -> bool {
    let work = state.muster.works.iter().position(|work| usize::from(work.feature.0) == place);
    work.is_some_and(|work| state.works.get(work).is_some_and(|work| work.cohesion == 0))
}

/// Is this stand in the work: inside its area, or touching its line?
fn stand_is_in(feature: &Feature, stand: &Rect) -> bool {
    match &feature.shape {
        Shape::Area(area) => area.holds(stand.centre()),
        Shape::Line(line) => line.touches(stand),
    }
}

/// The work, not breached, in which at least half of the unit's stands are.
pub fn work_of(state: &State, id: UnitId) -> Option<usize> {
    work_under(state, &state.unit(id).print)
}

pub fn work_under(state: &State, print: &Footprint) -> Option<usize> {
    (0..state.muster.works.len()).find(|work| is_in_work(state, print, *work))
}

pub fn is_in_work(state: &State, print: &Footprint, work: usize) -> bool {
    if state.works.get(work).is_none_or(|work| work.cohesion == 0) {
        return false;
    }
    let feature = &state.field.features[usize::from(state.muster.works[work].feature.0)];
    let stands = print.stands();
    let inside = stands.iter().filter(|stand| stand_is_in(feature, stand)).count();
    inside > 0 && inside * 2 >= stands.len()
}

/// The same against an enemy (POT-TERRAIN-06, POT-R21): whoever touches a line of works stands in it only if it is between them.
pub fn is_in_work_against(state: &State, print: &Footprint, work: usize, enemy: &Footprint) -> bool {
    let feature = &state.field.features[usize::from(state.muster.works[work].feature.0)];
    let Shape::Line(line) = &feature.shape else { return is_in_work(state, print, work) };
    let stands = print.stands();
    let behind = |stand: &&Rect| {
        line.touches(*stand)
            && nearest_point(stand.centre(), enemy).is_some_and(|from| line.crosses(from, stand.centre()))
    };
    let inside = stands.iter().filter(behind).count();
    is_in_work(state, print, work) && inside > 0 && inside * 2 >= stands.len()
}

/// The work in which a unit stands against an enemy.
pub fn work_against(state: &State, id: UnitId, enemy: &Footprint) -> Option<usize> {
    let print = &state.unit(id).print;
    (0..state.muster.works.len()).find(|work| is_in_work_against(state, print, *work, enemy))
}

/// The edges of an area, or a line with its width: where one comes to it.
pub fn outline(feature: &Feature) -> Vec<Convex> {
    match &feature.shape {
        Shape::Line(line) => line.pieces().to_vec(),
        Shape::Area(area) => {
            let ring = area.ring();
            let next = ring.iter().copied().cycle().skip(1);
            ring.iter().copied().zip(next).map(|(a, b)| Convex::hull(&[a, b])).collect()
        }
    }
}

/// POT-MOVE-08: a move that goes through a work that still stands, other than the one left out.
pub fn goes_through_work(state: &State, over: &[Convex], but: Option<usize>) -> bool {
    state.muster.works.iter().zip(&state.works).enumerate().any(|(place, (piece, work))| {
        Some(place) != but
            && work.cohesion > 0
            && lies_under(&state.field.features[usize::from(piece.feature.0)], over)
    })
}

/// POT-MOVE-25: does any stand lie in difficult terrain?
pub fn is_in_difficult(state: &State, print: &Footprint) -> bool {
    let here: Hulls = print.stands().iter().map(Convex::of).collect();
    state.ground.difficult(&state.field, &here).is_some()
}

pub fn is_in_broken(state: &State, print: &Footprint) -> bool {
    let here: Hulls = print.stands().iter().map(Convex::of).collect();
    state.ground.broken(&state.field, &here).is_some()
}

/// Does the piece of ground touch the footprint (POT-SIGHT-03)?
pub fn feature_touches(area: &Polygon, print: &Footprint) -> bool {
    area.distance(print).touches()
}
