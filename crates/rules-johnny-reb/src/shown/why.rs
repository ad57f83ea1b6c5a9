//! Why an order is refused, with what was measured.

use crate::turn::state::Phase;
use longroll_table::{Heading, Length};
use serde::Serialize;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    GameOver,
    NoSuchUnit,
    NotYours { unit: String },
    OffTable { unit: String },
    NotAwaited,
    WrongPhase { now: Phase },
    NoOrders { unit: String },
    Routed { unit: String },
    Shaken { unit: String },
    InContact { unit: String },
    CannotCharge { unit: String },
    CannotChange { unit: String },
    NotItsTurn { unit: String, turn_of: String },
    NothingToRally { unit: String },
    AlreadyTried { unit: String },
    CannotFire { unit: String },
    AlreadyFired { unit: String },
    NoAmmunition { unit: String },
    WrongOrder { unit: String },
    NotAnEnemy { unit: String },
    OutOfRange { measured: Length, allowed: Length },
    NotInArc { target: String },
    Unseen { target: String, by: String },
    NearerTarget { nearest: String, at: Length, chosen: Length },
    CanisterTarget { nearest: String },
    CannotCombine { unit: String },
    CannotRapidFire { unit: String },
    NoRepeaters { unit: String },
    AnotherQuestion { unit: String },
    MustFire { unit: String },
    NotClosest { closest: String, at: Length, chosen: Length },
    CannotSupport { unit: String },
    UnknownAct { act: String },
    TooManyLegs { legs: usize },
    OutsideDirection { off: Heading },
    TooFar { tenths_of_turn: u32 },
    TooNear { enemy: String, measured: Length, required: Length },
    Nearer { enemy: String, from: Length, to: Length },
    NotOnRoad,
    Overlaps { other: String },
    LeavesTable,
    Impassable { ground: String },
    NoSuchFormation { unit: String },
    TurnsTooFar { off: Heading },
    CannotLimber { unit: String },
    MustForm { unit: String },
    NotAway { enemy: String },
    NotAskedToHalt { unit: String },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::GameOver => write!(f, "the battle is over"),
            Why::NoSuchUnit => write!(f, "there is no such unit"),
            Why::NotYours { unit } => write!(f, "{unit} is not yours to command"),
            Why::OffTable { unit } => write!(f, "{unit} is no longer on the table"),
            Why::NotAwaited => write!(f, "it is not for this side to decide now"),
            Why::WrongPhase { now } => write!(f, "this is not done in the {} phase", now.words()),
            Why::NoOrders { unit } => write!(f, "{unit} takes no orders"),
            Why::Routed { unit } => write!(f, "{unit} is Routed"),
            Why::Shaken { unit } => write!(f, "{unit} is Shaken"),
            Why::InContact { unit } => write!(f, "{unit} is in contact with the enemy"),
            Why::CannotCharge { unit } => write!(f, "{unit} cannot charge as it stands"),
            Why::CannotChange { unit } => write!(f, "the order of {unit} stands"),
            Why::NotItsTurn { unit, turn_of } => write!(f, "{turn_of} is to move before {unit}"),
            Why::NothingToRally { unit } => write!(f, "{unit} has nothing to rally from"),
            Why::AlreadyTried { unit } => write!(f, "{unit} has tried this turn"),
            Why::CannotFire { unit } => write!(f, "{unit} cannot fire"),
            Why::AlreadyFired { unit } => write!(f, "{unit} has fired this turn"),
            Why::NoAmmunition { unit } => write!(f, "{unit} is out of ammunition"),
            Why::NoRepeaters { unit } => write!(f, "{unit} has no repeaters to spare"),
            Why::AnotherQuestion { unit } => write!(f, "{unit} waits for an answer first"),
            Why::WrongOrder { unit } => write!(f, "the order of {unit} does not allow it"),
            Why::NotAnEnemy { unit } => write!(f, "{unit} is not an enemy that may be fired at"),
            Why::OutOfRange { measured, allowed } => write!(
                f,
                "the target is {} in away; the weapon reaches {} in",
                measured.in_inches(),
                allowed.in_inches()
            ),
            Why::NotInArc { target } => write!(f, "no part of {target} lies in the arc of fire"),
            Why::Unseen { target, by } => write!(f, "{target} cannot be seen: {by} is in the way"),
            Why::NearerTarget { nearest, at, chosen } => {
                write!(f, "{nearest} is nearer, at {} in against {} in", at.in_inches(), chosen.in_inches())
            }
            Why::CanisterTarget { nearest } => write!(f, "{nearest} is in canister range and comes first"),
            Why::CannotCombine { unit } => write!(f, "{unit} cannot fire as one with the others"),
            Why::CannotRapidFire { unit } => write!(f, "{unit} has no breech-loaders for rapid fire"),
            Why::MustFire { unit } => write!(f, "{unit} has a target and must fire first"),
            Why::NotClosest { closest, at, chosen } => {
                write!(f, "{closest} is closer, at {} in against {} in", at.in_inches(), chosen.in_inches())
            }
            Why::CannotSupport { unit } => write!(f, "{unit} cannot support this charge"),
            Why::UnknownAct { act } => write!(f, "{act:?} is not an act of a move here"),
            Why::TooManyLegs { legs } => write!(f, "a move of {legs} legs is too many"),
            Why::OutsideDirection { off } => {
                write!(
                    f,
                    "the first leg lies {}° off the direction marked; 45° are allowed",
                    off.to_degrees_text()
                )
            }
            Why::TooFar { tenths_of_turn } => {
                let (whole, tenths) = (tenths_of_turn / 10, tenths_of_turn % 10);
                write!(f, "the move is {whole}.{tenths} times what the unit may move in a turn")
            }
            Why::TooNear { enemy, measured, required } => write!(
                f,
                "it would come within {} in of {enemy}; {} in must stay between",
                measured.in_inches(),
                required.in_inches()
            ),
            Why::Nearer { enemy, from, to } => write!(
                f,
                "Shaken, it would come nearer to {enemy}: from {} in to {} in",
                from.in_inches(),
                to.in_inches()
            ),
            Why::NotOnRoad => write!(f, "no road leads from here to there"),
            Why::Overlaps { other } => write!(f, "it would stand on {other}"),
            Why::LeavesTable => write!(f, "it would leave the table"),
            Why::Impassable { ground } => write!(f, "{ground} is closed to it"),
            Why::NoSuchFormation { unit } => write!(f, "{unit} knows no such formation"),
            Why::TurnsTooFar { off } => write!(f, "it turns {}°; 45° are allowed", off.to_degrees_text()),
            Why::CannotLimber { unit } => {
                write!(f, "{unit} has lost too many horses to limber or move limbered")
            }
            Why::MustForm { unit } => write!(f, "{unit} is ordered to form, not to move"),
            Why::NotAway { enemy } => write!(f, "it does not lead straight away from {enemy}"),
            Why::NotAskedToHalt { unit } => write!(f, "{unit} cannot halt this move by fire there"),
        }
    }
}
