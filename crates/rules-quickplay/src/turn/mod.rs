//! The turn: what is remembered, commanded, recorded and owed, and the steps in which it goes on.

pub(crate) mod apply;
pub mod combat_step;
pub(crate) mod command;
pub(crate) mod event;
pub mod flight;
pub mod generals;
pub(crate) mod handle;
pub mod morale_step;
pub(crate) mod muster;
pub(crate) mod sequence;
pub mod state;
pub mod victory;
