//! Choices that the book gives to an owner in the middle of what follows by itself. There a command stops and he is asked. With his
//! answer it is worked anew, from the state in which it was given and with the dice already thrown, and goes on from where it stopped:
//! the way in which dice are asked for, too.

use crate::c;
use crate::ruleset::{DeadlyDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::command::Command;
use crate::turn::event::Event;
use crate::turn::handle::obey;
use crate::turn::sequence::go_on;
use crate::turn::state::State;
use longroll_dice::{Dice, Die, Reading, Roll, Wanted};
use longroll_kit::{Clause, Draft, Refusal, Side, Stop, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// ADF-MORALE-20: who of several equally near checks first.
    ChecksFirst,
    /// ADF-FORM-06: whose charge modifier a battery takes.
    Supports { battery: UnitId },
}

/// Who is asked, and among whom he chooses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Ask {
    pub side: Side,
    pub choice: Choice,
    pub among: Vec<UnitId>,
}

/// A command that waits for an answer, with everything that was said and thrown so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Question {
    pub ask: Ask,
    pub by: Side,
    pub command: Box<Command>,
    pub rolls: Vec<u32>,
    pub answers: Vec<UnitId>,
    /// How many events of the command have happened.
    pub told: usize,
}

/// Why the working of a command stops before its end.
#[derive(Debug)]
pub(crate) enum Pause {
    Refused(Refused),
    Wanted(Wanted),
    Asks(Box<Ask>),
}

impl From<Wanted> for Pause {
    fn from(wanted: Wanted) -> Pause {
        Pause::Wanted(wanted)
    }
}

impl From<Refused> for Pause {
    fn from(refusal: Refusal<Why>) -> Pause {
        Pause::Refused(refusal)
    }
}

impl Ask {
    pub(crate) fn clause(&self) -> Clause {
        match self.choice {
            Choice::ChecksFirst => c::MORALE_20,
            Choice::Supports { .. } => c::FORM_06,
        }
    }

    pub(crate) fn prompt(&self, state: &State) -> String {
        let names: Vec<&str> = self.among.iter().map(|id| state.name(*id)).collect();
        match self.choice {
            Choice::ChecksFirst => format!("{} are equally near: who checks first?", names.join(", ")),
            Choice::Supports { battery } => {
                format!("{} stand by {}: who supports it?", names.join(", "), state.name(battery))
            }
        }
    }

    pub(crate) fn answer(&self, state: &State, unit: UnitId) -> String {
        match self.choice {
            Choice::ChecksFirst => format!("{} checks first", state.name(unit)),
            Choice::Supports { battery } => format!("{} supports {}", state.name(unit), state.name(battery)),
        }
    }
}

/// The owner's choice, or the question to him.
pub(crate) fn choose(draft: &mut DeadlyDraft, ask: Ask) -> Result<UnitId, Pause> {
    match draft.answers.first().copied() {
        Some(unit) => {
            draft.emit(Event::Chosen { unit, choice: ask.choice });
            Ok(unit)
        }
        None => Err(Pause::Asks(Box::new(ask))),
    }
}

/// Decides a command, or the one that goes on by this answer.
pub(crate) fn decide(
    state: &State,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Stop<Why>> {
    let Some(question) = &state.question else {
        let (rolls, answers) = (Vec::new(), Vec::new());
        let (mut events, asks) = work(state, by, command, rolls, answers, dice)?;
        if let Some((ask, rolls)) = asks {
            let told = events.len();
            let command = Box::new(command.clone());
            events.insert(0, Event::Stopped);
            events.push(Event::Asked(Question { ask, by, command, rolls, answers: Vec::new(), told }));
        }
        return Ok(events);
    };
    let Command::Choose { unit } = command else {
        let what = question.ask.prompt(state);
        return Ok(refuse(question.ask.clause(), Why::AnotherMatterFirst { what })?);
    };
    if !question.ask.among.contains(unit) {
        let unit = state.name(*unit).to_owned();
        return Ok(refuse(question.ask.clause(), Why::NotChoosable { unit })?);
    }
    let Some(before) = &state.before else {
        return Ok(refuse(question.ask.clause(), Why::NotNow)?);
    };
    let mut answers = question.answers.clone();
    answers.push(*unit);
    let (by, command, rolls) = (question.by, &question.command, question.rolls.clone());
    let (all, asks) = work(before, by, command, rolls, answers.clone(), dice)?;
    let told = all.len();
    let mut events = vec![Event::Answered { last: asks.is_none() }];
    events.extend(all.into_iter().skip(question.told));
    if let Some((ask, rolls)) = asks {
        events.push(Event::Asked(Question { ask, by, command: command.clone(), rolls, answers, told }));
    }
    Ok(events)
}

/// What of a command could be worked: its events, and the next question with all dice so far.
type Worked = (Vec<Event>, Option<(Ask, Vec<u32>)>);

fn work(
    before: &State,
    by: Side,
    command: &Command,
    rolls: Vec<u32>,
    answers: Vec<UnitId>,
    dice: &mut dyn Dice,
) -> Result<Worked, Stop<Why>> {
    let mut draft = if answers.is_empty() {
        Draft::of(before)
    } else {
        let mut told = before.clone();
        told.answers = answers.into();
        Draft::of(&told)
    };
    let mut dice = Remembered { rolls, at: 0, dice };
    let end = obey(&mut draft, by, command, &mut dice).and_then(|()| go_on(&mut draft, &mut dice));
    match end {
        Ok(()) => Ok((draft.into_events(), None)),
        Err(Pause::Asks(ask)) => Ok((draft.into_events(), Some((*ask, dice.rolls)))),
        // odds that leave this open want to know what has happened so far
        Err(Pause::Wanted(Wanted::LeftOpen { .. })) => Ok((draft.into_events(), None)),
        Err(Pause::Wanted(wanted)) => Err(Stop::Wanted(wanted)),
        Err(Pause::Refused(refusal)) => Err(Stop::Refused(refusal)),
    }
}

/// Dice that give again what they gave before the question, and then go on.
struct Remembered<'a> {
    rolls: Vec<u32>,
    at: usize,
    dice: &'a mut dyn Dice,
}

impl Dice for Remembered<'_> {
    fn throw(&mut self, roll: &Roll) -> Result<Reading, Wanted> {
        let known = self.rolls.get(self.at).copied();
        self.at += 1;
        if let Some(number) = known {
            return Ok(Reading::Number(number));
        }
        let reading = self.dice.throw(roll)?;
        // every clause of this set reads a sum or a count
        let Reading::Number(number) = reading else { return Err(Wanted::Misread { roll: *roll }) };
        self.rolls.push(number);
        Ok(Reading::Number(number))
    }

    fn sum_alike(
        &mut self,
        clause: Clause,
        n: u32,
        die: Die,
        alike: &dyn Fn(u32, u32) -> bool,
    ) -> Result<u32, Wanted> {
        if n == 0 || self.at < self.rolls.len() {
            return self.sum(clause, n, die);
        }
        let number = self.dice.sum_alike(clause, n, die, alike)?;
        self.at += 1;
        self.rolls.push(number);
        Ok(number)
    }
}

/// Keeps the state to which a stopped command will be given again.
pub(crate) fn keep(state: &mut State) {
    state.before = Some(Arc::new(state.clone()));
}
