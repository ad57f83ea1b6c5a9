//! What the battles of every ruleset have in common.

use longroll_ai::{Appraisal, Opponent};
use longroll_testkit::{Seen, Texts, Watch, fight};

/// Fights battles of one kind under all checks, half of them on each of two threads.
pub(crate) fn battles<R: Appraisal>(
    texts: Texts,
    opponent: Opponent,
    numbers: std::ops::Range<u64>,
    every: u32,
) -> Seen {
    let half = |odd: u64| {
        let numbers = numbers.clone().filter(move |number| number % 2 == odd);
        numbers.fold(Seen::default(), |mut seen, number| {
            seen += fight::<R>(texts, [opponent; 2], number, Watch { every });
            seen
        })
    };
    std::thread::scope(|scope| {
        let odd = scope.spawn(|| half(1));
        let mut seen = half(0);
        seen += odd.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        seen
    })
}
