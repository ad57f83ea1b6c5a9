//! The turn: what is remembered, commanded, recorded and owed, and the steps in which it goes on.

pub mod actions;
pub mod aftermath;
pub(crate) mod apply;
pub mod charge;
pub mod choices;
pub(crate) mod command;
pub mod command_step;
pub mod contact;
pub mod debts;
pub mod end_step;
pub(crate) mod event;
pub mod fire_step;
pub mod flight;
pub mod follow_up;
pub(crate) mod handle;
pub mod melee_step;
pub mod morale_step;
pub mod movement_step;
pub(crate) mod muster;
pub mod pursuit;
pub mod resolution;
pub(crate) mod sequence;
pub(crate) mod set_up;
pub mod state;
pub mod victory;
