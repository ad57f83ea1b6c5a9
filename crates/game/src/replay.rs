//! Showing a game again, line by line.

use crate::game::Game;
use crate::guard::guarded;
use crate::log::{Approval, Close, Entry, Line, Undo};
use crate::track::Track;
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
    Approved(&'a Approval),
}

/// The moments of a game from its muster on.
#[derive(Clone, Debug)]
pub struct Replay<'a, R: Ruleset> {
    game: &'a Game<R>,
    /// The state so far; nothing before the muster was shown.
    track: Option<Track<R>>,
    next: usize,
}

impl<R: Ruleset> Game<R> {
    /// Shows the game again from its muster on, with what was taken back.
    pub fn replay(&self) -> Replay<'_, R> {
        Replay { game: self, track: None, next: 0 }
    }

    /// Shows the game again from a little before a step on, with the number of the first step shown; step 0 is the muster.
    pub fn replay_near(&self, step: usize) -> (usize, Replay<'_, R>) {
        // Step n shows the line at place n - 1, so the track must end before that place.
        match step.checked_sub(1).map(|place| self.track.near(place)) {
            Some((Some(last), track)) => {
                (last + 2, Replay { game: self, track: Some(track), next: last + 1 })
            }
            _ => (0, self.replay()),
        }
    }
}

impl<'a, R: Ruleset> Iterator for Replay<'a, R> {
    type Item = Frame<'a, R>;

    fn next(&mut self) -> Option<Frame<'a, R>> {
        let Some(track) = &mut self.track else { return Some(self.opened()) };
        let line = self.game.lines().get(self.next)?;
        let mut tellings = Vec::new();
        let happened = match line {
            Line::Entry(entry) => {
                track.record(self.next, entry, |state, event| tellings.extend(told::<R>(state, event)));
                Happened::Entry(entry)
            }
            Line::Undo(undo) => {
                track.take_back(self.game.lines());
                Happened::Undo(undo)
            }
            Line::End(close) => Happened::Closed(close),
            // The table is as it was.
            Line::Approved(approval) => Happened::Approved(approval),
        };
        self.next += 1;
        Some(Frame { happened, tellings, state: track.state().clone() })
    }
}

impl<'a, R: Ruleset> Replay<'a, R> {
    fn opened(&mut self) -> Frame<'a, R> {
        let mut state = self.game.blank.clone();
        let mut tellings = Vec::new();
        for event in self.game.opened() {
            tellings.extend(told::<R>(&state, event));
            R::apply(&mut state, event);
        }
        self.track = Some(Track::from(state.clone()));
        Frame { happened: Happened::Opened, tellings, state }
    }
}

/// The event in words. A file may hold events that can be recorded but make no sense.
fn told<R: Ruleset>(state: &R::State, event: &R::Event) -> Option<Telling> {
    let unclear = || Telling { clause: None, text: "this event does not fit the game".to_owned() };
    let telling = guarded(|| R::tell(state, event)).unwrap_or_else(unclear);
    (!telling.text.is_empty()).then_some(telling)
}
