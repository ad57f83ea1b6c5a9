//! What is printed: kinds of troops, tables, and the readings on which players differ.

pub mod crt;
pub mod kinds;
pub mod options;
pub mod tables;
