//! What each kept battle is kept for really happens in it.

use serde_json::Value;
use std::{fs, path::Path};

/// Each command of a kept battle with its events.
fn commands(name: &str) -> Vec<(Value, Vec<(String, Value)>)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays/johnny-reb").join(name);
    let text = fs::read_to_string(file).expect("the replay is there");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
    lines
        .filter_map(|line| {
            let events = line["entry"]["events"].as_array()?.iter().map(named).collect();
            Some((line["entry"]["command"].clone(), events))
        })
        .collect()
}

fn named(event: &Value) -> (String, Value) {
    match event.as_object().and_then(|fields| fields.iter().next()) {
        Some((name, body)) => (name.clone(), body.clone()),
        None => (event.as_str().unwrap_or_default().to_owned(), Value::Null),
    }
}

fn place(events: &[(String, Value)], wanted: impl Fn(&str, &Value) -> bool) -> Option<usize> {
    events.iter().position(|(kind, body)| wanted(kind, body))
}

// clauses: JR-CHARGE-14, JR-CHARGE-13
#[test]
fn a_charge_is_broken_by_the_volley() {
    let broken = commands("broken-charge.jsonl").iter().any(|(_, events)| {
        let Some(set_out) = place(events, |kind, _| kind == "charge_rolled") else { return false };
        let charger = &events[set_out].1["unit"];
        let failed = place(events, |kind, body| {
            kind == "checked" && body["unit"] == *charger && body["verdict"] == "failed"
        });
        failed.is_some_and(|at| at > set_out) && place(events, |kind, _| kind == "impact_rolled").is_none()
    });
    assert!(broken);
}

// clauses: JR-MELEE-01, JR-MELEE-03
#[test]
fn a_tie_goes_into_melee() {
    let all = commands("tie-into-melee.jsonl");
    let events: Vec<_> = all.into_iter().flat_map(|(_, events)| events).collect();
    let tie = place(&events, |kind, body| kind == "impact_rolled" && body["winner"] == "tie");
    let fought = place(&events, |kind, _| kind == "melee_fought");
    assert!(tie.is_some() && fought > tie);
}

// clauses: JR-ORDER-02, JR-ORDER-12
#[test]
fn a_hold_unit_fires_in_the_middle_of_a_move() {
    let halted = commands("hold-fire-mid-move.jsonl").iter().any(|(command, events)| {
        let fired = place(events, |kind, body| kind == "fired" && body["counts"] == true);
        let on = place(events, |kind, body| kind == "moved" && body["motion"] == "march");
        let last = events.iter().rposition(|(kind, body)| kind == "moved" && body["motion"] == "march");
        // it comes to the inch, is fired on, and goes on
        command.get("halt").is_some() && on.is_some() && fired > on && last > fired
    });
    assert!(halted);
}

// clauses: JR-FIRE-12, JR-FIRE-13
#[test]
fn all_sixes_leave_a_unit_low_on_ammunition() {
    let low = commands("low-ammunition.jsonl").iter().any(|(_, events)| {
        let Some(low) = place(events, |kind, body| kind == "ammunition_set" && body["to"] == "low") else {
            return false;
        };
        let volley = &events[..low].iter().rev().find(|(kind, _)| kind == "fired").expect("it fired").1;
        volley["roll"].as_u64() == volley["dice"].as_u64().map(|dice| 6 * dice)
    });
    assert!(low);
}

// clauses: JR-MORALE-04, JR-MORALE-06
#[test]
fn a_rout_makes_another_rout() {
    let chain = commands("rout-chain.jsonl").iter().any(|(_, events)| {
        let routs: Vec<usize> = (0..events.len())
            .filter(|at| events[*at].0 == "level_set" && events[*at].1["level"] == "routed")
            .collect();
        routs.windows(2).any(|pair| {
            let second = &events[pair[1]].1["unit"];
            events[pair[0]..pair[1]]
                .iter()
                .any(|(kind, body)| kind == "checked" && body["cause"] == "seen" && body["unit"] == *second)
        })
    });
    assert!(chain);
}
