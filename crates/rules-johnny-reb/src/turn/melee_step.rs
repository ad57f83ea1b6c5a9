//! Phase 9: melee on the table, round after round, and who is left.

use crate::c;
use crate::procedures::fire::Face;
use crate::procedures::melee::{MeleeFacts, melee_blow};
use crate::procedures::morale::{Cause, Loss};
use crate::ruleset::JohnnyRebDraft;
use crate::turn::event::Event;
use crate::turn::flight::{disorder, is_steady, make_room};
use crate::turn::morale_step::{Shelter, Shock, check_all, destroy_if_empty};
use crate::turn::officers::{best_officer, lose_figures};
use crate::turn::state::{Contact, Debt, Errand, State};
use longroll_dice::{Dice, Wanted};
use longroll_kit::UnitId;
use longroll_table::Point;

/// JR-MELEE-02.
pub const MOST_ROUNDS: u32 = 3;

pub fn facts_of(state: &State, contact: &Contact, attacker: bool, round: u32) -> MeleeFacts {
    let (id, foe, supports) = if attacker {
        (contact.attacker, contact.defender, &contact.supports[0])
    } else {
        (contact.defender, contact.attacker, &contact.supports[1])
    };
    let piece = state.piece(id);
    let able = |other: &&UnitId| state.is_on_table(**other) && is_steady(state, **other);
    let figures = |other: &UnitId| state.unit(*other).figures;
    let joined = |other: &&UnitId| round == 1 && contact.joined.contains(other);
    MeleeFacts {
        figures: state.unit(id).figures,
        supporting: supports.iter().filter(able).map(figures).sum(),
        joining: supports.iter().filter(able).filter(joined).map(figures).sum(),
        // JR-MELEE-10: in a melee that goes on they count in full at once
        first_round: round == 1 && !contact.is_old,
        body: state.body(id),
        against: state.body(foe),
        weapon: piece.weapon,
        quality: piece.quality,
        officer: best_officer(state, id).is_some(),
    }
}

/// Phase 9: every melee, up to three rounds, each for all at once (JR-TURN-02, JR-MELEE-02).
pub fn fight_all(draft: &mut JohnnyRebDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    for round in 1..=MOST_ROUNDS {
        let contacts: Vec<Contact> = draft.contacts.clone();
        if contacts.is_empty() {
            break;
        }
        fight_round(draft, &contacts, round, dice)?;
        hold_ground(draft);
    }
    Ok(())
}

/// All dice, then all losses, then all checks.
fn fight_round(
    draft: &mut JohnnyRebDraft,
    contacts: &[Contact],
    round: u32,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let options = draft.options;
    let mut blows: Vec<(UnitId, UnitId, u32)> = Vec::new();
    for contact in contacts {
        let blows_of = [
            melee_blow(&facts_of(draft, contact, true, round), &options, dice)?,
            melee_blow(&facts_of(draft, contact, false, round), &options, dice)?,
        ];
        let [by_attacker, by_defender] = [&blows_of[0], &blows_of[1]].map(|blow| blow.scored * blow.times);
        let (attacker, defender) = (contact.attacker, contact.defender);
        let lost = |id: UnitId, scored: u32| scored.min(draft.unit(id).figures);
        let (attacker_lost, defender_lost) = (lost(attacker, by_defender), lost(defender, by_attacker));
        let told = Some(blows_of);
        draft.emit(Event::MeleeFought {
            attacker,
            defender,
            round,
            attacker_lost,
            defender_lost,
            blows: told,
        });
        blows.extend(shared_out(draft, attacker, &contact.supports[0], by_defender, defender));
        blows.extend(shared_out(draft, defender, &contact.supports[1], by_attacker, attacker));
    }
    let (mut shocks, mut alarms) = (Vec::new(), Vec::new());
    for (id, foe, lost) in blows {
        let lost = lost.min(draft.unit(id).figures);
        if lost == 0 || !draft.is_on_table(id) {
            continue;
        }
        let (had_loss, stands) = (draft.unit(id).had_loss, draft.stands_lost(id));
        lose_figures(draft, id, lost, c::MELEE_05, dice)?;
        if let Some(alarm) = destroy_if_empty(draft, id, dice)? {
            alarms.push(alarm);
            continue;
        }
        let stands = draft.stands_lost(id).saturating_sub(stands);
        if (Loss { figures: lost, had_loss, stands, must_check: false }).calls_for_check() {
            let (cause, face, by) = (Cause::Melee, Face::Front, Some(foe));
            let shelter = Some(Shelter::against(draft, id, fought_from(draft, contacts, id, foe)));
            shocks.push(Shock { unit: id, cause, heavy_hits: 0, face, by, shelter });
        }
    }
    // JR-MELEE-08: checks at once
    check_all(draft, &shocks, alarms, dice)
}

/// JR-MELEE-09: the engaged unit bears the losses; what is left when it is gone falls on its supporters.
fn shared_out(
    state: &State,
    engaged: UnitId,
    supports: &[UnitId],
    scored: u32,
    foe: UnitId,
) -> Vec<(UnitId, UnitId, u32)> {
    let mut left = scored;
    let mut blows = Vec::new();
    for id in std::iter::once(&engaged).chain(supports) {
        let lost = left.min(state.unit(*id).figures);
        left -= lost;
        blows.push((*id, foe, lost));
    }
    blows
}

/// Ruling JR-R17: the side from which a unit in melee is beset: where the charge began that struck it, else where the enemy
/// stands.
fn fought_from(state: &State, contacts: &[Contact], id: UnitId, foe: UnitId) -> Point {
    let struck = contacts.iter().find(|contact| contact.defender == id && contact.attacker == foe);
    struck.and_then(|contact| contact.from).unwrap_or(state.unit(foe).pose.at)
}

/// JR-MELEE-11: whoever is left alone holds the ground, in disorder, in whatever phase its enemy went; not before the
/// volley at one that disengages (JR-MELEE-10).
pub fn hold_ground(draft: &mut JohnnyRebDraft) {
    let waits = match draft.owed.top() {
        Some(Debt::March(march)) => match march.errand {
            Errand::Disengage(foe) => foe,
            _ => None,
        },
        None => None,
    };
    for id in draft.alone.clone() {
        if Some(id) == waits {
            continue;
        }
        draft.emit(Event::GroundHeld { unit: id });
        if draft.is_on_table(id) && !draft.unit(id).flags.fell_back && !draft.is_in_contact(id) {
            disorder(draft, id, c::MELEE_11);
            make_room(draft, id);
        }
    }
}
