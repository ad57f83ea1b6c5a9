//! The sequence of play (JR-TURN-01): what happens by itself until a player must decide.

use crate::book::kinds::{Arm, Level};
use crate::c;
use crate::field::ground::nearest_enemy;
use crate::procedures::morale::{Cause, check, level_after_rally, morale_mods, morale_point};
use crate::ruleset::JohnnyRebDraft;
use crate::turn::asking::{Answer, Question, ask};
use crate::turn::charge::{closest_enemies, waiting};
use crate::turn::event::Event;
use crate::turn::fire_step::{Aim, firers, resolve};
use crate::turn::flight::{enemy_within, remove, rout_move};
use crate::turn::march::{can_be_halted, finish};
use crate::turn::melee_step::{fight_all, hold_ground};
use crate::turn::morale_step::{Alarm, check_all, late_witnesses, measure, spread};
use crate::turn::officers::{beside, commands, overrun};
use crate::turn::state::{Ammunition, Debt, Fate, Order, Phase, State};
use crate::turn::victory::{end_if_a_side_is_gone, end_of_turn, take_objectives};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Awaiting, Side, UnitId, Wait};
use longroll_table::{Convex, Length, inches};

/// Works off what is owed and runs through phases that need nobody.
pub(crate) fn go_on(draft: &mut JohnnyRebDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    loop {
        if draft.phase == Phase::Over {
            return Ok(());
        }
        if draft.phase > Phase::MarkOrders {
            end_if_a_side_is_gone(draft);
            if draft.phase == Phase::Over {
                return Ok(());
            }
        }
        if !draft.fallen.is_empty() {
            spread(draft, Vec::new(), dice)?;
        }
        hold_ground(draft);
        if let Some(Debt::March(march)) = draft.owed.top().cloned() {
            if !march.asked && can_be_halted(draft, &march) {
                return Ok(());
            }
            finish(draft, &march, dice)?;
            continue;
        }
        late_witnesses(draft, dice)?;
        run_over(draft, dice)?;
        let phase = draft.phase;
        let waits = Side::ALL.iter().any(|side| is_awaited(draft, *side));
        if waits {
            return Ok(());
        }
        match phase {
            Phase::MarkOrders => {
                begin(draft, Phase::Rallies);
                routs_and_rallies(draft, dice)?;
            }
            Phase::Rallies => {
                replacements(draft, dice)?;
                reveal(draft);
            }
            Phase::Reveal => {
                change_to_hold(draft);
                begin(draft, Phase::FirstFires);
            }
            Phase::FirstFires => {
                fire_all(draft, dice)?;
                // JR-ORDER-02, JR-OPT-11: units on Hold fire after the charges, or at any time
                let next = if draft.options.hold_any_time { Phase::HoldFires } else { Phase::Disengage };
                begin(draft, next);
            }
            Phase::HoldFires => {
                fire_all(draft, dice)?;
                begin(draft, Phase::Disengage);
            }
            Phase::Disengage | Phase::Charges | Phase::Moves => name_mover(draft, dice)?,
            Phase::Pivots => begin(draft, Phase::Fires),
            Phase::Fires => {
                fire_all(draft, dice)?;
                begin(draft, Phase::Melee);
            }
            Phase::Melee => {
                fight_all(draft, dice)?;
                take_objectives(draft);
                // JR-VICTORY-02: at once, not after the orders of another turn
                end_if_a_side_is_gone(draft);
                if draft.phase != Phase::Over {
                    end_of_turn(draft);
                }
            }
            Phase::Over => return Ok(()),
        }
    }
}

fn begin(draft: &mut JohnnyRebDraft, phase: Phase) {
    draft.emit(Event::PhaseBegan { phase });
}

/// Must this side decide something now?
pub(crate) fn is_awaited(state: &State, side: Side) -> bool {
    if state.phase == Phase::Over {
        return false;
    }
    if let Some(question) = &state.question {
        return state.side(question.unit()) == side;
    }
    if let Some(Debt::March(march)) = state.owed.top() {
        return state.side(march.unit) != side;
    }
    let ready = state.ready[side as usize];
    match state.phase {
        Phase::MarkOrders => !ready,
        Phase::Rallies => !ready && rally_candidates(state, side).next().is_some(),
        // also when all are written down: a sealed change must not bring on the next phase by itself
        Phase::Reveal => {
            let written = state.troops(side).any(|id| state.unit(id).to_hold);
            !ready && (written || changeable(state, side).next().is_some())
        }
        // what was declared is rolled when both have said so, not with the last declaration
        Phase::FirstFires | Phase::HoldFires | Phase::Fires => {
            let declared = state.shots.iter().any(|shot| state.side(shot.unit) == side);
            !ready && (declared || firers(state, side).next().is_some())
        }
        Phase::Disengage | Phase::Charges | Phase::Moves => {
            state.mover.is_some_and(|mover| state.side(mover) == side)
        }
        Phase::Pivots => !ready && late_movers(state, side).next().is_some(),
        Phase::Melee | Phase::Over => false,
    }
}

pub(crate) fn awaiting(state: &State) -> Awaiting {
    let waits = Side::ALL.iter().filter(|side| is_awaited(state, **side)).map(|side| {
        let (clause, prompt) = prompt(state);
        Wait { side: *side, clause, prompt }
    });
    Awaiting(waits.collect())
}

fn prompt(state: &State) -> (longroll_kit::Clause, String) {
    if let Some(question) = &state.question {
        return (question.clause(), question.prompt(state));
    }
    if let Some(Debt::March(march)) = state.owed.top() {
        let text = format!("{} is on the move: halt it by fire, or let it pass", state.name(march.unit));
        return (c::ORDER_02, text);
    }
    let mover = state.mover.map_or("a unit", |mover| state.name(mover));
    match state.phase {
        Phase::MarkOrders => (
            c::ORDER_01,
            "Place an order marker face down at each unit, then say that you are ready".to_owned(),
        ),
        Phase::Rallies => (c::MORALE_16, "Rally Shaken units, or go on".to_owned()),
        Phase::Reveal => {
            (c::ORDER_08, "Change Move and Form orders to Hold if you will, then go on".to_owned())
        }
        Phase::FirstFires => (c::ORDER_03, "Fire with every unit on First Fire that has a target".to_owned()),
        Phase::HoldFires => (c::ORDER_02, "Fire now with units on Hold, or keep their fire".to_owned()),
        Phase::Disengage => (c::MOVE_10, format!("Withdraw {mover}")),
        Phase::Charges => (c::CHARGE_02, format!("Charge with {mover}")),
        Phase::Moves => (c::ORDER_04, format!("Move {mover}")),
        Phase::Pivots => (c::ORDER_11, "Pivot units on Hold and move officers, then go on".to_owned()),
        _ => (c::TURN_01, "Declare your fires, then go on".to_owned()),
    }
}

/// JR-ORDER-01, JR-MELEE-10: units that must still be given an order.
pub fn unordered(state: &State, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    state.troops(side).filter(|id| {
        let unit = state.unit(*id);
        unit.order.is_none() && unit.level != Level::Routed && !state.is_in_contact(*id)
    })
}

/// JR-MORALE-16: Shaken units that may still try.
pub fn rally_candidates(state: &State, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    state.troops(side).filter(|id| {
        let unit = state.unit(*id);
        unit.level == Level::Shaken && !unit.flags.tried_rally
    })
}

/// JR-ORDER-08.
pub fn changeable(state: &State, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    state.troops(side).filter(|id| {
        let unit = state.unit(*id);
        matches!(unit.order, Some(Order::Move(_) | Order::Form)) && !unit.to_hold
    })
}

/// JR-ORDER-11, JR-OFFICER-02, ruling JR-R06: Hold units that could pivot and officers that could ride.
pub fn late_movers(state: &State, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    state.ids().filter(move |id| {
        let unit = state.unit(*id);
        let free = state.side(*id) == side && state.is_on_table(*id) && !unit.flags.acted;
        free && (state.is_officer(*id) || may_pivot(state, *id))
    })
}

pub fn may_pivot(state: &State, id: UnitId) -> bool {
    let unit = state.unit(id);
    unit.order == Some(Order::Hold)
        && !unit.flags.fired
        && !unit.flags.pivoted
        && !unit.flags.impacted
        && !unit.flags.fell_back
        && !state.is_in_contact(id)
}

/// Phase 2 (JR-MORALE-16 to -18, JR-FIRE-14, JR-ARTY-02, JR-OFFICER-03): what needs no choice.
fn routs_and_rallies(draft: &mut JohnnyRebDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let mut alarms = Vec::new();
    let routed = |state: &State, id: UnitId| {
        state.is_on_table(id) && !state.is_officer(id) && state.unit(id).level == Level::Routed
    };
    // all run first, then all try
    for id in draft.ids() {
        let rect = draft.unit(id).rect;
        if routed(draft, id) && !rout_move(draft, id, None, c::MORALE_16, dice)? {
            alarms.push(Alarm { unit: id, rect });
        }
    }
    for id in draft.ids() {
        if routed(draft, id) {
            alarms.extend(rally(draft, id, dice)?);
        }
    }
    spread(draft, alarms, dice)
}

/// The last of phase 2, after the rallies: JR-FIRE-14, JR-ARTY-02, JR-OFFICER-03.
fn replacements(draft: &mut JohnnyRebDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    for id in draft.ids() {
        if draft.is_on_table(id) && !draft.is_officer(id) && !enemy_within(draft, id, inches(12)) {
            replenish(draft, id, dice)?;
        }
    }
    replace_officers(draft, dice)
}

/// JR-OFFICER-04, JR-ARTY-06: lone officers and abandoned guns on which an enemy has come to rest.
fn run_over(draft: &mut JohnnyRebDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let bait = |state: &State, id: UnitId| {
        state.unit(id).fate == Fate::Abandoned
            || state.unit(id).guns_at.is_some()
            || (state.is_officer(id) && state.is_on_table(id))
    };
    if !draft.ids().any(|id| bait(draft, id)) {
        return Ok(());
    }
    for id in draft.ids() {
        if draft.is_on_table(id) && !draft.is_officer(id) {
            let rect = draft.unit(id).rect;
            overrun(draft, id, &[Convex::of(&rect)], dice)?;
        }
    }
    if draft.fallen.is_empty() { Ok(()) } else { spread(draft, Vec::new(), dice) }
}

fn replenish(draft: &mut JohnnyRebDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    if draft.unit(id).ammunition != Ammunition::Full && dice.count(c::FIRE_14, 1, Die::D6, 5)? == 1 {
        let to =
            if draft.unit(id).ammunition == Ammunition::Out { Ammunition::Low } else { Ammunition::Full };
        draft.emit(Event::AmmunitionSet { unit: id, to, clause: c::FIRE_14 });
    }
    let short = draft.arm(id) == Arm::Artillery && draft.unit(id).horses_lost > 0;
    if short && dice.count(c::ARTY_02, 1, Die::D6, 5)? == 1 {
        draft.emit(Event::HorsesReplaced { unit: id });
    }
    Ok(())
}

/// JR-OFFICER-03: on 5 or 6 a new officer joins a unit of the command.
fn replace_officers(draft: &mut JohnnyRebDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    for id in draft.ids() {
        if !draft.is_officer(id) || draft.unit(id).fate != Fate::Killed {
            continue;
        }
        let units: Vec<UnitId> =
            draft.troops(draft.side(id)).filter(|unit| commands(draft, id, *unit)).collect();
        if !units.is_empty() && dice.count(c::OFFICER_03, 1, Die::D6, 5)? == 1 {
            let unit = match units.as_slice() {
                [only] => *only,
                _ => match ask(draft, Question::Joins { officer: id, units: units.clone() })? {
                    Answer::Unit(unit) => unit,
                    _ => units[0],
                },
            };
            let to = beside(draft, id, unit);
            let with = Some(unit);
            draft.emit(Event::OfficerPlaced { officer: id, to, clause: c::OFFICER_03, with });
        }
    }
    Ok(())
}

/// JR-MORALE-16, -17: one attempt; gives the alarm of a unit that breaks.
pub(crate) fn rally(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    dice: &mut dyn Dice,
) -> Result<Option<Alarm>, Wanted> {
    let facts = measure(draft, id, Cause::Rally);
    let point = morale_point(&facts);
    let (roll, verdict) = check(point, dice)?;
    draft.emit(Event::RallyTried { unit: id, mods: morale_mods(&facts), point, roll, verdict });
    let before = draft.unit(id).level;
    let rect = draft.unit(id).rect;
    match level_after_rally(before, verdict) {
        None => {
            remove(draft, id, Fate::Dispersed, c::MORALE_17, dice)?;
            return Ok(Some(Alarm { unit: id, rect }));
        }
        Some(level) if level != before => {
            let clause = if level == Level::Routed { c::MORALE_17 } else { c::MORALE_16 };
            draft.emit(Event::LevelSet { unit: id, level, clause });
            if level == Level::Routed && draft.is_in_contact(id) {
                // JR-MELEE-07: who routs in melee has surrendered
                remove(draft, id, Fate::Surrendered, c::MELEE_07, dice)?;
                return Ok(Some(Alarm { unit: id, rect }));
            }
            if level == Level::Routed {
                draft.emit(Event::OrderLost { unit: id });
                rout_move(draft, id, None, c::MORALE_14, dice)?;
                return Ok(Some(Alarm { unit: id, rect }));
            }
        }
        Some(_) => {}
    }
    Ok(None)
}

/// Phase 3: both show. Ruling JR-R12: a unit without a marker stands on Hold, unless it is Routed, locked in contact, or
/// lost its order by going Shaken (JR-ORDER-13).
fn reveal(draft: &mut JohnnyRebDraft) {
    begin(draft, Phase::Reveal);
    let idle: Vec<UnitId> = Side::ALL.iter().flat_map(|side| unordered(draft, *side)).collect();
    let idle = idle.into_iter().filter(|id| !draft.unit(*id).flags.lost_order).collect::<Vec<_>>();
    for unit in idle {
        draft.emit(Event::OrderGiven { unit, order: Some(Order::Hold) });
    }
    let orders = draft.ids().filter_map(|id| draft.unit(id).order.map(|order| (id, order))).collect();
    draft.emit(Event::Revealed { orders });
}

fn change_to_hold(draft: &mut JohnnyRebDraft) {
    let changed: Vec<UnitId> = draft.ids().filter(|id| draft.unit(*id).to_hold).collect();
    for unit in changed {
        draft.emit(Event::ChangedToHold { unit });
    }
}

/// JR-TURN-02: the declared fires together.
fn fire_all(draft: &mut JohnnyRebDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let clause = match draft.phase {
        Phase::FirstFires => c::ORDER_03,
        Phase::HoldFires => c::OPT_11,
        _ => c::FIRE_01,
    };
    let aims: Vec<Aim> =
        draft.shots.clone().into_iter().map(|shot| Aim::ordered(draft, shot, clause)).collect();
    let (shocks, alarms) = resolve(draft, &aims, dice)?;
    check_all(draft, &shocks, alarms, dice)
}

/// JR-TURN-03: the unit nearest to any enemy is next; lots decide between equals.
fn name_mover(draft: &mut JohnnyRebDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let mut movers: Vec<(Length, UnitId)> = match draft.phase {
        Phase::Charges => waiting(draft),
        phase => draft
            .ids()
            .filter(|id| {
                draft.is_on_table(*id) && !draft.unit(*id).flags.acted && moves_in(draft, *id, phase)
            })
            .map(|id| (nearest_enemy(draft, id).map_or(inches(1000), |(at, _)| at), id))
            .collect(),
    };
    movers.sort_unstable();
    let Some((nearest, _)) = movers.first().copied() else {
        let next = match draft.phase {
            Phase::Disengage => Phase::Charges,
            Phase::Charges => Phase::Moves,
            _ => Phase::Pivots,
        };
        begin(draft, next);
        return Ok(());
    };
    let mut equal: Vec<UnitId> =
        movers.iter().filter(|(at, _)| at.within(nearest)).map(|(_, id)| *id).collect();
    // a die for each that has none yet; those who tie throw again, and their place among the others stays
    let mut throwers: Vec<UnitId> =
        equal.iter().copied().filter(|id| draft.unit(*id).lots.is_empty()).collect();
    while equal.len() > 1 {
        for id in &throwers {
            let die = dice.one(c::TURN_03, Die::D6)?;
            draft.emit(Event::LotsThrown { unit: *id, die });
        }
        let best = equal.iter().map(|id| draft.unit(*id).lots.clone()).max().unwrap_or_default();
        equal.retain(|id| draft.unit(*id).lots == best);
        throwers.clone_from(&equal);
    }
    let Some(id) = equal.first().copied() else { return Ok(()) };
    // JR-CHARGE-30: with nobody in sight it stands
    if draft.phase == Phase::Charges && closest_enemies(draft, id).is_empty() {
        let mut flags = draft.unit(id).flags;
        flags.acted = true;
        draft.emit(Event::Did { unit: id, flags });
        return Ok(());
    }
    draft.emit(Event::MoverNamed { unit: Some(id) });
    Ok(())
}

fn moves_in(state: &State, id: UnitId, phase: Phase) -> bool {
    let unit = state.unit(id);
    if unit.flags.fell_back || unit.flags.impacted || unit.level == Level::Routed {
        return false;
    }
    match unit.order {
        Some(Order::Disengage) => phase == Phase::Disengage,
        Some(Order::Move(_) | Order::Form) => phase == Phase::Moves && !state.is_in_contact(id),
        _ => false,
    }
}
