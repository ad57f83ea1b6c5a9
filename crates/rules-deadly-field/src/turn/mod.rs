//! The turn: what is remembered, commanded, recorded and owed, and the steps in which it goes on.

pub(crate) mod actions;
pub(crate) mod aftermath;
pub(crate) mod apply;
pub mod asking;
pub mod charge;
pub mod command;
pub(crate) mod countercharge;
pub mod declare;
pub mod disengage;
pub mod event;
pub mod fire_step;
pub(crate) mod handle;
pub(crate) mod impact;
pub mod march;
pub(crate) mod muster;
pub(crate) mod outcome;
pub mod react;
pub(crate) mod sequence;
pub mod state;
pub mod victory;
