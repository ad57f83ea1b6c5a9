//! What computers think, and what a general would do in a player's place.

use crate::failure::{Failed, Outcome};
use crate::preview::consequences;
use crate::shares::is_still_wanted;
use crate::told::piece_called;
use longroll_ai::{
    Appraisal, Computer, Considered, Decision, General, Opponent, Policy, Words, bounds, for_and_against,
    thought, thousandths,
};
use longroll_dice::{Rolling, Typed};
use longroll_kit::{Side, Thought};
use longroll_wire::{Advice, AdvisedOrder};
use serde_json::Value;

/// Orders that are shown to whoever asks.
const MOST_ADVISED: usize = 3;

/// A computer's command and what it says of it; nothing when nobody waits for it any more, or it is at a loss.
pub(crate) fn thought_of<R: Appraisal>(
    known: &R::State,
    side: Side,
    computer: Computer,
    number: u64,
) -> Option<(Value, Thought)> {
    let decision = computer.who_explains::<R>(number, side, is_still_wanted).decide(known, side)?;
    let words = thought::<R>(known, side, &decision);
    Some((serde_json::to_value(decision.chosen.command).ok()?, words))
}

/// What a general would do; with a command, that one beside it, as the last.
pub(crate) fn advice<R: Appraisal>(
    known: &R::State,
    side: Side,
    number: u64,
    version: u32,
    command: Option<R::Command>,
) -> Outcome<Advice> {
    let effort = Opponent::General.effort::<R>().ok_or_else(Failed::out_of_order)?;
    let mut general =
        General::new(Words::new(number, side), effort).who_explains().while_wanted(is_still_wanted);
    let decision = match &command {
        Some(command) => general.weigh::<R>(known, side, command),
        None => <General as Policy<R>>::decide(&mut general, known, side),
    };
    let Decision { chosen, mut others } =
        decision.ok_or_else(|| Failed::bad("there is no advice on this decision"))?;
    if let Some(command) = &command {
        others.retain(|other| other.command == *command);
    }
    others.sort_by_key(|other| other.behind.0);
    let trials = chosen.outs.len();
    let second = others.first().cloned();
    let mut candidates = vec![advised::<R>(known, side, &chosen, second.as_ref())];
    let rest = others.iter().take(MOST_ADVISED - 1);
    candidates.extend(rest.map(|other| advised::<R>(known, side, other, Some(&chosen))));
    let about = if trials < 2 {
        "There is little to choose here, so nothing was tried out: this is what a captain would do."
            .to_owned()
    } else {
        format!(
            "Each was fought on for {} half-turns, up to {trials} times, with captains on both sides. The chances are those of \
             captains, and so few trials tell only large differences.",
            effort.horizon
        )
    };
    Ok(Advice { version, candidates, about })
}

fn advised<R: Appraisal>(
    known: &R::State,
    side: Side,
    one: &Considered<R::Command>,
    other: Option<&Considered<R::Command>>,
) -> AdvisedOrder {
    let command = serde_json::to_value(&one.command).unwrap_or(Value::Null);
    let [reasons, risks] = other.map(|other| for_and_against(side, one, other)).unwrap_or_default();
    let certain = R::handle(known, side, &one.command, &mut Rolling::new(Typed::new(Vec::new())));
    let moved = certain.map(|events| consequences::<R>(known, side, &events).1).unwrap_or_default();
    let (behind, error) = one.behind;
    let unit = ["unit", "officer", "leader", "lead"].iter().find_map(|name| piece_called(name, &command));
    AdvisedOrder {
        label: R::label(known, &one.command),
        chance: thousandths(one.chance),
        between: bounds(one.chance, one.error, one.outs.len()),
        behind: thousandths(behind),
        is_certain: behind > error.saturating_mul(2),
        reasons,
        risks,
        units: unit.into_iter().collect(),
        target: piece_called("target", &command),
        moved,
        command,
    }
}
