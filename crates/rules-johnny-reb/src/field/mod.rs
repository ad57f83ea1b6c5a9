//! What is measured on the table.

pub mod ground;
pub mod movement;
pub mod rates;
pub mod sight;
