//! Straight courses: charges, pursuits and moves to the rear, and what stops them.

use crate::book::kinds::Kind;
use crate::field::ground::Walker;
use crate::turn::state::State;
use longroll_kit::UnitId;
use longroll_table::{Footprint, Heading, Length, Point, Rect, Vector, first_touch, inches, overlaps, swept};

/// GRE-CHARGE-16: the one swerve of 22.5 degrees, in 65536ths of a turn; tried in steps of 1.5 degrees.
pub const SWERVE: i32 = 4096;
const SWERVE_STEPS: i32 = 15;
/// GRE-TERRAIN-02.
pub const CROSSING: Length = inches(2);

/// What a charge, countercharge or pursuit meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advance {
    pub distance: Length,
    pub met: Option<UnitId>,
}

/// Can this unit be walked through by that friend? GRE-PASS-02: skirmishers; GRE-PASS-10: generals.
pub fn lets_through(state: &State, mover: UnitId, friend: UnitId) -> bool {
    !state.kind(friend).is_unit() || state.is_skirmishing(friend) || state.is_skirmishing(mover)
}

/// How far a unit can go straight on a heading, up to `reach`: it stops at the first enemy, before friends, closed
/// ground and the table edge (GRE-GEN-14), and pays for what it crosses (GRE-TERRAIN-02). `past` names friends that do
/// not stop it.
pub fn advance(
    state: &State,
    id: UnitId,
    heading: Heading,
    reach: Length,
    past: &dyn Fn(UnitId) -> bool,
) -> Advance {
    if reach <= Length::ZERO {
        return Advance { distance: Length::ZERO, met: None };
    }
    let body = state.unit(id).rect;
    let mover = Footprint::single(body);
    let side = state.side(id);
    let mut room = reach;
    if let Some((_, at)) = state.field.leaves_at(&mover, heading, reach) {
        room = at;
    }
    let sweep = swept(&mover, Vector::along(heading, room));
    let near: Vec<(UnitId, Footprint)> = state
        .all_troops()
        .filter(|other| *other != id)
        .filter(|other| {
            let enemy = state.side(*other) != side;
            enemy || !(lets_through(state, id, *other) || past(*other))
        })
        .filter(|other| {
            sweep
                .iter()
                .any(|hull| !longroll_table::farther_than(hull, &state.unit(*other).rect, Length::ZERO))
        })
        .map(|other| (other, Footprint::single(state.unit(other).rect)))
        .collect();
    let touches = first_touch(&mover, heading, room, near.iter().map(|(other, print)| (*other, print)));
    let mut met = None;
    if let Some(touch) = touches.first() {
        room = touch.distance;
        met = touches.iter().map(|touch| touch.id).find(|other| state.side(*other) != side);
    }
    if is_closed(state, id, heading, room) {
        met = None;
        room = farthest(room, |length| !is_closed(state, id, heading, length));
    }
    let found = pay_for_crossings(state, &body, heading, reach, Advance { distance: room, met });
    // An enemy whom it could reach only by standing on a friend is not reached.
    let distance = clear_of(state, id, heading, found.distance, past);
    if distance.about(found.distance) { found } else { Advance { distance, met: None } }
}

/// Ruling GRE-R20: who may walk through friends does not stop on them: it goes as far as it can stand clear of all whom it did not
/// stand on before.
fn clear_of(
    state: &State,
    id: UnitId,
    heading: Heading,
    most: Length,
    past: &dyn Fn(UnitId) -> bool,
) -> Length {
    let body = state.unit(id).rect;
    let side = state.side(id);
    let friends: Vec<Rect> = state
        .all_troops()
        .filter(|other| *other != id && state.side(*other) == side && !past(*other))
        .map(|other| state.unit(other).rect)
        .filter(|other| !overlaps(&body, other))
        .collect();
    let there = |length: Length| body.shifted(Vector::along(heading, length));
    let mut length = most;
    // Backing off from one friend may lead onto another behind it.
    while let Some(friend) = friends.iter().find(|friend| overlaps(&there(length), *friend)) {
        let touch =
            first_touch(&Footprint::single(body), heading, length, [((), &Footprint::single(*friend))]);
        match touch.first() {
            Some(touch) if touch.distance < length => length = touch.distance,
            _ => return Length::ZERO,
        }
    }
    length
}

/// GRE-TERRAIN-02: two inches for each obstacle, but nothing for the one that the enemy met is lining.
fn pay_for_crossings(state: &State, body: &Rect, heading: Heading, reach: Length, found: Advance) -> Advance {
    let from = body.front_middle();
    let crossed = |length: Length| state.ground.crossings(&state.field, from, from.ahead(heading, length));
    if crossed(found.distance + inches(1)) == 0 {
        return found;
    }
    let fits = |length: Length, free: u32| {
        (length + CROSSING * i64::from(crossed(length).saturating_sub(free))).within(reach)
    };
    if let Some(enemy) = found.met {
        let lining = lined(state, enemy, from, from.ahead(heading, found.distance));
        if fits(found.distance, lining) {
            return found;
        }
    } else if fits(found.distance, 0) {
        return found;
    }
    Advance { distance: farthest(found.distance, |length| fits(length, 0)), met: None }
}

/// Obstacles on the way within an inch of the enemy who lines them.
fn lined(state: &State, enemy: UnitId, from: Point, to: Point) -> u32 {
    let rect = &state.unit(enemy).rect;
    let all = state.field.features.iter().filter_map(|feature| feature.line());
    all.filter(|line| line.crosses(from, to) && line.distance(rect).within(inches(1) + line.width())).count()
        as u32
}

fn is_closed(state: &State, id: UnitId, heading: Heading, length: Length) -> bool {
    let unit = state.unit(id);
    let body = unit.rect;
    let by = Vector::along(heading, length);
    let walker = Walker {
        kind: state.kind(id),
        mounted: unit.mounted,
        form: unit.form,
        from: body.centre(),
        to: body.centre() + by,
        body: &body,
        road: unit.form.is_column(),
        leaves: unit.building,
    };
    state.ground.closing(&state.field, &walker, &swept(&Footprint::single(body), by)).is_some()
}

/// The way to a target with the least swerve (GRE-CHARGE-01, GRE-CHARGE-16): straight ahead if that strikes it.
pub fn aim(
    state: &State,
    id: UnitId,
    target: UnitId,
    reach: Length,
    past: &dyn Fn(UnitId) -> bool,
) -> Option<(Heading, Advance)> {
    let unit = state.unit(id);
    let facing = if state.has_facing(id) {
        unit.pose.facing
    } else {
        Heading::of(state.unit(target).pose.at - unit.pose.at).unwrap_or(unit.pose.facing)
    };
    let print = Footprint::single(state.unit(target).rect);
    let body = Footprint::single(unit.rect);
    // straight first, then to the side where the middle of the target lies, then to the other
    let toward =
        Heading::of(state.unit(target).pose.at - unit.pose.at).map_or(0, |way| facing.difference(way));
    let sign = if toward < 0 { -1 } else { 1 };
    let steps = (0..=SWERVE_STEPS).flat_map(|step| {
        let off = step * SWERVE / SWERVE_STEPS;
        if step == 0 { vec![0] } else { vec![sign * off, -sign * off] }
    });
    for off in steps {
        let heading = facing.turned(off);
        if first_touch(&body, heading, reach, [(target, &print)]).is_empty() {
            continue;
        }
        let found = advance(state, id, heading, reach, past);
        if found.met == Some(target) {
            return Some((heading, found));
        }
    }
    None
}

/// The largest length up to `most` for which the condition holds, if it holds up to some length and not beyond.
pub fn farthest(most: Length, holds: impl Fn(Length) -> bool) -> Length {
    if holds(most) {
        return most;
    }
    let (mut good, mut bad) = (0, most.micrometres());
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if holds(Length::from_micrometres(middle)) { good = middle } else { bad = middle }
    }
    Length::from_micrometres(good)
}

/// A unit or sniper of either side that a base would stand on. Generals are in nobody's way.
pub fn overlapped(state: &State, id: UnitId, rect: &Rect) -> Option<UnitId> {
    state.ids().find(|other| {
        *other != id
            && state.is_on_table(*other)
            && state.kind(*other) != Kind::General
            && (state.kind(*other) != Kind::Sniper || state.side(*other) == state.side(id))
            && overlaps(rect, &state.unit(*other).rect)
    })
}
