//! The printed tables, cell by cell. Every figure here was typed from the catalogue of clauses, once for the file and
//! once for what the code makes of it.

use longroll_rules_quickplay::book::kinds::{Kind, Weapon};
use longroll_rules_quickplay::book::options::Options;
use longroll_rules_quickplay::book::tables::{
    combat_dice, defaults, full_move, half_move, morale_of_grade, ranges,
};
use longroll_rules_quickplay::field::movement::allowance;
use longroll_rules_quickplay::procedures::fire::{Band, fire_dice, fire_hits_on, lowest_hit};
use longroll_rules_quickplay::procedures::melee::{
    MeleeFacts, charger_hits_on, defender_hits_on, melee_dice,
};
use longroll_rules_quickplay::procedures::morale::{MoraleFacts, RallyFacts, morale_mods, rally_mods};
use longroll_rules_quickplay::turn::state::{Order, Step, has_facing};
use longroll_table::{Length, inches, thousandths};

/// The rows of a table without its headings. A cell in quotes may hold commas.
fn cells(text: &str) -> Vec<Vec<String>> {
    text.lines().skip(1).filter(|line| !line.is_empty()).map(row).collect()
}

fn row(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().expect("there is a first cell").push(letter),
        }
    }
    cells
}

/// The file says so: the first cells of each row, in order.
fn file_says(text: &str, expected: &[&[&str]]) {
    let found = cells(text);
    assert_eq!(found.len(), expected.len(), "rows");
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(&found[..expected.len()], *expected);
    }
}

// clauses: QP-MOVE-01, QP-MOVE-02, QP-MOVE-12, QP-MOVE-13, QP-UNIT-13
#[test]
fn movement_rates() {
    // type, full, half (6, 9 or 12), on the road (three times), turning rules bind it
    file_says(
        include_str!("../tables/movement.csv"),
        &[
            &["infantry", "12", "6", "36", "yes"],
            &["skirmisher", "12", "6", "36", "no"],
            &["heavy_artillery_limbered", "12", "6", "36", "no"],
            &["heavy_cavalry", "18", "9", "54", "yes"],
            &["field_artillery_limbered", "18", "9", "54", "no"],
            &["light_cavalry", "24", "12", "72", "yes"],
            &["horse_artillery_limbered", "24", "12", "72", "no"],
            &["general", "24", "12", "72", "no"],
            &["artillery_unlimbered", "0", "0", "0", "yes"],
        ],
    );
    for (kind, full, half, binds) in [
        (Kind::Infantry, 12, 6, true),
        (Kind::Skirmisher, 12, 6, false),
        (Kind::HeavyArtillery, 12, 6, false),
        (Kind::HeavyCavalry, 18, 9, true),
        (Kind::FieldArtillery, 18, 9, false),
        (Kind::LightCavalry, 24, 12, true),
        (Kind::HorseArtillery, 24, 12, false),
        (Kind::General, 24, 12, false),
    ] {
        assert_eq!(full_move(kind), inches(full), "{kind:?}");
        assert_eq!(half_move(kind), inches(half), "{kind:?}");
        // QP-MOVE-12: no half, one half, two halves, and never less than nothing
        assert_eq!(allowance(kind, 0), inches(full));
        assert_eq!(allowance(kind, 1), inches(half));
        assert_eq!(allowance(kind, 2), Length::ZERO);
        assert_eq!(allowance(kind, 3), Length::ZERO);
        assert_eq!(has_facing(kind, true), binds, "{kind:?} on the move");
    }
    for kind in [Kind::FieldArtillery, Kind::HorseArtillery, Kind::HeavyArtillery] {
        assert!(has_facing(kind, false), "{kind:?} in action");
    }
}

// clauses: QP-COMBAT-04, QP-COMBAT-05, QP-UNIT-01
#[test]
fn combat_dice_of_every_type() {
    file_says(
        include_str!("../tables/combat_dice.csv"),
        &[
            &["skirmisher", "1", "1", "1", "1", "1 1 - -"],
            &["infantry", "2", "4", "4", "6", "2 4 4 6"],
            &["cavalry", "0", "4", "0", "4", "- 4 - -"],
            &["artillery", "1", "1", "2", "2", "1 1 2 2"],
        ],
    );
    let options = Options::default();
    for (kind, moved_fire, moved_melee, standing_fire, standing_melee) in [
        (Kind::Skirmisher, 1, 1, 1, 1),
        (Kind::Infantry, 2, 4, 4, 6),
        (Kind::HeavyCavalry, 0, 4, 0, 4),
        (Kind::LightCavalry, 0, 4, 0, 4),
        (Kind::FieldArtillery, 1, 1, 2, 2),
        (Kind::HorseArtillery, 1, 1, 2, 2),
        (Kind::HeavyArtillery, 1, 1, 2, 2),
        (Kind::General, 0, 0, 0, 0),
    ] {
        assert_eq!(fire_dice(kind, false), moved_fire, "{kind:?} fires, moved");
        assert_eq!(fire_dice(kind, true), standing_fire, "{kind:?} fires, Stationary");
        assert_eq!(melee_dice(kind, false, false, &options), moved_melee, "{kind:?} fights, moved");
        assert_eq!(melee_dice(kind, true, false, &options), standing_melee, "{kind:?} fights, Stationary");
    }
    assert!(combat_dice(Kind::General).is_none());
}

// clauses: QP-COMBAT-03, QP-UNIT-08, QP-MORALE-10
#[test]
fn weapon_ranges() {
    file_says(
        include_str!("../tables/weapon_ranges.csv"),
        &[
            &["musket", "", "2"],
            &["rifled_musket", "", "4"],
            &["field_artillery", "4", "10"],
            &["horse_artillery", "4", "10"],
            &["heavy_artillery", "6", "12"],
        ],
    );
    for (weapon, close, long) in [
        (Weapon::Musket, None, 2),
        (Weapon::RifledMusket, None, 4),
        (Weapon::FieldArtillery, Some(4), 10),
        (Weapon::HorseArtillery, Some(4), 10),
        (Weapon::HeavyArtillery, Some(6), 12),
    ] {
        let found = ranges(weapon).expect("a weapon");
        assert_eq!(found.close, close.map(inches), "{weapon:?}");
        assert_eq!(found.long, inches(long), "{weapon:?}");
    }
    assert!(ranges(Weapon::None).is_none());
}

// clauses: QP-UNIT-03, QP-UNIT-08, QP-UNIT-14
#[test]
fn unit_defaults() {
    file_says(
        include_str!("../tables/unit_defaults.csv"),
        &[
            &["infantry", "4", "3", "1.5", "rifled_musket"],
            &["skirmisher", "2", "1.5", "1.5", "rifled_musket"],
            &["heavy_cavalry", "3", "3", "1.5", "none"],
            &["light_cavalry", "3", "3", "1.5", "none"],
            &["field_artillery", "2", "1.5", "3", "field_artillery"],
            &["horse_artillery", "2", "1.5", "3", "horse_artillery"],
            &["heavy_artillery", "2", "1.5", "3", "heavy_artillery"],
            &["general", "0", "1", "1", "none"],
        ],
    );
    // strength, frontage and depth in tenths of an inch, weapon
    for (kind, strength, front, depth, weapon) in [
        (Kind::Infantry, 4, 30, 15, Weapon::RifledMusket),
        (Kind::Skirmisher, 2, 15, 15, Weapon::RifledMusket),
        (Kind::HeavyCavalry, 3, 30, 15, Weapon::None),
        (Kind::LightCavalry, 3, 30, 15, Weapon::None),
        (Kind::FieldArtillery, 2, 15, 30, Weapon::FieldArtillery),
        (Kind::HorseArtillery, 2, 15, 30, Weapon::HorseArtillery),
        (Kind::HeavyArtillery, 2, 15, 30, Weapon::HeavyArtillery),
        (Kind::General, 0, 10, 10, Weapon::None),
    ] {
        let found = defaults(kind);
        assert_eq!(found.strength, strength, "{kind:?}");
        assert_eq!(found.base.front, thousandths(front * 100), "{kind:?}");
        assert_eq!(found.base.depth, thousandths(depth * 100), "{kind:?}");
        assert_eq!(found.weapon, weapon, "{kind:?}");
    }
}

// clauses: QP-UNIT-02
#[test]
fn morale_grades() {
    file_says(
        include_str!("../tables/morale_grades.csv"),
        &[&["green", "3"], &["regular", "4"], &["veteran", "5"], &["elite", "6"]],
    );
    for (grade, morale) in [("green", 3), ("regular", 4), ("veteran", 5), ("elite", 6)] {
        assert_eq!(morale_of_grade(grade), Some(morale), "{grade}");
    }
    for unknown in ["", "crack", "Green", "grade"] {
        assert_eq!(morale_of_grade(unknown), None, "{unknown:?}");
    }
}

// clauses: QP-COMBAT-06, QP-COMBAT-07, QP-COMBAT-08, QP-COMBAT-21, QP-COMBAT-29
#[test]
fn to_hit() {
    file_says(
        include_str!("../tables/to_hit.csv"),
        &[
            &["default", "6"],
            &["artillery_fire_close", "4 5 6"],
            &["good_order_cavalry_that_charged_vs_disordered", "5 6"],
            &["artillery_fire_long", "6"],
            &["artillery_melee", "6"],
            &["cavalry_counter_attack", "6"],
        ],
    );
    for weapon in [Weapon::Musket, Weapon::RifledMusket] {
        assert_eq!(lowest_hit(&fire_hits_on(weapon, Band::Long)), 6);
        assert_eq!(lowest_hit(&fire_hits_on(weapon, Band::Close)), 6); // only by QP-OPT-02
    }
    for weapon in [Weapon::FieldArtillery, Weapon::HorseArtillery, Weapon::HeavyArtillery] {
        assert_eq!(lowest_hit(&fire_hits_on(weapon, Band::Close)), 4);
        assert_eq!(lowest_hit(&fire_hits_on(weapon, Band::Long)), 6);
    }
    // Every charger against every defender, in every order that can fight: only Good Order cavalry on a Disordered
    // unit hits on 5.
    for charger in Kind::ALL.into_iter().filter(|kind| kind.may_charge()) {
        for defender in Kind::ALL.into_iter().filter(|kind| !kind.is_general()) {
            for charger_order in [Order::GoodOrder, Order::Disordered] {
                for defender_order in [Order::GoodOrder, Order::Disordered] {
                    let facts =
                        MeleeFacts { charger, charger_order, defender, defender_order, ..Default::default() };
                    let rides_down = matches!(charger, Kind::HeavyCavalry | Kind::LightCavalry)
                        && charger_order == Order::GoodOrder
                        && defender_order == Order::Disordered;
                    assert_eq!(lowest_hit(&charger_hits_on(&facts)), if rides_down { 5 } else { 6 });
                    assert_eq!(lowest_hit(&defender_hits_on(&facts, &Options::default())), 6);
                }
            }
        }
    }
}

/// A unit to which no line of the list applies.
fn plain() -> MoraleFacts {
    MoraleFacts { supported: true, stationary: true, in_melee: true, ..Default::default() }
}

// clauses: QP-MOD-01, QP-MOD-02, QP-MOD-03, QP-MOD-04, QP-MOD-05, QP-MOD-06, QP-MOD-07, QP-MOD-08, QP-MOD-09, QP-MOD-10, QP-MOD-11, QP-RALLY-03
#[test]
fn morale_modifiers() {
    let file = cells(include_str!("../tables/modifiers.csv"));
    let expected: [(&str, i32, MoraleFacts); 11] = [
        ("QP-M01", 1, MoraleFacts { army_commander_attached: true, ..plain() }),
        ("QP-M02", 1, MoraleFacts { defending_cover: true, ..plain() }),
        ("QP-M03", 1, MoraleFacts { defending_high_ground: true, ..plain() }),
        ("QP-M04", 1, MoraleFacts { struck_flank: true, ..plain() }),
        ("QP-M05", 1, MoraleFacts { against_skirmishers: true, ..plain() }),
        (
            "QP-M06",
            1,
            MoraleFacts {
                kind: Kind::HeavyCavalry,
                against_cavalry: true,
                against_light_cavalry: true,
                ..plain()
            },
        ),
        ("QP-M07", -1, MoraleFacts { order: Order::Disordered, ..plain() }),
        ("QP-M08", -1, MoraleFacts { against_artillery_front: true, ..plain() }),
        ("QP-M09", -1, MoraleFacts { against_cavalry: true, ..plain() }),
        ("QP-M10", -1, MoraleFacts { supported: false, ..plain() }),
        ("QP-M11", -1, MoraleFacts { attacked_in_flank: true, ..plain() }),
    ];
    assert_eq!(morale_mods(&plain()).total, 0);
    for (place, (id, value, facts)) in expected.iter().enumerate() {
        assert_eq!(file[place][0], *id);
        assert_eq!(file[place][3], value.to_string(), "{id}");
        assert_eq!(morale_mods(facts).total, *value, "{id}");
    }
    // Only the first also applies to a rally roll.
    for (place, line) in file.iter().enumerate() {
        assert_eq!(line[1].contains("rally"), place == 0, "{}", line[0]);
    }
    assert_eq!(rally_mods(&RallyFacts { morale: 4, army_commander_attached: true }).total, 1);
    assert_eq!(rally_mods(&RallyFacts { morale: 4, army_commander_attached: false }).total, 0);
    // The rest of the file repeats to-hit and movement figures that have their own tables.
    let values: Vec<&str> = file[11..].iter().map(|line| line[3].as_str()).collect();
    assert_eq!(values, ["hit_on:4-6", "hit_on:5-6", "x0.5", "-half", "-half", "x3"]);
}

// clauses: QP-TURN-01
#[test]
fn turn_sequence() {
    let steps = [
        ("command_determination", Step::CommandDetermination),
        ("movement", Step::Movement),
        ("rally", Step::Rally),
        ("morale_tests", Step::MoraleTests),
        ("combat", Step::Combat),
        ("switch_initiative", Step::SwitchInitiative),
    ];
    let file = cells(include_str!("../tables/turn_sequence.csv"));
    assert_eq!(file.len(), steps.len());
    for (place, (name, step)) in steps.iter().enumerate() {
        assert_eq!(file[place][0], (place + 1).to_string());
        assert_eq!(file[place][1], *name);
        assert_eq!(serde_json::to_value(step).expect("a step is a word"), *name);
    }
    assert!(steps.windows(2).all(|pair| pair[0].1 < pair[1].1));
}

// clauses: QP-UNIT-06, QP-MOD-07
#[test]
fn status_effects() {
    file_says(
        include_str!("../tables/status_effects.csv"),
        &[
            &["good_order", "yes", "yes", "yes", "yes", "0"],
            &["disordered", "yes", "yes_unless_recovering_or_out_of_command", "yes", "yes", "-1"],
            &["routed", "no", "no", "no", "no", ""],
        ],
    );
    for (order, word, modifier) in
        [(Order::GoodOrder, "good_order", 0), (Order::Disordered, "disordered", -1)]
    {
        assert_eq!(serde_json::to_value(order).expect("an order is a word"), word);
        assert_eq!(morale_mods(&MoraleFacts { order, ..plain() }).total, modifier);
    }
}
