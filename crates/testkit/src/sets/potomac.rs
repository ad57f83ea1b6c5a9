//! What the batteries must know of this ruleset, with the clauses behind it.

use crate::accounts::{Ledger, Spent};
use crate::bases::Footing;
use crate::gone::Undoing;
use crate::odds::Calculated;
use crate::twins::{Excused, Told};
use longroll_kit::{Clause, Fact, UnitId, UnitView, View};
use longroll_rules_potomac::book::kinds::Kind;
use longroll_rules_potomac::turn::state::{Debt, Fate, Phase, State};
use longroll_rules_potomac::{Aimed, Command, Event, Potomac};
use longroll_table::{Length, cm};
use serde_json::Value;

impl Excused for Potomac {
    /// Files of a body and stands of a line are counted from the left.
    fn excuses(told: Told, command: &Value, _: &[Value]) -> Option<&'static str> {
        match told {
            Told::Mirrored => Some("POT-FIRE-26"),
            Told::GroundReversed if is_about_a_work(command) => Some("POT-SIEGE-01"),
            _ => None,
        }
    }

    /// A body that has shed a stand at its left end reaches and sees otherwise than one that shed it at its right.
    fn excuses_offers(told: Told) -> Option<&'static str> {
        (told == Told::Mirrored).then_some("POT-FIRE-26")
    }

    fn excuses_offer(told: Told, command: &Value) -> Option<&'static str> {
        match told {
            Told::UnitsReversed if is_for_a_group(command) => Some("POT-GROUP-01"),
            Told::GroundReversed if is_about_a_work(command) => Some("POT-SIEGE-01"),
            _ => None,
        }
    }
}

/// Orders to a group are offered under its first unit in the list.
fn is_for_a_group(command: &Value) -> bool {
    command.pointer("/order/group") == Some(&Value::Bool(true))
}

/// Works go by their number in the list.
fn is_about_a_work(command: &Value) -> bool {
    command.pointer("/fire/target/work").is_some()
}

impl Footing for Potomac {
    /// Officers and friends pass through each other (POT-LEADER-04), and so do skirmishers (POT-SKIRM-01): moves may not end on friends
    /// in formation, officers and skirmishers excepted (POT-MOVE-22).
    fn may_share(_: &View, one: &UnitView, two: &UnitView) -> Option<&'static str> {
        let either = |kind: &str| one.kind == kind || two.kind == kind;
        // Skirmishers and officers capture nobody, and nobody in formation is among these two
        if one.side != two.side {
            let loose = |unit: &UnitView| matches!(unit.kind, "general" | "skirmisher");
            return (either("general") && loose(one) && loose(two)).then_some("POT-LEADER-16");
        }
        either("general").then_some("POT-LEADER-04").or_else(|| either("skirmisher").then_some("POT-MOVE-22"))
    }

    fn may_overhang(_: &UnitView) -> Option<&'static str> {
        None
    }

    /// Skirmishers and officers hinder nobody (POT-SKIRM-01, POT-LEADER-04); who flees runs through friends (POT-MORALE-17).
    fn may_pass(one: &UnitView, through: &UnitView, event: &Value) -> Option<&'static str> {
        let either = |kind: &str| [one, through].iter().any(|unit| unit.kind == kind);
        match () {
            () if either("general") => Some("POT-LEADER-04"),
            () if one.side != through.side => None,
            () if either("skirmisher") => Some("POT-SKIRM-01"),
            () if event.get("fled").is_some() => Some("POT-MORALE-17"),
            () => None,
        }
    }
}

/// Centimetres of one order at the most, by road where there is a rate for it, as the sheet prints them (POT-MOVE-03, -06).
fn printed_march(state: &State, unit: UnitId) -> i64 {
    match state.kind(unit) {
        Kind::Cavalry => 45,
        Kind::Infantry | Kind::Artillery => 30,
        Kind::Skirmishers => 20,
        Kind::Officer => 60,
    }
}

/// Centimetres of a charge or evade (POT-CHARGE-03, POT-EVADE-03).
fn printed_run(state: &State, unit: UnitId) -> i64 {
    match state.kind(unit) {
        Kind::Cavalry => 30,
        Kind::Infantry | Kind::Artillery | Kind::Skirmishers => 20,
        Kind::Officer => 60,
    }
}

impl Ledger for Potomac {
    /// POT-INIT-04 one action of its own; POT-CMD-15 what is ordered is done once for each order received: so much marched, so
    /// many charges and fires; POT-EVADE-03, -06 one evade; POT-TURN-08, POT-CMD-04 an officer is done once; POT-MORALE-11 a flight
    /// for each time it broke, and one at the start.
    fn spent(state: &State, event: &Event) -> Vec<Spent> {
        let one = |unit: &UnitId, account, granted| Spent { unit: *unit, account, amount: 1, granted };
        let way = |unit: &UnitId, account, length: &Length, granted: i64| Spent {
            unit: *unit,
            account,
            amount: length.micrometres(),
            granted: granted * cm(1).micrometres(),
        };
        let orders = |unit: &UnitId| i64::from(state.unit(*unit).received);
        match event {
            Event::Acted { unit, .. } => vec![one(unit, "actions of its own", 1)],
            // A charge at skirmishers alone was booked when it was declared
            Event::Moved { clause: Some(_), .. } => Vec::new(),
            Event::Moved { unit, distance, .. } | Event::LooseMoved { unit, distance, .. } => vec![
                one(unit, "moves", orders(unit)),
                way(unit, "centimetres marched", distance, orders(unit) * printed_march(state, *unit)),
            ],
            Event::ChargeDeclared { unit, distance, .. } => vec![
                one(unit, "charges", orders(unit) + 1),
                way(unit, "centimetres charged", distance, (orders(unit) + 1) * printed_run(state, *unit)),
            ],
            Event::Evaded { unit, distance, .. } => vec![
                one(unit, "evades", 1),
                way(unit, "centimetres evaded", distance, printed_run(state, *unit)),
            ],
            Event::Fired(shot) if !shot.is_premelee => vec![one(&shot.unit, "fires", orders(&shot.unit) + 1)],
            Event::OfficerDone { officer, .. } => vec![one(officer, "ends", 1)],
            Event::StoodReady { unit } => vec![one(unit, "stands ready", orders(unit))],
            Event::Rallied { unit } => vec![one(unit, "rallies", orders(unit))],
            _ => Vec::new(),
        }
    }

    fn begins_anew(event: &Event) -> bool {
        matches!(event, Event::TenureBegan { .. })
    }
}

/// Is the unit the last of its side? Then the battle would be over (POT-R02).
fn is_last(state: &State, unit: UnitId) -> bool {
    state.formed(state.side(unit)).all(|other| other == unit)
}

/// Is it just now that this piece has to do something? Then nobody can take it away: play waits for its owner's word alone.
fn is_asked(state: &State, unit: UnitId) -> bool {
    match state.owed.top() {
        Some(Debt::Carry(received)) => received.officer == unit || received.units.contains(&unit),
        Some(Debt::Share(sharing)) => {
            sharing.firer == unit || sharing.shares.iter().any(|(id, _)| *id == unit)
        }
        Some(Debt::Detach { officer, unit: with, .. }) => *officer == unit || *with == unit,
        Some(Debt::Flee { unit: flees, .. }) => *flees == unit,
        Some(Debt::Assault(assault)) => {
            assault.target == unit
                || assault.firers.contains(&unit)
                || assault.chargers.iter().any(|charger| charger.unit == unit)
        }
        Some(Debt::Round(_) | Debt::FollowUp(_)) => state.is_formed(unit),
        Some(Debt::Succession { candidates, .. }) => candidates.contains(&unit),
        Some(Debt::Charges { .. }) | None => false,
    }
}

impl Undoing for Potomac {
    /// POT-UNIT-15, POT-LEADER-14: the last stand is gone, and its officers stand alone; POT-SKIRM-11 of a line; POT-LEADER-16 of an
    /// officer.
    fn gone(state: &State, unit: UnitId) -> Vec<Event> {
        if state.phase == Phase::SetUp || is_asked(state, unit) {
            return Vec::new();
        }
        match state.kind(unit) {
            Kind::Officer => {
                vec![Event::Removed { unit, fate: Fate::Captured, clause: Clause::new("POT-LEADER-16") }]
            }
            Kind::Skirmishers => {
                let lost = state.unit(unit).bases.len() as u8;
                let parent = state.piece(unit).partner.unwrap_or(unit);
                let clause = Clause::new("POT-SKIRM-11");
                vec![Event::LineLost {
                    line: unit,
                    parent,
                    bases: Vec::new(),
                    lost,
                    stands: lost.div_ceil(2),
                    clause,
                }]
            }
            _ if is_last(state, unit) => Vec::new(),
            _ => {
                let at = state.unit(unit).body.front;
                let clause = Clause::new("POT-LEADER-14");
                let with = state.ids().filter(|id| state.unit(*id).office.with == Some(unit));
                let mut events: Vec<Event> =
                    with.map(|officer| Event::Detached { officer, at, clause }).collect();
                events.push(Event::Removed {
                    unit,
                    fate: Fate::Destroyed,
                    clause: Clause::new("POT-UNIT-15"),
                });
                events
            }
        }
    }

    /// POT-CONF-04, POT-MORALE-13: it is Retreating, out of its group; its officers are with it alone.
    fn broken(state: &State, unit: UnitId) -> Vec<Event> {
        if state.phase == Phase::SetUp
            || !state.is_formed(unit)
            || state.is_retreating(unit)
            || is_asked(state, unit)
        {
            return Vec::new();
        }
        let with = state.ids().filter(|id| state.unit(*id).office.with == Some(unit));
        let mut events = vec![Event::Broke { unit, battery: None }];
        events.extend(with.map(|officer| Event::Attached { officer, unit, of_group: false }));
        events
    }
}

impl Calculated for Potomac {
    fn found(
        procedure: &str,
        state: &State,
        command: &Command,
        events: &[Event],
    ) -> Vec<(&'static str, Fact)> {
        let id = match command {
            Command::Fire { target: Aimed::Unit(target), .. } => *target,
            _ => {
                let failed =
                    events.iter().any(|event| matches!(event, Event::CommandTested { passed: false, .. }));
                return vec![("passed", Fact::Yes(!failed))];
            }
        };
        let number = |value: u32| Fact::Number(value.into());
        let sum = |read: &dyn Fn(&Event) -> Option<u32>| number(events.iter().filter_map(read).sum());
        let hits = sum(&|event| match event {
            Event::Fired(shot) => Some(shot.hits),
            _ => None,
        });
        if procedure == "skirmish_line" {
            return vec![("hits", hits)];
        }
        let tested = events.iter().find_map(|event| match event {
            Event::MoraleTested { unit, held, .. } if *unit == id => Some(*held),
            _ => None,
        });
        let lost = sum(&|event| match event {
            Event::StandsLost { unit, lost, .. } if *unit == id => Some((*lost).into()),
            _ => None,
        });
        let marked = events.iter().rev().find_map(|event| match event {
            Event::HitsTaken { unit, marked, .. } if *unit == id => Some(*marked),
            _ => None,
        });
        vec![
            ("hits", hits),
            ("stands_lost", lost),
            ("marked", number(marked.unwrap_or(state.unit(id).hits).into())),
            (
                "officer_lost",
                Fact::Yes(
                    events.iter().any(|event| matches!(event, Event::OfficerRolled { killed: true, .. })),
                ),
            ),
            (
                "driven_back",
                sum(&|event| match event {
                    Event::DrivenBack { unit, owed, .. } if *unit == id => Some(*owed),
                    _ => None,
                }),
            ),
            ("tested", Fact::Yes(tested.is_some())),
            ("holds", Fact::Yes(tested.unwrap_or(true))),
        ]
    }
}
