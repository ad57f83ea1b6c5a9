//! What players gave away: their decisions beside what a captain ranks highest.

use crate::{Effort, Progress, Step, thousandths, whim};
use longroll_ai::{Appraisal, Horizon, Keep, Trial, mean_and_error, promises_of};
use longroll_wire::{Moment, MomentKind};

pub(crate) struct Cost {
    /// The effect is that on whoever gave the order: nought or less.
    pub moment: Moment,
    /// In ten-thousandths, with the standard error.
    pub cost: i64,
    pub error: i64,
}

/// Others that are tried out beside what was done.
const RIVALS: usize = 2;

/// The decisions that look most doubtful, tried out. One half of the trials picks the best of the others, the other half says how much
/// better it is: else the luckiest would always be found to be better.
pub(crate) fn costs<R: Appraisal>(
    steps: &[Step<R>],
    effort: Effort,
    progress: &mut Progress<'_>,
) -> Option<Vec<Cost>> {
    let mut doubtful: Vec<(i64, usize, Vec<R::Command>)> = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        let known = R::seen(&step.before, step.by.into());
        let (own, ranked) = promises_of::<R>(&known, step.by, &step.command);
        let rivals: Vec<_> =
            ranked.into_iter().filter(|(_, command)| *command != step.command).take(RIVALS).collect();
        if let (Some(own), Some((best, _))) = (own, rivals.first())
            && *best > own
        {
            doubtful.push((own - *best, place, rivals.into_iter().map(|(_, command)| command).collect()));
        }
        progress.step()?;
    }
    doubtful.sort_by_key(|(gap, place, _)| (*gap, *place));
    let mut costs = Vec::new();
    for (_, place, rivals) in doubtful.iter().take(effort.close) {
        costs.extend(cost(&steps[*place], rivals, effort));
        progress.step()?;
    }
    for _ in doubtful.len()..effort.close {
        progress.step()?;
    }
    Some(costs)
}

fn cost<R: Appraisal>(step: &Step<R>, rivals: &[R::Command], effort: Effort) -> Option<Cost> {
    let trials = |from: u32, to: u32, command: &R::Command| -> Option<Vec<i64>> {
        (from..to)
            .map(|number| {
                let trial = Trial::new(whim(step.number, 4) + u64::from(number));
                let horizon = Horizon::HalfTurns(R::HORIZON);
                let out = |command: &R::Command| {
                    trial.after::<R>(step.before.clone(), step.by, command, horizon, Keep::Chance)
                };
                Some(out(command)?.chance - out(&step.command)?.chance)
            })
            .collect()
    };
    let half = effort.trials / 2;
    let picked = rivals.iter().filter_map(|rival| Some((mean_and_error(&trials(0, half, rival)?).0, rival)));
    let (promise, best) = picked.max_by_key(|(gain, _)| *gain)?;
    if promise <= 0 {
        return None;
    }
    let (gain, error) = mean_and_error(&trials(half, effort.trials, best)?);
    // what is no more than chance is not held against anybody
    if gain <= error {
        return None;
    }
    let moment = Moment {
        kind: MomentKind::Decision,
        step: step.number,
        round: step.round,
        by: step.by.into(),
        text: R::label(&step.before, &step.command),
        effect: -thousandths(gain),
        between: [-thousandths(gain + 2 * error), -thousandths(gain - 2 * error)],
        detail: R::label(&step.before, best),
    };
    Some(Cost { moment, cost: gain, error })
}
