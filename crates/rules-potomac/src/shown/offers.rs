//! What may be done now.

use crate::book::kinds::{Formation, Kind};
use crate::book::tables::{Mover, rates};
use crate::c;
use crate::field::body::Hand;
use crate::field::evade::{evasion, may_evade};
use crate::field::skirmish::{recall, ways_out};
use crate::shown::together::officer_lines;
use crate::shown::why::Why;
use crate::turn::answers::{measure_move, turned_in_place};
use crate::turn::charge::check_all;
use crate::turn::command::Command;
use crate::turn::event::Aimed;
use crate::turn::fire_step::{may_fire, targets};
use crate::turn::handle::check_woken_by;
use crate::turn::melee_step::{doubtful, undecided_way};
use crate::turn::orders::{can_command, charges, charges_at, is_entitled, may_order};
use crate::turn::sequence::{may_act, may_recall_on_initiative, owner_of, wakeful};
use crate::turn::set_up::set_up_offers;
use crate::turn::state::{ChargeAt, Debt, OrderKind, Phase, Received, State};
use longroll_kit::{Actor, Clause, Leg, Offer, Order, Region, Side, Turning, UnitId};
use longroll_table::{Heading, Length, Pose, cm, touching};
use std::iter::once_with;

pub(crate) fn actors(state: &State, side: Side) -> Vec<Actor> {
    if state.phase == Phase::Over {
        return Vec::new();
    }
    if let Some(debt) = state.owed.top() {
        return if owner_of(state, debt) == Some(side) { debt_actors(state, debt) } else { Vec::new() };
    }
    let units: Vec<UnitId> = match state.phase {
        Phase::SetUp if !state.ready[side as usize] => {
            state.formed(side).filter(|id| !set_up_offers(state, *id).is_empty()).collect()
        }
        Phase::Initiative if state.active == side => {
            wakeful(state).into_iter().filter(|id| initiative_offers(state, *id).next().is_some()).collect()
        }
        Phase::Command if state.active == side => {
            let own = state.ids().filter(|id| state.side(*id) == side);
            own.filter(|id| is_orderable(state, *id)).collect()
        }
        _ => return Vec::new(),
    };
    units.into_iter().map(Actor::Unit).chain([Actor::Side]).collect()
}

fn debt_actors(state: &State, debt: &Debt) -> Vec<Actor> {
    match debt {
        Debt::Carry(received) => {
            let named = received.units.iter().filter(|id| !carry_offers(state, received, **id).is_empty());
            let mut list: Vec<Actor> = named.map(|id| Actor::Unit(*id)).collect();
            if list.is_empty() || may_be_done(received) {
                list.push(Actor::Side);
            }
            list
        }
        _ => vec![Actor::Side],
    }
}

/// Is nothing left that the units could do under the order they received?
pub(crate) fn is_impossible(state: &State, received: &Received) -> bool {
    received.units.iter().all(|id| carry_offers(state, received, *id).is_empty())
}

fn may_be_done(received: &Received) -> bool {
    received.kind == OrderKind::Fire && received.units.len() > 1
}

pub(crate) fn offers(state: &State, side: Side, actor: Actor) -> Vec<Offer<Command>> {
    let commands = match (state.owed.top(), actor) {
        (Some(Debt::Carry(received)), Actor::Unit(id)) => return carry_offers(state, received, id),
        (Some(Debt::Carry(_)), Actor::Side) => vec![Command::Done],
        (Some(debt), _) => debt_offers(state, debt),
        (None, Actor::Unit(id)) => match state.phase {
            Phase::SetUp => set_up_offers(state, id),
            Phase::Initiative => initiative_offers(state, id).collect(),
            Phase::Command => command_offers(state, id),
            Phase::Start | Phase::Over => Vec::new(),
        },
        (None, Actor::Side) => match state.phase {
            Phase::SetUp => vec![Command::Ready],
            Phase::Initiative => vec![Command::EndPhase],
            Phase::Command => {
                let mut list = vec![Command::EndTenure];
                let officers = state.officers(side).filter(|id| can_command(state, *id));
                list.extend(officers.map(|officer| Command::Stop { officer }));
                list
            }
            Phase::Start | Phase::Over => Vec::new(),
        },
    };
    commands.into_iter().map(Offer::Do).collect()
}

/// What a unit may do on its own.
/// The cheap questions first: whoever asks only whether there is one seldom comes to the charges.
fn initiative_offers(state: &State, id: UnitId) -> impl Iterator<Item = Command> {
    let able = may_act(state, id);
    let fights = able && !state.is_officer(id);
    let woken = move |target| check_woken_by(state, id, target).is_ok();
    let aims = once_with(move || if fights { targets(state, id, None) } else { Default::default() });
    let fires = aims.flatten().filter_map(move |aim| {
        let Aimed::Unit(target) = aim.target else { return None };
        let class = state.gun_class(id);
        let field = class.is_none_or(|class| class == crate::book::kinds::GunClass::Field);
        (field && woken(target)).then_some(Command::Fire { unit: id, target: aim.target })
    });
    let screens = once_with(move || if fights { screen_initiatives(state, id) } else { Vec::new() });
    let evades = [false, true].into_iter().filter(move |face_enemy| {
        able && may_evade(state, id).is_ok() && evasion(state, id, *face_enemy).is_ok()
    });
    let charges = once_with(move || charges_at(state, id, move |target| fights && woken(target)));
    fires
        .chain(screens.flatten())
        .chain(evades.map(move |face_enemy| Command::Evade { unit: id, face_enemy }))
        .chain(charges.flatten().map(|charge| Command::Charge { charges: vec![charge] }))
}

fn screen_initiatives(state: &State, id: UnitId) -> Vec<Command> {
    let out = ways_out(state, id).into_iter().map(|placing| Command::Skirmish { unit: id, placing });
    let mut list: Vec<Command> = out.collect();
    // A line whose parent does not qualify calls itself back (POT-SKIRM-17)
    let parent = if state.is_line(id) { state.parent_of(id) } else { Some(id) };
    if let Some(unit) = parent
        && may_recall_on_initiative(state, unit) == Some(id)
        && recall(state, unit).is_ok()
    {
        list.push(Command::Recall { unit });
    }
    list
}

/// Officers who could order this unit now.
fn commanders(state: &State, id: UnitId) -> Vec<UnitId> {
    let officers = state.officers(state.active);
    officers.filter(|officer| can_command(state, *officer) && is_entitled(state, *officer, id)).collect()
}

/// Whoever can be ordered at all can be ordered to move, or to rally: the dearer questions are left to the offers.
fn is_orderable(state: &State, id: UnitId) -> bool {
    let kind = if state.is_confused(id) { OrderKind::Rally } else { OrderKind::Move };
    let able = |officer: &UnitId| may_order(state, state.active, *officer, &[id], kind).is_ok();
    (state.is_placed(id) || state.is_officer(id)) && commanders(state, id).iter().any(able)
}

fn command_offers(state: &State, id: UnitId) -> Vec<Command> {
    let side = state.active;
    if state.side(id) != side || (!state.is_placed(id) && !state.is_officer(id)) {
        return Vec::new();
    }
    let mut list = Vec::new();
    for officer in commanders(state, id) {
        for kind in OrderKind::ALL {
            if may_order(state, side, officer, &[id], kind).is_ok() {
                list.push(Command::Order { officer, unit: id, kind, group: false });
            }
        }
        let group = state.group_of(id);
        if group.len() > 1 && group[0] == id {
            for kind in [OrderKind::Move, OrderKind::Charge, OrderKind::Fire, OrderKind::StandReady] {
                if may_order(state, side, officer, &group, kind).is_ok() {
                    list.push(Command::Order { officer, unit: id, kind, group: true });
                }
            }
        }
    }
    list
}

/// How a received order may be carried out by one of its units.
fn carry_offers(state: &State, received: &Received, id: UnitId) -> Vec<Offer<Command>> {
    match received.kind {
        OrderKind::Move if received.units[0] == id => move_offers(state, received, id),
        OrderKind::Fire => {
            let aims = targets(state, id, Some(received.officer)).into_iter();
            aims.map(|aim| Offer::Do(Command::Fire { unit: id, target: aim.target })).collect()
        }
        OrderKind::Charge => charge_offers(state, received, id),
        OrderKind::DeploySkirmishers => {
            let ways = ways_out(state, id).into_iter();
            ways.map(|placing| Offer::Do(Command::Skirmish { unit: id, placing })).collect()
        }
        OrderKind::Rally => face_offers(state, id),
        _ => Vec::new(),
    }
}

/// Each unit alone; and the whole group at one target, if they fit.
fn charge_offers(state: &State, received: &Received, id: UnitId) -> Vec<Offer<Command>> {
    let own: Vec<ChargeAt> = charges(state, id).collect();
    let mut list: Vec<Command> =
        own.iter().map(|charge| Command::Charge { charges: vec![*charge] }).collect();
    for charge in own.iter().filter(|_| received.units.len() > 1) {
        let mut together = vec![*charge];
        for mate in received.units.iter().filter(|mate| **mate != id) {
            let wanted = ChargeAt { unit: *mate, facing: None, ..*charge };
            together.push(wanted);
            if check_all(state, &together).is_err() {
                together.pop();
            }
        }
        if together.len() > 1 {
            list.push(Command::Charge { charges: together });
        }
    }
    list.into_iter().map(Offer::Do).collect()
}

fn face_offers(state: &State, id: UnitId) -> Vec<Offer<Command>> {
    let mut list = vec![Command::Face { unit: id, to: None }];
    let facing = state.unit(id).body.front.facing;
    let nearest = crate::field::sight::nearest_enemy(state, id).map(|(enemy, _)| enemy);
    let to_enemy = nearest.and_then(|enemy| Heading::of(state.centre(enemy) - state.centre(id)));
    for to in to_enemy.into_iter().chain([facing.opposite()]) {
        if turned_in_place(state, id, to).is_some() {
            list.push(Command::Face { unit: id, to: Some(to) });
        }
    }
    list.into_iter().map(Offer::Do).collect()
}

fn move_offers(state: &State, received: &Received, id: UnitId) -> Vec<Offer<Command>> {
    let mut list = vec![Offer::Do(Command::Move { unit: id, legs: Vec::new() })];
    let mut acts: Vec<String> = Vec::new();
    if received.units.len() == 1 && state.is_formed(id) {
        let unit = state.unit(id);
        match state.mover(id) {
            Mover::ArtilleryLimbered => acts.push("unlimber".to_owned()),
            Mover::ArtilleryUnlimbered => acts.push("limber".to_owned()),
            _ => {}
        }
        match state.kind(id) {
            Kind::Cavalry => acts.push(if unit.mounted { "dismount" } else { "mount" }.to_owned()),
            Kind::Infantry => {}
            _ => {}
        }
        if state.mover(id) != Mover::ArtilleryUnlimbered {
            acts.extend(["line", "line 2", "column"].map(str::to_owned));
        }
        acts.extend(["about", "face left", "face right"].map(str::to_owned));
    }
    for act in acts {
        let legs = vec![Leg::Act(act)];
        if measure_move(state, id, &legs).is_ok() {
            list.push(Offer::Do(Command::Move { unit: id, legs }));
        }
    }
    if state.is_officer(id) {
        list.extend(attach_offers(state, id));
    }
    if state.mover(id) != Mover::ArtilleryUnlimbered || !state.is_artillery(id) {
        list.push(Offer::Move(region(state, received, id)));
    }
    list
}

/// An officer rides straight to the rear of a unit and attaches himself.
fn attach_offers(state: &State, id: UnitId) -> Vec<Offer<Command>> {
    let mut list = Vec::new();
    for unit in state.formed(state.side(id)) {
        let to = crate::field::loose::behind(state, unit).at;
        let key = &state.piece(unit).key;
        let legs = vec![Leg::To(to), Leg::Act(format!("attach {key}"))];
        if measure_move(state, id, &legs).is_ok() {
            list.push(Offer::Do(Command::Move { unit: id, legs }));
            if state.unit(unit).group.is_some() {
                let legs = vec![Leg::To(to), Leg::Act(format!("attach group {key}"))];
                list.push(Offer::Do(Command::Move { unit: id, legs }));
            }
        }
    }
    list
}

fn region(state: &State, received: &Received, id: UnitId) -> Region {
    let reach = received.units.iter().map(|id| reach_of(state, *id)).min().unwrap_or_default();
    let from = if state.is_formed(id) {
        state.unit(id).body.front
    } else if state.unit(id).bases.is_empty() {
        crate::field::loose::standing_place(state, id)
    } else {
        Pose::new(state.centre(id), state.facing(id))
    };
    let acts: Vec<&'static str> = if state.is_formed(id) && received.units.len() == 1 {
        match state.kind(id) {
            Kind::Cavalry if state.unit(id).mounted => vec!["dismount", "line", "column", "about"],
            Kind::Cavalry => vec!["mount", "line", "column", "about"],
            _ => vec!["line", "line 2", "column", "about"],
        }
    } else {
        Vec::new()
    };
    Region { unit: id, clause: c::MOVE_02, from, reach, turning: Turning::Free, acts }
}

/// The farthest a unit could go: half in line, the road rate on a road.
fn reach_of(state: &State, id: UnitId) -> Length {
    let rate = rates(state.mover(id));
    if !state.is_formed(id) {
        return rate.full;
    }
    match state.unit(id).body.formation() {
        Formation::Column if state.field.road_under(state.unit(id).body.front.at).is_some() => {
            rate.road.unwrap_or(rate.full)
        }
        Formation::Column => rate.full,
        _ => rate.half.unwrap_or(rate.full),
    }
}

/// A lawful move somewhere in the region: a few tries, each judged by the rules themselves.
pub(crate) fn sample(state: &State, region: &Region, random: &mut dyn FnMut() -> u64) -> Option<Command> {
    const TRIES: usize = 6;
    let id = region.unit;
    (0..TRIES).find_map(|_| {
        let mut legs = Vec::new();
        let mut facing = region.from.facing;
        if random().is_multiple_of(3) {
            let turn = (random() % 16_384) as i32 - 8_192;
            facing = facing.turned(turn);
            legs.push(Leg::Turn(facing));
        }
        let loose = !state.is_formed(id);
        let bearing = if loose { Heading(random() as u16) } else { facing };
        let share = (random() % 101) as i64;
        let distance = Length::from_micrometres(region.reach.micrometres() * share / 100);
        legs.push(Leg::Go { bearing, distance });
        measure_move(state, id, &legs).ok()?;
        Some(Command::Move { unit: id, legs })
    })
}

fn debt_offers(state: &State, debt: &Debt) -> Vec<Command> {
    match debt {
        Debt::Share(sharing) => sharing.tied.iter().map(|unit| Command::Share { unit: *unit }).collect(),
        Debt::Detach { officer, failed, of_group, .. } => {
            let officer = *officer;
            let mut list = vec![Command::Stay { officer }, Command::Detach { officer }];
            if *failed && *of_group {
                list.push(Command::GoWith { officer });
            }
            list
        }
        Debt::Flee { unit, .. } => {
            [Hand::Left, Hand::Right].map(|first| Command::Flee { unit: *unit, first }).to_vec()
        }
        Debt::Assault(_) => vec![Command::Volley { fire: true }, Command::Volley { fire: false }],
        Debt::FollowUp(owed) => crate::turn::follow_up::offers(state, owed),
        Debt::Round(melee) => match (doubtful(state, melee), undecided_way(state, melee)) {
            (Some((unit, stand, among)), _) => {
                among.into_iter().map(|at| Command::Aim { unit, stand, at }).collect()
            }
            (None, Some((unit, among))) => {
                among.into_iter().map(|from| Command::GiveWay { unit, from }).collect()
            }
            (None, None) => Vec::new(),
        },
        Debt::Succession { candidates, .. } => {
            candidates.iter().map(|officer| Command::Succeed { officer: *officer }).collect()
        }
        Debt::Carry(_) | Debt::Charges { .. } => Vec::new(),
    }
}

/// Everything one might ask of the unit now, with the refusal where it is not lawful.
pub(crate) fn orders(state: &State, side: Side, id: UnitId) -> Vec<Order<Command, Why>> {
    if id.index() >= state.units.len() || state.side(id) != side {
        return Vec::new();
    }
    if let Some(Debt::Carry(received)) = state.owed.top() {
        if owner_of(state, state.owed.top().unwrap_or(&Debt::Carry(received.clone()))) != Some(side)
            || !received.units.contains(&id)
        {
            return Vec::new();
        }
        return carry_offers(state, received, id)
            .into_iter()
            .map(|offer| offered(state, offer, c::CMD_15))
            .collect();
    }
    if state.phase == Phase::SetUp && !state.ready[side as usize] {
        return crate::shown::together::set_up_lines(state, id)
            .into_iter()
            .chain(group_lines(state, id))
            .collect();
    }
    if state.owed.top().is_some() || state.active != side {
        return Vec::new();
    }
    match state.phase {
        Phase::Initiative => initiative_lines(state, side, id),
        Phase::Command => command_lines(state, side, id),
        _ => Vec::new(),
    }
}

fn offered(state: &State, offer: Offer<Command>, clause: Clause) -> Order<Command, Why> {
    let label = match &offer {
        Offer::Do(command) => crate::cases::words::label(state, command),
        Offer::Move(_) => "Move".to_owned(),
    };
    Order { label, clause, target: None, offer: Ok(offer) }
}

fn initiative_lines(state: &State, side: Side, id: UnitId) -> Vec<Order<Command, Why>> {
    let mut list: Vec<Order<Command, Why>> =
        initiative_offers(state, id).map(|command| offered(state, Offer::Do(command), c::INIT_03)).collect();
    // What the enemies nearby would refuse, so that a player can see why
    let near = state
        .troops(side.enemy())
        .filter(|enemy| longroll_table::within(&state.unit(id).print, &state.unit(*enemy).print, cm(40)));
    for enemy in near.take(6) {
        let target = Aimed::Unit(enemy);
        if !state.is_officer(id) && state.is_placed(id) {
            let lawful = may_fire(state, id, target, None).and_then(|_| check_woken_by(state, id, enemy));
            if let Err(refusal) = lawful {
                let label = format!("Fire at {}", state.name(enemy));
                list.push(Order { label, clause: c::INIT_03, target: Some(enemy), offer: Err(refusal) });
            }
        }
    }
    list.extend(officer_lines(state, side, id));
    list.extend(group_lines(state, id));
    list
}

fn command_lines(state: &State, side: Side, id: UnitId) -> Vec<Order<Command, Why>> {
    let mut list = Vec::new();
    let officers: Vec<UnitId> = commanders(state, id);
    for officer in &officers {
        for kind in OrderKind::ALL {
            if state.is_officer(id) && kind != OrderKind::Move {
                continue;
            }
            let command = Command::Order { officer: *officer, unit: id, kind, group: false };
            let label = format!("{}: {}", state.name(*officer), kind.words());
            let offer = may_order(state, side, *officer, &[id], kind).map(|()| Offer::Do(command));
            list.push(Order { label, clause: c::CMD_01, target: None, offer });
        }
    }
    list.extend(group_orders(state, side, id));
    if state.is_officer(id) && can_command(state, id) {
        list.push(offered(state, Offer::Do(Command::Stop { officer: id }), c::TURN_08));
    }
    list.extend(officer_lines(state, side, id));
    list.extend(group_lines(state, id));
    list
}

/// What officers may order the whole group of a unit.
pub(crate) fn group_orders(state: &State, side: Side, id: UnitId) -> Vec<Order<Command, Why>> {
    let group = state.group_of(id);
    if group.len() < 2 || state.phase != Phase::Command || state.owed.top().is_some() {
        return Vec::new();
    }
    let mut list = Vec::new();
    for officer in commanders(state, id) {
        for kind in [OrderKind::Move, OrderKind::Charge, OrderKind::Fire, OrderKind::StandReady] {
            let command = Command::Order { officer, unit: id, kind, group: true };
            let label = format!("{}: {}, the whole group", state.name(officer), kind.words());
            let offer = may_order(state, side, officer, &group, kind).map(|()| Offer::Do(command));
            list.push(Order { label, clause: c::GROUP_01, target: None, offer });
        }
    }
    list
}

/// POT-GROUP-05: declaring and dissolving cost nothing.
fn group_lines(state: &State, id: UnitId) -> Vec<Order<Command, Why>> {
    if !state.is_formed(id) {
        return Vec::new();
    }
    let mut list = Vec::new();
    let mates: Vec<UnitId> = state
        .formed(state.side(id))
        .filter(|other| *other != id && touching(&state.unit(id).print, &state.unit(*other).print))
        .filter(|other| {
            state.unit(*other).group.is_none() || state.unit(*other).group != state.unit(id).group
        })
        .collect();
    for mate in mates {
        let mut units = state.group_of(id);
        units.extend(state.group_of(mate));
        list.push(offered(state, Offer::Do(Command::Group { units }), c::GROUP_01));
    }
    if state.unit(id).group.is_some() {
        list.push(offered(state, Offer::Do(Command::Dissolve { unit: id }), c::GROUP_05));
    }
    let end = state.unit(id).sheds.other();
    list.push(offered(state, Offer::Do(Command::Shed { unit: id, end }), c::FIRE_26));
    list
}
