//! Where a charger stands in the end: squared up to its target, or short of it (POT-CHARGE-10, POT-CHARGE-11, -14, -20).

use crate::c;
use crate::field::body::{Body, Hand};
use crate::field::contact::{edge_touched, fights, stands_in_contact};
use crate::field::ground::Hulls;
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::state::{Charger, State};
use longroll_kit::UnitId;
use longroll_table::{Convex, Edge, Footprint, Heading, Length, Point, Vector, distance, overlaps, touching};

/// POT-CHARGE-14: turned about the point of first contact until flush with the touched edge, then shifted by at most half
/// a stand if that brings more stands into contact.
pub fn square_up(
    state: &State,
    id: UnitId,
    target: UnitId,
    arrived: &Body,
    behind: bool,
) -> Result<(Edge, Body), Refused> {
    let stand = state.stand();
    let there = &state.unit(target).print;
    let print = arrived.footprint(stand);
    let (mut edge, extent, mut outward) =
        edge_touched(there, &print).unwrap_or((Edge::Front, Length::ZERO, arrived.front.facing.opposite()));
    let at = contact_point(&print, there).unwrap_or(arrived.front.at);
    if extent == Length::ZERO
        && let Some(found) = edge_at(there, at)
    {
        (edge, outward) = found;
    } else if extent == Length::ZERO {
        // Only a corner of the target
        let block = state.unit(target).body.block(stand);
        let near = |edge: &Edge| {
            let (a, b) = block.edge(*edge);
            distance(&Convex::hull(&[a, b]), &arrived.front.at)
        };
        edge = if behind {
            [Edge::Left, Edge::Right, Edge::Rear].into_iter().min_by_key(near).unwrap_or(Edge::Rear)
        } else {
            Edge::Front
        };
        outward = block.edge_normal(edge);
    }
    let turn = arrived.front.facing.difference(outward.opposite());
    let flush = if turn == 0 { arrived.clone() } else { arrived.turned_about(at, turn) };
    let along = outward.right();
    let slide = |by: i64| flush.shifted(Vector::along(along, Length::from_micrometres(by)));
    let half = stand.front.half().micrometres();
    // With the target and whoever else was met at the same moment (POT-CHARGE-05)
    let met: Vec<&Footprint> = enemies_met(state, id, &print).collect();
    let count = |body: &Body| {
        let own = body.footprint(stand);
        let fighting = own
            .stands()
            .iter()
            .filter(|a| met.iter().any(|enemy| enemy.stands().iter().any(|b| fights(state, a, b))));
        (stands_in_contact(state, &own, there) > 0).then(|| fighting.count())
    };
    let mut best: Option<(usize, Body)> = None;
    for by in [0, half, -half, half / 2, -half / 2] {
        let body = slide(by);
        if !has_room(state, id, target, &body) {
            continue;
        }
        let Some(touching) = count(&body) else { continue };
        if best.as_ref().is_none_or(|(known, _)| touching > *known) {
            best = Some((touching, body));
        }
    }
    match best {
        Some((_, body)) => Ok((edge, body)),
        None => refuse(c::CHARGE_14, Why::NoRoom),
    }
}

/// The edge along which a point lies; none at a corner of the unit. Two stands side by side share a corner in the middle of it.
fn edge_at(print: &Footprint, at: Point) -> Option<(Edge, Heading)> {
    let mut ends: Vec<(Edge, Heading)> = Vec::new();
    for stand in print.stands() {
        for edge in [Edge::Front, Edge::Left, Edge::Right, Edge::Rear] {
            let (a, b) = stand.edge(edge);
            if !distance(&Convex::hull(&[a, b]), &at).touches() {
                continue;
            }
            let found = (edge, stand.edge_normal(edge));
            let is_end = distance(&a, &at).touches() || distance(&b, &at).touches();
            if !is_end || ends.contains(&found) {
                return Some(found);
            }
            ends.push(found);
        }
    }
    None
}

fn enemies_met<'a>(
    state: &'a State,
    id: UnitId,
    print: &'a Footprint,
) -> impl Iterator<Item = &'a Footprint> + 'a {
    let enemies = state.formed(state.side(id).enemy());
    enemies.map(|enemy| &state.unit(enemy).print).filter(|there| touching(*there, print))
}

/// No friend or enemy under it, on the table and on ground that is open to it.
fn has_room(state: &State, id: UnitId, target: UnitId, body: &Body) -> bool {
    let print = body.footprint(state.stand());
    let here: Hulls = print.stands().iter().map(Convex::of).collect();
    state.field.inside(&print)
        && state.ground.closed(&state.field, state.mover(id), &here).is_none()
        && !overlaps(&print, &state.unit(target).print)
        && !state.ids().any(|other| {
            other != id
                && state.is_formed(other)
                && overlaps(&print, &state.unit(other).print)
                && !overlaps(&state.unit(id).print, &state.unit(other).print)
        })
}

/// A point where two footprints touch: a corner of the one on the other.
fn contact_point(a: &Footprint, b: &Footprint) -> Option<Point> {
    let on = |corner: &Point, other: &Footprint| distance(corner, other).touches();
    let own = a.corners().find(|corner| on(corner, b));
    own.or_else(|| b.corners().find(|corner| on(corner, a)))
}

/// Where a charger makes contact. The stands that fire has taken may have been those that would touch: then the others close
/// up on the place of contact, so that D + d and M alone decide (POT-CHARGE-10, POT-FIRE-26, POT-R05).
pub fn arrive(state: &State, charger: &Charger, target: UnitId) -> Result<Body, Refused> {
    let stand = state.stand();
    let there = &state.unit(target).print;
    let unit = state.unit(charger.unit);
    let way = match unit.sheds {
        Hand::Left => unit.body.front.facing.left(),
        Hand::Right => unit.body.front.facing.right(),
    };
    let arrived = at_gap(state, charger, Length::ZERO);
    let mut closing_up = (0..=i64::from(charger.hits.min(64)))
        .map(|stands| arrived.shifted(Vector::along(way, stand.front * stands)));
    let place = closing_up.find(|body| touching(&body.footprint(stand), there));
    let place = place.as_ref().unwrap_or(&arrived);
    square_up(state, charger.unit, target, place, charger.in_flank).map(|(_, body)| body)
}

/// Where a charger ends that is kept from contact: on its charge line, so far from the target (POT-CHARGE-11, -20). Its
/// body has wheeled already when the charge was declared.
pub fn at_gap(state: &State, charger: &Charger, gap: Length) -> Body {
    let straight = charger.distance - charger.wheel;
    let on = (straight - gap).max(Length::ZERO);
    state.unit(charger.unit).body.shifted(Vector::along(charger.heading, on))
}
