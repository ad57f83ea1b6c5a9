//! Writing the game file: JSON Lines, the same bytes for the same game on every machine.

use crate::opening::{Opening, Players, ScenarioText};
use crate::seal::Keys;
use crate::{Entry, Game, Happened, Line, Undo};
use longroll_dice::GENERATOR;
use longroll_kit::{Ruleset, Seat, Settings};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The version of the file format.
pub const FORMAT: u32 = 1;
/// The version of a file whose lines are signed by two people.
pub const SIGNED_FORMAT: u32 = 2;

/// The first line of a game file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the file format: see [`FORMAT`] and [`SIGNED_FORMAT`].
    pub longroll: u32,
    /// The id of the ruleset.
    pub ruleset: String,
    /// The printed edition and the revision of our reading of it.
    pub edition: String,
    /// The departures from the usual readings of disputed rules.
    pub options: Settings,
    /// The battle, whole, so that the file stands alone.
    pub scenario: Arc<ScenarioText>,
    /// The way in which dice are drawn from a seed.
    pub generator: String,
    /// What proves the seed at the end; absent when all dice are thrown by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    pub players: Players,
    /// The keys of two people who play each other; only in signed files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<Keys>,
}

impl Header {
    pub(crate) fn of<R: Ruleset>(opening: &Opening) -> Header {
        Header {
            longroll: if opening.fairness.keys().is_some() { SIGNED_FORMAT } else { FORMAT },
            ruleset: R::ID.to_owned(),
            edition: R::EDITION.to_owned(),
            options: opening.settings.clone(),
            scenario: opening.battle.shared_text().clone(),
            generator: GENERATOR.to_owned(),
            commitment: opening.fairness.commitment(),
            players: opening.players.clone(),
            keys: opening.fairness.keys(),
        }
    }
}

/// The second line of a game file: what mustering the scenario gave.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(bound = "", deny_unknown_fields)]
#[schemars(bound = "R: Ruleset", rename = "Opened")]
pub struct Opened<R: Ruleset> {
    pub opened: Vec<R::Event>,
}

/// The first line, with its line end.
pub fn write_header(header: &Header) -> String {
    line_of(header)
}

/// The second line, with its line end.
pub fn write_opened<R: Ruleset>(events: &[R::Event]) -> String {
    line_of(&Opened::<R> { opened: events.to_vec() })
}

/// A line of the log, with its line end.
pub fn write_line<R: Ruleset>(line: &Line<R>) -> String {
    line_of(line)
}

/// The whole file of a game as it stands.
pub fn write_game<R: Ruleset>(game: &Game<R>) -> String {
    let mut text = write_header(game.header());
    text.push_str(&write_opened::<R>(game.opened()));
    for line in game.lines() {
        text.push_str(&write_line(line));
    }
    text
}

/// The file as a seat may have it while the game is in play: up to the newest line after which nothing on the table was
/// hidden from the seat. What was sealed and has been shown since is in it; what is still sealed is not. Orders that were sealed when
/// they were taken back are left out with their undo, and the lines after them count on without a gap: they never took effect, so
/// the game is the same without them.
pub fn write_game_for<R: Ruleset>(game: &Game<R>, seat: Seat) -> String {
    if game.is_closed() {
        return write_game(game);
    }
    let (mut lines, withdrawn) = known_lines(game, seat);
    if game.keys().is_some() {
        // Signed lines cannot be counted anew: such a file ends before the first order that was taken back unseen.
        let is_withdrawn =
            |line: &Line<R>| matches!(line, Line::Entry(entry) if withdrawn.contains(&entry.number));
        lines = game.lines()[..lines].iter().position(is_withdrawn).unwrap_or(lines);
    }
    let mut text = write_header(game.header());
    text.push_str(&write_opened::<R>(game.opened()));
    // The new number of each entry that stays, by its old one.
    let mut numbers = BTreeMap::new();
    let mut next = 1;
    for line in &game.lines()[..lines] {
        let line = match line {
            Line::Entry(entry) if withdrawn.contains(&entry.number) => continue,
            Line::Undo(undo) if withdrawn.contains(&undo.takes_back) => continue,
            Line::Entry(entry) => {
                numbers.insert(entry.number, next);
                // what a computer thought is told when it is over
                Line::Entry(Entry { number: next, thought: None, ..entry.clone() })
            }
            Line::Undo(undo) => {
                let takes_back = numbers.get(&undo.takes_back).copied().unwrap_or(undo.takes_back);
                Line::Undo(Undo { number: next, takes_back, ..undo.clone() })
            }
            last => last.clone(),
        };
        next += 1;
        text.push_str(&write_line(&line));
    }
    text
}

/// How many lines a seat may have, and which entries among them were taken back before it was shown them.
fn known_lines<R: Ruleset>(game: &Game<R>, seat: Seat) -> (usize, BTreeSet<u32>) {
    let (mut hidden, mut withdrawn) = (BTreeSet::new(), BTreeSet::new());
    let (mut known, mut before) = (0, None);
    for (line, frame) in game.replay().enumerate() {
        match (frame.happened, &before) {
            (Happened::Entry(entry), Some(before)) if !is_shown(before, entry, seat) => {
                hidden.insert(entry.number);
            }
            (Happened::Undo(undo), _) if hidden.remove(&undo.takes_back) => {
                withdrawn.insert(undo.takes_back);
            }
            _ => {}
        }
        if R::seen(&frame.state, seat) == frame.state {
            known = line;
        }
        before = Some(frame.state);
    }
    (known, withdrawn)
}

fn is_shown<R: Ruleset>(before: &R::State, entry: &Entry<R>, seat: Seat) -> bool {
    let mut state = before.clone();
    R::shows_command(before, entry.by, &entry.command, seat)
        && entry.events.iter().all(|event| {
            let is_shown = R::shows(&state, event, seat);
            R::apply(&mut state, event);
            is_shown
        })
}

/// Commands and events are file formats by contract, so a ruleset whose own cannot be written is broken.
pub(crate) fn line_of<T: Serialize>(line: &T) -> String {
    let mut text = serde_json::to_string(line).expect("commands and events can be written as JSON");
    text.push('\n');
    text
}
