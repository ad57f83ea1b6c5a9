//! Choices that a rulebook gives to an owner in the middle of a procedure, asked for like dice.
//!
//! A procedure asks [`Draft::choose`] where the book says "the owner chooses". With no answer there the command stops, as it does for a die
//! that is not thrown. With the answer it is worked anew from the state in which it was given, with the dice already thrown and the answers
//! already given, and goes on from where it stopped; so no procedure has to be cut in two.

use crate::{Clause, Draft, Ruleset, Stop};
use longroll_dice::{Dice, Die, Read, Reading, Roll, Wanted};

/// For rulesets that ask nothing in mid-course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoChoice {}

/// How far a command could be worked.
#[derive(Debug)]
pub struct Worked<R: Ruleset> {
    /// All its events, those of earlier workings included.
    pub events: Vec<R::Event>,
    /// All its dice, those of earlier workings included.
    pub thrown: Vec<Reading>,
    pub end: WorkEnd<R>,
}

/// How the working of a command ended.
#[derive(Debug)]
pub enum WorkEnd<R: Ruleset> {
    Done,
    /// An owner must choose.
    Asks(R::Question),
    Stopped(Stop<R::Why>),
}

/// Works a command from the state in which it was given, with the dice and answers that there are.
pub fn work<R: Ruleset>(
    before: &R::State,
    thrown: Vec<Reading>,
    answers: Vec<R::Answer>,
    dice: &mut dyn Dice,
    obey: impl FnOnce(&mut Draft<R>, &mut dyn Dice) -> Result<(), Stop<R::Why>>,
) -> Worked<R> {
    let mut draft = Draft::answered(before, answers);
    let mut dice = Remembered { thrown, at: 0, dice };
    let result = obey(&mut draft, &mut dice);
    let (events, question) = draft.into_parts();
    let end = match (result, question) {
        (Ok(()), _) => WorkEnd::Done,
        (Err(Stop::Wanted(Wanted::Choice { .. })), Some(question)) => WorkEnd::Asks(question),
        (Err(stop), _) => WorkEnd::Stopped(stop),
    };
    Worked { events, thrown: dice.thrown, end }
}

/// Dice that give again what they gave before the question, and then go on.
struct Remembered<'a> {
    thrown: Vec<Reading>,
    at: usize,
    dice: &'a mut dyn Dice,
}

impl Remembered<'_> {
    fn known(&mut self) -> Option<Reading> {
        let known = self.thrown.get(self.at).cloned();
        self.at += 1;
        known
    }
}

impl Dice for Remembered<'_> {
    fn throw(&mut self, roll: &Roll) -> Result<Reading, Wanted> {
        if let Some(reading) = self.known() {
            return Ok(reading);
        }
        let reading = self.dice.throw(roll)?;
        self.thrown.push(reading.clone());
        Ok(reading)
    }

    fn sum_alike(
        &mut self,
        clause: Clause,
        n: u32,
        die: Die,
        alike: &dyn Fn(u32, u32) -> bool,
    ) -> Result<u32, Wanted> {
        if n == 0 {
            return Ok(0);
        }
        match self.known() {
            Some(Reading::Number(number)) => Ok(number),
            Some(Reading::Faces(_)) => {
                Err(Wanted::Misread { roll: Roll { clause, n, die, read: Read::Sum } })
            }
            None => {
                let number = self.dice.sum_alike(clause, n, die, alike)?;
                self.thrown.push(Reading::Number(number));
                Ok(number)
            }
        }
    }
}
