//! `longroll store`: the games of a server, looked after from the command line.

#[allow(dead_code, reason = "each test file uses its share")]
mod common;

use common::{Folder, fine, json, longroll, refused};
use longroll_store::{Record, SeatRecord, Sqlite, Store};

/// A folder of games with one battle that two computers have fought to its end, played last long ago.
fn folder_of_games(folder: &Folder, name: &str) -> String {
    let games = folder.path(name);
    std::fs::create_dir_all(&games).unwrap();
    let log = folder.path(&format!("{name}.jsonl"));
    fine(&[
        "play",
        "learning",
        "--ruleset",
        "quickplay",
        "--blue",
        "random",
        "--gray",
        "random",
        "--seed",
        "7",
        "--log",
        &log,
    ]);
    let text = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let seat = |player: &str| SeatRecord { player: player.to_owned(), token: None };
    let record = Record {
        game: "oldgame".to_owned(),
        title: "Tolliver's Farm".to_owned(),
        scenario: "learning".to_owned(),
        ruleset: "quickplay".to_owned(),
        blue: seat("random"),
        gray: seat("random"),
        spectator_token: "watcher".to_owned(),
        seed: None,
        started: 1_000,
    };
    let store = Sqlite::open(&std::path::Path::new(&games).join("games.db")).unwrap();
    store.create(&record, &lines).unwrap();
    games
}

#[test]
fn games_are_checked_backed_up_and_restored() {
    let folder = Folder::new("store-backup");
    let games = folder_of_games(&folder, "games");
    assert_eq!(
        fine(&["store", "check", &games]),
        format!("{games}: 1 game, 0 umpire's tables; everything is there and can be read\n")
    );
    let backup = folder.path("backup.jsonl");
    fine(&["store", "backup", &backup, "--from", &games]);
    refused(&["store", "backup", &backup, "--from", &games], 2, "is there already");
    fine(&["store", "backup", &backup, "--from", &games, "--force"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&backup).unwrap().permissions().mode() & 0o077, 0);
    }
    let elsewhere = folder.path("elsewhere");
    let said = fine(&["store", "restore", &backup, "--into", &elsewhere]);
    assert_eq!(said, format!("1 games and tables taken into {elsewhere}\n"));
    let said = fine(&["store", "restore", &backup, "--into", &elsewhere]);
    assert!(said.contains("1 that were there already were left as they are"), "{said}");
    assert_eq!(json(&["store", "check", &elsewhere, "--json"])["games"], 1);
    let copied = folder.path("copied");
    fine(&["store", "move", "--from", &games, "--to", &copied]);
    assert_eq!(json(&["store", "check", &copied, "--json"])["games"], 1);
}

#[test]
fn what_is_damaged_is_named() {
    let folder = Folder::new("store-damage");
    let games = folder_of_games(&folder, "games");
    let store = Sqlite::open(&std::path::Path::new(&games).join("games.db")).unwrap();
    let lines = ["not a game\n".to_owned()];
    let kept = store.record("oldgame").unwrap().unwrap();
    let broken = Record { game: "broken".to_owned(), spectator_token: "other".to_owned(), ..kept };
    store.create(&broken, &lines).unwrap();
    drop(store);
    let said = longroll(&["store", "check", &games]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(
        said.out.contains("1 mistake found") && said.out.contains("game broken (Tolliver's Farm):"),
        "{}",
        said.out
    );
    let backup = folder.path("backup.jsonl");
    std::fs::write(&backup, "{\"longroll\":{\"backup\":1}}\n").unwrap();
    let into = folder.path("into");
    refused(&["store", "restore", &backup, "--into", &into], 2, "nothing was restored");
    refused(&["store", "restore", &folder.path("none"), "--into", &into], 2, "there is no file");
    refused(&["store", "check", &folder.path("nowhere")], 2, "there are no games in");
    refused(&["store", "check", "mysql://x/y"], 2, "postgres://NAME@HOST/DATABASE");
}

#[test]
fn old_games_are_listed_first_and_removed_only_when_asked() {
    let folder = Folder::new("store-expire");
    let games = folder_of_games(&folder, "games");
    let said = fine(&["store", "expire", "--days", "30", &games]);
    assert!(
        said.contains("oldgame  Tolliver's Farm, last played") && said.contains("add --remove"),
        "{said}"
    );
    assert_eq!(json(&["store", "check", &games, "--json"])["games"], 1, "nothing was removed");
    assert!(
        fine(&["store", "expire", "--days", "30", "--over", &games]).contains("0 such games"),
        "it is not marked as over"
    );
    fine(&["store", "expire", "--days", "30", "--remove", &games]);
    assert_eq!(json(&["store", "check", &games, "--json"])["games"], 0);
}
