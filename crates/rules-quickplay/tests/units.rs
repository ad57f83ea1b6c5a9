//! What a unit may be, where a case cannot say it because it would not even be set up.

use longroll_kit::{Ruleset, Settings};
use longroll_rules_quickplay::Quickplay;
use serde_json::json;

fn prepares(name: &str, facts: serde_json::Value) -> bool {
    let procedure = Quickplay::procedures().iter().find(|known| known.name == name).expect("a procedure");
    (procedure.prepare)(&facts, &Settings::default()).is_ok()
}

// clauses: QP-UNIT-02
#[test]
fn morale_runs_from_3_to_6() {
    for morale in 0..=10 {
        let expected = matches!(morale, 3..=6);
        assert_eq!(prepares("morale", json!({ "morale": morale })), expected, "Morale {morale}");
        assert_eq!(prepares("rally", json!({ "morale": morale })), expected, "Morale {morale}");
    }
}

// clauses: QP-UNIT-04
#[test]
fn nobody_stands_with_no_strength_left() {
    assert!(prepares("melee", json!({ "charger_strength": 1, "defender_strength": 1 })));
    assert!(!prepares("melee", json!({ "charger_strength": 0 })));
    assert!(!prepares("melee", json!({ "defender_strength": 0 })));
    assert!(!prepares("fire", json!({ "target_strength": 0 })));
}

// clauses: QP-UNIT-08, QP-LEADER-02
#[test]
fn cavalry_and_generals_have_no_ranged_weapon() {
    for (firer, fires) in [
        ("infantry", true),
        ("skirmisher", true),
        ("heavy_cavalry", false),
        ("light_cavalry", false),
        ("field_artillery", true),
        ("horse_artillery", true),
        ("heavy_artillery", true),
        ("general", false),
    ] {
        assert_eq!(prepares("fire", json!({ "firer": firer, "range": 2 })), fires, "{firer}");
    }
}
