//! What the start page offers. Worked out once but for battles of one's own.

use crate::sets;
use longroll_dice::Seed;
use longroll_game::{Battle, Fairness, Opening, Players};
use longroll_kit::{GameOption, Registry, Seat, Settings, Side, side_name};
use longroll_rulesets::RulesetId;
use longroll_scenario::Force;
use longroll_wire::{
    ClauseText, ForceCard, OptionText, OwnBattles, Player, PlayerCard, ProcedureCard, RulesetCard,
    RulingText, ScenarioCard, ScenarioMap, SideNames, StartPage, VictoryCard,
};

pub(crate) fn start_page(battles: &[Battle]) -> StartPage {
    let player = |player, about: &str| PlayerCard { player, about: about.to_owned() };
    StartPage {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        rulesets: RulesetId::ALL.iter().map(|set| ruleset_card(*set)).collect(),
        scenarios: battles.iter().map(scenario_card).collect(),
        own: OwnBattles::default(),
        players: vec![
            player(Player::Person, "A person, here or with a link"),
            player(Player::Recruit, "A computer that overlooks much of what it could do"),
            player(Player::Captain, "A computer that looks one order ahead and plays the odds"),
            player(
                Player::General,
                "A computer that tries out its best orders some turns ahead; a second or so for each",
            ),
            player(
                Player::PatientGeneral,
                "The same with four times as many trials, for those who do not mind waiting",
            ),
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
        about: longroll_library::about(set),
        options: longroll_library::options(set.registry()),
        procedures: procedures.collect(),
    }
}

/// The ground and the units as the first ruleset musters them: all look alike at the size of a card.
pub(crate) fn scenario_map(battle: &Battle) -> Option<ScenarioMap> {
    let mustered = RulesetId::ALL.iter().find_map(|set| sets::start(*set, opening(battle)).ok())?;
    let sight = mustered.table.sight(Seat::Spectator);
    let of = |side: longroll_wire::Side| {
        let units = sight.view.units.iter().filter(move |unit| unit.side == side);
        units.map(|unit| unit.pose.at).collect()
    };
    Some(ScenarioMap {
        field: mustered.table.particulars().field,
        blue: of(longroll_wire::Side::Blue),
        gray: of(longroll_wire::Side::Gray),
    })
}

fn opening(battle: &Battle) -> Opening {
    Opening {
        battle: battle.clone(),
        settings: Settings::default(),
        fairness: Fairness::Seed(Seed::from_number(0)),
        players: Players::default(),
    }
}

fn force_card(force: &Force) -> ForceCard {
    let guns = force.units.iter().flat_map(|unit| &unit.guns).map(|guns| guns.count);
    ForceCard {
        units: u32::try_from(force.units.len()).unwrap_or(u32::MAX),
        men: force.units.iter().filter_map(|unit| unit.men).sum(),
        guns: guns.sum(),
        briefing: force.briefing.clone(),
    }
}

pub(crate) fn scenario_card(battle: &Battle) -> ScenarioCard {
    let scenario = battle.scenario();
    let opening = opening(battle);
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
        blue: force_card(&scenario.sides.blue),
        gray: force_card(&scenario.sides.gray),
        rulesets: mustered.iter().map(|(set, _)| set.id().to_owned()).collect(),
        victory: mustered.into_iter().map(|(_, victory)| victory).collect(),
    }
}
