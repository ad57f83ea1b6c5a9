//! Requests of every kind, sensible and not.

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::{Browser, ask, ask_json, config, create, listen, new_game};
use longroll_server::{Config, Hall, app};
use longroll_wire::{Ask, FromServer, KnownGames, Player, StartPage};
use proptest::prelude::*;
use proptest::test_runner::{Config as Cases, TestRunner};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::sync::Arc;
use tower::ServiceExt;

fn hall_with(change: impl FnOnce(&mut Config)) -> Arc<Hall> {
    let mut config = config();
    change(&mut config);
    Hall::new(config).unwrap()
}

/// The sentence of a failure, whose status must be one of 4xx.
fn sentence(status: StatusCode, body: &[u8]) -> String {
    assert!(status.is_client_error(), "{status}: {}", String::from_utf8_lossy(body));
    let body: Value = serde_json::from_slice(body).expect("a failure is JSON");
    let text = body["error"]["text"].as_str().expect("a failure has a sentence").to_owned();
    assert!(!text.is_empty() && text.len() < 600, "{text}");
    text
}

#[tokio::test]
async fn the_start_page_names_everything() {
    let hall = hall_with(|_| {});
    let (status, page) = ask_json(&hall, "GET", "/api/start", &Value::Null).await;
    assert_eq!(status, 200);
    let page: StartPage = serde_json::from_value(page).unwrap();
    assert_eq!(page.rulesets[0].id, "quickplay");
    assert!(!page.rulesets[0].options.is_empty() && !page.rulesets[0].procedures.is_empty());
    let names: Vec<_> = page.scenarios.iter().map(|scenario| scenario.name.as_str()).collect();
    assert_eq!(names, ["learning", "mcphersons-ridge"]);
    let sets: Vec<_> = page.rulesets.iter().map(|set| set.id.as_str()).collect();
    assert!(page.scenarios.iter().all(|scenario| scenario.rulesets == sets));
}

#[tokio::test]
async fn the_library_gives_books_clauses_and_examples() {
    let hall = hall_with(|_| {});
    let (status, book) = ask_json(&hall, "GET", "/api/rules/quickplay", &Value::Null).await;
    assert_eq!(status, 200);
    assert_eq!(book["name"], "Quick-play sheet");
    assert_eq!(book["headings"][0]["clauses"][0]["id"], "QP-TURN-01");
    let (status, examples) =
        ask_json(&hall, "GET", "/api/rules/quickplay/QP-COMBAT-31/examples", &Value::Null).await;
    assert_eq!(status, 200);
    let named = |example: &Value| example["name"] == "A defender that moved rolls 4";
    let example = examples.as_array().unwrap().iter().find(|example| named(example)).expect("a rule case");
    // what an example gives can be asked for its odds as it is
    let (status, odds) = ask_json(&hall, "POST", "/api/odds/quickplay/melee", &example["facts"]).await;
    assert_eq!((status, odds["sum"].as_str()), (StatusCode::OK, Some("1")));
    let (status, none) =
        ask_json(&hall, "GET", "/api/rules/quickplay/QP-NONE-1/examples", &Value::Null).await;
    assert_eq!((status, none), (StatusCode::OK, json!([])));
    let (status, body) = ask(&hall, "GET", "/api/rules/chess", Body::empty()).await;
    assert!(sentence(status, &body).contains("chess"));
}

#[tokio::test]
async fn every_answer_has_the_strict_headers() {
    let hall = hall_with(|_| {});
    for path in ["/", "/api/start", "/api/nothing", "/nothing.js"] {
        let request =
            Request::builder().uri(path).header("host", "127.0.0.1:1863").body(Body::empty()).unwrap();
        let response = app(hall.clone()).oneshot(request).await.unwrap();
        let header =
            |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        let policy = header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("unsafe"));
        assert_eq!(header("x-content-type-options").as_deref(), Some("nosniff"));
        assert_eq!(header("referrer-policy").as_deref(), Some("no-referrer"));
    }
}

#[tokio::test]
async fn foreign_names_and_foreign_pages_are_turned_away() {
    let hall = hall_with(|_| {});
    let status = async |host: &str, origin: Option<&str>| {
        let mut request = Request::builder().uri("/api/games").header("host", host);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        app(hall.clone()).oneshot(request.body(Body::empty()).unwrap()).await.unwrap().status()
    };
    assert_eq!(status("localhost:1863", None).await, 200);
    assert_eq!(status("[::1]:1863", None).await, 200);
    assert_eq!(status("localhost:1863", Some("http://localhost:1863")).await, 200);
    assert_eq!(status("localhost:1863", Some("http://evil.example")).await, 403);
    assert_eq!(status("localhost:1863", Some("null")).await, 403);
    assert_eq!(status("evil.example:1863", None).await, 403, "a foreign name that points here");
}

#[tokio::test]
async fn mistakes_get_a_plain_sentence() {
    let hall = hall_with(|config| config.limits.body = 2000);
    let good = json!({"scenario": "learning", "ruleset": "quickplay", "options": {}, "blue": "person", "gray": "random"});
    let changed = |key: &str, value: Value| {
        let mut new = good.clone();
        new[key] = value;
        new.to_string()
    };
    let bodies = [
        ("", "cannot be read"),
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        (&changed("scenario", json!("waterloo")), "no scenario"),
        (&changed("ruleset", json!("chess")), "no ruleset"),
        (&changed("options", json!({"X": "y"})), "no option"),
        (&changed("blue", json!("napoleon")), "cannot be read"),
        (&changed("seed", json!(-1)), "cannot be read"),
        (&changed("seed", json!(u64::MAX)), "too large"),
        (&changed("extra", json!(1)), "cannot be read"),
        (&changed("scenario", json!("x".repeat(5000))), "larger"),
    ];
    for (body, wanted) in bodies {
        let (status, answer) = ask(&hall, "POST", "/api/games", body.to_owned()).await;
        let text = sentence(status, &answer);
        assert!(text.contains(wanted), "{text:?} should say {wanted:?}");
    }
    for (method, path) in [
        ("GET", "/api/games/nosuchgame/file#x"),
        ("GET", "/api/games/nosuchgame/replay"),
        ("GET", "/api/games/nosuchgame/socket#x"),
        ("GET", "/api/games/nosuchgame/replay?from=-1"),
        ("GET", "/api/nothing"),
        ("DELETE", "/api/games"),
        ("GET", "/api/rules/quickplay/QP-NOTHING-01"),
        ("GET", "/api/rules/chess/A"),
        ("POST", "/api/odds/quickplay/nothing"),
        ("POST", "/api/games/import"),
    ] {
        let (status, answer) = ask(&hall, method, path, "{}").await;
        sentence(status, &answer);
    }
}

#[tokio::test]
async fn no_link_opens_another_game_and_an_open_server_lists_nothing() {
    let hall = hall_with(|config| config.listen = "0.0.0.0:1863".parse().unwrap());
    let one = create(&hall, &new_game(Player::Person, Player::Person)).await;
    let other = create(&hall, &new_game(Player::Person, Player::Person)).await;
    let token = one.links.blue.clone().unwrap();
    let (status, _) = ask(&hall, "GET", &format!("/api/games/{}/file#{token}", one.game), "").await;
    assert_eq!(status, 200);
    let (status, body) = ask(&hall, "GET", &format!("/api/games/{}/file#{token}", other.game), "").await;
    sentence(status, &body);
    let (_, list) = ask_json(&hall, "GET", "/api/games", &Value::Null).await;
    assert_eq!(list, json!([]));
    let tokens = vec![token, "nonsense".to_owned()];
    let (_, list) = ask_json(&hall, "POST", "/api/games/known", &KnownGames { tokens }).await;
    assert_eq!(list.as_array().map(Vec::len), Some(1));
    assert_eq!((&list[0]["game"], &list[0]["seats"]), (&json!(one.game), &json!(["blue"])));
    assert_eq!(list[0]["links"], Value::Null, "whoever has one link does not get the others");
}

#[tokio::test]
async fn the_file_of_a_game_in_play_does_not_hold_its_seed() {
    let hall = hall_with(|_| {});
    let game = create(&hall, &new_game(Player::Person, Player::Person)).await;
    let seed = longroll_dice::Seed::from_number(1863);
    let path = format!("/api/games/{}/file#{}", game.game, game.links.spectator);
    let (_, file) = ask(&hall, "GET", &path, "").await;
    let file = String::from_utf8(file).unwrap();
    assert!(file.contains(&seed.commitment()) && !file.contains(&seed.to_hex()));
    // taken in elsewhere it can be watched, but its dice cannot be foreseen
    let (status, imported) = ask(&hall, "POST", "/api/games/import", file).await;
    assert_eq!(status, 201);
    assert!(String::from_utf8_lossy(&imported).contains("watched but not played on"));
}

#[tokio::test]
async fn odds_are_exact() {
    let hall = hall_with(|_| {});
    let (status, odds) = ask_json(&hall, "POST", "/api/odds/quickplay/rally", &json!({})).await;
    assert!(status == 200 || status == 400 || status == 404, "{odds}");
    let (_, page) = ask_json(&hall, "GET", "/api/start", &Value::Null).await;
    let page: StartPage = serde_json::from_value(page).unwrap();
    let mut worked_out = 0;
    for procedure in &page.rulesets[0].procedures {
        let path = format!("/api/odds/quickplay/{}", procedure.name);
        let (status, odds) = ask_json(&hall, "POST", &path, &json!({})).await;
        if status == 200 {
            assert_eq!(odds["sum"], "1", "{odds}");
            worked_out += 1;
        }
    }
    assert!(worked_out > 0);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        prop::sample::select(vec!["learning", "quickplay", "person", "captain", "ready", "end_step"])
            .prop_map(Value::from),
    ];
    let keys = prop::sample::select(vec![
        "scenario", "ruleset", "options", "blue", "gray", "seed", "tokens", "id", "ask", "kind", "version",
        "command", "unit", "from", "to", "move", "legs", "go", "bearing", "distance", "charge", "target",
        "x", "y",
    ]);
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((keys.clone(), inner), 0..6).prop_map(|fields| {
                Value::Object(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
            }),
        ]
    })
}

#[test]
fn random_bodies_are_refused_with_a_sentence() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let hall = hall_with(|config| config.limits.games = 50);
    let mut runner = TestRunner::new(Cases { cases: 300, failure_persistence: None, ..Cases::default() });
    runner
        .run(&any_json(), |body| {
            for path in ["/api/games", "/api/games/known", "/api/games/import", "/api/odds/quickplay/fire"] {
                let (status, answer) = runtime.block_on(ask(&hall, "POST", path, body.to_string()));
                if !status.is_success() {
                    sentence(status, &answer);
                }
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn random_talk_over_the_socket_is_answered_and_leaks_nothing() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let hall = hall_with(|config| config.limits.requests_at_once = 1_000_000);
    let (address, game) = runtime.block_on(async {
        let address = listen(hall.clone()).await;
        (address, create(&hall, &new_game(Player::Person, Player::Person)).await)
    });
    let seats =
        [game.links.blue.clone().unwrap(), game.links.gray.clone().unwrap(), game.links.spectator.clone()];
    let seed = longroll_dice::Seed::from_number(1863).to_hex();
    let open = |seat: &str| runtime.block_on(Browser::open(address, &game.game, seat)).unwrap();
    // the runner wants a closure that changes nothing of its own
    let sitting = RefCell::new((open(&seats[0]), 0));
    let kinds = vec![
        "command",
        "undo",
        "orders",
        "side_orders",
        "preview",
        "measure",
        "sight",
        "ranges",
        "clause",
        "summary",
        "resync",
        "pace",
        "sit",
        "nonsense",
    ];
    let mut runner = TestRunner::new(Cases { cases: 400, failure_persistence: None, ..Cases::default() });
    let given = (any_json(), prop::sample::select(kinds), any::<u16>(), 0_u32..4, any::<bool>());
    runner
        .run(&given, |(value, kind, unit, version, is_wild)| {
            let request = if is_wild {
                value.to_string()
            } else {
                let ask = json!({"kind": kind, "version": version, "unit": unit, "command": value, "from": unit,
                    "to": value, "clause": "QP-MOVE-01", "pace": "full", "token": "wrong"});
                // only the fields that this kind takes, so that some requests are well formed
                let fields: &[&str] = match kind {
                    "command" => &["version", "command"],
                    "undo" | "resync" => &["version"],
                    "orders" | "ranges" => &["unit"],
                    "preview" => &["command"],
                    "measure" | "sight" => &["from", "to"],
                    "clause" => &["clause"],
                    "pace" => &["pace"],
                    "sit" => &["token"],
                    _ => &[],
                };
                let mut kept = json!({"kind": kind});
                fields.iter().for_each(|field| kept[*field] = ask[*field].clone());
                json!({"id": 999_999, "ask": kept}).to_string()
            };
            let (browser, place) = &mut *sitting.borrow_mut();
            runtime.block_on(async {
                browser.send(request.clone()).await.unwrap();
                loop {
                    match browser.next().await {
                        Ok(FromServer::Answer { .. } | FromServer::Failed { .. }) => break,
                        Ok(message) => {
                            let text = serde_json::to_string(&message).unwrap();
                            assert!(!text.contains(&seed), "the seed of a game in play is told to nobody");
                            assert!(seats.iter().all(|token| !text.contains(token)), "tokens are told to nobody");
                        }
                        // too many that could not be read
                        Err(_) => {
                            *place = (*place + 1) % seats.len();
                            *browser = Browser::open(address, &game.game, &seats[*place]).await.unwrap();
                            break;
                        }
                    }
                }
            });
            Ok(())
        })
        .unwrap();
    let mut again = open(&seats[2]);
    assert!(runtime.block_on(again.ask(Ask::Summary)).unwrap().is_ok(), "the game still stands");
}

#[tokio::test(flavor = "multi_thread")]
async fn too_much_at_once_is_put_off_and_too_many_are_turned_away() {
    let hall = hall_with(|config| {
        config.limits.requests_at_once = 5;
        config.limits.requests_a_second = 1;
        config.limits.sockets_of_a_game = 2;
    });
    let address = listen(hall.clone()).await;
    let game = create(&hall, &new_game(Player::Person, Player::Person)).await;
    let mut first = Browser::open(address, &game.game, &game.links.spectator).await.unwrap();
    let _second = Browser::open(address, &game.game, &game.links.spectator).await.unwrap();
    assert!(Browser::open(address, &game.game, &game.links.spectator).await.is_err());
    let mut put_off = 0;
    for _ in 0..8 {
        put_off += u32::from(first.ask(Ask::Summary).await.unwrap().is_err());
    }
    assert!((2..=3).contains(&put_off), "five of eight at once, and perhaps one more meanwhile: {put_off}");
    // a message beyond the limit ends the talk, not the server
    first.send("x".repeat(100_000)).await.unwrap();
    while first.next().await.is_ok() {}
    assert!(Browser::open(address, &game.game, &game.links.spectator).await.is_ok());
}
