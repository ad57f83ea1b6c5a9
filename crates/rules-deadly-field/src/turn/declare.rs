//! The declaration of a charge: who may, at whom, how far.

use crate::book::kinds::{Arm, Level, Quality, Terrain, half_inches};
use crate::book::tables::{RoutMove, allowance, rout_move};
use crate::c;
use crate::field::measured::obliging;
use crate::field::sight::can_see;
use crate::ruleset::{DeadlyDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::charge::{Charge, Charger, Phase, Run, Sally};
use crate::turn::event::Event;
use crate::turn::state::{Debt, State};
use longroll_dice::{Dice, Die};
use longroll_kit::{Stop, UnitId};
use longroll_table::{Footprint, Length, Rect, Vector, first_touch, inches, overlaps, swept};

/// ADF-CHARGE-02: who may charge at all, and whom.
pub fn may_charge(state: &State, id: UnitId, target: Option<UnitId>) -> Result<(), Refused> {
    let unit = state.unit(id);
    let name = || state.name(id).to_owned();
    match unit.level {
        Level::Routed => return refuse(c::UNIT_16, Why::Routed { unit: name() }),
        Level::Shaken => return refuse(c::UNIT_14, Why::Shaken { unit: name() }),
        _ => {}
    }
    if !matches!(state.arm(id), Arm::Infantry | Arm::Cavalry) {
        return refuse(c::CHARGE_02, Why::CannotCharge { unit: name() });
    }
    let Some(target) = target else { return Ok(()) };
    if state.side(target) == state.side(id) || !state.is_on_table(target) || state.is_leader(target) {
        return refuse(c::CHARGE_03, Why::NotATarget { unit: state.name(target).to_owned() });
    }
    if unit.formation.is_skirmish() && !state.unit(target).formation.is_skirmish() {
        return refuse(c::CHARGE_02, Why::CannotCharge { unit: name() });
    }
    Ok(())
}

/// Judges the declaration of a charge. ADF-CHARGE-44: each member at a target of its own, or along beside the others. ADF-CHARGE-36:
/// the slowest ground in any path gives the bonus dice, the slowest member the normal move; ADF-LEADER-07, ADF-GROUP-06: a leader
/// with one of them helps all.
pub fn run(state: &State, sallies: &[Sally], without: &[UnitId]) -> Result<Run, Refused> {
    let mut gaps: Vec<Option<Length>> = Vec::new();
    for sally in sallies {
        may_charge(state, sally.unit, sally.target)?;
        gaps.push(match sally.target {
            Some(target) => Some(gap_to(state, sally.unit, target)?),
            None => None,
        });
    }
    let Some(farthest) = gaps.iter().flatten().max().copied() else {
        return refuse(c::CHARGE_03, Why::Nobody);
    };
    let leaders = sallies.iter().flat_map(|sally| state.leaders_with(sally.unit));
    let benefit =
        leaders.filter(|leader| !without.contains(leader)).map(|leader| state.piece(leader).benefit);
    let benefit = i64::from(benefit.max().unwrap_or(0));
    let (mut slowest, mut least) = (Terrain::Open, i64::MAX);
    for (sally, gap) in sallies.iter().zip(&gaps) {
        let (terrain, normal) = measure_run(state, sally.unit, sallies, gap.unwrap_or(farthest))?;
        slowest = slowest.max(terrain);
        least = least.min(normal);
    }
    let dice = match rout_move(state.options.scale, state.arm(sallies[0].unit), slowest) {
        RoutMove::Dice(dice) => dice,
        _ => 0,
    };
    let normal = inches(least + benefit).max(Length::ZERO);
    let most = normal + half_inches(i64::from(6 * dice));
    for (sally, gap) in sallies.iter().zip(&gaps) {
        let (Some(target), Some(gap)) = (sally.target, *gap) else { continue };
        if let Some((nearest, at)) = obliging(state, sally.unit, |_| true)
            && nearest != target
            && at < crate::field::sight::range(state, sally.unit, target)
        {
            return refuse(c::CHARGE_03, Why::Obliged { nearest: state.name(nearest).to_owned(), at });
        }
        if !gap.within(most) {
            return refuse(c::CHARGE_42, Why::OutOfReach { measured: gap, most });
        }
    }
    Ok(Run { terrain: slowest, normal, dice })
}

/// ADF-CHARGE-03: visible, straight ahead, and nobody else in the way: how far it is.
fn gap_to(state: &State, id: UnitId, target: UnitId) -> Result<Length, Refused> {
    if let Err(by) = can_see(state, id, target) {
        let target = state.name(target).to_owned();
        return refuse(c::CHARGE_03, Why::Unseen { target, by: by.words(state) });
    }
    let rect = state.rect(id);
    let met = all_ahead(state, id, rect, inches(48));
    if let Some((_, gap)) = met.iter().find(|(enemy, _)| *enemy == target) {
        return Ok(*gap);
    }
    let strip = swept(&Footprint::single(*rect), Vector::along(rect.facing(), inches(48)));
    let why = match met.first() {
        Some((other, _)) if overlaps(strip.as_slice(), state.rect(target)) => {
            Why::InThePath { other: state.name(*other).to_owned() }
        }
        _ => Why::NotAhead { target: state.name(target).to_owned() },
    };
    refuse(c::CHARGE_03, why)
}

/// ADF-CHARGE-05, -06: the slowest ground in the path, and the normal move over it less an inch for each friend passed through
/// (ADF-MOVE-10).
fn measure_run(state: &State, id: UnitId, sallies: &[Sally], gap: Length) -> Result<(Terrain, i64), Refused> {
    let rect = state.rect(id);
    let path = swept(&Footprint::single(*rect), Vector::along(rect.facing(), gap));
    let terrain =
        path.iter().map(|hull| state.ground.slowest_in(&state.field, hull)).max().unwrap_or(Terrain::Open);
    let normal = allowance(state.options.scale, state.mover(id), terrain).unwrap_or(0);
    if normal == 0 {
        return refuse(c::MOVE_04, Why::NoGround { terrain });
    }
    if let Some(ground) = state.ground.closing(&state.field, state.arm(id), &path) {
        return refuse(c::CHARGE_03, Why::Impassable { ground });
    }
    let passed = state
        .troops(state.side(id))
        .filter(|friend| !sallies.iter().any(|sally| sally.unit == *friend))
        .filter(|friend| overlaps(path.as_slice(), state.rect(*friend)))
        .count();
    Ok((terrain, normal - passed as i64))
}

/// The first enemy unit that a base meets straight ahead (ADF-CHARGE-11, -37; ADF-MOVE-08: no wheel), and after how far.
pub fn ahead(state: &State, id: UnitId, rect: &Rect, reach: Length) -> Option<(UnitId, Length)> {
    all_ahead(state, id, rect, reach).first().copied()
}

/// All that it meets at once there.
pub fn all_ahead(state: &State, id: UnitId, rect: &Rect, reach: Length) -> Vec<(UnitId, Length)> {
    let enemies: Vec<(UnitId, Footprint)> = state
        .troops(state.side(id).enemy())
        .map(|enemy| (enemy, Footprint::single(*state.rect(enemy))))
        .collect();
    let met = first_touch(
        &Footprint::single(*rect),
        rect.facing(),
        reach,
        enemies.iter().map(|(enemy, footprint)| (*enemy, footprint)),
    );
    met.into_iter().map(|touch| (touch.id, touch.distance)).collect()
}

/// Declares a charge that was found lawful. ADF-CHARGE-04: one bonus for all.
pub(crate) fn declare(
    draft: &mut DeadlyDraft,
    sallies: &[Sally],
    run: &Run,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let normal = run.normal;
    let bonus = dice.sum(c::CHARGE_04, run.dice, Die::D6)?;
    // ADF-GEO-08: half-inches are kept
    let extra = half_inches(i64::from(bonus));
    let total = normal + extra;
    let mut chargers = Vec::new();
    for sally in sallies {
        let (unit, quality) = (draft.unit(sally.unit), draft.piece(sally.unit).quality);
        let point = disorder_point(quality, normal, extra, draft.options.elite_point_from_start);
        chargers.push(Charger {
            unit: sally.unit,
            target: sally.target,
            total,
            moved: Length::ZERO,
            point: Some(point),
            start: unit.pose,
            level: unit.level,
            at: unit.pose,
            waits: false,
            done: false,
            along: sally.target.is_none(),
        });
        draft.emit(Event::Charging { unit: sally.unit, is: true, clause: c::MMP_09 });
        let (unit, target) = (sally.unit, sally.target);
        draft.emit(Event::ChargeDeclared { unit, target, bonus: bonus as u8, total });
    }
    let charge = Charge {
        chargers,
        phase: Phase::Advancing,
        checked: Vec::new(),
        spared: Vec::new(),
        pending: Vec::new(),
        named: Vec::new(),
        backed: Vec::new(),
    };
    draft.emit(Event::Owes(Debt::Charge(charge)));
    Ok(())
}

/// ADF-CHARGE-08: half the total for trained and green units; ADF-CHARGE-09: the normal move and half the bonus for better ones.
pub fn disorder_point(quality: Quality, normal: Length, bonus: Length, from_start: bool) -> Length {
    match (quality.is_handy(), from_start) {
        (false, _) => (normal + bonus).half(),
        (true, false) => normal + bonus.half(),
        (true, true) => bonus.half(),
    }
}
