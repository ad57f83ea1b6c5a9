//! Playing: what a command changes, what it may not, what can be taken back.

mod common;
mod toy;

use common::{A, X, battle, start, step};
use longroll_dice::Seed;
use longroll_game::*;
use longroll_kit::{Settings, Side, Stop};
use longroll_table::inches;
use toy::{Command, Event, Toy};

#[test]
fn a_command_brings_events_and_events_the_state() {
    let mut game = start(Fairness::ByHand);
    let entry = game.submit(Side::Blue, step(A, inches(2)), DiceSource::Typed(vec![])).unwrap();
    // 10 inches and 2 more.
    let events = [Event::Stepped { unit: A, to: inches(12) }, Event::TurnPassed { to: Side::Gray }];
    assert_eq!((entry.number, entry.by, entry.events.as_slice()), (1, Side::Blue, events.as_slice()));
    assert_eq!(game.state().at, [inches(12), inches(14)]);
    assert!(game.awaiting().awaits(Side::Gray));
}

#[test]
fn a_refused_command_changes_nothing() {
    let mut game = start(Fairness::ByHand);
    let before = write_game(&game);
    let state = game.state().clone();
    let refused = game.submit(Side::Blue, step(A, inches(4)), DiceSource::Typed(vec![])).unwrap_err();
    assert_eq!(refused.to_string(), "4 in is farther than 3 in (T-STEP-01)");
    let refused = game.submit(Side::Gray, step(X, inches(1)), DiceSource::Typed(vec![])).unwrap_err();
    assert!(matches!(refused, NotDone::Stopped(Stop::Refused(_))));
    assert_eq!((write_game(&game), game.state()), (before, &state));
}

#[test]
fn dice_by_hand_are_asked_for_one_roll_at_a_time() {
    let mut game = start(Fairness::ByHand);
    let shoot = Command::Shoot { unit: A };
    let wanted = game.submit(Side::Blue, shoot.clone(), DiceSource::Typed(vec![])).unwrap_err();
    assert_eq!(wanted.to_string(), "2d6 are wanted for T-SHOOT-01, each 5 or more counts");
    // One hit of two dice, so the target's nerve is asked for.
    let wanted = game.submit(Side::Blue, shoot.clone(), DiceSource::Typed(vec![vec![5, 4]])).unwrap_err();
    assert_eq!(wanted.to_string(), "1d6 is wanted for T-NERVE-01");
    assert_eq!(game.lines().len(), 0);
    let all = DiceSource::Typed(vec![vec![5, 4], vec![2]]);
    let entry = game.submit(Side::Blue, shoot, all).unwrap();
    assert!(entry.by_hand);
    // Strength 3 less 1 hit is 2; the nerve of 2 fails, so 14 inches become 16.
    assert_eq!((game.state().strength[1], game.state().at[1]), (2, inches(16)));
}

#[test]
fn dice_left_over_are_refused() {
    let mut game = start(Fairness::ByHand);
    let dice = DiceSource::Typed(vec![vec![1, 2], vec![3]]);
    let error = game.submit(Side::Blue, Command::Shoot { unit: A }, dice).unwrap_err();
    assert_eq!(error, NotDone::DiceLeftOver { lists: vec![vec![3]] });
    assert_eq!(error.to_string(), "more dice were given than the command throws; left over: 3");
    assert!(game.lines().is_empty());
}

#[test]
fn drawn_dice_depend_on_the_place_in_force_only() {
    let seeded = || start(Fairness::Seed(Seed::from_number(5)));
    let mut straight = seeded();
    let shot = straight.submit(Side::Blue, Command::Shoot { unit: A }, DiceSource::Seeded).unwrap().clone();
    let mut wavering = seeded();
    wavering.submit(Side::Blue, step(A, inches(1)), DiceSource::Seeded).unwrap();
    wavering.undo(Side::Blue).unwrap();
    let same = wavering.submit(Side::Blue, Command::Shoot { unit: A }, DiceSource::Seeded).unwrap();
    assert_eq!(same.dice, shot.dice);
    assert_eq!((same.number, same.by_hand), (3, false));
    assert_eq!(straight.state(), wavering.state());
}

#[test]
fn without_its_seed_a_game_draws_no_dice() {
    let seed = Seed::from_number(5);
    let mut game = start(Fairness::Commitment(seed.commitment()));
    let shoot = Command::Shoot { unit: A };
    assert_eq!(game.submit(Side::Blue, shoot.clone(), DiceSource::Seeded).unwrap_err(), NotDone::NoSeed);
    assert_eq!(game.entrust(Seed::from_number(6)), Err(WrongSeed));
    game.entrust(seed.clone()).unwrap();
    let drawn = game.submit(Side::Blue, shoot.clone(), DiceSource::Seeded).unwrap().clone();
    let mut known = start(Fairness::Seed(seed));
    assert_eq!(known.submit(Side::Blue, shoot, DiceSource::Seeded).unwrap(), &drawn);
}

#[test]
fn the_newest_step_can_be_taken_back_by_its_side() {
    let mut game = start(Fairness::ByHand);
    assert_eq!(game.undo(Side::Blue).unwrap_err(), NotUndone::Nothing);
    let opened = game.state().clone();
    game.submit(Side::Blue, step(A, inches(1)), DiceSource::Typed(vec![])).unwrap();
    assert_eq!(game.undo(Side::Gray).unwrap_err(), NotUndone::NotYours { by: Side::Blue });
    assert_eq!(game.undoable(Side::Blue), Ok(1));
    let undo = game.undo(Side::Blue).unwrap();
    assert_eq!(*undo, Undo { number: 2, by: Side::Blue, takes_back: 1, seal: None });
    assert_eq!(game.state(), &opened);
    // The log keeps both lines.
    assert_eq!((game.lines().len(), game.in_force().len()), (2, 0));
}

#[test]
fn dice_and_reveals_stand() {
    let mut game = start(Fairness::ByHand);
    game.submit(Side::Blue, Command::Shoot { unit: A }, DiceSource::Typed(vec![vec![1, 1]])).unwrap();
    assert_eq!(game.undo(Side::Blue).unwrap_err(), NotUndone::DiceThrown);
    game.submit(Side::Gray, Command::Look, DiceSource::Typed(vec![])).unwrap();
    assert_eq!(game.undo(Side::Gray).unwrap_err(), NotUndone::Revealed);
}

#[test]
fn a_closed_game_takes_nothing_more() {
    let mut game = start(Fairness::Seed(Seed::from_number(1)));
    game.submit(Side::Blue, step(A, inches(1)), DiceSource::Seeded).unwrap();
    let close = game.close().unwrap().clone();
    assert_eq!((close.winner, close.abandoned, close.seed), (None, true, Some(Seed::from_number(1))));
    assert_eq!(game.submit(Side::Gray, Command::Pass, DiceSource::Seeded).unwrap_err(), NotDone::Closed);
    assert_eq!(game.undo(Side::Blue).unwrap_err(), NotUndone::Closed);
    assert_eq!(game.close().unwrap_err(), NotClosed::Already);
}

#[test]
fn a_log_has_a_longest_length() {
    let mut game = start(Fairness::ByHand);
    let mut by = Side::Blue;
    for _ in 0..limits::MOST_ENTRIES {
        game.submit(by, Command::Pass, DiceSource::Typed(vec![])).unwrap();
        by = by.enemy();
    }
    assert_eq!(game.submit(by, Command::Pass, DiceSource::Typed(vec![])).unwrap_err(), NotDone::Full);
    assert_eq!(game.undo(by.enemy()).unwrap_err(), NotUndone::Full);
    game.close().unwrap();
    let text = write_game(&game);
    assert_eq!(load::<Toy>(&text).unwrap().state(), game.state());
    // One entry more than a game may have, instead of the end.
    let end = text.trim_end().rfind('\n').unwrap();
    let more = format!(
        "{}\n{{\"entry\":{{\"number\":100001,\"by\":\"blue\",\"command\":\"pass\",\"dice\":[],\"events\":[]}}}}\n",
        &text[..end]
    );
    assert_eq!(load::<Toy>(&more).unwrap_err().trouble, Trouble::TooLarge);
}

#[test]
fn openings_are_checked() {
    let opening = |fairness, blue: &str| Opening {
        battle: battle(),
        settings: Settings::default(),
        fairness,
        players: Players { blue: blue.to_owned(), gray: String::new() },
    };
    let start = |opening| Game::<Toy>::start(opening).map(|_| ());
    assert_eq!(start(opening(Fairness::Commitment("abc".into()), "")), Err(OpeningError::BadCommitment));
    assert_eq!(start(opening(Fairness::ByHand, &"x".repeat(121))), Err(OpeningError::PlayerNameTooLong));
    assert_eq!(start(opening(Fairness::ByHand, &"é".repeat(120))), Ok(()));
}

#[test]
fn a_replay_shows_every_line_and_ends_where_the_game_is() {
    let mut game = start(Fairness::ByHand);
    game.submit(Side::Blue, step(A, inches(1)), DiceSource::Typed(vec![])).unwrap();
    game.undo(Side::Blue).unwrap();
    game.submit(Side::Blue, step(A, inches(2)), DiceSource::Typed(vec![])).unwrap();
    let frames: Vec<_> = game.replay().collect();
    let places: Vec<_> = frames.iter().map(|frame| frame.state.at[0]).collect();
    // Mustered at 10, then 11, back to 10, then 12.
    assert_eq!(places, [inches(10), inches(11), inches(10), inches(12)]);
    let words: Vec<_> = frames[3].tellings.iter().map(|telling| telling.text.as_str()).collect();
    assert_eq!(words, ["#0 steps 2 in", "it is the turn of gray"]);
    assert!(matches!(frames[2].happened, Happened::Undo(_)));
    assert_eq!(&frames[3].state, game.state());
}

#[test]
fn a_long_way_can_be_taken_back() {
    let mut game = start(Fairness::ByHand);
    let mut states = Vec::new();
    // Blue and gray step to and fro, 300 entries each, past the marks at 256 and 512.
    for turn in 0..600 {
        states.push(game.state().clone());
        let (side, unit) = if turn % 2 == 0 { (Side::Blue, A) } else { (Side::Gray, X) };
        let way = if turn % 4 < 2 { inches(1) } else { -inches(1) };
        game.submit(side, step(unit, way), DiceSource::Typed(vec![])).unwrap();
    }
    for turn in (0..600).rev() {
        game.undo(if turn % 2 == 0 { Side::Blue } else { Side::Gray }).unwrap();
        assert_eq!(game.state(), &states[turn], "after {turn} entries");
    }
    let frames: Vec<_> = game.replay().map(|frame| frame.state).collect();
    assert_eq!(frames.len(), 1201, "the muster, 600 entries and 600 undos");
    for (turn, state) in states.iter().enumerate() {
        assert_eq!((&frames[turn], &frames[1200 - turn]), (state, state));
    }
}

#[test]
fn a_replay_can_begin_near_any_step() {
    let mut game = start(Fairness::ByHand);
    // 400 entries in force, every third of which was first given otherwise and taken back; some go back further.
    for turn in 0..400 {
        let (side, unit) = if turn % 2 == 0 { (Side::Blue, A) } else { (Side::Gray, X) };
        let way = if turn % 4 < 2 { inches(1) } else { -inches(1) };
        if turn % 3 == 0 {
            game.submit(side, step(unit, way), DiceSource::Typed(vec![])).unwrap();
            game.undo(side).unwrap();
        }
        game.submit(side, step(unit, way), DiceSource::Typed(vec![])).unwrap();
    }
    let all: Vec<_> = game.replay().map(|frame| frame.state).collect();
    for step in 0..all.len() {
        let (first, replay) = game.replay_near(step);
        assert!(first <= step, "it begins at {first}, not after {step}");
        let states: Vec<_> = replay.map(|frame| frame.state).collect();
        assert_eq!(states, all[first..], "from step {step}");
    }
    // Past the first mark, which stands after 256 entries, it does not begin at the muster.
    assert!(game.replay_near(all.len() - 1).0 > 256);
}

/// Counts the events that are recorded anew while orders are given and taken back again and again.
#[test]
fn an_order_given_and_taken_back_costs_the_same_late_in_a_game() {
    let mut game = start(Fairness::ByHand);
    for turn in 0..250 {
        let (side, unit) = if turn % 2 == 0 { (Side::Blue, A) } else { (Side::Gray, X) };
        let way = if turn % 4 < 2 { inches(1) } else { -inches(1) };
        game.submit(side, step(unit, way), DiceSource::Typed(vec![])).unwrap();
    }
    let (applied_before, mut recorded) = (toy::applied(), 0);
    for _ in 0..1000 {
        let entry = game.submit(Side::Blue, step(A, inches(1)), DiceSource::Typed(vec![])).unwrap();
        recorded += u32::try_from(entry.events.len()).unwrap();
        game.undo(Side::Blue).unwrap();
    }
    let again = toy::applied() - applied_before - recorded;
    let on_the_way: usize = game.in_force().map(|entry| entry.events.len()).sum();
    // Each order is played through once more while it is decided. The way back from the opening is built once, when the first order
    // is taken back, and leaves a mark where it ends; after that an undo builds nothing. Built anew each time it would be 500,000.
    assert_eq!(again as usize, on_the_way + recorded as usize, "events were recorded again");
}
