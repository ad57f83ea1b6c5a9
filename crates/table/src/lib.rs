//! The table: exact integer geometry for miniatures on a continuous field.
//!
//! It answers questions (how far, within the arc, in contact, what is under, what is between) and decides nothing.
//! Lengths are whole micrometres, headings fractions of a turn; no floating point takes part in any answer, so every
//! answer is the same on every machine. Every question gives the same answer when the whole table is shifted,
//! turned by quarter turns, or mirrored.
//!
//! All comparisons forgive one [`GRAIN`]: see there.
//!
//! ```
//! use longroll_table::*;
//!
//! let size = BaseSize::new(inches(4), inches(2));
//! let base = |x, y, degrees| {
//!     let pose = Pose::new(Point::at(inches(x), inches(y)), Heading::from_degrees(degrees));
//!     Footprint::single(Rect::new(pose, size))
//! };
//! let (ours, theirs) = (base(10, 10, 0), base(11, 18, 180));
//! assert_eq!(distance(&ours, &theirs), inches(6));
//! let met = first_touch(&ours, Heading::NORTH, inches(8), [("them", &theirs)]);
//! assert_eq!(met, [Touch { id: "them", distance: inches(6) }]);
//! ```

mod arc;
mod base;
mod bounds;
mod crossing;
mod distance;
mod field;
mod heading;
mod length;
mod lines;
mod memo;
mod path;
mod point;
mod polygon;
mod roads;
mod shapes;
mod sight;
mod touch;

pub use arc::{
    Zone, Zones, arc, bearing_within, in_arc, in_rear_arc, is_behind_front_line, rear_arc, stands_in_arc,
    strip_ahead, strip_behind, wholly_in_arc, zone_of, zones_of,
};
pub use base::{BaseSize, Edge, Pose, Rect};
pub use bounds::Bounds;
pub use distance::{
    chains, distance, farther_than, nearest, nearest_of, nearest_point, overlaps, touching, within,
};
pub use field::{Feature, FeatureId, Field, Kind, Shape, TableEdge};
pub use heading::{Heading, QUARTER};
pub use length::{GRAIN, Length, cm, inches, thousandths};
pub use lines::LineSide;
pub use path::{MOST_STOPS, Stretch, path_length, point_along, stops};
pub use point::{FARTHEST, Point, Vector};
pub use polygon::{BadOutline, Line, MOST_CORNERS, Polygon};
pub use shapes::{Convex, Footprint, Piece, Placed, swept};
pub use sight::{BlockedBy, Blocker, Blocks, sight, sight_to_point};
pub use touch::{EdgeContact, Touch, advance_until, clear_of, contact_edge, first_touch, withdraw_until};
