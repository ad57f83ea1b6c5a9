//! What may be done now.

use crate::book::kinds::{Arm, Formation};
use crate::c;
use crate::field::ground::nearest_enemy;
use crate::field::movement::walk;
use crate::field::rates::reach;
use crate::shown::why::Why;
use crate::turn::charge::{closest_enemies, supporters};
use crate::turn::command::Command;
use crate::turn::disengage::disengage_reach;
use crate::turn::fire_step::{firers, may_fire, targets};
use crate::turn::flight::away;
use crate::turn::handle::{may_order, pivoted};
use crate::turn::march::interrupters;
use crate::turn::officers::within_reach;
use crate::turn::sequence::{changeable, is_awaited, late_movers, rally_candidates, unordered};
use crate::turn::state::{Debt, Order, Phase, Shot, State};
use longroll_kit::{
    Actor, Leg, Offer, Order as PanelOrder, Reaction, ReactionKind, Region, Side, Turning, UnitId,
};
use longroll_table::{Heading, Length, inches};

pub(crate) fn actors(state: &State, side: Side) -> Vec<Actor> {
    if !is_awaited(state, side) {
        return Vec::new();
    }
    if state.question.is_some() || state.owed.top().is_some() {
        return vec![Actor::Side];
    }
    let units = |list: &mut dyn Iterator<Item = UnitId>| list.map(Actor::Unit).collect::<Vec<_>>();
    let mut list = match state.phase {
        Phase::MarkOrders => {
            let mut open = units(&mut unordered(state, side));
            let is_open = !open.is_empty();
            open.extend(units(&mut unnamed(state, side)));
            // while a unit has no order the side cannot be ready (JR-ORDER-01)
            if is_open {
                return open;
            }
            open
        }
        Phase::Rallies => units(&mut rally_candidates(state, side)),
        Phase::Reveal => units(&mut changeable(state, side)),
        Phase::FirstFires => {
            let open = units(&mut firers(state, side));
            // First Fire is compulsory (JR-ORDER-03)
            if !open.is_empty() {
                return open;
            }
            open
        }
        Phase::HoldFires | Phase::Fires => units(&mut firers(state, side)),
        Phase::Pivots => units(&mut late_movers(state, side)),
        _ => return state.mover.map(Actor::Unit).into_iter().collect(),
    };
    list.push(Actor::Side);
    list
}

pub(crate) fn offers(state: &State, side: Side, actor: Actor) -> Vec<Offer<Command>> {
    if let Some(question) = &state.question {
        return question.answers().into_iter().map(Offer::Do).collect();
    }
    if let Some(Debt::March(march)) = state.owed.top() {
        let halts = interrupters(state, march).into_iter();
        let halts = halts.flat_map(|(unit, stop)| {
            let halt = move |(rapid, sparing)| Command::Halt {
                stop,
                units: vec![unit],
                as_one: false,
                rapid,
                sparing,
            };
            manners(state, unit).into_iter().map(halt)
        });
        return halts.chain([Command::LetPass]).map(Offer::Do).collect();
    }
    let Actor::Unit(id) = actor else { return vec![Offer::Do(Command::Ready)] };
    match state.phase {
        Phase::MarkOrders if state.is_officer(id) => within_reach(state, id)
            .into_iter()
            .map(|unit| Offer::Do(Command::Attach { officer: id, unit }))
            .collect(),
        Phase::MarkOrders => order_offers(state, id),
        Phase::Rallies => vec![Offer::Do(Command::Rally { unit: id })],
        Phase::Reveal => vec![Offer::Do(Command::Hold { unit: id })],
        Phase::FirstFires | Phase::HoldFires | Phase::Fires => fire_offers(state, side, id),
        Phase::Disengage => withdraw_offers(state, id),
        Phase::Charges => charge_offers(state, id),
        Phase::Moves => move_offers(state, id),
        Phase::Pivots => pivot_offers(state, id),
        Phase::Melee | Phase::Over => Vec::new(),
    }
}

/// JR-OFFICER-01: officers who could be present with one of several units, and have not been named for one this turn.
fn unnamed(state: &State, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    state.officers(side).filter(|id| !state.unit(*id).flags.named && within_reach(state, *id).len() > 1)
}

fn order_offers(state: &State, id: UnitId) -> Vec<Offer<Command>> {
    let facing = state.unit(id).pose.facing;
    let ways =
        [0, 45, -45, 90, -90, 180].map(|turn| facing.turned(i32::from(Heading::from_degrees(turn).0 as i16)));
    let moves = ways.into_iter().map(Order::Move);
    [Order::Hold, Order::FirstFire, Order::Charge, Order::Disengage, Order::Form]
        .into_iter()
        .chain(moves)
        .filter(|order| may_order(state, id, *order).is_ok())
        .map(|order| Offer::Do(Command::Mark { unit: id, order }))
        .collect()
}

fn fire_offers(state: &State, side: Side, id: UnitId) -> Vec<Offer<Command>> {
    let mut list = Vec::new();
    for target in targets(state, id) {
        for (rapid, sparing) in manners(state, id) {
            list.push(Command::Fire { unit: id, target, with: Vec::new(), rapid, sparing });
        }
        for other in firers(state, side).filter(|other| *other != id) {
            let shot = Shot { unit: id, target, with: vec![other], rapid: false, sparing: false };
            if may_fire(state, side, &shot).is_ok() {
                let with = vec![other];
                list.push(Command::Fire { unit: id, target, with, rapid: false, sparing: false });
            }
        }
    }
    list.into_iter().map(Offer::Do).collect()
}

/// JR-FIRE-15: the ways in which a unit can fire: rapidly, sparingly.
fn manners(state: &State, id: UnitId) -> Vec<(bool, bool)> {
    let weapon = state.piece(id).weapon;
    let mut list = vec![(false, false)];
    list.extend(weapon.is_breech_loader().then_some((true, false)));
    list.extend(weapon.is_repeater().then_some((false, true)));
    list
}

fn withdraw_offers(state: &State, id: UnitId) -> Vec<Offer<Command>> {
    let heading = away(state, id, nearest_enemy(state, id).map(|(_, enemy)| enemy));
    let most = disengage_reach(state, id, heading);
    let whole = |length: Length, about| Offer::Do(Command::Withdraw { unit: id, distance: length, about });
    vec![whole(most, false), whole(most, true), whole(most.half(), false), whole(Length::ZERO, false)]
}

fn charge_offers(state: &State, id: UnitId) -> Vec<Offer<Command>> {
    let mut able = supporters(state, id);
    able.truncate(3);
    let mut list = Vec::new();
    for target in closest_enemies(state, id) {
        list.push(Offer::Do(Command::Charge { unit: id, target, with: Vec::new() }));
        if !able.is_empty() {
            list.push(Offer::Do(Command::Charge { unit: id, target, with: able.clone() }));
        }
    }
    list
}

fn move_offers(state: &State, id: UnitId) -> Vec<Offer<Command>> {
    let mut list = vec![Offer::Move(region(state, id)), Offer::Do(Command::Stand { unit: id })];
    for act in acts_of(state, id) {
        let legs = vec![Leg::Act(act)];
        if walk(state, id, &legs).is_ok() {
            list.push(Offer::Do(Command::Move { unit: id, legs }));
        }
    }
    list
}

/// Changes that a unit on Form could make.
pub(crate) fn acts_of(state: &State, id: UnitId) -> Vec<String> {
    let unit = state.unit(id);
    if unit.order != Some(Order::Form) {
        return Vec::new();
    }
    let form = |formation: &Formation| {
        let word = serde_json::to_value(formation).ok().and_then(|word| word.as_str().map(str::to_owned));
        format!("form {}", word.unwrap_or_default())
    };
    let mut list: Vec<String> = match state.arm(id) {
        Arm::Artillery if unit.formation == Formation::Limbered => vec!["unlimber".to_owned()],
        Arm::Artillery => vec!["limber".to_owned()],
        _ => Formation::of(state.body(id))
            .iter()
            .filter(|formation| **formation != unit.formation && **formation != Formation::Disorder)
            .map(form)
            .collect(),
    };
    if state.arm(id) == Arm::Cavalry {
        list.push(if unit.mounted { "dismount".to_owned() } else { "mount".to_owned() });
    }
    list
}

fn pivot_offers(state: &State, id: UnitId) -> Vec<Offer<Command>> {
    if state.is_officer(id) {
        let stay = Command::Move { unit: id, legs: Vec::new() };
        return vec![Offer::Move(region(state, id)), Offer::Do(stay)];
    }
    let facing = state.unit(id).pose.facing;
    let toward = nearest_enemy(state, id)
        .and_then(|(_, enemy)| Heading::of(state.unit(enemy).pose.at - state.unit(id).pose.at));
    let ways = [Some(facing.turned(8192)), Some(facing.turned(-8192)), Some(facing), toward];
    let ways = ways.into_iter().flatten().filter(|to| pivoted(state, id, *to).is_ok());
    let mut list: Vec<_> = ways.map(|to| Offer::Do(Command::Pivot { unit: id, to })).collect();
    list.dedup();
    list
}

pub(crate) fn region(state: &State, id: UnitId) -> Region {
    let unit = state.unit(id);
    let free =
        unit.formation.is_column() || unit.formation == Formation::SkirmishLine || state.is_officer(id);
    Region {
        unit: id,
        clause: if state.is_officer(id) { c::OFFICER_02 } else { c::MOVE_01 },
        from: unit.pose,
        reach: reach(state, id),
        turning: if free { Turning::Free } else { Turning::Arc { half_angle: 8192, turns: 8 } },
        acts: if unit.order == Some(Order::Form) {
            vec![
                "form single_line",
                "form extended_line",
                "form double_line",
                "form attack_column",
                "form skirmish_line",
                "form march_column",
                "limber",
                "unlimber",
                "mount",
                "dismount",
                "about_face",
            ]
        } else {
            vec!["about_face"]
        },
    }
}

/// A lawful move somewhere in the region: a few tries, each judged by the rules themselves.
pub(crate) fn sample(state: &State, region: &Region, random: &mut dyn FnMut() -> u64) -> Option<Command> {
    const TRIES: usize = 5;
    let id = region.unit;
    (0..TRIES).find_map(|_| {
        let marked = match state.unit(id).order {
            Some(Order::Move(way)) => way,
            _ => region.from.facing,
        };
        let mut legs = Vec::new();
        let turn = (random() % 16_385) as i32 - 8192;
        let bearing =
            if state.is_officer(id) { Heading((random() % 65_536) as u16) } else { marked.turned(turn) };
        if random().is_multiple_of(3) {
            legs.push(Leg::Turn(bearing));
        }
        let tenths = i64::try_from(random() % 11).unwrap_or(5);
        let distance = Length::from_micrometres(region.reach.micrometres() * tenths / 10).min(inches(20));
        legs.push(Leg::Go { bearing, distance });
        let free = state.unit(id).order != Some(Order::Form);
        walk(state, id, &legs).ok().filter(|walk| free && !walk.leaves)?;
        Some(Command::Move { unit: id, legs })
    })
}

/// Everything one might ask of the unit in this phase, with the refusal where it is not lawful.
pub(crate) fn orders(state: &State, side: Side, id: UnitId) -> Vec<PanelOrder<Command, Why>> {
    if id.index() >= state.units.len() || state.side(id) != side || !state.is_on_table(id) {
        return Vec::new();
    }
    if state.question.is_some() || state.owed.top().is_some() || !is_awaited(state, side) {
        return Vec::new();
    }
    match state.phase {
        Phase::MarkOrders => marker_orders(state, id),
        phase if phase.is_fire() => state
            .troops(side.enemy())
            .map(|target| {
                let (with, rapid, sparing) = (Vec::new(), false, false);
                let shot = Shot { unit: id, target, with: with.clone(), rapid, sparing };
                let command = Command::Fire { unit: id, target, with, rapid, sparing };
                let label = format!("Fire at {}", state.name(target));
                let offer = may_fire(state, side, &shot).map(|()| Offer::Do(command));
                PanelOrder { label, clause: c::FIRE_16, target: Some(target), offer }
            })
            .collect(),
        _ => {
            let acts = actors(state, side).contains(&Actor::Unit(id));
            let list = if acts { offers(state, side, Actor::Unit(id)) } else { Vec::new() };
            list.into_iter()
                .map(|offer| {
                    let (label, clause) = match &offer {
                        Offer::Do(command) => (crate::cases::words::label(state, command), c::TURN_01),
                        Offer::Move(region) => ("Move".to_owned(), region.clause),
                    };
                    PanelOrder { label, clause, target: None, offer: Ok(offer) }
                })
                .collect()
        }
    }
}

/// JR-ORDER-02: a march past units on Hold may be let pass.
pub(crate) const KINDS: [ReactionKind; 1] = [("march", "moves past units on Hold")];

pub(crate) fn reaction(state: &State, side: Side) -> Option<Reaction<Command>> {
    let Some(Debt::March(march)) = state.owed.top() else { return None };
    if state.question.is_some() {
        return None;
    }
    is_awaited(state, side).then(|| Reaction {
        kind: KINDS[0].0,
        kind_words: KINDS[0].1,
        is_attack: false,
        by: vec![march.unit],
        pass: Command::LetPass,
        usual: None,
    })
}

/// JR-ORDER-02: a halt is the fire of the units on Hold that it names, at whoever marches past them.
pub(crate) fn fire_of(state: &State, command: &Command) -> Vec<UnitId> {
    match (state.owed.top(), command) {
        (Some(Debt::March(_)), Command::Halt { units, .. }) => units.clone(),
        _ => Vec::new(),
    }
}

fn marker_orders(state: &State, id: UnitId) -> Vec<PanelOrder<Command, Why>> {
    let facing = state.unit(id).pose.facing;
    let all =
        [Order::Hold, Order::FirstFire, Order::Move(facing), Order::Charge, Order::Disengage, Order::Form];
    let mut list: Vec<_> = all
        .into_iter()
        .map(|order| PanelOrder {
            label: order.words().to_owned(),
            clause: c::ORDER_01,
            target: None,
            offer: may_order(state, id, order).map(|()| Offer::Do(Command::Mark { unit: id, order })),
        })
        .collect();
    if state.unit(id).order.is_some() {
        let offer = Ok(Offer::Do(Command::Unmark { unit: id }));
        let label = "Take the marker up".to_owned();
        list.push(PanelOrder { label, clause: c::ORDER_01, target: None, offer });
    }
    list
}
