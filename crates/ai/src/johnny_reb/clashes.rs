//! What fires and charges promise.

use super::{FIGURE, OBJECTIVE_POINT, SECTION};
use crate::expected;
use longroll_kit::{Side, UnitId};
use longroll_rules_johnny_reb::Command;
use longroll_rules_johnny_reb::book::kinds::{Arm, Body, Formation, Level};
use longroll_rules_johnny_reb::book::tables::{RunDice, run_dice};
use longroll_rules_johnny_reb::field::rates::{rate_in_quarters, reach};
use longroll_rules_johnny_reb::procedures::fire::{Situation, fire};
use longroll_rules_johnny_reb::procedures::morale::{ImpactWinner, impact, morale_point};
use longroll_rules_johnny_reb::turn::charge::{closest_enemies, may_charge, plan};
use longroll_rules_johnny_reb::turn::fire_step::{shot_facts, situation};
use longroll_rules_johnny_reb::turn::impact::forecast;
use longroll_rules_johnny_reb::turn::state::{Ammunition, Order, Phase, Shot, State};
use longroll_table::{Length, distance, inches};

const HORSE: i64 = 300;

/// JR-ORDER-08: an enemy whose marker says Charge has this unit nearest and can reach it.
pub(super) fn is_threatened(state: &State, id: UnitId) -> bool {
    let rect = &state.unit(id).rect;
    state.troops(state.side(id).enemy()).any(|enemy| {
        state.unit(enemy).order == Some(Order::Charge)
            && distance(rect, &state.unit(enemy).rect).within(reach(state, enemy) + inches(9))
            && closest_enemies(state, enemy).contains(&id)
    })
}

/// Thousandths of a figure that a fire takes on average, less what it costs others who then do not fire by themselves.
pub(super) fn fire_promise(state: &State, command: &Command) -> i64 {
    let Command::Fire { unit, target, with, rapid, sparing } = command else { return 0 };
    let shot = |unit: UnitId, with: &[UnitId]| Shot {
        unit,
        target: *target,
        with: with.to_vec(),
        rapid: *rapid,
        sparing: *sparing,
    };
    let alone: i64 = with.iter().map(|other| average(state, &shot(*other, &[]))).sum();
    // ammunition is short soon enough
    let cost = if *rapid { 250 } else { 0 };
    average(state, &shot(*unit, with)) - alone - cost
}

/// The same for a First Fire at this target.
pub(super) fn firing_worth(state: &State, unit: UnitId, target: UnitId) -> i64 {
    let shot = Shot { unit, target, with: Vec::new(), rapid: false, sparing: false };
    average_of(state, &shot, Situation::FirstFire)
}

fn average(state: &State, shot: &Shot) -> i64 {
    average_of(state, shot, situation(state, shot.unit))
}

fn average_of(state: &State, shot: &Shot, how: Situation) -> i64 {
    let facts = shot_facts(state, shot, how);
    expected(|dice| {
        let result = fire(&facts, &state.options, dice)?;
        let (horses, men) = (i64::from(result.horses), i64::from(result.lost - result.horses));
        Ok(if facts.target == Body::Artillery { men * SECTION + horses * HORSE } else { men * FIGURE })
    })
}

/// What a charge should bring: the odds of the impact with those who could come along, what the volley costs, and the
/// ground that would be cleared.
pub(super) fn charge_promise(state: &State, id: UnitId, away: Length) -> i64 {
    let Some(target) = closest_enemies(state, id).first().copied() else { return -3000 };
    let Some(plan) = plan(state, id, target).filter(|_| may_charge(state, id)) else { return -3000 };
    let unit = state.unit(id);
    let quarters = i64::from(rate_in_quarters(state, id, unit.formation, unit.mounted, plan.ground));
    let rate = Length::from_micrometres(quarters * 6_350);
    let bonus = match run_dice(state.body(id), plan.ground) {
        RunDice::Dice(dice) => inches(3 * i64::from(dice)),
        _ => Length::ZERO,
    };
    // it should strike more often than not
    if !plan.contact.within(rate + bonus) || !away.within(rate + bonus) {
        return -3000;
    }
    let (ours, theirs) = forecast(state, id, target, &[]);
    let helpers =
        state.troops(state.side(id)).filter(|other| could_support(state, id, *other)).take(3).count();
    let tired = if plan.contact.within(rate + bonus.half()) { 0 } else { 3 };
    let attacker = morale_point(&ours) - i32::try_from(helpers).unwrap_or(0) + tired;
    let defender = morale_point(&theirs);
    let foe = state.unit(target);
    let prize = 3000 + ground_under(state, target, state.side(id));
    let silent = (state.arm(target) == Arm::Cavalry && foe.mounted)
        || foe.formation == Formation::Limbered
        || foe.level == Level::Routed
        || foe.ammunition == Ammunition::Out
        || foe.flags.fired;
    // before the orders are shown it may have fired its volley by then, or not
    let fires = if silent {
        0
    } else if state.phase == Phase::MarkOrders {
        2
    } else {
        3
    };
    let guns = if state.arm(target) == Arm::Artillery { 5 } else { 1 };
    let volley = i64::from(foe.figures) * guns * FIGURE * fires / 12;
    let clash = expected(|dice| {
        Ok(match impact(attacker, defender, dice)?.winner {
            ImpactWinner::Attacker => prize,
            ImpactWinner::Defender => -2400,
            ImpactWinner::Tie => 0,
        })
    });
    clash - volley
}

/// A steady friend close by who charges too, or could still be ordered to.
fn could_support(state: &State, id: UnitId, other: UnitId) -> bool {
    let near = distance(&state.unit(id).rect, &state.unit(other).rect).within(inches(2));
    let ordered = match state.unit(other).order {
        Some(order) => order == Order::Charge,
        None => state.phase == Phase::MarkOrders,
    };
    other != id && near && ordered && may_charge(state, other)
}

/// What it is worth to drive an enemy from the objectives he stands on, shared among those who stand there.
fn ground_under(state: &State, enemy: UnitId, side: Side) -> i64 {
    let mut worth = 0;
    for (objective, held) in state.muster.objectives.iter().zip(&state.held) {
        let on = |id: &UnitId| distance(&state.unit(*id).rect, &objective.at).within(objective.radius);
        if *held != Some(side) && on(&enemy) {
            let sharers = state.troops(side.enemy()).filter(on).count().max(1);
            worth += OBJECTIVE_POINT * i64::from(objective.points) / sharers as i64;
        }
    }
    worth
}
