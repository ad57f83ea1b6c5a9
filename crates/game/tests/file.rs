//! The game file: what is written, what is read back, and what is said about a file that is not right.

mod common;
mod toy;

use common::{A, battle, finished, start, step};
use longroll_dice::{GENERATOR, Seed};
use longroll_game::*;
use longroll_kit::Side;
use longroll_table::inches;
use proptest::prelude::*;
use toy::{Command, Toy};

#[test]
fn the_lines_of_a_file_are_these_bytes() {
    let seed = Seed::from_number(1);
    let mut game = start(Fairness::Seed(seed.clone()));
    game.submit(Side::Blue, step(A, inches(1)), DiceSource::Seeded).unwrap();
    game.undo(Side::Blue).unwrap();
    game.submit(Side::Blue, Command::Shoot { unit: A }, DiceSource::Typed(vec![vec![6, 1], vec![3]]))
        .unwrap();
    let text = write_game(&game);
    let lines: Vec<&str> = text.split('\n').collect();
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    assert_eq!(
        lines[0],
        format!(
            concat!(
                r#"{{"longroll":1,"ruleset":"toy","edition":"one page, revision 1","options":{{}},"#,
                r#""scenario":{{"name":"learning","toml":{},"geojson":{}}},"generator":"{}","commitment":"{}","#,
                r#""players":{{"blue":"Ann","gray":"Ben"}}}}"#
            ),
            quoted(&battle().text().toml),
            quoted(&battle().text().geojson),
            GENERATOR,
            seed.commitment(),
        )
    );
    // 10 and 14 inches are 254 000 and 355 600 micrometres; a step of 1 inch ends at 279 400.
    assert_eq!(
        lines[1],
        r#"{"opened":[{"mustered":{"at":[254000,355600],"strength":[3,3],"cards":[7,9]}}]}"#
    );
    assert_eq!(
        lines[2],
        concat!(
            r#"{"entry":{"number":1,"by":"blue","command":{"step":{"unit":0,"by":25400}},"dice":[],"#,
            r#""events":[{"stepped":{"unit":0,"to":279400}},{"turn_passed":{"to":"gray"}}]}}"#
        )
    );
    assert_eq!(lines[3], r#"{"undo":{"number":2,"by":"blue","takes_back":1}}"#);
    assert_eq!(
        lines[4],
        concat!(
            r#"{"entry":{"number":3,"by":"blue","command":{"shoot":{"unit":0}},"#,
            r#""dice":[{"clause":"T-SHOOT-01","die":"d6","read":{"at_least":5},"faces":[6,1]},"#,
            r#"{"clause":"T-NERVE-01","die":"d6","read":"sum","faces":[3]}],"by_hand":true,"#,
            r#""events":[{"shot":{"unit":0,"hits":1}},{"strength_lost":{"unit":1,"lost":1}},{"turn_passed":{"to":"gray"}}]}}"#
        )
    );
    assert_eq!(lines[5..], [""]);
}

#[test]
fn a_finished_game_loads_and_verifies() {
    let game = finished();
    let text = write_game(&game);
    let loaded = load::<Toy>(&text).unwrap();
    assert_eq!((loaded.state(), loaded.lines()), (game.state(), game.lines()));
    assert_eq!(write_game(&loaded), text);
    let verified = verify::<Toy>(&text).unwrap();
    assert_eq!(
        (verified.undos, verified.rolls_by_hand, verified.open.as_slice()),
        (1, 0, &[Unproven::NoKeys][..])
    );
    assert!(verified.closed && verified.rolls > 0);
    assert_eq!(verified.entries + 2, game.lines().len(), "all lines but one undo and the end");
    assert_eq!(Some(&verified.state), game.closed().map(|close| &close.state));
    assert!(game.closed().unwrap().winner.is_some());
}

#[test]
fn a_loaded_game_goes_on() {
    let mut game = start(Fairness::Seed(Seed::from_number(4)));
    game.submit(Side::Blue, step(A, inches(1)), DiceSource::Seeded).unwrap();
    let mut loaded = load::<Toy>(&write_game(&game)).unwrap();
    loaded.entrust(Seed::from_number(4)).unwrap();
    for game in [&mut game, &mut loaded] {
        game.submit(Side::Gray, Command::Shoot { unit: common::X }, DiceSource::Seeded).unwrap();
    }
    assert_eq!(write_game(&game), write_game(&loaded));
    let verified = verify::<Toy>(&write_game(&loaded)).unwrap();
    assert_eq!(verified.open, [Unproven::NoKeys, Unproven::SeedNotShown, Unproven::NotOver]);
    assert_eq!((verified.verdict(), verified.closed), (Verdict::Unproven, false));
}

/// Changes one piece of the text of a good file and loads it.
fn load_with(from: &str, to: &str) -> LoadError {
    let text = write_game(&finished());
    assert!(text.contains(from), "{from} is in the file");
    load::<Toy>(&text.replacen(from, to, 1)).unwrap_err()
}

#[test]
fn every_trouble_has_its_sentence() {
    let said = |text: &str| load::<Toy>(text).unwrap_err();
    assert_eq!(said("").to_string(), "line 1: the file is empty; choose a game file");
    assert_eq!(said(" \n ").trouble, Trouble::Empty);
    assert_eq!(said("Ann moved first\n").trouble, Trouble::NotJson);
    assert_eq!(said("{\"title\":1}\n").trouble, Trouble::NotAGame);
    assert_eq!(said("[1]\n").trouble, Trouble::NotAGame);
    let other = load_with("\"longroll\":1", "\"longroll\":3");
    assert_eq!(
        other.to_string(),
        "line 1: the file has format 3; this program reads formats 1 and 2; use a newer program"
    );
    let other = load_with("\"ruleset\":\"toy\"", "\"ruleset\":\"chess\"");
    assert_eq!(
        other.to_string(),
        "line 1: this is a game of the ruleset \"chess\", not of \"toy\"; load it under its own ruleset"
    );
    let other = load_with("revision 1", "revision 0");
    assert_eq!(
        other.to_string(),
        "line 1: this file was written under \"one page, revision 0\"; this program plays \"one page, revision 1\"; \
         it can be shown but not continued or verified"
    );
    assert_eq!(load_with(GENERATOR, "knucklebones").trouble, Trouble::UnknownGenerator);
    let options = load_with("\"options\":{}", "\"options\":{\"T-OPT-01\":\"nine\"}");
    assert_eq!(options.trouble, Trouble::BadHeader);
    assert_eq!(options.what, "T-OPT-01 cannot be set to \"nine\"; choose one of five, four");
    assert_eq!(load_with("width_yards", "breadth_yards").trouble, Trouble::BadScenario);
    assert_eq!(load_with("\"players\"", "\"peoples\"").trouble, Trouble::BadHeader);
    assert_eq!(load_with("\"commitment\":\"", "\"commitment\":\"0").trouble, Trouble::BadHeader);
    let bad = load_with("turn_passed", "turn_past");
    assert_eq!((bad.trouble, bad.line), (Trouble::BadLine, 3));
    let again = load_with("{\"entry\":{\"number\":3", "{\"entry\":{\"number\":2");
    assert_eq!((again.trouble, again.line), (Trouble::Number, 5));
    assert_eq!(again.what, "number 2 stands there again, where 3 is due");
    let missing = load_with("{\"entry\":{\"number\":3", "{\"entry\":{\"number\":5");
    assert_eq!(missing.what, "number 5 stands where 3 is due: lines are missing");
    let undo = load_with("\"takes_back\":1", "\"takes_back\":2");
    assert_eq!((undo.trouble, undo.line), (Trouble::BadUndo, 4));
    let undo = load_with("\"by\":\"blue\",\"takes_back\"", "\"by\":\"gray\",\"takes_back\"");
    assert_eq!(
        undo.what,
        "entry 1 cannot be taken back by gray here: the last command was given by blue, who alone may take it back"
    );
    // The ruleset itself would break down over a counter that does not exist.
    let events = load_with("{\"stepped\":{\"unit\":0", "{\"stepped\":{\"unit\":9");
    assert_eq!((events.trouble, events.line), (Trouble::BadEvents, 3));
    assert_eq!(events.what, "the events of entry 1 do not fit the game");
}

#[test]
fn a_cut_off_file_says_where_it_is_whole() {
    let text = write_game(&finished());
    let cut = load::<Toy>(&text[..text.len() - 10]).unwrap_err();
    assert_eq!(cut.trouble, Trouble::CutOff);
    assert_eq!(cut.line, text.lines().count());
    let remedied = &text[..text.trim_end().rfind('\n').unwrap() + 1];
    assert!(!load::<Toy>(remedied).unwrap().is_closed());
    let header_only = &text[..text.find('\n').unwrap() + 1];
    assert_eq!(
        load::<Toy>(header_only).unwrap_err().what,
        "the file ends after its header, before the muster"
    );
}

#[test]
fn nothing_follows_the_end() {
    let text = format!("{}{{}}\n", write_game(&finished()));
    assert_eq!(load::<Toy>(&text).unwrap_err().trouble, Trouble::AfterTheEnd);
}

#[test]
fn lines_and_files_have_a_longest_length() {
    let text = write_game(&finished());
    let long_line =
        text.replacen("{\"opened\"", &format!("{}{{\"opened\"", " ".repeat(limits::MOST_LINE_BYTES)), 1);
    let error = load::<Toy>(&long_line).unwrap_err();
    assert_eq!((error.trouble, error.line), (Trouble::TooLarge, 2));
    let long_file = format!("{text}{}", "\n".repeat(limits::MOST_FILE_BYTES));
    assert_eq!(load::<Toy>(&long_file).unwrap_err().trouble, Trouble::TooLarge);
    assert_eq!(
        verify::<Toy>(&long_file).map(|_| ()).unwrap_err().to_string(),
        load::<Toy>(&long_file).unwrap_err().to_string()
    );
}

#[test]
fn a_game_of_another_edition_is_shown_only() {
    let text = write_game(&finished()).replacen("revision 1", "revision 0", 1);
    let end = text.trim_end().rfind('\n').unwrap() + 1;
    let mut game = load_to_show::<Toy>(&text[..end]).unwrap();
    assert!(!game.is_of_this_edition());
    assert_eq!(game.replay().count(), game.lines().len() + 1);
    assert_eq!(
        game.submit(Side::Blue, Command::Pass, DiceSource::Seeded).unwrap_err(),
        NotDone::OtherEdition
    );
    assert_eq!(game.undo(Side::Blue).unwrap_err(), NotUndone::OtherEdition);
    assert_eq!(game.close().unwrap_err(), NotClosed::OtherEdition);
}

#[test]
fn a_header_can_be_read_alone() {
    let game = finished();
    assert_eq!(&peek(&write_game(&game)).unwrap(), game.header());
}

fn verify_with(from: &str, to: &str) -> VerifyError {
    let text = write_game(&finished());
    assert!(text.contains(from), "{from} is in the file");
    verify::<Toy>(&text.replacen(from, to, 1)).unwrap_err()
}

#[test]
fn the_first_difference_is_told() {
    let stepped =
        verify_with("{\"stepped\":{\"unit\":0,\"to\":279400", "{\"stepped\":{\"unit\":0,\"to\":279401");
    assert_eq!(
        stepped.to_string(),
        "entry 1 brings other events\n  by the rules: {\"stepped\":{\"unit\":0,\"to\":279400}}\n  \
         in the file:  {\"stepped\":{\"unit\":0,\"to\":279401}}"
    );
    let refused = verify_with("{\"unit\":0,\"by\":25400}", "{\"unit\":0,\"by\":254000}");
    assert_eq!(
        refused.to_string(),
        "entry 1 is not carried out when decided anew: 10 in is farther than 3 in (T-STEP-01)"
    );
    let mustered = verify_with("\"cards\":[7,9]", "\"cards\":[7,8]");
    assert!(matches!(mustered, VerifyError::Opening { .. }), "{mustered}");
    let read = verify_with("\"read\":{\"at_least\":5}", "\"read\":{\"at_least\":4}");
    assert!(matches!(read, VerifyError::Differs { part: "dice", .. }), "{read}");
    let end = verify_with("\"state\":\"", "\"state\":\"0");
    assert!(matches!(end, VerifyError::End { .. }), "{end}");
    let bytes = verify_with("{\"undo\":{", "{\"undo\": {");
    assert!(matches!(bytes, VerifyError::Bytes { line: 4, .. }), "{bytes}");
    let text = write_game(&finished());
    let no_line_end = verify::<Toy>(text.trim_end()).unwrap_err();
    assert!(matches!(no_line_end, VerifyError::Bytes { .. }), "{no_line_end}");
}

#[test]
fn dice_are_proven_by_the_seed_and_the_seed_by_its_commitment() {
    let (seed, other) = (Seed::from_number(1863), Seed::from_number(1864));
    assert_eq!(verify_with(&seed.to_hex(), &other.to_hex()), VerifyError::Commitment);
    let commitment = verify_with(&seed.commitment(), &other.commitment());
    assert_eq!(commitment, VerifyError::Commitment);
    // Both exchanged: the dice are not those of the other seed.
    let text = write_game(&finished());
    let text = text.replace(&seed.to_hex(), &other.to_hex()).replace(&seed.commitment(), &other.commitment());
    assert!(matches!(verify::<Toy>(&text).unwrap_err(), VerifyError::Dice { roll: 1, .. }));
    // Drawn dice in a game without a seed.
    let mut game = start(Fairness::Seed(seed.clone()));
    game.submit(Side::Blue, Command::Shoot { unit: A }, DiceSource::Seeded).unwrap();
    let text = write_game(&game).replace(&format!("\"commitment\":\"{}\",", seed.commitment()), "");
    assert_eq!(verify::<Toy>(&text).unwrap_err(), VerifyError::NoCommitment { number: 1 });
}

#[test]
fn the_schema_fits_every_line() {
    let schema = serde_json::to_value(game_schema::<Toy>()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let text = write_game(&finished());
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(validator.is_valid(&line), "{line}");
    }
    let bad = [
        r#"{"undo":{"number":"two","by":"blue","takes_back":1}}"#,
        r#"{"undo":{"number":2,"by":"green","takes_back":1}}"#,
        r#"{"entry":{"number":1,"by":"blue","command":"dance","dice":[],"events":[]}}"#,
        r#"{"opened":[],"more":1}"#,
    ];
    for line in bad {
        assert!(!validator.is_valid(&serde_json::from_str(line).unwrap()), "{line}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// One byte after the header exchanged: the file is refused or, if the game is still one, found to differ.
    #[test]
    fn an_edited_line_is_never_verified(place in any::<prop::sample::Index>(), byte in 0x20_u8..0x7f) {
        let text = write_game(&finished());
        let header = text.find('\n').unwrap() + 1;
        let at = header + place.index(text.len() - header);
        let mut bytes = text.clone().into_bytes();
        bytes[at] = byte;
        let edited = String::from_utf8(bytes).unwrap();
        if edited != text {
            prop_assert!(verify::<Toy>(&edited).is_err());
        }
        let _ = load_to_show::<Toy>(&edited).map(|game| game.replay().count());
    }

    /// Pieces anywhere removed, doubled or exchanged: never a panic.
    #[test]
    fn a_damaged_file_never_stops_the_program(
        from in any::<prop::sample::Index>(), length in 0_usize..400, put in "[ -~\n]{0,12}", twice in any::<bool>(),
    ) {
        let text = write_game(&finished());
        // The header is long; every second damage goes into the log.
        let header = text.find('\n').unwrap();
        let floor = if twice { header } else { 0 };
        let start = text.floor_char_boundary(floor + from.index(text.len() - floor));
        let end = text.floor_char_boundary((start + length).min(text.len())).max(start);
        let piece = if twice { &text[start..end] } else { "" };
        let damaged = format!("{}{piece}{put}{piece}{}", &text[..start], &text[end..]);
        let loaded = load::<Toy>(&damaged);
        if let Ok(game) = &loaded {
            prop_assert_eq!(game.replay().count(), game.lines().len() + 1);
        }
        let verified = verify::<Toy>(&damaged);
        if verified.is_ok() && damaged != text {
            // Only the names of people and of the ground may differ, or the log may end early.
            prop_assert!(start <= header || text.starts_with(damaged.as_str()), "{}", damaged);
        }
    }
}
