//! Scenarios: battles written once, in men, guns, yards and minutes, for every ruleset.
//!
//! A scenario is two texts: `scenario.toml` (the battle, see [`Scenario`]) and `terrain.geojson` (the ground, see
//! [`Terrain`]). [`check`] reads both and either gives the scenario or lists every [`Mistake`] in them; [`Scenario::field`] lays the
//! ground on a table at a ruleset's [`Scale`]. This crate opens
//! no files and knows no ruleset.

mod battle;
mod check;
mod coordinates;
mod document;
mod geojson;
mod ground;
pub mod limits;
mod mistake;
mod orders;
mod outline;
mod schema;
mod terrain;
mod words;

pub use battle::{
    Commander, FieldSize, Force, Formation, Guns, Objective, Place, Scenario, Sides, Unit, Zone,
};
pub use check::{Files, NamedText, check};
pub use ground::{NoField, Scale};
pub use mistake::Mistake;
pub use schema::schema_text;
pub use terrain::{Feature, Shape, Spot, Terrain};
pub use words::{
    Arm, Branch, DrawnAs, Echelon, Edge, GunType, Kind, Posture, Quality, Rating, Side, Weapon, Weight,
};
