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

pub const VICKSBURG_STOCKADE: Texts = Texts {
    name: "vicksburg-stockade",
    scenario: include_str!("../../../scenarios/vicksburg-stockade/scenario.toml"),
    terrain: include_str!("../../../scenarios/vicksburg-stockade/terrain.geojson"),
};

pub const BRANDY_STATION: Texts = Texts {
    name: "brandy-station",
    scenario: include_str!("../../../scenarios/brandy-station/scenario.toml"),
    terrain: include_str!("../../../scenarios/brandy-station/terrain.geojson"),
};

pub const PICKETT_PETTIGREW: Texts = Texts {
    name: "pickett-pettigrew",
    scenario: include_str!("../../../scenarios/pickett-pettigrew/scenario.toml"),
    terrain: include_str!("../../../scenarios/pickett-pettigrew/terrain.geojson"),
};

pub const CORNFIELD: Texts = Texts {
    name: "cornfield",
    scenario: include_str!("../../../scenarios/cornfield/scenario.toml"),
    terrain: include_str!("../../../scenarios/cornfield/terrain.geojson"),
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
