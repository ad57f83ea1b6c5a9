//! What a captain should know about the Grenadier sheet: keep the brigades on orders that get somewhere, keep disruption
//! down, close to effective range, charge what is shaken.

use crate::grenadier_book::{
    act_promise, begins_marching, detach_idea, detach_promise, dismount_promise, has_order_to_give,
    leave_promise, manhandle_ideas, order_promise, prone_promise, recall_promise,
};
use crate::grenadier_odds::{best_charge, charge_promise, fire_promise};
use crate::grenadier_ways::{best_ride, best_way, general_standing, paths, standing};
use crate::{Appraisal, Weights};
use longroll_kit::{Actor, Offer, Ruleset, Side, UnitId};
use longroll_rules_grenadier::book::kinds::{Cover, Form, Kind, Order};
use longroll_rules_grenadier::book::tables;
use longroll_rules_grenadier::field::course::advance;
use longroll_rules_grenadier::field::sight::FIRE_ARC;
use longroll_rules_grenadier::procedures::morale::Arm;
use longroll_rules_grenadier::procedures::pace::Gait;
use longroll_rules_grenadier::turn::charge::charge_range;
use longroll_rules_grenadier::turn::fire_step::has_target;
use longroll_rules_grenadier::turn::movement_step::{duty_to_advance, duty_to_fire, may_act, may_march};
use longroll_rules_grenadier::turn::state::{Debt, How, State, Status, Step};
use longroll_rules_grenadier::turn::victory::objective_points;
use longroll_rules_grenadier::{Command, Grenadier};
use longroll_table::{Heading, Length, Rect, in_arc, inches};

/// Worth of one figure; everything else is measured against it.
pub(crate) const FIGURE: i64 = 100;
const CREW: i64 = 220;
pub(crate) const DP: i64 = -130;
pub(crate) const INCH: i64 = 12;
const OBJECTIVE: i64 = 500;
const GET_ON_WITH_IT: i64 = 100_000;

impl Appraisal for Grenadier {
    const CHANCE: Weights =
        Weights { of: [316, -135, -1530, 590, 580, -63, 465, -758, 699, 534], scale: 4000 };
    const HORIZON: u32 = 4;

    fn worth(state: &State, side: Side) -> i64 {
        if let Some(end) = &state.end {
            return match end.winner {
                Some(winner) if winner == side => 1_000_000,
                Some(_) => -1_000_000,
                None => 0,
            };
        }
        army(state, side) - army(state, side.enemy()) + ground(state, side) + posture(state, side)
    }

    fn ideas(state: &State, side: Side, actor: Actor) -> Vec<Command> {
        match (state.owed.top(), actor) {
            (Some(Debt::March { unit, reach, how, .. }), _) => paths(state, side, *unit, *reach, *how),
            (None, Actor::Unit(id)) if state.step == Step::Movement => {
                let mut ideas = manhandle_ideas(state, id);
                ideas.extend(detach_idea(state, id));
                ideas
            }
            _ => Vec::new(),
        }
    }

    fn promise(_: &State, _: &State, _: Side, command: &Command) -> i64 {
        match command {
            Command::Ready => GET_ON_WITH_IT,
            Command::GoFirst => 5,
            _ => 0,
        }
    }

    /// Most commands set off dice without end; what they are worth can be told from the sheet.
    fn estimate(state: &State, side: Side, command: &Command) -> Option<i64> {
        Some(match command {
            Command::Ready => GET_ON_WITH_IT,
            Command::FirstOrder { brigade, order: Order::Move } if begins_marching(state, *brigade) => {
                GET_ON_WITH_IT + 2
            }
            Command::Deploy { unit, form: Form::Column } => {
                let marches = state.piece(*unit).brigade.is_some_and(|own| begins_marching(state, own));
                if marches && state.order_of(*unit) == Order::Move { GET_ON_WITH_IT + 1 } else { 0 }
            }
            Command::FirstOrder { .. } | Command::Next { .. } | Command::TestBrigade { .. } => 0,
            Command::ChangeOrder { brigade, order, by } => order_promise(state, *brigade, *order, *by),
            Command::Charge { unit, target, yell } => charge_promise(state, *unit, *target, *yell),
            Command::March { unit, gait } => march_promise(state, side, *unit, *gait),
            Command::TacticalMarch { unit } => wanted_inches(state, *unit).min(18) * INCH,
            Command::Act { unit, act, facing } => act_promise(state, side, *unit, *act, *facing),
            Command::Detach { unit, bases } => detach_promise(state, *unit, *bases),
            Command::Recall { unit } => recall_promise(state, *unit),
            Command::StepBack { .. } => -600,
            Command::Manhandle { .. } => 150,
            Command::Ride { unit } => best_ride(state, side, *unit, inches(14)),
            Command::Fire { unit, target, weapon, pour } => {
                fire_promise(state, *unit, *target, *weapon, *pour)
            }
            // the charger comes on with +3; to meet him gives +2, a wall +1
            Command::Countercharge { unit } => {
                let by = state.chargers_of(*unit).next();
                let covered = state.ground.cover(state, *unit, by) != Cover::None;
                if covered || state.unit(*unit).dp > 1 { -40 } else { 40 }
            }
            Command::Stand { .. } => 0,
            Command::Evade { mount, facing, .. } => {
                40 - i64::from(*mount) * 10 - i64::from(facing.is_some()) * 5
            }
            // the next round: +2 for following up, -1 for having been pushed, and the DPs of both
            Command::FollowUp { unit } => {
                let Some(Debt::FollowUp { enemy, .. }) = state.owed.top() else { return None };
                40 + 25 * i64::from(state.unit(*enemy).dp) - 45 * i64::from(state.unit(*unit).dp)
            }
            Command::Retire { .. } => -10,
            Command::Occupy { .. } => 50,
            Command::Face { unit, facing } => {
                let rect = state.unit(*unit).rect;
                let turned = Rect::new(longroll_table::Pose { facing: *facing, ..rect.pose() }, rect.size());
                standing(state, *unit, &turned) - standing(state, *unit, &rect)
            }
            Command::Move { unit, legs } => {
                let Some(Debt::March { reach, how, thrown, .. }) = state.owed.top() else { return None };
                let walk =
                    longroll_rules_grenadier::field::movement::walk(state, *unit, legs, *reach, *how).ok()?;
                let there = Rect::new(walk.to, state.unit(*unit).rect.size());
                let here = &state.unit(*unit).rect;
                if *how == How::Ride {
                    return Some(
                        general_standing(state, side, *unit, &there)
                            - general_standing(state, side, *unit, here),
                    );
                }
                let low = i64::from(thrown.low(walk.rough)) - i64::from(thrown.low(false));
                standing(state, *unit, &there) - standing(state, *unit, here)
                    + low * DP / 2
                    + if walk.passed.is_empty() { 0 } else { 2 * DP }
            }
            _ => return None,
        })
    }

    /// Both sides act in every step; the fire step begins the second half.
    fn half_turns(state: &State) -> u32 {
        2 * state.turn + u32::from(state.step >= Step::Fire)
    }

    fn first_to_act(state: &State, side: Side, actors: &[Actor]) -> Vec<Actor> {
        let units = || {
            actors.iter().filter_map(|actor| match actor {
                Actor::Unit(id) => Some(*id),
                Actor::Side => None,
            })
        };
        if state.owed.top().is_some() {
            return lead(state, actors);
        }
        let next = match state.step {
            Step::Command => {
                let cinc = units().find(|id| state.cinc(side) == Some(*id));
                let others = units().filter(|id| Some(*id) != cinc);
                cinc.into_iter().chain(others).find(|id| has_order_to_give(state, side, *id))
            }
            Step::Charge => units()
                .map(|id| (best_charge(state, side, id), id))
                .filter(|(promise, _)| *promise > 0)
                .max()
                .map(|(_, id)| id),
            Step::Movement => {
                let mut queue: Vec<(bool, Option<Length>, UnitId)> = units()
                    .filter(|id| may_have_business(state, side, *id))
                    .map(|id| (state.kind(id) == Kind::General, nearest(state, id).map(|(away, _)| away), id))
                    .collect();
                queue.sort_unstable();
                let busy = |id: &UnitId| has_business(state, side, *id) && has_order(state, side, *id);
                queue.into_iter().map(|(_, _, id)| id).find(busy)
            }
            Step::Fire => units().min_by_key(|id| (!state.kind(*id).is_artillery(), *id)),
            _ => return actors.to_vec(),
        };
        match next {
            Some(id) => vec![Actor::Unit(id)],
            // nobody has anything worth doing: end the step, unless a duty forbids it
            None if actors.contains(&Actor::Side) => vec![Actor::Side],
            None => {
                let bound = match state.step {
                    Step::Movement => duty_to_advance(state, side),
                    Step::Fire => duty_to_fire(state, side),
                    _ => None,
                };
                bound
                    .into_iter()
                    .chain(units().filter(|id| has_order(state, side, *id)))
                    .take(1)
                    .map(Actor::Unit)
                    .collect()
            }
        }
    }
}

/// Where units are named one after another, the first will do; in melee the steadiest leads.
fn lead(state: &State, actors: &[Actor]) -> Vec<Actor> {
    match (state.owed.top(), actors.len()) {
        (_, 0 | 1) => actors.to_vec(),
        (Some(Debt::Melee { .. }), _) => {
            let best = actors.iter().copied().min_by_key(|actor| match actor {
                Actor::Unit(id) => (state.arm(*id) == Arm::Guns, state.unit(*id).dp, state.piece(*id).grade),
                Actor::Side => (true, u8::MAX, state.piece(UnitId(0)).grade),
            });
            best.into_iter().collect()
        }
        _ => actors[..1].to_vec(),
    }
}

fn army(state: &State, side: Side) -> i64 {
    let mut worth = 0;
    for id in state.ids().filter(|id| state.side(*id) == side && state.kind(*id).is_unit()) {
        let unit = state.unit(id);
        let each = if state.kind(id).is_artillery() { CREW } else { FIGURE };
        let figures = i64::from(unit.figures);
        if !state.is_on_table(id) {
            worth -= figures * each / 2;
            continue;
        }
        let status = match unit.status {
            Status::Steady | Status::Pursuing => 0,
            Status::Rallying => -200,
            Status::Halted => -250,
            Status::Retreating => -900,
            Status::Routing => -1600,
        };
        worth += figures * each + i64::from(unit.dp) * DP + status;
        if unit.low_ammunition {
            worth -= 300;
        }
    }
    for (place, known) in state.brigades.iter().enumerate() {
        if state.muster.brigades[place].side == side {
            worth -= if known.panicked { 4000 } else { 0 } + if known.broken { 2500 } else { 0 };
            worth -= if known.order == Order::Retire { 600 } else { 0 };
        }
    }
    worth
}

fn ground(state: &State, side: Side) -> i64 {
    let points = objective_points(state);
    let held = i64::from(points[side as usize]) - i64::from(points[side.enemy() as usize]);
    held * OBJECTIVE / 2
}

/// How the units stand: near enough, faced, in Line, guns unlimbered, generals at hand.
fn posture(state: &State, side: Side) -> i64 {
    let mut worth = 0;
    for id in state.troops(side) {
        let unit = state.unit(id);
        if unit.status.is_broken() {
            continue;
        }
        worth += standing(state, id, &unit.rect);
        let idle = unit.form == Form::Column || unit.form.is_limbered();
        if idle && nearest(state, id).is_some_and(|(away, _)| away.within(inches(20))) {
            worth -= 200;
        }
    }
    worth
        + state.generals(side).map(|id| general_standing(state, side, id, &state.unit(id).rect)).sum::<i64>()
}

/// The distance at which a unit does its work.
pub(crate) fn working_range(state: &State, id: UnitId) -> i64 {
    match state.arm(id) {
        Arm::Guns => gun_reach(state, id)[1] - 2,
        Arm::Horse => 10,
        Arm::Foot => match state.piece(id).weapon {
            Some(weapon) if is_outmatched(state, id) => i64::from(tables::weapon(weapon).long_max) - 1,
            Some(weapon) => i64::from(tables::weapon(weapon).effective_max) - 1,
            None => 6,
        },
    }
}

/// Half as many again of the enemy about it than friends; the weaker army wants to be the stronger where it closes.
fn is_outmatched(state: &State, id: UnitId) -> bool {
    let here = state.unit(id).pose.at;
    let (mut own, mut theirs) = (0, 0);
    let mut armies = [0, 0];
    for other in state.all_troops().filter(|other| !state.unit(*other).status.is_broken()) {
        let unit = state.unit(other);
        let figures = u32::from(unit.figures) * if state.kind(other).is_artillery() { 2 } else { 1 };
        let friend = state.side(other) == state.side(id);
        armies[usize::from(friend)] += figures;
        if friend {
            own += if here.distance_to(unit.pose.at).within(inches(14)) { figures } else { 0 };
        } else {
            theirs += if here.distance_to(unit.pose.at).within(inches(18)) { figures } else { 0 };
        }
    }
    let [enemies, friends] = armies;
    if enemies * 4 > friends * 5 { theirs * 10 > own * 9 } else { theirs * 2 > own * 3 }
}

/// Canister, effective and long range of a battery's first guns.
pub(crate) fn gun_reach(state: &State, id: UnitId) -> [i64; 3] {
    let group = state.unit(id).guns.iter().find(|group| group.models > 0);
    let mut limits =
        group.map_or_else(Vec::new, |group| tables::band_limits(tables::gun(group.gun).band)).into_iter();
    let mut next = |usual| limits.next().map_or(usual, |(_, limit)| i64::from(limit));
    [next(6), next(8), next(16)]
}

/// Inches by which it should come nearer; nought or less when it is where it should be.
pub(crate) fn wanted_inches(state: &State, id: UnitId) -> i64 {
    nearest(state, id).map_or(0, |(away, _)| whole(away) - working_range(state, id))
}

/// What a throw for a move promises: the best way that the average dice would open, less the DPs they bring and the fire
/// that a whole move costs.
fn march_promise(state: &State, side: Side, id: UnitId, gait: Gait) -> i64 {
    let mover = state.mover(id);
    let Some((dice, die, carry)) =
        longroll_rules_grenadier::procedures::pace::pace(mover, gait, &state.options)
    else {
        return -500;
    };
    let mean = i64::from(dice) * if die == longroll_dice::Die::D5 { 3 } else { 7 } / 2;
    let far = carry.distance(u32::try_from(mean).unwrap_or(0));
    let how = if gait == Gait::Full { How::FullMove } else { How::HalfMove };
    // a duty to close (GRE-ORDER-01) where no way is worth going is done by the fewest dice
    let Some(gain) = best_way(state, side, id, far, how) else { return -300 - 50 * i64::from(dice) };
    let low = if mover.grade.is_steady() || state.kind(id).is_artillery() { 1 } else { 2 };
    // one DP for one die in six, or in three; close to the enemy there is no time to shed it
    let near = nearest(state, id).is_some_and(|(away, _)| away.within(inches(16)));
    let disruption = i64::from(dice) * low * DP / if near { 6 } else { 12 };
    let spends_fire =
        (gait == Gait::Full || state.unit(id).today.halves > 0) && unit_would_fire(state, side, id);
    let rest = if is_tired(state, id) { 260 } else { 0 };
    gain * 2 + disruption - if spends_fire { 250 } else { 0 } - rest
}

/// Better at rest, where it sheds its DPs.
fn is_tired(state: &State, id: UnitId) -> bool {
    let unit = state.unit(id);
    let sheds = state.piece(id).grade.is_steady() || state.attached(id).next().is_some();
    unit.dp >= if sheds { 2 } else { 3 } && state.order_of(id) != Order::Assault
}

fn unit_would_fire(state: &State, side: Side, id: UnitId) -> bool {
    nearest(state, id).is_some_and(|(away, _)| away.within(inches(16))) && has_target(state, side, id)
}

/// How far it could go on, straight or drifting, up to so many inches.
pub(crate) fn room_ahead(state: &State, id: UnitId, far: i64) -> Length {
    let facing = state.unit(id).pose.facing;
    let way = |off: i32| advance(state, id, facing.turned(off), inches(far.max(1)), &|_| false).distance;
    [0, -4096, 4096].into_iter().map(way).max().unwrap_or(Length::ZERO)
}

/// The nearest enemy lies behind the unit.
pub(crate) fn is_behind(state: &State, id: UnitId) -> bool {
    state.has_facing(id)
        && nearest(state, id).is_some_and(|(away, enemy)| {
            let unit = state.unit(id);
            let way = Heading::of(state.unit(enemy).pose.at - unit.pose.at);
            away.within(inches(24)) && way.is_some_and(|way| unit.pose.facing.difference(way).abs() > 20_000)
        })
}

/// Is there a finite order for it? Hemmed-in guns may have nothing but being pushed about.
fn has_order(state: &State, side: Side, id: UnitId) -> bool {
    Grenadier::offers(state, side, Actor::Unit(id)).iter().any(|offer| matches!(offer, Offer::Do(_)))
}

/// A quick look: is it worth asking whether this unit has anything to do in the movement step?
fn may_have_business(state: &State, side: Side, id: UnitId) -> bool {
    let unit = state.unit(id);
    if state.kind(id) == Kind::General {
        return !unit.today.ridden;
    }
    if unit.building.is_some() {
        return unit.today.halves == 0 && leave_promise(state, id) > 0;
    }
    if state.kind(id) == Kind::Sniper || unit.today.halves >= 2 {
        return false;
    }
    if unit.today.halves == 0 && has_act(state, side, id) {
        return true;
    }
    if may_act(state, side, id).is_err() {
        return false;
    }
    let guns = state.kind(id).is_artillery();
    if guns && unit.form == Form::Unlimbered {
        let rolls = !manhandle_ideas(state, id).is_empty();
        return unit.today.halves == 0 && (rolls || !has_target(state, side, id));
    }
    let unfaced = || {
        nearest(state, id).is_some_and(|(_, enemy)| {
            state.has_facing(id) && !in_arc(&unit.rect, FIRE_ARC, &state.unit(enemy).rect)
        })
    };
    if is_tired(state, id) && !guns && !unfaced() {
        return false;
    }
    unit.prone || guns || unit.form == Form::Column || wanted_inches(state, id) > 0 || unfaced()
}

/// Has it anything that is worth doing?
fn has_business(state: &State, side: Side, id: UnitId) -> bool {
    const WORTH_IT: i64 = 25;
    if state.kind(id) == Kind::General {
        return best_ride(state, side, id, inches(14)) > WORTH_IT;
    }
    let marches = [Gait::Half, Gait::Full];
    let goes = |gait: &Gait| {
        may_march(state, side, id, *gait).is_ok() && march_promise(state, side, id, *gait) > WORTH_IT
    };
    marches.iter().any(goes)
        || Grenadier::offers(state, side, Actor::Unit(id)).iter().any(|offer| match offer {
            Offer::Do(Command::Act { act, facing, .. }) => {
                act_promise(state, side, id, *act, *facing) > WORTH_IT
            }
            Offer::Do(Command::Recall { .. }) => recall_promise(state, id) > WORTH_IT,
            Offer::Do(Command::TacticalMarch { .. }) => wanted_inches(state, id) > 4,
            _ => false,
        })
        || !manhandle_ideas(state, id).is_empty()
        || detach_idea(state, id).is_some()
}

/// Something besides marching that a quick look finds worth doing.
fn has_act(state: &State, side: Side, id: UnitId) -> bool {
    let foot = !state.kind(id).is_artillery() && !state.is_mounted(id);
    (foot && prone_promise(state, side, id) > 0)
        || (state.is_mounted(id) && dismount_promise(state, side, id) > 0)
        || (foot && detach_promise(state, id, 1) > 0)
        || (recall_promise(state, id) > 0)
}

/// GRE orders in a captain's hands: Engage is for every day, Assault for a shaken enemy in reach; nobody stays on Hold for
/// ever, and nobody assaults with a disrupted brigade.
pub(crate) fn wanted_order(state: &State, brigade: u16) -> Option<Order> {
    let units: Vec<UnitId> = state.brigade_units(brigade).collect();
    if units.is_empty() {
        return None;
    }
    let present = state.brigades[usize::from(brigade)].order;
    let dp: i64 = units.iter().map(|id| i64::from(state.unit(*id).dp)).sum();
    let tired = dp * 2 > units.len() as i64 * 3;
    let foot: Vec<UnitId> = units.iter().copied().filter(|id| state.arm(*id) != Arm::Guns).collect();
    let in_reach = foot.iter().any(|id| {
        nearest(state, *id).is_some_and(|(away, _)| away.within(charge_range(state, *id) + inches(4)))
    });
    // GRE-BRIG-18: a broken brigade counts as spent until it is got forward again
    let steady = units.iter().all(|id| !state.unit(*id).status.is_broken());
    let wanted = match present {
        Order::Hold if state.brigades[usize::from(brigade)].broken && steady => Order::Engage,
        // GRE-BRIG-05: while it wavers the +2 is worth more than rest
        Order::Assault if (tired && steady) || !in_reach => Order::Engage,
        Order::Assault => Order::Assault,
        _ if in_reach && !tired && dp <= units.len() as i64 => Order::Assault,
        Order::Hold | Order::Retire if tired => present,
        Order::Move
            if units
                .iter()
                .all(|id| nearest(state, *id).is_some_and(|(away, _)| away.at_least(inches(26)))) =>
        {
            present
        }
        _ => Order::Engage,
    };
    (wanted != present).then_some(wanted)
}

pub(crate) fn nearest(state: &State, id: UnitId) -> Option<(Length, UnitId)> {
    nearest_to(state, id, &state.unit(id).rect)
}

/// The enemy nearest to a place of this unit; those who run already do not count.
pub(crate) fn nearest_to(state: &State, id: UnitId, rect: &Rect) -> Option<(Length, UnitId)> {
    let enemies =
        state.troops(state.side(id).enemy()).filter(|enemy| state.unit(*enemy).status != Status::Routing);
    longroll_table::nearest_of(rect, enemies.map(|enemy| (enemy, &state.unit(enemy).rect)))
}

pub(crate) fn whole(length: Length) -> i64 {
    length.micrometres() / inches(1).micrometres()
}
