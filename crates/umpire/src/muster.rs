//! Rosters: the armies of a battle as a ruleset musters them, line by line.

use crate::plan::{Column, Plan, plan};
use longroll_ai::Appraisal;
use longroll_game::Battle;
use longroll_kit::{Settings, Setup};
use longroll_rulesets::{RulesetId, Visit};
use longroll_wire::{RosterUnit, Side};
use serde_json::Value;
use std::collections::BTreeMap;

/// The battle cannot be mustered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MusterError(pub String);

struct Muster<'a> {
    battle: &'a Battle,
    settings: &'a Settings,
}

impl Visit for Muster<'_> {
    type Out = Result<Value, MusterError>;

    fn visit<R: Appraisal>(self) -> Self::Out {
        let setup = Setup { scenario: self.battle.scenario().clone(), settings: self.settings.clone() };
        let bad = |error: longroll_kit::SetupError| MusterError(error.to_string());
        let mut state = R::blank(&setup).map_err(bad)?;
        for event in R::open(&setup).map_err(bad)? {
            R::apply(&mut state, &event);
        }
        serde_json::to_value(&state).map_err(|error| MusterError(error.to_string()))
    }
}

/// The roster of a battle at its start.
pub fn mustered(
    set: RulesetId,
    settings: &Settings,
    battle: &Battle,
) -> Result<Vec<RosterUnit>, MusterError> {
    let state = set.visit(Muster { battle, settings })?;
    Ok(roster_of(set, &state))
}

/// The roster of a battle in play, from its state as JSON. Every ruleset keeps what never changes under `muster.pieces` and the
/// rest, in the same order, under `units`.
pub fn roster_of(set: RulesetId, state: &Value) -> Vec<RosterUnit> {
    let plan = plan(set);
    let all = |pointer: &str| state.pointer(pointer).and_then(Value::as_array).cloned().unwrap_or_default();
    let (pieces, units) = (all("/muster/pieces"), all("/units"));
    let mut roster = Vec::new();
    for (place, (piece, unit)) in pieces.iter().zip(&units).enumerate() {
        let word = |name: &str| piece.get(name).and_then(Value::as_str).unwrap_or_default();
        if plan.skip.iter().any(|kind| kind == word("kind")) {
            continue;
        }
        let values = plan.column.iter().filter_map(|column| {
            let found = value(column, piece, unit).or_else(|| column.usual.clone())?;
            Some((column.name.clone(), found))
        });
        let fate = unit.get("fate").or_else(|| unit.get("standing")).and_then(Value::as_str);
        roster.push(RosterUnit {
            id: u32::try_from(place).unwrap_or(u32::MAX),
            side: if word("side") == "gray" { Side::Gray } else { Side::Blue },
            name: word("name").to_owned(),
            formation: formation_of(plan, piece),
            values: values.collect::<BTreeMap<_, _>>(),
            gone: fate.is_some_and(|fate| fate != "on_table"),
        });
    }
    roster
}

fn value(column: &Column, piece: &Value, unit: &Value) -> Option<Value> {
    let (root, path) = column.from.as_deref()?.split_once('.')?;
    let root = if root == "piece" { piece } else { unit };
    let found = match path.split_once("[]") {
        None => root.get(path)?.clone(),
        // how many there are
        Some((list, "")) => {
            let all = root.get(list)?.as_array()?;
            let left = all.iter().filter(|one| one.get("now").and_then(Value::as_u64) != Some(0)).count();
            Value::from(left)
        }
        // the sum of one number of theirs
        Some((list, of)) => {
            let name = of.trim_start_matches('.');
            let all = root.get(list)?.as_array()?;
            Value::from(all.iter().filter_map(|one| one.get(name).and_then(Value::as_u64)).sum::<u64>())
        }
    };
    if found.is_null() {
        return None;
    }
    match found.as_str() {
        Some(word) if !column.map.is_empty() => column.map.get(word).map(|word| Value::from(word.as_str())),
        _ => Some(found),
    }
}

/// Where a set calls the shape of a unit its formation, the word names no body of troops.
fn formation_of(plan: &Plan, piece: &Value) -> String {
    let named = |name: &str| piece.get(name).and_then(Value::as_str);
    let body = if plan.column("formation").is_some() { None } else { named("formation") };
    named("brigade").or(body).unwrap_or_default().to_owned()
}
