//! What is printed: kinds of troops, tables, and the readings on which players differ.

pub mod kinds;
pub mod lengths;
pub mod options;
pub mod tables;
