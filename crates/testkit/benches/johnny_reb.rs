//! What Johnny Reb costs: exact odds cold, and battles a second.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use longroll_ai::{Opponent, play_out};
use longroll_dice::{Rolling, Seed, Seeded, odds};
use longroll_kit::{Ruleset, Settings, Side};
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_johnny_reb::book::kinds::Weapon;
use longroll_rules_johnny_reb::book::options::Options;
use longroll_rules_johnny_reb::procedures::fire::{FireFacts, fire};
use longroll_rules_johnny_reb::procedures::meet_charge::{ChargeFacts, charge};
use longroll_rules_johnny_reb::turn::state::State;
use longroll_table::inches;
use longroll_testkit::{LEARNING, MCPHERSONS_RIDGE, Texts, setup};
use std::hint::black_box;

fn opened(texts: Texts) -> State {
    let setup = setup(texts, Settings::default());
    let mut state = JohnnyReb::blank(&setup).expect("the scenario has a field");
    for event in JohnnyReb::open(&setup).expect("the scenario musters") {
        JohnnyReb::apply(&mut state, &event);
    }
    state
}

fn exact(c: &mut Criterion) {
    let mut group = c.benchmark_group("johnny-reb: exact odds, nothing cached");
    let options = Options::default();
    let volley = FireFacts { range: inches(2), ..FireFacts::default() };
    group.bench_function("fire: four dice", |b| {
        b.iter(|| odds(|dice| fire(black_box(&volley), &options, dice)));
    });
    let spencers = FireFacts { weapon: Weapon::RepeatingCarbine, range: inches(1), ..volley.clone() };
    group.bench_function("fire: five dice of repeaters, face by face", |b| {
        b.iter(|| odds(|dice| fire(black_box(&spencers), &options, dice)));
    });
    let whole = ChargeFacts { volley: Some(volley), ..ChargeFacts::default() };
    group.bench_function("a charge from volley to status", |b| {
        b.iter(|| odds(|dice| charge(black_box(&whole), &options, dice)));
    });
    group.finish();
}

fn battles(c: &mut Criterion) {
    let mut group = c.benchmark_group("johnny-reb: whole battles on one core");
    group.sample_size(10);
    let cases =
        [(LEARNING, Opponent::Random), (MCPHERSONS_RIDGE, Opponent::Random), (LEARNING, Opponent::Captain)];
    for (texts, opponent) in cases {
        let start = opened(texts);
        let mut number = 0;
        group.throughput(Throughput::Elements(1));
        group.bench_function(format!("{} against {0} on {}", opponent.name(), texts.name), |b| {
            b.iter_batched(
                || {
                    number += 1;
                    let policies = [
                        opponent.policy::<JohnnyReb>(number, Side::Blue),
                        opponent.policy(number, Side::Gray),
                    ];
                    (start.clone(), policies, Seed::from_number(number))
                },
                |(mut state, mut policies, seed)| {
                    play_out::<JohnnyReb, _>(&mut state, &mut policies, 20_000, |command| {
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
