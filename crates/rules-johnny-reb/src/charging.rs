//! Phase 6: a charge from its start to its end, and moves under the eyes of enemies on Hold.

use crate::c;
use crate::checks::{Alarm, check_all, is_charging, measure, spread};
use crate::event::{Event, Motion};
use crate::fire::{Face, Situation};
use crate::firing::{can_volley, may_aim, may_open_fire, resolve, situation, targets};
use crate::flight::{KEEP_AWAY, disorder, fall_back, farthest, is_steady, remove, run_away};
use crate::johnny_reb::{JohnnyRebDraft, Refused, refuse};
use crate::kinds::{Arm, Formation, Level, Quality, RunDice, Terrain, formation_row, run_dice};
use crate::morale::{
    Cause, ImpactWinner, MoraleFacts, VolleyPoint, beaten_level, impact, morale_mods, morale_point,
    volley_half_inches,
};
use crate::movement::half_inches;
use crate::officers::{best_officer, carry, officers_with};
use crate::sight::{face_struck, is_visible};
use crate::state::{Contact, Debt, Errand, Fate, March, Order, Phase, Run, Shot, State};
use crate::why::Why;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::UnitId;
use longroll_table::{
    Convex, Footprint, Heading, Length, Point, Pose, Rect, Vector, bearing_within, distance, first_touch,
    inches, overlaps, swept, within,
};

const ARC: u16 = 8192;

/// JR-CHARGE-04: may it be ordered to charge, as it stands?
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
        .take(3)
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
        if !able.contains(other) || with[..place].contains(other) {
            return refuse(c::CHARGE_16, Why::CannotSupport { unit: state.name(*other).to_owned() });
        }
    }
    Ok(())
}

fn did(draft: &mut JohnnyRebDraft, id: UnitId, change: impl FnOnce(&mut crate::state::Flags)) {
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
    // JR-CHARGE-06, -07
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
        join_melee(draft, id, target, full >= plan.contact);
        return Ok(());
    }
    let volley_at = volley_point(draft, target, &plan, full, dice)?;
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

/// JR-CHARGE-09 to -12, -33: how far the charger has gone when the volley falls.
fn volley_point(
    draft: &mut JohnnyRebDraft,
    target: UnitId,
    plan: &Plan,
    full: Length,
    dice: &mut dyn Dice,
) -> Result<Option<Length>, Wanted> {
    if !can_volley(draft, target) {
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
    Ok(gone.within(full).then_some(gone))
}

fn join_melee(draft: &mut JohnnyRebDraft, id: UnitId, target: UnitId, reaches: bool) {
    let friend = draft
        .contact_of(target)
        .map(|contact| if contact.attacker == target { contact.defender } else { contact.attacker });
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
    let mover = march.unit;
    let spared = match &march.errand {
        Errand::Charge(run) => Some(run.target),
        Errand::Move => None,
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
    }
}

fn goes_on(state: &State, march: &March, level: Level) -> bool {
    state.is_on_table(march.unit)
        && state.unit(march.unit).level <= level
        && !state.unit(march.unit).flags.fell_back
}

/// A mover that was stopped by fire stays where it is, or has run.
fn end_broken(draft: &mut JohnnyRebDraft, march: &March) -> Result<(), Wanted> {
    if let Errand::Charge(run) = &march.errand {
        end_charge(draft, march.unit, run);
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
    let motion = if march.errand == Errand::Move { Motion::March } else { Motion::Charge };
    step(draft, march.unit, pose, distance, motion);
    if let Errand::Charge(run) = &march.errand {
        let gone = run.from.at.distance_to(pose.at);
        past_disorder_point(draft, march.unit, gone, run.disorder_at);
    }
    march.gone = stop;
    Ok(true)
}

fn step(draft: &mut JohnnyRebDraft, id: UnitId, to: Pose, distance: Length, motion: Motion) {
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

/// Step 4: contact and impact, or the charge has ended short (JR-CHARGE-26).
fn strike(draft: &mut JohnnyRebDraft, id: UnitId, run: &Run, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let target = run.target;
    if !run.contact.within(run.full) || !draft.is_on_table(target) {
        end_charge(draft, id, run);
        return Ok(());
    }
    // JR-CHARGE-23
    if draft.unit(target).level == Level::Routed {
        let alarm = Alarm { unit: target, rect: draft.unit(target).rect };
        remove(draft, target, Fate::Surrendered, c::CHARGE_23, dice)?;
        end_charge(draft, id, run);
        return spread(draft, vec![alarm], dice);
    }
    let (ours, theirs) = impact_facts(draft, id, run);
    let result = impact(morale_point(&ours), morale_point(&theirs), dice)?;
    draft.emit(Event::ImpactRolled {
        attacker: id,
        defender: target,
        attacker_mods: morale_mods(&ours),
        defender_mods: morale_mods(&theirs),
        attacker_total: result.attacker,
        defender_total: result.defender,
        winner: result.winner,
    });
    for unit in [id, target] {
        did(draft, unit, |flags| flags.impacted = true);
    }
    // JR-CHARGE-25: the charge of the one struck is used up
    if draft.unit(target).order == Some(Order::Charge) {
        did(draft, target, |flags| flags.charged = true);
    }
    let defenders = defending_supporters(draft, target, id);
    match result.winner {
        ImpactWinner::Tie => {
            let supports = [run.supporters.clone(), defenders];
            draft.emit(Event::ContactMade(Contact {
                attacker: id,
                defender: target,
                supports,
                is_old: false,
            }));
            end_charge(draft, id, run);
            Ok(())
        }
        ImpactWinner::Attacker => attacker_won(draft, id, run, dice),
        ImpactWinner::Defender => defender_won(draft, id, run, dice),
    }
}

/// JR-CHARGE-15, -16, -24, -25: both sides' Impact Morale.
pub fn impact_facts(state: &State, id: UnitId, run: &Run) -> (MoraleFacts, MoraleFacts) {
    let count = |list: &[UnitId], arm: Arm| {
        u32::try_from(list.iter().filter(|other| state.arm(**other) == arm).count()).unwrap_or(0)
    };
    let supported = |facts: &mut MoraleFacts, list: &[UnitId]| {
        facts.supporting_infantry = count(list, Arm::Infantry);
        facts.supporting_cavalry = count(list, Arm::Cavalry);
        facts.guns_supported = !list.is_empty();
    };
    let mut ours = measure(state, id, Cause::Impact);
    ours.charging = true;
    ours.on_charge = false;
    ours.forming = false;
    supported(&mut ours, &run.supporters);
    let mut theirs = measure(state, run.target, Cause::Impact);
    let struck = &state.unit(run.target).rect;
    let start = Rect::new(run.from, state.unit(id).rect.size()).front_middle();
    let skirmishers = state.unit(run.target).formation == Formation::SkirmishLine;
    theirs.face = if skirmishers { Face::Front } else { face_struck(struck, start) };
    supported(&mut theirs, &defending_supporters(state, run.target, id));
    (ours, theirs)
}

fn defending_supporters(state: &State, target: UnitId, attacker: UnitId) -> Vec<UnitId> {
    let near = state.troops(state.side(target)).filter(|other| {
        *other != target
            && *other != attacker
            && is_steady(state, *other)
            && !state.is_in_contact(*other)
            && !state.is_supporting(*other)
            && state.arm(*other) != Arm::Artillery
            && within(&state.unit(target).rect, &state.unit(*other).rect, inches(2))
    });
    near.take(3).collect()
}

/// JR-CHARGE-18 to -21.
fn attacker_won(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    run: &Run,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let target = run.target;
    let (place, rect) = (draft.unit(target).pose, draft.unit(target).rect);
    let roll = dice.sum(c::CHARGE_18, 2, Die::D6)?;
    let before = draft.unit(target).level;
    let mut alarms = Vec::new();
    match beaten_level(before, roll) {
        None => {
            remove(draft, target, Fate::Surrendered, c::CHARGE_18, dice)?;
            alarms.push(Alarm { unit: target, rect });
        }
        Some(level) => {
            if level != before {
                draft.emit(Event::LevelSet { unit: target, level, clause: c::CHARGE_18 });
            }
            crate::checks::break_order(draft, target);
            let guns = draft.arm(target) == Arm::Artillery;
            let reach = inches(i64::from(roll));
            let stays = if level == Level::Routed && guns && roll.is_multiple_of(2) {
                remove(draft, target, Fate::Destroyed, c::ARTY_06, dice)?;
                false
            } else if level == Level::Routed {
                run_away(draft, target, Some(id), reach, dice)?
            } else {
                crate::checks::beaten(draft, target);
                fall_back(draft, target, Some(id), reach, dice)?
            };
            if draft.is_on_table(target) {
                did(draft, target, |flags| flags.spent = true);
            }
            if !stays || (level == Level::Routed && before != Level::Routed) {
                alarms.push(Alarm { unit: target, rect });
            }
        }
    }
    take_ground(draft, id, place);
    if draft.options.always_end_volley
        && draft.is_on_table(target)
        && draft.unit(target).level != Level::Routed
    {
        end_volley(draft, id, target, dice)?;
    }
    end_charge(draft, id, run);
    spread(draft, alarms, dice)
}

/// JR-CHARGE-21: the attacker occupies the defender's place if there is room.
fn take_ground(draft: &mut JohnnyRebDraft, id: UnitId, place: Pose) {
    let unit = draft.unit(id);
    let to = Pose { at: place.at, facing: unit.pose.facing };
    let rect = Rect::new(to, unit.rect.size());
    let free = draft.ids().all(|other| {
        let theirs = &draft.unit(other).rect;
        let enemy = draft.side(other) != draft.side(id);
        other == id
            || !draft.is_on_table(other)
            || draft.is_officer(other)
            || if enemy { distance(&rect, theirs).at_least(KEEP_AWAY) } else { !overlaps(&rect, theirs) }
    });
    let open = draft.ground.closing(&draft.field, draft.arm(id), &[Convex::of(&rect)]).is_none();
    if free && open && draft.field.inside(&Footprint::single(rect)) {
        let distance = unit.pose.at.distance_to(to.at);
        step(draft, id, to, distance, Motion::TakeGround);
    }
}

/// JR-CHARGE-17, -22.
fn defender_won(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    run: &Run,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let target = run.target;
    did(draft, target, |flags| flags.won_impact = true);
    let die = dice.one(c::CHARGE_17, Die::D6)?;
    let rect = draft.unit(id).rect;
    disorder(draft, id, c::CHARGE_17);
    let stays = fall_back(draft, id, Some(target), inches(i64::from(die)), dice)?;
    end_charge(draft, id, run);
    if stays {
        did(draft, id, |flags| flags.spent = true);
        end_volley(draft, id, target, dice)
    } else {
        spread(draft, vec![Alarm { unit: id, rect }], dice)
    }
}

/// The simultaneous volley of 2 dice, whatever the range.
fn end_volley(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    target: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let able = |state: &State, unit: UnitId| {
        let fires = formation_row(state.body(unit), state.unit(unit).formation)
            .is_some_and(|row| row.fire_share != "none");
        fires && state.unit(unit).ammunition != crate::state::Ammunition::Out
    };
    let mut shots = Vec::new();
    for (from, at) in [(target, id), (id, target)] {
        if draft.is_on_table(from) && draft.is_on_table(at) && able(draft, from) {
            let shot = Shot { unit: from, target: at, with: Vec::new(), rapid: false };
            shots.push((shot, Situation::AfterCharge));
        }
    }
    let (shocks, alarms) = resolve(draft, &shots, dice)?;
    check_all(draft, &shocks, alarms, dice)
}

/// JR-CHARGE-29: the charge is over for the point unit and for its supporters, who have come along behind it.
fn end_charge(draft: &mut JohnnyRebDraft, id: UnitId, run: &Run) {
    if draft.is_on_table(id) {
        did(draft, id, |flags| {
            flags.charged = true;
            flags.acted = true;
        });
    }
    for other in &run.supporters {
        if !draft.is_on_table(*other) || draft.unit(*other).flags.charged {
            continue;
        }
        follow(draft, *other, run);
        did(draft, *other, |flags| {
            flags.charged = true;
            flags.acted = true;
            flags.spent = true;
        });
    }
}

/// A supporter moves with the point unit, at least 1 in from every enemy and on nobody.
fn follow(draft: &mut JohnnyRebDraft, id: UnitId, run: &Run) {
    let unit = draft.unit(id);
    let heading = run.from.facing;
    let fits = |length: Length| {
        let rect = unit.rect.shifted(Vector::along(heading, length));
        let apart = draft
            .troops(draft.side(id).enemy())
            .all(|enemy| distance(&rect, &draft.unit(enemy).rect).at_least(KEEP_AWAY));
        let free = draft
            .troops(draft.side(id))
            .all(|friend| friend == id || !overlaps(&rect, &draft.unit(friend).rect));
        apart && free && draft.field.inside(&Footprint::single(rect))
    };
    let most = run.contact.min(run.full);
    let mut length = most;
    while length > Length::ZERO && !fits(length) {
        length = (length - inches(1).half()).max(Length::ZERO);
    }
    if length > Length::ZERO {
        let to = unit.pose.moved(heading, length);
        step(draft, id, to, length, Motion::Support);
    }
}

/// Charges still to be resolved, with their distance to the closest enemy (JR-CHARGE-01).
pub fn waiting(state: &State) -> Vec<(Length, UnitId)> {
    state
        .ids()
        .filter(|id| state.is_on_table(*id) && is_charging(state, *id) && !state.unit(*id).flags.acted)
        .filter(|_| state.phase == Phase::Charges)
        .map(|id| {
            let at = crate::ground::nearest_enemy(state, id).map_or(inches(1000), |(at, _)| at);
            (at, id)
        })
        .collect()
}
