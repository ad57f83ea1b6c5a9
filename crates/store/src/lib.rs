//! Games on disk. A game is kept as the lines of its file, to which lines are only ever added; beside them stand
//! the seats' tokens and, apart from the lines until the game ends, the seed.
//!
//! What [`Store::append`] has acknowledged is on disk. One trait, three stores: [`Memory`] for tests and for games that
//! nobody wants to keep, [`Sqlite`] for one server, [`Postgres`] for several on one database. All pass one battery.

mod backup;
mod folder;
mod memory;
mod postgres;
mod postgres_writes;
mod sqlite;
mod sqlite_writes;
mod writer;

pub use backup::{Damaged, Restored, back_up, restore};
pub use folder::{NoFolder, data_folder};
pub use memory::Memory;
pub use postgres::Postgres;
pub use sqlite::Sqlite;

use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::sync::Arc;

/// Where games are kept.
pub trait Store: Send + Sync + Debug {
    /// Keeps a new game with its first lines.
    fn create(&self, record: &Record, lines: &[String]) -> Result<(), Fault>;
    /// Seats the second player of a game that has waited for him, with the first lines of its file. Nobody sits down twice:
    /// [`Fault::Taken`] when the seat has a token or the game has begun.
    fn seat_guest(&self, game: &str, seat: SeatName, token: &str, lines: &[String]) -> Result<(), Fault>;
    /// Adds a line. Its place must be the next one: the number of lines so far.
    fn append(&self, addition: &Addition) -> Result<(), Fault>;
    /// All lines of a game in their order; nothing if there is no such game.
    fn lines(&self, game: &str) -> Result<Option<Vec<String>>, Fault>;
    fn record(&self, game: &str) -> Result<Option<Record>, Fault>;
    /// The game and the seat that a token opens.
    fn seat(&self, token: &str) -> Result<Option<(String, SeatName)>, Fault>;
    /// The games played last, newest first.
    fn list(&self, most: u32) -> Result<Vec<Listed>, Fault>;
    fn listed(&self, game: &str) -> Result<Option<Listed>, Fault>;
    fn count(&self) -> Result<u64, Fault>;
    /// Gives a game another title in lists.
    fn rename(&self, game: &str, title: &str) -> Result<(), Fault>;
    /// Removes a game with everything that belongs to it.
    fn remove(&self, game: &str) -> Result<(), Fault>;
    /// Keeps a text beside the lines of a game, in the place of the one of this name.
    fn keep_note(&self, game: &str, name: &str, text: &str) -> Result<(), Fault>;
    fn note(&self, game: &str, name: &str) -> Result<Option<String>, Fault>;
    /// Shows every game as it was when the reading began, whatever is written meanwhile.
    fn read_all(&self, visit: &mut dyn FnMut(Whole) -> Result<(), Fault>) -> Result<(), Fault>;
    /// Keeps a game that another store has given away whole.
    fn take_in(&self, whole: &Whole) -> Result<(), Fault>;
    /// What is not as it should be, a line each.
    fn check(&self) -> Result<Vec<String>, Fault>;
    /// From now on this process plays the game, and no other that shares the store: [`Fault::Elsewhere`] if another does.
    /// It does so until it was released as often. Stores of one process have nothing to do.
    fn hold(&self, _game: &str) -> Result<(), Fault> {
        Ok(())
    }
    /// This process holds the game once less.
    fn release(&self, _game: &str) {}
    /// The games that this process held and no longer does, since this was last asked.
    fn lost(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A game that this process plays, until this is dropped.
#[derive(Debug)]
pub struct Held {
    store: Arc<dyn Store>,
    game: String,
}

impl Held {
    pub fn take(store: &Arc<dyn Store>, game: &str) -> Result<Held, Fault> {
        store.hold(game)?;
        Ok(Held { store: store.clone(), game: game.to_owned() })
    }

    pub fn game(&self) -> &str {
        &self.game
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.store.release(&self.game);
    }
}

/// A game with everything that belongs to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Whole {
    pub listed: Listed,
    pub lines: Vec<String>,
    /// Names and texts, by name.
    pub notes: Vec<(String, String)>,
}

/// What is known of a game from its start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    pub game: String,
    pub title: String,
    pub scenario: String,
    pub ruleset: String,
    pub blue: SeatRecord,
    pub gray: SeatRecord,
    pub spectator_token: String,
    /// As hexadecimal digits. Nothing when the dice are not ours to draw.
    pub seed: Option<String>,
    /// Seconds since 1970.
    pub started: u64,
}

/// Who plays a side, by the name that the server has for him, and the token of a person's seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatRecord {
    pub player: String,
    pub token: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatName {
    Blue,
    Gray,
    Spectator,
}

/// A line to be added to a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addition {
    pub game: String,
    /// The number of lines before it.
    pub place: u64,
    pub line: String,
    /// Seconds since 1970.
    pub at: u64,
    /// How the battle stands after it, for lists. The store does not read it.
    pub standing: Option<String>,
    /// The line is the end of the game.
    pub ending: Option<Ending>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// `blue`, `gray` or nothing for a draw.
    pub winner: Option<String>,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Listed {
    pub record: Record,
    pub last_played: u64,
    /// Lines, with the header and the muster.
    pub lines: u64,
    /// As the newest line that said something of it had it.
    pub standing: Option<String>,
    pub ending: Option<Ending>,
}

/// The store did not do it. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    #[error("there is a game or a token of this name already")]
    Taken,
    #[error("there is no game {0}")]
    NoGame(String),
    /// Somebody else added a line in between.
    #[error("line {place} of game {game} is not the next one")]
    OutOfPlace { game: String, place: u64 },
    /// Another server on the same store plays the game.
    #[error("game {0} is open on another server")]
    Elsewhere(String),
    #[error("the games cannot be kept: {0}")]
    Disk(String),
}

impl Record {
    /// Every token of the game with its seat.
    pub fn tokens(&self) -> impl Iterator<Item = (&str, SeatName)> {
        let players = [(&self.blue, SeatName::Blue), (&self.gray, SeatName::Gray)];
        let players = players.into_iter().filter_map(|(seat, name)| Some((seat.token.as_deref()?, name)));
        players.chain([(self.spectator_token.as_str(), SeatName::Spectator)])
    }
}
