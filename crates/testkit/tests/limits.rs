//! Limits of lengths and of counts, on the positions of all rule cases.

mod reading;

use longroll_ai::Appraisal;
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_grenadier::Grenadier;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_potomac::Potomac;
use longroll_rules_quickplay::Quickplay;
use longroll_table::{Length, cm, inches};
use longroll_testkit::{
    Counts, Exactly, Limit, Probed, Threshold, case_positions, names, probe_counts, probe_limits,
};
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
    // Short range is under an inch, a screen two or more inches ahead, a battle line to be safe behind six or more; touching is not
    // standing on.
    let beyond: Beyond = &[
        ("ADF-MMP-06", "ADF-MMP-06"),
        ("ADF-FIRE-02 throws", "ADF-SCALE-06"),
        ("ADF-TARGET-09", "ADF-TARGET-09"),
        ("ADF-FORM-13", "ADF-FORM-13"),
        ("ADF-GEO-10", "ADF-GEO-10"),
    ];
    limits::<DeadlyField>(inches(1), beyond);
}
#[test]
fn grenadier() {
    // A change of formation comes no nearer than an inch, and may end exactly an inch away.
    limits::<Grenadier>(inches(1), &[("refused GRE-FORM-17", "GRE-MOVE-12")]);
}
#[test]
fn johnny_reb() {
    // One inch or more from the enemy; touching a friend is not standing on him.
    limits::<JohnnyReb>(inches(1), &[("JR-MOVE-05", "JR-MOVE-05"), ("JR-MOVE-06", "JR-MOVE-06")]);
}

/// Numbers that a clause does not name itself: the clause, the word of the setup, the number, and how the rulebook comes by it.
type Elsewhere = &'static [(&'static str, &'static str, u64, &'static str)];

/// Every number at which a clause begins or ceases to count is one that the clause names, or is worked out here from the rulebook.
fn counts<R: Appraisal>(unit: Length, least: usize, elsewhere: Elsewhere) {
    let mut counts = Counts::default();
    for position in case_positions::<R>(&case_files(R::ID), unit) {
        probe_counts::<R>(&position, &mut counts);
    }
    let Counts { numbers, answers, thresholds } = counts;
    println!("{}: {numbers} numbers, {answers} answers, {} thresholds", R::ID, thresholds.len());
    let is_listed = |threshold: &Threshold| {
        let Threshold { clause, word, number } = threshold;
        elsewhere.iter().any(|known| (known.0, known.1, known.2) == (clause, word, *number))
    };
    let unnamed: Vec<String> = thresholds
        .iter()
        .filter(|(threshold, _)| !names::<R>(threshold) && !is_listed(threshold))
        .map(|(threshold, case)| format!("{threshold:?}: {case}"))
        .collect();
    assert!(
        unnamed.is_empty(),
        "{} numbers that the clause does not name:\n{}",
        unnamed.len(),
        unnamed.join("\n")
    );
    assert!(thresholds.len() >= least && answers > 200, "{} thresholds, {answers} answers", thresholds.len());
}

#[test]
fn quickplay_counts() {
    // The sheet has no modifier that hangs on a count.
    counts::<Quickplay>(inches(1), 0, &[]);
}
#[test]
fn potomac_counts() {
    counts::<Potomac>(cm(1), 5, &[]);
}
#[test]
fn deadly_field_counts() {
    // Depleted is who has one stand left (ADF-UNIT-07): of 4 + 3 figures that is so when 4 are lost, of 4 + 4 when 4 are lost and of
    // 5 + 4 not yet; of 3 + 3 when 3 are lost, of 2 + 2 when 2 are. Nothing is left of 6 figures when 6 are lost.
    let elsewhere: Elsewhere = &[
        ("ADF-ACT-04", "figures", 8, "4 lost of 4 + 4, not of 5 + 4"),
        ("ADF-ACT-04", "lost", 3, "4 lost of 4 + 3"),
        ("ADF-MOVE-01", "figures", 8, "4 lost of 4 + 4, not of 5 + 4"),
        (
            "ADF-TARGET-13",
            "figures",
            5,
            "2 lost, by the option the smaller stand of 3 + 2 first: depleted, so in disorder",
        ),
        ("ADF-UNIT-18", "figures", 6, "3 lost of 3 + 3, not of 4 + 3"),
        ("ADF-UNIT-20", "figures", 6, "6 lost of 6"),
        ("ADF-UNIT-20", "lost", 5, "6 lost of 6"),
        ("ADF-UNIT-21", "figures", 4, "2 lost of 2 + 2, not of 3 + 2"),
    ];
    counts::<DeadlyField>(inches(1), 20, elsewhere);
}
#[test]
fn grenadier_counts() {
    let elsewhere: Elsewhere = &[
        ("GRE-MELEE-14", "figures", 8, "12 are half as many again as 8"),
        ("GRE-MELEE-14", "figures", 11, "12 are half as many again as a crew of 8"),
        ("GRE-MELEE-14", "figures", 17, "18 are half as many again as 12"),
        ("GRE-MORALE-06", "figures", 16, "16 and 2 in the detachment are 18 of 24: a quarter lost"),
        ("GRE-MORALE-06", "figures", 18, "18 of 24: a quarter lost"),
        ("GRE-MORALE-07", "figures", 4, "4 of a crew of 8: half the models"),
    ];
    counts::<Grenadier>(inches(1), 20, elsewhere);
}
#[test]
fn johnny_reb_counts() {
    counts::<JohnnyReb>(inches(1), 2, &[]);
}
