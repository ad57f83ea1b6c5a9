//! Fair shares: what one client does must not cost the others their game.

mod common;

use common::{Browser, ask, ask_json, config, config_on, create, listen, new_game};
use longroll_rulesets::RulesetId;
use longroll_server::Hall;
use longroll_store::{Addition, Fault, Listed, Memory, Record, SeatName, Store, Whole};
use longroll_wire::{Answer, Ask, Player};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A store that counts how often a game is read, and takes its time over it.
#[derive(Debug, Default)]
struct Counted {
    store: Memory,
    reads: AtomicUsize,
}

impl Store for Counted {
    fn create(&self, record: &Record, lines: &[String]) -> Result<(), Fault> {
        self.store.create(record, lines)
    }
    fn seat_guest(&self, game: &str, seat: SeatName, token: &str, lines: &[String]) -> Result<(), Fault> {
        self.store.seat_guest(game, seat, token, lines)
    }
    fn append(&self, addition: &Addition) -> Result<(), Fault> {
        self.store.append(addition)
    }
    fn lines(&self, game: &str) -> Result<Option<Vec<String>>, Fault> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(100));
        self.store.lines(game)
    }
    fn record(&self, game: &str) -> Result<Option<Record>, Fault> {
        self.store.record(game)
    }
    fn seat(&self, token: &str) -> Result<Option<(String, SeatName)>, Fault> {
        self.store.seat(token)
    }
    fn list(&self, most: u32) -> Result<Vec<Listed>, Fault> {
        self.store.list(most)
    }
    fn listed(&self, game: &str) -> Result<Option<Listed>, Fault> {
        self.store.listed(game)
    }
    fn count(&self) -> Result<u64, Fault> {
        self.store.count()
    }
    fn rename(&self, game: &str, title: &str) -> Result<(), Fault> {
        self.store.rename(game, title)
    }
    fn remove(&self, game: &str) -> Result<(), Fault> {
        self.store.remove(game)
    }
    fn keep_note(&self, game: &str, name: &str, text: &str) -> Result<(), Fault> {
        self.store.keep_note(game, name, text)
    }
    fn note(&self, game: &str, name: &str) -> Result<Option<String>, Fault> {
        self.store.note(game, name)
    }
    fn read_all(&self, visit: &mut dyn FnMut(Whole) -> Result<(), Fault>) -> Result<(), Fault> {
        self.store.read_all(visit)
    }
    fn take_in(&self, whole: &Whole) -> Result<(), Fault> {
        self.store.take_in(whole)
    }
    fn check(&self) -> Result<Vec<String>, Fault> {
        self.store.check()
    }
}

async fn read_all(stream: &mut TcpStream) -> String {
    let mut text = String::new();
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_string(&mut text));
    let _ = read.await.expect("the server closes the connection");
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_that_take_too_long_are_called_too_wide() {
    let hall = Hall::new(config()).unwrap();
    let (mut exact, mut wide) = (0, 0);
    for set in RulesetId::ALL {
        for procedure in set.procedures() {
            let path = format!("/api/odds/{set}/{}", procedure.name);
            let began = Instant::now();
            let (status, answer) = ask_json(&hall, "POST", &path, &json!({})).await;
            // The server gives up after 200 ms; the rest is for a slow machine that does other things as well.
            assert!(began.elapsed() < Duration::from_secs(2), "{path}: {:?}", began.elapsed());
            if status == 200 {
                assert_eq!(answer["sum"], "1", "{path}");
                exact += 1;
            } else if answer["error"]["text"].as_str().is_some_and(|text| text.starts_with("too wide")) {
                wide += 1;
            }
        }
    }
    assert!(exact > 20, "{exact} exact, {wide} too wide");
    let mut config = config();
    config.limits.odds_time = Duration::ZERO;
    let hall = Hall::new(config).unwrap();
    let (status, answer) = ask_json(&hall, "POST", "/api/odds/quickplay/melee", &json!({})).await;
    assert_eq!(status, 400);
    assert!(answer["error"]["text"].as_str().unwrap().starts_with("too wide"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_read_once_however_many_ask_and_its_memory_comes_back() {
    let store = Arc::new(Counted::default());
    let first = Hall::new(config_on(store.clone())).unwrap();
    let game = create(&first, &new_game(Player::Person, Player::Person)).await;
    drop(first);
    let mut config = config_on(store.clone());
    config.limits.keep_unwatched = Duration::from_millis(300);
    let hall = Hall::new(config).unwrap();
    let address = listen(hall.clone()).await;
    let path = format!("/api/games/{}/replay#{}", game.game, game.links.spectator);
    let asked = (0..20).map(|_| {
        let (hall, path) = (hall.clone(), path.clone());
        tokio::spawn(async move { ask(&hall, "GET", &path, "").await.0 })
    });
    for status in asked.collect::<Vec<_>>() {
        assert_eq!(status.await.unwrap(), 200);
    }
    assert_eq!(store.reads.load(Ordering::SeqCst), 1);
    // While somebody has it open it stays; afterwards it goes, and is read again.
    let browser = Browser::open(address, &game.game, &game.links.spectator).await.unwrap();
    tokio::time::sleep(Duration::from_millis(800)).await;
    assert_eq!(ask(&hall, "GET", &path, "").await.0, 200);
    assert_eq!(store.reads.load(Ordering::SeqCst), 1);
    drop(browser);
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert_eq!(ask(&hall, "GET", &path, "").await.0, 200);
    assert_eq!(store.reads.load(Ordering::SeqCst), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_says_nothing_is_sent_away() {
    let mut config = config();
    config.limits.head = Duration::from_millis(300);
    config.limits.request = Duration::from_millis(600);
    let address = listen(Hall::new(config).unwrap()).await;
    let mut silent = TcpStream::connect(address).await.unwrap();
    assert_eq!(read_all(&mut silent).await, "");
    let mut half = TcpStream::connect(address).await.unwrap();
    half.write_all(b"GET /api/start HTTP/1.1\r\nhost: localhost\r\n").await.unwrap();
    let answer = read_all(&mut half).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    let mut slow = TcpStream::connect(address).await.unwrap();
    let head = "POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{";
    slow.write_all(head.as_bytes()).await.unwrap();
    assert!(read_all(&mut slow).await.starts_with("HTTP/1.1 408"), "the body never comes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_house_says_so_and_recovers() {
    let mut config = config();
    config.limits.connections_of_an_address = 4;
    config.limits.sockets_of_an_address = 2;
    config.limits.games_at_once = 3;
    let hall = Hall::new(config).unwrap();
    let address = listen(hall.clone()).await;
    let game = create(&hall, &new_game(Player::Person, Player::Person)).await;
    let open = || Browser::open(address, &game.game, &game.links.spectator);
    let (one, two) = (open().await.unwrap(), open().await.unwrap());
    assert!(open().await.is_err(), "two of one address");
    drop(one);
    let deadline = Instant::now() + Duration::from_secs(10);
    while open().await.is_err() {
        assert!(Instant::now() < deadline, "whoever goes makes room");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop(two);

    let mut silent = Vec::new();
    for _ in 0..4 {
        silent.push(TcpStream::connect(address).await.unwrap());
    }
    let request = b"GET /api/start HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    let deadline = Instant::now() + Duration::from_secs(10);
    let refused = loop {
        let mut next = TcpStream::connect(address).await.unwrap();
        next.write_all(request).await.unwrap();
        let answer = read_all(&mut next).await;
        if answer.starts_with("HTTP/1.1 503") || Instant::now() > deadline {
            break answer;
        }
    };
    assert!(refused.contains("as many connections open as this server takes from one"), "{refused}");
    drop(silent);
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let mut next = TcpStream::connect(address).await.unwrap();
        next.write_all(request).await.unwrap();
        if read_all(&mut next).await.starts_with("HTTP/1.1 200") {
            break;
        }
        assert!(Instant::now() < deadline, "it recovers");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    let new = new_game(Player::Person, Player::Person);
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(ask_json(&hall, "POST", "/api/games", &new).await.0.as_u16());
    }
    // One was started above.
    assert_eq!(statuses, [201, 201, 503, 503]);
}

#[tokio::test(flavor = "multi_thread")]
async fn resyncs_with_ever_new_versions_are_answered_and_not_kept() {
    let hall = Hall::new(config()).unwrap();
    let address = listen(hall.clone()).await;
    let game = create(&hall, &new_game(Player::Person, Player::Person)).await;
    let mut blue = Browser::open(address, &game.game, &game.links.blue.clone().unwrap()).await.unwrap();
    for version in 0..100 {
        let answer = blue.ask(Ask::Resync { version }).await.unwrap().unwrap();
        // Whoever claims to know more than there is gets everything.
        assert_eq!(blue.news.log_from, if version == 0 { 1 } else { 0 });
        assert!(matches!(answer, Answer::Done { version: 0 }), "{answer:?}");
    }
}
