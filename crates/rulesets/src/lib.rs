//! The rulesets that this program plays, by name. The only crate that names them all: a further set is one more
//! variant here and one more arm in each `match`, and the compiler finds the arms.
//!
//! Code that learns the set at run time is written once, generic, as a [`Visit`], and run by [`RulesetId::visit`].

use longroll_ai::Appraisal;
use longroll_kit::{Procedure, Registry};
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_grenadier::Grenadier;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_potomac::Potomac;
use longroll_rules_quickplay::Quickplay;
use longroll_table::{Length, cm, inches};
use std::fmt;

/// One of the rulesets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RulesetId {
    Quickplay,
    Potomac,
    DeadlyField,
    Grenadier,
    JohnnyReb,
}

/// Something to be done under a ruleset that is known only at run time. Every set comes with its appraisal, so that
/// opponents can play it.
pub trait Visit {
    type Out;
    fn visit<R: Appraisal>(self) -> Self::Out;
}

/// No ruleset goes by this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRuleset {
    pub named: String,
}

impl RulesetId {
    pub const ALL: &'static [RulesetId] = &[
        RulesetId::Quickplay,
        RulesetId::Potomac,
        RulesetId::DeadlyField,
        RulesetId::Grenadier,
        RulesetId::JohnnyReb,
    ];

    /// Reads the short name of a ruleset, such as `quickplay`.
    pub fn parse(named: &str) -> Result<RulesetId, UnknownRuleset> {
        let found = RulesetId::ALL.iter().copied().find(|set| set.id() == named);
        found.ok_or_else(|| UnknownRuleset { named: named.chars().take(60).collect() })
    }

    /// Does something under this ruleset.
    pub fn visit<V: Visit>(self, visit: V) -> V::Out {
        match self {
            RulesetId::Quickplay => visit.visit::<Quickplay>(),
            RulesetId::Potomac => visit.visit::<Potomac>(),
            RulesetId::DeadlyField => visit.visit::<DeadlyField>(),
            RulesetId::Grenadier => visit.visit::<Grenadier>(),
            RulesetId::JohnnyReb => visit.visit::<JohnnyReb>(),
        }
    }

    /// The length in which the rulebook measures; numbers in cases are counted in it.
    pub fn unit_of_length(self) -> Length {
        match self {
            RulesetId::Quickplay => inches(1),
            RulesetId::Potomac => cm(1),
            RulesetId::DeadlyField => inches(1),
            RulesetId::Grenadier => inches(1),
            RulesetId::JohnnyReb => inches(1),
        }
    }

    /// The short name, as on the command line and in files.
    pub fn id(self) -> &'static str {
        self.visit(Particulars).id
    }

    /// The name for people.
    pub fn name(self) -> &'static str {
        self.visit(Particulars).name
    }

    /// The printed edition and our revision of it.
    pub fn edition(self) -> &'static str {
        self.visit(Particulars).edition
    }

    pub fn registry(self) -> &'static Registry {
        self.visit(TheRegistry)
    }

    pub fn procedures(self) -> &'static [Procedure] {
        self.visit(TheProcedures)
    }
}

impl fmt::Display for RulesetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl fmt::Display for UnknownRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = RulesetId::ALL.iter().map(|set| set.id()).collect();
        write!(f, "there is no ruleset {:?}; the rulesets are: {}", self.named, known.join(", "))
    }
}

impl std::error::Error for UnknownRuleset {}

struct Particulars;

struct Named {
    id: &'static str,
    name: &'static str,
    edition: &'static str,
}

impl Visit for Particulars {
    type Out = Named;

    fn visit<R: Appraisal>(self) -> Named {
        Named { id: R::ID, name: R::NAME, edition: R::EDITION }
    }
}

struct TheRegistry;

impl Visit for TheRegistry {
    type Out = &'static Registry;

    fn visit<R: Appraisal>(self) -> &'static Registry {
        R::registry()
    }
}

struct TheProcedures;

impl Visit for TheProcedures {
    type Out = &'static [Procedure];

    fn visit<R: Appraisal>(self) -> &'static [Procedure] {
        R::procedures()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_found_by_its_own_name_and_no_name_serves_two() {
        for set in RulesetId::ALL {
            assert_eq!(RulesetId::parse(set.id()), Ok(*set));
        }
    }

    #[test]
    fn an_unknown_name_says_which_are_known() {
        let error = RulesetId::parse("chess").unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no ruleset \"chess\"; the rulesets are: quickplay, potomac, deadly-field, grenadier, johnny-reb"
        );
        assert!(RulesetId::parse("").is_err());
        assert!(RulesetId::parse("Quickplay").is_err(), "names are lower case");
    }

    /// A trace looks at procedures and clauses of the same set, so each procedure must name clauses that exist.
    #[test]
    fn every_procedure_names_clauses_of_its_own_registry() {
        for set in RulesetId::ALL {
            for procedure in set.procedures() {
                for clause in procedure.clauses {
                    assert!(
                        set.registry().entry(*clause).is_some(),
                        "{set} {} names {clause}",
                        procedure.name
                    );
                }
            }
        }
    }
}
