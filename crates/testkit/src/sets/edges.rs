//! Moves that go to an edge of the table: where a position is turned by an odd angle, its edges are not turned with it.

use serde_json::Value;

/// Events that such moves bring, by ruleset, with the clause that sends them to the edge.
const TO_THE_EDGE: &[(&str, &[&str], &str)] = &[
    ("quickplay", &["/fled", "/owes", "/removed"], "QP-MORALE-17"),
    ("deadly-field", &["/ran", "/owes/walk"], "ADF-MORALE-17"),
    ("grenadier", &["/flight_left"], "GRE-MOVE-23"),
];

/// Grenadier tells every move by one event; these go back towards the own lines.
const GOING_BACK: &[&str] = &["retreat", "rout", "retire", "broken_retirement", "go_back"];

/// The clause by which an offered order is about an edge of the table.
pub(crate) fn is_about_an_edge(ruleset: &str, command: &Value) -> Option<&'static str> {
    (ruleset == "grenadier" && command.get("face").is_some()).then_some("GRE-BRIG-12")
}

/// The clause by which one of these events leads to an edge of the table.
pub(crate) fn leads_to_an_edge(ruleset: &str, events: &[Value]) -> Option<&'static str> {
    let is_going_back = |event: &Value| {
        let how = event.pointer("/moved/how").and_then(Value::as_str);
        how.is_some_and(|how| GOING_BACK.contains(&how))
    };
    if ruleset == "grenadier" && events.iter().any(is_going_back) {
        return Some("GRE-MOVE-24");
    }
    // The flanks and the rear of a brigade are told by its own edge of the table.
    if ruleset == "grenadier" && events.iter().any(|event| event.get("brigade_tested").is_some()) {
        return Some("GRE-BRIG-10");
    }
    // Of units that rally without a question the one nearest to its own edge begins.
    let tests = events.iter().filter(|event| event.get("morale_tested").is_some()).count();
    if ruleset == "grenadier" && tests > 1 {
        return Some("GRE-TURN-10");
    }
    let routs = |event: &Value| event.pointer("/moved/motion").is_some_and(|motion| motion == "rout");
    if ruleset == "johnny-reb" && events.iter().any(routs) {
        return Some("JR-MORALE-16");
    }
    let (_, kinds, clause) = TO_THE_EDGE.iter().find(|(set, ..)| *set == ruleset)?;
    let brings = |event: &Value| kinds.iter().any(|kind| event.pointer(kind).is_some());
    events.iter().any(brings).then_some(clause)
}
