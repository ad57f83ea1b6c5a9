//! The tables, cell by cell.

use longroll_rules_johnny_reb::book::crt::{COLUMNS, Cell, ROWS, Strength, read};
use longroll_rules_johnny_reb::book::kinds::{Arm, Body, Formation, Terrain, Weapon};
use longroll_rules_johnny_reb::book::options::{Options, Rates};
use longroll_rules_johnny_reb::book::tables::{
    CAVALRY_RATES, CAVALRY_RATES_15, FORMATIONS, GUN_RATES, GUN_RATES_15, INFANTRY_RATES, INFANTRY_RATES_15,
    RunDice, formation_row, multiplier, ranges, rate, run_dice,
};
use longroll_rules_johnny_reb::field::sight::face_struck;
use longroll_rules_johnny_reb::procedures::fire::Face;
use longroll_table::{BaseSize, Heading, Point, Pose, Rect, inches, thousandths};

/// The rows as the healed chart prints them, typed again by hand.
const CHART: [(u32, &str); 13] = [
    (32, "MC 1* 1* 1 1 2 2 2 3 3 4 5 5 6 8 9 11 13 15 18 21 24"),
    (24, "- MC 1* 1* 1 1 2 2 2 3 3 4 4 5 6 7 8 9 11 13 15 18"),
    (20, "- - MC 1* 1* 1 1 2 2 2 3 3 4 4 5 6 7 8 9 11 13 15"),
    (16, "- - - MC 1* 1* 1 1 2 2 2 3 3 4 4 5 6 7 8 9 11 12"),
    (14, "- - - - MC 1* 1* 1 1 2 2 2 3 3 4 4 5 6 7 8 9 11"),
    (12, "- - - - - MC 1* 1* 1 1 2 2 2 3 3 4 4 5 5 6 7 9"),
    (10, "- - - - - - MC 1* 1* 1 1 1 2 2 3 3 4 4 5 5 6 7"),
    (8, "- - - - - - - MC 1* 1* 1 1 1 2 2 3 3 3 4 4 5 5"),
    (6, "- - - - - - - - MC 1* 1* 1 1 1 2 2 2 2 3 3 4 4"),
    (4, "- - - - - - - - - MC 1* 1* 1 1 1 2 2 2 2 2 3 3"),
    (3, "- - - - - - - - - - MC 1* 1* 1 1 1 1 2 2 2 2 3"),
    (2, "- - - - - - - - - - - MC 1* 1* 1 1 1 1 2 2 2 2"),
    (1, "- - - - - - - - - - - - MC 1* 1* 1 1 1 1 1 1 1"),
];

// clauses: JR-CRT-01, JR-CRT-02, JR-CRT-03, JR-CRT-04, JR-CRT-08, JR-CRT-09, JR-CRT-10
#[test]
fn every_cell_of_the_combat_results_table_is_read() {
    let options = Options::default();
    let mut cells = 0;
    for (figures, line) in CHART {
        for (column, text) in COLUMNS.iter().zip(line.split(' ')) {
            let cell = match text {
                "-" => Cell::Nothing,
                "MC" => Cell::Check,
                "1*" => Cell::Possible,
                number => Cell::Loss(number.parse().unwrap()),
            };
            assert_eq!(
                read(Strength::Figures(figures), *column, &options),
                cell,
                "{figures} figures, {column}"
            );
            cells += 1;
        }
    }
    assert_eq!((ROWS.len(), cells), (13, 286));
    assert_eq!(read(Strength::Figures(40), 24, &options), Cell::Loss(24));
    assert_eq!(read(Strength::Figures(16), 30, &options), Cell::Loss(12));
    assert_eq!(read(Strength::Figures(16), 0, &options), Cell::Nothing);
    assert_eq!(read(Strength::Figures(0), 20, &options), Cell::Nothing);
}

// clauses: JR-CRT-01, JR-UNIT-03
#[test]
fn sections_stand_beside_their_rows() {
    let options = Options::default();
    let rows = [(16, 32), (14, 24), (12, 20), (10, 16), (8, 14), (6, 12), (4, 10), (3, 8), (2, 6), (1, 3)];
    for (sections, figures) in rows {
        for column in COLUMNS {
            let by_section = read(Strength::HalfSections(sections * 2), column, &options);
            assert_eq!(
                by_section,
                read(Strength::Figures(figures), column, &options),
                "{sections}, {column}"
            );
        }
    }
    assert_eq!(read(Strength::HalfSections(1), 16, &options), Cell::Loss(1));
}

// clauses: JR-CRT-08, JR-OPT-07, JR-OPT-10
#[test]
fn each_disputed_cell_has_its_own_switch() {
    let usual = Options::default();
    let twelve = Options { six_for_twelve: true, ..usual };
    let eight = Options { two_for_eight: true, ..usual };
    // row of 12 under 19: 5, or 6; row of 8 under 16: 3, or 2
    let cells =
        |options| [(12, 19), (8, 16), (12, 18)].map(|(n, at)| read(Strength::Figures(n), at, options));
    assert_eq!(cells(&usual), [5, 3, 5].map(Cell::Loss));
    assert_eq!(cells(&twelve), [6, 3, 5].map(Cell::Loss));
    assert_eq!(cells(&eight), [5, 2, 5].map(Cell::Loss));
}

// clauses: JR-CRT-10
#[test]
fn the_two_cells_after_mc_are_possible_kills_in_every_row() {
    // the column of MC by row, read off the chart by hand; rows 8, 6 and 3 lost an asterisk in the scan
    let rows = [
        (32, 1),
        (24, 2),
        (20, 3),
        (16, 4),
        (14, 5),
        (12, 6),
        (10, 7),
        (8, 8),
        (6, 9),
        (4, 10),
        (3, 11),
        (2, 12),
        (1, 13),
    ];
    let options = Options::default();
    for (figures, at) in rows {
        let found = [at, at + 1, at + 2, at + 3].map(|roll| read(Strength::Figures(figures), roll, &options));
        assert_eq!(found[..3], [Cell::Check, Cell::Possible, Cell::Possible], "row of {figures}");
        assert_eq!(found[3], Cell::Loss(1), "row of {figures}");
    }
}

// clauses: JR-MOVE-01, JR-OPT-01, JR-MOVE-02
#[test]
fn rates_of_movement_by_table() {
    let options = Options::default();
    let line = |options: &Options, ground| {
        rate(options, Some(Body::Infantry), "single_line", Weapon::RifleMusket, ground)
    };
    assert_eq!(line(&options, Terrain::Open), Some(8));
    assert_eq!(line(&options, Terrain::Road), None, "a line has no road rate");
    let column = rate(&options, Some(Body::Infantry), "march_column", Weapon::RifleMusket, Terrain::Road);
    assert_eq!(column, Some(15));
    let attack = rate(&options, Some(Body::Infantry), "attack_column", Weapon::RifleMusket, Terrain::Broken);
    assert_eq!(attack, Some(8));
    let slow = Options { rates: Rates::Sibling15, ..options };
    assert_eq!(line(&slow, Terrain::Open), Some(6));
    let fast = Options { rates: Rates::Pace14, ..options };
    assert_eq!(line(&fast, Terrain::Open), Some(11), "8 times 1.4 is 11.2");
    let tables =
        [&INFANTRY_RATES, &INFANTRY_RATES_15, &CAVALRY_RATES, &CAVALRY_RATES_15, &GUN_RATES, &GUN_RATES_15];
    for table in tables {
        assert!(table.iter().all(|row| !row.provenance.is_empty() && !row.open.is_empty()));
    }
}

// clauses: JR-MOVE-09
#[test]
fn dice_of_routs_and_charges() {
    let dice = |body, ground| run_dice(body, ground);
    assert_eq!(dice(Body::Infantry, Terrain::Open), RunDice::Dice(2));
    assert_eq!(dice(Body::Infantry, Terrain::LightWoods), RunDice::Dice(1));
    assert_eq!(dice(Body::CavalryMounted, Terrain::Open), RunDice::Dice(3));
    assert_eq!(dice(Body::CavalryMounted, Terrain::LightWoods), RunDice::Dice(2));
    assert_eq!(dice(Body::CavalryMounted, Terrain::Rough), RunDice::Dice(1));
    assert_eq!(dice(Body::Artillery, Terrain::Road), RunDice::Dice(3));
    assert_eq!(dice(Body::Artillery, Terrain::HeavyWoods), RunDice::Fixed(2));
    assert_eq!(dice(Body::Artillery, Terrain::Rough), RunDice::Abandoned);
}

// clauses: JR-FORM-01, JR-FORM-04, JR-CHARGE-04
#[test]
fn every_formation_of_every_body_has_its_row() {
    let mut rows = 0;
    for body in [Body::Infantry, Body::CavalryMounted, Body::CavalryDismounted, Body::Artillery] {
        for formation in Formation::of(body) {
            assert!(formation_row(body, *formation).is_some(), "{body:?} {formation:?}");
            rows += 1;
        }
    }
    assert_eq!(rows, FORMATIONS.len());
    let charge = |body, formation| formation_row(body, formation).map(|row| row.charge_morale.as_str());
    assert_eq!(charge(Body::Infantry, Formation::AttackColumn), Some("-2"));
    assert_eq!(charge(Body::CavalryDismounted, Formation::Disorder), Some("4"));
    assert!(formation_row(Body::Infantry, Formation::Limbered).is_none());
}

// clauses: JR-RANGE-01, JR-RANGE-05, JR-RANGE-10
#[test]
fn ranges_in_inches_and_parts() {
    assert_eq!(ranges(Weapon::RifleMusket).long, inches(12));
    assert_eq!(ranges(Weapon::Napoleon).close, inches(3));
    assert_eq!(ranges(Weapon::Pistol).close, thousandths(250));
    assert_eq!(ranges(Weapon::SharpshooterRifle).long, inches(21));
}

// clauses: JR-MELEE-05
#[test]
fn losses_are_doubled_by_arm() {
    assert_eq!(multiplier(Arm::Infantry, Arm::Infantry), 2);
    assert_eq!(multiplier(Arm::Cavalry, Arm::Infantry), 2);
    assert_eq!(multiplier(Arm::Infantry, Arm::Cavalry), 1);
    assert_eq!(multiplier(Arm::Artillery, Arm::Infantry), 1);
}

// clauses: JR-DRM-21
#[test]
fn the_side_that_is_struck() {
    // a line 3.5 in wide and 0.75 in deep, facing north, its front edge at y = 10.375
    let at = |x: i64, y: i64| Point::at(thousandths(x), thousandths(y));
    let size = BaseSize::new(thousandths(3500), thousandths(750));
    let line = Rect::new(Pose { at: at(10_000, 10_000), facing: Heading::NORTH }, size);
    // 2 in ahead and 1.5 in beyond the end (at 11.75): 36.9 degrees
    assert_eq!(face_struck(&line, at(13_250, 12_375)), Face::Front);
    // 2 in ahead, 2 in beyond: exactly 45
    assert_eq!(face_struck(&line, at(13_750, 12_375)), Face::Front);
    assert_eq!(face_struck(&line, at(13_800, 12_375)), Face::PartialFlank);
    // on the extension of the front edge
    assert_eq!(face_struck(&line, at(15_000, 10_375)), Face::FullFlank);
    // behind the rear edge (y = 9.625): 2 in back and 2 in beyond is 135, still the flank
    assert_eq!(face_struck(&line, at(13_750, 7_625)), Face::FullFlank);
    assert_eq!(face_struck(&line, at(13_700, 7_625)), Face::Rear);
    assert_eq!(face_struck(&line, at(10_000, 5_000)), Face::Rear);
}
