//! The movement step: who may move, the dice, and the path that is walked with them.

use crate::book::kinds::{Ability, Form, Kind, Order};
use crate::book::options::MarchOrders;
use crate::book::tables;
use crate::c;
use crate::field::course::overlapped;
use crate::field::movement::walk;
use crate::field::sight::{can_see, gap};
use crate::procedures::fire::is_long;
use crate::procedures::pace::{self, Gait, Thrown};
use crate::ruleset::{GrenadierDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::aftermath::{disrupt, run_over};
use crate::turn::event::{Cause, Event};
use crate::turn::fire_step::targets;
use crate::turn::handle::own;
use crate::turn::state::{Debt, How, State, Status};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Leg, Side, Stop, UnitId};
use longroll_table::{Length, Rect, distance, inches};

/// GRE-MOVE-12.
pub const KEEP_AWAY: Length = inches(1);
/// GRE-MOVE-13.
const MANHANDLED: Length = inches(2);

/// GRE-TURN-06: may this unit do anything in the movement step?
pub fn may_act(state: &State, side: Side, id: UnitId) -> Result<(), Refused> {
    own(state, side, id)?;
    let unit = state.unit(id);
    let name = || state.name(id).to_owned();
    if !state.kind(id).is_unit() {
        return Ok(());
    }
    if unit.charge.is_some() {
        return refuse(c::TURN_06, Why::Charging { unit: name() });
    }
    if state.is_in_melee(id) {
        return refuse(c::TURN_06, Why::InMelee { unit: name() });
    }
    match unit.status {
        Status::Halted => return refuse(c::UNIT_12, Why::InState { unit: name(), status: unit.status }),
        Status::Retreating | Status::Routing => {
            return refuse(c::UNIT_13, Why::InState { unit: name(), status: unit.status });
        }
        Status::Pursuing => return refuse(c::TURN_06, Why::InState { unit: name(), status: unit.status }),
        Status::Steady | Status::Rallying => {}
    }
    if unit.today.evaded {
        return refuse(c::TURN_06, Why::Evaded { unit: name() });
    }
    if unit.today.retired_broken {
        return refuse(c::BRIG_18, Why::RetiresBroken { unit: name() });
    }
    if let Some(by) = state.ids().find(|other| {
        state.is_on_table(*other) && state.unit(*other).charge.is_some_and(|charge| charge.target == id)
    }) {
        return refuse(c::TURN_06, Why::Charged { unit: name(), by: state.name(by).to_owned() });
    }
    Ok(())
}

/// May it spend so many halves of its move?
pub fn has_halves(state: &State, id: UnitId, needs: u8) -> Result<(), Refused> {
    let used = state.unit(id).today.halves;
    if used + needs > 2 {
        return refuse(c::FORM_05, Why::MoveUsed { unit: state.name(id).to_owned(), used, needs });
    }
    Ok(())
}

/// GRE-MOVE-01: a half or full move is declared, then thrown.
pub fn may_march(state: &State, side: Side, id: UnitId, gait: Gait) -> Result<(), Refused> {
    may_act(state, side, id)?;
    let unit = state.unit(id);
    let name = || state.name(id).to_owned();
    if state.kind(id) == Kind::General {
        return refuse(c::MOVE_08, Why::CannotMove { unit: name() });
    }
    if unit.prone {
        return refuse(c::FORM_07, Why::Prone { unit: name() });
    }
    if gait == Gait::Full && unit.status == Status::Rallying {
        return refuse(c::UNIT_14, Why::HalfMovesOnly { unit: name() });
    }
    if pace::pace(state.mover(id), gait, &state.options).is_none() {
        // GRE-FORM-18: siege guns and fixed mountings do not move; nor do unlimbered guns or garrisons
        return refuse(c::FORM_18, Why::CannotMove { unit: name() });
    }
    // GRE-FORM-05: one half move and one half-move action, never two half moves
    if unit.today.half_moved {
        return refuse(c::FORM_05, Why::HalfMoveMade { unit: name() });
    }
    has_halves(state, id, if gait == Gait::Full { 2 } else { 1 })
}

pub fn declare_march(
    draft: &mut GrenadierDraft,
    id: UnitId,
    gait: Gait,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let how = if gait == Gait::Full { How::FullMove } else { How::HalfMove };
    let Some((n, die, carry)) = pace::pace(draft.mover(id), gait, &draft.options) else { return Ok(()) };
    let thrown = pace::throw(c::MOVE_01, n, die, dice)?;
    owe_march(draft, id, carry.distance(thrown.total()), thrown, how);
    Ok(())
}

fn owe_march(draft: &mut GrenadierDraft, unit: UnitId, reach: Length, thrown: Thrown, how: How) {
    draft.emit(Event::DiceThrown { unit, thrown: thrown.clone(), why: how });
    draft.emit(Event::Owes(Debt::March { unit, thrown, reach, how }));
}

/// GRE-FORM-08: straight back by the half-move dice of the Line.
pub fn may_step_back(state: &State, side: Side, id: UnitId) -> Result<(), Refused> {
    may_march(state, side, id, Gait::Half)?;
    if state.kind(id).is_artillery() || state.kind(id) == Kind::Sniper {
        let unit = state.name(id).to_owned();
        return refuse(c::FORM_08, Why::CannotDo { unit, what: "only infantry and cavalry step back" });
    }
    Ok(())
}

pub fn step_back(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let Some((n, die)) = pace::action_dice(draft.mover(id), 1, &draft.options) else { return Ok(()) };
    let thrown = pace::throw(c::FORM_08, n, die, dice)?;
    owe_march(draft, id, inches(i64::from(thrown.total())), thrown, How::StepBack);
    Ok(())
}

/// GRE-MOVE-15, GRE-MOVE-18, GRE-MOVE-19: who may use the Tactical March.
pub fn may_tactical_march(state: &State, side: Side, id: UnitId) -> Result<(), Refused> {
    may_act(state, side, id)?;
    let unit = state.unit(id);
    let name = || state.name(id).to_owned();
    let brigade = march_brigade(state, id);
    let order = brigade.map_or(Order::Engage, |brigade| state.brigades[usize::from(brigade)].order);
    let allowed = match state.options.march {
        MarchOrders::MoveOnly => order == Order::Move,
        MarchOrders::MoveAndEngage => matches!(order, Order::Move | Order::Engage),
        MarchOrders::Any => true,
    };
    if !allowed || tables::march(state.kind(id), state.is_mounted(id), state.piece(id).grade).is_none() {
        return refuse(c::MOVE_19, Why::CannotDo { unit: name(), what: "its brigade is not on Move orders" });
    }
    if state.kind(id) != Kind::General && !unit.form.is_column() {
        return refuse(c::MOVE_19, Why::CannotDo { unit: name(), what: "it is not in column" });
    }
    if unit.status == Status::Rallying {
        return refuse(c::UNIT_14, Why::HalfMovesOnly { unit: name() });
    }
    if state.kind(id) == Kind::General {
        may_ride(state, side, id)?;
    }
    if unit.today.halves > 0 {
        return refuse(c::MOVE_19, Why::MoveUsed { unit: name(), used: unit.today.halves, needs: 2 });
    }
    if let Some(brigade) = brigade.filter(|brigade| !state.marching.contains(brigade)) {
        let used = state
            .marching
            .iter()
            .filter(|other| state.muster.brigades[usize::from(**other)].side == side && **other != brigade)
            .count() as u32;
        let cinc = state.cinc(side).filter(|cinc| state.is_fit(*cinc)).map(|cinc| state.unit(cinc).ability);
        let allowed = 1 + cinc.map_or(0, |ability: Ability| tables::general(ability).extra_marches);
        if used >= allowed {
            return refuse(c::MOVE_18, Why::MarchesUsed { allowed });
        }
    }
    keeps_off(state, id, &unit.rect, Closeness::AtTheLimit)
}

/// GRE-MOVE-19: the brigade with which a unit or general would march: a brigadier's own, or that of a unit he touches.
fn march_brigade(state: &State, id: UnitId) -> Option<u16> {
    if state.kind(id) != Kind::General {
        return state.piece(id).brigade;
    }
    let led = (0..state.brigades.len() as u16).find(|brigade| state.brigadier(*brigade) == Some(id));
    led.or_else(|| {
        let friends = state.troops(state.side(id)).find(|unit| state.touches(id, *unit))?;
        state.piece(friends).brigade
    })
}

/// GRE-MOVE-16: how near an enemy in sight stops a Tactical March: where it ends, or where it would begin or go on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Closeness {
    /// A march may end exactly at the limit.
    Nearer,
    /// At the limit it neither begins nor goes on.
    AtTheLimit,
}

/// GRE-MOVE-16: twenty inches from every enemy in sight.
pub(crate) fn keeps_off(
    state: &State,
    id: UnitId,
    stands: &Rect,
    closeness: Closeness,
) -> Result<(), Refused> {
    let stop = tables::march(state.kind(id), state.is_mounted(id), state.piece(id).grade)
        .map_or(inches(20), |row| inches(i64::from(row.stop)));
    let near = |enemy: &UnitId| {
        let away = distance(stands, &state.unit(*enemy).rect);
        match closeness {
            Closeness::Nearer => !away.at_least(stop),
            Closeness::AtTheLimit => away.within(stop),
        }
    };
    if !state.troops(state.side(id).enemy()).any(|enemy| near(&enemy)) {
        return Ok(());
    }
    // what it would see from there
    let mut there = state.clone();
    there.units[id.index()].rect = *stands;
    there.units[id.index()].pose = stands.pose();
    for enemy in state.troops(state.side(id).enemy()).filter(near) {
        let measured = distance(stands, &state.unit(enemy).rect);
        if can_see(&there, id, enemy) {
            let enemy = state.name(enemy).to_owned();
            return refuse(c::MOVE_16, Why::EnemyInSight { enemy, measured, required: stop });
        }
    }
    Ok(())
}

/// GRE-MOVE-17: dice only for DPs.
pub fn tactical_march(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let row = tables::march(draft.kind(id), draft.is_mounted(id), draft.piece(id).grade);
    let Some(row) = row else { return Ok(()) };
    let thrown = match row.die {
        Some(die) => pace::throw(c::MOVE_17, row.dice, die, dice)?,
        None => Thrown::none(),
    };
    owe_march(draft, id, inches(i64::from(row.distance)), thrown, How::TacticalMarch);
    Ok(())
}

/// GRE-MOVE-08, GRE-MOVE-27: a general rides once a turn on his own dice.
pub fn may_ride(state: &State, side: Side, id: UnitId) -> Result<(), Refused> {
    own(state, side, id)?;
    if state.kind(id) != Kind::General {
        return refuse(c::MOVE_08, Why::CannotMove { unit: state.name(id).to_owned() });
    }
    if state.unit(id).today.ridden || state.unit(id).today.marched {
        return refuse(c::MOVE_27, Why::AlreadyRidden { unit: state.name(id).to_owned() });
    }
    Ok(())
}

pub fn ride(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let Some((n, die, carry)) = pace::pace(draft.mover(id), Gait::Full, &draft.options) else {
        return Ok(());
    };
    let total = dice.sum(c::MOVE_08, n, die)?;
    owe_march(draft, id, carry.distance(total), Thrown::none(), How::Ride);
    Ok(())
}

/// GRE-MOVE-13: unlimbered field guns, two inches any way, and nothing else in the step.
pub fn may_manhandle(state: &State, side: Side, id: UnitId) -> Result<(), Refused> {
    may_act(state, side, id)?;
    let unit = state.unit(id);
    let light = matches!(state.kind(id), Kind::FootArtillery | Kind::HorseArtillery)
        && unit.guns.iter().all(|group| !tables::gun(group.gun).heavy_field && !tables::gun(group.gun).siege);
    if !light || unit.form != Form::Unlimbered || state.piece(id).fixed {
        let unit = state.name(id).to_owned();
        return refuse(c::MOVE_13, Why::CannotDo { unit, what: "only unlimbered field guns are manhandled" });
    }
    has_halves(state, id, 2)
}

pub fn manhandle(
    draft: &mut GrenadierDraft,
    id: UnitId,
    legs: &[Leg],
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let walk = walk(draft, id, legs, MANHANDLED, How::Manhandled)?;
    draft.emit(Event::Moved { unit: id, to: walk.to, distance: walk.distance, how: How::Manhandled });
    run_over(draft, id, dice)?;
    Ok(())
}

/// The path after the dice: GRE-MOVE-10 any part of it or none; the DPs come when it is done (GRE-DP-06).
pub fn finish_march(
    draft: &mut GrenadierDraft,
    debt: (UnitId, &Thrown, Length, How),
    legs: &[Leg],
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let (id, thrown, reach, how) = debt;
    let walk = walk(draft, id, legs, reach, how)?;
    draft.emit(Event::Paid);
    if how == How::Ride {
        draft.emit(Event::Attached { general: id, unit: None });
    }
    let form = draft.unit(id).form;
    draft.emit(Event::Moved { unit: id, to: walk.to, distance: walk.distance, how });
    let dp = pace::movement_dp(thrown, draft.kind(id), form, walk.rough, walk.all_road);
    disrupt(draft, id, dp, Cause::Movement, c::DP_06, dice)?;
    if !walk.passed.is_empty() {
        disrupt(draft, id, 2, Cause::Passing, c::PASS_03, dice)?;
    }
    run_over(draft, id, dice)?;
    if how == How::Ride {
        attach_where_he_is(draft, id);
    }
    rejoin(draft, id);
    Ok(())
}

/// GRE-LEADER-04, GRE-LEADER-06: by base contact, to one unit of his army.
pub fn attach_where_he_is(draft: &mut GrenadierDraft, general: UnitId) {
    let here = draft.unit(general).pose.at;
    let unit = draft
        .troops(draft.side(general))
        .filter(|unit| draft.touches(general, *unit))
        .min_by_key(|unit| (here.distance_to(draft.unit(*unit).pose.at), *unit));
    if unit.is_some() {
        draft.emit(Event::Attached { general, unit });
    }
}

/// GRE-UNIT-27: a recalled detachment that touches its regiment is absorbed. Ruling GRE-R20: where the regiment has no room for
/// them in its ranks they wait beside it.
fn rejoin(draft: &mut GrenadierDraft, id: UnitId) {
    let Some(parent) = draft.piece(id).parent else { return };
    let touches = draft.is_on_table(parent) && draft.touches(id, parent);
    if !draft.unit(id).today.recalled || !touches {
        return;
    }
    let event = Event::Absorbed { unit: id, into: parent };
    let mut after = State::clone(draft);
    event.apply(&mut after);
    let stands_on = |state: &State| overlapped(state, parent, &state.unit(parent).rect);
    if stands_on(&after).is_none_or(|other| stands_on(draft) == Some(other)) {
        draft.emit(event);
    }
}

/// GRE-ORDER-01: the first unit on Assault that has done nothing to close with the enemy. Batteries, units with an enemy
/// in effective range and units without room are free of the duty.
pub fn duty_to_advance(state: &State, side: Side) -> Option<UnitId> {
    state.troops(side).find(|id| has_duty(state, side, *id))
}

fn has_duty(state: &State, side: Side, id: UnitId) -> bool {
    let unit = state.unit(id);
    if state.order_of(id) != Order::Assault
        || unit.today.halves > 0
        || unit.prone
        || state.arm(id) == crate::procedures::morale::Arm::Guns
        || state.piece(id).parent.is_some()
        || unit.building.is_some()
        || may_march(state, side, id, Gait::Half).is_err()
    {
        return false;
    }
    let Some(enemy) = crate::field::sight::nearest_visible(state, id) else { return false };
    let close =
        state.piece(id).weapon.is_some_and(|weapon| is_long(weapon, gap(state, id, enemy)) == Some(false));
    if close {
        return false;
    }
    let ahead = crate::field::course::advance(state, id, unit.pose.facing, inches(3), &|_| false);
    ahead.met.is_none() && ahead.distance.at_least(inches(2))
}

/// GRE-ORDER-01: the first unit on Assault that has neither charged, moved nor acted and has an enemy within effective range
/// to fire at.
pub fn duty_to_fire(state: &State, side: Side) -> Option<UnitId> {
    state.troops(side).find(|id| {
        let unit = state.unit(*id);
        let idle = unit.today.halves == 0 && !unit.today.fired && unit.today.faces.is_empty();
        let bound = state.order_of(*id) == Order::Assault && state.piece(*id).parent.is_none();
        idle && bound
            // a Halted unit is not free to act
            && matches!(unit.status, Status::Steady | Status::Rallying)
            && unit.charge.is_none()
            && state.arm(*id) != crate::procedures::morale::Arm::Guns
            && targets(state, side, *id).into_iter().any(|(target, weapon)| {
                weapon.is_some_and(|weapon| is_long(weapon, gap(state, *id, target)) == Some(false))
            })
    })
}

/// GRE-ORDER-01: does a move that ends here lead away from the enemy it should close with? Not if it can still fire at one
/// within effective range; a wheel may cost an inch.
pub(crate) fn shirks(state: &State, id: UnitId, stands: &Rect) -> bool {
    let unit = state.unit(id);
    if state.order_of(id) != Order::Assault || state.arm(id) == crate::procedures::morale::Arm::Guns {
        return false;
    }
    let Some(enemy) = crate::field::sight::nearest_visible(state, id) else { return false };
    let there = &state.unit(enemy).rect;
    let (was, now) = (distance(&unit.rect, there), distance(stands, there));
    let close = state.piece(id).weapon.is_some_and(|weapon| is_long(weapon, was) == Some(false));
    let mut goals = state.muster.objectives.iter();
    let nearer_goal =
        goals.any(|goal| stands.centre().distance_to(goal.at) < unit.rect.centre().distance_to(goal.at));
    !close && !nearer_goal && now > was + inches(1)
}
