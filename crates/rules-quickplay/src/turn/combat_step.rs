//! Step 5: combats on the table, one after another in the Attacker's order.

use crate::book::options::{FirePushesBack, SeveralChargers};
use crate::book::tables::ranges;
use crate::c;
use crate::field::movement::KEEP_AWAY;
use crate::field::sight::{Others, can_see, has_in_arc};
use crate::procedures::bearing::{self, Bears};
use crate::procedures::fire::{
    Band, FireFacts, FireResult, Volley, answer, band, fire, fire_dice, lowest_hit, volley,
};
use crate::procedures::melee::{
    MeleeFacts, MeleeResult, charger_hits_on, defender_dice, defender_hits_on, melee_dice,
};
use crate::procedures::morale::{MoraleFacts, TestResult, morale_mods, passes_on};
use crate::ruleset::{QuickplayDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::event::{Event, Melee, Shooting};
use crate::turn::flight::{self, break_contacts, farthest};
use crate::turn::generals;
use crate::turn::morale_step::disorder;
use crate::turn::state::{Contact, Debt, Fate, Order, State};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Clause, UnitId};
use longroll_table::{
    Convex, Footprint, Heading, Length, Point, Vector, distance, farther_than, inches, overlaps, swept,
    touching, withdraw_until,
};
use smallvec::SmallVec;

/// May this unit start a fire combat on that target? QP-COMBAT-11, -15 to -20, -33, QP-LEADER-02.
pub fn may_fire(state: &State, id: UnitId, target: UnitId) -> Result<(), Refused> {
    if state.unit(id).fought {
        return refuse(c::COMBAT_11, Why::AlreadyFought { unit: state.name(id).to_owned() });
    }
    let chosen = shot(state, id, target)?;
    // QP-COMBAT-18: artillery chooses, the others fire at the nearest; equal distances: the firer chooses
    if !state.kind(id).is_artillery()
        && let Some((at, nearest)) = nearest_target(state, id)
        && at < chosen
        && !at.about(chosen)
    {
        let nearest = state.name(nearest).to_owned();
        return refuse(c::COMBAT_18, Why::NearerTarget { nearest, at, chosen });
    }
    Ok(())
}

/// The range at which the unit could shoot at the target, all but the choice of target considered.
fn shot(state: &State, id: UnitId, target: UnitId) -> Result<Length, Refused> {
    let name = |unit: UnitId| state.name(unit).to_owned();
    can_shoot(state, id)?;
    if !state.is_on_table(target) || state.side(target) == state.side(id) {
        return refuse(c::COMBAT_11, Why::NotAnEnemy { unit: name(target) });
    }
    if state.kind(target).is_general() {
        return refuse(c::LEADER_02, Why::NotAnEnemy { unit: name(target) });
    }
    if state.is_in_contact(target) {
        return refuse(c::COMBAT_19, Why::InContact { unit: name(target) });
    }
    let measured = distance(&state.unit(id).rect, &state.unit(target).rect);
    if band(state.piece(id).weapon, measured, &state.options).is_none() {
        let allowed = ranges(state.piece(id).weapon).map_or(Length::ZERO, |ranges| ranges.long);
        return refuse(c::COMBAT_03, Why::OutOfRange { measured, allowed });
    }
    if !has_in_arc(state, id, target) {
        return refuse(c::COMBAT_16, Why::NotInArc { target: name(target) });
    }
    if let Err(by) = can_see(state, id, target, Others::Block) {
        return refuse(c::COMBAT_17, Why::Unseen { target: name(target), by: by.words(state) });
    }
    Ok(measured)
}

/// QP-COMBAT-19, -20, QP-UNIT-09, QP-MORALE-04: is the unit itself fit to shoot?
fn can_shoot(state: &State, id: UnitId) -> Result<(), Refused> {
    let unit = state.unit(id);
    let name = || state.name(id).to_owned();
    if unit.order == Order::Routed {
        return refuse(c::MORALE_04, Why::Routed { unit: name() });
    }
    if fire_dice(state.kind(id), unit.stationary) == 0 || (state.kind(id).is_artillery() && unit.limbered) {
        return refuse(c::COMBAT_20, Why::CannotFire { unit: name() });
    }
    if state.is_in_contact(id) {
        return refuse(c::COMBAT_19, Why::InContact { unit: name() });
    }
    Ok(())
}

/// The nearest enemy that the unit may shoot at.
fn nearest_target(state: &State, id: UnitId) -> Option<(Length, UnitId)> {
    state
        .troops(state.side(id).enemy())
        .filter_map(|enemy| shot(state, id, enemy).ok().map(|range| (range, enemy)))
        .min()
}

/// The band in which the target lies for the unit's weapon.
pub fn fire_band(state: &State, id: UnitId, target: UnitId) -> Option<Band> {
    let weapon = state.piece(id).weapon;
    let reach = ranges(weapon)?.long;
    let (here, there) = (&state.unit(id).rect, &state.unit(target).rect);
    if farther_than(here, there, reach) {
        return None;
    }
    band(weapon, distance(here, there), &state.options)
}

/// QP-MORALE-09: could this enemy in fact fire at the unit? (That it is within Close range the caller has seen.)
pub fn could_fire_close(state: &State, id: UnitId, target: UnitId) -> bool {
    let Ok(range) = shot(state, id, target) else { return false };
    state.kind(id).is_artillery()
        || nearest_target(state, id).is_none_or(|(at, _)| range.about(at) || range < at)
}

/// Targets that the unit may fire at now.
pub fn targets(state: &State, id: UnitId) -> SmallVec<[UnitId; 4]> {
    if state.unit(id).fought || can_shoot(state, id).is_err() {
        return SmallVec::new();
    }
    let shots: SmallVec<[(Length, UnitId); 4]> = state
        .troops(state.side(id).enemy())
        .filter(|enemy| fire_band(state, id, *enemy).is_some())
        .filter_map(|enemy| shot(state, id, enemy).ok().map(|range| (range, enemy)))
        .collect();
    let Some(nearest) = shots.iter().map(|(range, _)| *range).min() else { return SmallVec::new() };
    let free_choice = state.kind(id).is_artillery();
    shots
        .into_iter()
        .filter(|(range, _)| free_choice || range.about(nearest))
        .map(|(_, enemy)| enemy)
        .collect()
}

/// QP-COMBAT-11: units that charged and still touch their target must fight.
pub fn melees_owed(state: &State) -> impl Iterator<Item = UnitId> + '_ {
    state
        .contacts
        .iter()
        .filter(|contact| contact.is_target && !state.unit(contact.charger).fought)
        .map(|contact| contact.charger)
}

pub fn is_any_combat_left(state: &State) -> bool {
    melees_owed(state).next().is_some()
        || state.troops(state.attacker).any(|id| !targets(state, id).is_empty())
}

/// The facts of a fire combat as they stand on the table.
pub fn fire_facts(state: &State, id: UnitId, target: UnitId) -> FireFacts {
    let (firer, shot_at) = (state.unit(id), state.unit(target));
    FireFacts {
        firer: state.kind(id),
        weapon: Some(state.piece(id).weapon),
        stationary: firer.stationary,
        firer_strength: firer.strength,
        range: distance(&firer.rect, &shot_at.rect),
        target: state.kind(target),
        target_weapon: Some(state.piece(target).weapon),
        target_stationary: shot_at.stationary,
        target_limbered: state.kind(target).is_artillery() && shot_at.limbered,
        target_order: shot_at.order,
        target_strength: shot_at.strength,
        target_can_see_firer: has_in_arc(state, target, id)
            && can_see(state, target, id, Others::Block).is_ok(),
    }
}

/// One fire combat, QP-COMBAT-01: with all its effects.
pub fn shoot(
    draft: &mut QuickplayDraft,
    id: UnitId,
    target: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let facts = fire_facts(draft, id, target);
    let options = draft.options;
    let result = fire(&facts, &options, dice)?;
    if let Some(volley) = volley(&facts, &options) {
        draft.emit(Event::Fired(shooting(id, target, facts.range, &volley, result.hits)));
    }
    if let (Some(volley), Some(hits)) = (answer(&facts, &options), result.answering_hits) {
        draft.emit(Event::Answered(shooting(target, id, facts.range, &volley, hits)));
    }
    lose(draft, target, result.target_lost, result.target_destroyed, c::COMBAT_30);
    lose(draft, id, result.firer_lost, result.firer_destroyed, c::COMBAT_30);
    if options.fire == FirePushesBack::FireToo {
        push_back(draft, id, target, &result);
    }
    Ok(())
}

/// QP-OPT-01: whoever suffered more hits by fire is Disordered and retreats; nobody takes the ground.
fn push_back(draft: &mut QuickplayDraft, id: UnitId, target: UnitId, result: &FireResult) {
    let suffered = result.answering_hits.unwrap_or(0);
    let (loser, winner) = match result.hits.cmp(&suffered) {
        std::cmp::Ordering::Greater => (target, id),
        std::cmp::Ordering::Less => (id, target),
        std::cmp::Ordering::Equal => return,
    };
    if draft.is_on_table(loser) {
        disorder(draft, loser, c::OPT_01);
        flight::retreat(draft, loser, winner);
    }
}

/// The facts of a melee as they stand on the table.
pub fn melee_facts(state: &State, contact: &Contact) -> MeleeFacts {
    let (charger, defender) = (state.unit(contact.charger), state.unit(contact.enemy));
    MeleeFacts {
        charger: state.kind(contact.charger),
        charger_order: charger.order,
        charger_strength: charger.strength,
        defender: state.kind(contact.enemy),
        defender_order: defender.order,
        defender_strength: defender.strength,
        defender_stationary: defender.stationary,
        defender_limbered: state.kind(contact.enemy).is_artillery() && defender.limbered,
        defender_dice: defender_share(state, contact.enemy),
        face: contact.face,
    }
}

/// QP-OPT-09: a unit charged by several divides its dice among them as evenly as it can, the odd die first; nothing when it
/// throws all its dice against each.
fn defender_share(state: &State, defender: UnitId) -> Option<u32> {
    if state.options.several_chargers == SeveralChargers::FullDiceEach {
        return None;
    }
    let unit = state.unit(defender);
    let limbered = state.kind(defender).is_artillery() && unit.limbered;
    let dice = melee_dice(state.kind(defender), unit.stationary, limbered, &state.options);
    let still_to_fight = state.contacts.iter().filter(|contact| {
        contact.enemy == defender && contact.is_target && !state.unit(contact.charger).fought
    });
    let shares = u32::try_from(still_to_fight.count()).unwrap_or(1).max(1);
    Some(dice.saturating_sub(unit.dice_spent).div_ceil(shares))
}

pub fn may_fight(state: &State, id: UnitId) -> Result<Contact, Refused> {
    if state.unit(id).fought {
        return refuse(c::COMBAT_11, Why::AlreadyFought { unit: state.name(id).to_owned() });
    }
    match state.charge_of(id) {
        Some(contact) => Ok(*contact),
        None => refuse(c::COMBAT_11, Why::NothingToFight { unit: state.name(id).to_owned() }),
    }
}

/// One melee of a charger with its target (QP-COMBAT-28: and with nobody else). QP-COMBAT-36: when the defender wins or
/// ties, only this charger goes back; the next one meets a defender that has lost nothing but Strength.
pub fn fight(draft: &mut QuickplayDraft, contact: Contact, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let facts = melee_facts(draft, &contact);
    let options = draft.options;
    bearing::fight(draft, (contact.charger, contact.enemy), &facts, &options, dice)?;
    Ok(())
}

impl Bears for QuickplayDraft {
    type Unit = UnitId;

    fn tested(&mut self, unit: UnitId, facts: &MoraleFacts, result: TestResult) {
        let passed = result == TestResult::Passed;
        let (mods, passes_on) = (morale_mods(facts), passes_on(facts));
        self.emit(Event::MoraleTested { unit, mods, passes_on, passed });
    }

    fn all_tested(&mut self) {
        self.emit(Event::MoraleTestsDone);
    }

    fn disorder(&mut self, unit: UnitId, clause: Clause) {
        disorder(self, unit, clause);
    }

    fn rout(&mut self, unit: UnitId, _: bool) {
        self.emit(Event::Routed { unit });
        self.emit(Event::StrengthLost { unit, lost: 1, clause: c::MORALE_03 });
    }

    fn fought(&mut self, charger: UnitId, defender: UnitId, facts: &MeleeFacts, result: &MeleeResult) {
        let options = self.options;
        self.emit(Event::Fought(Melee {
            charger,
            defender,
            charger_dice: melee_dice(facts.charger, false, false, &options),
            charger_hits_on: lowest_hit(&charger_hits_on(facts)),
            charger_hits: result.charger_hits,
            defender_dice: defender_dice(facts, &options),
            defender_hits_on: lowest_hit(&defender_hits_on(facts, &options)),
            defender_hits: result.defender_hits,
            charger_list: Some(charger_hits_on(facts)),
            defender_list: Some(defender_hits_on(facts, &options)),
        }));
    }

    fn ride_down(&mut self, charger: UnitId, defender: UnitId, result: &MeleeResult) {
        let stood = self.unit(defender).pose.at;
        self.emit(Event::CombatForgone { unit: charger, clause: c::COMBAT_32 });
        self.emit(Event::RoutedAgain { unit: defender });
        owe_ground(self, charger, defender, stood);
        lose(self, defender, result.defender_lost, result.defender_destroyed, c::MORALE_05);
        if !result.defender_destroyed {
            let side = self.side(defender);
            self.emit(Event::Owes(Debt::Routs { side, units: vec![defender] }));
        }
    }

    fn lose(&mut self, unit: UnitId, lost: u8, destroyed: bool, clause: Clause) {
        lose(self, unit, lost, destroyed, clause);
    }

    fn wins_ground(&mut self, charger: UnitId, defender: UnitId) {
        let stood = self.unit(defender).pose.at;
        owe_ground(self, charger, defender, stood);
    }

    fn retreat(&mut self, loser: UnitId, from: UnitId) {
        flight::retreat(self, loser, from);
    }

    fn back_off(&mut self, charger: UnitId) {
        if let Some(contact) = self.charge_of(charger).copied() {
            back_off(self, charger, &contact);
        }
    }

    fn release(&mut self, target: UnitId) {
        self.emit(Event::Owes(Debt::Release { target }));
    }
}

/// What follows a charger's win, oldest first: the other chargers are released after the ground is taken.
fn owe_ground(draft: &mut QuickplayDraft, charger: UnitId, target: UnitId, stood: Point) {
    draft.emit(Event::Owes(Debt::Release { target }));
    draft.emit(Event::Owes(Debt::TakeGround { charger, stood }));
}

/// QP-COMBAT-10, -28, ruling QP-R17: straight forward until the charger's centre is level with where the loser's stood, as far as it can
/// without touching anybody else (friends at its side are not in its way); QP-COMBAT-34: cavalry stops outside a building.
pub fn take_ground(draft: &mut QuickplayDraft, charger: UnitId, stood: Point) {
    if !draft.is_on_table(charger) || draft.unit(charger).order == Order::Routed {
        return;
    }
    let state: &State = draft;
    let rect = state.unit(charger).rect;
    let ahead = (stood - rect.centre()).measured_along(rect.facing()).max(Length::ZERO);
    let over = |length: Length| swept(&Footprint::single(rect), Vector::along(rect.facing(), length));
    let open = |length: Length| {
        let over = over(length);
        let clear = state.ids().filter(|other| *other != charger && state.is_on_table(*other)).all(|other| {
            let body = &state.unit(other).rect;
            if state.kind(other).is_general() {
                true
            } else if state.side(other) == state.side(charger) && touching(&rect, body) {
                !overlaps(over.as_slice(), body)
            } else {
                !touching(over.as_slice(), body)
            }
        });
        clear
            && state.field.inside(&Footprint::single(rect.shifted(Vector::along(rect.facing(), length))))
            && state.ground.closing(&state.field, state.kind(charger), &over).is_none()
    };
    let length = if open(Length::ZERO) { farthest(ahead, open) } else { Length::ZERO };
    let was = rect.pose();
    if length > Length::ZERO {
        let hulls: SmallVec<[Convex; 1]> = over(length);
        let with: SmallVec<[UnitId; 2]> = generals::attached(draft, charger).collect();
        let to = was.moved(was.facing, length);
        draft.emit(Event::TookGround { unit: charger, to, distance: length });
        generals::after_move(draft, charger, &hulls);
        for general in with {
            draft.emit(Event::Owes(Debt::GoesAlong { general, unit: charger, was }));
        }
    }
    // QP-COMBAT-28: a charger that still touches an enemy it did not fight backs off instead
    if let Some(contact) = draft.contacts.iter().find(|contact| contact.charger == charger).copied() {
        back_off(draft, charger, &contact);
    }
}

/// QP-COMBAT-22, -28, ruling QP-R10 for corners: the charger backs straight away from the struck edge until 1 in lies between, keeping its facing;
/// if a base or closed ground is in the way, as far as it can. Contact is broken all the same.
pub fn back_off(draft: &mut QuickplayDraft, charger: UnitId, contact: &Contact) {
    let state: &State = draft;
    let rect = state.unit(charger).rect;
    let struck = state.unit(contact.enemy).rect;
    let away: Heading = struck.edge_normal(contact.edge);
    let (mover, from) = (Footprint::single(rect), Footprint::single(struck));
    let needed = withdraw_until(&mover, away, inches(6), KEEP_AWAY, &from).unwrap_or(KEEP_AWAY);
    let open = |length: Length| {
        let over = swept(&Footprint::single(rect), Vector::along(away, length));
        state.field.inside(&Footprint::single(rect.shifted(Vector::along(away, length))))
            && state.ground.closing(&state.field, state.kind(charger), &over).is_none()
            && state.ids().all(|other| {
                other == charger
                    || other == contact.enemy
                    || !state.is_on_table(other)
                    || state.kind(other).is_general()
                    || !overlaps(over.as_slice(), &state.unit(other).rect)
            })
    };
    let length = farthest(needed, open);
    let was = rect.pose();
    let hulls: SmallVec<[Convex; 1]> = swept(&Footprint::single(rect), Vector::along(away, length));
    let with: SmallVec<[UnitId; 2]> = generals::attached(draft, charger).collect();
    break_contacts(draft, charger);
    let to = was.moved(away, length);
    draft.emit(Event::BackedOff { unit: charger, to, distance: length });
    generals::after_move(draft, charger, &hulls);
    for general in with {
        draft.emit(Event::Owes(Debt::GoesAlong { general, unit: charger, was }));
    }
}

/// QP-COMBAT-27: chargers whose target has gone have no combat; they stay, or back off from an enemy they still touch.
pub fn release(draft: &mut QuickplayDraft, target: UnitId) {
    let stranded: SmallVec<[UnitId; 4]> = draft
        .troops(draft.attacker)
        .filter(|id| {
            draft.unit(*id).charged
                && draft.charge_of(*id).is_none()
                && (!draft.unit(*id).fought || draft.is_in_contact(*id))
        })
        .collect();
    for charger in stranded {
        if !draft.unit(charger).fought {
            draft.emit(Event::CombatForgone { unit: charger, clause: c::COMBAT_27 });
        }
        let touched = draft.contacts.iter().find(|contact| contact.charger == charger).copied();
        if let Some(contact) = touched.filter(|contact| contact.enemy != target) {
            back_off(draft, charger, &contact);
        }
    }
}

/// QP-UNIT-03, -04: losses, and the end of a unit at none.
fn lose(draft: &mut QuickplayDraft, id: UnitId, lost: u8, destroyed: bool, clause: Clause) {
    if lost > 0 {
        draft.emit(Event::StrengthLost { unit: id, lost, clause });
    }
    if destroyed {
        flight::remove(draft, id, Fate::Destroyed, c::UNIT_04);
    }
}

fn shooting(id: UnitId, target: UnitId, range: Length, volley: &Volley, hits: u32) -> Shooting {
    Shooting {
        unit: id,
        target,
        weapon: volley.weapon,
        range,
        is_close: volley.band == Band::Close,
        dice: volley.dice,
        hits_on: lowest_hit(&volley.hits_on),
        hits,
        list: Some(volley.hits_on.clone()),
    }
}
