//! What a captain should know about Johnny Reb. He marks orders from his own knowledge alone: the enemy's markers are
//! blank to him until they are shown.

mod clashes;
mod places;

use crate::{Appraisal, Weights, Words};
use clashes::{charge_promise, fire_promise, firing_worth, is_threatened};
use longroll_kit::{Actor, Leg, Side, UnitId};
use longroll_rules_johnny_reb::book::kinds::{Arm, Formation, Level};
use longroll_rules_johnny_reb::book::tables::ranges;
use longroll_rules_johnny_reb::field::movement::walk;
use longroll_rules_johnny_reb::field::rates::reach;
use longroll_rules_johnny_reb::turn::charge::supporters;
use longroll_rules_johnny_reb::turn::fire_step::targets;
use longroll_rules_johnny_reb::turn::handle::may_order;
use longroll_rules_johnny_reb::turn::march::interrupters;
use longroll_rules_johnny_reb::turn::sequence::{changeable, unordered};
use longroll_rules_johnny_reb::turn::state::{Ammunition, Debt, Order, Phase, State};
use longroll_rules_johnny_reb::{Command, JohnnyReb};
use longroll_table::{Heading, Length, Point, Pose, distance, in_arc, inches, nearest_of};
use places::{best_move, change, order_of_battle, presence};

/// Worth of one figure; everything else is measured against it.
const FIGURE: i64 = 1000;
const SECTION: i64 = 4000;
const SHAKEN: i64 = -2000;
const ROUTED: i64 = -6000;
const GONE: i64 = -4000;
const DISORDER: i64 = -900;
const OFFICER: i64 = 4000;
const OBJECTIVE_POINT: i64 = 9000;
const LOW: i64 = -600;
const INCH: i64 = 60;
const FACES_AWAY: i64 = -1200;
const FIRE: i64 = 900;
/// Who waits keeps his choice: the enemy has to come to him.
const PATIENCE: i64 = 300;
/// A mounted man fires at nobody.
const MOUNTED: i64 = -1500;

impl Appraisal for JohnnyReb {
    /// A charge or a fire can set off checks without end; what they promise is estimated.
    const PATHS: u64 = 300;
    const CHANCE: Weights =
        Weights { of: [-588, 55, -216, 1503, 475, 1062, -200, 58, 1316, 483], scale: 20000 };
    const HORIZON: u32 = 2;

    fn worth(state: &State, side: Side) -> i64 {
        if let Some(end) = &state.end {
            return match end.winner {
                Some(winner) if winner == side => 10_000_000,
                Some(_) => -10_000_000,
                None => 0,
            };
        }
        army(state, side) - army(state, side.enemy()) + ground(state, side) + posture(state, side)
    }

    fn ideas(state: &State, side: Side, actor: Actor) -> Vec<Command> {
        let Actor::Unit(id) = actor else { return Vec::new() };
        if !state.owed.is_empty() {
            return Vec::new();
        }
        match state.phase {
            Phase::MarkOrders => goals(state, side, id)
                .into_iter()
                .filter_map(|(goal, _)| Heading::of(goal - state.unit(id).pose.at))
                .map(|way| Command::Mark { unit: id, order: Order::Move(way) })
                .collect(),
            Phase::Moves => moves(state, side, id),
            Phase::Pivots if state.is_officer(id) => rides(state, id),
            _ => Vec::new(),
        }
    }

    /// Orders promise what the turn should bring; the position itself does not change when a marker is placed.
    fn promise(before: &State, _: &State, _: Side, command: &Command) -> i64 {
        match command {
            Command::Mark { unit, order } => order_promise(before, *unit, *order),
            Command::Fire { unit, .. } if before.phase == Phase::HoldFires => {
                let now = fire_promise(before, command);
                if enemy_near(before, *unit, inches(4)) { FIRE + now } else { -FIRE / 4 }
            }
            Command::Fire { .. } => FIRE + fire_promise(before, command),
            Command::Charge { with, .. } => 10 * i64::try_from(with.len()).unwrap_or(0),
            Command::Withdraw { distance, .. } => 100 * to_inches(*distance),
            Command::Hold { unit } => {
                if is_threatened(before, *unit) {
                    FIRE
                } else {
                    -1
                }
            }
            _ => 0,
        }
    }

    /// Moves are judged by where they lead, before the enemy fires and lots are drawn for the next mover; charges and fires
    /// on a mover by what they promise.
    fn estimate(state: &State, _: Side, command: &Command) -> Option<i64> {
        match command {
            Command::Charge { unit, with, .. } => {
                let away = nearest(state, *unit).map_or(Length::MAX, |(away, _)| away);
                Some(charge_promise(state, *unit, away) + 10 * i64::try_from(with.len()).unwrap_or(0))
            }
            // rapid fire is for close quarters, and so is the die of repeaters
            Command::Halt { rapid, sparing, .. } => {
                Some(FIRE - 10 * i64::from(*rapid) - 10 * i64::from(*sparing))
            }
            Command::Volley { rapid, .. } => Some(i64::from(*rapid)),
            Command::Attach { officer, unit } => {
                let there = longroll_rules_johnny_reb::turn::officers::beside(state, *officer, *unit);
                Some(presence(state, *officer, there))
            }
            Command::LetPass | Command::Stand { .. } => Some(0),
            Command::Pivot { unit, to } => {
                let to = Pose { facing: *to, ..state.unit(*unit).pose };
                Some(change(state, *unit, to, None))
            }
            Command::Move { unit, legs } if state.is_officer(*unit) => {
                let walk = walk(state, *unit, legs).ok()?;
                Some(presence(state, *unit, walk.to) - presence(state, *unit, state.unit(*unit).pose))
            }
            Command::Move { unit, legs } => {
                let walk = walk(state, *unit, legs).ok().filter(|walk| !walk.leaves)?;
                let must_form = state.unit(*unit).order == Some(Order::Form) && walk.shifted && !walk.formed;
                let formed = (walk.formation, walk.mounted);
                (!must_form).then(|| change(state, *unit, walk.to, Some(formed)))
            }
            _ => None,
        }
    }

    /// Fire on a passing enemy at the last inch at which it can be had, or not at all; take supporters along.
    fn considers(state: &State, _: Side, command: &Command) -> bool {
        match command {
            Command::Halt { stop, units, .. } => {
                let Some(Debt::March(march)) = state.owed.top() else { return false };
                let all = interrupters(state, march);
                units
                    .first()
                    .is_some_and(|unit| all.iter().rfind(|(id, _)| id == unit) == Some(&(*unit, *stop)))
            }
            Command::LetPass => {
                let Some(Debt::March(march)) = state.owed.top() else { return true };
                // who comes close is fired on
                let close = march.stops.last().is_some_and(|stop| {
                    let side = state.side(march.unit).enemy();
                    state.troops(side).any(|id| distance(&state.unit(id).rect, &stop.at).within(inches(5)))
                });
                !close
            }
            Command::Charge { unit, with, .. } => with.is_empty() == supporters(state, *unit).is_empty(),
            _ => true,
        }
    }

    /// Both sides act in every phase; the moves begin the second half.
    fn half_turns(state: &State) -> u32 {
        2 * state.turn + u32::from(state.phase >= Phase::Moves)
    }

    /// Orders that the enemy has marked and not yet shown: mostly what a captain would have marked.
    fn imagined(known: &State, side: Side, words: &mut Words) -> State {
        imagined(known, side.enemy(), words)
    }

    fn first_to_act(state: &State, side: Side, actors: &[Actor]) -> Vec<Actor> {
        if state.question.is_some() {
            return actors.to_vec();
        }
        let mut units = actors.iter().copied().filter(|actor| *actor != Actor::Side);
        match state.phase {
            // one unit after another
            Phase::MarkOrders | Phase::Rallies | Phase::FirstFires | Phase::Pivots
                if state.owed.is_empty() =>
            {
                units.next().map_or_else(|| actors.to_vec(), |actor| vec![actor])
            }
            // who is about to be charged stands; all other markers stay as they were placed
            Phase::Reveal => {
                let threatened = changeable(state, side).find(|id| is_threatened(state, *id));
                vec![threatened.map_or(Actor::Side, Actor::Unit)]
            }
            Phase::HoldFires | Phase::Fires if state.owed.is_empty() => {
                let worth = |id: UnitId| state.phase == Phase::Fires || enemy_near(state, id, inches(4));
                let first = units.find(|actor| matches!(actor, Actor::Unit(id) if worth(*id)));
                vec![first.unwrap_or(Actor::Side)]
            }
            _ => actors.to_vec(),
        }
    }
}

fn army(state: &State, side: Side) -> i64 {
    let mut worth = 0;
    for id in state.ids().filter(|id| state.side(*id) == side) {
        let unit = state.unit(id);
        if !state.is_on_table(id) {
            worth += if state.is_officer(id) { -OFFICER } else { GONE };
            continue;
        }
        worth += match state.arm(id) {
            Arm::Officer => 0,
            Arm::Artillery => i64::from(unit.figures) * SECTION,
            _ => i64::from(unit.figures) * FIGURE,
        };
        worth += match unit.level {
            Level::Good => 0,
            Level::Shaken => SHAKEN,
            Level::Routed => ROUTED,
        };
        worth += if unit.formation == Formation::Disorder { DISORDER } else { 0 };
        worth += match unit.ammunition {
            Ammunition::Full => 0,
            Ammunition::Low => LOW,
            Ammunition::Out => 3 * LOW,
        };
    }
    worth
}

/// Objectives held, and how near the side is to those it does not hold.
fn ground(state: &State, side: Side) -> i64 {
    let mut worth = 0;
    for (objective, held) in state.muster.objectives.iter().zip(&state.held) {
        let points = i64::from(objective.points);
        let steady = state.troops(side).filter(|id| state.unit(*id).level != Level::Routed);
        let near = nearest_of(&objective.at, steady.map(|id| (id, &state.unit(id).rect)));
        let near = near.map(|(away, _)| away);
        worth += match held {
            Some(holder) if *holder == side => OBJECTIVE_POINT * points,
            Some(_) => -OBJECTIVE_POINT * points,
            None => 0,
        };
        if let Some(near) = near {
            worth += if near.within(objective.radius) { OBJECTIVE_POINT * points / 3 } else { 0 };
            worth -= to_inches(near) * INCH * points;
        }
    }
    worth
}

/// How the units stand toward the enemy.
fn posture(state: &State, side: Side) -> i64 {
    let mut worth = 0;
    for id in state.troops(side) {
        let unit = state.unit(id);
        if unit.level == Level::Routed {
            continue;
        }
        let Some((away, enemy)) = nearest(state, id) else { continue };
        let wanted = ranges(state.piece(id).weapon).normal;
        let off = if away > wanted { away - wanted } else { Length::ZERO };
        worth -= to_inches(off) * INCH;
        if away.within(inches(12)) && !in_arc(&unit.rect, 8192, &state.unit(enemy).rect) {
            worth += FACES_AWAY;
        }
        if away.within(inches(8)) && unit.formation.is_column() {
            worth += FACES_AWAY;
        }
        if away.within(inches(12)) {
            worth += order_of_battle(unit.formation);
            worth += if state.arm(id) == Arm::Cavalry && unit.mounted { MOUNTED } else { 0 };
        }
    }
    worth
}

fn order_promise(state: &State, id: UnitId, order: Order) -> i64 {
    let unit = state.unit(id);
    let Some((away, _)) = nearest(state, id) else { return 0 };
    let guns = state.arm(id) == Arm::Artillery;
    let mounted = state.arm(id) == Arm::Cavalry && unit.mounted;
    let table = ranges(state.piece(id).weapon);
    let fires = !mounted && unit.formation != Formation::Limbered && unit.ammunition != Ammunition::Out;
    let target = if fires { targets(state, id).first().copied() } else { None };
    let has_target = target.is_some();
    let firing = target.map_or(0, |target| firing_worth(state, id, target));
    let reform = unit.formation == Formation::Disorder && !away.within(inches(6));
    match order {
        // it waits for a better shot, and has its volley when charged
        Order::Hold => {
            let posted = if on_objective(state, id) { 300 } else { 0 };
            let kept = if fires && away.within(inches(12)) { 250 + firing * 9 / 10 } else { firing * 9 / 10 };
            posted + kept + PATIENCE
        }
        Order::FirstFire => {
            if has_target {
                firing
            } else {
                -500
            }
        }
        Order::Charge => charge_promise(state, id, away),
        Order::Disengage => {
            let weak = unit.level == Level::Shaken && away.within(inches(4));
            if state.is_in_contact(id) || weak { 1600 } else { -3000 }
        }
        Order::Form => {
            let unlimber = guns && unit.formation == Formation::Limbered && away.within(table.normal);
            let limber = guns && unit.formation == Formation::Unlimbered && !away.within(table.long);
            // troopers fight on foot; mounted again they ride to where they are wanted
            let dismount = mounted && away.within(inches(14)) && charge_promise(state, id, away) <= 1500;
            let mount = state.arm(id) == Arm::Cavalry && !mounted && !away.within(inches(24));
            match (reform || unlimber || dismount, (limber && unit.horses_lost < 2) || mount) {
                (true, _) => 2500,
                (false, true) => 600,
                _ => -2500,
            }
        }
        Order::Move(way) => {
            let pinned = unit.level == Level::Shaken || (guns && unit.formation == Formation::Unlimbered);
            // who moves fires less
            if pinned { -1500 } else { best_move(state, id, way) - 100 - firing / 2 }
        }
    }
}

/// Markers that lie face down, drawn from what their owner would plausibly have placed. What he has still to place he will place in
/// the battle in the mind.
fn imagined(known: &State, enemy: Side, words: &mut Words) -> State {
    let mut world = known.clone();
    if known.phase == Phase::MarkOrders && !known.ready[enemy as usize] {
        return world;
    }
    if known.revealed {
        // JR-ORDER-08: what is about to be charged was changed to Hold
        if known.phase == Phase::Reveal && known.ready[enemy as usize] {
            let held: Vec<UnitId> = changeable(known, enemy).filter(|id| is_threatened(known, *id)).collect();
            held.into_iter().for_each(|id| world.units[id.index()].to_hold = true);
        }
        return world;
    }
    for id in unordered(known, enemy).collect::<Vec<_>>() {
        let ways = goals(known, enemy, id).into_iter();
        let ways = ways.filter_map(|(goal, _)| Heading::of(goal - known.unit(id).pose.at)).map(Order::Move);
        let fixed = [Order::Hold, Order::FirstFire, Order::Charge, Order::Disengage, Order::Form];
        let mut orders: Vec<(i64, Order)> = fixed
            .into_iter()
            .chain(ways)
            .filter(|order| may_order(known, id, *order).is_ok())
            .map(|order| (-order_promise(known, id, order), order))
            .collect();
        orders.sort_by_key(|(cost, _)| *cost);
        // one of four does something else
        let place = if words.below(4) == 0 { words.below(orders.len()) } else { 0 };
        world.units[id.index()].order = orders.get(place).map(|(_, order)| *order);
    }
    world
}

fn on_objective(state: &State, id: UnitId) -> bool {
    let rect = &state.unit(id).rect;
    state.muster.objectives.iter().any(|objective| distance(rect, &objective.at).within(objective.radius))
}

/// Places worth going to, with what they are worth as a goal.
fn goals(state: &State, side: Side, id: UnitId) -> Vec<(Point, i64)> {
    let here = state.unit(id).pose.at;
    let mut list = Vec::new();
    for (objective, held) in state.muster.objectives.iter().zip(&state.held) {
        let away = to_inches(here.distance_to(objective.at));
        let worth = if *held == Some(side) { 300 } else { 1400 };
        list.push((objective.at, worth + 100 * i64::from(objective.points) - away * 20));
    }
    if let Some((away, enemy)) = nearest(state, id) {
        list.push((state.unit(enemy).pose.at, 1000 - to_inches(away) * 10));
    }
    list
}

fn moves(state: &State, side: Side, id: UnitId) -> Vec<Command> {
    let unit = state.unit(id);
    let most = reach(state, id);
    let mut ideas = Vec::new();
    let marked = match unit.order {
        Some(Order::Move(way)) => Some(way),
        _ => None,
    };
    let wanted = ranges(state.piece(id).weapon).normal;
    for (goal, _) in goals(state, side, id) {
        let Some(bearing) = Heading::of(goal - unit.pose.at) else { continue };
        let near = nearest(state, id).map_or(most, |(away, _)| (away - wanted.half()).max(Length::ZERO));
        for length in
            [most, most.half(), near.min(most), Length::from_micrometres(most.micrometres() * 3 / 4)]
        {
            let go = Leg::Go { bearing, distance: length };
            ideas.push(Command::Move { unit: id, legs: vec![go.clone()] });
            ideas.push(Command::Move { unit: id, legs: vec![Leg::Turn(bearing), go] });
        }
    }
    for length in [most, most.half()] {
        if let Some(bearing) = marked {
            ideas.push(Command::Move { unit: id, legs: vec![Leg::Go { bearing, distance: length }] });
        }
    }
    if let Some((_, enemy)) = nearest(state, id)
        && let Some(bearing) = Heading::of(state.unit(enemy).pose.at - unit.pose.at)
    {
        ideas.push(Command::Move { unit: id, legs: vec![Leg::Turn(bearing)] });
        let go = Leg::Go { bearing: marked.unwrap_or(unit.pose.facing), distance: most.half() };
        ideas.push(Command::Move { unit: id, legs: vec![go, Leg::Turn(bearing)] });
    }
    ideas
}

/// An officer rides to the unit that needs him most.
fn rides(state: &State, id: UnitId) -> Vec<Command> {
    let here = state.unit(id).pose.at;
    let mut friends: Vec<UnitId> = state.troops(state.side(id)).collect();
    friends.sort_by_key(|friend| {
        let unit = state.unit(*friend);
        let idle = !enemy_near(state, *friend, inches(14));
        (unit.level == Level::Good, idle, here.distance_to(unit.pose.at))
    });
    let ride = |friend: &UnitId| {
        let at = longroll_rules_johnny_reb::turn::officers::beside(state, id, *friend).at;
        Command::Move { unit: id, legs: vec![Leg::To(at)] }
    };
    friends.iter().take(4).map(ride).collect()
}

fn enemy_near(state: &State, id: UnitId, limit: Length) -> bool {
    nearest(state, id).is_some_and(|(away, _)| away.within(limit))
}

fn nearest(state: &State, id: UnitId) -> Option<(Length, UnitId)> {
    let enemies =
        state.troops(state.side(id).enemy()).filter(|enemy| state.unit(*enemy).level != Level::Routed);
    nearest_of(&state.unit(id).rect, enemies.map(|enemy| (enemy, &state.unit(enemy).rect)))
}

fn to_inches(length: Length) -> i64 {
    length.micrometres() / inches(1).micrometres()
}
