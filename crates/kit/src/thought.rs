use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a computer thought of a decision, in words. It is kept beside the command, and no rule reads it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Thought {
    /// What is to be done, by whom and why.
    pub intent: String,
    /// The chance to win that the player saw, in thousandths.
    pub chance: u32,
    /// How far off the chance may be; absent where nothing was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<[u32; 2]>,
    /// The next best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<String>,
    /// What spoke against the next best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// How often the command was tried out.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub trials: u32,
}

fn is_nought(number: &u32) -> bool {
    *number == 0
}
