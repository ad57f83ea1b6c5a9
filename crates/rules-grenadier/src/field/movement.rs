//! Paths: what a unit meets on the way it is told to go.

use crate::book::kinds::{Form, Kind, Order};
use crate::book::tables;
use crate::c;
use crate::field::course::{CROSSING, lets_through, overlapped};
use crate::field::ground::Walker as Crossing;
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::movement_step::{Closeness, KEEP_AWAY, keeps_off, shirks};
use crate::turn::state::{How, State};
use longroll_kit::{Leg, UnitId};
use longroll_table::{
    Footprint, Heading, Length, Point, Pose, Rect, Vector, bearing_within, distance, farther_than, inches,
    overlaps, swept, thousandths, touching,
};
use smallvec::SmallVec;

/// How closely a Tactical March looks about on its way.
const MARCH_STEP: Length = thousandths(250);

/// GRE-MOVE-11: drift without wheeling, in 65536ths of a turn.
const DRIFT: u16 = 4096;
const MOST_LEGS: usize = 20;

/// A path that has been walked.
#[derive(Clone, PartialEq, Debug)]
pub struct Walk {
    pub to: Pose,
    pub distance: Length,
    pub rough: bool,
    pub all_road: bool,
    /// GRE-PASS-03: batteries passed through.
    pub passed: SmallVec<[UnitId; 2]>,
}

/// Judges a path. The clauses are checked in the order in which the path meets them.
pub fn walk(state: &State, id: UnitId, legs: &[Leg], reach: Length, how: How) -> Result<Walk, Refused> {
    if legs.len() > MOST_LEGS {
        return refuse(c::MOVE_10, Why::TooManyLegs { legs: legs.len(), limit: MOST_LEGS });
    }
    let unit = state.unit(id);
    let mut walker = Walker {
        state,
        id,
        how,
        reach,
        rect: unit.rect,
        spent: Length::ZERO,
        rough: false,
        all_road: true,
        passed: SmallVec::new(),
    };
    for leg in legs {
        match leg {
            Leg::Turn(to) => walker.turn(*to)?,
            Leg::Go { bearing, distance } => {
                let to = walker.rect.centre().ahead(*bearing, *distance);
                walker.go(to, *distance)?;
            }
            Leg::To(to) => walker.go(*to, walker.rect.centre().distance_to(*to))?,
            Leg::Road(to) => walker.follow_road(*to)?,
            Leg::Act(_) => {
                return refuse(
                    c::FORM_05,
                    Why::NotLikeThis { what: "formation actions are orders of their own" },
                );
            }
        }
    }
    walker.halt(legs.is_empty())
}

struct Walker<'a> {
    state: &'a State,
    id: UnitId,
    how: How,
    reach: Length,
    rect: Rect,
    spent: Length,
    rough: bool,
    all_road: bool,
    passed: SmallVec<[UnitId; 2]>,
}

impl Walker<'_> {
    fn is_free(&self) -> bool {
        !self.state.has_facing(self.id)
    }

    fn spend(&mut self, cost: Length) -> Result<(), Refused> {
        self.spent += cost;
        if self.spent.within(self.reach) {
            return Ok(());
        }
        refuse(c::MOVE_10, Why::TooFar { needs: self.spent, allowed: self.reach })
    }

    /// GRE-MOVE-11: along the arc of the outer corner, about the inner one. Those without facing turn in place.
    fn turn(&mut self, to: Heading) -> Result<(), Refused> {
        let by = self.rect.facing().difference(to);
        if by == 0 {
            return Ok(());
        }
        if matches!(self.how, How::Manhandled | How::StepBack) {
            return refuse(c::MOVE_13, Why::NotLikeThis { what: "it keeps its facing in this move" });
        }
        let size = self.rect.size();
        let pose = if self.is_free() {
            Pose { at: self.rect.centre(), facing: to }
        } else {
            let arc =
                i128::from(size.front.micrometres()) * i128::from(by.unsigned_abs()) * 710 / (113 * 65536);
            self.spend(Length::from_micrometres(i64::try_from(arc).unwrap_or(i64::MAX / 4)))?;
            let corner = self.rect.corners()[usize::from(by > 0)];
            Pose { at: corner + (self.rect.centre() - corner).turned(by), facing: to }
        };
        let after = Rect::new(pose, size);
        self.check_place(&after)?;
        self.all_road &= self.is_free() || self.spent == Length::ZERO;
        let was = self.rect.front_middle();
        self.rect = after;
        if self.is_free() { Ok(()) } else { self.pay_for_crossing(was, after.front_middle()) }
    }

    /// The middle of the edge with which it goes: the front ahead, the rear when it steps back; skirmishers and generals are looked at in
    /// their middle.
    fn leading(&self, by: Vector) -> Point {
        let ahead = by.measured_along(self.rect.facing());
        let aside = by.measured_along(self.rect.facing().right()).abs();
        match ahead {
            _ if self.is_free() => self.rect.centre(),
            _ if ahead >= aside => self.rect.front_middle(),
            _ if -ahead >= aside => self.rect.centre() + (self.rect.centre() - self.rect.front_middle()),
            _ => self.rect.centre(),
        }
    }

    /// GRE-TERRAIN-02, ruling GRE-R21: an obstacle is paid for where the leading edge comes to it, as in a charge.
    fn pay_for_crossing(&mut self, from: Point, to: Point) -> Result<(), Refused> {
        if self.state.kind(self.id) == Kind::General {
            return Ok(());
        }
        let crossings = self.state.ground.crossings(&self.state.field, from, to);
        self.spend(CROSSING * i64::from(crossings))
    }

    fn check_place(&self, after: &Rect) -> Result<(), Refused> {
        if !self.state.field.inside(after) {
            return refuse(c::GEN_14, Why::LeavesTable);
        }
        if self.state.kind(self.id) == Kind::General {
            return Ok(());
        }
        for enemy in self.state.troops(self.state.side(self.id).enemy()) {
            let body = &self.state.unit(enemy).rect;
            if farther_than(after, body, KEEP_AWAY) {
                continue;
            }
            let measured = distance(after, body);
            if !measured.at_least(KEEP_AWAY) && !measured.at_least(distance(&self.rect, body)) {
                let enemy = self.state.name(enemy).to_owned();
                return refuse(c::MOVE_12, Why::TooNear { enemy, measured, required: KEEP_AWAY });
            }
        }
        Ok(())
    }

    fn go(&mut self, to: Point, length: Length) -> Result<(), Refused> {
        if length < Length::ZERO || length > inches(1000) {
            return refuse(c::MOVE_10, Why::TooFar { needs: length, allowed: self.reach });
        }
        let by = to - self.rect.centre();
        let facing = self.rect.facing();
        let lawful = match self.how {
            _ if by.is_zero() || self.how == How::Manhandled => true,
            How::StepBack => bearing_within(facing.opposite(), by, 64),
            _ => self.is_free() || bearing_within(facing, by, DRIFT),
        };
        if !lawful {
            let off = Heading::of(by).map_or(0, |way| way.difference(facing).unsigned_abs());
            let off = Heading(u16::try_from(off).unwrap_or(u16::MAX));
            return refuse(c::MOVE_11, Why::OutsideArc { off, allowed: Heading(DRIFT) });
        }
        self.stretch(by, length, self.state.field.road_stretch(self.rect.centre(), to).about(length))
    }

    /// GRE-TERRAIN-04: a column follows the bends of a road and its facing follows it.
    fn follow_road(&mut self, to: Point) -> Result<(), Refused> {
        let way = self.state.field.way_by_road(self.rect.centre(), to);
        let column = self.state.unit(self.id).form.is_column() || self.is_free();
        let Some(way) = way.filter(|_| column && !matches!(self.how, How::StepBack | How::Manhandled)) else {
            return refuse(c::TERRAIN_04, Why::NotOnRoad);
        };
        for pair in way.windows(2) {
            let by = pair[1] - pair[0];
            if let Some(facing) = Heading::of(by) {
                let after = Rect::new(Pose { at: self.rect.centre(), facing }, self.rect.size());
                self.check_place(&after)?;
                let was = self.rect.front_middle();
                self.rect = after;
                self.pay_for_crossing(was, after.front_middle())?;
            }
            self.stretch(by, pair[0].distance_to(pair[1]), true)?;
        }
        Ok(())
    }

    /// One straight stretch: the cost with what is crossed (GRE-TERRAIN-02), enemies, friends, ground, the edge.
    fn stretch(&mut self, by: Vector, length: Length, on_road: bool) -> Result<(), Refused> {
        let state = self.state;
        let print = Footprint::single(self.rect);
        let (from, to) = (self.rect.centre(), self.rect.centre() + by);
        let hull = swept(&print, by);
        let general = state.kind(self.id) == Kind::General;
        if !general {
            for enemy in state.troops(state.side(self.id).enemy()) {
                let body = &state.unit(enemy).rect;
                if farther_than(hull.as_slice(), body, KEEP_AWAY) {
                    continue;
                }
                let measured = distance(hull.as_slice(), body);
                if !measured.at_least(KEEP_AWAY.min(distance(&self.rect, body))) {
                    let enemy = state.name(enemy).to_owned();
                    return refuse(c::MOVE_12, Why::TooNear { enemy, measured, required: KEEP_AWAY });
                }
            }
            self.pass_friends(by, &hull)?;
        }
        if self.how == How::TacticalMarch {
            self.march_on(by, length)?;
        }
        self.spend(length)?;
        let lead = self.leading(by);
        self.pay_for_crossing(lead, lead + by)?;
        let body = self.rect;
        self.rect = self.rect.shifted(by);
        if !state.field.inside(&self.rect) {
            return refuse(c::GEN_14, Why::LeavesTable);
        }
        let unit = state.unit(self.id);
        let crossing = Crossing {
            kind: state.kind(self.id),
            mounted: unit.mounted,
            form: unit.form,
            from,
            to,
            body: &body,
            road: on_road,
            leaves: unit.building,
        };
        if let Some(ground) = state.ground.closing(&state.field, &crossing, &hull) {
            return refuse(c::TERRAIN_03, Why::Impassable { ground });
        }
        self.rough |= state.ground.is_rough(&state.field, from, to);
        self.all_road &= on_road;
        Ok(())
    }

    /// GRE-MOVE-16: a Tactical March stops where it first comes within the limit, so no place on the way may be that near to an
    /// enemy in sight; only the last may, which is judged at the halt.
    fn march_on(&self, by: Vector, length: Length) -> Result<(), Refused> {
        let Some(heading) = Heading::of(by) else { return Ok(()) };
        let mut gone = Length::ZERO;
        while gone < length {
            let here = self.rect.shifted(Vector::along(heading, gone));
            keeps_off(self.state, self.id, &here, Closeness::AtTheLimit)?;
            gone += MARCH_STEP;
        }
        Ok(())
    }

    /// GRE-PASS-01, and its exceptions GRE-PASS-02 and GRE-PASS-03.
    fn pass_friends(&mut self, by: Vector, hull: &[longroll_table::Convex]) -> Result<(), Refused> {
        let state = self.state;
        let through_guns = state.is_order_unit(self.id) && state.unit(self.id).form == Form::Line;
        for friend in state.troops(state.side(self.id)) {
            let body = &state.unit(friend).rect;
            if friend == self.id || lets_through(state, self.id, friend) || !overlaps(hull, body) {
                continue;
            }
            if overlaps(&self.rect, body) && !self.passed.contains(&friend) {
                continue;
            }
            if through_guns && state.unit(friend).form == Form::Unlimbered && self.how != How::Manhandled {
                if !self.passed.contains(&friend) {
                    self.passed.push(friend);
                }
                continue;
            }
            let print = Footprint::single(*body);
            let heading = Heading::of(by).unwrap_or_default();
            let free = longroll_table::first_touch(
                &Footprint::single(self.rect),
                heading,
                by.length(),
                [((), &print)],
            )
            .first()
            .map_or(Length::ZERO, |touch| touch.distance);
            return refuse(c::PASS_01, Why::InTheWay { other: state.name(friend).to_owned(), free });
        }
        Ok(())
    }

    fn halt(self, stays: bool) -> Result<Walk, Refused> {
        let state = self.state;
        if !stays && state.kind(self.id) != Kind::General {
            if let Some(other) = overlapped(state, self.id, &self.rect) {
                // GRE-PASS-04, GRE-PASS-05: a move that does not clear the battery does not happen
                let guns = self.passed.contains(&other);
                let clause = if guns { c::PASS_04 } else { c::PASS_01 };
                return refuse(clause, Why::Overlaps { other: state.name(other).to_owned() });
            }
            self.keep_post()?;
            if matches!(self.how, How::HalfMove | How::FullMove | How::StepBack)
                && shirks(state, self.id, &self.rect)
            {
                let unit = state.name(self.id).to_owned();
                return refuse(c::ORDER_01, Why::DutyToAdvance { unit });
            }
            if self.how == How::TacticalMarch {
                keeps_off(state, self.id, &self.rect, Closeness::Nearer)?;
            }
        } else if !stays
            && let Some(enemy) = state
                .troops(state.side(self.id).enemy())
                .find(|enemy| touching(&self.rect, &state.unit(*enemy).rect))
        {
            return refuse(c::MOVE_12, Why::Overlaps { other: state.name(enemy).to_owned() });
        }
        Ok(Walk {
            to: self.rect.pose(),
            distance: self.spent,
            rough: self.rough || state.ground.is_rough(&state.field, self.rect.centre(), self.rect.centre()),
            all_road: self.all_road && self.spent > Length::ZERO,
            passed: self.passed,
        })
    }

    /// GRE-ORDER-04, GRE-ORDER-08: under Hold and Retire no farther from its post than six inches.
    fn keep_post(&self) -> Result<(), Refused> {
        let Some(limit) = tables::order_row(self.state.order_of(self.id)).0 else { return Ok(()) };
        let unit = self.state.unit(self.id);
        let allowed = inches(i64::from(limit));
        let measured = unit.spot.distance_to(self.rect.centre());
        let was = unit.spot.distance_to(unit.rect.centre());
        if measured.within(allowed) || measured.within(was) || self.state.kind(self.id) == Kind::Sniper {
            return Ok(());
        }
        let clause = if self.state.order_of(self.id) == Order::Hold { c::ORDER_04 } else { c::ORDER_08 };
        refuse(clause, Why::DriftsFromPost { measured, allowed })
    }
}
