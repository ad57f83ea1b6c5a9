//! What every level of opponent must hold under every ruleset: it repeats itself, knows no more than its side, and comes to an end.

use longroll_ai::{
    Appraisal, CERTAIN, Computer, Considered, Effort, General, Opponent, Policy, Words, chance, logistic,
    next_command, thought,
};
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Settings, Setup, Side};
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_grenadier::Grenadier;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_potomac::Potomac;
use longroll_rules_quickplay::Quickplay;
use longroll_testkit::{BRAWL, Texts, battle};

fn opened<R: Appraisal>(texts: Texts) -> R::State {
    let setup = Setup { scenario: battle(texts).scenario().clone(), settings: Settings::default() };
    let mut state = R::blank(&setup).unwrap();
    R::open(&setup).unwrap().iter().for_each(|event| R::apply(&mut state, event));
    state
}

/// Positions of a battle between captains, with the side that is awaited there: every so-many-th.
fn positions<R: Appraisal>(number: u64, every: u32, most: usize) -> Vec<(R::State, Side)> {
    let seed = Seed::from_number(number);
    let mut captains = [Side::Blue, Side::Gray].map(|side| Opponent::Captain.policy::<R>(number, side));
    let mut state = opened::<R>(BRAWL);
    let mut found = Vec::new();
    for command_number in 0.. {
        let Some((side, command)) = next_command::<R>(&state, &mut captains) else { break };
        if command_number % every == 0 && found.len() < most {
            found.push((state.clone(), side));
        }
        let mut dice = Rolling::new(Seeded::new(seed.clone(), command_number));
        let events = R::handle(&state, side, &command.unwrap(), &mut dice).unwrap();
        events.iter().for_each(|event| R::apply(&mut state, event));
    }
    found
}

/// A general with few trials: what must hold of him holds of all.
const QUICK: Effort = Effort { candidates: 3, rounds: &[1, 3], horizon: 1 };

/// What each level does in a position, in commands and in words.
fn said<R: Appraisal>(known: &R::State, side: Side, number: u64) -> Vec<String> {
    let mut said = Vec::new();
    for opponent in [Opponent::Random, Opponent::Recruit, Opponent::Captain] {
        for handicap in [0, 50] {
            let decision = Computer { opponent, handicap }.policy::<R>(number, side).decide(known, side);
            said.push(
                decision.map(|found| format!("{:?}", thought::<R>(known, side, &found))).unwrap_or_default(),
            );
        }
    }
    let mut general = General::new(Words::new(number, side), QUICK).who_explains();
    let decision = <General as Policy<R>>::decide(&mut general, known, side).unwrap();
    // every trial that was made, with its chance: how much he thought is told by count, not by time
    let trials = |one: &Considered<R::Command>| one.outs.iter().map(|out| out.chance).collect::<Vec<_>>();
    let all: Vec<_> = decision.others.iter().map(&trials).collect();
    said.push(format!("{:?} {:?} {all:?}", thought::<R>(known, side, &decision), trials(&decision.chosen)));
    said
}

fn repeats_itself<R: Appraisal>() {
    for (place, (state, side)) in positions::<R>(3, 9, 5).into_iter().enumerate() {
        let known = R::seen(&state, side.into());
        let number = 40 + place as u64;
        assert_eq!(said::<R>(&known, side, number), said::<R>(&known, side, number));
    }
}

#[test]
fn the_same_seed_gives_the_same_choices_and_the_same_words() {
    repeats_itself::<Quickplay>();
    repeats_itself::<Potomac>();
    repeats_itself::<DeadlyField>();
    repeats_itself::<Grenadier>();
    repeats_itself::<JohnnyReb>();
}

/// States that differ only in what is sealed from a side are the same to every level of it: what it does, what it says and how many
/// trials it makes. Worlds in the mind are drawn from what the side knows.
// clauses: JR-ORDER-01, JR-ORDER-08
#[test]
fn no_level_knows_what_is_sealed() {
    let mut compared = 0;
    let mut words = Words::new(7, Side::Blue);
    for (state, _) in positions::<JohnnyReb>(5, 5, 40) {
        for side in [Side::Blue, Side::Gray] {
            use longroll_kit::Ruleset;
            let awaited = JohnnyReb::awaiting(&JohnnyReb::seen(&state, side.into())).awaits(side);
            let Some(other) = JohnnyReb::resealed(&state, side.into(), &mut || words.word()) else {
                continue;
            };
            if !awaited || other == state || compared >= 6 {
                continue;
            }
            let [one, two] = [&state, &other].map(|state| JohnnyReb::seen(state, side.into()));
            let seen = |known| said::<JohnnyReb>(known, side, 99);
            assert_eq!(seen(&one), seen(&two));
            let drawn = |known| JohnnyReb::imagined(known, side, &mut Words::new(11, side));
            assert_eq!(drawn(&one), drawn(&two));
            compared += 1;
        }
    }
    assert!(compared >= 4, "sealed orders were hardly tried: {compared}");
}

fn chances_are_fair<R: Appraisal>() {
    for (state, _) in positions::<R>(8, 11, 12) {
        let [blue, gray] = [Side::Blue, Side::Gray].map(|side| chance::<R>(&state, side));
        // whole numbers are cut: a hair may be missing
        assert!((CERTAIN - 2..=CERTAIN + 2).contains(&(blue + gray)), "{blue} and {gray}");
    }
}

#[test]
fn the_chances_of_both_sides_make_one() {
    chances_are_fair::<Quickplay>();
    chances_are_fair::<Potomac>();
    chances_are_fair::<DeadlyField>();
    chances_are_fair::<Grenadier>();
    chances_are_fair::<JohnnyReb>();
    // 1 / (1 + e^-1) = 0.7311, e^-0.5: 0.6225; far out nearly certain
    assert_eq!([0, 500, 1000, -1000].map(logistic), [5000, 6225, 7311, 2689]);
    assert!(logistic(50_000) > 9970 && logistic(-50_000) < 30);
}

#[test]
fn a_general_fights_his_battle_to_the_end() {
    let number = 12;
    let seed = Seed::from_number(number);
    let general: Box<dyn Policy<Quickplay>> = Box::new(General::new(Words::new(number, Side::Blue), QUICK));
    let mut players = [general, Opponent::Recruit.policy::<Quickplay>(number, Side::Gray)];
    let mut state = opened::<Quickplay>(BRAWL);
    let dice = |command| Rolling::new(Seeded::new(seed.clone(), command));
    let (commands, halt) = longroll_ai::play_out::<Quickplay, _>(&mut state, &mut players, 5_000, dice);
    assert_eq!(halt, longroll_ai::Halt::Over);
    assert!(commands > 20);
}

#[test]
fn computers_are_written_with_their_handicap() {
    let read = |text: &str| text.parse::<Computer>();
    assert_eq!(read("general"), Ok(Computer { opponent: Opponent::General, handicap: 0 }));
    assert_eq!(read("patient-general-25"), Ok(Computer { opponent: Opponent::PatientGeneral, handicap: 25 }));
    for bad in ["", "general-", "general-0", "general-91", "general-300", "-20", "person"] {
        assert!(read(bad).is_err(), "{bad}");
    }
    for opponent in Opponent::ALL {
        for handicap in [0, 1, 90] {
            let computer = Computer { opponent, handicap };
            assert_eq!(read(&computer.to_string()), Ok(computer));
        }
    }
}
