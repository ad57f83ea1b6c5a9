//! Recording events: no dice, no decision, no failure.

use crate::turn::event::Event;
use crate::turn::state::{Fate, Muster, Order, State, Step, Unit};
use longroll_kit::{Side, UnitId};
use longroll_table::{Pose, Rect};
use std::sync::Arc;

impl Event {
    pub(crate) fn apply(&self, state: &mut State) {
        match self {
            Event::Mustered(muster) => mustered(state, muster),
            Event::Deployed { unit, limbered } => state.units[unit.index()].limbered = *limbered,
            Event::SideReady { side } => state.ready[*side as usize] = true,
            Event::FirstAttackerRolled { .. } => {}
            Event::FirstAttackerNamed { side } => {
                state.attacker = *side;
                state.first = *side;
            }
            Event::StepBegan { step } => {
                state.step = *step;
                state.tested = false;
            }
            Event::TurnBegan { attacker, round } => turn_began(state, *attacker, *round),
            Event::CommandFound { unit, in_command } => state.units[unit.index()].in_command = *in_command,
            Event::Disordered { unit, .. } => state.units[unit.index()].order = Order::Disordered,
            Event::Recovered { unit } => {
                let unit = &mut state.units[unit.index()];
                unit.order = Order::GoodOrder;
                unit.recovered = true;
                unit.acted = true;
            }
            Event::Limbered { unit, .. } => change_limber(state, *unit, true),
            Event::Unlimbered { unit } => change_limber(state, *unit, false),
            Event::Stood { unit } => state.units[unit.index()].acted = true,
            Event::Moved { unit, to, .. } => {
                place(state, *unit, *to);
                let unit = &mut state.units[unit.index()];
                unit.acted = true;
                unit.stirred = true;
            }
            // QP-CHARGE-11: charging is moving
            Event::Charged { unit, to, .. } => {
                place(state, *unit, *to);
                let unit = &mut state.units[unit.index()];
                unit.acted = true;
                unit.stirred = true;
                unit.charged = true;
            }
            Event::ContactMade(contact) => state.contacts.push(*contact),
            Event::ContactBroken { charger, enemy } => {
                state.contacts.retain(|known| known.charger != *charger || known.enemy != *enemy);
            }
            Event::FoundStationary { unit, stationary } => {
                state.units[unit.index()].stationary = *stationary;
            }
            Event::RallyTried { unit, .. } => state.units[unit.index()].rallied = true,
            Event::Rallied { unit, order } => {
                let unit = &mut state.units[unit.index()];
                unit.order = *order;
                unit.stationary = false;
                unit.shaken = true;
            }
            Event::MoraleTested { .. } => {}
            Event::MoraleTestsDone => state.tested = true,
            Event::Routed { unit } => {
                let unit = &mut state.units[unit.index()];
                unit.order = Order::Routed;
                unit.stationary = false;
            }
            Event::RoutedAgain { unit } => state.units[unit.index()].stationary = false,
            Event::StrengthLost { unit, lost, .. } => {
                let unit = &mut state.units[unit.index()];
                unit.strength = unit.strength.saturating_sub(*lost);
            }
            Event::Removed { unit, fate, .. } => {
                state.units[unit.index()].fate = *fate;
                state.contacts.retain(|contact| contact.charger != *unit && contact.enemy != *unit);
            }
            // QP-UNIT-10, QP-COMBAT-25: who was driven off or went forward has moved, until its own next Step 2
            Event::Fled { unit, to, .. }
            | Event::Retreated { unit, to, .. }
            | Event::BackedOff { unit, to, .. }
            | Event::TookGround { unit, to, .. } => {
                place(state, *unit, *to);
                state.units[unit.index()].stationary = false;
            }
            Event::Fired(shooting) => state.units[shooting.unit.index()].fought = true,
            Event::Answered(_) => {}
            Event::Fought(melee) => {
                state.units[melee.charger.index()].fought = true;
                state.units[melee.defender.index()].dice_spent += melee.defender_dice;
            }
            Event::CombatForgone { unit, .. } => state.units[unit.index()].fought = true,
            Event::GeneralMoved { general, to, .. } => place(state, *general, *to),
            Event::ObjectiveTaken { objective, side } => {
                if let Some(held) = state.held.get_mut(usize::from(*objective)) {
                    *held = Some(*side);
                }
            }
            Event::Owes(debt) => {
                // A depth beyond the limit cannot arise: each command owes at most a few debts for each unit.
                let _ = state.owed.push(debt.clone());
            }
            Event::Paid => {
                state.owed.pop();
            }
            Event::Ended(end) => {
                state.step = Step::Over;
                state.end = Some(end.clone());
            }
        }
    }
}

/// QP-UNIT-11: everybody starts in command and Stationary; QP-SETUP-01: and in Good Order.
fn mustered(state: &mut State, muster: &Muster) {
    state.units = muster
        .pieces
        .iter()
        .map(|piece| Unit {
            pose: piece.pose,
            rect: Rect::new(piece.pose, piece.base),
            strength: piece.strength,
            order: Order::GoodOrder,
            limbered: piece.limbered,
            in_command: true,
            stationary: true,
            fate: Fate::OnTable,
            acted: false,
            stirred: false,
            recovered: false,
            charged: false,
            fought: false,
            rallied: false,
            dice_spent: 0,
            shaken: false,
        })
        .collect();
    state.held = muster.objectives.iter().map(|objective| objective.held_by).collect();
    state.muster = Arc::new(muster.clone());
}

/// Flags of the turn are cleared for the side that begins it; that a unit charged "this turn" (QP-MOD-12, -13) is over
/// for both sides, since a turn belongs to one of them (QP-TURN-01).
fn turn_began(state: &mut State, attacker: Side, round: u32) {
    state.attacker = attacker;
    state.round = round;
    for (piece, unit) in state.muster.pieces.iter().zip(&mut state.units) {
        unit.charged = false;
        unit.dice_spent = 0;
        if piece.side == attacker {
            unit.acted = false;
            unit.stirred = false;
            unit.recovered = false;
            unit.fought = false;
            unit.rallied = false;
        }
    }
}

fn place(state: &mut State, id: UnitId, pose: Pose) {
    let base = state.muster.pieces[id.index()].base;
    let unit = &mut state.units[id.index()];
    unit.pose = pose;
    unit.rect = Rect::new(pose, base);
}

fn change_limber(state: &mut State, id: UnitId, limbered: bool) {
    let unit = &mut state.units[id.index()];
    unit.limbered = limbered;
    unit.acted = true;
    unit.stirred = true;
}
