//! A sixth ruleset in miniature, written by docs/adding-a-ruleset.md alone: two pieces on a road through a ford, ten clauses, one printed
//! table, one option, and one choice in mid-course. Nothing outside this folder knows of it.

use longroll_dice::{Dice, Die, Reading, Wanted};
use longroll_kit::*;
use longroll_table::{Field, Heading, Length, Point, Pose, inches};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use std::sync::{Arc, LazyLock};

/// What the build script of a crate generates.
mod c {
    use longroll_kit::Clause;
    pub(super) const TURN_01: Clause = Clause::new("FO-TURN-01");
    pub(super) const TURN_02: Clause = Clause::new("FO-TURN-02");
    pub(super) const MOVE_01: Clause = Clause::new("FO-MOVE-01");
    pub(super) const MOVE_02: Clause = Clause::new("FO-MOVE-02");
    pub(super) const MOVE_03: Clause = Clause::new("FO-MOVE-03");
    pub(super) const FIRE_01: Clause = Clause::new("FO-FIRE-01");
    pub(super) const FIRE_02: Clause = Clause::new("FO-FIRE-02");
    pub(super) const NERVE_01: Clause = Clause::new("FO-NERVE-01");
    pub(super) const NERVE_02: Clause = Clause::new("FO-NERVE-02");
    pub(super) const WIN_01: Clause = Clause::new("FO-WIN-01");
    pub(super) const OPT_01: Clause = Clause::new("FO-OPT-01");
}

// ---- book

/// FO-TURN-02.
const MOST_COMMANDS: u32 = 20;
const ROAD: Length = inches(24);
/// FO-FIRE-02: the ford lies between these places of the road.
const FORD: (Length, Length) = (inches(11), inches(13));

#[derive(Deserialize)]
struct FireRow {
    to_in: InchCell,
    hits_on: u8,
}

static FIRE: LazyLock<Vec<FireRow>> =
    LazyLock::new(|| rows("fire.csv", include_str!("fire.csv")).expect("the embedded table parses"));

// ---- procedures

/// Everything that one fire looks at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct FireFacts {
    strength: u32,
    target_strength: u32,
    /// Whole inches.
    range: u32,
    in_ford: bool,
}

impl Default for FireFacts {
    fn default() -> Self {
        FireFacts { strength: 1, target_strength: 2, range: 4, in_ford: false }
    }
}

/// FO-FIRE-01, -02: the face that hits, with its reasons; nothing beyond the table.
fn hits_on(f: &FireFacts, bare: bool) -> Option<Settled> {
    let range = inches(i64::from(f.range));
    let row = FIRE.iter().find(|row| range.within(row.to_in.0))?;
    let mut m = Mods::new();
    m.line(true, c::FIRE_01, "by the table", Effect::HitsOn(row.hits_on));
    m.when(f.in_ford && !bare, c::FIRE_02, "in the ford", 1);
    Some(m.settle(Stack::All))
}

fn face(settled: &Settled) -> u8 {
    let printed = settled.lines.iter().find_map(|line| match line.effect {
        Effect::HitsOn(face) => Some(i32::from(face)),
        _ => None,
    });
    u8::try_from(printed.unwrap_or(7) + settled.total).unwrap_or(7)
}

/// Hits, and whether the target falls back. FO-NERVE-01: who is destroyed has no nerve to test.
fn fire(f: &FireFacts, bare: bool, dice: &mut dyn Dice) -> Result<(u32, bool), Wanted> {
    let Some(settled) = hits_on(f, bare) else { return Ok((0, false)) };
    let hits = dice.count(c::FIRE_01, f.strength, Die::D6, face(&settled))?.min(f.target_strength);
    let falls_back = 0 < hits && hits < f.target_strength && dice.one(c::NERVE_01, Die::D6)? <= 2;
    Ok((hits, falls_back))
}

fn is_bare(settings: &Settings) -> bool {
    settings.departure(c::OPT_01).is_some()
}

static PROCEDURES: [Procedure; 1] = [Procedure {
    name: "fire",
    about: "One fire: the hits, and whether the target falls back.",
    clauses: &[c::FIRE_01, c::FIRE_02, c::NERVE_01],
    facts: || schema_for!(FireFacts),
    prepare: |facts, settings| {
        let (facts, bare) = (facts_from::<FireFacts>(facts)?, is_bare(settings));
        Ok(Box::new(move |dice| {
            let (hits, falls_back) = fire(&facts, bare, dice)?;
            Ok(Outcome(vec![("hits", Fact::Number(hits.into())), ("falls_back", Fact::Yes(falls_back))]))
        }))
    },
    explain: |facts, settings| Ok(fire_list(&facts_from(facts)?, is_bare(settings)).into_iter().collect()),
}];

fn fire_list(f: &FireFacts, bare: bool) -> Option<Explained> {
    let settled = hits_on(f, bare)?;
    let result = format!("{}, each {} or more hits", number_of_dice(f.strength), face(&settled));
    Some(Explained { title: "The fire".to_owned(), result, settled })
}

// ---- field

fn measure(state: &State, by: UnitId) -> FireFacts {
    let target = state.other(by);
    let place = state.unit(target).at;
    let apart = (place - state.unit(by).at).abs().micrometres().unsigned_abs();
    FireFacts {
        strength: state.unit(by).strength,
        target_strength: state.unit(target).strength,
        range: u32::try_from(apart.div_ceil(inches(1).micrometres().unsigned_abs())).unwrap_or(u32::MAX),
        in_ford: FORD.0 <= place && place <= FORD.1,
    }
}

// ---- turn

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct State {
    bare: bool,
    muster: Muster,
    units: Vec<Unit>,
    turn: Side,
    given: u32,
    pub(crate) end: Option<End>,
    pub(crate) question: Option<Waiting>,
    /// The state in which the command that waits was given.
    #[serde(skip)]
    before: Option<Arc<State>>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize)]
struct Muster {
    pieces: Vec<Piece>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct Piece {
    key: String,
    name: String,
    side: Side,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct Unit {
    at: Length,
    strength: u32,
}

/// The command that waits for FO-NERVE-02, with its dice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Waiting {
    unit: UnitId,
    by: Side,
    command: Box<Command>,
    dice: Vec<u32>,
    done: usize,
}

unit_accessors!(State, Piece, Unit);

impl State {
    fn other(&self, id: UnitId) -> UnitId {
        UnitId(1 - id.0.min(1))
    }

    /// Which way is back: away from the enemy.
    fn back(&self, id: UnitId) -> i64 {
        if self.unit(id).at < self.unit(self.other(id)).at { -1 } else { 1 }
    }

    fn awaited(&self) -> Option<Side> {
        match (&self.end, &self.question) {
            (Some(_), _) => None,
            (None, Some(waiting)) => Some(self.side(waiting.unit)),
            (None, None) => Some(self.turn),
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Command {
    Move {
        unit: UnitId,
        by: Length,
    },
    Fire {
        unit: UnitId,
    },
    /// FO-NERVE-02.
    Back {
        inches: u8,
    },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Event {
    Mustered {
        at: Vec<Length>,
        strength: Vec<u32>,
    },
    Moved {
        unit: UnitId,
        to: Length,
    },
    Fired {
        unit: UnitId,
        hits: u32,
    },
    FellBack {
        unit: UnitId,
        to: Length,
    },
    /// Before the events of a command that will stop.
    Stopped,
    Asked(Waiting),
    Answered,
    TurnPassed,
    Ended(End),
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) enum Why {
    NotAwaited,
    NotYours,
    TooFar { measured: Length },
    OffTheRoad,
    TooNear { gap: Length },
    OutOfRange { inches: u32 },
    AnswerFirst,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::NotAwaited => write!(f, "it is the other side's turn"),
            Why::NotYours => write!(f, "that piece is not yours"),
            Why::TooFar { measured } => write!(f, "{} in, 4 in allowed", measured.in_inches()),
            Why::OffTheRoad => write!(f, "the road ends there"),
            Why::TooNear { gap } => write!(f, "{} in would be left, at least 1 in must be", gap.in_inches()),
            Why::OutOfRange { inches } => write!(f, "{inches} in away, 12 in allowed"),
            Why::AnswerFirst => write!(f, "say first how far the piece falls back: 1 in or 3 in"),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Ford;

fn refuse<T>(clause: Clause, why: Why) -> Result<T, Stop<Why>> {
    Err(Refusal::new(clause, why).into())
}

/// One command, from its beginning to its end; what the owner chooses is asked for like a die.
fn obey(draft: &mut Draft<Ford>, by: Side, command: &Command, dice: &mut dyn Dice) -> Result<(), Stop<Why>> {
    let own = |draft: &State, unit: UnitId| match unit.index() < draft.units.len() && draft.side(unit) == by {
        true => Ok(()),
        false => refuse(c::TURN_01, Why::NotYours),
    };
    match command {
        Command::Move { unit, by } => {
            own(draft, *unit)?;
            if !by.abs().within(inches(4)) {
                return refuse(c::MOVE_01, Why::TooFar { measured: by.abs() });
            }
            let to = draft.unit(*unit).at + *by;
            if to < Length::ZERO || to > ROAD {
                return refuse(c::MOVE_02, Why::OffTheRoad);
            }
            let enemy = draft.unit(draft.other(*unit)).at;
            let gap = if draft.back(*unit) < 0 { enemy - to } else { to - enemy };
            if gap < inches(1) {
                return refuse(c::MOVE_03, Why::TooNear { gap });
            }
            draft.emit(Event::Moved { unit: *unit, to });
        }
        Command::Fire { unit } => {
            own(draft, *unit)?;
            let facts = measure(draft, *unit);
            if hits_on(&facts, draft.bare).is_none() {
                return refuse(c::FIRE_01, Why::OutOfRange { inches: facts.range });
            }
            let target = draft.other(*unit);
            let (hits, falls_back) = fire(&facts, draft.bare, dice)?;
            draft.emit(Event::Fired { unit: *unit, hits });
            if falls_back {
                let far = draft.choose(c::NERVE_02, target)?;
                let to = draft.unit(target).at + inches(i64::from(far)) * draft.back(target);
                let to = to.max(Length::ZERO).min(ROAD);
                draft.emit(Event::FellBack { unit: target, to });
            }
            if draft.unit(target).strength == 0 {
                let reason = format!("{} is destroyed", draft.name(target));
                draft.emit(Event::Ended(End { winner: Some(by), clause: c::WIN_01, reason }));
            }
        }
        Command::Back { .. } => return refuse(c::TURN_01, Why::NotAwaited),
    }
    draft.emit(Event::TurnPassed);
    if draft.end.is_none() && draft.given >= MOST_COMMANDS {
        let end = last_count(draft);
        draft.emit(Event::Ended(end));
    }
    Ok(())
}

/// FO-TURN-02.
fn last_count(state: &State) -> End {
    let [blue, gray] = [0, 1].map(|place| state.units.get(place).map_or(0, |unit| unit.strength));
    let winner = match blue.cmp(&gray) {
        std::cmp::Ordering::Greater => Some(Side::Blue),
        std::cmp::Ordering::Less => Some(Side::Gray),
        std::cmp::Ordering::Equal => None,
    };
    End { winner, clause: c::TURN_02, reason: format!("strength {blue} against {gray}") }
}

fn blank_state(settings: &Settings) -> State {
    State {
        bare: is_bare(settings),
        muster: Muster::default(),
        units: Vec::new(),
        turn: Side::Blue,
        given: 0,
        end: None,
        question: None,
        before: None,
    }
}

impl Ruleset for Ford {
    const ID: &'static str = "ford";
    const NAME: &'static str = "The Ford";
    const EDITION: &'static str = "two pages, revision 1";

    type State = State;
    type Command = Command;
    type Event = Event;
    type Why = Why;
    type Question = UnitId;
    type Answer = u8;

    fn registry() -> &'static Registry {
        static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
            Registry::parse(include_str!("clauses.toml"), "").expect("the embedded registry parses")
        });
        &REGISTRY
    }

    fn procedures() -> &'static [Procedure] {
        &PROCEDURES
    }

    fn blank(setup: &Setup) -> Result<State, SetupError> {
        Ok(blank_state(&setup.settings))
    }

    fn open(_: &Setup) -> Result<Vec<Event>, SetupError> {
        Ok(vec![Event::Mustered { at: vec![inches(8), inches(16)], strength: vec![3, 3] }])
    }

    fn awaiting(state: &State) -> Awaiting {
        let prompt = match &state.question {
            Some(waiting) => (c::NERVE_02, format!("{} falls back: 1 in or 3 in", state.name(waiting.unit))),
            None => (c::TURN_01, "Give one command".to_owned()),
        };
        let wait = |side| Wait { side, clause: prompt.0, prompt: prompt.1.clone() };
        Awaiting(state.awaited().map(wait).into_iter().collect())
    }

    fn handle(
        state: &State,
        by: Side,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Stop<Why>> {
        if state.awaited() != Some(by) {
            return refuse(c::TURN_01, Why::NotAwaited);
        }
        let (start, first, given, thrown, answers, done) = match (&state.question, &state.before, command) {
            (None, ..) => (state, by, command, Vec::new(), Vec::new(), 0),
            (Some(waiting), Some(before), Command::Back { inches: far @ (1 | 3) }) => {
                let thrown = waiting.dice.iter().copied().map(Reading::Number).collect();
                (&**before, waiting.by, &*waiting.command, thrown, vec![*far], waiting.done)
            }
            _ => return refuse(c::NERVE_02, Why::AnswerFirst),
        };
        let worked = work(start, thrown, answers, dice, |draft: &mut Draft<Ford>, dice| {
            obey(draft, first, given, dice)
        });
        let all = worked.events.len();
        let mut events: Vec<Event> = worked.events.into_iter().skip(done).collect();
        match (&state.question, &worked.end) {
            (Some(_), _) => events.insert(0, Event::Answered),
            (None, WorkEnd::Asks(_)) => events.insert(0, Event::Stopped),
            (None, _) => {}
        }
        match worked.end {
            WorkEnd::Done => {}
            WorkEnd::Stopped(stop) => return Err(stop),
            WorkEnd::Asks(unit) => {
                let numbers = worked.thrown.iter().filter_map(|reading| match reading {
                    Reading::Number(number) => Some(*number),
                    Reading::Faces(_) => None,
                });
                let (command, dice) = (Box::new(given.clone()), numbers.collect());
                events.push(Event::Asked(Waiting { unit, by: first, command, dice, done: all }));
            }
        }
        Ok(events)
    }

    fn apply(state: &mut State, event: &Event) {
        match event {
            Event::Mustered { at, strength } => {
                let piece = |(key, name, side): (&str, &str, Side)| Piece {
                    key: key.to_owned(),
                    name: name.to_owned(),
                    side,
                };
                let pieces = [("A", "the guard", Side::Blue), ("X", "the column", Side::Gray)];
                state.muster.pieces = pieces.into_iter().map(piece).collect();
                let both = at.iter().zip(strength);
                state.units = both.map(|(at, strength)| Unit { at: *at, strength: *strength }).collect();
            }
            Event::Moved { unit, to } | Event::FellBack { unit, to } => state.units[unit.index()].at = *to,
            Event::Fired { unit, hits } => {
                let target = state.other(*unit).index();
                state.units[target].strength = state.units[target].strength.saturating_sub(*hits);
            }
            Event::Stopped => state.before = Some(Arc::new(state.clone())),
            Event::Asked(waiting) => state.question = Some(waiting.clone()),
            Event::Answered => (state.question, state.before) = (None, None),
            Event::TurnPassed => {
                state.turn = state.turn.enemy();
                state.given += 1;
            }
            Event::Ended(end) => state.end = Some(end.clone()),
        }
    }

    fn actors(state: &State, side: Side) -> Vec<Actor> {
        if state.awaited() == Some(side) { vec![Actor::Side] } else { Vec::new() }
    }

    fn offers(state: &State, side: Side, _: Actor) -> Vec<Offer<Command>> {
        let unit = UnitId(side as u16);
        let mut all: Vec<Command> = [1, 3].map(|inches| Command::Back { inches }).to_vec();
        all.push(Command::Fire { unit });
        all.extend([-4, -1, 0, 1, 4].map(|by| Command::Move { unit, by: inches(by) }));
        let dice = || longroll_dice::Rolling::new(longroll_dice::Scripted::new(Vec::new()));
        let is_lawful = |command: &Command| {
            !matches!(Self::handle(state, side, command, &mut dice()), Err(Stop::Refused(_)))
        };
        all.into_iter().filter(is_lawful).map(Offer::Do).collect()
    }

    fn sample(_: &State, _: Side, _: &Region, _: &mut dyn FnMut() -> u64) -> Option<Command> {
        None
    }

    fn orders(_: &State, _: Side, _: UnitId) -> Vec<Order<Command, Why>> {
        Vec::new()
    }

    fn seen(state: &State, _: Seat) -> State {
        state.clone()
    }

    fn view(state: &State, _: Seat) -> View {
        let unit = |id: UnitId| UnitView {
            id,
            key: state.piece(id).key.clone(),
            name: state.name(id).to_owned(),
            formation: String::new(),
            side: state.side(id),
            kind: "infantry",
            pose: Pose { at: Point::at(state.unit(id).at, Length::ZERO), facing: Heading::NORTH },
            has_facing: false,
            stands: Vec::new(),
            strength: Some((state.unit(id).strength, 3)),
            on_table: state.unit(id).strength > 0,
            signs: Vec::new(),
            details: Vec::new(),
        };
        View {
            ruleset: Self::ID,
            edition: Self::EDITION,
            unit_of_length: "in",
            field: Arc::new(Field::bare(ROAD, inches(1))),
            round: state.given + 1,
            rounds: MOST_COMMANDS,
            active: state.awaited(),
            steps: Vec::new(),
            units: state.ids().map(unit).collect(),
            objectives: Vec::new(),
            standing: standing(state),
            outcome: state
                .end
                .as_ref()
                .map(|end| OutcomeView { winner: end.winner, reason: end.reason.clone() }),
        }
    }

    fn reveals(_: &Event) -> bool {
        false
    }

    fn tell(state: &State, event: &Event) -> Telling {
        let name = |unit: &UnitId| state.name(*unit).to_owned();
        let (clause, text) = match event {
            Event::Mustered { .. } => (None, "Two pieces stand on the road".to_owned()),
            Event::Moved { unit, to } => {
                (Some(c::MOVE_01), format!("{} moves to {} in", name(unit), to.in_inches()))
            }
            Event::Fired { unit, hits } => {
                (Some(c::FIRE_01), format!("{} fires and hits {hits} times", name(unit)))
            }
            Event::FellBack { unit, to } => {
                (Some(c::NERVE_02), format!("{} falls back to {} in", name(unit), to.in_inches()))
            }
            Event::Stopped | Event::Asked(_) | Event::Answered | Event::TurnPassed => (None, String::new()),
            Event::Ended(end) => (Some(end.clause), end.reason.clone()),
        };
        Telling { clause, text }
    }

    fn gist(_: &State, _: &Event) -> Option<String> {
        None
    }

    fn cue(_: &State, _: &Event) -> Cue {
        Cue::none()
    }

    fn explain(state: &State, _: Side, command: &Command) -> Vec<Explained> {
        match command {
            Command::Fire { unit } => fire_list(&measure(state, *unit), state.bare).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn calculation(state: &State, _: Side, command: &Command) -> Option<Calculation> {
        match command {
            Command::Fire { unit } => Calculation::new("fire", &measure(state, *unit)),
            _ => None,
        }
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

    fn losses(event: &Event) -> Vec<(UnitId, u32)> {
        match event {
            Event::Fired { unit, hits } => vec![(UnitId(1 - unit.0.min(1)), *hits)],
            _ => Vec::new(),
        }
    }

    fn roster(_: &State) -> Vec<Tally> {
        Vec::new()
    }

    fn move_along(region: &Region, _: Vec<Leg>) -> Command {
        Command::Move { unit: region.unit, by: region.reach }
    }

    fn label(state: &State, command: &Command) -> String {
        Self::write_command(state, command)
    }

    fn write_command(state: &State, command: &Command) -> String {
        let key = |id: &UnitId| key_of(*id, state.muster.pieces.get(id.index()).map(|piece| &piece.key));
        match command {
            Command::Move { unit, by } => format!("move {} {}", key(unit), write_inches(*by)),
            Command::Fire { unit } => format!("fire {}", key(unit)),
            Command::Back { inches } => format!("back {inches}"),
        }
    }

    fn read_command(state: &State, text: &str) -> Result<Command, String> {
        let unit = |name: &str| unit_named(|key| state.find(key), name);
        match text.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["move", name, by] => Ok(Command::Move { unit: unit(name)?, by: inches_in(by)? }),
            ["fire", name] => Ok(Command::Fire { unit: unit(name)? }),
            ["back", far] => {
                Ok(Command::Back { inches: far.parse().map_err(|_| format!("{far:?} is no number"))? })
            }
            _ => Err(format!("{text:?} is not a command; commands are: move A 2, fire A, back 1")),
        }
    }

    fn arrange(setup: &CaseSetup, settings: &Settings) -> Result<State, String> {
        let number = |unit: &Value, key: &str| {
            let number = unit.get(key).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
            number.ok_or(format!("a unit needs {key}"))
        };
        let (mut at, mut strength) = (Vec::new(), Vec::new());
        for unit in &setup.units {
            at.push(inches(number(unit, "at")?.into()));
            strength.push(number(unit, "strength")?);
        }
        if at.len() != 2 {
            return Err("two units are needed".to_owned());
        }
        let mut state = blank_state(settings);
        Self::apply(&mut state, &Event::Mustered { at, strength });
        Ok(state)
    }

    fn look_up(state: &State, name: &str) -> Result<Value, String> {
        let Some((unit, what)) = name.split_once('.') else { return Err(format!("{name:?} is no fact")) };
        let unit = state.unit(unit_named(|key| state.find(key), unit)?);
        match what {
            "at" => Ok(json!(inches_shown(unit.at.micrometres()))),
            "strength" => Ok(json!(unit.strength)),
            _ => Err(format!("{name:?} is not a fact; a unit has at and strength")),
        }
    }
}

fn standing(state: &State) -> BattleStanding {
    let End { winner, clause, reason } = state.end.clone().unwrap_or_else(|| last_count(state));
    let side = |side: Side| {
        let left = state.units.get(side as usize).map_or(0, |unit| unit.strength);
        SideStanding {
            side,
            points: left,
            lost: Toll { lost: u64::from(3_u32.saturating_sub(left)), of: 3, what: "strength" },
            breaking: Breaking {
                now: 3_u32.saturating_sub(left),
                at: 3,
                of: 3,
                what: "strength lost",
                clause: c::WIN_01,
            },
        }
    };
    BattleStanding {
        ahead: winner,
        why: reason,
        clause,
        turns_left: MOST_COMMANDS.saturating_sub(state.given),
        points_are: "strength left",
        sides: [side(Side::Blue), side(Side::Gray)],
        conditions: vec![Condition { text: "Who is destroyed has lost.".to_owned(), clause: c::WIN_01 }],
    }
}
