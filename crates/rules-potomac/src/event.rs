//! What happens, and how the state changes by it. Deciding is done elsewhere.

use crate::body::{Body, Hand};
use crate::kinds::Band;
use crate::state::{Debt, End, Fate, Muster, OrderKind, Phase};
use longroll_kit::{Clause, Settled, Side, UnitId};
use longroll_table::{Length, Pose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Mustered(Muster),
    SetUp {
        unit: UnitId,
        body: Body,
        limbered: bool,
        mounted: bool,
    },
    SideReady {
        side: Side,
    },
    FirstRolled {
        blue: u8,
        gray: u8,
    },
    FirstNamed {
        side: Side,
    },
    TenureBegan {
        side: Side,
        turn: u32,
    },
    PhaseBegan {
        phase: Phase,
    },
    /// POT-INIT-01: who may act on its own, and because of whom.
    Awoke {
        units: Vec<(UnitId, Vec<UnitId>)>,
    },
    TenureEnded,
    /// An initiative action is used (POT-INIT-04).
    Acted {
        unit: UnitId,
        counts: bool,
    },
    OfficerBegan {
        officer: UnitId,
    },
    OfficerDone {
        officer: UnitId,
        failed: bool,
    },
    TenureSpent {
        clause: Clause,
    },
    CommandTested {
        officer: UnitId,
        units: Vec<UnitId>,
        kind: OrderKind,
        mods: Settled,
        passes_on: i32,
        roll: u32,
        passed: bool,
    },
    Ordered {
        officer: UnitId,
        units: Vec<UnitId>,
        kind: OrderKind,
        is_follow_up: bool,
    },
    Moved {
        unit: UnitId,
        body: Body,
        distance: Length,
    },
    LooseMoved {
        unit: UnitId,
        bases: Vec<Pose>,
        distance: Length,
    },
    StoppedAtEdge {
        unit: UnitId,
        ground: String,
    },
    Limbered {
        unit: UnitId,
        limbered: bool,
    },
    Mounted {
        unit: UnitId,
        mounted: bool,
    },
    Attached {
        officer: UnitId,
        unit: UnitId,
        of_group: bool,
    },
    Detached {
        officer: UnitId,
        at: Pose,
        clause: Clause,
    },
    Named {
        officer: UnitId,
    },
    Grouped {
        units: Vec<UnitId>,
        group: u16,
    },
    Ungrouped {
        units: Vec<UnitId>,
        clause: Clause,
    },
    Sheds {
        unit: UnitId,
        end: Hand,
    },
    StoodReady {
        unit: UnitId,
    },
    LineDeployed {
        unit: UnitId,
        line: UnitId,
        body: Body,
        bases: Vec<Pose>,
    },
    LineRecalled {
        unit: UnitId,
        line: UnitId,
        body: Body,
        clause: Clause,
    },
    /// Skirmish stands removed; `bases` are those left, `stands` the loss in stands of the parent (POT-GAME-03).
    LineLost {
        line: UnitId,
        parent: UnitId,
        bases: Vec<Pose>,
        lost: u8,
        stands: u8,
        clause: Clause,
    },
    Evaded {
        unit: UnitId,
        body: Option<Body>,
        bases: Vec<Pose>,
        distance: Length,
    },
    GunsLeft {
        unit: UnitId,
        guns: Body,
    },
    GunsManned {
        unit: UnitId,
        body: Body,
    },
    GunLost {
        unit: UnitId,
        guns: Option<Body>,
        body: Body,
        stands: u8,
    },
    GunsLaid {
        unit: UnitId,
        body: Body,
    },
    Fired(Shot),
    Absorbed {
        unit: UnitId,
        absorbed: u32,
        reached: u32,
        is_round: bool,
    },
    HitsTaken {
        unit: UnitId,
        hits: u32,
        marked: u8,
    },
    StandsLost {
        unit: UnitId,
        lost: u8,
        body: Body,
        clause: Clause,
    },
    OfficerRolled {
        officer: UnitId,
        killed: bool,
    },
    Removed {
        unit: UnitId,
        fate: Fate,
        clause: Clause,
    },
    DrivenBack {
        unit: UnitId,
        body: Body,
        owed: u32,
        moved: Length,
    },
    Collided {
        unit: UnitId,
        with: Option<UnitId>,
    },
    FriendTested {
        unit: UnitId,
        confused: bool,
        clause: Clause,
    },
    Confused {
        unit: UnitId,
        clause: Clause,
    },
    FearRolled {
        unit: UnitId,
        confused: bool,
    },
    MoraleTested {
        unit: UnitId,
        target: i32,
        mods: Settled,
        holds_on: i32,
        held: bool,
    },
    Broke {
        unit: UnitId,
        battery: Option<UnitId>,
    },
    Fled {
        unit: UnitId,
        body: Body,
        distance: Length,
    },
    /// POT-MORALE-09: out of range; no longer Retreating, but Confused.
    Halted {
        unit: UnitId,
    },
    Rallied {
        unit: UnitId,
    },
    Faced {
        unit: UnitId,
        body: Body,
        clause: Clause,
    },
    WorkHit {
        work: u16,
        hits: u32,
        marked: u8,
        cohesion: u8,
    },
    ChargeDeclared {
        unit: UnitId,
        target: UnitId,
        body: Body,
        distance: Length,
        reach: Length,
        in_flank: bool,
    },
    Panicked {
        unit: UnitId,
    },
    HeldFire {
        unit: UnitId,
    },
    ContactMade {
        unit: UnitId,
        target: UnitId,
        body: Body,
    },
    ChargeStopped {
        unit: UnitId,
        target: UnitId,
        body: Body,
        gap: Length,
    },
    Fought(Blow),
    RoundEnded {
        attacker: Tally,
        defender: Tally,
        winner: Option<Side>,
        by: u32,
    },
    FollowedUp {
        unit: UnitId,
        body: Body,
        distance: Length,
        by_order: bool,
    },
    MeleeEnded {
        clause: Clause,
    },
    BecameGeneral {
        officer: UnitId,
    },
    ObjectiveTaken {
        objective: u16,
        side: Side,
    },
    Owes(Debt),
    Paid,
    Ended(End),
}

/// One fire with what decided it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Shot {
    pub unit: UnitId,
    pub target: Aimed,
    pub range: Length,
    pub band: Band,
    pub dice: u32,
    pub need: u8,
    pub mods: Settled,
    pub hits: u32,
    pub is_premelee: bool,
}

/// What is fired at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aimed {
    Unit(UnitId),
    /// The place of a work in the muster.
    Work(u16),
}

/// One unit's dice against one other in a round of melee.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Blow {
    pub unit: UnitId,
    pub at: UnitId,
    pub stands: u8,
    pub dice: u32,
    pub need: u8,
    pub mods: Settled,
    pub hits: u32,
}

/// A side's score of a round (POT-MELEE-13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tally {
    pub side: Side,
    pub inflicted: u32,
    pub firing_hits: u32,
    pub supports: u32,
    pub score: u32,
}
