//! A club's server: what its operator sees of it, how it stops, and several of them on one database.

mod common;
#[path = "../../store/tests/common/mod.rs"]
mod postgres_server;

use common::{Browser, Folder, ask, config, config_on, create, new_game};
use longroll_server::{Hall, serve};
use longroll_store::{Postgres, Sqlite, Store};
use longroll_wire::{Created, Player};
use postgres_server::{Server, left_out};
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

const CHILD: &str = "LONGROLL_CLUB_CHILD";

/// Not a test of its own: a server in a process of its own, on a folder or a database.
#[test]
fn child_server() {
    let Ok(place) = std::env::var(CHILD) else { return };
    let store: Arc<dyn Store> = if place.starts_with("postgres://") {
        Arc::new(Postgres::open(&place, "club").unwrap())
    } else {
        Arc::new(Sqlite::open(&Path::new(&place).join("games.db")).unwrap())
    };
    let mut config = config_on(store);
    config.listen = "127.0.0.1:0".parse().unwrap();
    serve(config, |address| println!("\nlistening on {address}")).unwrap();
    println!("stopped in order");
}

struct Running {
    child: Child,
    address: SocketAddr,
    out: BufReader<std::process::ChildStdout>,
}

fn start(place: &str) -> Running {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child_server", "--nocapture", "--test-threads=1"])
        .env(CHILD, place)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let said = out.by_ref().lines().map_while(Result::ok);
    let address = said.filter_map(|line| line.strip_prefix("listening on ").map(str::to_owned)).next();
    let address = address.expect("the child says where it listens").parse().unwrap();
    Running { child, address, out }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A game that is in the store and in no memory.
async fn kept_game(store: Arc<dyn Store>) -> Created {
    let hall = Hall::new(config_on(store)).unwrap();
    create(&hall, &new_game(Player::Person, Player::Person)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_open_on_one_of_two_servers_and_on_the_other_when_that_is_killed() {
    // The client by which it waits for the server may not be used among asynchronous tasks.
    let database = tokio::task::spawn_blocking(Server::start).await.unwrap();
    let Some(database) = database else { return left_out() };
    let place = database.address();
    let game = kept_game(Arc::new(Postgres::open(&place, "club").unwrap())).await;
    let token = game.links.blue.clone().unwrap();
    let (mut one, other) = (start(&place), start(&place));
    let mut player = Browser::open(one.address, &game.game, &token).await.unwrap();
    let acknowledged = player.do_something().await.unwrap().unwrap();
    assert!(
        Browser::open(other.address, &game.game, &token).await.is_err(),
        "a proxy is to try the server that has the game open"
    );
    one.child.kill().unwrap();
    let killed = Instant::now();
    let again = loop {
        match Browser::open(other.address, &game.game, &token).await {
            Ok(browser) => break browser,
            Err(_) if killed.elapsed() < Duration::from_secs(20) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            Err(_) => panic!("the other server does not take the game over"),
        }
    };
    println!("taken over after {:?}", killed.elapsed());
    assert_eq!(again.news.version, acknowledged, "nothing that was acknowledged is lost");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_told_to_stop_finishes_and_says_goodbye() {
    let folder = Folder::new("stop");
    let game = kept_game(Arc::new(Sqlite::open(&folder.0.join("games.db")).unwrap())).await;
    let token = game.links.blue.clone().unwrap();
    let mut running = start(&folder.0.to_string_lossy());
    let mut player = Browser::open(running.address, &game.game, &token).await.unwrap();
    let acknowledged = player.do_something().await.unwrap().unwrap();
    let told = Instant::now();
    let id = running.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert!(player.next().await.is_err(), "the socket is closed");
    assert!(running.child.wait().unwrap().success());
    assert!(told.elapsed() < Duration::from_secs(30));
    let rest: Vec<String> = running.out.by_ref().lines().map_while(Result::ok).collect();
    assert!(rest.iter().any(|line| line.contains("stopped in order")), "{rest:?}");
    let store = Sqlite::open(&folder.0.join("games.db")).unwrap();
    assert_eq!(store.lines(&game.game).unwrap().unwrap().len() as u32, 2 + acknowledged);
}

#[tokio::test(flavor = "multi_thread")]
async fn health_and_metrics_say_how_the_server_is() {
    let hall = Hall::new(config()).unwrap();
    create(&hall, &new_game(Player::Person, Player::Captain)).await;
    let (status, body) = ask(&hall, "GET", "/health", "").await;
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((status.as_u16(), &body["status"], &body["store"]), (200, &"up".into(), &"answers".into()));
    let (status, _) = ask(&hall, "GET", "/api/games/none/file#secret-token", "").await;
    assert_eq!(status, 404);
    let (status, body) = ask(&hall, "GET", "/metrics", "").await;
    let text = String::from_utf8(body).unwrap();
    assert_eq!(status, 200);
    for line in [
        "longroll_games 1",
        "longroll_games_in_memory 1",
        "longroll_requests_total{method=\"POST\",address=\"/api/games\",status=\"201\"} 1",
        "longroll_requests_total{method=\"GET\",address=\"/api/games/{game}/file\",status=\"404\"} 1",
        "longroll_request_seconds_count{address=\"/api/games\"} 1",
    ] {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
    assert!(!text.contains("secret-token") && text.ends_with("# EOF\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_that_lead_nowhere_are_no_pages() {
    let hall = Hall::new(config()).unwrap();
    for path in ["/api", "/api/", "/api/nothing", "/api/games/x/y/z"] {
        let (status, body) = ask(&hall, "GET", path, "").await;
        assert_eq!(status, 404, "{path}");
        assert!(String::from_utf8_lossy(&body).contains("\"error\""), "{path} answers as the API does");
    }
}
