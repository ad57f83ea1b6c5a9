//! Disengaging: straight away from the enemy, at twice the disorder move (ADF-MOVE-11).

use crate::book::kinds::{Arm, Level, Terrain};
use crate::book::tables::allowance;
use crate::c;
use crate::field::flight::{away_from, nearest_in_sight};
use crate::field::sight::apart;
use crate::ruleset::{DeadlyDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::event::Event;
use crate::turn::march::end_disengagement;
use crate::turn::state::State;
use longroll_dice::Dice;
use longroll_kit::{Stop, UnitId};
use longroll_table::{
    Footprint, Heading, Length, Pose, Vector, inches, overlaps, swept, thousandths, touching,
};

/// Where a unit would go, or a group behind its first unit, as far as all of them can. ADF-MOVE-13: anybody but a routed unit; guns
/// double their own row; ADF-GAME-08: "Dis" in the table means this.
pub fn way_back(
    state: &State,
    units: &[UnitId],
    asked: Option<Length>,
) -> Result<(Heading, Length), Refused> {
    let Some(id) = units.first().copied() else { return refuse(c::MOVE_11, Why::Nobody) };
    if let Some(routed) = units.iter().find(|id| state.unit(**id).level == Level::Routed) {
        return refuse(c::MOVE_13, Why::Routed { unit: state.name(*routed).to_owned() });
    }
    // ruling ADF-R11
    let nearest = nearest_in_sight(state, id)
        .or_else(|| state.troops(state.side(id).enemy()).min_by_key(|enemy| apart(state, id, *enemy)));
    let heading = away_from(state, id, nearest);
    let most = units.iter().map(|id| farthest_back(state, *id, heading)).min().unwrap_or(Length::ZERO);
    if let Some(asked) = asked
        && !asked.within(most)
    {
        return refuse(c::MOVE_11, Why::TooFar { needs: asked, allowed: most });
    }
    let wanted = asked.unwrap_or(most);
    let free = free_stop(state, units, heading, wanted);
    match free {
        Some(length)
            if asked.is_none_or(|asked| length.at_least(asked)) && length.at_least(thousandths(100)) =>
        {
            Ok((heading, length))
        }
        _ => refuse(c::MOVE_11, Why::NoWayBack),
    }
}

/// ADF-MOVE-02, -11: twice the disorder row of each ground, spent as fractions.
fn farthest_back(state: &State, id: UnitId, heading: Heading) -> Length {
    let mut mover = state.mover(id);
    if mover.arm != Arm::Artillery {
        mover.level = Level::Disorder;
    }
    let rate = |terrain: Terrain| 2 * allowance(state.options.scale, mover, terrain).unwrap_or(0);
    let rect = state.rect(id);
    let longest = inches(rate(Terrain::Open).max(1));
    let runs = state.ground.runs(&state.field, rect, Vector::along(heading, longest), longest);
    let (mut gone, mut left) = (Length::ZERO, 1_000_000_i128);
    for (terrain, part) in runs {
        let full = inches(rate(terrain)).micrometres();
        if full == 0 {
            break;
        }
        let share = i128::from(part.micrometres()) * 1_000_000 / i128::from(full);
        if share >= left {
            return gone + Length::from_micrometres((left * i128::from(full) / 1_000_000) as i64);
        }
        left -= share;
        gone += part;
    }
    gone
}

/// The longest way up to the wanted one on which all end clear of everybody, on the table, and touch no enemy.
fn free_stop(state: &State, units: &[UnitId], heading: Heading, wanted: Length) -> Option<Length> {
    let is_free = |length: Length| {
        let by = Vector::along(heading, length);
        units.iter().all(|id| {
            let rect = state.rect(*id);
            let there = rect.shifted(by);
            let hull = swept(&Footprint::single(*rect), by);
            let on = state.ids().find(|other| {
                !units.contains(other)
                    && state.is_on_table(*other)
                    && !state.is_leader(*other)
                    && overlaps(&there, state.rect(*other))
            });
            state.field.inside(&there)
                && on.is_none()
                && state.ground.closing(&state.field, state.arm(*id), &hull).is_none()
                && state.troops(state.side(*id).enemy()).all(|enemy| {
                    let other = state.rect(enemy);
                    !overlaps(hull.as_slice(), other)
                        && (touching(rect, other) || !touching(hull.as_slice(), other))
                })
        })
    };
    let step = thousandths(250);
    let mut length = wanted;
    while length > Length::ZERO {
        if is_free(length) {
            return Some(length);
        }
        length -= step;
    }
    None
}

/// As a reaction: the whole way at once, since the active side does not react.
pub(crate) fn step_back(
    draft: &mut DeadlyDraft,
    id: UnitId,
    distance: Option<Length>,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let Ok((heading, length)) = way_back(draft, &[id], distance) else { return Ok(()) };
    let pose = draft.unit(id).pose;
    let to = Pose { at: pose.at.ahead(heading, length), facing: pose.facing };
    draft.emit(Event::Moved { units: vec![(id, to)], distance: length, clause: c::MOVE_11 });
    // ADF-LEADER-16: a leader of the other side who stands alone there
    crate::turn::aftermath::trample(draft, id);
    end_disengagement(draft, id, dice)
}
