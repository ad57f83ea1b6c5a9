//! Dice from a script: for tests, rule cases and golden replays.

use std::str::FromStr;

use thiserror::Error;

use crate::{FaceList, Faces, Roll, Wanted};

/// Faces written down beforehand and used up in order.
///
/// As text they are numbers with blanks between: `5 5 5 | 3`. A bar may stand where a roll ends; it helps the eye, and
/// if it turns out to stand inside a roll, that roll is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scripted {
    faces: Vec<u8>,
    /// How many faces stand before each bar, ascending.
    bars: Vec<usize>,
    used: usize,
}

/// Why a text is not a script of dice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{word:?} is not a face of a die: a script holds numbers with blanks between, and bars where rolls end"
)]
pub struct BadScript {
    /// The word that could not be read, shortened if it is very long.
    pub word: String,
}

impl Scripted {
    /// These faces, without bars.
    pub fn new(faces: impl Into<Vec<u8>>) -> Self {
        Self { faces: faces.into(), bars: Vec::new(), used: 0 }
    }

    /// The faces written in a text such as `5 5 5 | 3`.
    pub fn parse(text: &str) -> Result<Self, BadScript> {
        let mut script = Self::default();
        for (number, part) in text.split('|').enumerate() {
            if number > 0 {
                script.bars.push(script.faces.len());
            }
            for word in part.split_whitespace() {
                let bad = || BadScript { word: word.chars().take(40).collect() };
                script.faces.push(word.parse().map_err(|_| bad())?);
            }
        }
        Ok(script)
    }

    /// The faces that no roll has asked for. A test should find none.
    pub fn left_over(&self) -> &[u8] {
        &self.faces[self.used..]
    }
}

impl FromStr for Scripted {
    type Err = BadScript;

    fn from_str(text: &str) -> Result<Self, BadScript> {
        Self::parse(text)
    }
}

impl Faces for Scripted {
    fn faces(&mut self, roll: &Roll, out: &mut FaceList) -> Result<(), Wanted> {
        let left = self.left_over();
        let n = roll.n as usize;
        let given = left.len().min(n);
        let first_bar = self.bars.partition_point(|&bar| bar <= self.used);
        if let Some(bar) = self.bars.get(first_bar).filter(|&&bar| bar < self.used + given) {
            return Err(Wanted::SplitRoll { roll: *roll, after: (bar - self.used) as u32 });
        }
        if given < n {
            return Err(Wanted::NotThrown { roll: *roll, given: given as u32 });
        }
        out.extend_from_slice(&left[..n]);
        self.used += n;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clause, Dice, Die, Read, Rolling};

    const TEST: Clause = Clause::new("test");

    #[test]
    fn faces_are_used_up_in_order() {
        let mut dice = Rolling::new(Scripted::new([5, 5, 1, 3, 6]));
        assert_eq!(dice.count(TEST, 3, Die::D6, 5), Ok(2));
        assert_eq!(dice.source().left_over(), [3, 6]);
        assert_eq!(dice.one(TEST, Die::D6), Ok(3));
        let two = Roll { clause: TEST, n: 2, die: Die::D6, read: Read::Sum };
        assert_eq!(dice.throw(&two), Err(Wanted::NotThrown { roll: two, given: 1 }));
        assert_eq!(dice.source().left_over(), [6]);
    }

    #[test]
    fn bars_must_fall_between_rolls() {
        let script = Scripted::parse("5 5 5 | 3|4 |").unwrap();
        let mut dice = Rolling::new(script.clone());
        assert_eq!(dice.sum(TEST, 3, Die::D6), Ok(15));
        assert_eq!(dice.one(TEST, Die::D6), Ok(3));
        assert_eq!(dice.one(TEST, Die::D6), Ok(4));
        assert!(dice.source().left_over().is_empty());

        let four = Roll { clause: TEST, n: 4, die: Die::D6, read: Read::Sum };
        let mut dice = Rolling::new(script.clone());
        assert_eq!(dice.throw(&four), Err(Wanted::SplitRoll { roll: four, after: 3 }));

        let mut dice = Rolling::new(script);
        assert_eq!(dice.sum(TEST, 2, Die::D6), Ok(10));
        let two = Roll { n: 2, ..four };
        assert_eq!(dice.throw(&two), Err(Wanted::SplitRoll { roll: two, after: 1 }));
    }

    #[test]
    fn bad_scripts_are_refused() {
        assert_eq!(Scripted::parse(""), Ok(Scripted::default()));
        for (text, word) in [("5 x 3", "x"), ("5,3", "5,3"), ("256", "256"), ("-1", "-1")] {
            assert_eq!(Scripted::parse(text), Err(BadScript { word: word.into() }));
        }
    }
}
