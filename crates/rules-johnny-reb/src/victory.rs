//! Objectives, the end of turns and of the battle.

use crate::c;
use crate::event::Event;
use crate::johnny_reb::JohnnyRebDraft;
use crate::kinds::{Arm, Level};
use crate::state::{End, Fate, Phase, State};
use longroll_kit::Side;
use longroll_table::distance;

pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::Blue => "Blue",
        Side::Gray => "Gray",
    }
}

/// Ruling JR-R05: a side takes an objective when only it has steady troops within its radius at the end of a turn.
pub(crate) fn take_objectives(draft: &mut JohnnyRebDraft) {
    for place in 0..draft.held.len() {
        let Some(objective) = draft.muster.objectives.get(place) else { continue };
        let near = |side: Side| {
            draft.troops(side).any(|id| {
                draft.unit(id).level != Level::Routed
                    && distance(&draft.unit(id).rect, &objective.at).within(objective.radius)
            })
        };
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

/// JR-VICTORY-02: it ends at once when a side has nobody left who is not Routed.
pub(crate) fn end_if_a_side_is_gone(draft: &mut JohnnyRebDraft) {
    let stands = |side: Side| draft.troops(side).any(|id| draft.unit(id).level != Level::Routed);
    let winner = match (stands(Side::Blue), stands(Side::Gray)) {
        (true, true) => return,
        (true, false) => Some(Side::Blue),
        (false, true) => Some(Side::Gray),
        (false, false) => {
            let end = by_points(draft);
            draft.emit(Event::Ended(end));
            return;
        }
    };
    let reason = match winner {
        Some(side) => format!("{} has nobody left who is not Routed", side_name(side.enemy())),
        None => String::new(),
    };
    draft.emit(Event::Ended(End { winner, clause: c::VICTORY_02, reason }));
}

/// JR-TURN-04, JR-VICTORY-02.
pub(crate) fn end_of_turn(draft: &mut JohnnyRebDraft) {
    if draft.turn >= draft.muster.turns {
        let end = by_points(draft);
        draft.emit(Event::Ended(end));
        return;
    }
    let turn = draft.turn + 1;
    draft.emit(Event::TurnBegan { turn });
    draft.emit(Event::PhaseBegan { phase: Phase::MarkOrders });
}

/// JR-VICTORY-01 and ruling JR-R05: 1 a figure, 4 a section, 5 an officer, 2 a figure of the Routed; 10 for each point
/// of an objective held.
pub fn score(state: &State, side: Side) -> u32 {
    let enemy = side.enemy();
    let mut points = 0;
    for id in state.ids().filter(|id| state.side(*id) == enemy) {
        let (piece, unit) = (state.piece(id), state.unit(id));
        if piece.arm == Arm::Officer {
            points += if unit.fate == Fate::Killed || unit.had_loss { 5 } else { 0 };
            continue;
        }
        let each = if piece.arm == Arm::Artillery { 4 } else { 1 };
        points += each * (piece.start() - unit.figures.min(piece.start()));
        let routed = unit.level == Level::Routed && unit.fate == Fate::OnTable;
        points += if routed || unit.fate == Fate::OffTable { 2 * unit.figures } else { 0 };
    }
    let held = state.muster.objectives.iter().zip(&state.held).filter(|(_, held)| **held == Some(side));
    held.fold(points, |sum: u32, (objective, _)| sum.saturating_add(objective.points.saturating_mul(10)))
}

/// JR-VICTORY-01: a difference under a tenth of the smaller score is a draw.
pub fn winner_of(blue: u32, gray: u32) -> Option<Side> {
    let (less, more) = (blue.min(gray), blue.max(gray));
    if blue == gray || u64::from(more - less) * 10 < u64::from(less) {
        return None;
    }
    Some(if blue > gray { Side::Blue } else { Side::Gray })
}

fn by_points(state: &State) -> End {
    let (blue, gray) = (score(state, Side::Blue), score(state, Side::Gray));
    let reason = format!("{blue} points to {gray}");
    End { winner: winner_of(blue, gray), clause: c::VICTORY_01, reason }
}
