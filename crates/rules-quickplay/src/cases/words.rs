//! Commands in words: for cases and logs, and for people.

use crate::turn::command::Command;
use crate::turn::state::{Hand, State};
use longroll_kit::{
    Leg, UnitId, degrees_in, key_of, leg_in_inches, read_path, two_words, who_at_whom, write_inches,
    write_place_in_inches,
};
use longroll_table::{Edge, Heading};

/// The command in words that [`read`] understands.
pub(crate) fn write(state: &State, command: &Command) -> String {
    let key = |id: &UnitId| key(state, *id);
    match command {
        Command::Deploy { unit, limbered: true } => format!("deploy {} limbered", key(unit)),
        Command::Deploy { unit, limbered: false } => format!("deploy {} unlimbered", key(unit)),
        Command::Ready => "ready".to_owned(),
        Command::Stand { unit } => format!("stand {}", key(unit)),
        Command::Move { unit, legs, with } => {
            let legs: Vec<_> = legs.iter().map(write_leg).collect();
            format!("move {}: {}{}", key(unit), legs.join("; "), write_with(state, with))
        }
        Command::Charge { unit, target, facing, with } => {
            let facing = facing.map(|to| format!(" facing {}", to.to_degrees_text())).unwrap_or_default();
            format!("charge {} at {}{facing}{}", key(unit), key(target), write_with(state, with))
        }
        Command::Rally { unit } => format!("rally {}", key(unit)),
        Command::Rout { unit, first } => {
            let hand = if *first == Hand::Left { "left" } else { "right" };
            format!("rout {} {hand}", key(unit))
        }
        Command::GoAlong { general } => format!("go along {}", key(general)),
        Command::Stay { general } => format!("stay {}", key(general)),
        Command::Place { general, at } => format!("place {} {}", key(general), edge_word(*at)),
        Command::Claim { unit } => format!("claim {}", key(unit)),
        Command::Fire { unit, target } => format!("fire {} at {}", key(unit), key(target)),
        Command::Melee { unit } => format!("melee {}", key(unit)),
        Command::EndStep => "end step".to_owned(),
    }
}

/// The command as an order to people, with full names.
pub(crate) fn label(state: &State, command: &Command) -> String {
    let name = |id: &UnitId| {
        state.muster.pieces.get(id.index()).map_or_else(|| id.to_string(), |piece| piece.name.clone())
    };
    match command {
        Command::Deploy { unit, limbered: true } => format!("Start {} limbered", name(unit)),
        Command::Deploy { unit, limbered: false } => format!("Start {} unlimbered", name(unit)),
        Command::Ready => "Ready for battle".to_owned(),
        Command::Stand { unit } => format!("{} stands", name(unit)),
        Command::Move { unit, .. } => format!("{} moves", name(unit)),
        Command::Charge { unit, target, .. } => format!("{} charges {}", name(unit), name(target)),
        Command::Rally { unit } => format!("Rally {}", name(unit)),
        Command::Rout { unit, first } => {
            let hand = if *first == Hand::Left { "left" } else { "right" };
            format!("{} routs, turning {hand} if the way is closed", name(unit))
        }
        Command::GoAlong { general } => format!("{} goes along", name(general)),
        Command::Stay { general } => format!("{} stays behind", name(general)),
        Command::Place { general, at } => format!("Set {} at the {}", name(general), edge_word(*at)),
        Command::Claim { unit } => format!("{} takes the ground", name(unit)),
        Command::Fire { unit, target } => format!("{} fires at {}", name(unit), name(target)),
        Command::Melee { unit } => format!("{} fights its melee", name(unit)),
        Command::EndStep => format!("End the {} step", state.step.words()),
    }
}

/// Reads a command in words. The state gives the names and, for `go`, the facing.
pub(crate) fn read(state: &State, text: &str) -> Result<Command, String> {
    let text = text.trim();
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    Ok(match verb {
        "ready" if rest.is_empty() => Command::Ready,
        "end" if rest == "step" => Command::EndStep,
        "deploy" => {
            let (unit, how) = two_words(rest, text)?;
            let limbered = match how {
                "limbered" => true,
                "unlimbered" => false,
                _ => return Err(format!("{text:?}: say \"limbered\" or \"unlimbered\"")),
            };
            Command::Deploy { unit: unit_named(state, unit)?, limbered }
        }
        "stand" => Command::Stand { unit: unit_named(state, rest)? },
        "move" => read_move(state, rest)?,
        "charge" => read_charge(state, rest)?,
        "rally" => Command::Rally { unit: unit_named(state, rest)? },
        "rout" => {
            let (unit, hand) = rest.split_once(char::is_whitespace).unwrap_or((rest, "left"));
            let first = match hand.trim() {
                "left" => Hand::Left,
                "right" => Hand::Right,
                other => return Err(format!("{other:?} is neither left nor right")),
            };
            Command::Rout { unit: unit_named(state, unit)?, first }
        }
        "go" if rest.starts_with("along ") => {
            Command::GoAlong { general: unit_named(state, rest.trim_start_matches("along "))? }
        }
        "stay" => Command::Stay { general: unit_named(state, rest)? },
        "place" => {
            let (general, at) = two_words(rest, text)?;
            Command::Place { general: unit_named(state, general)?, at: edge_named(at)? }
        }
        "claim" => Command::Claim { unit: unit_named(state, rest)? },
        "fire" => {
            let (unit, target) = who_at_whom(rest, text)?;
            Command::Fire { unit: unit_named(state, unit)?, target: unit_named(state, target)? }
        }
        "melee" => Command::Melee { unit: unit_named(state, rest)? },
        _ => {
            return Err(format!(
                "{text:?} is not a command; the commands are ready, deploy, stand, move, charge, rally, rout, \
                 go along, stay, place, claim, fire, melee and end step"
            ));
        }
    })
}

fn read_move(state: &State, rest: &str) -> Result<Command, String> {
    let (unit, path) = rest.split_once(':').ok_or("a move needs a colon before its legs: move A: go 5")?;
    let unit = unit_named(state, unit)?;
    let (path, with) = read_with(state, path)?;
    let start = state.unit(unit).pose;
    let legs = read_path(&path, start.facing, read_leg, |legs, facing| {
        let [before @ .., Leg::Road(to)] = legs else { return Ok(facing) };
        // On a road the facing becomes the road's; the last stretch is what a later "go" means.
        let at = before.iter().fold(start.at, |at, leg| match leg {
            Leg::Go { bearing, distance } => at.ahead(*bearing, *distance),
            Leg::To(to) | Leg::Road(to) => *to,
            Leg::Turn(_) | Leg::Act(_) => at,
        });
        let way = state.field.way_by_road(at, *to).unwrap_or_default();
        let [.., before, last] = way.as_slice() else { return Ok(facing) };
        Ok(Heading::of(*last - *before).unwrap_or(facing))
    })?;
    Ok(Command::Move { unit, legs, with })
}

fn read_leg(text: &str, facing: Heading) -> Result<Leg, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some(leg) = leg_in_inches(&words, facing)? {
        return Ok(leg);
    }
    match words.as_slice() {
        [act @ ("recover" | "limber" | "unlimber")] => Ok(Leg::Act((*act).to_owned())),
        _ => Err(format!(
            "{text:?} is not a leg of a move; legs are: go 5, go 5 at 45, go 5 left 30, to 10,20, road to 10,20, \
                 turn 90, turn left 45, recover, limber, unlimber"
        )),
    }
}

fn read_charge(state: &State, rest: &str) -> Result<Command, String> {
    let (rest, with) = read_with(state, rest)?;
    let (unit, target) = who_at_whom(&rest, &rest)?;
    let (target, facing) = match target.split_once(" facing ") {
        Some((target, to)) => (target, Some(degrees_in(to.trim())?)),
        None => (target, None),
    };
    Ok(Command::Charge { unit: unit_named(state, unit)?, target: unit_named(state, target)?, facing, with })
}

/// Splits off the generals at the end: `… with G, H`.
fn read_with(state: &State, text: &str) -> Result<(String, Vec<UnitId>), String> {
    match text.split_once(" with ") {
        None => Ok((text.to_owned(), Vec::new())),
        Some((before, names)) => {
            let with = names.split(',').map(|name| unit_named(state, name)).collect::<Result<_, _>>()?;
            Ok((before.to_owned(), with))
        }
    }
}

fn write_with(state: &State, with: &[UnitId]) -> String {
    if with.is_empty() {
        return String::new();
    }
    let names: Vec<_> = with.iter().map(|id| key(state, *id)).collect();
    format!(" with {}", names.join(", "))
}

fn write_leg(leg: &Leg) -> String {
    match leg {
        Leg::Go { bearing, distance } => {
            format!("go {} at {}", write_inches(*distance), bearing.to_degrees_text())
        }
        Leg::To(to) => format!("to {}", write_place_in_inches(*to)),
        Leg::Road(to) => format!("road to {}", write_place_in_inches(*to)),
        Leg::Turn(to) => format!("turn {}", to.to_degrees_text()),
        Leg::Act(act) => act.clone(),
    }
}

fn key(state: &State, id: UnitId) -> String {
    key_of(id, state.muster.pieces.get(id.index()).map(|piece| &piece.key))
}

fn unit_named(state: &State, name: &str) -> Result<UnitId, String> {
    longroll_kit::unit_named(|key| state.find(key), name)
}

fn edge_word(edge: Edge) -> &'static str {
    match edge {
        Edge::Front => "front",
        Edge::Right => "right",
        Edge::Rear => "rear",
        Edge::Left => "left",
    }
}

fn edge_named(word: &str) -> Result<Edge, String> {
    [Edge::Front, Edge::Right, Edge::Rear, Edge::Left]
        .into_iter()
        .find(|edge| edge_word(*edge) == word)
        .ok_or_else(|| format!("{word:?} is none of front, right, rear, left"))
}
