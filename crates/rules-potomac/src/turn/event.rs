//! What happens, and how the state changes by it. Deciding is done elsewhere.

use crate::book::kinds::Band;
use crate::field::body::{Body, Hand};
use crate::turn::state::{Debt, End, Fate, Muster, OrderKind, Phase};
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
        /// Other than an ordered move: a charge at skirmishers alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<Clause>,
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
        /// Who or what stopped it before its full rate.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stopped_by: Option<String>,
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
        /// POT-SKIRM-13: the line that was itself the target.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<UnitId>,
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
        /// What drove it back: fire, a lost or drawn round, hits on a work.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<Clause>,
    },
    Collided {
        unit: UnitId,
        with: Option<UnitId>,
        /// The ground or table edge that stopped it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ground: Option<String>,
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
        /// What the target score is made of.
        #[serde(default)]
        stands: u8,
        #[serde(default)]
        officer: i8,
        /// The face thrown; 0 in files of earlier revisions, which do not say.
        #[serde(default)]
        die: u8,
    },
    Broke {
        unit: UnitId,
        battery: Option<UnitId>,
    },
    Fled {
        unit: UnitId,
        body: Body,
        distance: Length,
        /// POT-MORALE-17: friends it went through.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        past: Vec<UnitId>,
        /// Who or what stopped it before its full move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stopped_by: Option<String>,
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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sum: Option<Closing>,
    },
    ChargeStopped {
        unit: UnitId,
        target: UnitId,
        body: Body,
        gap: Length,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sum: Option<Closing>,
        /// POT-CHARGE-11, or what else kept it from contact.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<Clause>,
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
    /// The face that hits before any adjustment.
    #[serde(default)]
    pub hits_on: u8,
}

/// POT-CHARGE-10: what decides on contact: D and d against M.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Closing {
    pub distance: Length,
    pub driven: u32,
    pub reach: Length,
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
    /// The face that hits before any adjustment.
    #[serde(default)]
    pub hits_on: u8,
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
