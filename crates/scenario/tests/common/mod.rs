//! A small good scenario, and what the checker says when one thing in it is changed.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use longroll_scenario::{Files, NamedText, check};

/// A small scenario without mistakes; the tests change one thing in it. Line numbers in expectations count from its top.
pub const BATTLE: &str = r#"title = "Test"
date = "1863"
place = "here"
summary = "a test"
sources = ["none"]
minutes = 60
field = { width_yards = 1000, height_yards = 800 }
[[objectives]]
id = "hill"
name = "the hill"
at = [500, 400]
radius_yards = 100
points = 1
[sides.blue]
name = "Union"
edge = "north"
zones = [{ box = [0, 500, 1000, 800] }]
[[sides.blue.formations]]
id = "army"
name = "Army"
echelon = "army"
commander = { name = "Gen. A", rating = "good", at = [500, 700] }
[[sides.blue.formations]]
id = "brigade"
name = "Brigade"
echelon = "brigade"
parent = "army"
[[sides.blue.units]]
id = "foot"
name = "14th Brooklyn"
formation = "brigade"
arm = "infantry"
men = 300
weapon = "rifle_musket"
quality = "veteran"
at = [500, 600]
facing = 180
[[sides.blue.units]]
id = "battery"
name = "Battery"
formation = "army"
arm = "artillery"
guns = [{ type = "napoleon", count = 4 }]
quality = "regular"
at = [700, 600]
facing = 180
[sides.gray]
name = "Confederacy"
edge = "south"
[[sides.gray.formations]]
id = "wing"
name = "Wing"
echelon = "army"
commander = { name = "Gen. B", rating = "poor", at = [500, 50] }
[[sides.gray.units]]
id = "horse"
name = "Rangers"
formation = "wing"
arm = "cavalry"
men = 200
weapon = "shotgun"
quality = "green"
at = [500, 100]
facing = 0
[overrides.quickplay]
rounds = 8
units.foot = { strength = 5 }
"#;

/// Ground without mistakes, one feature on a line.
pub const GROUND: &str = r#"{"type": "FeatureCollection", "units": "yards", "features": [
{"type": "Feature", "properties": {"kind": "wood", "name": "W"}, "geometry": {"type": "Polygon", "coordinates": [[[0,0],[90,0],[90,90],[0,0]]]}},
{"type": "Feature", "properties": {"kind": "contour", "level": 1}, "geometry": {"type": "Polygon", "coordinates": [[[400,300],[600,300],[600,450.5],[400,450.5],[400,300]]]}},
{"type": "Feature", "properties": {"kind": "road", "width_yards": 20}, "geometry": {"type": "LineString", "coordinates": [[0,200],[1000,200]]}}
]}"#;

pub fn complaints(battle: &str, ground: &str) -> Vec<String> {
    let files = Files {
        scenario: NamedText { file: "scenario.toml", text: battle },
        terrain: NamedText { file: "terrain.geojson", text: ground },
        rulesets: &["quickplay", "potomac"],
    };
    match check(&files) {
        Ok(_) => Vec::new(),
        Err(mistakes) => mistakes.iter().map(|mistake| mistake.to_string()).collect(),
    }
}

pub fn with(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "the good text has no {old:?}");
    text.replacen(old, new, 1)
}

/// The battle with one thing changed gives exactly these complaints.
#[track_caller]
pub fn battle(old: &str, new: &str, expected: &[&str]) {
    assert_eq!(complaints(&with(BATTLE, old, new), GROUND), expected);
}

/// The ground with one thing changed gives exactly these complaints.
#[track_caller]
pub fn ground(old: &str, new: &str, expected: &[&str]) {
    assert_eq!(complaints(BATTLE, &with(GROUND, old, new)), expected);
}
