//! What the batteries must know of this ruleset, with the clauses behind it.

use crate::accounts::{Ledger, Spent};
use crate::bases::Footing;
use crate::gone::Undoing;
use crate::odds::Calculated;
use crate::twins::{Excused, Told};
use longroll_kit::{Clause, Fact, UnitId, UnitView, View};
use longroll_rules_grenadier::book::kinds::Kind;
use longroll_rules_grenadier::turn::state::{How, Standing, State, Status};
use longroll_rules_grenadier::{Command, Event, Grenadier};
use serde_json::Value;

impl Excused for Grenadier {
    /// Only Confederates yell, and Gray are the Confederates. A flight whose way is closed, and a closing that is aslant, try the
    /// right hand before the left.
    fn excuses(told: Told, command: &Value, events: &[Value]) -> Option<&'static str> {
        let yells = command.pointer("/charge/yell") == Some(&Value::Bool(true));
        let turns_aside = |event: &Value| {
            let how = event.pointer("/moved/how").and_then(Value::as_str);
            matches!(how, Some("retreat" | "rout" | "closing"))
        };
        match told {
            Told::Recoloured if yells => Some("GRE-YELL-01"),
            Told::Mirrored if events.iter().any(turns_aside) => Some("GRE-MOVE-25"),
            // Open: once in a while the way of a charge with a swerve hangs on the order of the muster.
            Told::UnitsReversed if command.get("charge").is_some() => Some("GRE-CHARGE-16"),
            _ => None,
        }
    }

    fn excuses_offers(told: Told) -> Option<&'static str> {
        (told == Told::Recoloured).then_some("GRE-YELL-01")
    }
}

impl Footing for Grenadier {
    /// Generals stand with their units (GRE-LEADER-01). A unit driven back onto its own skirmishers lies on them for a while: the
    /// sheet lets them be passed (GRE-PASS-02) and does not say where they go; open until a ruling puts them somewhere.
    fn may_share(_: &View, one: &UnitView, two: &UnitView) -> Option<&'static str> {
        let own_skirmishers = |parent: &UnitView, out: &UnitView| {
            out.key.strip_prefix(parent.key.as_str()).is_some_and(|rest| rest.starts_with("-skirmishers"))
        };
        if [one, two].iter().any(|unit| unit.kind == "general") {
            return Some("GRE-LEADER-01");
        }
        (own_skirmishers(one, two) || own_skirmishers(two, one)).then_some("GRE-PASS-02")
    }

    fn may_overhang(_: &UnitView) -> Option<&'static str> {
        None
    }

    /// Who runs goes through everybody (GRE-PASS-07, -11, GRE-BRIG-12), a Line through an unlimbered battery (GRE-PASS-03), mounted cavalry
    /// through mounted cavalry into its melee (GRE-PASS-06); skirmishers and Generals hinder nobody and nobody them (GRE-PASS-02, -10).
    fn may_pass(one: &UnitView, through: &UnitView, event: &Value) -> Option<&'static str> {
        let either = |kind: &str| [one, through].iter().any(|unit| unit.kind == kind);
        let how = event.pointer("/moved/how").and_then(Value::as_str);
        match how {
            _ if either("general") => Some("GRE-PASS-10"),
            _ if one.side != through.side => None,
            _ if either("skirmisher") || [one, through].into_iter().any(skirmishes) => Some("GRE-PASS-02"),
            Some("retreat" | "rout") => Some("GRE-PASS-07"),
            Some("broken_retirement" | "evade" | "pushed_back" | "go_back" | "retire") => Some("GRE-PASS-11"),
            _ if through.kind == "artillery" && one.kind != "artillery" => Some("GRE-PASS-03"),
            Some("approach" | "closing") if one.kind == "cavalry" && through.kind == "cavalry" => {
                Some("GRE-PASS-06")
            }
            _ => None,
        }
    }
}

/// Mounted skirmishers are drawn as cavalry.
fn skirmishes(unit: &UnitView) -> bool {
    unit.details.iter().any(|(label, value)| *label == "Formation" && value.contains("kirmish"))
}

impl Ledger for Grenadier {
    /// GRE-FORM-05, GRE-MOVE-01 a whole move's worth in halves, and of these one half move; GRE-MOVE-27 one ride; GRE-TURN-07
    /// one firing, a garrison from two faces (GRE-TERRAIN-07).
    fn spent(_: &State, event: &Event) -> Vec<Spent> {
        let book = |unit: &UnitId, account, amount: u8, granted| Spent {
            unit: *unit,
            account,
            amount: i64::from(amount),
            granted,
        };
        match event {
            Event::Moved { unit, how: How::HalfMove | How::StepBack, .. } => {
                vec![book(unit, "halves of a move", 1, 2), book(unit, "half moves", 1, 1)]
            }
            Event::Moved {
                unit,
                how: How::FullMove | How::TacticalMarch | How::Manhandled | How::Retire,
                ..
            } => vec![book(unit, "halves of a move", 2, 2)],
            Event::Acted { unit, halves, .. } => vec![book(unit, "halves of a move", *halves, 2)],
            Event::Moved { unit, how: How::Ride, .. } => vec![book(unit, "rides", 1, 1)],
            Event::Fired(shot) => {
                vec![book(&shot.unit, "firings", 1, if shot.face.is_some() { 2 } else { 1 })]
            }
            _ => Vec::new(),
        }
    }

    fn begins_anew(event: &Event) -> bool {
        matches!(event, Event::TurnBegan { .. })
    }
}

impl Undoing for Grenadier {
    fn gone(state: &State, unit: UnitId) -> Vec<Event> {
        let is_general = state.kind(unit) == Kind::General;
        let standing = if is_general { Standing::Killed } else { Standing::Dispersed };
        vec![Event::Removed { unit, standing, clause: Clause::new("GRE-UNIT-09") }]
    }

    fn broken(state: &State, unit: UnitId) -> Vec<Event> {
        if state.kind(unit) == Kind::General || state.unit(unit).status.is_broken() {
            return Vec::new();
        }
        let contacts = state.contacts_of(unit).copied().collect::<Vec<_>>();
        let mut events: Vec<Event> = contacts
            .iter()
            .map(|met| Event::ContactBroken { attacker: met.attacker, defender: met.defender })
            .collect();
        events.push(Event::ChargeEnded { unit });
        events.push(Event::StatusSet {
            unit,
            status: Status::Retreating,
            clause: Clause::new("GRE-MORALE-30"),
        });
        events
    }
}

impl Calculated for Grenadier {
    fn found(procedure: &str, _: &State, command: &Command, events: &[Event]) -> Vec<(&'static str, Fact)> {
        match (procedure, command) {
            ("fire" | "artillery" | "skirmish", Command::Fire { unit, .. }) => {
                let hits = events.iter().find_map(|event| match event {
                    Event::Fired(shot) => Some(shot.hits),
                    _ => None,
                });
                let low =
                    events.iter().any(|event| matches!(event, Event::RanLow { unit: by } if by == unit));
                vec![("hits", Fact::Number(hits.unwrap_or(0).into())), ("ran_low", Fact::Yes(low))]
            }
            ("order", _) => {
                let tried = events.iter().find_map(|event| match event {
                    Event::OrderTried { changed, lost_nerve, .. } => Some((*changed, *lost_nerve)),
                    _ => None,
                });
                let (changed, nerve) = tried.unwrap_or((true, false));
                vec![("changed", Fact::Yes(changed)), ("lost_nerve", Fact::Yes(nerve))]
            }
            ("morale", Command::Test { unit: id }) => {
                let score = events.iter().find_map(|event| match event {
                    Event::MoraleTested { unit, score, .. } if unit == id => Some(*score),
                    _ => None,
                });
                vec![("score", Fact::Number(score.unwrap_or(0).into()))]
            }
            ("brigade", _) => {
                let score = events.iter().find_map(|event| match event {
                    Event::BrigadeTested { score, .. } => Some(*score),
                    _ => None,
                });
                vec![("score", Fact::Number(score.unwrap_or(0).into()))]
            }
            _ => {
                let back =
                    events.iter().any(|event| matches!(event, Event::RecallThrown { recalled: true, .. }));
                vec![("recalled", Fact::Yes(back))]
            }
        }
    }
}
