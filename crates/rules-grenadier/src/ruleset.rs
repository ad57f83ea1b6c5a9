//! The ruleset as generic code sees it.

use crate::book::options::Options;
use crate::c;
use crate::cases::{position, words};
use crate::field::ground::Ground;
use crate::field::sight;
use crate::procedures::catalogue;
use crate::shown::why::Why;
use crate::shown::{brigade_panel, describe, explain, offers, panel, view, weighing};
use crate::turn::command::Command;
use crate::turn::event::Event;
use crate::turn::handle::{check_turn, obey};
use crate::turn::muster;
use crate::turn::sequence::{awaiting, go_on};
use crate::turn::state::{Muster, State, Step};
use longroll_dice::Dice;
use longroll_kit::{
    Actor, Awaiting, Calculation, CaseSetup, Clause, Cost, Cue, Draft, Explained, Formation, Leg, NoChoice,
    Offer, Order as PanelOrder, Owed, Procedure, Reach, Reaction, ReactionKind, Refusal, Region, Registry,
    Ruleset, Seat, Settings, Setup, SetupError, Side, Sighting, Stop, Tally, Telling, UnitId, Upshot, View,
};
use longroll_table::Field;
use std::sync::{Arc, LazyLock};

pub type GrenadierDraft = Draft<Grenadier>;

pub type Refused = Refusal<Why>;

/// The sheet of brigades, orders, nerves and disruption points.
#[derive(Clone, Copy, Debug)]
pub struct Grenadier;

pub(crate) fn refuse<T>(clause: Clause, why: Why) -> Result<T, Refused> {
    Err(Refusal::new(clause, why))
}

/// A table with this ground and nobody on it.
pub(crate) fn blank_state(field: Arc<Field>, options: Options) -> State {
    State {
        ground: Ground::of(&field),
        field,
        options,
        muster: Arc::new(Muster {
            pieces: Vec::new(),
            brigades: Vec::new(),
            edges: [longroll_table::TableEdge::South, longroll_table::TableEdge::North],
            turns: 12,
            attacker: None,
            objectives: Vec::new(),
            adcs: 3,
        }),
        units: Vec::new(),
        brigades: Vec::new(),
        contacts: Default::default(),
        gone: Vec::new(),
        turn: 0,
        step: Step::Deployment,
        first: Side::Blue,
        active: Side::Blue,
        part: 0,
        later_half: false,
        ready: [false, false],
        namer: None,
        adcs: [0, 0],
        cinc_commands: [None, None],
        marching: Vec::new(),
        held: Vec::new(),
        owed: Owed::default(),
        end: None,
    }
}

impl Ruleset for Grenadier {
    const ID: &'static str = "grenadier";
    const NAME: &'static str = "Grenadier";
    const EDITION: &'static str = "Civil War play sheet, revision 3";

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
        Ok(vec![Event::Mustered(Box::new(muster::muster(setup)?))])
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
        obey(&mut draft, by, command, dice)?;
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

    fn sample(
        state: &State,
        side: Side,
        region: &Region,
        random: &mut dyn FnMut() -> u64,
    ) -> Option<Command> {
        offers::sample(state, side, region, random)
    }

    fn orders(state: &State, side: Side, unit: UnitId) -> Vec<PanelOrder<Command, Why>> {
        panel::orders(state, side, unit)
    }

    fn formations(state: &State, side: Side) -> Vec<Formation<Command, Why>> {
        brigade_panel::formations(state, side)
    }

    fn reaction(state: &State, side: Side) -> Option<Reaction<Command>> {
        brigade_panel::reaction(state, side)
    }

    fn reaction_kinds() -> &'static [ReactionKind] {
        &brigade_panel::KINDS
    }

    fn as_listed(state: &State, side: Side) -> Option<Command> {
        brigade_panel::as_listed(state, side)
    }

    /// GRE-UNIT-24, GRE-GEN-09: nothing is hidden, and anybody may measure.
    fn seen(state: &State, _: Seat) -> State {
        state.clone()
    }

    fn view(state: &State, seat: Seat) -> View {
        view::view(&Self::seen(state, seat))
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
        weighing::upshots(event)
    }

    fn engages(_: &State, command: &Command) -> Vec<UnitId> {
        weighing::engages(command)
    }

    fn is_engaged(state: &State, units: &[UnitId], last: Option<Option<Side>>) -> bool {
        weighing::is_engaged(state, units, last)
    }

    fn explain(state: &State, side: Side, command: &Command) -> Vec<Explained> {
        let known = command.units().iter().flatten().all(|id| id.index() < state.units.len());
        if known { explain::explain(state, side, command) } else { Vec::new() }
    }

    fn calculation(state: &State, _: Side, command: &Command) -> Option<Calculation> {
        explain::calculation(state, command)
    }

    fn cost(state: &State, _: Side, command: &Command) -> Option<Cost> {
        weighing::cost(state, command)
    }

    fn sight(state: &State, from: UnitId, to: UnitId) -> Option<Sighting> {
        sight::sighting(state, from, to)
    }

    fn reaches(state: &State, unit: UnitId) -> Vec<Reach> {
        sight::reaches(state, unit)
    }

    fn losses(event: &Event) -> Vec<(UnitId, u32)> {
        weighing::losses(event)
    }

    /// Detachments are told with their regiment (GRE-UNIT-18).
    fn roster(state: &State) -> Vec<Tally> {
        weighing::roster(state)
    }

    fn move_along(region: &Region, legs: Vec<Leg>) -> Command {
        if region.clause == c::MOVE_13 {
            return Command::Manhandle { unit: region.unit, legs };
        }
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
