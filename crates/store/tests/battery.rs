//! What every store must do.

mod common;

use common::{Folder, Server, left_out};
use longroll_store::{
    Addition, Damaged, Ending, Fault, Memory, Postgres, Record, Restored, SeatName, SeatRecord, Sqlite,
    Store, Whole, back_up, restore,
};
use std::io::Cursor;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Weak};

/// Runs a check on every kind of store, each time on a fresh one.
fn on_all(check: impl Fn(Arc<dyn Store>)) {
    check(Arc::new(Memory::new()));
    let folder = Folder::new();
    check(Arc::new(Sqlite::open(&folder.0.join("games.db")).unwrap()));
    let Some(server) = server() else { return left_out() };
    check(Arc::new(Postgres::open(&server.address(), &fresh_schema()).unwrap()));
}

/// The server that the tests of this moment share; it is stopped by the last of them.
fn server() -> Option<Arc<Server>> {
    static SHARED: Mutex<Weak<Server>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap();
    if let Some(server) = shared.upgrade() {
        return Some(server);
    }
    let server = Arc::new(Server::start()?);
    *shared = Arc::downgrade(&server);
    Some(server)
}

/// A name for tables of which nobody knows yet.
fn fresh_schema() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("battery_{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

fn record(game: &str, started: u64) -> Record {
    Record {
        game: game.to_owned(),
        title: "A battle".to_owned(),
        scenario: "learning".to_owned(),
        ruleset: "quickplay".to_owned(),
        blue: SeatRecord { player: "person".to_owned(), token: Some(format!("{game}-blue")) },
        gray: SeatRecord { player: "captain".to_owned(), token: None },
        spectator_token: format!("{game}-watch"),
        seed: Some("00ff".to_owned()),
        started,
    }
}

fn line(game: &str, place: u64, at: u64) -> Addition {
    Addition {
        game: game.to_owned(),
        place,
        line: format!("line {place}\n"),
        at,
        standing: None,
        ending: None,
    }
}

fn lines(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn lines_come_back_as_they_were_added() {
    on_all(|store| {
        store.create(&record("a", 10), &lines(&["header\n", "opened\n"])).unwrap();
        store.append(&line("a", 2, 11)).unwrap();
        store.append(&line("a", 3, 12)).unwrap();
        let kept = store.lines("a").unwrap().unwrap();
        assert_eq!(kept, lines(&["header\n", "opened\n", "line 2\n", "line 3\n"]));
        assert_eq!(store.record("a").unwrap(), Some(record("a", 10)));
        assert_eq!(store.lines("b").unwrap(), None);
        assert_eq!(store.record("b").unwrap(), None);
    });
}

#[test]
fn a_line_out_of_place_is_refused_and_changes_nothing() {
    on_all(|store| {
        store.create(&record("a", 10), &lines(&["header\n"])).unwrap();
        for place in [0, 2, u64::MAX] {
            let fault = store.append(&line("a", place, 20)).unwrap_err();
            assert_eq!(fault, Fault::OutOfPlace { game: "a".to_owned(), place });
        }
        assert_eq!(store.append(&line("b", 1, 20)), Err(Fault::NoGame("b".to_owned())));
        assert_eq!(store.lines("a").unwrap().unwrap().len(), 1);
        assert_eq!(store.listed("a").unwrap().unwrap().last_played, 10, "nothing happened at 20");
    });
}

#[test]
fn tokens_open_seats_and_none_opens_two() {
    on_all(|store| {
        store.create(&record("a", 10), &lines(&["header\n"])).unwrap();
        assert_eq!(store.seat("a-blue").unwrap(), Some(("a".to_owned(), SeatName::Blue)));
        assert_eq!(store.seat("a-watch").unwrap(), Some(("a".to_owned(), SeatName::Spectator)));
        assert_eq!(store.seat("").unwrap(), None);
        assert_eq!(store.create(&record("a", 11), &[]), Err(Fault::Taken));
        let thief = Record { spectator_token: "a-blue".to_owned(), ..record("c", 11) };
        assert_eq!(store.create(&thief, &lines(&["header\n"])), Err(Fault::Taken));
        assert_eq!(store.record("c").unwrap(), None, "nothing of a refused game is kept");
        assert_eq!((store.lines("c").unwrap(), store.count().unwrap()), (None, 1));
    });
}

#[test]
fn the_game_played_last_is_listed_first() {
    on_all(|store| {
        for (game, started) in [("a", 10), ("b", 20), ("c", 30)] {
            store.create(&record(game, started), &lines(&["header\n"])).unwrap();
        }
        let ending = Some(Ending { winner: Some("gray".to_owned()) });
        store.append(&Addition { ending: ending.clone(), ..line("a", 1, 40) }).unwrap();
        let list = store.list(2).unwrap();
        let names: Vec<_> = list.iter().map(|listed| listed.record.game.as_str()).collect();
        assert_eq!(names, ["a", "c"]);
        assert_eq!((list[0].lines, &list[0].ending, list[0].last_played), (2, &ending, 40));
        assert_eq!((list[1].lines, &list[1].ending), (1, &None));
        assert_eq!(store.count().unwrap(), 3);
    });
}

#[test]
fn a_game_can_be_renamed_and_removed_with_all_that_belongs_to_it() {
    on_all(|store| {
        for game in ["a", "b"] {
            store.create(&record(game, 10), &lines(&["header\n"])).unwrap();
            store.keep_note(game, "wishes", "none").unwrap();
        }
        store.append(&Addition { standing: Some("round 2".to_owned()), ..line("a", 1, 20) }).unwrap();
        store.append(&line("a", 2, 30)).unwrap();
        store.rename("a", "Another title").unwrap();
        let listed = store.listed("a").unwrap().unwrap();
        assert_eq!(
            (listed.record.title.as_str(), listed.standing.as_deref()),
            ("Another title", Some("round 2"))
        );
        store.remove("a").unwrap();
        assert_eq!((store.lines("a").unwrap(), store.record("a").unwrap()), (None, None));
        assert_eq!((store.seat("a-blue").unwrap(), store.note("a", "wishes").unwrap()), (None, None));
        assert_eq!((store.rename("a", "x"), store.remove("a")), {
            let gone = || Err(Fault::NoGame("a".to_owned()));
            (gone(), gone())
        });
        assert_eq!(store.list(9).unwrap().len(), 1, "the other game is still there");
        assert_eq!(store.note("b", "wishes").unwrap().as_deref(), Some("none"));
        store.create(&record("a", 40), &lines(&["header\n"])).unwrap();
    });
}

#[test]
fn many_write_at_once_and_nothing_is_lost() {
    on_all(|store| {
        std::thread::scope(|scope| {
            for game in ["a", "b", "c", "d"] {
                let store = &store;
                scope.spawn(move || {
                    store.create(&record(game, 1), &lines(&["header\n"])).unwrap();
                    (1..50).for_each(|place| store.append(&line(game, place, place)).unwrap());
                });
            }
        });
        for game in ["a", "b", "c", "d"] {
            let kept = store.lines(game).unwrap().unwrap();
            assert_eq!(kept.len(), 50);
            assert_eq!(kept[49], "line 49\n");
        }
    });
}

#[test]
fn a_file_is_there_after_the_store_was_closed() {
    let folder = Folder::new();
    let file = folder.0.join("games.db");
    let store = Sqlite::open(&file).unwrap();
    store.create(&record("a", 10), &lines(&["header\n"])).unwrap();
    drop(store);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "seeds and tokens are nobody else's business");
    }
    let store = Sqlite::open(&file).unwrap();
    assert_eq!(store.lines("a").unwrap(), Some(lines(&["header\n"])));
    assert!(Sqlite::open(&folder.0).is_err(), "a folder is no file of games");
}

#[test]
fn a_note_is_kept_beside_a_game_and_the_newest_counts() {
    on_all(|store| {
        store.create(&record("a", 10), &lines(&["header\n"])).unwrap();
        assert_eq!(store.note("a", "blue").unwrap(), None);
        store.keep_note("a", "blue", "one").unwrap();
        store.keep_note("a", "blue", "two").unwrap();
        store.keep_note("a", "gray", "three").unwrap();
        assert_eq!(store.note("a", "blue").unwrap().as_deref(), Some("two"));
        assert_eq!(store.note("a", "gray").unwrap().as_deref(), Some("three"));
        assert_eq!(store.keep_note("b", "blue", "one"), Err(Fault::NoGame("b".to_owned())));
        assert_eq!(store.note("b", "blue").unwrap(), None);
        assert_eq!(store.lines("a").unwrap().unwrap().len(), 1, "no line of the game itself");
    });
}

#[test]
fn a_guest_sits_down_once() {
    on_all(|store| {
        let mut waiting = record("a", 10);
        waiting.gray.player = "person".to_owned();
        store.create(&waiting, &[]).unwrap();
        assert_eq!(store.lines("a").unwrap(), None, "it has not begun");
        let first = lines(&["header\n", "opened\n"]);
        let taken = store.seat_guest("a", SeatName::Gray, "a-blue", &first);
        assert_eq!(taken, Err(Fault::Taken), "a token of somebody else");
        store.seat_guest("a", SeatName::Gray, "guest", &first).unwrap();
        assert_eq!(store.lines("a").unwrap(), Some(first.clone()));
        assert_eq!(store.seat("guest").unwrap(), Some(("a".to_owned(), SeatName::Gray)));
        assert_eq!(store.seat_guest("a", SeatName::Gray, "another", &first), Err(Fault::Taken));
        assert_eq!(store.seat_guest("a", SeatName::Blue, "another", &first), Err(Fault::Taken));
        assert_eq!(store.seat("another").unwrap(), None);
        assert_eq!(store.seat_guest("b", SeatName::Gray, "x", &first), Err(Fault::NoGame("b".to_owned())));
        store.append(&line("a", 2, 11)).unwrap();
    });
}

/// The tables as the first layout had them, with a game in the middle of its battle.
const FIRST_LAYOUT: &str = "
    CREATE TABLE games (
        game TEXT PRIMARY KEY, title TEXT NOT NULL, scenario TEXT NOT NULL, ruleset TEXT NOT NULL,
        blue TEXT NOT NULL, gray TEXT NOT NULL, seed TEXT,
        started INTEGER NOT NULL, last_played INTEGER NOT NULL, is_over INTEGER NOT NULL DEFAULT 0, winner TEXT
    ) STRICT;
    CREATE TABLE seats (token TEXT PRIMARY KEY, game TEXT NOT NULL, seat TEXT NOT NULL) STRICT;
    CREATE TABLE lines (
        game TEXT NOT NULL, place INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, place)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO games VALUES ('a', 'A battle', 'learning', 'quickplay', 'person', 'captain', '00ff', 10, 12, 0, NULL);
    INSERT INTO seats VALUES ('a-blue', 'a', 'blue'), ('a-watch', 'a', 'spectator');
    INSERT INTO lines VALUES ('a', 0, 'header\n'), ('a', 1, 'opened\n');
    PRAGMA user_version = 1;
";

#[test]
fn files_of_older_programs_are_brought_up_to_date_and_newer_ones_left_alone() {
    let folder = Folder::new();
    let file = folder.0.join("games.db");
    rusqlite::Connection::open(&file).unwrap().execute_batch(FIRST_LAYOUT).unwrap();
    for round in 2..4 {
        let store = Sqlite::open(&file).unwrap();
        assert_eq!(store.record("a").unwrap(), Some(record("a", 10)));
        let standing = Some(format!("round {round}"));
        store.append(&Addition { standing: standing.clone(), ..line("a", round, 20) }).unwrap();
        assert_eq!(store.listed("a").unwrap().unwrap().standing, standing);
    }
    let store = Sqlite::open(&file).unwrap();
    assert_eq!(store.lines("a").unwrap().unwrap().len(), 4);
    drop(store);
    rusqlite::Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(Sqlite::open(&file).unwrap_err().to_string().contains("newer program"));
}

fn wholes(store: &dyn Store) -> Vec<Whole> {
    let mut all = Vec::new();
    store
        .read_all(&mut |whole| {
            all.push(whole);
            Ok(())
        })
        .unwrap();
    all
}

/// Three games: one in the middle of its battle, one that is over, one that waits for its guest.
fn fill(store: &dyn Store) {
    store.create(&record("a", 10), &lines(&["header\n", "opened \u{2014} \"so\"\n"])).unwrap();
    store.append(&Addition { standing: Some("round 2".to_owned()), ..line("a", 2, 20) }).unwrap();
    store.keep_note("a", "blue", "stand").unwrap();
    store.create(&record("b", 30), &lines(&["header\n"])).unwrap();
    let ending = Some(Ending { winner: Some("gray".to_owned()) });
    store.append(&Addition { ending, ..line("b", 1, 40) }).unwrap();
    store.create(&Record { seed: None, ..record("c", 50) }, &[]).unwrap();
}

#[test]
fn a_backup_of_any_store_fills_any_other() {
    let model = Memory::new();
    fill(&model);
    let mut expected = Vec::new();
    assert_eq!(back_up(&[("games", &model)], &mut expected).unwrap(), 3);
    on_all(|store| {
        let full = restore(&mut Cursor::new(&expected), &[("games", &*store)]).unwrap();
        assert_eq!(full, Restored { games: 3, there_already: 0 });
        assert_eq!(wholes(&*store), wholes(&model));
        assert_eq!(store.check().unwrap(), Vec::<String>::new());
        let mut again = Vec::new();
        back_up(&[("games", &*store)], &mut again).unwrap();
        assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(expected.clone()).unwrap());
        store.append(&line("a", 3, 60)).unwrap();
        let once_more = restore(&mut Cursor::new(&expected), &[("games", &*store)]).unwrap();
        assert_eq!(once_more, Restored { games: 0, there_already: 3 });
        assert_eq!(store.lines("a").unwrap().unwrap().len(), 4, "what was there already is left as it is");
    });
}

#[test]
fn nothing_of_a_damaged_backup_is_taken_in() {
    let model = Memory::new();
    fill(&model);
    let mut good = Vec::new();
    back_up(&[("games", &model)], &mut good).unwrap();
    let good = String::from_utf8(good).unwrap();
    let last = good.trim_end().rfind('\n').unwrap() + 1;
    let damaged = [
        good[..last].to_owned(),
        good[..last - 20].to_owned(),
        good.replacen("round 2", "round 3", 1),
        good.replacen("\"backup\":1", "\"backup\":2", 1),
        good.replacen("\"games\":3", "\"games\":4", 1),
        "not a backup\n".to_owned(),
        String::new(),
    ];
    for text in damaged {
        let into = Memory::new();
        let failed = restore(&mut Cursor::new(&text), &[("games", &into)]);
        assert!(
            matches!(failed, Err(Damaged::Cut | Damaged::Line(_) | Damaged::Changed | Damaged::Newer)),
            "{failed:?}"
        );
        assert_eq!(into.count().unwrap(), 0);
    }
}

#[test]
fn a_check_names_what_is_missing() {
    let folder = Folder::new();
    let file = folder.0.join("games.db");
    let store = Sqlite::open(&file).unwrap();
    fill(&store);
    let sqlite = rusqlite::Connection::open(&file).unwrap();
    let harm = "DELETE FROM lines WHERE game = 'a' AND place = 1; DELETE FROM games WHERE game = 'b'";
    sqlite.execute_batch(harm).unwrap();
    let expected = |mistakes: Vec<String>| {
        assert_eq!(
            mistakes,
            [
                "game a: of 3 lines there are 2",
                "there are lines of a game b that is not there",
                "there are seats or notes of a game b that is not there",
            ]
        );
    };
    expected(store.check().unwrap());
    let Some(server) = server() else { return left_out() };
    let schema = fresh_schema();
    let store = Postgres::open(&server.address(), &schema).unwrap();
    fill(&store);
    server.client().batch_execute(&format!("SET search_path TO {schema}; {harm}")).unwrap();
    expected(store.check().unwrap());
}

#[test]
fn a_game_is_held_by_one_server_and_taken_over_when_it_is_gone() {
    let Some(server) = server() else { return left_out() };
    let schema = fresh_schema();
    let open = || Postgres::open(&server.address(), &schema).unwrap();
    let (one, other) = (open(), open());
    fill(&one);
    one.hold("a").unwrap();
    one.hold("a").unwrap();
    assert_eq!(other.hold("a"), Err(Fault::Elsewhere("a".to_owned())));
    other.hold("b").unwrap();
    one.release("a");
    one.append(&line("b", 2, 50)).unwrap();
    assert_eq!(other.hold("a"), Err(Fault::Elsewhere("a".to_owned())), "it was held twice");
    one.release("a");
    // What is done after it waits for it.
    one.append(&line("b", 3, 50)).unwrap();
    other.hold("a").unwrap();
    assert_eq!(one.hold("a"), Err(Fault::Elsewhere("a".to_owned())));
    // Whoever still believes that the game is his cannot write into it behind the other's back.
    other.append(&line("a", 3, 60)).unwrap();
    let late = one.append(&line("a", 3, 61));
    assert_eq!(late, Err(Fault::OutOfPlace { game: "a".to_owned(), place: 3 }));
    drop(other);
    let until = std::time::Instant::now() + std::time::Duration::from_secs(5);
    while one.hold("a").is_err() {
        assert!(std::time::Instant::now() < until, "the game of a server that is gone stays closed");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// All sessions on these tables but the one that asks.
fn cut_all(server: &Server) {
    server
        .client()
        .batch_execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'longroll'",
        )
        .unwrap();
}

#[test]
fn cut_connections_are_made_anew_and_what_was_held_meanwhile_by_others_is_lost() {
    // Other tests' sessions are not to be cut: a server of its own.
    let Some(server) = Server::start() else { return left_out() };
    let open = || Postgres::open(&server.address(), "cut").unwrap();
    let (one, other) = (open(), open());
    fill(&one);
    one.hold("a").unwrap();
    one.hold("b").unwrap();
    assert_eq!(one.lost(), Vec::<String>::new());
    cut_all(&server);
    other.hold("a").unwrap();
    one.append(&line("b", 2, 60)).unwrap();
    assert_eq!(one.lines("b").unwrap().unwrap().len(), 3);
    assert_eq!(one.lost(), ["a"]);
    assert_eq!(one.lost(), Vec::<String>::new());
    assert_eq!(other.hold("b"), Err(Fault::Elsewhere("b".to_owned())));
}

#[test]
fn nothing_acknowledged_is_lost_when_the_database_is_killed() {
    let Some(server) = Server::start() else { return left_out() };
    let store = Postgres::open(&server.address(), "killed").unwrap();
    let games = ["a", "b", "c", "d"];
    for game in games {
        store.create(&record(game, 1), &lines(&["header\n"])).unwrap();
    }
    let kept = games.map(|_| AtomicU32::new(1));
    let is_over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for (game, kept) in games.iter().zip(&kept) {
            let (store, is_over) = (&store, &is_over);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let place = u64::from(kept.load(Ordering::Relaxed));
                    // The store waits for a database that comes back, and never keeps a line twice.
                    store.append(&line(game, place, place)).unwrap();
                    kept.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for _ in 0..3 {
            std::thread::sleep(std::time::Duration::from_millis(150));
            server.kill();
            server.start_again();
        }
        is_over.store(true, Ordering::Relaxed);
    });
    for (game, kept) in games.iter().zip(&kept) {
        let there = store.lines(game).unwrap().unwrap();
        assert_eq!(there.len(), kept.load(Ordering::Relaxed) as usize);
        assert!(there.len() > 4, "only {} lines of {game} were written", there.len());
        for (place, text) in there.iter().enumerate().skip(1) {
            assert_eq!(text, &format!("line {place}\n"));
        }
    }
    assert_eq!(store.check().unwrap(), Vec::<String>::new());
}

#[test]
fn a_database_that_is_not_there_is_named_without_its_password() {
    let fault =
        Postgres::open("postgres://club:secret@127.0.0.1:1/none", "longroll").unwrap_err().to_string();
    assert!(fault.starts_with("the games cannot be kept: ") && !fault.contains("secret"), "{fault}");
    let fault = Postgres::open("postgres://club@nowhere:port/x", "longroll").unwrap_err().to_string();
    assert!(fault.contains("an address looks like"), "{fault}");
}

#[test]
fn tables_of_a_newer_program_are_left_alone() {
    let Some(server) = server() else { return left_out() };
    let schema = fresh_schema();
    drop(Postgres::open(&server.address(), &schema).unwrap());
    server.client().batch_execute(&format!("UPDATE {schema}.layout SET version = 99")).unwrap();
    assert!(Postgres::open(&server.address(), &schema).unwrap_err().to_string().contains("newer program"));
}
