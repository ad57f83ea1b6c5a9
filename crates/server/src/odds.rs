//! The odds of a rule procedure from facts alone, as `longroll odds` prints them.

use crate::config::Limits;
use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::hall::{ruleset, shortened};
use crate::shares::is_still_wanted;
use longroll_dice::{Budget, Dice, OddsError, Wanted, odds_within};
use longroll_kit::Settings;
use longroll_wire::{OddsAnswer, OutcomeLine, explained};
use serde_json::Value;
use std::time::Instant;

/// More outcomes than anybody reads.
const MOST_OUTCOMES: usize = 5_000;

/// Why odds were not worked out to their end.
enum Halt {
    Wanted(Wanted),
    Late,
}

/// Exact odds within a budget of paths and time; whatever takes longer is too wide.
pub(crate) fn odds_of(
    named: &str,
    procedure: &str,
    facts: &Value,
    options: &str,
    limits: &Limits,
) -> Outcome<OddsAnswer> {
    let (began, budget) = (Instant::now(), Budget { paths: limits.odds_paths });
    let set = ruleset(named)?;
    let procedure = set.procedures().iter().find(|known| known.name == procedure).ok_or_else(|| {
        let known: Vec<_> = set.procedures().iter().map(|known| known.name).collect();
        Failed::not_found(format!("{set} has no such procedure; it has: {}", known.join(", ")))
    })?;
    let pairs = options.split(',').filter(|pair| !pair.is_empty());
    let pairs = pairs.map(|pair| pair.split_once(':').unwrap_or((pair, "")));
    let settings =
        Settings::read(set.registry(), pairs).map_err(|error| Failed::bad(shortened(&error.to_string())))?;
    let bad = |error: longroll_kit::ProcedureError| Failed::bad(shortened(&error.to_string()));
    let worked_out = guarded(|| -> Outcome<_> {
        let prepared = (procedure.prepare)(facts, &settings).map_err(bad)?;
        let lists = (procedure.explain)(facts, &settings).map_err(bad)?;
        let in_time = |dice: &mut dyn Dice| {
            if began.elapsed() > limits.odds_time || !is_still_wanted() {
                return Err(Halt::Late);
            }
            prepared(dice).map_err(Halt::Wanted)
        };
        let odds = odds_within(budget, in_time).map_err(|error| match error {
            OddsError::Stopped(Halt::Late) | OddsError::TooWide { .. } => too_wide(),
            // Whoever is stopped on the way does not go the same way twice.
            OddsError::NotRepeatable if began.elapsed() > limits.odds_time => too_wide(),
            OddsError::Stopped(Halt::Wanted(wanted)) => cannot(&wanted),
            OddsError::TooLong => cannot(&OddsError::<Wanted>::TooLong),
            OddsError::NotRepeatable => cannot(&OddsError::<Wanted>::NotRepeatable),
        })?;
        if odds.iter().len() > MOST_OUTCOMES {
            return Err(too_wide());
        }
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

fn too_wide() -> Failed {
    Failed::bad(
        "too wide: the dice can fall in more ways than this server follows; narrow the facts, or run longroll odds on your own \
         machine",
    )
}

fn cannot(why: &dyn std::fmt::Display) -> Failed {
    Failed::bad(format!("the odds cannot be worked out: {why}"))
}
