//! The turn: what is remembered, commanded, recorded and owed, and the steps in which it goes on.

pub(crate) mod apply;
pub mod asking;
pub mod charge;
pub(crate) mod command;
pub(crate) mod disengage;
pub(crate) mod event;
pub mod fire_step;
pub mod flight;
pub mod handle;
pub mod houses;
pub mod impact;
pub mod march;
pub mod melee_step;
pub mod morale_step;
pub(crate) mod muster;
pub mod officers;
pub mod sequence;
pub mod state;
pub mod victory;
