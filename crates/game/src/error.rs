//! Why a game did not go on.

use crate::limits::MOST_ENTRIES;
use crate::seal::Broken;
use longroll_kit::{Side, Stop};
use std::fmt;

/// A command was not carried out. Nothing has changed.
#[derive(Clone, PartialEq, Debug)]
pub enum NotDone<W> {
    /// The rules refuse it, or dice are still to be thrown.
    Stopped(Stop<W>),
    /// More dice were given than the command wants: these lists are left over.
    DiceLeftOver { lists: Vec<Vec<u8>> },
    /// Dice were to be drawn, but the game does not know its seed.
    NoSeed,
    /// The game has been closed.
    Closed,
    /// The game was recorded under another edition of the rules and can only be shown.
    OtherEdition,
    /// The log is as long as a log may be.
    Full,
    /// The game is one between two people, and the signature or a number under the command is not right.
    Unsealed(Broken),
}

/// Nothing was taken back, and nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotUndone {
    /// There is no entry to take back.
    Nothing,
    /// The newest entry is the other side's.
    NotYours {
        by: Side,
    },
    /// Dice were thrown.
    DiceThrown,
    /// Something was shown that was not known before.
    Revealed,
    Closed,
    OtherEdition,
    Full,
    Unsealed(Broken),
}

/// The game was not closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotClosed {
    Already,
    OtherEdition,
    /// The final state cannot be written as JSON: a fault of the ruleset.
    Unwritable(String),
}

/// The seed is not the one to which the game is committed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongSeed;

impl<W> From<Stop<W>> for NotDone<W> {
    fn from(stop: Stop<W>) -> Self {
        NotDone::Stopped(stop)
    }
}

impl<W: fmt::Display> fmt::Display for NotDone<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotDone::Stopped(stop) => stop.fmt(f),
            NotDone::DiceLeftOver { lists } => {
                let lists: Vec<String> = lists.iter().map(|list| words(list)).collect();
                write!(f, "more dice were given than the command throws; left over: {}", lists.join(" | "))
            }
            NotDone::NoSeed => f.write_str(
                "the game does not know its seed; entrust the seed to it or throw the dice by hand",
            ),
            NotDone::Closed => f.write_str(CLOSED),
            NotDone::OtherEdition => f.write_str(OTHER_EDITION),
            NotDone::Full => write!(f, "{}", full()),
            NotDone::Unsealed(broken) => write!(f, "{UNSEALED}: {broken}"),
        }
    }
}

impl fmt::Display for NotUndone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotUndone::Nothing => f.write_str("there is nothing to take back"),
            NotUndone::NotYours { by } => {
                write!(f, "the last command was given by {by}, who alone may take it back")
            }
            NotUndone::DiceThrown => f.write_str("dice were thrown; what they decided stands"),
            NotUndone::Revealed => {
                f.write_str("the last command showed something that was not known before, so it stands")
            }
            NotUndone::Closed => f.write_str(CLOSED),
            NotUndone::OtherEdition => f.write_str(OTHER_EDITION),
            NotUndone::Full => write!(f, "{}", full()),
            NotUndone::Unsealed(broken) => write!(f, "{UNSEALED}: {broken}"),
        }
    }
}

impl fmt::Display for NotClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotClosed::Already => f.write_str(CLOSED),
            NotClosed::OtherEdition => f.write_str(OTHER_EDITION),
            NotClosed::Unwritable(what) => f.write_str(what),
        }
    }
}

impl fmt::Display for WrongSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not the seed to which the game was committed at its start")
    }
}

impl std::error::Error for NotClosed {}
impl std::error::Error for WrongSeed {}
impl<W: fmt::Display + fmt::Debug> std::error::Error for NotDone<W> {}
impl std::error::Error for NotUndone {}

const UNSEALED: &str = "the order is not sealed as this game wants it";
const CLOSED: &str = "the game is closed; nothing can follow";
const OTHER_EDITION: &str =
    "the game was recorded under another edition of the rules; it can be shown but not continued";

fn full() -> String {
    format!("the log is full: a game takes at most {MOST_ENTRIES} entries")
}

fn words(faces: &[u8]) -> String {
    faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
