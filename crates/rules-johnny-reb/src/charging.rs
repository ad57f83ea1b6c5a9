//! Phase 6: a charge from its start to its end, and moves under the eyes of enemies on Hold.

use crate::c;
use crate::checks::{check_all, is_charging};
use crate::disengage::{after_withdrawal, let_go};
use crate::event::{Event, Motion};
use crate::fire::{Situation, band};
use crate::firing::{can_volley, may_aim, may_open_fire, resolve, situation, targets};
use crate::flight::{disorder, farthest, is_steady};
use crate::impact::{end_charge, strike};
use crate::johnny_reb::{JohnnyRebDraft, Refused, refuse};
use crate::kinds::{Arm, Formation, Level, Quality, RunDice, Terrain, formation_row, run_dice};
use crate::morale::{VolleyPoint, volley_half_inches};
use crate::movement::half_inches;
use crate::officers::{best_officer, carry, officers_with, overrun};
use crate::sight::{has_in_arc, is_visible};
use crate::state::{Debt, Errand, Fate, March, Order, Phase, Run, Shot, State};
use crate::why::Why;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::UnitId;
use longroll_table::{
    Footprint, Heading, Length, Point, Pose, Rect, Vector, bearing_within, distance, first_touch, inches,
    overlaps, swept, within,
};

const ARC: u16 = 8192;

/// JR-CHARGE-04, JR-CHARGE-28: may it be ordered to charge, as it stands?
pub fn may_charge(state: &State, id: UnitId) -> bool {
    let unit = state.unit(id);
    let row = formation_row(state.body(id), unit.formation);
    let allowed = row.is_some_and(|row| row.may_charge != "no");
    allowed && unit.level == Level::Good && !state.is_in_contact(id) && state.arm(id) != Arm::Artillery
}

/// JR-CHARGE-02: the closest enemies in sight; skirmishers look at skirmishers only (JR-CHARGE-04).
pub fn closest_enemies(state: &State, id: UnitId) -> Vec<UnitId> {
    let mut all: Vec<(Length, UnitId)> = state
        .troops(state.side(id).enemy())
        .map(|enemy| (distance(&state.unit(id).rect, &state.unit(enemy).rect), enemy))
        .collect();
    all.sort_unstable();
    let mut found: Vec<(Length, UnitId)> = Vec::new();
    for (at, enemy) in all {
        if found.first().is_some_and(|(first, _)| !at.within(*first)) {
            break;
        }
        if is_visible(state, id, enemy) {
            found.push((at, enemy));
        }
    }
    let skirmishers = state.unit(id).formation == Formation::SkirmishLine;
    found.retain(|(_, enemy)| !skirmishers || state.unit(*enemy).formation == Formation::SkirmishLine);
    found.into_iter().map(|(_, enemy)| enemy).collect()
}

/// The straight run at a target.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub from: Pose,
    pub heading: Heading,
    pub contact: Length,
    pub is_wide: bool,
    pub ground: Terrain,
    pub touched: UnitId,
}

/// JR-CHARGE-03, -31: turned to the nearest point of the target, then straight on; who is touched first is the target.
pub fn plan(state: &State, id: UnitId, target: UnitId) -> Option<Plan> {
    let unit = state.unit(id);
    let eye = unit.rect.front_middle();
    let aim = nearest_point(&state.unit(target).rect, eye);
    let heading = Heading::of(aim - eye).unwrap_or(unit.pose.facing);
    let from = Pose { at: unit.pose.at, facing: heading };
    let rect = Footprint::single(Rect::new(from, unit.rect.size()));
    let enemies: Vec<(UnitId, Footprint)> = state
        .troops(state.side(id).enemy())
        .map(|enemy| (enemy, Footprint::single(state.unit(enemy).rect)))
        .collect();
    let touch = first_touch(&rect, heading, inches(60), enemies.iter().map(|(id, rect)| (*id, rect)));
    let first = touch.first()?;
    let to = from.at.ahead(heading, first.distance);
    let ground = state.ground.along(&state.field, from.at, to, false).iter().map(|(_, ground)| *ground).max();
    Some(Plan {
        from,
        heading,
        contact: first.distance,
        is_wide: !bearing_within(unit.pose.facing, aim - eye, ARC),
        ground: ground.unwrap_or(Terrain::Open).max(state.ground.terrain_at(&state.field, from.at, false)),
        touched: touch.iter().map(|touch| touch.id).find(|id| *id == target).unwrap_or(first.id),
    })
}

fn nearest_point(rect: &Rect, to: Point) -> Point {
    let way = to - rect.centre();
    let clamp = |along: Length, half: Length| along.max(-half).min(half);
    let ahead = clamp(way.measured_along(rect.facing()), rect.size().depth.half());
    let across = clamp(way.measured_along(rect.facing().right()), rect.size().front.half());
    rect.centre() + Vector::along(rect.facing(), ahead) + Vector::along(rect.facing().right(), across)
}

/// JR-CHARGE-16: friends on Charge within 2 in, who give up their own.
pub fn supporters(state: &State, id: UnitId) -> Vec<UnitId> {
    state
        .troops(state.side(id))
        .filter(|other| {
            *other != id
                && is_charging(state, *other)
                && is_steady(state, *other)
                && !state.is_in_contact(*other)
                && within(&state.unit(id).rect, &state.unit(*other).rect, inches(2))
        })
        .collect()
}

pub fn check_charge(state: &State, id: UnitId, target: UnitId, with: &[UnitId]) -> Result<(), Refused> {
    let closest = closest_enemies(state, id);
    if !closest.contains(&target) {
        let Some(first) = closest.first() else {
            return refuse(c::CHARGE_30, Why::NotAnEnemy { unit: state.name(target).to_owned() });
        };
        let at = |other: UnitId| distance(&state.unit(id).rect, &state.unit(other).rect);
        let closest = state.name(*first).to_owned();
        return refuse(c::CHARGE_02, Why::NotClosest { closest, at: at(*first), chosen: at(target) });
    }
    let able = supporters(state, id);
    for (place, other) in with.iter().enumerate() {
        // at most three, each once
        if place >= 3 || !able.contains(other) || with[..place].contains(other) {
            return refuse(c::CHARGE_16, Why::CannotSupport { unit: state.name(*other).to_owned() });
        }
    }
    Ok(())
}

pub(crate) fn did(draft: &mut JohnnyRebDraft, id: UnitId, change: impl FnOnce(&mut crate::state::Flags)) {
    let mut flags = draft.unit(id).flags;
    change(&mut flags);
    draft.emit(Event::Did { unit: id, flags });
}

/// Steps 1 to 3: target, bonus, volley point; then the run is owed.
pub fn begin(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    target: UnitId,
    with: &[UnitId],
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let Some(plan) = plan(draft, id, target) else {
        did(draft, id, |flags| flags.acted = true);
        return Ok(());
    };
    let target = plan.touched;
    if plan.is_wide {
        disorder(draft, id, c::CHARGE_03);
    }
    draft.emit(Event::Moved { unit: id, to: plan.from, distance: Length::ZERO, motion: Motion::Charge });
    let bonus = match run_dice(draft.body(id), plan.ground) {
        RunDice::Dice(n) => dice.sum(c::CHARGE_05, n, Die::D6)?,
        RunDice::Fixed(n) => n,
        RunDice::Abandoned => 0,
    };
    let unit = draft.unit(id);
    let rate = half_inches(draft, id, unit.formation, unit.mounted, plan.ground);
    let halves = |n: u32| Length::from_micrometres(i64::from(n) * 12_700);
    // JR-OPT-02
    let bonus_length = if draft.options.half_bonus { halves(bonus) } else { halves(2 * bonus) };
    let mut full = halves(rate) + bonus_length;
    // JR-CHARGE-06, JR-CHARGE-07
    let disorder_at = if draft.piece(id).quality == Quality::Green {
        full.half()
    } else {
        halves(rate) + bonus_length.half()
    };
    // JR-CHARGE-31: an inch for each friend on the way
    let run =
        swept(&Footprint::single(draft.unit(id).rect), Vector::along(plan.heading, plan.contact.min(full)));
    let passed = draft
        .troops(draft.side(id))
        .filter(|friend| *friend != id && overlaps(run.as_slice(), &draft.unit(*friend).rect))
        .count();
    full = (full - inches(i64::try_from(passed).unwrap_or(0))).max(Length::ZERO);
    let full = closed_at(draft, id, plan.heading, full.min(plan.contact + inches(1)), full);
    draft.emit(Event::ChargeRolled { unit: id, target, bonus, full, disorder_at, contact: plan.contact });
    // JR-CHARGE-32: a melee is joined
    if draft.is_in_contact(target) {
        join_melee(draft, id, target, &plan, full);
        return Ok(());
    }
    let volley_at = volley_point(draft, (id, target), &plan, full, dice)?;
    let gone = full.min(plan.contact);
    let whole = gone.micrometres() / inches(1).micrometres();
    let mut stops: Vec<Pose> = (1..=whole).map(|n| plan.from.moved(plan.heading, inches(n))).collect();
    let last = plan.from.moved(plan.heading, gone);
    if stops.last() != Some(&last) {
        stops.push(last);
    }
    let (contact, from, supporters) = (plan.contact, plan.from, with.to_vec());
    let run = Run { target, contact, full, disorder_at, from, supporters, volley_at };
    let march = March { unit: id, stops, gone: 0, errand: Errand::Charge(run), asked: false };
    draft.emit(Event::Owes(Debt::March(march)));
    Ok(())
}

/// The run stops at ground closed to the arm.
fn closed_at(state: &State, id: UnitId, heading: Heading, looked: Length, full: Length) -> Length {
    let rect = Footprint::single(state.unit(id).rect);
    let open = farthest(looked, |length| {
        let over = swept(&rect, Vector::along(heading, length));
        state.ground.closing(&state.field, state.arm(id), &over).is_none()
    });
    if open < looked { open } else { full }
}

/// JR-CHARGE-09, JR-CHARGE-12, JR-CHARGE-33: how far the charger has gone when the volley falls.
fn volley_point(
    draft: &mut JohnnyRebDraft,
    (charger, target): (UnitId, UnitId),
    plan: &Plan,
    full: Length,
    dice: &mut dyn Dice,
) -> Result<Option<Length>, Wanted> {
    // JR-CHARGE-13, JR-FIRE-16: an ordinary fire, so the charger must be in the arc (ruling JR-R10)
    if !can_volley(draft, target) || !has_in_arc(draft, target, charger) {
        return Ok(None);
    }
    let die = dice.one(c::CHARGE_09, Die::D6)?;
    let unit = draft.unit(target);
    let point = VolleyPoint {
        on_charge: unit.order == Some(Order::Charge) && !unit.flags.charged,
        disordered: unit.formation == Formation::Disorder,
        forming: unit.order == Some(Order::Form),
        officer: best_officer(draft, target).is_some(),
        works: draft.ground.works_of(&draft.field, &unit.rect) != crate::fire::Works::None,
    };
    let half = volley_half_inches(draft.piece(target).quality, die, &point);
    let at = Length::from_micrometres(half * 12_700);
    draft.emit(Event::VolleyPoint { unit: target, die, at });
    let gone = (plan.contact - at).max(Length::ZERO);
    let weapon = draft.piece(target).weapon;
    let in_woods = draft.ground.in_woods(&draft.field, draft.unit(target).pose.at);
    let reaches = band(weapon, plan.contact - gone, in_woods, &draft.options).is_some();
    Ok((gone.within(full) && reaches).then_some(gone))
}

/// JR-CHARGE-32: it comes up to an inch from the enemy and supports its friend; who cannot reach stops where it must.
fn join_melee(draft: &mut JohnnyRebDraft, id: UnitId, target: UnitId, plan: &Plan, full: Length) {
    let length = full.min((plan.contact - inches(1)).max(Length::ZERO));
    step(draft, id, plan.from.moved(plan.heading, length), length, Motion::Support);
    let friend = draft
        .contact_of(target)
        .map(|contact| if contact.attacker == target { contact.defender } else { contact.attacker });
    let reaches = plan.contact.within(full);
    if let Some(friend) = friend.filter(|friend| reaches && draft.side(*friend) == draft.side(id)) {
        draft.emit(Event::SupportJoined { unit: id, friend });
    }
    did(draft, id, |flags| {
        flags.charged = true;
        flags.acted = true;
        flags.spent = true;
    });
}

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
    for (place, pose) in march.stops.iter().enumerate().skip(march.gone as usize) {
        crate::event::place(&mut there, mover, *pose);
        for id in &able {
            if may_aim(&there, *id, mover).is_ok() && targets(&there, *id).contains(&mover) {
                found.push((*id, u32::try_from(place + 1).unwrap_or(u32::MAX)));
                if found.len() >= most {
                    return found;
                }
            }
        }
    }
    found
}

/// The march goes on to a stop, where these units fire on it together (JR-ORDER-12).
pub fn halt_by_fire(
    draft: &mut JohnnyRebDraft,
    march: &March,
    stop: u32,
    units: &[UnitId],
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    draft.emit(Event::Paid);
    let mut march = march.clone();
    if !go_to(draft, &mut march, stop, dice)? {
        return Ok(());
    }
    let level = draft.unit(march.unit).level;
    let shots: Vec<(Shot, Situation)> = units
        .iter()
        .map(|id| {
            let shot = Shot { unit: *id, target: march.unit, with: Vec::new(), rapid: false };
            (shot, situation(draft, *id))
        })
        .collect();
    let (shocks, alarms) = resolve(draft, &shots, dice)?;
    check_all(draft, &shocks, alarms, dice)?;
    if !goes_on(draft, &march, level) {
        return end_broken(draft, &march);
    }
    march.asked = false;
    draft.emit(Event::Owes(Debt::March(march)));
    Ok(())
}

/// The rest of a march that nobody halts any more.
pub fn finish(draft: &mut JohnnyRebDraft, march: &March, dice: &mut dyn Dice) -> Result<(), Wanted> {
    draft.emit(Event::Paid);
    let mut march = march.clone();
    let last = u32::try_from(march.stops.len()).unwrap_or(u32::MAX);
    if !go_to(draft, &mut march, last, dice)? {
        return Ok(());
    }
    match march.errand.clone() {
        Errand::Move => {
            did(draft, march.unit, |flags| flags.acted = true);
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
fn end_broken(draft: &mut JohnnyRebDraft, march: &March) -> Result<(), Wanted> {
    match &march.errand {
        Errand::Charge(run) => end_charge(draft, march.unit, run),
        Errand::Disengage(from) => let_go(draft, *from),
        Errand::Move | Errand::Leave => {}
    }
    if draft.is_on_table(march.unit) {
        did(draft, march.unit, |flags| flags.acted = true);
    }
    Ok(())
}

/// Moves to a stop; on a charge the volley falls on the way (JR-CHARGE-13, -14). False: the march is over.
fn go_to(
    draft: &mut JohnnyRebDraft,
    march: &mut March,
    stop: u32,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    let Some(pose) = march.stops.get((stop as usize).wrapping_sub(1)).copied() else { return Ok(true) };
    if let Errand::Charge(run) = &mut march.errand {
        let gone = run.from.at.distance_to(pose.at);
        if let Some(at) = run.volley_at.filter(|at| at.within(gone)) {
            run.volley_at = None;
            let place = run.from.moved(run.from.facing, at);
            let (unit, target, disorder_at) = (march.unit, run.target, run.disorder_at);
            step(draft, unit, place, at, Motion::Charge);
            past_disorder_point(draft, unit, at, disorder_at);
            let level = draft.unit(unit).level;
            if draft.is_on_table(target) && can_volley(draft, target) {
                let second = draft.unit(target).flags.fired;
                let how = if second { Situation::SecondVolley } else { situation(draft, target) };
                let shot = Shot { unit: target, target: unit, with: Vec::new(), rapid: false };
                let (shocks, alarms) = resolve(draft, &[(shot, how)], dice)?;
                check_all(draft, &shocks, alarms, dice)?;
            }
            if !goes_on(draft, march, level) {
                end_broken(draft, march)?;
                return Ok(false);
            }
        }
    }
    let distance = draft.unit(march.unit).pose.at.distance_to(pose.at);
    let motion = match &march.errand {
        Errand::Move | Errand::Leave => Motion::March,
        Errand::Charge(_) => Motion::Charge,
        Errand::Disengage(_) => Motion::Disengage,
    };
    let over =
        swept(&Footprint::single(draft.unit(march.unit).rect), pose.at - draft.unit(march.unit).pose.at);
    step(draft, march.unit, pose, distance, motion);
    overrun(draft, march.unit, over.as_slice(), dice)?;
    if let Errand::Charge(run) = &march.errand {
        let gone = run.from.at.distance_to(pose.at);
        past_disorder_point(draft, march.unit, gone, run.disorder_at);
    }
    march.gone = stop;
    Ok(true)
}

pub(crate) fn step(draft: &mut JohnnyRebDraft, id: UnitId, to: Pose, distance: Length, motion: Motion) {
    let was = draft.unit(id).pose;
    let with = officers_with(draft, id);
    draft.emit(Event::Moved { unit: id, to, distance, motion });
    carry(draft, &with, was, to, c::OFFICER_02);
}

/// JR-CHARGE-08: strictly farther than the point.
fn past_disorder_point(draft: &mut JohnnyRebDraft, id: UnitId, gone: Length, point: Length) {
    if !gone.within(point) {
        disorder(draft, id, c::CHARGE_06);
    }
}

/// Charges still to be resolved, with the distance to the target of each (JR-CHARGE-01).
pub fn waiting(state: &State) -> Vec<(Length, UnitId)> {
    state
        .ids()
        .filter(|id| state.is_on_table(*id) && is_charging(state, *id) && !state.unit(*id).flags.acted)
        .filter(|_| state.phase == Phase::Charges)
        .map(|id| {
            let target = closest_enemies(state, id).first().copied();
            let at = |target: UnitId| distance(&state.unit(id).rect, &state.unit(target).rect);
            (target.map_or(inches(1000), at), id)
        })
        .collect()
}
