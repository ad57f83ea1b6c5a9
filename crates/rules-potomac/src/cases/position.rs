//! Positions set up by hand, and facts of a position by name, for rule cases.

use crate::book::kinds::{Gun, Kind, Quality, Standing, Weapon};
use crate::book::options::Options;
use crate::book::tables::constants;
use crate::field::body::{Body, Cell};
use crate::ruleset::{PotomacDraft, blank_state};
use crate::turn::event::Event;
use crate::turn::muster::{add_lines, assign, blank, works};
use crate::turn::sequence::go_on;
use crate::turn::state::{Fate, Muster, Phase, Piece, State, Status};
use longroll_dice::{Rolling, Scripted};
use longroll_kit::{
    CaseSetup, Draft, EdgesByHand, ObjectiveByHand, Settings, Side, UnitId, centimetres_in, degrees_in,
    degrees_shown, held_fact, length_by_hand, place_by_hand, plain,
};
use longroll_table::{BaseSize, Length, Point, Pose, distance};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The position as the case describes it. A side without an officer gets a general in its corner, far from everybody.
pub(crate) fn arrange(setup: &CaseSetup, settings: &Settings) -> Result<State, String> {
    let game: GameSetup = serde_json::from_value(Value::Object(setup.game.clone()))
        .map_err(|error| format!("setup: {error}"))?;
    let units: Vec<UnitSetup> = setup
        .units
        .iter()
        .enumerate()
        .map(|(place, unit)| {
            UnitSetup::deserialize(unit).map_err(|error| format!("setup.unit, number {}: {error}", place + 1))
        })
        .collect::<Result<_, _>>()?;
    let stand = match &game.stand {
        None => constants().stand,
        Some([front, depth]) => BaseSize::new(length(front)?, length(depth)?),
    };
    let mut pieces: Vec<Piece> = units.iter().map(UnitSetup::piece).collect::<Result<_, _>>()?;
    for (place, unit) in units.iter().enumerate() {
        if units[..place].iter().any(|other| other.name == unit.name) {
            return Err(format!("two units are called {:?}", unit.name));
        }
    }
    let find = |name: &str, of: &str| {
        units
            .iter()
            .position(|unit| unit.name == name)
            .map(|place| UnitId(place as u16))
            .ok_or_else(|| format!("{of}: there is no unit {name:?}"))
    };
    for (place, unit) in units.iter().enumerate() {
        pieces[place].officer = unit.officer.as_ref().map(|name| find(name, &unit.name)).transpose()?;
        pieces[place].with = unit.with.as_ref().map(|name| find(name, &unit.name)).transpose()?;
    }
    assign(&mut pieces);
    add_generals(&mut pieces, setup);
    add_lines(&mut pieces);
    for (place, unit) in units.iter().enumerate() {
        if let Some(line) = pieces[place].partner {
            pieces[line.index()].bases = unit.line(stand)?;
        }
    }
    let mut state = blank_state(setup.field.clone(), Options::from_settings(settings));
    let mut muster = Muster {
        pieces,
        stand,
        officer_base: match &game.officer_base {
            None => None,
            Some([front, depth]) => Some(BaseSize::new(length(front)?, length(depth)?)),
        },
        edges: [game.edges.blue, game.edges.gray],
        turns: game.turns,
        first: game.first,
        break_at: game.break_at,
        works: works(&setup.field),
        objectives: game
            .objectives
            .iter()
            .map(|objective| objective.objective(centimetres_in))
            .collect::<Result<_, _>>()?,
    };
    for (name, own) in &game.works {
        let work = muster.works.iter_mut().find(|work| work.key == *name || work.name == *name);
        let work = work.ok_or_else(|| format!("works: there is no work {name:?}"))?;
        work.strength = own.strength.unwrap_or(work.strength).max(1);
        work.cohesion = own.cohesion.unwrap_or(work.cohesion);
        work.owner = own.owner;
    }
    Event::Mustered(muster).apply(&mut state);
    state.turn = game.turn;
    state.active = game.active;
    state.first = game.first.unwrap_or(game.active);
    state.phase = game.phase;
    state.ready = [game.phase != Phase::SetUp; 2];
    for (name, own) in &game.works {
        if let Some(place) =
            state.muster.works.iter().position(|work| work.key == *name || work.name == *name)
        {
            state.works[place].hits = own.hits;
        }
    }
    let mut groups: BTreeMap<&str, u16> = BTreeMap::new();
    for (place, unit) in units.iter().enumerate() {
        unit.dress(&mut state, UnitId(place as u16), &mut groups)?;
        if let Some(name) = &unit.battery {
            state.units[place].status = Status::Retreating { battery: Some(find(name, &unit.name)?) };
        }
    }
    state.next_group = groups.len() as u16;
    if let Some(name) = &game.acting {
        state.officer = Some(find(name, "acting")?);
    }
    if matches!(game.phase, Phase::Initiative) {
        wake(&mut state);
    }
    if matches!(game.phase, Phase::Start) {
        let mut draft: PotomacDraft = Draft::of(&state);
        let side = state.active;
        crate::turn::sequence::begin_tenure(&mut draft, side, game.turn);
        let script = Scripted::parse(&game.dice).map_err(|error| format!("setup.dice: {error}"))?;
        let mut dice = Rolling::new(script);
        go_on(&mut draft, &mut dice).map_err(|wanted| format!("setup.dice: {wanted}"))?;
        if !dice.source().left_over().is_empty() {
            return Err("setup.dice: more dice than are thrown at the start".to_owned());
        }
        state = (*draft).clone();
    }
    Ok(state)
}

fn wake(state: &mut State) {
    for id in state.ids() {
        if state.side(id) == state.active && state.is_placed(id) {
            let near = crate::field::sight::enemies_near(state, id).collect();
            state.units[id.index()].awake = near;
        }
    }
}

fn add_generals(pieces: &mut Vec<Piece>, setup: &CaseSetup) {
    let corner = |side: Side| match side {
        Side::Blue => Point::new(10_000, 10_000),
        Side::Gray => {
            Point::at(setup.field.width - longroll_table::cm(1), setup.field.height - longroll_table::cm(1))
        }
    };
    for side in Side::ALL {
        let own = pieces.iter().any(|piece| piece.side == *side && piece.kind == Kind::Officer);
        let units = pieces.iter().any(|piece| piece.side == *side);
        if own || !units {
            continue;
        }
        let pose = Pose::new(corner(*side), Default::default());
        let name = format!("{side}-general").to_lowercase();
        let officer = UnitId(pieces.len() as u16);
        for piece in pieces.iter_mut().filter(|piece| piece.side == *side) {
            piece.officer = Some(officer);
        }
        pieces.push(Piece {
            key: name.clone(),
            name,
            kind: Kind::Officer,
            rating: 8,
            is_general: true,
            bases: vec![pose],
            ..blank(*side, pose)
        });
    }
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct GameSetup {
    active: Side,
    phase: Phase,
    turn: u32,
    turns: u32,
    first: Option<Side>,
    acting: Option<String>,
    edges: EdgesByHand,
    stand: Option<[Value; 2]>,
    officer_base: Option<[Value; 2]>,
    /// Of flights at the start of the tenure.
    dice: String,
    break_at: [Option<u32>; 2],
    works: BTreeMap<String, WorkSetup>,
    objectives: Vec<ObjectiveByHand>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct WorkSetup {
    strength: Option<u8>,
    cohesion: Option<u8>,
    hits: u8,
    owner: Option<Side>,
}

impl Default for GameSetup {
    fn default() -> Self {
        GameSetup {
            active: Side::Blue,
            phase: Phase::Command,
            turn: 1,
            turns: 12,
            first: None,
            acting: None,
            edges: EdgesByHand::default(),
            stand: None,
            officer_base: None,
            dice: String::new(),
            break_at: [None, None],
            works: BTreeMap::new(),
            objectives: Vec::new(),
        }
    }
}

/// One unit or officer of a case. What is left out is as at the start of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitSetup {
    name: String,
    side: Side,
    #[serde(rename = "type", default = "infantry")]
    kind: Kind,
    /// The middle of its front edge; of an officer, of his base. An attached officer needs none.
    #[serde(default)]
    at: Option<[Value; 2]>,
    #[serde(default)]
    facing: Option<Value>,
    #[serde(default = "four")]
    stands: u8,
    /// Stands at the start of the battle; left out: those it has.
    #[serde(default)]
    start: Option<u8>,
    /// Left out: all stands in one rank.
    #[serde(default)]
    files: Option<u8>,
    /// Stands one by one as [rank, file], for irregular formations.
    #[serde(default)]
    cells: Option<Vec<[u8; 2]>>,
    /// A single stand declared to be in column.
    #[serde(default)]
    column: bool,
    #[serde(default)]
    quality: Quality,
    #[serde(default = "three")]
    strength: u8,
    #[serde(default = "one")]
    firepower: u8,
    #[serde(default = "three")]
    melee: u8,
    #[serde(default)]
    weapon: Weapon,
    #[serde(default)]
    standing: Standing,
    #[serde(default)]
    fear: bool,
    #[serde(default)]
    gun: Option<Gun>,
    #[serde(default)]
    limbered: bool,
    #[serde(default = "yes")]
    mounted: bool,
    /// Where the horses of dismounted cavalry are; left out: where it stands.
    #[serde(default)]
    horses: Option<[Value; 2]>,
    #[serde(default)]
    hits: u8,
    #[serde(default)]
    confused: bool,
    #[serde(default)]
    retreating: bool,
    /// The battery from whose fire it is Retreating.
    #[serde(default)]
    battery: Option<String>,
    #[serde(default)]
    ready: bool,
    #[serde(default)]
    group: Option<String>,
    #[serde(default)]
    received: u8,
    #[serde(default)]
    acted: bool,
    #[serde(default)]
    evaded: bool,
    /// Rounds of fire its skirmishers have absorbed this tenure.
    #[serde(default)]
    absorbed: u8,
    #[serde(default)]
    fate: Option<Fate>,
    #[serde(default)]
    officer: Option<String>,
    /// Skirmish stands already out, by their middles; they face as the parent.
    #[serde(default)]
    skirmishers: Vec<[Value; 2]>,
    /// Crews away from their guns: where the middle of the guns' front is.
    #[serde(default)]
    guns_at: Option<[Value; 2]>,
    #[serde(default)]
    guns: Option<u8>,
    #[serde(default = "eight")]
    rating: u8,
    #[serde(default)]
    value: i8,
    #[serde(default)]
    general: bool,
    #[serde(default)]
    with: Option<String>,
    #[serde(default)]
    of_group: bool,
    #[serde(default)]
    given: u8,
    #[serde(default)]
    done: bool,
}

fn yes() -> bool {
    true
}

fn one() -> u8 {
    1
}

fn three() -> u8 {
    3
}

fn four() -> u8 {
    4
}

fn eight() -> u8 {
    8
}

fn infantry() -> Kind {
    Kind::Infantry
}

impl UnitSetup {
    fn piece(&self) -> Result<Piece, String> {
        let wrong = |what: String| Err(format!("{}: {what}", self.name));
        if self.kind == Kind::Skirmishers {
            return wrong("skirmishers are set up with their parent: skirmishers = [[x, y], …]".to_owned());
        }
        if !(2..=12).contains(&self.rating) {
            return wrong(format!("a rating of {} is not between 2 and 12", self.rating));
        }
        if !(-3..=3).contains(&self.value) {
            return wrong(format!("a Combat Value of {} is not between −3 and 3", self.value));
        }
        if self.strength == 0 {
            return wrong("Strength is at least 1".to_owned());
        }
        if self.stands > 30 {
            return wrong("more than 30 stands".to_owned());
        }
        let at = match (&self.at, &self.with) {
            (Some(at), _) => point(at)?,
            (None, Some(_)) => Point::default(),
            (None, None) => return wrong("say where it is: at = [x, y]".to_owned()),
        };
        let facing = match &self.facing {
            None => Default::default(),
            Some(value) => degrees_in(&plain(value))?,
        };
        let pose = Pose::new(at, facing);
        let officer = self.kind == Kind::Officer;
        let gun = match (self.kind, self.gun) {
            (Kind::Artillery, gun) => Some(gun.unwrap_or(Gun::SbMedium)),
            (_, None) => None,
            (_, Some(_)) => return wrong("only artillery has guns".to_owned()),
        };
        Ok(Piece {
            key: self.name.clone(),
            name: self.name.clone(),
            kind: self.kind,
            quality: self.quality,
            strength: self.strength,
            firepower: self.firepower,
            melee: self.melee,
            weapon: self.weapon,
            standing: self.standing,
            fear: self.fear,
            gun,
            stands: if officer { 0 } else { self.stands },
            rating: if officer { self.rating } else { 0 },
            value: if officer { self.value } else { 0 },
            is_general: officer && self.general,
            body: self.body(pose),
            bases: if officer { vec![pose] } else { Vec::new() },
            limbered: self.limbered,
            mounted: self.kind == Kind::Cavalry && self.mounted,
            ..blank(self.side, pose)
        })
    }

    fn body(&self, pose: Pose) -> Body {
        if self.kind == Kind::Officer {
            return Body::new(pose, 0, 1);
        }
        let mut body = Body::new(pose, self.stands, self.files.unwrap_or(self.stands));
        body.column = self.column;
        if let Some(cells) = &self.cells {
            body.cells = cells.iter().map(|[rank, file]| Cell { rank: *rank, file: *file }).collect();
            body.files = cells.iter().map(|[_, file]| file.saturating_add(1)).max().unwrap_or(1);
        }
        body
    }

    fn line(&self, _: BaseSize) -> Result<Vec<Pose>, String> {
        let facing = match &self.facing {
            None => Default::default(),
            Some(value) => degrees_in(&plain(value))?,
        };
        self.skirmishers.iter().map(|at| Ok(Pose::new(point(at)?, facing))).collect()
    }

    fn dress<'a>(
        &'a self,
        state: &mut State,
        id: UnitId,
        groups: &mut BTreeMap<&'a str, u16>,
    ) -> Result<(), String> {
        let has = u32::from(self.stands)
            + u32::from(crate::procedures::losses::returning(self.skirmishers.len() as u8));
        let started = self.start.map_or(has, |start| has.max(u32::from(start)));
        if self.kind != Kind::Officer {
            let mut muster = (*state.muster).clone();
            muster.pieces[id.index()].stands = u8::try_from(started).unwrap_or(u8::MAX);
            state.muster = Arc::new(muster);
        }
        let next = groups.len() as u16;
        let group = self.group.as_deref().map(|name| *groups.entry(name).or_insert(next));
        let guns = match &self.guns_at {
            None => None,
            Some(at) => {
                let pose = Pose::new(point(at)?, state.unit(id).body.front.facing);
                let count = self.guns.unwrap_or(self.stands);
                Some(Body::new(pose, count, count))
            }
        };
        let unit = &mut state.units[id.index()];
        if let Some(at) = &self.horses {
            unit.horses = Some(point(at)?);
        }
        unit.group = group;
        unit.guns = guns;
        unit.hits = self.hits;
        unit.status = match (self.retreating, self.confused) {
            (true, _) => Status::Retreating { battery: None },
            (false, true) => Status::Confused,
            _ => Status::Steady,
        };
        unit.is_ready = self.ready;
        unit.received = self.received;
        unit.acted = self.acted;
        unit.evaded = self.evaded;
        unit.absorbed = self.absorbed;
        unit.office.of_group = self.of_group;
        unit.office.given = self.given;
        unit.office.done = self.done;
        if let Some(fate) = self.fate.filter(|fate| *fate != Fate::OnTable) {
            Event::Removed { unit: id, fate, clause: crate::c::GAME_01 }.apply(state);
        }
        Ok(())
    }
}

/// Facts by name: `A.stands`, `A.at`, `A.distance.X`, `held.OBJECTIVE`, `work.NAME.cohesion`, `turn`, `phase`, `winner`.
pub(crate) fn look_up(state: &State, name: &str) -> Result<Value, String> {
    let Some((unit, what)) = name.split_once('.') else { return game_fact(state, name) };
    if unit == "held" {
        return held_fact(&state.muster.objectives, &state.held, what);
    }
    if unit == "work" {
        return work_fact(state, what);
    }
    let id = state.find(unit).ok_or_else(|| format!("there is no unit {unit:?}"))?;
    let (piece, now) = (state.piece(id), state.unit(id));
    let key = |id: UnitId| state.piece(id).key.clone();
    let names = |ids: Vec<UnitId>| json!(ids.into_iter().map(key).collect::<Vec<_>>());
    let loose = matches!(piece.kind, Kind::Officer | Kind::Skirmishers);
    Ok(match what {
        "at" if loose => json!(place_of(state.centre(id))),
        "at" => json!(place_of(now.body.front.at)),
        "centre" => json!(place_of(state.centre(id))),
        "facing" => json!(degrees_shown(if loose { state.facing(id) } else { now.body.facing() })),
        "stands" if piece.kind == Kind::Skirmishers => json!(now.bases.len()),
        "stands" => json!(now.body.stands()),
        "files" => json!(now.body.files),
        "ranks" => json!(now.body.ranks()),
        "formation" => json!(now.body.formation()),
        "lost" => json!(u32::from(piece.stands).saturating_sub(state.stands_left(id))),
        "hits" => json!(now.hits),
        "status" => json!(status_word(now.status)),
        "confused" => json!(state.is_confused(id)),
        "ready" => json!(now.is_ready),
        "limbered" => json!(now.limbered),
        "mounted" => json!(now.mounted),
        "guns_left" => json!(now.guns.as_ref().map_or(0, Body::stands)),
        "group" => match now.group {
            None => json!([]),
            Some(_) => names(state.group_of(id)),
        },
        "received" => json!(now.received),
        "acted" => json!(now.acted),
        "evaded" => json!(now.evaded),
        "awake" => names(crate::turn::sequence::awake(state, id).collect()),
        "absorbed" => json!(now.absorbed),
        "fate" => json!(now.fate),
        "with" => json!(now.office.with.map(key)),
        "of_group" => json!(now.office.of_group),
        "given" => json!(now.office.given),
        "done" => json!(now.office.done),
        "general" => json!(now.office.is_general),
        "skirmishers" => json!(piece.partner.map_or(0, |line| state.unit(line).bases.len())),
        "level" => json!(crate::field::sight::level_of(state, &now.print)),
        _ => {
            return relation(state, id, what)
                .ok_or_else(|| format!("{name:?} is not a fact of a unit; see docs/cases.md"));
        }
    })
}

/// Facts between two units: `distance.X`, `sees.X`, `cover.X`, `contact.X`, `screen.X`.
fn relation(state: &State, id: UnitId, what: &str) -> Option<Value> {
    let (word, other) = what.split_once('.')?;
    let other = state.find(other)?;
    let (own, there) = (&state.unit(id).print, &state.unit(other).print);
    Some(match word {
        "distance" => json!(cm_of(distance(own, there).micrometres())),
        "sees" => json!(crate::field::sight::sees(state, id, other).is_ok()),
        "cover" => json!(crate::field::ground::cover_against(state, id, there, true)),
        "contact" => json!(crate::field::contact::stands_in_contact(state, own, there)),
        "screen" => json!(crate::field::screen::stands_in_front(state, other, id)),
        _ => return None,
    })
}

fn work_fact(state: &State, what: &str) -> Result<Value, String> {
    let (name, fact) = what.rsplit_once('.').ok_or("say work.NAME.cohesion or work.NAME.hits")?;
    let place = state.muster.works.iter().position(|work| work.key == name || work.name == name);
    let work =
        place.and_then(|place| state.works.get(place)).ok_or_else(|| format!("there is no work {name:?}"))?;
    match fact {
        "cohesion" => Ok(json!(work.cohesion)),
        "hits" => Ok(json!(work.hits)),
        "breached" => Ok(json!(work.cohesion == 0)),
        _ => Err(format!("{fact:?} is not a fact of a work; it has cohesion, hits and breached")),
    }
}

fn game_fact(state: &State, name: &str) -> Result<Value, String> {
    Ok(match name {
        "turn" => json!(state.turn),
        "active" => json!(state.active),
        "phase" => json!(state.phase),
        "officer" => json!(state.officer.map(|id| state.piece(id).key.clone())),
        "over" => json!(state.end.is_some()),
        "winner" => json!(state.end.as_ref().and_then(|end| end.winner)),
        _ => {
            return Err(format!(
                "{name:?} is not a fact; the game has turn, active, phase, officer, over and winner"
            ));
        }
    })
}

fn status_word(status: Status) -> &'static str {
    match status {
        Status::Steady => "steady",
        Status::Confused => "confused",
        Status::Retreating { .. } => "retreating",
    }
}

fn place_of(at: Point) -> [f64; 2] {
    [cm_of(at.x), cm_of(at.y)]
}

/// For showing and comparing only; nothing is decided by it.
fn cm_of(micrometres: i64) -> f64 {
    micrometres as f64 / 10_000.0
}

/// A length of a case.
fn length(value: &Value) -> Result<Length, String> {
    length_by_hand(value, centimetres_in)
}

/// A place of a case.
fn point(at: &[Value; 2]) -> Result<Point, String> {
    place_by_hand(at, centimetres_in)
}
