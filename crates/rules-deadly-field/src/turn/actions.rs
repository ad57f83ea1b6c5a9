//! The active side's actions. ADF-ACT-06: any of them twice. ADF-ROUT-11: a unit routed in its own activation may only try to rally.

use crate::book::kinds::{Arm, Level};
use crate::c;
use crate::field::flight::{Landing, RoutWay, rout_way};
use crate::field::measured::{may_combine, may_fire_without, may_leave_out};
use crate::field::movement::route_without;
use crate::field::sight::{apart, are_adjacent, is_contiguous};
use crate::procedures::fire::Manner;
use crate::ruleset::{DeadlyDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::aftermath::{rally, rout_roll};
use crate::turn::charge::{Run, Sally};
use crate::turn::command::Salvo;
use crate::turn::declare::{declare, run};
use crate::turn::disengage::way_back;
use crate::turn::event::Event;
use crate::turn::fire_step::fire_at;
use crate::turn::march::{Gait, Hop, Member, Walk};
use crate::turn::react::{may_rally, may_reform, owe_reaction};
use crate::turn::state::{Acting, Debt, Deed, Fate, State, TriggerKind};
use longroll_dice::Dice;
use longroll_kit::{Leg, Side, Stop, UnitId};
use longroll_table::{Heading, Length, Vector};

/// A unit of the active side that stands on the table.
pub(crate) fn own(state: &State, by: Side, id: UnitId) -> Result<(), Refused> {
    let unit = state.name(id).to_owned();
    if state.side(id) != by {
        return refuse(c::TURN_01, Why::NotYours { unit });
    }
    if !state.is_on_table(id) {
        return refuse(c::TURN_04, Why::OffTable { unit });
    }
    Ok(())
}

/// Who would act if this unit were told to: itself, or the group it acts in. ADF-TURN-03, -04, -05: actions left, one unit or group
/// after another, a group as it has declared.
pub(crate) fn actors_for(
    state: &State,
    by: Side,
    id: UnitId,
    deed: Deed,
    needs: u8,
) -> Result<Vec<UnitId>, Refused> {
    own(state, by, id)?;
    let unit = state.unit(id);
    let name = || state.name(id).to_owned();
    if state.is_leader(id) {
        return refuse(c::UNIT_01, Why::NotNow);
    }
    if unit.actions < needs.max(1) {
        return refuse(c::TURN_03, Why::NoActions { unit: name(), needs: needs.max(1), left: unit.actions });
    }
    if unit.level == Level::Routed && deed != Deed::Rally {
        return refuse(c::TURN_09, Why::Routed { unit: name() });
    }
    if unit.dropped_out && !matches!(deed, Deed::Reform | Deed::Rally | Deed::Disengage) {
        return refuse(c::GROUP_04, Why::OnlyRecovery { unit: name() });
    }
    match &state.acting {
        Some(acting) if acting.members.contains(&id) => {
            if acting.members.len() > 1 || !acting.plan.is_empty() {
                let planned = acting.plan.first().copied();
                if planned.is_some_and(|planned| planned != deed) {
                    return refuse(c::TURN_05, Why::NotPlanned { planned });
                }
            }
            // units that only combined their fire were taken together and go on each for itself
            Ok(state.together(id))
        }
        // ADF-TURN-09: a routed unit that was not taken yet must run first
        _ if unit.level == Level::Routed && unit.actions > 1 => {
            refuse(c::TURN_09, Why::Routed { unit: name() })
        }
        _ => Ok(vec![id]),
    }
}

/// Takes these units, if they are not acting already, and spends their actions. Ruling ADF-R12: whoever acted before is done.
pub(crate) fn spend(draft: &mut DeadlyDraft, members: &[UnitId], actions: u8) {
    if !members.first().is_some_and(|first| draft.acting_members().contains(first)) {
        if draft.acting.is_some() {
            draft.emit(Event::Finished);
        }
        draft.emit(Event::Taken(Acting::alone(members.to_vec())));
    }
    draft.emit(Event::ActionsSpent { units: members.to_vec(), actions });
}

/// ADF-TURN-04: a unit may do less than two actions, and nothing too.
pub(crate) fn stand(draft: &mut DeadlyDraft, by: Side, id: UnitId) -> Result<(), Refused> {
    let members = actors_for(draft, by, id, Deed::Reform, 1)?;
    spend(draft, &members, 0);
    draft.emit(Event::Finished);
    Ok(())
}

/// ADF-GROUP-01, -02: a contiguous set of units of one arm in one formation, of whatever brigades.
pub(crate) fn may_group(state: &State, by: Side, units: &[UnitId]) -> Result<(), Refused> {
    let Some(first) = units.first() else { return refuse(c::GROUP_01, Why::Nobody) };
    for (place, id) in units.iter().enumerate() {
        let unit = || state.name(*id).to_owned();
        own(state, by, *id)?;
        if units[..place].contains(id) || state.is_leader(*id) {
            return refuse(c::GROUP_01, Why::NotChoosable { unit: unit() });
        }
        if state.unit(*id).level == Level::Routed {
            return refuse(c::UNIT_16, Why::Routed { unit: unit() });
        }
        let acting = state.acting_members().contains(id);
        if state.unit(*id).actions < 2 || acting || state.unit(*id).dropped_out {
            let left = state.unit(*id).actions;
            return refuse(c::TURN_04, Why::NoActions { unit: unit(), needs: 2, left });
        }
        if !are_alike(state, *first, *id) {
            return refuse(c::GROUP_01, Why::Unlike { unit: unit() });
        }
    }
    if is_contiguous(state, units) { Ok(()) } else { refuse(c::GROUP_01, Why::NotContiguous) }
}

/// ADF-GROUP-01, -08: of one arm and in one formation, all mounted or none.
pub(crate) fn are_alike(state: &State, a: UnitId, b: UnitId) -> bool {
    let shape = |id: UnitId| (state.arm(id), state.unit(id).formation, state.is_mounted(id));
    shape(a) == shape(b)
}

pub(crate) fn group(draft: &mut DeadlyDraft, units: &[UnitId], plan: [Deed; 2]) {
    if draft.acting.is_some() {
        draft.emit(Event::Finished);
    }
    let acting =
        Acting { members: units.to_vec(), plan: plan.to_vec(), unwatched: false, group: units.len() > 1 };
    draft.emit(Event::Taken(acting));
}

pub(crate) fn make_move(
    draft: &mut DeadlyDraft,
    by: Side,
    id: UnitId,
    legs: &[Leg],
    without: &[UnitId],
) -> Result<(), Refused> {
    let members = actors_for(draft, by, id, Deed::Move, 1)?;
    let route = route_without(draft, &members, legs, without)?;
    actors_for(draft, by, id, Deed::Move, route.actions).map_err(|mut refusal| {
        // ADF-CMD-06: out of command a movement takes both actions
        refusal.clause = c::CMD_06;
        refusal
    })?;
    may_stay(draft, &members, without)?;
    spend(draft, &members, route.actions);
    leave_behind(draft, without);
    for member in route.in_disorder {
        if draft.unit(member).level == Level::GoodOrder {
            draft.emit(Event::LevelSet { unit: member, level: Level::Disorder, clause: c::MOVE_06 });
        }
    }
    let members = members.iter().map(|unit| Member::of(draft, *unit)).collect();
    owe_walk(draft, Gait::Move, members, route.hops);
    Ok(())
}

/// ADF-LEADER-09: only a leader who is with one of these can stay behind.
fn may_stay(state: &State, members: &[UnitId], without: &[UnitId]) -> Result<(), Refused> {
    let stranger = without.iter().find(|leader| {
        !state.unit(**leader).with.is_some_and(|unit| members.contains(&unit)) || !state.is_leader(**leader)
    });
    match stranger {
        Some(leader) => refuse(c::LEADER_09, Why::NotALeader { unit: state.name(*leader).to_owned() }),
        None => Ok(()),
    }
}

fn leave_behind(draft: &mut DeadlyDraft, without: &[UnitId]) {
    for leader in without {
        draft.emit(Event::LeaderAttached { leader: *leader, unit: None });
    }
}

fn owe_walk(draft: &mut DeadlyDraft, gait: Gait, members: Vec<Member>, hops: Vec<Hop>) {
    let walk = Walk { gait, members, hops, gone: Length::ZERO, ahead: Length::ZERO, checked: Vec::new() };
    draft.emit(Event::Owes(Debt::Walk(walk)));
}

/// ADF-FIRE-01, -33, ADF-GROUP-10: fires of one unit, of several together, or of a whole group, as one action and one trigger.
pub(crate) fn may_fire(
    state: &State,
    by: Side,
    salvos: &[Salvo],
    deliberate: bool,
) -> Result<Vec<UnitId>, Refused> {
    let manner = if deliberate { Manner::Deliberate } else { Manner::Ordinary };
    let needs = if deliberate { 2 } else { 1 };
    let firers: Vec<UnitId> = salvos.iter().flat_map(|salvo| salvo.units.iter().copied()).collect();
    let Some(first) = firers.first() else { return refuse(c::ACT_01, Why::Nobody) };
    let mut members = actors_for(state, by, *first, Deed::Fire, needs)?;
    for (place, id) in firers.iter().enumerate() {
        let unit = || state.name(*id).to_owned();
        if firers[..place].contains(id) {
            return refuse(c::FIRE_35, Why::NotChoosable { unit: unit() });
        }
        if !members.contains(id) {
            // ADF-FIRE-33: units that combine spend an action each, without being a group before
            let acting = |id: &UnitId| state.acting_members().contains(id);
            let in_group = state.acting.as_ref().is_some_and(|acting| acting.group) && acting(first);
            if salvos.len() > 1 || in_group {
                return refuse(c::GROUP_01, Why::NotInGroup { unit: unit() });
            }
            actors_for(state, by, *id, Deed::Fire, needs)?;
            if acting(id) != acting(first) {
                return refuse(c::TURN_04, Why::NotInGroup { unit: unit() });
            }
            members.push(*id);
        }
    }
    for salvo in salvos {
        may_leave_out(state, &salvo.units, &salvo.without)?;
        for id in &salvo.units {
            may_fire_without(state, *id, salvo.target, manner, &salvo.without)?;
        }
        may_combine(state, &salvo.units)?;
    }
    Ok(members)
}

pub(crate) fn fire(
    draft: &mut DeadlyDraft,
    by: Side,
    salvos: &[Salvo],
    deliberate: bool,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let members = may_fire(draft, by, salvos, deliberate)?;
    let manner = if deliberate { Manner::Deliberate } else { Manner::Ordinary };
    spend(draft, &members, if deliberate { 2 } else { 1 });
    let mut fired = Vec::new();
    for salvo in salvos {
        // ADF-GROUP-10: one after the other; what an earlier fire has made unlawful is not made
        if still_lawful(draft, salvo, manner) {
            fire_at(draft, salvo, manner, false, dice)?;
            fired.extend(salvo.units.iter().copied());
        }
    }
    owe_reaction(draft, TriggerKind::Fire, &fired, None);
    Ok(())
}

pub(crate) fn still_lawful(state: &State, salvo: &Salvo, manner: Manner) -> bool {
    let may = |unit: &UnitId| may_fire_without(state, *unit, salvo.target, manner, &salvo.without).is_ok();
    salvo.units.iter().all(may)
}

/// ADF-CHARGE-01, -44, ADF-ACT-08, ADF-CMD-06, -10: a charge of one unit or of the group that is acting.
pub(crate) fn may_sally(
    state: &State,
    by: Side,
    sallies: &[Sally],
    without: &[UnitId],
) -> Result<(Vec<UnitId>, Run, u8), Refused> {
    let Some(first) = sallies.first() else { return refuse(c::CHARGE_01, Why::Nobody) };
    let members = actors_for(state, by, first.unit, Deed::Charge, 1)?;
    for (place, sally) in sallies.iter().enumerate() {
        let unit = || state.name(sally.unit).to_owned();
        if !members.contains(&sally.unit) || sallies[..place].iter().any(|other| other.unit == sally.unit) {
            return refuse(c::CHARGE_44, Why::NotInGroup { unit: unit() });
        }
    }
    let run = run(state, sallies, without)?;
    if sallies.len() != members.len() {
        return refuse(c::GROUP_01, Why::NotInGroup { unit: state.name(members[0]).to_owned() });
    }
    may_stay(state, &members, without)?;
    let needs = actions_to_move(state, &members);
    if state.unit(first.unit).actions < needs {
        let (unit, left) = (state.name(first.unit).to_owned(), state.unit(first.unit).actions);
        return refuse(c::CMD_06, Why::NoActions { unit, needs, left });
    }
    Ok((members, run, needs))
}

/// ADF-CMD-06, -08, -10: a movement, charge or disengagement takes two actions if one of them is out of command.
pub(crate) fn actions_to_move(state: &State, members: &[UnitId]) -> u8 {
    if members.iter().all(|id| state.unit(*id).in_command) { 1 } else { 2 }
}

pub(crate) fn charge(
    draft: &mut DeadlyDraft,
    by: Side,
    sallies: &[Sally],
    without: &[UnitId],
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let (members, run, needs) = may_sally(draft, by, sallies, without)?;
    spend(draft, &members, needs);
    leave_behind(draft, without);
    declare(draft, sallies, &run, dice)
}

pub(crate) fn reform(draft: &mut DeadlyDraft, by: Side, id: UnitId) -> Result<(), Refused> {
    let members = actors_for(draft, by, id, Deed::Reform, 1)?;
    may_reform(draft, id)?;
    spend(draft, &members, 1);
    for member in &members {
        if may_reform(draft, *member).is_ok() {
            draft.emit(Event::LevelSet { unit: *member, level: Level::GoodOrder, clause: c::ACT_04 });
        }
    }
    owe_reaction(draft, TriggerKind::Near, &members, None);
    Ok(())
}

pub(crate) fn try_to_rally(
    draft: &mut DeadlyDraft,
    by: Side,
    id: UnitId,
    facing: Option<Heading>,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let members = actors_for(draft, by, id, Deed::Rally, 1)?;
    may_rally(draft, id)?;
    spend(draft, &members, 1);
    for member in &members {
        if draft.is_on_table(*member) && may_rally(draft, *member).is_ok() {
            rally(draft, *member, facing, dice)?;
        }
    }
    owe_reaction(draft, TriggerKind::Near, &members, None);
    Ok(())
}

/// ADF-CMD-08: a disengagement is a movement and takes two actions out of command. A group goes back together.
pub(crate) fn may_disengage(
    state: &State,
    by: Side,
    id: UnitId,
    distance: Option<Length>,
) -> Result<(Vec<UnitId>, Vector, Length, u8), Refused> {
    let members = actors_for(state, by, id, Deed::Disengage, 1)?;
    let needs = actions_to_move(state, &members);
    actors_for(state, by, id, Deed::Disengage, needs)?;
    let (heading, length) = way_back(state, &members, distance)?;
    Ok((members, Vector::along(heading, length), length, needs))
}

pub(crate) fn disengage(
    draft: &mut DeadlyDraft,
    by: Side,
    id: UnitId,
    distance: Option<Length>,
    without: &[UnitId],
) -> Result<(), Refused> {
    let (members, by, length, needs) = may_disengage(draft, by, id, distance)?;
    may_stay(draft, &members, without)?;
    spend(draft, &members, needs);
    leave_behind(draft, without);
    for member in &members {
        draft.emit(Event::Disengaging { unit: *member, is: true });
    }
    let members = members.iter().map(|unit| Member::of(draft, *unit)).collect();
    owe_walk(draft, Gait::Disengage, members, vec![Hop::Go { by: by.into(), length }]);
    Ok(())
}

/// ADF-ROUT-01: may this routed unit still be run in this turn?
pub(crate) fn may_run(state: &State, by: Side, id: UnitId) -> Result<(), Refused> {
    own(state, by, id)?;
    let unit = state.unit(id);
    if unit.level != Level::Routed
        || unit.actions < 2
        || state.is_leader(id)
        || state.acting_members().contains(&id)
    {
        let unit = state.name(id).to_owned();
        return refuse(c::TURN_09, Why::NotShaken { unit });
    }
    Ok(())
}

/// ADF-TURN-09, ADF-ROUT-01, -05: runs with the first action, tries to rally with the second.
pub(crate) fn run_away(
    draft: &mut DeadlyDraft,
    id: UnitId,
    facing: Option<Heading>,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    spend(draft, &[id], 1);
    let (roll, reach) = rout_roll(draft, id, false, dice)?;
    let mut troubles = crate::turn::aftermath::Troubles::default();
    if roll.is_none() {
        // guns in rough ground
        crate::turn::aftermath::remove(draft, id, Fate::Abandoned, c::ROUT_05, &mut troubles);
        return crate::turn::aftermath::settle(draft, &mut troubles, dice);
    }
    draft.emit(Event::Owes(Debt::Rally { unit: id, facing }));
    match rout_way(draft, id, reach) {
        RoutWay::Runs { landing: Landing::At { pose, distance }, .. } if distance > longroll_table::GRAIN => {
            let by = pose.at - draft.unit(id).pose.at;
            let member = Member::of(draft, id);
            owe_walk(draft, Gait::Rout, vec![member], vec![Hop::Go { by: by.into(), length: distance }]);
        }
        RoutWay::Runs { landing: Landing::OffTable, .. } => {
            crate::turn::aftermath::remove(draft, id, Fate::OffTable, c::GEO_09, &mut troubles);
        }
        RoutWay::Surrenders => {
            crate::turn::aftermath::remove(draft, id, Fate::Surrendered, c::MOVE_22, &mut troubles);
        }
        _ => {}
    }
    crate::turn::aftermath::settle(draft, &mut troubles, dice)
}

/// ADF-UNIT-18, -19, -20: two depleted regiments of one brigade, adjacent, neither shaken nor routed nor merged before.
pub(crate) fn may_merge(state: &State, by: Side, id: UnitId, other: UnitId) -> Result<(), Refused> {
    for unit in [id, other] {
        let name = || state.name(unit).to_owned();
        let members = actors_for(state, by, unit, Deed::Nothing, 1)?;
        if members.len() > 1 || id == other {
            return refuse(c::UNIT_19, Why::NotChoosable { unit: name() });
        }
        if !state.is_depleted(unit) {
            return refuse(c::UNIT_18, Why::NotDepleted { unit: name() });
        }
        if state.unit(unit).level >= Level::Shaken {
            return refuse(c::UNIT_19, Why::Shaken { unit: name() });
        }
        if state.unit(unit).merged.is_some() || state.unit(unit).remnant.is_some() {
            return refuse(c::UNIT_20, Why::AlreadyMerged { unit: name() });
        }
    }
    let brigade = |id: UnitId| state.piece(id).chain.first().copied();
    if brigade(id).is_none() || brigade(id) != brigade(other) || state.arm(id) != state.arm(other) {
        return refuse(c::UNIT_18, Why::OtherBrigade { unit: state.name(other).to_owned() });
    }
    adjacent(state, id, other, c::UNIT_19)
}

fn adjacent(state: &State, id: UnitId, other: UnitId, clause: longroll_kit::Clause) -> Result<(), Refused> {
    if are_adjacent(state, id, other) {
        return Ok(());
    }
    let (unit, name) = (state.name(id).to_owned(), state.name(other).to_owned());
    refuse(clause, Why::NotAdjacent { unit, other: name, measured: apart(state, id, other) })
}

pub(crate) fn merge(draft: &mut DeadlyDraft, by: Side, id: UnitId, other: UnitId) -> Result<(), Refused> {
    may_merge(draft, by, id, other)?;
    // the better of the two gives quality and weapon; the first named if they are equal
    let (unit, other) =
        if draft.piece(other).quality < draft.piece(id).quality { (other, id) } else { (id, other) };
    // taken together: what one of them has already done counts for both
    let left = draft.unit(unit).actions.min(draft.unit(other).actions).saturating_sub(1);
    if draft.acting.is_some() {
        draft.emit(Event::Finished);
    }
    draft.emit(Event::Taken(Acting::alone(vec![unit])));
    draft.emit(Event::ActionsSpent { units: vec![unit, other], actions: 1 });
    if left < draft.unit(unit).actions {
        draft.emit(Event::ActionsSpent { units: vec![unit], actions: draft.unit(unit).actions - left });
    }
    let leaders: Vec<UnitId> = draft.leaders_with(other).collect();
    for leader in leaders {
        draft.emit(Event::LeaderAttached { leader, unit: Some(unit) });
    }
    draft.emit(Event::Merged { unit, other });
    crate::turn::march::make_room(draft, unit);
    owe_reaction(draft, TriggerKind::Near, &[unit], None);
    Ok(())
}

/// ADF-UNIT-21, -23: a depleted unit to an adjacent parent of its arm with two stands, not routed, with nobody attached yet.
pub(crate) fn may_join(state: &State, by: Side, id: UnitId, to: UnitId) -> Result<(), Refused> {
    let name = |id: UnitId| state.name(id).to_owned();
    let members = actors_for(state, by, id, Deed::Nothing, 1)?;
    own(state, by, to)?;
    if members.len() > 1 || id == to {
        return refuse(c::UNIT_23, Why::NotChoosable { unit: name(id) });
    }
    if !state.is_depleted(id) {
        return refuse(c::UNIT_21, Why::NotDepleted { unit: name(id) });
    }
    if state.unit(id).merged.is_some() || state.unit(id).remnant.is_some() || state.unit(to).remnant.is_some()
    {
        return refuse(c::UNIT_21, Why::AlreadyMerged { unit: name(to) });
    }
    if state.arm(id) != state.arm(to) || state.arm(to) == Arm::Artillery {
        return refuse(c::UNIT_23, Why::Unlike { unit: name(to) });
    }
    if state.is_depleted(to) {
        return refuse(c::UNIT_21, Why::Depleted { unit: name(to) });
    }
    if state.unit(to).level == Level::Routed {
        return refuse(c::UNIT_23, Why::Routed { unit: name(to) });
    }
    adjacent(state, id, to, c::UNIT_23)
}

pub(crate) fn join(draft: &mut DeadlyDraft, by: Side, id: UnitId, to: UnitId) -> Result<(), Refused> {
    may_join(draft, by, id, to)?;
    spend(draft, &[id], 1);
    let leaders: Vec<UnitId> = draft.leaders_with(id).collect();
    for leader in leaders {
        draft.emit(Event::LeaderAttached { leader, unit: Some(to) });
    }
    draft.emit(Event::RemnantAttached { unit: to, remnant: id });
    draft.emit(Event::Finished);
    owe_reaction(draft, TriggerKind::Near, &[to], None);
    Ok(())
}
