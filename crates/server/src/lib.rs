//! The game over HTTP and WebSocket: seats, versions, computers that play. No rule is decided here.
//!
//! [`serve`] runs the whole server; [`app`] is the same without a socket, for tests. What is said is told in
//! `docs/protocol.md`; the shapes are those of `longroll_wire`.

mod advice;
mod battles;
#[cfg(test)]
mod charges;
mod closing;
mod computer;
mod config;
mod course;
mod doors;
mod encounter;
mod failure;
mod film;
mod guard;
mod hall;
mod http;
mod interruptions;
mod judge;
mod laboratory;
mod metrics;
mod odds;
mod preview;
#[cfg(test)]
mod questions;
mod random;
mod room;
mod running;
mod serve;
mod sets;
mod shares;
mod sheets;
mod signing;
mod socket;
mod start;
mod table;
mod tape;
mod told;
mod umpire;
mod umpire_http;
mod weighing;

pub use config::{Asset, Assets, Config, Limits};
pub use hall::{Hall, HallError};
pub use http::app;
pub use serve::{ServeError, serve, serve_hall, serve_on};
