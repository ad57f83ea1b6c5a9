//! What the batteries must know of this ruleset, with the clauses behind it.

use crate::accounts::{Ledger, Spent};
use crate::bases::Footing;
use crate::gone::Undoing;
use crate::twins::{Excused, Told};
use longroll_kit::{Ruleset, UnitId, UnitView, View};
use longroll_rules_quickplay::Quickplay;
use serde_json::Value;

impl Excused for Quickplay {
    fn excuses(_: Told, _: &Value, _: &[Value]) -> Option<&'static str> {
        None
    }
}

impl Footing for Quickplay {
    fn may_share(_: &View, one: &UnitView, two: &UnitView) -> Option<&'static str> {
        [one, two].iter().any(|unit| unit.kind == "general").then_some("QP-LEADER-03")
    }

    fn may_overhang(_: &UnitView) -> Option<&'static str> {
        None
    }
}

impl Ledger for Quickplay {
    fn spent(_: &<Quickplay as Ruleset>::State, _: &<Quickplay as Ruleset>::Event) -> Vec<Spent> {
        Vec::new()
    }

    fn begins_anew(_: &<Quickplay as Ruleset>::Event) -> bool {
        false
    }
}

impl Undoing for Quickplay {
    fn gone(_: &<Quickplay as Ruleset>::State, _: UnitId) -> Vec<<Quickplay as Ruleset>::Event> {
        Vec::new()
    }

    fn broken(_: &<Quickplay as Ruleset>::State, _: UnitId) -> Vec<<Quickplay as Ruleset>::Event> {
        Vec::new()
    }
}
