//! What groups may be told: several units of one arm in one formation that hang together (ADF-GROUP-01, -07).

use crate::book::kinds::Level;
use crate::field::measured::may_fire_at;
use crate::field::sight::{apart, chain_of};
use crate::procedures::fire::Manner;
use crate::turn::actions::{are_alike, may_fire, may_group};
use crate::turn::charge::Sally;
use crate::turn::command::{Command, Salvo};
use crate::turn::declare::{ahead, run};
use crate::turn::react::may_react_by_fire;
use crate::turn::state::{Deed, State, Trigger};
use longroll_kit::{Side, UnitId};
use longroll_table::inches;

/// More members make a group unwieldy; a player may name as many as he likes.
const MOST_OFFERED: usize = 4;

/// The group that could be formed about a unit: those like it that hang together with it and were not taken yet.
pub fn possible_group(state: &State, side: Side, id: UnitId) -> Vec<UnitId> {
    let fresh = |other: UnitId| state.unit(other).actions == 2 && !state.acting_members().contains(&other);
    if !fresh(id) || state.unit(id).level == Level::Routed || state.is_leader(id) {
        return Vec::new();
    }
    let mut group = chain_of(state, id, |other| {
        fresh(other) && are_alike(state, id, other) && state.unit(other).level < Level::Shaken
    });
    group.truncate(MOST_OFFERED);
    if group.len() > 1 && may_group(state, side, &group).is_ok() { group } else { Vec::new() }
}

/// The plans that are offered for it. Any two actions may be declared; these are the usual ones.
pub(crate) fn group_offers(state: &State, side: Side, id: UnitId) -> Vec<Command> {
    let units = possible_group(state, side, id);
    if units.is_empty() {
        return Vec::new();
    }
    let mut plans = vec![(Deed::Move, Deed::Move), (Deed::Move, Deed::Fire), (Deed::Fire, Deed::Fire)];
    if run(state, &sallies(state, &units), &[]).is_ok() {
        plans.push((Deed::Charge, Deed::Nothing));
    }
    let plan = |(first, second)| Command::Group { units: units.clone(), first, second };
    plans.into_iter().map(plan).collect()
}

/// Every member at the enemy straight ahead of it, or along with the others.
pub(crate) fn sallies(state: &State, units: &[UnitId]) -> Vec<Sally> {
    let met = |unit: UnitId| ahead(state, unit, state.rect(unit), inches(30)).map(|(enemy, _)| enemy);
    units.iter().map(|unit| Sally { unit: *unit, target: met(*unit) }).collect()
}

/// The fire of the acting group: this unit at this target, each other member at the nearest enemy that it may fire at.
pub(crate) fn group_fire(state: &State, side: Side, id: UnitId, target: UnitId) -> Option<Command> {
    let mut salvos = vec![Salvo::new(vec![id], target)];
    for member in state.acting_members().iter().filter(|member| **member != id) {
        let lawful = |enemy: &UnitId| may_fire_at(state, *member, *enemy, Manner::Ordinary).is_ok();
        let nearest = state
            .troops(side.enemy())
            .filter(lawful)
            .min_by_key(|enemy| (apart(state, *member, *enemy), *enemy));
        salvos.extend(nearest.map(|target| Salvo::new(vec![*member], target)));
    }
    may_fire(state, side, &salvos, false).is_ok().then_some(Command::Fire { salvos, deliberate: false })
}

/// ADF-GROUP-07: those about a unit that may fire with it in one reaction, each for itself.
pub(crate) fn group_reaction(state: &State, trigger: &Trigger, id: UnitId) -> Option<Command> {
    let target = |unit: UnitId| {
        let lawful = |at: &&UnitId| {
            let salvo = [Salvo::new(vec![unit], **at)];
            may_react_by_fire(state, trigger, &salvo).is_ok()
        };
        trigger.by.iter().find(lawful).copied()
    };
    let mut group = chain_of(state, id, |other| {
        are_alike(state, id, other) && !state.unit(other).reacted && target(other).is_some()
    });
    group.truncate(MOST_OFFERED);
    if group.len() < 2 {
        return None;
    }
    let salvos: Vec<Salvo> =
        group.iter().filter_map(|unit| target(*unit).map(|target| Salvo::new(vec![*unit], target))).collect();
    may_react_by_fire(state, trigger, &salvos).is_ok().then_some(Command::ReactFire { salvos })
}
