//! Step 2: a unit's move, leg by leg.

use crate::book::kinds::Kind;
use crate::book::options::{AfterRally, LimberingOutOfCommand, Manhandling};
use crate::book::tables::{full_move, half_move};
use crate::c;
use crate::field::sight::{Others, can_see};
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::state::{Order, State, has_facing};
use longroll_kit::{Clause, Leg, UnitId};
use longroll_table::{
    Convex, Footprint, Heading, Length, Point, Pose, Rect, Vector, bearing_within, distance, farther_than,
    inches, overlaps, swept, thousandths, touching,
};
use smallvec::SmallVec;

/// More legs than any sensible move has.
pub const MOST_LEGS: usize = 64;

/// QP-MOVE-08: how far a unit that is not charging stays from every enemy.
pub const KEEP_AWAY: Length = inches(1);

/// By so much a unit that touches an enemy must have left him to be moving away.
const FIRST_STEP: Length = thousandths(100);

/// QP-OPT-12.
const MANHANDLED: Length = inches(2);

/// QP-MOVE-11.
const MOST_FACING_CHANGES: u8 = 2;

/// A move that was found lawful, with what it did on the way.
#[derive(Clone, Debug)]
pub struct Walk {
    pub to: Pose,
    /// Length of the path of the base's centre (QP-MOVE-20).
    pub distance: Length,
    /// What it counts against the allowance (QP-MOVE-15), and the allowance.
    pub cost: Length,
    pub allowed: Length,
    pub recovered: bool,
    /// Limbering and unlimbering, in their order: true for limbering.
    pub limbering: SmallVec<[bool; 2]>,
    /// Changed place or facing.
    pub shifted: bool,
    /// Ground that the base went over.
    pub swept: SmallVec<[Convex; 4]>,
}

/// Judges a whole move. The clauses are checked in the order in which the move meets them, and the first that fails is
/// named.
pub fn walk(state: &State, id: UnitId, legs: &[Leg]) -> Result<Walk, Refused> {
    if legs.len() > MOST_LEGS {
        return refuse(c::MOVE_20, Why::TooManyLegs { legs: legs.len(), limit: MOST_LEGS });
    }
    let mut walker = Walker::new(state, id);
    for (place, leg) in legs.iter().enumerate() {
        match leg {
            Leg::Act(act) => walker.act(act, place)?,
            Leg::Turn(to) => walker.turn(*to)?,
            Leg::Go { bearing, distance } => {
                let to = walker.pose.at.ahead(*bearing, *distance);
                walker.go(to, *distance)?;
            }
            Leg::To(to) => walker.go(*to, walker.pose.at.distance_to(*to))?,
            Leg::Road(to) => walker.follow_road(*to)?,
        }
    }
    walker.halt()
}

/// The full move less the halves it has to give up (QP-MOVE-12). Nothing else comes into it: neither what was left over
/// in earlier turns (QP-MOVE-19) nor Disorder that is kept (QP-MOVE-23).
pub fn allowance(kind: Kind, halves: u8) -> Length {
    match halves {
        0 => full_move(kind),
        1 => half_move(kind),
        _ => Length::ZERO,
    }
}

/// What the unit could still walk if it began now and changed facing at most once.
pub fn reach(state: &State, id: UnitId) -> Length {
    allowance(state.kind(id), u8::from(!state.unit(id).in_command))
}

struct Walker<'a> {
    state: &'a State,
    id: UnitId,
    kind: Kind,
    pose: Pose,
    rect: Rect,
    limbered: bool,
    out_of_command: bool,
    recovered: bool,
    facing_changes: u8,
    limbering: SmallVec<[bool; 2]>,
    distance: Length,
    /// Cost so far in thirds of a micrometre, so that road inches are exact (QP-MOVE-15).
    thirds: i64,
    enemies: SmallVec<[Watched; 12]>,
    swept: SmallVec<[Convex; 4]>,
    turned: bool,
}

/// An enemy unit, and how near the mover may come to it.
struct Watched {
    id: UnitId,
    at_start: Length,
    nearest_allowed: Length,
    /// Visible to an out-of-command mover at the start (QP-CMD-10).
    is_feared: bool,
}

impl<'a> Walker<'a> {
    fn new(state: &'a State, id: UnitId) -> Self {
        let unit = state.unit(id);
        let kind = state.kind(id);
        // QP-CMD-12: generals are always in command
        let out_of_command = !unit.in_command && !kind.is_general();
        // QP-MOVE-22: enemy generals impose no distance, so only troops are watched
        let enemies = state
            .troops(state.side(id).enemy())
            .map(|enemy| {
                let at_start = distance(&unit.rect, &state.unit(enemy).rect);
                let is_feared = out_of_command && can_see(state, id, enemy, Others::SeenThrough).is_ok();
                let keep = if at_start.at_least(KEEP_AWAY) { KEEP_AWAY } else { at_start };
                let nearest_allowed = if is_feared { at_start } else { keep };
                Watched { id: enemy, at_start, nearest_allowed, is_feared }
            })
            .collect();
        Walker {
            state,
            id,
            kind,
            pose: unit.pose,
            rect: unit.rect,
            limbered: unit.limbered,
            out_of_command,
            recovered: false,
            facing_changes: 0,
            limbering: SmallVec::new(),
            distance: Length::ZERO,
            thirds: 0,
            enemies,
            swept: SmallVec::new(),
            turned: false,
        }
    }

    fn name(&self) -> String {
        self.state.name(self.id).to_owned()
    }

    fn act(&mut self, act: &str, place: usize) -> Result<(), Refused> {
        match act {
            "recover" => self.recover(place),
            "limber" => self.limber(),
            "unlimber" => self.unlimber(),
            _ => refuse(c::MOVE_06, Why::UnknownAct { act: act.chars().take(40).collect() }),
        }
    }

    /// QP-DISORDER-01, -02: declared at the start, in command, at the price of half a move; QP-DISORDER-04: a Routed unit
    /// has only the rally roll.
    fn recover(&mut self, place: usize) -> Result<(), Refused> {
        if self.state.unit(self.id).order != Order::Disordered || self.kind.is_general() {
            return refuse(c::DISORDER_01, Why::NotDisordered { unit: self.name() });
        }
        if self.out_of_command {
            return refuse(c::CMD_05, Why::OutOfCommand { unit: self.name() });
        }
        let keeps_marker = self.state.options.after_rally == AfterRally::DisorderedForGood;
        if keeps_marker && self.state.unit(self.id).shaken {
            return refuse(c::OPT_10, Why::DisorderedForGood { unit: self.name() });
        }
        if place != 0 {
            return refuse(c::DISORDER_02, Why::RecoverComesFirst);
        }
        self.recovered = true;
        Ok(())
    }

    /// QP-MOVE-06: limbering is a facing change.
    fn limber(&mut self) -> Result<(), Refused> {
        if !self.kind.is_artillery() {
            return refuse(c::UNIT_09, Why::NotArtillery { unit: self.name() });
        }
        if self.limbered {
            return refuse(c::UNIT_09, Why::AlreadyLimbered { unit: self.name() });
        }
        self.may_change_limber()?;
        self.change_facing()?;
        self.limbered = true;
        self.limbering.push(true);
        Ok(())
    }

    /// QP-MOVE-14: the facing is that of the last turn while limbered, which was free.
    fn unlimber(&mut self) -> Result<(), Refused> {
        if !self.kind.is_artillery() {
            return refuse(c::UNIT_09, Why::NotArtillery { unit: self.name() });
        }
        if !self.limbered {
            return refuse(c::UNIT_09, Why::AlreadyUnlimbered { unit: self.name() });
        }
        self.may_change_limber()?;
        self.change_facing()?;
        self.limbered = false;
        self.limbering.push(false);
        self.check_cost()
    }

    /// QP-OPT-13: out of command guns stay limbered or unlimbered, if so played.
    fn may_change_limber(&self) -> Result<(), Refused> {
        if self.out_of_command && self.state.options.limbering == LimberingOutOfCommand::Forbidden {
            return refuse(c::OPT_13, Why::OutOfCommand { unit: self.name() });
        }
        Ok(())
    }

    /// QP-MOVE-03 the first is free, QP-MOVE-05 the second costs half a move, QP-MOVE-11 there is no third.
    fn change_facing(&mut self) -> Result<(), Refused> {
        if self.facing_changes == MOST_FACING_CHANGES {
            return refuse(c::MOVE_11, Why::ThirdFacingChange);
        }
        self.facing_changes += 1;
        self.check_cost()
    }

    /// QP-MOVE-07: those without facing turn as they like. QP-CMD-13: an out-of-command unit may turn, so long as no edge comes
    /// nearer to an enemy it sees.
    fn turn(&mut self, to: Heading) -> Result<(), Refused> {
        if to == self.pose.facing {
            return Ok(());
        }
        if has_facing(self.kind, self.limbered) {
            self.change_facing()?;
        }
        let pose = Pose { at: self.pose.at, facing: to };
        let after = Rect::new(pose, self.state.piece(self.id).base);
        self.check_pivot(&after)?;
        self.turned = true;
        self.pose = pose;
        self.rect = after;
        Ok(())
    }

    /// QP-MOVE-10: only the place after the pivot matters, not the sweep of the corners. That place must be on the table
    /// (QP-MOVE-18) and not on ground closed to the unit (QP-MOVE-17). QP-CMD-03, -10: an out-of-command unit does not turn
    /// an edge nearer to an enemy it sees than it was at the start.
    fn check_pivot(&self, after: &Rect) -> Result<(), Refused> {
        if !self.state.field.inside(&Footprint::single(*after)) {
            return refuse(c::MOVE_18, Why::LeavesTable);
        }
        let stands_on = swept(&Footprint::single(*after), Vector::default());
        if let Some(ground) = self.state.ground.closing(&self.state.field, self.kind, &stands_on) {
            return refuse(c::MOVE_17, Why::Impassable { ground });
        }
        if let Some(other) = overlapped(self.state, self.id, after) {
            return refuse(c::MOVE_10, Why::Overlaps { other: self.state.name(other).to_owned() });
        }
        for watched in &self.enemies {
            let enemy = &self.state.unit(watched.id).rect;
            let now = distance(after, enemy);
            if watched.is_feared && !now.at_least(watched.at_start) {
                return self.too_near(watched, now);
            }
            if !now.at_least(KEEP_AWAY) && !now.at_least(distance(&self.rect, enemy)) {
                let enemy = self.state.name(watched.id).to_owned();
                return refuse(c::MOVE_10, Why::TooNear { enemy, measured: now, required: KEEP_AWAY });
            }
        }
        Ok(())
    }

    /// A straight leg of the given length to a point.
    fn go(&mut self, to: Point, length: Length) -> Result<(), Refused> {
        if length < Length::ZERO || length > inches(1000) {
            return refuse(c::MOVE_20, Why::TooFar { needs: length, allowed: self.allowance() });
        }
        self.may_roll(length)?;
        let by = to - self.pose.at;
        if has_facing(self.kind, self.limbered) {
            self.check_arc(by)?;
        }
        let road = self.state.field.road_stretch(self.pose.at, to).min(length);
        self.advance(by, length, road)
    }

    /// QP-MOVE-13: unlimbered guns do not move, unless QP-OPT-12 lets their crews push them 2 in, as their whole move.
    fn may_roll(&self, length: Length) -> Result<(), Refused> {
        if !self.kind.is_artillery() || self.limbered {
            return Ok(());
        }
        if self.state.options.manhandling == Manhandling::Never {
            return refuse(c::MOVE_13, Why::Unlimbered { unit: self.name() });
        }
        let needs = self.distance + length;
        if self.limbering.is_empty() && needs.within(MANHANDLED) {
            return Ok(());
        }
        let allowed = if self.limbering.is_empty() { MANHANDLED } else { Length::ZERO };
        refuse(c::OPT_12, Why::TooFar { needs, allowed })
    }

    /// QP-MOVE-04, -09, -21: only into the forward arc.
    fn check_arc(&self, by: Vector) -> Result<(), Refused> {
        let half_angle = self.state.options.forward_arc.half_angle();
        if by == Vector::default() || bearing_within(self.pose.facing, by, half_angle) {
            return Ok(());
        }
        let off = Heading::of(by).map_or(0, |way| way.difference(self.pose.facing).unsigned_abs());
        let off = Heading(u16::try_from(off).unwrap_or(u16::MAX));
        refuse(c::MOVE_09, Why::OutsideArc { off, allowed: Heading(half_angle) })
    }

    /// QP-MOVE-15, ruling QP-R15: along the bends and junctions of the road, facing along it, without a facing change.
    fn follow_road(&mut self, to: Point) -> Result<(), Refused> {
        if self.kind.is_artillery() && !self.limbered {
            return refuse(c::MOVE_13, Why::Unlimbered { unit: self.name() });
        }
        let Some(way) = self.state.field.way_by_road(self.pose.at, to) else {
            return refuse(c::MOVE_15, Why::NotOnRoad);
        };
        for pair in way.windows(2) {
            let by = pair[1] - pair[0];
            if let Some(facing) = Heading::of(by).filter(|_| has_facing(self.kind, self.limbered)) {
                let pose = Pose { at: self.pose.at, facing };
                let after = Rect::new(pose, self.state.piece(self.id).base);
                if facing != self.pose.facing {
                    self.check_bend(&after)?;
                    self.turned = true;
                }
                self.pose = pose;
                self.rect = after;
            }
            let length = pair[0].distance_to(pair[1]);
            self.advance(by, length, length)?;
        }
        Ok(())
    }

    /// At a bend of the road the base turns as in a pivot, but friends on the road are passed as on any leg.
    fn check_bend(&self, after: &Rect) -> Result<(), Refused> {
        for watched in &self.enemies {
            let now = distance(after, &self.state.unit(watched.id).rect);
            if !now.at_least(watched.nearest_allowed) {
                return self.too_near(watched, now);
            }
        }
        Ok(())
    }

    /// QP-MOVE-16, -22, ruling QP-R14: from an enemy that it touches a unit moves away, neither through it nor along it.
    fn leaves_contact(&self, enemy: &Rect, by: Vector, hull: &[Convex]) -> bool {
        let first = Heading::of(by).map_or(by, |way| Vector::along(way, FIRST_STEP.min(by.length())));
        !overlaps(hull, enemy) && !touching(&self.rect.shifted(first), enemy)
    }

    /// One straight stretch. QP-MOVE-02, -15: an inch of road costs a third of an inch.
    fn advance(&mut self, by: Vector, length: Length, on_road: Length) -> Result<(), Refused> {
        let mover = Footprint::single(self.rect);
        let hull = swept(&mover, by);
        for watched in &self.enemies {
            let enemy = &self.state.unit(watched.id).rect;
            if farther_than(hull.as_slice(), enemy, watched.nearest_allowed) {
                continue;
            }
            if touching(&self.rect, enemy) && !self.leaves_contact(enemy, by, hull.as_slice()) {
                let enemy = self.state.name(watched.id).to_owned();
                return refuse(c::MOVE_22, Why::StaysInContact { enemy });
            }
            let measured = distance(hull.as_slice(), enemy);
            if !measured.at_least(watched.nearest_allowed) {
                return self.too_near(watched, measured);
            }
        }
        self.distance += length;
        self.thirds += length.micrometres() * 3 - on_road.micrometres() * 2;
        self.check_cost()?;
        self.rect = self.rect.shifted(by);
        self.pose.at = self.pose.at + by;
        if !self.state.field.inside(&Footprint::single(self.rect)) {
            return refuse(c::MOVE_18, Why::LeavesTable);
        }
        if let Some(ground) = self.state.ground.closing(&self.state.field, self.kind, &hull) {
            return refuse(c::MOVE_17, Why::Impassable { ground });
        }
        self.swept.extend(hull);
        Ok(())
    }

    fn too_near(&self, watched: &Watched, measured: Length) -> Result<(), Refused> {
        let enemy = self.state.name(watched.id).to_owned();
        if watched.at_start.at_least(KEEP_AWAY) && !measured.at_least(KEEP_AWAY) {
            return refuse(c::MOVE_08, Why::TooNear { enemy, measured, required: KEEP_AWAY });
        }
        let clause = if watched.is_feared { c::CMD_03 } else { c::MOVE_22 };
        refuse(clause, Why::Nearer { enemy, from: watched.at_start, to: measured })
    }

    fn halves(&self) -> u8 {
        u8::from(self.out_of_command) + u8::from(self.recovered) + u8::from(self.facing_changes > 1)
    }

    fn allowance(&self) -> Length {
        allowance(self.kind, self.halves())
    }

    fn needs(&self) -> Length {
        Length::from_micrometres((self.thirds + 2) / 3)
    }

    /// The clause that took the most recent half away is the one that refuses.
    fn check_cost(&self) -> Result<(), Refused> {
        let needs = self.needs();
        let allowed = self.allowance();
        if needs.within(allowed) {
            return Ok(());
        }
        let clause: Clause = match (self.halves(), self.facing_changes > 1, self.recovered) {
            (0, ..) => c::MOVE_01,
            (1, true, _) => c::MOVE_05,
            (1, _, true) => c::DISORDER_01,
            (1, ..) => c::CMD_02,
            _ => c::MOVE_12,
        };
        refuse(clause, Why::TooFar { needs, allowed })
    }

    /// The end of the move: QP-MOVE-16 no overlap, QP-MOVE-22 clear of every enemy, QP-MOVE-17 one unit a building.
    fn halt(self) -> Result<Walk, Refused> {
        let shifted = self.turned || self.distance > Length::ZERO;
        if self.distance > Length::ZERO {
            if let Some(other) = overlapped(self.state, self.id, &self.rect) {
                return refuse(c::MOVE_16, Why::Overlaps { other: self.state.name(other).to_owned() });
            }
            for watched in &self.enemies {
                let measured = distance(&self.rect, &self.state.unit(watched.id).rect);
                if !measured.at_least(KEEP_AWAY) {
                    let enemy = self.state.name(watched.id).to_owned();
                    return refuse(c::MOVE_22, Why::TooNear { enemy, measured, required: KEEP_AWAY });
                }
            }
            if let Some(by) = self.state.ground.building_holder(self.state, self.id, self.pose.at) {
                return refuse(c::MOVE_17, Why::BuildingTaken { by: self.state.name(by).to_owned() });
            }
        }
        Ok(Walk {
            to: self.pose,
            distance: self.distance,
            cost: self.needs(),
            allowed: self.allowance(),
            recovered: self.recovered,
            limbering: self.limbering,
            shifted,
            swept: self.swept,
        })
    }
}

/// A unit whose base overlaps this one. Generals are never in the way (QP-LEADER-06), but a general in his own move
/// may not end on another general.
pub fn overlapped(state: &State, id: UnitId, rect: &Rect) -> Option<UnitId> {
    let is_general = state.kind(id).is_general();
    state.ids().find(|other| {
        *other != id
            && state.is_on_table(*other)
            && (is_general || !state.kind(*other).is_general())
            && overlaps(rect, &state.unit(*other).rect)
    })
}
