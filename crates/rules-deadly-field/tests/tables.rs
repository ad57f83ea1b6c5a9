//! Every cell of every printed table, at all three scales, read from the files and held against what the code makes of it.

use longroll_kit::{Side, rows};
use longroll_rules_deadly_field::book::kinds::{Arm, Formation, Level, Quality, Scale, Terrain, Weapon};
use longroll_rules_deadly_field::book::options::Options;
use longroll_rules_deadly_field::book::tables::{
    Mover, RoutMove, allowance, band_dice, basic_morale, charge_modifier, combine_limit, constant,
    fire_result, firepower, firer_modifier, gun_firepower, is_rifled, morale_modifier, normal_range,
    rout_move, superiority, target_modifier,
};
use longroll_rules_deadly_field::procedures::fire::{Band, FireFacts, Firer, Manner, volley};
use longroll_rules_deadly_field::procedures::impact::{Clash, dice_down, final_impact};
use longroll_rules_deadly_field::procedures::morale::judge;
use longroll_table::{Length, thousandths};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

type Row = BTreeMap<String, String>;

fn table(text: &str) -> Vec<Row> {
    rows("table", text).expect("the file parses")
}

fn scale(row: &Row) -> Scale {
    match row["scale"].as_str() {
        "10" => Scale::Mm10,
        "15" => Scale::Mm15,
        _ => Scale::Mm25,
    }
}

fn word<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_value(serde_json::Value::String(text.to_owned()))
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn inches(text: &str) -> Length {
    let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
    thousandths(whole.parse::<i64>().unwrap() * 1000 + tenths.parse::<i64>().unwrap() * 100)
}

fn number(text: &str) -> Option<i64> {
    text.parse().ok()
}

// clauses: ADF-SCALE-05, ADF-SCALE-14, ADF-FIRE-12, ADF-UNIT-35, ADF-CAV-03
#[test]
fn small_arms() {
    for (arm, text) in [
        (Arm::Infantry, include_str!("../tables/infantry_weapons.csv")),
        (Arm::Cavalry, include_str!("../tables/cavalry_weapons.csv")),
    ] {
        let rows = table(text);
        assert_eq!(rows.len(), 24);
        for row in rows {
            let weapon: Weapon = word(&row["weapon"]);
            assert_eq!(normal_range(scale(&row), arm, weapon), inches(&row["normal_range_in"]), "{row:?}");
            for figures in 2..=8_u8 {
                let printed = number(&row[&format!("fp_{figures}")]).unwrap();
                assert_eq!(i64::from(firepower(arm, weapon, figures)), printed, "{row:?}");
            }
            if let Some(only) = row.get("pbf_only") {
                assert_eq!(weapon.is_point_blank_only(), only == "yes", "{row:?}");
            }
        }
    }
}

// clauses: ADF-ARTY-01, ADF-ARTY-05, ADF-SCALE-05
#[test]
fn guns() {
    for row in table(include_str!("../tables/artillery_firepower.csv")) {
        let gun: Weapon = word(&row["gun"]);
        assert!(gun.is_gun());
        assert_eq!(is_rifled(gun), row["type"] == "rifled");
        for (side, key) in [(Side::Blue, "us"), (Side::Gray, "cs")] {
            for (sections, name) in [(1, "1_section"), (2, "2_sections"), (3, "3_sections")] {
                let printed = number(&row[&format!("{key}_{name}")]).unwrap();
                assert_eq!(i64::from(gun_firepower(gun, side, sections)), printed, "{row:?}");
            }
        }
    }
    let ranges = table(include_str!("../tables/artillery_ranges.csv"));
    assert_eq!(ranges.len(), 36);
    for row in ranges {
        let gun: Weapon = word(&row["gun"]);
        assert_eq!(normal_range(scale(&row), Arm::Artillery, gun), inches(&row["normal_range_in"]));
    }
}

fn mover(arm: Arm, weapon: Weapon, formation: Formation, mounted: bool, level: Level) -> Mover {
    Mover { arm, weapon, formation, mounted, level }
}

/// The formation and level that read a row of the movement tables; nothing for the routed row.
fn stance(name: &str, usual: Formation) -> Option<(Formation, Level)> {
    match name {
        "disorder" => Some((usual, Level::Disorder)),
        "shaken" => Some((usual, Level::Shaken)),
        "routed" => None,
        _ => Some((Formation::named(name).expect("a formation"), Level::GoodOrder)),
    }
}

fn dice(text: &str) -> u32 {
    text.strip_suffix("D6").unwrap().parse().unwrap()
}

// clauses: ADF-SCALE-13, ADF-SCALE-16, ADF-SCALE-17, ADF-FORM-04, ADF-MOVE-01, ADF-MOVE-03, ADF-MOVE-21, ADF-MOVE-23
#[test]
fn infantry_moves() {
    let rows = table(include_str!("../tables/infantry_movement.csv"));
    assert_eq!(rows.len(), 3 * 8 * 7);
    for row in rows {
        let terrain: Terrain = word(&row["terrain"]);
        match stance(&row["formation"], Formation::BattleLine) {
            Some((formation, level)) => {
                let mover = mover(Arm::Infantry, Weapon::RifleMusket, formation, false, level);
                assert_eq!(allowance(scale(&row), mover, terrain), number(&row["move"]), "{row:?}");
                let cmm = charge_modifier(Arm::Infantry, formation, false, level);
                assert_eq!(Some(i64::from(cmm)), number(&row["cmm"]), "{row:?}");
            }
            None => {
                assert_eq!(
                    rout_move(scale(&row), Arm::Infantry, terrain),
                    RoutMove::Dice(dice(&row["move"]))
                );
                assert_eq!(row["cmm"], "SR", "a routed unit surrenders");
            }
        }
    }
}

// clauses: ADF-SCALE-13, ADF-SCALE-17, ADF-FORM-05, ADF-FORM-02, ADF-LEADER-08, ADF-MOVE-21
#[test]
fn cavalry_moves() {
    let rows = table(include_str!("../tables/cavalry_movement.csv"));
    assert_eq!(rows.len(), 3 * 7 * 7);
    for row in rows {
        let terrain: Terrain = word(&row["terrain"]);
        let Some((formation, level)) = stance(&row["formation"], Formation::CavalryLine) else {
            assert_eq!(rout_move(scale(&row), Arm::Cavalry, terrain), RoutMove::Dice(dice(&row["mounted"])));
            assert_eq!(row["mounted"], row["dismounted"]);
            continue;
        };
        for (mounted, move_key, cmm_key) in
            [(true, "mounted", "cmm_mounted"), (false, "dismounted", "cmm_dismounted")]
        {
            let mover = mover(Arm::Cavalry, Weapon::SharpsBlCarbine, formation, mounted, level);
            assert_eq!(allowance(scale(&row), mover, terrain), number(&row[move_key]), "{row:?}");
            let cmm = charge_modifier(Arm::Cavalry, formation, mounted, level);
            assert_eq!(Some(i64::from(cmm)), number(&row[cmm_key]), "{row:?}");
        }
        if formation == Formation::RoadColumn && level == Level::GoodOrder {
            let leader = mover(Arm::Leader, Weapon::None, Formation::BattleLine, true, Level::GoodOrder);
            assert_eq!(allowance(scale(&row), leader, terrain), number(&row["mounted"]));
        }
    }
}

// clauses: ADF-SCALE-13, ADF-SCALE-16, ADF-SCALE-17, ADF-FORM-03, ADF-MOVE-04, ADF-ROUT-06
#[test]
fn artillery_moves() {
    let rows = table(include_str!("../tables/artillery_movement.csv"));
    assert_eq!(rows.len(), 3 * 12 * 7);
    for row in rows {
        let (gun, terrain): (Weapon, Terrain) = (word(&row["gun"]), word(&row["terrain"]));
        for (formation, key) in [(Formation::Limbered, "limbered"), (Formation::Unlimbered, "unlimbered")] {
            for level in [Level::GoodOrder, Level::Disorder, Level::Shaken] {
                let mover = mover(Arm::Artillery, gun, formation, false, level);
                assert_eq!(allowance(scale(&row), mover, terrain), number(&row[key]), "{row:?}");
            }
        }
    }
    for row in table(include_str!("../tables/artillery_routed_movement.csv")) {
        let expected = match row["move"].as_str() {
            "abandon" => RoutMove::Abandon,
            text if text.ends_with("D6") => RoutMove::Dice(dice(text)),
            text => RoutMove::Fixed(text.parse().unwrap()),
        };
        assert_eq!(rout_move(scale(&row), Arm::Artillery, word(&row["terrain"])), expected, "{row:?}");
    }
}

// clauses: ADF-UNIT-04, ADF-UNIT-05, ADF-UNIT-06, ADF-MMP-02
#[test]
fn basic_morale_and_levels() {
    for row in table(include_str!("../tables/bmp.csv")) {
        let printed = basic_morale(word(&row["quality"]));
        let read = [
            printed.no_stand_lost,
            printed.one_stand_lost,
            printed.last_stand,
            printed.artillery_per_section_lost,
        ];
        let keys = ["no_stand_lost", "one_stand_lost", "last_stand", "artillery_per_section_lost"];
        assert_eq!(read.map(i64::from), keys.map(|key| number(&row[key]).unwrap()));
    }
    for row in table(include_str!("../tables/morale_levels.csv")) {
        let place: usize = row["order"].parse().unwrap();
        assert_eq!(Level::ALL[place], word::<Level>(&row["level"]));
        assert_eq!(Some(i64::from(Options::default().levels[place])), number(&row["mmp_modifier"]));
    }
}

// clauses: ADF-FIRE-04, ADF-FIRE-05, ADF-FIRE-06, ADF-FIRE-07, ADF-RESULT-01, ADF-RESULT-02
#[test]
fn fire_results() {
    let rows = table(include_str!("../tables/fire_results.csv"));
    assert_eq!(rows.len(), 54);
    for row in rows {
        let arm: Arm = word(&row["arm"]);
        let from: i32 = row["total"].parse().unwrap();
        let to = row["total_max"].parse().unwrap_or(60);
        for total in from..=to {
            let column = fire_result(arm, total).unwrap();
            assert_eq!(i64::from(column.hits), number(&row["hits"]).unwrap(), "{row:?}");
            assert_eq!(column.addition.map(i64::from), number(&row["mc_modifier"]), "{row:?}");
        }
        for total in -20..9 {
            assert_eq!(fire_result(arm, total), None);
        }
    }
}

// clauses: ADF-FIRE-11, ADF-ARTY-04, ADF-CAV-01, ADF-CAV-02
#[test]
fn dice_by_band() {
    for row in table(include_str!("../tables/firer_dice.csv")) {
        let arm: Arm = word(&row["arm"]);
        let class = if row["class"] == "all" { "anything" } else { &row["class"] };
        assert_eq!(band_dice(arm, class, &row["band"]).map(i64::from), number(&row["dice"]), "{row:?}");
        assert!(serde_json::from_value::<Band>(serde_json::json!(row["band"])).is_ok());
    }
    assert_eq!(band_dice(Arm::Cavalry, "mounted", "normal"), None, "mounted men have no other fire");
}

// clauses: ADF-FIRE-14, ADF-FIRE-15, ADF-FIRE-16, ADF-FIRE-17, ADF-FIRE-21, ADF-FIRE-22, ADF-FIRE-23, ADF-TURN-14
#[test]
fn modifiers_by_id() {
    let rows = table(include_str!("../tables/firer_modifiers.csv"));
    assert_eq!(rows.len(), 21);
    for row in rows {
        assert_eq!(Some(i64::from(firer_modifier(&row["id"]))), number(&row["drm"]), "{row:?}");
        let factor = row["fp_multiplier"].as_str();
        assert!(
            ["0", "0.5", "1"].contains(&factor)
                && number(&row["dice_change"]).is_some_and(|n| (-1..=0).contains(&n))
        );
    }
    let rows = table(include_str!("../tables/target_modifiers.csv"));
    assert_eq!(rows.len(), 31);
    for row in rows {
        let guns = i64::from(target_modifier(&row["id"], true));
        let other = i64::from(target_modifier(&row["id"], false));
        assert_eq!(Some(guns), number(&row["from_artillery"]), "{row:?}");
        assert_eq!(other, number(&row["from_other"]).unwrap_or(0), "{row:?}");
        let good = row["kind"] == "beneficial";
        assert!(if good { guns <= 0 && other <= 0 } else { guns >= 0 && other >= 0 }, "{row:?}");
    }
    let rows = table(include_str!("../tables/morale_modifiers.csv"));
    assert_eq!(rows.len(), 26);
    for row in rows {
        assert_eq!(i64::from(morale_modifier(&row["id"], true)), number(&row["from_artillery"]).unwrap_or(0));
        assert_eq!(
            i64::from(morale_modifier(&row["id"], false)),
            number(&row["from_other_or_rally"]).unwrap_or(0)
        );
    }
}

/// The state column of the firer's list, as the volley applies it.
// clauses: ADF-FIRE-14, ADF-FIRE-15, ADF-FIRE-16, ADF-FIRE-19
#[test]
fn states_of_the_firer() {
    let power = |level: Level, formation: Formation| {
        let firer = Firer { figures: 8, level, formation, ..Firer::default() };
        let worked = volley(&FireFacts { firer, ..FireFacts::default() }, &Options::default()).unwrap();
        (worked.firepower, worked.dice)
    };
    assert_eq!(power(Level::GoodOrder, Formation::BattleLine), (8, 2));
    assert_eq!(power(Level::Disorder, Formation::BattleLine), (4, 2));
    assert_eq!(power(Level::Shaken, Formation::BattleLine), (4, 1));
    assert_eq!(power(Level::GoodOrder, Formation::Skirmishers), (4, 1));
    assert_eq!(power(Level::Shaken, Formation::Skirmishers), (2, 0));
    let routed = Firer { level: Level::Routed, ..Firer::default() };
    assert!(volley(&FireFacts { firer: routed, ..FireFacts::default() }, &Options::default()).is_none());
    let melee = FireFacts { manner: Manner::Melee, ..FireFacts::default() };
    assert_eq!(volley(&melee, &Options::default()).unwrap().dice, 5);
}

// clauses: ADF-MORALE-05, ADF-MORALE-06, ADF-MORALE-08, ADF-MORALE-09, ADF-MORALE-10, ADF-MORALE-11, ADF-MORALE-12
#[test]
fn morale_results() {
    for row in table(include_str!("../tables/morale_results.csv")) {
        for (quality, key) in [(Quality::Elite, "elite_result"), (Quality::Trained, "other_result")] {
            let routed = row["trigger"].contains("already routed");
            let from = if routed { Level::Routed } else { Level::Disorder };
            let (roll, mmp) = match (
                row["natural_roll"].as_str(),
                row["margin_min"].as_str(),
                row["margin_max"].as_str(),
            ) {
                ("NA", min, max) => {
                    let margin = number(min).or(number(max)).unwrap();
                    (6, 6 - margin as i32)
                }
                (natural, ..) => (natural.parse().unwrap(), 2),
            };
            // a natural result is looked at from good order, where it is worse
            let from = if ["2", "3"].contains(&row["natural_roll"].as_str()) && !routed {
                Level::GoodOrder
            } else {
                from
            };
            let verdict = judge(from, quality, false, mmp, roll);
            match row[key].as_str() {
                "removed" => assert!(verdict.disintegrates),
                "become shaken" => assert_eq!(verdict.level, Level::Shaken),
                "become routed" => assert_eq!(verdict.level, Level::Routed),
                "become disorder" => assert_eq!(verdict.level, Level::Disorder),
                "good_order and recover 1" => assert!(verdict.recovers && verdict.level == Level::GoodOrder),
                "lose 1" => assert!(verdict.loses_one && verdict.level == Level::Routed),
                "drop 2" => assert_eq!(verdict.level, Level::Routed),
                "drop 1" => assert!(verdict.level == Level::Shaken && verdict.fall_back > 0),
                "no change" => assert_eq!(verdict.level, Level::Disorder),
                "improve 1" | "improve 2" => assert_eq!(verdict.level, Level::GoodOrder),
                other => panic!("{other}"),
            }
        }
    }
}

// clauses: ADF-FIV-05, ADF-FIV-06, ADF-FIV-09, ADF-FIV-10, ADF-FIV-11, ADF-FIV-13, ADF-FIV-14, ADF-SCALE-10
#[test]
fn charge_results() {
    for row in table(include_str!("../tables/charge_results_fiv.csv")) {
        let from: i32 = row["margin_min"].parse().unwrap();
        let to = row["margin_max"].parse().unwrap_or(20);
        for margin in from..=to {
            let (won, lost) = (final_impact([margin, 0], true), final_impact([0, margin], true));
            let clash = match row["result"].as_str() {
                "melee" => Clash::Melee,
                "stop_short" => Clash::StopShort,
                "surrender" => Clash::Surrender,
                _ => Clash::FallBack,
            };
            assert_eq!((won.clash, lost.clash), (clash, clash), "{row:?}");
            if clash == Clash::FallBack {
                assert_eq!(i32::from(won.back), margin);
                assert_eq!(i32::from(lost.back), margin - 1);
                assert_eq!(Some(i64::from(won.lost)), number(&row["loser_figures_lost"]));
                assert_eq!(Some(i64::from(lost.lost)), number(&row["attacker_as_loser_figures_lost"]));
                assert_eq!(won.level, Some(word(&row["loser_level"])));
                assert_eq!(lost.level, Some(word(&row["attacker_as_loser_level"])));
                assert_eq!(final_impact([0, margin], false).lost, won.lost, "no relief on horseback");
            }
            if clash == Clash::StopShort {
                assert_eq!(constant(scale(&row), "charge_stop_step"), inches(&row["stop_step_in"]));
            }
        }
    }
}

// clauses: ADF-DICE-02, ADF-DICE-03, ADF-DICE-04, ADF-DICE-05, ADF-DICE-06, ADF-DICE-08
#[test]
fn dice_down_results() {
    for row in table(include_str!("../tables/charge_dicedown_modifiers.csv")) {
        let from: u32 = row["difference_min"].parse().unwrap();
        let to = row["difference_max"].parse().unwrap_or(20);
        for difference in from..=to {
            assert_eq!(
                Some(i64::from(superiority(&row["kind"], difference))),
                number(&row["modifier"]),
                "{row:?}"
            );
        }
    }
    for row in table(include_str!("../tables/charge_results_dicedown.csv")) {
        let margin: i32 = row["margin_min"].parse().unwrap();
        let result = dice_down([1 + margin, 1], [6, 6], [4, 4]);
        match row["result"].as_str() {
            "melee" => assert_eq!(result.clash, Clash::Melee),
            _ if margin == 1 => {
                assert_eq!((result.clash, result.back, result.lost), (Clash::PointBlank, 1, 0))
            }
            _ => assert_eq!((i32::from(result.back), i32::from(result.lost)), (margin, margin)),
        }
    }
}

// clauses: ADF-FIRE-32, ADF-SCALE-02, ADF-SCALE-03, ADF-SCALE-04, ADF-SCALE-06, ADF-SCALE-07, ADF-SCALE-08, ADF-SCALE-15
#[test]
fn limits_and_constants() {
    for row in table(include_str!("../tables/combine_fire_limits.csv")) {
        let (units, elements, power) = combine_limit(word(&row["arm"]));
        let read = [units as i64, i64::from(elements), i64::from(power)];
        assert_eq!(read, ["max_units", "max_elements", "max_fp"].map(|key| number(&row[key]).unwrap()));
    }
    let rows = table(include_str!("../tables/scale_constants.csv"));
    assert!(rows.len() > 90);
    for row in &rows {
        assert_eq!(constant(scale(row), &row["constant"]), inches(&row["value"]), "{row:?}");
    }
    let value = |scale: &str, name: &str| {
        let row = rows.iter().find(|row| row["scale"] == scale && row["constant"] == name).unwrap();
        inches(&row["value"])
    };
    for (name, scale) in [("10mm", "10"), ("15mm", "15"), ("25mm", "25")] {
        let settings = longroll_kit::Settings::read(
            <longroll_rules_deadly_field::DeadlyField as longroll_kit::Ruleset>::registry(),
            [("scale", name)],
        );
        let options = Options::from_settings(&settings.unwrap());
        assert_eq!(options.short_range, value(scale, "short_range_small_arms"));
        assert_eq!(options.canister, value(scale, "canister_range"));
        assert_eq!(options.primary_zone, value(scale, "primary_zone"));
        assert_eq!(options.near_enemy, value(scale, "near_enemy"));
        assert_eq!(options.behind_friends, value(scale, "behind_friends"));
        assert_eq!(options.stop_step, value(scale, "charge_stop_step"));
        assert_eq!(
            longroll_table::inches(options.mounted_fall_back),
            value(scale, "fall_back_multiplier_mounted")
        );
        assert_eq!(
            longroll_table::inches(options.yards_to_the_inch()),
            value(scale, "ground_yards_per_inch_min")
        );
    }
}
