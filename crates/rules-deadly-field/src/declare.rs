//! The declaration of a charge: who may, at whom, how far.

use crate::c;
use crate::charge::{Charge, Charger, Phase, Run, Sally};
use crate::deadly::{DeadlyDraft, Refused, refuse};
use crate::event::Event;
use crate::kinds::{Arm, Level, Quality, Terrain, half_inches};
use crate::measure::obliging;
use crate::sight::can_see;
use crate::state::{Debt, State};
use crate::tables::{RoutMove, allowance, rout_move};
use crate::why::Why;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::UnitId;
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

/// ADF-CHARGE-03, -05, -42: visible, straight ahead, nobody else in the way, the closest of the primary zone, and not beyond
/// any possible reach.
pub fn run(state: &State, id: UnitId, target: UnitId) -> Result<Run, Refused> {
    may_charge(state, id, Some(target))?;
    if let Err(by) = can_see(state, id, target) {
        let target = state.name(target).to_owned();
        return refuse(c::CHARGE_03, Why::Unseen { target, by: by.words(state) });
    }
    let rect = state.rect(id);
    let Some((met, gap)) = ahead(state, id, rect, inches(48)) else {
        return refuse(c::CHARGE_03, Why::NotAhead { target: state.name(target).to_owned() });
    };
    if met != target {
        let strip = swept(&Footprint::single(*rect), Vector::along(rect.facing(), inches(48)));
        let why = if overlaps(strip.as_slice(), state.rect(target)) {
            Why::InThePath { other: state.name(met).to_owned() }
        } else {
            Why::NotAhead { target: state.name(target).to_owned() }
        };
        return refuse(c::CHARGE_03, why);
    }
    let run = measure_run(state, id, gap)?;
    let most = run.normal + half_inches(i64::from(6 * run.dice));
    if !gap.within(most) {
        return refuse(c::CHARGE_42, Why::OutOfReach { measured: gap, most });
    }
    if let Some((nearest, at)) = obliging(state, id, |_| true)
        && nearest != target
        && at < crate::sight::range(state, id, target)
    {
        return refuse(c::CHARGE_03, Why::Obliged { nearest: state.name(nearest).to_owned(), at });
    }
    Ok(run)
}

/// ADF-CHARGE-05, -06: the slowest ground in the path gives normal move and bonus dice. ADF-MOVE-10: friends passed cost an
/// inch each. ADF-LEADER-07.
fn measure_run(state: &State, id: UnitId, gap: Length) -> Result<Run, Refused> {
    let rect = state.rect(id);
    let path = swept(&Footprint::single(*rect), Vector::along(rect.facing(), gap));
    let terrain =
        path.iter().map(|hull| state.ground.slowest_in(&state.field, hull)).max().unwrap_or(Terrain::Open);
    let scale = state.options.scale;
    let normal = allowance(scale, state.mover(id), terrain).unwrap_or(0);
    if normal == 0 {
        return refuse(c::MOVE_04, Why::NoGround { terrain });
    }
    if let Some(ground) = state.ground.closing(&state.field, state.arm(id), &path) {
        return refuse(c::CHARGE_03, Why::Impassable { ground });
    }
    let passed = state
        .troops(state.side(id))
        .filter(|friend| *friend != id && overlaps(path.as_slice(), state.rect(*friend)))
        .count() as i64;
    let dice = match rout_move(scale, state.arm(id), terrain) {
        RoutMove::Dice(dice) => dice,
        _ => 0,
    };
    let normal = (inches(normal + i64::from(state.benefit(id)) - passed)).max(Length::ZERO);
    Ok(Run { gap, terrain, normal, dice })
}

/// The first enemy unit that a base meets straight ahead (ADF-CHARGE-11, -37; ADF-MOVE-08: no wheel), and after how far.
pub fn ahead(state: &State, id: UnitId, rect: &Rect, reach: Length) -> Option<(UnitId, Length)> {
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
    met.first().map(|touch| (touch.id, touch.distance))
}

/// Declares a charge that was found lawful. ADF-CHARGE-04, -36: one bonus for all, on the slowest ground in any path, added to
/// the slowest normal move.
pub(crate) fn declare(
    draft: &mut DeadlyDraft,
    sallies: &[Sally],
    runs: &[Run],
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let normal = runs.iter().map(|run| run.normal).min().unwrap_or(Length::ZERO);
    let pool = runs.iter().map(|run| run.dice).min().unwrap_or(0);
    let bonus = dice.sum(c::CHARGE_04, pool, Die::D6)?;
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
