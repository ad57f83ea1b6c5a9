//! The talk over the socket.

use crate::{
    Advice, ClauseText, Fairness, FieldView, FilmStep, FormationView, InterruptionKind, Interruptions,
    LogEntry, OrderLine, PassFor, Player, Preview, RangeRing, Seat, Side, SideNames, SightView, Summary,
    TableView, TapeEnd, TapeMeasure,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Browser to server. The answer or failure carries the same id.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub id: u32,
    pub ask: Ask,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Do this. `version` is that of the news that the player saw. Answer: done, once it is on disk.
    Command {
        version: u32,
        #[ts(type = "unknown")]
        command: serde_json::Value,
        /// Where the side throws real dice: what fell so far, one list for each roll.
        #[serde(default)]
        #[ts(optional, as = "Option<Vec<Vec<u8>>>")]
        dice: Vec<Vec<u8>>,
        /// Wanted when the game is one between two people: see `News.seal`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        signed: Option<Signature>,
    },
    /// Let pass what the side is asked to react to, and so much more. Answer: done.
    LetPass {
        version: u32,
        pass_for: PassFor,
        /// As with a command.
        #[serde(default)]
        #[ts(optional, as = "Option<Vec<Vec<u8>>>")]
        dice: Vec<Vec<u8>>,
        /// The signature under `reaction.pass`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        signed: Option<Signature>,
    },
    /// When this side is asked, and what it orders beforehand. Answer: done.
    Interruptions { wishes: Interruptions },
    /// Take back the last command. Answer: done.
    Undo {
        version: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        signed: Option<Signature>,
    },
    /// This seat's number for the dice of the other's command, as `News.seal.witness` asks; without a number the browser refuses, because
    /// it has given that number for another command. Answer: done.
    Witness {
        digest: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        given: Option<Signature>,
    },
    /// This seat's signature under the whole log, after the end. Answer: done.
    Approve { signature: String },
    /// What may this unit do? Answer: orders.
    Orders { unit: u16 },
    /// What may the side as a whole do: end the step, decide what is owed? Answer: orders.
    SideOrders,
    /// What may these units do as one? Answer: orders.
    OrdersTogether { units: Vec<u16> },
    /// The side's bodies of troops, if orders are given to them as a whole. Answer: formations.
    Formations,
    /// What would this bring? `quick`: within a tenth of a second, even if the answer is rougher. Answer: preview.
    Preview {
        #[ts(type = "unknown")]
        command: serde_json::Value,
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        quick: bool,
    },
    /// What would a general do? The next command of the side is marked as advised. Answer: advice.
    Advice { version: u32 },
    /// What does this command cost beside the best that a general sees? Answer: advice, that command last if it is not the best.
    Weigh {
        version: u32,
        #[ts(type = "unknown")]
        command: serde_json::Value,
    },
    /// Answer: measure.
    Measure { from: TapeEnd, to: TapeEnd },
    /// Answer: sight.
    Sight { from: u16, to: u16 },
    /// Answer: ranges.
    Ranges { unit: u16 },
    /// Answer: clause.
    Clause { clause: String },
    /// Answer: summary.
    Summary,
    /// What happened after this version, to be seen step by step. Answer: film.
    Film { after: u32 },
    /// Send the news again, with the log after this version. Answer: news as a message of its own, then done.
    Resync { version: u32 },
    /// How fast computers play in this game. Answer: done.
    Pace { pace: Pace },
    /// Take another seat on this socket. Answer: hello and news as messages of their own, then done.
    Sit { token: String },
}

/// What a browser puts under a command, in hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// The next number of the seat's chain; absent for an undo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub number: Option<String>,
    pub signature: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    Paused,
    Slow,
    Steady,
    Quick,
    Full,
}

/// Server to browser.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FromServer {
    Hello(Box<Hello>),
    News(Box<News>),
    Answer {
        id: u32,
        answer: Box<Answer>,
    },
    /// `id` is absent when the request could not even be read.
    Failed {
        id: Option<u32>,
        error: Failure,
    },
}

/// The first message on a socket: what does not change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Hello {
    pub game: String,
    pub seat: Seat,
    pub ruleset: String,
    pub ruleset_name: String,
    pub edition: String,
    /// The unit of length that the rulebook prints: `in` or `cm`.
    pub unit_of_length: String,
    pub scenario: String,
    pub title: String,
    pub date: String,
    pub place: String,
    pub summary: String,
    pub sides: SideNames,
    pub field: FieldView,
    /// The kinds of interruption that the ruleset knows.
    pub interruptions: Vec<InterruptionKind>,
    /// The game can only be shown; in words why.
    pub shown_only: Option<String>,
}

/// The state of the game as the seat may know it. Sent after hello and whenever something changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct News {
    /// Counts commands, undos and the end.
    pub version: u32,
    pub seat: Seat,
    pub view: TableView,
    /// Who must decide what; empty when the battle is over.
    pub prompt: Vec<Prompt>,
    /// What the seat's own side is asked to react to, if it may let it pass.
    pub reaction: Option<ReactionView>,
    /// When the seat's own side is asked; absent for spectators.
    pub wishes: Option<Interruptions>,
    /// Who of the seat's own side can act.
    pub actors: Actors,
    pub can_undo: bool,
    /// Why not, in words.
    pub undo_refused: Option<String>,
    pub players: PlayersNow,
    pub pace: Pace,
    /// The computer that is to decide now.
    pub thinking: Option<Side>,
    pub fairness: Fairness,
    /// For a player in a game between two people: what his browser needs to sign.
    pub seal: Option<SealNow>,
    /// The number of the first entry in `log`; what the browser holds from there on is replaced.
    pub log_from: u32,
    pub log: Vec<LogEntry>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct SealNow {
    /// The hash of all lines so far.
    pub head: String,
    /// The newest number that this seat has shown for its commands.
    pub shown: String,
    /// The entry that an undo would take back.
    pub undo: Option<u32>,
    /// The other seat has given a command that throws dice, and wants this seat's number.
    pub witness: Option<WitnessAsk>,
    /// The battle is over and this seat has not signed the whole log yet.
    pub approve: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct WitnessAsk {
    /// The command, its place and its commander's number.
    pub digest: String,
    /// The newest number that this seat has given as witness: the next one is wanted.
    pub last: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Prompt {
    pub side: Side,
    pub text: String,
    pub clause: String,
}

/// Something happens, and the side may answer it or let it pass.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ReactionView {
    /// Names the kind of thing that happens, for players who let all of a kind pass.
    pub kind: String,
    /// The kind in words, as the object of "let pass".
    pub kind_words: String,
    /// Whose doing it is.
    pub by: Vec<u16>,
    /// They are coming on to close quarters.
    pub is_attack: bool,
    /// Send this to let it pass.
    #[ts(type = "unknown")]
    pub pass: serde_json::Value,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
pub struct Actors {
    pub units: Vec<u16>,
    /// The side as a whole has something to decide: ask side_orders.
    pub side: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct PlayersNow {
    pub blue: PlayerNow,
    pub gray: PlayerNow,
    pub spectators: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct PlayerNow {
    pub player: Player,
    /// Somebody has this seat open. Computers are always there.
    pub present: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Answer {
    /// It is done and on disk; this is the version since.
    Done {
        version: u32,
    },
    Orders {
        orders: Vec<OrderLine>,
    },
    Formations {
        formations: Vec<FormationView>,
    },
    Preview {
        preview: Preview,
    },
    Advice {
        advice: Advice,
    },
    Measure {
        measure: TapeMeasure,
    },
    Sight {
        sight: SightView,
    },
    Ranges {
        ranges: Vec<RangeRing>,
    },
    Clause {
        clause: ClauseText,
    },
    Summary {
        summary: Summary,
    },
    /// The steps after a version, and the table before the first of them. A film too long begins later than was asked.
    Film {
        after: u32,
        before: Box<TableView>,
        steps: Vec<FilmStep>,
    },
}

/// Why a request was not met, over the socket as `failed`, over HTTP as the body `{"error": …}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Failure {
    pub kind: FailureKind,
    /// One plain sentence for the player.
    pub text: String,
    /// For `refused`: the clause and the numbers behind it.
    pub clause: Option<String>,
    #[ts(type = "unknown | null")]
    pub measured: Option<serde_json::Value>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The rules do not allow it.
    Refused,
    /// The table has changed since; fresh news has been sent.
    Stale,
    /// The request makes no sense.
    Bad,
    /// The seat may not do this.
    Forbidden,
    /// Too many requests, or the server has too much to do.
    Busy,
    /// There is no such game, or it is out of order.
    Gone,
    /// Dice are to be thrown by hand: `measured` is a `RollWanted`. Ask again with them.
    Dice,
}
