//! Exact odds against brute force: every face of every die, one by one.

use longroll_dice::{Dice, Distribution, Fraction, Rolling, Scripted, Wanted, odds};
use longroll_kit::{Ruleset, Settings};
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_deadly_field::book::kinds::{Arm, Formation, Level, Quality, Weapon};
use longroll_rules_deadly_field::book::options::Options;
use longroll_rules_deadly_field::procedures::fire::{
    FireFacts, Firer, Manner, Shot, shoot, shoot_for_result, volley,
};
use longroll_rules_deadly_field::procedures::impact::{ChargeFacts, charge, impact};
use longroll_rules_deadly_field::procedures::morale::{MoraleFacts, check};
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
        let result = |shot: Shot| (shot.hits, shot.addition);
        agrees(n, &|dice| shoot_for_result(&worked, &options, dice).map(result));
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
    agrees(4, &|dice| shoot_for_result(&worked, &options, dice).map(|shot| (shot.hits, shot.addition)));
}

/// The whole chain of one fire, as odds, play and cases run it.
fn chain(facts: serde_json::Value, options: &[(&str, &str)], n: u32) {
    let procedure = DeadlyField::procedures().iter().find(|known| known.name == "volley").unwrap();
    let settings = Settings::read(DeadlyField::registry(), options.iter().copied()).unwrap();
    let run = (procedure.prepare)(&facts, &settings).expect("sound facts");
    agrees(n, &|dice| run(dice));
}

// clauses: ADF-RESULT-02, ADF-MMP-22, ADF-MORALE-15, ADF-FIRE-10, ADF-ARTY-03, ADF-ARTY-04, ADF-CAV-07
#[test]
fn the_whole_chain_at_every_band_of_every_arm() {
    let arms = [
        ("infantry", "rifle_musket", "battle_line", false),
        ("cavalry", "sharps_bl_carbine", "cavalry_line", false),
        ("cavalry", "sharps_bl_carbine", "cavalry_line", true),
        ("artillery", "12pdr_napoleon", "unlimbered", false),
        ("artillery", "3in_ordnance", "unlimbered", false),
    ];
    for (arm, weapon, formation, mounted) in arms {
        let guns = arm == "artillery";
        // manner, range at 15 mm, dice of smoothbore guns, of rifles and small arms
        let bands = [
            ("ordinary", if guns { 20 } else { 4 }, 1, 1),
            ("ordinary", if guns { 10 } else { 2 }, 2, 2),
            ("ordinary", if guns { 5 } else { 0 }, 3, 3),
            ("ordinary", if guns { 3 } else { 0 }, 4, 3),
            ("point_blank", 1, 5, 4),
            ("desperation", 1, 2, 2),
            ("melee", 0, 5, 5),
        ];
        for (manner, range, smoothbore, other) in bands {
            if mounted && !["point_blank", "melee"].contains(&manner) {
                continue;
            }
            let dice = if weapon == "12pdr_napoleon" { smoothbore } else { other };
            let figures = if guns { 3 } else { 8 };
            let facts = serde_json::json!({
                "fire": {
                    "firer": {
                        "arm": arm, "weapon": weapon, "formation": formation, "mounted": mounted, "figures": figures,
                        "range": range,
                    },
                    "target": { "quality": "green", "level": "disorder" },
                    "manner": manner,
                },
                "figures": 6,
            });
            chain(facts, &[], dice + 2);
        }
    }
}

// clauses: ADF-LEADER-10, ADF-LEADER-13, ADF-SCALE-09
#[test]
fn the_chain_with_a_leader_and_mounted_targets() {
    let facts = serde_json::json!({
        "fire": { "firer": { "figures": 12 }, "target": { "arm": "cavalry", "mounted": true, "formation": "cavalry_line" } },
        "morale": { "leader": 1 }, "figures": 6,
    });
    // two dice, up to three for the leader, two for the check
    for scale in ["10mm", "15mm", "25mm"] {
        chain(facts.clone(), &[("scale", scale)], 7);
    }
}

// clauses: ADF-MORALE-04, ADF-MORALE-07, ADF-MORALE-13
#[test]
fn checks_at_every_level() {
    for level in Level::ALL {
        for quality in Quality::ALL {
            let facts = MoraleFacts { level, quality, ..MoraleFacts::default() };
            // rolls with the same verdict are followed once
            agrees(2, &|dice| check(&facts, &Options::default(), dice).map(|(_, verdict)| verdict));
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
