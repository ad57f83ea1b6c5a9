//! Limits, on the positions of all rule cases.

use longroll_ai::Appraisal;
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_grenadier::Grenadier;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_potomac::Potomac;
use longroll_rules_quickplay::Quickplay;
use longroll_table::{Length, cm, inches};
use longroll_testkit::{Probed, case_positions, probe_limits};

fn limits<R: Appraisal>(unit: Length) {
    let mut probed = Probed::default();
    for position in case_positions::<R>(unit) {
        probe_limits::<R>(&position, unit, &mut probed);
    }
    println!(
        "{}: {} positions, {} answers, {} limits, {} elsewhere",
        R::ID,
        probed.positions,
        probed.answers,
        probed.limits.len(),
        probed.elsewhere
    );
    for (limit, name) in &probed.limits {
        println!("{:?} {} {:?}   [{name}]", limit.exactly, limit.hundredths, limit.clauses);
    }
    assert!(
        probed.unforgiving.is_empty(),
        "{} unforgiving:\n{}",
        probed.unforgiving.len(),
        probed.unforgiving.join("\n")
    );
}

#[test]
fn quickplay() {
    limits::<Quickplay>(inches(1));
}
#[test]
fn potomac() {
    limits::<Potomac>(cm(1));
}
#[test]
fn deadly_field() {
    limits::<DeadlyField>(inches(1));
}
#[test]
fn grenadier() {
    limits::<Grenadier>(inches(1));
}
#[test]
fn johnny_reb() {
    limits::<JohnnyReb>(inches(1));
}
