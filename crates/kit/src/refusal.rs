use crate::Clause;
use longroll_dice::Wanted;
use serde::Serialize;
use std::fmt;

/// A player asked for what the rules forbid: which clause, and why, with the numbers that were measured.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal<W> {
    pub clause: Clause,
    pub why: W,
}

impl<W> Refusal<W> {
    pub fn new(clause: Clause, why: W) -> Self {
        Refusal { clause, why }
    }
}

impl<W: fmt::Display> fmt::Display for Refusal<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.why, self.clause)
    }
}

/// Why a command was not carried out: the rules refuse it, or dice that it needs have not been thrown yet.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop<W> {
    Refused(Refusal<W>),
    Wanted(Wanted),
}

impl<W> From<Wanted> for Stop<W> {
    fn from(wanted: Wanted) -> Self {
        Stop::Wanted(wanted)
    }
}

impl<W> From<Refusal<W>> for Stop<W> {
    fn from(refusal: Refusal<W>) -> Self {
        Stop::Refused(refusal)
    }
}

impl<W: fmt::Display> fmt::Display for Stop<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Refused(refusal) => refusal.fmt(f),
            Stop::Wanted(wanted) => wanted.fmt(f),
        }
    }
}
