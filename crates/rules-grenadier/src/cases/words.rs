//! Commands in words: for cases and logs, and for people.

use crate::book::kinds::{Form, Order, Weapon};
use crate::procedures::pace::Gait;
use crate::procedures::tests_of_command::By;
use crate::turn::command::Command;
use crate::turn::event::Act;
use crate::turn::state::State;
use longroll_kit::{
    Leg, UnitId, degrees_in, inches_in, key_of, leg_in_inches, two_words, who_at_whom, write_inches,
    write_place_in_inches,
};
use longroll_table::{Heading, Point};

const FORMS: [(&str, Form); 7] = [
    ("line", Form::Line),
    ("column", Form::Column),
    ("skirmish", Form::Skirmish),
    ("limbered_line", Form::LimberedLine),
    ("limbered_column", Form::LimberedColumn),
    ("unlimbered", Form::Unlimbered),
    ("garrison", Form::Garrison),
];

pub(crate) fn form_key(form: Form) -> &'static str {
    FORMS.iter().find(|(_, known)| *known == form).map_or("line", |(key, _)| key)
}

pub(crate) fn form_named(word: &str) -> Result<Form, String> {
    let found = FORMS.iter().find(|(key, _)| *key == word).map(|(_, form)| *form);
    found.ok_or_else(|| format!("{word:?} is not a formation"))
}

pub(crate) fn weapon_key(weapon: Weapon) -> String {
    serde_json::to_value(weapon).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

pub(crate) fn weapon_named(word: &str) -> Result<Weapon, String> {
    let word = word.trim();
    Weapon::ALL
        .into_iter()
        .find(|weapon| weapon_key(*weapon) == word)
        .ok_or_else(|| format!("{word:?} is not a weapon"))
}

pub(crate) fn act_key(act: Act) -> String {
    match act {
        Act::Form(form) => form_key(form).to_owned(),
        Act::Limber(form) => {
            format!("limber {}", if form == Form::LimberedColumn { "column" } else { "line" })
        }
        Act::Occupy(building) => format!("occupy {building}"),
        Act::Prone => "prone".to_owned(),
        Act::StandUp => "stand_up".to_owned(),
        Act::AboutFace => "about_face".to_owned(),
        Act::Unlimber => "unlimber".to_owned(),
        Act::CloseUp => "close_up".to_owned(),
        Act::OpenOut => "open_out".to_owned(),
        Act::Reface => "reface".to_owned(),
        Act::Mount => "mount".to_owned(),
        Act::Dismount => "dismount".to_owned(),
        Act::Leave => "leave".to_owned(),
        Act::TurnLeft => "turn_left".to_owned(),
        Act::TurnRight => "turn_right".to_owned(),
    }
}

pub(crate) fn act_named(state: &State, text: &str) -> Result<Act, String> {
    if let Some(building) = text.strip_prefix("occupy ") {
        if let Ok(place) = building.trim().parse() {
            return Ok(Act::Occupy(place));
        }
        let named = state
            .ground
            .buildings(&state.field)
            .find(|(_, feature, _)| feature.name.as_deref() == Some(building.trim()))
            .map(|(place, _, _)| place);
        return named.map(Act::Occupy).ok_or_else(|| format!("there is no building {building:?}"));
    }
    Ok(match text {
        "limber column" => Act::Limber(Form::LimberedColumn),
        "limber line" | "limber" => Act::Limber(Form::LimberedLine),
        "prone" => Act::Prone,
        "stand_up" => Act::StandUp,
        "about_face" => Act::AboutFace,
        "unlimber" => Act::Unlimber,
        "close_up" => Act::CloseUp,
        "open_out" => Act::OpenOut,
        "reface" => Act::Reface,
        "mount" => Act::Mount,
        "dismount" => Act::Dismount,
        "leave" => Act::Leave,
        "turn_left" => Act::TurnLeft,
        "turn_right" => Act::TurnRight,
        other => Act::Form(form_named(other)?),
    })
}

pub(crate) fn act_words(act: Act) -> String {
    match act {
        Act::Form(form) => format!("form {}", form.words()),
        Act::Limber(form) => format!("limber ({})", form.words()),
        Act::Unlimber => "unlimber".to_owned(),
        Act::Prone => "lie down".to_owned(),
        Act::StandUp => "stand up".to_owned(),
        Act::AboutFace => "about face".to_owned(),
        Act::CloseUp => "close up".to_owned(),
        Act::OpenOut => "open out".to_owned(),
        Act::Reface => "re-face".to_owned(),
        Act::Mount => "mount".to_owned(),
        Act::Dismount => "dismount".to_owned(),
        Act::Occupy(_) => "occupy the building".to_owned(),
        Act::Leave => "leave the building".to_owned(),
        Act::TurnLeft => "turn by files to the left".to_owned(),
        Act::TurnRight => "turn by files to the right".to_owned(),
    }
}

/// The command in words that [`read`] understands.
pub(crate) fn write(state: &State, command: &Command) -> String {
    let key = |id: &UnitId| key(state, *id);
    let brigade = |place: &u16| brigade_key(state, *place);
    match command {
        Command::ThrowLots => "throw lots".to_owned(),
        Command::FirstOrder { brigade: place, order } => format!("name {} {}", brigade(place), order.key()),
        Command::Deploy { unit, form } => format!("deploy {} {}", key(unit), form_key(*form)),
        Command::Ready => "ready".to_owned(),
        Command::GoFirst => "go first".to_owned(),
        Command::GoSecond => "go second".to_owned(),
        Command::ChangeOrder { brigade: place, order, by } => {
            let by = if *by == By::CinC { " by cinc" } else { "" };
            format!("order {} {}{by}", brigade(place), order.key())
        }
        Command::TakeCommand { brigade: place } => format!("take command {}", brigade(place)),
        Command::Flee { unit } => format!("flee {}", key(unit)),
        Command::Charge { unit, target, yell } => {
            format!("charge {} at {}{}", key(unit), key(target), if *yell { " yelling" } else { "" })
        }
        Command::Evade { unit, mount, facing } => {
            let facing = facing.map(|to| format!(" facing {}", to.to_degrees_text())).unwrap_or_default();
            format!("evade {}{}{facing}", key(unit), if *mount { " mounted" } else { "" })
        }
        Command::Next { unit } => format!("next {}", key(unit)),
        Command::Face { unit, facing } => format!("face {} {}", key(unit), facing.to_degrees_text()),
        Command::TestBrigade { brigade: place } => format!("test brigade {}", brigade(place)),
        Command::March { unit, gait: Gait::Half } => format!("half {}", key(unit)),
        Command::March { unit, gait: Gait::Full } => format!("full {}", key(unit)),
        Command::TacticalMarch { unit } => format!("march {}", key(unit)),
        Command::StepBack { unit } => format!("back {}", key(unit)),
        Command::Ride { unit } => format!("ride {}", key(unit)),
        Command::Move { unit, legs } => format!("move {}: {}", key(unit), write_legs(legs)),
        Command::Manhandle { unit, legs } => format!("manhandle {}: {}", key(unit), write_legs(legs)),
        Command::Act { unit, act, facing } => {
            let facing = facing.map(|to| format!(" facing {}", to.to_degrees_text())).unwrap_or_default();
            format!("act {} {}{facing}", key(unit), act_key(*act))
        }
        Command::Detach { unit, bases } => format!("detach {} {bases}", key(unit)),
        Command::Recall { unit } => format!("recall {}", key(unit)),
        Command::Fire { unit, target, weapon, pour } => {
            let with = weapon.map(|weapon| format!(" with {}", weapon_key(weapon))).unwrap_or_default();
            format!("fire {} at {}{with}{}", key(unit), key(target), if *pour { " pouring" } else { "" })
        }
        Command::Countercharge { unit } => format!("countercharge {}", key(unit)),
        Command::Lead { unit } => format!("lead {}", key(unit)),
        Command::FollowUp { unit } => format!("follow {}", key(unit)),
        Command::Retire { unit } => format!("retire {}", key(unit)),
        Command::Occupy { unit } => format!("occupy {}", key(unit)),
        Command::Stand { unit } => format!("stand {}", key(unit)),
        Command::Test { unit } => format!("test {}", key(unit)),
        Command::Help { unit } => format!("help {}", key(unit)),
        Command::EndStep => "end step".to_owned(),
    }
}

/// The command as an order to people, with full names.
pub(crate) fn label(state: &State, command: &Command) -> String {
    let name = |id: &UnitId| {
        state.muster.pieces.get(id.index()).map_or_else(|| id.to_string(), |piece| piece.name.clone())
    };
    let brigade = |place: &u16| {
        state
            .muster
            .brigades
            .get(usize::from(*place))
            .map_or_else(|| place.to_string(), |card| card.name.clone())
    };
    match command {
        Command::ThrowLots => "Throw for who names his orders first".to_owned(),
        Command::FirstOrder { brigade: place, order } => {
            format!("{} begins on {}", brigade(place), order.words())
        }
        Command::Deploy { unit, form } => format!("{} begins in {}", name(unit), form.words()),
        Command::Ready => "Ready for battle".to_owned(),
        Command::GoFirst => "Go first".to_owned(),
        Command::GoSecond => "Go second".to_owned(),
        Command::ChangeOrder { brigade: place, order, by } => {
            let who = if *by == By::CinC { "The CinC orders" } else { "The brigadier orders" };
            format!("{who} {} to {}", brigade(place), order.words())
        }
        Command::TakeCommand { brigade: place } => format!("The CinC takes command of {}", brigade(place)),
        Command::Flee { unit } => format!("{} goes next", name(unit)),
        Command::Charge { unit, target, yell } => {
            let yell = if *yell { " with the Rebel Yell" } else { "" };
            format!("{} charges {}{yell}", name(unit), name(target))
        }
        Command::Evade { unit, mount, facing } => {
            let mounts = if *mount { "mounts and evades" } else { "evades" };
            let turns = if facing.is_some() { ", and turns" } else { "" };
            format!("{} {mounts}{turns}", name(unit))
        }
        Command::Next { unit } => format!("{} is next", name(unit)),
        Command::Face { unit, facing } => format!("{} faces {}", name(unit), facing.in_words()),
        Command::TestBrigade { brigade: place } => format!("{} tests next", brigade(place)),
        Command::March { unit, gait: Gait::Half } => format!("{}: half move", name(unit)),
        Command::March { unit, gait: Gait::Full } => format!("{}: full move", name(unit)),
        Command::TacticalMarch { unit } => format!("{}: Tactical March", name(unit)),
        Command::StepBack { unit } => format!("{} steps back", name(unit)),
        Command::Ride { unit } => format!("{} rides", name(unit)),
        Command::Move { unit, legs } if legs.is_empty() => format!("{} stays where it is", name(unit)),
        Command::Move { unit, .. } => format!("{} moves", name(unit)),
        Command::Manhandle { unit, .. } => format!("{} is manhandled", name(unit)),
        Command::Act { unit, act, .. } => format!("{}: {}", name(unit), act_words(*act)),
        Command::Detach { unit, bases } => format!("{} sends out {bases} bases of skirmishers", name(unit)),
        Command::Recall { unit } => format!("Recall {}", name(unit)),
        Command::Fire { unit, target, weapon, pour } => {
            let with = weapon.map(|weapon| format!(" with {}", weapon.words())).unwrap_or_default();
            let pour = if *pour { ", pouring on fire" } else { "" };
            format!("{} fires at {}{with}{pour}", name(unit), name(target))
        }
        Command::Countercharge { unit } => format!("{} countercharges", name(unit)),
        Command::Lead { unit } => format!("{} leads", name(unit)),
        Command::FollowUp { unit } => format!("{} follows up", name(unit)),
        Command::Retire { unit } => format!("{} retires", name(unit)),
        Command::Occupy { unit } => format!("{} takes the building", name(unit)),
        Command::Stand { unit } => format!("{} stands", name(unit)),
        Command::Test { unit } => format!("{} tests next", name(unit)),
        Command::Help { unit } => format!("Steady {}", name(unit)),
        Command::EndStep => format!("End the {} step", state.step.words()),
    }
}

/// Reads a command in words. The state gives the names and, for `go`, the facing.
pub(crate) fn read(state: &State, text: &str) -> Result<Command, String> {
    let text = text.trim();
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let unit = |name: &str| unit_named(state, name);
    Ok(match verb {
        "throw" if rest == "lots" => Command::ThrowLots,
        "ready" if rest.is_empty() => Command::Ready,
        "end" if rest == "step" => Command::EndStep,
        "go" if rest == "first" => Command::GoFirst,
        "go" if rest == "second" => Command::GoSecond,
        "name" => {
            let (brigade, order) = two_words(rest, text)?;
            Command::FirstOrder { brigade: brigade_named(state, brigade)?, order: order_named(order)? }
        }
        "deploy" => {
            let (who, form) = two_words(rest, text)?;
            Command::Deploy { unit: unit(who)?, form: form_named(form)? }
        }
        "order" => {
            let (rest, by) = match rest.strip_suffix(" by cinc") {
                Some(rest) => (rest, By::CinC),
                None => (rest, By::Brigadier),
            };
            let (brigade, order) = two_words(rest, text)?;
            Command::ChangeOrder { brigade: brigade_named(state, brigade)?, order: order_named(order)?, by }
        }
        "take" if rest.starts_with("command ") => {
            Command::TakeCommand { brigade: brigade_named(state, rest.trim_start_matches("command "))? }
        }
        "flee" => Command::Flee { unit: unit(rest)? },
        "charge" => {
            let (rest, yell) = flag(rest, " yelling");
            let (who, target) = who_at_whom(rest, text)?;
            Command::Charge { unit: unit(who)?, target: unit(target)?, yell }
        }
        "evade" => {
            let (rest, facing) = match rest.split_once(" facing ") {
                Some((rest, to)) => (rest, Some(degrees_in(to)?)),
                None => (rest, None),
            };
            let (rest, mount) = flag(rest, " mounted");
            Command::Evade { unit: unit(rest)?, mount, facing }
        }
        "next" => Command::Next { unit: unit(rest)? },
        "face" => {
            let (who, to) = two_words(rest, text)?;
            Command::Face { unit: unit(who)?, facing: degrees_in(to)? }
        }
        "half" => Command::March { unit: unit(rest)?, gait: Gait::Half },
        "full" => Command::March { unit: unit(rest)?, gait: Gait::Full },
        "march" => Command::TacticalMarch { unit: unit(rest)? },
        "back" => Command::StepBack { unit: unit(rest)? },
        "ride" => Command::Ride { unit: unit(rest)? },
        "move" => {
            let (unit, legs) = read_path(state, rest)?;
            Command::Move { unit, legs }
        }
        "manhandle" => {
            let (unit, legs) = read_path(state, rest)?;
            Command::Manhandle { unit, legs }
        }
        "act" => {
            let (who, what) = two_words(rest, text)?;
            let (what, facing) = match what.split_once(" facing ") {
                Some((what, to)) => (what, Some(degrees_in(to)?)),
                None => (what, None),
            };
            Command::Act { unit: unit(who)?, act: act_named(state, what.trim())?, facing }
        }
        "detach" => {
            let (who, bases) = two_words(rest, text)?;
            let bases = bases.parse().map_err(|_| format!("{bases:?} is not a number of bases"))?;
            Command::Detach { unit: unit(who)?, bases }
        }
        "recall" => Command::Recall { unit: unit(rest)? },
        "fire" => {
            let (rest, pour) = flag(rest, " pouring");
            let (who, target) = who_at_whom(rest, text)?;
            let (target, weapon) = match target.split_once(" with ") {
                Some((target, weapon)) => (target, Some(weapon_named(weapon)?)),
                None => (target, None),
            };
            Command::Fire { unit: unit(who)?, target: unit(target)?, weapon, pour }
        }
        "countercharge" => Command::Countercharge { unit: unit(rest)? },
        "lead" => Command::Lead { unit: unit(rest)? },
        "follow" => Command::FollowUp { unit: unit(rest)? },
        "retire" => Command::Retire { unit: unit(rest)? },
        "occupy" => Command::Occupy { unit: unit(rest)? },
        "stand" => Command::Stand { unit: unit(rest)? },
        "test" if rest.starts_with("brigade ") => {
            Command::TestBrigade { brigade: brigade_named(state, rest.trim_start_matches("brigade "))? }
        }
        "test" => Command::Test { unit: unit(rest)? },
        "help" => Command::Help { unit: unit(rest)? },
        _ => {
            return Err(format!(
                "{text:?} is not a command; the commands are throw lots, name, deploy, ready, go first, go second, order, \
                 take command, next, face, flee, charge, evade, half, full, march, back, ride, move, manhandle, act, detach, recall, \
                 fire, countercharge, lead, follow, retire, occupy, stand, test, test brigade, help and end step"
            ));
        }
    })
}

fn read_path(state: &State, rest: &str) -> Result<(UnitId, Vec<Leg>), String> {
    let (unit, path) = rest.split_once(':').ok_or("a path needs a colon before its legs: move A: go 5")?;
    let unit = unit_named(state, unit)?;
    let legs = longroll_kit::read_path(path, state.unit(unit).pose.facing, read_leg, |_, facing| Ok(facing))?;
    Ok((unit, legs))
}

fn read_leg(text: &str, facing: Heading) -> Result<Leg, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some(leg) = leg_in_inches(&words, facing)? {
        return Ok(leg);
    }
    match words.as_slice() {
        ["back", distance] => Ok(Leg::Go { bearing: facing.opposite(), distance: inches_in(distance)? }),
        _ => Err(format!(
            "{text:?} is not a leg of a path; legs are: go 5, back 3, go 5 at 45, go 5 left 20, to 10,20, road to 10,20, \
                 turn 90, turn left 45"
        )),
    }
}

fn write_legs(legs: &[Leg]) -> String {
    let written: Vec<String> = legs.iter().map(write_leg).collect();
    written.join("; ")
}

fn write_leg(leg: &Leg) -> String {
    let point = |point: &Point| write_place_in_inches(*point);
    match leg {
        Leg::Go { bearing, distance } => {
            format!("go {} at {}", write_inches(*distance), bearing.to_degrees_text())
        }
        Leg::To(to) => format!("to {}", point(to)),
        Leg::Road(to) => format!("road to {}", point(to)),
        Leg::Turn(to) => format!("turn {}", to.to_degrees_text()),
        Leg::Act(act) => act.clone(),
    }
}

fn key(state: &State, id: UnitId) -> String {
    key_of(id, state.muster.pieces.get(id.index()).map(|piece| &piece.key))
}

fn brigade_key(state: &State, place: u16) -> String {
    state.muster.brigades.get(usize::from(place)).map_or_else(|| place.to_string(), |card| card.key.clone())
}

fn unit_named(state: &State, name: &str) -> Result<UnitId, String> {
    longroll_kit::unit_named(|key| state.find(key), name)
}

fn brigade_named(state: &State, name: &str) -> Result<u16, String> {
    state.brigade_named(name.trim()).ok_or_else(|| format!("there is no brigade {name:?}"))
}

fn order_named(word: &str) -> Result<Order, String> {
    Order::named(word)
        .ok_or_else(|| format!("{word:?} is none of assault, engage, support, move, hold, retire"))
}

fn flag<'a>(text: &'a str, word: &str) -> (&'a str, bool) {
    text.strip_suffix(word).map_or((text, false), |rest| (rest, true))
}
