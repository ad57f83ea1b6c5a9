//! `longroll scenario`: check, list and export.

use crate::args::{ScenarioArgs, ScenarioCommand};
use crate::files::{self, Existing};
use crate::library::{self, SHIPPED, Texts};
use crate::report::{Failure, Report, json};
use longroll_ai::Appraisal;
use longroll_kit::{Settings, Setup, SetupError};
use longroll_rulesets::{RulesetId, Visit};
use longroll_scenario::{Force, Scenario};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) fn run(args: &ScenarioArgs) -> Result<Report, Failure> {
    match &args.command {
        ScenarioCommand::Check { paths, json: true } => check_as_json(paths),
        ScenarioCommand::Check { paths, json: false } => check(paths),
        ScenarioCommand::List { json: true } => list_as_json(),
        ScenarioCommand::List { json: false } => list(),
        ScenarioCommand::Export { name, folder, force } => {
            export(name, folder, Existing::unless_forced(*force))
        }
    }
}

/// What a check found in one scenario.
struct Checked {
    texts: Texts,
    scenario: Option<Scenario>,
    /// One line each.
    mistakes: Vec<String>,
}

impl Checked {
    fn of(path: &Path) -> Result<Checked, Failure> {
        let texts = library::find(path)?;
        match texts.check() {
            Ok(scenario) => {
                let mistakes = muster(&scenario);
                Ok(Checked { texts, scenario: Some(scenario), mistakes })
            }
            Err(mistakes) => {
                let mistakes = mistakes.iter().map(ToString::to_string).collect();
                Ok(Checked { texts, scenario: None, mistakes })
            }
        }
    }
}

/// Musters the scenario under each ruleset; what each complains of.
fn muster(scenario: &Scenario) -> Vec<String> {
    let setup = Setup { scenario: Arc::new(scenario.clone()), settings: Settings::default() };
    let tried = RulesetId::ALL.iter().map(|set| (set, set.visit(Muster(&setup))));
    tried.filter_map(|(set, result)| Some(format!("{set} cannot muster it: {}", result.err()?))).collect()
}

struct Muster<'a>(&'a Setup);

impl Visit for Muster<'_> {
    type Out = Result<(), SetupError>;

    fn visit<R: Appraisal>(self) -> Result<(), SetupError> {
        R::blank(self.0)?;
        R::open(self.0).map(|_| ())
    }
}

fn check(paths: &[PathBuf]) -> Result<Report, Failure> {
    let mut text = String::new();
    let mut complaints = String::new();
    for path in paths {
        let checked = Checked::of(path)?;
        match &checked.scenario {
            Some(scenario) if checked.mistakes.is_empty() => {
                let sets = RulesetId::ALL.iter().map(|set| set.id()).collect::<Vec<_>>().join(", ");
                text.push_str(&format!(
                    "{}: in order; {}; musters under {sets}\n",
                    checked.texts.name,
                    sizes(scenario)
                ));
            }
            _ => {
                let count = match checked.mistakes.len() {
                    1 => "1 mistake".to_owned(),
                    more => format!("{more} mistakes"),
                };
                text.push_str(&format!("{}: {count}\n", checked.texts.name));
                complaints.extend(checked.mistakes.iter().map(|mistake| format!("{mistake}\n")));
            }
        }
    }
    let report = if complaints.is_empty() { Report::fine(text) } else { Report::differs(text) };
    Ok(report.with_complaints(complaints))
}

fn check_as_json(paths: &[PathBuf]) -> Result<Report, Failure> {
    let checked = paths.iter().map(|path| Checked::of(path)).collect::<Result<Vec<_>, _>>()?;
    let is_fine = checked.iter().all(|checked| checked.mistakes.is_empty());
    let all: Vec<Value> = checked
        .iter()
        .map(|checked| json!({ "scenario": checked.texts.name, "mistakes": checked.mistakes }))
        .collect();
    json(&all).map(if is_fine { Report::fine } else { Report::differs })
}

fn list() -> Result<Report, Failure> {
    let mut text = String::new();
    for (name, scenario) in all_shipped()? {
        text.push_str(&format!("{name:<20} {}, {}\n", scenario.title, scenario.date));
        text.push_str(&format!("{:<20} {}\n", "", sizes(&scenario)));
    }
    Ok(Report::fine(text))
}

fn list_as_json() -> Result<Report, Failure> {
    let all: Vec<Value> = all_shipped()?
        .into_iter()
        .map(|(name, scenario)| {
            json!({
                "scenario": name, "title": scenario.title, "date": scenario.date, "place": scenario.place,
                "summary": scenario.summary, "minutes": scenario.minutes,
                "units": { "blue": scenario.sides.blue.units.len(), "gray": scenario.sides.gray.units.len() },
            })
        })
        .collect();
    json(&all).map(Report::fine)
}

fn all_shipped() -> Result<Vec<(&'static str, Scenario)>, Failure> {
    let read = SHIPPED.iter().map(|shipped| {
        let texts = library::find(Path::new(shipped.name))?;
        let scenario = texts.check().map_err(|mistakes| {
            let first = mistakes.first().map(ToString::to_string).unwrap_or_default();
            Failure::usage(format!("the shipped scenario {} is damaged: {first}", shipped.name))
        })?;
        Ok((shipped.name, scenario))
    });
    read.collect()
}

/// Sides with their numbers of units, the ground and the time.
fn sizes(scenario: &Scenario) -> String {
    let side = |force: &Force| format!("{} {} units", force.name, force.units.len());
    let field = scenario.field;
    format!(
        "{}, {}; {} × {} yards, {} minutes",
        side(&scenario.sides.blue),
        side(&scenario.sides.gray),
        field.width_yards,
        field.height_yards,
        scenario.minutes
    )
}

fn export(name: &str, folder: &Path, existing: Existing) -> Result<Report, Failure> {
    let Some(shipped) = library::shipped(name) else {
        let names = library::shipped_names();
        return Err(Failure::usage(format!("there is no shipped scenario {name:?}; they are: {names}")));
    };
    fs::create_dir_all(folder).map_err(|error| {
        Failure::usage(format!("the folder {} cannot be made: {error}", folder.display()))
    })?;
    let written = [("scenario.toml", shipped.scenario), ("terrain.geojson", shipped.terrain)]
        .map(|(file, text)| (folder.join(file), text));
    for (path, _) in &written {
        files::check_writable(path, existing)?;
    }
    for (path, text) in &written {
        files::write(path, text, existing)?;
    }
    let shown = written.map(|(path, _)| format!("{}\n", path.display()));
    Ok(Report::fine(shown.concat()))
}
