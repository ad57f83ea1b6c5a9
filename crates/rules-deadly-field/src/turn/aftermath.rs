//! What follows at once from fire, checks and impacts (ADF-TURN-07, ADF-GAME-06): losses, leaders, checks, flights, and the
//! checks of neighbours. No player decides anything here but whose check comes first among equals.

use crate::book::kinds::{Arm, Formation, Level, Stand, Terrain, half_inches};
use crate::book::tables::{RoutMove, allowance, rout_move};
use crate::c;
use crate::field::flight::{
    Landing, RoutWay, away_from, forced, hindrance, nearest_in_sight, rout_way, trail,
};
use crate::field::measured::{morale_facts, rally_sector};
use crate::field::sight::{ONE_INCH, adjacency, under};
use crate::procedures::catalogue::fall_back;
use crate::procedures::losses::{can_give_back, next_to_lose};
use crate::procedures::morale::{Cause, MoraleFacts, check, deciding, mmp, mmp_mods};
use crate::ruleset::DeadlyDraft;
use crate::shown::why::Why;
use crate::turn::asking::{Ask, Choice, choose};
use crate::turn::event::{Check, Event};
use crate::turn::state::{Fate, State, behind};
use longroll_dice::{Dice, Die};
use longroll_kit::{Clause, Side, Stop, UnitId};
use longroll_table::{Convex, Heading, Length, Rect, distance, inches, touching};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// ADF-MORALE-02, -20: something that makes neighbours check, once each, nearest first.
#[derive(Clone, Debug)]
struct Trouble {
    side: Side,
    at: SmallVec<[Convex; 1]>,
    terrain: Terrain,
    /// Takes its check before the others (ADF-LEADER-13).
    first: Option<UnitId>,
    itself: UnitId,
    /// A leader was killed: then routed units check too.
    is_leader: bool,
    /// Friends that have checked for this already (ADF-ROUT-03).
    checked: Vec<UnitId>,
}

/// Events whose consequences are still to come.
#[derive(Debug, Default)]
pub(crate) struct Troubles(VecDeque<Trouble>);

impl Troubles {
    fn near(&mut self, state: &State, id: UnitId, rect: &Rect, first: Option<UnitId>) {
        self.0.push_back(Trouble {
            side: state.side(id),
            at: SmallVec::from_iter([Convex::of(rect)]),
            terrain: state.ground.under(&state.field, rect),
            first,
            itself: id,
            is_leader: state.is_leader(id),
            checked: Vec::new(),
        });
    }
}

/// ADF-MORALE-20: works off what checks and losses have caused, until nothing is left.
pub(crate) fn settle(
    draft: &mut DeadlyDraft,
    troubles: &mut Troubles,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    while let Some(trouble) = troubles.0.pop_front() {
        let mut list: Vec<(bool, Length, UnitId)> = draft
            .troops(trouble.side)
            .filter(|id| *id != trouble.itself && !trouble.checked.contains(id))
            .filter(|id| trouble.first == Some(*id) || is_near(draft, *id, &trouble.at, trouble.terrain))
            .map(|id| (trouble.first != Some(id), distance(draft.rect(id), trouble.at.as_slice()), id))
            .collect();
        list.sort_unstable();
        while let Some(id) = next_to_check(draft, &trouble, &mut list)? {
            let enemy = nearest_in_sight(draft, id);
            let facts = event_facts(draft, id, enemy);
            check_unit(draft, id, &facts, enemy, troubles, dice)?;
        }
    }
    Ok(())
}

fn event_facts(state: &State, id: UnitId, enemy: Option<UnitId>) -> MoraleFacts {
    let threat = enemy.map(|enemy| state.rect(enemy).front_middle());
    morale_facts(state, id, Cause::Event, threat)
}

/// Takes the next of those who must still check from the list: the nearest, of several equally near the one that their owner names
/// if it can make a difference. ADF-MORALE-21: routed units do not check for units that rout or are eliminated; for a leader
/// (ADF-LEADER-12) they do.
fn next_to_check(
    draft: &mut DeadlyDraft,
    trouble: &Trouble,
    list: &mut Vec<(bool, Length, UnitId)>,
) -> Result<Option<UnitId>, Stop<Why>> {
    list.retain(|(_, _, id)| {
        draft.is_on_table(*id) && (trouble.is_leader || draft.unit(*id).level != Level::Routed)
    });
    let Some((later, nearest, mut next)) = list.first().copied() else { return Ok(None) };
    let equal = list.iter().filter(|(other, away, _)| *other == later && away.within(nearest));
    let among: Vec<UnitId> = equal.map(|(_, _, id)| *id).collect();
    if among.len() > 1 && order_matters(draft, &among) {
        let ask = Ask { side: trouble.side, choice: Choice::ChecksFirst, among };
        next = choose(draft, ask)?;
    }
    list.retain(|(_, _, id)| *id != next);
    Ok(Some(next))
}

/// Ruling ADF-R16: would the check of one of them change the number of another, or the enemy it runs from, if the first were gone or
/// in good order?
fn order_matters(state: &State, among: &[UnitId]) -> bool {
    let outlook = |state: &State, id: UnitId| {
        let enemy = nearest_in_sight(state, id);
        (enemy, mmp(&event_facts(state, id, enemy), &state.options))
    };
    among.iter().any(|first| {
        let mut gone = state.clone();
        gone.units[first.index()].fate = Fate::OffTable;
        let mut firm = state.clone();
        firm.units[first.index()].level = Level::GoodOrder;
        among.iter().filter(|other| *other != first).any(|other| {
            let now = outlook(state, *other);
            now != outlook(&gone, *other) || now != outlook(&firm, *other)
        })
    })
}

/// Adjacent by terrain, or within an inch by the option.
fn is_near(state: &State, id: UnitId, at: &[Convex], terrain: Terrain) -> bool {
    let limit = if state.options.radius_one_inch {
        ONE_INCH
    } else if longroll_table::farther_than(state.rect(id), at, ONE_INCH) {
        return false;
    } else {
        adjacency(under(state, id)).min(adjacency(terrain))
    };
    longroll_table::within(state.rect(id), at, limit)
}

/// One check or rally attempt with all it does to the unit itself.
pub(crate) fn check_unit(
    draft: &mut DeadlyDraft,
    id: UnitId,
    facts: &MoraleFacts,
    enemy: Option<UnitId>,
    troubles: &mut Troubles,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let options = draft.options;
    let before = draft.unit(id).level;
    let (roll, verdict) = check(facts, &options, dice)?;
    let (number, mods) = (mmp(facts, &options), mmp_mods(facts, &options));
    draft.emit(Event::Checked(Check { unit: id, cause: facts.cause, mmp: number, roll, mods, verdict }));
    if verdict.disintegrates {
        remove(draft, id, Fate::Disintegrated, c::MORALE_19, troubles);
        return Ok(());
    }
    set_level(draft, id, verdict.level, deciding(facts, number, roll));
    if verdict.recovers {
        give_back(draft, id);
    }
    if verdict.loses_one {
        let clause = if facts.cause == Cause::Rally { c::RALLY_03 } else { c::MORALE_18 };
        lose(draft, id, 1, clause, troubles);
    } else if verdict.routs {
        rout(draft, id, troubles, dice)?;
    } else if verdict.fall_back > 0 {
        let inches_back = fall_back(&verdict, draft.is_mounted(id), &options);
        let away = away_from(draft, id, enemy);
        back_off(draft, id, away, inches(inches_back), c::MORALE_15, troubles);
    }
    if verdict.level > before {
        leave_group(draft, id);
    }
    Ok(())
}

/// ADF-GROUP-04: a member of the acting group that dropped a level or was driven back leaves it.
pub(crate) fn leave_group(draft: &mut DeadlyDraft, unit: UnitId) {
    let in_group = draft.acting.as_ref().is_some_and(|acting| acting.group && acting.members.contains(&unit));
    if in_group && draft.is_on_table(unit) {
        draft.emit(Event::DroppedOut { unit });
    }
}

pub(crate) fn set_level(draft: &mut DeadlyDraft, id: UnitId, level: Level, clause: Clause) {
    if draft.is_on_table(id) && draft.unit(id).level != level {
        draft.emit(Event::LevelSet { unit: id, level, clause });
    }
}

/// ADF-RALLY-01, ADF-MMP-14: a rally attempt, with the sector from which the enemy could fire. ADF-RALLY-09: a routed unit that
/// recovers keeps its formation and faces the way its player has said.
pub(crate) fn rally(
    draft: &mut DeadlyDraft,
    id: UnitId,
    facing: Option<Heading>,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let mut troubles = Troubles::default();
    let enemy = nearest_in_sight(draft, id);
    let (before, facts) = (draft.unit(id).level, rally_facts(draft, id));
    check_unit(draft, id, &facts, enemy, &mut troubles, dice)?;
    let recovers = before == Level::Routed && draft.is_on_table(id) && draft.unit(id).level < before;
    if let Some(facing) = facing.filter(|facing| recovers && *facing != draft.unit(id).pose.facing) {
        draft.emit(Event::Faced { unit: id, facing });
        crate::turn::march::make_room(draft, id);
    }
    settle(draft, &mut troubles, dice)
}

pub(crate) fn rally_facts(state: &State, id: UnitId) -> MoraleFacts {
    MoraleFacts { enfiladed: rally_sector(state, id), ..morale_facts(state, id, Cause::Rally, None) }
}

/// ADF-UNIT-22: the remnant's figures go first, then the fullest stand (ADF-UNIT-03) of the unit and of a regiment merged into
/// it. Gives back how many were lost. ADF-UNIT-10, -11: with the last figure or section the unit is gone.
pub(crate) fn lose(
    draft: &mut DeadlyDraft,
    id: UnitId,
    hits: u8,
    clause: Clause,
    troubles: &mut Troubles,
) -> u8 {
    let mut left = hits;
    let (before, stood) = (draft.stands(id), *draft.rect(id));
    if let Some(remnant) = draft.unit(id).remnant {
        left -= take(draft, remnant, left, clause);
    }
    while left > 0 {
        let own: SmallVec<[(UnitId, Stand); 4]> = std::iter::once(id)
            .chain(draft.unit(id).merged)
            .flat_map(|owner| draft.unit(owner).stands.iter().map(move |stand| (owner, *stand)))
            .collect();
        let stands: SmallVec<[Stand; 4]> = own.iter().map(|(_, stand)| *stand).collect();
        let first = draft.options.loses_first(draft.piece(id).quality);
        let Some(next) = next_to_lose(&stands, first) else { break };
        left -= take(draft, own[next].0, left.min(stands[next].now), clause);
    }
    if draft.figures(id) == 0 {
        let clause = match clause {
            c::RALLY_03 => c::RALLY_07,
            c::CHARGE_32 => c::CHARGE_33,
            _ => c::UNIT_11,
        };
        // neighbours look at the ground it stood on with all its stands
        remove_from(draft, id, stood, Fate::Eliminated, clause, troubles);
    } else if draft.stands(id) < before && draft.is_depleted(id) {
        deplete(draft, id);
    }
    hits - left
}

fn take(draft: &mut DeadlyDraft, owner: UnitId, most: u8, clause: Clause) -> u8 {
    let figures = draft.regiment_figures(owner).min(most);
    if figures > 0 {
        draft.emit(Event::Lost { unit: owner, figures, clause });
    }
    figures
}

/// ADF-UNIT-07: down to one stand it is in disorder for good. ADF-FORM-08: one stand cannot skirmish.
fn deplete(draft: &mut DeadlyDraft, id: UnitId) {
    if draft.unit(id).formation.is_skirmish() {
        let formation =
            if draft.arm(id) == Arm::Cavalry { Formation::CavalryLine } else { Formation::BattleLine };
        draft.emit(Event::Formed { unit: id, formation, clause: c::FORM_08 });
    }
    if draft.unit(id).level == Level::GoodOrder {
        set_level(draft, id, Level::Disorder, c::UNIT_07);
    }
}

/// ADF-UNIT-25, -26: a natural 12 gives a figure or section back where there is room for it.
fn give_back(draft: &mut DeadlyDraft, id: UnitId) {
    let is_battery = draft.arm(id) == Arm::Artillery;
    let owners = std::iter::once(id).chain(draft.unit(id).merged);
    let owner = owners.into_iter().find(|owner| can_give_back(&draft.unit(*owner).stands, is_battery));
    if let Some(unit) = owner {
        draft.emit(Event::Recovered { unit });
    }
}

/// ADF-LEADER-10, -11: each leader with the unit rolls for each figure or section lost to the enemy. Gives back the killed.
pub(crate) fn leader_rolls(
    draft: &mut DeadlyDraft,
    with: &[UnitId],
    lost: u8,
    dice: &mut dyn Dice,
) -> Result<Vec<UnitId>, Stop<Why>> {
    let mut killed = Vec::new();
    for leader in with.iter().copied().filter(|_| lost > 0) {
        if !draft.is_on_table(leader) {
            continue;
        }
        let dies = dice.count(c::LEADER_10, u32::from(lost), Die::D6, 6)? > 0;
        draft.emit(Event::LeaderRolled { leader, hits: lost, killed: dies });
        if dies {
            draft.emit(Event::Removed { unit: leader, fate: Fate::Killed, clause: c::LEADER_10 });
            killed.push(leader);
        }
    }
    Ok(killed)
}

/// ADF-LEADER-12, -13: after the unit's own check come those for his death.
pub(crate) fn mourn(state: &State, killed: &[UnitId], unit: UnitId, troubles: &mut Troubles) {
    for leader in killed {
        let rect = *state.rect(*leader);
        troubles.near(state, *leader, &rect, Some(unit));
    }
}

/// A unit leaves the table. ADF-MORALE-02: neighbours of one eliminated check; ADF-GEO-09: of one that left the table not.
/// ADF-LEADER-16: leaders are captured with it, leave with it, or stay where they are.
pub(crate) fn remove(
    draft: &mut DeadlyDraft,
    id: UnitId,
    fate: Fate,
    clause: Clause,
    troubles: &mut Troubles,
) {
    let rect = *draft.rect(id);
    remove_from(draft, id, rect, fate, clause, troubles);
}

fn remove_from(
    draft: &mut DeadlyDraft,
    id: UnitId,
    rect: Rect,
    fate: Fate,
    clause: Clause,
    troubles: &mut Troubles,
) {
    let with: SmallVec<[UnitId; 2]> = draft.leaders_with(id).collect();
    let parts: SmallVec<[UnitId; 2]> =
        draft.unit(id).merged.into_iter().chain(draft.unit(id).remnant).collect();
    draft.emit(Event::Removed { unit: id, fate, clause });
    for part in parts {
        // ADF-UNIT-24: what was joined to it shares its end
        if draft.regiment_figures(part) > 0 {
            draft.emit(Event::Removed { unit: part, fate, clause: c::UNIT_24 });
        }
    }
    let taken = match fate {
        Fate::Surrendered => Some(Fate::Captured),
        Fate::OffTable => Some(Fate::OffTable),
        _ => None,
    };
    for leader in with {
        if let Some(fate) = taken {
            draft.emit(Event::Removed { unit: leader, fate, clause: c::LEADER_16 });
        }
    }
    if fate != Fate::OffTable {
        troubles.near(draft, id, &rect, None);
    }
}

/// ADF-MORALE-15, ADF-MOVE-15, -16: straight away from the enemy, formation and facing kept.
pub(crate) fn back_off(
    draft: &mut DeadlyDraft,
    id: UnitId,
    heading: Heading,
    reach: Length,
    clause: Clause,
    troubles: &mut Troubles,
) {
    match forced(draft, id, heading, reach) {
        Landing::OffTable => remove(draft, id, Fate::OffTable, c::GEO_09, troubles),
        Landing::At { pose, distance } => {
            let hindrance = hindrance(draft, id, heading, (reach, distance));
            draft.emit(Event::FellBack { unit: id, to: pose, distance, clause, hindrance });
            trample(draft, id);
        }
    }
}

/// ADF-ROUT-10: a unit routed by an impact goes back the printed distance, and friends it passes check.
pub(crate) fn routed_back(
    draft: &mut DeadlyDraft,
    id: UnitId,
    heading: Heading,
    reach: Length,
    troubles: &mut Troubles,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    if draft.arm(id) == Arm::Artillery {
        // ADF-FIV-12, ADF-DICE-10: the fate of the guns is still rolled
        return rout(draft, id, troubles, dice);
    }
    run(draft, id, (heading, reach), forced(draft, id, heading, reach), c::ROUT_10, troubles);
    Ok(())
}

/// ADF-MORALE-17, ADF-MOVE-21: runs at once. ADF-ROUT-04, -05, -06, -07: the first roll of a battery decides about its guns.
pub(crate) fn rout(
    draft: &mut DeadlyDraft,
    id: UnitId,
    troubles: &mut Troubles,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let is_battery = draft.arm(id) == Arm::Artillery;
    let (roll, reach) = rout_roll(draft, id, is_battery, dice)?;
    if is_battery {
        let kept = roll.is_some_and(|roll| roll % 2 == 1);
        draft.emit(Event::GunsRolled { unit: id, roll: roll.unwrap_or(0), kept });
        if !kept {
            remove(draft, id, Fate::Abandoned, c::ROUT_07, troubles);
            return Ok(());
        }
        if draft.unit(id).formation != Formation::Limbered {
            draft.emit(Event::Formed { unit: id, formation: Formation::Limbered, clause: c::ROUT_04 });
        }
    }
    match rout_way(draft, id, reach) {
        RoutWay::Runs { heading, landing } => {
            let clause = if is_battery { c::ROUT_04 } else { c::MORALE_17 };
            run(draft, id, (heading, reach), landing, clause, troubles);
        }
        RoutWay::Surrenders => remove(draft, id, Fate::Surrendered, c::MOVE_22, troubles),
        RoutWay::Stays => {}
    }
    Ok(())
}

/// The dice of a rout move by the ground on which it starts, and how far they go. No roll: the guns are abandoned.
pub(crate) fn rout_roll(
    state: &State,
    id: UnitId,
    with_parity: bool,
    dice: &mut dyn Dice,
) -> Result<(Option<u8>, Length), Stop<Why>> {
    Ok(match rout_move(state.options.scale, state.arm(id), under(state, id)) {
        RoutMove::Dice(n) => {
            let roll = dice.sum(c::MOVE_21, n, Die::D6)?;
            (Some(roll as u8), inches(i64::from(roll)))
        }
        RoutMove::Fixed(far) if with_parity => (Some(dice.one(c::ROUT_06, Die::D6)?), inches(far)),
        RoutMove::Fixed(far) => (Some(1), inches(far)),
        RoutMove::Abandon => (None, Length::ZERO),
    })
}

/// Carries out a rout move. ADF-ROUT-02, -03: friends that it passes within adjacent distance of check, also those adjacent at
/// the start.
fn run(
    draft: &mut DeadlyDraft,
    id: UnitId,
    (heading, reach): (Heading, Length),
    landing: Landing,
    clause: Clause,
    troubles: &mut Troubles,
) {
    match landing {
        Landing::OffTable => remove(draft, id, Fate::OffTable, c::GEO_09, troubles),
        Landing::At { pose, distance } => {
            let at = trail(draft, id, pose);
            let terrain = under(draft, id);
            let (side, checked) = (draft.side(id), Vec::new());
            let trouble = Trouble { side, at, terrain, first: None, itself: id, is_leader: false, checked };
            let hindrance = hindrance(draft, id, heading, (reach, distance));
            draft.emit(Event::Ran { unit: id, to: pose, distance, clause, hindrance });
            trample(draft, id);
            troubles.0.push_back(trouble);
        }
    }
}

/// ADF-ROUT-02: friends that a routed unit's stretch of an active rout move passes; each checks once for the whole move.
pub(crate) fn pass_by(
    draft: &mut DeadlyDraft,
    id: UnitId,
    at: SmallVec<[Convex; 1]>,
    checked: &[UnitId],
    dice: &mut dyn Dice,
) -> Result<Vec<UnitId>, Stop<Why>> {
    let terrain = under(draft, id);
    let near: Vec<UnitId> = draft
        .troops(draft.side(id))
        .filter(|friend| *friend != id && !checked.contains(friend) && is_near(draft, *friend, &at, terrain))
        .collect();
    let mut troubles = Troubles::default();
    let side = draft.side(id);
    let checked = checked.to_vec();
    troubles.0.push_back(Trouble { side, at, terrain, first: None, itself: id, is_leader: false, checked });
    settle(draft, &mut troubles, dice)?;
    Ok(near)
}

/// ADF-LEADER-16: an unattached leader touched by an enemy unit rides to the nearest friendly unit, or is captured.
pub(crate) fn trample(draft: &mut DeadlyDraft, id: UnitId) {
    let side = draft.side(id).enemy();
    let touched: SmallVec<[UnitId; 2]> = draft
        .leaders(side)
        .filter(|leader| draft.unit(*leader).with.is_none() && touching(draft.rect(*leader), draft.rect(id)))
        .collect();
    for leader in touched {
        let mover = draft.mover(leader);
        let far = inches(allowance(draft.options.scale, mover, under(draft, leader)).unwrap_or(0));
        let nearest = draft
            .troops(side)
            .map(|unit| (distance(draft.rect(leader), draft.rect(unit)), unit))
            .min()
            .filter(|(away, _)| away.within(far));
        match nearest {
            Some((_, unit)) => {
                let to = behind(&draft.field, draft.rect(unit));
                draft.emit(Event::LeaderMoved { leader, to, clause: c::LEADER_16 });
            }
            None => draft.emit(Event::Removed { unit: leader, fate: Fate::Captured, clause: c::LEADER_16 }),
        }
    }
}

/// The stand-off of a charge stopped short, in the scale's steps (ADF-SCALE-10).
pub(crate) fn steps_of(step: Length, pips: u8) -> Length {
    if step == half_inches(1) { half_inches(i64::from(pips)) } else { step * i64::from(pips) }
}
