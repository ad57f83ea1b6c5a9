//! The trace made at build time: where each clause is coded and tested.

use crate::report::Failure;
use longroll_kit::Standing;
use longroll_rulesets::RulesetId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const TRACE: &str = include_str!(concat!(env!("OUT_DIR"), "/trace.json"));

/// The trace of one ruleset, as the build left it.
#[derive(Debug, Deserialize)]
pub(crate) struct Traced {
    pub ruleset: String,
    pub ids: BTreeMap<String, Places>,
    pub problems: Vec<String>,
}

#[derive(Debug, Default, Clone, Deserialize)]
pub(crate) struct Places {
    pub code: Vec<String>,
    pub tests: Vec<String>,
}

/// How far a clause is traced.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub(crate) enum Status {
    /// The page says it, and it is coded and tested.
    #[serde(rename = "coded")]
    Coded,
    /// It is our reading of the page, and it is coded and tested.
    #[serde(rename = "ruled")]
    Ruled,
    #[serde(rename = "no code")]
    NoCode,
    #[serde(rename = "no test")]
    NoTest,
}

impl Status {
    pub(crate) fn of(standing: Standing, places: &Places) -> Status {
        match (places.code.is_empty(), places.tests.is_empty(), standing) {
            (true, _, _) => Status::NoCode,
            (_, true, _) => Status::NoTest,
            (_, _, Standing::Clear) => Status::Coded,
            (_, _, Standing::Read) => Status::Ruled,
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Status::Coded => "coded",
            Status::Ruled => "ruled",
            Status::NoCode => "no code",
            Status::NoTest => "no test",
        }
    }

    pub(crate) fn is_gap(self) -> bool {
        matches!(self, Status::NoCode | Status::NoTest)
    }
}

/// The trace of a ruleset.
pub(crate) fn of(set: RulesetId) -> Result<Traced, Failure> {
    let all: Vec<Traced> = serde_json::from_str(TRACE)
        .map_err(|error| Failure::usage(format!("the trace inside the program is damaged: {error}")))?;
    all.into_iter()
        .find(|traced| traced.ruleset == set.id())
        .ok_or_else(|| Failure::usage(format!("the program was built without a trace of {set}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    fn status(standing: Standing, code: &[&str], tests: &[&str]) -> Status {
        let own = |places: &[&str]| places.iter().map(ToString::to_string).collect();
        Status::of(standing, &Places { code: own(code), tests: own(tests) })
    }

    #[test]
    fn a_clause_needs_code_first_and_then_a_test() {
        for standing in [Standing::Clear, Standing::Read] {
            assert_eq!(status(standing, &[], &[]), Status::NoCode);
            assert_eq!(status(standing, &[], &["t"]), Status::NoCode);
            assert_eq!(status(standing, &["c"], &[]), Status::NoTest);
        }
        assert_eq!(status(Standing::Clear, &["c"], &["t"]), Status::Coded);
        assert_eq!(status(Standing::Read, &["c"], &["t"]), Status::Ruled);
    }

    #[test]
    fn every_ruleset_has_a_trace_of_every_clause_option_and_ruling() {
        for set in RulesetId::ALL {
            let traced = of(*set).unwrap();
            for (id, _) in set.registry().traced() {
                assert!(traced.ids.contains_key(id.as_str()), "{id}");
            }
        }
    }
}
