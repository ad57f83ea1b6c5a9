use crate::{Clause, Side, UnitId};
use longroll_table::Point;

/// What is seen and heard of an event, beside pieces that change their place or look. Generic code shows it; it decides nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cue {
    /// Whose dice were thrown for the event, in the order of throwing.
    pub throws: Vec<Throw>,
    pub action: Option<Action>,
    /// A word or two at a piece.
    pub words: Vec<(UnitId, String)>,
}

/// A side's roll under one of these clauses; under any, if there are none. Further rolls that follow from it under other clauses
/// belong to it as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Throw {
    pub by: Side,
    pub under: &'static [Clause],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    Shots {
        by: Vec<UnitId>,
        at: Aim,
        arms: Arms,
    },
    /// Hand to hand.
    Blows {
        between: [UnitId; 2],
    },
}

/// What shots are aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    Unit(UnitId),
    Spot(Point),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arms {
    Muskets,
    Guns,
}

impl Cue {
    pub fn none() -> Cue {
        Cue::default()
    }

    pub fn shots(by: Vec<UnitId>, at: Aim, arms: Arms) -> Cue {
        Cue { action: Some(Action::Shots { by, at, arms }), ..Cue::default() }
    }

    pub fn blows(between: [UnitId; 2]) -> Cue {
        Cue { action: Some(Action::Blows { between }), ..Cue::default() }
    }

    #[must_use]
    pub fn thrown(mut self, by: Side, under: &'static [Clause]) -> Cue {
        self.throws.push(Throw { by, under });
        self
    }

    #[must_use]
    pub fn word(mut self, unit: UnitId, text: impl Into<String>) -> Cue {
        self.words.push((unit, text.into()));
        self
    }
}
