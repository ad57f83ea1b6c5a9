//! What a seat sees happening, step by step in the order of the log. Everything is taken from the seat's own views and from events that
//! it is shown, so nothing sealed can be in it.

use crate::guard::guarded;
use crate::told::{line, piece_called};
use longroll_dice::Thrown;
use longroll_game::{Entry, Game, Happened, Line};
use longroll_kit::{Action, Aim, Arms, Cue, Leg, Ruleset, Seat, Throw, UnitId};
use longroll_table::Pose;
use longroll_wire::{
    ActionSeen, FilmStep, MoveSeen, RollSeen, Side, TableView, UnitView, WordSeen, table_view,
};
use serde_json::Value;

/// A step that changes the look of more pieces than this has no words about them: the turn has begun, or the like.
const MOST_NAMED: usize = 3;

/// The table as a seat sees it.
pub(crate) fn shown<R: Ruleset>(state: &R::State, seat: Seat) -> TableView {
    table_view(&R::view(state, seat), &R::notes(&R::seen(state, seat)))
}

/// What the seat sees of the lines after `after`, and the table before them.
pub(crate) fn film<R: Ruleset>(game: &Game<R>, seat: Seat, after: u32) -> (TableView, Vec<FilmStep>) {
    let mut steps = Vec::new();
    let mut before: Option<R::State> = None;
    let mut start: Option<TableView> = None;
    let (first, frames) = game.replay_near(after as usize);
    for (number, frame) in (first..).zip(frames) {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        if let (Some(before), Some(_)) = (&before, &start) {
            steps.extend(of_line::<R>(before, &frame.state, frame.happened, number, seat, game.is_closed()));
        }
        if number == after {
            start = Some(shown::<R>(&frame.state, seat));
        }
        before = Some(frame.state);
    }
    (start.unwrap_or_else(|| shown::<R>(game.state(), seat)), steps)
}

/// The steps of one line of the log, from the state before it to the one after it.
pub(crate) fn of_line<R: Ruleset>(
    before: &R::State,
    after: &R::State,
    happened: Happened<'_, R>,
    number: u32,
    seat: Seat,
    is_over: bool,
) -> Vec<FilmStep> {
    match happened {
        Happened::Entry(entry) => guarded(|| of_entry::<R>(before, entry, seat, is_over)).unwrap_or_default(),
        Happened::Opened => Vec::new(),
        Happened::Undo(_) | Happened::Closed(_) | Happened::Approved(_) => {
            let (old, new) = (shown::<R>(before, seat), shown::<R>(after, seat));
            // Pieces are put back; nobody marches.
            let step = FilmStep { moves: Vec::new(), words: Vec::new(), ..between(&old, &new, number) };
            vec![step]
        }
    }
}

/// What happened with a line of the log.
pub(crate) fn happened<R: Ruleset>(line: &Line<R>) -> Happened<'_, R> {
    match line {
        Line::Entry(entry) => Happened::Entry(entry),
        Line::Undo(undo) => Happened::Undo(undo),
        Line::End(close) => Happened::Closed(close),
        Line::Approved(approval) => Happened::Approved(approval),
    }
}

fn of_entry<R: Ruleset>(before: &R::State, entry: &Entry<R>, seat: Seat, is_over: bool) -> Vec<FilmStep> {
    let is_shown = is_over || R::shows_command(before, entry.by, &entry.command, seat);
    let way = is_shown.then(|| Way::of::<R>(&entry.command)).flatten();
    let mut state = before.clone();
    let mut view = shown::<R>(&state, seat);
    let mut steps: Vec<FilmStep> = Vec::new();
    let mut throws: Vec<(usize, Throw)> = Vec::new();
    let mut lines = 0;
    for event in &entry.events {
        let is_told = is_over || R::shows(&state, event, seat);
        let told = is_told.then(|| line::<R>(&state, seat, event)).flatten();
        let cue = if is_told { R::cue(&R::seen(&state, seat), event) } else { Cue::none() };
        R::apply(&mut state, event);
        if told.is_none() && cue == Cue::none() {
            continue;
        }
        let now = shown::<R>(&state, seat);
        let mut step = between(&view, &now, entry.number);
        if told.is_some() {
            step.line = Some(lines);
            lines += 1;
        }
        step.action = cue.action.as_ref().and_then(|action| action_seen(action, &view));
        let own = cue.words.into_iter().map(|(unit, text)| WordSeen { unit: unit.0, text });
        step.words = own.chain(std::mem::take(&mut step.words)).collect();
        for moved in &mut step.moves {
            if let Some(path) = way.as_ref().and_then(|way| way.along(moved)) {
                moved.path = path;
            }
        }
        throws.extend(cue.throws.into_iter().map(|throw| (steps.len(), throw)));
        steps.push(step);
        view = now;
    }
    let now = shown::<R>(&state, seat);
    if now != view {
        steps.push(between(&view, &now, entry.number));
    }
    if is_shown {
        let first = steps.iter().position(|step| step.line.is_some()).unwrap_or(0);
        for (step, roll) in dealt(first, &throws, entry) {
            if let Some(step) = steps.get_mut(step) {
                step.rolls.push(roll);
            }
        }
    }
    steps
}

/// Gives every roll to the thing that it was thrown for: the next that throws under its clause, else that of the roll before it.
/// Rolls before all of them go to the `first` thing.
pub(crate) fn dealt<R: Ruleset>(
    first: usize,
    throws: &[(usize, Throw)],
    entry: &Entry<R>,
) -> Vec<(usize, RollSeen)> {
    let mut next = 0;
    let mut last = (first, Side::from(entry.by));
    let deal = |(roll, thrown): (usize, &Thrown)| {
        let is_it = |throw: &Throw| throw.under.is_empty() || throw.under.contains(&thrown.clause);
        if let Some(found) = throws.iter().skip(next).position(|(_, throw)| is_it(throw)) {
            let (thing, throw) = throws[next + found];
            last = (thing, throw.by.into());
            next += found + 1;
        }
        (last.0, RollSeen { roll: u32::try_from(roll).unwrap_or(u32::MAX), by: last.1 })
    };
    entry.dice.iter().enumerate().map(deal).collect()
}

/// What differs between two looks at the table.
fn between(old: &TableView, new: &TableView, entry: u32) -> FilmStep {
    let mut step = FilmStep {
        entry,
        line: None,
        rolls: Vec::new(),
        action: None,
        moves: Vec::new(),
        words: Vec::new(),
        changed: Vec::new(),
        table: None,
    };
    for unit in &new.units {
        let was = old.units.iter().find(|other| other.id == unit.id);
        if was == Some(unit) {
            continue;
        }
        if let Some(was) = was
            && was.on_table
            && unit.on_table
            && was.pose != unit.pose
        {
            step.moves.push(MoveSeen { unit: unit.id, path: vec![was.pose, unit.pose] });
        }
        step.changed.push(unit.clone());
    }
    if step.changed.len() <= MOST_NAMED {
        for unit in &step.changed {
            let was = old.units.iter().find(|other| other.id == unit.id);
            step.words.extend(was.and_then(|was| word_of(was, unit)));
        }
    }
    let rest = |view: &TableView| TableView { units: Vec::new(), ..view.clone() };
    let (before, after) = (rest(old), rest(new));
    if before != after {
        step.table = Some(Box::new(after));
    }
    step
}

/// What is new about a piece: what it lost, and the state that it is in now.
fn word_of(was: &UnitView, now: &UnitView) -> Option<WordSeen> {
    let lost = match (&was.strength, &now.strength) {
        (Some(was), Some(now)) if now.now < was.now => Some(format!("−{}", was.now - now.now)),
        _ => None,
    };
    let signs = now.signs.iter().filter(|sign| !was.signs.contains(sign)).map(|sign| sign.text.clone());
    let text = lost.into_iter().chain(signs).collect::<Vec<_>>().join(", ");
    (!text.is_empty() && now.on_table).then_some(WordSeen { unit: now.id, text })
}

/// Nothing when a piece that takes part is not on the table.
fn action_seen(action: &Action, view: &TableView) -> Option<ActionSeen> {
    let find = |id: &UnitId| view.units.iter().find(|unit| unit.id == id.0 && unit.on_table);
    match action {
        Action::Blows { between: [a, b] } => Some(ActionSeen::Blows { between: [find(a)?.id, find(b)?.id] }),
        Action::Shots { by, at, arms } => {
            let (target, at) = match at {
                Aim::Unit(id) => (Some(id.0), find(id)?.pose.at),
                Aim::Spot(at) => (None, (*at).into()),
            };
            let by: Vec<u16> = by.iter().filter_map(|id| find(id).map(|unit| unit.id)).collect();
            let guns = *arms == Arms::Guns;
            (!by.is_empty()).then_some(ActionSeen::Shots { by, target, at, guns })
        }
    }
}

/// The way that a player drew for a piece.
struct Way {
    unit: u16,
    legs: Vec<Leg>,
}

impl Way {
    fn of<R: Ruleset>(command: &R::Command) -> Option<Way> {
        let command = serde_json::to_value(command).ok()?;
        let unit = piece_called("unit", &command)?;
        let legs = serde_json::from_value(legs_in(&command)?.clone()).ok()?;
        Some(Way { unit, legs })
    }

    /// The corners of the way, if it leads where the piece has gone.
    fn along(&self, moved: &MoveSeen) -> Option<Vec<longroll_wire::Pose>> {
        let (first, last) = (*moved.path.first()?, *moved.path.last()?);
        if moved.unit != self.unit {
            return None;
        }
        let mut pose = Pose {
            at: longroll_table::Point::new(first.at.x, first.at.y),
            facing: longroll_table::Heading(first.facing),
        };
        let mut path = vec![first];
        for leg in &self.legs {
            match leg {
                Leg::To(at) | Leg::Road(at) => pose.at = *at,
                Leg::Go { bearing, distance } => pose.at = pose.at.ahead(*bearing, *distance),
                Leg::Turn(facing) => pose.facing = *facing,
                Leg::Act(_) => continue,
            }
            path.push(pose.into());
        }
        let off = |a: i64, b: i64| (a - b).abs() < 1_000;
        let ends_there = off(pose.at.x, last.at.x) && off(pose.at.y, last.at.y);
        path.push(last);
        path.dedup();
        (ends_there && path.len() > 2).then_some(path)
    }
}

/// Legs stand in a list called `legs`, wherever the command keeps it.
fn legs_in(command: &Value) -> Option<&Value> {
    match command {
        Value::Object(fields) => fields.get("legs").or_else(|| fields.values().find_map(legs_in)),
        Value::Array(list) => list.iter().find_map(legs_in),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::sets;
    use crate::table::Table;
    use longroll_kit::Seat;
    use longroll_rulesets::RulesetId;
    use longroll_wire::{ActionSeen, FilmStep, TableView};
    use std::fs;
    use std::path::Path;

    fn kept_battles() -> Vec<(String, Box<dyn Table>)> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays");
        let mut battles = Vec::new();
        for set in RulesetId::ALL {
            let mut files: Vec<_> =
                fs::read_dir(root.join(set.id())).unwrap().map(|file| file.unwrap().path()).collect();
            files.sort();
            for file in files {
                let text = fs::read_to_string(&file).unwrap();
                battles.push((file.display().to_string(), sets::resume(*set, &text, None).unwrap()));
            }
        }
        battles
    }

    /// The table with a step's changes made.
    fn changed(mut view: TableView, step: &FilmStep) -> TableView {
        if let Some(table) = &step.table {
            view = TableView { units: view.units, ..(**table).clone() };
        }
        for unit in &step.changed {
            match view.units.iter_mut().find(|other| other.id == unit.id) {
                Some(old) => *old = unit.clone(),
                None => view.units.push(unit.clone()),
            }
        }
        view
    }

    #[test]
    fn a_film_shows_every_line_and_every_roll_of_the_log_once_and_in_order() {
        let (mut shots, mut moves) = (0, 0);
        for (name, table) in kept_battles() {
            for seat in Seat::ALL {
                let mut at = 0;
                while at < table.version() {
                    let part = table.replay(seat, at + 1, 50);
                    at += 50;
                    for frame in part.frames {
                        let here = format!("{name}, entry {}", frame.step);
                        let lines: Vec<u32> = frame.film.iter().filter_map(|step| step.line).collect();
                        if frame.entry.takes_back.is_none() {
                            let told: Vec<u32> = (0..).take(frame.entry.lines.len()).collect();
                            assert_eq!(lines, told, "{here}");
                        }
                        let mut rolls: Vec<u32> = frame
                            .film
                            .iter()
                            .flat_map(|step| step.rolls.iter().map(|seen| seen.roll))
                            .collect();
                        rolls.sort_unstable();
                        let thrown: Vec<u32> = (0..).take(frame.entry.dice.len()).collect();
                        assert_eq!(rolls, thrown, "{here}: {:?}", frame.entry.text);
                        assert!(frame.film.iter().all(|step| step.entry == frame.step), "{here}");
                        for step in &frame.film {
                            shots += usize::from(matches!(step.action, Some(ActionSeen::Shots { .. })));
                            moves += step.moves.len();
                        }
                    }
                }
            }
        }
        assert!(shots > 500 && moves > 1000, "{shots} shots, {moves} moves");
    }

    #[test]
    fn the_table_before_a_film_and_its_changes_make_the_table_after_it() {
        for (name, table) in kept_battles() {
            for seat in Seat::ALL {
                let version = table.version();
                let film = table.film(seat, version.saturating_sub(30));
                assert_eq!(film.after, version.saturating_sub(30), "{name}");
                let after = film.steps.iter().fold(film.before, changed);
                let now = table.sight(seat).view;
                assert!(after == now, "{name}: the film ends with another table than the game for {seat:?}");
            }
        }
    }

    #[test]
    fn dice_lie_on_the_side_of_whoever_threw_them() {
        let (mut both, mut all) = (0, 0);
        for (_, table) in kept_battles() {
            let film = table.film(Seat::Spectator, 0);
            for step in film.steps.iter().filter(|step| step.rolls.len() == 2) {
                all += 1;
                both += usize::from(step.rolls[0].by != step.rolls[1].by);
            }
        }
        assert!(all > 20 && both > 10, "{both} of {all} pairs of rolls are of both sides");
    }
}
