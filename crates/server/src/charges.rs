//! Charges of real battles under every ruleset, weighed to their end.

use crate::course::{Engagement, follow};
use crate::encounter::{Time, Weighing, weigh};
use crate::preview::{Patience, preview};
use longroll_ai::{Appraisal, Opponent};
use longroll_dice::{Budget, Dice, Fraction, odds_within};
use longroll_kit::{Offer, Settings, Side};
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_grenadier::Grenadier;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_potomac::Potomac;
use longroll_rules_quickplay::Quickplay;
use longroll_testkit::{BRAWL, Moment, play};
use longroll_wire::{Headline, Method, Preview};
use std::time::Instant;

const WANTED: usize = 6;

/// The first charges that are offered in a battle between computers, with the state that they are offered in.
fn charges<R: Appraisal>(number: u64) -> Vec<(R::State, Side, R::Command)> {
    let mut found = Vec::new();
    let mut look = |moment: &Moment<'_, R>| {
        if found.len() >= WANTED {
            return Ok(());
        }
        for side in [Side::Blue, Side::Gray] {
            let known = R::seen(moment.after, side.into());
            for actor in R::actors(&known, side) {
                for offer in R::offers(&known, side, actor) {
                    let Offer::Do(command) = offer else { continue };
                    if R::engages(&known, &command).len() > 1 {
                        found.push((known.clone(), side, command));
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    };
    play::<R>(BRAWL, Settings::default(), Opponent::Captain, number, &mut look).unwrap();
    found
}

fn hundredths(percent: &str) -> i64 {
    percent.replace('.', "").parse().unwrap()
}

fn check<R: Appraisal>() {
    let (mut seen, mut decided) = (0, 0);
    for number in 0..2 {
        for (state, side, command) in charges::<R>(number) {
            let began = Instant::now();
            let told = preview::<R>(&state, side, &command, Patience::ample(200_000));
            let Preview::Odds(odds) = told else { panic!("{}: {told:?}", R::label(&state, &command)) };
            println!(
                "{}: {} ms, {:?}: {}: {}",
                R::ID,
                began.elapsed().as_millis(),
                odds.method,
                R::label(&state, &command),
                odds.line
            );
            seen += 1;
            assert_ne!(odds.method, Method::Unknown, "{}", R::label(&state, &command));
            let Headline::Fight { won, drawn, lost, unmet, open } = &odds.headline else {
                panic!("{:?}", odds.headline)
            };
            let all = [won, drawn, lost, unmet, open].map(|percent| hundredths(percent));
            let sum: i64 = all.iter().sum();
            assert!((9_998..=10_002).contains(&sum), "{all:?}");
            assert!(all[4] <= 500, "little is left open: {all:?}");
            assert_eq!(odds.sum, "1");
            decided += usize::from(all[0] + all[1] + all[2] > 0);
            assert!(odds.policy.is_some(), "a figure across an answer states what is assumed");
        }
    }
    assert!(
        seen >= 3 && decided * 10 >= seen * 8,
        "{seen} charges weighed, {decided} of them decided somehow"
    );
}

/// Ways that come to the same stand go on as one: that must change nothing in the odds. Every throw of the whole charge is followed
/// by itself here, which only the shortest rulebook allows.
#[test]
fn weighed_together_and_throw_by_throw_is_the_same() {
    let mut compared = 0;
    for (state, side, command) in charges::<Quickplay>(0).into_iter().take(3) {
        let engagement = Engagement::of(&state, side, &command).unwrap();
        let time = Time { can_follow: &|| true, can_draw: &|| false };
        let together = weigh::<Quickplay>(&state, (side, command.clone()), &engagement, &time);
        let Weighing::Exact(together) = together else { panic!("not exact: {command:?}") };
        let one_by_one = odds_within(Budget { paths: 2_000_000 }, |dice: &mut dyn Dice| {
            follow::<Quickplay>(&state, side, &command, dice, &|| false)
        });
        assert!(together.len() > 5, "{together:?}");
        assert_eq!(together, one_by_one.unwrap());
        compared += 1;
    }
    assert_eq!(compared, 3);
}

/// However little time there is, something is said, and it adds up.
#[test]
fn without_time_a_charge_is_drawn_for() {
    let (state, side, command) = charges::<Potomac>(0).swap_remove(0);
    let engagement = Engagement::of(&state, side, &command).unwrap();
    let time = Time { can_follow: &|| false, can_draw: &|| false };
    let Weighing::Sampled(odds, throws) =
        weigh::<Potomac>(&state, (side, command.clone()), &engagement, &time)
    else {
        panic!("not sampled")
    };
    assert!((36..=1296).contains(&throws));
    assert_eq!(odds.chance_that(|_| true), Fraction::new(1, 1_u8));
    assert_eq!(odds.chance_that(|outcome| outcome.is_open), Fraction::new(0, 1_u8));
}

#[test]
fn quickplay() {
    check::<Quickplay>();
}

#[test]
fn potomac() {
    check::<Potomac>();
}

#[test]
fn deadly_field() {
    check::<DeadlyField>();
}

#[test]
fn grenadier() {
    check::<Grenadier>();
}

#[test]
fn johnny_reb() {
    check::<JohnnyReb>();
}
