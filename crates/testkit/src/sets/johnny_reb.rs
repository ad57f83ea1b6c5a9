//! What the batteries must know of this ruleset, with the clauses behind it.

use crate::accounts::{Ledger, Spent};
use crate::bases::Footing;
use crate::gone::Undoing;
use crate::odds::Calculated;
use crate::twins::{Excused, Told};
use longroll_kit::{Clause, Fact, Ruleset, Side, UnitId, UnitView, View};
use longroll_rules_johnny_reb::book::kinds::{Arm, Body, Formation, Level};
use longroll_rules_johnny_reb::turn::state::{Ammunition, Fate, Order, State};
use longroll_rules_johnny_reb::{Command, Event, JohnnyReb, Motion};
use serde_json::Value;

impl Excused for JohnnyReb {
    fn excuses(_: Told, _: &Value, _: &[Value]) -> Option<&'static str> {
        None
    }
}

impl Footing for JohnnyReb {
    fn may_share(_: &View, one: &UnitView, two: &UnitView) -> Option<&'static str> {
        let any = |wanted: &dyn Fn(&UnitView) -> bool| wanted(one) || wanted(two);
        let shows =
            |text: &'static str| move |unit: &UnitView| unit.signs.iter().any(|sign| sign.text == text);
        if any(&|unit| unit.kind == "general") {
            return Some("JR-OFFICER-04");
        }
        let friends = one.side == two.side;
        // passing through friends, halted on the way; in melee where the charge struck
        if friends && any(&shows("on its way")) {
            return Some("JR-MOVE-05");
        }
        (friends && any(&shows("in melee"))).then_some("JR-R19")
    }

    fn may_overhang(_: &UnitView) -> Option<&'static str> {
        None
    }

    /// Friends are passed for an inch (JR-MOVE-05), and officers block nobody (JR-OFFICER-04). Who occupies the place of the
    /// beaten is set there (JR-CHARGE-21).
    /// Open: who falls back or routs goes through an enemy that was nearer than an inch from the beginning.
    fn may_pass(one: &UnitView, through: &UnitView, event: &Value) -> Option<&'static str> {
        match event.pointer("/moved/motion").and_then(Value::as_str) {
            Some("take_ground") => return Some("JR-CHARGE-21"),
            Some("fall_back" | "rout") => return Some("JR-MOVE-12"),
            _ => {}
        }
        if [one, through].iter().any(|unit| unit.kind == "general") {
            return Some("JR-OFFICER-04");
        }
        (one.side == through.side).then_some("JR-MOVE-05")
    }
}

const INCH: i64 = 25_400;

/// JR-MOVE-01, from the catalogue's tables: the most on any ground, road included.
fn rate(state: &State, id: UnitId) -> i64 {
    let unit = state.unit(id);
    let body = state.body(id);
    let most = match state.arm(id) {
        Arm::Officer => return 19,
        Arm::Artillery if unit.formation == Formation::Limbered => 20,
        Arm::Artillery => 5,
        Arm::Infantry => 15,
        Arm::Cavalry if body == Body::CavalryMounted => 19,
        Arm::Cavalry => 14,
    };
    // JR-ORDER-07, JR-MOVE-07: forming takes half a turn at least
    if unit.order == Some(Order::Form) {
        return if state.arm(id) == Arm::Artillery { 10 } else { (most + 1) / 2 };
    }
    match (body, unit.formation) {
        (_, _) if unit.level == Level::Shaken && state.arm(id) != Arm::Artillery => 10,
        (Body::Infantry, Formation::SingleLine | Formation::DoubleLine | Formation::Disorder) => 8,
        (Body::Infantry, Formation::ExtendedLine | Formation::AttackColumn) => 9,
        (Body::Infantry, Formation::SkirmishLine) => 11,
        (Body::CavalryMounted, Formation::SingleLine | Formation::Disorder) => 12,
        (Body::CavalryMounted, Formation::DoubleLine) => 11,
        (Body::CavalryMounted, Formation::SkirmishLine) => 15,
        (Body::CavalryDismounted, Formation::Line) => 9,
        (Body::CavalryDismounted, Formation::Disorder) => 8,
        (Body::CavalryDismounted, Formation::SkirmishLine) => 11,
        _ => most,
    }
}

/// JR-CHARGE-05, JR-MOVE-09: the best rate of a formation that may charge, and all sixes for the bonus.
fn charge(state: &State, id: UnitId) -> i64 {
    match state.body(id) {
        Body::CavalryMounted => 12 + 18,
        _ => 9 + 12,
    }
}

/// JR-MOVE-10, JR-MOVE-15.
fn withdrawal(state: &State, id: UnitId) -> i64 {
    match state.body(id) {
        Body::CavalryMounted => 16,
        Body::Artillery => 20,
        _ => 12,
    }
}

impl Ledger for JohnnyReb {
    fn spent(state: &State, event: &Event) -> Vec<Spent> {
        let one = |unit: UnitId, account| Spent { unit, account, amount: 1, granted: 1 };
        match event {
            Event::Moved { unit, distance, motion, .. } => {
                let (account, most) = match motion {
                    Motion::March if state.is_officer(*unit) => ("rides", rate(state, *unit)),
                    Motion::March => ("marches", rate(state, *unit)),
                    Motion::Charge => ("charges", charge(state, *unit)),
                    Motion::Disengage => ("withdrawals", withdrawal(state, *unit)),
                    _ => return Vec::new(),
                };
                let (amount, granted) = (distance.micrometres(), most * INCH);
                vec![Spent { unit: *unit, account, amount, granted }]
            }
            // JR-ORDER-10
            Event::Fired(volley) if volley.counts => {
                std::iter::once(&volley.unit).chain(&volley.with).map(|id| one(*id, "fires")).collect()
            }
            // JR-MORALE-16
            Event::RallyTried { unit, .. } => vec![one(*unit, "rallies")],
            Event::ChargeRolled { unit, .. } => vec![one(*unit, "charges begun")],
            Event::OfficerNamed { officer, .. } => vec![one(*officer, "namings")],
            // JR-ORDER-07
            Event::Formed { unit, clause, .. } if clause.as_str() == "JR-ORDER-07" => {
                vec![one(*unit, "formations")]
            }
            // JR-MORALE-06: one check a phase for what is seen, in eight phases
            Event::Checked { unit, cause, .. }
                if *cause == longroll_rules_johnny_reb::procedures::morale::Cause::Seen =>
            {
                vec![Spent { unit: *unit, account: "checks for friends lost", amount: 1, granted: 8 }]
            }
            _ => Vec::new(),
        }
    }

    fn begins_anew(event: &Event) -> bool {
        matches!(event, Event::TurnBegan { .. })
    }
}

/// In the middle of a command, of a declared fire or of its own move no piece is lost.
fn is_in_the_middle(state: &State, unit: UnitId) -> bool {
    state.question.is_some()
        || !state.owed.is_empty()
        || !state.shots.is_empty()
        || state.mover == Some(unit)
        || !state.is_on_table(unit)
}

impl Undoing for JohnnyReb {
    fn gone(state: &<JohnnyReb as Ruleset>::State, unit: UnitId) -> Vec<Event> {
        if is_in_the_middle(state, unit) {
            return Vec::new();
        }
        if state.is_officer(unit) {
            return vec![Event::OfficerLost { officer: unit, clause: Clause::new("JR-OFFICER-03") }];
        }
        let clause = Clause::new("JR-UNIT-08");
        vec![
            Event::Lost { unit, figures: state.unit(unit).figures, clause },
            Event::Removed { unit, fate: Fate::Destroyed, clause },
        ]
    }

    fn broken(state: &<JohnnyReb as Ruleset>::State, unit: UnitId) -> Vec<Event> {
        if is_in_the_middle(state, unit) || state.is_officer(unit) || state.is_in_contact(unit) {
            return Vec::new();
        }
        let clause = Clause::new("JR-MORALE-11");
        let routed = Event::LevelSet { unit, level: Level::Routed, clause };
        vec![routed, Event::OrderLost { unit }]
    }
}

impl Calculated for JohnnyReb {
    /// JR-TURN-02: fires are declared first and thrown together when both sides are ready.
    fn then(after: &State, events: &[Event]) -> Option<(Side, Command)> {
        let declared = events.iter().any(|event| matches!(event, Event::Declared(_)));
        let fired = events.iter().any(|event| matches!(event, Event::Fired(_)));
        let wait = JohnnyReb::awaiting(after).0.into_iter().next()?;
        (declared && !fired).then_some((wait.side, Command::Ready))
    }

    fn found(
        procedure: &str,
        state: &State,
        command: &Command,
        events: &[Event],
    ) -> Vec<(&'static str, Fact)> {
        match (procedure, command) {
            ("fire", Command::Fire { unit: by, .. }) => {
                let fired = events.iter().find_map(|event| match event {
                    Event::Fired(volley) if volley.unit == *by => Some(volley),
                    _ => None,
                });
                let low = events.iter().any(
                    |event| matches!(event, Event::AmmunitionSet { unit, to: Ammunition::Low | Ammunition::Out, .. } if unit == by),
                );
                fired.map_or_else(Vec::new, |volley| {
                    vec![
                        ("lost", Fact::Number(volley.lost.into())),
                        ("horses", Fact::Number(volley.horses.into())),
                        ("must_check", Fact::Yes(volley.must_check)),
                        ("dice", Fact::Number(volley.dice.into())),
                        ("ran_low", Fact::Yes(low)),
                    ]
                })
            }
            (_, Command::Rally { unit: id }) => {
                let mut level = Some(state.unit(*id).level);
                for event in events {
                    match event {
                        Event::LevelSet { unit, level: to, .. } if unit == id => level = Some(*to),
                        Event::Removed { unit, .. } if unit == id => level = None,
                        _ => {}
                    }
                }
                let word = match level {
                    Some(Level::Good) => "good",
                    Some(Level::Shaken) => "shaken",
                    Some(Level::Routed) => "routed",
                    None => "removed",
                };
                vec![("level", Fact::Word(word))]
            }
            _ => Vec::new(),
        }
    }
}
