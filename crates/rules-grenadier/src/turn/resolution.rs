//! Step 7: the tests of charger and charged, and the closing moves.

use crate::book::kinds::Form;
use crate::c;
use crate::field::course::{Advance, advance, aim};
use crate::field::sight::{gap, is_on_flank};
use crate::procedures::melee::Arrival;
use crate::procedures::morale::{Arm, MoraleResult, Reason, Tested};
use crate::procedures::pace::{self, Thrown};
use crate::ruleset::GrenadierDraft;
use crate::turn::aftermath::{disrupt, run_over, tire};
use crate::turn::charge::{are_mutual, bound, charge_row, target_allowed, target_gave_way};
use crate::turn::contact::close_in;
use crate::turn::event::{Cause, Event};
use crate::turn::flight::{break_unit, leave_melee};
use crate::turn::morale_step::{Against, take_test};
use crate::turn::state::{Charge, Debt, How, Stage, State, Status};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Side, UnitId};
use longroll_table::{Heading, Length, inches};
use smallvec::SmallVec;

/// GRE-TURN-08: the targets of this side's chargers that are not settled.
pub fn targets_due(state: &State, side: Side) -> Vec<UnitId> {
    let open = state.troops(side).filter_map(|id| {
        let charge = state.unit(id).charge?;
        matches!(charge.stage, Stage::Declared | Stage::Approached).then_some(charge.target)
    });
    let mut targets: Vec<UnitId> = open.collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// GRE-CHARGE-21: nearest first.
fn chargers(state: &State, target: UnitId, stage: Stage) -> SmallVec<[UnitId; 4]> {
    let mut list: SmallVec<[(Length, UnitId); 4]> = state
        .chargers_of(target)
        .filter(|id| state.unit(*id).charge.is_some_and(|charge| charge.stage == stage))
        .map(|id| (gap(state, id, target), id))
        .collect();
    list.sort_unstable();
    list.into_iter().map(|(_, id)| id).collect()
}

/// Everything at one target up to the closing, which is owed: a countercharge may have to be decided first.
pub fn resolve_target(draft: &mut GrenadierDraft, target: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let stages = [Stage::Declared, Stage::Approached];
    let all: SmallVec<[UnitId; 4]> =
        stages.iter().flat_map(|stage| chargers(draft, target, *stage)).collect();
    let mutual = all.iter().copied().find(|id| are_mutual(draft, *id, target));
    for id in all {
        to_charge(draft, id, dice)?;
    }
    // GRE-CHARGE-22: it charges one of them; it tests To Charge and takes no Being Charged test
    if let Some(rival) =
        mutual.filter(|_| draft.unit(target).charge.is_some_and(|own| own.stage != Stage::Done))
    {
        to_charge(draft, target, dice)?;
        return settle_mutual(draft, rival, target, dice);
    }
    if mutual.is_some() {
        draft.emit(Event::Owes(Debt::Close { target, countercharge: false }));
        return Ok(());
    }
    let pressed = chargers(draft, target, Stage::Pressed);
    let Some(worst) = worst_charger(draft, target, &pressed) else { return Ok(()) };
    draft.emit(Event::Owes(Debt::Close { target, countercharge: false }));
    let gave_way = draft.unit(worst).charge.is_some_and(|charge| charge.gave_way);
    let fighting = draft
        .contacts_of(target)
        .any(|contact| contact.other(target).is_some_and(|other| !pressed.contains(&other)));
    // GRE-CHARGE-26: in melee already; GRE-CHARGE-28: Routing; GRE-CHARGE-17: gone
    if !draft.is_on_table(target) || gave_way || fighting || draft.unit(target).status == Status::Routing {
        return Ok(());
    }
    being_charged(draft, target, worst, dice)
}

/// GRE-CHARGE-10, and GRE-CHARGE-24 for one that is already in contact. GRE-PURSUIT-12: an uncontrolled charge needs no test.
fn to_charge(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let Some(charge) = draft.unit(id).charge.filter(|_| draft.is_on_table(id)) else { return Ok(()) };
    let fighting_others =
        draft.contacts_of(id).any(|contact| contact.other(id).is_some_and(|other| other != charge.target));
    if fighting_others {
        // GRE-CHARGE-30
        draft.emit(Event::ChargeEnded { unit: id });
        return Ok(());
    }
    if charge.uncontrolled {
        draft.emit(Event::ChargeStage { unit: id, charge: Charge { stage: Stage::Pressed, ..charge } });
        return Ok(());
    }
    let against = Against { enemy: Some(charge.target), flank: charge.flank };
    let tested = take_test(draft, id, Reason::ToCharge, against, dice)?;
    if tested.result == MoraleResult::Charge {
        draft.emit(Event::ChargeStage { unit: id, charge: Charge { stage: Stage::Pressed, ..charge } });
        return Ok(());
    }
    draft.emit(Event::ChargeEnded { unit: id });
    if charge.reached && draft.is_in_melee(id) {
        set_back(draft, id, charge.target, dice)?;
    }
    if yell_fails(draft, &charge) {
        return yell_routs(draft, id, charge.target, tested.dp, dice);
    }
    suffer(draft, id, charge.target, tested, dice)
}

/// GRE-YELL-04: only before an enemy that held its ground, unless option GRE-OPT-06 reads it to the letter.
fn yell_fails(state: &State, charge: &Charge) -> bool {
    charge.yell && (!charge.gave_way || state.options.yell_routs_anyway)
}

/// GRE-YELL-04, option GRE-OPT-07; GRE-YELL-05: it will be harder to rally.
fn yell_routs(
    draft: &mut GrenadierDraft,
    id: UnitId,
    target: UnitId,
    dp: u8,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    draft.emit(Event::YellFailed { unit: id });
    let dp = if draft.options.yell_three_dp { 3 } else { dp };
    disrupt(draft, id, dp, Cause::Morale, c::YELL_04, dice)?;
    break_unit(draft, id, Status::Routing, Some(target), c::YELL_04, dice)
}

/// One inch back from the enemy (GRE-CHARGE-24, GRE-BRIG-13).
pub fn set_back(
    draft: &mut GrenadierDraft,
    id: UnitId,
    enemy: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    leave_melee(draft, id);
    let away = Heading::of(draft.unit(id).pose.at - draft.unit(enemy).pose.at);
    let heading = away.unwrap_or_else(|| draft.unit(id).pose.facing.opposite());
    crate::turn::flight::go_back(
        draft,
        id,
        heading,
        inches(1),
        How::SetBack,
        crate::turn::flight::Friends::Stop,
        dice,
    )
}

/// Halt, retreat or rout with its DPs.
fn suffer(
    draft: &mut GrenadierDraft,
    id: UnitId,
    enemy: UnitId,
    tested: Tested,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let clause = c::CHARGE_10;
    disrupt(draft, id, tested.dp, Cause::Morale, clause, dice)?;
    match tested.result {
        MoraleResult::Halt if draft.is_on_table(id) => {
            draft.emit(Event::StatusSet { unit: id, status: Status::Halted, clause });
            Ok(())
        }
        MoraleResult::Retreat => break_unit(draft, id, Status::Retreating, Some(enemy), clause, dice),
        MoraleResult::Rout => break_unit(draft, id, Status::Routing, Some(enemy), clause, dice),
        _ => Ok(()),
    }
}

/// GRE-CHARGE-22: whoever passes alone is the charger; if both pass they meet.
fn settle_mutual(
    draft: &mut GrenadierDraft,
    rival: UnitId,
    target: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let presses = |draft: &GrenadierDraft, id: UnitId| {
        draft.is_on_table(id) && draft.unit(id).charge.is_some_and(|charge| charge.stage == Stage::Pressed)
    };
    // others who charge the same target close after the two
    let others = chargers(draft, target, Stage::Pressed).iter().any(|id| *id != rival);
    if others && presses(draft, target) {
        draft.emit(Event::Owes(Debt::Close { target, countercharge: false }));
    }
    match (presses(draft, rival), presses(draft, target)) {
        (_, false) => draft.emit(Event::Owes(Debt::Close { target, countercharge: false })),
        (false, true) => draft.emit(Event::Owes(Debt::Close { target: rival, countercharge: false })),
        (true, true) => meet(draft, rival, target, dice)?,
    }
    Ok(())
}

/// Two chargers meet where their distances join.
fn meet(draft: &mut GrenadierDraft, a: UnitId, b: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    if draft.is_in_melee(a) {
        for id in [a, b] {
            draft.emit(Event::ChargeEnded { unit: id });
            draft.emit(Event::Arrived { unit: id, arrival: Arrival::Charged });
        }
        return Ok(());
    }
    let yells = [a, b].map(|id| draft.unit(id).charge);
    let (ours, theirs) = (closing_dice(draft, a, dice)?, closing_dice(draft, b, dice)?);
    let short = run_home(draft, a, b, &ours, dice)?;
    come_to_meet(draft, b, a, &theirs, (How::Closing, Arrival::Charged), dice)?;
    draft.emit(Event::ChargeEnded { unit: b });
    for (id, other, charge) in [(a, b, yells[0]), (b, a, yells[1])] {
        if short && let Some(charge) = charge {
            fall_short(draft, id, other, &charge, dice)?;
        }
    }
    Ok(())
}

/// GRE-CHARGE-21: the one whose charge has the worst modifiers for the target.
fn worst_charger(state: &State, target: UnitId, pressed: &[UnitId]) -> Option<UnitId> {
    pressed.iter().copied().min_by_key(|id| {
        let flank = state.unit(*id).charge.is_some_and(|charge| charge.flank);
        let against = Against { enemy: Some(*id), flank };
        crate::procedures::morale::morale_mods(&crate::turn::morale_step::facts(
            state,
            target,
            Reason::BeingCharged,
            against,
        ))
        .total
    })
}

/// GRE-CHARGE-11, GRE-CHARGE-12; GRE-CHARGE-28 for a Retreating target.
fn being_charged(
    draft: &mut GrenadierDraft,
    target: UnitId,
    by: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let flank = draft.unit(by).charge.is_some_and(|charge| charge.flank);
    let retreating = draft.unit(target).status == Status::Retreating;
    let tested = take_test(draft, target, Reason::BeingCharged, Against { enemy: Some(by), flank }, dice)?;
    let result = tested.result;
    match result {
        MoraleResult::CounterchargeOrStand if may_countercharge(draft, target, by) => {
            draft.emit(Event::Owes(Debt::Answer { unit: target }));
        }
        MoraleResult::CounterchargeOrStand => {
            draft.emit(Event::Stays { unit: target, clause: c::CHARGE_13 });
        }
        MoraleResult::Stand => {
            disrupt(draft, target, tested.dp, Cause::Morale, c::CHARGE_11, dice)?;
            draft.emit(Event::Stays { unit: target, clause: c::CHARGE_11 });
        }
        MoraleResult::Halt if retreating => {
            disrupt(draft, target, tested.dp, Cause::Morale, c::CHARGE_28, dice)?;
        }
        _ => {
            suffer(draft, target, by, tested, dice)?;
            if !matches!(result, MoraleResult::Halt) {
                target_gave_way(draft, target);
            }
        }
    }
    if !draft.is_on_table(target) {
        target_gave_way(draft, target);
    }
    Ok(())
}

/// GRE-CHARGE-13, option GRE-OPT-05.
pub fn may_countercharge(state: &State, id: UnitId, by: UnitId) -> bool {
    let unit = state.unit(id);
    let horse = state.is_mounted(id) && matches!(unit.form, Form::Line | Form::Column);
    // GRE-OPT-23
    let foot = state.options.foot_countercharges
        && state.arm(id) == Arm::Foot
        && unit.form == Form::Line
        && unit.building.is_none();
    let front = !state.unit(by).charge.is_some_and(|charge| charge.flank || charge.reached);
    let meets = horse || state.arm(by) != Arm::Horse || state.options.foot_meets_horse;
    (horse || foot)
        && front
        && meets
        && !unit.prone
        && unit.status == Status::Steady
        && !state.is_in_melee(id)
        && !state.ground.in_trench(state, id)
}

/// GRE-PURSUIT-10: a unit run into by a pursuer tests in step 7 and may neither countercharge nor evade.
pub fn run_into(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    draft.emit(Event::TestDue { unit: id, due: false });
    let Some(contact) = draft.contacts_of(id).find(|contact| contact.defender == id).copied() else {
        return Ok(());
    };
    let by = contact.attacker;
    let against = Against { enemy: Some(by), flank: contact.flank };
    let tested = take_test(draft, id, Reason::BeingCharged, against, dice)?;
    match tested.result {
        MoraleResult::CounterchargeOrStand => draft.emit(Event::Stays { unit: id, clause: c::PURSUIT_10 }),
        MoraleResult::Stand => disrupt(draft, id, tested.dp, Cause::Morale, c::CHARGE_11, dice)?,
        _ => suffer(draft, id, by, tested, dice)?,
    }
    if !draft.is_in_melee(by) && draft.is_on_table(by) {
        // GRE-PURSUIT-14: whose new enemy ran from the test
        draft.emit(Event::PursuitDue { unit: by });
    }
    Ok(())
}

/// The closing moves at one target: GRE-CHARGE-06, GRE-CHARGE-14, GRE-CHARGE-15.
pub fn close_all(
    draft: &mut GrenadierDraft,
    target: UnitId,
    countercharge: bool,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let mut answers = countercharge;
    for id in chargers(draft, target, Stage::Pressed) {
        if answers && draft.is_on_table(target) && !draft.is_in_melee(target) {
            answers = false;
            counter(draft, id, target, dice)?;
        } else {
            close(draft, id, target, dice)?;
        }
    }
    Ok(())
}

/// Dice that carry a unit so far.
struct Stride {
    thrown: Thrown,
    far: Length,
}

/// The dice of a closing move and the inches they carry (GRE-CHARGE-04, GRE-CHARGE-05).
fn closing_dice(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<Stride, Wanted> {
    let Some(row) = charge_row(draft, id) else {
        return Ok(Stride { thrown: Thrown::none(), far: Length::ZERO });
    };
    let thrown = pace::throw(c::CHARGE_06, row.closing + row.bonus, row.die, dice)?;
    draft.emit(Event::DiceThrown { unit: id, thrown: thrown.clone(), why: How::Closing });
    let far = inches(i64::from(thrown.total() + row.add));
    Ok(Stride { thrown, far })
}

/// One charger closes.
fn close(draft: &mut GrenadierDraft, id: UnitId, target: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let Some(charge) = draft.unit(id).charge.filter(|_| draft.is_on_table(id)) else { return Ok(()) };
    if draft.contacts_of(id).any(|contact| contact.other(id) == Some(target)) {
        draft.emit(Event::ChargeEnded { unit: id });
        draft.emit(Event::Arrived { unit: id, arrival: Arrival::Charged });
        return Ok(());
    }
    let stride = closing_dice(draft, id, dice)?;
    let short = run_home(draft, id, target, &stride, dice)?;
    if short { fall_short(draft, id, target, &charge, dice) } else { Ok(()) }
}

/// The closing move itself. True when the dice were too short for an enemy who bars the way (GRE-CHARGE-15); a charger
/// that friends stop is not short (GRE-CHARGE-20).
fn run_home(
    draft: &mut GrenadierDraft,
    id: UnitId,
    target: UnitId,
    stride: &Stride,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    let Some(charge) = draft.unit(id).charge else { return Ok(false) };
    let far = stride.far;
    let there = draft.is_on_table(target) && !draft.unit(target).today.evaded;
    let (heading, found) = if there { bound(draft, id, target, far) } else { onward(draft, id, far) };
    let farther = advance(draft, id, heading, inches(60), &|_| false);
    let short = found.met.is_none() && (charge.gave_way || farther.met.is_some());
    // GRE-GEN-11: the zone is that of where the run begins
    let flank = match found.met {
        Some(enemy) if enemy != target => is_on_flank(draft, id, enemy),
        _ => charge.flank || charge.gave_way,
    };
    let from = draft.unit(id).pose;
    let to = from.moved(heading, found.distance);
    draft.emit(Event::Moved { unit: id, to, distance: found.distance, how: How::Closing });
    run_over(draft, id, dice)?;
    draft.emit(Event::ChargeEnded { unit: id });
    tire(draft, id, &stride.thrown, (from.at, to.at), dice)?;
    let mut touched = false;
    if let Some(enemy) = found.met {
        strike(draft, id, enemy, enemy == target, flank, dice)?;
        touched = true;
    } else if reaches_cavalry(draft, id, target, heading, far - found.distance) {
        // GRE-CHARGE-26: in contact as soon as its distance reaches the friend's front edge
        close_in_behind(draft, id, target);
        touched = true;
    }
    if touched && draft.is_in_melee(id) {
        draft.emit(Event::Arrived { unit: id, arrival: Arrival::Charged });
    }
    Ok(short && !touched)
}

/// GRE-CHARGE-17, GRE-CHARGE-25: after one that has gone, straight ahead; or at another enemy who lies within the one swerve.
fn onward(state: &State, id: UnitId, far: Length) -> (Heading, Advance) {
    let ahead = state.unit(id).pose.facing;
    let straight = advance(state, id, ahead, far, &|_| false);
    if straight.met.is_some() {
        return (ahead, straight);
    }
    let mut enemies: SmallVec<[(Length, UnitId); 8]> = state
        .troops(state.side(id).enemy())
        .filter(|enemy| target_allowed(state, id, *enemy).is_ok())
        .map(|enemy| (gap(state, id, enemy), enemy))
        .filter(|(away, _)| away.within(far))
        .collect();
    enemies.sort_unstable();
    let aside = enemies.into_iter().find_map(|(_, enemy)| aim(state, id, enemy, far, &|_| false));
    aside.unwrap_or((ahead, straight))
}

/// GRE-YELL-04: the dice did not carry a yelling unit to an enemy that held.
fn fall_short(
    draft: &mut GrenadierDraft,
    id: UnitId,
    target: UnitId,
    charge: &Charge,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let charge = draft.unit(id).charge.unwrap_or(*charge);
    if draft.is_in_melee(id) || !draft.is_on_table(id) || !yell_fails(draft, &charge) {
        return Ok(());
    }
    yell_routs(draft, id, target, 0, dice)
}

/// The enemy met: the target itself, or another that now takes its own test (GRE-CHARGE-17).
fn strike(
    draft: &mut GrenadierDraft,
    id: UnitId,
    enemy: UnitId,
    is_target: bool,
    flank: bool,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let fighting = draft.is_in_melee(enemy);
    if !is_target && !fighting && !draft.unit(enemy).status.is_broken() {
        let against = Against { enemy: Some(id), flank };
        let tested = take_test(draft, enemy, Reason::BeingCharged, against, dice)?;
        match tested.result {
            MoraleResult::CounterchargeOrStand => {
                draft.emit(Event::Stays { unit: enemy, clause: c::CHARGE_17 })
            }
            MoraleResult::Stand => disrupt(draft, enemy, tested.dp, Cause::Morale, c::CHARGE_11, dice)?,
            _ => suffer(draft, enemy, id, tested, dice)?,
        }
    }
    let still = draft.is_on_table(enemy) && draft.touches(id, enemy);
    if still { close_in(draft, id, enemy, flank, dice) } else { Ok(()) }
}

/// Friendly cavalry bars the way that is to be passed, and the dice reach its front edge (GRE-PASS-06).
fn reaches_cavalry(state: &State, id: UnitId, target: UnitId, heading: Heading, left: Length) -> bool {
    state.is_on_table(target)
        && state.troops(state.side(id)).any(|friend| {
            let rect = &state.unit(friend).rect;
            crate::turn::charge::reinforces(state, id, friend, target)
                && state.touches(id, friend)
                && heading.difference(rect.facing()).abs() < 8192
                && rect.size().depth.within(left)
        })
}

fn close_in_behind(draft: &mut GrenadierDraft, id: UnitId, target: UnitId) {
    let contact = crate::turn::state::Contact { attacker: id, defender: target, flank: false, inside: false };
    draft.emit(Event::ContactMade(contact));
}

/// GRE-CHARGE-14: both throw at once, the charger's dice first; they meet if both distances together cover the gap.
fn counter(
    draft: &mut GrenadierDraft,
    id: UnitId,
    target: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let Some(charge) = draft.unit(id).charge.filter(|_| draft.is_on_table(id)) else { return Ok(()) };
    let Some(row) = charge_row(draft, target) else { return Ok(()) };
    let closing = closing_dice(draft, id, dice)?;
    let thrown = pace::throw(c::CHARGE_14, row.approach, row.die, dice)?;
    draft.emit(Event::DiceThrown { unit: target, thrown: thrown.clone(), why: How::Countercharge });
    let far = inches(i64::from(thrown.total()));
    let short = run_home(draft, id, target, &closing, dice)?;
    let stride = Stride { thrown, far };
    come_to_meet(draft, target, id, &stride, (How::Countercharge, Arrival::Countercharged), dice)?;
    if short { fall_short(draft, id, target, &charge, dice) } else { Ok(()) }
}

/// The one who comes to meet a charger that has made its own move.
fn come_to_meet(
    draft: &mut GrenadierDraft,
    id: UnitId,
    charger: UnitId,
    stride: &Stride,
    (how, arrival): (How, Arrival),
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if !draft.is_on_table(id) {
        return Ok(());
    }
    let from = draft.unit(id).pose;
    if draft.contacts_of(id).any(|contact| contact.other(id) == Some(charger)) {
        draft.emit(Event::Arrived { unit: id, arrival });
        return tire(draft, id, &stride.thrown, (from.at, from.at), dice);
    }
    let free = draft.is_on_table(charger) && !draft.is_in_melee(id) && !draft.is_in_melee(charger);
    if !free {
        return tire(draft, id, &stride.thrown, (from.at, from.at), dice);
    }
    let heading = Heading::of(draft.unit(charger).pose.at - from.at).unwrap_or(from.facing);
    let found = advance(draft, id, heading, stride.far, &|_| false);
    let to = from.moved(heading, found.distance);
    draft.emit(Event::Moved { unit: id, to, distance: found.distance, how });
    run_over(draft, id, dice)?;
    tire(draft, id, &stride.thrown, (from.at, to.at), dice)?;
    if found.met == Some(charger) {
        close_in(draft, charger, id, false, dice)?;
        draft.emit(Event::Arrived { unit: charger, arrival: Arrival::Charged });
        draft.emit(Event::Arrived { unit: id, arrival });
    }
    Ok(())
}
