//! Judging a game file: every command is decided anew, every die and every byte compared.

use crate::canonical::state_hash;
use crate::error::NotUndone;
use crate::file::{line_of, write_game};
use crate::game::{DiceSource, Game};
use crate::load::{LoadError, Trouble, load, shortened};
use crate::log::{Approval, Close, Entry, Line};
use crate::opening::{Battle, Fairness, Opening, ScenarioText};
use crate::seal::{Broken, Keys, Seal, Witnessing};
use longroll_dice::{FaceList, Faces, Seed, Seeded};
use longroll_kit::{Ruleset, Side};
use std::fmt;

/// A game file that holds what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Commands carried out, those taken back included.
    pub entries: usize,
    pub undos: usize,
    /// Rolls in the log.
    pub rolls: usize,
    /// Rolls thrown by hand, which no seed can prove.
    pub rolls_by_hand: usize,
    /// Why the file holds but proves nothing to a stranger; empty when everything is proven.
    pub open: Vec<Unproven>,
    /// The hash of the final state.
    pub state: String,
    /// Whether the log was closed.
    pub closed: bool,
    /// Whose keys signed it. A file proves what was played between these keys, not who holds them.
    pub keys: Option<Keys>,
}

/// What a file that holds is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Two players have signed every command, and threw all dice together.
    Proven,
    /// Nothing in the file contradicts itself or the rules, but whoever wrote it could have chosen dice or commands.
    Unproven,
}

/// What keeps a consistent file from being proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unproven {
    /// Nobody signed it: there are no keys of two players in it.
    NoKeys,
    /// The seed is not shown (yet), so that even its commitment cannot be checked.
    SeedNotShown,
    ByHand {
        rolls: usize,
    },
    NotOver,
    /// So many throws were made with the host's numbers, because the other player was away.
    HostWitness {
        throws: usize,
    },
    /// So many answers of a side were given by its standing orders, and it has signed nothing after them.
    NotApproved {
        side: Side,
        lines: usize,
    },
}

impl fmt::Display for Unproven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproven::NoKeys => f.write_str(
                "no keys: the game was not signed by two players, so whoever kept its seed could have chosen it",
            ),
            Unproven::SeedNotShown => {
                f.write_str("the seed is not shown, so the drawn dice cannot be checked")
            }
            Unproven::ByHand { rolls } => {
                write!(f, "dice by hand: nobody but those at the table saw {}", counted(*rolls, "roll"))
            }
            Unproven::NotOver => {
                f.write_str("no end: the game goes on, or the file was cut after one of its lines")
            }
            Unproven::HostWitness { throws } => write!(
                f,
                "a player was away: {} used a number of the host's in the place of his",
                counted(*throws, "throw")
            ),
            Unproven::NotApproved { side, lines } => write!(
                f,
                "{} by standing orders of {side} at the end, which {side} has not signed",
                counted(*lines, "answer")
            ),
        }
    }
}

impl Verified {
    pub fn verdict(&self) -> Verdict {
        if self.open.is_empty() { Verdict::Proven } else { Verdict::Unproven }
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// The first thing in a game file that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerifyError {
    Unreadable(LoadError),
    /// The scenario musters to other events.
    Opening {
        expected: String,
        actual: String,
    },
    /// The command is not carried out at all when decided anew.
    Refused {
        number: u32,
        why: String,
    },
    /// The command brings other dice or events: `expected` by the rules, `actual` in the file.
    Differs {
        number: u32,
        part: &'static str,
        expected: String,
        actual: String,
    },
    /// The seed shown is not the one committed to.
    Commitment,
    /// The dice of an entry are not those which the seed gives.
    Dice {
        number: u32,
        roll: usize,
        expected: String,
        actual: String,
    },
    /// An entry says that its dice were drawn, but the game has no seed to draw them from.
    NoCommitment {
        number: u32,
    },
    /// The end does not agree with the game: hash, winner, or how it came about.
    End {
        expected: String,
        actual: String,
    },
    /// A line is not vouched for as it should be.
    Seal {
        number: u32,
        broken: Broken,
    },
    /// The approval after the end is not the player's.
    Approval {
        by: Side,
    },
    /// The final state cannot be hashed: a fault of the ruleset.
    Unwritable(String),
    /// Everything holds, but the file is not written as such a game is written.
    Bytes {
        line: usize,
        expected: String,
        actual: String,
    },
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyError::Unreadable(error) => error.fmt(f),
            VerifyError::Opening { expected, actual } => {
                write!(
                    f,
                    "the scenario is mustered differently\n  by the rules: {expected}\n  in the file:  {actual}"
                )
            }
            VerifyError::Refused { number, why } => {
                write!(f, "entry {number} is not carried out when decided anew: {why}")
            }
            VerifyError::Differs { number, part, expected, actual } => write!(
                f,
                "entry {number} brings other {part}\n  by the rules: {expected}\n  in the file:  {actual}"
            ),
            VerifyError::Commitment => {
                f.write_str("the seed shown is not the one to which the game was committed")
            }
            VerifyError::Dice { number, roll, expected, actual } => write!(
                f,
                "roll {roll} of entry {number} is not what the seed gives\n  by the seed:  {expected}\n  in the file:  {actual}"
            ),
            VerifyError::NoCommitment { number } => {
                write!(f, "the dice of entry {number} were drawn, but the game was committed to no seed")
            }
            VerifyError::End { expected, actual } => {
                write!(
                    f,
                    "the end does not agree with the game\n  by the rules: {expected}\n  in the file:  {actual}"
                )
            }
            VerifyError::Seal { number, broken } => write!(f, "entry {number} is not sealed: {broken}"),
            VerifyError::Approval { by } => write!(f, "the approval after the end is not signed by {by}"),
            VerifyError::Unwritable(what) => f.write_str(what),
            VerifyError::Bytes { line, expected, actual } => write!(
                f,
                "line {line} holds, but is written differently\n  as written here: {expected}\n  in the file:     {actual}"
            ),
        }
    }
}

impl std::error::Error for VerifyError {}

impl VerifyError {
    /// Is the file no game file that this program can judge, rather than a forged one?
    pub fn is_unreadable(&self) -> bool {
        let VerifyError::Unreadable(error) = self else { return false };
        !matches!(
            error.trouble,
            Trouble::Number | Trouble::BadUndo | Trouble::BadEvents | Trouble::AfterTheEnd
        )
    }
}

/// Decides every command of the file anew, with the recorded dice, and compares.
pub fn verify<R: Ruleset>(text: &str) -> Result<Verified, VerifyError> {
    let recorded: Game<R> = load(text).map_err(VerifyError::Unreadable)?;
    let mut game = started_again(&recorded)?;
    compare_opening(&recorded, &game)?;
    let seed = shown_seed(&recorded)?;
    let mut unsigned = Unsigned::default();
    for line in recorded.lines() {
        match line {
            Line::Entry(entry) => {
                match entry_seed(&game, entry, &mut unsigned)? {
                    Some(seed) => check_faces(Seeded::new(seed, 0), entry)?,
                    None => check_dice(&game, entry, seed)?,
                }
                decide_again(&mut game, entry)?;
            }
            Line::Undo(undo) => {
                let refused = |why: String| VerifyError::Refused { number: undo.number, why };
                match undo.seal.as_ref().filter(|_| game.keys().is_some()) {
                    None => game.undo(undo.by).map_err(|error| refused(error.to_string()))?,
                    Some(seal) => {
                        let bad = |broken| VerifyError::Seal { number: undo.number, broken };
                        check_place(&game, seal).map_err(bad)?;
                        let signed = seal.signed.clone().ok_or(bad(Broken::Missing))?;
                        unsigned.answers[undo.by as usize] = 0;
                        game.undo_signed(undo.by, signed).map_err(|error| match error {
                            NotUndone::Unsealed(broken) => bad(broken),
                            error => refused(error.to_string()),
                        })?
                    }
                };
            }
            Line::End(close) => end_again(&mut game, close)?,
            Line::Approved(Approval { by, signature }) => {
                game.approve(*by, *signature).ok_or(VerifyError::Approval { by: *by })?;
                unsigned.answers[*by as usize] = 0;
            }
        }
    }
    compare_bytes(&write_game(&game), text)?;
    let entries = || {
        recorded.lines().iter().filter_map(|line| match line {
            Line::Entry(entry) => Some(entry),
            _ => None,
        })
    };
    let rolls_by_hand = entries().filter(|entry| entry.by_hand).map(|entry| entry.dice.len()).sum();
    let mut open = Vec::new();
    match (recorded.keys(), &recorded.header().commitment, seed) {
        (Some(_), ..) => open.extend(unsigned.reasons()),
        (None, Some(_), None) => open.extend([Unproven::NoKeys, Unproven::SeedNotShown]),
        (None, ..) => open.push(Unproven::NoKeys),
    }
    if rolls_by_hand > 0 {
        open.push(Unproven::ByHand { rolls: rolls_by_hand });
    }
    if !recorded.is_closed() {
        open.push(Unproven::NotOver);
    }
    Ok(Verified {
        entries: entries().count(),
        undos: recorded.lines().iter().filter(|line| matches!(line, Line::Undo(_))).count(),
        rolls: entries().map(|entry| entry.dice.len()).sum(),
        rolls_by_hand,
        open,
        state: state_hash(game.state()).map_err(VerifyError::Unwritable)?,
        closed: recorded.is_closed(),
        keys: recorded.keys().copied(),
    })
}

/// A game with the same opening, mustered now.
fn started_again<R: Ruleset>(recorded: &Game<R>) -> Result<Game<R>, VerifyError> {
    let header = recorded.header();
    let opening_error =
        |what: String| VerifyError::Opening { expected: shortened(&what), actual: "a game".to_owned() };
    let battle = Battle::read(ScenarioText::clone(&header.scenario))
        .map_err(|mistakes| opening_error(mistakes.first().map_or_else(String::new, ToString::to_string)))?;
    let fairness = match (&header.keys, &header.commitment) {
        (Some(keys), _) => Fairness::Keys { keys: Box::new(*keys), host: None },
        (None, Some(commitment)) => Fairness::Commitment(commitment.clone()),
        (None, None) => Fairness::ByHand,
    };
    let settings = header.options.clone();
    Game::start(Opening { battle, settings, fairness, players: header.players.clone() })
        .map_err(|error| opening_error(error.to_string()))
}

fn compare_opening<R: Ruleset>(recorded: &Game<R>, game: &Game<R>) -> Result<(), VerifyError> {
    if recorded.opened() == game.opened() {
        return Ok(());
    }
    let (expected, actual) = first_difference(game.opened(), recorded.opened());
    Err(VerifyError::Opening { expected, actual })
}

/// The seed that the end shows, if it fits the commitment.
fn shown_seed<R: Ruleset>(recorded: &Game<R>) -> Result<Option<&Seed>, VerifyError> {
    let Some(seed) = recorded.closed().and_then(|close| close.seed.as_ref()) else { return Ok(None) };
    if recorded.header().commitment.as_deref() == Some(seed.commitment().as_str()) {
        Ok(Some(seed))
    } else {
        Err(VerifyError::Commitment)
    }
}

/// What nobody but the host vouches for.
#[derive(Default)]
struct Unsigned {
    /// Answers by standing orders since the side last signed, Blue's first.
    answers: [usize; 2],
    throws: usize,
}

impl Unsigned {
    fn reasons(&self) -> impl Iterator<Item = Unproven> {
        let throws = (self.throws > 0).then_some(Unproven::HostWitness { throws: self.throws });
        let sides = [Side::Blue, Side::Gray].into_iter().filter_map(|side| {
            let lines = self.answers[side as usize];
            (lines > 0).then_some(Unproven::NotApproved { side, lines })
        });
        throws.into_iter().chain(sides)
    }
}

fn check_place<R: Ruleset>(game: &Game<R>, seal: &Seal) -> Result<(), Broken> {
    if game.head() == Some(seal.before) { Ok(()) } else { Err(Broken::Chain) }
}

/// In a signed game: is the entry vouched for, and from which seed must its dice be? Nothing in other games.
fn entry_seed<R: Ruleset>(
    game: &Game<R>,
    entry: &Entry<R>,
    unsigned: &mut Unsigned,
) -> Result<Option<Seed>, VerifyError> {
    let bad = |broken| VerifyError::Seal { number: entry.number, broken };
    let Some(chain) = &game.chain else { return Ok(None) };
    let seal = entry.seal.as_ref().ok_or(bad(Broken::Missing))?;
    check_place(game, seal).map_err(bad)?;
    // A seed that gives none of the dice that cannot be there.
    let no_dice = || Ok(Some(Seed::new([0; 32])));
    let Some(signed) = &seal.signed else {
        return match (&entry.standing_order, entry.dice.is_empty(), seal.witness) {
            (None, ..) => Err(bad(Broken::Missing)),
            (Some(_), true, None) => {
                unsigned.answers[entry.by as usize] += 1;
                no_dice()
            }
            (Some(_), ..) => Err(bad(Broken::StandingThrow)),
        };
    };
    let as_written = serde_json::to_value(&entry.command).unwrap_or_default();
    let said = signed.as_sent.as_ref().unwrap_or(&as_written);
    if serde_json::from_value::<R::Command>(said.clone()).ok().as_ref() != Some(&entry.command) {
        return Err(bad(Broken::Signature));
    }
    let digest = chain.command_digest(entry.by, said, signed).map_err(bad)?;
    unsigned.answers[entry.by as usize] = 0;
    match (&seal.witness, entry.dice.is_empty()) {
        (None, true) => no_dice(),
        (None, false) => Err(bad(Broken::WitnessMissing)),
        (Some(_), true) => Err(bad(Broken::WitnessIdle)),
        (Some(witness), false) => {
            unsigned.throws += usize::from(witness.by == Witnessing::Host);
            chain.dice_of(entry.by, digest, witness).map(Some).map_err(bad)
        }
    }
}

/// Drawn dice must be those of the seed; without any seed there can be none.
fn check_dice<R: Ruleset>(game: &Game<R>, entry: &Entry<R>, seed: Option<&Seed>) -> Result<(), VerifyError> {
    if entry.by_hand || entry.dice.is_empty() {
        return Ok(());
    }
    if game.header().commitment.is_none() {
        return Err(VerifyError::NoCommitment { number: entry.number });
    }
    let Some(seed) = seed else { return Ok(()) };
    check_faces(Seeded::new(seed.clone(), game.command_number()), entry)
}

fn check_faces<R: Ruleset>(mut drawn: Seeded, entry: &Entry<R>) -> Result<(), VerifyError> {
    for (place, thrown) in entry.dice.iter().enumerate() {
        let mut faces = FaceList::new();
        let refused = |why: String| VerifyError::Refused { number: entry.number, why };
        drawn.faces(&thrown.roll(), &mut faces).map_err(|error| refused(error.to_string()))?;
        if faces != thrown.faces {
            return Err(VerifyError::Dice {
                number: entry.number,
                roll: place + 1,
                expected: shortened(&format!("{faces:?}")),
                actual: shortened(&format!("{:?}", thrown.faces)),
            });
        }
    }
    Ok(())
}

fn decide_again<R: Ruleset>(game: &mut Game<R>, entry: &Entry<R>) -> Result<(), VerifyError> {
    let number = entry.number;
    let dice = DiceSource::Recorded { dice: &entry.dice, by_hand: entry.by_hand };
    let mut again = game
        .decide(entry.by, entry.command.clone(), dice)
        .map_err(|error| VerifyError::Refused { number, why: error.to_string() })?;
    if again.dice != entry.dice {
        let (expected, actual) = first_difference(&again.dice, &entry.dice);
        return Err(VerifyError::Differs { number, part: "dice", expected, actual });
    }
    if again.events != entry.events {
        let (expected, actual) = first_difference(&again.events, &entry.events);
        return Err(VerifyError::Differs { number, part: "events", expected, actual });
    }
    again.standing_order = entry.standing_order.clone();
    again.thought = entry.thought.clone();
    again.advised = entry.advised;
    again.seal = entry.seal.clone().filter(|_| game.keys().is_some());
    game.record(Line::Entry(again));
    Ok(())
}

fn end_again<R: Ruleset>(game: &mut Game<R>, close: &Close) -> Result<(), VerifyError> {
    if let Some(seed) = &close.seed {
        game.entrust(seed.clone()).map_err(|_| VerifyError::Commitment)?;
    }
    let again = game.close().map_err(|error| VerifyError::Unwritable(error.to_string()))?;
    if again == close {
        return Ok(());
    }
    Err(VerifyError::End {
        expected: line_of(again).trim_end().to_owned(),
        actual: line_of(close).trim_end().to_owned(),
    })
}

fn compare_bytes(expected: &str, actual: &str) -> Result<(), VerifyError> {
    if expected == actual {
        return Ok(());
    }
    let mut pairs = expected.split('\n').zip(actual.split('\n')).enumerate();
    let (line, expected, actual) = match pairs.find(|(_, (ours, theirs))| ours != theirs) {
        Some((place, (ours, theirs))) => {
            (place + 1, differing_part(ours, theirs), differing_part(theirs, ours))
        }
        None => {
            let line = expected.split('\n').count().min(actual.split('\n').count());
            (line, "a line end after the last line and nothing more".to_owned(), "another ending".to_owned())
        }
    };
    Err(VerifyError::Bytes { line, expected, actual })
}

/// The text from shortly before its first difference.
fn differing_part(text: &str, other: &str) -> String {
    let same = text.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    shortened(&text.chars().skip(same.saturating_sub(20)).collect::<String>())
}

/// The first items that differ, as JSON.
fn first_difference<T: PartialEq + serde::Serialize>(expected: &[T], actual: &[T]) -> (String, String) {
    let most = expected.len().max(actual.len());
    let place = (0..most).find(|place| expected.get(*place) != actual.get(*place)).unwrap_or(0);
    let written = |item: Option<&T>| match item {
        Some(item) => shortened(line_of(item).trim_end()),
        None => "nothing more".to_owned(),
    };
    (written(expected.get(place)), written(actual.get(place)))
}
