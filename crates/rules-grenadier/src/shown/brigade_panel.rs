//! The brigades with their orders and what may be changed about them; and what a side may let pass.

use crate::book::kinds::Order;
use crate::c;
use crate::procedures::tests_of_command::By;
use crate::ruleset::Refused;
use crate::shown::why::Why;
use crate::turn::command::Command;
use crate::turn::command_step::{may_change, may_take_command};
use crate::turn::sequence::{awaited, owner_of};
use crate::turn::state::{Debt, State, Step};
use longroll_kit::{Clause, Formation, Offer, Order as PanelOrder, Reaction, ReactionKind, Side, UnitId};

pub(crate) fn formations(state: &State, side: Side) -> Vec<Formation<Command, Why>> {
    let own = |brigade: &u16| state.muster.brigades[usize::from(*brigade)].side == side;
    (0..state.brigades.len() as u16)
        .filter(own)
        .map(|brigade| {
            let known = &state.brigades[usize::from(brigade)];
            let mut status = known.order.words().to_owned();
            for (holds, words) in [(known.broken, ", broken"), (known.panicked, ", in panic")] {
                if holds {
                    status.push_str(words);
                }
            }
            Formation {
                name: state.muster.brigades[usize::from(brigade)].name.clone(),
                leader: state.brigadier(brigade),
                units: state.brigade_units(brigade).collect(),
                status,
                orders: orders(state, side, brigade),
            }
        })
        .collect()
}

/// GRE-CMD-05, -14, -15, -24: the order it begins with; a change by the brigadier or by the CinC; a new commander.
fn orders(state: &State, side: Side, brigade: u16) -> Vec<PanelOrder<Command, Why>> {
    if state.owed.top().is_some() || awaited(state) != Some(side) {
        return Vec::new();
    }
    let line = |label: String, clause: Clause, lawful: Result<(), Refused>, command: Command| PanelOrder {
        label,
        clause,
        target: None,
        offer: lawful.map(|()| Offer::Do(command)),
    };
    let present = state.brigades[usize::from(brigade)].order;
    let wanted = || Order::ALL.into_iter().filter(|order| *order != Order::Retire && *order != present);
    match state.step {
        Step::Deployment if state.namer.is_some() => wanted()
            .map(|order| {
                let command = Command::FirstOrder { brigade, order };
                line(format!("Begin on {}", order.words()), c::CMD_24, Ok(()), command)
            })
            .collect(),
        Step::Command => {
            let mut list = Vec::new();
            let (brigadier, cinc) = (state.brigadier(brigade), state.cinc(side));
            let ways = [(By::Brigadier, brigadier, c::CMD_15), (By::CinC, cinc, c::CMD_05)];
            for (by, general, clause) in ways {
                let Some(general) = general else { continue };
                for order in wanted() {
                    let lawful = may_change(state, side, brigade, order, by);
                    // One man may be both, and the two tests differ
                    let as_cinc = if by == By::CinC && cinc == brigadier { " as CinC" } else { "" };
                    let label = format!("{}{as_cinc}: {}", state.name(general), order.words());
                    list.push(line(label, clause, lawful, Command::ChangeOrder { brigade, order, by }));
                }
            }
            if brigadier.is_none() && cinc.is_some() {
                let lawful = may_take_command(state, side, brigade);
                let command = Command::TakeCommand { brigade };
                list.push(line("The CinC takes command".to_owned(), c::CMD_14, lawful, command));
            }
            list
        }
        _ => Vec::new(),
    }
}

/// The questions that a unit may answer by standing where it is.
pub(crate) fn reaction(state: &State, side: Side) -> Option<Reaction<Command>> {
    let debt = state.owed.top()?;
    if owner_of(state, debt) != Some(side) {
        return None;
    }
    let chargers = |target: UnitId| state.chargers_of(target).collect::<Vec<_>>();
    let (kind, kind_words, unit, by) = match debt {
        Debt::Evade { unit, by } => ("evade", "charges that could be evaded", *unit, vec![*by]),
        Debt::Answer { unit } => {
            ("answer", "charges that could be met by a countercharge", *unit, chargers(*unit))
        }
        Debt::FollowUp { unit, enemy } => {
            ("follow-up", "beaten enemies that could be followed up", *unit, vec![*enemy])
        }
        Debt::StandOrRetire { unit } => ("retire", "chances to retire", *unit, Vec::new()),
        Debt::Facing { unit } => ("facing", "turns after a broken brigade's retirement", *unit, Vec::new()),
        Debt::Occupy { unit, .. } => ("occupy", "buildings that could be taken", *unit, Vec::new()),
        _ => return None,
    };
    let is_attack = matches!(debt, Debt::Evade { .. } | Debt::Answer { .. });
    Some(Reaction { kind, kind_words, by, is_attack, pass: Command::Stand { unit }, usual: None })
}

pub(crate) const KINDS: [ReactionKind; 6] = [
    ("evade", "charges that could be evaded"),
    ("answer", "charges that could be met by a countercharge"),
    ("follow-up", "beaten enemies that could be followed up"),
    ("retire", "chances to retire"),
    ("facing", "turns after a broken brigade's retirement"),
    ("occupy", "buildings that could be taken"),
];

/// GRE-GEN-10, GRE-TURN-10, GRE-MORALE-32: who is next among those who all must.
pub(crate) fn as_listed(state: &State, side: Side) -> Option<Command> {
    let debt = state.owed.top()?;
    if owner_of(state, debt) != Some(side) {
        return None;
    }
    match debt {
        Debt::Next { units, .. } => units.first().map(|unit| Command::Next { unit: *unit }),
        Debt::Brigades { brigades, .. } => {
            brigades.first().map(|brigade| Command::TestBrigade { brigade: *brigade })
        }
        Debt::Tests { units, .. } => units.first().map(|unit| Command::Test { unit: *unit }),
        _ => None,
    }
}
