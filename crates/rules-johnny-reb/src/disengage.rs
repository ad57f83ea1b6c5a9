//! Phase 5: units on Disengage run from the nearest enemy, out of melee too.

use crate::c;
use crate::charging::{did, volley};
use crate::event::Event;
use crate::fire::Situation;
use crate::flight::{Landing, away, disorder, farthest, land, remove};
use crate::ground::nearest_enemy;
use crate::impact::able_to_fire;
use crate::johnny_reb::{JohnnyRebDraft, refuse};
use crate::kinds::{Arm, Formation, Quality};
use crate::rates::{TURN, share};
use crate::state::{Debt, Errand, Fate, March, State};
use crate::why::Why;
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Stop, UnitId};
use longroll_table::{Footprint, Heading, Length, Pose, Rect, inches};

/// JR-MOVE-10, -15, JR-MELEE-10: straight away from the nearest enemy, under the eyes of those on Hold (JR-ORDER-02).
pub(crate) fn withdraw(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    length: Length,
    about: bool,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let enemy = nearest_enemy(draft, id).map(|(_, enemy)| enemy);
    let heading = away(draft, id, enemy);
    let allowed = disengage_reach(draft, id, heading);
    if length < Length::ZERO || !length.within(allowed) {
        let tenths =
            (length.micrometres().max(0).saturating_mul(10) / allowed.micrometres().max(1)).min(9999);
        let tenths_of_turn = u32::try_from(tenths).unwrap_or(9999);
        let clause = if draft.arm(id) == Arm::Artillery { c::MOVE_15 } else { c::MOVE_10 };
        return Ok(refuse(clause, Why::TooFar { tenths_of_turn })?);
    }
    let foe = draft
        .contact_of(id)
        .map(|contact| if contact.attacker == id { contact.defender } else { contact.attacker });
    let guns = draft.arm(id) == Arm::Artillery;
    if guns && draft.unit(id).formation != Formation::Limbered && draft.unit(id).horses_lost < 2 {
        let mounted = draft.unit(id).mounted;
        draft.emit(Event::Formed { unit: id, formation: Formation::Limbered, mounted, clause: c::MOVE_15 });
    }
    disorder(draft, id, c::MOVE_10);
    let Landing::At { pose, distance, .. } = land(draft, id, heading, length, enemy, false) else {
        remove(draft, id, Fate::Surrendered, c::MOVE_12, dice)?;
        let_go(draft, foe);
        return Ok(());
    };
    if foe.is_some() {
        draft.emit(Event::ContactBroken { unit: id });
    }
    let turned = Pose { facing: if about { pose.facing.opposite() } else { pose.facing }, ..pose };
    let rect = Rect::new(turned, draft.unit(id).rect.size());
    let to = if draft.field.inside(&Footprint::single(rect)) { turned } else { pose };
    let start = draft.unit(id).pose;
    let whole = distance.micrometres() / inches(1).micrometres();
    let stops: Vec<Pose> =
        (1..=whole).map(|n| Pose { facing: to.facing, ..start.moved(heading, inches(n)) }).collect();
    did(draft, id, |flags| flags.moved = true);
    let march = March { unit: id, stops, end: to, gone: 0, errand: Errand::Disengage(foe), asked: false };
    draft.emit(Event::Owes(Debt::March(march)));
    Ok(())
}

/// JR-MELEE-10, -11: the enemy it tore itself from fires a volley of 2 dice after it and stays, in disorder.
pub(crate) fn after_withdrawal(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    foe: Option<UnitId>,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if let Some(from) =
        foe.filter(|foe| draft.is_on_table(*foe) && draft.is_on_table(id) && able_to_fire(draft, *foe))
    {
        let shot = volley(draft, from, id, Situation::AfterCharge)?;
        let shots = [(shot, Situation::AfterCharge)];
        let (shocks, alarms) = crate::firing::resolve(draft, &shots, dice)?;
        crate::checks::check_all(draft, &shocks, alarms, dice)?;
    }
    let_go(draft, foe);
    Ok(())
}

/// JR-MELEE-11: who is left alone holds its place, in disorder.
pub(crate) fn let_go(draft: &mut JohnnyRebDraft, foe: Option<UnitId>) {
    if let Some(foe) = foe.filter(|foe| draft.is_on_table(*foe) && !draft.is_in_contact(*foe)) {
        disorder(draft, foe, c::MELEE_11);
    }
}

/// JR-MOVE-10, -15: how far a disengaging unit may run straight on a heading.
pub(crate) fn disengage_reach(state: &State, id: UnitId, heading: Heading) -> Length {
    let unit = state.unit(id);
    let at = unit.pose.at;
    let guns = state.arm(id) == Arm::Artillery;
    let (how, allowed) = if guns {
        let allowed = match (unit.formation, state.piece(id).quality) {
            (Formation::Limbered, _) => TURN,
            (_, Quality::Green) => return Length::ZERO,
            _ => TURN / 2,
        };
        ((Formation::Limbered, unit.mounted), allowed)
    } else {
        ((Formation::Disorder, unit.mounted), 2 * TURN)
    };
    farthest(inches(60), |length| {
        let to = at.ahead(heading, length);
        share(state, id, how, at, to, length).is_some_and(|cost| cost <= allowed)
    })
}
