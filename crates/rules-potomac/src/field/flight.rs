//! Moves that nobody orders: driven back, and in flight (POT-DRIVE, POT-MORALE-08 to -21).

use crate::book::kinds::Kind;
use crate::book::tables::{Mover, constants, gun, rates, small_arms};
use crate::field::body::{Body, Hand};
use crate::field::ground::{Hulls, lies_under, name_of};
use crate::field::sight::away;
use crate::turn::state::{State, Status};
use longroll_kit::UnitId;
use longroll_table::{
    Convex, Feature, Footprint, Heading, Length, Vector, distance, farther_than, first_touch, overlaps,
    swept, touching, withdraw_until,
};
use smallvec::SmallVec;

/// Where a drive back ends, and what it ran into.
#[derive(Clone, Debug)]
pub struct Driven {
    pub body: Body,
    pub moved: Length,
    /// Formed units met (POT-DRIVE-08), nearest first.
    pub met: SmallVec<[UnitId; 2]>,
    /// POT-DRIVE-11: the table edge or closed ground that stopped it.
    pub stopped: Option<String>,
    pub swept: Hulls,
}

/// POT-DRIVE-01, POT-DRIVE-08 to -11: straight back until something is met; POT-DRIVE-12: keeping facing and formation, guns
/// with their crews.
pub fn drive(state: &State, id: UnitId, heading: Heading, owed: Length, together: &[UnitId]) -> Driven {
    let unit = state.unit(id);
    let others =
        state.ids().filter(|other| *other != id && !together.contains(other) && state.is_formed(*other));
    let met = first_touch(&unit.print, heading, owed, others.map(|other| (other, &state.unit(other).print)));
    let mut moved = owed;
    let mut who: SmallVec<[UnitId; 2]> = SmallVec::new();
    if let Some(first) = met.first() {
        // POT-DRIVE-09: touching a friend, a hair short of an enemy; POT-R23: whom it just touches at the end it has met
        let enemy = met.iter().any(|touch| state.side(touch.id) != state.side(id));
        let gap = if enemy { constants().stop_short } else { Length::ZERO };
        moved = (first.distance - gap).max(Length::ZERO);
        who = met.iter().map(|touch| touch.id).collect();
    }
    let mut stopped = None;
    if let Some((_, free)) = state.field.leaves_at(&unit.print, heading, moved)
        && free < moved
        && !free.about(moved)
    {
        moved = free;
        stopped = Some(TABLE_EDGE.to_owned());
        who.clear();
    }
    let (free, ground) = closed_at(state, state.mover(id), &unit.print, heading, moved, &|_| false);
    if free < moved {
        moved = free;
        stopped = ground.map(name_of);
        who.clear();
    }
    let by = Vector::along(heading, moved);
    Driven { body: unit.body.shifted(by), moved, met: who, stopped, swept: swept(&unit.print, by) }
}

/// What a unit comes to that can go no farther.
pub(crate) const TABLE_EDGE: &str = "the edge of the table";

/// How far the way is free of ground closed to the unit.
pub fn closed_after(
    state: &State,
    mover: Mover,
    print: &Footprint,
    heading: Heading,
    length: Length,
    aside: &dyn Fn(&Feature) -> bool,
) -> Length {
    closed_at(state, mover, print, heading, length, aside).0
}

/// The same, with the ground that ends it.
pub fn closed_at<'a>(
    state: &'a State,
    mover: Mover,
    print: &Footprint,
    heading: Heading,
    length: Length,
    aside: &dyn Fn(&Feature) -> bool,
) -> (Length, Option<&'a Feature>) {
    let hulls = swept(print, Vector::along(heading, length));
    let Some(feature) = state.ground.closed_but(&state.field, mover, &hulls, aside) else {
        return (length, None);
    };
    let free = crate::field::ground::free_way(feature, print, heading, length);
    if free >= length {
        return (length, None);
    }
    // Several areas may lie on the way: the nearest of them stops it
    let (nearer, other) = closed_at(state, mover, print, heading, free, aside);
    (nearer, other.or(Some(feature)))
}

/// A flight, as it would be made.
#[derive(Clone, Debug)]
pub struct Flight {
    pub body: Body,
    pub moved: Length,
    /// Friends passed through (POT-MORALE-17), nearest first.
    pub passed: Vec<UnitId>,
    /// Some part leaves the table (POT-MORALE-16).
    pub leaves: bool,
    /// Who or what stopped it before its full move.
    pub stopped_by: Option<String>,
    pub swept: Hulls,
}

/// POT-MORALE-21: is the straight way barred by closed ground?
pub fn is_barred(state: &State, id: UnitId, heading: Heading) -> bool {
    let print = turned(state, id, heading).footprint(state.stand());
    let rate = rate(state, id, &print, heading);
    closed_after(state, fugitive(state, id), &print, heading, rate, &aside(state, id, &print, heading)) < rate
}

/// The direction of a flight: straight away, or turned by 5 degrees to one side, then to the other, and so on.
pub fn way_open(state: &State, id: UnitId, straight: Heading, first: Hand) -> Heading {
    let step = i32::from(constants().retreat_turn_step);
    let most = i32::from(constants().retreat_turn_max);
    let mut by = step;
    while by <= most {
        let sides = match first {
            Hand::Left => [-by, by],
            Hand::Right => [by, -by],
        };
        for turn in sides {
            let heading = straight.turned(turn);
            if !is_barred(state, id, heading) {
                return heading;
            }
        }
        by += step;
    }
    straight
}

/// POT-MORALE-08: the way directly from the enemy.
pub fn flight_heading(state: &State, id: UnitId, from: UnitId) -> Heading {
    let enemy = &state.unit(from).print;
    let back = state.facing(id).opposite();
    away(state.centre(id), enemy).unwrap_or(back)
}

/// POT-MORALE-18: gunners flee on foot.
fn fugitive(state: &State, id: UnitId) -> Mover {
    match state.mover(id) {
        Mover::ArtilleryUnlimbered => Mover::ArtilleryCrewWithoutGuns,
        mover => mover,
    }
}

/// POT-MORALE-20: turned the way it flees.
fn turned(state: &State, id: UnitId, heading: Heading) -> Body {
    let body = Body { laid: None, ..state.unit(id).body.clone() };
    body.faced_about_centre(heading, state.stand())
}

/// POT-MORALE-08: a full move, the half rate if the ground on the way is bad; it does not stop at edges.
fn rate(state: &State, id: UnitId, print: &Footprint, heading: Heading) -> Length {
    let rate = rates(fugitive(state, id));
    let full = rate.retreat.unwrap_or(rate.full);
    let over = swept(print, Vector::along(heading, full));
    let hindered = state.ground.hinders(&state.field, &over, aside(state, id, print, heading));
    if hindered { rate.half.unwrap_or(full) } else { full }
}

/// Ground that the unit comes upon only by being turned in place, such as a wall it stands behind, and leaves at once: it
/// is not on its way.
fn aside<'a>(
    state: &'a State,
    id: UnitId,
    turned: &'a Footprint,
    heading: Heading,
) -> impl Fn(&Feature) -> bool + 'a {
    let rate = rates(fugitive(state, id));
    let way = Vector::along(heading, rate.retreat.unwrap_or(rate.full));
    let own = swept(&state.unit(id).print, way);
    let here = |print: &Footprint| -> Hulls { print.stands().iter().map(Convex::of).collect() };
    let (start, end) = (here(turned), here(&turned.shifted(way)));
    move |feature| lies_under(feature, &start) && !lies_under(feature, &own) && !lies_under(feature, &end)
}

/// One flight move in a direction: POT-MORALE-08, -16, -17, -20. POT-R29: who has no room to turn where it ends goes as it stood.
pub fn flight(state: &State, id: UnitId, heading: Heading) -> Flight {
    let ends_well = |flight: &Flight| flight.leaves || is_clear(state, id, &flight.body);
    let away = flight_as(state, id, heading, turned(state, id, heading));
    if ends_well(&away) {
        return away;
    }
    let body = state.unit(id).body.clone();
    let as_it_stood = flight_as(state, id, heading, body.clone());
    if ends_well(&as_it_stood) {
        return as_it_stood;
    }
    Flight { body, moved: Length::ZERO, passed: Vec::new(), swept: Hulls::new(), ..as_it_stood }
}

/// Does no friend in formation lie under it who did not before, and does it touch no enemy whom it did not?
fn is_clear(state: &State, id: UnitId, body: &Body) -> bool {
    let (print, before) = (body.footprint(state.stand()), &state.unit(id).print);
    let mut others = state.ids().filter(|other| *other != id && state.is_formed(*other));
    others.all(|other| {
        let there = &state.unit(other).print;
        match state.side(other) == state.side(id) {
            true => !overlaps(&print, there) || overlaps(before, there),
            false => !touching(&print, there) || (touching(before, there) && !overlaps(&print, there)),
        }
    })
}

fn flight_as(state: &State, id: UnitId, heading: Heading, body: Body) -> Flight {
    let stand = state.stand();
    let print = body.footprint(stand);
    let full = rate(state, id, &print, heading);
    let beside = aside(state, id, &print, heading);
    let (mut moved, ground) = closed_at(state, fugitive(state, id), &print, heading, full, &beside);
    let mut stopped_by = ground.map(name_of);
    // Stopped by an enemy it ends where it is; else it does not end on a friend
    let (free, enemy) = short_of_enemies(state, id, &print, heading, moved);
    if free < moved {
        // POT-R16: not on a friend either
        let back = off_friends(state, id, &shifted(&print, heading, free), heading.opposite());
        moved = (free - back).max(Length::ZERO);
        stopped_by = enemy.map(|enemy| state.name(enemy).to_owned());
    } else {
        let (clear, before) = clear_of_friends(state, id, &print, heading, moved);
        moved = clear;
        // POT-R16
        stopped_by = before.map(|friend| state.name(friend).to_owned()).or(stopped_by);
    }
    let leaves = {
        let after = body.shifted(Vector::along(heading, moved)).footprint(stand);
        !state.field.inside(&after)
    };
    let by = Vector::along(heading, moved);
    let over = swept(&print, by);
    let mut passed: Vec<(Length, UnitId)> = state
        .formed(state.side(id))
        .filter(|friend| *friend != id && overlaps(&over[..], &state.unit(*friend).print))
        // Who stood beside or behind it before is passed only if it lies on the way
        .filter(|friend| !overlaps(&state.unit(id).print, &state.unit(*friend).print))
        .map(|friend| (distance(&state.unit(id).print, &state.unit(friend).print), friend))
        .collect();
    passed.sort();
    Flight {
        body: body.shifted(by),
        moved,
        passed: passed.into_iter().map(|(_, friend)| friend).collect(),
        leaves,
        stopped_by,
        swept: over,
    }
}

/// A hair short of formed enemies on the way (POT-MORALE-17).
fn short_of_enemies(
    state: &State,
    id: UnitId,
    print: &Footprint,
    heading: Heading,
    by: Length,
) -> (Length, Option<UnitId>) {
    let free = |print: &Footprint, enemies: &[UnitId]| {
        let there = enemies.iter().map(|enemy| (*enemy, &state.unit(*enemy).print));
        let met = first_touch(print, heading, by, there);
        let short = |distance: Length| (distance - constants().stop_short).max(Length::ZERO);
        met.first().map_or((by, None), |first| (short(first.distance), Some(first.id)))
    };
    // Upon whom it only comes by being turned in place, it meets as it stood
    let (upon, others): (Vec<UnitId>, Vec<UnitId>) =
        state.formed(state.side(id).enemy()).partition(|enemy| overlaps(print, &state.unit(*enemy).print));
    free(print, &others).min(free(&state.unit(id).print, &upon))
}

/// POT-MORALE-17: lengthened just enough to clear a friend; where an enemy or closed ground (POT-R16) forbids that, it
/// stops before the friend.
fn clear_of_friends(
    state: &State,
    id: UnitId,
    print: &Footprint,
    heading: Heading,
    moved: Length,
) -> (Length, Option<UnitId>) {
    let beyond = moved + off_friends(state, id, &shifted(print, heading, moved), heading);
    let beside = aside(state, id, print, heading);
    let free = closed_after(state, fugitive(state, id), print, heading, beyond, &beside);
    if short_of_enemies(state, id, print, heading, free).0 == beyond {
        return (beyond, None);
    }
    let back = off_friends(state, id, &shifted(print, heading, moved), heading.opposite());
    let stop = (moved - back).max(Length::ZERO);
    let others = state.formed(state.side(id)).filter(|friend| *friend != id);
    let met = first_touch(
        &shifted(print, heading, stop),
        heading,
        constants().drive_back_per_hit,
        others.map(|friend| (friend, &state.unit(friend).print)),
    );
    (stop, met.first().map(|touch| touch.id))
}

/// How much farther it must go, forwards or back, to stand on no friend.
fn off_friends(state: &State, id: UnitId, print: &Footprint, heading: Heading) -> Length {
    let most = longroll_table::cm(200);
    let mut by = Length::ZERO;
    for _ in 0..state.units.len() {
        let here = shifted(print, heading, by);
        let friend = state
            .formed(state.side(id))
            .find(|friend| *friend != id && overlaps(&here, &state.unit(*friend).print));
        let Some(friend) = friend else { break };
        match withdraw_until(&here, heading, most - by, Length::ZERO, &state.unit(friend).print) {
            Some(more) if more > Length::ZERO => by += more,
            _ => break,
        }
    }
    by
}

fn shifted(print: &Footprint, heading: Heading, by: Length) -> Footprint {
    print.shifted(Vector::along(heading, by))
}

/// POT-MORALE-09: can enemy small arms, or the battery that caused the flight, still reach it? Facing and sight do not
/// matter.
pub fn is_in_range(state: &State, id: UnitId) -> bool {
    let print = &state.unit(id).print;
    let battery = match state.unit(id).status {
        Status::Retreating { battery } => battery,
        _ => None,
    };
    let small = state.troops(state.side(id).enemy()).filter(|enemy| state.kind(*enemy) != Kind::Artillery);
    let mut reaches = small.map(|enemy| (enemy, small_arms(state.piece(enemy).weapon).max));
    let in_small = reaches.any(|(enemy, reach)| !farther_than(print, &state.unit(enemy).print, reach));
    in_small
        || battery.is_some_and(|battery| {
            let long = state.piece(battery).gun.map_or(Length::ZERO, |model| gun(model).long);
            state.is_placed(battery) && !farther_than(print, &state.unit(battery).print, long)
        })
}

/// POT-EVADE-04: how far an evader comes before ground that halves its rate; broken ground halves only those who do not
/// stop at its edge.
pub fn unhindered(
    state: &State,
    print: &Footprint,
    heading: Heading,
    length: Length,
    passes_edges: bool,
) -> Length {
    let (ground, field) = (&state.ground, &state.field);
    let over = swept(print, Vector::along(heading, length));
    let found = ground.difficult(field, &over).or_else(|| ground.obstacle(field, &over));
    let found = found.or_else(|| if passes_edges { ground.broken(field, &over) } else { None });
    match found.map(|feature| crate::field::ground::free_way(feature, print, heading, length)) {
        // Others may lie on the way to it
        Some(free) if free < length => unhindered(state, print, heading, free, passes_edges),
        _ => length,
    }
}

/// The nearest edge of broken ground that stops an evade.
pub fn edge_stop<'a>(
    state: &'a State,
    print: &Footprint,
    heading: Heading,
    length: Length,
) -> (Length, Option<&'a Feature>) {
    let edges = state.ground.edges_ahead(&state.field, print);
    let over = swept(print, Vector::along(heading, length));
    edges
        .into_iter()
        .filter(|edge| lies_under(edge, &over))
        .map(|edge| (crate::field::ground::free_way(edge, print, heading, length), Some(edge)))
        .min_by_key(|(free, _)| *free)
        .unwrap_or((length, None))
}
