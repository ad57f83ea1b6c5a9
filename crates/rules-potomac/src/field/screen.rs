//! Skirmish stands between a firer and its target: POT-SKIRM-09.

use crate::book::kinds::Kind;
use crate::turn::state::State;
use longroll_kit::UnitId;
use longroll_table::{Convex, Point, touching};
use smallvec::SmallVec;

/// How many of the target's own skirmish stands lie in front of it: they touch or overlap the hull of the firer's front
/// edge (of guns: of their stands) and the target.
pub fn stands_in_front(state: &State, firer: UnitId, target: UnitId) -> u8 {
    let Some(line) = state.line_of(target) else { return 0 };
    let mut points: SmallVec<[Point; 40]> = state.unit(target).print.corners().collect();
    match state.kind(firer) {
        Kind::Artillery | Kind::Officer => points.extend(state.unit(firer).print.corners()),
        Kind::Infantry | Kind::Cavalry => {
            points.extend(state.unit(firer).body.front_rank_corners(state.stand()))
        }
        Kind::Skirmishers => {
            let stands = state.unit(firer).print.stands();
            points.extend(stands.iter().flat_map(|stand| [stand.corners()[0], stand.corners()[1]]));
        }
    }
    let hull = Convex::hull(&points);
    let stands = state.unit(line).print.stands();
    stands.iter().filter(|stand| touching(&hull, *stand)).count() as u8
}
