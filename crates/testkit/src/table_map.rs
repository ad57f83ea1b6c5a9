//! How a command or an event reads on the table of a twin.

use crate::twins::{TOLERANCE, TURN, Told, json};
use crate::typed_values::{PLAIN, Walk};
use longroll_ai::Appraisal;
use longroll_kit::{Actor, Seat, Side};
use longroll_table::{Length, Point, Vector};
use serde_json::Value;
use std::collections::BTreeMap;

/// An odd angle, in parts of a turn (65,536 to the turn): 33.29 degrees.
pub(crate) const SLANT: i32 = 6_061;

/// A place turned by the odd angle about another.
pub(crate) fn slanted(at: Point, about: Point) -> Point {
    let Vector { dx, dy } = Vector::new(at.x - about.x, at.y - about.y).turned(SLANT);
    Point { x: about.x + dx, y: about.y + dy }
}

/// From the first table to the twin's.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    pub(crate) told: Told,
    pub(crate) turns: u8,
    width: i64,
    height: i64,
    shift: [i64; 2],
    /// Parts of a turn by which the table is turned besides.
    slant: i32,
    units: BTreeMap<u16, u16>,
    brigades: BTreeMap<u64, u64>,
    features: BTreeMap<u16, u16>,
}

impl Map {
    /// `opening` and `twin_opening` are the events that mustered the two.
    pub(crate) fn between_battles<R: Appraisal>(
        told: Told,
        first: &R::State,
        twin: &R::State,
        opening: &[R::Event],
        twin_opening: &[R::Event],
    ) -> Result<Map, String> {
        if opening.len() != twin_opening.len() {
            return Err("another muster".to_owned());
        }
        let brigades = brigades(&json(&opening), &json(&twin_opening));
        Ok(Map { brigades, ..Map::between::<R>(told, first, twin)? })
    }

    pub(crate) fn between<R: Appraisal>(
        told: Told,
        first: &R::State,
        twin: &R::State,
    ) -> Result<Map, String> {
        let (view, other) = (R::view(first, Seat::Spectator), R::view(twin, Seat::Spectator));
        let size = |length: Length| length.micrometres();
        let by_key: BTreeMap<&str, u16> =
            other.units.iter().map(|unit| (unit.key.as_str(), unit.id.0)).collect();
        let units: BTreeMap<u16, u16> =
            view.units.iter().filter_map(|unit| Some((unit.id.0, *by_key.get(unit.key.as_str())?))).collect();
        if units.len() != view.units.len() {
            return Err("another muster".to_owned());
        }
        let count = u16::try_from(view.field.features.len()).unwrap_or(u16::MAX);
        let features = (0..count)
            .map(|at| (at, if told == Told::GroundReversed { count - 1 - at } else { at }))
            .collect();
        let turns = if let Told::Turned(turns) = told { turns } else { 0 };
        let mut map = Map {
            told,
            turns,
            width: size(view.field.width),
            height: size(view.field.height),
            shift: [0, 0],
            slant: if told == Told::Slanted { SLANT } else { 0 },
            units,
            brigades: BTreeMap::new(),
            features,
        };
        if told == Told::Moved
            && let (Some(one), Some(two)) = (view.units.first(), other.units.first())
        {
            map.shift = [two.pose.at.x - one.pose.at.x, two.pose.at.y - one.pose.at.y];
        }
        Ok(map)
    }

    pub(crate) fn stands_alike<R: Appraisal>(&self, first: &R::State, twin: &R::State) -> bool {
        let (view, other) = (R::view(first, Seat::Spectator), R::view(twin, Seat::Spectator));
        view.units.iter().all(|unit| {
            let id = self.unit(unit.id);
            let at = self.point(unit.pose.at);
            let near = |one: i64, two: i64| (one - two).abs() <= TOLERANCE;
            other
                .units
                .iter()
                .any(|twin| twin.id == id && near(twin.pose.at.x, at.x) && near(twin.pose.at.y, at.y))
        })
    }

    pub(crate) fn with_shift(self, shift: [i64; 2]) -> Map {
        Map { shift, ..self }
    }

    /// Does the map change what is left, right, north or a number of degrees?
    pub(crate) fn changes_directions(&self) -> bool {
        matches!(self.told, Told::Mirrored | Told::Turned(_) | Told::Slanted)
    }

    pub(crate) fn side(&self, side: Side) -> Side {
        if self.told == Told::Recoloured { side.enemy() } else { side }
    }

    pub(crate) fn unit(&self, unit: longroll_kit::UnitId) -> longroll_kit::UnitId {
        longroll_kit::UnitId(self.units.get(&unit.0).copied().unwrap_or(unit.0))
    }

    pub(crate) fn actor(&self, actor: Actor) -> Actor {
        match actor {
            Actor::Unit(unit) => Actor::Unit(self.unit(unit)),
            other => other,
        }
    }

    fn point(&self, point: Point) -> Point {
        let (mut x, mut y) = (point.x, point.y);
        let (mut width, mut height) = (self.width, self.height);
        if self.told == Told::Mirrored {
            x = width - x;
        }
        for _ in 0..self.turns {
            (x, y) = (y, width - x);
            (width, height) = (height, width);
        }
        if self.slant != 0 {
            return slanted(Point { x, y }, Point { x: self.width / 2, y: self.height / 2 });
        }
        Point { x: x + self.shift[0], y: y + self.shift[1] }
    }

    pub(crate) fn value<T: serde::Serialize + serde::de::DeserializeOwned>(
        &self,
        walk: &Walk,
        value: &T,
    ) -> Result<T, String> {
        let mapped = self.json(walk, &json(value));
        serde_json::from_value(mapped.clone()).map_err(|error| format!("{error} in {mapped}"))
    }

    pub(crate) fn json(&self, walk: &Walk, value: &Value) -> Value {
        walk.map(value, &mut |path, kind, value| self.leaf(path, kind, value))
    }

    fn leaf(&self, path: &str, kind: &str, value: &mut Value) {
        let is_mirrored = self.told == Told::Mirrored;
        match kind {
            "Point" => {
                let read = |key: &str| value[key].as_i64().unwrap_or_default();
                *value = json(&self.point(Point { x: read("x"), y: read("y") }));
            }
            "Vector2" => {
                let read = |key: &str| value[key].as_i64().unwrap_or_default();
                let (mut dx, mut dy) = (read("dx"), read("dy"));
                if is_mirrored {
                    dx = -dx;
                }
                for _ in 0..self.turns {
                    (dx, dy) = (dy, -dx);
                }
                let Vector { dx, dy } = Vector::new(dx, dy).turned(self.slant);
                *value = serde_json::json!({ "dx": dx, "dy": dy });
            }
            "Heading" => {
                let mut heading = value.as_i64().unwrap_or_default();
                if is_mirrored {
                    heading = -heading;
                }
                heading += i64::from(self.turns) * (TURN / 4) + i64::from(self.slant);
                *value = Value::from(heading.rem_euclid(TURN));
            }
            "UnitId" => {
                let id = value.as_u64().and_then(|id| u16::try_from(id).ok()).unwrap_or_default();
                *value = Value::from(self.units.get(&id).copied().unwrap_or(id));
            }
            "FeatureId" => {
                let id = value.as_u64().and_then(|id| u16::try_from(id).ok()).unwrap_or_default();
                *value = Value::from(self.features.get(&id).copied().unwrap_or(id));
            }
            PLAIN if path.ends_with(".occupy") => {
                let building = value.as_u64().and_then(|id| u16::try_from(id).ok());
                if let Some(other) = building.and_then(|id| self.features.get(&id)) {
                    *value = Value::from(*other);
                }
            }
            PLAIN if path.ends_with(".brigade") => {
                if let Some(place) = value.as_u64().and_then(|at| self.brigades.get(&at)) {
                    *value = Value::from(*place);
                }
            }
            "Side" if self.told == Told::Recoloured => {
                *value = Value::from(if value == "blue" { "gray" } else { "blue" });
            }
            // What has left the table has not turned left.
            PLAIN if path.ends_with(".fate") => {}
            "Hand" | "Edge" | PLAIN if is_mirrored => match value {
                Value::String(text) => *text = hands_exchanged(text),
                // the angle of a wheel
                Value::Number(angle) if path.ends_with(".swing.by") => {
                    *value = Value::from(-angle.as_i64().unwrap_or_default());
                }
                Value::Bool(left) if path.ends_with(".left") => *left = !*left,
                _ => {}
            },
            "TableEdge" => {
                const CLOCKWISE: [&str; 4] = ["north", "east", "south", "west"];
                let Some(at) = CLOCKWISE.iter().position(|edge| value == edge) else { return };
                let at = if is_mirrored && at % 2 == 1 { 4 - at } else { at };
                *value = Value::from(CLOCKWISE[(at + usize::from(self.turns)) % 4]);
            }
            _ => {}
        }
    }
}

/// Bodies of troops that go by their place in the muster, matched by name.
fn brigades(opening: &Value, twin: &Value) -> BTreeMap<u64, u64> {
    let named = |opening: &Value| -> Vec<String> {
        let events = opening.as_array().into_iter().flatten();
        let muster = events.filter_map(|event| event.get("mustered")?.get("brigades")?.as_array()).next();
        muster.into_iter().flatten().map(|brigade| brigade["name"].to_string()).collect()
    };
    let other = named(twin);
    let place = |name: &String| other.iter().position(|known| known == name);
    let matched = named(opening).iter().map(place).collect::<Vec<_>>();
    (0..).zip(matched).filter_map(|(at, place)| Some((at, u64::try_from(place?).ok()?))).collect()
}

/// Left for right in the words of orders: `left`, `turn_left`, `wheel left 20`. Sentences stay as they are.
fn hands_exchanged(text: &str) -> String {
    if text.split(' ').count() > 3 {
        return text.to_owned();
    }
    text.replace("left", "\u{0}").replace("right", "left").replace('\u{0}', "right")
}
