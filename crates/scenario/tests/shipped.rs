//! The scenarios that come with the program: they check clean, and their bases stand clear of each other.

use longroll_scenario::{Arm, Files, NamedText, Scenario, Side, check, schema_text};

const LEARNING: [&str; 2] = [
    include_str!("../../../scenarios/learning/scenario.toml"),
    include_str!("../../../scenarios/learning/terrain.geojson"),
];
const MCPHERSONS_RIDGE: [&str; 2] = [
    include_str!("../../../scenarios/mcphersons-ridge/scenario.toml"),
    include_str!("../../../scenarios/mcphersons-ridge/terrain.geojson"),
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

#[test]
fn the_ground_of_the_learning_battle_mirrors_itself() {
    let terrain = read(LEARNING).terrain;
    let outline = |turned: fn(i64) -> i64| {
        let mut outlines: Vec<_> = terrain
            .features
            .iter()
            .map(|feature| {
                let mut points: Vec<_> =
                    feature.shape.points().iter().map(|point| (point.x, turned(point.y))).collect();
                points.sort_unstable();
                (feature.kind, feature.level, feature.width_yards, points)
            })
            .collect();
        outlines.sort_unstable();
        outlines
    };
    assert_eq!(outline(|y| y), outline(|y| 1_440_000 - y));
}

#[test]
fn mcphersons_ridge_has_the_regiments_of_that_morning() {
    let scenario = read(MCPHERSONS_RIDGE);
    let men = |side, formation| -> u32 {
        scenario.force(side).units_of(formation).filter_map(|unit| unit.men).sum()
    };
    // 375 + 252 + 380 + 241 + 318; 302 + 364 + 308 + 496 + 344; 580 + 313 + 470 + 233; 367 + 218.
    assert_eq!(men(Side::Blue, "cutler"), 1_566);
    assert_eq!(men(Side::Blue, "meredith"), 1_814);
    assert_eq!(men(Side::Blue, "gamble"), 1_596);
    assert_eq!(men(Side::Blue, "devin"), 585);
    // 249 + 220 + 281 + 308 + 135; 640 + 492 + 575.
    assert_eq!(men(Side::Gray, "archer"), 1_193);
    assert_eq!(men(Side::Gray, "davis"), 1_707);
    let guns = |side| -> u32 { scenario.force(side).units.iter().map(|unit| unit.gun_count()).sum() };
    // Hall and Calef six each; Pegram five batteries of four.
    assert_eq!((guns(Side::Blue), guns(Side::Gray)), (12, 20));
    // From a regiment up to the whole force: brigade, division, corps, wing.
    let chain: Vec<_> = scenario.sides.blue.chain("meredith").iter().map(|f| f.id.as_str()).collect();
    assert_eq!(chain, ["meredith", "wadsworth", "first-corps", "left-wing"]);
}
