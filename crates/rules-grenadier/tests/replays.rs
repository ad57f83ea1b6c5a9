//! The kept battles really hold what they are kept for. That they are decided the same way again is tested with the
//! program.

use serde_json::Value;

/// Every event of a game file: its kind and what it says.
fn events(file: &str) -> Vec<(String, Value)> {
    let mut list = Vec::new();
    for line in file.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        for event in line["entry"]["events"].as_array().into_iter().flatten() {
            if let Some((kind, says)) = event.as_object().and_then(|event| event.iter().next()) {
                list.push((kind.clone(), says.clone()));
            }
        }
    }
    list
}

// clauses: GRE-CMD-17, GRE-BRIG-12
#[test]
fn a_brigadier_loses_his_nerve_and_a_brigade_breaks() {
    let all = events(include_str!("../../../replays/grenadier/loss-of-nerve.jsonl"));
    assert!(all.iter().any(|(kind, says)| kind == "order_tried" && says["lost_nerve"] == true));
    assert!(all.iter().any(|(kind, says)| kind == "brigade_tested" && says["result"] == "breaks"));
    assert!(all.iter().any(|(kind, says)| kind == "moved" && says["how"] == "broken_retirement"));
}

// clauses: GRE-ARTY-28, GRE-ARTY-29, GRE-YELL-04
#[test]
fn a_gun_bursts_and_a_rebel_yell_fails() {
    let all = events(include_str!("../../../replays/grenadier/burst-gun-and-failed-yell.jsonl"));
    assert!(all.iter().any(|(kind, _)| kind == "gun_lost"));
    let failed = all.iter().position(|(kind, _)| kind == "yell_failed").unwrap();
    let unit = &all[failed].1["unit"];
    let routs = |(kind, says): &(String, Value)| {
        kind == "status_set" && says["unit"] == *unit && says["status"] == "routing"
    };
    assert!(all[failed..].iter().any(routs), "who fails with a Yell routs");
}

// clauses: GRE-PURSUIT-10
#[test]
fn a_pursuit_runs_into_a_second_unit() {
    let all = events(include_str!("../../../replays/grenadier/pursuit-into-a-second-unit.jsonl"));
    let mut prey: Vec<(Value, Value)> = Vec::new();
    let mut runner = Value::Null;
    let mut found = false;
    for (kind, says) in &all {
        match kind.as_str() {
            "pursues" if !says["prey"].is_null() => prey.push((says["unit"].clone(), says["prey"].clone())),
            "moved" if says["how"] == "pursuit" => runner = says["unit"].clone(),
            "moved" if says["how"] != "placed" => runner = Value::Null,
            "contact_made" if says["attacker"] == runner => {
                let last = prey.iter().rev().find(|(unit, _)| *unit == runner);
                found |= last.is_some_and(|(_, prey)| *prey != says["defender"]);
            }
            _ => {}
        }
    }
    assert!(found);
}
