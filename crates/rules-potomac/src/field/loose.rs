//! Moves of skirmish lines and of officers: POT-MOVE-14, -24, POT-SKIRM-12, -18, POT-LEADER-04, -07.

use crate::book::tables::{constants, rates};
use crate::c;
use crate::field::ground::{Hulls, name_of};
use crate::field::movement::{MOST_LEGS, WHEEL_STEP, arc};
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::state::{State, mean};
use longroll_kit::{Leg, UnitId};
use longroll_table::{
    BaseSize, Convex, Footprint, Heading, Length, Point, Pose, Rect, TableEdge, Vector, cm, distance,
    overlaps, swept, touching,
};
use smallvec::{SmallVec, smallvec};

/// A lawful move of loose bases.
#[derive(Clone, Debug)]
pub struct Stroll {
    pub bases: SmallVec<[Pose; 4]>,
    pub distance: Length,
    pub allowed: Length,
    pub swept: Hulls,
    /// POT-LEADER-07: the unit an officer attaches himself to, and whether to its whole group.
    pub attach: Option<(UnitId, bool)>,
}

/// Judges the move of a skirmish line or of an officer.
pub fn stroll(state: &State, id: UnitId, legs: &[Leg]) -> Result<Stroll, Refused> {
    if legs.len() > MOST_LEGS {
        return refuse(c::MOVE_21, Why::TooManyLegs { legs: legs.len(), limit: MOST_LEGS });
    }
    let found = stroll_closing(state, id, legs, true);
    // POT-R08: a line that has no room to close its gaps may still stay as it is
    if found.is_err() && legs.is_empty() {
        return stroll_closing(state, id, legs, false);
    }
    found
}

fn stroll_closing(state: &State, id: UnitId, legs: &[Leg], closes: bool) -> Result<Stroll, Refused> {
    let mut stroller = Stroller::new(state, id, closes);
    for leg in legs {
        match leg {
            Leg::Go { bearing, distance } => stroller.go(*bearing, *distance)?,
            Leg::To(to) => {
                let from = mean(stroller.bases.iter().map(|base| base.at));
                if let Some(bearing) = Heading::of(*to - from) {
                    stroller.go(bearing, from.distance_to(*to))?;
                }
            }
            Leg::Turn(to) => stroller.turn(*to)?,
            Leg::Act(act) => stroller.act(act)?,
            Leg::Road(_) => return refuse(c::MOVE_07, Why::NoRoadRate),
        }
    }
    stroller.halt()
}

struct Stroller<'a> {
    state: &'a State,
    id: UnitId,
    is_officer: bool,
    base: BaseSize,
    bases: SmallVec<[Pose; 4]>,
    /// The first of them before the move.
    start: Option<Pose>,
    paths: SmallVec<[Length; 4]>,
    halved: Option<longroll_kit::Clause>,
    swept: Hulls,
    attach: Option<(UnitId, bool)>,
}

impl<'a> Stroller<'a> {
    fn new(state: &'a State, id: UnitId, closes: bool) -> Self {
        let mut bases = state.unit(id).bases.clone();
        if bases.is_empty() {
            bases.push(standing_place(state, id));
        }
        let mut paths: SmallVec<[Length; 4]> = smallvec![Length::ZERO; bases.len()];
        let is_officer = state.is_officer(id);
        if closes && !is_officer {
            for (path, moved) in paths.iter_mut().zip(close_up(&mut bases, state.stand())) {
                *path += moved;
            }
        }
        Stroller {
            state,
            id,
            is_officer,
            base: state.base_of(id),
            start: bases.first().copied(),
            bases,
            paths,
            halved: None,
            swept: smallvec![],
            attach: None,
        }
    }

    fn print(&self) -> Footprint {
        Footprint::of(self.bases.iter().map(|pose| Rect::new(*pose, self.base)))
    }

    fn go(&mut self, bearing: Heading, length: Length) -> Result<(), Refused> {
        if length < Length::ZERO || length > cm(1000) {
            return refuse(c::MOVE_02, Why::TooFar { needs: length, allowed: self.allowed() });
        }
        let by = Vector::along(bearing, length);
        let hulls = swept(&self.print(), by);
        self.check(&hulls)?;
        self.swept.extend(hulls);
        for (base, path) in self.bases.iter_mut().zip(&mut self.paths) {
            base.at = base.at + by;
            *path += length;
        }
        Ok(())
    }

    /// A line turns as one about its middle; each base pays for the way of its farther front corner.
    fn turn(&mut self, to: Heading) -> Result<(), Refused> {
        let centre = mean(self.bases.iter().map(|base| base.at));
        let Some(facing) = self.bases.first().map(|base| base.facing) else { return Ok(()) };
        let (mut done, by) = (0, facing.difference(to));
        while done != by {
            let step = (by - done).clamp(-WHEEL_STEP, WHEEL_STEP);
            let before = self.print();
            for (base, path) in self.bases.iter_mut().zip(&mut self.paths) {
                if !self.is_officer {
                    *path += arc(centre.distance_to(base.at), step);
                }
                base.at = centre + (base.at - centre).turned(step);
                base.facing = base.facing.turned(step);
            }
            let after = self.print();
            let hulls: Hulls = before
                .stands()
                .iter()
                .zip(after.stands())
                .map(|(a, b)| Convex::hull(&[a.corners().as_slice(), b.corners().as_slice()].concat()))
                .collect();
            self.check(&hulls)?;
            self.swept.extend(hulls);
            done += step;
        }
        Ok(())
    }

    fn act(&mut self, act: &str) -> Result<(), Refused> {
        let unknown = || refuse(c::TURN_10, Why::UnknownAct { act: act.chars().take(40).collect() });
        let Some(rest) = act.strip_prefix("attach ").filter(|_| self.is_officer) else { return unknown() };
        let (key, of_group) = match rest.strip_prefix("group ") {
            Some(key) => (key, true),
            None => (rest, false),
        };
        let Some(unit) = self.state.find(key.trim()) else { return unknown() };
        self.attach = Some((unit, of_group));
        Ok(())
    }

    /// What is on the way.
    fn check(&mut self, over: &[Convex]) -> Result<(), Refused> {
        let state = self.state;
        let mover = state.mover(self.id);
        if let Some(feature) = state.ground.closed(&state.field, mover, over) {
            return refuse(c::TERRAIN_01, Why::Closed { ground: name_of(feature) });
        }
        if self.is_officer && self.halved.is_none() {
            // POT-MOVE-24: half for difficult or broken ground and for obstacles, without a stop at the edge
            let ground = &state.ground;
            let hinders = ground.difficult(&state.field, over).is_some()
                || ground.broken(&state.field, over).is_some()
                || ground.obstacle(&state.field, over).is_some();
            self.halved = hinders.then_some(c::MOVE_24);
        }
        let here = &state.unit(self.id).print;
        for enemy in state.troops(state.side(self.id).enemy()) {
            let print = &state.unit(enemy).print;
            let name = || state.name(enemy).to_owned();
            if touching(over, print) {
                let clause = if self.is_officer { c::MOVE_23 } else { c::SKIRM_12 };
                return refuse(clause, Why::TouchesEnemy { enemy: name() });
            }
            if !self.is_officer && state.is_line(enemy) {
                let gap = constants().skirmisher_min_gap;
                let measured = distance(over, print);
                if !measured.at_least(gap) && !measured.at_least(distance(here, print)) {
                    return refuse(c::SKIRM_12, Why::TooNear { enemy: name(), measured, required: gap });
                }
            }
        }
        Ok(())
    }

    fn allowed(&self) -> Length {
        let rate = rates(self.state.mover(self.id));
        match self.halved {
            Some(_) => rate.half.unwrap_or(rate.full),
            None => rate.full,
        }
    }

    fn halt(self) -> Result<Stroll, Refused> {
        let state = self.state;
        let (walked, allowed) = (self.paths.iter().copied().max().unwrap_or(Length::ZERO), self.allowed());
        if !walked.within(allowed) {
            return refuse(self.halved.unwrap_or(c::MOVE_02), Why::TooFar { needs: walked, allowed });
        }
        let print = self.print();
        // An attached officer who stays is where his unit is, not behind it; who turns does not stay as he was
        let turned = self.bases.first().map(|base| base.facing) != self.start.map(|base| base.facing);
        let stays = walked == Length::ZERO && self.attach.is_none() && !turned;
        if !stays && !state.field.inside(&print) {
            return refuse(c::GAME_09, Why::LeavesTable);
        }
        // Friends may have marched onto a line that stands still
        if !self.is_officer && walked > Length::ZERO {
            let side = state.side(self.id);
            if let Some(friend) =
                state.formed(side).find(|friend| overlaps(&print, &state.unit(*friend).print))
            {
                return refuse(c::MOVE_22, Why::InTheWay { other: state.name(friend).to_owned() });
            }
        }
        if let Some((unit, _)) = self.attach {
            may_attach(state, self.id, unit, &print)?;
        }
        Ok(Stroll { bases: self.bases, distance: walked, allowed, swept: self.swept, attach: self.attach })
    }
}

/// POT-LEADER-07: in contact with a friendly formed unit; a skirmish line is none.
pub fn may_attach(state: &State, officer: UnitId, unit: UnitId, print: &Footprint) -> Result<(), Refused> {
    let name = state.name(unit).to_owned();
    if state.side(unit) != state.side(officer) || !state.is_formed(unit) {
        return refuse(c::LEADER_07, Why::CannotAttach { unit: name });
    }
    if !touching(print, &state.unit(unit).print) {
        let away = distance(print, &state.unit(unit).print);
        return refuse(c::LEADER_07, Why::NotTouching { unit: name, away });
    }
    Ok(())
}

/// POT-LEADER-19: an attached officer who leaves stands at the rear edge of his unit, or where its centre was.
pub fn standing_place(state: &State, officer: UnitId) -> Pose {
    let Some(with) = state.unit(officer).office.with else { return state.piece(officer).body.front };
    behind(state, with)
}

/// The place of an officer's base that touches the rear edge of a unit; where the table ends there, on the table. POT-R30: where
/// an enemy stands there, at a side or before it.
pub fn behind(state: &State, unit: UnitId) -> Pose {
    let body = &state.unit(unit).body;
    let (facing, base) = (body.front.facing, state.muster.officer_base());
    let (depth, width) = (body.depth(state.stand()), body.width(state.stand()));
    let middle = body.front.at.ahead(facing.opposite(), depth.half());
    let ways = [
        (facing.opposite(), depth.half() + base.depth.half()),
        (facing.left(), width.half() + base.front.half()),
        (facing.right(), width.half() + base.front.half()),
        (facing, depth.half() + base.depth.half()),
    ];
    let places = ways.map(|(way, by)| on_table(state, Pose::new(middle.ahead(way, by), facing), base));
    let is_free = |pose: &Pose| {
        let here = Rect::new(*pose, base);
        let mut enemies = state.formed(state.side(unit).enemy());
        enemies.all(|enemy| !overlaps(&here, &state.unit(enemy).print))
    };
    places.into_iter().find(is_free).unwrap_or(places[0])
}

fn on_table(state: &State, mut pose: Pose, base: BaseSize) -> Pose {
    for edge in TableEdge::ALL {
        let over = -state.field.distance_to_edge(&Rect::new(pose, base), edge);
        if over > Length::ZERO {
            pose.at = pose.at + Vector::along(edge.outward().opposite(), over);
        }
    }
    pose
}

/// POT-SKIRM-18: a line whose losses opened a gap of more than a stand's width closes it with its next move. Gives the
/// way that each base goes.
fn close_up(bases: &mut SmallVec<[Pose; 4]>, stand: BaseSize) -> SmallVec<[Length; 4]> {
    let Some(first) = bases.first().copied() else { return smallvec![] };
    let axis = first.facing.right();
    let along = |at: Point| (at - first.at).measured_along(axis).micrometres();
    let mut order: SmallVec<[usize; 8]> = (0..bases.len()).collect();
    order.sort_by_key(|place| along(bases[*place].at));
    let most = (stand.front * 2).micrometres();
    let mut moved: SmallVec<[Length; 4]> = smallvec![Length::ZERO; bases.len()];
    let middle = order.len() / 2;
    let mut shift = |place: usize, by: i64, bases: &mut SmallVec<[Pose; 4]>| {
        let by = Length::from_micrometres(by);
        bases[place].at = bases[place].at + Vector::along(axis, by);
        moved[place] = Length::from_micrometres(by.micrometres().abs());
    };
    for step in middle + 1..order.len() {
        let gap = along(bases[order[step]].at) - along(bases[order[step - 1]].at);
        if gap > most + longroll_table::GRAIN.micrometres() {
            shift(order[step], most - gap, bases);
        }
    }
    for step in (0..middle).rev() {
        let gap = along(bases[order[step + 1]].at) - along(bases[order[step]].at);
        if gap > most + longroll_table::GRAIN.micrometres() {
            shift(order[step], gap - most, bases);
        }
    }
    moved
}
