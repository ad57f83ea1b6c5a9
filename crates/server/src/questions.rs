//! How often a player is asked in an enemy turn, with the default wishes.

use crate::interruptions::{Given, Wishes, given, passing};
use longroll_ai::{Appraisal, Opponent};
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Actor, Offer, Ruleset, Seat, Settings, Side};
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_potomac::Potomac;
use longroll_rules_quickplay::Quickplay;
use longroll_testkit::{BRAWL, CORNFIELD, LEARNING, Moment, Texts, play, setup};
use longroll_wire::{Beforehand, Interruptions, PassFor, StandingOrder, TapeEnd};

/// What came of the enemy turns of one battle.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// Questions in each enemy turn.
    questions: Vec<u32>,
    /// What was let pass without asking, in words, in each enemy turn.
    let_pass: Vec<Vec<String>>,
}

/// Looks at an answer that was given beforehand, and at the state it was given in.
type Look<'a, R> = dyn FnMut(&<R as Ruleset>::State, &Given<<R as Ruleset>::Command>) + 'a;

/// Fights the first rounds of a battle: captains on both sides, but Blue is a person with default wishes when the enemy acts,
/// and lets everything pass that he is asked: nobody can be asked more often than one who never answers.
fn enemy_turns<R: Appraisal>(
    texts: Texts,
    number: u64,
    rounds: u32,
    mut wishes: Wishes,
    look: &mut Look<'_, R>,
) -> Asked {
    let setup = setup(texts, Settings::default());
    let mut state = R::blank(&setup).unwrap();
    for event in R::open(&setup).unwrap() {
        R::apply(&mut state, &event);
    }
    let mut policies = [Side::Blue, Side::Gray].map(|side| Opponent::Captain.policy::<R>(number, side));
    let (mut asked, mut turn) = (Asked::default(), None);
    for place in 0.. {
        let Some(side) = R::awaiting(&state).0.first().map(|wait| wait.side) else { break };
        let view = R::view(&state, Seat::Spectator);
        if view.round > rounds {
            break;
        }
        let is_enemys = view.active == Some(Side::Gray);
        if is_enemys && turn != Some(view.round) {
            turn = Some(view.round);
            asked.questions.push(0);
            asked.let_pass.push(Vec::new());
        }
        let known = R::seen(&state, side.into());
        let command = if side == Side::Blue && is_enemys {
            match given::<R>(&known, side, &wishes) {
                Some(answer) => {
                    look(&known, &answer);
                    let Given { command, why } = answer;
                    asked.let_pass.last_mut().unwrap().push(why);
                    command
                }
                None => {
                    *asked.questions.last_mut().unwrap() += 1;
                    let reaction = R::reaction(&known, side);
                    wishes.passing = passing::<R>(&known, side, PassFor::Move);
                    let choose = || policies[0].choose(&known, side);
                    reaction.map(|reaction| reaction.pass).or_else(choose).unwrap()
                }
            }
        } else {
            policies[side as usize].choose(&known, side).unwrap()
        };
        let mut dice = Rolling::new(Seeded::new(Seed::from_number(number), place));
        for event in R::handle(&state, side, &command, &mut dice).unwrap() {
            R::apply(&mut state, &event);
        }
    }
    asked
}

/// Ten enemy turns, and the most that was asked in one of them.
fn most_of_ten(texts: Texts, rounds: u32) -> (u32, Asked) {
    let mut all = Asked::default();
    for number in 0.. {
        let asked = enemy_turns::<DeadlyField>(texts, number, rounds, Wishes::default(), &mut |_, _| {});
        assert!(!asked.questions.is_empty());
        all.questions.extend(asked.questions);
        all.let_pass.extend(asked.let_pass);
        if all.questions.len() >= 10 {
            break;
        }
    }
    println!("{}: questions {:?}", texts.name, all.questions);
    let passed: Vec<usize> = all.let_pass.iter().map(Vec::len).collect();
    println!("{}: let pass {passed:?}", texts.name);
    (all.questions.iter().copied().max().unwrap_or(0), all)
}

#[test]
fn at_most_five_questions_in_an_enemy_turn_on_tollivers_farm() {
    let (most, asked) = most_of_ten(LEARNING, 5);
    assert!(most <= 5, "{:?}", asked.questions);
    assert!(asked.questions.iter().sum::<u32>() > 0, "somebody is asked something");
    assert!(asked.let_pass.iter().map(Vec::len).sum::<usize>() > 20, "there was much to let pass");
}

#[test]
fn at_most_twelve_questions_in_an_enemy_turn_on_the_cornfield() {
    let (most, asked) = most_of_ten(CORNFIELD, 5);
    assert!(most <= 12, "{:?}", asked.questions);
    assert!(asked.questions.iter().sum::<u32>() > 0, "somebody is asked something");
}

/// The same order to every unit of the side.
fn to_all(order: Beforehand) -> Wishes {
    let standing = vec![StandingOrder { units: (0..100).collect(), name: "all".to_owned(), order }];
    Wishes { interruptions: Interruptions { standing, ..Interruptions::default() }, passing: None }
}

#[test]
fn a_unit_that_holds_its_fire_fires_within_the_distance_and_not_before() {
    const SIX_INCHES: u32 = 6 * 25_400;
    let mut fires = 0;
    for number in 0..4 {
        let mut look = |state: &<DeadlyField as Ruleset>::State, given: &Given<_>| {
            if given.why != "standing order: hold fire to 6 in" {
                assert!(!given.why.starts_with("standing order"), "{}", given.why);
                return;
            }
            fires += 1;
            let command = serde_json::to_value(&given.command).unwrap();
            let piece = |name: &str| crate::told::piece_called(name, &command);
            // {"react": {"units": [3], …}}, {"react_fire": {"salvos": [{"units": [3], …}]}} or {"desperate": {"unit": 3, …}}
            let lists = [&command["react"]["units"][0], &command["react_fire"]["salvos"][0]["units"][0]];
            let listed = lists.into_iter().find_map(serde_json::Value::as_u64);
            let firer = listed.and_then(|id| u16::try_from(id).ok()).or_else(|| piece("unit"));
            let (firer, target) = (firer.unwrap(), piece("target").unwrap());
            let view = <DeadlyField as Ruleset>::view(state, Seat::Spectator);
            let tape = crate::tape::measure(&view, TapeEnd::Unit(firer), TapeEnd::Unit(target)).unwrap();
            assert!(tape.distance <= i64::from(SIX_INCHES) + 5, "fired at {}", tape.text);
        };
        let wishes = to_all(Beforehand::HoldFire { to: SIX_INCHES });
        let asked = enemy_turns::<DeadlyField>(LEARNING, number, 5, wishes, &mut look);
        // Whoever is not asked at all is asked nothing but what no unit can answer for itself.
        assert!(asked.questions.iter().sum::<u32>() <= 4, "{:?}", asked.questions);
    }
    assert!(fires > 0, "somebody came within six inches");
}

#[test]
fn units_ordered_to_stand_answer_nothing() {
    let mut look =
        |_: &_, given: &Given<_>| assert!(!given.why.starts_with("standing order"), "{}", given.why);
    let asked = enemy_turns::<DeadlyField>(LEARNING, 0, 4, to_all(Beforehand::Stand), &mut look);
    assert!(!asked.questions.is_empty());
}

/// The answers beforehand to everything that somebody is asked to react to in a few battles, every unit having this order.
fn answers<R: Appraisal>(order: Beforehand) -> Vec<Option<String>> {
    let mut found = Vec::new();
    for number in 0..8 {
        let mut look = |moment: &Moment<'_, R>| {
            for side in [Side::Blue, Side::Gray] {
                let known = R::seen(moment.after, side.into());
                if R::reaction(&known, side).is_some() {
                    found.push(given::<R>(&known, side, &to_all(order)).map(|given| given.why));
                }
            }
            Ok(())
        };
        let opponent = if number % 2 == 0 { Opponent::Captain } else { Opponent::Random };
        play::<R>(BRAWL, Settings::default(), opponent, number, &mut look).unwrap();
    }
    found
}

fn fires_of_a_side_follow_the_orders_of_its_units<R: Appraisal>() {
    let is_fire = |why: &&Option<String>| why.as_deref() == Some("standing order: fire at will");
    let free = answers::<R>(Beforehand::FireAtWill);
    println!("{}: {} questions, {} fires", R::ID, free.len(), free.iter().filter(is_fire).count());
    assert!(free.iter().any(|why| is_fire(&why)), "{free:?}");
    let standing = answers::<R>(Beforehand::Stand);
    let is_let_pass =
        |why: &Option<String>| why.as_deref() == Some("let pass: no fire or charge is possible");
    assert!(!standing.is_empty() && standing.iter().all(is_let_pass), "{standing:?}");
}

#[test]
fn a_volley_at_a_charge_follows_the_orders_of_those_who_fire_it() {
    fires_of_a_side_follow_the_orders_of_its_units::<Potomac>();
}

#[test]
fn a_march_past_units_on_hold_meets_their_orders() {
    fires_of_a_side_follow_the_orders_of_its_units::<JohnnyReb>();
}

/// Of routs that need no choice of hand the owner is asked only the order.
#[test]
fn routs_go_as_listed() {
    let mut routs = 0;
    for number in 0..8 {
        let mut look = |moment: &Moment<'_, Quickplay>| {
            for side in [Side::Blue, Side::Gray] {
                let Some(command) = Quickplay::as_listed(moment.after, side) else { continue };
                let told = given::<Quickplay>(moment.after, side, &Wishes::default()).unwrap();
                assert_eq!(
                    (told.command, told.why.as_str()),
                    (command.clone(), "order among equals: as listed")
                );
                let offers = Quickplay::offers(moment.after, side, Actor::Side);
                assert!(offers.contains(&Offer::Do(command)), "{offers:?}");
                routs += 1;
            }
            Ok(())
        };
        play::<Quickplay>(BRAWL, Settings::default(), Opponent::Random, number, &mut look).unwrap();
    }
    assert!(routs > 0, "somebody routs");
}
