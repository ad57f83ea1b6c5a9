//! Who has won, and who holds what: POT-GAME-02 to -04.

use crate::c;
use crate::event::Event;
use crate::kinds::Kind;
use crate::potomac::PotomacDraft;
use crate::state::{End, Fate, State};
use longroll_kit::{Clause, Side};
use longroll_table::within;

/// Ruling POT-R02: a side without a formed unit or skirmish line on the table has lost at once; a side that never had one
/// has lost nothing.
pub fn end_if_a_side_is_gone(draft: &mut PotomacDraft) {
    let gone = |side| draft.troops(side).next().is_none() && lost_of(draft, side).1 > 0;
    let winner = match [Side::Blue, Side::Gray].map(gone) {
        [false, false] => return,
        [false, true] => Some(Side::Blue),
        [true, false] => Some(Side::Gray),
        [true, true] => None,
    };
    // POT-GAME-03: what the end of the tenure would say, too; whoever is broken by then stays broken
    if winner.is_some_and(|side| is_broken(draft, side)) {
        return end(draft, None, c::GAME_03, "both sides are broken".to_owned());
    }
    let reason = match winner {
        Some(side) => format!("{} has no unit left on the table", side_name(side.enemy())),
        None => "neither side has a unit left on the table".to_owned(),
    };
    end(draft, winner, c::R02, reason);
}

/// The end of a tenure: army break (POT-GAME-03), then the turn limit (POT-GAME-02, -04).
pub fn end_of_tenure(draft: &mut PotomacDraft) {
    take_objectives(draft);
    let broken = [Side::Blue, Side::Gray].map(|side| is_broken(draft, side));
    match broken {
        [true, true] => end(draft, None, c::GAME_03, "both sides are broken".to_owned()),
        [true, false] => end(draft, Some(Side::Gray), c::GAME_03, broken_words(draft, Side::Blue)),
        [false, true] => end(draft, Some(Side::Blue), c::GAME_03, broken_words(draft, Side::Gray)),
        [false, false] => {
            let last = draft.active != draft.first && draft.turn >= draft.muster.turns;
            if last {
                end_of_game(draft);
            }
        }
    }
}

/// Stands lost and stands at the start: destroyed, captured, off the table; a deployed stand when both its bases are gone.
pub fn lost_of(state: &State, side: Side) -> (u32, u32) {
    let all = state.ids().filter(|id| {
        state.side(*id) == side && !matches!(state.kind(*id), Kind::Officer | Kind::Skirmishers)
    });
    all.fold((0, 0), |(lost, began), id| {
        let start = u32::from(state.piece(id).stands);
        let left = if state.unit(id).fate == Fate::OnTable {
            state.stands_left(id)
        } else {
            // An orphan skirmish line is still in play (POT-UNIT-15)
            state.stands_left(id) - u32::from(state.unit(id).body.stands())
        };
        (lost + start.saturating_sub(left), began + start)
    })
}

/// POT-GAME-03: at least half of the starting stands, rounded up, or what the scenario says.
pub fn is_broken(state: &State, side: Side) -> bool {
    let (lost, began) = lost_of(state, side);
    lost >= break_point(state, side, began)
}

pub fn break_point(state: &State, side: Side, began: u32) -> u32 {
    state.muster.break_at[side as usize].unwrap_or(began.div_ceil(2)).max(1)
}

fn broken_words(state: &State, side: Side) -> String {
    let (lost, began) = lost_of(state, side);
    format!("{} is broken: {lost} of its {began} stands are lost", side_name(side))
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

/// Ruling POT-R03: at the end of a tenure an objective passes to the side that alone has a formed unit within its radius
/// that is not Retreating.
pub fn take_objectives(draft: &mut PotomacDraft) {
    for place in 0..draft.muster.objectives.len() {
        let objective = &draft.muster.objectives[place];
        let near = |side| {
            draft.formed(side).any(|id| {
                !draft.is_retreating(id) && within(&draft.unit(id).print, &objective.at, objective.radius)
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

/// POT-GAME-04: objectives, then the smaller share of stands lost, compared crosswise without fractions.
fn end_of_game(draft: &mut PotomacDraft) {
    let [blue, gray] = objective_points(draft);
    if blue != gray {
        let winner = if blue > gray { Side::Blue } else { Side::Gray };
        let (most, least) = (blue.max(gray), blue.min(gray));
        let reason = format!("{} holds objectives worth {most} against {least}", side_name(winner));
        return end(draft, Some(winner), c::GAME_04, reason);
    }
    let (blue_lost, blue_began) = lost_of(draft, Side::Blue);
    let (gray_lost, gray_began) = lost_of(draft, Side::Gray);
    let blue_share = u64::from(blue_lost) * u64::from(gray_began);
    let gray_share = u64::from(gray_lost) * u64::from(blue_began);
    let winner = match blue_share.cmp(&gray_share) {
        std::cmp::Ordering::Less => Some(Side::Blue),
        std::cmp::Ordering::Greater => Some(Side::Gray),
        std::cmp::Ordering::Equal => None,
    };
    let reason = format!("Blue lost {blue_lost} of {blue_began} stands, Gray {gray_lost} of {gray_began}");
    end(draft, winner, c::GAME_04, reason);
}

fn end(draft: &mut PotomacDraft, winner: Option<Side>, clause: Clause, reason: String) {
    draft.emit(Event::Ended(End { winner, clause, reason }));
}

pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::Blue => "Blue",
        Side::Gray => "Gray",
    }
}
