//! The server is killed at random moments under load; whatever it acknowledged is there afterwards.
//!
//! `LONGROLL_KILLS=200 cargo test -p longroll-server --test kill -- --nocapture` for the long run.

mod common;

use common::{Browser, Folder, config_on, new_game};
use longroll_ai::Words;
use longroll_kit::Side;
use longroll_rules_quickplay::Quickplay;
use longroll_server::{Hall, serve};
use longroll_store::{Sqlite, Store};
use longroll_wire::{Ask, Created, LogEntry, Pace, Player};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const CHILD: &str = "LONGROLL_KILL_CHILD";

/// Not a test of its own: the server that is killed, run by the test below in a process of its own.
#[test]
fn child_server() {
    let Ok(folder) = std::env::var(CHILD) else { return };
    let store = Sqlite::open(&Path::new(&folder).join("games.db")).unwrap();
    let mut config = config_on(Arc::new(store));
    config.listen = "127.0.0.1:0".parse().unwrap();
    config.limits.requests_a_second = 100_000;
    serve(config, |address| println!("\nlistening on {address}")).unwrap();
}

fn start(folder: &Path) -> (Child, SocketAddr) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child_server", "--nocapture", "--test-threads=1"])
        .env(CHILD, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let said =
        lines.map_while(Result::ok).find_map(|line| Some(line.strip_prefix("listening on ")?.to_owned()));
    (child, said.expect("the child says where it listens").parse().unwrap())
}

/// What somebody was told: an acknowledged version, or the entries of the log.
#[derive(Default)]
struct Witness {
    acknowledged: u32,
    entries: Vec<LogEntry>,
}

#[test]
fn every_acknowledged_command_survives_a_kill() {
    let kills: u32 = std::env::var("LONGROLL_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(4);
    let folder = Folder::new("kill");
    let mut games: Vec<(Created, Arc<Mutex<Witness>>)> = Vec::new();
    let mut random = Words::new(1863, Side::Blue);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (mut commands, mut unheard) = (0, 0);
    for round in 0..kills {
        commands += renew(&folder.0, &mut games);
        let (mut child, address) = start(&folder.0);
        let players: Vec<_> = games
            .iter()
            .map(|(game, witness)| {
                let (game, witness) = (game.clone(), witness.clone());
                runtime.spawn(async move { play(address, &game, &witness).await })
            })
            .collect();
        std::thread::sleep(Duration::from_millis(150 + random.word() % 500));
        child.kill().unwrap();
        child.wait().unwrap();
        for player in players {
            runtime.block_on(player).unwrap();
        }
        unheard += check(&folder.0, &games, round);
    }
    let left: u32 = games.iter().map(|(_, witness)| witness.lock().unwrap().acknowledged).sum();
    println!(
        "{kills} kills; {} commands acknowledged, none lost; {unheard} times one was on disk but not yet told",
        commands + left
    );
}

/// Two games of people and four of computers; those that are over make room for new ones. Gives the commands
/// acknowledged in the games that left.
fn renew(folder: &Path, games: &mut Vec<(Created, Arc<Mutex<Witness>>)>) -> u32 {
    const PLAYERS: [Player; 6] =
        [Player::Person, Player::Person, Player::Random, Player::Random, Player::Random, Player::Random];
    let store = Arc::new(Sqlite::open(&folder.join("games.db")).unwrap());
    let hall = Hall::new(config_on(store.clone())).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut acknowledged = 0;
    for (place, player) in PLAYERS.into_iter().enumerate() {
        let goes_on = games
            .get(place)
            .is_some_and(|(game, _)| store.listed(&game.game).unwrap().unwrap().ending.is_none());
        if goes_on {
            continue;
        }
        let mut new = new_game(player, player);
        new.scenario = "mcphersons-ridge".to_owned();
        let made = (runtime.block_on(common::create(&hall, &new)), Arc::default());
        match games.get_mut(place) {
            Some(old) => {
                acknowledged += old.1.lock().unwrap().acknowledged;
                *old = made;
            }
            None => games.push(made),
        }
    }
    acknowledged
}

/// Plays, or watches, until the server is gone.
async fn play(address: SocketAddr, game: &Created, witness: &Mutex<Witness>) {
    let Ok(mut watcher) = Browser::open(address, &game.game, &game.links.spectator).await else { return };
    note(witness, &watcher);
    let (Some(blue), Some(gray)) = (&game.links.blue, &game.links.gray) else {
        if watcher.ask(Ask::Pace { pace: Pace::Full }).await.is_err() {
            return;
        }
        note(witness, &watcher);
        while watcher.next().await.is_ok() {
            note(witness, &watcher);
        }
        return;
    };
    let Ok(mut blue) = Browser::open(address, &game.game, blue).await else { return };
    let Ok(mut gray) = Browser::open(address, &game.game, gray).await else { return };
    loop {
        for player in [&mut blue, &mut gray] {
            let Ok(Ok(_)) = player.ask(Ask::Resync { version: player.news.version }).await else { return };
            if player.news.prompt.is_empty() {
                return;
            }
            if player.news.actors.units.is_empty() && !player.news.actors.side {
                continue;
            }
            match player.do_something().await {
                Ok(Ok(version)) => witness.lock().unwrap().acknowledged = version,
                Ok(Err(_)) => {}
                Err(_) => return,
            }
        }
    }
}

fn note(witness: &Mutex<Witness>, watcher: &Browser) {
    let mut witness = witness.lock().unwrap();
    let news = &watcher.news;
    witness.acknowledged = witness.acknowledged.max(news.version);
    witness.entries.truncate(news.log_from as usize);
    if witness.entries.len() == news.log_from as usize {
        witness.entries.extend(news.log.iter().cloned());
    }
}

/// Every game is whole, holds what its witness was told, and shows the dice that he saw. Gives the number of games
/// that were killed between the disk and the ear.
fn check(folder: &Path, games: &[(Created, Arc<Mutex<Witness>>)], round: u32) -> u32 {
    let store = Sqlite::open(&folder.join("games.db")).unwrap();
    let mut unheard = 0;
    for (game, witness) in games {
        let lines = store.lines(&game.game).unwrap().unwrap();
        let on_disk = u32::try_from(lines.len() - 2).unwrap();
        let witness = witness.lock().unwrap();
        let told = witness.acknowledged;
        assert!(on_disk >= told, "round {round}: {on_disk} on disk, {told} acknowledged");
        unheard += u32::from(on_disk > told);
        let loaded = longroll_game::load::<Quickplay>(&lines.concat());
        let loaded = loaded.unwrap_or_else(|error| panic!("round {round}: {error}"));
        for entry in loaded.in_force() {
            if let Some(told) = witness.entries.get(entry.number as usize) {
                let dice: Vec<Vec<u8>> = entry.dice.iter().map(|thrown| thrown.faces.to_vec()).collect();
                let told_dice: Vec<Vec<u8>> = told.dice.iter().map(|thrown| thrown.faces.clone()).collect();
                assert_eq!(dice, told_dice, "round {round}: entry {}", entry.number);
            }
        }
    }
    unheard
}
