//! What is shown: offers, panels, the view of a seat, events and refusals in words.

pub(crate) mod brigade_panel;
pub(crate) mod cue;
pub(crate) mod describe;
pub(crate) mod explain;
pub mod offers;
pub(crate) mod panel;
pub(crate) mod view;
pub(crate) mod weighing;
pub(crate) mod why;
