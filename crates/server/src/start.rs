//! What the start page offers. Worked out once.

use crate::sets;
use longroll_dice::Seed;
use longroll_game::{Battle, Fairness, Opening, Players};
use longroll_kit::{GameOption, OptionChoice, Registry, Seat, Settings, Side, side_name};
use longroll_rulesets::RulesetId;
use longroll_wire::{
    ClauseText, OptionCard, OptionText, Player, PlayerCard, ProcedureCard, RulesetCard, RulingText,
    ScenarioCard, SideNames, StartPage, VictoryCard,
};

pub(crate) fn start_page(battles: &[Battle]) -> StartPage {
    let player = |player, about: &str| PlayerCard { player, about: about.to_owned() };
    StartPage {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        rulesets: RulesetId::ALL.iter().map(|set| ruleset_card(*set)).collect(),
        scenarios: battles.iter().map(scenario_card).collect(),
        players: vec![
            player(Player::Person, "A person, here or with a link"),
            player(Player::Captain, "A computer that looks one order ahead and plays the odds"),
            player(Player::Random, "A computer that gives any lawful order, without a thought"),
        ],
    }
}

/// A clause in our words, with what was ruled on it and what this game plays by.
pub(crate) fn clause_text(registry: &Registry, id: &str, settings: &Settings) -> Option<ClauseText> {
    let Some(entry) = registry.clauses.iter().find(|entry| entry.id.as_str() == id) else {
        return ruling_text(registry, id);
    };
    let rulings = registry.rulings_on(entry.id).map(|ruling| RulingText {
        id: ruling.id.to_string(),
        question: ruling.question.clone(),
        reading: ruling.reading.clone(),
        reason: ruling.reason.clone(),
    });
    let options = registry.options.iter().filter(|option| option.clauses.contains(&entry.id));
    Some(ClauseText {
        id: entry.id.to_string(),
        topic: entry.topic.clone(),
        text: entry.rule.clone(),
        source: entry.source.clone(),
        example: entry.example.clone(),
        rulings: rulings.collect(),
        options: options
            .map(|option| OptionText {
                id: option.id.to_string(),
                question: option.question.clone(),
                chosen: chosen(option, settings),
            })
            .collect(),
    })
}

/// A ruling that stands where the rulebook is silent, as if it were a clause.
fn ruling_text(registry: &Registry, id: &str) -> Option<ClauseText> {
    let ruling = registry.rulings.iter().find(|ruling| ruling.id.as_str() == id)?;
    Some(ClauseText {
        id: ruling.id.to_string(),
        topic: ruling.question.clone(),
        text: ruling.reading.clone(),
        source: format!("our reading: {}", ruling.reason),
        example: None,
        rulings: Vec::new(),
        options: Vec::new(),
    })
}

fn chosen(option: &GameOption, settings: &Settings) -> String {
    let departure = settings.departure(option.id);
    let choice = option.alternatives.iter().find(|choice| Some(choice.key.as_str()) == departure);
    choice.unwrap_or(&option.default).means.clone()
}

fn ruleset_card(set: RulesetId) -> RulesetCard {
    let choice = |choice: &OptionChoice| longroll_wire::OptionChoice {
        key: choice.key.clone(),
        means: choice.means.clone(),
    };
    let option = |option: &GameOption| OptionCard {
        id: option.id.to_string(),
        question: option.question.clone(),
        default: choice(&option.default),
        alternatives: option.alternatives.iter().map(choice).collect(),
        clauses: option.clauses.iter().map(ToString::to_string).collect(),
    };
    let procedures = set.procedures().iter().map(|procedure| ProcedureCard {
        name: procedure.name.to_owned(),
        about: procedure.about.to_owned(),
        clauses: procedure.clauses.iter().map(ToString::to_string).collect(),
        facts: (procedure.facts)().to_value(),
    });
    RulesetCard {
        id: set.id().to_owned(),
        name: set.name().to_owned(),
        edition: set.edition().to_owned(),
        options: set.registry().options.iter().map(option).collect(),
        procedures: procedures.collect(),
    }
}

fn scenario_card(battle: &Battle) -> ScenarioCard {
    let scenario = battle.scenario();
    let opening = Opening {
        battle: battle.clone(),
        settings: Settings::default(),
        fairness: Fairness::Seed(Seed::from_number(0)),
        players: Players::default(),
    };
    let mustered: Vec<(&RulesetId, VictoryCard)> = RulesetId::ALL
        .iter()
        .filter_map(|set| {
            let view = sets::start(*set, opening.clone()).ok()?.table.sight(Seat::Spectator).view;
            let (turns, objectives, conditions) = (view.rounds, view.objectives, view.standing.conditions);
            Some((set, VictoryCard { turns, objectives, conditions }))
        })
        .collect();
    let units = scenario.sides.blue.units.len() + scenario.sides.gray.units.len();
    ScenarioCard {
        name: battle.text().name.clone(),
        title: scenario.title.clone(),
        date: scenario.date.clone(),
        place: scenario.place.clone(),
        summary: scenario.summary.clone(),
        sides: SideNames { blue: side_name(Side::Blue).to_owned(), gray: side_name(Side::Gray).to_owned() },
        units: u32::try_from(units).unwrap_or(u32::MAX),
        rulesets: mustered.iter().map(|(set, _)| set.id().to_owned()).collect(),
        victory: mustered.into_iter().map(|(_, victory)| victory).collect(),
    }
}
