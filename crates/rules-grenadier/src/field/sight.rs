//! Zones, arcs and lines of sight: GRE-GEN-11, GRE-GEN-12, GRE-GEN-13.

use crate::book::kinds::{Form, Kind};
use crate::book::tables;
use crate::c;
use crate::turn::state::State;
use longroll_kit::{Obstacle, Reach, Side, Sighting, UnitId};
use longroll_table::{
    BlockedBy, Blocker, Blocks, Bounds, Footprint, Length, Point, Rect, Zone, distance, in_arc, inches,
    sight, zone_of,
};
use smallvec::SmallVec;

/// GRE-GEN-12: 22.5 degrees to either side, in 65536ths of a turn; garrisons 45.
pub const FIRE_ARC: u16 = 4096;
const ZONE: u16 = 8192;
/// A rear ray belongs to the flank (GRE-GEN-11): the rear zone is a hair narrower.
const REAR_ZONE: u16 = 8191;
/// GRE-GEN-13: how deep in wood one sees.
const WOOD: Length = inches(2);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quarter {
    Front,
    Flank,
    Rear,
}

/// GRE-GEN-11: the zone of a unit in which a point lies. Skirmishers and garrisons have neither flank nor rear.
pub fn quarter(state: &State, unit: UnitId, point: Point) -> Quarter {
    if !state.has_facing(unit) || state.unit(unit).building.is_some() {
        return Quarter::Front;
    }
    let rect = &state.unit(unit).rect;
    match zone_of(rect, ZONE, point) {
        Zone::Front => Quarter::Front,
        Zone::Rear if zone_of(rect, REAR_ZONE, point) == Zone::Rear => Quarter::Rear,
        _ => Quarter::Flank,
    }
}

/// Does this attacker stand in the other's flank or rear? Judged by the middle of its own front edge.
pub fn is_on_flank(state: &State, attacker: UnitId, of: UnitId) -> bool {
    quarter(state, of, eye(state, attacker)) != Quarter::Front
}

/// What stands in the way of a line of sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InTheWay {
    Unit(UnitId),
    Ground(u16),
}

impl InTheWay {
    pub fn words(self, state: &State) -> String {
        match self {
            InTheWay::Unit(id) => state.name(id).to_owned(),
            InTheWay::Ground(place) => {
                let feature = state.field.features.iter().find(|feature| feature.id.0 == place);
                feature.map_or_else(
                    || "the ground".to_owned(),
                    |feature| {
                        feature.name.clone().unwrap_or_else(|| format!("{:?}", feature.kind).to_lowercase())
                    },
                )
            }
        }
    }
}

/// GRE-GEN-13: from the middle of the front edge to any point of the target. Skirmishers, generals and snipers block
/// nobody's sight (GRE-PASS-10), nor does whoever `past` says.
pub fn look(
    state: &State,
    viewer: UnitId,
    target: UnitId,
    past: &dyn Fn(UnitId) -> bool,
) -> Result<Point, BlockedBy<InTheWay>> {
    let from = eye(state, viewer);
    let there = &state.unit(target).rect;
    let between = Bounds::of(&[from]).joined(there.bounds());
    let highest = level(state, viewer).max(level(state, target));
    let mut blockers: SmallVec<[Blocker<'_, InTheWay>; 16]> = SmallVec::new();
    for (feature, polygon) in state.ground.woods(&state.field) {
        if polygon.bounds().meets(&between) {
            blockers.push(Blocker::area(InTheWay::Ground(feature.id.0), polygon, Blocks::Deeper(WOOD)));
        }
    }
    for (place, feature, polygon) in state.ground.buildings(&state.field) {
        let held = state.unit(viewer).building == Some(place) || state.unit(target).building == Some(place);
        if !held && polygon.bounds().meets(&between) {
            blockers.push(Blocker::area(InTheWay::Ground(feature.id.0), polygon, Blocks::Any));
        }
    }
    for (feature, polygon) in state.ground.contours(&state.field) {
        if feature.level > highest && polygon.bounds().meets(&between) {
            blockers.push(Blocker::area(InTheWay::Ground(feature.id.0), polygon, Blocks::Any));
        }
    }
    for id in state.all_troops() {
        let rect = &state.unit(id).rect;
        let third = id != viewer && id != target && state.unit(id).form != Form::Skirmish && !past(id);
        if third && rect.bounds().meets(&between) {
            blockers.push(Blocker::base(InTheWay::Unit(id), rect, Blocks::Any));
        }
    }
    sight(from, &Footprint::single(*there), &blockers)
}

pub fn can_see(state: &State, viewer: UnitId, target: UnitId) -> bool {
    look(state, viewer, target, &|_| false).is_ok()
}

pub fn eye(state: &State, viewer: UnitId) -> Point {
    let rect = &state.unit(viewer).rect;
    let all_round = !state.has_facing(viewer) || state.unit(viewer).building.is_some();
    if all_round { rect.centre() } else { rect.front_middle() }
}

/// GRE-GEN-12: some part of the target in the arc. Skirmishers and snipers fire all round, a garrison from a face.
pub fn has_in_arc(state: &State, id: UnitId, target: UnitId) -> bool {
    !state.has_facing(id)
        || state.unit(id).building.is_some()
        || in_arc(&state.unit(id).rect, FIRE_ARC, &state.unit(target).rect)
}

/// GRE-TERRAIN-08: by the middles of the two.
pub fn level(state: &State, id: UnitId) -> i8 {
    state.field.level_at(state.unit(id).pose.at)
}

pub fn is_uphill(state: &State, unit: UnitId, enemy: Option<UnitId>) -> bool {
    enemy.is_some_and(|enemy| level(state, unit) > level(state, enemy))
}

/// GRE-TERRAIN-05: the nearest visible enemy, by which cover is judged in tests without an attacker.
pub fn nearest_visible(state: &State, unit: UnitId) -> Option<UnitId> {
    let rect = &state.unit(unit).rect;
    let mut enemies: SmallVec<[(Length, UnitId); 16]> = state
        .troops(state.side(unit).enemy())
        .map(|enemy| (distance(rect, &state.unit(enemy).rect), enemy))
        .collect();
    enemies.sort_unstable();
    enemies.into_iter().map(|(_, enemy)| enemy).find(|enemy| can_see(state, unit, *enemy))
}

pub fn nearest_enemy(state: &State, unit: UnitId) -> Option<(Length, UnitId)> {
    let rect = &state.unit(unit).rect;
    let side: Side = state.side(unit).enemy();
    state.troops(side).map(|enemy| (distance(rect, &state.unit(enemy).rect), enemy)).min()
}

/// GRE-GEN-07: between the nearest points of the two bases; "within" includes the figure itself.
pub fn gap(state: &State, a: UnitId, b: UnitId) -> Length {
    distance(&state.unit(a).rect, &state.unit(b).rect)
}

pub(crate) fn sighting(state: &State, viewer: UnitId, target: UnitId) -> Option<Sighting> {
    let known = |id: UnitId| id.index() < state.units.len() && state.is_on_table(id);
    if !known(viewer) || !known(target) {
        return None;
    }
    let from = eye(state, viewer);
    let looked = look(state, viewer, target, &|_| false);
    let to = *looked.as_ref().unwrap_or(&state.unit(target).rect.centre());
    let blocked = looked.err().map(|blocked| Obstacle { text: blocked.tag.words(state), at: blocked.at });
    Some(Sighting { clause: c::GEN_13, from, to, blocked })
}

/// Ranges and the charge, drawn around a unit.
pub(crate) fn reaches(state: &State, id: UnitId) -> Vec<Reach> {
    if id.index() >= state.units.len() || !state.is_on_table(id) {
        return Vec::new();
    }
    let whole = |n: u32| inches(i64::from(n));
    let piece = state.piece(id);
    if piece.kind == Kind::General {
        let radius = whole(tables::general(state.unit(id).ability).radius);
        return vec![Reach { label: "Command radius", clause: c::CMD_03, length: radius, half_angle: None }];
    }
    let half_angle = state.has_facing(id).then_some(FIRE_ARC);
    let mut list = Vec::new();
    if let Some(weapon) = piece.weapon {
        let row = tables::weapon(weapon);
        list.push(Reach {
            label: "Effective range",
            clause: c::FIRE_12,
            length: whole(row.effective_max),
            half_angle,
        });
        list.push(Reach { label: "Long range", clause: c::FIRE_12, length: whole(row.long_max), half_angle });
    }
    if let Some(group) = state.unit(id).guns.first() {
        let band = tables::gun(group.gun).band;
        for (label, inches_out) in tables::band_limits(band) {
            list.push(Reach { label, clause: c::ARTY_10, length: whole(inches_out), half_angle });
        }
    }
    let mover = state.mover(id);
    if let Some(row) = tables::charge_move(state.is_mounted(id), mover.grade, mover.form)
        && !piece.kind.is_artillery()
        && piece.kind != Kind::Sniper
    {
        list.push(Reach {
            label: "Charge range",
            clause: c::CHARGE_08,
            length: whole(row.reach),
            half_angle: Some(ZONE),
        });
    }
    list
}

/// The nearest edge of a body to a point counts as its face (GRE-TERRAIN-07).
pub fn face_towards(body: &Rect, point: Point) -> longroll_table::Edge {
    match zone_of(body, ZONE, point) {
        Zone::Front => longroll_table::Edge::Front,
        Zone::Rear => longroll_table::Edge::Rear,
        Zone::Left => longroll_table::Edge::Left,
        Zone::Right => longroll_table::Edge::Right,
    }
}
