//! The sequence of play (GRE-TURN-01): what happens by itself until a player must decide.

use crate::book::options::FirstPlayer;
use crate::c;
use crate::procedures::tests_of_command::{InitiativeFacts, initiative};
use crate::ruleset::GrenadierDraft;
use crate::shown::offers::{can_any_charge, can_any_fire};
use crate::turn::charge::{number_waves, uncontrolled_charges};
use crate::turn::choices::{next, next_brigade, prompt};
use crate::turn::end_step::{finish_turn, help, next_helper, shed_alone};
use crate::turn::event::Event;
use crate::turn::flight::flee_on;
use crate::turn::melee_step::fight;
use crate::turn::morale_step::{end_charges, must_test, other_test};
use crate::turn::resolution::close_all;
use crate::turn::state::{Debt, Due, State, Step};
use crate::turn::victory::end_if_a_side_is_gone;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Awaiting, Clause, Side, UnitId, Wait};

/// Works off what is owed and runs through what needs nobody, until a player must decide or the battle is over.
pub(crate) fn go_on(draft: &mut GrenadierDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
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
            if !settle(draft, &debt, dice)? {
                return Ok(());
            }
            continue;
        }
        if !advance(draft, dice)? {
            return Ok(());
        }
    }
}

fn begin(draft: &mut GrenadierDraft, step: Step) {
    draft.emit(Event::StepBegan { step });
}

fn next_part(draft: &mut GrenadierDraft, side: Side) {
    let part = draft.part + 1;
    draft.emit(Event::PartBegan { side, part });
}

/// One stride of the sequence. False: a player must decide.
fn advance(draft: &mut GrenadierDraft, dice: &mut dyn Dice) -> Result<bool, Wanted> {
    let (first, second) = (draft.first, draft.first.enemy());
    match (draft.step, draft.part) {
        (Step::Deployment, _) if draft.ready == [true, true] => {
            draft.emit(Event::TurnBegan { turn: 1 });
            begin(draft, Step::Initiative);
        }
        (Step::Initiative, 0) => name_first(draft, dice)?,
        (Step::Initiative, _) => begin(draft, Step::Command),
        // GRE-TURN-03: each player first replaces his generals, then gives orders
        (Step::Command, 0 | 2) => {
            let side = draft.active;
            if !next(draft, Due::Replacement, side, dice)? {
                next_part(draft, side);
            }
        }
        (Step::Command, 1 | 3) => return Ok(false),
        (Step::Command, _) => begin(draft, Step::Compulsory),
        (Step::Compulsory, part) => return compulsory(draft, part, dice),
        (Step::Charge, 0) => {
            uncontrolled_charges(draft);
            next_part(draft, first);
            skip_idle(draft);
        }
        (Step::Charge, 1 | 2) => return Ok(false),
        (Step::Charge, 3) => {
            number_waves(draft);
            next_part(draft, first);
        }
        (Step::Charge, 4..=7) => {
            let side = draft.active;
            let what = if draft.part < 6 { Due::Approach } else { Due::Evade };
            if !next(draft, what, side, dice)? {
                next_part(draft, side.enemy());
            }
        }
        (Step::Charge, _) => begin(draft, Step::Movement),
        // GRE-TURN-06: a Retire move comes before everything else
        (Step::Movement, 0 | 2) => {
            let side = draft.active;
            if !next(draft, Due::RetireMove, side, dice)? {
                next_part(draft, side);
            }
        }
        (Step::Movement, _) | (Step::Fire, _) | (Step::Deployment, _) | (Step::Over, _) => return Ok(false),
        (Step::Resolution, part) => resolution(draft, part, first, second, dice)?,
        // GRE-TURN-09: melees are both sides' matter; the first player says which comes next (GRE-GEN-10)
        (Step::Melee, 0) => {
            if !next(draft, Due::Melee, first, dice)? {
                next_part(draft, first);
            }
        }
        // GRE-PURSUIT-14
        (Step::Melee, 1 | 2) => {
            let side = draft.active;
            if !next(draft, Due::PursuitTest, side, dice)? {
                next_part(draft, second);
            }
        }
        (Step::Melee, _) => {
            end_charges(draft);
            begin(draft, Step::Morale);
        }
        (Step::Morale, part) => morale(draft, part, first, second, dice)?,
        (Step::End, 0) => {
            shed_alone(draft);
            next_part(draft, first);
        }
        (Step::End, 1 | 2) => {
            let side = draft.active;
            match next_helper(draft, side) {
                Some((general, units)) => match units.as_slice() {
                    [only] => help(draft, general, *only),
                    _ => draft.emit(Event::Owes(Debt::Help { general, units })),
                },
                None => next_part(draft, second),
            }
        }
        (Step::End, _) => finish_turn(draft),
    }
    Ok(true)
}

/// The end of a side's part of a step, at its word.
pub(crate) fn end_part(draft: &mut GrenadierDraft) {
    let second = draft.first.enemy();
    match (draft.step, draft.part) {
        (Step::Movement, 3) => begin(draft, Step::Fire),
        (Step::Fire, 1) => begin(draft, Step::Resolution),
        _ => next_part(draft, second),
    }
    skip_idle(draft);
}

/// A part of the charge or fire step in which the side could do nothing asks nobody.
fn skip_idle(draft: &mut GrenadierDraft) {
    let second = draft.first.enemy();
    loop {
        match (draft.step, draft.part) {
            (Step::Charge, 1 | 2) if !can_any_charge(draft, draft.active) => next_part(draft, second),
            (Step::Fire, 0) if !can_any_fire(draft, draft.active) => next_part(draft, second),
            (Step::Fire, 1) if !can_any_fire(draft, draft.active) => begin(draft, Step::Resolution),
            _ => return,
        }
    }
}

/// GRE-TURN-02 and option GRE-OPT-11.
fn name_first(draft: &mut GrenadierDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let attacker = draft.muster.attacker.unwrap_or(Side::Blue);
    match draft.options.first_player {
        FirstPlayer::Attacker => draft.emit(Event::FirstNamed { side: attacker }),
        FirstPlayer::Alternate => {
            let side = if draft.turn % 2 == 1 { attacker } else { attacker.enemy() };
            draft.emit(Event::FirstNamed { side });
        }
        FirstPlayer::Initiative => {
            let ability = |side: Side| {
                draft.cinc(side).filter(|cinc| draft.is_fit(*cinc)).map(|cinc| draft.unit(cinc).ability)
            };
            let facts = InitiativeFacts { blue: ability(Side::Blue), gray: ability(Side::Gray) };
            loop {
                let [blue, gray] = initiative(&facts, dice)?;
                draft.emit(Event::InitiativeThrown { blue, gray });
                if blue != gray {
                    let side = if blue > gray { Side::Blue } else { Side::Gray };
                    draft.emit(Event::Owes(Debt::First { side }));
                    break;
                }
            }
        }
    }
    let active = draft.first;
    next_part(draft, active);
    Ok(())
}

/// GRE-ORDER-09: whatever the orders. GRE-TURN-04: (a) broken brigades, (b) retreats and routs, first player then second; (c) pursuers.
fn compulsory(draft: &mut GrenadierDraft, part: u8, dice: &mut dyn Dice) -> Result<bool, Wanted> {
    let (first, second) = (draft.first, draft.first.enemy());
    match part {
        0 | 2 => {
            let side = if part == 0 { first } else { second };
            if !next(draft, Due::Retirement, side, dice)? {
                retirements_made(draft, side);
                next_part(draft, side);
            }
        }
        1 | 3 => {
            let side = if part == 1 { first } else { second };
            let units: Vec<UnitId> = draft
                .troops(side)
                .filter(|id| draft.unit(*id).status.is_broken() && !draft.is_in_melee(*id))
                .collect();
            next_part(draft, side.enemy());
            if !units.is_empty() {
                draft.emit(Event::Owes(Debt::Flight { side, units }));
            }
        }
        4 | 5 => {
            let side = if part == 4 { first } else { second };
            if !next(draft, Due::Pursuit, side, dice)? {
                next_part(draft, second);
            }
        }
        _ => begin(draft, Step::Charge),
    }
    Ok(true)
}

/// GRE-BRIG-12: the brigades of a side whose units have all gone back.
fn retirements_made(draft: &mut GrenadierDraft, side: Side) {
    let done: Vec<u16> = (0..draft.brigades.len() as u16)
        .filter(|brigade| {
            draft.brigades[usize::from(*brigade)].retires
                && draft.muster.brigades[usize::from(*brigade)].side == side
        })
        .collect();
    for brigade in done {
        draft.emit(Event::RetirementMade { brigade });
    }
}

fn resolution(
    draft: &mut GrenadierDraft,
    part: u8,
    first: Side,
    second: Side,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    match part {
        // GRE-TURN-08: first those whom pursuers ran into
        0 => {
            let ran = next(draft, Due::RunInto, first, dice)? || next(draft, Due::RunInto, second, dice)?;
            if !ran {
                next_part(draft, first);
            }
        }
        1 | 2 => {
            let side = draft.active;
            if !next(draft, Due::Target, side, dice)? {
                next_part(draft, second);
            }
        }
        _ => begin(draft, Step::Melee),
    }
    Ok(())
}

fn morale(
    draft: &mut GrenadierDraft,
    part: u8,
    first: Side,
    second: Side,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let side = draft.active;
    match part {
        // GRE-TURN-10 (a): until no untested unit has a cause (GRE-MORALE-32)
        0 | 1 => {
            let units = must_test(draft, side);
            match units.as_slice() {
                [] => next_part(draft, if part == 0 { second } else { first }),
                [only] => other_test(draft, *only, dice)?,
                _ => draft.emit(Event::Owes(Debt::Tests { side, units })),
            }
        }
        2 | 3 => {
            if !next(draft, Due::Rally, side, dice)? {
                next_part(draft, if part == 2 { second } else { first });
            }
        }
        4 | 5 => {
            if !next_brigade(draft, side, dice)? {
                next_part(draft, second);
            }
        }
        _ => begin(draft, Step::End),
    }
    Ok(())
}

/// Settles what is owed if it needs no choice. False: a player must decide.
fn settle(draft: &mut GrenadierDraft, debt: &Debt, dice: &mut dyn Dice) -> Result<bool, Wanted> {
    match debt {
        Debt::Flight { side, units } => {
            let left: Vec<UnitId> = units
                .iter()
                .copied()
                .filter(|id| draft.is_on_table(*id) && draft.unit(*id).status.is_broken())
                .collect();
            match left.as_slice() {
                [] => draft.emit(Event::Paid),
                [only] => {
                    draft.emit(Event::Paid);
                    flee_on(draft, *only, dice)?;
                }
                _ if left.len() != units.len() => {
                    draft.emit(Event::Paid);
                    draft.emit(Event::Owes(Debt::Flight { side: *side, units: left }));
                }
                _ => return Ok(false),
            }
        }
        Debt::Close { target, countercharge } => {
            draft.emit(Event::Paid);
            close_all(draft, *target, *countercharge, dice)?;
        }
        Debt::Evade { unit, by } | Debt::FollowUp { unit, enemy: by } => {
            if draft.is_on_table(*unit) && draft.is_on_table(*by) {
                return Ok(false);
            }
            draft.emit(Event::Paid);
        }
        Debt::Melee { blue, gray, leaders } => {
            let here = |units: &[UnitId]| -> Vec<UnitId> {
                units.iter().copied().filter(|id| draft.is_on_table(*id)).collect()
            };
            let (blue, gray) = (here(blue), here(gray));
            let pick = |units: &[UnitId], named: Option<UnitId>| match units {
                [only] => Some(*only),
                _ => named,
            };
            match (pick(&blue, leaders[0]), pick(&gray, leaders[1])) {
                _ if blue.is_empty() || gray.is_empty() => draft.emit(Event::Paid),
                (Some(a), Some(b)) => {
                    draft.emit(Event::Paid);
                    fight(draft, &blue, &gray, [a, b], dice)?;
                }
                _ => return Ok(false),
            }
        }
        Debt::Aftermath(after) => return crate::turn::follow_up::settle(draft, after, dice),
        Debt::StandOrRetire { unit } | Debt::Occupy { unit, .. } | Debt::Facing { unit }
            if !draft.is_on_table(*unit) =>
        {
            draft.emit(Event::Paid);
        }
        Debt::March { unit, .. } if !draft.is_on_table(*unit) => draft.emit(Event::Paid),
        Debt::First { .. }
        | Debt::Next { .. }
        | Debt::Brigades { .. }
        | Debt::Facing { .. }
        | Debt::March { .. }
        | Debt::Answer { .. }
        | Debt::StandOrRetire { .. }
        | Debt::Occupy { .. }
        | Debt::Tests { .. }
        | Debt::Help { .. } => return Ok(false),
    }
    Ok(true)
}

/// GRE-GEN-17: lots for who names his orders first; the lower total, ties again.
pub(crate) fn throw_lots(draft: &mut GrenadierDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    loop {
        let blue = dice.sum(c::GEN_17, 2, Die::D6)? as u8;
        let gray = dice.sum(c::GEN_17, 2, Die::D6)? as u8;
        draft.emit(Event::LotsThrown { blue, gray });
        if blue != gray {
            let side = if blue < gray { Side::Blue } else { Side::Gray };
            draft.emit(Event::NamesFirst { side });
            return Ok(());
        }
    }
}

/// Whose decision a debt is.
pub(crate) fn owner_of(state: &State, debt: &Debt) -> Option<Side> {
    match debt {
        Debt::First { side }
        | Debt::Next { side, .. }
        | Debt::Brigades { side, .. }
        | Debt::Flight { side, .. }
        | Debt::Tests { side, .. } => Some(*side),
        Debt::March { unit, .. }
        | Debt::Evade { unit, .. }
        | Debt::Answer { unit }
        | Debt::FollowUp { unit, .. }
        | Debt::StandOrRetire { unit }
        | Debt::Occupy { unit, .. }
        | Debt::Facing { unit }
        | Debt::Help { general: unit, .. } => Some(state.side(*unit)),
        Debt::Melee { blue, leaders, .. } => {
            let blue_chooses = blue.len() > 1 && leaders[0].is_none();
            Some(if blue_chooses { Side::Blue } else { Side::Gray })
        }
        Debt::Aftermath(after) => after.due().first().map(|unit| state.side(*unit)),
        Debt::Close { .. } => None,
    }
}

/// The side that the step waits for when nothing is owed.
pub(crate) fn awaited(state: &State) -> Option<Side> {
    match state.step {
        Step::Deployment => match state.namer {
            None => Some(Side::Blue),
            Some(namer) if !state.ready[namer as usize] => Some(namer),
            Some(namer) => Some(namer.enemy()),
        },
        Step::Command | Step::Charge | Step::Movement | Step::Fire => Some(state.active),
        _ => None,
    }
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
    let Some(side) = awaited(state) else { return Awaiting(Vec::new()) };
    let (clause, prompt) = match (state.step, state.namer) {
        (Step::Deployment, None) => (c::GEN_17, "Throw for who names his orders first"),
        (Step::Deployment, _) => (c::CMD_24, "Name an order for each brigade, then say that you are ready"),
        (Step::Command, _) => (c::TURN_03, "Change the orders of your brigades, then end the step"),
        (Step::Charge, _) => (c::TURN_05, "Declare your charges, then end the step"),
        (Step::Movement, _) => (c::TURN_06, "Move your units and generals, then end the step"),
        _ => (c::TURN_07, "Fire, batteries first, then end the step"),
    };
    Awaiting(vec![Wait { side, clause, prompt: prompt.to_owned() }])
}

fn prompt_for(state: &State, debt: &Debt) -> (Clause, String) {
    let name = |id: &UnitId| state.name(*id).to_owned();
    match debt {
        Debt::First { .. } => (c::TURN_02, "You have the initiative: go first or second?".to_owned()),
        Debt::Next { what, .. } => {
            let (clause, words) = prompt(*what);
            (clause, words.to_owned())
        }
        Debt::Brigades { .. } => (c::TURN_10, "Choose which of your brigades tests next".to_owned()),
        Debt::Flight { .. } => (c::TURN_04, "Choose which of your broken units goes next".to_owned()),
        Debt::Facing { unit } => (c::BRIG_12, format!("Which way does {} face now?", name(unit))),
        Debt::March { unit, reach, .. } => {
            (c::MOVE_10, format!("{} may go up to {} in: where to?", name(unit), reach.in_inches()))
        }
        Debt::Evade { unit, by } => (c::CHARGE_18, format!("Does {} evade before {}?", name(unit), name(by))),
        Debt::Answer { unit } => (c::CHARGE_11, format!("{}: countercharge or stand?", name(unit))),
        Debt::Close { target, .. } => (c::CHARGE_06, format!("The closing at {}", name(target))),
        Debt::Melee { .. } => (c::MELEE_26, "Name your leading unit in this melee".to_owned()),
        Debt::Aftermath(after) => {
            let words = match (after.difference, after.first.is_empty()) {
                (0, _) => "Choose which of your cavalry rides back next",
                (_, false) => "Choose which of your beaten units gives way next",
                _ => "Choose which of your victorious units acts next",
            };
            (c::GEN_10, words.to_owned())
        }
        Debt::FollowUp { unit, enemy } => {
            (c::MELEE_40, format!("Does {} follow up {}?", name(unit), name(enemy)))
        }
        Debt::StandOrRetire { unit } => (c::PURSUIT_06, format!("{}: stand or retire?", name(unit))),
        Debt::Occupy { unit, .. } => (c::MELEE_45, format!("Does {} take the building?", name(unit))),
        Debt::Tests { .. } => (c::MORALE_32, "Choose which of your units tests next".to_owned()),
        Debt::Help { general, .. } => (c::DP_13, format!("Whom does {} steady?", name(general))),
    }
}
