//! How often a player is asked in an enemy turn, with the default wishes.

use crate::interruptions::{Given, Wishes, given, passing};
use longroll_ai::{Appraisal, Opponent};
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Seat, Settings, Side};
use longroll_rules_deadly_field::DeadlyField;
use longroll_testkit::{CORNFIELD, LEARNING, Texts, setup};
use longroll_wire::PassFor;

/// What came of the enemy turns of one battle.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// Questions in each enemy turn.
    questions: Vec<u32>,
    /// What was let pass without asking, in words, in each enemy turn.
    let_pass: Vec<Vec<String>>,
}

/// Fights the first rounds of a battle: captains on both sides, but Blue is a person with default wishes when the enemy acts,
/// and lets everything pass that he is asked: nobody can be asked more often than one who never answers.
fn enemy_turns<R: Appraisal>(texts: Texts, number: u64, rounds: u32) -> Asked {
    let setup = setup(texts, Settings::default());
    let mut state = R::blank(&setup).unwrap();
    for event in R::open(&setup).unwrap() {
        R::apply(&mut state, &event);
    }
    let mut policies = [Side::Blue, Side::Gray].map(|side| Opponent::Captain.policy::<R>(number, side));
    let (mut wishes, mut asked, mut turn) = (Wishes::default(), Asked::default(), None);
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
                Some(Given { command, why }) => {
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
        let asked = enemy_turns::<DeadlyField>(texts, number, rounds);
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
