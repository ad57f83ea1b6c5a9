//! Why an order is refused, with what was measured.

use crate::book::kinds::Terrain;
use crate::turn::state::Deed;
use longroll_table::Length;
use serde::Serialize;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    GameOver,
    NoSuchUnit,
    NotAwaited,
    NotNow,
    Nobody,
    AnotherMatterFirst { what: String },
    NotYours { unit: String },
    OffTable { unit: String },
    NoActions { unit: String, needs: u8, left: u8 },
    OnlyRecovery { unit: String },
    NotInGroup { unit: String },
    NotPlanned { planned: Option<Deed> },
    Routed { unit: String },
    Shaken { unit: String },
    NotDisordered { unit: String },
    NotShaken { unit: String },
    Depleted { unit: String },
    NotDepleted { unit: String },
    NotInGoodOrder { unit: String },
    NotATarget { unit: String },
    CannotFire { unit: String },
    CannotCharge { unit: String },
    OutOfRange { measured: Length, allowed: Length },
    TooNearForThat { band: String },
    NotInArc { target: String },
    Unseen { target: String, by: String },
    Obliged { nearest: String, at: Length },
    TooMany { given: usize, most: usize },
    Unlike { unit: String },
    NotContiguous,
    NotAdjacent { unit: String, other: String, measured: Length },
    NotAhead { target: String },
    InThePath { other: String },
    OutOfReach { measured: Length, most: Length },
    SameFormation { unit: String },
    NoSuchFormation { unit: String },
    TooManyLegs { legs: usize, limit: usize },
    UnknownAct { act: String },
    NotInCharge,
    WheelTooWide { needs: Length, allowed: Length },
    Change { price: &'static str },
    OutOfCommand { unit: String },
    TooFar { needs: Length, allowed: Length },
    Overlaps { other: String },
    Contact { enemy: String },
    Nearer { enemy: String, from: Length, to: Length },
    LeavesTable,
    Impassable { ground: String },
    NoGround { terrain: Terrain },
    NotOnRoad,
    NoWayBack,
    AlreadyReacted { unit: String },
    NotTriggered { unit: String },
    NotTheTrigger { target: String },
    AlreadyFiredAt { target: String },
    StillHasReaction { unit: String },
    AlreadyMoved { unit: String },
    NotALeader { unit: String },
    TooFarAdvance { asked: Length, most: Length },
    NotChoosable { unit: String },
    AlreadyMerged { unit: String },
    OtherBrigade { unit: String },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::GameOver => write!(f, "the battle is over"),
            Why::NoSuchUnit => write!(f, "there is no such unit"),
            Why::NotAwaited => write!(f, "it is not for this side to decide now"),
            Why::NotNow => write!(f, "that cannot be done now"),
            Why::Nobody => write!(f, "no unit is named"),
            Why::AnotherMatterFirst { what } => write!(f, "first: {what}"),
            Why::NotYours { unit } => write!(f, "{unit} is not yours to command"),
            Why::OffTable { unit } => write!(f, "{unit} is no longer on the table"),
            Why::NoActions { unit, needs, left } => {
                write!(f, "{unit} needs {needs} actions and has {left} left")
            }
            Why::OnlyRecovery { unit } => {
                write!(f, "{unit} has left its group and may only reform, rally or disengage")
            }
            Why::NotInGroup { unit } => write!(f, "{unit} does not belong to the group that is acting"),
            Why::NotPlanned { planned: Some(deed) } => {
                write!(f, "the group has declared to {}", deed.words())
            }
            Why::NotPlanned { planned: None } => write!(f, "the group has declared nothing more"),
            Why::Routed { unit } => write!(f, "{unit} is routed"),
            Why::Shaken { unit } => write!(f, "{unit} is shaken"),
            Why::NotDisordered { unit } => write!(f, "{unit} is not in disorder"),
            Why::NotShaken { unit } => write!(f, "{unit} is neither shaken nor routed"),
            Why::Depleted { unit } => write!(f, "{unit} is down to its last stand"),
            Why::NotDepleted { unit } => write!(f, "{unit} has more than one stand left"),
            Why::NotInGoodOrder { unit } => write!(f, "{unit} is not in good order"),
            Why::NotATarget { unit } => write!(f, "{unit} is not an enemy unit on the table"),
            Why::CannotFire { unit } => write!(f, "{unit} cannot fire as it stands"),
            Why::CannotCharge { unit } => write!(f, "{unit} cannot charge"),
            Why::OutOfRange { measured, allowed } => write!(
                f,
                "the target is {} in away; {} in is the limit",
                measured.in_inches(),
                allowed.in_inches()
            ),
            Why::TooNearForThat { band } => {
                write!(f, "deliberate fire is for normal and long range, not {band}")
            }
            Why::NotInArc { target } => write!(f, "no part of {target} lies in the frontal arc"),
            Why::Unseen { target, by } => write!(f, "{target} cannot be seen: {by} is in the way"),
            Why::Obliged { nearest, at } => {
                write!(f, "{nearest} is closest in the primary zone, at {} in", at.in_inches())
            }
            Why::TooMany { given, most } => write!(f, "{given} units; at most {most} may do it together"),
            Why::Unlike { unit } => write!(f, "{unit} is of another arm or formation than the rest"),
            Why::NotContiguous => write!(f, "they do not hang together by adjacent units"),
            Why::NotAdjacent { unit, other, measured } => {
                write!(f, "{unit} is not adjacent to {other}: {} in", measured.in_inches())
            }
            Why::NotAhead { target } => write!(f, "{target} does not lie straight ahead"),
            Why::InThePath { other } => write!(f, "{other} stands in the way"),
            Why::OutOfReach { measured, most } => write!(
                f,
                "{} in away; at the very best it could go {} in",
                measured.in_inches(),
                most.in_inches()
            ),
            Why::SameFormation { unit } => write!(f, "{unit} is in that formation already"),
            Why::NoSuchFormation { unit } => write!(f, "{unit} cannot take that formation"),
            Why::TooManyLegs { legs, limit } => write!(f, "a move of {legs} legs; the limit is {limit}"),
            Why::UnknownAct { act } => write!(f, "{act:?} is not an act of a move here"),
            Why::NotInCharge => write!(f, "a charge goes straight ahead"),
            Why::WheelTooWide { needs, allowed } => write!(
                f,
                "the outer end would travel {} in; {} in are allowed",
                needs.in_inches(),
                allowed.in_inches()
            ),
            Why::Change { price } => write!(f, "the change costs {price}, and that is not left"),
            Why::OutOfCommand { unit } => write!(f, "{unit} is out of command and control"),
            Why::TooFar { needs, allowed } => {
                write!(f, "the move costs {} in; {} in are left", needs.in_inches(), allowed.in_inches())
            }
            Why::Overlaps { other } => write!(f, "it would stand on {other}"),
            Why::Contact { enemy } => write!(f, "it would touch {enemy}, and only a charge may"),
            Why::Nearer { enemy, from, to } => write!(
                f,
                "it would come nearer to {enemy}: from {} in to {} in",
                from.in_inches(),
                to.in_inches()
            ),
            Why::LeavesTable => write!(f, "it would leave the table"),
            Why::Impassable { ground } => write!(f, "{ground} is closed to it"),
            Why::NoGround { terrain } => write!(f, "it cannot move in {}", terrain.words()),
            Why::NotOnRoad => write!(f, "there is no road there to follow"),
            Why::NoWayBack => write!(f, "there is no room straight back"),
            Why::AlreadyReacted { unit } => write!(f, "{unit} has had its reaction this turn"),
            Why::NotTriggered { unit } => write!(f, "{unit} has seen nothing to react to"),
            Why::NotTheTrigger { target } => write!(f, "{target} did not cause this reaction"),
            Why::AlreadyFiredAt { target } => write!(f, "it has fired at {target} already this turn"),
            Why::StillHasReaction { unit } => write!(f, "{unit} still has its reaction and must use that"),
            Why::AlreadyMoved { unit } => write!(f, "{unit} has moved already"),
            Why::NotALeader { unit } => write!(f, "{unit} is not a leader"),
            Why::TooFarAdvance { asked, most } => {
                write!(f, "{} in asked for; {} in may be gone", asked.in_inches(), most.in_inches())
            }
            Why::NotChoosable { unit } => write!(f, "{unit} is not among those to choose from"),
            Why::AlreadyMerged { unit } => write!(f, "{unit} has been joined to another regiment already"),
            Why::OtherBrigade { unit } => write!(f, "{unit} belongs to another brigade"),
        }
    }
}

impl Deed {
    pub fn words(self) -> &'static str {
        match self {
            Deed::Move => "move",
            Deed::Fire => "fire",
            Deed::Charge => "charge",
            Deed::Reform => "reform",
            Deed::Rally => "rally",
            Deed::Disengage => "disengage",
            Deed::Nothing => "do nothing",
        }
    }

    pub fn named(word: &str) -> Option<Deed> {
        let all =
            [Deed::Move, Deed::Fire, Deed::Charge, Deed::Reform, Deed::Rally, Deed::Disengage, Deed::Nothing];
        all.into_iter().find(|deed| deed.words().split(' ').next_back() == Some(word))
    }
}
