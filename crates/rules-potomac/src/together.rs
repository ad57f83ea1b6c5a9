//! What several units may do as one, and what a side may let pass.

use crate::Potomac;
use crate::c;
use crate::command::Command;
use crate::offers::group_orders;
use crate::state::{Debt, State};
use crate::turn::owner_of;
use crate::why::Why;
use longroll_dice::{Rolling, Typed};
use longroll_kit::{Offer, Order, Reaction, Ruleset, Side, Stop, UnitId};

/// POT-GROUP-01, -05: they become a group; if they are one, what its officers may order.
pub(crate) fn orders_together(state: &State, side: Side, units: &[UnitId]) -> Vec<Order<Command, Why>> {
    let own = |id: &UnitId| id.index() < state.units.len() && state.side(*id) == side;
    let Some(first) = units.first().filter(|_| units.iter().all(own)) else { return Vec::new() };
    let mut group = state.group_of(*first);
    let mut wanted = units.to_vec();
    group.sort();
    wanted.sort();
    wanted.dedup();
    if group == wanted && group.len() > 1 {
        return group_orders(state, side, group[0]);
    }
    let command = Command::Group { units: wanted };
    let label = crate::words::label(state, &command);
    let offer = match Potomac::handle(state, side, &command, &mut Rolling::new(Typed::new(Vec::new()))) {
        Ok(_) => Ok(Offer::Do(command)),
        Err(Stop::Refused(refusal)) => Err(refusal),
        Err(Stop::Wanted(_)) => return Vec::new(),
    };
    vec![Order { label, clause: c::GROUP_01, offer }]
}

/// POT-GAME-01: an officer may begin with any of the units he leads.
pub(crate) fn set_up_lines(state: &State, id: UnitId) -> Vec<Order<Command, Why>> {
    if !state.is_officer(id) {
        return Vec::new();
    }
    let led = state.formed(state.side(id)).filter(|unit| state.piece(*unit).officer == Some(id));
    led.filter(|unit| state.unit(id).office.with != Some(*unit))
        .map(|unit| {
            let command = Command::Attach { officer: id, unit, of_group: false };
            Order {
                label: crate::words::label(state, &command),
                clause: c::GAME_01,
                offer: Ok(Offer::Do(command)),
            }
        })
        .collect()
}

/// POT-CHARGE-08: fire before contact may be held.
pub(crate) fn reaction(state: &State, side: Side) -> Option<Reaction<Command>> {
    let debt = state.owed.top()?;
    match debt {
        Debt::Assault(assault) if owner_of(state, debt) == Some(side) => Some(Reaction {
            kind: "charge",
            kind_words: "charges, without firing before contact",
            by: assault.chargers.iter().map(|charger| charger.unit).collect(),
            pass: Command::Volley { fire: false },
        }),
        _ => None,
    }
}
