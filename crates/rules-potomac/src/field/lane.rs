//! The fire lane of small arms and whom it makes the target: POT-FIRE-02 to -06.

use crate::book::kinds::{Band, Kind};
use crate::book::tables::{small_arms, small_arms_band};
use crate::c;
use crate::field::sight::{Screen, blockers};
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::state::State;
use longroll_kit::{Side, UnitId};
use longroll_table::{
    Blocker, Blocks, Footprint, GRAIN, Heading, Length, Point, Rect, Vector, sight_to_point,
};
use smallvec::SmallVec;

/// The strip straight ahead of a front, in its own coordinates: x along the front from its left end, y ahead of it.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    left: Point,
    facing: Heading,
    width: i64,
}

/// Part of a stand inside a lane.
type Clipped = SmallVec<[(i64, i64); 8]>;

impl Lane {
    /// POT-FIRE-02: from outermost corner to outermost corner of the front rank.
    pub fn of(state: &State, id: UnitId) -> Lane {
        let unit = state.unit(id);
        if state.kind(id) == Kind::Skirmishers {
            return Lane::of_stands(unit.print.stands(), state.facing(id));
        }
        let [left, right] = unit.body.front_rank_corners(state.stand());
        Lane::between(left, right, unit.body.front.facing)
    }

    fn between(left: Point, right: Point, facing: Heading) -> Lane {
        let width = (right - left).measured_along(facing.right()).micrometres();
        Lane { left, facing, width }
    }

    /// The front of a loose line: its outermost corners, at the foremost of its fronts.
    fn of_stands(stands: &[Rect], facing: Heading) -> Lane {
        let Some(first) = stands.first() else {
            return Lane { left: Point::default(), facing, width: 0 };
        };
        let origin = first.front_middle();
        let right = facing.right();
        let mut across = (i64::MAX, i64::MIN);
        let mut ahead = i64::MIN;
        for stand in stands {
            let corners = stand.corners();
            for corner in &corners[..2] {
                let along = (*corner - origin).measured_along(right).micrometres();
                across = (across.0.min(along), across.1.max(along));
                ahead = ahead.max((*corner - origin).measured_along(facing).micrometres());
            }
        }
        let at = |along: i64| {
            origin
                + Vector::along(right, Length::from_micrometres(along))
                + Vector::along(facing, Length::from_micrometres(ahead))
        };
        Lane { left: at(across.0), facing, width: across.1 - across.0 }
    }

    fn local(&self, at: Point) -> (i64, i64) {
        let by = at - self.left;
        (by.measured_along(self.facing.right()).micrometres(), by.measured_along(self.facing).micrometres())
    }

    fn on_table(&self, (x, y): (i64, i64)) -> Point {
        self.left
            + Vector::along(self.facing.right(), Length::from_micrometres(x))
            + Vector::along(self.facing, Length::from_micrometres(y))
    }

    /// The part of a stand that lies in the strip, however far ahead; nothing when it only touches the border.
    fn clip(&self, stand: &Rect) -> Option<Clipped> {
        let mut shape: Clipped = stand.corners().iter().map(|corner| self.local(*corner)).collect();
        shape = cut(&shape, |(x, _)| x);
        shape = cut(&shape, |(x, _)| self.width - x);
        shape = cut(&shape, |(_, y)| y);
        let (least, most) = shape.iter().fold((i64::MAX, i64::MIN), |(a, b), (x, _)| (a.min(*x), b.max(*x)));
        (most.saturating_sub(least) > GRAIN.micrometres() && shape.len() > 2).then_some(shape)
    }

    /// POT-FIRE-03: from the front edge to the part of the target inside the lane.
    pub fn range(&self, target: &Footprint) -> Option<Length> {
        let nearest = target.stands().iter().filter_map(|stand| self.clip(stand)).flatten();
        nearest.map(|(_, y)| y).min().map(Length::from_micrometres)
    }

    /// Points of the front edge from which fire starts, and of the target at which it may end: lines between them run
    /// inside the lane, a hair from its borders.
    fn lines(&self, target: &Footprint) -> (SmallVec<[Point; 8]>, SmallVec<[Point; 16]>) {
        const PARTS: i64 = 6;
        let hair = (2 * GRAIN.micrometres()).min(self.width / 2);
        let place = |(x, y): (i64, i64)| self.on_table((x.clamp(hair, self.width - hair), y));
        let eyes = (0..=PARTS).map(|part| place((self.width * part / PARTS, 0))).collect();
        let mut marks = SmallVec::new();
        for shape in target.stands().iter().filter_map(|stand| self.clip(stand)) {
            let n = shape.len() as i64;
            let (x, y) = shape.iter().fold((0, 0), |(x, y), at| (x + at.0, y + at.1));
            marks.push(place((x / n, y / n)));
            marks.extend(shape.iter().map(|at| place(*at)));
        }
        (eyes, marks)
    }

    /// Is some line to the target clear? A hair to one side of it there must be room: the seam between two stands shows
    /// nothing.
    fn is_clear(&self, target: &Footprint, screens: &[Blocker<'_, Screen>]) -> bool {
        let (eyes, marks) = self.lines(target);
        let sides = [self.facing.left(), self.facing.right()].map(|side| Vector::along(side, GRAIN));
        eyes.iter().any(|eye| {
            marks
                .iter()
                .any(|mark| sides.iter().any(|by| sight_to_point(*eye + *by, *mark + *by, screens).is_ok()))
        })
    }
}

/// The part of a convex shape where `side` is not negative.
fn cut(shape: &Clipped, side: impl Fn((i64, i64)) -> i64) -> Clipped {
    let mut kept = Clipped::new();
    for (place, here) in shape.iter().enumerate() {
        let next = shape[(place + 1) % shape.len()];
        let (a, b) = (side(*here), side(next));
        if a >= 0 {
            kept.push(*here);
        }
        if (a < 0) != (b < 0) {
            let part = |from: i64, to: i64| {
                from + (i128::from(to - from) * i128::from(a) / i128::from(a - b)) as i64
            };
            kept.push((part(here.0, next.0), part(here.1, next.1)));
        }
    }
    kept
}

/// An enemy in the lane that can be seen, and how far it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InLane {
    pub unit: UnitId,
    pub range: Length,
    pub band: Band,
}

/// Enemies in the lane, in sight and in range, whether or not one of them must be the target.
pub fn in_lane(state: &State, id: UnitId) -> Vec<InLane> {
    if is_engaged(state, id) {
        return Vec::new();
    }
    let lane = Lane::of(state, id);
    let weapon = state.piece(id).weapon;
    let enemies = state.troops(state.side(id).enemy()).filter(|enemy| !is_engaged(state, *enemy));
    enemies
        .filter_map(|enemy| {
            let range = lane.range(&state.unit(enemy).print)?;
            let band = small_arms_band(weapon, range)?;
            has_line(state, &lane, id, enemy).then_some(InLane { unit: enemy, range, band })
        })
        .collect()
}

/// POT-FIRE-24: in base contact with an enemy.
pub fn is_engaged(state: &State, id: UnitId) -> bool {
    let print = &state.unit(id).print;
    state
        .formed(state.side(id).enemy())
        .any(|other| longroll_table::touching(print, &state.unit(other).print))
}

/// POT-SIGHT-02: a line from the front edge, inside the lane. POT-FIRE-05: not through skirmishers of the own side,
/// except the firing line's own.
fn has_line(state: &State, lane: &Lane, id: UnitId, enemy: UnitId) -> bool {
    let (viewer, target) = (&state.unit(id).print, &state.unit(enemy).print);
    let mut screens = blockers(state, viewer, Some(id), target, Some(enemy));
    if state.kind(id) != Kind::Skirmishers {
        add_own_lines(state, state.side(id), &mut screens);
    }
    lane.is_clear(target, &screens)
}

fn add_own_lines<'a>(state: &'a State, side: Side, screens: &mut SmallVec<[Blocker<'a, Screen>; 16]>) {
    for line in state.lines(side) {
        let stands = state.unit(line).print.stands();
        screens.extend(stands.iter().map(|stand| Blocker::base(Screen::Unit(line), stand, Blocks::Any)));
    }
}

/// POT-FIRE-03, -04: those among whom the target must be: the nearest; several when they are equally near. A line whose
/// parent is in the lane too is left out.
pub fn must_be_fired_at(state: &State, id: UnitId) -> Vec<InLane> {
    let all = in_lane(state, id);
    let targets: Vec<InLane> = all
        .iter()
        .filter(|found| {
            let parent =
                (state.kind(found.unit) == Kind::Skirmishers).then(|| state.parent_of(found.unit)).flatten();
            parent.is_none_or(|parent| !all.iter().any(|other| other.unit == parent))
        })
        .copied()
        .collect();
    let Some(nearest) = targets.iter().map(|found| found.range).min() else { return Vec::new() };
    targets.into_iter().filter(|found| found.range.within(nearest)).collect()
}

/// Why a unit has nobody to fire its small arms at: what is wrong with the nearest enemy ahead, if there is one.
pub fn why_nobody(state: &State, id: UnitId) -> Option<Refused> {
    let lane = Lane::of(state, id);
    let ahead = state
        .troops(state.side(id).enemy())
        .filter_map(|enemy| Some((lane.range(&state.unit(enemy).print)?, enemy)));
    may_shoot(state, id, ahead.min()?.1).err()
}

/// May the unit fire its small arms at this enemy now? The refusal says why not, in the order of the book.
pub fn may_shoot(state: &State, id: UnitId, target: UnitId) -> Result<InLane, Refused> {
    let must = must_be_fired_at(state, id);
    if let Some(found) = must.iter().find(|found| found.unit == target) {
        return Ok(*found);
    }
    let name = || state.name(target).to_owned();
    let is_troop = state.is_formed(target) || state.is_line(target);
    if state.side(target) == state.side(id) || !is_troop {
        return refuse(c::FIRE_03, Why::NotAnEnemy { unit: name() });
    }
    if is_engaged(state, id) {
        return refuse(c::FIRE_24, Why::InContact { unit: state.name(id).to_owned() });
    }
    if is_engaged(state, target) {
        return refuse(c::FIRE_24, Why::TargetInContact { target: name() });
    }
    let lane = Lane::of(state, id);
    let Some(range) = lane.range(&state.unit(target).print) else {
        return refuse(c::FIRE_02, Why::NotInLane { target: name() });
    };
    let weapon = state.piece(id).weapon;
    if small_arms_band(weapon, range).is_none() {
        let clause =
            if small_arms(weapon).max == longroll_table::cm(30) { c::FIRE_06 } else { c::SPECIAL_05 };
        return refuse(clause, Why::OutOfRange { measured: range, allowed: small_arms(weapon).max });
    }
    if !has_line(state, &lane, id, target) {
        let there = &state.unit(target).print;
        let screens = blockers(state, &state.unit(id).print, Some(id), there, Some(target));
        let clause = if lane.is_clear(there, &screens) { c::FIRE_05 } else { c::SIGHT_03 };
        return refuse(clause, Why::Unseen { target: name() });
    }
    match must.first() {
        Some(nearest) if state.kind(target) == Kind::Skirmishers && range.within(nearest.range) => {
            refuse(c::FIRE_04, Why::ParentIsTarget { nearest: state.name(nearest.unit).to_owned() })
        }
        Some(nearest) => refuse(
            c::FIRE_03,
            Why::NearerTarget {
                nearest: state.name(nearest.unit).to_owned(),
                at: nearest.range,
                chosen: range,
            },
        ),
        None => refuse(c::FIRE_03, Why::Unseen { target: name() }),
    }
}
