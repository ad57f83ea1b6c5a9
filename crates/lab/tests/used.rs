//! Commands by their names.

use longroll_lab::kinds;
use serde_json::json;

#[test]
fn commands_by_kind() {
    assert_eq!(kinds(&json!("ready")), ["ready"]);
    assert_eq!(kinds(&json!({ "act": { "unit": 1, "act": { "form": "column" } } })), ["act form"]);
    let legs = json!([{ "go": 5 }, "limber", { "go": 2 }]);
    assert_eq!(kinds(&json!({ "move": { "unit": 1, "legs": legs } })), ["move", "move: go", "move: limber"]);
}
