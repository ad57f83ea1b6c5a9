//! Positions set up by hand: what all rulesets read and show alike. Units, and facts about them, are each rulebook's own.

use crate::{Objective, Side, plain};
use longroll_table::{Heading, Length, Point, TableEdge};
use serde::Deserialize;
use serde_json::{Value, json};

/// How a ruleset reads a length: [`crate::inches_in`] or [`crate::centimetres_in`].
pub type ReadLength = fn(&str) -> Result<Length, String>;

/// A length as a number or as text.
///
/// # Errors
/// It is no length.
pub fn length_by_hand(value: &Value, read: ReadLength) -> Result<Length, String> {
    read(&plain(value))
}

/// A place as two lengths.
///
/// # Errors
/// One of them is no length.
pub fn place_by_hand([x, y]: &[Value; 2], read: ReadLength) -> Result<Point, String> {
    let along = |value| length_by_hand(value, read).map(Length::micrometres);
    Ok(Point { x: along(x)?, y: along(y)? })
}

/// The table edge of each side.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EdgesByHand {
    pub blue: TableEdge,
    pub gray: TableEdge,
}

impl Default for EdgesByHand {
    fn default() -> Self {
        EdgesByHand { blue: TableEdge::South, gray: TableEdge::North }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveByHand {
    name: String,
    at: [Value; 2],
    radius: Value,
    points: u32,
    #[serde(default)]
    held_by: Option<Side>,
}

impl ObjectiveByHand {
    /// # Errors
    /// Its place or radius cannot be read.
    pub fn objective(&self, read: ReadLength) -> Result<Objective, String> {
        let (name, points, held_by) = (self.name.clone(), self.points, self.held_by);
        let (at, radius) = (place_by_hand(&self.at, read)?, length_by_hand(&self.radius, read)?);
        Ok(Objective { name, at, radius, points, held_by })
    }
}

/// Who holds the objective of that name.
///
/// # Errors
/// There is none.
pub fn held_fact(objectives: &[Objective], held: &[Option<Side>], name: &str) -> Result<Value, String> {
    let place = objectives.iter().position(|objective| objective.name == name);
    let held = place.and_then(|place| held.get(place));
    held.map(|side| json!(side)).ok_or_else(|| format!("there is no objective {name:?}"))
}

/// Inches to the millionth, finer than the micrometre.
pub fn inches_shown(micrometres: i64) -> f64 {
    let millionths = (i128::from(micrometres) * 1_000_000 / 25_400) as f64;
    millionths / 1e6
}

pub fn degrees_shown(heading: Heading) -> f64 {
    f64::from(heading.0) * 360.0 / 65536.0
}
