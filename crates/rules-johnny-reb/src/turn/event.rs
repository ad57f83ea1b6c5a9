//! What has happened: facts with their results in them. Recording one needs no die and no rule.

use crate::book::kinds::{Formation, Level};
use crate::procedures::fire::Band;
use crate::procedures::morale::{Cause, ImpactWinner, Verdict};
use crate::turn::asking::{Answer, Question, Thrown};
use crate::turn::command::Command;
use crate::turn::state::{Ammunition, Contact, Debt, End, Fate, Flags, Muster, Order, Phase, Shot, Witness};
use longroll_kit::{Clause, Settled, Side, UnitId};
use longroll_table::{Length, Pose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Mustered(Muster),
    OrderGiven {
        unit: UnitId,
        order: Option<Order>,
    },
    /// Written down to change to Hold, sealed until both have.
    HoldWritten {
        unit: UnitId,
    },
    SideReady {
        side: Side,
    },
    Revealed {
        orders: Vec<(UnitId, Order)>,
    },
    ChangedToHold {
        unit: UnitId,
    },
    PhaseBegan {
        phase: Phase,
    },
    TurnBegan {
        turn: u32,
    },
    MoverNamed {
        unit: Option<UnitId>,
    },
    LotsThrown {
        unit: UnitId,
        die: u8,
    },
    Declared(Shot),
    Fired(Volley),
    Lost {
        unit: UnitId,
        figures: u32,
        clause: Clause,
    },
    HorsesLost {
        unit: UnitId,
        horses: u32,
    },
    HorsesReplaced {
        unit: UnitId,
    },
    AmmunitionSet {
        unit: UnitId,
        to: Ammunition,
        clause: Clause,
    },
    Checked {
        unit: UnitId,
        cause: Cause,
        mods: Settled,
        point: i32,
        roll: u32,
        verdict: Verdict,
    },
    RallyTried {
        unit: UnitId,
        mods: Settled,
        point: i32,
        roll: u32,
        verdict: Verdict,
    },
    LevelSet {
        unit: UnitId,
        level: Level,
        clause: Clause,
    },
    OrderLost {
        unit: UnitId,
    },
    Moved {
        unit: UnitId,
        to: Pose,
        distance: Length,
        motion: Motion,
        /// JR-MOVE-12: friends past whom a flight went on.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        past: Vec<UnitId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stopped: Option<Hindrance>,
        /// The clause that made it move, where the motion alone does not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<Clause>,
    },
    Formed {
        unit: UnitId,
        formation: Formation,
        mounted: bool,
        clause: Clause,
    },
    Did {
        unit: UnitId,
        flags: Flags,
    },
    Removed {
        unit: UnitId,
        fate: Fate,
        clause: Clause,
    },
    OfficerLost {
        officer: UnitId,
        clause: Clause,
    },
    OfficerPlaced {
        officer: UnitId,
        to: Pose,
        clause: Clause,
        /// The unit that he has joined.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<UnitId>,
    },
    ChargeRolled {
        unit: UnitId,
        target: UnitId,
        bonus: u32,
        full: Length,
        disorder_at: Length,
        contact: Length,
        #[serde(default)]
        rate: Length,
        /// JR-CHARGE-31: friends on the way, an inch for each.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<UnitId>,
        /// Ground that closes the way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        closed: Option<String>,
    },
    /// JR-OPT-14: what is left of a charge is run at another target.
    ChargedOn {
        unit: UnitId,
        target: UnitId,
        contact: Length,
        left: Length,
    },
    VolleyPoint {
        unit: UnitId,
        die: u8,
        at: Length,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mods: Option<Settled>,
    },
    /// JR-CHARGE-33: the charger is halted where the defender cannot fire at it.
    VolleyKept {
        unit: UnitId,
        in_arc: bool,
    },
    ImpactRolled {
        attacker: UnitId,
        defender: UnitId,
        attacker_mods: Settled,
        defender_mods: Settled,
        attacker_total: i32,
        defender_total: i32,
        winner: ImpactWinner,
    },
    /// JR-OFFICER-01.
    OfficerNamed {
        officer: UnitId,
        unit: UnitId,
    },
    /// Friends have checked for these officers.
    Mourned,
    /// JR-MORALE-08.
    Witnessed(Witness),
    WitnessAnswered {
        unit: UnitId,
    },
    /// JR-ARTY-06, JR-CHARGE-23.
    GunsCaptured {
        unit: UnitId,
        by: UnitId,
    },
    /// JR-ARTY-03.
    HouseHit {
        feature: u16,
        hits: u32,
    },
    HouseFell {
        feature: u16,
    },
    ContactMade(Contact),
    ContactBroken {
        unit: UnitId,
    },
    SupportJoined {
        unit: UnitId,
        friend: UnitId,
    },
    /// JR-MELEE-11: the enemy has gone; it holds its place.
    GroundHeld {
        unit: UnitId,
    },
    /// JR-OPT-15: crews leave their guns, and man them again.
    GunsLeft {
        unit: UnitId,
        at: Pose,
    },
    GunsManned {
        unit: UnitId,
    },
    MeleeFought {
        attacker: UnitId,
        defender: UnitId,
        round: u32,
        attacker_lost: u32,
        defender_lost: u32,
        /// What the attacker and the defender rolled.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blows: Option<[Blow; 2]>,
    },
    ObjectiveTaken {
        objective: u16,
        side: Side,
    },
    Owes(Debt),
    Paid,
    /// A command that will have to wait for an answer.
    Suspended {
        by: Side,
        command: Command,
    },
    Asked(Question),
    Paused {
        thrown: Vec<Thrown>,
        done: usize,
    },
    Resumed {
        answer: Answer,
    },
    Answered {
        question: Question,
        answer: Answer,
    },
    /// The command that waited is done.
    Settled,
    Ended(End),
}

/// One fire as it was resolved.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Volley {
    pub unit: UnitId,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<UnitId>,
    pub target: UnitId,
    pub range: Length,
    pub band: Option<Band>,
    pub firing: u32,
    pub dice: u32,
    pub roll: u32,
    pub mods: Settled,
    pub lost: u32,
    pub horses: u32,
    pub must_check: bool,
    /// It counts as the unit's fire for the turn (JR-ORDER-10).
    pub counts: bool,
    /// The clause that gave it this fire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<Clause>,
}

/// JR-MELEE-03 to -06: one side's dice in a round of melee.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Blow {
    /// Figures that count, or sections.
    pub count: u32,
    pub roll: u32,
    pub mods: Settled,
    /// What the table gave, after a possible kill.
    pub scored: u32,
    pub times: u32,
}

/// What stopped a flight before its full length, or a charge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hindrance {
    Edge,
    Enemy(UnitId),
    Friend(UnitId),
    Ground(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    March,
    Charge,
    Disengage,
    FallBack,
    Rout,
    TakeGround,
    Support,
}

impl Event {
    /// A move that nothing hindered.
    pub(crate) fn moved(unit: UnitId, to: Pose, distance: Length, motion: Motion) -> Event {
        Event::Moved { unit, to, distance, motion, past: Vec::new(), stopped: None, clause: None }
    }
}
