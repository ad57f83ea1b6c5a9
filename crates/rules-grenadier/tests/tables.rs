//! The printed tables, cell by cell. Every figure here was typed from the catalogue of clauses, once for the file and
//! once for what the code makes of it.

use longroll_dice::Die;
use longroll_rules_grenadier::book::kinds::{Ability, Form, Grade, Gun, Kind, Order, Weapon};
use longroll_rules_grenadier::book::options::Options;
use longroll_rules_grenadier::book::tables::*;
use longroll_rules_grenadier::procedures::fire::table_hits;
use longroll_rules_grenadier::procedures::guns::table_hits as gun_hits;
use longroll_table::thousandths;

/// The rows of a table without its headings.
fn cells(text: &str) -> Vec<Vec<&str>> {
    text.lines().skip(1).filter(|line| !line.is_empty()).map(|line| line.split(',').collect()).collect()
}

fn file_says(text: &str, expected: &[&str]) {
    let found: Vec<String> = cells(text).into_iter().map(|row| row.join(",")).collect();
    assert_eq!(found, expected);
}

const SCORES: [i32; 10] = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18];

// clauses: GRE-FIRE-02, GRE-FIRE-03, GRE-FIRE-04, GRE-FIRE-05, GRE-FIRE-06, GRE-FIRE-07, GRE-FIRE-08
#[test]
fn small_arms() {
    let rows: [(u32, u32, [u32; 10]); 5] = [
        (1, 9, [0, 0, 0, 0, 1, 2, 3, 4, 4, 4]),
        (10, 15, [0, 0, 0, 1, 2, 3, 3, 4, 4, 5]),
        (16, 20, [0, 0, 1, 2, 3, 3, 4, 4, 5, 5]),
        (21, 27, [0, 1, 2, 3, 3, 4, 4, 5, 5, 6]),
        (28, 36, [1, 2, 3, 3, 4, 4, 5, 5, 6, 7]),
    ];
    let options = Options::default();
    for (least, most, hits) in rows {
        for (place, score) in SCORES.into_iter().enumerate() {
            for figures in [least, most] {
                assert_eq!(table_hits(figures, score, &options), hits[place], "{figures} at {score}");
                if score > 0 {
                    assert_eq!(
                        table_hits(figures, score - 1, &options),
                        hits[place],
                        "{figures} at {}",
                        score - 1
                    );
                }
            }
        }
        assert_eq!(table_hits(least, -1, &options), 0);
        assert_eq!(table_hits(least, 30, &options), hits[9]);
    }
    let columns: Vec<Option<usize>> = (-1..=19).map(score_column).collect();
    assert_eq!(columns[0], None);
    assert_eq!((columns[1], columns[2], columns[3], columns[20]), (Some(0), Some(1), Some(1), Some(9)));
}

// clauses: GRE-ARTY-02, GRE-ARTY-03, GRE-ARTY-04
#[test]
fn artillery() {
    let rows: [[u32; 10]; 3] =
        [[0, 0, 0, 0, 1, 2, 3, 3, 4, 4], [0, 0, 0, 1, 2, 3, 3, 4, 4, 5], [0, 0, 1, 2, 3, 3, 4, 4, 5, 5]];
    for (place, hits) in rows.iter().enumerate() {
        for (column, score) in SCORES.into_iter().enumerate() {
            assert_eq!(gun_hits(place as u32 + 1, score), hits[column], "{} models at {score}", place + 1);
        }
    }
}

// clauses: GRE-ARTY-06, GRE-ARTY-07, GRE-ARTY-08, GRE-ARTY-09
#[test]
fn bands() {
    for (band, canister, effective, long) in
        [(1, 8, 18, 30), (2, 9, 20, 40), (3, 11, 30, 60), (4, 11, 40, 60)]
    {
        let class = |inches| artillery_class(band, inches);
        assert_eq!((class(0), class(canister)), (Some(RangeClass::Canister), Some(RangeClass::Canister)));
        assert_eq!(
            (class(canister + 1), class(effective)),
            (Some(RangeClass::Effective), Some(RangeClass::Effective))
        );
        assert_eq!((class(effective + 1), class(long)), (Some(RangeClass::Long), Some(RangeClass::Long)));
        assert_eq!(class(long + 1), None);
    }
}

// clauses: GRE-ARTY-10, GRE-ARTY-13, GRE-ARTY-28
#[test]
fn guns() {
    let rows = [
        (Gun::SixPounder, 1, 2, false, false),
        (Gun::Howitzer, 1, 3, false, false),
        (Gun::MountainHowitzer, 1, 3, false, false),
        (Gun::Napoleon, 2, 3, false, false),
        (Gun::HeavyTwelvePounder, 2, 3, false, true),
        (Gun::HeavyHowitzer, 2, 3, false, true),
        (Gun::OrdnanceRifle, 3, 2, false, false),
        (Gun::TenPounderParrott, 3, 2, false, false),
        (Gun::James, 3, 2, false, false),
        (Gun::Whitworth, 4, 2, false, false),
        (Gun::TwentyPounderParrott, 4, 2, true, true),
        (Gun::ThirtyPounderParrott, 4, 4, true, false),
        (Gun::SiegeRifle, 4, 4, true, false),
        (Gun::SiegeSmoothbore, 2, 4, true, false),
        (Gun::NavalRifle, 4, 2, false, false),
        (Gun::NavalSmoothbore, 2, 3, false, false),
    ];
    for (model, band, canister, bursts, heavy) in rows {
        let row = gun(model);
        assert_eq!(
            (row.band, row.canister, row.bursts, row.heavy_field),
            (band, canister, bursts, heavy),
            "{model:?}"
        );
        let siege = matches!(model, Gun::ThirtyPounderParrott | Gun::SiegeRifle | Gun::SiegeSmoothbore);
        let naval = matches!(model, Gun::NavalRifle | Gun::NavalSmoothbore);
        assert_eq!((row.siege, row.naval), (siege, naval), "{model:?}");
    }
    assert_eq!(cells(include_str!("../tables/gun_type.csv")).len(), rows.len());
}

// clauses: GRE-FIRE-11, GRE-FIRE-12, GRE-FIRE-13, GRE-FIRE-14, GRE-FIRE-21, GRE-FIRE-23, GRE-MELEE-22, GRE-MELEE-23
#[test]
fn weapons() {
    // effective, long, fire, figures, melee first and later
    let rows = [
        (Weapon::SmoothboreMusket, 6, 12, -1, 1, 0, 0, Pour::None),
        (Weapon::RifledMusket, 8, 16, 0, 1, 0, 0, Pour::None),
        (Weapon::BreechloadingRifle, 8, 16, 1, 1, 0, 0, Pour::None),
        (Weapon::RepeatingRifle, 8, 16, 1, 1, 1, 1, Pour::Double),
        (Weapon::MuzzleloadingCarbine, 6, 12, 0, 1, 1, 0, Pour::None),
        (Weapon::BreechloadingCarbine, 6, 12, 1, 1, 1, 0, Pour::CavalryHalfMore),
        (Weapon::RepeatingCarbine, 6, 12, 1, 1, 1, 1, Pour::Double),
        (Weapon::CavalryPistol, 3, 6, 0, 2, 1, 1, Pour::None),
        (Weapon::Shotgun, 3, 6, 1, 1, 1, 0, Pour::None),
        (Weapon::Gatling, 8, 16, 0, 1, 0, 0, Pour::None),
    ];
    for (kind, effective, long, fire, figures, first, later, pour) in rows {
        let row = weapon(kind);
        assert_eq!(
            (row.effective_min, row.effective_max, row.long_min, row.long_max),
            (0, effective, effective + 1, long)
        );
        assert_eq!((row.fire_mod, row.figures_multiplier), (fire, figures), "{kind:?}");
        assert_eq!((row.melee_first_round, row.melee_later_rounds, row.pour_on_fire), (first, later, pour));
    }
}

// clauses: GRE-MOVE-02, GRE-MOVE-03, GRE-MOVE-04, GRE-MOVE-05, GRE-MOVE-06, GRE-MOVE-07, GRE-MOVE-08, GRE-UNIT-01
#[test]
fn movement_dice() {
    let row = |kind, grade, form| {
        movement(kind, grade, form, true).map(|row| (row.die, row.half, row.full, row.add))
    };
    for (steady, grades, die) in [
        (true, [Grade::Veteran, Grade::Regular], Die::Average),
        (false, [Grade::Trained, Grade::Raw], Die::D6),
    ] {
        for grade in grades {
            assert_eq!(grade.is_steady(), steady);
            assert_eq!(row(Kind::Infantry, grade, Form::Line), Some((die, Some(1), 2, 0)));
            assert_eq!(row(Kind::Infantry, grade, Form::Column), Some((die, None, 1, 3)));
            assert_eq!(row(Kind::Infantry, grade, Form::Skirmish), Some((die, None, 2, 0)));
            assert_eq!(row(Kind::Cavalry, grade, Form::Line), Some((die, Some(2), 3, 0)));
            assert_eq!(row(Kind::Cavalry, grade, Form::Column), Some((die, None, 2, 4)));
            assert_eq!(row(Kind::Cavalry, grade, Form::Skirmish), Some((die, None, 3, 0)));
        }
    }
    let guns = |kind, form| row(kind, Grade::Raw, form);
    assert_eq!(guns(Kind::FootArtillery, Form::LimberedLine), Some((Die::Average, None, 1, 0)));
    assert_eq!(guns(Kind::FootArtillery, Form::LimberedColumn), Some((Die::Average, None, 1, 2)));
    assert_eq!(guns(Kind::OxArtillery, Form::LimberedLine), Some((Die::D5, None, 1, 0)));
    assert_eq!(guns(Kind::OxArtillery, Form::LimberedColumn), Some((Die::D5, None, 1, 2)));
    for kind in [Kind::HorseArtillery, Kind::NavalArtillery] {
        assert_eq!(guns(kind, Form::LimberedLine), Some((Die::Average, Some(2), 3, 0)));
        assert_eq!(guns(kind, Form::LimberedColumn), Some((Die::Average, None, 3, 2)));
    }
    assert_eq!(guns(Kind::General, Form::Line), Some((Die::Average, None, 4, 0)));
    assert_eq!(guns(Kind::SiegeArtillery, Form::Unlimbered), None);
    assert_eq!(guns(Kind::FootArtillery, Form::Unlimbered), None);
}

// clauses: GRE-CHARGE-03, GRE-CHARGE-04, GRE-CHARGE-05, GRE-CHARGE-06, GRE-CHARGE-08
#[test]
fn charge_moves() {
    let row = |mounted, grade, form| {
        charge_move(mounted, grade, form)
            .map(|row| (row.approach, row.closing, row.add, row.bonus, row.reach))
    };
    for form in [Form::Line, Form::Skirmish] {
        assert_eq!(row(false, Grade::Regular, form), Some((1, 1, 2, 0, 12)));
        assert_eq!(row(false, Grade::Raw, form), Some((1, 1, 2, 0, 14)));
        assert_eq!(row(true, Grade::Veteran, form), Some((2, 1, 0, 1, 20)));
        assert_eq!(row(true, Grade::Trained, form), Some((2, 1, 0, 1, 24)));
    }
    assert_eq!(row(false, Grade::Regular, Form::Column), Some((1, 0, 5, 0, 10)));
    assert_eq!(row(false, Grade::Raw, Form::Column), Some((1, 0, 5, 0, 11)));
    assert_eq!(row(true, Grade::Veteran, Form::Column), Some((2, 0, 4, 1, 19)));
    assert_eq!(row(true, Grade::Trained, Form::Column), Some((2, 0, 4, 1, 22)));
}

// clauses: GRE-MOVE-20, GRE-MOVE-21, GRE-MOVE-22
#[test]
fn compulsory_moves() {
    let row = |kind, mounted, grade, why| {
        compulsory(kind, mounted, grade, why).map(|row| (row.dice, row.die, row.add, row.floor))
    };
    assert_eq!(row(Kind::Infantry, false, Grade::Regular, Flight::Pursuit), Some((3, Die::D6, 0, 0)));
    assert_eq!(row(Kind::Infantry, false, Grade::Veteran, Flight::Away), Some((3, Die::D6, 0, 0)));
    assert_eq!(row(Kind::Infantry, false, Grade::Raw, Flight::Pursuit), Some((2, Die::D6, 0, 0)));
    assert_eq!(row(Kind::Infantry, false, Grade::Trained, Flight::Away), Some((3, Die::D6, 0, 0)));
    assert_eq!(row(Kind::Cavalry, true, Grade::Regular, Flight::Away), Some((4, Die::Average, 0, 0)));
    assert_eq!(row(Kind::Cavalry, true, Grade::Raw, Flight::Pursuit), Some((4, Die::D6, 0, 0)));
    assert_eq!(row(Kind::FootArtillery, false, Grade::Raw, Flight::Away), Some((2, Die::Average, 0, 0)));
    assert_eq!(row(Kind::OxArtillery, false, Grade::Raw, Flight::Away), Some((1, Die::D6, -1, 2)));
    assert_eq!(row(Kind::HorseArtillery, false, Grade::Raw, Flight::Away), Some((3, Die::Average, 0, 0)));
    assert_eq!(row(Kind::NavalArtillery, false, Grade::Raw, Flight::Away), Some((3, Die::Average, 0, 0)));
    assert_eq!(row(Kind::SiegeArtillery, false, Grade::Raw, Flight::Away), None);
}

// clauses: GRE-MOVE-15, GRE-MOVE-16, GRE-MOVE-17, GRE-MOVE-19
#[test]
fn tactical_marches() {
    let row = |kind, mounted, grade| {
        march(kind, mounted, grade).map(|row| (row.distance, row.stop, row.dice, row.die))
    };
    assert_eq!(row(Kind::Infantry, false, Grade::Regular), Some((18, 20, 1, Some(Die::Average))));
    assert_eq!(row(Kind::Infantry, false, Grade::Raw), Some((18, 20, 1, Some(Die::D6))));
    assert_eq!(row(Kind::FootArtillery, false, Grade::Raw), Some((18, 20, 1, Some(Die::Average))));
    assert_eq!(row(Kind::OxArtillery, false, Grade::Raw), Some((18, 20, 1, Some(Die::D5))));
    assert_eq!(row(Kind::Cavalry, true, Grade::Regular), Some((24, 20, 2, Some(Die::Average))));
    assert_eq!(row(Kind::Cavalry, true, Grade::Trained), Some((24, 20, 2, Some(Die::D6))));
    assert_eq!(row(Kind::HorseArtillery, false, Grade::Raw), Some((24, 20, 3, Some(Die::Average))));
    assert_eq!(row(Kind::NavalArtillery, false, Grade::Raw), Some((24, 20, 3, Some(Die::Average))));
    assert_eq!(row(Kind::General, false, Grade::Raw), Some((24, 20, 0, None)));
}

// clauses: GRE-CMD-01, GRE-CMD-02, GRE-CMD-03, GRE-CMD-05, GRE-CMD-13, GRE-CMD-15, GRE-CMD-16, GRE-MOVE-18
#[test]
fn generals_and_orders() {
    let rows = [
        (Ability::Excellent, 2, 12, 1, 2, 1, 1, true, true),
        (Ability::Average, 1, 12, 0, 0, 0, 0, true, false),
        (Ability::Poor, 0, 8, -1, -1, -1, 0, false, false),
    ];
    for (ability, morale, radius, cinc, brigadier, first, marches, all, moved) in rows {
        let row = general(ability);
        assert_eq!(
            (row.morale, row.radius, row.cinc_order, row.brigadier_order),
            (morale, radius, cinc, brigadier)
        );
        assert_eq!(
            (row.initiative, row.extra_marches, row.helps_all_grades, row.helps_moved_on_assault),
            (first, marches, all, moved)
        );
    }
    let abilities: Vec<Ability> = (1..=6).map(adc).collect();
    let (poor, average, excellent) = (Ability::Poor, Ability::Average, Ability::Excellent);
    assert_eq!(abilities, [poor, poor, poor, average, average, excellent]);
    let needs: Vec<i32> =
        [None, Some(Grade::Veteran), Some(Grade::Regular), Some(Grade::Trained), Some(Grade::Raw)]
            .into_iter()
            .map(order_target)
            .collect();
    assert_eq!(needs, [7, 8, 9, 9, 10]);
    assert_eq!(Grade::ALL.map(recall_target), [7, 9, 10, 12]);
    assert_eq!(Grade::ALL.map(skirmish_class), [1, 2, 3, 3]);
    assert_eq!([1, 2, 3].map(skirmish_figures_per_die), [3, 4, 5]);
    assert_eq!((skirmish_hits_on(false), skirmish_hits_on(true)), (6, 5));
}

// clauses: GRE-CMD-19, GRE-CMD-20, GRE-CMD-21, GRE-CMD-23, GRE-ORDER-04, GRE-BRIG-05
#[test]
fn nerves() {
    let rows = [
        (Order::Assault, None, Some(Order::Hold)),
        (Order::Engage, Some(Order::Hold), Some(Order::Retire)),
        (Order::Move, Some(Order::Hold), Some(Order::Retire)),
        (Order::Hold, Some(Order::Retire), None),
        (Order::Retire, Some(Order::Retire), None),
    ];
    for (present, bolder, meeker) in rows {
        for natural in [2, 3, 4] {
            assert_eq!(nerve(present, true, natural), bolder, "{present:?}");
            assert_eq!(nerve(present, false, natural), meeker, "{present:?}");
        }
        assert_eq!(nerve(present, true, 5), None);
        assert_eq!(nerve(present, false, 12), None);
    }
    let orders: Vec<_> = Order::ALL.into_iter().map(order_row).collect();
    let six = Some(6);
    assert_eq!(orders, [(None, 2, true), (None, 0, true), (None, -1, true), (six, 0, true), (six, 0, false)]);
    assert!(Order::ALL.windows(2).all(|pair| pair[0].is_more_aggressive_than(pair[1])));
}

// clauses: GRE-CHARGE-10, GRE-CHARGE-11, GRE-MORALE-28, GRE-RALLY-02
#[test]
fn results() {
    file_says(
        include_str!("../tables/morale_result.csv"),
        &[
            "6,99,charge,0,countercharge_or_stand,0,obey,0,rally,rally",
            "5,5,halt,1,stand,2,obey,0,rally,rally",
            "3,4,halt,2,halt,2,halt,1,fail,disperse",
            "0,2,retreat,2,retreat,2,retreat,0,rout,disperse",
            "-99,-1,rout,3,rout,3,rout,3,disperse,disperse",
        ],
    );
    assert_eq!(morale_row(6).to_charge, "charge");
    assert_eq!(morale_row(-7).being_charged, "rout");
    file_says(
        include_str!("../tables/melee_result.csv"),
        &[
            "8,99,rout,3,1,pursuit_test,pursuit_test,pursuit_test",
            "3,7,retreat,2,1,pursuit_test,stand,pursuit_test",
            "1,2,pushed_back,2,1,follow_up,may_follow_up,may_follow_up",
            "0,0,draw,0,0,retire_if_against_infantry_or_artillery_else_continue,continue,continue",
        ],
    );
    let fates: Vec<_> = [0, 1, 2, 3, 7, 8, 20].map(|by| melee_row(by).loser_result.as_str()).to_vec();
    assert_eq!(fates, ["draw", "pushed_back", "pushed_back", "retreat", "retreat", "rout", "rout"]);
    let scores: Vec<_> = [12, 10, 9, 8, 7, 6, -3].map(pursuit_row).to_vec();
    let dps: Vec<u8> = scores.iter().map(|(dp, _)| *dp).collect();
    assert_eq!(dps, [0, 0, 2, 1, 1, 0, 0]);
    assert_eq!(
        [6, 5, 1, 0, -4].map(|score| brigade_row(score).0),
        ["stands", "breaks", "breaks", "panic_removed", "panic_removed"]
    );
    assert_eq!(brigade_row(3), ("breaks", 1, 12));
    let risks: Vec<_> = (2..=12).map(risk).collect();
    assert_eq!(
        risks[..6],
        ["killed", "captured", "badly_wounded", "lightly_wounded", "lightly_wounded", "unharmed"]
    );
    assert!(risks[5..].iter().all(|fate| *fate == "unharmed"));
}

// clauses: GRE-MELEE-51, GRE-MELEE-52, GRE-MELEE-53, GRE-MELEE-54, GRE-MELEE-55, GRE-MELEE-56, GRE-MELEE-57, GRE-BRIG-08
#[test]
fn casualties_and_shares() {
    assert_eq!(one_per(true, true, false, true), Some(1));
    assert_eq!(one_per(true, true, true, true), Some(4));
    assert_eq!(one_per(true, true, true, false), Some(6));
    assert_eq!(one_per(true, true, false, false), None);
    assert_eq!(one_per(false, true, true, true), Some(6));
    assert_eq!(one_per(false, true, false, false), Some(8));
    assert_eq!(one_per(false, false, true, true), Some(12));
    assert_eq!(one_per(true, false, false, true), Some(8));
    let of_four: Vec<i32> = (0..=4).map(|broken| share_mod(broken, 4)).collect();
    assert_eq!(of_four, [0, -1, -2, -3, -3]);
    let of_five: Vec<i32> = (0..=5).map(|broken| share_mod(broken, 5)).collect();
    assert_eq!(of_five, [0, 0, -1, -3, -3, -3]);
}

// clauses: GRE-UNIT-23, GRE-GEN-04, GRE-FORM-02, GRE-FORM-03, GRE-FORM-04, GRE-FORM-12, GRE-FORM-19
#[test]
fn bases_and_costs() {
    let size = |name| base(name);
    assert_eq!(size("infantry"), (6, thousandths(1250), thousandths(1000)));
    assert_eq!(size("cavalry"), (4, thousandths(2000), thousandths(1250)));
    assert_eq!(size("gun_unlimbered"), (4, thousandths(2000), thousandths(1250)));
    assert_eq!(size("gun_limbered"), (4, thousandths(2000), thousandths(2500)));
    let average: Vec<_> = (1..=6).filter_map(average_from_d6).collect();
    assert_eq!(average, [3, 2, 3, 4, 5, 4]);
    let change = |from, to| Grade::ALL.map(|grade| action_cost("change", from, to, grade).unwrap());
    for (from, to) in [
        ("Column", "Line"),
        ("Line", "Column"),
        ("limbered_line", "limbered_column"),
        ("limbered_column", "limbered_line"),
    ] {
        assert_eq!(change(from, to), [1, 1, 2, 2], "{from} {to}");
    }
    for (from, to) in
        [("Column", "Skirmish"), ("Line", "Skirmish"), ("Skirmish", "Column"), ("Skirmish", "Line")]
    {
        assert_eq!(change(from, to), [2, 2, 2, 2], "{from} {to}");
    }
    let halves = [
        ("prone_or_stand", 1),
        ("step_back", 1),
        ("about_face", 1),
        ("limber_or_unlimber", 1),
        ("close_up", 1),
        ("open_out", 1),
        ("limber_or_unlimber_heavy_field", 2),
        ("reface_artillery", 1),
        ("mount_or_dismount", 1),
        ("mount_or_dismount_in_evade", 0),
        ("occupy_or_leave_bua", 2),
        ("turn_90_line_column", 1),
    ];
    for (action, cost) in halves {
        assert_eq!(Grade::ALL.map(|grade| action_cost(action, "", "", grade)), [Some(cost); 4], "{action}");
    }
    assert_eq!(cells(include_str!("../tables/formation_change.csv")).len(), halves.len() + 8);
}

// clauses: GRE-DP-10, GRE-DP-14, GRE-PASS-03, GRE-PASS-08, GRE-TERRAIN-01, GRE-TERRAIN-05, GRE-TURN-01, GRE-GEN-05
#[test]
fn tables_that_are_code() {
    file_says(
        include_str!("../tables/dp_removal.csv"),
        &[
            "Excellent general,1,Veteran Regular Trained Raw,moved,Assault,1",
            "Excellent general,1,Veteran Regular Trained Raw,stationary,any,1",
            "Average general,1,Veteran Regular Trained Raw,stationary,any,1",
            "Poor general,1,Veteran Regular,stationary,any,1",
            "self,0,Veteran,stationary_not_in_melee,any,2",
            "self,0,Regular,stationary_not_in_melee,any,1",
            "on_rallying,0,Veteran Regular Trained Raw,rallied,any,1",
        ],
    );
    file_says(
        include_str!("../tables/dice.csv"),
        &[
            "D6,1 2 3 4 5 6,1 2,1 2 3,clear",
            "AvD,2 3 3 4 4 5,2,2 3 3,read",
            "D5,1 2 3 4 5,1 2,1 2 3,read",
            "D12,1 2 3 4 5 6 7 8 9 10 11 12,,,clear",
        ],
    );
    assert_eq!(Die::Average.faces(), [2, 3, 3, 4, 4, 5]);
    assert_eq!(Die::D5.faces(), [1, 2, 3, 4, 5]);
    let mods: Vec<(&str, &str, &str)> =
        cells(include_str!("../tables/terrain.csv")).iter().map(|row| (row[0], row[1], row[5])).collect();
    assert_eq!(mods[1], ("woods", "soft", "1 2 3"));
    assert_eq!(mods[4], ("hedge_or_fence", "soft", "1 2"));
    assert_eq!(mods[5], ("wall_or_breastwork", "hard", "1 2"));
    assert_eq!(mods[9], ("road_in_column", "none", ""));
    let passing: Vec<(&str, &str, &str, &str)> = cells(include_str!("../tables/interpenetration.csv"))
        .iter()
        .map(|row| (row[0], row[2], row[3], row[4]))
        .collect();
    assert_eq!(passing[2], ("order_unit_line", "1", "2", "0"));
    assert_eq!(passing[4], ("retreating_or_routing", "1", "0", "1"));
    assert_eq!(passing[10], ("other", "0", "", ""));
    let steps: Vec<&str> =
        cells(include_str!("../tables/turn_sequence.csv")).iter().map(|row| row[1]).collect();
    assert_eq!(steps.len(), 10);
    assert_eq!(
        (steps[0], steps[2], steps[6], steps[9]),
        ("initiative", "compulsory_movement", "charge_resolution", "end")
    );
}
