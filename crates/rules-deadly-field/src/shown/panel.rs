//! The panel "what may this unit do?", with the refusal where it may not, and the lists behind a command.

use crate::book::kinds::{Arm, Level};
use crate::c;
use crate::field::measured::{charge_facts, fire_facts, volley_facts};
use crate::field::sight::sector;
use crate::procedures::catalogue::{charge_lists, fire_lists, morale_list};
use crate::procedures::fire::Manner;
use crate::procedures::impact::ChargeFacts;
use crate::ruleset::Refused;
use crate::shown::offers::{reactions, region};
use crate::shown::why::Why;
use crate::turn::actions::{actors_for, may_disengage, may_fire, may_sally};
use crate::turn::aftermath::rally_facts;
use crate::turn::charge::{Sally, charge_sector};
use crate::turn::command::{Command, Salvo};
use crate::turn::react::{Reaction, may_rally, may_react, may_reform};
use crate::turn::sequence::decider;
use crate::turn::state::{Debt, Deed, State, Step};
use longroll_kit::{Calculation, Clause, Explained, Offer, Order, Side, UnitId};

pub(crate) fn orders(state: &State, side: Side, id: UnitId) -> Vec<Order<Command, Why>> {
    if id.index() >= state.units.len()
        || state.side(id) != side
        || !state.is_on_table(id)
        || decider(state) != Some(side)
        || state.is_leader(id)
        || state.question.is_some()
    {
        return Vec::new();
    }
    match state.owed.top() {
        Some(Debt::React(trigger)) => {
            let mut list: Vec<Order<Command, Why>> = reactions(state, trigger, id)
                .into_iter()
                .map(|command| {
                    order(&crate::cases::words::label(state, &command), c::REACT_04, Ok(()), command)
                })
                .collect();
            for target in &trigger.by {
                let how = Reaction::Fire { target: *target };
                let lawful = may_react(state, trigger, &[id], &how, None, &[]);
                if lawful.is_err() {
                    let label = format!("React: fire at {}", state.name(*target));
                    list.push(order(&label, c::REACT_08, lawful, Command::react(vec![id], how)));
                }
            }
            list
        }
        None if state.step == Step::Actions => action_orders(state, side, id),
        _ => Vec::new(),
    }
}

fn action_orders(state: &State, side: Side, id: UnitId) -> Vec<Order<Command, Why>> {
    let may = |deed: Deed, needs: u8| actors_for(state, side, id, deed, needs).map(|_| ());
    let mut list = vec![Order {
        label: "Move".to_owned(),
        clause: c::MOVE_01,
        target: None,
        offer: may(Deed::Move, 1).map(|()| Offer::Move(region(state, id))),
    }];
    let reform = may(Deed::Reform, 1).and_then(|()| may_reform(state, id));
    list.push(order("Reform", c::ACT_04, reform, Command::Reform { unit: id }));
    let rally = may(Deed::Rally, 1).and_then(|()| may_rally(state, id));
    list.push(order("Rally", c::ACT_05, rally, Command::Rally { unit: id, facing: None }));
    let back = may_disengage(state, side, id, None).map(|_| ());
    let command = Command::Disengage { unit: id, distance: None, without: Vec::new() };
    list.push(order("Disengage", c::MOVE_11, back, command));
    for target in state.troops(side.enemy()) {
        let salvos = vec![Salvo::new(vec![id], target)];
        let lawful = may_fire(state, side, &salvos, false).map(|_| ());
        let label = format!("Fire at {}", state.name(target));
        list.push(order(&label, c::FIRE_01, lawful, Command::Fire { salvos, deliberate: false }).at(target));
        let sallies = vec![Sally { unit: id, target: Some(target) }];
        let lawful = may_sally(state, side, &sallies, &[]).map(|_| ());
        let label = format!("Charge {}", state.name(target));
        list.push(order(&label, c::CHARGE_01, lawful, Command::charge(sallies)).at(target));
    }
    list
}

fn order(label: &str, clause: Clause, lawful: Result<(), Refused>, command: Command) -> Order<Command, Why> {
    Order { label: label.to_owned(), clause, target: None, offer: lawful.map(|()| Offer::Do(command)) }
}

/// The modifier lists that a command would be decided by as things stand.
/// The procedure that decides a command, with the facts of the table.
pub(crate) fn calculation(state: &State, command: &Command) -> Option<Calculation> {
    let volley = |units: &[UnitId], target: UnitId, manner, without: &[UnitId]| {
        Calculation::new("volley", &volley_facts(state, units, target, manner, without))
    };
    match command {
        Command::Fire { salvos, deliberate } => {
            let manner = if *deliberate { Manner::Deliberate } else { Manner::Ordinary };
            let [salvo] = salvos.as_slice() else { return None };
            // The facts know one leader at risk, and him by his benefit.
            let mut leaders = state.leaders_with(salvo.target);
            if leaders.next().is_some_and(|leader| state.piece(leader).benefit == 0)
                || leaders.next().is_some()
            {
                return None;
            }
            volley(&salvo.units, salvo.target, manner, &salvo.without)
        }
        Command::Rally { unit, .. } => Calculation::new("morale", &rally_facts(state, *unit)),
        _ => None,
    }
}

pub(crate) fn explain(state: &State, command: &Command) -> Vec<Explained> {
    let fire = |units: &[UnitId], target: UnitId, manner, without: &[UnitId]| {
        fire_lists(&fire_facts(state, units, target, manner, without), &state.options)
    };
    match command {
        Command::Fire { salvos, deliberate } => {
            let manner = if *deliberate { Manner::Deliberate } else { Manner::Ordinary };
            salvos
                .iter()
                .filter(|salvo| !salvo.units.is_empty())
                .flat_map(|salvo| fire(&salvo.units, salvo.target, manner, &salvo.without))
                .collect()
        }
        Command::React { units, how: Reaction::Fire { target }, without, .. } if !units.is_empty() => {
            let held = matches!(state.owed.top(), Some(Debt::HeldFire { .. }));
            fire(units, *target, if held { Manner::PointBlank } else { Manner::Ordinary }, without)
        }
        Command::Desperate { unit, target, without } => fire(&[*unit], *target, Manner::Desperation, without),
        Command::ReactFire { salvos } => salvos
            .iter()
            .filter(|salvo| !salvo.units.is_empty())
            .flat_map(|salvo| fire(&salvo.units, salvo.target, Manner::Ordinary, &salvo.without))
            .collect(),
        Command::Rally { unit, .. } | Command::Run { unit, .. } => {
            vec![morale_list("The rally attempt", &rally_facts(state, *unit), &state.options)]
        }
        Command::React { units, how: Reaction::Rally, .. } => units
            .iter()
            .map(|unit| morale_list("The rally attempt", &rally_facts(state, *unit), &state.options))
            .collect(),
        Command::Charge { sallies, .. } => {
            let pairs = sallies.iter().filter_map(|sally| sally.target.map(|target| (sally.unit, target)));
            pairs
                .flat_map(|(unit, target)| {
                    charge_lists(&outlook(state, sallies, unit, target), &state.options)
                })
                .collect()
        }
        Command::Strike { unit, target } => {
            let charger = state.owed.iter().rev_charge(*unit);
            let from = charger.map_or_else(
                || sector(state, *target, state.rect(*unit).front_middle()),
                |charger| charge_sector(state, &charger, *target),
            );
            charge_lists(&charge_facts(state, *unit, *target, from), &state.options)
        }
        _ => Vec::new(),
    }
}

/// The facts of a charge before it is declared, as they will be an inch from the enemy if nothing happens on the way: all of them are
/// charging (ADF-MMP-09), each has the other close by (ADF-MMP-17), and nobody stands well behind friends.
fn outlook(state: &State, sallies: &[Sally], unit: UnitId, target: UnitId) -> ChargeFacts {
    let mut there = state.clone();
    sallies.iter().for_each(|sally| there.units[sally.unit.index()].charging = true);
    let from = sector(state, target, state.rect(unit).front_middle());
    let mut facts = charge_facts(&there, unit, target, from);
    let counts = |enemy: UnitId| {
        let formed = state.arm(enemy) == Arm::Infantry && state.unit(enemy).level <= Level::Disorder;
        state.options.any_enemy_is_near || formed
    };
    facts.attacker.morale.near_enemy |= counts(target);
    facts.defender.morale.near_enemy |= counts(unit);
    facts.attacker.morale.behind_friends = false;
    facts.defender.morale.behind_friends = false;
    facts
}

/// Finds a unit's charge among what is owed.
trait FindCharger {
    fn rev_charge(self, unit: UnitId) -> Option<crate::turn::charge::Charger>;
}

impl<'a, I: Iterator<Item = &'a Debt>> FindCharger for I {
    fn rev_charge(self, unit: UnitId) -> Option<crate::turn::charge::Charger> {
        let charges = self.filter_map(|debt| match debt {
            Debt::Charge(charge) => Some(charge),
            _ => None,
        });
        charges.flat_map(|charge| charge.chargers.iter()).filter(|known| known.unit == unit).last().cloned()
    }
}
