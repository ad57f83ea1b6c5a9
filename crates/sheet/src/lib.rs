//! Paper for a real table. Each sheet is one HTML file with everything in it, made to be printed: light on ink, on A4 or Letter.
//!
//! What stands on a sheet comes from the engine: its tables, its modifier lists, its sequence of play, and armies as it musters them.

mod labels;
mod page;
mod reference;
mod roster;
mod setup;

pub use labels::{labels, markers};
pub use page::Paper;
pub use reference::reference;
pub use roster::roster;
pub use setup::{SetupError, setup};
