//! What several units may do as one, and what a side may let pass.

use crate::c;
use crate::ruleset::Refused;
use crate::shown::why::Why;
use crate::turn::asking::Choice;
use crate::turn::command::{Command, Salvo};
use crate::turn::react::{Reaction as How, may_react};
use crate::turn::sequence::decider;
use crate::turn::state::{Debt, Deed, State, Step, TriggerKind};
use longroll_kit::{Clause, Offer, Order, Reaction, ReactionKind, Side, UnitId};

/// ADF-GROUP-01: what a group may declare for its two actions.
const PLANS: [[Deed; 2]; 8] = [
    [Deed::Move, Deed::Move],
    [Deed::Move, Deed::Fire],
    [Deed::Fire, Deed::Move],
    [Deed::Fire, Deed::Fire],
    [Deed::Charge, Deed::Nothing],
    [Deed::Move, Deed::Charge],
    [Deed::Reform, Deed::Move],
    [Deed::Reform, Deed::Fire],
];

/// ADF-GROUP-01, -07, ADF-FIRE-32: a group with its plan, combined fire, or a reaction of several.
pub(crate) fn orders_together(state: &State, side: Side, units: &[UnitId]) -> Vec<Order<Command, Why>> {
    let own = |id: &UnitId| id.index() < state.units.len() && state.side(*id) == side;
    let asked = state.question.is_some();
    if asked || decider(state) != Some(side) || units.len() < 2 || !units.iter().all(own) {
        return Vec::new();
    }
    let line = |clause: Clause, lawful: Result<(), Refused>, command: Command| Order {
        label: crate::cases::words::label(state, &command),
        clause,
        target: None,
        offer: lawful.map(|()| Offer::Do(command)),
    };
    match state.owed.top() {
        Some(Debt::React(trigger)) => {
            let fires = trigger.by.iter().map(|target| How::Fire { target: *target });
            let ways = fires.chain([How::Countercharge, How::Reform, How::Rally, How::Disengage]);
            ways.filter_map(|how| {
                let lawful = may_react(state, trigger, units, &how, None, &[]);
                // only the fire is worth a reason
                let target = if let How::Fire { target } = how { Some(target) } else { None };
                (lawful.is_ok() || target.is_some()).then(|| Order {
                    target,
                    ..line(how.clause(), lawful, Command::react(units.to_vec(), how))
                })
            })
            .collect()
        }
        None if state.step == Step::Actions => {
            let lawful = crate::turn::actions::may_group(state, side, units);
            let plans = if lawful.is_ok() { &PLANS[..] } else { &PLANS[..1] };
            let mut list: Vec<Order<Command, Why>> = plans
                .iter()
                .map(|[first, second]| {
                    let command = Command::Group { units: units.to_vec(), first: *first, second: *second };
                    line(c::GROUP_01, lawful.clone(), command)
                })
                .collect();
            for target in state.troops(side.enemy()) {
                let salvos = vec![Salvo::new(units.to_vec(), target)];
                if crate::turn::actions::may_fire(state, side, &salvos, false).is_ok() {
                    list.push(
                        line(c::FIRE_32, Ok(()), Command::Fire { salvos, deliberate: false }).at(target),
                    );
                }
            }
            list
        }
        _ => Vec::new(),
    }
}

/// ADF-REACT-05, -15, -29: whatever may be answered may be let pass.
pub(crate) fn reaction(state: &State, side: Side) -> Option<Reaction<Command>> {
    if decider(state) != Some(side) || state.question.is_some() {
        return None;
    }
    let (kind, kind_words, by) = match state.owed.top()? {
        Debt::React(trigger) => match trigger.kind {
            TriggerKind::Fire => ("fire", "fire of the enemy", trigger.by.clone()),
            TriggerKind::Inch => ("inch", "moves of the enemy, inch by inch", trigger.by.clone()),
            TriggerKind::Near => ("near", "other acts close by", trigger.by.clone()),
        },
        Debt::Desperation { pairs } => (
            "desperation",
            "enemies within an inch of a unit that has reacted",
            pairs.iter().map(|(_, target)| *target).take(1).collect(),
        ),
        Debt::HeldFire { chargers, .. } => ("held-fire", "charges at one inch", chargers.clone()),
        _ => return None,
    };
    let is_attack =
        matches!(kind, "held-fire" | "desperation") || by.iter().any(|id| state.unit(*id).charging);
    Some(Reaction {
        kind,
        kind_words,
        by,
        is_attack,
        pass: Command::Pass { whole_action: false },
        usual: None,
    })
}

pub(crate) const KINDS: [ReactionKind; 5] = [
    ("fire", "fire of the enemy"),
    ("inch", "moves of the enemy, inch by inch"),
    ("near", "other acts close by"),
    ("desperation", "enemies within an inch of a unit that has reacted"),
    ("held-fire", "charges at one inch"),
];

/// A fire or a countercharge; the rest changes how a unit stands.
pub(crate) fn strikes(command: &Command) -> bool {
    match command {
        Command::React { how, .. } => matches!(how, How::Fire { .. } | How::Countercharge),
        Command::ReactFire { .. } | Command::Desperate { .. } => true,
        _ => false,
    }
}

/// ADF-MORALE-20: who of several equally near checks first.
pub(crate) fn as_listed(state: &State, side: Side) -> Option<Command> {
    let ask = &state.question.as_ref()?.ask;
    let is_order = ask.side == side && matches!(ask.choice, Choice::ChecksFirst);
    ask.among.first().filter(|_| is_order).map(|unit| Command::Choose { unit: *unit })
}
