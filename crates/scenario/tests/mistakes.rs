//! One wrong thing at a time in `scenario.toml`: what the checker says, word for word, and on which line.

mod common;

use common::{BATTLE, GROUND, battle, complaints, with};

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
    let facing = "is not a compass bearing; use 0 to 359: 0 north, 90 east, 180 south, 270 west";
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
            "scenario.toml:31: sides.blue.units[0] \"14th Brooklyn\": formation \"wing\" is not a formation of this side; \
           use the id of a formation of this side: army, brigade",
        ],
    );
    battle(
        "parent = \"army\"",
        "parent = \"corps\"",
        &[
            "scenario.toml:27: sides.blue.formations[1] \"Brigade\": parent \"corps\" is not a formation of this side; \
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
fn a_side_without_units_or_without_a_head() {
    let start = BATTLE.find("[[sides.gray.units]]").expect("there");
    let end = BATTLE.find("[overrides.quickplay]").expect("there");
    let text = format!("{}{}", &BATTLE[..start], &BATTLE[end..]);
    let text = with(
        &with(&text, "edge = \"south\"", "edge = \"south\"\nunits = []"),
        "units.foot = { strength = 5 }",
        "",
    );
    assert_eq!(
        complaints(&text, GROUND),
        ["scenario.toml:50: sides.gray: units is empty; give the side at least one unit"]
    );
    battle(
        "commander = { name = \"Gen. B\"",
        "parent = \"x\"\ncommander = { name = \"Gen. B\"",
        &[
            "scenario.toml:50: sides.gray: formations has no whole force; leave one formation without parent",
            "scenario.toml:54: sides.gray.formations[0] \"Wing\": parent \"x\" is not a formation of this side; \
         use the id of a formation of this side: wing",
        ],
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
fn zone_outlines() {
    // Gray has no zones of its own here, so the one given is the only one; its unit stands at [500, 100].
    let zone = "scenario.toml:50: sides.gray.zones[0]";
    let outside = "scenario.toml:64: sides.gray.units[0] \"Rangers\": at [500, 100] is outside the zones of its side; \
                   move the unit into a zone, or draw the zone larger";
    let gray = |shape: &str| {
        let edge_and_zone = format!("edge = \"south\"\nzones = [{{ {shape} }}]");
        complaints(&with(BATTLE, "edge = \"south\"", &edge_and_zone), GROUND)
    };
    assert_eq!(gray("polygon = [[0, 0], [1000, 0], [500, 100]]"), Vec::<String>::new(), "a corner is inside");
    assert_eq!(gray("polygon = [[0, 0], [1000, 0], [500, 99]]"), [outside]);
    assert_eq!(
        gray("polygon = [[0, 100], [500, 100], [1000, 100]]"),
        [format!("{zone}: polygon encloses nothing; give three corners or more, not in one line")]
    );
    assert_eq!(
        gray("polygon = [[0, 0], [1000, 0], [500, 300], [500, 300]]"),
        [format!("{zone}: polygon names a corner twice; leave the second out; the zone closes itself")]
    );
    assert_eq!(
        gray("box = [600, 0, 400, 300]"),
        [format!("{zone}: box is empty; write [west, south, east, north] in yards"), outside.to_owned()]
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
