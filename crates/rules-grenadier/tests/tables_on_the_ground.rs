//! The tables that are played out on the ground: terrain, passing through, the removal of DPs, the steps of the turn. Every
//! row becomes positions, and what its cells say must come of them.

mod sheet;

use longroll_kit::Ruleset;
use longroll_rules_grenadier::Grenadier;
use longroll_rules_grenadier::book::kinds::Cover;
use longroll_rules_grenadier::book::options::Options;
use longroll_rules_grenadier::procedures::fire::{FireFacts, TargetFacts, fire_mods};
use longroll_rules_grenadier::procedures::melee::{MeleeSide, melee_mods};
use longroll_rules_grenadier::procedures::morale::{MoraleFacts, morale_mods};
use longroll_rules_grenadier::turn::state::Step;
use sheet::{Row, cases_pass, named};

const ENEMY: &str = r#"{ name = "X", side = "gray", type = "infantry", at = [20, 40], facing = 180 },"#;

/// One case: units, terrain, commands, and what is expected.
fn case(name: &str, setup: &str, units: &str, terrain: &str, commands: &str, expect: &str) -> String {
    format!(
        "[[case]]\nname = \"{name}\"\nclauses = [\"GRE-TERRAIN-01\"]\noptions = {{ \"GRE-OPT-11\" = \"attacker_always\" }}\n\
         setup.table = [72, 48]\n{setup}\nsetup.unit = [\n{units}\n]\nsetup.terrain = [{terrain}]\ncommands = [{commands}]\n{expect}\n"
    )
}

/// The ground of a row of the terrain table: lying at y and beyond, or a line at y.
fn ground(row: Row<'_>, y: f64) -> Vec<String> {
    let area = |kind: &str, more: &str| {
        format!(
            "{{ kind = \"{kind}\", name = \"here\", area = [[5, {y}], [35, {y}], [35, {}], [5, {}]]{more} }}",
            y + 8.0,
            y + 8.0
        )
    };
    let line = |kind: &str, more: &str| {
        format!("{{ kind = \"{kind}\", line = [[5, {y}], [35, {y}]], width = 0.2{more} }}")
    };
    match row.text("terrain") {
        "open" => vec![String::new()],
        "woods" => vec![area("wood", "")],
        "swamp" => vec![area("marsh", "")],
        "stream" => vec![line("stream", "")],
        "hedge_or_fence" => vec![line("hedge", ""), line("fence", "")],
        "wall_or_breastwork" => vec![line("wall", ""), line("works", ", grade = 1")],
        "trench" => vec![line("works", ", grade = 2"), line("cut", "")],
        "building" => vec![area("building", "")],
        "hill" => vec![area("contour", ", level = 1")],
        "road_in_column" => vec!["{ kind = \"road\", line = [[20, 0], [20, 40]], width = 1 }".to_owned()],
        other => panic!("{other}"),
    }
}

// clauses: GRE-R03, GRE-TERRAIN-01, GRE-TERRAIN-02, GRE-TERRAIN-03, GRE-TERRAIN-04, GRE-TERRAIN-05, GRE-MORALE-14, GRE-MELEE-19
#[test]
fn terrain() {
    sheet!("terrain").walk(|row| {
        let name = row.text("terrain");
        let cover: Cover = named(row.text("cover"));
        let is_line = matches!(name, "hedge_or_fence" | "wall_or_breastwork" | "trench" | "stream");
        // cover: held by an area, or just behind a line; a trench is stood in
        let y = if name == "trench" { 10.4 } else if is_line { 11.0 } else { 5.0 };
        let house = if name == "building" { ", building = \"here\"" } else { "" };
        let a = format!("{{ name = \"A\", side = \"blue\", type = \"infantry\", grade = \"trained\", at = [20, 10]{house} }},\n{ENEMY}");
        for terrain in ground(row, y) {
            let expect = format!("expect.state = {{ \"A.cover.X\" = \"{}\" }}", row.text("cover"));
            cases_pass(&case(name, "", &a, &terrain, "", &expect));
        }
        let target = TargetFacts { cover, ..TargetFacts::default() };
        let fire = fire_mods(&FireFacts { target, ..FireFacts::default() }).total;
        assert_eq!(i64::from(fire), row.number("fire_mod"), "{name}");
        let side = MeleeSide {
            cover: cover != Cover::None,
            in_building: name == "building",
            uphill: name == "hill",
            ..MeleeSide::default()
        };
        let plain = MeleeSide::default();
        let melee = melee_mods(&side, &plain, false, &Options::default()).total
            - melee_mods(&plain, &plain, false, &Options::default()).total;
        assert_eq!(i64::from(melee), row.number("melee_mod"), "{name}");
        let facts = MoraleFacts { cover, in_trench: name == "trench", uphill: name == "hill", ..MoraleFacts::default() };
        let morale = morale_mods(&facts).total - morale_mods(&MoraleFacts::default()).total;
        assert_eq!(i64::from(morale), row.number("morale_mod"), "{name}");
        moves_over(row, name, is_line);
    });
}

fn moves_over(row: Row<'_>, name: &str, is_line: bool) {
    // DPs of each face, thrown twice by Trained foot in Line, once by Raw foot in Column on the road
    let low: Vec<u8> = row.text("dp_on").split_whitespace().map(|face| face.parse().unwrap()).collect();
    let on_road = name == "road_in_column";
    let y = if name == "stream" || name == "trench" {
        10.0
    } else if is_line {
        14.0
    } else {
        5.0
    };
    for face in (1..=6).filter(|_| name != "building") {
        let form = if on_road { ", form = \"column\"" } else { "" };
        let a = format!(
            "{{ name = \"A\", side = \"blue\", type = \"infantry\", grade = \"raw\", at = [20, 10]{form} }},\n{ENEMY}"
        );
        let dice = if on_road { format!("{face}") } else { format!("{face} {face}") };
        let dp = if low.contains(&face) { 2 } else { 0 };
        let commands = format!("{{ do = \"full A\", dice = \"{dice}\" }}, \"move A: go 1\"");
        for terrain in ground(row, y).into_iter().take(1) {
            cases_pass(&case(
                name,
                "",
                &a,
                &terrain,
                &commands,
                &format!("expect.state = {{ \"A.dp\" = {dp} }}"),
            ));
        }
    }
    assert!(name != "building" || low.is_empty());
    // formed cavalry and limbered guns going into it
    let enters = row.number("formed_cavalry_and_guns_may_enter") == 1;
    for (unit, gait, far) in [
        ("type = \"cavalry\"", "{ do = \"half A\", dice = \"4 4\" }", "4"),
        ("type = \"foot_artillery\", form = \"limbered_line\"", "{ do = \"full A\", dice = \"5\" }", "2.5"),
    ] {
        // along the road it goes through a wood
        let (unit, wood) = if on_road {
            let column = unit.replace("limbered_line", "limbered_column");
            let column =
                if column.contains("cavalry") { format!("{column}, form = \"column\"") } else { column };
            (column, "{ kind = \"wood\", area = [[5, 7], [35, 7], [35, 20], [5, 20]] }, ")
        } else {
            (unit.to_owned(), "")
        };
        let gait =
            if on_road && gait.contains("half") { "{ do = \"full A\", dice = \"4 4\" }" } else { gait };
        let a = format!("{{ name = \"A\", side = \"blue\", {unit}, at = [20, 5] }},\n{ENEMY}");
        let expect = if enters {
            "expect.state = { \"A.facing\" = 0 }"
        } else {
            "expect.refused = \"GRE-TERRAIN-03\""
        };
        for terrain in ground(row, 8.0) {
            let commands = format!("{gait}, \"move A: go {far}\"");
            cases_pass(&case(name, "", &a, &format!("{wood}{terrain}"), &commands, expect));
        }
    }
    // what it costs foot to cross, out of 10 inches
    let Some(cost) = row.maybe("crossing_cost_in") else {
        assert_eq!(name, "building");
        return;
    };
    for (far, lawful) in [(10 - cost, true), (11 - cost, false)] {
        let a = format!("{{ name = \"A\", side = \"blue\", type = \"infantry\", at = [20, 5] }},\n{ENEMY}");
        let commands = format!("{{ do = \"full A\", dice = \"5 5\" }}, \"move A: go {far}\"");
        let expect = if lawful {
            format!("expect.state = {{ \"A.at\" = [20, {}] }}", 5 + far)
        } else {
            "expect.refused = \"GRE-MOVE-10\"".to_owned()
        };
        for terrain in ground(row, 8.0) {
            cases_pass(&case(name, "", &a, &terrain, &commands, &expect));
        }
    }
}

// clauses: GRE-PASS-01, GRE-PASS-02, GRE-PASS-03, GRE-PASS-04, GRE-PASS-06, GRE-PASS-07, GRE-PASS-08, GRE-PASS-10, GRE-PASS-11
#[test]
fn passing_through() {
    sheet!("interpenetration").walk(|row| {
        let (mover, through) = (row.text("mover"), row.text("through"));
        let name = format!("{mover} through {through}");
        let unit = |name: &str, side: &str, what: &str, at: &str| {
            format!("{{ name = \"{name}\", side = \"{side}\", type = {what}, at = {at} }},\n")
        };
        let far = format!("{ENEMY}\n{}", unit("P", "blue", "\"infantry\", brigade = \"far\"", "[66, 4]"));
        let walk = "{ do = \"full M\", dice = \"5 5\" }, \"move M: go 8\"";
        let (foot, skirmish) = ("\"infantry\"", "\"infantry\", form = \"skirmish\", brigade = \"other\", grade = \"trained\"");
        let line = "\"infantry\", brigade = \"other\", grade = \"trained\"";
        let guns = "\"foot_artillery\", brigade = \"other\"";
        let other = if through == "skirmishers" { skirmish } else { line };
        let pair = |m: &str, o: &str| format!("{}{}{far}", unit("M", "blue", m, "[20, 5]"), unit("O", "blue", o, "[20, 8]"));
        let (setup, units, commands) = match (mover, through) {
            ("skirmishers", _) => (String::new(), pair("\"infantry\", form = \"skirmish\"", line), walk.to_owned()),
            ("any_friend", _) => (String::new(), pair(foot, skirmish), walk.to_owned()),
            ("order_unit_line", _) => (String::new(), pair(foot, guns), walk.to_owned()),
            ("other", _) => (String::new(), pair(foot, line), walk.to_owned()),
            ("general", _) => (
                String::new(),
                format!("{}{}{far}", unit("M", "blue", "\"general\"", "[20, 5]"), unit("O", "blue", line, "[20, 8]")),
                "{ do = \"ride M\", dice = \"3 3 3 3\" }, \"move M: go 8\"".to_owned(),
            ),
            ("mounted_cavalry_line", _) => (
                "setup.step = \"charge\"\nsetup.brigades = [{ name = \"blue\", order = \"assault\" }]".to_owned(),
                format!(
                    "{}{}{}{}",
                    unit("M", "blue", "\"cavalry\"", "[20, 12]"),
                    unit("O", "blue", "\"cavalry\", fighting = \"Y\"", "[20, 20]"),
                    unit("Y", "gray", "\"cavalry\", facing = 180", "[20, 21.25]"),
                    unit("G", "blue", "\"general\"", "[20, 8]")
                ),
                "\"charge M at Y\"".to_owned(),
            ),
            // a Raw unit that lost a figure scores 2 - 2 = 0 and retreats, 16 in, half of it through the friend; who heeds it tests
            ("retreating_or_routing", _) => (
                "setup.step = \"fire\"\nsetup.active = \"gray\"".to_owned(),
                format!(
                    "{}{}{far}",
                    unit("M", "blue", "\"infantry\", grade = \"raw\", lost_to_fire = 1", "[20, 20]"),
                    unit("O", "blue", other, "[20, 15]")
                ),
                if through == "skirmishers" {
                    "{ do = \"end step\", by = \"gray\", dice = \"1 1 | 5 5 6 | 6 6\" }".to_owned()
                } else {
                    "{ do = \"end step\", by = \"gray\", dice = \"1 1 | 5 5 6 | 6 6 | 6 6\" }".to_owned()
                },
            ),
            ("broken_brigade_retirement", _) => (
                "setup.step = \"command\"\nsetup.brigades = [{ name = \"blue\", retires = true, broken = true }]".to_owned(),
                format!("{}{}{far}", unit("M", "blue", foot, "[20, 30]"), unit("O", "blue", other, "[20, 24]")),
                "\"end step\", { do = \"end step\", by = \"gray\" }".to_owned(),
            ),
            // a limbered battery 0.75 in from its charger, with a friend at its back
            ("evade_pushback_goback_retire_order", _) => (
                "setup.step = \"charge\"\nsetup.brigades = [{ name = \"blue\", order = \"assault\" }]".to_owned(),
                format!(
                    "{}{}{}{}",
                    unit("A", "blue", foot, "[20, 10]"),
                    unit("G", "blue", "\"general\"", "[20, 5]"),
                    unit("M", "gray", "\"foot_artillery\", form = \"limbered_line\", facing = 180", "[20, 15.5]"),
                    unit("O", "gray", line.replace("other", "gray").as_str(), "[20, 17.25]")
                ),
                "\"charge A at M\", { do = \"end step\", dice = \"3\" }, { do = \"evade M\", by = \"gray\", dice = \"4 4\" }".to_owned(),
            ),
            other => panic!("{other:?}"),
        };
        if row.number("allowed") == 0 {
            assert_eq!((row.text("dp_mover"), row.text("dp_other"), row.text("condition")), ("", "", ""));
            cases_pass(&case(&name, &setup, &units, "", &commands, "expect.refused = \"GRE-PASS-01\""));
            return;
        }
        let expect = format!("expect.state = {{ \"M.dp\" = {}, \"O.dp\" = {} }}", row.number("dp_mover"), row.number("dp_other"));
        cases_pass(&case(&name, &setup, &units, "", &commands, &expect));
        // where the condition fails
        match row.text("condition") {
            "must_clear_completely" => {
                let short = walk.replace("go 8", "go 3");
                cases_pass(&case(&name, &setup, &units, "", &short, "expect.refused = \"GRE-PASS-04\""));
            }
            "reinforcing_melee" => {
                let idle = pair("\"cavalry\"", "\"cavalry\"");
                let ride = "{ do = \"full M\", dice = \"5 5 5\" }, \"move M: go 8\"";
                cases_pass(&case(&name, "", &idle, "", ride, "expect.refused = \"GRE-PASS-01\""));
            }
            "only_if_it_would_else_stay_within_1_in_of_enemy" => {
                // the charger stops 1.75 in off: the battery stays before its friend, who is not disturbed
                let calm = commands.replace("dice = \"3\"", "dice = \"2\"");
                cases_pass(&case(&name, &setup, &units, "", &calm, "expect.state = { \"M.at\" = [20, 15.5], \"O.dp\" = 0 }"));
            }
            // the second half stops behind friends (GRE-PASS-09); the cases of movement show it
            "" | "with_bonus_distance" | "first_half_move_only_with_bonus_distance" => {}
            other => panic!("{other}"),
        }
    });
}

// clauses: GRE-DP-10, GRE-DP-11, GRE-DP-12, GRE-DP-14, GRE-DP-15, GRE-DP-16, GRE-DP-18
#[test]
fn removal_of_dps() {
    sheet!("dp_removal").walk(|row| {
        let who = row.text("who");
        let listed = row.grades("unit_grades");
        let ability = who.split(' ').next().unwrap().to_lowercase();
        let by_general = who.ends_with("general");
        assert_eq!(row.number("needs_contact") == 1, by_general);
        let moved = row.text("unit_state") == "moved";
        let order = if row.text("order") == "Assault" { "assault" } else { "engage" };
        for grade in longroll_rules_grenadier::book::kinds::Grade::ALL {
            let own = match grade.words() {
                "Veteran" => 2,
                "Regular" => 1,
                _ => 0,
            };
            let helped = if listed.contains(&grade) { row.number("dp") } else { 0 };
            let (unit, shed, dice) = match who {
                "self" => ("", own, ""),
                "on_rallying" => (", state = \"retreating\", stirred = true, tested = true", helped, "6 6 | 6 6"),
                _ if moved => (", stirred = true, halves = 1", helped, ""),
                _ => ("", own + helped, ""),
            };
            assert!(who != "self" || !listed.contains(&grade) || own == helped, "{who} {grade:?}");
            let general = if by_general {
                format!("{{ name = \"G\", side = \"blue\", type = \"general\", ability = \"{ability}\", at = [20, 8], with = \"A\" }},")
            } else {
                String::new()
            };
            let units = format!(
                "{{ name = \"A\", side = \"blue\", type = \"infantry\", grade = \"{}\", at = [20, 10], dp = 3{unit} }},\n{general}\n{ENEMY}\n\
                 {{ name = \"P\", side = \"blue\", type = \"infantry\", at = [66, 4], brigade = \"far\" }},",
                grade.words().to_lowercase()
            );
            let setup = format!("setup.step = \"fire\"\nsetup.active = \"gray\"\nsetup.brigades = [{{ name = \"blue\", order = \"{order}\", share = 3 }}]");
            let dice = if who == "on_rallying" { "6 6" } else { dice };
            let command = format!("{{ do = \"end step\", by = \"gray\", dice = \"{dice}\" }}");
            let expect = format!("expect.state = {{ \"A.dp\" = {} }}", (3 - shed).max(0));
            cases_pass(&case(&format!("{who} {}", grade.words()), &setup, &units, "", &command, &expect));
            if moved {
                let calm = setup.replace("assault", "engage");
                cases_pass(&case(who, &calm, &units, "", &command, "expect.state = { \"A.dp\" = 3 }"));
            }
        }
        assert!(matches!(row.text("unit_state"), "moved" | "stationary" | "stationary_not_in_melee" | "rallied"));
    });
}

// clauses: GRE-TURN-01
#[test]
fn steps_of_the_turn() {
    let names = [
        "initiative",
        "command",
        "compulsory_movement",
        "charge_declaration_and_approach",
        "movement",
        "fire",
        "charge_resolution",
        "melee_and_pursuit",
        "morale",
        "end",
    ];
    sheet!("turn_sequence").walk(|row| {
        let place = row.number("step") as usize - 1;
        let step = Step::OF_TURN[place];
        assert_eq!(row.text("name"), names[place]);
        assert!(
            row.text("name").starts_with(step.words().split(' ').next().unwrap().trim_end_matches('s')),
            "{step:?}"
        );
        let both = matches!(step, Step::Initiative | Step::Melee);
        assert_eq!(row.text("who_first"), if both { "both" } else { "first_player" });
        assert_eq!(row.text("dice").is_empty(), step == Step::End);
        let clause = row.text("clause");
        assert!(Grenadier::registry().clauses.iter().any(|known| known.id.to_string() == clause), "{clause}");
    });
}
