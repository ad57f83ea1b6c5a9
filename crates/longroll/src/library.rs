//! Scenarios: those inside the program by name, others by path.

use crate::files;
use crate::report::Failure;
use longroll_scenario::{Files, Mistake, NamedText, Scenario};
use std::path::Path;

/// A scenario inside the program.
#[derive(Debug)]
pub(crate) struct Shipped {
    pub name: &'static str,
    pub scenario: &'static str,
    pub terrain: &'static str,
}

/// In the order of their names.
pub(crate) const SHIPPED: &[Shipped] = include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));

/// The texts of a scenario and the names by which mistakes point to them.
#[derive(Debug)]
pub(crate) struct Texts {
    pub name: String,
    pub scenario_file: String,
    pub scenario: String,
    pub terrain_file: String,
    pub terrain: String,
}

impl Texts {
    pub(crate) fn check(&self) -> Result<Scenario, Vec<Mistake>> {
        longroll_scenario::check(&Files {
            scenario: NamedText { file: &self.scenario_file, text: &self.scenario },
            terrain: NamedText { file: &self.terrain_file, text: &self.terrain },
            // a scenario may carry settings for a set that this program does not play
            rulesets: &[],
        })
    }
}

pub(crate) fn shipped(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|scenario| scenario.name == name)
}

/// The names of the shipped scenarios, for messages.
pub(crate) fn shipped_names() -> String {
    SHIPPED.iter().map(|scenario| scenario.name).collect::<Vec<_>>().join(", ")
}

/// Finds a scenario: a shipped one by name, or else a folder or the path of a `scenario.toml`. A plain name that is
/// also a folder here means the shipped one; write `./name` for the folder.
pub(crate) fn find(named: &Path) -> Result<Texts, Failure> {
    if let Some(shipped) = named.to_str().and_then(shipped) {
        return Ok(Texts {
            name: shipped.name.to_owned(),
            scenario_file: format!("{}/scenario.toml", shipped.name),
            scenario: shipped.scenario.to_owned(),
            terrain_file: format!("{}/terrain.geojson", shipped.name),
            terrain: shipped.terrain.to_owned(),
        });
    }
    if named.symlink_metadata().is_err() {
        let shown = named.display();
        let names = shipped_names();
        return Err(Failure::usage(format!(
            "there is no scenario {shown}; name a folder with scenario.toml and terrain.geojson, or one of: {names}"
        )));
    }
    let folder = if named.is_dir() { named } else { named.parent().unwrap_or(Path::new("")) };
    let scenario = if named.is_dir() { folder.join("scenario.toml") } else { named.to_owned() };
    let terrain = folder.join("terrain.geojson");
    let whole = folder.canonicalize().ok();
    let name =
        whole.as_deref().unwrap_or(folder).file_name().map_or("scenario".into(), |n| n.to_string_lossy());
    Ok(Texts {
        name: name.into_owned(),
        scenario: files::read_text(&scenario)?,
        scenario_file: scenario.display().to_string(),
        terrain: files::read_text(&terrain)?,
        terrain_file: terrain.display().to_string(),
    })
}
