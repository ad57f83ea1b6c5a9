//! Games between two people, and those who would cheat in them. `docs/fair-dice.md` has the table of attacks.

mod common;
mod toy;

use common::{A, battle, step};
use longroll_dice::Seed;
use longroll_game::*;
use longroll_kit::{Settings, Side, UnitId};
use longroll_table::inches;
use serde_json::Value;
use toy::{Command, Toy};

const HOST: u64 = 77;

/// A game with everybody's secrets: no single one of them could play it like this.
#[derive(Clone)]
struct Table {
    game: Game<Toy>,
    seats: [SeatSecret; 2],
    /// How many numbers each seat has shown for its commands.
    shown: [u32; 2],
}

fn seat(number: u8) -> SeatSecret {
    SeatSecret::new([number; 16])
}

fn table_of(blue: SeatSecret, gray: SeatSecret) -> Table {
    let host = Seed::from_number(HOST);
    let keys = Keys { blue: blue.public(), gray: gray.public(), host: host_numbers(&host) };
    let fairness = Fairness::Keys { keys: Box::new(keys), host: Some(host) };
    let players = Players { blue: "Ann".to_owned(), gray: "Ben".to_owned() };
    let opening = Opening { battle: battle(), settings: Settings::default(), fairness, players };
    Table { game: Game::start(opening).unwrap(), seats: [blue, gray], shown: [0; 2] }
}

impl Table {
    fn sign(&mut self, by: Side, command: &Command) -> (Value, Signed) {
        let said = serde_json::to_value(command).unwrap();
        self.shown[by as usize] += 1;
        let head = self.game.head().unwrap();
        let signed = self.seats[by as usize].sign(head, by, &said, self.shown[by as usize]);
        (said, signed)
    }

    /// The other player's number for this command.
    fn witness(&self, by: Side, said: &Value, signed: &Signed) -> Witness {
        let digest = self.game.check_signed(by, said, signed).unwrap();
        let last = self.game.last_as_witness(by.enemy()).unwrap();
        self.seats[by.enemy() as usize].witness(digest, last).unwrap()
    }

    fn play(&mut self, by: Side, command: Command) {
        let (said, signed) = self.sign(by, &command);
        let throws = self.game.throws(by, &command).unwrap();
        let witness = throws.then(|| self.witness(by, &said, &signed));
        self.game.submit_signed(by, command, &said, signed, witness).unwrap();
    }

    fn undo(&mut self, by: Side) {
        let takes_back = self.game.undoable(by).unwrap();
        let signed = self.seats[by as usize].sign_undo(self.game.head().unwrap(), by, takes_back);
        self.game.undo_signed(by, signed).unwrap();
    }

    fn finish(&mut self) {
        while let Some(wait) = self.game.awaiting().0.first() {
            let side = wait.side;
            self.play(side, Command::Shoot { unit: UnitId(side as u16) });
        }
        self.game.close().unwrap();
    }
}

/// A step taken back, a step, a look, and volleys to the end; not yet approved.
fn played() -> Table {
    let mut table = table_of(seat(1), seat(2));
    table.play(Side::Blue, step(A, inches(1)));
    table.undo(Side::Blue);
    table.play(Side::Blue, step(A, inches(2)));
    table.play(Side::Gray, Command::Look);
    table.finish();
    table
}

fn file() -> String {
    write_game(&played().game)
}

fn judged(text: &str) -> Result<Verified, VerifyError> {
    verify::<Toy>(text)
}

fn broken(text: &str) -> Broken {
    match judged(text) {
        Err(VerifyError::Seal { broken, .. }) => broken,
        other => panic!("{other:?}"),
    }
}

/// The file with its lines changed as JSON.
fn changed(text: &str, change: impl FnOnce(&mut Vec<Value>)) -> String {
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    change(&mut lines);
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The file with a line written anew as the program writes it, so that nothing but the change is wrong.
fn with_line(text: &str, place: usize, change: impl FnOnce(&mut Line<Toy>)) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let mut line: Line<Toy> = serde_json::from_str(&lines[place]).unwrap();
    change(&mut line);
    lines[place] = write_line(&line);
    lines.concat()
}

fn entry(line: &mut Line<Toy>) -> &mut Entry<Toy> {
    match line {
        Line::Entry(entry) => entry,
        other => panic!("{other:?}"),
    }
}

/// The place in the file of the first entry with dice.
fn first_throw(text: &str) -> usize {
    text.lines().position(|line| line.contains("\"faces\"")).unwrap()
}

#[test]
fn a_game_of_two_people_is_proven() {
    let text = file();
    assert!(text.starts_with("{\"longroll\":2,"), "{}", &text[..40]);
    let verified = judged(&text).unwrap();
    assert_eq!((verified.verdict(), verified.open.as_slice()), (Verdict::Proven, &[][..]));
    assert!(verified.rolls > 2 && verified.undos == 1 && verified.closed);
    assert_eq!(verified.keys.unwrap().gray, seat(2).public());
    let loaded = load::<Toy>(&text).unwrap();
    assert_eq!(write_game(&loaded), text);
}

#[test]
fn the_same_command_at_another_place_throws_other_dice() {
    // Two games that differ in one harmless step: all later dice are others, so nothing can be learnt from a trial run.
    let dice = |first: Command| {
        let mut table = table_of(seat(1), seat(2));
        table.play(Side::Blue, first);
        table.finish();
        let faces = table.game.in_force().flat_map(|entry| entry.dice.clone()).map(|thrown| thrown.faces);
        faces.collect::<Vec<_>>()
    };
    assert_ne!(dice(step(A, inches(1))), dice(step(A, inches(2))));
    assert_eq!(dice(step(A, inches(1))), dice(step(A, inches(1))));
}

#[test]
fn a_command_needs_the_signature_of_its_seat() {
    let mut table = table_of(seat(1), seat(2));
    let unsigned = table.game.submit(Side::Blue, step(A, inches(1)), DiceSource::Typed(Vec::new()));
    assert_eq!(unsigned.unwrap_err(), NotDone::Unsealed(Broken::Missing));
    // The other player, the host or a stranger signs in Blue's name.
    let said = serde_json::to_value(step(A, inches(1))).unwrap();
    for stranger in [seat(2), seat(9)] {
        let signed = stranger.sign(table.game.head().unwrap(), Side::Blue, &said, 1);
        let refused = table.game.submit_signed(Side::Blue, step(A, inches(1)), &said, signed, None);
        assert_eq!(refused.unwrap_err(), NotDone::Unsealed(Broken::Number));
    }
    // With a number that he has seen on its way, still without the key.
    let (said, good) = table.sign(Side::Blue, &step(A, inches(1)));
    let other = serde_json::to_value(step(A, inches(2))).unwrap();
    let refused = table.game.submit_signed(Side::Blue, step(A, inches(2)), &other, good.clone(), None);
    assert_eq!(refused.unwrap_err(), NotDone::Unsealed(Broken::Signature));
    table.game.submit_signed(Side::Blue, step(A, inches(1)), &said, good, None).unwrap();
}

#[test]
fn nobody_but_its_seat_takes_a_command_back() {
    let mut table = table_of(seat(1), seat(2));
    table.play(Side::Blue, step(A, inches(1)));
    assert_eq!(table.game.undo(Side::Blue).unwrap_err(), NotUndone::Unsealed(Broken::Missing));
    let signed = seat(2).sign_undo(table.game.head().unwrap(), Side::Blue, 1);
    assert_eq!(
        table.game.undo_signed(Side::Blue, signed).unwrap_err(),
        NotUndone::Unsealed(Broken::Signature)
    );
    table.undo(Side::Blue);
}

/// A volley of Blue's that has just been signed, and what would come of it.
fn volley() -> (Table, Command, Value, Signed) {
    let mut table = table_of(seat(1), seat(2));
    let command = Command::Shoot { unit: A };
    let (said, signed) = table.sign(Side::Blue, &command);
    (table, command, said, signed)
}

#[test]
fn dice_need_a_witness() {
    let (mut table, command, said, signed) = volley();
    let refused = table.game.submit_signed(Side::Blue, command, &said, signed, None);
    assert!(matches!(refused.unwrap_err(), NotDone::Stopped(_)), "the dice are still wanted");
}

#[test]
fn a_host_who_grinds_finds_no_other_number() {
    let (mut table, command, said, signed) = volley();
    let digest = table.game.check_signed(Side::Blue, &said, &signed).unwrap();
    // Any number of his own in the place of the player's, signed by whomever he likes.
    let last = seat(9).public().witness;
    for number in 0..50_u8 {
        let forged = Witness { number: Hex32([number; 32]), ..seat(9).witness(digest, last).unwrap() };
        let refused =
            table.game.submit_signed(Side::Blue, command.clone(), &said, signed.clone(), Some(forged));
        assert_eq!(refused.unwrap_err(), NotDone::Unsealed(Broken::WitnessNumber));
    }
    // Nor is any number taken as his own but the next of his chain.
    let later = Witness { number: Hex32([0; 32]), ..table.game.host_witness().unwrap() };
    let refused = table.game.submit_signed(Side::Blue, command.clone(), &said, signed.clone(), Some(later));
    assert_eq!(refused.unwrap_err(), NotDone::Unsealed(Broken::WitnessNumber));
    // His own next number is taken, but the file says so.
    let own = table.game.host_witness();
    table.game.submit_signed(Side::Blue, command, &said, signed, own).unwrap();
    table.finish();
    let verified = judged(&write_game(&table.game)).unwrap();
    assert_eq!(verified.open, [Unproven::HostWitness { throws: 1 }]);
}

#[test]
fn a_host_and_a_player_together_cannot_exchange_the_command_after_the_witness() {
    let (mut table, command, said, signed) = volley();
    let witness = table.witness(Side::Blue, &said, &signed);
    // Blue sees what it would bring and would rather step, then shoot, or shoot with another number: all with Gray's number.
    let (said_again, other) = table.sign(Side::Blue, &command);
    let refused = table.game.submit_signed(Side::Blue, command.clone(), &said_again, other, Some(witness));
    assert_eq!(refused.unwrap_err(), NotDone::Unsealed(Broken::WitnessSignature));
    let mut elsewhere = table.clone();
    elsewhere.play(Side::Blue, step(A, inches(1)));
    elsewhere.play(Side::Gray, Command::Look);
    let (said_later, later) = elsewhere.sign(Side::Blue, &command);
    let refused =
        elsewhere.game.submit_signed(Side::Blue, command.clone(), &said_later, later, Some(witness));
    assert_eq!(refused.unwrap_err(), NotDone::Unsealed(Broken::WitnessSignature));
    table.game.submit_signed(Side::Blue, command, &said, signed, Some(witness)).unwrap();
}

#[test]
fn a_witness_cannot_pick_among_his_numbers() {
    let (mut table, command, said, signed) = volley();
    let digest = table.game.check_signed(Side::Blue, &said, &signed).unwrap();
    let next = table.witness(Side::Blue, &said, &signed);
    let after_next = table.seats[1].witness(digest, next.number).unwrap();
    let refused = table.game.submit_signed(Side::Blue, command, &said, signed, Some(after_next));
    assert_eq!(refused.unwrap_err(), NotDone::Unsealed(Broken::WitnessNumber));
}

#[test]
fn a_player_who_reloads_cannot_throw_again() {
    let (mut table, command, said, signed) = volley();
    let witness = table.witness(Side::Blue, &said, &signed);
    table.game.submit_signed(Side::Blue, command.clone(), &said, signed.clone(), Some(witness)).unwrap();
    // The same message once more: its number is spent and it hangs on an older log.
    let refused = table.game.submit_signed(Side::Blue, command.clone(), &said, signed, Some(witness));
    assert_eq!(refused.unwrap_err(), NotDone::Unsealed(Broken::Number));
    // And nothing can be taken back once dice were thrown.
    assert_eq!(table.game.undoable(Side::Blue), Err(NotUndone::DiceThrown));
}

#[test]
fn numbers_of_refused_commands_may_be_left_out_but_none_comes_twice() {
    let mut table = table_of(seat(1), seat(2));
    table.shown[0] = 40;
    table.play(Side::Blue, step(A, inches(1)));
    table.play(Side::Gray, Command::Look);
    table.shown[0] = 5;
    let (said, signed) = table.sign(Side::Blue, &step(A, inches(1)));
    let refused = table.game.submit_signed(Side::Blue, step(A, inches(1)), &said, signed, None);
    assert_eq!(refused.unwrap_err(), NotDone::Unsealed(Broken::Number));
}

#[test]
fn a_cut_file_is_never_proven() {
    let text = file();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    // After any of its lines: it holds, but has no end.
    for kept in 2..lines.len() {
        let verified = judged(&lines[..kept].concat()).unwrap();
        assert_eq!(verified.open, [Unproven::NotOver], "{kept} lines");
    }
    // In its middle: whatever line is left out is missed.
    for left_out in 2..lines.len() - 1 {
        let rest: String =
            lines.iter().enumerate().filter(|(n, _)| *n != left_out).map(|(_, line)| *line).collect();
        assert!(!judged(&rest).unwrap_err().is_unreadable(), "line {left_out} left out");
    }
}

#[test]
fn lines_that_were_left_out_are_missed_even_if_the_rest_is_counted_anew() {
    // The step that was taken back and its undo, lines 2 and 3 of the file, with all later numbers two lower: for the rules the same game.
    let text = changed(&file(), |lines| {
        lines.drain(2..4);
        for line in &mut lines[2..] {
            if let Some(number) = line.pointer_mut("/entry/number") {
                *number = (number.as_u64().unwrap() - 2).into();
            }
        }
    });
    assert_eq!(broken(&text), Broken::Chain);
}

#[test]
fn swapped_lines_are_found() {
    let text = file();
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.swap(4, 5);
    let error = judged(&lines.concat()).unwrap_err();
    assert!(!error.is_unreadable(), "{error}");
    // With their numbers set right.
    let text = changed(&text, |lines| {
        lines.swap(4, 5);
        lines[4]["entry"]["number"] = 3.into();
        lines[5]["entry"]["number"] = 4.into();
    });
    assert_eq!(broken(&text), Broken::Chain);
}

#[test]
fn renumbered_lines_are_found() {
    let text = file();
    let error = judged(&with_line(&text, 4, |line| entry(line).number = 9)).unwrap_err();
    assert!(matches!(&error, VerifyError::Unreadable(why) if why.trouble == Trouble::Number), "{error}");
    assert!(!error.is_unreadable());
}

#[test]
fn other_dice_are_found() {
    let text = file();
    let place = first_throw(&text);
    let forged = with_line(&text, place, |line| {
        let face = &mut entry(line).dice[0].faces[0];
        *face = if *face == 6 { 1 } else { 6 };
    });
    assert!(matches!(judged(&forged), Err(VerifyError::Dice { roll: 1, .. })), "{:?}", judged(&forged));
}

#[test]
fn another_command_is_found_even_if_it_is_signed_anew() {
    let text = file();
    // Line 4 is Blue's step of two inches.
    let forged = with_line(&text, 4, |line| entry(line).command = step(A, inches(1)));
    assert_eq!(broken(&forged), Broken::Signature);
    // Signed by somebody else, with a number that was in the file.
    let game = load::<Toy>(&text.split_inclusive('\n').take(4).collect::<String>()).unwrap();
    let forged = with_line(&forged, 4, |line| {
        let said = serde_json::to_value(&entry(line).command).unwrap();
        let seal = entry(line).seal.as_mut().unwrap();
        let number = seal.signed.as_ref().unwrap().number;
        let signature = seat(9).sign(game.head().unwrap(), Side::Blue, &said, 1).signature;
        seal.signed = Some(Signed { number, signature, as_sent: None });
    });
    assert_eq!(broken(&forged), Broken::Signature);
}

#[test]
fn blue_cannot_rewrite_his_own_past() {
    // Blue has his own key and changes his first step, with a good signature. Gray's lines after it hang on the old one.
    let text = file();
    let forged = with_line(&text, 4, |line| {
        let game = load::<Toy>(&text.split_inclusive('\n').take(4).collect::<String>()).unwrap();
        let said = serde_json::to_value(step(A, inches(1))).unwrap();
        let signed = seat(1).sign(game.head().unwrap(), Side::Blue, &said, 2);
        let entry = entry(line);
        entry.command = step(A, inches(1));
        entry.seal.as_mut().unwrap().signed = Some(signed);
        // 10 inches and 1 are 279 400 micrometres.
        entry.events[0] = serde_json::from_str(r#"{"stepped":{"unit":0,"to":279400}}"#).unwrap();
    });
    assert_eq!(broken(&forged), Broken::Chain);
    match judged(&forged).unwrap_err() {
        VerifyError::Seal { number, .. } => assert_eq!(number, 4, "Gray's line after it"),
        other => panic!("{other}"),
    }
}

#[test]
fn a_file_signed_anew_with_other_keys_names_other_keys() {
    // Whoever invents a whole game, with keys of his own for both seats, has a file that holds; it is not one of these players.
    let mut invented = table_of(seat(8), seat(9));
    invented.finish();
    let verified = judged(&write_game(&invented.game)).unwrap();
    let keys = verified.keys.unwrap();
    let real = judged(&file()).unwrap().keys.unwrap();
    assert!(keys.blue.key != real.blue.key && keys.gray.key != real.gray.key);
    // With the real keys in the header nothing fits.
    let text = changed(&write_game(&invented.game), |lines| {
        lines[0]["keys"] = serde_json::to_value(real).unwrap();
    });
    assert_eq!(broken(&text), Broken::Chain);
}

#[test]
fn a_line_that_the_host_invents_is_found() {
    let text = file();
    let place = first_throw(&text);
    assert_eq!(broken(&with_line(&text, place, |line| entry(line).seal = None)), Broken::Missing);
    let unsigned = with_line(&text, place, |line| entry(line).seal.as_mut().unwrap().signed = None);
    assert_eq!(broken(&unsigned), Broken::Missing);
    // Called a standing order, it may not throw.
    let standing =
        with_line(&unsigned, place, |line| entry(line).standing_order = Some("fire at will".to_owned()));
    assert_eq!(broken(&standing), Broken::StandingThrow);
    let alone = with_line(&text, place, |line| entry(line).seal.as_mut().unwrap().witness = None);
    assert_eq!(broken(&alone), Broken::WitnessMissing);
}

#[test]
fn what_standing_orders_did_counts_once_its_player_has_signed_again() {
    let mut table = table_of(seat(1), seat(2));
    let standing = |table: &mut Table, by: Side, command: Command| {
        table.game.submit_standing(by, command, "let pass".to_owned(), DiceSource::Seeded).map(|_| ())
    };
    standing(&mut table, Side::Blue, step(A, inches(1))).unwrap();
    assert!(
        standing(&mut table, Side::Gray, Command::Shoot { unit: UnitId(1) }).is_err(),
        "no dice by standing order"
    );
    let open = |table: &Table| judged(&write_game(&table.game)).unwrap().open;
    assert!(open(&table).contains(&Unproven::NotApproved { side: Side::Blue, lines: 1 }));
    let mut signed = table.clone();
    signed.play(Side::Gray, Command::Look);
    signed.finish();
    assert_eq!(open(&signed), [], "Blue has signed volleys since");

    // Nothing was signed after it: the player approves of the whole at the end.
    table.game.close().unwrap();
    assert_eq!(open(&table), [Unproven::NotApproved { side: Side::Blue, lines: 1 }]);
    let head = table.game.head().unwrap();
    assert!(table.game.approve(Side::Blue, seat(2).approve(head)).is_none(), "not his signature");
    assert!(table.game.approve(Side::Blue, seat(1).approve(head)).is_some());
    assert!(table.game.approve(Side::Blue, seat(1).approve(head)).is_none(), "once is enough");
    assert!(table.game.approve(Side::Gray, seat(2).approve(head)).is_some(), "both hang on the end");
    let text = write_game(&table.game);
    assert_eq!(open(&table), []);
    assert!(load::<Toy>(&text).unwrap().is_closed());
    let forged = text.replace(&seat(1).approve(head).to_string(), &seat(9).approve(head).to_string());
    assert_eq!(judged(&forged), Err(VerifyError::Approval { by: Side::Blue }));
}

#[test]
fn a_command_that_is_written_otherwise_keeps_the_words_that_were_signed() {
    let mut table = table_of(seat(1), seat(2));
    // The keys of the object in another order say the same; a field too many would not be read.
    let said: Value = serde_json::from_str(r#"{"step":{"by":25400,"unit":0}}"#).unwrap();
    let signed = seat(1).sign(table.game.head().unwrap(), Side::Blue, &said, 1);
    table.game.submit_signed(Side::Blue, step(A, inches(1)), &said, signed, None).unwrap();
    let text = write_game(&table.game);
    assert_eq!(judged(&text).unwrap().open, [Unproven::NotOver]);
}

#[test]
fn old_files_have_no_seals() {
    let text = write_game(&common::finished());
    let smuggled = with_line(&text, 2, |line| {
        entry(line).seal = Some(Seal { before: Hex32([0; 32]), signed: None, witness: None });
    });
    assert!(matches!(judged(&smuggled), Err(VerifyError::Bytes { line: 3, .. })));
    let header = text.replacen("\"longroll\":1", "\"longroll\":2", 1);
    assert_eq!(load::<Toy>(&header).unwrap_err().trouble, Trouble::BadHeader);
}
