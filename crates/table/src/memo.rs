//! Lines of sight that were looked along before. The same question is asked over and over while orders are weighed: from the same
//! place at the same target past the same things. What is remembered is the whole question with its answer, so that an answer is
//! never that of another question; which questions are still remembered changes nothing but the time it takes.

use crate::Point;
use smallvec::SmallVec;
use std::cell::RefCell;

/// Everything on which the answer depends.
pub(crate) type Question = SmallVec<[i64; 64]>;

/// The point seen, or the place of what is in the way in the list of blockers and where it is met.
pub(crate) type Answer = Result<Point, (usize, Point)>;

/// Places for answers, a power of two.
const PLACES: usize = 1 << 14;
/// Longer questions are rare and not worth their memory.
const LONGEST: usize = 400;

type Place = Option<(Box<[i64]>, Answer)>;

thread_local! {
    static KNOWN: RefCell<Vec<Place>> = const { RefCell::new(Vec::new()) };
}

/// The answer to the question, from memory or found now.
pub(crate) fn remembered(question: &Question, find: impl FnOnce() -> Answer) -> Answer {
    if question.len() > LONGEST {
        return find();
    }
    let place = (mixed(question) as usize) % PLACES;
    let known = KNOWN.with_borrow(|known| match known.get(place) {
        Some(Some((asked, answer))) if **asked == **question => Some(*answer),
        _ => None,
    });
    if let Some(answer) = known {
        return answer;
    }
    let answer = find();
    KNOWN.with_borrow_mut(|known| {
        known.resize(PLACES, None);
        known[place] = Some((question.as_slice().into(), answer));
    });
    answer
}

/// A number that differs for nearly all different lists.
pub(crate) fn mixed(numbers: &[i64]) -> u64 {
    numbers.iter().fold(0x9E37_79B9_7F4A_7C15, |sum: u64, number| {
        let word = (sum ^ *number as u64).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word ^ (word >> 29)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Length, inches};

    #[test]
    fn an_answer_is_found_once_and_given_to_its_own_question_only() {
        let at = |x: i64| Point::at(inches(x), Length::ZERO);
        let ask = |question: &[i64], x: i64| remembered(&question.into(), || Ok(at(x)));
        assert_eq!(ask(&[1, 2], 5), Ok(at(5)));
        assert_eq!(ask(&[1, 2], 9), Ok(at(5)), "the first answer is kept");
        assert_eq!(ask(&[2, 1], 9), Ok(at(9)));
        // two questions of one place: the later takes it, and the earlier is found anew
        let place = mixed(&[1, 2]) as usize % PLACES;
        let rival = (3..).find(|n| mixed(&[*n]) as usize % PLACES == place).unwrap();
        assert_eq!(ask(&[rival], 7), Ok(at(7)));
        assert_eq!(ask(&[1, 2], 9), Ok(at(9)));
    }
}
