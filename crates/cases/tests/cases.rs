//! Cases of a toy ruleset: what passes, what differs, what cannot be run.

#[path = "../../game/tests/toy/mod.rs"]
mod toy;

use longroll_cases::{CaseReport, Difference, Verdict, peek, run};
use longroll_table::inches;
use proptest::prelude::*;
use toy::Toy;

const GOOD: &str = include_str!("toy.toml");

fn report(text: &str) -> CaseReport {
    run::<Toy>(text, "toy.toml", inches(1))
}

/// The verdict on one case with these lines.
fn verdict(lines: &str) -> Verdict {
    let report =
        report(&format!("ruleset = \"toy\"\n[[case]]\nname = \"N\"\nclauses = [\"T-SHOOT-01\"]\n{lines}"));
    assert_eq!(report.mistake, None);
    report.cases.into_iter().next().expect("one case").verdict
}

/// The verdict on a case with two counters, A at 10 and X at 14, 3 strength each, blue to go.
fn position(lines: &str) -> Verdict {
    verdict(&format!(
        "setup.table = [20, 1]\nsetup.turn = \"blue\"\nsetup.unit = [{{ at = 10, strength = 3 }}, {{ at = 14, strength = 3 }}]\n{lines}"
    ))
}

fn differs(verdict: Verdict) -> Vec<(String, String, String)> {
    match verdict {
        Verdict::Differs(all) => {
            all.into_iter().map(|Difference { what, expected, got }| (what, expected, got)).collect()
        }
        other => panic!("expected a difference, got {other:?}"),
    }
}

fn difference(what: &str, expected: &str, got: &str) -> Vec<(String, String, String)> {
    vec![(what.to_owned(), expected.to_owned(), got.to_owned())]
}

fn broken(verdict: Verdict) -> (usize, String) {
    match verdict {
        Verdict::Broken(mistake) => (mistake.line, mistake.what),
        other => panic!("expected a broken case, got {other:?}"),
    }
}

#[test]
fn good_cases_pass() {
    let report = report(GOOD);
    assert!(report.is_all_right(), "{report}");
    assert_eq!(report.cases.len(), 9);
    assert_eq!(report.to_string(), "toy.toml: 9 of 9 cases passed");
    assert_eq!(peek(GOOD), Ok("toy".to_owned()));
}

#[test]
fn a_wrong_result_is_shown_beside_the_right_one() {
    let volley = "procedure = \"volley\"\nfacts.target_strength = 3\n";
    let wrong = verdict(&format!("{volley}dice = \"6 1 | 2\"\nexpect = {{ hits = 2, falls_back = true }}"));
    assert_eq!(differs(wrong), difference("hits", "2", "1"));
    // No hit: 4/6 · 4/6 = 4/9.
    let odds = verdict(&format!("{volley}odds.hits = {{ \"0\" = \"1/2\", \"7\" = 0 }}"));
    assert_eq!(differs(odds), difference("odds of hits = 0", "1/2", "4/9"));
    let state = position("commands = [\"step A 2\"]\nexpect.state.A.at = 12.1");
    assert_eq!(differs(state), difference("A.at", "12.1", "12"));
    let awaiting = position("expect.awaiting = \"gray\"");
    assert_eq!(differs(awaiting), difference("awaiting", "gray", "blue"));
    let says = position("commands = [\"step A 2\"]\nexpect.says = \"dances\"");
    assert_eq!(differs(says), difference("says", "…dances…", "#0 steps 2 in; it is the turn of gray"));
}

#[test]
fn all_dice_must_be_there_and_be_thrown() {
    let volley = "procedure = \"volley\"\nfacts.target_strength = 3\nexpect.hits = 1\n";
    let short = differs(verdict(&format!("{volley}dice = \"6 1\"")));
    assert_eq!(short, difference("dice", "enough for the procedure", "1d6 is wanted for T-NERVE-01"));
    let long = differs(verdict(&format!("{volley}dice = \"6 1 | 4 | 5\"")));
    assert_eq!(long, difference("dice", "all dice are thrown", "3 were thrown; left over: 5"));
    let command = "expect.awaiting = \"gray\"\ncommands = [{ do = \"shoot A\", dice = ";
    let short = differs(position(&format!("{command}\"\" }}]")));
    assert_eq!(
        short,
        difference(
            "dice of command 1 (shoot A)",
            "enough for the command",
            "2d6 are wanted for T-SHOOT-01, each 5 or more counts"
        )
    );
    let long = differs(position(&format!("{command}\"1 1 6\" }}]")));
    assert_eq!(
        long,
        difference("dice of command 1 (shoot A)", "all dice are thrown", "2 were thrown; left over: 6")
    );
    let unneeded = verdict(
        "procedure = \"volley\"\nfacts.target_strength = 3\ndice = \"1 1\"\nodds.hits = { \"0\" = \"4/9\" }",
    );
    assert_eq!(broken(unneeded).1, "dice need an expect, which says what they bring");
}

#[test]
fn refusals_are_compared_by_clause() {
    let other = position("commands = [\"step A 4\"]\nexpect.refused = \"T-STEP-02\"");
    assert_eq!(
        differs(other),
        difference("refused of command 1 (step A 4)", "T-STEP-02", "4 in is farther than 3 in (T-STEP-01)")
    );
    let none = position("commands = [\"step A 3\"]\nexpect.refused = \"T-STEP-01\"");
    assert_eq!(
        differs(none),
        difference("refused of command 1 (step A 3)", "T-STEP-01", "it was carried out")
    );
    let unexpected = position("commands = [\"step A 4\"]\nexpect.awaiting = \"gray\"");
    assert_eq!(
        differs(unexpected),
        difference("refused of command 1 (step A 4)", "carried out", "4 in is farther than 3 in (T-STEP-01)")
    );
    let nothing = position("expect.refused = \"T-STEP-01\"");
    assert_eq!(broken(nothing), (8, "no command is given that could be refused".to_owned()));
}

#[test]
fn events_are_looked_for_in_order() {
    let shoot = "commands = [{ do = \"shoot A\", dice = \"5 1 | 1\" }]\n";
    let order = position(&format!("{shoot}expect.events = [\"fell_back\", \"shot\"]"));
    assert_eq!(
        differs(order),
        difference(
            "events after {\"fell_back\":{\"to\":406400,\"unit\":1}}",
            "\"shot\"",
            "{\"turn_passed\":{\"to\":\"gray\"}}"
        )
    );
    let never =
        position(&format!("{shoot}expect.never = [\"ended\", {{ strength_lost = {{ unit = \"X\" }} }}]"));
    assert_eq!(
        differs(never),
        difference(
            "never",
            "no {\"strength_lost\":{\"unit\":\"X\"}}",
            "{\"strength_lost\":{\"lost\":1,\"unit\":1}}"
        )
    );
}

#[test]
fn mistakes_are_told_with_their_line() {
    assert_eq!(
        broken(position("expcet.awaiting = \"blue\"\nexpect.awaiting = \"blue\"")),
        (8, "a case with a setup has no \"expcet\"; it takes name, clauses, note, options, setup, commands, expect".into())
    );
    assert_eq!(
        broken(position("expect.status = {}")),
        (8, "expect has no \"status\"; it takes state, events, never, refused, says, awaiting".to_owned())
    );
    assert_eq!(
        broken(position("expect = {}")).1,
        "expect names one of state, events, never, refused, says, awaiting at least"
    );
    assert_eq!(broken(position("")).1, "a case needs expect");
    assert_eq!(broken(position("expect.state.B.at = 1")), (8, "there is no counter \"B\"".to_owned()));
    assert_eq!(
        broken(position("commands = [\n\"step A 1\",\n\"dance\"]\nexpect.awaiting = \"gray\"")),
        (10, "\"dance\" is not a command; commands are: step A 2, shoot A, look, pass".to_owned())
    );
    assert_eq!(
        broken(position("commands = [{ do = \"pass\", by = \"green\" }]\nexpect.awaiting = \"gray\"")).1,
        "\"green\" is not a side; the sides are blue and gray"
    );
    assert_eq!(
        broken(verdict("setup.unit = []\nexpect.awaiting = \"blue\"")),
        (5, "setup needs table".to_owned())
    );
    assert_eq!(
        broken(verdict("setup.table = [0, 4]\nexpect.awaiting = \"blue\"")).1,
        "a table is larger than nothing"
    );
    assert_eq!(
        broken(verdict(
            "setup.table = [9, 9]\nsetup.terrain = [{ kind = \"wood\" }]\nexpect.awaiting = \"blue\""
        ))
        .1,
        "terrain has either an area = [[x, y], …] or a line = [[x, y], …]"
    );
    let kind =
        "setup.table = [9, 9]\nsetup.terrain = [{ kind = \"sea\", area = [] }]\nexpect.awaiting = \"blue\"";
    assert!(broken(verdict(kind)).1.starts_with("kind: unknown variant `sea`, expected one of `wood`"));
    assert_eq!(
        broken(verdict("expect.hits = 1")).1,
        "a case has either a procedure with facts or a setup with commands"
    );
    assert_eq!(
        broken(verdict("procedure = \"melee\"\nexpect.hits = 1")),
        (5, "toy has no procedure \"melee\"; it has volley".to_owned())
    );
    assert_eq!(
        broken(verdict(
            "procedure = \"volley\"\nfacts.target_strength = 3\ndice = \"1 1\"\nexpect.misses = 1"
        )),
        (8, "the procedure does not decide \"misses\"; it decides hits, falls_back".to_owned())
    );
    let facts = broken(verdict("procedure = \"volley\"\nfacts.target = 3\nexpect.hits = 1"));
    assert!(facts.1.contains("target_strength"), "{facts:?}");
    assert_eq!(
        broken(verdict("procedure = \"volley\"\nfacts.target_strength = 3\ndice = \"six\"\nexpect.hits = 1"))
            .0,
        7
    );
    assert_eq!(
        broken(verdict("procedure = \"volley\"\nfacts.target_strength = 3\nodds.hits = { \"0\" = \"1/0\" }"))
            .1,
        "odds are exact fractions such as \"1/4\", \"0\" or \"1\""
    );
    assert_eq!(
        broken(verdict("options = { \"T-OPT-01\" = \"six\" }\nprocedure = \"volley\"\nfacts.target_strength = 3\nexpect.hits = 0")).1,
        "T-OPT-01 cannot be set to \"six\"; choose one of five, four"
    );
    assert_eq!(
        broken(verdict("procedure = \"volley\"\nfacts.target_strength = 3")).1,
        "the case expects nothing; say what comes out under expect or odds"
    );
}

#[test]
fn a_file_is_judged_as_a_whole_first() {
    let mistake = |text: &str| report(text).to_string();
    assert!(mistake("ruleset = ").starts_with("toy.toml:1: this is not TOML: "));
    assert_eq!(mistake("[[case]]\nname = \"N\""), "toy.toml:1: a file of cases needs ruleset");
    assert_eq!(mistake("ruleset = \"chess\""), "toy.toml:1: these cases are for \"chess\", not for \"toy\"");
    assert_eq!(
        mistake("ruleset = \"toy\"\ncases = 1"),
        "toy.toml:2: a file of cases has no \"cases\"; it takes ruleset, note, case"
    );
    let clause = report("ruleset = \"toy\"\n[[case]]\nname = \"N\"\nclauses = [\"T-NONE-01\"]\n");
    assert_eq!(
        clause.to_string(),
        "toy.toml:4: N cannot be run: T-NONE-01 is not a clause of toy\ntoy.toml: 0 of 1 cases passed"
    );
    assert!(mistake(&" ".repeat(longroll_cases::MOST_BYTES + 1)).contains("takes at most"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    /// Pieces removed, doubled or exchanged anywhere: some verdict, never a panic.
    #[test]
    fn a_mutilated_file_never_stops_the_program(
        from in any::<prop::sample::Index>(), length in 0_usize..60, put in "[ -~\n]{0,8}", twice in any::<bool>(),
    ) {
        let start = GOOD.floor_char_boundary(from.index(GOOD.len()));
        let end = GOOD.floor_char_boundary((start + length).min(GOOD.len())).max(start);
        let piece = if twice { &GOOD[start..end] } else { "" };
        let text = format!("{}{piece}{put}{piece}{}", &GOOD[..start], &GOOD[end..]);
        let _ = report(&text).to_string();
    }

    /// Numbers of every size in every place.
    #[test]
    fn wild_numbers_never_stop_the_program(number in any::<i64>(), decimal in any::<f64>(), place in 0_usize..40) {
        let mut seen = 0;
        let mut text = String::new();
        for word in GOOD.split_inclusive(' ') {
            let is_number = word.trim_end_matches([' ', ',']).parse::<f64>().is_ok();
            let wild = is_number && seen == place;
            seen += usize::from(is_number);
            match (wild, number % 2) {
                (true, 0) => text.push_str(&format!("{number} ")),
                (true, _) => text.push_str(&format!("{decimal:?} ")),
                (false, _) => text.push_str(word),
            }
        }
        let _ = report(&text).to_string();
    }
}
