//! Whole games over real sockets.

mod common;

use common::{Browser, ask, ask_json, config, create, listen, new_game};
use longroll_rules_quickplay::Quickplay;
use longroll_server::Hall;
use longroll_wire::{
    Answer, Ask, FailureKind, GameLine, LegView, Pace, Player, Point, Preview, ReplayPart, Seat, Side,
    TapeEnd,
};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_a_whole_battle_against_the_computer() {
    let hall = Hall::new(config()).unwrap();
    let address = listen(hall.clone()).await;
    let game = create(&hall, &new_game(Player::Person, Player::Random)).await;
    let token = game.links.blue.clone().unwrap();
    assert_eq!(game.links.gray, None, "a computer needs no link");
    let mut blue = Browser::open(address, &game.game, &token).await.unwrap();
    assert_eq!((blue.hello.seat, blue.hello.unit_of_length.as_str()), (Seat::Blue, "in"));
    assert!(matches!(blue.ask(Ask::Pace { pace: Pace::Full }).await.unwrap(), Ok(Answer::Done { .. })));
    let mut mine = 0;
    while !blue.news.prompt.is_empty() {
        let waiting_for_me = |news: &longroll_wire::News| {
            news.prompt.is_empty() || news.prompt.iter().any(|prompt| prompt.side == Side::Blue)
        };
        blue.news_where(waiting_for_me).await.unwrap();
        if blue.news.prompt.is_empty() {
            break;
        }
        match blue.do_something().await.unwrap() {
            Ok(_) => mine += 1,
            // in deployment both sides act, so the computer may have been quicker
            Err(failure) => assert_eq!(failure.kind, FailureKind::Stale, "{}", failure.text),
        }
        assert!(mine < 5000, "battles end");
    }
    assert!(mine > 10);
    let end = &blue.news;
    assert!(end.view.outcome.is_some() && end.fairness.seed.is_some(), "the seed is shown at the end");

    // the file of the game stands alone, and its dice can be proven
    let path = format!("/api/games/{}/file#{token}", game.game);
    let (status, file) = ask(&hall, "GET", &path, "").await;
    assert_eq!(status, 200);
    let file = String::from_utf8(file).unwrap();
    let verified = longroll_game::verify::<Quickplay>(&file);
    assert!(verified.is_ok(), "{:?}", verified.err());
    assert_eq!(file.lines().count(), 2 + end.version as usize);

    // it is shown again step by step, and the last step is the table as it stands
    let path = format!("/api/games/{}/replay?from={}&count=9#{token}", game.game, end.version);
    let (_, part) = ask(&hall, "GET", &path, "").await;
    let part: ReplayPart = serde_json::from_slice(&part).unwrap();
    assert_eq!((part.steps, part.frames.len()), (end.version + 1, 1));
    assert_eq!(part.frames[0].view, end.view);

    // strength lost by round adds up to strength lost by unit
    let Ok(Answer::Summary { summary }) = blue.ask(Ask::Summary).await.unwrap() else { panic!() };
    for side in [Side::Blue, Side::Gray] {
        let of_units: u32 =
            summary.roster.iter().filter(|line| line.side == side).map(|line| line.start - line.now).sum();
        let of_rounds: u32 =
            summary.losses.iter().map(|line| if side == Side::Blue { line.blue } else { line.gray }).sum();
        assert!(of_rounds <= of_units, "a unit may also be lost whole");
    }

    // the file comes in again as a game that is over
    let (status, imported) = ask(&hall, "POST", "/api/games/import", file.clone()).await;
    assert_eq!(status, 201, "{}", String::from_utf8_lossy(&imported));
    let imported: longroll_wire::Imported = serde_json::from_slice(&imported).unwrap();
    let path = format!("/api/games/{}/file#{}", imported.game, imported.links.spectator);
    let (_, again) = ask(&hall, "GET", &path, "").await;
    assert_eq!(String::from_utf8(again).unwrap(), file);

    // people can play on from any step of it; a game that is not over keeps its seed to itself
    let (status, begun) = ask(&hall, "POST", "/api/games/import?steps=3", file.clone()).await;
    assert_eq!(status, 201, "{}", String::from_utf8_lossy(&begun));
    let begun: longroll_wire::Imported = serde_json::from_slice(&begun).unwrap();
    assert!(begun.standing.contains("played on") && begun.links.blue.is_some(), "{begun:?}");
    let path = format!("/api/games/{}/file#{}", begun.game, begun.links.spectator);
    let (_, start) = ask(&hall, "GET", &path, "").await;
    let start = String::from_utf8(start).unwrap();
    // what a computer thought is in the file of a battle that is over, and not in that of one in play
    let without_thoughts = |text: &str| -> Vec<Value> {
        let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for line in &mut lines {
            line.get_mut("entry").and_then(Value::as_object_mut).map(|entry| entry.remove("thought"));
        }
        lines
    };
    assert!(!start.contains("\"thought\""));
    let kept: Vec<Value> = start.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(kept, without_thoughts(&file)[..5], "header, muster and three lines");
    let (status, _) = ask(&hall, "POST", "/api/games/import?steps=1", start).await;
    assert_eq!(status, 400);
    let (_, list) = ask_json(&hall, "GET", "/api/games", &Value::Null).await;
    let mut list: Vec<GameLine> = serde_json::from_value(list).unwrap();
    list.retain(|line| line.game != begun.game);
    assert!(list.len() == 2 && list.iter().all(|line| line.is_over), "{list:?}");
}

/// Opens a game of two people and brings it to Blue's or Gray's first movement step; gives the side to move.
async fn first_movement(hall: &std::sync::Arc<Hall>) -> (Browser, Browser, String) {
    let address = listen(hall.clone()).await;
    let game = create(hall, &new_game(Player::Person, Player::Person)).await;
    let (blue, gray) = (game.links.blue.unwrap(), game.links.gray.unwrap());
    let mut blue = Browser::open(address, &game.game, &blue).await.unwrap();
    let mut gray = Browser::open(address, &game.game, &gray).await.unwrap();
    blue.command(json!("ready")).await.unwrap().unwrap();
    gray.news_where(|news| news.version == 1).await.unwrap();
    gray.command(json!("ready")).await.unwrap().unwrap();
    blue.news_where(|news| news.version == 2).await.unwrap();
    if blue.news.actors.units.is_empty() { (gray, blue, game.game) } else { (blue, gray, game.game) }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_previewed_made_taken_back_and_refused_when_stale() {
    let hall = Hall::new(config()).unwrap();
    let (mut mover, mut other, _) = first_movement(&hall).await;
    let unit = mover.news.actors.units[0];
    let orders = mover.orders(Ask::Orders { unit }).await.unwrap();
    let region = orders.iter().find_map(|order| order.region.clone()).expect("it may move");
    let fill = |legs: Vec<LegView>| {
        let mut command = region.template.clone();
        let list = region.legs_at.iter().fold(&mut command, |inner, field| &mut inner[field.as_str()]);
        *list = serde_json::to_value(legs).unwrap();
        command
    };
    // one inch straight ahead costs one inch
    let ahead = fill(vec![LegView::Go { bearing: region.from.facing, distance: 25_400 }]);
    let preview = mover.ask(Ask::Preview { command: ahead.clone(), quick: false }).await.unwrap();
    let Ok(Answer::Preview { preview: Preview::Certain(certain) }) = preview else { panic!("{preview:?}") };
    assert!(certain.moved.iter().any(|moved| moved.unit == unit), "it is shown where it would stand");
    assert_eq!(certain.cost.as_ref().map(|cost| cost.spent), Some(25_400));
    // a hundred inches are refused with clause and numbers
    let far = fill(vec![LegView::Go { bearing: region.from.facing, distance: 2_540_000 }]);
    let preview = mover.ask(Ask::Preview { command: far.clone(), quick: false }).await.unwrap();
    let Ok(Answer::Preview { preview: Preview::Refused { refusal } }) = preview else {
        panic!("{preview:?}")
    };
    assert!(!refusal.clause.is_empty() && refusal.measured.is_object(), "{refusal:?}");
    let refused = mover.command(far).await.unwrap().unwrap_err();
    assert_eq!(refused.kind, FailureKind::Refused);

    let before = mover.news.view.clone();
    let old = mover.news.version;
    mover.command(ahead.clone()).await.unwrap().unwrap();
    assert_ne!(mover.news.view, before);
    assert!(mover.news.can_undo);
    other.news_where(|news| news.version > old).await.unwrap();
    assert!(!other.news.can_undo, "only the side that gave the order takes it back");
    // made for the table as it was
    let stale = mover
        .ask(Ask::Command { version: old, command: ahead, signed: None, dice: Vec::new() })
        .await
        .unwrap()
        .unwrap_err();
    assert_eq!(stale.kind, FailureKind::Stale);
    let version = mover.news.version;
    let Ok(Answer::Done { version }) = mover.ask(Ask::Undo { version, signed: None }).await.unwrap() else {
        panic!()
    };
    mover.news_where(|news| news.version == version).await.unwrap();
    assert_eq!(mover.news.view, before);
    assert_eq!(mover.news.log.last().and_then(|entry| entry.takes_back), Some(version - 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_does_only_what_is_its_own() {
    let hall = Hall::new(config()).unwrap();
    let (mover, mut other, game) = first_movement(&hall).await;
    let theirs = mover.news.actors.units[0];
    let failure = other.command(json!({"stand": {"unit": theirs}})).await.unwrap().unwrap_err();
    assert_eq!(failure.kind, FailureKind::Refused);
    assert!(other.orders(Ask::Orders { unit: theirs }).await.unwrap().is_empty());
    assert!(other.orders(Ask::SideOrders).await.unwrap().is_empty());
    for unit in [theirs, 60_000] {
        assert!(other.ask(Ask::Orders { unit }).await.unwrap().is_ok());
        assert!(other.ask(Ask::Ranges { unit }).await.unwrap().is_ok());
    }
    let (_, list) = ask_json(&hall, "GET", "/api/games", &Value::Null).await;
    let list: Vec<GameLine> = serde_json::from_value(list).unwrap();
    let links = list.iter().find(|line| line.game == game).unwrap().links.clone().unwrap();
    // the same socket on the spectators' bench
    assert!(other.ask(Ask::Sit { token: links.spectator }).await.unwrap().is_ok());
    assert_eq!((other.hello.seat, other.news.seat), (Seat::Spectator, Seat::Spectator));
    let version = other.news.version;
    for ask in [
        Ask::Command { version, command: json!("end_step"), signed: None, dice: Vec::new() },
        Ask::Undo { version, signed: None },
        Ask::Orders { unit: theirs },
        Ask::Preview { command: json!("end_step"), quick: false },
        Ask::Pace { pace: Pace::Full },
    ] {
        assert_eq!(other.ask(ask).await.unwrap().unwrap_err().kind, FailureKind::Forbidden);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tape_sight_and_ranges() {
    let hall = Hall::new(config()).unwrap();
    let (mut mover, _other, _) = first_movement(&hall).await;
    let point = |x, y| TapeEnd::Point(Point { x, y });
    // 3, 4, 5 in inches: 76 200, 101 600, 127 000
    let asked = Ask::Measure { from: point(0, 0), to: point(76_200, 101_600) };
    let Ok(Answer::Measure { measure }) = mover.ask(asked).await.unwrap() else { panic!() };
    assert_eq!((measure.distance, measure.text.as_str()), (127_000, "5 in"));
    let far = Ask::Measure { from: point(i64::MIN, 0), to: point(0, i64::MAX) };
    assert_eq!(mover.ask(far).await.unwrap().unwrap_err().kind, FailureKind::Bad);
    let units = mover.news.view.units.clone();
    let gun_or_foot = units.iter().find(|unit| unit.kind == "infantry").unwrap();
    let Ok(Answer::Ranges { ranges }) = mover.ask(Ask::Ranges { unit: gun_or_foot.id }).await.unwrap() else {
        panic!()
    };
    assert!(!ranges.is_empty() && ranges.iter().all(|ring| ring.length > 0));
    let enemy = units.iter().find(|unit| unit.side != gun_or_foot.side).unwrap();
    let Ok(Answer::Sight { sight }) =
        mover.ask(Ask::Sight { from: gun_or_foot.id, to: enemy.id }).await.unwrap()
    else {
        panic!()
    };
    assert_eq!(sight.clear, sight.blocked_by.is_none());
    assert!(mover.ask(Ask::Sight { from: 60_000, to: 0 }).await.unwrap().is_err());
    let clause = sight.clause;
    let Ok(Answer::Clause { clause }) = mover.ask(Ask::Clause { clause }).await.unwrap() else { panic!() };
    assert!(!clause.text.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_computers_play_while_somebody_watches() {
    let hall = Hall::new(config()).unwrap();
    let address = listen(hall.clone()).await;
    let game = create(&hall, &new_game(Player::Captain, Player::Random)).await;
    let mut watcher = Browser::open(address, &game.game, &game.links.spectator).await.unwrap();
    assert!(watcher.ask(Ask::Pace { pace: Pace::Full }).await.unwrap().is_ok());
    watcher.news_where(|news| news.version >= 5).await.unwrap();
    assert!(watcher.ask(Ask::Pace { pace: Pace::Paused }).await.unwrap().is_ok());
    watcher.news_where(|news| news.pace == Pace::Paused).await.unwrap();
    // a gap is filled: the whole log comes again, from the muster on
    watcher.ask(Ask::Resync { version: 0 }).await.unwrap().unwrap();
    assert_eq!(watcher.news.log_from, 1);
    assert_eq!(watcher.news.log.len() as u32, watcher.news.version);
}
