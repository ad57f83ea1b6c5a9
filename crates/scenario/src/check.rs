//! Reading a scenario from its two texts, with every mistake found on the way.

use crate::battle::Scenario;
use crate::document::Document;
use crate::geojson::read_terrain;
use crate::limits::{MOST_MISTAKES, MOST_SCENARIO_BYTES};
use crate::mistake::{LineStarts, Mistake};
use crate::orders::{check_battle, check_units_on_ground};
use crate::schema::{departures, schema_of};

/// A text and the name by which mistakes point to it.
#[derive(Clone, Copy, Debug)]
pub struct NamedText<'a> {
    /// The file's name, as the writer knows it.
    pub file: &'a str,
    /// Its contents.
    pub text: &'a str,
}

/// The texts of one scenario.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// `scenario.toml`.
    pub scenario: NamedText<'a>,
    /// `terrain.geojson`.
    pub terrain: NamedText<'a>,
    /// The ids of the rulesets that overrides may name; empty: any.
    pub rulesets: &'a [&'a str],
}

/// Reads and checks a scenario. It gives the scenario only when there is nothing to complain of; otherwise all mistakes
/// of both files, in the order of the lines.
///
/// `scenario.toml` is judged in three steps, each only when the one before found nothing: its syntax, its keys and words,
/// and then its sense. The ground is always judged.
pub fn check(files: &Files<'_>) -> Result<Scenario, Vec<Mistake>> {
    let mut mistakes = Vec::new();
    let scenario = match read_battle(files) {
        Ok((document, scenario)) => Some((document, scenario)),
        Err(found) => {
            mistakes.extend(found);
            None
        }
    };
    let size = scenario.as_ref().map(|(_, scenario)| scenario.field);
    let terrain = read_terrain(&files.terrain, size, &mut mistakes);
    let Some((document, mut scenario)) = scenario else { return Err(in_order(mistakes)) };
    scenario.terrain = terrain;
    check_battle(&document, &scenario, files.rulesets, &mut mistakes);
    check_units_on_ground(&document, &scenario, &mut mistakes);
    if mistakes.is_empty() { Ok(scenario) } else { Err(in_order(mistakes)) }
}

/// The battle as typed data, together with the tree that knows its lines.
fn read_battle<'a>(files: &Files<'a>) -> Result<(Document<'a>, Scenario), Vec<Mistake>> {
    let NamedText { file, text } = files.scenario;
    if text.len() > MOST_SCENARIO_BYTES {
        return Err(vec![Mistake {
            file: file.to_owned(),
            line: None,
            place: String::new(),
            what: format!("the file has {} bytes", text.len()),
            remedy: format!("keep it within {MOST_SCENARIO_BYTES}"),
        }]);
    }
    let document = Document::read(file, text)?;
    let found = departures(&document, &schema_of::<Scenario>());
    if !found.is_empty() {
        return Err(found);
    }
    match toml::from_str::<Scenario>(text) {
        Ok(scenario) => Ok((document, scenario)),
        Err(error) => Err(vec![Mistake {
            file: file.to_owned(),
            line: error.span().map(|span| LineStarts::of(text).line(span.start)),
            place: String::new(),
            what: error.message().to_owned(),
            remedy: "see the schema of scenarios".to_owned(),
        }]),
    }
}

/// Mistakes by file and line, no more than a reader can use.
fn in_order(mut mistakes: Vec<Mistake>) -> Vec<Mistake> {
    mistakes.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    mistakes.truncate(MOST_MISTAKES);
    mistakes
}
