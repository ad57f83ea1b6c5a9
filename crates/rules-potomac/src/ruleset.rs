//! The ruleset as generic code sees it, and the door through which every command comes.

use crate::book::options::Options;
use crate::c;
use crate::cases::{position, words};
use crate::field::ground::Ground;
use crate::field::sight;
use crate::procedures::catalogue;
use crate::shown::why::Why;
use crate::shown::{describe, offers, together, view};
use crate::turn::command::{Command, units_named};
use crate::turn::event::Event;
use crate::turn::sequence::{awaiting, go_on, owner_of};
use crate::turn::state::{Muster, Phase, State};
use crate::turn::{answers, handle, muster};
use longroll_dice::Dice;
use longroll_kit::{
    Actor, Awaiting, Calculation, CaseSetup, Clause, Cost, Cue, Draft, Explained, Leg, NoChoice, Note, Offer,
    Order, Owed, Procedure, Reach, Reaction, ReactionKind, Refusal, Region, Registry, Ruleset, Seat,
    Settings, Setup, SetupError, Side, Sighting, Stop, Tally, Telling, UnitId, Upshot, View,
};
use longroll_table::Field;
use std::sync::{Arc, LazyLock};

pub type PotomacDraft = Draft<Potomac>;
pub type Refused = Refusal<Why>;

/// Across the Potomac.
#[derive(Clone, Copy, Debug)]
pub struct Potomac;

pub(crate) fn refuse<T>(clause: Clause, why: Why) -> Result<T, Refused> {
    Err(Refusal::new(clause, why))
}

/// A table with this ground and nobody on it.
pub(crate) fn blank_state(field: Arc<Field>, options: Options) -> State {
    State {
        ground: Ground::of(&field),
        field,
        options,
        muster: Arc::new(Muster::empty()),
        units: Vec::new(),
        works: Vec::new(),
        turn: 1,
        active: Side::Blue,
        first: Side::Blue,
        phase: Phase::SetUp,
        ready: [false, false],
        officer: None,
        is_spent: false,
        next_group: 0,
        held: Default::default(),
        owed: Owed::default(),
        end: None,
    }
}

impl Ruleset for Potomac {
    const ID: &'static str = "potomac";
    const NAME: &'static str = "Across the Potomac";
    const EDITION: &'static str = "version 1.01, revision 2";

    type State = State;
    type Command = Command;
    type Event = Event;
    type Why = Why;
    type Question = NoChoice;
    type Answer = NoChoice;

    fn registry() -> &'static Registry {
        static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
            Registry::parse(include_str!("../clauses.toml"), include_str!("../rulings.toml"))
                .expect("the embedded registry parses")
        });
        &REGISTRY
    }

    fn procedures() -> &'static [Procedure] {
        catalogue::ALL
    }

    fn blank(setup: &Setup) -> Result<State, SetupError> {
        Ok(blank_state(muster::field(setup)?, Options::from_settings(&setup.settings)))
    }

    fn open(setup: &Setup) -> Result<Vec<Event>, SetupError> {
        Ok(vec![Event::Mustered(muster::muster(setup)?)])
    }

    fn awaiting(state: &State) -> Awaiting {
        awaiting(state)
    }

    fn handle(
        state: &State,
        by: Side,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Stop<Why>> {
        check_turn(state, by, command)?;
        let mut draft = Draft::of(state);
        handle::obey(&mut draft, by, command, dice)?;
        go_on(&mut draft, dice)?;
        Ok(draft.into_events())
    }

    fn apply(state: &mut State, event: &Event) {
        event.apply(state);
    }

    fn actors(state: &State, side: Side) -> Vec<Actor> {
        offers::actors(state, side)
    }

    fn offers(state: &State, side: Side, actor: Actor) -> Vec<Offer<Command>> {
        offers::offers(state, side, actor)
    }

    fn sample(state: &State, _: Side, region: &Region, random: &mut dyn FnMut() -> u64) -> Option<Command> {
        offers::sample(state, region, random)
    }

    fn orders(state: &State, side: Side, unit: UnitId) -> Vec<Order<Command, Why>> {
        offers::orders(state, side, unit)
    }

    fn orders_together(state: &State, side: Side, units: &[UnitId]) -> Vec<Order<Command, Why>> {
        together::orders_together(state, side, units)
    }

    fn reaction(state: &State, side: Side) -> Option<Reaction<Command>> {
        together::reaction(state, side)
    }

    fn reaction_kinds() -> &'static [ReactionKind] {
        &together::KINDS
    }

    fn fire_of(state: &State, command: &Command) -> Vec<UnitId> {
        together::fire_of(state, command)
    }

    /// POT-GAME-05: everything is open to both players.
    fn seen(state: &State, _: Seat) -> State {
        state.clone()
    }

    fn view(state: &State, seat: Seat) -> View {
        view::view(&Self::seen(state, seat))
    }

    fn notes(state: &State) -> Vec<Note> {
        view::notes(state)
    }

    fn reveals(_: &Event) -> bool {
        false
    }

    fn tell(state: &State, event: &Event) -> Telling {
        describe::tell(state, event)
    }

    fn cue(state: &State, event: &Event) -> Cue {
        crate::shown::cue::cue(state, event)
    }

    fn gist(state: &State, event: &Event) -> Option<String> {
        describe::gist(state, event)
    }

    fn upshots(_: &State, event: &Event) -> Vec<Upshot> {
        match event {
            Event::RoundEnded { winner, .. } => vec![Upshot::Contest(*winner)],
            Event::DrivenBack { unit, .. }
            | Event::Broke { unit, .. }
            | Event::Fled { unit, .. }
            | Event::Panicked { unit } => vec![Upshot::GivesWay(*unit)],
            Event::Removed { unit, .. } => vec![Upshot::Gone(*unit)],
            _ => Vec::new(),
        }
    }

    fn engages(_: &State, command: &Command) -> Vec<UnitId> {
        match command {
            Command::Charge { charges } => {
                let chargers = charges.iter().map(|charge| charge.unit);
                chargers.chain(charges.iter().map(|charge| charge.target)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn is_engaged(state: &State, _: &[UnitId], _: Option<Option<Side>>) -> bool {
        !state.owed.is_empty()
    }

    fn explain(state: &State, side: Side, command: &Command) -> Vec<Explained> {
        if units_named(command).iter().all(|id| id.index() < state.units.len()) {
            crate::shown::explain::explain(state, side, command)
        } else {
            Vec::new()
        }
    }

    fn calculation(state: &State, _: Side, command: &Command) -> Option<Calculation> {
        crate::shown::explain::calculation(state, command)
    }

    fn cost(state: &State, _: Side, command: &Command) -> Option<Cost> {
        let Command::Move { unit, legs } = command else { return None };
        if unit.index() >= state.units.len() {
            return None;
        }
        let (spent, allowed) = answers::measure_move(state, *unit, legs).ok()?;
        Some(Cost { spent, allowed })
    }

    fn sight(state: &State, from: UnitId, to: UnitId) -> Option<Sighting> {
        sight::sighting(state, from, to)
    }

    fn reaches(state: &State, unit: UnitId) -> Vec<Reach> {
        sight::reaches(state, unit)
    }

    fn losses(event: &Event) -> Vec<(UnitId, u32)> {
        match event {
            Event::StandsLost { unit, lost, .. } => vec![(*unit, u32::from(*lost))],
            Event::GunLost { unit, stands, .. } => vec![(*unit, u32::from(*stands))],
            Event::LineLost { parent, stands, .. } => vec![(*parent, u32::from(*stands))],
            _ => Vec::new(),
        }
    }

    fn roster(state: &State) -> Vec<Tally> {
        view::roster(state)
    }

    fn move_along(region: &Region, legs: Vec<Leg>) -> Command {
        Command::Move { unit: region.unit, legs }
    }

    fn label(state: &State, command: &Command) -> String {
        words::label(state, command)
    }

    fn write_command(state: &State, command: &Command) -> String {
        words::write(state, command)
    }

    fn read_command(state: &State, text: &str) -> Result<Command, String> {
        words::read(state, text)
    }

    fn arrange(setup: &CaseSetup, settings: &Settings) -> Result<State, String> {
        position::arrange(setup, settings)
    }

    fn look_up(state: &State, name: &str) -> Result<serde_json::Value, String> {
        position::look_up(state, name)
    }
}

/// Is anybody of this side asked, and do all units named exist?
fn check_turn(state: &State, by: Side, command: &Command) -> Result<(), Refused> {
    if state.phase == Phase::Over {
        return refuse(c::GAME_02, Why::GameOver);
    }
    if units_named(command).iter().any(|id| id.index() >= state.units.len()) {
        return refuse(c::GAME_01, Why::NoSuchUnit);
    }
    let awaited = match state.owed.top() {
        Some(debt) => owner_of(state, debt) == Some(by),
        None if state.phase == Phase::SetUp => !state.ready[by as usize],
        None => state.active == by,
    };
    if awaited { Ok(()) } else { refuse(c::TURN_01, Why::NotAwaited) }
}
