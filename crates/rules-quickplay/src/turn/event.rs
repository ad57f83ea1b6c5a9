//! What has happened: facts with their results in them. Recording one needs no die and no rule.

use crate::book::kinds::Weapon;
use crate::turn::state::{Contact, Debt, End, Fate, Muster, Order, Step};
use longroll_kit::{Clause, Settled, Side, UnitId};
use longroll_table::{Length, Pose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Mustered(Muster),
    Deployed { unit: UnitId, limbered: bool },
    SideReady { side: Side },
    FirstAttackerRolled { blue: u8, gray: u8 },
    FirstAttackerNamed { side: Side },
    StepBegan { step: Step },
    TurnBegan { attacker: Side, round: u32 },
    CommandFound { unit: UnitId, in_command: bool },
    Disordered { unit: UnitId, clause: Clause },
    Recovered { unit: UnitId },
    Limbered { unit: UnitId, clause: Clause },
    Unlimbered { unit: UnitId },
    Stood { unit: UnitId },
    Moved { unit: UnitId, to: Pose, distance: Length },
    Charged { unit: UnitId, target: UnitId, to: Pose, distance: Length },
    ContactMade(Contact),
    ContactBroken { charger: UnitId, enemy: UnitId },
    FoundStationary { unit: UnitId, stationary: bool },
    RallyTried { unit: UnitId, mods: Settled, passes_on: i32, rallied: bool },
    Rallied { unit: UnitId, order: Order },
    MoraleTested { unit: UnitId, mods: Settled, passes_on: i32, passed: bool },
    MoraleTestsDone,
    Routed { unit: UnitId },
    RoutedAgain { unit: UnitId },
    StrengthLost { unit: UnitId, lost: u8, clause: Clause },
    Removed { unit: UnitId, fate: Fate, clause: Clause },
    Fled { unit: UnitId, to: Pose, distance: Length },
    Retreated { unit: UnitId, to: Pose, distance: Length },
    BackedOff { unit: UnitId, to: Pose, distance: Length },
    TookGround { unit: UnitId, to: Pose, distance: Length },
    Fired(Shooting),
    Answered(Shooting),
    Fought(Melee),
    CombatForgone { unit: UnitId, clause: Clause },
    GeneralMoved { general: UnitId, to: Pose, clause: Clause },
    ObjectiveTaken { objective: u16, side: Side },
    Owes(Debt),
    Paid,
    Ended(End),
}

/// Dice of one side in a fire combat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Shooting {
    pub unit: UnitId,
    pub target: UnitId,
    pub weapon: Weapon,
    pub range: Length,
    pub is_close: bool,
    pub dice: u32,
    pub hits_on: u8,
    pub hits: u32,
    /// What the face that hits follows from; absent in files of the first revision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<Settled>,
}

/// Dice of both sides in a melee.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Melee {
    pub charger: UnitId,
    pub defender: UnitId,
    pub charger_dice: u32,
    pub charger_hits_on: u8,
    pub charger_hits: u32,
    pub defender_dice: u32,
    pub defender_hits_on: u8,
    pub defender_hits: u32,
    /// What the faces that hit follow from; absent in files of the first revision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charger_list: Option<Settled>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defender_list: Option<Settled>,
}

impl Shooting {
    pub fn kind_of_range(&self) -> &'static str {
        if self.is_close { "Close" } else { "Long" }
    }
}
