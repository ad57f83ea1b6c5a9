//! The batteries on the positions of all rule cases.

mod reading;

use longroll_ai::{Appraisal, Words};
use longroll_kit::{Settings, Side};
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_grenadier::Grenadier;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_potomac::Potomac;
use longroll_rules_quickplay::Quickplay;
use longroll_table::{Length, cm, inches};
use longroll_testkit::{
    Books, Compared, Excused, Footing, Ledger, Looked, Moment, Summed, Told, Tried, Undoing, case_positions,
    check_bases, check_gone, check_sums, compare_case, play_case,
};
use reading::case_files;

/// Shows every command of every case to `look`.
fn watch<R: Appraisal>(what: &str, unit: Length, look: &mut dyn FnMut(&Moment<'_, R>) -> Result<(), String>) {
    let found: Vec<String> = case_positions::<R>(&case_files(R::ID), unit)
        .iter()
        .filter_map(|position| play_case(position, look).err())
        .collect();
    assert!(found.is_empty(), "{what}: {} cases:\n{}", found.len(), found.join("\n"));
}

fn bases<R: Footing>(unit: Length) {
    let mut looked = Looked::default();
    watch::<R>("bases", unit, &mut |moment| check_bases(moment, &mut looked));
    println!("{}: {looked:?}", R::ID);
    assert!(looked.moments > 200, "{looked:?}");
}

fn sums<R: Appraisal>(unit: Length) {
    let mut summed = Summed::default();
    watch::<R>("sums", unit, &mut |moment| check_sums(moment, &mut summed));
    println!("{}: {summed:?}", R::ID);
    assert!(summed.lines > 500, "{summed:?}");
}

fn accounts<R: Ledger>(unit: Length) {
    let mut entries = 0;
    let mut found = Vec::new();
    for position in case_positions::<R>(&case_files(R::ID), unit) {
        // What is granted is booked by the rulebook's own figures, and options change them.
        if position.settings != Settings::default() {
            continue;
        }
        let mut books = Books::default();
        found.extend(play_case::<R>(&position, &mut |moment| books.enter(moment)).err());
        entries += books.entries;
    }
    println!("{}: {entries} entries", R::ID);
    assert!(found.is_empty(), "accounts: {} cases:\n{}", found.len(), found.join("\n"));
    assert!(entries > 100, "{entries}");
}

fn gone<R: Undoing>(unit: Length) {
    let mut tried = Tried::default();
    let mut words = Words::new(0x60E, Side::Blue);
    watch::<R>("gone", unit, &mut |moment| {
        (0..3).try_for_each(|_| check_gone(moment, &mut words, &mut tried))
    });
    println!("{}: {tried:?}", R::ID);
    assert!(tried.gone > 50 && tried.broken > 50, "{tried:?}");
}

fn twins<R: Appraisal + Excused>(unit: Length) {
    let mut all = Compared::default();
    for position in case_positions::<R>(&case_files(R::ID), unit) {
        for told in Told::OF_CASES {
            all += compare_case::<R>(&position, unit, told);
        }
    }
    let Compared { battles, commands, offers, orders, .. } = all;
    println!("{}: {battles} positions, {commands} commands, {offers} offers, {orders} orders", R::ID);
    assert!(commands > 1_000, "{commands}");
    assert!(
        all.differences.is_empty(),
        "{} differences:\n{}",
        all.differences.len(),
        all.differences.join("\n")
    );
}

macro_rules! on_cases {
    ($($name:ident: $ruleset:ty, $unit:expr;)+) => { $( mod $name {
        use super::*;

        #[test]
        fn bases_keep_apart() {
            bases::<$ruleset>($unit);
        }
        #[test]
        fn the_log_adds_up() {
            sums::<$ruleset>($unit);
        }
        #[test]
        fn nobody_spends_more_than_a_turns_worth() {
            accounts::<$ruleset>($unit);
        }
        #[test]
        fn play_goes_on_when_somebody_is_gone() {
            gone::<$ruleset>($unit);
        }
        #[test]
        fn a_position_told_otherwise_is_the_same() {
            twins::<$ruleset>($unit);
        }
    } )+ };
}

on_cases!(
    quickplay: Quickplay, inches(1);
    potomac: Potomac, cm(1);
    deadly_field: DeadlyField, inches(1);
    grenadier: Grenadier, inches(1);
    johnny_reb: JohnnyReb, inches(1);
);
