//! One battle fought with the bare rules, without a game file: for batteries that look at each command from outside.

use crate::scenarios::{Texts, setup};
use longroll_ai::{Appraisal, Opponent};
use longroll_dice::{Rolling, Seed, Seeded, Thrown};
use longroll_kit::{Settings, Side};

/// More commands than any battle may take.
const MOST_COMMANDS: u32 = 20_000;

/// One command of a battle, with what was before and after it.
#[derive(Debug)]
pub struct Moment<'a, R: Appraisal> {
    pub number: u32,
    pub side: Side,
    pub command: &'a R::Command,
    pub thrown: &'a [Thrown],
    pub events: &'a [R::Event],
    pub before: &'a R::State,
    pub after: &'a R::State,
}

/// Fights a battle and shows every command to `look`, which may end it by an error.
///
/// # Errors
/// What `look` found, or that the battle could not be fought, with the place.
pub fn play<R: Appraisal>(
    texts: Texts,
    settings: Settings,
    opponent: Opponent,
    number: u64,
    look: &mut dyn FnMut(&Moment<'_, R>) -> Result<(), String>,
) -> Result<(), String> {
    let setup = setup(texts, settings);
    let place = format!("{} {} number {number}", R::ID, texts.name);
    let mut state = R::blank(&setup).map_err(|error| format!("{place}: {}", error.0))?;
    for event in R::open(&setup).map_err(|error| format!("{place}: {}", error.0))? {
        R::apply(&mut state, &event);
    }
    let mut policies = [Side::Blue, Side::Gray].map(|side| opponent.policy::<R>(number, side));
    for turn in 0..MOST_COMMANDS {
        let Some(side) = R::awaiting(&state).0.first().map(|wait| wait.side) else { return Ok(()) };
        let known = R::seen(&state, side.into());
        let command = policies[side as usize]
            .choose(&known, side)
            .ok_or_else(|| format!("{place}, command {turn}: {side} has no command"))?;
        let at = format!("{place}, command {turn}, {}", R::write_command(&state, &command));
        let mut dice = Rolling::new(Seeded::new(Seed::from_number(number), turn));
        let events =
            R::handle(&state, side, &command, &mut dice).map_err(|stop| format!("{at}: refused: {stop}"))?;
        let (_, thrown) = dice.into_parts();
        let mut after = state.clone();
        for event in &events {
            R::apply(&mut after, event);
        }
        look(&Moment {
            number: turn,
            side,
            command: &command,
            thrown: &thrown,
            events: &events,
            before: &state,
            after: &after,
        })
        .map_err(|what| format!("{at}: {what}"))?;
        state = after;
    }
    Err(format!("{place}: no end in sight"))
}
