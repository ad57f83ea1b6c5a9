//! Random battles under sealed orders and some of the captain's, under every check of the battery.

use longroll_ai::Opponent;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_testkit::{
    BRANDY_STATION, CORNFIELD, LEARNING, MCPHERSONS_RIDGE, PICKETT_PETTIGREW, Seen, Texts,
    VICKSBURG_STOCKADE, Watch, fight,
};
use std::thread;

fn battles(texts: Texts, opponent: Opponent, numbers: std::ops::Range<u64>, every: u32) -> Seen {
    let halves = [numbers.clone().step_by(2), (numbers.start + 1..numbers.end).step_by(2)];
    let workers = halves.map(|half| {
        thread::spawn(move || {
            let mut seen = Seen::default();
            for number in half {
                seen += fight::<JohnnyReb>(texts, [opponent; 2], number, Watch { every });
            }
            seen
        })
    });
    let mut seen = Seen::default();
    for worker in workers {
        seen += worker.join().expect("every battle holds");
    }
    seen
}

/// More battles when asked: `LONGROLL_BATTLES=2000` random ones, a tenth of them the captain's.
fn how_many(usual: u64, share: u64) -> u64 {
    let asked = std::env::var("LONGROLL_BATTLES").ok().and_then(|text| text.parse::<u64>().ok());
    asked.map_or(usual, |asked| (asked / share).max(usual))
}

#[test]
fn random_battles_hold_and_sealed_orders_stay_sealed() {
    let many = how_many(300, 1);
    let seen = battles(LEARNING, Opponent::Random, 0..many, 10);
    assert_eq!(u64::from(seen.battles), many);
    assert!(seen.seals_compared > 500, "sealed orders were hardly tried: {seen:?}");
    assert!(seen.undone > 100 && seen.offers_tried > 1_000 && seen.losses > 300, "{seen:?}");
    assert_eq!(battles(MCPHERSONS_RIDGE, Opponent::Random, 0..4, 60).battles, 4);
}

#[test]
fn every_larger_battle_is_fought_to_its_end() {
    for texts in [VICKSBURG_STOCKADE, BRANDY_STATION, PICKETT_PETTIGREW, CORNFIELD] {
        assert_eq!(battles(texts, Opponent::Random, 0..2, 100).battles, 2, "{}", texts.name);
    }
}

#[test]
fn the_captain_finishes_his_battles() {
    let many = how_many(8, 10);
    let seen = battles(LEARNING, Opponent::Captain, 0..many, 20);
    assert_eq!(u64::from(seen.won[0] + seen.won[1] + seen.drawn), many, "{seen:?}");
    assert!(seen.losses > 20, "the captains hardly fought: {seen:?}");
}

#[test]
fn the_captain_beats_a_player_without_a_thought() {
    let (mut captain, mut random) = (0, 0);
    for number in 0..6 {
        let blue =
            fight::<JohnnyReb>(LEARNING, [Opponent::Captain, Opponent::Random], number, Watch { every: 100 });
        let gray =
            fight::<JohnnyReb>(LEARNING, [Opponent::Random, Opponent::Captain], number, Watch { every: 100 });
        captain += blue.won[0] + gray.won[1];
        random += blue.won[1] + gray.won[0];
    }
    assert!(captain > random, "captain {captain}, random {random} of 12");
}
