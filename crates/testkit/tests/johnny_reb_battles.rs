//! Random battles under sealed orders and some of the captain's, under every check of the battery.

mod common;
mod wanted;

use common::battles;
use longroll_ai::Opponent;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_testkit::{
    BRANDY_STATION, BRAWL, CORNFIELD, LEARNING, MCPHERSONS_RIDGE, PICKETT_PETTIGREW, Texts,
    VICKSBURG_STOCKADE, Watch, fight,
};
use wanted::wanted;

const LARGER: [Texts; 5] =
    [MCPHERSONS_RIDGE, VICKSBURG_STOCKADE, BRANDY_STATION, PICKETT_PETTIGREW, CORNFIELD];

// clauses: JR-ORDER-01, JR-ORDER-08
#[test]
fn random_battles_hold_and_sealed_orders_stay_sealed() {
    let many = wanted("LONGROLL_RANDOM_BATTLES", 2000).max(20);
    let larger = many / 1000;
    let small = many - 5 * larger;
    let mut seen = battles::<JohnnyReb>(LEARNING, Opponent::Random, 0..small / 2, 100);
    seen += battles::<JohnnyReb>(BRAWL, Opponent::Random, 0..small - small / 2, 100);
    for texts in LARGER {
        seen += battles::<JohnnyReb>(texts, Opponent::Random, 0..larger, 200);
    }
    assert_eq!(u64::from(seen.battles), many);
    assert!(u64::from(seen.seals_compared) > 3 * many, "sealed orders were hardly tried: {seen:?}");
    assert!(u64::from(seen.sealed_commands) > 20 * many, "{seen:?}");
    assert!(u64::from(seen.undone) > many && u64::from(seen.offers_tried) > 3 * many, "{seen:?}");
    assert!(u64::from(seen.losses) > many, "{seen:?}");
}

#[test]
fn the_captain_finishes_his_battles() {
    let many = wanted("LONGROLL_BATTLES", 4).max(2);
    let seen = battles::<JohnnyReb>(LEARNING, Opponent::Captain, 0..many, 60);
    assert_eq!(u64::from(seen.won[0] + seen.won[1] + seen.drawn), many, "{seen:?}");
    assert!(u64::from(seen.losses) > 2 * many, "the captains hardly fought: {seen:?}");
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
