use longroll_scenario::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Whose eyes: a player sees what his side may know, a spectator only what both may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    Blue,
    Gray,
    Spectator,
}

impl Seat {
    pub const ALL: [Seat; 3] = [Seat::Blue, Seat::Gray, Seat::Spectator];

    pub fn side(self) -> Option<Side> {
        match self {
            Seat::Blue => Some(Side::Blue),
            Seat::Gray => Some(Side::Gray),
            Seat::Spectator => None,
        }
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Seat {
        match side {
            Side::Blue => Seat::Blue,
            Side::Gray => Seat::Gray,
        }
    }
}

/// Number of a unit, a general or any other piece that a player can point at; its place in the muster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct UnitId(pub u16);

impl UnitId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// Who within a side acts: one of its pieces, or the side as a whole (to end a step, to choose among pieces).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    Unit(UnitId),
    Side,
}
