//! A game under any ruleset, as the rest of the server sees it.

use crate::failure::Outcome;
use crate::interruptions::{Passing, Wishes};
use crate::preview::Patience;
use crate::room::Standing;
use longroll_ai::Computer;
use longroll_game::{Notes, Witness};
use longroll_kit::{Seat, Side, Thought};
use longroll_wire::{
    Actors, Advice, Analysis, ClauseText, Fairness, FieldView, FilmStep, FormationView, InterruptionKind,
    LogEntry, OrderLine, PassFor, Preview, Prompt, RangeRing, ReactionView, ReplayPart, SealNow, SightView,
    Signature, Summary, TableView, TapeEnd, TapeMeasure, WitnessAsk,
};
use serde_json::Value;
use std::fmt::Debug;

/// What a seat is told about the table now.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    pub view: TableView,
    pub prompt: Vec<Prompt>,
    pub reaction: Option<ReactionView>,
    pub actors: Actors,
    pub can_undo: bool,
    pub undo_refused: Option<String>,
    pub fairness: Fairness,
}

/// What never changes.
#[derive(Clone, Debug)]
pub(crate) struct Particulars {
    pub ruleset: &'static str,
    pub ruleset_name: &'static str,
    pub edition: String,
    pub unit_of_length: &'static str,
    pub scenario: String,
    pub title: String,
    pub date: String,
    pub place: String,
    pub summary: String,
    pub blue: String,
    pub gray: String,
    pub field: FieldView,
    pub interruptions: Vec<InterruptionKind>,
    /// Why it can only be shown.
    pub shown_only: Option<String>,
}

/// What happened after a version, and the table before it.
#[derive(Clone, Debug)]
pub(crate) struct Film {
    pub after: u32,
    pub before: TableView,
    pub steps: Vec<FilmStep>,
}

/// The end of a game, as the store wants it.
#[derive(Clone, Debug)]
pub(crate) struct Closed {
    pub line: String,
    pub winner: Option<Side>,
}

/// What goes with a command where players sign.
#[derive(Clone, Debug)]
pub(crate) struct Sealed {
    pub signed: Signature,
    pub witness: Option<Witness>,
}

/// Where the dice of a command come from where nobody signs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DiceFrom<'a> {
    Program,
    /// Thrown by hand so far, one list for each roll.
    Hand(&'a [Vec<u8>]),
}

/// Works out a preview from the table as it was.
pub(crate) type Previewing = Box<dyn FnOnce(Patience) -> Preview + Send>;

/// Finds a computer's next command from the table as it was, and says why it is this one.
pub(crate) type Thinking = Box<dyn FnOnce() -> Option<(Value, Thought)> + Send>;

/// Works out advice from the table as it was.
pub(crate) type Advising = Box<dyn FnOnce() -> Outcome<Advice> + Send>;

/// Works out what a battle was like; told how far it is, it goes on for as long as the answer is yes.
pub(crate) type Analysing = Box<dyn FnOnce(&mut dyn FnMut(u32, u32) -> bool) -> Option<Analysis> + Send>;

/// A game in play. Nothing here locks, waits or writes.
pub(crate) trait Table: Send + Sync + Debug {
    fn particulars(&self) -> Particulars;
    /// How many lines the log has.
    fn version(&self) -> u32;
    /// Does what the seat knew at this version still hold? Sealed orders of others change nothing that it knows.
    fn is_current(&self, seat: Seat, version: u32) -> bool;
    /// The game file as the seat may have it now.
    fn file(&self, seat: Seat) -> String;
    fn awaited(&self) -> Vec<Side>;
    fn is_closed(&self) -> bool;
    /// How the battle stands, in short.
    fn standing(&self) -> Standing;
    fn sight(&self, seat: Seat) -> Sight;
    /// The log as the seat may read it, after the entry of this number; with the muster if it is nothing.
    fn log(&self, seat: Seat, after: Option<u32>) -> Vec<LogEntry>;
    fn replay(&self, seat: Seat, from: u32, count: u32) -> ReplayPart;
    /// What the seat sees happening after a version; of very many lines only the newest.
    fn film(&self, seat: Seat, after: u32) -> Film;

    /// Do two people sign what they do in this game?
    fn is_signed(&self) -> bool;
    /// What the browser of a player needs to sign; nothing where nobody signs.
    fn seal(&self, side: Side) -> Option<SealNow>;
    /// What the witness is asked, if the command is good and throws dice.
    fn wants_witness(&self, by: Side, command: &Value, signed: &Signature) -> Outcome<Option<WitnessAsk>>;
    /// The host's number in the place of a player who is away.
    fn host_witness(&self) -> Option<Witness>;
    /// The line for the store, unless the signature is not the player's or he has approved before.
    fn approve(&mut self, by: Side, signature: &str) -> Outcome<String>;

    /// Each gives the line for the store. Where players sign, it wants the signature and, for dice, the witness.
    fn submit(
        &mut self,
        by: Side,
        command: &Value,
        sealed: Option<&Sealed>,
        notes: Notes,
        dice: DiceFrom<'_>,
    ) -> Outcome<String>;
    fn undo(&mut self, by: Side, signed: Option<&Signature>) -> Outcome<String>;
    /// Carries out the answer that the side has given beforehand to what it is asked now; nothing if it has given none.
    fn submit_given(&mut self, by: Side, wishes: &Wishes, dice: DiceFrom<'_>) -> Outcome<Option<String>>;
    /// What the side lets pass if it lets pass what it is asked now; nothing for another command.
    fn passing(
        &self,
        by: Side,
        command: Option<&Value>,
        pass_for: PassFor,
    ) -> Option<(Value, Option<Passing>)>;
    fn close(&mut self) -> Outcome<Closed>;

    /// What this computer would do; the number decides its whims.
    fn thinking(&self, side: Side, computer: Computer, number: u64) -> Thinking;
    /// What a general would do in the place of the side, and where the given command stands beside it.
    fn advising(&self, side: Side, number: u64, command: Option<&Value>) -> Outcome<Advising>;
    /// What the dice did to the battle and what its players did, once it is over.
    fn analysing(&self) -> Outcome<Analysing>;

    fn orders(&self, side: Side, unit: u16) -> Vec<OrderLine>;
    fn side_orders(&self, side: Side) -> Vec<OrderLine>;
    fn orders_together(&self, side: Side, units: &[u16]) -> Vec<OrderLine>;
    fn formations(&self, side: Side) -> Vec<FormationView>;
    /// What a command would bring, to be worked out without holding up the game.
    fn preview(&self, side: Side, command: &Value) -> Outcome<Previewing>;
    fn measure(&self, seat: Seat, from: TapeEnd, to: TapeEnd) -> Outcome<TapeMeasure>;
    fn sight_line(&self, seat: Seat, from: u16, to: u16) -> Outcome<SightView>;
    fn ranges(&self, seat: Seat, unit: u16) -> Vec<RangeRing>;
    fn summary(&self, seat: Seat) -> Summary;
    /// A clause of the rulebook, with the readings that this game plays by.
    fn clause(&self, id: &str) -> Option<ClauseText>;
}
