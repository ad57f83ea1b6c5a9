//! The procedures that can be run from facts alone: for odds, for an umpire, for cases.

use crate::book::kinds::{Kind, Weapon};
use crate::book::options::Options;
use crate::procedures::fire::{FireFacts, FireResult, answer, fire, lowest_hit, volley};
use crate::procedures::melee::{
    CameOut, ChargeFacts, ChargeResult, MeleeFacts, MeleeResult, MeleeWinner, charge, charger_hits_on,
    defender_hits_on, melee, melee_dice,
};
use crate::procedures::morale::{
    MoraleFacts, RallyFacts, TestResult, morale_mods, morale_test, passes_on, rally_mods, rally_roll,
};
use crate::turn::combat_step::{fire_facts, melee_facts};
use crate::turn::morale_step::{measure, rally_facts};
use crate::turn::state::{Order, State};
use crate::{Command, Quickplay, c};
use longroll_dice::{Rolling, Scripted};
use longroll_kit::{
    Calculation, Explained, Fact, Outcome, Prepared, Procedure, ProcedureError, Ruleset, Settings, Side,
    UnitId, facts_from, number_of_dice,
};
use longroll_table::Length;
use schemars::schema_for;
use serde_json::Value;

pub(crate) const ALL: &[Procedure] = &[
    Procedure {
        name: "fire",
        about: "One fire combat: the firer's dice, the answer of a target in its own Close range, and the losses.",
        clauses: &[c::COMBAT_04, c::COMBAT_06, c::COMBAT_07, c::COMBAT_12, c::COMBAT_13, c::COMBAT_30],
        facts: || schema_for!(FireFacts),
        prepare: prepare_fire,
        explain: explain_fire,
    },
    Procedure {
        name: "melee",
        about: "One melee of a charger with the unit it charged, and who wins it.",
        clauses: &[
            c::COMBAT_04,
            c::COMBAT_08,
            c::COMBAT_09,
            c::COMBAT_12,
            c::COMBAT_22,
            c::COMBAT_26,
            c::COMBAT_32,
        ],
        facts: || schema_for!(MeleeFacts),
        prepare: prepare_melee,
        explain: explain_melee,
    },
    Procedure {
        name: "morale",
        about: "One morale test of Step 4.",
        clauses: &[
            c::MORALE_02,
            c::MORALE_03,
            c::MORALE_06,
            c::MORALE_07,
            c::MORALE_13,
            c::MORALE_14,
            c::MORALE_19,
        ],
        facts: || schema_for!(MoraleFacts),
        prepare: prepare_morale,
        explain: explain_morale,
    },
    Procedure {
        name: "rally",
        about: "The rally roll of a Routed unit that a General touches.",
        clauses: &[c::RALLY_01, c::RALLY_03, c::RALLY_06],
        facts: || schema_for!(RallyFacts),
        prepare: prepare_rally,
        explain: explain_rally,
    },
    Procedure {
        name: "charge",
        about: "A whole charge, one unit against one: both morale tests, then the melee if neither routs.",
        clauses: &[c::MORALE_12, c::MORALE_22, c::MORALE_23, c::COMBAT_09, c::COMBAT_29],
        facts: || schema_for!(ChargeFacts),
        prepare: prepare_charge,
        explain: explain_charge,
    },
];

/// The modifier lists of a command as things stand: fire, melee, rally, and the tests that a charge would bring.
pub(crate) fn explain_command(state: &State, side: Side, command: &Command) -> Vec<Explained> {
    match command {
        Command::Fire { unit, target } => fire_lists(&fire_facts(state, *unit, *target), &state.options),
        Command::Melee { unit } => state
            .charge_of(*unit)
            .map(|contact| melee_lists(&melee_facts(state, contact), &state.options))
            .unwrap_or_default(),
        Command::Rally { unit } => vec![rally_list(&rally_facts(state, *unit))],
        Command::Charge { unit, target, .. } => charge_lists(state, side, command, *unit, *target),
        _ => Vec::new(),
    }
}

/// The procedure that decides a command, with the facts of the table.
pub(crate) fn calculation(state: &State, command: &Command) -> Option<Calculation> {
    match command {
        Command::Fire { unit, target } => Calculation::new("fire", &fire_facts(state, *unit, *target)),
        Command::Melee { unit } => Calculation::new("melee", &melee_facts(state, state.charge_of(*unit)?)),
        Command::Rally { unit } => Calculation::new("rally", &rally_facts(state, *unit)),
        _ => None,
    }
}

/// What both sides would test by in Step 4 if the charge were made and nothing else happened.
fn charge_lists(
    state: &State,
    side: Side,
    command: &Command,
    unit: UnitId,
    target: UnitId,
) -> Vec<Explained> {
    let mut no_dice = Rolling::new(Scripted::new(Vec::new()));
    let Ok(events) = Quickplay::handle(state, side, command, &mut no_dice) else { return Vec::new() };
    let mut after = state.clone();
    events.iter().for_each(|event| Quickplay::apply(&mut after, event));
    let tests = [("The charger's test", unit), ("The test of the unit charged", target)];
    let mut lists: Vec<Explained> = tests
        .into_iter()
        .filter_map(|(title, id)| measure(&after, id).map(|facts| test_list(title, &facts)))
        .collect();
    if let Some(contact) = after.charge_of(unit) {
        lists.extend(melee_lists(&melee_facts(&after, contact), &after.options));
    }
    lists
}

fn prepare_fire(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: FireFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    check_strength(&[facts.firer_strength, facts.target_strength])?;
    agree("firer", facts.firer, facts.weapon, None)?;
    agree("target", facts.target, facts.target_weapon, Some(("target_limbered", facts.target_limbered)))?;
    if facts.range < Length::ZERO {
        return Err(ProcedureError("a range is 0 in or more".to_owned()));
    }
    if volley(&facts, &options).is_none() {
        let message = format!("{} cannot fire at {} in", facts.firer.words(), facts.range.in_inches());
        return Err(ProcedureError(message));
    }
    Ok(Box::new(move |dice| fire(&facts, &options, dice).map(|result| fire_outcome(&result))))
}

/// A weapon is one of its type, and only artillery is limbered.
fn agree(
    name: &str,
    kind: Kind,
    weapon: Option<Weapon>,
    limbered: Option<(&str, bool)>,
) -> Result<(), ProcedureError> {
    let given = format!("{name} {}", kind.words());
    if weapon.is_some_and(|weapon| weapon.is_artillery() != kind.is_artillery()) {
        let weapon = if kind.is_artillery() { "a weapon that is no gun" } else { "a gun as weapon" };
        return Err(ProcedureError::contradiction(&given, weapon, "artillery has guns, and nobody else has"));
    }
    match limbered {
        Some((fact, true)) if !kind.is_artillery() => {
            Err(ProcedureError::contradiction(&given, fact, "only artillery is limbered"))
        }
        _ => Ok(()),
    }
}

fn fire_outcome(result: &FireResult) -> Outcome {
    let answered = result.answering_hits;
    Outcome(vec![
        ("hits", number(result.hits)),
        ("answered", Fact::Yes(answered.is_some())),
        ("answering_hits", number(answered.unwrap_or(0))),
        ("target_lost", number(result.target_lost)),
        ("firer_lost", number(result.firer_lost)),
        ("target_destroyed", Fact::Yes(result.target_destroyed)),
        ("firer_destroyed", Fact::Yes(result.firer_destroyed)),
    ])
}

fn explain_fire(facts: &Value, settings: &Settings) -> Result<Vec<Explained>, ProcedureError> {
    let facts: FireFacts = facts_from(facts)?;
    Ok(fire_lists(&facts, &Options::from_settings(settings)))
}

fn fire_lists(facts: &FireFacts, options: &Options) -> Vec<Explained> {
    let volleys = [("The fire", volley(facts, options)), ("The answer", answer(facts, options))];
    let shown = volleys.into_iter().filter_map(|(title, volley)| volley.map(|volley| (title, volley)));
    shown
        .map(|(title, volley)| Explained {
            title: title.to_owned(),
            result: format!(
                "{}, each {} or more hits",
                number_of_dice(volley.dice),
                lowest_hit(&volley.hits_on)
            ),
            settled: volley.hits_on,
        })
        .collect()
}

fn prepare_melee(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: MeleeFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    check_strength(&[facts.charger_strength, facts.defender_strength])?;
    agree("defender", facts.defender, None, Some(("defender_limbered", facts.defender_limbered)))?;
    if !facts.charger.may_charge() || facts.defender.is_general() {
        return Err(ProcedureError(
            "artillery and Generals do not charge, and nobody fights a General".to_owned(),
        ));
    }
    if facts.charger_order == Order::Routed {
        return Err(ProcedureError("a Routed unit does not charge".to_owned()));
    }
    Ok(Box::new(move |dice| melee(&facts, &options, dice).map(|result| melee_outcome(&result))))
}

fn melee_outcome(result: &MeleeResult) -> Outcome {
    let winner = match result.winner {
        MeleeWinner::Charger => "charger",
        MeleeWinner::Defender => "defender",
        MeleeWinner::Neither => "tie",
        MeleeWinner::BothGone => "both_destroyed",
    };
    Outcome(vec![
        ("winner", Fact::Word(winner)),
        ("charger_hits", number(result.charger_hits)),
        ("defender_hits", number(result.defender_hits)),
        ("charger_lost", number(result.charger_lost)),
        ("defender_lost", number(result.defender_lost)),
        ("charger_destroyed", Fact::Yes(result.charger_destroyed)),
        ("defender_destroyed", Fact::Yes(result.defender_destroyed)),
    ])
}

fn explain_melee(facts: &Value, settings: &Settings) -> Result<Vec<Explained>, ProcedureError> {
    let facts: MeleeFacts = facts_from(facts)?;
    Ok(melee_lists(&facts, &Options::from_settings(settings)))
}

fn melee_lists(facts: &MeleeFacts, options: &Options) -> Vec<Explained> {
    let (charger, defender) = (charger_hits_on(facts), defender_hits_on(facts, options));
    let charger_dice = melee_dice(facts.charger, false, false, options);
    let defender_dice =
        melee_dice(facts.defender, facts.defender_stationary, facts.defender_limbered, options);
    [("The charger", charger_dice, charger), ("The defender", defender_dice, defender)]
        .into_iter()
        .map(|(title, dice, settled)| Explained {
            title: title.to_owned(),
            result: format!("{}, each {} or more hits", number_of_dice(dice), lowest_hit(&settled)),
            settled,
        })
        .collect()
}

fn prepare_morale(facts: &Value, _: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: MoraleFacts = facts_from(facts)?;
    check_test(&facts)?;
    Ok(Box::new(move |dice| morale_test(&facts, dice).map(|result| morale_outcome(&facts, result))))
}

fn morale_outcome(facts: &MoraleFacts, result: TestResult) -> Outcome {
    let word = match result {
        TestResult::Passed => "passed",
        TestResult::Disordered => "disordered",
        TestResult::Routed => "routed",
        TestResult::Destroyed => "destroyed",
    };
    let lost = matches!(result, TestResult::Routed | TestResult::Destroyed);
    Outcome(vec![
        ("result", Fact::Word(word)),
        ("passed", Fact::Yes(result == TestResult::Passed)),
        ("passes_on", Fact::Number(i64::from(passes_on(facts)))),
        ("strength_lost", Fact::Number(i64::from(lost))),
    ])
}

fn explain_morale(facts: &Value, _: &Settings) -> Result<Vec<Explained>, ProcedureError> {
    let facts: MoraleFacts = facts_from(facts)?;
    Ok(vec![test_list("The morale test", &facts)])
}

fn test_list(title: &str, facts: &MoraleFacts) -> Explained {
    Explained {
        title: title.to_owned(),
        result: format!("Morale {}, passes on {} or less", facts.morale, passes_on(facts)),
        settled: morale_mods(facts),
    }
}

fn prepare_rally(facts: &Value, _: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: RallyFacts = facts_from(facts)?;
    check_morale(facts.morale)?;
    Ok(Box::new(move |dice| {
        rally_roll(&facts, dice).map(|rallied| Outcome(vec![("rallied", Fact::Yes(rallied))]))
    }))
}

fn explain_rally(facts: &Value, _: &Settings) -> Result<Vec<Explained>, ProcedureError> {
    Ok(vec![rally_list(&facts_from(facts)?)])
}

fn rally_list(facts: &RallyFacts) -> Explained {
    let settled = rally_mods(facts);
    let needs = i32::from(facts.morale) + settled.total;
    let result = format!("Morale {}, rallies on {needs} or less", facts.morale);
    Explained { title: "The rally roll".to_owned(), result, settled }
}

fn prepare_charge(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: ChargeFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    check_test(&facts.charger)?;
    check_morale(facts.defender.morale)?;
    check_strength(&[facts.defender.strength])?;
    if !facts.charger.kind.may_charge() || facts.defender.kind.is_general() {
        return Err(ProcedureError(
            "artillery and Generals do not charge, and nobody charges a General".to_owned(),
        ));
    }
    Ok(Box::new(move |dice| charge(&facts, &options, dice).map(|result| charge_outcome(&result))))
}

fn charge_outcome(result: &ChargeResult) -> Outcome {
    let order = |out: &CameOut| {
        Fact::Word(match out.order {
            Some(Order::GoodOrder) => "good_order",
            Some(Order::Disordered) => "disordered",
            Some(Order::Routed) => "routed",
            None => "destroyed",
        })
    };
    Outcome(vec![
        ("carried", Fact::Yes(result.carried)),
        ("charger", order(&result.charger)),
        ("charger_strength", number(result.charger.strength)),
        ("defender", order(&result.defender)),
        ("defender_strength", number(result.defender.strength)),
    ])
}

fn explain_charge(facts: &Value, settings: &Settings) -> Result<Vec<Explained>, ProcedureError> {
    let facts: ChargeFacts = facts_from(facts)?;
    let (charger, defender) = facts.tests();
    let melee = facts.melee_of_steady();
    let mut lists =
        vec![test_list("The charger's test", &charger), test_list("The defender's test", &defender)];
    lists.extend(melee_lists(&melee, &Options::from_settings(settings)));
    Ok(lists)
}

fn check_test(facts: &MoraleFacts) -> Result<(), ProcedureError> {
    check_morale(facts.morale)?;
    check_strength(&[facts.strength])?;
    if facts.order == Order::Routed || facts.kind.is_general() {
        return Err(ProcedureError("Routed units and Generals do not test (QP-MORALE-16)".to_owned()));
    }
    Ok(())
}

fn check_morale(morale: u8) -> Result<(), ProcedureError> {
    if (3..=6).contains(&morale) {
        return Ok(());
    }
    Err(ProcedureError(format!("Morale {morale} is not between 3 and 6 (QP-UNIT-02)")))
}

fn check_strength(strengths: &[u8]) -> Result<(), ProcedureError> {
    if strengths.contains(&0) {
        return Err(ProcedureError(
            "a unit on the table has a Strength of at least 1 (QP-UNIT-04)".to_owned(),
        ));
    }
    Ok(())
}

fn number(value: impl Into<i64>) -> Fact {
    Fact::Number(value.into())
}
