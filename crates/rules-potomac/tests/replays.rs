//! What each kept battle is kept for really happens in it.

use serde_json::Value;
use std::{fs, path::Path};

/// The events of each command of a kept battle.
fn commands(name: &str) -> Vec<Vec<(String, Value)>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays/potomac").join(name);
    let text = fs::read_to_string(file).expect("the replay is there");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
    lines
        .filter_map(|line| line["entry"]["events"].as_array().cloned())
        .map(|events| events.iter().map(named).collect())
        .collect()
}

fn named(event: &Value) -> (String, Value) {
    match event.as_object().and_then(|fields| fields.iter().next()) {
        Some((name, body)) => (name.clone(), body.clone()),
        None => (event.as_str().unwrap_or_default().to_owned(), Value::Null),
    }
}

fn happens(name: &str, wanted: impl Fn(&str, &Value) -> bool) -> bool {
    commands(name).iter().flatten().any(|(kind, body)| wanted(kind, body))
}

const FIRST: &str = "broken-charge-and-reaction-charge-and-second-melee-round.jsonl";
const SECOND: &str = "driven-back-collision-and-passed-initiative.jsonl";

// clauses: POT-INIT-03, POT-CHARGE-11, POT-MELEE-01
#[test]
fn charges_on_initiative_that_break_and_that_go_into_a_second_round() {
    let all = commands(FIRST);
    let on_initiative = all.iter().any(|events| {
        let kinds: Vec<&str> = events.iter().map(|(kind, _)| kind.as_str()).collect();
        kinds.starts_with(&["acted", "charge_declared"])
    });
    assert!(on_initiative);
    assert!(happens(FIRST, |kind, _| kind == "charge_stopped"));
    let mut rounds = 0;
    let mut most = 0;
    for (kind, _) in all.iter().flatten() {
        match kind.as_str() {
            "round_ended" => rounds += 1,
            "melee_ended" | "charge_declared" => rounds = 0,
            _ => {}
        }
        most = most.max(rounds);
    }
    assert!(most >= 2, "a second round of one melee");
}

// clauses: POT-TURN-06, POT-DRIVE-08
#[test]
fn the_initiative_passes_and_a_unit_is_driven_into_another() {
    assert!(happens(SECOND, |kind, body| kind == "tenure_spent" && body["clause"] == "POT-TURN-06"));
    assert!(happens(SECOND, |kind, body| kind == "collided" && !body["with"].is_null()));
}

// clauses: POT-SKIRM-10, POT-LEADER-16, POT-SIEGE-09
#[test]
fn a_screen_worn_down_an_officer_captured_a_work_breached() {
    let worn = |kind: &str, body: &Value| kind == "line_lost" && body["clause"] == "POT-SKIRM-10";
    assert!(happens("screen-worn-down.jsonl", worn));
    let captured = |kind: &str, body: &Value| kind == "removed" && body["clause"] == "POT-LEADER-16";
    assert!(happens("captured-officer.jsonl", captured));
    assert!(happens("breached-work.jsonl", |kind, body| kind == "work_hit" && body["cohesion"] == 0));
}
