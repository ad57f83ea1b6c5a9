//! What a captain should know about the Grenadier sheet: keep the brigades on orders that get somewhere, keep disruption
//! down, close to effective range, charge what is shaken.

use crate::Appraisal;
use longroll_kit::{Actor, Leg, Offer, Ruleset, Side, UnitId};
use longroll_rules_grenadier::charge::charge_range;
use longroll_rules_grenadier::command_step::may_change;
use longroll_rules_grenadier::course::advance;
use longroll_rules_grenadier::end_step::objective_points;
use longroll_rules_grenadier::kinds::{Form, Kind, Order};
use longroll_rules_grenadier::melee::{Arrival, melee_mods};
use longroll_rules_grenadier::melee_step::melee_facts;
use longroll_rules_grenadier::morale::{Arm, Reason, morale_mods};
use longroll_rules_grenadier::morale_step::{Against, facts};
use longroll_rules_grenadier::movement::{may_act, may_march};
use longroll_rules_grenadier::offers::charge_targets;
use longroll_rules_grenadier::pace::Gait;
use longroll_rules_grenadier::sight::{FIRE_ARC, can_see, gap, is_on_flank};
use longroll_rules_grenadier::state::{Debt, How, State, Status, Step};
use longroll_rules_grenadier::tests_of_command::By;
use longroll_rules_grenadier::{Act, Command, Grenadier, tables};
use longroll_table::{Heading, Length, Point, distance, in_arc, inches, within};

/// Worth of one figure; everything else is measured against it.
const FIGURE: i64 = 100;
const CREW: i64 = 220;
const DP: i64 = -130;
const INCH: i64 = 12;
const OBJECTIVE: i64 = 500;
const GET_ON_WITH_IT: i64 = 100_000;

impl Appraisal for Grenadier {
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
            _ => Vec::new(),
        }
    }

    /// What dice, charges and formations lead to later.
    fn promise(before: &State, _: &State, _: Side, command: &Command) -> i64 {
        match command {
            Command::Ready => GET_ON_WITH_IT,
            Command::ChangeOrder { brigade, order, by } => {
                let fits = wanted_order(before, *brigade) == Some(*order);
                let nerve = if *by == By::Brigadier { -60 } else { 0 };
                if fits { 400 + nerve } else { -2000 }
            }
            Command::Charge { unit, target, yell } => charge_promise(before, *unit, *target, *yell),
            Command::March { unit, gait } => march_promise(before, *unit, *gait),
            Command::TacticalMarch { unit } => wanted_inches(before, *unit).min(18) * INCH,
            Command::Act { unit, act, .. } => act_promise(before, *unit, *act),
            Command::StepBack { .. } | Command::Detach { .. } | Command::Recall { .. } => -400,
            Command::Ride { .. } => 10,
            Command::Evade { .. } => 20,
            Command::Fire { pour, .. } => {
                if *pour {
                    -20
                } else {
                    30
                }
            }
            Command::FollowUp { .. } => 40,
            Command::GoFirst => 5,
            _ => 0,
        }
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
            Step::Command => units().find(|id| has_order_to_give(state, side, *id)),
            Step::Charge => units()
                .map(|id| (best_charge(state, side, id), id))
                .filter(|(promise, _)| *promise > 0)
                .max()
                .map(|(_, id)| id),
            Step::Movement => {
                units().filter(|id| has_business(state, side, *id) && has_order(state, side, *id)).min_by_key(
                    |id| (state.kind(*id) == Kind::General, nearest(state, *id).map(|(away, _)| away)),
                )
            }
            Step::Fire => units().min_by_key(|id| (!state.kind(*id).is_artillery(), *id)),
            _ => return actors.to_vec(),
        };
        match next {
            Some(id) => vec![Actor::Unit(id)],
            // nobody has anything worth doing: end the step, unless a duty forbids it
            None if actors.contains(&Actor::Side) => vec![Actor::Side],
            None => units().filter(|id| has_order(state, side, *id)).take(1).map(Actor::Unit).collect(),
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
        worth -= wanted_inches(state, id).max(0) * INCH;
        let Some((away, enemy)) = nearest(state, id) else { continue };
        let near = away.within(inches(20));
        let faced = !state.has_facing(id) || in_arc(&unit.rect, FIRE_ARC, &state.unit(enemy).rect);
        if near && !faced {
            worth -= 250;
        }
        if near && (unit.form == Form::Column || unit.form.is_limbered()) {
            worth -= 200;
        }
        worth -= objective_distance(state, id) * INCH / 4;
    }
    for general in state.generals(side) {
        let here = &state.unit(general).rect;
        let near = state.troops(side).filter(|id| within(here, &state.unit(*id).rect, inches(12))).count();
        worth += near.min(5) as i64 * 20;
        if state
            .unit(general)
            .attached
            .is_some_and(|unit| state.unit(unit).dp > 0 || state.unit(unit).status.is_broken())
        {
            worth += 120;
        }
        let exposed = state.unit(general).attached.is_none()
            && state.troops(side.enemy()).any(|enemy| within(here, &state.unit(enemy).rect, inches(6)));
        if exposed {
            worth -= 400;
        }
    }
    worth
}

fn objective_distance(state: &State, id: UnitId) -> i64 {
    let here = state.unit(id).pose.at;
    let open = state.muster.objectives.iter().zip(&state.held);
    open.filter(|(_, held)| **held != Some(state.side(id)))
        .map(|(objective, _)| whole(here.distance_to(objective.at)))
        .min()
        .unwrap_or(0)
}

/// The distance at which a unit does its work.
fn working_range(state: &State, id: UnitId) -> i64 {
    match state.arm(id) {
        Arm::Guns => 16,
        Arm::Horse => 12,
        Arm::Foot => match state.piece(id).weapon {
            Some(weapon) => i64::from(tables::weapon(weapon).effective_max) - 1,
            None => 6,
        },
    }
}

/// Inches by which it should come nearer; nought or less when it is where it should be.
fn wanted_inches(state: &State, id: UnitId) -> i64 {
    nearest(state, id).map_or(0, |(away, _)| whole(away) - working_range(state, id))
}

fn march_promise(state: &State, id: UnitId, gait: Gait) -> i64 {
    let mover = state.mover(id);
    let Some((dice, die, carry)) = longroll_rules_grenadier::pace::pace(mover, gait, &state.options) else {
        return -500;
    };
    let mean = i64::from(dice) * if die == longroll_dice::Die::D5 { 3 } else { 7 } / 2;
    let far = whole(carry.distance(u32::try_from(mean).unwrap_or(0)));
    let low = if mover.grade.is_steady() || state.kind(id).is_artillery() { 1 } else { 2 };
    // one DP for one die in six, or in three
    let disruption = i64::from(dice) * low * DP / 6;
    let full = unit_would_fire(state, id) && gait == Gait::Full;
    let unfaced = is_unfaced(state, id);
    let turn = if unfaced && gait == Gait::Half { 150 } else { 0 };
    // dice thrown before a wall of friends or closed ground are only disruption
    let room = whole(room_ahead(state, id, far.max(1)));
    let stuck = if room < 1 && !unfaced { 400 } else { 0 };
    let gain = wanted_inches(state, id).clamp(-4, far.min(room.max(0)));
    turn + gain * INCH * 2 + disruption / 2 - if full { 250 } else { 0 } - stuck
}

/// How far it could go on, straight, drifting or after a wheel, up to so many inches.
fn room_ahead(state: &State, id: UnitId, far: i64) -> Length {
    let facing = state.unit(id).pose.facing;
    let way = |off: i32| advance(state, id, facing.turned(off), inches(far.max(1)), &|_| false).distance;
    [0, -4096, 4096, -8192, 8192].into_iter().map(way).max().unwrap_or(Length::ZERO)
}

fn unit_would_fire(state: &State, id: UnitId) -> bool {
    nearest(state, id).is_some_and(|(away, enemy)| away.within(inches(12)) && can_see(state, id, enemy))
}

fn act_promise(state: &State, id: UnitId, act: Act) -> i64 {
    let wanted = wanted_inches(state, id);
    match act {
        Act::Form(Form::Line) if wanted <= 10 => 260,
        Act::Form(Form::Column) if wanted > 24 => 60,
        Act::Unlimber if wanted <= 1 || is_in_battery(state, id) => 300,
        Act::Limber(Form::LimberedColumn) if wanted > 6 => 120,
        Act::Reface if guns_look_away(state, id) => 200,
        Act::StandUp => 150,
        Act::Mount if wanted > 8 => 40,
        Act::AboutFace if is_behind(state, id) => 260,
        Act::AboutFace | Act::TurnLeft | Act::TurnRight => -60,
        _ => -500,
    }
}

/// Guns with an enemy in range whom they cannot fire at as they stand.
fn guns_look_away(state: &State, id: UnitId) -> bool {
    nearest(state, id).is_some_and(|(away, enemy)| {
        away.within(inches(30)) && !in_arc(&state.unit(id).rect, FIRE_ARC, &state.unit(enemy).rect)
    })
}

/// Limbered guns that should go no farther: no room ahead, and an enemy in range.
fn is_in_battery(state: &State, id: UnitId) -> bool {
    nearest(state, id).is_some_and(|(away, _)| away.within(inches(40)))
        && !room_ahead(state, id, 2).at_least(inches(1))
}

/// The nearest enemy lies behind the unit.
fn is_behind(state: &State, id: UnitId) -> bool {
    is_unfaced(state, id)
        && nearest(state, id).is_some_and(|(_, enemy)| {
            let unit = state.unit(id);
            let way = Heading::of(state.unit(enemy).pose.at - unit.pose.at);
            way.is_some_and(|way| unit.pose.facing.difference(way).abs() > 20_000)
        })
}

/// An enemy is near and out of its arc of fire.
fn is_unfaced(state: &State, id: UnitId) -> bool {
    state.has_facing(id)
        && nearest(state, id).is_some_and(|(away, enemy)| {
            away.within(inches(16)) && !in_arc(&state.unit(id).rect, FIRE_ARC, &state.unit(enemy).rect)
        })
}

/// Is there a finite order for it? Hemmed-in guns may have nothing but being pushed about.
fn has_order(state: &State, side: Side, id: UnitId) -> bool {
    Grenadier::offers(state, side, Actor::Unit(id)).iter().any(|offer| matches!(offer, Offer::Do(_)))
}

/// Has this unit anything worth doing in the movement step?
fn has_business(state: &State, side: Side, id: UnitId) -> bool {
    let unit = state.unit(id);
    if state.kind(id) == Kind::General {
        return !unit.today.ridden && wants_to_ride(state, side, id);
    }
    if may_act(state, side, id).is_err() || unit.today.halves >= 2 || state.kind(id) == Kind::Sniper {
        return false;
    }
    let wanted = wanted_inches(state, id);
    if unit.prone {
        return wanted > 2;
    }
    if unit.building.is_some() {
        return false;
    }
    let Some((away, enemy)) = nearest(state, id) else { return false };
    if state.kind(id).is_artillery() {
        let faced = in_arc(&unit.rect, FIRE_ARC, &state.unit(enemy).rect);
        return match unit.form {
            // once a turn: it does not turn and then limber
            Form::Unlimbered => {
                unit.today.halves == 0 && (wanted > 12 || (!faced && away.within(inches(30))))
            }
            // nothing to move for: it unlimbers if it can
            _ if wanted <= 1 || is_in_battery(state, id) => unit.today.halves < 2,
            _ => may_march(state, side, id, Gait::Half).is_ok(),
        };
    }
    let order =
        state.brigades.get(usize::from(state.piece(id).brigade.unwrap_or(0))).map(|known| known.order);
    let rooted = matches!(order, Some(Order::Hold | Order::Retire));
    let line = unit.form == Form::Column && wanted <= 10;
    let unfaced = is_unfaced(state, id) && unit.today.halves == 0;
    let tired = unit.dp >= 2 && away.within(inches(20)) && order != Some(Order::Assault);
    let open = || room_ahead(state, id, 2).at_least(inches(1));
    line || (unfaced && may_march(state, side, id, Gait::Half).is_ok())
        || (wanted > 1 && !rooted && !tired && may_march(state, side, id, Gait::Half).is_ok() && open())
}

/// A general rides when he has lost touch with his men or somebody needs him.
fn wants_to_ride(state: &State, side: Side, id: UnitId) -> bool {
    let here = &state.unit(id).rect;
    let near = state.troops(side).filter(|unit| within(here, &state.unit(*unit).rect, inches(8))).count();
    let needed = state.unit(id).attached.is_none_or(|unit| state.unit(unit).dp == 0)
        && state
            .troops(side)
            .any(|unit| state.unit(unit).dp > 1 && within(here, &state.unit(unit).rect, inches(14)));
    near < 2 || needed
}

fn paths(state: &State, side: Side, id: UnitId, reach: Length, how: How) -> Vec<Command> {
    let unit = state.unit(id);
    let go = |legs: Vec<Leg>| Command::Move { unit: id, legs };
    let toward = |at: Point| Heading::of(at - unit.pose.at).unwrap_or(unit.pose.facing);
    let share = |part: i64| Length::from_micrometres(reach.micrometres() * part / 4);
    let mut list = Vec::new();
    if how == How::Ride {
        let mut friends: Vec<UnitId> = state.troops(side).collect();
        friends.sort_by_key(|friend| (std::cmp::Reverse(state.unit(*friend).dp), *friend));
        for friend in friends.into_iter().take(5) {
            let there = state.unit(friend).rect;
            let behind = there.centre().ahead(there.facing().opposite(), there.size().depth.half());
            let away = unit.pose.at.distance_to(behind).min(reach);
            list.push(go(vec![Leg::Go { bearing: toward(behind), distance: away }]));
        }
        return list;
    }
    let Some((away, enemy)) = nearest(state, id) else { return list };
    let stop = inches(working_range(state, id).max(2));
    let wish = (away - stop).max(Length::ZERO).min(reach);
    let mut goals = vec![state.unit(enemy).pose.at];
    goals.extend(
        state
            .muster
            .objectives
            .iter()
            .zip(&state.held)
            .filter(|(_, held)| **held != Some(side))
            .map(|(o, _)| o.at),
    );
    for goal in goals {
        let way = toward(goal);
        let off = unit.pose.facing.difference(way);
        let drift = unit.pose.facing.turned(off.clamp(-4096, 4096));
        if state.has_facing(id) && off.abs() > 1500 {
            list.push(go(vec![Leg::Turn(unit.pose.facing.turned(off.clamp(-6000, 6000)))]));
        }
        for distance in [wish, share(3), share(2)] {
            list.push(go(vec![Leg::Go { bearing: drift, distance }]));
            if state.has_facing(id) && off.abs() > 1500 {
                let turned = unit.pose.facing.turned(off.clamp(-8192, 8192));
                let arc =
                    unit.rect.size().front.micrometres() * i64::from(off.unsigned_abs().min(8192)) / 10430;
                let left = (distance - Length::from_micrometres(arc)).max(Length::ZERO);
                list.push(go(vec![Leg::Turn(turned), Leg::Go { bearing: turned, distance: left }]));
            }
        }
    }
    list
}

/// GRE orders in a captain's hands: Engage is for every day, Assault for a shaken enemy in reach; nobody stays on Hold for
/// ever, and nobody assaults with a disrupted brigade.
fn wanted_order(state: &State, brigade: u16) -> Option<Order> {
    let units: Vec<UnitId> = state.brigade_units(brigade).collect();
    if units.is_empty() {
        return None;
    }
    let present = state.brigades[usize::from(brigade)].order;
    let dp: i64 = units.iter().map(|id| i64::from(state.unit(*id).dp)).sum();
    let tired = dp * 2 > units.len() as i64 * 3;
    let foot: Vec<UnitId> = units.iter().copied().filter(|id| state.arm(*id) != Arm::Guns).collect();
    let shaken_near = foot.iter().any(|id| {
        nearest(state, *id)
            .is_some_and(|(away, enemy)| away.within(charge_range(state, *id)) && state.unit(enemy).dp > 1)
    });
    let wanted = match present {
        Order::Assault if tired => Order::Engage,
        Order::Assault => Order::Assault,
        _ if shaken_near && !tired && dp <= units.len() as i64 => Order::Assault,
        Order::Hold | Order::Retire if tired => present,
        _ => Order::Engage,
    };
    (wanted != present).then_some(wanted)
}

fn has_order_to_give(state: &State, side: Side, id: UnitId) -> bool {
    (0..state.brigades.len() as u16).any(|brigade| {
        let Some(wanted) = wanted_order(state, brigade) else { return false };
        let as_cinc =
            state.cinc(side) == Some(id) && may_change(state, side, brigade, wanted, By::CinC).is_ok();
        // his own nerve is worth risking only to get off Hold or Retire
        let rooted = matches!(state.brigades[usize::from(brigade)].order, Order::Retire | Order::Move);
        let as_brigadier = rooted
            && state.brigadier(brigade) == Some(id)
            && may_change(state, side, brigade, wanted, By::Brigadier).is_ok();
        as_cinc || as_brigadier
    })
}

fn best_charge(state: &State, side: Side, id: UnitId) -> i64 {
    charge_targets(state, side, id)
        .map(|target| charge_promise(state, id, target, false))
        .max()
        .unwrap_or(i64::MIN)
}

/// Chances of 2D6 reaching a number, in thirty-sixths.
fn chance(needs: i32) -> i64 {
    (2..=12).filter(|total| *total >= needs).map(|total: i32| 6 - i64::from((total - 7).abs())).sum()
}

/// What a charge promises by its two tests and the factors of the melee.
fn charge_promise(state: &State, id: UnitId, target: UnitId, yell: bool) -> i64 {
    let flank = is_on_flank(state, id, target);
    let mut own = facts(state, id, Reason::ToCharge, Against { enemy: Some(target), flank });
    own.yell = yell;
    let theirs = facts(state, target, Reason::BeingCharged, Against { enemy: Some(id), flank });
    let goes = chance(6 - morale_mods(&own).total);
    let breaks = 36 - chance(3 - morale_mods(&theirs).total);
    let mut melee = melee_facts(state, &[id], &[target], [id, target]);
    melee.a.arrival = Arrival::Charged;
    melee.a.charged_inches = inches(6);
    melee.b.flanked |= flank;
    let edge = melee_mods(&melee.a, &melee.b, false, &state.options).total
        - melee_mods(&melee.b, &melee.a, false, &state.options).total;
    // half the way is approach: from farther off the closing may fall short
    let reach = whole(charge_range(state, id));
    let far = whole(gap(state, id, target));
    let arrives = if far * 3 <= reach * 2 { 36 } else { 20 };
    let fight = (i64::from(edge) * 170 - 150).clamp(-1500, 1500);
    let win = (breaks * 800 + (36 - breaks) * fight * arrives / 36) / 36;
    let failed = if yell { -1500 } else { -500 };
    (goes * win + (36 - goes) * failed) / 36 - 120
}

fn nearest(state: &State, id: UnitId) -> Option<(Length, UnitId)> {
    let rect = &state.unit(id).rect;
    let enemies =
        state.troops(state.side(id).enemy()).filter(|enemy| state.unit(*enemy).status != Status::Routing);
    enemies.map(|enemy| (distance(rect, &state.unit(enemy).rect), enemy)).min()
}

fn whole(length: Length) -> i64 {
    length.micrometres() / inches(1).micrometres()
}
