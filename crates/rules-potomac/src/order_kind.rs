//! The seven orders in words.

use crate::state::OrderKind;

impl OrderKind {
    pub const ALL: [OrderKind; 7] = [
        OrderKind::Move,
        OrderKind::Fire,
        OrderKind::StandReady,
        OrderKind::Charge,
        OrderKind::DeploySkirmishers,
        OrderKind::RecallSkirmishers,
        OrderKind::Rally,
    ];

    /// As written in cases and logs.
    pub fn verb(self) -> &'static str {
        match self {
            OrderKind::Move => "move",
            OrderKind::Fire => "fire",
            OrderKind::StandReady => "stand ready",
            OrderKind::Charge => "charge",
            OrderKind::DeploySkirmishers => "deploy",
            OrderKind::RecallSkirmishers => "recall",
            OrderKind::Rally => "rally",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            OrderKind::Move => "Move",
            OrderKind::Fire => "Fire",
            OrderKind::StandReady => "Stand Ready",
            OrderKind::Charge => "Charge",
            OrderKind::DeploySkirmishers => "Deploy Skirmishers",
            OrderKind::RecallSkirmishers => "Recall Skirmishers",
            OrderKind::Rally => "Rally",
        }
    }
}
