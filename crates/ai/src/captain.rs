use crate::{Appraisal, Policy, Words};
use longroll_dice::{Budget, Dice, Fraction, OddsError, odds_within};
use longroll_kit::{Offer, Side, Stop};

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
        let mut candidates = candidates::<R>(known, side);
        if candidates.len() <= 1 {
            return candidates.pop();
        }
        // Equal candidates: a whim decides where to begin, so that mirrored battles do not repeat themselves.
        let start = self.words.below(candidates.len());
        candidates.rotate_left(start);
        best::<R>(known, side, candidates)
    }
}

/// What those who should decide now might do: their finite offers, and the moves worth thinking about.
pub(crate) fn candidates<R: Appraisal>(known: &R::State, side: Side) -> Vec<R::Command> {
    let actors = R::actors(known, side);
    let mut candidates: Vec<R::Command> = Vec::new();
    for actor in R::first_to_act(known, side, &actors) {
        candidates.extend(R::offers(known, side, actor).into_iter().filter_map(|offer| match offer {
            Offer::Do(command) => R::considers(known, side, &command).then_some(command),
            Offer::Move(_) => None,
        }));
        candidates.extend(R::ideas(known, side, actor));
    }
    candidates
}

/// The first of those that promise most.
pub(crate) fn best<R: Appraisal>(
    known: &R::State,
    side: Side,
    candidates: Vec<R::Command>,
) -> Option<R::Command> {
    let mut best: Option<(Fraction, R::Command)> = None;
    for (promise, command) in promises::<R>(known, side, candidates) {
        if best.as_ref().is_none_or(|(known, _)| promise > *known) {
            best = Some((promise, command));
        }
    }
    best.map(|(_, command)| command)
}

/// All lawful ones, those that promise most first; equal ones as they came.
pub(crate) fn ranking<R: Appraisal>(
    known: &R::State,
    side: Side,
    candidates: Vec<R::Command>,
) -> Vec<(Fraction, R::Command)> {
    let mut ranked: Vec<_> = promises::<R>(known, side, candidates).collect();
    ranked.sort_by(|a, b| b.0.cmp(&a.0));
    ranked
}

/// What a captain sees in a command, nothing if it is refused, and all that he would weigh, the best first.
pub fn promises_of<R: Appraisal>(
    known: &R::State,
    side: Side,
    command: &R::Command,
) -> (Option<i64>, Vec<(i64, R::Command)>) {
    let own = promises::<R>(known, side, vec![command.clone()]).next().map(|(promise, _)| promise.whole());
    let ranked = ranking::<R>(known, side, candidates::<R>(known, side)).into_iter();
    (own, ranked.map(|(promise, command)| (promise.whole(), command)).collect())
}

fn promises<R: Appraisal>(
    known: &R::State,
    side: Side,
    candidates: Vec<R::Command>,
) -> impl Iterator<Item = (Fraction, R::Command)> {
    let now = R::worth(known, side);
    candidates.into_iter().filter_map(move |command| {
        let quick = R::estimate(known, side, &command).map(|more| Fraction::new(now + more, 1_u32));
        let promise = quick.or_else(|| expectation::<R>(known, side, &command))?;
        Some((promise, command))
    })
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
