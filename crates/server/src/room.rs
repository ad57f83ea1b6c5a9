//! One game in memory with everybody who has it open.

mod advising;
mod seated;
mod throwing;
mod wishing;

pub(crate) use seated::Seated;
pub(crate) use throwing::Signing;
use throwing::Throwing;
use wishing::kept_wishes;

use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::interruptions::Wishes;
use crate::preview::Patience;
use crate::table::{DiceFrom, Particulars, Sealed, Table};
use axum::extract::ws::Utf8Bytes;
use longroll_ai::Computer;
use longroll_game::Notes;
use longroll_kit::{Seat, Side, Thought};
use longroll_store::{Addition, Ending, Held, Store};
use longroll_wire::{
    AnalysisNow, FromServer, Hello, News, Pace, PassFor, Player, PlayerNow, PlayersNow, Preview, SealNow,
    SideNames,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// The header and the muster stand before the log in a game's file.
const LINES_BEFORE_LOG: u64 = 2;
/// Answers given beforehand in a row: far more than any battle has.
const MOST_GIVEN: usize = 5_000;
/// Bytes of written news that a game keeps, for others who want the same.
const MOST_WRITTEN: usize = 2_000_000;

#[derive(Debug)]
pub(crate) struct Room {
    pub game: String,
    pub players: [Player; 2],
    computers: [Option<Computer>; 2],
    particulars: Particulars,
    is_signed: bool,
    /// Whose dice are thrown by hand, Blue's first.
    by_hand: [bool; 2],
    store: Arc<dyn Store>,
    /// No other server on the same store plays it meanwhile.
    _held: Held,
    table: RwLock<Box<dyn Table>>,
    /// What the table said after the last change, to be read without waiting for whoever changes it now.
    state: Mutex<State>,
    /// The game broke down or could not be kept; it must be read from the store again.
    broken: AtomicBool,
    people: Mutex<People>,
    /// Counts everything that is news to somebody.
    changes: watch::Sender<u64>,
    written: Mutex<Written>,
    /// What each side wishes to be asked, Blue's first.
    wishes: Mutex<[Wishes; 2]>,
    pub driving: AtomicBool,
    /// A command that waits for the other player's number.
    throwing: Mutex<Option<Throwing>>,
    used: Mutex<Instant>,
    /// Which side has asked for advice on its next command, Blue first.
    advised: Mutex<[bool; 2]>,
    analysis: Mutex<Option<AnalysisNow>>,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug)]
struct State {
    version: u32,
    due: Option<(Side, Computer)>,
}

/// Who has the game open, and how fast computers play in it.
#[derive(Debug)]
struct People {
    present: [u32; 3],
    pace: Pace,
}

/// How a battle stands, for lists of games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Standing {
    pub round: u32,
    pub rounds: u32,
    /// Who must decide now.
    pub awaits: Vec<longroll_wire::Side>,
}

/// News already written for a seat, by the log that comes with it; good for one count of changes.
#[derive(Debug, Default)]
struct Written {
    change: u64,
    texts: BTreeMap<(Seat, Option<u32>), (u32, Utf8Bytes)>,
    bytes: usize,
}

/// Something a player does to the game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deed<'a> {
    Command(&'a Value),
    /// A computer's command, and what it thought of it.
    Decided(&'a Value, &'a Thought),
    /// Lets pass what the side is asked to react to, and so much more.
    LetPass(PassFor),
    Undo,
}

impl Room {
    pub(crate) fn new(held: Held, seated: [Seated; 2], table: Box<dyn Table>, store: Arc<dyn Store>) -> Room {
        let game = held.game().to_owned();
        let players = seated.map(|seated| seated.player);
        let computers = seated.map(|seated| seated.computer);
        // A person watches at a pace of his own; where only computers play, theirs is the pace.
        let pace = if players.contains(&Player::Person) { Pace::Full } else { Pace::Steady };
        let particulars = table.particulars();
        let wishes = [Side::Blue, Side::Gray].map(|side| kept_wishes(store.as_ref(), &game, side));
        let mut state = State::of(table.as_ref(), computers);
        if particulars.shown_only.is_some() {
            state.due = None;
        }
        let by_hand = kept_by_hand(store.as_ref(), &game);
        Room {
            game,
            players,
            computers,
            state: Mutex::new(state),
            particulars,
            is_signed: table.is_signed(),
            by_hand,
            store,
            _held: held,
            table: RwLock::new(table),
            broken: AtomicBool::new(false),
            people: Mutex::new(People { present: [0; 3], pace }),
            changes: watch::Sender::new(0),
            written: Mutex::default(),
            wishes: Mutex::new(wishes),
            driving: AtomicBool::new(false),
            throwing: Mutex::new(None),
            used: Mutex::new(Instant::now()),
            advised: Mutex::default(),
            analysis: Mutex::default(),
        }
    }

    /// Asks something of the table. A panic harms nobody but the one who asked: a question changes nothing.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&dyn Table) -> T) -> Outcome<T> {
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        if self.is_broken() {
            return Err(Failed::out_of_order());
        }
        guarded(|| question(table.as_ref())).ok_or_else(|| self.unanswerable("a question"))
    }

    /// What a command would bring. The game goes on meanwhile.
    pub(crate) fn preview(&self, side: Side, command: &Value, patience: Patience) -> Outcome<Preview> {
        let work_out = self.ask(|table| table.preview(side, command))??;
        guarded(|| work_out(patience)).ok_or_else(|| self.unanswerable(&format!("the preview of {command}")))
    }

    /// Does something to the game and keeps it on disk before anybody hears of it. Gives the version since.
    pub(crate) fn act(&self, by: Side, version: u32, deed: Deed<'_>) -> Outcome<u32> {
        self.act_sealed(by, version, deed, None, &[])
    }

    /// The same with the dice that its player has thrown by hand, where he does so.
    pub(crate) fn act_with(&self, by: Side, version: u32, deed: Deed<'_>, dice: &[Vec<u8>]) -> Outcome<u32> {
        if !dice.is_empty() && !self.by_hand[by as usize] {
            return Err(Failed::forbidden("in this game the program throws the dice"));
        }
        self.act_sealed(by, version, deed, None, dice)
    }

    fn act_sealed(
        &self,
        by: Side,
        version: u32,
        deed: Deed<'_>,
        sealed: Option<&Sealed>,
        dice: &[Vec<u8>],
    ) -> Outcome<u32> {
        let dice = if self.by_hand[by as usize] { DiceFrom::Hand(dice) } else { DiceFrom::Program };
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        if self.is_broken() {
            return Err(Failed::out_of_order());
        }
        let is_throw = sealed.is_some_and(|sealed| sealed.witness.is_some());
        if !is_throw && self.throwing().is_some() {
            return Err(Failed::busy("dice are being thrown; wait a moment"));
        }
        if table.version() != version && !table.is_current(by.into(), version) {
            return Err(Failed::stale());
        }
        let version = table.version();
        let pass_for = self.wishes()[by as usize].interruptions.pass_for;
        let passing = guarded(|| match deed {
            Deed::Command(command) | Deed::Decided(command, _) => table.passing(by, Some(command), pass_for),
            Deed::LetPass(pass_for) => table.passing(by, None, pass_for),
            Deed::Undo => None,
        });
        let passing = passing.ok_or_else(|| self.break_down_over(by, version, deed))?;
        let advised = self.advised.lock().unwrap_or_else(PoisonError::into_inner)[by as usize];
        let notes = Notes { thought: None, advised };
        let done = guarded(|| match (deed, &passing) {
            (Deed::Command(command), _) => table.submit(by, command, sealed, notes, dice),
            (Deed::Decided(command, thought), _) => {
                table.submit(by, command, sealed, Notes { thought: Some(thought.clone()), ..notes }, dice)
            }
            (Deed::LetPass(_), Some((pass, _))) => table.submit(by, pass, sealed, notes, dice),
            (Deed::LetPass(_), None) => Err(Failed::bad("there is nothing to let pass")),
            (Deed::Undo, _) => table.undo(by, sealed.map(|sealed| &sealed.signed)),
        });
        let line = done.ok_or_else(|| self.break_down_over(by, version, deed))??;
        self.keep(table.as_ref(), version, line, None)?;
        self.advised.lock().unwrap_or_else(PoisonError::into_inner)[by as usize] = false;
        if let Some((_, passing)) = passing
            && self.players[by as usize] == Player::Person
        {
            let mut wishes = self.wishes()[by as usize].clone();
            wishes.passing = passing;
            self.keep_wishes(by, wishes)?;
        }
        self.settle(table.as_mut())?;
        self.close_if_over(table.as_mut())?;
        let state = guarded(|| State::of(table.as_ref(), self.computers)).ok_or_else(|| self.break_down())?;
        *self.state() = state;
        let version = state.version;
        if is_throw {
            *self.throwing() = None;
        }
        drop(table);
        self.announce();
        Ok(version)
    }

    /// Gives the answers that people have given beforehand, until somebody must be asked.
    fn settle(&self, table: &mut dyn Table) -> Outcome<()> {
        for _ in 0..MOST_GIVEN {
            let people = |side: &Side| self.players[*side as usize] == Player::Person;
            let Some(side) = table.awaited().into_iter().find(people) else { return Ok(()) };
            let wishes = self.wishes()[side as usize].clone();
            let version = table.version();
            let dice = if self.by_hand[side as usize] { DiceFrom::Hand(&[]) } else { DiceFrom::Program };
            let given =
                guarded(|| table.submit_given(side, &wishes, dice)).ok_or_else(|| self.break_down())??;
            let Some(line) = given else { return Ok(()) };
            self.keep(&*table, version, line, None)?;
        }
        Ok(())
    }

    fn close_if_over(&self, table: &mut dyn Table) -> Outcome<()> {
        if table.awaited().is_empty() {
            let version = table.version();
            let closed = guarded(|| table.close()).ok_or_else(|| self.break_down())??;
            let winner = closed.winner.map(|side| side_word(side).to_owned());
            self.keep(&*table, version, closed.line, Some(Ending { winner }))?;
        }
        Ok(())
    }

    /// What the computer would do now, and why, if the version still holds. The game goes on meanwhile.
    pub(crate) fn think(
        &self,
        side: Side,
        version: u32,
        computer: Computer,
    ) -> Outcome<Option<(Value, Thought)>> {
        let number = whim(&self.game, version);
        let thinking =
            self.ask(|table| (table.version() == version).then(|| table.thinking(side, computer, number)))?;
        let Some(thinking) = thinking else { return Ok(None) };
        guarded(thinking).ok_or_else(|| self.unanswerable("the thoughts of a computer"))
    }

    /// The computer that is to decide now, and the version that it decides on.
    pub(crate) fn computer_due(&self) -> Option<(Side, Computer, u32)> {
        let State { version, due } = *self.state();
        due.map(|(side, computer)| (side, computer, version))
    }

    pub(crate) fn version(&self) -> u32 {
        self.state().version
    }

    pub(crate) fn hello(&self, seat: Seat) -> Hello {
        let known = self.particulars.clone();
        Hello {
            game: self.game.clone(),
            seat: seat.into(),
            ruleset: known.ruleset.to_owned(),
            ruleset_name: known.ruleset_name.to_owned(),
            edition: known.edition,
            unit_of_length: known.unit_of_length.to_owned(),
            scenario: known.scenario,
            title: known.title,
            date: known.date,
            place: known.place,
            summary: known.summary,
            sides: SideNames { blue: known.blue, gray: known.gray },
            field: known.field,
            interruptions: known.interruptions,
            shown_only: known.shown_only,
        }
    }

    /// The news for a seat as it goes over the socket, with the log after an entry, and its version.
    pub(crate) fn news(&self, seat: Seat, after: Option<u32>) -> Outcome<(u32, Utf8Bytes)> {
        let change = *self.changes.borrow();
        // Whoever claims to know more than there is gets everything.
        let after = after.filter(|after| *after <= self.version());
        {
            let written = self.written();
            if written.change == change
                && let Some(text) = written.texts.get(&(seat, after))
            {
                return Ok(text.clone());
            }
        }
        let news = self.news_as_it_is(seat, after)?;
        let version = news.version;
        let text =
            serde_json::to_string(&FromServer::News(Box::new(news))).map_err(|_| Failed::out_of_order())?;
        let text = (version, Utf8Bytes::from(text));
        let mut written = self.written();
        if written.change != change {
            *written = Written { change, ..Written::default() };
        }
        // Whoever asks for ever new parts of the log gets them, but they are not kept.
        if written.bytes + text.1.len() <= MOST_WRITTEN {
            written.bytes += text.1.len();
            written.texts.insert((seat, after), text.clone());
        }
        Ok(text)
    }

    fn news_as_it_is(&self, seat: Seat, after: Option<u32>) -> Outcome<News> {
        let thinking = self.computer_due().map(|(side, ..)| side.into());
        let (players, pace) = {
            let people = self.people();
            let player = |seat: usize| PlayerNow {
                player: self.players[seat],
                present: self.players[seat] != Player::Person || people.present[seat] > 0,
            };
            let spectators = people.present[Seat::Spectator as usize];
            (PlayersNow { blue: player(0), gray: player(1), spectators }, people.pace)
        };
        let wishes = seat.side().map(|side| self.wishes()[side as usize].interruptions.clone());
        let asked = |side: Side| {
            let throwing = self.throwing();
            throwing.as_ref().filter(|asked| asked.witness == side).map(|asked| asked.ask.clone())
        };
        self.ask(|table| {
            let version = table.version();
            // Whoever claims to know more than there is gets everything; so does whoever hears that the battle is over, since
            // nothing of it is sealed any more.
            let has_ended = |after: u32| table.is_closed() && after < version;
            let after = after.filter(|after| *after <= version && !has_ended(*after));
            let sight = table.sight(seat);
            News {
                version,
                seat: seat.into(),
                view: sight.view,
                prompt: sight.prompt,
                reaction: sight.reaction,
                wishes: wishes.clone(),
                actors: sight.actors,
                can_undo: sight.can_undo,
                undo_refused: sight.undo_refused,
                players,
                pace,
                thinking,
                fairness: sight.fairness,
                seal: seat
                    .side()
                    .and_then(|side| Some(SealNow { witness: asked(side), ..table.seal(side)? })),
                log_from: after.map_or(0, |after| after + 1),
                log: table.log(seat, after),
            }
        })
    }

    pub(crate) fn pace(&self) -> Pace {
        self.people().pace
    }

    pub(crate) fn set_pace(&self, pace: Pace) {
        self.people().pace = pace;
        self.announce();
    }

    /// May this seat say how fast the computers play?
    pub(crate) fn may_set_pace(&self, seat: Seat) -> bool {
        seat != Seat::Spectator || !self.players.contains(&Player::Person)
    }

    /// Somebody opens the game; nothing if too many have.
    pub(crate) fn come(&self, seat: Seat, most: u32) -> Option<()> {
        {
            let mut people = self.people();
            if people.present.iter().sum::<u32>() >= most {
                return None;
            }
            people.present[seat as usize] += 1;
        }
        self.announce();
        Some(())
    }

    pub(crate) fn go(&self, seat: Seat) {
        {
            let mut people = self.people();
            let present = &mut people.present[seat as usize];
            *present = present.saturating_sub(1);
            if let (0, Some(side)) = (*present, seat.side())
                && let Some(asked) = self.throwing().as_mut().filter(|asked| asked.witness == side)
            {
                // Nobody is left to answer: whoever waits goes on without him.
                asked.answer = None;
            }
        }
        self.touch();
        if !self.is_open() {
            *self.written() = Written::default();
        }
        self.announce();
    }

    /// Somebody wants something of the game.
    pub(crate) fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    pub(crate) fn unused_for(&self, now: Instant) -> Duration {
        now.saturating_duration_since(*self.used.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn is_open(&self) -> bool {
        self.people().present.iter().any(|present| *present > 0)
    }

    /// The game is gone: nobody gets anything of it any more.
    pub(crate) fn leave(&self) {
        self.break_down();
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Acquire)
    }

    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn keep(&self, table: &dyn Table, version: u32, line: String, ending: Option<Ending>) -> Outcome<()> {
        let place = LINES_BEFORE_LOG + u64::from(version);
        let standing =
            guarded(|| table.standing()).and_then(|standing| serde_json::to_string(&standing).ok());
        let addition = Addition { game: self.game.clone(), place, line, at: now(), standing, ending };
        self.store.append(&addition).map_err(|fault| {
            // The table is ahead of the disk: it must be read again.
            self.break_down();
            Failed::from(fault)
        })
    }

    /// The rules broke down over a command: it is written down so that the fault can be found, and the game is read from disk again.
    fn break_down_over(&self, by: Side, version: u32, deed: Deed<'_>) -> Failed {
        let what = match deed {
            Deed::Command(command) | Deed::Decided(command, _) => command.to_string(),
            Deed::LetPass(pass_for) => format!("let pass for {pass_for:?}"),
            Deed::Undo => "undo".to_owned(),
        };
        let (game, edition, by) = (&self.game, &self.particulars.edition, side_word(by));
        tracing::error!(game, edition, version, by, command = what, "the rules broke down over a command");
        self.break_down()
    }

    fn unanswerable(&self, what: &str) -> Failed {
        let (game, version) = (&self.game, self.version());
        let edition = &self.particulars.edition;
        tracing::error!(game, edition, version, "the rules broke down over {what}");
        Failed::bad("the program ran into an error of its own over this; nothing was changed")
    }

    fn break_down(&self) -> Failed {
        self.broken.store(true, Ordering::Release);
        self.announce();
        Failed::out_of_order()
    }

    fn announce(&self) {
        self.changes.send_modify(|change| *change += 1);
    }

    fn wishes(&self) -> MutexGuard<'_, [Wishes; 2]> {
        self.wishes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn people(&self) -> MutexGuard<'_, People> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn of(table: &dyn Table, computers: [Option<Computer>; 2]) -> State {
        let awaited = if table.is_closed() { Vec::new() } else { table.awaited() };
        let due = awaited.into_iter().find_map(|side| Some((side, computers[side as usize]?)));
        State { version: table.version(), due }
    }
}

/// The name under which it is kept with a game that dice are thrown by hand.
pub(crate) const BY_HAND: &str = "by_hand";

fn kept_by_hand(store: &dyn Store, game: &str) -> [bool; 2] {
    let kept = store.note(game, BY_HAND).ok().flatten().unwrap_or_default();
    [Side::Blue, Side::Gray].map(|side| kept.split(' ').any(|word| word == side_word(side)))
}

pub(crate) fn side_word(side: Side) -> &'static str {
    match side {
        Side::Blue => "blue",
        Side::Gray => "gray",
    }
}

/// Seconds since 1970, for lists only.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The number of an opponent's whim: the same again when the game is taken up after a stop.
fn whim(game: &str, version: u32) -> u64 {
    let mut hasher = blake3::Hasher::new_derive_key("longroll 2026 whims of computers v1");
    hasher.update(game.as_bytes());
    hasher.update(&version.to_le_bytes());
    let mut word = [0; 8];
    word.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    u64::from_le_bytes(word)
}

#[cfg(test)]
#[path = "room_tests.rs"]
mod tests;
