//! Contact: how two units come to stand against each other (GRE-CHARGE-29), and what touching does.

use crate::book::kinds::Form;
use crate::c;
use crate::field::course::overlapped;
use crate::procedures::melee::Arrival;
use crate::ruleset::GrenadierDraft;
use crate::turn::aftermath::{disperse, run_over};
use crate::turn::charge::{are_mutual, must_evade};
use crate::turn::event::Event;
use crate::turn::state::{Contact, How, Standing, State, Status};
use longroll_dice::{Dice, Wanted};
use longroll_kit::UnitId;
use longroll_table::{Edge, Length, Pose, Rect, contact_edge, inches, thousandths};

/// GRE-CHARGE-29: the front edge flat against the edge touched, shifted sideways up to half the frontage; if there is no
/// room for that it stays as it came.
pub fn flush(state: &State, id: UnitId, target: UnitId, flank: bool) -> Pose {
    let (own, other) = (state.unit(id).rect, state.unit(target).rect);
    let plain = state.has_facing(target) && state.unit(target).building.is_none();
    let touched = contact_edge(&own, &other).map_or(Edge::Front, |contact| contact.edge);
    let edge = match (plain, flank) {
        (true, false) => Edge::Front,
        (true, true) if touched == Edge::Front => Edge::Rear,
        _ => touched,
    };
    let normal = other.edge_normal(edge);
    let size = other.size();
    let (out, width) = if matches!(edge, Edge::Front | Edge::Rear) {
        (size.depth.half(), size.front)
    } else {
        (size.front.half(), size.depth)
    };
    let middle = other.centre().ahead(normal, out + own.size().depth.half());
    let along = normal.right();
    let wish = (own.centre() - middle).measured_along(along);
    let limit = (width.half() + own.size().front.half() - thousandths(1000)).max(Length::ZERO);
    let start = wish.max(-limit).min(limit);
    let shift = own.size().front.half();
    let place = |offset: Length| Pose { at: middle.ahead(along, offset), facing: normal.opposite() };
    let mut step = Length::ZERO;
    while step <= shift {
        for offset in [start - step, start + step] {
            let pose = place(offset);
            let rect = Rect::new(pose, own.size());
            let moved = pose.at.distance_to(own.centre()).within(own.size().front + inches(3));
            let inside = offset.abs().within(limit + thousandths(10));
            if inside && moved && state.field.inside(&rect) && is_free(state, id, target, &rect) {
                return pose;
            }
        }
        step += thousandths(250);
    }
    state.unit(id).pose
}

fn is_free(state: &State, id: UnitId, _: UnitId, rect: &Rect) -> bool {
    overlapped(state, id, rect).is_none()
}

/// A charger or pursuer that touches: GRE-UNIT-13 disperses a Routing unit, everybody else is in melee from now on.
pub fn close_in(
    draft: &mut GrenadierDraft,
    id: UnitId,
    target: UnitId,
    flank: bool,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if draft.unit(target).status == Status::Routing {
        draft.emit(Event::ChargeEnded { unit: id });
        return disperse(draft, target, Standing::Dispersed, c::UNIT_13, dice);
    }
    let to = flush(draft, id, target, flank);
    if !stands_at(draft.unit(id).pose, to) {
        draft.emit(Event::Moved { unit: id, to, distance: Length::ZERO, how: How::Placed });
        run_over(draft, id, dice)?;
    }
    let retreating = draft.unit(target).status == Status::Retreating;
    // GRE-CHARGE-19: skirmishers caught in the open fight as if struck in the rear
    let caught = must_evade(draft, target, id) && !are_mutual(draft, id, target);
    let contact =
        Contact { attacker: id, defender: target, flank: flank || retreating || caught, inside: false };
    draft.emit(Event::ContactMade(contact));
    Ok(())
}

/// How the unit came into the round that is to be fought.
pub fn arrive(draft: &mut GrenadierDraft, unit: UnitId, arrival: Arrival) {
    draft.emit(Event::Arrived { unit, arrival });
}

/// A garrison has no formation and nobody to charge from it (GRE-TERRAIN-07).
pub fn is_garrison(state: &State, id: UnitId) -> bool {
    state.unit(id).form == Form::Garrison
}

/// Is it there already, as near as a place can be measured?
fn stands_at(pose: Pose, to: Pose) -> bool {
    pose.facing == to.facing && pose.at.distance_to(to.at).touches()
}
