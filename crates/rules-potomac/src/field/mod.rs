//! What is measured on the table.

pub mod body;
pub(crate) mod changes;
pub mod charge_path;
pub mod contact;
pub mod evade;
pub mod flight;
pub mod ground;
pub(crate) mod gun_targets;
pub mod lane;
pub mod loose;
pub mod movement;
pub(crate) mod road;
pub mod screen;
pub mod sight;
pub mod skirmish;
pub mod squaring_up;
