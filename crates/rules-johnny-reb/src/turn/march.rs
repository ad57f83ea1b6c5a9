//! Moves under the eyes of enemies on Hold, and the run of a charge with the volley on its way.

use crate::book::kinds::Level;
use crate::c;
use crate::field::sight::{face_struck, has_in_arc};
use crate::procedures::fire::{Situation, band};
use crate::ruleset::JohnnyRebDraft;
use crate::turn::charge::{did, move_by, step, volley};
use crate::turn::disengage::after_withdrawal;
use crate::turn::event::{Event, Hindrance, Motion};
use crate::turn::fire_step::{Aim, can_volley, may_aim, may_open_fire, resolve, situation, targets};
use crate::turn::flight::{clear_of_friends, disorder, make_room};
use crate::turn::impact::{end_charge, follow, strike};
use crate::turn::morale_step::check_all;
use crate::turn::officers::{carry, officers_with, overrun, reform};
use crate::turn::state::{Debt, Errand, Fate, March, Order, Run, Shot, State};
use longroll_dice::{Dice, Wanted};
use longroll_kit::UnitId;
use longroll_table::{Footprint, Length, Pose, Rect, distance, inches, overlaps, swept};

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
    let stops: Vec<u32> = match volley_stop(state, march) {
        Some(stop) => stop.into_iter().collect(),
        None => (march.gone + 1..=u32::try_from(march.stops.len()).unwrap_or(u32::MAX)).collect(),
    };
    for stop in stops {
        crate::turn::apply::place(&mut there, mover, stop_pose(state, march, stop));
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

/// JR-ORDER-02: a charger is fired on where it is halted at the volley point, short of contact (JR-FIRE-16), and nowhere
/// else; the stop is told by the whole inches it has gone. With JR-OPT-11, and for all other moves: every whole inch.
fn volley_stop(state: &State, march: &March) -> Option<Option<u32>> {
    let Errand::Charge(run) = &march.errand else { return None };
    if state.options.hold_any_time {
        return None;
    }
    let short = run.volley_at.filter(|at| !(run.contact - *at).touches());
    Some(short.map(|at| u32::try_from(at.micrometres() / inches(1).micrometres()).unwrap_or(0)))
}

/// Where the mover stands at a whole inch of its path, or a charger at the volley point.
pub(crate) fn stop_pose(state: &State, march: &March, stop: u32) -> Pose {
    match &march.errand {
        Errand::Charge(run) if !state.options.hold_any_time => {
            run_pose(state, march.unit, run, run.volley_at.unwrap_or(Length::ZERO))
        }
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
    let aims: Vec<Aim> = shots.into_iter().map(|shot| Aim::ordered(draft, shot, c::ORDER_12)).collect();
    // JR-ORDER-02: at the volley point they fire together with the target, and one check follows
    if volley_stop(draft, &march).is_some() {
        if halt_at_volley_point(draft, &mut march, aims, dice)? {
            march.asked = true;
            draft.emit(Event::Owes(Debt::March(march)));
        }
        return Ok(());
    }
    if !go_to(draft, &mut march, Some(stop), dice)? {
        return Ok(());
    }
    let level = draft.unit(march.unit).level;
    let (shocks, alarms) = resolve(draft, &aims, dice)?;
    check_all(draft, &shocks, alarms, dice)?;
    if !goes_on(draft, &march, level) {
        return end_broken(draft, &march, inches(i64::from(stop)), dice);
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
    // a friend who fell back meanwhile may lie where it would end (ruling JR-R19)
    let plain = matches!(march.errand, Errand::Move | Errand::Form { .. });
    if plain && is_on_friend(draft, march.unit) {
        march.gone = u32::try_from(march.stops.len()).unwrap_or(u32::MAX);
        go_back(draft, &march);
    }
    match march.errand.clone() {
        Errand::Move => {
            did(draft, march.unit, |flags| flags.acted = true);
            man_guns(draft, march.unit);
            Ok(())
        }
        Errand::Form { formation, mounted } => {
            let unit = march.unit;
            reform(draft, unit, (formation, mounted), c::ORDER_07);
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
        Errand::Leave => crate::turn::flight::remove(draft, march.unit, Fate::Left, c::MOVE_11, dice),
    }
}

fn goes_on(state: &State, march: &March, level: Level) -> bool {
    state.is_on_table(march.unit)
        && state.unit(march.unit).level <= level
        && !state.unit(march.unit).flags.fell_back
}

/// A mover that was stopped by fire stays where it is, or has run.
fn end_broken(
    draft: &mut JohnnyRebDraft,
    march: &March,
    gone: Length,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    match &march.errand {
        Errand::Charge(run) => {
            if is_on_friend(draft, march.unit) && !draft.unit(march.unit).flags.fell_back {
                let back = clear_run(draft, march.unit, run, gone);
                let to = run_pose(draft, march.unit, run, back);
                give_way(draft, march.unit, to);
            }
            follow(draft, run, gone);
            end_charge(draft, march.unit, run);
            make_room(draft, march.unit);
        }
        // JR-MELEE-10: the volley falls also at one that another's fire broke
        Errand::Disengage(from) => after_withdrawal(draft, march.unit, *from, dice)?,
        Errand::Move | Errand::Form { .. } | Errand::Leave => {
            if is_on_friend(draft, march.unit) && !draft.unit(march.unit).flags.fell_back {
                go_back(draft, march);
            }
        }
    }
    if draft.is_on_table(march.unit) {
        did(draft, march.unit, |flags| flags.acted = true);
    }
    Ok(())
}

fn is_on_friend(state: &State, id: UnitId) -> bool {
    state.is_on_table(id) && overlaps_friend(state, id, &state.unit(id).rect)
}

fn overlaps_friend(state: &State, id: UnitId, rect: &Rect) -> bool {
    state.troops(state.side(id)).any(|friend| friend != id && overlaps(rect, &state.unit(friend).rect))
}

/// JR-MOVE-05, ruling JR-R19: who is stopped on a friend goes back along its way to the last whole inch where it is clear.
fn go_back(draft: &mut JohnnyRebDraft, march: &March) {
    let size = draft.unit(march.unit).rect.size();
    let behind = march.stops.iter().take(march.gone as usize).rev().copied().chain(march.from);
    let clear = |pose: &Pose| !overlaps_friend(draft, march.unit, &Rect::new(*pose, size));
    if let Some(to) = behind.into_iter().find(clear) {
        give_way(draft, march.unit, to);
    }
}

fn give_way(draft: &mut JohnnyRebDraft, id: UnitId, to: Pose) {
    let length = draft.unit(id).pose.at.distance_to(to.at);
    move_by(draft, id, to, length, (Motion::FallBack, Some(c::MOVE_05)));
}

/// JR-MOVE-05, ruling JR-R19: how far a run that ends short goes without ending on a friend.
fn clear_run(state: &State, id: UnitId, run: &Run, gone: Length) -> Length {
    let rect = |at: Length| Rect::new(run_pose(state, id, run, at), state.unit(id).rect.size());
    clear_of_friends(state, id, gone, &rect)
}

/// JR-OPT-15: crews who have come back to their guns man them.
fn man_guns(draft: &mut JohnnyRebDraft, id: UnitId) {
    let Some(guns) = draft.unit(id).guns_at else { return };
    let rect = draft.unit(id).rect;
    if distance(&rect, &Rect::new(guns, rect.size())).touches() {
        draft.emit(Event::GunsManned { unit: id });
    }
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
    let mut stopped = None;
    if let Errand::Charge(run) = &march.errand {
        motion = Motion::Charge;
        let mut gone = stop.map_or(run.contact.min(run.full), |stop| inches(i64::from(stop)));
        if run.volley_at.is_some_and(|at| at.within(gone))
            && !halt_at_volley_point(draft, march, Vec::new(), dice)?
        {
            return Ok(false);
        }
        let Errand::Charge(run) = &march.errand else { return Ok(true) };
        past_disorder_point(draft, id, gone, run.disorder_at);
        if stop.is_none() && !run.contact.within(run.full) {
            stopped = run.closed.clone().map(Hindrance::Ground);
            gone = clear_run(draft, id, run, gone);
        }
        to = run_pose(draft, id, run, gone);
    }
    let here = draft.unit(id).pose.at;
    let over = swept(&Footprint::single(draft.unit(id).rect), to.at - here);
    // what is told is the way along the path
    let inch = |n: u32| inches(i64::from(n));
    let length = match (stop, march.length) {
        (Some(stop), Some(_)) => inch(stop) - inch(march.gone),
        (None, Some(length)) => length - inch(march.gone),
        (_, None) => here.distance_to(to.at),
    };
    hindered_step(draft, id, to, length, (motion, stopped));
    overrun(draft, id, over.as_slice(), dice)?;
    march.gone = stop.unwrap_or(march.gone);
    Ok(true)
}

/// The charger comes to the volley point; its target fires, and with it those on Hold who were named. False: it is over.
fn halt_at_volley_point(
    draft: &mut JohnnyRebDraft,
    march: &mut March,
    others: Vec<Aim>,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    let id = march.unit;
    let Errand::Charge(run) = &mut march.errand else { return Ok(true) };
    let Some(at) = run.volley_at.take() else { return Ok(true) };
    run_to(draft, id, run, at);
    let level = draft.unit(id).level;
    fire_volley(draft, id, run, others, dice)?;
    if goes_on(draft, march, level) {
        return Ok(true);
    }
    end_broken(draft, march, at, dice)?;
    Ok(false)
}

fn run_to(draft: &mut JohnnyRebDraft, id: UnitId, run: &Run, gone: Length) {
    past_disorder_point(draft, id, gone, run.disorder_at);
    let to = run_pose(draft, id, run, gone);
    let distance = draft.unit(id).pose.at.distance_to(to.at);
    step(draft, id, to, distance, Motion::Charge);
}

/// JR-CHARGE-13: the defender's volley, an ordinary fire in every way, from where the charger is halted (JR-CHARGE-33);
/// with it fire the others.
fn fire_volley(
    draft: &mut JohnnyRebDraft,
    charger: UnitId,
    run: &Run,
    others: Vec<Aim>,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let target = run.target;
    let mut aims = Vec::new();
    if draft.is_on_table(target) && can_volley(draft, target) {
        let in_arc = has_in_arc(draft, target, charger);
        let apart = distance(&draft.unit(target).rect, &draft.unit(charger).rect);
        let in_woods = draft.ground.in_woods(&draft.field, draft.unit(target).pose.at);
        let weapon = draft.piece(target).weapon;
        if in_arc && band(weapon, apart, in_woods, &draft.options).is_some() {
            let second = draft.unit(target).flags.fired;
            let how = if second { Situation::SecondVolley } else { situation(draft, target) };
            let shot = volley(draft, target, charger, how)?;
            let struck = apart.touches().then(|| face_at_start(draft, charger, run));
            aims.push(Aim { struck, ..Aim::new(shot, how, c::CHARGE_13) });
        } else {
            draft.emit(Event::VolleyKept { unit: target, in_arc });
        }
    }
    aims.extend(others);
    let (shocks, alarms) = resolve(draft, &aims, dice)?;
    check_all(draft, &shocks, alarms, dice)
}

/// JR-DRM-21: the face of a charger that its target's volley strikes at contact, judged where the run began.
fn face_at_start(state: &State, charger: UnitId, run: &Run) -> crate::procedures::fire::Face {
    let start = Rect::new(run_pose(state, charger, run, Length::ZERO), state.unit(charger).rect.size());
    face_struck(&start, state.unit(run.target).rect.front_middle())
}

/// A step, with what it was stopped by.
fn hindered_step(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    to: Pose,
    distance: Length,
    (motion, stopped): (Motion, Option<Hindrance>),
) {
    let (was, with) = (draft.unit(id).pose, officers_with(draft, id));
    let (past, clause) = (Vec::new(), None);
    draft.emit(Event::Moved { unit: id, to, distance, motion, past, stopped, clause });
    carry(draft, &with, id, was);
}

/// JR-CHARGE-08: strictly farther than the point.
fn past_disorder_point(draft: &mut JohnnyRebDraft, id: UnitId, gone: Length, point: Length) {
    if !gone.within(point) {
        disorder(draft, id, c::CHARGE_06);
    }
}
