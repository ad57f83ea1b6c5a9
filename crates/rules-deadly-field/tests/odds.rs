//! Exact odds against brute force: every face of every die, one by one.

use longroll_dice::{Dice, Distribution, Fraction, Rolling, Scripted, Wanted, odds};
use longroll_rules_deadly_field::fire::{FireFacts, Firer, Manner, shoot, volley};
use longroll_rules_deadly_field::impact::{ChargeFacts, charge, impact};
use longroll_rules_deadly_field::kinds::{Arm, Formation, Level, Quality, Weapon};
use longroll_rules_deadly_field::morale::{MoraleFacts, check};
use longroll_rules_deadly_field::options::Options;
use std::collections::BTreeMap;
use std::fmt::Debug;

fn brute_force<T: Ord>(n: u32, run: &dyn Fn(&mut dyn Dice) -> Result<T, Wanted>) -> BTreeMap<T, u64> {
    let mut counts = BTreeMap::new();
    for throw in 0..6_u64.pow(n) {
        let faces: Vec<u8> = (0..n).map(|place| (throw / 6_u64.pow(place) % 6) as u8 + 1).collect();
        let mut dice = Rolling::new(Scripted::new(faces));
        *counts.entry(run(&mut dice).expect("enough dice for the longest path")).or_default() += 1;
    }
    counts
}

fn agrees<T: Ord + Debug>(n: u32, run: &dyn Fn(&mut dyn Dice) -> Result<T, Wanted>) {
    let exact: Distribution<T> = odds(|dice| run(dice)).expect("a narrow procedure");
    let counted = brute_force(n, run);
    assert_eq!(exact.len(), counted.len());
    for (outcome, count) in &counted {
        assert_eq!(exact.probability(outcome), Fraction::new(*count, 6_u64.pow(n)), "{outcome:?}");
    }
    assert_eq!(exact.chance_that(|_| true), Fraction::new(1, 1_u32));
}

// clauses: ADF-FIRE-02, ADF-FIRE-05, ADF-REACT-16, ADF-REACT-17
#[test]
fn fires_of_every_band() {
    let options = Options::default();
    for (manner, range, n) in [
        (Manner::Ordinary, 500, 3),
        (Manner::Ordinary, 2000, 2),
        (Manner::Ordinary, 4000, 1),
        (Manner::PointBlank, 1000, 4),
        (Manner::Desperation, 1000, 2),
        (Manner::Melee, 0, 5),
    ] {
        let firer = Firer { range: longroll_table::thousandths(range), ..Firer::default() };
        let worked = volley(&FireFacts { firer, manner, ..FireFacts::default() }, &options).unwrap();
        agrees(n, &|dice| shoot(&worked, &options, dice));
    }
    let battery = Firer {
        arm: Arm::Artillery,
        weapon: Weapon::Napoleon,
        figures: 3,
        formation: Formation::Unlimbered,
        ..Firer::default()
    };
    let worked = volley(&FireFacts { firer: battery, ..FireFacts::default() }, &options).unwrap();
    assert_eq!(worked.dice, 4, "canister at two inches");
    agrees(4, &|dice| shoot(&worked, &options, dice));
}

// clauses: ADF-MORALE-04, ADF-MORALE-07, ADF-MORALE-13
#[test]
fn checks_at_every_level() {
    for level in Level::ALL {
        for quality in Quality::ALL {
            let facts = MoraleFacts { level, quality, ..MoraleFacts::default() };
            agrees(2, &|dice| check(&facts, &Options::default(), dice));
        }
    }
}

// clauses: ADF-FIV-01, ADF-DICE-01, ADF-CHARGE-16
#[test]
fn impacts_of_both_versions() {
    let facts = ChargeFacts::default();
    agrees(4, &|dice| impact(&facts, &Options::default(), dice));
    let dice_down = Options { dice_down: true, ..Options::default() };
    agrees(2, &|dice| impact(&facts, &dice_down, dice));
    agrees(6, &|dice| charge(&facts, &Options::default(), dice));
    agrees(4, &|dice| charge(&facts, &dice_down, dice));
}
