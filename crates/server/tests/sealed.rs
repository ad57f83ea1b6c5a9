//! Sealed orders over real sockets: two people at one game, and neither learns the other's orders before the reveal.

mod common;

use common::{Browser, ask, config, create, listen, new_game};
use longroll_server::Hall;
use longroll_wire::{Answer, Ask, Player, TapeEnd};
use serde_json::{Value, json};

/// Everything that a seat can get: its news, its film and its file of the game.
async fn knowledge(hall: &std::sync::Arc<Hall>, browser: &mut Browser, game: &str, token: &str) -> String {
    let film = browser.ask(Ask::Film { after: 0 }).await.unwrap().unwrap();
    assert!(matches!(film, Answer::Film { .. }));
    let film = serde_json::to_string(&film).unwrap();
    let (_, file) = ask(hall, "GET", &format!("/api/games/{game}/file#{token}"), "").await;
    let path = format!("/api/games/{game}/replay?from=0&count=50#{token}");
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
    let (_, file) = ask(&hall, "GET", &format!("/api/games/{}/file#{gray_token}", game.game), "").await;
    let orders = String::from_utf8(file).unwrap();
    let marks = orders.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let marks = marks.filter(|line| line["entry"]["command"]["mark"]["order"] == "disengage").count();
    assert_eq!(marks, ours.len());
}

/// Everything that leaves the server for a seat, with the random name of the game taken out.
async fn everything(
    hall: &std::sync::Arc<Hall>,
    browser: &mut Browser,
    game: &str,
    token: &str,
) -> Vec<String> {
    let mut all = vec![knowledge(hall, browser, game, token).await, format!("{:?}", browser.hello)];
    let units: Vec<u16> = browser.news.view.units.iter().map(|unit| unit.id).collect();
    let mut asks = vec![Ask::Summary, Ask::SideOrders, Ask::Formations, Ask::Resync { version: 0 }];
    for unit in &units {
        asks.push(Ask::Orders { unit: *unit });
        asks.push(Ask::Ranges { unit: *unit });
        asks.push(Ask::Sight { from: *unit, to: units[0] });
        let order = json!({ "mark": { "unit": unit, "order": "first_fire" } });
        asks.push(Ask::Preview { command: order, quick: true });
        asks.push(Ask::OrdersTogether { units: vec![*unit, units[0]] });
        asks.push(Ask::Measure { from: TapeEnd::Unit(*unit), to: TapeEnd::Unit(units[0]) });
    }
    for after in 0..browser.news.version {
        asks.push(Ask::Film { after });
    }
    for ask in asks {
        all.push(format!("{:?}", browser.ask(ask).await.unwrap()));
    }
    // How many messages there were, and how long each was, tells nothing either.
    all.push(format!("{:?}", browser.heard));
    all.into_iter().map(|text| text.replace(game, "GAME")).collect()
}

/// One game in which Blue seals these orders, and takes the last of each three back again; what Gray and a spectator got at each
/// step, and what Gray has in its file after the reveal.
async fn sealed_game(ours: &[&str], withdrawn: &str) -> (Vec<Vec<String>>, String) {
    let mut config = config();
    // This browser asks everything at every step.
    config.limits.requests_at_once = 1_000_000;
    let hall = Hall::new(config).unwrap();
    let address = listen(hall.clone()).await;
    let mut new = new_game(Player::Person, Player::Person);
    new.ruleset = "johnny-reb".to_owned();
    let game = create(&hall, &new).await;
    let (blue_token, gray_token) = (game.links.blue.clone().unwrap(), game.links.gray.clone().unwrap());
    let watcher_token = game.links.spectator.clone();
    let mut blue = Browser::open(address, &game.game, &blue_token).await.unwrap();
    let mut gray = Browser::open(address, &game.game, &gray_token).await.unwrap();
    let mut watcher = Browser::open(address, &game.game, &watcher_token).await.unwrap();
    // Who comes first is news to the others; from here on only orders are.
    for browser in [&mut blue, &mut gray, &mut watcher] {
        let all = |news: &longroll_wire::News| {
            news.players.blue.present && news.players.gray.present && news.players.spectators == 1
        };
        browser.news_where(all).await.unwrap();
        browser.ask(Ask::Summary).await.unwrap().unwrap();
        browser.heard.clear();
    }
    let units = blue.news.view.units.iter().filter(|unit| unit.kind != "general");
    let units: Vec<(u16, bool)> =
        units.map(|unit| (unit.id, unit.side == longroll_wire::Side::Blue)).collect();
    let (blues, grays): (Vec<_>, Vec<_>) = units.into_iter().partition(|(_, is_blue)| *is_blue);
    let mark = |unit: u16, order: &str| json!({ "mark": { "unit": unit, "order": order } });
    let mut got = Vec::new();
    for (place, (unit, _)) in blues.iter().enumerate() {
        let mut orders = vec![ours[place % ours.len()]];
        if place % 3 == 0 {
            orders.insert(0, withdrawn);
        }
        let last = orders.len() - 1;
        for (at, order) in orders.into_iter().enumerate() {
            blue.command(mark(*unit, order)).await.unwrap().unwrap();
            if at < last {
                let version = blue.news.version;
                // News that arrive together are sent as one, so each is awaited before the next is made.
                for browser in [&mut gray, &mut watcher] {
                    browser.news_where(|news| news.version == version).await.unwrap();
                }
                blue.ask(Ask::Undo { version, signed: None }).await.unwrap().unwrap();
                blue.news_where(|news| news.version == version + 1).await.unwrap();
            }
            let version = blue.news.version;
            for (browser, token) in [(&mut gray, &gray_token), (&mut watcher, &watcher_token)] {
                browser.news_where(|news| news.version == version).await.unwrap();
                got.push(everything(&hall, browser, &game.game, token).await);
            }
        }
    }
    for (unit, _) in &grays {
        gray.command(mark(*unit, "first_fire")).await.unwrap().unwrap();
    }
    let version = gray.news.version;
    blue.news_where(|news| news.version == version).await.unwrap();
    blue.command(json!("ready")).await.unwrap().unwrap();
    gray.news_where(|news| news.version == version + 1).await.unwrap();
    gray.command(json!("ready")).await.unwrap().unwrap();
    let path = format!("/api/games/{}/file#{gray_token}", game.game);
    let (_, file) = ask(&hall, "GET", &path, "").await;
    (got, String::from_utf8(file).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn twin_games_with_other_secrets_look_the_same_from_outside() {
    let (one, file) = sealed_game(&["disengage"], "first_fire").await;
    let (other, _) = sealed_game(&["first_fire", "disengage"], "disengage").await;
    assert_eq!(one.len(), other.len());
    for (step, (one, other)) in one.iter().zip(&other).enumerate() {
        assert_eq!(one.len(), other.len());
        for (place, (one, other)) in one.iter().zip(other).enumerate() {
            let at = one
                .bytes()
                .zip(other.bytes())
                .position(|(a, b)| a != b)
                .unwrap_or(one.len().min(other.len()));
            let around = |text: &str| text.chars().skip(at.saturating_sub(80)).take(200).collect::<String>();
            assert!(one == other, "step {step}, answer {place}:\n{}\n{}", around(one), around(other));
        }
    }
    // After the reveal the file holds what was revealed, but not what was taken back before.
    let lines: Vec<Value> = file.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let orders = |by: &str, order: &str| {
        let is_one =
            |line: &&Value| line["entry"]["by"] == by && line["entry"]["command"]["mark"]["order"] == order;
        lines.iter().filter(is_one).count()
    };
    assert!(orders("blue", "disengage") > 0 && orders("gray", "first_fire") > 0);
    assert_eq!(orders("blue", "first_fire"), 0, "withdrawn orders stay sealed");
    // It is a whole game file all the same: numbered without a gap, and the rules lead to it.
    let verified = longroll_game::verify::<longroll_rules_johnny_reb::JohnnyReb>(&file).unwrap();
    assert_eq!((verified.undos, verified.entries), (0, lines.len() - 2));
}
