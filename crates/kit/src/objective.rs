//! Ground that is worth points, and the ends of battles. What holds ground and what decides is each rulebook's own.

use crate::{Clause, Side};
use longroll_table::{Length, Point};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Ground that is worth points to whoever holds it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Objective {
    pub name: String,
    pub at: Point,
    pub radius: Length,
    pub points: u32,
    pub held_by: Option<Side>,
}

/// How a battle has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct End {
    pub winner: Option<Side>,
    pub clause: Clause,
    pub reason: String,
}

/// The words for a side: as people read them, or as game files keep them.
pub type Names = fn(Side) -> &'static str;

/// Points of the objectives that each side holds, Blue's first.
pub fn points_held(objectives: &[Objective], held: &[Option<Side>]) -> [u32; 2] {
    let mut points = [0, 0];
    for (objective, held) in objectives.iter().zip(held) {
        if let Some(side) = held {
            points[*side as usize] += objective.points;
        }
    }
    points
}

/// The objectives that pass to a side because it alone is there; where both are or nobody is, it stays with whoever held it.
pub fn objectives_taken(
    objectives: &[Objective],
    held: &[Option<Side>],
    is_there: impl Fn(Side, &Objective) -> bool,
) -> Vec<(u16, Side)> {
    let mut taken = Vec::new();
    for (place, (objective, held)) in objectives.iter().zip(held).enumerate() {
        let holder = match (is_there(Side::Blue, objective), is_there(Side::Gray, objective)) {
            (true, false) => Side::Blue,
            (false, true) => Side::Gray,
            _ => continue,
        };
        if *held != Some(holder) {
            taken.push((place as u16, holder));
        }
    }
    taken
}

/// The end when a side has nobody left on the table; `is_left` says it of Blue first.
pub fn end_of_who_is_gone(is_left: [bool; 2], clause: Clause, name: Names) -> Option<End> {
    let winner = match is_left {
        [true, true] => return None,
        [true, false] => Some(Side::Blue),
        [false, true] => Some(Side::Gray),
        [false, false] => None,
    };
    let reason = match winner {
        Some(side) => format!("{} has no unit left on the table", name(side.enemy())),
        None => "neither side has a unit left on the table".to_owned(),
    };
    Some(End { winner, clause, reason })
}

/// The end by the points held, unless they are equal.
pub fn end_by_points([blue, gray]: [u32; 2], clause: Clause, name: Names) -> Option<End> {
    if blue == gray {
        return None;
    }
    let winner = if blue > gray { Side::Blue } else { Side::Gray };
    let (more, less) = (blue.max(gray), blue.min(gray));
    let reason = format!("{} holds objectives worth {more} against {less}", name(winner));
    Some(End { winner: Some(winner), clause, reason })
}

/// Who lost the smaller share, from what each side lost and what it had; compared crosswise, without fractions.
pub fn smaller_share([blue, gray]: [(u32, u32); 2]) -> Option<Side> {
    let share = |one: (u32, u32), other: (u32, u32)| u64::from(one.0) * u64::from(other.1);
    match share(blue, gray).cmp(&share(gray, blue)) {
        std::cmp::Ordering::Less => Some(Side::Blue),
        std::cmp::Ordering::Greater => Some(Side::Gray),
        std::cmp::Ordering::Equal => None,
    }
}
