//! The same position told otherwise: the table turned, mirrored or moved, colours exchanged, ground and units listed in another
//! order, lines drawn in pieces. Offers, refusals and, with the same dice, results must be the same.
//!
//! A battle is fought once. Each twin of it is the same battle on another table; every command is given there too, as it
//! reads on that table, with the same dice. After each comparison the twin records what happened in the first battle, so
//! that it is always the very same position and roundings do not add up.

use crate::retold::{on_wider_field, retold};
use crate::scenarios::{Texts, battle};
use crate::sets::is_about_an_edge;
use crate::table_map::Map;
use crate::typed_values::{Leaf, Walk};
use longroll_ai::{Appraisal, Opponent, Words};
use longroll_dice::{Rolling, Seed, Seeded, Typed};
use longroll_kit::{Actor, Offer, Settings, Setup, Side, Stop};
use longroll_scenario::Scenario;
use serde_json::Value;
use std::sync::Arc;

/// How a twin differs from the first battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// Quarter turns clockwise.
    Turned(u8),
    /// East and west exchanged.
    Mirrored,
    /// Moved on a larger table.
    Moved,
    /// Blue is Gray.
    Recoloured,
    /// Features listed from last to first.
    GroundReversed,
    /// Roads, walls and other lines drawn leg by leg.
    LinesInPieces,
    /// Units of each side listed from last to first.
    UnitsReversed,
    /// Turned by an odd angle on a larger table.
    Slanted,
}

impl Told {
    /// Those of whole battles.
    pub const ALL: [Told; 9] = [
        Told::Turned(1),
        Told::Turned(2),
        Told::Turned(3),
        Told::Mirrored,
        Told::Moved,
        Told::Recoloured,
        Told::GroundReversed,
        Told::LinesInPieces,
        Told::UnitsReversed,
    ];
    /// Those of the positions of rule cases. Which side a case means by default is for its ruleset to say, so colours stay.
    pub const OF_CASES: [Told; 9] = [
        Told::Turned(1),
        Told::Turned(2),
        Told::Turned(3),
        Told::Mirrored,
        Told::Moved,
        Told::GroundReversed,
        Told::LinesInPieces,
        Told::UnitsReversed,
        Told::Slanted,
    ];
}

/// What was compared, so that a test can insist on it, and what differed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Compared {
    pub battles: u32,
    pub commands: u32,
    pub offers: u32,
    pub orders: u32,
    pub differences: Vec<String>,
}

impl std::ops::AddAssign for Compared {
    fn add_assign(&mut self, other: Compared) {
        self.battles += other.battles;
        self.commands += other.commands;
        self.offers += other.offers;
        self.orders += other.orders;
        self.differences.extend(other.differences);
    }
}

/// Rules in which hand, colour or listing matters, by ruleset: differences there are not errors.
pub trait Excused {
    /// The clause that explains the difference, if there is one.
    fn excuses(told: Told, command: &Value, events: &[Value]) -> Option<&'static str>;
    /// The clause by which this offer differs in a twin of this kind.
    fn excuses_offer(_: Told, _: &Value) -> Option<&'static str> {
        None
    }
    /// The clause by which all offers differ in a twin of this kind.
    fn excuses_offers(_: Told) -> Option<&'static str> {
        None
    }
}

/// Lengths and places may differ by so much: places are whole micrometres, and directions whole parts of a turn.
pub(crate) const TOLERANCE: i64 = 40;
pub(crate) const TURN: i64 = 65_536;
const MOST_COMMANDS: u32 = 4_000;

/// Fights a battle and a twin of it; stops at the first difference.
pub fn compare<R: Appraisal + Excused>(
    texts: Texts,
    opponent: Opponent,
    number: u64,
    told: Told,
) -> Compared {
    let mut compared = Compared { battles: 1, ..Compared::default() };
    if let Err(difference) = follow::<R>(texts, opponent, number, told, &mut compared) {
        let place = format!("{} {} number {number}, {told:?}", R::ID, texts.name);
        compared.differences.push(format!("{place}: {difference}"));
    }
    compared
}

fn follow<R: Appraisal + Excused>(
    texts: Texts,
    opponent: Opponent,
    number: u64,
    told: Told,
    compared: &mut Compared,
) -> Result<(), String> {
    let mut first = (**battle(texts).scenario()).clone();
    if told == Told::Moved {
        first = on_wider_field(&first, [0, 0]);
    }
    let other = retold(&first, told);
    let relisted = matches!(told, Told::UnitsReversed | Told::Recoloured);
    let (mut state, opening) = open::<R>(first)?;
    let (mut twin, twin_opening) = open::<R>(other)?;
    let map = Map::between_battles::<R>(told, &state, &twin, &opening, &twin_opening)?;
    if relisted && !map.stands_alike::<R>(&state, &twin) {
        // Bases that overlap in the scenario are put apart in the order of the list.
        compared.battles = 0;
        return Ok(());
    }
    let events = Walk::of::<R::Event>();
    let commands = Walk::of::<R::Command>();
    // From the very same position on; a muster in another order is the twin's own.
    if !matches!(told, Told::Recoloured | Told::UnitsReversed) {
        twin = blank_like::<R>(texts, told)?;
        for event in &opening {
            R::apply(&mut twin, &map.value(&events, event)?);
        }
    }
    let mut policies = [Side::Blue, Side::Gray].map(|side| opponent.policy::<R>(number, side));
    let mut words = Words::new(number ^ 0x7717, Side::Gray);
    for turn in 0..MOST_COMMANDS {
        let awaiting = R::awaiting(&state);
        let Some(side) = awaiting.0.first().map(|wait| wait.side) else { return Ok(()) };
        let twin_side = map.side(side);
        let is_awaited = R::awaiting(&twin).awaits(twin_side);
        // Which colour sets up first is a rule in some books, and nothing to compare.
        let is_colour_first = told == Told::Recoloured && !is_awaited;
        if !is_awaited && !is_colour_first {
            return Err(format!("command {turn}: {twin_side} is not awaited"));
        }
        if is_awaited && words.below(12) == 0 && R::excuses_offers(told).is_none() {
            compare_offers::<R>(&state, &twin, side, &map, &commands, &mut words, compared)
                .map_err(|what| format!("command {turn}: {what}"))?;
        }
        let known = R::seen(&state, side.into());
        let Some(command) = policies[side as usize].choose(&known, side) else { return Ok(()) };
        let mut dice = Rolling::new(Seeded::new(Seed::from_number(number), turn));
        let Ok(happened) = R::handle(&state, side, &command, &mut dice) else { return Ok(()) };
        let (_, thrown) = dice.into_parts();
        let faces: Vec<Vec<u8>> = thrown.iter().map(|roll| roll.faces.to_vec()).collect();
        let twin_command: R::Command = map.value(&commands, &command)?;
        let mut dice = Rolling::new(Typed::new(faces));
        let answer = R::handle(&twin, twin_side, &twin_command, &mut dice);
        let expected: Vec<Value> =
            happened.iter().map(|event| map.json(&events, &json(event))).collect::<Vec<_>>();
        // Units listed in another order are dealt with in another order, and throw their dice in it.
        let is_relisted = matches!(told, Told::UnitsReversed | Told::Recoloured);
        let order_matters = is_relisted && (thrown.len() > 1 || happened.len() > 1);
        let words_of_command = R::write_command(&state, &command);
        let what = |difference: String| format!("command {turn}, {words_of_command}: {difference}");
        if !order_matters && !is_colour_first {
            compared.commands += 1;
            if let Err(difference) = same_answer::<R>(&events, &expected, answer)
                && R::excuses(told, &json(&command), &expected).is_none()
            {
                return Err(what(difference));
            }
        }
        for event in &happened {
            R::apply(&mut state, event);
        }
        for event in expected {
            let event = serde_json::from_value(event).map_err(|error| what(error.to_string()))?;
            R::apply(&mut twin, &event);
        }
    }
    Ok(())
}

pub(crate) fn json<T: serde::Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

fn open<R: Appraisal>(scenario: Scenario) -> Result<(R::State, Vec<R::Event>), String> {
    let setup = Setup { scenario: Arc::new(scenario), settings: Settings::default() };
    let mut state = R::blank(&setup).map_err(|error| error.0)?;
    let events = R::open(&setup).map_err(|error| error.0)?;
    for event in &events {
        R::apply(&mut state, event);
    }
    Ok((state, events))
}

fn blank_like<R: Appraisal>(texts: Texts, told: Told) -> Result<R::State, String> {
    let mut first = (**battle(texts).scenario()).clone();
    if told == Told::Moved {
        first = on_wider_field(&first, [0, 0]);
    }
    let setup = Setup { scenario: Arc::new(retold(&first, told)), settings: Settings::default() };
    R::blank(&setup).map_err(|error| error.0)
}

/// The events are the same, with the tolerance that places and directions need.
pub(crate) fn same_answer<R: Appraisal>(
    walk: &Walk,
    expected: &[Value],
    answer: Result<Vec<R::Event>, Stop<R::Why>>,
) -> Result<(), String> {
    let events = answer.map_err(|stop| format!("refused: {stop}"))?;
    for (at, expected) in expected.iter().enumerate() {
        let Some(event) = events.get(at) else { return Err(format!("without {expected}")) };
        same(walk, expected, &json(event))?;
    }
    match events.get(expected.len()) {
        Some(event) => Err(format!("with {}", json(event))),
        None => Ok(()),
    }
}

fn same(walk: &Walk, expected: &Value, found: &Value) -> Result<(), String> {
    let (mut left, mut right) = (walk.flat(expected), walk.flat(found));
    // lists of pieces are sets: the order in which they are named means nothing
    for leaves in [&mut left, &mut right] {
        let is_piece = |leaf: &Leaf| leaf.kind == "UnitId";
        leaves.iter_mut().filter(|leaf| is_piece(leaf)).for_each(|leaf| leaf.path = pathless(&leaf.path));
        leaves.sort_by_key(|leaf| {
            (leaf.path.clone(), if is_piece(leaf) { leaf.value.to_string() } else { String::new() })
        });
    }
    let equal = left.len() == right.len()
        && left.iter().zip(&right).all(|(one, two)| {
            one.path == two.path && one.kind == two.kind && close(one.kind, &one.value, &two.value)
        });
    if equal {
        return Ok(());
    }
    let differing: Vec<_> = left
        .iter()
        .zip(&right)
        .filter(|(one, two)| one.path != two.path || !close(one.kind, &one.value, &two.value))
        .map(|(one, two)| format!("{}: {} / {}{}", one.path, one.value, two.path, two.value))
        .take(3)
        .collect();
    let short = |value: &Value| value.to_string().chars().take(400).collect::<String>();
    Err(format!("expected {}, found {} ({})", short(expected), short(found), differing.join("; ")))
}

/// The path without the places in lists.
fn pathless(path: &str) -> String {
    path.split('.').filter(|step| step.parse::<usize>().is_err()).collect::<Vec<_>>().join(".")
}

fn close(kind: &str, one: &Value, two: &Value) -> bool {
    let near = |one: &Value, two: &Value| match (one.as_i64(), two.as_i64()) {
        (Some(one), Some(two)) => (one - two).abs() <= TOLERANCE,
        _ => one == two,
    };
    match kind {
        "Point" => near(&one["x"], &two["x"]) && near(&one["y"], &two["y"]),
        "Vector2" => near(&one["dx"], &two["dx"]) && near(&one["dy"], &two["dy"]),
        "Length" => near(one, two),
        "Heading" => match (one.as_i64(), two.as_i64()) {
            (Some(one), Some(two)) => ((one - two + TURN / 2).rem_euclid(TURN) - TURN / 2).abs() <= 4,
            _ => one == two,
        },
        _ => one == two,
    }
}

/// Who may do something, what, and what is refused to one of them and why.
pub(crate) fn compare_offers<R: Appraisal + Excused>(
    state: &R::State,
    twin: &R::State,
    side: Side,
    map: &Map,
    commands: &Walk,
    words: &mut Words,
    compared: &mut Compared,
) -> Result<(), String> {
    let actors = R::actors(state, side);
    let mut expected: Vec<Actor> = actors.iter().map(|actor| map.actor(*actor)).collect();
    let mut found = R::actors(twin, map.side(side));
    expected.sort_by_key(|actor| format!("{actor:?}"));
    found.sort_by_key(|actor| format!("{actor:?}"));
    if expected != found {
        return Err(format!("actors {expected:?}, found {found:?}"));
    }
    let Some(actor) = actors.get(words.below(actors.len().max(1))) else { return Ok(()) };
    let listed = |offers: Vec<Offer<R::Command>>, mapped: bool| {
        let mut list: Vec<Value> = offers
            .into_iter()
            .filter_map(|offer| match offer {
                Offer::Do(command) => Some(json(&command)),
                Offer::Move(_) => None,
            })
            .filter(|command| map.told != Told::Slanted || is_about_an_edge(R::ID, command).is_none())
            .filter(|command| R::excuses_offer(map.told, command).is_none())
            .map(|command| if mapped { map.json(commands, &command) } else { command })
            .collect();
        // rounded, so that a direction a hair off sorts alike
        list.sort_by_key(|command| rounded(commands, command));
        list
    };
    let offers = listed(R::offers(state, side, *actor), true);
    let found = listed(R::offers(twin, map.side(side), map.actor(*actor)), false);
    compared.offers += u32::try_from(offers.len()).unwrap_or(u32::MAX);
    if offers.len() != found.len() {
        let extra: Vec<_> = offers.iter().filter(|offer| !found.contains(offer)).take(2).collect();
        let other: Vec<_> = found.iter().filter(|offer| !offers.contains(offer)).take(2).collect();
        return Err(format!(
            "{actor:?} is offered {} orders, found {}: {extra:?} / {other:?}",
            offers.len(),
            found.len()
        ));
    }
    for (one, two) in offers.iter().zip(&found) {
        same(commands, one, two).map_err(|what| format!("offers of {actor:?}: {what}"))?;
    }
    if let Actor::Unit(unit) = actor {
        let verdicts = |state: &R::State, side: Side, unit| {
            let mut list: Vec<_> = R::orders(state, side, unit)
                .iter()
                .map(|order| {
                    let verdict = match &order.offer {
                        Ok(_) => "may".to_owned(),
                        Err(refusal) => format!("may not, {}", refusal.clause),
                    };
                    // a label may hold a compass direction
                    let label: String = order.label.chars().filter(|c| !c.is_ascii_digit()).collect();
                    // and names in the order of the list
                    let mut named: Vec<&str> = label.split([' ', ',']).collect();
                    named.sort_unstable();
                    format!("{}: {verdict}", named.join(" "))
                })
                .collect();
            list.sort();
            list
        };
        let (expected, found) =
            (verdicts(state, side, *unit), verdicts(twin, map.side(side), map.unit(*unit)));
        compared.orders += u32::try_from(expected.len()).unwrap_or(u32::MAX);
        if !map.changes_directions() && expected != found {
            let extra: Vec<_> = expected.iter().filter(|line| !found.contains(line)).take(3).collect();
            let other: Vec<_> = found.iter().filter(|line| !expected.contains(line)).take(3).collect();
            return Err(format!("orders of {actor:?}: {extra:?} / {other:?}"));
        }
    }
    Ok(())
}

fn rounded(walk: &Walk, command: &Value) -> String {
    let coarse = walk.map(command, &mut |_, kind, value| {
        let round =
            |number: &Value, step: i64| number.as_i64().map_or(0, |n| (n + step / 2).div_euclid(step));
        match kind {
            "Point" => {
                *value = Value::from(format!("{} {}", round(&value["x"], 500), round(&value["y"], 500)))
            }
            "Heading" => *value = Value::from(round(value, 64).rem_euclid(TURN / 64)),
            "Length" => *value = Value::from(round(value, 500)),
            _ => {}
        }
    });
    coarse.to_string()
}
