//! Step 10: DPs come off, markers are cleared, the battle may be over.

use crate::book::kinds::{Ability, Grade, Order};
use crate::book::tables;
use crate::c;
use crate::ruleset::GrenadierDraft;
use crate::turn::event::Event;
use crate::turn::morale_step::share_step;
use crate::turn::state::{Debt, Standing, State, Status, Step};
use crate::turn::victory::end_of_turn;
use longroll_kit::{Clause, Objective, Side, UnitId, objectives_taken};
use longroll_table::{touching, within};

/// GRE-DP-09: no move of any kind, no formation change, not in melee; GRE-PURSUIT-08 counts as that.
fn is_stationary(state: &State, id: UnitId) -> bool {
    let today = &state.unit(id).today;
    let at_rest = !today.stirred && !today.fought && !state.is_in_melee(id);
    at_rest || (today.rallies_dp && !state.is_in_melee(id))
}

/// GRE-DP-19: not in melee, not broken; for generals too.
fn may_shed(state: &State, id: UnitId) -> bool {
    let unit = state.unit(id);
    unit.dp > 0 && !unit.status.is_broken() && unit.status != Status::Pursuing && !state.is_in_melee(id)
}

/// GRE-DP-10: Veterans two, Regulars one, by themselves.
pub fn shed_alone(draft: &mut GrenadierDraft) {
    let all: Vec<UnitId> = draft.all_troops().collect();
    for unit in all {
        let own = match draft.piece(unit).grade {
            Grade::Veteran => 2,
            Grade::Regular => 1,
            Grade::Trained | Grade::Raw => 0,
        };
        let dp = own.min(draft.unit(unit).dp);
        if dp > 0 && may_shed(draft, unit) && is_stationary(draft, unit) {
            draft.emit(Event::Steadied { unit, dp, clause: c::DP_10 });
        }
    }
}

/// GRE-DP-12, GRE-DP-14, GRE-DP-15, GRE-DP-16: whom a general in contact can help. GRE-DP-11, GRE-DP-17: Trained and Raw units
/// lose one DP in all.
pub fn can_help(state: &State, general: UnitId) -> Vec<UnitId> {
    let ability = state.unit(general).ability;
    let row = tables::general(ability);
    let body = &state.unit(general).rect;
    // GRE-DP-19: nor does a general in melee
    if state.unit(general).attached.is_some_and(|unit| state.is_in_melee(unit)) {
        return Vec::new();
    }
    state
        .troops(state.side(general))
        .filter(|id| {
            let unit = state.unit(*id);
            let grade = state.piece(*id).grade;
            let graded = grade.is_steady() || (row.helps_all_grades && !unit.today.helped);
            let moved_on_assault =
                row.helps_moved_on_assault && state.order_of(*id) == Order::Assault && unit.today.stirred;
            (touching(body, &unit.rect) || unit_has(state, general, *id))
                && may_shed(state, *id)
                && graded
                && (is_stationary(state, *id) || moved_on_assault)
        })
        .collect()
}

fn unit_has(state: &State, general: UnitId, unit: UnitId) -> bool {
    state.unit(general).attached == Some(unit)
}

/// The next general who can help somebody and has not yet (GRE-DP-13).
pub fn next_helper(state: &State, side: Side) -> Option<(UnitId, Vec<UnitId>)> {
    state
        .generals(side)
        .filter(|general| state.is_fit(*general) && !state.unit(*general).today.helped)
        .map(|general| (general, can_help(state, general)))
        .find(|(_, units)| !units.is_empty())
}

pub fn help(draft: &mut GrenadierDraft, general: UnitId, unit: UnitId) {
    let clause: Clause = match draft.unit(general).ability {
        Ability::Excellent => c::DP_16,
        Ability::Average => c::DP_14,
        Ability::Poor => c::DP_15,
    };
    draft.emit(Event::Steadied { unit, dp: 1, clause });
    draft.emit(Event::Helped { general });
    draft.emit(Event::Helped { general: unit });
}

/// GRE-TURN-11: objectives, markers, victory, the next turn.
pub fn finish_turn(draft: &mut GrenadierDraft) {
    take_objectives(draft);
    let shares = (0..draft.brigades.len() as u16).map(|brigade| share_step(draft, brigade)).collect();
    draft.emit(Event::TurnEnded { shares });
    end_of_turn(draft);
    if draft.step != Step::Over {
        draft.emit(Event::TurnBegan { turn: draft.turn + 1 });
        draft.emit(Event::StepBegan { step: Step::Initiative });
    }
}

/// Ruling GRE-R05: at the end of a turn an objective passes to the side that alone has an unbroken unit within its radius.
fn take_objectives(draft: &mut GrenadierDraft) {
    let state: &State = draft;
    let is_there = |side: Side, objective: &Objective| {
        state.troops(side).any(|id| {
            let unit = state.unit(id);
            !unit.status.is_broken() && within(&unit.rect, &objective.at, objective.radius)
        })
    };
    for (objective, side) in objectives_taken(&state.muster.objectives, &state.held, is_there) {
        draft.emit(Event::ObjectiveTaken { objective, side });
    }
}

/// Still to be counted as a unit in play, wherever it stands.
pub fn is_in_play(state: &State, id: UnitId) -> bool {
    state.unit(id).standing == Standing::OnTable
}

/// The debt of a general who can choose.
pub fn help_debt(general: UnitId, units: Vec<UnitId>) -> Debt {
    Debt::Help { general, units }
}
