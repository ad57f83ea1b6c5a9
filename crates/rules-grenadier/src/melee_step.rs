//! Step 8: the rounds of melee, follow-up, pursuit tests, cavalry going back.

use crate::c;
use crate::event::{Cause, Event, Round};
use crate::flight::{break_unit, give_ground, leave_melee};
use crate::grenadier::GrenadierDraft;
use crate::harm::{at_risk, disperse, disrupt, lose_figures};
use crate::kinds::{Cover, Form};
use crate::melee::{Arrival, Fate, MeleeFacts, MeleeResult, MeleeSide, Next, melee, winner_next};
use crate::morale::Arm;
use crate::options::AfterRidingDown;
use crate::pursuit::{pursuit_test, ride_back};
use crate::sight::is_uphill;
use crate::state::{Debt, How, Standing, State, Status};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Side, UnitId};
use longroll_table::{Heading, inches};
use smallvec::SmallVec;

type Units = SmallVec<[UnitId; 4]>;

/// GRE-TURN-09: every group of units in contact is one melee.
pub fn melee_of(state: &State, id: UnitId) -> Units {
    let mut group: Units = SmallVec::from_slice(&[id]);
    let mut place = 0;
    while place < group.len() {
        let one = group[place];
        for contact in state.contacts_of(one) {
            if let Some(other) = contact.other(one).filter(|other| !group.contains(other)) {
                group.push(other);
            }
        }
        place += 1;
    }
    group.sort_unstable();
    group
}

pub fn same_melee(state: &State, a: UnitId, b: UnitId) -> bool {
    a == b || melee_of(state, a).contains(&b)
}

/// The melees that have not been fought this turn, each named by the first of this side's units in it.
pub fn melees(state: &State, side: Side) -> Vec<UnitId> {
    let mut named: Vec<UnitId> = Vec::new();
    for id in state.troops(side).filter(|id| state.is_in_melee(*id) && !state.unit(*id).today.round_done) {
        if !named.iter().any(|known| same_melee(state, *known, id)) {
            named.push(id);
        }
    }
    named
}

pub fn melee_debt(state: &State, id: UnitId) -> Debt {
    let group = melee_of(state, id);
    let of = |side: Side| group.iter().copied().filter(|id| state.side(*id) == side).collect::<Vec<_>>();
    Debt::Melee { blue: of(Side::Blue), gray: of(Side::Gray), leaders: [None, None] }
}

/// GRE-MELEE-26: the side with its leading unit, as the factors see it.
fn side_facts(state: &State, own: &[UnitId], leader: UnitId, enemies: &[UnitId], enemy: UnitId) -> MeleeSide {
    let unit = state.unit(leader);
    let piece = state.piece(leader);
    let count = |arm: Arm| -> u32 {
        let others = own.iter().filter(|id| **id != leader && state.arm(**id) == arm);
        others.map(|id| u32::from(state.unit(*id).figures)).sum()
    };
    // GRE-MELEE-27: any enemy in the flank of any of ours
    let flanked = state.contacts.iter().any(|contact| {
        contact.flank && own.contains(&contact.defender) && enemies.contains(&contact.attacker)
    });
    let inside = unit.building.is_some()
        && !state.contacts_of(leader).any(|contact| contact.defender == leader && contact.inside);
    MeleeSide {
        arm: state.arm(leader),
        irregular: piece.irregular,
        lancers: piece.lancers,
        skirmishing: unit.form == Form::Skirmish,
        grade: piece.grade,
        figures: u32::from(unit.figures),
        other_foot: count(Arm::Foot),
        other_horse: count(Arm::Horse),
        other_crew: count(Arm::Guns),
        dp: unit.dp,
        arrival: unit.arrival,
        in_line: unit.form == Form::Line,
        charged_inches: unit.run,
        prone: unit.prone,
        pushed_back: unit.pushed,
        retreating: unit.status == Status::Retreating,
        flanked,
        in_building: inside,
        cover: state.ground.cover(state, leader, Some(enemy)) != Cover::None,
        uphill: is_uphill(state, leader, Some(enemy)),
        weapon: piece.weapon,
        second_weapon: piece.second_weapon.filter(|_| state.is_mounted(leader)),
    }
}

pub fn melee_facts(state: &State, blue: &[UnitId], gray: &[UnitId], leaders: [UnitId; 2]) -> MeleeFacts {
    let [a, b] = leaders;
    MeleeFacts {
        a: side_facts(state, blue, a, gray, b),
        b: side_facts(state, gray, b, blue, a),
        later_round: state.unit(a).rounds.max(state.unit(b).rounds) > 0,
    }
}

/// One round.
pub fn fight(
    draft: &mut GrenadierDraft,
    blue: &[UnitId],
    gray: &[UnitId],
    leaders: [UnitId; 2],
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let facts = melee_facts(draft, blue, gray, leaders);
    let options = draft.options;
    let result = melee(&facts, &options, dice)?;
    let winner = result.winner.map(|won| if won == 0 { Side::Blue } else { Side::Gray });
    draft.emit(Event::Fought(Round {
        blue: leaders[0],
        gray: leaders[1],
        scores: result.scores,
        winner,
        fate: result.fate,
        casualties: result.casualties,
    }));
    let sides = [blue, gray];
    let Some(won) = result.winner else {
        for (place, units) in sides.iter().enumerate() {
            fall(draft, units, leaders[place], result.casualties[place], dice)?;
        }
        return after_draw(draft, sides, dice);
    };
    let yelled: Units = sides[won]
        .iter()
        .copied()
        .filter(|id| draft.unit(*id).charge.is_some_and(|charge| charge.yell))
        .collect();
    // GRE-MELEE-30, GRE-MELEE-31, GRE-MELEE-32: DPs first, then the casualties; GRE-MELEE-38: one DP for the winner
    for id in sides[1 - won] {
        disrupt(draft, *id, result.loser_dp, Cause::Melee, c::MELEE_30, dice)?;
    }
    for id in sides[won] {
        disrupt(draft, *id, result.winner_dp, Cause::Melee, c::MELEE_38, dice)?;
    }
    for (place, units) in sides.iter().enumerate() {
        fall(draft, units, leaders[place], result.casualties[place], dice)?;
    }
    let aftermath = Aftermath { winners: sides[won], losers: sides[1 - won], leader: leaders[won], yelled };
    after_win(draft, &aftermath, &result, dice)
}

/// GRE-MELEE-26: figures come off the leading unit first.
fn fall(
    draft: &mut GrenadierDraft,
    units: &[UnitId],
    leader: UnitId,
    lost: u32,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let mut left = lost;
    for id in std::iter::once(leader).chain(units.iter().copied().filter(|id| *id != leader)) {
        if left == 0 || !draft.is_on_table(id) {
            continue;
        }
        let from = left.min(u32::from(draft.unit(id).figures));
        left -= from;
        lose_figures(draft, id, from, false, c::MELEE_50, dice)?;
    }
    Ok(())
}

/// GRE-MELEE-33, GRE-MELEE-37, GRE-MELEE-47.
fn after_draw(draft: &mut GrenadierDraft, sides: [&[UnitId]; 2], dice: &mut dyn Dice) -> Result<(), Wanted> {
    for (place, units) in sides.iter().enumerate() {
        for id in units.iter().copied() {
            if !draft.is_on_table(id) {
                continue;
            }
            if draft.unit(id).status == Status::Retreating {
                draft.emit(Event::StatusSet { unit: id, status: Status::Halted, clause: c::MELEE_47 });
            }
            let others = sides[1 - place];
            let against_foot =
                others.iter().any(|other| draft.is_on_table(*other) && draft.arm(*other) != Arm::Horse);
            if draft.arm(id) == Arm::Horse && against_foot && draft.is_in_melee(id) {
                ride_back(draft, id, dice)?;
            } else if draft.unit(id).status == Status::Pursuing {
                draft.emit(Event::StatusSet { unit: id, status: Status::Steady, clause: c::PURSUIT_14 });
            }
        }
    }
    Ok(())
}

struct Aftermath<'a> {
    winners: &'a [UnitId],
    losers: &'a [UnitId],
    leader: UnitId,
    yelled: Units,
}

fn after_win(
    draft: &mut GrenadierDraft,
    after: &Aftermath<'_>,
    result: &MeleeResult,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let difference = (result.scores[0] - result.scores[1]).abs();
    let was_house = after.losers.iter().find_map(|id| draft.unit(*id).building);
    let mut pushed: Option<UnitId> = None;
    for id in after.losers.iter().copied() {
        if draft.is_on_table(id) {
            let stays = lose(draft, id, after.leader, result.fate, dice)?;
            if stays {
                pushed = Some(id);
            }
        }
    }
    let ridden_down = result.fate == Fate::Retreat && difference <= 2;
    // pushed in reverse, so that the first winner decides first
    for id in after.winners.iter().rev().copied() {
        if !draft.is_on_table(id) {
            continue;
        }
        if draft.unit(id).status == Status::Retreating {
            draft.emit(Event::StatusSet { unit: id, status: Status::Halted, clause: c::MELEE_47 });
            continue;
        }
        // GRE-MELEE-44: another enemy still in contact
        let busy = draft.contacts_of(id).any(|contact| contact.other(id) != pushed);
        let arm = draft.arm(id);
        let mut next = if busy { Next::Stand } else { winner_next(difference, arm, draft.piece(id).grade) };
        if ridden_down && arm == Arm::Horse && !busy {
            // GRE-MELEE-46, option GRE-OPT-10
            next = match draft.options.riding_down {
                AfterRidingDown::PursuitTest => Next::PursuitTest,
                AfterRidingDown::FollowUp => Next::FollowUp,
                AfterRidingDown::Stand => Next::Stand,
            };
        }
        let enemy = pushed.or_else(|| after.losers.iter().copied().find(|id| draft.is_on_table(*id)));
        react(draft, id, next, enemy, was_house, after.yelled.contains(&id), dice)?;
    }
    Ok(())
}

/// What the winner does: GRE-MELEE-40, GRE-MELEE-41, GRE-MELEE-42, GRE-MELEE-43.
fn react(
    draft: &mut GrenadierDraft,
    id: UnitId,
    next: Next,
    enemy: Option<UnitId>,
    house: Option<u16>,
    yelled: bool,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let follows = enemy.filter(|enemy| draft.is_on_table(*enemy));
    match (next, follows) {
        (Next::FollowUp, Some(enemy)) => follow_up(draft, id, enemy, dice),
        (Next::MayFollowUp, Some(enemy)) => {
            draft.emit(Event::Owes(Debt::FollowUp { unit: id, enemy }));
            Ok(())
        }
        (Next::PursuitTest, _) => {
            // GRE-YELL-06
            pursuit_test(draft, id, enemy, yelled, dice)?;
            // GRE-MELEE-45: who stands may go in; who is carried away does not
            if draft.unit(id).status != Status::Pursuing && !draft.unit(id).uncontrolled {
                occupy_if_asked(draft, id, house);
            }
            Ok(())
        }
        _ => {
            occupy_if_asked(draft, id, house);
            if draft.unit(id).status == Status::Pursuing {
                draft.emit(Event::StatusSet { unit: id, status: Status::Steady, clause: c::PURSUIT_14 });
            }
            Ok(())
        }
    }
}

/// GRE-MELEE-45: a foot winner may take the building that the garrison left.
fn occupy_if_asked(draft: &mut GrenadierDraft, id: UnitId, house: Option<u16>) {
    let Some(building) = house else { return };
    let held = draft.all_troops().any(|other| draft.unit(other).building == Some(building));
    let foot = draft.arm(id) == Arm::Foot && draft.unit(id).figures <= 36 && !draft.is_in_melee(id);
    let asked = draft.owed.iter().any(|debt| matches!(debt, Debt::Occupy { .. }));
    if foot && !held && !asked {
        draft.emit(Event::Owes(Debt::Occupy { unit: id, building }));
    }
}

/// The fate of one loser. True when it was pushed back and can be followed.
fn lose(
    draft: &mut GrenadierDraft,
    id: UnitId,
    winner: UnitId,
    fate: Fate,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    // GRE-MELEE-36
    if draft.arm(id) == Arm::Guns {
        disperse(draft, id, Standing::Dispersed, c::MELEE_36, dice)?;
        return Ok(false);
    }
    let ridden = draft.arm(winner) == Arm::Horse && draft.arm(id) == Arm::Foot;
    let fate = if fate == Fate::PushedBack && ridden { Fate::Retreat } else { fate };
    match fate {
        Fate::Rout | Fate::Retreat | Fate::Dispersed => {
            let with: SmallVec<[UnitId; 2]> = draft.attached(id).collect();
            let status = if fate == Fate::Rout { Status::Routing } else { Status::Retreating };
            break_unit(draft, id, status, Some(winner), c::MELEE_31, dice)?;
            // GRE-LEADER-03
            if draft.is_on_table(id) {
                for general in with {
                    at_risk(draft, general, dice)?;
                }
            }
            Ok(false)
        }
        Fate::PushedBack => push_back(draft, id, winner, dice).map(|()| draft.is_on_table(id)),
        Fate::Draw => Ok(false),
    }
}

/// GRE-MELEE-34: one die straight back, facing the enemy; GRE-MELEE-45: a garrison stays inside.
fn push_back(
    draft: &mut GrenadierDraft,
    id: UnitId,
    winner: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if draft.unit(id).building.is_some() {
        let to = draft.unit(id).pose;
        draft.emit(Event::PushedInside { unit: id, to });
        return Ok(());
    }
    let die = if draft.piece(id).grade.is_steady() { Die::Average } else { Die::D6 };
    let far = inches(i64::from(dice.sum(c::MELEE_34, 1, die)?));
    let flank = draft.contacts_of(id).any(|contact| contact.defender == id && contact.flank);
    leave_melee(draft, id);
    let away = Heading::of(draft.unit(id).pose.at - draft.unit(winner).pose.at);
    let back = draft.unit(id).pose.facing.opposite();
    let heading = if flank || !draft.has_facing(id) { away.unwrap_or(back) } else { back };
    give_ground(draft, id, Some(winner), heading, far, How::PushedBack, dice)
}

/// GRE-MELEE-41: at once back into contact, without dice.
pub fn follow_up(
    draft: &mut GrenadierDraft,
    id: UnitId,
    enemy: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if !draft.is_on_table(enemy) || !draft.is_on_table(id) {
        return Ok(());
    }
    if draft.unit(enemy).building.is_some() && draft.is_in_melee(id) {
        draft.emit(Event::GotInside { unit: id });
        draft.emit(Event::Arrived { unit: id, arrival: Arrival::FollowingUp });
        return Ok(());
    }
    let way = Heading::of(draft.unit(enemy).pose.at - draft.unit(id).pose.at);
    let heading = way.unwrap_or(draft.unit(id).pose.facing);
    let found = crate::course::advance(draft, id, heading, inches(40), &|_| false);
    if found.met != Some(enemy) {
        return Ok(());
    }
    let to = draft.unit(id).pose.moved(heading, found.distance);
    draft.emit(Event::Moved { unit: id, to, distance: found.distance, how: How::FollowUp });
    crate::harm::run_over(draft, id, dice)?;
    let flank = draft.unit(enemy).status.is_broken();
    crate::contact::close_in(draft, id, enemy, flank, dice)?;
    if draft.is_in_melee(id) {
        draft.emit(Event::Arrived { unit: id, arrival: Arrival::FollowingUp });
    }
    Ok(())
}

/// The foot winner stands: a garrison that was pushed back inside is let go (GRE-MELEE-45).
pub fn stand_off(
    draft: &mut GrenadierDraft,
    id: UnitId,
    enemy: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    draft.emit(Event::Stays { unit: id, clause: c::MELEE_40 });
    let touching = draft.contacts_of(id).any(|contact| contact.other(id) == Some(enemy));
    if touching {
        crate::resolution::set_back(draft, id, enemy, dice)?;
    }
    if draft.unit(id).status == Status::Pursuing {
        draft.emit(Event::StatusSet { unit: id, status: Status::Steady, clause: c::PURSUIT_14 });
    }
    Ok(())
}
