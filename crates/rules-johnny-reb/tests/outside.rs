//! Whatever numbers come from outside, a command is carried out or refused, and facts are read or sent back.

use longroll_dice::{Dice, Reading, Roll, Wanted};
use longroll_kit::{Leg, Ruleset, Settings, Setup, Side, UnitId};
use longroll_rules_johnny_reb::turn::state::{Order, Phase, State};
use longroll_rules_johnny_reb::turn::victory::{score, winner_of};
use longroll_rules_johnny_reb::{Command, JohnnyReb};
use longroll_scenario::{Files, NamedText, check};
use longroll_table::{Heading, Length, Point};
use serde_json::json;
use std::sync::Arc;

/// No dice at all: whatever gets as far as a throw was lawful.
struct NoDice;

impl Dice for NoDice {
    fn throw(&mut self, roll: &Roll) -> Result<Reading, Wanted> {
        Err(Wanted::NotThrown { roll: *roll, given: 0 })
    }
}

fn learning() -> State {
    let files = Files {
        scenario: NamedText {
            file: "scenario.toml",
            text: include_str!("../../../scenarios/learning/scenario.toml"),
        },
        terrain: NamedText {
            file: "terrain.geojson",
            text: include_str!("../../../scenarios/learning/terrain.geojson"),
        },
        rulesets: &[],
    };
    let setup = Setup { scenario: Arc::new(check(&files).unwrap()), settings: Settings::default() };
    let mut state = JohnnyReb::blank(&setup).unwrap();
    for event in JohnnyReb::open(&setup).unwrap() {
        JohnnyReb::apply(&mut state, &event);
    }
    state
}

const WILD: [i64; 9] =
    [i64::MIN, i64::MIN + 1, -1_000_000_000_000, -1, 0, 1, 1_000_000_000_000, i64::MAX - 1, i64::MAX];

fn commands(unit: UnitId, other: UnitId) -> Vec<Command> {
    let mut all = vec![
        Command::Mark { unit, order: Order::Hold },
        Command::Unmark { unit },
        Command::Hold { unit },
        Command::Rally { unit },
        Command::Fire { unit, target: other, with: vec![other, unit, other], rapid: true, sparing: true },
        Command::Charge { unit, target: other, with: vec![unit, other, other, unit] },
        Command::Stand { unit },
        Command::Pivot { unit, to: Heading(65_535) },
        Command::Flee { unit, left: true },
        Command::Volley { unit, rapid: true, sparing: true },
        Command::Support { unit, by: vec![other, other, unit] },
        Command::Attach { officer: unit, unit: other },
        Command::LetPass,
    ];
    for stop in [0, 1, u32::MAX] {
        let units = vec![unit, other];
        all.push(Command::Halt { stop, units, as_one: true, rapid: false, sparing: false });
    }
    for n in WILD {
        let length = Length::from_micrometres(n);
        all.push(Command::Withdraw { unit, distance: length, about: true });
        for leg in [
            Leg::Go { bearing: Heading(1), distance: length },
            Leg::To(Point::new(n, n)),
            Leg::To(Point::new(n, 0)),
            Leg::Road(Point::new(n, -1)),
        ] {
            all.push(Command::Move { unit, legs: vec![leg.clone(), leg] });
        }
    }
    all
}

// clauses: JR-SETUP-01, JR-MOVE-02, JR-ORDER-02
#[test]
fn wild_ids_and_lengths_are_refused() {
    let mut state = learning();
    let ids = [UnitId(0), UnitId(1), UnitId(state.units.len() as u16), UnitId(u16::MAX)];
    let mut tried = 0;
    for phase in [
        Phase::MarkOrders,
        Phase::Rallies,
        Phase::Reveal,
        Phase::FirstFires,
        Phase::Disengage,
        Phase::Charges,
        Phase::Moves,
        Phase::Pivots,
        Phase::Fires,
    ] {
        state.phase = phase;
        state.revealed = phase >= Phase::Reveal;
        state.mover = Some(UnitId(0));
        for order in [Order::Move(Heading(0)), Order::Charge, Order::Disengage, Order::Form] {
            state.units[0].order = Some(order);
            for (unit, other) in ids.iter().flat_map(|unit| ids.iter().map(move |other| (*unit, *other))) {
                for command in commands(unit, other) {
                    for side in Side::ALL {
                        let _ = JohnnyReb::handle(&state, *side, &command, &mut NoDice);
                        let _ = JohnnyReb::explain(&state, *side, &command);
                        let _ = JohnnyReb::cost(&state, *side, &command);
                    }
                    let _ = JohnnyReb::label(&state, &command);
                    let _ = JohnnyReb::write_command(&state, &command);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
    for id in ids {
        let _ = (JohnnyReb::reaches(&state, id), JohnnyReb::orders(&state, Side::Blue, id));
        let _ = JohnnyReb::sight(&state, id, UnitId(0));
        assert!(id.index() < state.units.len() || JohnnyReb::reaches(&state, id).is_empty());
    }
}

// clauses: JR-FIRE-01, JR-MORALE-10, JR-MELEE-03
#[test]
fn wild_facts_are_counted_or_sent_back() {
    let most = u32::MAX;
    for (name, facts) in [
        ("fire", json!({ "figures": most })),
        ("fire", json!({ "figures": 1000, "per_stand": most })),
        ("fire", json!({ "firing": most })),
        ("fire", json!({ "range": "-390" })),
        ("fire", json!({ "figure_mm": most })),
        ("morale", json!({ "stands_lost": most, "regiments_lost": most, "heavy_hits": most })),
        ("rally", json!({ "stands_lost": most })),
        ("impact", json!({ "attacker": { "supporting_cavalry": most, "supporting_infantry": most } })),
        ("charge", json!({ "figures": most })),
        ("charge", json!({ "figures": 1000, "per_stand": most, "volley": { "firing": 1000 } })),
        ("melee", json!({ "figures": most })),
        ("melee", json!({ "figures": 1000, "supporting": 1000, "joining": most, "first_round": false })),
    ] {
        let procedure = JohnnyReb::procedures().iter().find(|known| known.name == name).unwrap();
        let _ = (procedure.explain)(&facts, &Settings::default());
        if let Ok(prepared) = (procedure.prepare)(&facts, &Settings::default()) {
            let _ = prepared(&mut NoDice);
        }
    }
}

// clauses: JR-VICTORY-01, JR-R05
#[test]
fn points_without_measure_are_still_compared() {
    let mut state = learning();
    let mut muster = (*state.muster).clone();
    for objective in &mut muster.objectives {
        objective.points = u32::MAX;
    }
    state.muster = Arc::new(muster);
    state.held = vec![Some(Side::Blue); state.held.len()];
    assert_eq!((score(&state, Side::Blue), score(&state, Side::Gray)), (u32::MAX, 0));
    // a difference of a quarter of the smaller score decides, however large both are
    assert_eq!(winner_of(u32::MAX, 3_400_000_000), Some(Side::Blue));
}
