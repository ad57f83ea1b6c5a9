//! Stands in contact: who fights, who supports, and which way a beaten unit goes (POT-MELEE-04, -10, -12, -38).

use crate::book::kinds::Kind;
use crate::book::options::{MeleeCornerContact, WhoSupports};
use crate::turn::state::State;
use longroll_kit::UnitId;
use longroll_table::{Edge, Footprint, Heading, Length, Rect, contact_edge, touching};
use smallvec::SmallVec;

/// POT-MELEE-04: do the two stands share a length of edge? With POT-OPT-27 corners count too.
pub fn fights(state: &State, a: &Rect, b: &Rect) -> bool {
    match contact_edge(a, b) {
        None => false,
        Some(contact) => {
            contact.extent > Length::ZERO || state.options.melee_corner_contact == MeleeCornerContact::Yes
        }
    }
}

/// How many stands of the one are in contact with the other.
pub fn stands_in_contact(state: &State, own: &Footprint, enemy: &Footprint) -> u8 {
    if !touching(own, enemy) {
        return 0;
    }
    let fighting = own.stands().iter().filter(|a| enemy.stands().iter().any(|b| fights(state, a, b)));
    fighting.count() as u8
}

/// Enemy formed units in base contact with this one; a corner is none (POT-MELEE-04).
pub fn enemies_touched(state: &State, id: UnitId) -> SmallVec<[UnitId; 4]> {
    let print = &state.unit(id).print;
    let enemies = state.formed(state.side(id).enemy());
    enemies.filter(|enemy| stands_in_contact(state, print, &state.unit(*enemy).print) > 0).collect()
}

/// The edge of the unit that an enemy touches with the longest share, and the share itself.
pub fn edge_touched(own: &Footprint, enemy: &Footprint) -> Option<(Edge, Length, Heading)> {
    let mut best: Option<(Edge, Length, Heading)> = None;
    for a in own.stands() {
        for b in enemy.stands() {
            let Some(contact) = contact_edge(b, a) else { continue };
            if best.is_none_or(|(_, extent, _)| contact.extent > extent) {
                best = Some((contact.edge, contact.extent, a.edge_normal(contact.edge)));
            }
        }
    }
    best
}

/// POT-MELEE-38: square to the edge along which the units touched, away from the enemy with most stands in contact; among
/// equals from the one its owner has named.
pub fn way_back(
    state: &State,
    id: UnitId,
    enemies: &[UnitId],
    named: &[(UnitId, UnitId)],
) -> Option<Heading> {
    way_from(state, id, pressed_by(state, id, enemies, named)?)
}

/// The enemy from whom a unit goes back.
pub(crate) fn pressed_by(
    state: &State,
    id: UnitId,
    enemies: &[UnitId],
    named: &[(UnitId, UnitId)],
) -> Option<UnitId> {
    let equals = most_in_contact(state, id, enemies);
    let named = named.iter().find(|(unit, from)| *unit == id && equals.contains(from)).map(|(_, from)| *from);
    named.or_else(|| equals.first().copied())
}

/// The way back from one enemy.
pub(crate) fn way_from(state: &State, id: UnitId, enemy: UnitId) -> Option<Heading> {
    let touched = edge_touched(&state.unit(id).print, &state.unit(enemy).print);
    touched.map(|(_, _, outward)| outward.opposite())
}

/// The enemies that touch it with most stands.
pub(crate) fn most_in_contact(state: &State, id: UnitId, enemies: &[UnitId]) -> Vec<UnitId> {
    let print = &state.unit(id).print;
    let stands = |enemy: &UnitId| stands_in_contact(state, &state.unit(*enemy).print, print);
    let most = enemies.iter().map(stands).max().unwrap_or(0);
    enemies.iter().copied().filter(|enemy| stands(enemy) == most).collect()
}

/// POT-MELEE-10, POT-MELEE-12: friendly stands that touch a fighting stand along an edge and touch no enemy themselves, not
/// even one of another pair. Confused units and skirmishers do not support.
pub fn supports(state: &State, side: longroll_kit::Side, fighters: &[UnitId], enemies: &[UnitId]) -> u32 {
    let prints = |ids: &[UnitId]| -> Vec<Rect> {
        ids.iter().flat_map(|id| state.unit(*id).print.stands().iter().copied()).collect()
    };
    let against = prints(enemies);
    let all = prints(&state.formed(side.enemy()).collect::<Vec<_>>());
    let touches = |stand: &Rect, of: &[Rect]| of.iter().any(|enemy| fights(state, stand, enemy));
    let fighting: Vec<Rect> = prints(fighters).into_iter().filter(|stand| touches(stand, &against)).collect();
    // POT-OPT-39
    let may_help = |id: &UnitId| match state.options.who_supports {
        WhoSupports::EveryFormedUnit => true,
        WhoSupports::OnlyInfantry => state.kind(*id) == Kind::Infantry,
    };
    let helpers = state.formed(side).filter(|id| !state.is_confused(*id)).filter(may_help);
    let stands = helpers.flat_map(|id| state.unit(id).print.stands().iter());
    stands
        .filter(|stand| !touches(stand, &all))
        .filter(|stand| {
            fighting.iter().any(|fighter| {
                contact_edge(stand, fighter).is_some_and(|contact| contact.extent > Length::ZERO)
            })
        })
        .count() as u32
}
