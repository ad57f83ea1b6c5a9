use crate::{Appraisal, Policy, Words};
use longroll_kit::{Offer, Side};

/// Any lawful command, with no thought at all.
#[derive(Clone, Debug)]
pub struct Random {
    words: Words,
}

impl Random {
    pub fn new(words: Words) -> Random {
        Random { words }
    }
}

impl<R: Appraisal> Policy<R> for Random {
    fn choose(&mut self, known: &R::State, side: Side) -> Option<R::Command> {
        let actors = R::actors(known, side);
        let actor = *actors.get(self.words.below(actors.len()))?;
        let mut offers = R::offers(known, side, actor);
        while !offers.is_empty() {
            match offers.swap_remove(self.words.below(offers.len())) {
                Offer::Do(command) => return Some(command),
                // A region in which no try was lawful is left for the next offer.
                Offer::Move(region) => {
                    let command = R::sample(known, side, &region, &mut || self.words.word());
                    if command.is_some() {
                        return command;
                    }
                }
            }
        }
        None
    }
}
