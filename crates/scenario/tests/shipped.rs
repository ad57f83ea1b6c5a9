//! The scenarios that come with the program: they check clean, and their bases stand clear of each other.

use longroll_scenario::{Arm, Files, NamedText, Scenario, Side, check, schema_text};

const LEARNING: [&str; 2] = [
    include_str!("../../../scenarios/learning/scenario.toml"),
    include_str!("../../../scenarios/learning/terrain.geojson"),
];
const SCHEMA: &str = include_str!("../../../schemas/scenario.schema.json");

fn read([scenario, terrain]: [&str; 2]) -> Scenario {
    let files = Files {
        scenario: NamedText { file: "scenario.toml", text: scenario },
        terrain: NamedText { file: "terrain.geojson", text: terrain },
        rulesets: &["quickplay", "potomac", "deadly-field", "grenadier", "johnny-reb"],
    };
    check(&files).unwrap_or_else(|mistakes| {
        panic!("{}", mistakes.iter().map(|mistake| mistake.to_string()).collect::<Vec<_>>().join("\n"))
    })
}

#[test]
fn the_published_schema_is_the_one_of_the_types() {
    // Compared as data, because the order of keys is no part of a schema.
    let [published, derived] =
        [SCHEMA, &schema_text()].map(|text| serde_json::from_str::<serde_json::Value>(text).expect("JSON"));
    assert!(published == derived, "write it anew: cargo run -p longroll-scenario --example write_schema");
}

#[test]
fn the_learning_battle_is_small_and_even() {
    let scenario = read(LEARNING);
    assert_eq!(scenario.terrain.features.len(), 9);
    for side in Side::ALL {
        let force = scenario.force(*side);
        let count = |arm| force.units.iter().filter(|unit| unit.arm == arm).count();
        assert_eq!((count(Arm::Infantry), count(Arm::Cavalry), count(Arm::Artillery)), (3, 1, 1));
        // 400 + 450 + 500 infantry, 80 gunners, 300 horsemen.
        assert_eq!(force.units.iter().filter_map(|unit| unit.men).sum::<u32>(), 1_730);
        assert_eq!(force.units.iter().map(|unit| unit.gun_count()).sum::<u32>(), 4);
        let brigade = force.units_of(&force.formations[1].id).count();
        assert_eq!(brigade, 3);
    }
    // The two sides mirror each other about the middle line: y becomes 1440 - y.
    for (blue, gray) in scenario.sides.blue.units.iter().zip(&scenario.sides.gray.units) {
        assert_eq!((blue.at.x, 1_440 - blue.at.y), (gray.at.x, gray.at.y), "{}", blue.name);
        assert_eq!(blue.quality, gray.quality, "{}", blue.name);
    }
    assert!(scenario.overrides_for("quickplay").is_some());
    assert!(scenario.overrides_for("potomac").is_none());
}

#[test]
fn a_scenario_survives_storing_with_its_ground() {
    let scenario = read(LEARNING);
    let text = serde_json::to_string(&scenario).expect("plain data");
    assert_eq!(serde_json::from_str::<Scenario>(&text).expect("as written"), scenario);
}
