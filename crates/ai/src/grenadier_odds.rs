//! What fire and charges promise: the exact expectation of the rules' own procedures, without all that follows from them.

use crate::expected;
use crate::grenadier::{DP, FIGURE, whole};
use longroll_kit::{Side, UnitId};
use longroll_rules_grenadier::book::kinds::{Form, Kind, Weapon};
use longroll_rules_grenadier::book::options::Options;
use longroll_rules_grenadier::field::sight::{gap, is_on_flank};
use longroll_rules_grenadier::procedures::fire::{FireResult, fire};
use longroll_rules_grenadier::procedures::guns::fire_guns;
use longroll_rules_grenadier::procedures::melee::{Arrival, Fate, MeleeFacts, MeleeResult, melee};
use longroll_rules_grenadier::procedures::morale::{MoraleFacts, MoraleResult, Reason, test};
use longroll_rules_grenadier::procedures::skirmish_fire::{skirmish_fire, snipe};
use longroll_rules_grenadier::shown::offers::charge_targets;
use longroll_rules_grenadier::turn::charge::charge_range;
use longroll_rules_grenadier::turn::fire_step::{fire_facts, gun_facts, skirmish_facts};
use longroll_rules_grenadier::turn::melee_step::melee_facts;
use longroll_rules_grenadier::turn::morale_step::{Against, facts};
use longroll_rules_grenadier::turn::state::State;
use longroll_table::inches;

/// Worth of a chance that is certain.
const CERTAIN: i64 = 1_000;
const LOW_ON_AMMUNITION: i64 = 180;
const BURST: i64 = 220;

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
    let options = &state.options;
    if state.kind(id) == Kind::Sniper {
        let prize = if state.kind(target) == Kind::General { 900 } else { -DP };
        return expected(|dice| Ok(if snipe(dice)? { prize } else { 0 }));
    }
    if state.kind(id).is_artillery() && state.kind(id) != Kind::Gatling {
        let mut known = gun_facts(state, id, target);
        // what bounces on is a matter of its own
        known.unit_behind = false;
        return 10
            + expected(|dice| {
                let result = fire_guns(&known, options, dice)?;
                Ok(worth_of(&result.fire) - result.burst.len() as i64 * BURST)
            });
    }
    let used = weapon.or(state.piece(id).weapon).unwrap_or_default();
    if state.unit(id).form == Form::Skirmish {
        let known = skirmish_facts(state, id, target, used, pour);
        return 10 + expected(|dice| Ok(worth_of(&skirmish_fire(&known, options, dice)?)));
    }
    let known = fire_facts(state, id, target, used, pour);
    10 + expected(|dice| Ok(worth_of(&fire(&known, options, dice)?)))
}

/// A DP, a figure, the test that a lost figure brings; and what pouring it on may cost.
fn worth_of(result: &FireResult) -> i64 {
    i64::from(result.dp) * -DP
        + i64::from(result.figures_lost) * FIGURE
        + if result.figures_lost > 0 { 120 } else { 0 }
        - if result.ran_low { LOW_ON_AMMUNITION } else { 0 }
}

pub(crate) fn best_charge(state: &State, side: Side, id: UnitId) -> i64 {
    charge_targets(state, side, id)
        .map(|target| charge_promise(state, id, target, false))
        .max()
        .unwrap_or(i64::MIN)
}

/// The chance of some results of a test, in thousandths.
fn chance(facts: &MoraleFacts, of: impl Fn(MoraleResult) -> bool) -> i64 {
    expected(|dice| Ok(if of(test(facts, dice)?.result) { CERTAIN } else { 0 }))
}

/// What a charge promises by its two tests and the melee after them.
pub(crate) fn charge_promise(state: &State, id: UnitId, target: UnitId, yell: bool) -> i64 {
    let flank = is_on_flank(state, id, target);
    let mut own = facts(state, id, Reason::ToCharge, Against { enemy: Some(target), flank });
    own.yell = yell;
    let theirs = facts(state, target, Reason::BeingCharged, Against { enemy: Some(id), flank });
    let goes = chance(&own, |result| result == MoraleResult::Charge);
    let breaks = chance(&theirs, |result| {
        matches!(result, MoraleResult::Retreat | MoraleResult::Rout | MoraleResult::Disperse)
    });
    let mut known = melee_facts(state, &[id], &[target], [id, target]);
    known.a.arrival = Arrival::Charged;
    known.a.charged_inches = inches(6);
    known.b.flanked |= flank;
    let fight = fight_promise(&known, &state.options);
    // half the way is approach: from farther off the closing may fall short
    let reach = whole(charge_range(state, id));
    let far = whole(gap(state, id, target));
    let arrives = if far * 3 <= reach * 2 { CERTAIN } else { CERTAIN * 5 / 9 };
    let win = (breaks * 800 + (CERTAIN - breaks) * fight * arrives / CERTAIN) / CERTAIN;
    let failed = if yell { -1500 } else { -500 };
    (goes * win + (CERTAIN - goes) * failed) / CERTAIN - 120
}

fn fight_promise(known: &MeleeFacts, options: &Options) -> i64 {
    let worth = |result: &MeleeResult| {
        let beaten = match result.fate {
            Fate::Draw => 0,
            Fate::PushedBack => 350,
            Fate::Retreat => 700,
            Fate::Rout | Fate::Dispersed => 1_100,
        };
        let [own, theirs] = result.casualties.map(i64::from);
        (theirs - own) * FIGURE + if result.winner == Some(0) { beaten } else { -beaten }
    };
    expected(|dice| Ok(worth(&melee(known, options, dice)?))) - 150
}
