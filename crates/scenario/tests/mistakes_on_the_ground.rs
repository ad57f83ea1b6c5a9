//! One wrong thing at a time in `terrain.geojson`, and mistakes that need both files or sheer size.

mod common;

use common::{BATTLE, GROUND, complaints, ground, with};

#[test]
fn ground_kinds_and_properties() {
    let found = complaints(BATTLE, &with(GROUND, "\"wood\"", "\"forest\""));
    assert_eq!(
        found,
        [
            "terrain.geojson:2: features[0] forest \"W\": kind \"forest\" is not known; use one of wood, field, orchard, \
         brush, rough, marsh, water, building, town, contour, road, trail, railway, stream, fence, wall, hedge, works, \
         bridge, ford, cut"
        ]
    );
    ground(
        "\"name\": \"W\"",
        "\"height\": 3",
        &["terrain.geojson:2: features[0] wood: height is not a key of this table; \
           use one of grade, impassable_to, kind, level, name, sight_yards, width_yards"],
    );
    ground(
        ", \"level\": 1",
        "",
        &["terrain.geojson:3: features[1] contour: level is missing; give the contour a level, 1 to 50"],
    );
    ground(
        "\"level\": 1",
        "\"level\": 51",
        &["terrain.geojson:3: features[1] contour: level is 51; use 1 to 50"],
    );
    ground("\"level\": 1", "\"level\": 50", &[]);
    ground(
        "\"name\": \"W\"",
        "\"level\": 3",
        &["terrain.geojson:2: features[0] wood: level is for contours; take it out, or draw a contour"],
    );
    ground(
        "\"width_yards\": 20",
        "\"width_yards\": 0",
        &["terrain.geojson:4: features[2] road: width_yards is 0; use 1 to 500 yards"],
    );
    ground(
        "\"name\": \"W\"",
        "\"width_yards\": 9",
        &["terrain.geojson:2: features[0] wood: width_yards is for lines; take it out"],
    );
    ground(
        "\"name\": \"W\"",
        "\"grade\": 6",
        &["terrain.geojson:2: features[0] wood: grade is 6; use 0 to 5"],
    );
    ground("\"name\": \"W\"", "\"grade\": 5", &[]);
    ground(
        "\"name\": \"W\"",
        "\"sight_yards\": -1",
        &["terrain.geojson:2: features[0] wood: sight_yards is -1; use 0 to 5000 yards"],
    );
    ground("\"name\": \"W\"", "\"sight_yards\": 0", &[]);
    ground(
        "\"width_yards\": 20",
        "\"sight_yards\": 20",
        &["terrain.geojson:4: features[2] road: sight_yards is for areas; take it out"],
    );
    ground("\"name\": \"W\"", "\"name\": null", &[]);
    ground(
        "{\"kind\": \"wood\", \"name\": \"W\"}",
        "null",
        &[
            "terrain.geojson:2: features[0]: properties are missing; write \"properties\": {\"kind\": \"wood\"}",
        ],
    );
    ground(
        "\"units\": \"yards\", ",
        "",
        &["terrain.geojson:1: the unit of length is not stated; write \"units\": \"yards\" at the top"],
    );
    ground(
        "FeatureCollection",
        "Feature",
        &["terrain.geojson:1: type is \"Feature\"; write \"type\": \"FeatureCollection\" at the top"],
    );
}

#[test]
fn ground_shapes() {
    let wood = "terrain.geojson:2: features[0] wood \"W\"";
    let triangle = "[[[0,0],[90,0],[90,90],[0,0]]]";
    ground(
        triangle,
        "[[[0,0],[90,0],[90,90],[0,90]]]",
        &[&format!(
            "{wood}: the polygon is not closed; give three corners or more and end with the first again"
        )],
    );
    ground(
        triangle,
        "[[[0,0],[90,0],[0,0]]]",
        &[&format!(
            "{wood}: the polygon has too few points; give three corners or more and end with the first again"
        )],
    );
    ground(
        triangle,
        "[[[0,0],[90,90],[90,0],[0,90],[0,0]]]",
        &[&format!(
            "{wood}: the polygon crosses or touches itself near [90, 0]; give the corners in order around the area"
        )],
    );
    ground(
        triangle,
        "[[[0,0],[50,0],[90,0],[0,0]]]",
        &[&format!("{wood}: the polygon encloses nothing; give corners that are not in one line")],
    );
    ground(
        triangle,
        "[[[0,0],[90,0],[90,0],[90,90],[0,0]]]",
        &[&format!("{wood}: the point [90, 0] stands twice; leave the second out")],
    );
    ground(
        triangle,
        "[[[0,0],[1000.5,0],[90,90],[0,0]]]",
        &[&format!(
            "{wood}: the point [1000.500, 0] is off the field; keep every point within the field of scenario.toml"
        )],
    );
    ground(
        triangle,
        "[[[0,0],[90,0],[90,90],[0,0]],[[20,10],[30,10],[30,15],[20,10]]]",
        &[&format!(
            "{wood}: the polygon has a hole; draw two areas with a seam, or lay a second feature over it"
        )],
    );
    ground(
        triangle,
        "[[[0,0],[90,\"a\"],[90,90],[0,0]]]",
        &[&format!(
            "{wood}: coordinates hold something that is no number of yards; \
             write [x, y] pairs of plain numbers in yards, under a million"
        )],
    );
    ground(
        triangle,
        "[[0,0],[90,0]]",
        &[&format!(
            "{wood}: coordinates are not nested as they should be; write the coordinates as GeoJSON lays down for this geometry"
        )],
    );
    ground(
        "[[0,200],[1000,200]]",
        "[[0,200]]",
        &["terrain.geojson:4: features[2] road: the line has too few points; give two points or more"],
    );
    ground(
        "\"Polygon\", \"coordinates\": [[[0,0]",
        "\"Point\", \"coordinates\": [[[0,0]",
        &[&format!("{wood}: geometry \"Point\" is of no use here; draw it as a Polygon or a LineString")],
    );
    ground(
        "\"road\", \"width_yards\": 20",
        "\"town\"",
        &["terrain.geojson:4: features[2] town: a town is an area, not a line; draw it as a Polygon"],
    );
    ground(
        "\"wood\"",
        "\"wall\"",
        &[
            "terrain.geojson:2: features[0] wall \"W\": a wall is a line, not an area; draw it as a LineString",
        ],
    );
    ground(
        "\"Polygon\", \"coordinates\": [[[0,0],[90,0],[90,90],[0,0]]]",
        "\"MultiPolygon\", \"coordinates\": [[[[0,0],[90,0],[90,90],[0,0]]],[[[0,100],[90,100],[90,190],[0,100]]]]",
        &[],
    );
}

#[test]
fn units_on_closed_ground() {
    // The Rangers stand at [500, 100], in the middle of the lake; on the lake's shore counts as well.
    let lake = "\"kind\": \"water\"}, \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [[[450,50],[550,50],[550,100],[450,100],[450,50]]]";
    let wood = "\"kind\": \"wood\", \"name\": \"W\"}, \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [[[0,0],[90,0],[90,90],[0,0]]]";
    let what = "move the unit or open the ground";
    ground(
        wood,
        lake,
        &[&format!(
            "scenario.toml:63: sides.gray.units[0] \"Rangers\": at [500, 100] is on water, closed to cavalry; {what}"
        )],
    );
    ground(wood, &lake.replace("100]", "99]"), &[]);
    // A cut 20 yards wide along y = 110 reaches down to y = 100; one along y = 111 to 101.
    let cut = "\"kind\": \"cut\", \"name\": \"C\", \"width_yards\": 20, \"impassable_to\": [\"cavalry\"]}, \"geometry\": {\"type\": \"LineString\", \"coordinates\": [[400,110],[600,110]]";
    ground(
        wood,
        cut,
        &[&format!(
            "scenario.toml:63: sides.gray.units[0] \"Rangers\": at [500, 100] is on cut \"C\", closed to cavalry; {what}"
        )],
    );
    ground(wood, &cut.replace("110", "111"), &[]);
    ground(wood, &cut.replace("cavalry", "artillery"), &[]);
}

#[test]
fn all_mistakes_come_at_once_in_the_order_of_the_lines() {
    let text = with(&with(BATTLE, "men = 300", "men = 0"), "facing = 180", "facing = 400");
    let text = with(&text, "points = 1", "points = 0");
    let bad_ground = with(&with(GROUND, ", \"level\": 1", ""), "[0,200]", "[0,2000]");
    let lines: Vec<String> = complaints(&text, &bad_ground)
        .iter()
        .map(|line| line.split(": ").next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(
        lines,
        [
            "scenario.toml:13",
            "scenario.toml:33",
            "scenario.toml:37",
            "terrain.geojson:3",
            "terrain.geojson:4"
        ]
    );
}

#[test]
fn limits_on_size() {
    let long = format!("{BATTLE}# {}", "x".repeat(1_000_000));
    let expected = format!("scenario.toml: the file has {} bytes; keep it within 1000000", long.len());
    assert_eq!(complaints(&long, GROUND), [expected]);
    // The scenario has three units; 498 more are 501.
    let crowd: String = (0..498)
        .map(|i| {
            let (x, y) = (i % 24 * 40, 120 + i / 24 * 40);
            format!(
                "[[sides.gray.units]]\nid = \"u{i}\"\nname = \"u\"\nformation = \"wing\"\narm = \"infantry\"\nmen = 9\n\
                 weapon = \"musket\"\nquality = \"green\"\nat = [{x}, {y}]\nfacing = 0\n"
            )
        })
        .collect();
    let found =
        complaints(&with(BATTLE, "[overrides.quickplay]", &format!("{crowd}[overrides.quickplay]")), GROUND);
    assert!(
        found.contains(&"scenario.toml:1: the scenario has 501 units; use no more than 500".to_owned()),
        "{found:?}"
    );
    let many = format!("[{}]", vec!["[1,1],[2,1]"; 1_001].join(","));
    ground(
        "[[0,200],[1000,200]]",
        &many,
        &[
            "terrain.geojson:4: features[2] road: the shape has 2002 points; use no more than 2000, or cut it in pieces",
        ],
    );
    let parts = vec!["[[1,1],[2,1]]"; 5_001].join(",");
    ground(
        "\"LineString\", \"coordinates\": [[0,200],[1000,200]]",
        &format!("\"MultiLineString\", \"coordinates\": [{parts}]"),
        &[
            // The wood, the contour and 5001 parts of the road.
            "terrain.geojson: the ground has 5003 features, counting each part of those with several; use no more than 5000",
        ],
    );
    let features = vec!["{}"; 5_001].join(",");
    let text =
        format!("{{\"type\": \"FeatureCollection\", \"units\": \"yards\", \"features\": [{features}]}}");
    assert_eq!(
        complaints(BATTLE, &text),
        ["terrain.geojson: the ground has 5001 features; use no more than 5000"]
    );
}
