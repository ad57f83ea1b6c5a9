//! Every command on its straight path, through the real program.

#[allow(dead_code, reason = "each test file uses its share")]
mod common;

use common::{Folder, fine, json, longroll, unproven};
use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

#[test]
fn help_names_every_command() {
    let help = fine(&["--help"]);
    for command in
        ["serve", "rules", "case", "odds", "play", "sim", "merge", "balance", "replay", "scenario", "schema"]
    {
        assert!(help.contains(command), "{command} is missing in {help}");
    }
}

#[test]
fn rules_lists_sets_clauses_and_one_clause() {
    assert!(fine(&["rules"]).contains("quickplay"));
    let list = fine(&["rules", "quickplay"]);
    for words in ["Turn sequence", "QP-TURN-01", "QP-OPT-01", "QP-R01"] {
        assert!(list.contains(words), "{words}");
    }
    let clause = fine(&["rules", "quickplay", "QP-COMBAT-17"]);
    // it has a ruling of our own and is coded
    for words in ["QP-COMBAT-17", "Printed:", "QP-R02", "Code", "crates/rules-quickplay/src/", "Tests"] {
        assert!(clause.contains(words), "{words} is missing in {clause}");
    }
    assert_eq!(fine(&["rules", "quickplay", "qp-combat-17"]), clause, "ids may be written small");
    assert!(fine(&["rules", "quickplay", "QP-OPT-01"]).contains("(default)"));
    assert!(fine(&["rules", "quickplay", "QP-R01"]).contains("QP-TERRAIN-01"));
}

#[test]
fn rules_as_json() {
    let sets = json(&["rules", "--json"]);
    assert_eq!(sets[0]["ruleset"], "quickplay");
    let all = json(&["rules", "quickplay", "--json"]);
    assert_eq!(all["clauses"].as_array().unwrap().len() as u64, sets[0]["clauses"].as_u64().unwrap());
    let one = json(&["rules", "quickplay", "QP-TURN-01", "--json"]);
    assert_eq!(one["clause"]["id"], "QP-TURN-01");
    assert!(one["status"].is_string());
}

/// The exit code says whether a clause has no code or no test, and both forms agree.
#[test]
fn the_trace_has_one_line_for_each_clause_option_and_ruling_and_says_whether_any_is_missing() {
    let all = json(&["rules", "quickplay", "--json"]);
    let count = |what: &str| all[what].as_array().unwrap().len();
    let clauses = count("clauses") + count("options") + count("rulings");
    let said = longroll(&["rules", "trace", "quickplay", "--json"]);
    let lines: Vec<serde_json::Value> = serde_json::from_str(&said.out).unwrap();
    assert_eq!(lines.len(), clauses);
    for line in &lines {
        assert_eq!(line["ruleset"], "quickplay");
        let (code, tests) = (line["code"].as_array().unwrap(), line["tests"].as_array().unwrap());
        match line["status"].as_str().unwrap() {
            "coded" | "ruled" => assert!(!code.is_empty() && !tests.is_empty(), "{line}"),
            "no code" => assert!(code.is_empty(), "{line}"),
            "no test" => assert!(!code.is_empty() && tests.is_empty(), "{line}"),
            other => panic!("{other} is not a status"),
        }
    }
    let gaps = lines.iter().any(|line| line["status"].as_str().unwrap().starts_with("no "));
    assert_eq!(said.code, Some(i32::from(gaps)));
    let words = longroll(&["rules", "trace"]);
    assert_eq!(words.code, said.code);
    assert!(words.out.contains(&format!("quickplay: {clauses} clauses, options and rulings; ")));
}

/// Infantry that stood still throws 4 dice, each hitting on a 6: no hit (5/6)⁴ = 625/1296, one 4·(1/6)·(5/6)³ =
/// 500/1296, two 6·(1/6)²·(5/6)² = 150/1296, three 20/1296, four 1/1296.
#[test]
fn odds_are_exact_fractions() {
    let answer = json(&["odds", "quickplay", "fire", "stationary=yes", "range=2", "--by", "hits", "--json"]);
    assert_eq!(answer["ruleset"], "quickplay");
    assert_eq!(answer["procedure"], "fire");
    assert_eq!(answer["facts"], serde_json::json!({ "stationary": true, "range": 2 }));
    assert_eq!(answer["sum"], "1");
    assert_eq!(answer["explained"][0]["title"], "The fire");
    let outcomes = answer["outcomes"].as_array().unwrap();
    let ways: Vec<_> = outcomes
        .iter()
        .map(|o| (o["outcome"]["hits"].as_u64().unwrap(), o["numerator"].as_str().unwrap()))
        .collect();
    assert_eq!(ways, [(0, "625"), (1, "500"), (2, "150"), (3, "20"), (4, "1")]);
    assert!(outcomes.iter().all(|outcome| outcome["denominator"] == "1296"));
    assert_eq!(outcomes[0]["percent"], "48.23"); // 625/1296 = 0.48225…
    let words = fine(&["odds", "quickplay", "fire", "stationary=yes", "range=2"]);
    // 500/1296 in lowest terms is 125/324
    for part in ["625/1296", "125/324", "48.23 %", "QP-COMBAT-06", "does not apply", "together = 1"] {
        assert!(words.contains(part), "{part} is missing in {words}");
    }
}

/// A rally with Morale 4 succeeds on 4 or less of one die: 4/6.
#[test]
fn odds_take_dotted_facts_options_and_explain_themselves() {
    let rally = json(&["odds", "quickplay", "rally", "morale=4", "--json"]);
    let yes = rally["outcomes"].as_array().unwrap().iter().find(|o| o["outcome"]["rallied"] == true).unwrap();
    let (ways, of) = (yes["numerator"].as_str().unwrap(), yes["denominator"].as_str().unwrap());
    assert_eq!(ways.parse::<u32>().unwrap() * 6, of.parse::<u32>().unwrap() * 4);
    let charge = ["odds", "quickplay", "charge", "charger.morale=5", "defender.kind=light_cavalry"];
    fine(&[&charge[..], &["--set", "QP-OPT-03=yes_4_to_6"]].concat());
    let facts = fine(&["odds", "quickplay", "charge", "--help-facts"]);
    for part in ["charger.morale (default ", "defender.kind", "yes or no", "QP-OPT-01"] {
        assert!(facts.contains(part), "{part} is missing in {facts}");
    }
    assert!(fine(&["odds", "quickplay"]).contains("melee"));
    assert!(fine(&["odds", "quickplay", "melee"]).contains("The facts it takes"));
}

#[test]
fn a_battle_is_fought_written_shown_and_verified() {
    let folder = Folder::new("battle");
    let log = folder.path("battle.jsonl");
    let play = [
        "play",
        "learning",
        "--ruleset",
        "quickplay",
        "--blue",
        "random",
        "--gray",
        "captain",
        "--seed",
        "7",
    ];
    let words = fine(&[&play[..], &["--log", &log]].concat());
    assert!(words.contains("Game file: ") && words.contains("rounds"), "{words}");
    assert_eq!(folder.files(), ["battle.jsonl"], "nothing is left beside it");
    let first = fs::read(&log).unwrap();

    let again = folder.path("again.jsonl");
    let result = json(&[&play[..], &["--log", &again, "--json"]].concat());
    assert_eq!(fs::read(&again).unwrap(), first, "the same battle gives the same bytes");
    assert_eq!(result["blue"]["player"], "random");
    assert!(result["stopped"].is_null());

    let verdict = unproven(&["replay", &log, "--verify", "--json"]);
    let verdict: serde_json::Value = serde_json::from_str(&verdict).unwrap();
    assert_eq!((&verdict["verdict"], verdict["open"].as_array().unwrap().len()), (&"unproven".into(), 1));
    assert_eq!(verdict["entries"], result["commands"]);
    assert_eq!(verdict["state"], result["state"]);
    assert!(unproven(&["replay", &log, "--verify"]).contains("every byte the same"));

    let shown = fine(&["replay", &log]);
    assert!(shown.starts_with("learning under quickplay") && shown.contains("\n1. "), "{shown}");
    let moments = json(&["replay", &log, "--json"]);
    // the muster, every command, the end
    let count = moments["moments"].as_array().unwrap().len() as u64;
    assert_eq!(count, result["commands"].as_u64().unwrap() + 2);
}

#[test]
fn a_battle_goes_to_standard_output_or_to_no_file_at_all() {
    let folder = Folder::new("standard-output");
    let log = folder.path("battle.jsonl");
    let play = ["play", "learning", "--ruleset", "quickplay", "--blue", "random", "--seed", "7"];
    fine(&[&play[..], &["--log", &log]].concat());
    let said = longroll(&[&play[..], &["--log", "-"]].concat());
    assert_eq!(said.code, Some(0));
    assert_eq!(said.out, fs::read_to_string(&log).unwrap(), "the file and nothing else");
    assert!(said.err.contains("learning under quickplay") && said.err.contains("rounds"), "{}", said.err);
    let words = fine(&play);
    assert!(words.contains("No game file was written"), "{words}");
    assert_eq!(folder.files(), ["battle.jsonl"]);
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn options_of_a_battle_stand_in_its_file() {
    let folder = Folder::new("options");
    let log = folder.path("battle.jsonl");
    let words = ["play", "learning", "--ruleset", "quickplay", "--seed", "2", "--set", "QP-OPT-01=fire_too"];
    fine(&[&words[..], &["--log", &log]].concat());
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.lines().next().unwrap().contains(r#""QP-OPT-01":"fire_too""#));
    unproven(&["replay", &log, "--verify"]);
}

#[test]
fn force_replaces_a_file() {
    let folder = Folder::new("force");
    let log = folder.write("battle.jsonl", "mine");
    fine(&["play", "learning", "--ruleset", "quickplay", "--seed", "3", "--log", &log, "--force"]);
    assert!(fs::read_to_string(&log).unwrap().starts_with('{'));
    assert_eq!(folder.files(), ["battle.jsonl"]);
}

#[test]
fn scenarios_are_listed_exported_checked_and_played_from_a_folder() {
    let list = json(&["scenario", "list", "--json"]);
    let names: Vec<_> =
        list.as_array().unwrap().iter().map(|one| one["scenario"].as_str().unwrap()).collect();
    assert!(names.contains(&"learning"));
    assert!(fine(&["scenario", "list"]).contains("Tolliver's Farm"));
    fine(&[&["scenario", "check"], &names[..]].concat());

    let folder = Folder::new("export");
    let mine = folder.path("mine");
    fine(&["scenario", "export", "learning", &mine]);
    assert_eq!(json(&["scenario", "check", &mine, "--json"])[0]["mistakes"], serde_json::json!([]));
    let file = format!("{mine}/scenario.toml");
    assert!(fine(&["scenario", "check", &file]).starts_with("mine: in order"));
    let log = folder.path("battle.jsonl");
    fine(&["play", &mine, "--ruleset", "quickplay", "--seed", "1", "--log", &log]);
    fine(&["scenario", "export", "learning", &mine, "--force"]);
}

#[test]
fn schemas_are_printed() {
    assert!(json(&["schema", "scenario"])["properties"]["title"].is_object());
    let all = [
        ("quickplay", include_str!("../../../schemas/game-quickplay.schema.json")),
        ("grenadier", include_str!("../../../schemas/game-grenadier.schema.json")),
        ("potomac", include_str!("../../../schemas/game-potomac.schema.json")),
    ];
    for (set, published) in all {
        let printed = json(&["schema", "game", set]);
        let published: serde_json::Value =
            serde_json::from_str(published).expect("the published schema is JSON");
        assert_eq!(
            printed, published,
            "write it anew: longroll schema game {set} > schemas/game-{set}.schema.json"
        );
    }
}

/// A reader who has heard enough, such as `head`, is no failure and no panic.
#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_longroll"))
        .args(["rules", "quickplay", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

/// Two dice of a stationary battery at Close range hit on 4 or more: 4 scores and 3 does not.
const GOOD_CASE: &str = r#"
ruleset = "quickplay"

[[case]]
name = "Artillery at Close range hits on 4"
clauses = ["QP-COMBAT-07"]
procedure = "fire"
facts = { firer = "field_artillery", stationary = true, range = 4, target_strength = 4 }
dice = "4 3"
expect = { hits = 1 }
"#;

#[test]
fn cases_pass_or_show_the_difference() {
    let folder = Folder::new("cases");
    let good = folder.write("good.toml", GOOD_CASE);
    assert!(fine(&["case", &good]).contains("1 of 1 cases passed"));
    let bad = folder.write("bad.toml", GOOD_CASE.replace("hits = 1", "hits = 2"));
    let said = longroll(&["case", &bad]);
    assert_eq!((said.code, said.err.as_str()), (Some(1), ""));
    assert!(said.out.contains("expected: 2") && said.out.contains("got:      1"), "{}", said.out);
    let both = longroll(&["case", &folder.path(""), "--json"]);
    assert_eq!(both.code, Some(1));
    let reports: serde_json::Value = serde_json::from_str(&both.out).unwrap();
    // in the order of the names
    assert_eq!(reports[0]["cases"][0]["verdict"], "differs");
    assert_eq!(reports[1]["cases"][0]["verdict"], "passed");
    assert!(longroll(&["case", &folder.path("")]).out.contains("all 2 files: 1 of 2 cases passed"));
}

#[test]
fn sim_fights_the_same_battles_again_under_several_rulesets() {
    let words = ["sim", "learning", "--ruleset", "quickplay", "--ruleset", "johnny-reb", "--blue", "random"];
    let words = [&words[..], &["--gray", "random", "--games", "4", "--seed", "7", "--json"]].concat();
    let mut first = json(&words);
    let mut again = json(&words);
    for table in [&mut first, &mut again] {
        for row in table["rulesets"].as_array_mut().unwrap() {
            assert!(row["seconds"].take().as_f64().unwrap() > 0.0);
            let won = |key: &str| row[key]["count"].as_u64().unwrap();
            assert_eq!(won("blue_wins") + won("gray_wins") + won("draws"), 4);
        }
    }
    assert_eq!(first, again, "the same seeds, the same battles");
    assert_eq!(first["rulesets"][1]["ruleset"], "johnny-reb");
    // The first seed is fought twice then, once from each side
    let mirrored = json(&[&words[..], &["--mirrored"]].concat());
    assert_eq!(mirrored["mirrored"], true);
    assert_ne!(mirrored["rulesets"][0]["blue_lost_percent"], first["rulesets"][0]["blue_lost_percent"]);
    let text = fine(&["sim", "learning", "--ruleset", "quickplay", "--games", "1", "--blue", "random"]);
    assert!(text.contains("| `quickplay` |") && text.contains("seconds |"), "{text}");
}
