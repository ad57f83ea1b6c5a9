//! `longroll odds`: exact odds of a rule procedure, with the modifiers behind them.

use super::facts;
use crate::args::OddsArgs;
use crate::report::{Failure, Report, json};
use crate::words::{ruleset, settings, wrapped};
use longroll_dice::{Distribution, Fraction, OddsError, odds};
use longroll_kit::{Counted, Explained, Fact, Line, Outcome, Procedure};
use longroll_rulesets::RulesetId;
use serde::Serialize;
use serde_json::{Value, json};

pub(crate) fn run(args: &OddsArgs) -> Result<Report, Failure> {
    let set = ruleset(&args.set)?;
    let Some(named) = &args.procedure else { return list(set, args) };
    let procedure = find(set, named)?;
    if args.help_facts {
        return help(set, procedure, args);
    }
    let facts = facts::read(&args.facts)?;
    let settings = settings(set.registry(), &args.options)?;
    let bad_facts = |error: longroll_kit::ProcedureError| {
        Failure::usage(format!("{error}. longroll odds {set} {named} --help-facts lists what {named} takes"))
    };
    let prepared = (procedure.prepare)(&facts, &settings).map_err(bad_facts)?;
    let explained = (procedure.explain)(&facts, &settings).map_err(bad_facts)?;
    let outcomes = odds(|dice| prepared(dice)).map_err(too_wide)?;
    let outcomes = match &args.by {
        Some(fact) => by(&outcomes, fact)?,
        None => outcomes,
    };
    let answer = Answer { set, procedure, facts: &facts, explained: &explained, outcomes: &outcomes };
    if args.json {
        json(&answer.as_json()?).map(Report::fine)
    } else {
        Ok(Report::fine(answer.in_words(args)))
    }
}

fn list(set: RulesetId, args: &OddsArgs) -> Result<Report, Failure> {
    if args.json {
        let all: Vec<Value> = set
            .procedures()
            .iter()
            .map(|p| json!({ "procedure": p.name, "about": p.about, "clauses": p.clauses }))
            .collect();
        return json(&all).map(Report::fine);
    }
    let mut text = String::new();
    for procedure in set.procedures() {
        text.push_str(&format!("{:<12} {}\n", procedure.name, procedure.about));
    }
    text.push_str(&format!("\nlongroll odds {set} PROCEDURE --help-facts lists what a procedure takes.\n"));
    Ok(Report::fine(text))
}

fn find(set: RulesetId, named: &str) -> Result<&'static Procedure, Failure> {
    let all = set.procedures();
    all.iter().find(|procedure| procedure.name == named).ok_or_else(|| {
        let known: Vec<_> = all.iter().map(|procedure| procedure.name).collect();
        Failure::usage(format!("{set} has no procedure {named:?}; it has: {}", known.join(", ")))
    })
}

fn help(set: RulesetId, procedure: &Procedure, args: &OddsArgs) -> Result<Report, Failure> {
    let schema = (procedure.facts)().to_value();
    if args.json {
        return json(&schema).map(Report::fine);
    }
    let title = format!("{set} {}\n{}\n", procedure.name, wrapped(procedure.about, "  "));
    Ok(Report::fine(title + &facts_in_words(set, &schema)))
}

fn facts_in_words(set: RulesetId, schema: &Value) -> String {
    let mut text = String::new();
    for fact in facts::taken(schema) {
        let default =
            fact.default.map_or("may be left out".to_owned(), |default| format!("default {default}"));
        text.push_str(&format!("{} ({default})\n", fact.key));
        text.push_str(&wrapped(&fact.values, "    "));
        if !fact.about.is_empty() {
            text.push_str(&wrapped(&fact.about, "    "));
        }
    }
    let options = &set.registry().options;
    if !options.is_empty() {
        text.push_str("\nOptions, for --set OPTION=CHOICE; the first choice is the default\n");
    }
    for option in options {
        let choices =
            std::iter::once(&option.default).chain(&option.alternatives).map(|choice| choice.key.as_str());
        text.push_str(&format!("  {:<12} {}\n", option.id, choices.collect::<Vec<_>>().join(", ")));
    }
    text
}

fn too_wide(error: OddsError) -> Failure {
    Failure::usage(format!("the odds cannot be worked out: {error}"))
}

/// The outcomes put together by one of their facts.
fn by(outcomes: &Distribution<Outcome>, fact: &str) -> Result<Distribution<Outcome>, Failure> {
    let names = outcomes
        .iter()
        .next()
        .map(|(outcome, _)| outcome.0.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    let names = names.unwrap_or_default();
    let Some(name) = names.iter().copied().find(|name| *name == fact) else {
        return Err(Failure::usage(format!(
            "the outcomes have no fact {fact:?}; they have: {}",
            names.join(", ")
        )));
    };
    Ok(outcomes
        .map(|outcome| Outcome(outcome.get(name).cloned().map(|fact| (name, fact)).into_iter().collect())))
}

struct Answer<'a> {
    set: RulesetId,
    procedure: &'a Procedure,
    facts: &'a Value,
    explained: &'a [Explained],
    outcomes: &'a Distribution<Outcome>,
}

#[derive(Serialize)]
struct JsonAnswer<'a> {
    ruleset: &'static str,
    procedure: &'static str,
    facts: &'a Value,
    explained: &'a [Explained],
    outcomes: &'a Distribution<Outcome>,
    sum: String,
}

impl Answer<'_> {
    fn as_json(&self) -> Result<Value, Failure> {
        let answer = JsonAnswer {
            ruleset: self.set.id(),
            procedure: self.procedure.name,
            facts: self.facts,
            explained: self.explained,
            outcomes: self.outcomes,
            sum: self.sum().to_string(),
        };
        serde_json::to_value(answer)
            .map_err(|error| Failure::usage(format!("this cannot be written as JSON: {error}")))
    }

    /// Added up from the lines as shown; anything but 1 would be a bug.
    fn sum(&self) -> Fraction {
        self.outcomes.chance_that(|_| true)
    }

    fn in_words(&self, args: &OddsArgs) -> String {
        let given = if args.facts.is_empty() { "all by default".to_owned() } else { args.facts.join(", ") };
        let mut text =
            format!("{} {}: {}\nFacts: {given}\n", self.set, self.procedure.name, self.procedure.about);
        if !args.options.is_empty() {
            text.push_str(&format!("Options: {}\n", args.options.join(", ")));
        }
        for list in self.explained {
            text.push_str(&format!("\n{}: {}\n", list.title, list.result));
            list.settled.lines.iter().for_each(|line| text.push_str(&modifier(line)));
        }
        text.push('\n');
        text.push_str(&self.table());
        if args.facts.is_empty() {
            text.push_str("\nThe facts it takes, as key=value\n\n");
            text.push_str(&facts_in_words(self.set, &(self.procedure.facts)().to_value()));
        }
        text
    }

    fn table(&self) -> String {
        let names: Vec<&str> = match self.outcomes.iter().next() {
            Some((outcome, _)) => outcome.0.iter().map(|(name, _)| *name).collect(),
            None => Vec::new(),
        };
        let mut rows = vec![names.iter().map(|name| name.replace('_', " ")).collect::<Vec<_>>()];
        rows[0].extend(["odds".to_owned(), "percent".to_owned()]);
        for (outcome, _) in self.outcomes.iter() {
            let chance = self.outcomes.probability(outcome);
            let shown = |name: &&str| outcome.get(name).map(Fact::to_string).unwrap_or_default();
            let mut row: Vec<String> = names.iter().map(shown).collect();
            row.extend([chance.to_string(), chance.percent_text(2)]);
            rows.push(row);
        }
        let widths: Vec<usize> = (0..rows[0].len())
            .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
            .collect();
        let mut text = String::new();
        for row in &rows {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
            text.push_str(&format!("{}\n", cells.collect::<Vec<_>>().join("  ")));
        }
        text.push_str(&format!("{} outcomes, together = {}\n", self.outcomes.len(), self.sum()));
        text
    }
}

/// One modifier: counted ones with a plus, absent ones with a dot, those that hold and yet do not count with a cross.
fn modifier(line: &Line) -> String {
    let (mark, why) = match &line.counted {
        Counted::Yes => ("+", String::new()),
        Counted::Absent => ("·", "; does not apply".to_owned()),
        Counted::No(why) => ("×", format!("; not counted: {why}")),
    };
    format!("  {mark} {:<12} {} ({}){why}\n", line.effect.to_string(), line.label, line.clause)
}
