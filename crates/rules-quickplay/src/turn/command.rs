//! What a player can ask for.

use crate::turn::state::Hand;
use longroll_kit::{Leg, UnitId};
use longroll_table::{Edge, Heading};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// QP-SETUP-01: artillery begins limbered or unlimbered as its owner chooses.
    Deploy {
        unit: UnitId,
        limbered: bool,
    },
    Ready,
    Stand {
        unit: UnitId,
    },
    Move {
        unit: UnitId,
        legs: Vec<Leg>,
        /// Attached generals who go along (QP-LEADER-03).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<UnitId>,
    },
    Charge {
        unit: UnitId,
        target: UnitId,
        /// The one facing change at the start (QP-CHARGE-02).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Heading>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<UnitId>,
    },
    Rally {
        unit: UnitId,
    },
    /// The next rout move, and the side to which it turns first if the straight way is closed.
    Rout {
        unit: UnitId,
        first: Hand,
    },
    /// A general goes along with the unit that has just moved.
    GoAlong {
        general: UnitId,
    },
    Stay {
        general: UnitId,
    },
    /// An overrun general is set beside the nearest friend.
    Place {
        general: UnitId,
        at: Edge,
    },
    /// This charger takes the ground.
    Claim {
        unit: UnitId,
    },
    Fire {
        unit: UnitId,
        target: UnitId,
    },
    Melee {
        unit: UnitId,
    },
    EndStep,
}
