//! How long exact odds take, a line each: name, microseconds. `cargo xtask peers` holds them against other programs.

use longroll_dice::{Clause, Die, odds};
use std::hint::black_box;
use std::time::Instant;

const SPEED: Clause = Clause::new("speed");
/// Of so many tries the fastest counts.
const TRIES: u32 = 40;
const ROUNDS: u32 = 50;

fn main() {
    shown("60 dice counted", || odds(|dice| dice.count(SPEED, black_box(60), Die::D6, 5)).is_ok());
    shown("12 dice counted, then 2d6", || {
        let chain = odds(|dice| {
            let hits = dice.count(SPEED, black_box(12), Die::D6, 5)?;
            Ok((hits + dice.sum(SPEED, 2, Die::D6)?) / 5)
        });
        chain.is_ok()
    });
    shown("sum of 5 dice", || odds(|dice| dice.sum(SPEED, black_box(5), Die::D6)).is_ok());
}

fn shown(name: &str, work: impl Fn() -> bool) {
    let time = |_| {
        let clock = Instant::now();
        assert!((0..ROUNDS).all(|_| black_box(work())), "{name} has odds");
        clock.elapsed() / ROUNDS
    };
    let best = (0..TRIES).map(time).min().unwrap_or_default();
    println!("{name}\t{:.2}", best.as_secs_f64() * 1e6);
}
