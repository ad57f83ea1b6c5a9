//! Setting up, and groups: what costs nothing (POT-GAME-01, POT-GROUP-05).

use crate::book::kinds::{Formation, Kind};
use crate::c;
use crate::field::body::Body;
use crate::ruleset::{PotomacDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::answers::has_room;
use crate::turn::command::{Beginning, Command};
use crate::turn::event::Event;
use crate::turn::handle::own;
use crate::turn::state::{Phase, State};
use longroll_kit::{Side, UnitId};
use longroll_table::{Footprint, Length, Pose, QUARTER, overlaps, touching};

/// POT-GAME-01: any formation, limbered or not, mounted or not, grouped or not, officers attached or not.
pub(crate) fn set_up(draft: &mut PotomacDraft, by: Side, command: &Command) -> Result<(), Refused> {
    match command {
        Command::Ready => draft.emit(Event::SideReady { side: by }),
        Command::Group { units } => group(draft, by, units)?,
        Command::Dissolve { unit } => dissolve(draft, by, *unit)?,
        Command::Shed { unit, end } => {
            own(draft, by, *unit)?;
            draft.emit(Event::Sheds { unit: *unit, end: *end });
        }
        Command::Attach { officer, unit, of_group } => {
            own(draft, by, *officer)?;
            if !draft.is_officer(*officer) || draft.side(*unit) != by || !draft.is_formed(*unit) {
                return refuse(c::LEADER_07, Why::CannotAttach { unit: draft.name(*unit).to_owned() });
            }
            draft.emit(Event::Attached { officer: *officer, unit: *unit, of_group: *of_group });
        }
        Command::SetUp { unit, how } => begin_so(draft, by, *unit, *how)?,
        _ => return refuse(c::GAME_01, Why::WrongPhase { now: Phase::SetUp }),
    }
    Ok(())
}

/// POT-GAME-01, POT-GROUP-05: what a unit may do before the battle.
pub(crate) fn set_up_offers(state: &State, id: UnitId) -> Vec<Command> {
    let mut list: Vec<Command> =
        beginnings(state, id).into_iter().map(|how| Command::SetUp { unit: id, how }).collect();
    let group = state.group_of(id);
    if group[0] == id {
        let near = state.formed(state.side(id)).filter(|other| touches(state, id, *other));
        let others = near.map(|other| state.group_of(other)).filter(|other| *other != group);
        list.extend(others.map(|other| Command::Group { units: [&group[..], &other[..]].concat() }));
    }
    list
}

/// POT-GAME-01: other ways in which a unit could begin.
fn beginnings(state: &State, id: UnitId) -> Vec<Beginning> {
    let unit = state.unit(id);
    let stands = unit.body.stands();
    let fits = |how: &Beginning| {
        let body = match how {
            Beginning::Line(ranks) => unit.body.formed(stands.div_ceil(*ranks), false),
            Beginning::Column(files) => unit.body.formed(*files, true),
            _ => return true,
        };
        let wanted = if matches!(how, Beginning::Line(_)) { Formation::Line } else { Formation::Column };
        body != unit.body && body.formation() == wanted && has_room(state, id, &body)
    };
    let mut list = vec![Beginning::Line(1), Beginning::Line(2), Beginning::Column(1)];
    if state.is_artillery(id) {
        list = vec![if unit.limbered { Beginning::Unlimbered } else { Beginning::Limbered }];
    } else if state.kind(id) == Kind::Cavalry {
        list.push(if unit.mounted { Beginning::Dismounted } else { Beginning::Mounted });
    }
    let has_place = |friend: &UnitId| beside(state, id, *friend).is_ok_and(|body| has_room(state, id, &body));
    let friends = state.formed(state.side(id)).filter(has_place);
    list.into_iter().filter(fits).chain(friends.map(Beginning::Beside)).collect()
}

fn touches(state: &State, id: UnitId, other: UnitId) -> bool {
    other != id && touching(&state.unit(id).print, &state.unit(other).print)
}

/// POT-R25: shoulder to shoulder with a friend, on the side where it stands, its front in line with his.
fn beside(state: &State, id: UnitId, friend: UnitId) -> Result<Body, Refused> {
    let (name, other) = (|| state.name(id).to_owned(), state.name(friend).to_owned());
    if !state.is_formed(friend)
        || friend == id
        || state.side(friend) != state.side(id)
        || touches(state, id, friend)
    {
        return refuse(c::R25, Why::CannotCloseUp { unit: name(), other });
    }
    let (own, his) = (&state.unit(id).body, &state.unit(friend).body);
    let facing = his.front.facing;
    let right = facing.right();
    let is_right = (own.front.at - his.front.at).measured_along(right) >= Length::ZERO;
    let side = if is_right { right } else { facing.left() };
    let (stand, place) = (state.stand(), &state.piece(id).body.front);
    let apart = (his.width(stand) + own.width(stand)).half();
    let at = his.front.at.ahead(side, apart);
    let body = Body { front: Pose::new(at, facing), ..own.clone() };
    let moved = place.at.distance_to(at);
    if !moved.within(stand.front) {
        return refuse(c::R25, Why::OutOfReach { distance: moved, reach: stand.front });
    }
    if own.front.facing.difference(facing).unsigned_abs() > u32::from(QUARTER) / 2 || his.laid.is_some() {
        return refuse(c::R25, Why::CannotCloseUp { unit: name(), other });
    }
    Ok(body)
}

fn begin_so(draft: &mut PotomacDraft, by: Side, id: UnitId, how: Beginning) -> Result<(), Refused> {
    own(draft, by, id)?;
    let name = || draft.name(id).to_owned();
    let unit = draft.unit(id);
    if !draft.is_formed(id) {
        return refuse(c::GAME_01, Why::NoSuchFormation { unit: name() });
    }
    let stands = unit.body.stands();
    let (mut body, mut limbered, mut mounted) = (unit.body.clone(), unit.limbered, unit.mounted);
    let is_kind = |kind: Kind| draft.kind(id) == kind;
    match how {
        Beginning::Line(ranks) => body = body.formed(stands.div_ceil(ranks.clamp(1, stands.max(1))), false),
        Beginning::Column(files) => body = body.formed(files.clamp(1, 2), true),
        Beginning::Limbered | Beginning::Unlimbered if is_kind(Kind::Artillery) => {
            limbered = how == Beginning::Limbered;
        }
        Beginning::Mounted | Beginning::Dismounted if is_kind(Kind::Cavalry) => {
            mounted = how == Beginning::Mounted
        }
        Beginning::Beside(friend) => body = beside(draft, id, friend)?,
        _ => return refuse(c::GAME_01, Why::NotForThisKind { unit: name() }),
    }
    let wanted = match how {
        Beginning::Line(_) => body.formation() == Formation::Line,
        Beginning::Column(_) => body.formation() == Formation::Column,
        _ => true,
    };
    if !wanted {
        return refuse(c::UNIT_14, Why::NoSuchFormation { unit: name() });
    }
    let print = body.footprint(draft.stand());
    let other = draft
        .ids()
        .find(|other| *other != id && draft.is_formed(*other) && overlaps(&print, &draft.unit(*other).print));
    if let Some(other) = other {
        return refuse(c::GAME_01, Why::InTheWay { other: draft.name(other).to_owned() });
    }
    if !draft.field.inside(&print) {
        return refuse(c::GAME_01, Why::LeavesTable);
    }
    draft.emit(Event::SetUp { unit: id, body, limbered, mounted });
    Ok(())
}

/// POT-GROUP-01, -04, -05: formed units of the side that touch, directly or through each other.
pub(crate) fn group(draft: &mut PotomacDraft, by: Side, units: &[UnitId]) -> Result<(), Refused> {
    let mut ids = units.to_vec();
    ids.sort();
    ids.dedup();
    if ids.len() < 2 || ids.len() > 64 {
        return refuse(c::GROUP_01, Why::NotTouchingEachOther);
    }
    for id in &ids {
        own(draft, by, *id)?;
        if !draft.is_formed(*id) {
            return refuse(c::GROUP_04, Why::NotGrouped { unit: draft.name(*id).to_owned() });
        }
    }
    let prints: Vec<Footprint> = ids.iter().map(|id| draft.unit(*id).print.clone()).collect();
    if longroll_table::chains(&prints, Length::ZERO).len() > 1 {
        return refuse(c::GROUP_01, Why::NotTouchingEachOther);
    }
    draft.emit(Event::Ungrouped { units: ids.clone(), clause: c::GROUP_05 });
    let group = draft.next_group;
    draft.emit(Event::Grouped { units: ids, group });
    Ok(())
}

pub(crate) fn dissolve(draft: &mut PotomacDraft, by: Side, id: UnitId) -> Result<(), Refused> {
    own(draft, by, id)?;
    if draft.unit(id).group.is_none() {
        return refuse(c::GROUP_05, Why::NotAGroup { unit: draft.name(id).to_owned() });
    }
    draft.emit(Event::Ungrouped { units: vec![id], clause: c::GROUP_05 });
    Ok(())
}
