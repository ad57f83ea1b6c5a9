//! Two thousand random battles and some of the captain's, under every check of the battery.

mod common;

use common::battles;
use longroll_ai::Opponent;
use longroll_rules_quickplay::Quickplay;
use longroll_testkit::{
    BRANDY_STATION, CORNFIELD, LEARNING, MCPHERSONS_RIDGE, PICKETT_PETTIGREW, VICKSBURG_STOCKADE, Watch,
    fight,
};

#[test]
fn two_thousand_random_battles_hold() {
    let seen = battles::<Quickplay>(LEARNING, Opponent::Random, 0..1_900, 10);
    assert_eq!(seen.battles, 1_900);
    assert!(
        seen.offers_tried > 10_000 && seen.undone > 1_000 && seen.undo_stopped_by_dice > 1_000,
        "{seen:?}"
    );
    assert!(seen.seals_compared == 0 && seen.open_books > 1_000, "nothing is hidden here: {seen:?}");
    assert!(seen.refusals > 10_000 && seen.views_compared > 10_000 && seen.losses > 3_000, "{seen:?}");
    let seen = battles::<Quickplay>(MCPHERSONS_RIDGE, Opponent::Random, 0..100, 25);
    assert_eq!(seen.battles, 100);
}

#[test]
fn every_larger_battle_is_fought_to_its_end() {
    for texts in [VICKSBURG_STOCKADE, BRANDY_STATION, PICKETT_PETTIGREW, CORNFIELD] {
        assert_eq!(battles::<Quickplay>(texts, Opponent::Random, 0..6, 50).battles, 6, "{}", texts.name);
        let seen = battles::<Quickplay>(texts, Opponent::Captain, 0..2, 100);
        // Who attacks must come to blows within the rounds that the battle has.
        assert!(seen.battles == 2 && seen.losses > 10, "{}: {seen:?}", texts.name);
    }
}

#[test]
fn the_captain_finishes_his_battles() {
    let seen = battles::<Quickplay>(LEARNING, Opponent::Captain, 0..40, 10);
    assert_eq!(seen.won[0] + seen.won[1] + seen.drawn, 40, "{seen:?}");
    assert!(seen.won[0] > 5 && seen.won[1] > 5, "an even battle should go either way: {seen:?}");
    let seen = battles::<Quickplay>(MCPHERSONS_RIDGE, Opponent::Captain, 0..4, 50);
    assert_eq!(seen.battles, 4);
}

#[test]
fn the_captain_beats_a_player_without_a_thought() {
    let (mut captain, mut random) = (0, 0);
    for number in 0..20 {
        let blue =
            fight::<Quickplay>(LEARNING, [Opponent::Captain, Opponent::Random], number, Watch { every: 50 });
        let gray =
            fight::<Quickplay>(LEARNING, [Opponent::Random, Opponent::Captain], number, Watch { every: 50 });
        captain += blue.won[0] + gray.won[1];
        random += blue.won[1] + gray.won[0];
    }
    assert!(captain > 35 && random < 5, "captain {captain}, random {random} of 40");
}
