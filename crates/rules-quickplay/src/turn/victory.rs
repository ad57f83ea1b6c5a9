//! Who has won, and who holds what.

use crate::c;
use crate::ruleset::QuickplayDraft;
use crate::turn::event::Event;
use crate::turn::state::{Fate, Order, State};
use longroll_kit::{
    BattleStanding, Breaking, Condition, End, Names, Objective, Side, SideStanding, Toll, colour,
    end_by_points, end_of_who_is_gone, objectives_taken, points_held, side_name, smaller_share,
};
use longroll_table::within;

/// Who would win if the battle ended as things stand.
pub fn verdict(state: &State, name: Names) -> End {
    gone(state, name).or_else(|| broken(state, name)).unwrap_or_else(|| last_count(state, name))
}

/// QP-VICTORY-04: a side without a combat unit on the table has lost at once.
pub fn end_if_a_side_is_gone(draft: &mut QuickplayDraft) {
    if let Some(end) = gone(draft, colour) {
        draft.emit(Event::Ended(end));
    }
}

/// The end of a round. QP-VICTORY-01, -02: a broken side loses; QP-TURN-09, QP-VICTORY-03: after the last round the
/// objectives decide (ruling QP-R03), then the smaller share of Strength lost.
pub fn end_of_round(draft: &mut QuickplayDraft) {
    let is_last = draft.round >= draft.muster.rounds;
    let end = broken(draft, colour).or_else(|| is_last.then(|| last_count(draft, colour)));
    if let Some(end) = end {
        draft.emit(Event::Ended(end));
    }
}

/// QP-VICTORY-04.
fn gone(state: &State, name: Names) -> Option<End> {
    let is_left = [Side::Blue, Side::Gray].map(|side| state.troops(side).next().is_some());
    end_of_who_is_gone(is_left, c::VICTORY_04, name)
}

/// QP-VICTORY-01, -02.
fn broken(state: &State, name: Names) -> Option<End> {
    let beaten = |side: Side| {
        let (lost, began) = lost_of(state, side);
        let reason = format!("{} is broken: {lost} of its {began} units are lost or Routed", name(side));
        End { winner: Some(side.enemy()), clause: c::VICTORY_01, reason }
    };
    match [Side::Blue, Side::Gray].map(|side| is_broken(state, side)) {
        [true, true] => {
            Some(End { winner: None, clause: c::VICTORY_02, reason: "both sides are broken".to_owned() })
        }
        [true, false] => Some(beaten(Side::Blue)),
        [false, true] => Some(beaten(Side::Gray)),
        [false, false] => None,
    }
}

/// QP-VICTORY-01: units destroyed, off the table or Routed are at least half, rounded up, of those it began with.
pub fn is_broken(state: &State, side: Side) -> bool {
    let (lost, began) = lost_of(state, side);
    lost >= break_point(began)
}

pub fn break_point(began: usize) -> usize {
    began.div_ceil(2)
}

/// Units destroyed, off the table or Routed, and units at the start.
pub fn lost_of(state: &State, side: Side) -> (usize, usize) {
    let all = state.ids().filter(|id| state.side(*id) == side && !state.kind(*id).is_general());
    all.fold((0, 0), |(lost, began), id| {
        let unit = state.unit(id);
        let gone = unit.fate != Fate::OnTable || unit.order == Order::Routed;
        (lost + usize::from(gone), began + 1)
    })
}

/// QP-VICTORY-03: Strength lost and Strength at the start; what is off the table counts as lost.
pub fn strength_lost(state: &State, side: Side) -> (u32, u32) {
    let all = state.ids().filter(|id| state.side(*id) == side);
    all.fold((0, 0), |(lost, began), id| {
        let start = u32::from(state.piece(id).strength);
        let now = if state.is_on_table(id) { u32::from(state.unit(id).strength) } else { 0 };
        (lost + start - now, began + start)
    })
}

/// Points of the objectives that each side holds, Blue's first.
pub fn objective_points(state: &State) -> [u32; 2] {
    points_held(&state.muster.objectives, &state.held)
}

/// Ruling QP-R03: at the end of a turn an objective passes to the side that alone has an unrouted combat unit within
/// its radius; else it stays with whoever held it.
pub fn take_objectives(draft: &mut QuickplayDraft) {
    let state: &State = draft;
    let is_there = |side: Side, objective: &Objective| {
        state.troops(side).any(|id| {
            let unit = state.unit(id);
            unit.order != Order::Routed && within(&unit.rect, &objective.at, objective.radius)
        })
    };
    for (objective, side) in objectives_taken(&state.muster.objectives, &state.held, is_there) {
        draft.emit(Event::ObjectiveTaken { objective, side });
    }
}

/// QP-VICTORY-03, ruling QP-R03.
fn last_count(state: &State, name: Names) -> End {
    if let Some(end) = end_by_points(objective_points(state), c::R03, name) {
        return end;
    }
    let lost = [Side::Blue, Side::Gray].map(|side| strength_lost(state, side));
    let winner = smaller_share(lost);
    let [(blue_lost, blue_began), (gray_lost, gray_began)] = lost;
    let [us, them] = [Side::Blue, Side::Gray].map(name);
    let reason =
        format!("{us} lost {blue_lost} of {blue_began} Strength, {them} {gray_lost} of {gray_began}");
    End { winner, clause: c::VICTORY_03, reason }
}

/// How the battle stands, and how it is won.
pub fn standing(state: &State) -> BattleStanding {
    let End { winner, clause, reason } = verdict(state, side_name);
    let sides = [Side::Blue, Side::Gray].map(|side| {
        let ((gone, began), (lost, of)) = (lost_of(state, side), strength_lost(state, side));
        SideStanding {
            side,
            points: objective_points(state)[side as usize],
            lost: Toll { lost: lost.into(), of: of.into(), what: "Strength" },
            breaking: Breaking {
                now: gone as u32,
                at: break_point(began) as u32,
                of: began as u32,
                what: "units lost or Routed",
                clause: c::VICTORY_01,
            },
        }
    });
    let breaks = |side: &SideStanding| {
        let Breaking { at, of, .. } = side.breaking;
        format!("{} at {at} of its {of} units", side_name(side.side))
    };
    let condition = |clause, text: String| Condition { text, clause };
    let conditions = vec![
        condition(c::VICTORY_04, "A side without a unit on the table loses at once.".to_owned()),
        condition(
            c::VICTORY_01,
            format!(
                "A side with half its units lost or Routed at the end of a round is broken and loses: {}, {}. If both are, it is a draw.",
                breaks(&sides[0]),
                breaks(&sides[1])
            ),
        ),
        condition(
            c::R03,
            format!(
                "After round {} the side with more points of objectives wins. A side takes an objective when it alone has a unit there that is not Routed at the end of a turn, and keeps it until the other takes it.",
                state.muster.rounds
            ),
        ),
        condition(
            c::VICTORY_03,
            "If these are equal, the side that lost the smaller share of its Strength wins.".to_owned(),
        ),
    ];
    BattleStanding {
        ahead: winner,
        why: reason,
        clause,
        turns_left: state.muster.rounds.saturating_sub(state.round),
        points_are: "points of objectives held",
        sides,
        conditions,
    }
}
