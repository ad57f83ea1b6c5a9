//! Random battles and some of the captain's, under every check of the battery. `LONGROLL_RANDOM_BATTLES=2000` and
//! `LONGROLL_BATTLES=200` fight that many.

use longroll_ai::Opponent;
use longroll_rules_potomac::Potomac;
use longroll_testkit::{
    BRANDY_STATION, BRAWL, CORNFIELD, LEARNING, MCPHERSONS_RIDGE, PICKETT_PETTIGREW, Seen, Texts,
    VICKSBURG_STOCKADE, Watch, fight,
};
use std::thread;

const LARGER: [Texts; 5] =
    [MCPHERSONS_RIDGE, VICKSBURG_STOCKADE, BRANDY_STATION, PICKETT_PETTIGREW, CORNFIELD];

fn battles(texts: Texts, opponent: Opponent, numbers: std::ops::Range<u64>, every: u32) -> Seen {
    let halves = [numbers.clone().step_by(2), (numbers.start + 1..numbers.end).step_by(2)];
    let workers = halves.map(|half| {
        thread::spawn(move || {
            let mut seen = Seen::default();
            for number in half {
                seen += fight::<Potomac>(texts, [opponent; 2], number, Watch { every });
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

/// A number from the environment, or the usual one.
fn wanted(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_battles_hold() {
    let most = wanted("LONGROLL_RANDOM_BATTLES", 24).max(20);
    let larger = most / 100;
    let learning = most / 5;
    let brawls = most - learning - 5 * larger;
    let mut seen = battles(BRAWL, Opponent::Random, 0..brawls, 40);
    assert!(u64::from(seen.losses) > brawls / 2, "a brawl should cost stands: {seen:?}");
    seen += battles(LEARNING, Opponent::Random, 0..learning, 40);
    for texts in LARGER {
        seen += battles(texts, Opponent::Random, 0..larger, 100);
    }
    assert_eq!(u64::from(seen.battles), most);
    let each = u64::from(seen.battles);
    assert!(u64::from(seen.offers_tried) > 5 * each && u64::from(seen.undone) > each, "{seen:?}");
    assert!(
        u64::from(seen.undo_stopped_by_dice) > each / 2 && u64::from(seen.refusals) > 5 * each,
        "{seen:?}"
    );
}

#[test]
fn the_captain_finishes_his_battles() {
    let each = wanted("LONGROLL_BATTLES", 14) / 7;
    let mut seen = Seen::default();
    for texts in LARGER.into_iter().chain([LEARNING, BRAWL]) {
        seen += battles(texts, Opponent::Captain, 0..each, 100);
    }
    assert_eq!(u64::from(seen.won[0] + seen.won[1] + seen.drawn), 7 * each, "{seen:?}");
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
