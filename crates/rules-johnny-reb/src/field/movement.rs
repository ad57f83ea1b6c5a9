//! Phase 7: a unit's move, leg by leg.

use crate::book::kinds::{Arm, Body, Formation, Level, Quality};
use crate::c;
use crate::field::rates::{INCH, SHARES, SLACK, TURN, rate_in_quarters, share};
use crate::field::sight::is_visible;
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::flight::KEEP_AWAY;
use crate::turn::state::{Order, State};
use longroll_kit::{Leg, UnitId};
use longroll_table::{
    Convex, Edge, Feature, Footprint, GRAIN, Heading, Kind, Length, Point, Pose, Rect, Vector,
    bearing_within, distance, farther_than, inches, overlaps, swept,
};
use smallvec::SmallVec;

pub const MOST_LEGS: usize = 32;
/// 45 degrees.
const ARC: u16 = 8192;
/// A move that was found lawful.
#[derive(Clone, Debug)]
pub struct Walk {
    pub to: Pose,
    /// Where it stands after 1, 2, 3 … whole inches of its path (JR-ORDER-02).
    pub stops: Vec<Pose>,
    pub distance: Length,
    /// Shares of a turn used, out of [`TURN`].
    pub cost: i128,
    pub formation: Formation,
    pub mounted: bool,
    pub formed: bool,
    /// It forms where it comes to rest, not before it goes.
    pub formed_last: bool,
    pub shifted: bool,
    /// JR-MOVE-11: it goes over the table edge.
    pub leaves: bool,
}

/// Judges a whole move: first in its formation, and if it leaves its arc once more in disorder (JR-MOVE-03).
pub fn walk(state: &State, id: UnitId, legs: &[Leg]) -> Result<Walk, Refused> {
    if legs.len() > MOST_LEGS {
        return refuse(c::MOVE_02, Why::TooManyLegs { legs: legs.len() });
    }
    let mut walker = Walker::new(state, id, false);
    match walker.run(legs)? {
        true => walker.halt(),
        false => {
            let mut walker = Walker::new(state, id, true);
            walker.run(legs)?;
            walker.halt()
        }
    }
}

struct Walker<'a> {
    state: &'a State,
    id: UnitId,
    pose: Pose,
    formation: Formation,
    mounted: bool,
    formed: bool,
    formed_last: bool,
    /// JR-ORDER-04: its first straight leg is behind it.
    has_led: bool,
    /// The whole move is made in disorder.
    loose: bool,
    has_gone: bool,
    leaves: bool,
    cost: i128,
    distance: Length,
    stops: Vec<Pose>,
    passed: SmallVec<[UnitId; 4]>,
}

impl<'a> Walker<'a> {
    fn new(state: &'a State, id: UnitId, loose: bool) -> Self {
        let unit = state.unit(id);
        Walker {
            state,
            id,
            pose: unit.pose,
            formation: if loose { Formation::Disorder } else { unit.formation },
            mounted: unit.mounted,
            formed: false,
            formed_last: false,
            has_led: false,
            loose,
            has_gone: false,
            leaves: false,
            cost: 0,
            distance: Length::ZERO,
            stops: Vec::new(),
            passed: SmallVec::new(),
        }
    }

    fn name(&self) -> String {
        self.state.name(self.id).to_owned()
    }

    fn rect(&self) -> Rect {
        Rect::new(self.pose, self.state.piece(self.id).size(self.formation, self.state.unit(self.id).figures))
    }

    /// JR-MOVE-04: those who turn as they like; columns as rigid rectangles (ruling JR-R15).
    fn turns_freely(&self) -> bool {
        self.formation.is_column()
            || self.formation == Formation::SkirmishLine
            || self.state.is_officer(self.id)
    }

    /// False: the move leaves the arc and must be made in disorder.
    fn run(&mut self, legs: &[Leg]) -> Result<bool, Refused> {
        for leg in legs {
            // nobody comes back
            if self.leaves {
                return refuse(c::MOVE_11, Why::LeavesTable);
            }
            let whole = match leg {
                Leg::Act(act) => self.act(act).map(|()| true)?,
                Leg::Turn(to) => self.turn(*to).map(|()| true)?,
                Leg::Go { bearing, distance } => {
                    self.check_length(*distance)?;
                    let to = self.pose.at.ahead(*bearing, *distance);
                    self.go(to, *distance)?
                }
                Leg::To(to) => {
                    self.check_place(*to)?;
                    self.go(*to, self.pose.at.distance_to(*to))?
                }
                Leg::Road(to) => {
                    self.check_place(*to)?;
                    let is_road =
                        |feature: &Feature| matches!(feature.kind, Kind::Road | Kind::Trail | Kind::Railway);
                    let Some(way) = self.state.field.way_along(is_road, self.pose.at, *to) else {
                        return refuse(c::MOVE_02, Why::NotOnRoad);
                    };
                    let mut whole = true;
                    for pair in way.windows(2) {
                        whole &= self.go(pair[1], pair[0].distance_to(pair[1]))?;
                    }
                    whole
                }
            };
            if !whole {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// No leg is longer than any table.
    fn check_length(&self, length: Length) -> Result<(), Refused> {
        if length < Length::ZERO || length > inches(100) {
            return refuse(c::MOVE_02, Why::TooFar { tenths_of_turn: 9999 });
        }
        Ok(())
    }

    /// A place from outside may lie anywhere.
    fn check_place(&self, to: Point) -> Result<(), Refused> {
        let most = inches(1000).micrometres();
        if to.x.unsigned_abs() > most.unsigned_abs() || to.y.unsigned_abs() > most.unsigned_abs() {
            return refuse(c::MOVE_02, Why::TooFar { tenths_of_turn: 9999 });
        }
        Ok(())
    }

    fn spend(&mut self, cost: Option<i128>, clause: longroll_kit::Clause) -> Result<(), Refused> {
        let Some(cost) = cost else {
            return refuse(clause, Why::Impassable { ground: "this ground".to_owned() });
        };
        self.cost += cost;
        if self.cost <= TURN + SLACK {
            return Ok(());
        }
        let tenths = (self.cost * 10 + TURN - 1) / TURN;
        refuse(clause, Why::TooFar { tenths_of_turn: u32::try_from(tenths.min(9999)).unwrap_or(9999) })
    }

    fn act(&mut self, act: &str) -> Result<(), Refused> {
        if act == "about_face" {
            self.spend(Some(TURN / 2), c::MOVE_04)?;
            self.pose.facing = self.pose.facing.opposite();
            return self.stand();
        }
        let unit = self.state.unit(self.id);
        let body = self.state.body(self.id);
        let (formation, mounted) = match act {
            "limber" => (Formation::Limbered, self.mounted),
            "unlimber" => (Formation::Unlimbered, self.mounted),
            "mount" => (Formation::SingleLine, true),
            "dismount" => (Formation::Line, false),
            _ => {
                let named = act.strip_prefix("form ").and_then(|name| {
                    serde_json::from_value(serde_json::Value::String(name.trim().replace(' ', "_"))).ok()
                });
                let Some(formation) = named else {
                    return refuse(c::ORDER_07, Why::UnknownAct { act: act.chars().take(40).collect() });
                };
                (formation, self.mounted)
            }
        };
        if unit.order != Some(Order::Form) || self.formed {
            return refuse(c::ORDER_07, Why::WrongOrder { unit: self.name() });
        }
        let piece = self.state.piece(self.id);
        let is_cavalry = piece.arm == Arm::Cavalry;
        let known =
            Formation::of(piece.body(mounted)).contains(&formation) && formation != Formation::Disorder;
        let same = formation == unit.formation && mounted == unit.mounted;
        if !known || same || (mounted != unit.mounted && !is_cavalry) {
            return refuse(c::FORM_01, Why::NoSuchFormation { unit: self.name() });
        }
        // JR-OPT-15: crews away from their guns have nothing to limber
        if formation == Formation::Limbered && (unit.horses_lost >= 2 || unit.guns_at.is_some()) {
            return refuse(c::ARTY_02, Why::CannotLimber { unit: self.name() });
        }
        // JR-ORDER-07, JR-MOVE-07: half a turn; the whole for Green troops, skirmish lines and reforming
        let skirmish = [formation, unit.formation].contains(&Formation::SkirmishLine);
        let reforming = unit.formation == Formation::Disorder;
        let whole = piece.quality == Quality::Green || skirmish || reforming;
        let clause =
            if body == Body::Artillery || mounted != unit.mounted { c::MOVE_07 } else { c::ORDER_07 };
        self.spend(Some(if whole { TURN } else { TURN / 2 }), clause)?;
        self.formation = formation;
        self.mounted = mounted;
        self.formed = true;
        self.formed_last = self.has_gone;
        self.stand()
    }

    /// JR-MOVE-04: a wheel about a front corner, paid along the arc of the other.
    fn turn(&mut self, to: Heading) -> Result<(), Refused> {
        let by = self.pose.facing.difference(to);
        if by == 0 {
            return Ok(());
        }
        if self.turns_freely() {
            self.pose.facing = to;
            return self.stand();
        }
        let rect = self.rect();
        let (left, right) = rect.edge(Edge::Front);
        let pivot = if by > 0 { right } else { left };
        let front = i128::from(rect.size().front.micrometres());
        // an arc is the front times the angle; 65536 units are 2π, and π is 355/113
        let arc = front * i128::from(by.unsigned_abs()) * 710 / (113 * 65_536);
        let ground = self.state.ground.terrain_at(&self.state.field, self.pose.at, false);
        let rate = rate_in_quarters(self.state, self.id, self.formation, self.mounted, ground);
        self.spend((rate > 0).then(|| arc * SHARES / i128::from(rate.max(1))), c::MOVE_04)?;
        let (spoke, from) = (self.pose.at - pivot, self.pose.facing);
        let swung = |by: i32| Pose { at: pivot + spoke.turned(by), facing: from.turned(by) };
        // JR-ORDER-04: the direction marked binds the first straight leg; a wheel before it is part of the way there
        // the arc is movement: it may be halted at each whole inch of it
        let arc = Length::from_micrometres(i64::try_from(arc).unwrap_or(i64::MAX / 2));
        for part in self.whole_inches(arc) {
            let share =
                i128::from(by) * i128::from(part.micrometres()) / i128::from(arc.micrometres().max(1));
            self.stops.push(swung(i32::try_from(share).unwrap_or(by)));
        }
        self.pose = swung(by);
        self.distance += arc;
        self.has_gone = true;
        self.stand()
    }

    /// The place after a turn or a new formation: on the table, on open ground, away from the enemy.
    fn stand(&mut self) -> Result<(), Refused> {
        let rect = self.rect();
        if !self.state.field.inside(&Footprint::single(rect)) {
            return refuse(c::MOVE_11, Why::LeavesTable);
        }
        let arm = self.state.arm(self.id);
        if let Some(ground) = self.state.ground.closing(&self.state.field, arm, &[Convex::of(&rect)]) {
            return refuse(c::MOVE_01, Why::Impassable { ground });
        }
        self.keep_away(&[Convex::of(&rect)])
    }

    /// JR-MOVE-06: 1 in from every enemy; those who were nearer already come no nearer.
    fn keep_away(&self, over: &[Convex]) -> Result<(), Refused> {
        if self.state.is_officer(self.id) {
            return Ok(());
        }
        let here = &self.state.unit(self.id).rect;
        for enemy in self.state.troops(self.state.side(self.id).enemy()) {
            let body = &self.state.unit(enemy).rect;
            if farther_than(over, body, KEEP_AWAY) {
                continue;
            }
            let (measured, before) = (distance(over, body), distance(here, body));
            // who touches an enemy may move away from it, never into it
            if !measured.at_least(KEEP_AWAY.min(before)) || overlaps(over, body) {
                let enemy = self.state.name(enemy).to_owned();
                return refuse(c::MOVE_06, Why::TooNear { enemy, measured, required: KEEP_AWAY });
            }
        }
        Ok(())
    }

    /// One straight leg; false when it leaves the arc of a formed unit.
    fn go(&mut self, to: Point, length: Length) -> Result<bool, Refused> {
        self.check_length(length)?;
        let by = to - self.pose.at;
        if by.is_zero() {
            return Ok(true);
        }
        // JR-ORDER-07, ruling JR-R14: who has formed on the way stays where it did
        if self.formed_last {
            return refuse(c::ORDER_07, Why::WrongOrder { unit: self.name() });
        }
        self.check_direction(by)?;
        if self.turns_freely() {
            if let Some(facing) = Heading::of(by) {
                self.pose.facing = facing;
            }
        } else if !self.loose && !bearing_within(self.pose.facing, by, ARC) {
            if self.formation == Formation::Unlimbered || self.formed {
                let off = Heading::of(by).map_or(0, |way| way.difference(self.pose.facing).unsigned_abs());
                let off = Heading(u16::try_from(off).unwrap_or(u16::MAX));
                return refuse(c::MOVE_03, Why::TurnsTooFar { off });
            }
            if self.formation != Formation::Disorder {
                return Ok(false);
            }
        }
        let clause = if self.formation == Formation::Unlimbered { c::MOVE_08 } else { c::MOVE_02 };
        let how = (self.formation, self.mounted);
        let cost = share(self.state, self.id, how, self.pose.at, to, length);
        self.spend(cost, clause)?;
        let rect = self.rect();
        let hull = swept(&Footprint::single(rect), by);
        self.pass_friends(&hull)?;
        self.keep_away(&hull)?;
        self.add_stops(by, length);
        self.pose.at = to;
        self.distance += length;
        self.has_gone = true;
        self.has_led = true;
        // JR-MOVE-11: regiments and batteries may leave; officers stay with their men
        if !self.state.field.inside(&Footprint::single(self.rect())) {
            if self.state.is_officer(self.id) {
                return refuse(c::MOVE_11, Why::LeavesTable);
            }
            self.leaves = true;
        }
        let arm = self.state.arm(self.id);
        if let Some(ground) = self.state.ground.closing(&self.state.field, arm, &hull) {
            return refuse(c::MOVE_01, Why::Impassable { ground });
        }
        Ok(true)
    }

    /// JR-ORDER-04: the first straight leg within 45 degrees of the direction marked.
    fn check_direction(&self, by: Vector) -> Result<(), Refused> {
        let Some(Order::Move(marked)) = self.state.unit(self.id).order else { return Ok(()) };
        if self.has_led || self.state.is_officer(self.id) || bearing_within(marked, by, ARC) {
            return Ok(());
        }
        let off = Heading::of(by).map_or(0, |way| way.difference(marked).unsigned_abs());
        refuse(c::ORDER_04, Why::OutsideDirection { off: Heading(u16::try_from(off).unwrap_or(u16::MAX)) })
    }

    /// JR-MOVE-05: an inch for each friend passed through; never through the Routed.
    fn pass_friends(&mut self, hull: &[Convex]) -> Result<(), Refused> {
        if self.state.is_officer(self.id) {
            return Ok(());
        }
        for friend in self.state.troops(self.state.side(self.id)) {
            let body = &self.state.unit(friend).rect;
            if friend == self.id || self.passed.contains(&friend) || !overlaps(hull, body) {
                continue;
            }
            if self.state.unit(friend).level == Level::Routed {
                return refuse(c::MOVE_05, Why::Overlaps { other: self.state.name(friend).to_owned() });
            }
            self.passed.push(friend);
            let ground =
                self.state.ground.terrain_at(&self.state.field, self.pose.at, self.formation.is_column());
            let rate = rate_in_quarters(self.state, self.id, self.formation, self.mounted, ground);
            self.spend((rate > 0).then(|| INCH * SHARES / i128::from(rate.max(1))), c::MOVE_05)?;
        }
        Ok(())
    }

    /// JR-ORDER-02: where it stands at each whole inch of its path.
    fn add_stops(&mut self, by: Vector, length: Length) {
        let Some(heading) = Heading::of(by) else { return };
        for part in self.whole_inches(length) {
            self.stops.push(Pose { at: self.pose.at.ahead(heading, part), facing: self.pose.facing });
        }
    }

    /// How far into the next stretch each whole inch of the path is reached.
    fn whole_inches(&self, stretch: Length) -> impl Iterator<Item = Length> + use<> {
        let inch = inches(1).micrometres();
        let gone = self.distance;
        let last = (gone + stretch + GRAIN).micrometres() / inch;
        let first = (gone + GRAIN).micrometres() / inch + 1;
        (first..=last).map(move |n| (Length::from_micrometres(n * inch) - gone).min(stretch))
    }

    /// JR-MOVE-05 not on friends; JR-ORDER-09 Shaken units come no nearer to a visible enemy.
    fn halt(mut self) -> Result<Walk, Refused> {
        let rect = self.rect();
        let unit = self.state.unit(self.id);
        let shifted = self.pose != unit.pose;
        if !self.state.is_officer(self.id) {
            let mut friends = self.state.troops(self.state.side(self.id));
            let new_place = shifted || self.formed;
            let other = friends.find(|friend| {
                let theirs = &self.state.unit(*friend).rect;
                *friend != self.id && new_place && overlaps(&rect, theirs) && !overlaps(&unit.rect, theirs)
            });
            if let Some(other) = other {
                return refuse(c::MOVE_05, Why::Overlaps { other: self.state.name(other).to_owned() });
            }
            if unit.level != Level::Good {
                self.check_fear(&rect)?;
            }
        }
        let mut to = self.pose;
        if self.leaves {
            let (size, field) = (self.rect().size(), &self.state.field);
            self.stops.retain(|stop| field.inside(&Footprint::single(Rect::new(*stop, size))));
            to = self.stops.last().copied().unwrap_or(unit.pose);
        }
        Ok(Walk {
            to,
            stops: std::mem::take(&mut self.stops),
            distance: self.distance,
            cost: self.cost,
            formation: self.formation,
            mounted: self.mounted,
            formed: self.formed,
            formed_last: self.formed_last,
            shifted,
            leaves: self.leaves,
        })
    }

    fn check_fear(&self, rect: &Rect) -> Result<(), Refused> {
        for enemy in self.state.troops(self.state.side(self.id).enemy()) {
            let body = &self.state.unit(enemy).rect;
            let (from, to) = (distance(&self.state.unit(self.id).rect, body), distance(rect, body));
            if !to.at_least(from) && is_visible(self.state, self.id, enemy) {
                let enemy = self.state.name(enemy).to_owned();
                return refuse(c::ORDER_09, Why::Nearer { enemy, from, to });
            }
        }
        Ok(())
    }
}
