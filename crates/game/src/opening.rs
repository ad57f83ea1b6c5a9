//! What a game is started with.

use crate::limits::LONGEST_PLAYER;
use crate::seal::{Keys, is_key};
use longroll_dice::Seed;
use longroll_kit::{Settings, SetupError};
use longroll_scenario::limits::LONGEST_NAME;
use longroll_scenario::{Files, Mistake, NamedText, Scenario, check};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A scenario as its writer wrote it. A game file carries it whole, so that the file stands alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioText {
    /// The short name of the scenario: that of its folder.
    pub name: String,
    /// The text of `scenario.toml`.
    pub toml: String,
    /// The text of `terrain.geojson`.
    pub geojson: String,
}

/// A scenario read once and shared by as many games as one likes.
#[derive(Clone, Debug)]
pub struct Battle {
    text: Arc<ScenarioText>,
    scenario: Arc<Scenario>,
}

impl Battle {
    /// Reads and checks the texts; all mistakes come back together.
    pub fn read(text: ScenarioText) -> Result<Battle, Vec<Mistake>> {
        let scenario = check(&Files {
            scenario: NamedText { file: "scenario.toml", text: &text.toml },
            terrain: NamedText { file: "terrain.geojson", text: &text.geojson },
            rulesets: &[],
        })?;
        Ok(Battle { text: Arc::new(text), scenario: Arc::new(scenario) })
    }

    pub fn text(&self) -> &ScenarioText {
        &self.text
    }

    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    pub(crate) fn shared_text(&self) -> &Arc<ScenarioText> {
        &self.text
    }
}

/// Who plays. Names only; what a name means is the caller's business.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Players {
    pub blue: String,
    pub gray: String,
}

/// Where the dice of a game come from, and what proves them fair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fairness {
    /// The program draws them from this seed. Only the seed's commitment is shown before the end.
    Seed(Seed),
    /// Somebody else keeps the seed: this is its commitment. Dice are drawn once the seed is entrusted to the game.
    Commitment(String),
    /// All dice are thrown by hand.
    ByHand,
    /// Two people throw them together, each with numbers of his own. The host's secret lets him stand in for one who is away; a
    /// game that is only looked at does without.
    Keys { keys: Box<Keys>, host: Option<Seed> },
}

impl Fairness {
    pub(crate) fn commitment(&self) -> Option<String> {
        match self {
            Fairness::Seed(seed) => Some(seed.commitment()),
            Fairness::Commitment(commitment) => Some(commitment.clone()),
            Fairness::ByHand | Fairness::Keys { .. } => None,
        }
    }

    pub(crate) fn keys(&self) -> Option<Keys> {
        match self {
            Fairness::Keys { keys, .. } => Some(**keys),
            _ => None,
        }
    }

    pub(crate) fn seed(&self) -> Option<Seed> {
        match self {
            Fairness::Seed(seed) => Some(seed.clone()),
            Fairness::Keys { host, .. } => host.clone(),
            Fairness::Commitment(_) | Fairness::ByHand => None,
        }
    }
}

/// Everything a game is started with.
#[derive(Clone, Debug)]
pub struct Opening {
    pub battle: Battle,
    /// The readings of disputed rules that are played by.
    pub settings: Settings,
    pub fairness: Fairness,
    pub players: Players,
}

impl Opening {
    pub(crate) fn check(&self) -> Result<(), OpeningError> {
        if let Fairness::Commitment(text) = &self.fairness
            && !is_commitment(text)
        {
            return Err(OpeningError::BadCommitment);
        }
        if let Some(keys) = self.fairness.keys()
            && !(is_key(keys.blue.key) && is_key(keys.gray.key) && keys.blue.key != keys.gray.key)
        {
            return Err(OpeningError::BadKeys);
        }
        let too_long = |name: &String| name.chars().count() > LONGEST_PLAYER;
        if [&self.players.blue, &self.players.gray].into_iter().any(too_long) {
            return Err(OpeningError::PlayerNameTooLong);
        }
        if self.battle.text.name.chars().count() > LONGEST_NAME {
            return Err(OpeningError::ScenarioNameTooLong);
        }
        Ok(())
    }
}

/// Is the text what [`Seed::commitment`] writes: 64 lower-case hexadecimal digits?
pub(crate) fn is_commitment(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Why a game cannot be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningError {
    /// The ruleset cannot muster this scenario.
    Setup(SetupError),
    BadCommitment,
    /// One of the keys is none, or both seats have the same.
    BadKeys,
    PlayerNameTooLong,
    ScenarioNameTooLong,
}

impl From<SetupError> for OpeningError {
    fn from(error: SetupError) -> Self {
        OpeningError::Setup(error)
    }
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Setup(error) => write!(f, "this scenario cannot be played by these rules: {error}"),
            OpeningError::BadCommitment => {
                f.write_str("a commitment is written as 64 small hexadecimal digits")
            }
            OpeningError::BadKeys => f.write_str("each seat needs a good key of its own"),
            OpeningError::PlayerNameTooLong => {
                write!(f, "a player's name is too long; keep it within {LONGEST_PLAYER} letters")
            }
            OpeningError::ScenarioNameTooLong => {
                write!(f, "the scenario's name is too long; keep it within {LONGEST_NAME} letters")
            }
        }
    }
}

impl std::error::Error for OpeningError {}
