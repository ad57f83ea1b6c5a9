//! Questions to a player in the middle of a procedure: to which side a router turns, how a volley is fired, which unit a
//! new officer joins. Until he answers, what has happened so far is recorded, and the command waits.

use crate::c;
use crate::ruleset::{JohnnyRebDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::command::Command;
use crate::turn::event::Event;
use crate::turn::handle::obey;
use crate::turn::sequence::go_on;
use crate::turn::state::State;
use longroll_dice::{Dice, Reading, Wanted};
use longroll_kit::{Clause, Side, Stop, UnitId, WorkEnd};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// JR-MOVE-14: on which side a router whose way is closed looks first.
    RoutSide { unit: UnitId },
    /// JR-FIRE-15: whether breech-loaders fire rapidly, or repeaters spare their die.
    Manner { unit: UnitId, target: UnitId, rapid: bool, sparing: bool },
    /// JR-OFFICER-03: which unit of his command a new officer joins.
    Joins { officer: UnitId, units: Vec<UnitId> },
    /// JR-CHARGE-16: which three of more support the unit that is struck.
    Supports { unit: UnitId, units: Vec<UnitId> },
    /// JR-OPT-14: whom the winner of an impact charges next, if anybody.
    ChargeOn { unit: UnitId, targets: Vec<UnitId> },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Left,
    Right,
    Manner { rapid: bool, sparing: bool },
    Unit(UnitId),
    Units(Vec<UnitId>),
    Nobody,
}

/// A command that waits for an answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Pending {
    /// The position in which it was given.
    pub before: Arc<State>,
    pub by: Side,
    pub command: Command,
    pub given: Vec<Answer>,
    pub thrown: Vec<Thrown>,
    /// Events of it that are recorded already.
    pub done: usize,
}

/// What was read off one roll.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Thrown {
    Number(u32),
    Faces(Vec<u8>),
}

impl Question {
    pub fn unit(&self) -> UnitId {
        match self {
            Question::RoutSide { unit }
            | Question::Manner { unit, .. }
            | Question::Supports { unit, .. }
            | Question::ChargeOn { unit, .. } => *unit,
            Question::Joins { officer, .. } => *officer,
        }
    }

    pub fn clause(&self) -> Clause {
        match self {
            Question::RoutSide { .. } => c::MOVE_14,
            Question::Manner { .. } => c::FIRE_15,
            Question::Joins { .. } => c::OFFICER_03,
            Question::Supports { .. } => c::CHARGE_16,
            Question::ChargeOn { .. } => c::OPT_14,
        }
    }

    pub fn prompt(&self, state: &State) -> String {
        let name = state.name(self.unit());
        match self {
            Question::RoutSide { .. } => format!("{name} flees and its way is closed: turn left or right"),
            Question::Manner { target, .. } => {
                format!("{name} fires at {}: say how", state.name(*target))
            }
            Question::Joins { .. } => format!("{name} has a successor: name the unit he joins"),
            Question::Supports { .. } => format!("{name} is struck: name the three that support it"),
            Question::ChargeOn { .. } => format!("{name} has won: charge on, or stand"),
        }
    }

    /// Every way to answer.
    pub fn answers(&self) -> Vec<Command> {
        match self {
            Question::RoutSide { unit } => {
                [true, false].map(|left| Command::Flee { unit: *unit, left }).to_vec()
            }
            Question::Manner { unit, rapid, sparing, .. } => {
                let plain = Command::Volley { unit: *unit, rapid: false, sparing: false };
                let quick = rapid.then_some(Command::Volley { unit: *unit, rapid: true, sparing: false });
                let spare = sparing.then_some(Command::Volley { unit: *unit, rapid: false, sparing: true });
                std::iter::once(plain).chain(quick).chain(spare).collect()
            }
            Question::Joins { officer, units } => {
                units.iter().map(|unit| Command::Attach { officer: *officer, unit: *unit }).collect()
            }
            Question::ChargeOn { unit, targets } => {
                let on = |target: &UnitId| Command::Charge { unit: *unit, target: *target, with: Vec::new() };
                targets.iter().map(on).chain([Command::Stand { unit: *unit }]).collect()
            }
            Question::Supports { unit, units } => {
                let mut list = Vec::new();
                for (a, first) in units.iter().enumerate() {
                    for (b, second) in units.iter().enumerate().skip(a + 1) {
                        for third in &units[b + 1..] {
                            list.push(Command::Support { unit: *unit, by: vec![*first, *second, *third] });
                        }
                    }
                }
                list
            }
        }
    }

    fn reading(&self, command: &Command) -> Option<Answer> {
        let sorted = |list: &[UnitId]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list
        };
        match (self, command) {
            (Question::Supports { unit, units }, Command::Support { unit: named, by }) => {
                let known = by.iter().all(|id| units.contains(id)) && unit == named;
                let list = sorted(by);
                let three = list.len() == 3 && list.windows(2).all(|pair| pair[0] != pair[1]);
                (known && three).then_some(Answer::Units(list))
            }
            _ if !self.answers().contains(command) => None,
            (_, Command::Flee { left, .. }) => Some(if *left { Answer::Left } else { Answer::Right }),
            (_, Command::Volley { rapid, sparing, .. }) => {
                Some(Answer::Manner { rapid: *rapid, sparing: *sparing })
            }
            (_, Command::Attach { unit, .. }) => Some(Answer::Unit(*unit)),
            (_, Command::Charge { target, .. }) => Some(Answer::Unit(*target)),
            (_, Command::Stand { .. }) => Some(Answer::Nobody),
            _ => None,
        }
    }
}

/// The answer, if it has been given; otherwise the command stops here.
pub(crate) fn ask(draft: &mut JohnnyRebDraft, question: Question) -> Result<Answer, Wanted> {
    let answer = draft.choose(question.clause(), question.clone())?;
    draft.emit(Event::Answered { question, answer: answer.clone() });
    Ok(answer)
}

/// Decides a command, or goes on with the one that waits for this answer.
pub(crate) fn run(
    state: &State,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Stop<Why>> {
    let Some((question, pending)) = state.question.as_ref().zip(state.pending.as_deref()) else {
        let (mut events, stopped) = decide(state, by, command, (&[], &[]), dice)?;
        if !stopped.is_empty() {
            events.insert(0, Event::Suspended { by, command: command.clone() });
            events.extend(stopped);
        }
        return Ok(events);
    };
    let answer = read_answer(state, question, command)?;
    let mut given = pending.given.clone();
    given.push(answer.clone());
    let before = (given.as_slice(), pending.thrown.as_slice());
    let (events, stopped) = decide(&pending.before, pending.by, &pending.command, before, dice)?;
    let mut all = vec![Event::Resumed { answer }];
    all.extend(events.into_iter().skip(pending.done));
    if stopped.is_empty() {
        all.push(Event::Settled)
    } else {
        all.extend(stopped)
    }
    Ok(all)
}

fn read_answer(state: &State, question: &Question, command: &Command) -> Result<Answer, Refused> {
    match question.reading(command) {
        Some(answer) => Ok(answer),
        None => {
            refuse(question.clause(), Why::AnotherQuestion { unit: state.name(question.unit()).to_owned() })
        }
    }
}

/// All events of a command, worked with the answers and dice that there are; and those that say how it stopped if there is a question.
fn decide(
    state: &State,
    by: Side,
    command: &Command,
    (given, thrown): (&[Answer], &[Thrown]),
    dice: &mut dyn Dice,
) -> Result<(Vec<Event>, Vec<Event>), Stop<Why>> {
    let thrown = thrown.iter().map(Thrown::reading).collect();
    let worked =
        longroll_kit::work(state, thrown, given.to_vec(), dice, |draft: &mut JohnnyRebDraft, dice| {
            obey(draft, by, command, dice)?;
            Ok(go_on(draft, dice)?)
        });
    let done = worked.events.len();
    match worked.end {
        WorkEnd::Done => Ok((worked.events, Vec::new())),
        WorkEnd::Asks(question) => {
            let thrown = worked.thrown.iter().map(Thrown::of).collect();
            Ok((worked.events, vec![Event::Asked(question), Event::Paused { thrown, done }]))
        }
        WorkEnd::Stopped(stop) => Err(stop),
    }
}

impl Thrown {
    fn of(reading: &Reading) -> Thrown {
        match reading {
            Reading::Number(number) => Thrown::Number(*number),
            Reading::Faces(faces) => Thrown::Faces(faces.to_vec()),
        }
    }

    fn reading(&self) -> Reading {
        match self {
            Thrown::Number(number) => Reading::Number(*number),
            Thrown::Faces(faces) => Reading::Faces(faces.iter().copied().collect()),
        }
    }
}
