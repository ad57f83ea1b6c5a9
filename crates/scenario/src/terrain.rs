//! The ground of a battle: what `terrain.geojson` holds, once read.

use serde::{Deserialize, Serialize};

use crate::words::{Arm, Kind};

/// All features of the ground, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// The features.
    pub features: Vec<Feature>,
}

/// One feature of the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// What it is.
    pub kind: Kind,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// For contours: the ground inside is at least this many steps high. Zero for everything else.
    #[serde(default)]
    pub level: i8,
    /// The width of a line in yards, stated or usual for its kind. Zero for areas.
    #[serde(default)]
    pub width_yards: u32,
    /// Density of a wood or strength of works, where a scenario tells several apart; zero when it does not matter.
    #[serde(default)]
    pub grade: u8,
    /// How many yards one sees into or through it, where it differs from what the rules say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight_yards: Option<u32>,
    /// Arms that may not enter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub impassable_to: Vec<Arm>,
    /// Where it is.
    pub shape: Shape,
}

/// The shape of a feature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A simple ring of corners; the first is not repeated at the end.
    Area(Vec<Spot>),
    /// A line of two or more points. Works and walls have their outer side on the left when walking along it.
    Line(Vec<Spot>),
}

/// A point of the ground in thousandths of a yard east and north of the south-west corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "[i64; 2]", into = "[i64; 2]")]
pub struct Spot {
    /// Thousandths of a yard east.
    pub x: i64,
    /// Thousandths of a yard north.
    pub y: i64,
}

impl From<[i64; 2]> for Spot {
    fn from([x, y]: [i64; 2]) -> Spot {
        Spot { x, y }
    }
}

impl From<Spot> for [i64; 2] {
    fn from(spot: Spot) -> [i64; 2] {
        [spot.x, spot.y]
    }
}

impl Shape {
    /// Its points in order.
    pub fn points(&self) -> &[Spot] {
        match self {
            Shape::Area(points) | Shape::Line(points) => points,
        }
    }
}
