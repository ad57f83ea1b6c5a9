//! Broken sides and objectives, counted out.

use longroll_kit::{CaseSetup, Draft, Ruleset, Settings, Side};
use longroll_rules_quickplay::turn::state::{Fate, Objective, Order, State};
use longroll_rules_quickplay::turn::victory::{
    end_of_round, is_broken, objective_points, standing, take_objectives,
};
use longroll_rules_quickplay::{Quickplay, QuickplayDraft};
use longroll_table::{Field, Point, inches};
use serde_json::{Value, json};
use std::sync::Arc;

fn position(round: u32, units: Vec<Value>) -> State {
    let game = json!({ "round": round, "rounds": 12 }).as_object().unwrap().clone();
    let field = Arc::new(Field::bare(inches(48), inches(36)));
    Quickplay::arrange(&CaseSetup { field, game, units }, &Settings::default()).unwrap()
}

fn infantry(name: &str, side: &str, x: i64, y: i64) -> Value {
    json!({ "name": name, "side": side, "type": "infantry", "at": [x, y] })
}

/// A hill of one inch radius in the middle of the table, held by nobody.
fn with_hill(mut state: State) -> State {
    let hill = Objective {
        name: "hill".to_owned(),
        at: Point::at(inches(24), inches(18)),
        radius: inches(1),
        points: 1,
        held_by: None,
    };
    Arc::make_mut(&mut state.muster).objectives.push(hill);
    state.held.push(None);
    state
}

fn after(state: &State, what: fn(&mut QuickplayDraft)) -> State {
    let mut draft: QuickplayDraft = Draft::of(state);
    what(&mut draft);
    (*draft).clone()
}

// clauses: QP-VICTORY-01
#[test]
fn a_side_of_any_size_breaks_at_half_rounded_up() {
    // units at the start, and how many of them lost break it
    for (began, breaks_at) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5)] {
        for lost in 0..=began {
            let units = (0..began).map(|n| infantry(&format!("A{n}"), "blue", 4 + 4 * n, 4));
            let mut state = position(1, units.chain([infantry("X", "gray", 24, 30)]).collect());
            for (n, unit) in state.units.iter_mut().take(lost as usize).enumerate() {
                // destroyed, off the table and Routed count alike
                match n % 3 {
                    0 => unit.fate = Fate::Destroyed,
                    1 => unit.fate = Fate::OffTable,
                    _ => unit.order = Order::Routed,
                }
            }
            assert_eq!(is_broken(&state, Side::Blue), lost >= breaks_at, "{lost} of {began}");
            assert!(!is_broken(&state, Side::Gray));
        }
    }
}

// clauses: QP-VICTORY-01, QP-R03
#[test]
fn an_objective_passes_to_the_side_that_alone_is_near_it() {
    // 18 - 0.75 - 16.25 = 1.0 in from A's edge to the hill
    let mut near = infantry("A", "blue", 24, 16);
    near["at"] = json!([24, 16.25]);
    let state = with_hill(position(1, vec![near.clone(), infantry("X", "gray", 24, 30)]));
    let taken = after(&state, take_objectives);
    assert_eq!(objective_points(&taken), [1, 0]);

    let contested = with_hill(position(1, vec![near.clone(), infantry("X", "gray", 24, 19)]));
    assert_eq!(objective_points(&after(&contested, take_objectives)), [0, 0], "both are near");

    near["order"] = json!("routed");
    let routed = with_hill(position(1, vec![near, infantry("X", "gray", 24, 19)]));
    assert_eq!(objective_points(&after(&routed, take_objectives)), [0, 1], "a Routed unit holds nothing");

    let mut held = with_hill(position(1, vec![infantry("A", "blue", 4, 4), infantry("X", "gray", 24, 30)]));
    held.held[0] = Some(Side::Blue);
    assert_eq!(
        objective_points(&after(&held, take_objectives)),
        [1, 0],
        "left alone it stays with its holder"
    );
}

// clauses: QP-VICTORY-01, QP-VICTORY-03, QP-R03
#[test]
fn objectives_decide_the_last_round_but_do_not_save_a_broken_side() {
    let units = vec![infantry("A", "blue", 4, 4), infantry("B", "blue", 8, 4), infantry("X", "gray", 24, 30)];
    let mut last = with_hill(position(12, units));
    last.held[0] = Some(Side::Blue);
    // Blue lost a Strength, Gray none: by shares Gray would win, by the hill Blue does
    last.units[0].strength -= 1;
    assert_eq!(after(&last, end_of_round).end.unwrap().winner, Some(Side::Blue));
    last.units[0].fate = Fate::Destroyed;
    assert_eq!(after(&last, end_of_round).end.unwrap().winner, Some(Side::Gray), "one of two: broken");

    let mut earlier = last.clone();
    earlier.units[0].fate = Fate::OnTable;
    earlier.round = 11;
    assert!(after(&earlier, end_of_round).end.is_none(), "a held hill ends nothing before the last round");
}

// clauses: QP-VICTORY-01, QP-VICTORY-04, QP-R03
#[test]
fn the_standing_follows_the_hill_then_the_breaking_point_then_the_empty_table() {
    let units = ["A", "B", "C"].map(|name| infantry(name, "blue", 4, 4)).to_vec();
    let units = units.into_iter().chain([infantry("X", "gray", 24, 30), infantry("Y", "gray", 30, 30)]);
    let mut state = with_hill(position(3, units.collect()));
    let even = standing(&state);
    assert_eq!((even.ahead, even.turns_left), (None, 9), "12 rounds, this is the 3rd, nobody lost anything");
    // half of three, rounded up, is two; half of two is one
    assert_eq!((even.sides[0].breaking.now, even.sides[0].breaking.at, even.sides[0].breaking.of), (0, 2, 3));
    assert_eq!((even.sides[1].breaking.now, even.sides[1].breaking.at, even.sides[1].breaking.of), (0, 1, 2));

    state.held[0] = Some(Side::Gray);
    let hill = standing(&state);
    assert_eq!((hill.ahead, hill.sides[1].points), (Some(Side::Gray), 1));
    assert_eq!(
        (hill.why.as_str(), hill.clause.as_str()),
        ("Confederacy holds objectives worth 1 against 0", "QP-R03")
    );

    state.units[3].order = Order::Routed;
    let broken = standing(&state);
    assert_eq!((broken.ahead, broken.clause.as_str()), (Some(Side::Blue), "QP-VICTORY-01"));
    assert_eq!(broken.why, "Confederacy is broken: 1 of its 2 units are lost or Routed");

    state.units[3].fate = Fate::Destroyed;
    state.units[4].fate = Fate::OffTable;
    let empty = standing(&state);
    assert_eq!((empty.ahead, empty.clause.as_str()), (Some(Side::Blue), "QP-VICTORY-04"));
}
