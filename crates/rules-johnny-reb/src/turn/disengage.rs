//! Phase 5: units on Disengage run from the nearest enemy, out of melee too.

use crate::book::kinds::{Arm, Formation, Quality};
use crate::c;
use crate::field::ground::nearest_enemy;
use crate::field::rates::{TURN, share};
use crate::procedures::fire::Situation;
use crate::ruleset::{JohnnyRebDraft, refuse};
use crate::shown::why::Why;
use crate::turn::charge::{did, volley};
use crate::turn::event::Event;
use crate::turn::fire_step::Aim;
use crate::turn::flight::{Landing, away, clear_of_friends, disorder, farthest, land, make_room, remove};
use crate::turn::impact::able_to_fire;
use crate::turn::melee_step::hold_ground;
use crate::turn::officers::reform;
use crate::turn::state::{Debt, Errand, Fate, March, State};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Stop, UnitId};
use longroll_table::{Footprint, Heading, Length, Pose, Rect, Vector, inches};

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
    let guns = draft.arm(id) == Arm::Artillery && draft.unit(id).guns_at.is_none();
    let unlimbered = guns && draft.unit(id).formation != Formation::Limbered;
    if unlimbered && draft.options.crews_run {
        // JR-OPT-15: the guns stay where they are
        let at = draft.unit(id).pose;
        draft.emit(Event::GunsLeft { unit: id, at });
    } else if unlimbered && draft.unit(id).horses_lost < 2 {
        let mounted = draft.unit(id).mounted;
        reform(draft, id, (Formation::Limbered, mounted), c::MOVE_15);
    }
    disorder(draft, id, c::MOVE_10);
    let mut landing = land(draft, id, heading, length, enemy, false);
    let too_far = |landing: &Landing| match landing {
        Landing::At { distance, .. } => foe.is_none() && !distance.within(allowed),
        Landing::OffTable => true,
        Landing::Surrender => false,
    };
    if too_far(&landing) {
        // ruling JR-R19: it goes as far as it will, and so stops short of a friend at the edge
        let here = draft.unit(id).rect;
        let rect = |length: Length| here.shifted(Vector::along(heading, length));
        let edge = draft.field.leaves_at(&Footprint::single(here), heading, length);
        let room = edge.map_or(length, |(_, at)| at.max(Length::ZERO));
        let short = clear_of_friends(draft, id, room, &rect);
        landing = land(draft, id, heading, short, enemy, false);
    }
    let Landing::At { pose, distance, .. } = landing else {
        remove(draft, id, Fate::Surrendered, c::MOVE_12, dice)?;
        hold_ground(draft);
        return Ok(());
    };
    // JR-MOVE-15: guns that cannot go an inch stay in the melee
    if foe.is_some() && !distance.within(allowed) {
        did(draft, id, |flags| flags.acted = true);
        return Ok(());
    }
    let stood = draft.unit(id).pose;
    if foe.is_some() {
        draft.emit(Event::ContactBroken { unit: id });
        // in disorder it is deeper than it was, and may lie on the enemy
        make_room(draft, id);
    }
    let turned = Pose { facing: if about { pose.facing.opposite() } else { pose.facing }, ..pose };
    let rect = Rect::new(turned, draft.unit(id).rect.size());
    let to = if draft.field.inside(&Footprint::single(rect)) { turned } else { pose };
    let start = draft.unit(id).pose;
    let left = distance - stood.at.distance_to(start.at);
    let whole = left.micrometres() / inches(1).micrometres();
    let stops: Vec<Pose> =
        (1..=whole).map(|n| Pose { facing: to.facing, ..start.moved(heading, inches(n)) }).collect();
    did(draft, id, |flags| flags.moved = true);
    let (errand, from) = (Errand::Disengage(foe), Some(start));
    let march = March { unit: id, stops, end: to, gone: 0, errand, asked: false, from, length: None };
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
        let aims = [Aim::new(shot, Situation::AfterCharge, c::MELEE_10)];
        let (shocks, alarms) = crate::turn::fire_step::resolve(draft, &aims, dice)?;
        crate::turn::morale_step::check_all(draft, &shocks, alarms, dice)?;
    }
    // JR-MELEE-11
    hold_ground(draft);
    Ok(())
}

/// JR-MOVE-10, -15: how far a disengaging unit may run straight on a heading.
pub(crate) fn disengage_reach(state: &State, id: UnitId, heading: Heading) -> Length {
    let unit = state.unit(id);
    let at = unit.pose.at;
    let crews = state.options.crews_run && unit.formation != Formation::Limbered;
    let guns = state.arm(id) == Arm::Artillery;
    let (how, allowed) = if guns && crews {
        return crew_reach(state, id, heading);
    } else if guns {
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

/// JR-OPT-15: crews who leave their guns run as foot in disorder, twice its rate.
fn crew_reach(state: &State, id: UnitId, heading: Heading) -> Length {
    let mut crews = state.clone();
    let unit = &mut crews.units[id.index()];
    let at = unit.pose;
    unit.guns_at = Some(unit.guns_at.unwrap_or(at));
    let how = (Formation::Disorder, unit.mounted);
    farthest(inches(60), |length| {
        let to = at.at.ahead(heading, length);
        share(&crews, id, how, at.at, to, length).is_some_and(|cost| cost <= 2 * TURN)
    })
}
