//! What may be owed before play goes on, and all that an interrupted procedure must remember.

use crate::field::body::{Body, Hand};
use crate::turn::state::OrderKind;
use longroll_kit::{Side, UnitId};
use longroll_table::{Heading, Length};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An order that was received, and whose details are still to be given (POT-CMD-15).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Received {
    pub officer: UnitId,
    pub units: Vec<UnitId>,
    pub kind: OrderKind,
}

/// A charge under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Assault {
    pub target: UnitId,
    pub chargers: Vec<Charger>,
    /// Units that may still make pre-melee fire.
    pub firers: Vec<UnitId>,
    /// The officer whose order it is; none on the unit's own initiative.
    pub officer: Option<UnitId>,
    /// Defenders who were behind a linear feature before contact (POT-MELEE-17).
    pub sheltered: Vec<UnitId>,
    pub stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Fire,
    Contact,
}

/// One unit of a charge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Charger {
    pub unit: UnitId,
    /// The way it goes after its wheel.
    pub heading: Heading,
    /// POT-CHARGE-05: D, of which the wheel took a part; POT-CHARGE-03: M.
    pub distance: Length,
    pub wheel: Length,
    pub reach: Length,
    /// How far from its target it started, where a reading looks at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Length>,
    /// POT-CHARGE-16.
    pub in_flank: bool,
    /// POT-CHARGE-05: enemies it touches at the same moment as its target, each with whether it strikes it in flank or rear.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<(UnitId, bool)>,
    /// Hits of the pre-melee fire that reached it, and the d that counts for it.
    pub hits: u32,
    pub driven: u32,
    /// Fled or destroyed: it takes no part in the contact.
    pub is_out: bool,
    /// POT-R26: its body at the start of the straight way, if somebody stands there whom it may overrun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_out: Option<Body>,
}

impl Charger {
    /// The distance at which it started, for whoever fires at it.
    pub fn start(&self) -> Length {
        self.start.unwrap_or(self.distance)
    }

    /// Is its attack on this enemy, who is its target or touched along with it, in flank or rear? None: it does not touch him.
    pub fn flanks(&self, enemy: UnitId, target: UnitId) -> Option<bool> {
        if enemy == target {
            return Some(self.in_flank);
        }
        self.also.iter().find(|(known, _)| *known == enemy).map(|(_, in_flank)| *in_flank)
    }
}

/// A melee under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Melee {
    /// The units that began it; all others are found by contact (POT-MELEE-30).
    pub fighters: Vec<UnitId>,
    /// The side that charged (POT-MELEE-28).
    pub attacker: Side,
    pub round: u8,
    /// POT-MELEE-08: who charged or followed up into this round.
    pub charging: Vec<UnitId>,
    /// POT-MELEE-06: who struck a flank or rear, and whose.
    pub flanks: Vec<(UnitId, UnitId)>,
    /// POT-MELEE-09: firing hits of the chargers in contact; only in the first round.
    pub firing: Vec<(UnitId, u32)>,
    /// POT-MELEE-17: who had a linear feature before him before contact.
    pub sheltered: Vec<UnitId>,
    /// Rounds in a row without a hit and with contact kept (POT-MELEE-28).
    pub hitless: u8,
    /// Units of one joint charge: they follow up by one order (POT-MELEE-39).
    pub joint: Vec<UnitId>,
    pub officer: Option<UnitId>,
    /// POT-MELEE-30: stands that touch two enemies, and whom their owner named.
    pub aims: Vec<Aim>,
    /// POT-MELEE-38: a unit that several enemies touch alike, and the one from whom it would go back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<(UnitId, UnitId)>,
}

/// A stand that touches several enemies fights the one named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Aim {
    pub unit: UnitId,
    pub stand: u8,
    pub at: UnitId,
}

/// Hits on a group that are still to be shared out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sharing {
    pub firer: UnitId,
    pub target: UnitId,
    pub shares: Vec<(UnitId, u32)>,
    /// Odd hits, and the units among which the owner chooses.
    pub odd: u32,
    pub tied: Vec<UnitId>,
}

/// What is owed before play goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Debt {
    /// The active player gives the details of an order.
    Carry(Received),
    /// POT-FIRE-21: the target's owner says who takes an odd hit.
    Share(Sharing),
    /// POT-MORALE-14, -15: does the officer stay with the unit that has tested?
    Detach { officer: UnitId, unit: UnitId, failed: bool, of_group: bool },
    /// POT-MORALE-08: a flight; it waits for its owner only when the way is barred (POT-MORALE-21).
    Flee { unit: UnitId, from: UnitId, first: Option<Hand> },
    /// A charge: waits for the target's owner while he may fire (POT-CHARGE-08).
    Assault(Box<Assault>),
    /// POT-GROUP-09: further charges of the same order.
    Charges { officer: Option<UnitId>, rest: Vec<Vec<ChargeAt>> },
    /// A round of melee: waits only for stands that touch two enemies.
    Round(Box<Melee>),
    /// POT-MELEE-21: winners who may follow up, with the enemies they touched.
    FollowUp(Box<FollowUp>),
    /// POT-LEADER-18: who of several equals becomes general?
    Succession { side: Side, candidates: Vec<UnitId> },
}

/// One charge as its player declares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ChargeAt {
    pub unit: UnitId,
    pub target: UnitId,
    /// The facing after the one wheel at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Heading>,
    /// POT-CHARGE-19: how far it goes when it charges a skirmish line alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<Length>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FollowUp {
    pub melee: Melee,
    /// Winners who have not decided yet, each with the losers it touched; a joint charge decides together.
    pub waiting: Vec<Pursuer>,
    pub followed: Vec<UnitId>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Pursuer {
    pub units: Vec<UnitId>,
    pub losers: Vec<UnitId>,
}
