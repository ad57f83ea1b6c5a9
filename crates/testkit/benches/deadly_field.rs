//! What Across A Deadly Field costs: exact odds cold, battles a second, an interrupted move.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use longroll_ai::{Opponent, play_out};
use longroll_dice::{Rolling, Seed, Seeded, odds};
use longroll_kit::{Leg, Ruleset, Settings, Side};
use longroll_rules_deadly_field::impact::{ChargeFacts, charge};
use longroll_rules_deadly_field::options::Options;
use longroll_rules_deadly_field::state::State;
use longroll_rules_deadly_field::{Command, DeadlyField};
use longroll_table::{Heading, inches};
use longroll_testkit::{LEARNING, Texts, setup};
use std::hint::black_box;

fn opened(texts: Texts) -> State {
    let setup = setup(texts, Settings::default());
    let mut state = DeadlyField::blank(&setup).expect("the scenario has a field");
    for event in DeadlyField::open(&setup).expect("the scenario musters") {
        DeadlyField::apply(&mut state, &event);
    }
    state
}

fn exact(c: &mut Criterion) {
    let mut group = c.benchmark_group("exact odds, nothing cached");
    let options = Options::default();
    let facts = ChargeFacts::default();
    group.bench_function("charge: pre-impact check and impact", |b| {
        b.iter(|| odds(|dice| charge(black_box(&facts), &options, dice)));
    });
    let dice_down = Options { dice_down: true, ..options };
    group.bench_function("charge by dice down", |b| {
        b.iter(|| odds(|dice| charge(black_box(&facts), &dice_down, dice)));
    });
    // the longest chain: five dice in melee, hits, a leader's fate, the check
    let facts = serde_json::json!({
        "fire": { "firer": { "figures": 8 }, "manner": "melee" }, "morale": { "leader": 1 }, "figures": 8,
    });
    let procedure =
        DeadlyField::procedures().iter().find(|known| known.name == "volley").expect("it is there");
    let run = (procedure.prepare)(&facts, &Settings::default()).expect("sound facts");
    group.bench_function("volley: fire, hits, leader, check, fall-back", |b| {
        b.iter(|| odds(|dice| run(dice)));
    });
    group.finish();
}

fn battles(c: &mut Criterion) {
    let mut group = c.benchmark_group("whole battles on one core");
    group.sample_size(10);
    let start = opened(LEARNING);
    let mut number = 0;
    group.throughput(Throughput::Elements(1));
    group.bench_function("random against random on learning", |b| {
        b.iter_batched(
            || {
                number += 1;
                let random = Opponent::Random;
                let policies =
                    [random.policy::<DeadlyField>(number, Side::Blue), random.policy(number, Side::Gray)];
                (start.clone(), policies, Seed::from_number(number))
            },
            |(mut state, mut policies, seed)| {
                play_out::<DeadlyField, _>(&mut state, &mut policies, 20_000, |command| {
                    Rolling::new(Seeded::new(seed.clone(), command))
                })
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

/// A march of one inch with its question, and what letting it pass costs: the price of the interrupt.
fn interrupts(c: &mut Criterion) {
    let mut state = opened(LEARNING);
    let give = |state: &mut State, side: Side, command: &Command| {
        let mut dice = Rolling::new(Seeded::new(Seed::from_number(1), 0));
        let events = DeadlyField::handle(state, side, command, &mut dice).expect("a lawful command");
        events.iter().for_each(|event| DeadlyField::apply(state, event));
    };
    give(&mut state, Side::Blue, &Command::RollInitiative);
    let side = state.active;
    give(&mut state, side, &Command::LeadersDone);
    let unit = state.troops(side).next().expect("a unit");
    let facing = state.unit(unit).pose.facing;
    let ahead = |far: i64| Command::Move {
        unit,
        legs: vec![Leg::Go { bearing: Heading(facing.0), distance: inches(far) }],
        without: Vec::new(),
    };
    let mut group = c.benchmark_group("an interrupted move");
    let decide = |command: &Command| {
        let mut dice = Rolling::new(Seeded::new(Seed::from_number(1), 0));
        DeadlyField::handle(black_box(&state), side, command, &mut dice).expect("a lawful command")
    };
    group.bench_function("four inches ordered, one made", |b| b.iter(|| decide(&ahead(4))));
    group.finish();
}

criterion_group!(benches, exact, battles, interrupts);
criterion_main!(benches);
