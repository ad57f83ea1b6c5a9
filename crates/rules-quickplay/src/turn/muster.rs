//! From men, guns and yards to bases, Strength and inches.
//!
//! | scenario | quick-play |
//! |---|---|
//! | ground | 1 in = 50 yards, unless `[overrides.quickplay] table = [width, height]` in inches says otherwise |
//! | time | a round is 10 minutes, unless `rounds` says otherwise |
//! | infantry, in skirmish order | Infantry; Skirmisher |
//! | cavalry, dismounted | Heavy or Light Cavalry by its weight; Skirmisher |
//! | battery | Field, Horse or Heavy Artillery by its branch |
//! | men | a Strength for each 100, rounded: Infantry 2 to 8, Cavalry 2 to 6, Skirmishers 1 to 3 |
//! | guns | a Strength for every two, rounded up, 1 to 4 |
//! | green, regular, veteran, elite | Morale 3, 4, 5, 6 |
//! | rifles; everything shorter | Rifled Musket; Musket |
//! | commanders | Generals; the one over the whole force is the army commander |

use crate::book::kinds::{Kind, Weapon};
use crate::book::tables::{defaults, morale_of_grade};
use crate::turn::state::{Muster, Objective, Piece};
use longroll_kit::{Ruleset, Setup, SetupError, Side};
use longroll_scenario as scenario;
use longroll_scenario::{Arm, Branch, Force, Posture, Quality, Scale, Scenario, Unit, Weight};
use longroll_table::{BaseSize, Field, Footprint, Pose, Rect, inches, overlaps};
use std::sync::Arc;

const YARDS_TO_THE_INCH: i64 = 50;
const MINUTES_TO_THE_ROUND: u32 = 10;
const MOST_ROUNDS: u32 = 100;

pub(crate) fn field(setup: &Setup) -> Result<Arc<Field>, SetupError> {
    let scale = scale(&setup.scenario)?;
    setup.scenario.field(scale).map(Arc::new).map_err(|error| SetupError(error.to_string()))
}

/// QP-SETUP-01: table, edges, units, starting places, first Attacker and length, all from the scenario.
pub(crate) fn muster(setup: &Setup) -> Result<Muster, SetupError> {
    let battle = &*setup.scenario;
    let scale = scale(battle)?;
    let mut pieces = Vec::new();
    for side in Side::ALL {
        pieces.extend(pieces_of(battle, *side, scale)?);
    }
    let objectives = battle.objectives.iter().map(|objective| Objective {
        name: objective.name.clone(),
        at: scale.point(objective.at),
        radius: scale.length(i64::from(objective.radius_yards)),
        points: objective.points,
        held_by: objective.owner,
    });
    let muster = Muster {
        edges: [battle.sides.blue.edge.on_table(), battle.sides.gray.edge.on_table()],
        rounds: rounds(battle)?,
        first: battle.first,
        objectives: objectives.collect(),
        pieces,
    };
    check_places(&muster, &*field(setup)?)?;
    Ok(muster)
}

fn scale(battle: &Scenario) -> Result<Scale, SetupError> {
    let wrong = |why: &str| SetupError(format!("[overrides.quickplay] table: {why}"));
    let given = battle.overrides_for(crate::Quickplay::ID).and_then(|own| own.get("table"));
    let Some(given) = given else {
        return Scale::new(inches(1), YARDS_TO_THE_INCH).ok_or_else(|| wrong("no such scale"));
    };
    let sizes: Option<Vec<i64>> = given
        .as_array()
        .and_then(|list| list.iter().map(toml_integer).collect())
        .filter(|list: &Vec<i64>| list.len() == 2);
    let [width, height] = sizes.as_deref().unwrap_or_default() else {
        return Err(wrong("write it as two whole inches, width and height"));
    };
    let (yards_wide, yards_high) =
        (i64::from(battle.field.width_yards), i64::from(battle.field.height_yards));
    if !(12..=240).contains(width) || !(12..=240).contains(height) {
        return Err(wrong("a table is 12 to 240 inches"));
    }
    if width * yards_high != height * yards_wide {
        return Err(wrong("width and height do not stand in the same proportion as the field's yards"));
    }
    Scale::new(inches(*width), yards_wide).ok_or_else(|| wrong("no such scale"))
}

fn rounds(battle: &Scenario) -> Result<u32, SetupError> {
    let given = battle.overrides_for(crate::Quickplay::ID).and_then(|own| own.get("rounds"));
    let rounds = match given {
        None => battle.minutes.div_ceil(MINUTES_TO_THE_ROUND),
        Some(given) => toml_integer(given).and_then(|rounds| u32::try_from(rounds).ok()).unwrap_or(0),
    };
    if (1..=MOST_ROUNDS).contains(&rounds) {
        return Ok(rounds);
    }
    Err(SetupError(format!(
        "the battle must last 1 to {MOST_ROUNDS} rounds; set [overrides.quickplay] rounds"
    )))
}

fn toml_integer(value: &impl serde::Serialize) -> Option<i64> {
    serde_json::to_value(value).ok()?.as_i64()
}

fn pieces_of(battle: &Scenario, side: Side, scale: Scale) -> Result<Vec<Piece>, SetupError> {
    let force = battle.force(side);
    let units = force.units.iter().map(|unit| piece_of(battle, side, force, unit, scale));
    let mut pieces: Vec<Piece> = units.collect::<Result<_, _>>()?;
    let top = force.top().map(|formation| formation.id.as_str());
    for formation in &force.formations {
        let Some(commander) = &formation.commander else { continue };
        let facing = force.edge.on_table().outward().opposite();
        pieces.push(Piece {
            key: format!("{}-general", formation.id),
            name: commander.name.clone(),
            formation: formation.name.clone(),
            side,
            kind: Kind::General,
            weapon: Weapon::None,
            morale: 0,
            strength: 0,
            base: base_of(battle, Kind::General),
            is_army_commander: top == Some(formation.id.as_str()),
            pose: Pose { at: scale.point(commander.at), facing },
            limbered: false,
        });
    }
    Ok(pieces)
}

fn piece_of(
    battle: &Scenario,
    side: Side,
    force: &Force,
    unit: &Unit,
    scale: Scale,
) -> Result<Piece, SetupError> {
    let kind = kind_of(unit);
    let own = battle.unit_overrides(crate::Quickplay::ID, &unit.id);
    let number = |key: &str, least: i64, most: i64, usual: u8| -> Result<u8, SetupError> {
        let Some(value) = own.and_then(|own| own.get(key)) else { return Ok(usual) };
        let number = toml_integer(value).filter(|number| (least..=most).contains(number));
        number.and_then(|number| u8::try_from(number).ok()).ok_or_else(|| {
            SetupError(format!(
                "[overrides.quickplay.units.{}] {key}: write a number from {least} to {most}",
                unit.id
            ))
        })
    };
    let formation = force.formation(&unit.formation).map_or(&unit.formation, |formation| &formation.name);
    Ok(Piece {
        key: unit.id.clone(),
        name: unit.name.clone(),
        formation: formation.clone(),
        side,
        kind,
        weapon: weapon_of(kind, unit),
        morale: number("morale", 3, 6, morale_of(unit.quality))?,
        strength: number("strength", 1, 20, strength_of(kind, unit))?,
        base: base_of(battle, kind),
        is_army_commander: false,
        pose: scale.pose(unit),
        limbered: kind.is_artillery() && unit.posture() == Posture::Limbered,
    })
}

/// QP-UNIT-01.
fn kind_of(unit: &Unit) -> Kind {
    match (unit.arm, unit.posture()) {
        (_, Posture::Skirmish | Posture::Dismounted) => Kind::Skirmisher,
        (Arm::Infantry, _) => Kind::Infantry,
        (Arm::Cavalry, _) if unit.weight() == Weight::Heavy => Kind::HeavyCavalry,
        (Arm::Cavalry, _) => Kind::LightCavalry,
        (Arm::Artillery, _) => match unit.branch() {
            Branch::Field => Kind::FieldArtillery,
            Branch::Horse => Kind::HorseArtillery,
            Branch::Heavy => Kind::HeavyArtillery,
        },
    }
}

/// QP-UNIT-03: Strength comes from the scenario, here from men and guns.
fn strength_of(kind: Kind, unit: &Unit) -> u8 {
    let hundreds = (unit.men.unwrap_or(0) + 50) / 100;
    let strength = match kind {
        Kind::Infantry => hundreds.clamp(2, 8),
        Kind::Skirmisher => hundreds.clamp(1, 3),
        Kind::HeavyCavalry | Kind::LightCavalry => hundreds.clamp(2, 6),
        _ => unit.gun_count().div_ceil(2).clamp(1, 4),
    };
    u8::try_from(strength).unwrap_or(u8::MAX)
}

/// QP-UNIT-02.
fn morale_of(quality: Quality) -> u8 {
    morale_of_grade(quality.word()).unwrap_or(4)
}

/// QP-UNIT-08: a rifle is a Rifled Musket; carbines, smoothbores and shotguns reach no farther than a Musket.
fn weapon_of(kind: Kind, unit: &Unit) -> Weapon {
    use scenario::Weapon as Carried;
    match kind {
        Kind::Infantry | Kind::Skirmisher => match unit.weapon {
            Some(Carried::RifleMusket | Carried::RifleBreechloader | Carried::RifleRepeater) | None => {
                Weapon::RifledMusket
            }
            Some(_) => Weapon::Musket,
        },
        _ => defaults(kind).weapon,
    }
}

/// QP-UNIT-14: the scenario may set other bases, the same for both sides: `[overrides.quickplay.bases] infantry =
/// [3000, 1500]`, in thousandths of an inch.
fn base_of(battle: &Scenario, kind: Kind) -> BaseSize {
    let name = serde_json::to_value(kind).ok();
    let own = battle.overrides_for(crate::Quickplay::ID).and_then(|own| own.get("bases"));
    let given = own.zip(name.as_ref().and_then(|name| name.as_str())).and_then(|(own, name)| own.get(name));
    let sizes: Option<Vec<i64>> =
        given.and_then(|given| given.as_array()?.iter().map(toml_integer).collect());
    match sizes.as_deref() {
        Some([front, depth]) if (250..=12_000).contains(front) && (250..=12_000).contains(depth) => {
            BaseSize {
                front: longroll_table::thousandths(*front),
                depth: longroll_table::thousandths(*depth),
            }
        }
        _ => defaults(kind).base,
    }
}

/// Starting places must be on the table and apart.
fn check_places(muster: &Muster, field: &Field) -> Result<(), SetupError> {
    let rects: Vec<Rect> = muster.pieces.iter().map(|piece| Rect::new(piece.pose, piece.base)).collect();
    for (place, rect) in rects.iter().enumerate() {
        let piece = &muster.pieces[place];
        if !field.inside(&Footprint::single(*rect)) {
            return Err(SetupError(format!(
                "{} ({}) does not stand wholly on the table",
                piece.key, piece.name
            )));
        }
        if let Some(other) = rects[..place].iter().position(|other| overlaps(rect, other)) {
            let other = &muster.pieces[other];
            let message = format!("{} and {} stand on each other; move one of them", piece.key, other.key);
            return Err(SetupError(message));
        }
    }
    if muster.pieces.len() > usize::from(u16::MAX) || muster.pieces.is_empty() {
        return Err(SetupError("a battle needs units, and fewer than 65,535".to_owned()));
    }
    Ok(())
}
