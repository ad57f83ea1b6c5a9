//! `longroll rules`: what the rulebooks say, in our words, and how far the program has them.

use crate::args::{RulesArgs, RulesCommand};
use crate::report::{Failure, Report, json};
use crate::trace::{self, Places, Status};
use crate::words::{first_sentence, ruleset, wrapped};
use longroll_kit::{Clause, Entry, GameOption, Registry, Ruling, Standing};
use longroll_rulesets::RulesetId;
use serde::Serialize;
use serde_json::json;

pub(crate) fn run(args: &RulesArgs) -> Result<Report, Failure> {
    if let Some(RulesCommand::Trace { set, json }) = &args.command {
        let sets = match set {
            Some(named) => vec![ruleset(named)?],
            None => RulesetId::ALL.to_vec(),
        };
        return show_trace(&sets, Form::of(*json));
    }
    let form = Form::of(args.json);
    match (&args.set, &args.clause) {
        (None, _) => list_sets(form),
        (Some(set), None) => list_clauses(ruleset(set)?, form),
        (Some(set), Some(clause)) => show_clause(ruleset(set)?, clause, form),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Words,
    Json,
}

impl Form {
    fn of(json: bool) -> Form {
        if json { Form::Json } else { Form::Words }
    }
}

fn list_sets(form: Form) -> Result<Report, Failure> {
    if form == Form::Json {
        let sets = RulesetId::ALL.iter().map(|set| {
            let registry = set.registry();
            json!({
                "ruleset": set.id(), "name": set.name(), "edition": set.edition(),
                "clauses": registry.clauses.len(), "options": registry.options.len(), "rulings": registry.rulings.len(),
            })
        });
        return json(&sets.collect::<Vec<_>>()).map(Report::fine);
    }
    let mut text = String::new();
    for set in RulesetId::ALL {
        let Registry { clauses, options, rulings } = set.registry();
        text.push_str(&format!("{set:<12} {} ({})\n", set.name(), set.edition()));
        text.push_str(&format!(
            "{:<12} {} clauses, {} options, {} rulings of our own\n",
            "",
            clauses.len(),
            options.len(),
            rulings.len()
        ));
    }
    text.push_str("\nlongroll rules SET lists the clauses of a set.\n");
    Ok(Report::fine(text))
}

fn list_clauses(set: RulesetId, form: Form) -> Result<Report, Failure> {
    let Registry { clauses, options, rulings } = set.registry();
    if form == Form::Json {
        let all = json!({
            "ruleset": set.id(), "name": set.name(), "edition": set.edition(),
            "clauses": clauses, "options": options, "rulings": rulings,
        });
        return json(&all).map(Report::fine);
    }
    let mut text = format!("{}\n{}\n", set.name(), set.edition());
    let mut topic = "";
    for entry in clauses {
        if entry.topic != topic {
            topic = &entry.topic;
            text.push_str(&format!("\n{topic}\n"));
        }
        text.push_str(&line(entry.id, &entry.rule));
    }
    text.push_str("\nOptions: readings on which players differ\n");
    for option in options {
        text.push_str(&line(option.id, &option.question));
    }
    text.push_str("\nRulings of our own, where the clauses leave a hole\n");
    for ruling in rulings {
        text.push_str(&line(ruling.id, &ruling.question));
    }
    Ok(Report::fine(text))
}

fn line(id: Clause, text: &str) -> String {
    format!("  {id:<16} {}\n", first_sentence(text))
}

/// One clause, option or ruling with all that belongs to it.
#[derive(Serialize)]
struct Shown<'a> {
    ruleset: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<&'a Entry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<&'a GameOption>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ruling: Option<&'a Ruling>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    rulings: Vec<&'a Ruling>,
    options: Vec<&'a GameOption>,
    code: Vec<String>,
    tests: Vec<String>,
}

fn show_clause(set: RulesetId, named: &str, form: Form) -> Result<Report, Failure> {
    let registry = set.registry();
    let id = Clause::parse(&named.to_uppercase()).map_err(Failure::usage)?;
    let clause = registry.entry(id);
    let option = registry.option(id);
    let ruling = registry.rulings.iter().find(|ruling| ruling.id == id);
    if clause.is_none() && option.is_none() && ruling.is_none() {
        return Err(Failure::usage(format!("{set} has no clause {named}; longroll rules {set} lists them")));
    }
    let places = trace::of(set)?.ids.remove(id.as_str()).unwrap_or_default();
    let shown = Shown {
        ruleset: set.id(),
        clause,
        option,
        ruling,
        status: registry
            .traced()
            .find(|(known, _)| *known == id)
            .map(|(_, standing)| Status::of(standing, &places)),
        rulings: registry.rulings_on(id).collect(),
        options: registry.options.iter().filter(|option| option.clauses.contains(&id)).collect(),
        code: places.code,
        tests: places.tests,
    };
    match form {
        Form::Json => json(&shown).map(Report::fine),
        Form::Words => Ok(Report::fine(in_words(&shown))),
    }
}

fn in_words(shown: &Shown<'_>) -> String {
    let mut text = String::new();
    if let Some(entry) = shown.clause {
        let standing = match entry.standing {
            Standing::Clear => "the page says so",
            Standing::Read => "our reading of the page",
        };
        text.push_str(&format!("{}  {}\n", entry.id, entry.topic));
        text.push_str(&wrapped(&entry.rule, "  "));
        text.push_str(&format!("\nPrinted: {} ({standing})\n", entry.source));
        for (title, part) in [("Reading", &entry.ruling), ("Example", &entry.example)] {
            if let Some(part) = part {
                text.push_str(&format!("\n{title}\n{}", wrapped(part, "  ")));
            }
        }
    }
    text.extend(shown.option.map(option_in_words));
    text.extend(shown.ruling.map(ruling_in_words));
    for ruling in &shown.rulings {
        text.push_str(&format!("\nRuling {}", ruling_in_words(ruling)));
    }
    for option in &shown.options {
        text.push_str(&format!("\nOption {}", option_in_words(option)));
    }
    for (title, places) in [("Code", &shown.code), ("Tests", &shown.tests)] {
        text.push_str(&format!("\n{title}\n"));
        for place in places {
            text.push_str(&format!("  {place}\n"));
        }
        if places.is_empty() {
            text.push_str("  none\n");
        }
    }
    text
}

fn option_in_words(option: &GameOption) -> String {
    let word = option.word.as_ref().map(|word| format!(" {word}")).unwrap_or_default();
    let mut text = format!("{}{word}\n{}", option.id, wrapped(&option.question, "  "));
    let choices = std::iter::once((&option.default, " (default)"));
    for (choice, mark) in choices.chain(option.alternatives.iter().map(|choice| (choice, ""))) {
        text.push_str(&wrapped(&format!("{}{mark}: {}", choice.key, choice.means), "    "));
    }
    text.push_str(&format!("  touches {}\n", list(&option.clauses)));
    text
}

fn ruling_in_words(ruling: &Ruling) -> String {
    let parts = [&ruling.question, &ruling.reading, &ruling.reason].map(|part| wrapped(part, "  "));
    format!("{}\n{}  on {}\n", ruling.id, parts.concat(), list(&ruling.clauses))
}

fn list(clauses: &[Clause]) -> String {
    clauses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// One line of the trace.
#[derive(Serialize)]
struct TraceLine {
    ruleset: &'static str,
    id: Clause,
    status: Status,
    code: Vec<String>,
    tests: Vec<String>,
}

fn show_trace(sets: &[RulesetId], form: Form) -> Result<Report, Failure> {
    let mut lines = Vec::new();
    let mut problems = Vec::new();
    for set in sets {
        let mut traced = trace::of(*set)?;
        problems.append(&mut traced.problems);
        for (id, standing) in set.registry().traced() {
            let places = traced.ids.remove(id.as_str()).unwrap_or_default();
            let status = Status::of(standing, &places);
            let Places { code, tests } = places;
            lines.push(TraceLine { ruleset: set.id(), id, status, code, tests });
        }
    }
    let text = match form {
        Form::Json => json(&lines)?,
        Form::Words => sets.iter().map(|set| trace_in_words(*set, &lines)).collect(),
    };
    let has_gaps = lines.iter().any(|line| line.status.is_gap()) || !problems.is_empty();
    let report = if has_gaps { Report::differs(text) } else { Report::fine(text) };
    Ok(report.with_complaints(problems.iter().map(|problem| format!("{problem}\n")).collect()))
}

fn trace_in_words(set: RulesetId, lines: &[TraceLine]) -> String {
    let lines: Vec<_> = lines.iter().filter(|line| line.ruleset == set.id()).collect();
    let mut text = String::new();
    for line in &lines {
        text.push_str(&format!("{:<16} {}\n", line.id, line.status.words()));
        for (mark, places) in [("code", &line.code), ("test", &line.tests)] {
            for place in places {
                text.push_str(&format!("    {mark}  {place}\n"));
            }
        }
    }
    let count = |status: Status| lines.iter().filter(|line| line.status == status).count();
    text.push_str(&format!(
        "\n{set}: {} clauses, options and rulings; {} coded, {} ruled, {} with no code, {} with no test\n",
        lines.len(),
        count(Status::Coded),
        count(Status::Ruled),
        count(Status::NoCode),
        count(Status::NoTest)
    ));
    text
}
