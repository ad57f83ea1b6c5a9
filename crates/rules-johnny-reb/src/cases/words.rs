//! Commands in words: for cases and logs, and for people.

use crate::turn::command::Command;
use crate::turn::state::{Order, State};
use longroll_kit::{
    Leg, UnitId, degrees_in, inches_in, key_of, leg_in_inches, read_path, turned, two_words, who_at_whom,
    write_inches, write_place_in_inches,
};
use longroll_table::Heading;

/// The command in words that [`read`] understands.
pub(crate) fn write(state: &State, command: &Command) -> String {
    let key = |id: &UnitId| key(state, *id);
    match command {
        Command::Mark { unit, order: Order::Move(way) } => {
            format!("order {} move {}", key(unit), way.to_degrees_text())
        }
        Command::Mark { unit, order } => format!("order {} {}", key(unit), order_word(*order)),
        Command::Unmark { unit } => format!("order {} none", key(unit)),
        Command::Hold { unit } => format!("hold {}", key(unit)),
        Command::Ready => "ready".to_owned(),
        Command::Rally { unit } => format!("rally {}", key(unit)),
        Command::Fire { unit, target, with, rapid, sparing } => {
            let manner = manner(*rapid, *sparing);
            format!("fire {} at {}{}{manner}", key(unit), key(target), write_with(state, with))
        }
        Command::Withdraw { unit, distance, about } => {
            let about = if *about { " about" } else { "" };
            format!("withdraw {} {}{about}", key(unit), write_inches(*distance))
        }
        Command::Charge { unit, target, with } => {
            format!("charge {} at {}{}", key(unit), key(target), write_with(state, with))
        }
        Command::Move { unit, legs } => {
            let legs: Vec<_> = legs.iter().map(write_leg).collect();
            format!("move {}: {}", key(unit), legs.join("; "))
        }
        Command::Stand { unit } => format!("stand {}", key(unit)),
        Command::Pivot { unit, to } => format!("pivot {} {}", key(unit), to.to_degrees_text()),
        Command::Halt { stop, units, as_one, rapid, sparing } => {
            let names: Vec<_> = units.iter().map(key).collect();
            let one = if *as_one { " as one" } else { "" };
            format!("halt {stop} by {}{one}{}", names.join(", "), manner(*rapid, *sparing))
        }
        Command::Flee { unit, left } => {
            format!("flee {} {}", key(unit), if *left { "left" } else { "right" })
        }
        Command::Volley { unit, rapid, sparing } => {
            format!("volley {}{}", key(unit), manner(*rapid, *sparing))
        }
        Command::Support { unit, by } => {
            let names: Vec<_> = by.iter().map(key).collect();
            format!("support {} by {}", key(unit), names.join(", "))
        }
        Command::LetPass => "let pass".to_owned(),
        Command::Attach { officer, unit } => format!("attach {} to {}", key(officer), key(unit)),
    }
}

/// The command as an order to people, with full names.
pub(crate) fn label(state: &State, command: &Command) -> String {
    let name = |id: &UnitId| {
        state.muster.pieces.get(id.index()).map_or_else(|| id.to_string(), |piece| piece.name.clone())
    };
    match command {
        Command::Mark { unit, order: Order::Move(way) } => {
            format!("Order {} to move {}", name(unit), way.in_words())
        }
        Command::Mark { unit, order } => format!("Order {}: {}", name(unit), order.words()),
        Command::Unmark { unit } => format!("Take up the marker of {}", name(unit)),
        Command::Hold { unit } => format!("Change {} to Hold", name(unit)),
        Command::Ready => "Go on".to_owned(),
        Command::Rally { unit } => format!("Rally {}", name(unit)),
        Command::Fire { unit, target, with, rapid, sparing } => {
            let rapid = match (*rapid, *sparing) {
                (true, _) => ", rapidly",
                (_, true) => ", sparing ammunition",
                _ => "",
            };
            let with: String = with.iter().map(|other| format!(" and {}", name(other))).collect();
            format!("Fire {}{with} at {}{rapid}", name(unit), name(target))
        }
        Command::Withdraw { unit, distance, .. } => {
            format!("Withdraw {} {} in", name(unit), distance.in_inches())
        }
        Command::Charge { unit, target, with } => {
            let with: String = with.iter().map(|other| format!(", {} in support", name(other))).collect();
            format!("Charge {} with {}{with}", name(target), name(unit))
        }
        Command::Move { unit, legs } if legs.iter().all(|leg| matches!(leg, Leg::Act(_))) => {
            let acts: Vec<_> = legs.iter().map(write_leg).collect();
            format!("{}: {}", name(unit), acts.join(", ").replace('_', " "))
        }
        Command::Move { unit, .. } => format!("Move {}", name(unit)),
        Command::Stand { unit } => format!("{} stands", name(unit)),
        Command::Pivot { unit, to } => format!("Pivot {} to face {}", name(unit), to.in_words()),
        Command::Halt { stop, units, as_one, rapid, sparing } => {
            let names: Vec<_> = units.iter().map(name).collect();
            let one = if *as_one { " as one" } else { "" };
            let manner = manner(*rapid, *sparing);
            format!("{} fires{one}{manner} when it has gone {stop} in", names.join(" and "))
        }
        Command::Flee { unit, left } => {
            format!("{} turns {}", name(unit), if *left { "left" } else { "right" })
        }
        Command::Volley { unit, rapid, sparing } => {
            format!("{} fires{}", name(unit), manner(*rapid, *sparing))
        }
        Command::Support { unit, by } => {
            let names: Vec<_> = by.iter().map(name).collect();
            format!("{} is supported by {}", name(unit), names.join(", "))
        }
        Command::LetPass => "Let it pass".to_owned(),
        Command::Attach { officer, unit } => format!("{} stays with {}", name(officer), name(unit)),
    }
}

fn manner(rapid: bool, sparing: bool) -> &'static str {
    match (rapid, sparing) {
        (true, _) => " rapidly",
        (_, true) => " sparingly",
        _ => "",
    }
}

/// Splits off how it is fired: rapidly, sparingly.
fn read_manner(text: &str) -> (&str, bool, bool) {
    if let Some(rest) = text.strip_suffix(" rapidly") {
        return (rest, true, false);
    }
    text.strip_suffix(" sparingly").map_or((text, false, false), |rest| (rest, false, true))
}

/// A command from words. The state gives the names and, for `go`, the facing.
pub(crate) fn read(state: &State, text: &str) -> Result<Command, String> {
    let text = text.trim();
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    Ok(match verb {
        "ready" if rest.is_empty() => Command::Ready,
        "let" if rest == "pass" => Command::LetPass,
        "order" => {
            let (unit, order) = two_words(rest, text)?;
            let unit = unit_named(state, unit)?;
            if order == "none" {
                Command::Unmark { unit }
            } else {
                Command::Mark { unit, order: order_in(order)? }
            }
        }
        "hold" => Command::Hold { unit: unit_named(state, rest)? },
        "rally" => Command::Rally { unit: unit_named(state, rest)? },
        "stand" => Command::Stand { unit: unit_named(state, rest)? },
        "fire" => {
            let (rest, rapid, sparing) = read_manner(rest);
            let (rest, with) = read_with(state, rest)?;
            let (unit, target) = who_at_whom(&rest, text)?;
            let (unit, target) = (unit_named(state, unit)?, unit_named(state, target)?);
            Command::Fire { unit, target, with, rapid, sparing }
        }
        "withdraw" => {
            let (rest, about) = match rest.strip_suffix(" about") {
                Some(rest) => (rest, true),
                None => (rest, false),
            };
            let (unit, distance) = two_words(rest, text)?;
            Command::Withdraw { unit: unit_named(state, unit)?, distance: inches_in(distance)?, about }
        }
        "charge" => {
            let (rest, with) = read_with(state, rest)?;
            let (unit, target) = who_at_whom(&rest, text)?;
            Command::Charge { unit: unit_named(state, unit)?, target: unit_named(state, target)?, with }
        }
        "pivot" => {
            let (unit, to) = two_words(rest, text)?;
            Command::Pivot { unit: unit_named(state, unit)?, to: degrees_in(to)? }
        }
        "halt" => {
            let (stop, names) = rest.split_once(" by ").ok_or("say where and by whom: halt 3 by A")?;
            let stop = stop.trim().parse().map_err(|_| format!("{stop:?} is not a whole inch"))?;
            let (names, rapid, sparing) = read_manner(names);
            let (names, as_one) = names.strip_suffix(" as one").map_or((names, false), |rest| (rest, true));
            let units = names.split(',').map(|name| unit_named(state, name)).collect::<Result<_, _>>()?;
            Command::Halt { stop, units, as_one, rapid, sparing }
        }
        "flee" => {
            let (unit, side) = two_words(rest, text)?;
            let left = match side {
                "left" => true,
                "right" => false,
                _ => return Err(format!("{side:?} is neither left nor right")),
            };
            Command::Flee { unit: unit_named(state, unit)?, left }
        }
        "volley" => {
            let (unit, rapid, sparing) = read_manner(rest);
            Command::Volley { unit: unit_named(state, unit)?, rapid, sparing }
        }
        "support" => {
            let (unit, names) =
                rest.split_once(" by ").ok_or("say whom and by whom: support A by B, C, D")?;
            let by = names.split(',').map(|name| unit_named(state, name)).collect::<Result<_, _>>()?;
            Command::Support { unit: unit_named(state, unit)?, by }
        }
        "move" => read_move(state, rest)?,
        "attach" => {
            let (officer, unit) = rest.split_once(" to ").ok_or("say who and to whom: attach G to A")?;
            Command::Attach { officer: unit_named(state, officer)?, unit: unit_named(state, unit)? }
        }
        _ => {
            return Err(format!(
                "{text:?} is not a command; the commands are order, hold, ready, rally, fire, withdraw, charge, move, \
                 stand, pivot, halt, let pass, flee, volley, support and attach"
            ));
        }
    })
}

fn read_move(state: &State, rest: &str) -> Result<Command, String> {
    let (unit, path) = rest.split_once(':').ok_or("a move needs a colon before its legs: move A: go 5")?;
    let unit = unit_named(state, unit)?;
    let legs = read_path(path, state.unit(unit).pose.facing, read_leg, |legs, facing| {
        let turns = matches!(legs.last(), Some(Leg::Act(act)) if act == "about_face");
        Ok(if turns { facing.opposite() } else { facing })
    })?;
    Ok(Command::Move { unit, legs })
}

fn read_leg(text: &str, facing: Heading) -> Result<Leg, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some(leg) = leg_in_inches(&words, facing)? {
        return Ok(leg);
    }
    match words.as_slice() {
        ["about_face" | "limber" | "unlimber" | "mount" | "dismount"] => Ok(Leg::Act(text.to_owned())),
        ["form", ..] => Ok(Leg::Act(text.to_owned())),
        ["wheel", to] => Ok(Leg::Turn(degrees_in(to)?)),
        ["wheel", hand @ ("left" | "right"), angle] => Ok(Leg::Turn(turned(facing, hand, angle)?)),
        _ => Err(format!(
            "{text:?} is not a leg of a move; legs are: go 5, go 5 at 45, go 5 left 30, to 10,20, road to 10,20, \
                 wheel 90, wheel left 45, about_face, form single_line, limber, unlimber, mount, dismount"
        )),
    }
}

pub(crate) fn order_word(order: Order) -> &'static str {
    match order {
        Order::Hold => "hold",
        Order::FirstFire => "first_fire",
        Order::Move(_) => "move",
        Order::Charge => "charge",
        Order::Disengage => "disengage",
        Order::Form => "form",
    }
}

/// An order by its word; a Move with its bearing: `move 45`.
pub(crate) fn order_in(text: &str) -> Result<Order, String> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    Ok(match word {
        "hold" => Order::Hold,
        "first_fire" => Order::FirstFire,
        "move" => Order::Move(degrees_in(rest.trim())?),
        "charge" => Order::Charge,
        "disengage" => Order::Disengage,
        "form" => Order::Form,
        _ => return Err(format!("{text:?} is none of hold, first_fire, move 45, charge, disengage, form")),
    })
}

/// Splits off others at the end: `… with G, H`.
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
        Leg::Turn(to) => format!("wheel {}", to.to_degrees_text()),
        Leg::Act(act) => act.clone(),
    }
}

fn key(state: &State, id: UnitId) -> String {
    key_of(id, state.muster.pieces.get(id.index()).map(|piece| &piece.key))
}

fn unit_named(state: &State, name: &str) -> Result<UnitId, String> {
    longroll_kit::unit_named(|key| state.find(key), name)
}
