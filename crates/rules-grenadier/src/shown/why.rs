//! Why an order is refused, with what was measured.

use crate::book::kinds::Order;
use crate::turn::state::{Status, Step};
use longroll_table::{Heading, Length};
use serde::Serialize;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    GameOver,
    NoSuchUnit,
    NoSuchBrigade,
    NotYours { unit: String },
    OffTable { unit: String },
    NotAwaited,
    WrongStep { now: Step },
    AnotherMatterFirst,
    NotChoosable { unit: String },
    // command
    NoGeneral { brigade: String },
    NoCinC,
    AlreadyTried { brigade: String },
    SameOrder { order: Order },
    RetireIsNotChosen,
    CinCFirst,
    HasBrigadier { brigade: String },
    // state of the unit
    InState { unit: String, status: Status },
    InMelee { unit: String },
    Prone { unit: String },
    Charging { unit: String },
    Charged { unit: String, by: String },
    Evaded { unit: String },
    RetiresBroken { unit: String },
    MoveUsed { unit: String, used: u8, needs: u8 },
    HalfMovesOnly { unit: String },
    CannotMove { unit: String },
    CannotDo { unit: String, what: &'static str },
    NoRoom { other: String },
    AlreadyRidden { unit: String },
    DutyToAdvance { unit: String },
    DutyToFire { unit: String },
    // geometry
    TooManyLegs { legs: usize, limit: usize },
    OutsideArc { off: Heading, allowed: Heading },
    TooFar { needs: Length, allowed: Length },
    TooNear { enemy: String, measured: Length, required: Length },
    Overlaps { other: String },
    InTheWay { other: String, free: Length },
    LeavesTable,
    Impassable { ground: String },
    NotOnRoad,
    NotLikeThis { what: &'static str },
    DriftsFromPost { measured: Length, allowed: Length },
    NotTouchingParent { unit: String },
    EnemyInSight { enemy: String, measured: Length, required: Length },
    MarchesUsed { allowed: u32 },
    // charges
    NotAnEnemy { unit: String },
    OrderForbids { order: Order },
    TargetSteady { target: String },
    NotVisible { target: String, by: String },
    NotInFront { target: String },
    NoPath { target: String },
    OutOfReach { target: String, measured: Length, reach: Length },
    MayNotCharge { unit: String, what: &'static str },
    HeldBack { unit: String },
    OnlyItsCharger { unit: String, by: String },
    NoYell { unit: String, what: &'static str },
    // fire
    CannotFire { unit: String, what: &'static str },
    OutOfArc { target: String },
    OutOfRange { target: String, measured: Length, reach: Length },
    NotNearest { nearest: String, measured: Length },
    TargetInMelee { target: String },
    LowAmmunition { unit: String },
    HalfMoveMade { unit: String },
    NoPour { unit: String },
    NoSuchWeapon { unit: String },
    BatteriesFirst,
    FaceUsed,
    MustEvade { unit: String },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Why::GameOver => "the battle is over".to_owned(),
            Why::NoSuchUnit => "there is no such unit".to_owned(),
            Why::NoSuchBrigade => "there is no such brigade".to_owned(),
            Why::NotYours { unit } => format!("{unit} belongs to the other side"),
            Why::OffTable { unit } => format!("{unit} is not on the table"),
            Why::NotAwaited => "it is not for this side to decide now".to_owned(),
            Why::WrongStep { now } => format!("not in this step: it is the {} step", now.words()),
            Why::AnotherMatterFirst => "another decision comes first".to_owned(),
            Why::NotChoosable { unit } => format!("{unit} is not among those to choose from"),
            Why::NoGeneral { brigade } => format!("{brigade} has no brigadier to give the order"),
            Why::NoCinC => "the army has no CinC".to_owned(),
            Why::AlreadyTried { brigade } => format!("a change for {brigade} has been tried this turn"),
            Why::SameOrder { order } => format!("it is on {} already", order.words()),
            Why::RetireIsNotChosen => "Retire is never chosen".to_owned(),
            Why::CinCFirst => "the CinC comes before the brigadiers, who have begun".to_owned(),
            Why::HasBrigadier { brigade } => format!("{brigade} has its own brigadier"),
            Why::InState { unit, status } => format!("{unit} is {}", status.words()),
            Why::InMelee { unit } => format!("{unit} is in melee"),
            Why::Prone { unit } => format!("{unit} lies prone"),
            Why::Charging { unit } => format!("{unit} is charging"),
            Why::Charged { unit, by } => format!("{unit} is being charged by {by}"),
            Why::Evaded { unit } => format!("{unit} has evaded this turn"),
            Why::RetiresBroken { unit } => format!("the brigade of {unit} has retired broken this turn"),
            Why::MoveUsed { unit, used, needs } => {
                format!("{unit} has used {used} of the 2 halves of its move and this takes {needs}")
            }
            Why::HalfMovesOnly { unit } => format!("{unit} is Rallying and makes half moves only"),
            Why::CannotMove { unit } => {
                format!("{unit} cannot make this kind of move in its present formation")
            }
            Why::CannotDo { unit, what } => format!("{unit} cannot do that: {what}"),
            Why::NoRoom { other } => format!("there is no room: {other} is in the way"),
            Why::AlreadyRidden { unit } => format!("{unit} has ridden this turn"),
            Why::DutyToFire { unit } => {
                format!(
                    "{unit} is on Assault, has not stirred, and must fire at the enemy in effective range"
                )
            }
            Why::DutyToAdvance { unit } => {
                format!("{unit} is on Assault and must first close with the enemy")
            }
            Why::TooManyLegs { legs, limit } => format!("{legs} legs are more than the {limit} of one move"),
            Why::OutsideArc { off, allowed } => format!(
                "{} degrees off straight ahead, and only {} are allowed",
                off.to_degrees_text(),
                allowed.to_degrees_text()
            ),
            Why::TooFar { needs, allowed } => {
                format!("it takes {} in of the {} in thrown", needs.in_inches(), allowed.in_inches())
            }
            Why::TooNear { enemy, measured, required } => format!(
                "it comes within {} in of {enemy}; {} in must stay between",
                measured.in_inches(),
                required.in_inches()
            ),
            Why::Overlaps { other } => format!("it would end on {other}"),
            Why::InTheWay { other, free } => {
                format!("{other} is in the way after {} in", free.in_inches())
            }
            Why::LeavesTable => "it would leave the table".to_owned(),
            Why::Impassable { ground } => format!("{ground} is closed to it"),
            Why::NotOnRoad => "it is not on a road that leads there".to_owned(),
            Why::NotLikeThis { what } => (*what).to_owned(),
            Why::DriftsFromPost { measured, allowed } => format!(
                "it would end {} in from its post; its order allows {} in",
                measured.in_inches(),
                allowed.in_inches()
            ),
            Why::NotTouchingParent { unit } => {
                format!("{unit} is recalled and must end touching its regiment")
            }
            Why::EnemyInSight { enemy, measured, required } => format!(
                "{enemy} is in sight at {} in; the march keeps {} in away",
                measured.in_inches(),
                required.in_inches()
            ),
            Why::MarchesUsed { allowed } => format!("only {allowed} of the brigades may march this turn"),
            Why::NotAnEnemy { unit } => format!("{unit} is not an enemy unit"),
            Why::OrderForbids { order } => format!("{} orders allow no charge", order.words()),
            Why::TargetSteady { target } => format!("{target} is steady and has no DP"),
            Why::NotVisible { target, by } => format!("{target} cannot be seen: {by} is in the way"),
            Why::NotInFront { target } => format!("{target} is not in the front zone"),
            Why::NoPath { target } => format!("no straight way with one swerve leads to {target}"),
            Why::OutOfReach { target, measured, reach } => format!(
                "{target} is {} in away; the charge reaches {} in",
                measured.in_inches(),
                reach.in_inches()
            ),
            Why::MayNotCharge { unit, what } => format!("{unit} may not charge: {what}"),
            Why::HeldBack { unit } => format!("{unit} is out of command and has thrown too low this turn"),
            Why::OnlyItsCharger { unit, by } => format!("{unit} may only charge {by}, which is charging it"),
            Why::NoYell { unit, what } => format!("no Rebel Yell by {unit}: {what}"),
            Why::CannotFire { unit, what } => format!("{unit} cannot fire: {what}"),
            Why::OutOfArc { target } => format!("{target} is outside the arc of fire"),
            Why::OutOfRange { target, measured, reach } => {
                format!("{target} is {} in away; the range is {} in", measured.in_inches(), reach.in_inches())
            }
            Why::NotNearest { nearest, measured } => {
                format!("{nearest} is nearer, at {} in", measured.in_inches())
            }
            Why::TargetInMelee { target } => format!("{target} is in melee or beside it"),
            Why::LowAmmunition { unit } => format!("{unit} is low on ammunition and may not pour on fire"),
            Why::HalfMoveMade { unit } => {
                format!("{unit} has made its half move; the other half of its move is for an action")
            }
            Why::NoPour { unit } => format!("{unit} may not pour on fire"),
            Why::NoSuchWeapon { unit } => format!("{unit} does not carry that"),
            Why::BatteriesFirst => "batteries fire first, and other units have begun".to_owned(),
            Why::FaceUsed => "that face of the building has fired, or two faces have".to_owned(),
            Why::MustEvade { unit } => format!("{unit} is in the open and must evade"),
        };
        f.write_str(&text)
    }
}
