//! Step 9, and what every unit test measures on the table.

use crate::book::kinds::{Grade, Kind, Order};
use crate::book::tables;
use crate::c;
use crate::field::sight::{is_uphill, nearest_visible};
use crate::procedures::morale::{
    Arm, Condition, Losses, MoraleFacts, MoraleResult, Reason, Tested, morale_mods, test,
};
use crate::procedures::tests_of_command::{
    BrigadeFacts, BrigadeResult, GradePair, brigade_mods, brigade_test,
};
use crate::ruleset::GrenadierDraft;
use crate::turn::aftermath::{disperse, disrupt, join_nearest, lose_general};
use crate::turn::event::{Cause, Event};
use crate::turn::flight::{break_unit, face, leave_melee};
use crate::turn::state::{Moment, Stage, Standing, State, Status};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Side, UnitId};
use longroll_table::{Heading, Length, Point, TableEdge, inches, within};
use smallvec::SmallVec;

/// GRE-MORALE-10.
const NEAR: Length = inches(12);

/// The enemy of a charge test, and whether the charge strikes in flank or rear.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Against {
    pub enemy: Option<UnitId>,
    pub flank: bool,
}

/// Measures everything that a test looks at.
pub fn facts(state: &State, id: UnitId, reason: Reason, against: Against) -> MoraleFacts {
    let unit = state.unit(id);
    let charge = unit.charge.filter(|_| reason == Reason::ToCharge);
    // GRE-TERRAIN-05: in tests without an attacker the enemy meant is the nearest visible one
    let judge = against.enemy.or_else(|| nearest_visible(state, id));
    let (friends_broken, enemies_broken) = broken_near(state, id);
    let enemy = against.enemy;
    MoraleFacts {
        reason,
        grade: state.piece(id).grade,
        dp: unit.dp,
        general: state.best_general(id),
        bushwhacked: unit.bushwhacked,
        flank_fire: unit.today.flank_fire,
        losses: losses(state, id),
        cover: state.ground.cover(state, id, judge),
        prone: unit.prone,
        uphill: is_uphill(state, id, judge),
        in_trench: state.arm(id) == Arm::Foot && state.ground.in_trench(state, id),
        friends_broken,
        enemies_broken,
        condition: condition(unit.status),
        arm: state.arm(id),
        skirmishing: state.is_skirmishing(id),
        at_flank_or_skirmishers: against.flank || enemy.is_some_and(|enemy| state.is_skirmishing(enemy)),
        casualties: u32::from(unit.today.lost_to_fire),
        waves_before: charge.map_or(0, |charge| u32::from(charge.waves_before)),
        yell: charge.is_some_and(|charge| charge.yell),
        // GRE-CHARGE-19: skirmishers have no flank in the Being Charged test
        in_flank: against.flank && !state.is_skirmishing(id),
        charger: enemy.map_or(Arm::Foot, |enemy| state.arm(enemy)),
        charger_skirmishing: enemy.is_some_and(|enemy| state.is_skirmishing(enemy)),
        yell_penalty: unit.yell_penalty,
    }
}

fn condition(status: Status) -> Condition {
    match status {
        Status::Steady | Status::Pursuing => Condition::Steady,
        Status::Halted => Condition::Halted,
        Status::Rallying => Condition::Rallying,
        Status::Retreating => Condition::Retreating,
        Status::Routing => Condition::Routing,
    }
}

/// GRE-UNIT-06: by figures; GRE-UNIT-08: a battery by models out of action.
pub fn losses(state: &State, id: UnitId) -> Losses {
    let (lost, start, quarter) = if state.kind(id).is_artillery() {
        let start = u32::from(state.piece(id).models);
        (start - u32::from(state.served(id)).min(start), start, 3)
    } else {
        let (start, now) = state.strength(id);
        (start - now.min(start), start, 4)
    };
    if lost * 2 >= start && lost > 0 {
        Losses::Half
    } else if lost * quarter >= start && lost > 0 {
        Losses::Quarter
    } else {
        Losses::Few
    }
}

/// GRE-MORALE-11, GRE-MORALE-12: foot and guns look at formed foot and guns, skirmishers and cavalry at each other.
pub(crate) fn heeds(state: &State, id: UnitId, other: UnitId) -> bool {
    let light = |unit: UnitId| state.arm(unit) == Arm::Horse || state.is_skirmishing(unit);
    light(id) == light(other)
}

/// GRE-UNIT-10: does the memory of a dispersed unit still count?
pub(crate) fn is_fresh(state: &State, turn: u32, moment: Moment) -> bool {
    turn == state.turn || (turn + 1 == state.turn && moment == Moment::Late)
}

/// GRE-MORALE-10: friends and enemies retreating, routing or dispersed within 12 in.
pub fn broken_near(state: &State, id: UnitId) -> (u32, u32) {
    let rect = &state.unit(id).rect;
    let mut counts = [0, 0];
    for other in state.all_troops() {
        if other != id
            && state.unit(other).status.is_broken()
            && heeds(state, id, other)
            && within(rect, &state.unit(other).rect, NEAR)
        {
            counts[usize::from(state.side(other) != state.side(id))] += 1;
        }
    }
    for gone in &state.gone {
        if is_fresh(state, gone.turn, gone.moment)
            && heeds(state, id, gone.unit)
            && within(rect, &state.unit(gone.unit).rect, NEAR)
        {
            counts[usize::from(state.side(gone.unit) != state.side(id))] += 1;
        }
    }
    (counts[0], counts[1])
}

/// Throws a test and records it; what comes of it is the caller's matter.
pub fn take_test(
    draft: &mut GrenadierDraft,
    id: UnitId,
    reason: Reason,
    against: Against,
    dice: &mut dyn Dice,
) -> Result<Tested, Wanted> {
    let facts = facts(draft, id, reason, against);
    let tested = test(&facts, dice)?;
    let mods = morale_mods(&facts);
    draft.emit(Event::MoraleTested { unit: id, reason, mods, score: tested.score, result: tested.result });
    Ok(tested)
}

/// GRE-MORALE-27: units of a side that must take their one Other test.
pub fn must_test(state: &State, side: Side) -> Vec<UnitId> {
    state.troops(side).filter(|id| has_cause(state, *id)).collect()
}

fn has_cause(state: &State, id: UnitId) -> bool {
    let unit = state.unit(id);
    let today = &unit.today;
    if unit.status.is_broken() || today.tested || state.is_in_melee(id) {
        return false;
    }
    today.lost_to_fire > 0
        || today.flank_fire
        || today.lost_general
        || unit.bushwhacked
        // a friend that it heeds began to retreat or rout, or was dispersed, within 12 in of it at that moment
        || today.friend_broke
}

/// GRE-MORALE-28, GRE-MORALE-29, GRE-MORALE-30, GRE-MORALE-31.
pub fn other_test(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let tested = take_test(draft, id, Reason::Other, Against::default(), dice)?;
    let clause = c::MORALE_27;
    // GRE-MOVE-23, ruling GRE-R19: from the enemy that caused the test, if one did; else toward the base edge
    let away = draft.unit(id).today.shot_by.filter(|enemy| draft.is_on_table(*enemy));
    disrupt(draft, id, tested.dp, Cause::Morale, clause, dice)?;
    match tested.result {
        MoraleResult::Halt if draft.is_on_table(id) => {
            draft.emit(Event::StatusSet { unit: id, status: Status::Halted, clause: c::MORALE_29 });
            Ok(())
        }
        MoraleResult::Retreat => break_unit(draft, id, Status::Retreating, away, c::MORALE_30, dice),
        MoraleResult::Rout => break_unit(draft, id, Status::Routing, away, c::MORALE_31, dice),
        _ => Ok(()),
    }
}

/// GRE-RALLY-01, GRE-TURN-10 and option GRE-OPT-22: who tests to rally. GRE-RALLY-07: nobody in contact.
pub fn may_rally(state: &State, id: UnitId) -> bool {
    let unit = state.unit(id);
    let earlier = unit.since < state.turn;
    let before_step_9 = unit.moment == Moment::Early;
    let due = match unit.status {
        Status::Retreating => earlier || before_step_9,
        Status::Routing => earlier || (before_step_9 && state.options.rally_same_turn),
        _ => false,
    };
    due && !unit.today.rally_tried && !state.is_in_melee(id)
}

/// GRE-RALLY-02, GRE-RALLY-03, GRE-RALLY-04, GRE-RALLY-05.
pub fn rally_test(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let tested = take_test(draft, id, Reason::ToRally, Against::default(), dice)?;
    match tested.result {
        MoraleResult::Rally => {
            draft.emit(Event::StatusSet { unit: id, status: Status::Rallying, clause: c::RALLY_02 });
            // GRE-DP-18
            if draft.unit(id).dp > 0 {
                draft.emit(Event::Steadied { unit: id, dp: 1, clause: c::DP_18 });
            }
            face_enemy(draft, id);
            Ok(())
        }
        MoraleResult::Rout => {
            draft.emit(Event::StatusSet { unit: id, status: Status::Routing, clause: c::RALLY_04 });
            crate::turn::aftermath::must_test(draft, id, c::BRIG_01);
            Ok(())
        }
        MoraleResult::Disperse => disperse(draft, id, Standing::Dispersed, c::RALLY_05, dice),
        _ => Ok(()),
    }
}

/// GRE-RALLY-02: it faces the nearest enemy, where there is room to turn.
fn face_enemy(draft: &mut GrenadierDraft, id: UnitId) {
    let Some((_, enemy)) = crate::field::sight::nearest_enemy(draft, id) else { return };
    if let Some(facing) = Heading::of(draft.unit(enemy).pose.at - draft.unit(id).pose.at) {
        face(draft, id, facing);
    }
}

/// GRE-BRIG-08: units retreating, routing or dispersed.
pub fn broken_units(state: &State, brigade: u16) -> u32 {
    let card = &state.muster.brigades[usize::from(brigade)];
    card.units.iter().filter(|id| !state.is_on_table(**id) || state.unit(**id).status.is_broken()).count()
        as u32
}

pub fn share_step(state: &State, brigade: u16) -> i32 {
    let card = &state.muster.brigades[usize::from(brigade)];
    -tables::share_mod(broken_units(state, brigade), card.units.len() as u32)
}

/// GRE-UNIT-16, GRE-UNIT-17: the grades that more than half of the units still in play hold.
pub fn brigade_grade(state: &State, brigade: u16) -> (Grade, GradePair, bool) {
    let units: SmallVec<[Grade; 8]> = state.brigade_units(brigade).map(|id| state.piece(id).grade).collect();
    let over_half = |wanted: &dyn Fn(Grade) -> bool| {
        units.iter().filter(|grade| wanted(**grade)).count() * 2 > units.len()
    };
    let steady = over_half(&|grade| grade.is_steady());
    let green = over_half(&|grade| !grade.is_steady());
    let pair = match (steady, green) {
        (true, _) => GradePair::VeteranOrRegular,
        (_, true) => GradePair::TrainedOrRaw,
        _ => GradePair::Neither,
    };
    let one = Grade::ALL.into_iter().find(|wanted| over_half(&|grade| grade == *wanted));
    let for_orders =
        one.unwrap_or(if pair == GradePair::TrainedOrRaw { Grade::Trained } else { Grade::Regular });
    (for_orders, pair, one == Some(Grade::Veteran))
}

/// Everything a brigade test looks at.
pub fn brigade_facts(state: &State, brigade: u16) -> BrigadeFacts {
    let card = &state.muster.brigades[usize::from(brigade)];
    let units: SmallVec<[UnitId; 8]> = state.brigade_units(brigade).collect();
    let sheltered = units
        .iter()
        .filter(|id| {
            let unit = state.unit(**id);
            unit.building.is_some() || unit.prone || state.ground.in_wood(&state.field, unit.pose.at)
        })
        .count();
    let (_, grades, veteran) = brigade_grade(state, brigade);
    let enemy_retreating = state.troops(card.side.enemy()).any(|enemy| {
        state.unit(enemy).status.is_broken()
            && units.iter().any(|id| within(&state.unit(*id).rect, &state.unit(enemy).rect, NEAR))
    });
    let (secure_flanks, secure_rear) = secure(state, brigade, &units);
    BrigadeFacts {
        general_in_radius: is_led(state, brigade, &units),
        order: state.brigades[usize::from(brigade)].order,
        sheltered: sheltered * 2 > units.len(),
        grades,
        veteran,
        broken: broken_units(state, brigade),
        original: (card.units.len() as u32).max(1),
        enemy_retreating,
        secure_flanks,
        secure_rear,
    }
}

/// GRE-BRIG-03, GRE-BRIG-04: a general in the line of command with half of the units in his radius. GRE-LEADER-06: the
/// brigade's own, a division general above it, or the CinC.
fn is_led(state: &State, brigade: u16, units: &[UnitId]) -> bool {
    let card = &state.muster.brigades[usize::from(brigade)];
    let line =
        state.brigadier(brigade).into_iter().chain(card.above.iter().copied()).chain(state.cinc(card.side));
    line.into_iter().filter(|general| state.is_fit(*general)).any(|general| {
        let radius = inches(i64::from(tables::general(state.unit(general).ability).radius));
        let rect = &state.unit(general).rect;
        let near = units.iter().filter(|id| within(rect, &state.unit(**id).rect, radius)).count();
        near * 2 >= units.len() && near > 0
    })
}

/// GRE-BRIG-10: left, right and rear as seen from the base edge into the table.
fn secure(state: &State, brigade: u16, units: &[UnitId]) -> (u8, bool) {
    let side = state.muster.brigades[usize::from(brigade)].side;
    let into = state.edge(side).outward().opposite();
    let along = |id: &UnitId, way: Heading| {
        let at = state.unit(*id).pose.at;
        (at - Point::new(0, 0)).measured_along(way)
    };
    let outermost = |way: Heading| units.iter().copied().max_by_key(|id| (along(id, way), *id));
    let left = outermost(into.left()).is_some_and(|id| is_secure(state, brigade, id, into.left()));
    let right = outermost(into.right()).is_some_and(|id| is_secure(state, brigade, id, into.right()));
    let back = into.opposite();
    let rear = outermost(back).is_some_and(|id| is_secure(state, brigade, id, back));
    (u8::from(left) + u8::from(right), rear)
}

/// Blocking terrain, the table edge or a steady friendly brigade within 6 in on that side.
fn is_secure(state: &State, brigade: u16, id: UnitId, way: Heading) -> bool {
    let reach = inches(6);
    let rect = &state.unit(id).rect;
    let own_edge = TableEdge::ALL.into_iter().find(|edge| edge.outward() == way);
    if own_edge.is_some_and(|edge| state.field.distance_to_edge(rect, edge).within(reach)) {
        return true;
    }
    let here = rect.centre();
    let beyond = |at: Point| (at - here).measured_along(way) > Length::ZERO;
    if state.ground.blocking_within(&state.field, rect, reach, beyond) {
        return true;
    }
    let side = state.side(id);
    state.troops(side).any(|friend| {
        let theirs = state.piece(friend).brigade;
        theirs.is_some_and(|other| other != brigade && is_steady(state, other))
            && beyond(state.unit(friend).pose.at)
            && within(rect, &state.unit(friend).rect, reach)
    })
}

/// GRE-BRIG-10: no unit in retreat or rout, and not broken this turn.
fn is_steady(state: &State, brigade: u16) -> bool {
    let known = &state.brigades[usize::from(brigade)];
    known.broke_in != state.turn && state.brigade_units(brigade).all(|id| !state.unit(id).status.is_broken())
}

/// GRE-BRIG-01: brigades of a side with a cause, each once a turn.
pub fn brigades_due(state: &State, side: Side) -> Vec<u16> {
    (0..state.brigades.len() as u16)
        .filter(|brigade| {
            let known = &state.brigades[usize::from(*brigade)];
            let worse = || share_step(state, *brigade) > known.share;
            state.muster.brigades[usize::from(*brigade)].side == side
                && !known.tested
                && !known.panicked
                && (known.must_test || worse())
                && state.brigade_units(*brigade).next().is_some()
        })
        .collect()
}

pub fn test_brigade(draft: &mut GrenadierDraft, brigade: u16, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let facts = brigade_facts(draft, brigade);
    let (score, result) = brigade_test(&facts, dice)?;
    draft.emit(Event::BrigadeTested { brigade, mods: brigade_mods(&facts), score, result });
    match result {
        // GRE-BRIG-11
        BrigadeResult::Stands => Ok(()),
        BrigadeResult::Breaks => break_brigade(draft, brigade, dice),
        BrigadeResult::Panics => panic(draft, brigade, dice),
    }
}

/// GRE-BRIG-12, GRE-BRIG-13: a DP for all, the broken are dispersed, Hold orders, out of every melee.
fn break_brigade(draft: &mut GrenadierDraft, brigade: u16, dice: &mut dyn Dice) -> Result<(), Wanted> {
    draft.emit(Event::OrderSet { brigade, order: Order::Hold, clause: c::BRIG_13 });
    let units: Vec<UnitId> = draft.brigade_units(brigade).collect();
    for id in units {
        if draft.unit(id).status.is_broken() {
            disperse(draft, id, Standing::Dispersed, c::BRIG_12, dice)?;
            continue;
        }
        let enemy = draft.contacts_of(id).next().and_then(|contact| contact.other(id));
        if let Some(enemy) = enemy {
            crate::turn::resolution::set_back(draft, id, enemy, dice)?;
        }
        disrupt(draft, id, tables::brigade_row(1).1, Cause::Brigade, c::BRIG_12, dice)?;
    }
    Ok(())
}

/// GRE-BRIG-16: no other brigade tests for it, but its neighbours remember where it vanished. GRE-BRIG-14, GRE-BRIG-19: everybody is gone, the brigadier with them; other generals go to the nearest friends.
fn panic(draft: &mut GrenadierDraft, brigade: u16, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let _ = dice;
    let own = draft.muster.brigades[usize::from(brigade)].brigadier;
    let mut units: Vec<UnitId> = draft.brigade_units(brigade).collect();
    let sent: Vec<UnitId> = draft
        .all_troops()
        .filter(|id| draft.piece(*id).parent.is_some_and(|parent| units.contains(&parent)))
        .collect();
    units.extend(sent);
    let mut left: SmallVec<[UnitId; 4]> = SmallVec::new();
    for id in units {
        left.extend(draft.attached(id));
        leave_melee(draft, id);
        draft.emit(Event::Removed { unit: id, standing: Standing::Dispersed, clause: c::BRIG_14 });
    }
    if let Some(general) = own.filter(|general| draft.is_on_table(*general)) {
        draft.emit(Event::Removed { unit: general, standing: Standing::Dispersed, clause: c::BRIG_19 });
    }
    for general in left {
        if draft.is_on_table(general) {
            draft.emit(Event::Attached { general, unit: None });
            if draft.troops(draft.side(general)).next().is_some() {
                join_nearest(draft, general);
            } else {
                lose_general(draft, general, Standing::Captured, c::BRIG_19);
            }
        }
    }
    Ok(())
}

/// Charges still open when the morale step begins are over.
pub fn end_charges(draft: &mut GrenadierDraft) {
    let open: Vec<UnitId> = draft
        .ids()
        .filter(|id| draft.unit(*id).charge.is_some_and(|charge| charge.stage != Stage::Done))
        .collect();
    for unit in open {
        if draft.kind(unit) != Kind::General {
            draft.emit(Event::ChargeEnded { unit });
        }
    }
}
