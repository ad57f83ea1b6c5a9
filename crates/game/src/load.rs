//! Reading the game file. A game is rebuilt from its events alone: no rule is asked, so old games load for ever.

use crate::file::{FORMAT, Header, Opened, SIGNED_FORMAT};
use crate::game::{Game, chain_of};
use crate::guard::guarded;
use crate::limits::{MOST_ENTRIES, MOST_FILE_BYTES, MOST_LINE_BYTES};
use crate::log::{Line, Undo};
use crate::opening::{Battle, ScenarioText, is_commitment};
use crate::track::Track;
use longroll_dice::GENERATOR;
use longroll_kit::{Ruleset, Settings, Setup};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt;

/// Why a game file cannot be loaded: where, what, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    pub trouble: Trouble,
    /// The line of the file, counted from 1.
    pub line: usize,
    pub what: String,
    pub remedy: String,
}

/// The kinds of trouble with a file, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    Empty,
    TooLarge,
    NotJson,
    /// The last line ends in the middle: the program that wrote it was stopped.
    CutOff,
    /// JSON, but no game file.
    NotAGame,
    UnknownFormat,
    OtherRuleset,
    OtherEdition,
    UnknownGenerator,
    BadHeader,
    BadScenario,
    BadLine,
    /// An entry is missing, stands twice or out of order.
    Number,
    /// An undo of something that cannot be taken back.
    BadUndo,
    /// Events that do not fit the game.
    BadEvents,
    /// Something stands after the end.
    AfterTheEnd,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}; {}", self.line, self.what, self.remedy)
    }
}

impl std::error::Error for LoadError {}

/// Reads only the first line: which ruleset, which battle, who plays.
pub fn peek(text: &str) -> Result<Header, LoadError> {
    read_header(&mut Lines::of(text)?)
}

/// Rebuilds a game, to be continued.
pub fn load<R: Ruleset>(text: &str) -> Result<Game<R>, LoadError> {
    let mut lines = Lines::of(text)?;
    let header = read_header(&mut lines)?;
    check_ruleset::<R>(&header)?;
    if header.edition != R::EDITION {
        let what = format!(
            "this file was written under \"{}\"; this program plays \"{}\"",
            shortened(&header.edition),
            R::EDITION
        );
        let remedy = "it can be shown but not continued or verified";
        return Err(fault(Trouble::OtherEdition, 1, what, remedy));
    }
    if header.generator != GENERATOR {
        let what = format!("dice were drawn by \"{}\", which is unknown here", shortened(&header.generator));
        return Err(fault(
            Trouble::UnknownGenerator,
            1,
            what,
            "use the program that wrote the file, or a newer one",
        ));
    }
    let chosen = header.options.iter().map(|(option, choice)| (option.to_string(), choice.to_owned()));
    let chosen: Vec<(String, String)> = chosen.collect();
    let pairs = chosen.iter().map(|(option, choice)| (option.as_str(), choice.as_str()));
    if let Err(error) = Settings::read(R::registry(), pairs) {
        return Err(fault(Trouble::BadHeader, 1, error.to_string(), "mend the options of the file"));
    }
    rebuild(header, &mut lines)
}

/// Rebuilds a game of any edition of the ruleset, to be shown. If the edition is another one, the game refuses to go on.
pub fn load_to_show<R: Ruleset>(text: &str) -> Result<Game<R>, LoadError> {
    let mut lines = Lines::of(text)?;
    let header = read_header(&mut lines)?;
    check_ruleset::<R>(&header)?;
    rebuild(header, &mut lines)
}

fn check_ruleset<R: Ruleset>(header: &Header) -> Result<(), LoadError> {
    if header.ruleset == R::ID {
        return Ok(());
    }
    let what =
        format!("this is a game of the ruleset \"{}\", not of \"{}\"", shortened(&header.ruleset), R::ID);
    Err(fault(Trouble::OtherRuleset, 1, what, "load it under its own ruleset"))
}

fn read_header(lines: &mut Lines<'_>) -> Result<Header, LoadError> {
    #[derive(Deserialize)]
    struct Probe {
        longroll: Option<serde_json::Value>,
    }
    let Some(first) = lines.next_line()? else {
        return Err(fault(Trouble::Empty, 1, "the file is empty", "choose a game file"));
    };
    let not_a_game = || {
        fault(
            Trouble::NotAGame,
            1,
            "this is not a game file: its first line is not a header",
            "choose a game file",
        )
    };
    let probe: Probe = first.read().map_err(|error| match error.trouble {
        Trouble::BadLine => not_a_game(),
        _ => error,
    })?;
    let is_object = first.text.trim_start().starts_with('{');
    let format = probe.longroll.filter(|_| is_object).ok_or_else(not_a_game)?;
    if format != FORMAT && format != SIGNED_FORMAT {
        let format = shortened(&format.to_string());
        let what =
            format!("the file has format {format}; this program reads formats {FORMAT} and {SIGNED_FORMAT}");
        return Err(fault(Trouble::UnknownFormat, 1, what, "use a newer program"));
    }
    let header: Header = first.read().map_err(|error| match error.trouble {
        Trouble::BadLine => LoadError { trouble: Trouble::BadHeader, ..error },
        _ => error,
    })?;
    if header.keys.is_some() != (header.longroll == SIGNED_FORMAT)
        || header.keys.is_some() && header.commitment.is_some()
    {
        let what =
            format!("format {SIGNED_FORMAT} is for games with the keys of two players, and only for those");
        return Err(fault(Trouble::BadHeader, 1, what, "take an unedited copy of the file"));
    }
    if header.commitment.as_deref().is_some_and(|text| !is_commitment(text)) {
        let what = "the commitment is not 64 small hexadecimal digits";
        return Err(fault(Trouble::BadHeader, 1, what, "take an unedited copy of the file"));
    }
    Ok(header)
}

fn rebuild<R: Ruleset>(header: Header, lines: &mut Lines<'_>) -> Result<Game<R>, LoadError> {
    let mut game = opened_game::<R>(header, lines)?;
    while let Some(line) = lines.next_line()? {
        let after_the_end = || {
            let what = "something stands after the end of the game";
            fault(Trouble::AfterTheEnd, line.number, what, "remove it")
        };
        // An empty line is damage, not an addition.
        if game.is_closed() && game.keys().is_none() && !line.text.trim().is_empty() {
            return Err(after_the_end());
        }
        let read: Line<R> = line.read()?;
        // Each player may approve of the log, once and after its end.
        let is_approval = matches!(&read, Line::Approved(approval) if !game.has_approved(approval.by));
        if game.is_closed() != is_approval {
            return Err(after_the_end());
        }
        add(&mut game, read, line.number)?;
    }
    Ok(game)
}

/// The game with its opening events, before its first entry.
fn opened_game<R: Ruleset>(header: Header, lines: &mut Lines<'_>) -> Result<Game<R>, LoadError> {
    let bad_scenario = |what: String| {
        let what = format!("the scenario in the file cannot be used: {what}");
        fault(Trouble::BadScenario, 1, what, "take an unedited copy of the file")
    };
    let battle = Battle::read(ScenarioText::clone(&header.scenario)).map_err(|mistakes| {
        bad_scenario(mistakes.first().map_or_else(String::new, |mistake| shortened(&mistake.to_string())))
    })?;
    let setup = Setup { scenario: battle.scenario().clone(), settings: header.options.clone() };
    let blank = R::blank(&setup).map_err(|error| bad_scenario(error.to_string()))?;

    let Some(second) = lines.next_line()? else {
        let what = "the file ends after its header, before the muster";
        return Err(fault(Trouble::CutOff, 2, what, "start the game again"));
    };
    let Opened { opened } = second.read::<Opened<R>>()?;
    let mut state = blank.clone();
    guarded(|| opened.iter().for_each(|event| R::apply(&mut state, event)))
        .ok_or_else(|| bad_events("the opening events", 2))?;
    let chain = chain_of::<R>(&header, &opened);
    Ok(Game { header, setup, seed: None, blank, opened, lines: Vec::new(), track: Track::from(state), chain })
}

fn add<R: Ruleset>(game: &mut Game<R>, line: Line<R>, at: usize) -> Result<(), LoadError> {
    match &line {
        Line::Entry(entry) => {
            check_number(game, entry.number, at)?;
            let what = format!("the events of entry {}", entry.number);
            guarded(|| game.record(line)).ok_or_else(|| bad_events(&what, at))?;
        }
        Line::Undo(Undo { number, by, takes_back, .. }) => {
            check_number(game, *number, at)?;
            let bad = |why: String| {
                let what = format!("entry {takes_back} cannot be taken back by {by} here: {why}");
                fault(Trouble::BadUndo, at, what, "take an unedited copy of the file")
            };
            let newest = game.may_take_back(*by).map_err(|error| bad(error.to_string()))?;
            if newest != *takes_back {
                return Err(bad(format!("the newest in force is {newest}")));
            }
            guarded(|| game.record(line)).ok_or_else(|| bad_events("the events", at))?;
        }
        Line::End(close) => {
            game.seed = close.seed.clone();
            game.record(line);
        }
        Line::Approved(_) => game.record(line),
    }
    Ok(())
}

fn check_number<R: Ruleset>(game: &Game<R>, number: u32, at: usize) -> Result<(), LoadError> {
    if game.lines.len() >= MOST_ENTRIES {
        let what = format!("the game has more than {MOST_ENTRIES} entries");
        return Err(fault(Trouble::TooLarge, at, what, "a game takes no more"));
    }
    let due = game.next_number();
    if number == due {
        return Ok(());
    }
    let what = match number < due {
        true => format!("number {number} stands there again, where {due} is due"),
        false => format!("number {number} stands where {due} is due: lines are missing"),
    };
    Err(fault(Trouble::Number, at, what, "take an unedited copy of the file"))
}

fn bad_events(whose: &str, line: usize) -> LoadError {
    let what = format!("{whose} do not fit the game");
    fault(Trouble::BadEvents, line, what, "the line was edited or damaged; take an unedited copy of the file")
}

fn fault(trouble: Trouble, line: usize, what: impl Into<String>, remedy: impl Into<String>) -> LoadError {
    LoadError { trouble, line, what: what.into(), remedy: remedy.into() }
}

/// A text short enough to stand in a message.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The lines of a file with their numbers.
struct Lines<'a> {
    rest: &'a str,
    number: usize,
}

struct OneLine<'a> {
    text: &'a str,
    number: usize,
    /// Does the file end here without a line end?
    is_open: bool,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Result<Lines<'a>, LoadError> {
        if text.trim().is_empty() {
            return Err(fault(Trouble::Empty, 1, "the file is empty", "choose a game file"));
        }
        if text.len() > MOST_FILE_BYTES {
            let what = format!("the file has {} bytes", text.len());
            return Err(fault(
                Trouble::TooLarge,
                1,
                what,
                format!("a game file takes at most {MOST_FILE_BYTES}"),
            ));
        }
        Ok(Lines { rest: text, number: 0 })
    }

    fn next_line(&mut self) -> Result<Option<OneLine<'a>>, LoadError> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let (text, rest, is_open) = match self.rest.split_once('\n') {
            Some((text, rest)) => (text, rest, false),
            None => (self.rest, "", true),
        };
        self.rest = rest;
        if text.len() > MOST_LINE_BYTES {
            let what = format!("the line has {} bytes", text.len());
            let remedy = format!("a line takes at most {MOST_LINE_BYTES}");
            return Err(fault(Trouble::TooLarge, self.number, what, remedy));
        }
        Ok(Some(OneLine { text, number: self.number, is_open }))
    }
}

impl OneLine<'_> {
    fn read<T: DeserializeOwned>(&self) -> Result<T, LoadError> {
        serde_json::from_str(self.text).map_err(|error| {
            let column = error.column();
            let is_data = error.classify() == serde_json::error::Category::Data;
            if !is_data && self.is_open {
                let what = "the last line is cut off in the middle";
                let remedy = "remove it: the game is whole up to the line before";
                return fault(Trouble::CutOff, self.number, what, remedy);
            }
            if !is_data {
                let what = format!("this is not JSON, at column {column}: {}", plain(&error));
                return fault(
                    Trouble::NotJson,
                    self.number,
                    what,
                    "every line is one JSON object; take an unedited copy",
                );
            }
            let what = format!("this cannot be read, at column {column}: {}", plain(&error));
            fault(
                Trouble::BadLine,
                self.number,
                what,
                "the line was edited or damaged; take an unedited copy",
            )
        })
    }
}

/// The message without its place, which is told in our own words.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    shortened(&text[..end])
}
