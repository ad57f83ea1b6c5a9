//! The sequence of play: what happens by itself until a player must decide. ADF-GAME-04: every die is asked for one by one, in order.

use crate::book::kinds::{Arm, Level};
use crate::c;
use crate::field::sight::{apart, are_adjacent};
use crate::ruleset::DeadlyDraft;
use crate::shown::why::Why;
use crate::turn::aftermath::rally;
use crate::turn::asking::Question;
use crate::turn::charge::{self, Phase};
use crate::turn::event::Event;
use crate::turn::march;
use crate::turn::react::{anybody, may_desperate, may_fire_held, owe_reaction};
use crate::turn::state::{Debt, Fate, State, Step, TriggerKind};
use crate::turn::victory::{end_of_turn, take_objectives};
use longroll_dice::{Dice, Die};
use longroll_kit::{Awaiting, Clause, Side, Stop, UnitId, Wait};
use longroll_table::{Length, inches, within};

/// Works off what is owed and runs through steps that need nobody.
pub(crate) fn go_on(draft: &mut DeadlyDraft, dice: &mut dyn Dice) -> Result<(), Stop<Why>> {
    loop {
        if draft.step == Step::Over {
            return Ok(());
        }
        if let Some(debt) = draft.owed.top().cloned() {
            if !settle(draft, debt, dice)? {
                return Ok(());
            }
            continue;
        }
        match draft.step {
            Step::Leaders if draft.leaders(draft.active).next().is_none() => find_command(draft),
            Step::Actions => {
                let spent = draft.acting.as_ref().is_some_and(|acting| {
                    acting.members.iter().all(|id| draft.unit(*id).actions == 0 || !draft.is_on_table(*id))
                });
                if spent {
                    draft.emit(Event::Finished);
                } else if !anyone_left(draft) {
                    draft.emit(Event::StepBegan { step: Step::Ending });
                } else {
                    return Ok(());
                }
            }
            Step::Ending => end_player_turn(draft, dice)?,
            Step::Initiative | Step::Leaders | Step::Over => return Ok(()),
        }
    }
}

/// Is there a unit of the active side that could still be taken or has actions left?
fn anyone_left(state: &State) -> bool {
    state.troops(state.active).any(|id| state.unit(id).actions > 0)
}

/// Settles what is owed if it needs no choice. False: a player must decide.
fn settle(draft: &mut DeadlyDraft, debt: Debt, dice: &mut dyn Dice) -> Result<bool, Stop<Why>> {
    match debt {
        Debt::Walk(walk) => {
            march::go_on(draft, walk, dice)?;
            Ok(true)
        }
        Debt::Charge(charge) => charge::go_on(draft, charge, dice),
        Debt::React(trigger) => {
            let unwatched = draft.acting.as_ref().is_some_and(|acting| acting.unwatched);
            if !unwatched && anybody(draft, &trigger) {
                return Ok(false);
            }
            draft.emit(Event::Paid);
            Ok(true)
        }
        Debt::Desperation { pairs } => {
            if pairs.iter().any(|(unit, at)| can_desperate(draft, *unit, *at)) {
                return Ok(false);
            }
            draft.emit(Event::Paid);
            Ok(true)
        }
        Debt::HeldFire { unit, chargers } => {
            let any = |at: &UnitId| {
                draft.is_on_table(*at)
                    && (may_fire_held(draft, unit, *at, &[]).is_ok()
                        || may_desperate(draft, unit, *at).is_ok())
            };
            if draft.is_on_table(unit) && chargers.iter().any(any) {
                return Ok(false);
            }
            draft.emit(Event::Paid);
            Ok(true)
        }
        Debt::Opponent { .. } => Ok(false),
        Debt::Rally { unit, facing } => {
            draft.emit(Event::Paid);
            if draft.is_on_table(unit) && draft.unit(unit).actions > 0 {
                draft.emit(Event::ActionsSpent { units: vec![unit], actions: 1 });
                if draft.unit(unit).level >= Level::Shaken {
                    rally(draft, unit, facing, dice)?;
                    owe_reaction(draft, TriggerKind::Near, &[unit], None);
                }
            }
            Ok(true)
        }
    }
}

pub(crate) fn can_desperate(state: &State, unit: UnitId, at: UnitId) -> bool {
    state.is_on_table(unit) && state.is_on_table(at) && may_desperate(state, unit, at).is_ok()
}

/// ADF-TURN-02: the scenario names the side with the initiative, or both roll until one is higher.
pub(crate) fn roll_initiative(draft: &mut DeadlyDraft, dice: &mut dyn Dice) -> Result<(), Stop<Why>> {
    let side = loop {
        let blue = dice.one(c::TURN_02, Die::D6)?;
        let gray = dice.one(c::TURN_02, Die::D6)?;
        draft.emit(Event::InitiativeRolled { blue, gray });
        match blue.cmp(&gray) {
            std::cmp::Ordering::Greater => break Side::Blue,
            std::cmp::Ordering::Less => break Side::Gray,
            std::cmp::Ordering::Equal => {}
        }
    };
    draft.emit(Event::InitiativeTaken { side });
    begin_turn(draft, side, 1);
    Ok(())
}

/// ADF-TURN-08: leaders move, command is found, units act.
pub(crate) fn begin_turn(draft: &mut DeadlyDraft, active: Side, turn: u32) {
    draft.emit(Event::TurnBegan { active, turn });
    draft.emit(Event::StepBegan { step: Step::Leaders });
}

/// ADF-CMD-01: fixed once, for the whole player turn.
pub(crate) fn find_command(draft: &mut DeadlyDraft) {
    let found = in_command(draft, draft.active);
    for (unit, in_command) in found {
        if draft.unit(unit).in_command != in_command {
            draft.emit(Event::CommandFound { unit, in_command });
        }
    }
    draft.emit(Event::StepBegan { step: Step::Actions });
}

/// ADF-CMD-02, -03, -04, -05, -09: within the radius of an own leader, or linked by adjacent units of the brigade to one that is.
pub(crate) fn in_command(state: &State, side: Side) -> Vec<(UnitId, bool)> {
    let units: Vec<UnitId> = state.troops(side).collect();
    let uses_leaders = state.ids().any(|id| state.is_leader(id) && state.side(id) == side);
    if !uses_leaders {
        return units.into_iter().map(|id| (id, true)).collect();
    }
    let mut found: Vec<(UnitId, bool)> = units.iter().map(|id| (*id, is_in_radius(state, *id))).collect();
    loop {
        let linked = found.iter().position(|(id, commanded)| {
            !commanded
                && found.iter().any(|(other, commanded)| {
                    *commanded && is_same_brigade(state, *id, *other) && are_adjacent(state, *id, *other)
                })
        });
        match linked {
            Some(place) => found[place].1 = true,
            None => return found,
        }
    }
}

fn is_same_brigade(state: &State, a: UnitId, b: UnitId) -> bool {
    let brigade = |id: UnitId| state.piece(id).chain.first();
    brigade(a).is_some() && brigade(a) == brigade(b)
}

/// ADF-LEADER-02, -03, -15: four inches for each point of benefit; the unit he is with counts even with none. A dead leader
/// commands nobody.
fn is_in_radius(state: &State, id: UnitId) -> bool {
    state.leaders(state.side(id)).any(|leader| {
        let piece = state.piece(leader);
        let is_own = piece.chain.first().is_some_and(|led| state.piece(id).chain.contains(led));
        let radius = inches(4 * i64::from(piece.benefit));
        let near = piece.benefit > 0 && within(state.rect(leader), state.rect(id), radius);
        is_own && (near || state.unit(leader).with == Some(id))
    })
}

/// ADF-TURN-10: routed units that were not taken run and roll, nearest to the enemy first; then the roles are exchanged.
fn end_player_turn(draft: &mut DeadlyDraft, dice: &mut dyn Dice) -> Result<(), Stop<Why>> {
    if draft.acting.is_some() {
        draft.emit(Event::Finished);
    }
    let side = draft.active;
    let next = draft
        .troops(side)
        .filter(|id| crate::turn::actions::may_run(draft, side, *id).is_ok())
        .min_by_key(|id| {
            let away = draft.troops(side.enemy()).map(|enemy| apart(draft, *id, enemy)).min();
            (away.unwrap_or(Length::MAX), *id)
        });
    if let Some(unit) = next {
        return crate::turn::actions::run_away(draft, unit, None, dice);
    }
    take_objectives(draft);
    let other = side.enemy();
    if other == draft.first {
        end_of_turn(draft);
        if draft.step != Step::Over {
            let turn = draft.turn + 1;
            begin_turn(draft, other, turn);
        }
    } else {
        let turn = draft.turn;
        begin_turn(draft, other, turn);
    }
    Ok(())
}

/// Whom the game waits for.
pub(crate) fn decider(state: &State) -> Option<Side> {
    if state.step == Step::Over {
        return None;
    }
    if let Some(question) = &state.question {
        return Some(question.ask.side);
    }
    Some(match state.owed.top() {
        Some(Debt::React(_) | Debt::Desperation { .. } | Debt::HeldFire { .. } | Debt::Opponent { .. }) => {
            state.active.enemy()
        }
        Some(Debt::Charge(_)) | None => state.active,
        Some(Debt::Walk(_) | Debt::Rally { .. }) => return None,
    })
}

/// Whom the game waits for, and for what.
pub(crate) fn awaiting(state: &State) -> Awaiting {
    let Some(side) = decider(state) else { return Awaiting(Vec::new()) };
    let (clause, prompt) = prompt(state);
    Awaiting(vec![Wait { side, clause, prompt }])
}

fn prompt(state: &State) -> (Clause, String) {
    let names = |ids: &[UnitId]| {
        let list: Vec<&str> = ids.iter().map(|id| state.name(*id)).collect();
        list.join(", ")
    };
    if let Some(Question { ask, .. }) = &state.question {
        return (ask.clause(), ask.prompt(state));
    }
    match state.owed.top() {
        Some(Debt::React(trigger)) => {
            let what = match trigger.kind {
                TriggerKind::Fire => "has fired",
                TriggerKind::Inch => "is on the move",
                TriggerKind::Near => "has acted close by",
            };
            (
                c::REACT_06,
                format!("{} {what}: one unit or group may react, or let it pass", names(&trigger.by)),
            )
        }
        Some(Debt::Desperation { pairs }) => {
            let near: Vec<UnitId> = pairs.iter().map(|(_, at)| *at).take(1).collect();
            (
                c::REACT_15,
                format!("{} has come within an inch: fire in desperation, or let it pass", names(&near)),
            )
        }
        Some(Debt::HeldFire { unit, chargers }) => (
            c::REACT_29,
            format!(
                "{} is charged by {} at one inch: fire, or let it pass",
                state.name(*unit),
                names(chargers)
            ),
        ),
        Some(Debt::Opponent { lead, among }) => (
            c::CHARGE_21,
            format!(
                "{} meets {} at once: name the one that stands against it",
                state.name(*lead),
                names(among)
            ),
        ),
        Some(Debt::Charge(charge)) => match &charge.phase {
            Phase::Asking { unit } => (
                c::CHARGE_18,
                format!("The enemy has given way before {}: go on or halt?", state.name(*unit)),
            ),
            Phase::Winning { units, most, .. } => {
                (c::CHARGE_28, format!("{} may advance up to {} in", names(units), most.in_inches()))
            }
            _ => (c::CHARGE_22, "Name who strikes next".to_owned()),
        },
        _ => match state.step {
            Step::Initiative => (c::TURN_02, "Roll for the initiative".to_owned()),
            Step::Leaders => {
                (c::TURN_08, "Move and attach your leaders, then say that they are done".to_owned())
            }
            _ => match state.acting_members() {
                [] => (c::TURN_04, "Take a unit or a group, or end your turn".to_owned()),
                members => (
                    c::TURN_04,
                    format!("{} is acting: go on with it, take another, or end your turn", names(members)),
                ),
            },
        },
    }
}

/// Units of a side that are on the table and not routed.
pub(crate) fn has_unrouted(state: &State, side: Side) -> bool {
    state.troops(side).any(|id| state.unit(id).level != Level::Routed)
}

/// Strength of a side at the start, and what is lost of it: units off the table and routed units count as lost (ADF-GAME-01).
pub(crate) fn lost_share(state: &State, side: Side) -> (u64, u64) {
    let mut sums = (0, 0);
    for id in state.ids() {
        let piece = state.piece(id);
        if piece.side != side || piece.arm == Arm::Leader {
            continue;
        }
        let weight = u64::from(piece.muster_points.unwrap_or(1).max(1));
        let start = u64::from(piece.strength());
        let with = state.ids().find(|other| {
            let unit = state.unit(*other);
            unit.merged == Some(id) || unit.remnant == Some(id)
        });
        let holder = if state.unit(id).fate == Fate::Joined { with.unwrap_or(id) } else { id };
        let standing = state.is_on_table(holder) && state.unit(holder).level != Level::Routed;
        let now = if standing { u64::from(state.regiment_figures(id)) } else { 0 };
        sums.0 += weight * (start - now.min(start));
        sums.1 += weight * start;
    }
    sums
}
