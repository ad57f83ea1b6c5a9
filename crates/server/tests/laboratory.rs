//! The laboratory over HTTP: battles in the background, their report, and what is refused.

mod common;

use axum::http::StatusCode;
use common::{ask, ask_json, config};
use longroll_server::Hall;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

fn asked(rulesets: &[&str], games: u32) -> Value {
    json!({ "scenario": "learning", "rulesets": rulesets, "blue": "random", "gray": "random", "games": games, "seed": 3 })
}

async fn begin(hall: &Arc<Hall>, asked: &Value) -> String {
    let (status, begun) = ask_json(hall, "POST", "/api/lab", asked).await;
    assert_eq!(status, StatusCode::CREATED, "{begun}");
    begun["experiment"].as_str().unwrap().to_owned()
}

/// The experiment when it is no longer under way.
async fn ended(hall: &Arc<Hall>, name: &str) -> Value {
    for _ in 0..2_000 {
        let (status, now) = ask_json(hall, "GET", &format!("/api/lab/{name}"), &Value::Null).await;
        assert_eq!(status, StatusCode::OK, "{now}");
        if now["state"] != "running" {
            return now;
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    panic!("it does not end");
}

#[tokio::test]
async fn battles_are_fought_in_the_background_and_make_a_report() {
    let hall = Hall::new(config()).unwrap();
    let name = begin(&hall, &asked(&["quickplay", "johnny-reb"], 6)).await;
    let now = ended(&hall, &name).await;
    assert_eq!(now["state"], "done", "{now}");
    for line in now["lines"].as_array().unwrap() {
        let count = |side: &str| line[side]["count"].as_u64().unwrap();
        assert_eq!(
            (line["games"].as_u64(), count("blue") + count("gray") + count("draws")),
            (Some(6), 6),
            "{line}"
        );
        assert!(line["blue"]["low"].as_u64() <= line["blue"]["share"].as_u64(), "{line}");
    }
    let file = |file: &str| format!("/api/lab/{name}/{file}");
    let (status, page) = ask(&hall, "GET", &file("report.html"), "").await;
    let page = String::from_utf8(page).unwrap();
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("Who wins") && page.contains("johnny-reb-wildest.jsonl"), "{page}");
    let (_, again) = ask(&hall, "GET", &file("report.html"), "").await;
    assert_eq!(page.as_bytes(), again, "the same report again");
    let (_, table) = ask(&hall, "GET", &file("battles.csv"), "").await;
    assert_eq!(String::from_utf8(table).unwrap().lines().count(), 13);
    let (status, game) = ask(&hall, "GET", &file("quickplay-typical.jsonl"), "").await;
    assert_eq!(status, StatusCode::OK);
    let (status, taken) = ask(&hall, "POST", "/api/games/import", game).await;
    assert_eq!(
        status,
        StatusCode::CREATED,
        "the file of the report is a game file: {}",
        String::from_utf8_lossy(&taken)
    );
    let (status, _) = ask(&hall, "GET", &file("passwords.txt"), "").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, _) = ask(&hall, "DELETE", &format!("/api/lab/{name}"), "").await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let (status, _) = ask(&hall, "GET", &format!("/api/lab/{name}"), "").await;
    assert_eq!(status, StatusCode::NOT_FOUND, "forgotten");
}

#[tokio::test]
async fn an_experiment_is_stopped_and_a_third_one_waits() {
    let hall = Hall::new(config()).unwrap();
    let first = begin(&hall, &asked(&["potomac"], 1_000)).await;
    let second = begin(&hall, &asked(&["potomac"], 1_000)).await;
    let (status, refused) = ask_json(&hall, "POST", "/api/lab", &asked(&["potomac"], 1)).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{refused}");
    for name in [&first, &second] {
        let (status, _) = ask(&hall, "DELETE", &format!("/api/lab/{name}"), "").await;
        assert_eq!(status, StatusCode::NO_CONTENT);
        let now = ended(&hall, name).await;
        assert_eq!(now["state"], "stopped");
        assert!(now["lines"][0]["games"].as_u64().unwrap() < 1_000);
    }
    begin(&hall, &asked(&["quickplay"], 1)).await;
}

#[tokio::test]
async fn questions_that_make_no_sense_are_refused() {
    let hall = Hall::new(config()).unwrap();
    let with = |name: &str, value: Value| {
        let mut asked = asked(&["quickplay"], 5);
        asked[name] = value;
        asked
    };
    let all = [
        (with("scenario", json!("nowhere")), "there is no scenario"),
        (with("rulesets", json!(["chess"])), "no ruleset"),
        (with("rulesets", json!([])), "choose a ruleset"),
        (with("games", json!(0)), "from 1 to 1000"),
        (with("games", json!(1001)), "from 1 to 1000"),
        (with("until", json!(0)), "thousandths"),
        (with("blue", json!("patient_general")), "recruits and captains"),
        (with("blue", json!("person")), "recruits and captains"),
        (with("options", json!({ "quickplay": { "QP-OPT-99": "x" } })), "there is no option"),
        (with("options", json!({ "potomac": {} })), "not fought by"),
    ];
    for (asked, wanted) in all {
        let (status, said) = ask_json(&hall, "POST", "/api/lab", &asked).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{said}");
        assert!(said["error"]["text"].as_str().unwrap().contains(wanted), "{wanted}: {said}");
    }
}
