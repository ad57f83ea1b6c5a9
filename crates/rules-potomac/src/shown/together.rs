//! What several units may do as one, and what a side may let pass.

use crate::shown::offers::group_orders;
use crate::shown::why::Why;
use crate::turn::command::Command;
use crate::turn::handle::may_name;
use crate::turn::sequence::owner_of;
use crate::turn::state::{Debt, State};
use crate::{Potomac, c};
use longroll_dice::{Rolling, Typed};
use longroll_kit::{Offer, Order, Reaction, ReactionKind, Ruleset, Side, Stop, UnitId};

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
    let label = crate::cases::words::label(state, &command);
    let offer = match Potomac::handle(state, side, &command, &mut Rolling::new(Typed::new(Vec::new()))) {
        Ok(_) => Ok(Offer::Do(command)),
        Err(Stop::Refused(refusal)) => Err(refusal),
        Err(Stop::Wanted(_)) => return Vec::new(),
    };
    vec![Order { label, clause: c::GROUP_01, target: None, offer }]
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
                label: crate::cases::words::label(state, &command),
                clause: c::GAME_01,
                target: None,
                offer: Ok(Offer::Do(command)),
            }
        })
        .collect()
}

/// POT-LEADER-11, -19: which of several officers counts, and which unit of his group an officer is with.
pub(crate) fn officer_lines(state: &State, side: Side, id: UnitId) -> Vec<Order<Command, Why>> {
    let Some(with) = state.unit(id).office.with else { return Vec::new() };
    let line = |command: Command, clause| Order {
        label: crate::cases::words::label(state, &command),
        clause,
        target: None,
        offer: Ok(Offer::Do(command)),
    };
    let mut list = Vec::new();
    if state.attached(with).count() > 1 && !state.unit(id).office.named && may_name(state, side, id).is_ok() {
        list.push(line(Command::Name { officer: id }, c::LEADER_11));
    }
    if state.unit(id).office.of_group {
        let others = state.group_of(with).into_iter().filter(|unit| *unit != with);
        list.extend(
            others.map(|unit| line(Command::Attach { officer: id, unit, of_group: true }, c::LEADER_19)),
        );
    }
    list
}

pub(crate) const KINDS: [ReactionKind; 1] = [("charge", "charges, without firing before contact")];

/// POT-CHARGE-08: fire before contact may be held.
pub(crate) fn reaction(state: &State, side: Side) -> Option<Reaction<Command>> {
    let debt = state.owed.top()?;
    match debt {
        Debt::Assault(assault) if owner_of(state, debt) == Some(side) => Some(Reaction {
            kind: KINDS[0].0,
            kind_words: KINDS[0].1,
            is_attack: true,
            by: assault.chargers.iter().map(|charger| charger.unit).collect(),
            pass: Command::Volley { fire: false },
            usual: Some(Command::Volley { fire: true }),
        }),
        _ => None,
    }
}

/// The volley at a charge is the fire of the next who may still make it: guns and muskets at the same moment (POT-ARTY-11).
pub(crate) fn fire_of(state: &State, command: &Command) -> Vec<UnitId> {
    match (state.owed.top(), command) {
        (Some(Debt::Assault(assault)), Command::Volley { fire: true }) => {
            assault.firers.first().copied().into_iter().collect()
        }
        _ => Vec::new(),
    }
}
