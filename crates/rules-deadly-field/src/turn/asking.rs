//! Choices that the book gives to an owner in the middle of what follows by itself, and the command that waits for his answer.

use crate::c;
use crate::ruleset::{DeadlyDraft, refuse};
use crate::shown::why::Why;
use crate::turn::command::Command;
use crate::turn::event::Event;
use crate::turn::handle::obey;
use crate::turn::sequence::go_on;
use crate::turn::state::State;
use longroll_dice::{Dice, Die, Read, Reading, Roll, Wanted};
use longroll_kit::{Clause, Side, Stop, UnitId, WorkEnd};
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
pub(crate) fn choose(draft: &mut DeadlyDraft, ask: Ask) -> Result<UnitId, Wanted> {
    let choice = ask.choice;
    let unit = draft.choose(ask.clause(), ask)?;
    draft.emit(Event::Chosen { unit, choice });
    Ok(unit)
}

/// Decides a command, or the one that goes on by this answer.
pub(crate) fn decide(
    state: &State,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Stop<Why>> {
    let Some(question) = &state.question else {
        let (mut events, asks) = work(state, by, command, &[], Vec::new(), dice)?;
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
    let (by, command) = (question.by, &question.command);
    let (all, asks) = work(before, by, command, &question.rolls, answers.clone(), dice)?;
    let told = all.len();
    let mut events = vec![Event::Answered { last: asks.is_none() }];
    events.extend(all.into_iter().skip(question.told));
    if let Some((ask, rolls)) = asks {
        events.push(Event::Asked(Question { ask, by, command: command.clone(), rolls, answers, told }));
    }
    Ok(events)
}

/// The events of a command as far as it could be worked, and the next question with all dice so far.
type Worked = (Vec<Event>, Option<(Ask, Vec<u32>)>);

fn work(
    before: &State,
    by: Side,
    command: &Command,
    rolls: &[u32],
    answers: Vec<UnitId>,
    dice: &mut dyn Dice,
) -> Result<Worked, Stop<Why>> {
    let thrown = rolls.iter().copied().map(Reading::Number).collect();
    let worked = longroll_kit::work(before, thrown, answers, dice, |draft: &mut DeadlyDraft, dice| {
        obey(draft, by, command, dice)?;
        go_on(draft, dice)
    });
    match worked.end {
        // odds that leave this open want to know what has happened so far
        WorkEnd::Done | WorkEnd::Stopped(Stop::Wanted(Wanted::LeftOpen { .. })) => Ok((worked.events, None)),
        WorkEnd::Asks(ask) => {
            let rolls = worked
                .thrown
                .iter()
                .map(|reading| number(reading, ask.clause()))
                .collect::<Result<_, _>>()?;
            Ok((worked.events, Some((ask, rolls))))
        }
        WorkEnd::Stopped(stop) => Err(stop),
    }
}

/// Every clause of this set reads a sum or a count.
fn number(reading: &Reading, clause: Clause) -> Result<u32, Wanted> {
    match reading {
        Reading::Number(number) => Ok(*number),
        Reading::Faces(faces) => {
            let n = u32::try_from(faces.len()).unwrap_or(u32::MAX);
            Err(Wanted::Misread { roll: Roll { clause, n, die: Die::D6, read: Read::Faces } })
        }
    }
}

/// Keeps the state to which a stopped command will be given again.
pub(crate) fn keep(state: &mut State) {
    state.before = Some(Arc::new(state.clone()));
}
