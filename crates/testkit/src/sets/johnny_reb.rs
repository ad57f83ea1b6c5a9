//! What the batteries must know of this ruleset, with the clauses behind it.

use crate::accounts::{Ledger, Spent};
use crate::bases::Footing;
use crate::gone::Undoing;
use crate::twins::{Excused, Told};
use longroll_kit::{Ruleset, UnitId, UnitView, View};
use longroll_rules_johnny_reb::JohnnyReb;
use serde_json::Value;

impl Excused for JohnnyReb {
    fn excuses(_: Told, _: &Value, _: &[Value]) -> Option<&'static str> {
        None
    }
}

impl Footing for JohnnyReb {
    fn may_share(_: &View, one: &UnitView, two: &UnitView) -> Option<&'static str> {
        [one, two].iter().any(|unit| unit.kind == "general").then_some("JR-OFFICER-02")
    }

    fn may_overhang(_: &UnitView) -> Option<&'static str> {
        None
    }
}

impl Ledger for JohnnyReb {
    fn spent(_: &<JohnnyReb as Ruleset>::State, _: &<JohnnyReb as Ruleset>::Event) -> Vec<Spent> {
        Vec::new()
    }

    fn begins_anew(_: &<JohnnyReb as Ruleset>::Event) -> bool {
        false
    }
}

impl Undoing for JohnnyReb {
    fn gone(_: &<JohnnyReb as Ruleset>::State, _: UnitId) -> Vec<<JohnnyReb as Ruleset>::Event> {
        Vec::new()
    }

    fn broken(_: &<JohnnyReb as Ruleset>::State, _: UnitId) -> Vec<<JohnnyReb as Ruleset>::Event> {
        Vec::new()
    }
}
