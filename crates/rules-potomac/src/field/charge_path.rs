//! Declaring a charge: its path, its length D, its reach M and where it strikes (POT-CHARGE-01, -02 to -07, -16 to -21).

use crate::book::kinds::{Cover, Kind};
use crate::book::options::{ArtilleryPremeleeLong, Options, OutOfWorks, SmallArmsPremeleeNear};
use crate::book::tables::{constants, rates};
use crate::c;
use crate::field::body::Body;
use crate::field::contact::edge_touched;
use crate::field::ground::{self, Hulls, cover_against, goes_through_work, lies_under, name_of, work_of};
use crate::field::movement::arc;
use crate::field::sight::sees;
use crate::field::skirmish::joined;
use crate::field::squaring_up::square_up;
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::state::{ChargeAt, Charger, State};
use longroll_kit::UnitId;
use longroll_table::{
    Convex, Edge, Footprint, Heading, Length, Point, Vector, distance, first_touch, is_behind_front_line,
    overlaps, swept, touching,
};

/// A charge that may be declared.
#[derive(Clone, Debug)]
pub struct Plan {
    pub charger: Charger,
    /// Formed enemies touched at the same moment, the target first; none when a skirmish line is charged.
    pub touched: Vec<UnitId>,
    /// Its body after the wheel, at the start of the straight way.
    pub wheeled: Body,
    /// The ground of the wheel, and that of the straight way behind it.
    pub wheeled_over: Hulls,
    pub swept: Hulls,
    /// Its body at contact, squared up; of a charge at a line, where it ends.
    pub at_contact: Body,
    /// POT-CHARGE-06: its body after the wheel with its own skirmish line taken in, if that stands on the path.
    pub grown: Option<Body>,
}

/// POT-CHARGE-01, POT-CHARGE-02: infantry and cavalry move into contact by a charge.
pub fn may_charge(state: &State, id: UnitId) -> Result<(), Refused> {
    if state.is_formed(id) && matches!(state.kind(id), Kind::Infantry | Kind::Cavalry) {
        return Ok(());
    }
    refuse(c::CHARGE_02, Why::MayNotCharge { unit: state.name(id).to_owned() })
}

/// Judges one declared charge.
pub fn plan(state: &State, charge: &ChargeAt) -> Result<Plan, Refused> {
    let (id, target) = (charge.unit, charge.target);
    may_charge(state, id)?;
    let name = || state.name(target).to_owned();
    let is_line = state.is_line(target);
    if state.side(target) == state.side(id) || !(state.is_formed(target) || is_line) {
        return refuse(c::CHARGE_05, Why::NotAnEnemy { unit: name() });
    }
    if sees(state, id, target).is_err() {
        return refuse(c::CHARGE_05, Why::Unseen { target: name() });
    }
    match charge.facing {
        Some(facing) => run(state, charge, facing),
        None => best_run(state, charge),
    }
}

/// The shortest of the charges that a wheel of up to 45 degrees allows; straight ahead if it serves.
fn best_run(state: &State, charge: &ChargeAt) -> Result<Plan, Refused> {
    let facing = state.unit(charge.unit).body.front.facing;
    let ahead = run(state, charge, facing);
    if ahead.is_ok() {
        return ahead;
    }
    let most = i32::from(constants().charge_wheel_max);
    const STEP: i32 = 364;
    let mut best: Option<Plan> = None;
    for step in 1..=most / STEP + 1 {
        let by = (step * STEP).min(most);
        for facing in [facing.turned(-by), facing.turned(by)] {
            if passes_by(state, charge, facing) {
                continue;
            }
            let Ok(found) = run(state, charge, facing) else { continue };
            if best.as_ref().is_none_or(|known| found.charger.distance < known.charger.distance) {
                best = Some(found);
            }
        }
        // A wider wheel only makes the way longer
        if best.is_some() {
            break;
        }
    }
    best.map_or(ahead, Ok)
}

/// After this wheel the target lies beside the way, beyond the rate or behind somebody: no need to work the charge out.
fn passes_by(state: &State, charge: &ChargeAt, facing: Heading) -> bool {
    const SLACK: Length = Length::from_micrometres(1000);
    let stand = state.stand();
    let start = &state.unit(charge.unit).body;
    let by = start.front.facing.difference(facing);
    let corners = start.front_corners(stand);
    let body = start.turned_about(corners[usize::from(by > 0)], by);
    let full = rates(state.mover(charge.unit)).charge.unwrap_or(Length::ZERO);
    let straight = full - arc(start.width(stand), by) + SLACK;
    let block = body.block(stand);
    let (right, at) = (facing.right(), body.front.at);
    let across = |point: &Point| (*point - at).measured_along(right);
    let own =
        block.corners().iter().map(across).fold(Length::ZERO, |most, side| most.max(side.abs())) + SLACK;
    let there = &state.unit(charge.target).print;
    there.corners().all(|corner| across(&corner) > own)
        || there.corners().all(|corner| across(&corner) < -own)
        || there.corners().all(|corner| (corner - at).measured_along(facing) > straight)
        || !state.is_line(charge.target)
            && meets(state, charge.unit, charge.target, &body.footprint(stand), facing, full).is_err()
}

/// One wheel at the start, then straight ahead. At a line, unless its player says how far: as far as M and formed enemies
/// let it, and where the ground forbids that, just up to the line.
fn run(state: &State, charge: &ChargeAt, facing: Heading) -> Result<Plan, Refused> {
    let found = run_so_far(state, charge, facing, false);
    if found.is_err() && state.is_line(charge.target) && charge.distance.is_none() {
        return run_so_far(state, charge, facing, true).or(found);
    }
    found
}

/// The charge as the unit stands; through its own skirmish line as the body that it then is (POT-CHARGE-06, POT-R27): the first
/// way of taking the stands in with which it has room at its start, on its path and at the target.
fn run_so_far(
    state: &State,
    charge: &ChargeAt,
    facing: Heading,
    just_touching: bool,
) -> Result<Plan, Refused> {
    let found = run_as(state, charge, facing, just_touching, None)?;
    let crossed = |line: &UnitId| {
        let there = &state.unit(*line).print;
        touching(&found.wheeled_over[..], there) || touching(&found.swept[..], there)
    };
    let Some(line) = state.line_of(charge.unit).filter(crossed) else { return Ok(found) };
    let mut refused = None;
    for body in joined(state, charge.unit, line, &found.wheeled) {
        match run_as(state, charge, facing, just_touching, Some(body)) {
            Ok(found) => return Ok(found),
            Err(why) => refused = refused.or(Some(why)),
        }
    }
    refused.map_or_else(|| refuse(c::CHARGE_06, Why::NoRoom), Err)
}

fn run_as(
    state: &State,
    charge: &ChargeAt,
    facing: Heading,
    just_touching: bool,
    grown: Option<Body>,
) -> Result<Plan, Refused> {
    let (id, target) = (charge.unit, charge.target);
    let stand = state.stand();
    let start = &state.unit(id).body;
    let by = start.front.facing.difference(facing);
    if by.unsigned_abs() > u32::from(constants().charge_wheel_max) + 8 {
        let turned = Heading(by.unsigned_abs() as u16);
        return refuse(
            c::CHARGE_05,
            Why::WheelTooWide { by: turned, allowed: Heading(constants().charge_wheel_max) },
        );
    }
    let corners = start.front_corners(stand);
    let pivot = corners[usize::from(by > 0)];
    let wheel = if by == 0 { Length::ZERO } else { arc(start.width(stand), by) };
    let body = if by == 0 { start.clone() } else { start.turned_about(pivot, by) };
    let wheeled_over = wheel_hulls(state, start, pivot, by);
    clear_of_others(state, id, target, &wheeled_over)?;
    let ahead = grown.as_ref().unwrap_or(&body);
    let print = ahead.footprint(stand);
    let is_line = state.is_line(target);
    let full = rates(state.mover(id)).charge.unwrap_or(Length::ZERO);
    let (touched, straight) = if is_line {
        (Vec::new(), line_distance(state, charge, &print, facing, full - wheel, just_touching)?)
    } else {
        meets(state, id, target, &print, facing, full)?
    };
    let swept: Hulls = swept(&print, Vector::along(facing, straight));
    let arrived = ahead.shifted(Vector::along(facing, straight));
    if !state.field.inside(&arrived.footprint(stand)) {
        return refuse(c::MOVE_22, Why::LeavesTable);
    }
    let over: Hulls = wheeled_over.iter().chain(&swept).cloned().collect();
    check_ground(state, id, &over)?;
    let reach = reach(state, id, target, &over);
    let length = wheel + straight;
    if !length.within(reach) {
        let clause = if reach < full { c::CHARGE_04 } else { c::CHARGE_05 };
        return refuse(clause, Why::OutOfReach { distance: length, reach });
    }
    let behind = is_behind_front_line(&state.unit(target).body.block(stand), start.front.at);
    let (at_contact, in_flank) = if is_line {
        (arrived, false)
    } else {
        let (edge, squared) = square_up(state, id, target, &arrived, behind)?;
        // POT-CHARGE-16: from behind the line of its front, into a side or the rear
        (squared, behind && edge != Edge::Front)
    };
    let also = touched.iter().skip(1).map(|other| {
        let there = state.unit(*other);
        let own = at_contact.footprint(stand);
        let edge = edge_touched(&there.print, &own).map(|(edge, ..)| edge);
        let behind = is_behind_front_line(&there.body.block(stand), start.front.at);
        (*other, behind && edge != Some(Edge::Front))
    });
    let also = also.collect();
    let apart = || distance(&state.unit(id).print, &state.unit(target).print);
    Ok(Plan {
        charger: Charger {
            unit: id,
            heading: facing,
            distance: length,
            wheel,
            reach,
            start: looks_at_start(&state.options).then(apart),
            in_flank,
            also,
            hits: 0,
            driven: 0,
            is_out: false,
            set_out: None,
        },
        touched,
        wheeled: body,
        wheeled_over,
        swept,
        at_contact,
        grown,
    })
}

/// Only POT-OPT-18 and POT-OPT-19 ask how far off a charger stood; every gun reaches all charges at short range (POT-ARTY-09).
fn looks_at_start(options: &Options) -> bool {
    options.small_arms_premelee_near == SmallArmsPremeleeNear::ShortRangeWithoutTest
        || options.artillery_premelee_long == ArtilleryPremeleeLong::Beyond15CmFailureIsLongRange
}

fn wheel_hulls(state: &State, start: &Body, pivot: Point, by: i32) -> Hulls {
    const STEP: i32 = 910;
    let stand = state.stand();
    let mut hulls = Hulls::new();
    let (mut done, mut body, mut from) = (0, start.clone(), start.footprint(stand));
    while done != by {
        let step = (by - done).clamp(-STEP, STEP);
        body = body.turned_about(pivot, step);
        let to = body.footprint(stand);
        let pairs = from.stands().iter().zip(to.stands());
        hulls.extend(
            pairs.map(|(a, b)| Convex::hull(&[a.corners().as_slice(), b.corners().as_slice()].concat())),
        );
        done += step;
        from = to;
    }
    hulls
}

/// The wheel itself may run into nobody (POT-MOVE-22).
fn clear_of_others(state: &State, id: UnitId, target: UnitId, over: &[Convex]) -> Result<(), Refused> {
    let side = state.side(id);
    for other in state.ids().filter(|other| *other != id && state.is_formed(*other)) {
        let print = &state.unit(other).print;
        let blocked = if state.side(other) == side {
            overlaps(over, print) && !overlaps(&state.unit(id).print, print)
        } else {
            touching(over, print)
        };
        if blocked {
            let clause = if other == target { c::CHARGE_05 } else { c::MOVE_22 };
            return refuse(clause, Why::InTheWay { other: state.name(other).to_owned() });
        }
    }
    Ok(())
}

/// Whom it meets straight ahead: the target first of all, with other enemies touched at the same moment. A friend touched at
/// that moment is not in the way (POT-MOVE-22): nobody passes through him.
fn meets(
    state: &State,
    id: UnitId,
    target: UnitId,
    print: &Footprint,
    facing: Heading,
    reach: Length,
) -> Result<(Vec<UnitId>, Length), Refused> {
    let others = state.ids().filter(|other| *other != id && state.is_formed(*other));
    let met = first_touch(print, facing, reach, others.map(|other| (other, &state.unit(other).print)));
    let name = |id: UnitId| state.name(id).to_owned();
    if !met.iter().any(|touch| touch.id == target) {
        let alone = first_touch(print, facing, reach * 100, [(target, &state.unit(target).print)]);
        return match (alone.first(), met.first()) {
            (None, _) => refuse(c::CHARGE_05, Why::MissesTarget { target: name(target) }),
            (Some(_), Some(first)) => {
                refuse(c::MOVE_22, Why::MeetsFirst { other: name(first.id), at: first.distance })
            }
            (Some(touch), None) => refuse(c::CHARGE_05, Why::OutOfReach { distance: touch.distance, reach }),
        };
    }
    let straight = met.iter().map(|touch| touch.distance).min().unwrap_or(Length::ZERO);
    let mut touched = vec![target];
    let enemies = met.iter().map(|touch| touch.id).filter(|other| state.side(*other) != state.side(id));
    touched.extend(enemies.filter(|other| *other != target));
    Ok((touched, straight))
}

/// POT-CHARGE-19: as far as its player says, up to M, stopping before any formed enemy.
fn line_distance(
    state: &State,
    charge: &ChargeAt,
    print: &Footprint,
    facing: Heading,
    most: Length,
    just_touching: bool,
) -> Result<Length, Refused> {
    let (id, target) = (charge.unit, charge.target);
    let name = |id: UnitId| state.name(id).to_owned();
    let others = state.ids().filter(|other| *other != id && state.is_formed(*other));
    let met = first_touch(print, facing, most, others.map(|other| (other, &state.unit(other).print)));
    let line = first_touch(print, facing, most, [(target, &state.unit(target).print)]);
    let Some(line) = line.first() else {
        return refuse(c::CHARGE_05, Why::MissesTarget { target: name(target) });
    };
    let wall = met.first().map(|touch| {
        let short =
            if state.side(touch.id) == state.side(id) { Length::ZERO } else { constants().stop_short };
        touch.distance - short
    });
    let furthest = wall.map_or(most, |wall| wall.min(most));
    let wanted = charge.distance.unwrap_or(if just_touching { line.distance } else { furthest });
    if let Some(touch) = met.first()
        && wanted.at_least(touch.distance)
        && state.side(touch.id) != state.side(id)
    {
        return refuse(c::CHARGE_19, Why::MeetsFirst { other: name(touch.id), at: touch.distance });
    }
    if let Some(touch) = met.first().filter(|touch| wanted > touch.distance) {
        return refuse(c::MOVE_22, Why::MeetsFirst { other: name(touch.id), at: touch.distance });
    }
    if !wanted.within(most) {
        return refuse(c::CHARGE_03, Why::OutOfReach { distance: wanted, reach: most });
    }
    if !wanted.at_least(line.distance) {
        return refuse(c::CHARGE_19, Why::MissesTarget { target: name(target) });
    }
    Ok(wanted)
}

/// POT-CHARGE-21, POT-TERRAIN-01, -02: closed ground, and broken ground entered from outside.
pub(crate) fn check_ground(state: &State, id: UnitId, over: &[Convex]) -> Result<(), Refused> {
    let field = &state.field;
    if let Some(feature) = state.ground.closed(field, state.mover(id), over) {
        let clause =
            if state.ground.difficult(field, over).is_some() { c::TERRAIN_02 } else { c::TERRAIN_01 };
        return refuse(clause, Why::Closed { ground: name_of(feature) });
    }
    let barred = state.options.broken_ground_stop == crate::book::options::BrokenGroundStop::ThisTenure
        && state.unit(id).stopped_at_edge;
    let nowhere = Footprint::of([]);
    let start = if barred { &nowhere } else { &state.unit(id).print };
    match state.ground.edges_ahead(field, start).into_iter().find(|edge| lies_under(edge, over)) {
        Some(edge) => refuse(c::CHARGE_21, Why::EntersBroken { ground: name_of(edge) }),
        None => Ok(()),
    }
}

/// POT-CHARGE-03, -04: M is the full rate even in line, the half rate over bad ground, out of works (unless POT-OPT-36 lets it
/// go) or against a target behind an obstacle or in works.
pub fn reach(state: &State, id: UnitId, target: UnitId, over: &[Convex]) -> Length {
    let rate = rates(state.mover(id));
    let full = rate.charge.unwrap_or(Length::ZERO);
    let ground = &state.ground;
    let field = &state.field;
    let hindered = ground.difficult(field, over).is_some()
        || ground.broken(field, over).is_some()
        || ground.obstacle(field, over).is_some()
        || is_hindered_by_work(state, id, over)
        || is_behind_obstacle(state, id, target);
    if hindered { rate.half.unwrap_or(full) } else { full }
}

fn is_hindered_by_work(state: &State, id: UnitId, over: &[Convex]) -> bool {
    let own = work_of(state, id);
    match state.options.out_of_works {
        OutOfWorks::HalfRate => own.is_some() || goes_through_work(state, over, None),
        OutOfWorks::FullRate => goes_through_work(state, over, own),
    }
}

/// POT-CHARGE-04: the target is behind a linear obstacle, or in a fortification, with respect to the charger.
fn is_behind_obstacle(state: &State, id: UnitId, target: UnitId) -> bool {
    let from = &state.unit(id).print;
    if cover_against(state, target, from, true) == Cover::Fortification {
        return true;
    }
    let stands = state.unit(target).print.stands();
    let behind = stands.iter().filter(|stand| {
        state.field.features.iter().filter(|feature| ground::is_linear(feature)).any(|feature| {
            feature.line().is_some_and(|line| {
                line.touches(*stand)
                    && longroll_table::nearest_point(stand.centre(), from)
                        .is_some_and(|from| line.crosses(from, stand.centre()))
            })
        })
    });
    let behind = behind.count();
    behind > 0 && behind * 2 >= stands.len()
}
