//! What a scenario gives, what is open to whom, and what the registry says of itself.

use longroll_kit::{Ruleset, Seat, Settings, Setup};
use longroll_rules_potomac::Potomac;
use longroll_rules_potomac::book::kinds::{Gun, Kind, Quality, Standing, Weapon};
use longroll_rules_potomac::turn::state::{Fate, Phase, State, Status};
use longroll_scenario::{Files, NamedText, check};
use longroll_table::{BaseSize, Point, cm};
use std::sync::Arc;

fn tollivers_farm() -> State {
    tollivers_farm_with("")
}

fn tollivers_farm_with(more: &str) -> State {
    let text = format!("{}\n{more}", include_str!("../../../scenarios/learning/scenario.toml"));
    let scenario = check(&Files {
        scenario: NamedText { file: "scenario.toml", text: &text },
        terrain: NamedText {
            file: "terrain.geojson",
            text: include_str!("../../../scenarios/learning/terrain.geojson"),
        },
        rulesets: &[],
    })
    .unwrap();
    let setup = Setup { scenario: Arc::new(scenario), settings: Settings::default() };
    let mut state = Potomac::blank(&setup).unwrap();
    for event in Potomac::open(&setup).unwrap() {
        Potomac::apply(&mut state, &event);
    }
    state
}

// clauses: POT-R12, POT-GAME-01, POT-UNIT-16
#[test]
fn a_neutral_order_of_battle_becomes_stands_and_centimetres() {
    let state = tollivers_farm();
    // 1920 by 1440 yards at 15 yards to the centimetre
    assert_eq!((state.field.width, state.field.height), (cm(128), cm(96)));
    // 400 veterans with rifle muskets at 960, 1220 yards: four stands of Strength 3, values 1 and 3
    let rifles = state.piece(state.find("lakeshore").unwrap());
    assert_eq!((rifles.kind, rifles.stands, rifles.strength), (Kind::Infantry, 4, 3));
    assert_eq!((rifles.quality, rifles.firepower, rifles.melee), (Quality::Veteran, 1, 3));
    assert_eq!(rifles.body.front.at.x, Point::at(cm(64), cm(81)).x);
    // Four 3-inch rifles: a stand for every three, the second begun
    let battery = state.piece(state.find("kellers-battery").unwrap());
    assert_eq!((battery.kind, battery.stands), (Kind::Artillery, 2));
    assert_eq!(battery.gun, Some(Gun::RifledMedium));
    // Nobody is out of order, ready or deployed before the first shot
    assert_eq!(state.phase, Phase::SetUp);
    for id in state.ids() {
        let unit = state.unit(id);
        assert_eq!((unit.status, unit.is_ready, unit.fate), (Status::Steady, false, Fate::OnTable));
        assert!(!state.is_line(id) || unit.bases.is_empty(), "{}", state.name(id));
    }
}

// clauses: POT-GAME-03, POT-UNIT-08, POT-LEADER-19
#[test]
fn a_scenario_may_name_other_bases_and_break_points() {
    let usual = tollivers_farm();
    assert_eq!((usual.stand(), usual.muster.officer_base()), (BaseSize::new(cm(4), cm(2)), square(2)));
    assert_eq!(usual.muster.break_at, [None, None]);
    let own =
        "[overrides.potomac]\nstand_front_mm = 60\nstand_depth_mm = 30\nofficer_base_mm = 30\nbreak_gray = 5";
    let state = tollivers_farm_with(own);
    assert_eq!((state.stand(), state.muster.officer_base()), (BaseSize::new(cm(6), cm(3)), square(3)));
    assert_eq!(state.muster.break_at, [None, Some(5)]);
    let officer = state.ids().find(|id| state.is_officer(*id)).unwrap();
    assert_eq!(state.base_of(officer), square(3));
}

fn square(side: i64) -> BaseSize {
    BaseSize::new(cm(side), cm(side))
}

// clauses: POT-SPECIAL-08
#[test]
fn a_unit_has_one_weapon_and_one_standing() {
    let state = tollivers_farm();
    let weapons = [Weapon::RifledMusket, Weapon::SmoothboreMusket, Weapon::BreechLoader, Weapon::Repeater];
    let standings = [Standing::Ordinary, Standing::Militia, Standing::Regulars];
    assert_eq!((Weapon::default(), Standing::default()), (Weapon::RifledMusket, Standing::Ordinary));
    for id in state.ids() {
        let piece = state.piece(id);
        assert_eq!(weapons.iter().filter(|weapon| **weapon == piece.weapon).count(), 1);
        assert_eq!(standings.iter().filter(|standing| **standing == piece.standing).count(), 1);
    }
}

// clauses: POT-GAME-05
#[test]
fn everything_is_open_to_both_players() {
    let state = tollivers_farm();
    for seat in Seat::ALL {
        assert_eq!(Potomac::seen(&state, seat), state);
    }
}

/// What each heading of the sheet's list of contents became: the topic of our clauses under which its rules stand. Headings that
/// the list repeats for a part of another (adjustments, officers, results) stand under the same topic.
const CONTENTS: [(&str, &str); 28] = [
    ("Game Turns", "Turn and initiative"),
    ("Initiative Phase", "Initiative actions"),
    ("Command Phase", "Command"),
    ("Troop characteristics", "Units"),
    ("Officer characteristics", "Officers"),
    ("Scales and Base Sizes", "Units"),
    ("Orders", "Command"),
    ("Officers", "Officers"),
    ("Skirmishers", "Skirmishers"),
    ("Command roll adjustments", "Command"),
    ("Movement", "Movement"),
    ("Charges", "Charges"),
    ("Evading", "Evading"),
    ("Terrain", "Terrain"),
    ("Stand Ready", "Stand Ready"),
    ("Hitting the target (small arms)", "Small-arms fire"),
    ("Hitting the target (field artillery)", "Field artillery"),
    ("Hitting the target (siege artillery)", "Siege artillery"),
    ("Charging Units", "Charges"),
    ("Drive Back", "Drive back"),
    ("Morale", "Morale"),
    ("Melee Combat", "Melee"),
    ("Confused units", "Confusion"),
    ("Special Rules", "Special rules"),
    ("Fear", "Special rules"),
    ("Smoothbore Muskets", "Special rules"),
    ("Breech Loaders", "Special rules"),
    ("Repeaters", "Special rules"),
];
/// Topics about which neither the contents nor the text say anything.
const SILENT: [&str; 2] = ["Sight and measuring", "Silences: setup and victory"];
/// Topics of the text that the contents leave out.
const UNLISTED: [&str; 2] = ["Groups", "Mortars"];

// clauses: POT-SPECIAL-09
#[test]
fn the_text_misses_no_heading_of_its_contents_and_is_silent_only_where_we_say_so() {
    let text = include_str!("../clauses.toml");
    let mut topics: Vec<(String, usize, usize)> = Vec::new();
    for clause in text.split("[[clause]]").skip(1) {
        let of = |key: &str| {
            let line = clause.lines().find_map(|line| line.strip_prefix(&format!("{key} = ")));
            line.unwrap().trim_matches('"').to_owned()
        };
        let (topic, is_clear) = (of("topic"), of("standing") == "clear");
        let place = topics.iter().position(|(known, ..)| *known == topic).unwrap_or(topics.len());
        if place == topics.len() {
            topics.push((topic, 0, 0));
        }
        topics[place].1 += 1;
        topics[place].2 += usize::from(is_clear);
    }
    let printed = |topic: &str| topics.iter().find(|(known, ..)| known == topic).map(|(.., clear)| *clear);
    // Every heading has its rules, and some of them are printed
    for (heading, topic) in CONTENTS {
        assert!(printed(topic).is_some_and(|clear| clear > 0), "{heading}: {topic}");
    }
    // What is silent is silent: all of it is a reading of ours
    for topic in SILENT {
        assert_eq!(printed(topic), Some(0), "{topic}");
    }
    // And there is nothing else
    for (topic, ..) in &topics {
        let listed = CONTENTS.iter().any(|(_, known)| known == topic);
        assert!(listed || SILENT.contains(&topic.as_str()) || UNLISTED.contains(&topic.as_str()), "{topic}");
    }
}
