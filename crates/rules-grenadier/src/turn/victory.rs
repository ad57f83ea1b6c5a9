//! Who has won, and why: GRE-GEN-16.

use crate::c;
use crate::ruleset::GrenadierDraft;
use crate::turn::event::Event;
use crate::turn::state::State;
use longroll_kit::{
    BattleStanding, Breaking, Condition, End, Names, Side, SideStanding, Toll, colour, end_of_who_is_gone,
    points_held, side_name,
};

/// Who would win if the battle ended as things stand.
pub fn verdict(state: &State, name: Names) -> End {
    gone(state, name).or_else(|| beaten(state, name)).unwrap_or_else(|| last_count(state, name))
}

/// A side without a unit has lost at once (ruling GRE-R06).
pub fn end_if_a_side_is_gone(draft: &mut GrenadierDraft) {
    if let Some(end) = gone(draft, colour) {
        draft.emit(Event::Ended(end));
    }
}

/// GRE-GEN-16 at the end of every turn.
pub fn end_of_turn(draft: &mut GrenadierDraft) {
    let is_last = draft.turn >= draft.muster.turns;
    let end = beaten(draft, colour).or_else(|| is_last.then(|| last_count(draft, colour)));
    if let Some(end) = end {
        draft.emit(Event::Ended(end));
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
    points_held(&state.muster.objectives, &state.held)
}

/// GRE-GEN-16: more than half of its brigades.
fn spent_at(all: u32) -> u32 {
    all / 2 + 1
}

/// Ruling GRE-R06.
fn gone(state: &State, name: Names) -> Option<End> {
    let is_left = [Side::Blue, Side::Gray].map(|side| state.troops(side).next().is_some());
    end_of_who_is_gone(is_left, c::R06, name)
}

/// GRE-GEN-16: a side with more than half of its brigades spent; when both are beaten, the last count decides.
fn beaten(state: &State, name: Names) -> Option<End> {
    let beaten = |side: Side| {
        let (gone, all) = spent(state, side);
        let reason = format!("{gone} of {all} brigades of {} are spent", name(side));
        (gone >= spent_at(all)).then_some(End { winner: Some(side.enemy()), clause: c::GEN_16, reason })
    };
    match [Side::Blue, Side::Gray].map(beaten) {
        [Some(_), Some(_)] => Some(last_count(state, name)),
        [blue, gray] => blue.or(gray),
    }
}

/// Fewer spent brigades, then objectives (before them under option GRE-OPT-20 `scenario`; ruling GRE-R05), then the smaller share
/// of figures lost, else a draw.
fn last_count(state: &State, name: Names) -> End {
    let [us, them] = [Side::Blue, Side::Gray].map(name);
    let [blue, gray] = [Side::Blue, Side::Gray].map(|side| spent(state, side));
    let points = objective_points(state);
    let lost = [figures_lost(state, Side::Blue), figures_lost(state, Side::Gray)];
    let by_brigades = (gray.0.cmp(&blue.0), format!("brigades spent: {us} {}, {them} {}", blue.0, gray.0));
    let by_points =
        (points[0].cmp(&points[1]), format!("objectives held: {us} {}, {them} {}", points[0], points[1]));
    // a/b against c/d compared crosswise, without fractions
    let share = |one: (u32, u32), other: (u32, u32)| u64::from(one.0) * u64::from(other.1);
    let by_figures = (
        share(lost[1], lost[0]).cmp(&share(lost[0], lost[1])),
        format!("figures lost: {us} {} of {}, {them} {} of {}", lost[0].0, lost[0].1, lost[1].0, lost[1].1),
    );
    let order = if state.options.by_scenario {
        [by_points, by_brigades, by_figures]
    } else {
        [by_brigades, by_points, by_figures]
    };
    match order.into_iter().find(|(found, _)| found.is_ne()) {
        Some((found, reason)) => {
            let winner = if found.is_gt() { Side::Blue } else { Side::Gray };
            End { winner: Some(winner), clause: c::GEN_16, reason }
        }
        None => End { winner: None, clause: c::GEN_16, reason: "nothing parts the two sides".to_owned() },
    }
}

/// How the battle stands, and how it is won.
pub fn standing(state: &State) -> BattleStanding {
    let End { winner, clause, reason } = verdict(state, side_name);
    let sides = [Side::Blue, Side::Gray].map(|side| {
        let ((gone, all), (lost, of)) = (spent(state, side), figures_lost(state, side));
        SideStanding {
            side,
            points: objective_points(state)[side as usize],
            lost: Toll { lost: lost.into(), of: of.into(), what: "figures" },
            breaking: Breaking {
                now: gone,
                at: spent_at(all),
                of: all,
                what: "brigades spent",
                clause: c::GEN_16,
            },
        }
    });
    let breaks = |side: &SideStanding| {
        let Breaking { at, of, .. } = side.breaking;
        format!("{} at {at} of its {of}", side_name(side.side))
    };
    let last = if state.options.by_scenario {
        "more points of objectives wins; if these are equal, fewer spent brigades"
    } else {
        "fewer spent brigades wins; if these are equal, more points of objectives"
    };
    let condition = |clause, text: String| Condition { text, clause };
    let conditions = vec![
        condition(c::R06, "A side without a unit on the table loses at once.".to_owned()),
        condition(
            c::GEN_16,
            format!(
                "A side with more than half of its brigades spent (broken, panicked or without a unit) at the end of a turn is beaten: {}, {}.",
                breaks(&sides[0]),
                breaks(&sides[1])
            ),
        ),
        condition(
            c::GEN_16,
            format!("After turn {}, or when both are beaten, {last}; then the smaller share of figures lost.", state.muster.turns),
        ),
        condition(
            c::R05,
            "A side takes an objective when it alone has an unbroken unit there at the end of a turn, and keeps it until the other takes it."
                .to_owned(),
        ),
    ];
    BattleStanding {
        ahead: winner,
        why: reason,
        clause,
        turns_left: state.muster.turns.saturating_sub(state.turn.max(1)),
        points_are: "points of objectives held",
        sides,
        conditions,
    }
}
