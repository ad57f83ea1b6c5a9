//! Opponents. A policy sees the state as its side may know it ([`longroll_kit::Ruleset::seen`]), never more, and answers with a
//! command. They are written against the generic interface; what a ruleset adds is one appraisal.

mod appraisal;
mod captain;
mod chance;
mod deadly_field;
mod decision;
mod general;
mod grenadier;
mod grenadier_book;
mod grenadier_odds;
mod grenadier_ways;
mod handicap;
mod johnny_reb;
mod level;
mod potomac;
mod quickplay;
mod random;
mod recruit;
mod speech;
mod trials;
mod words;

pub use appraisal::Appraisal;
pub use captain::{Captain, promises_of};
pub use chance::{CERTAIN, Features, Weights, chance, logistic};
pub use decision::{Considered, Decision};
pub use general::{Effort, General, mean_and_error};
pub use level::{Computer, Opponent};
pub use random::Random;
pub use recruit::Recruit;
pub use speech::{bounds, for_and_against, thought, thousandths};
pub use trials::{CameOut, Horizon, Keep, Trial};
pub use words::Words;

use longroll_dice::{Dice, Wanted, odds};
use longroll_kit::{Side, Stop};

/// Decides for one side.
pub trait Policy<R: Appraisal> {
    /// A command for a side that is awaited. `known` is what the side may know.
    fn choose(&mut self, known: &R::State, side: Side) -> Option<R::Command>;

    /// The same, with what was weighed against it.
    fn decide(&mut self, known: &R::State, side: Side) -> Option<Decision<R::Command>> {
        self.choose(known, side).map(|command| Decision::untried(command, chance::<R>(known, side)))
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
pub fn next_command<R: Appraisal>(
    state: &R::State,
    policies: &mut [Box<dyn Policy<R>>; 2],
) -> Option<(Side, Option<R::Command>)> {
    let awaiting = R::awaiting(state);
    let side = awaiting.0.first()?.side;
    Some((side, policies[side as usize].choose(&R::seen(state, side.into()), side)))
}

/// Fights on from a state without keeping a log, as laboratories do. `dice` gives the dice of each command.
pub fn play_out<R: Appraisal, D: Dice>(
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
