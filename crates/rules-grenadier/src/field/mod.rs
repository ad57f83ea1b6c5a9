//! What is measured on the table.

pub mod body;
pub mod course;
pub mod ground;
pub mod movement;
pub mod sight;
