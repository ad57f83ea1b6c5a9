//! Compulsory moves away from the enemy: routs and retreats.

use crate::book::tables::{full_move, half_move};
use crate::c;
use crate::field::movement::KEEP_AWAY;
use crate::ruleset::QuickplayDraft;
use crate::turn::event::Event;
use crate::turn::generals;
use crate::turn::state::{Debt, Fate, Hand, State};
use longroll_kit::{Clause, UnitId};
use longroll_table::{
    BaseSize, Convex, Footprint, Heading, Length, Pose, Rect, TableEdge, Vector, distance, farther_than,
    overlaps, swept, thousandths,
};
use smallvec::SmallVec;

/// QP-MORALE-25: bearings are tried 15 degrees apart, up to 90 each way.
const BEARING_STEP_DEGREES: i32 = 15;
const BEARINGS_EACH_WAY: i32 = 6;

/// A bearing is a whole part of a turn, so a long flight strays by up to so much from the line it should keep. That much
/// nearer to an enemy it slides along, or passes, is not nearer.
const STRAYING: Length = Length::from_micrometres(64);

/// Steps in which the far side of one thing is looked for, before it is found exactly.
const STRIDE: Length = thousandths(125);

/// Where a flight ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    At {
        pose: Pose,
        distance: Length,
        heading: Heading,
    },
    /// QP-MORALE-18, ruling QP-R06: over its own table edge.
    OffTable,
    /// QP-MORALE-21, QP-COMBAT-24: nowhere to stand 1 in or more from every enemy.
    Lost,
}

/// A rout move: QP-MORALE-17 the full printed move toward the own table edge by the shortest line, else by the first
/// open bearing of QP-MORALE-25, else as far as the best allows (QP-MORALE-21), ending faced to that edge.
pub fn rout_landing(state: &State, id: UnitId, first: Hand) -> Landing {
    let reach = full_move(state.kind(id));
    let mut best: Option<(Length, Landing)> = None;
    for heading in rout_bearings(state, id, first) {
        let tried = Attempt::new(state, id, heading, reach, Leaving::OverOwnEdge).land();
        if tried.is_whole {
            return tried.landing;
        }
        if best.is_none_or(|(farthest, _)| tried.went > farthest) {
            best = Some((tried.went, tried.landing));
        }
    }
    best.map_or(Landing::Lost, |(_, landing)| landing)
}

/// Is the straight way to the rear open, so that no side need be chosen?
pub fn is_straight_way_open(state: &State, id: UnitId) -> bool {
    let heading = to_the_rear(state.edge(state.side(id)));
    Attempt::new(state, id, heading, full_move(state.kind(id)), Leaving::OverOwnEdge).land().is_whole
}

/// A retreat: QP-COMBAT-23 half the printed move straight away from the winner, facing kept; QP-COMBAT-24 it stops at
/// the table edge and where its way is closed, and tries no other bearing.
pub fn retreat_landing(state: &State, id: UnitId, winner: UnitId) -> Landing {
    let away = state.unit(id).pose.at - state.unit(winner).pose.at;
    let heading = Heading::of(away).unwrap_or_else(|| to_the_rear(state.edge(state.side(id))));
    Attempt::new(state, id, heading, half_move(state.kind(id)), Leaving::StopsAtEdge).land().landing
}

/// Carries out the rout move of a unit that is Routed already.
pub fn rout(draft: &mut QuickplayDraft, id: UnitId, first: Hand) {
    limber_to_flee(draft, id);
    let landing = rout_landing(draft, id, first);
    go(draft, id, landing, Flight::Rout);
}

pub fn retreat(draft: &mut QuickplayDraft, id: UnitId, winner: UnitId) {
    limber_to_flee(draft, id);
    let landing = retreat_landing(draft, id, winner);
    go(draft, id, landing, Flight::Retreat);
}

/// Takes a unit off the table, with what that means for generals who were with it.
pub fn remove(draft: &mut QuickplayDraft, id: UnitId, fate: Fate, clause: Clause) {
    let with: SmallVec<[UnitId; 2]> = generals::attached(draft, id).collect();
    draft.emit(Event::Removed { unit: id, fate, clause });
    generals::after_destruction(draft, &with);
}

/// Ends every contact of the unit.
pub fn break_contacts(draft: &mut QuickplayDraft, id: UnitId) {
    let broken: SmallVec<[_; 4]> = draft.contacts_of(id).copied().collect();
    for contact in broken {
        draft.emit(Event::ContactBroken { charger: contact.charger, enemy: contact.enemy });
    }
}

/// The bearing straight at a table edge.
pub fn to_the_rear(edge: TableEdge) -> Heading {
    match edge {
        TableEdge::North => Heading::NORTH,
        TableEdge::East => Heading::EAST,
        TableEdge::South => Heading::SOUTH,
        TableEdge::West => Heading::WEST,
    }
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

/// What forbids a flight to end where it is.
#[derive(Clone, Copy)]
enum Hold {
    Friend(UnitId),
    /// QP-MOVE-17, ruling QP-R18: a building that another unit holds.
    TakenBuilding,
    /// Ruling QP-R13: the building in which it was beaten.
    OwnBuilding,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Flight {
    Rout,
    Retreat,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaving {
    OverOwnEdge,
    StopsAtEdge,
}

/// QP-MORALE-20: guns are limbered to flee.
fn limber_to_flee(draft: &mut QuickplayDraft, id: UnitId) {
    if draft.kind(id).is_artillery() && !draft.unit(id).limbered {
        draft.emit(Event::Limbered { unit: id, clause: c::MORALE_20 });
    }
}

fn go(draft: &mut QuickplayDraft, id: UnitId, landing: Landing, flight: Flight) {
    let was = draft.unit(id).pose;
    let with: SmallVec<[UnitId; 2]> = generals::attached(draft, id).collect();
    break_contacts(draft, id);
    match landing {
        Landing::Lost => {
            let clause = if flight == Flight::Rout { c::MORALE_21 } else { c::COMBAT_24 };
            remove(draft, id, Fate::Destroyed, clause);
            return;
        }
        // A general at his side may still ride off with it or stay: nobody has caught him
        Landing::OffTable => {
            draft.emit(Event::Removed { unit: id, fate: Fate::OffTable, clause: c::MORALE_18 });
        }
        Landing::At { pose, distance, heading } => {
            let over = swept(&Footprint::single(draft.unit(id).rect), Vector::along(heading, distance));
            let (unit, to) = (id, pose);
            draft.emit(match flight {
                Flight::Rout => Event::Fled { unit, to, distance },
                Flight::Retreat => Event::Retreated { unit, to, distance },
            });
            generals::after_move(draft, id, &over);
        }
    }
    for general in with {
        draft.emit(Event::Owes(Debt::GoesAlong { general, unit: id, was }));
    }
}

fn rout_bearings(state: &State, id: UnitId, first: Hand) -> impl Iterator<Item = Heading> {
    let straight = to_the_rear(state.edge(state.side(id)));
    let sign = if first == Hand::Left { -1 } else { 1 };
    let turned = move |degrees: i32| straight.turned(i32::from(Heading::from_degrees(degrees).0));
    std::iter::once(straight).chain((1..=BEARINGS_EACH_WAY).flat_map(move |step| {
        let degrees = step * BEARING_STEP_DEGREES * sign;
        [turned(degrees), turned(-degrees)]
    }))
}

/// One bearing being tried.
struct Attempt<'a> {
    state: &'a State,
    id: UnitId,
    heading: Heading,
    reach: Length,
    leaving: Leaving,
    /// Enemies, and the distance that must stay between while passing: QP-MORALE-26.
    enemies: SmallVec<[(UnitId, Length); 12]>,
}

struct Tried {
    is_whole: bool,
    went: Length,
    landing: Landing,
}

impl<'a> Attempt<'a> {
    fn new(state: &'a State, id: UnitId, heading: Heading, reach: Length, leaving: Leaving) -> Self {
        let here = &state.unit(id).rect;
        let enemies = state
            .troops(state.side(id).enemy())
            .map(|enemy| {
                let near = !distance(here, &state.unit(enemy).rect).at_least(KEEP_AWAY);
                (enemy, if near { Length::ZERO } else { KEEP_AWAY })
            })
            .collect();
        Attempt { state, id, heading, reach, leaving, enemies }
    }

    fn land(&self) -> Tried {
        let here = Footprint::single(self.state.unit(self.id).rect);
        let edge = self.state.field.leaves_at(&here, self.heading, self.reach);
        let own_edge = self.state.edge(self.state.side(self.id));
        let room = edge.map_or(self.reach, |(_, at)| at);
        let open = farthest(room, |length| self.is_open(length));
        let unhindered = open == room;
        if let Some((over, _)) = edge
            && unhindered
            && over == own_edge
            && self.leaving == Leaving::OverOwnEdge
        {
            return Tried { is_whole: true, went: self.reach, landing: Landing::OffTable };
        }
        let is_full = unhindered && edge.is_none();
        match self.come_to_rest(open) {
            Some((went, pose)) => {
                let landing = Landing::At { pose, distance: went, heading: self.heading };
                Tried { is_whole: is_full, went, landing }
            }
            None => Tried { is_whole: false, went: open, landing: Landing::Lost },
        }
    }

    /// QP-MORALE-26: overlaps no enemy and no closed ground, comes no nearer than 1 in to enemies that were not
    /// already nearer; friends are passed through.
    fn is_open(&self, length: Length) -> bool {
        let here = Footprint::single(self.state.unit(self.id).rect);
        let over = swept(&here, Vector::along(self.heading, length));
        let past_enemies = self.enemies.iter().all(|(enemy, keep)| {
            let body = &self.state.unit(*enemy).rect;
            if *keep == Length::ZERO {
                !overlaps(over.as_slice(), &shrunk(body, self.state.piece(*enemy).base))
            } else {
                let keep = *keep - STRAYING;
                farther_than(over.as_slice(), body, keep) || distance(over.as_slice(), body).at_least(keep)
            }
        });
        past_enemies
            && self.state.ground.closing(&self.state.field, self.state.kind(self.id), &over).is_none()
    }

    /// QP-MORALE-27: past a friend it would end on, just far enough to be clear; else short of him. QP-COMBAT-34: out of
    /// the building in which it was beaten. Nowhere at all to stand 1 in from every enemy: nothing.
    fn come_to_rest(&self, open: Length) -> Option<(Length, Pose)> {
        let here = self.stands_at(open).map(|pose| (open, pose));
        if self.held_at(open, true).is_none() {
            return here;
        }
        if let Some(beyond) = self.next_clear(open) {
            return self.stands_at(beyond).map(|pose| (beyond, pose));
        }
        if here.is_some() {
            return here;
        }
        let short = self.last_clear(open)?;
        self.stands_at(short).map(|pose| (short, pose))
    }

    /// What it may not end on or in at this length; `inside` counts the building in which it was beaten.
    fn held_at(&self, length: Length, inside: bool) -> Option<Hold> {
        let side = self.state.side(self.id);
        let friend = self.state.troops(side).find(|friend| self.is_held(length, Hold::Friend(*friend)));
        let hold = friend.map(Hold::Friend);
        let taken = || Some(Hold::TakenBuilding).filter(|hold| self.is_held(length, *hold));
        let own = || Some(Hold::OwnBuilding).filter(|hold| inside && self.is_held(length, *hold));
        hold.or_else(taken).or_else(own)
    }

    fn is_held(&self, length: Length, hold: Hold) -> bool {
        match hold {
            Hold::Friend(friend) => {
                friend != self.id && overlaps(&self.rest_rect(length), &self.state.unit(friend).rect)
            }
            Hold::TakenBuilding => self.stands_in_held_building(length),
            Hold::OwnBuilding => self.is_still_inside(length),
        }
    }

    /// The first length from here on at which nothing holds it, if its way is open so far: past one after another, exactly.
    fn next_clear(&self, open: Length) -> Option<Length> {
        let mut at = open;
        while let Some(hold) = self.held_at(at, true) {
            let mut beyond = at + STRIDE;
            while self.is_held(beyond, hold) {
                beyond += STRIDE;
                if !self.is_on_table(beyond) {
                    return None;
                }
            }
            at = beyond - farthest(STRIDE, |back| !self.is_held(beyond - back, hold));
        }
        (self.is_on_table(at) && self.is_open(at)).then_some(at)
    }

    /// The last length up to here at which nothing holds it.
    fn last_clear(&self, open: Length) -> Option<Length> {
        let mut at = open;
        while let Some(hold) = self.held_at(at, false) {
            let mut short = at;
            while self.is_held(short, hold) {
                if short <= Length::ZERO {
                    return None;
                }
                short = (short - STRIDE).max(Length::ZERO);
            }
            at = short + farthest(STRIDE.min(at - short), |on| !self.is_held(short + on, hold));
        }
        Some(at)
    }

    fn rest_pose(&self, length: Length) -> Pose {
        let unit = self.state.unit(self.id);
        let facing = match self.leaving {
            // QP-MORALE-17: a routed unit ends facing its own edge
            Leaving::OverOwnEdge => to_the_rear(self.state.edge(self.state.side(self.id))),
            Leaving::StopsAtEdge => unit.pose.facing,
        };
        self.pushed_onto_table(Pose { at: unit.pose.at.ahead(self.heading, length), facing })
    }

    /// Ruling QP-R12: a base that would hang over the table once it is turned is pushed in just far enough.
    fn pushed_onto_table(&self, pose: Pose) -> Pose {
        let rect = Rect::new(pose, self.state.piece(self.id).base);
        TableEdge::ALL.into_iter().fold(pose, |pose, edge| {
            let room = self.state.field.distance_to_edge(&rect, edge);
            if room < Length::ZERO { pose.moved(to_the_rear(edge).opposite(), -room) } else { pose }
        })
    }

    fn rest_rect(&self, length: Length) -> Rect {
        Rect::new(self.rest_pose(length), self.state.piece(self.id).base)
    }

    fn is_on_table(&self, length: Length) -> bool {
        let rect = self.state.unit(self.id).rect.shifted(Vector::along(self.heading, length));
        self.state.field.inside(&Footprint::single(rect))
    }

    /// Ruling QP-R13: a beaten defender goes on until its centre is out of the building in which it was charged.
    fn is_still_inside(&self, length: Length) -> bool {
        let was_charged = self.state.contacts_of(self.id).any(|contact| contact.enemy == self.id);
        if self.leaving == Leaving::OverOwnEdge || !was_charged {
            return false;
        }
        let building = self.state.ground.building_at(&self.state.field, self.state.unit(self.id).pose.at);
        building.is_some_and(|building| building.holds(self.rest_pose(length).at))
    }

    /// QP-MOVE-17, ruling QP-R18: a building holds one unit, also at the end of a flight.
    fn stands_in_held_building(&self, length: Length) -> bool {
        let at = self.rest_pose(length).at;
        self.state.ground.building_holder(self.state, self.id, at).is_some()
    }

    /// The pose at which it may stay: 1 in or more from every enemy (QP-MORALE-26), on nobody, in nobody's building.
    fn stands_at(&self, length: Length) -> Option<Pose> {
        let rect = self.rest_rect(length);
        let apart = self
            .enemies
            .iter()
            .all(|(enemy, _)| distance(&rect, &self.state.unit(*enemy).rect).at_least(KEEP_AWAY - STRAYING));
        let hull: [Convex; 1] = [Convex::of(&rect)];
        let free = self.state.ground.closing(&self.state.field, self.state.kind(self.id), &hull).is_none();
        (apart && free && self.held_at(length, false).is_none()).then(|| rect.pose())
    }
}

/// The base without the little that a flight may stray into it.
fn shrunk(rect: &Rect, base: BaseSize) -> Rect {
    let less = STRAYING + STRAYING;
    Rect::new(rect.pose(), BaseSize { front: base.front - less, depth: base.depth - less })
}
