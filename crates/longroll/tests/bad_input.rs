//! Whatever is given to the program: one clear message, exit code 1 or 2, nothing overwritten, never a panic.

#[allow(dead_code, reason = "each test file uses its share")]
mod common;

use common::{Folder, fine, longroll, refused};
use std::fs;

const JUNK: &[u8] = &[0xff, 0xfe, 0x00, 0x80, b'{', 0xc3, 0x28, 0x1b];

#[test]
fn sim_says_what_is_wrong() {
    refused(&["sim", "learning", "--ruleset", "chess"], 2, "there is no ruleset");
    refused(&["sim", "learning", "--ruleset", "all", "--ruleset", "quickplay"], 2, "stands alone");
    refused(&["sim", "learning", "--ruleset", "quickplay", "--games", "0"], 2, "--games");
    refused(&["sim", "learning", "--ruleset", "quickplay", "--games", "3", "--mirrored"], 2, "even number");
    refused(&["sim", "nowhere", "--ruleset", "quickplay"], 2, "there is no scenario");
    refused(&["sim", "learning", "--ruleset", "all", "--set", "QP-OPT-01=fire_too"], 2, "one ruleset");
}

#[test]
fn unknown_words_are_answered_with_the_known_ones() {
    refused(&["rules", "chess"], 2, "the rulesets are: quickplay");
    refused(&["rules", "quickplay", "QP-NOPE-99"], 2, "longroll rules quickplay lists them");
    refused(&["rules", "quickplay", "no clause at all, and far too long to be one"], 2, "not a clause id");
    refused(&["rules", "trace", "chess"], 2, "the rulesets are: quickplay");
    refused(&["odds", "chess"], 2, "the rulesets are");
    refused(&["odds", "quickplay", "bluff"], 2, "it has: fire, melee");
    refused(&["schema", "game", "chess"], 2, "the rulesets are");
    refused(&["scenario", "export", "waterloo", "/nowhere"], 2, "learning");
    refused(&["frobnicate"], 2, "unrecognized subcommand");
    refused(&["play"], 2, "required");
}

#[test]
fn facts_that_make_no_sense_are_refused() {
    let odds = |facts: &[&str], contains: &str| {
        refused(&[&["odds", "quickplay", "fire"], facts].concat(), 2, contains);
    };
    odds(&["wind=strong"], "wind");
    odds(&["range"], "key=value");
    odds(&["range=far"], "far");
    odds(&["range=99999999999999999999999999"], "--help-facts");
    odds(&["firer=dragon"], "dragon");
    odds(&["firer.kind=infantry"], "--help-facts");
    odds(&["firer_strength=0"], "QP-UNIT-04");
    odds(&["firer_strength=4000"], "--help-facts");
    odds(&["range=1", "range=2"], "give it once");
    odds(&["=1"], "name of a fact");
    odds(&["range=2", "--by", "luck"], "they have: hits");
    odds(&["range=2", "--set", "QP-OPT-99=yes"], "QP-OPT-01");
    odds(&["range=2", "--set", "QP-OPT-01=maybe"], "melee_only");
    odds(&["range=2", "--set", "QP-OPT-01"], "OPT-01=fire_too");
}

#[test]
fn scenarios_that_cannot_be_read_or_do_not_hold() {
    let folder = Folder::new("bad-scenarios");
    refused(&["scenario", "check", &folder.path("nowhere")], 2, "one of: brandy-station");
    refused(&["scenario", "check", &folder.path("")], 2, "there is no file");
    fine(&["scenario", "export", "learning", &folder.path("")]);
    let (good, ground) =
        ["scenario.toml", "terrain.geojson"].map(|f| fs::read_to_string(folder.path(f)).unwrap()).into();
    for (toml, geojson, code, contains) in [
        ("title = ", ground.as_str(), 1, "scenario.toml:1"),
        (&good[..good.len() / 2], &ground, 1, "scenario.toml"),
        (&good, "{\"type\": \"FeatureCollection\"", 1, "terrain.geojson"),
        (&good, "[]", 1, "terrain.geojson"),
        ("", "", 1, "scenario.toml"),
    ] {
        folder.write("scenario.toml", toml);
        folder.write("terrain.geojson", geojson);
        refused(&["scenario", "check", &folder.path("")], code, contains);
        refused(&["scenario", "check", &folder.path(""), "--json"], code, "");
        let log = folder.path("battle.jsonl");
        let play = ["play", &folder.path(""), "--ruleset", "quickplay", "--seed", "1", "--log", &log];
        refused(&play, 2, "longroll scenario check");
    }
    folder.write("scenario.toml", JUNK);
    refused(&["scenario", "check", &folder.path("")], 2, "UTF-8");
    assert_eq!(folder.files(), ["scenario.toml", "terrain.geojson"], "no game file was begun");
}

#[test]
fn nothing_is_overwritten() {
    let folder = Folder::new("overwrite");
    let log = folder.write("battle.jsonl", "mine");
    let play = ["play", "learning", "--ruleset", "quickplay", "--seed", "1", "--log"];
    refused(&[&play[..], &[&log]].concat(), 2, "--force");
    refused(&[&play[..], &[&folder.path("")]].concat(), 2, "is a folder");
    refused(&[&play[..], &[&folder.path("no/battle.jsonl")]].concat(), 2, "make it first");
    // --force replaces ordinary files and nothing else
    refused(&[&play[..], &["/dev/null", "--force"]].concat(), 2, "not an ordinary file");
    assert!(!fs::symlink_metadata("/dev/null").unwrap().is_file());
    #[cfg(unix)]
    {
        let link = folder.path("link.jsonl");
        std::os::unix::fs::symlink(&log, &link).unwrap();
        refused(&[&play[..], &[&link, "--force"]].concat(), 2, "not an ordinary file");
        fs::remove_file(&link).unwrap();
    }
    folder.write("terrain.geojson", "mine");
    refused(&["scenario", "export", "learning", &folder.path("")], 2, "--force");
    refused(&["scenario", "export", "learning", &log], 2, "cannot be made");
    assert_eq!(folder.files(), ["battle.jsonl", "terrain.geojson"]);
    for file in folder.files() {
        assert_eq!(fs::read_to_string(folder.path(&file)).unwrap(), "mine");
    }
}

#[test]
fn battles_that_cannot_be_fought() {
    let folder = Folder::new("no-battle");
    let log = folder.path("battle.jsonl");
    let play = |words: &[&str], contains: &str| {
        refused(&[&["play"], words, &["--log", &log]].concat(), 2, contains);
    };
    play(&["waterloo", "--ruleset", "quickplay", "--seed", "1"], "one of: brandy-station");
    play(&["learning", "--ruleset", "chess", "--seed", "1"], "the rulesets are");
    play(&["learning", "--ruleset", "quickplay", "--seed", "1", "--blue", "napoleon"], "random, recruit, captain, general");
    play(&["learning", "--ruleset", "quickplay", "--seed", "-1"], "");
    play(&["learning", "--ruleset", "quickplay", "--seed", "one"], "one");
    play(&["learning", "--ruleset", "quickplay", "--seed", "1", "--set", "QP-OPT-01=maybe"], "melee_only");
    assert!(folder.files().is_empty());
}

/// A finished battle, and every way to spoil its file that we could think of.
#[test]
fn spoiled_game_files_are_told_apart_from_good_ones() {
    let folder = Folder::new("spoiled");
    let log = folder.path("battle.jsonl");
    fine(&["play", "learning", "--ruleset", "quickplay", "--seed", "5", "--log", &log]);
    let good = fs::read_to_string(&log).unwrap();
    let verify = |contents: &[u8], code: i32, contains: &str| {
        let path = folder.write("spoiled.jsonl", contents);
        refused(&["replay", &path, "--verify"], code, contains);
        let shown = longroll(&["replay", &path]);
        assert!(
            !shown.err.contains("panicked") && !shown.err.contains("mistake in this program"),
            "{}",
            shown.err
        );
    };
    verify(b"", 2, "the file is empty");
    verify(JUNK, 2, "UTF-8");
    verify(b"hello\n", 2, "line 1");
    verify(b"{}\n", 2, "not a game file");
    verify(&good.as_bytes()[..good.len() - 20], 2, "line ");
    verify(good.replacen("\"longroll\":1", "\"longroll\":99", 1).as_bytes(), 2, "line 1");
    verify(
        good.replacen("\"ruleset\":\"quickplay\"", "\"ruleset\":\"chess\"", 1).as_bytes(),
        2,
        "the rulesets are",
    );
    let other_edition = good.replacen("revision ", "revision 9", 1);
    verify(other_edition.as_bytes(), 2, "it can be shown but not continued or verified");
    assert!(longroll(&["replay", &folder.path("spoiled.jsonl")]).code == Some(0), "but it can be shown");

    let lines: Vec<&str> = good.lines().collect();
    let without = |place: usize| {
        let mut kept = lines.clone();
        kept.remove(place);
        kept.join("\n") + "\n"
    };
    verify(without(5).as_bytes(), 1, "forged: line 6");
    let (before_end, end) = lines.split_at(lines.len() - 1);
    verify((end.join("\n") + "\n").as_bytes(), 2, "line 1");
    let rolled =
        before_end.iter().position(|line| line.contains("\"faces\":[1")).expect("somebody threw a 1");
    let mut edited: Vec<String> = lines.iter().map(ToString::to_string).collect();
    edited[rolled] = edited[rolled].replacen("\"faces\":[1", "\"faces\":[6", 1);
    let entry = rolled - 1; // the header and the muster stand before entry 1
    verify((edited.join("\n") + "\n").as_bytes(), 1, &format!("entry {entry}"));
    verify((good.clone() + "\n").as_bytes(), 2, "");
    verify(good.replacen("\"entry\":{", "\"entry\": {", 1).as_bytes(), 1, "written differently");

    refused(&["replay", &folder.path("")], 2, "is a folder");
    refused(&["replay", &folder.path("nowhere.jsonl")], 2, "there is no file");
    assert_eq!(fs::read_to_string(&log).unwrap(), good);
}

/// Units and places that do not exist, in events and commands: shown or refused, never a panic.
#[test]
fn forged_numbers_never_stop_the_program() {
    let folder = Folder::new("forged");
    let log = folder.path("battle.jsonl");
    fine(&["play", "learning", "--ruleset", "quickplay", "--seed", "5", "--log", &log]);
    let good = fs::read_to_string(&log).unwrap();
    for (from, to) in
        [("\"unit\":1", "\"unit\":60000"), ("\"target\":", "\"target\":5"), ("\"lost\":1", "\"lost\":255")]
    {
        let path = folder.write("forged.jsonl", good.replace(from, to));
        for words in [&["replay", &path][..], &["replay", &path, "--verify"]] {
            let said = longroll(words);
            assert!(matches!(said.code, Some(0..=2)), "{words:?}");
            assert!(
                !said.err.contains("panicked") && !said.err.contains("mistake in this program"),
                "{}",
                said.err
            );
        }
    }
}

#[test]
fn cases_that_cannot_be_run() {
    let folder = Folder::new("bad-cases");
    let case = |contents: &[u8], contains: &str| {
        let path = folder.write("case.toml", contents);
        let said = longroll(&["case", &path]);
        let shown = said.out + &said.err;
        assert_eq!(said.code, Some(2), "{shown}");
        assert!(shown.contains(contains), "{contains:?} is missing in {shown}");
        assert!(!shown.contains("panicked") && !shown.contains("mistake in this program"), "{shown}");
    };
    case(JUNK, "UTF-8");
    case(b"", "ruleset");
    case(b"ruleset = ", "case.toml:1");
    case(b"ruleset = 7", "case.toml:1");
    case(b"ruleset = 'chess'", "the rulesets are: quickplay");
    let head = "ruleset = 'quickplay'\n[[case]]\nname = 'a'\n";
    case(
        format!("{head}clauses = ['QP-NOPE-01']\nprocedure = 'fire'\nexpect = {{ hits = 1 }}").as_bytes(),
        "QP-NOPE-01",
    );
    case(
        format!("{head}clauses = ['QP-COMBAT-07']\nprocedure = 'bluff'\ndice = ''\nexpect = {{ hits = 1 }}")
            .as_bytes(),
        "bluff",
    );
    case(
        format!("{head}clauses = ['QP-COMBAT-07']\nprocedure = 'fire'\nspell = 'x'\nexpect = {{ hits = 1 }}")
            .as_bytes(),
        "spell",
    );
    refused(&["case", &folder.path("nowhere.toml")], 2, "there is no file");
    fs::remove_file(folder.path("case.toml")).unwrap();
    refused(&["case", &folder.path("")], 2, "no case files");
    refused(&["case"], 2, "required");
}
