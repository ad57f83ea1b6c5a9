//! Rule cases: examples that anyone who knows the rulebook can write, in TOML, without knowing Rust.
//!
//! A case of the first kind gives facts to one procedure, and dice, and says what comes out; or it gives the exact odds.
//! A case of the second kind sets up a position, gives commands and dice, and says what the position is then, what
//! happened, or which clause refuses. [`run`] takes the text of a file and judges every case in it.

mod check;
mod compare;
mod decimal;
mod document;
mod file;
mod position;
mod positions;
mod procedure;
mod report;
mod setup;

pub use file::{MOST_BYTES, MOST_CASES, peek, run};
pub use position::MOST_COMMANDS;
pub use positions::{Given, Position, positions};
pub use report::{CaseReport, CaseResult, Difference, Mistake, Verdict};
