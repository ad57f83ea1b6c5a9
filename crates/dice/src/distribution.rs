//! The outcomes of a procedure with their exact odds.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use crate::Fraction;

/// All outcomes that can come about, in order, each with the number of ways in which it does, out of one total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution<T> {
    /// Sorted by outcome, no outcome twice, no weight zero.
    outcomes: Vec<(T, BigUint)>,
    total: BigUint,
}

impl<T: Ord> Distribution<T> {
    /// The outcome that is certain.
    pub fn certain(outcome: T) -> Self {
        Self { outcomes: vec![(outcome, BigUint::from(1u8))], total: BigUint::from(1u8) }
    }

    /// From outcomes in order, none twice and none without weight.
    pub(crate) fn from_weights(outcomes: Vec<(T, BigUint)>) -> Self {
        let total = outcomes.iter().map(|(_, weight)| weight).sum();
        Self { outcomes, total }
    }

    /// From outcomes and their chances, which add up to one; those that are equal are put together. Nothing if they do not add up.
    pub fn from_chances(chances: impl IntoIterator<Item = (T, Fraction)>) -> Option<Self> {
        let mut merged: BTreeMap<T, Fraction> = BTreeMap::new();
        for (outcome, chance) in chances {
            match merged.entry(outcome) {
                Entry::Occupied(mut known) => {
                    let sum = known.get().plus(&chance);
                    known.insert(sum);
                }
                Entry::Vacant(place) => {
                    place.insert(chance);
                }
            }
        }
        let common =
            merged.values().fold(BigUint::from(1u8), |common, chance| common.lcm(chance.denominator()));
        let ways = |chance: &Fraction| chance.numerator().magnitude() * (&common / chance.denominator());
        let outcomes = merged.into_iter().map(|(outcome, chance)| {
            let ways = ways(&chance);
            (outcome, ways)
        });
        let odds = Self::from_weights(outcomes.filter(|(_, ways)| *ways != BigUint::ZERO).collect());
        (odds.total == common).then_some(odds)
    }

    /// The outcomes in order, each with the number of ways out of [`total`](Self::total).
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&T, &BigUint)> + DoubleEndedIterator {
        self.outcomes.iter().map(|(outcome, weight)| (outcome, weight))
    }

    /// How many different outcomes there are, at least one.
    #[expect(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// The number of ways of all outcomes together.
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// How likely this outcome is.
    pub fn probability(&self, outcome: &T) -> Fraction {
        match self.outcomes.binary_search_by(|(other, _)| other.cmp(outcome)) {
            Ok(at) => self.out_of_total(self.outcomes[at].1.clone()),
            Err(_) => self.out_of_total(BigUint::ZERO),
        }
    }

    /// How likely this outcome or a greater one is.
    pub fn at_least(&self, outcome: &T) -> Fraction {
        self.chance_that(|other| other >= outcome)
    }

    /// How likely an outcome of this sort is.
    pub fn chance_that(&self, is_so: impl Fn(&T) -> bool) -> Fraction {
        self.out_of_total(self.outcomes.iter().filter(|(outcome, _)| is_so(outcome)).map(|(_, w)| w).sum())
    }

    /// The average of a number that belongs to each outcome.
    pub fn expectation(&self, number: impl Fn(&T) -> i64) -> Fraction {
        let sum: BigInt =
            self.outcomes.iter().map(|(outcome, w)| BigInt::from(w.clone()) * number(outcome)).sum();
        Fraction::new(sum, self.total.clone())
    }

    /// The odds of what is made of each outcome; those that become equal are put together.
    pub fn map<U: Ord>(&self, make: impl Fn(&T) -> U) -> Distribution<U> {
        let mut merged: BTreeMap<U, BigUint> = BTreeMap::new();
        for (outcome, weight) in &self.outcomes {
            *merged.entry(make(outcome)).or_default() += weight;
        }
        Distribution { outcomes: merged.into_iter().collect(), total: self.total.clone() }
    }

    fn out_of_total(&self, weight: BigUint) -> Fraction {
        Fraction::new(weight, self.total.clone())
    }
}

/// One outcome as programs outside see it. The numbers are texts of digits, since they may be of any length; the
/// denominator is the same in all lines.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OddsLine")]
struct Line<T> {
    outcome: T,
    numerator: String,
    denominator: String,
    /// Rounded to two decimals.
    percent: String,
}

impl<T: Ord + Serialize> Serialize for Distribution<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let denominator = self.total.to_string();
        serializer.collect_seq(self.iter().map(|(outcome, weight)| Line {
            outcome,
            numerator: weight.to_string(),
            denominator: denominator.clone(),
            percent: self.out_of_total(weight.clone()).percent_digits(2),
        }))
    }
}

impl<T: JsonSchema> JsonSchema for Distribution<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Odds_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Line<T>>::json_schema(generator)
    }
}
