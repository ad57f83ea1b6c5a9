//! What one seat sees; computed from the state as the seat may know it.

use crate::book::kinds::{Arm, Formation, Level};
use crate::book::tables::ranges;
use crate::ruleset::JohnnyReb;
use crate::turn::asking::Pending;
use crate::turn::command::Command;
use crate::turn::handle::may_order;
use crate::turn::officers::charge_of;
use crate::turn::state::{Ammunition, Debt, Order, Phase, State};
use longroll_kit::{
    ObjectiveView, OutcomeView, Ruleset, Seat, Sign, StandView, StepView, UnitId, UnitView, View,
};
use longroll_table::Heading;
use std::sync::Arc;

/// Other markers face down, or other changes to Hold written, where the seat may not know them.
pub(crate) fn resealed(state: &State, seat: Seat, random: &mut dyn FnMut() -> u64) -> Option<State> {
    if state.revealed && state.phase != Phase::Reveal {
        return None;
    }
    let mut other = state.clone();
    for id in state.ids() {
        let free = state.is_on_table(id) && !state.is_officer(id) && state.unit(id).level != Level::Routed;
        if seat.side() == Some(state.side(id)) || !free || state.unit(id).flags.lost_order {
            continue;
        }
        let unit = &mut other.units[id.index()];
        if state.revealed {
            unit.to_hold =
                matches!(unit.order, Some(Order::Move(_) | Order::Form)) && random().is_multiple_of(2);
            continue;
        }
        let way = Order::Move(Heading((random() % 65_536) as u16));
        let orders =
            [Order::Hold, Order::FirstFire, Order::Charge, Order::Disengage, Order::Form, way].map(Some);
        let open = state.phase == Phase::MarkOrders && !state.ready[state.side(id) as usize];
        let lawful = |order: &Option<Order>| order.map_or(open, |order| may_order(state, id, order).is_ok());
        let choices: Vec<Option<Order>> = orders.into_iter().chain([None]).filter(lawful).collect();
        if !choices.is_empty() {
            unit.order = choices[(random() % choices.len() as u64) as usize];
        }
    }
    // what waits for an answer was given in a position with the same secrets
    if let Some(pending) = &state.pending {
        let mut before = (*pending.before).clone();
        for (unit, new) in before.units.iter_mut().zip(&other.units) {
            unit.order = new.order;
        }
        other.pending = Some(Arc::new(Pending { before: Arc::new(before), ..(**pending).clone() }));
    }
    Some(other)
}

pub(crate) fn view(state: &State) -> View {
    let standing = crate::turn::victory::standing(state);
    View {
        ruleset: JohnnyReb::ID,
        edition: JohnnyReb::EDITION,
        unit_of_length: "in",
        field: state.field.clone(),
        round: state.turn,
        rounds: state.muster.turns,
        active: None,
        // JR-OPT-11: without it there is no step for units on Hold before the charges
        steps: Phase::SHOWN
            .into_iter()
            .filter(|phase| state.options.hold_any_time || *phase != Phase::HoldFires)
            .map(|phase| StepView { name: phase.words(), is_current: phase == state.phase })
            .collect(),
        units: state.ids().map(|id| unit_view(state, id)).collect(),
        objectives: state
            .muster
            .objectives
            .iter()
            .zip(&state.held)
            .map(|(objective, held_by)| ObjectiveView {
                name: objective.name.clone(),
                at: objective.at,
                radius: objective.radius,
                points: objective.points,
                held_by: *held_by,
            })
            .collect(),
        outcome: state
            .end
            .as_ref()
            .map(|end| OutcomeView { winner: end.winner, reason: standing.why.clone() }),
        standing,
    }
}

fn unit_view(state: &State, id: UnitId) -> UnitView {
    let (piece, unit) = (state.piece(id), state.unit(id));
    let officer = piece.arm == Arm::Officer;
    UnitView {
        id,
        key: piece.key.clone(),
        name: piece.name.clone(),
        formation: piece.brigade.clone(),
        side: piece.side,
        kind: match piece.arm {
            Arm::Infantry if unit.formation == Formation::SkirmishLine => "skirmisher",
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
            Arm::Officer => "general",
        },
        pose: unit.pose,
        has_facing: !officer && unit.formation != Formation::SkirmishLine,
        stands: vec![StandView { corners: *unit.rect.corners() }],
        strength: (!officer).then(|| (unit.figures, piece.start())),
        on_table: state.is_on_table(id),
        signs: signs(state, id),
        details: details(state, id),
    }
}

fn signs(state: &State, id: UnitId) -> Vec<Sign> {
    let unit = state.unit(id);
    let mut list: Vec<Sign> = Vec::new();
    if let Some(order) = unit.order {
        list.push(Sign { code: order.code(), text: order.words() });
    }
    let marks = [
        (unit.to_hold, Sign { code: "→H", text: "changes to Hold" }),
        (unit.level == Level::Shaken, Sign { code: "S", text: "Shaken" }),
        (unit.level == Level::Routed, Sign { code: "R", text: "Routed" }),
        (unit.formation == Formation::Disorder, Sign { code: "D!", text: "in disorder" }),
        (unit.formation == Formation::Limbered, Sign { code: "L", text: "limbered" }),
        (unit.ammunition == Ammunition::Low, Sign { code: "A−", text: "low on ammunition" }),
        (unit.ammunition == Ammunition::Out, Sign { code: "A0", text: "out of ammunition" }),
        (unit.flags.fired, Sign { code: "f", text: "has fired" }),
        (state.is_in_contact(id), Sign { code: "⚔", text: "in melee" }),
        (is_on_its_way(state, id), Sign { code: "…", text: "on its way" }),
    ];
    list.extend(marks.into_iter().filter(|(shown, _)| *shown).map(|(_, sign)| sign));
    list
}

/// Its move or charge is not yet at its end: an enemy may still fire on it, or a player is asked.
fn is_on_its_way(state: &State, id: UnitId) -> bool {
    let marches = |state: &State| matches!(state.owed.top(), Some(Debt::March(march)) if march.unit == id);
    let pending = state.pending.as_deref().filter(|_| state.question.is_some());
    marches(state)
        || pending.is_some_and(|pending| {
            let charges = matches!(&pending.command, Command::Charge { unit, .. } if *unit == id);
            charges || marches(&pending.before)
        })
}

fn details(state: &State, id: UnitId) -> Vec<(&'static str, String)> {
    let (piece, unit) = (state.piece(id), state.unit(id));
    if let Some(grade) = piece.grade {
        let with = charge_of(state, id).map_or("nobody".to_owned(), |unit| state.name(unit).to_owned());
        return vec![("Grade", format!("{grade:?}")), ("With", with)];
    }
    let table = ranges(piece.weapon);
    let bands = [table.close, table.normal, table.long].map(longroll_table::Length::in_inches);
    let mut list = vec![
        ("Quality", format!("{:?}", piece.quality)),
        ("Formation", unit.formation.words().to_owned()),
        ("Ranges", format!("{} in", bands.join(" / "))),
        ("Move", format!("{} in", crate::field::rates::reach(state, id).in_inches())),
    ];
    if piece.arm == Arm::Artillery {
        list.push(("Horses lost", unit.horses_lost.to_string()));
    }
    list
}
