//! Distances, arcs, sectors and lines of sight. ADF-GEO-03: anybody may measure at any time. ADF-GEO-12: a unit faces over its front edge.

use crate::book::kinds::{Sector, Terrain, Woods};
use crate::book::tables::normal_range;
use crate::c;
use crate::turn::state::State;
use longroll_kit::{Obstacle, Reach, Sighting, UnitId};
use longroll_table::{
    BlockedBy, Blocker, Blocks, Bounds, Convex, Footprint, GRAIN, Length, Point, Rect, Zone, bearing_within,
    distance, farther_than, in_arc, inches, overlaps, sight, strip_ahead, thousandths, within, zone_of,
};
use smallvec::SmallVec;

pub const ONE_INCH: Length = inches(1);

/// ADF-LOS-02: how much of a wood a line of sight may run through.
const LIGHT_WOODS_DEPTH: Length = inches(2);
const HEAVY_WOODS_DEPTH: Length = inches(1);

/// ADF-ARC-06: 67.5 degrees in 65536ths of a turn.
const PARTIAL_FLANK: u16 = 12_288;

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
                let name = feature.map(|feature| {
                    feature.name.clone().unwrap_or_else(|| format!("{:?}", feature.kind).to_lowercase())
                });
                name.unwrap_or_else(|| "the ground".to_owned())
            }
        }
    }
}

/// ADF-GEO-01: between the nearest points of the bases.
pub fn apart(state: &State, a: UnitId, b: UnitId) -> Length {
    distance(state.rect(a), state.rect(b))
}

/// ADF-GEO-02: from the firer's front edge to the target's base.
pub fn range(state: &State, firer: UnitId, target: UnitId) -> Length {
    range_from(state.rect(firer), state.rect(target))
}

pub fn range_from(firer: &Rect, target: &Rect) -> Length {
    let [left, right, ..] = *firer.corners();
    distance(&Convex::hull(&[left, right]), target)
}

/// ADF-GEO-04, -05, -07: 1 inch in the open, half an inch in broken ground and light woods, touching in heavy woods and rough;
/// the harder of two grounds governs.
pub fn are_adjacent(state: &State, a: UnitId, b: UnitId) -> bool {
    is_adjacent_to(state, a, state.rect(b), under(state, b))
}

pub fn is_adjacent_to(state: &State, a: UnitId, rect: &Rect, terrain: Terrain) -> bool {
    if farther_than(state.rect(a), rect, ONE_INCH) {
        return false;
    }
    let limit = adjacency(under(state, a)).min(adjacency(terrain));
    within(state.rect(a), rect, limit)
}

pub fn adjacency(terrain: Terrain) -> Length {
    match terrain {
        Terrain::Road | Terrain::Trail | Terrain::Open => ONE_INCH,
        Terrain::Broken | Terrain::LightWoods => thousandths(500),
        Terrain::HeavyWoods | Terrain::Rough => thousandths(50),
    }
}

pub fn under(state: &State, id: UnitId) -> Terrain {
    state.ground.under(&state.field, state.rect(id))
}

/// ADF-GEO-06: do these hang together by chains of adjacent units among them?
pub fn is_contiguous(state: &State, units: &[UnitId]) -> bool {
    let Some(first) = units.first() else { return true };
    chain_of(state, *first, |id| units.contains(&id)).len() == units.len()
}

/// ADF-GEO-06: everybody reached from a unit by chains of adjacent units of its side that the filter lets pass, itself first.
pub fn chain_of(state: &State, from: UnitId, among: impl Fn(UnitId) -> bool) -> Vec<UnitId> {
    let mut chain = vec![from];
    let mut next = 0;
    while next < chain.len() {
        let here = chain[next];
        let more: SmallVec<[UnitId; 4]> = state
            .troops(state.side(from))
            .filter(|id| !chain.contains(id) && among(*id) && are_adjacent(state, here, *id))
            .collect();
        chain.extend(more);
        next += 1;
    }
    chain
}

/// ADF-ARC-01, -02: some part of the target lies in the frontal arc.
pub fn has_in_arc(state: &State, id: UnitId, target: UnitId) -> bool {
    in_arc(state.rect(id), state.options.half_angle, state.rect(target))
}

/// ADF-ARC-06, -07: from where a point strikes a unit.
pub fn sector(state: &State, struck: UnitId, from: Point) -> Sector {
    let columnar = state.unit(struck).formation.has_one_side();
    sector_of(state.rect(struck), columnar, state.options.half_angle, from)
}

pub fn sector_of(rect: &Rect, columnar: bool, half_angle: u16, from: Point) -> Sector {
    match zone_of(rect, half_angle, from) {
        Zone::Front => Sector::Front,
        Zone::Rear => Sector::Rear,
        _ if columnar => Sector::Side,
        Zone::Left => flank(rect, rect.corners()[0], from),
        Zone::Right => flank(rect, rect.corners()[1], from),
    }
}

/// The angle at the nearer front corner.
fn flank(rect: &Rect, corner: Point, from: Point) -> Sector {
    if bearing_within(rect.facing(), from - corner, PARTIAL_FLANK) {
        Sector::PartialFlank
    } else {
        Sector::FullFlank
    }
}

/// ADF-ARC-03: is the enemy in the strip directly ahead, as wide as the front and as deep as the scale says?
pub fn is_in_primary_zone(state: &State, id: UnitId, enemy: UnitId) -> bool {
    let depth = state.options.primary_zone;
    // ADF-GEO-01: exactly so far away is in it, though the bases only touch the end of the strip
    !farther_than(state.rect(id), state.rect(enemy), depth)
        && overlaps(&strip_ahead(state.rect(id), depth + GRAIN * 2), state.rect(enemy))
}

/// ADF-LOS-01, -02, -04: can the unit see some part of the other, however far and in any direction? From its front edge, a leader from
/// his base (ruling ADF-R14).
pub fn can_see(state: &State, viewer: UnitId, target: UnitId) -> Result<(), InTheWay> {
    look(state, viewer, target).map(|_| ()).map_err(|blocked| blocked.tag)
}

fn look(state: &State, viewer: UnitId, target: UnitId) -> Result<(Point, Point), BlockedBy<InTheWay>> {
    let (here, there) = (state.rect(viewer), state.rect(target));
    let between = here.bounds().joined(there.bounds());
    let level = |id: UnitId| state.field.level_at(state.unit(id).pose.at);
    let highest = level(viewer).max(level(target));
    let mut blockers: SmallVec<[Blocker<'_, InTheWay>; 16]> = SmallVec::new();
    for (feature, area, woods) in state.ground.woods(&state.field) {
        if area.bounds().meets(&between) {
            let depth = if woods == Woods::Heavy { HEAVY_WOODS_DEPTH } else { LIGHT_WOODS_DEPTH };
            blockers.push(Blocker::area(InTheWay::Ground(feature.id.0), area, Blocks::Deeper(depth)));
        }
    }
    for (feature, area) in state.ground.villages(&state.field) {
        if area.bounds().meets(&between) {
            blockers.push(Blocker::area(InTheWay::Ground(feature.id.0), area, Blocks::Through));
        }
    }
    for (feature, area) in state.ground.contours(&state.field) {
        if feature.level > highest && area.bounds().meets(&between) {
            blockers.push(Blocker::area(InTheWay::Ground(feature.id.0), area, Blocks::Any));
        }
    }
    for id in state.ids() {
        // ADF-LEADER-17, ADF-LOS-02: leaders and skirmishers never block, and nobody blocks those who stand higher
        let third = id != viewer && id != target && state.is_on_table(id) && !state.is_leader(id);
        if third
            && state.rect(id).bounds().meets(&between)
            && !state.unit(id).formation.is_skirmish()
            && level(id) >= highest
        {
            blockers.push(Blocker::base(InTheWay::Unit(id), state.rect(id), Blocks::Any));
        }
    }
    let [left, right, rear_right, rear_left] = *here.corners();
    // the front edge at five places, a leader's small base at its middle and corners; of the other base every point
    let eyes: [Point; 5] = if state.is_leader(viewer) {
        [here.centre(), left, right, rear_right, rear_left]
    } else {
        let middle = here.front_middle();
        let half = |a: Point, b: Point| Point { x: a.x + (b.x - a.x) / 2, y: a.y + (b.y - a.y) / 2 };
        [middle, left, right, half(left, middle), half(middle, right)]
    };
    let footprint = Footprint::single(*there);
    let mut first = None;
    for eye in eyes {
        match sight(eye, &footprint, &blockers) {
            Ok(seen) => match too_much_wood(state, eye, seen) {
                None => return Ok((eye, seen)),
                Some(feature) => {
                    first.get_or_insert(BlockedBy { tag: InTheWay::Ground(feature), at: seen });
                }
            },
            Err(blocked) => {
                first.get_or_insert(blocked);
            }
        }
    }
    first.map_or(Ok((here.centre(), there.centre())), Err)
}

/// ADF-LOS-02: woods add up along the line.
fn too_much_wood(state: &State, from: Point, to: Point) -> Option<u16> {
    if !state.ground.any_woods_in(&state.field, &Bounds::of(&[from, to])) {
        return None;
    }
    let (mut light, mut heavy) = (Length::ZERO, Length::ZERO);
    for (feature, area, woods) in state.ground.woods(&state.field) {
        if !area.bounds().meets(&Bounds::of(&[from, to])) {
            continue;
        }
        let through: Length = feature.stretches(from, to).iter().map(|s| s.leave - s.enter).sum();
        match woods {
            Woods::Heavy => heavy += through,
            _ => light += through,
        }
        if !light.within(LIGHT_WOODS_DEPTH) || !heavy.within(HEAVY_WOODS_DEPTH) {
            return Some(feature.id.0);
        }
    }
    None
}

pub(crate) fn sighting(state: &State, viewer: UnitId, target: UnitId) -> Option<Sighting> {
    let known = |id: UnitId| id.index() < state.units.len() && state.is_on_table(id);
    if !known(viewer) || !known(target) {
        return None;
    }
    Some(match look(state, viewer, target) {
        Ok((from, to)) => Sighting { clause: c::LOS_01, from, to, blocked: None },
        Err(blocked) => Sighting {
            clause: c::LOS_02,
            from: state.rect(viewer).front_middle(),
            to: state.rect(target).centre(),
            blocked: Some(Obstacle { text: blocked.tag.words(state), at: blocked.at }),
        },
    })
}

/// Ranges in the arc of fire; of a leader his two radii (ADF-LEADER-02).
pub(crate) fn reaches(state: &State, id: UnitId) -> Vec<Reach> {
    if id.index() >= state.units.len() || !state.is_on_table(id) {
        return Vec::new();
    }
    let piece = state.piece(id);
    if state.is_leader(id) {
        let radius = |label, times: i64| Reach {
            label,
            clause: c::LEADER_02,
            length: inches(times * i64::from(piece.benefit)),
            half_angle: None,
        };
        return vec![radius("Command radius", 4), radius("Reaction radius", 2)];
    }
    let normal = normal_range(state.options.scale, piece.arm, piece.weapon);
    let half_angle = Some(state.options.half_angle);
    let reach = |label, clause, length| Reach { label, clause, length, half_angle };
    let mut list = Vec::new();
    if piece.arm == crate::book::kinds::Arm::Artillery {
        list.push(reach("Canister", c::ARTY_03, state.options.canister));
    }
    list.push(reach("Normal range", c::FIRE_10, normal));
    list.push(reach("Long range", c::FIRE_10, normal * 2));
    list
}
