//! What `sim` and `balance` have in common: an experiment from the words of the command line.

use crate::commands::play::computer;
use crate::library;
use crate::report::Failure;
use crate::words::{pairs, ruleset};
use longroll_ai::Computer;
use longroll_game::{Battle, ScenarioText};
use longroll_kit::Settings;
use longroll_lab::{Arena, Plan, Step, Variation};
use longroll_rulesets::RulesetId;
use std::path::Path;

/// A scenario, the rulesets to fight it by, and who fights.
#[derive(Clone, Debug)]
pub(crate) struct Experiment {
    pub battle: Battle,
    pub sets: Vec<RulesetId>,
    pub opponents: [Computer; 2],
    /// Options and their choices, as written.
    pub options: Vec<(String, String)>,
    pub first_seed: u64,
    pub mirrored: bool,
    pub counts_rules: bool,
}

/// The rulesets named, or all of them.
pub(crate) fn sets(named: &[String]) -> Result<Vec<RulesetId>, Failure> {
    let all = named.iter().any(|named| named == "all");
    if all && named.len() > 1 {
        return Err(Failure::usage("--ruleset all stands alone"));
    }
    if all {
        return Ok(RulesetId::ALL.to_vec());
    }
    let mut sets = Vec::new();
    for named in named {
        let set = ruleset(named)?;
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    Ok(sets)
}

pub(crate) fn opponents(blue: &str, gray: &str) -> Result<[Computer; 2], Failure> {
    Ok([computer(blue)?, computer(gray)?])
}

pub(crate) fn battle(named: &Path) -> Result<Battle, Failure> {
    let texts = library::find(named)?;
    texts.check().map_err(|mistakes| {
        let first = mistakes.first().map(ToString::to_string).unwrap_or_default();
        Failure::usage(format!("{first}. longroll scenario check {} lists all mistakes", named.display()))
    })?;
    let text = ScenarioText { name: texts.name, toml: texts.scenario, geojson: texts.terrain };
    Battle::read(text).map_err(|_| Failure::usage("the scenario cannot be read"))
}

impl Experiment {
    /// The options as read from `OPTION=CHOICE`.
    pub(crate) fn options(written: &[String]) -> Result<Vec<(String, String)>, Failure> {
        let read = pairs(written)?;
        Ok(read.into_iter().map(|(option, choice)| (option.to_owned(), choice.to_owned())).collect())
    }

    /// The place of one ruleset where its battles are fought, with these steps taken.
    pub(crate) fn arena(&self, set: RulesetId, taken: &[(&Variation, &Step)]) -> Result<Arena, Failure> {
        let (mut battle, mut options) = (self.battle.clone(), self.options.clone());
        for (variation, step) in taken {
            (battle, options) = variation.applied(step, &battle, &options, set).map_err(Failure::usage)?;
        }
        let settings = options.iter().map(|(option, choice)| (option.as_str(), choice.as_str()));
        let settings = Settings::read(set.registry(), settings).map_err(Failure::usage)?;
        let plan = Plan {
            ruleset: set,
            battle,
            settings,
            opponents: self.opponents,
            first_seed: self.first_seed,
            mirrored: self.mirrored,
            counts_rules: self.counts_rules,
        };
        Arena::new(plan).map_err(|why| {
            let with: String = taken
                .iter()
                .map(|(variation, step)| format!(" with {} = {}", variation.key, step.label))
                .collect();
            Failure::usage(format!("{set} cannot muster the scenario{with}: {why}"))
        })
    }
}
