//! Recording events: no dice, no decision, no failure.

use crate::book::kinds::{Formation, Level};
use crate::c;
use crate::procedures::fire::Manner;
use crate::turn::event::{Event, Fire};
use crate::turn::state::{Debt, Fate, Muster, State, Step, Unit, behind, footprint};
use longroll_kit::{Side, UnitId};
use longroll_table::{Pose, Rect};
use std::sync::Arc;

impl Event {
    pub(crate) fn apply(&self, state: &mut State) {
        match self {
            Event::Mustered(muster) => mustered(state, muster),
            Event::InitiativeRolled { .. } | Event::Checked(_) | Event::ChargeDeclared { .. } => {}
            Event::BrokenOff { .. } => {}
            Event::LeaderRolled { .. } | Event::GunsRolled { .. } | Event::Impacted { .. } => {}
            Event::InitiativeTaken { side } => {
                state.first = *side;
                state.active = *side;
            }
            Event::TurnBegan { active, turn } => turn_began(state, *active, *turn),
            Event::StepBegan { step } => state.step = *step,
            Event::CommandFound { unit, in_command } => state.units[unit.index()].in_command = *in_command,
            Event::Taken(acting) => state.acting = Some(acting.clone()),
            Event::Finished => {
                for member in state.acting.take().into_iter().flat_map(|acting| acting.members) {
                    state.units[member.index()].actions = 0;
                }
            }
            Event::ActionsSpent { units, actions } => {
                for unit in units {
                    let left = &mut state.units[unit.index()].actions;
                    *left = left.saturating_sub(*actions);
                }
                if let Some(acting) = &mut state.acting {
                    acting.unwatched = false;
                    acting.plan.drain(..usize::from(*actions).min(acting.plan.len()));
                }
            }
            Event::DroppedOut { unit } => {
                state.units[unit.index()].dropped_out = true;
                if let Some(acting) = &mut state.acting {
                    acting.members.retain(|member| member != unit);
                }
            }
            Event::Moved { units, .. } => {
                for (unit, to) in units {
                    place(state, *unit, *to);
                    state.units[unit.index()].lost_level = false;
                }
            }
            Event::FellBack { unit, to, .. } | Event::Ran { unit, to, .. } => place(state, *unit, *to),
            Event::Countercharged { unit, to } => place(state, *unit, *to),
            Event::Faced { unit, facing } => {
                let at = state.units[unit.index()].pose.at;
                place(state, *unit, Pose { at, facing: *facing });
            }
            Event::Formed { unit, formation, .. } => {
                state.units[unit.index()].formation = *formation;
                settle(state, *unit);
            }
            Event::Mounted { unit, mounted } => state.units[unit.index()].mounted = *mounted,
            Event::LevelSet { unit, level, clause } => {
                let unit = &mut state.units[unit.index()];
                // the point of a charge and the disorder after an impact stop nobody
                let stops = ![c::CHARGE_10, c::CHARGE_26].contains(clause);
                unit.lost_level |= *level > unit.level && stops;
                unit.level = *level;
            }
            Event::Reacted { units, .. } => {
                units.iter().for_each(|unit| state.units[unit.index()].reacted = true);
            }
            Event::LetPass { whole_action } => {
                if let Some(acting) = state.acting.as_mut().filter(|_| *whole_action) {
                    acting.unwatched = true;
                }
            }
            Event::Fired(fire) => fired(state, fire),
            Event::Lost { unit, figures, .. } => {
                let whole = state.ids().find(|id| state.units[id.index()].merged == Some(*unit));
                let first = state.options.loses_first(state.piece(whole.unwrap_or(*unit)).quality);
                crate::procedures::losses::take_stands(
                    &mut state.units[unit.index()].stands,
                    first,
                    *figures,
                );
                settle(state, whole.unwrap_or(*unit));
            }
            Event::Recovered { unit } => {
                let is_battery = state.arm(*unit) == crate::book::kinds::Arm::Artillery;
                crate::procedures::losses::give_back(&mut state.units[unit.index()].stands, is_battery);
                state.units[unit.index()].recovered += 1;
                settle(state, *unit);
            }
            Event::Removed { unit, fate, .. } => removed(state, *unit, *fate),
            Event::Disengaging { unit, is } => state.units[unit.index()].disengaging = *is,
            Event::Charging { unit, is, .. } => state.units[unit.index()].charging = *is,
            Event::Merged { unit, other } => {
                let volleyed = state.units[other.index()].volleyed;
                state.units[other.index()].fate = Fate::Joined;
                let merged = &mut state.units[unit.index()];
                merged.merged = Some(*other);
                merged.volleyed |= volleyed;
                merged.level = Level::Disorder;
                settle(state, *unit);
            }
            Event::RemnantAttached { unit, remnant } => {
                state.units[remnant.index()].fate = Fate::Joined;
                state.units[unit.index()].remnant = Some(*remnant);
            }
            Event::LeaderMoved { leader, to, .. } => {
                place(state, *leader, *to);
                state.units[leader.index()].moved = true;
            }
            Event::LeaderAttached { leader, unit } => {
                state.units[leader.index()].with = *unit;
                if let Some(unit) = unit {
                    settle(state, *unit);
                }
            }
            Event::ObjectiveTaken { objective, side } => {
                if let Some(held) = state.held.get_mut(usize::from(*objective)) {
                    *held = Some(*side);
                }
            }
            Event::Owes(debt) => {
                starts(state, debt);
                // A depth beyond the limit cannot arise: a command owes at most a handful.
                let _ = state.owed.push(debt.clone());
            }
            Event::Now(debt) => {
                if let Some(top) = state.owed.top_mut() {
                    *top = debt.clone();
                }
            }
            Event::Paid => {
                state.owed.pop();
            }
            Event::Chosen { .. } => {}
            Event::Stopped => crate::turn::asking::keep(state),
            Event::Asked(question) => state.question = Some(question.clone()),
            Event::Answered { last } => {
                state.question = None;
                state.before.take_if(|_| *last);
            }
            Event::Ended(end) => {
                state.step = Step::Over;
                state.end = Some(end.clone());
            }
        }
    }
}

/// Who begins a move or charge begins it as it is.
fn starts(state: &mut State, debt: &Debt) {
    let units: Vec<UnitId> = match debt {
        Debt::Walk(walk) => walk.members.iter().map(|member| member.unit).collect(),
        Debt::Charge(charge) => charge.chargers.iter().map(|charger| charger.unit).collect(),
        _ => Vec::new(),
    };
    units.iter().for_each(|unit| state.units[unit.index()].lost_level = false);
}

/// ADF-FIRE-24, ADF-REACT-22: whoever has fired, in whatever manner, has had its opening volley. ADF-REACT-18: whom it
/// fired at in reaction or desperation is remembered.
fn fired(state: &mut State, fire: &Fire) {
    for id in &fire.units {
        let unit = &mut state.units[id.index()];
        unit.volleyed = true;
        if fire.manner == Manner::Desperation {
            unit.desperate_at.push(fire.target);
        } else if fire.is_reaction {
            unit.fired_at.push(fire.target);
        }
    }
}

fn mustered(state: &mut State, muster: &Muster) {
    let options = state.options;
    state.units = muster
        .pieces
        .iter()
        .map(|piece| Unit {
            pose: piece.pose,
            rect: Rect::new(
                piece.pose,
                footprint(&options, piece.arm, piece.formation, piece.stands.len() as i64),
            ),
            stands: piece.stands.iter().copied().collect(),
            level: Level::GoodOrder,
            formation: piece.formation,
            mounted: piece.mounted,
            fate: Fate::OnTable,
            actions: 0,
            dropped_out: false,
            reacted: false,
            fired_at: Default::default(),
            desperate_at: Default::default(),
            volleyed: false,
            in_command: true,
            charging: false,
            disengaging: false,
            merged: None,
            remnant: None,
            with: None,
            moved: false,
            recovered: 0,
            lost_level: false,
        })
        .collect();
    state.held = muster.objectives.iter().map(|objective| objective.held_by).collect();
    state.muster = Arc::new(muster.clone());
    if let Some(first) = muster.first {
        state.first = first;
        state.active = first;
    }
}

/// ADF-TURN-08: records of the reactive side are cleared, the active side's units have two actions. ADF-TURN-11: nothing else
/// changes by itself.
fn turn_began(state: &mut State, active: Side, turn: u32) {
    state.active = active;
    state.turn = turn;
    state.acting = None;
    for (piece, unit) in state.muster.pieces.iter().zip(&mut state.units) {
        if piece.side == active {
            unit.actions = 2;
            unit.dropped_out = false;
            unit.moved = false;
        } else {
            unit.actions = 0;
            unit.reacted = false;
            unit.fired_at.clear();
            unit.desperate_at.clear();
        }
    }
}

fn place(state: &mut State, id: UnitId, pose: Pose) {
    state.units[id.index()].pose = pose;
    settle(state, id);
}

/// The ground covered, and ADF-LEADER-09: leaders who are with the unit go where it goes.
pub(crate) fn settle(state: &mut State, id: UnitId) {
    let size = state.footprint(id, state.units[id.index()].formation);
    let unit = &mut state.units[id.index()];
    unit.rect = Rect::new(unit.pose, size);
    let pose = behind(&state.field, &unit.rect);
    let size = footprint(&state.options, crate::book::kinds::Arm::Leader, Formation::BattleLine, 1);
    for unit in
        state.units.iter_mut().filter(|leader| leader.with == Some(id) && leader.fate == Fate::OnTable)
    {
        unit.pose = pose;
        unit.rect = Rect::new(unit.pose, size);
    }
}

/// A unit off the table takes its remnant and merged regiment along; leaders stay where they are, or share its fate by an event
/// of their own (ADF-LEADER-16).
fn removed(state: &mut State, id: UnitId, fate: Fate) {
    let unit = &mut state.units[id.index()];
    (unit.fate, unit.charging, unit.with) = (fate, false, None);
    state.units.iter_mut().filter(|leader| leader.with == Some(id)).for_each(|leader| leader.with = None);
    if let Some(acting) = &mut state.acting {
        acting.members.retain(|member| *member != id);
    }
}
