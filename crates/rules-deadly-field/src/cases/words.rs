//! Commands in words, both ways, and as orders to people.

use crate::book::kinds::Formation;
use crate::turn::charge::Sally;
use crate::turn::command::{Command, Salvo};
use crate::turn::react::Reaction;
use crate::turn::state::{Deed, State};
use longroll_kit::{
    Leg, UnitId, degrees_in, inches_in, key_of, leg_in_inches, read_path, turned, write_inches,
    write_place_in_inches,
};
use longroll_table::{Heading, Length};

/// The command in words that [`read`] understands.
pub(crate) fn write(state: &State, command: &Command) -> String {
    let key = |id: &UnitId| key(state, *id);
    let keys = |ids: &[UnitId], with: &str| ids.iter().map(key).collect::<Vec<_>>().join(with);
    let staying = |without: &[UnitId]| {
        if without.is_empty() { String::new() } else { format!(" without {}", keys(without, ", ")) }
    };
    let left_out = |without: &[UnitId]| {
        if without.is_empty() { String::new() } else { format!(" without {}", keys(without, "+")) }
    };
    let salvos = |salvos: &[Salvo]| {
        let one = |salvo: &Salvo| {
            format!("{} at {}{}", keys(&salvo.units, "+"), key(&salvo.target), left_out(&salvo.without))
        };
        salvos.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let toward = |facing: &Option<Heading>| {
        facing.map_or_else(String::new, |facing| format!(" facing {}", precise_degrees(facing)))
    };
    let so_far = |distance: &Option<Length>| {
        distance.map_or_else(String::new, |far| format!(" {}", write_inches(far)))
    };
    match command {
        Command::RollInitiative => "roll".to_owned(),
        Command::Attach { leader, unit: Some(unit) } => format!("attach {} to {}", key(leader), key(unit)),
        Command::Attach { leader, unit: None } => format!("detach {}", key(leader)),
        Command::LeadersDone => "leaders done".to_owned(),
        Command::Group { units, first, second } => {
            format!("group {}: {}, {}", keys(units, ", "), deed_word(*first), deed_word(*second))
        }
        Command::Move { unit, legs, without } => {
            let legs: Vec<_> = legs.iter().map(write_leg).collect();
            format!("move {}: {}{}", key(unit), legs.join("; "), staying(without))
        }
        Command::Fire { salvos: list, deliberate } => {
            format!("{} {}", if *deliberate { "deliberate" } else { "fire" }, salvos(list))
        }
        Command::ReactFire { salvos: list } => format!("react fire {}", salvos(list)),
        Command::Charge { sallies, without } => {
            let list: Vec<_> = sallies
                .iter()
                .map(|sally| match &sally.target {
                    Some(target) => format!("{} at {}", key(&sally.unit), key(target)),
                    None => format!("{} along", key(&sally.unit)),
                })
                .collect();
            format!("charge {}{}", list.join(", "), staying(without))
        }
        Command::Reform { unit } => format!("reform {}", key(unit)),
        Command::Rally { unit, facing } => format!("rally {}{}", key(unit), toward(facing)),
        Command::Disengage { unit, distance, without } => {
            format!("disengage {}{}{}", key(unit), so_far(distance), staying(without))
        }
        Command::Run { unit, facing } => format!("run {}{}", key(unit), toward(facing)),
        Command::Merge { unit, other } => format!("merge {} with {}", key(unit), key(other)),
        Command::Join { unit, to } => format!("join {} to {}", key(unit), key(to)),
        Command::Stand { unit } => format!("stand {}", key(unit)),
        Command::Done => "done".to_owned(),
        Command::EndTurn => "end turn".to_owned(),
        Command::React { units, how, facing, distance, without } => {
            let who = keys(units, "+");
            match how {
                Reaction::Fire { target } => {
                    format!("react {who} fire at {}{}", key(target), left_out(without))
                }
                Reaction::Form { formation } => format!("react {who} form {}", formation.key()),
                Reaction::Mount { mounted: true } => format!("react {who} mount"),
                Reaction::Mount { mounted: false } => format!("react {who} dismount"),
                Reaction::Face { facing } => format!("react {who} face {}", precise_degrees(*facing)),
                Reaction::Reform => format!("react {who} reform"),
                Reaction::Rally => format!("react {who} rally{}", toward(facing)),
                Reaction::Disengage => format!("react {who} disengage{}", so_far(distance)),
                Reaction::Countercharge => format!("react {who} countercharge"),
            }
        }
        Command::Desperate { unit, target, without } => {
            format!("desperate {} at {}{}", key(unit), key(target), left_out(without))
        }
        Command::Pass { whole_action: false } => "pass".to_owned(),
        Command::Pass { whole_action: true } => "pass action".to_owned(),
        Command::Strike { unit, target } => format!("strike {} at {}", key(unit), key(target)),
        Command::Press { distance: None } => "press".to_owned(),
        Command::Press { distance: Some(far) } => format!("press {}", write_inches(*far)),
        Command::Halt => "halt".to_owned(),
        Command::Choose { unit } => format!("choose {}", key(unit)),
        Command::Advance { distance } => format!("advance {}", write_inches(*distance)),
    }
}

/// The command as an order to people, with full names.
pub(crate) fn label(state: &State, command: &Command) -> String {
    let name = |id: &UnitId| {
        state.muster.pieces.get(id.index()).map_or_else(|| id.to_string(), |piece| piece.name.clone())
    };
    let names = |ids: &[UnitId]| ids.iter().map(name).collect::<Vec<_>>().join(" and ");
    let alone = |without: &[UnitId]| {
        if without.is_empty() { String::new() } else { format!(" without {}", names(without)) }
    };
    match command {
        Command::RollInitiative => "Roll for the initiative".to_owned(),
        Command::Attach { leader, unit: Some(unit) } => format!("{} joins {}", name(leader), name(unit)),
        Command::Attach { leader, unit: None } => format!("{} leaves his unit", name(leader)),
        Command::LeadersDone => "Leaders are done".to_owned(),
        Command::Group { units, first, second } => {
            format!("{} act as a group: {}, then {}", names(units), first.words(), second.words())
        }
        Command::Move { unit, legs, .. } => match legs.as_slice() {
            [Leg::Act(act)] => format!("{}: {}", name(unit), act.replace('_', " ")),
            [Leg::Turn(to)] => format!("{} faces {}", name(unit), to.in_words()),
            _ => format!("{} moves", name(unit)),
        },
        Command::Fire { salvos, deliberate } => {
            let how = if *deliberate { "deliberately " } else { "" };
            let list: Vec<_> = salvos
                .iter()
                .map(|s| {
                    format!("{} fires {how}at {}{}", names(&s.units), name(&s.target), alone(&s.without))
                })
                .collect();
            list.join("; ")
        }
        Command::Charge { sallies, .. } => {
            let list: Vec<_> = sallies
                .iter()
                .map(|sally| match &sally.target {
                    Some(target) => format!("{} charges {}", name(&sally.unit), name(target)),
                    None => format!("{} goes along", name(&sally.unit)),
                })
                .collect();
            list.join("; ")
        }
        Command::Reform { unit } => format!("{} reforms", name(unit)),
        Command::Rally { unit, .. } => format!("{} tries to rally", name(unit)),
        Command::Disengage { unit, .. } => format!("{} disengages", name(unit)),
        Command::Run { unit, .. } => format!("{} runs and tries to rally", name(unit)),
        Command::Merge { unit, other } => format!("{} and {} merge", name(unit), name(other)),
        Command::Join { unit, to } => format!("{} attaches itself to {}", name(unit), name(to)),
        Command::Stand { unit } => format!("{} stands fast", name(unit)),
        Command::Done => "Done with this unit".to_owned(),
        Command::EndTurn => "End the turn".to_owned(),
        Command::ReactFire { salvos } => {
            let list: Vec<_> = salvos
                .iter()
                .map(|s| format!("{} fires at {}{}", names(&s.units), name(&s.target), alone(&s.without)))
                .collect();
            format!("React as a group: {}", list.join("; "))
        }
        Command::React { units, how, without, .. } => {
            let who = names(units);
            match how {
                Reaction::Fire { target } => {
                    format!("{who} reacts: fire at {}{}", name(target), alone(without))
                }
                Reaction::Form { formation } => format!("{who} reacts: {}", formation.words()),
                Reaction::Mount { mounted } => {
                    format!("{who} reacts: {}", if *mounted { "mount" } else { "dismount" })
                }
                Reaction::Face { facing } => format!("{who} reacts: face {}", facing.in_words()),
                Reaction::Reform => format!("{who} reacts: reform"),
                Reaction::Rally => format!("{who} reacts: try to rally"),
                Reaction::Disengage => format!("{who} reacts: disengage"),
                Reaction::Countercharge => format!("{who} reacts: countercharge"),
            }
        }
        Command::Desperate { unit, target, without } => {
            format!("{} fires in desperation at {}{}", name(unit), name(target), alone(without))
        }
        Command::Pass { whole_action: false } => "Let it pass".to_owned(),
        Command::Pass { whole_action: true } => "Let this whole action pass".to_owned(),
        Command::Strike { unit, target } => format!("{} strikes {}", name(unit), name(target)),
        Command::Press { distance: None } => "Go on with the charge".to_owned(),
        Command::Press { distance: Some(far) } => format!("Go on for {} in", far.in_inches()),
        Command::Halt => "Halt here".to_owned(),
        Command::Choose { unit } => match &state.question {
            Some(question) if unit.index() < state.units.len() => question.ask.answer(state, *unit),
            _ => name(unit),
        },
        Command::Advance { distance } => format!("Advance {} in", distance.in_inches()),
    }
}

/// Reads a command in words. The state gives the names and, for `go`, the facing.
pub(crate) fn read(state: &State, text: &str) -> Result<Command, String> {
    let text = text.trim();
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let unit = |name: &str| unit_named(state, name);
    let units = |names: &str, by: char| {
        names.split(by).map(|name| unit_named(state, name)).collect::<Result<Vec<_>, _>>()
    };
    let pair = |rest: &str, word: &str| -> Result<(UnitId, UnitId), String> {
        let (a, b) = rest.split_once(word).ok_or_else(|| format!("{text:?}: say who{word}whom"))?;
        Ok((unit_named(state, a)?, unit_named(state, b)?))
    };
    Ok(match verb {
        "roll" if rest.is_empty() => Command::RollInitiative,
        "attach" => {
            let (leader, unit) = pair(rest, " to ")?;
            Command::Attach { leader, unit: Some(unit) }
        }
        "detach" => Command::Attach { leader: unit(rest)?, unit: None },
        "leaders" if rest == "done" => Command::LeadersDone,
        "group" => {
            let (names, plan) =
                rest.split_once(':').ok_or("a group needs a colon: group A, B: move, fire")?;
            let (first, second) = plan.split_once(',').unwrap_or((plan, "nothing"));
            let deed = |word: &str| {
                Deed::named(word.trim()).ok_or_else(|| format!("{word:?} is not an action of a group"))
            };
            Command::Group { units: units(names, ',')?, first: deed(first)?, second: deed(second)? }
        }
        "move" => read_move(state, rest)?,
        "form" => {
            let (who, what) = rest.split_once(' ').ok_or("say who and how: form A attack_column")?;
            Command::Move {
                unit: unit(who)?,
                legs: vec![Leg::Act(what.trim().to_owned())],
                without: Vec::new(),
            }
        }
        "fire" | "deliberate" => {
            Command::Fire { salvos: read_salvos(state, rest)?, deliberate: verb == "deliberate" }
        }
        "charge" => {
            let (rest, without) = read_without(state, rest)?;
            let sallies = rest
                .split(',')
                .map(|part| match part.split_once(" at ") {
                    Some((who, at)) => Ok(Sally { unit: unit(who)?, target: Some(unit(at)?) }),
                    None => Ok(Sally { unit: unit(part.trim().trim_end_matches("along"))?, target: None }),
                })
                .collect::<Result<_, String>>()?;
            Command::Charge { sallies, without }
        }
        "reform" => Command::Reform { unit: unit(rest)? },
        "rally" => {
            let (who, facing) = read_facing(rest)?;
            Command::Rally { unit: unit(who)?, facing }
        }
        "disengage" => {
            let (rest, without) = read_without(state, rest)?;
            let (who, far) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let distance = if far.trim().is_empty() { None } else { Some(inches_in(far.trim())?) };
            Command::Disengage { unit: unit(who)?, distance, without }
        }
        "run" => {
            let (who, facing) = read_facing(rest)?;
            Command::Run { unit: unit(who)?, facing }
        }
        "merge" => {
            let (unit, other) = pair(rest, " with ")?;
            Command::Merge { unit, other }
        }
        "join" => {
            let (unit, to) = pair(rest, " to ")?;
            Command::Join { unit, to }
        }
        "stand" => Command::Stand { unit: unit(rest)? },
        "done" if rest.is_empty() => Command::Done,
        "end" if rest == "turn" => Command::EndTurn,
        "react" => read_reaction(state, rest)?,
        "desperate" => {
            let (rest, without) = read_left_out(state, rest)?;
            let (unit, target) = pair(rest, " at ")?;
            Command::Desperate { unit, target, without }
        }
        "pass" => Command::Pass { whole_action: rest == "action" },
        "strike" => {
            let (unit, target) = pair(rest, " at ")?;
            Command::Strike { unit, target }
        }
        "press" if rest.is_empty() => Command::Press { distance: None },
        "press" => Command::Press { distance: Some(inches_in(rest)?) },
        "halt" if rest.is_empty() => Command::Halt,
        "choose" => Command::Choose { unit: unit(rest)? },
        "advance" => Command::Advance { distance: inches_in(rest)? },
        _ => {
            return Err(format!(
                "{text:?} is not a command; the commands are roll, attach, detach, leaders done, group, move, form, fire, \
                 deliberate, charge, reform, rally, disengage, run, merge, join, stand, done, end turn, react, desperate, pass, \
                 strike, press, halt, choose and advance"
            ));
        }
    })
}

fn read_salvos(state: &State, text: &str) -> Result<Vec<Salvo>, String> {
    let salvo = |part: &str| {
        let (part, without) = read_left_out(state, part)?;
        let (who, at) = part.split_once(" at ").ok_or("say who and at whom, as in: fire A at X")?;
        let units = who.split('+').map(|name| unit_named(state, name)).collect::<Result<_, _>>()?;
        Ok(Salvo { units, target: unit_named(state, at)?, without })
    };
    text.split(',').map(salvo).collect()
}

/// Splits off leaders who stay behind: `… without J, K`.
fn read_without<'a>(state: &State, text: &'a str) -> Result<(&'a str, Vec<UnitId>), String> {
    match text.split_once(" without ") {
        None => Ok((text, Vec::new())),
        Some((rest, names)) => {
            let leaders = names.split(',').map(|name| unit_named(state, name)).collect::<Result<_, _>>()?;
            Ok((rest.trim(), leaders))
        }
    }
}

/// Splits off remnants that do not fire: `… without R+S`.
fn read_left_out<'a>(state: &State, text: &'a str) -> Result<(&'a str, Vec<UnitId>), String> {
    match text.split_once(" without ") {
        None => Ok((text, Vec::new())),
        Some((rest, names)) => {
            Ok((rest, names.split('+').map(|name| unit_named(state, name)).collect::<Result<_, _>>()?))
        }
    }
}

/// Splits off the way that a unit will face: `… facing 180`.
fn read_facing(text: &str) -> Result<(&str, Option<Heading>), String> {
    match text.split_once(" facing ") {
        None => Ok((text, None)),
        Some((rest, degrees)) => Ok((rest, Some(degrees_in(degrees.trim())?))),
    }
}

fn read_reaction(state: &State, rest: &str) -> Result<Command, String> {
    if let Some(salvos) = rest.strip_prefix("fire ")
        && salvos.contains(" at ")
    {
        return Ok(Command::ReactFire { salvos: read_salvos(state, salvos)? });
    }
    let (who, how) = rest.split_once(' ').ok_or("say who and how: react A fire at X")?;
    let (how, facing) = read_facing(how)?;
    let (how, without) = read_left_out(state, how)?;
    let mut distance = None;
    let units = who.split('+').map(|name| unit_named(state, name)).collect::<Result<Vec<_>, _>>()?;
    let words: Vec<&str> = how.split_whitespace().collect();
    let how = match words.as_slice() {
        ["fire", "at", target] => Reaction::Fire { target: unit_named(state, target)? },
        ["form", formation] => Reaction::Form {
            formation: Formation::named(formation)
                .ok_or_else(|| format!("{formation:?} is not a formation"))?,
        },
        ["mount"] => Reaction::Mount { mounted: true },
        ["dismount"] => Reaction::Mount { mounted: false },
        ["face", degrees] => Reaction::Face { facing: degrees_in(degrees)? },
        ["reform"] => Reaction::Reform,
        ["rally"] => Reaction::Rally,
        ["disengage"] => Reaction::Disengage,
        ["disengage", far] => {
            distance = Some(inches_in(far)?);
            Reaction::Disengage
        }
        ["countercharge"] => Reaction::Countercharge,
        _ => return Err(format!("{how:?} is not a reaction")),
    };
    Ok(Command::React { units, how, facing, distance, without })
}

fn read_move(state: &State, rest: &str) -> Result<Command, String> {
    let (unit, path) = rest.split_once(':').ok_or("a move needs a colon before its legs: move A: go 5")?;
    let unit = unit_named(state, unit)?;
    let (path, without) = read_without(state, path)?;
    let legs = read_path(path, state.unit(unit).pose.facing, read_leg, |legs, facing| {
        let Some(Leg::Act(act)) = legs.last() else { return Ok(facing) };
        match act.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["wheel", hand, angle] => turned(facing, hand, angle),
            _ => Ok(facing),
        }
    })?;
    Ok(Command::Move { unit, legs, without })
}

fn read_leg(text: &str, facing: Heading) -> Result<Leg, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some(leg) = leg_in_inches(&words, facing)? {
        return Ok(leg);
    }
    match words.as_slice() {
        ["wheel", "left" | "right", _] => Ok(Leg::Act(words.join(" "))),
        ["form", formation] => Ok(Leg::Act((*formation).to_owned())),
        [act @ ("limber" | "unlimber" | "mount" | "dismount")] => Ok(Leg::Act((*act).to_owned())),
        [act] if Formation::named(act).is_some() => Ok(Leg::Act((*act).to_owned())),
        _ => Err(format!(
            "{text:?} is not a leg of a move; legs are: go 5, go 5 at 45, go 5 left 30, to 10,20, road to 10,20, turn 90, \
                 turn left 45, wheel left 30, form attack_column, limber, unlimber, mount, dismount"
        )),
    }
}

fn write_leg(leg: &Leg) -> String {
    match leg {
        Leg::Go { bearing, distance } => {
            format!("go {} at {}", write_inches(*distance), precise_degrees(*bearing))
        }
        Leg::To(to) => format!("to {}", write_place_in_inches(*to)),
        Leg::Road(to) => format!("road to {}", write_place_in_inches(*to)),
        Leg::Turn(to) => format!("turn {}", precise_degrees(*to)),
        Leg::Act(act) => act.clone(),
    }
}

fn deed_word(deed: Deed) -> &'static str {
    deed.words().split(' ').next_back().unwrap_or("nothing")
}

/// Degrees with as many decimals as it takes to read the same heading back.
fn precise_degrees(heading: Heading) -> String {
    let millidegrees = (i64::from(heading.0) * 360_000 + 32_768) / 65_536;
    let text = format!("{}.{:03}", millidegrees / 1000, millidegrees % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn key(state: &State, id: UnitId) -> String {
    key_of(id, state.muster.pieces.get(id.index()).map(|piece| &piece.key))
}

fn unit_named(state: &State, name: &str) -> Result<UnitId, String> {
    longroll_kit::unit_named(|key| state.find(key), name)
}
