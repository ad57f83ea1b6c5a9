//! Showing a game again, line by line.

use crate::game::{Game, can_be_taken_back};
use crate::guard::guarded;
use crate::log::{Close, Entry, Line, Undo};
use longroll_kit::{Ruleset, Telling};

/// One moment of a replay: what happened, in words, and the state after it.
#[derive(Clone, Debug)]
pub struct Frame<'a, R: Ruleset> {
    pub happened: Happened<'a, R>,
    /// One telling for each event.
    pub tellings: Vec<Telling>,
    pub state: R::State,
}

/// What a moment of a replay shows.
#[derive(Clone, Copy, Debug)]
pub enum Happened<'a, R: Ruleset> {
    Opened,
    Entry(&'a Entry<R>),
    Undo(&'a Undo),
    Closed(&'a Close),
}

/// The moments of a game from its muster on.
#[derive(Clone, Debug)]
pub struct Replay<'a, R: Ruleset> {
    game: &'a Game<R>,
    /// The state so far; nothing before the muster was shown.
    state: Option<R::State>,
    /// The states before the entries that can still be taken back.
    before: Vec<R::State>,
    next: usize,
}

impl<R: Ruleset> Game<R> {
    /// Shows the game again from its muster on, with what was taken back.
    pub fn replay(&self) -> Replay<'_, R> {
        Replay { game: self, state: None, before: Vec::new(), next: 0 }
    }
}

impl<'a, R: Ruleset> Iterator for Replay<'a, R> {
    type Item = Frame<'a, R>;

    fn next(&mut self) -> Option<Frame<'a, R>> {
        let Some(state) = self.state.take() else { return Some(self.opened()) };
        let Some(line) = self.game.lines().get(self.next) else {
            self.state = Some(state);
            return None;
        };
        self.next += 1;
        let (happened, tellings, state) = match line {
            Line::Entry(entry) => {
                if can_be_taken_back(entry).is_ok() {
                    self.before.push(state.clone());
                } else {
                    self.before.clear();
                }
                let (tellings, state) = told::<R>(state, &entry.events);
                (Happened::Entry(entry), tellings, state)
            }
            Line::Undo(undo) => (Happened::Undo(undo), Vec::new(), self.before.pop().unwrap_or(state)),
            Line::End(close) => (Happened::Closed(close), Vec::new(), state),
        };
        self.state = Some(state.clone());
        Some(Frame { happened, tellings, state })
    }
}

impl<'a, R: Ruleset> Replay<'a, R> {
    fn opened(&mut self) -> Frame<'a, R> {
        // The blank table was laid once when the game was started or loaded, so it can be laid again.
        let (tellings, state) = match R::blank(self.game.setup()) {
            Ok(blank) => told::<R>(blank, self.game.opened()),
            Err(_) => (Vec::new(), self.game.opened_state.clone()),
        };
        self.state = Some(state.clone());
        Frame { happened: Happened::Opened, tellings, state }
    }
}

/// Applies the events one by one, telling each from the state before it.
fn told<R: Ruleset>(mut state: R::State, events: &[R::Event]) -> (Vec<Telling>, R::State) {
    let mut tellings = Vec::with_capacity(events.len());
    for event in events {
        // A file may hold events that can be recorded but make no sense.
        let telling = guarded(|| R::tell(&state, event));
        let unclear = || Telling { clause: None, text: "this event does not fit the game".to_owned() };
        tellings.push(telling.unwrap_or_else(unclear));
        R::apply(&mut state, event);
    }
    (tellings, state)
}
