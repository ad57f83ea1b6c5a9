//! What may be done now.

use crate::book::kinds::{Form, Kind, Order};
use crate::c;
use crate::field::body::Shape;
use crate::field::movement::walk;
use crate::field::sight::nearest_enemy;
use crate::procedures::pace::Gait;
use crate::procedures::tests_of_command::By;
use crate::turn::actions::{may_detach, may_do, may_recall};
use crate::turn::charge::{charge_range, may_charge, may_charge_at, may_yell};
use crate::turn::command::Command;
use crate::turn::command_step::{may_change, may_take_command};
use crate::turn::event::Act;
use crate::turn::fire_step::{has_target, may_pour, targets};
use crate::turn::handle::owed_march;
use crate::turn::movement_step::{
    duty_to_advance, duty_to_fire, may_act, may_manhandle, may_march, may_ride, may_step_back,
    may_tactical_march,
};
use crate::turn::pursuit::facings;
use crate::turn::sequence::{awaited, owner_of};
use crate::turn::state::{Debt, Due, How, State, Step};
use longroll_kit::{Actor, Leg, Offer, Region, Side, Turning, UnitId};
use longroll_table::{Heading, Length, farther_than, inches};

pub(crate) fn actors(state: &State, side: Side) -> Vec<Actor> {
    if state.step == Step::Over {
        return Vec::new();
    }
    if let Some(debt) = state.owed.top() {
        if owner_of(state, debt) != Some(side) {
            return Vec::new();
        }
        return match debt {
            Debt::March { unit, .. } => vec![Actor::Unit(*unit)],
            _ => match chosen_among(state, debt) {
                Some(units) => units.iter().copied().map(Actor::Unit).collect(),
                None => vec![Actor::Side],
            },
        };
    }
    if awaited(state) != Some(side) {
        return Vec::new();
    }
    let own = || state.ids().filter(|id| state.is_on_table(*id) && state.side(*id) == side);
    let mut list: Vec<Actor> = match state.step {
        Step::Command => {
            own().filter(|id| !command_offers(state, side, *id).is_empty()).map(Actor::Unit).collect()
        }
        Step::Charge => own().filter(|id| can_charge(state, side, *id)).map(Actor::Unit).collect(),
        Step::Movement => own().filter(|id| has_move(state, side, *id)).map(Actor::Unit).collect(),
        Step::Fire => own().filter(|id| has_target(state, side, *id)).map(Actor::Unit).collect(),
        _ => Vec::new(),
    };
    // GRE-ORDER-01: the step cannot be ended while a unit on Assault hangs back
    let duty = match state.step {
        Step::Movement => duty_to_advance(state, side),
        Step::Fire => duty_to_fire(state, side),
        _ => None,
    };
    if duty.is_none() {
        list.push(Actor::Side);
    }
    list
}

pub(crate) fn offers(state: &State, side: Side, actor: Actor) -> Vec<Offer<Command>> {
    match (state.owed.top(), actor) {
        (Some(Debt::March { unit, .. }), _) => {
            let mut list: Vec<Offer<Command>> = march_region(state).map(Offer::Move).into_iter().collect();
            list.push(Offer::Do(Command::Move { unit: *unit, legs: Vec::new() }));
            list
        }
        (Some(debt), actor) => {
            let all = debt_offers(state, debt).into_iter();
            let of_actor = |command: &Command| match actor {
                Actor::Unit(id) => command.units()[0] == Some(id),
                Actor::Side => true,
            };
            all.filter(of_actor).map(Offer::Do).collect()
        }
        (None, Actor::Side) if state.step == Step::Deployment => deployment_offers(state, side),
        (None, Actor::Side) => vec![Offer::Do(Command::EndStep)],
        (None, Actor::Unit(id)) if id.index() < state.units.len() => match state.step {
            Step::Command => command_offers(state, side, id).into_iter().map(Offer::Do).collect(),
            Step::Charge => charge_offers(state, side, id).into_iter().map(Offer::Do).collect(),
            Step::Movement => movement_offers(state, side, id),
            Step::Fire => fire_offers(state, side, id).into_iter().map(Offer::Do).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Debts that are paid by naming one of several units: each of them acts for itself.
fn chosen_among<'a>(state: &State, debt: &'a Debt) -> Option<&'a [UnitId]> {
    match debt {
        // the targets of charges are not his own
        Debt::Next { what: Due::Target | Due::Replacement, .. } => None,
        Debt::Next { units, .. }
        | Debt::Flight { units, .. }
        | Debt::Tests { units, .. }
        | Debt::Help { units, .. } => Some(units),
        Debt::Aftermath(after) => Some(after.due()),
        Debt::Melee { blue, gray, .. } => {
            Some(if owner_of(state, debt) == Some(Side::Blue) { blue } else { gray })
        }
        _ => None,
    }
}

fn debt_offers(state: &State, debt: &Debt) -> Vec<Command> {
    match debt {
        Debt::First { .. } => vec![Command::GoFirst, Command::GoSecond],
        Debt::Flight { units, .. } => units.iter().map(|unit| Command::Flee { unit: *unit }).collect(),
        Debt::Evade { unit, .. } => {
            let unit = *unit;
            let mounts = state.kind(unit) == Kind::Cavalry && !state.unit(unit).mounted;
            let about = state.has_facing(unit).then(|| Some(state.unit(unit).pose.facing.opposite()));
            let mut list = vec![Command::Stand { unit }];
            for facing in std::iter::once(None).chain(about) {
                list.push(Command::Evade { unit, mount: false, facing });
                if mounts {
                    list.push(Command::Evade { unit, mount: true, facing });
                }
            }
            list
        }
        Debt::Next { what: Due::Rally, units, .. } => {
            units.iter().map(|unit| Command::Test { unit: *unit }).collect()
        }
        Debt::Next { units, .. } => units.iter().map(|unit| Command::Next { unit: *unit }).collect(),
        Debt::Facing { unit } => {
            let unit = *unit;
            let turns = facings(state, unit).into_iter().map(|facing| Command::Face { unit, facing });
            std::iter::once(Command::Stand { unit }).chain(turns).collect()
        }
        Debt::Brigades { brigades, .. } => {
            brigades.iter().map(|brigade| Command::TestBrigade { brigade: *brigade }).collect()
        }
        Debt::Answer { unit } => vec![Command::Countercharge { unit: *unit }, Command::Stand { unit: *unit }],
        Debt::Melee { blue, gray, .. } => {
            let asked = owner_of(state, debt);
            let own = if asked == Some(Side::Blue) { blue } else { gray };
            own.iter().map(|unit| Command::Lead { unit: *unit }).collect()
        }
        Debt::Aftermath(after) => after.due().iter().map(|unit| Command::Next { unit: *unit }).collect(),
        Debt::FollowUp { unit, .. } => {
            vec![Command::FollowUp { unit: *unit }, Command::Stand { unit: *unit }]
        }
        Debt::StandOrRetire { unit } => vec![Command::Retire { unit: *unit }, Command::Stand { unit: *unit }],
        Debt::Occupy { unit, .. } => vec![Command::Occupy { unit: *unit }, Command::Stand { unit: *unit }],
        Debt::Tests { units, .. } => units.iter().map(|unit| Command::Test { unit: *unit }).collect(),
        Debt::Help { units, .. } => units.iter().map(|unit| Command::Help { unit: *unit }).collect(),
        Debt::March { .. } | Debt::Close { .. } => Vec::new(),
    }
}

fn deployment_offers(state: &State, side: Side) -> Vec<Offer<Command>> {
    if state.namer.is_none() {
        return vec![Offer::Do(Command::ThrowLots)];
    }
    let own = (0..state.brigades.len() as u16)
        .filter(|brigade| state.muster.brigades[usize::from(*brigade)].side == side);
    let mut list = vec![Offer::Do(Command::Ready)];
    for brigade in own {
        let present = state.brigades[usize::from(brigade)].order;
        let orders = Order::ALL.into_iter().filter(|order| *order != Order::Retire && *order != present);
        list.extend(orders.map(|order| Offer::Do(Command::FirstOrder { brigade, order })));
    }
    list
}

/// What a general may order: a brigadier for his brigade, the CinC for all.
pub(crate) fn command_offers(state: &State, side: Side, id: UnitId) -> Vec<Command> {
    if state.kind(id) != Kind::General {
        return Vec::new();
    }
    let mut list = Vec::new();
    let cinc = state.cinc(side) == Some(id);
    for brigade in 0..state.brigades.len() as u16 {
        let leads = state.brigadier(brigade) == Some(id);
        for order in Order::ALL {
            if leads && may_change(state, side, brigade, order, By::Brigadier).is_ok() {
                list.push(Command::ChangeOrder { brigade, order, by: By::Brigadier });
            }
            if cinc && may_change(state, side, brigade, order, By::CinC).is_ok() {
                list.push(Command::ChangeOrder { brigade, order, by: By::CinC });
            }
        }
        if cinc && may_take_command(state, side, brigade).is_ok() {
            list.push(Command::TakeCommand { brigade });
        }
    }
    list
}

/// Enemies that the unit may charge now.
pub fn charge_targets<'a>(state: &'a State, side: Side, id: UnitId) -> impl Iterator<Item = UnitId> + 'a {
    let able = may_charge(state, side, id).is_ok();
    let reach = charge_range(state, id);
    state
        .troops(side.enemy())
        .filter(move |enemy| able && !farther_than(&state.unit(id).rect, &state.unit(*enemy).rect, reach))
        .filter(move |enemy| may_charge_at(state, side, id, *enemy).is_ok())
}

fn can_charge(state: &State, side: Side, id: UnitId) -> bool {
    charge_targets(state, side, id).next().is_some()
}

pub(crate) fn can_any_charge(state: &State, side: Side) -> bool {
    state.troops(side).any(|id| can_charge(state, side, id))
}

pub(crate) fn can_any_fire(state: &State, side: Side) -> bool {
    state
        .ids()
        .filter(|id| state.is_on_table(*id) && state.side(*id) == side && state.kind(*id) != Kind::General)
        .any(|id| has_target(state, side, id))
}

fn charge_offers(state: &State, side: Side, id: UnitId) -> Vec<Command> {
    let yells = may_yell(state, id).is_ok();
    charge_targets(state, side, id)
        .flat_map(|target| {
            let plain = Command::Charge { unit: id, target, yell: false };
            let loud = yells.then_some(Command::Charge { unit: id, target, yell: true });
            std::iter::once(plain).chain(loud)
        })
        .collect()
}

fn fire_offers(state: &State, side: Side, id: UnitId) -> Vec<Command> {
    targets(state, side, id)
        .into_iter()
        .flat_map(|(target, weapon)| {
            let plain = Command::Fire { unit: id, target, weapon, pour: false };
            let pours = weapon.is_some_and(|weapon| may_pour(state, id, weapon));
            let poured = pours.then_some(Command::Fire { unit: id, target, weapon, pour: true });
            std::iter::once(plain).chain(poured)
        })
        .collect()
}

fn has_move(state: &State, side: Side, id: UnitId) -> bool {
    if may_ride(state, side, id).is_ok() || may_march(state, side, id, Gait::Half).is_ok() {
        return true;
    }
    may_act(state, side, id).is_ok()
        && state.kind(id).is_unit()
        && state.unit(id).today.halves < 2
        && !movement_offers(state, side, id).is_empty()
}

fn movement_offers(state: &State, side: Side, id: UnitId) -> Vec<Offer<Command>> {
    let mut list = Vec::new();
    if state.kind(id) == Kind::General {
        if may_ride(state, side, id).is_ok() {
            list.push(Offer::Do(Command::Ride { unit: id }));
        }
        if may_tactical_march(state, side, id).is_ok() {
            list.push(Offer::Do(Command::TacticalMarch { unit: id }));
        }
        return list;
    }
    for gait in [Gait::Half, Gait::Full] {
        if may_march(state, side, id, gait).is_ok() {
            list.push(Offer::Do(Command::March { unit: id, gait }));
        }
    }
    if may_step_back(state, side, id).is_ok() {
        list.push(Offer::Do(Command::StepBack { unit: id }));
    }
    if may_tactical_march(state, side, id).is_ok() {
        list.push(Offer::Do(Command::TacticalMarch { unit: id }));
    }
    if may_manhandle(state, side, id).is_ok() {
        list.push(Offer::Move(manhandle_region(state, id)));
    }
    if may_recall(state, side, id).is_ok() {
        list.push(Offer::Do(Command::Recall { unit: id }));
    }
    let bases = Shape::of(state, id).bases();
    let has_out = state.ids().any(|other| state.piece(other).parent == Some(id) && state.is_on_table(other));
    let half = u8::try_from(bases / 2).unwrap_or(1);
    if !has_out && may_detach(state, side, id, half).is_ok() {
        list.push(Offer::Do(Command::Detach { unit: id, bases: half }));
    }
    for (act, facing) in possible_acts(state, id) {
        if may_do(state, side, id, act, facing).is_ok() {
            list.push(Offer::Do(Command::Act { unit: id, act, facing }));
        }
    }
    list
}

/// The actions worth naming for a unit, lawful or not.
pub(crate) fn possible_acts(state: &State, id: UnitId) -> Vec<(Act, Option<Heading>)> {
    let unit = state.unit(id);
    let mut list: Vec<(Act, Option<Heading>)> = Vec::new();
    if unit.building.is_some() {
        list.extend(
            [Heading::NORTH, Heading::EAST, Heading::SOUTH, Heading::WEST].map(|way| (Act::Leave, Some(way))),
        );
        return list;
    }
    if unit.prone {
        return vec![(Act::StandUp, None)];
    }
    let toward =
        nearest_enemy(state, id).and_then(|(_, enemy)| Heading::of(state.unit(enemy).pose.at - unit.pose.at));
    if state.kind(id).is_artillery() {
        if unit.form == Form::Unlimbered {
            list.extend([
                (Act::Limber(Form::LimberedColumn), None),
                (Act::Limber(Form::LimberedLine), None),
                (Act::Limber(Form::LimberedColumn), Some(unit.pose.facing.opposite())),
            ]);
        } else {
            list.push((Act::Unlimber, toward));
            list.push((Act::Unlimber, None));
            let other =
                if unit.form == Form::LimberedLine { Form::LimberedColumn } else { Form::LimberedLine };
            list.push((Act::Form(other), None));
        }
        list.extend(toward.map(|facing| (Act::Reface, Some(facing))));
        return list;
    }
    let forms = [Form::Line, Form::Column, Form::Skirmish].into_iter().filter(|form| *form != unit.form);
    // GRE-SKIRM-10: one recall a turn
    list.extend(
        forms
            .filter(|_| unit.form != Form::Skirmish || !unit.today.recall_tried)
            .map(|form| (Act::Form(form), None)),
    );
    list.extend([(Act::AboutFace, None), (Act::TurnLeft, None), (Act::TurnRight, None), (Act::Prone, None)]);
    list.push((if unit.closed_up { Act::OpenOut } else { Act::CloseUp }, None));
    if state.kind(id) == Kind::Cavalry {
        list.push((if unit.mounted { Act::Dismount } else { Act::Mount }, None));
    }
    for (place, _, polygon) in state.ground.buildings(&state.field) {
        if polygon.bounds().grown(inches(1)).meets(&unit.rect.bounds()) {
            list.push((Act::Occupy(place), None));
        }
    }
    list
}

pub(crate) fn march_region(state: &State) -> Option<Region> {
    let (unit, reach, how) = owed_march(state)?;
    let turning = if !state.has_facing(unit) {
        Turning::Free
    } else if how == How::StepBack {
        Turning::Arc { half_angle: 0, turns: 0 }
    } else {
        Turning::Arc { half_angle: 4096, turns: 20 }
    };
    Some(Region { unit, clause: c::MOVE_10, from: state.unit(unit).pose, reach, turning, acts: Vec::new() })
}

pub(crate) fn manhandle_region(state: &State, unit: UnitId) -> Region {
    Region {
        unit,
        clause: c::MOVE_13,
        from: state.unit(unit).pose,
        reach: inches(2),
        turning: Turning::Free,
        acts: Vec::new(),
    }
}

/// A lawful path somewhere in the region: a few tries, each judged by the rules themselves.
pub(crate) fn sample(
    state: &State,
    side: Side,
    region: &Region,
    random: &mut dyn FnMut() -> u64,
) -> Option<Command> {
    const TRIES: usize = 5;
    let manhandled = region.clause == c::MOVE_13;
    if manhandled && may_manhandle(state, side, region.unit).is_err() {
        return None;
    }
    let how = if manhandled { How::Manhandled } else { owed_march(state)?.2 };
    let command = |legs: Vec<Leg>| {
        if manhandled {
            Command::Manhandle { unit: region.unit, legs }
        } else {
            Command::Move { unit: region.unit, legs }
        }
    };
    let found = (0..TRIES).find_map(|_| {
        let legs = random_legs(state, region, how, random);
        walk(state, region.unit, &legs, region.reach, how).ok().map(|_| command(legs))
    });
    // guns that are hemmed in are pushed about where they stand
    found.or_else(|| manhandled.then(|| command(Vec::new())))
}

fn random_legs(state: &State, region: &Region, how: How, random: &mut dyn FnMut() -> u64) -> Vec<Leg> {
    let mut legs = Vec::new();
    let mut facing = region.from.facing;
    let share = (random() % 101) as i64;
    let far = Length::from_micrometres(region.reach.micrometres() * share / 100);
    let bearing = match (how, state.has_facing(region.unit)) {
        (How::StepBack, _) => facing.opposite(),
        (How::Manhandled, _) | (_, false) => {
            let anywhere = Heading(random() as u16);
            // generals look for company
            let friend = state.troops(state.side(region.unit)).nth((random() % 8) as usize);
            friend
                .filter(|_| how == How::Ride)
                .and_then(|friend| Heading::of(state.unit(friend).pose.at - region.from.at))
                .unwrap_or(anywhere)
        }
        _ => {
            if random().is_multiple_of(3) {
                facing = facing.turned((random() % 8192) as i32 - 4096);
                legs.push(Leg::Turn(facing));
            }
            facing.turned((random() % 4097) as i32 - 2048)
        }
    };
    legs.push(Leg::Go { bearing, distance: far });
    legs
}
