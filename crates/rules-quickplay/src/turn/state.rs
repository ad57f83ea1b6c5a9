//! Everything that a game of quick-play must remember.

use crate::book::kinds::{Kind, Weapon};
use crate::book::options::Options;
use crate::field::ground::Ground;
pub use longroll_kit::{End, Objective};
use longroll_kit::{Owed, Side, UnitId};
use longroll_table::{BaseSize, Edge, Field, Point, Pose, Rect, TableEdge};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct State {
    #[serde(skip)]
    pub field: Arc<Field>,
    #[serde(skip)]
    pub ground: Arc<Ground>,
    pub options: Options,
    /// Who is who: never changes after the muster.
    pub muster: Arc<Muster>,
    pub units: Vec<Unit>,
    pub contacts: SmallVec<[Contact; 4]>,
    pub round: u32,
    pub attacker: Side,
    /// The side that had the first turn of each round.
    pub first: Side,
    pub step: Step,
    /// Sides that have finished deploying.
    pub ready: [bool; 2],
    /// Morale tests of this Step 4 are thrown.
    pub tested: bool,
    /// Who holds each objective.
    pub held: SmallVec<[Option<Side>; 4]>,
    pub owed: Owed<Debt>,
    pub end: Option<End>,
}

/// QP-SETUP-01: what the scenario gives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Muster {
    pub pieces: Vec<Piece>,
    /// Each side's own table edge, Blue's first.
    pub edges: [TableEdge; 2],
    pub rounds: u32,
    pub first: Option<Side>,
    pub objectives: Vec<Objective>,
}

impl Muster {
    pub fn empty() -> Muster {
        Muster {
            pieces: Vec::new(),
            edges: [TableEdge::South, TableEdge::North],
            rounds: 12,
            first: None,
            objectives: Vec::new(),
        }
    }
}

/// A unit or general as mustered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Piece {
    pub key: String,
    pub name: String,
    pub formation: String,
    pub side: Side,
    pub kind: Kind,
    pub weapon: Weapon,
    /// QP-UNIT-02; 0 for generals.
    pub morale: u8,
    /// QP-UNIT-03; 0 for generals.
    pub strength: u8,
    pub base: BaseSize,
    pub is_army_commander: bool,
    pub pose: Pose,
    pub limbered: bool,
}

/// What changes of a unit during the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Unit {
    pub pose: Pose,
    /// The base at its pose, kept so that corners are not worked out again for every question.
    #[serde(skip)]
    pub rect: Rect,
    pub strength: u8,
    pub order: Order,
    pub limbered: bool,
    /// QP-CMD-07: as found in the side's latest Step 1.
    pub in_command: bool,
    /// QP-UNIT-10.
    pub stationary: bool,
    pub fate: Fate,
    /// Has had its move of this Step 2 (QP-TURN-10).
    pub acted: bool,
    /// Did something in this Step 2 that breaks Stationary.
    pub stirred: bool,
    pub recovered: bool,
    pub charged: bool,
    /// Has started its one combat of the turn, or lost the right to (QP-COMBAT-11).
    pub fought: bool,
    /// Has made its rally roll of the turn (QP-RALLY-05).
    pub rallied: bool,
    /// Melee dice already thrown against chargers of this turn (QP-OPT-09).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub dice_spent: u32,
    /// QP-OPT-10: has come back from a rout and keeps its marker for good.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shaken: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(dice: &u32) -> bool {
    *dice == 0
}

/// QP-UNIT-06: exactly one of three.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    GoodOrder,
    Disordered,
    Routed,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    OnTable,
    Destroyed,
    OffTable,
    Captured,
}

/// QP-TURN-01: the steps in their order, with deployment before the first and the end after the last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Deployment,
    CommandDetermination,
    Movement,
    Rally,
    MoraleTests,
    Combat,
    SwitchInitiative,
    Over,
}

/// QP-CHARGE-13: a charger and an enemy it touches, from the charge until their combat parts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Contact {
    pub charger: UnitId,
    pub enemy: UnitId,
    /// The edge of the enemy's base that was touched.
    pub edge: Edge,
    pub face: Face,
    /// The enemy is the one charged, not one brushed on the way (QP-CHARGE-06).
    pub is_target: bool,
    /// The charger began its charge on a lower level than the enemy stands on (QP-MOD-03, -13).
    #[serde(default)]
    pub uphill: bool,
}

/// QP-CHARGE-09: where a charge strikes home.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Face {
    Front,
    Flank,
}

/// To which side a fleeing unit turns first when its straight way is closed (QP-MORALE-25).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    Left,
    Right,
}

/// What is owed before the step goes on. The first four wait for a player, the rest settle themselves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Debt {
    /// QP-MORALE-12: rout moves of one side, in the order its owner chooses.
    Routs { side: Side, units: Vec<UnitId> },
    /// QP-LEADER-03: does the general go with the unit that has moved?
    GoesAlong { general: UnitId, unit: UnitId, was: Pose },
    /// QP-LEADER-04: the owner sets him beside the nearest friend.
    Placement { general: UnitId, beside: UnitId },
    /// QP-COMBAT-35: which of several chargers takes the ground.
    Claim { chargers: Vec<UnitId>, stood: Point },
    /// QP-COMBAT-10: the winner takes the ground where the loser's centre stood.
    TakeGround { charger: UnitId, stood: Point },
    /// QP-COMBAT-27: chargers whose target has gone have no combat.
    Release { target: UnitId },
    /// QP-MORALE-22: after the routs, chargers whose enemy has gone take the ground.
    AfterRouts { gone: Vec<Gone> },
}

/// An enemy that left its chargers in Step 4, and where it stood.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Gone {
    pub target: UnitId,
    pub stood: Point,
    pub chargers: Vec<UnitId>,
}

longroll_kit::unit_accessors!(State, Piece, Unit);

impl State {
    pub fn kind(&self, id: UnitId) -> Kind {
        self.piece(id).kind
    }

    pub fn edge(&self, side: Side) -> TableEdge {
        self.muster.edges[side as usize]
    }

    pub fn is_on_table(&self, id: UnitId) -> bool {
        self.unit(id).fate == Fate::OnTable
    }

    /// Combat units of a side on the table: everything but generals.
    pub fn troops(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids()
            .filter(move |id| self.is_on_table(*id) && self.side(*id) == side && !self.kind(*id).is_general())
    }

    /// QP-LEADER-01: all of a side's Generals on the table; every one of them commands and rallies.
    pub fn generals(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids()
            .filter(move |id| self.is_on_table(*id) && self.side(*id) == side && self.kind(*id).is_general())
    }

    /// QP-UNIT-13: skirmishers, limbered artillery and generals have no facing.
    pub fn has_facing(&self, id: UnitId) -> bool {
        has_facing(self.kind(id), self.unit(id).limbered)
    }

    pub fn contacts_of(&self, id: UnitId) -> impl Iterator<Item = &Contact> {
        self.contacts.iter().filter(move |contact| contact.charger == id || contact.enemy == id)
    }

    pub fn is_in_contact(&self, id: UnitId) -> bool {
        self.contacts_of(id).next().is_some()
    }

    /// The contact of a charger with the enemy it charged, while it lasts.
    pub fn charge_of(&self, id: UnitId) -> Option<&Contact> {
        self.contacts.iter().find(|contact| contact.charger == id && contact.is_target)
    }
}

pub fn has_facing(kind: Kind, limbered: bool) -> bool {
    match kind {
        Kind::Skirmisher | Kind::General => false,
        _ if kind.is_artillery() => !limbered,
        _ => true,
    }
}
