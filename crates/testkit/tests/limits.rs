//! Limits, on the positions of all rule cases.

mod reading;

use longroll_ai::Appraisal;
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_grenadier::Grenadier;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_potomac::Potomac;
use longroll_rules_quickplay::Quickplay;
use longroll_table::{Length, cm, inches};
use longroll_testkit::{Exactly, Limit, Probed, case_positions, probe_limits};
use reading::case_files;

/// Limits whose exact length belongs to the farther side: what changes there, and the clause that has it so.
type Beyond = &'static [(&'static str, &'static str)];

/// Everything a rule compares a length with forgives a grain, and the exact length is within unless a clause says otherwise.
fn limits<R: Appraisal>(unit: Length, beyond: Beyond) {
    let mut probed = Probed::default();
    for position in case_positions::<R>(&case_files(R::ID), unit) {
        probe_limits::<R>(&position, unit, &mut probed);
    }
    let Probed { positions, answers, limits, elsewhere, unforgiving } = probed;
    println!(
        "{}: {positions} positions, {answers} answers, {} limits, {elsewhere} changes elsewhere",
        R::ID,
        limits.len()
    );
    assert!(unforgiving.is_empty(), "{} do not forgive:\n{}", unforgiving.len(), unforgiving.join("\n"));
    let is_named = |limit: &Limit| {
        limit.exactly == Exactly::Near
            || beyond.iter().any(|(what, _)| limit.clauses.iter().any(|line| line.contains(what)))
    };
    let unnamed: Vec<String> = limits
        .iter()
        .filter(|(limit, _)| !is_named(limit))
        .map(|(limit, name)| format!("{name}: {:?} at {} hundredths", limit.clauses, limit.hundredths))
        .collect();
    assert!(
        unnamed.is_empty(),
        "{} limits leave the exact length out:\n{}",
        unnamed.len(),
        unnamed.join("\n")
    );
    assert!(limits.len() > 15 && answers > 10_000, "{} limits, {answers} answers", limits.len());
}

#[test]
fn quickplay() {
    // Who must stay 1 in away may be exactly 1 in away; who touches another does not stand on it.
    let beyond: Beyond = &[
        ("QP-MOVE-08", "QP-MOVE-08"),
        ("QP-MOVE-10", "QP-MOVE-16"),
        ("QP-MOVE-16", "QP-MOVE-16"),
        ("QP-CHARGE-06", "QP-MOVE-16"),
        ("general_moved", "QP-LEADER-06"),
    ];
    limits::<Quickplay>(inches(1), beyond);
}
#[test]
fn potomac() {
    limits::<Potomac>(cm(1), &[]);
}
#[test]
fn deadly_field() {
    // Short range is under an inch, a screen two or more inches ahead; touching is not standing on.
    let beyond: Beyond = &[
        ("ADF-FIRE-02 throws", "ADF-SCALE-06"),
        ("ADF-TARGET-09", "ADF-TARGET-09"),
        ("ADF-FORM-13", "ADF-FORM-13"),
        ("ADF-GEO-10", "ADF-GEO-10"),
    ];
    limits::<DeadlyField>(inches(1), beyond);
}
#[test]
fn grenadier() {
    limits::<Grenadier>(inches(1), &[]);
}
#[test]
fn johnny_reb() {
    // One inch or more from the enemy; touching a friend is not standing on him.
    limits::<JohnnyReb>(inches(1), &[("JR-MOVE-05", "JR-MOVE-05"), ("JR-MOVE-06", "JR-MOVE-06")]);
}
