//! Exact odds against brute force: every face of every die, one by one.

use longroll_dice::{Dice, Distribution, Fraction, Rolling, Scripted, Wanted, odds};
use longroll_rules_grenadier::book::kinds::{Ability, Form, Grade, Gun, Kind, Order, Weapon};
use longroll_rules_grenadier::book::options::Options;
use longroll_rules_grenadier::procedures::fire::{FireFacts, TargetFacts, fire};
use longroll_rules_grenadier::procedures::guns::{GunFacts, GunGroup, fire_guns};
use longroll_rules_grenadier::procedures::melee::{Arrival, MeleeFacts, melee};
use longroll_rules_grenadier::procedures::morale::{Arm, MoraleFacts, Reason, test};
use longroll_rules_grenadier::procedures::pace::{MoveFacts, march};
use longroll_rules_grenadier::procedures::skirmish_fire::{SkirmishFacts, skirmish_fire};
use longroll_rules_grenadier::procedures::tests_of_command::{
    BrigadeFacts, By, GradePair, OrderFacts, PursuitFacts, brigade_test, change_order, pursuit,
};
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
    for (outcome, count) in &counted {
        assert_eq!(exact.probability(outcome), Fraction::new(*count, 6_u64.pow(n)), "{outcome:?}");
    }
    assert_eq!(exact.chance_that(|_| true), Fraction::new(1, 1_u32));
}

// clauses: GRE-FIRE-01, GRE-FIRE-39, GRE-POUR-05, GRE-POUR-06
#[test]
fn volleys() {
    let options = Options::default();
    let facts = FireFacts { figures: 30, range: inches(12), ..FireFacts::default() };
    agrees(2, &|dice| fire(&facts, &options, dice));
    let carbines = FireFacts {
        weapon: Weapon::BreechloadingCarbine,
        cavalry: true,
        pour: true,
        range: inches(5),
        ..FireFacts::default()
    };
    agrees(3, &|dice| fire(&carbines, &options, dice));
    let repeaters = FireFacts { weapon: Weapon::RepeatingRifle, pour: true, ..FireFacts::default() };
    agrees(4, &|dice| fire(&repeaters, &options, dice));
}

// clauses: GRE-ARTY-25, GRE-ARTY-28
#[test]
fn a_mixed_battery_in_two_classes_of_range() {
    let facts = GunFacts {
        guns: vec![
            GunGroup { gun: Gun::Napoleon, models: 1 },
            GunGroup { gun: Gun::TwentyPounderParrott, models: 1 },
        ],
        range: inches(25),
        fired_last_turn: true,
        ..GunFacts::default()
    };
    agrees(4, &|dice| fire_guns(&facts, &Options::default(), dice));
}

// clauses: GRE-SKIRM-01, GRE-SKIRM-07, GRE-POUR-04
#[test]
fn skirmish_lines() {
    let target = TargetFacts { dp: 2, ..TargetFacts::default() };
    let plain = SkirmishFacts { figures: 20, target: target.clone(), ..SkirmishFacts::default() };
    agrees(5, &|dice| skirmish_fire(&plain, &Options::default(), dice));
    let risky = SkirmishFacts { general_near: true, ..plain.clone() };
    agrees(5, &|dice| skirmish_fire(&risky, &Options::default(), dice));
    let poured = SkirmishFacts { figures: 10, weapon: Weapon::RepeatingRifle, pour: true, ..plain };
    agrees(4, &|dice| skirmish_fire(&poured, &Options::default(), dice));
}

// clauses: GRE-MORALE-01, GRE-RALLY-01, GRE-CHARGE-10, GRE-CHARGE-11
#[test]
fn morale_in_each_column() {
    for reason in [Reason::ToCharge, Reason::BeingCharged, Reason::Other, Reason::ToRally] {
        let facts = MoraleFacts { reason, dp: 2, grade: Grade::Trained, ..MoraleFacts::default() };
        agrees(2, &|dice| test(&facts, dice));
    }
}

// clauses: GRE-MELEE-01, GRE-PURSUIT-01, GRE-CMD-15, GRE-BRIG-02
#[test]
fn melee_pursuit_orders_and_brigades() {
    let mut facts = MeleeFacts::default();
    facts.a.arrival = Arrival::Charged;
    facts.b.dp = 1;
    agrees(4, &|dice| melee(&facts, &Options::default(), dice));
    let after = PursuitFacts { infantry: true, ..PursuitFacts::default() };
    agrees(2, &|dice| pursuit(&after, &Options::default(), dice));
    agrees(2, &|dice| change_order(&OrderFacts::default(), dice));
    let brigade = BrigadeFacts { broken: 2, ..BrigadeFacts::default() };
    agrees(2, &|dice| brigade_test(&brigade, dice));
}

// clauses: GRE-MELEE-26, GRE-MELEE-35, GRE-MELEE-37
#[test]
fn melee_of_several_units_and_of_horse_against_foot() {
    let mut facts = MeleeFacts::default();
    facts.a.arm = Arm::Horse;
    facts.a.figures = 8;
    facts.a.other_foot = 24;
    facts.a.arrival = Arrival::Charged;
    facts.b.flanked = true;
    agrees(4, &|dice| melee(&facts, &Options::default(), dice));
}

// clauses: GRE-CMD-05, GRE-CMD-17, GRE-CMD-20
#[test]
fn orders_of_every_general_for_every_change() {
    for by in [By::CinC, By::Brigadier] {
        for (present, wanted) in Order::ALL.into_iter().flat_map(|a| Order::ALL.map(|b| (a, b))) {
            if present == wanted || wanted == Order::Retire {
                continue;
            }
            for ability in Ability::ALL {
                let facts = OrderFacts { by, ability, present, wanted, ..OrderFacts::default() };
                agrees(2, &|dice| change_order(&facts, dice));
                let nerve = odds(|dice| change_order(&facts, dice)).unwrap();
                let lost = nerve.chance_that(|result| result.lost_nerve);
                // natural 2, 3 or 4: 1 + 2 + 3 of 36
                let expected =
                    if by == By::Brigadier { Fraction::new(1, 6_u32) } else { Fraction::new(0, 1_u32) };
                assert_eq!(lost, expected, "{by:?} {present:?} {wanted:?}");
            }
        }
    }
}

// clauses: GRE-MOVE-03, GRE-MOVE-05, GRE-DP-06, GRE-DP-07
#[test]
fn movement_dice_with_their_disruption() {
    for (kind, form, n) in
        [(Kind::Infantry, Form::Line, 2), (Kind::Cavalry, Form::Line, 3), (Kind::Cavalry, Form::Skirmish, 3)]
    {
        for rough in [false, true] {
            let facts = MoveFacts { kind, form, grade: Grade::Raw, rough, ..MoveFacts::default() };
            agrees(n, &|dice| march(&facts, &Options::default(), dice));
        }
    }
}

// clauses: GRE-MOVE-02, GRE-MOVE-04, GRE-GEN-04
#[test]
fn average_dice_with_their_disruption() {
    // of two average dice one in six is a 2 each: 25, 10 and 1 of 36
    let facts = MoveFacts::default();
    let exact = odds(|dice| march(&facts, &Options::default(), dice)).unwrap();
    for (dp, ways) in [(0, 25_u32), (1, 10), (2, 1)] {
        let chance = exact.chance_that(|moved| moved.is_some_and(|(_, found)| found == dp));
        assert_eq!(chance, Fraction::new(ways, 36_u32));
    }
}

// clauses: GRE-BRIG-02, GRE-BRIG-15, GRE-PURSUIT-05, GRE-PURSUIT-06
#[test]
fn brigades_and_pursuits_of_every_grade() {
    for (grades, veteran) in [
        (GradePair::VeteranOrRegular, true),
        (GradePair::VeteranOrRegular, false),
        (GradePair::TrainedOrRaw, false),
        (GradePair::Neither, false),
    ] {
        for broken in 0..=4 {
            let facts = BrigadeFacts { grades, veteran, broken, ..BrigadeFacts::default() };
            agrees(2, &|dice| brigade_test(&facts, dice));
        }
    }
    for grade in Grade::ALL {
        for already_pursuing in [false, true] {
            let facts = PursuitFacts { grade, already_pursuing, ..PursuitFacts::default() };
            agrees(2, &|dice| pursuit(&facts, &Options::default(), dice));
        }
    }
}
