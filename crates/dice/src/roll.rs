//! What a rule asks of the dice, and what it reads off them.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{Clause, Die, Wanted};

/// The most dice that one roll may ask for.
pub const MAX_DICE: u32 = 1000;

/// The numbers thrown, one for each die. Up to sixteen dice take no memory of their own.
pub type FaceList = SmallVec<[u8; 16]>;

/// What the rule looks at. Ask for the coarsest thing that serves: twelve dice counted have 13 readings, their
/// faces in order have two thousand million.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Read {
    /// All dice added up.
    Sum,
    /// How many dice show this number or more.
    AtLeast(u8),
    /// Each die, in the order thrown.
    Faces,
    /// Each die, highest first: for rules that look at doubles or at the best two.
    Sorted,
}

/// A roll that a clause asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Roll {
    /// The clause that asks.
    pub clause: Clause,
    /// How many dice, at most [`MAX_DICE`].
    pub n: u32,
    /// Which kind of die.
    pub die: Die,
    /// What the rule looks at.
    pub read: Read,
}

/// What was read off the dice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// The sum, or the count of dice that were high enough.
    Number(u32),
    /// The dice themselves, in the order in which the roll wants to see them.
    Faces(FaceList),
}

/// The number that a die must reach, from a sum of modifiers that may have led below zero or above every die.
pub fn at_least(need: i32) -> u8 {
    need.clamp(0, i32::from(u8::MAX)) as u8
}

impl Roll {
    /// Reads the dice thrown as this roll wants them read.
    pub fn read_off(&self, faces: &[u8]) -> Reading {
        match self.read {
            Read::Sum => Reading::Number(faces.iter().copied().map(u32::from).sum()),
            Read::AtLeast(need) => Reading::Number(faces.iter().map(|&face| u32::from(face >= need)).sum()),
            Read::Faces => Reading::Faces(FaceList::from_slice(faces)),
            Read::Sorted => {
                let mut sorted = FaceList::from_slice(faces);
                sorted.sort_unstable_by(|a, b| b.cmp(a));
                Reading::Faces(sorted)
            }
        }
    }

    /// How many dice of which kind, in words: "4d6", "1d10", "3 average dice".
    pub fn pool(&self) -> String {
        match (self.die, self.n) {
            (Die::Average, 1) => "1 average die".into(),
            (Die::Average, n) => format!("{n} average dice"),
            (die, n) => format!("{n}{die}"),
        }
    }

    /// What to do before any source is asked: no dice read as nothing at once, too many are refused.
    pub(crate) fn before_throwing(&self) -> Result<Option<Reading>, Wanted> {
        match self.n {
            0 => Ok(Some(self.read_off(&[]))),
            1..=MAX_DICE => Ok(None),
            _ => Err(Wanted::TooMany { roll: *self }),
        }
    }

    /// How the dice will be read, in words that follow the pool; empty when it goes without saying.
    pub(crate) fn manner(&self) -> String {
        match self.read {
            Read::Sum | Read::Faces | Read::Sorted if self.n == 1 => String::new(),
            Read::Sum => ", added up".into(),
            Read::AtLeast(need) if need <= self.die.lowest() => ", every die counts".into(),
            Read::AtLeast(need) if need > self.die.highest() => ", though none can count".into(),
            Read::AtLeast(need) if need == self.die.highest() => format!(", each {need} counts"),
            Read::AtLeast(need) => format!(", each {need} or more counts"),
            Read::Faces => ", in the order thrown".into(),
            Read::Sorted => ", highest first".into(),
        }
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {}{}", self.pool(), self.clause, self.manner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Clause = Clause::new("test");

    fn roll(n: u32, die: Die, read: Read) -> Roll {
        Roll { clause: TEST, n, die, read }
    }

    #[test]
    fn each_way_of_reading() {
        let faces = [3, 6, 1, 5];
        assert_eq!(roll(4, Die::D6, Read::Sum).read_off(&faces), Reading::Number(15));
        assert_eq!(roll(4, Die::D6, Read::AtLeast(5)).read_off(&faces), Reading::Number(2));
        assert_eq!(roll(4, Die::D6, Read::AtLeast(0)).read_off(&faces), Reading::Number(4));
        assert_eq!(roll(4, Die::D6, Read::AtLeast(7)).read_off(&faces), Reading::Number(0));
        assert_eq!(
            roll(4, Die::D6, Read::Faces).read_off(&faces),
            Reading::Faces(FaceList::from_slice(&[3, 6, 1, 5]))
        );
        assert_eq!(
            roll(4, Die::D6, Read::Sorted).read_off(&faces),
            Reading::Faces(FaceList::from_slice(&[6, 5, 3, 1]))
        );
    }

    #[test]
    fn a_needed_number_stays_within_reach_of_a_byte() {
        assert_eq!(
            [at_least(-3), at_least(0), at_least(5), at_least(255), at_least(256)],
            [0, 0, 5, 255, 255]
        );
    }

    #[test]
    fn rolls_in_words() {
        assert_eq!(roll(2, Die::D6, Read::Sum).to_string(), "2d6 for test, added up");
        assert_eq!(roll(1, Die::D10, Read::Sum).to_string(), "1d10 for test");
        assert_eq!(
            roll(3, Die::Average, Read::AtLeast(5)).to_string(),
            "3 average dice for test, each 5 counts"
        );
        assert_eq!(roll(3, Die::D6, Read::AtLeast(5)).to_string(), "3d6 for test, each 5 or more counts");
        assert_eq!(roll(3, Die::D6, Read::AtLeast(1)).to_string(), "3d6 for test, every die counts");
        assert_eq!(roll(3, Die::D6, Read::AtLeast(7)).to_string(), "3d6 for test, though none can count");
    }

    #[test]
    fn json_of_a_roll() {
        let asked = roll(4, Die::D6, Read::AtLeast(5));
        let json = serde_json::to_string(&asked).unwrap();
        assert_eq!(json, r#"{"clause":"test","n":4,"die":"d6","read":{"at_least":5}}"#);
        assert_eq!(serde_json::from_str::<Roll>(&json).unwrap(), asked);
    }
}
