//! Where the sheet leaves the order to a player he is asked for it: one unit at a time, as he likes (GRE-GEN-10). Who is
//! due can be seen from the position alone, so that nothing is forgotten and nothing done twice. Units that cannot get
//! into each other's way or sight whatever the order are not asked about; they go the rearmost or nearest first.

use crate::c;
use crate::field::sight::gap;
use crate::ruleset::GrenadierDraft;
use crate::turn::charge::{approach, evade, may_evade, must_evade};
use crate::turn::command_step::{is_due_to_retire, lost_generals, replace_general, retire};
use crate::turn::event::Event;
use crate::turn::melee_step::{melee_debt, melees};
use crate::turn::morale_step::{brigades_due, may_rally, rally_test, test_brigade};
use crate::turn::pursuit::{pursue, pursuit_test, retire_broken};
use crate::turn::resolution::{resolve_target, run_into, targets_due};
use crate::turn::state::{Debt, Due, Stage, State, Status};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Clause, Side, UnitId};
use longroll_table::{Convex, Length, Point, Rect, Vector, farther_than, inches, overlaps};
use smallvec::SmallVec;

/// Farther than any of these moves carries.
const FAR: Length = inches(24);

/// The units of a side among which it chooses the next.
pub fn due(state: &State, what: Due, side: Side) -> Vec<UnitId> {
    let own = |wanted: &dyn Fn(UnitId) -> bool| state.troops(side).filter(|id| wanted(*id)).collect();
    match what {
        Due::Replacement => lost_generals(state, side),
        Due::Retirement => own(&|id| {
            let brigade = state.piece(id).brigade.filter(|_| state.piece(id).parent.is_none());
            brigade.is_some_and(|brigade| state.brigades[usize::from(brigade)].retires)
                && !state.unit(id).status.is_broken()
                && !state.unit(id).today.retired_broken
        }),
        Due::Pursuit => own(&|id| {
            let unit = state.unit(id);
            unit.status == Status::Pursuing
                && !unit.today.pursuit_due
                && !unit.today.retired_broken
                && !state.is_in_melee(id)
        }),
        Due::Approach => own(&|id| is_next_to_approach(state, id)),
        Due::Evade => own(&|id| {
            let today = &state.unit(id).today;
            !today.evaded && !today.stayed && may_evade(state, id).is_some()
        }),
        Due::RetireMove => own(&|id| is_due_to_retire(state, id)),
        Due::RunInto => own(&|id| state.unit(id).today.run_into),
        Due::Target => targets_due(state, side),
        Due::Melee => melees(state, side),
        Due::PursuitTest => own(&|id| {
            let today = &state.unit(id).today;
            today.pursuit_due && !today.retired_broken && !state.is_in_melee(id)
        }),
        Due::Rally => own(&|id| may_rally(state, id)),
    }
}

/// GRE-CHARGE-20: an earlier wave of the same charge goes before a later one; else any order.
fn is_next_to_approach(state: &State, id: UnitId) -> bool {
    let declared = |id: UnitId| state.unit(id).charge.filter(|charge| charge.stage == Stage::Declared);
    let Some(own) = declared(id) else { return false };
    let before = |other: UnitId| {
        state.piece(other).brigade == state.piece(id).brigade
            && declared(other)
                .is_some_and(|charge| charge.target == own.target && charge.waves_before < own.waves_before)
    };
    !state.troops(state.side(id)).any(before)
}

/// One stride: the only unit that is due acts, or the side is asked which. False: nobody is due.
pub(crate) fn next(
    draft: &mut GrenadierDraft,
    what: Due,
    side: Side,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    let units = due(draft, what, side);
    match units.as_slice() {
        [] => return Ok(false),
        [only] => take(draft, what, *only, dice)?,
        all if is_all_one(draft, what, all) => {
            let foremost = all.iter().copied().min_by_key(|id| (rank(draft, what, *id), *id));
            take(draft, what, foremost.unwrap_or(all[0]), dice)?;
        }
        _ => draft.emit(Event::Owes(Debt::Next { side, what, units })),
    }
    Ok(true)
}

/// Does the order of these units make no difference? Their ways do not meet, or nobody's fate is felt by another.
fn is_all_one(state: &State, what: Due, units: &[UnitId]) -> bool {
    let pairs = || units.iter().enumerate().flat_map(|(n, a)| units[n + 1..].iter().map(move |b| (*a, *b)));
    match what {
        Due::Retirement | Due::RetireMove | Due::Approach | Due::Pursuit => {
            pairs().all(|(a, b)| !overlaps(&corridor(state, what, a), &corridor(state, what, b)))
        }
        Due::Rally => {
            pairs().all(|(a, b)| farther_than(&state.unit(a).rect, &state.unit(b).rect, inches(12)))
        }
        _ => false,
    }
}

/// All the ground that a unit may pass over in what it is due for.
fn corridor(state: &State, what: Due, id: UnitId) -> Convex {
    let unit = state.unit(id);
    let aim = match what {
        Due::Approach => unit.charge.map(|charge| charge.target),
        Due::Pursuit => unit.prey,
        _ => None,
    };
    let home = state.edge(state.side(id)).outward();
    let end = match (aim, what) {
        (Some(enemy), _) => state.unit(enemy).rect,
        (None, Due::Approach | Due::Pursuit) => unit.rect.shifted(Vector::along(unit.pose.facing, FAR)),
        _ => unit.rect.shifted(Vector::along(home, FAR)),
    };
    hull(&unit.rect, &end)
}

/// The ground between two places of one base.
pub(crate) fn hull(from: &Rect, to: &Rect) -> Convex {
    let corners: SmallVec<[Point; 8]> = from.corners().iter().chain(to.corners().iter()).copied().collect();
    Convex::hull(&corners)
}

/// Who goes first when it is all one: the nearest charger, or the rearmost of those who go back.
pub(crate) fn rank(state: &State, what: Due, id: UnitId) -> Length {
    let unit = state.unit(id);
    match (what, unit.charge) {
        (Due::Approach, Some(charge)) => gap(state, id, charge.target),
        _ => -(unit.pose.at - Point::new(0, 0)).measured_along(state.edge(state.side(id)).outward()),
    }
}

/// The same for brigades (GRE-TURN-10).
pub(crate) fn next_brigade(
    draft: &mut GrenadierDraft,
    side: Side,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    let brigades = brigades_due(draft, side);
    match brigades.as_slice() {
        [] => return Ok(false),
        [only] => test_brigade(draft, *only, dice)?,
        _ => draft.emit(Event::Owes(Debt::Brigades { side, brigades })),
    }
    Ok(true)
}

/// The unit named does what it is due for.
pub(crate) fn take(
    draft: &mut GrenadierDraft,
    what: Due,
    unit: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    match what {
        Due::Replacement => replace_general(draft, unit, dice),
        Due::Retirement => retire_broken(draft, unit, dice),
        Due::Pursuit => pursue(draft, unit, dice),
        Due::Approach => approach(draft, unit, dice),
        Due::Evade => match may_evade(draft, unit) {
            // GRE-CHARGE-19: in the open they must
            Some(by) if must_evade(draft, unit, by) => evade(draft, unit, by, false, None, dice),
            Some(by) => {
                draft.emit(Event::Owes(Debt::Evade { unit, by }));
                Ok(())
            }
            None => Ok(()),
        },
        Due::RetireMove => retire(draft, unit, dice),
        Due::RunInto => run_into(draft, unit, dice),
        Due::Target => resolve_target(draft, unit, dice),
        Due::Melee => {
            let melee = melee_debt(draft, unit);
            draft.emit(Event::Owes(melee));
            Ok(())
        }
        Due::PursuitTest => {
            let prey = draft.unit(unit).prey;
            pursuit_test(draft, unit, prey, false, dice)
        }
        Due::Rally => rally_test(draft, unit, dice),
    }
}

/// What the side is asked.
pub(crate) fn prompt(what: Due) -> (Clause, &'static str) {
    match what {
        Due::Replacement => (c::CMD_12, "There are too few ADCs for all: who is replaced?"),
        Due::Retirement => (c::BRIG_12, "Choose which unit of your broken brigades retires next"),
        Due::Pursuit => (c::TURN_04, "Choose which of your pursuers goes next"),
        Due::Approach => (c::TURN_05, "Choose which of your chargers approaches next"),
        Due::Evade => (c::TURN_05, "Choose which of your charged units decides next"),
        Due::RetireMove => (c::ORDER_05, "Choose which of your units makes its Retire move next"),
        Due::RunInto => (c::TURN_08, "Choose which of your units that were run into tests next"),
        Due::Target => (c::TURN_08, "Choose the target whose charges are settled next"),
        Due::Melee => (c::TURN_09, "Choose the melee that is fought next"),
        Due::PursuitTest => (c::PURSUIT_14, "Choose which of your pursuers tests next"),
        Due::Rally => (c::TURN_10, "Choose which of your units tests to rally next"),
    }
}
