//! Battles between computers with spectators on loopback, and people who play meanwhile:
//! `cargo run --release -p longroll-server --example load -- [BATTLES] [SPECTATORS] [SECONDS]`.
//! Prints commands a second and how long a person's command takes until it is on disk and answered.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Browser, Folder, config_on, create, listen, new_game};
use longroll_server::Hall;
use longroll_store::{Sqlite, Store};
use longroll_wire::{Answer, Ask, Pace, Player};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Pairs of people whose commands are timed.
const PAIRS: usize = 4;

fn main() {
    let mut numbers = std::env::args().skip(1).map_while(|number| number.parse().ok());
    let mut next = |usual| numbers.next().unwrap_or(usual);
    let (battles, spectators, seconds): (usize, usize, u64) = (next(100), next(200), next(20) as u64);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(run(battles, spectators, Duration::from_secs(seconds)));
    // Computers still play: nobody waits for them.
    std::process::exit(0);
}

async fn run(battles: usize, spectators: usize, time: Duration) {
    let folder = Folder::new("load");
    let store = Arc::new(Sqlite::open(&folder.0.join("games.db")).expect("a file"));
    let mut config = config_on(store.clone());
    config.limits.requests_a_second = 1_000_000;
    config.limits.requests_at_once = 1_000_000;
    let hall = Hall::new(config).expect("a server");
    let address = listen(hall.clone()).await;

    let mut games = Vec::new();
    for number in 0..battles {
        let mut new = new_game(Player::Captain, Player::Captain);
        new.scenario = "mcphersons-ridge".to_owned();
        new.seed = Some(number as u64);
        games.push(create(&hall, &new).await);
    }
    let messages = Arc::new(AtomicU64::new(0));
    let mut watching = Vec::new();
    for number in 0..spectators {
        let game = games[number % battles].clone();
        let mut watcher = Browser::open(address, &game.game, &game.links.spectator).await.expect("a seat");
        let messages = messages.clone();
        watching.push(tokio::spawn(async move {
            if number < battles {
                let _ = watcher.ask(Ask::Pace { pace: Pace::Full }).await;
            }
            while watcher.next().await.is_ok() {
                messages.fetch_add(1, Ordering::Relaxed);
            }
        }));
    }
    let mut people = Vec::new();
    for _ in 0..PAIRS {
        let game = create(&hall, &new_game(Player::Person, Player::Person)).await;
        people.push(tokio::spawn(async move { play(address, game, time).await }));
    }
    let lines = || -> u64 {
        let list = store.list(u32::MAX).expect("a list");
        list.iter().map(|listed| listed.lines).sum()
    };
    let (start, before, heard) = (Instant::now(), lines(), messages.load(Ordering::Relaxed));
    tokio::time::sleep(time).await;
    let (passed, commands) = (start.elapsed(), lines() - before);
    let heard = messages.load(Ordering::Relaxed) - heard;
    let mut taken: Vec<Duration> = Vec::new();
    for person in people {
        taken.extend(person.await.expect("a player"));
    }
    taken.sort();
    let at = |percent: usize| taken.get(taken.len() * percent / 100).copied().unwrap_or_default();
    let over = store.list(u32::MAX).expect("a list").iter().filter(|listed| listed.ending.is_some()).count();
    println!(
        "{battles} battles of computers (McPherson's Ridge), {spectators} spectators, {PAIRS} pairs of people, {passed:.1?}"
    );
    println!(
        "commands on disk: {commands}, {:.0} a second; battles over: {over}",
        commands as f64 / passed.as_secs_f64()
    );
    println!("news to spectators: {:.0} a second", heard as f64 / passed.as_secs_f64());
    println!(
        "a person's command, asked to answered: {} timed, median {:.2?}, 99th percentile {:.2?}, longest {:.2?}",
        taken.len(),
        at(50),
        at(99),
        taken.last().copied().unwrap_or_default()
    );
}

/// Two people play; every command is timed.
async fn play(address: std::net::SocketAddr, game: longroll_wire::Created, time: Duration) -> Vec<Duration> {
    let open = async |token: &Option<String>| {
        Browser::open(address, &game.game, token.as_deref().unwrap_or_default()).await.expect("a seat")
    };
    let mut seats = [open(&game.links.blue).await, open(&game.links.gray).await];
    let (start, mut taken) = (Instant::now(), Vec::new());
    while start.elapsed() < time {
        for seat in &mut seats {
            let version = seat.news.version;
            let Ok(Ok(_)) = seat.ask(Ask::Resync { version }).await else { return taken };
            if seat.news.prompt.is_empty() {
                return taken;
            }
            let Some(command) = something(seat).await else { continue };
            let version = seat.news.version;
            let asked = Instant::now();
            if let Ok(Ok(Answer::Done { .. })) =
                seat.ask(Ask::Command { version, command, signed: None, dice: Vec::new() }).await
            {
                taken.push(asked.elapsed());
            }
        }
        // people think
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    taken
}

/// Something that may be done now.
async fn something(seat: &mut Browser) -> Option<serde_json::Value> {
    for unit in seat.news.actors.units.clone().into_iter().take(3) {
        let orders = seat.orders(Ask::Orders { unit }).await.ok()?;
        if let Some(command) = orders.into_iter().rev().find_map(|order| order.command) {
            return Some(command);
        }
    }
    if !seat.news.actors.side {
        return None;
    }
    seat.orders(Ask::SideOrders).await.ok()?.into_iter().rev().find_map(|order| order.command)
}
