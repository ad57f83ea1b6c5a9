//! The ruleset as generic code sees it, and the door through which every command comes.

use crate::acts::{detach, may_detach, may_do, may_recall, perform, throw_recall};
use crate::aftermath::{follow_up, stand_off};
use crate::charge::{declare, evade, may_charge_at, may_yell};
use crate::choices::take;
use crate::command::{self, Command};
use crate::command_step::{change, may_change, may_take_command};
use crate::deployment::deploy;
use crate::end_step::help;
use crate::event::{Act, Event};
use crate::fire_step::{may_fire_at, may_pour, shoot, weapons};
use crate::flight::{can_face, face, flee_on};
use crate::ground::Ground;
use crate::morale_step::{other_test, test_brigade};
use crate::movement::{
    declare_march, duty_to_advance, duty_to_fire, finish_march, manhandle, may_manhandle, may_march,
    may_ride, may_step_back, may_tactical_march, ride, step_back, tactical_march,
};
use crate::options::Options;
use crate::pursuit::retire_after;
use crate::state::{Debt, Due, How, Muster, State, Step};
use crate::turn::{awaited, awaiting, end_part, go_on, owner_of};
use crate::weighing;
use crate::why::Why;
use crate::{
    aftermath, brigade_panel, c, case, explain, muster, offers, panel, procedures, sight, tell, view,
};
use longroll_dice::Dice;
use longroll_kit::{
    Actor, Awaiting, Calculation, CaseSetup, Clause, Cost, Cue, Draft, Explained, Formation, Leg, Offer,
    Order as PanelOrder, Owed, Procedure, Reach, Reaction, ReactionKind, Refusal, Region, Registry, Ruleset,
    Seat, Settings, Setup, SetupError, Side, Sighting, Stop, Tally, Telling, UnitId, Upshot, View,
};
use longroll_table::{Field, Length};
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
    const EDITION: &'static str = "Civil War play sheet, revision 2";

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
        tell::tell(state, event)
    }

    fn cue(state: &State, event: &Event) -> Cue {
        crate::cue::cue(state, event)
    }

    fn gist(state: &State, event: &Event) -> Option<String> {
        tell::gist(state, event)
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

/// Is this side asked, and does everybody named exist?
fn check_turn(state: &State, by: Side, command: &Command) -> Result<(), Refused> {
    if state.step == Step::Over {
        return refuse(c::GEN_16, Why::GameOver);
    }
    if command.units().iter().flatten().any(|id| id.index() >= state.units.len()) {
        return refuse(c::UNIT_02, Why::NoSuchUnit);
    }
    let asked = match state.owed.top() {
        Some(debt) => owner_of(state, debt),
        None => awaited(state),
    };
    if asked == Some(by) { Ok(()) } else { refuse(c::GEN_10, Why::NotAwaited) }
}

/// The unit is this side's and on the table.
pub(crate) fn own(state: &State, by: Side, id: UnitId) -> Result<(), Refused> {
    if state.side(id) != by {
        return refuse(c::GEN_10, Why::NotYours { unit: state.name(id).to_owned() });
    }
    if !state.is_on_table(id) {
        return refuse(c::UNIT_10, Why::OffTable { unit: state.name(id).to_owned() });
    }
    Ok(())
}

fn obey(
    draft: &mut GrenadierDraft,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    if let Some(debt) = draft.owed.top().cloned() {
        return pay(draft, &debt, command, dice);
    }
    match (draft.step, command) {
        (Step::Deployment, _) => deploy(draft, by, command, dice)?,
        (Step::Command, Command::ChangeOrder { brigade, order, by: who }) => {
            may_change(draft, by, *brigade, *order, *who)?;
            change(draft, *brigade, *order, *who, dice)?;
        }
        (Step::Command, Command::TakeCommand { brigade }) => {
            may_take_command(draft, by, *brigade)?;
            draft.emit(Event::TookCommand { brigade: *brigade });
        }
        (Step::Charge, Command::Charge { unit, target, yell }) => {
            may_charge_at(draft, by, *unit, *target)?;
            if *yell {
                may_yell(draft, *unit)?;
            }
            declare(draft, *unit, *target, *yell, dice)?;
        }
        (Step::Movement, Command::EndStep) => {
            if let Some(unit) = duty_to_advance(draft, by) {
                let unit = draft.name(unit).to_owned();
                return Ok(refuse(c::ORDER_01, Why::DutyToAdvance { unit })?);
            }
            end_part(draft);
        }
        (Step::Movement, _) => movement(draft, by, command, dice)?,
        (Step::Fire, Command::EndStep) => {
            if let Some(unit) = duty_to_fire(draft, by) {
                let unit = draft.name(unit).to_owned();
                return Ok(refuse(c::ORDER_01, Why::DutyToFire { unit })?);
            }
            end_part(draft);
        }
        (Step::Fire, Command::Fire { unit, target, weapon, pour }) => {
            may_fire_at(draft, by, *unit, *target, *weapon)?;
            let used = weapon.or_else(|| weapons(draft, *unit).first().copied());
            // GRE-POUR-07
            if *pour && draft.unit(*unit).low_ammunition {
                return Ok(refuse(c::POUR_07, Why::LowAmmunition { unit: draft.name(*unit).to_owned() })?);
            }
            if *pour && !used.is_some_and(|used| may_pour(draft, *unit, used)) {
                return Ok(refuse(c::POUR_02, Why::NoPour { unit: draft.name(*unit).to_owned() })?);
            }
            shoot(draft, *unit, *target, *weapon, *pour, dice)?;
        }
        (Step::Command | Step::Charge, Command::EndStep) => end_part(draft),
        (now, _) => return Ok(refuse(c::TURN_01, Why::WrongStep { now })?),
    }
    Ok(())
}

fn movement(
    draft: &mut GrenadierDraft,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    match command {
        Command::March { unit, gait } => {
            may_march(draft, by, *unit, *gait)?;
            declare_march(draft, *unit, *gait, dice)?;
        }
        Command::TacticalMarch { unit } => {
            may_tactical_march(draft, by, *unit)?;
            tactical_march(draft, *unit, dice)?;
        }
        Command::StepBack { unit } => {
            may_step_back(draft, by, *unit)?;
            step_back(draft, *unit, dice)?;
        }
        Command::Ride { unit } => {
            may_ride(draft, by, *unit)?;
            ride(draft, *unit, dice)?;
        }
        Command::Manhandle { unit, legs } => {
            may_manhandle(draft, by, *unit)?;
            manhandle(draft, *unit, legs, dice)?;
        }
        Command::Act { unit, act, facing } => {
            let lawful = may_do(draft, by, *unit, *act, *facing)?;
            perform(draft, *unit, *act, lawful, dice)?;
        }
        Command::Detach { unit, bases } => {
            let pose = may_detach(draft, by, *unit, *bases)?;
            detach(draft, *unit, *bases, pose, dice)?;
        }
        Command::Recall { unit } => {
            may_recall(draft, by, *unit)?;
            throw_recall(draft, *unit, dice)?;
        }
        _ => return Ok(refuse(c::TURN_01, Why::WrongStep { now: Step::Movement })?),
    }
    Ok(())
}

/// A decision that is owed: only the command that answers it is taken.
fn pay(
    draft: &mut GrenadierDraft,
    debt: &Debt,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    match (debt, command) {
        (Debt::First { side }, Command::GoFirst | Command::GoSecond) => {
            draft.emit(Event::Paid);
            let side = if *command == Command::GoFirst { *side } else { side.enemy() };
            draft.emit(Event::FirstNamed { side });
        }
        (Debt::Flight { side, units }, Command::Flee { unit }) if units.contains(unit) => {
            draft.emit(Event::Paid);
            let rest: Vec<UnitId> = units.iter().copied().filter(|other| other != unit).collect();
            draft.emit(Event::Owes(Debt::Flight { side: *side, units: rest }));
            flee_on(draft, *unit, dice)?;
        }
        (Debt::March { unit, thrown, reach, how }, Command::Move { unit: named, legs }) if unit == named => {
            finish_march(draft, (*unit, thrown, *reach, *how), legs, dice)?;
        }
        (Debt::Next { what, units, .. }, Command::Next { unit }) if units.contains(unit) => {
            draft.emit(Event::Paid);
            take(draft, *what, *unit, dice)?;
        }
        (Debt::Facing { unit }, Command::Face { unit: named, facing }) if unit == named => {
            can_face(draft, *unit, *facing).or_else(|why| refuse(c::BRIG_12, why))?;
            draft.emit(Event::Paid);
            face(draft, *unit, *facing);
        }
        (Debt::Facing { unit }, Command::Stand { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            draft.emit(Event::Stays { unit: *unit, clause: c::BRIG_12 });
        }
        (Debt::Next { what: Due::Rally, units, .. }, Command::Test { unit }) if units.contains(unit) => {
            draft.emit(Event::Paid);
            take(draft, Due::Rally, *unit, dice)?;
        }
        (Debt::Brigades { brigades, .. }, Command::TestBrigade { brigade }) if brigades.contains(brigade) => {
            draft.emit(Event::Paid);
            test_brigade(draft, *brigade, dice)?;
        }
        (Debt::Evade { unit, by }, Command::Evade { unit: named, mount, facing }) if unit == named => {
            draft.emit(Event::Paid);
            evade(draft, *unit, *by, *mount, *facing, dice)?;
        }
        (Debt::Evade { unit, .. }, Command::Stand { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            draft.emit(Event::Stays { unit: *unit, clause: c::CHARGE_18 });
        }
        (Debt::Answer { unit }, Command::Countercharge { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            if let Some(Debt::Close { target, .. }) = draft.owed.top().cloned() {
                draft.emit(Event::Paid);
                draft.emit(Event::Owes(Debt::Close { target, countercharge: true }));
            }
        }
        (Debt::Answer { unit }, Command::Stand { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            draft.emit(Event::Stays { unit: *unit, clause: c::CHARGE_11 });
        }
        (Debt::Melee { blue, gray, leaders }, Command::Lead { unit })
            if blue.contains(unit) || gray.contains(unit) =>
        {
            let asked = owner_of(draft, debt);
            if asked != Some(draft.side(*unit)) {
                return Ok(refuse(c::MELEE_26, Why::NotChoosable { unit: draft.name(*unit).to_owned() })?);
            }
            let mut leaders = *leaders;
            leaders[draft.side(*unit) as usize] = Some(*unit);
            draft.emit(Event::Paid);
            draft.emit(Event::Owes(Debt::Melee { blue: blue.clone(), gray: gray.clone(), leaders }));
        }
        (Debt::Aftermath(after), Command::Next { unit }) if after.due().contains(unit) => {
            aftermath::act(draft, after, *unit, dice)?;
        }
        (Debt::FollowUp { unit, enemy }, Command::FollowUp { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            follow_up(draft, *unit, *enemy, dice)?;
        }
        (Debt::FollowUp { unit, enemy }, Command::Stand { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            stand_off(draft, *unit, *enemy, dice)?;
        }
        (Debt::StandOrRetire { unit }, Command::Retire { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            retire_after(draft, *unit, dice)?;
        }
        (Debt::StandOrRetire { unit } | Debt::Occupy { unit, .. }, Command::Stand { unit: named })
            if unit == named =>
        {
            draft.emit(Event::Paid);
            draft.emit(Event::Stays { unit: *unit, clause: c::PURSUIT_06 });
        }
        (Debt::Occupy { unit, building }, Command::Occupy { unit: named }) if unit == named => {
            draft.emit(Event::Paid);
            let to = draft.unit(*unit).pose;
            draft.emit(Event::Acted { unit: *unit, act: Act::Occupy(*building), to, halves: 0 });
        }
        (Debt::Tests { units, .. }, Command::Test { unit }) if units.contains(unit) => {
            draft.emit(Event::Paid);
            other_test(draft, *unit, dice)?;
        }
        (Debt::Help { general, units }, Command::Help { unit }) if units.contains(unit) => {
            draft.emit(Event::Paid);
            help(draft, *general, *unit);
        }
        _ => return Ok(refuse(c::GEN_10, Why::AnotherMatterFirst)?),
    }
    Ok(())
}

/// How far a march that is owed may go, for offers.
pub(crate) fn owed_march(state: &State) -> Option<(UnitId, Length, How)> {
    match state.owed.top() {
        Some(Debt::March { unit, reach, how, .. }) => Some((*unit, *reach, *how)),
        _ => None,
    }
}
