//! What is owed before a step goes on, and who is due for what.

use crate::procedures::pace::Thrown;
use crate::turn::state::How;
use longroll_kit::{Side, UnitId};
use longroll_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What units are due for when a side chooses which of them is next (GRE-GEN-10).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Due {
    /// GRE-CMD-12: an ADC, when there are too few for all.
    Replacement,
    /// GRE-BRIG-12: the retirement of a broken brigade.
    Retirement,
    /// GRE-PURSUIT-10.
    Pursuit,
    /// GRE-CHARGE-03.
    Approach,
    /// GRE-CHARGE-18.
    Evade,
    /// GRE-ORDER-05.
    RetireMove,
    /// GRE-PURSUIT-10: the test of a unit that a pursuer ran into.
    RunInto,
    /// GRE-TURN-08: the charges at this target.
    Target,
    /// GRE-TURN-09: the melee in which this unit is.
    Melee,
    /// GRE-PURSUIT-14.
    PursuitTest,
    /// GRE-TURN-10 (b).
    Rally,
}

/// What is owed before the step goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Debt {
    /// GRE-TURN-02: the winner of the initiative chooses.
    First { side: Side },
    /// GRE-GEN-10: whose turn it is among several; the side chooses.
    Next { side: Side, what: Due, units: Vec<UnitId> },
    /// GRE-TURN-10 (c): which brigade tests next.
    Brigades { side: Side, brigades: Vec<u16> },
    /// GRE-TURN-04: which unit makes its compulsory move next.
    Flight { side: Side, units: Vec<UnitId> },
    /// GRE-BRIG-12: how a unit of a broken brigade faces after its retirement.
    Facing { unit: UnitId },
    /// The dice are thrown; where does it go?
    March { unit: UnitId, thrown: Thrown, reach: Length, how: How },
    /// GRE-CHARGE-18: evade or stay.
    Evade { unit: UnitId, by: UnitId },
    /// GRE-CHARGE-11: countercharge or stand.
    Answer { unit: UnitId },
    /// The closing moves at one target. The target countercharges or not.
    Close { target: UnitId, countercharge: bool },
    /// GRE-MELEE-26: one melee, and the leading units named so far.
    Melee { blue: Vec<UnitId>, gray: Vec<UnitId>, leaders: [Option<UnitId>; 2] },
    /// GRE-GEN-10: which unit of a melee does next what its result makes it do.
    Aftermath(Aftermath),
    /// GRE-MELEE-40: foot may follow up.
    FollowUp { unit: UnitId, enemy: UnitId },
    /// GRE-PURSUIT-06.
    StandOrRetire { unit: UnitId },
    /// GRE-MELEE-45: the winner may take the building.
    Occupy { unit: UnitId, building: u16 },
    /// GRE-MORALE-32: which unit takes its Other test next.
    Tests { side: Side, units: Vec<UnitId> },
    /// GRE-DP-13: whom a general helps.
    Help { general: UnitId, units: Vec<UnitId> },
}

/// What is left to do after a round of melee. The losers give way before the winners act; after a draw (difference 0) the
/// first player's cavalry rides back before the second's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Aftermath {
    pub difference: i32,
    /// The leading unit of the winners, before which the losers give way.
    pub winner: UnitId,
    pub losers: Vec<UnitId>,
    pub first: Vec<UnitId>,
    pub then: Vec<UnitId>,
    /// Losers pushed back, who can be followed up.
    pub pushed: Vec<UnitId>,
    /// GRE-MELEE-46: foot retreats where others would have been pushed back.
    pub ridden_down: bool,
    /// GRE-YELL-06.
    pub yelled: Vec<UnitId>,
    /// GRE-MELEE-45: the building that the losers held.
    pub house: Option<u16>,
}
