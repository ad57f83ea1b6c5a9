use longroll_game::{Battle, ScenarioText};
use longroll_kit::{Settings, Setup};

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

/// The battle of a scenario, read and checked.
pub fn battle(texts: Texts) -> Battle {
    let text = ScenarioText {
        name: texts.name.to_owned(),
        toml: texts.scenario.to_owned(),
        geojson: texts.terrain.to_owned(),
    };
    Battle::read(text).unwrap_or_else(|mistakes| panic!("{}: {mistakes:?}", texts.name))
}

/// A game's setup; the scenarios of the project are known to check clean.
pub fn setup(texts: Texts, settings: Settings) -> Setup {
    Setup { scenario: battle(texts).scenario().clone(), settings }
}
