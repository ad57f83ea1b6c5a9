//! The ruleset as generic code sees it, and the door through which every command comes.

use crate::book::kinds::Level;
use crate::book::options::Options;
use crate::cases::{position, words};
use crate::field::ground::Ground;
use crate::field::movement::walk;
use crate::field::rates::TURN;
use crate::field::sight;
use crate::procedures::catalogue;
use crate::procedures::morale::ImpactWinner;
use crate::shown::why::Why;
use crate::shown::{describe, offers, view};
use crate::turn::asking::{Answer, Pending, Question, run};
use crate::turn::command::{Command, units_named};
use crate::turn::event::{Event, Motion};
use crate::turn::handle::check_turn;
use crate::turn::muster;
use crate::turn::sequence::awaiting;
use crate::turn::state::{Muster, Phase, State};
use longroll_dice::Dice;
use longroll_kit::{
    Actor, Awaiting, Calculation, CaseSetup, Clause, Cost, Cue, Draft, Explained, Leg, Offer,
    Order as PanelOrder, Owed, Procedure, Reach, Reaction, ReactionKind, Refusal, Region, Registry, Ruleset,
    Seat, Settings, Setup, SetupError, Side, Sighting, Stop, Tally, Telling, UnitId, Upshot, View,
};
use longroll_table::{Field, Length};
use std::sync::{Arc, LazyLock};

pub type JohnnyRebDraft = Draft<JohnnyReb>;
pub type Refused = Refusal<Why>;

/// Johnny Reb III.
#[derive(Clone, Copy, Debug)]
pub struct JohnnyReb;

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
        contacts: Vec::new(),
        turn: 1,
        phase: Phase::MarkOrders,
        ready: [false, false],
        revealed: false,
        shots: Vec::new(),
        mover: None,
        held: Vec::new(),
        fallen: Vec::new(),
        witnesses: Vec::new(),
        house_hits: Vec::new(),
        owed: Owed::default(),
        alone: Vec::new(),
        question: None,
        pending: None,
        end: None,
    }
}

impl Ruleset for JohnnyReb {
    const ID: &'static str = "johnny-reb";
    const NAME: &'static str = "Johnny Reb III";
    const EDITION: &'static str = "third edition chart, revision 2";

    type State = State;
    type Command = Command;
    type Event = Event;
    type Why = Why;
    type Question = Question;
    type Answer = Answer;

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
        run(state, by, command, dice)
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

    fn reaction(state: &State, side: Side) -> Option<Reaction<Command>> {
        offers::reaction(state, side)
    }

    fn reaction_kinds() -> &'static [ReactionKind] {
        &offers::KINDS
    }

    fn fire_of(state: &State, command: &Command) -> Vec<UnitId> {
        offers::fire_of(state, command)
    }

    /// JR-ORDER-01, -08: the other side's markers until they are revealed, and its changes to Hold until both have
    /// written them down.
    fn seen(state: &State, seat: Seat) -> State {
        let mut seen = state.clone();
        for id in state.ids() {
            if seat.side() != Some(state.side(id)) {
                let unit = &mut seen.units[id.index()];
                unit.to_hold = false;
                if !state.revealed {
                    unit.order = None;
                    unit.flags.lost_order = false;
                }
            }
        }
        // what waits for an answer was given in a position with the same secrets
        if let Some(pending) = &state.pending {
            let before = Arc::new(Self::seen(&pending.before, seat));
            seen.pending = Some(Arc::new(Pending { before, ..(**pending).clone() }));
        }
        seen
    }

    fn view(state: &State, seat: Seat) -> View {
        view::view(&Self::seen(state, seat))
    }

    fn resealed(state: &State, seat: Seat, random: &mut dyn FnMut() -> u64) -> Option<State> {
        view::resealed(state, seat, random)
    }

    fn shows(state: &State, event: &Event, seat: Seat) -> bool {
        match event {
            Event::OrderGiven { unit, .. } | Event::HoldWritten { unit } => {
                unit.index() < state.units.len() && seat.side() == Some(state.side(*unit))
            }
            Event::OrderLost { unit } if !state.revealed => seat.side() == Some(state.side(*unit)),
            _ => true,
        }
    }

    fn shows_command(_: &State, by: Side, command: &Command, seat: Seat) -> bool {
        let sealed = matches!(command, Command::Mark { .. } | Command::Unmark { .. } | Command::Hold { .. });
        !sealed || seat.side() == Some(by)
    }

    fn reveals(event: &Event) -> bool {
        matches!(event, Event::Revealed { .. } | Event::ChangedToHold { .. })
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
            Event::ImpactRolled { attacker, defender, winner, .. } => vec![Upshot::Contest(match winner {
                ImpactWinner::Attacker => Some(state.side(*attacker)),
                ImpactWinner::Defender => Some(state.side(*defender)),
                ImpactWinner::Tie => None,
            })],
            Event::MeleeFought { attacker, defender, attacker_lost, defender_lost, .. } => {
                vec![Upshot::Contest(match attacker_lost.cmp(defender_lost) {
                    std::cmp::Ordering::Less => Some(state.side(*attacker)),
                    std::cmp::Ordering::Greater => Some(state.side(*defender)),
                    std::cmp::Ordering::Equal => None,
                })]
            }
            Event::Moved { unit, motion: Motion::FallBack | Motion::Rout, .. }
            | Event::LevelSet { unit, level: Level::Routed, .. } => vec![Upshot::GivesWay(*unit)],
            Event::Removed { unit, .. } => vec![Upshot::Gone(*unit)],
            _ => Vec::new(),
        }
    }

    fn engages(_: &State, command: &Command) -> Vec<UnitId> {
        match command {
            Command::Charge { unit, target, with } => {
                [*unit].into_iter().chain(with.iter().copied()).chain([*target]).collect()
            }
            _ => Vec::new(),
        }
    }

    fn is_engaged(state: &State, units: &[UnitId], last: Option<Option<Side>>) -> bool {
        let locked = || {
            state.phase != Phase::MarkOrders
                && units.first().is_some_and(|charger| state.is_in_contact(*charger))
        };
        let decided = matches!(last, Some(Some(_)));
        !state.owed.is_empty() || state.question.is_some() || (!decided && locked())
    }

    fn explain(state: &State, _: Side, command: &Command) -> Vec<Explained> {
        let known = units_named(command).iter().all(|id| id.index() < state.units.len());
        if known { catalogue::explain_command(state, command) } else { Vec::new() }
    }

    fn calculation(state: &State, _: Side, command: &Command) -> Option<Calculation> {
        crate::procedures::catalogue::calculation(state, command)
    }

    fn cost(state: &State, _: Side, command: &Command) -> Option<Cost> {
        let Command::Move { unit, legs } = command else { return None };
        let known = unit.index() < state.units.len();
        let walk = known.then(|| walk(state, *unit, legs).ok()).flatten()?;
        let allowed = crate::field::rates::reach(state, *unit);
        let share = i128::from(allowed.micrometres()) * walk.cost / TURN;
        Some(Cost { spent: Length::from_micrometres(i64::try_from(share).unwrap_or(0)), allowed })
    }

    fn sight(state: &State, from: UnitId, to: UnitId) -> Option<Sighting> {
        sight::sighting(state, from, to)
    }

    fn reaches(state: &State, unit: UnitId) -> Vec<Reach> {
        sight::reaches(state, unit)
    }

    fn losses(event: &Event) -> Vec<(UnitId, u32)> {
        match event {
            Event::Lost { unit, figures, .. } => vec![(*unit, *figures)],
            _ => Vec::new(),
        }
    }

    fn roster(state: &State) -> Vec<Tally> {
        let tally = |id: UnitId| {
            let officer = state.is_officer(id);
            Tally {
                unit: id,
                side: state.side(id),
                name: state.name(id).to_owned(),
                start: if officer { 0 } else { state.piece(id).start() },
                now: if officer { 0 } else { state.unit(id).figures },
                on_table: state.is_on_table(id),
            }
        };
        state.ids().map(tally).collect()
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
