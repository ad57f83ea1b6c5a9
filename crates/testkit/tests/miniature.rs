//! A sixth ruleset in miniature shows what a new one takes: one folder, written by docs/adding-a-ruleset.md alone.

mod ford;

use ford::{Event, Ford};
use longroll_dice::{Rolling, Seed, Seeded, odds};
use longroll_kit::{Offer, Ruleset, Settings, Setup, Side, Stop};
use longroll_scenario::{Files, NamedText, check};
use longroll_table::inches;
use std::sync::Arc;

fn opened() -> <Ford as Ruleset>::State {
    let scenario = check(&Files {
        scenario: NamedText {
            file: "scenario.toml",
            text: include_str!("../../../scenarios/learning/scenario.toml"),
        },
        terrain: NamedText {
            file: "terrain.geojson",
            text: include_str!("../../../scenarios/learning/terrain.geojson"),
        },
        rulesets: &[],
    })
    .unwrap();
    let setup = Setup { scenario: Arc::new(scenario), settings: Settings::default() };
    let mut state = Ford::blank(&setup).unwrap();
    for event in Ford::open(&setup).unwrap() {
        Ford::apply(&mut state, &event);
    }
    state
}

#[test]
fn its_cases_pass_and_name_every_clause() {
    let text = include_str!("ford/cases.toml");
    let report = longroll_cases::run::<Ford>(text, "cases.toml", inches(1));
    assert!(report.mistake.is_none() && report.cases.iter().all(|case| case.is_passed()), "{report}");
    let mut traced = Ford::registry().traced();
    // FO-TURN-02 is played to its end below
    let untested = traced.find(|(id, _)| !text.contains(id.as_str()) && id.as_str() != "FO-TURN-02");
    assert_eq!(untested, None);
}

/// Every offer is accepted, a question is answered with the dice that were thrown before it, and events alone rebuild the state.
// FO-TURN-02
#[test]
fn battles_are_played_to_their_end() {
    let (mut asked, mut longest) = (0, 0);
    for number in 0..200_u64 {
        let mut state = opened();
        let mut commands = 0;
        while let Some(side) = Ford::awaiting(&state).0.first().map(|wait| wait.side) {
            let [actor] = Ford::actors(&state, side)[..] else { panic!("one actor") };
            let offers = Ford::offers(&state, side, actor);
            let place = (number.wrapping_mul(31).wrapping_add(commands * 7) % offers.len() as u64) as usize;
            let Offer::Do(command) = &offers[place] else { panic!("only commands are offered") };
            let mut dice = Rolling::new(Seeded::new(Seed::from_number(number), commands as u32));
            let events = Ford::handle(&state, side, command, &mut dice)
                .unwrap_or_else(|stop: Stop<_>| panic!("{command:?} is offered and refused: {stop}"));
            let text = Ford::write_command(&state, command);
            assert_eq!(Ford::read_command(&state, &text).as_ref(), Ok(command));
            asked += u32::from(events.iter().any(|event| matches!(event, Event::Asked(_))));
            for event in &events {
                Ford::apply(&mut state, event);
            }
            commands += 1;
            assert!(commands <= 60, "no end in sight");
        }
        longest = longest.max(commands);
        assert!(state.end.is_some() && state.question.is_none());
    }
    // 20 turns at the most, and an answer for each fire at the most
    assert!(asked > 20 && longest >= 20, "{asked} questions, {longest} commands");
}

/// The odds of the first offered fire, by its command and by the procedure from the facts measured there.
#[test]
fn odds_by_command_equal_odds_by_procedure() {
    let state = opened();
    let command = Ford::read_command(&state, "fire A").unwrap();
    let calculation = Ford::calculation(&state, Side::Blue, &command).unwrap();
    let prepared = (Ford::procedures()[0].prepare)(&calculation.facts, &Settings::default()).unwrap();
    let from_facts = odds(|dice| prepared(dice)).unwrap();
    let on_table = odds(|dice| match Ford::handle(&state, Side::Blue, &command, dice) {
        Ok(events) => Ok(events.iter().find_map(|event| match event {
            Event::Fired { hits, .. } => Some(i64::from(*hits)),
            _ => None,
        })),
        Err(Stop::Wanted(wanted)) => Err(wanted),
        Err(stop) => panic!("{stop}"),
    })
    .unwrap();
    let hits = from_facts.map(|outcome| match outcome.get("hits") {
        Some(longroll_kit::Fact::Number(hits)) => Some(*hits),
        _ => None,
    });
    assert!(on_table.len() == 4 && on_table.iter().eq(hits.iter()), "{on_table:?} and {hits:?}");
}
