//! The procedures that can be run from facts alone: for odds, for an umpire, for cases.

use crate::book::kinds::{Body, Level, Quality};
use crate::book::options::Options;
use crate::book::tables::basic_morale;
use crate::procedures::fire::{
    FireFacts, FireResult, Situation, band_of, dice_count, eligible, fire, fire_dice, fire_mods,
};
use crate::procedures::meet_charge::{ChargeEnd, ChargeFacts, charge, impact_of};
use crate::procedures::melee::{MeleeFacts, melee_mods, melee_round};
use crate::procedures::morale::{
    Cause, MoraleFacts, Verdict, VolleyPoint, check, level_after, level_after_rally, morale_mods,
    morale_point, volley_half_inches, volley_mods,
};
use crate::turn::fire_step::{shot_facts, situation};
use crate::turn::impact::forecast;
use crate::turn::state::{Shot, State};
use crate::{Command, c};
use longroll_dice::Die;
use longroll_kit::{
    Calculation, Explained, Fact, Outcome, Prepared, Procedure, ProcedureError, Settings, facts_from,
    number_of_dice,
};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) const ALL: &[Procedure] = &[
    Procedure {
        name: "fire",
        about: "One fire: dice by order and situation, modifiers, the table, possible kills, halved losses, ammunition.",
        clauses: &[c::FIRE_01, c::FIRE_05, c::FIRE_12, c::CRT_01, c::CRT_06, c::FIRE_21],
        facts: || schema_for!(FireFacts),
        prepare: prepare_fire,
        explain: explain_fire,
    },
    Procedure {
        name: "morale",
        about: "One morale check: two dice against the Modified Morale Point.",
        clauses: &[c::MORALE_09, c::MORALE_10, c::MORALE_11, c::MORALE_12],
        facts: || schema_for!(MoraleFacts),
        prepare: prepare_morale,
        explain: explain_morale,
    },
    Procedure {
        name: "rally",
        about: "A rally attempt of phase 2.",
        clauses: &[c::MORALE_16, c::MORALE_17],
        facts: || schema_for!(MoraleFacts),
        prepare: prepare_rally,
        explain: explain_morale,
    },
    Procedure {
        name: "impact",
        about: "The impact of a charge: who wins, and the state of a beaten defender.",
        clauses: &[c::CHARGE_15, c::CHARGE_18, c::CHARGE_20],
        facts: || schema_for!(ImpactFacts),
        prepare: prepare_impact,
        explain: explain_impact,
    },
    Procedure {
        name: "volley_point",
        about: "At how many half inches the defender of a charge fires.",
        clauses: &[c::CHARGE_09, c::CHARGE_10, c::CHARGE_11],
        facts: || schema_for!(VolleyFacts),
        prepare: prepare_volley_point,
        explain: explain_volley_point,
    },
    Procedure {
        name: "charge",
        about: "A whole charge from the volley to the status of the beaten.",
        clauses: &[c::CHARGE_13, c::CHARGE_14, c::CHARGE_15, c::CHARGE_18],
        facts: || schema_for!(ChargeFacts),
        prepare: prepare_charge,
        explain: explain_charge,
    },
    Procedure {
        name: "melee",
        about: "One side's dice in one round of melee.",
        clauses: &[c::MELEE_03, c::MELEE_04, c::MELEE_05, c::MELEE_06],
        facts: || schema_for!(MeleeFacts),
        prepare: prepare_melee,
        explain: explain_melee,
    },
];

/// The nerve of a defender.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct VolleyFacts {
    pub quality: Quality,
    pub defender: VolleyPoint,
}

impl Default for VolleyFacts {
    fn default() -> Self {
        VolleyFacts { quality: Quality::Veteran, defender: VolleyPoint::default() }
    }
}

fn prepare_volley_point(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: VolleyFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    Ok(Box::new(move |dice| {
        let die = dice.one(c::CHARGE_09, Die::D6)?;
        let half_inches = volley_half_inches(facts.quality, die, &facts.defender, &options);
        Ok(Outcome(vec![("half_inches", Fact::Number(half_inches))]))
    }))
}

fn explain_volley_point(facts: &Value, settings: &Settings) -> Result<Vec<Explained>, ProcedureError> {
    let facts: VolleyFacts = facts_from(facts)?;
    let settled = volley_mods(&facts.defender, &Options::from_settings(settings));
    let result = format!("{:+} on the die", settled.total);
    Ok(vec![Explained { title: "The volley point".to_owned(), result, settled }])
}

/// Both sides of an impact.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ImpactFacts {
    pub attacker: MoraleFacts,
    pub defender: MoraleFacts,
}

fn prepare_fire(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: FireFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    check_fire(&facts, &options)?;
    Ok(Box::new(move |dice| fire(&facts, &options, dice).map(|result| fire_outcome(&result))))
}

fn check_fire(facts: &FireFacts, options: &Options) -> Result<(), ProcedureError> {
    if facts.weapon.is_gun() != (facts.body == Body::Artillery) {
        let weapon = if facts.weapon.is_gun() { "a gun as weapon" } else { "a weapon that is no gun" };
        let body = if facts.body == Body::Artillery { "body artillery" } else { "a body of men" };
        return Err(ProcedureError::contradiction(body, weapon, "artillery has guns, and nobody else has"));
    }
    if facts.figures > 1000 || eligible(facts) == 0 || eligible(facts) > 1000 {
        return Err(ProcedureError("nobody fires: 1 to 1000 figures, in a formation that fires".to_owned()));
    }
    if !crate::book::tables::SCALES.iter().any(|row| row.figure_mm == facts.figure_mm) {
        return Err(ProcedureError("figures are of 25, 15, 10 or 5 mm".to_owned()));
    }
    let reaches = band_of(facts, options).is_some();
    if !reaches && facts.situation != Situation::AfterCharge {
        return Err(ProcedureError(format!("the target is out of range at {} in", facts.range.in_inches())));
    }
    Ok(())
}

fn fire_outcome(result: &FireResult) -> Outcome {
    Outcome(vec![
        ("total", Fact::Number(i64::from(result.total))),
        ("lost", Fact::Number(i64::from(result.lost))),
        ("horses", Fact::Number(i64::from(result.horses))),
        ("must_check", Fact::Yes(result.must_check)),
        ("ran_low", Fact::Yes(result.ran_low)),
        ("dice", Fact::Number(i64::from(result.dice))),
    ])
}

fn explain_fire(facts: &Value, settings: &Settings) -> Result<Vec<Explained>, ProcedureError> {
    Ok(fire_lists(&facts_from(facts)?, &Options::from_settings(settings)))
}

pub(crate) fn fire_lists(facts: &FireFacts, options: &Options) -> Vec<Explained> {
    let (dice, mods) = (fire_dice(facts, options), fire_mods(facts, options));
    vec![
        Explained {
            title: "The dice".to_owned(),
            result: format!("{}, {} firing", number_of_dice(dice_count(&dice)), eligible(facts)),
            settled: dice,
        },
        Explained {
            title: "The roll".to_owned(),
            result: format!("{:+} on the roll", mods.total),
            settled: mods,
        },
    ]
}

fn prepare_morale(facts: &Value, _: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: MoraleFacts = facts_from(facts)?;
    Ok(Box::new(move |dice| {
        let point = morale_point(&facts);
        let (_, verdict) = check(point, dice)?;
        let after = level_after(facts.level, verdict);
        let passed = matches!(verdict, Verdict::Passed | Verdict::Rallied);
        Ok(Outcome(vec![
            ("point", Fact::Number(i64::from(point))),
            ("passed", Fact::Yes(passed)),
            ("level", Fact::Word(level_word(Some(after)))),
        ]))
    }))
}

fn prepare_rally(facts: &Value, _: &Settings) -> Result<Prepared, ProcedureError> {
    let mut facts: MoraleFacts = facts_from(facts)?;
    facts.cause = Cause::Rally;
    Ok(Box::new(move |dice| {
        let (_, verdict) = check(morale_point(&facts), dice)?;
        let after = level_after_rally(facts.level, verdict);
        Ok(Outcome(vec![("level", Fact::Word(level_word(after)))]))
    }))
}

fn level_word(level: Option<Level>) -> &'static str {
    match level {
        Some(Level::Good) => "good",
        Some(Level::Shaken) => "shaken",
        Some(Level::Routed) => "routed",
        None => "removed",
    }
}

fn explain_morale(facts: &Value, _: &Settings) -> Result<Vec<Explained>, ProcedureError> {
    Ok(vec![morale_list("Morale", &facts_from(facts)?)])
}

pub(crate) fn morale_list(title: &str, facts: &MoraleFacts) -> Explained {
    let settled = morale_mods(facts);
    let result =
        format!("{} and {:+} make {}", basic_morale(facts.quality), settled.total, morale_point(facts));
    Explained { title: title.to_owned(), result, settled }
}

fn prepare_impact(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: ImpactFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    Ok(Box::new(move |dice| {
        impact_of(&facts.attacker, &facts.defender, &options, dice).map(|end| end_outcome(0, end))
    }))
}

fn end_outcome(lost: u32, end: ChargeEnd) -> Outcome {
    let (word, defender) = match end {
        ChargeEnd::Destroyed => ("charger_destroyed", "untouched"),
        ChargeEnd::Broken(Level::Routed) => ("charger_routed", "untouched"),
        ChargeEnd::Broken(_) => ("charger_shaken", "untouched"),
        ChargeEnd::DefenderWon(_) => ("defender_won", "untouched"),
        ChargeEnd::Melee => ("melee", "untouched"),
        ChargeEnd::AttackerWon(level) => ("attacker_won", level_word(level)),
    };
    let attacker = match end {
        ChargeEnd::DefenderWon(level) | ChargeEnd::Broken(level) => level_word(Some(level)),
        ChargeEnd::Destroyed => "removed",
        ChargeEnd::Melee | ChargeEnd::AttackerWon(_) => "untouched",
    };
    Outcome(vec![
        ("result", Fact::Word(word)),
        ("defender", Fact::Word(defender)),
        ("attacker", Fact::Word(attacker)),
        ("charger_lost", Fact::Number(i64::from(lost))),
    ])
}

fn explain_impact(facts: &Value, _: &Settings) -> Result<Vec<Explained>, ProcedureError> {
    let facts: ImpactFacts = facts_from(facts)?;
    let at_impact = |facts: &MoraleFacts| MoraleFacts { cause: Cause::Impact, ..facts.clone() };
    Ok(vec![
        morale_list("The attacker", &at_impact(&facts.attacker)),
        morale_list("The defender", &at_impact(&facts.defender)),
    ])
}

fn prepare_charge(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: ChargeFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    if let Some(volley) = &facts.volley {
        check_fire(volley, &options)?;
    }
    if facts.figures == 0 || facts.figures > 1000 {
        return Err(ProcedureError("a charger has 1 to 1000 figures".to_owned()));
    }
    Ok(Box::new(move |dice| {
        charge(&facts, &options, dice).map(|result| end_outcome(result.lost, result.end))
    }))
}

fn explain_charge(facts: &Value, settings: &Settings) -> Result<Vec<Explained>, ProcedureError> {
    let facts: ChargeFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    let mut lists = facts.volley.as_ref().map(|volley| fire_lists(volley, &options)).unwrap_or_default();
    let at_impact = |facts: &MoraleFacts| MoraleFacts { cause: Cause::Impact, ..facts.clone() };
    lists.push(morale_list("The attacker", &at_impact(&facts.attacker)));
    lists.push(morale_list("The defender", &at_impact(&facts.defender)));
    Ok(lists)
}

fn prepare_melee(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: MeleeFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    if facts.figures > 1000 || facts.supporting > 1000 {
        return Err(ProcedureError("at most 1000 figures".to_owned()));
    }
    Ok(Box::new(move |dice| {
        let lost = melee_round(&facts, &options, dice)?;
        Ok(Outcome(vec![("lost", Fact::Number(i64::from(lost)))]))
    }))
}

fn explain_melee(facts: &Value, _: &Settings) -> Result<Vec<Explained>, ProcedureError> {
    let facts: MeleeFacts = facts_from(facts)?;
    let settled = melee_mods(&facts);
    let result = format!("3 dice, {:+} on the roll", settled.total);
    Ok(vec![Explained { title: "The round".to_owned(), result, settled }])
}

/// The procedure that decides a command, with the facts of the table.
pub(crate) fn calculation(state: &State, command: &Command) -> Option<Calculation> {
    match command {
        Command::Fire { unit, target, with, rapid, sparing } => {
            let (with, rapid, sparing) = (with.clone(), *rapid, *sparing);
            let shot = Shot { unit: *unit, target: *target, with, rapid, sparing };
            Calculation::new("fire", &shot_facts(state, &shot, situation(state, *unit)))
        }
        Command::Rally { unit } => {
            Calculation::new("rally", &crate::turn::morale_step::measure(state, *unit, Cause::Rally))
        }
        _ => None,
    }
}

/// The modifier lists of a command as things stand.
pub(crate) fn explain_command(state: &State, command: &Command) -> Vec<Explained> {
    match command {
        Command::Fire { unit, target, with, rapid, sparing } => {
            let (with, rapid, sparing) = (with.clone(), *rapid, *sparing);
            let shot = Shot { unit: *unit, target: *target, with, rapid, sparing };
            fire_lists(&shot_facts(state, &shot, situation(state, *unit)), &state.options)
        }
        Command::Rally { unit } => {
            vec![morale_list("The rally", &crate::turn::morale_step::measure(state, *unit, Cause::Rally))]
        }
        Command::Charge { unit, target, with } => {
            let (ours, theirs) = forecast(state, *unit, *target, with);
            vec![morale_list("The attacker", &ours), morale_list("The defender", &theirs)]
        }
        _ => Vec::new(),
    }
}
