//! The chance to win over time.

use crate::{Effort, Progress, Step, thousandths, whim};
use longroll_ai::{Appraisal, Horizon, Trial, mean_and_error};
use longroll_kit::{Seat, Side};
use longroll_wire::CurvePoint;

/// The places among the steps at which a half of a turn begins; the end comes after them.
pub(crate) fn moments<R: Appraisal>(steps: &[Step<R>]) -> Vec<usize> {
    let mut last = None;
    let mut places = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        let half = R::half_turns(&step.before);
        if last != Some(half) {
            places.push(place);
            last = Some(half);
        }
    }
    places
}

pub(crate) fn curve<R: Appraisal>(
    steps: &[Step<R>],
    moments: &[usize],
    effort: Effort,
    progress: &mut Progress<'_>,
) -> Option<Vec<CurvePoint>> {
    let mut curve = Vec::new();
    for place in moments {
        let step = &steps[*place];
        let chances: Vec<i64> = (0..effort.curve)
            .map(|number| {
                let trial = Trial::new(whim(step.number, 1) + u64::from(number));
                trial.from::<R>(step.before.clone(), Side::Blue, Horizon::HalfTurns(2 * R::HORIZON)).chance
            })
            .collect();
        let (mean, error) = mean_and_error(&chances);
        let wide = error.saturating_mul(2);
        curve.push(CurvePoint {
            step: step.number.saturating_sub(1),
            round: step.round,
            chance: per_thousand(mean),
            between: [per_thousand(mean.saturating_sub(wide)), per_thousand(mean.saturating_add(wide))],
        });
        progress.step()?;
    }
    if let Some(last) = steps.last() {
        let end = per_thousand(longroll_ai::chance::<R>(&last.after, Side::Blue));
        let round = R::view(&last.after, Seat::Spectator).round;
        curve.push(CurvePoint { step: last.number, round, chance: end, between: [end, end] });
    }
    Some(curve)
}

fn per_thousand(chance: i64) -> u32 {
    u32::try_from(thousandths(chance).max(0)).unwrap_or(0)
}
