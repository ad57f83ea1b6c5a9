//! From men, guns and yards to stands, figures and inches.
//!
//! | scenario | Across A Deadly Field |
//! |---|---|
//! | ground | 1 in = 100, 80 or 60 yards at 10, 15 or 25 mm (ADF-SCALE-02) |
//! | time | a turn is 30 minutes (ADF-SCALE-03), unless `[overrides.deadly-field] turns` says otherwise |
//! | infantry | a figure for 60 men, rounded, 4 to 16; three stands from 10 figures on, else two (ADF-SCALE-04, ADF-UNIT-02) |
//! | cavalry | a figure for 30 men, 4 to 16 |
//! | battery | a section for two guns, 1 to 3; guns of several models are a mixed battery |
//! | green, regular, veteran, elite | green, trained, veteran, elite |
//! | commanders: poor, average and good, great | leadership benefit 0, +1, +2 |

use crate::book::kinds::{Arm, Formation, Quality, Weapon, spread};
use crate::book::options::Options;
use crate::field::ground::Ground;
use crate::turn::state::{Muster, Objective, Piece, State, Step, footprint};
use longroll_kit::{Owed, Ruleset, Setup, SetupError, Side};
use longroll_scenario as scenario;
use longroll_scenario::{Echelon, Force, GunType, Posture, Rating, Scale, Scenario, Unit};
use longroll_table::{Convex, Field, Heading, Pose, Rect, inches, overlaps, thousandths};
use std::sync::Arc;

const MINUTES_TO_THE_TURN: u32 = 30;
const MOST_TURNS: u32 = 100;

pub(crate) fn field(setup: &Setup, options: &Options) -> Result<Arc<Field>, SetupError> {
    let scale = scale(options)?;
    setup.scenario.field(scale).map(Arc::new).map_err(|error| SetupError(error.to_string()))
}

fn scale(options: &Options) -> Result<Scale, SetupError> {
    Scale::new(inches(1), options.yards_to_the_inch()).ok_or_else(|| SetupError("no such scale".to_owned()))
}

/// ADF-GAME-03: units, leaders, edges, length and objectives, all from the scenario.
pub(crate) fn muster(setup: &Setup, options: &Options, field: &Field) -> Result<Muster, SetupError> {
    let battle = &*setup.scenario;
    let scale = scale(options)?;
    let mut muster = Muster {
        pieces: Vec::new(),
        formations: Vec::new(),
        edges: [battle.sides.blue.edge.on_table(), battle.sides.gray.edge.on_table()],
        turns: turns(battle)?,
        first: battle.first,
        objectives: battle
            .objectives
            .iter()
            .map(|objective| Objective {
                name: objective.name.clone(),
                at: scale.point(objective.at),
                radius: scale.length(i64::from(objective.radius_yards)),
                points: objective.points,
                held_by: objective.owner,
            })
            .collect(),
    };
    for side in Side::ALL {
        add_force(&mut muster, battle, *side, scale)?;
    }
    if muster.pieces.is_empty() || muster.pieces.len() > usize::from(u16::MAX) {
        return Err(SetupError("a battle needs units, and fewer than 65,535".to_owned()));
    }
    stand_apart(&mut muster, options, field)?;
    Ok(muster)
}

/// ADF-TURN-12: by the scenario's minutes; 8 if it gives none that serve.
fn turns(battle: &Scenario) -> Result<u32, SetupError> {
    let given = battle.overrides_for(crate::DeadlyField::ID).and_then(|own| own.get("turns"));
    let turns = match given {
        None => battle.minutes.div_ceil(MINUTES_TO_THE_TURN),
        Some(given) => integer(given).and_then(|turns| u32::try_from(turns).ok()).unwrap_or(0),
    };
    if (1..=MOST_TURNS).contains(&turns) {
        return Ok(turns);
    }
    Err(SetupError(format!(
        "the battle must last 1 to {MOST_TURNS} turns; set [overrides.deadly-field] turns"
    )))
}

fn integer(value: &impl serde::Serialize) -> Option<i64> {
    serde_json::to_value(value).ok()?.as_i64()
}

fn add_force(muster: &mut Muster, battle: &Scenario, side: Side, scale: Scale) -> Result<(), SetupError> {
    let force = battle.force(side);
    let first = muster.formations.len();
    muster.formations.extend(force.formations.iter().map(|formation| formation.name.clone()));
    let place = |id: &str| {
        let place = force.formations.iter().position(|formation| formation.id == id);
        place.map(|place| (first + place) as u16)
    };
    let chain = |id: &str| force.chain(id).into_iter().filter_map(|formation| place(&formation.id)).collect();
    for unit in &force.units {
        let mut piece = piece_of(battle, side, unit, scale)?;
        piece.chain = chain(&unit.formation);
        muster.pieces.push(piece);
    }
    for formation in &force.formations {
        let Some(commander) = &formation.commander else { continue };
        muster.pieces.push(Piece {
            key: format!("{}-leader", formation.id),
            name: commander.name.clone(),
            side,
            arm: Arm::Leader,
            quality: Quality::Veteran,
            weapon: Weapon::None,
            stands: Default::default(),
            pistols: false,
            sharpshooters: false,
            chain: chain(&formation.id),
            leads_brigade: is_brigade(force, formation.echelon),
            benefit: benefit(commander.rating),
            muster_points: None,
            pose: Pose { at: scale.point(commander.at), facing: facing(force) },
            formation: Formation::BattleLine,
            mounted: true,
        });
    }
    Ok(())
}

fn facing(force: &Force) -> Heading {
    force.edge.on_table().outward().opposite()
}

fn is_brigade(_: &Force, echelon: Echelon) -> bool {
    matches!(echelon, Echelon::Brigade | Echelon::Battalion)
}

/// ADF-LEADER-01.
fn benefit(rating: Rating) -> u8 {
    match rating.word() {
        "poor" => 0,
        "average" | "good" => 1,
        _ => 2,
    }
}

fn piece_of(battle: &Scenario, side: Side, unit: &Unit, scale: Scale) -> Result<Piece, SetupError> {
    let own = battle.unit_overrides(crate::DeadlyField::ID, &unit.id);
    let number = |key: &str, least: i64, most: i64, usual: u8| -> Result<u8, SetupError> {
        let Some(value) = own.and_then(|own| own.get(key)) else { return Ok(usual) };
        let number = integer(value).filter(|number| (least..=most).contains(number));
        number.and_then(|number| u8::try_from(number).ok()).ok_or_else(|| {
            let id = &unit.id;
            SetupError(format!(
                "[overrides.deadly-field.units.{id}] {key}: write a number from {least} to {most}"
            ))
        })
    };
    let arm = match unit.arm {
        scenario::Arm::Infantry => Arm::Infantry,
        scenario::Arm::Cavalry => Arm::Cavalry,
        scenario::Arm::Artillery => Arm::Artillery,
    };
    let men = unit.men.unwrap_or(0);
    let usual = match arm {
        Arm::Infantry => ((men + 30) / 60).clamp(4, 16),
        Arm::Cavalry => ((men + 15) / 30).clamp(4, 16),
        _ => unit.gun_count().div_ceil(2).clamp(1, 3),
    };
    let (least, most) = if arm == Arm::Artillery { (1, 3) } else { (2, 24) };
    let figures = number("figures", least, most, usual as u8)?;
    let stands = if arm == Arm::Artillery {
        figures
    } else {
        number("stands", 2, 3, if figures >= 10 { 3 } else { 2 })?
    };
    let points = own.and_then(|own| own.get("muster_points")).and_then(integer);
    let weapon = weapon_of(arm, unit);
    Ok(Piece {
        key: unit.id.clone(),
        name: unit.name.clone(),
        side,
        arm,
        quality: match unit.quality.word() {
            "elite" => Quality::Elite,
            "veteran" => Quality::Veteran,
            "green" => Quality::Green,
            _ => Quality::Trained,
        },
        weapon,
        stands: spread(figures, stands).collect(),
        pistols: arm == Arm::Cavalry,
        sharpshooters: weapon == Weapon::SharpshooterRifleMusket,
        chain: Default::default(),
        leads_brigade: false,
        benefit: 0,
        muster_points: points.and_then(|points| u32::try_from(points).ok()),
        pose: scale.pose(unit),
        formation: formation_of(unit),
        mounted: arm == Arm::Cavalry && unit.posture() != Posture::Dismounted,
    })
}

fn formation_of(unit: &Unit) -> Formation {
    match unit.posture() {
        Posture::Formed => Formation::BattleLine,
        Posture::Skirmish => Formation::Skirmishers,
        Posture::Mounted | Posture::Dismounted => Formation::CavalryLine,
        Posture::Limbered => Formation::Limbered,
        Posture::Unlimbered => Formation::Unlimbered,
    }
}

/// ADF-UNIT-35, ADF-ARTY-05 (ruling ADF-R08 for what the tables do not know).
fn weapon_of(arm: Arm, unit: &Unit) -> Weapon {
    use scenario::Weapon as Carried;
    match (arm, unit.weapon) {
        (Arm::Artillery, _) => gun_of(unit),
        (Arm::Cavalry, Some(weapon)) => match weapon {
            Carried::RifleMusket | Carried::RifleBreechloader => Weapon::RifleMusket,
            Carried::RifleRepeater | Carried::CarbineRepeater => Weapon::RepeatingCarbine,
            Carried::CarbineBreechloader => Weapon::SharpsBlCarbine,
            Carried::CarbineMuzzleloader => Weapon::MlCarbine,
            Carried::Shotgun => Weapon::Shotgun,
            Carried::SabreAndPistol => Weapon::Pistol,
            _ => Weapon::MixedWeapons,
        },
        (Arm::Cavalry, None) => Weapon::MixedWeapons,
        (_, Some(weapon)) => match weapon {
            Carried::Musket => Weapon::SmoothboreMusket,
            Carried::RifleBreechloader => Weapon::SharpsBlRifle,
            Carried::RifleRepeater | Carried::CarbineRepeater => Weapon::SpencerHenryRepeater,
            Carried::RifleMusket => Weapon::RifleMusket,
            _ => Weapon::MixedMuskets,
        },
        (_, None) => Weapon::RifleMusket,
    }
}

fn gun_of(unit: &Unit) -> Weapon {
    let one = match unit.guns.as_slice() {
        [guns] => guns.model,
        _ => return Weapon::MixedBattery,
    };
    match one {
        GunType::Napoleon => Weapon::Napoleon,
        GunType::ThreeInchRifle => Weapon::ThreeInchOrdnance,
        GunType::TenPounderParrott | GunType::Blakely => Weapon::TenPounderParrott,
        GunType::TwentyPounderParrott => Weapon::TwentyPounderParrott,
        GunType::ThirtyPounderParrott | GunType::SiegeGun => Weapon::ThirtyPounderParrott,
        GunType::SixPounderGun => Weapon::SixPounder,
        GunType::TwelvePounderHowitzer | GunType::MountainHowitzer => Weapon::TwelvePounderHowitzer,
        GunType::TwentyFourPounderHowitzer | GunType::Mortar => Weapon::TwentyFourPounderHowitzer,
        GunType::JamesRifle => Weapon::James,
        GunType::Whitworth => Weapon::Whitworth,
    }
}

/// Ruling ADF-R09: units that would stand on each other at this scale, or off the table, are moved to the nearest free place,
/// straight to the rear if there is one.
fn stand_apart(muster: &mut Muster, options: &Options, field: &Field) -> Result<(), SetupError> {
    let ground = crate::field::ground::Ground::of(field);
    let mut taken: Vec<Rect> = Vec::new();
    for piece in &mut muster.pieces {
        let size = footprint(options, piece.arm, piece.formation, piece.stands.len().max(1) as i64);
        let arm = piece.arm;
        let is_free = |rect: &Rect| {
            let clear = arm == Arm::Leader || taken.iter().all(|other| !overlaps(rect, other));
            field.inside(rect) && clear && ground.closing(field, arm, &[Convex::of(rect)]).is_none()
        };
        let pose = piece.pose;
        let back = pose.facing.opposite();
        let tries = (0..=96).flat_map(|ring| {
            let count = if ring == 0 { 1 } else { 16 };
            (0..count).map(move |spoke| pose.moved(back.turned(spoke * 4096), thousandths(125) * ring))
        });
        let found = tries.map(|pose| Rect::new(pose, size)).find(is_free);
        let Some(rect) = found else {
            return Err(SetupError(format!("{} ({}) finds no room on the table", piece.key, piece.name)));
        };
        piece.pose = rect.pose();
        if piece.arm != Arm::Leader {
            taken.push(rect);
        }
    }
    Ok(())
}

/// A table with this ground and nobody on it.
pub(crate) fn blank_state(field: Arc<Field>, options: Options) -> State {
    State {
        ground: Ground::of(&field),
        field,
        options,
        muster: Arc::new(Muster {
            pieces: Vec::new(),
            formations: Vec::new(),
            edges: [longroll_table::TableEdge::South, longroll_table::TableEdge::North],
            turns: 8,
            first: None,
            objectives: Vec::new(),
        }),
        units: Vec::new(),
        turn: 1,
        active: Side::Blue,
        first: Side::Blue,
        step: Step::Initiative,
        acting: None,
        held: Default::default(),
        owed: Owed::default(),
        question: None,
        before: None,
        end: None,
    }
}
