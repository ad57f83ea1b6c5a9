//! Carries out what a player asks for, one command at a time.

use crate::book::kinds::GunClass;
use crate::book::options::InitiativeActionCounts;
use crate::c;
use crate::field::evade::{EvadeEnd, evasion, may_evade};
use crate::field::sight::sees;
use crate::field::skirmish::{deployment, recall};
use crate::ruleset::{PotomacDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::aftermath::thinned;
use crate::turn::answers::pay;
use crate::turn::charge::{self, check_all};
use crate::turn::command::Command;
use crate::turn::event::{Aimed, Event};
use crate::turn::fire_step::{fire, may_fire, targets};
use crate::turn::orders::{may_order, test_and_give};
use crate::turn::overrun::{beside, leave_guns, overrun};
use crate::turn::sequence::{awake, may_recall_on_initiative, wakes};
use crate::turn::set_up::{dissolve, group, set_up};
use crate::turn::state::{Debt, Fate, OrderKind, Phase, Received, State};
use longroll_dice::Dice;
use longroll_kit::{Side, Stop, UnitId};

pub(crate) fn obey(
    draft: &mut PotomacDraft,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    if let Some(debt) = draft.owed.top().cloned() {
        // POT-R05: at any time in his own tenure, also between an order and its details
        if let (Debt::Carry(_), Command::Shed { unit, end }) = (&debt, command) {
            own(draft, by, *unit)?;
            draft.emit(Event::Sheds { unit: *unit, end: *end });
            return Ok(());
        }
        return pay(draft, &debt, command, dice);
    }
    match (draft.phase, command) {
        (Phase::SetUp, _) => Ok(set_up(draft, by, command)?),
        (_, Command::Group { units }) => Ok(group(draft, by, units)?),
        (_, Command::Dissolve { unit }) => Ok(dissolve(draft, by, *unit)?),
        (_, Command::Shed { unit, end }) => {
            own(draft, by, *unit)?;
            draft.emit(Event::Sheds { unit: *unit, end: *end });
            Ok(())
        }
        (_, Command::Name { officer }) => {
            may_name(draft, by, *officer)?;
            draft.emit(Event::Named { officer: *officer });
            Ok(())
        }
        (_, Command::Attach { officer, unit, of_group: true }) => Ok(go_with(draft, by, *officer, *unit)?),
        (_, Command::Order { officer, unit, kind, group }) => {
            order(draft, by, *officer, *unit, *kind, *group, dice)
        }
        (Phase::Initiative | Phase::Command, Command::Stop { officer }) => Ok(stop(draft, by, *officer)?),
        (Phase::Initiative, Command::EndPhase) => {
            draft.emit(Event::PhaseBegan { phase: Phase::Command });
            Ok(())
        }
        (_, Command::EndTenure) => {
            draft.emit(Event::PhaseBegan { phase: Phase::Command });
            draft.emit(Event::TenureSpent { clause: c::TURN_08 });
            Ok(())
        }
        (
            _,
            Command::Fire { .. }
            | Command::Charge { .. }
            | Command::Evade { .. }
            | Command::Skirmish { .. }
            | Command::Recall { .. },
        ) => initiative(draft, by, command, dice),
        (Phase::Initiative, Command::Move { unit, .. } | Command::Face { unit, .. }) => {
            // POT-INIT-03: no Move and no Rally on initiative
            Ok(refuse(c::INIT_03, Why::NotForThisKind { unit: draft.name(*unit).to_owned() })?)
        }
        (Phase::Command, Command::Move { unit, .. } | Command::Face { unit, .. }) => {
            Ok(refuse(c::CMD_01, Why::NoOfficer { unit: draft.name(*unit).to_owned() })?)
        }
        (now, _) => Ok(refuse(c::TURN_02, Why::WrongPhase { now })?),
    }
}

pub(crate) fn own(state: &State, by: Side, id: UnitId) -> Result<(), Refused> {
    if state.side(id) != by {
        return refuse(c::TURN_01, Why::NotYours { unit: state.name(id).to_owned() });
    }
    if state.unit(id).fate != Fate::OnTable {
        return refuse(c::UNIT_15, Why::OffTable { unit: state.name(id).to_owned() });
    }
    Ok(())
}

/// POT-LEADER-11: at the start of the tenure, before anybody has acted or ordered.
pub(crate) fn may_name(state: &State, by: Side, officer: UnitId) -> Result<(), Refused> {
    own(state, by, officer)?;
    let began = |id: UnitId| {
        let unit = state.unit(id);
        state.side(id) == by && (unit.acted || unit.office.given > 0 || unit.office.done)
    };
    if state.ids().any(began) {
        return refuse(c::LEADER_11, Why::WrongPhase { now: state.phase });
    }
    if state.unit(officer).office.with.is_none() {
        return refuse(c::LEADER_11, Why::CannotAttach { unit: state.name(officer).to_owned() });
    }
    Ok(())
}

/// POT-LEADER-19, POT-R19: the officer of a group is with the unit of it that his owner names.
fn go_with(draft: &mut PotomacDraft, by: Side, officer: UnitId, unit: UnitId) -> Result<(), Refused> {
    own(draft, by, officer)?;
    let office = &draft.unit(officer).office;
    let mates = office.with.filter(|_| office.of_group).map(|with| draft.group_of(with)).unwrap_or_default();
    if !mates.contains(&unit) {
        return refuse(c::LEADER_07, Why::CannotAttach { unit: draft.name(unit).to_owned() });
    }
    draft.emit(Event::Attached { officer, unit, of_group: true });
    Ok(())
}

/// POT-TURN-08: stopping is final for the tenure; it is no order, so it does not end the Initiative Phase (POT-TURN-02).
fn stop(draft: &mut PotomacDraft, by: Side, officer: UnitId) -> Result<(), Refused> {
    own(draft, by, officer)?;
    let name = || draft.name(officer).to_owned();
    if !draft.is_officer(officer) {
        return refuse(c::TURN_08, Why::NotForThisKind { unit: name() });
    }
    if draft.unit(officer).office.done {
        return refuse(c::TURN_08, Why::OfficerDone { officer: name() });
    }
    if let Some(current) = draft.officer.filter(|current| *current != officer) {
        return refuse(c::CMD_10, Why::AnotherOfficer { officer: draft.name(current).to_owned() });
    }
    draft.emit(Event::OfficerDone { officer, failed: false });
    Ok(())
}

/// POT-CMD-02 to -04, -15: kind and recipient are declared, then tested; details come afterwards.
fn order(
    draft: &mut PotomacDraft,
    by: Side,
    officer: UnitId,
    unit: UnitId,
    kind: OrderKind,
    group: bool,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let units = if group { draft.group_of(unit) } else { vec![unit] };
    if group && units.len() < 2 {
        return Ok(refuse(c::GROUP_01, Why::NotAGroup { unit: draft.name(unit).to_owned() })?);
    }
    may_order(draft, by, officer, &units, kind)?;
    if draft.phase == Phase::Initiative {
        draft.emit(Event::PhaseBegan { phase: Phase::Command });
    }
    if draft.officer.is_none() {
        draft.emit(Event::OfficerBegan { officer });
    }
    if !test_and_give(draft, officer, &units, kind, false, dice)? {
        return Ok(());
    }
    match kind {
        OrderKind::StandReady => {
            for id in units {
                draft.emit(Event::StoodReady { unit: id });
            }
        }
        OrderKind::RecallSkirmishers => {
            let (line, body) = recall(draft, unit)?;
            draft.emit(Event::LineRecalled { unit, line, body, clause: c::SKIRM_06 });
        }
        OrderKind::Rally => {
            // POT-CMD-18: the order itself does it; there is no stock of command points
            draft.emit(Event::Rallied { unit });
            draft.emit(Event::Owes(Debt::Carry(Received { officer, units, kind })));
        }
        OrderKind::Fire => {
            // With a single choice there is nothing to ask
            let choices = targets(draft, unit, Some(officer));
            match (units.len(), choices.as_slice()) {
                (1, [aim]) => fire(draft, unit, aim, dice)?,
                _ => draft.emit(Event::Owes(Debt::Carry(Received { officer, units, kind }))),
            }
        }
        OrderKind::Move | OrderKind::Charge | OrderKind::DeploySkirmishers => {
            draft.emit(Event::Owes(Debt::Carry(Received { officer, units, kind })));
        }
    }
    Ok(())
}

/// POT-INIT-01 to -06, POT-INIT-07, POT-TURN-04: one action of its own, without a roll; in the order its owner likes
/// (POT-INIT-08).
fn initiative(
    draft: &mut PotomacDraft,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let id = match command {
        Command::Charge { charges } => match charges.as_slice() {
            [charge] => charge.unit,
            // POT-INIT-09: no joint charge
            _ => return Ok(refuse(c::INIT_09, Why::OneEach)?),
        },
        Command::Fire { unit, .. }
        | Command::Evade { unit, .. }
        | Command::Skirmish { unit, .. }
        | Command::Recall { unit } => *unit,
        _ => return Ok(refuse(c::INIT_03, Why::WrongPhase { now: draft.phase })?),
    };
    own(draft, by, id)?;
    if draft.phase != Phase::Initiative {
        return Ok(refuse(c::TURN_02, Why::WrongPhase { now: draft.phase })?);
    }
    if draft.is_officer(id) && !matches!(command, Command::Evade { .. }) {
        return Ok(refuse(c::INIT_03, Why::NotForThisKind { unit: draft.name(id).to_owned() })?);
    }
    // POT-SKIRM-03, -17: the line may call itself back if only it qualifies
    let actor = match command {
        Command::Recall { unit } => may_recall_on_initiative(draft, *unit).unwrap_or(id),
        _ => id,
    };
    check_initiative(draft, actor)?;
    let counts = draft.options.initiative_action_counts == InitiativeActionCounts::Yes;
    match command {
        Command::Fire { target, .. } => {
            check_initiative_fire(draft, id, *target)?;
            let aim = may_fire(draft, id, *target, None)?;
            draft.emit(Event::Acted { unit: id, counts });
            fire(draft, id, &aim, dice)?;
        }
        Command::Charge { charges } => {
            check_woken_by(draft, id, charges[0].target)?;
            check_all(draft, charges)?;
            draft.emit(Event::Acted { unit: id, counts });
            charge::declare(draft, charges, None);
        }
        Command::Evade { face_enemy, .. } => {
            may_evade(draft, id)?;
            let found = evasion(draft, id, *face_enemy)?;
            draft.emit(Event::Acted { unit: id, counts });
            evade(draft, id, found);
        }
        Command::Skirmish { placing, .. } => {
            let found = deployment(draft, id, placing)?;
            draft.emit(Event::Acted { unit: id, counts });
            send_out(draft, id, found);
        }
        _ => {
            let (line, body) = recall(draft, id)?;
            draft.emit(Event::Acted { unit: actor, counts });
            draft.emit(Event::LineRecalled { unit: id, line, body, clause: c::SKIRM_06 });
        }
    }
    Ok(())
}

fn check_initiative(state: &State, id: UnitId) -> Result<(), Refused> {
    let name = || state.name(id).to_owned();
    if state.is_officer(id) && state.unit(id).office.with.is_some() {
        return refuse(c::LEADER_15, Why::MayNotEvade { unit: name() });
    }
    if state.unit(id).acted {
        return refuse(c::INIT_04, Why::AlreadyActed { unit: name() });
    }
    if state.is_confused(id) {
        return refuse(c::INIT_06, Why::Confused { unit: name() });
    }
    if awake(state, id).next().is_none() {
        return refuse(c::INIT_01, Why::NotAwake { unit: name() });
    }
    Ok(())
}

/// POT-INIT-05, -06: field guns and small arms, at an enemy that woke the unit and is still in sight.
fn check_initiative_fire(state: &State, id: UnitId, target: Aimed) -> Result<(), Refused> {
    let name = || state.name(id).to_owned();
    if state.gun_class(id).is_some_and(|class| class != GunClass::Field) {
        return refuse(c::INIT_06, Why::CannotFire { unit: name() });
    }
    let Aimed::Unit(target) = target else { return refuse(c::INIT_05, Why::NotAtWorks { unit: name() }) };
    check_woken_by(state, id, target)
}

/// POT-INIT-02, -05.
pub(crate) fn check_woken_by(state: &State, id: UnitId, target: UnitId) -> Result<(), Refused> {
    let target_name = || state.name(target).to_owned();
    if !wakes(state, id, target) {
        return refuse(c::INIT_05, Why::NotBecauseOf { target: target_name() });
    }
    if !state.is_placed(target) || sees(state, id, target).is_err() {
        return refuse(c::INIT_02, Why::Unseen { target: target_name() });
    }
    Ok(())
}

fn evade(draft: &mut PotomacDraft, id: UnitId, found: crate::field::evade::Evasion) {
    let (distance, stopped_by) = (found.moved, found.stopped_by);
    match found.end {
        EvadeEnd::Absorbed => {
            if let Some(parent) = draft.parent_of(id)
                && let Some(body) = crate::field::skirmish::taken_back(draft, parent, id)
            {
                draft.emit(Event::LineRecalled { unit: parent, line: id, body, clause: c::EVADE_07 });
            }
        }
        EvadeEnd::Bases(bases) => {
            let bases = bases.to_vec();
            draft.emit(Event::Evaded { unit: id, body: None, bases, distance, stopped_by });
        }
        EvadeEnd::Body(body) => {
            leave_guns(draft, id);
            if !draft.is_formed(id) {
                return;
            }
            // Crews may have been lost with their guns
            let (now, sheds) = (draft.unit(id).body.stands(), draft.unit(id).sheds);
            let body = thinned(&body, body.stands().saturating_sub(now), sheds, draft.stand());
            let touched = beside(draft, &[id]);
            let (body, bases) = (Some(body), Vec::new());
            draft.emit(Event::Evaded { unit: id, body, bases, distance, stopped_by });
            overrun(draft, id, &found.swept, &touched);
        }
    }
}

pub(crate) fn send_out(draft: &mut PotomacDraft, id: UnitId, found: crate::field::skirmish::Deployment) {
    draft.emit(Event::LineDeployed {
        unit: id,
        line: found.line,
        body: found.body,
        bases: found.bases.to_vec(),
    });
}
