//! One wrong thing at a time: what the checker says, word for word, and on which line.

use longroll_scenario::{Files, NamedText, check};

/// A small scenario without mistakes; the tests change one thing in it. Line numbers in expectations count from its top.
const BATTLE: &str = r#"title = "Test"
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
const GROUND: &str = r#"{"type": "FeatureCollection", "units": "yards", "features": [
{"type": "Feature", "properties": {"kind": "wood", "name": "W"}, "geometry": {"type": "Polygon", "coordinates": [[[0,0],[90,0],[90,90],[0,0]]]}},
{"type": "Feature", "properties": {"kind": "contour", "level": 1}, "geometry": {"type": "Polygon", "coordinates": [[[400,300],[600,300],[600,450.5],[400,450.5],[400,300]]]}},
{"type": "Feature", "properties": {"kind": "road", "width_yards": 20}, "geometry": {"type": "LineString", "coordinates": [[0,200],[1000,200]]}}
]}"#;

fn complaints(battle: &str, ground: &str) -> Vec<String> {
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

fn with(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "the good text has no {old:?}");
    text.replacen(old, new, 1)
}

/// The battle with one thing changed gives exactly these complaints.
#[track_caller]
fn battle(old: &str, new: &str, expected: &[&str]) {
    assert_eq!(complaints(&with(BATTLE, old, new), GROUND), expected);
}

/// The ground with one thing changed gives exactly these complaints.
#[track_caller]
fn ground(old: &str, new: &str, expected: &[&str]) {
    assert_eq!(complaints(BATTLE, &with(GROUND, old, new)), expected);
}

#[test]
fn the_good_texts_are_good() {
    assert_eq!(complaints(BATTLE, GROUND), Vec::<String>::new());
}

#[test]
fn broken_syntax() {
    battle(
        "minutes = 60",
        "minutes = ",
        &[
            "scenario.toml:6: this is not TOML: string values must be quoted, expected literal string; mend the line; \
           strings stand in \"quotes\", tables in [brackets], lists in [a, b]",
        ],
    );
    let found = complaints(BATTLE, &with(GROUND, "\"wood\"", "wood"));
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("terrain.geojson:2: this is not a GeoJSON feature collection: "),
        "{found:?}"
    );
}

#[test]
fn words_that_are_not_known() {
    battle(
        "quality = \"veteran\"",
        "quality = \"vetern\"",
        &["scenario.toml:35: sides.blue.units[0] \"14th Brooklyn\": quality \"vetern\" is not known; \
           use one of green, regular, veteran, elite"],
    );
    battle(
        "rating = \"poor\"",
        "rating = \"bad\"",
        &["scenario.toml:54: sides.gray.formations[0] \"Wing\" commander: rating \"bad\" is not known; \
           use one of poor, average, good, excellent"],
    );
    battle(
        "edge = \"north\"",
        "edge = 3",
        &["scenario.toml:16: sides.blue: edge is a number, not a word; use one of north, east, south, west"],
    );
    battle(
        "points = 1",
        "points = 1\nowner = \"red\"",
        &["scenario.toml:14: objectives[0] \"the hill\": owner \"red\" is not known; use one of blue, gray"],
    );
}

#[test]
fn keys_unknown_and_missing() {
    battle(
        "width_yards = 1000",
        "width = 1000",
        &[
            "scenario.toml:7: field: width is not a key of this table; use one of contour_feet, height_yards, width_yards",
            "scenario.toml:7: field: width_yards is missing; add width_yards = a whole number",
        ],
    );
    battle(
        "arm = \"cavalry\"\n",
        "",
        &["scenario.toml:55: sides.gray.units[0] \"Rangers\": arm is missing; \
           add arm = one of infantry, cavalry, artillery"],
    );
    battle("title = \"Test\"\n", "", &["scenario.toml:1: title is missing; add title = text in \"quotes\""]);
}

#[test]
fn values_of_the_wrong_kind() {
    let unit = "sides.blue.units[0] \"14th Brooklyn\"";
    battle(
        "men = 300",
        "men = \"300\"",
        &[&format!("scenario.toml:33: {unit}: men is text; write a whole number")],
    );
    battle(
        "men = 300",
        "men = 300.5",
        &[&format!("scenario.toml:33: {unit}: men is a decimal number; write a whole number")],
    );
    battle(
        "men = 300",
        "men = -300",
        &[&format!("scenario.toml:33: {unit}: men is -300; use a whole number from 0 to 4294967295")],
    );
    battle(
        "at = [500, 600]",
        "at = [500]",
        &[&format!("scenario.toml:36: {unit}: at has 1 entries; write [x, y] in yards")],
    );
    battle(
        "at = [500, 600]",
        "at = [500, \"600\"]",
        &[&format!("scenario.toml:36: {unit}: at[1] is text; write a whole number")],
    );
    battle(
        "title = \"Test\"",
        "title = 5",
        &["scenario.toml:1: title is a number; write text in \"quotes\""],
    );
}

#[test]
fn numbers_out_of_range() {
    let unit = "sides.blue.units[0] \"14th Brooklyn\"";
    battle("men = 300", "men = 0", &[&format!("scenario.toml:33: {unit}: men is 0; use 1 to 6000")]);
    battle("men = 300", "men = 6001", &[&format!("scenario.toml:33: {unit}: men is 6001; use 1 to 6000")]);
    battle("men = 300", "men = 1", &[]);
    battle("men = 300", "men = 6_000", &[]);
    battle("minutes = 60", "minutes = 0", &["scenario.toml:6: minutes is 0; use 1 to 1440"]);
    battle("minutes = 60", "minutes = 1440", &[]);
    let facing = "is no compass bearing; use 0 to 359: 0 north, 90 east, 180 south, 270 west";
    battle("facing = 180", "facing = 360", &[&format!("scenario.toml:37: {unit}: facing 360 {facing}")]);
    battle("facing = 180", "facing = 359", &[]);
    battle(
        "height_yards = 800 ",
        "height_yards = 800, contour_feet = 0 ",
        &["scenario.toml:7: field: contour_feet is 0; use 1 to 500"],
    );
    battle(
        "points = 1",
        "points = 0",
        &["scenario.toml:13: objectives[0] \"the hill\": points is 0; use 1 to 1000"],
    );
    battle(
        "radius_yards = 100",
        "radius_yards = 0",
        &["scenario.toml:12: objectives[0] \"the hill\": radius_yards is 0; use 1 to 2000"],
    );
    battle("title = \"Test\"", "title = \"\"", &["scenario.toml:1: title has 0 letters; use 1 to 120"]);
}

#[test]
fn a_field_too_small() {
    // Nothing fits on a field of 50 yards, so everything else is off it too; the size itself comes first.
    let found = complaints(&with(BATTLE, "width_yards = 1000", "width_yards = 50"), GROUND);
    assert_eq!(found[0], "scenario.toml:7: field: width_yards is 50; use 100 to 20000");
}

#[test]
fn ids_and_parents() {
    battle(
        "id = \"battery\"",
        "id = \"foot\"",
        &[
            "scenario.toml:39: sides.blue.units[1] \"Battery\": id \"foot\" is also the id of \"14th Brooklyn\"; \
           give each formation, unit and objective its own id",
        ],
    );
    battle(
        "id = \"battery\"",
        "id = \"Battery 1\"",
        &["scenario.toml:39: sides.blue.units[1] \"Battery\": id \"Battery 1\" will not do; \
           use small letters, digits and hyphens, no more than 40"],
    );
    battle(
        "formation = \"brigade\"",
        "formation = \"wing\"",
        &[
            "scenario.toml:31: sides.blue.units[0] \"14th Brooklyn\": formation \"wing\" is no formation of this side; \
           use the id of a formation of this side: army, brigade",
        ],
    );
    battle(
        "parent = \"army\"",
        "parent = \"corps\"",
        &[
            "scenario.toml:27: sides.blue.formations[1] \"Brigade\": parent \"corps\" is no formation of this side; \
           use the id of a formation of this side: army, brigade",
        ],
    );
    battle(
        "parent = \"army\"",
        "parent = \"brigade\"",
        &[
            "scenario.toml:27: sides.blue.formations[1] \"Brigade\": parent \"brigade\" is a brigade, not larger than a \
           brigade; put it under a larger echelon: army, corps, division, brigade",
        ],
    );
    battle(
        "parent = \"army\"\n",
        "commander = { name = \"C\", rating = \"good\", at = [1, 1] }\n",
        &["scenario.toml:18: sides.blue: formations has 2 formations without parent; \
           put all but one under another, for instance parent = \"army\""],
    );
}

#[test]
fn the_whole_force_needs_a_commander_and_units() {
    battle(
        "commander = { name = \"Gen. B\", rating = \"poor\", at = [500, 50] }\n",
        "",
        &["scenario.toml:50: sides.gray.formations[0] \"Wing\": commander is missing; \
           add commander = { name = …, rating = …, at = [x, y] } to the whole force"],
    );
}

#[test]
fn arms_and_what_goes_with_them() {
    let (foot, guns) = ("sides.blue.units[0] \"14th Brooklyn\"", "sides.blue.units[1] \"Battery\"");
    battle(
        "men = 300\n",
        "",
        &[&format!(
            "scenario.toml:28: {foot}: men is missing; add men = how many; infantry is counted in men"
        )],
    );
    battle(
        "weapon = \"rifle_musket\"\n",
        "",
        &[&format!(
            "scenario.toml:28: {foot}: weapon is missing; add weapon = \"rifle_musket\" or what they carry"
        )],
    );
    battle(
        "guns = [{ type = \"napoleon\", count = 4 }]\n",
        "",
        &[&format!(
            "scenario.toml:38: {guns}: guns are missing; add guns = [{{ type = \"napoleon\", count = 4 }}]"
        )],
    );
    battle(
        "type = \"napoleon\", ",
        "",
        &[&format!(
            "scenario.toml:43: {guns} guns[0]: type is missing; add type = one of napoleon, 3in_rifle, 10lb_parrott, \
             20lb_parrott, 30lb_parrott, 6lb_gun, 12lb_howitzer, mountain_howitzer, 24lb_howitzer, james_rifle, \
             whitworth, blakely, siege_gun, mortar"
        )],
    );
    battle(
        "count = 4",
        "count = 41",
        &[&format!(
            "scenario.toml:43: {guns}: guns add up to 41; use 1 to 40 for the battery, no entry empty"
        )],
    );
    battle(
        "men = 300",
        "men = 300\nguns = [{ type = \"mortar\", count = 1 }]",
        &[&format!(
            "scenario.toml:34: {foot}: guns do not go with infantry; take them out, or make it artillery"
        )],
    );
    battle(
        "men = 300",
        "men = 300\nbranch = \"horse\"",
        &[&format!(
            "scenario.toml:34: {foot}: branch does not go with infantry; take it out; it is for artillery"
        )],
    );
    battle(
        "men = 300",
        "men = 300\nweight = \"light\"",
        &[&format!(
            "scenario.toml:34: {foot}: weight does not go with infantry; take it out; it is for cavalry"
        )],
    );
    battle(
        "men = 300",
        "men = 300\nposture = \"mounted\"",
        &[&format!(
            "scenario.toml:34: {foot}: posture \"mounted\" does not go with infantry; use formed or skirmish"
        )],
    );
    battle("men = 300", "men = 300\nposture = \"skirmish\"", &[]);
    battle(
        "quality = \"regular\"",
        "quality = \"regular\"\nweapon = \"musket\"",
        &[&format!(
            "scenario.toml:45: {guns}: weapon does not go with artillery; take it out; guns says what it fires"
        )],
    );
    battle("quality = \"regular\"", "quality = \"regular\"\nbranch = \"horse\"\nmen = 80", &[]);
}

#[test]
fn places_off_the_field_or_outside_the_zone() {
    let foot = "sides.blue.units[0] \"14th Brooklyn\"";
    let bounds = "is off the field; keep x within 0 to 1000 and y within 0 to 800";
    battle(
        "at = [500, 600]",
        "at = [500, 801]",
        &[&format!("scenario.toml:36: {foot}: at [500, 801] {bounds}")],
    );
    battle("at = [500, 600]", "at = [500, 800]", &[]);
    battle(
        "at = [500, 600]",
        "at = [500, 499]",
        &[&format!(
            "scenario.toml:36: {foot}: at [500, 499] is outside the zones of its side; \
             move the unit into a zone, or draw the zone larger"
        )],
    );
    battle("at = [500, 600]", "at = [500, 500]", &[]);
    battle(
        "at = [500, 400]",
        "at = [-1, 400]",
        &[&format!("scenario.toml:11: objectives[0] \"the hill\": at [-1, 400] {bounds}")],
    );
    battle(
        "at = [500, 50]",
        "at = [1001, 50]",
        &[&format!("scenario.toml:54: sides.gray.formations[0] \"Wing\" commander: at [1001, 50] {bounds}")],
    );
}

#[test]
fn zones() {
    let zone = "scenario.toml:17: sides.blue.zones[0]";
    let old = "box = [0, 500, 1000, 800]";
    battle(old, "polygon = [[0, 500], [1000, 500], [1000, 800], [0, 800]]", &[]);
    battle(
        old,
        "",
        &[
            &format!("{zone}: needs one shape; give either box or polygon"),
            "scenario.toml:36: sides.blue.units[0] \"14th Brooklyn\": at [500, 600] is outside the zones of its side; \
         move the unit into a zone, or draw the zone larger",
            "scenario.toml:45: sides.blue.units[1] \"Battery\": at [700, 600] is outside the zones of its side; \
         move the unit into a zone, or draw the zone larger",
        ],
    );
    // The edges of the bow tie cross at [500, 650]. At x = 700 its lower half ends at 500 + 300 · 150/500 = 590.
    let bow = "polygon = [[0, 500], [1000, 500], [0, 800], [1000, 800]]";
    battle(
        old,
        bow,
        &[
            &format!("{zone}: polygon crosses itself; give the corners in order around the zone"),
            "scenario.toml:45: sides.blue.units[1] \"Battery\": at [700, 600] is outside the zones of its side; \
             move the unit into a zone, or draw the zone larger",
        ],
    );
    battle(
        old,
        "box = [0, 500, 1001, 800]",
        &[&format!(
            "{zone}: box [1001, 800] is off the field; keep x within 0 to 1000 and y within 0 to 800"
        )],
    );
}

#[test]
fn units_on_top_of_each_other() {
    let what = "is on top of \"14th Brooklyn\"; keep centres 40 yards apart or more";
    // 24 east and 31 north: 576 + 961 = 1537, under 40² = 1600. 24 and 32: 576 + 1024 = 1600 exactly, far enough.
    battle(
        "at = [700, 600]",
        "at = [524, 631]",
        &[&format!("scenario.toml:45: sides.blue.units[1] \"Battery\": at {what}")],
    );
    battle("at = [700, 600]", "at = [524, 632]", &[]);
}

#[test]
fn overrides_name_rulesets_and_units() {
    battle(
        "[overrides.quickplay]",
        "[overrides.quikplay]",
        &[
            "scenario.toml:65: overrides.quikplay: \"quikplay\" is not a ruleset; use one of quickplay, potomac",
        ],
    );
    battle(
        "units.foot",
        "units.feet",
        &[
            "scenario.toml:67: overrides.quickplay.units.feet: is for no unit of this scenario; use the id of a unit",
        ],
    );
}

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
           use one of impassable_to, kind, level, name, width_yards"],
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
    let features = vec!["{}"; 5_001].join(",");
    let text =
        format!("{{\"type\": \"FeatureCollection\", \"units\": \"yards\", \"features\": [{features}]}}");
    assert_eq!(
        complaints(BATTLE, &text),
        ["terrain.geojson: the ground has 5001 features; use no more than 5000"]
    );
}
