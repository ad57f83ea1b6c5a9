//! The ruleset as generic code sees it, and the door through which every command comes.

use crate::charge::{may_charge, run};
use crate::combat_step::{fight, may_fight, may_fire, melees_owed, shoot};
use crate::command::{self, Command};
use crate::event::Event;
use crate::flight::{is_straight_way_open, rout};
use crate::generals::{self, attached, beside, carry, clear_place_beside};
use crate::ground::Ground;
use crate::morale_step::{may_rally, owner_of, rally};
use crate::movement::walk;
use crate::options::Options;
use crate::state::{Debt, Fate, Muster, Order, State, Step};
use crate::turn::{awaiting, end_movement, go_on, placements};
use crate::why::Why;
use crate::{c, case, muster, offers, procedures, sight, tell, view};
use longroll_dice::Dice;
use longroll_kit::{
    Actor, Awaiting, Calculation, CaseSetup, Clause, Cost, Cue, Draft, Explained, Leg, Offer,
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
    const EDITION: &'static str = "one-page sheet, revision 2";

    type State = State;
    type Command = Command;
    type Event = Event;
    type Why = Why;

    fn registry() -> &'static Registry {
        static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
            Registry::parse(include_str!("../clauses.toml"), include_str!("../rulings.toml"))
                .expect("the embedded registry parses")
        });
        &REGISTRY
    }

    fn procedures() -> &'static [Procedure] {
        procedures::ALL
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
        tell::tell(state, event)
    }

    fn cue(state: &State, event: &Event) -> Cue {
        crate::cue::cue(state, event)
    }

    fn gist(state: &State, event: &Event) -> Option<String> {
        tell::gist(state, event)
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
        if named { procedures::explain_command(state, side, command) } else { Vec::new() }
    }

    fn calculation(state: &State, _: Side, command: &Command) -> Option<Calculation> {
        crate::procedures::calculation(state, command)
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
        command::label(state, command)
    }

    fn write_command(state: &State, command: &Command) -> String {
        command::write(state, command)
    }

    fn read_command(state: &State, text: &str) -> Result<Command, String> {
        command::read(state, text)
    }

    fn arrange(setup: &CaseSetup, settings: &Settings) -> Result<State, String> {
        case::arrange(setup, settings)
    }

    fn look_up(state: &State, name: &str) -> Result<serde_json::Value, String> {
        case::look_up(state, name)
    }
}

/// Is anybody of this side asked, and do all units named exist?
fn check_turn(state: &State, by: Side, command: &Command) -> Result<(), Refused> {
    if state.step == Step::Over {
        return refuse(c::TURN_09, Why::GameOver);
    }
    if units_named(command).any(|id| id.index() >= state.units.len()) {
        return refuse(c::SETUP_01, Why::NoSuchUnit);
    }
    let awaited = match state.owed.top() {
        Some(debt) => owner_of(state, debt) == Some(by),
        None if state.step == Step::Deployment => !state.ready[by as usize],
        None => state.attacker == by,
    };
    if awaited { Ok(()) } else { refuse(c::TURN_01, Why::NotAwaited) }
}

fn units_named(command: &Command) -> impl Iterator<Item = UnitId> + '_ {
    let (first, second, more): (Option<UnitId>, Option<UnitId>, &[UnitId]) = match command {
        Command::Deploy { unit, .. }
        | Command::Stand { unit }
        | Command::Rally { unit }
        | Command::Rout { unit, .. }
        | Command::Claim { unit }
        | Command::Melee { unit } => (Some(*unit), None, &[]),
        Command::Move { unit, with, .. } => (Some(*unit), None, with),
        Command::Charge { unit, target, with, .. } => (Some(*unit), Some(*target), with),
        Command::Fire { unit, target } => (Some(*unit), Some(*target), &[]),
        Command::GoAlong { general } | Command::Stay { general } | Command::Place { general, .. } => {
            (Some(*general), None, &[])
        }
        Command::Ready | Command::EndStep => (None, None, &[]),
    };
    first.into_iter().chain(second).chain(more.iter().copied())
}

fn obey(
    draft: &mut QuickplayDraft,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    if let Some(debt) = draft.owed.top().cloned() {
        return Ok(pay(draft, &debt, command)?);
    }
    let step = draft.step;
    match (step, command) {
        (Step::Deployment, Command::Deploy { unit, limbered }) => deploy(draft, by, *unit, *limbered)?,
        (Step::Deployment, Command::Ready) => draft.emit(Event::SideReady { side: by }),
        (Step::Movement, Command::Stand { unit }) => {
            may_move(draft, by, *unit)?;
            draft.emit(Event::Stood { unit: *unit });
        }
        (Step::Movement, Command::Move { unit, legs, with }) => make_move(draft, by, *unit, legs, with)?,
        (Step::Movement, Command::Charge { unit, target, facing, with }) => {
            own(draft, by, *unit)?;
            may_charge(draft, *unit)?;
            may_move(draft, by, *unit)?;
            let was = draft.unit(*unit).pose;
            check_attached(draft, *unit, with)?;
            let run = run(draft, *unit, *target, *facing)?;
            draft.emit(Event::Charged { unit: *unit, target: *target, to: run.to, distance: run.distance });
            for contact in run.contacts {
                draft.emit(Event::ContactMade(contact));
            }
            carry_all(draft, *unit, with, was);
            generals::after_move(draft, *unit, &run.swept);
        }
        (Step::Movement, Command::EndStep) => end_movement(draft),
        (Step::Rally, Command::Rally { unit }) => {
            own(draft, by, *unit)?;
            may_rally(draft, *unit)?;
            rally(draft, *unit, dice)?;
        }
        (Step::Rally, Command::EndStep) => draft.emit(Event::StepBegan { step: Step::MoraleTests }),
        (Step::Combat, Command::Fire { unit, target }) => {
            own(draft, by, *unit)?;
            may_fire(draft, *unit, *target)?;
            shoot(draft, *unit, *target, dice)?;
        }
        (Step::Combat, Command::Melee { unit }) => {
            own(draft, by, *unit)?;
            let contact = may_fight(draft, *unit)?;
            fight(draft, contact, dice)?;
        }
        (Step::Combat, Command::EndStep) => {
            if let Some(unit) = melees_owed(draft).next() {
                let unit = draft.name(unit).to_owned();
                return Ok(refuse(c::COMBAT_11, Why::MeleesRemain { unit })?);
            }
            draft.emit(Event::StepBegan { step: Step::SwitchInitiative });
        }
        _ => return Ok(refuse(c::TURN_01, Why::WrongStep { now: step })?),
    }
    Ok(())
}

/// A decision that is owed: only the command that answers it is taken.
fn pay(draft: &mut QuickplayDraft, debt: &Debt, command: &Command) -> Result<(), Refused> {
    match (debt, command) {
        (Debt::Routs { side, units }, Command::Rout { unit, first }) => {
            let rest: Vec<UnitId> = units.iter().copied().filter(|other| other != unit).collect();
            if rest.len() == units.len() {
                return refuse(c::MORALE_12, Why::NotChoosable { unit: draft.name(*unit).to_owned() });
            }
            draft.emit(Event::Paid);
            if !rest.is_empty() {
                draft.emit(Event::Owes(Debt::Routs { side: *side, units: rest }));
            }
            rout(draft, *unit, *first);
        }
        (Debt::GoesAlong { general, unit, was }, Command::GoAlong { general: named }) if general == named => {
            draft.emit(Event::Paid);
            if draft.is_on_table(*unit) {
                carry(draft, *general, *unit, *was);
            } else {
                draft.emit(Event::Removed { unit: *general, fate: Fate::OffTable, clause: c::R09 });
            }
        }
        (Debt::GoesAlong { general, .. }, Command::Stay { general: named }) if general == named => {
            draft.emit(Event::Paid);
        }
        (Debt::Placement { general, beside: friend }, Command::Place { general: named, at })
            if general == named =>
        {
            if !placements(draft, *general, *friend).contains(at) {
                return refuse(c::LEADER_04, Why::NoRoom);
            }
            draft.emit(Event::Paid);
            let wish = beside(draft, *general, *friend, *at);
            let to = clear_place_beside(draft, *general, *friend, wish);
            draft.emit(Event::GeneralMoved { general: *general, to, clause: c::LEADER_04 });
        }
        (Debt::Claim { chargers, stood }, Command::Claim { unit }) => {
            if !chargers.contains(unit) {
                return refuse(c::COMBAT_35, Why::NotChoosable { unit: draft.name(*unit).to_owned() });
            }
            draft.emit(Event::Paid);
            draft.emit(Event::Owes(Debt::TakeGround { charger: *unit, stood: *stood }));
        }
        _ => {
            let waits = awaiting(draft).0;
            let what = waits.first().map_or_else(String::new, |wait| wait.prompt.clone());
            let clause = waits.first().map_or(c::TURN_01, |wait| wait.clause);
            return refuse(clause, Why::AnotherMatterFirst { what });
        }
    }
    Ok(())
}

fn deploy(draft: &mut QuickplayDraft, by: Side, id: UnitId, limbered: bool) -> Result<(), Refused> {
    own(draft, by, id)?;
    if !draft.kind(id).is_artillery() {
        return refuse(c::SETUP_01, Why::NotArtillery { unit: draft.name(id).to_owned() });
    }
    draft.emit(Event::Deployed { unit: id, limbered });
    Ok(())
}

fn make_move(
    draft: &mut QuickplayDraft,
    by: Side,
    id: UnitId,
    legs: &[Leg],
    with: &[UnitId],
) -> Result<(), Refused> {
    may_move(draft, by, id)?;
    check_attached(draft, id, with)?;
    let walk = walk(draft, id, legs)?;
    let was = draft.unit(id).pose;
    if walk.recovered {
        draft.emit(Event::Recovered { unit: id });
    }
    for limbering in &walk.limbering {
        draft.emit(if *limbering {
            Event::Limbered { unit: id, clause: c::MOVE_06 }
        } else {
            Event::Unlimbered { unit: id }
        });
    }
    if walk.shifted {
        draft.emit(Event::Moved { unit: id, to: walk.to, distance: walk.distance });
        carry_all(draft, id, with, was);
        generals::after_move(draft, id, &walk.swept);
    } else {
        draft.emit(Event::Stood { unit: id });
    }
    Ok(())
}

fn carry_all(draft: &mut QuickplayDraft, id: UnitId, with: &[UnitId], was: longroll_table::Pose) {
    for general in with {
        carry(draft, *general, id, was);
    }
}

/// QP-LEADER-03: only generals who touch the unit go along.
fn check_attached(state: &State, id: UnitId, with: &[UnitId]) -> Result<(), Refused> {
    match with.iter().find(|general| !attached(state, id).any(|known| known == **general)) {
        None => Ok(()),
        Some(general) => {
            let (unit, general) = (state.name(id).to_owned(), state.name(*general).to_owned());
            refuse(c::LEADER_03, Why::NotAttached { unit, general })
        }
    }
}

/// A unit of his own on the table: QP-TURN-03 to move, QP-TURN-04 to rally, QP-COMBAT-11 to fight with, QP-SETUP-01 to
/// deploy.
fn own(state: &State, by: Side, id: UnitId) -> Result<(), Refused> {
    let clause = match state.step {
        Step::Deployment => c::SETUP_01,
        Step::Rally => c::TURN_04,
        Step::Combat => c::COMBAT_11,
        _ => c::TURN_03,
    };
    if state.side(id) != by {
        return refuse(clause, Why::NotYours { unit: state.name(id).to_owned() });
    }
    if !state.is_on_table(id) {
        return refuse(clause, Why::OffTable { unit: state.name(id).to_owned() });
    }
    Ok(())
}

/// QP-TURN-03 his own, QP-MORALE-04 not Routed, QP-TURN-10 once a turn.
pub(crate) fn may_move(state: &State, by: Side, id: UnitId) -> Result<(), Refused> {
    own(state, by, id)?;
    let unit = state.unit(id);
    if unit.order == Order::Routed {
        return refuse(c::MORALE_04, Why::Routed { unit: state.name(id).to_owned() });
    }
    if unit.acted {
        return refuse(c::TURN_10, Why::AlreadyMoved { unit: state.name(id).to_owned() });
    }
    Ok(())
}

/// Does the next rout need the owner to name a side?
pub(crate) fn needs_a_hand(state: &State, id: UnitId) -> bool {
    !is_straight_way_open(state, id)
}
