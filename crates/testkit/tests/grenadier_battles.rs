//! Two thousand random battles and some of the captain's, under every check of the battery.

mod common;
mod wanted;

use common::battles;
use longroll_ai::Opponent;
use longroll_rules_grenadier::Grenadier;
use longroll_testkit::{LEARNING, MCPHERSONS_RIDGE, Texts, Watch, fight};
use std::sync::OnceLock;
use wanted::wanted;

/// The learning battle on a smaller table, so that armies which stumble about at random come to blows.
fn at_close_quarters() -> Texts {
    static TOML: OnceLock<String> = OnceLock::new();
    let toml = TOML
        .get_or_init(|| format!("{}\n[overrides.grenadier]\nyards_to_the_inch = 60\n", LEARNING.scenario));
    Texts { name: "learning at close quarters", scenario: toml, ..LEARNING }
}

#[test]
fn two_thousand_random_battles_hold() {
    let many = wanted("LONGROLL_RANDOM_BATTLES", 2_000);
    let (farm, ridge) = (many / 20, many.div_ceil(100));
    let close = many - farm - ridge;
    let seen = battles::<Grenadier>(at_close_quarters(), Opponent::Random, 0..close, 160);
    assert_eq!(u64::from(seen.battles), close);
    if many >= 1_000 {
        assert!(
            seen.offers_tried > 1_000 && seen.undone > 500 && seen.undo_stopped_by_dice > 500,
            "{seen:?}"
        );
        assert!(seen.seals_compared == 0 && seen.open_books > 1_000, "nothing is hidden here: {seen:?}");
        assert!(seen.refusals > 5_000 && seen.views_compared > 500 && seen.losses > 1_000, "{seen:?}");
    }
    let seen = battles::<Grenadier>(LEARNING, Opponent::Random, 0..farm, 120);
    assert_eq!(u64::from(seen.battles), farm);
    let seen = battles::<Grenadier>(MCPHERSONS_RIDGE, Opponent::Random, 0..ridge, 300);
    assert_eq!(u64::from(seen.battles), ridge);
}

#[test]
fn the_captain_finishes_his_battles() {
    let many = wanted("LONGROLL_CAPTAIN_BATTLES", 12);
    let seen = battles::<Grenadier>(LEARNING, Opponent::Captain, 0..many, 50);
    assert_eq!(u64::from(seen.won[0] + seen.won[1] + seen.drawn), many, "{seen:?}");
}

#[test]
fn the_captain_beats_a_player_without_a_thought() {
    let many = wanted("LONGROLL_CAPTAIN_BATTLES", 12);
    let (mut captain, mut random) = (0, 0);
    for number in 0..many {
        let opponents = [Opponent::Captain, Opponent::Random];
        let blue = fight::<Grenadier>(LEARNING, opponents, number, Watch { every: 200 });
        captain += blue.won[0];
        random += blue.won[1];
    }
    assert!(captain > random, "captain {captain}, random {random} of {many}");
}
