//! The scenarios that come with the program: they check clean, and their bases stand clear of each other.

use longroll_scenario::{Arm, Files, NamedText, NoField, Posture, Scale, Scenario, Side, check, schema_text};
use longroll_table::{
    BaseSize, Footprint, Heading, Kind, Length, LineSide, Point, Pose, Rect, distance, inches, overlaps,
};

const LEARNING: [&str; 2] = [
    include_str!("../../../scenarios/learning/scenario.toml"),
    include_str!("../../../scenarios/learning/terrain.geojson"),
];
const MCPHERSONS_RIDGE: [&str; 2] = [
    include_str!("../../../scenarios/mcphersons-ridge/scenario.toml"),
    include_str!("../../../scenarios/mcphersons-ridge/terrain.geojson"),
];
const VICKSBURG_STOCKADE: [&str; 2] = [
    include_str!("../../../scenarios/vicksburg-stockade/scenario.toml"),
    include_str!("../../../scenarios/vicksburg-stockade/terrain.geojson"),
];
const BRANDY_STATION: [&str; 2] = [
    include_str!("../../../scenarios/brandy-station/scenario.toml"),
    include_str!("../../../scenarios/brandy-station/terrain.geojson"),
];
const PICKETT_PETTIGREW: [&str; 2] = [
    include_str!("../../../scenarios/pickett-pettigrew/scenario.toml"),
    include_str!("../../../scenarios/pickett-pettigrew/terrain.geojson"),
];
const CORNFIELD: [&str; 2] = [
    include_str!("../../../scenarios/cornfield/scenario.toml"),
    include_str!("../../../scenarios/cornfield/terrain.geojson"),
];
/// Every shipped battle with the yards to the inch and the inches of its table.
const ALL: [([&str; 2], i64, (i64, i64)); 6] = [
    (LEARNING, 40, (48, 36)),
    (MCPHERSONS_RIDGE, 50, (72, 48)),
    (VICKSBURG_STOCKADE, 50, (48, 36)),
    (BRANDY_STATION, 50, (72, 48)),
    (PICKETT_PETTIGREW, 50, (48, 52)),
    (CORNFIELD, 50, (48, 48)),
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

/// The infantry and cavalry of a brigade, without gunners.
fn men(scenario: &Scenario, side: Side, formation: &str) -> u32 {
    let units = scenario.force(side).units_of(formation);
    units.filter(|unit| unit.arm != Arm::Artillery).filter_map(|unit| unit.men).sum()
}

fn guns(scenario: &Scenario) -> [u32; 2] {
    [Side::Blue, Side::Gray].map(|side| scenario.force(side).units.iter().map(|unit| unit.gun_count()).sum())
}

#[test]
fn the_stockade_redan_has_six_brigades_and_the_siege_guns() {
    let scenario = read(VICKSBURG_STOCKADE);
    // 150 + 440 + 430 + 440 + 410; 180 + 400 + 380 + 300; 400 + 360 + 300 + 380 + 400.
    assert_eq!(men(&scenario, Side::Blue, "ewing"), 1_870);
    assert_eq!(men(&scenario, Side::Blue, "giles-smith"), 1_260);
    assert_eq!(men(&scenario, Side::Blue, "kilby-smith"), 1_840);
    // 400 + 420; 420 + 280 + 450 + 320; 330 + 320 + 380 + 390.
    assert_eq!(men(&scenario, Side::Gray, "shoup"), 820);
    assert_eq!(men(&scenario, Side::Gray, "hebert"), 1_470);
    assert_eq!(men(&scenario, Side::Gray, "cockrell"), 1_420);
    // Wood 6, Putnam 2, Hart 4, Barrett 6, two mortars; McNally 4, Guibor 2, Landis 3, one siege gun.
    assert_eq!(guns(&scenario), [20, 10]);
}

#[test]
fn fleetwood_hill_has_four_brigades_of_cavalry_and_horse_artillery() {
    let scenario = read(BRANDY_STATION);
    // 170 + 180 + 280 + 220 + 210; 270 + 80 + 250 + 210 + 250 + 220.
    assert_eq!(men(&scenario, Side::Blue, "wyndham"), 1_060);
    assert_eq!(men(&scenario, Side::Blue, "kilpatrick"), 1_280);
    // 300 + 200 + 340 + 340; 300 + 300 + 370 + 260 + 100.
    assert_eq!(men(&scenario, Side::Gray, "jones"), 1_180);
    assert_eq!(men(&scenario, Side::Gray, "hampton"), 1_330);
    assert_eq!(guns(&scenario), [6, 9]);
    for side in Side::ALL {
        let units = &scenario.force(*side).units;
        assert!(units.iter().all(|unit| unit.arm != Arm::Infantry));
        let dismounted = units.iter().filter(|unit| unit.posture() == Posture::Dismounted);
        assert_eq!(dismounted.count(), 1);
    }
}

#[test]
fn the_angle_has_picketts_fifteen_regiments() {
    let scenario = read(PICKETT_PETTIGREW);
    // 289 + 333 + 328 + 312 + 193; 332 + 335 + 209 + 359 + 395; 356 + 476 + 435 + 257 + 422.
    assert_eq!(men(&scenario, Side::Gray, "garnett"), 1_455);
    assert_eq!(men(&scenario, Side::Gray, "kemper"), 1_630);
    assert_eq!(men(&scenario, Side::Gray, "armistead"), 1_946);
    let regiments = ["garnett", "kemper", "armistead"].map(|id| scenario.sides.gray.units_of(id).count());
    assert_eq!(regiments, [5, 5, 5]);
    // 261 + 284 + 380; 152 + 165 + 243 + 163 + 180.
    assert_eq!(men(&scenario, Side::Blue, "webb"), 925);
    assert_eq!(men(&scenario, Side::Blue, "hall"), 903);
    // Arnold, Cushing and Cowan six each, Rorty four; five Napoleons and Stribling's six.
    assert_eq!(guns(&scenario), [22, 11]);
}

#[test]
fn the_cornfield_has_carmans_brigades() {
    let scenario = read(CORNFIELD);
    let blue = ["gibbon", "phelps", "patrick", "duryee", "hartsuff", "christian", "seymour"];
    assert_eq!(blue.map(|id| men(&scenario, Side::Blue, id)), [971, 425, 824, 1_100, 1_060, 930, 450]);
    // Lawton's 361 + 188 + 145 + 123 + 154 + 242; Wofford's 176 + 77 + 226 + 200 + 175.
    let gray = ["douglass", "walker", "hays", "jones", "wofford", "law"];
    assert_eq!(gray.map(|id| men(&scenario, Side::Gray, id)), [1_213, 700, 550, 1_100, 854, 1_146]);
    assert_eq!(guns(&scenario), [14, 8]);
}

#[test]
fn works_shield_those_who_hold_them() {
    // Works, who stands at them, and who comes from without.
    let held = [
        (VICKSBURG_STOCKADE, "rifle pits of the 26th Louisiana", "la-26", "oh-8-battery"),
        (VICKSBURG_STOCKADE, "27th Louisiana Lunette", "la-27", "oh-8-battery"),
        (VICKSBURG_STOCKADE, "27th Louisiana Lunette", "mcnally", "oh-8-battery"),
        (VICKSBURG_STOCKADE, "the stockade", "mo-3", "storming-party"),
        (VICKSBURG_STOCKADE, "Stockade Redan", "guibor", "oh-30"),
        (VICKSBURG_STOCKADE, "Stockade Redan", "ms-36", "storming-party"),
        (VICKSBURG_STOCKADE, "rifle pits south of the redan", "mo-5", "us-13"),
        (VICKSBURG_STOCKADE, "Green's Redan", "landis", "mo-6-us"),
        (VICKSBURG_STOCKADE, "rifle pits of Hébert's brigade", "ms-7-bn", "il-116"),
        (VICKSBURG_STOCKADE, "rifle pits of Hébert's brigade", "ms-37", "il-1b"),
        (VICKSBURG_STOCKADE, "Union gun pits", "oh-8-battery", "mo-3"),
        (VICKSBURG_STOCKADE, "Wood's gun pits", "il-1a", "ms-36"),
        (PICKETT_PETTIGREW, "stone wall below the copse", "pa-71", "va-56"),
        (PICKETT_PETTIGREW, "stone wall below the copse", "pa-69", "va-28"),
        (PICKETT_PETTIGREW, "rails and earth of Gibbon's left", "mi-7", "va-3"),
        (PICKETT_PETTIGREW, "rails and earth of Gibbon's left", "ma-20", "va-7"),
        (PICKETT_PETTIGREW, "rails and earth of Gibbon's left", "me-19", "va-1"),
        (PICKETT_PETTIGREW, "rails and earth of Gibbon's left", "ny-1b", "va-7"),
        (PICKETT_PETTIGREW, "rails and earth of Gibbon's left", "ny-82", "va-11"),
        (PICKETT_PETTIGREW, "stone wall of Hays's front", "ct-14", "tn-7-14"),
        (PICKETT_PETTIGREW, "stone wall of Hays's front", "ri-1a", "tn-1-al-13"),
        (PICKETT_PETTIGREW, "stone wall of Hays's front", "de-1", "nc-26-47"),
        (PICKETT_PETTIGREW, "stone wall of Hays's front", "nj-12", "nc-11-52"),
    ];
    let scale = Scale::new(inches(1), 50).expect("a usual scale");
    for (texts, name, holder, attacker) in held {
        let scenario = read(texts);
        let field = scenario.field(scale).expect("it fits a table");
        let works = field.features.iter().find(|feature| feature.name.as_deref() == Some(name));
        let line = works.and_then(|works| works.line()).expect("a line of that name");
        let find = |id: &str| {
            let sides = Side::ALL.iter().map(|side| (scenario.force(*side), bases(&scenario, *side, scale)));
            let mut all = sides.flat_map(|(force, bases)| force.units.iter().zip(bases).collect::<Vec<_>>());
            let (unit, (_, base)) = all.find(|(unit, _)| unit.id == id).expect("a unit of that id");
            (base, scale.point(unit.at))
        };
        let ((base, at), (_, enemy)) = (find(holder), find(attacker));
        assert!(line.touches(&base), "{holder} does not touch {name}");
        assert_eq!(line.side_of(at), LineSide::Inner, "{holder} at {name}");
        assert_eq!(line.side_of(enemy), LineSide::Outer, "{attacker} before {name}");
    }
}

/// The bases of one side as the quick-play sheet would put them down: regiments 3 x 1½ in, batteries 1½ in front and
/// 3 deep, generals 1 x 1.
fn bases(scenario: &Scenario, side: Side, scale: Scale) -> Vec<(String, Footprint)> {
    let force = scenario.force(side);
    let (long, short) = (inches(3), inches(3).half());
    let units = force.units.iter().map(|unit| {
        let size = match unit.arm {
            Arm::Artillery => BaseSize::new(short, long),
            Arm::Infantry | Arm::Cavalry => BaseSize::new(long, short),
        };
        (unit.name.clone(), Footprint::single(Rect::new(scale.pose(unit), size)))
    });
    let commanders = force.formations.iter().filter_map(|formation| formation.commander.as_ref());
    let generals = commanders.map(|general| {
        let pose = Pose::new(scale.point(general.at), Heading::from_degrees(0));
        (general.name.clone(), Footprint::single(Rect::new(pose, BaseSize::new(inches(1), inches(1)))))
    });
    units.chain(generals).collect()
}

#[test]
fn bases_stand_clear_of_each_other_on_the_table() {
    for (texts, yards_per_inch, size) in ALL {
        let scenario = read(texts);
        let scale = Scale::new(inches(1), yards_per_inch).expect("a usual scale");
        let field = scenario.field(scale).expect("it fits a table");
        assert_eq!((field.width, field.height), (inches(size.0), inches(size.1)));
        let [blue, gray] = [Side::Blue, Side::Gray].map(|side| bases(&scenario, side, scale));
        for side in [&blue, &gray] {
            for (index, (name, base)) in side.iter().enumerate() {
                assert!(field.inside(base), "{name} hangs over the edge");
                for (other, other_base) in &side[..index] {
                    assert!(!overlaps(base, other_base), "{name} overlaps {other}");
                }
            }
        }
        for (name, base) in &blue {
            for (enemy, enemy_base) in &gray {
                assert!(distance(base, enemy_base) >= inches(2), "{name} is too near {enemy}");
            }
        }
    }
}

#[test]
fn the_sheet_can_command_every_unit_at_the_start() {
    // Every unit begins within 6 in of one of its generals, so that nobody is lost to command before the first move.
    for (texts, yards_per_inch, _) in ALL {
        let scenario = read(texts);
        let scale = Scale::new(inches(1), yards_per_inch).expect("a usual scale");
        for side in Side::ALL {
            let bases = bases(&scenario, *side, scale);
            let (units, generals) = bases.split_at(scenario.force(*side).units.len());
            for (name, base) in units {
                let nearest = generals.iter().map(|(_, general)| distance(base, general)).min();
                assert!(nearest.is_some_and(|nearest| nearest <= inches(6)), "{name}: {nearest:?}");
            }
        }
    }
}

#[test]
fn the_ground_lies_where_it_should() {
    let scenario = read(MCPHERSONS_RIDGE);
    let scale = Scale::new(inches(1), 50).expect("a usual scale");
    let field = scenario.field(scale).expect("it fits a table");
    let at = |x, y| Point::at(scale.length(x), scale.length(y));
    let kinds = |x, y| field.kinds_at(at(x, y)).filter(|kind| *kind != Kind::Contour).collect::<Vec<_>>();
    assert_eq!(kinds(1_650, 790), [Kind::Wood]); // Herbst Woods
    assert_eq!(kinds(1_860, 1_145), [Kind::Building]); // McPherson's barn
    assert_eq!(kinds(1_850, 1_212), [Kind::Road]); // the pike
    assert_eq!(kinds(2_300, 1_170), [Kind::Railway]); // the bed, east of the middle cut
    assert_eq!(kinds(1_900, 1_390), [Kind::Railway, Kind::Cut]); // the west cut
    // The run lies low, the ridges rise above it, Oak Hill is the highest.
    let levels = [
        (1_400, 1_300),
        (600, 1_500),
        (1_850, 1_100),
        (2_150, 1_100),
        (2_400, 1_300),
        (2_680, 900),
        (2_680, 2_300),
    ];
    assert_eq!(levels.map(|(x, y)| field.level_at(at(x, y))), [0, 3, 3, 3, 1, 4, 5]);
    // 3600 yards at a metre for each yard would be 3.6 km.
    let absurd = Scale::new(Length::from_micrometres(1_000_000), 1).expect("positive");
    assert!(matches!(scenario.field(absurd), Err(NoField::TooLarge { .. })));
}

#[test]
fn mirrored_twice_is_as_before() {
    let ridge = read(MCPHERSONS_RIDGE);
    let other = ridge.mirrored();
    assert_eq!(other.sides.blue, ridge.sides.gray);
    assert_eq!((ridge.first, other.first), (Some(Side::Gray), Some(Side::Blue)));
    let owners = |scenario: &Scenario| scenario.objectives.iter().map(|it| it.owner).collect::<Vec<_>>();
    assert_eq!(owners(&ridge), [Some(Side::Blue), None, Some(Side::Blue)]);
    assert_eq!(owners(&other), [Some(Side::Gray), None, Some(Side::Gray)]);
    assert_eq!(other.mirrored(), ridge);
}
