use crate::{Order, UnitId};
use longroll_table::Point;
use serde::Serialize;

/// A decision that may be let pass: something happens, and a side may answer it or not.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reaction<C> {
    /// The kind of thing that happens, by which a player may say that he lets all of them pass.
    pub kind: &'static str,
    /// The kind in words, as the object of "let pass": "moves by an inch".
    pub kind_words: &'static str,
    /// Whose doing it is.
    pub by: Vec<UnitId>,
    /// They are coming on to close quarters.
    pub is_attack: bool,
    /// The command that lets it pass.
    pub pass: C,
    /// What is assumed as the answer where nobody is asked; absent: an answer aimed at those who did it, or to let it pass.
    pub usual: Option<C>,
}

/// A kind of [`Reaction`]: its name, and its words as the object of "let pass".
pub type ReactionKind = (&'static str, &'static str);

/// Words pinned to the ground: the state of something that is no unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Note {
    pub at: Point,
    /// A few letters, drawn on the table.
    pub text: String,
    /// What they mean.
    pub title: String,
}

/// A body of troops that is led as one, with what may be ordered of it as a whole.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Formation<C, W> {
    pub name: String,
    pub leader: Option<UnitId>,
    pub units: Vec<UnitId>,
    /// Its state in a few words: the order it is on.
    pub status: String,
    pub orders: Vec<Order<C, W>>,
}
