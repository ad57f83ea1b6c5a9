//! A move under way: stretch by stretch, stopped at every full inch and an inch from every enemy that stands.

use crate::book::kinds::{Formation, Level};
use crate::c;
use crate::field::flight::{free_place, trail};
use crate::field::sight::ONE_INCH;
use crate::field::wheel::{least_arc, next_turn, share_of, slices, turned_about};
use crate::ruleset::DeadlyDraft;
use crate::shown::why::Why;
use crate::turn::aftermath::{
    Troubles, leave_group, pass_by, rout, set_level, settle as settle_troubles, trample,
};
use crate::turn::event::Event;
use crate::turn::react::{desperate, owe_reaction};
use crate::turn::state::{Debt, State, TriggerKind};
use longroll_dice::Dice;
use longroll_kit::{Stop, UnitId};
use longroll_table::{
    Convex, Footprint, GRAIN, Heading, Length, Point, Pose, Rect, Vector, advance_until, inches, overlaps,
    swept, touching, within,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// ADF-REACT-07: a movement that is not finished.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Walk {
    pub gait: Gait,
    pub members: Vec<Member>,
    pub hops: Vec<Hop>,
    /// Inches moved so far in this action; of a group those that every member has moved (ADF-GROUP-09).
    pub gone: Length,
    /// How much farther the outermost member of a group has come in a wheel.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ahead: Length,
    /// ADF-ROUT-03: friends that have checked for this rout move.
    pub checked: Vec<UnitId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Gait {
    Move,
    Disengage,
    Rout,
}

/// One unit under way, with what it must still be for the move to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Member {
    pub unit: UnitId,
    pub level: Level,
    pub at: Pose,
}

/// A piece of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hop {
    Go {
        by: Vector2,
        length: Length,
    },
    /// A wheel of all who move: about this corner, by this part of 65536 of a turn, clockwise. Its inches are those of the outer end.
    Swing {
        pivot: Point,
        by: i32,
        arc: Length,
    },
    /// ADF-GROUP-04: one member closes up.
    Close {
        unit: UnitId,
        by: Vector2,
        length: Length,
    },
    /// ADF-MOVE-25: a straight part of a march along a road, on which each unit goes its own way, all equally far.
    March {
        strides: Vec<Stride>,
        length: Length,
    },
    Face(Heading),
    Form(Formation),
    Mount(bool),
}

/// One unit's part of a march.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Stride {
    pub unit: UnitId,
    pub by: Vector2,
    pub facing: Heading,
}

/// A displacement as files keep it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Vector2 {
    pub dx: i64,
    pub dy: i64,
}

impl From<Vector> for Vector2 {
    fn from(by: Vector) -> Vector2 {
        Vector2 { dx: by.dx, dy: by.dy }
    }
}

impl From<Vector2> for Vector {
    fn from(by: Vector2) -> Vector {
        Vector::new(by.dx, by.dy)
    }
}

impl Member {
    pub fn of(state: &State, unit: UnitId) -> Member {
        Member { unit, level: state.unit(unit).level, at: state.unit(unit).pose }
    }

    /// ADF-REACT-10, ADF-CHARGE-14: it goes on unless it is gone, dropped a level, or was driven back.
    pub fn goes_on(&self, state: &State) -> bool {
        let unit = state.unit(self.unit);
        state.is_on_table(self.unit) && unit.level <= self.level && !unit.lost_level && unit.pose == self.at
    }
}

/// Takes the walk on top of the stack one stop further.
pub(crate) fn go_on(draft: &mut DeadlyDraft, mut walk: Walk, dice: &mut dyn Dice) -> Result<(), Stop<Why>> {
    drop_out(draft, &mut walk);
    if walk.members.is_empty() || walk.hops.is_empty() {
        return finish(draft, &walk, dice);
    }
    let units: Vec<UnitId> = walk.members.iter().map(|member| member.unit).collect();
    if let Some((unit, enemy)) = in_the_way(draft, &walk, &units) {
        draft.emit(Event::BrokenOff { unit, clause: c::GEO_11, by: Some(enemy) });
        walk.hops.clear();
        return finish(draft, &walk, dice);
    }
    let mut inch = false;
    let mut pairs = Vec::new();
    match walk.hops.remove(0) {
        Hop::Face(facing) => units.iter().for_each(|unit| draft.emit(Event::Faced { unit: *unit, facing })),
        Hop::Form(formation) => units.iter().for_each(|unit| {
            draft.emit(Event::Formed { unit: *unit, formation, clause: c::ACT_01 });
        }),
        Hop::Mount(mounted) => {
            units.iter().for_each(|unit| draft.emit(Event::Mounted { unit: *unit, mounted }));
        }
        Hop::Swing { pivot, by, arc } => {
            // ADF-GROUP-09, ruling ADF-R06: the inch that every member has moved
            let inner = if units.len() > 1 { least_arc(draft, &units, pivot, by).min(arc) } else { arc };
            let (angle, gone) = next_turn(draft, &units, pivot, (by, inner), to_next_inch(walk.gone));
            let part = if units.len() > 1 { share_of(arc, angle, by) } else { gone };
            if angle != by {
                walk.hops.insert(0, Hop::Swing { pivot, by: by - angle, arc: arc - part });
            }
            walk.gone += gone;
            walk.ahead += (part - gone).max(Length::ZERO);
            inch = is_whole_inch(walk.gone);
            let before = places(draft, &units);
            let moves = units
                .iter()
                .map(|unit| (*unit, turned_about(draft.unit(*unit).pose, pivot, angle)))
                .collect();
            draft.emit(Event::Moved { units: moves, distance: part, clause: c::MOVE_07 });
            pairs = desperate(draft, &before, &[]);
            units.iter().for_each(|unit| trample(draft, *unit));
        }
        Hop::Close { unit, by, length } => {
            if units.contains(&unit) {
                let before = places(draft, &[unit]);
                let pose = draft.unit(unit).pose;
                let to = Pose { at: pose.at + by.into(), facing: pose.facing };
                draft.emit(Event::Moved { units: vec![(unit, to)], distance: length, clause: c::GROUP_04 });
                pairs = desperate(draft, &before, &[]);
                trample(draft, unit);
            }
        }
        Hop::March { mut strides, length } => {
            strides.retain(|stride| units.contains(&stride.unit));
            let ways: Vec<_> = strides.iter().map(|stride| (stride.unit, stride.by.into())).collect();
            let (part, done) = next_stop(draft, &ways, length, walk.gone);
            let before = places(draft, &units);
            let mut moves = Vec::new();
            for stride in &mut strides {
                let by: Vector = stride.by.into();
                let share = scaled(by, part, length);
                stride.by = (by + -share).into();
                let at = draft.unit(stride.unit).pose.at + share;
                moves.push((stride.unit, Pose { at, facing: stride.facing }));
            }
            if !done {
                walk.hops.insert(0, Hop::March { strides, length: length - part });
            }
            walk.gone += part;
            inch = is_whole_inch(walk.gone);
            draft.emit(Event::Moved { units: moves, distance: part, clause: c::MOVE_03 });
            units.iter().for_each(|unit| trample(draft, *unit));
            pairs = desperate(draft, &before, &[]);
        }
        Hop::Go { by, length } => {
            let by: Vector = by.into();
            let ways: SmallVec<[(UnitId, Vector); 3]> = units.iter().map(|unit| (*unit, by)).collect();
            let (part, done) = next_stop(draft, &ways, length, walk.gone);
            let share = scaled(by, part, length);
            if !done {
                let rest = by + -share;
                walk.hops.insert(0, Hop::Go { by: rest.into(), length: length - part });
            }
            walk.gone += part;
            inch = is_whole_inch(walk.gone);
            let before = places(draft, &units);
            let moves: Vec<(UnitId, Pose)> = units
                .iter()
                .map(|unit| {
                    let pose = draft.unit(*unit).pose;
                    (*unit, Pose { at: pose.at + share, facing: pose.facing })
                })
                .collect();
            let trails: Vec<_> = match walk.gait {
                Gait::Rout => moves.iter().map(|(unit, to)| (*unit, trail(draft, *unit, *to))).collect(),
                _ => Vec::new(),
            };
            let clause = match walk.gait {
                Gait::Move => c::MOVE_01,
                Gait::Disengage => c::MOVE_11,
                Gait::Rout => c::ROUT_01,
            };
            draft.emit(Event::Moved { units: moves, distance: part, clause });
            for (unit, at) in trails {
                // ADF-ROUT-02: as it passes
                let near = pass_by(draft, unit, at, &walk.checked, dice)?;
                walk.checked.extend(near);
            }
            for unit in &units {
                trample(draft, *unit);
            }
            pairs = desperate(draft, &before, &[]);
        }
    }
    for member in &mut walk.members {
        if draft.is_on_table(member.unit) {
            *member = Member::of(draft, member.unit);
        }
    }
    draft.emit(Event::Now(Debt::Walk(walk)));
    if inch {
        owe_reaction(draft, TriggerKind::Inch, &units, None);
    }
    if !pairs.is_empty() {
        draft.emit(Event::Owes(Debt::Desperation { pairs }));
    }
    Ok(())
}

/// ADF-GEO-11, ruling ADF-R23: a reaction has put an enemy into the way: who would touch it before the next stop, and whom.
fn in_the_way(state: &State, walk: &Walk, units: &[UnitId]) -> Option<(UnitId, UnitId)> {
    let meets = |unit: UnitId, hull: &[Convex]| {
        let rect = state.rect(unit);
        let enemy = state.troops(state.side(unit).enemy()).find(|enemy| {
            let other = state.rect(*enemy);
            overlaps(hull, other) || (touching(hull, other) && !touching(rect, other))
        });
        enemy.map(|enemy| (unit, enemy))
    };
    let straight = |ways: &[(UnitId, Vector)], length: Length| {
        let (part, _) = next_stop(state, ways, length, walk.gone);
        ways.iter().find_map(|(unit, by)| {
            let way = scaled(*by, part, length);
            meets(*unit, &swept(&Footprint::single(*state.rect(*unit)), way))
        })
    };
    match walk.hops.first()? {
        Hop::Go { by, length } => {
            let ways: Vec<_> = units.iter().map(|unit| (*unit, Vector::from(*by))).collect();
            straight(&ways, *length)
        }
        Hop::March { strides, length } => {
            let here = strides.iter().filter(|stride| units.contains(&stride.unit));
            let ways: Vec<_> = here.map(|stride| (stride.unit, Vector::from(stride.by))).collect();
            straight(&ways, *length)
        }
        Hop::Swing { pivot, by, arc } => {
            let inner = if units.len() > 1 { least_arc(state, units, *pivot, *by).min(*arc) } else { *arc };
            let (angle, _) = next_turn(state, units, *pivot, (*by, inner), to_next_inch(walk.gone));
            units.iter().find_map(|unit| meets(*unit, &slices(state.rect(*unit), *pivot, angle)))
        }
        Hop::Close { unit, by, .. } if units.contains(unit) => {
            meets(*unit, &swept(&Footprint::single(*state.rect(*unit)), (*by).into()))
        }
        _ => None,
    }
}

fn places(state: &State, units: &[UnitId]) -> SmallVec<[(UnitId, Rect); 3]> {
    units.iter().map(|unit| (*unit, *state.rect(*unit))).collect()
}

/// ADF-GROUP-03, -04: members that were stopped leave the group; the rest go on.
fn drop_out(draft: &mut DeadlyDraft, walk: &mut Walk) {
    let (going, stopped): (Vec<Member>, Vec<Member>) =
        walk.members.iter().copied().partition(|member| member.goes_on(draft));
    walk.members = going;
    for member in stopped {
        if draft.unit(member.unit).disengaging {
            draft.emit(Event::Disengaging { unit: member.unit, is: false });
        }
        if draft.is_on_table(member.unit) {
            draft.emit(Event::BrokenOff { unit: member.unit, clause: c::REACT_10, by: None });
        }
        leave_group(draft, member.unit);
        make_room(draft, member.unit);
    }
}

/// Ruling ADF-R03: nobody is left standing on another unit.
pub(crate) fn make_room(draft: &mut DeadlyDraft, id: UnitId) {
    if draft.is_on_table(id)
        && let Some(to) = free_place(draft, id)
    {
        let distance = draft.unit(id).pose.at.distance_to(to.at);
        draft.emit(Event::Moved { units: vec![(id, to)], distance, clause: c::R03 });
        trample(draft, id);
    }
}

/// ADF-REACT-07, -28: the next full inch, the spot an inch from an enemy, or the end of the stretch.
fn next_stop(state: &State, ways: &[(UnitId, Vector)], length: Length, gone: Length) -> (Length, bool) {
    let mut part = length.min(to_next_inch(gone));
    for (unit, by) in ways {
        if let Some(heading) = Heading::of(*by) {
            part = part.min(until_an_inch(state, *unit, heading, part));
        }
    }
    let done = part.at_least(length);
    (if done { length } else { part }, done)
}

/// How far a unit may go until it first comes within an inch of an enemy that was farther off.
pub(crate) fn until_an_inch(state: &State, id: UnitId, heading: Heading, most: Length) -> Length {
    until_an_inch_of(state, id, heading, most, |_| true)
}

/// The same, for some enemies only.
pub(crate) fn until_an_inch_of(
    state: &State,
    id: UnitId,
    heading: Heading,
    most: Length,
    counts: impl Fn(UnitId) -> bool,
) -> Length {
    let rect = state.rect(id);
    let mover = Footprint::single(*rect);
    let mut part = most;
    for enemy in state.troops(state.side(id).enemy()).filter(|enemy| counts(*enemy)) {
        let other = state.rect(enemy);
        if longroll_table::farther_than(rect, other, ONE_INCH + part) || within(rect, other, ONE_INCH) {
            continue;
        }
        let stop = advance_until(&mover, heading, part, ONE_INCH, [&Footprint::single(*other)]);
        if stop > GRAIN {
            part = part.min(stop);
        }
    }
    part
}

pub(crate) fn to_next_inch(gone: Length) -> Length {
    let inch = inches(1).micrometres();
    let over = gone.micrometres().rem_euclid(inch);
    // a hair short of an inch is the inch
    let left = inch - over;
    Length::from_micrometres(if left <= GRAIN.micrometres() { left + inch } else { left })
}

pub(crate) fn is_whole_inch(gone: Length) -> bool {
    let inch = inches(1).micrometres();
    let over = gone.micrometres().rem_euclid(inch);
    gone.at_least(ONE_INCH) && (over <= GRAIN.micrometres() || inch - over <= GRAIN.micrometres())
}

fn is_zero(length: &Length) -> bool {
    *length == Length::ZERO
}

/// A part of a displacement.
pub(crate) fn scaled(by: Vector, part: Length, whole: Length) -> Vector {
    let (part, whole) = (i128::from(part.micrometres()), i128::from(whole.micrometres().max(1)));
    let share = |n: i64| (i128::from(n) * part / whole) as i64;
    if part >= whole { by } else { Vector::new(share(by.dx), share(by.dy)) }
}

/// The end of a move. ADF-MOVE-11, -13: a disengaging unit drops a level; a shaken one routs and runs.
fn finish(draft: &mut DeadlyDraft, walk: &Walk, dice: &mut dyn Dice) -> Result<(), Stop<Why>> {
    draft.emit(Event::Paid);
    let units: Vec<UnitId> = walk.members.iter().map(|member| member.unit).collect();
    for unit in &units {
        make_room(draft, *unit);
    }
    if walk.gait == Gait::Disengage {
        for unit in &units {
            end_disengagement(draft, *unit, dice)?;
        }
    }
    // ADF-REACT-03, -07: what is left of an inch counts only for those within two inches; ADF-GROUP-09: but if not every member has
    // covered an inch, the inch of one that has counts when the action is finished
    if !units.is_empty() && !is_whole_inch(walk.gone) {
        let only_some = !walk.gone.at_least(ONE_INCH) && (walk.gone + walk.ahead).at_least(ONE_INCH);
        let kind = if only_some { TriggerKind::Inch } else { TriggerKind::Near };
        owe_reaction(draft, kind, &units, None);
    }
    Ok(())
}

pub(crate) fn end_disengagement(
    draft: &mut DeadlyDraft,
    id: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    draft.emit(Event::Disengaging { unit: id, is: false });
    if !draft.is_on_table(id) {
        return Ok(());
    }
    let level = draft.unit(id).level.dropped(1);
    let routs = level == Level::Routed && draft.unit(id).level != Level::Routed;
    set_level(draft, id, level, c::MOVE_11);
    if routs {
        let mut troubles = Troubles::default();
        rout(draft, id, &mut troubles, dice)?;
        settle_troubles(draft, &mut troubles, dice)?;
    }
    Ok(())
}
