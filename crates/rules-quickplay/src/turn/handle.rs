//! Carries out what a player asks for, one command at a time.

use crate::c;
use crate::field::charge_path::{may_charge, run};
use crate::field::movement::walk;
use crate::ruleset::{QuickplayDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::combat_step::{fight, may_fight, may_fire, melees_owed, shoot};
use crate::turn::command::Command;
use crate::turn::event::Event;
use crate::turn::flight::{is_straight_way_open, rout};
use crate::turn::generals::{self, attached, beside, carry, clear_place_beside};
use crate::turn::morale_step::{may_rally, owner_of, rally};
use crate::turn::sequence::{awaiting, end_movement, placements};
use crate::turn::state::{Debt, Fate, Order, State, Step};
use longroll_dice::Dice;
use longroll_kit::{Leg, Side, Stop, UnitId};

/// Is anybody of this side asked, and do all units named exist?
pub(crate) fn check_turn(state: &State, by: Side, command: &Command) -> Result<(), Refused> {
    if state.step == Step::Over {
        return refuse(c::TURN_09, Why::GameOver);
    }
    if units_named(command).any(|id| id.index() >= state.units.len()) {
        return refuse(c::SETUP_01, Why::NoSuchUnit);
    }
    let awaited = match state.owed.top() {
        Some(debt) => owner_of(state, debt) == Some(by),
        None if state.step == Step::Deployment => !state.ready[by as usize],
        None => state.attacker == by,
    };
    if awaited { Ok(()) } else { refuse(c::TURN_01, Why::NotAwaited) }
}

pub(crate) fn units_named(command: &Command) -> impl Iterator<Item = UnitId> + '_ {
    let (first, second, more): (Option<UnitId>, Option<UnitId>, &[UnitId]) = match command {
        Command::Deploy { unit, .. }
        | Command::Stand { unit }
        | Command::Rally { unit }
        | Command::Rout { unit, .. }
        | Command::Claim { unit }
        | Command::Melee { unit } => (Some(*unit), None, &[]),
        Command::Move { unit, with, .. } => (Some(*unit), None, with),
        Command::Charge { unit, target, with, .. } => (Some(*unit), Some(*target), with),
        Command::Fire { unit, target } => (Some(*unit), Some(*target), &[]),
        Command::GoAlong { general } | Command::Stay { general } | Command::Place { general, .. } => {
            (Some(*general), None, &[])
        }
        Command::Ready | Command::EndStep => (None, None, &[]),
    };
    first.into_iter().chain(second).chain(more.iter().copied())
}

pub(crate) fn obey(
    draft: &mut QuickplayDraft,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    if let Some(debt) = draft.owed.top().cloned() {
        return Ok(pay(draft, &debt, command)?);
    }
    let step = draft.step;
    match (step, command) {
        (Step::Deployment, Command::Deploy { unit, limbered }) => deploy(draft, by, *unit, *limbered)?,
        (Step::Deployment, Command::Ready) => draft.emit(Event::SideReady { side: by }),
        (Step::Movement, Command::Stand { unit }) => {
            may_move(draft, by, *unit)?;
            draft.emit(Event::Stood { unit: *unit });
        }
        (Step::Movement, Command::Move { unit, legs, with }) => make_move(draft, by, *unit, legs, with)?,
        (Step::Movement, Command::Charge { unit, target, facing, with }) => {
            own(draft, by, *unit)?;
            may_charge(draft, *unit)?;
            may_move(draft, by, *unit)?;
            let was = draft.unit(*unit).pose;
            check_attached(draft, *unit, with)?;
            let run = run(draft, *unit, *target, *facing)?;
            draft.emit(Event::Charged { unit: *unit, target: *target, to: run.to, distance: run.distance });
            for contact in run.contacts {
                draft.emit(Event::ContactMade(contact));
            }
            carry_all(draft, *unit, with, was);
            generals::after_move(draft, *unit, &run.swept);
        }
        (Step::Movement, Command::EndStep) => end_movement(draft),
        (Step::Rally, Command::Rally { unit }) => {
            own(draft, by, *unit)?;
            may_rally(draft, *unit)?;
            rally(draft, *unit, dice)?;
        }
        (Step::Rally, Command::EndStep) => draft.emit(Event::StepBegan { step: Step::MoraleTests }),
        (Step::Combat, Command::Fire { unit, target }) => {
            own(draft, by, *unit)?;
            may_fire(draft, *unit, *target)?;
            shoot(draft, *unit, *target, dice)?;
        }
        (Step::Combat, Command::Melee { unit }) => {
            own(draft, by, *unit)?;
            let contact = may_fight(draft, *unit)?;
            fight(draft, contact, dice)?;
        }
        (Step::Combat, Command::EndStep) => {
            if let Some(unit) = melees_owed(draft).next() {
                let unit = draft.name(unit).to_owned();
                return Ok(refuse(c::COMBAT_11, Why::MeleesRemain { unit })?);
            }
            draft.emit(Event::StepBegan { step: Step::SwitchInitiative });
        }
        _ => return Ok(refuse(c::TURN_01, Why::WrongStep { now: step })?),
    }
    Ok(())
}

/// A decision that is owed: only the command that answers it is taken.
fn pay(draft: &mut QuickplayDraft, debt: &Debt, command: &Command) -> Result<(), Refused> {
    match (debt, command) {
        (Debt::Routs { side, units }, Command::Rout { unit, first }) => {
            let rest: Vec<UnitId> = units.iter().copied().filter(|other| other != unit).collect();
            if rest.len() == units.len() {
                return refuse(c::MORALE_12, Why::NotChoosable { unit: draft.name(*unit).to_owned() });
            }
            draft.emit(Event::Paid);
            if !rest.is_empty() {
                draft.emit(Event::Owes(Debt::Routs { side: *side, units: rest }));
            }
            rout(draft, *unit, *first);
        }
        (Debt::GoesAlong { general, unit, was }, Command::GoAlong { general: named }) if general == named => {
            draft.emit(Event::Paid);
            if draft.is_on_table(*unit) {
                carry(draft, *general, *unit, *was);
            } else {
                draft.emit(Event::Removed { unit: *general, fate: Fate::OffTable, clause: c::R09 });
            }
        }
        (Debt::GoesAlong { general, .. }, Command::Stay { general: named }) if general == named => {
            draft.emit(Event::Paid);
        }
        (Debt::Placement { general, beside: friend }, Command::Place { general: named, at })
            if general == named =>
        {
            if !placements(draft, *general, *friend).contains(at) {
                return refuse(c::LEADER_04, Why::NoRoom);
            }
            draft.emit(Event::Paid);
            let wish = beside(draft, *general, *friend, *at);
            let to = clear_place_beside(draft, *general, *friend, wish);
            draft.emit(Event::GeneralMoved { general: *general, to, clause: c::LEADER_04 });
        }
        (Debt::Claim { chargers, stood }, Command::Claim { unit }) => {
            if !chargers.contains(unit) {
                return refuse(c::COMBAT_35, Why::NotChoosable { unit: draft.name(*unit).to_owned() });
            }
            draft.emit(Event::Paid);
            draft.emit(Event::Owes(Debt::TakeGround { charger: *unit, stood: *stood }));
        }
        _ => {
            let waits = awaiting(draft).0;
            let what = waits.first().map_or_else(String::new, |wait| wait.prompt.clone());
            let clause = waits.first().map_or(c::TURN_01, |wait| wait.clause);
            return refuse(clause, Why::AnotherMatterFirst { what });
        }
    }
    Ok(())
}

fn deploy(draft: &mut QuickplayDraft, by: Side, id: UnitId, limbered: bool) -> Result<(), Refused> {
    own(draft, by, id)?;
    if !draft.kind(id).is_artillery() {
        return refuse(c::SETUP_01, Why::NotArtillery { unit: draft.name(id).to_owned() });
    }
    draft.emit(Event::Deployed { unit: id, limbered });
    Ok(())
}

fn make_move(
    draft: &mut QuickplayDraft,
    by: Side,
    id: UnitId,
    legs: &[Leg],
    with: &[UnitId],
) -> Result<(), Refused> {
    may_move(draft, by, id)?;
    check_attached(draft, id, with)?;
    let walk = walk(draft, id, legs)?;
    let was = draft.unit(id).pose;
    if walk.recovered {
        draft.emit(Event::Recovered { unit: id });
    }
    for limbering in &walk.limbering {
        draft.emit(if *limbering {
            Event::Limbered { unit: id, clause: c::MOVE_06 }
        } else {
            Event::Unlimbered { unit: id }
        });
    }
    if walk.shifted {
        draft.emit(Event::Moved { unit: id, to: walk.to, distance: walk.distance });
        carry_all(draft, id, with, was);
        generals::after_move(draft, id, &walk.swept);
    } else {
        draft.emit(Event::Stood { unit: id });
    }
    Ok(())
}

fn carry_all(draft: &mut QuickplayDraft, id: UnitId, with: &[UnitId], was: longroll_table::Pose) {
    for general in with {
        carry(draft, *general, id, was);
    }
}

/// QP-LEADER-03: only generals who touch the unit go along.
fn check_attached(state: &State, id: UnitId, with: &[UnitId]) -> Result<(), Refused> {
    match with.iter().find(|general| !attached(state, id).any(|known| known == **general)) {
        None => Ok(()),
        Some(general) => {
            let (unit, general) = (state.name(id).to_owned(), state.name(*general).to_owned());
            refuse(c::LEADER_03, Why::NotAttached { unit, general })
        }
    }
}

/// A unit of his own on the table: QP-TURN-03 to move, QP-TURN-04 to rally, QP-COMBAT-11 to fight with, QP-SETUP-01 to
/// deploy.
fn own(state: &State, by: Side, id: UnitId) -> Result<(), Refused> {
    let clause = match state.step {
        Step::Deployment => c::SETUP_01,
        Step::Rally => c::TURN_04,
        Step::Combat => c::COMBAT_11,
        _ => c::TURN_03,
    };
    if state.side(id) != by {
        return refuse(clause, Why::NotYours { unit: state.name(id).to_owned() });
    }
    if !state.is_on_table(id) {
        return refuse(clause, Why::OffTable { unit: state.name(id).to_owned() });
    }
    Ok(())
}

/// QP-TURN-03 his own, QP-MORALE-04 not Routed, QP-TURN-10 once a turn.
pub(crate) fn may_move(state: &State, by: Side, id: UnitId) -> Result<(), Refused> {
    own(state, by, id)?;
    let unit = state.unit(id);
    if unit.order == Order::Routed {
        return refuse(c::MORALE_04, Why::Routed { unit: state.name(id).to_owned() });
    }
    if unit.acted {
        return refuse(c::TURN_10, Why::AlreadyMoved { unit: state.name(id).to_owned() });
    }
    Ok(())
}

/// Does the next rout need the owner to name a side?
pub(crate) fn needs_a_hand(state: &State, id: UnitId) -> bool {
    !is_straight_way_open(state, id)
}
