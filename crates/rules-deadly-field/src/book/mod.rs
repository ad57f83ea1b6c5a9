//! What is printed: kinds of troops, tables, and the readings on which players differ.

pub mod kinds;
pub mod options;
pub(crate) mod table_rows;
pub mod tables;
