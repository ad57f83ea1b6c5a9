//! What Grenadier costs: exact odds cold, battles a second.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use longroll_ai::{Opponent, play_out};
use longroll_dice::{Rolling, Seed, Seeded, odds};
use longroll_kit::{Ruleset, Settings, Side};
use longroll_rules_grenadier::Grenadier;
use longroll_rules_grenadier::book::options::Options;
use longroll_rules_grenadier::procedures::fire::{FireFacts, fire};
use longroll_rules_grenadier::procedures::melee::{Arrival, MeleeFacts, melee};
use longroll_rules_grenadier::procedures::skirmish_fire::{SkirmishFacts, skirmish_fire};
use longroll_rules_grenadier::turn::state::State;
use longroll_testkit::{LEARNING, MCPHERSONS_RIDGE, Texts, setup};
use std::hint::black_box;

fn opened(texts: Texts) -> State {
    let setup = setup(texts, Settings::default());
    let mut state = Grenadier::blank(&setup).expect("the scenario has a field");
    for event in Grenadier::open(&setup).expect("the scenario musters") {
        Grenadier::apply(&mut state, &event);
    }
    state
}

fn exact(c: &mut Criterion) {
    let mut group = c.benchmark_group("grenadier, exact odds, nothing cached");
    let options = Options::default();
    let volley = FireFacts::default();
    group.bench_function("fire: one volley", |b| {
        b.iter(|| odds(|dice| fire(black_box(&volley), &options, dice)))
    });
    let mut facts = MeleeFacts::default();
    facts.a.arrival = Arrival::Charged;
    group.bench_function("melee: one round", |b| {
        b.iter(|| odds(|dice| melee(black_box(&facts), &options, dice)))
    });
    let screen = SkirmishFacts { figures: 36, general_near: true, ..SkirmishFacts::default() };
    group.bench_function("skirmish: nine dice in pairs", |b| {
        b.iter(|| odds(|dice| skirmish_fire(black_box(&screen), &options, dice)));
    });
    group.finish();
}

fn battles(c: &mut Criterion) {
    let mut group = c.benchmark_group("grenadier, whole battles on one core");
    group.sample_size(20);
    let cases =
        [(LEARNING, Opponent::Random), (MCPHERSONS_RIDGE, Opponent::Random), (LEARNING, Opponent::Captain)];
    for (texts, opponent) in cases {
        let start = opened(texts);
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
                    play_out::<Grenadier, _>(&mut state, &mut policies, 20_000, |command| {
                        Rolling::new(Seeded::new(seed.clone(), command))
                    })
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, exact, battles);
criterion_main!(benches);
