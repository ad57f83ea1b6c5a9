//! An experiment, and the place where its battles are fought.

use crate::fight::{Field, fight};
use crate::row::Row;
use longroll_ai::{Appraisal, Computer};
use longroll_game::Battle;
use longroll_kit::{Settings, Setup};
use longroll_rulesets::{RulesetId, Visit};
use longroll_scenario::Scenario;
use std::fmt;
use std::sync::Arc;

/// One experiment: everything that a battle depends on but its seed.
#[derive(Clone, Debug)]
pub struct Plan {
    pub ruleset: RulesetId,
    pub battle: Battle,
    pub settings: Settings,
    /// Who leads the Union and the Confederacy.
    pub opponents: [Computer; 2],
    /// The seed of the first battle; the others follow it.
    pub first_seed: u64,
    /// Every seed is fought twice, the second time with the colours of the armies exchanged.
    pub mirrored: bool,
    /// Count which clauses come up, which takes a little longer.
    pub counts_rules: bool,
}

impl Plan {
    /// A name for everything that a battle depends on but its seed.
    pub fn run(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let text = self.battle.text();
        let settings = serde_json::to_string(&self.settings).unwrap_or_default();
        let [blue, gray] = self.opponents.map(|computer| computer.to_string());
        let counts = if self.counts_rules { "rules" } else { "" };
        for part in [self.ruleset.edition(), &text.toml, &text.geojson, &settings, &blue, &gray, counts] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.finalize().to_hex()[..16].to_owned()
    }

    /// The seed of the battle with this number, and whether it is fought with the colours exchanged.
    pub fn seed_of(&self, number: u64) -> (u64, bool) {
        let kinds = if self.mirrored { 2 } else { 1 };
        (self.first_seed.wrapping_add(number / kinds), number % kinds == 1)
    }
}

type Fight = Box<dyn Fn(u64) -> Result<Row, String> + Send + Sync>;

/// Where the battles of a plan are fought, by number, in any order and on any thread.
pub struct Arena {
    plan: Plan,
    run: String,
    fight: Fight,
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena").field("plan", &self.plan).finish_non_exhaustive()
    }
}

impl Arena {
    /// Musters the scenario. What is wrong with it comes back in words.
    pub fn new(plan: Plan) -> Result<Arena, String> {
        let run = plan.run();
        let fight = plan.ruleset.visit(Open { plan: plan.clone(), run: run.clone() })?;
        Ok(Arena { plan, run, fight })
    }

    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// See [`Plan::run`].
    pub fn run(&self) -> &str {
        &self.run
    }

    /// Fights the battle with this number to its end.
    pub fn fight(&self, number: u64) -> Result<Row, String> {
        (self.fight)(number)
    }

    /// The number of a battle of this plan that was fought before; nothing if it is none.
    pub fn number_of(&self, row: &Row) -> Option<u64> {
        if row.run != self.run {
            return None;
        }
        let after = row.seed.wrapping_sub(self.plan.first_seed);
        if !self.plan.mirrored {
            return (!row.mirrored).then_some(after);
        }
        after.checked_mul(2)?.checked_add(u64::from(row.mirrored))
    }
}

struct Open {
    plan: Plan,
    run: String,
}

impl Visit for Open {
    type Out = Result<Fight, String>;

    fn visit<R: Appraisal>(self) -> Result<Fight, String> {
        let Open { plan, run } = self;
        let scenario = plan.battle.scenario();
        let mut starts = vec![opened::<R>(scenario, &plan.settings)?];
        if plan.mirrored {
            starts.push(opened::<R>(&Arc::new(scenario.mirrored()), &plan.settings)?);
        }
        Ok(Box::new(move |number| {
            let (seed, mirrored) = plan.seed_of(number);
            let row = fight::<R>(&starts[usize::from(mirrored)], plan.opponents, seed, plan.counts_rules)?;
            Ok(Row { run: run.clone(), seed, mirrored, ..row })
        }))
    }
}

fn opened<R: Appraisal>(scenario: &Arc<Scenario>, settings: &Settings) -> Result<Field<R>, String> {
    let setup = Setup { scenario: scenario.clone(), settings: settings.clone() };
    let mut start = R::blank(&setup).map_err(|error| error.to_string())?;
    for event in R::open(&setup).map_err(|error| error.to_string())? {
        R::apply(&mut start, &event);
    }
    let ids = scenario.objectives.iter().map(|objective| objective.id.clone()).collect();
    Ok(Field::new(start, [scenario.field.width_yards, scenario.field.height_yards], ids))
}
