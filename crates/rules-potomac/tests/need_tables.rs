//! The tables of what a die needs, every row against the lists of modifiers.

mod cells;

use cells::{cells, word};
use longroll_dice::odds;
use longroll_rules_potomac::book::kinds::{Band, Cover, Gun, Quality, Standing};
use longroll_rules_potomac::book::options::Options;
use longroll_rules_potomac::procedures::command_test::{
    Attachment, CommandFacts, adjustments, command_test, passes_on,
};
use longroll_rules_potomac::procedures::fire::{self, SmallArmsFacts};
use longroll_rules_potomac::procedures::guns::{self, GunFacts, GunTarget};
use longroll_rules_potomac::procedures::melee::{self, MeleeFacts};
use longroll_rules_potomac::procedures::morale::{MoraleFacts, holds_on, morale_test, target_score};
use longroll_rules_potomac::procedures::premelee::{
    GunVolleyFacts, Volley, VolleyFacts, gun_volley, gun_volley_mods, volley, volley_mods,
};
use longroll_table::cm;

fn figure(cell: &str) -> i32 {
    cell.parse().unwrap_or_else(|_| panic!("{cell:?} is a figure"))
}

fn band(cell: &str) -> Band {
    [Band::Short, Band::Medium, Band::Long].into_iter().find(|band| word(band) == cell).expect("a band")
}

/// A target as the tables name it: what covers it, and whether it is guns in action. Cover and guns are one line, so each
/// row is tried with the one, the other, and both.
fn targets(cell: &str) -> Vec<(Cover, bool)> {
    match cell {
        "open" | "unit_open" => vec![(Cover::Open, false)],
        "cover_or_deployed_artillery" | "unit_cover_or_deployed_artillery" => {
            vec![(Cover::Cover, false), (Cover::Open, true), (Cover::Cover, true)]
        }
        "fortifications" => vec![(Cover::Fortification, false), (Cover::Fortification, true)],
        other => panic!("{other:?} is not a target"),
    }
}

// clauses: POT-FIRE-08, POT-FIRE-09, POT-FIRE-10, POT-FIRE-11, POT-FIRE-12, POT-FIRE-23, POT-SKIRM-14
#[test]
fn small_arms_need() {
    let rows = cells(include_str!("../tables/small_arms_need.csv"));
    assert_eq!(rows.len(), 18);
    let options = Options::default();
    for row in rows {
        for (cover, deployed_guns) in targets(&row[2]) {
            let facts = SmallArmsFacts {
                skirmishers: row[0] == "skirmishers",
                mounted: row[0] == "mounted_cavalry",
                band: band(&row[1]),
                cover,
                deployed_guns,
                ..SmallArmsFacts::default()
            };
            assert_eq!(fire::hit_mods(&facts, &options).total, figure(&row[3]), "{row:?}");
            assert_eq!(i32::from(fire::need(&facts, &options)), figure(&row[4]), "{row:?}");
        }
    }
}

// clauses: POT-ARTY-12, POT-ARTY-13, POT-ARTY-14, POT-ARTY-15, POT-ARTY-16, POT-ARTY-17
#[test]
fn field_artillery_need() {
    let rows = cells(include_str!("../tables/field_artillery_need.csv"));
    assert_eq!(rows.len(), 36);
    let options = Options::default();
    for row in rows {
        let guns = match row[0].as_str() {
            "smoothbore" => [Gun::SbLight, Gun::SbMedium, Gun::SbHeavy],
            _ => [Gun::RifledLight, Gun::RifledMedium, Gun::RifledHeavy],
        };
        for gun in guns {
            for (cover, deployed_guns) in targets(&row[2]) {
                let screened = row[3] == "yes";
                let facts = GunFacts {
                    gun,
                    band: band(&row[1]),
                    cover,
                    deployed_guns,
                    screened,
                    ..GunFacts::default()
                };
                assert_eq!(guns::hit_mods(&facts, &options).total, figure(&row[4]), "{row:?} {gun:?}");
                assert_eq!(i32::from(guns::need(&facts, &options)), figure(&row[5]), "{row:?} {gun:?}");
            }
        }
    }
}

// clauses: POT-SIEGE-05, POT-SIEGE-06, POT-SIEGE-07, POT-MORTAR-04, POT-MORTAR-05, POT-MORTAR-06
#[test]
fn siege_and_mortar_need() {
    let rows = cells(include_str!("../tables/siege_and_mortar_need.csv"));
    assert_eq!(rows.len(), 15);
    let options = Options::default();
    for row in rows {
        let guns = match row[0].as_str() {
            "sb_siege" => vec![Gun::SbSiege],
            "rifled_siege" => vec![Gun::RifledSiege],
            _ => vec![Gun::LightMortar, Gun::HeavyMortar],
        };
        let (target, covers) = match row[2].as_str() {
            "fortification" => (GunTarget::Fortification, vec![(Cover::Fortification, false)]),
            unit => (GunTarget::Unit, targets(unit)),
        };
        for gun in guns {
            // skirmishers in front never matter
            for (screened, (cover, deployed_guns)) in [false, true]
                .into_iter()
                .flat_map(|screened| covers.iter().map(move |pair| (screened, *pair)))
            {
                let facts = GunFacts {
                    gun,
                    band: band(&row[1]),
                    target,
                    cover,
                    deployed_guns,
                    screened,
                    ..GunFacts::default()
                };
                assert_eq!(guns::hit_mods(&facts, &options).total, figure(&row[3]), "{row:?} {gun:?}");
                assert_eq!(i32::from(guns::need(&facts, &options)), figure(&row[4]), "{row:?} {gun:?}");
            }
        }
    }
}

// clauses: POT-ARTY-04, POT-ARTY-06, POT-SIEGE-06, POT-MORTAR-01, POT-MORTAR-06, POT-UNIT-09
#[test]
fn gun_dice_by_quality() {
    let rows = cells(include_str!("../tables/gun_dice_by_quality.csv"));
    assert_eq!(rows.len(), 10);
    for row in rows {
        let gun: Gun = serde_json::from_value(row[0].clone().into()).expect("a gun");
        for (place, quality) in [(1, Quality::Untried), (2, Quality::Tried), (3, Quality::Veteran)] {
            let each = figure(&row[place]).unsigned_abs();
            for guns in [0, 1, 2, 3] {
                let facts = GunFacts { gun, quality, guns, ..GunFacts::default() };
                assert_eq!(guns::dice_of(&facts), each * u32::from(guns), "{row:?}");
            }
        }
    }
}

// clauses: POT-MELEE-05, POT-MELEE-06, POT-MELEE-07, POT-MELEE-08, POT-MELEE-17, POT-MELEE-18, POT-MELEE-36
#[test]
fn melee_need() {
    let rows = cells(include_str!("../tables/melee_need.csv"));
    assert_eq!(rows.len(), 48);
    let options = Options::default();
    for row in rows {
        let yes = |place: usize| row[place] == "1";
        let cover = match row[4].as_str() {
            "open" => Cover::Open,
            "cover" => Cover::Cover,
            _ => Cover::Fortification,
        };
        let facts = MeleeFacts {
            flank: yes(0),
            mounted_against_foot: yes(1),
            charging: yes(2),
            confused: yes(3),
            cover,
            ..MeleeFacts::default()
        };
        assert_eq!(melee::hit_mods(&facts, &options).total, figure(&row[5]), "{row:?}");
        assert_eq!(i32::from(melee::need(&facts, &options)), figure(&row[6]), "{row:?}");
    }
}

// clauses: POT-MORALE-03, POT-MORALE-04, POT-MORALE-05
#[test]
fn morale_outcome() {
    let rows = cells(include_str!("../tables/morale_outcome.csv"));
    assert_eq!(rows.len(), 21);
    for row in rows {
        let quality: Quality = serde_json::from_value(row[0].clone().into()).expect("a quality");
        let target = figure(&row[1]);
        // the target may be all stands, or stands and an officer of either sign
        for officer in -3_i8..=3 {
            let Ok(stands) = u8::try_from(target - i32::from(officer)) else { continue };
            let facts = MoraleFacts { stands, officer, quality };
            assert_eq!(target_score(&facts), target);
            assert_eq!(holds_on(&facts), figure(&row[2]), "{row:?}");
            let exact = odds(|dice| morale_test(&facts, dice)).expect("one die");
            let of_six = figure(&row[3]).unsigned_abs();
            assert_eq!(exact.probability(&true), longroll_dice::Fraction::new(of_six, 6_u32), "{row:?}");
        }
    }
}

// clauses: POT-CMD-03, POT-CMD-05, POT-CMD-06, POT-CMD-07, POT-CMD-08, POT-CMD-09
#[test]
fn command_test_chance() {
    let rows = cells(include_str!("../tables/command_test_chance.csv"));
    assert_eq!(rows.len(), 60);
    for row in rows {
        let rating = u8::try_from(figure(&row[0])).expect("a rating");
        let adjustment = figure(&row[1]);
        // every way of putting the adjustment together from the four lines
        for given in 1..=9_u8 {
            for attachment in [Attachment::None, Attachment::ToRecipient, Attachment::Elsewhere] {
                let attached = match attachment {
                    Attachment::None => 0,
                    Attachment::ToRecipient => -1,
                    Attachment::Elsewhere => 1,
                };
                let rest = adjustment - i32::from(given) - attached;
                let Ok(received) = u8::try_from(rest) else { continue };
                let facts = CommandFacts { rating, given, received, attachment, ..CommandFacts::default() };
                assert_eq!(adjustments(&facts).total, adjustment);
                assert_eq!(passes_on(&facts), figure(&row[2]), "{row:?}");
                let exact = odds(|dice| command_test(&facts, &Options::default(), dice)).expect("two dice");
                let ways = figure(&row[3]).unsigned_abs();
                let passed = exact.chance_that(|result| result.passed);
                assert_eq!(passed, longroll_dice::Fraction::new(ways, 36_u32), "{row:?}");
            }
        }
    }
}

// clauses: POT-FIRE-13, POT-FIRE-14, POT-SPECIAL-03, POT-SPECIAL-04
#[test]
fn premelee_small_arms_test() {
    let rows = cells(include_str!("../tables/premelee_small_arms_test.csv"));
    assert_eq!(rows.len(), 3);
    let options = Options::default();
    for quality in [Quality::Untried, Quality::Tried, Quality::Veteran] {
        for standing in [Standing::Ordinary, Standing::Militia, Standing::Regulars] {
            let facts = VolleyFacts { quality, standing, ..VolleyFacts::default() };
            let total = volley_mods(&facts, &options).total;
            for face in 1..=6_u8 {
                let score = i32::from(face) + total;
                let held = rows.iter().find(|row| (figure(&row[0])..=figure(&row[1])).contains(&score));
                let expected = match held.expect("the table holds every score")[2].as_str() {
                    "no_fire" => Volley::Panics,
                    "long_range" => Volley::Fires(Band::Long),
                    _ => Volley::Fires(Band::Short),
                };
                let mut dice = longroll_dice::Rolling::new(longroll_dice::Scripted::new(vec![face]));
                assert_eq!(volley(&facts, &options, &mut dice), Ok(expected), "{facts:?} {face}");
            }
        }
    }
}

// clauses: POT-ARTY-08, POT-ARTY-09, POT-ARTY-10
#[test]
fn premelee_artillery_range() {
    let rows = cells(include_str!("../tables/premelee_artillery_range.csv"));
    assert_eq!(rows.len(), 3);
    let options = Options::default();
    // No charge reaches so far by the printed rates; the battery of 40, 80 and 120 is asked from 30, 60 and 100.
    for (row, start) in rows.iter().zip([30, 60, 100]) {
        for officer in [-1, 0, 1] {
            let facts =
                GunVolleyFacts { gun: Gun::SbLight, start: cm(start), officer, ..GunVolleyFacts::default() };
            assert_eq!(gun_volley_mods(&facts, &options).total, i32::from(officer));
            for face in 1..=6_u8 {
                let mut dice = longroll_dice::Rolling::new(longroll_dice::Scripted::new(vec![face]));
                let found = gun_volley(&facts, &options, &mut dice).expect("a die at most");
                let expected = if row[1] == "no" {
                    assert_eq!(dice.source().left_over().len(), 1, "no die is thrown");
                    band(&row[3])
                } else if i32::from(face) + i32::from(officer) >= figure(&row[2]) {
                    band(&row[3])
                } else {
                    band(&row[4])
                };
                assert_eq!(found, expected, "{row:?} {officer} {face}");
            }
        }
    }
}
