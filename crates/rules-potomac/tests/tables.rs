//! The printed tables of rates, guns, small arms, terrain and single figures, cell by cell.

mod cells;

use cells::{cells, column, word};
use longroll_rules_potomac::book::kinds::{Band, Cover, Gun, GunClass, Weapon};
use longroll_rules_potomac::book::tables::{
    Bore, Mover, NoRange, Terrain, constants, gun, gun_band, labels, rates, small_arms, small_arms_band,
};
use longroll_table::{BaseSize, Length, cm};

fn tenths(n: i64) -> Length {
    Length::from_micrometres(n * 1000)
}

// clauses: POT-MOVE-02, POT-MOVE-03, POT-MOVE-04, POT-MOVE-05, POT-MOVE-06, POT-MOVE-17, POT-CHARGE-03, POT-EVADE-03, POT-MORALE-08, POT-TERRAIN-01, POT-TERRAIN-02
#[test]
fn movement_rates() {
    let rows = [
        (Mover::Infantry, 20, Some(10), Some(30), Some(20), None, Some(20), true),
        (Mover::Skirmishers, 20, None, None, None, Some(20), None, true),
        (Mover::CavalryMounted, 30, Some(15), Some(45), Some(30), Some(30), Some(30), false),
        (Mover::CavalryDismounted, 20, Some(10), Some(30), Some(20), None, Some(20), true),
        (Mover::ArtilleryLimbered, 10, Some(5), Some(15), None, Some(10), Some(10), false),
        (Mover::ArtilleryUnlimbered, 0, Some(0), Some(0), None, None, None, false),
        (Mover::ArtilleryCrewWithoutGuns, 20, Some(10), None, None, Some(20), Some(20), true),
        (Mover::Officer, 60, Some(30), None, None, Some(60), None, true),
    ];
    assert_eq!(cells(include_str!("../tables/movement.csv")).len(), rows.len());
    for (mover, full, half, road, charge, evade, retreat, difficult) in rows {
        let found = rates(mover);
        assert_eq!(found.full, cm(full), "{mover:?}");
        assert_eq!(found.half, half.map(cm), "{mover:?}");
        assert_eq!(found.road, road.map(cm), "{mover:?}");
        assert_eq!(found.charge, charge.map(cm), "{mover:?}");
        assert_eq!(found.evade, evade.map(cm), "{mover:?}");
        assert_eq!(found.retreat, retreat.map(cm), "{mover:?}");
        assert_eq!(found.may_enter_difficult, difficult, "{mover:?}");
    }
}

const GUNS: [Gun; 10] = [
    Gun::SbLight,
    Gun::SbMedium,
    Gun::SbHeavy,
    Gun::RifledLight,
    Gun::RifledMedium,
    Gun::RifledHeavy,
    Gun::SbSiege,
    Gun::RifledSiege,
    Gun::LightMortar,
    Gun::HeavyMortar,
];

// clauses: POT-ARTY-04, POT-SIEGE-01, POT-SIEGE-02, POT-SIEGE-03, POT-MORTAR-01, POT-MORTAR-03, POT-ARTY-23
#[test]
fn gun_ranges() {
    let (smooth, rifled) = (Some(Bore::Smoothbore), Some(Bore::Rifled));
    // class, bore, dice, minimum, short, medium, long
    let rows = [
        (GunClass::Field, smooth, 2, None, 40, 80, 120),
        (GunClass::Field, smooth, 4, None, 50, 100, 150),
        (GunClass::Field, smooth, 6, None, 60, 120, 180),
        (GunClass::Field, rifled, 2, None, 50, 100, 150),
        (GunClass::Field, rifled, 4, None, 65, 125, 185),
        (GunClass::Field, rifled, 6, None, 75, 150, 225),
        (GunClass::Siege, smooth, 10, None, 50, 100, 150),
        (GunClass::Siege, rifled, 10, None, 65, 125, 185),
        (GunClass::Mortar, None, 2, Some(20), 50, 100, 150),
        (GunClass::Mortar, None, 5, Some(30), 60, 120, 180),
    ];
    for (kind, (class, bore, dice, min, short, medium, long)) in GUNS.into_iter().zip(rows) {
        let row = gun(kind);
        assert_eq!((row.class, row.bore, row.dice), (class, bore, dice), "{kind:?}");
        assert_eq!(row.min, min.map(cm), "{kind:?}");
        assert_eq!((row.short, row.medium, row.long), (cm(short), cm(medium), cm(long)), "{kind:?}");
        let field = class == GunClass::Field;
        assert_eq!((row.initiative_fire, row.premelee_fire), (field, field), "{kind:?}");
        assert_eq!(row.may_target_units, class != GunClass::Siege, "{kind:?}");
        assert_eq!(row.may_target_fortifications, !field, "{kind:?}");
    }
}

// clauses: POT-ARTY-05, POT-MORTAR-01, POT-MORTAR-02, POT-SIEGE-01
#[test]
fn gun_ranges_as_printed_fall_into_their_bands() {
    let printed = cells(include_str!("../tables/gun_ranges_as_printed.csv"));
    assert_eq!(printed.len(), GUNS.len());
    for (row, kind) in printed.iter().zip(GUNS) {
        assert_eq!(row[0], word(kind));
        let figures: Vec<i64> = row[1..].iter().map(|cell| cell.parse().expect("a figure")).collect();
        for (pair, band) in figures.chunks(2).zip([Band::Short, Band::Medium, Band::Long]) {
            assert_eq!(gun_band(kind, cm(pair[0])), Ok(band), "{kind:?} from {}", pair[0]);
            assert_eq!(gun_band(kind, cm(pair[1])), Ok(band), "{kind:?} to {}", pair[1]);
        }
        // a distance between two printed figures belongs to the farther band
        assert_eq!(gun_band(kind, cm(figures[1]) + tenths(5)), Ok(Band::Medium));
        assert_eq!(gun_band(kind, cm(figures[3]) + tenths(1)), Ok(Band::Long));
        let long = cm(figures[5]);
        assert_eq!(gun_band(kind, long + tenths(1)), Err(NoRange::TooFar(long)));
        if figures[0] > 0 {
            let least = cm(figures[0] - 1);
            assert_eq!(gun_band(kind, least), Err(NoRange::TooNear(least)));
            assert_eq!(gun_band(kind, least + tenths(5)), Ok(Band::Short));
        }
    }
}

// clauses: POT-FIRE-06, POT-SPECIAL-05, POT-SPECIAL-06, POT-SPECIAL-07
#[test]
fn small_arms_ranges() {
    let rows = [
        (Weapon::RifledMusket, 15, 30, 0),
        (Weapon::SmoothboreMusket, 15, 20, 0),
        (Weapon::BreechLoader, 15, 30, 1),
        (Weapon::Repeater, 15, 30, 2),
    ];
    assert_eq!(cells(include_str!("../tables/small_arms.csv")).len(), rows.len());
    for (weapon, short, max, bonus) in rows {
        let row = small_arms(weapon);
        assert_eq!((row.short, row.max, row.bonus), (cm(short), cm(max), bonus), "{weapon:?}");
        assert_eq!(small_arms_band(weapon, Length::ZERO), Some(Band::Short));
        assert_eq!(small_arms_band(weapon, cm(short)), Some(Band::Short));
        assert_eq!(small_arms_band(weapon, cm(short) + tenths(1)), Some(Band::Long));
        assert_eq!(small_arms_band(weapon, cm(max)), Some(Band::Long));
        assert_eq!(small_arms_band(weapon, cm(max) + tenths(1)), None);
    }
}

// clauses: POT-TERRAIN-03, POT-TERRAIN-04, POT-SIEGE-09, POT-SIGHT-03, POT-SIGHT-04
#[test]
fn terrain_labels() {
    const NONE: [bool; 6] = [false; 6];
    // difficult, broken, linear, road, blocks sight, impassable; cover; depth of sight
    let rows = [
        (Terrain::Open, NONE, Cover::Open, None),
        (Terrain::Road, [false, false, false, true, false, false], Cover::Open, None),
        (Terrain::DeepRiver, [true, false, false, false, false, false], Cover::Open, None),
        (Terrain::Marsh, [true, false, false, false, false, false], Cover::Open, None),
        (Terrain::Bog, [true, false, false, false, false, false], Cover::Open, None),
        (Terrain::DenseForest, [true, false, false, false, true, false], Cover::Cover, Some(5)),
        (Terrain::OpenWood, [false, true, false, false, true, false], Cover::Cover, Some(5)),
        (Terrain::BrokenGround, [false, true, false, false, false, false], Cover::Open, None),
        (Terrain::Wall, [false, false, true, false, false, false], Cover::Cover, None),
        (Terrain::Stream, [false, false, true, false, false, false], Cover::Open, None),
        (Terrain::FenceOrHedge, [false, false, true, false, false, false], Cover::Cover, None),
        (Terrain::TownOrBuilding, [false, true, false, false, true, false], Cover::Cover, Some(5)),
        (Terrain::Fortification, NONE, Cover::Fortification, None),
        (Terrain::BreachedFortification, NONE, Cover::Cover, None),
        (Terrain::HillSlope, NONE, Cover::Open, None),
        (Terrain::CliffOrLake, [false, false, false, false, false, true], Cover::Open, None),
    ];
    assert_eq!(cells(include_str!("../tables/terrain.csv")).len(), rows.len());
    for (terrain, flags, cover, depth) in rows {
        let row = labels(terrain);
        let found = [row.difficult, row.broken, row.linear, row.road, row.blocks_sight, row.impassable];
        assert_eq!(found, flags, "{terrain:?}");
        assert_eq!((row.cover, row.sight_depth), (cover, depth.map(cm)), "{terrain:?}");
    }
    let slope = &cells(include_str!("../tables/terrain.csv"))[14];
    assert_eq!((slope[0].as_str(), slope[6].as_str()), ("hill_slope", "by_level"));
}

// clauses: POT-INIT-01, POT-UNIT-08, POT-SKIRM-12, POT-LEADER-19, POT-GAME-02, POT-GAME-03, POT-TERRAIN-05, POT-MORALE-21, POT-MELEE-28, POT-CHARGE-05
#[test]
fn single_figures() {
    let figures = constants();
    assert_eq!(figures.initiative_distance, cm(30));
    assert_eq!((figures.rifled_musket_max, figures.smoothbore_musket_max), (cm(30), cm(20)));
    assert_eq!(figures.small_arms_short, cm(15));
    assert_eq!((figures.hit_on_formed, figures.hit_on_skirmishers), (5, 6));
    assert_eq!(figures.artillery_premelee_need, 4);
    assert_eq!(figures.officer_casualty_on, 1);
    assert_eq!((figures.collision_confuses_other_on, figures.fear_confuses_from), (6, 5));
    assert_eq!((figures.skirmisher_min_gap, figures.skirmish_stands_per_stand), (cm(3), 2));
    assert_eq!(figures.drive_back_per_hit, cm(1));
    assert_eq!(figures.stand, BaseSize::new(cm(4), cm(2)));
    assert_eq!(figures.sight_depth, cm(5));
    assert_eq!((figures.deploy_reach, figures.recall_reach), (cm(20), cm(20)));
    assert_eq!(figures.stop_short, tenths(1));
    assert_eq!(figures.charge_wheel_max, 8192); // an eighth of 65 536
    assert_eq!((figures.stalemate_rounds, figures.stalemate_fall_back), (3, cm(1)));
    assert_eq!(figures.turns, 12);
    assert_eq!(figures.break_per_mille, 500);
    assert_eq!((figures.fortification_strength, figures.fortification_cohesion), (4, 3));
    assert_eq!(figures.retreat_turn_step, 910); // 5 of 360 degrees: 910.2
    assert_eq!(figures.retreat_turn_max, 16_384);
    assert_eq!(figures.officer_base, BaseSize::new(cm(2), cm(2)));
    // the ranges stand in two tables
    for weapon in [Weapon::RifledMusket, Weapon::SmoothboreMusket, Weapon::BreechLoader, Weapon::Repeater] {
        assert_eq!(small_arms(weapon).short, figures.small_arms_short);
    }
    assert_eq!(small_arms(Weapon::RifledMusket).max, figures.rifled_musket_max);
    assert_eq!(small_arms(Weapon::SmoothboreMusket).max, figures.smoothbore_musket_max);
    // every line of the file is one of these
    let names = column(include_str!("../tables/constants.csv"), 0);
    assert_eq!(names.len(), 29);
}
