//! Battles fought in the mind: from a position a little way on, with a captain on either side.

use crate::{Appraisal, Captain, Policy, Words, chance, next_command};
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Ruleset, Side, Stop};
use std::collections::BTreeSet;

/// More commands than any trial takes.
const MOST_COMMANDS: u32 = 20_000;

/// How far a trial is carried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horizon {
    HalfTurns(u32),
    ToTheEnd,
}

/// The dice and whims of one trial. Trials of the same number throw the same dice, so that their difference is that of the
/// commands.
#[derive(Clone, Debug)]
pub struct Trial {
    seed: Seed,
    number: u64,
}

/// How a trial came out.
#[derive(Clone, Debug, Default)]
pub struct CameOut {
    /// The chance of the side at the end of it.
    pub chance: i64,
    /// Strength lost on the way, Blue's first.
    pub lost: [i64; 2],
    /// What happened before the half of the turn was over, in a few words each.
    pub events: BTreeSet<String>,
}

/// What is kept of the way besides the chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    Chance,
    Events,
}

impl Trial {
    pub fn new(number: u64) -> Trial {
        Trial { seed: Seed::from_number(number), number }
    }

    /// What is hidden from the side, drawn for this trial.
    pub fn world<R: Appraisal>(&self, known: &R::State, side: Side) -> R::State {
        R::imagined(known, side, &mut Words::new(self.number ^ 0x51EA_1ED0, side))
    }

    /// Gives the command and plays on; nothing when the command is refused.
    pub fn after<R: Appraisal>(
        &self,
        mut state: R::State,
        side: Side,
        command: &R::Command,
        horizon: Horizon,
        keep: Keep,
    ) -> Option<CameOut> {
        let mut out = CameOut::default();
        let until = goal::<R>(&state, horizon);
        let soon = R::half_turns(&state) + 1;
        let events = R::handle(&state, side, command, &mut self.dice(0)).ok()?;
        out.record::<R>(&mut state, &events, keep, soon);
        self.play_on::<R>(&mut state, until, keep, soon, &mut out);
        out.chance = chance::<R>(&state, side);
        Some(out)
    }

    /// Plays on from a position.
    pub fn from<R: Appraisal>(&self, mut state: R::State, side: Side, horizon: Horizon) -> CameOut {
        let mut out = CameOut::default();
        let until = goal::<R>(&state, horizon);
        self.play_on::<R>(&mut state, until, Keep::Chance, 0, &mut out);
        out.chance = chance::<R>(&state, side);
        out
    }

    fn play_on<R: Appraisal>(
        &self,
        state: &mut R::State,
        until: Option<u32>,
        keep: Keep,
        soon: u32,
        out: &mut CameOut,
    ) {
        let captain = |side| -> Box<dyn Policy<R>> { Box::new(Captain::new(Words::new(self.number, side))) };
        let mut captains = [captain(Side::Blue), captain(Side::Gray)];
        for number in 1..MOST_COMMANDS {
            if until.is_some_and(|until| R::half_turns(state) >= until) {
                return;
            }
            let Some((side, Some(command))) = next_command::<R>(state, &mut captains) else { return };
            match R::handle(state, side, &command, &mut self.dice(number)) {
                Ok(events) => out.record::<R>(state, &events, keep, soon),
                Err(Stop::Refused(_) | Stop::Wanted(_)) => return,
            }
        }
    }

    pub fn dice(&self, command: u32) -> Rolling<Seeded> {
        Rolling::new(Seeded::new(self.seed.clone(), command))
    }
}

impl CameOut {
    fn record<R: Ruleset + Appraisal>(
        &mut self,
        state: &mut R::State,
        events: &[R::Event],
        keep: Keep,
        soon: u32,
    ) {
        for event in events {
            if keep == Keep::Events {
                for (unit, lost) in R::losses(event) {
                    if let Some(side) = side_of::<R>(state, unit) {
                        self.lost[side as usize] += i64::from(lost);
                    }
                }
                if R::half_turns(state) < soon
                    && let Some(words) = R::gist(state, event)
                {
                    self.events.insert(words);
                }
            }
            R::apply(state, event);
        }
    }
}

fn side_of<R: Ruleset>(state: &R::State, unit: longroll_kit::UnitId) -> Option<Side> {
    R::roster(state).into_iter().find(|tally| tally.unit == unit).map(|tally| tally.side)
}

fn goal<R: Appraisal>(state: &R::State, horizon: Horizon) -> Option<u32> {
    match horizon {
        Horizon::HalfTurns(far) => Some(R::half_turns(state) + far),
        Horizon::ToTheEnd => None,
    }
}
