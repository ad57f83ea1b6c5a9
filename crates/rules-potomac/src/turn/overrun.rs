//! What lies in the way of a formed unit: skirmish stands, officers without a unit, guns without crews. And how guns are
//! left and manned again.

use crate::book::options::SkirmishContact;
use crate::c;
use crate::field::body::Hand;
use crate::field::ground::Hulls;
use crate::procedures::losses::returning;
use crate::ruleset::PotomacDraft;
use crate::turn::aftermath::{ruin, thinned};
use crate::turn::answers::has_room;
use crate::turn::event::Event;
use crate::turn::state::{Fate, State};
use longroll_kit::{Clause, Side, UnitId};
use longroll_table::{Convex, Footprint, Heading, Length, Point, Pose, Rect, overlaps, touching};

/// POT-EVADE-08, POT-MORALE-18: unlimbered guns stay where they are; POT-EVADE-09: enemies who touch them take them.
pub(crate) fn leave_guns(draft: &mut PotomacDraft, id: UnitId) {
    if !draft.is_deployed_artillery(id) {
        return;
    }
    let guns = draft.unit(id).body.clone();
    draft.emit(Event::GunsLeft { unit: id, guns });
    let enemies = draft.formed(draft.side(id).enemy());
    let stands: Hulls =
        enemies.flat_map(|enemy| draft.unit(enemy).print.stands().iter().map(Convex::of)).collect();
    take_guns(draft, id, &stands);
}

/// The ground under a body.
pub(crate) fn ground_of(print: &Footprint) -> Hulls {
    print.stands().iter().map(Convex::of).collect()
}

/// Is there anybody on this ground whom a unit of the side would overrun?
pub(crate) fn anybody_on(state: &State, side: Side, over: &[Convex]) -> bool {
    let stand = state.stand();
    state.ids().filter(|other| state.side(*other) != side).any(|other| {
        let unit = state.unit(other);
        let loose = state.is_line(other) || (state.is_officer(other) && state.is_placed(other));
        let guns = unit.guns.as_ref().filter(|_| unit.fate == Fate::OnTable);
        (loose && touching(over, &unit.print))
            || guns.is_some_and(|guns| touching(over, &guns.footprint(stand)))
    })
}

/// POT-CHARGE-07: skirmish stands that a charge comes over on its way are gone at once, those that lie wholly short of the line
/// at which it would strike its target. Whoever stands beside the target is reached with it (POT-R26).
pub(crate) fn ride_down(
    draft: &mut PotomacDraft,
    id: UnitId,
    over: &[Convex],
    line: Point,
    heading: Heading,
) {
    let is_short = |stand: &Rect| {
        stand.corners().iter().all(|corner| (*corner - line).measured_along(heading).within(Length::ZERO))
    };
    let enemies: Vec<UnitId> = draft.lines(draft.side(id).enemy()).collect();
    for enemy in enemies {
        sweep_line(draft, enemy, |stand| is_short(stand) && touching(over, stand));
    }
}

/// Enemy officers whom units touch before they move: nobody takes them by standing there or by going away
/// (POT-LEADER-14), only by going over them.
pub(crate) fn beside(state: &State, units: &[UnitId]) -> Vec<UnitId> {
    let touched = units.iter().flat_map(|id| beside_print(state, state.side(*id), &state.unit(*id).print));
    touched.collect()
}

/// The same of a body that is not there any more.
pub(crate) fn beside_print(state: &State, side: Side, print: &Footprint) -> Vec<UnitId> {
    let officers = state.ids().filter(|id| state.is_officer(*id) && state.is_placed(*id));
    officers.filter(|id| state.side(*id) != side && touching(print, &state.unit(*id).print)).collect()
}

/// What a formed unit that moves does to those it touches: skirmish stands are swept away (POT-SKIRM-11, POT-DRIVE-10),
/// unattached officers captured (POT-LEADER-16), abandoned guns taken (POT-EVADE-09).
/// `beside`: officers whom it touched before it moved.
pub(crate) fn overrun(draft: &mut PotomacDraft, id: UnitId, over: &[Convex], beside: &[UnitId]) {
    let side = draft.side(id);
    for other in draft.ids().filter(|other| draft.side(*other) != side).collect::<Vec<_>>() {
        if draft.is_line(other) {
            sweep_line(draft, other, |stand| touching(over, stand));
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

fn sweep_line(draft: &mut PotomacDraft, line: UnitId, is_hit: impl Fn(&Rect) -> bool) {
    let stand = draft.stand();
    let bases = &draft.unit(line).bases;
    let mut left: Vec<Pose> =
        bases.iter().copied().filter(|pose| !is_hit(&Rect::new(*pose, stand))).collect();
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
    let print = body.footprint(stand);
    let held = draft.lines(draft.side(id).enemy()).any(|line| overlaps(&print, &draft.unit(line).print));
    if !held && has_room(draft, id, &body) {
        draft.emit(Event::GunsManned { unit: id, body });
    }
}
