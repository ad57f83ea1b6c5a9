//! Facts that make no sense to a procedure are told with the clause, and nothing stops the program.

use longroll_kit::{Ruleset, Settings};
use longroll_rules_potomac::Potomac;
use serde_json::{Value, json};

fn told(name: &str, facts: Value) -> String {
    let procedure =
        Potomac::procedures().iter().find(|procedure| procedure.name == name).expect("a procedure");
    match (procedure.prepare)(&facts, &Settings::default()) {
        Ok(_) => "nothing".to_owned(),
        Err(error) => error.to_string(),
    }
}

// clauses: POT-LEADER-02, POT-LEADER-03, POT-FIRE-01, POT-FIRE-06, POT-SPECIAL-05, POT-ARTY-05, POT-SIEGE-01, POT-SIEGE-09, POT-MORTAR-01, POT-MORTAR-02, POT-MORTAR-05, POT-CHARGE-02, POT-CHARGE-05, POT-MORALE-06, POT-MELEE-10, POT-UNIT-02, POT-FIRE-18, POT-MOVE-17
#[test]
fn what_cannot_be_asked_is_told_with_its_clause() {
    for (name, facts, clause) in [
        ("command", json!({ "rating": 13 }), "POT-LEADER-02"),
        ("command", json!({ "rating": 1 }), "POT-LEADER-02"),
        ("morale", json!({ "officer": 4 }), "POT-LEADER-03"),
        ("morale", json!({ "stands": 0 }), "POT-MORALE-06"),
        ("small_arms", json!({ "firer": { "gun": "sb_light" } }), "POT-FIRE-01"),
        ("small_arms", json!({ "range": 30.1 }), "POT-FIRE-06"),
        ("small_arms", json!({ "range": 20.1, "firer": { "weapon": "smoothbore_musket" } }), "POT-FIRE-06"),
        ("small_arms", json!({ "band": "medium" }), "POT-FIRE-06"),
        ("small_arms", json!({ "target": { "strength": 0 } }), "POT-UNIT-02"),
        ("small_arms", json!({ "target": { "strength": 2, "marked": 2 } }), "POT-FIRE-18"),
        ("artillery", json!({ "battery": { "gun": "sb_light" }, "range": 120.1 }), "POT-ARTY-05"),
        ("artillery", json!({ "battery": { "gun": "sb_siege" } }), "POT-ARTY-04"),
        ("siege", json!({ "battery": { "gun": "sb_heavy" } }), "POT-SIEGE-01"),
        ("siege", json!({ "range": 151 }), "POT-ARTY-05"),
        ("siege", json!({ "work": { "cohesion": 0 } }), "POT-SIEGE-09"),
        ("mortar", json!({ "battery": { "gun": "sb_siege" } }), "POT-MORTAR-01"),
        ("mortar", json!({ "range": 20 }), "POT-MORTAR-02"),
        ("mortar", json!({ "battery": { "gun": "heavy_mortar" }, "range": 30 }), "POT-MORTAR-02"),
        ("skirmish_line", json!({ "firer": { "gun": "sb_siege" } }), "POT-ARTY-04"),
        ("skirmish_line", json!({ "stands": 0 }), "POT-SKIRM-13"),
        ("skirmish_line", json!({ "firer": { "gun": "sb_light", "limbered": true } }), "POT-MOVE-17"),
        ("premelee", json!({ "distance": 20.1, "reach": 20 }), "POT-CHARGE-05"),
        ("premelee", json!({ "charger": { "gun": "sb_light" } }), "POT-CHARGE-02"),
        ("charge", json!({ "attack": { "contact": 4, "supports": 3 } }), "POT-MELEE-10"),
        ("melee_round", json!({ "attack": { "contact": 0 } }), "POT-MELEE-10"),
    ] {
        let text = told(name, facts.clone());
        assert!(text.ends_with(&format!("({clause})")), "{name} {facts}: {text}");
    }
}

// clauses: POT-CHARGE-05, POT-MORTAR-02, POT-FIRE-06
#[test]
fn what_is_just_within_the_limits_can_be_asked() {
    for (name, facts) in [
        ("command", json!({ "rating": 2 })),
        ("command", json!({ "rating": 12 })),
        ("small_arms", json!({ "range": 30 })),
        ("mortar", json!({ "unit": { "cover": "fortification" } })),
        ("small_arms", json!({ "range": 20, "firer": { "weapon": "smoothbore_musket" } })),
        ("artillery", json!({ "battery": { "gun": "sb_light" }, "range": 120 })),
        ("siege", json!({ "range": 150 })),
        ("mortar", json!({ "range": 20.1 })),
        ("premelee", json!({ "distance": 20, "reach": 20 })),
        ("charge", json!({ "attack": { "contact": 3, "supports": 3 } })),
    ] {
        assert_eq!(told(name, facts.clone()), "nothing", "{name} {facts}");
    }
}
