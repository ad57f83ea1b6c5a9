//! The same battle on another table, told in another order or in other colours.

use longroll_ai::{Appraisal, Opponent};
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_grenadier::Grenadier;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_potomac::Potomac;
use longroll_rules_quickplay::Quickplay;
use longroll_testkit::{BRAWL, Compared, Excused, LEARNING, Told, compare};

fn twins<R: Appraisal + Excused>() {
    let mut all = Compared::default();
    for (at, told) in Told::ALL.into_iter().enumerate() {
        for number in 0..6 {
            all += compare::<R>(LEARNING, Opponent::Random, number * 16 + at as u64, told);
            all += compare::<R>(BRAWL, Opponent::Random, number * 16 + at as u64, told);
            all += compare::<R>(LEARNING, Opponent::Captain, number * 16 + at as u64, told);
        }
    }
    let differences = all.differences.join("\n");
    eprintln!(
        "{} {} battles {} commands {} offers {} orders",
        R::ID,
        all.battles,
        all.commands,
        all.offers,
        all.orders
    );
    assert!(all.differences.is_empty(), "{} differences:\n{differences}", all.differences.len());
}

#[test]
fn quickplay_is_the_same_told_otherwise() {
    twins::<Quickplay>();
}
#[test]
fn potomac_is_the_same_told_otherwise() {
    twins::<Potomac>();
}
#[test]
fn deadly_field_is_the_same_told_otherwise() {
    twins::<DeadlyField>();
}
#[test]
fn grenadier_is_the_same_told_otherwise() {
    twins::<Grenadier>();
}
#[test]
fn johnny_reb_is_the_same_told_otherwise() {
    twins::<JohnnyReb>();
}
