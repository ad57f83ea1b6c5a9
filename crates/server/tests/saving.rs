//! Games renamed, removed, and taken along to another machine.

mod common;

use axum::http::StatusCode;
use common::{Browser, ask, ask_json, config, create, listen, new_game};
use longroll_server::Hall;
use longroll_wire::{Imported, NewGame, Player};
use serde_json::{Value, json};
use std::sync::Arc;

/// The file of a game as a seat may have it.
async fn file(hall: &Arc<Hall>, game: &str, token: &str) -> String {
    let (status, file) = ask(hall, "GET", &format!("/api/games/{game}/file#{token}"), "").await;
    assert_eq!(status, 200);
    String::from_utf8(file).unwrap()
}

async fn play(browser: &mut Browser, commands: u32) {
    for _ in 0..commands {
        browser.do_something().await.unwrap().expect("nobody else plays");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_elsewhere_with_the_same_dice() {
    let here = Hall::new(config()).unwrap();
    let new = NewGame { seed: Some(7), ..new_game(Player::Person, Player::Captain) };
    let created = create(&here, &new).await;
    let (game, token) = (created.game.clone(), created.links.blue.clone().unwrap());
    let mut blue = Browser::open(listen(here.clone()).await, &game, &token).await.unwrap();
    let is_mine = |news: &longroll_wire::News| {
        news.prompt.iter().any(|prompt| prompt.side == longroll_wire::Side::Blue)
    };
    for _ in 0..40 {
        blue.news_where(is_mine).await.unwrap();
        // the computer deploys beside us
        let _ = blue.do_something().await.unwrap();
    }
    blue.news_where(is_mine).await.unwrap();

    let (status, saved) = ask(&here, "GET", &format!("/api/games/{game}/save#{token}"), "").await;
    assert_eq!(status, 200);
    let saved = String::from_utf8(saved).unwrap();
    let seed = longroll_dice::Seed::from_number(7).to_hex();
    assert!(
        saved.starts_with("longroll saved game 1\n") && !saved.contains(&seed) && !saved.contains("entry")
    );

    let there = Hall::new(config()).unwrap();
    let (status, imported) = ask(&there, "POST", "/api/games/import", saved.clone()).await;
    assert_eq!(status, 201, "{}", String::from_utf8_lossy(&imported));
    let imported: Imported = serde_json::from_slice(&imported).unwrap();
    assert_eq!(imported.standing, "It goes on where it was saved");
    let other_token = imported.links.blue.clone().expect("a person's seat");
    assert_ne!(other_token, token);
    assert_eq!(imported.links.gray, None, "the computer is still a computer");
    let copied = file(&there, &imported.game, &other_token).await;
    assert_eq!(copied, file(&here, &game, &token).await);

    // what is done now comes out the same in both places, dice and all
    let mut elsewhere =
        Browser::open(listen(there.clone()).await, &imported.game, &other_token).await.unwrap();
    let seen = blue.news.version;
    for browser in [&mut blue, &mut elsewhere] {
        while browser.news.view.outcome.is_none() && browser.news.version < seen + 60 {
            browser.news_where(|news| is_mine(news) || news.view.outcome.is_some()).await.unwrap();
            if browser.news.view.outcome.is_none() {
                let _ = browser.do_something().await.unwrap();
            }
        }
    }
    let rolls = |browser: &Browser| {
        let log = serde_json::to_value(&browser.news.view).unwrap();
        (browser.news.version > seen, log["round"].clone())
    };
    assert!(rolls(&blue).0 && rolls(&elsewhere).0);
    // The whims of the computer go by the name of the game, so only what both did alike is compared.
    let lines = [file(&here, &game, &token).await, file(&there, &imported.game, &other_token).await];
    let mut alike = 0;
    for (one, other) in lines[0].lines().zip(lines[1].lines()).skip(copied.lines().count()) {
        let [one, other]: [Value; 2] = [one, other].map(|line| serde_json::from_str(line).unwrap());
        if one["entry"]["command"] != other["entry"]["command"] {
            break;
        }
        assert_eq!(one["entry"], other["entry"], "the same command throws the same dice");
        alike += 1;
    }
    assert!(alike > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_in_one_chair_take_their_game_along() {
    let here = Hall::new(config()).unwrap();
    let created = create(&here, &NewGame { seed: Some(8), ..new_game(Player::Person, Player::Person) }).await;
    let token = created.links.gray.clone().unwrap();
    let (status, saved) = ask(&here, "GET", &format!("/api/games/{}/save#{token}", created.game), "").await;
    assert_eq!(status, 200);
    let (status, imported) = ask_import(&here, saved).await;
    assert_eq!(status, 201);
    assert!(imported["links"]["blue"].is_string() && imported["links"]["gray"].is_string());
    let spectator = &created.links.spectator;
    let (status, refused) =
        ask_json(&here, "GET", &format!("/api/games/{}/save#{spectator}", created.game), &json!({})).await;
    assert_eq!((status, refused["error"]["kind"].as_str()), (StatusCode::FORBIDDEN, Some("forbidden")));
}

async fn ask_import(hall: &Arc<Hall>, body: Vec<u8>) -> (StatusCode, Value) {
    let (status, body) = ask(hall, "POST", "/api/games/import", body).await;
    (status, serde_json::from_slice(&body).unwrap())
}

#[tokio::test]
async fn damaged_saves_and_other_files_are_called_what_they_are() {
    let hall = Hall::new(config()).unwrap();
    let created = create(&hall, &new_game(Player::Person, Player::Captain)).await;
    let token = created.links.blue.unwrap();
    let (_, saved) = ask(&hall, "GET", &format!("/api/games/{}/save#{token}", created.game), "").await;
    let mut flipped = saved.clone();
    let middle = flipped.len() / 2;
    flipped[middle] = if flipped[middle] == b'A' { b'B' } else { b'A' };
    let cut = saved[..saved.len() / 2].to_vec();
    let files: [(Vec<u8>, &str); 9] = [
        (flipped, "damaged"),
        (cut, "damaged"),
        (b"longroll saved game 1\n".to_vec(), "damaged"),
        (b"\x89PNG\r\n\x1a\n....".to_vec(), "a picture"),
        (b"PK\x03\x04\xff\xfe".to_vec(), "zip"),
        (b"%PDF-1.7\n".to_vec(), "PDF"),
        (b"<!DOCTYPE html><html></html>".to_vec(), "web page"),
        (b"{\"type\": \"FeatureCollection\", \"features\": []}".to_vec(), "GeoJSON"),
        (b"title = \"A\"\n[sides]\nblue = \"U\"\n".to_vec(), "TOML"),
    ];
    for (body, wanted) in files {
        let (status, answer) = ask_import(&hall, body).await;
        let text = answer["error"]["text"].as_str().unwrap_or_default();
        assert!(status == 400 && text.contains(wanted), "{status} {text:?} should say {wanted:?}");
    }
}

#[tokio::test]
async fn a_player_renames_and_removes_his_game_and_nobody_else_does() {
    let hall = Hall::new(config()).unwrap();
    let created = create(&hall, &new_game(Player::Person, Player::Captain)).await;
    let (game, token) = (created.game, created.links.blue.unwrap());
    let title = |title: &str| json!({ "title": title });
    let path = |what: &str, token: &str| format!("/api/games/{game}{what}#{token}");
    for (token, wanted) in [(created.links.spectator.as_str(), 403), ("nobody", 404)] {
        assert_eq!(ask_json(&hall, "POST", &path("/title", token), &title("Mine")).await.0, wanted);
        assert_eq!(ask(&hall, "DELETE", &path("", token), "").await.0, wanted);
    }
    for bad in ["", "   ", "two\nlines", &"x".repeat(81)] {
        assert_eq!(ask_json(&hall, "POST", &path("/title", &token), &title(bad)).await.0, 400, "{bad:?}");
    }
    assert_eq!(ask_json(&hall, "POST", &path("/title", &token), &title(" Second try ")).await.0, 200);
    let known = json!({ "tokens": [token] });
    let (_, lines) = ask_json(&hall, "POST", "/api/games/known", &known).await;
    assert_eq!(lines[0]["title"], "Second try");
    assert_eq!(ask(&hall, "DELETE", &path("", &token), "").await.0, 204);
    let (_, lines) = ask_json(&hall, "POST", "/api/games/known", &known).await;
    assert_eq!(lines, json!([]));
    assert_eq!(ask(&hall, "GET", &path("/file", &token), "").await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_says_the_round_and_whose_move_it_is() {
    let hall = Hall::new(config()).unwrap();
    let created = create(&hall, &NewGame { seed: Some(7), ..new_game(Player::Person, Player::Person) }).await;
    let token = created.links.blue.clone().unwrap();
    let known = json!({ "tokens": [token] });
    let (_, lines) = ask_json(&hall, "POST", "/api/games/known", &known).await;
    assert_eq!((&lines[0]["round"], &lines[0]["awaits"]), (&Value::Null, &json!([])));
    let mut blue = Browser::open(listen(hall.clone()).await, &created.game, &token).await.unwrap();
    play(&mut blue, 1).await;
    let (_, lines) = ask_json(&hall, "POST", "/api/games/known", &known).await;
    assert_eq!(lines[0]["round"], blue.news.view.round);
    assert_eq!(lines[0]["rounds"], blue.news.view.rounds);
    let awaited: Vec<Value> =
        blue.news.prompt.iter().map(|prompt| serde_json::to_value(prompt.side).unwrap()).collect();
    assert_eq!(lines[0]["awaits"], Value::Array(awaited));
}
