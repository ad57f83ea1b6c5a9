use crate::Words;
use crate::chance::Weights;
use longroll_kit::{Actor, Ruleset, Side};

/// What opponents must know about a ruleset besides its offers.
pub trait Appraisal: Ruleset {
    /// Dice paths followed for one command; a wider one is judged by its promise alone. A set whose commands set off long
    /// chains of checks looks at fewer and promises more.
    const PATHS: u64 = 4_000;

    /// How the chance to win follows from the position: fitted to battles of captains, see docs/opponents.md.
    const CHANCE: Weights;

    /// Halves of turns that a general looks ahead.
    const HORIZON: u32;

    /// How good a position is for a side; only differences matter.
    fn worth(state: &Self::State, side: Side) -> i64;

    /// Moves worth thinking about for an actor; unlawful ones are dropped.
    fn ideas(state: &Self::State, side: Side, actor: Actor) -> Vec<Self::Command>;

    /// What a command promises beyond the position that it leads to at once, by the ruleset's own odds.
    fn promise(before: &Self::State, after: &Self::State, side: Side, command: &Self::Command) -> i64;

    /// What an offered command is worth above the position as it stands, where a quick look serves as well as following
    /// all its dice; nothing where they must be followed.
    fn estimate(_: &Self::State, _: Side, _: &Self::Command) -> Option<i64> {
        None
    }

    /// Is the command worth weighing at all? What clearly is not costs no thought.
    fn considers(_state: &Self::State, _side: Side, _command: &Self::Command) -> bool {
        true
    }

    /// Those of the actors who should decide now. The side itself (to end a step) comes when nobody else is left.
    fn first_to_act(state: &Self::State, side: Side, actors: &[Actor]) -> Vec<Actor>;

    /// Halves of turns since the battle began: how far a battle in the mind is carried.
    fn half_turns(state: &Self::State) -> u32;

    /// A state that could be the true one, as far as the side knows: what is hidden from it is drawn from what the enemy would
    /// plausibly have done. Where nothing is hidden, what the side knows is all there is.
    fn imagined(known: &Self::State, _side: Side, _words: &mut Words) -> Self::State {
        known.clone()
    }
}
