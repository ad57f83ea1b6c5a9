//! What it comes to for each side, in words.

use crate::decisions::Cost;
use crate::luck::Luck;
use crate::{Effort, thousandths};
use longroll_ai::Appraisal;
use longroll_kit::{Side, side_name};
use longroll_wire::SideAccount;

pub(crate) fn account(side: Side, lucks: &[Luck], costs: &[Cost]) -> SideAccount {
    let is_own = |by: longroll_wire::Side| by == side.into();
    let luck: i64 =
        lucks.iter().map(|luck| if is_own(luck.moment.by) { luck.effect } else { -luck.effect }).sum();
    let luck_error = root_of_squares(lucks.iter().map(|luck| luck.error));
    let own = || costs.iter().filter(|cost| is_own(cost.moment.by));
    let cost: i64 = own().map(|cost| cost.cost).sum();
    let cost_error = root_of_squares(own().map(|cost| cost.error));
    let points = |chance: i64| (chance.abs() + 50) / 100;
    let fortune = match points(luck) {
        0 => "had neither luck nor bad luck worth a point".to_owned(),
        far if luck.abs() <= 2 * luck_error => {
            let way = if luck < 0 { "unlucky" } else { "lucky" };
            format!("was {} {way}, which is no more than these trials leave open", in_points(far))
        }
        far => format!("was {} {}", in_points(far), if luck < 0 { "unlucky" } else { "lucky" }),
    };
    let given = match points(cost) {
        0 => "gave away nothing that the trials could find".to_owned(),
        far => format!("gave away about {}", in_points(far)),
    };
    SideAccount {
        side: side.into(),
        luck: total(luck),
        luck_error: u32::try_from(total(luck_error)).unwrap_or(0),
        cost: u32::try_from(total(cost)).unwrap_or(0),
        cost_error: u32::try_from(total(cost_error)).unwrap_or(0),
        words: format!("The {} {fortune}, and {given}.", side_name(side)),
    }
}

/// Of the whole battle: it may be more than the battle itself, so it is not cut.
fn total(chance: i64) -> i32 {
    i32::try_from(chance / 10).unwrap_or_else(|_| thousandths(chance))
}

fn in_points(points: i64) -> String {
    if points == 1 { "1 point".to_owned() } else { format!("{points} points") }
}

fn root_of_squares(errors: impl Iterator<Item = i64>) -> i64 {
    let sum: i64 = errors.map(|error| error.saturating_mul(error)).fold(0, i64::saturating_add);
    i64::try_from(u64::try_from(sum).unwrap_or(0).isqrt()).unwrap_or(i64::MAX)
}

pub(crate) fn about<R: Appraisal>(effort: Effort, thrown: usize, decisions: usize) -> Vec<String> {
    vec![
        format!(
            "A point is one battle of a hundred. Chances are those of captains who would fight the battle out from there: each moment of \
             the curve was fought on {} times for {} half-turns, and the position then judged by a formula fitted to other battles.",
            effort.curve,
            2 * R::HORIZON
        ),
        format!(
            "Of {thrown} commands with dice, the {} whose dice mattered most were tried {} times with other dice and the same dice \
             afterwards; the others were judged at a glance.",
            effort.close.min(thrown),
            effort.trials
        ),
        format!(
            "Of {decisions} decisions, the {} that looked most doubtful to a captain were tried {} times beside what he would have \
             done. Smaller errors, and plans that pay late, are not found.",
            effort.close.min(decisions),
            effort.trials
        ),
        "These are small samples: bounds are given, and differences within them mean nothing.".to_owned(),
    ]
}
