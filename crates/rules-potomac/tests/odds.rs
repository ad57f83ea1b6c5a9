//! Exact odds: every procedure sums to one, small ones agree with brute force over all faces, and a few fractions worked
//! out by hand.

use longroll_dice::{Dice, Distribution, Fraction, Rolling, Scripted, Wanted, odds};
use longroll_kit::{Fact, Outcome, Prepared, Ruleset, Settings};
use longroll_rules_potomac::Potomac;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn prepared(name: &str, facts: Value) -> Prepared {
    let procedure =
        Potomac::procedures().iter().find(|procedure| procedure.name == name).expect("a procedure");
    (procedure.prepare)(&facts, &Settings::default()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn exact(name: &str, facts: Value) -> Distribution<Outcome> {
    let procedure = prepared(name, facts);
    odds(|dice| procedure(dice)).expect("a procedure narrow enough")
}

/// The odds of one fact.
fn chance(distribution: &Distribution<Outcome>, name: &str, wanted: Fact) -> Fraction {
    distribution.chance_that(|outcome| outcome.get(name) == Some(&wanted))
}

/// Runs the procedure for each of the 6ⁿ throws of n dice. Paths that use fewer dice are met as often as the unused dice
/// have faces, which is their weight.
fn brute_force(n: u32, run: &dyn Fn(&mut dyn Dice) -> Result<Outcome, Wanted>) -> BTreeMap<Outcome, u64> {
    let mut counts = BTreeMap::new();
    for throw in 0..6_u64.pow(n) {
        let faces: Vec<u8> = (0..n).map(|place| (throw / 6_u64.pow(place) % 6) as u8 + 1).collect();
        let mut dice = Rolling::new(Scripted::new(faces));
        let outcome = run(&mut dice).expect("enough dice for the longest path");
        *counts.entry(outcome).or_default() += 1;
    }
    counts
}

fn agrees(n: u32, name: &str, facts: Value) {
    let procedure = prepared(name, facts.clone());
    let distribution = exact(name, facts);
    let counted = brute_force(n, &procedure);
    assert_eq!(distribution.len(), counted.len(), "{name}");
    for (outcome, count) in &counted {
        assert_eq!(
            distribution.probability(outcome),
            Fraction::new(*count, 6_u64.pow(n)),
            "{name}: {outcome}"
        );
    }
}

#[test]
fn every_procedure_has_odds_that_sum_to_one_and_facts_that_are_named_once() {
    for procedure in Potomac::procedures() {
        let distribution = exact(procedure.name, json!({}));
        assert_eq!(distribution.chance_that(|_| true), Fraction::new(1, 1_u32), "{}", procedure.name);
        for (outcome, _) in distribution.iter() {
            let mut names: Vec<_> = outcome.0.iter().map(|(name, _)| *name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), outcome.0.len(), "{}: {outcome}", procedure.name);
        }
        let lists = (procedure.explain)(&json!({}), &Settings::default());
        assert!(!lists.expect("usual facts").is_empty(), "{}", procedure.name);
        assert!(!procedure.clauses.is_empty());
        let bad = (procedure.prepare)(&json!({ "nonsense": 1 }), &Settings::default());
        assert!(bad.is_err(), "{}", procedure.name);
    }
}

// clauses: POT-CMD-03, POT-CMD-04, POT-CMD-06, POT-CMD-07
#[test]
fn orders_against_brute_force() {
    agrees(2, "command", json!({ "rating": 8, "given": 1, "received": 1 }));
    agrees(
        4,
        "orders",
        json!({ "rating": 7, "orders": [{}, { "same": true }, { "attachment": "elsewhere" }] }),
    );
}

// clauses: POT-FIRE-22, POT-GAME-07, POT-LEADER-12, POT-DRIVE-08, POT-SPECIAL-01
#[test]
fn a_small_fire_against_brute_force() {
    // 2 dice, the officer's, the friend's, Fear, morale
    let firer = json!({ "stands": 2, "firepower": 1 });
    let target = json!({ "stands": 3, "strength": 2, "marked": 1, "officer": 1, "fear": true, "room": 1 });
    agrees(6, "small_arms", json!({ "firer": firer, "target": target, "range": 12 }));
    // without room to collide, and two skirmish stands on their second round
    let target = json!({ "stands": 2, "strength": 1, "fear": true, "screen": 1, "rounds_absorbed": 1 });
    let firer = json!({ "stands": 3, "firepower": 1, "mounted": true });
    agrees(5, "small_arms", json!({ "firer": firer, "target": target, "band": "long" }));
}

// clauses: POT-ARTY-06, POT-ARTY-12, POT-ARTY-18
#[test]
fn a_small_battery_against_brute_force() {
    let battery = json!({ "guns": 1, "gun": "rifled_light", "quality": "veteran" });
    let target = json!({ "stands": 2, "strength": 1, "officer": -1, "fear": true });
    // 3 dice, the officer's, Fear, morale
    agrees(6, "artillery", json!({ "battery": battery, "target": target, "range": 90 }));
}

// clauses: POT-MORTAR-05, POT-SIEGE-08, POT-SIEGE-10
#[test]
fn a_small_bombardment_against_brute_force() {
    let battery = json!({ "guns": 1, "gun": "light_mortar" });
    let unit = json!({ "strength": 1, "fear": true, "room": 1 });
    let work = json!({ "strength": 2, "cohesion": 1, "marked": 1 });
    agrees(4, "mortar", json!({ "battery": battery, "work": work, "unit": unit, "range": 60 }));
    agrees(5, "mortar", json!({ "battery": battery, "unit": { "strength": 1, "stands": 2, "fear": true } }));
}

// clauses: POT-SKIRM-13
#[test]
fn a_skirmish_line_against_brute_force() {
    let firer = json!({ "stands": 5, "firepower": 1 });
    agrees(5, "skirmish_line", json!({ "firer": firer, "stands": 3, "rounds_absorbed": 1, "range": 10 }));
}

// clauses: POT-FIRE-13, POT-CHARGE-09, POT-CHARGE-10
#[test]
fn a_small_charge_against_brute_force() {
    let defender = json!({ "stands": 2, "firepower": 1, "quality": "untried" });
    let charger = json!({ "stands": 2, "strength": 1, "officer": 0, "fear": true });
    // range, 2 dice, officer, Fear, morale
    agrees(6, "premelee", json!({ "charger": charger, "defender": defender, "distance": 19, "reach": 20 }));
    let defender = json!({ "stands": 1, "firepower": 1, "melee": 1, "strength": 1 });
    let charger = json!({ "stands": 2, "strength": 2, "melee": 1 });
    // range, 1 die, 2 dice, 1 die, morale of the loser
    let meeting = json!({ "charger": charger, "defender": defender, "distance": 15, "reach": 20 });
    agrees(6, "charge", json!({ "premelee": meeting }));
}

// clauses: POT-MELEE-13, POT-MELEE-14, POT-MELEE-31, POT-GAME-07
#[test]
fn a_small_melee_against_brute_force() {
    let attacker = json!({ "stands": 2, "strength": 1, "melee": 1, "officer": 0 });
    let defender = json!({ "stands": 2, "strength": 2, "melee": 1, "fear": true, "room": 0 });
    let attack = json!({ "charging": true });
    let defence = json!({ "contact": 1, "supports": 1 });
    // 2 dice and 1, the officer's, the friend's, Fear, morale
    agrees(
        7,
        "melee_round",
        json!({ "attacker": attacker, "attack": attack, "defender": defender, "defence": defence }),
    );
}

// clauses: POT-CMD-04, POT-CMD-09
#[test]
fn three_orders_to_one_unit_by_hand() {
    // Rating 8. The first is free; the second needs 6 or less, 15 of 36; the third 4 or less, 6 of 36.
    let all = exact("orders", json!({}));
    let carried_out = |n| chance(&all, "carried_out", Fact::Number(n));
    assert_eq!(carried_out(0), Fraction::new(0, 1_u32));
    assert_eq!(carried_out(1), Fraction::new(21, 36_u32));
    assert_eq!(carried_out(2), Fraction::new(15 * 30, 1296_u32));
    assert_eq!(carried_out(3), Fraction::new(15 * 6, 1296_u32));
}

// clauses: POT-FIRE-08, POT-FIRE-18, POT-MORALE-03
#[test]
fn two_stands_fire_at_two_by_hand() {
    // Two dice, each 4 or more: 1/4, 1/2, 1/4. Two hits reach Strength 2: a stand lost, and the one left holds on a 1.
    let facts = json!({
        "firer": { "stands": 2, "firepower": 1 }, "target": { "stands": 2, "strength": 2 }, "range": 15
    });
    let all = exact("small_arms", facts);
    assert_eq!(chance(&all, "hits", Fact::Number(1)), Fraction::new(1, 2_u32));
    assert_eq!(chance(&all, "stands_lost", Fact::Number(1)), Fraction::new(1, 4_u32));
    assert_eq!(chance(&all, "holds", Fact::Yes(false)), Fraction::new(5, 24_u32));
}

// clauses: POT-FIRE-13
#[test]
fn the_range_test_by_hand() {
    let all = exact("premelee", json!({}));
    let fire = |word| chance(&all, "fire", Fact::Word(word));
    assert_eq!(fire("short"), Fraction::new(2, 6_u32));
    assert_eq!(fire("long"), Fraction::new(3, 6_u32));
    assert_eq!(fire("panics"), Fraction::new(1, 6_u32));
}

// clauses: POT-SIEGE-06, POT-SIEGE-07
#[test]
fn siege_guns_by_hand() {
    // One rifled gun: 10 dice, each hits on 5 or 6; none at all (2/3)^10.
    let facts = json!({ "battery": { "guns": 1, "gun": "rifled_siege" }, "band": "long" });
    let all = exact("siege", facts);
    assert_eq!(chance(&all, "hits", Fact::Number(0)), Fraction::new(1024, 59_049_u32));
    assert_eq!(chance(&all, "hits", Fact::Number(10)), Fraction::new(1, 59_049_u32));
}

// clauses: POT-MELEE-13, POT-MELEE-14
#[test]
fn one_die_each_by_hand() {
    // Both need 5: 1/3. One hits and the other not: 2/9 each way. The rest is drawn.
    let one = json!({ "stands": 2, "strength": 3, "melee": 1 });
    let fighting = json!({ "contact": 1 });
    let facts = json!({ "attacker": one, "attack": fighting, "defender": one, "defence": fighting });
    let all = exact("melee_round", facts);
    let winner = |word| chance(&all, "winner", Fact::Word(word));
    assert_eq!(winner("attacker"), Fraction::new(2, 9_u32));
    assert_eq!(winner("defender"), Fraction::new(2, 9_u32));
    assert_eq!(winner("draw"), Fraction::new(5, 9_u32));
    // the loser of a round holds on a 1 or 2
    assert_eq!(chance(&all, "attacker_holds", Fact::Yes(false)), Fraction::new(2 * 4, 9 * 6_u32));
    // 0 : 0 keeps the two in contact
    assert_eq!(chance(&all, "contact_kept", Fact::Yes(true)), Fraction::new(4, 9_u32));
}
