//! Fire on the table: who is hit, pass-through, simultaneous volleys.

use crate::book::kinds::{Arm, Level};
use crate::book::options::Options;
use crate::c;
use crate::field::ground::Covered;
use crate::field::measured::{fire_facts, fire_sector, morale_facts, target};
use crate::field::sight::sector;
use crate::procedures::fire::{Band, FireFacts, Manner, shoot_for_result, volley};
use crate::procedures::morale::{Cause, MoraleFacts};
use crate::ruleset::DeadlyDraft;
use crate::shown::why::Why;
use crate::turn::aftermath::{Troubles, check_unit, leader_rolls, lose, mourn, settle};
use crate::turn::command::Salvo;
use crate::turn::event::{Event, Fire};
use crate::turn::state::State;
use longroll_dice::Dice;
use longroll_kit::{Stop, UnitId};
use longroll_table::{Convex, Edge, GRAIN, Heading, Length, Vector, distance, inches, overlaps};
use smallvec::SmallVec;

/// A fire that has been rolled and not yet felt.
pub(crate) struct Rolled {
    fire: Fire,
    facts: FireFacts,
    band: Band,
    /// What covers the target, if that was judged before (ruling ADF-R18).
    cover: Option<Covered>,
}

/// ADF-FIRE-35, -37, -38: no ammunition is counted; one fire at one target, and through it at those behind (ADF-PASS-01, -08). All results at once.
pub(crate) fn fire_at(
    draft: &mut DeadlyDraft,
    salvo: &Salvo,
    manner: Manner,
    is_reaction: bool,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let Salvo { units, target: at, without } = salvo;
    let at = *at;
    let facts = fire_facts(draft, units, at, manner, without);
    let behind = pass_through(draft, units, at, manner);
    if let Some(rolled) = roll(draft, units, at, facts.clone(), is_reaction, dice)? {
        feel(draft, &rolled, dice)?;
    }
    let mut passed = 0;
    for other in behind {
        if !draft.is_on_table(other) {
            continue;
        }
        passed += 1;
        // ADF-PASS-04, ADF-ENF-09: the same firepower, firer's modifiers and band, that target's own modifiers and sector
        let mut through = facts.clone();
        through.target = target(draft, other, units[0]);
        through.passed_through = passed;
        for (firer, unit) in std::iter::once(&mut through.firer).chain(&mut through.with).zip(units) {
            firer.sector = sector(draft, other, draft.rect(*unit).front_middle());
        }
        // ADF-PASS-02: no dice, no further roll
        if volley(&through, &draft.options).is_none_or(|volley| volley.dice == 0) {
            break;
        }
        if let Some(rolled) = roll(draft, units, other, through, is_reaction, dice)? {
            feel(draft, &rolled, dice)?;
        }
    }
    Ok(())
}

/// ADF-TURN-13, ADF-MELEE-02: both sides roll before any loss is applied, the first named rolls first and checks first. The charged
/// unit, named second, keeps the cover that it had when the charger halted before it (ADF-DICE-07, ruling ADF-R18).
pub(crate) fn exchange(
    draft: &mut DeadlyDraft,
    pair: [UnitId; 2],
    manner: Manner,
    range: Option<Length>,
    cover: &Covered,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let mut rolled = Vec::new();
    for (from, at) in [(pair[0], pair[1]), (pair[1], pair[0])] {
        let mut facts = fire_facts(draft, &[from], at, manner, &[]);
        if let Some(range) = range {
            facts.firer.range = range;
        }
        let kept = (at == pair[1]).then_some(*cover);
        if let Some(kept) = kept {
            kept.covers(&mut facts.target);
        }
        leave_out_if_better(&mut facts, &draft.options);
        let fire = roll(draft, &[from], at, facts, false, dice)?;
        rolled.extend(fire.map(|fire| Rolled { cover: kept, ..fire }));
    }
    // the active side's unit suffers and checks first: it is the target of the second fire
    rolled.sort_by_key(|fire| fire.fire.target != pair[0]);
    let mut losses = Vec::new();
    let mut troubles = Troubles::default();
    for fire in &rolled {
        let with: SmallVec<[UnitId; 2]> = draft.leaders_with(fire.fire.target).collect();
        let lost = lose(draft, fire.fire.target, fire.fire.hits, c::RESULT_02, &mut troubles);
        losses.push((lost, with));
    }
    for (fire, (lost, with)) in rolled.iter().zip(losses) {
        shake(draft, fire, lost, &with, &mut troubles, dice)?;
    }
    settle(draft, &mut troubles, dice)
}

/// Ruling ADF-R05: in the volleys of an impact, which no command asks for, a remnant takes part unless its fewer dice would cost
/// more than it adds.
pub fn leave_out_if_better(facts: &mut FireFacts, options: &Options) {
    let worth = |facts: &FireFacts| {
        volley(facts, options)
            .map(|volley| 2 * volley.firepower + 7 * i32::try_from(volley.dice).unwrap_or(0))
    };
    let mut alone = facts.clone();
    alone.firer.attached_figures = 0;
    if worth(&alone) > worth(facts) {
        *facts = alone;
    }
}

/// The dice of one fire, told as an event. Nothing when it cannot be made so.
fn roll(
    draft: &mut DeadlyDraft,
    units: &[UnitId],
    at: UnitId,
    facts: FireFacts,
    is_reaction: bool,
    dice: &mut dyn Dice,
) -> Result<Option<Rolled>, Stop<Why>> {
    let options = draft.options;
    let Some(worked) = volley(&facts, &options) else { return Ok(None) };
    let shot = shoot_for_result(&worked, &options, dice)?;
    let fire = Fire {
        units: units.to_vec(),
        target: at,
        manner: facts.manner,
        band: worked.band,
        range: facts.firer.range,
        firepower: worked.firepower,
        dice: worked.dice,
        firer: worked.firer,
        against: worked.target,
        total: shot.total,
        hits: shot.hits,
        addition: shot.addition,
        is_reaction,
    };
    draft.emit(Event::Fired(fire.clone()));
    Ok(Some(Rolled { fire, facts, band: worked.band, cover: None }))
}

/// ADF-RESULT-02, ADF-GAME-06: losses, leaders, the check, then the neighbours.
fn feel(draft: &mut DeadlyDraft, rolled: &Rolled, dice: &mut dyn Dice) -> Result<(), Stop<Why>> {
    let mut troubles = Troubles::default();
    let id = rolled.fire.target;
    let with: SmallVec<[UnitId; 2]> = draft.leaders_with(id).collect();
    let lost = lose(draft, id, rolled.fire.hits, c::RESULT_02, &mut troubles);
    shake(draft, rolled, lost, &with, &mut troubles, dice)?;
    settle(draft, &mut troubles, dice)
}

/// ADF-LEADER-13: leaders first, then the fire's check, then the checks for a leader's death.
fn shake(
    draft: &mut DeadlyDraft,
    rolled: &Rolled,
    lost: u8,
    with: &[UnitId],
    troubles: &mut Troubles,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let id = rolled.fire.target;
    let killed = leader_rolls(draft, with, lost, dice)?;
    if let Some(addition) = rolled.fire.addition.filter(|_| draft.is_on_table(id)) {
        let firer = rolled.fire.units[0];
        let threat = Some(draft.rect(firer).front_middle());
        let mut facts = MoraleFacts {
            addition,
            by_artillery: rolled.facts.firer.arm == Arm::Artillery,
            enfiladed: fire_sector(&rolled.facts, rolled.band, &draft.options),
            disordered_by_it: rolled.facts.target.level == Level::GoodOrder && draft.is_depleted(id),
            ..morale_facts(draft, id, Cause::Fire, threat)
        };
        if let Some(cover) = &rolled.cover {
            cover.shelters(&mut facts);
        }
        // ADF-RESULT-04: a section just lost counts at once, or from the next check by the option
        if draft.arm(id) == Arm::Artillery && draft.options.section_counts_next_check {
            facts.stands = facts.stands.saturating_add(lost).min(facts.stands_at_start);
        }
        check_unit(draft, id, &facts, Some(firer), troubles, dice)?;
    }
    mourn(draft, &killed, id, troubles);
    Ok(())
}

/// ADF-PASS-01, -03, -05, -06: enemies in the strip behind the first target, nearest first, fixed when the fire is declared.
/// ADF-PASS-07: not in desperation, melee and the volleys of an impact. ADF-FIRE-36: friends are never hit.
pub(crate) fn pass_through(state: &State, units: &[UnitId], at: UnitId, manner: Manner) -> Vec<UnitId> {
    if !matches!(manner, Manner::Ordinary | Manner::Deliberate | Manner::PointBlank) {
        return Vec::new();
    }
    let Some(first) = units.first() else { return Vec::new() };
    // ADF-ARTY-14
    let reach = if state.arm(*first) == Arm::Artillery { inches(2) } else { inches(1) };
    let rect = state.rect(at);
    let Some(heading) = Heading::of(rect.centre() - state.rect(*first).centre()) else { return Vec::new() };
    // from the edge that looks away from the firer; a hair more, so that a unit exactly at the limit is reached
    let away = |edge: &Edge| rect.edge_normal(*edge).difference(heading).unsigned_abs();
    let (left, right) = rect.edge(Edge::ALL.into_iter().min_by_key(away).unwrap_or(Edge::Rear));
    let by = Vector::along(heading, reach + GRAIN * 2);
    let strip = Convex::hull(&[left, right, left + by, right + by]);
    let mut hit: Vec<(Length, UnitId)> = state
        .troops(state.side(at))
        .filter(|id| *id != at && overlaps(&strip, state.rect(*id)))
        .map(|id| (distance(rect, state.rect(id)), id))
        .collect();
    hit.sort_unstable();
    hit.into_iter().map(|(_, id)| id).collect()
}
