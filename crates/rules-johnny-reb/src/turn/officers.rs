//! Officers: with whom they are, what their loss means, how they go along.

use crate::book::kinds::{Arm, Formation, Grade};
use crate::c;
use crate::ruleset::{JohnnyRebDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::event::Event;
use crate::turn::flight::remove;
use crate::turn::morale_step::{Alarm, spread};
use crate::turn::state::{Fate, State};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Clause, UnitId};
use longroll_table::{Convex, Footprint, Pose, Rect, distance, inches, touching, within};
use smallvec::SmallVec;

/// JR-OFFICER-01: the unit he is present with, within 1 in: the one named by his owner; if none was, the nearest of his
/// own command, then the nearest (ruling JR-R03).
pub fn charge_of(state: &State, officer: UnitId) -> Option<UnitId> {
    if !state.is_on_table(officer) {
        return None;
    }
    let rect = &state.unit(officer).rect;
    let near = |id: UnitId| state.is_on_table(id) && within(rect, &state.unit(id).rect, inches(1));
    if let Some(named) = state.unit(officer).with.filter(|id| near(*id)) {
        return Some(named);
    }
    let brigade = &state.piece(officer).brigade;
    state
        .troops(state.side(officer))
        .filter(|id| within(rect, &state.unit(*id).rect, inches(1)))
        .min_by_key(|id| (state.piece(*id).brigade != *brigade, distance(rect, &state.unit(*id).rect), *id))
}

/// Units that an officer could be named to be present with.
pub fn within_reach(state: &State, officer: UnitId) -> SmallVec<[UnitId; 4]> {
    let rect = &state.unit(officer).rect;
    let near = state.troops(state.side(officer)).filter(|id| within(rect, &state.unit(*id).rect, inches(1)));
    near.collect()
}

/// JR-OFFICER-01: once a turn, and only within 1 in.
pub(crate) fn may_attach(state: &State, officer: UnitId, unit: UnitId) -> Result<(), Refused> {
    let name = |id: UnitId| state.name(id).to_owned();
    if !state.is_officer(officer) || state.is_officer(unit) {
        return refuse(c::OFFICER_01, Why::WrongOrder { unit: name(officer) });
    }
    if state.unit(officer).flags.named {
        return refuse(c::OFFICER_01, Why::AlreadyTried { unit: name(officer) });
    }
    let (ours, theirs) = (&state.unit(officer).rect, &state.unit(unit).rect);
    if !within(ours, theirs, inches(1)) {
        let (measured, allowed) = (distance(ours, theirs), inches(1));
        return refuse(c::OFFICER_01, Why::OutOfRange { measured, allowed });
    }
    Ok(())
}

pub fn officers_with(state: &State, id: UnitId) -> SmallVec<[UnitId; 2]> {
    let near = state.officers(state.side(id));
    near.filter(|officer| charge_of(state, *officer) == Some(id)).collect()
}

/// JR-MPM-02: the best officer present.
pub fn best_officer(state: &State, id: UnitId) -> Option<Grade> {
    officers_with(state, id).iter().filter_map(|officer| state.piece(*officer).grade).max()
}

/// JR-OFFICER-03: is the unit of the officer's command?
pub fn commands(state: &State, officer: UnitId, unit: UnitId) -> bool {
    let (leads, piece) = (&state.piece(officer).brigade, state.piece(unit));
    piece.side == state.side(officer) && (piece.brigade == *leads || piece.above.contains(leads))
}

/// JR-MPM-10: has the brigade's commander been lost, though he may have been replaced?
pub fn commander_lost(state: &State, id: UnitId) -> bool {
    let brigade = &state.piece(id).brigade;
    state.ids().any(|officer| {
        let piece = state.piece(officer);
        piece.grade == Some(Grade::Brigade)
            && piece.side == state.side(id)
            && piece.brigade == *brigade
            && (state.unit(officer).had_loss || state.unit(officer).fate == Fate::Killed)
    })
}

/// JR-MPM-10: regiments and battalions of the same brigade that are lost.
pub fn regiments_lost(state: &State, id: UnitId) -> u32 {
    let piece = state.piece(id);
    let lost = state.ids().filter(|other| {
        let theirs = state.piece(*other);
        *other != id
            && matches!(theirs.arm, Arm::Infantry | Arm::Cavalry)
            && theirs.side == piece.side
            && theirs.brigade == piece.brigade
            && !matches!(state.unit(*other).fate, Fate::OnTable | Fate::Left)
    });
    u32::try_from(lost.count()).unwrap_or(u32::MAX)
}

/// JR-OFFICER-03: figures or sections lost to fire or melee, then a die for each, or one for the fire (JR-OPT-09), for
/// every officer who was with the unit; a 6 kills. Those left stay with it on its narrower ground (ruling JR-R18).
pub fn lose_figures(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    lost: u32,
    clause: Clause,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if lost == 0 {
        return Ok(());
    }
    let with = officers_with(draft, id);
    draft.emit(Event::Lost { unit: id, figures: lost, clause });
    let rolls = if draft.options.officer_once { 1 } else { lost };
    for officer in &with {
        if dice.count(c::OFFICER_03, rolls, Die::D6, 6)? > 0 {
            draft.emit(Event::OfficerLost { officer: *officer, clause: c::OFFICER_03 });
        }
    }
    keep_up(draft, &with, id);
    Ok(())
}

/// A new formation, and the officers who were with the unit still with it (ruling JR-R18).
pub fn reform(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    (formation, mounted): (Formation, bool),
    clause: Clause,
) {
    let with = officers_with(draft, id);
    draft.emit(Event::Formed { unit: id, formation, mounted, clause });
    keep_up(draft, &with, id);
}

/// Ruling JR-R18: who was with a unit and is no longer within 1 in of it, or nearer to another, closes up behind it.
pub fn keep_up(draft: &mut JohnnyRebDraft, with: &[UnitId], id: UnitId) {
    for officer in with {
        let apart = draft.is_on_table(*officer) && charge_of(draft, *officer) != Some(id);
        if apart && draft.is_on_table(id) {
            let to = beside(draft, *officer, id);
            let (officer, with) = (*officer, Some(id));
            draft.emit(Event::OfficerPlaced { officer, to, clause: c::OFFICER_02, with });
        }
    }
}

/// JR-OFFICER-04: his unit is gone, or an enemy has touched him when alone: 1 to 3 he is lost, otherwise he rides to the
/// nearest friends within 12 in.
pub fn escape(draft: &mut JohnnyRebDraft, officer: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let saved = dice.count(c::OFFICER_04, 1, Die::D6, 4)? == 1;
    let rect = draft.unit(officer).rect;
    let friend = draft
        .troops(draft.side(officer))
        .map(|id| (distance(&rect, &draft.unit(id).rect), id))
        .filter(|(away, _)| away.within(inches(12)))
        .min();
    match friend {
        Some((_, friend)) if saved => {
            let to = beside(draft, officer, friend);
            let with = Some(friend);
            draft.emit(Event::OfficerPlaced { officer, to, clause: c::OFFICER_04, with });
        }
        _ => draft.emit(Event::OfficerLost { officer, clause: c::OFFICER_04 }),
    }
    Ok(())
}

/// JR-OFFICER-04, JR-ARTY-06: what a unit runs over on its way: lone officers of the enemy and abandoned guns.
pub fn overrun(
    draft: &mut JohnnyRebDraft,
    by: UnitId,
    over: &[Convex],
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let enemy = draft.side(by).enemy();
    // JR-OPT-15: guns that their crews have left, and with them the battery
    let left: SmallVec<[UnitId; 2]> = draft
        .troops(enemy)
        .filter(|id| {
            let unit = draft.unit(*id);
            unit.guns_at.is_some_and(|at| touching(over, &Rect::new(at, unit.rect.size())))
        })
        .collect();
    for id in left {
        let alarm = Alarm { unit: id, rect: draft.unit(id).rect };
        remove(draft, id, Fate::Captured, c::ARTY_06, dice)?;
        spread(draft, vec![alarm], dice)?;
    }
    let touched: SmallVec<[UnitId; 2]> =
        draft.ids().filter(|id| draft.side(*id) == enemy && touching(over, &draft.unit(*id).rect)).collect();
    for id in touched {
        if draft.unit(id).fate == Fate::Abandoned {
            draft.emit(Event::GunsCaptured { unit: id, by });
        }
        let alone = draft.is_officer(id) && draft.is_on_table(id) && charge_of(draft, id).is_none();
        if alone {
            escape(draft, id, dice)?;
        }
    }
    Ok(())
}

/// Close behind a unit, on the table.
pub fn beside(state: &State, officer: UnitId, friend: UnitId) -> Pose {
    let unit = state.unit(friend);
    let back = unit.rect.size().depth.half() + inches(1).half();
    onto_table(
        state,
        officer,
        Pose { at: unit.pose.at.ahead(unit.pose.facing.opposite(), back), facing: unit.pose.facing },
    )
}

/// JR-OFFICER-02: those who were with a unit go along when it moves, turning with it as it wheels; who faces about has
/// them where they were (ruling JR-R18).
pub fn carry(draft: &mut JohnnyRebDraft, with: &[UnitId], id: UnitId, was: Pose) {
    let now = draft.unit(id).pose;
    let turned = was.facing.difference(now.facing);
    let turned = if turned.unsigned_abs() > 16_384 { 0 } else { turned };
    for officer in with {
        if !draft.is_on_table(*officer) {
            continue;
        }
        let spoke = (draft.unit(*officer).pose.at - was.at).turned(turned);
        let to = onto_table(draft, *officer, Pose { at: now.at + spoke, facing: now.facing });
        draft.emit(Event::OfficerPlaced { officer: *officer, to, clause: c::OFFICER_02, with: None });
    }
    keep_up(draft, with, id);
}

pub(crate) fn onto_table(state: &State, id: UnitId, pose: Pose) -> Pose {
    let size = state.unit(id).rect.size();
    let rect = Rect::new(pose, size);
    if state.field.inside(&Footprint::single(rect)) {
        return pose;
    }
    longroll_table::TableEdge::ALL.into_iter().fold(pose, |pose, edge| {
        let room = state.field.distance_to_edge(&Rect::new(pose, size), edge);
        if room < longroll_table::Length::ZERO { pose.moved(edge.outward().opposite(), -room) } else { pose }
    })
}
