//! Tables of umpires over HTTP: kept before they are answered, done once, read again by another server; and dice by hand in a game.

mod common;

use axum::http::StatusCode;
use common::{Browser, ask, ask_json, config, create, listen, new_game, scenarios};
use longroll_server::{Config, Hall};
use longroll_store::{Memory, Sqlite, Store};
use longroll_wire::{Ask, FailureKind, Player, Side};
use serde_json::{Value, json};
use std::sync::Arc;

fn hall_on(tables: Arc<dyn Store>) -> Arc<Hall> {
    let mut config = Config::new(Arc::new(Memory::new()), scenarios());
    config.tables = tables;
    Hall::new(config).unwrap()
}

async fn open(hall: &Arc<Hall>, table: Value) -> (String, String) {
    let (status, created) = ask_json(hall, "POST", "/api/umpire", &table).await;
    assert_eq!(status, StatusCode::CREATED, "{created}");
    let word = |name: &str| created[name].as_str().unwrap().to_owned();
    (word("table"), word("token"))
}

fn fire(rolls: Value) -> Value {
    json!({
        "kind": "resolve", "procedure": "fire", "facts": { "stationary": true, "range": 2 },
        "parts": { "target": 7 }, "rolls": rolls, "screen": false,
    })
}

#[tokio::test]
async fn a_table_is_kept_and_done_once_and_read_again() {
    let folder = std::env::temp_dir().join(format!("longroll-tables-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("tables.db");
    let hall = hall_on(Arc::new(Sqlite::open(&file).unwrap()));
    let (table, token) = open(&hall, json!({ "ruleset": "quickplay", "scenario": "learning" })).await;
    let path = format!("/api/umpire/tables/{table}#{token}");
    let act = |ask: &str, act: Value| json!({ "ask": ask, "act": act });
    let (status, wants) = ask_json(&hall, "POST", &path, &act("a", fire(json!([])))).await;
    assert_eq!((status, wants["kind"].as_str()), (StatusCode::OK, Some("wants")), "{wants}");
    assert_eq!(wants["roll"]["n"], 4);
    let thrown = act("a", fire(json!([[6, 1, 1, 1]])));
    let (_, done) = ask_json(&hall, "POST", &path, &thrown).await;
    assert_eq!(done, json!({ "kind": "done", "number": 1 }));
    let (_, again) = ask_json(&hall, "POST", &path, &thrown).await;
    assert_eq!(again, done, "asked again after a lost answer, it is done once");
    let (_, before) = ask_json(&hall, "GET", &path, &Value::Null).await;
    assert_eq!(before["lines"].as_array().unwrap().len(), 2);
    drop(hall);
    let hall = hall_on(Arc::new(Sqlite::open(&file).unwrap()));
    let (status, after) = ask_json(&hall, "GET", &path, &Value::Null).await;
    assert_eq!((status, &after), (StatusCode::OK, &before), "another server finds the same");
    drop(hall);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn a_table_opens_with_its_token_only_and_refuses_nonsense_in_words() {
    let hall = hall_on(Arc::new(Memory::new()));
    let (table, token) = open(&hall, json!({ "ruleset": "grenadier" })).await;
    let (other, _) = open(&hall, json!({ "ruleset": "grenadier" })).await;
    for path in [format!("/api/umpire/tables/{table}"), format!("/api/umpire/tables/{other}#{token}")] {
        let (status, _) = ask(&hall, "GET", &path, "").await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
    }
    let path = format!("/api/umpire/tables/{table}#{token}");
    let said = async |act: Value| {
        let (status, answer) = ask_json(&hall, "POST", &path, &json!({ "ask": "", "act": act })).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{answer}");
        answer["error"]["text"].as_str().unwrap().to_owned()
    };
    assert!(said(json!({ "kind": "undo", "number": 9 })).await.contains("no such line"));
    assert!(said(json!({ "kind": "dance" })).await.contains("cannot be read"));
    let go = json!({ "kind": "go", "to": { "turn": 1, "step": 10, "side": "blue" } });
    assert!(said(go).await.contains("no such place"));
    let facts = json!({ "mounted": true });
    let act = json!({ "kind": "resolve", "procedure": "fire", "facts": facts, "parts": {}, "rolls": [], "screen": true });
    assert!(said(act).await.contains("contradict each other"));
    for bad in [json!({ "ruleset": "chess" }), json!({ "ruleset": "potomac", "scenario": "chess" })] {
        let (status, _) = ask_json(&hall, "POST", "/api/umpire", &bad).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{bad}");
    }
}

#[tokio::test]
async fn sheets_and_odds_by_other_readings() {
    let hall = Hall::new(config()).unwrap();
    for (path, word) in [
        ("/api/sheets/quickplay/reference", "Sequence of play"),
        ("/api/sheets/johnny-reb/markers?paper=letter", "size: letter"),
        ("/api/sheets/potomac/setup?scenario=learning", "Signal Hill"),
        ("/api/sheets/grenadier/roster?scenario=learning", "Lakeshore Rifles"),
        ("/api/sheets/deadly-field/labels?scenario=learning", "Lakeshore Rifles"),
    ] {
        let (status, body) = ask(&hall, "GET", path, "").await;
        let text = String::from_utf8(body).unwrap();
        assert!(status == StatusCode::OK && text.contains(word), "{path}: {status}");
    }
    for path in [
        "/api/sheets/quickplay/poem",
        "/api/sheets/quickplay/setup",
        "/api/sheets/quickplay/setup?scenario=x",
    ] {
        let (status, _) = ask(&hall, "GET", path, "").await;
        assert!(status.is_client_error(), "{path}");
    }
    let (status, _) =
        ask_json(&hall, "POST", "/api/odds/quickplay/fire?options=QP-OPT-99:x", &json!({})).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

/// Whose dice are thrown by hand is said at the start: nobody else may bring any, and a computer has no hands. That orders ask for
/// their rolls is shown by the battles of the browser test.
#[tokio::test]
async fn only_who_throws_by_hand_may_bring_dice() {
    let hall = Hall::new(config()).unwrap();
    let mut new = new_game(Player::Person, Player::Captain);
    new.by_hand = vec![Side::Gray];
    let (status, _) = ask_json(&hall, "POST", "/api/games", &new).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "a computer has no hands");
    let mut new = new_game(Player::Person, Player::Person);
    new.by_hand = vec![Side::Blue];
    let created = create(&hall, &new).await;
    let address = listen(hall).await;
    let token = created.links.gray.as_deref().unwrap();
    let mut browser = Browser::open(address, &created.game, token).await.unwrap();
    let ask = Ask::Command { version: 0, command: json!({}), dice: vec![vec![1]], signed: None };
    let failure = browser.ask(ask).await.unwrap().unwrap_err();
    assert_eq!(failure.kind, FailureKind::Forbidden, "Gray's dice are the program's: {}", failure.text);
}
