//! The state as the log goes on, with marks to which an undo can go back.

use crate::log::{Entry, Line};
use longroll_kit::Ruleset;

/// After so many entries in force the state is kept, so that an undo never builds more than these anew.
const STRIDE: usize = 256;
/// Marks between two of those, left by undos so that the next undo has less to build.
const MOST_BETWEEN: usize = 16;

/// The state, and the entries in force that led to it.
#[derive(Clone, Debug)]
pub(crate) struct Track<R: Ruleset> {
    state: R::State,
    /// Places in the log of the entries that have not been taken back, oldest first.
    in_force: Vec<usize>,
    /// The state after so many of the entries in force, in ascending order; never empty.
    marks: Vec<(usize, R::State)>,
}

impl<R: Ruleset> Track<R> {
    /// Nothing has happened yet but the opening.
    pub(crate) fn from(opened: R::State) -> Self {
        Track { marks: vec![(0, opened.clone())], state: opened, in_force: Vec::new() }
    }

    /// The track as it was after a place of the log that lies before `place` and not much earlier; with that place, unless it is
    /// the opening. What is in force now was so then, and no undo after it goes back before it.
    pub(crate) fn near(&self, place: usize) -> (Option<usize>, Self) {
        let place_of = |count: usize| count.checked_sub(1).map(|last| self.in_force[last]);
        let fits = |(count, _): &&(usize, R::State)| place_of(*count).is_none_or(|last| last < place);
        let (count, state) = self.marks.iter().rev().find(fits).unwrap_or(&self.marks[0]);
        let track = Track {
            state: state.clone(),
            in_force: self.in_force[..*count].to_vec(),
            marks: vec![(*count, state.clone())],
        };
        (place_of(*count), track)
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
            self.marks.retain(|(count, _)| count.is_multiple_of(STRIDE));
            self.marks.push((self.in_force.len(), self.state.clone()));
        }
    }

    /// Goes back to before the newest entry in force. On the way it leaves marks, closer and closer to where it ends: many undos
    /// then take not much longer than the entries that they take back.
    pub(crate) fn take_back(&mut self, lines: &[Line<R>]) {
        self.in_force.pop();
        let target = self.in_force.len();
        self.marks.retain(|(count, _)| *count <= target);
        let Some((first, state)) = self.marks.last() else { return };
        let (mut count, first) = (*first, *first);
        self.state = state.clone();
        let mut next_mark = count + (target - count).div_ceil(2);
        while count < target {
            if let Some(Line::Entry(entry)) = lines.get(self.in_force[count]) {
                entry.events.iter().for_each(|event| R::apply(&mut self.state, event));
            }
            count += 1;
            if count == next_mark {
                self.marks.push((count, self.state.clone()));
                next_mark = count + (target - count).div_ceil(2);
            }
        }
        let between = |(count, _): &(usize, R::State)| !count.is_multiple_of(STRIDE) && *count != first;
        while self.marks.iter().filter(|mark| between(mark)).count() > MOST_BETWEEN {
            match self.marks.iter().position(between) {
                Some(oldest) => drop(self.marks.remove(oldest)),
                None => break,
            }
        }
    }
}
