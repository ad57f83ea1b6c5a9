//! What else the Grenadier sheet lets a captain do: orders through brigadiers, marches in column, skirmishers, buildings, lying down,
//! dismounting, rolling guns by hand.

use crate::expected;
use crate::grenadier::{INCH, gun_reach, is_behind, nearest, room_ahead, wanted_inches, wanted_order, whole};
use crate::grenadier_odds::best_charge;
use longroll_kit::{Leg, Side, UnitId};
use longroll_rules_grenadier::book::kinds::{Cover, Form, Kind, Order};
use longroll_rules_grenadier::field::movement::walk;
use longroll_rules_grenadier::field::sight::{FIRE_ARC, can_see};
use longroll_rules_grenadier::procedures::morale::Arm;
use longroll_rules_grenadier::procedures::tests_of_command::{By, change_order};
use longroll_rules_grenadier::turn::actions::may_detach;
use longroll_rules_grenadier::turn::command_step::{may_change, order_facts};
use longroll_rules_grenadier::turn::fire_step::has_target;
use longroll_rules_grenadier::turn::movement_step::may_manhandle;
use longroll_rules_grenadier::turn::state::{How, State};
use longroll_rules_grenadier::{Act, Command};
use longroll_table::{Heading, Kind as Ground, Length, in_arc, inches, path_length, point_along};

/// What a new order is worth to a brigade that wants it.
const ORDER: i64 = 400;
/// A general who loses his nerve, and one whose brigade goes back for it.
const NERVE: i64 = -350;
const BACKWARD: i64 = -900;

/// What an attempt to change an order promises, by the dice of the one who tries.
pub(crate) fn order_promise(state: &State, brigade: u16, order: Order, by: By) -> i64 {
    if wanted_order(state, brigade) != Some(order) {
        return -2000;
    }
    let facts = order_facts(state, brigade, order, by);
    let lost = if facts.present == Order::Hold { BACKWARD } else { NERVE };
    expected(|dice| {
        let result = change_order(&facts, dice)?;
        Ok(match (result.lost_nerve, result.changed) {
            (true, _) => lost,
            (_, true) => ORDER,
            _ => 0,
        })
    })
}

/// Has this general an order to give that nobody could give better? The CinC comes before the brigadiers (GRE-TURN-03), and each brigade
/// is tried once.
pub(crate) fn has_order_to_give(state: &State, side: Side, id: UnitId) -> bool {
    (0..state.brigades.len() as u16).any(|brigade| {
        let Some(wanted) = wanted_order(state, brigade) else { return false };
        let promise = |by: By| {
            let lawful = may_change(state, side, brigade, wanted, by).is_ok();
            lawful.then(|| order_promise(state, brigade, wanted, by)).filter(|promise| *promise > 0)
        };
        let cinc = promise(By::CinC);
        let brigadier = promise(By::Brigadier);
        let as_cinc = state.cinc(side) == Some(id) && cinc.is_some() && cinc >= brigadier;
        let as_brigadier = state.brigadier(brigade) == Some(id) && brigadier.is_some() && brigadier > cinc;
        as_cinc || as_brigadier
    })
}

/// GRE-CMD-24, GRE-MOVE-15: a brigade that begins far from every enemy begins on Move and in column.
pub(crate) fn begins_marching(state: &State, brigade: u16) -> bool {
    let mut units = state.brigade_units(brigade).peekable();
    units.peek().is_some()
        && units.all(|id| nearest(state, id).is_some_and(|(away, _)| away.at_least(inches(38))))
}

/// Lying down is for those who are shot at in the open and mean to stay, out of the enemy's reach for a charge.
pub(crate) fn prone_promise(state: &State, side: Side, id: UnitId) -> i64 {
    let unit = state.unit(id);
    let Some((away, enemy)) = nearest(state, id) else { return -500 };
    let exposed = state.ground.cover(state, id, Some(enemy)) == Cover::None;
    let shot_at = away.within(inches(16)) && away.at_least(inches(9));
    let stays = wanted_inches(state, id) <= 0 && state.order_of(id) != Order::Assault;
    let formed = unit.form == Form::Line && unit.today.halves == 0;
    if formed && exposed && shot_at && stays && best_charge(state, side, id) <= 0 { 60 } else { -500 }
}

/// Who lies down gets up to go on, to meet a charge, or when nobody shoots any more.
pub(crate) fn stand_up_promise(state: &State, id: UnitId) -> i64 {
    let threatened =
        nearest(state, id).is_none_or(|(away, _)| away.within(inches(8)) || !away.within(inches(18)));
    let goes_on = wanted_inches(state, id) > 0 || state.order_of(id) == Order::Assault;
    if threatened || goes_on { 150 } else { -100 }
}

/// Troopers fight on foot against foot and guns that they cannot ride down.
pub(crate) fn dismount_promise(state: &State, side: Side, id: UnitId) -> i64 {
    let Some((away, enemy)) = nearest(state, id) else { return -500 };
    let against_foot = state.arm(enemy) != Arm::Horse;
    let in_reach = away.within(inches(14)) && away.at_least(inches(6));
    if against_foot && in_reach && state.unit(id).form == Form::Line && best_charge(state, side, id) <= 0 {
        120
    } else {
        -500
    }
}

/// Walls are worth having when the enemy is near and the brigade is not to go forward.
pub(crate) fn occupy_promise(state: &State, id: UnitId) -> i64 {
    let near = nearest(state, id).is_some_and(|(away, _)| away.within(inches(20)));
    if near && state.order_of(id) != Order::Assault { 160 } else { -500 }
}

pub(crate) fn leave_promise(state: &State, id: UnitId) -> i64 {
    let quiet = nearest(state, id).is_some_and(|(away, _)| !away.within(inches(24)));
    if quiet { 60 } else { -500 }
}

/// A steady regiment that is not yet under fire sends a base ahead, one at a time.
pub(crate) fn detach_promise(state: &State, id: UnitId, bases: u8) -> i64 {
    let unit = state.unit(id);
    let Some((away, _)) = nearest(state, id) else { return -600 };
    let out = state.ids().any(|other| state.piece(other).parent == Some(id) && state.is_on_table(other));
    let steady = state.piece(id).grade.is_steady() && unit.figures >= 18;
    let soon = away.within(inches(26)) && away.at_least(inches(17));
    let fights = matches!(state.order_of(id), Order::Engage | Order::Hold);
    if bases == 1 && steady && soon && fights && !out && unit.today.halves == 0 { 250 } else { -600 }
}

/// One base is enough, and nobody offers so few.
pub(crate) fn detach_idea(state: &State, id: UnitId) -> Option<Command> {
    let lawful = detach_promise(state, id, 1) > 0 && may_detach(state, state.side(id), id, 1).is_ok();
    lawful.then_some(Command::Detach { unit: id, bases: 1 })
}

/// Skirmishers come back to a regiment that means to close, or when few are left.
pub(crate) fn recall_promise(state: &State, id: UnitId) -> i64 {
    let Some(parent) = state.piece(id).parent else { return -600 };
    let few = state.unit(id).figures <= 2;
    let closes = state.is_on_table(parent) && state.order_of(parent) == Order::Assault;
    if (few || closes) && !state.unit(id).today.recall_tried { 40 } else { -600 }
}

/// Guns in battery whose enemy is just beyond canister are rolled up to it.
pub(crate) fn manhandle_ideas(state: &State, id: UnitId) -> Vec<Command> {
    let unit = state.unit(id);
    let field = matches!(state.kind(id), Kind::FootArtillery | Kind::HorseArtillery);
    let Some((away, enemy)) = nearest(state, id).filter(|_| field && unit.form == Form::Unlimbered) else {
        return Vec::new();
    };
    let there = &state.unit(enemy).rect;
    let missing = away - inches(gun_reach(state, id)[0]);
    let just = missing > Length::ZERO && missing.within(inches(2)) && in_arc(&unit.rect, FIRE_ARC, there);
    let way = Heading::of(there.centre() - unit.pose.at).filter(|_| just && unit.today.halves == 0);
    let legs = way.map(|bearing| vec![Leg::Go { bearing, distance: inches(2) }]);
    let lawful = |legs: &Vec<Leg>| {
        may_manhandle(state, state.side(id), id).is_ok()
            && walk(state, id, legs, inches(2), How::Manhandled).is_ok()
    };
    legs.filter(lawful).map(|legs| Command::Manhandle { unit: id, legs }).into_iter().collect()
}

/// A column on a road goes by it, toward what it makes for.
pub(crate) fn road_ways(state: &State, id: UnitId, reach: Length) -> Vec<Vec<Leg>> {
    let unit = state.unit(id);
    if !unit.form.is_column() || state.field.road_under(unit.pose.at).is_none() {
        return Vec::new();
    }
    let Some((_, enemy)) = nearest(state, id) else { return Vec::new() };
    let goal = state.unit(enemy).pose.at;
    let roads = state.field.features.iter().filter(|feature| feature.kind == Ground::Road);
    let points = roads.filter_map(|road| road.line()).flat_map(|line| line.points().to_vec());
    let mut ends: Vec<_> = points.map(|point| (point.distance_to(goal), point)).collect();
    ends.sort_unstable();
    let mut list = Vec::new();
    for (_, end) in ends.into_iter().take(2) {
        let Some(way) = state.field.way_by_road(unit.pose.at, end) else { continue };
        let Some(at) = point_along(&way, reach.min(path_length(&way))) else { continue };
        if whole(unit.pose.at.distance_to(at)) > 0 {
            list.push(vec![Leg::Road(at)]);
        }
    }
    list
}

/// A march in column is worth its inches, but for what a turn or two of changing formation costs.
pub(crate) fn column_promise(state: &State, id: UnitId) -> i64 {
    let marches = state.order_of(id) == Order::Move && wanted_inches(state, id) > 24;
    if marches && state.unit(id).form == Form::Line { 12 * INCH } else { -500 }
}

/// What an action promises: the formation for the distance, guns in battery or on their way, shelter.
pub(crate) fn act_promise(state: &State, side: Side, id: UnitId, act: Act, facing: Option<Heading>) -> i64 {
    let wanted = wanted_inches(state, id);
    let unit = state.unit(id);
    match act {
        Act::Form(Form::Line) if wanted <= 10 && unit.form == Form::Column => 260,
        Act::Unlimber => unlimber_promise(state, id, facing),
        Act::Limber(form) => {
            let worth = if has_target(state, side, id) || wanted <= 4 { -500 } else { 120 };
            worth + looks(state, id, facing) - if form == Form::LimberedColumn { 0 } else { 20 }
        }
        Act::Reface if !has_target(state, side, id) => {
            let [_, _, long] = gun_reach(state, id);
            let seen = nearest(state, id)
                .is_some_and(|(away, enemy)| away.within(inches(long)) && can_see(state, id, enemy));
            let unfaced = nearest(state, id)
                .is_some_and(|(_, enemy)| !in_arc(&unit.rect, FIRE_ARC, &state.unit(enemy).rect));
            if seen && unfaced { 200 } else { -300 }
        }
        Act::StandUp => stand_up_promise(state, id),
        Act::Prone => prone_promise(state, side, id),
        Act::Dismount => dismount_promise(state, side, id),
        Act::Occupy(_) => occupy_promise(state, id),
        Act::Leave => leave_promise(state, id),
        Act::Form(Form::Column) => column_promise(state, id),
        Act::Mount if wanted > 20 => 40,
        Act::AboutFace if is_behind(state, id) => 260,
        _ => -500,
    }
}

/// Guns go into battery where they see somebody at effective range, or cannot get nearer.
fn unlimber_promise(state: &State, id: UnitId, facing: Option<Heading>) -> i64 {
    let [_, effective, long] = gun_reach(state, id);
    let Some((away, enemy)) = nearest(state, id) else { return -500 };
    let stuck = !room_ahead(state, id, 3).at_least(inches(2));
    let far = if away.within(inches(effective)) || (stuck && away.within(inches(long))) { 300 } else { -400 };
    far + looks(state, id, facing) - if can_see(state, id, enemy) { 0 } else { 150 }
}

/// Does a battery that turns so look at the enemy?
fn looks(state: &State, id: UnitId, facing: Option<Heading>) -> i64 {
    let unit = state.unit(id);
    let Some((_, enemy)) = nearest(state, id) else { return 0 };
    let way = Heading::of(state.unit(enemy).pose.at - unit.pose.at).unwrap_or(unit.pose.facing);
    let off = facing.unwrap_or(unit.pose.facing).difference(way).abs();
    60 - i64::from(off) / 128
}
