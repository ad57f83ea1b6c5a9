//! The ruleset as generic code sees it.

use crate::book::options::Options;
use crate::cases::{position, words};
use crate::field::sight;
use crate::procedures::catalogue;
use crate::shown::why::Why;
use crate::shown::{describe, offers, together, view, weighing};
use crate::turn::asking::{self, Ask};
use crate::turn::command::Command;
use crate::turn::event::Event;
use crate::turn::handle::check_turn;
use crate::turn::muster;
use crate::turn::sequence::{awaiting, go_on};
use crate::turn::state::State;
use longroll_dice::{Dice, Rolling, Scripted};
use longroll_kit::{
    Actor, Awaiting, Calculation, CaseSetup, Clause, Cost, Cue, Draft, Explained, Leg, Offer,
    Order as PanelOrder, Procedure, Reach, ReactionKind, Refusal, Region, Registry, Ruleset, Seat, Settings,
    Setup, SetupError, Side, Sighting, Stop, Tally, Telling, UnitId, Upshot, View,
};
use std::sync::LazyLock;

pub(crate) type DeadlyDraft = Draft<DeadlyField>;

pub(crate) type Refused = Refusal<Why>;

/// Across A Deadly Field.
#[derive(Clone, Copy, Debug)]
pub struct DeadlyField;

pub(crate) fn refuse<T>(clause: Clause, why: Why) -> Result<T, Refused> {
    Err(Refusal::new(clause, why))
}

impl Ruleset for DeadlyField {
    const ID: &'static str = "deadly-field";
    const NAME: &'static str = "Across A Deadly Field";
    const EDITION: &'static str = "2014 summary, revision 3";

    type State = State;
    type Command = Command;
    type Event = Event;
    type Why = Why;
    type Question = Ask;
    type Answer = UnitId;

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
        let options = Options::from_settings(&setup.settings);
        Ok(muster::blank_state(muster::field(setup, &options)?, options))
    }

    fn open(setup: &Setup) -> Result<Vec<Event>, SetupError> {
        let state = Self::blank(setup)?;
        let muster = muster::muster(setup, &state.options, &state.field)?;
        let mut draft: DeadlyDraft = Draft::of(&state);
        let first = muster.first;
        draft.emit(Event::Mustered(muster));
        if let Some(side) = first {
            crate::turn::sequence::begin_turn(&mut draft, side, 1);
            let mut no_dice = Rolling::new(Scripted::new(Vec::new()));
            let stuck = |_| SetupError("the first turn cannot begin without dice".to_owned());
            go_on(&mut draft, &mut no_dice).map_err(stuck)?;
        }
        Ok(draft.into_events())
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
        asking::decide(state, by, command, dice)
    }

    fn apply(state: &mut State, event: &Event) {
        event.apply(state);
    }

    fn actors(state: &State, side: Side) -> Vec<Actor> {
        offers::actors(state, side)
    }

    fn offers(state: &State, side: Side, actor: Actor) -> Vec<Offer<Command>> {
        let known = !matches!(actor, Actor::Unit(id) if id.index() >= state.units.len());
        if known { offers::offers(state, side, actor) } else { Vec::new() }
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
        crate::shown::panel::orders(state, side, unit)
    }

    fn orders_together(state: &State, side: Side, units: &[UnitId]) -> Vec<PanelOrder<Command, Why>> {
        together::orders_together(state, side, units)
    }

    fn reaction(state: &State, side: Side) -> Option<longroll_kit::Reaction<Command>> {
        together::reaction(state, side)
    }

    fn reaction_kinds() -> &'static [ReactionKind] {
        &together::KINDS
    }

    fn strikes(_: &State, command: &Command) -> bool {
        together::strikes(command)
    }

    fn as_listed(state: &State, side: Side) -> Option<Command> {
        together::as_listed(state, side)
    }

    /// ADF-GAME-05: everything is open to both players.
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

    fn upshots(state: &State, event: &Event) -> Vec<Upshot> {
        weighing::upshots(state, event)
    }

    fn engages(_: &State, command: &Command) -> Vec<UnitId> {
        weighing::engages(command)
    }

    fn is_engaged(state: &State, _: &[UnitId], _: Option<Option<Side>>) -> bool {
        !state.owed.is_empty() || state.question.is_some()
    }

    fn explain(state: &State, _: Side, command: &Command) -> Vec<Explained> {
        let known = command.units().iter().all(|id| id.index() < state.units.len());
        if known { crate::shown::panel::explain(state, command) } else { Vec::new() }
    }

    fn calculation(state: &State, _: Side, command: &Command) -> Option<Calculation> {
        crate::shown::panel::calculation(state, command)
    }

    fn cost(state: &State, side: Side, command: &Command) -> Option<Cost> {
        weighing::cost(state, side, command)
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

    /// Figures that came back by a natural 12 count as begun with, so that what is left and what was lost add up.
    fn roster(state: &State) -> Vec<Tally> {
        weighing::roster(state)
    }

    fn move_along(region: &Region, legs: Vec<Leg>) -> Command {
        Command::Move { unit: region.unit, legs, without: Vec::new() }
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
