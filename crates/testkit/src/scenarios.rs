use longroll_kit::{Settings, Setup};
use longroll_scenario::{Files, NamedText, check};
use std::sync::Arc;

/// The two texts of a scenario.
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    pub name: &'static str,
    pub scenario: &'static str,
    pub terrain: &'static str,
}

pub const LEARNING: Texts = Texts {
    name: "learning",
    scenario: include_str!("../../../scenarios/learning/scenario.toml"),
    terrain: include_str!("../../../scenarios/learning/terrain.geojson"),
};

pub const MCPHERSONS_RIDGE: Texts = Texts {
    name: "mcphersons-ridge",
    scenario: include_str!("../../../scenarios/mcphersons-ridge/scenario.toml"),
    terrain: include_str!("../../../scenarios/mcphersons-ridge/terrain.geojson"),
};

/// A game's setup; the scenarios of the project are known to check clean.
pub fn setup(texts: Texts, settings: Settings) -> Setup {
    let files = Files {
        scenario: NamedText { file: "scenario.toml", text: texts.scenario },
        terrain: NamedText { file: "terrain.geojson", text: texts.terrain },
        rulesets: &[],
    };
    let scenario = check(&files).unwrap_or_else(|mistakes| panic!("{}: {mistakes:?}", texts.name));
    Setup { scenario: Arc::new(scenario), settings }
}
