//! Carries out what a player asks for, one command at a time.

use crate::c;
use crate::ruleset::{GrenadierDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::actions::{detach, may_detach, may_do, may_recall, perform, throw_recall};
use crate::turn::charge::{declare, evade, may_charge_at, may_yell};
use crate::turn::choices::take;
use crate::turn::command::Command;
use crate::turn::command_step::{change, may_change, may_take_command};
use crate::turn::end_step::help;
use crate::turn::event::{Act, Event};
use crate::turn::fire_step::{may_fire_at, may_pour, shoot, weapons};
use crate::turn::flight::{can_face, face, flee_on};
use crate::turn::follow_up::{self, follow_up, stand_off};
use crate::turn::morale_step::{other_test, test_brigade};
use crate::turn::movement_step::{
    declare_march, duty_to_advance, duty_to_fire, finish_march, manhandle, may_manhandle, may_march,
    may_ride, may_step_back, may_tactical_march, ride, step_back, tactical_march,
};
use crate::turn::pursuit::retire_after;
use crate::turn::sequence::{awaited, end_part, owner_of};
use crate::turn::set_up::deploy;
use crate::turn::state::{Debt, Due, How, State, Step};
use longroll_dice::Dice;
use longroll_kit::{Side, Stop, UnitId};
use longroll_table::Length;

/// Is this side asked, and does everybody named exist?
pub(crate) fn check_turn(state: &State, by: Side, command: &Command) -> Result<(), Refused> {
    if state.step == Step::Over {
        return refuse(c::GEN_16, Why::GameOver);
    }
    if command.units().iter().flatten().any(|id| id.index() >= state.units.len()) {
        return refuse(c::UNIT_02, Why::NoSuchUnit);
    }
    let asked = match state.owed.top() {
        Some(debt) => owner_of(state, debt),
        None => awaited(state),
    };
    if asked == Some(by) { Ok(()) } else { refuse(c::GEN_10, Why::NotAwaited) }
}

/// The unit is this side's and on the table.
pub(crate) fn own(state: &State, by: Side, id: UnitId) -> Result<(), Refused> {
    if state.side(id) != by {
        return refuse(c::GEN_10, Why::NotYours { unit: state.name(id).to_owned() });
    }
    if !state.is_on_table(id) {
        return refuse(c::UNIT_10, Why::OffTable { unit: state.name(id).to_owned() });
    }
    Ok(())
}

pub(crate) fn obey(
    draft: &mut GrenadierDraft,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    if let Some(debt) = draft.owed.top().cloned() {
        return pay(draft, &debt, command, dice);
    }
    match (draft.step, command) {
        (Step::Deployment, _) => deploy(draft, by, command, dice)?,
        (Step::Command, Command::ChangeOrder { brigade, order, by: who }) => {
            may_change(draft, by, *brigade, *order, *who)?;
            change(draft, *brigade, *order, *who, dice)?;
        }
        (Step::Command, Command::TakeCommand { brigade }) => {
            may_take_command(draft, by, *brigade)?;
            draft.emit(Event::TookCommand { brigade: *brigade });
        }
        (Step::Charge, Command::Charge { unit, target, yell }) => {
            may_charge_at(draft, by, *unit, *target)?;
            if *yell {
                may_yell(draft, *unit)?;
            }
            declare(draft, *unit, *target, *yell, dice)?;
        }
        (Step::Movement, Command::EndStep) => {
            if let Some(unit) = duty_to_advance(draft, by) {
                let unit = draft.name(unit).to_owned();
                return Ok(refuse(c::ORDER_01, Why::DutyToAdvance { unit })?);
            }
            end_part(draft);
        }
        (Step::Movement, _) => movement(draft, by, command, dice)?,
        (Step::Fire, Command::EndStep) => {
            if let Some(unit) = duty_to_fire(draft, by) {
                let unit = draft.name(unit).to_owned();
                return Ok(refuse(c::ORDER_01, Why::DutyToFire { unit })?);
            }
            end_part(draft);
        }
        (Step::Fire, Command::Fire { unit, target, weapon, pour }) => {
            may_fire_at(draft, by, *unit, *target, *weapon)?;
            let used = weapon.or_else(|| weapons(draft, *unit).first().copied());
            // GRE-POUR-07
            if *pour && draft.unit(*unit).low_ammunition {
                return Ok(refuse(c::POUR_07, Why::LowAmmunition { unit: draft.name(*unit).to_owned() })?);
            }
            if *pour && !used.is_some_and(|used| may_pour(draft, *unit, used)) {
                return Ok(refuse(c::POUR_02, Why::NoPour { unit: draft.name(*unit).to_owned() })?);
            }
            shoot(draft, *unit, *target, *weapon, *pour, dice)?;
        }
        (Step::Command | Step::Charge, Command::EndStep) => end_part(draft),
        (now, _) => return Ok(refuse(c::TURN_01, Why::WrongStep { now })?),
    }
    Ok(())
}

fn movement(
    draft: &mut GrenadierDraft,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    match command {
        Command::March { unit, gait } => {
            may_march(draft, by, *unit, *gait)?;
            declare_march(draft, *unit, *gait, dice)?;
        }
        Command::TacticalMarch { unit } => {
            may_tactical_march(draft, by, *unit)?;
            tactical_march(draft, *unit, dice)?;
        }
        Command::StepBack { unit } => {
            may_step_back(draft, by, *unit)?;
            step_back(draft, *unit, dice)?;
        }
        Command::Ride { unit } => {
            may_ride(draft, by, *unit)?;
            ride(draft, *unit, dice)?;
        }
        Command::Manhandle { unit, legs } => {
            may_manhandle(draft, by, *unit)?;
            manhandle(draft, *unit, legs, dice)?;
        }
        Command::Act { unit, act, facing } => {
            let lawful = may_do(draft, by, *unit, *act, *facing)?;
            perform(draft, *unit, *act, lawful, dice)?;
        }
        Command::Detach { unit, bases } => {
            let pose = may_detach(draft, by, *unit, *bases)?;
            detach(draft, *unit, *bases, pose, dice)?;
        }
        Command::Recall { unit } => {
            may_recall(draft, by, *unit)?;
            throw_recall(draft, *unit, dice)?;
        }
        _ => return Ok(refuse(c::TURN_01, Why::WrongStep { now: Step::Movement })?),
    }
    Ok(())
}

/// A decision that is owed: only the command that answers it is taken.
fn pay(
    draft: &mut GrenadierDraft,
    debt: &Debt,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    match (debt, command) {
        (Debt::First { side }, Command::GoFirst | Command::GoSecond) => {
            draft.emit(Event::Paid);
            let side = if *command == Command::GoFirst { *side } else { side.enemy() };
            draft.emit(Event::FirstNamed { side });
        }
        (Debt::Flight { side, units }, Command::Flee { unit }) if units.contains(unit) => {
            draft.emit(Event::Paid);
            let rest: Vec<UnitId> = units.iter().copied().filter(|other| other != unit).collect();
            draft.emit(Event::Owes(Debt::Flight { side: *side, units: rest }));
            flee_on(draft, *unit, dice)?;
        }
        (Debt::March { unit, thrown, reach, how }, Command::Move { unit: named, legs }) if unit == named => {
            finish_march(draft, (*unit, thrown, *reach, *how), legs, dice)?;
        }
        (Debt::Next { what, units, .. }, Command::Next { unit }) if units.contains(unit) => {
            draft.emit(Event::Paid);
            take(draft, *what, *unit, dice)?;
        }
        (Debt::Facing { unit }, Command::Face { unit: named, facing }) if unit == named => {
            can_face(draft, *unit, *facing).or_else(|why| refuse(c::BRIG_12, why))?;
            draft.emit(Event::Paid);
            face(draft, *unit, *facing);
        }
        (Debt::Facing { unit }, Command::Stand { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            draft.emit(Event::Stays { unit: *unit, clause: c::BRIG_12 });
        }
        (Debt::Next { what: Due::Rally, units, .. }, Command::Test { unit }) if units.contains(unit) => {
            draft.emit(Event::Paid);
            take(draft, Due::Rally, *unit, dice)?;
        }
        (Debt::Brigades { brigades, .. }, Command::TestBrigade { brigade }) if brigades.contains(brigade) => {
            draft.emit(Event::Paid);
            test_brigade(draft, *brigade, dice)?;
        }
        (Debt::Evade { unit, by }, Command::Evade { unit: named, mount, facing }) if unit == named => {
            draft.emit(Event::Paid);
            evade(draft, *unit, *by, *mount, *facing, dice)?;
        }
        (Debt::Evade { unit, .. }, Command::Stand { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            draft.emit(Event::Stays { unit: *unit, clause: c::CHARGE_18 });
        }
        (Debt::Answer { unit }, Command::Countercharge { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            if let Some(Debt::Close { target, .. }) = draft.owed.top().cloned() {
                draft.emit(Event::Paid);
                draft.emit(Event::Owes(Debt::Close { target, countercharge: true }));
            }
        }
        (Debt::Answer { unit }, Command::Stand { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            draft.emit(Event::Stays { unit: *unit, clause: c::CHARGE_11 });
        }
        (Debt::Melee { blue, gray, leaders }, Command::Lead { unit })
            if blue.contains(unit) || gray.contains(unit) =>
        {
            let asked = owner_of(draft, debt);
            if asked != Some(draft.side(*unit)) {
                return Ok(refuse(c::MELEE_26, Why::NotChoosable { unit: draft.name(*unit).to_owned() })?);
            }
            let mut leaders = *leaders;
            leaders[draft.side(*unit) as usize] = Some(*unit);
            draft.emit(Event::Paid);
            draft.emit(Event::Owes(Debt::Melee { blue: blue.clone(), gray: gray.clone(), leaders }));
        }
        (Debt::Aftermath(after), Command::Next { unit }) if after.due().contains(unit) => {
            follow_up::act(draft, after, *unit, dice)?;
        }
        (Debt::FollowUp { unit, enemy }, Command::FollowUp { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            follow_up(draft, *unit, *enemy, dice)?;
        }
        (Debt::FollowUp { unit, enemy }, Command::Stand { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            stand_off(draft, *unit, *enemy, dice)?;
        }
        (Debt::StandOrRetire { unit }, Command::Retire { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            retire_after(draft, *unit, dice)?;
        }
        (Debt::StandOrRetire { unit } | Debt::Occupy { unit, .. }, Command::Stand { unit: named })
            if unit == named =>
        {
            draft.emit(Event::Paid);
            draft.emit(Event::Stays { unit: *unit, clause: c::PURSUIT_06 });
        }
        (Debt::Occupy { unit, building }, Command::Occupy { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            let to = draft.unit(*unit).pose;
            draft.emit(Event::Acted { unit: *unit, act: Act::Occupy(*building), to, halves: 0 });
        }
        (Debt::Tests { units, .. }, Command::Test { unit }) if units.contains(unit) => {
            draft.emit(Event::Paid);
            other_test(draft, *unit, dice)?;
        }
        (Debt::Help { general, units }, Command::Help { unit }) if units.contains(unit) => {
            draft.emit(Event::Paid);
            help(draft, *general, *unit);
        }
        _ => return Ok(refuse(c::GEN_10, Why::AnotherMatterFirst)?),
    }
    Ok(())
}

/// How far a march that is owed may go, for offers.
pub(crate) fn owed_march(state: &State) -> Option<(UnitId, Length, How)> {
    match state.owed.top() {
        Some(Debt::March { unit, reach, how, .. }) => Some((*unit, *reach, *how)),
        _ => None,
    }
}
