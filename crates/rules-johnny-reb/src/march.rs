//! Moves under the eyes of enemies on Hold, and the run of a charge with the volley on its way.

use crate::c;
use crate::charging::{did, step, volley};
use crate::checks::check_all;
use crate::disengage::{after_withdrawal, let_go};
use crate::event::{Event, Motion};
use crate::fire::Situation;
use crate::firing::{can_volley, may_aim, may_open_fire, resolve, situation, targets};
use crate::flight::disorder;
use crate::impact::{end_charge, follow, strike};
use crate::johnny_reb::JohnnyRebDraft;
use crate::kinds::Level;
use crate::officers::overrun;
use crate::state::{Debt, Errand, Fate, March, Order, Run, Shot, State};
use longroll_dice::{Dice, Wanted};
use longroll_kit::UnitId;
use longroll_table::{Footprint, Length, Pose, inches, swept};

/// Enemies on Hold who could halt the march, with the stops at which each could fire (JR-ORDER-02).
pub fn interrupters(state: &State, march: &March) -> Vec<(UnitId, u32)> {
    find_interrupters(state, march, usize::MAX)
}

/// Is there one at all?
pub(crate) fn can_be_halted(state: &State, march: &March) -> bool {
    !find_interrupters(state, march, 1).is_empty()
}

fn find_interrupters(state: &State, march: &March, most: usize) -> Vec<(UnitId, u32)> {
    let mover = march.unit;
    let spared = match &march.errand {
        Errand::Charge(run) => Some(run.target),
        _ => None,
    };
    let able: Vec<UnitId> = state
        .troops(state.side(mover).enemy())
        .filter(|id| Some(*id) != spared && state.unit(*id).order == Some(Order::Hold))
        .filter(|id| may_open_fire(state, *id).is_ok())
        .collect();
    if able.is_empty() {
        return Vec::new();
    }
    let mut there = state.clone();
    let mut found = Vec::new();
    for place in (march.gone as usize)..march.stops.len() {
        let stop = u32::try_from(place + 1).unwrap_or(u32::MAX);
        crate::event::place(&mut there, mover, stop_pose(state, march, stop));
        for id in &able {
            if may_aim(&there, *id, mover).is_ok() && targets(&there, *id).contains(&mover) {
                found.push((*id, stop));
                if found.len() >= most {
                    return found;
                }
            }
        }
    }
    found
}

/// Where the mover stands at a whole inch of its path.
pub(crate) fn stop_pose(state: &State, march: &March, stop: u32) -> Pose {
    match &march.errand {
        Errand::Charge(run) => run_pose(state, march.unit, run, inches(i64::from(stop))),
        _ => march.stops.get((stop as usize).wrapping_sub(1)).copied().unwrap_or(march.end),
    }
}

/// The march goes on to a stop, where these units fire on it together (JR-ORDER-12).
pub fn halt_by_fire(
    draft: &mut JohnnyRebDraft,
    march: &March,
    stop: u32,
    shots: Vec<Shot>,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    draft.emit(Event::Paid);
    let mut march = march.clone();
    if !go_to(draft, &mut march, Some(stop), dice)? {
        return Ok(());
    }
    let level = draft.unit(march.unit).level;
    let shots: Vec<(Shot, Situation)> = shots
        .into_iter()
        .map(|shot| (situation(draft, shot.unit), shot))
        .map(|(how, shot)| (shot, how))
        .collect();
    let (shocks, alarms) = resolve(draft, &shots, dice)?;
    check_all(draft, &shocks, alarms, dice)?;
    if !goes_on(draft, &march, level) {
        return end_broken(draft, &march, inches(i64::from(stop)));
    }
    march.asked = false;
    draft.emit(Event::Owes(Debt::March(march)));
    Ok(())
}

/// The rest of a march that nobody halts any more.
pub fn finish(draft: &mut JohnnyRebDraft, march: &March, dice: &mut dyn Dice) -> Result<(), Wanted> {
    draft.emit(Event::Paid);
    let mut march = march.clone();
    if !go_to(draft, &mut march, None, dice)? {
        return Ok(());
    }
    match march.errand.clone() {
        Errand::Move => {
            did(draft, march.unit, |flags| flags.acted = true);
            Ok(())
        }
        Errand::Form { formation, mounted } => {
            let unit = march.unit;
            draft.emit(Event::Formed { unit, formation, mounted, clause: c::ORDER_07 });
            did(draft, unit, |flags| {
                flags.formed = true;
                flags.acted = true;
            });
            Ok(())
        }
        Errand::Charge(run) => strike(draft, march.unit, &run, dice),
        Errand::Disengage(from) => {
            did(draft, march.unit, |flags| flags.acted = true);
            after_withdrawal(draft, march.unit, from, dice)
        }
        Errand::Leave => crate::flight::remove(draft, march.unit, Fate::Left, c::MOVE_11, dice),
    }
}

fn goes_on(state: &State, march: &March, level: Level) -> bool {
    state.is_on_table(march.unit)
        && state.unit(march.unit).level <= level
        && !state.unit(march.unit).flags.fell_back
}

/// A mover that was stopped by fire stays where it is, or has run.
fn end_broken(draft: &mut JohnnyRebDraft, march: &March, gone: Length) -> Result<(), Wanted> {
    match &march.errand {
        Errand::Charge(run) => {
            follow(draft, run, gone);
            end_charge(draft, march.unit, run);
        }
        Errand::Disengage(from) => let_go(draft, *from),
        Errand::Move | Errand::Form { .. } | Errand::Leave => {}
    }
    if draft.is_on_table(march.unit) {
        did(draft, march.unit, |flags| flags.acted = true);
    }
    Ok(())
}

/// Where a charger stands when its front has gone so far: in disorder it is deeper, and its front stays where it was
/// (ruling JR-R16).
fn run_pose(state: &State, id: UnitId, run: &Run, gone: Length) -> Pose {
    let back = state.unit(id).rect.size().depth.half();
    let at = run.front.ahead(run.heading, gone).ahead(run.heading.opposite(), back);
    Pose { at, facing: run.heading }
}

/// Moves to a whole inch, or to the end; on a charge the volley falls on the way (JR-CHARGE-13, -14). False: it is over.
fn go_to(
    draft: &mut JohnnyRebDraft,
    march: &mut March,
    stop: Option<u32>,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    let id = march.unit;
    let mut to = stop.map_or(march.end, |stop| stop_pose(draft, march, stop));
    let mut motion = Motion::March;
    if let Errand::Disengage(_) = &march.errand {
        motion = Motion::Disengage;
    }
    if let Errand::Charge(run) = &mut march.errand {
        motion = Motion::Charge;
        let gone = stop.map_or(run.contact.min(run.full), |stop| inches(i64::from(stop)));
        if let Some(at) = run.volley_at.take_if(|at| at.within(gone)) {
            run_to(draft, id, run, at);
            let level = draft.unit(id).level;
            fire_volley(draft, id, run.target, dice)?;
            if !goes_on(draft, march, level) {
                end_broken(draft, march, at)?;
                return Ok(false);
            }
        }
        let Errand::Charge(run) = &march.errand else { return Ok(true) };
        past_disorder_point(draft, id, gone, run.disorder_at);
        to = run_pose(draft, id, run, gone);
    }
    let here = draft.unit(id).pose.at;
    let over = swept(&Footprint::single(draft.unit(id).rect), to.at - here);
    step(draft, id, to, here.distance_to(to.at), motion);
    overrun(draft, id, over.as_slice(), dice)?;
    march.gone = stop.unwrap_or(march.gone);
    Ok(true)
}

fn run_to(draft: &mut JohnnyRebDraft, id: UnitId, run: &Run, gone: Length) {
    past_disorder_point(draft, id, gone, run.disorder_at);
    let to = run_pose(draft, id, run, gone);
    let distance = draft.unit(id).pose.at.distance_to(to.at);
    step(draft, id, to, distance, Motion::Charge);
}

/// JR-CHARGE-13: the defender's volley, an ordinary fire in every way.
fn fire_volley(
    draft: &mut JohnnyRebDraft,
    charger: UnitId,
    target: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if !draft.is_on_table(target) || !can_volley(draft, target) {
        return Ok(());
    }
    let second = draft.unit(target).flags.fired;
    let how = if second { Situation::SecondVolley } else { situation(draft, target) };
    let shot = volley(draft, target, charger, how)?;
    let (shocks, alarms) = resolve(draft, &[(shot, how)], dice)?;
    check_all(draft, &shocks, alarms, dice)
}

/// JR-CHARGE-08: strictly farther than the point.
fn past_disorder_point(draft: &mut JohnnyRebDraft, id: UnitId, gone: Length, point: Length) {
    if !gone.within(point) {
        disorder(draft, id, c::CHARGE_06);
    }
}
