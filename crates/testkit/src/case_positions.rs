//! The positions of all rule cases: the batteries look at every command given there, and each position is told otherwise.

use crate::playing::Moment;
use crate::retold_case::{SHIFT, retold};
use crate::sets::leads_to_an_edge;
use crate::table_map::Map;
use crate::twins::{Compared, Excused, Told, compare_offers, json, same_answer};
use crate::typed_values::Walk;
use longroll_ai::{Appraisal, Words};
use longroll_cases::{Given, Position, positions};
use longroll_dice::{Rolling, Typed};
use longroll_kit::{Side, Stop};
use longroll_table::Length;
use serde_json::Value;

/// Every position of these files of cases, each given as its name and text, with a name that leads to it.
///
/// # Panics
/// When a file has mistakes; the cases themselves are judged elsewhere.
pub fn case_positions<R: Appraisal>(files: &[(String, String)], unit: Length) -> Vec<Position> {
    let read = |(file, text): &(String, String)| {
        let mut found = positions::<R>(text, unit).expect("a file of cases without mistakes");
        found.iter_mut().for_each(|position| position.name = format!("{file}: {}", position.name));
        found
    };
    files.iter().flat_map(read).collect()
}

/// Gives the commands of a case and shows each that is carried out to `look`. A case that stops early is judged elsewhere.
///
/// # Errors
/// What `look` found, with the name of the case.
pub fn play_case<R: Appraisal>(
    position: &Position,
    look: &mut dyn FnMut(&Moment<'_, R>) -> Result<(), String>,
) -> Result<(), String> {
    let Ok(mut state) = R::arrange(&position.setup, &position.settings) else { return Ok(()) };
    for (given, number) in position.orders.iter().zip(0..) {
        let Some((side, command)) = order::<R>(&state, given) else { return Ok(()) };
        let mut dice = Rolling::new(given.dice.clone());
        let events = match R::handle(&state, side, &command, &mut dice) {
            Ok(events) => events,
            Err(Stop::Refused(_)) => continue,
            Err(Stop::Wanted(_)) => return Ok(()),
        };
        let (_, thrown) = dice.into_parts();
        let mut after = state.clone();
        events.iter().for_each(|event| R::apply(&mut after, event));
        let moment = Moment {
            number,
            side,
            command: &command,
            thrown: &thrown,
            events: &events,
            before: &state,
            after: &after,
        };
        look(&moment).map_err(|what| format!("{}, {}: {what}", position.name, given.words))?;
        state = after;
    }
    Ok(())
}

pub(crate) fn order<R: Appraisal>(state: &R::State, given: &Given) -> Option<(Side, R::Command)> {
    let awaited = || R::awaiting(state).0.first().map(|wait| wait.side);
    let side = given.by.or_else(awaited).unwrap_or(Side::Blue);
    Some((side, R::read_command(state, &given.words).ok()?))
}

/// Sets a case's position up a second time, told otherwise, and gives it the same commands with the same dice.
pub fn compare_case<R: Appraisal + Excused>(position: &Position, unit: Length, told: Told) -> Compared {
    let mut compared = Compared { battles: 1, ..Compared::default() };
    if let Err(difference) = follow::<R>(position, unit, told, &mut compared) {
        compared.differences.push(format!("{} {}, {told:?}: {difference}", R::ID, position.name));
    }
    compared
}

fn follow<R: Appraisal + Excused>(
    position: &Position,
    unit: Length,
    told: Told,
    compared: &mut Compared,
) -> Result<(), String> {
    let (first, other) = retold(&position.setup, told, unit);
    let Ok(mut state) = R::arrange(&first, &position.settings) else { return Ok(()) };
    let mut twin = R::arrange(&other, &position.settings).map_err(|what| format!("not set up: {what}"))?;
    let shift = if told == Told::Moved { SHIFT.map(|by| by * unit.micrometres()) } else { [0, 0] };
    let map = Map::between::<R>(told, &state, &twin)?.with_shift(shift);
    if !map.stands_alike::<R>(&state, &twin) {
        // Somebody whom the case does not place stands at an edge of the table.
        compared.battles = 0;
        return Ok(());
    }
    let (events, commands) = (Walk::of::<R::Event>(), Walk::of::<R::Command>());
    let mut words = Words::new(0xCA5E, Side::Blue);
    for given in &position.orders {
        let Some((side, command)) = order::<R>(&state, given) else { return Ok(()) };
        if R::awaiting(&state).awaits(side) && R::excuses_offers(told).is_none() {
            compare_offers::<R>(&state, &twin, side, &map, &commands, &mut words, compared)?;
        }
        let mut dice = Rolling::new(given.dice.clone());
        let answer = R::handle(&state, side, &command, &mut dice);
        let (_, thrown) = dice.into_parts();
        let faces: Vec<Vec<u8>> = thrown.iter().map(|roll| roll.faces.to_vec()).collect();
        let twin_command: R::Command = map.value(&commands, &command)?;
        let mut dice = Rolling::new(Typed::new(faces));
        let twin_answer = R::handle(&twin, map.side(side), &twin_command, &mut dice);
        let what = |difference: String| format!("{}: {difference}", given.words);
        let happened = match (answer, &twin_answer) {
            (Ok(happened), _) => happened,
            (Err(Stop::Wanted(_)), _) => return Ok(()),
            (Err(Stop::Refused(one)), Err(Stop::Refused(two))) if one.clause == two.clause => {
                compared.commands += 1;
                continue;
            }
            (Err(Stop::Refused(one)), two) => {
                let two = two.as_ref().map_or_else(ToString::to_string, |_| "it is carried out".to_owned());
                return match R::excuses(told, &json(&command), &[]) {
                    Some(_) => Ok(()),
                    None => Err(what(format!("refused by {one}; twin: {two}"))),
                };
            }
        };
        let expected: Vec<Value> = happened.iter().map(|event| map.json(&events, &json(event))).collect();
        // Units listed in another order are dealt with in another order, and throw their dice in it.
        let order_matters = told == Told::UnitsReversed && (thrown.len() > 1 || happened.len() > 1);
        if !order_matters {
            compared.commands += 1;
            if let Err(difference) = same_answer::<R>(&events, &expected, twin_answer)
                && R::excuses(told, &json(&command), &expected).is_none()
                && (told != Told::Slanted || leads_to_an_edge(R::ID, &expected).is_none())
            {
                return Err(what(difference));
            }
        }
        happened.iter().for_each(|event| R::apply(&mut state, event));
        for event in expected {
            let event = serde_json::from_value(event).map_err(|error| what(error.to_string()))?;
            R::apply(&mut twin, &event);
        }
    }
    Ok(())
}
