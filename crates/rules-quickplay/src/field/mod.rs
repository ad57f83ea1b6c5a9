//! What is measured on the table.

pub mod charge_path;
pub mod ground;
pub mod movement;
pub mod sight;
