//! What is measured on the table.

pub mod flight;
pub mod ground;
pub mod measured;
pub mod movement;
pub(crate) mod obstacles;
pub mod road;
pub mod sight;
pub(crate) mod wheel;
