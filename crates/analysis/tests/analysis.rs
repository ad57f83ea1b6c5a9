//! The analysis of a battle that was fought to its end.

use longroll_ai::{Appraisal, Opponent};
use longroll_analysis::{Effort, analyse};
use longroll_dice::Seed;
use longroll_game::{DiceSource, Fairness, Game, Opening, Players, load, write_game};
use longroll_kit::{Ruleset, Settings, Side};
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_quickplay::Quickplay;
use longroll_testkit::{BRAWL, battle};
use longroll_wire::{Analysis, MomentKind};

/// As little as shows something.
const LITTLE: Effort = Effort { curve: 2, glance: 2, close: 3, trials: 4 };

fn fought<R: Appraisal>(number: u64, players: [Opponent; 2]) -> Game<R> {
    let opening = Opening {
        battle: battle(BRAWL),
        settings: Settings::default(),
        fairness: Fairness::Seed(Seed::from_number(number)),
        players: Players::default(),
    };
    let mut game: Game<R> = Game::start(opening).unwrap();
    let mut policies =
        [players[0].policy::<R>(number, Side::Blue), players[1].policy::<R>(number, Side::Gray)];
    while let Some(side) = game.awaiting().0.first().map(|wait| wait.side) {
        let known = R::seen(game.state(), side.into());
        let command = policies[side as usize].choose(&known, side).unwrap();
        game.submit(side, command, DiceSource::Seeded).unwrap();
    }
    game.close().unwrap();
    game
}

fn analysed<R: Appraisal>(game: &Game<R>) -> Analysis {
    let mut last = (0, 0);
    let found = analyse(game, LITTLE, &mut |done, of| {
        assert!(done == last.0 + 1 && done <= of, "{done} of {of} after {last:?}");
        last = (done, of);
        true
    });
    assert_eq!(last.0, last.1, "the work ends where it was said to end");
    found.unwrap()
}

#[test]
fn the_same_file_gives_the_same_analysis() {
    let game = fought::<Quickplay>(4, [Opponent::Captain, Opponent::Recruit]);
    let again = load::<Quickplay>(&write_game(&game)).unwrap();
    let analysis = analysed(&game);
    assert_eq!(analysis, analysed(&again));
    let winner = game.closed().unwrap().winner;
    let last = analysis.curve.last().unwrap();
    // the curve ends where the battle did
    let expected = match winner {
        Some(Side::Blue) => 1000,
        Some(Side::Gray) => 0,
        None => 500,
    };
    assert_eq!((last.chance, last.between), (expected, [expected, expected]));
    assert!(analysis.curve.windows(2).all(|pair| pair[0].step < pair[1].step));
    assert!(analysis.curve.iter().all(|at| at.between[0] <= at.chance && at.chance <= at.between[1]));
    assert!(analysis.moments.len() <= 10);
    for moment in &analysis.moments {
        assert!(moment.effect != 0 && (moment.kind == MomentKind::Luck || moment.effect < 0), "{moment:?}");
        assert!(moment.between[0] <= moment.effect && moment.effect <= moment.between[1], "{moment:?}");
    }
    // what the dice gave to the one they took from the other
    assert_eq!(analysis.sides[0].luck, -analysis.sides[1].luck);
}

#[test]
fn sealed_orders_are_no_hindrance_once_the_battle_is_over() {
    let game = fought::<JohnnyReb>(2, [Opponent::Captain, Opponent::Captain]);
    let analysis = analysed(&game);
    assert_eq!(analysis.ruleset, JohnnyReb::ID);
    assert!(analysis.curve.len() > 2);
}

#[test]
fn whoever_waits_no_longer_breaks_it_off() {
    let game = fought::<Quickplay>(4, [Opponent::Captain, Opponent::Captain]);
    let mut told = 0;
    let found = analyse(&game, LITTLE, &mut |_, _| {
        told += 1;
        told < 3
    });
    assert!(found.is_none());
    assert_eq!(told, 3);
}
