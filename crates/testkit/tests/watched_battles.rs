//! Bases, accounts, sums, and pieces that are suddenly gone, after every command of many battles.
//!
//! `LONGROLL_BATTLES` sets how many random battles are fought; a tenth as many are fought between captains.

use longroll_ai::{Appraisal, Opponent, Words};
use longroll_kit::{Settings, Side};
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_grenadier::Grenadier;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_potomac::Potomac;
use longroll_rules_quickplay::Quickplay;
use longroll_testkit::{
    BRAWL, Books, Footing, LEARNING, Ledger, Looked, Moment, Stood, Summed, Tried, Undoing, check_bases,
    check_gone, check_standing, check_sums, play,
};

fn battles() -> u64 {
    std::env::var("LONGROLL_BATTLES").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

/// What looks at a command of a battle with this number.
type Look<'a, R> = dyn FnMut(u64, &Moment<'_, R>) -> Result<(), String> + 'a;

/// Fights the battles and gathers what `look` found, one line a battle; most that fail alike fail for one reason.
fn watch<R: Appraisal>(what: &str, look: &mut Look<'_, R>) {
    let mut found = Vec::new();
    for number in 0..battles() {
        let texts = if number % 2 == 0 { LEARNING } else { BRAWL };
        let seen = &mut |moment: &Moment<'_, R>| look(number, moment);
        found.extend(play::<R>(texts, Settings::default(), Opponent::Random, number, seen).err());
        if number % 10 == 0 {
            let seen = &mut |moment: &Moment<'_, R>| look(number + 1_000_000, moment);
            found.extend(play::<R>(LEARNING, Settings::default(), Opponent::Captain, number, seen).err());
        }
    }
    assert!(found.is_empty(), "{what}: {} battles:\n{}", found.len(), found.join("\n"));
}

fn bases<R: Footing>() {
    let mut looked = Looked::default();
    watch::<R>("bases", &mut |_, moment| check_bases(moment, &mut looked));
    println!("{}: {looked:?}", R::ID);
    assert!(looked.pairs > 10_000, "{looked:?}");
}

fn standing<R: Appraisal>() {
    let mut stood = Stood::default();
    watch::<R>("standing", &mut |_, moment| check_standing(moment, &mut stood));
    println!("{}: {stood:?}", R::ID);
    assert!(stood.ends >= 40 && stood.won >= 10, "{stood:?}");
}

fn sums<R: Appraisal>() {
    let mut summed = Summed::default();
    watch::<R>("sums", &mut |_, moment| check_sums(moment, &mut summed));
    println!("{}: {summed:?}", R::ID);
    assert!(summed.lines > 1_000 && summed.modifiers > 100, "{summed:?}");
}

fn accounts<R: Ledger>() {
    let (mut books, mut battle, mut entries) = (Books::default(), u64::MAX, 0);
    watch::<R>("accounts", &mut |number, moment| {
        if battle != number {
            entries += books.entries;
            (books, battle) = (Books::default(), number);
        }
        books.enter(moment)
    });
    println!("{}: {entries} entries", R::ID);
    assert!(entries > 1_000, "{entries}");
}

fn gone<R: Undoing>() {
    let mut tried = Tried::default();
    let mut words = Words::new(0x60E, Side::Blue);
    watch::<R>("gone", &mut |_, moment| {
        if words.below(8) == 0 { check_gone(moment, &mut words, &mut tried) } else { Ok(()) }
    });
    println!("{}: {tried:?}", R::ID);
    assert!(tried.gone > 100 && tried.broken > 100 && tried.officers > 50, "{tried:?}");
}

macro_rules! watched {
    ($($name:ident: $ruleset:ty),+ $(,)?) => { $( mod $name {
        use super::*;

        #[test]
        fn bases_keep_apart() {
            bases::<$ruleset>();
        }
        #[test]
        fn the_standing_is_what_the_game_declares() {
            standing::<$ruleset>();
        }
        #[test]
        fn the_log_adds_up() {
            sums::<$ruleset>();
        }
        #[test]
        fn nobody_spends_more_than_a_turns_worth() {
            accounts::<$ruleset>();
        }
        #[test]
        fn the_battle_goes_on_when_somebody_is_gone() {
            gone::<$ruleset>();
        }
    } )+ };
}

watched!(
    quickplay: Quickplay,
    potomac: Potomac,
    deadly_field: DeadlyField,
    grenadier: Grenadier,
    johnny_reb: JohnnyReb,
);
