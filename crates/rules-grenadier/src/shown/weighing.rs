//! What a player weighs of an event, who comes to close quarters, and what is left of everybody.

use crate::book::kinds::Kind;
use crate::field::movement::walk;
use crate::turn::command::Command;
use crate::turn::event::Event;
use crate::turn::state::{Debt, State};
use longroll_kit::{Cost, Side, Tally, UnitId, Upshot};

pub(crate) fn upshots(event: &Event) -> Vec<Upshot> {
    match event {
        Event::Fought(round) => vec![Upshot::Contest(round.winner)],
        Event::StatusSet { unit, status, .. } if status.is_broken() => vec![Upshot::GivesWay(*unit)],
        Event::Removed { unit, .. } => vec![Upshot::Gone(*unit)],
        _ => Vec::new(),
    }
}

pub(crate) fn engages(command: &Command) -> Vec<UnitId> {
    match command {
        Command::Charge { unit, target, .. } => vec![*unit, *target],
        _ => Vec::new(),
    }
}

pub(crate) fn is_engaged(state: &State, units: &[UnitId], last: Option<Option<Side>>) -> bool {
    let [charger, target, ..] = units else { return false };
    let closing = || state.chargers_of(*target).any(|id| id == *charger) || state.is_in_melee(*charger);
    !state.owed.is_empty() || (last.is_none() && closing())
}

/// Detachments are told with their regiment (GRE-UNIT-18).
pub(crate) fn roster(state: &State) -> Vec<Tally> {
    state
        .ids()
        .filter(|id| state.piece(*id).parent.is_none())
        .map(|id| {
            let general = state.kind(id) == Kind::General;
            let (start, now) = if general { (0, 0) } else { state.strength(id) };
            Tally {
                unit: id,
                side: state.side(id),
                name: state.name(id).to_owned(),
                start,
                now,
                on_table: state.is_on_table(id),
            }
        })
        .collect()
}

pub(crate) fn losses(event: &Event) -> Vec<(UnitId, u32)> {
    match event {
        Event::FiguresLost { whole, lost, .. } => vec![(*whole, u32::from(*lost))],
        _ => Vec::new(),
    }
}

/// What a march that is owed would cost along these legs.
pub(crate) fn cost(state: &State, command: &Command) -> Option<Cost> {
    let Command::Move { unit, legs } = command else { return None };
    let Some(Debt::March { unit: owed, reach, how, .. }) = state.owed.top() else { return None };
    if owed != unit {
        return None;
    }
    let walk = walk(state, *unit, legs, *reach, *how).ok()?;
    Some(Cost { spent: walk.distance, allowed: *reach })
}
