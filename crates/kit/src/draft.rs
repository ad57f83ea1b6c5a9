use crate::{Clause, Ruleset};
use longroll_dice::Wanted;
use std::collections::VecDeque;
use std::fmt;
use std::ops::Deref;

/// The state while a command is being decided. It can be read freely but changes only by emitting an event, so what
/// the deciding code sees is exactly what a replay of the events will rebuild.
pub struct Draft<R: Ruleset> {
    state: R::State,
    events: Vec<R::Event>,
    /// Answers of players that have not been used yet.
    answers: VecDeque<R::Answer>,
    is_worked_anew: bool,
    /// What a player is asked, if that stopped the command.
    question: Option<R::Question>,
}

impl<R: Ruleset> Draft<R> {
    pub fn of(state: &R::State) -> Self {
        Draft::answered(state, Vec::new())
    }

    /// With answers to the questions that will be asked, in their order.
    pub(crate) fn answered(state: &R::State, answers: Vec<R::Answer>) -> Self {
        let is_worked_anew = !answers.is_empty();
        Draft {
            state: state.clone(),
            events: Vec::new(),
            answers: answers.into(),
            is_worked_anew,
            question: None,
        }
    }

    /// Is it worked anew, with answers to questions that stopped it before?
    pub fn is_worked_anew(&self) -> bool {
        self.is_worked_anew
    }

    /// The owner's choice, or a stop until he has made it: asked for like a die.
    ///
    /// # Errors
    /// [`Wanted::Choice`] when there is no answer yet. The caller hands it on as it hands on dice that are wanted.
    pub fn choose(&mut self, clause: Clause, question: R::Question) -> Result<R::Answer, Wanted> {
        match self.answers.pop_front() {
            Some(answer) => Ok(answer),
            None => {
                self.question = Some(question);
                Err(Wanted::Choice { clause })
            }
        }
    }

    pub fn emit(&mut self, event: R::Event) {
        R::apply(&mut self.state, &event);
        self.events.push(event);
    }

    pub fn into_events(self) -> Vec<R::Event> {
        self.events
    }

    pub(crate) fn into_parts(self) -> (Vec<R::Event>, Option<R::Question>) {
        (self.events, self.question)
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
