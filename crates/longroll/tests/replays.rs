//! Golden replays: every kept battle is decided anew, to the byte.

#[allow(dead_code, reason = "each test file uses its share")]
mod common;

use common::{fine, longroll, unproven};
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_kept_battle_is_decided_the_same_way_again() {
    let kept = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays"));
    let of_today = kept.into_iter().filter(|file| !file.components().any(|part| part.as_os_str() == "older"));
    let of_today: Vec<_> = of_today.collect();
    assert!(of_today.len() >= 20, "the replays are missing: {of_today:?}");
    for file in of_today {
        let text = unproven(&["replay", &file.display().to_string(), "--verify"]);
        assert!(text.contains("every byte the same"), "{}: {text}", file.display());
        assert!(text.contains("consistent but unproven") && text.contains("no keys"), "{text}");
    }
}

#[test]
fn games_of_every_older_revision_are_shown_and_decided_anew_up_to_a_difference() {
    let older = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays/older"));
    for set in ["quickplay", "potomac", "deadly-field", "grenadier", "johnny-reb"] {
        let of_set =
            older.iter().filter(|file| file.components().any(|part| part.as_os_str() == set)).count();
        assert!(of_set >= 2, "{set} has {of_set} older games");
    }
    for file in older {
        let name = file.display().to_string();
        let revision = name.split("revision-").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
        let header = fs::read_to_string(&file).unwrap();
        let header = header.lines().next().unwrap().to_owned();
        assert!(header.contains(&format!("revision {revision}\"")), "{name} is not of its revision");
        assert!(!fine(&["replay", &name]).is_empty(), "{name}");
        let anew = longroll(&["replay", &name, "--redecide"]);
        assert!(anew.err.is_empty() && matches!(anew.code, Some(0 | 1)), "{name}: {}{}", anew.out, anew.err);
        let verified = longroll(&["replay", &name, "--verify"]);
        assert_eq!(
            verified.code,
            Some(2),
            "{name} is neither proven nor forged: {}{}",
            verified.out,
            verified.err
        );
    }
}

/// The log of every kept battle of a ruleset, one telling a line.
fn logs(ruleset: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays").join(ruleset);
    files(&folder).iter().map(|file| fine(&["replay", &file.display().to_string()])).collect()
}

/// Every line that ends in these words cites one of these clauses, and each of the clauses is cited by one.
fn cites(log: &str, words: &str, clauses: &[&str]) {
    let cited: Vec<&str> = log
        .lines()
        .filter_map(|line| line.strip_suffix(')')?.rsplit_once(" ("))
        .filter(|(text, _)| text.ends_with(words))
        .map(|(_, clause)| clause)
        .collect();
    assert!(cited.iter().all(|clause| clauses.contains(clause)), "{words}: {cited:?}");
    assert!(clauses.iter().all(|clause| cited.contains(clause)), "{words}: {cited:?}");
}

#[test]
fn dice_for_movement_cite_the_kind_of_movement() {
    let log = logs("grenadier");
    cites(&log, "for full move", &["GRE-MOVE-01"]);
    cites(&log, "for approach", &["GRE-CHARGE-03"]);
    cites(&log, "for closing", &["GRE-CHARGE-06"]);
    cites(&log, "for pursuit", &["GRE-PURSUIT-10"]);
    cites(&log, "for retreat", &["GRE-MOVE-23"]);
    cites(&log, "for rout", &["GRE-MOVE-23"]);
    cites(&log, "for its change of formation", &["GRE-FORM-01"]);
}

#[test]
fn changes_of_level_cite_what_brought_them() {
    let log = logs("deadly-field");
    // a check, the two ways to resolve an impact, and a flight through friends
    let shaken = ["ADF-MORALE-06", "ADF-MORALE-09", "ADF-FIV-10", "ADF-DICE-08", "ADF-MOVE-11"];
    cites(&log, "is shaken", &shaken);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder of replays");
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "jsonl") {
            found.push(path);
        }
    }
    found.sort();
    found
}
