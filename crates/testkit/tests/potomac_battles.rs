//! Two thousand random battles and some of the captain's, under every check of the battery. `LONGROLL_RANDOM_BATTLES` and
//! `LONGROLL_BATTLES` ask for another number.

mod common;
mod wanted;

use common::battles;
use longroll_ai::Opponent;
use longroll_rules_potomac::Potomac;
use longroll_testkit::{
    BRANDY_STATION, BRAWL, CORNFIELD, LEARNING, MCPHERSONS_RIDGE, PICKETT_PETTIGREW, Seen, Texts,
    VICKSBURG_STOCKADE, Watch, fight,
};
use wanted::wanted;

const LARGER: [Texts; 5] =
    [MCPHERSONS_RIDGE, VICKSBURG_STOCKADE, BRANDY_STATION, PICKETT_PETTIGREW, CORNFIELD];

#[test]
fn random_battles_hold() {
    let most = wanted("LONGROLL_RANDOM_BATTLES", 2_000).max(20);
    let larger = most / 100;
    let learning = most / 5;
    let brawls = most - learning - 5 * larger;
    let mut seen = battles::<Potomac>(BRAWL, Opponent::Random, 0..brawls, 40);
    assert!(u64::from(seen.losses) > brawls / 2, "a brawl should cost stands: {seen:?}");
    seen += battles::<Potomac>(LEARNING, Opponent::Random, 0..learning, 40);
    for texts in LARGER {
        seen += battles::<Potomac>(texts, Opponent::Random, 0..larger, 100);
    }
    assert_eq!(u64::from(seen.battles), most);
    let each = u64::from(seen.battles);
    assert!(
        seen.seals_compared == 0 && u64::from(seen.open_books) > each,
        "nothing is hidden here: {seen:?}"
    );
    assert!(u64::from(seen.offers_tried) > 5 * each && u64::from(seen.undone) > each, "{seen:?}");
    assert!(
        u64::from(seen.undo_stopped_by_dice) > each / 2 && u64::from(seen.refusals) > 5 * each,
        "{seen:?}"
    );
}

#[test]
fn the_captain_finishes_his_battles() {
    let most = wanted("LONGROLL_BATTLES", 14);
    let larger = most / 7;
    let mut seen = Seen::default();
    for texts in LARGER.into_iter().chain([BRAWL]) {
        seen += battles::<Potomac>(texts, Opponent::Captain, 0..larger, 100);
    }
    seen += battles::<Potomac>(LEARNING, Opponent::Captain, 0..most - 6 * larger, 100);
    assert_eq!(u64::from(seen.won[0] + seen.won[1] + seen.drawn), most, "{seen:?}");
}

#[test]
fn the_captain_beats_a_player_without_a_thought() {
    let (mut captain, mut random) = (0, 0);
    for number in 0..8 {
        let blue =
            fight::<Potomac>(BRAWL, [Opponent::Captain, Opponent::Random], number, Watch { every: 200 });
        let gray =
            fight::<Potomac>(BRAWL, [Opponent::Random, Opponent::Captain], number, Watch { every: 200 });
        captain += blue.won[0] + gray.won[1];
        random += blue.won[1] + gray.won[0];
    }
    assert!(captain > 12 && random < 3, "captain {captain}, random {random} of 16");
}
