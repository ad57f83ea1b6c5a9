//! Charges: one facing change, then straight ahead into contact.

use crate::book::options::{DisorderedCharge, FlankStruck};
use crate::book::tables::full_move;
use crate::c;
use crate::field::movement::overlapped;
use crate::field::sight::{self, Others, can_see_from};
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::state::{Contact, Face, Order, State};
use longroll_kit::UnitId;
use longroll_table::{
    Convex, Edge, Footprint, Heading, Length, Pose, Rect, Vector, contact_edge, first_touch,
    is_behind_front_line, swept,
};
use smallvec::SmallVec;

/// A charge that was found lawful.
#[derive(Clone, Debug)]
pub struct Run {
    pub to: Pose,
    pub distance: Length,
    pub contacts: SmallVec<[Contact; 2]>,
    pub swept: SmallVec<[Convex; 4]>,
}

/// Judges a charge, the one move that may end in contact (QP-CHARGE-01): a turn, then straight ahead (QP-CHARGE-02), for
/// skirmishers too (QP-CHARGE-08). Its full allowance is there for the straight run (QP-CHARGE-15), without road speed
/// (QP-MOVE-15), and it falls short of nothing (QP-CHARGE-05). The target may be Routed (QP-CHARGE-12) and may have been
/// charged by others already (QP-CHARGE-10).
pub fn run(state: &State, id: UnitId, target: UnitId, facing: Option<Heading>) -> Result<Run, Refused> {
    may_charge(state, id)?;
    let name = |unit: UnitId| state.name(unit).to_owned();
    if !state.is_on_table(target) || state.side(target) == state.side(id) {
        return refuse(c::CHARGE_05, Why::NotAnEnemy { unit: name(target) });
    }
    if state.kind(target).is_general() {
        return refuse(c::LEADER_02, Why::NotAnEnemy { unit: name(target) });
    }
    let unit = state.unit(id);
    let base = state.piece(id).base;
    let start = Rect::new(Pose { at: unit.pose.at, facing: facing.unwrap_or(unit.pose.facing) }, base);
    if !state.field.inside(&Footprint::single(start)) {
        return refuse(c::MOVE_18, Why::LeavesTable);
    }
    if let Some(other) = overlapped(state, id, &start) {
        return refuse(c::MOVE_10, Why::Overlaps { other: name(other) });
    }
    // QP-CHARGE-14: seen from where the charge starts, after its pivot
    if let Err(by) = can_see_from(state, id, &start, target, Others::SeenThrough) {
        return refuse(c::CHARGE_14, Why::Unseen { target: name(target), by: by.words(state) });
    }
    let (distance, met) = straight_run(state, id, target, &start)?;
    let by = Vector::along(start.facing(), distance);
    let end = start.shifted(by);
    let hull = swept(&Footprint::single(start), by);
    if !state.field.inside(&Footprint::single(end)) {
        return refuse(c::MOVE_18, Why::LeavesTable);
    }
    if let Some(ground) = state.ground.closing(&state.field, state.kind(id), &hull) {
        return refuse(c::MOVE_17, Why::Impassable { ground });
    }
    let contacts = contacts_made(state, id, target, &met, &start, &end);
    Ok(Run { to: end.pose(), distance, contacts, swept: hull.into_iter().collect() })
}

/// QP-CHARGE-07 who charges, QP-CHARGE-03 not after recovering, QP-CMD-11 not out of command, QP-CHARGE-04 Disordered
/// units may, unless QP-OPT-06 forbids it.
pub fn may_charge(state: &State, id: UnitId) -> Result<(), Refused> {
    let unit = state.unit(id);
    let name = || state.name(id).to_owned();
    if !state.kind(id).may_charge() {
        return refuse(c::CHARGE_07, Why::MayNotCharge { unit: name() });
    }
    if unit.order == Order::Routed {
        return refuse(c::MORALE_04, Why::Routed { unit: name() });
    }
    if unit.recovered {
        return refuse(c::CHARGE_03, Why::Recovered { unit: name() });
    }
    if !unit.in_command {
        return refuse(c::CMD_11, Why::OutOfCommand { unit: name() });
    }
    if unit.order == Order::Disordered && state.options.disordered_charge == DisorderedCharge::Forbidden {
        return refuse(c::OPT_06, Why::DisorderedMayNotCharge { unit: name() });
    }
    Ok(())
}

/// QP-CHARGE-05, -06: how far straight ahead until the target is the first base touched, friend or enemy, and all whom the
/// charge meets there at once. Ruling QP-R11: a base that is only grazed, along its side or corner by corner, is not touched.
fn straight_run(
    state: &State,
    id: UnitId,
    target: UnitId,
    start: &Rect,
) -> Result<(Length, SmallVec<[UnitId; 2]>), Refused> {
    let allowed = full_move(state.kind(id));
    let mover = Footprint::single(*start);
    let bodies: SmallVec<[(UnitId, Footprint); 16]> = state
        .ids()
        .filter(|other| *other != id && state.is_on_table(*other) && !state.kind(*other).is_general())
        .map(|other| (other, Footprint::single(state.unit(other).rect)))
        .collect();
    let ahead = longroll_table::inches(300);
    let meets = |only: Option<UnitId>| {
        let met = bodies.iter().filter(|(other, _)| only.is_none_or(|only| only == *other));
        first_touch(&mover, start.facing(), ahead, met.map(|(other, body)| (*other, body)))
    };
    let touched = meets(None);
    let name = |unit: UnitId| state.name(unit).to_owned();
    if let Some(touch) = touched.iter().find(|touch| touch.id == target) {
        if touch.distance.within(allowed) {
            return Ok((touch.distance, touched.iter().map(|touch| touch.id).collect()));
        }
        return refuse(
            c::CHARGE_05,
            Why::NothingAhead { target: name(target), straight: touch.distance, allowed },
        );
    }
    match (meets(Some(target)).first(), touched.first()) {
        (Some(_), Some(other)) => {
            refuse(c::CHARGE_06, Why::TouchesFirst { other: name(other.id), at: other.distance })
        }
        _ => refuse(c::CHARGE_02, Why::MissesTarget { target: name(target) }),
    }
}

/// QP-CHARGE-06: the target, and every other enemy whose base is met at the same instant.
fn contacts_made(
    state: &State,
    id: UnitId,
    target: UnitId,
    met: &[UnitId],
    start: &Rect,
    end: &Rect,
) -> SmallVec<[Contact; 2]> {
    state
        .troops(state.side(id).enemy())
        .filter(|enemy| met.contains(enemy))
        .map(|enemy| {
            let struck = &state.unit(enemy).rect;
            let edge = contact_edge(end, struck).map_or(Edge::Front, |contact| contact.edge);
            let face = face_struck(state, enemy, edge, start);
            let uphill = state.field.level_at(start.centre()) < sight::level(state, enemy);
            Contact { charger: id, enemy, edge, face, is_target: enemy == target, uphill }
        })
        .collect()
}

/// QP-CHARGE-09: a side or rear edge touched counts as flank only if the charger's centre began behind the line
/// through the target's front edge, unless QP-OPT-11 lets the edge alone decide; QP-UNIT-13: what has no facing has no
/// flank.
pub(crate) fn face_struck(state: &State, enemy: UnitId, edge: Edge, start: &Rect) -> Face {
    let began_behind = state.options.flank == FlankStruck::ByEdgeAlone
        || is_behind_front_line(&state.unit(enemy).rect, start.centre());
    if edge != Edge::Front && began_behind && state.has_facing(enemy) { Face::Flank } else { Face::Front }
}
