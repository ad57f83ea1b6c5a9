//! The umpire at a real table, where the figures, the tape and perhaps the dice are real.
//!
//! A [`Table`] is a roster, a place in the sequence of play and a history of lines; what a line did to the roster stands in it, so
//! that the present roster follows from the lines that were not taken back. Procedures are the rulesets' own, run from facts with
//! dice that were typed in ([`resolve`]). What follows for the figures is said in `after`, for each ruleset.
//!
//! Nothing here opens a file, reads a clock or draws dice.

mod after;
mod fields;
mod muster;
mod plan;
mod resolve;
mod table;
mod troops;

pub use fields::{FieldKind, field_at};
pub use muster::{MusterError, mustered, roster_of};
pub use plan::{Marker, marker_list, plan_view};
pub use resolve::{Resolution, Trouble, resolve};
pub use table::{Asked, Table, TableError};
pub use troops::{TroopsError, battle_of};
