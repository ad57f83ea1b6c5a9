//! Sealed orders over real sockets: two people at one game, and neither learns the other's orders before the reveal.

mod common;

use common::{Browser, ask, config, create, listen, new_game};
use longroll_server::Hall;
use longroll_wire::{Answer, Ask, Player};
use serde_json::{Value, json};

/// Everything that a seat can get: its news, its film and its file of the game.
async fn knowledge(hall: &std::sync::Arc<Hall>, browser: &mut Browser, game: &str, token: &str) -> String {
    let film = browser.ask(Ask::Film { after: 0 }).await.unwrap().unwrap();
    assert!(matches!(film, Answer::Film { .. }));
    let film = serde_json::to_string(&film).unwrap();
    let (_, file) = ask(hall, "GET", &format!("/api/games/{game}/file?token={token}"), "").await;
    let path = format!("/api/games/{game}/replay?token={token}&from=0&count=50");
    let (_, replay) = ask(hall, "GET", &path, "").await;
    let news = serde_json::to_string(&browser.news).unwrap();
    format!("{news}{film}{}{}", String::from_utf8(file).unwrap(), String::from_utf8(replay).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_side_learns_the_others_orders_before_the_reveal() {
    let hall = Hall::new(config()).unwrap();
    let address = listen(hall.clone()).await;
    let mut new = new_game(Player::Person, Player::Person);
    new.ruleset = "johnny-reb".to_owned();
    let game = create(&hall, &new).await;
    let (blue_token, gray_token) = (game.links.blue.clone().unwrap(), game.links.gray.clone().unwrap());
    let watcher_token = game.links.spectator.clone();
    let mut blue = Browser::open(address, &game.game, &blue_token).await.unwrap();
    let mut gray = Browser::open(address, &game.game, &gray_token).await.unwrap();
    let mut watcher = Browser::open(address, &game.game, &watcher_token).await.unwrap();
    let units: Vec<(u16, bool)> = blue
        .news
        .view
        .units
        .iter()
        .filter(|unit| unit.kind != "general")
        .map(|unit| (unit.id, unit.side == longroll_wire::Side::Blue))
        .collect();
    let order = |unit: u16, order: &str| json!({ "mark": { "unit": unit, "order": order } });
    let ours: Vec<u16> = units.iter().filter(|(_, blue)| *blue).map(|(id, _)| *id).collect();
    let theirs: Vec<u16> = units.iter().filter(|(_, blue)| !*blue).map(|(id, _)| *id).collect();

    // both place markers at once; Gray does not look at the news in between, and his orders are not stale
    for unit in &ours {
        blue.command(order(*unit, "disengage")).await.unwrap().unwrap();
    }
    for unit in &theirs {
        gray.command(order(*unit, "first_fire")).await.unwrap().unwrap();
    }
    let sealed = u32::try_from(ours.len() + theirs.len()).unwrap();
    blue.news_where(|news| news.version == sealed).await.unwrap();
    gray.news_where(|news| news.version == sealed).await.unwrap();
    watcher.news_where(|news| news.version == sealed).await.unwrap();
    let blue_knows = knowledge(&hall, &mut blue, &game.game, &blue_token).await.to_lowercase();
    let gray_knows = knowledge(&hall, &mut gray, &game.game, &gray_token).await.to_lowercase();
    let watcher_knows = knowledge(&hall, &mut watcher, &game.game, &watcher_token).await.to_lowercase();
    let orders_in = |text: &str, word: &str| {
        // the steps of the turn have these names too
        text.matches(word).count() - text.matches(&format!("\"name\":\"{word}")).count()
    };
    assert!(orders_in(&blue_knows, "disengage") > 0, "Blue sees its own orders");
    assert_eq!(blue_knows.matches("first_fire").count() + blue_knows.matches("\"fr\"").count(), 0);
    assert_eq!(orders_in(&gray_knows, "disengage"), 0, "Gray learns nothing of Blue's orders");
    assert_eq!(orders_in(&watcher_knows, "disengage") + watcher_knows.matches("first_fire").count(), 0);

    // the reveal shows them to all, and the file holds them again
    blue.command(json!("ready")).await.unwrap().unwrap();
    gray.news_where(|news| news.version == sealed + 1).await.unwrap();
    gray.command(json!("ready")).await.unwrap().unwrap();
    gray.news_where(|news| news.version == sealed + 2).await.unwrap();
    let gray_knows = knowledge(&hall, &mut gray, &game.game, &gray_token).await;
    assert!(gray_knows.contains("Orders are revealed"), "shown at last");
    let (_, file) = ask(&hall, "GET", &format!("/api/games/{}/file?token={gray_token}", game.game), "").await;
    let orders = String::from_utf8(file).unwrap();
    let marks = orders.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let marks = marks.filter(|line| line["entry"]["command"]["mark"]["order"] == "disengage").count();
    assert_eq!(marks, ours.len());
}
