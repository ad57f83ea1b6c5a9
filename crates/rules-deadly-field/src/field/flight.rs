//! Forced moves: fall-backs and rout moves, and where they end.

use crate::book::kinds::Level;
use crate::field::sight::ONE_INCH;
use crate::turn::event::Hindrance;
use crate::turn::state::State;
use longroll_kit::UnitId;
use longroll_table::{
    Convex, Footprint, GRAIN, Heading, Length, Pose, Rect, Vector, advance_until, clear_of, distance,
    farther_than, inches, overlaps, swept, thousandths, within,
};
use smallvec::SmallVec;

/// ADF-MOVE-22: bearings are tried 15 degrees apart, up to 90 each way.
const BEARING_STEP_DEGREES: i32 = 15;
const BEARINGS_EACH_WAY: i32 = 6;
/// ADF-GEO-10: as far as a forced move is lengthened to clear friends.
const MOST_BEYOND: Length = inches(36);

/// Where a forced move ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    At {
        pose: Pose,
        distance: Length,
    },
    /// ADF-GEO-09: over the table edge.
    OffTable,
}

/// Where a rout goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoutWay {
    Runs {
        heading: Heading,
        landing: Landing,
    },
    /// ADF-MOVE-22: no way is clear and an enemy is upon it.
    Surrenders,
    Stays,
}

/// ADF-MOVE-15, -16: the bearing straight away from a point, or to the own edge when there is none.
pub fn away_from(state: &State, id: UnitId, enemy: Option<UnitId>) -> Heading {
    let home = state.edge(state.side(id)).outward();
    let from = enemy.map(|enemy| state.rect(enemy).centre());
    from.and_then(|from| Heading::of(state.rect(id).centre() - from)).unwrap_or(home)
}

/// ADF-MOVE-16: for checks that no enemy caused: the nearest in sight.
pub fn nearest_in_sight(state: &State, id: UnitId) -> Option<UnitId> {
    let mut enemies: Vec<(Length, UnitId)> = state
        .troops(state.side(id).enemy())
        .map(|enemy| (distance(state.rect(id), state.rect(enemy)), enemy))
        .collect();
    enemies.sort_unstable();
    enemies
        .into_iter()
        .map(|(_, enemy)| enemy)
        .find(|enemy| crate::field::sight::can_see(state, id, *enemy).is_ok())
}

/// ADF-MOVE-17: how far a base may go before closed ground or an enemy within an inch of the path stops it; enemies already
/// nearer only by contact. ADF-GEO-10, ruling ADF-R15: before closed ground it stops an inch short of where it would enter.
fn open_way(state: &State, id: UnitId, rect: &Rect, heading: Heading, reach: Length) -> Length {
    let mover = Footprint::single(*rect);
    let (mut far, mut near): (Vec<Footprint>, Vec<Footprint>) = Default::default();
    let around = swept(&mover, Vector::along(heading, reach));
    for enemy in state.troops(state.side(id).enemy()) {
        let other = state.rect(enemy);
        if farther_than(around.as_slice(), other, ONE_INCH) {
            continue;
        }
        let list = if distance(rect, other).at_least(ONE_INCH) { &mut far } else { &mut near };
        list.push(Footprint::single(*other));
    }
    let mut open = advance_until(&mover, heading, reach, ONE_INCH, &far);
    open = advance_until(&mover, heading, open, Length::ZERO, &near);
    let is_free = |length: Length| {
        let hull = swept(&mover, Vector::along(heading, length));
        state.ground.closing(&state.field, state.arm(id), &hull).is_none()
    };
    if is_free(open) { open } else { (farthest(open, is_free) - ONE_INCH).max(Length::ZERO) }
}

/// The largest length up to `most` for which the condition holds, if it holds up to some length and not beyond.
pub fn farthest(most: Length, holds: impl Fn(Length) -> bool) -> Length {
    let (mut good, mut bad) = (0, most.micrometres());
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if holds(Length::from_micrometres(middle)) { good = middle } else { bad = middle }
    }
    Length::from_micrometres(good)
}

/// A forced move on one bearing. ADF-GEO-10: lengthened past a friend it would end on, else shortened; ADF-MOVE-10: friends
/// are passed without cost.
pub fn forced(state: &State, id: UnitId, heading: Heading, reach: Length) -> Landing {
    let rect = *state.rect(id);
    let open = open_way(state, id, &rect, heading, reach);
    if let Some((_, at)) = state.field.leaves_at(&rect, heading, open)
        && at + GRAIN < open
    {
        return Landing::OffTable;
    }
    let at = |length: Length| rect.shifted(Vector::along(heading, length));
    let landing = |length: Length| Landing::At {
        pose: Pose { at: at(length).centre(), facing: rect.facing() },
        distance: length,
    };
    let others: Vec<Footprint> = state
        .ids()
        .filter(|other| *other != id && state.is_on_table(*other) && !state.is_leader(*other))
        .map(|other| Footprint::single(*state.rect(other)))
        .collect();
    let off = |way: Heading, most: Length| clear_of(&Footprint::single(at(open)), way, most, &others);
    let farther = open_way(state, id, &rect, heading, open + MOST_BEYOND);
    match off(heading, farther - open) {
        Some(more) if state.field.inside(&at(open + more)) => landing(open + more),
        None if state.field.inside(&at(farther)) => {
            landing(open - off(heading.opposite(), open).unwrap_or(open))
        }
        _ => Landing::OffTable,
    }
}

/// What made a forced move of this reach end at this distance.
pub(crate) fn hindrance(
    state: &State,
    id: UnitId,
    heading: Heading,
    (reach, distance): (Length, Length),
) -> Hindrance {
    if distance.about(reach) {
        return Hindrance::default();
    }
    let rect = *state.rect(id);
    let at = |length: Length| rect.shifted(Vector::along(heading, length));
    let mut found = Hindrance { reach: Some(reach), ..Hindrance::default() };
    if distance > reach {
        let hull = swept(&Footprint::single(at(reach)), Vector::along(heading, distance - reach));
        let friends = state.troops(state.side(id)).filter(|friend| *friend != id);
        found.past = friends.filter(|friend| overlaps(hull.as_slice(), state.rect(*friend))).collect();
        return found;
    }
    let (here, next) = (at(distance), at(reach.min(distance + ONE_INCH)));
    let enemy = state
        .troops(state.side(id).enemy())
        .filter(|enemy| within(&next, state.rect(*enemy), ONE_INCH))
        .min_by_key(|enemy| longroll_table::distance(&here, state.rect(*enemy)));
    let hull = swept(&Footprint::single(rect), Vector::along(heading, reach));
    found.ground = state.ground.closing(&state.field, state.arm(id), &hull).filter(|_| enemy.is_none());
    let friend = || stands_on(state, id, &at(reach)).filter(|_| found.ground.is_none());
    found.unit = enemy.or_else(friend);
    found
}

/// Does a base there overlap another unit? Leaders share any spot (ADF-GEO-10).
pub fn stands_on_somebody(state: &State, id: UnitId, rect: &Rect) -> bool {
    stands_on(state, id, rect).is_some()
}

pub fn stands_on(state: &State, id: UnitId, rect: &Rect) -> Option<UnitId> {
    state.ids().find(|other| {
        *other != id
            && state.is_on_table(*other)
            && !state.is_leader(*other)
            && overlaps(rect, state.rect(*other))
    })
}

/// ADF-MOVE-22: straight to the own edge, else by the smallest clear turn, of two the one that ends farther from the enemy.
pub fn rout_way(state: &State, id: UnitId, reach: Length) -> RoutWay {
    let straight = state.edge(state.side(id)).outward();
    let rect = state.rect(id);
    let clear = |heading: Heading| {
        let open = open_way(state, id, rect, heading, reach);
        let leaves = state.field.leaves_at(rect, heading, reach).is_some_and(|(_, at)| at.within(open));
        (open.at_least(reach) || leaves).then(|| forced(state, id, heading, reach))
    };
    if let Some(landing) = clear(straight) {
        return RoutWay::Runs { heading: straight, landing };
    }
    for step in 1..=BEARINGS_EACH_WAY {
        let units = i32::from(Heading::from_degrees(step * BEARING_STEP_DEGREES).0);
        let tried = [straight.turned(-units), straight.turned(units)];
        let best = tried
            .into_iter()
            .filter_map(|heading| clear(heading).map(|landing| (heading, landing)))
            .max_by_key(|(_, landing)| from_the_enemy(state, id, *landing));
        if let Some((heading, landing)) = best {
            return RoutWay::Runs { heading, landing };
        }
    }
    let upon_it = state
        .troops(state.side(id).enemy())
        .any(|enemy| state.unit(enemy).level != Level::Routed && within(rect, state.rect(enemy), ONE_INCH));
    if upon_it { RoutWay::Surrenders } else { RoutWay::Stays }
}

fn from_the_enemy(state: &State, id: UnitId, landing: Landing) -> Length {
    let Landing::At { pose, .. } = landing else { return Length::MAX };
    let rect = Rect::new(pose, state.rect(id).size());
    let enemies = state.troops(state.side(id).enemy());
    enemies.map(|enemy| distance(&rect, state.rect(enemy))).min().unwrap_or(Length::MAX)
}

/// The ground that a unit goes over from where it stands.
pub fn trail(state: &State, id: UnitId, to: Pose) -> SmallVec<[Convex; 1]> {
    swept(&Footprint::single(*state.rect(id)), to.at - state.rect(id).centre())
}

/// Ruling ADF-R03: a unit whose move was cut short on top of another is shifted to the nearest free place.
pub fn free_place(state: &State, id: UnitId) -> Option<Pose> {
    let rect = *state.rect(id);
    if !stands_on_somebody(state, id, &rect) {
        return None;
    }
    let spokes: [Heading; 16] = std::array::from_fn(|n| Heading((n as u16) << 12));
    let back = rect.facing().opposite();
    for ring in 1..=96 {
        let out = thousandths(125) * ring;
        let ways = spokes.iter().map(|way| back.turned(i32::from(way.0)));
        for way in ways {
            let there = rect.shifted(Vector::along(way, out));
            let apart = state
                .troops(state.side(id).enemy())
                .all(|enemy| !within(&there, state.rect(enemy), Length::ZERO));
            let hull = [Convex::of(&there)];
            if state.field.inside(&there)
                && apart
                && !stands_on_somebody(state, id, &there)
                && state.ground.closing(&state.field, state.arm(id), &hull).is_none()
            {
                return Some(Pose { at: there.centre(), facing: rect.facing() });
            }
        }
    }
    None
}
