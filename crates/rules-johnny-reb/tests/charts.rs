//! Every cell of every table file, read by its heading and held against what the rules make of it.

use longroll_dice::{Rolling, Scripted};
use longroll_kit::{CaseSetup, Ruleset, Settings, Side};
use longroll_rules_johnny_reb::book::crt::{Cell, Strength, read};
use longroll_rules_johnny_reb::book::kinds::{Arm, Body, Formation, Level, Quality, Terrain, Weapon};
use longroll_rules_johnny_reb::book::options::{Options, Rates};
use longroll_rules_johnny_reb::book::tables::{
    RunDice, basic_morale, multiplier, ranges, rate, run_dice, scaled,
};
use longroll_rules_johnny_reb::procedures::fire::{
    Band, FireFacts, Situation, band, band_of, dice_count, eligible, fire, fire_dice, fire_mods,
};
use longroll_rules_johnny_reb::procedures::morale::{
    Cause, MoraleFacts, Verdict, VolleyPoint, beaten_level, level_after, morale_mods, volley_half_inches,
};
use longroll_rules_johnny_reb::turn::houses::hits_to_destroy;
use longroll_rules_johnny_reb::{Command, JohnnyReb};
use longroll_table::{Field, Length, inches, thousandths};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

type Row = BTreeMap<String, String>;

/// The rows of a table file, each cell by the heading of its column.
fn table(name: &str) -> Vec<Row> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables").join(format!("{name}.csv"));
    let text = fs::read_to_string(file).unwrap();
    let mut lines = text.lines().map(cells);
    let heads = lines.next().unwrap();
    lines
        .map(|row| {
            assert_eq!(row.len(), heads.len(), "{name}: {row:?}");
            heads.iter().cloned().zip(row).collect()
        })
        .collect()
}

fn cells(line: &str) -> Vec<String> {
    let (mut list, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => list.push(String::new()),
            _ => list.last_mut().unwrap().push(letter),
        }
    }
    list
}

/// A word of a table as the kind of thing it names.
fn word<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_value(Value::String(text.to_owned())).unwrap_or_else(|_| panic!("{text}"))
}

fn inches_in(text: &str) -> Length {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let part: i64 = format!("{part:0<3}").parse().unwrap();
    thousandths(whole.parse::<i64>().unwrap() * 1000 + part)
}

fn cell(text: &str) -> Cell {
    match text {
        "-" => Cell::Nothing,
        "MC" => Cell::Check,
        "1*" => Cell::Possible,
        number => Cell::Loss(number.parse().unwrap()),
    }
}

// clauses: JR-CRT-01, JR-CRT-02, JR-CRT-03, JR-CRT-04, JR-CRT-08, JR-CRT-09, JR-OPT-07
#[test]
fn every_cell_of_the_combat_results_table_by_its_heading() {
    let (options, public) = (Options::default(), Options { six_for_twelve: true, ..Options::default() });
    let (rows, sources) = (table("crt"), table("crt_provenance"));
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for (row, source) in rows.iter().zip(&sources) {
        let figures: u32 = row["figures"].trim_end_matches('+').parse().unwrap();
        let halves = match row["sections"].as_str() {
            "" => None,
            "0.5" => Some(1),
            sections => Some(2 * sections.parse::<u32>().unwrap()),
        };
        for (head, text) in row.iter().filter(|(head, _)| head.parse::<i32>().is_ok()) {
            let roll: i32 = head.parse().unwrap();
            let wanted = cell(text);
            assert_eq!(read(Strength::Figures(figures), roll, &options), wanted, "{figures}, {roll}");
            if let Some(halves) = halves {
                assert_eq!(read(Strength::HalfSections(halves), roll, &options), wanted, "{halves}, {roll}");
            }
            let disputed = match (figures, roll) {
                (12, 19) => Cell::Loss(6),
                (8, 16) => Cell::Loss(3),
                _ => wanted,
            };
            assert_eq!(read(Strength::Figures(figures), roll, &public), disputed, "{figures}, {roll}");
            // JR-CRT-02, -03: between two rows or columns the lower
            if roll == 20 || roll == 22 {
                assert_eq!(read(Strength::Figures(figures), roll + 1, &options), wanted);
            }
            *counts.entry(source[head].clone()).or_default() += 1;
        }
        assert_eq!(read(Strength::Figures(figures), 0, &options), Cell::Nothing);
        let last = cell(&row["24"]);
        assert_eq!(read(Strength::Figures(figures), 40, &options), last);
    }
    assert_eq!(rows.len(), 13);
    assert_eq!(counts, BTreeMap::from([("public".to_owned(), 76), ("seed".to_owned(), 210)]));
    for note in table("crt_notes") {
        if let (Ok(figures), Ok(roll)) = (note["row"].parse(), note["column"].parse()) {
            assert_eq!(read(Strength::Figures(figures), roll, &options), cell(&note["used"]), "{note:?}");
        }
    }
}

fn guns(weapon: Weapon, range: Length) -> FireFacts {
    let (body, formation) = (Body::Artillery, Formation::Unlimbered);
    FireFacts { weapon, body, formation, range, figures: 3, ..FireFacts::default() }
}

// clauses: JR-FIRE-02, JR-FIRE-03, JR-FIRE-04, JR-FIRE-05, JR-FIRE-06, JR-FIRE-08, JR-FIRE-09, JR-FIRE-10, JR-FIRE-13, JR-CHARGE-17, JR-MELEE-03
#[test]
fn the_dice_of_every_situation() {
    let plain = FireFacts { range: inches(4), ..FireFacts::default() };
    let count = |f: &FireFacts| dice_count(&fire_dice(f, &Options::default())) as i32;
    let stirred = FireFacts { situation: Situation::Stirred, ..plain.clone() };
    for row in table("fire_dice") {
        let number: i32 = row["dice"].parse().unwrap();
        let more = |f: FireFacts, than: &FireFacts| count(&f) - count(than);
        let found = match row["situation"].as_str() {
            "order_hold_not_pivoted" => count(&plain),
            "order_first_fire" => count(&FireFacts { situation: Situation::FirstFire, ..plain.clone() }),
            "moved_formed_or_pivoted" => count(&stirred),
            "close_range_small_arms" => more(FireFacts { range: inches(2), ..plain.clone() }, &plain),
            "repeaters" => {
                let (weapon, range) = (Weapon::RepeatingCarbine, inches(3));
                let spared = FireFacts { weapon, range, repeater_die: false, ..plain.clone() };
                more(FireFacts { repeater_die: true, ..spared.clone() }, &spared)
            }
            "canister" => more(guns(Weapon::Napoleon, inches(3)), &guns(Weapon::Napoleon, inches(12))),
            "double_canister" => {
                more(guns(Weapon::Napoleon, thousandths(1500)), &guns(Weapon::Napoleon, inches(12)))
            }
            "long_range" => more(FireFacts { range: inches(12), ..plain.clone() }, &plain),
            "firer_shaken" => more(FireFacts { shaken: true, ..plain.clone() }, &plain),
            "firer_skirmishing" => {
                more(FireFacts { formation: Formation::SkirmishLine, ..plain.clone() }, &plain)
            }
            "low_ammunition" => more(FireFacts { low_ammunition: true, ..plain.clone() }, &plain),
            "volley_after_lost_charge" => {
                // whatever the range and the weapon
                for range in [1, 4, 12, 30].map(inches) {
                    let situation = Situation::AfterCharge;
                    assert_eq!(count(&FireFacts { situation, range, ..plain.clone() }), number);
                    assert_eq!(count(&FireFacts { situation, ..guns(Weapon::Napoleon, range) }), number);
                }
                number
            }
            // tests/odds.rs and the cases fight rounds with three dice
            "melee_round" => 3,
            "minimum" => count(&FireFacts {
                shaken: true,
                low_ammunition: true,
                range: inches(12),
                formation: Formation::SkirmishLine,
                ..stirred.clone()
            }),
            other => panic!("{other}"),
        };
        assert_eq!(found, number, "{}", row["situation"]);
    }
}

// clauses: JR-FORM-01, JR-FORM-03, JR-FORM-04, JR-FORM-05, JR-DRM-10, JR-DRM-11, JR-DRM-12, JR-DRM-13, JR-DRM-14, JR-DRM-15, JR-CHARGE-04
#[test]
fn every_formation_as_firer_target_and_charger() {
    for row in table("formations") {
        let (body, formation): (Body, Formation) = (word(&row["arm"]), word(&row["formation"]));
        // 13 of 16 figures left on four stands
        let facts = FireFacts { body, formation, figures: 13, per_stand: 4, ..FireFacts::default() };
        let firing = match row["fire_share"].as_str() {
            "all" => 13,
            "front_half" => 8,
            "lead_stand" => 4,
            "half" => 6,
            "none" => 0,
            other => panic!("{other}"),
        };
        assert_eq!(eligible(&facts), firing, "{row:?}");
        let at = |f: FireFacts| {
            let f = FireFacts { target: body, target_formation: formation, ..f };
            fire_mods(&f, &Options::default()).total
        };
        assert_eq!(at(FireFacts::default()).to_string(), row["target_drm_small_arms"], "{row:?}");
        assert_eq!(
            at(guns(Weapon::Napoleon, inches(10))).to_string(),
            row["target_drm_artillery"],
            "{row:?}"
        );
        let impact = |guns_supported| {
            morale_mods(&MoraleFacts {
                cause: Cause::Impact,
                body,
                formation,
                guns_supported,
                ..Default::default()
            })
            .total
        };
        match row["charge_morale"].as_str() {
            "0_or_bmp" => assert_eq!((impact(true), impact(false)), (0, 3), "{row:?}"),
            number => assert_eq!(impact(false).to_string(), number, "{row:?}"),
        }
        let refused = order_charge(body, formation);
        let wanted = if row["may_charge"] == "no" { Some("JR-CHARGE-04".to_owned()) } else { None };
        assert_eq!(refused, wanted, "{row:?}");
    }
}

/// The clause that refuses a Charge order to a unit so formed.
fn order_charge(body: Body, formation: Formation) -> Option<String> {
    let (arm, mounted) = match body {
        Body::Infantry => ("infantry", false),
        Body::CavalryMounted => ("cavalry", true),
        Body::CavalryDismounted => ("cavalry", false),
        Body::Artillery => ("artillery", false),
    };
    let unit = |name: &str, side: &str, y: u32| json!({ "name": name, "side": side, "arm": arm, "at": [20, y], "formation": formation, "mounted": mounted });
    let setup = CaseSetup {
        field: Arc::new(Field { width: inches(48), height: inches(48), features: Vec::new() }),
        game: Map::new(),
        units: vec![unit("A", "blue", 10), unit("X", "gray", 40)],
    };
    let state = JohnnyReb::arrange(&setup, &Settings::default()).unwrap();
    let command: Command = JohnnyReb::read_command(&state, "order A charge").unwrap();
    let mut dice = Rolling::new(Scripted::new(Vec::new()));
    match JohnnyReb::handle(&state, Side::Blue, &command, &mut dice) {
        Ok(_) => None,
        Err(longroll_kit::Stop::Refused(refusal)) => Some(refusal.clause.to_string()),
        Err(other) => panic!("{other:?}"),
    }
}

// clauses: JR-RANGE-01, JR-RANGE-02, JR-RANGE-03, JR-RANGE-04, JR-RANGE-05, JR-RANGE-06, JR-RANGE-07, JR-RANGE-08, JR-RANGE-09, JR-RANGE-10, JR-RANGE-11, JR-RANGE-12, JR-FIRE-07, JR-UNIT-09
#[test]
fn every_range_at_its_figure_and_just_beyond() {
    let options = Options::default();
    let hair = thousandths(10);
    let small =
        table("ranges_small_arms").into_iter().map(|row| (word::<Weapon>(&row["weapon"]), "close_in", row));
    let big =
        table("ranges_artillery").into_iter().map(|row| (word::<Weapon>(&row["gun"]), "canister_in", row));
    for (weapon, near, row) in small.chain(big) {
        for (woods, mm) in [(false, 15), (true, 15), (false, 25), (false, 10), (false, 5)] {
            let size = |head: &str| {
                let length = scaled(inches_in(&row[head]), mm);
                if woods && weapon.is_gun() { length.half() } else { length }
            };
            let at = |range: Length| {
                let facts =
                    FireFacts { weapon, range, guns_in_woods: woods, figure_mm: mm, ..FireFacts::default() };
                band_of(&facts, &options)
            };
            let (close, normal, long) = (size(near), size("normal_in"), size("long_in"));
            assert_eq!(at(close), Some(Band::Close), "{row:?}");
            let beyond = if normal > close { Band::Normal } else { Band::Long };
            assert_eq!(at(close + hair), Some(beyond), "{row:?}");
            if normal > close {
                assert_eq!(at(normal), Some(Band::Normal), "{row:?}");
            }
            assert_eq!(at(normal + hair), Some(Band::Long), "{row:?}");
            assert_eq!((at(long), at(long + hair)), (Some(Band::Long), None), "{row:?}");
            if let Some(double) = row.get("double_canister_in") {
                let double = if woods { inches_in(double).half() } else { scaled(inches_in(double), mm) };
                assert_eq!(at(double), Some(Band::DoubleCanister), "{row:?}");
                assert_eq!(at(double + hair), Some(Band::Close), "{row:?}");
            }
        }
        assert!(band(weapon, Length::ZERO, false, &options).is_some());
        let known = ranges(weapon);
        assert_eq!(known.drm.to_string(), row["drm_always"]);
        if let Some(rifled) = row.get("rifled") {
            assert_eq!(weapon.is_rifled_gun(), rifled == "yes", "{row:?}");
        } else {
            assert_eq!(known.close_drm.to_string(), row["close_drm"]);
            assert_eq!(known.melee_drm.to_string(), row["melee_drm"]);
            assert_eq!(u32::from(weapon.is_repeater()).to_string(), row["extra_die_repeater"]);
        }
    }
}

// clauses: JR-MOVE-01, JR-MOVE-09, JR-OPT-01
#[test]
fn every_rate_of_every_movement_table() {
    let grounds = ["road", "trail", "open", "broken", "light_woods", "heavy_woods", "rough"];
    for (arm, suffix, rates) in [
        ("infantry", "", Rates::Sibling25),
        ("infantry", "_15mm", Rates::Sibling15),
        ("cavalry", "", Rates::Sibling25),
        ("cavalry", "_15mm", Rates::Sibling15),
        ("artillery", "", Rates::Sibling25),
        ("artillery", "_15mm", Rates::Sibling15),
    ] {
        let options = Options { rates, ..Options::default() };
        for row in table(&format!("movement_{arm}{suffix}")) {
            let name = row.get("gun").unwrap_or_else(|| &row["formation"]).clone();
            let (body, part, weapon) = match arm {
                "infantry" => (Some(Body::Infantry), name.clone(), Weapon::RifleMusket),
                "artillery" if name == "all" => (Some(Body::Artillery), name.clone(), Weapon::Napoleon),
                "artillery" => (Some(Body::Artillery), row["state"].clone(), word(&name)),
                _ if name == "officer" => (None, name.clone(), Weapon::Pistol),
                _ => match name.split_once('_').unwrap() {
                    ("mounted", part) => (Some(Body::CavalryMounted), part.to_owned(), Weapon::Pistol),
                    (_, part) => (Some(Body::CavalryDismounted), part.to_owned(), Weapon::Pistol),
                },
            };
            for ground in grounds {
                let (text, terrain): (&str, Terrain) = (&row[ground], word(ground));
                if name.ends_with("rout_or_charge_bonus") || name == "all" {
                    let wanted = match (text.strip_suffix("D6"), text) {
                        (Some(dice), _) => RunDice::Dice(dice.parse().unwrap()),
                        (None, "abandoned") => RunDice::Abandoned,
                        (None, fixed) => RunDice::Fixed(fixed.parse().unwrap()),
                    };
                    assert_eq!(run_dice(body.unwrap(), terrain), wanted, "{name}, {ground}");
                    continue;
                }
                let wanted = text.parse::<u32>().ok();
                assert_eq!(rate(&options, body, &part, weapon, terrain), wanted, "{name}, {ground}");
                // JR-OPT-01: the default rates times 1.4, to the nearest inch
                if rates == Rates::Sibling25 {
                    let pace = Options { rates: Rates::Pace14, ..Options::default() };
                    let faster = wanted.map(|rate| (rate * 28 + 10) / 20);
                    assert_eq!(rate(&pace, body, &part, weapon, terrain), faster, "{name}, {ground}");
                }
            }
        }
    }
}

// clauses: JR-ARTY-01, JR-ARTY-03
#[test]
fn every_die_on_a_battery_and_every_building() {
    for row in table("artillery_hits") {
        let (from, to) = row["die"].split_once('-').unwrap();
        for die in from.parse::<u8>().unwrap()..=to.parse().unwrap() {
            let by_guns = row["firer"] == "artillery";
            let firer = if by_guns { guns(Weapon::Napoleon, inches(10)) } else { FireFacts::default() };
            let facts = FireFacts { target: Body::Artillery, target_formation: Formation::Limbered, ..firer };
            // guns: row 8, 9 + 2 = 11; rifles: row 16, 5 + 2 = 7: one loss
            let mut faces = if by_guns { vec![3, 3, 3] } else { vec![1, 2, 2] };
            faces.push(die);
            let result = fire(&facts, &Options::default(), &mut Rolling::new(Scripted::new(faces))).unwrap();
            let horses = u32::from(row["effect"] == "horse");
            assert_eq!((result.lost, result.horses), (1, horses), "{row:?}, {die}");
        }
    }
    for (row, grade) in table("buildings").iter().zip([1, 2]) {
        assert_eq!(hits_to_destroy(grade).to_string(), row["artillery_hits_to_destroy"], "{row:?}");
    }
}

// clauses: JR-BMP-01, JR-MPM-11, JR-MORALE-12, JR-CHARGE-09, JR-CHARGE-18, JR-MELEE-05, JR-SCALE-01
#[test]
fn the_small_tables() {
    for row in table("basic_morale") {
        assert_eq!(basic_morale(word(&row["quality"])).to_string(), row["bmp"]);
    }
    for row in table("morale_levels") {
        let level: Level = word(&row["level"]);
        let facts = MoraleFacts { level, cause: Cause::Rally, ..MoraleFacts::default() };
        assert_eq!(morale_mods(&facts).total.to_string(), row["mpm"]);
        let worse: Level = word(row["next_worse"].split(' ').next().unwrap());
        assert_eq!(level_after(level, Verdict::Failed), worse);
        let shaken = FireFacts { shaken: level == Level::Shaken, ..FireFacts::default() };
        if let Ok(fewer) = row["fire_dice"].parse::<i32>() {
            let dice = |f: &FireFacts| dice_count(&fire_dice(f, &Options::default())) as i32;
            assert_eq!(dice(&shaken) - dice(&FireFacts::default()), fewer);
            assert_eq!(eligible(&shaken), if row["fire_share"] == "half" { 8 } else { 16 });
        }
    }
    for row in table("volley_point") {
        let quality: Quality = word(&row["defender_quality"]);
        let half = |die, f: VolleyPoint| {
            thousandths(500 * volley_half_inches(quality, die, &f, &Options::default()))
        };
        assert_eq!(half(1, VolleyPoint::default()), inches_in(&row["inch_per_pip"]));
        assert_eq!(half(6, VolleyPoint::default()), inches_in(&row["max_unmodified_in"]));
        let calm = VolleyPoint { officer: true, works: true, ..VolleyPoint::default() };
        assert_eq!(half(1, calm), inches_in(&row["min_in"]));
    }
    for row in table("impact_results").iter().filter(|row| row["loser"] == "defender") {
        let range = row["roll"].trim_start_matches("2D6 = ");
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        for roll in from.parse::<u32>().unwrap()..=to.parse().unwrap() {
            let wanted = match row["morale_result"].as_str() {
                "unchanged" => Some(Level::Good),
                "shaken" => Some(Level::Shaken),
                "routed" => Some(Level::Routed),
                _ => None,
            };
            assert_eq!(beaten_level(Level::Good, roll), wanted, "{roll}");
        }
    }
    for row in table("melee_multipliers") {
        let (by, on): (Arm, Arm) = (word(&row["by"]), word(&row["on"]));
        assert_eq!(multiplier(by, on).to_string(), row["multiplier"]);
    }
    for row in table("scales") {
        let by = inches_in(&row["multiply_distances_by"]);
        assert_eq!(scaled(inches(1), row["figure_mm"].parse().unwrap()), by);
    }
}
