//! What stands in the way of a move: enemies, friends, closed ground, the table's edge.

use crate::book::kinds::Level;
use crate::c;
use crate::field::movement::Planner;
use crate::field::sight::{ONE_INCH, apart, can_see};
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::state::State;
use longroll_kit::{Clause, UnitId};
use longroll_table::{Convex, Length, Rect, distance, farther_than, inches, overlaps, touching};
use smallvec::SmallVec;

impl Planner<'_> {
    /// What one of them meets on a stretch: enemies, friends, closed ground.
    pub(crate) fn pass(&mut self, place: usize, hull: &[Convex]) -> Result<(), Refused> {
        self.check_enemies(place, hull)?;
        self.pass_friends(place, hull)?;
        let arm = self.state.arm(self.parts[place].id);
        match self.state.ground.closing(&self.state.field, arm, hull) {
            Some(ground) => refuse(c::MOVE_17, Why::Impassable { ground }),
            None => Ok(()),
        }
    }

    /// ADF-GEO-11: no contact but by a charge. ADF-UNIT-15: a shaken unit comes within an inch of nobody who was farther off.
    fn check_enemies(&self, place: usize, hull: &[Convex]) -> Result<(), Refused> {
        if self.is_leader() {
            return Ok(());
        }
        let (state, id) = (self.state, self.parts[place].id);
        let shaken = state.unit(id).level >= Level::Shaken;
        for enemy in state.troops(state.side(id).enemy()) {
            let rect = state.rect(enemy);
            if farther_than(hull, rect, ONE_INCH) {
                continue;
            }
            let name = || state.name(enemy).to_owned();
            if touching(hull, rect) {
                return refuse(c::GEO_11, Why::Contact { enemy: name() });
            }
            let from = distance(state.rect(id), rect);
            if shaken && !from.within(ONE_INCH) {
                let to = distance(hull, rect);
                return refuse(c::UNIT_15, Why::Nearer { enemy: name(), from, to });
            }
        }
        Ok(())
    }

    /// ADF-MOVE-09: an inch for each friend passed through.
    fn pass_friends(&mut self, place: usize, hull: &[Convex]) -> Result<(), Refused> {
        if self.is_leader() {
            return Ok(());
        }
        let part = &self.parts[place];
        let through: SmallVec<[UnitId; 4]> = self
            .state
            .troops(self.state.side(part.id))
            .filter(|id| !self.group.contains(id) && !part.passed.contains(id))
            .filter(|id| overlaps(hull, self.state.rect(*id)))
            .collect();
        for friend in through {
            let terrain = self.state.ground.under(&self.state.field, &self.parts[place].rect);
            self.spend(place, terrain, inches(1))?;
            self.parts[place].passed.push(friend);
        }
        Ok(())
    }

    /// ADF-GEO-10: nobody overlaps another, within the group or outside it.
    pub(crate) fn check_room(&self, clause: Clause) -> Result<(), Refused> {
        if self.parts.iter().any(|part| !self.state.field.inside(&part.rect)) {
            return refuse(c::GEO_09, Why::LeavesTable);
        }
        if self.is_leader() {
            return Ok(());
        }
        for (place, part) in self.parts.iter().enumerate() {
            let inside = self.parts[..place].iter().find(|other| overlaps(&part.rect, &other.rect));
            let outside = self.state.ids().find(|other| {
                !self.group.contains(other)
                    && self.state.is_on_table(*other)
                    && !self.state.is_leader(*other)
                    && overlaps(&part.rect, self.state.rect(*other))
            });
            if let Some(other) = inside.map(|other| other.id).or(outside) {
                return refuse(clause, Why::Overlaps { other: self.state.name(other).to_owned() });
            }
        }
        Ok(())
    }
}

/// ADF-UNIT-15: the nearest visible enemy is not left closer than before.
pub(crate) fn check_shaken(state: &State, id: UnitId, rect: &Rect) -> Result<(), Refused> {
    let mut enemies: Vec<(Length, UnitId)> =
        state.troops(state.side(id).enemy()).map(|enemy| (apart(state, id, enemy), enemy)).collect();
    enemies.sort_unstable();
    let nearest = enemies.into_iter().find(|(_, enemy)| can_see(state, id, *enemy).is_ok());
    if let Some((from, enemy)) = nearest {
        let to = distance(rect, state.rect(enemy));
        if !to.at_least(from) {
            return refuse(c::UNIT_15, Why::Nearer { enemy: state.name(enemy).to_owned(), from, to });
        }
    }
    Ok(())
}
