//! A ruleset of one page for testing what is generic: two counters on a line, one volley, one refusal, one hidden card.
//!
//! Its `apply` indexes without looking, as a ruleset may that records only its own events.
#![allow(dead_code, unreachable_pub, reason = "each test uses its part")]

use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::*;
use longroll_table::{Field, Heading, Length, Point, Pose, inches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use std::sync::{Arc, LazyLock};

thread_local! {
    static APPLIED: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

/// How many events this thread has recorded.
pub fn applied() -> u32 {
    APPLIED.get()
}

const STEP_FAR: Clause = Clause::new("T-STEP-01");
const STEP_OFF: Clause = Clause::new("T-STEP-02");
const TURN: Clause = Clause::new("T-TURN-01");
const SHOOT: Clause = Clause::new("T-SHOOT-01");
const NERVE: Clause = Clause::new("T-NERVE-01");
const CARD: Clause = Clause::new("T-CARD-01");

const CLAUSES: &str = r#"
[[clause]]
id = "T-STEP-01"
topic = "Steps"
rule = "A counter steps up to 3 inches."
source = "1"
standing = "clear"
[[clause]]
id = "T-STEP-02"
topic = "Steps"
rule = "Nobody steps off the line."
source = "1"
standing = "clear"
[[clause]]
id = "T-TURN-01"
topic = "Turns"
rule = "The sides take turns; a turn is one command."
source = "1"
standing = "clear"
[[clause]]
id = "T-SHOOT-01"
topic = "Shooting"
rule = "Two dice, each 5 or more takes one strength."
source = "1"
standing = "clear"
[[clause]]
id = "T-NERVE-01"
topic = "Shooting"
rule = "Who is hit and not destroyed throws a die and falls back 2 inches on 1 or 2."
source = "1"
standing = "clear"
[[clause]]
id = "T-CARD-01"
topic = "Cards"
rule = "Each counter has a card that only its owner knows. To look at the enemy's takes a turn."
source = "1"
standing = "clear"
[[option]]
id = "T-OPT-01"
question = "What hits?"
default = { key = "five", means = "5 or more" }
alternatives = [{ key = "four", means = "4 or more" }]
clauses = ["T-SHOOT-01"]
"#;

#[derive(Clone, Copy, Debug)]
pub struct Toy;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct State {
    pub line: Length,
    pub hits_on: u8,
    pub at: Vec<Length>,
    pub strength: Vec<u32>,
    /// Each side's card; nothing when it is hidden from who looks.
    pub cards: Vec<Option<u8>>,
    pub shown: Vec<bool>,
    pub turn: Side,
    pub winner: Option<Side>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    Step { unit: UnitId, by: Length },
    Shoot { unit: UnitId },
    Look,
    Pass,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    Mustered { at: Vec<Length>, strength: Vec<u32>, cards: Vec<u8> },
    Stepped { unit: UnitId, to: Length },
    Shot { unit: UnitId, hits: u32 },
    StrengthLost { unit: UnitId, lost: u32 },
    FellBack { unit: UnitId, to: Length },
    CardShown { unit: UnitId, card: u8 },
    TurnPassed { to: Side },
    Ended { winner: Side },
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub enum Why {
    TooFar { asked: Length },
    OffTheLine { by: Length },
    NotYourTurn,
    NotYours,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::TooFar { asked } => write!(f, "{} in is farther than 3 in", asked.abs().in_inches()),
            Why::OffTheLine { by } => write!(f, "that is {} in off the line", by.in_inches()),
            Why::NotYourTurn => write!(f, "it is the other side's turn"),
            Why::NotYours => write!(f, "that counter is not yours"),
        }
    }
}

/// Hits, and whether the target falls back. A target that is destroyed has no nerve to test.
fn volley(strength: u32, hits_on: u8, dice: &mut dyn Dice) -> Result<(u32, bool), Wanted> {
    let hits = dice.count(SHOOT, 2, Die::D6, hits_on)?.min(strength);
    let falls_back = 0 < hits && hits < strength && dice.one(NERVE, Die::D6)? <= 2;
    Ok((hits, falls_back))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct VolleyFacts {
    target_strength: u32,
}

static PROCEDURES: [Procedure; 1] = [Procedure {
    name: "volley",
    about: "How many hits, and does the target fall back?",
    clauses: &[SHOOT, NERVE],
    facts: || schemars::schema_for!(VolleyFacts),
    prepare: |facts, settings| {
        let facts: VolleyFacts = facts_from(facts)?;
        let hits_on = hits_on(settings);
        Ok(Box::new(move |dice| {
            let (hits, falls_back) = volley(facts.target_strength, hits_on, dice)?;
            Ok(Outcome(vec![("hits", Fact::Number(i64::from(hits))), ("falls_back", Fact::Yes(falls_back))]))
        }))
    },
    explain: |_, _| Ok(Vec::new()),
}];

fn hits_on(settings: &Settings) -> u8 {
    if settings.departure(Clause::new("T-OPT-01")) == Some("four") { 4 } else { 5 }
}

fn blank_state(line: Length, settings: &Settings) -> State {
    State {
        line,
        hits_on: hits_on(settings),
        at: Vec::new(),
        strength: Vec::new(),
        cards: Vec::new(),
        shown: vec![false, false],
        turn: Side::Blue,
        winner: None,
    }
}

fn unit_of(side: Side) -> UnitId {
    UnitId(side as u16)
}

impl Ruleset for Toy {
    const ID: &'static str = "toy";
    const NAME: &'static str = "Two counters";
    const EDITION: &'static str = "one page, revision 1";

    type State = State;
    type Command = Command;
    type Event = Event;
    type Why = Why;
    type Question = longroll_kit::NoChoice;
    type Answer = longroll_kit::NoChoice;

    fn registry() -> &'static Registry {
        static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::parse(CLAUSES, "").unwrap());
        &REGISTRY
    }

    fn procedures() -> &'static [Procedure] {
        &PROCEDURES
    }

    fn blank(setup: &Setup) -> Result<State, SetupError> {
        // Forty yards of the battle are one inch of the line.
        Ok(blank_state(inches(i64::from(setup.scenario.field.width_yards / 40)), &setup.settings))
    }

    fn open(_: &Setup) -> Result<Vec<Event>, SetupError> {
        Ok(vec![Event::Mustered {
            at: vec![inches(10), inches(14)],
            strength: vec![3, 3],
            cards: vec![7, 9],
        }])
    }

    fn awaiting(state: &State) -> Awaiting {
        let wait = Wait { side: state.turn, clause: TURN, prompt: "give one command".to_owned() };
        Awaiting(if state.winner.is_some() { Vec::new() } else { vec![wait] })
    }

    fn handle(
        state: &State,
        by: Side,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Stop<Why>> {
        if state.turn != by || state.winner.is_some() {
            return Err(Refusal::new(TURN, Why::NotYourTurn).into());
        }
        let mut draft: Draft<Toy> = Draft::of(state);
        match command {
            Command::Step { unit, by: way } => {
                if *unit != unit_of(by) {
                    return Err(Refusal::new(TURN, Why::NotYours).into());
                }
                if !way.abs().within(inches(3)) {
                    return Err(Refusal::new(STEP_FAR, Why::TooFar { asked: *way }).into());
                }
                let to = state.at[unit.index()] + *way;
                let off = (Length::ZERO - to).max(to - state.line);
                if off > Length::ZERO {
                    return Err(Refusal::new(STEP_OFF, Why::OffTheLine { by: off }).into());
                }
                draft.emit(Event::Stepped { unit: *unit, to });
            }
            Command::Shoot { unit } => {
                if *unit != unit_of(by) {
                    return Err(Refusal::new(TURN, Why::NotYours).into());
                }
                let target = unit_of(by.enemy());
                let (hits, falls_back) = volley(state.strength[target.index()], state.hits_on, dice)?;
                draft.emit(Event::Shot { unit: *unit, hits });
                if hits > 0 {
                    draft.emit(Event::StrengthLost { unit: target, lost: hits });
                }
                if falls_back {
                    let back = if by == Side::Blue { inches(2) } else { -inches(2) };
                    draft.emit(Event::FellBack { unit: target, to: state.at[target.index()] + back });
                }
                if draft.strength[target.index()] == 0 {
                    draft.emit(Event::Ended { winner: by });
                }
            }
            Command::Look => {
                let unit = unit_of(by.enemy());
                draft.emit(Event::CardShown { unit, card: state.cards[unit.index()].unwrap_or(0) });
            }
            Command::Pass => {}
        }
        draft.emit(Event::TurnPassed { to: by.enemy() });
        Ok(draft.into_events())
    }

    fn apply(state: &mut State, event: &Event) {
        APPLIED.set(APPLIED.get() + 1);
        match event {
            Event::Mustered { at, strength, cards } => {
                state.at = at.clone();
                state.strength = strength.clone();
                state.cards = cards.iter().map(|card| Some(*card)).collect();
            }
            Event::Stepped { unit, to } | Event::FellBack { unit, to } => state.at[unit.index()] = *to,
            Event::Shot { .. } => {}
            Event::StrengthLost { unit, lost } => state.strength[unit.index()] -= lost,
            Event::CardShown { unit, .. } => state.shown[unit.index()] = true,
            Event::TurnPassed { to } => state.turn = *to,
            Event::Ended { winner } => state.winner = Some(*winner),
        }
    }

    fn actors(state: &State, side: Side) -> Vec<Actor> {
        if Self::awaiting(state).awaits(side) { vec![Actor::Side] } else { Vec::new() }
    }

    fn offers(_: &State, side: Side, _: Actor) -> Vec<Offer<Command>> {
        vec![Offer::Do(Command::Shoot { unit: unit_of(side) }), Offer::Do(Command::Pass)]
    }

    fn sample(_: &State, _: Side, _: &Region, _: &mut dyn FnMut() -> u64) -> Option<Command> {
        None
    }

    fn orders(_: &State, _: Side, _: UnitId) -> Vec<Order<Command, Why>> {
        Vec::new()
    }

    fn seen(state: &State, seat: Seat) -> State {
        let mut seen = state.clone();
        for (side, card) in seen.cards.iter_mut().enumerate() {
            if !state.shown[side] && seat.side().map(|side| side as usize) != Some(side) {
                *card = None;
            }
        }
        seen
    }

    fn view(state: &State, seat: Seat) -> View {
        let state = Self::seen(state, seat);
        let unit = |(place, (at, key)): (usize, (&Length, &str))| UnitView {
            id: UnitId(place as u16),
            key: key.to_owned(),
            name: format!("counter {key}"),
            formation: String::new(),
            side: Side::ALL[place],
            kind: "infantry",
            pose: Pose { at: Point::at(*at, Length::ZERO), facing: Heading::NORTH },
            has_facing: false,
            stands: Vec::new(),
            strength: None,
            on_table: true,
            signs: Vec::new(),
            details: Vec::new(),
        };
        View {
            ruleset: Self::ID,
            edition: Self::EDITION,
            unit_of_length: "in",
            field: Arc::new(Field::bare(state.line, inches(1))),
            round: 1,
            rounds: 1,
            active: Some(state.turn),
            steps: Vec::new(),
            units: state.at.iter().zip(["A", "X"]).enumerate().map(unit).collect(),
            objectives: Vec::new(),
            standing: standing(&state),
            outcome: state.winner.map(|winner| OutcomeView {
                winner: Some(winner),
                reason: "the enemy is destroyed".to_owned(),
            }),
        }
    }

    fn reveals(event: &Event) -> bool {
        matches!(event, Event::CardShown { .. })
    }

    fn tell(state: &State, event: &Event) -> Telling {
        let (clause, text) = match event {
            Event::Mustered { .. } => (None, "two counters stand on a line".to_owned()),
            Event::Stepped { unit, to } => {
                let way = (*to - state.at[unit.index()]).in_inches();
                (Some(STEP_FAR), format!("{unit} steps {way} in"))
            }
            Event::Shot { unit, hits } => (Some(SHOOT), format!("{unit} shoots and hits {hits} times")),
            Event::StrengthLost { unit, lost } => (Some(SHOOT), format!("{unit} loses {lost}")),
            Event::FellBack { unit, .. } => (Some(NERVE), format!("{unit} falls back")),
            Event::CardShown { unit, card } => (Some(CARD), format!("{unit} shows a {card}")),
            Event::TurnPassed { to } => (Some(TURN), format!("it is the turn of {to}")),
            Event::Ended { winner } => (None, format!("{winner} has won")),
        };
        Telling { clause, text }
    }

    fn cue(_: &State, _: &Event) -> longroll_kit::Cue {
        longroll_kit::Cue::none()
    }
    fn gist(_: &State, _: &Event) -> Option<String> {
        None
    }

    fn explain(_: &State, _: Side, _: &Command) -> Vec<longroll_kit::Explained> {
        Vec::new()
    }

    fn cost(_: &State, _: Side, _: &Command) -> Option<Cost> {
        None
    }

    fn sight(_: &State, _: UnitId, _: UnitId) -> Option<Sighting> {
        None
    }

    fn reaches(_: &State, _: UnitId) -> Vec<Reach> {
        Vec::new()
    }

    fn move_along(region: &Region, _: Vec<Leg>) -> Command {
        Command::Step { unit: region.unit, by: region.reach }
    }

    fn label(state: &State, command: &Command) -> String {
        Self::write_command(state, command)
    }

    fn losses(event: &Event) -> Vec<(UnitId, u32)> {
        match event {
            Event::StrengthLost { unit, lost } => vec![(*unit, *lost)],
            _ => Vec::new(),
        }
    }

    fn roster(_: &State) -> Vec<Tally> {
        Vec::new()
    }

    fn write_command(_: &State, command: &Command) -> String {
        let name = |unit: &UnitId| if unit.0 == 0 { "A" } else { "X" };
        match command {
            Command::Step { unit, by } => format!("step {} {}", name(unit), by.in_inches()),
            Command::Shoot { unit } => format!("shoot {}", name(unit)),
            Command::Look => "look".to_owned(),
            Command::Pass => "pass".to_owned(),
        }
    }

    fn read_command(_: &State, text: &str) -> Result<Command, String> {
        let unit = |word: &str| match word {
            "A" => Ok(UnitId(0)),
            "X" => Ok(UnitId(1)),
            _ => Err(format!("there is no counter {word:?}")),
        };
        match text.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["step", name, by] => {
                // Halves of an inch are fine enough for a toy.
                let (sign, size) = by.strip_prefix('-').map_or((1, *by), |size| (-1, size));
                let (whole, half) = size.strip_suffix(".5").map_or((size, 0), |whole| (whole, 1));
                let whole: i64 = whole.parse().map_err(|_| format!("{by:?} is not a length"))?;
                let halves = sign * whole.saturating_mul(2).saturating_add(half);
                Ok(Command::Step { unit: unit(name)?, by: Length::from_micrometres(12_700) * halves })
            }
            ["shoot", name] => Ok(Command::Shoot { unit: unit(name)? }),
            ["look"] => Ok(Command::Look),
            ["pass"] => Ok(Command::Pass),
            _ => Err(format!("{text:?} is not a command; commands are: step A 2, shoot A, look, pass")),
        }
    }

    fn arrange(setup: &CaseSetup, settings: &Settings) -> Result<State, String> {
        let mut state = blank_state(setup.field.width, settings);
        for (key, value) in &setup.game {
            match (key.as_str(), value.as_str()) {
                ("turn", Some("blue")) => state.turn = Side::Blue,
                ("turn", Some("gray")) => state.turn = Side::Gray,
                _ => return Err(format!("setup.{key} is not understood; known: turn")),
            }
        }
        for unit in &setup.units {
            let number =
                |key: &str| unit.get(key).and_then(Value::as_i64).ok_or(format!("a unit needs {key}"));
            state.at.push(inches(number("at")?));
            state.strength.push(u32::try_from(number("strength")?).map_err(|error| error.to_string())?);
            state.cards.push(Some(1));
        }
        if state.at.len() != 2 {
            return Err("two units are needed".to_owned());
        }
        Ok(state)
    }

    fn look_up(state: &State, name: &str) -> Result<Value, String> {
        let place = |unit: &str| match unit {
            "A" => Ok(0),
            "X" => Ok(1),
            _ => Err(format!("there is no counter {unit:?}")),
        };
        match name.split_once('.') {
            Some((unit, "at")) => Ok(serde_json::from_str(&state.at[place(unit)?].in_inches())
                .map_err(|error| error.to_string())?),
            Some((unit, "strength")) => Ok(json!(state.strength[place(unit)?])),
            _ if name == "turn" => Ok(json!(state.turn)),
            _ => Err(format!("{name:?} is unknown; known: A.at, A.strength, turn")),
        }
    }
}

fn standing(state: &State) -> BattleStanding {
    let side = |side| SideStanding {
        side,
        points: 0,
        lost: Toll { lost: 0, of: 1, what: "counters" },
        breaking: Breaking { now: 0, at: 1, of: 1, what: "counters lost", clause: SHOOT },
    };
    BattleStanding {
        ahead: state.winner,
        why: "the enemy is destroyed".to_owned(),
        clause: SHOOT,
        turns_left: 0,
        points_are: "points",
        sides: [side(Side::Blue), side(Side::Gray)],
        conditions: Vec::new(),
    }
}
