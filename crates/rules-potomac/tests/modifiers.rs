//! Every line of the list of modifiers stands in some list of the program, with the same value.

mod cells;

use cells::cells;
use longroll_kit::{Counted, Effect, Settled};
use longroll_rules_potomac::book::kinds::{Band, Cover, Gun, Quality, Standing, Weapon};
use longroll_rules_potomac::book::options::Options;
use longroll_rules_potomac::c;
use longroll_rules_potomac::procedures::command_test::{Attachment, CommandFacts, adjustments};
use longroll_rules_potomac::procedures::fire::{self, SmallArmsFacts};
use longroll_rules_potomac::procedures::guns::{self, GunFacts, GunTarget};
use longroll_rules_potomac::procedures::losses::absorption_mods;
use longroll_rules_potomac::procedures::melee::{self, MeleeFacts, Score};
use longroll_rules_potomac::procedures::morale::{MoraleFacts, roll_mods, target_mods};
use longroll_rules_potomac::procedures::premelee::{
    GunVolleyFacts, VolleyFacts, gun_volley_mods, volley_mods,
};

/// The list with the condition of the modifier and no other, and how the file writes its value.
fn lists() -> Vec<(&'static str, Settled, &'static str)> {
    let o = Options::default();
    let command = |f: CommandFacts| adjustments(&f);
    let fire = |f: SmallArmsFacts| fire::hit_mods(&f, &o);
    let long = || SmallArmsFacts { band: Band::Long, ..SmallArmsFacts::default() };
    let gun = |f: GunFacts| guns::hit_mods(&f, &o);
    let field = || GunFacts { band: Band::Medium, ..GunFacts::default() };
    let siege =
        || GunFacts { gun: Gun::SbSiege, target: GunTarget::Fortification, cover: Cover::Open, ..field() };
    let mortar = || GunFacts { gun: Gun::LightMortar, ..field() };
    let melee = |f: MeleeFacts| melee::hit_mods(&f, &o);
    let plain = MeleeFacts::default;
    let test =
        |quality, standing| volley_mods(&VolleyFacts { quality, standing, ..VolleyFacts::default() }, &o);
    let guns_test = |standing, officer| {
        gun_volley_mods(&GunVolleyFacts { standing, officer, ..GunVolleyFacts::default() }, &o)
    };
    let morale = |quality| roll_mods(&MoraleFacts { quality, ..MoraleFacts::default() });
    let weapon = |weapon| fire::dice_mods(&SmallArmsFacts { weapon, ..SmallArmsFacts::default() });
    let crews = |quality| guns::dice_mods(&GunFacts { quality, ..field() });
    let (tried, ordinary) = (Quality::Tried, Standing::Ordinary);
    vec![
        (
            "POT-M-CMD-1",
            command(CommandFacts { attachment: Attachment::ToRecipient, ..CommandFacts::default() }),
            "-1",
        ),
        ("POT-M-CMD-2", command(CommandFacts { received: 1, ..CommandFacts::default() }), "per:+1"),
        ("POT-M-CMD-3", command(CommandFacts { given: 1, ..CommandFacts::default() }), "per:+1"),
        (
            "POT-M-CMD-4",
            command(CommandFacts { attachment: Attachment::Elsewhere, ..CommandFacts::default() }),
            "+1",
        ),
        ("POT-M-SA-1", fire(SmallArmsFacts::default()), "+1"),
        ("POT-M-SA-2", fire(SmallArmsFacts { cover: Cover::Cover, ..long() }), "-1"),
        ("POT-M-SA-3", fire(SmallArmsFacts { cover: Cover::Fortification, ..long() }), "-2"),
        ("POT-M-SA-4", fire(SmallArmsFacts { mounted: true, ..long() }), "-1"),
        ("POT-M-SA-5", fire(SmallArmsFacts { skirmishers: true, ..long() }), "+1"),
        ("POT-M-SA-6", weapon(Weapon::BreechLoader), "+1"),
        ("POT-M-SA-7", weapon(Weapon::Repeater), "+2"),
        ("POT-M-SA-8", absorption_mods(1), "per:-1"),
        ("POT-M-PM-1", test(Quality::Veteran, ordinary), "+1"),
        ("POT-M-PM-2", test(Quality::Untried, ordinary), "-1"),
        ("POT-M-PM-3", test(tried, Standing::Militia), "-1"),
        ("POT-M-PM-4", test(tried, Standing::Regulars), "+1"),
        ("POT-M-PA-1", guns_test(ordinary, 1), "expr:+officer_cv"),
        ("POT-M-PA-2", guns_test(Standing::Militia, 0), "-1"),
        ("POT-M-PA-3", guns_test(Standing::Regulars, 0), "+1"),
        ("POT-M-FA-1", gun(GunFacts { band: Band::Short, ..field() }), "+1"),
        ("POT-M-FA-2", gun(GunFacts { cover: Cover::Cover, ..field() }), "-1"),
        ("POT-M-FA-3", gun(GunFacts { screened: true, ..field() }), "-1"),
        ("POT-M-FA-4", gun(GunFacts { band: Band::Long, ..field() }), "-1"),
        ("POT-M-FA-5", gun(GunFacts { cover: Cover::Fortification, ..field() }), "-2"),
        ("POT-M-FA-6", crews(Quality::Veteran), "per:+1"),
        ("POT-M-FA-7", crews(Quality::Untried), "per:-1"),
        ("POT-M-FA-8", absorption_mods(1), "per:-1"),
        ("POT-M-SG-1", gun(GunFacts { band: Band::Short, ..siege() }), "+1"),
        ("POT-M-SG-2", gun(GunFacts { band: Band::Long, ..siege() }), "-1"),
        ("POT-M-MT-1", gun(GunFacts { deployed_guns: true, ..mortar() }), "-1"),
        (
            "POT-M-MO-1",
            target_mods(&MoraleFacts { officer: 1, ..MoraleFacts::default() }),
            "expr:+officer_cv",
        ),
        ("POT-M-MO-2", morale(Quality::Veteran), "-1"),
        ("POT-M-MO-3", morale(Quality::Untried), "+1"),
        ("POT-M-ME-1", melee(MeleeFacts { flank: true, ..plain() }), "+1"),
        ("POT-M-ME-2", melee(MeleeFacts { mounted_against_foot: true, ..plain() }), "+1"),
        ("POT-M-ME-3", melee(MeleeFacts { charging: true, ..plain() }), "+1"),
        ("POT-M-ME-4", melee(MeleeFacts { cover: Cover::Cover, ..plain() }), "-1"),
        ("POT-M-ME-5", melee(MeleeFacts { confused: true, ..plain() }), "-1"),
        ("POT-M-ME-6", melee(MeleeFacts { cover: Cover::Fortification, ..plain() }), "-2"),
        ("POT-M-ME-7", melee::dice_mods(&MeleeFacts { officer: 1, ..plain() }), "expr:+officer_cv"),
        ("POT-M-ME-8", Score { supports: 1, ..Score::default() }.mods(), "per:+1"),
        ("POT-M-ME-9", Score { firing_hits: 1, ..Score::default() }.mods(), "per:+1"),
    ]
}

// clauses: POT-CMD-05, POT-CMD-06, POT-CMD-07, POT-CMD-08, POT-FIRE-09, POT-FIRE-10, POT-FIRE-11, POT-FIRE-12, POT-FIRE-14, POT-SKIRM-08, POT-SKIRM-14, POT-SPECIAL-03, POT-SPECIAL-04, POT-SPECIAL-06, POT-SPECIAL-07, POT-ARTY-06, POT-ARTY-08, POT-ARTY-13, POT-ARTY-14, POT-ARTY-15, POT-ARTY-16, POT-ARTY-17, POT-SIEGE-07, POT-MORTAR-05, POT-MORALE-03, POT-MORALE-04, POT-MELEE-06, POT-MELEE-07, POT-MELEE-08, POT-MELEE-09, POT-MELEE-13, POT-MELEE-17, POT-MELEE-18, POT-LEADER-09
#[test]
fn every_modifier_of_the_file_is_a_line_with_its_value() {
    let file = cells(include_str!("../tables/modifiers.csv"));
    let lists = lists();
    assert_eq!(file.len(), lists.len());
    for (row, (id, list, written)) in file.iter().zip(&lists) {
        assert_eq!(row[0], *id);
        assert_eq!(row[3], *written, "{id}");
        let counted: Vec<_> = list.lines.iter().filter(|line| line.counted == Counted::Yes).collect();
        let [line] = counted[..] else { panic!("{id}: {} lines count", counted.len()) };
        let expected = match *written {
            // hits on one more than the 5 of formed troops
            "+1" if *id == "POT-M-SA-5" => Effect::HitsOn(5 + 1),
            "expr:+officer_cv" => Effect::Add(1),
            text => Effect::Add(text.trim_start_matches("per:").parse().expect("a value")),
        };
        assert_eq!(line.effect, expected, "{id}");
    }
}

// clauses: POT-CMD-06, POT-CMD-07, POT-SKIRM-08, POT-MELEE-09, POT-MELEE-13, POT-MORALE-03, POT-LEADER-09
#[test]
fn what_counts_for_each_is_added_for_each() {
    let total =
        |received, given| adjustments(&CommandFacts { received, given, ..CommandFacts::default() }).total;
    assert_eq!([total(2, 0), total(0, 3), total(2, 3)], [2, 3, 5]);
    assert_eq!(absorption_mods(3).total, -3);
    assert_eq!(Score { inflicted: 2, firing_hits: 3, supports: 4 }.mods().total, 7);
    assert_eq!(target_mods(&MoraleFacts { officer: -2, ..MoraleFacts::default() }).total, -2);
    assert_eq!(melee::dice_mods(&MeleeFacts { officer: -1, ..MeleeFacts::default() }).total, -1);
}

// clauses: POT-CMD-09, POT-FIRE-23
#[test]
fn lines_that_do_not_apply_are_shown_all_the_same() {
    let none = adjustments(&CommandFacts::default());
    let clauses: Vec<_> = none.lines.iter().map(|line| line.clause).collect();
    assert_eq!(clauses, [c::CMD_05, c::CMD_06, c::CMD_07, c::CMD_08]);
    assert!(none.lines.iter().all(|line| line.counted == Counted::Absent));
    let open = fire::hit_mods(
        &SmallArmsFacts { band: Band::Long, ..SmallArmsFacts::default() },
        &Options::default(),
    );
    assert_eq!((open.lines.len(), open.present().count()), (5, 0));
}
