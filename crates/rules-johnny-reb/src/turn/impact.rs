//! The end of a charge: impact, the beaten, the volley after it, and the supporters.

use crate::book::kinds::{Arm, Formation, Level};
use crate::book::tables::formation_row;
use crate::c;
use crate::field::sight::face_struck;
use crate::procedures::fire::{Face, Situation};
use crate::procedures::meet_charge::{self, BEATEN_IS_SHAKEN_ON, Bears};
use crate::procedures::morale::{Cause, ImpactResult, MoraleFacts, beaten_level, morale_mods};
use crate::ruleset::JohnnyRebDraft;
use crate::turn::asking::{Answer, Question, ask};
use crate::turn::charge::{charge_on, closest_enemies, did, plan, step, volley};
use crate::turn::event::{Event, Motion};
use crate::turn::fire_step::{Aim, resolve};
use crate::turn::flight::{
    KEEP_AWAY, away, disorder, fall_back, farthest, is_steady, make_room, remove, run_away,
};
use crate::turn::morale_step::{Alarm, Shelter, check_all, measure_behind, spread};
use crate::turn::state::{Contact, Fate, Order, Run, State};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::UnitId;
use longroll_table::{
    Convex, Footprint, GRAIN, Length, Pose, Rect, Vector, distance, inches, overlaps, touching, within,
};

/// Step 4: contact and impact, or the charge has ended short (JR-CHARGE-26).
pub(crate) fn strike(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    run: &Run,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let target = run.target;
    follow(draft, run, run.contact.min(run.full));
    if !run.contact.within(run.full) || !draft.is_on_table(target) {
        end_charge(draft, id, run);
        make_room(draft, id);
        return Ok(());
    }
    // JR-CHARGE-23
    if draft.unit(target).level == Level::Routed {
        let alarm = Alarm { unit: target, rect: draft.unit(target).rect };
        remove(draft, target, Fate::Surrendered, c::CHARGE_23, dice)?;
        end_charge(draft, id, run);
        make_room(draft, id);
        return spread(draft, vec![alarm], dice);
    }
    let defenders = chosen_supporters(draft, target, id)?;
    let (ours, theirs) = impact_facts(draft, id, run, &defenders);
    meet_charge::strike(&mut OnTable { draft, id, run, defenders }, &ours, &theirs, dice)
}

/// An impact of units on the table.
struct OnTable<'a> {
    draft: &'a mut JohnnyRebDraft,
    id: UnitId,
    run: &'a Run,
    /// Who supports the unit that is struck.
    defenders: Vec<UnitId>,
}

impl Bears for OnTable<'_> {
    fn rolled(&mut self, ours: &MoraleFacts, theirs: &MoraleFacts, result: &ImpactResult) {
        let (draft, id, target) = (&mut *self.draft, self.id, self.run.target);
        draft.emit(Event::ImpactRolled {
            attacker: id,
            defender: target,
            attacker_mods: morale_mods(ours),
            defender_mods: morale_mods(theirs),
            attacker_total: result.attacker,
            defender_total: result.defender,
            winner: result.winner,
        });
        for unit in [id, target] {
            did(draft, unit, |flags| flags.impacted = true);
        }
        // JR-CHARGE-25: the charge of the one struck is used up
        if draft.unit(target).order == Some(Order::Charge) {
            did(draft, target, |flags| flags.charged = true);
        }
    }

    fn tie(&mut self) {
        let (draft, run) = (&mut *self.draft, self.run);
        let supports = [run.supporters.clone(), self.defenders.clone()];
        draft.emit(Event::ContactMade(Contact {
            attacker: self.id,
            defender: run.target,
            supports,
            is_old: false,
            joined: Vec::new(),
            from: Some(run.front),
        }));
        end_charge(draft, self.id, run);
    }

    fn attacker_won(&mut self, roll: u32, dice: &mut dyn Dice) -> Result<(), Wanted> {
        attacker_won(self.draft, self.id, self.run, roll, dice)
    }

    fn defender_won(&mut self, dice: &mut dyn Dice) -> Result<(), Wanted> {
        defender_won(self.draft, self.id, self.run, dice)
    }
}

/// JR-CHARGE-15, -16, -24, -25: both sides' Impact Morale.
pub fn impact_facts(
    state: &State,
    id: UnitId,
    run: &Run,
    defenders: &[UnitId],
) -> (MoraleFacts, MoraleFacts) {
    let count = |list: &[UnitId], arm: Arm| {
        u32::try_from(list.iter().filter(|other| state.arm(**other) == arm).count()).unwrap_or(0)
    };
    let supported = |facts: &mut MoraleFacts, list: &[UnitId]| {
        facts.supporting_infantry = count(list, Arm::Infantry);
        facts.supporting_cavalry = count(list, Arm::Cavalry);
    };
    let mut ours = measure_behind(state, id, Cause::Impact, Shelter::None);
    ours.charging = true;
    ours.on_charge = false;
    ours.forming = false;
    supported(&mut ours, &run.supporters);
    // ruling JR-R17: the same wall before and at contact, judged from where the run began
    let shelter = Shelter::against(state, run.target, run.front);
    let mut theirs = measure_behind(state, run.target, Cause::Impact, shelter);
    let struck = &state.unit(run.target).rect;
    let skirmishers = state.unit(run.target).formation == Formation::SkirmishLine;
    theirs.face = if skirmishers { Face::Front } else { face_struck(struck, run.front) };
    supported(&mut theirs, defenders);
    theirs.guns_supported = is_guarded(state, run.target);
    (ours, theirs)
}

/// Both sides' Impact Morale if the charge were carried home as things stand, for previews and opponents.
pub fn forecast(state: &State, id: UnitId, target: UnitId, with: &[UnitId]) -> (MoraleFacts, MoraleFacts) {
    let mut defenders = defending_supporters(state, target, id);
    defenders.truncate(3);
    let plan = plan(state, id, target);
    let unit = state.unit(id);
    let (heading, front) = plan.map_or((unit.pose.facing, unit.rect.front_middle()), |plan| {
        (plan.heading, Rect::new(plan.from, unit.rect.size()).front_middle())
    });
    let run = Run {
        target,
        contact: Length::ZERO,
        full: Length::ZERO,
        disorder_at: Length::ZERO,
        heading,
        front,
        supporters: with.to_vec(),
        volley_at: None,
        mutual: false,
        closed: None,
    };
    let (mut ours, theirs) = impact_facts(state, id, &run, &defenders);
    if plan.is_some_and(|plan| plan.is_wide) && state.arm(id) != Arm::Artillery {
        ours.formation = Formation::Disorder;
    }
    (ours, theirs)
}

/// JR-FORM-05: steady infantry or cavalry within 2 in of a battery.
pub fn is_guarded(state: &State, battery: UnitId) -> bool {
    state.troops(state.side(battery)).any(|other| {
        other != battery
            && is_steady(state, other)
            && state.arm(other) != Arm::Artillery
            && within(&state.unit(battery).rect, &state.unit(other).rect, inches(2))
    })
}

/// JR-CHARGE-16: at most three; where more could support, their owner names them.
fn chosen_supporters(
    draft: &mut JohnnyRebDraft,
    target: UnitId,
    attacker: UnitId,
) -> Result<Vec<UnitId>, Wanted> {
    let units = defending_supporters(draft, target, attacker);
    if units.len() <= 3 {
        return Ok(units);
    }
    let three = units[..3].to_vec();
    Ok(match ask(draft, Question::Supports { unit: target, units })? {
        Answer::Units(list) => list,
        _ => three,
    })
}

/// JR-CHARGE-16: all who could, those who help most first.
pub(crate) fn defending_supporters(state: &State, target: UnitId, attacker: UnitId) -> Vec<UnitId> {
    let near = state.troops(state.side(target)).filter(|other| {
        *other != target
            && *other != attacker
            && is_steady(state, *other)
            && !state.is_in_contact(*other)
            && !state.is_supporting(*other)
            && state.arm(*other) != Arm::Artillery
            && within(&state.unit(target).rect, &state.unit(*other).rect, inches(2))
    });
    let mut near: Vec<UnitId> = near.collect();
    near.sort_by_key(|other| state.arm(*other) != Arm::Cavalry);
    near
}

/// JR-CHARGE-18, JR-CHARGE-19, JR-CHARGE-20, JR-CHARGE-21.
fn attacker_won(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    run: &Run,
    roll: u32,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let target = run.target;
    let (place, rect) = (draft.unit(target).pose, draft.unit(target).rect);
    let before = draft.unit(target).level;
    let mut alarms = Vec::new();
    match beaten_level(before, roll) {
        None => {
            remove(draft, target, Fate::Surrendered, c::CHARGE_18, dice)?;
            alarms.push(Alarm { unit: target, rect });
        }
        Some(level) => {
            if level != before {
                draft.emit(Event::LevelSet { unit: target, level, clause: c::CHARGE_18 });
            }
            crate::turn::morale_step::break_order(draft, target);
            let guns = draft.arm(target) == Arm::Artillery;
            let reach = inches(i64::from(roll));
            let stays = if level == Level::Routed && guns && roll.is_multiple_of(2) {
                remove(draft, target, Fate::Abandoned, c::ARTY_06, dice)?;
                false
            } else if level == Level::Routed {
                run_away(draft, target, Some(id), reach, c::CHARGE_18, dice)?
            } else {
                disorder(draft, target, c::CHARGE_18);
                fall_back(draft, target, Some(id), reach, c::CHARGE_18, dice)?
            };
            if draft.is_on_table(target) {
                did(draft, target, |flags| flags.spent = true);
            }
            if !stays || (level == Level::Routed && before != Level::Routed) {
                alarms.push(Alarm { unit: target, rect });
            }
        }
    }
    let was = draft.unit(id).pose.at;
    take_ground(draft, id, place);
    // JR-CHARGE-29: they stay within 2 in behind the winner
    follow(draft, run, (draft.unit(id).pose.at - was).measured_along(run.heading));
    make_room(draft, id);
    // JR-CHARGE-22: the charge is over before the volley
    end_charge(draft, id, run);
    if draft.options.always_end_volley
        && draft.is_on_table(target)
        && draft.unit(target).level != Level::Routed
    {
        end_volley(draft, id, target, dice)?;
    }
    spread(draft, alarms, dice)?;
    goes_on(draft, id, run, dice)
}

/// JR-OPT-14: the winner may run on at the closest enemy in sight with what is left of its charge.
fn goes_on(draft: &mut JohnnyRebDraft, id: UnitId, run: &Run, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let left = run.full - run.contact;
    let able = draft.options.charge_on && draft.is_on_table(id) && is_steady(draft, id);
    if !able || left <= GRAIN {
        return Ok(());
    }
    let reached = |target: &UnitId| plan(draft, id, *target).is_some_and(|plan| plan.contact.within(left));
    let targets: Vec<UnitId> = closest_enemies(draft, id).into_iter().filter(reached).collect();
    if targets.is_empty() {
        return Ok(());
    }
    if let Answer::Unit(target) = ask(draft, Question::ChargeOn { unit: id, targets })? {
        did(draft, id, |flags| {
            flags.charged = false;
            flags.acted = false;
        });
        let disorder_at = (run.disorder_at - run.contact).max(Length::ZERO);
        charge_on(draft, id, target, (left, disorder_at), dice)?;
    }
    Ok(())
}

/// JR-CHARGE-21: the attacker occupies the defender's place if there is room.
fn take_ground(draft: &mut JohnnyRebDraft, id: UnitId, place: Pose) {
    let unit = draft.unit(id);
    let to = Pose { at: place.at, facing: unit.pose.facing };
    let rect = Rect::new(to, unit.rect.size());
    let free = draft.ids().all(|other| {
        let theirs = &draft.unit(other).rect;
        let enemy = draft.side(other) != draft.side(id);
        other == id
            || !draft.is_on_table(other)
            || draft.is_officer(other)
            || if enemy { !touching(&rect, theirs) } else { !overlaps(&rect, theirs) }
    });
    let open = draft.ground.closing(&draft.field, draft.arm(id), &[Convex::of(&rect)]).is_none();
    if free && open && draft.field.inside(&Footprint::single(rect)) {
        let distance = unit.pose.at.distance_to(to.at);
        step(draft, id, to, distance, Motion::TakeGround);
    }
}

/// JR-CHARGE-17, -22.
fn defender_won(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    run: &Run,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let target = run.target;
    did(draft, target, |flags| flags.won_impact = true);
    let die = dice.one(c::CHARGE_17, Die::D6)?;
    let rect = draft.unit(id).rect;
    disorder(draft, id, c::CHARGE_17);
    let reach = so_far_away(draft, id, target, inches(i64::from(die)));
    let stays = fall_back(draft, id, Some(target), reach, c::CHARGE_17, dice)?;
    end_charge(draft, id, run);
    // JR-OPT-13
    if stays && draft.options.beaten_shaken && die >= BEATEN_IS_SHAKEN_ON && is_steady(draft, id) {
        draft.emit(Event::LevelSet { unit: id, level: Level::Shaken, clause: c::OPT_13 });
    }
    if stays {
        did(draft, id, |flags| flags.spent = true);
        end_volley(draft, id, target, dice)
    } else {
        spread(draft, vec![Alarm { unit: id, rect }], dice)
    }
}

/// How far it must go to stand so far from the enemy: in disorder it is deeper than it was at the contact.
fn so_far_away(state: &State, id: UnitId, from: UnitId, wanted: Length) -> Length {
    let (here, enemy) = (&state.unit(id).rect, &state.unit(from).rect);
    let way = away(state, id, Some(from));
    let near =
        |more: Length| !distance(&here.shifted(Vector::along(way, wanted + more)), enemy).at_least(wanted);
    if near(Length::ZERO) { wanted + farthest(inches(2), near) + GRAIN } else { wanted }
}

/// JR-CHARGE-22: who may fire in a volley out of turn: even those who have fired.
pub(crate) fn able_to_fire(state: &State, unit: UnitId) -> bool {
    let row = formation_row(state.body(unit), state.unit(unit).formation);
    row.is_some_and(|row| row.fire_share != "none")
        && state.unit(unit).guns_at.is_none()
        && state.unit(unit).level != Level::Routed
        && state.unit(unit).ammunition != crate::turn::state::Ammunition::Out
}

/// The simultaneous volley of 2 dice, whatever the range.
fn end_volley(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    target: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let mut aims = Vec::new();
    for (from, at) in [(target, id), (id, target)] {
        if draft.is_on_table(from) && draft.is_on_table(at) && able_to_fire(draft, from) {
            let shot = volley(draft, from, at, Situation::AfterCharge)?;
            // no cover for the attacker; the defender has its own again
            aims.push(Aim { bare: at == id, ..Aim::new(shot, Situation::AfterCharge, c::CHARGE_22) });
        }
    }
    let (shocks, alarms) = resolve(draft, &aims, dice)?;
    check_all(draft, &shocks, alarms, dice)
}

/// JR-CHARGE-29: the charge is over for the point unit and for its supporters, who have come along behind it.
pub(crate) fn end_charge(draft: &mut JohnnyRebDraft, id: UnitId, run: &Run) {
    if draft.is_on_table(id) {
        did(draft, id, |flags| {
            flags.charged = true;
            flags.acted = true;
        });
    }
    // JR-CHARGE-25: the charge of the other is used up
    if run.mutual && draft.is_on_table(run.target) && draft.unit(run.target).order == Some(Order::Charge) {
        did(draft, run.target, |flags| {
            flags.charged = true;
            flags.acted = true;
        });
    }
    for other in &run.supporters {
        if !draft.is_on_table(*other) || draft.unit(*other).flags.charged {
            continue;
        }
        did(draft, *other, |flags| {
            flags.charged = true;
            flags.acted = true;
            flags.spent = true;
        });
    }
}

/// JR-CHARGE-16, -29: supporters move with the point unit, at least 1 in from every enemy and on nobody.
pub(crate) fn follow(draft: &mut JohnnyRebDraft, run: &Run, most: Length) {
    for id in &run.supporters {
        let id = *id;
        if !draft.is_on_table(id) || draft.unit(id).flags.charged {
            continue;
        }
        let unit = draft.unit(id);
        let fits = |length: Length| {
            let rect = unit.rect.shifted(Vector::along(run.heading, length));
            let apart = draft
                .troops(draft.side(id).enemy())
                .all(|enemy| distance(&rect, &draft.unit(enemy).rect).at_least(KEEP_AWAY));
            let free = draft
                .troops(draft.side(id))
                .all(|friend| friend == id || !overlaps(&rect, &draft.unit(friend).rect));
            apart && free && draft.field.inside(&Footprint::single(rect))
        };
        // as far as there is room, to the thousandth of an inch
        let mut length = most;
        let quarter = inches(1).half().half();
        while length > Length::ZERO && !fits(length) {
            length = (length - quarter).max(Length::ZERO);
        }
        if length < most && length > Length::ZERO {
            let short = length;
            length += farthest(quarter.min(most - short), |more| fits(short + more));
        }
        if length > Length::ZERO {
            let to = unit.pose.moved(run.heading, length);
            step(draft, id, to, length, Motion::Support);
        }
    }
}
