use crate::{Policy, Words};
use longroll_dice::{Budget, Dice, Fraction, OddsError, odds_within};
use longroll_kit::{Actor, Offer, Ruleset, Side, Stop};

/// What the captain must know about a ruleset besides its offers.
pub trait Appraisal: Ruleset {
    /// Dice paths followed for one command; a wider one is judged by its promise alone. A set whose commands set off long
    /// chains of checks looks at fewer and promises more.
    const PATHS: u64 = 4_000;

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
}

/// Plays to win by simple means: looks one command ahead and takes the best exact expectation.
#[derive(Clone, Debug)]
pub struct Captain {
    words: Words,
}

impl Captain {
    pub fn new(words: Words) -> Captain {
        Captain { words }
    }
}

impl<R: Appraisal> Policy<R> for Captain {
    fn choose(&mut self, known: &R::State, side: Side) -> Option<R::Command> {
        let actors = R::actors(known, side);
        let mut candidates: Vec<R::Command> = Vec::new();
        for actor in R::first_to_act(known, side, &actors) {
            candidates.extend(R::offers(known, side, actor).into_iter().filter_map(|offer| match offer {
                Offer::Do(command) => R::considers(known, side, &command).then_some(command),
                Offer::Move(_) => None,
            }));
            candidates.extend(R::ideas(known, side, actor));
        }
        if candidates.len() <= 1 {
            return candidates.pop();
        }
        let mut best: Option<(Fraction, R::Command)> = None;
        // Equal candidates: a whim decides where to begin, so that mirrored battles do not repeat themselves.
        let start = self.words.below(candidates.len());
        candidates.rotate_left(start);
        let now = R::worth(known, side);
        for command in candidates {
            let quick = R::estimate(known, side, &command).map(|more| Fraction::new(now + more, 1_u32));
            let expected = quick.or_else(|| expectation::<R>(known, side, &command));
            let Some(expected) = expected else { continue };
            if best.as_ref().is_none_or(|(known, _)| expected > *known) {
                best = Some((expected, command));
            }
        }
        best.map(|(_, command)| command)
    }
}

/// The exact expectation of the position after a command; nothing if it is refused. What throws more dice than can be
/// followed is taken to change nothing but what it promises.
fn expectation<R: Appraisal>(known: &R::State, side: Side, command: &R::Command) -> Option<Fraction> {
    let outcome = |dice: &mut dyn Dice| -> Result<i64, Stop<R::Why>> {
        let mut after = known.clone();
        for event in R::handle(known, side, command, dice)? {
            R::apply(&mut after, &event);
        }
        Ok(R::worth(&after, side) + R::promise(known, &after, side, command))
    };
    match odds_within(Budget { paths: R::PATHS }, outcome) {
        Ok(distribution) => Some(distribution.expectation(|worth| *worth)),
        Err(OddsError::Stopped(_)) => None,
        Err(OddsError::TooWide { .. } | OddsError::TooLong | OddsError::NotRepeatable) => {
            Some(Fraction::new(R::worth(known, side) + R::promise(known, known, side, command), 1_u32))
        }
    }
}
