//! The ruleset as generic code sees it, and the door through which every command comes.

use crate::acts;
use crate::charge::{Closing, Phase, follow_on, halt, press, strikes};
use crate::clash::oppose;
use crate::command::{Command, Salvo};
use crate::event::Event;
use crate::fire::Manner;

use crate::kinds::Arm;
use crate::options::Options;
use crate::question::Pause;
use crate::react::{
    Reaction, may_desperate_without, may_fire_held, may_react, may_react_by_fire, react, react_by_fire,
};
use crate::route::route;
use crate::shooting::fire_at;
use crate::sight::{adjacency, apart, under};
use crate::state::{Debt, State, Step};
use crate::turn::{awaiting, decider, find_command, go_on, roll_initiative};
use crate::weighing;
use crate::why::Why;
use crate::{c, case, muster, offers, procedures, question, sight, tell, text, together, view};
use longroll_dice::{Dice, Rolling, Scripted};
use longroll_kit::{
    Actor, Awaiting, Calculation, CaseSetup, Clause, Cost, Cue, Draft, Explained, Leg, Offer,
    Order as PanelOrder, Procedure, Reach, ReactionKind, Refusal, Region, Registry, Ruleset, Seat, Settings,
    Setup, SetupError, Side, Sighting, Stop, Tally, Telling, UnitId, Upshot, View,
};
use longroll_table::{Length, thousandths, touching, within};
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
    const EDITION: &'static str = "2014 summary, revision 2";

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
            crate::turn::begin_turn(&mut draft, side, 1);
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
        question::decide(state, by, command, dice)
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
        crate::orders::orders(state, side, unit)
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
        tell::tell(state, event)
    }

    fn cue(state: &State, event: &Event) -> Cue {
        crate::cue::cue(state, event)
    }

    fn gist(state: &State, event: &Event) -> Option<String> {
        tell::gist(state, event)
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
        if known { crate::orders::explain(state, command) } else { Vec::new() }
    }

    fn calculation(state: &State, _: Side, command: &Command) -> Option<Calculation> {
        crate::orders::calculation(state, command)
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
        text::label(state, command)
    }

    fn write_command(state: &State, command: &Command) -> String {
        text::write(state, command)
    }

    fn read_command(state: &State, text: &str) -> Result<Command, String> {
        text::read(state, text)
    }

    fn arrange(setup: &CaseSetup, settings: &Settings) -> Result<State, String> {
        case::arrange(setup, settings)
    }

    fn look_up(state: &State, name: &str) -> Result<serde_json::Value, String> {
        case::look_up(state, name)
    }
}

/// Is this side asked, and do all units named exist?
fn check_turn(state: &State, by: Side, command: &Command) -> Result<(), Refused> {
    if state.step == Step::Over {
        return refuse(c::TURN_12, Why::GameOver);
    }
    if command.units().iter().any(|id| id.index() >= state.units.len()) {
        return refuse(c::GAME_03, Why::NoSuchUnit);
    }
    if decider(state) == Some(by) { Ok(()) } else { refuse(c::TURN_01, Why::NotAwaited) }
}

pub(crate) fn obey(
    draft: &mut DeadlyDraft,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Pause> {
    if let Some(debt) = draft.owed.top().cloned() {
        return pay(draft, debt, command, dice);
    }
    match (draft.step, command) {
        (Step::Initiative, Command::RollInitiative) => roll_initiative(draft, dice)?,
        (Step::Leaders, Command::Move { unit, legs, .. }) => move_leader(draft, by, *unit, legs)?,
        (Step::Leaders, Command::Attach { leader, unit }) => attach(draft, by, *leader, *unit)?,
        (Step::Leaders, Command::Stand { unit }) => {
            acts::own(draft, by, *unit)?;
            if !draft.is_leader(*unit) || draft.unit(*unit).moved {
                let unit = draft.name(*unit).to_owned();
                return Ok(refuse(c::LEADER_08, Why::AlreadyMoved { unit })?);
            }
            let to = draft.unit(*unit).pose;
            draft.emit(Event::LeaderMoved { leader: *unit, to, clause: c::LEADER_08 });
        }
        (Step::Leaders, Command::LeadersDone) => find_command(draft),
        (Step::Actions, Command::Group { units, first, second }) => {
            acts::may_group(draft, by, units)?;
            acts::group(draft, units, [*first, *second]);
        }
        (Step::Actions, Command::Move { unit, legs, without }) => {
            acts::make_move(draft, by, *unit, legs, without)?
        }
        (Step::Actions, Command::Fire { salvos, deliberate }) => {
            acts::fire(draft, by, salvos, *deliberate, dice)?
        }
        (Step::Actions, Command::Charge { sallies, without }) => {
            acts::charge(draft, by, sallies, without, dice)?
        }
        (Step::Actions, Command::Reform { unit }) => acts::reform(draft, by, *unit)?,
        (Step::Actions, Command::Rally { unit, facing }) => {
            acts::try_to_rally(draft, by, *unit, *facing, dice)?
        }
        (Step::Actions, Command::Disengage { unit, distance, without }) => {
            acts::disengage(draft, by, *unit, *distance, without)?
        }
        (Step::Actions, Command::Run { unit, facing }) => {
            acts::may_run(draft, by, *unit)?;
            acts::run_away(draft, *unit, *facing, dice)?;
        }
        (Step::Actions, Command::Merge { unit, other }) => acts::merge(draft, by, *unit, *other)?,
        (Step::Actions, Command::Join { unit, to }) => acts::join(draft, by, *unit, *to)?,
        (Step::Actions, Command::Stand { unit }) => acts::stand(draft, by, *unit)?,
        (Step::Actions, Command::Done) if draft.acting.is_some() => draft.emit(Event::Finished),
        (Step::Actions, Command::EndTurn) => {
            draft.emit(Event::StepBegan { step: Step::Ending });
        }
        // ADF-UNIT-01: leaders move at the start of the turn only
        (Step::Actions, Command::Attach { leader, .. }) => {
            let unit = draft.name(*leader).to_owned();
            return Ok(refuse(c::LEADER_09, Why::AlreadyMoved { unit })?);
        }
        _ => return Ok(refuse(c::TURN_08, Why::NotNow)?),
    }
    Ok(())
}

/// A decision that is owed: only the commands that answer it are taken.
fn pay(draft: &mut DeadlyDraft, debt: Debt, command: &Command, dice: &mut dyn Dice) -> Result<(), Pause> {
    match (debt, command) {
        (Debt::React(trigger), Command::React { units, how, facing, distance, without }) => {
            may_react(draft, &trigger, units, how, *distance, without)?;
            draft.emit(Event::Paid);
            react(draft, units, how, (*facing, *distance), without, dice)?;
        }
        (Debt::React(trigger), Command::ReactFire { salvos }) => {
            may_react_by_fire(draft, &trigger, salvos)?;
            draft.emit(Event::Paid);
            react_by_fire(draft, salvos, dice)?;
        }
        (Debt::React(_), Command::Pass { whole_action }) => {
            draft.emit(Event::Paid);
            draft.emit(Event::LetPass { whole_action: *whole_action });
        }
        (Debt::Desperation { pairs }, Command::Desperate { unit, target, without }) => {
            if !pairs.contains(&(*unit, *target)) {
                let unit = draft.name(*unit).to_owned();
                return Ok(refuse(c::REACT_15, Why::NotTriggered { unit })?);
            }
            may_desperate_without(draft, *unit, *target, without)?;
            let salvo = Salvo { units: vec![*unit], target: *target, without: without.clone() };
            fire_at(draft, &salvo, Manner::Desperation, false, dice)?;
        }
        (Debt::HeldFire { unit, chargers }, Command::React { units, how, without, .. }) => {
            let target = match how {
                Reaction::Fire { target } if units.as_slice() == [unit] && chargers.contains(target) => {
                    *target
                }
                _ => {
                    let unit = draft.name(unit).to_owned();
                    return Ok(refuse(c::REACT_29, Why::NotTriggered { unit })?);
                }
            };
            may_fire_held(draft, unit, target, without)?;
            draft.emit(Event::Reacted { units: vec![unit], clause: c::FIRE_28 });
            let salvo = Salvo { units: vec![unit], target, without: without.clone() };
            fire_at(draft, &salvo, Manner::PointBlank, true, dice)?;
        }
        (Debt::HeldFire { unit, chargers }, Command::Desperate { unit: named, target, without }) => {
            if *named != unit || !chargers.contains(target) {
                let unit = draft.name(*named).to_owned();
                return Ok(refuse(c::REACT_29, Why::NotTriggered { unit })?);
            }
            may_desperate_without(draft, unit, *target, without)?;
            let salvo = Salvo { units: vec![unit], target: *target, without: without.clone() };
            fire_at(draft, &salvo, Manner::Desperation, false, dice)?;
        }
        (Debt::Opponent { lead, among }, Command::Strike { unit, target }) => {
            if *unit != lead || !among.contains(target) {
                let unit = draft.name(*target).to_owned();
                return Ok(refuse(c::CHARGE_21, Why::NotChoosable { unit })?);
            }
            draft.emit(Event::Paid);
            oppose(draft, lead, *target);
        }
        (Debt::Desperation { .. } | Debt::HeldFire { .. }, Command::Pass { .. }) => {
            draft.emit(Event::Paid);
            draft.emit(Event::LetPass { whole_action: false });
        }
        (Debt::Charge(charge), command) => match (charge.phase.clone(), command) {
            (Phase::Choosing, Command::Strike { unit, target }) => {
                if !strikes(draft, &charge).contains(&(*unit, *target)) {
                    let unit = draft.name(*unit).to_owned();
                    return Ok(refuse(c::CHARGE_21, Why::NotChoosable { unit })?);
                }
                let mut charge = charge;
                let step = Closing::Check;
                charge.phase = Phase::Closing { lead: *unit, target: *target, step };
                draft.emit(Event::Now(Debt::Charge(charge)));
            }
            (Phase::Asking { unit }, Command::Press { distance }) => {
                if distance.is_some_and(|distance| distance <= Length::ZERO) {
                    let (asked, most) = (distance.unwrap_or_default(), Length::ZERO);
                    return Ok(refuse(c::CHARGE_38, Why::TooFarAdvance { asked, most })?);
                }
                press(draft, charge, unit, *distance);
            }
            (Phase::Asking { unit }, Command::Halt) => halt(draft, charge, unit),
            (Phase::Winning { units, most, beaten }, Command::Advance { distance }) => {
                if !distance.within(most) || *distance <= Length::ZERO {
                    return Ok(refuse(c::CHARGE_28, Why::TooFarAdvance { asked: *distance, most })?);
                }
                follow_on(draft, charge, &units, *distance, beaten);
            }
            (Phase::Winning { units, .. }, Command::Halt) => {
                let mut charge = charge;
                charge.phase = Phase::Choosing;
                draft.emit(Event::Now(Debt::Charge(charge)));
                for unit in units {
                    if draft.is_on_table(unit) {
                        crate::charge::end_for(draft, unit, c::CHARGE_26);
                    }
                }
            }
            _ => return Ok(another_matter(draft)?),
        },
        _ => return Ok(another_matter(draft)?),
    }
    Ok(())
}

fn another_matter(state: &State) -> Result<(), Refused> {
    let waits = awaiting(state).0;
    let clause = waits.first().map_or(c::TURN_08, |wait| wait.clause);
    let what = waits.first().map_or_else(String::new, |wait| wait.prompt.clone());
    refuse(clause, Why::AnotherMatterFirst { what })
}

/// ADF-LEADER-08: once, at the rate of the mounted road column, in any direction, through friends.
pub(crate) fn may_move_leader(
    state: &State,
    by: Side,
    id: UnitId,
    legs: &[Leg],
) -> Result<longroll_table::Pose, Refused> {
    let unit = state.name(id).to_owned();
    acts::own(state, by, id)?;
    if !state.is_leader(id) {
        return refuse(c::TURN_08, Why::NotALeader { unit });
    }
    if state.unit(id).moved {
        return refuse(c::LEADER_08, Why::AlreadyMoved { unit });
    }
    let route = route(state, &[id], legs)?;
    let rect = longroll_table::Rect::new(route.to(), state.rect(id).size());
    let touched = state.troops(by.enemy()).find(|enemy| touching(&rect, state.rect(*enemy)));
    if let Some(enemy) = touched {
        return refuse(c::GEO_11, Why::Contact { enemy: state.name(enemy).to_owned() });
    }
    Ok(route.to())
}

fn move_leader(draft: &mut DeadlyDraft, by: Side, id: UnitId, legs: &[Leg]) -> Result<(), Refused> {
    let to = may_move_leader(draft, by, id, legs)?;
    if draft.unit(id).with.is_some() {
        draft.emit(Event::LeaderAttached { leader: id, unit: None });
    }
    draft.emit(Event::LeaderMoved { leader: id, to, clause: c::LEADER_08 });
    Ok(())
}

/// ADF-LEADER-04: adjacent, or within half an inch by the option.
pub(crate) fn may_attach(state: &State, by: Side, leader: UnitId, unit: UnitId) -> Result<(), Refused> {
    let name = state.name(leader).to_owned();
    acts::own(state, by, leader)?;
    acts::own(state, by, unit)?;
    if !state.is_leader(leader) || state.is_leader(unit) {
        return refuse(c::LEADER_04, Why::NotALeader { unit: name });
    }
    // ADF-LEADER-09: during his own move, and once
    if state.unit(leader).actions == 0 {
        return refuse(c::LEADER_09, Why::AlreadyMoved { unit: name });
    }
    let ground = adjacency(under(state, leader)).min(adjacency(under(state, unit)));
    let limit = if state.options.leader_within_half_inch { thousandths(500) } else { ground };
    if !within(state.rect(leader), state.rect(unit), limit) {
        let (other, measured) = (state.name(unit).to_owned(), apart(state, leader, unit));
        return refuse(c::LEADER_04, Why::NotAdjacent { unit: name, other, measured });
    }
    Ok(())
}

fn attach(draft: &mut DeadlyDraft, by: Side, leader: UnitId, unit: Option<UnitId>) -> Result<(), Refused> {
    match unit {
        Some(unit) => may_attach(draft, by, leader, unit)?,
        None => {
            acts::own(draft, by, leader)?;
            if draft.arm(leader) != Arm::Leader || draft.unit(leader).with.is_none() {
                return refuse(c::LEADER_09, Why::NotALeader { unit: draft.name(leader).to_owned() });
            }
            if draft.unit(leader).actions == 0 {
                return refuse(c::LEADER_09, Why::AlreadyMoved { unit: draft.name(leader).to_owned() });
            }
        }
    }
    draft.emit(Event::LeaderAttached { leader, unit });
    draft.emit(Event::ActionsSpent { units: vec![leader], actions: 2 });
    Ok(())
}
