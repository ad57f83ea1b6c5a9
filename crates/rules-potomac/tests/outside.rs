//! Commands come from outside: whatever ids and numbers they name, they are carried out or refused, and nothing falls over.

use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Offer, Ruleset, Settings, Setup, Side, Stop, UnitId};
use longroll_rules_potomac::turn::state::{Phase, State};
use longroll_rules_potomac::{Command, Potomac, Why};
use longroll_scenario::{Files, NamedText, check};
use serde_json::{Value, json};
use std::sync::Arc;

fn opened(name: &str, scenario: &str, terrain: &str) -> State {
    let scenario = check(&Files {
        scenario: NamedText { file: name, text: scenario },
        terrain: NamedText { file: "terrain.geojson", text: terrain },
        rulesets: &[],
    })
    .unwrap();
    let setup = Setup { scenario: Arc::new(scenario), settings: Settings::default() };
    let mut state = Potomac::blank(&setup).unwrap();
    for event in Potomac::open(&setup).unwrap() {
        Potomac::apply(&mut state, &event);
    }
    state
}

fn stockade() -> State {
    opened(
        "scenario.toml",
        include_str!("../../../scenarios/vicksburg-stockade/scenario.toml"),
        include_str!("../../../scenarios/vicksburg-stockade/terrain.geojson"),
    )
}

/// A small generator of our own, so that the battle is the same every time.
struct Words(u64);

impl Words {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, n: usize) -> usize {
        (self.word() % n.max(1) as u64) as usize
    }
}

fn any_command(state: &State, side: Side, words: &mut Words) -> Option<Command> {
    let actors = Potomac::actors(state, side);
    let actor = *actors.get(words.below(actors.len()))?;
    let mut offers = Potomac::offers(state, side, actor);
    while !offers.is_empty() {
        let found = match offers.swap_remove(words.below(offers.len())) {
            Offer::Do(command) => Some(command),
            Offer::Move(region) => Potomac::sample(state, side, &region, &mut || words.word()),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Each command there is, with these ids and numbers in all places.
fn hostile(a: u16, b: u16, length: i64, small: u8) -> Vec<Command> {
    let at = length.clamp(-100_000_000, 100_000_000);
    let list: Vec<Value> = vec![
        json!({ "set_up": { "unit": a, "how": { "beside": b } } }),
        json!({ "set_up": { "unit": a, "how": { "line": small } } }),
        json!({ "set_up": { "unit": a, "how": { "column": small } } }),
        json!({ "set_up": { "unit": a, "how": "limbered" } }),
        json!({ "set_up": { "unit": a, "how": "dismounted" } }),
        json!({ "attach": { "officer": a, "unit": b, "of_group": false } }),
        json!({ "attach": { "officer": a, "unit": b, "of_group": true } }),
        json!({ "fire": { "unit": a, "target": { "unit": b } } }),
        json!({ "fire": { "unit": a, "target": { "work": b } } }),
        json!({ "charge": { "charges": [] } }),
        json!({ "charge": { "charges": [{ "unit": a, "target": b, "distance": length }] } }),
        json!({ "charge": { "charges": [{ "unit": a, "target": b, "facing": 9000, "distance": length }] } }),
        json!({ "charge": { "charges": [{ "unit": a, "target": b }, { "unit": a, "target": b }] } }),
        json!({ "evade": { "unit": a, "face_enemy": true } }),
        json!({ "skirmish": { "unit": a, "placing": { "stands": small, "ahead": length, "beside": length, "gap": 0 } } }),
        json!({ "skirmish": { "unit": a, "placing": { "stands": small, "ahead": 0, "beside": 0, "gap": length } } }),
        json!({ "recall": { "unit": a } }),
        json!({ "order": { "officer": a, "unit": b, "kind": "move" } }),
        json!({ "order": { "officer": a, "unit": b, "kind": "charge", "group": true } }),
        json!({ "order": { "officer": a, "unit": b, "kind": "recall_skirmishers" } }),
        json!({ "order": { "officer": a, "unit": b, "kind": "rally" } }),
        json!({ "move": { "unit": a, "legs": [{ "go": { "bearing": 0, "distance": length } }] } }),
        json!({ "move": { "unit": a, "legs": [{ "to": { "x": at, "y": -at } }, { "turn": 60000 }] } }),
        json!({ "move": { "unit": a, "legs": [{ "road": { "x": at, "y": at } }] } }),
        json!({ "move": { "unit": a, "legs": [{ "act": format!("line {small}") }, { "act": "files 0" }] } }),
        json!({ "move": { "unit": a, "legs": [{ "act": format!("column {small}") }, { "act": "" }] } }),
        json!({ "move": { "unit": a, "legs": [{ "act": "attach nobody" }, { "act": "attach group nobody" }] } }),
        json!({ "move": { "unit": a, "legs": [{ "act": "mount" }, { "act": "limber" }] } }),
        json!({ "face": { "unit": a, "to": 65535 } }),
        json!("done"),
        json!({ "stop": { "officer": a } }),
        json!({ "group": { "units": [a, b] } }),
        json!({ "group": { "units": [] } }),
        json!({ "dissolve": { "unit": a } }),
        json!({ "name": { "officer": a } }),
        json!({ "shed": { "unit": a, "end": "left" } }),
        json!({ "volley": { "fire": true } }),
        json!({ "share": { "unit": a } }),
        json!({ "stay": { "officer": a } }),
        json!({ "detach": { "officer": a } }),
        json!({ "go_with": { "officer": a } }),
        json!({ "flee": { "unit": a, "first": "left" } }),
        json!({ "follow_up": { "follow": true, "at": b } }),
        json!({ "aim": { "unit": a, "stand": small, "at": b } }),
        json!({ "give_way": { "unit": a, "from": b } }),
        json!({ "succeed": { "officer": a } }),
    ];
    list.into_iter().map(|value| serde_json::from_value(value).unwrap()).collect()
}

/// Everything that is asked about a command from outside; true if it is refused because nobody has that id.
fn tried(state: &State, side: Side, command: &Command, step: u32) -> bool {
    let mut dice = Rolling::new(Seeded::new(Seed::from_number(7), step));
    let result = Potomac::handle(state, side, command, &mut dice);
    if let Ok(events) = &result {
        let mut after = state.clone();
        for event in events {
            Potomac::tell(&after, event);
            Potomac::gist(&after, event);
            Potomac::apply(&mut after, event);
        }
    }
    Potomac::explain(state, side, command);
    Potomac::cost(state, side, command);
    Potomac::label(state, command);
    Potomac::write_command(state, command);
    matches!(result, Err(Stop::Refused(refusal)) if refusal.why == Why::NoSuchUnit)
}

// clauses: POT-GAME-01, POT-R25
#[test]
fn an_id_that_nobody_has_is_refused_in_every_command() {
    let state = stockade();
    for side in [Side::Blue, Side::Gray] {
        for (a, b) in [(9999, 0), (u16::MAX, u16::MAX), (9999, 9999)] {
            for command in hostile(a, b, 40_000, 2) {
                let names_units = !matches!(
                    &command,
                    Command::Done | Command::Volley { .. } | Command::Group { .. } | Command::Charge { .. }
                ) && !matches!(&command, Command::FollowUp { .. } if b == 0);
                assert!(!names_units || tried(&state, side, &command, 0), "{command:?}");
            }
        }
    }
    // The friend at whose side a unit is to begin, too
    let beside: Command =
        serde_json::from_value(json!({ "set_up": { "unit": 0, "how": { "beside": 9999 } } })).unwrap();
    assert!(tried(&state, Side::Blue, &beside, 0));
}

// clauses: POT-GAME-01
#[test]
fn no_id_and_no_number_from_outside_topples_the_game() {
    let mut phases = Vec::new();
    for seed in [41, 42, 43, 44] {
        phases.extend(assailed(seed));
    }
    for phase in [Phase::Initiative, Phase::Command] {
        assert!(phases.contains(&phase), "no battle came to {phase:?}");
    }
}

/// A battle of random commands, between which everything else is tried; the phases that it came to.
fn assailed(seed: u64) -> Vec<Phase> {
    let mut state = stockade();
    let mut words = Words(seed);
    let mut phases = Vec::new();
    for step in 0..300 {
        let Some(wait) = Potomac::awaiting(&state).0.first().cloned() else { break };
        let last = state.units.len() as u16;
        let (a, b) = (words.below(usize::from(last)) as u16, words.below(usize::from(last)) as u16);
        let lengths = [i64::MIN, i64::MAX, -1, 0, 123_456];
        let smalls = [0, 1, 255, 3];
        let (length, small) = (lengths[words.below(5)], smalls[words.below(4)]);
        for (a, b) in [(a, b), (a, last), (last, b), (b, u16::MAX)] {
            for command in hostile(a, b, length, small) {
                for side in [Side::Blue, Side::Gray] {
                    tried(&state, side, &command, step);
                }
            }
        }
        let _ = Potomac::sight(&state, UnitId(a), UnitId(last));
        let _ = Potomac::reaches(&state, UnitId(last));
        let _ = Potomac::orders(&state, wait.side, UnitId(last));
        let _ = Potomac::orders_together(&state, wait.side, &[UnitId(last), UnitId(a)]);
        let Some(command) = any_command(&state, wait.side, &mut words) else { continue };
        let mut dice = Rolling::new(Seeded::new(Seed::from_number(3), step));
        let Ok(events) = Potomac::handle(&state, wait.side, &command, &mut dice) else { continue };
        events.iter().for_each(|event| Potomac::apply(&mut state, event));
        if !phases.contains(&state.phase) {
            phases.push(state.phase);
        }
    }
    phases
}

// clauses: POT-GAME-01
#[test]
fn words_from_outside_are_read_or_refused() {
    let state = stockade();
    let key = |n: usize| state.muster.pieces[n].key.clone();
    let (a, b) = (key(0), key(state.units.len() - 1));
    for number in ["0", "-1", "256", "99999999999999999999", "0.0000001", "1e9", ""] {
        for text in [
            format!("aim {a} {number} at {b}"),
            format!("set {a} line {number}"),
            format!("set {a} column {number}"),
            format!("set {a} beside {number}"),
            format!("skirmish {a} {number} ahead {number} gap {number} beside {number}"),
            format!("charge {a} at {b} facing {number}"),
            format!("charge {a} at {b} wheel left {number}"),
            format!("charge {a} at {b} go {number}"),
            format!("move {a}: go {number}; to {number},{number}; wheel {number}; files {number}"),
            format!("face {a} {number}"),
            format!("fire {a} at work {number}"),
        ] {
            if let Ok(command) = Potomac::read_command(&state, &text) {
                tried(&state, Side::Blue, &command, 0);
            }
        }
    }
}
