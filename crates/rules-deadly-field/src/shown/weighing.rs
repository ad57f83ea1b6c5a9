//! What a player weighs of an event, and who comes to close quarters.

use crate::field::movement::route;
use crate::procedures::impact::{Clash, Loser};
use crate::turn::actions;
use crate::turn::command::Command;
use crate::turn::event::Event;
use crate::turn::state::{Deed, State};
use longroll_kit::{Cost, Side, Tally, UnitId, Upshot};

pub(crate) fn upshots(state: &State, event: &Event) -> Vec<Upshot> {
    match event {
        Event::Impacted { attacker, defender, impact, .. } => {
            let winner = match (impact.clash, impact.loser) {
                (Clash::Melee | Clash::StopShort, _) => None,
                (_, Loser::Attacker) => Some(state.side(*defender)),
                _ => Some(state.side(*attacker)),
            };
            vec![Upshot::Contest(winner)]
        }
        Event::FellBack { unit, .. } | Event::Ran { unit, .. } => vec![Upshot::GivesWay(*unit)],
        Event::Removed { unit, .. } => vec![Upshot::Gone(*unit)],
        _ => Vec::new(),
    }
}

pub(crate) fn engages(command: &Command) -> Vec<UnitId> {
    match command {
        Command::Charge { sallies, .. } => {
            let chargers = sallies.iter().map(|sally| sally.unit);
            chargers.chain(sallies.iter().filter_map(|sally| sally.target)).collect()
        }
        _ => Vec::new(),
    }
}

/// What a lawful move costs out of what it may cost.
pub(crate) fn cost(state: &State, side: Side, command: &Command) -> Option<Cost> {
    let Command::Move { unit, legs, .. } = command else { return None };
    if unit.index() >= state.units.len() {
        return None;
    }
    let members = if state.is_leader(*unit) {
        vec![*unit]
    } else {
        actions::actors_for(state, side, *unit, Deed::Move, 1).ok()?
    };
    let route = route(state, &members, legs).ok()?;
    Some(Cost { spent: route.cost, allowed: route.allowed })
}

/// What is left of everybody.
pub(crate) fn roster(state: &State) -> Vec<Tally> {
    state
        .ids()
        .map(|id| Tally {
            unit: id,
            side: state.side(id),
            name: state.name(id).to_owned(),
            start: u32::from(state.piece(id).strength()) + u32::from(state.unit(id).recovered),
            now: u32::from(state.regiment_figures(id)),
            on_table: state.is_on_table(id),
        })
        .collect()
}

pub(crate) fn losses(event: &Event) -> Vec<(UnitId, u32)> {
    match event {
        Event::Lost { unit, figures, .. } => vec![(*unit, u32::from(*figures))],
        _ => Vec::new(),
    }
}
