//! Whatever comes in from outside, units that do not exist and numbers beyond all measure, is refused and breaks nothing.

use longroll_dice::{Rolling, Scripted};
use longroll_kit::{Actor, CaseSetup, Leg, Ruleset, Settings, Side, UnitId};
use longroll_rules_deadly_field::turn::charge::Sally;
use longroll_rules_deadly_field::turn::command::Salvo;
use longroll_rules_deadly_field::turn::react::Reaction;
use longroll_rules_deadly_field::turn::state::Deed;
use longroll_rules_deadly_field::{Command, DeadlyField, State};
use longroll_table::{Field, Heading, Length, Point, inches};
use std::sync::Arc;

const NOBODY: UnitId = UnitId(9_999);

/// Two regiments and a leader against one regiment and a battery.
fn table(step: &str) -> State {
    let units = serde_json::json!([
        { "name": "A", "side": "blue", "type": "infantry", "at": [5, 5] },
        { "name": "B", "side": "blue", "type": "infantry", "at": [7, 5] },
        { "name": "J", "side": "blue", "type": "leader", "at": [7, 4.3], "benefit": 1, "with": "B" },
        { "name": "X", "side": "gray", "type": "infantry", "at": [5, 9], "facing": 180 },
        { "name": "G", "side": "gray", "type": "artillery", "at": [9, 9], "facing": 180 },
    ]);
    let field = Field { width: inches(30), height: inches(30), features: Vec::new() };
    let mut game = serde_json::Map::new();
    game.insert("step".to_owned(), step.into());
    let setup =
        CaseSetup { field: Arc::new(field), game, units: units.as_array().cloned().unwrap_or_default() };
    DeadlyField::arrange(&setup, &Settings::default()).unwrap()
}

/// Every command that names units, with these, and every command with a number, with the worst of numbers.
fn reckless(unit: UnitId, other: UnitId) -> Vec<Command> {
    let lengths = [i64::MAX, i64::MIN, i64::MIN + 1, -1, 0, 1].map(Length::from_micrometres);
    let points =
        [(i64::MAX, i64::MIN), (i64::MIN, i64::MAX), (0, i64::MAX), (-1, -1)].map(|(x, y)| Point { x, y });
    let mut legs: Vec<Vec<Leg>> = vec![Vec::new(), vec![Leg::Turn(Heading(u16::MAX))]];
    legs.extend(lengths.map(|distance| vec![Leg::Go { bearing: Heading(12_345), distance }]));
    legs.extend(points.map(|to| vec![Leg::To(to)]));
    legs.extend(points.map(|to| vec![Leg::Road(to)]));
    for act in
        ["wheel left 99999999999999999999", "wheel right -1", "wheel left 360", "wheel", "form", "form x", ""]
    {
        legs.push(vec![Leg::Act(act.to_owned())]);
    }
    legs.push(vec![Leg::Turn(Heading(0)); 5_000]);
    let mut list: Vec<Command> =
        legs.into_iter().map(|legs| Command::Move { unit, legs, without: vec![other] }).collect();
    let salvo = |units: Vec<UnitId>| vec![Salvo { units, target: other, without: vec![unit] }];
    list.extend([
        Command::Attach { leader: unit, unit: Some(other) },
        Command::Attach { leader: unit, unit: None },
        Command::Group { units: vec![unit, other, unit], first: Deed::Move, second: Deed::Fire },
        Command::Group { units: Vec::new(), first: Deed::Charge, second: Deed::Nothing },
        Command::Fire { salvos: Vec::new(), deliberate: true },
        Command::Fire { salvos: salvo(Vec::new()), deliberate: false },
        Command::Fire { salvos: salvo(vec![unit, unit]), deliberate: false },
        Command::ReactFire { salvos: Vec::new() },
        Command::ReactFire { salvos: salvo(vec![unit]) },
        Command::Charge { sallies: Vec::new(), without: Vec::new() },
        Command::Charge { sallies: vec![Sally { unit, target: Some(other) }; 2], without: vec![other] },
        Command::Charge { sallies: vec![Sally { unit, target: None }], without: Vec::new() },
        Command::Reform { unit },
        Command::Rally { unit, facing: Some(Heading(u16::MAX)) },
        Command::Run { unit, facing: None },
        Command::Merge { unit, other },
        Command::Merge { unit, other: unit },
        Command::Join { unit, to: other },
        Command::Stand { unit },
        Command::Desperate { unit, target: other, without: vec![unit] },
        Command::Strike { unit, target: other },
        Command::Choose { unit },
        Command::Press { distance: None },
    ]);
    for distance in lengths {
        list.push(Command::Disengage { unit, distance: Some(distance), without: Vec::new() });
        list.push(Command::Press { distance: Some(distance) });
        list.push(Command::Advance { distance });
        list.push(Command::React {
            units: vec![unit],
            how: Reaction::Disengage,
            facing: None,
            distance: Some(distance),
            without: Vec::new(),
        });
    }
    for how in [
        Reaction::Fire { target: other },
        Reaction::Face { facing: Heading(1) },
        Reaction::Mount { mounted: true },
        Reaction::Reform,
        Reaction::Rally,
        Reaction::Countercharge,
    ] {
        list.push(Command::react(vec![unit, other], how));
        list.push(Command::react(Vec::new(), how));
    }
    list
}

fn try_all(state: &State) {
    let ids: Vec<UnitId> = state.ids().chain([NOBODY, UnitId(u16::MAX)]).collect();
    for unit in &ids {
        for other in &ids {
            for command in reckless(*unit, *other) {
                for by in [Side::Blue, Side::Gray] {
                    let mut dice = Rolling::new(Scripted::new(Vec::new()));
                    let _ = DeadlyField::handle(state, by, &command, &mut dice);
                    let _ = DeadlyField::explain(state, by, &command);
                    let _ = DeadlyField::cost(state, by, &command);
                }
                let _ = DeadlyField::label(state, &command);
                let _ = DeadlyField::write_command(state, &command);
            }
            let _ = DeadlyField::sight(state, *unit, *other);
            let _ = DeadlyField::orders_together(state, Side::Blue, &[*unit, *other]);
        }
        for side in [Side::Blue, Side::Gray] {
            let _ = DeadlyField::orders(state, side, *unit);
            let _ = DeadlyField::offers(state, side, Actor::Unit(*unit));
        }
        let _ = DeadlyField::reaches(state, *unit);
    }
}

/// A state some commands later.
fn after(mut state: State, commands: &[(&str, &[u8])]) -> State {
    for (text, faces) in commands {
        let command = DeadlyField::read_command(&state, text).unwrap();
        let by = DeadlyField::awaiting(&state).0[0].side;
        let mut dice = Rolling::new(Scripted::new(faces.to_vec()));
        let events = DeadlyField::handle(&state, by, &command, &mut dice).unwrap();
        events.iter().for_each(|event| DeadlyField::apply(&mut state, event));
    }
    state
}

// clauses: ADF-GAME-03
#[test]
fn nothing_that_is_said_between_actions_breaks_the_game() {
    try_all(&table("actions"));
    try_all(&table("leaders"));
}

// clauses: ADF-GAME-03, ADF-REACT-06
#[test]
fn nor_in_the_middle_of_a_charge() {
    let begun = after(table("actions"), &[("charge A at X", &[3, 3])]);
    try_all(&begun);
    // the check of X, 4 + 1 and the support of nobody, fails by one: A is asked whether it goes on
    let asked = after(begun, &[("pass", &[]), ("pass", &[2, 2]), ("pass", &[])]);
    try_all(&asked);
}
