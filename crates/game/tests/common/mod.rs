//! Games to test with.
#![allow(dead_code, unreachable_pub, reason = "each test uses its part")]

use crate::toy::{Command, Toy};
use longroll_dice::Seed;
use longroll_game::*;
use longroll_kit::{Settings, Side, UnitId};
use longroll_table::{Length, inches};

pub const A: UnitId = UnitId(0);
pub const X: UnitId = UnitId(1);

pub fn battle() -> Battle {
    let toml = include_str!("../../../../scenarios/learning/scenario.toml").to_owned();
    let geojson = include_str!("../../../../scenarios/learning/terrain.geojson").to_owned();
    Battle::read(ScenarioText { name: "learning".to_owned(), toml, geojson }).unwrap()
}

pub fn start(fairness: Fairness) -> Game<Toy> {
    let players = Players { blue: "Ann".to_owned(), gray: "Ben".to_owned() };
    Game::start(Opening { battle: battle(), settings: Settings::default(), fairness, players }).unwrap()
}

pub fn step(unit: UnitId, by: Length) -> Command {
    Command::Step { unit, by }
}

/// A step taken back, a step, a look, then volleys by drawn dice until one counter is destroyed; closed.
pub fn finished() -> Game<Toy> {
    let mut game = start(Fairness::Seed(Seed::from_number(1863)));
    game.submit(Side::Blue, step(A, inches(1)), DiceSource::Seeded).unwrap();
    game.undo(Side::Blue).unwrap();
    game.submit(Side::Blue, step(A, inches(2)), DiceSource::Seeded).unwrap();
    game.submit(Side::Gray, Command::Look, DiceSource::Seeded).unwrap();
    while let Some(wait) = game.awaiting().0.first() {
        let side = wait.side;
        game.submit(side, Command::Shoot { unit: UnitId(side as u16) }, DiceSource::Seeded).unwrap();
    }
    game.close().unwrap();
    game
}
