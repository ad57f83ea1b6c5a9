//! What Across A Deadly Field costs: exact odds cold, battles a second, an interrupted move.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use longroll_ai::{Opponent, play_out};
use longroll_dice::{Rolling, Seed, Seeded, odds};
use longroll_kit::{Leg, Ruleset, Settings, Side};
use longroll_rules_deadly_field::book::kinds::Arm;
use longroll_rules_deadly_field::turn::state::State;
use longroll_rules_deadly_field::{Command, DeadlyField, Event};
use longroll_table::inches;
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

/// Facts read, lists settled, every path of the dice followed: nothing is cached.
fn exact(c: &mut Criterion) {
    let mut group = c.benchmark_group("exact odds, cold");
    let fiv = Settings::default();
    let dice_down =
        Settings::read(DeadlyField::registry(), [("charge_resolution", "dice_down")]).expect("an option");
    let led = |weapon: &str, arm: &str, formation: &str, manner: &str, range: u8| {
        serde_json::json!({
            "fire": {
                "firer": {
                    "arm": arm, "weapon": weapon, "formation": formation, "range": range, "side": "blue",
                    "figures": if arm == "artillery" { 3 } else { 12 },
                },
                "target": { "quality": "green", "level": "disorder", "arm": "cavalry", "mounted": true, "formation": "cavalry_line" },
                "manner": manner,
            },
            "morale": { "leader": 1 }, "figures": 8,
        })
    };
    let charge = serde_json::json!({});
    let cases = [
        (
            "infantry at normal range, to the fall-back",
            "volley",
            led("rifle_musket", "infantry", "battle_line", "ordinary", 2),
            &fiv,
        ),
        (
            "canister point blank, to the fall-back",
            "volley",
            led("12pdr_napoleon", "artillery", "unlimbered", "point_blank", 1),
            &fiv,
        ),
        // the longest chain: five dice in melee, up to four hits, a leader's fate, the check
        (
            "melee with a leader, to the fall-back",
            "volley",
            led("rifle_musket", "infantry", "battle_line", "melee", 0),
            &fiv,
        ),
        ("charge: pre-impact check and impact by final value", "charge", charge.clone(), &fiv),
        ("charge: pre-impact check and impact by dice down", "charge", charge, &dice_down),
    ];
    for (name, procedure, facts, settings) in cases {
        let known =
            DeadlyField::procedures().iter().find(|known| known.name == procedure).expect("it is there");
        group.bench_function(name, |b| {
            b.iter(|| {
                let run = (known.prepare)(black_box(&facts), settings).expect("sound facts");
                odds(|dice| run(dice))
            });
        });
    }
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

/// What the interrupt costs: the same march when nobody is left who could react, and with a question at every inch.
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
    let unit = state.troops(side).find(|id| state.arm(*id) == Arm::Infantry).expect("a regiment");
    let bearing = state.unit(unit).pose.facing;
    let march =
        Command::Move { unit, legs: vec![Leg::Go { bearing, distance: inches(4) }], without: Vec::new() };
    let mut spent = state.clone();
    let all: Vec<_> = spent.troops(side.enemy()).collect();
    let clause = longroll_rules_deadly_field::c::REACT_05;
    DeadlyField::apply(&mut spent, &Event::Reacted { units: all, clause });
    let mut group = c.benchmark_group("a march of four inches");
    group.bench_function("nobody can react: one command", |b| {
        b.iter_batched(|| spent.clone(), |mut state| give(&mut state, side, &march), BatchSize::SmallInput);
    });
    group.bench_function("a question at every inch, each let pass", |b| {
        b.iter_batched(
            || state.clone(),
            |mut state| {
                give(&mut state, side, &march);
                while DeadlyField::awaiting(&state).0.iter().any(|wait| wait.side != side) {
                    give(&mut state, side.enemy(), &Command::Pass { whole_action: false });
                }
            },
            BatchSize::SmallInput,
        );
    });
    let mut asked = state.clone();
    give(&mut asked, side, &march);
    group.bench_function("what each unit could do at one question", |b| {
        b.iter(|| {
            let actors = DeadlyField::actors(black_box(&asked), side.enemy());
            actors
                .into_iter()
                .map(|actor| DeadlyField::offers(&asked, side.enemy(), actor).len())
                .sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(benches, exact, battles, interrupts);
criterion_main!(benches);
