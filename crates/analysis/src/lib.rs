//! Luck told from skill: what the dice did to a battle, and what its players did.
//!
//! Everything is counted and seeded by the game file's own place in the log, so that the same file gives the same analysis.

mod account;
mod curve;
mod decisions;
mod luck;
mod rare;

use longroll_ai::{Appraisal, CERTAIN};
use longroll_dice::Thrown;
use longroll_game::{Game, Happened};
use longroll_kit::{Seat, Side};
use longroll_wire::{Analysis, Moment};

/// How much is tried out. Counted, never timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Trials from each moment of the curve.
    pub curve: u32,
    /// Other dice tried for a first look at each roll.
    pub glance: u32,
    /// Rolls and decisions of each kind that are looked at closely, and trials for each.
    pub close: usize,
    pub trials: u32,
}

impl Effort {
    pub const USUAL: Effort = Effort { curve: 12, glance: 6, close: 10, trials: 24 };
    /// A rough one.
    pub const ROUGH: Effort = Effort { curve: 6, glance: 4, close: 5, trials: 12 };
    /// Trials enough that the luck of the rolls looked at is known to a few points.
    pub const LONG: Effort = Effort { curve: 96, glance: 24, close: 20, trials: 160 };
}

/// A command that was carried out and not taken back.
struct Step<R: Appraisal> {
    number: u32,
    round: u32,
    by: Side,
    command: R::Command,
    dice: Vec<Thrown>,
    before: R::State,
    after: R::State,
}

/// How far the work is, told to whoever waits.
struct Progress<'a> {
    done: u32,
    of: u32,
    go_on: &'a mut dyn FnMut(u32, u32) -> bool,
}

impl Progress<'_> {
    /// One part more is done; nothing when nobody waits any more.
    fn step(&mut self) -> Option<()> {
        self.done += 1;
        (self.go_on)(self.done, self.of).then_some(())
    }
}

/// The analysis of a battle; nothing when `go_on` answered no. It is told how many parts of how many are done.
pub fn analyse<R: Appraisal>(
    game: &Game<R>,
    effort: Effort,
    go_on: &mut dyn FnMut(u32, u32) -> bool,
) -> Option<Analysis> {
    let steps = steps(game);
    let moments = curve::moments(&steps);
    let thrown = steps.iter().filter(|step| !step.dice.is_empty()).count();
    let of = moments.len() + thrown + steps.len() + 2 * effort.close;
    let of = u32::try_from(of).unwrap_or(u32::MAX);
    let mut progress = Progress { done: 0, of, go_on };
    let curve = curve::curve(&steps, &moments, effort, &mut progress)?;
    let lucks = luck::lucks(&steps, effort, &mut progress)?;
    let costs = decisions::costs(&steps, effort, &mut progress)?;
    let mut matter: Vec<Moment> =
        lucks.iter().filter(|luck| luck.is_close).map(|luck| luck.moment.clone()).collect();
    matter.extend(costs.iter().map(|cost| cost.moment.clone()));
    matter.retain(|moment| moment.effect != 0);
    matter.sort_by_key(|moment| (std::cmp::Reverse(moment.effect.abs()), moment.step));
    matter.truncate(10);
    let sides = [Side::Blue, Side::Gray].map(|side| account::account(side, &lucks, &costs));
    let (rare, throws) = rare::rare(&steps);
    let setup = &game.setup().scenario;
    Some(Analysis {
        ruleset: R::ID.to_owned(),
        title: setup.title.clone(),
        winner: game.closed().and_then(|close| close.winner).map(Into::into),
        curve,
        moments: matter,
        sides,
        rare,
        throws,
        about: account::about::<R>(effort, thrown, steps.len()),
    })
}

fn steps<R: Appraisal>(game: &Game<R>) -> Vec<Step<R>> {
    let in_force: std::collections::BTreeSet<u32> = game.in_force().map(|entry| entry.number).collect();
    let mut steps = Vec::new();
    let mut before: Option<R::State> = None;
    for frame in game.replay() {
        if let (Happened::Entry(entry), Some(before)) = (frame.happened, &before)
            && in_force.contains(&entry.number)
        {
            steps.push(Step {
                number: entry.number,
                round: R::view(before, Seat::Spectator).round,
                by: entry.by,
                command: entry.command.clone(),
                dice: entry.dice.clone(),
                before: before.clone(),
                after: frame.state.clone(),
            });
        }
        before = Some(frame.state);
    }
    steps
}

/// Ten-thousandths as thousandths, rounded.
fn thousandths(chance: i64) -> i32 {
    let half = if chance < 0 { -5 } else { 5 };
    i32::try_from((chance.clamp(-CERTAIN, CERTAIN) + half) / 10).unwrap_or(0)
}

/// A number for the trials of a step, unlike that of any other step.
fn whim(step: u32, what: u64) -> u64 {
    (u64::from(step) << 20) ^ what.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
