//! A charge from its declaration to contact or failure: POT-CHARGE-06 to -20, POT-GROUP-09 to -14.

use crate::book::kinds::{Gun, GunClass};
use crate::book::options::{GroupChargeSameTarget, PremeleeWhoFires};
use crate::book::tables::constants;
use crate::c;
use crate::field::body::Body;
use crate::field::charge_path::{Plan, plan};
use crate::field::ground::{Hulls, is_behind_line};
use crate::field::gun_targets::has_in_arc;
use crate::field::squaring_up::{arrive, at_gap};
use crate::procedures::bearing::{Push, Volley as UnderFire, under_fire};
use crate::procedures::fire;
use crate::procedures::premelee::{
    GunVolleyFacts, Meets, Volley, VolleyFacts, gap_of_broken, gap_of_stopped, may_fire, meet, reaches,
};
use crate::ruleset::{PotomacDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::aftermath::{heed_morale, take_hits};
use crate::turn::event::{Aimed, Closing, Event, Shot};
use crate::turn::fire_step::{Aim, fire_at_unit, screened_hits, shot, small_arms_facts};
use crate::turn::overrun::{anybody_on, beside, beside_print, ground_of, overrun, ride_down};
use crate::turn::state::{Assault, ChargeAt, Charger, Debt, Melee, Stage, State};
use longroll_dice::{Dice, Wanted};
use longroll_kit::UnitId;
use longroll_table::{Length, Vector, cm, swept, touching};

/// Charges of one order, put together by target in the owner's order (POT-GROUP-09, POT-GROUP-10).
pub(crate) fn sorted(state: &State, charges: &[ChargeAt]) -> Vec<Vec<ChargeAt>> {
    let joint = state.options.group_charge_same_target == GroupChargeSameTarget::JointCharge;
    let mut sets: Vec<Vec<ChargeAt>> = Vec::new();
    for charge in charges {
        match sets.iter_mut().find(|set| joint && set[0].target == charge.target) {
            Some(set) => set.push(*charge),
            None => sets.push(vec![*charge]),
        }
    }
    sets
}

/// Judges the charges of one order one after another, each on a table on which the earlier ones have arrived.
pub(crate) fn check_all(state: &State, charges: &[ChargeAt]) -> Result<Vec<Plan>, Refused> {
    let mut table = state.clone();
    let mut plans = Vec::new();
    for (place, charge) in charges.iter().enumerate() {
        if charges[..place].iter().any(|known| known.unit == charge.unit) {
            return refuse(c::GROUP_09, Why::TwoTargets { unit: state.name(charge.unit).to_owned() });
        }
        let found = plan(&table, charge)?;
        arrived(charge, &found).apply(&mut table);
        plans.push(found);
    }
    Ok(plans)
}

/// A charge that has come home, for the judgement of those after it.
fn arrived(charge: &ChargeAt, found: &Plan) -> Event {
    let body = found.at_contact.clone();
    Event::ContactMade { unit: charge.unit, target: charge.target, body, sum: None }
}

/// Declares the charges at one target: skirmishers on the way are swept aside or taken back, then the target may fire.
/// A path that has become impossible meanwhile lapses (POT-GROUP-09).
pub(crate) fn declare(draft: &mut PotomacDraft, charges: &[ChargeAt], officer: Option<UnitId>) {
    let mut plans: Vec<(ChargeAt, Plan)> = Vec::new();
    let mut table = (**draft).clone();
    for charge in charges {
        let Ok(found) = plan(&table, charge) else { continue };
        arrived(charge, &found).apply(&mut table);
        plans.push((*charge, found));
    }
    let Some(target) = plans.first().map(|(charge, _)| charge.target) else { return };
    let sheltered = sheltered(draft, &plans);
    let mut touched: Vec<UnitId> = Vec::new();
    for (charge, found) in &plans {
        let charger = &found.charger;
        let touched_before = beside(draft, &[charge.unit]);
        draft.emit(Event::ChargeDeclared {
            unit: charge.unit,
            target,
            body: found.wheeled.clone(),
            distance: charger.distance,
            reach: charger.reach,
            in_flank: charger.in_flank,
        });
        if let Some(body) = &found.grown {
            take_back(draft, charge.unit, body);
        }
        overrun(draft, charge.unit, &found.wheeled_over, &touched_before);
        if found.touched.is_empty() {
            overrun(draft, charge.unit, &found.swept, &touched_before);
        } else {
            let contact = at_gap(draft, charger, Length::ZERO).front.at;
            ride_down(draft, charge.unit, &found.swept, contact, charger.heading);
        }
        for enemy in &found.touched {
            if !touched.contains(enemy) {
                touched.push(*enemy);
            }
        }
    }
    if touched.is_empty() {
        // POT-CHARGE-19: at a skirmish line alone: no fire, no melee
        for (charge, found) in plans {
            // Its own skirmishers may have joined it on the way
            let body = at_gap(draft, &found.charger, Length::ZERO);
            let distance = found.charger.distance;
            draft.emit(Event::Moved { unit: charge.unit, body, distance, clause: Some(c::CHARGE_19) });
        }
        return;
    }
    let firers = match draft.options.premelee_who_fires {
        PremeleeWhoFires::DeclaredTargetOnly => vec![target],
        PremeleeWhoFires::EveryUnitTheChargerWillTouch => touched,
    };
    let set_out = |found: Plan| {
        let id = found.charger.unit;
        let anybody = anybody_on(draft, draft.side(id), &found.swept);
        let body = anybody.then(|| draft.unit(id).body.clone());
        Charger { set_out: body, ..found.charger }
    };
    let chargers = plans.into_iter().map(|(_, found)| set_out(found)).collect();
    draft.emit(Event::Owes(Debt::Assault(Box::new(Assault {
        target,
        chargers,
        firers,
        officer,
        sheltered,
        stage: Stage::Fire,
    }))));
}

/// POT-CHARGE-06: the line in its way goes back into the charging unit at once.
fn take_back(draft: &mut PotomacDraft, id: UnitId, body: &Body) {
    let Some(line) = draft.line_of(id) else { return };
    draft.emit(Event::LineRecalled { unit: id, line, body: body.clone(), clause: c::CHARGE_06 });
}

/// POT-R26, POT-CHARGE-18: officers, guns and skirmishers on the way that a charger has really gone, up to this gap.
fn overrun_on_the_way(draft: &mut PotomacDraft, charger: &Charger, gap: Length) {
    let Some(body) = charger.set_out.as_ref().filter(|_| draft.is_formed(charger.unit)) else { return };
    let print = body.footprint(draft.stand());
    let on = (charger.distance - charger.wheel - gap).max(Length::ZERO);
    let over: Hulls = swept(&print, Vector::along(charger.heading, on));
    let touched = beside_print(draft, draft.side(charger.unit), &print);
    overrun(draft, charger.unit, &over, &touched);
}

/// A charger that is kept from contact stands at this gap.
fn stop_short(
    draft: &mut PotomacDraft,
    charger: &Charger,
    target: UnitId,
    gap: Length,
    clause: longroll_kit::Clause,
) {
    let body = at_gap(draft, charger, gap);
    // What broke or found no room was not kept from contact by the distance
    let sum = (clause == c::CHARGE_11).then(|| closing(charger));
    let clause = Some(clause);
    draft.emit(Event::ChargeStopped { unit: charger.unit, target, body, gap, sum, clause });
    overrun_on_the_way(draft, charger, gap);
}

fn closing(charger: &Charger) -> Closing {
    Closing { distance: charger.distance, driven: charger.driven, reach: charger.reach }
}

/// POT-CHARGE-14: whoever is under the charger when it has squared up is touched as well: skirmishers (POT-SKIRM-11), officers
/// (POT-LEADER-16), guns without crews (POT-EVADE-09).
fn make_contact(draft: &mut PotomacDraft, charger: &Charger, target: UnitId, body: Body) {
    let id = charger.unit;
    let touched = beside(draft, &[id]);
    let over = ground_of(&body.footprint(draft.stand()));
    draft.emit(Event::ContactMade { unit: id, target, body, sum: Some(closing(charger)) });
    overrun_on_the_way(draft, charger, Length::ZERO);
    overrun(draft, id, &over, &touched);
}

/// POT-MELEE-17: defenders behind a linear feature before contact.
fn sheltered(state: &State, plans: &[(ChargeAt, Plan)]) -> Vec<UnitId> {
    let mut list: Vec<UnitId> = Vec::new();
    for (charge, found) in plans {
        let from = &state.unit(charge.unit).print;
        for enemy in &found.touched {
            if is_behind_line(state, *enemy, from) && !list.contains(enemy) {
                list.push(*enemy);
            }
        }
    }
    list
}

/// The chargers that a unit may fire at before contact (POT-CHARGE-17, POT-GROUP-12).
pub(crate) fn may_fire_at(state: &State, assault: &Assault, firer: UnitId) -> Vec<usize> {
    let guns = state.is_artillery(firer);
    assault
        .chargers
        .iter()
        .enumerate()
        .filter(|(_, charger)| !charger.is_out && state.is_formed(charger.unit))
        .filter(|(_, charger)| match charger.flanks(firer, assault.target) {
            Some(in_flank) => {
                if guns {
                    has_in_arc(state, firer, charger.unit)
                } else {
                    !in_flank
                }
            }
            None => false,
        })
        .map(|(place, _)| place)
        .collect()
}

/// May this unit make pre-melee fire at all? In Stand Ready before each charge at itself, and at nothing else (POT-READY-04,
/// POT-READY-05). POT-FIRE-24, POT-ARTY-07, POT-SKIRM-15.
pub(crate) fn can_answer(state: &State, assault: &Assault, firer: UnitId) -> bool {
    let able = state.is_formed(firer)
        && !state.is_retreating(firer)
        && may_fire(state.is_confused(firer), &state.options)
        && !may_fire_at(state, assault, firer).is_empty();
    let armed = || match state.gun_class(firer) {
        Some(class) => class == GunClass::Field && state.is_deployed_artillery(firer),
        None => {
            let at = assault.chargers[0].unit;
            fire::dice_of(&small_arms_facts(state, firer, at, crate::book::kinds::Band::Short)) > 0
        }
    };
    able && armed()
}

/// Goes on with a charge as far as it can without a decision. False: the target's owner must say whether he fires.
pub(crate) fn proceed(
    draft: &mut PotomacDraft,
    assault: &Assault,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    match assault.stage {
        Stage::Fire => {
            let Some(firer) = assault.firers.first().copied() else {
                replace(draft, Assault { stage: Stage::Contact, ..assault.clone() });
                return Ok(true);
            };
            if !can_answer(draft, assault, firer) {
                replace(draft, without_firer(assault));
            } else if draft.is_artillery(firer) {
                // POT-ARTY-07: guns always fire
                answer(draft, assault, true, dice)?;
            } else {
                return Ok(false);
            }
        }
        Stage::Contact => {
            draft.emit(Event::Paid);
            close_in(draft, assault);
        }
    }
    Ok(true)
}

fn without_firer(assault: &Assault) -> Assault {
    Assault { firers: assault.firers[1..].to_vec(), ..assault.clone() }
}

fn replace(draft: &mut PotomacDraft, assault: Assault) {
    draft.emit(Event::Paid);
    draft.emit(Event::Owes(Debt::Assault(Box::new(assault))));
}

/// The pre-melee fire of the next firer, or its silence; guns at the same moment as muskets (POT-ARTY-11), and without being
/// turned (POT-R14).
pub(crate) fn answer(
    draft: &mut PotomacDraft,
    assault: &Assault,
    fires: bool,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let Some(firer) = assault.firers.first().copied() else { return Ok(()) };
    let next = without_firer(assault);
    if !fires {
        draft.emit(Event::HeldFire { unit: firer });
        replace(draft, next);
        return Ok(());
    }
    let at = may_fire_at(draft, assault, firer);
    let Some(start) = at.iter().map(|place| assault.chargers[*place].start()).min() else {
        replace(draft, next);
        return Ok(());
    };
    let first = assault.chargers[at[0]].unit;
    let options = draft.options;
    let table: &State = draft;
    let aim = |band| Aim { target: Aimed::Unit(first), range: start, band };
    let at_charger = |band| fire_at_unit(table, firer, first, &aim(band));
    let (volley, fire) = meet(&meets(table, firer, start), at_charger, &options, dice)?;
    let (Volley::Fires(band), Some((fire, hits))) = (volley, fire) else {
        draft.emit(Event::Panicked { unit: firer });
        replace(draft, next);
        return Ok(());
    };
    draft.emit(Event::Fired(Shot { is_premelee: true, ..shot(firer, &aim(band), &fire, hits, &options) }));
    hurt_chargers(draft, next, firer, &at, hits, dice)
}

/// What decides the range of a unit's fire at chargers of whom the nearest sets out so far away.
pub(crate) fn meets(state: &State, firer: UnitId, start: Length) -> Meets {
    let piece = state.piece(firer);
    let (standing, ready, confused) = (piece.standing, state.unit(firer).is_ready, state.is_confused(firer));
    if state.is_artillery(firer) {
        let gun = piece.gun.unwrap_or(Gun::SbLight);
        let officer = own_officer_value(state, firer);
        return Meets::Guns(GunVolleyFacts { gun, standing, ready, confused, start, officer });
    }
    Meets::SmallArms(VolleyFacts { quality: piece.quality, standing, ready, confused, start })
}

/// POT-ARTY-08: the officer the battery is assigned to, the general if he is lost, 0 if there is none.
pub(crate) fn own_officer_value(state: &State, id: UnitId) -> i8 {
    crate::turn::orders::officer_for(state, id).map_or(0, |officer| state.piece(officer).value)
}

/// The fire of one unit at those who charge (POT-CHARGE-09).
struct AtChargers {
    assault: Assault,
    firer: UnitId,
    /// Places of the chargers it fires at, the nearest first.
    order: Vec<usize>,
    /// The largest share that reached one of them.
    largest: u32,
    /// What was owed before the charge was put back under the decisions of its officers.
    owed_before: usize,
}

impl AtChargers {
    fn charger(&mut self, unit: UnitId) -> Option<&mut Charger> {
        self.assault.chargers.iter_mut().find(|charger| charger.unit == unit)
    }
}

impl UnderFire<PotomacDraft> for AtChargers {
    fn absorb(&mut self, draft: &mut PotomacDraft, unit: UnitId, hits: u32) -> u32 {
        let reached = screened_hits(draft, self.firer, unit, hits);
        self.largest = self.largest.max(reached);
        if let Some(charger) = self.charger(unit) {
            charger.hits += reached;
        }
        reached
    }

    fn lose(&mut self, draft: &mut PotomacDraft, unit: UnitId, hits: u32) -> u8 {
        take_hits(draft, unit, hits, c::FIRE_18)
    }

    /// POT-CHARGE-20: one that is gone stops short, so that an officer who survives stands at the gap.
    fn in_order(&mut self, draft: &mut PotomacDraft, hurt: Vec<UnitId>) -> Vec<UnitId> {
        for place in &self.order {
            self.assault.chargers[*place].driven += self.largest;
        }
        for place in &self.order {
            let charger = self.assault.chargers[*place].clone();
            if draft.unit(charger.unit).body.stands() == 0 {
                stop_short(draft, &charger, self.assault.target, gap_of_flight(&charger), c::CHARGE_20);
                self.assault.chargers[*place].is_out = true;
            }
        }
        hurt
    }

    /// All of them by the largest share (POT-GROUP-13).
    fn pushes(&mut self, _: &PotomacDraft, _: &[(UnitId, u32)]) -> Vec<Push<PotomacDraft>> {
        let units = self.order.iter().map(|place| self.assault.chargers[*place].unit);
        units.map(|unit| Push { unit, cm: self.largest, way: None }).collect()
    }

    /// The tests come on top of the charge, so that officers decide and the broken flee before contact.
    fn before_tests(&mut self, draft: &mut PotomacDraft) {
        draft.emit(Event::Paid);
        self.owed_before = draft.owed.len();
        draft.emit(Event::Owes(Debt::Assault(Box::new(self.assault.clone()))));
    }
}

/// POT-CHARGE-09, POT-GROUP-12, POT-GROUP-13 (nobody but the chargers: POT-GROUP-11): shares, stands, officers, confusion, Fear and morale of the chargers.
fn hurt_chargers(
    draft: &mut PotomacDraft,
    assault: Assault,
    firer: UnitId,
    at: &[usize],
    hits: u32,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let mut order: Vec<usize> = at.to_vec();
    // POT-R10: of two equally far away the one named first
    order.sort_by_key(|place| assault.chargers[*place].distance);
    let count = order.len() as u32;
    let share = |rank: usize| hits / count + u32::from((rank as u32) < hits % count);
    let shares: Vec<(UnitId, u32)> =
        order.iter().enumerate().map(|(rank, place)| (assault.chargers[*place].unit, share(rank))).collect();
    let mut fire = AtChargers { assault, firer, order, largest: 0, owed_before: 0 };
    let tests = under_fire(draft, &mut fire, &shares, dice)?;
    let AtChargers { mut assault, order, owed_before, .. } = fire;
    let target = assault.target;
    heed_morale(draft, &tests, target, Some(firer));
    let failed: Vec<UnitId> = tests.into_iter().filter(|(_, held)| !held).map(|(id, _)| id).collect();
    if failed.is_empty() {
        return Ok(());
    }
    for place in &order {
        if failed.contains(&assault.chargers[*place].unit) {
            assault.chargers[*place].is_out = true;
            let charger = assault.chargers[*place].clone();
            stop_short(draft, &charger, target, gap_of_flight(&charger), c::CHARGE_20);
        }
    }
    // Put the charge that knows who has failed under the decisions that were pushed
    let above: Vec<Debt> = draft.owed.iter().skip(owed_before + 1).cloned().collect();
    for _ in 0..=above.len() {
        draft.emit(Event::Paid);
    }
    draft.emit(Event::Owes(Debt::Assault(Box::new(assault))));
    for debt in above {
        draft.emit(Event::Owes(debt));
    }
    Ok(())
}

fn gap_of_flight(charger: &Charger) -> Length {
    gap_of_broken(charger.distance, cm(i64::from(charger.driven)))
}

/// POT-CHARGE-10 to -15: contact, or left short of it; then melee.
fn close_in(draft: &mut PotomacDraft, assault: &Assault) {
    let target = assault.target;
    let mut in_contact: Vec<&Charger> = Vec::new();
    for charger in &assault.chargers {
        if charger.is_out || !draft.is_formed(charger.unit) {
            continue;
        }
        let driven = cm(i64::from(charger.driven));
        let contact = reaches(charger.distance, driven, charger.reach) && draft.is_formed(target);
        // POT-R09: without room it stops a hair short
        match arrive(draft, charger, target) {
            Ok(body) if contact => {
                make_contact(draft, charger, target, body);
                in_contact.push(charger);
            }
            _ => {
                let stopped = gap_of_stopped(charger.distance, driven, charger.reach, &draft.options);
                let gap = stopped.max(constants().stop_short).min(charger.distance);
                let clause = if contact { c::R09 } else { c::CHARGE_11 };
                stop_short(draft, charger, target, gap, clause);
            }
        }
    }
    let Some(first) = in_contact.first() else { return };
    let attacker = draft.side(first.unit);
    let chargers: Vec<UnitId> = in_contact.iter().map(|charger| charger.unit).collect();
    let mut flanks = Vec::new();
    for charger in &in_contact {
        flanks.extend(charger.in_flank.then_some((charger.unit, target)));
        let also = charger.also.iter().filter(|(_, in_flank)| *in_flank);
        flanks.extend(also.map(|(enemy, _)| (charger.unit, *enemy)));
    }
    let defenders: Vec<UnitId> = draft
        .formed(attacker.enemy())
        .filter(|enemy| chargers.iter().any(|id| touching(&draft.unit(*id).print, &draft.unit(*enemy).print)))
        .collect();
    let melee = Melee {
        fighters: chargers.iter().copied().chain(defenders).collect(),
        attacker,
        round: 1,
        charging: chargers.clone(),
        flanks,
        firing: in_contact.iter().map(|charger| (charger.unit, charger.hits)).collect(),
        sheltered: assault.sheltered.clone(),
        hitless: 0,
        joint: if chargers.len() > 1 { chargers } else { Vec::new() },
        officer: assault.officer,
        aims: Vec::new(),
        ways: Vec::new(),
    };
    draft.emit(Event::Owes(Debt::Round(Box::new(melee))));
}
