//! Exact odds against brute force: every face of every die, one by one.

use longroll_dice::{Dice, Distribution, Fraction, Rolling, Scripted, Wanted, odds};
use longroll_rules_johnny_reb::book::kinds::{Quality, Weapon};
use longroll_rules_johnny_reb::book::options::Options;
use longroll_rules_johnny_reb::procedures::fire::{FireFacts, Situation, fire};
use longroll_rules_johnny_reb::procedures::meet_charge::{ChargeFacts, charge};
use longroll_rules_johnny_reb::procedures::morale::{VolleyPoint, check, impact, volley_half_inches};
use longroll_table::inches;
use std::collections::BTreeMap;
use std::fmt::Debug;

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
    for (outcome, count) in &counted {
        assert_eq!(exact.probability(outcome), Fraction::new(*count, 6_u64.pow(n)), "{outcome:?}");
    }
    assert_eq!(exact.chance_that(|_| true), Fraction::new(1, 1_u32));
}

// clauses: JR-FIRE-01, JR-FIRE-12, JR-CRT-06
#[test]
fn a_volley_with_all_sixes_in_it() {
    let facts = FireFacts::default();
    agrees(4, &|dice| fire(&facts, &Options::default(), dice));
    let low = odds(|dice| fire(&facts, &Options::default(), dice).map(|result| result.ran_low)).unwrap();
    assert_eq!(low.probability(&true), Fraction::new(1, 216_u32));
}

// clauses: JR-FIRE-15
#[test]
fn repeaters_run_low_on_fours() {
    let facts = FireFacts {
        weapon: Weapon::RepeatingCarbine,
        range: inches(3),
        situation: Situation::Stirred,
        ..FireFacts::default()
    };
    agrees(4, &|dice| fire(&facts, &Options::default(), dice));
    let low = odds(|dice| fire(&facts, &Options::default(), dice).map(|result| result.ran_low)).unwrap();
    assert_eq!(low.probability(&true), Fraction::new(1, 8_u32), "three dice, each 4 to 6");
}

// clauses: JR-MORALE-09, JR-MORALE-11, JR-CHARGE-15
#[test]
fn checks_and_impacts() {
    for point in [-1, 3, 6, 14] {
        agrees(2, &|dice| check(point, dice));
    }
    agrees(4, &|dice| impact(2, 3, dice));
}

// clauses: JR-CHARGE-13, JR-CHARGE-14, JR-CHARGE-18
#[test]
fn a_whole_charge_from_volley_to_status() {
    let volley = FireFacts {
        figures: 1,
        per_stand: 1,
        situation: Situation::Stirred,
        range: inches(9),
        ..FireFacts::default()
    };
    let facts = ChargeFacts { volley: Some(volley), figures: 1, per_stand: 1, ..ChargeFacts::default() };
    // one die on the lowest row does nothing; then 4 dice of impact and 2 of status
    agrees(7, &|dice| charge(&facts, &Options::default(), dice));
    let long = ChargeFacts {
        volley: Some(FireFacts { range: inches(2), ..FireFacts::default() }),
        ..ChargeFacts::default()
    };
    let exact = odds(|dice| charge(&long, &Options::default(), dice)).unwrap();
    assert_eq!(exact.chance_that(|_| true), Fraction::new(1, 1_u32));
}

// clauses: JR-CHARGE-09, JR-CHARGE-10, JR-CHARGE-11
#[test]
fn the_volley_point() {
    let plain = VolleyPoint::default();
    assert_eq!(volley_half_inches(Quality::Veteran, 5, &plain, &Options::default()), 5, "2.5 in");
    assert_eq!(volley_half_inches(Quality::Green, 5, &plain, &Options::default()), 10, "5 in");
    let forming = VolleyPoint { forming: true, ..plain };
    assert_eq!(volley_half_inches(Quality::Green, 3, &forming, &Options::default()), 8, "4 in");
    let officer = VolleyPoint { officer: true, ..plain };
    assert_eq!(volley_half_inches(Quality::Veteran, 3, &officer, &Options::default()), 2, "1 in");
    let works = VolleyPoint { officer: true, works: true, ..plain };
    assert_eq!(volley_half_inches(Quality::Veteran, 1, &works, &Options::default()), 0, "at contact");
}
