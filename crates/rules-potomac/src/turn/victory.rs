//! Who has won, and who holds what: POT-GAME-02 to -04.

use crate::book::kinds::Kind;
use crate::c;
use crate::ruleset::PotomacDraft;
use crate::turn::event::Event;
use crate::turn::state::{Fate, State};
use longroll_kit::{
    BattleStanding, Breaking, Condition, End, Names, Objective, Side, SideStanding, Toll, colour,
    end_by_points, end_of_who_is_gone, objectives_taken, points_held, side_name, smaller_share,
};
use longroll_table::within;

/// Who would win if the battle ended as things stand.
pub fn verdict(state: &State, name: Names) -> End {
    gone(state, name).or_else(|| broken(state, name)).unwrap_or_else(|| last_count(state, name))
}

/// Ruling POT-R02: at once.
pub fn end_if_a_side_is_gone(draft: &mut PotomacDraft) {
    if let Some(end) = gone(draft, colour) {
        draft.emit(Event::Ended(end));
    }
}

/// The end of a tenure: army break (POT-GAME-03), then the turn limit (POT-GAME-02, -04).
pub fn end_of_tenure(draft: &mut PotomacDraft) {
    take_objectives(draft);
    let is_last = draft.active != draft.first && draft.turn >= draft.muster.turns;
    let end = broken(draft, colour).or_else(|| is_last.then(|| last_count(draft, colour)));
    if let Some(end) = end {
        draft.emit(Event::Ended(end));
    }
}

/// Ruling POT-R02: a side without a formed unit or skirmish line on the table has lost; a side that never had one has lost
/// nothing.
fn gone(state: &State, name: Names) -> Option<End> {
    let is_left = |side| state.troops(side).next().is_some() || lost_of(state, side).1 == 0;
    let end = end_of_who_is_gone([Side::Blue, Side::Gray].map(is_left), c::R02, name)?;
    // POT-GAME-03: what the end of the tenure would say, too; whoever is broken by then stays broken
    if end.winner.is_some_and(|side| is_broken(state, side)) {
        return Some(both_broken());
    }
    Some(end)
}

/// POT-GAME-03.
fn broken(state: &State, name: Names) -> Option<End> {
    let beaten = |side: Side| {
        let (lost, began) = lost_of(state, side);
        let reason = format!("{} is broken: {lost} of its {began} stands are lost", name(side));
        End { winner: Some(side.enemy()), clause: c::GAME_03, reason }
    };
    match [Side::Blue, Side::Gray].map(|side| is_broken(state, side)) {
        [true, true] => Some(both_broken()),
        [true, false] => Some(beaten(Side::Blue)),
        [false, true] => Some(beaten(Side::Gray)),
        [false, false] => None,
    }
}

fn both_broken() -> End {
    End { winner: None, clause: c::GAME_03, reason: "both sides are broken".to_owned() }
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

/// Points of the objectives that each side holds, Blue's first.
pub fn objective_points(state: &State) -> [u32; 2] {
    points_held(&state.muster.objectives, &state.held)
}

/// Ruling POT-R03: at the end of a tenure an objective passes to the side that alone has a formed unit within its radius
/// that is not Retreating.
pub fn take_objectives(draft: &mut PotomacDraft) {
    let state: &State = draft;
    let is_there = |side: Side, objective: &Objective| {
        state.formed(side).any(|id| {
            !state.is_retreating(id) && within(&state.unit(id).print, &objective.at, objective.radius)
        })
    };
    for (objective, side) in objectives_taken(&state.muster.objectives, &state.held, is_there) {
        draft.emit(Event::ObjectiveTaken { objective, side });
    }
}

/// POT-GAME-04: objectives, then the smaller share of stands lost, compared crosswise without fractions.
fn last_count(state: &State, name: Names) -> End {
    if let Some(end) = end_by_points(objective_points(state), c::GAME_04, name) {
        return end;
    }
    let lost = [Side::Blue, Side::Gray].map(|side| lost_of(state, side));
    let winner = smaller_share(lost);
    let [(blue_lost, blue_began), (gray_lost, gray_began)] = lost;
    let [us, them] = [Side::Blue, Side::Gray].map(name);
    let reason = format!("{us} lost {blue_lost} of {blue_began} stands, {them} {gray_lost} of {gray_began}");
    End { winner, clause: c::GAME_04, reason }
}

/// How the battle stands, and how it is won.
pub fn standing(state: &State) -> BattleStanding {
    let End { winner, clause, reason } = verdict(state, side_name);
    let sides = [Side::Blue, Side::Gray].map(|side| {
        let (lost, began) = lost_of(state, side);
        SideStanding {
            side,
            points: objective_points(state)[side as usize],
            lost: Toll { lost: lost.into(), of: began.into(), what: "stands" },
            breaking: Breaking {
                now: lost,
                at: break_point(state, side, began),
                of: began,
                what: "stands lost",
                clause: c::GAME_03,
            },
        }
    });
    let breaks = |side: &SideStanding| {
        let Breaking { at, of, .. } = side.breaking;
        format!("{} at {at} of its {of}", side_name(side.side))
    };
    let condition = |clause, text: String| Condition { text, clause };
    let conditions = vec![
        condition(c::R02, "A side without a unit on the table loses at once.".to_owned()),
        condition(
            c::GAME_03,
            format!(
                "A side that has lost so many stands by the end of a tenure is broken and loses: {}, {}. If both are, it is a draw.",
                breaks(&sides[0]),
                breaks(&sides[1])
            ),
        ),
        condition(
            c::GAME_04,
            format!(
                "After turn {} the side with more points of objectives wins; if these are equal, the side that lost the smaller share of its stands.",
                state.muster.turns
            ),
        ),
        condition(
            c::R03,
            "A side takes an objective when it alone has a formed unit there that is not Retreating at the end of a tenure, and keeps it until the other takes it."
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
