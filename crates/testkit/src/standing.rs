//! What a side is told of the standing, against what the game declares.

use crate::Moment;
use longroll_ai::Appraisal;
use longroll_kit::{Clause, Seat, Side};
use serde_json::Value;

/// How much was looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stood {
    pub commands: u32,
    pub ends: u32,
    pub won: u32,
}

/// The standing after every command is in order; the one that stood before the end was declared, and the one after it, name
/// the winner and the clause of the end.
///
/// # Errors
/// What does not agree.
pub fn check_standing<R: Appraisal>(moment: &Moment<'_, R>, stood: &mut Stood) -> Result<(), String> {
    let view = R::view(moment.after, Seat::Spectator);
    let standing = &view.standing;
    stood.commands += 1;
    for (side, place) in [(Side::Blue, 0), (Side::Gray, 1)] {
        let its = &standing.sides[place];
        let breaking = &its.breaking;
        if its.side != side || breaking.now > breaking.of || breaking.at > breaking.of.max(1) {
            return Err(format!("{its:?}"));
        }
        // Whoever has reached the breaking point is not ahead of one who has not.
        let is_broken = |place: usize| {
            let breaking = &standing.sides[place].breaking;
            breaking.of > 0 && breaking.now >= breaking.at
        };
        if is_broken(place) && !is_broken(1 - place) && standing.ahead == Some(side) {
            return Err(format!("{side} is broken and ahead: {standing:?}"));
        }
    }
    if standing.conditions.is_empty() || standing.why.is_empty() {
        return Err("no words for the standing".to_owned());
    }
    for word in ["Blue", "Gray"] {
        if standing.why.contains(word) || standing.conditions.iter().any(|line| line.text.contains(word)) {
            return Err(format!("{word} in {standing:?}"));
        }
    }
    let Some((winner, clause)) = declared::<R>(moment.events)? else { return Ok(()) };
    stood.ends += 1;
    stood.won += u32::from(winner.is_some());
    if (standing.ahead, standing.clause) != (winner, clause) {
        return Err(format!("the game declares {winner:?} by {clause}, the standing says {standing:?}"));
    }
    let outcome = view.outcome.ok_or("the battle ended without an outcome")?;
    if outcome.winner != winner || outcome.reason != standing.why {
        return Err(format!("{outcome:?} and {standing:?}"));
    }
    Ok(())
}

/// The end among the events, by its words in the game file: `{"ended": {"winner": …, "clause": …}}`.
fn declared<R: Appraisal>(events: &[R::Event]) -> Result<Option<(Option<Side>, Clause)>, String> {
    for event in events {
        let value = serde_json::to_value(event).map_err(|error| error.to_string())?;
        let Some(end) = value.get("ended") else { continue };
        let read = |name: &str| end.get(name).cloned().unwrap_or(Value::Null);
        let winner = serde_json::from_value(read("winner")).map_err(|error| error.to_string())?;
        let clause = serde_json::from_value(read("clause")).map_err(|error| error.to_string())?;
        return Ok(Some((winner, clause)));
    }
    Ok(None)
}
