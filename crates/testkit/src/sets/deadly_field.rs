//! What the batteries must know of this ruleset, with the clauses behind it.

use crate::accounts::{Ledger, Spent};
use crate::bases::Footing;
use crate::gone::Undoing;
use crate::twins::{Excused, Told};
use longroll_kit::{Ruleset, UnitId, UnitView, View};
use longroll_rules_deadly_field::DeadlyField;
use serde_json::Value;

impl Excused for DeadlyField {
    fn excuses(_: Told, _: &Value, _: &[Value]) -> Option<&'static str> {
        None
    }
}

impl Footing for DeadlyField {
    fn may_share(_: &View, one: &UnitView, two: &UnitView) -> Option<&'static str> {
        [one, two].iter().any(|unit| unit.kind == "general").then_some("ADF-LEADER-04")
    }

    fn may_overhang(_: &UnitView) -> Option<&'static str> {
        None
    }
}

impl Ledger for DeadlyField {
    fn spent(_: &<DeadlyField as Ruleset>::State, _: &<DeadlyField as Ruleset>::Event) -> Vec<Spent> {
        Vec::new()
    }

    fn begins_anew(_: &<DeadlyField as Ruleset>::Event) -> bool {
        false
    }
}

impl Undoing for DeadlyField {
    fn gone(_: &<DeadlyField as Ruleset>::State, _: UnitId) -> Vec<<DeadlyField as Ruleset>::Event> {
        Vec::new()
    }

    fn broken(_: &<DeadlyField as Ruleset>::State, _: UnitId) -> Vec<<DeadlyField as Ruleset>::Event> {
        Vec::new()
    }
}
