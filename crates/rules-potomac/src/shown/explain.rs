//! The modifier lists of every procedure and command before any die is thrown, and the procedure that decides a command.

use crate::book::kinds::{Band, Gun, GunClass, Kind};
use crate::book::options::Options;
use crate::book::tables::constants;
use crate::field::ground::{cover_against, has_cover_too};
use crate::field::screen::stands_in_front;
use crate::procedures::catalogue::{Lists, at_line, check_charge, guns_at, small_arms_at};
use crate::procedures::command_test::{CommandFacts, OrdersFacts, adjustments, is_free, passes_on, tests};
use crate::procedures::facts::UnitFacts;
use crate::procedures::losses::absorption_mods;
use crate::procedures::meet_charge::{
    ChargeFacts, PremeleeFacts, answers, fire_at_charger, first_round, gun_volley_facts, unhurt_charge,
    volley_facts,
};
use crate::procedures::melee::MeleeFacts;
use crate::procedures::melee_round::RoundFacts;
use crate::procedures::morale::{MoraleFacts, holds_on, roll_mods, target_mods, target_score};
use crate::procedures::premelee::{Meets, gun_test, gun_volley_mods, is_tested, volley_mods};
use crate::procedures::under_fire::{
    ArtilleryFacts, Battery, Fire, FireFacts, LineFacts, MortarFacts, SiegeFacts, gun_facts,
    small_arms_facts, work_facts,
};
use crate::procedures::{command_test, fire, guns, melee};
use crate::turn::charge::{may_fire_at, meets, own_officer_value};
use crate::turn::command::Command;
use crate::turn::event::Aimed;
use crate::turn::fire_step::{self, Aim, is_screened, may_fire};
use crate::turn::orders::command_facts;
use crate::turn::state::{Debt, State};
use longroll_kit::{Calculation, Explained, Settings, Settled, Side, UnitId, facts_from, number_of_dice};
use serde_json::Value;

pub(crate) fn command(facts: &Value, settings: &Settings) -> Lists {
    let options = Options::from_settings(settings);
    let facts = facts_from::<CommandFacts>(facts)?.counted(&options);
    Ok(vec![test_list("The command test", &facts, &options)])
}

pub(crate) fn orders(facts: &Value, settings: &Settings) -> Lists {
    let facts: OrdersFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    let all = tests(&facts, &options);
    let titled = all.iter().enumerate().map(|(place, test)| (format!("Order {}", place + 1), test));
    Ok(titled.map(|(title, test)| test_list(&title, test, &options)).collect())
}

/// One command test.
pub(crate) fn test_list(title: &str, facts: &CommandFacts, options: &Options) -> Explained {
    let result = if is_free(facts, options) {
        "free".to_owned()
    } else {
        format!("rating {}, passes on {} or less", facts.rating, passes_on(facts))
    };
    explained(title, result, adjustments(facts))
}

pub(crate) fn small_arms(facts: &Value, settings: &Settings) -> Lists {
    let facts: FireFacts = facts_from(facts)?;
    let band = small_arms_at(&facts)?;
    let options = Options::from_settings(settings);
    let fire = small_arms_facts(&facts.firer, facts.skirmishers, &facts.target, band, &options);
    Ok(at_unit(&Fire::SmallArms(fire), &facts.target, &options))
}

pub(crate) fn artillery(facts: &Value, settings: &Settings) -> Lists {
    let facts: ArtilleryFacts = facts_from(facts)?;
    let (kind, band) = guns_at(&facts.battery, GunClass::Field, facts.range, facts.band)?;
    let fire = Fire::Guns(gun_facts(&facts.battery, kind, &facts.target, band));
    Ok(at_unit(&fire, &facts.target, &Options::from_settings(settings)))
}

fn at_unit(fire: &Fire, target: &UnitFacts, options: &Options) -> Vec<Explained> {
    let mut lists = fire_lists(fire, options);
    lists.extend(target_lists(target, options));
    lists
}

/// Dice and hits of one fire.
pub(crate) fn fire_lists(fire: &Fire, options: &Options) -> Vec<Explained> {
    let (dice, stands, dice_mods, hits_on, need, hit_mods) = match fire {
        Fire::SmallArms(f) => (
            fire::dice_of(f),
            f.stands,
            fire::dice_mods(f),
            fire::hits_on(f),
            fire::need(f, options),
            fire::hit_mods(f, options),
        ),
        Fire::Guns(f) => (
            guns::dice_of(f),
            f.guns,
            guns::dice_mods(f),
            constants().hit_on_formed,
            guns::need(f, options),
            guns::hit_mods(f, options),
        ),
    };
    vec![
        explained("The dice", dice_in_words(dice, stands), dice_mods),
        explained("To hit", needed(hits_on, need), hit_mods),
    ]
}

fn target_lists(target: &UnitFacts, options: &Options) -> Vec<Explained> {
    let officer = target.officer_value(0, options);
    let test = MoraleFacts { stands: target.stands, officer, quality: target.quality };
    let absorbed = format!("{} hits absorbed at most", target.screen);
    let morale = format!("one d6, at most {} less the stands lost", holds_on(&test));
    vec![
        explained("The skirmishers in front", absorbed, absorption_mods(target.screen)),
        explained("The target's morale, if it loses a stand", morale, roll_mods(&test)),
    ]
}

pub(crate) fn siege(facts: &Value, settings: &Settings) -> Lists {
    let f: SiegeFacts = facts_from(facts)?;
    let (kind, band) = guns_at(&f.battery, GunClass::Siege, f.range, f.band)?;
    Ok(fire_lists(&Fire::Guns(work_facts(&f.battery, kind, band)), &Options::from_settings(settings)))
}

pub(crate) fn mortar(facts: &Value, settings: &Settings) -> Lists {
    let f: MortarFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    let (kind, band) = guns_at(&f.battery, GunClass::Mortar, f.range, f.band)?;
    if f.in_work().is_some() {
        return Ok(fire_lists(&Fire::Guns(work_facts(&f.battery, kind, band)), &options));
    }
    let target = f.unit.unwrap_or_default();
    let mut lists = fire_lists(&Fire::Guns(gun_facts(&f.battery, kind, &target, band)), &options);
    // POT-MORTAR-04: skirmishers in front absorb nothing
    lists.extend(target_lists(&UnitFacts { screen: 0, ..target }, &options));
    Ok(lists)
}

pub(crate) fn line(facts: &Value, settings: &Settings) -> Lists {
    let facts: LineFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    Ok(fire_lists(&at_line(&facts, &options)?, &options))
}

pub(crate) fn premelee(facts: &Value, settings: &Settings) -> Lists {
    let facts: PremeleeFacts = facts_from(facts)?;
    check_charge(&facts)?;
    Ok(premelee_lists(&facts, &Options::from_settings(settings)))
}

/// The range test and the fire at short range, which is the best that it can bring.
pub(crate) fn premelee_lists(f: &PremeleeFacts, options: &Options) -> Vec<Explained> {
    if !answers(f, options) {
        return Vec::new();
    }
    let range = match f.defender.gun {
        Some(kind) => {
            let facts = gun_volley_facts(f, kind);
            let result = match gun_test(&facts, options) {
                None => "short range without a test".to_owned(),
                Some(failed) => format!("one d6, 4 or more: short range, else {}", band_word(failed)),
            };
            explained("The range of its fire", result, gun_volley_mods(&facts, options))
        }
        None => {
            let facts = volley_facts(f);
            let tested = is_tested(&facts, options);
            let result = if tested {
                "one d6: 5 or more short range, 2 to 4 long range, else it panics"
            } else {
                "short range without a test"
            };
            explained("The range of its fire", result.to_owned(), volley_mods(&facts, options))
        }
    };
    let mut lists = vec![range];
    lists.extend(at_unit(&fire_at_charger(f, Band::Short, options), &f.charger, options));
    lists
}

pub(crate) fn morale(facts: &Value, _: &Settings) -> Lists {
    Ok(morale_lists(&facts_from(facts)?))
}

/// The target score and the roll of one morale test.
pub(crate) fn morale_lists(facts: &MoraleFacts) -> Vec<Explained> {
    let target = format!("{} stands, target score {}", facts.stands, target_score(facts));
    let roll = format!("holds on {} or less", holds_on(facts));
    vec![
        explained("The target score", target, target_mods(facts)),
        explained("The roll", roll, roll_mods(facts)),
    ]
}

pub(crate) fn round(facts: &Value, settings: &Settings) -> Lists {
    Ok(round_lists(&facts_from(facts)?, &Options::from_settings(settings)))
}

/// Dice, hits and what counts in the result, for both.
pub(crate) fn round_lists(f: &RoundFacts, options: &Options) -> Vec<Explained> {
    let (attack, defence) = f.scores(0, 0, options);
    let sides = [
        ("The attacker", f.attacker_dice(options), attack),
        ("The defender", f.defender_dice(options), defence),
    ];
    let lists = sides.into_iter().map(|(who, dice, score)| {
        let mut lists = melee_lists(who, &dice, options);
        let result = format!("hits inflicted and {}", score.total());
        lists.push(explained(&format!("{who}'s score"), result, score.mods()));
        lists
    });
    lists.flatten().collect()
}

/// Dice and hits of one unit in melee.
pub(crate) fn melee_lists(who: &str, facts: &MeleeFacts, options: &Options) -> Vec<Explained> {
    let dice = dice_in_words(melee::dice_of(facts), facts.stands);
    let need = needed(constants().hit_on_formed, melee::need(facts, options));
    vec![
        explained(&format!("{who}'s dice"), dice, melee::dice_mods(facts)),
        explained(&format!("{who} to hit"), need, melee::hit_mods(facts, options)),
    ]
}

pub(crate) fn charge(facts: &Value, settings: &Settings) -> Lists {
    let facts: ChargeFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    check_charge(&facts.premelee)?;
    let mut lists = premelee_lists(&facts.premelee, &options);
    lists.extend(round_lists(&first_round(&facts, &unhurt_charge(&facts.premelee)), &options));
    Ok(lists)
}

/// The face needed, and from which it was reckoned.
fn needed(hits_on: u8, face: u8) -> String {
    let from = if face == hits_on { String::new() } else { format!(", {hits_on} without this") };
    if face > 6 {
        format!("{face} needed{from}: no die can hit")
    } else {
        format!("each {face} or more hits{from}")
    }
}

/// `6 dice: 2 for each of 3 stands`.
fn dice_in_words(dice: u32, stands: u8) -> String {
    match u32::from(stands) {
        0 | 1 => number_of_dice(dice),
        stands => format!("{}: {} for each of {stands} stands", number_of_dice(dice), dice / stands),
    }
}

fn band_word(band: Band) -> &'static str {
    match band {
        Band::Short => "short range",
        Band::Medium => "medium range",
        Band::Long => "long range",
    }
}

fn explained(title: &str, result: String, settled: Settled) -> Explained {
    Explained { title: title.to_owned(), result, settled }
}

pub(crate) fn explain(state: &State, _: Side, command: &Command) -> Vec<Explained> {
    let options = &state.options;
    match command {
        Command::Order { officer, unit, group, .. } if state.is_officer(*officer) => {
            let units = if *group { state.group_of(*unit) } else { vec![*unit] };
            let facts = command_facts(state, *officer, &units);
            let result = if command_test::is_free(&facts, options) {
                "his first order: no roll".to_owned()
            } else {
                format!("rating {}, passes on {} or less", facts.rating, command_test::passes_on(&facts))
            };
            vec![Explained {
                title: "The command test".to_owned(),
                result,
                settled: command_test::adjustments(&facts),
            }]
        }
        Command::Fire { unit, target } => {
            let officer = match state.owed.top() {
                Some(Debt::Carry(received)) => Some(received.officer),
                _ => None,
            };
            let Ok(aim) = may_fire(state, *unit, *target, officer) else { return Vec::new() };
            let Some(fire) = fire_step::fire_of(state, *unit, &aim) else { return Vec::new() };
            let (dice, need, settled) = (fire.dice_of(), fire.need(options), fire.hit_mods(options));
            let result = if need > 6 {
                format!("{}, none can hit", number_of_dice(dice))
            } else {
                format!("{}, each {need} or more hits", number_of_dice(dice))
            };
            vec![Explained { title: "The fire".to_owned(), result, settled }]
        }
        Command::Volley { fire: true } => {
            let Some(Debt::Assault(assault)) = state.owed.top() else { return Vec::new() };
            let Some(firer) = assault.firers.first() else { return Vec::new() };
            let chargers = may_fire_at(state, assault, *firer);
            let start = chargers.iter().map(|place| assault.chargers[*place].start()).min();
            let Meets::SmallArms(facts) = meets(state, *firer, start.unwrap_or_default()) else {
                return Vec::new();
            };
            let result = match (facts.ready, is_tested(&facts, options)) {
                (true, _) => "ready: short range without a test",
                (false, false) => "short range without a test",
                (false, true) => "5 or more short, 2 to 4 long, else none",
            };
            vec![Explained {
                title: "The range of the fire".to_owned(),
                result: result.to_owned(),
                settled: volley_mods(&facts, options),
            }]
        }
        _ => Vec::new(),
    }
}

pub(crate) fn calculation(state: &State, command: &Command) -> Option<Calculation> {
    match command {
        Command::Order { officer, unit, group, .. } => {
            let units = if *group { state.group_of(*unit) } else { vec![*unit] };
            Calculation::new("command", &command_facts(state, *officer, &units))
        }
        Command::Fire { unit, target: Aimed::Unit(target) } => {
            let officer = match state.owed.top() {
                Some(Debt::Carry(received)) => Some(received.officer),
                _ => None,
            };
            let aim = may_fire(state, *unit, Aimed::Unit(*target), officer).ok()?;
            fire_at(state, *unit, *target, &aim)
        }
        _ => None,
    }
}

/// Fire at one unit that shares its hits with nobody, or at a skirmish line.
fn fire_at(state: &State, firer: UnitId, target: UnitId, aim: &Aim) -> Option<Calculation> {
    let range = Some(aim.range);
    let band = aim.band;
    let skirmishers = state.kind(firer) == Kind::Skirmishers;
    if state.is_line(target) {
        let parent = state.piece(target).partner?;
        let line = LineFacts {
            firer: unit_facts(state, firer, target),
            skirmishers,
            stands: u8::try_from(state.unit(target).bases.len()).ok()?,
            rounds_absorbed: state.unit(parent).absorbed,
            cover: cover_against(state, target, &state.unit(firer).print, true),
            range,
            band,
        };
        return Calculation::new("skirmish_line", &line);
    }
    if state.group_of(target).len() > 1 {
        return None;
    }
    let under_fire = unit_facts(state, target, firer);
    match state.gun_class(firer) {
        None => {
            let firer = unit_facts(state, firer, target);
            Calculation::new("small_arms", &FireFacts { firer, skirmishers, target: under_fire, range, band })
        }
        Some(GunClass::Field) => {
            let battery = Battery {
                gun: Some(state.piece(firer).gun.unwrap_or(Gun::SbLight)),
                guns: state.unit(firer).body.stands(),
                quality: state.piece(firer).quality,
            };
            Calculation::new("artillery", &ArtilleryFacts { battery, target: under_fire, range, band })
        }
        Some(GunClass::Siege | GunClass::Mortar) => None,
    }
}

/// A unit as far as dice look at it when it meets this enemy. The room behind it is not measured: how far it can go is seen when it
/// has lost its stands.
pub(crate) fn unit_facts(state: &State, id: UnitId, enemy: UnitId) -> UnitFacts {
    let (piece, unit) = (state.piece(id), state.unit(id));
    let is_line = piece.kind == Kind::Skirmishers;
    let from = &state.unit(enemy).print;
    let screened = !is_line && is_screened(state, enemy, id);
    let files = unit.body.cells.iter().filter(|cell| cell.rank == 0).count();
    let line = state.line_of(id).map(|line| state.unit(line).bases.len());
    let small = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
    UnitFacts {
        stands: if is_line { small(unit.bases.len()) } else { unit.body.stands() },
        files: (!is_line).then(|| small(files)),
        strength: piece.strength,
        marked: unit.hits,
        quality: piece.quality,
        standing: piece.standing,
        firepower: piece.firepower,
        melee: piece.melee,
        weapon: piece.weapon,
        gun: piece.gun,
        limbered: unit.limbered,
        guns_left: state.has_left_guns(id),
        mounted: state.is_mounted(id),
        fear: piece.fear,
        confused: state.is_confused(id),
        retreating: state.is_retreating(id),
        ready: unit.is_ready,
        officer: None,
        officers: state.attached(id).map(|officer| state.piece(officer).value).collect(),
        own_officer: own_officer_value(state, id),
        cover: cover_against(state, id, from, true),
        cover_too: has_cover_too(state, id, from, true),
        screen: if screened { stands_in_front(state, enemy, id) } else { 0 },
        line: line.map(small),
        rounds_absorbed: unit.absorbed,
        room: None,
    }
}
