//! Charges under way: the run under fire, the halt at one inch, what comes after.

use crate::book::kinds::{Level, Terrain};
use crate::c;
use crate::field::sight::{ONE_INCH, sector_of};
use crate::ruleset::DeadlyDraft;
use crate::shown::why::Why;
use crate::turn::aftermath::{set_level, trample};
use crate::turn::declare::ahead;
use crate::turn::event::Event;
use crate::turn::impact::{Beaten, close};
use crate::turn::march::{is_whole_inch, make_room, to_next_inch, until_an_inch};
use crate::turn::react::{desperate, owe_reaction};
use crate::turn::state::{Debt, State, TriggerKind};
use longroll_dice::Dice;
use longroll_kit::{Clause, Stop, UnitId};
use longroll_table::{Footprint, GRAIN, Length, Pose, Rect, Vector, advance_until, within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// ADF-CHARGE-01, -44: a charge under way, of one unit or of a group.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Charge {
    pub chargers: Vec<Charger>,
    pub phase: Phase,
    /// ADF-CHARGE-41: defenders that have taken their pre-impact check for this charge.
    pub checked: Vec<UnitId>,
    /// ADF-CHARGE-30: units just beaten, whom an advance cannot catch.
    pub spared: Vec<UnitId>,
    /// Desperation fire that waits for the check of the charged unit (ADF-REACT-29).
    pub pending: Vec<(UnitId, UnitId)>,
    /// ADF-CHARGE-21: whom the reactive side has named against a charger that met several at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<(UnitId, UnitId)>,
    /// ADF-FORM-06: the supporters that the owner of charged batteries has named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub backed: Vec<(UnitId, UnitId)>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Charger {
    pub unit: UnitId,
    pub target: Option<UnitId>,
    /// ADF-CHARGE-07: total distance and how much of it is covered.
    pub total: Length,
    pub moved: Length,
    /// ADF-CHARGE-08, -09: where it falls into disorder; nothing once that has happened.
    pub point: Option<Length>,
    /// ADF-MMP-21: where it stood when it declared.
    pub start: Pose,
    pub level: Level,
    pub at: Pose,
    /// ADF-CHARGE-44: waits an inch from its enemy, or beside those that do.
    pub waits: bool,
    pub done: bool,
    /// ADF-CHARGE-34, -44: it has no enemy of its own and goes along beside the others, no farther than they.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub along: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Advancing,
    /// ADF-CHARGE-21, -22: the active player names who strikes whom next.
    Choosing,
    Closing {
        lead: UnitId,
        target: UnitId,
        step: Closing,
    },
    /// ADF-CHARGE-18, -37, -38: the enemy has gone; go on or stop?
    Asking {
        unit: UnitId,
    },
    /// ADF-CHARGE-28: the winner may advance.
    Winning {
        units: Vec<UnitId>,
        most: Length,
        beaten: Vec<UnitId>,
    },
}

/// ADF-REACT-29, ADF-CHARGE-17: what happens an inch from the enemy, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Closing {
    Check,
    HeldFire,
    OthersFire,
    Bystander,
    Contact,
}

/// One unit's part in a charge order: at a target, or along with its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sally {
    pub unit: UnitId,
    pub target: Option<UnitId>,
}

/// What is known of a charge before the bonus is rolled.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub terrain: Terrain,
    /// Normal move with a leader's benefit, less what friends in the way cost.
    pub normal: Length,
    pub dice: u32,
}

impl Charger {
    pub fn left(&self) -> Length {
        (self.total - self.moved).max(Length::ZERO)
    }

    /// ADF-REACT-10, ADF-CHARGE-14.
    pub fn goes_on(&self, state: &State) -> bool {
        let unit = state.unit(self.unit);
        !self.done
            && state.is_on_table(self.unit)
            && unit.level <= self.level
            && !unit.lost_level
            && unit.pose == self.at
    }

    fn is_running(&self) -> bool {
        !self.done && !self.waits
    }
}

/// Takes the charge on top of the stack one stop further. False: a player must decide.
pub(crate) fn go_on(
    draft: &mut DeadlyDraft,
    mut charge: Charge,
    dice: &mut dyn Dice,
) -> Result<bool, Stop<Why>> {
    stop_the_beaten(draft, &mut charge);
    match charge.phase.clone() {
        Phase::Advancing => {
            advance(draft, charge);
            Ok(true)
        }
        Phase::Choosing => Ok(choose(draft, charge)),
        Phase::Closing { lead, target, step } => {
            close(draft, charge, lead, target, step, dice)?;
            Ok(true)
        }
        Phase::Asking { unit } => {
            let can_go = charge
                .chargers
                .iter()
                .any(|charger| charger.unit == unit && charger.goes_on(draft) && charger.left() > GRAIN);
            if can_go {
                return Ok(false);
            }
            halt(draft, charge, unit);
            Ok(true)
        }
        Phase::Winning { units, most, .. } => {
            let any = units
                .iter()
                .any(|unit| draft.is_on_table(*unit) && draft.unit(*unit).level <= Level::Disorder);
            if any && most > GRAIN {
                return Ok(false);
            }
            charge.phase = Phase::Choosing;
            draft.emit(Event::Now(Debt::Charge(charge)));
            Ok(true)
        }
    }
}

/// ADF-CHARGE-12, -14: a charger that dropped a level or was driven back has stopped.
fn stop_the_beaten(draft: &mut DeadlyDraft, charge: &mut Charge) {
    for charger in charge.chargers.iter_mut().filter(|charger| !charger.done) {
        if !charger.goes_on(draft) {
            charger.done = true;
            if draft.is_on_table(charger.unit) {
                draft.emit(Event::BrokenOff { unit: charger.unit, clause: c::CHARGE_14, by: None });
            }
            end_for(draft, charger.unit, c::CHARGE_14);
        }
    }
}

/// A unit's charge is over, and whatever came of it, it ends in disorder or worse (ADF-CHARGE-07, -14, -38, ruling
/// ADF-R21).
pub(crate) fn end_for(draft: &mut DeadlyDraft, unit: UnitId, clause: Clause) {
    if draft.unit(unit).charging {
        if draft.unit(unit).level == Level::GoodOrder {
            set_level(draft, unit, Level::Disorder, clause);
        }
        draft.emit(Event::Charging { unit, is: false, clause: c::MMP_09 });
    }
    make_room(draft, unit);
}

/// ADF-CHARGE-34, -44, ruling ADF-R20: who only goes along halts beside the others when none of them runs any more.
fn stay_together(charge: &mut Charge) {
    if !charge.chargers.iter().any(|charger| charger.is_running() && !charger.along) {
        charge.chargers.iter_mut().filter(|charger| charger.along).for_each(|charger| charger.waits = true);
    }
}

/// ADF-REACT-28, ADF-CHARGE-44: all that still run go on together to the next stop.
fn advance(draft: &mut DeadlyDraft, mut charge: Charge) {
    let spared = charge.spared.clone();
    for charger in charge.chargers.iter_mut().filter(|charger| charger.is_running()) {
        charger.waits = is_at_an_inch(draft, charger, &spared);
    }
    let mut step: Option<Length> = None;
    for charger in charge.chargers.iter_mut().filter(|charger| charger.is_running()) {
        let room = stop_distance(draft, charger, &spared);
        if room > GRAIN {
            step = Some(step.map_or(room, |known| known.min(room)));
        } else {
            // ADF-CHARGE-07: who has covered its distance and waits for nobody has fallen short
            charger.done = true;
            end_for(draft, charger.unit, c::CHARGE_07);
        }
    }
    stay_together(&mut charge);
    let Some(step) = step.filter(|_| charge.chargers.iter().any(Charger::is_running)) else {
        charge.phase = Phase::Choosing;
        draft.emit(Event::Now(Debt::Charge(charge)));
        return;
    };
    let running: Vec<UnitId> =
        charge.chargers.iter().filter(|charger| charger.is_running()).map(|charger| charger.unit).collect();
    let before: Vec<(UnitId, Rect)> = running.iter().map(|unit| (*unit, *draft.rect(*unit))).collect();
    let moves = running
        .iter()
        .map(|unit| {
            let pose = draft.unit(*unit).pose;
            (*unit, pose.moved(pose.facing, step))
        })
        .collect();
    draft.emit(Event::Moved { units: moves, distance: step, clause: c::CHARGE_01 });
    let mut whole = false;
    for charger in charge.chargers.iter_mut().filter(|charger| charger.is_running()) {
        charger.moved += step;
        whole |= is_whole_inch(charger.moved);
        // ADF-CHARGE-10: at the point itself, and it does not stop the charge
        if charger.point.is_some_and(|point| charger.moved.at_least(point)) {
            charger.point = None;
            if draft.unit(charger.unit).level == Level::GoodOrder {
                draft.emit(Event::LevelSet {
                    unit: charger.unit,
                    level: Level::Disorder,
                    clause: c::CHARGE_10,
                });
            }
        }
        charger.level = draft.unit(charger.unit).level;
        charger.at = draft.unit(charger.unit).pose;
        charger.waits = is_at_an_inch(draft, charger, &spared);
    }
    stay_together(&mut charge);
    running.iter().for_each(|unit| trample(draft, *unit));
    let charged: Vec<UnitId> = charge
        .chargers
        .iter()
        .filter(|charger| charger.waits)
        .filter_map(|charger| met(draft, charger).map(|(enemy, _)| enemy))
        .collect();
    let going: Vec<UnitId> = charge
        .chargers
        .iter()
        .filter(|charger| charger.is_running() && running.contains(&charger.unit))
        .map(|charger| charger.unit)
        .collect();
    let all_wait = going.is_empty();
    // ADF-REACT-29: at the stop of a charger an inch from its enemy that enemy comes first, then desperation fire of others
    let (pairs, later): (Vec<_>, Vec<_>) =
        desperate(draft, &before, &charged).into_iter().partition(|(_, at)| going.contains(at));
    charge.pending.extend(later);
    draft.emit(Event::Now(Debt::Charge(charge)));
    // ADF-GROUP-09: when every member has covered the inch; ADF-REACT-29: at one inch the charged unit comes first
    if whole && !all_wait {
        owe_reaction(draft, TriggerKind::Inch, &going, None);
    }
    if !pairs.is_empty() {
        draft.emit(Event::Owes(Debt::Desperation { pairs }));
    }
}

/// The enemy that a charger is about to meet within its reach.
pub(crate) fn met(state: &State, charger: &Charger) -> Option<(UnitId, Length)> {
    ahead(state, charger.unit, state.rect(charger.unit), charger.left().max(ONE_INCH) + ONE_INCH)
}

/// ADF-CHARGE-44, -45: an inch or less from the enemy straight ahead.
fn is_at_an_inch(state: &State, charger: &Charger, spared: &[UnitId]) -> bool {
    met(state, charger).is_some_and(|(enemy, _)| {
        !spared.contains(&enemy) && within(state.rect(charger.unit), state.rect(enemy), ONE_INCH)
    })
}

/// How far to the next full inch, the end of the run, an inch from an enemy, or an inch from a unit just beaten.
fn stop_distance(state: &State, charger: &Charger, spared: &[UnitId]) -> Length {
    let rect = state.rect(charger.unit);
    let mut room = charger.left().min(to_next_inch(charger.moved));
    room = until_an_inch(state, charger.unit, rect.facing(), room);
    for beaten in spared.iter().filter(|id| state.is_on_table(**id)) {
        let other = Footprint::single(*state.rect(*beaten));
        room = advance_until(&Footprint::single(*rect), rect.facing(), room, ONE_INCH, [&other]);
    }
    let ahead = rect.shifted(Vector::along(rect.facing(), room));
    if state.field.inside(&ahead) {
        return room;
    }
    crate::field::flight::farthest(room, |length| {
        state.field.inside(&rect.shifted(Vector::along(rect.facing(), length)))
    })
}

/// ADF-CHARGE-21, -22, -44: who strikes next. True: nobody need be asked.
fn choose(draft: &mut DeadlyDraft, mut charge: Charge) -> bool {
    let open = strikes(draft, &charge);
    match open.as_slice() {
        [] => {
            // the enemy it waited for has gone: go on or stop?
            if charge.chargers.iter().any(|charger| charger.waits && !charger.done && !charger.along) {
                ask_or_run(draft, charge);
            } else {
                finish(draft, &charge);
            }
            true
        }
        [(lead, target)] => {
            charge.phase = Phase::Closing { lead: *lead, target: *target, step: Closing::Check };
            draft.emit(Event::Now(Debt::Charge(charge)));
            true
        }
        _ => false,
    }
}

/// Pairs that can be resolved now.
pub(crate) fn strikes(state: &State, charge: &Charge) -> Vec<(UnitId, UnitId)> {
    charge
        .chargers
        .iter()
        .filter(|charger| charger.waits && charger.goes_on(state))
        .filter_map(|charger| {
            let (enemy, _) = met(state, charger)?;
            let near = within(state.rect(charger.unit), state.rect(enemy), ONE_INCH);
            (near && !charge.spared.contains(&enemy)).then_some((charger.unit, enemy))
        })
        .collect()
}

/// ADF-CHARGE-34: the charge is over for everybody; counter-chargers too.
fn finish(draft: &mut DeadlyDraft, charge: &Charge) {
    draft.emit(Event::Paid);
    let others: Vec<UnitId> =
        draft.troops(draft.active.enemy()).filter(|id| draft.unit(*id).charging).collect();
    let own: Vec<UnitId> = charge.chargers.iter().map(|charger| charger.unit).collect();
    for unit in own.iter().copied().chain(others) {
        if draft.is_on_table(unit) {
            end_for(draft, unit, c::CHARGE_07);
        }
    }
    owe_reaction(draft, TriggerKind::Near, &own, None);
}

/// ADF-CHARGE-37, -44: everybody whose enemy has gone from before it is asked whether it goes on; then those that do go on together, inch
/// by inch.
fn ask_or_run(draft: &mut DeadlyDraft, mut charge: Charge) {
    let asked = charge.chargers.iter().position(|charger| {
        charger.waits && !charger.along && !charger.done && !is_at_an_inch(draft, charger, &charge.spared)
    });
    let runs = charge.chargers.iter().any(|charger| charger.is_running() && !charger.along);
    charge.phase = match asked {
        Some(place) => {
            charge.chargers[place].waits = false;
            Phase::Asking { unit: charge.chargers[place].unit }
        }
        None if runs => {
            charge
                .chargers
                .iter_mut()
                .filter(|charger| charger.along)
                .for_each(|charger| charger.waits = false);
            Phase::Advancing
        }
        None => Phase::Choosing,
    };
    draft.emit(Event::Now(Debt::Charge(charge)));
}

/// ADF-CHARGE-37, -38: goes on as far as its player likes.
pub(crate) fn press(draft: &mut DeadlyDraft, mut charge: Charge, unit: UnitId, most: Option<Length>) {
    for charger in charge.chargers.iter_mut().filter(|charger| charger.unit == unit) {
        charger.target = None;
        charger.waits = false;
        if let Some(most) = most {
            charger.total = charger.total.min(charger.moved + most);
        }
    }
    ask_or_run(draft, charge);
}

pub(crate) fn halt(draft: &mut DeadlyDraft, mut charge: Charge, unit: UnitId) {
    for charger in charge.chargers.iter_mut().filter(|charger| charger.unit == unit) {
        charger.done = true;
    }
    end_for(draft, unit, c::CHARGE_38);
    ask_or_run(draft, charge);
}

/// ADF-CHARGE-28, -29, ruling ADF-R10: the winners go forward together in disorder, without a new bonus; whom they reach is charged.
pub(crate) fn follow_on(
    draft: &mut DeadlyDraft,
    mut charge: Charge,
    units: &[UnitId],
    total: Length,
    beaten: Beaten,
) {
    charge.phase = Phase::Choosing;
    draft.emit(Event::Now(Debt::Charge(charge)));
    let able: Vec<UnitId> = units
        .iter()
        .copied()
        .filter(|unit| draft.is_on_table(*unit) && draft.unit(*unit).level <= Level::Disorder)
        .collect();
    // whom each may reach; who reaches nobody goes no farther than those who do
    let reaches = |unit: &UnitId| {
        let enemy = ahead(draft, *unit, draft.rect(*unit), total + ONE_INCH).map(|(enemy, _)| enemy);
        enemy.is_some_and(|enemy| !beaten.contains(&enemy))
    };
    let any = able.iter().any(reaches);
    let chargers = able
        .iter()
        .map(|unit| Charger {
            unit: *unit,
            target: None,
            total,
            moved: Length::ZERO,
            point: None,
            start: draft.unit(*unit).pose,
            level: draft.unit(*unit).level,
            at: draft.unit(*unit).pose,
            waits: false,
            done: false,
            along: any && !reaches(unit),
        })
        .collect();
    draft.emit(Event::Owes(Debt::Charge(Charge {
        chargers,
        phase: Phase::Advancing,
        checked: Vec::new(),
        spared: beaten,
        pending: Vec::new(),
        named: Vec::new(),
        backed: Vec::new(),
    })));
}

/// ADF-MMP-21: from where a charge strikes, judged where the charger stood when it declared.
pub(crate) fn charge_sector(state: &State, charger: &Charger, target: UnitId) -> crate::book::kinds::Sector {
    let start = Rect::new(charger.start, state.rect(charger.unit).size());
    let columnar = state.unit(target).formation.has_one_side();
    sector_of(state.rect(target), columnar, state.options.half_angle, start.front_middle())
}
