//! Why an order is refused, with what was measured.

use crate::turn::state::Step;
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
    WrongStep { now: Step },
    AnotherMatterFirst { what: String },
    AlreadyMoved { unit: String },
    Routed { unit: String },
    NotRouted { unit: String },
    NotAttached { unit: String, general: String },
    NoGeneralTouches { unit: String },
    AlreadyRolled { unit: String },
    NotDisordered { unit: String },
    OutOfCommand { unit: String },
    RecoverComesFirst,
    NotArtillery { unit: String },
    AlreadyLimbered { unit: String },
    AlreadyUnlimbered { unit: String },
    Unlimbered { unit: String },
    UnknownAct { act: String },
    TooManyLegs { legs: usize, limit: usize },
    ThirdFacingChange,
    OutsideArc { off: Heading, allowed: Heading },
    TooFar { needs: Length, allowed: Length },
    TooNear { enemy: String, measured: Length, required: Length },
    Nearer { enemy: String, from: Length, to: Length },
    Overlaps { other: String },
    StaysInContact { enemy: String },
    DisorderedForGood { unit: String },
    LeavesTable,
    Impassable { ground: String },
    BuildingTaken { by: String },
    NotOnRoad,
    MayNotCharge { unit: String },
    Recovered { unit: String },
    DisorderedMayNotCharge { unit: String },
    NotAnEnemy { unit: String },
    Unseen { target: String, by: String },
    NothingAhead { target: String, straight: Length, allowed: Length },
    MissesTarget { target: String },
    TouchesFirst { other: String, at: Length },
    CannotFire { unit: String },
    InContact { unit: String },
    OutOfRange { measured: Length, allowed: Length },
    NotInArc { target: String },
    NearerTarget { nearest: String, at: Length, chosen: Length },
    AlreadyFought { unit: String },
    NothingToFight { unit: String },
    MeleesRemain { unit: String },
    NotChoosable { unit: String },
    NoRoom,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::GameOver => write!(f, "the battle is over"),
            Why::NoSuchUnit => write!(f, "there is no such unit"),
            Why::NotYours { unit } => write!(f, "{unit} is not yours to command"),
            Why::OffTable { unit } => write!(f, "{unit} is no longer on the table"),
            Why::NotAwaited => write!(f, "it is not for this side to decide now"),
            Why::WrongStep { now } => write!(f, "this is not done in the {} step", now.words()),
            Why::AnotherMatterFirst { what } => write!(f, "first {what}"),
            Why::AlreadyMoved { unit } => write!(f, "{unit} has had its move this turn"),
            Why::Routed { unit } => write!(f, "{unit} is Routed"),
            Why::NotRouted { unit } => write!(f, "{unit} is not Routed"),
            Why::NotAttached { unit, general } => write!(f, "{general} does not touch {unit}"),
            Why::NoGeneralTouches { unit } => write!(f, "no General of its side touches {unit}"),
            Why::AlreadyRolled { unit } => write!(f, "{unit} has had its roll this turn"),
            Why::NotDisordered { unit } => write!(f, "{unit} is not Disordered"),
            Why::OutOfCommand { unit } => write!(f, "{unit} is out of command"),
            Why::RecoverComesFirst => write!(f, "recovery is declared at the start of the move"),
            Why::NotArtillery { unit } => write!(f, "{unit} is not artillery"),
            Why::AlreadyLimbered { unit } => write!(f, "{unit} is limbered already"),
            Why::AlreadyUnlimbered { unit } => write!(f, "{unit} is unlimbered already"),
            Why::Unlimbered { unit } => write!(f, "{unit} is unlimbered and cannot change place"),
            Why::UnknownAct { act } => write!(f, "{act:?} is not an act of a move here"),
            Why::TooManyLegs { legs, limit } => write!(f, "a move of {legs} legs; the limit is {limit}"),
            Why::ThirdFacingChange => write!(f, "a third facing change in one move"),
            Why::OutsideArc { off, allowed } => write!(
                f,
                "the way lies {}° off straight ahead; {}° are allowed",
                off.to_degrees_text(),
                allowed.to_degrees_text()
            ),
            Why::TooFar { needs, allowed } => {
                write!(f, "the move costs {} in; {} in are left", needs.in_inches(), allowed.in_inches())
            }
            Why::TooNear { enemy, measured, required } => write!(
                f,
                "it would come within {} in of {enemy}; {} in must stay between",
                measured.in_inches(),
                required.in_inches()
            ),
            Why::Nearer { enemy, from, to } => {
                write!(
                    f,
                    "it would come nearer to {enemy}: from {} in to {} in",
                    from.in_inches(),
                    to.in_inches()
                )
            }
            Why::Overlaps { other } => write!(f, "its base would overlap {other}"),
            Why::StaysInContact { enemy } => write!(f, "it touches {enemy} and may only move away from it"),
            Why::DisorderedForGood { unit } => write!(f, "{unit} has rallied and stays Disordered"),
            Why::LeavesTable => write!(f, "it would leave the table"),
            Why::Impassable { ground } => write!(f, "{ground} is closed to it"),
            Why::BuildingTaken { by } => write!(f, "the building holds {by} already"),
            Why::NotOnRoad => write!(f, "there is no road there to follow"),
            Why::MayNotCharge { unit } => write!(f, "{unit} is of a kind that does not charge"),
            Why::Recovered { unit } => write!(f, "{unit} recovered from Disorder this turn"),
            Why::DisorderedMayNotCharge { unit } => write!(f, "{unit} is Disordered"),
            Why::NotAnEnemy { unit } => write!(f, "{unit} is not an enemy unit on the table"),
            Why::Unseen { target, by } => write!(f, "{target} cannot be seen: {by} is in the way"),
            Why::NothingAhead { target, straight, allowed } => write!(
                f,
                "{target} is {} in straight ahead; {} in are allowed",
                straight.in_inches(),
                allowed.in_inches()
            ),
            Why::MissesTarget { target } => write!(f, "straight ahead it does not meet {target}"),
            Why::TouchesFirst { other, at } => {
                write!(f, "straight ahead it meets {other} first, after {} in", at.in_inches())
            }
            Why::CannotFire { unit } => write!(f, "{unit} cannot fire"),
            Why::InContact { unit } => write!(f, "{unit} is in contact with an enemy"),
            Why::OutOfRange { measured, allowed } => {
                write!(
                    f,
                    "the target is {} in away; the weapon reaches {} in",
                    measured.in_inches(),
                    allowed.in_inches()
                )
            }
            Why::NotInArc { target } => write!(f, "no part of {target} lies in the front arc"),
            Why::NearerTarget { nearest, at, chosen } => {
                write!(f, "{nearest} is nearer, at {} in against {} in", at.in_inches(), chosen.in_inches())
            }
            Why::AlreadyFought { unit } => write!(f, "{unit} has had its combat this turn"),
            Why::NothingToFight { unit } => write!(f, "{unit} touches no enemy that it charged"),
            Why::MeleesRemain { unit } => write!(f, "the melee of {unit} must be fought first"),
            Why::NotChoosable { unit } => write!(f, "{unit} is not among those to choose from"),
            Why::NoRoom => write!(f, "there is no room there"),
        }
    }
}

impl Step {
    pub fn words(self) -> &'static str {
        match self {
            Step::Deployment => "Deployment",
            Step::CommandDetermination => "Command Determination",
            Step::Movement => "Movement",
            Step::Rally => "Rally",
            Step::MoraleTests => "Morale Tests",
            Step::Combat => "Combat",
            Step::SwitchInitiative => "Switch Initiative",
            Step::Over => "Over",
        }
    }
}
