//! When morale is checked, and what comes of it.

use crate::book::kinds::{Arm, Level};
use crate::c;
use crate::field::ground::nearest_enemy;
use crate::field::sight::{is_visible, nearest_points};
use crate::procedures::fire::{Face, Works};
use crate::procedures::morale::{Cause, MoraleFacts, Verdict, check, level_after, morale_mods, morale_point};
use crate::ruleset::JohnnyRebDraft;
use crate::turn::event::Event;
use crate::turn::flight::{fall_back, rout_move};
use crate::turn::officers::{best_officer, commander_lost, regiments_lost};
use crate::turn::state::{Fate, Order, Phase, State, Witness};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::UnitId;
use longroll_table::{Length, Point, Rect, distance, inches, within};

/// Why a unit must check now: JR-MORALE-01 to -03 together (JR-MORALE-06).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shock {
    pub unit: UnitId,
    pub cause: Cause,
    pub heavy_hits: u32,
    pub face: Face,
    pub by: Option<UnitId>,
    /// Ruling JR-R17: what shelters it from what struck it.
    pub shelter: Option<Shelter>,
}

/// Ruling JR-R17: cover for morale, from none to the heaviest works (JR-MPM-04, -05; JR-MPM-06: the best counts).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Shelter {
    #[default]
    None,
    Cover,
    HastyWorks,
    HeavierWorks,
}

impl Shelter {
    pub fn of((works, covered): (Works, bool)) -> Shelter {
        match works {
            Works::Heavier => Shelter::HeavierWorks,
            Works::Hasty => Shelter::HastyWorks,
            Works::None if covered => Shelter::Cover,
            Works::None => Shelter::None,
        }
    }

    /// Of a unit against what comes from a place.
    pub fn against(state: &State, id: UnitId, from: Point) -> Shelter {
        Shelter::of(state.ground.shelter(&state.field, &state.unit(id).rect, Some(from)))
    }

    pub fn works(self) -> Works {
        match self {
            Shelter::HeavierWorks => Works::Heavier,
            Shelter::HastyWorks => Works::Hasty,
            Shelter::Cover | Shelter::None => Works::None,
        }
    }
}

/// Something that friends within 6 in saw (JR-MORALE-04): whose friend, and where.
#[derive(Clone, Copy, Debug)]
pub struct Alarm {
    pub unit: UnitId,
    pub rect: Rect,
}

/// The unit's morale as it stands, for this kind of check. Ruling JR-R17: where nothing strikes it, its cover is judged
/// against the nearest enemy in sight; with none in sight any cover counts.
pub fn measure(state: &State, id: UnitId, cause: Cause) -> MoraleFacts {
    let nearest = nearest_visible(state, id).map(|enemy| state.unit(enemy).rect.front_middle());
    let shelter = Shelter::of(state.ground.shelter(&state.field, &state.unit(id).rect, nearest));
    measure_behind(state, id, cause, shelter)
}

/// The same, with the shelter that it has from what strikes it.
pub fn measure_behind(state: &State, id: UnitId, cause: Cause, shelter: Shelter) -> MoraleFacts {
    let unit = state.unit(id);
    let piece = state.piece(id);
    let charging = is_charging(state, id);
    MoraleFacts {
        quality: piece.quality,
        body: state.body(id),
        formation: unit.formation,
        level: unit.level,
        cause,
        officer: best_officer(state, id),
        charging,
        behind_cover: shelter == Shelter::Cover,
        works: shelter.works(),
        behind_friends: cause != Cause::Impact && is_behind_friends(state, id),
        stands_lost: state.stands_lost(id),
        commander_lost: commander_lost(state, id),
        regiments_lost: regiments_lost(state, id),
        // JR-MPM-16: as long as the marker lies there; JR-CHARGE-22, -30: on CH until its charge or phase 6 is over
        forming: state.revealed && unit.order == Some(Order::Form),
        on_charge: is_bound_to_charge(state, id),
        ..MoraleFacts::default()
    }
}

/// On CH from the reveal until its charge, or phase 6, is over (JR-MORALE-08, JR-CHARGE-30).
pub fn is_bound_to_charge(state: &State, id: UnitId) -> bool {
    let unit = state.unit(id);
    state.revealed
        && unit.order == Some(Order::Charge)
        && state.phase <= Phase::Charges
        && !unit.flags.charged
}

/// The same, while charges are resolved: it is running, or waits for its turn to run.
pub fn is_charging(state: &State, id: UnitId) -> bool {
    state.phase == Phase::Charges && is_bound_to_charge(state, id)
}

/// Ruling JR-R11: the nearest enemy that only the ground could hide.
pub(crate) fn nearest_visible(state: &State, id: UnitId) -> Option<UnitId> {
    let rect = &state.unit(id).rect;
    let enemies = state.troops(state.side(id).enemy());
    let mut near: Vec<(Length, UnitId)> =
        enemies.map(|enemy| (distance(rect, &state.unit(enemy).rect), enemy)).collect();
    near.sort_unstable();
    near.into_iter().map(|(_, enemy)| enemy).find(|enemy| is_visible(state, id, *enemy))
}

/// JR-MPM-08: friends stand across the line to the nearest enemy and to every other within 12 in, none within 6 in.
pub fn is_behind_friends(state: &State, id: UnitId) -> bool {
    let Some((nearest, _)) = nearest_enemy(state, id) else { return false };
    if nearest.within(inches(6)) {
        return false;
    }
    let here = &state.unit(id).rect;
    // with nobody in sight it shelters from nobody
    if !state.troops(state.side(id).enemy()).any(|enemy| is_visible(state, id, enemy)) {
        return false;
    }
    let screened = |enemy: UnitId| {
        let (from, to) = nearest_points(here, &state.unit(enemy).rect);
        let line = longroll_table::Convex::hull(&[from, to]);
        state.troops(state.side(id)).any(|friend| {
            let unit = state.unit(friend);
            friend != id && unit.level != Level::Routed && crosses(&unit.rect, line.corners())
        })
    };
    state.troops(state.side(id).enemy()).all(|enemy| {
        let at = distance(here, &state.unit(enemy).rect);
        (at > nearest && !at.within(inches(12))) || screened(enemy)
    })
}

fn crosses(rect: &Rect, line: &[Point]) -> bool {
    let (Some(a), Some(b)) = (line.first(), line.last()) else { return false };
    distance(rect, &longroll_table::Convex::hull(&[*a, *b])) == Length::ZERO
}

/// JR-MORALE-06: one check for each unit that was shocked, then those who saw friends break.
pub fn check_all(
    draft: &mut JohnnyRebDraft,
    shocks: &[Shock],
    mut alarms: Vec<Alarm>,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    for shock in shocks {
        if !draft.is_on_table(shock.unit) {
            continue;
        }
        let mut facts = match shock.shelter {
            Some(shelter) => measure_behind(draft, shock.unit, shock.cause, shelter),
            None => measure(draft, shock.unit, shock.cause),
        };
        facts.heavy_hits = shock.heavy_hits;
        facts.face = shock.face;
        alarms.extend(make_check(draft, shock.unit, &facts, shock.by, dice)?);
    }
    spread(draft, alarms, dice)
}

/// JR-MORALE-04, JR-MORALE-05, JR-MORALE-06: friends within 6 in check, nearest first, once a phase; a rout they make
/// spreads further. JR-MORALE-08: those bound to charge look away until their charge is over.
pub fn spread(draft: &mut JohnnyRebDraft, mut alarms: Vec<Alarm>, dice: &mut dyn Dice) -> Result<(), Wanted> {
    loop {
        if !draft.fallen.is_empty() {
            let fallen = draft.fallen.iter().map(|id| Alarm { unit: *id, rect: draft.unit(*id).rect });
            alarms.extend(fallen);
            draft.emit(Event::Mourned);
        }
        if alarms.is_empty() {
            return Ok(());
        }
        let alarm = alarms.remove(0);
        let side = draft.side(alarm.unit);
        let mut near: Vec<(Length, UnitId)> = draft
            .troops(side)
            .filter(|id| *id != alarm.unit && !draft.unit(*id).flags.saw)
            .map(|id| (distance(&alarm.rect, &draft.unit(id).rect), id))
            .filter(|(away, _)| away.within(inches(6)))
            .collect();
        near.sort_unstable();
        for (_, id) in near {
            if !draft.is_on_table(id) || draft.unit(id).flags.saw {
                continue;
            }
            if is_bound_to_charge(draft, id) {
                let (pose, size) = (alarm.rect.pose(), alarm.rect.size());
                draft.emit(Event::Witnessed(Witness { unit: id, of: Some(alarm.unit), pose, size }));
            } else {
                alarms.extend(check_for_seen(draft, id, dice)?);
            }
        }
    }
}

fn check_for_seen(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    dice: &mut dyn Dice,
) -> Result<Option<Alarm>, Wanted> {
    let mut flags = draft.unit(id).flags;
    flags.saw = true;
    draft.emit(Event::Did { unit: id, flags });
    let facts = measure(draft, id, Cause::Seen);
    make_check(draft, id, &facts, None, dice)
}

/// JR-MORALE-05, -08: what a late witness is measured from: the routed unit, where it is by now; the place of one that is
/// destroyed, taken or dead; nothing when it has fled the table.
fn place_seen(state: &State, witness: &Witness) -> Option<Rect> {
    let place = Rect::new(witness.pose, witness.size);
    let Some(unit) = witness.of.map(|id| state.unit(id)) else { return Some(place) };
    match unit.fate {
        Fate::OnTable => Some(unit.rect),
        Fate::OffTable | Fate::Left => None,
        _ => Some(place),
    }
}

/// JR-MORALE-08: whose charge is over checks now for what it saw, if it is within 6 in of it.
pub fn late_witnesses(draft: &mut JohnnyRebDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let free = |state: &State| {
        state.witnesses.iter().map(|witness| witness.unit).find(|id| !is_bound_to_charge(state, *id))
    };
    while let Some(id) = free(draft) {
        let rect = draft.unit(id).rect;
        let near = draft.witnesses.iter().any(|witness| {
            let seen = place_seen(draft, witness).filter(|_| witness.unit == id);
            seen.is_some_and(|seen| within(&rect, &seen, inches(6)))
        });
        draft.emit(Event::WitnessAnswered { unit: id });
        if near && draft.is_on_table(id) && !draft.unit(id).flags.saw {
            let alarm = check_for_seen(draft, id, dice)?;
            spread(draft, alarm.into_iter().collect(), dice)?;
        }
    }
    Ok(())
}

/// One check and its effect; gives the alarm of a rout or loss.
pub fn make_check(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    facts: &MoraleFacts,
    by: Option<UnitId>,
    dice: &mut dyn Dice,
) -> Result<Option<Alarm>, Wanted> {
    let point = morale_point(facts);
    let (roll, verdict) = check(point, dice)?;
    let (mods, cause) = (morale_mods(facts), facts.cause);
    draft.emit(Event::Checked { unit: id, cause, mods, point, roll, verdict });
    let before = draft.unit(id).level;
    let after = level_after(before, verdict);
    let fell = verdict == Verdict::Failed || verdict == Verdict::Fled;
    if after != before {
        let natural = matches!(verdict, Verdict::Fled | Verdict::Rallied);
        let clause = if natural { c::MORALE_11 } else { c::MORALE_12 };
        draft.emit(Event::LevelSet { unit: id, level: after, clause });
    }
    if !fell {
        return Ok(None);
    }
    break_order(draft, id);
    let rect = draft.unit(id).rect;
    let alarm = Some(Alarm { unit: id, rect });
    // JR-MELEE-07: who routs in melee has surrendered
    if after == Level::Routed && draft.is_in_contact(id) {
        crate::turn::flight::remove(draft, id, Fate::Surrendered, c::MELEE_07, dice)?;
        return Ok(alarm);
    }
    if after == Level::Routed {
        let gone = !rout_move(draft, id, by, c::MORALE_14, dice)?;
        spend(draft, id);
        return Ok((gone || before != Level::Routed).then_some(()).and(alarm));
    }
    // JR-MORALE-13, JR-MELEE-08: an officer keeps it in place
    if facts.officer.is_none() {
        let die = dice.one(c::MORALE_13, Die::D6)?;
        let stays = fall_back(draft, id, by, inches(i64::from(die)), c::MORALE_13, dice)?;
        spend(draft, id);
        return Ok((!stays).then_some(()).and(alarm));
    }
    Ok(None)
}

/// JR-ORDER-13: who fell back does nothing more this turn, fire included.
fn spend(draft: &mut JohnnyRebDraft, id: UnitId) {
    if draft.is_on_table(id) {
        let mut flags = draft.unit(id).flags;
        flags.spent = true;
        flags.acted = true;
        draft.emit(Event::Did { unit: id, flags });
    }
}

/// JR-ORDER-13: a Move, Charge or Form order not yet carried out is lost.
pub fn break_order(draft: &mut JohnnyRebDraft, id: UnitId) {
    // while orders are sealed nobody else may learn which it was
    let pending =
        !draft.revealed || matches!(draft.unit(id).order, Some(Order::Move(_) | Order::Charge | Order::Form));
    let flags = draft.unit(id).flags;
    if pending && draft.phase <= Phase::Moves && !flags.moved && !flags.formed {
        draft.emit(Event::OrderLost { unit: id });
    }
}

/// JR-UNIT-08: a unit without figures is destroyed; gives its alarm.
pub fn destroy_if_empty(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    dice: &mut dyn Dice,
) -> Result<Option<Alarm>, Wanted> {
    if draft.unit(id).figures > 0 || !draft.is_on_table(id) || draft.arm(id) == Arm::Officer {
        return Ok(None);
    }
    let rect = draft.unit(id).rect;
    crate::turn::flight::remove(draft, id, Fate::Destroyed, c::UNIT_08, dice)?;
    Ok(Some(Alarm { unit: id, rect }))
}
