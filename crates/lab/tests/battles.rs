//! Battles of the learning scenario, fought and looked at.

use longroll_ai::Opponent;
use longroll_game::{Battle, ScenarioText};
use longroll_kit::{Settings, Side};
use longroll_lab::{
    Arena, Column, Comparison, Head, Kept, Plan, Point, Row, Variation, battles_csv, choose, comparison_csv,
    comparison_html, grid, html, kept_battle, read_rows, turns_csv, units_csv, write_row,
};
use longroll_rulesets::RulesetId;

fn learning() -> Battle {
    Battle::read(ScenarioText {
        name: "learning".to_owned(),
        toml: include_str!("../../../scenarios/learning/scenario.toml").to_owned(),
        geojson: include_str!("../../../scenarios/learning/terrain.geojson").to_owned(),
    })
    .unwrap()
}

fn plan(ruleset: RulesetId) -> Plan {
    Plan {
        ruleset,
        battle: learning(),
        settings: Settings::default(),
        opponents: [Opponent::Random.into(), Opponent::Random.into()],
        first_seed: 5,
        mirrored: false,
        counts_rules: true,
    }
}

fn rows(arena: &Arena, games: u64) -> Vec<Row> {
    (0..games).map(|number| arena.fight(number).unwrap()).collect()
}

#[test]
fn a_row_adds_up_under_every_ruleset() {
    for set in RulesetId::ALL {
        let arena = Arena::new(plan(*set)).unwrap();
        let row = arena.fight(3).unwrap();
        assert_eq!((row.seed, row.ruleset.as_str(), arena.number_of(&row)), (8, set.id(), Some(3)));
        for side in [Side::Blue, Side::Gray] {
            let own = || row.units.iter().filter(move |unit| unit.side == side);
            assert_eq!(own().map(|unit| unit.start).sum::<u32>(), row.strength[side as usize], "{set}");
        }
        let by_place: u32 = row.losses.iter().map(|loss| loss.lost).sum();
        assert_eq!(
            by_place,
            row.units.iter().map(|unit| unit.lost).sum::<u32>(),
            "{set}: each loss has a place"
        );
        let last = row.by_turn.last().unwrap();
        assert_eq!((last.lost, last.points), (row.lost, row.points), "{set}");
        assert!(row.by_turn.is_sorted_by(|one, other| one.turn < other.turn), "{set}: {:?}", row.by_turn);
        assert!(
            row.by_turn.is_sorted_by(|one, other| one.lost[0] <= other.lost[0])
                || *set == RulesetId::Grenadier
        );
        assert!((1..=row.turns.max(1)).contains(&row.decided), "{set}");
        assert!(!row.clauses.is_empty() && !row.given.is_empty() && !row.reason.is_empty(), "{set}");
        let field = learning().scenario().field;
        for at in row.losses.iter().map(|loss| loss.at) {
            assert!(
                (0..=field.width_yards as i32).contains(&at[0])
                    && (0..=field.height_yards as i32).contains(&at[1])
            );
        }
        assert_eq!(arena.fight(3).unwrap(), row, "{set}: the same seed, the same row");
        assert_ne!(arena.fight(4).unwrap(), row);
    }
}

#[test]
fn rows_are_read_as_they_were_written() {
    let rows = rows(&Arena::new(plan(RulesetId::Quickplay)).unwrap(), 3);
    let text: String = rows.iter().map(write_row).collect();
    assert_eq!(text.lines().count(), 3, "a battle a line");
    assert_eq!(read_rows(&text).unwrap(), (rows.clone(), text.len()));
    // Cut off in the middle of the third battle: two are whole.
    let cut = text.len() - 10;
    let (read, whole) = read_rows(&text[..cut]).unwrap();
    assert_eq!((read.len(), whole), (2, write_row(&rows[0]).len() + write_row(&rows[1]).len()));
    let error = read_rows("{\"seed\": 1}\n").unwrap_err();
    assert!(error.to_string().starts_with("line 1 is no battle of a rows file"), "{error}");
}

#[test]
fn an_experiment_has_a_name_of_its_own() {
    let first = plan(RulesetId::Quickplay);
    assert_eq!(first.run(), Plan { first_seed: 9, ..first.clone() }.run(), "the seed is no part of it");
    let others = [
        Plan { ruleset: RulesetId::Potomac, ..first.clone() },
        Plan { opponents: [Opponent::Random.into(), Opponent::Recruit.into()], ..first.clone() },
        Plan { counts_rules: false, ..first.clone() },
    ];
    assert!(others.iter().all(|other| other.run() != first.run()));
    let mirrored = Plan { mirrored: true, ..first };
    assert_eq!(
        (mirrored.seed_of(0), mirrored.seed_of(1), mirrored.seed_of(2)),
        ((5, false), (5, true), (6, false))
    );
}

#[test]
fn a_report_is_made_from_rows_alone_and_names_its_battles() {
    let arena = Arena::new(plan(RulesetId::Quickplay)).unwrap();
    let rows = rows(&arena, 24);
    let battle = learning();
    let head = Head {
        name: "learning",
        scenario: battle.scenario(),
        opponents: ["random".to_owned(), "random".to_owned()],
        first_seed: 5,
        mirrored: false,
        command: "longroll sim <learning>".to_owned(),
    };
    let chosen = choose(&rows);
    assert_eq!(
        chosen.iter().map(|chosen| chosen.name).collect::<Vec<_>>(),
        ["typical", "closest", "wildest"]
    );
    let kept: Vec<Kept> = chosen
        .iter()
        .map(|chosen| Kept {
            ruleset: RulesetId::Quickplay,
            name: chosen.name,
            why: chosen.why.clone(),
            seed: chosen.seed,
            file: format!("{}.jsonl", chosen.name),
        })
        .collect();
    let page = html(&head, &[(RulesetId::Quickplay, &rows)], &kept);
    assert_eq!(page, html(&head, &[(RulesetId::Quickplay, &rows)], &kept));
    for wanted in [
        "Who wins",
        "Losses by turn",
        "When it was decided",
        "By what it was decided",
        "never came up",
        "wildest.jsonl",
        "&lt;learning&gt;",
    ] {
        assert!(page.contains(wanted), "{wanted} is missing");
    }
    assert!(!page.contains("NaN") && !page.contains("inf "), "every figure is a number");
    assert!(!page.contains("<script") && !page.contains("http"), "the page needs nothing else");
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    // Nothing fought, nothing broken
    assert!(!html(&head, &[(RulesetId::Quickplay, &[])], &[]).contains("NaN"));
    assert_eq!(battles_csv(&rows).lines().count(), 25);
    assert_eq!(units_csv(&rows).lines().count(), 1 + rows.iter().map(|row| row.units.len()).sum::<usize>());
    assert_eq!(turns_csv(&rows).lines().count(), 1 + rows.iter().map(|row| row.by_turn.len()).sum::<usize>());
}

#[test]
fn a_battle_worth_a_look_is_the_one_of_the_row() {
    let arena = Arena::new(plan(RulesetId::JohnnyReb)).unwrap();
    let row = arena.fight(0).unwrap();
    let file = kept_battle(arena.plan(), row.seed).unwrap();
    let close: serde_json::Value = serde_json::from_str(file.lines().last().unwrap()).unwrap();
    assert_eq!(close["end"]["winner"], serde_json::to_value(row.winner).unwrap(), "{close}");
    let commands =
        file.lines().filter(|line| line.starts_with("{\"entry\"") || line.contains("\"command\":")).count();
    assert_eq!(commands, row.commands as usize);
}

fn wrong(text: &str) -> String {
    Variation::parse(text, &learning(), &[RulesetId::Quickplay]).unwrap_err().to_string()
}

#[test]
fn questions_are_read_or_refused_with_what_to_write() {
    let battle = learning();
    let read = |text: &str| Variation::parse(text, &battle, &[RulesetId::Quickplay]).unwrap();
    let labels = |text: &str| read(text).steps.iter().map(|step| step.label.clone()).collect::<Vec<_>>();
    assert_eq!(labels("gray.men=0.5..1.5"), ["0.5", "0.75", "1.0", "1.25", "1.5"]);
    assert_eq!(labels("minutes=60..90:4"), ["60", "70", "80", "90"]);
    // Five values of three whole numbers are three
    assert_eq!(labels("turns=6..8"), ["6", "7", "8"]);
    assert_eq!(read("gray.men=0.5..1.5").steps.iter().position(|step| step.is_as_written), Some(2));
    assert!(wrong("gray.men").contains("varies nothing"));
    assert!(wrong("gray.nobody.men=0.5..1.5").contains("no unit and no formation \"nobody\""));
    assert!(wrong("gray.men=1.5..0.5").contains("is empty"));
    assert!(wrong("gray.men=2..2").contains("is empty"));
    assert!(wrong("gray.men=a..b").contains("is no interval"));
    assert!(wrong("gray.men=1..5:1").contains("from 2 to 101"));
    assert!(wrong("gray.hats=1..5").contains("units have no \"hats\""));
    assert!(wrong("objectives.moon.points=1..5").contains("there is no objective \"moon\""));
    assert!(wrong("weather=rain").contains("nothing of this scenario"));
    assert!(wrong("overrides.chess.turns=1..5").contains("there is no ruleset"));
    assert!(wrong("turns=0.5..1.5").contains("whole numbers"));
    let option = RulesetId::Quickplay.registry().options[0].id.to_string();
    assert!(wrong(&format!("{option}=never")).contains("cannot be set to"));
    assert!(labels(&format!("{option}=*")).len() >= 2);
    let elsewhere = RulesetId::Potomac.registry().options[0].id.to_string();
    assert!(wrong(&format!("{elsewhere}=*")).contains("add --ruleset potomac"));
}

#[test]
fn a_step_changes_what_it_names_and_nothing_else() {
    let battle = learning();
    let half = Variation::parse("gray.men=0.5..1.0:2", &battle, &[RulesetId::Quickplay]).unwrap();
    let (changed, _) = half.applied(&half.steps[0], &battle, &[], RulesetId::Quickplay).unwrap();
    let (before, after) = (battle.scenario(), changed.scenario());
    assert_eq!(before.sides.blue, after.sides.blue);
    for (old, new) in before.sides.gray.units.iter().zip(&after.sides.gray.units) {
        // halves go up
        assert_eq!(new.men, old.men.map(|men| men.div_ceil(2)), "{}", old.id);
    }
    let (same, _) = half.applied(&half.steps[1], &battle, &[], RulesetId::Quickplay).unwrap();
    assert_eq!(same.scenario(), battle.scenario());
    let turns = Variation::parse("turns=3..4", &battle, &[RulesetId::Quickplay]).unwrap();
    let (shorter, _) = turns.applied(&turns.steps[0], &battle, &[], RulesetId::Quickplay).unwrap();
    let arena = Arena::new(Plan { battle: shorter, ..plan(RulesetId::Quickplay) }).unwrap();
    assert!((0..4).all(|number| arena.fight(number).unwrap().turns <= 3));
    // What the scenario itself would refuse is refused with the value that did it
    let none = Variation::parse("minutes=0..10:2", &battle, &[RulesetId::Quickplay]).unwrap();
    let error = none.applied(&none.steps[0], &battle, &[], RulesetId::Quickplay).unwrap_err().to_string();
    assert!(error.contains("with minutes = 0 the scenario has a mistake"), "{error}");
}

#[test]
fn two_questions_make_a_grid_and_a_comparison_has_a_base() {
    let battle = learning();
    let read = |text: &str| Variation::parse(text, &battle, &[RulesetId::Quickplay]).unwrap();
    let two = [read("gray.men=0.5..1.0:2"), read("turns=3..5")];
    let grid = grid(&two);
    assert_eq!(grid.len(), 6);
    assert_eq!(grid[1].iter().map(|step| step.label.as_str()).collect::<Vec<_>>(), ["0.5", "4"]);
    let arena = Arena::new(plan(RulesetId::Quickplay)).unwrap();
    let rows = rows(&arena, 4);
    let point = |label: &str, is_base| Point { labels: vec![label.to_owned()], value: None, is_base };
    let columns = [Column { ruleset: RulesetId::Quickplay, rows: vec![rows.clone(), rows] }];
    let comparison = Comparison {
        title: "Twice the same".to_owned(),
        about: String::new(),
        command: String::new(),
        keys: vec!["what".to_owned()],
        points: vec![point("one", false), point("two, again", true)],
        columns: &columns,
    };
    let table = comparison_csv(&comparison);
    // The same battles at both values differ by nothing.
    let lines: Vec<&str> = table.lines().collect();
    assert!(
        lines[1].contains("0.000,0.000,0.000") && lines[2].starts_with("quickplay,\"two, again\","),
        "{table}"
    );
    let page = comparison_html(&comparison);
    assert!(page.contains("the base") && !page.contains("NaN"), "{page}");
}
