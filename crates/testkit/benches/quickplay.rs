//! What quick-play costs: exact odds cold, battles a second, sight and sweeps on McPherson's Ridge.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use longroll_ai::{Opponent, play_out};
use longroll_dice::{Rolling, Seed, Seeded, odds};
use longroll_kit::{Ruleset, Settings, Side, UnitId};
use longroll_rules_quickplay::Quickplay;
use longroll_rules_quickplay::book::kinds::Kind;
use longroll_rules_quickplay::book::options::Options;
use longroll_rules_quickplay::field::sight::{Others, can_see};
use longroll_rules_quickplay::procedures::fire::{FireFacts, fire};
use longroll_rules_quickplay::procedures::melee::{ChargeFacts, charge};
use longroll_rules_quickplay::turn::state::State;
use longroll_table::{Footprint, Heading, first_touch, inches};
use longroll_testkit::{LEARNING, MCPHERSONS_RIDGE, Texts, setup};
use std::hint::black_box;

fn opened(texts: Texts) -> State {
    let setup = setup(texts, Settings::default());
    let mut state = Quickplay::blank(&setup).expect("the scenario has a field");
    for event in Quickplay::open(&setup).expect("the scenario musters") {
        Quickplay::apply(&mut state, &event);
    }
    state
}

fn exact(c: &mut Criterion) {
    let mut group = c.benchmark_group("exact odds, nothing cached");
    let options = Options::default();
    // The longest chain of the sheet: two morale tests, then 4 dice against 6.
    let mut facts = ChargeFacts::default();
    facts.charger.kind = Kind::HeavyCavalry;
    facts.defender.stationary = true;
    facts.defender.strength = 6;
    group.bench_function("charge: two tests and a melee", |b| {
        b.iter(|| odds(|dice| charge(black_box(&facts), &options, dice)));
    });
    let duel = FireFacts {
        firer: Kind::FieldArtillery,
        stationary: true,
        range: inches(4),
        target: Kind::FieldArtillery,
        target_stationary: true,
        ..FireFacts::default()
    };
    group.bench_function("fire: two batteries at Close range", |b| {
        b.iter(|| odds(|dice| fire(black_box(&duel), &options, dice)));
    });
    group.finish();
}

fn battles(c: &mut Criterion) {
    let mut group = c.benchmark_group("whole battles on one core");
    group.sample_size(20);
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
                        opponent.policy::<Quickplay>(number, Side::Blue),
                        opponent.policy(number, Side::Gray),
                    ];
                    (start.clone(), policies, Seed::from_number(number))
                },
                |(mut state, mut policies, seed)| {
                    play_out::<Quickplay, _>(&mut state, &mut policies, 20_000, |command| {
                        Rolling::new(Seeded::new(seed.clone(), command))
                    })
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

fn table(c: &mut Criterion) {
    let state = opened(MCPHERSONS_RIDGE);
    let (blue, gray): (Vec<UnitId>, Vec<UnitId>) =
        (state.troops(Side::Blue).collect(), state.troops(Side::Gray).collect());
    let pairs: Vec<(UnitId, UnitId)> = blue.iter().flat_map(|a| gray.iter().map(|b| (*a, *b))).collect();
    let mut group = c.benchmark_group("McPherson's Ridge");
    group.throughput(Throughput::Elements(pairs.len() as u64));
    group.bench_function("sight between all pairs, bases blocking", |b| {
        b.iter(|| pairs.iter().filter(|(a, b)| can_see(&state, *a, *b, Others::Block).is_ok()).count());
    });
    let bodies: Vec<(UnitId, Footprint)> =
        state.ids().map(|id| (id, Footprint::single(state.unit(id).rect))).collect();
    group.throughput(Throughput::Elements(bodies.len() as u64));
    group.bench_function("sweep each base 24 in against all others", |b| {
        b.iter(|| {
            bodies
                .iter()
                .map(|(id, body)| {
                    let others = bodies.iter().filter(|(other, _)| other != id);
                    let others = others.map(|(other, body)| (*other, body));
                    first_touch(body, Heading::from_degrees(30), inches(24), others).len()
                })
                .sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(benches, exact, battles, table);
criterion_main!(benches);
