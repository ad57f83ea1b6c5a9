//! Evading: POT-EVADE-01 to -10, POT-LEADER-15.

use crate::book::kinds::Kind;
use crate::book::tables::{Mover, constants, rates};
use crate::c;
use crate::field::body::Body;
use crate::field::flight::{TABLE_EDGE, closed_at, edge_stop, unhindered};
use crate::field::ground::{Hulls, name_of};
use crate::field::sight::{away_from, nearest_enemy};
use crate::field::skirmish::taken_back;
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::state::{State, mean};
use longroll_kit::UnitId;
use longroll_table::{
    Convex, Footprint, Heading, Length, Pose, Rect, Vector, distance, first_touch, overlaps, swept, touching,
};
use smallvec::SmallVec;

/// Where an evader ends.
#[derive(Clone, Debug)]
pub struct Evasion {
    pub heading: Heading,
    pub moved: Length,
    /// Who or what stopped it before its full rate.
    pub stopped_by: Option<String>,
    pub end: EvadeEnd,
    pub swept: Hulls,
}

#[derive(Clone, PartialEq, Debug)]
pub enum EvadeEnd {
    /// A formed unit, or crews that leave their guns.
    Body(Body),
    Bases(SmallVec<[Pose; 4]>),
    /// POT-EVADE-07: the line goes back into its parent.
    Absorbed,
}

/// POT-EVADE-01: skirmishers, mounted units, gunners and unattached officers.
pub fn may_evade(state: &State, id: UnitId) -> Result<(), Refused> {
    let allowed = match state.kind(id) {
        Kind::Skirmishers | Kind::Artillery => true,
        Kind::Cavalry => state.unit(id).mounted,
        Kind::Officer => state.unit(id).office.with.is_none(),
        Kind::Infantry => false,
    };
    if allowed && state.is_placed(id) {
        return Ok(());
    }
    refuse(c::EVADE_01, Why::MayNotEvade { unit: state.name(id).to_owned() })
}

/// The evade as it would be made: POT-EVADE-03 to -05, -07.
pub fn evasion(state: &State, id: UnitId, face_enemy: bool) -> Result<Evasion, Refused> {
    may_evade(state, id)?;
    let name = || state.name(id).to_owned();
    let Some((enemy, _)) = nearest_enemy(state, id) else {
        return refuse(c::EVADE_02, Why::NobodyNear { unit: name() });
    };
    let heading = away_from(state, id, &state.unit(enemy).print);
    let unlimbered = state.mover(id) == Mover::ArtilleryUnlimbered;
    let mover = if unlimbered { Mover::ArtilleryCrewWithoutGuns } else { state.mover(id) };
    let rate = rates(mover);
    let full = rate.evade.unwrap_or(rate.full);
    let start = state.unit(id).print.clone();
    let loose = matches!(state.kind(id), Kind::Skirmishers | Kind::Officer);
    let mut length = full;
    let mut stopped_by = None;
    if state.kind(id) != Kind::Skirmishers {
        // POT-EVADE-04: the half rate over bad ground, and a stop at the edge of broken ground
        let half = rate.half.unwrap_or(full);
        let inside = !loose && crate::field::ground::is_in_broken(state, &start);
        // POT-R15: as in any move (POT-MOVE-10), up to what hinders at the full rate, over it at half
        length = if inside { half } else { unhindered(state, &start, heading, full, loose).max(half) };
        if !loose {
            let (free, edge) = edge_stop(state, &start, heading, length);
            stopped_by = edge.filter(|_| free < length).map(name_of);
            length = free;
            // Only broken ground at whose edge it stood lies on the way now (POT-MOVE-11)
            length = length.min(unhindered(state, &start, heading, length, true).max(half));
        }
    }
    if let Some(parent) = state.parent_of(id).filter(|_| is_absorbed(state, id, heading, full)) {
        if taken_back(state, parent, id).is_none() {
            return refuse(c::EVADE_07, Why::NoRoom);
        }
        return Ok(Evasion {
            heading,
            moved: Length::ZERO,
            stopped_by: None,
            end: EvadeEnd::Absorbed,
            swept: Hulls::new(),
        });
    }
    let (free, obstacle) = free_length(state, id, mover, &start, heading, length);
    stopped_by = obstacle.filter(|_| free < length).or(stopped_by);
    length = free;
    if length.touches() {
        return refuse(c::EVADE_04, Why::NowhereToEvade { unit: name() });
    }
    // POT-EVADE-05: the full rate or as far as it is free, or it does not evade at all
    if !is_fair(state, id, enemy, &start.shifted(Vector::along(heading, length))) {
        return refuse(c::EVADE_05, Why::NowhereToEvade { unit: name() });
    }
    let facing = if face_enemy { heading.opposite() } else { heading };
    // POT-R18: as far as there is room to face that way
    let fits = |length: Length| {
        has_place(state, id, mover, &faced_end(state, id, heading, length, facing).print(state, id))
            && is_fair(state, id, enemy, &start.shifted(Vector::along(heading, length)))
    };
    let (length, end) = match farthest(length, fits).filter(|length| !length.touches()) {
        Some(length) => (length, faced_end(state, id, heading, length, facing)),
        None => (length, straight_end(state, id, heading, length)),
    };
    let mut over: Hulls = swept(&start, Vector::along(heading, length));
    // It may have turned onto somebody where it ends
    over.extend(end.print(state, id).stands().iter().map(Convex::of));
    Ok(Evasion { heading, moved: length, stopped_by, end, swept: over })
}

impl EvadeEnd {
    fn print(&self, state: &State, id: UnitId) -> Footprint {
        match self {
            EvadeEnd::Body(body) => body.footprint(state.stand()),
            EvadeEnd::Bases(bases) => {
                Footprint::of(bases.iter().map(|pose| Rect::new(*pose, state.base_of(id))))
            }
            EvadeEnd::Absorbed => Footprint::of([]),
        }
    }
}

fn straight_end(state: &State, id: UnitId, heading: Heading, length: Length) -> EvadeEnd {
    let (unit, by) = (state.unit(id), Vector::along(heading, length));
    if unit.bases.is_empty() {
        return EvadeEnd::Body(unit.body.shifted(by));
    }
    EvadeEnd::Bases(unit.bases.iter().map(|base| Pose::new(base.at + by, base.facing)).collect())
}

fn faced_end(state: &State, id: UnitId, heading: Heading, length: Length, facing: Heading) -> EvadeEnd {
    match straight_end(state, id, heading, length) {
        EvadeEnd::Body(body) => {
            EvadeEnd::Body(Body { laid: None, ..body }.faced_about_centre(facing, state.stand()))
        }
        EvadeEnd::Bases(bases) => {
            // A line that turns about keeps its places; one that turns part of the way turns as one
            let centre = mean(bases.iter().map(|base| base.at));
            let turn = state.facing(id).difference(facing);
            let place = |base: &Pose| Pose::new(centre + (base.at - centre).turned(turn), facing);
            EvadeEnd::Bases(bases.iter().map(place).collect())
        }
        EvadeEnd::Absorbed => EvadeEnd::Absorbed,
    }
}

/// Is there room for it, on the table, on open ground and clear of others?
fn has_place(state: &State, id: UnitId, mover: Mover, print: &Footprint) -> bool {
    let here: Hulls = print.stands().iter().map(Convex::of).collect();
    let rides = state.is_officer(id);
    let is_free = |other: UnitId| {
        let there = &state.unit(other).print;
        match state.side(other) == state.side(id) {
            true => rides || !overlaps(print, there),
            false => !touching(print, there),
        }
    };
    state.field.inside(print)
        && state.ground.closed(&state.field, mover, &here).is_none()
        && state.ids().filter(|other| *other != id && state.is_formed(*other)).all(is_free)
}

/// The farthest length up to this that will do: a coarse search from the far end, then to the micrometre.
fn farthest(length: Length, will_do: impl Fn(Length) -> bool) -> Option<Length> {
    if will_do(length) {
        return Some(length);
    }
    const PARTS: i64 = 200;
    let whole = length.micrometres();
    let step = (whole / PARTS).max(1);
    let at = Length::from_micrometres;
    let found = (0..=PARTS).rev().map(|part| whole * part / PARTS).find(|by| will_do(at(*by)))?;
    let (mut low, mut high) = (found, (found + step + 1).min(whole));
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if will_do(at(middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(at(low))
}

/// POT-EVADE-04: short of friends in formation, of closed ground and of the table edge.
fn free_length(
    state: &State,
    id: UnitId,
    mover: Mover,
    start: &Footprint,
    heading: Heading,
    length: Length,
) -> (Length, Option<String>) {
    let mut free = length;
    let mut obstacle = None;
    if let Some((_, edge)) = state.field.leaves_at(start, heading, free) {
        free = free.min(edge);
        obstacle = Some(TABLE_EDGE.to_owned());
    }
    let (open, ground) = closed_at(state, mover, start, heading, free, &|_| false);
    free = open;
    obstacle = ground.map(name_of).or(obstacle);
    let passes_friends = matches!(state.kind(id), Kind::Officer | Kind::Skirmishers);
    let formed = state.ids().filter(|other| {
        *other != id && state.is_formed(*other) && (!passes_friends || state.side(*other) != state.side(id))
    });
    let met = first_touch(start, heading, free, formed.map(|other| (other, &state.unit(other).print)));
    if let Some(first) = met.first() {
        let enemy = state.side(first.id) != state.side(id);
        let gap = if enemy { constants().stop_short } else { Length::ZERO };
        free = (first.distance - gap).max(Length::ZERO);
        obstacle = Some(state.name(first.id).to_owned());
    }
    if !passes_friends {
        return (free, obstacle);
    }
    // A line or officer may pass a friend but does not end on him
    let mut by = free;
    for _ in 0..state.units.len() {
        let here = start.shifted(Vector::along(heading, by));
        let on = state.formed(state.side(id)).find(|friend| {
            state.kind(id) == Kind::Skirmishers && overlaps(&here, &state.unit(*friend).print)
        });
        let Some(friend) = on else { break };
        // Back until it stands clear of him
        let back = longroll_table::withdraw_until(
            &here,
            heading.opposite(),
            by,
            Length::ZERO,
            &state.unit(friend).print,
        );
        by = back.map_or(Length::ZERO, |back| by - back);
        obstacle = Some(state.name(friend).to_owned());
    }
    (by, obstacle)
}

/// POT-EVADE-05: does it end no nearer to another enemy than to the one it evades?
fn is_fair(state: &State, id: UnitId, enemy: UnitId, end: &Footprint) -> bool {
    let from = distance(end, &state.unit(enemy).print);
    let mut others = state.troops(state.side(id).enemy()).filter(|other| *other != enemy);
    others.all(|other| distance(end, &state.unit(other).print).at_least(from))
}

/// POT-EVADE-07: does the way reach or cross the line of the parent's rear edge, or touch the parent, having come within
/// 20 cm of it?
fn is_absorbed(state: &State, id: UnitId, heading: Heading, length: Length) -> bool {
    let Some(parent) = state.parent_of(id) else { return false };
    let start = &state.unit(id).print;
    let over = swept(start, Vector::along(heading, length));
    let there = &state.unit(parent).print;
    if longroll_table::farther_than(&over[..], there, constants().recall_reach) {
        return false;
    }
    if touching(&over[..], there) {
        return true;
    }
    let block: Rect = state.unit(parent).body.block(state.stand());
    let back = block.facing().opposite();
    let rear = block.edge(longroll_table::Edge::Rear).0;
    let end = start.shifted(Vector::along(heading, length));
    // Before its rear line at the start, and at or behind it at the end
    let behind = |print: &Footprint| print.corners().map(|corner| (corner - rear).measured_along(back)).max();
    let was = behind(start).is_some_and(|most| most < Length::ZERO);
    was && behind(&end).is_some_and(|most| most.at_least(Length::ZERO))
}
