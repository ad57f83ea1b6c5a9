//! Step 2: ADCs, changes of orders, the loss of nerve; and the single move of Retire.

use crate::book::kinds::{Form, Kind, Order, Rank};
use crate::book::tables;
use crate::c;
use crate::procedures::pace::{self, Gait};
use crate::procedures::tests_of_command::{By, OrderFacts, change_order, order_mods, order_needs};
use crate::ruleset::{GrenadierDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::aftermath::disrupt;
use crate::turn::event::{Cause, Event};
use crate::turn::flight::{get_ready_to_run, give_ground};
use crate::turn::morale_step::brigade_grade;
use crate::turn::state::{How, Standing, State, Status};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Side, UnitId};
use longroll_table::{Length, distance, inches, touching};

/// GRE-CMD-12: generals lost in an earlier turn who can be replaced. Where there are ADCs for all they come one after
/// another, the CinC's first; where there are too few the player chooses. GRE-CMD-14: when they are used up nobody comes.
pub fn lost_generals(state: &State, side: Side) -> Vec<UnitId> {
    let mut lost: Vec<UnitId> = state
        .ids()
        .filter(|id| state.side(*id) == side && state.kind(*id) == Kind::General)
        .filter(|id| {
            let unit = state.unit(*id);
            let fell = matches!(unit.standing, Standing::Killed | Standing::Captured | Standing::Wounded);
            fell && unit.lost_in < state.turn
        })
        .collect();
    lost.sort_by_key(|id| (state.piece(*id).rank != Some(Rank::CinC), state.unit(*id).lost_in, *id));
    match usize::from(state.muster.adcs.saturating_sub(state.adcs[side as usize])) {
        0 => Vec::new(),
        left if left >= lost.len() => lost.into_iter().take(1).collect(),
        _ => lost,
    }
}

/// GRE-CMD-13.
pub fn replace_general(
    draft: &mut GrenadierDraft,
    general: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let die = dice.one(c::CMD_13, Die::D6)?;
    draft.emit(Event::Replaced { general, die, ability: tables::adc(die) });
    Ok(())
}

/// Everything that a change of orders looks at.
pub fn order_facts(state: &State, brigade: u16, wanted: Order, by: By) -> OrderFacts {
    let card = &state.muster.brigades[usize::from(brigade)];
    let brigadier = state.brigadier(brigade);
    let present = state.brigades[usize::from(brigade)].order;
    let grade = brigade_grade(state, brigade).0;
    let cinc = state.cinc(card.side);
    let general = if by == By::CinC { cinc } else { brigadier };
    let ability = general.map_or_else(Default::default, |general| state.unit(general).ability);
    let mut facts = OrderFacts { by, ability, grade, present, wanted, ..OrderFacts::default() };
    if let (By::CinC, Some(cinc)) = (by, cinc) {
        let rect = &state.unit(cinc).rect;
        // GRE-CMD-06: from the brigadier; GRE-CMD-14: or from the nearest unit of a brigade without one
        let away = match brigadier.filter(|general| *general != cinc) {
            Some(general) => distance(rect, &state.unit(general).rect),
            None => state
                .brigade_units(brigade)
                .map(|unit| distance(rect, &state.unit(unit).rect))
                .min()
                .unwrap_or(Length::ZERO),
        };
        facts.over_24 = !away.within(inches(24));
        facts.commanding = state.cinc_commands[card.side as usize].is_some();
        facts.touching =
            brigadier.is_some_and(|general| general != cinc && touching(rect, &state.unit(general).rect));
    }
    facts
}

/// GRE-CMD-10, GRE-CMD-11, GRE-CMD-14, GRE-CMD-23, GRE-TURN-03.
pub fn may_change(state: &State, side: Side, brigade: u16, order: Order, by: By) -> Result<(), Refused> {
    let Some(card) = state.muster.brigades.get(usize::from(brigade)).filter(|card| card.side == side) else {
        return refuse(c::CMD_11, Why::NoSuchBrigade);
    };
    let named = || card.name.clone();
    let known = &state.brigades[usize::from(brigade)];
    if !tables::order_row(order).2 {
        return refuse(c::CMD_23, Why::RetireIsNotChosen);
    }
    if known.order == order {
        return refuse(c::CMD_11, Why::SameOrder { order });
    }
    if known.tried {
        return refuse(c::CMD_11, Why::AlreadyTried { brigade: named() });
    }
    if known.panicked || state.brigade_units(brigade).next().is_none() {
        return refuse(c::CMD_11, Why::NoSuchBrigade);
    }
    match by {
        By::CinC => {
            if !state.cinc(side).is_some_and(|cinc| state.is_fit(cinc)) {
                return refuse(c::CMD_10, Why::NoCinC);
            }
            if state.later_half {
                return refuse(c::TURN_03, Why::CinCFirst);
            }
        }
        By::Brigadier => {
            if !state.brigadier(brigade).is_some_and(|general| state.is_fit(general)) {
                return refuse(c::CMD_14, Why::NoGeneral { brigade: named() });
            }
        }
    }
    Ok(())
}

/// The roll and what comes of it. GRE-BRIG-18: a broken brigade got forward again is fit to fight.
pub fn change(
    draft: &mut GrenadierDraft,
    brigade: u16,
    order: Order,
    by: By,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let facts = order_facts(draft, brigade, order, by);
    let result = change_order(&facts, dice)?;
    draft.emit(Event::OrderTried {
        brigade,
        by,
        wanted: order,
        mods: order_mods(&facts),
        needs: order_needs(&facts),
        changed: result.changed,
        lost_nerve: result.lost_nerve,
    });
    if result.lost_nerve {
        // GRE-ORDER-08: Retire may be received anew
        let bolder = order.is_more_aggressive_than(facts.present);
        let clause = if bolder { c::CMD_19 } else { c::CMD_20 };
        draft.emit(Event::OrderSet { brigade, order: result.order, clause });
    } else if result.changed {
        let mends = draft.brigades[usize::from(brigade)].broken
            && facts.present == Order::Hold
            && draft.brigades[usize::from(brigade)].broke_in < draft.turn
            && draft.brigade_units(brigade).all(|id| !draft.unit(id).status.is_broken());
        let clause = if by == By::CinC { c::CMD_05 } else { c::CMD_15 };
        draft.emit(Event::OrderSet { brigade, order, clause });
        if mends {
            draft.emit(Event::Recovered { brigade });
        }
    }
    Ok(())
}

/// GRE-CMD-14: the CinC joins a brigade that has nobody, touching one of its units.
pub fn may_take_command(state: &State, side: Side, brigade: u16) -> Result<(), Refused> {
    let Some(card) = state.muster.brigades.get(usize::from(brigade)).filter(|card| card.side == side) else {
        return refuse(c::CMD_14, Why::NoSuchBrigade);
    };
    let Some(cinc) = state.cinc(side).filter(|cinc| state.is_fit(*cinc)) else {
        return refuse(c::CMD_10, Why::NoCinC);
    };
    if state.brigadier(brigade).is_some() {
        return refuse(c::CMD_14, Why::HasBrigadier { brigade: card.name.clone() });
    }
    let joined = state.brigade_units(brigade).any(|unit| state.touches(cinc, unit));
    if !joined {
        let unit = state.name(cinc).to_owned();
        return refuse(c::CMD_14, Why::CannotDo { unit, what: "he touches no unit of that brigade" });
    }
    Ok(())
}

/// GRE-ORDER-10: units that are not free are held to their Retire move later.
fn is_free_to_retire(state: &State, id: UnitId) -> bool {
    let unit = state.unit(id);
    matches!(unit.status, Status::Steady | Status::Rallying)
        && !state.is_in_melee(id)
        && unit.charge.is_none()
        && !unit.today.evaded
        && !unit.today.retired_broken
        && state.ids().all(|other| {
            !state.is_on_table(other) || state.unit(other).charge.is_none_or(|charge| charge.target != id)
        })
}

/// GRE-ORDER-05: it owes its single full move and is free to make it.
pub fn is_due_to_retire(state: &State, id: UnitId) -> bool {
    state.unit(id).retire_owed && is_free_to_retire(state, id)
}

/// GRE-GEN-15: straight back toward the friendly base edge. GRE-ORDER-07: an order unit may as well step back facing the
/// enemy, which comes to the same place.
pub fn retire(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let home = draft.edge(draft.side(id)).outward();
    let stay = |draft: &mut GrenadierDraft| {
        let to = draft.unit(id).pose;
        draft.emit(Event::Moved { unit: id, to, distance: Length::ZERO, how: How::Retire });
    };
    // A garrison leaves its building on the side of the base edge, and that is its whole move
    if draft.unit(id).building.is_some() {
        get_ready_to_run(draft, id, home);
        stay(draft);
        return Ok(());
    }
    let mut limbered = false;
    if draft.unit(id).form == Form::Unlimbered {
        if draft.kind(id) == Kind::SiegeArtillery || draft.piece(id).fixed {
            stay(draft);
            return Ok(());
        }
        // GRE-ORDER-06: it limbers, paying for it, and goes with what is left
        let heavy = draft.unit(id).guns.iter().any(|group| tables::gun(group.gun).heavy_field);
        get_ready_to_run(draft, id, home);
        let halves = if heavy { 2 } else { 1 };
        if let Some((n, die)) = pace::action_dice(draft.mover(id), halves, &draft.options) {
            let thrown = pace::throw(c::ORDER_06, n, die, dice)?;
            draft.emit(Event::DiceThrown { unit: id, thrown: thrown.clone(), why: How::Retire });
            disrupt(draft, id, thrown.low(false), Cause::Movement, c::ORDER_06, dice)?;
        }
        if heavy {
            stay(draft);
            return Ok(());
        }
        limbered = true;
    }
    let gait = if limbered { Gait::Half } else { Gait::Full };
    let Some((n, die, carry)) = pace::pace(draft.mover(id), gait, &draft.options) else {
        stay(draft);
        return Ok(());
    };
    let thrown = pace::throw(c::ORDER_05, n, die, dice)?;
    draft.emit(Event::DiceThrown { unit: id, thrown: thrown.clone(), why: How::Retire });
    let from = draft.unit(id).pose.at;
    give_ground(draft, id, None, home, carry.distance(thrown.total()), How::Retire, dice)?;
    if draft.is_on_table(id) {
        let rough = draft.ground.is_rough(&draft.field, from, draft.unit(id).pose.at);
        let dp = pace::movement_dp(&thrown, draft.kind(id), draft.unit(id).form, rough, false);
        disrupt(draft, id, dp, Cause::Movement, c::DP_06, dice)?;
    }
    Ok(())
}
