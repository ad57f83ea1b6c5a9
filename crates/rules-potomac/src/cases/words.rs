//! Commands in words: for cases and logs, and for people.

use crate::field::body::Hand;
use crate::field::skirmish::Placing;
use crate::turn::answers::facing_after;
use crate::turn::command::{Beginning, Command};
use crate::turn::event::Aimed;
use crate::turn::state::{ChargeAt, OrderKind, Phase, State};
use longroll_kit::{
    Leg, UnitId, centimetres_in, counted, degrees_in, key_of, read_path, turned, write_centimetres,
};
use longroll_table::{Heading, Length, Point};

/// The command in words that [`read`] understands.
pub(crate) fn write(state: &State, command: &Command) -> String {
    phrase(state, command, &|id| key(state, id))
}

/// The command as an order to people, with full names.
pub(crate) fn label(state: &State, command: &Command) -> String {
    let name =
        |id: &UnitId| state.muster.pieces.get(id.index()).map_or_else(|| id.to_string(), |p| p.name.clone());
    match command {
        Command::SetUp { unit, how } => {
            let place = match how {
                Beginning::Line(ranks) => format!("in line, {} deep", counted(u32::from(*ranks), "rank")),
                Beginning::Column(files) => {
                    format!("in column, {} wide", counted(u32::from(*files), "stand"))
                }
                _ => beginning(*how, &|friend| name(&friend)),
            };
            format!("{} begins {place}", name(unit))
        }
        Command::Attach { officer, unit, .. } => {
            let how = if state.phase == Phase::SetUp { "begins" } else { "rides" };
            format!("{} {how} with {}", name(officer), name(unit))
        }
        Command::Ready => "Ready for battle".to_owned(),
        Command::Fire { unit, target } => format!("{} fires at {}", name(unit), aimed_name(state, *target)),
        Command::Charge { charges } => {
            let list: Vec<_> =
                charges.iter().map(|c| format!("{} charges {}", name(&c.unit), name(&c.target))).collect();
            list.join(", ")
        }
        Command::Evade { unit, face_enemy } => {
            format!("{} evades{}", name(unit), if *face_enemy { ", facing the enemy" } else { "" })
        }
        Command::Skirmish { unit, placing } => format!(
            "{} sends {} out as skirmishers, {} cm ahead",
            name(unit),
            stands(placing.stands),
            placing.ahead.in_centimetres()
        ),
        Command::Recall { unit } => format!("{} recalls its skirmishers", name(unit)),
        Command::Order { officer, unit, kind, group } => {
            let whom = if officer == unit { "himself".to_owned() } else { name(unit) };
            let group = if *group { " and its group" } else { "" };
            format!("{} orders {whom}{group}: {}", name(officer), kind.words())
        }
        Command::Move { unit, legs } if legs.is_empty() => format!("{} stays where it is", name(unit)),
        Command::Move { unit, legs } => match legs.as_slice() {
            [Leg::Act(act)] => format!("{}: {act}", name(unit)),
            _ => format!("{} moves", name(unit)),
        },
        Command::Face { unit, to: None } => format!("{} keeps its facing", name(unit)),
        Command::Face { unit, to: Some(to) } => format!("{} turns to face {}", name(unit), to.in_words()),
        Command::Done => "That is all of this order".to_owned(),
        Command::Stop { officer } => format!("{} stops", name(officer)),
        Command::EndPhase => "End the Initiative Phase".to_owned(),
        Command::EndTenure => "Pass the initiative".to_owned(),
        Command::Group { units } => {
            let names: Vec<_> = units.iter().map(name).collect();
            format!("Group {}", names.join(", "))
        }
        Command::Dissolve { unit } => format!("{} leaves its group", name(unit)),
        Command::Name { officer } => format!("{} counts among the officers with his unit", name(officer)),
        Command::Shed { unit, end } => format!("{} takes its losses from the {}", name(unit), hand(*end)),
        Command::Volley { fire: true } => "Fire before contact".to_owned(),
        Command::Volley { fire: false } => "Hold fire".to_owned(),
        Command::Share { unit } => format!("{} takes the odd hit", name(unit)),
        Command::Stay { officer } => format!("{} stays", name(officer)),
        Command::Detach { officer } => format!("{} leaves the unit", name(officer)),
        Command::GoWith { officer } => format!("{} goes with the unit that broke", name(officer)),
        Command::Flee { unit, first } => format!("{} turns {} first", name(unit), hand(*first)),
        Command::FollowUp { follow: true, at: None } => "Order the follow-up".to_owned(),
        Command::FollowUp { follow: true, at: Some(at) } => format!("Follow up {}", name(at)),
        Command::FollowUp { follow: false, .. } => "Stay where you are".to_owned(),
        Command::Aim { unit, stand, at } => {
            format!("Stand {} of {} fights {}", u16::from(*stand) + 1, name(unit), name(at))
        }
        Command::GiveWay { unit, from } => format!("{} would go back from {}", name(unit), name(from)),
        Command::Succeed { officer } => format!("{} takes over as general", name(officer)),
    }
}

pub(crate) fn aimed_name(state: &State, target: Aimed) -> String {
    match target {
        Aimed::Unit(id) => {
            state.muster.pieces.get(id.index()).map_or_else(|| id.to_string(), |p| p.name.clone())
        }
        Aimed::Work(work) => state
            .muster
            .works
            .get(usize::from(work))
            .map_or_else(|| format!("work {work}"), |w| w.name.clone()),
    }
}

fn stands(number: u8) -> String {
    if number == 1 { "1 stand".to_owned() } else { format!("{number} stands") }
}

fn beginning(how: Beginning, name: &dyn Fn(UnitId) -> String) -> String {
    match how {
        Beginning::Line(ranks) => format!("line {ranks}"),
        Beginning::Column(files) => format!("column {files}"),
        Beginning::Limbered => "limbered".to_owned(),
        Beginning::Unlimbered => "unlimbered".to_owned(),
        Beginning::Mounted => "mounted".to_owned(),
        Beginning::Dismounted => "dismounted".to_owned(),
        Beginning::Beside(friend) => format!("beside {}", name(friend)),
    }
}

fn phrase(state: &State, command: &Command, key: &dyn Fn(UnitId) -> String) -> String {
    let cm = |length: Length| write_centimetres(length);
    match command {
        Command::SetUp { unit, how } => format!("set {} {}", key(*unit), beginning(*how, key)),
        Command::Attach { officer, unit, of_group } => {
            format!("attach {} to {}{}", key(*officer), if *of_group { "group " } else { "" }, key(*unit))
        }
        Command::Ready => "ready".to_owned(),
        Command::Fire { unit, target: Aimed::Unit(target) } => {
            format!("fire {} at {}", key(*unit), key(*target))
        }
        Command::Fire { unit, target: Aimed::Work(work) } => {
            let work =
                state.muster.works.get(usize::from(*work)).map_or_else(String::new, |work| work.key.clone());
            format!("fire {} at work {work}", key(*unit))
        }
        Command::Charge { charges } => {
            let one = |charge: &ChargeAt| {
                let facing =
                    charge.facing.map(|to| format!(" facing {}", exact_degrees(to))).unwrap_or_default();
                let go = charge.distance.map(|by| format!(" go {}", cm(by))).unwrap_or_default();
                format!("{} at {}{facing}{go}", key(charge.unit), key(charge.target))
            };
            format!("charge {}", charges.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        Command::Evade { unit, face_enemy } => {
            format!("evade {}{}", key(*unit), if *face_enemy { " facing enemy" } else { "" })
        }
        Command::Skirmish { unit, placing } => format!(
            "skirmish {} {} ahead {} gap {} beside {}",
            key(*unit),
            placing.stands,
            cm(placing.ahead),
            cm(placing.gap),
            cm(placing.beside)
        ),
        Command::Recall { unit } => format!("recall {}", key(*unit)),
        Command::Order { officer, unit, kind, group } => {
            let group = if *group { "group " } else { "" };
            format!("order {}: {} {group}{}", key(*officer), kind.verb(), key(*unit))
        }
        Command::Move { unit, legs } => {
            let legs: Vec<_> = legs.iter().map(write_leg).collect();
            format!("move {}: {}", key(*unit), legs.join("; ")).trim_end().to_owned()
        }
        Command::Face { unit, to: Some(to) } => format!("face {} {}", key(*unit), exact_degrees(*to)),
        Command::Face { unit, to: None } => format!("face {}", key(*unit)),
        Command::Done => "done".to_owned(),
        Command::Stop { officer } => format!("stop {}", key(*officer)),
        Command::EndPhase => "end phase".to_owned(),
        Command::EndTenure => "end tenure".to_owned(),
        Command::Group { units } => {
            format!("group {}", units.iter().map(|id| key(*id)).collect::<Vec<_>>().join(", "))
        }
        Command::Dissolve { unit } => format!("dissolve {}", key(*unit)),
        Command::Name { officer } => format!("name {}", key(*officer)),
        Command::Shed { unit, end } => format!("shed {} {}", key(*unit), hand(*end)),
        Command::Volley { fire: true } => "volley".to_owned(),
        Command::Volley { fire: false } => "hold fire".to_owned(),
        Command::Share { unit } => format!("share {}", key(*unit)),
        Command::Stay { officer } => format!("stay {}", key(*officer)),
        Command::Detach { officer } => format!("detach {}", key(*officer)),
        Command::GoWith { officer } => format!("go with {}", key(*officer)),
        Command::Flee { unit, first } => format!("flee {} {}", key(*unit), hand(*first)),
        Command::FollowUp { follow: true, at: None } => "follow up".to_owned(),
        Command::FollowUp { follow: true, at: Some(at) } => format!("follow up at {}", key(*at)),
        Command::FollowUp { follow: false, .. } => "stand fast".to_owned(),
        Command::Aim { unit, stand, at } => {
            format!("aim {} {} at {}", key(*unit), u16::from(*stand) + 1, key(*at))
        }
        Command::GiveWay { unit, from } => format!("give way {} from {}", key(*unit), key(*from)),
        Command::Succeed { officer } => format!("succeed {}", key(*officer)),
    }
}

const COMMANDS: &str = "set, attach, ready, fire, charge, evade, skirmish, recall, order, move, face, done, stop, end phase, \
     end tenure, group, dissolve, name, shed, volley, hold fire, share, stay, detach, go with, flee, follow up, stand fast, \
     aim, give way and succeed";

/// Reads a command in words. The state gives the names and, for `go`, the facing.
pub(crate) fn read(state: &State, text: &str) -> Result<Command, String> {
    let text = text.trim();
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let unit = |name: &str| unit_named(state, name);
    Ok(match (verb, rest) {
        ("ready", "") => Command::Ready,
        ("done", "") => Command::Done,
        ("end", "phase") => Command::EndPhase,
        ("end", "tenure") => Command::EndTenure,
        ("volley", "") => Command::Volley { fire: true },
        ("hold", "fire") => Command::Volley { fire: false },
        ("follow", "up") => Command::FollowUp { follow: true, at: None },
        ("stand", "fast") => Command::FollowUp { follow: false, at: None },
        ("follow", _) => {
            let (_, at) = parted(rest, "up at ", "follow up at X")?;
            Command::FollowUp { follow: true, at: Some(unit(at)?) }
        }
        ("set", _) => read_set(state, rest)?,
        ("attach", _) => {
            let (officer, to) = parted(rest, " to ", "attach O to A")?;
            let (name, of_group) = match to.strip_prefix("group ") {
                Some(name) => (name, true),
                None => (to, false),
            };
            Command::Attach { officer: unit(officer)?, unit: unit(name)?, of_group }
        }
        ("fire", _) => {
            let (firer, target) = parted(rest, " at ", "fire A at X")?;
            let target = match target.strip_prefix("work ") {
                Some(name) => Aimed::Work(work_named(state, name)?),
                None => Aimed::Unit(unit(target)?),
            };
            Command::Fire { unit: unit(firer)?, target }
        }
        ("charge", _) => {
            let charges =
                rest.split(',').map(|one| read_charge(state, one.trim())).collect::<Result<_, _>>()?;
            Command::Charge { charges }
        }
        ("evade", _) => match rest.strip_suffix(" facing enemy") {
            Some(name) => Command::Evade { unit: unit(name)?, face_enemy: true },
            None => Command::Evade { unit: unit(rest)?, face_enemy: false },
        },
        ("skirmish", _) => read_skirmish(state, rest)?,
        ("recall", _) => Command::Recall { unit: unit(rest)? },
        ("order", _) => read_order(state, rest)?,
        ("move", _) => read_move(state, rest)?,
        ("face", _) => match rest.split_once(char::is_whitespace) {
            Some((name, to)) => Command::Face { unit: unit(name)?, to: Some(degrees_in(to.trim())?) },
            None => Command::Face { unit: unit(rest)?, to: None },
        },
        ("stop", _) => Command::Stop { officer: unit(rest)? },
        ("group", _) => {
            let names = rest.split([',', ' ']).map(str::trim).filter(|name| !name.is_empty());
            Command::Group { units: names.map(unit).collect::<Result<_, _>>()? }
        }
        ("dissolve", _) => Command::Dissolve { unit: unit(rest)? },
        ("name", _) => Command::Name { officer: unit(rest)? },
        ("shed", _) => {
            let (name, end) = parted(rest, " ", "shed A left")?;
            Command::Shed { unit: unit(name)?, end: hand_named(end)? }
        }
        ("share", _) => Command::Share { unit: unit(rest)? },
        ("stay", _) => Command::Stay { officer: unit(rest)? },
        ("detach", _) => Command::Detach { officer: unit(rest)? },
        ("go", _) if rest.starts_with("with ") => {
            Command::GoWith { officer: unit(rest.trim_start_matches("with "))? }
        }
        ("flee", _) => {
            let (name, first) = rest.split_once(char::is_whitespace).unwrap_or((rest, "right"));
            Command::Flee { unit: unit(name)?, first: hand_named(first.trim())? }
        }
        ("aim", _) => {
            let (who, at) = parted(rest, " at ", "aim A 2 at X")?;
            let (name, stand) = parted(who, " ", "aim A 2 at X")?;
            let stand: u8 =
                stand.trim().parse().map_err(|_| format!("{stand:?} is not the number of a stand"))?;
            Command::Aim { unit: unit(name)?, stand: stand.saturating_sub(1), at: unit(at)? }
        }
        ("give", _) => {
            let (who, from) = parted(rest.trim_start_matches("way "), " from ", "give way A from X")?;
            Command::GiveWay { unit: unit(who)?, from: unit(from)? }
        }
        ("succeed", _) => Command::Succeed { officer: unit(rest)? },
        _ => return Err(format!("{text:?} is not a command; the commands are {COMMANDS}")),
    })
}

fn read_set(state: &State, rest: &str) -> Result<Command, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number = |word: Option<&&str>| {
        word.map_or(Ok(1), |n| n.parse::<u8>().map_err(|_| format!("{n:?} is not a number")))
    };
    let [name, how, more @ ..] = words.as_slice() else {
        return Err("say who and how: set A column".to_owned());
    };
    let how = match *how {
        "line" => Beginning::Line(number(more.first())?),
        "column" => Beginning::Column(number(more.first())?),
        "limbered" => Beginning::Limbered,
        "unlimbered" => Beginning::Unlimbered,
        "mounted" => Beginning::Mounted,
        "dismounted" => Beginning::Dismounted,
        "beside" => Beginning::Beside(unit_named(state, &more.join(" "))?),
        other => {
            return Err(format!(
                "{other:?} is none of line, column, limbered, unlimbered, mounted, dismounted, beside"
            ));
        }
    };
    Ok(Command::SetUp { unit: unit_named(state, name)?, how })
}

fn read_charge(state: &State, text: &str) -> Result<ChargeAt, String> {
    let (name, rest) = parted(text, " at ", "charge A at X")?;
    let mut words = rest.split_whitespace();
    let target = unit_named(state, words.next().unwrap_or(""))?;
    let mut charge = ChargeAt { unit: unit_named(state, name)?, target, facing: None, distance: None };
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{text:?}: a number is missing after {word:?}"))?;
        match word {
            "facing" => charge.facing = Some(degrees_in(value)?),
            "wheel" => {
                let facing = state.unit(charge.unit).body.front.facing;
                let angle = words.next().ok_or("say how far: wheel left 30")?;
                charge.facing = Some(turned(facing, value, angle)?);
            }
            "go" => charge.distance = Some(centimetres_in(value)?),
            _ => return Err(format!("{word:?} is none of facing, wheel, go")),
        }
    }
    Ok(charge)
}

fn read_skirmish(state: &State, rest: &str) -> Result<Command, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let [name, stands, more @ ..] = words.as_slice() else {
        return Err("say who and how many: skirmish A 2 ahead 6".to_owned());
    };
    let stands = stands.parse().map_err(|_| format!("{stands:?} is not a number of stands"))?;
    let mut placing = Placing { stands, ahead: Length::ZERO, beside: Length::ZERO, gap: Length::ZERO };
    for pair in more.chunks(2) {
        let [word, value] = pair else { return Err(format!("a number is missing after {:?}", pair[0])) };
        let value = centimetres_in(value)?;
        match *word {
            "ahead" => placing.ahead = value,
            "gap" => placing.gap = value,
            "beside" => placing.beside = value,
            other => return Err(format!("{other:?} is none of ahead, gap, beside")),
        }
    }
    Ok(Command::Skirmish { unit: unit_named(state, name)?, placing })
}

fn read_order(state: &State, rest: &str) -> Result<Command, String> {
    let (officer, what) = rest.split_once(':').ok_or("an order needs a colon: order O: move A")?;
    let officer = unit_named(state, officer)?;
    let what = what.trim();
    for kind in OrderKind::ALL {
        if let Some(name) = what.strip_prefix(kind.verb()).filter(|rest| rest.starts_with(' ')) {
            let name = name.trim();
            let (name, group) = match name.strip_prefix("group ") {
                Some(name) => (name, true),
                None => (name, false),
            };
            return Ok(Command::Order { officer, unit: unit_named(state, name)?, kind, group });
        }
    }
    let verbs: Vec<_> = OrderKind::ALL.iter().map(|kind| kind.verb()).collect();
    Err(format!("{what:?} is not an order; the orders are {}", verbs.join(", ")))
}

fn read_move(state: &State, rest: &str) -> Result<Command, String> {
    let (name, path) = rest.split_once(':').ok_or("a move needs a colon before its legs: move A: go 5")?;
    let unit = unit_named(state, name)?;
    let legs = read_path(path, state.facing(unit), read_leg, |legs, facing| {
        Ok(match legs.last() {
            Some(Leg::Act(act)) if act == "about" => facing.opposite(),
            Some(Leg::Act(act)) if act == "face left" => facing.left(),
            Some(Leg::Act(act)) if act == "face right" => facing.right(),
            Some(Leg::To(_) | Leg::Road(_)) => facing_after(state, unit, legs).unwrap_or(facing),
            _ => facing,
        })
    })?;
    Ok(Command::Move { unit, legs })
}

fn read_leg(text: &str, facing: Heading) -> Result<Leg, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Ok(match words.as_slice() {
        ["go", by] => Leg::Go { bearing: facing, distance: centimetres_in(by)? },
        ["go", by, "back"] => Leg::Go { bearing: facing.opposite(), distance: centimetres_in(by)? },
        ["go", by, "left"] => Leg::Go { bearing: facing.left(), distance: centimetres_in(by)? },
        ["go", by, "right"] => Leg::Go { bearing: facing.right(), distance: centimetres_in(by)? },
        ["go", by, "at", bearing] => Leg::Go { bearing: degrees_in(bearing)?, distance: centimetres_in(by)? },
        ["to", place @ ..] => Leg::To(point_in(&place.concat())?),
        ["road", "to", place @ ..] => Leg::Road(point_in(&place.concat())?),
        ["wheel" | "turn", hand @ ("left" | "right"), angle] => Leg::Turn(turned(facing, hand, angle)?),
        ["wheel" | "turn", to] => Leg::Turn(degrees_in(to)?),
        [
            "limber" | "unlimber" | "mount" | "dismount" | "line" | "column" | "files" | "about" | "face"
            | "attach",
            ..,
        ] => Leg::Act(words.join(" ")),
        _ => {
            return Err(format!(
                "{text:?} is not a leg of a move; legs are: go 5, go 5 back, go 5 left, go 5 at 45, to 10,20, road to 10,20, \
                 wheel left 30, wheel 90, line, line 2, column, files 3, about, face left, limber, unlimber, mount, dismount, \
                 attach A, attach group A"
            ));
        }
    })
}

fn write_leg(leg: &Leg) -> String {
    let cm = |length: &Length| write_centimetres(*length);
    match leg {
        Leg::Go { bearing, distance } => format!("go {} at {}", cm(distance), exact_degrees(*bearing)),
        Leg::To(to) => format!("to {}", write_point(*to)),
        Leg::Road(to) => format!("road to {}", write_point(*to)),
        Leg::Turn(to) => format!("wheel {}", exact_degrees(*to)),
        Leg::Act(act) => act.clone(),
    }
}

/// With three decimals, enough to find the same 65 536th of a turn again.
fn exact_degrees(heading: Heading) -> String {
    let millidegrees = (u64::from(heading.0) * 360_000 + 32_768) / 65_536;
    let text = format!("{}.{:03}", millidegrees / 1000, millidegrees % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn write_point(point: Point) -> String {
    let cm = |micrometres| write_centimetres(Length::from_micrometres(micrometres));
    format!("{},{}", cm(point.x), cm(point.y))
}

fn point_in(text: &str) -> Result<Point, String> {
    let (x, y) =
        text.split_once(',').ok_or_else(|| format!("{text:?} is not a place; write x,y in centimetres"))?;
    Ok(Point { x: centimetres_in(x)?.micrometres(), y: centimetres_in(y)?.micrometres() })
}

fn parted<'a>(text: &'a str, at: &str, example: &str) -> Result<(&'a str, &'a str), String> {
    let (a, b) = text.split_once(at).ok_or_else(|| format!("{text:?}: write it as: {example}"))?;
    Ok((a.trim(), b.trim()))
}

fn hand(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

fn hand_named(word: &str) -> Result<Hand, String> {
    match word {
        "left" => Ok(Hand::Left),
        "right" => Ok(Hand::Right),
        _ => Err(format!("{word:?} is neither left nor right")),
    }
}

fn key(state: &State, id: UnitId) -> String {
    key_of(id, state.muster.pieces.get(id.index()).map(|piece| &piece.key))
}

fn unit_named(state: &State, name: &str) -> Result<UnitId, String> {
    longroll_kit::unit_named(|key| state.find(key), name)
}

fn work_named(state: &State, name: &str) -> Result<u16, String> {
    let name = name.trim();
    let found = state.muster.works.iter().position(|work| work.key == name || work.name == name);
    found.map(|place| place as u16).ok_or_else(|| format!("there is no work {name:?}"))
}
