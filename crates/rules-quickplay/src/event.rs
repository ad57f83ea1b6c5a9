//! What has happened: facts with their results in them. Recording one needs no die and no rule.

use crate::kinds::Weapon;
use crate::state::{Contact, Debt, End, Fate, Muster, Order, State, Step, Unit};
use longroll_kit::{Clause, Settled, Side, UnitId};
use longroll_table::{Length, Pose, Rect};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Mustered(Muster),
    Deployed { unit: UnitId, limbered: bool },
    SideReady { side: Side },
    FirstAttackerRolled { blue: u8, gray: u8 },
    FirstAttackerNamed { side: Side },
    StepBegan { step: Step },
    TurnBegan { attacker: Side, round: u32 },
    CommandFound { unit: UnitId, in_command: bool },
    Disordered { unit: UnitId, clause: Clause },
    Recovered { unit: UnitId },
    Limbered { unit: UnitId, clause: Clause },
    Unlimbered { unit: UnitId },
    Stood { unit: UnitId },
    Moved { unit: UnitId, to: Pose, distance: Length },
    Charged { unit: UnitId, target: UnitId, to: Pose, distance: Length },
    ContactMade(Contact),
    ContactBroken { charger: UnitId, enemy: UnitId },
    FoundStationary { unit: UnitId, stationary: bool },
    RallyTried { unit: UnitId, mods: Settled, passes_on: i32, rallied: bool },
    Rallied { unit: UnitId, order: Order },
    MoraleTested { unit: UnitId, mods: Settled, passes_on: i32, passed: bool },
    MoraleTestsDone,
    Routed { unit: UnitId },
    RoutedAgain { unit: UnitId },
    StrengthLost { unit: UnitId, lost: u8, clause: Clause },
    Removed { unit: UnitId, fate: Fate, clause: Clause },
    Fled { unit: UnitId, to: Pose, distance: Length },
    Retreated { unit: UnitId, to: Pose, distance: Length },
    BackedOff { unit: UnitId, to: Pose, distance: Length },
    TookGround { unit: UnitId, to: Pose, distance: Length },
    Fired(Shooting),
    Answered(Shooting),
    Fought(Melee),
    CombatForgone { unit: UnitId, clause: Clause },
    GeneralMoved { general: UnitId, to: Pose, clause: Clause },
    ObjectiveTaken { objective: u16, side: Side },
    Owes(Debt),
    Paid,
    Ended(End),
}

/// Dice of one side in a fire combat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Shooting {
    pub unit: UnitId,
    pub target: UnitId,
    pub weapon: Weapon,
    pub range: Length,
    pub is_close: bool,
    pub dice: u32,
    pub hits_on: u8,
    pub hits: u32,
    /// What the face that hits follows from; absent in files of the first revision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<Settled>,
}

/// Dice of both sides in a melee.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Melee {
    pub charger: UnitId,
    pub defender: UnitId,
    pub charger_dice: u32,
    pub charger_hits_on: u8,
    pub charger_hits: u32,
    pub defender_dice: u32,
    pub defender_hits_on: u8,
    pub defender_hits: u32,
    /// What the faces that hit follow from; absent in files of the first revision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charger_list: Option<Settled>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defender_list: Option<Settled>,
}

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

impl Shooting {
    pub fn kind_of_range(&self) -> &'static str {
        if self.is_close { "Close" } else { "Long" }
    }
}
