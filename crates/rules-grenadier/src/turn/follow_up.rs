//! After a round of melee: losers give way, winners follow up, pursue or stand, cavalry rides back. Each side does its part
//! one unit at a time in the order it likes (GRE-GEN-10).

use crate::book::options::AfterRidingDown;
use crate::c;
use crate::field::sight::gap;
use crate::procedures::melee::{Arrival, Fate, Next, fate_of, winner_next};
use crate::procedures::morale::Arm;
use crate::ruleset::GrenadierDraft;
use crate::turn::aftermath::{at_risk, disperse};
use crate::turn::choices::{hull, rank};
use crate::turn::event::Event;
use crate::turn::flight::{break_unit, give_ground, leave_melee};
use crate::turn::pursuit::{pursuit_test, ride_back};
use crate::turn::state::{Aftermath, Debt, Due, How, Standing, State, Status};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::UnitId;
use longroll_table::{Convex, Heading, Vector, inches, overlaps};
use smallvec::SmallVec;

impl Aftermath {
    /// Those among whom the next is chosen: the losers before the winners; after a draw the first player's cavalry before the
    /// second's.
    pub fn due(&self) -> &[UnitId] {
        if self.first.is_empty() { &self.then } else { &self.first }
    }

    fn is_draw(&self) -> bool {
        self.difference == 0
    }

    fn without(&self, gone: impl Fn(UnitId) -> bool) -> Aftermath {
        let keep = |units: &[UnitId]| units.iter().copied().filter(|id| !gone(*id)).collect();
        Aftermath { first: keep(&self.first), then: keep(&self.then), ..self.clone() }
    }
}

/// GRE-MELEE-33: the melee goes on. GRE-MELEE-47: who retreated is Halted; GRE-PURSUIT-14: nobody pursues any more. Cavalry
/// that fights foot or guns owes its ride back (GRE-MELEE-37).
pub fn after_draw(draft: &mut GrenadierDraft, sides: [&[UnitId]; 2]) {
    let mut riders: [Vec<UnitId>; 2] = [Vec::new(), Vec::new()];
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
            if draft.arm(id) == Arm::Horse && against_foot {
                riders[place].push(id);
            } else if draft.unit(id).status == Status::Pursuing {
                draft.emit(Event::StatusSet { unit: id, status: Status::Steady, clause: c::PURSUIT_14 });
            }
        }
    }
    let [blue, gray] = riders;
    let (first, then) = if draft.first == longroll_kit::Side::Blue { (blue, gray) } else { (gray, blue) };
    let Some(winner) = first.iter().chain(&then).copied().next() else { return };
    draft.emit(Event::Owes(Debt::Aftermath(Aftermath {
        difference: 0,
        winner,
        losers: Vec::new(),
        first,
        then,
        pushed: Vec::new(),
        ridden_down: false,
        yelled: Vec::new(),
        house: None,
    })));
}

/// Goes on with what is owed after a melee. False: a player must say who is next.
pub(crate) fn settle(
    draft: &mut GrenadierDraft,
    after: &Aftermath,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    let left = after.without(|id| !draft.is_on_table(id));
    if left != *after {
        draft.emit(Event::Paid);
        if !left.due().is_empty() {
            draft.emit(Event::Owes(Debt::Aftermath(left)));
        }
        return Ok(true);
    }
    let due = after.due();
    let idle = due.iter().copied().find(|id| has_no_choice(draft, after, *id));
    let next = match due {
        [only] => Some(*only),
        _ => idle.or_else(|| {
            is_all_one(draft, after).then(|| {
                let rearmost = due.iter().copied().min_by_key(|id| (rank(draft, Due::Retirement, *id), *id));
                rearmost.unwrap_or(after.winner)
            })
        }),
    };
    match next {
        Some(id) => act(draft, after, id, dice).map(|()| true),
        None => Ok(false),
    }
}

/// One unit does what the result makes it do.
pub(crate) fn act(
    draft: &mut GrenadierDraft,
    after: &Aftermath,
    id: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let mut left = after.without(|other| other == id);
    draft.emit(Event::Paid);
    if after.is_draw() {
        owe(draft, left);
        // those who have lost their enemy meanwhile have nobody to ride from
        return if draft.is_in_melee(id) { ride_back(draft, id, dice) } else { Ok(()) };
    }
    if after.first.contains(&id) {
        match lose(draft, id, after, dice)? {
            GaveWay::Pushed => left.pushed.push(id),
            GaveWay::RiddenDown => left.ridden_down = true,
            GaveWay::Gone => {}
        }
        owe(draft, left);
        return Ok(());
    }
    owe(draft, left);
    win(draft, id, after, dice)
}

fn owe(draft: &mut GrenadierDraft, left: Aftermath) {
    if !left.due().is_empty() {
        draft.emit(Event::Owes(Debt::Aftermath(left)));
    }
}

/// A winner that merely stands disturbs nobody, whenever it is its turn.
fn has_no_choice(state: &State, after: &Aftermath, id: UnitId) -> bool {
    !after.is_draw()
        && after.first.is_empty()
        && (state.unit(id).status == Status::Retreating
            || (next_of(state, after, id) == Next::Stand && after.house.is_none()))
}

/// Do the ways back of these units not meet?
fn is_all_one(state: &State, after: &Aftermath) -> bool {
    if after.first.is_empty() && !after.is_draw() {
        return false;
    }
    let ways: SmallVec<[Convex; 4]> = after
        .due()
        .iter()
        .map(|id| {
            let rect = &state.unit(*id).rect;
            if !after.is_draw() && state.arm(*id) == Arm::Guns {
                return hull(rect, rect);
            }
            let heading = if after.is_draw() {
                state.edge(state.side(*id)).outward()
            } else {
                way_back(state, *id, after)
            };
            hull(rect, &rect.shifted(Vector::along(heading, inches(24))))
        })
        .collect();
    ways.iter().enumerate().all(|(n, a)| ways[n + 1..].iter().all(|b| !overlaps(a, b)))
}

/// What happened to a loser.
enum GaveWay {
    /// It can be followed up.
    Pushed,
    /// GRE-MELEE-35: it runs where others would have been pushed back.
    RiddenDown,
    Gone,
}

/// The fate of one loser, by the exceptions of its own arm (GRE-MELEE-26).
fn lose(
    draft: &mut GrenadierDraft,
    id: UnitId,
    after: &Aftermath,
    dice: &mut dyn Dice,
) -> Result<GaveWay, Wanted> {
    let winner = after.winner;
    let fate = fate_of(after.difference, draft.arm(winner), draft.arm(id));
    match fate {
        // GRE-MELEE-36
        Fate::Dispersed => {
            disperse(draft, id, Standing::Dispersed, c::MELEE_36, dice)?;
            Ok(GaveWay::Gone)
        }
        Fate::Rout | Fate::Retreat => {
            let with: SmallVec<[UnitId; 2]> = draft.attached(id).collect();
            let status = if fate == Fate::Rout { Status::Routing } else { Status::Retreating };
            break_unit(draft, id, status, Some(winner), c::MELEE_31, dice)?;
            // GRE-LEADER-03
            if draft.is_on_table(id) {
                for general in with {
                    at_risk(draft, general, dice)?;
                }
            }
            // GRE-MELEE-35: foot would only have pushed it back
            let by_foot = fate_of(after.difference, Arm::Foot, draft.arm(id));
            Ok(if by_foot == Fate::PushedBack { GaveWay::RiddenDown } else { GaveWay::Gone })
        }
        Fate::PushedBack => {
            push_back(draft, id, after, dice)?;
            Ok(if draft.is_on_table(id) { GaveWay::Pushed } else { GaveWay::Gone })
        }
        Fate::Draw => Ok(GaveWay::Gone),
    }
}

/// GRE-MELEE-34: straight back, facing the enemy; away from it if it came in flank; GRE-MOVE-23: a flight always away from it.
fn way_back(state: &State, id: UnitId, after: &Aftermath) -> Heading {
    let back = state.unit(id).pose.facing.opposite();
    let away = Heading::of(state.unit(id).pose.at - state.unit(after.winner).pose.at).unwrap_or(back);
    let flank = state.contacts_of(id).any(|contact| contact.defender == id && contact.flank);
    let pushed = fate_of(after.difference, state.arm(after.winner), state.arm(id)) == Fate::PushedBack;
    if pushed && !flank && state.has_facing(id) { back } else { away }
}

/// GRE-MELEE-34: one die; GRE-MELEE-45: a garrison stays inside.
fn push_back(
    draft: &mut GrenadierDraft,
    id: UnitId,
    after: &Aftermath,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if draft.unit(id).building.is_some() {
        let to = draft.unit(id).pose;
        draft.emit(Event::PushedInside { unit: id, to });
        return Ok(());
    }
    let die = if draft.piece(id).grade.is_steady() { Die::Average } else { Die::D6 };
    let far = inches(i64::from(dice.sum(c::MELEE_34, 1, die)?));
    let heading = way_back(draft, id, after);
    leave_melee(draft, id);
    give_ground(draft, id, Some(after.winner), heading, far, How::PushedBack, dice)
}

/// What a winner does next: GRE-MELEE-40, GRE-MELEE-42, GRE-MELEE-43; GRE-MELEE-44: nothing if another enemy is in contact.
fn next_of(state: &State, after: &Aftermath, id: UnitId) -> Next {
    let busy = state
        .contacts_of(id)
        .any(|contact| contact.other(id).is_some_and(|other| !after.pushed.contains(&other)));
    if busy {
        return Next::Stand;
    }
    let arm = state.arm(id);
    let follows = after.pushed.iter().any(|enemy| state.is_on_table(*enemy));
    // GRE-MELEE-46: also when it cut down to the last man those who would have run
    let cut_down = after.losers.iter().any(|loser| {
        let by_foot = fate_of(after.difference, Arm::Foot, state.arm(*loser));
        !state.is_on_table(*loser) && state.arm(*loser) == Arm::Foot && by_foot == Fate::PushedBack
    });
    if (after.ridden_down || cut_down) && arm == Arm::Horse && !follows {
        // GRE-MELEE-46, option GRE-OPT-10
        return match state.options.riding_down {
            AfterRidingDown::PursuitTest => Next::PursuitTest,
            AfterRidingDown::FollowUp => Next::FollowUp,
            AfterRidingDown::Stand => Next::Stand,
        };
    }
    winner_next(after.difference, arm, state.piece(id).grade)
}

/// Ruling GRE-R12: of several beaten enemies the nearest is followed or pursued.
fn beaten_by(state: &State, after: &Aftermath, id: UnitId) -> Option<UnitId> {
    let nearest = |units: &[UnitId]| {
        let here = units.iter().copied().filter(|enemy| state.is_on_table(*enemy));
        here.map(|enemy| (gap(state, id, enemy), enemy)).min().map(|(_, enemy)| enemy)
    };
    nearest(&after.pushed).or_else(|| nearest(&after.losers))
}

fn win(draft: &mut GrenadierDraft, id: UnitId, after: &Aftermath, dice: &mut dyn Dice) -> Result<(), Wanted> {
    if draft.unit(id).status == Status::Retreating {
        draft.emit(Event::StatusSet { unit: id, status: Status::Halted, clause: c::MELEE_47 });
        return Ok(());
    }
    let enemy = beaten_by(draft, after, id);
    match (next_of(draft, after, id), enemy) {
        // GRE-MELEE-41
        (Next::FollowUp, Some(enemy)) => follow_up(draft, id, enemy, dice),
        (Next::MayFollowUp, Some(enemy)) => {
            draft.emit(Event::Owes(Debt::FollowUp { unit: id, enemy }));
            Ok(())
        }
        (Next::PursuitTest, _) => {
            // GRE-YELL-06
            pursuit_test(draft, id, enemy, after.yelled.contains(&id), dice)?;
            // GRE-MELEE-45: who stands may go in; who is carried away does not
            if draft.unit(id).status != Status::Pursuing && !draft.unit(id).uncontrolled {
                occupy_if_free(draft, id, after.house);
            }
            Ok(())
        }
        _ => {
            occupy_if_free(draft, id, after.house);
            if draft.unit(id).status == Status::Pursuing {
                draft.emit(Event::StatusSet { unit: id, status: Status::Steady, clause: c::PURSUIT_14 });
            }
            Ok(())
        }
    }
}

/// GRE-MELEE-45: a foot winner may take the building that the garrison left.
fn occupy_if_free(draft: &mut GrenadierDraft, id: UnitId, house: Option<u16>) {
    let Some(building) = house else { return };
    let held = draft.all_troops().any(|other| draft.unit(other).building == Some(building));
    let foot = draft.arm(id) == Arm::Foot && draft.unit(id).figures <= 36 && !draft.is_in_melee(id);
    if foot && !held {
        draft.emit(Event::Owes(Debt::Occupy { unit: id, building }));
    }
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
    let found = crate::field::course::advance(draft, id, heading, inches(40), &|_| false);
    if found.met != Some(enemy) {
        return Ok(());
    }
    let to = draft.unit(id).pose.moved(heading, found.distance);
    draft.emit(Event::Moved { unit: id, to, distance: found.distance, how: How::FollowUp });
    crate::turn::aftermath::run_over(draft, id, dice)?;
    let flank = draft.unit(enemy).status.is_broken();
    crate::turn::contact::close_in(draft, id, enemy, flank, dice)?;
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
        crate::turn::resolution::set_back(draft, id, enemy, dice)?;
    }
    if draft.unit(id).status == Status::Pursuing {
        draft.emit(Event::StatusSet { unit: id, status: Status::Steady, clause: c::PURSUIT_14 });
    }
    Ok(())
}
