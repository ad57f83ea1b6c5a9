//! The procedures that can be run from facts alone: for odds, for an umpire, for cases.

use crate::book::kinds::{Arm, Level};
use crate::book::options::Options;
use crate::c;
use crate::field::measured::fire_sector;
use crate::procedures::fire::{Band, FireFacts, Shot, Volley, shoot, shoot_for_result, unable, volley};
use crate::procedures::impact::{
    ChargeFacts, ChargeResult, Clash, Impact, Loser, Worked, impact, level_after, pre_impact_facts,
    run_charge,
};
use crate::procedures::losses::First;
use crate::procedures::morale::{Cause, MoraleFacts, Verdict, basic, check, judge, mmp, mmp_mods, roll_for};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{
    Explained, Fact, Outcome, Procedure, ProcedureError, Settings, facts_from, number_of_dice,
};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A fire and the check that follows from it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct VolleyFacts {
    pub fire: FireFacts,
    /// The target's morale besides what the fire itself says: level, formation, quality and arm are taken from the target.
    pub morale: MoraleFacts,
    /// Figures or sections of the target, on how many stands.
    pub figures: u8,
}

/// What a whole fire does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Felt {
    pub shot: Shot,
    pub lost: u8,
    pub eliminated: bool,
    pub leader_killed: bool,
    pub check: Option<Verdict>,
}

/// A tactical competence roll: ADF-UNIT-33, a hook for scenarios that no rule calls for (ADF-UNIT-34).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CompetenceFacts {
    pub morale: MoraleFacts,
}

pub(crate) const ALL: &[Procedure] = &[
    Procedure {
        name: "fire",
        about: "One fire: its total and what the results table says.",
        clauses: &[c::FIRE_02, c::FIRE_04, c::TARGET_01],
        facts: || schema_for!(FireFacts),
        prepare: |facts, settings| {
            let facts: FireFacts = facts_from(facts)?;
            let (options, worked) = ready(&facts, settings)?;
            Ok(Box::new(move |dice| shoot(&worked, &options, dice).map(|shot| shot_outcome(&worked, &shot))))
        },
        explain: |facts, settings| {
            let facts: FireFacts = facts_from(facts)?;
            Ok(fire_lists(&facts, &Options::from_settings(settings)))
        },
    },
    Procedure {
        name: "volley",
        about: "A fire and all that follows: hits, the leader's fate, the morale check, level and fall-back.",
        clauses: &[c::FIRE_02, c::RESULT_02, c::LEADER_10, c::MMP_01, c::MORALE_04, c::MORALE_15],
        facts: || schema_for!(VolleyFacts),
        prepare: |facts, settings| {
            let facts: VolleyFacts = facts_from(facts)?;
            let (options, worked) = ready(&facts.fire, settings)?;
            let nerves = nerves(&facts, worked.band, &options);
            Ok(Box::new(move |dice| {
                felt(&facts, &worked, &nerves, &options, dice)
                    .map(|felt| felt_outcome(&felt, &facts, &options))
            }))
        },
        explain: |facts, settings| {
            let facts: VolleyFacts = facts_from(facts)?;
            let options = Options::from_settings(settings);
            let (_, worked) = ready(&facts.fire, settings)?;
            let mut lists = fire_lists(&facts.fire, &options);
            lists.push(morale_list(
                "The morale check after one hit",
                &struck(&facts, worked.band, 1, options.one_hit, &options),
                &options,
            ));
            Ok(lists)
        },
    },
    Procedure {
        name: "morale",
        about: "One morale check or rally attempt.",
        clauses: &[c::MMP_01, c::MMP_03, c::MMP_04, c::MORALE_04, c::RALLY_01],
        facts: || schema_for!(MoraleFacts),
        prepare: |facts, settings| {
            let facts: MoraleFacts = facts_from(facts)?;
            sound(&facts)?;
            let options = Options::from_settings(settings);
            Ok(Box::new(move |dice| {
                let (_, verdict) = check(&facts, &options, dice)?;
                Ok(verdict_outcome(&facts, &verdict, mmp(&facts, &options), &options))
            }))
        },
        explain: |facts, settings| {
            let facts: MoraleFacts = facts_from(facts)?;
            Ok(vec![morale_list("The morale number", &facts, &Options::from_settings(settings))])
        },
    },
    Procedure {
        name: "impact",
        about: "One impact of two lead units, by the version of the game.",
        clauses: &[c::FIV_01, c::DICE_01, c::CHARGE_24],
        facts: || schema_for!(ChargeFacts),
        prepare: |facts, settings| {
            let facts: ChargeFacts = facts_from(facts)?;
            let options = Options::from_settings(settings);
            both_sound(&facts)?;
            let numbers = [facts.attacker.charge_mmp(&options), facts.defender.charge_mmp(&options)];
            Ok(Box::new(move |dice| {
                impact(&facts, &options, dice).map(|impact| impact_outcome(&facts, &impact, numbers))
            }))
        },
        explain: |facts, settings| explain_charge(facts, settings),
    },
    Procedure {
        name: "charge",
        about: "A charge at one inch when nobody fires: the pre-impact check, then one impact if the defender stands.",
        clauses: &[c::CHARGE_15, c::CHARGE_16, c::FIV_01, c::DICE_01],
        facts: || schema_for!(ChargeFacts),
        prepare: |facts, settings| {
            let facts: ChargeFacts = facts_from(facts)?;
            let options = Options::from_settings(settings);
            both_sound(&facts)?;
            let worked = Worked::of(&facts, &options);
            Ok(Box::new(move |dice| {
                run_charge(&worked, dice).map(|result| charge_outcome(&facts, &result, &worked))
            }))
        },
        explain: |facts, settings| explain_charge(facts, settings),
    },
    Procedure {
        name: "competence",
        about: "A tactical competence roll, for scenarios that want one.",
        clauses: &[c::UNIT_33, c::UNIT_34],
        facts: || schema_for!(CompetenceFacts),
        prepare: |facts, _| {
            let facts: CompetenceFacts = facts_from(facts)?;
            sound(&facts.morale)?;
            Ok(Box::new(move |dice| {
                let die = dice.one(c::UNIT_33, Die::D6)?;
                Ok(Outcome(vec![("succeeds", Fact::Yes(i32::from(die) >= basic(&facts.morale)))]))
            }))
        },
        explain: |_, _| Ok(Vec::new()),
    },
];

fn ready(facts: &FireFacts, settings: &Settings) -> Result<(Options, Volley), ProcedureError> {
    let options = Options::from_settings(settings);
    for firer in std::iter::once(&facts.firer).chain(&facts.with) {
        if firer.weapon.is_gun() != (firer.arm == Arm::Artillery) {
            let arm = format!("arm {}", if firer.arm == Arm::Artillery { "artillery" } else { "of men" });
            let weapon = format!("weapon {}", firer.weapon.words());
            let why = "artillery has guns, and nobody else has";
            return Err(ProcedureError::contradiction(&arm, &weapon, why));
        }
        if let Some(clause) = unable(firer, facts.manner) {
            return Err(ProcedureError(format!("this unit cannot fire so ({clause})")));
        }
    }
    let worked = volley(facts, &options);
    worked.map(|worked| (options, worked)).ok_or_else(|| {
        let far = facts.firer.range.in_inches();
        ProcedureError(format!("{} does not reach {far} in", facts.firer.weapon.words()))
    })
}

fn sound(facts: &MoraleFacts) -> Result<(), ProcedureError> {
    if facts.stands == 0 || facts.stands_at_start > 3 || facts.stands > facts.stands_at_start {
        return Err(ProcedureError(
            "a unit has one to three stands, and no more than it began with".to_owned(),
        ));
    }
    if facts.leader > 2 {
        return Err(ProcedureError("a leadership benefit is 0, 1 or 2 (ADF-LEADER-01)".to_owned()));
    }
    Ok(())
}

fn both_sound(facts: &ChargeFacts) -> Result<(), ProcedureError> {
    sound(&facts.attacker.morale)?;
    sound(&facts.defender.morale)?;
    if facts.attacker.morale.arm == Arm::Artillery {
        return Err(ProcedureError("artillery cannot charge (ADF-CHARGE-02)".to_owned()));
    }
    Ok(())
}

/// The target's morale after a shot: ADF-RESULT-04, losses come off before the check.
fn struck(f: &VolleyFacts, band: Band, hits: u8, addition: i32, options: &Options) -> MoraleFacts {
    let t = &f.fire.target;
    let by_artillery = f.fire.firer.arm == Arm::Artillery;
    let mut facts = MoraleFacts {
        cause: Cause::Fire,
        arm: t.arm,
        quality: t.quality,
        level: t.level,
        formation: t.formation,
        mounted: t.mounted,
        charging: t.charging,
        by_artillery,
        addition,
        enfiladed: fire_sector(&f.fire, band, options),
        ..f.morale.clone()
    };
    let lost = hits.min(f.figures);
    if t.arm == Arm::Artillery {
        if !options.section_counts_next_check {
            facts.stands = facts.stands.saturating_sub(lost).max(1);
        }
    } else {
        let first = options.loses_first(t.quality);
        facts.stands = stands_after(f.figures, facts.stands, first, lost).max(1);
        facts.disordered_by_it = t.level == Level::GoodOrder && facts.is_depleted() && f.morale.stands > 1;
    }
    facts
}

/// ADF-UNIT-03: losses come off one stand first, until it is empty.
pub fn stands_after(figures: u8, stands: u8, first: First, lost: u8) -> u8 {
    let mut left: Vec<_> = crate::book::kinds::spread(figures, stands).collect();
    crate::procedures::losses::take_stands(&mut left, first, lost);
    left.iter().filter(|stand| stand.now > 0).count() as u8
}

/// What a check after one result of the fire is rolled against, worked out once for all dice: odds ask for it a thousand times.
struct Nerve {
    result: (u8, i32),
    leader_killed: bool,
    level: Level,
    depleted: bool,
    mmp: i32,
}

/// Every result of the table that brings a check, with and without the leader's death.
fn nerves(f: &VolleyFacts, band: Band, options: &Options) -> Vec<Nerve> {
    let results = [(0, 0), (0, 1), (0, 2), (1, options.one_hit), (2, 2), (3, 3), (4, 4)];
    let both = results.into_iter().flat_map(|result| [(result, false), (result, true)]);
    both.map(|(result, leader_killed)| {
        let mut facts = struck(f, band, result.0, result.1, options);
        if leader_killed {
            // ADF-LEADER-13: without his benefit, and with the loss
            facts.leader = 0;
            facts.elements_lost = facts.elements_lost.saturating_add(1);
        }
        let (level, depleted) = (facts.present_level(), facts.is_depleted());
        Nerve { result, leader_killed, level, depleted, mmp: mmp(&facts, options) }
    })
    .collect()
}

/// ADF-GAME-06: losses, leader, check.
fn felt(
    f: &VolleyFacts,
    worked: &Volley,
    nerves: &[Nerve],
    options: &Options,
    dice: &mut dyn Dice,
) -> Result<Felt, Wanted> {
    let shot = shoot_for_result(worked, options, dice)?;
    let lost = shot.hits.min(f.figures);
    let eliminated = f.figures > 0 && lost == f.figures;
    let at_risk = f.morale.leader > 0 && lost > 0;
    let leader_killed = at_risk && dice.count(c::LEADER_10, u32::from(lost), Die::D6, 6)? > 0;
    let of = |addition: i32| {
        let fits =
            |nerve: &&Nerve| nerve.result == (shot.hits, addition) && nerve.leader_killed == leader_killed;
        nerves.iter().find(fits)
    };
    let check = match shot.addition.filter(|_| !eliminated).and_then(of) {
        Some(nerve) => {
            let judged =
                |roll: u8| judge(nerve.level, f.fire.target.quality, nerve.depleted, nerve.mmp, roll);
            Some(judged(roll_for(&judged, c::MORALE_04, dice)?))
        }
        None => None,
    };
    Ok(Felt { shot, lost, eliminated, leader_killed, check })
}

fn shot_outcome(volley: &Volley, shot: &Shot) -> Outcome {
    Outcome(vec![
        ("result", Fact::Word(result_word(shot))),
        ("hits", number(shot.hits)),
        ("total", number(shot.total)),
        ("firepower", number(volley.firepower)),
        ("dice", number(volley.dice)),
        ("band", Fact::Word(volley.band.key())),
        ("addition", number(shot.addition.unwrap_or(0))),
    ])
}

pub(crate) fn result_word(shot: &Shot) -> &'static str {
    match (shot.hits, shot.addition) {
        (0, None) => "none",
        (0, Some(0)) => "MC",
        (0, Some(1)) => "1MC",
        (0, Some(_)) => "2MC",
        (1, _) => "1H",
        (2, _) => "2H",
        (3, _) => "3H",
        _ => "4H",
    }
}

fn felt_outcome(felt: &Felt, f: &VolleyFacts, options: &Options) -> Outcome {
    let level = felt.check.map_or(f.fire.target.level, |verdict| verdict.level);
    let back = felt.check.map_or(0, |verdict| fall_back(&verdict, f.fire.target.mounted, options));
    Outcome(vec![
        ("result", Fact::Word(result_word(&felt.shot))),
        ("lost", number(felt.lost)),
        ("eliminated", Fact::Yes(felt.eliminated || felt.check.is_some_and(|check| check.disintegrates))),
        ("level", Fact::Word(level_word(level))),
        ("fall_back", Fact::Number(back)),
        ("leader_killed", Fact::Yes(felt.leader_killed)),
    ])
}

/// ADF-SCALE-09, ADF-MORALE-15: mounted cavalry goes back a multiple.
pub fn fall_back(verdict: &Verdict, mounted: bool, options: &Options) -> i64 {
    i64::from(verdict.fall_back) * if mounted { options.mounted_fall_back } else { 1 }
}

fn verdict_outcome(f: &MoraleFacts, verdict: &Verdict, mmp: i32, options: &Options) -> Outcome {
    let mounted = f.arm == Arm::Cavalry && f.mounted;
    Outcome(vec![
        ("mmp", number(mmp)),
        ("level", Fact::Word(level_word(verdict.level))),
        ("fall_back", Fact::Number(fall_back(verdict, mounted, options))),
        ("routs", Fact::Yes(verdict.routs)),
        ("loses_one", Fact::Yes(verdict.loses_one)),
        ("recovers", Fact::Yes(verdict.recovers)),
        ("disintegrates", Fact::Yes(verdict.disintegrates)),
    ])
}

fn impact_outcome(f: &ChargeFacts, impact: &Impact, numbers: [i32; 2]) -> Outcome {
    let level = |loser: Loser, before: Level| {
        let after =
            if impact.loser == loser { level_after(before, impact) } else { before.max(Level::Disorder) };
        Fact::Word(level_word(after))
    };
    Outcome(vec![
        ("clash", Fact::Word(clash_word(impact.clash))),
        ("loser", Fact::Word(loser_word(impact.loser))),
        ("margin", number(impact.totals[0] - impact.totals[1])),
        ("back", number(impact.back)),
        ("lost", number(impact.lost)),
        ("attacker_level", level(Loser::Attacker, f.attacker.morale.level)),
        ("defender_level", level(Loser::Defender, f.defender.morale.level)),
        ("attacker_mmp", number(numbers[0])),
        ("defender_mmp", number(numbers[1])),
    ])
}

fn charge_outcome(f: &ChargeFacts, result: &ChargeResult, worked: &Worked) -> Outcome {
    let pre_impact = ("pre_impact_mmp", number(worked.pre_impact));
    let mut facts = match &result.impact {
        Some(impact) => {
            let mut after = f.clone();
            after.defender.morale.level = result.check.level;
            let numbers = [worked.attacker, worked.defender[result.check.level as usize]];
            impact_outcome(&after, impact, numbers).0
        }
        None => vec![
            ("clash", Fact::Word("gave_way")),
            ("loser", Fact::Word("defender")),
            ("back", number(result.check.fall_back)),
            ("defender_level", Fact::Word(level_word(result.check.level))),
        ],
    };
    facts.push(pre_impact);
    Outcome(facts)
}

pub(crate) fn clash_word(clash: Clash) -> &'static str {
    match clash {
        Clash::Melee => "melee",
        Clash::StopShort => "stop_short",
        Clash::PointBlank => "point_blank",
        Clash::FallBack => "fall_back",
        Clash::Surrender => "surrender",
    }
}

fn loser_word(loser: Loser) -> &'static str {
    match loser {
        Loser::Nobody => "nobody",
        Loser::Attacker => "attacker",
        Loser::Defender => "defender",
    }
}

pub(crate) fn level_word(level: Level) -> &'static str {
    match level {
        Level::GoodOrder => "good_order",
        Level::Disorder => "disorder",
        Level::Shaken => "shaken",
        Level::Routed => "routed",
    }
}

/// Firer's and target's list of a fire, each with what it comes to.
pub(crate) fn fire_lists(facts: &FireFacts, options: &Options) -> Vec<Explained> {
    let Some(volley) = volley(facts, options) else { return Vec::new() };
    let result = format!(
        "firepower {} and {} at {} range, {:+} to the total",
        volley.firepower,
        number_of_dice(volley.dice),
        volley.band.words(),
        volley.firer.total
    );
    vec![
        Explained { title: "The fire".to_owned(), result, settled: volley.firer },
        Explained {
            title: "The target".to_owned(),
            result: format!("{:+} to the total", volley.target.total),
            settled: volley.target,
        },
    ]
}

pub(crate) fn morale_list(title: &str, facts: &MoraleFacts, options: &Options) -> Explained {
    let settled = mmp_mods(facts, options);
    let number = mmp(facts, options);
    // ADF-MMP-03: never below 0 nor above 12
    let result = if settled.total == number {
        format!("morale number {number}")
    } else {
        format!("{} in all: morale number {number}", settled.total)
    };
    Explained { title: title.to_owned(), result, settled }
}

pub(crate) fn charge_lists(facts: &ChargeFacts, options: &Options) -> Vec<Explained> {
    vec![
        morale_list("The pre-impact check", &pre_impact_facts(facts, options), options),
        morale_list("The attacker's impact", &facts.attacker.impact_facts(options), options),
        morale_list("The defender's impact", &facts.defender.impact_facts(options), options),
    ]
}

fn explain_charge(facts: &Value, settings: &Settings) -> Result<Vec<Explained>, ProcedureError> {
    let facts: ChargeFacts = facts_from(facts)?;
    Ok(charge_lists(&facts, &Options::from_settings(settings)))
}

fn number(value: impl Into<i64>) -> Fact {
    Fact::Number(value.into())
}
