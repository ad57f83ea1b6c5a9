//! After a round of melee: who follows up, whether another round is fought, and how it ends (POT-MELEE-21 to -29, -39, -40,
//! -43).

use crate::book::kinds::Kind;
use crate::book::tables::{constants, rates};
use crate::c;
use crate::field::charge_path::{check_ground, reach};
use crate::field::contact::{enemies_touched, way_back};
use crate::field::ground::is_behind_line;
use crate::procedures::melee;
use crate::ruleset::{PotomacDraft, refuse};
use crate::shown::why::Why;
use crate::turn::answers::something_first;
use crate::turn::command::Command;
use crate::turn::event::Event;
use crate::turn::melee_step::{engaged, facts, fighters};
use crate::turn::orders::{FollowUpOrder, follow_up_order};
use crate::turn::overrun::{beside, overrun};
use crate::turn::state::{Debt, FollowUp, Melee, Pursuer, State};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Clause, Stop, UnitId};
use longroll_table::{Heading, Length, Vector, first_touch, swept};

/// Works off the follow-ups. False: the active player must decide about the first of them.
pub(crate) fn follow_up(draft: &mut PotomacDraft, owed: &FollowUp) -> bool {
    let Some(pursuer) = owed.waiting.first() else {
        draft.emit(Event::Paid);
        next_round(draft, owed);
        return true;
    };
    let rest = || FollowUp { waiting: owed.waiting[1..].to_vec(), ..owed.clone() };
    let able: Vec<(UnitId, UnitId, Length)> = reachable(draft, pursuer, None);
    if able.is_empty() {
        replace(draft, rest());
        return true;
    }
    // POT-MELEE-26: mounted cavalry follows up by itself
    if is_headlong(draft, pursuer) {
        if !choices(draft, pursuer).is_empty() {
            return false;
        }
        let mut next = rest();
        for (id, loser, by) in able {
            close(draft, &mut next, id, loser, by, false);
        }
        replace(draft, next);
        return true;
    }
    if follow_up_order(draft, &owed.melee, &able_units(&able)).is_some() {
        return false;
    }
    replace(draft, rest());
    true
}

pub(crate) fn able_units(able: &[(UnitId, UnitId, Length)]) -> Vec<UnitId> {
    able.iter().map(|(id, ..)| *id).collect()
}

fn is_headlong(state: &State, pursuer: &Pursuer) -> bool {
    pursuer.units.len() == 1 && state.is_mounted(pursuer.units[0])
}

/// POT-MELEE-39: the losers among whom a winner's owner must choose; none if there is nothing to choose.
fn choices(state: &State, pursuer: &Pursuer) -> Vec<UnitId> {
    let mut list: Vec<UnitId> = Vec::new();
    for id in &pursuer.units {
        let open = in_reach(state, pursuer, *id);
        list.extend(open.iter().map(|(loser, _)| *loser).filter(|_| open.len() > 1));
    }
    list.sort();
    list.dedup();
    list
}

/// Is the question whom to follow, not only whether?
pub(crate) fn must_choose(state: &State, owed: &FollowUp) -> bool {
    owed.waiting.first().is_some_and(|pursuer| !choices(state, pursuer).is_empty())
}

pub(crate) fn offers(state: &State, owed: &FollowUp) -> Vec<Command> {
    let Some(pursuer) = owed.waiting.first() else { return Vec::new() };
    let follow = |at: Option<UnitId>| Command::FollowUp { follow: true, at };
    let choices = choices(state, pursuer);
    let mut list: Vec<Command> = choices.into_iter().map(|at| follow(Some(at))).collect();
    if list.is_empty() {
        list.push(follow(None));
    }
    if !is_headlong(state, pursuer) {
        list.push(Command::FollowUp { follow: false, at: None });
    }
    list
}

/// The player's answer: an order to follow up, or none; of mounted cavalry, whom it follows.
pub(crate) fn answer(
    draft: &mut PotomacDraft,
    owed: &FollowUp,
    follows: bool,
    at: Option<UnitId>,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let mut next = FollowUp { waiting: owed.waiting.get(1..).unwrap_or_default().to_vec(), ..owed.clone() };
    let Some(pursuer) = owed.waiting.first() else { return Ok(()) };
    let choices = choices(draft, pursuer);
    let headlong = is_headlong(draft, pursuer);
    if headlong && !follows {
        return Ok(refuse(c::MELEE_26, Why::MustFollowUp { unit: draft.name(pursuer.units[0]).to_owned() })?);
    }
    let able = reachable(draft, pursuer, at);
    if follows {
        let among = |at: UnitId| {
            if choices.is_empty() {
                able.iter().any(|(_, loser, _)| *loser == at)
            } else {
                choices.contains(&at)
            }
        };
        match at {
            Some(at) if !among(at) => {
                return Ok(refuse(c::MELEE_39, Why::NotChoosable { unit: draft.name(at).to_owned() })?);
            }
            None if !choices.is_empty() => return Ok(something_first(draft)?),
            _ => {}
        }
    }
    if headlong {
        for (id, loser, by) in able {
            close(draft, &mut next, id, loser, by, false);
        }
        replace(draft, next);
        return Ok(());
    }
    let order = follow_up_order(draft, &owed.melee, &able_units(&able));
    if let Some(order) = order.filter(|_| follows)
        && give(draft, &order, dice)?
    {
        for (id, loser, by) in able.into_iter().filter(|(id, ..)| order.units.contains(id)) {
            close(draft, &mut next, id, loser, by, true);
        }
    }
    replace(draft, next);
    Ok(())
}

/// POT-MELEE-23: a Charge order like any other.
fn give(draft: &mut PotomacDraft, order: &FollowUpOrder, dice: &mut dyn Dice) -> Result<bool, Wanted> {
    crate::turn::orders::test_and_give(
        draft,
        order.officer,
        &order.units,
        crate::turn::state::OrderKind::Charge,
        true,
        dice,
    )
}

fn replace(draft: &mut PotomacDraft, owed: FollowUp) {
    draft.emit(Event::Paid);
    draft.emit(Event::Owes(Debt::FollowUp(Box::new(owed))));
}

/// Who can still reach a loser that holds, the one named if possible.
fn reachable(state: &State, pursuer: &Pursuer, at: Option<UnitId>) -> Vec<(UnitId, UnitId, Length)> {
    let nearest = |id: &UnitId| {
        let open = in_reach(state, pursuer, *id).into_iter();
        let (loser, by) = open.min_by_key(|(loser, by)| (Some(*loser) != at, *by, *loser))?;
        Some((*id, loser, by))
    };
    pursuer.units.iter().filter_map(nearest).collect()
}

/// POT-MELEE-22, POT-MELEE-37: the losers that a winner can reach by a straight move of at most the charge move; those it
/// would touch at the same moment are one, by the first of them.
fn in_reach(state: &State, pursuer: &Pursuer, id: UnitId) -> Vec<(UnitId, Length)> {
    let able = state.is_formed(id) && matches!(state.kind(id), Kind::Infantry | Kind::Cavalry);
    if !able || !enemies_touched(state, id).is_empty() {
        return Vec::new();
    }
    let most = rates(state.mover(id)).charge.unwrap_or(Length::ZERO);
    let mut list: Vec<(UnitId, Length, Heading)> = Vec::new();
    for loser in pursuer.losers.iter().copied().filter(|loser| state.is_formed(*loser)) {
        let Some(by) = run_up(state, id, loser, most) else { continue };
        let way = way_to(state, id, loser);
        if !list.iter().any(|(_, known, along)| known.about(by) && *along == way) {
            list.push((loser, by, way));
        }
    }
    list.into_iter().map(|(loser, by, _)| (loser, by)).collect()
}

/// The straight way to a loser, if nothing else is met first.
fn run_up(state: &State, id: UnitId, loser: UnitId, most: Length) -> Option<Length> {
    let heading = way_to(state, id, loser);
    let others = state.ids().filter(|other| *other != id && state.is_formed(*other));
    let met = first_touch(&state.unit(id).print, heading, most, others.map(|o| (o, &state.unit(o).print)));
    let by = met.iter().find(|touch| touch.id == loser)?.distance;
    // What lies beyond the loser does not matter
    let over = swept(&state.unit(id).print, Vector::along(heading, by));
    (check_ground(state, id, &over).is_ok() && by.within(reach(state, id, loser, &over))).then_some(by)
}

/// Square to its front, or to whichever edge looks at the loser.
fn way_to(state: &State, id: UnitId, loser: UnitId) -> Heading {
    let facing = state.unit(id).body.front.facing;
    let to = Heading::of(state.centre(loser) - state.centre(id)).unwrap_or(facing);
    let ways = [facing, facing.left(), facing.right(), facing.opposite()];
    let reach = rates(state.mover(id)).charge.unwrap_or(Length::ZERO);
    let meets = |way: &Heading| {
        !first_touch(&state.unit(id).print, *way, reach, [((), &state.unit(loser).print)]).is_empty()
    };
    let open = ways.into_iter().filter(meets);
    open.min_by_key(|way| way.difference(to).unsigned_abs()).unwrap_or(facing)
}

/// Moves a winner up to a loser.
fn close(
    draft: &mut PotomacDraft,
    next: &mut FollowUp,
    id: UnitId,
    loser: UnitId,
    by: Length,
    by_order: bool,
) {
    let heading = way_to(draft, id, loser);
    let way = Vector::along(heading, by);
    let body = draft.unit(id).body.shifted(way);
    let over = swept(&draft.unit(id).print, way);
    let touched = beside(draft, &[id]);
    // POT-MELEE-17: whoever is behind a linear feature before this contact; who comes over it is not
    let behind = is_behind_line(draft, loser, &draft.unit(id).print);
    next.melee.sheltered.retain(|known| *known != id && *known != loser);
    next.melee.sheltered.extend(behind.then_some(loser));
    draft.emit(Event::FollowedUp { unit: id, body, distance: by, by_order });
    overrun(draft, id, &over, &touched);
    next.melee.charging.push(id);
    next.followed.push(id);
    // POT-MELEE-28: contact was not kept, so the count of rounds without a hit begins anew
    next.melee.hitless = 0;
}

/// POT-MELEE-27 to -29, -43: another round while anybody touches, unless neither can do harm.
fn next_round(draft: &mut PotomacDraft, owed: &FollowUp) {
    let melee = &owed.melee;
    let units = fighters(draft, melee);
    if units.is_empty() {
        draft.emit(Event::MeleeEnded { clause: c::MELEE_29 });
        return;
    }
    if owed.followed.is_empty() {
        let stale = melee.hitless >= constants().stalemate_rounds;
        if stale || !can_anybody_hit(draft, melee, &units) {
            let clause = if stale { c::MELEE_28 } else { c::MELEE_43 };
            stalemate(draft, melee, &units, clause);
            return;
        }
    }
    let melee = Melee { fighters: units, ..melee.clone() };
    draft.emit(Event::Owes(Debt::Round(Box::new(melee))));
}

fn can_anybody_hit(state: &State, melee: &Melee, units: &[UnitId]) -> bool {
    units.iter().any(|id| {
        engaged(state, melee, *id).into_iter().any(|(at, stands)| {
            let facts = facts(state, melee, *id, at, stands);
            melee::dice_of(&facts) > 0 && melee::need(&facts, &state.options) <= 6
        })
    })
}

/// POT-MELEE-28, -43: the side that charged falls back 1 cm; if it is hemmed in, the other; if both are, they stay.
fn stalemate(draft: &mut PotomacDraft, melee: &Melee, units: &[UnitId], clause: Clause) {
    for side in [melee.attacker, melee.attacker.enemy()] {
        let own: Vec<UnitId> = units.iter().copied().filter(|id| draft.side(*id) == side).collect();
        let mut table = (**draft).clone();
        let mut steps = Vec::new();
        for id in own {
            let Some(heading) = way_back(&table, id, &enemies_touched(&table, id), &melee.ways) else {
                continue;
            };
            let driven =
                crate::field::flight::drive(&table, id, heading, constants().stalemate_fall_back, &[]);
            let event = Event::DrivenBack {
                unit: id,
                body: driven.body,
                owed: 1,
                moved: driven.moved,
                clause: Some(clause),
            };
            event.apply(&mut table);
            steps.push((id, event, driven.swept));
        }
        if fighters(&table, melee).is_empty() {
            for (id, event, over) in steps {
                let touched = beside(draft, &[id]);
                draft.emit(event);
                overrun(draft, id, &over, &touched);
            }
            break;
        }
    }
    draft.emit(Event::MeleeEnded { clause });
}

/// POT-MELEE-40: enemies that touch at the start of a tenure fight at once, nobody charging; one melee for each knot of them.
pub(crate) fn left_over(state: &State) -> Vec<Melee> {
    let side = state.active;
    let mut found: Vec<Melee> = Vec::new();
    for id in state.formed(side).filter(|id| !enemies_touched(state, *id).is_empty()) {
        if found.iter().any(|melee| melee.fighters.contains(&id)) {
            continue;
        }
        let alone = Melee {
            fighters: vec![id],
            attacker: side,
            round: 2,
            charging: Vec::new(),
            flanks: Vec::new(),
            firing: Vec::new(),
            sheltered: Vec::new(),
            hitless: 0,
            joint: Vec::new(),
            officer: None,
            aims: Vec::new(),
            ways: Vec::new(),
        };
        found.push(Melee { fighters: fighters(state, &alone), ..alone });
    }
    found
}
