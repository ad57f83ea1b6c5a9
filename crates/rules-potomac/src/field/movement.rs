//! Moves of formed units and groups, leg by leg: POT-MOVE-01 to -25.

use crate::book::kinds::Formation;
use crate::book::tables::{Mover, rates};
use crate::c;
use crate::field::body::{Body, heading_through};
use crate::field::ground::{self, Hulls, free_way, goes_through_work, name_of};
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::state::State;
use longroll_kit::{Clause, Leg, UnitId};
use longroll_table::{
    Convex, Feature, Footprint, Heading, Length, Point, Vector, cm, overlaps, swept, touching,
};
use smallvec::{SmallVec, smallvec};

/// More legs than any sensible move has.
pub const MOST_LEGS: usize = 64;
/// A bearing so little off straight ahead is straight ahead: a tenth of a degree.
const STRAIGHT: u32 = 18;
/// Steps in which the sweep of a wheel is followed: 5 degrees.
pub(crate) const WHEEL_STEP: i32 = 910;

/// A lawful move, with all that it does.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    pub bodies: Vec<(UnitId, Body)>,
    /// POT-MOVE-21, POT-R04: the longest path of a front corner.
    pub distance: Length,
    pub allowed: Length,
    pub changes: SmallVec<[(UnitId, Change); 2]>,
    pub swept: Hulls,
    /// The broken ground at whose edge it had to stop (POT-MOVE-11).
    pub stopped_at: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Limber,
    Unlimber,
    Mount,
    Dismount,
}

/// Judges the whole move of a unit, or of a group moving as one (POT-GROUP-02, -03).
pub fn walk(state: &State, units: &[UnitId], legs: &[Leg]) -> Result<Walk, Refused> {
    if legs.len() > MOST_LEGS {
        return refuse(c::MOVE_21, Why::TooManyLegs { legs: legs.len(), limit: MOST_LEGS });
    }
    let mut walker = Walker::new(state, units);
    for (place, leg) in legs.iter().enumerate() {
        if let Some(edge) = &walker.stopped_at {
            return refuse(c::MOVE_11, Why::MoveIsOver { ground: edge.clone() });
        }
        // Before the first stretch or after the last: other acts do not count
        let at_an_end = legs[..place].iter().all(is_act) || legs[place + 1..].iter().all(is_act);
        match leg {
            Leg::Act(act) => walker.act(act, at_an_end)?,
            Leg::Turn(to) => walker.wheel(*to)?,
            Leg::Go { bearing, distance } => walker.go(*bearing, *distance, false)?,
            Leg::To(to) => walker.march_to(*to)?,
            Leg::Road(to) => walker.follow_road(*to)?,
        }
    }
    walker.halt()
}

fn is_act(leg: &Leg) -> bool {
    matches!(leg, Leg::Act(_))
}

pub(crate) struct Mate {
    pub id: UnitId,
    pub body: Body,
    pub mover: Mover,
    /// Length of the path of the left and the right front corner.
    pub paths: [Length; 2],
    /// Why only the half rate is left to it. POT-MOVE-15: one reason is as bad as several.
    halves: SmallVec<[Clause; 4]>,
}

impl Mate {
    pub(crate) fn halve(&mut self, clause: Clause) {
        if !self.halves.contains(&clause) {
            self.halves.push(clause);
        }
    }
}

pub(crate) struct Walker<'a> {
    pub state: &'a State,
    pub mates: SmallVec<[Mate; 4]>,
    pub changes: SmallVec<[(UnitId, Change); 2]>,
    /// POT-MOVE-20: formation or facing has been changed.
    pub reformed: bool,
    pub moved: bool,
    /// It had moved before it mounted or dismounted.
    pub rode_first: bool,
    off_road: bool,
    pub swept: Hulls,
    edges: Vec<&'a Feature>,
    stopped_at: Option<String>,
}

impl<'a> Walker<'a> {
    fn new(state: &'a State, units: &[UnitId]) -> Self {
        let mut mates: SmallVec<[Mate; 4]> = units
            .iter()
            .map(|id| Mate {
                id: *id,
                body: state.unit(*id).body.clone(),
                mover: state.mover(*id),
                paths: [Length::ZERO; 2],
                halves: smallvec![],
            })
            .collect();
        let start = Footprint::of(units.iter().flat_map(|id| state.unit(*id).print.stands().iter().copied()));
        for mate in &mut mates {
            match mate.body.formation() {
                Formation::Line => mate.halve(c::MOVE_05),
                Formation::Irregular => mate.halve(c::MOVE_08),
                Formation::Column => {}
            }
            if ground::work_of(state, mate.id).is_some() {
                mate.halve(c::MOVE_08);
            }
        }
        // POT-MOVE-12 and POT-OPT-26: a stop that lasts for the tenure closes the ground at whose edge it stands
        let barred = state.options.broken_ground_stop == crate::book::options::BrokenGroundStop::ThisTenure
            && units.iter().any(|id| state.unit(*id).stopped_at_edge);
        let nowhere = Footprint::of([]);
        let edges = state.ground.edges_ahead(&state.field, if barred { &nowhere } else { &start });
        Walker {
            state,
            mates,
            changes: smallvec![],
            reformed: false,
            moved: false,
            rode_first: false,
            off_road: false,
            swept: smallvec![],
            edges,
            stopped_at: None,
        }
    }

    pub(crate) fn stand(&self) -> longroll_table::BaseSize {
        self.state.stand()
    }

    fn is_mate(&self, id: UnitId) -> bool {
        self.mates.iter().any(|mate| mate.id == id)
    }

    pub(crate) fn lead(&self) -> &Body {
        &self.mates[0].body
    }

    /// The place after a change of formation or facing must be free (POT-MOVE-22, -23).
    pub(crate) fn check_room(&mut self) -> Result<(), Refused> {
        let prints: Vec<Footprint> =
            self.mates.iter().map(|mate| mate.body.footprint(self.stand())).collect();
        for (place, print) in prints.iter().enumerate() {
            let here: Hulls = print.stands().iter().map(Convex::of).collect();
            self.check_ground(place, &here, false)?;
            self.check_others(&here)?;
            self.check_edges(&here)?;
            self.swept.extend(here);
        }
        Ok(())
    }

    /// POT-R28: guns that are turned in place need room among others and on the table; the ground is what it was.
    pub(crate) fn check_turned(&self) -> Result<(), Refused> {
        for mate in &self.mates {
            let print = mate.body.footprint(self.stand());
            let before = &self.state.unit(mate.id).print;
            if print == *before {
                continue;
            }
            if !self.state.field.inside(&print) && self.state.field.inside(before) {
                return refuse(c::GAME_09, Why::LeavesTable);
            }
            // Whoever was touched before is not come upon by the turn
            let touches_anew = |id: &UnitId| {
                let there = &self.state.unit(*id).print;
                touching(&print, there) && !touching(before, there)
            };
            let enemies = self.state.troops(self.state.side(mate.id).enemy());
            if let Some(enemy) = enemies.into_iter().find(touches_anew) {
                let enemy = self.state.name(enemy).to_owned();
                return refuse(c::MOVE_23, Why::TouchesEnemy { enemy });
            }
            let friends = self.state.formed(self.state.side(mate.id)).filter(|id| !self.is_mate(*id));
            let on = friends.into_iter().find(|id| {
                let there = &self.state.unit(*id).print;
                overlaps(&print, there) && !overlaps(before, there)
            });
            if let Some(other) = on {
                return refuse(c::MOVE_22, Why::InTheWay { other: self.state.name(other).to_owned() });
            }
        }
        Ok(())
    }

    /// POT-MOVE-11: broken ground that it does not touch yet may not be entered by a turn.
    fn check_edges(&self, over: &[Convex]) -> Result<(), Refused> {
        match self.edges.iter().find(|edge| ground::lies_under(edge, over)) {
            Some(edge) => refuse(c::MOVE_11, Why::EntersBroken { ground: name_of(edge) }),
            None => Ok(()),
        }
    }

    /// POT-MOVE-21: pivots on the front corner on the side of the turn; a battery in action turns its guns in place
    /// (POT-MOVE-17).
    fn wheel(&mut self, to: Heading) -> Result<(), Refused> {
        self.is_free_to_move()?;
        if self.mates.iter().all(|mate| mate.mover == Mover::ArtilleryUnlimbered) {
            for mate in &mut self.mates {
                mate.body.laid = Some(to);
            }
            self.check_turned()?;
            self.moved = true;
            return Ok(());
        }
        self.must_be_able_to_go()?;
        let by = self.lead().front.facing.difference(to);
        if by == 0 {
            return Ok(());
        }
        let pivot = self.pivot(by > 0);
        self.off_road = true;
        let mut done = 0;
        while done != by {
            let step = (by - done).clamp(-WHEEL_STEP, WHEEL_STEP);
            self.wheel_step(pivot, step)?;
            done += step;
        }
        Ok(())
    }

    /// POT-R07: the outermost front corner on one side, of a unit or of a whole group.
    fn pivot(&self, right: bool) -> Point {
        let stand = self.stand();
        let axis = self.lead().front.facing.right();
        let origin = self.lead().front.at;
        let corners = self.mates.iter().flat_map(|mate| mate.body.front_corners(stand));
        let along = |corner: &Point| (*corner - origin).measured_along(axis);
        let found = if right { corners.max_by_key(along) } else { corners.min_by_key(along) };
        found.unwrap_or(origin)
    }

    fn wheel_step(&mut self, pivot: Point, by: i32) -> Result<(), Refused> {
        let stand = self.stand();
        for place in 0..self.mates.len() {
            let before = self.mates[place].body.clone();
            let after = before.turned_about(pivot, by);
            for (path, corner) in self.mates[place].paths.iter_mut().zip(before.front_corners(stand)) {
                *path += arc(pivot.distance_to(corner), by);
            }
            let hulls: Hulls = before
                .footprint(stand)
                .stands()
                .iter()
                .zip(after.footprint(stand).stands())
                .map(|(a, b)| Convex::hull(&[a.corners().as_slice(), b.corners().as_slice()].concat()))
                .collect();
            self.check_edges(&hulls)?;
            self.check_ground(place, &hulls, false)?;
            self.check_others(&hulls)?;
            self.swept.extend(hulls);
            self.mates[place].body = after;
        }
        self.moved = true;
        Ok(())
    }

    /// POT-MOVE-16, POT-GROUP-08: whoever limbers or unlimbers does nothing else under the order, nor does his group.
    pub(crate) fn is_free_to_move(&self) -> Result<(), Refused> {
        let at_limbers = |change: &Change| matches!(change, Change::Limber | Change::Unlimber);
        match self.changes.iter().any(|(_, change)| at_limbers(change)) {
            true => refuse(c::MOVE_16, Why::WholeOrder),
            false => Ok(()),
        }
    }

    pub(crate) fn must_be_able_to_go(&self) -> Result<(), Refused> {
        self.is_free_to_move()?;
        let stuck = self.mates.iter().find(|mate| mate.mover == Mover::ArtilleryUnlimbered);
        match stuck {
            Some(mate) => refuse(c::MOVE_17, Why::Unlimbered { unit: self.state.name(mate.id).to_owned() }),
            None => Ok(()),
        }
    }

    /// A straight stretch of the whole body.
    fn go(&mut self, bearing: Heading, length: Length, on_road: bool) -> Result<(), Refused> {
        if length < Length::ZERO || length > cm(1000) {
            return refuse(c::MOVE_02, Why::TooFar { needs: length, allowed: self.allowed() });
        }
        if length == Length::ZERO {
            return Ok(());
        }
        self.must_be_able_to_go()?;
        if !on_road {
            let way = Vector::along(bearing, length);
            let field = &self.state.field;
            let mut by_road = self.is_column();
            for mate in &mut self.mates {
                let (from, facing) = (mate.body.front.at, mate.body.front.facing);
                if facing.difference(bearing).unsigned_abs() > STRAIGHT {
                    mate.halve(c::MOVE_21);
                    by_road = false;
                }
                by_road = by_road && ground::keeps_to_road(field, from, from + way);
            }
            if by_road {
                return self.advance(bearing, length, true);
            }
            self.off_road = true;
        }
        self.advance(bearing, length, on_road)
    }

    fn is_column(&self) -> bool {
        self.mates.iter().all(|mate| mate.body.formation() == Formation::Column)
    }

    fn advance(&mut self, bearing: Heading, length: Length, on_road: bool) -> Result<(), Refused> {
        let stand = self.stand();
        let mut length = length;
        if !on_road {
            // POT-MOVE-11: stop at the first edge of broken ground
            for mate in &self.mates {
                let print = mate.body.footprint(stand);
                for edge in &self.edges {
                    let free = free_way(edge, &print, bearing, length);
                    if free < length {
                        length = free;
                        self.stopped_at = Some(name_of(edge));
                    }
                }
            }
        }
        let by = Vector::along(bearing, length);
        for place in 0..self.mates.len() {
            let hulls = swept(&self.mates[place].body.footprint(stand), by);
            self.check_ground(place, &hulls, on_road)?;
            self.check_others(&hulls)?;
            self.swept.extend(hulls);
            let mate = &mut self.mates[place];
            mate.body = mate.body.shifted(by);
            mate.paths = mate.paths.map(|path| path + length);
        }
        self.moved |= length > Length::ZERO;
        Ok(())
    }

    /// To a point by the shortest march: a wheel so that the point lies straight ahead of the middle, then on.
    fn march_to(&mut self, to: Point) -> Result<(), Refused> {
        self.must_be_able_to_go()?;
        let (from, facing) = (self.lead().front.at, self.lead().front.facing);
        let Some(way) = Heading::of(to - from) else { return Ok(()) };
        let off = facing.difference(way);
        if off.unsigned_abs() > STRAIGHT {
            let right = off > 0;
            let pivot = self.pivot(right);
            let facing =
                heading_through(pivot, (from - pivot).measured_along(facing.right()), to, facing, right);
            self.wheel(facing)?;
        }
        let facing = self.lead().front.facing;
        let length = (to - self.lead().front.at).measured_along(facing);
        self.go(facing, length.max(Length::ZERO), false)
    }

    /// POT-MOVE-08 to -10, POT-TERRAIN-01, -02: what lies under the way. A road cancels it for a column.
    pub(crate) fn check_ground(&mut self, place: usize, over: &[Convex], road: bool) -> Result<(), Refused> {
        let state = self.state;
        let mate = &mut self.mates[place];
        let bounds = over.iter().fold(longroll_table::Bounds::NOTHING, |all, hull| {
            all.joined(longroll_table::Placed::bounds(hull))
        });
        let table = state.field.bounds().grown(longroll_table::GRAIN);
        if bounds.west < table.west
            || bounds.east > table.east
            || bounds.south < table.south
            || bounds.north > table.north
        {
            return refuse(c::GAME_09, Why::LeavesTable);
        }
        if goes_through_work(state, over, None) {
            mate.halve(c::MOVE_08);
        }
        // POT-MOVE-07: works are none of the things that a road cancels
        if road {
            return Ok(());
        }
        if let Some(feature) = state.ground.closed(&state.field, mate.mover, over) {
            let clause = if state.ground.difficult(&state.field, over).is_some() {
                c::TERRAIN_02
            } else {
                c::TERRAIN_01
            };
            return refuse(clause, Why::Closed { ground: name_of(feature) });
        }
        let reasons = [
            (state.ground.difficult(&state.field, over).is_some(), c::MOVE_09),
            (state.ground.obstacle(&state.field, over).is_some(), c::MOVE_10),
            (state.ground.broken(&state.field, over).is_some(), c::MOVE_11),
        ];
        for (_, clause) in reasons.iter().filter(|(holds, _)| *holds) {
            mate.halve(*clause);
        }
        Ok(())
    }

    /// POT-MOVE-22, -23: not through friends in formation, and not into contact with enemies; skirmishers hinder no friend
    /// (POT-SKIRM-01).
    pub(crate) fn check_others(&self, over: &[Convex]) -> Result<(), Refused> {
        let side = self.state.side(self.mates[0].id);
        for id in self.state.ids() {
            if self.is_mate(id) || !(self.state.is_formed(id) || self.state.is_line(id)) {
                continue;
            }
            let print = &self.state.unit(id).print;
            let name = || self.state.name(id).to_owned();
            if self.state.side(id) != side {
                if touching(over, print) {
                    return refuse(c::MOVE_23, Why::TouchesEnemy { enemy: name() });
                }
            } else if self.state.is_formed(id) && overlaps(over, print) && !self.stood_on(id) {
                return refuse(c::MOVE_22, Why::InTheWay { other: name() });
            }
        }
        Ok(())
    }

    /// Stands that were pushed onto each other may part again.
    fn stood_on(&self, other: UnitId) -> bool {
        let there = &self.state.unit(other).print;
        self.mates.iter().any(|mate| overlaps(&self.state.unit(mate.id).print, there))
    }

    /// POT-MOVE-04, POT-MOVE-05, POT-MOVE-06, -16, -18, -19: the rate of the slowest mate (POT-GROUP-03).
    fn allowed(&self) -> Length {
        self.mates.iter().map(|mate| self.allowance(mate)).min().unwrap_or(Length::ZERO)
    }

    fn allowance(&self, mate: &Mate) -> Length {
        let change = self.changes.iter().find(|(id, _)| *id == mate.id).map(|(_, change)| *change);
        let half = |mover| rates(mover).half.unwrap_or(rates(mover).full);
        match change {
            Some(Change::Limber | Change::Unlimber) => return Length::ZERO,
            // Whichever way it goes while it moves: mounted before it dismounts, on foot before it mounts
            Some(Change::Dismount) if self.rode_first => return half(Mover::CavalryMounted),
            Some(Change::Dismount) => return half(Mover::CavalryDismounted),
            Some(Change::Mount) if self.rode_first => return half(Mover::CavalryDismounted),
            Some(Change::Mount) => return half(Mover::CavalryMounted),
            None => {}
        }
        let rate = rates(mate.mover);
        match rate.road {
            Some(road) if self.is_by_road() && mate.halves.is_empty() => road,
            _ if mate.halves.is_empty() => rate.full,
            _ => rate.half.unwrap_or(rate.full),
        }
    }

    /// POT-MOVE-07: in column, and on the road from start to end.
    fn is_by_road(&self) -> bool {
        self.moved && !self.off_road && self.is_column()
    }

    fn distance(&self) -> Length {
        self.mates.iter().flat_map(|mate| mate.paths).max().unwrap_or(Length::ZERO)
    }

    fn halt(self) -> Result<Walk, Refused> {
        let (distance, allowed) = (self.distance(), self.allowed());
        if !distance.within(allowed) {
            let clause = match self.changes.first() {
                Some((_, Change::Limber | Change::Unlimber)) => c::MOVE_16,
                Some(_) => c::MOVE_19,
                None if self.mates.len() > 1 => c::GROUP_03,
                None => {
                    let usual = if self.is_by_road() { c::MOVE_06 } else { c::MOVE_02 };
                    self.mates[0].halves.first().copied().unwrap_or(usual)
                }
            };
            return refuse(clause, Why::TooFar { needs: distance, allowed });
        }
        Ok(Walk {
            bodies: self.mates.into_iter().map(|mate| (mate.id, mate.body)).collect(),
            distance,
            allowed,
            changes: self.changes,
            swept: self.swept,
            stopped_at: self.stopped_at,
        })
    }
}

/// The length of an arc: a radius turned through so many units of a full turn.
pub fn arc(radius: Length, units: i32) -> Length {
    // Two times pi with 15 decimals
    const TURN: i128 = 6_283_185_307_179_586;
    const SCALE: i128 = 1_000_000_000_000_000 * 65_536;
    let n = i128::from(radius.micrometres()) * i128::from(units.unsigned_abs()) * TURN;
    Length::from_micrometres(((n + SCALE / 2) / SCALE) as i64)
}
