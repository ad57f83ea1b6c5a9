//! From men, guns, yards and minutes to figures, models, inches and turns (GRE-GEN-01).

use crate::book::kinds::{Ability, Form, Grade, Gun, Kind, Order, Rank, Weapon};
use crate::book::options::Options;
use crate::book::tables;
use crate::field::body::Shape;
use crate::procedures::guns::GunGroup;
use crate::turn::state::{BrigadeCard, Muster, Objective, Piece};
use longroll_kit::{Ruleset, Setup, SetupError, Side, UnitId};
use longroll_scenario::{
    self as scenario, Arm, Branch, Commander, Force, GunType, Posture, Quality, Rating, Scale, Scenario, Unit,
};
use longroll_table::{Field, Heading, Pose, Rect, inches, overlaps, thousandths};
use std::sync::Arc;

/// GRE-GEN-01: the scale.
const YARDS_TO_THE_INCH: i64 = 25;
const MEN_TO_THE_FIGURE: u32 = 20;
const GUNS_TO_THE_MODEL: u32 = 2;
const CREW: u32 = 4;
/// GRE-GEN-16.
const TURNS: u32 = 12;
/// GRE-CMD-12.
const ADCS: u8 = 3;
/// Option GRE-OPT-20: a turn for each ten minutes.
const MINUTES_TO_THE_TURN: u32 = 10;
const MOST_TURNS: u32 = 200;

pub(crate) fn field(setup: &Setup) -> Result<Arc<Field>, SetupError> {
    let scale = scale(&setup.scenario)?;
    setup.scenario.field(scale).map(Arc::new).map_err(|error| SetupError(error.to_string()))
}

pub(crate) fn muster(setup: &Setup) -> Result<Muster, SetupError> {
    let battle = &*setup.scenario;
    let scale = scale(battle)?;
    let mut pieces = Vec::new();
    let mut brigades = Vec::new();
    for side in Side::ALL {
        enlist(battle, *side, scale, &mut pieces, &mut brigades)?;
    }
    if pieces.is_empty() || pieces.len() > 4000 {
        return Err(SetupError("a battle needs units, and fewer than 4000".to_owned()));
    }
    make_room(&mut pieces, &*field(setup)?)?;
    let objectives = battle.objectives.iter().map(|objective| Objective {
        name: objective.name.clone(),
        at: scale.point(objective.at),
        radius: scale.length(i64::from(objective.radius_yards)),
        points: objective.points,
        held_by: objective.owner,
    });
    Ok(Muster {
        edges: [battle.sides.blue.edge.on_table(), battle.sides.gray.edge.on_table()],
        turns: turns(battle, &Options::from_settings(&setup.settings))?,
        attacker: battle.first,
        objectives: objectives.collect(),
        adcs: u8::try_from(number(own(battle, "adcs"), 0, 20)?.unwrap_or(i64::from(ADCS))).unwrap_or(ADCS),
        pieces,
        brigades,
    })
}

/// One value of `[overrides.grenadier]`.
fn own(battle: &Scenario, key: &str) -> Option<serde_json::Value> {
    let value = battle.overrides_for(crate::Grenadier::ID)?.get(key)?;
    serde_json::to_value(value).ok()
}

fn number(value: Option<serde_json::Value>, least: i64, most: i64) -> Result<Option<i64>, SetupError> {
    let Some(value) = value else { return Ok(None) };
    let wrong =
        || SetupError(format!("[overrides.grenadier]: write a number from {least} to {most}, not {value}"));
    let number = value.as_i64().filter(|number| (least..=most).contains(number)).ok_or_else(wrong)?;
    Ok(Some(number))
}

fn scale(battle: &Scenario) -> Result<Scale, SetupError> {
    let yards = number(own(battle, "yards_to_the_inch"), 5, 200)?.unwrap_or(YARDS_TO_THE_INCH);
    Scale::new(inches(1), yards).ok_or_else(|| SetupError("no such scale".to_owned()))
}

/// GRE-GEN-16 and option GRE-OPT-20.
fn turns(battle: &Scenario, options: &Options) -> Result<u32, SetupError> {
    let given = number(own(battle, "turns"), 1, i64::from(MOST_TURNS))?;
    let given = given.and_then(|turns| u32::try_from(turns).ok());
    let usual = if options.by_scenario { battle.minutes.div_ceil(MINUTES_TO_THE_TURN) } else { TURNS };
    Ok(given.unwrap_or(usual).clamp(1, MOST_TURNS))
}

/// GRE-UNIT-15: every formation with units of its own is a brigade, its commander the brigadier; the commander of the
/// whole is the CinC, others above are division generals (ruling GRE-R07).
fn enlist(
    battle: &Scenario,
    side: Side,
    scale: Scale,
    pieces: &mut Vec<Piece>,
    brigades: &mut Vec<BrigadeCard>,
) -> Result<(), SetupError> {
    let force = battle.force(side);
    let top = force.top().map(|formation| formation.id.clone());
    let mut generals: Vec<(String, UnitId)> = Vec::new();
    for formation in &force.formations {
        let has_units = force.units_of(&formation.id).next().is_some();
        let place = brigades.len() as u16;
        if has_units {
            let mut units = Vec::new();
            for unit in force.units_of(&formation.id) {
                units.push(UnitId(pieces.len() as u16));
                pieces.push(piece_of(battle, side, force, unit, scale, place)?);
            }
            let order = own_order(battle, &formation.id)?;
            brigades.push(BrigadeCard {
                key: formation.id.clone(),
                name: formation.name.clone(),
                side,
                units,
                brigadier: None,
                above: Vec::new(),
                order,
            });
        }
        if let Some(commander) = &formation.commander {
            let id = UnitId(pieces.len() as u16);
            let is_top = top.as_deref() == Some(formation.id.as_str());
            let rank = match (is_top, has_units) {
                (true, _) => Rank::CinC,
                (_, true) => Rank::Brigadier,
                _ => Rank::Division,
            };
            pieces.push(general(side, force, &formation.id, &formation.name, commander, scale, rank));
            generals.push((formation.id.clone(), id));
            if rank == Rank::Brigadier
                && let Some(card) = brigades.last_mut()
            {
                card.brigadier = Some(id);
            }
        }
    }
    for card in brigades.iter_mut().filter(|card| card.side == side) {
        let chain = force.chain(&card.key);
        for formation in chain.into_iter().skip(1) {
            let general = generals.iter().find(|(key, _)| *key == formation.id).map(|(_, id)| *id);
            card.above.extend(general.filter(|id| pieces[id.index()].rank != Some(Rank::CinC)));
        }
    }
    // GRE-UNIT-19: one sniper at most, where the scenario asks for him
    let sides = own(battle, "snipers").and_then(|list| list.as_array().cloned()).unwrap_or_default();
    if sides.iter().any(|word| word.as_str() == Some(side.word())) {
        pieces.push(sniper(side, force, scale));
    }
    Ok(())
}

fn own_order(battle: &Scenario, key: &str) -> Result<Order, SetupError> {
    let given = own(battle, "orders")
        .and_then(|orders| orders.get(key).and_then(|word| word.as_str().map(str::to_owned)));
    let Some(word) = given else { return Ok(Order::Engage) };
    Order::named(&word)
        .filter(|order| *order != Order::Retire)
        .ok_or_else(|| SetupError(format!("[overrides.grenadier.orders] {key}: no such order as {word:?}")))
}

fn blank_piece(side: Side, kind: Kind) -> Piece {
    Piece {
        key: String::new(),
        name: String::new(),
        formation: String::new(),
        side,
        kind,
        grade: Grade::Regular,
        figures: 0,
        guns: Vec::new(),
        models: 0,
        weapon: None,
        second_weapon: None,
        skirmish_class: 2,
        irregular: false,
        lancers: false,
        fixed: false,
        brigade: None,
        rank: None,
        ability: Ability::Average,
        pose: Pose { at: longroll_table::Point::new(0, 0), facing: Heading::NORTH },
        form: Form::Line,
        mounted: false,
        low_ammunition: false,
        parent: None,
    }
}

fn general(
    side: Side,
    force: &Force,
    key: &str,
    formation: &str,
    commander: &Commander,
    scale: Scale,
    rank: Rank,
) -> Piece {
    let ability = match commander.rating {
        Rating::Poor => Ability::Poor,
        Rating::Average | Rating::Good => Ability::Average,
        Rating::Excellent => Ability::Excellent,
    };
    Piece {
        key: format!("{key}-general"),
        name: commander.name.clone(),
        formation: formation.to_owned(),
        rank: Some(rank),
        ability,
        pose: Pose { at: scale.point(commander.at), facing: force.edge.on_table().outward().opposite() },
        ..blank_piece(side, Kind::General)
    }
}

fn sniper(side: Side, force: &Force, scale: Scale) -> Piece {
    let at = force
        .top()
        .and_then(|top| top.commander.as_ref())
        .map_or_else(|| longroll_table::Point::new(0, 0), |commander| scale.point(commander.at));
    Piece {
        key: format!("{}-sniper", side.word()),
        name: format!("{} sniper", force.name),
        figures: 1,
        form: Form::Skirmish,
        pose: Pose { at, facing: force.edge.on_table().outward().opposite() },
        ..blank_piece(side, Kind::Sniper)
    }
}

fn piece_of(
    battle: &Scenario,
    side: Side,
    force: &Force,
    unit: &Unit,
    scale: Scale,
    brigade: u16,
) -> Result<Piece, SetupError> {
    let given = battle.unit_overrides(crate::Grenadier::ID, &unit.id);
    let given = given.and_then(|table| serde_json::to_value(table).ok()).unwrap_or_default();
    let says = |key: &str| given.get(key).and_then(serde_json::Value::as_bool).unwrap_or(false);
    let counted = |key: &str, least: i64, most: i64| number(given.get(key).cloned(), least, most);
    let guns = guns_of(unit);
    let kind = kind_of(unit, &guns, &given);
    let grade = given
        .get("grade")
        .and_then(|grade| serde_json::from_value(grade.clone()).ok())
        .unwrap_or_else(|| grade_of(unit.quality));
    let models: u32 = if kind == Kind::Gatling {
        unit.gun_count().div_ceil(GUNS_TO_THE_MODEL).max(1)
    } else {
        guns.iter().map(|group| group.models).sum()
    };
    let figures = match counted("figures", 1, 60)? {
        Some(figures) => u32::try_from(figures).unwrap_or(1),
        None if kind.is_artillery() => models * CREW,
        None => ((unit.men.unwrap_or(0) + MEN_TO_THE_FIGURE / 2) / MEN_TO_THE_FIGURE).clamp(2, 60),
    };
    let formation = force.formation(&unit.formation).map_or(&unit.formation, |formation| &formation.name);
    let posture = unit.posture();
    let (weapon, second_weapon) = weapons_of(kind, unit);
    let form = match posture {
        Posture::Skirmish => Form::Skirmish,
        Posture::Limbered if kind != Kind::SiegeArtillery => Form::LimberedColumn,
        _ if kind.is_artillery() => Form::Unlimbered,
        _ => Form::Line,
    };
    Ok(Piece {
        key: unit.id.clone(),
        name: unit.name.clone(),
        formation: formation.clone(),
        grade,
        figures: u16::try_from(figures).unwrap_or(60),
        guns: if kind == Kind::Gatling { Vec::new() } else { guns },
        models: u8::try_from(models).unwrap_or(u8::MAX),
        weapon,
        second_weapon,
        skirmish_class: u8::try_from(counted("skirmish_class", 1, 3)?.unwrap_or(0))
            .ok()
            .filter(|class| *class > 0)
            .unwrap_or_else(|| tables::skirmish_class(grade)),
        irregular: says("irregular"),
        lancers: says("lancers"),
        fixed: says("fixed"),
        brigade: Some(brigade),
        pose: scale.pose(unit),
        form,
        mounted: kind == Kind::Cavalry && posture != Posture::Dismounted,
        // GRE-ARTY-32: for a battery there is no other way to run low
        low_ammunition: says("low_ammunition"),
        ..blank_piece(side, kind)
    })
}

fn kind_of(unit: &Unit, guns: &[GunGroup], given: &serde_json::Value) -> Kind {
    let named = given.get("kind").and_then(|kind| serde_json::from_value::<Kind>(kind.clone()).ok());
    match (unit.arm, unit.branch()) {
        (Arm::Infantry, _) => Kind::Infantry,
        (Arm::Cavalry, _) => Kind::Cavalry,
        (Arm::Artillery, _) if named.is_some_and(Kind::is_artillery) => named.unwrap_or(Kind::FootArtillery),
        (Arm::Artillery, _) if guns.iter().any(|group| tables::gun(group.gun).siege) => Kind::SiegeArtillery,
        (Arm::Artillery, Branch::Horse) => Kind::HorseArtillery,
        (Arm::Artillery, _) => Kind::FootArtillery,
    }
}

/// Two guns to a model, by type, rounded up; one battery has up to six models.
fn guns_of(unit: &Unit) -> Vec<GunGroup> {
    let mut groups: Vec<GunGroup> = Vec::new();
    for guns in &unit.guns {
        let gun = gun_of(guns.model);
        match groups.iter_mut().find(|group| group.gun == gun) {
            Some(group) => group.models += guns.count,
            None => groups.push(GunGroup { gun, models: guns.count }),
        }
    }
    for group in &mut groups {
        group.models = group.models.div_ceil(GUNS_TO_THE_MODEL).min(6);
    }
    groups
}

/// GRE-ARTY-10, ruling GRE-R08 for models that the sheet does not name.
fn gun_of(model: GunType) -> Gun {
    match model {
        GunType::Napoleon => Gun::Napoleon,
        GunType::ThreeInchRifle => Gun::OrdnanceRifle,
        GunType::TenPounderParrott | GunType::Blakely => Gun::TenPounderParrott,
        GunType::TwentyPounderParrott => Gun::TwentyPounderParrott,
        GunType::ThirtyPounderParrott => Gun::ThirtyPounderParrott,
        GunType::SixPounderGun => Gun::SixPounder,
        GunType::TwelvePounderHowitzer => Gun::Howitzer,
        GunType::MountainHowitzer => Gun::MountainHowitzer,
        GunType::TwentyFourPounderHowitzer => Gun::HeavyHowitzer,
        GunType::JamesRifle => Gun::James,
        GunType::Whitworth => Gun::Whitworth,
        GunType::SiegeGun | GunType::Mortar => Gun::SiegeSmoothbore,
    }
}

/// Ruling GRE-R09: the four qualities of a scenario are the four grades, in order.
fn grade_of(quality: Quality) -> Grade {
    match quality {
        Quality::Green => Grade::Raw,
        Quality::Regular => Grade::Trained,
        Quality::Veteran => Grade::Regular,
        Quality::Elite => Grade::Veteran,
    }
}

/// GRE-UNIT-26: cavalry has pistols besides its long arm.
fn weapons_of(kind: Kind, unit: &Unit) -> (Option<Weapon>, Option<Weapon>) {
    use scenario::Weapon as Carried;
    if kind == Kind::Gatling {
        return (Some(Weapon::Gatling), None);
    }
    if kind.is_artillery() {
        return (None, None);
    }
    let weapon = match unit.weapon {
        Some(Carried::Musket) => Weapon::SmoothboreMusket,
        Some(Carried::RifleMusket) | None => Weapon::RifledMusket,
        Some(Carried::RifleBreechloader) => Weapon::BreechloadingRifle,
        Some(Carried::RifleRepeater) => Weapon::RepeatingRifle,
        Some(Carried::CarbineMuzzleloader) => Weapon::MuzzleloadingCarbine,
        Some(Carried::CarbineBreechloader) => Weapon::BreechloadingCarbine,
        Some(Carried::CarbineRepeater) => Weapon::RepeatingCarbine,
        Some(Carried::Shotgun) => Weapon::Shotgun,
        Some(Carried::SabreAndPistol) => Weapon::CavalryPistol,
    };
    let pistols = kind == Kind::Cavalry && weapon != Weapon::CavalryPistol;
    (Some(weapon), pistols.then_some(Weapon::CavalryPistol))
}

/// Ruling GRE-R10: a unit that has no room in Line begins in Column, and is shifted by the least that makes room.
fn make_room(pieces: &mut [Piece], field: &Field) -> Result<(), SetupError> {
    let mut placed: Vec<Rect> = Vec::new();
    for piece in pieces.iter_mut() {
        let rect = |form: Form, pose: Pose| {
            let shape = Shape {
                kind: piece.kind,
                mounted: piece.mounted,
                form,
                front_figures: piece.figures,
                models: piece.models,
            };
            Rect::new(pose, shape.size())
        };
        let loose = piece.kind == Kind::General;
        let fits =
            |rect: &Rect| field.inside(rect) && (loose || placed.iter().all(|other| !overlaps(rect, other)));
        let narrow =
            if piece.kind.is_artillery() || piece.kind == Kind::Sniper { piece.form } else { Form::Column };
        let mut found = None;
        'search: for ring in 0..=64_i64 {
            let spokes = if ring == 0 { 1 } else { 16 };
            for spoke in 0..spokes {
                let way = Heading((spoke as u16) << 12);
                let pose = piece.pose.moved(way, thousandths(500) * ring);
                for form in [piece.form, narrow] {
                    if fits(&rect(form, pose)) {
                        found = Some((form, pose));
                        break 'search;
                    }
                }
            }
        }
        let Some((form, pose)) = found else {
            return Err(SetupError(format!("{} ({}) has no room on the table", piece.key, piece.name)));
        };
        let body = rect(form, pose);
        piece.form = form;
        piece.pose = pose;
        if !loose {
            placed.push(body);
        }
    }
    Ok(())
}
