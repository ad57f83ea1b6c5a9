//! A table: its roster, its place in the sequence of play and its history.

use crate::after::{Parts, follows};
use crate::plan::{Plan, Turns, plan};
use crate::resolve::{Resolution, resolve};
use longroll_dice::Seed;
use longroll_kit::Settings;
use longroll_rulesets::RulesetId;
use longroll_wire::{
    AskedAct, CellChange, DiceLine, Resolved, RollWanted, RosterUnit, Side, TableAct, TableLine, TablePlace,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A table in memory. It follows from its lines alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub set: RulesetId,
    pub settings: Settings,
    pub title: String,
    pub options: BTreeMap<String, String>,
    pub lines: Vec<TableLine>,
    pub undone: BTreeSet<u32>,
    pub roster: Vec<RosterUnit>,
    pub place: TablePlace,
}

/// What came of something asked.
#[derive(Clone, PartialEq, Debug)]
pub enum Asked {
    /// This line is to be kept; the table has not changed yet.
    Line(Box<TableAct>),
    /// Dice are to be thrown first.
    Wants { roll: RollWanted, thrown: Vec<DiceLine> },
}

/// Nothing was done, and why, in a plain sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError(pub String);

/// Lines of one table.
const MOST_LINES: usize = 20_000;
const MOST_UNITS: usize = 500;
const LONGEST_TEXT: usize = 2_000;
const LONGEST_NAME: usize = 120;
/// Larger numbers stand in no roster.
const LARGEST: i64 = 1_000_000;

fn error<T>(text: impl Into<String>) -> Result<T, TableError> {
    Err(TableError(text.into()))
}

impl Table {
    /// A table from its lines, the first of which opened it.
    pub fn from_lines(lines: Vec<TableLine>) -> Result<Table, TableError> {
        let Some(TableLine { act: TableAct::Opened { title, ruleset, options, roster, .. }, .. }) =
            lines.first()
        else {
            return error("the lines of the table do not begin with its opening");
        };
        let set = RulesetId::parse(ruleset).map_err(|unknown| TableError(unknown.to_string()))?;
        let pairs = options.iter().map(|(option, choice)| (option.as_str(), choice.as_str()));
        let settings = Settings::read(set.registry(), pairs).map_err(|bad| TableError(bad.to_string()))?;
        let mut table = Table {
            set,
            settings,
            title: title.clone(),
            options: options.clone(),
            roster: roster.clone(),
            place: START,
            undone: BTreeSet::new(),
            lines,
        };
        table.work_out();
        Ok(table)
    }

    /// Adds a line that is kept already.
    pub fn add(&mut self, line: TableLine) {
        self.lines.push(line);
        self.work_out();
    }

    /// The line that was kept for this asking before, if its answer was lost.
    pub fn known(&self, ask: &str) -> Option<u32> {
        let same = |line: &&TableLine| !ask.is_empty() && line.ask == ask;
        self.lines.iter().rev().find(same).map(|line| line.number)
    }

    /// What an act would come to. `screen`: where dice come from that nobody typed in.
    pub fn ask(&self, act: &AskedAct, screen: &Seed) -> Result<Asked, TableError> {
        if self.lines.len() >= MOST_LINES {
            return error("the history of this table is full; open a new one");
        }
        let line = match act {
            AskedAct::Next => self.moved(self.next(), true),
            AskedAct::Back => self.moved(self.before(), false),
            AskedAct::Go { to } => {
                if to.step as usize >= self.plan().step.len() || to.turn == 0 || to.turn > 10_000 {
                    return error("the sequence of play has no such place");
                }
                self.moved(*to, false)
            }
            AskedAct::Resolve { procedure, facts, parts, rolls, screen: by_screen } => {
                let dice = by_screen.then_some(screen);
                return self.resolved(procedure, facts, parts, rolls.clone(), dice);
            }
            AskedAct::Correct { unit, column, to } => self.corrected(*unit, column, to)?,
            AskedAct::Join { side, name, values } => self.joined(*side, name, values)?,
            AskedAct::Remove { unit, gone } => {
                let name = &self.unit(*unit)?.name;
                let words = if *gone { "is off the table" } else { "is back on the table" };
                TableAct::Removed { unit: *unit, gone: *gone, words: format!("{name} {words}") }
            }
            AskedAct::Note { text } => {
                let text = text.trim();
                if text.is_empty() || text.len() > LONGEST_TEXT {
                    return error(format!("a note has 1 to {LONGEST_TEXT} letters"));
                }
                TableAct::Noted { text: text.to_owned() }
            }
            AskedAct::Undo { number } => {
                let line = self.lines.iter().find(|line| line.number == *number);
                match line.map(|line| &line.act) {
                    None => return error("there is no such line"),
                    Some(TableAct::Opened { .. }) => {
                        return error("the opening of the table is not taken back");
                    }
                    // Taking back what took back: the line counts again.
                    Some(_) => TableAct::Undone { number: *number },
                }
            }
        };
        Ok(Asked::Line(Box::new(line)))
    }

    /// The roster with which the table was opened.
    pub fn roster_at_start(&self) -> &[RosterUnit] {
        match self.lines.first().map(|line| &line.act) {
            Some(TableAct::Opened { roster, .. }) => roster,
            _ => &[],
        }
    }

    fn plan(&self) -> &'static Plan {
        plan(self.set)
    }

    fn unit(&self, id: u32) -> Result<&RosterUnit, TableError> {
        let found = self.roster.iter().find(|unit| unit.id == id);
        found.ok_or_else(|| TableError("there is no such unit in the roster".to_owned()))
    }

    fn next(&self) -> TablePlace {
        let TablePlace { turn, step, side } = self.place;
        if (step as usize) + 1 < self.plan().step.len() {
            return TablePlace { turn, step: step + 1, side };
        }
        match (self.plan().turns_are, side) {
            (Turns::OfASide, Side::Blue) => TablePlace { turn, step: 0, side: Side::Gray },
            _ => TablePlace { turn: turn.saturating_add(1), step: 0, side: Side::Blue },
        }
    }

    fn before(&self) -> TablePlace {
        let TablePlace { turn, step, side } = self.place;
        let last = u32::try_from(self.plan().step.len().saturating_sub(1)).unwrap_or(0);
        match (step, self.plan().turns_are, side, turn) {
            (1.., _, _, _) => TablePlace { turn, step: step - 1, side },
            (0, Turns::OfASide, Side::Gray, _) => TablePlace { turn, step: last, side: Side::Blue },
            (0, Turns::OfASide, Side::Blue, 2..) => {
                TablePlace { turn: turn - 1, step: last, side: Side::Gray }
            }
            (0, Turns::OfBoth, _, 2..) => TablePlace { turn: turn - 1, step: last, side },
            _ => self.place,
        }
    }

    /// On the way forward the step that is left clears what it clears.
    fn moved(&self, to: TablePlace, forward: bool) -> TableAct {
        let step = &self.plan().step[to.step as usize];
        let whose = match (self.plan().turns_are, to.side) {
            (Turns::OfBoth, _) => String::new(),
            (Turns::OfASide, Side::Blue) => ", Blue".to_owned(),
            (Turns::OfASide, Side::Gray) => ", Gray".to_owned(),
        };
        let words = format!("Turn {}{whose}: {}", to.turn, step.title);
        let mut changes = Vec::new();
        let left = self.plan().step.get(self.place.step as usize).filter(|_| forward);
        for (column, value) in left.into_iter().flat_map(|step| &step.clear) {
            let changed =
                self.roster.iter().filter(|unit| unit.values.get(column).is_some_and(|held| held != value));
            changes.extend(changed.map(|unit| CellChange {
                unit: unit.id,
                column: column.clone(),
                by: None,
                to: Some(value.clone()),
            }));
        }
        TableAct::Moved { to, words, changes }
    }

    fn resolved(
        &self,
        procedure: &str,
        facts: &Value,
        parts: &BTreeMap<String, u32>,
        rolls: Vec<Vec<u8>>,
        dice: Option<&Seed>,
    ) -> Result<Asked, TableError> {
        let card =
            self.plan().card(procedure).ok_or_else(|| TableError("there is no such card".to_owned()))?;
        let mut named: Parts<'_> = BTreeMap::new();
        for part in &card.part {
            let known = match parts.get(&part.name) {
                Some(id) => (Some(*id), self.unit(*id)?.name.clone()),
                None => (None, part.label.clone()),
            };
            named.insert(&part.name, known);
        }
        if let Some(unknown) = parts.keys().find(|name| !named.contains_key(name.as_str())) {
            return error(format!("nobody takes part in this as {unknown}"));
        }
        let resolution = resolve(self.set, &self.settings, procedure, facts, rolls, dice);
        let (outcome, thrown) = match resolution.map_err(|trouble| TableError(trouble.0))? {
            Resolution::Wants { roll, thrown } => return Ok(Asked::Wants { roll, thrown }),
            Resolution::Done { outcome, thrown } => (outcome, thrown),
        };
        let written = serde_json::to_value(&outcome).unwrap_or(Value::Null);
        let after = follows(self.set, procedure, facts, &written, &named);
        Ok(Asked::Line(Box::new(TableAct::Resolved(Box::new(Resolved {
            procedure: procedure.to_owned(),
            title: card.title.clone(),
            facts: facts.clone(),
            parts: parts.clone(),
            dice: thrown,
            outcome: written,
            outcome_words: outcome.to_string(),
            said: after.said,
            changes: after.changes,
            gone: after.gone,
        })))))
    }

    fn corrected(&self, unit: u32, column: &str, to: &Value) -> Result<TableAct, TableError> {
        let known = self.unit(unit)?;
        let label = match self.plan().column(column) {
            Some(column) => column.label.as_str(),
            None => return error("the roster has no such column"),
        };
        let view = crate::plan_view(self.set).columns.iter().find(|other| other.name == column);
        let choices = view.map(|view| view.choices.as_slice()).unwrap_or_default();
        let fits = match to {
            Value::Null | Value::Bool(_) | Value::Array(_) => true,
            Value::Number(number) => number.as_i64().is_some_and(|number| number.abs() <= LARGEST),
            Value::String(word) if !choices.is_empty() => choices.contains(word),
            Value::String(word) => word.len() <= LONGEST_NAME,
            Value::Object(_) => false,
        };
        if !fits || to.to_string().len() > LONGEST_TEXT {
            return error(format!("{label} cannot be set to that"));
        }
        let change = CellChange { unit, column: column.to_owned(), by: None, to: Some(to.clone()) };
        let shown = |value: Option<&Value>| match value {
            None | Some(Value::Null) => "nothing".to_owned(),
            Some(Value::Bool(yes)) => if *yes { "yes" } else { "no" }.to_owned(),
            Some(Value::String(word)) => word.replace('_', " "),
            Some(other) => other.to_string(),
        };
        let before = shown(known.values.get(column));
        let words = format!("{}: {label} from {before} to {}", known.name, shown(Some(to)));
        Ok(TableAct::Corrected { change, words })
    }

    fn joined(
        &self,
        side: Side,
        name: &str,
        values: &BTreeMap<String, Value>,
    ) -> Result<TableAct, TableError> {
        let name = name.trim();
        if name.is_empty() || name.len() > LONGEST_NAME {
            return error(format!("a unit has a name of 1 to {LONGEST_NAME} letters"));
        }
        if self.roster.len() >= MOST_UNITS {
            return error(format!("a roster holds at most {MOST_UNITS} units"));
        }
        // Numbers are never given twice, also not after a unit was taken back.
        let opened = self.lines.iter().filter_map(|line| match &line.act {
            TableAct::Opened { roster, .. } => roster.iter().map(|unit| unit.id).max(),
            TableAct::Joined { unit } => Some(unit.id),
            _ => None,
        });
        let id = opened.max().map_or(0, |last| last + 1);
        let mut unit = RosterUnit {
            id,
            side,
            name: name.to_owned(),
            formation: String::new(),
            values: BTreeMap::new(),
            gone: false,
        };
        for column in &self.plan().column {
            let given = values.get(&column.name).cloned().or_else(|| column.usual.clone());
            if let Some(value) = given {
                if value.to_string().len() > LONGEST_TEXT {
                    return error(format!("{} cannot be set to that", column.label));
                }
                unit.values.insert(column.name.clone(), value);
            }
        }
        Ok(TableAct::Joined { unit })
    }

    /// The roster and the place as all lines leave them that were not taken back.
    fn work_out(&mut self) {
        // Newest first, so that a line which was taken back takes nothing back itself.
        self.undone.clear();
        for line in self.lines.iter().rev() {
            if let TableAct::Undone { number } = &line.act
                && !self.undone.contains(&line.number)
            {
                self.undone.insert(*number);
            }
        }
        self.place = START;
        for line in &self.lines {
            if self.undone.contains(&line.number) {
                continue;
            }
            match &line.act {
                TableAct::Opened { roster, .. } => self.roster.clone_from(roster),
                TableAct::Moved { to, changes, .. } => {
                    self.place = *to;
                    changes.iter().for_each(|change| write(&mut self.roster, change));
                }
                TableAct::Resolved(resolved) => {
                    resolved.changes.iter().for_each(|change| write(&mut self.roster, change));
                    resolved.gone.iter().for_each(|unit| take_off(&mut self.roster, *unit, true));
                }
                TableAct::Corrected { change, .. } => write(&mut self.roster, change),
                TableAct::Joined { unit } => self.roster.push(unit.clone()),
                TableAct::Removed { unit, gone, .. } => take_off(&mut self.roster, *unit, *gone),
                TableAct::Noted { .. } | TableAct::Undone { .. } => {}
            }
        }
    }
}

const START: TablePlace = TablePlace { turn: 1, step: 0, side: Side::Blue };

fn take_off(roster: &mut [RosterUnit], id: u32, gone: bool) {
    if let Some(unit) = roster.iter_mut().find(|unit| unit.id == id) {
        unit.gone = gone;
    }
}

fn write(roster: &mut [RosterUnit], change: &CellChange) {
    let Some(unit) = roster.iter_mut().find(|unit| unit.id == change.unit) else { return };
    if let Some(to) = &change.to {
        unit.values.insert(change.column.clone(), to.clone());
    }
    if let Some(by) = change.by {
        let held = unit.values.get(&change.column).and_then(Value::as_i64).unwrap_or(0);
        unit.values.insert(change.column.clone(), held.saturating_add(by).clamp(0, LARGEST).into());
    }
}
