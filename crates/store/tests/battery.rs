//! What every store must do.

use longroll_store::{Addition, Ending, Fault, Memory, Record, SeatName, SeatRecord, Sqlite, Store};
use std::path::PathBuf;
use std::sync::Arc;

/// Runs a check on every kind of store, each time on a fresh one.
fn on_all(check: impl Fn(Arc<dyn Store>)) {
    check(Arc::new(Memory::new()));
    let folder = Folder::new();
    check(Arc::new(Sqlite::open(&folder.0.join("games.db")).unwrap()));
}

/// A folder that is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("longroll-store-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
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
