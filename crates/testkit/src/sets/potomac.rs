//! What the batteries must know of this ruleset, with the clauses behind it.

use crate::accounts::{Ledger, Spent};
use crate::bases::Footing;
use crate::gone::Undoing;
use crate::twins::{Excused, Told};
use longroll_kit::{Ruleset, UnitId, UnitView, View};
use longroll_rules_potomac::Potomac;
use serde_json::Value;

impl Excused for Potomac {
    /// Files of a body and stands of a line are counted from the left.
    fn excuses(told: Told, _: &Value, _: &[Value]) -> Option<&'static str> {
        (told == Told::Mirrored).then_some("POT-FIRE-26")
    }
}

impl Footing for Potomac {
    fn may_share(_: &View, one: &UnitView, two: &UnitView) -> Option<&'static str> {
        [one, two].iter().any(|unit| unit.kind == "general").then_some("POT-LEADER-14")
    }

    fn may_overhang(_: &UnitView) -> Option<&'static str> {
        None
    }
}

impl Ledger for Potomac {
    fn spent(_: &<Potomac as Ruleset>::State, _: &<Potomac as Ruleset>::Event) -> Vec<Spent> {
        Vec::new()
    }

    fn begins_anew(_: &<Potomac as Ruleset>::Event) -> bool {
        false
    }
}

impl Undoing for Potomac {
    fn gone(_: &<Potomac as Ruleset>::State, _: UnitId) -> Vec<<Potomac as Ruleset>::Event> {
        Vec::new()
    }

    fn broken(_: &<Potomac as Ruleset>::State, _: UnitId) -> Vec<<Potomac as Ruleset>::Event> {
        Vec::new()
    }
}
