//! A game: commands are decided, events are recorded, the state follows from the events. For every ruleset alike.
//!
//! A [`Game`] is started from an [`Opening`], goes on by [`Game::submit`] and [`Game::undo`], and ends by
//! [`Game::close`]. Its log is append-only; written line by line it is the game file ([`write_header`],
//! [`write_line`]). [`load`] rebuilds a game from such a file by its events alone, [`Game::replay`] shows it again step by
//! step, and [`verify`] decides every command anew and finds the first difference.
//!
//! Nothing here opens a file, reads a clock or draws dice of its own.

mod canonical;
mod error;
mod file;
mod game;
mod guard;
pub mod limits;
mod load;
mod log;
mod opening;
mod redecide;
mod replay;
mod schema;
mod seal;
mod track;
mod verify;

pub use canonical::state_hash;
pub use error::{NotClosed, NotDone, NotUndone, WrongSeed};
pub use file::{
    FORMAT, Header, Opened, SIGNED_FORMAT, write_game, write_game_for, write_header, write_line, write_opened,
};
pub use game::{DiceSource, Game};
pub use load::{LoadError, Trouble, load, load_to_show, peek};
pub use log::{Approval, Close, Entry, Line, Notes, Undo};
pub use opening::{Battle, Fairness, Opening, OpeningError, Players, ScenarioText};
pub use redecide::{Difference, Redecided, redecide};
pub use replay::{Frame, Happened, Replay};
pub use schema::game_schema;
pub use seal::{
    Broken, CHAIN, Hex32, Hex64, Keys, Seal, SeatKey, SeatSecret, Signed, Witness, Witnessing,
    command_digest, host_numbers, is_approved, is_key,
};
pub use verify::{Unproven, Verdict, Verified, VerifyError, verify};
