//! Step 10: DPs come off, markers are cleared, the battle may be over.

use crate::c;
use crate::event::Event;
use crate::grenadier::GrenadierDraft;
use crate::kinds::{Ability, Grade, Order};
use crate::morale_step::share_step;
use crate::state::{Debt, End, Standing, State, Status, Step};
use crate::tables;
use longroll_kit::{Clause, Side, UnitId};
use longroll_table::{Length, Point, touching, within};

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
    check_victory(draft);
    if draft.step != Step::Over {
        draft.emit(Event::TurnBegan { turn: draft.turn + 1 });
        draft.emit(Event::StepBegan { step: Step::Initiative });
    }
}

/// GRE-GEN-16: brigades that are broken, panicked or have no unit left, and brigades at the start.
pub fn spent(state: &State, side: Side) -> (u32, u32) {
    let own = (0..state.brigades.len() as u16)
        .filter(|brigade| state.muster.brigades[usize::from(*brigade)].side == side);
    own.fold((0, 0), |(gone, all), brigade| {
        let known = &state.brigades[usize::from(brigade)];
        let is_spent = known.broken || known.panicked || state.brigade_units(brigade).next().is_none();
        (gone + u32::from(is_spent), all + 1)
    })
}

/// GRE-GEN-16: figures lost and figures at the start, crew included; what is off the table is lost.
pub fn figures_lost(state: &State, side: Side) -> (u32, u32) {
    let whole = state.ids().filter(|id| state.side(*id) == side && state.piece(*id).parent.is_none());
    whole.filter(|id| state.kind(*id).is_unit()).fold((0, 0), |(lost, all), id| {
        let start = u32::from(state.piece(id).figures);
        let left: u32 = state
            .ids()
            .filter(|part| state.whole(*part) == id && state.is_on_table(*part))
            .map(|part| u32::from(state.unit(part).figures))
            .sum();
        (lost + start.saturating_sub(left), all + start)
    })
}

pub fn objective_points(state: &State) -> [u32; 2] {
    let mut points = [0, 0];
    for (objective, held) in state.muster.objectives.iter().zip(&state.held) {
        if let Some(side) = held {
            points[*side as usize] += objective.points;
        }
    }
    points
}

/// Ruling GRE-R05: at the end of a turn an objective passes to the side that alone has an unbroken unit within its radius.
fn take_objectives(draft: &mut GrenadierDraft) {
    for place in 0..draft.muster.objectives.len() {
        let objective = &draft.muster.objectives[place];
        let near = |side| is_near(draft, side, objective.at, objective.radius);
        let holder = match (near(Side::Blue), near(Side::Gray)) {
            (true, false) => Side::Blue,
            (false, true) => Side::Gray,
            _ => continue,
        };
        if draft.held[place] != Some(holder) {
            draft.emit(Event::ObjectiveTaken { objective: place as u16, side: holder });
        }
    }
}

fn is_near(state: &State, side: Side, at: Point, radius: Length) -> bool {
    state.troops(side).any(|id| {
        let unit = state.unit(id);
        !unit.status.is_broken() && within(&unit.rect, &at, radius)
    })
}

/// A side without a unit has lost at once (ruling GRE-R06); GRE-GEN-16 at the end of every turn.
pub fn end_if_a_side_is_gone(draft: &mut GrenadierDraft) {
    let [blue, gray] = [Side::Blue, Side::Gray].map(|side| draft.troops(side).next().is_some());
    let winner = match (blue, gray) {
        (true, true) => return,
        (true, false) => Some(Side::Blue),
        (false, true) => Some(Side::Gray),
        (false, false) => None,
    };
    let reason = match winner {
        Some(side) => format!("{} has no unit left on the table", side_name(side.enemy())),
        None => "neither side has a unit left on the table".to_owned(),
    };
    end(draft, winner, c::R06, reason);
}

fn check_victory(draft: &mut GrenadierDraft) {
    let [blue, gray] = [Side::Blue, Side::Gray].map(|side| spent(draft, side));
    let beaten = |(gone, all): (u32, u32)| gone * 2 > all;
    let words = |side: Side, (gone, all): (u32, u32)| {
        format!("{gone} of {all} brigades of {} are spent", side_name(side))
    };
    match (beaten(blue), beaten(gray)) {
        (true, false) => end(draft, Some(Side::Gray), c::GEN_16, words(Side::Blue, blue)),
        (false, true) => end(draft, Some(Side::Blue), c::GEN_16, words(Side::Gray, gray)),
        (true, true) => count_out(draft, blue, gray),
        (false, false) if draft.turn >= draft.muster.turns => count_out(draft, blue, gray),
        (false, false) => {}
    }
}

/// Fewer spent brigades, then objectives (before them under option GRE-OPT-20 `scenario`; ruling GRE-R05), then the smaller share
/// of figures lost, else a draw.
fn count_out(draft: &mut GrenadierDraft, blue: (u32, u32), gray: (u32, u32)) {
    let points = objective_points(draft);
    let lost = [figures_lost(draft, Side::Blue), figures_lost(draft, Side::Gray)];
    let by_brigades = (gray.0.cmp(&blue.0), format!("brigades spent: Blue {}, Gray {}", blue.0, gray.0));
    let by_points =
        (points[0].cmp(&points[1]), format!("objectives held: Blue {}, Gray {}", points[0], points[1]));
    // a/b against c/d compared crosswise, without fractions
    let share = |one: (u32, u32), other: (u32, u32)| u64::from(one.0) * u64::from(other.1);
    let by_figures = (
        share(lost[1], lost[0]).cmp(&share(lost[0], lost[1])),
        format!("figures lost: Blue {} of {}, Gray {} of {}", lost[0].0, lost[0].1, lost[1].0, lost[1].1),
    );
    let order = if draft.options.by_scenario {
        [by_points, by_brigades, by_figures]
    } else {
        [by_brigades, by_points, by_figures]
    };
    let decided = order.into_iter().find(|(found, _)| found.is_ne());
    match decided {
        Some((found, reason)) => {
            let winner = if found.is_gt() { Side::Blue } else { Side::Gray };
            end(draft, Some(winner), c::GEN_16, reason);
        }
        None => end(draft, None, c::GEN_16, "nothing parts the two sides".to_owned()),
    }
}

fn end(draft: &mut GrenadierDraft, winner: Option<Side>, clause: Clause, reason: String) {
    draft.emit(Event::Ended(End { winner, clause, reason }));
}

pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::Blue => "Blue",
        Side::Gray => "Gray",
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
