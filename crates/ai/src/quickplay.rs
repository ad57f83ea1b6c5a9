//! What a captain should know about the quick-play sheet.

use crate::{Appraisal, Weights};
use longroll_dice::odds;
use longroll_kit::{Actor, Leg, Side, UnitId};
use longroll_rules_quickplay::book::tables::{full_move, half_move, ranges};
use longroll_rules_quickplay::field::sight::FIRE_ARC;
use longroll_rules_quickplay::procedures::fire::fire_dice;
use longroll_rules_quickplay::procedures::melee::{ChargeFacts, charge};
use longroll_rules_quickplay::turn::combat_step::targets;
use longroll_rules_quickplay::turn::generals::attached;
use longroll_rules_quickplay::turn::morale_step::{is_in_command, measure};
use longroll_rules_quickplay::turn::state::{Order, State, Step};
use longroll_rules_quickplay::{Command, Quickplay};
use longroll_table::{
    Edge, Heading, Kind as Ground, Length, Point, distance, in_arc, inches, nearest_of, path_length,
    point_along, within,
};

/// Worth of one Strength; everything else is measured against it.
const STRENGTH: i64 = 1000;
const DISORDERED: i64 = -500;
const ROUTED: i64 = -1800;
const GONE: i64 = -1500;
const OUT_OF_COMMAND: i64 = -900;
const FACES_AWAY: i64 = -400;
const LIMBERED_NEAR: i64 = -500;
const SUPPORTED: i64 = 60;
const GENERAL_WITH_ROUTED: i64 = 500;
const OBJECTIVE_POINT: i64 = 450;
const GET_ON_WITH_IT: i64 = 100_000;
/// Worth of an inch nearer to what the side wants.
const INCH: i64 = 25;

impl Appraisal for Quickplay {
    const CHANCE: Weights =
        Weights { of: [410, -195, 792, 1211, 150, -482, -478, 547, 666, 740], scale: 6000 };
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
            - posture(state, side.enemy()) / 2
    }

    fn ideas(state: &State, side: Side, actor: Actor) -> Vec<Command> {
        match actor {
            Actor::Unit(id) if state.step == Step::Movement && state.owed.is_empty() => {
                if state.kind(id).is_general() {
                    general_ideas(state, id)
                } else {
                    move_ideas(state, side, id)
                }
            }
            _ => Vec::new(),
        }
    }

    /// A charge is worth what its tests and its melee are expected to bring; being ready is worth more than fidgeting
    /// with limbers.
    fn promise(before: &State, after: &State, _: Side, command: &Command) -> i64 {
        match command {
            // A unit that has fired has no fire left to look forward to; that is no reason not to fire.
            Command::Fire { unit, .. } => fire_prospect(before, *unit) + 1,
            Command::Charge { unit, target, .. } => charge_promise(after, *unit, *target).unwrap_or(0),
            Command::Ready => GET_ON_WITH_IT,
            _ => 0,
        }
    }

    fn half_turns(state: &State) -> u32 {
        2 * state.round + u32::from(state.attacker != state.first)
    }

    fn first_to_act(state: &State, _: Side, actors: &[Actor]) -> Vec<Actor> {
        let units = || actors.iter().copied().filter(|actor| *actor != Actor::Side);
        match state.step {
            // One unit after another, those nearest to the enemy first, generals last.
            Step::Movement if state.owed.is_empty() => {
                let next = units().min_by_key(|actor| match actor {
                    Actor::Unit(id) => {
                        (state.kind(*id).is_general(), nearest_enemy(state, *id).map(|(away, _)| away))
                    }
                    Actor::Side => (true, None),
                });
                next.map_or_else(|| vec![Actor::Side], |actor| vec![actor])
            }
            Step::Rally if state.owed.is_empty() => {
                units().next().map_or_else(|| vec![Actor::Side], |actor| vec![actor])
            }
            // All combats are weighed against each other and against stopping.
            _ => actors.to_vec(),
        }
    }
}

/// What is left of an army and in what state.
fn army(state: &State, side: Side) -> i64 {
    let all = state.ids().filter(|id| state.side(*id) == side && !state.kind(*id).is_general());
    all.map(|id| {
        let unit = state.unit(id);
        if !state.is_on_table(id) {
            return GONE;
        }
        let order = match unit.order {
            Order::GoodOrder => 0,
            Order::Disordered => DISORDERED,
            Order::Routed => ROUTED,
        };
        i64::from(unit.strength) * STRENGTH + order
    })
    .sum()
}

/// Objectives held, and how near the side is to those it does not hold.
fn ground(state: &State, side: Side) -> i64 {
    let late = i64::from(state.round) * 4 / i64::from(state.muster.rounds.max(1));
    let mut worth = 0;
    for (objective, held) in state.muster.objectives.iter().zip(&state.held) {
        let points = i64::from(objective.points);
        let near = |side: Side| {
            let able = state.troops(side).filter(|id| state.unit(*id).order != Order::Routed);
            nearest_of(&objective.at, able.map(|id| (id, &state.unit(id).rect))).map(|(away, _)| away)
        };
        let (ours, theirs) = (near(side), near(side.enemy()));
        let holds = |away: Option<Length>| away.is_some_and(|away| away.within(objective.radius));
        let holder = match (holds(ours), holds(theirs)) {
            (true, false) => Some(side),
            (false, true) => Some(side.enemy()),
            _ => *held,
        };
        worth += match holder {
            Some(holder) if holder == side => OBJECTIVE_POINT * points * (2 + late) / 3,
            Some(_) => -OBJECTIVE_POINT * points * (2 + late) / 3,
            None => 0,
        };
        if let Some(ours) = ours {
            worth -= to_inches(ours) * INCH * points;
        }
    }
    worth
}

/// How the units stand: in command, faced, supported, in range.
fn posture(state: &State, side: Side) -> i64 {
    let mut worth = 0;
    for id in state.troops(side) {
        let unit = state.unit(id);
        let kind = state.kind(id);
        if unit.order == Order::Routed {
            worth += if attached(state, id).next().is_some() { GENERAL_WITH_ROUTED } else { 0 };
            continue;
        }
        if !is_in_command(state, id) {
            worth += OUT_OF_COMMAND;
        }
        let Some((away, enemy)) = nearest_enemy(state, id) else { continue };
        worth -= to_inches(away) * INCH;
        let near = away.within(inches(14));
        let faced = !state.has_facing(id) || in_arc(&unit.rect, FIRE_ARC, &state.unit(enemy).rect);
        if near && !faced {
            worth += FACES_AWAY;
        }
        if kind.is_artillery() && unit.limbered && near {
            worth += LIMBERED_NEAR;
        }
        if near && has_friend_near(state, id) {
            worth += SUPPORTED;
        }
        worth += fire_prospect(state, id);
    }
    worth
}

/// Hits to be expected from a unit's next fire, in Strength.
fn fire_prospect(state: &State, id: UnitId) -> i64 {
    let unit = state.unit(id);
    let in_own_move = state.step == Step::Movement && state.side(id) == state.attacker;
    let stationary = if in_own_move { unit.in_command && !unit.stirred } else { unit.stationary };
    let dice = i64::from(fire_dice(state.kind(id), stationary));
    if dice == 0 {
        return 0;
    }
    let Some(target) = targets(state, id).first().copied() else { return 0 };
    let close = ranges(state.piece(id).weapon)
        .and_then(|ranges| ranges.close)
        .is_some_and(|close| within(&unit.rect, &state.unit(target).rect, close));
    let sixths = if close { 3 } else { 1 };
    dice * sixths * STRENGTH / 6
}

/// Expected change of worth by the two tests and the melee of a charge, by the rules' own procedure.
fn charge_promise(after: &State, charger: UnitId, target: UnitId) -> Option<i64> {
    let contact = after.charge_of(charger)?;
    let facts = ChargeFacts {
        charger: measure(after, charger)?,
        defender: measure(after, target).unwrap_or_else(|| routed_facts(after, target)),
        defender_limbered: after.kind(target).is_artillery() && after.unit(target).limbered,
        face: Some(contact.face),
    };
    let value = |out: &longroll_rules_quickplay::procedures::melee::CameOut| match out.order {
        None => GONE,
        Some(Order::GoodOrder) => i64::from(out.strength) * STRENGTH,
        Some(Order::Disordered) => i64::from(out.strength) * STRENGTH + DISORDERED,
        Some(Order::Routed) => i64::from(out.strength) * STRENGTH + ROUTED,
    };
    let now = |id: UnitId| {
        let unit = after.unit(id);
        value(&longroll_rules_quickplay::procedures::melee::CameOut {
            strength: unit.strength,
            order: Some(unit.order),
        })
    };
    let options = after.options;
    let chances = odds(|dice| charge(&facts, &options, dice)).ok()?;
    let expected = chances.expectation(|result| {
        (value(&result.charger) - now(charger)) - (value(&result.defender) - now(target))
    });
    // A charge gives up the fire it could have made and its formed line: it must be clearly good.
    Some(expected.whole() - 150)
}

/// A Routed target does not test; only its kind and strength matter.
fn routed_facts(state: &State, id: UnitId) -> longroll_rules_quickplay::procedures::morale::MoraleFacts {
    longroll_rules_quickplay::procedures::morale::MoraleFacts {
        morale: state.piece(id).morale,
        kind: state.kind(id),
        order: state.unit(id).order,
        strength: state.unit(id).strength,
        ..Default::default()
    }
}

fn move_ideas(state: &State, side: Side, id: UnitId) -> Vec<Command> {
    let mut ideas = Vec::new();
    let unit = state.unit(id);
    let kind = state.kind(id);
    let recover = unit.order == Order::Disordered && unit.in_command;
    let mut goals: Vec<(Point, Length)> = Vec::new();
    let range = ranges(state.piece(id).weapon).map_or(inches(2), |ranges| ranges.long);
    for (away, enemy) in enemies_by_distance(state, id).into_iter().take(2) {
        // As far as a lawful place just inside the weapon's reach.
        let stop = if kind.is_artillery() { range - inches(1) } else { range.half().max(inches(1)) };
        goals.push((state.unit(enemy).pose.at, (away - stop).max(Length::ZERO)));
    }
    for objective in &state.muster.objectives {
        let away = unit.pose.at.distance_to(objective.at);
        goals.push((objective.at, (away - inches(1)).max(Length::ZERO)));
    }
    ideas.extend(road_ideas(state, id, &goals));
    let home = state.edge(side).outward();
    goals.push((unit.pose.at.ahead(home, inches(12)), inches(6)));
    for (goal, wanted) in goals {
        let Some(bearing) = Heading::of(goal - unit.pose.at) else { continue };
        for most in [full_move(kind), half_move(kind)] {
            ideas.extend(paths(state, id, bearing, wanted.min(most), recover));
        }
    }
    if let Some((_, enemy)) = nearest_enemy(state, id)
        && let Some(bearing) = Heading::of(state.unit(enemy).pose.at - unit.pose.at)
    {
        ideas.push(order(id, vec![Leg::Turn(bearing)]));
        if kind.is_artillery() && unit.limbered {
            ideas.push(order(id, vec![Leg::Turn(bearing), act("unlimber")]));
        }
    }
    ideas
}

/// Along the road underfoot towards each goal, as far as a full move goes (QP-MOVE-15).
fn road_ideas(state: &State, id: UnitId, goals: &[(Point, Length)]) -> Vec<Command> {
    let at = state.unit(id).pose.at;
    if state.field.road_under(at).is_none() || (state.kind(id).is_artillery() && !state.unit(id).limbered) {
        return Vec::new();
    }
    let roads = state.field.features.iter().filter(|feature| feature.kind == Ground::Road);
    let bends: Vec<Point> =
        roads.filter_map(|road| road.line()).flat_map(|line| line.points().to_vec()).collect();
    let mut ideas = Vec::new();
    for (goal, _) in goals {
        let Some(bend) = bends.iter().min_by_key(|bend| bend.distance_to(*goal)) else { continue };
        let Some(way) = state.field.way_by_road(at, *bend) else { continue };
        let reach = full_move(state.kind(id)) * 3 - inches(1);
        let Some(end) = point_along(&way, reach.min(path_length(&way))) else { continue };
        ideas.push(order(id, vec![Leg::Road(end)]));
    }
    ideas
}

/// Ways to go a distance on a bearing: turned to it, or sliding without a turn if it lies ahead.
fn paths(state: &State, id: UnitId, bearing: Heading, length: Length, recover: bool) -> Vec<Command> {
    let mut ideas = Vec::new();
    let mut start = if recover { vec![act("recover")] } else { Vec::new() };
    let go = Leg::Go { bearing, distance: length };
    if state.kind(id).is_artillery() {
        if !state.unit(id).limbered {
            start.push(act("limber"));
        }
        let toward = nearest_enemy(state, id).and_then(|(_, enemy)| {
            Heading::of(state.unit(enemy).pose.at - state.unit(id).pose.at.ahead(bearing, length))
        });
        let mut legs = start.clone();
        legs.push(go.clone());
        ideas.push(order(id, legs.clone()));
        legs.push(Leg::Turn(toward.unwrap_or(bearing)));
        legs.push(act("unlimber"));
        ideas.push(order(id, legs));
        return ideas;
    }
    let mut straight = start.clone();
    straight.push(go.clone());
    ideas.push(order(id, straight));
    start.push(Leg::Turn(bearing));
    start.push(go);
    ideas.push(order(id, start));
    ideas
}

/// Behind each friend, and beside the Routed.
fn general_ideas(state: &State, id: UnitId) -> Vec<Command> {
    let here = state.unit(id).pose.at;
    let mut friends: Vec<UnitId> = state.troops(state.side(id)).collect();
    friends.sort_by_key(|friend| {
        (state.unit(*friend).order != Order::Routed, here.distance_to(state.unit(*friend).pose.at))
    });
    friends
        .into_iter()
        .take(6)
        .flat_map(|friend| {
            [Edge::Rear, Edge::Left].map(|edge| {
                let pose = longroll_rules_quickplay::turn::generals::beside(state, id, friend, edge);
                order(id, vec![Leg::Turn(pose.facing), Leg::To(pose.at)])
            })
        })
        .collect()
}

fn order(unit: UnitId, legs: Vec<Leg>) -> Command {
    Command::Move { unit, legs, with: Vec::new() }
}

fn act(name: &str) -> Leg {
    Leg::Act(name.to_owned())
}

fn nearest_enemy(state: &State, id: UnitId) -> Option<(Length, UnitId)> {
    let rect = &state.unit(id).rect;
    let enemies =
        state.troops(state.side(id).enemy()).filter(|enemy| state.unit(*enemy).order != Order::Routed);
    nearest_of(rect, enemies.map(|enemy| (enemy, &state.unit(enemy).rect)))
}

fn enemies_by_distance(state: &State, id: UnitId) -> Vec<(Length, UnitId)> {
    let rect = &state.unit(id).rect;
    let mut list: Vec<(Length, UnitId)> = state
        .troops(state.side(id).enemy())
        .map(|enemy| (distance(rect, &state.unit(enemy).rect), enemy))
        .collect();
    list.sort_unstable();
    list
}

fn has_friend_near(state: &State, id: UnitId) -> bool {
    let rect = &state.unit(id).rect;
    state
        .troops(state.side(id))
        .any(|friend| friend != id && within(rect, &state.unit(friend).rect, inches(3)))
}

fn to_inches(length: Length) -> i64 {
    length.micrometres() / inches(1).micrometres()
}
