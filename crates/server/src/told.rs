//! The log in words, for each seat from what it may know.

use crate::film::dealt;
use crate::guard::guarded;
use longroll_game::{Close, Entry, Game, Happened, Undo};
use longroll_kit::{Ruleset, Seat, Side, Thought, side_name};
use longroll_wire::{DiceThrown, LogEntry, LogLine, ThoughtView, dice_thrown};
use serde_json::Value;

/// The log of one game, once for each seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    entries: [Vec<LogEntry>; 3],
    /// The game is over: nothing is sealed any more.
    all: bool,
}

/// What a seat reads of an order that is not shown to it.
const SEALED: &str = "Gives a sealed order";

impl Told {
    /// Tells a whole game again.
    pub(crate) fn of<R: Ruleset>(game: &Game<R>) -> Told {
        let mut told = Told { all: game.is_closed(), ..Told::default() };
        let mut before: Option<R::State> = None;
        for frame in game.replay() {
            match frame.happened {
                Happened::Opened => {
                    let lines = frame.tellings.iter().map(|telling| LogLine {
                        text: telling.text.clone(),
                        clause: telling.clause.map(|clause| clause.to_string()),
                        rolls: Vec::new(),
                    });
                    let entry = LogEntry { lines: lines.collect(), ..plain(0, None, "Muster") };
                    told.entries.iter_mut().for_each(|entries| entries.push(entry.clone()));
                }
                Happened::Entry(entry) => {
                    if let Some(before) = &before {
                        told.entry::<R>(before, entry);
                    }
                }
                Happened::Undo(undo) => told.undo(undo),
                Happened::Closed(close) => {
                    let number = u32::try_from(told.entries[0].len()).unwrap_or(u32::MAX);
                    told.closed(number, close);
                }
                Happened::Approved(approval) => {
                    let number = u32::try_from(told.entries[0].len()).unwrap_or(u32::MAX);
                    told.approved(number, approval.by);
                }
            }
            before = Some(frame.state);
        }
        told
    }

    /// Adds a command that was carried out. `before` is the state that it was given in.
    pub(crate) fn entry<R: Ruleset>(&mut self, before: &R::State, entry: &Entry<R>) {
        let dice: Vec<DiceThrown> = entry.dice.iter().map(dice_thrown).collect();
        // Only what was thrown openly is shown beside a piece; an order without dice may be nobody else's business.
        let unit = if dice.is_empty() { None } else { thrower::<R>(&entry.command) };
        for seat in Seat::ALL {
            let mut state = before.clone();
            let shown = self.all
                || guarded(|| R::shows_command(before, entry.by, &entry.command, seat)).unwrap_or(false);
            let label = || R::label(&R::seen(&state, seat), &entry.command);
            let text = if shown { guarded(label).unwrap_or_default() } else { SEALED.to_owned() };
            let mut lines: Vec<LogLine> = Vec::with_capacity(entry.events.len());
            let mut throws = Vec::new();
            for event in &entry.events {
                let shows = || self.all || R::shows(&state, event, seat);
                let told = || {
                    shows().then(|| (line::<R>(&state, seat, event), R::cue(&R::seen(&state, seat), event)))
                };
                if let Some((told, cue)) = guarded(told).flatten() {
                    // What is thrown for an event without words stands with the line before it.
                    lines.extend(told);
                    let at = lines.len().saturating_sub(1);
                    throws.extend(cue.throws.into_iter().map(|throw| (at, throw)));
                }
                R::apply(&mut state, event);
            }
            if shown {
                for (at, roll) in dealt(0, &throws, entry) {
                    if let Some(line) = lines.get_mut(at) {
                        line.rolls.push(roll);
                    }
                }
            }
            let dice = if shown { dice.clone() } else { Vec::new() };
            let unit = unit.filter(|_| shown);
            let standing_order = entry.standing_order.clone().filter(|_| shown);
            let thought = entry.thought.as_ref().filter(|_| self.all).map(thought_view);
            let advised = entry.advised && shown;
            let told = plain(entry.number, Some(entry.by), &text);
            let entry = LogEntry { dice, lines, unit, standing_order, thought, advised, ..told };
            self.entries[seat as usize].push(entry);
        }
    }

    pub(crate) fn undo(&mut self, undo: &Undo) {
        for entries in &mut self.entries {
            if let Some(gone) = entries.iter_mut().find(|entry| entry.number == undo.takes_back) {
                gone.undone = true;
            }
            let text = "Takes the last order back";
            let takes_back = Some(undo.takes_back);
            entries.push(LogEntry { takes_back, ..plain(undo.number, Some(undo.by), text) });
        }
    }

    pub(crate) fn closed(&mut self, number: u32, close: &Close) {
        let text = match (close.abandoned, close.winner) {
            (true, _) => "The game is given up".to_owned(),
            (false, Some(side)) => format!("The battle is over: {} wins", side_name(side)),
            (false, None) => "The battle is over: a draw".to_owned(),
        };
        for entries in &mut self.entries {
            entries.push(plain(number, None, &text));
        }
    }

    pub(crate) fn approved(&mut self, number: u32, by: Side) {
        for entries in &mut self.entries {
            entries.push(plain(number, Some(by), "Signs the log of the battle"));
        }
    }

    /// Entries after the one of this number; the muster too if it is nothing.
    pub(crate) fn after(&self, seat: Seat, number: Option<u32>) -> Vec<LogEntry> {
        let skipped = number.map_or(0, |number| number as usize + 1);
        self.entries[seat as usize].iter().skip(skipped).cloned().collect()
    }

    pub(crate) fn at(&self, seat: Seat, number: usize) -> Option<&LogEntry> {
        self.entries[seat as usize].get(number)
    }
}

/// Is this all that the seat learnt of an order: that it was given?
pub(crate) fn is_sealed(entry: &LogEntry) -> bool {
    entry.text == SEALED && entry.lines.is_empty()
}

/// One event in words, if it is worth a word.
pub(crate) fn line<R: Ruleset>(state: &R::State, seat: Seat, event: &R::Event) -> Option<LogLine> {
    let telling = R::tell(&R::seen(state, seat), event);
    let line = LogLine {
        text: telling.text,
        clause: telling.clause.map(|clause| clause.to_string()),
        rolls: Vec::new(),
    };
    (!line.text.is_empty()).then_some(line)
}

/// In commands the piece that acts is called `unit`.
fn thrower<R: Ruleset>(command: &R::Command) -> Option<u16> {
    piece_called("unit", &serde_json::to_value(command).ok()?)
}

/// The first piece that a command keeps under this name, alone or with the word for its kind: `3` or `{"unit": 3}`.
pub(crate) fn piece_called(name: &str, command: &Value) -> Option<u16> {
    let piece = |value: &Value| value.as_u64().and_then(|id| u16::try_from(id).ok());
    match command {
        Value::Object(fields) => fields
            .get(name)
            .and_then(|found| piece(found).or_else(|| piece(found.get("unit")?)))
            .or_else(|| fields.values().find_map(|inner| piece_called(name, inner))),
        Value::Array(list) => list.iter().find_map(|inner| piece_called(name, inner)),
        _ => None,
    }
}

fn thought_view(thought: &Thought) -> ThoughtView {
    ThoughtView {
        intent: thought.intent.clone(),
        chance: thought.chance,
        between: thought.between,
        runner_up: thought.runner_up.clone(),
        against: thought.against.clone(),
        trials: thought.trials,
    }
}

fn plain(number: u32, by: Option<Side>, text: &str) -> LogEntry {
    LogEntry {
        number,
        by: by.map(Into::into),
        text: text.to_owned(),
        standing_order: None,
        unit: None,
        dice: Vec::new(),
        lines: Vec::new(),
        thought: None,
        advised: false,
        takes_back: None,
        undone: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn pieces_are_found_wherever_the_ruleset_keeps_them() {
        let target = |command| piece_called("target", &command);
        assert_eq!(target(json!({"fire": {"unit": 1, "target": 4}})), Some(4));
        assert_eq!(target(json!({"fire": {"unit": 1, "target": {"unit": 4}}})), Some(4));
        assert_eq!(target(json!({"fire": {"unit": 1, "target": {"work": 4}}})), None);
        assert_eq!(target(json!({"charge": {"charges": [{"unit": 1, "target": 9}]}})), Some(9));
        assert_eq!(target(json!({"react": {"units": [2], "how": {"fire": {"target": 7}}}})), Some(7));
        assert_eq!(target(json!({"charge": {"sallies": [{"unit": 1, "target": null}]}})), None);
        assert_eq!(target(json!("end_step")), None);
        assert_eq!(piece_called("unit", &json!({"move": {"unit": 70000}})), None);
    }
}
