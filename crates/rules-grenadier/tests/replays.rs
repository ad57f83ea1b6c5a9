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

// clauses: GRE-CMD-17, GRE-CMD-19, GRE-CMD-20
#[test]
fn a_brigadier_loses_his_nerve() {
    let all = events(include_str!("../../../replays/grenadier/loss-of-nerve.jsonl"));
    let lost =
        all.iter().position(|(kind, says)| kind == "order_tried" && says["lost_nerve"] == true).unwrap();
    let tried = &all[lost].1;
    assert_eq!((&tried["by"], &tried["changed"]), (&Value::from("brigadier"), &Value::from(false)));
    // the order that the table gives comes at once, and it is Hold or Retire
    let (kind, set) = &all[lost + 1];
    assert_eq!((kind.as_str(), &set["brigade"]), ("order_set", &tried["brigade"]));
    assert!(set["order"] == "hold" || set["order"] == "retire", "{set}");
}

// clauses: GRE-BRIG-02, GRE-BRIG-12, GRE-BRIG-13
#[test]
fn a_brigade_breaks_and_retires() {
    let all = events(include_str!("../../../replays/grenadier/broken-brigade.jsonl"));
    let tested = |(kind, says): &(String, Value)| kind == "brigade_tested" && says["result"] == "breaks";
    let broke = all.iter().position(tested).unwrap();
    let (kind, set) = &all[broke + 1];
    assert_eq!((kind.as_str(), &set["order"]), ("order_set", &Value::from("hold")));
    let turn = all[broke..].iter().position(|(kind, _)| kind == "turn_began").unwrap() + broke;
    let retires = |(kind, says): &(String, Value)| kind == "moved" && says["how"] == "broken_retirement";
    assert!(!all[broke..turn].iter().any(retires), "not in the turn in which it breaks");
    assert!(all[turn..].iter().any(retires), "but in the next");
}

// clauses: GRE-ARTY-28, GRE-ARTY-29
#[test]
fn a_gun_bursts() {
    let all = events(include_str!("../../../replays/grenadier/burst-gun.jsonl"));
    let burst = all.iter().position(|(kind, _)| kind == "gun_lost").unwrap();
    let unit = &all[burst].1["unit"];
    let fired = all[..burst].iter().rfind(|(kind, _)| kind == "fired").unwrap();
    assert_eq!(fired.1["unit"], *unit, "by its own fire");
    let crew = |(kind, says): &(String, Value)| {
        kind == "figures_lost"
            && says["unit"] == *unit
            && says["clause"] == "GRE-ARTY-29"
            && says["lost"] == 2
    };
    assert!(all[burst..].iter().take(4).any(crew), "two of the crew go with it");
}

// clauses: GRE-YELL-04, GRE-YELL-05
#[test]
fn a_rebel_yell_fails() {
    let all = events(include_str!("../../../replays/grenadier/failed-yell.jsonl"));
    let failed = all.iter().position(|(kind, _)| kind == "yell_failed").unwrap();
    let unit = &all[failed].1["unit"];
    let charged = |(kind, says): &(String, Value)| {
        kind == "charge_declared" && says["unit"] == *unit && says["charge"]["yell"] == true
    };
    assert!(all[..failed].iter().any(charged));
    let routs = |(kind, says): &(String, Value)| {
        kind == "status_set" && says["unit"] == *unit && says["status"] == "routing"
    };
    assert!(all[failed..].iter().take(8).any(routs), "who fails with a Yell routs");
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
            "pursues" if !says["prey"].is_null() && says["uncontrolled"] == false => {
                prey.push((says["unit"].clone(), says["prey"].clone()))
            }
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
