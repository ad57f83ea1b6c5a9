//! A move before it is made: is it lawful, what does it cost, over which stretches does it go? ADF-MOVE-19: fences, walls and streams
//! cost nothing. ADF-MOVE-20: what is not used is lost. ADF-MOVE-24: straight back is outside the arc.

use crate::c;
use crate::deadly::{Refused, refuse};
use crate::flight::stands_on;
use crate::kinds::{Arm, Formation, Level, Terrain};
use crate::sight::{ONE_INCH, apart, can_see};
use crate::state::State;
use crate::tables::{Mover, allowance};
use crate::walk::Hop;
use crate::why::Why;
use longroll_kit::{Clause, Leg, UnitId};
use longroll_table::{
    Footprint, Heading, Length, Point, Pose, Rect, Vector, bearing_within, distance, farther_than, inches,
    overlaps, swept, touching,
};
use smallvec::SmallVec;

/// More legs than any sensible move has.
const MOST_LEGS: usize = 64;

/// A whole movement in parts that every allowance up to 24 inches divides, for one micrometre of an inch.
const PARTS: i64 = 5_354_228_880;
const WHOLE: i64 = PARTS * 25_400;

/// A move found lawful.
#[derive(Clone, Debug)]
pub struct Route {
    pub hops: Vec<Hop>,
    /// Actions that it takes: none left over (ADF-CMD-06).
    pub actions: u8,
    /// ADF-MOVE-06: the whole move is made in disorder.
    pub in_disorder: bool,
    pub to: Pose,
    /// Inches of the open-ground allowance used up, and that allowance.
    pub cost: Length,
    pub allowed: Length,
}

/// Judges a move of one unit, or of the lead unit of a group whose members go along. Clauses are checked as the move meets them.
pub fn route(state: &State, group: &[UnitId], legs: &[Leg]) -> Result<Route, Refused> {
    let Some(lead) = group.first() else { return refuse(c::ACT_01, Why::Nobody) };
    if legs.len() > MOST_LEGS {
        return refuse(c::MOVE_01, Why::TooManyLegs { legs: legs.len(), limit: MOST_LEGS });
    }
    let plain = Planner::new(state, group, *lead, false).follow(legs);
    match plain {
        // ADF-MOVE-05, -06: infantry outside its arc moves all of it in disorder
        Err(refusal) if refusal.clause == c::MOVE_05 && state.arm(*lead) == Arm::Infantry => {
            Planner::new(state, group, *lead, true).follow(legs)
        }
        other => other,
    }
}

/// How far a unit could still go over open ground, for drawing.
pub fn reach(state: &State, id: UnitId) -> Length {
    let open = allowance(state.options.scale, state.mover(id), Terrain::Open).unwrap_or(0);
    inches(open + i64::from(state.benefit(id)))
}

struct Planner<'a> {
    state: &'a State,
    group: &'a [UnitId],
    id: UnitId,
    mover: Mover,
    in_disorder: bool,
    /// ADF-LEADER-07, ADF-GROUP-06: inches that a leader adds.
    benefit: i64,
    pose: Pose,
    rect: Rect,
    formation: Formation,
    hops: Vec<Hop>,
    /// Out of [`WHOLE`].
    spent: i64,
    moved: bool,
    changed: bool,
    passed: SmallVec<[UnitId; 4]>,
}

impl<'a> Planner<'a> {
    fn new(state: &'a State, group: &'a [UnitId], id: UnitId, in_disorder: bool) -> Self {
        let unit = state.unit(id);
        let mut mover = state.mover(id);
        if in_disorder {
            mover.level = mover.level.max(Level::Disorder);
        }
        Planner {
            state,
            group,
            id,
            mover,
            in_disorder,
            benefit: i64::from(group.iter().map(|id| state.benefit(*id)).max().unwrap_or(0)),
            pose: unit.pose,
            rect: unit.rect,
            formation: unit.formation,
            hops: Vec::new(),
            spent: 0,
            moved: false,
            changed: false,
            passed: SmallVec::new(),
        }
    }

    fn name(&self) -> String {
        self.state.name(self.id).to_owned()
    }

    fn follow(mut self, legs: &[Leg]) -> Result<Route, Refused> {
        for leg in legs {
            match leg {
                Leg::Act(act) => self.act(act)?,
                Leg::Turn(to) => self.face(*to)?,
                Leg::Go { bearing, distance } => {
                    let to = self.pose.at.ahead(*bearing, *distance);
                    self.go(to, *distance)?;
                }
                Leg::To(to) => self.go(*to, self.pose.at.distance_to(*to))?,
                Leg::Road(to) => self.follow_road(*to)?,
            }
        }
        self.halt()
    }

    /// ADF-ACT-01: changes of formation, limbering and mounting, and wheels, among the legs of a move.
    fn act(&mut self, act: &str) -> Result<(), Refused> {
        let words: SmallVec<[&str; 4]> = act.split_whitespace().collect();
        match words.as_slice() {
            ["wheel", hand @ ("left" | "right"), degrees] => {
                let by = crate::text::degrees_in(degrees).ok().map(|heading| i32::from(heading.0));
                match by {
                    Some(by) if by <= 16_384 => self.wheel(if *hand == "left" { -by } else { by }),
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
        let handy = self.group.iter().all(|id| self.state.piece(*id).quality.is_handy());
        let clause = if handy { c::ACT_02 } else { c::ACT_03 };
        self.spent += if handy { WHOLE / 2 } else { WHOLE };
        self.changed = true;
        if self.spent > WHOLE {
            let price = if handy { "half a movement" } else { "one action" };
            return refuse(clause, Why::Change { price });
        }
        Ok(())
    }

    fn form(&mut self, formation: Formation) -> Result<(), Refused> {
        may_form(self.state, self.id, self.formation, formation)?;
        self.pay_for_change()?;
        self.formation = formation;
        self.mover.formation = formation;
        self.rect = Rect::new(self.pose, self.state.footprint(self.id, formation));
        self.check_room(c::FORM_13)?;
        self.hops.push(Hop::Form(formation));
        Ok(())
    }

    fn mount(&mut self, mounted: bool) -> Result<(), Refused> {
        if self.state.arm(self.id) != Arm::Cavalry {
            return refuse(c::CAV_04, Why::NoSuchFormation { unit: self.name() });
        }
        if self.mover.mounted == mounted {
            return refuse(c::CAV_04, Why::SameFormation { unit: self.name() });
        }
        self.pay_for_change()?;
        // ADF-FORM-14: the formation keeps its name
        self.mover.mounted = mounted;
        self.hops.push(Hop::Mount(mounted));
        Ok(())
    }

    /// ADF-ACT-10: turning about on the spot, to any direction.
    fn face(&mut self, to: Heading) -> Result<(), Refused> {
        if to == self.pose.facing {
            return Ok(());
        }
        // ADF-LEADER-08: facing means nothing to a single rider
        if !self.state.is_leader(self.id) {
            self.pay_for_change()?;
        }
        self.pose.facing = to;
        self.rect = Rect::new(self.pose, self.rect.size());
        self.check_room(c::GEO_10)?;
        self.hops.push(Hop::Face(to));
        Ok(())
    }

    /// ADF-MOVE-07: half a movement, and the outer end travels at most half the allowance along its arc.
    fn wheel(&mut self, by: i32) -> Result<(), Refused> {
        if self.group.len() > 1 {
            return refuse(c::MOVE_07, Why::NoWheel);
        }
        let corner = self.rect.corners()[if by < 0 { 0 } else { 1 }];
        let arm = self.rect.size().front.micrometres();
        // the arc is front × angle; a turn is 65536 units, and 2π is 710/113 to seven digits
        let arc = i128::from(arm) * i128::from(by.unsigned_abs()) * 710 / (113 * 65_536);
        let arc = Length::from_micrometres(arc as i64);
        let terrain = self.state.ground.under(&self.state.field, &self.rect);
        let inches_here = self.allowance(terrain)?;
        // a wider wheel takes the whole action
        let half = inches(inches_here).half();
        let (share, allowed) =
            if arc.within(half) { (WHOLE / 2, half) } else { (WHOLE, inches(inches_here)) };
        if !arc.within(allowed) {
            return refuse(c::MOVE_07, Why::WheelTooWide { needs: arc, allowed });
        }
        self.moved = true;
        self.spent += share;
        self.check_cost(c::MOVE_07)?;
        let facing = self.pose.facing.turned(by);
        let at = corner + (self.pose.at - corner).turned(by);
        let before = self.rect;
        self.pose = Pose { at, facing };
        self.rect = Rect::new(self.pose, self.rect.size());
        let sweep = longroll_table::Convex::hull(&[*before.corners(), *self.rect.corners()].concat());
        self.check_enemies(&[sweep])?;
        self.check_room(c::GEO_10)?;
        self.hops.push(Hop::Swing { to: self.pose, arc });
        Ok(())
    }

    /// A straight leg. ADF-ARC-01, ADF-MOVE-05: into the frontal arc; others than infantry go any way (ADF-MOVE-06, -18).
    fn go(&mut self, to: Point, length: Length) -> Result<(), Refused> {
        if length < Length::ZERO || length > inches(1000) {
            return refuse(c::MOVE_01, Why::TooFar { needs: length, allowed: Length::ZERO });
        }
        let by = to - self.pose.at;
        let half = self.state.options.half_angle;
        let infantry = self.state.arm(self.id) == Arm::Infantry;
        if infantry && !self.in_disorder && !by.is_zero() && !bearing_within(self.pose.facing, by, half) {
            let off = Heading::of(by).map_or(0, |way| way.difference(self.pose.facing).unsigned_abs());
            let off = Heading(u16::try_from(off).unwrap_or(u16::MAX));
            return refuse(c::MOVE_05, Why::OutsideArc { off, allowed: Heading(half) });
        }
        let runs = self.state.ground.runs(&self.state.field, &self.rect, by, length);
        for (terrain, part) in runs {
            self.spend(terrain, part)?;
        }
        self.advance(by, length)
    }

    /// ADF-MOVE-03, -25: along a road at its rate, turning with it at no cost.
    fn follow_road(&mut self, to: Point) -> Result<(), Refused> {
        let field = &self.state.field;
        let line = field.features.iter().find(|feature| {
            matches!(feature.kind, longroll_table::Kind::Road | longroll_table::Kind::Trail)
                && feature.holds(self.pose.at)
                && feature.holds(to)
        });
        let way = line.and_then(|line| field.road_path(line.id, self.pose.at, to).map(|way| (line, way)));
        let Some((line, way)) = way else { return refuse(c::MOVE_03, Why::NotOnRoad) };
        let terrain = if line.kind == longroll_table::Kind::Road { Terrain::Road } else { Terrain::Trail };
        if allowance(self.state.options.scale, self.mover, terrain).is_none() || self.group.len() > 1 {
            return refuse(c::MOVE_03, Why::NoGround { terrain });
        }
        for pair in way.windows(2) {
            let by = pair[1] - pair[0];
            let length = pair[0].distance_to(pair[1]);
            if let Some(facing) = Heading::of(by).filter(|_| length > Length::ZERO) {
                if facing != self.pose.facing {
                    self.pose.facing = facing;
                    self.rect = Rect::new(self.pose, self.rect.size());
                    self.hops.push(Hop::Face(facing));
                }
                self.spend(terrain, length)?;
                self.advance(by, length)?;
            }
        }
        Ok(())
    }

    fn advance(&mut self, by: Vector, length: Length) -> Result<(), Refused> {
        if length > Length::ZERO {
            self.moved = true;
        }
        let start = self.state.unit(self.id).pose.at;
        for id in self.group {
            // members keep their places beside the lead unit
            let so_far = self.pose.at - start;
            let rect = if *id == self.id { self.rect } else { self.state.rect(*id).shifted(so_far) };
            let hull = swept(&Footprint::single(rect), by);
            self.check_enemies_of(&hull)?;
            self.pass_friends(&hull)?;
            if !self.state.field.inside(&rect.shifted(by)) {
                return refuse(c::GEO_09, Why::LeavesTable);
            }
            if let Some(ground) = self.state.ground.closing(&self.state.field, self.state.arm(*id), &hull) {
                return refuse(c::MOVE_17, Why::Impassable { ground });
            }
        }
        self.rect = self.rect.shifted(by);
        self.pose.at = self.pose.at + by;
        if length > Length::ZERO {
            self.hops.push(Hop::Go { by: by.into(), length });
        }
        self.check_cost(c::MOVE_01)
    }

    fn check_enemies(&self, hull: &[longroll_table::Convex]) -> Result<(), Refused> {
        self.check_enemies_of(hull)
    }

    /// ADF-GEO-11: no contact but by a charge. ADF-UNIT-15: a shaken unit comes within an inch of nobody who was farther off.
    fn check_enemies_of(&self, hull: &[longroll_table::Convex]) -> Result<(), Refused> {
        if self.state.is_leader(self.id) {
            return Ok(());
        }
        let shaken = self.state.unit(self.id).level >= Level::Shaken;
        for enemy in self.state.troops(self.state.side(self.id).enemy()) {
            let rect = self.state.rect(enemy);
            if farther_than(hull, rect, ONE_INCH) {
                continue;
            }
            if touching(hull, rect) {
                return refuse(c::GEO_11, Why::Contact { enemy: self.state.name(enemy).to_owned() });
            }
            let from = distance(self.state.rect(self.id), rect);
            if shaken && !from.within(ONE_INCH) {
                let to = distance(hull, rect);
                return refuse(
                    c::UNIT_15,
                    Why::Nearer { enemy: self.state.name(enemy).to_owned(), from, to },
                );
            }
        }
        Ok(())
    }

    /// ADF-MOVE-09: an inch for each friend passed through.
    fn pass_friends(&mut self, hull: &[longroll_table::Convex]) -> Result<(), Refused> {
        if self.state.is_leader(self.id) {
            return Ok(());
        }
        let through: SmallVec<[UnitId; 4]> = self
            .state
            .troops(self.state.side(self.id))
            .filter(|id| !self.group.contains(id) && !self.passed.contains(id))
            .filter(|id| overlaps(hull, self.state.rect(*id)))
            .collect();
        for friend in through {
            let terrain = self.state.ground.under(&self.state.field, &self.rect);
            self.spend(terrain, inches(1))?;
            self.passed.push(friend);
        }
        Ok(())
    }

    fn allowance(&self, terrain: Terrain) -> Result<i64, Refused> {
        let state = self.state;
        let own = |id: UnitId| {
            let mut mover = if id == self.id { self.mover } else { state.mover(id) };
            if self.in_disorder {
                mover.level = mover.level.max(Level::Disorder);
            }
            let figure = allowance(state.options.scale, mover, terrain);
            // ADF-MOVE-03: formations without a road figure move at the rate of the ground beside it
            figure.or_else(|| allowance(state.options.scale, mover, Terrain::Open)).unwrap_or(0)
        };
        // ADF-GROUP-05: the slowest member; ADF-MOVE-04: nothing means no entry
        let inches = self.group.iter().map(|id| own(*id)).min().unwrap_or(0);
        if inches == 0 {
            return refuse(c::MOVE_04, Why::NoGround { terrain });
        }
        Ok(inches + self.benefit)
    }

    /// ADF-MOVE-02: inches moved divided by the allowance of the ground.
    fn spend(&mut self, terrain: Terrain, length: Length) -> Result<(), Refused> {
        if length <= Length::ZERO {
            return Ok(());
        }
        let inches = self.allowance(terrain)?;
        self.spent =
            self.spent.saturating_add(length.micrometres().saturating_mul(PARTS / inches.clamp(1, 24)));
        Ok(())
    }

    fn cost(&self) -> (Length, Length) {
        let open = self.allowance(Terrain::Open).unwrap_or(0);
        let used = i128::from(self.spent) * i128::from(open) / i128::from(PARTS);
        (Length::from_micrometres(used as i64), inches(open))
    }

    fn check_cost(&self, clause: Clause) -> Result<(), Refused> {
        let (needs, allowed) = self.cost();
        // the grain of every comparison, in parts
        if self.spent <= WHOLE + 10 * PARTS {
            return Ok(());
        }
        let clause = match (self.changed, self.in_disorder, self.passed.is_empty()) {
            (true, ..) => c::ACT_11,
            (_, true, _) => c::MOVE_06,
            (_, _, false) => c::MOVE_09,
            _ => clause,
        };
        refuse(clause, Why::TooFar { needs, allowed })
    }

    fn check_room(&self, clause: Clause) -> Result<(), Refused> {
        if !self.state.field.inside(&self.rect) {
            return refuse(c::GEO_09, Why::LeavesTable);
        }
        match stands_on(self.state, self.id, &self.rect).filter(|_| !self.state.is_leader(self.id)) {
            Some(other) => refuse(clause, Why::Overlaps { other: self.state.name(other).to_owned() }),
            None => Ok(()),
        }
    }

    /// The end of the move: ADF-GEO-10, ADF-MOVE-10 clear of everybody; ADF-UNIT-15 for shaken units; ADF-CMD-06, -07, -10.
    fn halt(self) -> Result<Route, Refused> {
        let state = self.state;
        if self.hops.is_empty() {
            return refuse(c::ACT_01, Why::NotNow);
        }
        let by = self.pose.at - state.unit(self.id).pose.at;
        if self.moved && !state.is_leader(self.id) {
            for id in self.group {
                let rect = if *id == self.id { self.rect } else { state.rect(*id).shifted(by) };
                let on = state.ids().find(|other| {
                    !self.group.contains(other)
                        && state.is_on_table(*other)
                        && !state.is_leader(*other)
                        && overlaps(&rect, state.rect(*other))
                });
                if let Some(other) = on {
                    return refuse(c::GEO_10, Why::Overlaps { other: state.name(other).to_owned() });
                }
            }
        }
        if state.unit(self.id).level == Level::Shaken && self.moved {
            self.check_shaken()?;
        }
        let commanded = self.group.iter().all(|id| state.unit(*id).in_command) || state.is_leader(self.id);
        if !commanded && self.moved && self.changed {
            return refuse(c::CMD_07, Why::OutOfCommand { unit: self.name() });
        }
        let (cost, allowed) = self.cost();
        let actions = if self.moved && !commanded { 2 } else { 1 };
        Ok(Route { hops: self.hops, actions, in_disorder: self.in_disorder, to: self.pose, cost, allowed })
    }

    /// ADF-UNIT-15: the nearest visible enemy is not left closer than before.
    fn check_shaken(&self) -> Result<(), Refused> {
        let state = self.state;
        let mut enemies: Vec<(Length, UnitId)> = state
            .troops(state.side(self.id).enemy())
            .map(|enemy| (apart(state, self.id, enemy), enemy))
            .collect();
        enemies.sort_unstable();
        let nearest = enemies.into_iter().find(|(_, enemy)| can_see(state, self.id, *enemy).is_ok());
        if let Some((from, enemy)) = nearest {
            let to = distance(&self.rect, state.rect(enemy));
            if !to.at_least(from) {
                return refuse(c::UNIT_15, Why::Nearer { enemy: state.name(enemy).to_owned(), from, to });
            }
        }
        Ok(())
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
