//! The laboratory: many battles of one scenario between opponents, what they say, and how sure that is.
//!
//! An [`Arena`] fights battles by number, each alone and repeatable; whoever has threads and files hands the numbers out and keeps the
//! [`Row`]s. A row says all that is asked of a battle afterwards; tables and reports are made from rows alone. Nothing here opens a file or
//! reads a clock, so the same rows give the same report, byte for byte.

mod arena;
mod balance;
mod fight;
mod keep;
mod report;
mod row;
mod statistics;
mod sums;
mod used;
mod vary;

pub use arena::{Arena, Plan};
pub use balance::{Balanced, Guess, even_at, in_toml};
pub use keep::kept_battle;
pub use report::{
    Chosen, Column, Comparison, Head, Kept, Point, battles_csv, choose, comparison_csv, comparison_html,
    html, turns_csv, units_csv,
};
pub use row::{Loss, ReadError, Row, Taken, TurnRow, UnitRow, read_rows, write_row};
pub use statistics::{Difference, Share, battles_for, half_width, mean_and_half, paired, quantile};
pub use sums::{Histogram, Sums, is_enough};
pub use used::{RuleUse, by_command, by_heading, kinds};
pub use vary::{Aim, Step, Variation, Wrong, grid};
