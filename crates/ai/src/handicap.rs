use crate::{Appraisal, Decision, Policy, Recruit, Words};
use longroll_kit::Side;

/// Plays at its level, but so many decisions of a hundred are left to a recruit.
pub(crate) struct Handicapped<R: Appraisal> {
    inner: Box<dyn Policy<R>>,
    recruit: Box<dyn Policy<R>>,
    words: Words,
    percent: u8,
}

impl<R: Appraisal> Handicapped<R> {
    pub(crate) fn new(inner: Box<dyn Policy<R>>, mut words: Words, percent: u8) -> Handicapped<R> {
        let whims = Words::from_word(words.word());
        Handicapped { inner, recruit: Box::new(Recruit::new(whims)), words, percent }
    }

    fn slips(&mut self) -> bool {
        self.words.below(100) < usize::from(self.percent)
    }
}

impl<R: Appraisal> Policy<R> for Handicapped<R> {
    fn choose(&mut self, known: &R::State, side: Side) -> Option<R::Command> {
        if self.slips() { self.recruit.choose(known, side) } else { self.inner.choose(known, side) }
    }

    fn decide(&mut self, known: &R::State, side: Side) -> Option<Decision<R::Command>> {
        if self.slips() { self.recruit.decide(known, side) } else { self.inner.decide(known, side) }
    }
}
