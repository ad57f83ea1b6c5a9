//! Every row of the modifier tables, read from the files by header and held against what a fire or a check really makes of it, at all
//! three scales.

use longroll_kit::{Counted, Settings, rows};
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_deadly_field::book::kinds::{
    Arm, Cover, Formation, Level, Quality, Scale, Sector, Terrain, Weapon, Woods, Works,
};
use longroll_rules_deadly_field::book::options::Options;
use longroll_rules_deadly_field::book::tables::constant;
use longroll_rules_deadly_field::field::sight::{ONE_INCH, adjacency};
use longroll_rules_deadly_field::procedures::fire::{FireFacts, Firer, Manner, Target, volley};
use longroll_rules_deadly_field::procedures::morale::{Cause, MoraleFacts, mmp_mods};
use longroll_table::{Length, inches, thousandths};
use std::collections::BTreeMap;

type Row = BTreeMap<String, String>;

fn table(text: &str) -> Vec<Row> {
    rows("table", text).expect("the file parses")
}

fn number(text: &str) -> i32 {
    text.parse().unwrap_or(0)
}

fn scales() -> impl Iterator<Item = Options> {
    ["10mm", "15mm", "25mm"].into_iter().map(|name| {
        let registry = <DeadlyField as longroll_kit::Ruleset>::registry();
        Options::from_settings(&Settings::read(registry, [("scale", name)]).expect("a scale"))
    })
}

fn of(arm: Arm) -> Firer {
    let (weapon, formation) = match arm {
        Arm::Artillery => (Weapon::Napoleon, Formation::Unlimbered),
        Arm::Cavalry => (Weapon::RifleMusket, Formation::CavalryLine),
        _ => (Weapon::RifleMusket, Formation::BattleLine),
    };
    let (figures, range) = if arm == Arm::Artillery { (3, inches(6)) } else { (8, inches(2)) };
    Firer { arm, weapon, formation, figures, range, ..Firer::default() }
}

/// The fire that a row of the firer's list is about.
fn fire_of(row: &Row, arm: Arm) -> FireFacts {
    let mut facts = FireFacts { firer: of(arm), ..FireFacts::default() };
    let f = &mut facts.firer;
    let skirmish = if arm == Arm::Cavalry { Formation::Skirmishing } else { Formation::Skirmishers };
    match row["condition"].as_str() {
        "in disorder" => f.level = Level::Disorder,
        "shaken" => f.level = Level::Shaken,
        "skirmishing" => f.formation = skirmish,
        "skirmishing sharpshooters" => (f.formation, f.sharpshooters) = (skirmish, true),
        "extended line" => f.formation = Formation::ExtendedLine,
        "in any column" => f.formation = Formation::RoadColumn,
        "smoothbore muskets at point blank" => f.weapon = Weapon::SmoothboreMusket,
        "elite" => f.quality = Quality::Elite,
        "green" => f.quality = Quality::Green,
        "trained" => f.quality = Quality::Trained,
        "opening volley" | "opening volley dismounted" => f.opening_volley = true,
        "opening volley mounted" => (f.opening_volley, f.mounted) = (true, true),
        "firing out of farm or village" => f.in_village = true,
        "at a disengaging unit" => facts.target.disengaging = true,
        "pass-through target" => facts.passed_through = 1,
        "deliberate fire" => facts.manner = Manner::Deliberate,
        other => panic!("{other}"),
    }
    if row["condition"].contains("point blank") || row["condition"].contains("mounted") {
        facts.manner = Manner::PointBlank;
        facts.firer.range = inches(1);
    }
    facts
}

// clauses: ADF-FIRE-14, ADF-FIRE-15, ADF-FIRE-16, ADF-FIRE-17, ADF-FIRE-19, ADF-FIRE-21, ADF-FIRE-22, ADF-FIRE-23, ADF-FORM-09
#[test]
fn every_row_of_the_firers_list() {
    let rows = table(include_str!("../tables/firer_modifiers.csv"));
    assert_eq!(rows.len(), 21);
    for (row, options) in rows.iter().flat_map(|row| scales().map(move |options| (row, options))) {
        let arms = match row["arm"].as_str() {
            "infantry" => vec![Arm::Infantry],
            "artillery" => vec![Arm::Artillery],
            "cavalry" => vec![Arm::Cavalry],
            "infantry/cavalry" => vec![Arm::Infantry, Arm::Cavalry],
            _ => vec![Arm::Infantry, Arm::Artillery, Arm::Cavalry],
        };
        for arm in arms {
            let with = fire_of(row, arm);
            let mut plain = with.clone();
            plain.firer = Firer { range: with.firer.range, weapon: with.firer.weapon, ..of(arm) };
            plain.firer.mounted = with.firer.mounted;
            (plain.target, plain.passed_through) = (Target::default(), 0);
            let deliberate = plain.manner == Manner::Deliberate;
            plain.manner = if deliberate { Manner::Ordinary } else { plain.manner };
            if row["condition"].contains("smoothbore") {
                plain.firer.weapon = Weapon::RifleMusket;
            }
            let (before, after) = (volley(&plain, &options).expect("it can fire"), volley(&with, &options));
            let Some(after) = after else {
                assert_eq!(row["fp_multiplier"], "0", "{row:?}");
                continue;
            };
            let expected = match row["fp_multiplier"].as_str() {
                "0.5" => before.firepower / 2,
                "1" => before.firepower,
                _ => panic!("it fired: {row:?}"),
            };
            // a smoothbore has other firepower than the musket it is compared with
            if !row["condition"].contains("smoothbore") {
                assert_eq!(after.firepower, expected, "{row:?} {arm:?}");
            }
            assert_eq!(
                after.dice as i32 - before.dice as i32,
                number(&row["dice_change"]),
                "{row:?} {arm:?}"
            );
            assert_eq!(after.firer.total - before.firer.total, number(&row["drm"]), "{row:?} {arm:?}");
        }
    }
}

/// The target that a row is about, and the sector that it is struck from.
fn target_of(id: &str) -> (Target, Sector) {
    let mut t = Target::default();
    let mut sector = Sector::Front;
    let guns = |t: &mut Target, formation| (t.arm, t.formation) = (Arm::Artillery, formation);
    match id {
        "T01" => t.woods = Woods::Light,
        "T02" => t.woods = Woods::Heavy,
        "T03" => t.works = Works::Hasty,
        "T04" => t.works = Works::Light,
        "T05" => t.works = Works::Heavy,
        "T06" => t.fence = true,
        "T07" => t.wall = true,
        "T08" => t.village = true,
        "T09" => guns(&mut t, Formation::Unlimbered),
        "T10" => t.formation = Formation::ExtendedLine,
        "T11" => t.formation = Formation::Skirmishers,
        "T12" => t.screened = true,
        "T13" => t.quality = Quality::Elite,
        "T14" => (t.arm, t.formation) = (Arm::Cavalry, Formation::CavalryLine),
        "T15" => (t.arm, t.formation) = (Arm::Cavalry, Formation::Skirmishing),
        "T16" => (t.formation, sector) = (Formation::RoadColumn, Sector::Side),
        "T17" => (t.formation, sector) = (Formation::RoadColumn, Sector::Rear),
        "T18" => (t.formation, sector) = (Formation::AttackColumn, Sector::Side),
        "T19" => t.formation = Formation::AttackColumn,
        "T20" => sector = Sector::PartialFlank,
        "T21" => sector = Sector::FullFlank,
        "T22" => (guns(&mut t, Formation::Limbered), sector = Sector::Side).0,
        "T23" => guns(&mut t, Formation::Limbered),
        "T24" => (guns(&mut t, Formation::Unlimbered), sector = Sector::PartialFlank).0,
        "T25" => (guns(&mut t, Formation::Unlimbered), sector = Sector::FullFlank).0,
        // of guns in disorder, so that nothing else of theirs changes
        "T26" => guns(&mut t, Formation::Unlimbered),
        "T27" => t.level = Level::Disorder,
        "T28" => t.quality = Quality::Trained,
        "T29" => t.quality = Quality::Green,
        "T30" => (t.arm, t.mounted, t.formation) = (Arm::Cavalry, true, Formation::CavalryLine),
        "T31" => {
            (t.arm, t.mounted, t.charging, t.formation) = (Arm::Cavalry, true, true, Formation::CavalryLine);
        }
        other => panic!("{other}"),
    }
    (t, sector)
}

// clauses: ADF-TARGET-01, ADF-TARGET-02, ADF-TARGET-12, ADF-TARGET-14, ADF-ENF-01, ADF-ENF-02, ADF-ENF-03, ADF-ENF-04, ADF-TERRAIN-10
#[test]
fn every_row_of_the_targets_list() {
    let rows = table(include_str!("../tables/target_modifiers.csv"));
    assert_eq!(rows.len(), 31);
    for (row, options) in rows.iter().flat_map(|row| scales().map(move |options| (row, options))) {
        let (target, sector) = target_of(&row["id"]);
        for (arm, key) in
            [(Arm::Artillery, "from_artillery"), (Arm::Infantry, "from_other"), (Arm::Cavalry, "from_other")]
        {
            let rifled = row["id"] == "T26";
            let mut firer = Firer { sector, ..of(arm) };
            if rifled && arm == Arm::Artillery {
                firer.weapon = Weapon::ThreeInchOrdnance;
            }
            let facts = FireFacts { firer, target: target.clone(), ..FireFacts::default() };
            let total = volley(&facts, &options).expect("it can fire").target.total;
            // T26 comes on top of what unlimbered guns have
            let besides = if rifled { -3 } else { 0 };
            assert_eq!(total - besides, number(&row[key]), "{row:?} {arm:?}");
        }
    }
}

/// The check that a row is about: cause and facts.
fn check_of(id: &str) -> MoraleFacts {
    let mut f = MoraleFacts::default();
    let enfiladed = |f: &mut MoraleFacts, formation: Formation, sector| {
        (f.formation, f.enfiladed) = (formation, Some(sector));
        if formation == Formation::Unlimbered {
            (f.arm, f.stands, f.stands_at_start) = (Arm::Artillery, 3, 3);
        }
    };
    let charged = |f: &mut MoraleFacts, sector, horse| {
        (f.cause, f.charged, f.charged_by_mounted) = (Cause::PreImpact, Some(sector), horse);
    };
    match id {
        "M01" => f.leader = 1,
        "M02" => f.works = Works::Hasty,
        "M03" => f.works = Works::Light,
        "M04" => f.works = Works::Heavy,
        "M05" => f.behind_friends = true,
        "M06" => f.charging = true,
        "M07" => (f.arm, f.mounted, f.charging) = (Arm::Cavalry, true, true),
        "M08" => f.cover = Cover::Light,
        "M09" => f.cover = Cover::Heavy,
        "M10" => f.supports = 1,
        "M11" => enfiladed(&mut f, Formation::Unlimbered, Sector::PartialFlank),
        "M12" => enfiladed(&mut f, Formation::Unlimbered, Sector::FullFlank),
        "M13" => enfiladed(&mut f, Formation::Unlimbered, Sector::Rear),
        "M14" => enfiladed(&mut f, Formation::AttackColumn, Sector::Side),
        "M15" => enfiladed(&mut f, Formation::AttackColumn, Sector::Front),
        "M16" => enfiladed(&mut f, Formation::RoadColumn, Sector::Rear),
        "M17" => enfiladed(&mut f, Formation::BattleLine, Sector::PartialFlank),
        "M18" => enfiladed(&mut f, Formation::BattleLine, Sector::FullFlank),
        "M19" => enfiladed(&mut f, Formation::BattleLine, Sector::Rear),
        "M20" => f.elements_lost = 1,
        "M21" => f.merged = true,
        "M22" => f.near_enemy = true,
        "M23" => charged(&mut f, Sector::PartialFlank, false),
        "M24" => charged(&mut f, Sector::PartialFlank, true),
        "M25" => charged(&mut f, Sector::FullFlank, false),
        "M26" => charged(&mut f, Sector::Rear, true),
        other => panic!("{other}"),
    }
    f
}

// clauses: ADF-MMP-05, ADF-MMP-06, ADF-MMP-08, ADF-MMP-10, ADF-MMP-11, ADF-MMP-13, ADF-MMP-14, ADF-MMP-18, ADF-MMP-19, ADF-MMP-20
#[test]
fn every_row_of_the_morale_list() {
    let rows = table(include_str!("../tables/morale_modifiers.csv"));
    assert_eq!(rows.len(), 26);
    for (row, options) in rows.iter().flat_map(|row| scales().map(move |options| (row, options))) {
        let bmp = 4;
        for (by_artillery, rally, key) in [
            (true, false, "from_artillery"),
            (false, false, "from_other_or_rally"),
            (false, true, "from_other_or_rally"),
        ] {
            let mut facts = MoraleFacts { by_artillery, ..check_of(&row["id"]) };
            if rally && facts.cause == Cause::Fire {
                facts.cause = Cause::Rally;
            }
            let total = mmp_mods(&facts, &options).total - bmp;
            // the leader's own benefit is what his row subtracts
            let printed = if row[key] == "LB" { -1 } else { number(&row[key]) };
            assert_eq!(total, printed, "{row:?}");
            if row["cap"] != "NA" {
                (facts.supports, facts.elements_lost) = (facts.supports * 9, facts.elements_lost * 9);
                assert_eq!(mmp_mods(&facts, &options).total - bmp, number(&row["cap"]), "{row:?}");
            }
        }
    }
    // ADF-CHARGE-25: three in a dice-down impact
    let impact = MoraleFacts { cause: Cause::Impact, supports: 9, ..MoraleFacts::default() };
    let dice_down = Options { dice_down: true, ..Options::default() };
    assert_eq!(mmp_mods(&impact, &dice_down).total, 4 - 3);
    assert_eq!(mmp_mods(&impact, &Options::default()).total, 4 - 2);
}

// clauses: ADF-TARGET-01, ADF-MMP-04, ADF-TERRAIN-07, ADF-CHARGE-24
#[test]
fn what_did_not_count_is_shown_as_such() {
    let options = Options::default();
    let left_out = |lines: &[longroll_kit::Line]| -> Vec<String> {
        let not = |line: &&longroll_kit::Line| matches!(line.counted, Counted::No(_));
        lines.iter().filter(not).map(|line| line.label.to_string()).collect()
    };
    let target = Target {
        quality: Quality::Elite,
        formation: Formation::ExtendedLine,
        woods: Woods::Heavy,
        works: Works::Light,
        ..Target::default()
    };
    let fire = volley(&FireFacts { target: target.clone(), ..FireFacts::default() }, &options).unwrap();
    assert_eq!(fire.target.total, -5, "works -3 and heavy woods -2");
    assert_eq!(left_out(&fire.target.lines), ["infantry in extended line", "elite unit"]);
    let village = Target { village: true, ..target };
    let fire = volley(&FireFacts { target: village, ..FireFacts::default() }, &options).unwrap();
    assert_eq!((fire.target.total, left_out(&fire.target.lines).len()), (-3, 4));
    let facts = MoraleFacts {
        works: Works::Light,
        cover: Cover::Heavy,
        supports: 1,
        merged: true,
        near_enemy: true,
        elements_lost: 1,
        ..MoraleFacts::default()
    };
    let list = mmp_mods(&facts, &options);
    assert_eq!(list.total, 3, "4, works and cover -2 each, merged +2, one of the +1");
    assert_eq!(left_out(&list.lines).len(), 2, "{list:?}");
    let impact =
        MoraleFacts { cause: Cause::Impact, level: Level::Disorder, cmm: 3, ..MoraleFacts::default() };
    assert_eq!(left_out(&mmp_mods(&impact, &options).lines), ["morale level"]);
}

// clauses: ADF-GEO-04, ADF-GEO-07, ADF-SCALE-15
#[test]
fn adjacency_is_the_printed_one() {
    for scale in Scale::ALL {
        assert_eq!(adjacency(Terrain::Open), constant(scale, "adjacent_open"));
        assert_eq!(adjacency(Terrain::Road), constant(scale, "leader_adjacent_open"));
        assert_eq!(adjacency(Terrain::Open), constant(scale, "morale_trigger_open"));
        for terrain in [Terrain::Broken, Terrain::LightWoods] {
            assert_eq!(adjacency(terrain), constant(scale, "adjacent_broken_or_light_woods"));
        }
        for terrain in [Terrain::HeavyWoods, Terrain::Rough] {
            let touching = constant(scale, "adjacent_heavy_woods_or_rough");
            assert_eq!(
                (touching, adjacency(terrain)),
                (Length::ZERO, thousandths(50)),
                "touching, with the tolerance"
            );
        }
        for name in ["pre_impact_check", "desperation_fire", "reaction_after_move", "canister_close_range"] {
            assert_eq!(ONE_INCH, constant(scale, name), "{name}");
        }
    }
}
