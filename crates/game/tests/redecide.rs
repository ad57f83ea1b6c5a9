//! Games of an older revision of the rules, decided anew.

mod common;
mod toy;

use longroll_game::*;
use toy::Toy;

/// The finished game as an older revision would have recorded it.
fn older() -> String {
    let text = write_game(&common::finished());
    assert!(text.contains("one page, revision 1"));
    text.replacen("one page, revision 1", "one page, revision 0", 1)
}

#[test]
fn a_game_that_is_decided_as_it_was_goes_on_under_the_present_revision() {
    let anew = redecide::<Toy>(&older()).unwrap();
    assert_eq!(anew.difference, None);
    // The same file, but for its edition.
    assert_eq!(write_game(&anew.game.unwrap()), write_game(&common::finished()));
}

#[test]
fn the_first_difference_is_told_and_the_game_ends_before_it() {
    // Line 5 is entry 3, Blue's step of 2 inches from 10 inches: 254 000 + 50 800 = 304 800. The older revision went 100 short.
    let text = older();
    assert!(text.contains(r#"{"stepped":{"unit":0,"to":304800}}"#));
    let text =
        text.replacen(r#"{"stepped":{"unit":0,"to":304800}}"#, r#"{"stepped":{"unit":0,"to":304700}}"#, 1);
    assert_eq!(load::<Toy>(&text).unwrap_err().trouble, Trouble::OtherEdition);
    let anew = redecide::<Toy>(&text).unwrap();
    let difference = anew.difference.unwrap();
    assert_eq!((difference.number, anew.same), (3, 2));
    assert_ne!(difference.then, difference.now);
    let game = anew.game.unwrap();
    assert_eq!(game.lines().len(), 2, "the step that was taken back, and its undo");
    assert!(game.is_of_this_edition() && !game.is_closed());
}

#[test]
fn a_command_that_is_refused_now_is_a_difference() {
    // Entry 4 is Gray's look; in its place he shoots with Blue's unit.
    let text = older().replacen(
        r#""by":"gray","command":"look""#,
        r#""by":"gray","command":{"shoot":{"unit":0}}"#,
        1,
    );
    let anew = redecide::<Toy>(&text).unwrap();
    let difference = anew.difference.unwrap();
    assert_eq!(difference.number, 4);
    assert!(!difference.now.is_empty());
}
