//! The table: exact integer geometry for miniatures on a continuous field.
//!
//! It answers questions (how far, within the arc, in contact, what is under, what is between) and decides nothing.
//! Lengths are whole micrometres, headings fractions of a turn; no floating point takes part in any answer, so every
//! answer is the same on every machine. Every question gives the same answer when the whole table is shifted,
//! turned by quarter turns, or mirrored.
//!
//! All comparisons forgive one [`GRAIN`]: see there.

mod base;
mod bounds;
mod distance;
mod heading;
mod length;
mod point;
mod shapes;

pub use base::{BaseSize, Edge, Pose, Rect};
pub use bounds::Bounds;
pub use distance::{chains, distance, farther_than, nearest, overlaps, touching, within};
pub use heading::{Heading, QUARTER};
pub use length::{GRAIN, Length, cm, inches, thousandths};
pub use point::{FARTHEST, Point, Vector};
pub use shapes::{Convex, Footprint, Piece, Placed, swept};
