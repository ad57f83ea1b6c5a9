//! The pursuit test of step 8, cavalry going back, and the pursuits and retirements of step 3.

use crate::book::kinds::{Form, Kind, Rank};
use crate::book::tables;
use crate::c;
use crate::procedures::melee::Arrival;
use crate::procedures::morale::Arm;
use crate::procedures::pace;
use crate::procedures::tests_of_command::{PursuitFacts, PursuitResult, pursuit, pursuit_mods};
use crate::ruleset::GrenadierDraft;
use crate::turn::aftermath::{disperse, disrupt, tire};
use crate::turn::charge::{charge_row, is_ahead, wild_target};
use crate::turn::event::{Cause, Event};
use crate::turn::flight::{Friends, can_face, get_ready_to_run, give_ground, go_back, leave_melee};
use crate::turn::state::{Debt, How, Standing, State, Status};
use longroll_dice::{Dice, Wanted};
use longroll_kit::UnitId;
use longroll_table::{Heading, inches, within};
use smallvec::SmallVec;

pub fn pursuit_facts(state: &State, id: UnitId, yelled: bool) -> PursuitFacts {
    let side = state.side(id);
    let own = state.piece(id).brigade.and_then(|brigade| state.brigadier(brigade));
    let above = state.generals(side).filter(|general| state.piece(*general).rank == Some(Rank::CinC));
    // GRE-PURSUIT-03: whatever their ability
    let general_near = own.into_iter().chain(above).any(|general| {
        state.is_fit(general) && within(&state.unit(general).rect, &state.unit(id).rect, inches(12))
    });
    PursuitFacts {
        grade: state.piece(id).grade,
        infantry: state.arm(id) != Arm::Horse,
        general_near,
        yell_broke_enemy: yelled,
        already_pursuing: state.unit(id).status == Status::Pursuing,
    }
}

/// GRE-PURSUIT-05, GRE-PURSUIT-06, GRE-PURSUIT-07, GRE-PURSUIT-09, GRE-PURSUIT-11, GRE-PURSUIT-13.
pub fn pursuit_test(
    draft: &mut GrenadierDraft,
    id: UnitId,
    prey: Option<UnitId>,
    yelled: bool,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let facts = pursuit_facts(draft, id, yelled);
    let options = draft.options;
    let (score, result, dp) = pursuit(&facts, &options, dice)?;
    draft.emit(Event::PursuitTested { unit: id, mods: pursuit_mods(&facts), score, result });
    let was_pursuing = facts.already_pursuing;
    let steady = |draft: &mut GrenadierDraft| {
        if was_pursuing {
            draft.emit(Event::StatusSet { unit: id, status: Status::Steady, clause: c::PURSUIT_14 });
        }
    };
    match result {
        PursuitResult::Stay => steady(draft),
        PursuitResult::StandOrRetire => {
            steady(draft);
            disrupt(draft, id, dp, Cause::Pursuit, c::PURSUIT_06, dice)?;
            draft.emit(Event::RalliesDp { unit: id });
            draft.emit(Event::Owes(Debt::StandOrRetire { unit: id }));
        }
        PursuitResult::GoBack => {
            steady(draft);
            go_back_after(draft, id, dp, dice)?;
        }
        PursuitResult::Pursue => {
            let quarry = prey.filter(|prey| draft.is_on_table(*prey) && is_ahead(draft, id, *prey));
            if quarry.is_some() {
                draft.emit(Event::StatusSet { unit: id, status: Status::Pursuing, clause: c::PURSUIT_10 });
                draft.emit(Event::Pursues { unit: id, prey: quarry, uncontrolled: false });
            } else if let Some(meant) = wild_target(draft, id) {
                steady(draft);
                draft.emit(Event::Pursues { unit: id, prey: Some(meant), uncontrolled: true });
            } else {
                steady(draft);
                // as for 7-8, with the DPs of option GRE-OPT-14
                let read = if draft.options.pursuit_dp_as_printed { 7 } else { 9 };
                let (dp, _) = crate::book::tables::pursuit_row(read);
                go_back_after(draft, id, dp, dice)?;
            }
        }
    }
    Ok(())
}

/// GRE-PURSUIT-07, GRE-PURSUIT-08.
fn go_back_after(draft: &mut GrenadierDraft, id: UnitId, dp: u8, dice: &mut dyn Dice) -> Result<(), Wanted> {
    disrupt(draft, id, dp, Cause::Pursuit, c::PURSUIT_07, dice)?;
    if !draft.is_on_table(id) {
        return Ok(());
    }
    draft.emit(Event::RalliesDp { unit: id });
    if draft.arm(id) == Arm::Horse { ride_back(draft, id, dice) } else { Ok(()) }
}

/// GRE-MELEE-37, GRE-PURSUIT-07: the dice of its whole charge move toward its own lines, no DPs; option GRE-OPT-15.
pub fn ride_back(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let enemy = draft.contacts_of(id).next().and_then(|contact| contact.other(id));
    leave_melee(draft, id);
    let Some(row) = charge_row(draft, id) else { return Ok(()) };
    let (n, add) = if draft.options.whole_charge_back {
        (row.approach + row.closing + row.bonus, row.add)
    } else {
        (row.approach + row.bonus, 0)
    };
    let far = inches(i64::from(dice.sum(c::MELEE_37, n, row.die)? + add));
    let home = draft.edge(draft.side(id)).outward();
    give_ground(draft, id, enemy, home, far, How::GoBack, dice)?;
    if draft.is_on_table(id) && draft.unit(id).status != Status::Steady {
        draft.emit(Event::StatusSet { unit: id, status: Status::Steady, clause: c::MELEE_37 });
    }
    Ok(())
}

/// GRE-PURSUIT-06: by its half-move dice toward its own lines.
pub fn retire_after(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let Some((n, die)) = pace::action_dice(draft.mover(id), 1, &draft.options) else { return Ok(()) };
    let far = inches(i64::from(dice.sum(c::PURSUIT_06, n, die)?));
    let home = draft.edge(draft.side(id)).outward();
    give_ground(draft, id, None, home, far, How::GoBack, dice)
}

/// GRE-PURSUIT-10: in the compulsory step, after the retreats, straight after the enemy.
pub fn pursue(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let (thrown, far) =
        pace::compulsory(draft.mover(id), crate::book::tables::Flight::Pursuit, c::PURSUIT_10, dice)?;
    draft.emit(Event::DiceThrown { unit: id, thrown: thrown.clone(), why: How::Pursuit });
    let prey = draft.unit(id).prey.filter(|prey| draft.is_on_table(*prey));
    let ahead = draft.unit(id).pose.facing;
    let aimed = prey.and_then(|prey| crate::field::course::aim(draft, id, prey, far, &|_| false));
    let toward = prey.and_then(|prey| Heading::of(draft.unit(prey).pose.at - draft.unit(id).pose.at));
    let heading = aimed.map(|(heading, _)| heading).or_else(|| {
        toward.map(|way| {
            ahead.turned(
                ahead.difference(way).clamp(-crate::field::course::SWERVE, crate::field::course::SWERVE),
            )
        })
    });
    let heading = heading.unwrap_or(ahead);
    let found = crate::field::course::advance(draft, id, heading, far, &|_| false);
    // GRE-GEN-11: the zone is that of where the run begins
    let beside = found.met.is_some_and(|enemy| crate::field::sight::is_on_flank(draft, id, enemy));
    let from = draft.unit(id).pose;
    let to = from.moved(heading, found.distance);
    draft.emit(Event::Moved { unit: id, to, distance: found.distance, how: How::Pursuit });
    crate::turn::aftermath::run_over(draft, id, dice)?;
    tire(draft, id, &thrown, (from.at, to.at), dice)?;
    let Some(enemy) = found.met else {
        draft.emit(Event::PursuitDue { unit: id });
        return Ok(());
    };
    let fighting = draft.is_in_melee(enemy);
    let flank = draft.unit(enemy).status.is_broken() || beside;
    let retreating = draft.unit(enemy).status == Status::Retreating;
    crate::turn::contact::close_in(draft, id, enemy, flank, dice)?;
    if !draft.is_in_melee(id) {
        draft.emit(Event::PursuitDue { unit: id });
        return Ok(());
    }
    draft.emit(Event::Arrived { unit: id, arrival: Arrival::Pursuing });
    if !retreating && !fighting {
        draft.emit(Event::TestDue { unit: enemy, due: true });
    }
    Ok(())
}

/// GRE-BRIG-12, GRE-BRIG-13: a unit of a broken brigade goes 12 in toward the base edge; guns that cannot limber are abandoned.
/// GRE-BRIG-18: it does nothing else in that turn, so it neither pursues nor charges without orders any more.
pub fn retire_broken(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    leave_melee(draft, id);
    if draft.unit(id).status == Status::Pursuing {
        draft.emit(Event::StatusSet { unit: id, status: Status::Steady, clause: c::BRIG_18 });
    }
    if draft.unit(id).uncontrolled || draft.unit(id).prey.is_some() {
        draft.emit(Event::Pursues { unit: id, prey: None, uncontrolled: false });
    }
    let stuck = draft.kind(id) == Kind::SiegeArtillery || draft.piece(id).fixed;
    if stuck && draft.unit(id).form == Form::Unlimbered {
        return disperse(draft, id, Standing::Dispersed, c::BRIG_12, dice);
    }
    let home = draft.edge(draft.side(id)).outward();
    get_ready_to_run(draft, id, home);
    let far = inches(i64::from(tables::brigade_row(1).2));
    go_back(draft, id, home, far, How::BrokenRetirement, Friends::Through, dice)?;
    // turning as it pleases
    if draft.is_on_table(id) && draft.has_facing(id) {
        draft.emit(Event::Owes(Debt::Facing { unit: id }));
    }
    Ok(())
}

/// GRE-BRIG-12: the facings worth naming to a unit that has retired: the way it went, its front again, the nearest enemy.
pub fn facings(state: &State, id: UnitId) -> SmallVec<[Heading; 3]> {
    let unit = state.unit(id);
    let home = state.edge(state.side(id)).outward();
    let enemy = crate::field::sight::nearest_enemy(state, id)
        .and_then(|(_, enemy)| Heading::of(state.unit(enemy).pose.at - unit.pose.at));
    let mut list: SmallVec<[Heading; 3]> = SmallVec::new();
    for facing in [Some(home), Some(home.opposite()), enemy].into_iter().flatten() {
        if facing != unit.pose.facing && !list.contains(&facing) && can_face(state, id, facing).is_ok() {
            list.push(facing);
        }
    }
    list
}
