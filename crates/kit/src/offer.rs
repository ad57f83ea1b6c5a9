use crate::{Clause, UnitId};
use longroll_table::{Heading, Length, Point, Pose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One stretch of a move, as a player gives it. Shared by all rulesets so that one client can draw any path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Leg {
    /// So far on a bearing. The length is what the player says, exactly; the end is snapped to the table.
    Go { bearing: Heading, distance: Length },
    /// Straight to a point.
    To(Point),
    /// Turn in place to a new facing.
    Turn(Heading),
    /// Along the road underfoot to a point on it.
    Road(Point),
    /// An act within the move that has a name in the rules: limber, unlimber, recover…
    Act(String),
}

/// Something a seat may do now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer<C> {
    /// A finite choice: the command itself.
    Do(C),
    /// A move anywhere within a region; the command is made of [`Leg`]s.
    Move(Region),
}

/// Where a piece may be moved: enough to draw the limits. The ruleset alone judges a path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Region {
    pub unit: UnitId,
    pub clause: Clause,
    pub from: Pose,
    /// Farthest length of path over open ground.
    pub reach: Length,
    pub turning: Turning,
    /// Acts that may stand among the legs.
    pub acts: Vec<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Turning {
    /// Any direction, any number of turns.
    Free,
    /// Only within an arc either side of the facing; so many turns are left.
    Arc { half_angle: u16, turns: u8 },
}
