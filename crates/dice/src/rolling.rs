//! Dice that lie on the table one roll after another: where their faces come from, and the record of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Clause, Dice, Die, FaceList, MAX_DICE, Read, Reading, Roll, Wanted};

/// A source of faces. It is asked only for rolls of 1 to [`MAX_DICE`] dice, and what it gives is checked.
pub trait Faces {
    /// Puts the faces of this roll into `out`, which is empty.
    fn faces(&mut self, roll: &Roll, out: &mut FaceList) -> Result<(), Wanted>;
}

impl<S: Faces + ?Sized> Faces for &mut S {
    fn faces(&mut self, roll: &Roll, out: &mut FaceList) -> Result<(), Wanted> {
        (**self).faces(roll, out)
    }
}

impl<S: Faces + ?Sized> Faces for Box<S> {
    fn faces(&mut self, roll: &Roll, out: &mut FaceList) -> Result<(), Wanted> {
        (**self).faces(roll, out)
    }
}

/// The record of one roll, for the log: the faces are kept in the order thrown, however the clause reads them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Thrown {
    /// The clause that asked.
    pub clause: Clause,
    /// Which kind of die.
    pub die: Die,
    /// What the clause looked at.
    pub read: Read,
    /// The dice, in the order thrown.
    #[schemars(with = "Vec<u8>")]
    pub faces: FaceList,
}

impl Thrown {
    /// The roll that was asked for.
    pub fn roll(&self) -> Roll {
        let n = u32::try_from(self.faces.len()).unwrap_or(u32::MAX);
        Roll { clause: self.clause, n, die: self.die, read: self.read }
    }

    /// What the clause read off the dice.
    pub fn reading(&self) -> Reading {
        self.roll().read_off(&self.faces)
    }
}

/// Dice from one source, with a record of everything thrown.
#[derive(Clone, Debug)]
pub struct Rolling<S> {
    source: S,
    thrown: Vec<Thrown>,
}

impl<S: Faces> Rolling<S> {
    /// Dice from this source; nothing is thrown yet.
    pub fn new(source: S) -> Self {
        Self { source, thrown: Vec::new() }
    }

    /// All rolls so far.
    pub fn thrown(&self) -> &[Thrown] {
        &self.thrown
    }

    /// Hands over the record, and starts a new one.
    pub fn take_thrown(&mut self) -> Vec<Thrown> {
        std::mem::take(&mut self.thrown)
    }

    /// The source, to see what is left in it.
    pub fn source(&self) -> &S {
        &self.source
    }

    /// The source and the record.
    pub fn into_parts(self) -> (S, Vec<Thrown>) {
        (self.source, self.thrown)
    }
}

impl<S: Faces> Dice for Rolling<S> {
    fn throw(&mut self, roll: &Roll) -> Result<Reading, Wanted> {
        if let Some(nothing) = roll.before_throwing()? {
            return Ok(nothing);
        }
        let mut faces = FaceList::new();
        self.source.faces(roll, &mut faces)?;
        if faces.len() != roll.n as usize {
            // No more than the limit is ever wanted, so a longer list need not be counted out.
            let given = faces.len().min(MAX_DICE as usize + 1) as u32;
            return Err(Wanted::WrongCount { roll: *roll, given });
        }
        if let Some(&face) = faces.iter().find(|&&face| !roll.die.has_face(face)) {
            return Err(Wanted::BadFace { roll: *roll, face });
        }
        let reading = roll.read_off(&faces);
        self.thrown.push(Thrown { clause: roll.clause, die: roll.die, read: roll.read, faces });
        Ok(reading)
    }
}
