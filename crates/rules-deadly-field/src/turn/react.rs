//! Reactions: who may, to what, and what they do. ADF-REACT-27: a unit just fired on too, as it now is. ADF-MOVE-14: a charged unit may
//! disengage.

use crate::book::kinds::{Arm, Formation, Level};
use crate::c;
use crate::field::flight::stands_on;
use crate::field::measured::{may_combine, may_fire_without, may_leave_out};
use crate::field::movement::may_form;
use crate::field::sight::{ONE_INCH, can_see, is_contiguous};
use crate::procedures::fire::Manner;
use crate::ruleset::{DeadlyDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::actions::{are_alike, still_lawful};
use crate::turn::aftermath::rally;
use crate::turn::command::Salvo;
use crate::turn::countercharge::{countercharge, may_countercharge};
use crate::turn::disengage::{step_back, way_back};
use crate::turn::event::Event;
use crate::turn::fire_step::fire_at;
use crate::turn::state::{Debt, State, Trigger, TriggerKind};
use longroll_dice::Dice;
use longroll_kit::{Clause, Stop, UnitId};
use longroll_table::{Heading, Length, Pose, Rect, inches, overlaps, within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// ADF-REACT-04: what a reaction may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    Fire { target: UnitId },
    Form { formation: Formation },
    Mount { mounted: bool },
    Face { facing: Heading },
    Reform,
    Rally,
    Disengage,
    Countercharge,
}

impl Reaction {
    pub fn clause(self) -> Clause {
        match self {
            Reaction::Fire { .. } => c::REACT_08,
            Reaction::Form { .. } | Reaction::Mount { .. } | Reaction::Face { .. } => c::REACT_14,
            Reaction::Reform => c::ACT_04,
            Reaction::Rally => c::ACT_05,
            Reaction::Disengage => c::MOVE_11,
            Reaction::Countercharge => c::REACT_23,
        }
    }
}

/// Asks the reactive side, if somebody there could react. ADF-REACT-09, -26: only acts of the active side are triggers.
pub(crate) fn owe_reaction(
    draft: &mut DeadlyDraft,
    kind: TriggerKind,
    by: &[UnitId],
    except: Option<UnitId>,
) {
    let side = draft.active;
    let by: Vec<UnitId> =
        by.iter().copied().filter(|id| draft.is_on_table(*id) && draft.side(*id) == side).collect();
    if by.is_empty() || draft.acting.as_ref().is_some_and(|acting| acting.unwatched) {
        return;
    }
    let trigger = Trigger { kind, by, except };
    if anybody(draft, &trigger) {
        draft.emit(Event::Owes(Debt::React(trigger)));
    }
}

/// Is there anybody left who may react to this?
pub(crate) fn anybody(state: &State, trigger: &Trigger) -> bool {
    state.troops(state.active.enemy()).any(|id| is_triggered(state, trigger, id).is_ok())
}

/// Who may react.
pub(crate) fn reactors(state: &State, trigger: &Trigger) -> Vec<UnitId> {
    state.troops(state.active.enemy()).filter(|id| is_triggered(state, trigger, *id).is_ok()).collect()
}

/// ADF-REACT-01, -02, -03, -05, -11: seen by the unit, seen by a leader who has it in his reaction radius, or within two inches.
/// ADF-REACT-12: a routed unit can only try to rally.
fn is_triggered(state: &State, trigger: &Trigger, id: UnitId) -> Result<(), Refused> {
    let unit = state.unit(id);
    let name = || state.name(id).to_owned();
    if unit.reacted {
        return refuse(c::REACT_05, Why::AlreadyReacted { unit: name() });
    }
    if trigger.except == Some(id) {
        return refuse(c::REACT_29, Why::NotTriggered { unit: name() });
    }
    let by = || trigger.by.iter().copied().filter(|other| state.is_on_table(*other));
    if by().any(|other| within(state.rect(id), state.rect(other), inches(2))) {
        return Ok(());
    }
    if trigger.kind == TriggerKind::Near {
        return refuse(c::REACT_03, Why::NotTriggered { unit: name() });
    }
    if by().any(|other| can_see(state, id, other).is_ok()) {
        return Ok(());
    }
    let leader = state.leaders(state.side(id)).any(|leader| {
        let radius = inches(2 * i64::from(state.piece(leader).benefit));
        // ADF-LEADER-03: a radius of nothing passes no reaction
        state.piece(leader).benefit > 0
            && within(state.rect(leader), state.rect(id), radius)
            && by().any(|other| can_see(state, leader, other).is_ok())
    });
    if leader { Ok(()) } else { refuse(c::REACT_11, Why::NotTriggered { unit: name() }) }
}

/// May these units react so? ADF-GROUP-07, -08: a group is contiguous, of one arm and formation, and does one thing.
pub(crate) fn may_react(
    state: &State,
    trigger: &Trigger,
    units: &[UnitId],
    how: &Reaction,
    distance: Option<Length>,
    without: &[UnitId],
) -> Result<(), Refused> {
    may_react_together(state, trigger, units)?;
    for id in units {
        able(state, trigger, *id, how, distance, without)?;
    }
    may_leave_out(state, units, without)?;
    has_room(state, units, how)?;
    if matches!(how, Reaction::Fire { .. }) { may_combine(state, units) } else { Ok(()) }
}

/// ADF-GROUP-10: the same by fire, each unit for itself or some together, at members of the triggering group.
pub(crate) fn may_react_by_fire(state: &State, trigger: &Trigger, salvos: &[Salvo]) -> Result<(), Refused> {
    let units: Vec<UnitId> = salvos.iter().flat_map(|salvo| salvo.units.iter().copied()).collect();
    may_react_together(state, trigger, &units)?;
    for salvo in salvos {
        for id in &salvo.units {
            able(state, trigger, *id, &Reaction::Fire { target: salvo.target }, None, &salvo.without)?;
        }
        may_leave_out(state, &salvo.units, &salvo.without)?;
        may_combine(state, &salvo.units)?;
    }
    Ok(())
}

pub(crate) fn react_by_fire(
    draft: &mut DeadlyDraft,
    salvos: &[Salvo],
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let units = salvos.iter().flat_map(|salvo| salvo.units.iter().copied()).collect();
    draft.emit(Event::Reacted { units, clause: c::GROUP_07 });
    for salvo in salvos {
        // what an earlier fire has made unlawful is not made
        if still_lawful(draft, salvo, Manner::Ordinary) {
            fire_at(draft, salvo, Manner::Ordinary, true, dice)?;
        }
    }
    Ok(())
}

fn may_react_together(state: &State, trigger: &Trigger, units: &[UnitId]) -> Result<(), Refused> {
    let Some(first) = units.first() else { return refuse(c::REACT_04, Why::Nobody) };
    for (place, id) in units.iter().enumerate() {
        let name = || state.name(*id).to_owned();
        if state.side(*id) == state.active || state.is_leader(*id) {
            return refuse(c::REACT_09, Why::NotYours { unit: name() });
        }
        if !state.is_on_table(*id) {
            return refuse(c::REACT_04, Why::OffTable { unit: name() });
        }
        is_triggered(state, trigger, *id)?;
        if units[..place].contains(id) {
            return refuse(c::GROUP_07, Why::NotChoosable { unit: name() });
        }
        if !are_alike(state, *first, *id) {
            return refuse(c::GROUP_08, Why::Unlike { unit: name() });
        }
        if units.len() > 1 && state.unit(*id).level == Level::Routed {
            return refuse(c::UNIT_16, Why::Routed { unit: name() });
        }
    }
    if is_contiguous(state, units) { Ok(()) } else { refuse(c::GROUP_07, Why::NotContiguous) }
}

fn able(
    state: &State,
    trigger: &Trigger,
    id: UnitId,
    how: &Reaction,
    distance: Option<Length>,
    without: &[UnitId],
) -> Result<(), Refused> {
    let unit = state.unit(id);
    let name = || state.name(id).to_owned();
    if unit.level == Level::Routed && *how != Reaction::Rally {
        return refuse(c::REACT_12, Why::Routed { unit: name() });
    }
    match how {
        Reaction::Fire { target } => {
            if !trigger.by.contains(target) {
                let target =
                    state.muster.pieces.get(target.index()).map_or_else(String::new, |p| p.name.clone());
                return refuse(c::REACT_08, Why::NotTheTrigger { target });
            }
            // ADF-REACT-25: a counter-charger does not fire at its charger
            if unit.charging {
                return refuse(c::REACT_25, Why::CannotFire { unit: name() });
            }
            may_fire_without(state, id, *target, Manner::Ordinary, without).map(|_| ())
        }
        Reaction::Form { formation } => may_form(state, id, unit.formation, *formation),
        Reaction::Mount { mounted } => {
            if state.arm(id) != Arm::Cavalry {
                return refuse(c::CAV_04, Why::NoSuchFormation { unit: name() });
            }
            if unit.mounted == *mounted {
                return refuse(c::CAV_04, Why::SameFormation { unit: name() });
            }
            Ok(())
        }
        Reaction::Face { .. } => Ok(()),
        Reaction::Reform => may_reform(state, id),
        Reaction::Rally => may_rally(state, id),
        Reaction::Disengage => way_back(state, &[id], distance).map(|_| ()),
        Reaction::Countercharge => may_countercharge(state, id),
    }
}

/// ADF-FORM-13: where they would stand after a change of formation or facing they overlap nobody, one another included.
fn has_room(state: &State, units: &[UnitId], how: &Reaction) -> Result<(), Refused> {
    let rect = |id: UnitId| {
        let unit = state.unit(id);
        match how {
            Reaction::Form { formation } => Some(Rect::new(unit.pose, state.footprint(id, *formation))),
            Reaction::Face { facing } => {
                Some(Rect::new(Pose { at: unit.pose.at, facing: *facing }, unit.rect.size()))
            }
            _ => None,
        }
    };
    let after: Vec<(UnitId, Rect)> = units.iter().filter_map(|id| Some((*id, rect(*id)?))).collect();
    for (place, (id, rect)) in after.iter().enumerate() {
        if !state.field.inside(rect) {
            return refuse(c::GEO_09, Why::LeavesTable);
        }
        let within = after[..place].iter().find(|(_, other)| overlaps(rect, other)).map(|(other, _)| *other);
        let outside = || stands_on(state, *id, rect).filter(|other| !units.contains(other));
        if let Some(other) = within.or_else(outside) {
            return refuse(c::FORM_13, Why::Overlaps { other: state.name(other).to_owned() });
        }
    }
    Ok(())
}

/// ADF-ACT-04, ADF-UNIT-08.
pub(crate) fn may_reform(state: &State, id: UnitId) -> Result<(), Refused> {
    if state.unit(id).level != Level::Disorder {
        return refuse(c::ACT_04, Why::NotDisordered { unit: state.name(id).to_owned() });
    }
    if state.is_depleted(id) {
        return refuse(c::UNIT_08, Why::Depleted { unit: state.name(id).to_owned() });
    }
    Ok(())
}

/// ADF-ACT-05, ADF-RALLY-08.
pub(crate) fn may_rally(state: &State, id: UnitId) -> Result<(), Refused> {
    if state.unit(id).level < Level::Shaken {
        return refuse(c::RALLY_08, Why::NotShaken { unit: state.name(id).to_owned() });
    }
    Ok(())
}

/// Carries out a reaction that was found lawful. ADF-REACT-13: one reaction, in or out of command.
pub(crate) fn react(
    draft: &mut DeadlyDraft,
    units: &[UnitId],
    how: &Reaction,
    said: (Option<Heading>, Option<Length>),
    without: &[UnitId],
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    draft.emit(Event::Reacted { units: units.to_vec(), clause: how.clause() });
    match how {
        Reaction::Fire { target } => {
            let salvo = Salvo { units: units.to_vec(), target: *target, without: without.to_vec() };
            fire_at(draft, &salvo, Manner::Ordinary, true, dice)?;
        }
        _ => {
            for id in units {
                one(draft, *id, how, said, dice)?;
            }
        }
    }
    Ok(())
}

fn one(
    draft: &mut DeadlyDraft,
    id: UnitId,
    how: &Reaction,
    (facing, distance): (Option<Heading>, Option<Length>),
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    match how {
        Reaction::Fire { .. } => {}
        // ADF-REACT-14: at once, for every quality, without movement
        Reaction::Form { formation } => {
            draft.emit(Event::Formed { unit: id, formation: *formation, clause: c::REACT_14 });
        }
        Reaction::Mount { mounted } => draft.emit(Event::Mounted { unit: id, mounted: *mounted }),
        Reaction::Face { facing: to } => draft.emit(Event::Faced { unit: id, facing: *to }),
        Reaction::Reform => {
            draft.emit(Event::LevelSet { unit: id, level: Level::GoodOrder, clause: c::ACT_04 });
        }
        Reaction::Rally => rally(draft, id, facing, dice)?,
        Reaction::Disengage => step_back(draft, id, distance, dice)?,
        Reaction::Countercharge => countercharge(draft, id)?,
    }
    Ok(())
}

/// ADF-REACT-15, -18, -20: holding units that have spent their reaction, and a mover that has just come within an inch of them.
/// Units that are charged have their own moment.
pub(crate) fn desperate(
    state: &State,
    before: &[(UnitId, Rect)],
    charged: &[UnitId],
) -> Vec<(UnitId, UnitId)> {
    let mut pairs = Vec::new();
    for (mover, was) in before {
        if !state.is_on_table(*mover) || state.side(*mover) != state.active {
            continue;
        }
        for id in state.troops(state.active.enemy()) {
            let came = !within(was, state.rect(id), ONE_INCH)
                && within(state.rect(*mover), state.rect(id), ONE_INCH);
            if came && !charged.contains(&id) && may_desperate(state, id, *mover).is_ok() {
                pairs.push((id, *mover));
            }
        }
    }
    pairs
}

pub(crate) fn may_desperate(state: &State, id: UnitId, at: UnitId) -> Result<(), Refused> {
    may_desperate_without(state, id, at, &[])
}

/// ADF-REACT-18, -19: only after the reaction is spent, never twice at one enemy, never at one already reaction-fired at.
pub(crate) fn may_desperate_without(
    state: &State,
    id: UnitId,
    at: UnitId,
    without: &[UnitId],
) -> Result<(), Refused> {
    let unit = state.unit(id);
    if !unit.reacted {
        return refuse(c::REACT_19, Why::StillHasReaction { unit: state.name(id).to_owned() });
    }
    if unit.fired_at.contains(&at) || unit.desperate_at.contains(&at) {
        return refuse(c::REACT_18, Why::AlreadyFiredAt { target: state.name(at).to_owned() });
    }
    if unit.charging {
        return refuse(c::REACT_25, Why::CannotFire { unit: state.name(id).to_owned() });
    }
    may_leave_out(state, &[id], without)?;
    may_fire_without(state, id, at, Manner::Desperation, without).map(|_| ())
}

/// ADF-FIRE-28, ADF-ARTY-07, ADF-CHARGE-13, -20: point-blank fire or short canister, held until after the check.
pub(crate) fn may_fire_held(
    state: &State,
    id: UnitId,
    charger: UnitId,
    without: &[UnitId],
) -> Result<(), Refused> {
    let unit = state.unit(id);
    if unit.reacted {
        return refuse(c::CHARGE_20, Why::AlreadyReacted { unit: state.name(id).to_owned() });
    }
    if unit.fired_at.contains(&charger) || unit.desperate_at.contains(&charger) {
        return refuse(c::CHARGE_13, Why::AlreadyFiredAt { target: state.name(charger).to_owned() });
    }
    if unit.charging {
        return refuse(c::REACT_25, Why::CannotFire { unit: state.name(id).to_owned() });
    }
    may_leave_out(state, &[id], without)?;
    may_fire_without(state, id, charger, Manner::PointBlank, without).map(|_| ())
}
