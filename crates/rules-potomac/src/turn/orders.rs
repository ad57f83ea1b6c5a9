//! The Command Phase: who may order whom to do what, and the command test (POT-CMD, POT-GROUP, POT-LEADER, POT-TURN).

use crate::book::kinds::Kind;
use crate::book::options::{ConfusedOrders, GeneralOrders, GroupOrders, LastSubordinateFailure};
use crate::book::tables::rates;
use crate::c;
use crate::field::charge_path::{may_charge, plan};
use crate::field::gun_targets::{are_guns_in_action, why_nothing};
use crate::field::lane::why_nobody;
use crate::field::skirmish::{may_deploy, recall, ways_out};
use crate::procedures::command_test::{
    Attachment, CommandFacts, adjustments, command_test, is_free, passes_on,
};
use crate::ruleset::{PotomacDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::event::Event;
use crate::turn::fire_step::targets;
use crate::turn::state::{ChargeAt, Fate, Melee, OrderKind, Phase, State};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Side, UnitId};
use longroll_table::within;

/// POT-UNIT-17, POT-LEADER-18: the officer a unit is assigned to; the general if he is lost.
pub fn officer_for(state: &State, id: UnitId) -> Option<UnitId> {
    let side = state.side(id);
    let own = own_officer(state, id).filter(|officer| state.unit(*officer).fate == Fate::OnTable);
    own.or_else(|| state.general(side))
}

/// A skirmish line's officer is its parent's (POT-SKIRM-07).
fn own_officer(state: &State, id: UnitId) -> Option<UnitId> {
    let piece = state.piece(id);
    match piece.kind {
        Kind::Skirmishers => piece.partner.and_then(|parent| state.piece(parent).officer),
        _ => piece.officer,
    }
}

/// POT-CMD-13, POT-LEADER-18: may this officer order that unit?
pub fn is_entitled(state: &State, officer: UnitId, id: UnitId) -> bool {
    if state.side(officer) != state.side(id) || state.unit(officer).fate != Fate::OnTable {
        return false;
    }
    if state.is_officer(id) {
        return id == officer;
    }
    let own = own_officer(state, id);
    let orphaned = own.is_none_or(|own| state.unit(own).fate != Fate::OnTable);
    let general = state.unit(officer).office.is_general;
    own == Some(officer)
        || (general && (orphaned || state.options.general_orders == GeneralOrders::AnyUnitOfHisSide))
}

/// POT-CMD-10, POT-TURN-08, POT-TURN-09: can this officer still issue orders in this tenure? The general at any place.
pub fn can_command(state: &State, officer: UnitId) -> bool {
    let unit = state.unit(officer);
    unit.fate == Fate::OnTable
        && !unit.office.done
        && state.side(officer) == state.active
        && state.officer.is_none_or(|current| current == officer)
}

/// Checks an order before any dice (POT-CMD-15), in the order of the book. POT-CMD-12: neither how often nor what it was
/// ordered before matters; POT-CMD-14: nor do distance and sight.
pub fn may_order(
    state: &State,
    by: Side,
    officer: UnitId,
    units: &[UnitId],
    kind: OrderKind,
) -> Result<(), Refused> {
    let name = |id: UnitId| state.name(id).to_owned();
    if state.side(officer) != by || !state.is_officer(officer) {
        return refuse(c::TURN_01, Why::NotYours { unit: name(officer) });
    }
    if state.unit(officer).fate != Fate::OnTable {
        return refuse(c::LEADER_18, Why::OffTable { unit: name(officer) });
    }
    if !matches!(state.phase, Phase::Initiative | Phase::Command) {
        return refuse(c::TURN_05, Why::WrongPhase { now: state.phase });
    }
    // POT-CMD-10: nor does he resume after he has stopped
    let office = &state.unit(officer).office;
    if office.done {
        let clause = if office.failed { c::CMD_04 } else { c::CMD_10 };
        return refuse(clause, Why::OfficerDone { officer: name(officer) });
    }
    if let Some(current) = state.officer.filter(|current| *current != officer) {
        return refuse(c::CMD_10, Why::AnotherOfficer { officer: name(current) });
    }
    if units.len() > 1 {
        check_group_order(state, officer, units, kind)?;
    }
    for id in units {
        check_recipient(state, officer, *id, kind)?;
    }
    check_kind(state, officer, units, kind)
}

/// POT-GROUP-07, -08, POT-CMD-19.
fn check_group_order(
    state: &State,
    officer: UnitId,
    units: &[UnitId],
    kind: OrderKind,
) -> Result<(), Refused> {
    if let Some(id) = units.iter().find(|id| !is_entitled(state, officer, **id)) {
        let (officer, unit) = (state.name(officer).to_owned(), state.name(*id).to_owned());
        return refuse(c::GROUP_07, Why::NotHisUnit { officer, unit });
    }
    let allowed = match kind {
        OrderKind::Move | OrderKind::Charge => true,
        OrderKind::Fire => state.options.group_orders != GroupOrders::MoveAndCharge,
        OrderKind::StandReady => state.options.group_orders == GroupOrders::MoveChargeFireAndStandReady,
        _ => false,
    };
    if !allowed {
        return refuse(c::GROUP_08, Why::NotForGroups);
    }
    match units.iter().find(|id| state.is_confused(**id)) {
        Some(id) => refuse(c::CMD_19, Why::ConfusedInGroup { unit: state.name(*id).to_owned() }),
        None => Ok(()),
    }
}

fn check_recipient(state: &State, officer: UnitId, id: UnitId, kind: OrderKind) -> Result<(), Refused> {
    let name = || state.name(id).to_owned();
    if state.is_officer(id) {
        if id != officer {
            return refuse(c::CMD_13, Why::NotHisOfficer { unit: name() });
        }
        if kind != OrderKind::Move {
            return refuse(c::LEADER_05, Why::NotForThisKind { unit: name() });
        }
        if state.unit(id).evaded {
            return refuse(c::LEADER_17, Why::Evaded { unit: name() });
        }
        return Ok(());
    }
    if !(state.is_formed(id) || state.is_line(id)) {
        return refuse(c::UNIT_15, Why::OffTable { unit: name() });
    }
    if !is_entitled(state, officer, id) {
        let unit = name();
        return refuse(c::CMD_13, Why::NotHisUnit { officer: state.name(officer).to_owned(), unit });
    }
    if state.unit(officer).office.closed.contains(&id) {
        return refuse(c::CMD_11, Why::ClosedToHim { unit: name() });
    }
    if state.unit(id).evaded {
        return refuse(c::EVADE_06, Why::Evaded { unit: name() });
    }
    // POT-MORALE-12, POT-GAME-10: at any distance, as soon as it is Confused
    if kind == OrderKind::Rally {
        if !state.is_confused(id) {
            return refuse(c::CMD_16, Why::NotConfused { unit: name() });
        }
        return Ok(());
    }
    // POT-CMD-17, POT-MORALE-10 and POT-OPT-05
    let may_fire_confused = state.options.confused_orders == ConfusedOrders::RallyOrFire
        && kind == OrderKind::Fire
        && !state.is_retreating(id);
    if state.is_confused(id) && !may_fire_confused {
        return refuse(c::CMD_17, Why::OnlyRally { unit: name() });
    }
    Ok(())
}

/// POT-CMD-15: an order that cannot be carried out may not be issued.
fn check_kind(state: &State, officer: UnitId, units: &[UnitId], kind: OrderKind) -> Result<(), Refused> {
    let first = units[0];
    let name = |id: UnitId| state.name(id).to_owned();
    match kind {
        OrderKind::Move | OrderKind::Rally => Ok(()),
        // POT-FIRE-25: as often as it is ordered; POT-FIRE-27: at whoever must be the target then
        OrderKind::Fire => {
            if units.iter().any(|id| !targets(state, *id, Some(officer)).is_empty()) {
                return Ok(());
            }
            if state.is_artillery(first) {
                are_guns_in_action(state, first)?;
                return Err(why_nothing(state, first, Some(officer)));
            }
            match why_nobody(state, first) {
                Some(refused) => Err(refused),
                None => refuse(c::FIRE_03, Why::NoTarget { unit: name(first) }),
            }
        }
        OrderKind::StandReady => match units.iter().find(|id| !may_stand_ready(state, **id)) {
            Some(id) => refuse(c::READY_01, Why::NotReadyKind { unit: name(*id) }),
            None => Ok(()),
        },
        // POT-CHARGE-12: also after a charge that did not arrive
        OrderKind::Charge => {
            if units.len() == 1 {
                may_charge(state, first)?;
            }
            if units.iter().any(|id| can_charge_somebody(state, *id)) {
                return Ok(());
            }
            refuse(c::CMD_15, Why::NothingToCharge { unit: name(first) })
        }
        OrderKind::DeploySkirmishers => {
            may_deploy(state, first)?;
            if ways_out(state, first).is_empty() {
                return refuse(c::SKIRM_05, Why::NoRoom);
            }
            Ok(())
        }
        OrderKind::RecallSkirmishers => {
            if state.kind(first) == Kind::Skirmishers {
                return refuse(c::CMD_20, Why::NotForThisKind { unit: name(first) });
            }
            recall(state, first).map(|_| ())
        }
    }
}

/// POT-READY-01: infantry, artillery and dismounted cavalry.
pub fn may_stand_ready(state: &State, id: UnitId) -> bool {
    match state.kind(id) {
        Kind::Infantry | Kind::Artillery => true,
        Kind::Cavalry => !state.unit(id).mounted,
        Kind::Skirmishers | Kind::Officer => false,
    }
}

/// Enemies that the unit could charge, each with the charge that would do it.
pub fn charges(state: &State, id: UnitId) -> impl Iterator<Item = ChargeAt> + '_ {
    charges_at(state, id, |_| true)
}

/// Those at the enemies that are asked for; planned only as they are looked at, for a plan is dear.
pub(crate) fn charges_at(
    state: &State,
    id: UnitId,
    asked: impl Fn(UnitId) -> bool,
) -> impl Iterator<Item = ChargeAt> {
    let able = may_charge(state, id).is_ok();
    let most = rates(state.mover(id)).charge.unwrap_or_default();
    let near = move |enemy: &UnitId| within(&state.unit(id).print, &state.unit(*enemy).print, most);
    let enemies = state.troops(state.side(id).enemy());
    enemies.filter(move |enemy| able && near(enemy) && asked(*enemy)).filter_map(move |target| {
        let wanted = ChargeAt { unit: id, target, facing: None, distance: None };
        let found = plan(state, &wanted).ok()?;
        Some(ChargeAt { facing: Some(found.charger.heading), ..wanted })
    })
}

pub fn can_charge_somebody(state: &State, id: UnitId) -> bool {
    charges(state, id).next().is_some()
}

/// The facts of a command test (POT-CMD-05 to -08, -21, POT-GROUP-06, POT-LEADER-06).
pub fn command_facts(state: &State, officer: UnitId, units: &[UnitId]) -> CommandFacts {
    let office = &state.unit(officer).office;
    let own_move = units == [officer];
    let received = units.iter().map(|id| state.unit(*id).received).max().unwrap_or(0);
    let attachment = match office.with {
        None => Attachment::None,
        Some(with) => {
            let mates = if office.of_group { state.group_of(with) } else { vec![with] };
            if !own_move && units.iter().any(|id| mates.contains(id)) {
                Attachment::ToRecipient
            } else {
                Attachment::Elsewhere
            }
        }
    };
    let (rating, given) = (state.piece(officer).rating, office.given);
    // An action that counts is among the orders received already
    CommandFacts { rating, given, received, attachment, own_move, acted: false }
}

/// The test if one is needed, and what follows from it. True: the order is received.
pub(crate) fn test_and_give(
    draft: &mut PotomacDraft,
    officer: UnitId,
    units: &[UnitId],
    kind: OrderKind,
    is_follow_up: bool,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    let facts = command_facts(draft, officer, units);
    if !is_free(&facts, &draft.options) {
        let result = command_test(&facts, &draft.options, dice)?;
        draft.emit(Event::CommandTested {
            officer,
            units: units.to_vec(),
            kind,
            mods: adjustments(&facts),
            passes_on: passes_on(&facts),
            roll: result.roll.unwrap_or(0),
            passed: result.passed,
        });
        if !result.passed {
            fail(draft, officer);
            return Ok(false);
        }
    }
    draft.emit(Event::Ordered { officer, units: units.to_vec(), kind, is_follow_up });
    Ok(true)
}

/// POT-CMD-04, POT-TURN-06, POT-TURN-07: he is done; a general's failure ends the tenure, a subordinate's only if nobody is
/// left; and what was rolled before stands (POT-GAME-11).
fn fail(draft: &mut PotomacDraft, officer: UnitId) {
    let general = draft.unit(officer).office.is_general;
    draft.emit(Event::OfficerDone { officer, failed: true });
    if general {
        draft.emit(Event::TenureSpent { clause: c::TURN_06 });
        return;
    }
    let side = draft.side(officer);
    let others = draft
        .officers(side)
        .any(|other| !draft.unit(other).office.is_general && !draft.unit(other).office.done);
    if !others && draft.options.last_subordinate_failure == LastSubordinateFailure::YesTenureEnds {
        draft.emit(Event::TenureSpent { clause: c::OPT_01 });
    }
}

/// A follow-up that may be ordered.
pub(crate) struct FollowUpOrder {
    pub officer: UnitId,
    pub units: Vec<UnitId>,
}

/// POT-MELEE-24, POT-MELEE-25: who orders it, if anybody can.
pub(crate) fn follow_up_order(state: &State, melee: &Melee, units: &[UnitId]) -> Option<FollowUpOrder> {
    let ready: Vec<UnitId> = units.iter().copied().filter(|id| !state.is_confused(*id)).collect();
    let first = *ready.first()?;
    if state.side(first) != state.active || state.is_spent {
        return None;
    }
    let officer = match state.phase {
        Phase::Command => {
            state.officer.or(melee.officer).filter(|officer| state.officer == Some(*officer))?
        }
        _ => officer_for(state, first)?,
    };
    let office = &state.unit(officer).office;
    let able = state.unit(officer).fate == Fate::OnTable && !office.done;
    let entitled = ready.iter().all(|id| is_entitled(state, officer, *id));
    (able && entitled).then_some(FollowUpOrder { officer, units: ready })
}
