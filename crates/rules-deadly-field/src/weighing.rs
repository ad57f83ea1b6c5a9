//! What a player weighs of an event, and who comes to close quarters.

use crate::command::Command;
use crate::event::Event;
use crate::impact::{Clash, Loser};
use crate::state::State;
use longroll_kit::{UnitId, Upshot};

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
