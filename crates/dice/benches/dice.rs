//! What dice cost: drawn, typed, scripted, and followed through all their readings.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use longroll_dice::{Clause, Dice, Die, Faces, Rolling, Scripted, Seed, Seeded, Typed, odds};

const BENCH: Clause = Clause::new("bench");

/// How many rolls are made in a row; the time is given per die.
const ROLLS: u32 = 1000;

fn thrown(c: &mut Criterion) {
    let mut group = c.benchmark_group("per die");
    for n in [1, 12] {
        group.throughput(Throughput::Elements(u64::from(ROLLS * n)));
        let seed = Seed::from_number(1863);
        group.bench_function(format!("seeded, {n} a roll"), |b| {
            b.iter_batched(
                || Seeded::new(seed.clone(), 1),
                |source| roll_on(source, n),
                BatchSize::SmallInput,
            );
        });
        let typed = Typed::new(vec![vec![4; n as usize]; ROLLS as usize]);
        group.bench_function(format!("typed, {n} a roll"), |b| {
            b.iter_batched(|| typed.clone(), |source| roll_on(source, n), BatchSize::SmallInput);
        });
        let script = Scripted::new(vec![4; (ROLLS * n) as usize]);
        group.bench_function(format!("scripted, {n} a roll"), |b| {
            b.iter_batched(|| script.clone(), |source| roll_on(source, n), BatchSize::SmallInput);
        });
    }
    group.finish();
}

fn exact(c: &mut Criterion) {
    let mut group = c.benchmark_group("exact");
    group.bench_function("sum of 5d6", |b| {
        b.iter(|| odds(|dice| dice.sum(BENCH, black_box(5), Die::D6)));
    });
    group.bench_function("12d6 counted, then 2d6", |b| {
        b.iter(|| {
            odds(|dice| {
                let hits = dice.count(BENCH, black_box(12), Die::D6, 5)?;
                Ok((hits, dice.sum(BENCH, 2, Die::D6)?))
            })
        });
    });
    group.bench_function("60d6 counted at 6", |b| {
        b.iter(|| odds(|dice| dice.count(BENCH, black_box(60), Die::D6, 6)));
    });
    group.bench_function("6d6 face by face", |b| {
        b.iter(|| odds(|dice| dice.faces(BENCH, black_box(6), Die::D6).map(|faces| faces[0] == faces[5])));
    });
    group.finish();
}

/// Gives back the dice too, so that dropping them is not timed.
fn roll_on<S: Faces>(source: S, n: u32) -> (u32, Rolling<S>) {
    let mut dice = Rolling::new(source);
    let scored = (0..ROLLS).map(|_| dice.count(BENCH, n, Die::D6, 5).unwrap_or(0)).sum();
    (scored, dice)
}

criterion_group!(benches, thrown, exact);
criterion_main!(benches);
