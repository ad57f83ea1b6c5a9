//! Line of sight (QP-COMBAT-17) and arc of fire (QP-COMBAT-16).

use crate::book::tables::ranges;
use crate::c;
use crate::turn::state::State;
use longroll_kit::{Obstacle, Reach, Sighting, UnitId};
use longroll_table::{BlockedBy, Blocker, Blocks, Bounds, Footprint, Point, Rect, in_arc, sight};
use smallvec::SmallVec;

/// QP-COMBAT-16: 45 degrees outward from each front corner.
pub const FIRE_ARC: u16 = 8192;

/// Do the bases of third units block? For fire they do; for being visible they do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    Block,
    SeenThrough,
}

/// What stands in the way of a line of sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InTheWay {
    Unit(UnitId),
    /// Place of the feature in the field.
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

/// Can the unit see some part of the other's base? From the middle of its front edge, or from its centre if it has no
/// facing. Woods and buildings block what is beyond them (ruling QP-R02), ground higher than both blocks, and for fire
/// so does any third base; generals never do.
pub fn can_see(state: &State, viewer: UnitId, target: UnitId, others: Others) -> Result<(), InTheWay> {
    can_see_from(state, viewer, &state.unit(viewer).rect, target, others)
}

/// As [`can_see`], if the viewer stood so.
pub fn can_see_from(
    state: &State,
    viewer: UnitId,
    stands: &Rect,
    target: UnitId,
    others: Others,
) -> Result<(), InTheWay> {
    look(state, viewer, stands, target, others).map(|_| ()).map_err(|blocked| blocked.tag)
}

/// The point of the target that is seen, or what is in the way and where.
fn look(
    state: &State,
    viewer: UnitId,
    stands: &Rect,
    target: UnitId,
    others: Others,
) -> Result<Point, BlockedBy<InTheWay>> {
    let from = eye(state, viewer, stands);
    let there = &state.unit(target).rect;
    let between = Bounds::of(&[from]).joined(there.bounds());
    let highest = level(state, viewer).max(level(state, target));
    let mut blockers: SmallVec<[Blocker<'_, InTheWay>; 16]> = SmallVec::new();
    for (feature, polygon) in state.ground.screens(&state.field) {
        if polygon.bounds().meets(&between) {
            blockers.push(Blocker::area(InTheWay::Ground(feature.id.0), polygon, Blocks::Through));
        }
    }
    for (feature, polygon) in state.ground.contours(&state.field) {
        if feature.level > highest && polygon.bounds().meets(&between) {
            blockers.push(Blocker::area(InTheWay::Ground(feature.id.0), polygon, Blocks::Any));
        }
    }
    if others == Others::Block {
        for id in state.ids() {
            let rect = &state.unit(id).rect;
            let third = id != viewer && id != target && state.is_on_table(id) && !state.kind(id).is_general();
            if third && rect.bounds().meets(&between) {
                blockers.push(Blocker::base(InTheWay::Unit(id), rect, Blocks::Any));
            }
        }
    }
    sight(from, &Footprint::single(*there), &blockers)
}

/// The line of sight as it is drawn for fire: third units block.
pub(crate) fn sighting(state: &State, viewer: UnitId, target: UnitId) -> Option<Sighting> {
    let known = |id: UnitId| id.index() < state.units.len() && state.is_on_table(id);
    if !known(viewer) || !known(target) {
        return None;
    }
    let stands = &state.unit(viewer).rect;
    let from = eye(state, viewer, stands);
    let looked = look(state, viewer, stands, target, Others::Block);
    let to = *looked.as_ref().unwrap_or(&state.unit(target).rect.centre());
    let blocked = looked.err().map(|blocked| Obstacle { text: blocked.tag.words(state), at: blocked.at });
    Some(Sighting { clause: c::COMBAT_17, from, to, blocked })
}

/// The ranges of the unit's weapon (QP-COMBAT-03) in its arc of fire.
pub(crate) fn reaches(state: &State, id: UnitId) -> Vec<Reach> {
    if id.index() >= state.units.len() || !state.is_on_table(id) {
        return Vec::new();
    }
    let half_angle = state.has_facing(id).then_some(FIRE_ARC);
    let reach = |label, length| Reach { label, clause: c::COMBAT_03, length, half_angle };
    let mut list = Vec::new();
    if let Some(ranges) = ranges(state.piece(id).weapon) {
        list.extend(ranges.close.map(|close| reach("Close range", close)));
        list.push(reach("Long range", ranges.long));
    }
    list
}

fn eye(state: &State, viewer: UnitId, stands: &Rect) -> Point {
    if state.has_facing(viewer) { stands.front_middle() } else { stands.centre() }
}

/// QP-COMBAT-16: some part of the target lies in the front arc; those without facing fire all round.
pub fn has_in_arc(state: &State, id: UnitId, target: UnitId) -> bool {
    !state.has_facing(id) || in_arc(&state.unit(id).rect, FIRE_ARC, &state.unit(target).rect)
}

/// QP-TERRAIN-03: the highest level that the base centre is on.
pub fn level(state: &State, id: UnitId) -> i8 {
    state.field.level_at(state.unit(id).pose.at)
}
