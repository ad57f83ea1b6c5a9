//! The procedures that can be run from facts alone: for odds, for an umpire, for cases.

use crate::book::kinds::{Band, Gun, GunClass};
use crate::book::options::Options;
use crate::book::tables::{NoRange, gun, gun_band, small_arms_band};
use crate::c;
use crate::procedures::command_test::{CommandFacts, OrdersFacts, command_test, is_free, orders, passes_on};
use crate::procedures::facts::UnitFacts;
use crate::procedures::meet_charge::{Answer, ChargeFacts, PremeleeFacts, PremeleeResult, charge, premelee};
use crate::procedures::melee_round::{Fighting, RoundFacts, RoundResult, Winner, round};
use crate::procedures::morale::{MoraleFacts, holds_on, morale_test, target_score};
use crate::procedures::under_fire::{
    ArtilleryFacts, Battery, Fire, FireFacts, LineFacts, MortarFacts, SiegeFacts, Struck, WorkFacts,
    WorkStruck, fire_at_line, gun_facts, line_struck, small_arms_facts, struck, work_facts, work_struck,
};
use crate::shown::explain;
use longroll_kit::{
    Clause, Explained, Fact, Outcome, Prepared, Procedure, ProcedureError, Settings, facts_from,
};
use longroll_table::Length;
use schemars::schema_for;
use serde_json::Value;

pub(crate) const ALL: &[Procedure] = &[
    Procedure {
        name: "command",
        about: "One order: free, or tested with two dice against the officer's rating.",
        clauses: &[c::CMD_02, c::CMD_03, c::CMD_05, c::CMD_06, c::CMD_07, c::CMD_08, c::CMD_09, c::LEADER_05],
        facts: || schema_for!(CommandFacts),
        prepare: prepare_command,
        explain: explain::command,
    },
    Procedure {
        name: "orders",
        about: "All that one officer means to order in a tenure: how much of it is carried out before a test fails.",
        clauses: &[c::CMD_03, c::CMD_04, c::CMD_06, c::CMD_07, c::CMD_20, c::LEADER_06],
        facts: || schema_for!(OrdersFacts),
        prepare: prepare_orders,
        explain: explain::orders,
    },
    Procedure {
        name: "small_arms",
        about: "One round of small-arms fire at a unit: hits, skirmishers, stands, officer, drive back, morale.",
        clauses: &[c::FIRE_06, c::FIRE_07, c::FIRE_08, c::FIRE_18, c::FIRE_22, c::SKIRM_08, c::GAME_07],
        facts: || schema_for!(FireFacts),
        prepare: prepare_small_arms,
        explain: explain::small_arms,
    },
    Procedure {
        name: "artillery",
        about: "One round of fire of field guns at a unit, with all that follows.",
        clauses: &[c::ARTY_05, c::ARTY_06, c::ARTY_12, c::ARTY_17, c::ARTY_18, c::FIRE_22, c::GAME_07],
        facts: || schema_for!(ArtilleryFacts),
        prepare: prepare_artillery,
        explain: explain::artillery,
    },
    Procedure {
        name: "siege",
        about: "Siege guns at a fortification: cohesion lost, and what becomes of the unit in it.",
        clauses: &[c::SIEGE_06, c::SIEGE_07, c::SIEGE_08, c::SIEGE_09, c::SIEGE_10],
        facts: || schema_for!(SiegeFacts),
        prepare: prepare_siege,
        explain: explain::siege,
    },
    Procedure {
        name: "mortar",
        about: "Mortars at a fortification, or at a unit that stands in none.",
        clauses: &[c::MORTAR_02, c::MORTAR_04, c::MORTAR_05, c::MORTAR_06],
        facts: || schema_for!(MortarFacts),
        prepare: prepare_mortar,
        explain: explain::mortar,
    },
    Procedure {
        name: "skirmish_line",
        about: "Fire at a skirmish line that has no parent to be fired at behind it.",
        clauses: &[c::SKIRM_10, c::SKIRM_13, c::ARTY_23],
        facts: || schema_for!(LineFacts),
        prepare: prepare_line,
        explain: explain::line,
    },
    Procedure {
        name: "premelee",
        about: "The fire of a unit that is charged, and whether the charger makes contact.",
        clauses: &[
            c::FIRE_13,
            c::READY_03,
            c::ARTY_07,
            c::CHARGE_09,
            c::CHARGE_10,
            c::CHARGE_11,
            c::CHARGE_20,
        ],
        facts: || schema_for!(PremeleeFacts),
        prepare: prepare_premelee,
        explain: explain::premelee,
    },
    Procedure {
        name: "morale",
        about: "One morale test.",
        clauses: &[c::MORALE_03, c::MORALE_04, c::MORALE_05],
        facts: || schema_for!(MoraleFacts),
        prepare: prepare_morale,
        explain: explain::morale,
    },
    Procedure {
        name: "melee_round",
        about: "One round of melee of two units: hits, losses, scores, drive back and the loser's morale.",
        clauses: &[c::MELEE_03, c::MELEE_05, c::MELEE_13, c::MELEE_14, c::MELEE_15, c::MELEE_31, c::GAME_07],
        facts: || schema_for!(RoundFacts),
        prepare: prepare_round,
        explain: explain::round,
    },
    Procedure {
        name: "charge",
        about: "A whole charge of one unit at another: pre-melee fire, contact, and the first round of melee.",
        clauses: &[c::CHARGE_08, c::CHARGE_10, c::CHARGE_13, c::CHARGE_15, c::MELEE_09],
        facts: || schema_for!(ChargeFacts),
        prepare: prepare_charge,
        explain: explain::charge,
    },
];

fn prepare_command(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let options = Options::from_settings(settings);
    let facts = facts_from::<CommandFacts>(facts)?.counted(&options);
    check_rating(facts.rating)?;
    Ok(Box::new(move |dice| {
        let result = command_test(&facts, &options, dice)?;
        Ok(Outcome(vec![
            ("passed", Fact::Yes(result.passed)),
            ("free", Fact::Yes(is_free(&facts, &options))),
            ("passes_on", number(passes_on(&facts))),
        ]))
    }))
}

fn prepare_orders(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: OrdersFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    check_rating(facts.rating)?;
    if facts.orders.is_empty() || facts.orders.len() > 24 {
        return Err(ProcedureError("give 1 to 24 orders".to_owned()));
    }
    let all = facts.orders.len();
    Ok(Box::new(move |dice| {
        let carried_out = orders(&facts, &options, dice)?;
        let whole = usize::try_from(carried_out).is_ok_and(|done| done == all);
        Ok(Outcome(vec![("carried_out", number(carried_out)), ("all", Fact::Yes(whole))]))
    }))
}

/// The range in the band of these small arms, or the band as given.
pub(crate) fn small_arms_at(f: &FireFacts) -> Result<Band, ProcedureError> {
    muskets_at(&f.firer, f.range, f.band)
}

fn muskets_at(firer: &UnitFacts, range: Option<Length>, band: Band) -> Result<Band, ProcedureError> {
    if firer.gun.is_some() {
        return Err(wrong(c::FIRE_01, "artillery has no small arms"));
    }
    match range {
        Some(range) => small_arms_band(firer.weapon, range)
            .ok_or_else(|| wrong(c::FIRE_06, &format!("{} cm is out of range", range.in_centimetres()))),
        None if band == Band::Medium => Err(wrong(c::FIRE_06, "small arms fire at short or long range")),
        None => Ok(band),
    }
}

/// The gun, of the class that the procedure is about, and its band at this range.
pub(crate) fn guns_at(
    battery: &Battery,
    class: GunClass,
    range: Option<Length>,
    band: Band,
) -> Result<(Gun, Band), ProcedureError> {
    let (usual, clause, what) = match class {
        GunClass::Field => (Gun::SbMedium, c::ARTY_04, "this fire needs a field gun"),
        GunClass::Siege => (Gun::SbSiege, c::SIEGE_01, "this fire needs a siege gun"),
        GunClass::Mortar => (Gun::LightMortar, c::MORTAR_01, "this fire needs a mortar"),
    };
    let kind = battery.gun.unwrap_or(usual);
    if gun(kind).class != class {
        return Err(wrong(clause, what));
    }
    if battery.guns == 0 {
        return Err(wrong(c::UNIT_09, "a battery has one gun at least"));
    }
    let Some(range) = range else { return Ok((kind, band)) };
    let at = gun_band(kind, range).map_err(|error| {
        let (clause, what, limit) = match error {
            NoRange::TooNear(least) => (c::MORTAR_02, "too near: more than", least),
            NoRange::TooFar(most) => (c::ARTY_05, "too far: at most", most),
        };
        wrong(clause, &format!("{} cm is {what} {}", range.in_centimetres(), limit.in_centimetres()))
    })?;
    Ok((kind, at))
}

fn prepare_small_arms(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: FireFacts = facts_from(facts)?;
    let band = small_arms_at(&facts)?;
    let options = Options::from_settings(settings);
    let fire = small_arms_facts(&facts.firer, facts.skirmishers, &facts.target, band, &options);
    check_units(&[&facts.firer])?;
    prepare_fire(Fire::SmallArms(fire), facts.target, options)
}

fn prepare_artillery(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: ArtilleryFacts = facts_from(facts)?;
    let (kind, band) = guns_at(&facts.battery, GunClass::Field, facts.range, facts.band)?;
    let fire = Fire::Guns(gun_facts(&facts.battery, kind, &facts.target, band));
    prepare_fire(fire, facts.target, Options::from_settings(settings))
}

fn prepare_fire(fire: Fire, target: UnitFacts, options: Options) -> Result<Prepared, ProcedureError> {
    check_units(&[&target])?;
    Ok(Box::new(move |dice| {
        let hits = fire.hits(&options, dice)?;
        Ok(fire_outcome(hits, &struck(&target, hits, &options, dice)?))
    }))
}

fn fire_outcome(hits: u32, out: &Struck) -> Outcome {
    Outcome(vec![
        ("hits", number(hits)),
        ("absorbed", number(out.absorbed)),
        ("reached", number(out.reached)),
        ("skirmishers_lost", number(out.skirmishers_lost)),
        ("stands_lost", number(out.stands_lost)),
        ("stands_left", number(out.stands_left)),
        ("marked", number(out.marked)),
        ("destroyed", Fact::Yes(out.destroyed)),
        ("officer_lost", Fact::Yes(out.officer_lost)),
        ("driven_back", number(out.driven_back)),
        ("collided", Fact::Yes(out.collided)),
        ("other_confused", Fact::Yes(out.other_confused)),
        ("confused", Fact::Yes(out.confused)),
        ("tested", Fact::Yes(out.tested)),
        ("holds", Fact::Yes(out.holds)),
    ])
}

fn prepare_siege(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: SiegeFacts = facts_from(facts)?;
    let (kind, band) = guns_at(&facts.battery, GunClass::Siege, facts.range, facts.band)?;
    let fire = Fire::Guns(work_facts(&facts.battery, kind, band));
    prepare_work(fire, facts.work, facts.unit, Options::from_settings(settings))
}

fn prepare_mortar(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: MortarFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    let (kind, band) = guns_at(&facts.battery, GunClass::Mortar, facts.range, facts.band)?;
    if let Some(work) = facts.in_work() {
        let fire = Fire::Guns(work_facts(&facts.battery, kind, band));
        return prepare_work(fire, work, facts.unit, options);
    }
    // POT-MORTAR-04: bombs fall behind the skirmishers
    let target = UnitFacts { screen: 0, line: None, ..facts.unit.unwrap_or_default() };
    prepare_fire(Fire::Guns(gun_facts(&facts.battery, kind, &target, band)), target, options)
}

fn prepare_work(
    fire: Fire,
    work: WorkFacts,
    inside: Option<UnitFacts>,
    options: Options,
) -> Result<Prepared, ProcedureError> {
    if work.strength == 0 || work.cohesion == 0 || work.marked >= work.strength {
        return Err(wrong(c::SIEGE_09, "a work to fire at has Strength and cohesion left"));
    }
    inside.iter().try_for_each(|unit| check_units(&[unit]))?;
    Ok(Box::new(move |dice| {
        let hits = fire.hits(&options, dice)?;
        Ok(work_outcome(hits, &work_struck(&work, inside.as_ref(), hits, dice)?))
    }))
}

fn work_outcome(hits: u32, out: &WorkStruck) -> Outcome {
    Outcome(vec![
        ("hits", number(hits)),
        ("cohesion_lost", number(out.cohesion_lost)),
        ("cohesion_left", number(out.cohesion_left)),
        ("marked", number(out.marked)),
        ("breached", Fact::Yes(out.breached)),
        ("stands_lost", number(0)),
        ("driven_back", number(out.driven_back)),
        ("collided", Fact::Yes(out.collided)),
        ("other_confused", Fact::Yes(out.other_confused)),
        ("confused", Fact::Yes(out.confused)),
        ("tested", Fact::Yes(false)),
    ])
}

/// What is fired at a skirmish line: small arms, field guns or mortars.
pub(crate) fn at_line(f: &LineFacts, options: &Options) -> Result<Fire, ProcedureError> {
    let band = match f.firer.gun {
        Some(_) if !f.firer.deployed_guns() => return Err(wrong(c::MOVE_17, "limbered guns do not fire")),
        Some(kind) => {
            let class = if gun(kind).class == GunClass::Mortar { GunClass::Mortar } else { GunClass::Field };
            guns_at(&Battery::of(&f.firer), class, f.range, f.band)?.1
        }
        None => muskets_at(&f.firer, f.range, f.band)?,
    };
    Ok(fire_at_line(f, band, options))
}

fn prepare_line(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: LineFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    check_units(&[&facts.firer])?;
    let fire = at_line(&facts, &options)?;
    if facts.stands == 0 {
        return Err(wrong(c::SKIRM_13, "a skirmish line has a stand at least"));
    }
    Ok(Box::new(move |dice| {
        let (hits, lost) = line_struck(&facts, &fire, &options, dice)?;
        Ok(Outcome(vec![
            ("hits", number(hits)),
            ("stands_lost", number(lost)),
            ("stands_left", number(facts.stands.saturating_sub(lost))),
            ("destroyed", Fact::Yes(lost >= facts.stands)),
        ]))
    }))
}

fn prepare_premelee(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: PremeleeFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    check_charge(&facts)?;
    Ok(Box::new(move |dice| Ok(Outcome(premelee_outcome(&premelee(&facts, &options, dice)?)))))
}

fn premelee_outcome(out: &PremeleeResult) -> Vec<(&'static str, Fact)> {
    let fire = match out.answer {
        Answer::Fires(Band::Short) => "short",
        Answer::Fires(Band::Medium) => "medium",
        Answer::Fires(Band::Long) => "long",
        Answer::Panics => "panics",
        Answer::NoFire => "no_fire",
    };
    let mut facts = vec![
        ("fire", Fact::Word(fire)),
        ("contact", Fact::Yes(out.contact)),
        ("gap_mm", Fact::Number(out.gap.micrometres() / 1000)),
    ];
    facts.extend(fire_outcome(out.hits, &out.charger).0);
    facts.retain(|(name, _)| !["collided", "other_confused"].contains(name));
    facts
}

fn prepare_morale(facts: &Value, _: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: MoraleFacts = facts_from(facts)?;
    check_officer(facts.officer)?;
    if facts.stands == 0 {
        return Err(wrong(c::MORALE_06, "a unit without stands tests nothing"));
    }
    Ok(Box::new(move |dice| {
        Ok(Outcome(vec![
            ("holds", Fact::Yes(morale_test(&facts, dice)?)),
            ("target", number(target_score(&facts))),
            ("holds_on", number(holds_on(&facts))),
        ]))
    }))
}

fn prepare_round(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: RoundFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    check_round(&facts)?;
    Ok(Box::new(move |dice| Ok(Outcome(round_outcome(Some(&round(&facts, &options, dice)?))))))
}

/// The same facts also where no round was fought.
fn round_outcome(out: Option<&RoundResult>) -> Vec<(&'static str, Fact)> {
    let count = |read: fn(&RoundResult) -> u32| number(out.map_or(0, read));
    let yes = |read: fn(&RoundResult) -> bool| Fact::Yes(out.is_some_and(read));
    let winner = match out.map(|out| out.winner) {
        Some(Winner::Attacker) => "attacker",
        Some(Winner::Defender) => "defender",
        Some(Winner::Draw) => "draw",
        Some(Winner::Neither) => "neither",
        None => "no_contact",
    };
    vec![
        ("winner", Fact::Word(winner)),
        ("difference", count(|out| out.difference)),
        ("attacker_hits", count(|out| out.attacker_hits)),
        ("defender_hits", count(|out| out.defender_hits)),
        ("attacker_score", count(|out| out.attacker_score)),
        ("defender_score", count(|out| out.defender_score)),
        ("attacker_stands_lost", count(|out| out.attacker.stands_lost.into())),
        ("defender_stands_lost", count(|out| out.defender.stands_lost.into())),
        ("attacker_marked", count(|out| out.attacker.marked.into())),
        ("defender_marked", count(|out| out.defender.marked.into())),
        ("attacker_officer_lost", yes(|out| out.attacker.officer_lost)),
        ("defender_officer_lost", yes(|out| out.defender.officer_lost)),
        ("attacker_driven_back", count(|out| out.attacker.driven_back)),
        ("defender_driven_back", count(|out| out.defender.driven_back)),
        ("attacker_confused", yes(|out| out.attacker.confused)),
        ("defender_confused", yes(|out| out.defender.confused)),
        ("other_confused", yes(|out| out.attacker.other_confused || out.defender.other_confused)),
        ("attacker_tested", yes(|out| out.attacker.tested)),
        ("defender_tested", yes(|out| out.defender.tested)),
        ("attacker_holds", Fact::Yes(out.is_none_or(|out| out.attacker.holds))),
        ("defender_holds", Fact::Yes(out.is_none_or(|out| out.defender.holds))),
        ("contact_kept", yes(|out| out.contact_kept)),
    ]
}

fn prepare_charge(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: ChargeFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    check_charge(&facts.premelee)?;
    check_fighting(&facts.premelee.charger, &facts.attack)?;
    check_fighting(&facts.premelee.defender, &facts.defence)?;
    Ok(Box::new(move |dice| {
        let (met, fought) = charge(&facts, &options, dice)?;
        let mut outcome = premelee_outcome(&met);
        outcome.extend(round_outcome(fought.as_ref()));
        Ok(Outcome(outcome))
    }))
}

fn check_rating(rating: u8) -> Result<(), ProcedureError> {
    if (2..=12).contains(&rating) {
        return Ok(());
    }
    Err(wrong(c::LEADER_02, &format!("a Leadership Rating is 2 to 12, not {rating}")))
}

fn check_officer(value: i8) -> Result<(), ProcedureError> {
    if (-3..=3).contains(&value) {
        return Ok(());
    }
    Err(wrong(c::LEADER_03, &format!("a Combat Value is -3 to 3, not {value}")))
}

fn check_units(units: &[&UnitFacts]) -> Result<(), ProcedureError> {
    for unit in units {
        let pairs = [
            (
                unit.limbered && unit.gun.is_none(),
                "limbered",
                "a unit without guns",
                "only artillery is limbered",
            ),
            (
                unit.guns_left && unit.gun.is_none(),
                "guns_left",
                "a unit without guns",
                "it has none to leave",
            ),
            (unit.gun.is_some() && unit.mounted, "gun", "mounted", "only cavalry is mounted"),
            (
                unit.ready && unit.is_confused(),
                "ready",
                "confused",
                "confusion ends Stand Ready (POT-CONF-03)",
            ),
        ];
        if let Some((_, one, other, why)) = pairs.into_iter().find(|(both, ..)| *both) {
            return Err(ProcedureError::contradiction(one, other, why));
        }
        if unit.strength == 0 || unit.stands == 0 {
            return Err(wrong(c::UNIT_02, "a unit has a stand at least, and a Strength of 1 or more"));
        }
        if unit.marked >= unit.strength {
            return Err(wrong(c::FIRE_18, "fewer hits than its Strength stay marked on a unit"));
        }
        if unit.room.is_some_and(|room| room < Length::ZERO) {
            return Err(wrong(c::DRIVE_08, "there is room of 0 cm or more behind a unit"));
        }
        if unit.officers().count() > 8 {
            return Err(wrong(c::LEADER_11, "at most 8 officers are attached to a unit"));
        }
        unit.officers().try_for_each(check_officer)?;
        check_officer(unit.own_officer)?;
    }
    Ok(())
}

pub(crate) fn check_charge(f: &PremeleeFacts) -> Result<(), ProcedureError> {
    check_units(&[&f.charger, &f.defender])?;
    if f.charger.gun.is_some() {
        return Err(wrong(c::CHARGE_02, "artillery does not charge"));
    }
    if f.distance < Length::ZERO || !f.distance.within(f.reach()) {
        let (distance, reach) = (f.distance.in_centimetres(), f.reach().in_centimetres());
        return Err(wrong(c::CHARGE_05, &format!("no charge of {distance} cm with a move of {reach}")));
    }
    Ok(())
}

fn check_fighting(unit: &UnitFacts, fighting: &Fighting) -> Result<(), ProcedureError> {
    let contact = fighting.contact.unwrap_or(unit.stands);
    if contact == 0 || contact.saturating_add(fighting.supports) > unit.stands {
        let what = format!(
            "{contact} stands in contact and {} in support are not to be had of {}",
            fighting.supports, unit.stands
        );
        return Err(wrong(c::MELEE_10, &what));
    }
    Ok(())
}

fn check_round(f: &RoundFacts) -> Result<(), ProcedureError> {
    check_units(&[&f.attacker, &f.defender])?;
    check_fighting(&f.attacker, &f.attack)?;
    check_fighting(&f.defender, &f.defence)
}

fn wrong(clause: Clause, what: &str) -> ProcedureError {
    ProcedureError(format!("{what} ({clause})"))
}

fn number(value: impl Into<i64>) -> Fact {
    Fact::Number(value.into())
}

pub(crate) type Lists = Result<Vec<Explained>, ProcedureError>;
