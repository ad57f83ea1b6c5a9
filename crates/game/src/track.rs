//! The state as the log goes on, with marks to which an undo can go back.

use crate::log::{Entry, Line};
use longroll_kit::Ruleset;

/// After so many entries in force the state is kept, so that an undo never builds more than these anew.
const STRIDE: usize = 256;

/// The state, and the entries in force that led to it.
#[derive(Clone, Debug)]
pub(crate) struct Track<R: Ruleset> {
    state: R::State,
    /// Places in the log of the entries that have not been taken back, oldest first.
    in_force: Vec<usize>,
    /// The state after none, [`STRIDE`], twice [`STRIDE`]… of the entries in force; never empty.
    marks: Vec<R::State>,
}

impl<R: Ruleset> Track<R> {
    /// Nothing has happened yet but the opening.
    pub(crate) fn from(opened: R::State) -> Self {
        Track { marks: vec![opened.clone()], state: opened, in_force: Vec::new() }
    }

    pub(crate) fn state(&self) -> &R::State {
        &self.state
    }

    pub(crate) fn in_force(&self) -> &[usize] {
        &self.in_force
    }

    /// Records the entry at this place of the log. Each event is shown, with the state before it, to `look`.
    pub(crate) fn record(
        &mut self,
        place: usize,
        entry: &Entry<R>,
        mut look: impl FnMut(&R::State, &R::Event),
    ) {
        for event in &entry.events {
            look(&self.state, event);
            R::apply(&mut self.state, event);
        }
        self.in_force.push(place);
        if self.in_force.len().is_multiple_of(STRIDE) {
            self.marks.push(self.state.clone());
        }
    }

    /// Goes back to before the newest entry in force.
    pub(crate) fn take_back(&mut self, lines: &[Line<R>]) {
        self.in_force.pop();
        self.marks.truncate(self.in_force.len() / STRIDE + 1);
        if let Some(mark) = self.marks.last() {
            self.state = mark.clone();
        }
        for place in &self.in_force[(self.marks.len() - 1) * STRIDE..] {
            if let Some(Line::Entry(entry)) = lines.get(*place) {
                entry.events.iter().for_each(|event| R::apply(&mut self.state, event));
            }
        }
    }
}
