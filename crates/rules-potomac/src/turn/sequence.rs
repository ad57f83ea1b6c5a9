//! The sequence of play: what happens by itself until a player must decide (POT-TURN).

use crate::book::kinds::Kind;
use crate::book::options::InitiativeMoment;
use crate::c;
use crate::field::flight::is_in_range;
use crate::field::sight::{enemies_near, is_near, nearest_enemy};
use crate::ruleset::PotomacDraft;
use crate::turn::aftermath::{flee, settle_groups};
use crate::turn::charge;
use crate::turn::event::Event;
use crate::turn::follow_up::{follow_up, left_over};
use crate::turn::melee_step::{asked, doubtful, round, undecided_way};
use crate::turn::orders::can_command;
use crate::turn::state::{Debt, OrderKind, Phase, State};
use crate::turn::victory::{end_if_a_side_is_gone, end_of_tenure};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Awaiting, Clause, Side, UnitId, Wait};

/// Works off what is owed and runs through steps that need nobody.
pub(crate) fn go_on(draft: &mut PotomacDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    loop {
        if draft.phase == Phase::Over {
            return Ok(());
        }
        if let Some(debt) = draft.owed.top().cloned() {
            if !settle(draft, &debt, dice)? {
                return Ok(());
            }
            continue;
        }
        settle_groups(draft);
        if draft.phase != Phase::SetUp {
            end_if_a_side_is_gone(draft);
        }
        match draft.phase {
            Phase::SetUp if draft.ready == [true, true] => begin(draft, dice)?,
            Phase::Start => wake(draft),
            Phase::Initiative if draft.is_spent => end_tenure(draft),
            Phase::Initiative if !anybody_awake(draft) => {
                draft.emit(Event::PhaseBegan { phase: Phase::Command });
            }
            Phase::Command if draft.is_spent || !anybody_commands(draft) => end_tenure(draft),
            Phase::SetUp | Phase::Initiative | Phase::Command | Phase::Over => return Ok(()),
        }
    }
}

/// POT-TURN-11: the scenario names the first side, or both roll until one is higher.
fn begin(draft: &mut PotomacDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let side = match draft.muster.first {
        Some(side) => side,
        None => loop {
            let blue = dice.one(c::TURN_11, Die::D6)?;
            let gray = dice.one(c::TURN_11, Die::D6)?;
            draft.emit(Event::FirstRolled { blue, gray });
            match blue.cmp(&gray) {
                std::cmp::Ordering::Greater => break Side::Blue,
                std::cmp::Ordering::Less => break Side::Gray,
                std::cmp::Ordering::Equal => {}
            }
        },
    };
    draft.emit(Event::FirstNamed { side });
    begin_tenure(draft, side, 1);
    Ok(())
}

/// The start of a tenure: a new general (POT-LEADER-18), melees left over (POT-MELEE-40), retreat moves (POT-MORALE-11).
pub(crate) fn begin_tenure(draft: &mut PotomacDraft, side: Side, turn: u32) {
    draft.emit(Event::TenureBegan { side, turn });
    let mut fleeing: Vec<UnitId> = draft.formed(side).filter(|id| draft.is_retreating(*id)).collect();
    fleeing.reverse();
    for id in fleeing {
        if !is_in_range(draft, id) {
            draft.emit(Event::Halted { unit: id });
        } else if let Some((enemy, _)) = nearest_enemy(draft, id) {
            draft.emit(Event::Owes(Debt::Flee { unit: id, from: enemy, first: None }));
        }
    }
    for melee in left_over(draft).into_iter().rev() {
        draft.emit(Event::Owes(Debt::Round(Box::new(melee))));
    }
    succeed(draft, side);
}

fn succeed(draft: &mut PotomacDraft, side: Side) {
    if draft.general(side).is_some() {
        return;
    }
    let Some(best) = draft.officers(side).map(|id| draft.piece(id).rating).max() else { return };
    let candidates: Vec<UnitId> = draft.officers(side).filter(|id| draft.piece(*id).rating == best).collect();
    match candidates.as_slice() {
        [officer] => draft.emit(Event::BecameGeneral { officer: *officer }),
        _ => draft.emit(Event::Owes(Debt::Succession { side, candidates })),
    }
}

/// POT-INIT-01, -02: the conditions are tested once, for all together.
fn wake(draft: &mut PotomacDraft) {
    let side = draft.active;
    let units = draft
        .ids()
        .filter(|id| draft.side(*id) == side && draft.is_placed(*id))
        .map(|id| (id, enemies_near(draft, id).collect::<Vec<_>>()))
        .filter(|(_, enemies)| !enemies.is_empty())
        .collect();
    draft.emit(Event::Awoke { units });
    draft.emit(Event::PhaseBegan { phase: Phase::Initiative });
}

/// The enemies because of whom a unit may act on its own (POT-OPT-33: looked for at the moment).
pub(crate) fn awake(state: &State, id: UnitId) -> impl Iterator<Item = UnitId> {
    let once = state.options.initiative_moment == InitiativeMoment::OnceAtTheStartOfThePhase;
    let known = state.unit(id).awake.iter().copied().filter(move |_| once);
    let looks = !once && state.is_placed(id);
    known.chain(looks.then(|| enemies_near(state, id)).into_iter().flatten())
}

/// Is this one of those enemies?
pub(crate) fn wakes(state: &State, id: UnitId, enemy: UnitId) -> bool {
    match state.options.initiative_moment {
        InitiativeMoment::OnceAtTheStartOfThePhase => state.unit(id).awake.contains(&enemy),
        InitiativeMoment::WhenEachUnitActs => state.is_placed(id) && is_near(state, id, enemy),
    }
}

/// POT-INIT-04, -06, POT-CONF-02: may it still act on its own?
pub(crate) fn may_act(state: &State, id: UnitId) -> bool {
    let unit = state.unit(id);
    state.side(id) == state.active
        && state.is_placed(id)
        && !unit.acted
        && !state.is_confused(id)
        && (unit.office.with.is_none() || !state.is_officer(id))
        && awake(state, id).next().is_some()
}

fn anybody_awake(state: &State) -> bool {
    state.ids().any(|id| may_act(state, id))
}

/// POT-TURN-07, POT-LEADER-20: without a general the others go on; without any officer the tenure is over.
fn anybody_commands(state: &State) -> bool {
    state.officers(state.active).any(|id| can_command(state, id))
}

/// POT-TURN-13: the clean-up, then the initiative passes.
fn end_tenure(draft: &mut PotomacDraft) {
    draft.emit(Event::TenureEnded);
    end_of_tenure(draft);
    if draft.phase == Phase::Over {
        return;
    }
    let next = draft.active.enemy();
    let turn = draft.turn + u32::from(next == draft.first);
    begin_tenure(draft, next, turn);
}

/// Settles what is owed if it needs no choice. False: a player must decide.
fn settle(draft: &mut PotomacDraft, debt: &Debt, dice: &mut dyn Dice) -> Result<bool, Wanted> {
    match debt {
        Debt::Carry(received) => {
            let gone = received.units.iter().all(|id| !draft.is_placed(*id) && !draft.is_officer(*id));
            if gone || received.units.is_empty() {
                draft.emit(Event::Paid);
            }
            Ok(gone || received.units.is_empty())
        }
        Debt::Share(_) | Debt::Succession { .. } => Ok(false),
        Debt::Detach { officer, unit, of_group, .. } => {
            // Nothing to ask of an officer who is gone or has left the unit, or of one whose unit is gone
            let with = draft.unit(*officer).office.with;
            let left = with.is_none() || (!of_group && with != Some(*unit));
            let gone = left || !draft.is_formed(*unit);
            if gone {
                draft.emit(Event::Paid);
            }
            Ok(gone)
        }
        Debt::Flee { unit, from, first } => flee(draft, *unit, *from, *first, dice),
        Debt::Assault(assault) => charge::proceed(draft, assault, dice),
        // POT-GROUP-14: also after a follow-up test has failed
        Debt::Charges { officer, rest } => {
            draft.emit(Event::Paid);
            if let Some((first, more)) = rest.split_first() {
                if !more.is_empty() {
                    draft.emit(Event::Owes(Debt::Charges { officer: *officer, rest: more.to_vec() }));
                }
                charge::declare(draft, first, *officer);
            }
            Ok(true)
        }
        Debt::Round(melee) => round(draft, melee, dice),
        Debt::FollowUp(owed) => Ok(follow_up(draft, owed)),
    }
}

/// The side that decides what is owed, and throws its dice (POT-GAME-06).
pub(crate) fn owner_of(state: &State, debt: &Debt) -> Option<Side> {
    Some(match debt {
        Debt::Carry(received) => state.side(received.officer),
        Debt::Share(sharing) => state.side(sharing.target),
        Debt::Detach { officer, .. } => state.side(*officer),
        Debt::Flee { unit, .. } => state.side(*unit),
        Debt::Assault(assault) => state.side(assault.target),
        Debt::Charges { .. } => return None,
        Debt::Round(melee) => state.side(asked(state, melee)?),
        Debt::FollowUp(owed) => {
            let first = owed.waiting.first().and_then(|pursuer| pursuer.units.first());
            first.map_or(state.active, |id| state.side(*id))
        }
        Debt::Succession { side, .. } => *side,
    })
}

/// Whom the game waits for, and for what.
pub(crate) fn awaiting(state: &State) -> Awaiting {
    if state.phase == Phase::Over {
        return Awaiting(Vec::new());
    }
    if let Some(debt) = state.owed.top() {
        let Some(side) = owner_of(state, debt) else { return Awaiting(Vec::new()) };
        let (clause, prompt) = prompt_for(state, debt);
        return Awaiting(vec![Wait { side, clause, prompt }]);
    }
    let wait = |side, clause, prompt: String| Wait { side, clause, prompt };
    Awaiting(match state.phase {
        Phase::SetUp => Side::ALL
            .iter()
            .filter(|side| !state.ready[**side as usize])
            .map(|side| {
                let prompt = "Choose how your units begin: formation, limber, horses, groups; then say that you are ready";
                wait(*side, c::GAME_01, prompt.to_owned())
            })
            .collect(),
        Phase::Initiative => {
            let prompt = "Units within 30 cm of an enemy they see may act on their own; then end the phase or give an order";
            vec![wait(state.active, c::INIT_01, prompt.to_owned())]
        }
        Phase::Command => {
            let prompt = match state.officer {
                Some(officer) => format!("{} issues orders; stop him, or pass the initiative", state.name(officer)),
                None => "Give an officer his first order, which is free, or pass the initiative".to_owned(),
            };
            vec![wait(state.active, c::TURN_05, prompt)]
        }
        Phase::Start | Phase::Over => Vec::new(),
    })
}

fn prompt_for(state: &State, debt: &Debt) -> (Clause, String) {
    match debt {
        Debt::Carry(received) => {
            let names: Vec<&str> = received.units.iter().map(|id| state.name(*id)).collect();
            let names = names.join(", ");
            let text = match received.kind {
                OrderKind::Move => format!("{names} may move"),
                OrderKind::Fire => format!("{names} may fire: choose the target"),
                OrderKind::Charge => format!("{names} charges: choose the target"),
                OrderKind::DeploySkirmishers => format!("Place the skirmishers of {names}"),
                OrderKind::Rally => format!("{names} has rallied and may turn"),
                OrderKind::StandReady | OrderKind::RecallSkirmishers => names,
            };
            (c::CMD_15, text)
        }
        Debt::Share(sharing) => {
            (c::FIRE_21, format!("Name the unit that takes an odd hit of {}", state.name(sharing.firer)))
        }
        Debt::Detach { officer, unit, failed, .. } => {
            let (officer, unit) = (state.name(*officer), state.name(*unit));
            let how = if *failed { "breaks" } else { "holds" };
            (c::MORALE_14, format!("{unit} {how}: does {officer} stay with it?"))
        }
        Debt::Flee { unit, .. } => (
            c::MORALE_21,
            format!("The way of {} is barred: to which side does it turn first?", state.name(*unit)),
        ),
        Debt::Assault(assault) => {
            let names: Vec<&str> = assault.chargers.iter().map(|charger| state.name(charger.unit)).collect();
            let firer = assault.firers.first().map_or("", |id| state.name(*id));
            (c::CHARGE_08, format!("{} charges: does {firer} fire?", names.join(" and ")))
        }
        Debt::Round(melee) => match doubtful(state, melee) {
            Some((unit, stand, _)) => (
                c::MELEE_30,
                format!("Stand {} of {} touches two enemies: name one", stand + 1, state.name(unit)),
            ),
            None => match undecided_way(state, melee) {
                Some((unit, _)) => (
                    c::MELEE_38,
                    format!("Two enemies touch {} alike: from which would it go back?", state.name(unit)),
                ),
                None => (c::MELEE_01, "The melee goes on".to_owned()),
            },
        },
        Debt::FollowUp(owed) => {
            let names: Vec<&str> = owed
                .waiting
                .first()
                .map(|p| p.units.iter().map(|id| state.name(*id)).collect())
                .unwrap_or_default();
            let names = names.join(" and ");
            if crate::turn::follow_up::must_choose(state, owed) {
                (c::MELEE_39, format!("{names} has won the round: whom does it follow up?"))
            } else {
                (c::MELEE_21, format!("{names} has won the round: order it to follow up?"))
            }
        }
        Debt::Succession { .. } => (c::LEADER_18, "Choose your new general".to_owned()),
        Debt::Charges { .. } => (c::GROUP_09, "The next charge follows".to_owned()),
    }
}

/// Who of a side is placed on the table as an actor of the Initiative Phase.
pub(crate) fn wakeful(state: &State) -> Vec<UnitId> {
    state.ids().filter(|id| may_act(state, *id)).collect()
}

/// A parent acts for its line; the line for itself only if the parent does not qualify (POT-SKIRM-03, -17).
pub(crate) fn may_recall_on_initiative(state: &State, parent: UnitId) -> Option<UnitId> {
    let line = state.line_of(parent)?;
    if may_act(state, parent) {
        return Some(parent);
    }
    // POT-INIT-04: a parent that qualified and has acted has no second action in its line
    let unit = state.unit(parent);
    if (unit.acted || !state.is_confused(parent)) && awake(state, parent).next().is_some() {
        return None;
    }
    let qualifies = may_act(state, line) && state.kind(line) == Kind::Skirmishers;
    qualifies.then_some(line)
}
