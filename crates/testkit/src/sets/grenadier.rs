//! What the batteries must know of this ruleset, with the clauses behind it.

use crate::accounts::{Ledger, Spent};
use crate::bases::Footing;
use crate::gone::Undoing;
use crate::twins::{Excused, Told};
use longroll_kit::{Ruleset, UnitId, UnitView, View};
use longroll_rules_grenadier::Grenadier;
use serde_json::Value;

impl Excused for Grenadier {
    /// Only Confederates yell, and Gray are the Confederates.
    fn excuses(told: Told, command: &Value, _: &[Value]) -> Option<&'static str> {
        let yells = command.pointer("/charge/yell") == Some(&Value::Bool(true));
        (told == Told::Recoloured && yells).then_some("GRE-YELL-01")
    }
}

impl Footing for Grenadier {
    fn may_share(_: &View, one: &UnitView, two: &UnitView) -> Option<&'static str> {
        [one, two].iter().any(|unit| unit.kind == "general").then_some("GRE-LEADER-01")
    }

    fn may_overhang(_: &UnitView) -> Option<&'static str> {
        None
    }
}

impl Ledger for Grenadier {
    fn spent(_: &<Grenadier as Ruleset>::State, _: &<Grenadier as Ruleset>::Event) -> Vec<Spent> {
        Vec::new()
    }

    fn begins_anew(_: &<Grenadier as Ruleset>::Event) -> bool {
        false
    }
}

impl Undoing for Grenadier {
    fn gone(_: &<Grenadier as Ruleset>::State, _: UnitId) -> Vec<<Grenadier as Ruleset>::Event> {
        Vec::new()
    }

    fn broken(_: &<Grenadier as Ruleset>::State, _: UnitId) -> Vec<<Grenadier as Ruleset>::Event> {
        Vec::new()
    }
}
