//! The plan of a ruleset: its sequence of play, the cards of each step and the columns of a roster. Read from `plans/`.

use crate::fields::{FieldKind, field_at};
use longroll_rulesets::RulesetId;
use longroll_wire::{ColumnKind, UmpireCard, UmpireColumn, UmpirePart, UmpirePlan, UmpireStep};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::OnceLock;

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    pub(crate) turns_are: Turns,
    /// Kinds of pieces that have no line of their own in a roster.
    pub(crate) skip: Vec<String>,
    pub(crate) column: Vec<Column>,
    pub(crate) step: Vec<Step>,
    pub(crate) card: Vec<Card>,
    #[serde(default)]
    pub(crate) marker: Vec<Marker>,
}

/// A marker that lies beside figures.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// A letter or two.
    pub code: String,
    pub label: String,
    pub clause: String,
    /// As many as a battle of a dozen units a side wants.
    pub count: u32,
    #[serde(default)]
    pub has_direction: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Turns {
    OfASide,
    OfBoth,
}

/// A column of the roster.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) label: String,
    /// Where it is found in a mustered army: `piece.` what never changes, `unit.` what does.
    #[serde(default)]
    pub(crate) from: Option<String>,
    /// Other words for the values found there.
    #[serde(default)]
    pub(crate) map: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) usual: Option<Value>,
    #[serde(default)]
    pub(crate) is_detail: bool,
    #[serde(default)]
    pub(crate) is_losses: bool,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) who: String,
    pub(crate) text: String,
    pub(crate) clauses: Vec<String>,
    pub(crate) cards: Vec<String>,
    /// Columns that are set anew for every unit when the step is done.
    #[serde(default)]
    pub(crate) clear: BTreeMap<String, Value>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Card {
    pub(crate) procedure: String,
    pub(crate) title: String,
    pub(crate) part: Vec<Part>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) label: String,
    /// Facts by the columns that fill them. `group.*` from `*`: every fact of the group that has a column of its name.
    pub(crate) fill: BTreeMap<String, String>,
}

const TEXTS: &[&str] = &[
    include_str!("../plans/quickplay.toml"),
    include_str!("../plans/potomac.toml"),
    include_str!("../plans/deadly-field.toml"),
    include_str!("../plans/grenadier.toml"),
    include_str!("../plans/johnny-reb.toml"),
];

struct Both {
    plan: Plan,
    view: UmpirePlan,
}

fn both(set: RulesetId) -> &'static Both {
    static PLANS: OnceLock<Vec<Both>> = OnceLock::new();
    let read = |(set, text): (&RulesetId, &&str)| {
        let plan: Plan = toml::from_str(text).unwrap_or_else(|error| panic!("the plan of {set}: {error}"));
        let view = view(*set, &plan);
        Both { plan, view }
    };
    let plans = PLANS.get_or_init(|| RulesetId::ALL.iter().zip(TEXTS).map(read).collect());
    let place = RulesetId::ALL.iter().position(|known| *known == set).unwrap_or_default();
    &plans[place]
}

/// The plan of a ruleset.
pub(crate) fn plan(set: RulesetId) -> &'static Plan {
    &both(set).plan
}

/// The same as tablets see it.
pub fn plan_view(set: RulesetId) -> &'static UmpirePlan {
    &both(set).view
}

/// The markers of a ruleset.
pub fn marker_list(set: RulesetId) -> &'static [Marker] {
    &plan(set).marker
}

impl Plan {
    pub(crate) fn column(&self, name: &str) -> Option<&Column> {
        self.column.iter().find(|column| column.name == name)
    }

    pub(crate) fn card(&self, procedure: &str) -> Option<&Card> {
        self.card.iter().find(|card| card.procedure == procedure)
    }
}

fn view(set: RulesetId, plan: &Plan) -> UmpirePlan {
    let schemas: Vec<(&str, Value)> =
        set.procedures().iter().map(|procedure| (procedure.name, (procedure.facts)().to_value())).collect();
    let schema = |procedure: &str| {
        let found = schemas.iter().find(|(name, _)| *name == procedure);
        &found
            .unwrap_or_else(|| panic!("the plan of {set} has a card for {procedure}, which is no procedure"))
            .1
    };
    let cards: Vec<UmpireCard> = plan
        .card
        .iter()
        .map(|card| UmpireCard {
            procedure: card.procedure.clone(),
            title: card.title.clone(),
            parts: card
                .part
                .iter()
                .map(|part| UmpirePart {
                    name: part.name.clone(),
                    label: part.label.clone(),
                    fill: filled(set, plan, schema(&card.procedure), &part.fill),
                })
                .collect(),
        })
        .collect();
    let columns = plan.column.iter().map(|column| {
        let uses = cards.iter().flat_map(|card| {
            let facts = card.parts.iter().flat_map(|part| &part.fill);
            facts.filter(|(_, from)| **from == column.name).map(|(fact, _)| (card.procedure.as_str(), fact))
        });
        let kinds = uses.filter_map(|(procedure, fact)| field_at(schema(procedure), fact));
        let kind = kinds.max_by_key(|kind| matches!(kind, FieldKind::Choice(_)));
        let (kind, choices) = match kind {
            Some(FieldKind::Yes) => (ColumnKind::Yes, Vec::new()),
            Some(FieldKind::Number) => (ColumnKind::Number, Vec::new()),
            Some(FieldKind::Choice(choices)) => (ColumnKind::Choice, choices),
            Some(FieldKind::Group(_) | FieldKind::Other) => (ColumnKind::Other, Vec::new()),
            None => match &column.usual {
                Some(Value::Bool(_)) => (ColumnKind::Yes, Vec::new()),
                Some(Value::Number(_)) => (ColumnKind::Number, Vec::new()),
                _ => (ColumnKind::Other, Vec::new()),
            },
        };
        UmpireColumn {
            name: column.name.clone(),
            label: column.label.clone(),
            kind,
            choices,
            is_detail: column.is_detail,
            is_losses: column.is_losses,
            usual: column.usual.clone().unwrap_or(Value::Null),
        }
    });
    UmpirePlan {
        ruleset: set.id().to_owned(),
        turns_of_a_side: plan.turns_are == Turns::OfASide,
        columns: columns.collect(),
        steps: plan
            .step
            .iter()
            .map(|step| UmpireStep {
                id: step.id.clone(),
                title: step.title.clone(),
                who: step.who.clone(),
                text: step.text.clone(),
                clauses: step.clauses.clone(),
                cards: step.cards.clone(),
            })
            .collect(),
        cards,
    }
}

/// Writes out `group.*`.
fn filled(
    set: RulesetId,
    plan: &Plan,
    schema: &Value,
    fill: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (fact, column) in fill {
        let Some(group) = fact.strip_suffix(".*") else {
            all.insert(fact.clone(), column.clone());
            continue;
        };
        let Some(FieldKind::Group(names)) = field_at(schema, group) else {
            panic!("the plan of {set} fills {fact}, which is no group of facts");
        };
        for name in names.into_iter().filter(|name| plan.column(name).is_some()) {
            all.insert(format!("{group}.{name}"), name);
        }
    }
    all
}
