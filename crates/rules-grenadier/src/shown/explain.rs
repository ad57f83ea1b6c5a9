//! The modifier lists that a command would be decided by as things stand.

use crate::book::kinds::{Form, Kind};
use crate::book::tables;
use crate::field::sight::is_on_flank;
use crate::procedures::catalogue::list;
use crate::procedures::fire::{fire_mods, halvings};
use crate::procedures::guns::{gun_mods, salvos};
use crate::procedures::morale::{Reason, morale_mods};
use crate::procedures::skirmish_fire::{recall_mods, skirmish_dice};
use crate::procedures::tests_of_command::{brigade_mods, order_mods, order_needs};
use crate::turn::actions::recall_facts;
use crate::turn::charge::may_charge_at;
use crate::turn::command::Command;
use crate::turn::command_step::{may_change, order_facts};
use crate::turn::event::Act;
use crate::turn::fire_step::{fire_facts, gun_facts, skirmish_facts, weapons};
use crate::turn::melee_step::melee_facts;
use crate::turn::morale_step::{Against, brigade_facts, facts};
use crate::turn::state::{Debt, Due, State};
use longroll_kit::{Calculation, Explained, Side, UnitId, number_of_dice, side_name};

pub(crate) fn explain(state: &State, side: Side, command: &Command) -> Vec<Explained> {
    match command {
        Command::ChangeOrder { brigade, order, by }
            if may_change(state, side, *brigade, *order, *by).is_ok() =>
        {
            let facts = order_facts(state, *brigade, *order, *by);
            let needs = format!("2D6, {} or more", order_needs(&facts));
            vec![list("The change of orders", needs, order_mods(&facts))]
        }
        Command::Charge { unit, target, yell } if may_charge_at(state, side, *unit, *target).is_ok() => {
            charge_lists(state, *unit, *target, *yell)
        }
        Command::Fire { unit, target, weapon, pour } => fire_lists(state, *unit, *target, *weapon, *pour),
        Command::Test { unit } => {
            let rally = matches!(state.owed.top(), Some(Debt::Next { what: Due::Rally, .. }));
            test_list(state, *unit, if rally { Reason::ToRally } else { Reason::Other })
        }
        Command::TestBrigade { brigade } if usize::from(*brigade) < state.brigades.len() => {
            let mods = brigade_mods(&brigade_facts(state, *brigade));
            vec![list("The brigade test", "2D6, 6 or more stands".to_owned(), mods)]
        }
        Command::Recall { unit } => recall_list(state, *unit),
        Command::Act { unit, act: Act::Form(_), .. } if state.unit(*unit).form == Form::Skirmish => {
            recall_list(state, *unit)
        }
        Command::Lead { unit } => melee_lists(state, *unit),
        _ => Vec::new(),
    }
}

/// The procedure that decides a command, with the facts of the table.
pub(crate) fn calculation(state: &State, command: &Command) -> Option<Calculation> {
    match command {
        Command::ChangeOrder { brigade, order, by } => {
            Calculation::new("order", &order_facts(state, *brigade, *order, *by))
        }
        Command::Fire { unit, target, weapon, pour } => {
            let (unit, target) = (*unit, *target);
            if state.kind(unit) == Kind::Sniper {
                return None;
            }
            if state.kind(unit).is_artillery() && state.kind(unit) != Kind::Gatling {
                return Calculation::new("artillery", &gun_facts(state, unit, target));
            }
            let weapon = weapon.or_else(|| weapons(state, unit).first().copied())?;
            if state.unit(unit).form == Form::Skirmish {
                return Calculation::new("skirmish", &skirmish_facts(state, unit, target, weapon, *pour));
            }
            Calculation::new("fire", &fire_facts(state, unit, target, weapon, *pour))
        }
        Command::Test { unit } => {
            let rally = matches!(state.owed.top(), Some(Debt::Next { what: Due::Rally, .. }));
            let reason = if rally { Reason::ToRally } else { Reason::Other };
            Calculation::new("morale", &facts(state, *unit, reason, Against::default()))
        }
        Command::TestBrigade { brigade } => Calculation::new("brigade", &brigade_facts(state, *brigade)),
        Command::Recall { unit } => Calculation::new("recall", &recall_facts(state, *unit)),
        _ => None,
    }
}

fn charge_lists(state: &State, unit: UnitId, target: UnitId, yell: bool) -> Vec<Explained> {
    let flank = is_on_flank(state, unit, target);
    let mut charger = facts(state, unit, Reason::ToCharge, Against { enemy: Some(target), flank });
    charger.yell = yell;
    let charged = facts(state, target, Reason::BeingCharged, Against { enemy: Some(unit), flank });
    vec![
        list("To Charge", "2D6, 6 or more charges home".to_owned(), morale_mods(&charger)),
        list("Being Charged", "2D6, 5 or more stands".to_owned(), morale_mods(&charged)),
    ]
}

/// The lists of one firing: what is added to its dice, and what becomes of its hits.
pub(crate) fn fire_lists(
    state: &State,
    unit: UnitId,
    target: UnitId,
    weapon: Option<crate::book::kinds::Weapon>,
    pour: bool,
) -> Vec<Explained> {
    if state.side(unit) == state.side(target) || !state.kind(unit).is_unit() || !state.kind(target).is_unit()
    {
        return Vec::new();
    }
    if state.kind(unit).is_artillery() && state.kind(unit) != Kind::Gatling {
        let facts = gun_facts(state, unit, target);
        return salvos(&facts)
            .iter()
            .map(|salvo| {
                let models: u32 = salvo.guns.iter().map(|group| group.models).sum();
                list(
                    "The guns",
                    format!("2D6 with {models} models, {:?}", salvo.class),
                    gun_mods(&facts, salvo),
                )
            })
            .collect();
    }
    let Some(weapon) = weapon.or_else(|| weapons(state, unit).first().copied()) else { return Vec::new() };
    if state.unit(unit).form == Form::Skirmish {
        let (dice, settled) = skirmish_dice(&skirmish_facts(state, unit, target, weapon, pour));
        return vec![list("The skirmish fire", format!("{}, each 6 hits", number_of_dice(dice)), settled)];
    }
    let facts = fire_facts(state, unit, target, weapon, pour);
    vec![
        list("The fire", format!("2D6 with {} figures", facts.figures), fire_mods(&facts)),
        list("The hits", "after the table".to_owned(), halvings(&facts)),
    ]
}

fn test_list(state: &State, unit: UnitId, reason: Reason) -> Vec<Explained> {
    let facts = facts(state, unit, reason, Against::default());
    let passes = if reason == Reason::ToRally { "2D6, 5 or more rallies" } else { "2D6, 5 or more obeys" };
    vec![list(reason.words(), passes.to_owned(), morale_mods(&facts))]
}

fn recall_list(state: &State, unit: UnitId) -> Vec<Explained> {
    let facts = recall_facts(state, unit);
    let needs = tables::recall_target(facts.grade);
    vec![list("The recall", format!("2D6, {needs} or more"), recall_mods(&facts))]
}

fn melee_lists(state: &State, unit: UnitId) -> Vec<Explained> {
    let Some(Debt::Melee { blue, gray, leaders }) = state.owed.top() else { return Vec::new() };
    let own = state.side(unit) as usize;
    let mut lead =
        [leaders[0].or_else(|| blue.first().copied()), leaders[1].or_else(|| gray.first().copied())];
    lead[own] = Some(unit);
    let [Some(a), Some(b)] = lead else { return Vec::new() };
    let facts = melee_facts(state, blue, gray, [a, b]);
    let of = |title: &str, own, enemy| {
        let mods = crate::procedures::melee::melee_mods(own, enemy, facts.later_round, &state.options);
        list(title, "2D6".to_owned(), mods)
    };
    vec![of(side_name(Side::Blue), &facts.a, &facts.b), of(side_name(Side::Gray), &facts.b, &facts.a)]
}
