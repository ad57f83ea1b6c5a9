//! The scanner that makes the trace, on small texts.

#[path = "../build/scan.rs"]
#[allow(dead_code, reason = "the build script uses the rest")]
mod scan;
#[path = "../build/source.rs"]
mod source;

use scan::{Purpose, Trace, ids_in};
use std::path::Path;

fn trace(code: &str) -> scan::Traced {
    let ids = ["QP-FIRE-01", "QP-FIRE-02", "QP-FIRE-03", "QP-MOVE-01", "QP-R01"];
    let mut trace = Trace::new("quickplay", ids.map(str::to_owned).into());
    trace.source("fire.rs", code, Purpose::Code);
    trace.traced
}

fn ids(text: &str) -> Vec<String> {
    ids_in(text, "QP-").into_iter().map(|found| found.id).collect()
}

#[test]
fn ids_are_read_in_full_and_in_the_short_form_but_not_as_ranges() {
    assert_eq!(
        ids("QP-FIRE-01, -02 and -03; QP-MOVE-01."),
        ["QP-FIRE-01", "QP-FIRE-02", "QP-FIRE-03", "QP-MOVE-01"]
    );
    assert_eq!(ids("(QP-FIRE-01) is not -02"), ["QP-FIRE-01"]);
    assert_eq!(ids("QP-FIRE-01 to -09"), Vec::<String>::new());
    assert_eq!(ids("QP-FIRE-01, -03 to -09, -11"), ["QP-FIRE-01", "QP-FIRE-11"]);
    assert_eq!(ids("QP-R01 and QP-FIRE-"), ["QP-R01"]);
    assert_eq!(ids("XQP-FIRE-01, QP-fire-01, QP-"), Vec::<String>::new());
}

#[test]
fn a_list_may_run_on_to_the_next_line() {
    let found = ids_in("of QP-FIRE-01,\n-02: so", "QP-");
    let lines: Vec<_> = found.iter().map(|found| (found.id.as_str(), found.line)).collect();
    assert_eq!(lines, [("QP-FIRE-01", 0), ("QP-FIRE-02", 1)]);
}

#[test]
fn constants_and_comments_are_code_with_their_item_and_line() {
    let traced = trace(
        "//! Fire.\n\n/// QP-FIRE-01: one.\n#[derive(Debug)]\npub struct Volley {\n    /// QP-FIRE-02.\n    dice: u32,\n}\n\n\
         impl Volley {\n    const fn roll<'a>(&'a self) -> char {\n        ask(c::FIRE_03, \"c::MOVE_01 QP-MOVE-01 {\");\n        '{'\n    }\n}\n\n\
         const ALL: [Clause; 1] = [c::FIRE_03];\n",
    );
    assert_eq!(traced.ids["QP-FIRE-01"].code, ["fire.rs:3 struct Volley"]);
    assert_eq!(traced.ids["QP-FIRE-02"].code, ["fire.rs:6 struct Volley"]);
    assert_eq!(traced.ids["QP-FIRE-03"].code, ["fire.rs:12 fn roll", "fire.rs:17 const ALL"]);
    assert!(traced.ids["QP-MOVE-01"].code.is_empty(), "what stands in quotes is no code");
    assert!(traced.problems.is_empty(), "{:?}", traced.problems);
}

#[test]
fn an_item_is_named_once_for_a_clause() {
    let traced = trace("fn a() {\n    c::FIRE_01;\n    c::FIRE_01;\n}\nfn b() {\n    c::FIRE_01;\n}\n");
    assert_eq!(traced.ids["QP-FIRE-01"].code, ["fire.rs:2 fn a", "fire.rs:6 fn b"]);
}

#[test]
fn test_modules_are_no_code_and_tagged_tests_are_tests() {
    let traced = trace(
        "fn a() {}\n\n#[cfg(test)]\nmod tests {\n    // clauses: QP-FIRE-01, QP-MOVE-01\n    #[test]\n    fn hits() {\n        c::FIRE_02;\n    }\n\n\
         \x20   // clauses: QP-FIRE-01, -02,\n    // QP-FIRE-03\n    /// In words.\n    #[test]\n    fn again() {}\n}\n\n/// QP-R01\nfn after() {}\n",
    );
    assert_eq!(traced.ids["QP-FIRE-01"].tests, ["fire.rs::hits", "fire.rs::again"]);
    assert_eq!(traced.ids["QP-MOVE-01"].tests, ["fire.rs::hits"]);
    assert_eq!(traced.ids["QP-FIRE-02"].tests, ["fire.rs::again"]);
    assert_eq!(traced.ids["QP-FIRE-03"].tests, ["fire.rs::again"]);
    assert!(traced.ids["QP-FIRE-02"].code.is_empty());
    assert_eq!(traced.ids["QP-R01"].code, ["fire.rs:18 fn after"]);
}

#[test]
fn what_is_wrong_with_the_tags_is_said() {
    let traced =
        trace("/// QP-FIRE-09\nfn a() {\n    c::FIRE_08;\n}\n// clauses: QP-FIRE-01\nfn no_test() {}\n");
    assert_eq!(
        traced.problems,
        [
            "fire.rs:1: there is no clause QP-FIRE-09",
            "fire.rs:3: there is no clause QP-FIRE-08",
            "fire.rs:5: a line of clauses stands above no test"
        ]
    );
}

#[test]
fn cases_are_tests_under_their_names() {
    let mut trace = Trace::new("quickplay", ["QP-FIRE-01".to_owned()].into());
    trace.cases(
        "a.toml",
        "[[case]]\nname='one'\nclauses=['QP-FIRE-01']\n[[case]]\nname='one'\nclauses=['QP-X-01']\n",
    );
    trace.cases("b.toml", "[[case]\n");
    assert_eq!(trace.traced.ids["QP-FIRE-01"].tests, ["a.toml: one"]);
    let problems = trace.traced.problems;
    assert_eq!(problems[0], "a.toml: two cases are named \"one\"");
    assert_eq!(problems[1], "a.toml: one: there is no clause QP-X-01");
    assert!(problems[2].starts_with("b.toml: "));
    assert_eq!(problems.len(), 3);
}

/// Every id that a source, a test or a case names exists, every tag stands on a test, no case name is used twice.
#[test]
fn the_tags_of_this_workspace_are_in_order() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let traced = scan::scan(&root);
    assert!(!traced.is_empty());
    for set in traced {
        assert!(!set.ids.is_empty(), "{} has no clauses", set.ruleset);
        assert_eq!(set.problems, Vec::<String>::new(), "{}", set.ruleset);
    }
}
