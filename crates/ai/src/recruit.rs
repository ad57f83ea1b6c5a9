use crate::captain::{best, candidates};
use crate::{Appraisal, Policy, Words};
use longroll_kit::Side;

/// Of a hundred things that he could do, so many do not come to a recruit's mind.
const MISSED: usize = 35;
/// Of a hundred decisions so many are taken on the spur of the moment.
const ON_A_WHIM: usize = 33;

/// Judges as a captain does, but of what might be done much does not come to his mind, and now and then he does not judge at all.
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
        let whim = self.words.below(100) < ON_A_WHIM;
        let noticed = if whim {
            // the first things that came to his mind
            noticed.into_iter().take(all.len().div_ceil(6)).collect()
        } else {
            noticed
        };
        // what came to his mind may all be unlawful
        best::<R>(known, side, noticed).or_else(|| best::<R>(known, side, all))
    }
}
