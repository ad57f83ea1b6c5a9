//! What the batteries must know of this ruleset, with the clauses behind it.

use crate::accounts::{Ledger, Spent};
use crate::bases::Footing;
use crate::gone::Undoing;
use crate::odds::Calculated;
use crate::twins::{Excused, Told};
use longroll_kit::{Clause, Fact, UnitId, UnitView, View};
use longroll_rules_quickplay::book::kinds::Kind;
use longroll_rules_quickplay::turn::state::{Fate, Order, State};
use longroll_rules_quickplay::{Command, Event, Quickplay};
use longroll_table::inches;
use serde_json::Value;

impl Excused for Quickplay {
    /// Of two places as near a General is set on the right.
    fn excuses(told: Told, _: &Value, events: &[Value]) -> Option<&'static str> {
        let shifted = |event: &Value| event.pointer("/general_moved/clause").is_some();
        (told == Told::Mirrored && events.iter().any(shifted)).then_some("QP-LEADER-06")
    }

    /// Where the straight way is open the hand does not matter, and one of the two is offered.
    fn excuses_offer(told: Told, command: &Value) -> Option<&'static str> {
        (told == Told::Mirrored && command.get("rout").is_some()).then_some("QP-MORALE-25")
    }
}

impl Footing for Quickplay {
    fn may_share(_: &View, one: &UnitView, two: &UnitView) -> Option<&'static str> {
        [one, two].iter().any(|unit| unit.kind == "general").then_some("QP-LEADER-03")
    }

    fn may_overhang(_: &UnitView) -> Option<&'static str> {
        None
    }

    /// Friends are passed (QP-MOVE-16), not in a charge (QP-CHARGE-06); Generals are in nobody's way (QP-LEADER-06).
    fn may_pass(one: &UnitView, through: &UnitView, event: &Value) -> Option<&'static str> {
        if [one, through].iter().any(|unit| unit.kind == "general") {
            return Some("QP-LEADER-06");
        }
        (one.side == through.side && event.get("charged").is_none()).then_some("QP-MOVE-16")
    }
}

/// Inches of a full move in the open, as the sheet prints them (QP-MOVE-01).
fn printed_move(kind: Kind) -> i64 {
    match kind {
        Kind::Infantry | Kind::Skirmisher | Kind::HeavyArtillery => 12,
        Kind::HeavyCavalry | Kind::FieldArtillery => 18,
        Kind::LightCavalry | Kind::HorseArtillery | Kind::General => 24,
    }
}

impl Ledger for Quickplay {
    /// QP-TURN-10 one move or charge; QP-MOVE-01, -15 its length, three times that on a road; QP-COMBAT-11 one combat begun;
    /// QP-RALLY-05 one rally roll; QP-MORALE-11 one morale test.
    fn spent(state: &State, event: &Event) -> Vec<Spent> {
        let inch = inches(1).micrometres();
        let one = |unit: &UnitId, account| Spent { unit: *unit, account, amount: 1, granted: 1 };
        match event {
            Event::Moved { unit, distance, .. } => {
                let granted = 3 * printed_move(state.kind(*unit)) * inch;
                let amount = distance.micrometres();
                vec![one(unit, "moves"), Spent { unit: *unit, account: "inches", amount, granted }]
            }
            Event::Charged { unit, distance, .. } => {
                let granted = printed_move(state.kind(*unit)) * inch;
                let amount = distance.micrometres();
                vec![one(unit, "moves"), Spent { unit: *unit, account: "inches charged", amount, granted }]
            }
            Event::Stood { unit } => vec![one(unit, "moves")],
            Event::Fired(shot) => vec![one(&shot.unit, "combats")],
            Event::Fought(melee) => vec![one(&melee.charger, "combats")],
            Event::RallyTried { unit, .. } => vec![one(unit, "rallies")],
            Event::MoraleTested { unit, .. } => vec![one(unit, "morale tests")],
            _ => Vec::new(),
        }
    }

    fn begins_anew(event: &Event) -> bool {
        matches!(event, Event::TurnBegan { .. })
    }
}

impl Undoing for Quickplay {
    fn gone(state: &State, unit: UnitId) -> Vec<Event> {
        let fate = if state.kind(unit).is_general() { Fate::Captured } else { Fate::Destroyed };
        vec![Event::Removed { unit, fate, clause: Clause::new("QP-UNIT-04") }]
    }

    /// In the midst of a charge nobody routs but by the test of the step; contacts go with the unit.
    fn broken(state: &State, unit: UnitId) -> Vec<Event> {
        if state.kind(unit).is_general() || state.unit(unit).order == Order::Routed {
            return Vec::new();
        }
        let parted = state.contacts_of(unit).copied().collect::<Vec<_>>();
        let mut events = vec![Event::Routed { unit }];
        events
            .extend(parted.iter().map(|met| Event::ContactBroken { charger: met.charger, enemy: met.enemy }));
        events
    }
}

impl Calculated for Quickplay {
    fn found(procedure: &str, _: &State, command: &Command, events: &[Event]) -> Vec<(&'static str, Fact)> {
        let lost = |id: UnitId, clauses: &[&str]| {
            let one = |event: &Event| match event {
                Event::StrengthLost { unit, lost, clause }
                    if *unit == id && clauses.contains(&clause.as_str()) =>
                {
                    i64::from(*lost)
                }
                _ => 0,
            };
            Fact::Number(events.iter().map(one).sum())
        };
        match (procedure, command) {
            ("fire", Command::Fire { unit, target }) => {
                let hits = events.iter().find_map(|event| match event {
                    Event::Fired(shot) => Some(shot.hits),
                    _ => None,
                });
                let answer = events.iter().find_map(|event| match event {
                    Event::Answered(shot) => Some(shot.hits),
                    _ => None,
                });
                vec![
                    ("hits", Fact::Number(hits.unwrap_or(0).into())),
                    ("answered", Fact::Yes(answer.is_some())),
                    ("answering_hits", Fact::Number(answer.unwrap_or(0).into())),
                    ("target_lost", lost(*target, &["QP-COMBAT-30"])),
                    ("firer_lost", lost(*unit, &["QP-COMBAT-30"])),
                ]
            }
            ("melee", Command::Melee { unit }) => {
                let fought = events.iter().find_map(|event| match event {
                    Event::Fought(melee) => Some((melee.charger_hits, melee.defender_hits)),
                    _ => None,
                });
                let (charger, defender) = fought.unwrap_or((0, 0));
                vec![
                    ("charger_hits", Fact::Number(charger.into())),
                    ("defender_hits", Fact::Number(defender.into())),
                    ("charger_lost", lost(*unit, &["QP-COMBAT-06", "QP-COMBAT-26"])),
                ]
            }
            _ => {
                let rallied = events.iter().any(|event| matches!(event, Event::Rallied { .. }));
                vec![("rallied", Fact::Yes(rallied))]
            }
        }
    }
}
