//! Batteries of checks that every ruleset must pass, and the scenarios to run them on.

mod scenarios;

pub use scenarios::{LEARNING, MCPHERSONS_RIDGE, Texts, setup};
