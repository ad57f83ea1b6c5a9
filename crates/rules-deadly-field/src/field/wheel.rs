//! Wheels of a unit or a whole group, and members of a group closing up.

use crate::book::kinds::Terrain;
use crate::book::tables::allowance;
use crate::field::flight::stands_on;
use crate::field::sight::{ONE_INCH, are_adjacent};
use crate::turn::state::State;
use longroll_kit::UnitId;
use longroll_table::{
    Convex, GRAIN, Length, Point, Pose, Rect, Vector, distance, inches, nearest_point, overlaps, within,
};
use smallvec::SmallVec;

/// Fifteen degrees, in 65536ths of a turn: a wheel is looked at in slices no wider.
const SLICE: i32 = 2731;

/// ADF-MOVE-07: the front corner about which bases wheel: the outermost on the hand they wheel to.
pub(crate) fn pivot(rects: &[Rect], by: i32) -> Point {
    let (corner, hand) = if by < 0 { (0, rects[0].facing().left()) } else { (1, rects[0].facing().right()) };
    let ends = rects.iter().map(|rect| rect.corners()[corner]);
    let here = rects[0].centre();
    ends.max_by_key(|end| (*end - here).measured_along(hand)).unwrap_or(here)
}

/// How far the outer end travels: radius times angle. A turn has 65536 parts, and 2π is 710/113 to seven digits.
pub(crate) fn outer_arc(rects: &[Rect], pivot: Point, by: i32) -> Length {
    let fronts = rects.iter().flat_map(|rect| rect.corners()[..2].iter().copied());
    let radius = fronts.map(|corner| corner.distance_to(pivot)).max().unwrap_or(Length::ZERO);
    arc_of(radius, by)
}

/// ADF-GROUP-09: how far the outer end of the member travels that travels least.
pub(crate) fn least_arc(state: &State, units: &[UnitId], pivot: Point, by: i32) -> Length {
    let arcs = units.iter().map(|unit| outer_arc(&[*state.rect(*unit)], pivot, by));
    arcs.min().unwrap_or(Length::ZERO)
}

/// The part of an arc that belongs to a part of its angle.
pub(crate) fn share_of(arc: Length, angle: i32, by: i32) -> Length {
    if angle == by {
        return arc;
    }
    let (angle, by) = (i128::from(angle.unsigned_abs()), i128::from(by.unsigned_abs().max(1)));
    Length::from_micrometres((i128::from(arc.micrometres()) * angle / by) as i64)
}

fn arc_of(radius: Length, by: i32) -> Length {
    let arc = i128::from(radius.micrometres()) * i128::from(by.unsigned_abs()) * 710 / (113 * 65_536);
    Length::from_micrometres(arc as i64)
}

pub(crate) fn turned_about(pose: Pose, pivot: Point, by: i32) -> Pose {
    Pose { at: pivot + (pose.at - pivot).turned(by), facing: pose.facing.turned(by) }
}

/// The ground that a base covers on its way round, in slices.
pub(crate) fn slices(rect: &Rect, pivot: Point, by: i32) -> SmallVec<[Convex; 1]> {
    let count = (by.abs() / SLICE + 1).max(1);
    let at = |place: i32| Rect::new(turned_about(rect.pose(), pivot, by * place / count), rect.size());
    (0..count).map(|place| Convex::hull(&[*at(place).corners(), *at(place + 1).corners()].concat())).collect()
}

/// ADF-REACT-07, -28: the next stop of a wheel: a full inch of its outer end (of a group: of the member that moves least), the spot where somebody first comes within an inch of an
/// enemy, or its end. Gives back the angle and the arc to it.
pub(crate) fn next_turn(
    state: &State,
    units: &[UnitId],
    pivot: Point,
    (by, arc): (i32, Length),
    to_inch: Length,
) -> (i32, Length) {
    let share = |part: Length| {
        let angle = i64::from(by) * part.micrometres() / arc.micrometres().max(1);
        angle as i32
    };
    let most = if arc.within(to_inch) { by } else { share(to_inch) };
    let near = |angle: i32| {
        units.iter().any(|unit| {
            let rect = state.rect(*unit);
            let there = Rect::new(turned_about(rect.pose(), pivot, angle), rect.size());
            state.troops(state.side(*unit).enemy()).any(|enemy| {
                !within(rect, state.rect(enemy), ONE_INCH) && within(&there, state.rect(enemy), ONE_INCH)
            })
        })
    };
    let steps = 16;
    let first = (1..=steps).map(|step| most * step / steps).find(|angle| near(*angle));
    let angle = match first {
        None => most,
        Some(found) => {
            let (mut clear, mut met) = (found - most / steps, found);
            while (met - clear).abs() > 1 {
                let middle = clear + (met - clear) / 2;
                if near(middle) { met = middle } else { clear = middle }
            }
            met
        }
    };
    if angle == by || angle == 0 {
        return (by, arc);
    }
    let gone = i64::from(angle.unsigned_abs()) * arc.micrometres() / i64::from(by.unsigned_abs().max(1));
    let part = Length::from_micrometres(gone);
    // a hair short of the inch is the inch
    (angle, if (to_inch - part).within(GRAIN * 4) && !arc.within(to_inch) { to_inch } else { part })
}

/// ADF-GROUP-03, -04: who of a group stands apart from the lead unit, and how it closes up: straight until it touches, if that is within
/// its movement and nobody is in the way.
pub(crate) fn gaps(state: &State, group: &[UnitId]) -> Vec<(usize, Vector, Length)> {
    if group.len() < 2 || crate::field::sight::is_contiguous(state, group) {
        return Vec::new();
    }
    let mut joined: SmallVec<[(UnitId, Rect); 4]> =
        SmallVec::from_slice(&[(group[0], *state.rect(group[0]))]);
    let mut apart: Vec<usize> = (1..group.len()).collect();
    let mut moves = Vec::new();
    while let Some(next) = apart
        .iter()
        .copied()
        .min_by_key(|place| joined.iter().map(|(_, rect)| distance(state.rect(group[*place]), rect)).min())
    {
        apart.retain(|place| *place != next);
        let (id, rect) = (group[next], *state.rect(group[next]));
        let linked =
            joined.iter().any(|(other, at)| *at == *state.rect(*other) && are_adjacent(state, id, *other));
        if linked {
            joined.push((id, rect));
            continue;
        }
        let Some((_, to)) = joined.iter().min_by_key(|(_, other)| distance(&rect, other)) else { continue };
        let gap = distance(&rect, to);
        let corner = rect.corners().iter().copied().min_by_key(|corner| distance(to, corner));
        let way = corner.and_then(|corner| nearest_point(corner, to).map(|point| point - corner));
        let far = inches(allowance(state.options.scale, state.mover(id), Terrain::Open).unwrap_or(0));
        let Some(by) = way.filter(|by| by.length().within(far) && gap > GRAIN) else { continue };
        let there = rect.shifted(by);
        let taken = joined.iter().any(|(_, other)| overlaps(&there, other))
            || stands_on(state, id, &there).is_some_and(|other| !group.contains(&other));
        if !taken && state.field.inside(&there) {
            joined.push((id, there));
            moves.push((next, by, by.length()));
        }
    }
    moves
}
