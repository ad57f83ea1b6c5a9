//! Every modifier of the lists, each alone, with its figure.

use longroll_rules_johnny_reb::book::kinds::{Body, Formation, Grade, Level, Quality, Weapon};
use longroll_rules_johnny_reb::book::options::Options;
use longroll_rules_johnny_reb::book::tables::basic_morale;
use longroll_rules_johnny_reb::procedures::fire::{Cover, Face, FireFacts, Situation, Works, fire_mods};
use longroll_rules_johnny_reb::procedures::melee::{MeleeFacts, melee_mods};
use longroll_rules_johnny_reb::procedures::morale::{
    Cause, MoraleFacts, VolleyPoint, morale_mods, volley_mods,
};
use longroll_table::{inches, thousandths};

fn fire(change: impl FnOnce(&mut FireFacts)) -> i32 {
    let mut facts = FireFacts::default();
    change(&mut facts);
    fire_mods(&facts, &Options::default()).total
}

fn guns(weapon: Weapon) -> FireFacts {
    let (body, formation) = (Body::Artillery, Formation::Unlimbered);
    FireFacts { weapon, body, formation, range: inches(10), figures: 3, ..FireFacts::default() }
}

fn target(body: Body, formation: Formation) -> (i32, i32) {
    let facts = |f: FireFacts| FireFacts { target: body, target_formation: formation, ..f };
    let total = |f| fire_mods(&facts(f), &Options::default()).total;
    (total(FireFacts::default()), total(guns(Weapon::Napoleon)))
}

// clauses: JR-DRM-01, JR-DRM-02, JR-DRM-03, JR-DRM-04, JR-DRM-05, JR-DRM-07, JR-DRM-23, JR-RANGE-10, JR-FIRE-15
#[test]
fn what_the_firer_adds() {
    assert_eq!(fire(|_| {}), 0);
    assert_eq!(fire(|f| f.officer = true), 1);
    assert_eq!(fire(|f| f.opening_volley = true), 2);
    assert_eq!(fire(|f| f.situation = Situation::FirstFire), 1);
    assert_eq!(fire(|f| f.quality = Quality::Elite), 1);
    assert_eq!(fire(|f| f.quality = Quality::Green), -1);
    assert_eq!(fire(|f| f.works = Works::Hasty), 1);
    assert_eq!(fire(|f| f.works = Works::Heavier), 2);
    let weapon = |weapon, range| fire(|f| (f.weapon, f.range) = (weapon, range));
    assert_eq!(weapon(Weapon::SmoothboreMusket, inches(1)), 1);
    assert_eq!(weapon(Weapon::SmoothboreMusket, inches(2)), 0, "close only");
    assert_eq!(weapon(Weapon::SharpshooterRifle, inches(10)), 1);
    assert_eq!(weapon(Weapon::FlintlockMusket, inches(2)), -1);
    assert_eq!(weapon(Weapon::Shotgun, thousandths(500)), 1);
    assert_eq!(weapon(Weapon::Shotgun, inches(1)), 0);
    for (gun, worth) in [
        (Weapon::Gun6, -1),
        (Weapon::Rifle20, 1),
        (Weapon::Howitzer, 1),
        (Weapon::Napoleon, 0),
        (Weapon::Rifle10, 0),
        (Weapon::MixedGuns, 0),
    ] {
        assert_eq!(fire_mods(&guns(gun), &Options::default()).total, worth, "{gun:?}");
    }
    let rapid = |weapon| fire(|f| (f.weapon, f.range, f.rapid_fire) = (weapon, inches(2), true));
    assert_eq!(rapid(Weapon::BreechLoadingCarbine), 2);
    assert_eq!(rapid(Weapon::RifleMusket), 0, "only breech-loaders");
    // First Fire, Elite, officer, opening volley: + 1 + 1 + 1 + 2
    let all = fire(|f| {
        f.situation = Situation::FirstFire;
        f.quality = Quality::Elite;
        f.officer = true;
        f.opening_volley = true;
    });
    assert_eq!(all, 5);
    let opening = FireFacts { opening_volley: true, ..guns(Weapon::Napoleon) };
    assert_eq!(fire_mods(&opening, &Options::default()).total, 0, "guns have no opening volley");
}

// clauses: JR-DRM-10, JR-DRM-11, JR-DRM-12, JR-DRM-13, JR-DRM-14, JR-DRM-15
#[test]
fn what_the_formation_of_the_target_adds_to_muskets_and_to_guns() {
    use Body::{Artillery, CavalryDismounted, CavalryMounted, Infantry};
    for (body, formation, worth) in [
        (Infantry, Formation::SingleLine, (0, 0)),
        (Infantry, Formation::ExtendedLine, (-1, -1)),
        (Infantry, Formation::DoubleLine, (1, 1)),
        (Infantry, Formation::AttackColumn, (1, 1)),
        (Infantry, Formation::MarchColumn, (3, 3)),
        (Infantry, Formation::SkirmishLine, (0, 0)),
        (Infantry, Formation::Disorder, (2, 2)),
        (CavalryMounted, Formation::SingleLine, (2, 1)),
        (CavalryMounted, Formation::DoubleLine, (4, 3)),
        (CavalryMounted, Formation::MarchColumn, (4, 3)),
        (CavalryMounted, Formation::Disorder, (6, 5)),
        (CavalryMounted, Formation::SkirmishLine, (0, -1)),
        (CavalryDismounted, Formation::Line, (0, -1)),
        (CavalryDismounted, Formation::Column, (3, 2)),
        (CavalryDismounted, Formation::Disorder, (2, 1)),
        (CavalryDismounted, Formation::SkirmishLine, (0, -1)),
        (Artillery, Formation::Limbered, (2, 2)),
        (Artillery, Formation::Unlimbered, (-3, -3)),
    ] {
        assert_eq!(target(body, formation), worth, "{body:?} in {formation:?}");
    }
    let flank = fire(|f| {
        (f.target, f.target_formation, f.face) = (Artillery, Formation::Unlimbered, Face::FullFlank)
    });
    assert_eq!(flank, 4, "no protection on the flank");
}

// clauses: JR-DRM-16, JR-DRM-17, JR-DRM-18, JR-DRM-19, JR-DRM-20, JR-DRM-21, JR-DRM-22, JR-OPT-03
#[test]
fn cover_flanks_and_counter_battery() {
    let covers = [
        (Cover::LightWoods, -1),
        (Cover::HeavyWoods, -2),
        (Cover::Fence, -1),
        (Cover::StoneWall, -2),
        (Cover::HastyWorks, -2),
        (Cover::MediumWorks, -3),
        (Cover::HeavyWorks, -4),
    ];
    let other = Options { cover_against_guns: true, ..Options::default() };
    for (cover, worth) in covers {
        assert_eq!(fire(|f| f.cover = cover), worth, "{cover:?}");
        assert_eq!(fire(|f| (f.cover, f.target_charging) = (cover, true)), 0, "a charger has none");
        let shelled = FireFacts { cover, ..guns(Weapon::Napoleon) };
        assert_eq!(fire_mods(&shelled, &Options::default()).total, worth);
        assert_eq!(fire_mods(&shelled, &other).total, worth + 1, "one less to guns by the option");
    }
    let by_guns = |face| fire_mods(&FireFacts { face, ..guns(Weapon::Napoleon) }, &Options::default()).total;
    for (face, muskets, shells) in
        [(Face::Front, 0, 0), (Face::PartialFlank, 2, 3), (Face::FullFlank, 4, 6), (Face::Rear, 4, 6)]
    {
        assert_eq!((fire(|f| f.face = face), by_guns(face)), (muskets, shells), "{face:?}");
        assert_eq!(fire(|f| (f.face, f.range) = (face, inches(9))), 0, "none at long range");
        let line = |formation| fire(|f| (f.face, f.target_formation) = (face, formation));
        assert_eq!(line(Formation::SkirmishLine), 0);
        assert_eq!(line(Formation::Disorder), 2);
    }
    let column = |face| fire(|f| (f.face, f.target_formation) = (face, Formation::MarchColumn));
    assert_eq!((column(Face::Rear), column(Face::FullFlank)), (3, 7), "columns have no rear to fire");
    // march column + 3, partial flank + 2, fence - 1
    let sum = fire(|f| {
        (f.face, f.target_formation, f.cover) = (Face::PartialFlank, Formation::MarchColumn, Cover::Fence)
    });
    assert_eq!(sum, 4);
    let duel = |weapon| {
        let facts =
            FireFacts { target: Body::Artillery, target_formation: Formation::Limbered, ..guns(weapon) };
        fire_mods(&facts, &Options::default()).total
    };
    assert_eq!((duel(Weapon::Rifle10), duel(Weapon::Napoleon), duel(Weapon::Rifle20)), (3, 2, 4));
}

fn morale(cause: Cause, change: impl FnOnce(&mut MoraleFacts)) -> i32 {
    let mut facts = MoraleFacts { cause, ..MoraleFacts::default() };
    change(&mut facts);
    morale_mods(&facts).total
}

// clauses: JR-MPM-01, JR-MPM-03, JR-MPM-04, JR-MPM-05, JR-MPM-06, JR-MPM-07, JR-MPM-09, JR-MPM-10, JR-MPM-11, JR-MPM-17, JR-BMP-01
#[test]
fn what_counts_in_every_check() {
    assert_eq!([Quality::Elite, Quality::Veteran, Quality::Green].map(basic_morale), [2, 3, 4]);
    for cause in [Cause::Fire, Cause::Melee, Cause::Seen, Cause::Rally, Cause::Impact] {
        let alone = |change: fn(&mut MoraleFacts)| morale(cause, change);
        assert_eq!(alone(|_| {}), 0);
        assert_eq!(alone(|f| f.officer = Some(Grade::Brigade)), -1);
        assert_eq!(alone(|f| f.officer = Some(Grade::Division)), -2);
        assert_eq!(alone(|f| f.officer = Some(Grade::Corps)), -3);
        assert_eq!(alone(|f| f.behind_cover = true), -1);
        assert_eq!(alone(|f| f.works = Works::Hasty), -2);
        assert_eq!(alone(|f| f.works = Works::Heavier), -3);
        assert_eq!(alone(|f| (f.behind_cover, f.works) = (true, Works::Hasty)), -2, "the best one");
        assert_eq!(alone(|f| f.stands_lost = 2), 6);
        assert_eq!(alone(|f| f.commander_lost = true), 1);
        assert_eq!(alone(|f| f.regiments_lost = 2), 2);
        assert_eq!(alone(|f| f.level = Level::Shaken), 2);
        assert_eq!(alone(|f| f.behind_friends = true), if cause == Cause::Impact { 0 } else { -4 });
    }
    assert_eq!(morale(Cause::Rally, |f| f.level = Level::Routed), 4);
    assert_eq!(morale(Cause::Fire, |f| f.charging = true), -1);
    assert_eq!(
        morale(Cause::Fire, |f| (f.charging, f.works) = (true, Works::Heavier)),
        -1,
        "no cover in a charge"
    );
}

// clauses: JR-MORALE-02, JR-MPM-12, JR-MPM-13, JR-MPM-14, JR-MPM-15, JR-MPM-16, JR-MPM-17
#[test]
fn what_counts_when_hit_by_fire_and_by_charge() {
    let both = |change: fn(&mut MoraleFacts)| (morale(Cause::Fire, change), morale(Cause::Impact, change));
    assert_eq!(both(|f| f.face = Face::PartialFlank), (2, 3));
    assert_eq!(both(|f| f.face = Face::FullFlank), (4, 6));
    assert_eq!(both(|f| f.face = Face::Rear), (6, 9));
    assert_eq!(both(|f| f.formation = Formation::Disorder), (1, 3));
    assert_eq!(both(|f| f.forming = true), (1, 2));
    assert_eq!(both(|f| f.on_charge = true), (1, 2));
    assert_eq!(both(|f| f.heavy_hits = 2), (2, 0));
    for cause in [Cause::Seen, Cause::Rally, Cause::Melee] {
        let none = morale(cause, |f| {
            (f.face, f.forming, f.on_charge) = (Face::Rear, true, true);
            (f.formation, f.heavy_hits) = (Formation::Disorder, 2);
        });
        assert_eq!(none, 0, "{cause:?}");
    }
}

// clauses: JR-FORM-04, JR-FORM-05, JR-CHARGE-15, JR-MPM-15
#[test]
fn formations_and_support_in_an_impact() {
    use Body::{CavalryDismounted, CavalryMounted, Infantry};
    for (body, formation, worth) in [
        (Infantry, Formation::SingleLine, 0),
        (Infantry, Formation::ExtendedLine, 1),
        (Infantry, Formation::DoubleLine, -1),
        (Infantry, Formation::AttackColumn, -2),
        (Infantry, Formation::MarchColumn, 2),
        (Infantry, Formation::SkirmishLine, 6),
        (Infantry, Formation::Disorder, 3),
        (CavalryMounted, Formation::SingleLine, -1),
        (CavalryMounted, Formation::DoubleLine, -2),
        (CavalryMounted, Formation::MarchColumn, 1),
        (CavalryMounted, Formation::SkirmishLine, 5),
        (CavalryMounted, Formation::Disorder, 2),
        (CavalryDismounted, Formation::Line, 1),
        (CavalryDismounted, Formation::SkirmishLine, 6),
        (CavalryDismounted, Formation::Column, 3),
        (CavalryDismounted, Formation::Disorder, 4),
    ] {
        assert_eq!(
            morale(Cause::Impact, |f| (f.body, f.formation) = (body, formation)),
            worth,
            "{formation:?}"
        );
    }
    for (quality, worth) in [(Quality::Elite, 2), (Quality::Veteran, 3), (Quality::Green, 4)] {
        let guns = |supported| {
            morale(Cause::Impact, |f| {
                (f.body, f.formation) = (Body::Artillery, Formation::Unlimbered);
                (f.quality, f.guns_supported) = (quality, supported);
            })
        };
        assert_eq!((guns(false), guns(true)), (worth, 0), "unsupported guns count their morale twice");
    }
    assert_eq!(morale(Cause::Impact, |f| (f.supporting_infantry, f.supporting_cavalry) = (2, 1)), -4);
}

// clauses: JR-CHARGE-10, JR-CHARGE-11, JR-MELEE-06
#[test]
fn the_volley_point_and_the_melee() {
    let plain = VolleyPoint::default();
    let points = [
        VolleyPoint { on_charge: true, ..plain },
        VolleyPoint { disordered: true, ..plain },
        VolleyPoint { forming: true, ..plain },
        VolleyPoint { officer: true, ..plain },
        VolleyPoint { works: true, ..plain },
    ];
    assert_eq!(points.map(|f| volley_mods(&f, &Options::default()).total), [1, 1, 1, -1, -1]);
    let melee = |change: fn(&mut MeleeFacts)| {
        let mut facts = MeleeFacts::default();
        change(&mut facts);
        melee_mods(&facts).total
    };
    assert_eq!(melee(|_| {}), 0);
    assert_eq!(melee(|f| f.officer = true), 1);
    assert_eq!(melee(|f| f.quality = Quality::Elite), 1);
    assert_eq!(melee(|f| f.quality = Quality::Green), -1);
    for weapon in [Weapon::SmoothboreMusket, Weapon::Pistol, Weapon::Shotgun] {
        assert_eq!(melee_mods(&MeleeFacts { weapon, ..MeleeFacts::default() }).total, 1, "{weapon:?}");
    }
}
