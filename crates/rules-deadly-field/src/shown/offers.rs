//! What may be done now.

use crate::book::kinds::{Arm, Formation, Level};
use crate::c;
use crate::field::measured::{fire_facts, may_fire_without};
use crate::field::movement::{reach, route};
use crate::procedures::fire::{Manner, volley};
use crate::shown::groups::{group_fire, group_offers, group_reaction, sallies};
use crate::turn::actions::{actors_for, may_disengage, may_fire, may_join, may_merge, may_run, may_sally};
use crate::turn::charge::{Phase, Sally, strikes};
use crate::turn::command::{Command, Salvo};
use crate::turn::handle::{may_attach, may_move_leader};
use crate::turn::react::{
    Reaction, may_desperate, may_fire_held, may_rally, may_react, may_reform, reactors,
};
use crate::turn::sequence::{can_desperate, decider};
use crate::turn::state::{Debt, Deed, State, Step, Trigger};
use longroll_kit::{Actor, Leg, Offer, Region, Side, Turning, UnitId};
use longroll_table::{Heading, Length, farther_than, inches};

pub(crate) fn actors(state: &State, side: Side) -> Vec<Actor> {
    if decider(state) != Some(side) {
        return Vec::new();
    }
    if state.question.is_some() {
        return vec![Actor::Side];
    }
    match state.owed.top() {
        Some(Debt::React(trigger)) => {
            let units = reactors(state, trigger).into_iter().map(Actor::Unit);
            units.chain([Actor::Side]).collect()
        }
        Some(_) => vec![Actor::Side],
        None => match state.step {
            Step::Leaders => {
                let leaders = state.leaders(side).filter(|id| has_leader_offer(state, side, *id));
                leaders.map(Actor::Unit).chain([Actor::Side]).collect()
            }
            Step::Actions => {
                let units = state.troops(side).filter(|id| can_act(state, side, *id));
                units.map(Actor::Unit).chain([Actor::Side]).collect()
            }
            Step::Initiative => vec![Actor::Side],
            Step::Ending | Step::Over => Vec::new(),
        },
    }
}

fn has_leader_offer(state: &State, side: Side, id: UnitId) -> bool {
    let leaves = state.unit(id).with.is_some() && state.unit(id).actions > 0;
    !state.unit(id).moved || leaves || attach_offers(state, side, id).next().is_some()
}

/// Somebody who could be told something: a cheap look.
fn can_act(state: &State, side: Side, id: UnitId) -> bool {
    let unit = state.unit(id);
    if unit.actions == 0 {
        return false;
    }
    match unit.level {
        Level::Routed => may_run(state, side, id).is_ok() || may_do(state, side, id, Deed::Rally),
        _ => !state.acting_members().contains(&id) || !unit_offers(state, side, id, true).is_empty(),
    }
}

fn may_do(state: &State, side: Side, id: UnitId, deed: Deed) -> bool {
    actors_for(state, side, id, deed, 1).is_ok()
}

pub(crate) fn offers(state: &State, side: Side, actor: Actor) -> Vec<Offer<Command>> {
    if let Some(question) = &state.question {
        return question.ask.among.iter().map(|unit| Offer::Do(Command::Choose { unit: *unit })).collect();
    }
    let commands = match (state.owed.top(), actor) {
        (Some(Debt::React(trigger)), Actor::Unit(id)) => reactions(state, trigger, id),
        (Some(Debt::React(_)), Actor::Side) => {
            vec![Command::Pass { whole_action: false }, Command::Pass { whole_action: true }]
        }
        (Some(debt), _) => debt_offers(state, debt),
        (None, Actor::Side) => match state.step {
            Step::Initiative => vec![Command::RollInitiative],
            Step::Leaders => vec![Command::LeadersDone],
            Step::Actions if state.acting.is_some() => vec![Command::Done, Command::EndTurn],
            _ => vec![Command::EndTurn],
        },
        (None, Actor::Unit(id)) if state.is_leader(id) => {
            let mut list: Vec<Offer<Command>> = attach_offers(state, side, id).map(Offer::Do).collect();
            if state.unit(id).with.is_some() && state.unit(id).actions > 0 {
                list.push(Offer::Do(Command::Attach { leader: id, unit: None }));
            }
            if !state.unit(id).moved {
                list.push(Offer::Move(region(state, id)));
                list.push(Offer::Do(Command::Stand { unit: id }));
            }
            return list;
        }
        (None, Actor::Unit(id)) => return unit_offers(state, side, id, false),
    };
    commands.into_iter().map(Offer::Do).collect()
}

fn attach_offers(state: &State, side: Side, id: UnitId) -> impl Iterator<Item = Command> + '_ {
    state
        .troops(side)
        .filter(move |unit| state.unit(id).with != Some(*unit) && may_attach(state, side, id, *unit).is_ok())
        .map(move |unit| Command::Attach { leader: id, unit: Some(unit) })
}

/// Everything that one unit may be told now; `any` is satisfied with the first that is found.
fn unit_offers(state: &State, side: Side, id: UnitId, any: bool) -> Vec<Offer<Command>> {
    let mut list = Vec::new();
    let unit = state.unit(id);
    if unit.level == Level::Routed {
        if may_run(state, side, id).is_ok() {
            list.push(Offer::Do(Command::Run { unit: id, facing: None }));
        } else if may_do(state, side, id, Deed::Rally) {
            list.push(Offer::Do(Command::Rally { unit: id, facing: None }));
        }
        return list;
    }
    let movement = may_do(state, side, id, Deed::Move);
    if movement {
        list.push(Offer::Move(region(state, id)));
        list.extend(facings(state, side, id).map(Offer::Do));
        if any && list.len() > 1 {
            return list;
        }
        list.extend(changes(state, id).filter(|command| is_lawful_move(state, side, command)).map(Offer::Do));
    }
    if may_do(state, side, id, Deed::Fire) {
        list.extend(fires(state, side, id).into_iter().map(Offer::Do));
    }
    if may_do(state, side, id, Deed::Charge) {
        list.extend(charges(state, side, id).into_iter().map(Offer::Do));
    }
    if may_do(state, side, id, Deed::Reform) && may_reform(state, id).is_ok() {
        list.push(Offer::Do(Command::Reform { unit: id }));
    }
    if may_do(state, side, id, Deed::Rally) && may_rally(state, id).is_ok() {
        list.push(Offer::Do(Command::Rally { unit: id, facing: None }));
    }
    if may_disengage(state, side, id, None).is_ok() {
        list.push(Offer::Do(Command::Disengage { unit: id, distance: None, without: Vec::new() }));
    }
    if state.is_depleted(id) {
        for friend in state.troops(side).filter(|friend| *friend != id) {
            if may_merge(state, side, id, friend).is_ok() {
                list.push(Offer::Do(Command::Merge { unit: id, other: friend }));
            }
            if may_join(state, side, id, friend).is_ok() {
                list.push(Offer::Do(Command::Join { unit: id, to: friend }));
            }
        }
    }
    if !state.acting_members().contains(&id) {
        list.push(Offer::Do(Command::Stand { unit: id }));
        if !any {
            list.extend(group_offers(state, side, id).into_iter().map(Offer::Do));
        }
    }
    // a region alone is no offer if nothing in it is lawful
    if list.iter().all(|offer| matches!(offer, Offer::Move(_))) {
        list.clear();
    }
    list
}

fn is_lawful_move(state: &State, side: Side, command: &Command) -> bool {
    let Command::Move { unit, legs, .. } = command else { return false };
    let Ok(members) = actors_for(state, side, *unit, Deed::Move, 1) else { return false };
    route(state, &members, legs).is_ok_and(|route| route.actions <= state.unit(*unit).actions)
}

/// Faces the nearest enemy, each of several equally near, or about.
fn facings(state: &State, side: Side, id: UnitId) -> impl Iterator<Item = Command> + '_ {
    let here = state.unit(id).pose;
    let nearest = nearest_enemies(state, id)
        .into_iter()
        .filter_map(move |enemy| Heading::of(state.unit(enemy).pose.at - here.at));
    nearest
        .chain([here.facing.opposite()])
        .filter(move |to| to.difference(here.facing).unsigned_abs() > 900)
        .map(move |to| Command::Move { unit: id, legs: vec![Leg::Turn(to)], without: Vec::new() })
        .filter(move |command| is_lawful_move(state, side, command))
}

fn nearest_enemies(state: &State, id: UnitId) -> Vec<UnitId> {
    let rect = state.rect(id);
    let away = |enemy: UnitId| longroll_table::distance(rect, state.rect(enemy));
    let enemies = || state.troops(state.side(id).enemy());
    let Some(least) = enemies().map(away).min() else { return Vec::new() };
    enemies().filter(|enemy| away(*enemy).about(least)).collect()
}

/// Other formations, limbering, mounting.
fn changes(state: &State, id: UnitId) -> impl Iterator<Item = Command> + '_ {
    let unit = state.unit(id);
    let forms = Formation::of(state.arm(id)).iter().filter(|formation| **formation != unit.formation);
    let mounts = (state.arm(id) == Arm::Cavalry).then_some(if unit.mounted { "dismount" } else { "mount" });
    forms.map(|formation| formation.key()).chain(mounts).map(move |act| Command::Move {
        unit: id,
        legs: vec![Leg::Act(act.to_owned())],
        without: Vec::new(),
    })
}

fn fires(state: &State, side: Side, id: UnitId) -> Vec<Command> {
    let mut list = Vec::new();
    let far = state.options.scale;
    let reach = crate::book::tables::normal_range(far, state.arm(id), state.piece(id).weapon) * 2;
    let in_group = state.together(id).len() > 1;
    for target in state.troops(side.enemy()) {
        if farther_than(state.rect(id), state.rect(target), reach) {
            continue;
        }
        let salvos = vec![Salvo::new(vec![id], target)];
        if may_fire(state, side, &salvos, false).is_ok() {
            if in_group {
                list.extend(group_fire(state, side, id, target));
                continue;
            }
            if state.arm(id) == Arm::Artillery && may_fire(state, side, &salvos, true).is_ok() {
                list.push(Command::Fire { salvos: salvos.clone(), deliberate: true });
            }
            list.extend(bare(state, Command::Fire { salvos, deliberate: false }));
            let together = combined(state, id, target);
            let lawful = together.filter(|salvos| may_fire(state, side, salvos, false).is_ok());
            list.extend(lawful.map(|salvos| Command::Fire { salvos, deliberate: false }));
        }
    }
    list
}

/// ADF-UNIT-23: a fire of one unit, and the same without its remnant where that leaves more dice.
fn bare(state: &State, command: Command) -> Vec<Command> {
    let held = matches!(state.owed.top(), Some(Debt::HeldFire { .. }));
    let fire = match &command {
        Command::Fire { salvos, .. } => {
            salvos.first().map(|salvo| (salvo.units[0], salvo.target, Manner::Ordinary))
        }
        Command::React { units, how: Reaction::Fire { target }, .. } => {
            Some((units[0], *target, if held { Manner::PointBlank } else { Manner::Ordinary }))
        }
        Command::Desperate { unit, target, .. } => Some((*unit, *target, Manner::Desperation)),
        _ => None,
    };
    let mut list = vec![command];
    let Some((unit, target, manner)) = fire else { return list };
    let Some(remnant) = state.unit(unit).remnant else { return list };
    let dice = |without: &[UnitId]| {
        let facts = fire_facts(state, &[unit], target, manner, without);
        may_fire_without(state, unit, target, manner, without).ok()?;
        volley(&facts, &state.options).map(|volley| volley.dice)
    };
    if dice(&[remnant]) > dice(&[]) {
        let mut alone = list[0].clone();
        match &mut alone {
            Command::Fire { salvos, .. } => salvos[0].without = vec![remnant],
            Command::React { without, .. } | Command::Desperate { without, .. } => without.push(remnant),
            _ => {}
        }
        list.push(alone);
    }
    list
}

/// The unit together with each adjacent unit of its arm.
fn combined(state: &State, id: UnitId, target: UnitId) -> impl Iterator<Item = Vec<Salvo>> + '_ {
    let mates = state.troops(state.side(id)).filter(move |mate| {
        *mate != id
            && state.arm(*mate) == state.arm(id)
            && state.unit(*mate).level == Level::GoodOrder
            && crate::field::sight::are_adjacent(state, id, *mate)
    });
    mates.map(move |mate| vec![Salvo::new(vec![id, mate], target)])
}

fn charges(state: &State, side: Side, id: UnitId) -> Vec<Command> {
    let members = state.together(id);
    // all members together, each at its own enemy; or all along with this one
    let each = sallies(state, &members);
    let alone =
        each.iter().map(|sally| Sally { target: sally.target.filter(|_| sally.unit == id), ..*sally });
    let mut list = vec![alone.collect::<Vec<_>>()];
    if members.len() > 1 {
        list.push(each);
    }
    list.retain(|sallies| may_sally(state, side, sallies, &[]).is_ok());
    list.dedup();
    list.into_iter().map(Command::charge).collect()
}

/// Every reaction that one unit could make now.
pub(crate) fn reactions(state: &State, trigger: &Trigger, id: UnitId) -> Vec<Command> {
    let unit = state.unit(id);
    let mut tried: Vec<Reaction> = Vec::new();
    if unit.level == Level::Routed {
        tried.push(Reaction::Rally);
    } else {
        tried.extend(trigger.by.iter().map(|target| Reaction::Fire { target: *target }));
        tried.extend([Reaction::Countercharge, Reaction::Reform, Reaction::Rally, Reaction::Disengage]);
        let there = trigger.by.first().map(|by| state.unit(*by).pose.at - unit.pose.at);
        let toward =
            there.and_then(Heading::of).filter(|to| to.difference(unit.pose.facing).unsigned_abs() > 900);
        tried.extend(
            [toward, Some(unit.pose.facing.opposite())]
                .into_iter()
                .flatten()
                .map(|facing| Reaction::Face { facing }),
        );
        let forms = Formation::of(state.arm(id)).iter().filter(|formation| **formation != unit.formation);
        tried.extend(forms.map(|formation| Reaction::Form { formation: *formation }));
        if state.arm(id) == Arm::Cavalry {
            tried.push(Reaction::Mount { mounted: !unit.mounted });
        }
    }
    tried
        .into_iter()
        .filter(|how| may_react(state, trigger, &[id], how, None, &[]).is_ok())
        .flat_map(|how| bare(state, Command::react(vec![id], how)))
        .chain(group_reaction(state, trigger, id))
        .collect()
}

fn debt_offers(state: &State, debt: &Debt) -> Vec<Command> {
    let pass = Command::Pass { whole_action: false };
    match debt {
        Debt::React(_) | Debt::Walk(_) | Debt::Rally { .. } => Vec::new(),
        Debt::Desperation { pairs } => {
            let pairs = pairs.iter().filter(|(unit, at)| can_desperate(state, *unit, *at));
            pairs
                .map(|(unit, target)| Command::Desperate {
                    unit: *unit,
                    target: *target,
                    without: Vec::new(),
                })
                .flat_map(|command| bare(state, command))
                .chain([pass])
                .collect()
        }
        Debt::HeldFire { unit, chargers } => {
            let mut list = vec![pass];
            for charger in chargers.iter().filter(|charger| state.is_on_table(**charger)) {
                if may_fire_held(state, *unit, *charger, &[]).is_ok() {
                    let fire = Command::react(vec![*unit], Reaction::Fire { target: *charger });
                    list.extend(bare(state, fire));
                }
                if may_desperate(state, *unit, *charger).is_ok() {
                    let (unit, target) = (*unit, *charger);
                    list.extend(bare(state, Command::Desperate { unit, target, without: Vec::new() }));
                }
            }
            list
        }
        Debt::Opponent { lead, among } => {
            among.iter().map(|target| Command::Strike { unit: *lead, target: *target }).collect()
        }
        Debt::Charge(charge) => match &charge.phase {
            Phase::Asking { .. } => {
                vec![
                    Command::Press { distance: None },
                    Command::Press { distance: Some(inches(1)) },
                    Command::Halt,
                ]
            }
            Phase::Winning { most, .. } => {
                let half = Command::Advance { distance: most.half() };
                vec![Command::Advance { distance: *most }, half, Command::Halt]
            }
            _ => strikes(state, charge)
                .into_iter()
                .map(|(unit, target)| Command::Strike { unit, target })
                .collect(),
        },
    }
}

pub(crate) fn region(state: &State, id: UnitId) -> Region {
    let infantry = state.arm(id) == Arm::Infantry;
    let turning = if infantry {
        Turning::Arc { half_angle: state.options.half_angle, turns: 1 }
    } else {
        Turning::Free
    };
    let mut acts: Vec<&'static str> = Vec::new();
    if !state.is_leader(id) {
        acts.extend(["wheel left 15", "wheel left 30", "wheel right 15", "wheel right 30"]);
        let forms =
            Formation::of(state.arm(id)).iter().filter(|formation| **formation != state.unit(id).formation);
        acts.extend(forms.map(|formation| formation.key()));
        if state.arm(id) == Arm::Cavalry {
            acts.push(if state.unit(id).mounted { "dismount" } else { "mount" });
        }
    }
    let clause = if state.is_leader(id) { c::LEADER_08 } else { c::MOVE_01 };
    Region { unit: id, clause, from: state.unit(id).pose, reach: reach(state, id), turning, acts }
}

/// A lawful move somewhere in the region: a few tries, each judged by the rules themselves.
pub(crate) fn sample(
    state: &State,
    side: Side,
    region: &Region,
    random: &mut dyn FnMut() -> u64,
) -> Option<Command> {
    const TRIES: usize = 6;
    (0..TRIES).find_map(|_| {
        let legs = random_legs(state, region, random);
        if state.is_leader(region.unit) {
            may_move_leader(state, side, region.unit, &legs).ok()?;
        } else if !is_lawful_move(
            state,
            side,
            &Command::Move { unit: region.unit, legs: legs.clone(), without: Vec::new() },
        ) {
            return None;
        }
        Some(Command::Move { unit: region.unit, legs, without: Vec::new() })
    })
}

fn random_legs(state: &State, region: &Region, random: &mut dyn FnMut() -> u64) -> Vec<Leg> {
    let mut legs = Vec::new();
    let mut facing = region.from.facing;
    if !region.acts.is_empty() && random().is_multiple_of(5) {
        let degrees = (random() % 30) as i32 + 1;
        let hand = if random().is_multiple_of(2) { "left" } else { "right" };
        legs.push(Leg::Act(format!("wheel {hand} {degrees}")));
        let turned = i32::from(Heading::from_degrees(degrees).0);
        facing = facing.turned(if hand == "left" { -turned } else { turned });
    }
    let bearing = match region.turning {
        Turning::Free => Heading(random() as u16),
        Turning::Arc { half_angle, .. } if !random().is_multiple_of(8) => {
            let spread = i32::from(half_angle);
            facing.turned((random() % (2 * spread as u64 + 1)) as i32 - spread)
        }
        Turning::Arc { .. } => Heading(random() as u16),
    };
    let share = (random() % 100) as i64 + 1;
    let most = if legs.is_empty() { region.reach } else { region.reach.half() };
    let _ = state;
    legs.push(Leg::Go { bearing, distance: Length::from_micrometres(most.micrometres() * share / 100) });
    legs
}
