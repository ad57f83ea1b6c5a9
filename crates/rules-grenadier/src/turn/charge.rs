//! Step 4: declaring charges, the approach, evading.

use crate::book::kinds::{Cover, Form, Kind, Order};
use crate::book::options::{EngageCharges, OutOfCommand};
use crate::book::tables::{self, ChargeMove, Flight};
use crate::c;
use crate::field::course::{Advance, advance, aim};
use crate::field::sight::{gap, is_on_flank, look};
use crate::procedures::morale::Arm;
use crate::procedures::pace;
use crate::ruleset::{GrenadierDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::aftermath::{run_over, tire};
use crate::turn::contact::close_in;
use crate::turn::event::Event;
use crate::turn::flight::{face, give_ground};
use crate::turn::handle::own;
use crate::turn::state::{Charge, How, Stage, State, Status};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Clause, Side, UnitId};
use longroll_table::{Footprint, Heading, Length, advance_until, bearing_within, in_arc, inches, within};
use smallvec::SmallVec;

pub fn charge_row(state: &State, id: UnitId) -> Option<ChargeMove> {
    let mover = state.mover(id);
    tables::charge_move(state.is_mounted(id), mover.grade, mover.form)
}

/// GRE-CHARGE-08.
pub fn charge_range(state: &State, id: UnitId) -> Length {
    charge_row(state, id).map_or(Length::ZERO, |row| inches(i64::from(row.reach)))
}

/// GRE-CHARGE-02: who may not declare a charge at all.
pub fn may_charge(state: &State, side: Side, id: UnitId) -> Result<(), Refused> {
    own(state, side, id)?;
    let unit = state.unit(id);
    let no = |what: &'static str| {
        refuse(c::CHARGE_02, Why::MayNotCharge { unit: state.name(id).to_owned(), what })
    };
    if !matches!(state.kind(id), Kind::Infantry | Kind::Cavalry) {
        return no("only infantry and cavalry charge");
    }
    if unit.prone {
        return no("it lies prone");
    }
    if unit.building.is_some() {
        return no("it is a garrison");
    }
    if unit.status != Status::Steady {
        return refuse(c::CHARGE_02, Why::InState { unit: state.name(id).to_owned(), status: unit.status });
    }
    if state.is_in_melee(id) {
        return refuse(c::CHARGE_02, Why::InMelee { unit: state.name(id).to_owned() });
    }
    if unit.charge.is_some() {
        return refuse(c::TURN_05, Why::Charging { unit: state.name(id).to_owned() });
    }
    if unit.today.retired_broken {
        return refuse(c::BRIG_18, Why::RetiresBroken { unit: state.name(id).to_owned() });
    }
    if unit.today.held_back {
        return refuse(c::CMD_04, Why::HeldBack { unit: state.name(id).to_owned() });
    }
    Ok(())
}

/// GRE-ORDER-01, GRE-ORDER-02, GRE-ORDER-03, GRE-ORDER-04: what the brigade's order lets a unit charge.
fn order_allows(state: &State, id: UnitId, target: UnitId) -> Result<(), Refused> {
    let order = state.order_of(id);
    let clause = match order {
        Order::Assault => return Ok(()),
        Order::Engage => c::ORDER_02,
        Order::Move => c::ORDER_03,
        Order::Hold => c::ORDER_04,
        Order::Retire => c::ORDER_08,
    };
    if order != Order::Engage || state.options.engage == EngageCharges::Nobody {
        return refuse(clause, Why::OrderForbids { order });
    }
    let other = state.unit(target);
    let shaken = other.dp > 0 || other.status == Status::Halted || other.status.is_broken();
    if state.options.engage == EngageCharges::Shaken && !shaken {
        return refuse(clause, Why::TargetSteady { target: state.name(target).to_owned() });
    }
    Ok(())
}

/// Whom this kind of unit may charge at all: the second half of GRE-CHARGE-02.
pub(crate) fn target_allowed(state: &State, id: UnitId, target: UnitId) -> Result<(), Refused> {
    let no = |what: &'static str| {
        refuse(c::CHARGE_02, Why::MayNotCharge { unit: state.name(id).to_owned(), what })
    };
    let other = state.unit(target);
    if state.is_mounted(id) {
        if other.building.is_some() {
            return no("horsemen do not storm buildings");
        }
        if state.ground.in_trench(state, target) {
            return no("horsemen do not storm trenches");
        }
        if state.unit(id).form != Form::Skirmish && state.ground.bars_horse(&state.field, other.pose.at) {
            return no("it may not enter that ground");
        }
    }
    if state.is_skirmishing(id) {
        let lawful =
            state.is_skirmishing(target) || other.form == Form::Unlimbered || other.status.is_broken();
        if !lawful {
            return no("skirmishers charge only skirmishers, unlimbered guns and broken units");
        }
    }
    Ok(())
}

/// GRE-CHARGE-20: friends of the same brigade who charge the same target hide it from nobody; GRE-CHARGE-26: nor does
/// cavalry that is to be reinforced.
pub fn looks_past(state: &State, id: UnitId, target: UnitId) -> impl Fn(UnitId) -> bool + '_ {
    let brigade = state.piece(id).brigade;
    move |other| {
        let same = state.side(other) == state.side(id)
            && state.piece(other).brigade == brigade
            && state.unit(other).charge.is_some_and(|charge| charge.target == target);
        same || reinforces(state, id, other, target)
    }
}

/// GRE-PASS-06: mounted cavalry in Line through mounted cavalry in Line that fights the target.
pub fn reinforces(state: &State, id: UnitId, friend: UnitId, target: UnitId) -> bool {
    let line = |unit: UnitId| state.is_mounted(unit) && state.unit(unit).form == Form::Line;
    state.side(friend) == state.side(id)
        && line(id)
        && line(friend)
        && state.contacts_of(friend).any(|contact| contact.other(friend) == Some(target))
}

/// GRE-CHARGE-01 and all that bounds it, in the order of the clauses.
pub fn may_charge_at(state: &State, side: Side, id: UnitId, target: UnitId) -> Result<(), Refused> {
    may_charge(state, side, id)?;
    let named = || state.name(target).to_owned();
    if state.side(target) == side || !state.is_on_table(target) || !state.kind(target).is_unit() {
        return refuse(c::CHARGE_01, Why::NotAnEnemy { unit: named() });
    }
    order_allows(state, id, target)?;
    target_allowed(state, id, target)?;
    if let Some(by) = state.chargers_of(id).find(|by| state.unit(*by).charge.is_some())
        && state.unit(target).charge.is_none_or(|charge| charge.target != id)
    {
        let (unit, by) = (state.name(id).to_owned(), state.name(by).to_owned());
        return refuse(c::CHARGE_27, Why::OnlyItsCharger { unit, by });
    }
    if state.options.out_of_command == OutOfCommand::NoCharge && !is_in_command(state, id) {
        return refuse(c::CMD_04, Why::HeldBack { unit: state.name(id).to_owned() });
    }
    can_reach(state, id, target)
}

/// The geometry of GRE-CHARGE-01: seen, in the front zone, near enough, and a way with one swerve.
pub fn can_reach(state: &State, id: UnitId, target: UnitId) -> Result<(), Refused> {
    let named = || state.name(target).to_owned();
    let reach = charge_range(state, id);
    let measured = gap(state, id, target);
    if !measured.within(reach) {
        return refuse(c::CHARGE_08, Why::OutOfReach { target: named(), measured, reach });
    }
    if state.has_facing(id) && !in_arc(&state.unit(id).rect, 8192, &state.unit(target).rect) {
        return refuse(c::CHARGE_01, Why::NotInFront { target: named() });
    }
    let past = looks_past(state, id, target);
    if let Err(blocked) = look(state, id, target, &past) {
        return refuse(c::CHARGE_01, Why::NotVisible { target: named(), by: blocked.tag.words(state) });
    }
    if aim(state, id, target, reach, &past).is_none() {
        return refuse(c::CHARGE_16, Why::NoPath { target: named() });
    }
    Ok(())
}

/// GRE-YELL-01, GRE-YELL-02. Gray is the Confederate side (ruling GRE-R04).
pub fn may_yell(state: &State, id: UnitId) -> Result<(), Refused> {
    let no = |clause: Clause, what: &'static str| {
        refuse(clause, Why::NoYell { unit: state.name(id).to_owned(), what })
    };
    if state.side(id) != Side::Gray || !state.is_order_foot(id) {
        return no(c::YELL_01, "only Confederate order foot yells");
    }
    if state.unit(state.whole(id)).yelled {
        return no(c::YELL_02, "it has yelled in this battle");
    }
    if state.piece(id).brigade.is_some_and(|brigade| state.brigades[usize::from(brigade)].yelled) {
        return no(c::YELL_02, "its brigade has yelled this turn");
    }
    Ok(())
}

/// GRE-CMD-03, GRE-CMD-04: some part within the radius of its brigadier or of the CinC.
pub fn is_in_command(state: &State, id: UnitId) -> bool {
    let side = state.side(id);
    let brigadier = state.piece(id).brigade.and_then(|brigade| state.brigadier(brigade));
    brigadier.into_iter().chain(state.cinc(side)).any(|general| {
        let radius = inches(i64::from(tables::general(state.unit(general).ability).radius));
        state.is_fit(general) && within(&state.unit(general).rect, &state.unit(id).rect, radius)
    })
}

/// Declares it; an out-of-command unit throws first (GRE-CMD-04). GRE-YELL-07: the Yell with it, before any die.
pub fn declare(
    draft: &mut GrenadierDraft,
    id: UnitId,
    target: UnitId,
    yell: bool,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if draft.options.out_of_command == OutOfCommand::NeedsFiveOrSix && !is_in_command(draft, id) {
        let high = dice.count(c::CMD_04, 1, Die::D6, 5)? == 1;
        draft.emit(Event::HeldBack { unit: id, die: if high { 5 } else { 1 } });
        if !high {
            return Ok(());
        }
    }
    start(draft, id, target, yell, false);
    Ok(())
}

fn start(draft: &mut GrenadierDraft, id: UnitId, target: UnitId, yell: bool, uncontrolled: bool) {
    let charge = Charge {
        target,
        yell,
        uncontrolled,
        waves_before: 0,
        flank: is_on_flank(draft, id, target),
        stage: Stage::Declared,
        reached: false,
        gave_way: false,
    };
    draft.emit(Event::ChargeDeclared { unit: id, charge });
}

/// GRE-PURSUIT-11, GRE-PURSUIT-12: units out of hand charge whatever is nearest before them.
pub fn uncontrolled_charges(draft: &mut GrenadierDraft) {
    let wild: Vec<UnitId> =
        draft.all_troops().filter(|id| draft.unit(*id).uncontrolled && !draft.is_in_melee(*id)).collect();
    for id in wild {
        // the enemy it had in mind, or if that one can no longer be charged the nearest other
        let meant = draft.unit(id).prey.filter(|enemy| is_wild_target(draft, id, *enemy));
        match meant.or_else(|| wild_target(draft, id)) {
            Some(target) if draft.unit(id).charge.is_none() => start(draft, id, target, false, true),
            _ => draft.emit(Event::Pursues { unit: id, prey: None, uncontrolled: false }),
        }
    }
}

/// GRE-PURSUIT-11: the nearest within 22.5 degrees to either side of straight ahead and within charge range.
pub fn wild_target(state: &State, id: UnitId) -> Option<UnitId> {
    let enemies = state.troops(state.side(id).enemy()).filter(|enemy| is_wild_target(state, id, *enemy));
    enemies.map(|enemy| (gap(state, id, enemy), enemy)).min().map(|(_, enemy)| enemy)
}

fn is_wild_target(state: &State, id: UnitId, enemy: UnitId) -> bool {
    state.is_on_table(enemy)
        && gap(state, id, enemy).within(charge_range(state, id))
        && is_ahead(state, id, enemy)
        && target_allowed(state, id, enemy).is_ok()
        && can_reach(state, id, enemy).is_ok()
}

/// In the 45-degree arc of a pursuer.
pub fn is_ahead(state: &State, id: UnitId, enemy: UnitId) -> bool {
    let rect = &state.unit(id).rect;
    !state.has_facing(id)
        || in_arc(rect, 4096, &state.unit(enemy).rect)
        || bearing_within(rect.facing(), state.unit(enemy).pose.at - rect.centre(), 4096)
}

/// GRE-CHARGE-20: waves by distance; a unit less than 2 in farther off than the nearest of a wave belongs to it.
pub fn number_waves(draft: &mut GrenadierDraft) {
    let charging: Vec<(UnitId, Charge)> =
        draft.ids().filter_map(|id| draft.unit(id).charge.map(|charge| (id, charge))).collect();
    for (id, charge) in &charging {
        let brigade = draft.piece(*id).brigade;
        let mut away: SmallVec<[(Length, UnitId); 6]> = charging
            .iter()
            .filter(|(other, known)| known.target == charge.target && draft.piece(*other).brigade == brigade)
            .filter(|(other, _)| draft.side(*other) == draft.side(*id))
            .map(|(other, _)| (gap(draft, *other, charge.target), *other))
            .collect();
        away.sort_unstable();
        let (mut wave, mut nearest) = (0_u8, away.first().map_or(Length::ZERO, |(away, _)| *away));
        for (distance, other) in away {
            if (distance - nearest).at_least(inches(2)) {
                wave = wave.saturating_add(1);
                nearest = distance;
            }
            if other == *id && wave != charge.waves_before {
                draft
                    .emit(Event::ChargeStage { unit: *id, charge: Charge { waves_before: wave, ..*charge } });
            }
        }
    }
}

pub fn are_mutual(state: &State, a: UnitId, b: UnitId) -> bool {
    let at = |x: UnitId, y: UnitId| {
        state.unit(x).charge.is_some_and(|charge| charge.target == y && charge.stage != Stage::Done)
    };
    at(a, b) && at(b, a)
}

/// GRE-CHARGE-09: it stops at the end of its approach and stays there, a target like any other.
pub fn approach(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let Some(charge) = draft.unit(id).charge.filter(|_| draft.is_on_table(id)) else { return Ok(()) };
    let target = charge.target;
    if charge.stage != Stage::Declared {
        return Ok(());
    }
    if draft.is_in_melee(id) {
        // GRE-CHARGE-30: caught by an enemy's approach, its own charge is off; unless they charge each other
        let mutual = are_mutual(draft, id, target) && draft.touches(id, target);
        if mutual {
            draft.emit(Event::ChargeStage {
                unit: id,
                charge: Charge { stage: Stage::Approached, reached: true, ..charge },
            });
        } else {
            draft.emit(Event::ChargeEnded { unit: id });
        }
        return Ok(());
    }
    let Some(row) = charge_row(draft, id) else {
        draft.emit(Event::ChargeEnded { unit: id });
        return Ok(());
    };
    let thrown = pace::throw(c::CHARGE_03, row.approach, row.die, dice)?;
    draft.emit(Event::DiceThrown { unit: id, thrown: thrown.clone(), why: How::Approach });
    let reach = inches(i64::from(thrown.total()));
    let (heading, found) = bound(draft, id, target, reach);
    let reached = found.met == Some(target) && draft.is_on_table(target);
    draft.emit(Event::ChargeStage {
        unit: id,
        charge: Charge { stage: Stage::Approached, reached, ..charge },
    });
    let from = draft.unit(id).pose;
    let to = from.moved(heading, found.distance);
    draft.emit(Event::Moved { unit: id, to, distance: found.distance, how: How::Approach });
    run_over(draft, id, dice)?;
    if reached {
        close_in(draft, id, target, charge.flank, dice)?;
    }
    tire(draft, id, &thrown, (from.at, to.at), dice)
}

/// The heading with the least swerve, and how far it carries; a later wave keeps an inch behind the one before.
pub fn bound(state: &State, id: UnitId, target: UnitId, reach: Length) -> (Heading, Advance) {
    let cavalry = |other: UnitId| reinforces(state, id, other, target);
    let facing = state.unit(id).pose.facing;
    let straight = if state.has_facing(id) {
        facing
    } else {
        Heading::of(state.unit(target).pose.at - state.unit(id).pose.at).unwrap_or(facing)
    };
    let heading = aim(state, id, target, charge_range(state, id) + inches(1), &looks_past(state, id, target))
        .map_or(straight, |(heading, _)| heading);
    // GRE-PASS-06 is settled when the closing is over: cavalry to be reinforced stops it like any friend until then
    let mut found = advance(state, id, heading, reach, &|_| false);
    if found.met.is_none() {
        // those whose charge is over bar the way too (GRE-CHARGE-20)
        let with_it = |other: UnitId| state.unit(other).charge.is_some_and(|charge| charge.target == target);
        let ahead: SmallVec<[Footprint; 4]> = state
            .troops(state.side(id))
            .filter(|other| *other != id && with_it(*other) && !cavalry(*other))
            .map(|other| Footprint::single(state.unit(other).rect))
            .filter(|other| longroll_table::farther_than(&state.unit(id).rect, other, inches(1)))
            .collect();
        let body = Footprint::single(state.unit(id).rect);
        found.distance = advance_until(&body, heading, found.distance, inches(1), ahead.iter());
    }
    (heading, found)
}

/// GRE-CHARGE-18: skirmishers, mounted cavalry charged by foot, limbered guns, if the approach did not reach them.
pub fn may_evade(state: &State, id: UnitId) -> Option<UnitId> {
    let unit = state.unit(id);
    let by = nearest_charger(state, id)?;
    let lawful = state.is_skirmishing(id)
        || (state.is_mounted(id) && state.arm(by) == Arm::Foot)
        || unit.form.is_limbered();
    let free = !unit.status.is_broken() && unit.charge.is_none() && !state.is_in_melee(id) && !unit.prone;
    (lawful && free && state.kind(id).is_unit()).then_some(by)
}

fn nearest_charger(state: &State, id: UnitId) -> Option<UnitId> {
    state.chargers_of(id).map(|by| (gap(state, id, by), by)).min().map(|(_, by)| by)
}

/// GRE-CHARGE-19: skirmishers charged by order units stand only in cover.
pub fn must_evade(state: &State, id: UnitId, by: UnitId) -> bool {
    state.is_skirmishing(id)
        && state.is_order_unit(by)
        && state.ground.cover(state, id, Some(by)) == Cover::None
}

/// GRE-CHARGE-18: directly away by the compulsory dice, which cause DPs (GRE-DP-08); mounting is free (GRE-FORM-14). It
/// then faces as its owner likes, where there is room to turn.
pub fn evade(
    draft: &mut GrenadierDraft,
    id: UnitId,
    by: UnitId,
    mount: bool,
    facing: Option<Heading>,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if mount && draft.kind(id) == Kind::Cavalry && !draft.unit(id).mounted {
        let to = draft.unit(id).pose;
        draft.emit(Event::Acted { unit: id, act: crate::turn::event::Act::Mount, to, halves: 0 });
    }
    let away = Heading::of(draft.unit(id).pose.at - draft.unit(by).pose.at);
    let heading = away.unwrap_or_else(|| draft.edge(draft.side(id)).outward());
    let (thrown, far) = pace::compulsory(draft.mover(id), Flight::Away, c::CHARGE_18, dice)?;
    draft.emit(Event::DiceThrown { unit: id, thrown: thrown.clone(), why: How::Evade });
    let from = draft.unit(id).pose.at;
    give_ground(draft, id, Some(by), heading, far, How::Evade, dice)?;
    tire(draft, id, &thrown, (from, draft.unit(id).pose.at), dice)?;
    if let Some(facing) = facing.filter(|_| draft.is_on_table(id)) {
        face(draft, id, facing);
    }
    target_gave_way(draft, id);
    Ok(())
}

/// GRE-CHARGE-17, GRE-YELL-04: its chargers know that it gave way.
pub fn target_gave_way(draft: &mut GrenadierDraft, target: UnitId) {
    let chargers: SmallVec<[UnitId; 4]> = draft.chargers_of(target).collect();
    for unit in chargers {
        if let Some(charge) = draft.unit(unit).charge {
            draft.emit(Event::ChargeStage { unit, charge: Charge { gave_way: true, ..charge } });
        }
    }
}
