use crate::Ruleset;
use std::fmt;
use std::ops::Deref;

/// The state while a command is being decided. It can be read freely but changes only by emitting an event, so what
/// the deciding code sees is exactly what a replay of the events will rebuild.
pub struct Draft<R: Ruleset> {
    state: R::State,
    events: Vec<R::Event>,
}

impl<R: Ruleset> Draft<R> {
    pub fn of(state: &R::State) -> Self {
        Draft { state: state.clone(), events: Vec::new() }
    }

    pub fn emit(&mut self, event: R::Event) {
        R::apply(&mut self.state, &event);
        self.events.push(event);
    }

    pub fn into_events(self) -> Vec<R::Event> {
        self.events
    }
}

impl<R: Ruleset> Deref for Draft<R> {
    type Target = R::State;

    fn deref(&self) -> &R::State {
        &self.state
    }
}

impl<R: Ruleset> fmt::Debug for Draft<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Draft").field("events", &self.events).finish_non_exhaustive()
    }
}
