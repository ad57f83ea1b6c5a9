//! Who has won, and who holds what.

use crate::c;
use crate::deadly::DeadlyDraft;
use crate::event::Event;
use crate::kinds::Level;
use crate::state::{End, State};
use crate::turn::{has_unrouted, lost_share};
use longroll_kit::{Clause, Side};
use longroll_table::{Length, Point, within};

/// ADF-GAME-09: a side without a unit that is not routed has lost; ADF-TURN-12: after the last turn the objectives decide, and
/// without any the losses. ADF-GAME-02: no army breaks before that.
pub(crate) fn end_of_turn(draft: &mut DeadlyDraft) {
    let [blue, gray] = [Side::Blue, Side::Gray].map(|side| has_unrouted(draft, side));
    match (blue, gray) {
        (false, false) => {
            end(draft, None, c::GAME_09, "neither side has a unit that is not routed".to_owned())
        }
        (true, false) => end(draft, Some(Side::Blue), c::GAME_09, nobody_left(Side::Gray)),
        (false, true) => end(draft, Some(Side::Gray), c::GAME_09, nobody_left(Side::Blue)),
        (true, true) if draft.turn >= draft.muster.turns => last_count(draft),
        (true, true) => {}
    }
}

fn nobody_left(side: Side) -> String {
    format!("{} has no unit left that is not routed", side_name(side))
}

/// Ruling ADF-R07: at the end of a player turn an objective passes to the side that alone has an unrouted unit within its radius.
pub(crate) fn take_objectives(draft: &mut DeadlyDraft) {
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
    state.troops(side).any(|id| state.unit(id).level != Level::Routed && within(state.rect(id), &at, radius))
}

/// Points of the objectives that each side holds, Blue's first.
pub fn objective_points(state: &State) -> [u32; 2] {
    let mut points = [0, 0];
    for (objective, held) in state.muster.objectives.iter().zip(&state.held) {
        if let Some(side) = held {
            points[*side as usize] += objective.points;
        }
    }
    points
}

/// ADF-GAME-01: objectives; else the smaller share of strength lost, and a draw under ten points of a hundred.
fn last_count(draft: &mut DeadlyDraft) {
    let [blue, gray] = objective_points(draft);
    if blue != gray {
        let winner = if blue > gray { Side::Blue } else { Side::Gray };
        let (more, less) = (blue.max(gray), blue.min(gray));
        let reason = format!("{} holds objectives worth {more} against {less}", side_name(winner));
        return end(draft, Some(winner), c::GAME_01, reason);
    }
    let [(blue_lost, blue_all), (gray_lost, gray_all)] =
        [Side::Blue, Side::Gray].map(|side| lost_share(draft, side));
    // shares of a hundred, compared crosswise without fractions
    let (blue_share, gray_share) = (blue_lost * gray_all * 100, gray_lost * blue_all * 100);
    let ten = 10 * blue_all * gray_all;
    let winner = match blue_share.abs_diff(gray_share) {
        gap if gap < ten => None,
        _ if blue_share < gray_share => Some(Side::Blue),
        _ => Some(Side::Gray),
    };
    let reason = format!("Blue lost {blue_lost} of {blue_all}, Gray {gray_lost} of {gray_all}");
    end(draft, winner, c::GAME_01, reason);
}

fn end(draft: &mut DeadlyDraft, winner: Option<Side>, clause: Clause, reason: String) {
    draft.emit(Event::Ended(End { winner, clause, reason }));
}

pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::Blue => "Blue",
        Side::Gray => "Gray",
    }
}
