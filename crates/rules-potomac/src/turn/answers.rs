//! Answers to what is owed: details of orders received, and decisions in the middle of things.

use crate::c;
use crate::field::body::Body;
use crate::field::loose::{behind, stroll};
use crate::field::movement::{Change, walk};
use crate::field::skirmish::{Placing, deployment};
use crate::ruleset::{PotomacDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::charge::{self, check_all, sorted};
use crate::turn::command::Command;
use crate::turn::event::Event;
use crate::turn::fire_step::{fire, may_fire, strike, targets};
use crate::turn::handle::send_out;
use crate::turn::melee_step::{doubtful, name_aim, undecided_way};
use crate::turn::overrun::{beside, ground_of, man_guns, overrun};
use crate::turn::sequence::awaiting;
use crate::turn::state::{ChargeAt, Debt, OrderKind, Received, Sharing, State};
use longroll_dice::Dice;
use longroll_kit::{Leg, Stop, UnitId};
use longroll_table::{Heading, Length, overlaps, touching};

/// A decision that is owed: only the command that answers it is taken.
pub(crate) fn pay(
    draft: &mut PotomacDraft,
    debt: &Debt,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    match (debt, command) {
        (Debt::Carry(received), _) => carry_out(draft, received, command, dice),
        (Debt::Share(sharing), Command::Share { unit }) => share(draft, sharing, *unit, dice),
        (Debt::Detach { officer, unit, failed, of_group }, _) => {
            Ok(decide_officer(draft, *officer, *unit, *failed, *of_group, command)?)
        }
        (Debt::Flee { unit, from, .. }, Command::Flee { unit: named, first }) if unit == named => {
            draft.emit(Event::Paid);
            draft.emit(Event::Owes(Debt::Flee { unit: *unit, from: *from, first: Some(*first) }));
            Ok(())
        }
        (Debt::Assault(assault), Command::Volley { fire }) => {
            Ok(charge::answer(draft, assault, *fire, dice)?)
        }
        (Debt::FollowUp(owed), Command::FollowUp { follow, at }) => {
            crate::turn::follow_up::answer(draft, owed, *follow, *at, dice)
        }
        (Debt::Round(melee), Command::Aim { unit, stand, at }) => {
            let open = doubtful(draft, melee);
            let fits =
                open.is_some_and(|(id, place, among)| id == *unit && place == *stand && among.contains(at));
            if !fits {
                return Ok(refuse(c::MELEE_30, Why::NotChoosable { unit: draft.name(*at).to_owned() })?);
            }
            let melee = name_aim(melee, *unit, *stand, *at);
            draft.emit(Event::Paid);
            draft.emit(Event::Owes(Debt::Round(Box::new(melee))));
            Ok(())
        }
        (Debt::Round(melee), Command::GiveWay { unit, from }) if doubtful(draft, melee).is_none() => {
            let open = undecided_way(draft, melee);
            if !open.is_some_and(|(id, among)| id == *unit && among.contains(from)) {
                return Ok(refuse(c::MELEE_38, Why::NotChoosable { unit: draft.name(*from).to_owned() })?);
            }
            let mut melee = melee.clone();
            melee.ways.push((*unit, *from));
            draft.emit(Event::Paid);
            draft.emit(Event::Owes(Debt::Round(melee)));
            Ok(())
        }
        (Debt::Succession { candidates, .. }, Command::Succeed { officer }) => {
            if !candidates.contains(officer) {
                return Ok(refuse(
                    c::LEADER_18,
                    Why::NotChoosable { unit: draft.name(*officer).to_owned() },
                )?);
            }
            draft.emit(Event::Paid);
            draft.emit(Event::BecameGeneral { officer: *officer });
            Ok(())
        }
        // POT-R08: what was received is carried out
        _ => Ok(something_first(draft)?),
    }
}

pub(crate) fn something_first(state: &State) -> Result<(), Refused> {
    let waits = awaiting(state).0;
    let what = waits.first().map_or_else(String::new, |wait| wait.prompt.clone());
    let clause = waits.first().map_or(c::TURN_13, |wait| wait.clause);
    refuse(clause, Why::AnotherMatterFirst { what })
}

/// POT-FIRE-21: one odd hit after another.
fn share(
    draft: &mut PotomacDraft,
    sharing: &Sharing,
    unit: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    if !sharing.tied.contains(&unit) {
        return Ok(refuse(c::FIRE_21, Why::NotChoosable { unit: draft.name(unit).to_owned() })?);
    }
    let mut next = sharing.clone();
    for (id, hits) in &mut next.shares {
        if *id == unit {
            *hits += 1;
        }
    }
    next.odd -= 1;
    next.tied.retain(|id| *id != unit);
    draft.emit(Event::Paid);
    if next.odd > 0 && !next.tied.is_empty() {
        draft.emit(Event::Owes(Debt::Share(next)));
        return Ok(());
    }
    Ok(strike(draft, &next, dice)?)
}

/// POT-MORALE-14, -15, POT-LEADER-19.
fn decide_officer(
    draft: &mut PotomacDraft,
    officer: UnitId,
    unit: UnitId,
    failed: bool,
    of_group: bool,
    command: &Command,
) -> Result<(), Refused> {
    match command {
        Command::Stay { officer: named } if *named == officer => draft.emit(Event::Paid),
        Command::Detach { officer: named } if *named == officer => {
            draft.emit(Event::Paid);
            let with = draft.unit(officer).office.with.unwrap_or(unit);
            let at = behind(draft, with);
            draft.emit(Event::Detached { officer, at, clause: c::MORALE_14 });
        }
        Command::GoWith { officer: named } if *named == officer && failed && of_group => {
            draft.emit(Event::Paid);
            draft.emit(Event::Attached { officer, unit, of_group: false });
        }
        _ => return something_first(draft),
    }
    Ok(())
}

/// The details of an order that was received.
fn carry_out(
    draft: &mut PotomacDraft,
    received: &Received,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    match (received.kind, command) {
        (OrderKind::Move, Command::Move { unit, legs }) if received.units.contains(unit) => {
            Ok(make_move(draft, received, legs)?)
        }
        // POT-R08: a move of no length
        (OrderKind::Move, Command::Done) => Ok(make_move(draft, received, &[])?),
        (OrderKind::Fire, Command::Fire { unit, target }) if received.units.contains(unit) => {
            let aim = may_fire(draft, *unit, *target, Some(received.officer))?;
            draft.emit(Event::Paid);
            let rest: Vec<UnitId> = received.units.iter().copied().filter(|id| id != unit).collect();
            let more = rest.iter().any(|id| !targets(draft, *id, Some(received.officer)).is_empty());
            if more {
                draft.emit(Event::Owes(Debt::Carry(Received { units: rest, ..received.clone() })));
            }
            Ok(fire(draft, *unit, &aim, dice)?)
        }
        (OrderKind::Fire, Command::Done) if received.units.len() > 1 || !can_any_fire(draft, received) => {
            draft.emit(Event::Paid);
            Ok(())
        }
        // POT-R08: what can no longer be carried out lapses
        (OrderKind::Charge | OrderKind::DeploySkirmishers, Command::Done)
            if crate::shown::offers::is_impossible(draft, received) =>
        {
            draft.emit(Event::Paid);
            Ok(())
        }
        (OrderKind::Charge, Command::Charge { charges }) => Ok(charge(draft, received, charges)?),
        (OrderKind::DeploySkirmishers, Command::Skirmish { unit, placing })
            if received.units.contains(unit) =>
        {
            Ok(deploy(draft, *unit, placing)?)
        }
        (OrderKind::Rally, Command::Face { unit, to }) if received.units.contains(unit) => {
            Ok(face_about(draft, *unit, *to)?)
        }
        _ => Ok(something_first(draft)?),
    }
}

fn can_any_fire(state: &State, received: &Received) -> bool {
    received.units.iter().any(|id| !targets(state, *id, Some(received.officer)).is_empty())
}

fn deploy(draft: &mut PotomacDraft, unit: UnitId, placing: &Placing) -> Result<(), Refused> {
    let found = deployment(draft, unit, placing)?;
    draft.emit(Event::Paid);
    send_out(draft, unit, found);
    Ok(())
}

fn charge(draft: &mut PotomacDraft, received: &Received, charges: &[ChargeAt]) -> Result<(), Refused> {
    if charges.is_empty() || charges.len() > received.units.len() {
        return something_first(draft);
    }
    if let Some(other) = charges.iter().find(|charge| !received.units.contains(&charge.unit)) {
        return refuse(c::GROUP_09, Why::NotChoosable { unit: draft.name(other.unit).to_owned() });
    }
    check_all(draft, charges)?;
    draft.emit(Event::Paid);
    let rest = sorted(draft, charges);
    draft.emit(Event::Owes(Debt::Charges { officer: Some(received.officer), rest }));
    Ok(())
}

/// POT-MORALE-20: turned in place about its centre; guns lie straight ahead again.
pub(crate) fn turned_in_place(state: &State, id: UnitId, to: Heading) -> Option<Body> {
    let unit = state.unit(id);
    let body = Body { laid: None, ..unit.body.clone() }.faced_about_centre(to, state.stand());
    let print = body.footprint(state.stand());
    let closed = |print| state.ground.closed(&state.field, state.mover(id), &ground_of(print)).is_some();
    // POT-MOVE-23: nobody is touched by a turn
    let touches = state.lines(state.side(id).enemy()).any(|line| {
        let there = &state.unit(line).print;
        touching(&print, there) && !touching(&unit.print, there)
    });
    let open = !closed(&print) || closed(&unit.print);
    (open && !touches && has_room(state, id, &body)).then_some(body)
}

fn face_about(draft: &mut PotomacDraft, id: UnitId, to: Option<Heading>) -> Result<(), Refused> {
    if let Some(to) = to {
        let Some(body) = turned_in_place(draft, id, to) else { return refuse(c::MORALE_20, Why::NoRoom) };
        draft.emit(Event::Paid);
        let touched = beside(draft, &[id]);
        let over = ground_of(&body.footprint(draft.stand()));
        draft.emit(Event::Faced { unit: id, body, clause: c::MORALE_20 });
        overrun(draft, id, &over, &touched);
        return Ok(());
    }
    draft.emit(Event::Paid);
    Ok(())
}

pub(crate) fn has_room(state: &State, id: UnitId, body: &Body) -> bool {
    let print = body.footprint(state.stand());
    state.field.inside(&print)
        && !state.ids().any(|other| {
            other != id
                && state.is_formed(other)
                && if state.side(other) == state.side(id) {
                    overlaps(&print, &state.unit(other).print)
                } else {
                    touching(&print, &state.unit(other).print)
                }
        })
}

/// What a move would cost, for the page.
pub(crate) fn measure_move(state: &State, unit: UnitId, legs: &[Leg]) -> Result<(Length, Length), Refused> {
    if state.is_officer(unit) || state.is_line(unit) {
        return stroll(state, unit, legs).map(|stroll| (stroll.distance, stroll.allowed));
    }
    walk(state, &movers(state, unit), legs).map(|walk| (walk.distance, walk.allowed))
}

/// Those who move together under the order received.
fn movers(state: &State, unit: UnitId) -> Vec<UnitId> {
    match state.owed.top() {
        Some(Debt::Carry(received)) if received.units.contains(&unit) => received.units.clone(),
        _ => vec![unit],
    }
}

/// The way a formed unit faces after these legs, if they can be made.
pub(crate) fn facing_after(state: &State, unit: UnitId, legs: &[Leg]) -> Option<Heading> {
    if !state.is_formed(unit) {
        return None;
    }
    let walk = walk(state, &movers(state, unit), legs).ok()?;
    walk.bodies.first().map(|(_, body)| body.facing())
}

fn make_move(draft: &mut PotomacDraft, received: &Received, legs: &[Leg]) -> Result<(), Refused> {
    let first = received.units[0];
    if draft.is_officer(first) || draft.is_line(first) {
        return stroll_off(draft, first, legs);
    }
    let walk = walk(draft, &received.units, legs)?;
    draft.emit(Event::Paid);
    // Whoever rides first leaves his horses where he arrives (POT-UNIT-10)
    let at_once = legs.iter().take_while(|leg| matches!(leg, Leg::Act(_)));
    let rode_first =
        !at_once.into_iter().any(|leg| matches!(leg, Leg::Act(act) if act.starts_with("dismount")));
    let (later, first): (Vec<_>, Vec<_>) =
        walk.changes.iter().partition(|(_, change)| rode_first && *change == Change::Dismount);
    make_changes(draft, &first);
    let touched = beside(draft, &received.units);
    for (id, body) in walk.bodies {
        if body != draft.unit(id).body {
            draft.emit(Event::Moved { unit: id, body, distance: walk.distance, clause: None });
        }
    }
    make_changes(draft, &later);
    for id in &received.units {
        overrun(draft, *id, &walk.swept, &touched);
        man_guns(draft, *id);
        if let Some(ground) = &walk.stopped_at {
            draft.emit(Event::StoppedAtEdge { unit: *id, ground: ground.clone() });
        }
    }
    Ok(())
}

fn make_changes(draft: &mut PotomacDraft, changes: &[&(UnitId, Change)]) {
    for (id, change) in changes {
        match change {
            Change::Limber | Change::Unlimber => {
                draft.emit(Event::Limbered { unit: *id, limbered: *change == Change::Limber });
            }
            Change::Mount | Change::Dismount => {
                draft.emit(Event::Mounted { unit: *id, mounted: *change == Change::Mount });
            }
        }
    }
}

fn stroll_off(draft: &mut PotomacDraft, id: UnitId, legs: &[Leg]) -> Result<(), Refused> {
    let stroll = stroll(draft, id, legs)?;
    let was_with = draft.unit(id).office.with;
    let stays = legs.is_empty() || (stroll.distance == Length::ZERO && stroll.attach.is_none());
    draft.emit(Event::Paid);
    if stays && (was_with.is_some() || !draft.is_officer(id)) {
        return Ok(());
    }
    draft.emit(Event::LooseMoved { unit: id, bases: stroll.bases.to_vec(), distance: stroll.distance });
    if let Some((unit, of_group)) = stroll.attach {
        draft.emit(Event::Attached { officer: id, unit, of_group });
    }
    Ok(())
}
