//! What is shown: offers, panels, the view of a seat, events and refusals in words.

pub(crate) mod cue;
pub(crate) mod describe;
pub(crate) mod explain;
pub(crate) mod offers;
pub(crate) mod together;
pub(crate) mod view;
pub(crate) mod why;
