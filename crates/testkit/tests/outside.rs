//! A hundred thousand commands that nobody was offered, 20,000 under each ruleset: none of them stops the rules.

use longroll_ai::Appraisal;
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_grenadier::Grenadier;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_potomac::Potomac;
use longroll_rules_quickplay::Quickplay;
use longroll_testkit::{BRAWL, LEARNING, try_from_outside};

fn check<R: Appraisal>() {
    for (texts, count) in [(LEARNING, 12_000), (BRAWL, 8_000)] {
        let attempts = try_from_outside::<R>(texts, 1863, count).unwrap_or_else(|what| panic!("{what}"));
        assert_eq!(attempts.tried, count);
        // The commands must be strange, but not so strange that the rules are never asked.
        assert!(attempts.refused > count / 10, "{attempts:?}");
        assert!(attempts.carried_out > count / 200, "{attempts:?}");
    }
}

#[test]
fn quickplay_never_breaks_down() {
    check::<Quickplay>();
}

#[test]
fn potomac_never_breaks_down() {
    check::<Potomac>();
}

#[test]
fn deadly_field_never_breaks_down() {
    check::<DeadlyField>();
}

#[test]
fn grenadier_never_breaks_down() {
    check::<Grenadier>();
}

#[test]
fn johnny_reb_never_breaks_down() {
    check::<JohnnyReb>();
}
