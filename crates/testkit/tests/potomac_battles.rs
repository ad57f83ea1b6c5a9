//! Random battles and some of the captain's under every check of the battery. LONGROLL_BATTLES multiplies them.

use longroll_ai::Opponent;
use longroll_rules_potomac::Potomac;
use longroll_testkit::{LEARNING, MCPHERSONS_RIDGE, Seen, Texts, Watch, fight};
use std::thread;

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

#[test]
fn random_battles_hold() {
    let seen = battles(LEARNING, Opponent::Random, 0..40, 10);
    eprintln!("{seen:?}");
    let seen = battles(MCPHERSONS_RIDGE, Opponent::Random, 0..2, 50);
    eprintln!("{seen:?}");
}
