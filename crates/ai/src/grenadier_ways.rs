//! Where a captain of the Grenadier sheet would rather stand, and the ways that lead there.

use crate::grenadier::{INCH, nearest_to, working_range};
use crate::grenadier_book::road_ways;
use longroll_kit::{Leg, Side, UnitId};
use longroll_rules_grenadier::Command;
use longroll_rules_grenadier::book::kinds::Rank;
use longroll_rules_grenadier::book::tables;
use longroll_rules_grenadier::field::course::advance;
use longroll_rules_grenadier::field::movement::walk;
use longroll_rules_grenadier::field::sight::FIRE_ARC;
use longroll_rules_grenadier::turn::state::{How, State, Status};
use longroll_table::{Heading, Length, Rect, distance, in_arc, inches, touching, within};

/// 7.5 degrees in 65536ths of a turn.
const POINT: i32 = 1365;

/// What it is worth to a unit to stand here: at its working range, faced, near what is to be taken.
pub(crate) fn standing(state: &State, id: UnitId, rect: &Rect) -> i64 {
    let Some((away, enemy)) = nearest_to(state, id, rect) else { return 0 };
    let there = &state.unit(enemy).rect;
    let far = (away - inches(working_range(state, id))).max(Length::ZERO);
    let mut worth = -in_inches(far, INCH);
    if state.has_facing(id) && !in_arc(rect, FIRE_ARC, there) {
        let way = Heading::of(there.centre() - rect.centre());
        let off = way.map_or(0, |way| rect.facing().difference(way).abs());
        worth -= if away.within(inches(20)) { 250 } else { i64::from(off) / 128 };
    }
    // trees and high ground, once the enemy is near
    if away.within(inches(18)) && !state.kind(id).is_artillery() {
        let wood = !state.is_mounted(id) && state.ground.in_wood(&state.field, rect.front_middle());
        let high = state.field.level_at(rect.centre()) > state.field.level_at(there.centre());
        worth += if wood { 70 } else { 0 } + if high { 50 } else { 0 };
    }
    // limbered guns do not go under the muzzles
    if state.kind(id).is_artillery() && away.within(inches(9)) {
        worth -= 200;
    }
    worth - in_inches(objective_distance(state, id, rect), INCH / 4)
}

fn in_inches(length: Length, each: i64) -> i64 {
    length.micrometres() * each / inches(1).micrometres()
}

/// How far it is to the nearest objective that is not ours.
fn objective_distance(state: &State, id: UnitId, rect: &Rect) -> Length {
    let open = state.muster.objectives.iter().zip(&state.held);
    open.filter(|(_, held)| **held != Some(state.side(id)))
        .map(|(objective, _)| rect.centre().distance_to(objective.at))
        .min()
        .unwrap_or(Length::ZERO)
}

/// A general belongs within reach of his brigade, with whoever needs steadying or rallying, and not alone among the enemy.
pub(crate) fn general_standing(state: &State, side: Side, general: UnitId, rect: &Rect) -> i64 {
    let ability = state.unit(general).ability;
    let radius = inches(i64::from(tables::general(ability).radius));
    let cinc = state.piece(general).rank == Some(Rank::CinC);
    let led = (0..state.brigades.len() as u16).find(|brigade| state.brigadier(*brigade) == Some(general));
    let mut worth = 0;
    let mut with: i64 = 0;
    let mut near = 0;
    for id in state.troops(side) {
        let there = &state.unit(id).rect;
        let own = cinc || led.is_none() || state.piece(id).brigade == led;
        if own && within(rect, there, radius) {
            near += 1;
        }
        if touching(rect, there) {
            with = with.max(need(state, id, general) + if own { 20 } else { 0 });
        }
    }
    worth += (if led.is_some() && !cinc { 40 } else { 10 }) * i64::from(near.min(8)) + with;
    if cinc {
        // GRE-CMD-06: farther than 24 in his orders arrive badly
        let away: Vec<Length> = fighting_brigadiers(state, side, general)
            .map(|other| distance(rect, &state.unit(other).rect))
            .collect();
        let heard = away.iter().filter(|away| away.within(inches(24))).count() as i64;
        let lost = away.iter().min().filter(|_| heard == 0).map_or(0, |away| in_inches(*away, 4));
        worth += heard * 60 - lost;
    }
    // out of every radius he is on his way back: the nearer to his men the better
    if near == 0 {
        let own = |id: &UnitId| cinc || led.is_none() || state.piece(*id).brigade == led;
        let away = state.troops(side).filter(own).map(|id| distance(rect, &state.unit(id).rect)).min();
        worth -= 60 + away.map_or(0, |away| in_inches(away, 4));
    }
    let alone = with == 0;
    if alone && state.troops(side.enemy()).any(|enemy| within(rect, &state.unit(enemy).rect, inches(8))) {
        worth -= 400;
    }
    worth
}

/// Brigadiers with foot or horse, who are the ones to be told something in the battle.
fn fighting_brigadiers(state: &State, side: Side, cinc: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    (0..state.brigades.len() as u16)
        .filter(move |brigade| {
            state.muster.brigades[usize::from(*brigade)].side == side
                && state.brigade_units(*brigade).any(|id| !state.kind(id).is_artillery())
        })
        .filter_map(move |brigade| state.brigadier(brigade).filter(|other| *other != cinc))
}

/// How much a unit needs this general: to rally, to shed DPs that it cannot shed alone, to charge or stand. One is enough
/// (GRE-MORALE-01).
fn need(state: &State, id: UnitId, general: UnitId) -> i64 {
    let unit = state.unit(id);
    if state.attached(id).any(|other| other != general) {
        return 10;
    }
    if unit.status.is_broken() {
        return 150;
    }
    let alone = if state.piece(id).grade.is_steady() { 45 } else { 90 };
    let close = nearest_to(state, id, &unit.rect).is_some_and(|(away, _)| away.within(inches(16)));
    10 + i64::from(unit.dp) * alone
        + if close { 40 } else { 0 }
        + if unit.status == Status::Halted { 20 } else { 0 }
}

/// The best that a ride of this length could do for a general.
pub(crate) fn best_ride(state: &State, side: Side, general: UnitId, reach: Length) -> i64 {
    let unit = state.unit(general);
    let here = general_standing(state, side, general, &unit.rect);
    let rides = ride_ends(state, side, general, reach).into_iter().filter(|(bearing, distance, _)| {
        let legs = [Leg::Go { bearing: *bearing, distance: *distance }];
        walk(state, general, &legs, reach, How::Ride).is_ok()
    });
    rides
        .map(|(_, _, rect)| general_standing(state, side, general, &rect))
        .max()
        .map_or(0, |best| best - here)
}

/// Rides to the rear of those who need him most, as far as he gets: bearing, distance and where he then is.
fn ride_ends(state: &State, side: Side, general: UnitId, reach: Length) -> Vec<(Heading, Length, Rect)> {
    let unit = state.unit(general);
    let led = (0..state.brigades.len() as u16).find(|brigade| state.brigadier(*brigade) == Some(general));
    let cinc = state.piece(general).rank == Some(Rank::CinC);
    let mut friends: Vec<(i64, UnitId)> = state
        .troops(side)
        .map(|id| {
            let own = cinc || led.is_none() || state.piece(id).brigade == led;
            let away = distance(&unit.rect, &state.unit(id).rect);
            let late = if away.within(reach) { 0 } else { 60 };
            (-need(state, id, general) - if own { 40 } else { 0 } + late, id)
        })
        .collect();
    friends.sort_unstable();
    let mut list = Vec::new();
    let told = fighting_brigadiers(state, side, general).filter(|_| cinc);
    for friend in friends.into_iter().take(6).map(|(_, id)| id).chain(told) {
        let there = state.unit(friend).rect;
        let behind = there.centre().ahead(there.facing().opposite(), there.size().depth.half());
        let Some(bearing) = Heading::of(behind - unit.pose.at) else { continue };
        let away = unit.pose.at.distance_to(behind).min(reach);
        list.push((bearing, away, Rect::new(unit.pose.moved(bearing, away), unit.rect.size())));
    }
    list
}

/// Moves worth thinking about when the dice are thrown.
pub(crate) fn paths(state: &State, side: Side, id: UnitId, reach: Length, how: How) -> Vec<Command> {
    let go = |legs: Vec<Leg>| Command::Move { unit: id, legs };
    if how == How::Ride {
        let ends = ride_ends(state, side, id, reach);
        return ends
            .into_iter()
            .map(|(bearing, distance, _)| go(vec![Leg::Go { bearing, distance }]))
            .collect();
    }
    let mut list = ways(state, side, id, reach);
    list.extend(road_ways(state, id, reach));
    list.into_iter().map(go).collect()
}

/// Straight on, drifting and after a wheel, toward the nearest enemy and what is to be taken, as far as the way is free.
fn ways(state: &State, side: Side, id: UnitId, reach: Length) -> Vec<Vec<Leg>> {
    let unit = state.unit(id);
    let Some((away, enemy)) = nearest_to(state, id, &unit.rect) else { return Vec::new() };
    let wish = (away - inches(working_range(state, id).max(2))).max(Length::ZERO).min(reach);
    let facing = unit.pose.facing;
    let turns = state.has_facing(id);
    let open = state.muster.objectives.iter().zip(&state.held).filter(|(_, held)| **held != Some(side));
    let goal = open.map(|(o, _)| (unit.pose.at.distance_to(o.at), o.at)).min().map(|(_, at)| at);
    let mut list: Vec<Vec<Leg>> = Vec::new();
    for (place, wish) in [(Some(state.unit(enemy).pose.at), wish), (goal, reach)] {
        let Some(way) = place.and_then(|at| Heading::of(at - unit.pose.at)) else { continue };
        let off = if turns { facing.difference(way) } else { 0 };
        let ahead = if turns { facing } else { way };
        let drift = off.clamp(-3 * POINT, 3 * POINT);
        for turn in [drift, drift - POINT, drift + POINT, 0, drift - 3 * POINT, drift + 3 * POINT] {
            if turns && turn.abs() > 3 * POINT {
                continue;
            }
            let bearing = ahead.turned(turn);
            let found = advance(state, id, bearing, wish, &|_| false);
            let keep = if found.met.is_some() { inches(1) + inches(1).half() } else { Length::ZERO };
            let far = found.distance - keep;
            if far > inches(1).half() {
                list.push(vec![Leg::Go { bearing, distance: far }]);
                if far > inches(2) {
                    list.push(vec![Leg::Go { bearing, distance: far.half() }]);
                }
            }
        }
        if turns && off.abs() > POINT {
            // the arc of the outer corner (GRE-MOVE-11): as much of the turn as the dice allow
            let front = unit.rect.size().front.micrometres().max(1);
            let most = (reach.micrometres() * 10_430 / front).min(16_384) as i32;
            let turn = off.clamp(-most, most);
            let turned = facing.turned(turn);
            list.push(vec![Leg::Turn(turned)]);
            let arc = Length::from_micrometres(front * i64::from(turn.unsigned_abs()) / 10_430);
            let left = (reach - arc).min(wish);
            for far in [left, left.half()] {
                if far > inches(1).half() {
                    list.push(vec![Leg::Turn(turned), Leg::Go { bearing: turned, distance: far }]);
                }
            }
        }
    }
    list
}

/// The best that a move of this length could do for a unit; nothing when no way is open.
pub(crate) fn best_way(state: &State, side: Side, id: UnitId, reach: Length, how: How) -> Option<i64> {
    let here = standing(state, id, &state.unit(id).rect);
    let size = state.unit(id).rect.size();
    let lawful = ways(state, side, id, reach)
        .into_iter()
        .filter_map(|legs| walk(state, id, &legs, reach, how).ok())
        .map(|walk| standing(state, id, &Rect::new(walk.to, size)) - here);
    lawful.max()
}
