//! What a scenario's weapons and places become under these rules.

use longroll_kit::{Ruleset, Settings, Setup};
use longroll_rules_deadly_field::book::kinds::Weapon;
use longroll_rules_deadly_field::{DeadlyField, State};
use longroll_scenario::{Files, NamedText, check};
use longroll_table::{Length, inches};
use std::sync::Arc;

const LEARNING: &str = include_str!("../../../scenarios/learning/scenario.toml");

/// The learning battle with one piece of its text exchanged.
fn with(old: &str, new: &str) -> State {
    assert_eq!(LEARNING.matches(old).count(), 1, "{old}");
    let text = LEARNING.replacen(old, new, 1);
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
    let mut state = DeadlyField::blank(&setup).unwrap();
    for event in DeadlyField::open(&setup).unwrap() {
        DeadlyField::apply(&mut state, &event);
    }
    state
}

fn weapon(state: &State, key: &str) -> Weapon {
    state.piece(state.find(key).unwrap()).weapon
}

// clauses: ADF-R08, ADF-ARTY-05
#[test]
fn guns_that_the_tables_do_not_name_read_the_nearest_row() {
    let rows = [
        ("mountain_howitzer", Weapon::TwelvePounderHowitzer),
        ("blakely", Weapon::TenPounderParrott),
        ("siege_gun", Weapon::ThirtyPounderParrott),
        ("mortar", Weapon::TwentyFourPounderHowitzer),
    ];
    for (gun, row) in rows {
        let guns =
            format!("guns = [{{ type = \"{gun}\", count = 4 }}]\nquality = \"regular\"\nat = [830, 1220]");
        let old = "guns = [{ type = \"3in_rifle\", count = 4 }]\nquality = \"regular\"\nat = [830, 1220]";
        assert_eq!(weapon(&with(old, &guns), "kellers-battery"), row, "{gun}");
    }
}

// clauses: ADF-R08, ADF-UNIT-35
#[test]
fn so_do_small_arms() {
    let foot = [
        ("rifle_breechloader", Weapon::SharpsBlRifle),
        ("carbine_breechloader", Weapon::MixedMuskets),
        ("shotgun", Weapon::MixedMuskets),
    ];
    for (arms, row) in foot {
        let new = format!("weapon = \"{arms}\"\nquality = \"veteran\"\nat = [960, 1220]");
        let old = "weapon = \"rifle_musket\"\nquality = \"veteran\"\nat = [960, 1220]";
        assert_eq!(weapon(&with(old, &new), "lakeshore"), row, "{arms}");
    }
    let same = with("at = [640, 1220]", "at = [640, 1220]");
    assert_eq!(weapon(&same, "harlans-dragoons"), Weapon::SharpsBlCarbine);
}

// clauses: ADF-R09, ADF-SCALE-02
#[test]
fn who_would_stand_on_another_is_moved_straight_to_its_rear() {
    // 80 yards to the inch: 12 and 15.25 in, and half an inch behind it the second. Bases are 0.75 in deep and face south: it goes north
    // by another quarter
    let state = with("at = [1120, 1220]", "at = [960, 1260]");
    let at = |key: &str| state.unit(state.find(key).unwrap()).pose.at;
    let quarter = inches(1).half().half();
    assert_eq!(
        (at("lakeshore").x, at("lakeshore").y),
        (inches(12).micrometres(), (inches(15) + quarter).micrometres())
    );
    assert_eq!((at("iron-city").x, at("iron-city").y), (inches(12).micrometres(), inches(16).micrometres()));
    let apart = at("lakeshore").distance_to(at("iron-city"));
    assert_eq!(apart, Length::from_micrometres(19_050), "0.75 in");
}
