//! From men, guns and yards to figures, sections and inches (JR-SCALE-01, JR-UNIT-01 to -05).
//!
//! | scenario | Johnny Reb |
//! |---|---|
//! | ground | 1 in = 50 yards |
//! | time | a turn is 20 minutes, unless `[overrides.johnny-reb] turns` says otherwise |
//! | men | a figure for each 30, in four equal stands; more than a regiment holds makes battalions |
//! | guns | a section for every two, 1 to 4 |
//! | green; regular and veteran; elite | Green; Veteran; Elite |
//! | commanders | officers of brigade, division or corps, by the echelon they lead |

use crate::book::kinds::{Arm, Formation, Grade, Quality, Weapon};
use crate::turn::state::{Muster, Objective, Piece};
use longroll_kit::{Ruleset, Setup, SetupError, Side};
use longroll_scenario as scenario;
use longroll_scenario::{Echelon, Force, GunType, Posture, Scale, Scenario, Unit};
use longroll_table::{Field, Footprint, Length, Pose, Rect, TableEdge, inches, overlaps};
use std::sync::Arc;

const YARDS_TO_THE_INCH: i64 = 50;
const MINUTES_TO_THE_TURN: u32 = 20;
const MEN_TO_THE_FIGURE: u32 = 30;

pub(crate) fn field(setup: &Setup) -> Result<Arc<Field>, SetupError> {
    setup.scenario.field(scale()?).map(Arc::new).map_err(|error| SetupError(error.to_string()))
}

fn scale() -> Result<Scale, SetupError> {
    Scale::new(inches(1), YARDS_TO_THE_INCH).ok_or_else(|| SetupError("no such scale".to_owned()))
}

pub(crate) fn muster(setup: &Setup) -> Result<Muster, SetupError> {
    let battle = &*setup.scenario;
    let scale = scale()?;
    let field = field(setup)?;
    let mut pieces: Vec<Piece> = Vec::new();
    for side in Side::ALL {
        let force = battle.force(*side);
        for unit in &force.units {
            for piece in pieces_of(*side, force, unit, scale) {
                let placed = find_room(piece, &pieces, &field, force.edge.on_table())?;
                pieces.push(placed);
            }
        }
    }
    for side in Side::ALL {
        pieces.extend(officers_of(*side, battle.force(*side), scale, &field));
    }
    if pieces.is_empty() || pieces.len() > 60_000 {
        return Err(SetupError("a battle needs units, and fewer than 60,000".to_owned()));
    }
    let objectives = battle.objectives.iter().map(|objective| Objective {
        name: objective.name.clone(),
        at: scale.point(objective.at),
        radius: scale.length(i64::from(objective.radius_yards)),
        points: objective.points,
        held_by: objective.owner,
    });
    Ok(Muster {
        edges: [battle.sides.blue.edge.on_table(), battle.sides.gray.edge.on_table()],
        turns: turns(battle)?,
        objectives: objectives.collect(),
        pieces,
    })
}

/// JR-VICTORY-02.
fn turns(battle: &Scenario) -> Result<u32, SetupError> {
    let given = battle.overrides_for(crate::JohnnyReb::ID).and_then(|own| own.get("turns"));
    let turns = match given {
        None if battle.minutes == 0 => 12,
        None => battle.minutes.div_ceil(MINUTES_TO_THE_TURN),
        Some(given) => serde_json::to_value(given)
            .ok()
            .and_then(|value| value.as_u64())
            .and_then(|turns| u32::try_from(turns).ok())
            .unwrap_or(0),
    };
    if (1..=100).contains(&turns) {
        return Ok(turns);
    }
    Err(SetupError("the battle must last 1 to 100 turns; set [overrides.johnny-reb] turns".to_owned()))
}

fn pieces_of(side: Side, force: &Force, unit: &Unit, scale: Scale) -> Vec<Piece> {
    let arm = match unit.arm {
        scenario::Arm::Infantry => Arm::Infantry,
        scenario::Arm::Cavalry => Arm::Cavalry,
        scenario::Arm::Artillery => Arm::Artillery,
    };
    let brigade = force.formation(&unit.formation).map_or(&unit.formation, |formation| &formation.name);
    let chain = force.chain(&unit.formation);
    let above: Vec<String> = chain.iter().skip(1).map(|formation| formation.name.clone()).collect();
    let posture = unit.posture();
    let mounted = arm == Arm::Cavalry && posture != Posture::Dismounted;
    let formation = match (arm, posture) {
        (Arm::Artillery, Posture::Limbered) => Formation::Limbered,
        (Arm::Artillery, _) => Formation::Unlimbered,
        (_, Posture::Skirmish) => Formation::SkirmishLine,
        (Arm::Cavalry, _) if !mounted => Formation::Line,
        _ => Formation::SingleLine,
    };
    let men = unit.men.unwrap_or(0);
    let most = if arm == Arm::Cavalry { 3 } else { 5 };
    // JR-UNIT-01: what does not fit on four stands plays as a battalion of its own
    let figures = (men + MEN_TO_THE_FIGURE / 2) / MEN_TO_THE_FIGURE;
    let battalions = if arm == Arm::Artillery { 1 } else { figures.div_ceil(4 * most).max(1) };
    // JR-UNIT-02: cavalry on stands of three; JR-UNIT-03: sections
    let (stands, per_stand) = if arm == Arm::Artillery {
        (1, unit.gun_count().div_ceil(2).clamp(1, 4))
    } else {
        (4, ((figures / battalions + 2) / 4).clamp(1, most))
    };
    (0..battalions)
        .map(|n| {
            let single = battalions == 1;
            Piece {
                key: if single { unit.id.clone() } else { format!("{}-{}", unit.id, n + 1) },
                name: if single { unit.name.clone() } else { format!("{}, battalion {}", unit.name, n + 1) },
                brigade: brigade.clone(),
                above: above.clone(),
                side,
                arm,
                quality: quality_of(unit.quality),
                weapon: weapon_of(unit),
                grade: None,
                stands,
                per_stand,
                formation,
                mounted,
                pose: scale.pose(unit),
            }
        })
        .collect()
}

fn quality_of(quality: scenario::Quality) -> Quality {
    match quality.word() {
        "green" => Quality::Green,
        "elite" => Quality::Elite,
        _ => Quality::Veteran,
    }
}

fn weapon_of(unit: &Unit) -> Weapon {
    use scenario::Weapon as Carried;
    if unit.arm == scenario::Arm::Artillery {
        let mut kinds: Vec<Weapon> = unit.guns.iter().map(|guns| gun_of(guns.model)).collect();
        kinds.dedup();
        return if let [one] = kinds.as_slice() { *one } else { Weapon::MixedGuns };
    }
    let Some(carried) = unit.weapon else { return Weapon::RifleMusket };
    match carried {
        Carried::RifleMusket | Carried::RifleBreechloader => Weapon::RifleMusket,
        Carried::RifleRepeater => Weapon::RepeatingCarbine,
        other => match other.word() {
            "smoothbore" | "smoothbore_musket" => Weapon::SmoothboreMusket,
            "carbine_muzzleloader" => Weapon::MuzzleLoadingCarbine,
            "carbine_breechloader" => Weapon::BreechLoadingCarbine,
            "carbine_repeater" => Weapon::RepeatingCarbine,
            "pistol" | "pistols" => Weapon::Pistol,
            "shotgun" | "shotguns" => Weapon::Shotgun,
            "sharpshooter" | "sharpshooter_rifle" => Weapon::SharpshooterRifle,
            "flintlock" => Weapon::FlintlockMusket,
            _ => Weapon::MixedMuskets,
        },
    }
}

fn gun_of(model: GunType) -> Weapon {
    let word = model.word();
    match word {
        _ if word.contains("napoleon") => Weapon::Napoleon,
        _ if word.contains("20lb") || word.contains("30lb") => Weapon::Rifle20,
        _ if word.contains("howitzer") => Weapon::Howitzer,
        _ if word.starts_with("6lb") => Weapon::Gun6,
        _ if word.contains("rifle") || word.contains("parrott") || word.contains("whitworth") => {
            Weapon::Rifle10
        }
        _ => Weapon::MixedGuns,
    }
}

/// Ruling JR-R07: in a narrower formation, or farther back, until it stands on nobody.
fn find_room(
    mut piece: Piece,
    others: &[Piece],
    field: &Field,
    edge: TableEdge,
) -> Result<Piece, SetupError> {
    let rect = |piece: &Piece| Rect::new(piece.pose, piece.size(piece.formation, piece.start()));
    let taken: Vec<Rect> = others.iter().map(rect).collect();
    let clear = |piece: &Piece| {
        let here = rect(piece);
        field.inside(&Footprint::single(here)) && !taken.iter().any(|other| overlaps(&here, other))
    };
    let usual = piece.formation;
    let narrow: &[Formation] = match (piece.arm, usual) {
        (Arm::Artillery, _) | (_, Formation::SkirmishLine) => &[],
        (Arm::Cavalry, Formation::Line) => &[Formation::Column],
        (Arm::Cavalry, _) => &[Formation::DoubleLine, Formation::MarchColumn],
        _ => &[Formation::DoubleLine, Formation::AttackColumn],
    };
    let start = piece.pose;
    for step in 0..96 {
        let back = Length::from_micrometres(step * 6_350);
        for sideways in [0, 1, -1, 3, -3] {
            let at = start.at.ahead(edge.outward(), back).ahead(edge.outward().right(), inches(sideways));
            for formation in std::iter::once(&usual).chain(narrow) {
                piece.formation = *formation;
                piece.pose = Pose { at, ..start };
                if clear(&piece) {
                    return Ok(piece);
                }
            }
        }
    }
    Err(SetupError(format!("{} ({}) finds no room on the table", piece.key, piece.name)))
}

fn officers_of(side: Side, force: &Force, scale: Scale, field: &Field) -> Vec<Piece> {
    let facing = force.edge.on_table().outward().opposite();
    let commanders =
        force.formations.iter().filter_map(|formation| Some((formation, formation.commander.as_ref()?)));
    commanders
        .map(|(formation, commander)| {
            let grade = match formation.echelon {
                Echelon::Army | Echelon::Corps => Grade::Corps,
                Echelon::Division => Grade::Division,
                _ => Grade::Brigade,
            };
            let piece = Piece {
                key: format!("{}-officer", formation.id),
                name: commander.name.clone(),
                brigade: formation.name.clone(),
                above: Vec::new(),
                side,
                arm: Arm::Officer,
                quality: Quality::Veteran,
                weapon: Weapon::Pistol,
                grade: Some(grade),
                stands: 1,
                per_stand: 1,
                formation: Formation::MarchColumn,
                mounted: true,
                pose: Pose { at: scale.point(commander.at), facing },
            };
            let rect = Rect::new(piece.pose, piece.size(piece.formation, 1));
            let pose = TableEdge::ALL.into_iter().fold(piece.pose, |pose, edge| {
                let room = field.distance_to_edge(&rect, edge);
                if room < Length::ZERO { pose.moved(edge.outward().opposite(), -room) } else { pose }
            });
            Piece { pose, ..piece }
        })
        .collect()
}
