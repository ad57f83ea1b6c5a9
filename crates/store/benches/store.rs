//! `cargo bench -p longroll-store`: durable commands a second of both stores, from one player and from 64 at once, beside a bare
//! loop that commits a line at a time with nothing around it. Everything in one run, on one disk.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Folder, Server};
use longroll_store::{Addition, Postgres, Record, SeatRecord, Sqlite, Store};
use std::sync::Arc;
use std::time::{Duration, Instant};

const TIME: Duration = Duration::from_secs(3);
/// About what a command of quickplay takes.
const LINE: &str = "{\"n\":1,\"by\":\"blue\",\"command\":{\"move\":{\"unit\":3,\"to\":[1,2]}},\"dice\":[[1,2,3]],\"events\":[{\"marched\":{\"unit\":3}}]}\n";

fn main() {
    let folder = Folder::new();
    println!("{:<44}{:>16}", "durable lines a second", "lines/s");
    println!("{:<44}{:>16}", "SQLite, a bare loop, one commit a line", bare_sqlite(&folder));
    let sqlite: Arc<dyn Store> = Arc::new(Sqlite::open(&folder.0.join("games.db")).unwrap());
    row("SQLite", &sqlite);
    let Some(server) = Server::start() else { return println!("PostgreSQL is not installed") };
    println!("{:<44}{:>16}", "PostgreSQL, a bare loop, one commit a line", bare_postgres(&server));
    let postgres: Arc<dyn Store> = Arc::new(Postgres::open(&server.address(), "bench").unwrap());
    row("PostgreSQL", &postgres);
}

fn row(name: &str, store: &Arc<dyn Store>) {
    for players in [1_usize, 64, 256] {
        println!("{:<44}{:>16}", format!("{name}, {players} at once"), rate(store, players));
    }
}

/// Each adds to a game of his own as fast as he is told that the last line is kept.
fn rate(store: &Arc<dyn Store>, players: usize) -> u64 {
    let kept: u64 = std::thread::scope(|scope| {
        let all: Vec<_> = (0..players)
            .map(|player| {
                let store = store.clone();
                let game = format!("{players}-{player}");
                scope.spawn(move || {
                    store.create(&record(&game), &[]).unwrap();
                    let began = Instant::now();
                    let mut place = 0;
                    while began.elapsed() < TIME {
                        let (game, line) = (game.clone(), LINE.to_owned());
                        let addition =
                            Addition { game, place, line, at: place, standing: None, ending: None };
                        store.append(&addition).unwrap();
                        place += 1;
                    }
                    place
                })
            })
            .collect();
        all.into_iter().map(|player| player.join().unwrap()).sum()
    });
    kept / TIME.as_secs()
}

fn record(game: &str) -> Record {
    let seat = |side: &str| SeatRecord { player: "person".to_owned(), token: Some(format!("{game}-{side}")) };
    Record {
        game: game.to_owned(),
        title: "A battle".to_owned(),
        scenario: "learning".to_owned(),
        ruleset: "quickplay".to_owned(),
        blue: seat("blue"),
        gray: seat("gray"),
        spectator_token: format!("{game}-watch"),
        seed: None,
        started: 1,
    }
}

fn bare_sqlite(folder: &Folder) -> u64 {
    let connection = rusqlite::Connection::open(folder.0.join("bare.db")).unwrap();
    connection.pragma_update(None, "journal_mode", "WAL").unwrap();
    connection.pragma_update(None, "synchronous", "FULL").unwrap();
    connection.execute_batch("CREATE TABLE lines (place INTEGER PRIMARY KEY, line TEXT)").unwrap();
    let (began, mut place) = (Instant::now(), 0_u64);
    while began.elapsed() < TIME {
        connection
            .execute("INSERT INTO lines VALUES (?1, ?2)", rusqlite::params![place as i64, LINE])
            .unwrap();
        place += 1;
    }
    place / TIME.as_secs()
}

fn bare_postgres(server: &Server) -> u64 {
    let mut client = server.client();
    client.batch_execute("CREATE TABLE bare (place BIGINT PRIMARY KEY, line TEXT)").unwrap();
    let insert = client.prepare("INSERT INTO bare VALUES ($1, $2)").unwrap();
    let (began, mut place) = (Instant::now(), 0_u64);
    while began.elapsed() < TIME {
        client.execute(&insert, &[&(place as i64), &LINE]).unwrap();
        place += 1;
    }
    place / TIME.as_secs()
}
