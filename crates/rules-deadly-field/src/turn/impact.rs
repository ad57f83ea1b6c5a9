//! At one inch and in contact: the pre-impact check, held fire, the impact and what comes of it.

use crate::book::kinds::{Arm, Level, Sector};
use crate::c;
use crate::field::ground::Covered;
use crate::field::measured::{charge_facts, counted_with, lead as lead_facts, named_supporter, supporters};
use crate::field::sight::{ONE_INCH, are_adjacent};
use crate::procedures::fire::Manner;
use crate::procedures::impact::{ChargeFacts, Clash, impact_with_rolls, pre_impact_facts};
use crate::procedures::morale::mmp_mods;
use crate::ruleset::DeadlyDraft;
use crate::shown::why::Why;
use crate::turn::aftermath::{Troubles, back_off, check_unit, remove, set_level, settle, trample};
use crate::turn::asking::{Ask, Choice, choose};
use crate::turn::charge::{Charge, Charger, Closing, Phase, charge_sector, end_for, met};
use crate::turn::declare::all_ahead;
use crate::turn::event::Event;
use crate::turn::fire_step::exchange;
use crate::turn::march::until_an_inch_of;
use crate::turn::outcome::{disorder_all, in_contact, outcome, part};
use crate::turn::react::{may_desperate, may_fire_held, owe_reaction};
use crate::turn::state::{Debt, Fate, State, TriggerKind};
use longroll_dice::Dice;
use longroll_kit::{Stop, UnitId};
use longroll_table::{GRAIN, Length, touching, within};
use smallvec::SmallVec;

pub(crate) type Beaten = Vec<UnitId>;

/// ADF-MELEE-08: tied rolls in one contact.
const MOST_TIES: u8 = 3;

/// One step of what happens between a lead unit and the enemy an inch ahead of it.
pub(crate) fn close(
    draft: &mut DeadlyDraft,
    mut charge: Charge,
    lead: UnitId,
    target: UnitId,
    step: Closing,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let Some(charger) = charge.chargers.iter().find(|known| known.unit == lead).cloned() else {
        return next(draft, charge, Phase::Choosing);
    };
    if !charger.goes_on(draft) || !draft.is_on_table(target) {
        return next(draft, charge, Phase::Choosing);
    }
    let then = |step| Phase::Closing { lead, target, step };
    match step {
        // ADF-ROUT-09: a routed unit does not check, and surrenders only when it is reached; what may fire at this stop fires first
        Closing::Check if draft.unit(target).level == Level::Routed => {
            next(draft, charge, then(Closing::OthersFire))
        }
        Closing::Check => {
            let first = !charge.checked.contains(&target);
            if first {
                name_supporter(draft, &mut charge, target)?;
            }
            charge.checked.push(target);
            let nearest = first_to_come(draft, &charge, &charger, target);
            next(draft, charge, then(Closing::HeldFire))?;
            if first {
                pre_impact(draft, &nearest, target, dice)?;
            }
            Ok(())
        }
        Closing::HeldFire => {
            // ADF-CHARGE-43: only at chargers within an inch, whoever of the group they are
            let chargers = within_an_inch(draft, &charge, lead, target);
            next(draft, charge, then(Closing::OthersFire))?;
            let may = |at: &UnitId| {
                may_fire_held(draft, target, *at, &[]).is_ok() || may_desperate(draft, target, *at).is_ok()
            };
            if chargers.iter().any(may) {
                draft.emit(Event::Owes(Debt::HeldFire { unit: target, chargers }));
            }
            Ok(())
        }
        Closing::OthersFire => {
            let here = comers(draft, &charge, lead, target);
            let (pairs, later): (Vec<_>, Vec<_>) = std::mem::take(&mut charge.pending)
                .into_iter()
                .filter(|(unit, at)| {
                    *unit != target && draft.is_on_table(*at) && may_desperate(draft, *unit, *at).is_ok()
                })
                .partition(|(_, at)| here.contains(at));
            charge.pending = later;
            next(draft, charge, then(Closing::Bystander))?;
            if !pairs.is_empty() {
                draft.emit(Event::Owes(Debt::Desperation { pairs }));
            }
            Ok(())
        }
        Closing::Bystander => {
            // ADF-REACT-08: at any member that has come to this enemy; who waits for another is not at its stop yet
            let by = comers(draft, &charge, lead, target);
            next(draft, charge, then(Closing::Contact))?;
            // ADF-CHARGE-45: a charge of less than an inch is no movement trigger
            let kind = if charger.moved.at_least(ONE_INCH) { TriggerKind::Inch } else { TriggerKind::Near };
            owe_reaction(draft, kind, &by, Some(target));
            Ok(())
        }
        Closing::Contact => contact(draft, charge, &charger, target, dice),
    }
}

fn next(draft: &mut DeadlyDraft, mut charge: Charge, phase: Phase) -> Result<(), Stop<Why>> {
    charge.phase = phase;
    draft.emit(Event::Now(Debt::Charge(charge)));
    Ok(())
}

/// Members of the charge that stand within an inch of this enemy, the lead unit first.
fn within_an_inch(state: &State, charge: &Charge, lead: UnitId, target: UnitId) -> Vec<UnitId> {
    let near = |unit: UnitId| within(state.rect(unit), state.rect(target), ONE_INCH);
    let mut list: Vec<UnitId> = charge
        .chargers
        .iter()
        .filter(|known| known.goes_on(state) && near(known.unit))
        .map(|known| known.unit)
        .collect();
    list.sort_by_key(|unit| *unit != lead);
    list
}

/// The same, the lead unit even if the enemy has meanwhile given way, and those who go along and have halted beside the others.
fn comers(state: &State, charge: &Charge, lead: UnitId, target: UnitId) -> Vec<UnitId> {
    let mut list = within_an_inch(state, charge, lead, target);
    if !list.contains(&lead) {
        list.insert(0, lead);
    }
    let along = charge.chargers.iter().filter(|known| known.along && known.waits && known.goes_on(state));
    for known in along {
        if !list.contains(&known.unit) {
            list.push(known.unit);
        }
    }
    list
}

/// ADF-CHARGE-41: the member that came within an inch first; if several did at once, the one that its player has named.
fn first_to_come(state: &State, charge: &Charge, lead: &Charger, target: UnitId) -> Charger {
    let waits = charge.chargers.iter().filter(|known| {
        known.waits && known.goes_on(state) && met(state, known).is_some_and(|(enemy, _)| enemy == target)
    });
    let first = waits.min_by_key(|known| known.moved);
    first.filter(|first| first.moved + GRAIN < lead.moved).unwrap_or(lead).clone()
}

/// ADF-CHARGE-21: the reactive side has named who stands against a charger; one that has not checked yet does so now.
pub(crate) fn oppose(draft: &mut DeadlyDraft, lead: UnitId, target: UnitId) {
    let Some(Debt::Charge(charge)) = draft.owed.top() else { return };
    let mut charge = charge.clone();
    charge.named.retain(|(unit, _)| *unit != lead);
    charge.named.push((lead, target));
    let step = if charge.checked.contains(&target) { Closing::Contact } else { Closing::Check };
    charge.phase = Phase::Closing { lead, target, step };
    draft.emit(Event::Now(Debt::Charge(charge)));
}

/// ADF-FORM-06: of several supporters of a charged battery its owner names one, for the rest of the charge as long as that one can.
fn name_supporter(draft: &mut DeadlyDraft, charge: &mut Charge, target: UnitId) -> Result<(), Stop<Why>> {
    if draft.arm(target) != Arm::Artillery || named_supporter(draft, target).is_some() {
        return Ok(());
    }
    let among: Vec<UnitId> = supporters(draft, target).collect();
    if among.len() > 1 {
        let side = draft.side(target);
        let friend = choose(draft, Ask { side, choice: Choice::Supports { battery: target }, among })?;
        charge.backed.push((target, friend));
        draft.emit(Event::Now(Debt::Charge(charge.clone())));
    }
    Ok(())
}

/// ADF-CHARGE-15, -16, -19: the defender's check, with the net charge modifier.
fn pre_impact(
    draft: &mut DeadlyDraft,
    charger: &Charger,
    target: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let sector = charge_sector(draft, charger, target);
    let mut facts = charge_facts(draft, charger.unit, target, sector);
    // ADF-CHARGE-25: the wide counting of supports belongs to the impact
    facts.defender.morale.supports = crate::field::measured::supports(draft, target).count().min(9) as u8;
    let facts = pre_impact_facts(&facts, &draft.options);
    let mut troubles = Troubles::default();
    check_unit(draft, target, &facts, Some(charger.unit), &mut troubles, dice)?;
    settle(draft, &mut troubles, dice)
}

/// ADF-ROUT-08, -09: a routed unit that is reached surrenders; the charger may go on with what is left of its move.
fn overrun(
    draft: &mut DeadlyDraft,
    mut charge: Charge,
    charger: &Charger,
    target: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let reached = met(draft, charger).filter(|(enemy, gap)| *enemy == target && gap.within(charger.left()));
    let place = charge.chargers.iter().position(|known| known.unit == charger.unit);
    if let (Some((_, gap)), Some(place)) = (reached, place) {
        go_up(draft, &mut charge, charger.unit, gap);
        charge.chargers[place].waits = false;
        next(draft, charge, Phase::Asking { unit: charger.unit })?;
        let mut troubles = Troubles::default();
        remove(draft, target, Fate::Surrendered, c::ROUT_08, &mut troubles);
        return settle(draft, &mut troubles, dice);
    }
    fall_short(draft, charge, charger)
}

/// ADF-CHARGE-07: the last of its distance, and no impact.
fn fall_short(draft: &mut DeadlyDraft, mut charge: Charge, charger: &Charger) -> Result<(), Stop<Why>> {
    let left = charger.left();
    if left > GRAIN {
        let pose = draft.unit(charger.unit).pose;
        let to = pose.moved(pose.facing, left);
        draft.emit(Event::Moved { units: vec![(charger.unit, to)], distance: left, clause: c::CHARGE_07 });
    }
    if draft.unit(charger.unit).level == Level::GoodOrder {
        set_level(draft, charger.unit, Level::Disorder, c::CHARGE_07);
    }
    for known in charge.chargers.iter_mut().filter(|known| known.unit == charger.unit) {
        known.done = true;
    }
    end_for(draft, charger.unit, c::CHARGE_07);
    next(draft, charge, Phase::Choosing)
}

/// The last inch. ADF-CHARGE-18, -37: if the enemy has given way the player is asked whether to go on.
fn contact(
    draft: &mut DeadlyDraft,
    mut charge: Charge,
    charger: &Charger,
    target: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let reach = charger.left().max(ONE_INCH) + ONE_INCH;
    let met = all_ahead(draft, charger.unit, draft.rect(charger.unit), reach);
    let ahead = met.iter().find(|(enemy, _)| *enemy == target).copied();
    let near = within(draft.rect(charger.unit), draft.rect(target), ONE_INCH);
    let Some((_, gap)) = ahead.filter(|_| near) else {
        for known in charge.chargers.iter_mut().filter(|known| known.unit == charger.unit) {
            known.waits = false;
        }
        return next(draft, charge, Phase::Asking { unit: charger.unit });
    };
    if draft.unit(target).level == Level::Routed {
        return overrun(draft, charge, charger, target, dice);
    }
    if !charge.checked.contains(&target) {
        // it was routed when the charger came, and has recovered since
        return next(draft, charge, Phase::Closing { lead: charger.unit, target, step: Closing::Check });
    }
    if !gap.within(charger.left()) {
        return fall_short(draft, charge, charger);
    }
    let among: Vec<UnitId> =
        met.iter().map(|(id, _)| *id).filter(|id| draft.unit(*id).level != Level::Routed).collect();
    if among.len() > 1 && !charge.named.contains(&(charger.unit, target)) {
        // ADF-CHARGE-21: several at once: the reactive player names one
        draft.emit(Event::Owes(Debt::Opponent { lead: charger.unit, among }));
        return Ok(());
    }
    // ADF-TERRAIN-05, ruling ADF-R18: judged before the lines close
    let threat = draft.rect(charger.unit).front_middle();
    let cover = draft.ground.cover(&draft.field, draft.rect(target), Some(threat));
    come_up(draft, &mut charge, charger, target, gap);
    strike(draft, charge, [charger.unit, target], &cover, dice)
}

/// The lead unit comes into contact, and with it the other members of its charge that wait within an inch of the same enemy. ADF-CHARGE-37,
/// -44: who is farther off comes up only by going on, inch by inch. ADF-CHARGE-34: who goes along moves up to stay beside them.
fn come_up(draft: &mut DeadlyDraft, charge: &mut Charge, charger: &Charger, target: UnitId, gap: Length) {
    let mut moves = vec![(charger.unit, gap)];
    let others =
        charge.chargers.iter().filter(|other| other.waits && !other.done && other.unit != charger.unit);
    for other in others {
        match met(draft, other).filter(|_| is_within_an_inch(draft, other)) {
            Some((enemy, gap)) if enemy == target && gap.within(other.left()) => {
                moves.push((other.unit, gap))
            }
            None if other.along && are_adjacent(draft, other.unit, charger.unit) => {
                let facing = draft.unit(other.unit).pose.facing;
                let room = until_an_inch_of(draft, other.unit, facing, gap, |enemy| enemy != target);
                moves.push((other.unit, room.min(other.left())));
            }
            _ => {}
        }
    }
    for (unit, gap) in moves {
        go_up(draft, charge, unit, gap);
    }
}

fn is_within_an_inch(state: &State, charger: &Charger) -> bool {
    met(state, charger)
        .is_some_and(|(enemy, _)| within(state.rect(charger.unit), state.rect(enemy), ONE_INCH))
}

/// The last inch of one member, or what is left of it.
fn go_up(draft: &mut DeadlyDraft, charge: &mut Charge, unit: UnitId, gap: Length) {
    if gap <= Length::ZERO {
        return;
    }
    let pose = draft.unit(unit).pose;
    let to = pose.moved(pose.facing, gap);
    draft.emit(Event::Moved { units: vec![(unit, to)], distance: gap, clause: c::CHARGE_11 });
    for known in charge.chargers.iter_mut().filter(|known| known.unit == unit) {
        known.moved += gap;
        if known.point.is_some_and(|point| known.moved.at_least(point)) {
            known.point = None;
            if draft.unit(unit).level == Level::GoodOrder {
                draft.emit(Event::LevelSet { unit, level: Level::Disorder, clause: c::CHARGE_10 });
            }
        }
        known.at = draft.unit(unit).pose;
        known.level = draft.unit(unit).level;
    }
    // ADF-LEADER-16: a leader who stands alone there
    trample(draft, unit);
}

/// ADF-CHARGE-23, -40: who takes part on either side.
fn involved(state: &State, charge: &Charge, lead: UnitId, target: UnitId) -> (Vec<UnitId>, Vec<UnitId>) {
    let mut attackers = vec![lead];
    let joins = |attackers: &[UnitId], unit: UnitId| {
        touching(state.rect(unit), state.rect(target))
            || attackers.iter().any(|known| are_adjacent(state, *known, unit))
    };
    while let Some(next) = charge.chargers.iter().find(|charger| {
        charger.goes_on(state) && !attackers.contains(&charger.unit) && joins(&attackers, charger.unit)
    }) {
        attackers.push(next.unit);
    }
    let mut defenders = counted_with(state, target);
    for enemy in state.troops(state.side(target)) {
        let met = attackers.iter().any(|unit| touching(state.rect(*unit), state.rect(enemy)));
        if met && !defenders.contains(&enemy) {
            defenders.push(enemy);
        }
    }
    (attackers, defenders)
}

/// ADF-CHARGE-21: one lead unit against one, to the end: impact, melee on a tie (ADF-MELEE-01) of the two leads alone
/// (ADF-MELEE-04), and a new impact if both still stand (ADF-MELEE-06).
fn strike(
    draft: &mut DeadlyDraft,
    mut charge: Charge,
    [lead, target]: [UnitId; 2],
    cover: &Covered,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    name_supporter(draft, &mut charge, target)?;
    let (attackers, defenders) = involved(draft, &charge, lead, target);
    let sector = charge.chargers.iter().find(|known| known.unit == lead);
    let sector = sector.map_or(Sector::Front, |charger| charge_sector(draft, charger, target));
    let mut troubles = Troubles::default();
    let mut most = Length::ZERO;
    let depth = draft.rect(target).size().depth;
    for tie in 1..=MOST_TIES {
        name_supporter(draft, &mut charge, target)?;
        let facts = clash_facts(draft, [lead, target], sector, cover, [&attackers, &defenders]);
        let (result, rolls) = impact_with_rolls(&facts, &draft.options, dice)?;
        let sides = [&facts.attacker, &facts.defender];
        draft.emit(Event::Impacted {
            attacker: lead,
            defender: target,
            impact: result,
            numbers: sides.map(|side| side.charge_mmp(&draft.options)),
            figures: sides.map(|side| side.figures),
            rolls: Some(rolls),
            mods: sides.map(|side| mmp_mods(&side.impact_facts(&draft.options), &draft.options)).to_vec(),
        });
        if result.clash != Clash::Melee {
            most = outcome(
                draft,
                (&charge, cover),
                &result,
                [lead, target],
                [&attackers, &defenders],
                &mut troubles,
                dice,
            )?;
            break;
        }
        let before = [lead, target].map(|unit| draft.unit(unit).pose);
        let from = [lead, target].map(|unit| draft.rect(unit).centre());
        exchange(draft, [lead, target], Manner::Melee, None, cover, dice)?;
        disorder_all(draft, &[lead, target], c::MELEE_07);
        let stands = |draft: &DeadlyDraft, side: usize, unit: UnitId| {
            let now = draft.unit(unit);
            draft.is_on_table(unit) && now.pose == before[side] && now.level != Level::Routed
        };
        let (ours, theirs) = (stands(draft, 0, lead), stands(draft, 1, target));
        if !(ours && theirs) {
            if ours {
                // ADF-MELEE-05: one inch less than the other fell back
                let back = from[1].distance_to(draft.rect(target).centre());
                most = if draft.is_on_table(target) { back - ONE_INCH } else { depth + ONE_INCH };
            }
            break;
        }
        if tie == MOST_TIES {
            // ADF-MELEE-08: the attacker gives way, and all who came into contact with it
            for unit in &attackers {
                if *unit == lead || in_contact(draft, *unit, &defenders) {
                    let away = draft.unit(*unit).pose.facing.opposite();
                    back_off(draft, *unit, away, ONE_INCH, c::MELEE_08, &mut troubles);
                }
            }
        }
    }
    settle(draft, &mut troubles, dice)?;
    // ADF-CHARGE-26, -27
    disorder_all(draft, &attackers, c::CHARGE_26);
    disorder_all(draft, &defenders, c::CHARGE_26);
    for unit in attackers.iter().chain(&defenders) {
        if draft.is_on_table(*unit) {
            crate::turn::march::make_room(draft, *unit);
        }
    }
    let spared = charge.spared.clone();
    for known in charge.chargers.iter_mut().filter(|known| attackers.contains(&known.unit)) {
        // ADF-CHARGE-34, -44: a member that waits for an enemy of its own and was not driven back still has its own impact to come
        let stands = draft.is_on_table(known.unit) && draft.unit(known.unit).pose == known.at;
        let own =
            known.unit != lead && known.waits && stands && draft.unit(known.unit).level <= Level::Disorder;
        let other = met(draft, known).map(|(enemy, _)| enemy);
        if own && other.is_some_and(|enemy| !defenders.contains(&enemy) && !spared.contains(&enemy)) {
            known.level = draft.unit(known.unit).level;
        } else {
            known.done = true;
        }
    }
    let done = |unit: &UnitId| charge.chargers.iter().any(|known| known.unit == *unit && known.done);
    let winners: Vec<UnitId> =
        attackers.into_iter().filter(|unit| draft.is_on_table(*unit) && done(unit)).collect();
    part(draft, &charge, &winners, &defenders, most);
    if most > GRAIN {
        return next(draft, charge, Phase::Winning { units: winners, most, beaten: defenders });
    }
    winners.iter().for_each(|unit| end_for(draft, *unit, c::CHARGE_26));
    defenders
        .iter()
        .filter(|unit| draft.is_on_table(**unit))
        .copied()
        .collect::<SmallVec<[UnitId; 4]>>()
        .into_iter()
        .for_each(|unit| end_for(draft, unit, c::CHARGE_26));
    next(draft, charge, Phase::Choosing)
}

/// ADF-CHARGE-24, ruling ADF-R18: the numbers of the impact, with the cover that the defender had when the charger halted before it.
fn clash_facts(
    state: &State,
    [lead, target]: [UnitId; 2],
    sector: Sector,
    cover: &Covered,
    [attackers, defenders]: [&[UnitId]; 2],
) -> ChargeFacts {
    let counter = state.unit(target).charging;
    let charged = if counter { None } else { Some(sector) };
    // ADF-FIV-03, by the option: all in contact
    let touching = |own: UnitId, side: &[UnitId], other: &[UnitId]| -> Vec<UnitId> {
        side.iter().copied().filter(|unit| *unit == own || in_contact(state, *unit, other)).collect()
    };
    let (ours, theirs) = (touching(lead, attackers, defenders), touching(target, defenders, attackers));
    let mut defender = lead_facts(state, target, lead, charged, &theirs);
    cover.shelters(&mut defender.morale);
    ChargeFacts { attacker: lead_facts(state, lead, target, None, &ours), defender, countercharge: counter }
}
