//! What a captain should know about Across A Deadly Field.

use crate::{Appraisal, Weights};
use longroll_dice::odds;
use longroll_kit::{Actor, Leg, Side, UnitId};
use longroll_rules_deadly_field::book::kinds::{Arm, Formation, Level};
use longroll_rules_deadly_field::book::tables::normal_range;
use longroll_rules_deadly_field::field::measured::{charge_facts, fire_facts, may_fire_at};
use longroll_rules_deadly_field::field::movement::{reach, route};
use longroll_rules_deadly_field::field::sight::{are_adjacent, has_in_arc, sector};
use longroll_rules_deadly_field::procedures::fire::{Band, FireFacts, Manner, shoot_for_result, volley};
use longroll_rules_deadly_field::procedures::impact::{Loser, Worked, level_after, run_charge};
use longroll_rules_deadly_field::turn::declare::ahead;
use longroll_rules_deadly_field::turn::react::Reaction;
use longroll_rules_deadly_field::turn::state::{Debt, Deed, Objective, State, Step, TriggerKind};
use longroll_rules_deadly_field::turn::victory::objective_points;
use longroll_rules_deadly_field::{Command, DeadlyField, Event};
use longroll_table::{Heading, Length, Point, distance, inches, nearest_of, within};

/// Worth of one figure; a section of guns is worth three.
const FIGURE: i64 = 1000;
const LEVELS: [i64; 4] = [0, -500, -1800, -4000];
const GONE: i64 = -2500;
const OUT_OF_COMMAND: i64 = -300;
const FACES_AWAY: i64 = -500;
const LIMBERED_NEAR: i64 = -600;
const COLUMN_NEAR: i64 = -700;
const SUPPORTED: i64 = 120;
const LED: i64 = 150;
const OBJECTIVE_POINT: i64 = 2500;
/// Worth of an inch nearer to what the side wants.
const INCH: i64 = 40;
/// A charge gives up fire and order: it must be clearly good.
const RISK_OF_A_CHARGE: i64 = 400;
/// Worth of striking where it helps: an enemy before the own foot, and one on ground that is wanted.
const BEFORE_OUR_FOOT: i64 = 150;
const ON_WANTED_GROUND: i64 = 150;
/// A shot at long range now is worth less than a better one later.
const PATIENCE: i64 = 500;
const TOO_EARLY: i64 = -50_000;
/// What each reaction is worth that is still there for the next inch.
const A_REACTION_KEPT: i64 = 150;

impl Appraisal for DeadlyField {
    /// A fire with its check and the checks of neighbours runs into thousands of paths; its promise is worked out from the facts.
    const PATHS: u64 = 1;
    const CHANCE: Weights =
        Weights { of: [-98, -423, 1000, 1304, 476, 610, 5, 745, 1008, 129], scale: 12000 };
    const HORIZON: u32 = 2;

    fn worth(state: &State, side: Side) -> i64 {
        if let Some(end) = &state.end {
            return match end.winner {
                Some(winner) if winner == side => 1_000_000,
                Some(_) => -1_000_000,
                None => 0,
            };
        }
        army(state, side) - army(state, side.enemy())
            + ground(state, side)
            + urge(state, side)
            + posture(state, side)
            - posture(state, side.enemy()) / 2
    }

    fn ideas(state: &State, side: Side, actor: Actor) -> Vec<Command> {
        match actor {
            Actor::Unit(id) if state.owed.is_empty() && state.is_leader(id) => leader_ideas(state, id),
            Actor::Unit(id) if state.owed.is_empty() && state.step == Step::Actions => {
                move_ideas(state, side, id)
            }
            _ => Vec::new(),
        }
    }

    fn promise(before: &State, after: &State, side: Side, command: &Command) -> i64 {
        // the same state twice: the dice were too many to follow
        let unfollowed = std::ptr::eq(before, after);
        match command {
            Command::Fire { salvos, deliberate } if unfollowed => {
                let manner = if *deliberate { Manner::Deliberate } else { Manner::Ordinary };
                salvos
                    .iter()
                    .map(|salvo| fire_promise(before, &salvo.units, salvo.target, manner, &salvo.without))
                    .sum()
            }
            Command::React { units, how: Reaction::Fire { target }, without, .. } if unfollowed => {
                let held = matches!(before.owed.top(), Some(Debt::HeldFire { .. }));
                let manner = if held { Manner::PointBlank } else { Manner::Ordinary };
                fire_promise(before, units, *target, manner, without) + held_promise(before, units, *target)
            }
            Command::ReactFire { salvos } => {
                let each = salvos.iter().map(|salvo| {
                    fire_promise(before, &salvo.units, salvo.target, Manner::Ordinary, &salvo.without)
                        + held_promise(before, &salvo.units, salvo.target)
                        - A_REACTION_KEPT
                });
                if unfollowed { each.sum() } else { 0 }
            }
            Command::Group { units, first, second } => group_promise(before, side, units, *first, *second),
            Command::Desperate { unit, target, without } if unfollowed => {
                fire_promise(before, &[*unit], *target, Manner::Desperation, without)
            }
            Command::Charge { sallies, .. } => {
                sallies.iter().filter_map(|sally| charge_worth(before, sally.unit, sally.target?)).sum()
            }
            // a move is interrupted at its first inch: look at where it would end
            Command::Move { unit, legs, .. } if !before.is_leader(*unit) => {
                move_promise(before, after, side, *unit, legs)
            }
            Command::EndTurn if before.troops(side).any(|id| before.unit(id).actions > 0) => TOO_EARLY,
            Command::React { units, how: Reaction::Fire { target }, .. } => {
                held_promise(before, units, *target)
            }
            // a reaction spent is not there when it is needed
            Command::React { how: Reaction::Rally | Reaction::Reform | Reaction::Countercharge, .. } => -50,
            Command::React { .. } => -250,
            // who has won goes after the beaten
            Command::Advance { .. } => 200,
            Command::Press { .. } => -100,
            Command::Pass { whole_action: true } => -20,
            _ => 0,
        }
    }

    fn half_turns(state: &State) -> u32 {
        2 * state.turn + u32::from(state.active != state.first)
    }

    fn first_to_act(state: &State, _: Side, actors: &[Actor]) -> Vec<Actor> {
        let units = || {
            actors.iter().filter_map(|actor| match actor {
                Actor::Unit(id) => Some(*id),
                Actor::Side => None,
            })
        };
        if let Some(debt) = state.owed.top() {
            let Debt::React(trigger) = debt else { return actors.to_vec() };
            // the two nearest who could do something, and letting it pass
            let Some(by) = trigger.by.first() else { return actors.to_vec() };
            let mut near: Vec<(Length, UnitId)> =
                units().map(|id| (distance(state.rect(id), state.rect(*by)), id)).collect();
            near.sort_unstable();
            return near.into_iter().take(2).map(|(_, id)| Actor::Unit(id)).chain([Actor::Side]).collect();
        }
        let acting = units().find(|id| state.acting_members().contains(id));
        if let Some(id) = acting {
            return vec![Actor::Unit(id), Actor::Side];
        }
        let next = match state.step {
            Step::Leaders => units().find(|id| {
                let unit = state.unit(*id);
                (!unit.moved || (unit.with.is_none() && unit.actions > 0)) && !is_well_placed(state, *id)
            }),
            // guns open the way, then those nearest to the enemy
            _ => units().min_by_key(|id| {
                let away = nearest_enemy(state, *id).map(|(away, _)| away);
                (!can_bombard(state, *id, away), away)
            }),
        };
        next.map_or_else(|| vec![Actor::Side], |id| vec![Actor::Unit(id)])
    }
}

fn value(state: &State, id: UnitId) -> i64 {
    if state.arm(id) == Arm::Artillery { 3 * FIGURE } else { FIGURE }
}

/// What is left of an army and in what state.
fn army(state: &State, side: Side) -> i64 {
    let mut worth = 0;
    for id in state.ids().filter(|id| state.side(*id) == side) {
        if state.is_leader(id) {
            worth += if state.is_on_table(id) { 0 } else { -FIGURE };
            continue;
        }
        worth += if state.is_on_table(id) {
            i64::from(state.figures(id)) * value(state, id) + LEVELS[state.unit(id).level as usize]
        } else {
            GONE
        };
    }
    worth
}

/// Objectives held, and how near the side is to those it does not hold.
fn ground(state: &State, side: Side) -> i64 {
    let late = i64::from(state.turn) * 4 / i64::from(state.muster.turns.max(1));
    let mut worth = 0;
    for (objective, held) in state.muster.objectives.iter().zip(&state.held) {
        let points = i64::from(objective.points);
        let near = |side: Side| {
            let units = state.troops(side).filter(|id| state.unit(*id).level != Level::Routed);
            nearest_of(&objective.at, units.map(|id| (id, state.rect(id)))).map(|(away, _)| away)
        };
        let (ours, theirs) = (near(side), near(side.enemy()));
        let holds = |away: Option<Length>| away.is_some_and(|away| away.within(objective.radius));
        let holder = match (holds(ours), holds(theirs)) {
            (true, false) => Some(side),
            (false, true) => Some(side.enemy()),
            _ => *held,
        };
        worth += match holder {
            Some(holder) if holder == side => OBJECTIVE_POINT * points * (2 + late) / 6,
            Some(_) => -OBJECTIVE_POINT * points * (2 + late) / 6,
            None => 0,
        };
        if let Some(ours) = ours {
            worth -= to_inches(ours) * INCH * points / 2;
        }
    }
    worth
}

/// A side that does not hold more than the other must go and take it; here every unit counts, not only
/// the nearest.
fn urge(state: &State, side: Side) -> i64 {
    let points = objective_points(state);
    if points[side as usize] > points[side.enemy() as usize] {
        return 0;
    }
    let wanted: Vec<_> = wanted(state, side).collect();
    let able = |id: &UnitId| state.arm(*id) != Arm::Artillery && state.unit(*id).level <= Level::Disorder;
    let away = |id: UnitId| {
        let to = |objective: &&Objective| distance(state.rect(id), &objective.at) - objective.radius;
        wanted.iter().map(to).min().map_or(0, |away| to_inches(away.max(Length::ZERO)))
    };
    state.troops(side).filter(able).map(|id| -away(id) * INCH / 2).sum()
}

/// Objectives that the side does not hold.
fn wanted(state: &State, side: Side) -> impl Iterator<Item = &Objective> {
    let all = state.muster.objectives.iter().zip(&state.held);
    all.filter(move |(_, held)| **held != Some(side)).map(|(objective, _)| objective)
}

/// Guns in place with an enemy in range.
fn can_bombard(state: &State, id: UnitId, away: Option<Length>) -> bool {
    let far = normal_range(state.options.scale, state.arm(id), state.piece(id).weapon) * 2;
    state.arm(id) == Arm::Artillery
        && state.unit(id).formation == Formation::Unlimbered
        && away.is_some_and(|away| away.within(far))
}

/// How the units stand: in command, faced, supported, in a fighting formation.
fn posture(state: &State, side: Side) -> i64 {
    let mut worth = 0;
    for id in state.troops(side) {
        let unit = state.unit(id);
        if unit.level == Level::Routed {
            continue;
        }
        if state.benefit(id) > 0 {
            worth += LED * (1 + unit.level as i64 * 2);
        }
        if !unit.in_command {
            worth += OUT_OF_COMMAND;
        }
        let Some((away, enemy)) = nearest_enemy(state, id) else { continue };
        let normal = normal_range(state.options.scale, state.arm(id), state.piece(id).weapon);
        if unit.level >= Level::Shaken {
            // out of it is where it should be
            worth += to_inches(away).min(12) * INCH;
            continue;
        }
        worth -= to_inches((away - normal).max(Length::ZERO)) * INCH;
        let near = away.within(inches(10));
        if near && !has_in_arc(state, id, enemy) {
            worth += FACES_AWAY;
        }
        if near && unit.formation == Formation::Limbered {
            worth += LIMBERED_NEAR;
        }
        if near && unit.formation.is_column() && !unit.charging {
            worth += COLUMN_NEAR;
        }
        if near && state.troops(side).any(|friend| friend != id && are_adjacent(state, id, friend)) {
            worth += SUPPORTED;
        }
    }
    worth
}

/// What a fire is expected to do, from its own dice: figures, and the nerve of those who must check.
fn fire_promise(state: &State, units: &[UnitId], target: UnitId, manner: Manner, without: &[UnitId]) -> i64 {
    let facts = fire_facts(state, units, target, manner, without);
    let worth = volley_worth(state, &facts, value(state, target));
    if state.side(target) == state.active {
        return worth;
    }
    worth + worth * where_it_helps(state, target) / 1000
}

/// Figures and nerve that a fire is expected to cost, by its own dice.
fn volley_worth(state: &State, facts: &FireFacts, figure: i64) -> i64 {
    let Some(worked) = volley(facts, &state.options) else { return 0 };
    let options = state.options;
    let Ok(chances) = odds(|dice| shoot_for_result(&worked, &options, dice)) else { return 0 };
    let expected = chances.expectation(|shot| {
        let nerve = shot.addition.map_or(0, |addition| 250 + 150 * i64::from(addition));
        i64::from(shot.hits) * figure + nerve
    });
    expected.whole()
}

/// How much more a blow at this enemy is worth for where it stands, in thousandths.
fn where_it_helps(state: &State, target: UnitId) -> i64 {
    let (rect, side) = (state.rect(target), state.side(target).enemy());
    let faced = state.troops(side).any(|id| {
        state.arm(id) != Arm::Artillery
            && state.unit(id).level <= Level::Disorder
            && within(rect, state.rect(id), inches(8))
    });
    let near = |objective: &Objective| within(rect, &objective.at, objective.radius + inches(1));
    let there = wanted(state, side).any(near);
    BEFORE_OUR_FOOT * i64::from(faced) + ON_WANTED_GROUND * i64::from(there)
}

/// What a charge promises, less what the enemy's held fire will cost it and the risk of leaving the line.
fn charge_worth(state: &State, unit: UnitId, target: UnitId) -> Option<i64> {
    let promise = charge_promise(state, unit, target)?;
    let enemy = state.unit(target);
    let manner = if enemy.reacted { Manner::Desperation } else { Manner::PointBlank };
    let mut facts = fire_facts(state, &[target], unit, manner, &[]);
    facts.firer.range = inches(1);
    facts.target.charging = true;
    let fires = enemy.level < Level::Shaken && has_in_arc(state, target, unit);
    let cost = if fires { volley_worth(state, &facts, value(state, unit)) } else { 0 };
    Some(promise - cost - RISK_OF_A_CHARGE)
}

/// The value of the place where a whole move would end, over that of the first inch.
fn move_promise(before: &State, after: &State, side: Side, unit: UnitId, legs: &[Leg]) -> i64 {
    let members = before.together(unit);
    let Ok(route) = route(before, &members, legs) else { return 0 };
    if route.actions > 1 && before.unit(unit).actions < 2 {
        return 0;
    }
    // a change of formation must pay for the action it takes
    let fidgets = if legs.iter().all(|leg| matches!(leg, Leg::Act(_) | Leg::Turn(_))) { -100 } else { 0 };
    let mut ended = after.clone();
    if !ended.is_on_table(unit) {
        return 0;
    }
    let clause = longroll_rules_deadly_field::c::MOVE_01;
    <DeadlyField as longroll_kit::Ruleset>::apply(
        &mut ended,
        &Event::Moved { units: route.ends, distance: route.cost, clause },
    );
    DeadlyField::worth(&ended, side) - DeadlyField::worth(after, side) + fidgets
}

/// What a group can do that its units could not do better one by one: it is reacted to as one, and its line holds together.
fn group_promise(state: &State, side: Side, units: &[UnitId], first: Deed, second: Deed) -> i64 {
    let Some(lead) = units.first().copied() else { return 0 };
    let others = units.len() as i64 - 1;
    let Some((away, _)) = nearest_enemy(state, lead) else { return TOO_EARLY };
    match (first, second) {
        (Deed::Move, _) => {
            let gains = move_ideas(state, side, lead).into_iter().filter_map(|idea| match idea {
                Command::Move { unit, legs, .. } => Some(group_move(state, side, units, unit, &legs)),
                _ => None,
            });
            let gain = gains.max().unwrap_or(0);
            let normal = normal_range(state.options.scale, state.arm(lead), state.piece(lead).weapon);
            let will_fire = away.within(reach(state, lead) + normal);
            let fits = if will_fire == (second == Deed::Fire) { 30 } else { 0 };
            if gain > 0 { gain + fits } else { TOO_EARLY }
        }
        (Deed::Fire, _) => {
            let best = |unit: UnitId| {
                let near = state.troops(side.enemy()).filter(|enemy| {
                    may_fire_at(state, unit, *enemy, Manner::Ordinary).is_ok_and(|band| band != Band::Long)
                });
                near.map(|enemy| fire_promise(state, &[unit], enemy, Manner::Ordinary, &[])).max()
            };
            let all: Option<Vec<i64>> = units.iter().map(|unit| best(*unit)).collect();
            all.and_then(|list| list.first().map(|lead| lead + 60 * others)).unwrap_or(TOO_EARLY)
        }
        (Deed::Charge, _) => {
            let met = |unit: UnitId| ahead(state, unit, state.rect(unit), inches(30)).map(|(enemy, _)| enemy);
            let worth = |unit: UnitId| charge_worth(state, unit, met(unit)?);
            units.iter().filter_map(|unit| worth(*unit)).sum::<i64>() + 60 * others
        }
        _ => TOO_EARLY,
    }
}

/// The value of the places where all would end.
fn group_move(state: &State, side: Side, units: &[UnitId], lead: UnitId, legs: &[Leg]) -> i64 {
    let mut members = units.to_vec();
    members.sort_by_key(|member| *member != lead);
    let Ok(route) = route(state, &members, legs) else { return 0 };
    let mut ended = state.clone();
    let clause = longroll_rules_deadly_field::c::MOVE_01;
    let moved = Event::Moved { units: route.ends, distance: route.cost, clause };
    <DeadlyField as longroll_kit::Ruleset>::apply(&mut ended, &moved);
    DeadlyField::worth(&ended, side) - DeadlyField::worth(state, side)
}

/// Fire at a charger is better held for point blank; fire at long range at one who comes nearer is better kept.
fn held_promise(before: &State, units: &[UnitId], target: UnitId) -> i64 {
    let Some(Debt::React(trigger)) = before.owed.top() else { return 0 };
    let Some(first) = units.first() else { return 0 };
    let comes = before.unit(target).charging && has_in_arc(before, target, *first);
    if comes && before.arm(*first) != Arm::Artillery {
        return -PATIENCE;
    }
    let long = may_fire_at(before, *first, target, Manner::Ordinary).is_ok_and(|band| band == Band::Long);
    if long && trigger.kind == TriggerKind::Inch { -PATIENCE } else { 0 }
}

/// Expected change of worth by the pre-impact check and the impact, by the rules' own procedure.
fn charge_promise(state: &State, unit: UnitId, target: UnitId) -> Option<i64> {
    let from = sector(state, target, state.rect(unit).front_middle());
    let mut facts = charge_facts(state, unit, target, from);
    facts.attacker.morale.charging = true;
    facts.attacker.morale.level = facts.attacker.morale.level.max(Level::Disorder);
    let options = state.options;
    let (ours, theirs) = (facts.attacker.morale.level, facts.defender.morale.level);
    let figures = i64::from(facts.defender.figures);
    let worked = Worked::of(&facts, &options);
    let chances = odds(|dice| run_charge(&worked, dice)).ok()?;
    let expected = chances.expectation(|result| {
        let worth = |level: Level, was: Level| LEVELS[level as usize] - LEVELS[was as usize];
        let Some(impact) = result.impact else { return -worth(result.check.level, theirs) };
        let lost = i64::from(impact.lost) * FIGURE;
        match impact.loser {
            Loser::Nobody => 0,
            Loser::Attacker => worth(level_after(ours, &impact), ours) - lost,
            Loser::Defender
                if impact.clash == longroll_rules_deadly_field::procedures::impact::Clash::Surrender =>
            {
                figures * FIGURE - GONE
            }
            Loser::Defender => lost - worth(level_after(theirs, &impact), theirs),
        }
    });
    Some(expected.whole())
}

fn move_ideas(state: &State, side: Side, id: UnitId) -> Vec<Command> {
    let unit = state.unit(id);
    if unit.level == Level::Routed {
        return Vec::new();
    }
    let far = reach(state, id);
    let mut goals: Vec<(Point, Length)> = Vec::new();
    let normal = normal_range(state.options.scale, state.arm(id), state.piece(id).weapon);
    if let Some((away, enemy)) = nearest_enemy(state, id) {
        goals.push((state.unit(enemy).pose.at, (away - normal).max(Length::ZERO)));
        goals.push((state.unit(enemy).pose.at, (away - normal.half()).max(Length::ZERO)));
    }
    for objective in &state.muster.objectives {
        let away = unit.pose.at.distance_to(objective.at);
        goals.push((objective.at, (away - inches(1)).max(Length::ZERO)));
    }
    let mut ideas = Vec::new();
    let order = |legs: Vec<Leg>| Command::Move { unit: id, legs, without: Vec::new() };
    for (goal, wanted) in goals {
        let Some(bearing) = Heading::of(goal - unit.pose.at) else { continue };
        let go = Leg::Go { bearing, distance: wanted.min(far) };
        ideas.push(order(vec![go]));
        if state.arm(id) == Arm::Infantry {
            let off = unit.pose.facing.difference(bearing);
            let degrees = (off.unsigned_abs() * 360 / 65_536).min(40);
            if degrees > 10 {
                let hand = if off < 0 { "left" } else { "right" };
                let turned = i32::from(Heading::from_degrees(degrees as i32).0);
                let facing = unit.pose.facing.turned(if off < 0 { -turned } else { turned });
                let wheel = Leg::Act(format!("wheel {hand} {degrees}"));
                let ahead = Leg::Go { bearing: facing, distance: wanted.min(far.half()) };
                ideas.push(order(vec![wheel.clone()]));
                ideas.push(order(vec![wheel, ahead]));
            }
        }
    }
    if unit.level == Level::Shaken {
        let home = state.edge(side).outward();
        ideas.push(order(vec![Leg::Go { bearing: home, distance: inches(3) }]));
    }
    ideas
}

/// Is the leader with a unit that has an enemy near, or one that needs him?
fn is_well_placed(state: &State, id: UnitId) -> bool {
    state.unit(id).with.is_some_and(|unit| {
        state.unit(unit).level != Level::Routed
            && nearest_enemy(state, unit).is_some_and(|(away, _)| away.within(inches(12)))
    })
}

/// To the units of his own command, those in trouble first.
fn leader_ideas(state: &State, id: UnitId) -> Vec<Command> {
    let here = state.unit(id).pose.at;
    let own = state.piece(id).chain.first().copied();
    let mut friends: Vec<UnitId> = state
        .troops(state.side(id))
        .filter(|unit| own.is_none_or(|own| state.piece(*unit).chain.contains(&own)))
        .collect();
    friends.sort_by_key(|unit| {
        (std::cmp::Reverse(state.unit(*unit).level), here.distance_to(state.unit(*unit).pose.at))
    });
    let mut ideas: Vec<Command> = friends
        .iter()
        .take(4)
        .map(|unit| {
            let to = longroll_rules_deadly_field::turn::state::behind(&state.field, state.rect(*unit)).at;
            Command::Move { unit: id, legs: vec![Leg::To(to)], without: Vec::new() }
        })
        .collect();
    let near = friends.iter().filter(|unit| within(state.rect(id), state.rect(**unit), inches(1)));
    ideas.extend(near.map(|unit| Command::Attach { leader: id, unit: Some(*unit) }));
    ideas
}

fn nearest_enemy(state: &State, id: UnitId) -> Option<(Length, UnitId)> {
    let enemies =
        state.troops(state.side(id).enemy()).filter(|enemy| state.unit(*enemy).level != Level::Routed);
    nearest_of(state.rect(id), enemies.map(|enemy| (enemy, state.rect(enemy))))
}

fn to_inches(length: Length) -> i64 {
    length.micrometres() / inches(1).micrometres()
}
