use crate::captain::{best, candidates};
use crate::{Appraisal, Policy, Words};
use longroll_kit::Side;

/// Of a hundred things that he could do, so many do not come to a recruit's mind.
const MISSED: usize = 45;

/// Judges as a captain does, but of what might be done much does not come to his mind.
#[derive(Clone, Debug)]
pub struct Recruit {
    words: Words,
}

impl Recruit {
    pub fn new(words: Words) -> Recruit {
        Recruit { words }
    }
}

impl<R: Appraisal> Policy<R> for Recruit {
    fn choose(&mut self, known: &R::State, side: Side) -> Option<R::Command> {
        let mut all = candidates::<R>(known, side);
        if all.len() <= 1 {
            return all.pop();
        }
        let start = self.words.below(all.len());
        all.rotate_left(start);
        let noticed: Vec<_> = all.iter().filter(|_| self.words.below(100) >= MISSED).cloned().collect();
        // what came to his mind may all be unlawful
        best::<R>(known, side, noticed).or_else(|| best::<R>(known, side, all))
    }
}
