//! The kinds of die that the rulebooks throw.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of die. All its faces are equally likely; a number may stand on more than one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Die {
    /// 1 to 3.
    D3,
    /// 1 to 5.
    D5,
    /// 1 to 6.
    D6,
    /// 1 to 10.
    D10,
    /// 1 to 12.
    D12,
    /// The average die: 2, 3, 3, 4, 4, 5.
    Average,
}

impl Die {
    /// Every kind of die.
    pub const ALL: [Self; 6] = [Self::D3, Self::D5, Self::D6, Self::D10, Self::D12, Self::Average];

    /// The numbers on the faces, lowest first.
    pub const fn faces(self) -> &'static [u8] {
        match self {
            Self::D3 => &[1, 2, 3],
            Self::D5 => &[1, 2, 3, 4, 5],
            Self::D6 => &[1, 2, 3, 4, 5, 6],
            Self::D10 => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
            Self::D12 => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
            Self::Average => &[2, 3, 3, 4, 4, 5],
        }
    }

    /// The lowest number on the die.
    pub const fn lowest(self) -> u8 {
        self.faces()[0]
    }

    /// The highest number on the die.
    pub const fn highest(self) -> u8 {
        let faces = self.faces();
        faces[faces.len() - 1]
    }

    /// Whether this number stands on the die. (No kind of die has a gap between its lowest and its highest.)
    pub const fn has_face(self, face: u8) -> bool {
        self.lowest() <= face && face <= self.highest()
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::D3 => "d3",
            Self::D5 => "d5",
            Self::D6 => "d6",
            Self::D10 => "d10",
            Self::D12 => "d12",
            Self::Average => "average die",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_sorted_and_without_gaps() {
        for die in Die::ALL {
            assert!(die.faces().windows(2).all(|pair| pair[0] <= pair[1] && pair[1] - pair[0] <= 1), "{die}");
            for face in 0..=u8::MAX {
                assert_eq!(die.has_face(face), die.faces().contains(&face), "{die} {face}");
            }
        }
    }

    #[test]
    fn names() {
        assert_eq!(Die::D6.to_string(), "d6");
        assert_eq!(serde_json::to_string(&Die::D12).unwrap(), "\"d12\"");
        assert_eq!(serde_json::to_string(&Die::Average).unwrap(), "\"average\"");
    }
}
