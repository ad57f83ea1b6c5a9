//! What an impact does to those who took part: losses, levels, the way back, volleys, and the parting of bases.

use crate::book::kinds::Level;
use crate::c;
use crate::field::ground::Covered;
use crate::field::sight::{ONE_INCH, apart};
use crate::procedures::fire::Manner;
use crate::procedures::impact::{Clash, Impact, Loser, level_after};
use crate::ruleset::DeadlyDraft;
use crate::shown::why::Why;
use crate::turn::aftermath::{
    Troubles, back_off, leader_rolls, leave_group, lose, mourn, remove, routed_back, set_level, steps_of,
};
use crate::turn::charge::Charge;
use crate::turn::event::Event;
use crate::turn::fire_step::exchange;
use crate::turn::state::{Fate, State};
use longroll_dice::{Dice, Die};
use longroll_kit::{Clause, Stop, UnitId};
use longroll_table::{GRAIN, Heading, Length, inches, touching};
use smallvec::SmallVec;

pub(crate) fn in_contact(state: &State, unit: UnitId, others: &[UnitId]) -> bool {
    state.is_on_table(unit)
        && others
            .iter()
            .any(|other| state.is_on_table(*other) && touching(state.rect(unit), state.rect(*other)))
}

/// Ruling ADF-R13: contact lasts no longer than the impact (ADF-FIRE-36): chargers that still touch an enemy and will not advance
/// step back an inch along their path, never behind their start.
pub(crate) fn part(
    draft: &mut DeadlyDraft,
    charge: &Charge,
    units: &[UnitId],
    enemies: &[UnitId],
    advance: Length,
) {
    if advance > GRAIN {
        return;
    }
    for unit in units.iter().filter(|unit| in_contact(draft, **unit, enemies)).copied().collect::<Vec<_>>() {
        set_back(draft, charge, unit, ONE_INCH, c::R13);
    }
}

/// Back along its own path, never behind its start.
fn set_back(
    draft: &mut DeadlyDraft,
    charge: &Charge,
    unit: UnitId,
    wanted: Length,
    clause: longroll_kit::Clause,
) {
    let come =
        charge.chargers.iter().find(|known| known.unit == unit).map_or(Length::ZERO, |known| known.moved);
    let back = wanted.min(come);
    if back > GRAIN {
        let pose = draft.unit(unit).pose;
        let to = pose.moved(pose.facing.opposite(), back);
        draft.emit(Event::Moved { units: vec![(unit, to)], distance: back, clause });
    }
}

pub(crate) fn disorder_all(draft: &mut DeadlyDraft, units: &[UnitId], clause: longroll_kit::Clause) {
    for unit in units {
        if draft.is_on_table(*unit) && draft.unit(*unit).level == Level::GoodOrder {
            set_level(draft, *unit, Level::Disorder, clause);
        }
    }
}

/// What an impact that is no tie does. Gives back how far the attacker may advance (ADF-CHARGE-28, -30, -31).
pub(crate) fn outcome(
    draft: &mut DeadlyDraft,
    (charge, cover): (&Charge, &Covered),
    result: &Impact,
    leads: [UnitId; 2],
    sides: [&[UnitId]; 2],
    troubles: &mut Troubles,
    dice: &mut dyn Dice,
) -> Result<Length, Stop<Why>> {
    let [lead, target] = leads;
    let depth = draft.rect(target).size().depth;
    let losers: Vec<UnitId> = match result.loser {
        Loser::Attacker => sides[0].to_vec(),
        _ => sides[1].to_vec(),
    };
    let losing_lead = if result.loser == Loser::Attacker { lead } else { target };
    let blow = draft.unit(lead).pose.facing;
    let attacker_won = result.loser == Loser::Defender;
    let stood = draft.rect(target).centre();
    match result.clash {
        Clash::Melee => Ok(Length::ZERO),
        Clash::StopShort => {
            stop_short(draft, charge, leads, sides, cover, dice)?;
            Ok(Length::ZERO)
        }
        Clash::PointBlank => {
            // ADF-DICE-06, -07, -11: an inch back, and both fire; no advance
            for unit in &losers {
                let away = from_the_blow(draft, *unit, result.loser, blow);
                back_off(draft, *unit, away, ONE_INCH, c::DICE_06, troubles);
            }
            exchange(draft, leads, Manner::FreePointBlank, Some(ONE_INCH), cover, dice)?;
            Ok(Length::ZERO)
        }
        Clash::Surrender => {
            for unit in &losers {
                remove(draft, *unit, Fate::Surrendered, c::FIV_13, troubles);
            }
            Ok(if attacker_won { depth + ONE_INCH } else { Length::ZERO })
        }
        Clash::FallBack => {
            for unit in &losers {
                let is_lead = *unit == losing_lead;
                let away = from_the_blow(draft, *unit, result.loser, blow);
                beaten(draft, result, *unit, is_lead, away, troubles, dice)?;
            }
            let gone = !draft.is_on_table(target);
            Ok(match (attacker_won, gone) {
                (false, _) => Length::ZERO,
                (true, true) => depth + ONE_INCH,
                // an inch less than it really went, past friends or up against an enemy
                (true, false) => stood.distance_to(draft.rect(target).centre()) - ONE_INCH,
            })
        }
    }
}

/// The clause that says what becomes of one of the losers: relief of attackers on foot (ADF-FIV-14), the lead unit or the others.
fn result_clause(result: &Impact, by_fiv: bool, is_lead: bool) -> Clause {
    let margin = result.totals[0].abs_diff(result.totals[1]);
    match (by_fiv, is_lead) {
        (true, _) if u32::from(result.back) < margin => c::FIV_14,
        (false, false) => c::DICE_09,
        _ => result.clause(!by_fiv),
    }
}

/// ADF-MOVE-16, ruling ADF-R19: straight away from the blow: a charged unit the way that the charge came, a charger back the way it came
/// itself.
fn from_the_blow(state: &State, unit: UnitId, loser: Loser, blow: Heading) -> Heading {
    if loser == Loser::Attacker { state.unit(unit).pose.facing.opposite() } else { blow }
}

/// ADF-FIV-09, -10, -11, -17 and ADF-DICE-08, -09: losses, level, and the way back. ADF-CHARGE-32, -33.
fn beaten(
    draft: &mut DeadlyDraft,
    result: &Impact,
    unit: UnitId,
    is_lead: bool,
    away: Heading,
    troubles: &mut Troubles,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    if !draft.is_on_table(unit) {
        return Ok(());
    }
    let with: SmallVec<[UnitId; 2]> = draft.leaders_with(unit).collect();
    let all_lose = result.level.is_some();
    let lost = if all_lose || is_lead { lose(draft, unit, result.lost, c::CHARGE_32, troubles) } else { 0 };
    let killed = leader_rolls(draft, &with, lost, dice)?;
    if draft.is_on_table(unit) {
        let before = draft.unit(unit).level;
        let level =
            if all_lose || is_lead { level_after(before, result) } else { before.max(Level::Disorder) };
        // ADF-FIV-17: set to the level named, or left if it is worse
        let clause = result_clause(result, all_lose, is_lead);
        set_level(draft, unit, level, clause);
        let back = inches(i64::from(result.back));
        if level == Level::Routed && before != Level::Routed {
            routed_back(draft, unit, away, back, troubles, dice)?;
        } else {
            back_off(draft, unit, away, back, clause, troubles);
        }
        leave_group(draft, unit);
    }
    mourn(draft, &killed, unit, troubles);
    Ok(())
}

/// ADF-FIV-06, -07, -08, ADF-SCALE-10: set back along its own path, never behind its start, and one volley each.
fn stop_short(
    draft: &mut DeadlyDraft,
    charge: &Charge,
    [lead, target]: [UnitId; 2],
    [attackers, defenders]: [&[UnitId]; 2],
    cover: &Covered,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let pips = dice.one(c::FIV_06, Die::D6)?;
    let wanted = steps_of(draft.options.stop_step, pips);
    // all who came into contact; a friend behind makes room after the volleys (ruling ADF-R03)
    for unit in attackers {
        if *unit == lead || in_contact(draft, *unit, defenders) {
            set_back(draft, charge, *unit, wanted, c::FIV_07);
        }
    }
    let range = apart(draft, lead, target);
    exchange(draft, [lead, target], Manner::StopShort, Some(range), cover, dice)
}
