//! What lies in the way of a formed unit: skirmish stands, officers without a unit, guns without crews. And how guns are
//! left and manned again.

use crate::aftermath::{ruin, thinned};
use crate::body::Hand;
use crate::c;
use crate::carry::has_room;
use crate::event::Event;
use crate::losses::returning;
use crate::options::SkirmishContact;
use crate::potomac::PotomacDraft;
use crate::state::{Fate, State};
use longroll_kit::{Clause, UnitId};
use longroll_table::{Convex, Pose, Rect, overlaps, touching};

/// POT-EVADE-08, POT-MORALE-18: unlimbered guns stay where they are.
pub(crate) fn leave_guns(draft: &mut PotomacDraft, id: UnitId) {
    if draft.is_deployed_artillery(id) {
        let guns = draft.unit(id).body.clone();
        draft.emit(Event::GunsLeft { unit: id, guns });
    }
}

/// Enemy officers whom units touch before they move: nobody takes them by standing there or by going away
/// (POT-LEADER-14), only by going over them.
pub(crate) fn beside(state: &State, units: &[UnitId]) -> Vec<UnitId> {
    let touched = |officer: &UnitId| {
        units.iter().any(|id| {
            state.side(*id) != state.side(*officer)
                && touching(&state.unit(*id).print, &state.unit(*officer).print)
        })
    };
    state.ids().filter(|id| state.is_officer(*id) && state.is_placed(*id)).filter(touched).collect()
}

/// What a formed unit that moves does to those it touches: skirmish stands are swept away (POT-SKIRM-11, POT-DRIVE-10),
/// unattached officers captured (POT-LEADER-16), abandoned guns taken (POT-EVADE-09).
/// `beside`: officers whom it touched before it moved.
pub(crate) fn overrun(draft: &mut PotomacDraft, id: UnitId, over: &[Convex], beside: &[UnitId]) {
    let side = draft.side(id);
    for other in draft.ids().filter(|other| draft.side(*other) != side).collect::<Vec<_>>() {
        if draft.is_line(other) {
            sweep_line(draft, other, over);
        } else if draft.is_officer(other) && draft.is_placed(other) {
            let officer = &draft.unit(other).print;
            let taken =
                if beside.contains(&other) { overlaps(over, officer) } else { touching(over, officer) };
            if taken {
                draft.emit(Event::Removed { unit: other, fate: Fate::Captured, clause: c::LEADER_16 });
            }
        } else if draft.unit(other).guns.is_some() && draft.unit(other).fate == Fate::OnTable {
            take_guns(draft, other, over);
        }
    }
}

fn sweep_line(draft: &mut PotomacDraft, line: UnitId, over: &[Convex]) {
    let stand = draft.stand();
    let bases = &draft.unit(line).bases;
    let is_hit = |pose: &Pose| touching(over, &Rect::new(*pose, stand));
    let mut left: Vec<Pose> = bases.iter().copied().filter(|pose| !is_hit(pose)).collect();
    if left.len() == bases.len() {
        return;
    }
    if draft.options.skirmish_contact == SkirmishContact::WholeLine {
        left.clear();
    }
    lose_bases(draft, line, left, c::SKIRM_11);
}

/// Skirmish stands are gone; a stand of the parent counts as lost when both of its bases are (POT-GAME-03).
pub(crate) fn lose_bases(draft: &mut PotomacDraft, line: UnitId, left: Vec<Pose>, clause: Clause) {
    let before = draft.unit(line).bases.len() as u8;
    let after = left.len() as u8;
    let stands = returning(before) - returning(after);
    let parent = draft.piece(line).partner.unwrap_or(line);
    draft.emit(Event::LineLost { line, parent, bases: left, lost: before - after, stands, clause });
}

/// Bases lost to wear or surplus hits: from the end that the parent's owner has named (POT-SKIRM-18).
pub(crate) fn wear_line(draft: &mut PotomacDraft, line: UnitId, lost: u8, clause: Clause) {
    if lost == 0 {
        return;
    }
    let unit = draft.unit(line);
    let end = draft.piece(line).partner.map_or(unit.sheds, |parent| draft.unit(parent).sheds);
    let mut left: Vec<Pose> = unit.bases.to_vec();
    if let Some(first) = left.first().copied() {
        let axis = first.facing.right();
        left.sort_by_key(|base| (base.at - first.at).measured_along(axis));
    }
    for _ in 0..lost.min(left.len() as u8) {
        match end {
            Hand::Left => drop(left.remove(0)),
            Hand::Right => drop(left.pop()),
        }
    }
    lose_bases(draft, line, left, clause);
}

/// POT-EVADE-09: captured guns are gone, and crews never outnumber guns.
fn take_guns(draft: &mut PotomacDraft, battery: UnitId, over: &[Convex]) {
    let stand = draft.stand();
    let Some(guns) = draft.unit(battery).guns.clone() else { return };
    let mut left = guns.clone();
    left.cells.retain(|cell| !touching(over, &guns.stand(*cell, stand)));
    if left.cells.len() == guns.cells.len() {
        return;
    }
    let crews = draft.unit(battery).body.clone();
    let surplus = crews.stands().saturating_sub(left.stands());
    let sheds = draft.unit(battery).sheds;
    let body = thinned(&crews, surplus, sheds, stand);
    let gone = body.stands() == 0;
    let guns = (!gone).then_some(left);
    draft.emit(Event::GunLost { unit: battery, guns, body, stands: surplus });
    if gone {
        ruin(draft, battery);
    }
}

/// POT-EVADE-08, POT-EVADE-10: crews that touch their guns man them again, as many as there are crews.
pub(crate) fn man_guns(draft: &mut PotomacDraft, id: UnitId) {
    let Some(guns) = draft.unit(id).guns.clone() else { return };
    let stand = draft.stand();
    if !draft.is_formed(id) || !touching(&draft.unit(id).print, &guns.footprint(stand)) {
        return;
    }
    let crews = draft.unit(id).body.stands();
    let surplus = guns.stands().saturating_sub(crews);
    let sheds = draft.unit(id).sheds;
    let body = (0..surplus).fold(guns, |body, _| body.without_one(sheds, stand));
    // POT-R17: not while somebody stands on them
    if has_room(draft, id, &body) {
        draft.emit(Event::GunsManned { unit: id, body });
    }
}
