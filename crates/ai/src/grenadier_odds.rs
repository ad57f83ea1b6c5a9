//! What fire and charges promise by the tables of the Grenadier sheet, without following their dice.

use crate::grenadier::{DP, FIGURE, whole};
use longroll_kit::{Side, UnitId};
use longroll_rules_grenadier::charge::charge_range;
use longroll_rules_grenadier::fire::{fire_mods, halved, is_long, take_hits};
use longroll_rules_grenadier::fire_step::{fire_facts, gun_facts, skirmish_facts};
use longroll_rules_grenadier::gunnery::{gun_mods, salvos};
use longroll_rules_grenadier::kinds::{Form, Kind, Weapon};
use longroll_rules_grenadier::melee::{Arrival, melee_mods};
use longroll_rules_grenadier::melee_step::melee_facts;
use longroll_rules_grenadier::morale::{Reason, morale_mods};
use longroll_rules_grenadier::morale_step::{Against, facts};
use longroll_rules_grenadier::offers::charge_targets;
use longroll_rules_grenadier::sight::{gap, is_on_flank};
use longroll_rules_grenadier::skirmish::skirmish_dice;
use longroll_rules_grenadier::state::State;
use longroll_rules_grenadier::{fire, gunnery, tables};
use longroll_table::inches;

/// Hits by two dice in thirty-sixths of what they are worth on this target.
fn by_two_dice(dp: u8, figures: u32, hits: impl Fn(i32, bool) -> u32) -> i64 {
    let mut sum = 0;
    for a in 1..=6 {
        for b in 1..=6 {
            sum += hits_worth(dp, figures, hits(a + b, a == 6 && b == 6));
        }
    }
    sum / 36
}

/// A DP, a figure, and the test that a lost figure brings.
fn hits_worth(dp: u8, figures: u32, hits: u32) -> i64 {
    let (marks, lost) = take_hits(dp, figures, hits);
    i64::from(marks) * -DP + i64::from(lost) * FIGURE + if lost > 0 { 120 } else { 0 }
}

/// What a firing promises by the tables.
pub(crate) fn fire_promise(
    state: &State,
    id: UnitId,
    target: UnitId,
    weapon: Option<Weapon>,
    pour: bool,
) -> i64 {
    let there = state.unit(target);
    let worth = volley_promise(state, id, target, weapon, pour);
    // who runs already is beaten
    if there.status.is_broken() { worth / 3 } else { worth }
}

fn volley_promise(state: &State, id: UnitId, target: UnitId, weapon: Option<Weapon>, pour: bool) -> i64 {
    let there = state.unit(target);
    let (dp, figures) = (there.dp, u32::from(there.figures));
    if state.kind(target) == Kind::General {
        return 150;
    }
    if state.kind(id) == Kind::Sniper {
        return hits_worth(dp, figures, 1) / 3;
    }
    if state.kind(id).is_artillery() && state.kind(id) != Kind::Gatling {
        let known = gun_facts(state, id, target);
        let of = |salvo: &gunnery::Salvo| {
            let mods = gun_mods(&known, salvo).total;
            let models = salvo.guns.iter().map(|group| group.models).sum();
            let times = u32::from(salvo.class == tables::RangeClass::Long) + u32::from(known.low_ammunition);
            by_two_dice(dp, figures, |total, sixes| {
                halved(gunnery::table_hits(models, total + mods), times) + 2 * u32::from(sixes)
            })
        };
        return 10 + salvos(&known).iter().map(of).sum::<i64>();
    }
    let used = weapon.or(state.piece(id).weapon).unwrap_or_default();
    if state.unit(id).form == Form::Skirmish {
        let known = skirmish_facts(state, id, target, used, pour);
        let (dice, _) = skirmish_dice(&known);
        return 10 + i64::from(dice) * -DP / 6 - if pour { 40 } else { 0 };
    }
    let known = fire_facts(state, id, target, used, pour);
    let mods = fire_mods(&known).total;
    let times = u32::from(is_long(used, known.range) == Some(true)) + u32::from(known.low_ammunition);
    let count = known.figures * tables::weapon(used).figures_multiplier;
    let one = by_two_dice(dp, figures, |total, sixes| {
        halved(fire::table_hits(count, total + mods, &state.options), times) + 2 * u32::from(sixes)
    });
    // poured on: half as much again or nearly twice, at the risk of running low
    10 + if pour { one * 3 / 2 - 90 } else { one }
}

pub(crate) fn best_charge(state: &State, side: Side, id: UnitId) -> i64 {
    charge_targets(state, side, id)
        .map(|target| charge_promise(state, id, target, false))
        .max()
        .unwrap_or(i64::MIN)
}

/// Chances of 2D6 reaching a number, in thirty-sixths.
fn chance(needs: i32) -> i64 {
    (2..=12).filter(|total| *total >= needs).map(|total: i32| 6 - i64::from((total - 7).abs())).sum()
}

/// What a charge promises by its two tests and the factors of the melee.
pub(crate) fn charge_promise(state: &State, id: UnitId, target: UnitId, yell: bool) -> i64 {
    let flank = is_on_flank(state, id, target);
    let mut own = facts(state, id, Reason::ToCharge, Against { enemy: Some(target), flank });
    own.yell = yell;
    let theirs = facts(state, target, Reason::BeingCharged, Against { enemy: Some(id), flank });
    let goes = chance(6 - morale_mods(&own).total);
    let breaks = 36 - chance(3 - morale_mods(&theirs).total);
    let mut melee = melee_facts(state, &[id], &[target], [id, target]);
    melee.a.arrival = Arrival::Charged;
    melee.a.charged_inches = inches(6);
    melee.b.flanked |= flank;
    let edge = melee_mods(&melee.a, &melee.b, false, &state.options).total
        - melee_mods(&melee.b, &melee.a, false, &state.options).total;
    // half the way is approach: from farther off the closing may fall short
    let reach = whole(charge_range(state, id));
    let far = whole(gap(state, id, target));
    let arrives = if far * 3 <= reach * 2 { 36 } else { 20 };
    let fight = (i64::from(edge) * 170 - 150).clamp(-1500, 1500);
    let win = (breaks * 800 + (36 - breaks) * fight * arrives / 36) / 36;
    let failed = if yell { -1500 } else { -500 };
    (goes * win + (36 - goes) * failed) / 36 - 120
}
