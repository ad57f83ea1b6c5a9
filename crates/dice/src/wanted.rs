//! Why a roll could not be answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Clause, MAX_DICE, Roll};

/// A roll has no answer: mostly because the dice are still to be thrown, otherwise because those given do not fit.
///
/// A procedure passes it up with `?`. Who runs the procedure asks for the dice and runs it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Error)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Wanted {
    /// The dice are still to be thrown. `given` dice of this very roll are there already (none, as a rule).
    #[error("{}", not_thrown(roll, *given))]
    NotThrown { roll: Roll, given: u32 },
    /// A player must choose first; what he chooses may decide what is thrown.
    #[error("a choice is wanted first ({clause})")]
    Choice { clause: Clause },
    /// A list of dice was given, but not of the right length.
    #[error("{} {} wanted for {}, but {given} {} given", roll.pool(), are(roll.n), roll.clause, were(*given))]
    WrongCount { roll: Roll, given: u32 },
    /// A number was given that does not stand on the die.
    #[error("a {} cannot show {face} ({} for {})", roll.die, roll.pool(), roll.clause)]
    BadFace { roll: Roll, face: u8 },
    /// A script marks the end of a roll in the middle of this one, after so many of its dice.
    #[error("the script marks the end of a roll after {after} of the {} for {}", roll.pool(), roll.clause)]
    SplitRoll { roll: Roll, after: u32 },
    /// The roll asks for more dice than [`MAX_DICE`].
    #[error("{} for {} are too many: one roll takes at most {MAX_DICE} dice", roll.pool(), roll.clause)]
    TooMany { roll: Roll },
    /// The command has thrown so often that its roll numbers are used up.
    #[error("{} for {} cannot be thrown: one command takes at most 65536 rolls", roll.pool(), roll.clause)]
    TooManyRolls { roll: Roll },
    /// Exact odds were asked for, and with this roll there are more ways than can be followed.
    #[error("{} for {} would lead too far for exact odds", roll.pool(), roll.clause)]
    TooWide { roll: Roll },
    /// Exact odds leave open what follows from so rare a throw as the one before this. Who can tell what has happened up to here
    /// may give that.
    #[error("what {} for {} would bring is left open", roll.pool(), roll.clause)]
    LeftOpen { roll: Roll },
    /// The source of dice answered with another kind of reading than the roll asked for.
    #[error("the dice for {} were not read as the clause wants them read ({})", roll.clause, roll.pool())]
    Misread { roll: Roll },
}

impl Wanted {
    /// The roll that has no answer; none where a choice is wanted.
    pub fn roll(&self) -> Option<&Roll> {
        match self {
            Self::NotThrown { roll, .. }
            | Self::WrongCount { roll, .. }
            | Self::BadFace { roll, .. }
            | Self::SplitRoll { roll, .. }
            | Self::TooMany { roll }
            | Self::TooManyRolls { roll }
            | Self::TooWide { roll }
            | Self::LeftOpen { roll }
            | Self::Misread { roll } => Some(roll),
            Self::Choice { .. } => None,
        }
    }

    /// Whether all is well and the dice have merely to be thrown.
    pub fn is_not_thrown(&self) -> bool {
        matches!(self, Self::NotThrown { .. })
    }
}

fn not_thrown(roll: &Roll, given: u32) -> String {
    let there = match given {
        0 => String::new(),
        given => format!(" ({given} of them {} given)", are(given)),
    };
    format!("{} {} wanted for {}{}{there}", roll.pool(), are(roll.n), roll.clause, roll.manner())
}

fn are(n: u32) -> &'static str {
    if n == 1 { "is" } else { "are" }
}

fn were(n: u32) -> &'static str {
    if n == 1 { "was" } else { "were" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clause, Die, Read};

    #[test]
    fn in_plain_english() {
        let clause = Clause::new("QP-COMBAT-04");
        let four = Roll { clause, n: 4, die: Die::D6, read: Read::AtLeast(6) };
        let one = Roll { clause, n: 1, die: Die::D10, read: Read::Sum };
        let said = |wanted: Wanted| wanted.to_string();
        assert_eq!(
            said(Wanted::NotThrown { roll: four, given: 0 }),
            "4d6 are wanted for QP-COMBAT-04, each 6 counts"
        );
        assert_eq!(
            said(Wanted::NotThrown { roll: four, given: 3 }),
            "4d6 are wanted for QP-COMBAT-04, each 6 counts (3 of them are given)"
        );
        assert_eq!(said(Wanted::NotThrown { roll: one, given: 0 }), "1d10 is wanted for QP-COMBAT-04");
        assert_eq!(
            said(Wanted::WrongCount { roll: four, given: 1 }),
            "4d6 are wanted for QP-COMBAT-04, but 1 was given"
        );
        assert_eq!(
            said(Wanted::BadFace { roll: four, face: 7 }),
            "a d6 cannot show 7 (4d6 for QP-COMBAT-04)"
        );
        assert_eq!(
            said(Wanted::SplitRoll { roll: four, after: 2 }),
            "the script marks the end of a roll after 2 of the 4d6 for QP-COMBAT-04"
        );
    }
}
