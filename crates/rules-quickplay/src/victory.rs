//! Who has won, and who holds what.

use crate::c;
use crate::event::Event;
use crate::quickplay::QuickplayDraft;
use crate::state::{End, Fate, Order, State};
use longroll_kit::{Clause, Side};
use longroll_table::{Point, within};

/// QP-VICTORY-04: a side without a combat unit on the table has lost at once.
pub fn end_if_a_side_is_gone(draft: &mut QuickplayDraft) {
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
    end(draft, winner, c::VICTORY_04, reason);
}

/// The end of a round. QP-VICTORY-01, -02: a broken side loses; QP-TURN-09, QP-VICTORY-03: after the last round the
/// objectives decide (ruling QP-R03), then the smaller share of Strength lost.
pub fn end_of_round(draft: &mut QuickplayDraft) {
    let broken = [Side::Blue, Side::Gray].map(|side| is_broken(draft, side));
    match broken {
        [true, true] => end(draft, None, c::VICTORY_02, "both sides are broken".to_owned()),
        [true, false] => end(draft, Some(Side::Gray), c::VICTORY_01, broken_words(draft, Side::Blue)),
        [false, true] => end(draft, Some(Side::Blue), c::VICTORY_01, broken_words(draft, Side::Gray)),
        [false, false] if draft.round >= draft.muster.rounds => end_of_game(draft),
        [false, false] => {}
    }
}

/// QP-VICTORY-01: units destroyed, off the table or Routed are at least half, rounded up, of those it began with.
pub fn is_broken(state: &State, side: Side) -> bool {
    let (lost, began) = lost_of(state, side);
    lost >= began.div_ceil(2)
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
    let mut points = [0, 0];
    for (objective, held) in state.muster.objectives.iter().zip(&state.held) {
        if let Some(side) = held {
            points[*side as usize] += objective.points;
        }
    }
    points
}

/// Ruling QP-R03: at the end of a turn an objective passes to the side that alone has an unrouted combat unit within
/// its radius; else it stays with whoever held it.
pub fn take_objectives(draft: &mut QuickplayDraft) {
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

fn is_near(state: &State, side: Side, at: Point, radius: longroll_table::Length) -> bool {
    state.troops(side).any(|id| {
        let unit = state.unit(id);
        unit.order != Order::Routed && within(&unit.rect, &at, radius)
    })
}

fn end_of_game(draft: &mut QuickplayDraft) {
    let [blue, gray] = objective_points(draft);
    if blue != gray {
        let winner = if blue > gray { Side::Blue } else { Side::Gray };
        let reason = format!(
            "{} holds objectives worth {} against {}",
            side_name(winner),
            blue.max(gray),
            blue.min(gray)
        );
        return end(draft, Some(winner), c::R03, reason);
    }
    let (blue_lost, blue_began) = strength_lost(draft, Side::Blue);
    let (gray_lost, gray_began) = strength_lost(draft, Side::Gray);
    // a/b < c/d compared crosswise, without fractions
    let blue_share = u64::from(blue_lost) * u64::from(gray_began);
    let gray_share = u64::from(gray_lost) * u64::from(blue_began);
    let winner = match blue_share.cmp(&gray_share) {
        std::cmp::Ordering::Less => Some(Side::Blue),
        std::cmp::Ordering::Greater => Some(Side::Gray),
        std::cmp::Ordering::Equal => None,
    };
    let reason = format!("Blue lost {blue_lost} of {blue_began} Strength, Gray {gray_lost} of {gray_began}");
    end(draft, winner, c::VICTORY_03, reason);
}

fn broken_words(state: &State, side: Side) -> String {
    let (lost, began) = lost_of(state, side);
    format!("{} is broken: {lost} of its {began} units are lost or Routed", side_name(side))
}

fn end(draft: &mut QuickplayDraft, winner: Option<Side>, clause: Clause, reason: String) {
    draft.emit(Event::Ended(End { winner, clause, reason }));
}

pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::Blue => "Blue",
        Side::Gray => "Gray",
    }
}
