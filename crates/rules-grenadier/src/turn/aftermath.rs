//! What hurts units and generals: DPs with their cause, figures, removal, the risk to generals.

use crate::book::kinds::Kind;
use crate::c;
use crate::procedures::fire::MOST_DP;
use crate::procedures::pace::{self, Thrown};
use crate::procedures::tests_of_command::{Risk, risk};
use crate::ruleset::GrenadierDraft;
use crate::turn::apply::place_with;
use crate::turn::event::{Cause, Event};
use crate::turn::state::{How, Moment, Standing, State, Step};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Clause, UnitId};
use longroll_table::{Length, Point, distance, inches, touching, within};
use smallvec::SmallVec;

/// GRE-DP-01: DPs with their cause. GRE-DP-02: three at most; the excess is figures or nothing after GRE-DP-03,
/// GRE-DP-04, GRE-DP-05. GRE-UNIT-20: a sniper takes none.
pub fn disrupt(
    draft: &mut GrenadierDraft,
    unit: UnitId,
    dp: u8,
    cause: Cause,
    clause: Clause,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if dp == 0 || !draft.is_on_table(unit) || !draft.kind(unit).is_unit() {
        return Ok(());
    }
    let mut dp = dp;
    // GRE-DP-07: one a turn from movement dice
    if cause == Cause::Movement && draft.is_skirmishing(unit) {
        dp = u8::from(!draft.unit(unit).today.skirmish_dp);
    }
    let marks = dp.min(MOST_DP.saturating_sub(draft.unit(unit).dp));
    if marks > 0 {
        draft.emit(Event::Disrupted { unit, dp: marks, cause, clause });
    }
    let excess = dp - marks;
    if excess > 0 && cause.costs_figures(draft.options.excess_is_figures) {
        lose_figures(draft, unit, u32::from(excess), cause == Cause::Fire, clause, dice)?;
    }
    Ok(())
}

/// GRE-DP-06, GRE-DP-08: what movement dice do to a unit that has gone a straight way, after the move. GRE-TERRAIN-01: rough
/// going on the way; GRE-TERRAIN-04: a column wholly on a road.
pub fn tire(
    draft: &mut GrenadierDraft,
    id: UnitId,
    thrown: &Thrown,
    (from, to): (Point, Point),
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let field = &draft.field;
    let rough = draft.ground.is_rough(field, from, to);
    let on_road = from != to && field.road_stretch(from, to).about(from.distance_to(to));
    let dp = pace::movement_dp(thrown, draft.kind(id), draft.unit(id).form, rough, on_road);
    disrupt(draft, id, dp, Cause::Movement, c::DP_08, dice)
}

/// Hits of any fire: GRE-DP-03. A sniper goes with the first (GRE-UNIT-20).
pub fn hit(draft: &mut GrenadierDraft, unit: UnitId, hits: u32, dice: &mut dyn Dice) -> Result<(), Wanted> {
    if hits > 0 && draft.kind(unit) == Kind::Sniper {
        draft.emit(Event::FiguresLost { unit, whole: unit, lost: 1, by_fire: true, clause: c::UNIT_20 });
        draft.emit(Event::Removed { unit, standing: Standing::Dispersed, clause: c::UNIT_20 });
        return Ok(());
    }
    let hits = u8::try_from(hits.min(200)).unwrap_or(u8::MAX);
    disrupt(draft, unit, hits, Cause::Fire, c::DP_03, dice)
}

/// GRE-UNIT-22: figures come off the unit that was hit; GRE-UNIT-09: the last one takes the unit with it.
pub fn lose_figures(
    draft: &mut GrenadierDraft,
    unit: UnitId,
    lost: u32,
    by_fire: bool,
    clause: Clause,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let lost = lost.min(u32::from(draft.unit(unit).figures)) as u16;
    if lost > 0 {
        let whole = draft.whole(unit);
        draft.emit(Event::FiguresLost { unit, whole, lost, by_fire, clause });
    }
    if draft.unit(unit).figures == 0 {
        disperse(draft, unit, Standing::Dispersed, c::UNIT_09, dice)?;
    }
    Ok(())
}

/// Takes a unit off for good (GRE-UNIT-10). Its brigade must test (GRE-BRIG-01), unless it is lost in the brigade's own
/// break; its generals are at risk (GRE-LEADER-03).
pub fn disperse(
    draft: &mut GrenadierDraft,
    unit: UnitId,
    standing: Standing,
    clause: Clause,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if !draft.is_on_table(unit) {
        return Ok(());
    }
    let with: SmallVec<[UnitId; 2]> = draft.attached(unit).collect();
    draft.emit(Event::Removed { unit, standing, clause });
    let is_felt = draft.options.far_dispersal_tests || is_near_its_brigade(draft, unit);
    let own_break = draft.step == Step::Morale && draft.moment() == Moment::Late && clause == c::BRIG_12;
    if draft.piece(unit).parent.is_none() && !own_break && is_felt {
        must_test(draft, unit, c::BRIG_01);
    }
    for general in with {
        draft.emit(Event::Attached { general, unit: None });
        at_risk(draft, general, dice)?;
        // ruling GRE-R14: he stays where he was, unless the enemy is upon him (GRE-MOVE-27)
        let enemy = draft.side(general).enemy();
        if draft.is_on_table(general) && draft.troops(enemy).any(|unit| draft.touches(unit, general)) {
            overrun(draft, general, dice)?;
        }
    }
    Ok(())
}

/// GRE-OPT-24: does another unit of its brigade stand within 12 in of where it was?
fn is_near_its_brigade(state: &State, unit: UnitId) -> bool {
    let brigade = state.piece(unit).brigade;
    state.troops(state.side(unit)).any(|other| {
        other != unit
            && state.piece(other).brigade == brigade
            && within(&state.unit(other).rect, &state.unit(unit).rect, inches(12))
    })
}

/// GRE-BRIG-01: a cause for the brigade's test.
pub fn must_test(draft: &mut GrenadierDraft, unit: UnitId, clause: Clause) {
    if let Some(brigade) = draft.piece(unit).brigade
        && !draft.brigades[usize::from(brigade)].must_test
    {
        draft.emit(Event::MustTest { brigade, clause });
    }
}

/// GRE-FIRE-39, GRE-ARTY-29: every general, of either side, in contact with or within 3 in of the unit; the first player's
/// throw first (GRE-GEN-10).
pub fn generals_near(state: &State, unit: UnitId) -> SmallVec<[UnitId; 2]> {
    let rect = state.unit(unit).rect;
    let all = state.generals(state.first).chain(state.generals(state.first.enemy()));
    all.filter(|general| within(&rect, &state.unit(*general).rect, inches(3))).collect()
}

/// GRE-LEADER-01: a throw on the risk table and what comes of it.
pub fn at_risk(draft: &mut GrenadierDraft, general: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    if !draft.is_on_table(general) {
        return Ok(());
    }
    let fell = risk(dice)?;
    draft.emit(Event::RiskThrown { general, risk: fell });
    if fell.is_lost() {
        let standing = match fell {
            Risk::Killed => Standing::Killed,
            Risk::Captured => Standing::Captured,
            _ => Standing::Wounded,
        };
        lose_general(draft, general, standing, c::LEADER_01);
    }
    Ok(())
}

/// GRE-BRIG-01: a brigade that loses its brigadier tests.
pub fn lose_general(draft: &mut GrenadierDraft, general: UnitId, standing: Standing, clause: Clause) {
    draft.emit(Event::Removed { unit: general, standing, clause });
    let brigades: SmallVec<[u16; 2]> = (0..draft.brigades.len() as u16)
        .filter(|brigade| draft.muster.brigades[usize::from(*brigade)].brigadier == Some(general))
        .collect();
    for brigade in brigades {
        draft.emit(Event::MustTest { brigade, clause: c::BRIG_01 });
    }
}

/// A general left alone goes to the nearest friendly unit (GRE-BRIG-19), and not to one that runs itself if there is another.
pub fn join_nearest(draft: &mut GrenadierDraft, general: UnitId) {
    let body = draft.unit(general).rect;
    let friends = draft.troops(draft.side(general));
    let nearest = friends
        .map(|unit| (draft.unit(unit).status.is_broken(), distance(&body, &draft.unit(unit).rect), unit))
        .min();
    if let Some((_, _, unit)) = nearest {
        join(draft, general, unit);
    }
}

pub fn join(draft: &mut GrenadierDraft, general: UnitId, unit: UnitId) {
    let to = place_with(draft, unit);
    draft.emit(Event::Moved { unit: general, to, distance: Length::ZERO, how: How::Placed });
    draft.emit(Event::Attached { general, unit: Some(unit) });
}

/// After a unit has moved: enemy snipers under it are gone (GRE-UNIT-20), enemy generals alone in its way ride to the
/// nearest friends within 4 AvD inches or are captured (GRE-MOVE-27).
pub fn run_over(draft: &mut GrenadierDraft, unit: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    if !draft.is_on_table(unit) || !draft.kind(unit).is_unit() {
        return Ok(());
    }
    let rect = draft.unit(unit).rect;
    let enemy = draft.side(unit).enemy();
    let under: SmallVec<[UnitId; 2]> = draft
        .ids()
        .filter(|id| draft.is_on_table(*id) && draft.side(*id) == enemy && !draft.kind(*id).is_unit())
        .filter(|id| touching(&rect, &draft.unit(*id).rect))
        .collect();
    for id in under {
        if draft.kind(id) == Kind::Sniper {
            draft.emit(Event::FiguresLost {
                unit: id,
                whole: id,
                lost: 1,
                by_fire: false,
                clause: c::UNIT_20,
            });
            draft.emit(Event::Removed { unit: id, standing: Standing::Dispersed, clause: c::UNIT_20 });
        } else if draft.unit(id).attached.is_none() {
            overrun(draft, id, dice)?;
        }
    }
    Ok(())
}

fn overrun(draft: &mut GrenadierDraft, general: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let ride = inches(i64::from(dice.sum(c::MOVE_27, 4, Die::Average)?));
    let body = draft.unit(general).rect;
    let nearest = draft
        .troops(draft.side(general))
        .map(|unit| (distance(&body, &draft.unit(unit).rect), unit))
        .min()
        .filter(|(away, _)| away.within(ride));
    match nearest {
        Some((_, unit)) => join(draft, general, unit),
        None => lose_general(draft, general, Standing::Captured, c::MOVE_27),
    }
    Ok(())
}
