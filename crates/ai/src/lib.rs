//! Opponents. A policy sees the state as its side may know it ([`Ruleset::seen`]), never more, and answers with a
//! command. `random` and `captain` are written against the generic interface; what a ruleset adds is one appraisal.

mod captain;
mod deadly_field;
mod grenadier;
mod grenadier_book;
mod grenadier_odds;
mod grenadier_ways;
mod johnny_reb;
mod potomac;
mod quickplay;
mod random;
mod words;

pub use captain::{Appraisal, Captain};
pub use random::Random;
pub use words::Words;

use longroll_dice::{Dice, Wanted, odds};
use longroll_kit::{Ruleset, Side, Stop};

/// Decides for one side.
pub trait Policy<R: Ruleset> {
    /// A command for a side that is awaited. `known` is what the side may know.
    fn choose(&mut self, known: &R::State, side: Side) -> Option<R::Command>;
}

/// The opponents that every ruleset has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    Random,
    Captain,
}

impl Opponent {
    pub const ALL: [Opponent; 2] = [Opponent::Random, Opponent::Captain];

    pub fn name(self) -> &'static str {
        match self {
            Opponent::Random => "random",
            Opponent::Captain => "captain",
        }
    }

    pub fn named(name: &str) -> Option<Opponent> {
        Opponent::ALL.into_iter().find(|opponent| opponent.name() == name)
    }

    /// The number makes his whims repeatable; two sides of one game get unlike whims from the same number.
    pub fn policy<R: Appraisal>(self, number: u64, side: Side) -> Box<dyn Policy<R>> {
        let words = Words::new(number, side);
        match self {
            Opponent::Random => Box::new(Random::new(words)),
            Opponent::Captain => Box::new(Captain::new(words)),
        }
    }
}

/// Why a battle between policies stopped.
#[derive(Clone, PartialEq, Debug)]
pub enum Halt<W> {
    Over,
    /// A side was awaited and its policy had no command.
    NoCommand(Side),
    Stopped(Stop<W>),
    /// More commands than any battle takes.
    TooLong,
}

/// One decision: whoever is awaited first decides. Nothing when the battle is over.
pub fn next_command<R: Ruleset>(
    state: &R::State,
    policies: &mut [Box<dyn Policy<R>>; 2],
) -> Option<(Side, Option<R::Command>)> {
    let awaiting = R::awaiting(state);
    let side = awaiting.0.first()?.side;
    Some((side, policies[side as usize].choose(&R::seen(state, side.into()), side)))
}

/// Fights on from a state without keeping a log, as laboratories do. `dice` gives the dice of each command.
pub fn play_out<R: Ruleset, D: Dice>(
    state: &mut R::State,
    policies: &mut [Box<dyn Policy<R>>; 2],
    most_commands: u32,
    mut dice: impl FnMut(u32) -> D,
) -> (u32, Halt<R::Why>) {
    for number in 0..most_commands {
        let Some((side, command)) = next_command::<R>(state, policies) else { return (number, Halt::Over) };
        let Some(command) = command else { return (number, Halt::NoCommand(side)) };
        match R::handle(state, side, &command, &mut dice(number)) {
            Ok(events) => events.iter().for_each(|event| R::apply(state, event)),
            Err(stop) => return (number, Halt::Stopped(stop)),
        }
    }
    (most_commands, Halt::TooLong)
}

/// The exact expectation of a worth that a rule's own dice decide; nothing if they cannot all be followed.
pub(crate) fn expected(worth: impl FnMut(&mut dyn Dice) -> Result<i64, Wanted>) -> i64 {
    odds(worth).map_or(0, |chances| chances.expectation(|worth| *worth).whole())
}
