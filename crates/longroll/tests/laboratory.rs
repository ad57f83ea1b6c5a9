//! The laboratory on the command line: rows, reports, questions, balance.

mod common;

use common::{Folder, fine, json, longroll, refused, unproven};
use std::fs;

const FAST: [&str; 6] = ["learning", "--blue", "random", "--gray", "random", "--seed"];

fn sim(more: &[&str]) -> Vec<String> {
    ["sim"].iter().chain(&FAST).chain(&["7"]).chain(more).map(|word| (*word).to_owned()).collect()
}

#[track_caller]
fn ran(more: &[&str]) -> String {
    let words = sim(more);
    fine(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

#[track_caller]
fn not_done(more: &[&str], contains: &str) {
    let words = sim(more);
    refused(&words.iter().map(String::as_str).collect::<Vec<_>>(), 2, contains);
}

#[test]
fn rows_are_the_same_with_any_number_of_jobs_and_after_an_interruption() {
    let folder = Folder::new("rows");
    let [one, two, cut] = ["one.jsonl", "two.jsonl", "cut.jsonl"].map(|name| folder.path(name));
    let sets = ["--ruleset", "quickplay", "--ruleset", "johnny-reb", "--games", "6"];
    let with = |file: &str, jobs: &str| ran(&[&sets[..], &["--rows", file, "--jobs", jobs]].concat());
    with(&one, "1");
    with(&two, "3");
    let whole = fs::read(&one).unwrap();
    assert_eq!(whole, fs::read(&two).unwrap());
    assert_eq!(whole.iter().filter(|byte| **byte == b'\n').count(), 12, "a battle a line");
    // Interrupted in the middle of the fourth battle, and before the eighth of twelve
    let ends: Vec<usize> = (0..whole.len()).filter(|place| whole[*place] == b'\n').collect();
    for at in [ends[2] + 40, ends[6] + 1] {
        fs::write(&cut, &whole[..at]).unwrap();
        with(&cut, "2");
        assert_eq!(fs::read(&cut).unwrap(), whole, "interrupted at byte {at}");
    }
    // Fewer battles first, more later: the order is that of one run.
    fs::remove_file(&cut).unwrap();
    ran(&["--ruleset", "quickplay", "--ruleset", "johnny-reb", "--games", "2", "--rows", &cut]);
    with(&cut, "2");
    assert_eq!(fs::read(&cut).unwrap(), whole);
}

#[test]
fn a_rows_file_of_another_experiment_is_left_alone() {
    let folder = Folder::new("other-rows");
    let rows = folder.path("rows.jsonl");
    let usual = ["--ruleset", "quickplay", "--games", "2", "--rows", &rows];
    ran(&usual);
    let before = fs::read(&rows).unwrap();
    not_done(&[&usual[..], &["--set", "QP-OPT-01=fire_too"]].concat(), "another experiment");
    not_done(&["--ruleset", "potomac", "--games", "2", "--rows", &rows], "another experiment");
    assert_eq!(fs::read(&rows).unwrap(), before);
    let letter = folder.write("letter.txt", "Dear mother,\nI am well.\n");
    not_done(&["--ruleset", "quickplay", "--games", "2", "--rows", &letter], "is no rows file");
    assert_eq!(fs::read_to_string(&letter).unwrap(), "Dear mother,\nI am well.\n");
}

#[test]
fn until_stops_at_the_same_battle_with_any_number_of_jobs() {
    let table = |jobs: &str| {
        let words =
            sim(&["--ruleset", "quickplay", "--games", "400", "--until", "±12", "--jobs", jobs, "--json"]);
        let table = json(&words.iter().map(String::as_str).collect::<Vec<_>>());
        table["rulesets"][0]["sums"].clone()
    };
    let sums = table("1");
    assert_eq!(sums, table("4"));
    let games = sums["games"].as_u64().unwrap();
    assert!((50..400).contains(&games), "{games}");
    not_done(&["--ruleset", "quickplay", "--until", "soon"], "--until says how exact");
    not_done(&["--ruleset", "quickplay", "--jobs", "0"], "--jobs is a number");
}

#[test]
fn a_report_is_written_once_and_the_same_again() {
    let folder = Folder::new("report");
    let [first, second] = ["first", "second"].map(|name| folder.path(name));
    let with = |report: &str| {
        ["--ruleset", "quickplay", "--ruleset", "grenadier", "--games", "12", "--report", report]
            .map(str::to_owned)
    };
    let run = |report: &str| ran(&with(report).iter().map(String::as_str).collect::<Vec<_>>());
    let said = run(&first);
    assert!(said.contains("report.html"), "{said}");
    run(&second);
    let names = |path: &str| {
        let mut names: Vec<String> = fs::read_dir(path)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let all = names(&first);
    for wanted in [
        "battles.csv",
        "report.html",
        "turns.csv",
        "units.csv",
        "grenadier-closest.jsonl",
        "quickplay-typical.jsonl",
    ] {
        assert!(all.iter().any(|name| name == wanted), "{wanted} is missing in {all:?}");
    }
    assert_eq!(all, names(&second));
    for name in &all {
        let read = |path: &str| fs::read(format!("{path}/{name}")).unwrap();
        assert_eq!(read(&first), read(&second), "{name}");
    }
    let verified = unproven(&["replay", &format!("{first}/quickplay-wildest.jsonl"), "--verify"]);
    assert!(!verified.is_empty());
    // What is there stays.
    not_done(&["--ruleset", "quickplay", "--games", "2", "--report", &first], "is there already");
    let file = folder.write("file", "x");
    not_done(&["--ruleset", "quickplay", "--games", "2", "--report", &file, "--force"], "is not a folder");
    not_done(
        &["--ruleset", "quickplay", "--games", "2", "--report", &folder.path("no/where")],
        "there is no folder",
    );
    assert_eq!(folder.files().len(), 3, "two reports and a file: nothing else was made");
    let forced = ["--ruleset", "quickplay", "--games", "4", "--report", &first, "--force"];
    ran(&forced);
    assert_ne!(
        fs::read(format!("{first}/report.html")).unwrap(),
        fs::read(format!("{second}/report.html")).unwrap()
    );
}

#[test]
fn tables_and_rows_of_two_machines_make_one() {
    let folder = Folder::new("merge");
    let part = |seed: &str, name: &str| {
        let rows = folder.path(&format!("{name}.jsonl"));
        let words = [
            "sim",
            "learning",
            "--blue",
            "random",
            "--gray",
            "random",
            "--ruleset",
            "quickplay",
            "--games",
            "5",
        ];
        let table = fine(&[&words[..], &["--seed", seed, "--rows", &rows, "--json"]].concat());
        (folder.write(&format!("{name}.json"), table), rows)
    };
    let ((first, first_rows), (second, second_rows)) = (part("1", "a"), part("6", "b"));
    let words = [
        "sim",
        "learning",
        "--blue",
        "random",
        "--gray",
        "random",
        "--ruleset",
        "quickplay",
        "--games",
        "10",
    ];
    let whole_rows = folder.path("whole.jsonl");
    let whole = json(&[&words[..], &["--seed", "1", "--rows", &whole_rows, "--json"]].concat());
    let merged = json(&["merge", &first, &second, "--json"]);
    let same = |name: &str| assert_eq!(merged["rulesets"][0][name], whole["rulesets"][0][name], "{name}");
    ["sums", "blue_wins", "median_turns", "median_commands", "turns", "run"].into_iter().for_each(same);
    let all = folder.path("all.jsonl");
    let of_rows = json(&["merge", &second_rows, &first_rows, "--rows", &all, "--json"]);
    assert_eq!(of_rows["rulesets"][0]["sums"], whole["rulesets"][0]["sums"]);
    assert_eq!(fs::read(&all).unwrap(), fs::read(&whole_rows).unwrap());
    refused(&["merge", &first, &first], 2, "would count twice");
    refused(&["merge", &first, &first_rows], 2, "tables with tables");
    refused(&["merge", &first_rows, "--rows", &all], 2, "is there already");
    let cut = folder.write("cut.jsonl", &fs::read(&first_rows).unwrap()[..400]);
    refused(&["merge", &cut], 2, "in the middle of a battle");
}

#[test]
fn questions_are_answered_over_pairs_of_battles() {
    let folder = Folder::new("questions");
    let report = folder.path("report");
    let sweep =
        ["--ruleset", "quickplay", "--games", "6", "--vary", "gray.men=0.5..1.5:3", "--report", &report];
    let said = ran(&sweep);
    assert!(said.contains("| quickplay | 0.5 |") && said.contains("| quickplay | 1.5 |"), "{said}");
    assert!(fs::read_to_string(format!("{report}/report.html")).unwrap().contains("gray.men"));
    let both =
        ran(&["--ruleset", "quickplay", "--games", "2", "--vary", "turns=3..4", "--vary", "QP-OPT-01=*"]);
    assert!(both.contains("| quickplay | 3 | ") && both.contains("| quickplay | 4 | "), "{both}");
    let words = sim(&["--ruleset", "quickplay", "--games", "3", "--against", "learning", "--json"]);
    let same = json(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(
        (&same[1]["score_difference"], &same[1]["low"]),
        (&serde_json::json!(0.0), &serde_json::json!(0.0)),
        "{same}"
    );
    not_done(&["--ruleset", "quickplay", "--vary", "gray.ghosts.men=0.5..1.5"], "no unit and no formation");
    not_done(&["--ruleset", "quickplay", "--vary", "gray.men=1.5..0.5"], "is empty");
    not_done(
        &["--ruleset", "quickplay", "--vary", "minutes=0..5:2", "--games", "1"],
        "the scenario has a mistake",
    );
    not_done(
        &["--ruleset", "quickplay", "--vary", "turns=500..501", "--games", "1"],
        "cannot muster the scenario with turns = 500",
    );
    let three =
        ["--ruleset", "quickplay", "--vary", "turns=3..4", "--vary", "turns=3..4", "--vary", "turns=3..4"];
    not_done(&three, "one thing or two");
}

#[test]
fn balance_finds_an_even_number_and_proves_it_with_other_seeds() {
    let folder = Folder::new("balance");
    let out = folder.path("even");
    let words =
        ["balance", "learning", "--ruleset", "quickplay", "--by", "gray.men=0.3..3.0:4", "--games", "40"];
    let players = ["--blue", "recruit", "--gray", "recruit"];
    let said = longroll(&[&words[..], &players, &["--write", &out, "--json"]].concat());
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let found: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let proof = &found[0]["proof"][0];
    assert_eq!(proof["games"], 80);
    let score =
        proof["union_wins"]["percent"].as_f64().unwrap() + proof["draws"]["percent"].as_f64().unwrap() / 2.0;
    // 80 battles of an even one lie between 39 and 61 in 19 of 20 cases; twice that for the search's own error.
    assert!((28.0..=72.0).contains(&score), "{score}: {}", said.out);
    assert!(found[0]["toml"].as_str().unwrap().contains("men = "));
    let check = longroll(&["scenario", "check", &out]);
    assert_eq!(check.code, Some(0), "{}{}", check.out, check.err);
    refused(
        &["balance", "learning", "--ruleset", "quickplay", "--by", "gray.quality=green,elite"],
        2,
        "--by takes numbers",
    );
    refused(&[&words[..], &["--write", &out]].concat(), 2, "is there already");
    refused(
        &["balance", "learning", "--ruleset", "quickplay", "--by", "turns=4..6", "--games", "3"],
        2,
        "--games",
    );
}
