//! A battle as it is written down: what `scenario.toml` holds.
//!
//! Nothing here belongs to one ruleset. Strengths are men and guns, distances are yards, time is minutes; each ruleset
//! musters the battle by its own scale.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::terrain::Terrain;
use crate::words::{Arm, Branch, Echelon, Edge, GunType, Posture, Quality, Rating, Side, Weapon, Weight};

/// A battle: the ground, the two sides and what they fight for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The name of the battle.
    pub title: String,
    /// The day, in words.
    pub date: String,
    /// Where it was fought.
    pub place: String,
    /// What happened or may happen, in a few sentences.
    pub summary: String,
    /// Which published figures are followed, and what is approximate.
    pub sources: Vec<String>,
    /// The side that acts first; absent: the ruleset decides, or the dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Side>,
    /// How long the fight lasts, in minutes of the battle.
    pub minutes: u32,
    /// The size of the ground.
    pub field: FieldSize,
    /// The two sides.
    pub sides: Sides,
    /// What they fight for.
    #[serde(default)]
    pub objectives: Vec<Objective>,
    /// Settings for one ruleset only, by its id; handed to it unread. Unit settings stand under `units.<id>`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "BTreeMap<String, serde_json::Map<String, serde_json::Value>>")]
    pub overrides: BTreeMap<String, toml::Table>,
    /// The ground, read from `terrain.geojson`. It is no key of `scenario.toml`; a stored scenario carries it along.
    #[serde(default)]
    #[schemars(skip)]
    pub terrain: Terrain,
}

/// The size of the ground. The origin is the south-west corner, x runs east, y runs north, both in yards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldSize {
    /// West to east, in yards.
    pub width_yards: u32,
    /// South to north, in yards.
    pub height_yards: u32,
    /// How many feet one contour level rises.
    #[serde(default = "usual_contour_feet")]
    pub contour_feet: u32,
}

/// The two sides of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sides {
    /// The blue side.
    pub blue: Force,
    /// The gray side.
    pub gray: Force,
}

/// One side: its table edge, where it may set up, and its order of battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Force {
    /// What the side is called.
    pub name: String,
    /// Its home edge of the field: where it comes from and flees to.
    pub edge: Edge,
    /// A colour word for its blocks; absent: the side's own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// What it is like to lead this side, in a sentence or two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub briefing: Option<String>,
    /// Where its units may be set up: inside any of these zones.
    #[serde(default)]
    pub zones: Vec<Zone>,
    /// Commands from the largest to the smallest, with their commanders. One has no parent: the whole force.
    pub formations: Vec<Formation>,
    /// Regiments, batteries and the like.
    pub units: Vec<Unit>,
}

/// A deployment zone: either a box or a polygon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// West, south, east and north limits, in yards.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub limits: Option<[i32; 4]>,
    /// Corners in order around the zone, in yards; the first is not repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polygon: Option<Vec<Place>>,
}

/// A place on the field, written `[x, y]` in whole yards east and north of the south-west corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
pub struct Place {
    /// Yards east of the south-west corner.
    pub x: i32,
    /// Yards north of the south-west corner.
    pub y: i32,
}

/// A command: army, corps, division, brigade or battalion of artillery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// A short name, used nowhere else in the scenario.
    pub id: String,
    /// The full name.
    pub name: String,
    /// Its size.
    pub echelon: Echelon,
    /// The id of the formation above; absent for the whole force only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Who commands it; the whole force must have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<Commander>,
}

/// A general or colonel with a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Commander {
    /// His name with rank.
    pub name: String,
    /// How good he is.
    pub rating: Rating,
    /// Where he is at the start.
    pub at: Place,
}

/// A regiment, battalion, detachment or battery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// A short name, used nowhere else in the scenario.
    pub id: String,
    /// The full name.
    pub name: String,
    /// The id of the formation it belongs to.
    pub formation: String,
    /// The arm of service.
    pub arm: Arm,
    /// Officers and men present; a battery may leave it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub men: Option<u32>,
    /// The guns of a battery, one entry for each model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guns: Vec<Guns>,
    /// How a battery is horsed; absent: field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<Branch>,
    /// The kind of cavalry; absent: light.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<Weight>,
    /// What most men carry; infantry and cavalry must say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<Weapon>,
    /// Training and experience.
    pub quality: Quality,
    /// How it stands at the start; absent: formed, mounted or unlimbered, after its arm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub posture: Option<Posture>,
    /// Its centre at the start.
    pub at: Place,
    /// Which way it faces: compass degrees, 0 north, 90 east.
    pub facing: u16,
    /// Who leads it, for the roster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    /// Anything worth telling a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// Guns of one model in a battery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guns {
    /// The model.
    #[serde(rename = "type")]
    pub model: GunType,
    /// How many.
    pub count: u32,
}

/// A place worth holding when the battle ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// A short name, used nowhere else in the scenario.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Its centre.
    pub at: Place,
    /// How near counts as holding it.
    pub radius_yards: u32,
    /// What it is worth.
    pub points: u32,
    /// Who holds it at the start; absent: nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Side>,
}

impl Scenario {
    /// One side's force.
    pub fn force(&self, side: Side) -> &Force {
        match side {
            Side::Blue => &self.sides.blue,
            Side::Gray => &self.sides.gray,
        }
    }

    /// The same battle with the colours exchanged: the army that was Blue is Gray.
    pub fn mirrored(&self) -> Scenario {
        let mut other = self.clone();
        std::mem::swap(&mut other.sides.blue, &mut other.sides.gray);
        let exchanged = |side: Side| match side {
            Side::Blue => Side::Gray,
            Side::Gray => Side::Blue,
        };
        other.first = self.first.map(exchanged);
        for objective in &mut other.objectives {
            objective.owner = objective.owner.map(exchanged);
        }
        other
    }

    /// The settings for one ruleset, if the scenario has any.
    pub fn overrides_for(&self, ruleset: &str) -> Option<&toml::Table> {
        self.overrides.get(ruleset)
    }

    /// The settings for one unit under one ruleset: `[overrides.<ruleset>.units.<id>]`.
    pub fn unit_overrides(&self, ruleset: &str, unit: &str) -> Option<&toml::Table> {
        self.overrides.get(ruleset)?.get("units")?.get(unit)?.as_table()
    }
}

impl Force {
    /// The formation with this id.
    pub fn formation(&self, id: &str) -> Option<&Formation> {
        self.formations.iter().find(|formation| formation.id == id)
    }

    /// The formation without a parent: the whole force.
    pub fn top(&self) -> Option<&Formation> {
        self.formations.iter().find(|formation| formation.parent.is_none())
    }

    /// The formations from the one with this id up to the whole force, nearest first. Ends early at a missing parent.
    pub fn chain(&self, id: &str) -> Vec<&Formation> {
        let mut chain: Vec<&Formation> = Vec::new();
        let mut next = self.formation(id);
        while let Some(formation) = next.filter(|_| chain.len() < self.formations.len()) {
            chain.push(formation);
            next = formation.parent.as_deref().and_then(|parent| self.formation(parent));
        }
        chain
    }

    /// The units directly in one formation, in the order of the file.
    pub fn units_of<'a>(&'a self, formation: &'a str) -> impl Iterator<Item = &'a Unit> {
        self.units.iter().filter(move |unit| unit.formation == formation)
    }
}

impl Unit {
    /// How it stands at the start, stated or usual for its arm.
    pub fn posture(&self) -> Posture {
        self.posture.unwrap_or(match self.arm {
            Arm::Infantry => Posture::Formed,
            Arm::Cavalry => Posture::Mounted,
            Arm::Artillery => Posture::Unlimbered,
        })
    }

    /// How a battery is horsed, stated or usual.
    pub fn branch(&self) -> Branch {
        self.branch.unwrap_or(Branch::Field)
    }

    /// The kind of cavalry, stated or usual.
    pub fn weight(&self) -> Weight {
        self.weight.unwrap_or(Weight::Light)
    }

    /// How many guns of all models.
    pub fn gun_count(&self) -> u32 {
        self.guns.iter().fold(0, |sum, guns| sum.saturating_add(guns.count))
    }
}

impl From<[i32; 2]> for Place {
    fn from([x, y]: [i32; 2]) -> Place {
        Place { x, y }
    }
}

impl From<Place> for [i32; 2] {
    fn from(place: Place) -> [i32; 2] {
        [place.x, place.y]
    }
}

impl JsonSchema for Place {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Place".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = <[i32; 2]>::json_schema(generator);
        schema.insert(
            "description".into(),
            "Yards east and north of the south-west corner, written [x, y].".into(),
        );
        schema
    }
}

const fn usual_contour_feet() -> u32 {
    10
}
