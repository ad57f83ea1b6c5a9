//! Carries out what a player asks for, one command at a time.

use crate::book::kinds::Arm;
use crate::c;
use crate::field::movement::route;
use crate::field::sight::{adjacency, apart, under};
use crate::procedures::fire::Manner;
use crate::ruleset::{DeadlyDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::actions;
use crate::turn::charge::{Closing, Phase, follow_on, halt, press, strikes};
use crate::turn::command::{Command, Salvo};
use crate::turn::event::Event;
use crate::turn::fire_step::fire_at;
use crate::turn::impact::oppose;
use crate::turn::react::{
    Reaction, may_desperate_without, may_fire_held, may_react, may_react_by_fire, react, react_by_fire,
};
use crate::turn::sequence::{awaiting, decider, find_command, roll_initiative};
use crate::turn::state::{Debt, State, Step};
use longroll_dice::Dice;
use longroll_kit::{Leg, Side, Stop, UnitId};
use longroll_table::{Length, thousandths, touching, within};

/// Is this side asked, and do all units named exist?
pub(crate) fn check_turn(state: &State, by: Side, command: &Command) -> Result<(), Refused> {
    if state.step == Step::Over {
        return refuse(c::TURN_12, Why::GameOver);
    }
    if command.units().iter().any(|id| id.index() >= state.units.len()) {
        return refuse(c::GAME_03, Why::NoSuchUnit);
    }
    if decider(state) == Some(by) { Ok(()) } else { refuse(c::TURN_01, Why::NotAwaited) }
}

pub(crate) fn obey(
    draft: &mut DeadlyDraft,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    if let Some(debt) = draft.owed.top().cloned() {
        return pay(draft, debt, command, dice);
    }
    match (draft.step, command) {
        (Step::Initiative, Command::RollInitiative) => roll_initiative(draft, dice)?,
        (Step::Leaders, Command::Move { unit, legs, .. }) => move_leader(draft, by, *unit, legs)?,
        (Step::Leaders, Command::Attach { leader, unit }) => attach(draft, by, *leader, *unit)?,
        (Step::Leaders, Command::Stand { unit }) => {
            actions::own(draft, by, *unit)?;
            if !draft.is_leader(*unit) || draft.unit(*unit).moved {
                let unit = draft.name(*unit).to_owned();
                return Ok(refuse(c::LEADER_08, Why::AlreadyMoved { unit })?);
            }
            let to = draft.unit(*unit).pose;
            draft.emit(Event::LeaderMoved { leader: *unit, to, clause: c::LEADER_08 });
        }
        (Step::Leaders, Command::LeadersDone) => find_command(draft),
        (Step::Actions, Command::Group { units, first, second }) => {
            actions::may_group(draft, by, units)?;
            actions::group(draft, units, [*first, *second]);
        }
        (Step::Actions, Command::Move { unit, legs, without }) => {
            actions::make_move(draft, by, *unit, legs, without)?
        }
        (Step::Actions, Command::Fire { salvos, deliberate }) => {
            actions::fire(draft, by, salvos, *deliberate, dice)?
        }
        (Step::Actions, Command::Charge { sallies, without }) => {
            actions::charge(draft, by, sallies, without, dice)?
        }
        (Step::Actions, Command::Reform { unit }) => actions::reform(draft, by, *unit)?,
        (Step::Actions, Command::Rally { unit, facing }) => {
            actions::try_to_rally(draft, by, *unit, *facing, dice)?
        }
        (Step::Actions, Command::Disengage { unit, distance, without }) => {
            actions::disengage(draft, by, *unit, *distance, without)?
        }
        (Step::Actions, Command::Run { unit, facing }) => {
            actions::may_run(draft, by, *unit)?;
            actions::run_away(draft, *unit, *facing, dice)?;
        }
        (Step::Actions, Command::Merge { unit, other }) => actions::merge(draft, by, *unit, *other)?,
        (Step::Actions, Command::Join { unit, to }) => actions::join(draft, by, *unit, *to)?,
        (Step::Actions, Command::Stand { unit }) => actions::stand(draft, by, *unit)?,
        (Step::Actions, Command::Done) if draft.acting.is_some() => draft.emit(Event::Finished),
        (Step::Actions, Command::EndTurn) => {
            draft.emit(Event::StepBegan { step: Step::Ending });
        }
        // ADF-UNIT-01: leaders move at the start of the turn only
        (Step::Actions, Command::Attach { leader, .. }) => {
            let unit = draft.name(*leader).to_owned();
            return Ok(refuse(c::LEADER_09, Why::AlreadyMoved { unit })?);
        }
        _ => return Ok(refuse(c::TURN_08, Why::NotNow)?),
    }
    Ok(())
}

/// A decision that is owed: only the commands that answer it are taken.
fn pay(draft: &mut DeadlyDraft, debt: Debt, command: &Command, dice: &mut dyn Dice) -> Result<(), Stop<Why>> {
    match (debt, command) {
        (Debt::React(trigger), Command::React { units, how, facing, distance, without }) => {
            may_react(draft, &trigger, units, how, *distance, without)?;
            draft.emit(Event::Paid);
            react(draft, units, how, (*facing, *distance), without, dice)?;
        }
        (Debt::React(trigger), Command::ReactFire { salvos }) => {
            may_react_by_fire(draft, &trigger, salvos)?;
            draft.emit(Event::Paid);
            react_by_fire(draft, salvos, dice)?;
        }
        (Debt::React(_), Command::Pass { whole_action }) => {
            draft.emit(Event::Paid);
            draft.emit(Event::LetPass { whole_action: *whole_action });
        }
        (Debt::Desperation { pairs }, Command::Desperate { unit, target, without }) => {
            if !pairs.contains(&(*unit, *target)) {
                let unit = draft.name(*unit).to_owned();
                return Ok(refuse(c::REACT_15, Why::NotTriggered { unit })?);
            }
            may_desperate_without(draft, *unit, *target, without)?;
            let salvo = Salvo { units: vec![*unit], target: *target, without: without.clone() };
            fire_at(draft, &salvo, Manner::Desperation, false, dice)?;
        }
        (Debt::HeldFire { unit, chargers }, Command::React { units, how, without, .. }) => {
            let target = match how {
                Reaction::Fire { target } if units.as_slice() == [unit] && chargers.contains(target) => {
                    *target
                }
                _ => {
                    let unit = draft.name(unit).to_owned();
                    return Ok(refuse(c::REACT_29, Why::NotTriggered { unit })?);
                }
            };
            may_fire_held(draft, unit, target, without)?;
            draft.emit(Event::Reacted { units: vec![unit], clause: c::FIRE_28 });
            let salvo = Salvo { units: vec![unit], target, without: without.clone() };
            fire_at(draft, &salvo, Manner::PointBlank, true, dice)?;
        }
        (Debt::HeldFire { unit, chargers }, Command::Desperate { unit: named, target, without }) => {
            if *named != unit || !chargers.contains(target) {
                let unit = draft.name(*named).to_owned();
                return Ok(refuse(c::REACT_29, Why::NotTriggered { unit })?);
            }
            may_desperate_without(draft, unit, *target, without)?;
            let salvo = Salvo { units: vec![unit], target: *target, without: without.clone() };
            fire_at(draft, &salvo, Manner::Desperation, false, dice)?;
        }
        (Debt::Opponent { lead, among }, Command::Strike { unit, target }) => {
            if *unit != lead || !among.contains(target) {
                let unit = draft.name(*target).to_owned();
                return Ok(refuse(c::CHARGE_21, Why::NotChoosable { unit })?);
            }
            draft.emit(Event::Paid);
            oppose(draft, lead, *target);
        }
        (Debt::Desperation { .. } | Debt::HeldFire { .. }, Command::Pass { .. }) => {
            draft.emit(Event::Paid);
            draft.emit(Event::LetPass { whole_action: false });
        }
        (Debt::Charge(charge), command) => match (charge.phase.clone(), command) {
            (Phase::Choosing, Command::Strike { unit, target }) => {
                if !strikes(draft, &charge).contains(&(*unit, *target)) {
                    let unit = draft.name(*unit).to_owned();
                    return Ok(refuse(c::CHARGE_21, Why::NotChoosable { unit })?);
                }
                let mut charge = charge;
                let step = Closing::Check;
                charge.phase = Phase::Closing { lead: *unit, target: *target, step };
                draft.emit(Event::Now(Debt::Charge(charge)));
            }
            (Phase::Asking { unit }, Command::Press { distance }) => {
                if distance.is_some_and(|distance| distance <= Length::ZERO) {
                    let (asked, most) = (distance.unwrap_or_default(), Length::ZERO);
                    return Ok(refuse(c::CHARGE_38, Why::TooFarAdvance { asked, most })?);
                }
                press(draft, charge, unit, *distance);
            }
            (Phase::Asking { unit }, Command::Halt) => halt(draft, charge, unit),
            (Phase::Winning { units, most, beaten }, Command::Advance { distance }) => {
                if !distance.within(most) || *distance <= Length::ZERO {
                    return Ok(refuse(c::CHARGE_28, Why::TooFarAdvance { asked: *distance, most })?);
                }
                follow_on(draft, charge, &units, *distance, beaten);
            }
            (Phase::Winning { units, .. }, Command::Halt) => {
                let mut charge = charge;
                charge.phase = Phase::Choosing;
                draft.emit(Event::Now(Debt::Charge(charge)));
                for unit in units {
                    if draft.is_on_table(unit) {
                        crate::turn::charge::end_for(draft, unit, c::CHARGE_26);
                    }
                }
            }
            _ => return Ok(another_matter(draft)?),
        },
        _ => return Ok(another_matter(draft)?),
    }
    Ok(())
}

fn another_matter(state: &State) -> Result<(), Refused> {
    let waits = awaiting(state).0;
    let clause = waits.first().map_or(c::TURN_08, |wait| wait.clause);
    let what = waits.first().map_or_else(String::new, |wait| wait.prompt.clone());
    refuse(clause, Why::AnotherMatterFirst { what })
}

/// ADF-LEADER-08: once, at the rate of the mounted road column, in any direction, through friends.
pub(crate) fn may_move_leader(
    state: &State,
    by: Side,
    id: UnitId,
    legs: &[Leg],
) -> Result<longroll_table::Pose, Refused> {
    let unit = state.name(id).to_owned();
    actions::own(state, by, id)?;
    if !state.is_leader(id) {
        return refuse(c::TURN_08, Why::NotALeader { unit });
    }
    if state.unit(id).moved {
        return refuse(c::LEADER_08, Why::AlreadyMoved { unit });
    }
    let route = route(state, &[id], legs)?;
    let rect = longroll_table::Rect::new(route.to(), state.rect(id).size());
    let touched = state.troops(by.enemy()).find(|enemy| touching(&rect, state.rect(*enemy)));
    if let Some(enemy) = touched {
        return refuse(c::GEO_11, Why::Contact { enemy: state.name(enemy).to_owned() });
    }
    Ok(route.to())
}

fn move_leader(draft: &mut DeadlyDraft, by: Side, id: UnitId, legs: &[Leg]) -> Result<(), Refused> {
    let to = may_move_leader(draft, by, id, legs)?;
    if draft.unit(id).with.is_some() {
        draft.emit(Event::LeaderAttached { leader: id, unit: None });
    }
    draft.emit(Event::LeaderMoved { leader: id, to, clause: c::LEADER_08 });
    Ok(())
}

/// ADF-LEADER-04: adjacent, or within half an inch by the option.
pub(crate) fn may_attach(state: &State, by: Side, leader: UnitId, unit: UnitId) -> Result<(), Refused> {
    let name = state.name(leader).to_owned();
    actions::own(state, by, leader)?;
    actions::own(state, by, unit)?;
    if !state.is_leader(leader) || state.is_leader(unit) {
        return refuse(c::LEADER_04, Why::NotALeader { unit: name });
    }
    // ADF-LEADER-09: during his own move, and once
    if state.unit(leader).actions == 0 {
        return refuse(c::LEADER_09, Why::AlreadyMoved { unit: name });
    }
    let ground = adjacency(under(state, leader)).min(adjacency(under(state, unit)));
    let limit = if state.options.leader_within_half_inch { thousandths(500) } else { ground };
    if !within(state.rect(leader), state.rect(unit), limit) {
        let (other, measured) = (state.name(unit).to_owned(), apart(state, leader, unit));
        return refuse(c::LEADER_04, Why::NotAdjacent { unit: name, other, measured });
    }
    Ok(())
}

fn attach(draft: &mut DeadlyDraft, by: Side, leader: UnitId, unit: Option<UnitId>) -> Result<(), Refused> {
    match unit {
        Some(unit) => may_attach(draft, by, leader, unit)?,
        None => {
            actions::own(draft, by, leader)?;
            if draft.arm(leader) != Arm::Leader || draft.unit(leader).with.is_none() {
                return refuse(c::LEADER_09, Why::NotALeader { unit: draft.name(leader).to_owned() });
            }
            if draft.unit(leader).actions == 0 {
                return refuse(c::LEADER_09, Why::AlreadyMoved { unit: draft.name(leader).to_owned() });
            }
        }
    }
    draft.emit(Event::LeaderAttached { leader, unit });
    draft.emit(Event::ActionsSpent { units: vec![leader], actions: 2 });
    Ok(())
}
