//! Random battles and some of the captain's, at all figure scales and by both charge systems, under every check of the battery.

mod common;
mod wanted;

use common::battles;
use longroll_ai::Opponent;
use longroll_rules_deadly_field::DeadlyField;
use longroll_testkit::{
    BRANDY_STATION, CORNFIELD, LEARNING, MCPHERSONS_RIDGE, PICKETT_PETTIGREW, Texts, VICKSBURG_STOCKADE,
    Watch, fight,
};
use wanted::wanted;

/// The historical battles, each fought a few times.
const LARGE: [Texts; 5] =
    [MCPHERSONS_RIDGE, VICKSBURG_STOCKADE, BRANDY_STATION, PICKETT_PETTIGREW, CORNFIELD];

#[test]
fn two_thousand_random_battles_hold() {
    // each battle draws its figure scale, charge system and other options by its number
    let number = wanted("LONGROLL_DEADLY_BATTLES", 1_950);
    let seen = battles::<DeadlyField>(LEARNING, Opponent::Random, 0..number, 25);
    assert_eq!(u64::from(seen.battles), number);
    assert!(seen.offers_tried > 1_000 && seen.undone > 100 && seen.undo_stopped_by_dice > 100, "{seen:?}");
    assert!(seen.seals_compared == 0 && seen.open_books > 1_000, "nothing is hidden here: {seen:?}");
    assert!(seen.refusals > 1_000 && seen.views_compared > 1_000 && seen.losses > 100, "{seen:?}");
    for texts in LARGE {
        let seen = battles::<DeadlyField>(texts, Opponent::Random, 0..(number / 195).max(2), 200);
        assert!(seen.battles >= 2, "{}", texts.name);
    }
}

#[test]
fn the_captain_finishes_his_battles() {
    let number = wanted("LONGROLL_DEADLY_CAPTAINS", 4);
    let seen = battles::<DeadlyField>(LEARNING, Opponent::Captain, 0..number, 20);
    assert_eq!(u64::from(seen.won[0] + seen.won[1] + seen.drawn), number, "{seen:?}");
    println!("captain against captain: {seen:?}");
    // the large ones on demand
    for texts in LARGE {
        let seen = battles::<DeadlyField>(texts, Opponent::Captain, 0..number / 40, 200);
        assert_eq!(u64::from(seen.battles), number / 40);
    }
}

#[test]
fn the_captain_beats_a_player_without_a_thought() {
    let (mut captain, mut random) = (0, 0);
    for number in 0..wanted("LONGROLL_DEADLY_CAPTAINS", 4) {
        let watch = Watch { every: 100 };
        let blue = fight::<DeadlyField>(LEARNING, [Opponent::Captain, Opponent::Random], number, watch);
        let gray = fight::<DeadlyField>(LEARNING, [Opponent::Random, Opponent::Captain], number, watch);
        captain += blue.won[0] + gray.won[1];
        random += blue.won[1] + gray.won[0];
    }
    println!("captain {captain}, random {random}");
    assert!(captain > 2 * random, "captain {captain}, random {random}");
}
