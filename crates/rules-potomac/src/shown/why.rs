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
    AnotherMatterFirst { what: String },
    NoOfficer { unit: String },
    OfficerDone { officer: String },
    AnotherOfficer { officer: String },
    NotHisUnit { officer: String, unit: String },
    NotHisOfficer { unit: String },
    Closed { ground: String },
    ClosedToHim { unit: String },
    Evaded { unit: String },
    OnlyRally { unit: String },
    NotConfused { unit: String },
    NotForGroups,
    NotAGroup { unit: String },
    ConfusedInGroup { unit: String },
    NotReadyKind { unit: String },
    NotForThisKind { unit: String },
    CannotFire { unit: String },
    NoTarget { unit: String },
    NothingToCharge { unit: String },
    NotAwake { unit: String },
    AlreadyActed { unit: String },
    Confused { unit: String },
    NotBecauseOf { target: String },
    TooManyLegs { legs: usize, limit: usize },
    MoveIsOver { ground: String },
    UnknownAct { act: String },
    NameTheUnit { act: String },
    NoGunsToLimber { unit: String },
    AlreadySo { unit: String },
    InDifficultTerrain { unit: String },
    WholeOrder,
    NotCavalry { unit: String },
    OnlyAtAnEnd,
    SkirmishersAreOut { unit: String },
    HorsesAreElsewhere { unit: String },
    NoSuchFormation { unit: String },
    SecondChange,
    Unlimbered { unit: String },
    EntersBroken { ground: String },
    NotInColumn { unit: String },
    NotOnRoad,
    NoRoadRate,
    LeavesTable,
    TouchesEnemy { enemy: String },
    InTheWay { other: String },
    TooFar { needs: Length, allowed: Length },
    TooNear { enemy: String, measured: Length, required: Length },
    CannotAttach { unit: String },
    CannotCloseUp { unit: String, other: String },
    NotTouching { unit: String, away: Length },
    NoSkirmishers { unit: String },
    OneStandStays { unit: String },
    TooManyStands { wanted: u8, most: u8 },
    GapTooWide { gap: Length, most: Length },
    TwoLines { most: Length },
    NotInFront,
    TooFarFromParent { away: Length, allowed: Length },
    OutsideStrip { out: Length, allowed: Length },
    NoLineOut { unit: String },
    NoRoom,
    MayNotCharge { unit: String },
    NotAnEnemy { unit: String },
    Unseen { target: String },
    WheelTooWide { by: Heading, allowed: Heading },
    MissesTarget { target: String },
    MeetsFirst { other: String, at: Length },
    OutOfReach { distance: Length, reach: Length },
    MayNotEvade { unit: String },
    NobodyNear { unit: String },
    NowhereToEvade { unit: String },
    TargetInContact { target: String },
    InContact { unit: String },
    NotInLane { target: String },
    OutOfRange { measured: Length, allowed: Length },
    TooNearForGuns { measured: Length, least: Length },
    NearerTarget { nearest: String, at: Length, chosen: Length },
    ParentIsTarget { nearest: String },
    ShortRangeFirst { threat: String },
    OnlyWorks { unit: String },
    NotAtWorks { unit: String },
    NotOccupied { work: String },
    Breached { work: String },
    NotInArc { target: String },
    JustUnlimbered { unit: String },
    NotTouchingEachOther,
    NotGrouped { unit: String },
    NotChoosable { unit: String },
    OneEach,
    TwoTargets { unit: String },
    MustFollowUp { unit: String },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cm = |length: &Length| length.in_centimetres();
        match self {
            Why::GameOver => write!(f, "the battle is over"),
            Why::NoSuchUnit => write!(f, "there is no such unit"),
            Why::NotYours { unit } => write!(f, "{unit} is not yours to command"),
            Why::OffTable { unit } => write!(f, "{unit} is not on the table"),
            Why::NotAwaited => write!(f, "it is not for this side to decide now"),
            Why::WrongPhase { now } => write!(f, "this is not done in the {}", now.words()),
            Why::AnotherMatterFirst { what } => write!(f, "first: {what}"),
            Why::NoOfficer { unit } => write!(f, "no officer is left who may order {unit}"),
            Why::OfficerDone { officer } => write!(f, "{officer} issues no more orders this tenure"),
            Why::AnotherOfficer { officer } => write!(f, "{officer} must finish first"),
            Why::NotHisUnit { officer, unit } => write!(f, "{unit} is not assigned to {officer}"),
            Why::NotHisOfficer { unit } => write!(f, "{unit} is an officer; he orders himself"),
            Why::Closed { ground } => write!(f, "{ground} is closed to it"),
            Why::ClosedToHim { unit } => write!(f, "he has turned to others since he ordered {unit}"),
            Why::Evaded { unit } => write!(f, "{unit} has evaded this tenure"),
            Why::OnlyRally { unit } => write!(f, "{unit} is Confused and can only be rallied"),
            Why::NotConfused { unit } => write!(f, "{unit} is not Confused"),
            Why::NotForGroups => write!(f, "this order is given to each unit by itself"),
            Why::NotAGroup { unit } => write!(f, "{unit} is in no group"),
            Why::ConfusedInGroup { unit } => write!(f, "{unit} of the group is Confused"),
            Why::NotReadyKind { unit } => write!(f, "{unit} cannot Stand Ready"),
            Why::NotForThisKind { unit } => write!(f, "{unit} cannot be given this order"),
            Why::CannotFire { unit } => write!(f, "{unit} cannot fire"),
            Why::NoTarget { unit } => write!(f, "{unit} has nobody to fire at"),
            Why::NothingToCharge { unit } => write!(f, "{unit} can reach nobody with a charge"),
            Why::NotAwake { unit } => write!(f, "{unit} saw no enemy within 30 cm at the start of the phase"),
            Why::AlreadyActed { unit } => write!(f, "{unit} has had its initiative action"),
            Why::Confused { unit } => write!(f, "{unit} is Confused"),
            Why::NotBecauseOf { target } => {
                write!(f, "{target} was not within 30 cm and in sight at the start of the phase")
            }
            Why::TooManyLegs { legs, limit } => write!(f, "a move of {legs} legs; the limit is {limit}"),
            Why::MoveIsOver { ground } => write!(f, "the move is over at the edge of {ground}"),
            Why::UnknownAct { act } => write!(f, "{act:?} is not an act of a move here"),
            Why::NameTheUnit { act } => write!(f, "say which unit of the group: {act} NAME"),
            Why::NoGunsToLimber { unit } => write!(f, "{unit} has no guns with it"),
            Why::AlreadySo { unit } => write!(f, "{unit} is that way already"),
            Why::InDifficultTerrain { unit } => write!(f, "{unit} stands in difficult terrain"),
            Why::WholeOrder => write!(f, "it takes the whole order"),
            Why::NotCavalry { unit } => write!(f, "{unit} is not cavalry"),
            Why::OnlyAtAnEnd => write!(f, "only at the start or at the end of the move"),
            Why::SkirmishersAreOut { unit } => write!(f, "the skirmishers of {unit} must be recalled first"),
            Why::HorsesAreElsewhere { unit } => write!(f, "the horses of {unit} were left elsewhere"),
            Why::NoSuchFormation { unit } => write!(f, "{unit} cannot take that formation"),
            Why::SecondChange => write!(f, "a second change of formation or facing in one move"),
            Why::Unlimbered { unit } => write!(f, "{unit} is unlimbered and cannot change place"),
            Why::EntersBroken { ground } => {
                write!(f, "it would enter {ground} from outside; it must stop at the edge first")
            }
            Why::NotInColumn { unit } => write!(f, "{unit} is not in column"),
            Why::NotOnRoad => write!(f, "there is no road there to follow"),
            Why::NoRoadRate => write!(f, "it has no road rate"),
            Why::LeavesTable => write!(f, "it would leave the table"),
            Why::TouchesEnemy { enemy } => write!(f, "it would touch {enemy}"),
            Why::InTheWay { other } => write!(f, "{other} is in the way"),
            Why::TooFar { needs, allowed } => {
                write!(f, "the move takes {} cm; {} cm are allowed", cm(needs), cm(allowed))
            }
            Why::TooNear { enemy, measured, required } => {
                write!(
                    f,
                    "it would come within {} cm of {enemy}; {} cm must stay between",
                    cm(measured),
                    cm(required)
                )
            }
            Why::CannotCloseUp { unit, other } => {
                write!(
                    f,
                    "{unit} cannot be closed up to {other}: only to the flank of a friend in formation that it does not touch yet"
                )
            }
            Why::CannotAttach { unit } => write!(f, "nobody can be attached to {unit}"),
            Why::NotTouching { unit, away } => write!(f, "he would be {} cm from {unit}", cm(away)),
            Why::NoSkirmishers { unit } => write!(f, "{unit} does not send out skirmishers"),
            Why::OneStandStays { unit } => write!(f, "{unit} has no stand to spare"),
            Why::TooManyStands { wanted, most } => write!(f, "{wanted} stands; it can send out {most}"),
            Why::GapTooWide { gap, most } => write!(f, "gaps of {} cm; at most {} cm", cm(gap), cm(most)),
            Why::TwoLines { most } => {
                write!(f, "more than {} cm from those that are out; all make one line", cm(most))
            }
            Why::NotInFront => write!(f, "the line must stand in front of its parent"),
            Why::TooFarFromParent { away, allowed } => {
                write!(f, "{} cm from the parent; {} cm are allowed", cm(away), cm(allowed))
            }
            Why::OutsideStrip { out, allowed } => {
                write!(f, "{} cm to the side of the parent's middle; {} cm are allowed", cm(out), cm(allowed))
            }
            Why::NoLineOut { unit } => write!(f, "{unit} has no skirmishers out"),
            Why::NoRoom => write!(f, "there is no room there"),
            Why::MayNotCharge { unit } => write!(f, "{unit} is of a kind that does not charge"),
            Why::NotAnEnemy { unit } => write!(f, "{unit} is not an enemy unit on the table"),
            Why::Unseen { target } => write!(f, "{target} cannot be seen"),
            Why::WheelTooWide { by, allowed } => {
                write!(f, "a wheel of {}°; {}° are allowed", by.to_degrees_text(), allowed.to_degrees_text())
            }
            Why::MissesTarget { target } => write!(f, "straight ahead it does not meet {target}"),
            Why::MeetsFirst { other, at } => write!(f, "it meets {other} first, after {} cm", cm(at)),
            Why::OutOfReach { distance, reach } => {
                write!(f, "the way is {} cm long; it can charge {} cm", cm(distance), cm(reach))
            }
            Why::MayNotEvade { unit } => write!(f, "{unit} is of a kind that does not evade"),
            Why::NobodyNear { unit } => write!(f, "there is nobody whom {unit} could evade"),
            Why::NowhereToEvade { unit } => {
                write!(f, "{unit} would end nearer to another enemy, or cannot move at all")
            }
            Why::TargetInContact { target } => write!(f, "{target} is in contact with friends"),
            Why::InContact { unit } => write!(f, "{unit} is in contact with an enemy"),
            Why::NotInLane { target } => write!(f, "no part of {target} lies straight ahead"),
            Why::OutOfRange { measured, allowed } => {
                write!(f, "the target is {} cm away; the range is {} cm", cm(measured), cm(allowed))
            }
            Why::TooNearForGuns { measured, least } => {
                write!(f, "the target is {} cm away; it must be more than {} cm", cm(measured), cm(least))
            }
            Why::NearerTarget { nearest, at, chosen } => {
                write!(f, "{nearest} is nearer, at {} cm against {} cm", cm(at), cm(chosen))
            }
            Why::ParentIsTarget { nearest } => {
                write!(f, "its parent is in the lane too; the target is {nearest}")
            }
            Why::ShortRangeFirst { threat } => {
                write!(f, "{threat} is within short range and must be dealt with first")
            }
            Why::OnlyWorks { unit } => write!(f, "{unit} fires only at fortifications"),
            Why::NotAtWorks { unit } => write!(f, "{unit} does not fire at a fortification as such"),
            Why::NotOccupied { work } => write!(f, "no enemy holds {work}"),
            Why::Breached { work } => write!(f, "{work} is breached"),
            Why::NotInArc { target } => write!(f, "{target} lies outside the arc of the guns"),
            Why::JustUnlimbered { unit } => write!(f, "{unit} has changed its limber this tenure"),
            Why::NotTouchingEachOther => write!(f, "the units do not touch each other"),
            Why::NotGrouped { unit } => write!(f, "{unit} cannot be a member of a group"),
            Why::NotChoosable { unit } => write!(f, "{unit} is not among those to choose from"),
            Why::OneEach => write!(f, "on its own initiative each unit charges by itself"),
            Why::MustFollowUp { unit } => write!(f, "{unit} is mounted cavalry and must follow up"),
            Why::TwoTargets { unit } => write!(f, "{unit} is named twice"),
        }
    }
}

impl Phase {
    pub fn words(self) -> &'static str {
        match self {
            Phase::SetUp => "set-up",
            Phase::Start => "start of the tenure",
            Phase::Initiative => "Initiative Phase",
            Phase::Command => "Command Phase",
            Phase::Over => "end",
        }
    }
}
