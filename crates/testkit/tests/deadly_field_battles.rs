//! Random battles and some of the captain's, at all figure scales and by both charge systems, under every check of the battery.

use longroll_ai::Opponent;
use longroll_rules_deadly_field::DeadlyField;
use longroll_testkit::{LEARNING, MCPHERSONS_RIDGE, Seen, Texts, Watch, fight};
use std::thread;

fn battles(texts: Texts, opponent: Opponent, numbers: std::ops::Range<u64>, every: u32) -> Seen {
    let halves = [numbers.clone().step_by(2), (numbers.start + 1..numbers.end).step_by(2)];
    let workers = halves.map(|half| {
        thread::spawn(move || {
            let mut seen = Seen::default();
            for number in half {
                seen += fight::<DeadlyField>(texts, [opponent; 2], number, Watch { every });
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

/// How many, unless the environment asks for more: `LONGROLL_DEADLY_BATTLES=2000`.
fn count(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_battles_hold() {
    let number = count("LONGROLL_DEADLY_BATTLES", 200);
    let seen = battles(LEARNING, Opponent::Random, 0..number, 20);
    assert_eq!(u64::from(seen.battles), number);
    assert!(seen.offers_tried > 1_000 && seen.undone > 100 && seen.undo_stopped_by_dice > 100, "{seen:?}");
    assert!(seen.refusals > 1_000 && seen.views_compared > 1_000 && seen.losses > 100, "{seen:?}");
    let seen = battles(MCPHERSONS_RIDGE, Opponent::Random, 0..(number / 50).max(2), 50);
    assert!(seen.battles >= 2);
}

#[test]
fn the_captain_finishes_his_battles() {
    let number = count("LONGROLL_DEADLY_CAPTAINS", 2);
    let seen = battles(LEARNING, Opponent::Captain, 0..number, 20);
    assert_eq!(u64::from(seen.won[0] + seen.won[1] + seen.drawn), number, "{seen:?}");
}
