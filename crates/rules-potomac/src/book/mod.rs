//! What is printed: kinds of troops, tables, and the readings on which players differ.

pub mod kinds;
pub mod options;
pub mod order_tables;
pub(crate) mod readings;
pub mod tables;
