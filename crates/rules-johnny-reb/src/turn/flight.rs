//! Falling back and routing.

use crate::book::kinds::{Arm, Formation, Level};
use crate::book::tables::{RunDice, run_dice};
use crate::c;
use crate::field::ground::nearest_enemy;
use crate::ruleset::JohnnyRebDraft;
use crate::turn::asking::{Answer, Question, ask};
use crate::turn::event::{Event, Hindrance, Motion};
use crate::turn::morale_step::nearest_visible;
use crate::turn::officers::{carry, escape, officers_with, onto_table, reform};
use crate::turn::state::{Fate, State};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Clause, UnitId};
use longroll_table::{
    Convex, Footprint, Heading, Length, Pose, Rect, Vector, distance, farther_than, inches, overlaps, swept,
};

/// JR-MOVE-06, -12, -14: how far from the enemy a unit comes to rest.
pub const KEEP_AWAY: Length = inches(1);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Landing {
    At {
        pose: Pose,
        distance: Length,
        whole: bool,
        /// JR-MOVE-12: friends on whom it would have ended, and past whom it went on.
        past: Vec<UnitId>,
        stopped: Option<Hindrance>,
    },
    OffTable,
    /// Nowhere to stand 1 in from every enemy.
    Surrender,
}

/// JR-MOVE-12, JR-MOVE-14: straight away from an enemy, or from the nearest visible one, or to the own table edge.
pub fn away(state: &State, id: UnitId, from: Option<UnitId>) -> Heading {
    let here = state.unit(id).pose.at;
    let enemy = from.filter(|enemy| state.is_on_table(*enemy)).or_else(|| nearest_visible(state, id));
    let way = enemy.and_then(|enemy| Heading::of(here - state.unit(enemy).pose.at));
    way.unwrap_or_else(|| state.edge(state.side(id)).outward())
}

/// Falls back so many inches (JR-MOVE-12), keeping its facing, as this clause has it. Gives false when the unit is gone.
pub fn fall_back(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    from: Option<UnitId>,
    reach: Length,
    clause: Clause,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    if !limber_to_run(draft, id, dice)? {
        return Ok(false);
    }
    let heading = away(draft, id, from);
    let landing = land(draft, id, heading, reach, from, false);
    finish(draft, id, landing, (Motion::FallBack, clause), dice)
}

/// JR-MORALE-14, JR-MOVE-09, -14: a rout move by the dice of the ground underfoot. Gives false when the unit is gone.
pub fn rout_move(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    from: Option<UnitId>,
    clause: Clause,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    let at = draft.unit(id).pose.at;
    let guns = draft.arm(id) == Arm::Artillery && draft.unit(id).guns_at.is_none();
    // the dice have columns for road and trail, for everybody (JR-MOVE-09)
    let ground = draft.ground.terrain_at(&draft.field, at, true);
    let roll = match run_dice(draft.body(id), ground) {
        RunDice::Dice(n) => dice.sum(c::MOVE_09, n, Die::D6)?,
        RunDice::Fixed(n) => n,
        RunDice::Abandoned => {
            remove(draft, id, Fate::Abandoned, c::MOVE_09, dice)?;
            return Ok(false);
        }
    };
    // JR-ARTY-06: an even total and the guns are left behind
    if guns && roll.is_multiple_of(2) {
        remove(draft, id, Fate::Abandoned, c::ARTY_06, dice)?;
        return Ok(false);
    }
    run_away(draft, id, from, inches(i64::from(roll)), clause, dice)
}

/// A flight of a known length.
pub fn run_away(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    from: Option<UnitId>,
    reach: Length,
    clause: Clause,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    if !limber_to_run(draft, id, dice)? {
        return Ok(false);
    }
    disorder(draft, id, clause);
    let straight = away(draft, id, from);
    let on = |state: &State, degrees: i32| {
        let bearing = straight.turned(i32::from(Heading::from_degrees(degrees).0 as i16));
        let found = land(state, id, bearing, reach, from, true);
        matches!(found, Landing::OffTable | Landing::At { whole: true, .. }).then_some(found)
    };
    if let Some(landing) = on(draft, 0) {
        return finish(draft, id, landing, (Motion::Rout, clause), dice);
    }
    // the first pair of bearings of which one is open; his owner chooses only where both are (ruling JR-R04)
    let pair = (1..=6).map(|n| [on(draft, -15 * n), on(draft, 15 * n)]).find(|pair| *pair != [None, None]);
    let landing = match pair {
        None => Landing::Surrender,
        Some([Some(left), Some(right)]) => match ask(draft, Question::RoutSide { unit: id })? {
            Answer::Left => left,
            _ => right,
        },
        Some([left, right]) => left.or(right).unwrap_or(Landing::Surrender),
    };
    finish(draft, id, landing, (Motion::Rout, clause), dice)
}

/// JR-ARTY-02, JR-ARTY-05: guns are limbered to run; those without horses are lost, limbered or not.
fn limber_to_run(draft: &mut JohnnyRebDraft, id: UnitId, dice: &mut dyn Dice) -> Result<bool, Wanted> {
    // JR-OPT-15: crews who have left their guns run on foot
    if draft.arm(id) != Arm::Artillery || draft.unit(id).guns_at.is_some() {
        return Ok(true);
    }
    if draft.unit(id).horses_lost >= 2 {
        remove(draft, id, Fate::Abandoned, c::ARTY_05, dice)?;
        return Ok(false);
    }
    if draft.unit(id).formation != Formation::Limbered {
        let mounted = draft.unit(id).mounted;
        reform(draft, id, (Formation::Limbered, mounted), c::ARTY_05);
    }
    Ok(true)
}

/// Puts a unit in disorder; guns have none (JR-ARTY-05).
pub fn disorder(draft: &mut JohnnyRebDraft, id: UnitId, clause: Clause) {
    if draft.arm(id) != Arm::Artillery && draft.unit(id).formation != Formation::Disorder {
        let mounted = draft.unit(id).mounted;
        reform(draft, id, (Formation::Disorder, mounted), clause);
    }
}

fn finish(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    landing: Landing,
    (motion, clause): (Motion, Clause),
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    match landing {
        Landing::Surrender => {
            let clause = if motion == Motion::Rout { c::MOVE_14 } else { c::MOVE_12 };
            remove(draft, id, Fate::Surrendered, clause, dice)?;
            return Ok(false);
        }
        Landing::OffTable => {
            // JR-MORALE-18, JR-MOVE-11; ruling JR-R19 of one that falls back onto a friend at the edge
            let clause = if motion == Motion::Rout { c::MORALE_18 } else { c::MOVE_12 };
            remove(draft, id, Fate::OffTable, clause, dice)?;
            return Ok(false);
        }
        Landing::At { pose, distance, past, stopped, .. } => {
            let with = officers_with(draft, id);
            let was = draft.unit(id).pose;
            if draft.is_in_contact(id) {
                draft.emit(Event::ContactBroken { unit: id });
            }
            let clause = Some(clause);
            draft.emit(Event::Moved { unit: id, to: pose, distance, motion, past, stopped, clause });
            carry(draft, &with, id, was);
        }
    }
    let mut flags = draft.unit(id).flags;
    flags.fell_back = true;
    flags.acted = true;
    draft.emit(Event::Did { unit: id, flags });
    Ok(true)
}

/// Takes a unit off the table; officers with it try to get away (JR-OFFICER-04), unless it left the field alive.
pub fn remove(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    fate: Fate,
    clause: Clause,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let with = officers_with(draft, id);
    let figures = draft.unit(id).figures;
    if figures > 0 && !matches!(fate, Fate::OffTable | Fate::Left) {
        draft.emit(Event::Lost { unit: id, figures, clause });
    }
    draft.emit(Event::Removed { unit: id, fate, clause });
    if !matches!(fate, Fate::OffTable | Fate::Left) {
        for officer in with {
            if draft.is_on_table(officer) {
                escape(draft, officer, dice)?;
            }
        }
    }
    Ok(())
}

/// Where a flight on this bearing ends.
pub fn land(
    state: &State,
    id: UnitId,
    heading: Heading,
    reach: Length,
    from: Option<UnitId>,
    is_rout: bool,
) -> Landing {
    let flight = Flight { state, id, heading, from, is_rout };
    let here = Footprint::single(state.unit(id).rect);
    let edge = state.field.leaves_at(&here, heading, reach);
    let room = edge.map_or(reach, |(_, at)| at.max(Length::ZERO));
    let open = farthest(room, |length| flight.is_open(length));
    let unhindered = open == room;
    if edge.is_some() && unhindered && is_rout {
        return Landing::OffTable;
    }
    let stopped = match edge {
        _ if !unhindered => flight.hindrance(open),
        Some(_) => Some(Hindrance::Edge),
        None => None,
    };
    match flight.rest(open) {
        Rest::At(length, past) => {
            let stopped = if past.is_empty() { stopped } else { None };
            Landing::At { pose: flight.pose(length), distance: length, whole: unhindered, past, stopped }
        }
        Rest::Short(length, friend) => {
            let stopped = Some(Hindrance::Friend(friend));
            let past = Vec::new();
            Landing::At { pose: flight.pose(length), distance: length, whole: unhindered, past, stopped }
        }
        Rest::OffTable => Landing::OffTable,
        Rest::Nowhere => Landing::Surrender,
    }
}

/// Where a flight comes to rest.
enum Rest {
    /// So far on, past these friends.
    At(Length, Vec<UnitId>),
    /// Just short of a friend.
    Short(Length, UnitId),
    OffTable,
    Nowhere,
}

struct Flight<'a> {
    state: &'a State,
    id: UnitId,
    heading: Heading,
    from: Option<UnitId>,
    is_rout: bool,
}

impl Flight<'_> {
    fn is_open(&self, length: Length) -> bool {
        let here = &self.state.unit(self.id).rect;
        let over = swept(&Footprint::single(*here), Vector::along(self.heading, length));
        let past = self.state.troops(self.state.side(self.id).enemy()).all(|enemy| {
            let body = &self.state.unit(enemy).rect;
            Some(enemy) == self.from
                || farther_than(over.as_slice(), body, KEEP_AWAY)
                || !distance(here, body).at_least(KEEP_AWAY)
                || distance(over.as_slice(), body).at_least(KEEP_AWAY)
        });
        past && self.state.ground.closing(&self.state.field, self.state.arm(self.id), &over).is_none()
    }

    fn pose(&self, length: Length) -> Pose {
        let unit = self.state.unit(self.id);
        let facing = if self.is_rout { self.heading } else { unit.pose.facing };
        onto_table(self.state, self.id, Pose { at: unit.pose.at.ahead(self.heading, length), facing })
    }

    fn rect(&self, length: Length) -> Rect {
        Rect::new(self.pose(length), self.state.unit(self.id).rect.size())
    }

    /// What forbids it to go on from here.
    fn hindrance(&self, open: Length) -> Option<Hindrance> {
        let beyond = open + inches(1).half().half();
        let here = &self.state.unit(self.id).rect;
        let over = swept(&Footprint::single(*here), Vector::along(self.heading, beyond));
        let ground = self.state.ground.closing(&self.state.field, self.state.arm(self.id), &over);
        let enemy = self.state.troops(self.state.side(self.id).enemy()).find(|enemy| {
            let body = &self.state.unit(*enemy).rect;
            Some(*enemy) != self.from
                && distance(here, body).at_least(KEEP_AWAY)
                && !distance(over.as_slice(), body).at_least(KEEP_AWAY)
        });
        enemy.map(Hindrance::Enemy).or(ground.map(Hindrance::Ground))
    }

    fn blocks(&self, length: Length, other: UnitId) -> bool {
        let (rect, theirs) = (self.rect(length), &self.state.unit(other).rect);
        if self.state.side(other) == self.state.side(self.id) {
            overlaps(&rect, theirs)
        } else {
            !distance(&rect, theirs).at_least(KEEP_AWAY)
        }
    }

    /// Those on whom, or within an inch of whom, it would stand there.
    fn blocking(&self, length: Length) -> Vec<UnitId> {
        let all = self.state.ids().filter(|other| {
            *other != self.id && self.state.is_on_table(*other) && !self.state.is_officer(*other)
        });
        all.filter(|other| self.blocks(length, *other)).collect()
    }

    /// How much farther it must go to be just clear of another; back again with a step below zero.
    fn clear_of(&self, length: Length, other: UnitId, step: i64) -> Length {
        let size = |id: UnitId| self.state.unit(id).rect.size();
        let most =
            size(self.id).front + size(self.id).depth + size(other).front + size(other).depth + inches(2);
        let at = |more: Length| Length::from_micrometres(length.micrometres() + step * more.micrometres());
        let blocked = farthest(most, |more| self.blocks(at(more), other));
        at(blocked + Length::from_micrometres(2))
    }

    /// JR-MOVE-12, ruling JR-R19: past a friend it would end on until just clear, over the table edge if need be; where
    /// an enemy or the ground closes the way on, short of him.
    fn rest(&self, open: Length) -> Rest {
        let is_friend = |id: &UnitId| self.state.side(*id) == self.state.side(self.id);
        let (mut length, mut past) = (open, Vec::new());
        loop {
            let blocking = self.blocking(length);
            if blocking.is_empty() {
                return Rest::At(length, past);
            }
            for other in &blocking {
                if is_friend(other) && !past.contains(other) {
                    past.push(*other);
                }
            }
            let Some(beyond) = blocking.iter().map(|other| self.clear_of(length, *other, 1)).max() else {
                break;
            };
            if !self.is_open(beyond) {
                break;
            }
            if !self.inside(beyond) {
                if blocking.iter().any(is_friend) {
                    return Rest::OffTable;
                }
                break;
            }
            length = beyond;
        }
        let (mut length, mut short_of) = (open, None);
        while length >= Length::ZERO {
            let blocking = self.blocking(length);
            if blocking.is_empty() {
                return short_of.map_or(Rest::At(length, Vec::new()), |friend| Rest::Short(length, friend));
            }
            short_of = blocking.iter().copied().find(is_friend).or(short_of);
            if length == Length::ZERO {
                break;
            }
            let back = blocking.iter().map(|other| self.clear_of(length, *other, -1)).min();
            length = back.unwrap_or(Length::ZERO).max(Length::ZERO);
        }
        Rest::Nowhere
    }

    fn inside(&self, length: Length) -> bool {
        let rect = self.state.unit(self.id).rect.shifted(Vector::along(self.heading, length));
        self.state.field.inside(&Footprint::single(rect))
    }
}

/// Ruling JR-R19: the farthest up to `most` along a way at which it stands on no friend.
pub(crate) fn clear_of_friends(
    state: &State,
    id: UnitId,
    most: Length,
    rect: &dyn Fn(Length) -> Rect,
) -> Length {
    let mut at = most;
    while at > Length::ZERO {
        let mut friends = state.troops(state.side(id));
        let on = friends.find(|friend| *friend != id && overlaps(&rect(at), &state.unit(*friend).rect));
        let Some(friend) = on else { break };
        let body = state.unit(friend).rect;
        let back = farthest(at, |back| overlaps(&rect(at - back), &body));
        at = (at - back - Length::from_micrometres(2)).max(Length::ZERO);
    }
    at
}

/// JR-MOVE-05, ruling JR-R19: who has come to stand on another, in disorder and so deeper than it was, or with no room where
/// it won, gives way by the least that clears him: back, to a side, or ahead.
pub(crate) fn make_room(draft: &mut JohnnyRebDraft, id: UnitId) {
    if !draft.is_on_table(id) || draft.is_in_contact(id) {
        return;
    }
    let state: &State = draft;
    let here = state.unit(id).rect;
    let stands_on = |rect: &Rect| {
        let mut all = state.ids().filter(|other| state.is_on_table(*other) && !state.is_officer(*other));
        all.find(|other| *other != id && overlaps(rect, &state.unit(*other).rect))
    };
    if stands_on(&here).is_none() {
        return;
    }
    let back = here.facing().opposite();
    let clear = |way: Heading| {
        let mut length = Length::ZERO;
        while let Some(other) = stands_on(&here.shifted(Vector::along(way, length))) {
            let body = state.unit(other).rect;
            let more =
                farthest(inches(8), |more| overlaps(&here.shifted(Vector::along(way, length + more)), &body));
            length += more + Length::from_micrometres(2);
            if length > inches(8) {
                return None;
            }
        }
        let rect = here.shifted(Vector::along(way, length));
        let apart = state.troops(state.side(id).enemy()).all(|enemy| {
            let body = &state.unit(enemy).rect;
            distance(&rect, body).at_least(KEEP_AWAY.min(distance(&here, body)))
        });
        let closing = state.ground.closing(&state.field, state.arm(id), &[Convex::of(&rect)]);
        let fits = apart && closing.is_none() && state.field.inside(&Footprint::single(rect));
        fits.then_some((length, way))
    };
    let ways = [back, back.right(), back.left(), here.facing()];
    let Some((length, way)) = ways.into_iter().filter_map(clear).min_by_key(|(length, _)| *length) else {
        return;
    };
    let to = here.pose().moved(way, length);
    crate::turn::charge::move_by(draft, id, to, length, (Motion::FallBack, Some(c::MOVE_05)));
}

/// The largest length up to `most` for which the condition holds, if it holds up to some length and not beyond.
pub fn farthest(most: Length, holds: impl Fn(Length) -> bool) -> Length {
    if holds(most) {
        return most;
    }
    let (mut good, mut bad) = (0, most.micrometres());
    while bad - good > 2 {
        let middle = good + (bad - good) / 2;
        if holds(Length::from_micrometres(middle)) { good = middle } else { bad = middle }
    }
    Length::from_micrometres(good)
}

/// Is an enemy within so many inches?
pub fn enemy_within(state: &State, id: UnitId, limit: Length) -> bool {
    nearest_enemy(state, id).is_some_and(|(away, _)| away.within(limit))
}

/// Not Shaken and not Routed.
pub fn is_steady(state: &State, id: UnitId) -> bool {
    state.unit(id).level == Level::Good
}
