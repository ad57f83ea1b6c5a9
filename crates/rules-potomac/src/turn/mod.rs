//! The turn: what is remembered, commanded, recorded and owed, and the steps in which it goes on.

pub(crate) mod aftermath;
pub(crate) mod answers;
pub(crate) mod apply;
pub(crate) mod charge;
pub(crate) mod command;
pub(crate) mod debts;
pub(crate) mod event;
pub mod fire_step;
pub(crate) mod follow_up;
pub(crate) mod handle;
pub mod melee_step;
pub(crate) mod muster;
pub mod orders;
pub(crate) mod overrun;
pub(crate) mod sequence;
pub(crate) mod set_up;
pub mod state;
pub mod victory;
