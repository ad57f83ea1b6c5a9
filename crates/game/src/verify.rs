//! Judging a game file: every command is decided anew, every die and every byte compared.

use crate::canonical::state_hash;
use crate::file::{line_of, write_game};
use crate::game::{DiceSource, Game};
use crate::load::{LoadError, load, shortened};
use crate::log::{Close, Entry, Line};
use crate::opening::{Battle, Fairness, Opening, ScenarioText};
use longroll_dice::{FaceList, Faces, Seed, Seeded};
use longroll_kit::Ruleset;
use std::fmt;

/// A game file that holds what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Commands carried out, those taken back included.
    pub entries: usize,
    pub undos: usize,
    /// Rolls in the log.
    pub rolls: usize,
    /// Rolls thrown by hand, which no seed can prove.
    pub rolls_by_hand: usize,
    pub dice: DiceProof,
    /// The hash of the final state.
    pub state: String,
    /// Whether the log was closed.
    pub closed: bool,
}

/// What is known about the drawn dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiceProof {
    /// The seed is shown, fits the commitment, and gives all drawn dice.
    Proven,
    /// There is a commitment, but the seed is not shown (yet).
    SeedNotShown,
    /// All dice were thrown by hand.
    ByHand,
}

/// The first thing in a game file that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerifyError {
    Unreadable(LoadError),
    /// The scenario musters to other events.
    Opening {
        expected: String,
        actual: String,
    },
    /// The command is not carried out at all when decided anew.
    Refused {
        number: u32,
        why: String,
    },
    /// The command brings other dice or events: `expected` by the rules, `actual` in the file.
    Differs {
        number: u32,
        part: &'static str,
        expected: String,
        actual: String,
    },
    /// The seed shown is not the one committed to.
    Commitment,
    /// The dice of an entry are not those which the seed gives.
    Dice {
        number: u32,
        roll: usize,
        expected: String,
        actual: String,
    },
    /// An entry says that its dice were drawn, but the game has no seed to draw them from.
    NoCommitment {
        number: u32,
    },
    /// The end does not agree with the game: hash, winner, or how it came about.
    End {
        expected: String,
        actual: String,
    },
    /// The final state cannot be hashed: a fault of the ruleset.
    Unwritable(String),
    /// Everything holds, but the file is not written as such a game is written.
    Bytes {
        line: usize,
        expected: String,
        actual: String,
    },
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyError::Unreadable(error) => error.fmt(f),
            VerifyError::Opening { expected, actual } => {
                write!(
                    f,
                    "the scenario is mustered differently\n  by the rules: {expected}\n  in the file:  {actual}"
                )
            }
            VerifyError::Refused { number, why } => {
                write!(f, "entry {number} is not carried out when decided anew: {why}")
            }
            VerifyError::Differs { number, part, expected, actual } => write!(
                f,
                "entry {number} brings other {part}\n  by the rules: {expected}\n  in the file:  {actual}"
            ),
            VerifyError::Commitment => {
                f.write_str("the seed shown is not the one to which the game was committed")
            }
            VerifyError::Dice { number, roll, expected, actual } => write!(
                f,
                "roll {roll} of entry {number} is not what the seed gives\n  by the seed:  {expected}\n  in the file:  {actual}"
            ),
            VerifyError::NoCommitment { number } => {
                write!(f, "the dice of entry {number} were drawn, but the game was committed to no seed")
            }
            VerifyError::End { expected, actual } => {
                write!(
                    f,
                    "the end does not agree with the game\n  by the rules: {expected}\n  in the file:  {actual}"
                )
            }
            VerifyError::Unwritable(what) => f.write_str(what),
            VerifyError::Bytes { line, expected, actual } => write!(
                f,
                "line {line} holds, but is written differently\n  as written here: {expected}\n  in the file:     {actual}"
            ),
        }
    }
}

impl std::error::Error for VerifyError {}

/// Decides every command of the file anew, with the recorded dice, and compares.
pub fn verify<R: Ruleset>(text: &str) -> Result<Verified, VerifyError> {
    let recorded: Game<R> = load(text).map_err(VerifyError::Unreadable)?;
    let mut game = started_again(&recorded)?;
    compare_opening(&recorded, &game)?;
    let seed = shown_seed(&recorded)?;
    for line in recorded.lines() {
        match line {
            Line::Entry(entry) => {
                check_dice(&game, entry, seed)?;
                decide_again(&mut game, entry)?;
            }
            Line::Undo(undo) => {
                let refused = |why: String| VerifyError::Refused { number: undo.number, why };
                game.undo(undo.by).map_err(|error| refused(error.to_string()))?;
            }
            Line::End(close) => end_again(&mut game, close)?,
        }
    }
    compare_bytes(&write_game(&game), text)?;
    let entries = || {
        recorded.lines().iter().filter_map(|line| match line {
            Line::Entry(entry) => Some(entry),
            _ => None,
        })
    };
    Ok(Verified {
        entries: entries().count(),
        undos: recorded.lines().iter().filter(|line| matches!(line, Line::Undo(_))).count(),
        rolls: entries().map(|entry| entry.dice.len()).sum(),
        rolls_by_hand: entries().filter(|entry| entry.by_hand).map(|entry| entry.dice.len()).sum(),
        dice: match (&recorded.header().commitment, seed) {
            (None, _) => DiceProof::ByHand,
            (Some(_), None) => DiceProof::SeedNotShown,
            (Some(_), Some(_)) => DiceProof::Proven,
        },
        state: state_hash(game.state()).map_err(VerifyError::Unwritable)?,
        closed: recorded.is_closed(),
    })
}

/// A game with the same opening, mustered now.
fn started_again<R: Ruleset>(recorded: &Game<R>) -> Result<Game<R>, VerifyError> {
    let header = recorded.header();
    let opening_error =
        |what: String| VerifyError::Opening { expected: shortened(&what), actual: "a game".to_owned() };
    let battle = Battle::read(ScenarioText::clone(&header.scenario))
        .map_err(|mistakes| opening_error(mistakes.first().map_or_else(String::new, ToString::to_string)))?;
    let fairness = match &header.commitment {
        Some(commitment) => Fairness::Commitment(commitment.clone()),
        None => Fairness::ByHand,
    };
    let settings = header.options.clone();
    Game::start(Opening { battle, settings, fairness, players: header.players.clone() })
        .map_err(|error| opening_error(error.to_string()))
}

fn compare_opening<R: Ruleset>(recorded: &Game<R>, game: &Game<R>) -> Result<(), VerifyError> {
    if recorded.opened() == game.opened() {
        return Ok(());
    }
    let (expected, actual) = first_difference(game.opened(), recorded.opened());
    Err(VerifyError::Opening { expected, actual })
}

/// The seed that the end shows, if it fits the commitment.
fn shown_seed<R: Ruleset>(recorded: &Game<R>) -> Result<Option<&Seed>, VerifyError> {
    let Some(seed) = recorded.closed().and_then(|close| close.seed.as_ref()) else { return Ok(None) };
    if recorded.header().commitment.as_deref() == Some(seed.commitment().as_str()) {
        Ok(Some(seed))
    } else {
        Err(VerifyError::Commitment)
    }
}

/// Drawn dice must be those of the seed; without any seed there can be none.
fn check_dice<R: Ruleset>(game: &Game<R>, entry: &Entry<R>, seed: Option<&Seed>) -> Result<(), VerifyError> {
    if entry.by_hand || entry.dice.is_empty() {
        return Ok(());
    }
    if game.header().commitment.is_none() {
        return Err(VerifyError::NoCommitment { number: entry.number });
    }
    let Some(seed) = seed else { return Ok(()) };
    let mut drawn = Seeded::new(seed.clone(), game.command_number());
    for (place, thrown) in entry.dice.iter().enumerate() {
        let mut faces = FaceList::new();
        let refused = |why: String| VerifyError::Refused { number: entry.number, why };
        drawn.faces(&thrown.roll(), &mut faces).map_err(|error| refused(error.to_string()))?;
        if faces != thrown.faces {
            return Err(VerifyError::Dice {
                number: entry.number,
                roll: place + 1,
                expected: shortened(&format!("{faces:?}")),
                actual: shortened(&format!("{:?}", thrown.faces)),
            });
        }
    }
    Ok(())
}

fn decide_again<R: Ruleset>(game: &mut Game<R>, entry: &Entry<R>) -> Result<(), VerifyError> {
    let number = entry.number;
    let dice = DiceSource::Recorded { dice: &entry.dice, by_hand: entry.by_hand };
    let again = game
        .submit(entry.by, entry.command.clone(), dice)
        .map_err(|error| VerifyError::Refused { number, why: error.to_string() })?;
    if again.dice != entry.dice {
        let (expected, actual) = first_difference(&again.dice, &entry.dice);
        return Err(VerifyError::Differs { number, part: "dice", expected, actual });
    }
    if again.events != entry.events {
        let (expected, actual) = first_difference(&again.events, &entry.events);
        return Err(VerifyError::Differs { number, part: "events", expected, actual });
    }
    Ok(())
}

fn end_again<R: Ruleset>(game: &mut Game<R>, close: &Close) -> Result<(), VerifyError> {
    if let Some(seed) = &close.seed {
        game.entrust(seed.clone()).map_err(|_| VerifyError::Commitment)?;
    }
    let again = game.close().map_err(|error| VerifyError::Unwritable(error.to_string()))?;
    if again == close {
        return Ok(());
    }
    Err(VerifyError::End {
        expected: line_of(again).trim_end().to_owned(),
        actual: line_of(close).trim_end().to_owned(),
    })
}

fn compare_bytes(expected: &str, actual: &str) -> Result<(), VerifyError> {
    if expected == actual {
        return Ok(());
    }
    let mut pairs = expected.split('\n').zip(actual.split('\n')).enumerate();
    let (line, expected, actual) = match pairs.find(|(_, (ours, theirs))| ours != theirs) {
        Some((place, (ours, theirs))) => {
            (place + 1, differing_part(ours, theirs), differing_part(theirs, ours))
        }
        None => {
            let line = expected.split('\n').count().min(actual.split('\n').count());
            (line, "a line end after the last line and nothing more".to_owned(), "another ending".to_owned())
        }
    };
    Err(VerifyError::Bytes { line, expected, actual })
}

/// The text from shortly before its first difference.
fn differing_part(text: &str, other: &str) -> String {
    let same = text.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    shortened(&text.chars().skip(same.saturating_sub(20)).collect::<String>())
}

/// The first items that differ, as JSON.
fn first_difference<T: PartialEq + serde::Serialize>(expected: &[T], actual: &[T]) -> (String, String) {
    let most = expected.len().max(actual.len());
    let place = (0..most).find(|place| expected.get(*place) != actual.get(*place)).unwrap_or(0);
    let written = |item: Option<&T>| match item {
        Some(item) => shortened(line_of(item).trim_end()),
        None => "nothing more".to_owned(),
    };
    (written(expected.get(place)), written(actual.get(place)))
}
