//! From men, guns and yards to stands, values and centimetres (ruling POT-R12).
//!
//! | scenario | Across the Potomac |
//! |---|---|
//! | ground | 1 cm = 15 yards, unless `[overrides.potomac] yards_to_the_cm` says otherwise |
//! | bases | 40 by 20 mm, officers 20 by 20, unless `stand_front_mm`, `stand_depth_mm` or `officer_base_mm` say otherwise |
//! | army break | half of the stands, unless `break_blue` or `break_gray` name a number |
//! | time | a turn is 6 minutes, at least 12 turns, unless `turns` says otherwise |
//! | infantry | a stand for each 100 men, 2 to 8, in two ranks if it is more than three |
//! | cavalry | a stand for each 80 men, 2 to 8, in two ranks if it is more than three |
//! | battery | a stand for every three guns or part of them, of the model of most of its guns |
//! | green, regular, veteran, elite | Untried, Tried, Veteran, Veteran and Regulars; Strength 2, 3, 3, 4 (guns 2, 2, 2, 3) |
//! | combat values | infantry 1/3 (green 1/2, elite 1/4), cavalry 1/3 (heavy 1/4, sabres alone 0/4), guns 0/1 |
//! | weapons | muskets, shotguns and carbines that load at the muzzle: Smoothbore Muskets; breech loaders and repeaters as such |
//! | commanders | officers, rated 6, 7, 8, 9 with Combat Value −1, 0, +1, +2; the one over the whole force is the general |
//! | works | fortifications of Strength 4 with cohesion by their grade, 3 if they have none |

use crate::book::kinds::{Gun, Kind, Quality, Standing, Weapon};
use crate::book::tables::constants;
use crate::field::body::Body;
use crate::turn::state::{Muster, Objective, Piece, WorkPiece};
use longroll_kit::{Ruleset, Setup, SetupError, Side, UnitId};
use longroll_scenario as scenario;
use longroll_scenario::{Arm, Force, GunType, Posture, Rating, Scale, Scenario, Unit, Weight};
use longroll_table::{
    BaseSize, FeatureId, Field, Footprint, Kind as Lay, Length, Pose, Rect, Vector, cm, overlaps,
};
use std::sync::Arc;

/// POT-UNIT-16: the rules have no scale; these turn a scenario into stands and centimetres, and are never looked at in play.
const YARDS_TO_THE_CM: i64 = 15;
const MINUTES_TO_THE_TURN: u32 = 6;
const LEAST_TURNS: u32 = 12;
const MOST_TURNS: u32 = 100;

pub(crate) fn field(setup: &Setup) -> Result<Arc<Field>, SetupError> {
    let scale = scale(&setup.scenario)?;
    setup.scenario.field(scale).map(Arc::new).map_err(|error| SetupError(error.to_string()))
}

/// POT-GAME-01: table, terrain, armies, first initiative and length, all from the scenario.
pub(crate) fn muster(setup: &Setup) -> Result<Muster, SetupError> {
    let battle = &*setup.scenario;
    let scale = scale(battle)?;
    let field = field(setup)?;
    let own_size = |key, usual: Length| -> Result<Length, SetupError> {
        Ok(own_number(battle, key, 5, 200)?.map_or(usual, |mm| Length::from_micrometres(mm * 1000)))
    };
    // POT-UNIT-08, POT-LEADER-19: other bases, if the scenario names them
    let usual = constants().stand;
    let stand =
        BaseSize::new(own_size("stand_front_mm", usual.front)?, own_size("stand_depth_mm", usual.depth)?);
    let base = own_size("officer_base_mm", constants().officer_base.front)?;
    let officer_base = Some(BaseSize::new(base, base)).filter(|base| *base != constants().officer_base);
    let mut pieces: Vec<Piece> = Vec::new();
    for side in Side::ALL {
        enlist(battle, *side, scale, &mut pieces)?;
    }
    add_lines(&mut pieces);
    settle_places(&mut pieces, &field, stand, officer_base.unwrap_or(constants().officer_base))?;
    let objectives = battle.objectives.iter().map(|objective| Objective {
        name: objective.name.clone(),
        at: scale.point(objective.at),
        radius: scale.length(i64::from(objective.radius_yards)),
        points: objective.points,
        held_by: objective.owner,
    });
    if pieces.len() > usize::from(u16::MAX) || pieces.is_empty() {
        return Err(SetupError("a battle needs units, and fewer than 65,535 pieces".to_owned()));
    }
    Ok(Muster {
        pieces,
        stand,
        edges: [battle.sides.blue.edge.on_table(), battle.sides.gray.edge.on_table()],
        turns: turns(battle)?,
        first: battle.first,
        break_at: [break_at(battle, "break_blue")?, break_at(battle, "break_gray")?],
        officer_base,
        works: works(&field),
        objectives: objectives.collect(),
    })
}

fn own_number(battle: &Scenario, key: &str, least: i64, most: i64) -> Result<Option<i64>, SetupError> {
    let own = battle.overrides_for(crate::Potomac::ID).and_then(|own| own.get(key));
    let Some(value) = own else { return Ok(None) };
    let number = toml_integer(value).filter(|number| (least..=most).contains(number));
    number.map(Some).ok_or_else(|| {
        SetupError(format!("[overrides.potomac] {key}: write a whole number from {least} to {most}"))
    })
}

fn scale(battle: &Scenario) -> Result<Scale, SetupError> {
    let yards = own_number(battle, "yards_to_the_cm", 2, 100)?.unwrap_or(YARDS_TO_THE_CM);
    Scale::new(cm(1), yards)
        .ok_or_else(|| SetupError("[overrides.potomac] yards_to_the_cm: no such scale".to_owned()))
}

fn turns(battle: &Scenario) -> Result<u32, SetupError> {
    let usual = (battle.minutes / MINUTES_TO_THE_TURN).clamp(LEAST_TURNS, MOST_TURNS);
    let given = own_number(battle, "turns", 1, i64::from(MOST_TURNS))?;
    Ok(given.and_then(|turns| u32::try_from(turns).ok()).unwrap_or(usual))
}

/// POT-GAME-03: the stands whose loss breaks a side, if the scenario says so.
fn break_at(battle: &Scenario, key: &str) -> Result<Option<u32>, SetupError> {
    Ok(own_number(battle, key, 1, 100_000)?.and_then(|stands| u32::try_from(stands).ok()))
}

fn toml_integer(value: &impl serde::Serialize) -> Option<i64> {
    serde_json::to_value(value).ok()?.as_i64()
}

/// Officers first, so that units can name theirs.
fn enlist(battle: &Scenario, side: Side, scale: Scale, pieces: &mut Vec<Piece>) -> Result<(), SetupError> {
    let force = battle.force(side);
    let facing = force.edge.on_table().outward().opposite();
    let top = force.top().map(|formation| formation.id.as_str());
    let mut officers: Vec<(&str, UnitId)> = Vec::new();
    for formation in &force.formations {
        let Some(commander) = &formation.commander else { continue };
        officers.push((&formation.id, UnitId(pieces.len() as u16)));
        let pose = Pose::new(scale.point(commander.at), facing);
        let (rating, value) = rated(commander.rating);
        pieces.push(Piece {
            key: format!("{}-officer", formation.id),
            name: commander.name.clone(),
            formation: formation.name.clone(),
            kind: Kind::Officer,
            rating,
            value,
            is_general: top == Some(formation.id.as_str()),
            bases: vec![pose],
            ..blank(side, pose)
        });
    }
    for unit in &force.units {
        let chain = force.chain(&unit.formation);
        let officer = chain.iter().find_map(|formation| {
            officers.iter().find(|(id, _)| *id == formation.id.as_str()).map(|(_, officer)| *officer)
        });
        let piece = piece_of(battle, side, force, unit, scale)?;
        pieces.push(Piece { officer, ..piece });
    }
    Ok(())
}

/// POT-LEADER-02, -03.
fn rated(rating: Rating) -> (u8, i8) {
    match rating {
        Rating::Poor => (6, -1),
        Rating::Average => (7, 0),
        Rating::Good => (8, 1),
        Rating::Excellent => (9, 2),
    }
}

pub(crate) fn blank(side: Side, pose: Pose) -> Piece {
    Piece {
        key: String::new(),
        name: String::new(),
        formation: String::new(),
        side,
        kind: Kind::Infantry,
        quality: Quality::Tried,
        strength: 3,
        firepower: 0,
        melee: 0,
        weapon: Weapon::RifledMusket,
        standing: Standing::Ordinary,
        fear: false,
        gun: None,
        stands: 0,
        officer: None,
        partner: None,
        rating: 0,
        value: 0,
        is_general: false,
        body: Body::new(pose, 0, 1),
        bases: Vec::new(),
        with: None,
        limbered: false,
        mounted: false,
    }
}

fn piece_of(
    battle: &Scenario,
    side: Side,
    force: &Force,
    unit: &Unit,
    scale: Scale,
) -> Result<Piece, SetupError> {
    let own = battle.unit_overrides(crate::Potomac::ID, &unit.id);
    let number = |key: &str, least: i64, most: i64, usual: u8| -> Result<u8, SetupError> {
        let Some(value) = own.and_then(|own| own.get(key)) else { return Ok(usual) };
        let number = toml_integer(value).filter(|number| (least..=most).contains(number));
        number.and_then(|number| u8::try_from(number).ok()).ok_or_else(|| {
            let place = format!("[overrides.potomac.units.{}] {key}", unit.id);
            SetupError(format!("{place}: write a whole number from {least} to {most}"))
        })
    };
    let flag = |key: &str| {
        own.and_then(|own| own.get(key)).and_then(|value| serde_json::to_value(value).ok())
            == Some(true.into())
    };
    let kind = match unit.arm {
        Arm::Infantry => Kind::Infantry,
        Arm::Cavalry => Kind::Cavalry,
        Arm::Artillery => Kind::Artillery,
    };
    let (firepower, melee) = values(kind, unit);
    let stands = number("stands", 1, 12, stands_of(kind, unit))?;
    let standing = if flag("militia") {
        Standing::Militia
    } else if flag("regulars") || unit.quality == scenario::Quality::Elite {
        Standing::Regulars
    } else {
        Standing::Ordinary
    };
    let ranks = if stands > 3 && kind != Kind::Artillery { 2 } else { 1 };
    let pose = scale.pose(unit);
    let formation = force.formation(&unit.formation).map_or(&unit.formation, |formation| &formation.name);
    Ok(Piece {
        key: unit.id.clone(),
        name: unit.name.clone(),
        formation: formation.clone(),
        kind,
        quality: quality_of(unit.quality),
        strength: number("strength", 1, 10, strength_of(kind, unit.quality))?,
        firepower: number("firepower", 0, 6, firepower)?,
        melee: number("melee", 0, 8, melee)?,
        weapon: weapon_of(unit),
        standing,
        fear: flag("fear"),
        gun: (kind == Kind::Artillery).then(|| gun_of(unit)),
        stands,
        body: Body::new(pose, stands, stands.div_ceil(ranks)),
        limbered: kind == Kind::Artillery && unit.posture() == Posture::Limbered,
        mounted: kind == Kind::Cavalry && unit.posture() != Posture::Dismounted,
        ..blank(side, pose)
    })
}

fn stands_of(kind: Kind, unit: &Unit) -> u8 {
    let men = unit.men.unwrap_or(0);
    let stands = match kind {
        Kind::Artillery => unit.gun_count().div_ceil(3).clamp(1, 6),
        Kind::Cavalry => ((men + 40) / 80).clamp(2, 8),
        _ => ((men + 50) / 100).clamp(2, 8),
    };
    u8::try_from(stands).unwrap_or(8)
}

/// POT-UNIT-04.
fn quality_of(quality: scenario::Quality) -> Quality {
    match quality {
        scenario::Quality::Green => Quality::Untried,
        scenario::Quality::Regular => Quality::Tried,
        scenario::Quality::Veteran | scenario::Quality::Elite => Quality::Veteran,
    }
}

/// POT-UNIT-02: usually 2, 3 or 4.
fn strength_of(kind: Kind, quality: scenario::Quality) -> u8 {
    match (kind, quality) {
        (Kind::Artillery, scenario::Quality::Elite) => 3,
        (Kind::Artillery, _) => 2,
        (_, scenario::Quality::Green) => 2,
        (_, scenario::Quality::Elite) => 4,
        _ => 3,
    }
}

/// POT-UNIT-05: Firepower and Melee.
fn values(kind: Kind, unit: &Unit) -> (u8, u8) {
    match kind {
        Kind::Artillery => (0, 1),
        Kind::Cavalry if unit.weapon == Some(scenario::Weapon::SabreAndPistol) => (0, 4),
        Kind::Cavalry if unit.weight() == Weight::Heavy => (1, 4),
        Kind::Cavalry => (1, 3),
        _ => match unit.quality {
            scenario::Quality::Green => (1, 2),
            scenario::Quality::Elite => (1, 4),
            _ => (1, 3),
        },
    }
}

/// POT-SPECIAL-05 to -08.
fn weapon_of(unit: &Unit) -> Weapon {
    use scenario::Weapon as Carried;
    match unit.weapon {
        Some(Carried::RifleMusket) | None => Weapon::RifledMusket,
        Some(Carried::RifleBreechloader | Carried::CarbineBreechloader) => Weapon::BreechLoader,
        Some(Carried::RifleRepeater | Carried::CarbineRepeater) => Weapon::Repeater,
        Some(Carried::Musket | Carried::CarbineMuzzleloader | Carried::Shotgun | Carried::SabreAndPistol) => {
            Weapon::SmoothboreMusket
        }
    }
}

/// POT-UNIT-03: by the model of most of its guns, the first of several.
fn gun_of(unit: &Unit) -> Gun {
    let most = unit.guns.iter().rev().max_by_key(|guns| guns.count).map(|guns| guns.model);
    match most {
        Some(GunType::SixPounderGun | GunType::TwelvePounderHowitzer | GunType::MountainHowitzer) => {
            Gun::SbLight
        }
        Some(GunType::TwentyFourPounderHowitzer) => Gun::SbHeavy,
        Some(GunType::ThreeInchRifle | GunType::TenPounderParrott) => Gun::RifledMedium,
        Some(GunType::JamesRifle | GunType::Whitworth | GunType::Blakely) => Gun::RifledLight,
        Some(GunType::TwentyPounderParrott) => Gun::RifledHeavy,
        Some(GunType::ThirtyPounderParrott) => Gun::RifledSiege,
        Some(GunType::SiegeGun) => Gun::SbSiege,
        Some(GunType::Mortar) => Gun::HeavyMortar,
        Some(GunType::Napoleon) | None => Gun::SbMedium,
    }
}

/// Each unit that can send out skirmishers has a piece for its line, empty until then.
pub(crate) fn add_lines(pieces: &mut Vec<Piece>) {
    for place in 0..pieces.len() {
        if !matches!(pieces[place].kind, Kind::Infantry | Kind::Cavalry) || pieces[place].partner.is_some() {
            continue;
        }
        let parent = &pieces[place];
        let line = Piece {
            key: format!("{}-skirmishers", parent.key),
            name: format!("{}, skirmishers", parent.name),
            kind: Kind::Skirmishers,
            stands: 0,
            strength: 1,
            partner: Some(UnitId(place as u16)),
            body: Body::new(parent.body.front, 0, 1),
            mounted: false,
            ..parent.clone()
        };
        pieces[place].partner = Some(UnitId(pieces.len() as u16));
        pieces.push(line);
    }
}

/// Works are fortifications (POT-TERRAIN-05).
pub(crate) fn works(field: &Field) -> Vec<WorkPiece> {
    let found = field.features.iter().enumerate().filter(|(_, feature)| feature.kind == Lay::Works);
    found
        .enumerate()
        .map(|(number, (place, feature))| WorkPiece {
            key: feature.name.clone().map_or_else(|| format!("work-{}", number + 1), |name| slug(&name)),
            name: feature.name.clone().unwrap_or_else(|| format!("the works, part {}", number + 1)),
            feature: FeatureId(place as u16),
            strength: constants().fortification_strength,
            cohesion: if feature.grade > 0 { feature.grade } else { constants().fortification_cohesion },
            owner: None,
        })
        .collect()
}

fn slug(name: &str) -> String {
    let words: String =
        name.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Units whose blocks would lie on each other are closed up, or stand a little back, until all have room.
fn settle_places(
    pieces: &mut [Piece],
    field: &Field,
    stand: BaseSize,
    officer_base: BaseSize,
) -> Result<(), SetupError> {
    let mut taken: Vec<Footprint> = Vec::new();
    for piece in pieces {
        if matches!(piece.kind, Kind::Officer | Kind::Skirmishers) {
            check_officer(piece, field, officer_base)?;
            continue;
        }
        let body = piece.body.clone();
        let fits = |body: &Body| {
            let print = body.footprint(stand);
            field.inside(&print) && !taken.iter().any(|other| overlaps(&print, other))
        };
        let Some(found) = shapes(&body).into_iter().find(fits).or_else(|| set_back(&body, &fits)) else {
            let message = format!("{} ({}) has no room where it should stand", piece.key, piece.name);
            return Err(SetupError(message));
        };
        taken.push(found.footprint(stand));
        piece.body = found;
    }
    Ok(())
}

fn check_officer(piece: &Piece, field: &Field, base: BaseSize) -> Result<(), SetupError> {
    let inside = piece.bases.iter().all(|pose| field.inside(&Rect::new(*pose, base)));
    if inside || piece.kind == Kind::Skirmishers {
        return Ok(());
    }
    Err(SetupError(format!("{} ({}) does not stand wholly on the table", piece.key, piece.name)))
}

/// As mustered, then narrower and deeper.
fn shapes(body: &Body) -> Vec<Body> {
    let stands = body.stands();
    let mut files: Vec<u8> = vec![body.files, stands.div_ceil(2), stands.div_ceil(3), 2, 1];
    files.retain(|files| *files > 0 && *files <= stands.max(1));
    files.dedup();
    files.into_iter().map(|files| body.formed(files, false)).collect()
}

fn set_back(body: &Body, fits: &dyn Fn(&Body) -> bool) -> Option<Body> {
    let facing = body.front.facing;
    for step in 1..=20 {
        for way in [facing.opposite(), facing, facing.left(), facing.right()] {
            for shape in shapes(body) {
                let moved = shape.shifted(Vector::along(way, cm(step)));
                if fits(&moved) {
                    return Some(moved);
                }
            }
        }
    }
    None
}

/// POT-UNIT-17: who names no officer belongs to the only one of his side.
pub(crate) fn assign(pieces: &mut [Piece]) {
    for side in Side::ALL {
        let mut officers = (0..pieces.len())
            .filter(|place| pieces[*place].side == *side && pieces[*place].kind == Kind::Officer);
        if let (Some(only), None) = (officers.next(), officers.next()) {
            for piece in pieces.iter_mut().filter(|p| p.side == *side && p.kind != Kind::Officer) {
                piece.officer = piece.officer.or(Some(UnitId(only as u16)));
            }
        }
    }
}
