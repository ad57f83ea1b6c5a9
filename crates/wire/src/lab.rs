//! The laboratory: many battles in the background.

use crate::Player;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// `POST /api/lab`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct NewExperiment {
    pub scenario: String,
    pub rulesets: Vec<String>,
    pub blue: Player,
    pub gray: Player,
    /// Departures from the usual readings, by ruleset.
    #[serde(default)]
    pub options: BTreeMap<String, BTreeMap<String, String>>,
    /// Battles under each ruleset, at most.
    pub games: u32,
    /// Stop when all shares are known to so many thousandths to each side.
    #[serde(default)]
    pub until: Option<u32>,
    pub seed: u32,
}

/// `GET /api/lab/{experiment}`: an experiment and how far it is. What it has found so far holds already.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Experiment {
    pub experiment: String,
    pub asked: NewExperiment,
    /// The title of the scenario.
    pub title: String,
    pub state: ExperimentState,
    /// Why it broke off.
    pub trouble: Option<String>,
    /// One for each ruleset.
    pub lines: Vec<ExperimentLine>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ExperimentState {
    Running,
    Done,
    Stopped,
    Broken,
}

/// What the battles under one ruleset say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ExperimentLine {
    pub ruleset: String,
    pub name: String,
    pub games: u32,
    /// Enough is known, or all battles are fought.
    pub is_done: bool,
    pub blue: ShareView,
    pub gray: ShareView,
    pub draws: ShareView,
    /// Of a side's strength, in thousandths.
    pub blue_lost: u32,
    pub gray_lost: u32,
    /// Tenths of a turn, on average.
    pub turns: u32,
    /// So many battles make the intervals reach two per cent to each side.
    pub games_for_two_percent: u32,
}

/// A share of the battles with its 95 % interval, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ShareView {
    pub count: u32,
    pub share: u32,
    pub low: u32,
    pub high: u32,
}
