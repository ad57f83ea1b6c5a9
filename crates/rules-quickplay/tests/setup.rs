//! What the scenario gives and how everybody starts.

use longroll_kit::{Ruleset, Settings, Setup, Side};
use longroll_rules_quickplay::Quickplay;
use longroll_rules_quickplay::book::kinds::{Kind, Weapon};
use longroll_rules_quickplay::turn::state::{Fate, Order, State, Step};
use longroll_scenario::{Files, NamedText, check};
use longroll_table::{Point, TableEdge, inches};
use std::sync::Arc;

fn tollivers_farm() -> State {
    let scenario = check(&Files {
        scenario: NamedText {
            file: "scenario.toml",
            text: include_str!("../../../scenarios/learning/scenario.toml"),
        },
        terrain: NamedText {
            file: "terrain.geojson",
            text: include_str!("../../../scenarios/learning/terrain.geojson"),
        },
        rulesets: &[],
    })
    .unwrap();
    let setup = Setup { scenario: Arc::new(scenario), settings: Settings::default() };
    let mut state = Quickplay::blank(&setup).unwrap();
    for event in Quickplay::open(&setup).unwrap() {
        Quickplay::apply(&mut state, &event);
    }
    state
}

// clauses: QP-SETUP-01
#[test]
fn the_scenario_gives_table_edges_length_and_objectives() {
    let state = tollivers_farm();
    assert_eq!((state.field.width, state.field.height), (inches(48), inches(36)));
    assert_eq!(state.muster.edges, [TableEdge::North, TableEdge::South]);
    assert_eq!(state.muster.rounds, 10);
    assert_eq!(state.muster.first, None, "nobody is named: both roll");
    // 960 and 720 yards at 40 yards to the inch
    let farm = &state.muster.objectives[0];
    assert_eq!((farm.at, farm.radius, farm.points), (Point::at(inches(24), inches(18)), inches(4), 2));
}

// clauses: QP-SETUP-01
#[test]
fn the_scenario_gives_type_weapon_morale_strength_and_place() {
    let state = tollivers_farm();
    let rifles = state.piece(state.find("lakeshore").unwrap());
    // 400 men are Strength 4, veterans Morale 5; 960 / 40 = 24 in, 1220 / 40 = 30.5 in
    assert_eq!((rifles.kind, rifles.weapon), (Kind::Infantry, Weapon::RifledMusket));
    assert_eq!((rifles.morale, rifles.strength), (5, 4));
    assert_eq!(rifles.pose.at, Point::at(inches(24), inches(61).half()));
    let battery = state.piece(state.find("kellers-battery").unwrap());
    // 4 guns, one Strength for every two
    assert_eq!((battery.kind, battery.morale, battery.strength), (Kind::FieldArtillery, 4, 2));
}

// clauses: QP-SETUP-01, QP-LEADER-01
#[test]
fn everybody_starts_in_good_order_and_each_side_has_one_army_commander() {
    let state = tollivers_farm();
    assert_eq!(state.step, Step::Deployment);
    for id in state.ids() {
        let unit = state.unit(id);
        assert_eq!((unit.order, unit.fate), (Order::GoodOrder, Fate::OnTable), "{}", state.name(id));
        assert_eq!(unit.strength, state.piece(id).strength);
    }
    for side in [Side::Blue, Side::Gray] {
        let commanders = state.generals(side).filter(|id| state.piece(*id).is_army_commander);
        assert_eq!(commanders.count(), 1, "{side:?}");
        assert_eq!(state.generals(side).count(), 2, "the column's and one brigade's");
    }
}
