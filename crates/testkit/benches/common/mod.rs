//! What every ruleset's bench measures alike: whole battles.

use criterion::{BatchSize, Criterion, Throughput};
use longroll_ai::{Appraisal, Opponent, play_out};
use longroll_dice::{Rolling, Seed, Seeded, odds};
use longroll_kit::{Ruleset, Settings, Side};
use longroll_testkit::{LEARNING, MCPHERSONS_RIDGE, Texts, setup};

pub(crate) fn opened<R: Appraisal>(texts: Texts) -> R::State {
    let setup = setup(texts, Settings::default());
    let mut state = R::blank(&setup).expect("the scenario has a field");
    for event in R::open(&setup).expect("the scenario musters") {
        R::apply(&mut state, &event);
    }
    state
}

/// Exact odds of every procedure by its usual facts, then of the wide ones that are named.
pub(crate) fn exact<R: Ruleset>(c: &mut Criterion, name: &str, wide: &[(&str, &str, serde_json::Value)]) {
    let mut group = c.benchmark_group(format!("{name}, exact odds, nothing cached"));
    let usual = R::procedures().iter().map(|p| (p.name, p.name, serde_json::json!({})));
    for (words, procedure, facts) in usual.chain(wide.iter().cloned()) {
        let found = R::procedures().iter().find(|p| p.name == procedure).expect("a procedure of that name");
        let run = (found.prepare)(&facts, &Settings::default()).expect("facts that it knows");
        group.bench_function(words, |b| b.iter(|| odds(|dice| run(dice))));
    }
    group.finish();
}

/// Random battles, small and large, and the captain's.
pub(crate) fn battles<R: Appraisal>(c: &mut Criterion, name: &str) {
    let mut group = c.benchmark_group(format!("{name}, whole battles on one core"));
    group.sample_size(20);
    let cases =
        [(LEARNING, Opponent::Random), (MCPHERSONS_RIDGE, Opponent::Random), (LEARNING, Opponent::Captain)];
    for (texts, opponent) in cases {
        let start = opened::<R>(texts);
        let mut number = 0;
        group.throughput(Throughput::Elements(1));
        group.bench_function(format!("{} between two of {}", texts.name, opponent.name()), |b| {
            b.iter_batched(
                || {
                    number += 1;
                    (start.clone(), number)
                },
                |(mut state, number)| {
                    let mut policies =
                        [opponent.policy(number, Side::Blue), opponent.policy(number, Side::Gray)];
                    let seed = Seed::from_number(number);
                    play_out::<R, _>(&mut state, &mut policies, 20_000, |command| {
                        Rolling::new(Seeded::new(seed.clone(), command))
                    })
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}
