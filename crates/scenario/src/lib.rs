//! Scenarios: battles written once, in men, guns, yards and minutes, for every ruleset.
//!
//! A scenario is two texts: `scenario.toml` (the battle, see [`Scenario`]) and `terrain.geojson` (the ground, see
//! [`Terrain`]). This crate reads and checks them; it opens no files and knows no ruleset.

mod battle;
mod terrain;
mod words;

pub use battle::{
    Commander, FieldSize, Force, Formation, Guns, Objective, Place, Scenario, Sides, Unit, Zone,
};
pub use terrain::{Feature, Shape, Spot, Terrain};
pub use words::{
    Arm, Branch, DrawnAs, Echelon, Edge, GunType, Kind, Posture, Quality, Rating, Side, Weapon, Weight,
};
