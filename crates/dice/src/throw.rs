//! The one way in which a rule gets at dice.

use crate::{Clause, Die, FaceList, Read, Reading, Roll, Wanted};

/// Something that answers rolls. Rule procedures take `&mut dyn Dice` and never know whether the dice are drawn,
/// typed in, read from a script, or followed through all their results at once.
pub trait Dice {
    /// Answers one roll, or says what is still wanted. The kind of reading is the one that the roll asks for:
    /// a number for [`Read::Sum`] and [`Read::AtLeast`], faces for the others.
    fn throw(&mut self, roll: &Roll) -> Result<Reading, Wanted>;

    /// The sum of `n` dice. No dice add up to 0, and nothing is asked of anybody.
    fn sum(&mut self, clause: Clause, n: u32, die: Die) -> Result<u32, Wanted> {
        let roll = Roll { clause, n, die, read: Read::Sum };
        if n == 0 { Ok(0) } else { number(&roll, self.throw(&roll)?) }
    }

    /// The sum of `n` dice for a rule that does not tell all sums apart: `alike` says which of them lead to the same. Dice that are
    /// thrown give their sum as ever; exact odds follow one sum of each kind, with the weight of all.
    fn sum_alike(
        &mut self,
        clause: Clause,
        n: u32,
        die: Die,
        alike: &dyn Fn(u32, u32) -> bool,
    ) -> Result<u32, Wanted> {
        let _ = alike;
        self.sum(clause, n, die)
    }

    /// How many of `n` dice show `at_least` or more.
    fn count(&mut self, clause: Clause, n: u32, die: Die, at_least: u8) -> Result<u32, Wanted> {
        let roll = Roll { clause, n, die, read: Read::AtLeast(at_least) };
        if n == 0 { Ok(0) } else { number(&roll, self.throw(&roll)?) }
    }

    /// One die.
    fn one(&mut self, clause: Clause, die: Die) -> Result<u8, Wanted> {
        let roll = Roll { clause, n: 1, die, read: Read::Sum };
        u8::try_from(number(&roll, self.throw(&roll)?)?).map_err(|_| Wanted::Misread { roll })
    }

    /// `n` dice in the order thrown, for rules that tell them apart (two colours, first and second).
    fn faces(&mut self, clause: Clause, n: u32, die: Die) -> Result<FaceList, Wanted> {
        let roll = Roll { clause, n, die, read: Read::Faces };
        if n == 0 { Ok(FaceList::new()) } else { faces(&roll, self.throw(&roll)?) }
    }

    /// `n` dice, highest first, for rules that look at doubles or at the best of them.
    fn sorted(&mut self, clause: Clause, n: u32, die: Die) -> Result<FaceList, Wanted> {
        let roll = Roll { clause, n, die, read: Read::Sorted };
        if n == 0 { Ok(FaceList::new()) } else { faces(&roll, self.throw(&roll)?) }
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn throw(&mut self, roll: &Roll) -> Result<Reading, Wanted> {
        (**self).throw(roll)
    }

    fn sum_alike(
        &mut self,
        clause: Clause,
        n: u32,
        die: Die,
        alike: &dyn Fn(u32, u32) -> bool,
    ) -> Result<u32, Wanted> {
        (**self).sum_alike(clause, n, die, alike)
    }
}

impl<D: Dice + ?Sized> Dice for Box<D> {
    fn throw(&mut self, roll: &Roll) -> Result<Reading, Wanted> {
        (**self).throw(roll)
    }

    fn sum_alike(
        &mut self,
        clause: Clause,
        n: u32,
        die: Die,
        alike: &dyn Fn(u32, u32) -> bool,
    ) -> Result<u32, Wanted> {
        (**self).sum_alike(clause, n, die, alike)
    }
}

fn number(roll: &Roll, reading: Reading) -> Result<u32, Wanted> {
    match reading {
        Reading::Number(number) => Ok(number),
        Reading::Faces(_) => Err(Wanted::Misread { roll: *roll }),
    }
}

fn faces(roll: &Roll, reading: Reading) -> Result<FaceList, Wanted> {
    match reading {
        Reading::Faces(faces) => Ok(faces),
        Reading::Number(_) => Err(Wanted::Misread { roll: *roll }),
    }
}
