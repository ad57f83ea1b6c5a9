use crate::general::{Effort, General};
use crate::handicap::Handicapped;
use crate::{Appraisal, Captain, Policy, Random, Recruit, Words};
use longroll_kit::Side;
use std::fmt;
use std::str::FromStr;

/// The opponents that every ruleset has, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Opponent {
    /// Any lawful command, for tests.
    Random,
    Recruit,
    Captain,
    General,
    /// A general who takes four times as many trials.
    PatientGeneral,
}

impl Opponent {
    pub const ALL: [Opponent; 5] =
        [Opponent::Random, Opponent::Recruit, Opponent::Captain, Opponent::General, Opponent::PatientGeneral];

    pub fn name(self) -> &'static str {
        match self {
            Opponent::Random => "random",
            Opponent::Recruit => "recruit",
            Opponent::Captain => "captain",
            Opponent::General => "general",
            Opponent::PatientGeneral => "patient-general",
        }
    }

    pub fn named(name: &str) -> Option<Opponent> {
        Opponent::ALL.into_iter().find(|opponent| opponent.name() == name)
    }

    /// How hard he thinks about a decision; nothing for those who try nothing out.
    pub fn effort<R: Appraisal>(self) -> Option<Effort> {
        match self {
            Opponent::General => Some(Effort { candidates: 5, rounds: &[2, 6, 16], horizon: R::HORIZON }),
            Opponent::PatientGeneral => {
                Some(Effort { candidates: 8, rounds: &[4, 12, 28, 64], horizon: R::HORIZON })
            }
            _ => None,
        }
    }

    /// The number makes his whims repeatable; two sides of one game get unlike whims from the same number.
    pub fn policy<R: Appraisal>(self, number: u64, side: Side) -> Box<dyn Policy<R>> {
        let words = Words::new(number, side);
        match (self, self.effort::<R>()) {
            (_, Some(effort)) => Box::new(General::new(words, effort)),
            (Opponent::Random, _) => Box::new(Random::new(words)),
            (Opponent::Recruit, _) => Box::new(Recruit::new(words)),
            _ => Box::new(Captain::new(words)),
        }
    }
}

/// An opponent and his handicap, written `general` or `general-20`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Computer {
    pub opponent: Opponent,
    /// So many decisions of a hundred are left to a recruit.
    pub handicap: u8,
}

impl Computer {
    pub const MOST_HANDICAP: u8 = 90;

    pub fn policy<R: Appraisal>(self, number: u64, side: Side) -> Box<dyn Policy<R>> {
        self.handicapped(self.opponent.policy::<R>(number, side), number, side)
    }

    /// One who remembers what he weighed, for as long as somebody waits for it.
    pub fn who_explains<R: Appraisal>(
        self,
        number: u64,
        side: Side,
        is_wanted: fn() -> bool,
    ) -> Box<dyn Policy<R>> {
        let inner: Box<dyn Policy<R>> = match self.opponent.effort::<R>() {
            Some(effort) => {
                let general = General::new(Words::new(number, side), effort);
                Box::new(general.who_explains().while_wanted(is_wanted))
            }
            None => self.opponent.policy::<R>(number, side),
        };
        self.handicapped(inner, number, side)
    }

    fn handicapped<R: Appraisal>(
        self,
        inner: Box<dyn Policy<R>>,
        number: u64,
        side: Side,
    ) -> Box<dyn Policy<R>> {
        if self.handicap == 0 {
            return inner;
        }
        Box::new(Handicapped::new(inner, Words::new(!number, side), self.handicap))
    }
}

impl From<Opponent> for Computer {
    fn from(opponent: Opponent) -> Computer {
        Computer { opponent, handicap: 0 }
    }
}

impl fmt::Display for Computer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.opponent.name())?;
        if self.handicap > 0 { write!(f, "-{}", self.handicap) } else { Ok(()) }
    }
}

/// Nobody goes by this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownOpponent;

impl FromStr for Computer {
    type Err = UnknownOpponent;

    fn from_str(text: &str) -> Result<Computer, UnknownOpponent> {
        if let Some(opponent) = Opponent::named(text) {
            return Ok(opponent.into());
        }
        let (name, handicap) = text.rsplit_once('-').ok_or(UnknownOpponent)?;
        let opponent = Opponent::named(name).ok_or(UnknownOpponent)?;
        let handicap = handicap.parse().map_err(|_| UnknownOpponent)?;
        let is_fit = (1..=Computer::MOST_HANDICAP).contains(&handicap);
        is_fit.then_some(Computer { opponent, handicap }).ok_or(UnknownOpponent)
    }
}
