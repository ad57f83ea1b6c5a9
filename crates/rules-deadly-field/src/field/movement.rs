//! A move before it is made: is it lawful, what does it cost, over which stretches does it go? ADF-MOVE-19: fences, walls and streams
//! cost nothing. ADF-MOVE-20: what is not used is lost. ADF-MOVE-24: straight back is outside the arc.

use crate::book::kinds::{Arm, Formation, Level, Terrain};
use crate::book::tables::{Mover, allowance};
use crate::c;
use crate::field::obstacles::check_shaken;
use crate::field::wheel::{gaps, outer_arc, pivot, slices, turned_about};
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::march::Hop;
use crate::turn::state::State;
use longroll_kit::{Clause, Leg, UnitId};
use longroll_table::{Footprint, Heading, Length, Pose, Rect, Vector, bearing_within, inches, swept};
use smallvec::SmallVec;

/// More legs than any sensible move has.
const MOST_LEGS: usize = 64;

/// No table is as large.
const FARTHEST: Length = inches(1000);

/// A whole movement in parts that every allowance up to 24 inches divides, for one micrometre of an inch.
const PARTS: i64 = 5_354_228_880;
const WHOLE: i64 = PARTS * 25_400;

/// A move found lawful.
#[derive(Clone, Debug)]
pub struct Route {
    pub hops: Vec<Hop>,
    /// Actions that it takes: none left over (ADF-CMD-06).
    pub actions: u8,
    /// ADF-MOVE-06: who makes the whole move in disorder.
    pub in_disorder: Vec<UnitId>,
    /// Where each of them ends, the lead unit first.
    pub ends: Vec<(UnitId, Pose)>,
    /// Inches of the open-ground allowance used up, and that allowance.
    pub cost: Length,
    pub allowed: Length,
}

impl Route {
    /// Where the lead unit ends.
    pub fn to(&self) -> Pose {
        self.ends.first().map_or_else(Pose::default, |(_, pose)| *pose)
    }
}

/// Judges a move of one unit, or of a group whose members go along with the first. Clauses are checked as the move meets them.
pub fn route(state: &State, group: &[UnitId], legs: &[Leg]) -> Result<Route, Refused> {
    route_without(state, group, legs, &[])
}

/// The same with leaders who stay behind (ADF-LEADER-09): they add nothing.
pub fn route_without(
    state: &State,
    group: &[UnitId],
    legs: &[Leg],
    without: &[UnitId],
) -> Result<Route, Refused> {
    if group.is_empty() {
        return refuse(c::ACT_01, Why::Nobody);
    }
    if legs.len() > MOST_LEGS {
        return refuse(c::MOVE_01, Why::TooManyLegs { legs: legs.len(), limit: MOST_LEGS });
    }
    legs.iter().try_for_each(is_in_this_world)?;
    let benefit =
        group.iter().flat_map(|id| state.leaders_with(*id)).filter(|leader| !without.contains(leader));
    let benefit = i64::from(benefit.map(|leader| state.piece(leader).benefit).max().unwrap_or(0));
    // ADF-MOVE-05, -06: infantry that goes outside its arc makes all of the move in disorder
    let mut in_disorder: SmallVec<[UnitId; 4]> = SmallVec::new();
    loop {
        let mut planner = Planner::new(state, group, benefit, &in_disorder);
        let judged = planner.follow(legs);
        if planner.outside.is_empty() {
            return judged.and_then(|()| planner.halt(in_disorder.to_vec()));
        }
        in_disorder.extend(planner.outside);
    }
}

/// Places and lengths beyond every table are refused before anybody reckons with them.
fn is_in_this_world(leg: &Leg) -> Result<(), Refused> {
    let far = |micrometres: i64| micrometres.unsigned_abs() > FARTHEST.micrometres().unsigned_abs();
    match leg {
        Leg::Go { distance, .. } if far(distance.micrometres()) => {
            refuse(c::MOVE_01, Why::TooFar { needs: *distance, allowed: Length::ZERO })
        }
        Leg::To(to) | Leg::Road(to) if far(to.x) || far(to.y) => refuse(c::GEO_09, Why::LeavesTable),
        _ => Ok(()),
    }
}

/// How far a unit could still go over open ground, for drawing.
pub fn reach(state: &State, id: UnitId) -> Length {
    let open = allowance(state.options.scale, state.mover(id), Terrain::Open).unwrap_or(0);
    inches(open + i64::from(state.benefit(id)))
}

/// One unit of those that move together.
pub(crate) struct Part {
    pub(crate) id: UnitId,
    pub(crate) mover: Mover,
    pub(crate) pose: Pose,
    pub(crate) rect: Rect,
    /// Out of [`WHOLE`].
    pub(crate) spent: i64,
    pub(crate) passed: SmallVec<[UnitId; 4]>,
}

pub(crate) struct Planner<'a> {
    pub(crate) state: &'a State,
    pub(crate) group: &'a [UnitId],
    /// The lead unit first.
    pub(crate) parts: SmallVec<[Part; 3]>,
    /// ADF-LEADER-07, ADF-GROUP-06: inches that a leader adds.
    pub(crate) benefit: i64,
    pub(crate) in_disorder: SmallVec<[UnitId; 4]>,
    /// Infantry that was led out of its arc.
    pub(crate) outside: SmallVec<[UnitId; 4]>,
    pub(crate) hops: Vec<Hop>,
    pub(crate) moved: bool,
    pub(crate) changed: bool,
}

impl<'a> Planner<'a> {
    fn new(state: &'a State, group: &'a [UnitId], benefit: i64, in_disorder: &[UnitId]) -> Self {
        let parts = group.iter().map(|id| {
            let mut mover = state.mover(*id);
            if in_disorder.contains(id) {
                mover.level = mover.level.max(Level::Disorder);
            }
            let unit = state.unit(*id);
            Part { id: *id, mover, pose: unit.pose, rect: unit.rect, spent: 0, passed: SmallVec::new() }
        });
        Planner {
            state,
            group,
            parts: parts.collect(),
            benefit,
            in_disorder: SmallVec::from_slice(in_disorder),
            outside: SmallVec::new(),
            hops: Vec::new(),
            moved: false,
            changed: false,
        }
    }

    fn lead(&self) -> &Part {
        &self.parts[0]
    }

    fn name(&self, place: usize) -> String {
        self.state.name(self.parts[place].id).to_owned()
    }

    pub(crate) fn is_leader(&self) -> bool {
        self.state.is_leader(self.group[0])
    }

    fn follow(&mut self, legs: &[Leg]) -> Result<(), Refused> {
        self.close_up();
        for leg in legs {
            match leg {
                Leg::Act(act) => self.act(act)?,
                Leg::Turn(to) => self.face(*to)?,
                Leg::Go { bearing, distance } => {
                    let here = self.lead().pose.at;
                    self.go(here.ahead(*bearing, *distance) - here, *distance)?;
                }
                Leg::To(to) => {
                    let here = self.lead().pose.at;
                    self.go(*to - here, here.distance_to(*to))?;
                }
                Leg::Road(to) => self.follow_road(*to)?,
            }
        }
        Ok(())
    }

    /// ADF-GROUP-03, -04: members that stand apart from the lead unit close the gap at the start, at no cost, if it is within their
    /// movement.
    fn close_up(&mut self) {
        for (place, by, length) in gaps(self.state, self.group) {
            let part = &mut self.parts[place];
            part.pose.at = part.pose.at + by;
            part.rect = part.rect.shifted(by);
            self.hops.push(Hop::Close { unit: part.id, by: by.into(), length });
        }
    }

    /// ADF-ACT-01: changes of formation, limbering and mounting, and wheels, among the legs of a move.
    fn act(&mut self, act: &str) -> Result<(), Refused> {
        let words: SmallVec<[&str; 4]> = act.split_whitespace().collect();
        match words.as_slice() {
            ["wheel", hand @ ("left" | "right"), degrees] => {
                let by = longroll_kit::degrees_in(degrees).ok().map(|heading| i32::from(heading.0));
                match by {
                    // a wheel of nothing is no wheel
                    Some(by) if (1..=16_384).contains(&by) => {
                        self.wheel(if *hand == "left" { -by } else { by })
                    }
                    _ => refuse(c::MOVE_07, Why::UnknownAct { act: short(act) }),
                }
            }
            ["mount"] => self.mount(true),
            ["dismount"] => self.mount(false),
            ["limber"] => self.form(Formation::Limbered),
            ["unlimber"] => self.form(Formation::Unlimbered),
            [name] => match Formation::named(name) {
                Some(formation) => self.form(formation),
                None => refuse(c::ACT_01, Why::UnknownAct { act: short(act) }),
            },
            _ => refuse(c::ACT_01, Why::UnknownAct { act: short(act) }),
        }
    }

    /// ADF-ACT-02, -03, -10, ADF-ARTY-12, ADF-CAV-04: half a movement for elite and veteran units, a whole action for others.
    fn pay_for_change(&mut self) -> Result<(), Refused> {
        self.changed = true;
        for part in &mut self.parts {
            let handy = self.state.piece(part.id).quality.is_handy();
            part.spent += if handy { WHOLE / 2 } else { WHOLE };
            if part.spent > WHOLE {
                let (clause, price) =
                    if handy { (c::ACT_02, "half a movement") } else { (c::ACT_03, "one action") };
                return refuse(clause, Why::Change { price });
            }
        }
        Ok(())
    }

    fn form(&mut self, formation: Formation) -> Result<(), Refused> {
        for part in &self.parts {
            may_form(self.state, part.id, part.mover.formation, formation)?;
        }
        self.pay_for_change()?;
        for part in &mut self.parts {
            part.mover.formation = formation;
            part.rect = Rect::new(part.pose, self.state.footprint(part.id, formation));
        }
        self.check_room(c::FORM_13)?;
        self.hops.push(Hop::Form(formation));
        Ok(())
    }

    fn mount(&mut self, mounted: bool) -> Result<(), Refused> {
        for place in 0..self.parts.len() {
            let unit = self.name(place);
            if self.state.arm(self.parts[place].id) != Arm::Cavalry {
                return refuse(c::CAV_04, Why::NoSuchFormation { unit });
            }
            if self.parts[place].mover.mounted == mounted {
                return refuse(c::CAV_04, Why::SameFormation { unit });
            }
        }
        self.pay_for_change()?;
        // ADF-FORM-14: the formation keeps its name
        self.parts.iter_mut().for_each(|part| part.mover.mounted = mounted);
        self.hops.push(Hop::Mount(mounted));
        Ok(())
    }

    /// ADF-ACT-10: turning about on the spot, to any direction.
    fn face(&mut self, to: Heading) -> Result<(), Refused> {
        if self.parts.iter().all(|part| part.pose.facing == to) {
            return Ok(());
        }
        // ADF-LEADER-08: facing means nothing to a single rider
        if !self.is_leader() {
            self.pay_for_change()?;
        }
        for part in &mut self.parts {
            part.pose.facing = to;
            part.rect = Rect::new(part.pose, part.rect.size());
        }
        self.check_room(c::GEO_10)?;
        self.hops.push(Hop::Face(to));
        Ok(())
    }

    /// ADF-MOVE-07: half a movement, and the outer end travels at most half the allowance along its arc; a wider wheel takes the
    /// whole action. A group wheels as one body about the flank it wheels to.
    fn wheel(&mut self, by: i32) -> Result<(), Refused> {
        let rects: SmallVec<[Rect; 3]> = self.parts.iter().map(|part| part.rect).collect();
        let pivot = pivot(&rects, by);
        let arc = outer_arc(&rects, pivot, by);
        let mut least = i64::MAX;
        for part in &self.parts {
            let terrain = self.state.ground.under(&self.state.field, &part.rect);
            least = least.min(self.allowance(part, terrain)?);
        }
        let half = inches(least).half();
        let (share, allowed) = if arc.within(half) { (WHOLE / 2, half) } else { (WHOLE, inches(least)) };
        if !arc.within(allowed) {
            return refuse(c::MOVE_07, Why::WheelTooWide { needs: arc, allowed });
        }
        self.moved = true;
        self.parts.iter_mut().for_each(|part| part.spent += share);
        self.check_cost(c::MOVE_07)?;
        for place in 0..self.parts.len() {
            let slices = slices(&self.parts[place].rect, pivot, by);
            self.pass(place, &slices)?;
            let part = &mut self.parts[place];
            part.pose = turned_about(part.pose, pivot, by);
            part.rect = Rect::new(part.pose, part.rect.size());
        }
        self.check_room(c::GEO_10)?;
        self.hops.push(Hop::Swing { pivot, by, arc });
        self.check_cost(c::MOVE_07)
    }

    /// A straight leg. ADF-ARC-01, ADF-MOVE-05: into the frontal arc; others than infantry go any way (ADF-MOVE-06, -18).
    fn go(&mut self, by: Vector, length: Length) -> Result<(), Refused> {
        if length < Length::ZERO || length > inches(1000) {
            return refuse(c::MOVE_01, Why::TooFar { needs: length, allowed: Length::ZERO });
        }
        let half = self.state.options.half_angle;
        for part in &self.parts {
            let known = self.in_disorder.contains(&part.id) || self.outside.contains(&part.id);
            if self.state.arm(part.id) == Arm::Infantry
                && !known
                && !by.is_zero()
                && !bearing_within(part.pose.facing, by, half)
            {
                self.outside.push(part.id);
            }
        }
        for place in 0..self.parts.len() {
            let runs = self.state.ground.runs(&self.state.field, &self.parts[place].rect, by, length);
            for (terrain, part) in runs {
                self.spend(place, terrain, part)?;
            }
        }
        self.advance(by, length)
    }

    fn advance(&mut self, by: Vector, length: Length) -> Result<(), Refused> {
        if length > Length::ZERO {
            self.moved = true;
        }
        for place in 0..self.parts.len() {
            let rect = self.parts[place].rect;
            self.pass(place, &swept(&Footprint::single(rect), by))?;
            if !self.state.field.inside(&rect.shifted(by)) {
                return refuse(c::GEO_09, Why::LeavesTable);
            }
        }
        for part in &mut self.parts {
            part.rect = part.rect.shifted(by);
            part.pose.at = part.pose.at + by;
        }
        if length > Length::ZERO {
            self.hops.push(Hop::Go { by: by.into(), length });
        }
        self.check_cost(c::MOVE_01)
    }

    /// ADF-MOVE-03: formations without a road figure move at the rate of the ground beside it. ADF-MOVE-04: nothing means no entry.
    fn allowance(&self, part: &Part, terrain: Terrain) -> Result<i64, Refused> {
        let scale = self.state.options.scale;
        let figure = allowance(scale, part.mover, terrain);
        let inches = figure.or_else(|| allowance(scale, part.mover, Terrain::Open)).unwrap_or(0);
        if inches == 0 { refuse(c::MOVE_04, Why::NoGround { terrain }) } else { Ok(inches + self.benefit) }
    }

    /// ADF-MOVE-02: inches moved divided by the allowance of the ground.
    pub(crate) fn spend(&mut self, place: usize, terrain: Terrain, length: Length) -> Result<(), Refused> {
        if length <= Length::ZERO {
            return Ok(());
        }
        let inches = self.allowance(&self.parts[place], terrain)?;
        let spent = &mut self.parts[place].spent;
        *spent = spent.saturating_add(length.micrometres().saturating_mul(PARTS / inches.clamp(1, 24)));
        Ok(())
    }

    /// ADF-GROUP-05: the slowest member governs.
    fn spent(&self) -> i64 {
        self.parts.iter().map(|part| part.spent).max().unwrap_or(0)
    }

    fn cost(&self) -> (Length, Length) {
        let open = self.parts.iter().map(|part| self.allowance(part, Terrain::Open).unwrap_or(0)).min();
        let open = open.unwrap_or(0);
        let used = i128::from(self.spent()) * i128::from(open) / i128::from(PARTS);
        (Length::from_micrometres(used as i64), inches(open))
    }

    pub(crate) fn check_cost(&self, clause: Clause) -> Result<(), Refused> {
        let (needs, allowed) = self.cost();
        // the grain of every comparison, in parts
        if self.spent() <= WHOLE + 10 * PARTS {
            return Ok(());
        }
        let alone = self.parts.iter().all(|part| part.passed.is_empty());
        let clause = match (self.changed, self.in_disorder.is_empty(), alone) {
            (true, ..) => c::ACT_11,
            (_, false, _) => c::MOVE_06,
            (_, _, false) => c::MOVE_09,
            _ => clause,
        };
        refuse(clause, Why::TooFar { needs, allowed })
    }

    /// The end of the move: ADF-GEO-10, ADF-MOVE-10 clear of everybody; ADF-UNIT-15 for shaken units; ADF-CMD-06, -07, -10.
    fn halt(self, in_disorder: Vec<UnitId>) -> Result<Route, Refused> {
        let state = self.state;
        if self.hops.is_empty() {
            return refuse(c::ACT_01, Why::NotNow);
        }
        if self.moved {
            self.check_room(c::GEO_10)?;
            for part in self.parts.iter().filter(|part| state.unit(part.id).level == Level::Shaken) {
                check_shaken(state, part.id, &part.rect)?;
            }
        }
        let stray =
            self.group.iter().position(|id| !state.unit(*id).in_command).filter(|_| !self.is_leader());
        if let Some(stray) = stray.filter(|_| self.moved && self.changed) {
            return refuse(c::CMD_07, Why::OutOfCommand { unit: self.name(stray) });
        }
        let (cost, allowed) = self.cost();
        let actions = if self.moved && stray.is_some() { 2 } else { 1 };
        let ends = self.parts.iter().map(|part| (part.id, part.pose)).collect();
        Ok(Route { hops: self.hops, actions, in_disorder, ends, cost, allowed })
    }
}

/// ADF-FORM-08, -13: a formation of its own arm, other than the present one, and no skirmishing on one stand.
pub fn may_form(state: &State, id: UnitId, from: Formation, to: Formation) -> Result<(), Refused> {
    let unit = state.name(id).to_owned();
    if !Formation::of(state.arm(id)).contains(&to) {
        return refuse(c::FORM_01, Why::NoSuchFormation { unit });
    }
    if from == to {
        return refuse(c::FORM_13, Why::SameFormation { unit });
    }
    if to.is_skirmish() && state.is_depleted(id) {
        return refuse(c::FORM_08, Why::Depleted { unit });
    }
    Ok(())
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
