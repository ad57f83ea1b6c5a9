//! What hits do, what counts, and what a switch changes: figures worked out by hand from the clauses.

use longroll_dice::{Rolling, Scripted};
use longroll_rules_potomac::book::kinds::{Band, Cover, Gun, Quality, Standing, Weapon};
use longroll_rules_potomac::book::options::*;
use longroll_rules_potomac::procedures::command_test::{
    Attachment, CommandFacts, NextOrder, OrdersFacts, command_test, is_free, orders, passes_on, tests,
};
use longroll_rules_potomac::procedures::fire::{self, SmallArmsFacts};
use longroll_rules_potomac::procedures::guns::{self, GunFacts, GunTarget};
use longroll_rules_potomac::procedures::losses::{
    Absorbed, Losses, WorkLoss, absorb, fear, friend_confused, is_too_far, line_under_fire, losses,
    officer_hit, returning, work_under_fire,
};
use longroll_rules_potomac::procedures::melee::{self, MeleeFacts, Round, Score, compare};
use longroll_rules_potomac::procedures::premelee::{
    GunVolleyFacts, Volley, VolleyFacts, gun_volley, may_fire, volley, volley_mods,
};
use longroll_table::{Length, cm};

fn dice(faces: &[u8]) -> Rolling<Scripted> {
    Rolling::new(Scripted::new(faces.to_vec()))
}

// clauses: POT-FIRE-18, POT-FIRE-19, POT-MELEE-19, POT-ARTY-18
#[test]
fn hits_that_reach_the_strength_remove_a_stand() {
    // Strength, stands, marked, hits: the printed examples first
    for (strength, stands, marked, hits, lost, left) in [
        (4, 6, 0, 8, 2, 0),
        (4, 6, 3, 3, 1, 2),
        (3, 6, 0, 5, 1, 2),
        (3, 6, 0, 4, 1, 1),
        (3, 6, 2, 2, 1, 1),
        (3, 6, 1, 5, 2, 0),
        (3, 6, 0, 2, 0, 2),
        (1, 6, 0, 5, 5, 0),
        // the last stand takes the marks with it, and nobody loses more than there is
        (3, 1, 0, 5, 1, 0),
        (2, 2, 1, 40, 2, 0),
        (3, 0, 0, 5, 0, 0),
    ] {
        assert_eq!(losses(strength, stands, marked, hits), Losses { stands: lost, marked: left });
    }
    assert_eq!(losses(0, 3, 0, u32::MAX).stands, 3);
}

// clauses: POT-SKIRM-08, POT-SKIRM-09, POT-SKIRM-10, POT-OPT-13
#[test]
fn a_screen_absorbs_and_wears_down() {
    let o = Options::default();
    let screen = |line, rounds, hits| absorb(line, line, rounds, hits, &o);
    // printed: 4 hits, two stands, 2 reach the parent; 2 hits, none
    assert_eq!(screen(2, 0, 4), Absorbed { absorbed: 2, reached: 2, wear: 0, is_round: true });
    assert_eq!(screen(2, 0, 2), Absorbed { absorbed: 2, reached: 0, wear: 0, is_round: true });
    // three stands, three rounds
    assert_eq!(screen(3, 0, 2), Absorbed { absorbed: 2, reached: 0, wear: 0, is_round: true });
    assert_eq!(screen(3, 1, 5), Absorbed { absorbed: 3, reached: 2, wear: 1, is_round: true });
    assert_eq!(screen(2, 2, 1), Absorbed { absorbed: 1, reached: 0, wear: 1, is_round: true });
    // a round without hits is none, and neither is one with nobody in front
    assert_eq!(screen(3, 1, 0), Absorbed { absorbed: 0, reached: 0, wear: 0, is_round: false });
    assert_eq!(absorb(0, 3, 1, 4, &o), Absorbed { absorbed: 0, reached: 4, wear: 0, is_round: false });
    // two of three stands in front
    assert_eq!(absorb(2, 3, 0, 3, &o), Absorbed { absorbed: 2, reached: 1, wear: 0, is_round: true });
    let surplus = Options { skirmish_wear: SkirmishWear::OnlyRoundsWithSurplusHits, ..o };
    let all_absorbed = Absorbed { absorbed: 3, reached: 0, wear: 0, is_round: false };
    assert_eq!(absorb(3, 3, 1, 3, &surplus), all_absorbed);
    assert_eq!(absorb(3, 3, 1, 4, &surplus), Absorbed { absorbed: 3, reached: 1, wear: 1, is_round: true });
}

// clauses: POT-SKIRM-13, POT-OPT-12
#[test]
fn a_line_under_fire_itself() {
    let o = Options::default();
    let lost = |stands, rounds, hits, o: &Options| line_under_fire(stands, rounds, hits, o).lost;
    assert_eq!(lost(3, 0, 5, &o), 2);
    assert_eq!(lost(3, 0, 3, &o), 0);
    assert_eq!(lost(1, 1, 1, &o), 1);
    assert_eq!(lost(3, 1, 4, &o), 1 + 1);
    assert_eq!(lost(3, 0, 9, &o), 3);
    assert!(line_under_fire(3, 0, 1, &o).is_round && !line_under_fire(3, 0, 0, &o).is_round);
    let wear = Options { skirmish_line_as_target: SkirmishLineAsTarget::WearOnly, ..o };
    assert_eq!([lost(3, 0, 9, &wear), lost(3, 1, 1, &wear), lost(3, 1, 0, &wear)], [0, 1, 0]);
    let every = Options { skirmish_line_as_target: SkirmishLineAsTarget::EveryHitKillsAStand, ..o };
    assert_eq!([lost(3, 0, 2, &every), lost(3, 4, 2, &every), lost(3, 0, 9, &every)], [2, 2, 3]);
}

// clauses: POT-SIEGE-08, POT-SIEGE-09
#[test]
fn a_work_crumbles() {
    assert_eq!(work_under_fire(4, 3, 0, 9), WorkLoss { cohesion: 2, marked: 1 });
    assert_eq!(work_under_fire(4, 3, 1, 3), WorkLoss { cohesion: 1, marked: 0 });
    assert_eq!(work_under_fire(4, 3, 0, 3), WorkLoss { cohesion: 0, marked: 3 });
    assert_eq!(work_under_fire(4, 1, 0, 7), WorkLoss { cohesion: 1, marked: 0 });
}

// clauses: POT-LEADER-12, POT-DRIVE-08, POT-SPECIAL-01, POT-MORALE-17
#[test]
fn single_dice() {
    for face in 1..=6 {
        assert_eq!(officer_hit(&mut dice(&[face])), Ok(face == 1));
        assert_eq!(friend_confused(&mut dice(&[face])), Ok(face == 6));
        assert_eq!(fear(&mut dice(&[face])), Ok(face >= 5));
    }
}

// clauses: POT-DRIVE-03, POT-DRIVE-04, POT-SKIRM-06, POT-GAME-08
#[test]
fn too_far_and_back_again() {
    assert!(!is_too_far(3, 3) && is_too_far(4, 3) && !is_too_far(4, 4) && is_too_far(5, 4));
    assert_eq!([0, 1, 2, 3, 4].map(returning), [0, 1, 1, 2, 2]);
}

// clauses: POT-CMD-02, POT-CMD-03, POT-LEADER-02, POT-LEADER-05, POT-LEADER-06, POT-OPT-02
#[test]
fn the_first_order_is_free() {
    let o = Options::default();
    // rating 2, attached elsewhere, to a unit that has had three orders: no dice
    let first =
        CommandFacts { rating: 2, received: 3, attachment: Attachment::Elsewhere, ..CommandFacts::default() };
    let result = command_test(&first, &o, &mut dice(&[])).expect("no dice");
    assert!(result.passed && result.roll.is_none());
    let own = CommandFacts { own_move: true, ..CommandFacts::default() };
    assert!(is_free(&own, &o));
    let always = Options { officer_self_move: OfficerSelfMove::AlwaysTested, ..o };
    assert!(!is_free(&own, &always) && is_free(&first, &always));
    // rating 9, second own move: +1 given, +1 received
    let again = CommandFacts { rating: 9, given: 1, received: 1, own_move: true, ..CommandFacts::default() };
    assert_eq!(passes_on(&again), 7);
    // riding away from the unit he is with
    let leaves = CommandFacts { attachment: Attachment::ToRecipient, ..again };
    assert_eq!(passes_on(&leaves), 6);
}

// clauses: POT-CMD-05, POT-CMD-07, POT-CMD-08, POT-CMD-09, POT-CMD-16, POT-CMD-21, POT-GROUP-06, POT-MELEE-23, POT-MELEE-39
#[test]
fn what_the_test_needs() {
    let needs = |rating, given, received, attachment| {
        passes_on(&CommandFacts { rating, given, received, attachment, ..CommandFacts::default() })
    };
    use Attachment::{Elsewhere, None, ToRecipient};
    assert_eq!([1, 2, 3].map(|given| needs(9, given, 0, None)), [8, 7, 6]);
    assert_eq!(needs(7, 1, 1, ToRecipient), 6);
    assert_eq!(needs(8, 2, 0, Elsewhere), 5);
    assert_eq!([2, 3, 4].map(|n| needs(8, n, n, None)), [4, 2, 0]);
    assert_eq!(needs(8, 1, 0, ToRecipient), 8);
    // group of units that have had 2 and 0 orders, his third: +2 +2
    assert_eq!(needs(8, 2, 2, None), 8 - 4);
    // follow-up after a free charge: +2; attached: +1
    assert_eq!([needs(8, 1, 1, None), needs(8, 1, 1, ToRecipient)], [6, 7]);
    // after a Rally as second order (first for the unit), a Move is his third and its second: +3
    assert_eq!(needs(7, 2, 1, None), 4);
}

// clauses: POT-CMD-04, POT-CMD-06, POT-CMD-20, POT-LEADER-06
#[test]
fn a_sequence_counts_for_itself() {
    let o = Options::default();
    let new = NextOrder::default();
    let same = NextOrder { same: true, ..NextOrder::default() };
    let own = NextOrder { own_move: true, ..NextOrder::default() };
    let had_two = NextOrder { received: 2, ..NextOrder::default() };
    // A, himself, A again, a new unit with two orders, himself again
    let facts = OrdersFacts { rating: 12, given: 0, orders: vec![new, own.clone(), same, had_two, own] };
    let counted: Vec<_> = tests(&facts, &o).iter().map(|test| (test.given, test.received)).collect();
    assert_eq!(counted, [(0, 0), (1, 0), (2, 1), (3, 2), (4, 1)]);
    // needs 11, 9, 7, 7: passes with 11 and 9, fails with 8
    assert_eq!(orders(&facts, &o, &mut dice(&[5, 6, 4, 5, 4, 4])), Ok(3));
    assert_eq!(orders(&facts, &o, &mut dice(&[6, 6])), Ok(1));
}

// clauses: POT-FIRE-07, POT-SKIRM-14, POT-SPECIAL-06, POT-SPECIAL-07, POT-UNIT-05, POT-UNIT-10
#[test]
fn dice_of_small_arms() {
    let of = |firepower, stands, weapon, skirmishers| {
        fire::dice_of(&SmallArmsFacts { firepower, stands, weapon, skirmishers, ..SmallArmsFacts::default() })
    };
    assert_eq!(of(2, 5, Weapon::RifledMusket, false), 10);
    assert_eq!(of(2, 4, Weapon::SmoothboreMusket, false), 8);
    assert_eq!(of(1, 5, Weapon::BreechLoader, false), 10);
    assert_eq!(of(1, 5, Weapon::Repeater, false), 15);
    assert_eq!(of(3, 4, Weapon::Repeater, true), 4);
    assert_eq!(of(0, 4, Weapon::RifledMusket, false), 0);
}

// clauses: POT-OPT-16, POT-OPT-17, POT-FIRE-11, POT-FIRE-23, POT-MELEE-05
#[test]
fn natural_sixes_and_double_cover() {
    let o = Options::default();
    let six = Options { natural_six: NaturalSix::YesInFireAndMelee, ..o };
    let three = Options { cover_and_fortification: CoverAndFortification::YesMinus3, ..o };
    let fort = Cover::Fortification;
    let fire = SmallArmsFacts { band: Band::Long, cover: fort, ..SmallArmsFacts::default() };
    let guns = GunFacts { band: Band::Medium, cover: fort, ..GunFacts::default() };
    let fight = MeleeFacts { cover: fort, ..MeleeFacts::default() };
    let needs = |fire: &SmallArmsFacts, guns: &GunFacts, fight: &MeleeFacts, o: &Options| {
        [fire::need(fire, o), guns::need(guns, o), melee::need(fight, o)]
    };
    assert_eq!(needs(&fire, &guns, &fight, &o), [7, 7, 7]);
    assert_eq!(needs(&fire, &guns, &fight, &six), [6, 6, 6]);
    // fortifications alone stay at -2; with cover besides, or as guns in action, they are -3 by the switch
    assert_eq!(needs(&fire, &guns, &fight, &three), [7, 7, 7]);
    let both = (
        SmallArmsFacts { cover_too: true, ..fire.clone() },
        GunFacts { cover_too: true, ..guns.clone() },
        MeleeFacts { cover_too: true, ..fight },
    );
    assert_eq!(needs(&both.0, &both.1, &both.2, &o), [7, 7, 7]);
    assert_eq!(needs(&both.0, &both.1, &both.2, &three), [8, 8, 8]);
    let crews = SmallArmsFacts { deployed_guns: true, ..fire };
    assert_eq!((fire::need(&crews, &o), fire::need(&crews, &three)), (7, 8));
    // a six is no help where less is needed anyway
    let open = SmallArmsFacts::default();
    assert_eq!((fire::need(&open, &o), fire::need(&open, &six)), (4, 4));
}

// clauses: POT-OPT-23, POT-OPT-24, POT-SIEGE-07, POT-MORTAR-05, POT-MORTAR-06, POT-ARTY-17
#[test]
fn siege_guns_and_mortars_by_either_reading() {
    let o = Options::default();
    let minus = Options { siege_minus_two: SiegeMinusTwo::Yes, ..o };
    let bore = Options { mortar_bore: MortarBore::Yes, ..o };
    let at = |gun, band, target, cover| GunFacts { gun, band, target, cover, ..GunFacts::default() };
    let work = |gun, band| at(gun, band, GunTarget::Fortification, Cover::Fortification);
    for (gun, band, plain, with_minus) in [
        (Gun::SbSiege, Band::Short, 4, 6),
        (Gun::SbSiege, Band::Medium, 5, 7),
        (Gun::SbSiege, Band::Long, 6, 8),
        (Gun::RifledSiege, Band::Long, 5, 7),
        (Gun::HeavyMortar, Band::Short, 5, 7),
    ] {
        assert_eq!(guns::need(&work(gun, band), &o), plain, "{gun:?}");
        assert_eq!(guns::need(&work(gun, band), &minus), with_minus, "{gun:?}");
    }
    let open = |band| at(Gun::LightMortar, band, GunTarget::Unit, Cover::Open);
    let needs = |o: &Options| [Band::Short, Band::Medium, Band::Long].map(|band| guns::need(&open(band), o));
    assert_eq!((needs(&o), needs(&bore)), ([5, 5, 5], [4, 5, 6]));
    // a unit in a work is aimed at through the work
    let inside = at(Gun::LightMortar, Band::Medium, GunTarget::Unit, Cover::Fortification);
    assert_eq!((guns::need(&inside, &o), guns::need(&inside, &minus)), (5, 7));
    // a line does not screen itself
    let line = GunFacts { screened: true, target: GunTarget::SkirmishLine, ..GunFacts::default() };
    let parent = GunFacts { target: GunTarget::Unit, ..line.clone() };
    assert_eq!((guns::need(&line, &o), guns::need(&parent, &o)), (4, 5));
}

// clauses: POT-READY-02, POT-READY-03, POT-FIRE-13, POT-FIRE-15, POT-FIRE-16, POT-FIRE-24, POT-OPT-06, POT-OPT-18
#[test]
fn when_a_volley_is_tested() {
    let o = Options::default();
    let short = Ok(Volley::Fires(Band::Short));
    let long = Ok(Volley::Fires(Band::Long));
    let plain = VolleyFacts { start: cm(9), ..VolleyFacts::default() };
    let ready = VolleyFacts { ready: true, ..plain.clone() };
    assert_eq!(volley(&ready, &o, &mut dice(&[])), short);
    assert_eq!(volley(&plain, &o, &mut dice(&[3])), long);
    let near = Options { small_arms_premelee_near: SmallArmsPremeleeNear::ShortRangeWithoutTest, ..o };
    let at = |micrometres| VolleyFacts { start: Length::from_micrometres(micrometres), ..plain.clone() };
    assert_eq!(volley(&at(150_000), &near, &mut dice(&[])), short);
    assert_eq!(volley(&at(151_000), &near, &mut dice(&[3])), long);
    let confused = VolleyFacts { confused: true, ..plain };
    assert_eq!(volley(&confused, &o, &mut dice(&[5])), short);
    // POT-READY-02: Confusion has ended Stand Ready
    assert_eq!(volley(&VolleyFacts { confused: true, ..ready }, &o, &mut dice(&[1])), Ok(Volley::Panics));
    let minus = Options { confused_premelee_fire: ConfusedPremeleeFire::TestWithMinus1, ..o };
    assert_eq!(volley(&confused, &minus, &mut dice(&[5])), long);
    assert_eq!(volley(&confused, &minus, &mut dice(&[2])), Ok(Volley::Panics));
    let none = Options { confused_premelee_fire: ConfusedPremeleeFire::NoFire, ..o };
    assert_eq!(volley(&confused, &none, &mut dice(&[])), Ok(Volley::MayNot));
    assert!(may_fire(false, &none) && !may_fire(true, &none) && may_fire(true, &minus));
    // Veteran Regulars +2, Untried Militia -2
    let total = |quality, standing| {
        volley_mods(&VolleyFacts { quality, standing, ..VolleyFacts::default() }, &o).total
    };
    assert_eq!(total(Quality::Veteran, Standing::Regulars), 2);
    assert_eq!(total(Quality::Untried, Standing::Militia), -2);
    assert_eq!(total(Quality::Veteran, Standing::Militia), 0);
}

// clauses: POT-ARTY-07, POT-ARTY-08, POT-ARTY-09, POT-ARTY-10, POT-OPT-19
#[test]
fn when_guns_are_tested() {
    let o = Options::default();
    let at = |start, officer| GunVolleyFacts {
        gun: Gun::SbLight,
        start: cm(start),
        officer,
        ..GunVolleyFacts::default()
    };
    // within 40 no die; beyond it 4 or more with the officer
    assert_eq!(gun_volley(&at(28, 0), &o, &mut dice(&[])), Ok(Band::Short));
    assert_eq!(gun_volley(&at(100, -1), &o, &mut dice(&[4])), Ok(Band::Long));
    assert_eq!(gun_volley(&at(100, 1), &o, &mut dice(&[3])), Ok(Band::Short));
    assert_eq!(gun_volley(&at(60, 0), &o, &mut dice(&[3])), Ok(Band::Medium));
    let ready = GunVolleyFacts { ready: true, ..at(100, -3) };
    assert_eq!(gun_volley(&ready, &o, &mut dice(&[])), Ok(Band::Short));
    let other = Options { artillery_premelee_long: ArtilleryPremeleeLong::Beyond15CmFailureIsLongRange, ..o };
    assert_eq!(gun_volley(&at(15, 0), &other, &mut dice(&[])), Ok(Band::Short));
    assert_eq!(gun_volley(&at(16, 0), &other, &mut dice(&[3])), Ok(Band::Long));
    assert_eq!(gun_volley(&at(16, 0), &other, &mut dice(&[4])), Ok(Band::Short));
}

// clauses: POT-MELEE-03, POT-LEADER-09, POT-LEADER-11, POT-UNIT-05
#[test]
fn dice_of_melee() {
    let of = |melee, officer, stands| {
        melee::dice_of(&MeleeFacts { melee, officer, stands, ..MeleeFacts::default() })
    };
    assert_eq!([of(4, 0, 3), of(3, 0, 3)], [12, 9]);
    assert_eq!([of(3, 1, 4), of(3, -1, 4)], [16, 8]);
    assert_eq!([of(2, 2, 3), of(1, -3, 4), of(0, 0, 4)], [12, 0, 0]);
}

// clauses: POT-MELEE-09, POT-MELEE-13, POT-MELEE-15, POT-MELEE-32, POT-MELEE-41, POT-OPT-29
#[test]
fn scores() {
    let o = Options::default();
    let score = |inflicted, firing_hits, supports| Score::new(inflicted, firing_hits, supports, &o);
    assert_eq!(compare(&score(2, 0, 4), &score(3, 0, 0)), Round::Wins { by: 3 });
    // the charger inflicts 4; it took 2 and 3 by fire
    assert_eq!(compare(&score(4, 0, 0), &score(2, 3, 0)), Round::Loses { by: 1 });
    // the printed melee, with its 3 firing hits and without them
    assert_eq!(compare(&score(5, 0, 3), &score(3, 3, 2)), Round::Draw);
    assert_eq!(compare(&score(5, 0, 3), &score(3, 0, 2)), Round::Wins { by: 3 });
    let example = Options { firing_hits_in_result: FiringHitsInResult::NoAsTheExampleDoes, ..o };
    assert_eq!(
        compare(&Score::new(5, 0, 3, &example), &Score::new(3, 3, 2, &example)),
        Round::Wins { by: 3 }
    );
    // two against one, summed by side: 2 + 1 and a support, against 4
    assert_eq!(compare(&score(2 + 1, 0, 1), &score(4, 0, 0)), Round::Draw);
}
