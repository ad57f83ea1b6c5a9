//! The odds of a rule procedure from facts alone, as `longroll odds` prints them.

use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::hall::{ruleset, shortened};
use longroll_dice::{Budget, odds_within};
use longroll_kit::Settings;
use longroll_wire::{OddsAnswer, OutcomeLine, explained};
use serde_json::Value;

pub(crate) fn odds_of(named: &str, procedure: &str, facts: &Value, paths: u64) -> Outcome<OddsAnswer> {
    let set = ruleset(named)?;
    let procedure = set.procedures().iter().find(|known| known.name == procedure).ok_or_else(|| {
        let known: Vec<_> = set.procedures().iter().map(|known| known.name).collect();
        Failed::not_found(format!("{set} has no such procedure; it has: {}", known.join(", ")))
    })?;
    let settings = Settings::default();
    let bad = |error: longroll_kit::ProcedureError| Failed::bad(shortened(&error.to_string()));
    let worked_out = guarded(|| -> Outcome<_> {
        let prepared = (procedure.prepare)(facts, &settings).map_err(bad)?;
        let lists = (procedure.explain)(facts, &settings).map_err(bad)?;
        let odds = odds_within(Budget { paths }, |dice| prepared(dice))
            .map_err(|error| Failed::bad(format!("the odds cannot be worked out: {error}")))?;
        Ok((lists, odds))
    });
    let (lists, odds) = worked_out.ok_or_else(|| Failed::bad("these facts make no sense together"))??;
    let outcomes = odds.iter().map(|(outcome, _)| {
        let chance = odds.probability(outcome);
        OutcomeLine {
            outcome: serde_json::to_value(outcome).unwrap_or(Value::Null),
            text: outcome.to_string(),
            numerator: chance.numerator().to_string(),
            denominator: chance.denominator().to_string(),
            percent: chance.percent_digits(2),
        }
    });
    Ok(OddsAnswer {
        ruleset: set.id().to_owned(),
        procedure: procedure.name.to_owned(),
        explained: lists.iter().map(explained).collect(),
        outcomes: outcomes.collect(),
        sum: odds.chance_that(|_| true).to_string(),
    })
}
