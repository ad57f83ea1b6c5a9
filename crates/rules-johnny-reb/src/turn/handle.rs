//! Commands carried out: what each asks of the rules, and what it does.

use crate::book::kinds::Level;
use crate::c;
use crate::field::movement::walk;
use crate::ruleset::{JohnnyRebDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::charge::{begin, check_charge, may_charge, move_by};
use crate::turn::command::{Command, units_named};
use crate::turn::disengage::withdraw;
use crate::turn::event::{Event, Motion};
use crate::turn::fire_step::{firers, may_combine, may_fire};
use crate::turn::march::{halt_by_fire, interrupters, stop_pose};
use crate::turn::officers::{may_attach, reform};
use crate::turn::sequence::{
    changeable, is_awaited, late_movers, may_pivot, rally, rally_candidates, unordered,
};
use crate::turn::state::{Debt, Errand, March, Order, Phase, Shot, State};
use longroll_dice::Dice;
use longroll_kit::{Leg, Side, Stop, UnitId};
use longroll_table::{Footprint, Heading, Length, Pose, Rect};

pub(crate) fn check_turn(state: &State, by: Side, command: &Command) -> Result<(), Refused> {
    if state.phase == Phase::Over {
        return refuse(c::VICTORY_02, Why::GameOver);
    }
    if units_named(command).iter().any(|id| id.index() >= state.units.len()) {
        return refuse(c::SETUP_01, Why::NoSuchUnit);
    }
    if is_awaited(state, by) { Ok(()) } else { refuse(c::TURN_01, Why::NotAwaited) }
}

fn own(state: &State, by: Side, id: UnitId) -> Result<(), Refused> {
    if state.side(id) != by {
        return refuse(c::ORDER_01, Why::NotYours { unit: state.name(id).to_owned() });
    }
    if !state.is_on_table(id) {
        return refuse(c::ORDER_01, Why::OffTable { unit: state.name(id).to_owned() });
    }
    Ok(())
}

fn did(draft: &mut JohnnyRebDraft, id: UnitId, change: impl FnOnce(&mut crate::turn::state::Flags)) {
    let mut flags = draft.unit(id).flags;
    change(&mut flags);
    draft.emit(Event::Did { unit: id, flags });
}

pub(crate) fn obey(
    draft: &mut JohnnyRebDraft,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    if let Some(Debt::March(march)) = draft.owed.top().cloned() {
        return answer_march(draft, &march, command, dice);
    }
    let phase = draft.phase;
    match (phase, command) {
        (Phase::MarkOrders, Command::Mark { unit, order }) => {
            own(draft, by, *unit)?;
            may_order(draft, *unit, *order)?;
            draft.emit(Event::OrderGiven { unit: *unit, order: Some(*order) });
        }
        (Phase::MarkOrders, Command::Unmark { unit }) => {
            own(draft, by, *unit)?;
            draft.emit(Event::OrderGiven { unit: *unit, order: None });
        }
        (Phase::MarkOrders, Command::Ready) => {
            // judged when it was given; a player who answers a question later may not know these orders
            let first = !draft.is_worked_anew();
            if let Some(unit) = unordered(draft, by).next().filter(|_| first) {
                let unit = draft.name(unit).to_owned();
                return Ok(refuse(c::ORDER_01, Why::NoOrders { unit })?);
            }
            draft.emit(Event::SideReady { side: by });
        }
        (Phase::Rallies, Command::Rally { unit }) => {
            own(draft, by, *unit)?;
            if !rally_candidates(draft, by).any(|id| id == *unit) {
                let name = draft.name(*unit).to_owned();
                let why = if draft.unit(*unit).flags.tried_rally {
                    Why::AlreadyTried { unit: name }
                } else {
                    Why::NothingToRally { unit: name }
                };
                return Ok(refuse(c::MORALE_16, why)?);
            }
            let alarms = rally(draft, *unit, dice)?;
            crate::turn::morale_step::spread(draft, alarms.into_iter().collect(), dice)?;
        }
        (Phase::Reveal, Command::Hold { unit }) => {
            own(draft, by, *unit)?;
            if !changeable(draft, by).any(|id| id == *unit) {
                let unit = draft.name(*unit).to_owned();
                return Ok(refuse(c::ORDER_08, Why::CannotChange { unit })?);
            }
            draft.emit(Event::HoldWritten { unit: *unit });
        }
        (
            Phase::FirstFires | Phase::HoldFires | Phase::Fires,
            Command::Fire { unit, target, with, rapid, sparing },
        ) => {
            let (with, rapid, sparing) = (with.clone(), *rapid, *sparing);
            let shot = Shot { unit: *unit, target: *target, with, rapid, sparing };
            may_fire(draft, by, &shot)?;
            draft.emit(Event::Declared(shot));
        }
        (Phase::FirstFires, Command::Ready) => {
            if let Some(id) = firers(draft, by).next() {
                let unit = draft.name(id).to_owned();
                return Ok(refuse(c::ORDER_03, Why::MustFire { unit })?);
            }
            draft.emit(Event::SideReady { side: by });
        }
        (
            Phase::Rallies | Phase::Reveal | Phase::HoldFires | Phase::Fires | Phase::Pivots,
            Command::Ready,
        ) => draft.emit(Event::SideReady { side: by }),
        (Phase::Disengage, Command::Withdraw { unit, distance, about }) => {
            its_turn(draft, *unit)?;
            withdraw(draft, *unit, *distance, *about, dice)?;
            draft.emit(Event::MoverNamed { unit: None });
        }
        (Phase::Charges, Command::Charge { unit, target, with }) => {
            its_turn(draft, *unit)?;
            check_charge(draft, *unit, *target, with)?;
            draft.emit(Event::MoverNamed { unit: None });
            begin(draft, *unit, *target, with, dice)?;
        }
        (Phase::Moves, Command::Move { unit, legs }) => {
            its_turn(draft, *unit)?;
            march(draft, *unit, legs)?;
            draft.emit(Event::MoverNamed { unit: None });
        }
        (Phase::Moves, Command::Stand { unit }) => {
            its_turn(draft, *unit)?;
            did(draft, *unit, |flags| flags.acted = true);
            draft.emit(Event::MoverNamed { unit: None });
        }
        (Phase::Pivots, Command::Pivot { unit, to }) => {
            own(draft, by, *unit)?;
            pivot(draft, *unit, *to)?;
        }
        (Phase::Pivots, Command::Move { unit, legs }) => {
            own(draft, by, *unit)?;
            if !draft.is_officer(*unit) || !late_movers(draft, by).any(|id| id == *unit) {
                let unit = draft.name(*unit).to_owned();
                return Ok(refuse(c::OFFICER_02, Why::WrongOrder { unit })?);
            }
            let walk = walk(draft, *unit, legs)?;
            if walk.shifted {
                draft.emit(Event::moved(*unit, walk.to, walk.distance, Motion::March));
            }
            did(draft, *unit, |flags| flags.acted = true);
        }
        (Phase::MarkOrders | Phase::Pivots, Command::Attach { officer, unit }) => {
            own(draft, by, *officer)?;
            own(draft, by, *unit)?;
            may_attach(draft, *officer, *unit)?;
            draft.emit(Event::OfficerNamed { officer: *officer, unit: *unit });
        }
        _ => return Ok(refuse(c::TURN_01, Why::WrongPhase { now: phase })?),
    }
    Ok(())
}

fn answer_march(
    draft: &mut JohnnyRebDraft,
    march: &March,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    match command {
        Command::LetPass => {
            let march = March { asked: true, ..march.clone() };
            draft.emit(Event::Paid);
            draft.emit(Event::Owes(Debt::March(march)));
            Ok(())
        }
        Command::Halt { stop, units, as_one, rapid, sparing } => {
            let able = interrupters(draft, march);
            for (place, unit) in units.iter().enumerate() {
                if !able.contains(&(*unit, *stop)) || units[..place].contains(unit) {
                    let unit = draft.name(*unit).to_owned();
                    return Ok(refuse(c::ORDER_02, Why::NotAskedToHalt { unit })?);
                }
            }
            if units.is_empty() {
                return Ok(refuse(c::ORDER_02, Why::WrongPhase { now: draft.phase })?);
            }
            let (rapid, sparing) = (*rapid, *sparing);
            let shots = fires_at(draft, march, *stop, units, *as_one, rapid, sparing)?;
            Ok(halt_by_fire(draft, march, *stop, shots, dice)?)
        }
        _ => Ok(refuse(c::ORDER_12, Why::WrongPhase { now: draft.phase })?),
    }
}

/// JR-ORDER-12, JR-FIRE-15, -19: the fires of those who halt a march, each for itself or all as one.
fn fires_at(
    state: &State,
    march: &March,
    stop: u32,
    units: &[UnitId],
    as_one: bool,
    rapid: bool,
    sparing: bool,
) -> Result<Vec<Shot>, Refused> {
    let weapon = |id: UnitId| state.piece(id).weapon;
    let quick = units.iter().find(|id| rapid && !weapon(**id).is_breech_loader());
    if let Some(id) = quick {
        return refuse(c::FIRE_15, Why::CannotRapidFire { unit: state.name(*id).to_owned() });
    }
    if let Some(id) = units.iter().find(|id| sparing && !weapon(**id).is_repeater()) {
        return refuse(c::FIRE_15, Why::NoRepeaters { unit: state.name(*id).to_owned() });
    }
    let target = march.unit;
    let shot = |unit: UnitId, with: &[UnitId]| Shot { unit, target, with: with.to_vec(), rapid, sparing };
    match units {
        [first, others @ ..] if as_one => {
            let mut there = state.clone();
            crate::turn::apply::place(&mut there, target, stop_pose(state, march, stop));
            let all = shot(*first, others);
            may_combine(&there, &all)?;
            Ok(vec![all])
        }
        _ => Ok(units.iter().map(|id| shot(*id, &[])).collect()),
    }
}

/// JR-ORDER-01, -09, JR-CHARGE-04, JR-MELEE-10: may the unit be given this order?
pub fn may_order(state: &State, id: UnitId, order: Order) -> Result<(), Refused> {
    let name = || state.name(id).to_owned();
    let unit = state.unit(id);
    if state.is_officer(id) {
        return refuse(c::OFFICER_02, Why::NoOrders { unit: name() });
    }
    if unit.level == Level::Routed {
        return refuse(c::ORDER_09, Why::Routed { unit: name() });
    }
    if state.is_in_contact(id) && order != Order::Disengage {
        return refuse(c::MELEE_10, Why::InContact { unit: name() });
    }
    if order == Order::Charge && unit.level == Level::Shaken {
        return refuse(c::ORDER_09, Why::Shaken { unit: name() });
    }
    if order == Order::Charge && !may_charge(state, id) {
        return refuse(c::CHARGE_04, Why::CannotCharge { unit: name() });
    }
    Ok(())
}

/// JR-TURN-03: only the unit whose turn it is.
fn its_turn(state: &State, id: UnitId) -> Result<(), Refused> {
    match state.mover {
        Some(mover) if mover == id => Ok(()),
        Some(mover) => {
            let (unit, turn_of) = (state.name(id).to_owned(), state.name(mover).to_owned());
            refuse(c::TURN_03, Why::NotItsTurn { unit, turn_of })
        }
        None => refuse(c::TURN_03, Why::NotAwaited),
    }
}

/// JR-ORDER-04, -07: the move is judged whole, then made under the eyes of the enemy.
fn march(draft: &mut JohnnyRebDraft, id: UnitId, legs: &[Leg]) -> Result<(), Stop<Why>> {
    let walk = walk(draft, id, legs)?;
    let unit = draft.unit(id);
    // JR-ORDER-07: a unit on Form moves only after it has formed
    if unit.order == Some(Order::Form) && walk.shifted && !walk.formed {
        return Ok(refuse(c::ORDER_07, Why::MustForm { unit: draft.name(id).to_owned() })?);
    }
    let changes = walk.formation != unit.formation || walk.mounted != unit.mounted;
    if changes && !walk.formed_last {
        let clause = if walk.formed { c::ORDER_07 } else { c::MOVE_03 };
        reform(draft, id, (walk.formation, walk.mounted), clause);
    }
    did(draft, id, |flags| {
        flags.formed |= walk.formed && !walk.formed_last;
        flags.moved |= walk.shifted;
        flags.acted = !walk.shifted;
    });
    if walk.shifted {
        let errand = match () {
            () if walk.leaves => Errand::Leave,
            () if walk.formed_last => Errand::Form { formation: walk.formation, mounted: walk.mounted },
            () => Errand::Move,
        };
        let (from, stops, end) = (Some(draft.unit(id).pose), walk.stops, walk.to);
        let length = Some(walk.distance);
        let march = March { unit: id, stops, end, gone: 0, errand, asked: false, from, length };
        draft.emit(Event::Owes(Debt::March(march)));
    }
    Ok(())
}

/// JR-ORDER-11.
fn pivot(draft: &mut JohnnyRebDraft, id: UnitId, to: Heading) -> Result<(), Refused> {
    if !may_pivot(draft, id) || draft.unit(id).flags.acted {
        return refuse(c::ORDER_11, Why::WrongOrder { unit: draft.name(id).to_owned() });
    }
    let pose = pivoted(draft, id, to)?;
    // who keeps his facing has not pivoted
    let turned = pose != draft.unit(id).pose;
    if turned {
        move_by(draft, id, pose, Length::ZERO, (Motion::March, Some(c::ORDER_11)));
    }
    did(draft, id, |flags| {
        flags.pivoted |= turned;
        flags.acted = true;
    });
    Ok(())
}

pub(crate) fn pivoted(state: &State, id: UnitId, to: Heading) -> Result<Pose, Refused> {
    let unit = state.unit(id);
    let off = to.difference(unit.pose.facing).unsigned_abs();
    if off > 8192 {
        let off = Heading(u16::try_from(off).unwrap_or(u16::MAX));
        return refuse(c::ORDER_11, Why::TurnsTooFar { off });
    }
    let pose = Pose { at: unit.pose.at, facing: to };
    // whoever keeps his facing may always do so, wherever he stands
    if to == unit.pose.facing {
        return Ok(pose);
    }
    let rect = Rect::new(pose, unit.rect.size());
    if !state.field.inside(&Footprint::single(rect)) {
        return refuse(c::MOVE_11, Why::LeavesTable);
    }
    for other in state.ids() {
        let theirs = &state.unit(other).rect;
        let new = longroll_table::overlaps(&rect, theirs) && !longroll_table::overlaps(&unit.rect, theirs);
        if other != id && state.is_on_table(other) && !state.is_officer(other) && new {
            return refuse(c::MOVE_05, Why::Overlaps { other: state.name(other).to_owned() });
        }
    }
    Ok(pose)
}
