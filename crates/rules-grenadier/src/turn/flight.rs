//! Moves to the rear: retreats and routs, evades, push-backs, retirements.

use crate::book::kinds::{Form, Kind};
use crate::book::tables::{self, Flight};
use crate::c;
use crate::field::body::{Shape, by_front};
use crate::field::course::{farthest, lets_through, overlapped};
use crate::field::ground::Walker;
use crate::field::sight::{Quarter, can_see, gap, quarter};
use crate::procedures::morale::Arm;
use crate::procedures::pace;
use crate::ruleset::GrenadierDraft;
use crate::shown::why::Why;
use crate::turn::aftermath::{disperse, disrupt, must_test, run_over, tire};
use crate::turn::event::{Act, Cause, Event};
use crate::turn::state::{How, Standing, State, Status};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Clause, UnitId};
use longroll_table::{
    Footprint, Heading, Length, Point, Pose, Rect, Vector, advance_until, clear_of, farther_than,
    first_touch, inches, overlaps, swept, thousandths,
};
use smallvec::SmallVec;

/// As far as a move to the rear is lengthened to clear those on whom it would end.
const MOST_BEYOND: Length = inches(60);

/// What friends do to a move to the rear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Friends {
    /// GRE-PASS-07: it bursts through, and on until it is clear.
    Through,
    /// GRE-PASS-09, GRE-PASS-11: it stops in front of them.
    Stop,
}

/// GRE-GEN-14: only retreats, routs and broken retirements leave the table.
fn leaves_table(how: How) -> bool {
    matches!(how, How::Retreat | How::Rout | How::BrokenRetirement)
}

/// Where a move to the rear ends.
enum Landing {
    At(Pose, Length),
    Off,
    /// GRE-MOVE-25: no way out, or into the enemy.
    Caught,
}

/// A unit breaks: GRE-MORALE-16 surrender, GRE-MOVE-26 guns that cannot go, then its state and the first half of its
/// flight (GRE-MOVE-23), away from the enemy that caused it.
pub fn break_unit(
    draft: &mut GrenadierDraft,
    id: UnitId,
    status: Status,
    from: Option<UnitId>,
    clause: Clause,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if !draft.is_on_table(id) {
        return Ok(());
    }
    leave_melee(draft, id);
    draft.emit(Event::ChargeEnded { unit: id });
    // a lost melee is no test
    if clause != c::MELEE_31 && surrenders(draft, id) {
        return disperse(draft, id, Standing::Surrendered, c::MORALE_16, dice);
    }
    if draft.kind(id) == Kind::SiegeArtillery || draft.piece(id).fixed {
        if status == Status::Routing {
            return disperse(draft, id, Standing::Dispersed, c::MOVE_26, dice);
        }
        draft.emit(Event::StatusSet { unit: id, status: Status::Halted, clause: c::MOVE_26 });
        return Ok(());
    }
    draft.emit(Event::StatusSet { unit: id, status, clause });
    if status == Status::Routing && draft.piece(id).parent.is_none() {
        must_test(draft, id, c::BRIG_01);
    }
    let home = draft.edge(draft.side(id)).outward();
    let heading = from
        .and_then(|enemy| Heading::of(draft.unit(id).pose.at - draft.unit(enemy).pose.at))
        .unwrap_or(home);
    get_ready_to_run(draft, id, heading);
    let how = if status == Status::Routing { How::Rout } else { How::Retreat };
    let (thrown, far) = pace::compulsory(draft.mover(id), Flight::Away, c::MOVE_23, dice)?;
    draft.emit(Event::DiceThrown { unit: id, thrown: thrown.clone(), why: how });
    draft.emit(Event::FlightLeft { unit: id, left: far - far.half(), heading });
    let start = draft.unit(id).pose.at;
    go_back(draft, id, heading, far.half(), how, Friends::Through, dice)?;
    flight_dp(draft, id, &thrown, start, dice)
}

/// GRE-DP-08: the dice of a flight cause no DPs, unless option GRE-OPT-19 says so.
fn flight_dp(
    draft: &mut GrenadierDraft,
    id: UnitId,
    thrown: &pace::Thrown,
    from: Point,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if !draft.options.flight_dp || !draft.is_on_table(id) {
        return Ok(());
    }
    tire(draft, id, thrown, (from, draft.unit(id).pose.at), dice)
}

/// Turns a unit where it stands, if there is room.
pub fn face(draft: &mut GrenadierDraft, id: UnitId, facing: Heading) {
    if can_face(draft, id, facing).is_ok() {
        let to = Pose { facing, ..draft.unit(id).pose };
        draft.emit(Event::Moved { unit: id, to, distance: Length::ZERO, how: How::Placed });
    }
}

/// Is there room to turn so where it stands? Else who or what is in the way.
pub fn can_face(state: &State, id: UnitId, facing: Heading) -> Result<(), Why> {
    let unit = state.unit(id);
    let rect = Rect::new(Pose { facing, ..unit.pose }, unit.rect.size());
    if !state.field.inside(&rect) {
        return Err(Why::LeavesTable);
    }
    let near = state.troops(state.side(id).enemy()).find(|enemy| {
        let body = &state.unit(*enemy).rect;
        let (was, now) = (longroll_table::distance(&unit.rect, body), longroll_table::distance(&rect, body));
        !now.at_least(inches(1)) && !now.at_least(was)
    });
    match overlapped(state, id, &rect).or(near) {
        Some(other) => Err(Why::NoRoom { other: state.name(other).to_owned() }),
        None => Ok(()),
    }
}

/// Guns limber free (GRE-MOVE-26, GRE-BRIG-13) and garrisons get out of their building on the way they go.
pub fn get_ready_to_run(draft: &mut GrenadierDraft, id: UnitId, heading: Heading) {
    if draft.unit(id).form == Form::Unlimbered {
        let to = draft.unit(id).pose;
        draft.emit(Event::Acted { unit: id, act: Act::Limber(Form::LimberedLine), to, halves: 0 });
    }
    if let Some(to) = way_out(draft, id, heading) {
        draft.emit(Event::Acted { unit: id, act: Act::Leave, to, halves: 0 });
    }
}

/// The place just outside its building on the side of a heading.
pub fn way_out(state: &State, id: UnitId, heading: Heading) -> Option<Pose> {
    state.unit(id).building?;
    let house = Footprint::single(state.unit(id).rect);
    let size = Shape { form: Form::Line, ..Shape::of(state, id) }.size();
    let start = Pose { at: state.unit(id).rect.centre(), facing: heading.opposite() };
    let body = Footprint::single(Rect::new(start, size));
    let out = longroll_table::withdraw_until(&body, heading, inches(60), Length::ZERO, &house)?;
    Some(start.moved(heading, out + thousandths(10)))
}

/// Ends every contact of the unit.
pub fn leave_melee(draft: &mut GrenadierDraft, id: UnitId) {
    let all: SmallVec<[_; 4]> = draft.contacts_of(id).copied().collect();
    for contact in all {
        draft.emit(Event::ContactBroken { attacker: contact.attacker, defender: contact.defender });
    }
}

/// GRE-MORALE-16: foot in a trench, and enemy foot that sees it in its front zone within charge range.
pub fn surrenders(state: &State, id: UnitId) -> bool {
    if state.arm(id) != Arm::Foot || !state.ground.in_trench(state, id) {
        return false;
    }
    state.troops(state.side(id).enemy()).any(|enemy| {
        let mover = state.mover(enemy);
        let foot = state.arm(enemy) == Arm::Foot && !state.unit(enemy).status.is_broken();
        let reach =
            tables::charge_move(false, mover.grade, mover.form).map(|row| inches(i64::from(row.reach)));
        foot && reach.is_some_and(|reach| gap(state, enemy, id).within(reach))
            && quarter(state, enemy, state.unit(id).rect.centre()) == Quarter::Front
            && can_see(state, enemy, id)
    })
}

/// GRE-MOVE-23, GRE-MOVE-24: the compulsory move of a unit that is still broken: its second half, or a fresh throw whole
/// toward the base edge. GRE-PASS-09: it stops behind friends.
pub fn flee_on(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let unit = draft.unit(id);
    let how = if unit.status == Status::Routing { How::Rout } else { How::Retreat };
    let home = draft.edge(draft.side(id)).outward();
    let mut fresh = None;
    let (heading, far) = if unit.pending > Length::ZERO {
        (unit.flight, unit.pending)
    } else {
        let (thrown, far) = pace::compulsory(draft.mover(id), Flight::Away, c::MOVE_24, dice)?;
        draft.emit(Event::DiceThrown { unit: id, thrown: thrown.clone(), why: how });
        fresh = Some(thrown);
        (home, far)
    };
    draft.emit(Event::FlightLeft { unit: id, left: Length::ZERO, heading: home });
    let start = draft.unit(id).pose.at;
    go_back(draft, id, heading, far, how, Friends::Stop, dice)?;
    match fresh {
        Some(thrown) => flight_dp(draft, id, &thrown, start, dice),
        None => Ok(()),
    }
}

/// A straight move to the rear with all that stops it or is passed on the way.
pub fn go_back(
    draft: &mut GrenadierDraft,
    id: UnitId,
    heading: Heading,
    far: Length,
    how: How,
    friends: Friends,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if !draft.is_on_table(id) {
        return Ok(());
    }
    let (landing, heading) = if leaves_table(how) && how != How::BrokenRetirement {
        let way = open_way(draft, id, heading, far);
        match way {
            Some(heading) => (land(draft, id, heading, far, how, friends), heading),
            None => (Landing::Caught, heading),
        }
    } else {
        (land(draft, id, heading, far, how, friends), heading)
    };
    match landing {
        Landing::Off => {
            let clause = c::GEN_14;
            draft.emit(Event::Moved { unit: id, to: draft.unit(id).pose, distance: far, how });
            disperse(draft, id, Standing::OffTable, clause, dice)
        }
        Landing::Caught => disperse(draft, id, Standing::Dispersed, c::MOVE_25, dice),
        Landing::At(pose, went) => {
            let passed = passed_through(draft, id, heading, went);
            draft.emit(Event::Moved { unit: id, to: pose, distance: went, how });
            for friend in passed {
                disrupt(draft, friend, 1, Cause::Passing, c::PASS_08, dice)?;
            }
            run_over(draft, id, dice)
        }
    }
}

/// GRE-PASS-11: a move to the rear that stops behind friends, unless it would stay within an inch of the enemy it leaves.
pub fn give_ground(
    draft: &mut GrenadierDraft,
    id: UnitId,
    enemy: Option<UnitId>,
    heading: Heading,
    far: Length,
    how: How,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let too_near = match (enemy, land(draft, id, heading, far, how, Friends::Stop)) {
        (Some(enemy), Landing::At(pose, _)) => {
            let rect = Rect::new(pose, draft.unit(id).rect.size());
            !farther_than(&rect, &draft.unit(enemy).rect, inches(1)) && far > inches(1)
        }
        _ => false,
    };
    let friends = if too_near { Friends::Through } else { Friends::Stop };
    go_back(draft, id, heading, far, how, friends, dice)
}

/// GRE-MOVE-25: the heading, or the least turned from it that closed ground leaves open.
fn open_way(state: &State, id: UnitId, heading: Heading, far: Length) -> Option<Heading> {
    let turned = |degrees: i32| heading.turned(i32::from(Heading::from_degrees(degrees).0));
    let tries = std::iter::once(0).chain((1..=18).flat_map(|step| [step * 5, -step * 5]));
    tries.map(turned).find(|heading| !is_closed(state, id, *heading, far))
}

fn is_closed(state: &State, id: UnitId, heading: Heading, far: Length) -> bool {
    let unit = state.unit(id);
    let by = Vector::along(heading, far);
    let walker = Walker {
        kind: state.kind(id),
        mounted: unit.mounted,
        form: unit.form,
        from: unit.rect.centre(),
        to: unit.rect.centre() + by,
        body: &unit.rect,
        road: true,
        leaves: unit.building,
    };
    state.ground.closing(&state.field, &walker, &swept(&Footprint::single(unit.rect), by)).is_some()
}

fn land(state: &State, id: UnitId, heading: Heading, far: Length, how: How, friends: Friends) -> Landing {
    let body = state.unit(id).rect;
    let print = Footprint::single(body);
    let side = state.side(id);
    let mut room = far;
    if !leaves_table(how) || how == How::BrokenRetirement {
        room = farthest(room, |length| !is_closed(state, id, heading, length));
    }
    let edge = state.field.leaves_at(&print, heading, room).map(|(_, at)| at);
    let enemies: SmallVec<[Footprint; 12]> =
        state.troops(side.enemy()).map(|enemy| Footprint::single(state.unit(enemy).rect)).collect();
    if matches!(how, How::Retreat | How::Rout) {
        let reach = edge.unwrap_or(room);
        if !first_touch(&print, heading, reach, enemies.iter().map(|enemy| ((), enemy))).is_empty() {
            return Landing::Caught;
        }
    } else {
        let kept = enemies.iter().filter(|enemy| farther_than(&body, *enemy, inches(1)));
        room = advance_until(&print, heading, room, inches(1), kept);
        let near = enemies.iter().filter(|enemy| !farther_than(&body, *enemy, inches(1)));
        room = advance_until(&print, heading, room, Length::ZERO, near);
    }
    // GRE-GEN-14: flush with the edge is on the table; it is crossing that counts
    if let Some(at) = edge.filter(|at| !room.within(*at)) {
        if leaves_table(how) {
            return Landing::Off;
        }
        room = at;
    }
    let bars: SmallVec<[Footprint; 12]> = state
        .troops(side)
        .filter(|friend| *friend != id && !lets_through(state, id, *friend))
        .map(|friend| Footprint::single(state.unit(friend).rect))
        .collect();
    if friends == Friends::Stop {
        room = advance_until(&print, heading, room, Length::ZERO, bars.iter());
    }
    // Skirmishers are passed, but nobody stops on them; GRE-PASS-07: on until it is just clear, else short of everybody
    let at = |length: Length| body.shifted(Vector::along(heading, length));
    let others: Vec<Footprint> = state
        .all_troops()
        .filter(|other| *other != id)
        .map(|other| Footprint::single(state.unit(other).rect))
        .collect();
    let off = |way: Heading, most: Length| clear_of(&Footprint::single(at(room)), way, most, &others);
    let mut end = room;
    if off(heading, Length::ZERO).is_none() {
        let most = if friends == Friends::Stop {
            advance_until(&print, heading, room + MOST_BEYOND, Length::ZERO, bars.iter()) - room
        } else {
            MOST_BEYOND
        };
        let beyond = off(heading, most).map(|more| room + more);
        // who lies on it already, newly mounted or turned, is left behind
        let met = |enemy: &&Footprint| !overlaps(&at(room), *enemy);
        let on_enemy = beyond.is_some_and(|end| {
            let over = swept(&Footprint::single(at(room)), Vector::along(heading, end - room));
            enemies.iter().filter(met).any(|enemy| overlaps(over.as_slice(), enemy))
        });
        let off_table = beyond.is_some_and(|end| !state.field.inside(&at(end)));
        if on_enemy && matches!(how, How::Retreat | How::Rout) {
            return Landing::Caught;
        }
        if off_table && leaves_table(how) && !on_enemy {
            return Landing::Off;
        }
        let free = beyond.filter(|end| !on_enemy && !off_table && !is_closed(state, id, heading, *end));
        end = free.unwrap_or_else(|| room - off(heading.opposite(), room).unwrap_or(room));
    }
    let at = at(end).pose();
    Landing::At(faced(state, id, at, heading, how), end)
}

/// GRE-MOVE-25: the broken face the way they go, if there is room to turn; others keep their facing.
fn faced(state: &State, id: UnitId, at: Pose, heading: Heading, how: How) -> Pose {
    if !matches!(how, How::Retreat | How::Rout) {
        return at;
    }
    let turned = Pose { facing: heading, ..at };
    let rect = Rect::new(turned, state.unit(id).rect.size());
    let near = state.troops(state.side(id).enemy()).any(|enemy| overlaps(&rect, &state.unit(enemy).rect));
    if state.field.inside(&rect) && overlapped(state, id, &rect).is_none() && !near { turned } else { at }
}

/// GRE-PASS-08: order units and batteries that were run through; skirmishers do not mind.
fn passed_through(state: &State, id: UnitId, heading: Heading, went: Length) -> SmallVec<[UnitId; 4]> {
    let over = swept(&Footprint::single(state.unit(id).rect), Vector::along(heading, went));
    state
        .troops(state.side(id))
        .filter(|friend| *friend != id && !state.is_skirmishing(*friend) && !state.is_skirmishing(id))
        .filter(|friend| overlaps(over.as_slice(), &state.unit(*friend).rect))
        .collect()
}

/// A rectangle of a new shape that stands free, tried with the same front, then the same middle.
pub fn fitting(state: &State, id: UnitId, shape: Shape, facing: Heading) -> Result<Pose, UnitId> {
    let old = state.unit(id).rect;
    let size = shape.size();
    let tries = [by_front(&old, size, facing), Pose { at: old.centre(), facing }];
    let mut blocker = id;
    for pose in tries {
        let rect = Rect::new(pose, size);
        let near = state.troops(state.side(id).enemy()).find(|enemy| {
            let was = longroll_table::distance(&old, &state.unit(*enemy).rect);
            let now = longroll_table::distance(&rect, &state.unit(*enemy).rect);
            !now.at_least(inches(1)) && !now.at_least(was)
        });
        match overlapped(state, id, &rect).or(near) {
            None if state.field.inside(&rect) => return Ok(pose),
            None => {}
            Some(other) => blocker = other,
        }
    }
    Err(blocker)
}
