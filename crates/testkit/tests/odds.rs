//! One sequence for play and for odds: at moments of many battles every offered fire, melee and test has the same odds by its command
//! and by the procedure from facts, to the fraction.
//!
//! `LONGROLL_BATTLES` sets how many random battles are fought; a tenth as many are fought between captains.

use longroll_ai::Opponent;
use longroll_kit::Settings;
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_grenadier::Grenadier;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_potomac::Potomac;
use longroll_rules_quickplay::Quickplay;
use longroll_testkit::{Agreed, BRAWL, Calculated, LEARNING, Moment, check_odds, play};

/// Every so many commands the offers are looked at.
const EVERY: u32 = 5;

fn agree<R: Calculated>(procedures: &[&str]) {
    let battles = std::env::var("LONGROLL_BATTLES").ok().and_then(|text| text.parse().ok()).unwrap_or(20_u64);
    let enough = u32::try_from(battles).unwrap_or(u32::MAX).saturating_mul(3);
    let mut agreed = Agreed::default();
    let mut found = Vec::new();
    for number in 0..battles {
        let captain = number % 10 == 0;
        let (texts, opponent) = match (captain, number % 2) {
            (true, _) => (LEARNING, Opponent::Captain),
            (false, 0) => (LEARNING, Opponent::Random),
            (false, _) => (BRAWL, Opponent::Random),
        };
        let look = &mut |moment: &Moment<'_, R>| {
            if moment.number % EVERY != u32::try_from(number).unwrap_or(0) % EVERY {
                return Ok(());
            }
            check_odds::<R>(moment.before, moment.side, enough, &mut agreed)
        };
        found.extend(play::<R>(texts, Settings::default(), opponent, number, look).err());
    }
    println!("{}: {agreed:?}", R::ID);
    assert!(found.is_empty(), "{} battles:\n{}", found.len(), found.join("\n"));
    for procedure in procedures {
        assert!(agreed.compared.get(procedure).is_some_and(|count| *count >= 3), "{procedure}: {agreed:?}");
    }
}

#[test]
fn quickplay() {
    agree::<Quickplay>(&["fire", "melee"]);
}

#[test]
fn potomac() {
    agree::<Potomac>(&["command", "small_arms", "artillery"]);
}

#[test]
fn deadly_field() {
    agree::<DeadlyField>(&["volley", "morale"]);
}

#[test]
fn grenadier() {
    agree::<Grenadier>(&["fire", "artillery", "order"]);
}

#[test]
fn johnny_reb() {
    agree::<JohnnyReb>(&["fire"]);
}
