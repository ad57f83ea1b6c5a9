//! What has happened: facts with their results in them. Recording one needs no die and no rule.

use crate::book::kinds::{Ability, Form, Gun, Order, Weapon};
use crate::procedures::guns::GunGroup;
use crate::procedures::melee::{Arrival, Fate};
use crate::procedures::morale::{MoraleResult, Reason};
use crate::procedures::pace::Thrown;
use crate::procedures::tests_of_command::{BrigadeResult, By, PursuitResult, Risk};
use crate::turn::state::{Charge, Contact, Debt, End, How, Muster, Piece, Standing, Status, Step};
use longroll_kit::{Clause, Settled, Side, UnitId};
use longroll_table::{Edge, Heading, Length, Pose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Mustered(Box<Muster>),
    LotsThrown {
        blue: u8,
        gray: u8,
    },
    NamesFirst {
        side: Side,
    },
    SideReady {
        side: Side,
    },
    TurnBegan {
        turn: u32,
    },
    InitiativeThrown {
        blue: i32,
        gray: i32,
    },
    FirstNamed {
        side: Side,
    },
    StepBegan {
        step: Step,
    },
    PartBegan {
        side: Side,
        part: u8,
    },
    /// GRE-CMD-13.
    Replaced {
        general: UnitId,
        die: u8,
        ability: Ability,
    },
    OrderTried {
        brigade: u16,
        by: By,
        wanted: Order,
        mods: Settled,
        needs: i32,
        changed: bool,
        lost_nerve: bool,
    },
    /// The order in force from now on; `anew` when it was received, even if it is the old one (GRE-ORDER-08).
    OrderSet {
        brigade: u16,
        order: Order,
        clause: Clause,
    },
    TookCommand {
        brigade: u16,
    },
    /// DPs taken, and why; figures for those in excess are an event of their own.
    Disrupted {
        unit: UnitId,
        dp: u8,
        cause: Cause,
        clause: Clause,
    },
    Steadied {
        unit: UnitId,
        dp: u8,
        clause: Clause,
    },
    FiguresLost {
        unit: UnitId,
        whole: UnitId,
        lost: u16,
        by_fire: bool,
        clause: Clause,
    },
    GunLost {
        unit: UnitId,
        gun: Gun,
    },
    Removed {
        unit: UnitId,
        standing: Standing,
        clause: Clause,
    },
    StatusSet {
        unit: UnitId,
        status: Status,
        clause: Clause,
    },
    MoraleTested {
        unit: UnitId,
        reason: Reason,
        mods: Settled,
        score: i32,
        result: MoraleResult,
    },
    /// Movement dice on the table.
    DiceThrown {
        unit: UnitId,
        thrown: Thrown,
        why: How,
    },
    Acted {
        unit: UnitId,
        act: Act,
        to: Pose,
        halves: u8,
    },
    RecallThrown {
        unit: UnitId,
        mods: Settled,
        recalled: bool,
    },
    Detached {
        piece: Box<Piece>,
        figures: u16,
        dp: u8,
    },
    Absorbed {
        unit: UnitId,
        into: UnitId,
    },
    Moved {
        unit: UnitId,
        to: Pose,
        distance: Length,
        how: How,
    },
    /// GRE-MOVE-23: what is still to be run, and which way.
    FlightLeft {
        unit: UnitId,
        left: Length,
        heading: Heading,
    },
    HeldBack {
        unit: UnitId,
        die: u8,
    },
    ChargeDeclared {
        unit: UnitId,
        charge: Charge,
    },
    ChargeStage {
        unit: UnitId,
        charge: Charge,
    },
    ChargeEnded {
        unit: UnitId,
    },
    ContactMade(Contact),
    ContactBroken {
        attacker: UnitId,
        defender: UnitId,
    },
    GotInside {
        unit: UnitId,
    },
    Arrived {
        unit: UnitId,
        arrival: Arrival,
    },
    Stays {
        unit: UnitId,
        clause: Clause,
    },
    Fired(Shot),
    Bounced {
        from: UnitId,
        unit: UnitId,
        hits: u32,
    },
    FlankFire {
        unit: UnitId,
        by: UnitId,
    },
    RanLow {
        unit: UnitId,
    },
    RiskThrown {
        general: UnitId,
        risk: Risk,
    },
    Attached {
        general: UnitId,
        unit: Option<UnitId>,
    },
    Fought(Round),
    PursuitTested {
        unit: UnitId,
        mods: Settled,
        score: i32,
        result: PursuitResult,
    },
    Pursues {
        unit: UnitId,
        prey: Option<UnitId>,
        uncontrolled: bool,
    },
    RalliesDp {
        unit: UnitId,
    },
    /// GRE-MELEE-45: a garrison pushed back stays inside.
    PushedInside {
        unit: UnitId,
        to: Pose,
    },
    /// GRE-YELL-05.
    YellFailed {
        unit: UnitId,
    },
    /// GRE-PURSUIT-10: it owes the test for being run into, or has taken it.
    TestDue {
        unit: UnitId,
        due: bool,
    },
    /// GRE-PURSUIT-14: it tests again in step 8.
    PursuitDue {
        unit: UnitId,
    },
    Compelled {
        unit: UnitId,
        due: bool,
    },
    Helped {
        general: UnitId,
    },
    BrigadeTested {
        brigade: u16,
        mods: Settled,
        score: i32,
        result: BrigadeResult,
    },
    MustTest {
        brigade: u16,
        clause: Clause,
    },
    RetirementMade {
        brigade: u16,
    },
    Recovered {
        brigade: u16,
    },
    ObjectiveTaken {
        objective: u16,
        side: Side,
    },
    TurnEnded {
        shares: Vec<i32>,
    },
    Owes(Debt),
    Paid,
    Ended(End),
}

/// Where a DP comes from: GRE-DP-03, GRE-DP-04, GRE-DP-05 make different things of the excess over three.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    Movement,
    Passing,
    Pursuit,
    Burst,
    Fire,
    Melee,
    Morale,
    Brigade,
}

impl Cause {
    /// Does the excess over three cost figures?
    pub fn costs_figures(self, excess_is_figures: bool) -> bool {
        match self {
            Cause::Fire => true,
            Cause::Melee | Cause::Morale | Cause::Brigade => excess_is_figures,
            Cause::Movement | Cause::Passing | Cause::Pursuit | Cause::Burst => false,
        }
    }
}

/// A formation action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    Form(Form),
    Prone,
    StandUp,
    AboutFace,
    Limber(Form),
    Unlimber,
    CloseUp,
    OpenOut,
    Reface,
    Mount,
    Dismount,
    Occupy(u16),
    Leave,
    TurnLeft,
    TurnRight,
}

/// One firing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Shot {
    pub unit: UnitId,
    pub target: UnitId,
    pub weapon: Option<Weapon>,
    pub guns: Vec<GunGroup>,
    pub range: Length,
    pub pour: bool,
    pub face: Option<Edge>,
    pub hits: u32,
}

/// One round of a melee.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Round {
    pub blue: UnitId,
    pub gray: UnitId,
    pub scores: [i32; 2],
    pub winner: Option<Side>,
    pub fate: Fate,
    pub casualties: [u32; 2],
    /// What each score is made of besides the dice, Blue's first; empty in files of the first revision.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mods: Vec<Settled>,
}
