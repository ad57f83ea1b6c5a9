//! Everything one might ask of a unit now, with the refusal where it is not lawful.

use crate::book::kinds::{Kind, Order};
use crate::c;
use crate::cases::words::act_words;
use crate::field::sight::gap;
use crate::procedures::pace::Gait;
use crate::procedures::tests_of_command::By;
use crate::ruleset::Refused;
use crate::shown::offers::{manhandle_region, march_region, possible_acts};
use crate::shown::why::Why;
use crate::turn::actions::{may_detach, may_do, may_recall};
use crate::turn::charge::{may_charge_at, may_yell};
use crate::turn::command::Command;
use crate::turn::command_step::{may_change, may_take_command};
use crate::turn::fire_step::{may_fire_at, may_pour, weapons};
use crate::turn::movement_step::{may_manhandle, may_march, may_ride, may_step_back, may_tactical_march};
use crate::turn::sequence::awaited;
use crate::turn::state::{Debt, State, Step};
use longroll_kit::{Clause, Offer, Order as PanelOrder, Side, UnitId};
use longroll_table::inches;

type Line = PanelOrder<Command, Why>;

pub(crate) fn orders(state: &State, side: Side, id: UnitId) -> Vec<Line> {
    if id.index() >= state.units.len() || state.side(id) != side || !state.is_on_table(id) {
        return Vec::new();
    }
    if let Some(Debt::March { unit, .. }) = state.owed.top()
        && *unit == id
    {
        let region = march_region(state).map(|region| PanelOrder {
            label: "Move".to_owned(),
            clause: c::MOVE_10,
            target: None,
            offer: Ok(Offer::Move(region)),
        });
        let stay = Command::Move { unit: id, legs: Vec::new() };
        return region.into_iter().chain([line("Stay here", c::MOVE_10, Ok(()), stay)]).collect();
    }
    if state.owed.top().is_some() || awaited(state) != Some(side) {
        return Vec::new();
    }
    match state.step {
        Step::Command if state.kind(id) == Kind::General => command_orders(state, side, id),
        Step::Charge if state.kind(id).is_unit() => charge_orders(state, side, id),
        Step::Movement => movement_orders(state, side, id),
        Step::Fire if state.kind(id) != Kind::General => fire_orders(state, side, id),
        _ => Vec::new(),
    }
}

/// Labels begin with a capital; within a sentence the same words do not.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn line(label: &str, clause: Clause, lawful: Result<(), Refused>, command: Command) -> Line {
    PanelOrder { label: label.to_owned(), clause, target: None, offer: lawful.map(|()| Offer::Do(command)) }
}

fn command_orders(state: &State, side: Side, id: UnitId) -> Vec<Line> {
    let mut list = Vec::new();
    let cinc = state.cinc(side) == Some(id);
    for brigade in 0..state.brigades.len() as u16 {
        let card = &state.muster.brigades[usize::from(brigade)];
        if card.side != side {
            continue;
        }
        let leads = state.brigadier(brigade) == Some(id);
        for order in Order::ALL.into_iter().filter(|order| *order != Order::Retire) {
            let ways = [(leads, By::Brigadier, c::CMD_15), (cinc, By::CinC, c::CMD_05)];
            for (_, by, clause) in ways.into_iter().filter(|(may, _, _)| *may) {
                let lawful = may_change(state, side, brigade, order, by);
                let who = if by == By::CinC { " (as CinC)" } else { "" };
                let label = format!("{}: {}{who}", card.name, order.words());
                list.push(line(&label, clause, lawful, Command::ChangeOrder { brigade, order, by }));
            }
        }
        if cinc && state.brigadier(brigade).is_none() {
            let label = format!("Take command of {}", card.name);
            list.push(line(
                &label,
                c::CMD_14,
                may_take_command(state, side, brigade),
                Command::TakeCommand { brigade },
            ));
        }
    }
    list
}

fn charge_orders(state: &State, side: Side, id: UnitId) -> Vec<Line> {
    let mut list = Vec::new();
    for target in state.troops(side.enemy()).filter(|enemy| gap(state, id, *enemy).within(inches(30))) {
        let lawful = may_charge_at(state, side, id, target);
        let yell = lawful.clone().and_then(|()| may_yell(state, id));
        let label = format!("Charge {}", state.name(target));
        list.push(
            line(&label, c::CHARGE_01, lawful, Command::Charge { unit: id, target, yell: false }).at(target),
        );
        if side == Side::Gray {
            let label = format!("Charge {} with the Rebel Yell", state.name(target));
            list.push(
                line(&label, c::YELL_01, yell, Command::Charge { unit: id, target, yell: true }).at(target),
            );
        }
    }
    list
}

fn movement_orders(state: &State, side: Side, id: UnitId) -> Vec<Line> {
    if state.kind(id) == Kind::General {
        return vec![line("Ride", c::MOVE_08, may_ride(state, side, id), Command::Ride { unit: id })];
    }
    let march = |gait| Command::March { unit: id, gait };
    let mut list = vec![
        line("Half move", c::MOVE_01, may_march(state, side, id, Gait::Half), march(Gait::Half)),
        line("Full move", c::MOVE_01, may_march(state, side, id, Gait::Full), march(Gait::Full)),
        line("Step back", c::FORM_08, may_step_back(state, side, id), Command::StepBack { unit: id }),
        line(
            "Tactical March",
            c::MOVE_15,
            may_tactical_march(state, side, id),
            Command::TacticalMarch { unit: id },
        ),
    ];
    if state.kind(id).is_artillery() {
        list.push(PanelOrder {
            label: "Manhandle".to_owned(),
            clause: c::MOVE_13,
            target: None,
            offer: may_manhandle(state, side, id).map(|()| Offer::Move(manhandle_region(state, id))),
        });
    } else if state.piece(id).parent.is_some() {
        list.push(line("Recall", c::SKIRM_10, may_recall(state, side, id), Command::Recall { unit: id }));
    } else {
        let lawful = may_detach(state, side, id, 1).map(|_| ());
        list.push(line("Send out skirmishers", c::UNIT_18, lawful, Command::Detach { unit: id, bases: 1 }));
    }
    for (act, facing) in possible_acts(state, id) {
        let lawful = may_do(state, side, id, act, facing);
        let clause = lawful.as_ref().map_or(c::FORM_05, |lawful| lawful.clause);
        let words = capital(&act_words(act));
        let label = match facing {
            Some(facing) => format!("{words} facing {}", facing.in_words()),
            None => words,
        };
        list.push(line(&label, clause, lawful.map(|_| ()), Command::Act { unit: id, act, facing }));
    }
    list
}

fn fire_orders(state: &State, side: Side, id: UnitId) -> Vec<Line> {
    let mut list = Vec::new();
    let carried = weapons(state, id);
    let ways: Vec<_> = if state.kind(id).is_artillery() || carried.is_empty() {
        vec![None]
    } else {
        carried.iter().map(|weapon| Some(*weapon)).collect()
    };
    for target in state.troops(side.enemy()).filter(|enemy| gap(state, id, *enemy).within(inches(60))) {
        for weapon in &ways {
            let lawful = may_fire_at(state, side, id, target, *weapon);
            let with = weapon
                .filter(|_| ways.len() > 1)
                .map_or(String::new(), |weapon| format!(" with {}", weapon.words()));
            let label = format!("Fire at {}{with}", state.name(target));
            let command = |pour| Command::Fire { unit: id, target, weapon: *weapon, pour };
            let pours = weapon.is_some_and(|weapon| may_pour(state, id, weapon));
            if pours {
                let label = format!("Pour on fire at {}{with}", state.name(target));
                list.push(line(&label, c::POUR_02, lawful.clone(), command(true)).at(target));
            }
            list.push(line(&label, c::FIRE_01, lawful, command(false)).at(target));
        }
    }
    list
}
