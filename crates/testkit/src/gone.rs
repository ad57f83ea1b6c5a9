//! Late, early, gone: a piece is taken away or broken in the middle of things, and the battle goes on lawfully.

use crate::playing::Moment;
use longroll_ai::{Appraisal, Opponent, Words};
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Offer, Seat, Side, UnitId};

/// How a ruleset loses a piece.
pub trait Undoing: Appraisal {
    /// Events after which the piece is off the table, whatever it was about to do; nothing where the rules cannot lose it now.
    fn gone(state: &Self::State, unit: UnitId) -> Vec<Self::Event>;
    /// Events after which it has broken or routed but still stands; nothing where that cannot be.
    fn broken(state: &Self::State, unit: UnitId) -> Vec<Self::Event>;
}

/// What was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    pub gone: u32,
    pub broken: u32,
    pub officers: u32,
    pub commands: u32,
    pub offers: u32,
}

/// So many commands are played on after the loss.
const PLAYED_ON: u32 = 10;

/// Takes a piece away, or breaks it, after this command, and plays on for a while: whoever is awaited has an offer, every offer
/// is accepted, nothing panics. The battle itself is not touched.
///
/// # Errors
/// What could not go on.
pub fn check_gone<R: Undoing>(
    moment: &Moment<'_, R>,
    words: &mut Words,
    tried: &mut Tried,
) -> Result<(), String> {
    let view = R::view(moment.after, Seat::Spectator);
    let standing: Vec<_> = view.units.iter().filter(|unit| unit.on_table).collect();
    let officers: Vec<_> = standing.iter().filter(|unit| unit.kind == "general").collect();
    let is_officer = words.below(3) == 0 && !officers.is_empty();
    let unit = if is_officer {
        officers[words.below(officers.len())].id
    } else if standing.is_empty() {
        return Ok(());
    } else {
        standing[words.below(standing.len())].id
    };
    // A side without troops has lost, and there is nothing to go on with.
    let side = view.units.iter().find(|known| known.id == unit).map(|known| known.side);
    if standing.iter().filter(|known| Some(known.side) == side && known.kind != "general").count() < 2 {
        return Ok(());
    }
    let breaks = words.below(2) == 0;
    let events = if breaks { R::broken(moment.after, unit) } else { R::gone(moment.after, unit) };
    if events.is_empty() {
        return Ok(());
    }
    if breaks {
        tried.broken += 1
    } else {
        tried.gone += 1
    }
    tried.officers += u32::from(is_officer);
    let mut state = moment.after.clone();
    for event in &events {
        R::apply(&mut state, event);
    }
    let fate = if breaks { "broken" } else { "gone" };
    play_on::<R>(state, words, tried).map_err(|what| format!("with {unit} {fate}: {what}"))
}

fn play_on<R: Undoing>(mut state: R::State, words: &mut Words, tried: &mut Tried) -> Result<(), String> {
    let number = words.word();
    let mut policies = [Side::Blue, Side::Gray].map(|side| Opponent::Random.policy::<R>(number, side));
    for turn in 0..PLAYED_ON {
        let awaiting = R::awaiting(&state);
        let Some(side) = awaiting.0.first().map(|wait| wait.side) else { return Ok(()) };
        let actors = R::actors(&state, side);
        if actors.is_empty() {
            return Err(format!("{side} is awaited and nobody can act: {}", awaiting.0[0].prompt));
        }
        let actor = actors[words.below(actors.len())];
        let offers = R::offers(&state, side, actor);
        if offers.is_empty() {
            return Err(format!("{actor:?} has no offer"));
        }
        for offer in offers {
            let Offer::Do(command) = offer else { continue };
            let mut dice = Rolling::new(Seeded::new(Seed::from_number(number), turn));
            tried.offers += 1;
            if let Err(stop) = R::handle(&state, side, &command, &mut dice) {
                return Err(format!("offered {}: {stop}", R::write_command(&state, &command)));
            }
        }
        let known = R::seen(&state, side.into());
        let Some(command) = policies[side as usize].choose(&known, side) else {
            return Err(format!("{side} has no command"));
        };
        let mut dice = Rolling::new(Seeded::new(Seed::from_number(number), turn));
        let events = R::handle(&state, side, &command, &mut dice)
            .map_err(|stop| format!("{}: {stop}", R::write_command(&state, &command)))?;
        tried.commands += 1;
        for event in &events {
            R::apply(&mut state, event);
        }
    }
    Ok(())
}
