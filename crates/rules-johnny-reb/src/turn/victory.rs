//! Objectives, the end of turns and of the battle.

use crate::book::kinds::{Arm, Level};
use crate::c;
use crate::ruleset::JohnnyRebDraft;
use crate::turn::event::Event;
use crate::turn::state::{Fate, Phase, State};
use longroll_kit::{
    BattleStanding, Breaking, Condition, End, Names, Objective, Side, SideStanding, Toll, colour, counted,
    objectives_taken, side_name,
};
use longroll_table::distance;

/// Who would win if the battle ended as things stand.
pub fn verdict(state: &State, name: Names) -> End {
    nobody_left(state, name).unwrap_or_else(|| by_points(state))
}

/// Ruling JR-R05: a side takes an objective when only it has steady troops within its radius at the end of a turn.
pub(crate) fn take_objectives(draft: &mut JohnnyRebDraft) {
    let state: &State = draft;
    let is_there = |side: Side, objective: &Objective| {
        state.troops(side).any(|id| {
            let unit = state.unit(id);
            unit.level != Level::Routed && distance(&unit.rect, &objective.at).within(objective.radius)
        })
    };
    for (objective, side) in objectives_taken(&state.muster.objectives, &state.held, is_there) {
        draft.emit(Event::ObjectiveTaken { objective, side });
    }
}

/// JR-VICTORY-02: it ends at once when a side has nobody left who is not Routed.
pub(crate) fn end_if_a_side_is_gone(draft: &mut JohnnyRebDraft) {
    if let Some(end) = nobody_left(draft, colour) {
        draft.emit(Event::Ended(end));
    }
}

/// JR-VICTORY-02; when nobody is left on either side, the points decide.
fn nobody_left(state: &State, name: Names) -> Option<End> {
    let winner = match [Side::Blue, Side::Gray].map(|side| steady(state, side) > 0) {
        [true, true] => return None,
        [true, false] => Side::Blue,
        [false, true] => Side::Gray,
        [false, false] => return Some(by_points(state)),
    };
    let reason = format!("{} has nobody left who is not Routed", name(winner.enemy()));
    Some(End { winner: Some(winner), clause: c::VICTORY_02, reason })
}

/// Units on the table that are not Routed.
fn steady(state: &State, side: Side) -> u32 {
    state.troops(side).filter(|id| state.unit(*id).level != Level::Routed).count() as u32
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

/// How the battle stands, and how it is won.
pub fn standing(state: &State) -> BattleStanding {
    let End { winner, clause, reason } = verdict(state, side_name);
    let sides = [Side::Blue, Side::Gray].map(|side| {
        let units = || state.ids().filter(|id| state.side(*id) == side && !state.is_officer(*id));
        let began = units().count() as u32;
        let start: u32 = units().map(|id| state.piece(id).start()).sum();
        let left = units().filter(|id| state.is_on_table(*id)).map(|id| state.unit(id).figures);
        let left: u32 = left.sum::<u32>().min(start);
        SideStanding {
            side,
            points: score(state, side),
            lost: Toll { lost: (start - left).into(), of: start.into(), what: "figures and sections" },
            breaking: Breaking {
                now: began.saturating_sub(steady(state, side)),
                at: began,
                of: began,
                what: "units gone or Routed",
                clause: c::VICTORY_02,
            },
        }
    });
    let [blue, gray] = [sides[0].points, sides[1].points];
    let why = if clause == c::VICTORY_01 {
        let [us, them] = [Side::Blue, Side::Gray].map(side_name);
        let close = winner.is_none() && blue != gray;
        let tenth = if close { "; a lead of less than a tenth is a draw" } else { "" };
        format!("{us} {}, {them} {gray}{tenth}", counted(blue, "point"))
    } else {
        reason
    };
    let condition = |clause, text: String| Condition { text, clause };
    let conditions = vec![
        condition(c::VICTORY_02, "A side with nobody left who is not Routed loses at once.".to_owned()),
        condition(
            c::VICTORY_01,
            format!(
                "After turn {} the higher score wins; a lead of less than a tenth of the lower score is a draw.",
                state.muster.turns
            ),
        ),
        condition(
            c::R05,
            "Points: 1 for each enemy figure lost, 4 for each gun section, 5 for each officer, 2 for each figure Routed or driven off, 10 for each point of an objective held."
                .to_owned(),
        ),
        condition(
            c::R05,
            "A side takes an objective when it alone has a unit there that is not Routed at the end of a turn, and keeps it until the other takes it."
                .to_owned(),
        ),
    ];
    BattleStanding {
        ahead: winner,
        why,
        clause,
        turns_left: state.muster.turns.saturating_sub(state.turn),
        points_are: "victory points",
        sides,
        conditions,
    }
}
