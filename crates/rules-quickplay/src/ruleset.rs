//! The ruleset as generic code sees it.

use crate::book::options::Options;
use crate::cases::{position, words};
use crate::field::ground::Ground;
use crate::field::movement::walk;
use crate::field::sight;
use crate::procedures::catalogue;
use crate::shown::why::Why;
use crate::shown::{describe, offers, view};
use crate::turn::command::Command;
use crate::turn::event::Event;
use crate::turn::handle::{check_turn, obey, units_named};
use crate::turn::muster;
use crate::turn::sequence::{awaiting, go_on};
use crate::turn::state::{Muster, State, Step};
use longroll_dice::Dice;
use longroll_kit::{
    Actor, Awaiting, Calculation, CaseSetup, Clause, Cost, Cue, Draft, Explained, Leg, NoChoice, Offer,
    Order as PanelOrder, Owed, Procedure, Reach, Refusal, Region, Registry, Ruleset, Seat, Settings, Setup,
    SetupError, Side, Sighting, Stop, Tally, Telling, UnitId, Upshot, View,
};
use longroll_table::Field;
use std::sync::{Arc, LazyLock};

pub type QuickplayDraft = Draft<Quickplay>;

pub type Refused = Refusal<Why>;

/// The one-page sheet.
#[derive(Clone, Copy, Debug)]
pub struct Quickplay;

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
        contacts: Default::default(),
        round: 1,
        attacker: Side::Blue,
        first: Side::Blue,
        step: Step::Deployment,
        ready: [false, false],
        tested: false,
        held: Default::default(),
        owed: Owed::default(),
        end: None,
    }
}

impl Ruleset for Quickplay {
    const ID: &'static str = "quickplay";
    const NAME: &'static str = "Quick-play sheet";
    const EDITION: &'static str = "one-page sheet, revision 3";

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

    fn sample(state: &State, _: Side, region: &Region, random: &mut dyn FnMut() -> u64) -> Option<Command> {
        offers::sample(state, region, random)
    }

    fn orders(state: &State, side: Side, unit: UnitId) -> Vec<PanelOrder<Command, Why>> {
        offers::orders(state, side, unit)
    }

    fn as_listed(state: &State, side: Side) -> Option<Command> {
        offers::as_listed(state, side)
    }

    /// Nothing is hidden on this sheet: both players see the whole table.
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
        match event {
            Event::Fought(melee) => {
                let winner = match melee.charger_hits.cmp(&melee.defender_hits) {
                    std::cmp::Ordering::Greater => Some(state.side(melee.charger)),
                    std::cmp::Ordering::Less => Some(state.side(melee.defender)),
                    std::cmp::Ordering::Equal => None,
                };
                vec![Upshot::Contest(winner)]
            }
            Event::Routed { unit }
            | Event::RoutedAgain { unit }
            | Event::Fled { unit, .. }
            | Event::Retreated { unit, .. }
            | Event::BackedOff { unit, .. } => vec![Upshot::GivesWay(*unit)],
            Event::Removed { unit, .. } => vec![Upshot::Gone(*unit)],
            _ => Vec::new(),
        }
    }

    fn engages(_: &State, command: &Command) -> Vec<UnitId> {
        match command {
            Command::Charge { unit, target, .. } => vec![*unit, *target],
            _ => Vec::new(),
        }
    }

    fn is_engaged(state: &State, units: &[UnitId], last: Option<Option<Side>>) -> bool {
        let in_contact = || units.first().is_some_and(|charger| state.contacts_of(*charger).next().is_some());
        !state.owed.is_empty() || (last.is_none() && in_contact())
    }

    fn explain(state: &State, side: Side, command: &Command) -> Vec<Explained> {
        let named = units_named(command).all(|id| id.index() < state.units.len());
        if named { catalogue::explain_command(state, side, command) } else { Vec::new() }
    }

    fn calculation(state: &State, _: Side, command: &Command) -> Option<Calculation> {
        crate::procedures::catalogue::calculation(state, command)
    }

    fn cost(state: &State, _: Side, command: &Command) -> Option<Cost> {
        let Command::Move { unit, legs, .. } = command else { return None };
        let known = unit.index() < state.units.len();
        let walk = known.then(|| walk(state, *unit, legs).ok()).flatten()?;
        Some(Cost { spent: walk.cost, allowed: walk.allowed })
    }

    fn sight(state: &State, from: UnitId, to: UnitId) -> Option<Sighting> {
        sight::sighting(state, from, to)
    }

    fn reaches(state: &State, unit: UnitId) -> Vec<Reach> {
        sight::reaches(state, unit)
    }

    fn losses(event: &Event) -> Vec<(UnitId, u32)> {
        match event {
            Event::StrengthLost { unit, lost, .. } => vec![(*unit, u32::from(*lost))],
            _ => Vec::new(),
        }
    }

    fn roster(state: &State) -> Vec<Tally> {
        state
            .ids()
            .map(|id| Tally {
                unit: id,
                side: state.side(id),
                name: state.name(id).to_owned(),
                start: u32::from(state.piece(id).strength),
                now: u32::from(state.unit(id).strength),
                on_table: state.is_on_table(id),
            })
            .collect()
    }

    fn move_along(region: &Region, legs: Vec<Leg>) -> Command {
        Command::Move { unit: region.unit, legs, with: Vec::new() }
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
