use crate::{Side, UnitId};

/// What an event does to those concerned, as a value: what a player weighs, apart from its words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Upshot {
    /// A fight hand to hand, or one round of it, was decided: for this side, or for neither.
    Contest(Option<Side>),
    /// The unit gives ground.
    GivesWay(UnitId),
    /// The unit leaves the table.
    Gone(UnitId),
}
