//! What the dice did: each throw beside other throws of the same dice.

use crate::{Effort, Progress, Step, thousandths, whim};
use longroll_ai::{Appraisal, Horizon, Trial, chance, mean_and_error};
use longroll_dice::{Reading, Thrown};
use longroll_wire::{Moment, MomentKind};

pub(crate) struct Luck {
    /// The effect is that on whoever gave the order.
    pub moment: Moment,
    /// In ten-thousandths, with the standard error.
    pub effect: i64,
    pub error: i64,
    /// It was looked at by trials, not only at a glance.
    pub is_close: bool,
}

/// All throws that decided something: first at a glance by how the position looks, then those that mattered most by trials with the same
/// dice afterwards.
pub(crate) fn lucks<R: Appraisal>(
    steps: &[Step<R>],
    effort: Effort,
    progress: &mut Progress<'_>,
) -> Option<Vec<Luck>> {
    let mut found: Vec<(usize, Luck)> = Vec::new();
    for (place, step) in steps.iter().enumerate().filter(|(_, step)| !step.dice.is_empty()) {
        let as_it_came = chance::<R>(&step.after, step.by);
        let gains: Vec<i64> = (0..effort.glance)
            .filter_map(|number| thrown_again(step, whim(step.number, 2) + u64::from(number)))
            .map(|other| as_it_came - chance::<R>(&other, step.by))
            .collect();
        let (effect, error) = mean_and_error(&gains);
        found.push((place, luck(step, effect, error)));
        progress.step()?;
    }
    found.sort_by_key(|(place, luck)| (std::cmp::Reverse(luck.effect.abs()), *place));
    for (place, known) in found.iter_mut().take(effort.close) {
        let step = &steps[*place];
        let gains: Vec<i64> = (0..effort.trials)
            .filter_map(|number| {
                let number = whim(step.number, 3) + u64::from(number);
                let trial = Trial::new(number);
                let on =
                    |state: R::State| trial.from::<R>(state, step.by, Horizon::HalfTurns(R::HORIZON)).chance;
                Some(on(step.after.clone()) - on(thrown_again(step, number)?))
            })
            .collect();
        let (effect, error) = mean_and_error(&gains);
        *known = Luck { is_close: true, ..luck(step, effect, error) };
        progress.step()?;
    }
    for _ in found.len()..effort.close {
        progress.step()?;
    }
    found.sort_by_key(|(place, _)| *place);
    Some(found.into_iter().map(|(_, luck)| luck).collect())
}

/// The same command with other dice.
fn thrown_again<R: Appraisal>(step: &Step<R>, number: u64) -> Option<R::State> {
    let events = R::handle(&step.before, step.by, &step.command, &mut Trial::new(!number).dice(0)).ok()?;
    let mut state = step.before.clone();
    events.iter().for_each(|event| R::apply(&mut state, event));
    Some(state)
}

fn luck<R: Appraisal>(step: &Step<R>, effect: i64, error: i64) -> Luck {
    let error = error.min(10_000);
    let moment = Moment {
        kind: MomentKind::Luck,
        step: step.number,
        round: step.round,
        by: step.by.into(),
        text: R::label(&step.before, &step.command),
        effect: thousandths(effect),
        between: [thousandths(effect - 2 * error), thousandths(effect + 2 * error)],
        detail: step.dice.iter().map(in_words).collect::<Vec<_>>().join("; "),
    };
    Luck { moment, effect, error, is_close: false }
}

/// "threw 6 2 1: 1 of 3 score".
pub(crate) fn in_words(thrown: &Thrown) -> String {
    const MOST: usize = 12;
    let mut faces: Vec<String> = thrown.faces.iter().take(MOST).map(ToString::to_string).collect();
    if thrown.faces.len() > MOST {
        faces.push("…".to_owned());
    }
    let faces = faces.join(" ");
    match (thrown.reading(), thrown.read) {
        (Reading::Number(count), longroll_dice::Read::AtLeast(need)) => {
            format!("threw {faces}: {count} of {} at {need} or more", thrown.faces.len())
        }
        (Reading::Number(sum), _) if thrown.faces.len() > 1 => format!("threw {faces}: {sum}"),
        _ => format!("threw {faces}"),
    }
}
