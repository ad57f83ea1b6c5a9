//! The golden replays hold every kind of reaction and every result of an impact. That each is decided the same way again is kept by the
//! program's own test of all replays.

use serde_json::Value;
use std::collections::BTreeSet;

const KEPT: [&str; 7] = [
    include_str!("../../../replays/deadly-field/countercharge-and-disengagement-by-dice-down.jsonl"),
    include_str!("../../../replays/deadly-field/group-charge-by-dice-down.jsonl"),
    include_str!("../../../replays/deadly-field/held-fire-and-rally.jsonl"),
    include_str!("../../../replays/deadly-field/melee-by-dice-down.jsonl"),
    include_str!("../../../replays/deadly-field/point-blank-by-dice-down.jsonl"),
    include_str!("../../../replays/deadly-field/stop-short.jsonl"),
    include_str!("../../../replays/deadly-field/surrender.jsonl"),
];

/// The name of a variant, with or without contents.
fn name(value: &Value) -> Option<&str> {
    value.as_str().or_else(|| value.as_object()?.keys().next().map(String::as_str))
}

fn kinds() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in KEPT.iter().flat_map(|text| text.lines()) {
        let line: Value = serde_json::from_str(line).expect("a line of a game file is JSON");
        let entry = &line["entry"];
        if let Some(how) = name(&entry["command"]["react"]["how"]) {
            found.insert(format!("reaction: {how}"));
        }
        if entry["command"]["charge"]["sallies"].as_array().is_some_and(|sallies| sallies.len() > 1) {
            found.insert("a group charges".to_owned());
        }
        for event in entry["events"].as_array().into_iter().flatten() {
            if let Some(manner) = event["fired"]["manner"].as_str() {
                found.insert(format!("fire: {manner}"));
            }
            if let Some(clash) = event["impacted"]["impact"]["clash"].as_str() {
                found.insert(format!("impact: {clash}"));
            }
        }
    }
    found
}

// clauses: ADF-REACT-04, ADF-REACT-15, ADF-REACT-29, ADF-FIV-05, ADF-FIV-06, ADF-FIV-13, ADF-DICE-06, ADF-MELEE-02
#[test]
fn every_kind_of_reaction_and_impact_is_kept() {
    let found = kinds();
    for kind in ["fire", "form", "mount", "face", "reform", "rally", "disengage", "countercharge"] {
        assert!(found.contains(&format!("reaction: {kind}")), "{kind} is missing from {found:?}");
    }
    for kind in ["melee", "stop_short", "point_blank", "fall_back", "surrender"] {
        assert!(found.contains(&format!("impact: {kind}")), "{kind} is missing from {found:?}");
    }
    for kind in
        ["ordinary", "deliberate", "point_blank", "desperation", "melee", "stop_short", "free_point_blank"]
    {
        assert!(found.contains(&format!("fire: {kind}")), "{kind} is missing from {found:?}");
    }
    assert!(found.contains("a group charges"), "{found:?}");
}
