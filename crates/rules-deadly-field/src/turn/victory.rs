//! Who has won, and who holds what.

use crate::book::kinds::{Arm, Level};
use crate::c;
use crate::ruleset::DeadlyDraft;
use crate::turn::event::Event;
use crate::turn::sequence::{has_unrouted, lost_share};
use crate::turn::state::State;
use longroll_kit::{
    BattleStanding, Breaking, Condition, End, Names, Objective, Side, SideStanding, Toll, colour,
    end_by_points, objectives_taken, points_held, side_name,
};
use longroll_table::within;

/// Who would win if the battle ended as things stand.
pub fn verdict(state: &State, name: Names) -> End {
    nobody_left(state, name).unwrap_or_else(|| last_count(state, name))
}

/// ADF-GAME-09: a side without a unit that is not routed has lost; ADF-TURN-12: after the last turn the objectives decide, and
/// without any the losses. ADF-GAME-02: no army breaks before that.
pub(crate) fn end_of_turn(draft: &mut DeadlyDraft) {
    let is_last = draft.turn >= draft.muster.turns;
    let end = nobody_left(draft, colour).or_else(|| is_last.then(|| last_count(draft, colour)));
    if let Some(end) = end {
        draft.emit(Event::Ended(end));
    }
}

/// ADF-GAME-09.
fn nobody_left(state: &State, name: Names) -> Option<End> {
    let beaten = |side: Side| {
        let reason = format!("{} has no unit left that is not routed", name(side));
        End { winner: Some(side.enemy()), clause: c::GAME_09, reason }
    };
    match [Side::Blue, Side::Gray].map(|side| has_unrouted(state, side)) {
        [true, true] => None,
        [true, false] => Some(beaten(Side::Gray)),
        [false, true] => Some(beaten(Side::Blue)),
        [false, false] => {
            let reason = "neither side has a unit that is not routed".to_owned();
            Some(End { winner: None, clause: c::GAME_09, reason })
        }
    }
}

/// Ruling ADF-R07: at the end of a player turn an objective passes to the side that alone has an unrouted unit within its radius.
pub(crate) fn take_objectives(draft: &mut DeadlyDraft) {
    let state: &State = draft;
    let is_there = |side: Side, objective: &Objective| {
        state.troops(side).any(|id| {
            state.unit(id).level != Level::Routed && within(state.rect(id), &objective.at, objective.radius)
        })
    };
    for (objective, side) in objectives_taken(&state.muster.objectives, &state.held, is_there) {
        draft.emit(Event::ObjectiveTaken { objective, side });
    }
}

/// Points of the objectives that each side holds, Blue's first.
pub fn objective_points(state: &State) -> [u32; 2] {
    points_held(&state.muster.objectives, &state.held)
}

/// ADF-GAME-01: objectives; else the smaller share of strength lost, and a draw under ten points of a hundred.
fn last_count(state: &State, name: Names) -> End {
    if let Some(end) = end_by_points(objective_points(state), c::GAME_01, name) {
        return end;
    }
    let [(blue_lost, blue_all), (gray_lost, gray_all)] =
        [Side::Blue, Side::Gray].map(|side| lost_share(state, side));
    // shares of a hundred, compared crosswise without fractions
    let (blue_share, gray_share) = (blue_lost * gray_all * 100, gray_lost * blue_all * 100);
    let ten = 10 * blue_all * gray_all;
    let winner = match blue_share.abs_diff(gray_share) {
        gap if gap < ten => None,
        _ if blue_share < gray_share => Some(Side::Blue),
        _ => Some(Side::Gray),
    };
    let [us, them] = [Side::Blue, Side::Gray].map(name);
    let reason = format!("{us} lost {blue_lost} of {blue_all}, {them} {gray_lost} of {gray_all}");
    End { winner, clause: c::GAME_01, reason }
}

/// How the battle stands, and how it is won.
pub fn standing(state: &State) -> BattleStanding {
    let End { winner, clause, reason } = verdict(state, side_name);
    let sides = [Side::Blue, Side::Gray].map(|side| {
        let (lost, all) = lost_share(state, side);
        let units = state.ids().filter(|id| state.side(*id) == side && state.piece(*id).arm != Arm::Leader);
        let began = units.count() as u32;
        let left = state.troops(side).filter(|id| state.unit(*id).level != Level::Routed).count() as u32;
        SideStanding {
            side,
            points: objective_points(state)[side as usize],
            lost: Toll { lost, of: all, what: "strength" },
            breaking: Breaking {
                now: began.saturating_sub(left),
                at: began,
                of: began,
                what: "units gone or routed",
                clause: c::GAME_09,
            },
        }
    });
    let condition = |clause, text: String| Condition { text, clause };
    let conditions = vec![
        condition(
            c::GAME_09,
            "A side without a unit that is not routed at the end of a turn loses. No army breaks before that.".to_owned(),
        ),
        condition(
            c::GAME_01,
            format!(
                "After turn {} the side with more points of objectives wins; if these are equal, the side that lost the smaller share of its strength. Shares that differ by less than ten in a hundred are a draw.",
                state.muster.turns
            ),
        ),
        condition(
            c::R07,
            "A side takes an objective when it alone has a unit there that is not routed at the end of a player's turn, and keeps it until the other takes it."
                .to_owned(),
        ),
    ];
    BattleStanding {
        ahead: winner,
        why: reason,
        clause,
        turns_left: state.muster.turns.saturating_sub(state.turn),
        points_are: "points of objectives held",
        sides,
        conditions,
    }
}
