//! What the batteries must know of this ruleset, with the clauses behind it.

use crate::accounts::{Ledger, Spent};
use crate::bases::Footing;
use crate::gone::Undoing;
use crate::odds::Calculated;
use crate::twins::{Excused, Told};
use longroll_kit::{Actor, Clause, Counted, Fact, Offer, Ruleset, Settled, UnitId, UnitView, View};
use longroll_rules_deadly_field::book::kinds::{Arm, Formation, Level};
use longroll_rules_deadly_field::procedures::fire::Manner;
use longroll_rules_deadly_field::procedures::morale::Cause;
use longroll_rules_deadly_field::turn::state::{Debt, Fate, State};
use longroll_rules_deadly_field::{Command, DeadlyField, Event};
use longroll_table::{Length, inches};
use serde_json::Value;

impl Excused for DeadlyField {
    /// Ruling ADF-R03: a free place is looked for clockwise, and in a mirror the other way round.
    fn excuses(told: Told, _: &Value, events: &[Value]) -> Option<&'static str> {
        let makes_room = events.iter().any(|event| event["moved"]["clause"] == "ADF-R03");
        (told == Told::Mirrored && makes_room).then_some("ADF-R03")
    }
}

impl Footing for DeadlyField {
    /// Leaders share any spot. Who is stopped in the middle of a move or charge may stand on a friend whom it passes.
    fn may_share(_: &View, one: &UnitView, two: &UnitView) -> Option<&'static str> {
        let both = [one, two];
        if both.iter().any(|unit| unit.kind == "general") {
            return Some("ADF-GEO-10");
        }
        let under_way = |unit: &&UnitView| unit.signs.iter().any(|sign| matches!(sign.code, "M" | "C"));
        (one.side == two.side && both.iter().any(under_way)).then_some("ADF-MOVE-10")
    }

    fn may_overhang(_: &UnitView) -> Option<&'static str> {
        None
    }

    /// Friends are passed at a cost or, running, for nothing (ADF-MOVE-09, -10); leaders pass everybody (ADF-LEADER-08).
    fn may_pass(one: &UnitView, through: &UnitView, _: &Value) -> Option<&'static str> {
        if [one, through].iter().any(|unit| unit.kind == "general") {
            return Some("ADF-LEADER-08");
        }
        (one.side == through.side).then_some("ADF-MOVE-09")
    }
}

/// The most inches of one movement at 15 mm, as the charts print them (ADF-MOVE-01, -23): by road where the row has a road figure.
fn printed_move(state: &State, unit: UnitId) -> i64 {
    let (level, formation, mounted) =
        (state.unit(unit).level, state.unit(unit).formation, state.is_mounted(unit));
    match (state.arm(unit), level) {
        (Arm::Leader, _) => 16,
        (Arm::Artillery, _) => {
            if formation == Formation::Limbered {
                16
            } else {
                4
            }
        }
        (Arm::Infantry, Level::Disorder) => 6,
        (Arm::Infantry, Level::Shaken) => 5,
        (Arm::Cavalry, Level::Disorder) => {
            if mounted {
                10
            } else {
                6
            }
        }
        (Arm::Cavalry, Level::Shaken) => {
            if mounted {
                8
            } else {
                5
            }
        }
        (Arm::Infantry, _) => match formation {
            Formation::RoadColumn => 13,
            Formation::Skirmishers => 9,
            Formation::ExtendedLine | Formation::AttackColumn => 7,
            _ => 6,
        },
        (Arm::Cavalry, _) => match (formation, mounted) {
            (Formation::RoadColumn, true) => 16,
            (Formation::RoadColumn | Formation::DoubleLine, false) => 7,
            (Formation::DoubleLine, true) => 11,
            (Formation::Skirmishing, true) => 14,
            (Formation::Skirmishing, false) => 8,
            (_, true) => 10,
            (_, false) => 6,
        },
    }
}

/// ADF-MOVE-11: twice the disorder row by road; guns twice their own.
fn printed_disengagement(state: &State, unit: UnitId) -> i64 {
    match state.arm(unit) {
        Arm::Infantry => 12,
        Arm::Cavalry => {
            if state.is_mounted(unit) {
                20
            } else {
                12
            }
        }
        _ => 2 * printed_move(state, unit),
    }
}

/// ADF-CHARGE-04, -07: the best row in the open and half of two dice of sixes, of cavalry half of three; a leader adds two.
fn printed_charge(state: &State, unit: UnitId) -> i64 {
    match (state.arm(unit), state.is_mounted(unit)) {
        (Arm::Cavalry, true) => 14 + 9 + 2,
        (Arm::Cavalry, false) => 8 + 9 + 2,
        _ => 9 + 6 + 2,
    }
}

/// ADF-LEADER-07: inches that a leader may add.
const MOST_BENEFIT: i64 = 2;

fn is_passed_through(list: &Settled) -> bool {
    let passed = Clause::new("ADF-PASS-02");
    list.lines.iter().any(|line| line.clause == passed && line.counted == Counted::Yes)
}

impl Ledger for DeadlyField {
    /// ADF-TURN-03 two actions; ADF-MOVE-01 what one movement covers; ADF-MOVE-11, ADF-CHARGE-07 a disengagement, a charge; ADF-FIRE-35
    /// one fire an action; ADF-REACT-05 one reaction; ADF-LEADER-08 one ride; ADF-ACT-05 a rally attempt an action.
    fn spent(state: &State, event: &Event) -> Vec<Spent> {
        let inch = inches(1).micrometres();
        let count = |unit: &UnitId, account, amount, granted| Spent { unit: *unit, account, amount, granted };
        let is_active = |unit: &UnitId| state.side(*unit) == state.active;
        match event {
            Event::ActionsSpent { units, actions } => {
                units.iter().map(|unit| count(unit, "actions", i64::from(*actions), 2)).collect()
            }
            Event::Reacted { units, .. } => units.iter().map(|unit| count(unit, "reactions", 1, 1)).collect(),
            Event::Fired(fire) if is_passed_through(&fire.firer) => Vec::new(),
            Event::Fired(fire) => {
                let booked = match fire.manner {
                    Manner::Ordinary | Manner::PointBlank if fire.is_reaction => {
                        Some(("reaction fires", 1, 1))
                    }
                    Manner::Ordinary => Some(("fires", 1, 2)),
                    Manner::Deliberate => Some(("fires", 2, 2)),
                    _ => None,
                };
                let book = |(account, amount, granted)| {
                    fire.units.iter().map(move |unit| count(unit, account, amount, granted)).collect()
                };
                booked.map_or_else(Vec::new, book)
            }
            Event::Checked(check) if check.cause == Cause::Rally => {
                vec![count(&check.unit, "rally attempts", 1, if is_active(&check.unit) { 2 } else { 1 })]
            }
            Event::LeaderMoved { leader, to, clause } if *clause == Clause::new("ADF-LEADER-08") => {
                let ridden = state.unit(*leader).pose.at.distance_to(to.at).micrometres();
                vec![count(leader, "rides", 1, 1), count(leader, "inches ridden", ridden, 16 * inch)]
            }
            Event::ChargeDeclared { unit, .. } => vec![count(unit, "charges", 1, 2)],
            Event::Moved { units, distance, clause } => {
                units.iter().filter_map(|(unit, _)| moved(state, *unit, *distance, *clause)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn begins_anew(event: &Event) -> bool {
        matches!(event, Event::TurnBegan { .. })
    }
}

fn moved(state: &State, unit: UnitId, distance: Length, clause: Clause) -> Option<Spent> {
    let inch = inches(1).micrometres();
    let second = state.unit(unit).actions == 0;
    let is = |id: &'static str| clause == Clause::new(id);
    let advances = state.owed.iter().filter(|debt| matches!(debt, Debt::Charge(_))).count() > 1;
    let (account, granted) = if is("ADF-MOVE-01") || is("ADF-MOVE-03") || is("ADF-MOVE-07") {
        let account = if second { "inches, second action" } else { "inches, first action" };
        (account, printed_move(state, unit) + MOST_BENEFIT)
    } else if is("ADF-MOVE-11") {
        let account = if second { "inches back, second action" } else { "inches back, first action" };
        (account, printed_disengagement(state, unit) + MOST_BENEFIT)
    } else if is("ADF-CHARGE-01") || is("ADF-CHARGE-07") || is("ADF-CHARGE-11") {
        if advances {
            return None;
        }
        let account = if second { "inches charged, second action" } else { "inches charged, first action" };
        (account, printed_charge(state, unit))
    } else {
        return None;
    };
    Some(Spent { unit, account, amount: distance.micrometres(), granted: granted * inch })
}

impl Undoing for DeadlyField {
    fn gone(state: &State, unit: UnitId) -> Vec<Event> {
        let (fate, clause) = if state.is_leader(unit) {
            (Fate::Killed, Clause::new("ADF-LEADER-10"))
        } else {
            (Fate::Eliminated, Clause::new("ADF-UNIT-11"))
        };
        // a command that waits for an answer would be worked anew, with the piece still there
        if state.question.is_some() || is_about_to_strike(state, unit) {
            return Vec::new();
        }
        vec![Event::Removed { unit, fate, clause }]
    }

    /// With an officer the unit breaks that he is with.
    fn broken(state: &State, unit: UnitId) -> Vec<Event> {
        let unit = if state.is_leader(unit) { state.unit(unit).with } else { Some(unit) };
        let standing =
            unit.filter(|unit| state.unit(*unit).level != Level::Routed && state.question.is_none());
        let clause = Clause::new("ADF-MORALE-05");
        standing.into_iter().map(|unit| Event::LevelSet { unit, level: Level::Routed, clause }).collect()
    }
}

/// ADF-CHARGE-21: the blow follows at once upon the answer whom to strike; nothing can take either of the two away between them.
fn is_about_to_strike(state: &State, unit: UnitId) -> bool {
    let strikes = |offer: Offer<Command>| matches!(offer, Offer::Do(Command::Strike { unit: by, target }) if by == unit || target == unit);
    let awaited = DeadlyField::awaiting(state).0;
    awaited.iter().any(|wait| DeadlyField::offers(state, wait.side, Actor::Side).into_iter().any(strikes))
}

impl Calculated for DeadlyField {
    fn found(
        procedure: &str,
        state: &State,
        command: &Command,
        events: &[Event],
    ) -> Vec<(&'static str, Fact)> {
        let id = match (procedure, command) {
            ("volley", Command::Fire { salvos, .. }) => salvos[0].target,
            (_, Command::Rally { unit, .. }) => *unit,
            _ => return Vec::new(),
        };
        let check = events.iter().find_map(|event| match event {
            Event::Checked(check) if check.unit == id => Some(check),
            _ => None,
        });
        let level = check.map_or(state.unit(id).level, |check| check.verdict.level);
        let word = match level {
            Level::GoodOrder => "good_order",
            Level::Disorder => "disorder",
            Level::Shaken => "shaken",
            Level::Routed => "routed",
        };
        if procedure == "morale" {
            let loses = check.is_some_and(|check| check.verdict.loses_one);
            return vec![("level", Fact::Word(word)), ("loses_one", Fact::Yes(loses))];
        }
        let lost = |event: &Event| match event {
            Event::Lost { unit, figures, clause } if *unit == id && clause.as_str() == "ADF-RESULT-02" => {
                i64::from(*figures)
            }
            _ => 0,
        };
        vec![("lost", Fact::Number(events.iter().map(lost).sum())), ("level", Fact::Word(word))]
    }
}
