//! Exact odds against brute force: every face of every die, one by one.

use longroll_dice::{Dice, Distribution, Fraction, Rolling, Scripted, Wanted, odds};
use longroll_rules_quickplay::book::kinds::Kind;
use longroll_rules_quickplay::book::options::Options;
use longroll_rules_quickplay::procedures::fire::{FireFacts, fire};
use longroll_rules_quickplay::procedures::melee::{ChargeFacts, MeleeFacts, charge, melee};
use longroll_rules_quickplay::turn::state::{Face, Order};
use longroll_table::inches;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Runs the procedure for each of the 6ⁿ throws of n dice. Paths that use fewer dice are met as often as the unused
/// dice have faces, which is their weight.
fn brute_force<T: Ord>(n: u32, run: &dyn Fn(&mut dyn Dice) -> Result<T, Wanted>) -> BTreeMap<T, u64> {
    let mut counts = BTreeMap::new();
    for throw in 0..6_u64.pow(n) {
        let faces: Vec<u8> = (0..n).map(|place| (throw / 6_u64.pow(place) % 6) as u8 + 1).collect();
        let mut dice = Rolling::new(Scripted::new(faces));
        let outcome = run(&mut dice).expect("enough dice for the longest path");
        *counts.entry(outcome).or_default() += 1;
    }
    counts
}

fn agrees<T: Ord + Debug>(n: u32, run: &dyn Fn(&mut dyn Dice) -> Result<T, Wanted>) {
    let exact: Distribution<T> = odds(|dice| run(dice)).expect("a narrow procedure");
    let counted = brute_force(n, run);
    assert_eq!(exact.len(), counted.len());
    let all = 6_u64.pow(n);
    for (outcome, count) in &counted {
        assert_eq!(exact.probability(outcome), Fraction::new(*count, all), "{outcome:?}");
    }
    assert_eq!(exact.chance_that(|_| true), Fraction::new(1, 1_u32));
}

// clauses: QP-COMBAT-07, QP-COMBAT-12, QP-COMBAT-13
#[test]
fn two_batteries_at_close_range() {
    let facts = FireFacts {
        firer: Kind::FieldArtillery,
        stationary: true,
        range: inches(4),
        target: Kind::HeavyArtillery,
        target_stationary: true,
        target_strength: 2,
        firer_strength: 1,
        ..FireFacts::default()
    };
    agrees(4, &|dice| fire(&facts, &Options::default(), dice));
}

// clauses: QP-COMBAT-08, QP-COMBAT-21, QP-COMBAT-26
#[test]
fn cavalry_rides_at_disordered_guns() {
    let facts = MeleeFacts {
        charger: Kind::LightCavalry,
        charger_strength: 2,
        defender: Kind::FieldArtillery,
        defender_order: Order::Disordered,
        defender_stationary: true,
        defender_strength: 2,
        ..MeleeFacts::default()
    };
    agrees(6, &|dice| melee(&facts, &Options::default(), dice));
}

// clauses: QP-MORALE-12, QP-MORALE-19, QP-MORALE-22, QP-MORALE-23
#[test]
fn a_whole_charge_of_skirmishers() {
    let mut facts = ChargeFacts { face: Some(Face::Flank), ..ChargeFacts::default() };
    facts.charger.kind = Kind::Skirmisher;
    facts.charger.order = Order::Disordered;
    facts.charger.strength = 1;
    facts.defender.kind = Kind::HorseArtillery;
    facts.defender.order = Order::Disordered;
    facts.defender.strength = 2;
    // two tests, one die of the skirmishers, one of guns that have moved
    agrees(4, &|dice| charge(&facts, &Options::default(), dice));
}

// clauses: QP-COMBAT-05, QP-COMBAT-31
#[test]
fn four_dice_against_four() {
    let facts = MeleeFacts { charger: Kind::HeavyCavalry, ..MeleeFacts::default() };
    agrees(8, &|dice| melee(&facts, &Options::default(), dice));
}
