//! Events put into effect: recording one needs no die and no rule.

use crate::book::kinds::{Body, Formation, Level};
use crate::turn::asking::Pending;
use crate::turn::event::{Event, Motion};
use crate::turn::state::{Ammunition, Fate, Flags, Muster, Order, Phase, State, Unit};
use longroll_kit::UnitId;
use longroll_table::{Pose, Rect};
use std::sync::Arc;

impl Event {
    pub(crate) fn apply(&self, state: &mut State) {
        match self {
            Event::Mustered(muster) => mustered(state, muster),
            Event::OrderGiven { unit, order } => at(state, *unit).order = *order,
            Event::HoldWritten { unit } => at(state, *unit).to_hold = true,
            Event::SideReady { side } => state.ready[*side as usize] = true,
            Event::Revealed { .. } => state.revealed = true,
            Event::ChangedToHold { unit } => {
                let unit = at(state, *unit);
                unit.order = Some(Order::Hold);
                unit.to_hold = false;
            }
            Event::PhaseBegan { phase } => {
                state.phase = *phase;
                state.ready = [false, false];
                state.mover = None;
                // JR-MORALE-06: both steps of phase 4 are one phase, and both of phase 7
                let new_phase = !matches!(phase, Phase::HoldFires | Phase::Pivots);
                for unit in &mut state.units {
                    unit.flags.acted = false;
                    unit.flags.saw &= !new_phase;
                    unit.lots.clear();
                }
            }
            Event::TurnBegan { turn } => {
                state.turn = *turn;
                state.revealed = false;
                for unit in &mut state.units {
                    unit.order = None;
                    unit.to_hold = false;
                    unit.flags = Flags::default();
                }
                state.house_hits.clear();
                for contact in &mut state.contacts {
                    contact.is_old = true;
                    contact.joined.clear();
                }
            }
            Event::MoverNamed { unit } => state.mover = *unit,
            Event::Declared(shot) => state.shots.push(shot.clone()),
            Event::Fired(volley) => {
                state.shots.retain(|shot| shot.unit != volley.unit || shot.target != volley.target);
                for id in std::iter::once(volley.unit).chain(volley.with.iter().copied()) {
                    let phase = state.phase;
                    // JR-DRM-06: mounted cavalry has no opening volley to use up
                    let mounted = state.body(id) == Body::CavalryMounted;
                    let unit = at(state, id);
                    unit.opening_used |= !mounted;
                    if volley.counts {
                        unit.flags.fired = true;
                        unit.flags.fired_first = matches!(phase, Phase::FirstFires | Phase::HoldFires);
                    }
                }
            }
            Event::Lost { unit, figures, .. } => {
                let unit_id = *unit;
                let unit = at(state, unit_id);
                unit.figures = unit.figures.saturating_sub(*figures);
                unit.had_loss |= *figures > 0;
                place(state, unit_id, state.unit(unit_id).pose);
            }
            Event::HorsesLost { unit, horses } => {
                let unit = at(state, *unit);
                unit.horses_lost = unit.horses_lost.saturating_add(*horses);
            }
            Event::HorsesReplaced { unit } => {
                let unit = at(state, *unit);
                unit.horses_lost = unit.horses_lost.saturating_sub(1);
            }
            Event::AmmunitionSet { unit, to, .. } => at(state, *unit).ammunition = *to,
            Event::RallyTried { unit, .. } => at(state, *unit).flags.tried_rally = true,
            Event::LevelSet { unit, level, .. } => at(state, *unit).level = *level,
            // while orders are sealed it is recorded of whoever might lose one
            Event::OrderLost { unit } => {
                let unit = at(state, *unit);
                let pending = matches!(unit.order, Some(Order::Move(_) | Order::Charge | Order::Form));
                if pending || (unit.order.is_some() && unit.level == Level::Routed) {
                    unit.order = None;
                    unit.flags.lost_order = true;
                }
            }
            Event::Moved { unit, to, motion, .. } => {
                // who goes elsewhere supports nobody any more
                if !matches!(motion, Motion::Support | Motion::TakeGround) {
                    drop_support(state, *unit);
                }
                place(state, *unit, *to);
            }
            Event::Formed { unit, formation, mounted, .. } => {
                let id = *unit;
                let unit = at(state, id);
                unit.formation = *formation;
                unit.mounted = *mounted;
                place(state, id, state.unit(id).pose);
            }
            Event::Did { unit, flags } => at(state, *unit).flags = *flags,
            Event::Removed { unit, fate, .. } => {
                at(state, *unit).fate = *fate;
                at(state, *unit).guns_at = None;
                leave(state, *unit);
            }
            Event::OfficerLost { officer: officer_id, .. } => {
                let officer = at(state, *officer_id);
                officer.fate = Fate::Killed;
                officer.had_loss = true;
                officer.with = None;
                state.fallen.push(*officer_id);
            }
            Event::OfficerNamed { officer, unit } => {
                let officer = at(state, *officer);
                officer.with = Some(*unit);
                officer.flags.named = true;
            }
            Event::Mourned => state.fallen.clear(),
            Event::Witnessed(witness) => state.witnesses.push(*witness),
            Event::WitnessAnswered { unit } => state.witnesses.retain(|witness| witness.unit != *unit),
            Event::GunsCaptured { unit, .. } => at(state, *unit).fate = Fate::Captured,
            Event::HouseHit { feature, hits } => {
                match state.house_hits.iter_mut().find(|(known, _)| known == feature) {
                    Some((_, known)) => *known += hits,
                    None => state.house_hits.push((*feature, *hits)),
                }
            }
            Event::HouseFell { feature } => state.ground = state.ground.without(*feature),
            Event::OfficerPlaced { officer, to, with, .. } => {
                let rides = at(state, *officer);
                rides.fate = Fate::OnTable;
                rides.with = with.or(rides.with);
                place(state, *officer, *to);
            }
            Event::ContactMade(contact) => state.contacts.push(contact.clone()),
            Event::ContactBroken { unit } => leave(state, *unit),
            Event::SupportJoined { unit, friend } => {
                for contact in &mut state.contacts {
                    let side = match friend {
                        friend if contact.attacker == *friend => 0,
                        friend if contact.defender == *friend => 1,
                        _ => continue,
                    };
                    contact.supports[side].push(*unit);
                    contact.joined.push(*unit);
                }
            }
            Event::GroundHeld { unit } => state.alone.retain(|known| known != unit),
            Event::GunsLeft { unit, at: guns } => {
                at(state, *unit).guns_at = Some(*guns);
                at(state, *unit).formation = Formation::Disorder;
            }
            Event::GunsManned { unit } => {
                let id = *unit;
                let crew = at(state, id);
                crew.formation = Formation::Unlimbered;
                let to = crew.guns_at.take().unwrap_or(crew.pose);
                place(state, id, to);
            }
            Event::ObjectiveTaken { objective, side } => {
                if let Some(held) = state.held.get_mut(usize::from(*objective)) {
                    *held = Some(*side);
                }
            }
            Event::Owes(debt) => {
                let _ = state.owed.push(debt.clone());
            }
            Event::Paid => {
                state.owed.pop();
            }
            Event::Suspended { by, command } => {
                let pending = Pending {
                    before: Arc::new(state.clone()),
                    by: *by,
                    command: command.clone(),
                    given: Vec::new(),
                    thrown: Vec::new(),
                    done: 0,
                };
                state.pending = Some(Arc::new(pending));
            }
            Event::Asked(question) => state.question = Some(question.clone()),
            Event::Paused { thrown, done } => {
                if let Some(pending) = &mut state.pending {
                    let pending = Arc::make_mut(pending);
                    pending.thrown.clone_from(thrown);
                    pending.done = *done;
                }
            }
            Event::Resumed { answer } => {
                state.question = None;
                if let Some(pending) = &mut state.pending {
                    Arc::make_mut(pending).given.push(answer.clone());
                }
            }
            Event::Settled => state.pending = None,
            Event::Ended(end) => {
                state.phase = Phase::Over;
                state.end = Some(end.clone());
            }
            Event::LotsThrown { unit, die } => at(state, *unit).lots.push(*die),
            Event::Answered { .. }
            | Event::Checked { .. }
            | Event::ChargeRolled { .. }
            | Event::ChargedOn { .. }
            | Event::VolleyPoint { .. }
            | Event::VolleyKept { .. }
            | Event::ImpactRolled { .. }
            | Event::MeleeFought { .. } => {}
        }
    }
}

fn at(state: &mut State, id: UnitId) -> &mut Unit {
    &mut state.units[id.index()]
}

pub(crate) fn place(state: &mut State, id: UnitId, to: Pose) {
    let (formation, figures) = (state.unit(id).formation, state.unit(id).figures);
    let size = state.piece(id).size(formation, figures);
    let unit = at(state, id);
    unit.pose = to;
    unit.rect = Rect::new(to, size);
}

/// Its melees are over; whom it fought are left alone (JR-MELEE-11).
fn leave(state: &mut State, id: UnitId) {
    for contact in &state.contacts {
        let other = match contact {
            contact if contact.attacker == id => contact.defender,
            contact if contact.defender == id => contact.attacker,
            _ => continue,
        };
        state.alone.push(other);
    }
    state.alone.retain(|known| *known != id);
    state.contacts.retain(|contact| contact.attacker != id && contact.defender != id);
    drop_support(state, id);
}

fn drop_support(state: &mut State, id: UnitId) {
    for contact in &mut state.contacts {
        contact.supports.iter_mut().for_each(|list| list.retain(|known| *known != id));
    }
}

fn mustered(state: &mut State, muster: &Muster) {
    state.muster = Arc::new(muster.clone());
    state.held = muster.objectives.iter().map(|objective| objective.held_by).collect();
    state.units = muster
        .pieces
        .iter()
        .map(|piece| Unit {
            pose: piece.pose,
            rect: Rect::new(piece.pose, piece.size(piece.formation, piece.start())),
            formation: piece.formation,
            mounted: piece.mounted,
            figures: piece.start(),
            horses_lost: 0,
            level: Level::Good,
            order: None,
            to_hold: false,
            fate: Fate::OnTable,
            ammunition: Ammunition::Full,
            opening_used: false,
            had_loss: false,
            lots: Vec::new(),
            with: None,
            guns_at: None,
            flags: Flags::default(),
        })
        .collect();
    state.turn = 1;
    state.phase = Phase::MarkOrders;
}
