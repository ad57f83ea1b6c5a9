//! The sequence of play: what happens by itself until a player must decide.

use crate::c;
use crate::ruleset::QuickplayDraft;
use crate::turn::combat_step::{is_any_combat_left, release, take_ground};
use crate::turn::event::Event;
use crate::turn::flight::{is_straight_way_open, rout};
use crate::turn::generals::{beside, is_clear, overrun};
use crate::turn::morale_step::{
    after_routs, determine_command, owner_of, rally_candidates, settle_stationary, test_all,
};
use crate::turn::state::{Debt, Hand, State, Step};
use crate::turn::victory::{end_if_a_side_is_gone, end_of_round, take_objectives};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Awaiting, Clause, Side, UnitId, Wait};
use longroll_table::Edge;

/// Works off what is owed and runs through steps that need nobody, until a player must decide or the battle is over.
pub(crate) fn go_on(draft: &mut QuickplayDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    loop {
        if draft.step == Step::Over {
            return Ok(());
        }
        if draft.step != Step::Deployment {
            end_if_a_side_is_gone(draft);
            if draft.step == Step::Over {
                return Ok(());
            }
        }
        if let Some(debt) = draft.owed.top().cloned() {
            if !settle(draft, &debt) {
                return Ok(());
            }
            continue;
        }
        match draft.step {
            Step::Deployment if draft.ready == [true, true] => begin(draft, dice)?,
            Step::CommandDetermination => {
                determine_command(draft);
                draft.emit(Event::StepBegan { step: Step::Movement });
            }
            Step::Rally if rally_candidates(draft).next().is_none() => {
                draft.emit(Event::StepBegan { step: Step::MoraleTests });
            }
            Step::MoraleTests if draft.tested => draft.emit(Event::StepBegan { step: Step::Combat }),
            Step::MoraleTests => test_all(draft, dice)?,
            Step::Combat if !is_any_combat_left(draft) => {
                draft.emit(Event::StepBegan { step: Step::SwitchInitiative });
            }
            Step::SwitchInitiative => switch_initiative(draft),
            Step::Deployment | Step::Movement | Step::Rally | Step::Combat | Step::Over => return Ok(()),
        }
    }
}

/// The end of the Movement step, at the Attacker's word.
pub(crate) fn end_movement(draft: &mut QuickplayDraft) {
    settle_stationary(draft);
    draft.emit(Event::StepBegan { step: Step::Rally });
}

/// Whom the game waits for, and for what.
pub(crate) fn awaiting(state: &State) -> Awaiting {
    if state.step == Step::Over {
        return Awaiting(Vec::new());
    }
    if let Some(debt) = state.owed.top() {
        let Some(side) = owner_of(state, debt) else { return Awaiting(Vec::new()) };
        let (clause, prompt) = prompt_for(state, debt);
        return Awaiting(vec![Wait { side, clause, prompt }]);
    }
    let wait = |side, clause, prompt: &str| Wait { side, clause, prompt: prompt.to_owned() };
    let attacker = state.attacker;
    Awaiting(match state.step {
        Step::Deployment => Side::ALL
            .iter()
            .filter(|side| !state.ready[**side as usize])
            .map(|side| {
                wait(*side, c::SETUP_01, "Limber or unlimber your batteries, then say that you are ready")
            })
            .collect(),
        Step::Movement => {
            vec![wait(attacker, c::TURN_03, "Move and charge with your units, then end the step")]
        }
        Step::Rally => {
            vec![wait(attacker, c::TURN_04, "Rally Routed units that a General touches, or end the step")]
        }
        Step::Combat => {
            vec![wait(attacker, c::TURN_06, "Resolve your combats in any order, then end the step")]
        }
        Step::CommandDetermination | Step::MoraleTests | Step::SwitchInitiative | Step::Over => Vec::new(),
    })
}

/// Edges of the friend at which an overrun general finds room; if none is free, all (he is then shifted along).
pub(crate) fn placements(state: &State, general: UnitId, friend: UnitId) -> Vec<Edge> {
    let free: Vec<Edge> = Edge::ALL
        .into_iter()
        .filter(|edge| is_clear(state, general, beside(state, general, friend, *edge)))
        .collect();
    if free.is_empty() { vec![Edge::Rear] } else { free }
}

/// QP-TURN-08: the scenario names the first Attacker, or both roll until one is higher. QP-TURN-09: round 1.
fn begin(draft: &mut QuickplayDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let side = match draft.muster.first {
        Some(side) => side,
        None => loop {
            let blue = dice.one(c::TURN_08, Die::D6)?;
            let gray = dice.one(c::TURN_08, Die::D6)?;
            draft.emit(Event::FirstAttackerRolled { blue, gray });
            match blue.cmp(&gray) {
                std::cmp::Ordering::Greater => break Side::Blue,
                std::cmp::Ordering::Less => break Side::Gray,
                std::cmp::Ordering::Equal => {}
            }
        },
    };
    draft.emit(Event::FirstAttackerNamed { side });
    draft.emit(Event::TurnBegan { attacker: side, round: 1 });
    draft.emit(Event::StepBegan { step: Step::CommandDetermination });
    Ok(())
}

/// Step 6, QP-TURN-07: the roles swap; QP-TURN-09: after both turns the round ends.
fn switch_initiative(draft: &mut QuickplayDraft) {
    take_objectives(draft);
    let next = draft.attacker.enemy();
    let mut round = draft.round;
    if next == draft.first {
        end_of_round(draft);
        round += 1;
    }
    if draft.step != Step::Over {
        draft.emit(Event::TurnBegan { attacker: next, round });
        draft.emit(Event::StepBegan { step: Step::CommandDetermination });
    }
}

/// Settles what is owed if it needs no choice. False: a player must decide.
fn settle(draft: &mut QuickplayDraft, debt: &Debt) -> bool {
    match debt {
        Debt::Routs { units, .. } => match units.as_slice() {
            [] => draft.emit(Event::Paid),
            [unit] if is_straight_way_open(draft, *unit) => {
                draft.emit(Event::Paid);
                rout(draft, *unit, Hand::Left);
            }
            _ => return false,
        },
        Debt::GoesAlong { general, unit, .. } => {
            // Nothing to ask of a general who is gone, or who still touches the unit where it stands
            let still = draft.is_on_table(*unit)
                && longroll_table::touching(&draft.unit(*general).rect, &draft.unit(*unit).rect);
            if draft.is_on_table(*general) && !still {
                return false;
            }
            draft.emit(Event::Paid);
        }
        Debt::Placement { general, beside } if !draft.is_on_table(*beside) => {
            // The friend was lost in the same breath: look again
            draft.emit(Event::Paid);
            overrun(draft, *general, c::LEADER_04);
        }
        Debt::Placement { .. } | Debt::Claim { .. } => return false,
        Debt::TakeGround { charger, stood } => {
            draft.emit(Event::Paid);
            take_ground(draft, *charger, *stood);
        }
        Debt::Release { target } => {
            draft.emit(Event::Paid);
            release(draft, *target);
        }
        Debt::AfterRouts { gone } => {
            draft.emit(Event::Paid);
            after_routs(draft, gone);
        }
    }
    true
}

fn prompt_for(state: &State, debt: &Debt) -> (Clause, String) {
    match debt {
        Debt::Routs { units, .. } if units.len() > 1 => {
            (c::MORALE_12, "Choose which of your Routed units flees next".to_owned())
        }
        Debt::Routs { .. } => {
            (c::MORALE_25, "Choose the side to which your Routed unit turns first".to_owned())
        }
        Debt::GoesAlong { general, unit, .. } => {
            let (general, unit) = (state.name(*general), state.name(*unit));
            (c::LEADER_03, format!("Does {general} go along with {unit}?"))
        }
        Debt::Placement { general, beside } => {
            let (general, friend) = (state.name(*general), state.name(*beside));
            (c::LEADER_04, format!("{general} is overrun: set him beside {friend}"))
        }
        _ => (c::COMBAT_35, "Name the charger that takes the ground".to_owned()),
    }
}
