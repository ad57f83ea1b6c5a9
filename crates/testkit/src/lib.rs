//! Batteries of checks that every ruleset must pass, and the scenarios to run them on.

mod battery;
mod scenarios;

pub use battery::{MOST_COMMANDS, Seen, Watch, fight};
pub use scenarios::{LEARNING, MCPHERSONS_RIDGE, Texts, battle, setup};
