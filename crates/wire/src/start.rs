//! The start page: what there is to play, new games, saved games.

use crate::{ConditionView, FieldView, ObjectiveView, Point, RulesetAbout, Seat, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// `GET /api/start`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct StartPage {
    /// The version of the program.
    pub version: String,
    pub rulesets: Vec<RulesetCard>,
    /// Those of the program, and then one's own.
    pub scenarios: Vec<ScenarioCard>,
    pub own: OwnBattles,
    pub players: Vec<PlayerCard>,
}

/// Battles in the folder of whoever runs the server.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
pub struct OwnBattles {
    /// Those among the scenarios that come from there.
    pub names: Vec<String>,
    /// Those that cannot be played.
    pub mistakes: Vec<OwnMistakes>,
    /// Where they are kept, for the owner of the computer.
    pub folder: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct OwnMistakes {
    /// The name of its folder.
    pub name: String,
    /// A line each, with file, line and what to do.
    pub mistakes: Vec<String>,
}

/// A battle as one file: `GET /api/scenarios/{scenario}/file`, `POST /api/scenarios`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BattleFile {
    /// The version of this format.
    pub longroll_battle: u32,
    pub name: String,
    /// The text of scenario.toml.
    pub scenario: String,
    /// The text of terrain.geojson.
    pub terrain: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct RulesetCard {
    pub id: String,
    pub name: String,
    pub edition: String,
    pub about: RulesetAbout,
    pub options: Vec<OptionCard>,
    /// What `POST /api/odds/{ruleset}/{procedure}` can work out.
    pub procedures: Vec<ProcedureCard>,
}

/// A reading on which players differ.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct OptionCard {
    pub id: String,
    pub question: String,
    pub default: OptionChoice,
    pub alternatives: Vec<OptionChoice>,
    pub clauses: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct OptionChoice {
    pub key: String,
    pub means: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ProcedureCard {
    pub name: String,
    pub about: String,
    pub clauses: Vec<String>,
    /// The facts it takes, as a JSON Schema.
    #[ts(type = "unknown")]
    pub facts: serde_json::Value,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ScenarioCard {
    pub name: String,
    pub title: String,
    pub date: String,
    pub place: String,
    pub summary: String,
    pub sides: SideNames,
    /// Regiments, batteries and the like of both sides.
    pub units: u32,
    pub blue: ForceCard,
    pub gray: ForceCard,
    /// The rulesets that can muster it.
    pub rulesets: Vec<String>,
    /// How it is won under each of them, in the same order.
    pub victory: Vec<VictoryCard>,
}

/// What one side brings to a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ForceCard {
    pub units: u32,
    pub men: u32,
    pub guns: u32,
    /// What it is like to lead it.
    pub briefing: Option<String>,
}

/// `GET /api/scenarios/{scenario}/map`: the ground, and where the units stand at the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ScenarioMap {
    pub field: FieldView,
    pub blue: Vec<Point>,
    pub gray: Vec<Point>,
}

/// How a battle is won under one ruleset with the usual readings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct VictoryCard {
    pub turns: u32,
    pub objectives: Vec<ObjectiveView>,
    pub conditions: Vec<ConditionView>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct SideNames {
    pub blue: String,
    pub gray: String,
}

/// One who can sit at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct PlayerCard {
    pub player: Player,
    pub about: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    Person,
    Recruit,
    Captain,
    General,
    PatientGeneral,
    Random,
}

/// `POST /api/games`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct NewGame {
    pub scenario: String,
    pub ruleset: String,
    /// Departures from the defaults: option id to choice.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    pub blue: Player,
    pub gray: Player,
    /// So many decisions of a hundred that each computer leaves to a recruit: at most 90. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handicap: Option<u8>,
    /// The same number gives the same dice again; absent: fair dice. At most 2^53 − 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Sides, played by people, that throw real dice for their orders and type in what fell.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<Side>>")]
    pub by_hand: Vec<Side>,
    /// The creator's own seat, when the other is for a person elsewhere: both sign what they do and throw the dice together, so
    /// there is no seed. Absent: everybody plays in one browser, or against the computer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<NewSeat>,
}

/// A seat as its player's browser makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    pub side: Side,
    /// 32 letters and digits that open the seat; nobody else knows them.
    pub token: String,
    pub key: SeatKey,
}

/// What a seat shows of its secret: each 64 hexadecimal digits. See `docs/fair-dice.md`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SeatKey {
    /// The public ed25519 key.
    pub key: String,
    /// The last numbers of the chains for its own commands and as witness.
    pub commands: String,
    pub witness: String,
}

/// The game is there; its links are for those who are to play it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Created {
    pub game: String,
    pub links: Links,
    /// For the other player: whoever brings it first gets the seat, and nobody after him.
    pub invitation: Option<String>,
}

/// `GET /api/games/{game}/invitation`, with the invitation or the creator's token: what one is invited to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Invitation {
    pub title: String,
    pub scenario: String,
    pub ruleset: String,
    /// The seat that is offered.
    pub side: Side,
    /// Nobody has taken it yet; the battle begins when somebody does.
    pub is_open: bool,
}

/// `POST /api/games/{game}/claim`: takes the seat that one is invited to. Answer: `Created`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    pub invitation: String,
    pub token: String,
    pub key: SeatKey,
}

/// `POST /api/verify`: what a game file is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Judgement {
    pub verdict: VerdictWord,
    /// For `unproven` why, for `forged` where; empty for `proven`.
    pub reasons: Vec<String>,
    pub title: String,
    pub ruleset: String,
    pub edition: String,
    pub entries: u32,
    pub rolls: u32,
    /// The public keys that signed it, Blue's first; empty when nobody did.
    pub keys: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum VerdictWord {
    Proven,
    Unproven,
    Forged,
}

/// Seat tokens. Whoever has one has the seat. A computer's seat has none, and the seat of a player elsewhere is not shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Links {
    pub blue: Option<String>,
    pub gray: Option<String>,
    pub spectator: String,
}

/// `POST /api/games/import`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Imported {
    pub game: String,
    pub links: Links,
    /// What can be done with it, in words: gone on with, or only shown and why.
    pub standing: String,
}

/// `POST /api/games/known`: the tokens that a browser remembers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct KnownGames {
    pub tokens: Vec<String>,
}

/// One line of the list of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct GameLine {
    pub game: String,
    pub title: String,
    pub scenario: String,
    pub ruleset: String,
    pub blue: Player,
    pub gray: Player,
    /// Seconds since 1970, by the server's clock; for the list only.
    pub started: u64,
    pub last_played: u64,
    pub commands: u32,
    /// Absent until the first order of a game.
    pub round: Option<u32>,
    pub rounds: Option<u32>,
    /// Who must decide now.
    pub awaits: Vec<Side>,
    /// Two people with a key each play it; neither may rename or remove it alone.
    pub is_owned_by_two: bool,
    pub is_over: bool,
    pub winner: Option<Side>,
    /// Seats that the asker may take; for `POST /api/games/known` those of his tokens.
    pub seats: Vec<Seat>,
    /// Only for the person at the server's own machine.
    pub links: Option<Links>,
}

/// `POST /api/games/{game}/title`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTitle {
    pub title: String,
}

/// What proves the dice: the commitment from the start, the seed at the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Fairness {
    pub commitment: Option<String>,
    pub seed: Option<String>,
}
