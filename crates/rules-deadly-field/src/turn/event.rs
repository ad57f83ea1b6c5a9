//! What has happened: facts with their results in them. Recording one needs no die and no rule.

use crate::book::kinds::{Formation, Level};
use crate::c;
use crate::procedures::fire::{Band, Manner};
use crate::procedures::impact::Impact;
use crate::procedures::morale::{Cause, Verdict};
use crate::turn::asking::{Choice, Question};
use crate::turn::state::{Acting, Debt, End, Fate, Muster, Step};
use longroll_kit::{Clause, Settled, Side, UnitId};
use longroll_table::{Heading, Length, Pose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Mustered(Muster),
    InitiativeRolled {
        blue: u8,
        gray: u8,
    },
    InitiativeTaken {
        side: Side,
    },
    TurnBegan {
        active: Side,
        turn: u32,
    },
    StepBegan {
        step: Step,
    },
    CommandFound {
        unit: UnitId,
        in_command: bool,
    },
    /// A unit or group is taken.
    Taken(Acting),
    Finished,
    ActionsSpent {
        units: Vec<UnitId>,
        actions: u8,
    },
    DroppedOut {
        unit: UnitId,
    },
    Moved {
        units: Vec<(UnitId, Pose)>,
        distance: Length,
        clause: Clause,
    },
    Faced {
        unit: UnitId,
        facing: Heading,
    },
    Formed {
        unit: UnitId,
        formation: Formation,
        clause: Clause,
    },
    Mounted {
        unit: UnitId,
        mounted: bool,
    },
    LevelSet {
        unit: UnitId,
        level: Level,
        clause: Clause,
    },
    Reacted {
        units: Vec<UnitId>,
        clause: Clause,
    },
    LetPass {
        whole_action: bool,
    },
    Fired(Fire),
    Lost {
        unit: UnitId,
        figures: u8,
        clause: Clause,
    },
    Recovered {
        unit: UnitId,
    },
    Checked(Check),
    Removed {
        unit: UnitId,
        fate: Fate,
        clause: Clause,
    },
    FellBack {
        unit: UnitId,
        to: Pose,
        distance: Length,
        #[serde(default = "after_a_check")]
        clause: Clause,
        #[serde(default, skip_serializing_if = "Hindrance::is_none")]
        hindrance: Hindrance,
    },
    Ran {
        unit: UnitId,
        to: Pose,
        distance: Length,
        #[serde(default = "at_once")]
        clause: Clause,
        #[serde(default, skip_serializing_if = "Hindrance::is_none")]
        hindrance: Hindrance,
    },
    /// ADF-REACT-10, ADF-CHARGE-14: its move or charge ends here, because it lost a level or was driven back, or an enemy has stepped
    /// into its way (ADF-GEO-11).
    BrokenOff {
        unit: UnitId,
        clause: Clause,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<UnitId>,
    },
    Disengaging {
        unit: UnitId,
        is: bool,
    },
    Charging {
        unit: UnitId,
        is: bool,
        clause: Clause,
    },
    ChargeDeclared {
        unit: UnitId,
        target: Option<UnitId>,
        bonus: u8,
        total: Length,
    },
    Countercharged {
        unit: UnitId,
        to: Pose,
    },
    Impacted {
        attacker: UnitId,
        defender: UnitId,
        impact: Impact,
        numbers: [i32; 2],
        figures: [u8; 2],
        /// What each side rolled, the attacker first; nothing in games kept from before rolls were told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rolls: Option<[i32; 2]>,
        /// What the two numbers are made of.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        mods: Vec<Settled>,
    },
    Merged {
        unit: UnitId,
        other: UnitId,
    },
    RemnantAttached {
        unit: UnitId,
        remnant: UnitId,
    },
    LeaderMoved {
        leader: UnitId,
        to: Pose,
        clause: Clause,
    },
    LeaderAttached {
        leader: UnitId,
        unit: Option<UnitId>,
    },
    LeaderRolled {
        leader: UnitId,
        hits: u8,
        killed: bool,
    },
    GunsRolled {
        unit: UnitId,
        roll: u8,
        kept: bool,
    },
    ObjectiveTaken {
        objective: u16,
        side: Side,
    },
    Owes(Debt),
    /// What is on top of the stack goes on as this.
    Now(Debt),
    Paid,
    /// The command stops at a question: it will be worked anew from here.
    Stopped,
    Asked(Question),
    Answered {
        last: bool,
    },
    Chosen {
        unit: UnitId,
        choice: Choice,
    },
    Ended(End),
}

/// ADF-GEO-10, ADF-MOVE-17: what has made a forced move longer or shorter than it was.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Hindrance {
    /// How far it had to go, if it went less or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach: Option<Length>,
    /// Friends on whom it would have ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past: Vec<UnitId>,
    /// A unit that stopped it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// Ground that stopped it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<String>,
}

impl Hindrance {
    pub fn is_none(&self) -> bool {
        *self == Hindrance::default()
    }
}

/// One fire with everything that entered its total.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fire {
    pub units: Vec<UnitId>,
    pub target: UnitId,
    pub manner: Manner,
    pub band: Band,
    pub range: Length,
    pub firepower: i32,
    pub dice: u32,
    pub firer: Settled,
    pub against: Settled,
    pub total: i32,
    pub hits: u8,
    pub addition: Option<i32>,
    /// It fires in its reaction.
    pub is_reaction: bool,
}

/// One morale check or rally attempt.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    pub unit: UnitId,
    pub cause: Cause,
    pub mmp: i32,
    pub roll: u8,
    pub mods: Settled,
    pub verdict: Verdict,
}

pub(crate) fn after_a_check() -> Clause {
    c::MORALE_15
}

pub(crate) fn at_once() -> Clause {
    c::MORALE_17
}
