//! Facts of a position by name, for rule cases.

use crate::body::Body;
use crate::kinds::Kind;
use crate::state::{State, Status};
use longroll_kit::UnitId;
use longroll_table::{Point, distance};
use serde_json::{Value, json};

/// Facts by name: `A.stands`, `A.at`, `A.distance.X`, `held.OBJECTIVE`, `work.NAME.cohesion`, `turn`, `phase`, `winner`.
pub(crate) fn look_up(state: &State, name: &str) -> Result<Value, String> {
    let Some((unit, what)) = name.split_once('.') else { return game_fact(state, name) };
    if unit == "held" {
        let place = state.muster.objectives.iter().position(|objective| objective.name == what);
        let place = place.ok_or_else(|| format!("there is no objective {what:?}"))?;
        return Ok(json!(state.held[place]));
    }
    if unit == "work" {
        return work_fact(state, what);
    }
    let id = state.find(unit).ok_or_else(|| format!("there is no unit {unit:?}"))?;
    let (piece, now) = (state.piece(id), state.unit(id));
    let key = |id: UnitId| state.piece(id).key.clone();
    let names = |ids: Vec<UnitId>| json!(ids.into_iter().map(key).collect::<Vec<_>>());
    let loose = matches!(piece.kind, Kind::Officer | Kind::Skirmishers);
    Ok(match what {
        "at" if loose => json!(place_of(state.centre(id))),
        "at" => json!(place_of(now.body.front.at)),
        "centre" => json!(place_of(state.centre(id))),
        "facing" => json!(degrees_of(if loose { state.facing(id) } else { now.body.facing() })),
        "stands" if piece.kind == Kind::Skirmishers => json!(now.bases.len()),
        "stands" => json!(now.body.stands()),
        "files" => json!(now.body.files),
        "ranks" => json!(now.body.ranks()),
        "formation" => json!(now.body.formation()),
        "lost" => json!(u32::from(piece.stands).saturating_sub(state.stands_left(id))),
        "hits" => json!(now.hits),
        "status" => json!(status_word(now.status)),
        "confused" => json!(state.is_confused(id)),
        "ready" => json!(now.is_ready),
        "limbered" => json!(now.limbered),
        "mounted" => json!(now.mounted),
        "guns_left" => json!(now.guns.as_ref().map_or(0, Body::stands)),
        "group" => match now.group {
            None => json!([]),
            Some(_) => names(state.group_of(id)),
        },
        "received" => json!(now.received),
        "acted" => json!(now.acted),
        "evaded" => json!(now.evaded),
        "awake" => names(crate::turn::awake(state, id).collect()),
        "absorbed" => json!(now.absorbed),
        "fate" => json!(now.fate),
        "with" => json!(now.office.with.map(key)),
        "of_group" => json!(now.office.of_group),
        "given" => json!(now.office.given),
        "done" => json!(now.office.done),
        "general" => json!(now.office.is_general),
        "skirmishers" => json!(piece.partner.map_or(0, |line| state.unit(line).bases.len())),
        "level" => json!(crate::sight::level_of(state, &now.print)),
        _ => {
            return relation(state, id, what)
                .ok_or_else(|| format!("{name:?} is not a fact of a unit; see docs/cases.md"));
        }
    })
}

/// Facts between two units: `distance.X`, `sees.X`, `cover.X`, `contact.X`, `screen.X`.
fn relation(state: &State, id: UnitId, what: &str) -> Option<Value> {
    let (word, other) = what.split_once('.')?;
    let other = state.find(other)?;
    let (own, there) = (&state.unit(id).print, &state.unit(other).print);
    Some(match word {
        "distance" => json!(cm_of(distance(own, there).micrometres())),
        "sees" => json!(crate::sight::sees(state, id, other).is_ok()),
        "cover" => json!(crate::ground::cover_against(state, id, there, true)),
        "contact" => json!(crate::contact::stands_in_contact(state, own, there)),
        "screen" => json!(crate::screen::stands_in_front(state, other, id)),
        _ => return None,
    })
}

fn work_fact(state: &State, what: &str) -> Result<Value, String> {
    let (name, fact) = what.rsplit_once('.').ok_or("say work.NAME.cohesion or work.NAME.hits")?;
    let place = state.muster.works.iter().position(|work| work.key == name || work.name == name);
    let work =
        place.and_then(|place| state.works.get(place)).ok_or_else(|| format!("there is no work {name:?}"))?;
    match fact {
        "cohesion" => Ok(json!(work.cohesion)),
        "hits" => Ok(json!(work.hits)),
        "breached" => Ok(json!(work.cohesion == 0)),
        _ => Err(format!("{fact:?} is not a fact of a work; it has cohesion, hits and breached")),
    }
}

fn game_fact(state: &State, name: &str) -> Result<Value, String> {
    Ok(match name {
        "turn" => json!(state.turn),
        "active" => json!(state.active),
        "phase" => json!(state.phase),
        "officer" => json!(state.officer.map(|id| state.piece(id).key.clone())),
        "over" => json!(state.end.is_some()),
        "winner" => json!(state.end.as_ref().and_then(|end| end.winner)),
        _ => {
            return Err(format!(
                "{name:?} is not a fact; the game has turn, active, phase, officer, over and winner"
            ));
        }
    })
}

fn status_word(status: Status) -> &'static str {
    match status {
        Status::Steady => "steady",
        Status::Confused => "confused",
        Status::Retreating { .. } => "retreating",
    }
}

fn place_of(at: Point) -> [f64; 2] {
    [cm_of(at.x), cm_of(at.y)]
}

/// For showing and comparing only; nothing is decided by it.
fn cm_of(micrometres: i64) -> f64 {
    micrometres as f64 / 10_000.0
}

fn degrees_of(heading: longroll_table::Heading) -> f64 {
    f64::from(heading.0) * 360.0 / 65536.0
}
