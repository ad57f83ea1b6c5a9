//! What may be done now.

use crate::book::options::AfterRally;
use crate::book::tables::full_move;
use crate::c;
use crate::field::charge_path::{may_charge, run};
use crate::field::movement::{reach, walk};
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::combat_step::{may_fight, may_fire, melees_owed, targets};
use crate::turn::command::Command;
use crate::turn::handle::{may_move, needs_a_hand};
use crate::turn::morale_step::{may_rally, owner_of, rally_candidates};
use crate::turn::sequence::placements;
use crate::turn::state::{Debt, Hand, Order, State, Step};
use longroll_kit::{Actor, Clause, Leg, Offer, Order as PanelOrder, Region, Side, Turning, UnitId};
use longroll_table::{Heading, Length, farther_than};

pub(crate) fn actors(state: &State, side: Side) -> Vec<Actor> {
    if state.step == Step::Over {
        return Vec::new();
    }
    if let Some(debt) = state.owed.top() {
        return if owner_of(state, debt) == Some(side) { vec![Actor::Side] } else { Vec::new() };
    }
    if state.step == Step::Deployment {
        return if state.ready[side as usize] { Vec::new() } else { vec![Actor::Side] };
    }
    if state.attacker != side {
        return Vec::new();
    }
    match state.step {
        Step::Movement => {
            let movers =
                state.ids().filter(|id| state.side(*id) == side && may_move(state, side, *id).is_ok());
            movers.map(Actor::Unit).chain([Actor::Side]).collect()
        }
        Step::Rally => rally_candidates(state).map(Actor::Unit).chain([Actor::Side]).collect(),
        Step::Combat => {
            let fighters: Vec<UnitId> = melees_owed(state).collect();
            let idle = fighters.is_empty();
            let shooters = state.troops(side).filter(|id| !targets(state, *id).is_empty());
            let mut actors: Vec<Actor> = fighters.into_iter().chain(shooters).map(Actor::Unit).collect();
            // melees are compulsory: while one is owed the step cannot be ended (QP-COMBAT-11)
            if idle {
                actors.push(Actor::Side);
            }
            actors
        }
        _ => Vec::new(),
    }
}

pub(crate) fn offers(state: &State, side: Side, actor: Actor) -> Vec<Offer<Command>> {
    match (state.owed.top(), actor) {
        (Some(debt), _) => debt_offers(state, debt),
        (None, Actor::Side) if state.step == Step::Deployment => deployment_offers(state, side),
        (None, Actor::Side) => vec![Offer::Do(Command::EndStep)],
        (None, Actor::Unit(id)) => match state.step {
            Step::Movement => movement_offers(state, id),
            Step::Rally => vec![Offer::Do(Command::Rally { unit: id })],
            Step::Combat if state.charge_of(id).is_some() => vec![Offer::Do(Command::Melee { unit: id })],
            Step::Combat => {
                let targets = targets(state, id).into_iter();
                targets.map(|target| Offer::Do(Command::Fire { unit: id, target })).collect()
            }
            _ => Vec::new(),
        },
    }
}

/// A lawful move somewhere in the region: a few tries, each judged by the rules themselves.
pub(crate) fn sample(state: &State, region: &Region, random: &mut dyn FnMut() -> u64) -> Option<Command> {
    const TRIES: usize = 6;
    (0..TRIES).find_map(|_| {
        let legs = random_legs(state, region, random);
        walk(state, region.unit, &legs).ok()?;
        Some(Command::Move { unit: region.unit, legs, with: Vec::new() })
    })
}

/// Everything one might ask of the unit in this step, with the refusal where it is not lawful.
pub(crate) fn orders(state: &State, side: Side, id: UnitId) -> Vec<PanelOrder<Command, Why>> {
    if id.index() >= state.units.len() || state.side(id) != side || !state.is_on_table(id) {
        return Vec::new();
    }
    if state.owed.top().is_some() || state.attacker != side {
        return Vec::new();
    }
    match state.step {
        Step::Movement => movement_orders(state, side, id),
        Step::Rally => vec![line("Rally", c::RALLY_01, may_rally(state, id), Command::Rally { unit: id })],
        Step::Combat => combat_orders(state, id),
        _ => Vec::new(),
    }
}

fn movement_orders(state: &State, side: Side, id: UnitId) -> Vec<PanelOrder<Command, Why>> {
    let free = || may_move(state, side, id);
    let acts = |label: &str, clause, acts: &[&str]| {
        let legs: Vec<Leg> = acts.iter().map(|act| Leg::Act((*act).to_owned())).collect();
        let lawful = free().and_then(|()| walk(state, id, &legs).map(|_| ()));
        line(label, clause, lawful, Command::Move { unit: id, legs, with: Vec::new() })
    };
    let mut list = vec![
        PanelOrder {
            label: "Move".to_owned(),
            clause: c::MOVE_01,
            target: None,
            offer: free().map(|()| Offer::Move(region(state, id))),
        },
        line("Stand", c::TURN_03, free(), Command::Stand { unit: id }),
    ];
    if state.unit(id).order == Order::Disordered {
        list.push(acts("Recover and stand", c::DISORDER_01, &["recover"]));
    }
    if state.kind(id).is_artillery() {
        list.push(if state.unit(id).limbered {
            acts("Unlimber here", c::MOVE_06, &["unlimber"])
        } else {
            acts("Limber here", c::MOVE_06, &["limber"])
        });
    }
    if !state.kind(id).is_general() {
        for target in state.troops(side.enemy()) {
            let label = format!("Charge {}", state.name(target));
            let lawful =
                may_charge(state, id).and_then(|()| free()).and_then(|()| charge_at(state, id, target));
            let offer = lawful.map(Offer::Do);
            list.push(PanelOrder { label, clause: c::CHARGE_01, target: Some(target), offer });
        }
    }
    list
}

fn combat_orders(state: &State, id: UnitId) -> Vec<PanelOrder<Command, Why>> {
    let mut list = Vec::new();
    if state.unit(id).charged {
        let lawful = may_fight(state, id).map(|_| ());
        list.push(line("Fight the melee", c::COMBAT_11, lawful, Command::Melee { unit: id }));
    }
    for target in state.troops(state.side(id).enemy()) {
        let label = format!("Fire at {}", state.name(target));
        let command = Command::Fire { unit: id, target };
        list.push(line(&label, c::COMBAT_11, may_fire(state, id, target), command).at(target));
    }
    list
}

fn line(
    label: &str,
    clause: Clause,
    lawful: Result<(), Refused>,
    command: Command,
) -> PanelOrder<Command, Why> {
    PanelOrder { label: label.to_owned(), clause, target: None, offer: lawful.map(|()| Offer::Do(command)) }
}

/// QP-MORALE-12: the owner chooses the order of the routs; which way one goes that must choose a hand is no matter of order.
pub(crate) fn as_listed(state: &State, side: Side) -> Option<Command> {
    let debt = state.owed.top()?;
    let Debt::Routs { units, .. } = debt else { return None };
    let (unit, is_asked) = (*units.first()?, owner_of(state, debt) == Some(side));
    (is_asked && !needs_a_hand(state, unit)).then_some(Command::Rout { unit, first: Hand::Left })
}

fn debt_offers(state: &State, debt: &Debt) -> Vec<Offer<Command>> {
    let commands: Vec<Command> = match debt {
        Debt::Routs { units, .. } => units
            .iter()
            .flat_map(|unit| {
                let hands: &[Hand] =
                    if needs_a_hand(state, *unit) { &[Hand::Left, Hand::Right] } else { &[Hand::Left] };
                hands.iter().map(|first| Command::Rout { unit: *unit, first: *first })
            })
            .collect(),
        Debt::GoesAlong { general, .. } => {
            vec![Command::GoAlong { general: *general }, Command::Stay { general: *general }]
        }
        Debt::Placement { general, beside } => placements(state, *general, *beside)
            .into_iter()
            .map(|at| Command::Place { general: *general, at })
            .collect(),
        Debt::Claim { chargers, .. } => chargers.iter().map(|unit| Command::Claim { unit: *unit }).collect(),
        Debt::TakeGround { .. } | Debt::Release { .. } | Debt::AfterRouts { .. } => Vec::new(),
    };
    commands.into_iter().map(Offer::Do).collect()
}

fn deployment_offers(state: &State, side: Side) -> Vec<Offer<Command>> {
    let batteries = state.troops(side).filter(|id| state.kind(*id).is_artillery());
    batteries
        .map(|unit| Command::Deploy { unit, limbered: !state.unit(unit).limbered })
        .chain([Command::Ready])
        .map(Offer::Do)
        .collect()
}

fn movement_offers(state: &State, id: UnitId) -> Vec<Offer<Command>> {
    let mut list = vec![Offer::Move(region(state, id)), Offer::Do(Command::Stand { unit: id })];
    let unit = state.unit(id);
    if may_recover(state, id) {
        let legs = vec![Leg::Act("recover".to_owned())];
        list.push(Offer::Do(Command::Move { unit: id, legs, with: Vec::new() }));
    }
    if may_charge(state, id).is_ok() {
        let allowed = full_move(state.kind(id));
        let near = state
            .troops(state.side(id).enemy())
            .filter(|enemy| !farther_than(&unit.rect, &state.unit(*enemy).rect, allowed));
        list.extend(near.filter_map(|target| charge_at(state, id, target).ok()).map(Offer::Do));
    }
    list
}

/// A charge at this target, straight ahead if that strikes it, else after facing its centre.
pub fn charge_at(state: &State, id: UnitId, target: UnitId) -> Result<Command, Refused> {
    let command = |facing| Command::Charge { unit: id, target, facing, with: Vec::new() };
    if run(state, id, target, None).is_ok() {
        return Ok(command(None));
    }
    let way = state.unit(target).pose.at - state.unit(id).pose.at;
    match Heading::of(way) {
        Some(facing) => run(state, id, target, Some(facing)).map(|_| command(Some(facing))),
        None => refuse(c::CHARGE_05, Why::MissesTarget { target: state.name(target).to_owned() }),
    }
}

pub(crate) fn region(state: &State, id: UnitId) -> Region {
    let unit = state.unit(id);
    let kind = state.kind(id);
    let turning = if state.has_facing(id) {
        Turning::Arc { half_angle: state.options.forward_arc.half_angle(), turns: 2 }
    } else {
        Turning::Free
    };
    let mut acts = Vec::new();
    if may_recover(state, id) {
        acts.push("recover");
    }
    if kind.is_artillery() {
        acts.extend(if unit.limbered { ["unlimber", "limber"] } else { ["limber", "unlimber"] });
    }
    Region { unit: id, clause: c::MOVE_01, from: unit.pose, reach: reach(state, id), turning, acts }
}

/// Some path for the region, lawful or not: a turn now and then, a stretch of any length, guns limbering to drive.
/// QP-DISORDER-01, unless QP-OPT-10 keeps a rallied unit Disordered.
fn may_recover(state: &State, id: UnitId) -> bool {
    let unit = state.unit(id);
    let keeps_marker = unit.shaken && state.options.after_rally == AfterRally::DisorderedForGood;
    unit.order == Order::Disordered && unit.in_command && !keeps_marker
}

fn random_legs(state: &State, region: &Region, random: &mut dyn FnMut() -> u64) -> Vec<Leg> {
    let mut legs = Vec::new();
    let act = |act: &str| Leg::Act(act.to_owned());
    if region.acts.contains(&"recover") && random().is_multiple_of(2) {
        legs.push(act("recover"));
    }
    let kind = state.kind(region.unit);
    if kind.is_artillery() && !state.unit(region.unit).limbered {
        if random().is_multiple_of(3) {
            legs.push(Leg::Turn(Heading(random() as u16)));
            return legs;
        }
        legs.push(act("limber"));
    }
    let mut facing = region.from.facing;
    if random().is_multiple_of(3) {
        facing = Heading(random() as u16);
        legs.push(Leg::Turn(facing));
    }
    let bearing = match region.turning {
        Turning::Free => Heading(random() as u16),
        Turning::Arc { .. } if kind.is_artillery() => Heading(random() as u16),
        Turning::Arc { half_angle, .. } => {
            let spread = i32::from(half_angle);
            facing.turned((random() % (2 * spread as u64 + 1)) as i32 - spread)
        }
    };
    let share = (random() % 101) as i64;
    let distance = Length::from_micrometres(region.reach.micrometres() * share / 100);
    legs.push(Leg::Go { bearing, distance });
    if kind.is_artillery() && random().is_multiple_of(2) {
        legs.push(act("unlimber"));
    }
    legs
}
