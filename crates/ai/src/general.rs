use crate::captain::{candidates, ranking};
use crate::trials::{CameOut, Horizon, Keep, Trial};
use crate::{Appraisal, Considered, Decision, Policy, Words, chance};
use longroll_dice::Fraction;
use longroll_kit::Side;
use std::mem::discriminant;

/// A promise so far above the next best that there is nothing to think about.
const BEYOND_DOUBT: i64 = 20_000;
/// What another command must gain over the captain's choice, in ten-thousandths of a battle.
const WORTH_THE_CHANGE: i64 = 50;

/// What a search may cost. It is counted, never timed, so that a game repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many of the captain's ranking are tried out.
    pub candidates: usize,
    /// Trials that each candidate still in the running has had after each round; after a round half of them are left.
    pub rounds: &'static [u32],
    pub horizon: u32,
}

/// Tries out what a captain ranks highest: each some half-turns on, with captains on both sides and the same dice, and takes
/// another than the captain's choice only when its gain is more than chance.
#[derive(Clone, Debug)]
pub struct General {
    words: Words,
    effort: Effort,
    keep: Keep,
    /// Does anybody still wait for the decision?
    is_wanted: fn() -> bool,
}

impl General {
    pub fn new(words: Words, effort: Effort) -> General {
        General { words, effort, keep: Keep::Chance, is_wanted: || true }
    }

    /// He remembers what happened in the trials, to speak of it.
    #[must_use]
    pub fn who_explains(self) -> General {
        General { keep: Keep::Events, ..self }
    }

    /// He gives up, without a decision, when nobody waits for it any more.
    #[must_use]
    pub fn while_wanted(self, is_wanted: fn() -> bool) -> General {
        General { is_wanted, ..self }
    }

    /// Tries out this command beside what a captain ranks highest.
    pub fn weigh<R: Appraisal>(
        &mut self,
        known: &R::State,
        side: Side,
        command: &R::Command,
    ) -> Option<Decision<R::Command>> {
        let ranked = ranking::<R>(known, side, candidates::<R>(known, side));
        let mut short = shortlist(ranked, self.effort.candidates.div_ceil(2));
        short.retain(|known| known != command);
        short.insert(0, command.clone());
        self.compare::<R>(known, side, short)
    }

    /// Tries out these commands, the first of them the favourite, from which only a certain gain leads away.
    pub fn compare<R: Appraisal>(
        &mut self,
        known: &R::State,
        side: Side,
        commands: Vec<R::Command>,
    ) -> Option<Decision<R::Command>> {
        let first = self.words.word();
        let mut running: Vec<Running<R::Command>> = commands.into_iter().map(Running::new).collect();
        let mut done: Vec<Running<R::Command>> = Vec::new();
        let mut had = 0;
        for (round, until) in self.effort.rounds.iter().enumerate() {
            for number in had..*until {
                if !(self.is_wanted)() {
                    return None;
                }
                let trial = Trial::new(first.wrapping_add(number.into()));
                let world = trial.world::<R>(known, side);
                let horizon = Horizon::HalfTurns(self.effort.horizon);
                running.retain_mut(|runner| {
                    let out = trial.after::<R>(world.clone(), side, &runner.command, horizon, self.keep);
                    out.map(|out| runner.take(out)).is_some()
                });
            }
            had = *until;
            if running.len() <= 1 {
                break;
            }
            let favourite = running[0].outs.clone();
            let is_last = round + 1 == self.effort.rounds.len();
            let mut others = running.split_off(1);
            others.sort_by_key(|other| -gain(&other.outs, &favourite).0);
            let best = others.first().map_or(0, |best| gain(&best.outs, &favourite).0);
            // one round is enough when nothing is as good as what the captain would do
            if is_last || best <= 0 {
                done.extend(others);
                break;
            }
            done.extend(others.split_off(others.len().div_ceil(2)));
            running.extend(others);
        }
        done.extend(running.split_off(1.min(running.len())));
        let favourite = running.pop()?;
        Some(decided(favourite, done))
    }
}

impl<R: Appraisal> Policy<R> for General {
    fn choose(&mut self, known: &R::State, side: Side) -> Option<R::Command> {
        let decision = <General as Policy<R>>::decide(self, known, side);
        decision.map(|decision| decision.chosen.command)
    }

    fn decide(&mut self, known: &R::State, side: Side) -> Option<Decision<R::Command>> {
        let mut all = candidates::<R>(known, side);
        if all.len() <= 1 {
            return all.pop().map(|command| Decision::untried(command, chance::<R>(known, side)));
        }
        let start = self.words.below(all.len());
        all.rotate_left(start);
        let ranked = ranking::<R>(known, side, all);
        let short = shortlist(ranked, self.effort.candidates);
        if short.len() > 1 {
            return self.compare::<R>(known, side, short);
        }
        short.into_iter().next().map(|command| Decision::untried(command, chance::<R>(known, side)))
    }
}

/// The best of the ranking: half of the places by rank, then the best of each other kind of command, then again by rank. Only the
/// first when it is beyond doubt.
pub(crate) fn shortlist<C: PartialEq>(ranked: Vec<(Fraction, C)>, most: usize) -> Vec<C> {
    if let [(first, _), (second, _), ..] = ranked.as_slice()
        && first.whole() - second.whole() > BEYOND_DOUBT
    {
        return ranked.into_iter().take(1).map(|(_, command)| command).collect();
    }
    let mut list: Vec<C> = Vec::new();
    let mut rest: Vec<C> = Vec::new();
    let mut floor: Option<i64> = None;
    for (promise, command) in ranked {
        // far below the best is what cannot be meant
        if *floor.get_or_insert(promise.whole() - BEYOND_DOUBT) > promise.whole() || list.contains(&command) {
            continue;
        }
        if list.len() < most.div_ceil(2) { list.push(command) } else { rest.push(command) }
    }
    let mut again = Vec::new();
    for command in rest {
        let is_new = list.iter().all(|known| discriminant(known) != discriminant(&command));
        if is_new && list.len() < most { list.push(command) } else { again.push(command) }
    }
    let missing = most.saturating_sub(list.len());
    for command in again {
        if list.len() >= most || missing == 0 {
            break;
        }
        if !list.contains(&command) {
            list.push(command);
        }
    }
    list
}

/// A candidate and what its trials brought.
#[derive(Clone, Debug)]
struct Running<C> {
    command: C,
    outs: Vec<CameOut>,
}

impl<C> Running<C> {
    fn new(command: C) -> Running<C> {
        Running { command, outs: Vec::new() }
    }

    fn take(&mut self, out: CameOut) {
        self.outs.push(out);
    }
}

/// How much more the one brings than the other in the trials that both had, on average, and the standard error of that.
fn gain(one: &[CameOut], other: &[CameOut]) -> (i64, i64) {
    let differences: Vec<i64> = one.iter().zip(other).map(|(one, other)| one.chance - other.chance).collect();
    mean_and_error(&differences)
}

/// The average and its standard error.
pub fn mean_and_error(values: &[i64]) -> (i64, i64) {
    let count = values.len() as i64;
    if count == 0 {
        return (0, 0);
    }
    let mean = values.iter().sum::<i64>() / count;
    if count == 1 {
        return (mean, i64::MAX);
    }
    let squares: i64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    let variance = squares / (count - 1);
    (mean, (u64::try_from(variance / count).unwrap_or(0)).isqrt() as i64)
}

fn decided<C>(favourite: Running<C>, mut others: Vec<Running<C>>) -> Decision<C> {
    others.sort_by_key(|other| (std::cmp::Reverse(other.outs.len()), -gain(&other.outs, &favourite.outs).0));
    let better = others.iter().position(|other| {
        let (gain, error) = gain(&other.outs, &favourite.outs);
        gain > error && gain > WORTH_THE_CHANGE
    });
    let chosen = match better {
        Some(place) => {
            let chosen = others.remove(place);
            others.insert(0, favourite);
            chosen
        }
        None => favourite,
    };
    let others = others
        .into_iter()
        .map(|other| {
            let behind = gain(&chosen.outs, &other.outs);
            considered(other, behind)
        })
        .collect();
    Decision { chosen: considered(chosen, (0, 0)), others }
}

fn considered<C>(runner: Running<C>, behind: (i64, i64)) -> Considered<C> {
    let chances: Vec<i64> = runner.outs.iter().map(|out| out.chance).collect();
    let (chance, error) = mean_and_error(&chances);
    Considered { command: runner.command, chance, error, behind, outs: runner.outs }
}
