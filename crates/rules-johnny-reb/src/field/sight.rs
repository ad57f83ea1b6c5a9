//! Lines of sight, arcs of fire, and the side of a target that is struck.

use crate::book::kinds::{Arm, Formation};
use crate::book::tables::ranges;
use crate::c;
use crate::field::ground::Ground;
use crate::procedures::fire::Face;
use crate::turn::state::State;
use longroll_kit::{Obstacle, Reach, Sighting, UnitId};
use longroll_table::{
    BlockedBy, Blocker, Blocks, Bounds, GRAIN, Heading, Kind, Length, Point, Rect, in_arc, inches,
    nearest_point, sight_to_point,
};
use smallvec::SmallVec;

/// JR-FIRE-17: 45 degrees outward from each front corner.
pub const FIRE_ARC: u16 = 8192;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InTheWay {
    Unit(UnitId),
    Ground(u16),
}

impl InTheWay {
    pub fn words(self, state: &State) -> String {
        match self {
            InTheWay::Unit(id) => state.name(id).to_owned(),
            InTheWay::Ground(id) => {
                let feature = state.field.features.iter().find(|feature| feature.id.0 == id);
                let kind = |f: &longroll_table::Feature| format!("the {:?}", f.kind).to_lowercase();
                feature.map_or_else(|| "the ground".to_owned(), |f| f.name.clone().unwrap_or_else(|| kind(f)))
            }
        }
    }
}

/// JR-FIRE-20: ground higher than both, buildings, units but skirmishers, and more than 2 in of woods block. Artillery
/// fires over friends at least one level lower than it or its target.
pub fn can_see(state: &State, viewer: UnitId, target: UnitId) -> Result<Point, BlockedBy<InTheWay>> {
    look(state, viewer, &state.unit(viewer).rect, target, true)
}

/// Sees it, whoever stands between: what "visible" means for fear and for charges (ruling JR-R11).
pub fn is_visible(state: &State, viewer: UnitId, target: UnitId) -> bool {
    look(state, viewer, &state.unit(viewer).rect, target, false).is_ok()
}

fn look(
    state: &State,
    viewer: UnitId,
    stands: &Rect,
    target: UnitId,
    units_block: bool,
) -> Result<Point, BlockedBy<InTheWay>> {
    let there = &state.unit(target).rect;
    let (from, to) = nearest_points(stands, there);
    let between = Bounds::of(&[from, to]);
    let level = |at: Point| state.field.level_at(at);
    let (here_level, there_level) = (level(stands.centre()), level(there.centre()));
    let highest = here_level.max(there_level);
    let mut blockers: SmallVec<[Blocker<'_, InTheWay>; 16]> = SmallVec::new();
    // more than 2 in of woods along the line, in one wood or in several
    let mut woods = Ground::areas(&state.field, &state.ground.woods);
    let entered = woods.find_map(|(feature, area)| {
        let near = area.bounds().meets(&between);
        let stretch = near.then(|| feature.stretches(from, to).first().copied()).flatten()?;
        let at = Heading::of(to - from).map_or(from, |way| from.ahead(way, stretch.enter));
        Some(BlockedBy { tag: InTheWay::Ground(feature.id.0), at })
    });
    let deep = || !state.field.length_on(from, to, |feature| feature.kind == Kind::Wood).within(inches(2));
    if let Some(blocked) = entered.filter(|_| deep()) {
        return Err(blocked);
    }
    for (feature, area) in Ground::areas(&state.field, &state.ground.buildings) {
        if area.bounds().meets(&between) {
            blockers.push(Blocker::area(InTheWay::Ground(feature.id.0), area, Blocks::Through));
        }
    }
    for (feature, area) in Ground::areas(&state.field, &state.ground.contours) {
        if feature.level > highest && area.bounds().meets(&between) {
            blockers.push(Blocker::area(InTheWay::Ground(feature.id.0), area, Blocks::Any));
        }
    }
    if units_block {
        let is_gun = state.arm(viewer) == Arm::Artillery;
        for id in state.ids() {
            let unit = state.unit(id);
            if id == viewer || id == target || !state.is_on_table(id) || state.is_officer(id) {
                continue;
            }
            // JR-OFFICER-04: officers block nothing; JR-FIRE-20: nor do skirmishers
            let over = is_gun && state.side(id) == state.side(viewer) && level(unit.pose.at) < highest;
            if unit.formation != Formation::SkirmishLine && !over && unit.rect.bounds().meets(&between) {
                blockers.push(Blocker::base(InTheWay::Unit(id), &unit.rect, Blocks::Any));
            }
        }
    }
    sight_to_point(from, to, &blockers).map(|()| to)
}

/// Where two bases are nearest to each other; the middle of that stretch when their sides are parallel.
pub fn nearest_points(a: &Rect, b: &Rect) -> (Point, Point) {
    let mut best: SmallVec<[(Point, Point); 4]> = SmallVec::new();
    let mut least = Length::MAX;
    let foot = |corner: &Point, other: &Rect| nearest_point(*corner, other).unwrap_or(*corner);
    let ours = a.corners().iter().map(|corner| (*corner, foot(corner, b)));
    let theirs = b.corners().iter().map(|corner| (foot(corner, a), *corner));
    for (from, to) in ours.chain(theirs) {
        let apart = from.distance_to(to);
        if apart < least {
            least = apart;
            best.retain(|(from, to)| from.distance_to(*to).within(least));
        }
        if apart.within(least) && !best.iter().any(|(known, _)| known.distance_to(from).touches()) {
            best.push((from, to));
        }
    }
    let n = i64::try_from(best.len()).unwrap_or(1).max(1);
    let mean = |pick: fn(&(Point, Point)) -> Point| {
        let (x, y) = best.iter().map(pick).fold((0, 0), |(x, y), at| (x + at.x, y + at.y));
        Point { x: x / n, y: y / n }
    };
    (mean(|pair| pair.0), mean(|pair| pair.1))
}

pub(crate) fn sighting(state: &State, viewer: UnitId, target: UnitId) -> Option<Sighting> {
    let known = |id: UnitId| id.index() < state.units.len() && state.is_on_table(id);
    if !known(viewer) || !known(target) {
        return None;
    }
    let looked = can_see(state, viewer, target);
    let (from, to) = nearest_points(&state.unit(viewer).rect, &state.unit(target).rect);
    let blocked = looked.err().map(|blocked| Obstacle { text: blocked.tag.words(state), at: blocked.at });
    Some(Sighting { clause: c::FIRE_20, from, to, blocked })
}

pub(crate) fn reaches(state: &State, id: UnitId) -> Vec<Reach> {
    if id.index() >= state.units.len() || !state.is_on_table(id) || state.is_officer(id) {
        return Vec::new();
    }
    let weapon = state.piece(id).weapon;
    let table = ranges(weapon);
    let woods = weapon.is_gun() && state.ground.in_woods(&state.field, state.unit(id).pose.at);
    let half_angle = (state.unit(id).formation != Formation::SkirmishLine).then_some(FIRE_ARC);
    let names = [if weapon.is_gun() { "Canister" } else { "Close" }, "Normal", "Long"];
    names
        .into_iter()
        .zip([table.close, table.normal, table.long])
        .map(|(label, length)| {
            let length = if woods { length.half() } else { length };
            Reach { label, clause: c::RANGE_12, length, half_angle }
        })
        .collect()
}

/// JR-FIRE-17: some part of the target lies in the arc; skirmishers fire all round.
pub fn has_in_arc(state: &State, id: UnitId, target: UnitId) -> bool {
    state.unit(id).formation == Formation::SkirmishLine
        || in_arc(&state.unit(id).rect, FIRE_ARC, &state.unit(target).rect)
}

/// JR-DRM-21: the angle is never worked out: at the nearer corner 45 degrees is where across equals along.
pub fn face_struck(target: &Rect, from: Point) -> Face {
    let way = from - target.centre();
    let ahead = way.measured_along(target.facing()).micrometres();
    let across = way.measured_along(target.facing().right()).micrometres().abs();
    let half_depth = target.size().depth.half().micrometres();
    let beyond = (across - target.size().front.half().micrometres()).max(0);
    let grain = GRAIN.micrometres();
    if ahead > half_depth + grain {
        if beyond <= ahead - half_depth + grain { Face::Front } else { Face::PartialFlank }
    } else if ahead < -half_depth - grain {
        if beyond + grain < -half_depth - ahead { Face::Rear } else { Face::FullFlank }
    } else {
        Face::FullFlank
    }
}
