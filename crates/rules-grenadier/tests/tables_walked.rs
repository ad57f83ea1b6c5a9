//! Every cell of every printed table, walked by its headings and compared with what the rules make of it. A cell that no
//! test looks at fails the test of its table.

mod sheet;

use longroll_dice::{Dice, Die, Rolling, Scripted};
use longroll_rules_grenadier::book::kinds::{Grade, Gun, Kind, Order, Weapon};
use longroll_rules_grenadier::book::options::Options;
use longroll_rules_grenadier::book::tables;
use longroll_rules_grenadier::book::tables::*;
use longroll_rules_grenadier::procedures::fire::{FireFacts, fire_mods, table_hits};
use longroll_rules_grenadier::procedures::guns::table_hits as gun_hits;
use longroll_rules_grenadier::procedures::melee::{MeleeSide, Next, melee_mods, winner_next};
use longroll_rules_grenadier::procedures::morale::{Arm, Condition, MoraleResult, Reason, read_score};
use longroll_rules_grenadier::procedures::pace::Thrown;
use longroll_table::thousandths;
use sheet::{ability, cases_pass, form, named, order};

const SCORES: [(&str, i32, i32); 10] = [
    ("s0", 0, 0),
    ("s1_2", 1, 2),
    ("s3_4", 3, 4),
    ("s5_6", 5, 6),
    ("s7_8", 7, 8),
    ("s9_10", 9, 10),
    ("s11_12", 11, 12),
    ("s13_14", 13, 14),
    ("s15_16", 15, 16),
    ("s17_18", 17, 18),
];

// clauses: GRE-FIRE-02, GRE-FIRE-03, GRE-FIRE-04, GRE-FIRE-05, GRE-FIRE-06, GRE-FIRE-07, GRE-FIRE-08, GRE-ARTY-02, GRE-ARTY-03, GRE-ARTY-04
#[test]
fn hits() {
    let options = Options::default();
    sheet!("smallarms_hits").walk(|row| {
        for (head, least, most) in SCORES {
            let hits = row.number(head) as u32;
            for figures in row.number("fig_min")..=row.number("fig_max") {
                assert_eq!(table_hits(figures as u32, least, &options), hits, "{figures} {head}");
                assert_eq!(table_hits(figures as u32, most, &options), hits, "{figures} {head}");
            }
        }
    });
    sheet!("artillery_hits").walk(|row| {
        for (head, least, most) in SCORES {
            let models = row.number("models") as u32;
            assert_eq!(gun_hits(models, least), row.number(head) as u32, "{models} {head}");
            assert_eq!(gun_hits(models, most), row.number(head) as u32, "{models} {head}");
        }
    });
    sheet!("score_columns").walk(|row| {
        let place = SCORES.iter().position(|(head, ..)| *head == row.text("column"));
        let (least, most) = (row.number("score_min") as i32, row.number("score_max") as i32);
        assert_eq!((score_column(least), score_column(most)), (place, place));
    });
}

// clauses: GRE-ARTY-06, GRE-ARTY-07, GRE-ARTY-08, GRE-ARTY-09, GRE-ARTY-10, GRE-ARTY-13, GRE-FIRE-11, GRE-FIRE-12, GRE-FIRE-13
#[test]
fn arms() {
    sheet!("artillery_band").walk(|row| {
        let band = row.number("band") as u8;
        for (name, class) in [
            ("canister", RangeClass::Canister),
            ("effective", RangeClass::Effective),
            ("long", RangeClass::Long),
        ] {
            let (least, most) = (row.number(&format!("{name}_min")), row.number(&format!("{name}_max")));
            for away in least..=most {
                assert_eq!(artillery_class(band, away as u32), Some(class), "band {band} at {away}");
            }
            assert!(band_limits(band).iter().any(|(_, limit)| i64::from(*limit) == most));
        }
        assert_eq!(artillery_class(band, row.number("long_max") as u32 + 1), None);
    });
    sheet!("gun_type").walk(|row| {
        let found = gun(named::<Gun>(row.text("gun")));
        assert_eq!(found.band, row.number("band") as u8);
        assert_eq!(i64::from(found.canister), row.number("canister_mod"));
        assert_eq!(found.bursts, row.number("bursts") == 1);
        let weight = row.text("weight");
        assert_eq!(
            (found.heavy_field, found.siege, found.naval),
            (weight == "heavy_field", weight == "siege", weight == "naval")
        );
        // GRE-ARTY-13: siege +4; else rifles and the 6-pounder +2, other smoothbores +3
        let rifled = row.text("bore") == "rifled";
        let light = rifled || row.text("gun") == "6pdr_gun";
        let bonus = if found.siege {
            4
        } else if light {
            2
        } else {
            3
        };
        assert_eq!(found.canister, bonus, "{}", row.text("gun"));
        row.standing();
    });
    sheet!("smallarms_range").walk(|row| {
        let kind: Weapon = named(row.text("weapon"));
        let found = weapon(kind);
        for (head, value) in [
            ("effective_min", found.effective_min),
            ("effective_max", found.effective_max),
            ("long_min", found.long_min),
            ("long_max", found.long_max),
            ("figures_multiplier", found.figures_multiplier),
        ] {
            assert_eq!(row.number(head), i64::from(value), "{kind:?} {head}");
        }
        let facts = FireFacts { weapon: kind, ..FireFacts::default() };
        assert_eq!(i64::from(fire_mods(&facts).total), row.number("fire_mod"), "{kind:?}");
        let side = |weapon| MeleeSide { weapon, ..MeleeSide::default() };
        let gain = |later| {
            let of = |weapon| melee_mods(&side(weapon), &side(None), later, &Options::default()).total;
            i64::from(of(Some(kind)) - of(None))
        };
        assert_eq!(
            (gain(false), gain(true)),
            (row.number("melee_first_round"), row.number("melee_later_rounds"))
        );
        let pour = match found.pour_on_fire {
            Pour::None => "none",
            Pour::CavalryHalfMore => "cavalry_half_more",
            Pour::Double => "double",
        };
        assert_eq!(row.text("pour_on_fire"), pour);
        row.standing();
    });
    sheet!("skirmish_fire").walk(|row| {
        let class = row.text("class");
        let sniper = class == "sniper";
        assert_eq!(i64::from(skirmish_hits_on(sniper)), row.number("hit_on_min"));
        if let Some(place) = ["1st", "2nd", "3rd"].iter().position(|known| *known == class) {
            let place = place as u8 + 1;
            assert_eq!(i64::from(skirmish_figures_per_die(place)), row.number("figures_per_d6"));
            assert_eq!(skirmish_class(row.grades("default_grade")[0]), place);
        } else {
            assert_eq!((row.number("figures_per_d6"), row.text("default_grade")), (1, ""));
        }
    });
    sheet!("skirmish_recall").walk(|row| {
        let grade = row.grades("grade")[0];
        assert_eq!(i64::from(recall_target(grade)), row.number("target_2d6"));
    });
}

// clauses: GRE-MOVE-02, GRE-MOVE-06, GRE-MOVE-15, GRE-MOVE-20, GRE-CHARGE-06, GRE-CHARGE-08, GRE-GEN-04, GRE-GEN-05, GRE-DP-06
#[test]
fn moves() {
    sheet!("movement").walk(|row| {
        for grade in row.grades("grades") {
            let found = movement(named(row.text("kind")), grade, form(row.text("formation")), true).unwrap();
            assert_eq!(Some(found.die), row.die("die"));
            assert_eq!(found.half.map(i64::from), row.maybe("half_move_dice"));
            assert_eq!(i64::from(found.full), row.number("full_move_dice"));
            assert_eq!(i64::from(found.add), row.number("add_in_full"));
        }
    });
    sheet!("charge").walk(|row| {
        for grade in row.grades("grades") {
            let found =
                charge_move(row.text("kind") == "cavalry", grade, form(row.text("formation"))).unwrap();
            assert_eq!(Some(found.die), row.die("die"));
            for (head, value) in [
                ("approach_dice", found.approach),
                ("closing_dice", found.closing),
                ("closing_add_in", found.add),
                ("closing_bonus_dice", found.bonus),
                ("max_reach_in", found.reach),
            ] {
                assert_eq!(row.number(head), i64::from(value), "{head}");
            }
        }
    });
    sheet!("compulsory_move").walk(|row| {
        let kind: Kind = named(row.text("kind"));
        let reasons: &[Flight] = match row.text("reason") {
            "pursuit" => &[Flight::Pursuit],
            "evade_retreat_rout" => &[Flight::Away],
            _ => &[Flight::Pursuit, Flight::Away],
        };
        for (grade, why) in
            row.grades("grades").into_iter().flat_map(|g| reasons.iter().map(move |w| (g, *w)))
        {
            let found = compulsory(kind, kind == Kind::Cavalry, grade, why).unwrap();
            assert_eq!(Some(found.die), row.die("die"));
            assert_eq!(
                (i64::from(found.dice), i64::from(found.add)),
                (row.number("dice"), row.number("add"))
            );
            assert_eq!(i64::from(found.floor), row.maybe("floor_in").unwrap_or(0));
        }
    });
    sheet!("tactical_march").walk(|row| {
        let name = row.text("kind");
        let steady = !name.ends_with("_trained_raw");
        let kind: Kind = named(name.trim_end_matches("_veteran_regular").trim_end_matches("_trained_raw"));
        let grade = if steady { Grade::Regular } else { Grade::Raw };
        let found = march(kind, kind == Kind::Cavalry, grade).unwrap();
        assert_eq!(
            (i64::from(found.distance), i64::from(found.stop)),
            (row.number("distance_in"), row.number("stop_at_visible_enemy_in"))
        );
        assert_eq!((i64::from(found.dice), found.die), (row.number("dp_dice"), row.die("dp_die")));
    });
    sheet!("dice").walk(|row| {
        let die = row.die("die").unwrap();
        let list =
            |cell: &str| cell.split_whitespace().map(|face| face.parse().unwrap()).collect::<Vec<u8>>();
        assert_eq!(die.faces().to_vec(), list(row.text("faces")));
        let low = |rough: bool| {
            die.faces()
                .iter()
                .copied()
                .filter(|face| Thrown { faces: vec![*face] }.low(rough) > 0)
                .collect::<Vec<u8>>()
        };
        let (open, rough) = (list(row.text("dp_faces_open")), list(row.text("dp_faces_rough")));
        if die != Die::D12 {
            assert_eq!((low(false), low(true)), (open, rough));
        } else {
            assert!(open.is_empty() && rough.is_empty(), "no unit moves by it");
        }
        row.standing();
    });
    sheet!("avd_from_d6").walk(|row| {
        assert_eq!(average_from_d6(row.number("d6") as u8), Some(row.number("avd") as u8));
        let mut typed = Rolling::new(Scripted::new(vec![row.number("avd") as u8]));
        assert_eq!(
            typed.sum(longroll_rules_grenadier::c::GEN_04, 1, Die::Average),
            Ok(row.number("avd") as u32)
        );
    });
    sheet!("formation_change").walk(|row| {
        for (head, grades) in [
            ("cost_veteran_regular", [Grade::Veteran, Grade::Regular]),
            ("cost_trained_raw", [Grade::Trained, Grade::Raw]),
        ] {
            let halves = (row.text(head).parse::<f64>().unwrap() * 2.0) as u8;
            for grade in grades {
                assert_eq!(
                    action_cost(row.text("action"), row.text("from"), row.text("to"), grade),
                    Some(halves)
                );
            }
        }
        row.standing();
    });
    sheet!("footprint").walk(|row| {
        let (figures, width, depth) = base(row.text("kind"));
        let decimal = |head: &str| thousandths((row.text(head).parse::<f64>().unwrap() * 1000.0) as i64);
        assert_eq!(
            (i64::from(figures), width, depth),
            (row.number("figures_per_base"), decimal("base_width_in"), decimal("base_depth_in"))
        );
    });
}

// clauses: GRE-CMD-02, GRE-CMD-03, GRE-CMD-05, GRE-CMD-13, GRE-CMD-15, GRE-CMD-19, GRE-CMD-20, GRE-CMD-21, GRE-ORDER-04, GRE-LEADER-01
#[test]
fn command() {
    sheet!("generals").walk(|row| {
        let found = general(ability(row.text("ability")));
        for (head, value) in [
            ("unit_morale", found.morale),
            ("command_radius_in", found.radius as i32),
            ("cinc_order_mod", found.cinc_order),
            ("brigadier_order_mod", found.brigadier_order),
            ("initiative_mod", found.initiative),
            ("extra_tactical_march_brigades", found.extra_marches as i32),
            ("remove_dp_from_moved_unit_on_assault", i32::from(found.helps_moved_on_assault)),
        ] {
            assert_eq!(row.number(head), i64::from(value), "{head}");
        }
        assert_eq!(row.number("rally_dp_per_turn"), 1, "GRE-DP-13: one a turn");
        assert_eq!(row.grades("rally_dp_grades").len() == 4, found.helps_all_grades);
        for die in row.number("adc_d6_min")..=row.number("adc_d6_max") {
            assert_eq!(adc(die as u8).words(), row.text("ability"));
        }
    });
    sheet!("order_change").walk(|row| {
        assert_eq!(row.text("dice"), "2D6");
        let grade = (row.text("who") == "Brigadier").then(|| row.grades("brigade_grade")[0]);
        assert_eq!(i64::from(order_target(grade)), row.number("target"));
        assert!(grade.is_some() || row.text("brigade_grade") == "any");
    });
    sheet!("loss_of_nerve").walk(|row| {
        let present = order(row.text("present_order")).unwrap();
        let cells = [("more_aggressive_attempt", true), ("less_aggressive_attempt", false)];
        for (head, bolder) in cells {
            for natural in row.number("natural_min")..=row.number("natural_max") {
                assert_eq!(
                    nerve(present, bolder, natural as u32),
                    order(row.text(head)),
                    "{present:?} {head}"
                );
            }
            assert_eq!(nerve(present, bolder, row.number("natural_max") as u32 + 1), None);
        }
    });
    sheet!("orders").walk(|row| {
        let known = order(row.text("order")).unwrap();
        assert_eq!(row.number("aggressiveness"), 5 - Order::ALL.iter().position(|o| *o == known).unwrap() as i64);
        let (drift, brigade, issued) = order_row(known);
        assert_eq!((drift.map(i64::from), i64::from(brigade)), (row.maybe("max_drift_in"), row.number("brigade_morale_mod")));
        assert_eq!(row.number("may_be_issued") == 1, issued);
        let key = known.key();
        let charge = |dp: u8, refused: bool| {
            let expect = if refused { "expect.refused = \"GRE-ORDER-0\"" } else { "expect.state = { \"A.charging\" = \"X\" }" };
            let clause = match known {
                Order::Engage => "2",
                Order::Move => "3",
                Order::Hold => "4",
                _ => "8",
            };
            let expect = expect.replace("0\"", &format!("0{clause}\""));
            cases_pass(&format!(
                "[[case]]\nname = \"charge on {key}\"\nclauses = [\"GRE-ORDER-02\"]\nsetup.table = [72, 48]\nsetup.step = \"charge\"\n\
                 setup.brigades = [{{ name = \"blue\", order = \"{key}\" }}]\nsetup.unit = [\n\
                 {{ name = \"A\", side = \"blue\", type = \"infantry\", at = [20, 10] }},\n\
                 {{ name = \"G\", side = \"blue\", type = \"general\", at = [20, 5] }},\n\
                 {{ name = \"X\", side = \"gray\", type = \"infantry\", at = [20, 18], facing = 180, dp = {dp} }},\n]\n\
                 commands = [\"charge A at X\"]\n{expect}\n"
            ));
        };
        let (steady, shaken) = match row.text("may_charge") {
            "any" => (true, true),
            "none" => (false, false),
            _ => (false, true),
        };
        charge(0, !steady);
        charge(1, !shaken);
        // who must advance cannot end the step while he stands idle; who may march does
        let must = row.number("must_advance") == 1;
        let march = row.number("tactical_march") == 1;
        let expect = |yes: bool, clause: &str, else_: &str| {
            if yes { format!("expect.refused = \"{clause}\"") } else { else_.to_owned() }
        };
        cases_pass(&format!(
            "[[case]]\nname = \"idle on {key}\"\nclauses = [\"GRE-ORDER-01\"]\nsetup.table = [72, 48]\n\
             setup.brigades = [{{ name = \"blue\", order = \"{key}\" }}]\nsetup.unit = [\n\
             {{ name = \"A\", side = \"blue\", type = \"infantry\", at = [20, 10] }},\n\
             {{ name = \"X\", side = \"gray\", type = \"infantry\", at = [20, 30], facing = 180 }},\n]\n\
             commands = [\"end step\"]\n{}\n[[case]]\nname = \"march on {key}\"\nclauses = [\"GRE-MOVE-19\"]\nsetup.table = [72, 48]\n\
             setup.brigades = [{{ name = \"blue\", order = \"{key}\" }}]\nsetup.unit = [\n\
             {{ name = \"A\", side = \"blue\", type = \"infantry\", at = [20, 5], form = \"column\" }},\n\
             {{ name = \"X\", side = \"gray\", type = \"infantry\", at = [20, 44], facing = 180 }},\n]\n\
             commands = [{}]\n{}\n",
            expect(must, "GRE-ORDER-01", "expect.awaiting = \"gray\""),
            if march { "{ do = \"march A\", dice = \"4\" }" } else { "\"march A\"" },
            expect(!march, "GRE-MOVE-19", "expect.awaiting = \"blue\""),
        ));
    });
    sheet!("risk_to_general").walk(|row| {
        for total in row.number("roll_min")..=row.number("roll_max") {
            assert_eq!(tables::risk(total as u32), row.text("result"));
        }
        use longroll_rules_grenadier::procedures::tests_of_command::Risk;
        let fate: Risk = named(row.text("result"));
        assert_eq!(fate.is_lost(), row.number("removed") == 1);
        // GRE-LEADER-02: out in the turn after, if he is not gone for good
        let turns = if fate == Risk::LightlyWounded { Some(1) } else { (!fate.is_lost()).then_some(0) };
        assert_eq!(row.maybe("turns_out"), turns);
    });
}

// clauses: GRE-CHARGE-10, GRE-CHARGE-11, GRE-MORALE-28, GRE-RALLY-02, GRE-MELEE-30, GRE-MELEE-50, GRE-PURSUIT-05, GRE-BRIG-02, GRE-BRIG-08
#[test]
fn results() {
    sheet!("morale_result").walk(|row| {
        for score in [row.number("score_min"), row.number("score_max")] {
            let read = |reason, condition| read_score(reason, condition, score as i32);
            let cell = |head: &str, dp: Option<&str>| {
                (named::<MoraleResult>(row.text(head)), dp.map_or(0, |dp| row.number(dp) as u8))
            };
            assert_eq!(read(Reason::ToCharge, Condition::Steady), cell("to_charge", Some("to_charge_dp")));
            assert_eq!(
                read(Reason::BeingCharged, Condition::Steady),
                cell("being_charged", Some("being_charged_dp"))
            );
            assert_eq!(read(Reason::Other, Condition::Steady), cell("other", Some("other_dp")));
            assert_eq!(read(Reason::ToRally, Condition::Retreating), cell("rally_if_retreating", None));
            assert_eq!(read(Reason::ToRally, Condition::Routing), cell("rally_if_routing", None));
        }
    });
    sheet!("melee_result").walk(|row| {
        for by in [row.number("diff_min") as i32, row.number("diff_max") as i32] {
            let found = melee_row(by);
            assert_eq!(found.loser_result, row.text("loser_result"));
            assert_eq!(
                (i64::from(found.loser_dp), i64::from(found.winner_dp)),
                (row.number("loser_dp"), row.number("winner_dp"))
            );
            let next = |word: &str| match word {
                "pursuit_test" => Next::PursuitTest,
                "follow_up" => Next::FollowUp,
                "may_follow_up" => Next::MayFollowUp,
                "stand" | "continue" | "retire_if_against_infantry_or_artillery_else_continue" => Next::Stand,
                other => panic!("{other}"),
            };
            assert_eq!(winner_next(by, Arm::Horse, Grade::Raw), next(row.text("winner_cavalry")));
            for (head, grade) in
                [("winner_foot_veteran_regular", Grade::Regular), ("winner_foot_trained_raw", Grade::Raw)]
            {
                assert_eq!(winner_next(by, Arm::Foot, grade), next(row.text(head)));
            }
        }
    });
    sheet!("melee_casualties").walk(|row| {
        let mounted = row.text("inflicter") == "cavalry";
        let won = row.text("inflicter_status") == "winner";
        let whom: &[bool] = match row.text("against") {
            "foot" => &[false],
            "cavalry" => &[true],
            _ => &[false, true],
        };
        let fates: &[bool] = match row.text("enemy_status") {
            "retreat_or_rout" => &[true],
            "pushed_back" => &[false],
            _ => &[false, true],
        };
        for (against, broke) in whom.iter().flat_map(|a| fates.iter().map(move |b| (*a, *b))) {
            assert_eq!(one_per(mounted, won, against, broke).map(i64::from), Some(row.number("one_per")));
        }
        row.standing();
    });
    sheet!("pursuit_result").walk(|row| {
        for score in [row.number("score_min") as i32, row.number("score_max") as i32] {
            assert_eq!(pursuit_row(score), (row.number("dp") as u8, row.text("cavalry")));
            // foot does the same, but stands where horsemen go back
            assert_eq!(row.text("infantry"), row.text("cavalry").replace("retire_charge_speed", "stand"));
        }
    });
    sheet!("brigade_result").walk(|row| {
        use longroll_rules_grenadier::procedures::tests_of_command::{
            BrigadeFacts, BrigadeResult, GradePair, brigade_test,
        };
        for score in [row.number("score_min") as i32, row.number("score_max") as i32] {
            let cells = (row.text("result"), row.number("dp") as u8, row.number("retire_in") as u32);
            assert_eq!(brigade_row(score), cells);
        }
        // a Trained brigade on no special order scores its dice less one, and three less with all broken
        let dice = match row.text("result") {
            "stands" => vec![6, 6],
            "breaks" => vec![3, 3],
            _ => vec![1, 2],
        };
        let facts = BrigadeFacts { grades: GradePair::TrainedOrRaw, broken: 3, ..BrigadeFacts::default() };
        let fate = |veteran| {
            let facts = BrigadeFacts { veteran, ..facts.clone() };
            brigade_test(&facts, &mut Rolling::new(Scripted::new(dice.clone()))).unwrap().1
        };
        let of = |word: &str| match word {
            "stands" => BrigadeResult::Stands,
            "breaks" => BrigadeResult::Breaks,
            _ => BrigadeResult::Panics,
        };
        assert_eq!((fate(false), fate(true)), (of(row.text("result")), of(row.text("veteran_brigade"))));
        let broken = match row.text("result") {
            "stands" => "none",
            "breaks" => "disperse",
            _ => "removed",
        };
        assert_eq!(row.text("retreating_routing_units"), broken, "as the cases of brigades show");
    });
    sheet!("brigade_share").walk(|row| {
        let share = |head: &str| (row.text(head).parse::<f64>().unwrap() * 100.0) as u32;
        let (low, high) = (share("share_min"), share("share_max"));
        let of = |broken: u32| i64::from(share_mod(broken, 100)) == row.number("mod");
        assert_eq!(of(low), row.number("min_inclusive") == 1);
        assert_eq!(of(high), row.number("max_inclusive") == 1);
        assert!((low + 1..high).all(of) && !of(low - 1));
    });
}
