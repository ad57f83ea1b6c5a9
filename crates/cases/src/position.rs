//! Cases of the second kind: a position, commands with their dice, and what must come of them.

use crate::check::{dice, known_clause, left_over, settings};
use crate::compare::{Names, agrees, is_event, shown};
use crate::document::{Node, Table, Value};
use crate::report::{Difference, Mistake};
use crate::setup;
use longroll_dice::{Rolling, Scripted};
use longroll_kit::{Clause, Refusal, Ruleset, Seat, Side, Stop, colour, side_name};
use longroll_table::Length;

/// The most commands of one case.
pub const MOST_COMMANDS: usize = 1_000;

const KEYS: [&str; 7] = ["name", "clauses", "note", "options", "setup", "commands", "expect"];
const EXPECT_KEYS: [&str; 6] = ["state", "events", "never", "refused", "says", "awaiting"];
const COMMAND_KEYS: [&str; 5] = ["do", "by", "dice", "refused", "says"];

pub(crate) fn run<R: Ruleset>(case: &Table, unit: Length) -> Result<Vec<Difference>, Mistake> {
    case.only(&KEYS, "a case with a setup")?;
    let expect = case.need("expect", "a case")?.table("expect")?;
    expect.only(&EXPECT_KEYS, "expect")?;
    if expect.entries.is_empty() {
        return Err(Mistake::new(
            expect.line,
            format!("expect names one of {} at least", EXPECT_KEYS.join(", ")),
        ));
    }
    let setup_node = case.need("setup", "a case")?;
    let setup = setup::read(setup_node.table("setup")?, unit)?;
    let state = R::arrange(&setup, &settings::<R>(case)?).map_err(|what| setup_node.mistake(what))?;
    let mut play = Play::<R> { state, events: Vec::new(), told: Vec::new(), differences: Vec::new() };
    let commands = commands(case)?;
    let last = commands.len().checked_sub(1);
    for (place, command) in commands.iter().enumerate() {
        let mut order = Order::read::<R>(command, place + 1)?;
        if Some(place) == last
            && let Some(clause) = expect.get("refused")
        {
            order.refused = Some(known_clause::<R>(clause)?);
        }
        if !play.give(&order)? {
            return Ok(play.differences);
        }
    }
    if let (None, Some(refused)) = (last, expect.get("refused")) {
        return Err(refused.mistake("no command is given that could be refused"));
    }
    play.compare(expect)?;
    Ok(play.differences)
}

/// The commands of a case; a position alone may be looked at too.
pub(crate) fn commands(case: &Table) -> Result<&[Node], Mistake> {
    let Some(node) = case.get("commands") else { return Ok(&[]) };
    let commands = node.list("commands")?;
    if commands.len() > MOST_COMMANDS {
        return Err(node.mistake(format!("a case takes at most {MOST_COMMANDS} commands")));
    }
    Ok(commands)
}

/// One command as the case gives it.
pub(crate) struct Order<'a> {
    number: usize,
    node: &'a Node,
    /// The command in the ruleset's words.
    pub(crate) words: &'a str,
    /// Who gives it; nothing: whoever is awaited.
    pub(crate) by: Option<Side>,
    /// More about it, when it is written as a table.
    pub(crate) table: Option<&'a Table>,
    refused: Option<Clause>,
    says: Option<&'a str>,
}

impl<'a> Order<'a> {
    pub(crate) fn read<R: Ruleset>(node: &'a Node, number: usize) -> Result<Order<'a>, Mistake> {
        let plain = Order { number, node, words: "", by: None, table: None, refused: None, says: None };
        match &node.value {
            Value::Text(words) => Ok(Order { words, ..plain }),
            Value::Table(table) => {
                table.only(&COMMAND_KEYS, "a command")?;
                Ok(Order {
                    words: table.need("do", "a command")?.text("do")?,
                    by: table.get("by").map(side).transpose()?,
                    table: Some(table),
                    refused: table.get("refused").map(known_clause::<R>).transpose()?,
                    says: table.get("says").map(|node| node.text("says")).transpose()?,
                    ..plain
                })
            }
            _ => Err(node.mistake("a command is a text, or a table { do = \"…\", dice = \"…\" }")),
        }
    }

    fn label(&self) -> String {
        format!(" of command {} ({})", self.number, self.words)
    }
}

fn side(node: &Node) -> Result<Side, Mistake> {
    let word = node.text("a side")?;
    let known = Side::ALL.iter().copied().find(|side| side.word() == word);
    known.ok_or_else(|| node.mistake(format!("{word:?} is not a side; the sides are blue and gray")))
}

/// The position while the commands are given.
struct Play<R: Ruleset> {
    state: R::State,
    events: Vec<R::Event>,
    /// Everything that the log and the refusals say.
    told: Vec<String>,
    differences: Vec<Difference>,
}

impl<R: Ruleset> Play<R> {
    /// Gives one command. False when it went so differently that going on makes no sense.
    fn give(&mut self, order: &Order<'_>) -> Result<bool, Mistake> {
        let by = order
            .by
            .or_else(|| R::awaiting(&self.state).0.first().map(|wait| wait.side))
            .unwrap_or(Side::Blue);
        let command = R::read_command(&self.state, order.words).map_err(|what| order.node.mistake(what))?;
        let mut dice = match order.table {
            Some(table) => dice(table)?,
            None => Rolling::new(Scripted::default()),
        };
        let told_before = self.told.len();
        let goes_on = match R::handle(&self.state, by, &command, &mut dice) {
            Ok(events) => {
                self.differences.extend(left_over(&dice, &order.label()));
                self.record(events);
                self.was_carried_out(order)
            }
            Err(Stop::Wanted(wanted)) => {
                let what = format!("dice{}", order.label());
                self.differences.push(Difference::new(what, "enough for the command", wanted.to_string()));
                false
            }
            Err(Stop::Refused(refusal)) => {
                self.told.push(refusal.to_string());
                self.was_refused(order, &refusal)
            }
        };
        if let Some(says) = order.says {
            self.compare_text(&format!("says{}", order.label()), says, told_before);
        }
        Ok(goes_on)
    }

    fn record(&mut self, events: Vec<R::Event>) {
        for event in events {
            self.told.push(R::tell(&self.state, &event).text);
            R::apply(&mut self.state, &event);
            self.events.push(event);
        }
    }

    fn was_carried_out(&mut self, order: &Order<'_>) -> bool {
        let Some(clause) = order.refused else { return true };
        let what = format!("refused{}", order.label());
        self.differences.push(Difference::new(what, clause.to_string(), "it was carried out"));
        true
    }

    fn was_refused(&mut self, order: &Order<'_>, refusal: &Refusal<R::Why>) -> bool {
        if order.refused == Some(refusal.clause) {
            return true;
        }
        let expected = order.refused.map_or_else(|| "carried out".to_owned(), |clause| clause.to_string());
        let what = format!("refused{}", order.label());
        self.differences.push(Difference::new(what, expected, refusal.to_string()));
        order.refused.is_some()
    }

    fn compare(&mut self, expect: &Table) -> Result<(), Mistake> {
        if let Some(node) = expect.get("state") {
            self.compare_state("", node.table("expect.state")?)?;
        }
        if let Some(node) = expect.get("events") {
            self.compare_events(node.list("expect.events")?)?;
        }
        if let Some(node) = expect.get("never") {
            self.compare_never(node.list("expect.never")?)?;
        }
        if let Some(node) = expect.get("says") {
            self.compare_text("says", node.text("expect.says")?, 0);
        }
        if let Some(node) = expect.get("awaiting") {
            self.compare_awaiting(node)?;
        }
        Ok(())
    }

    /// `A.at` may be written in one piece or as tables within tables.
    fn compare_state(&mut self, before: &str, wanted: &Table) -> Result<(), Mistake> {
        for (key, node) in &wanted.entries {
            let name = if before.is_empty() { key.clone() } else { format!("{before}.{key}") };
            if let Value::Table(inner) = &node.value {
                self.compare_state(&name, inner)?;
                continue;
            }
            let actual = R::look_up(&self.state, &name).map_err(|what| node.mistake(what))?;
            if !agrees(node, &actual, &Names::new()) {
                self.differences.push(Difference::new(name, shown(node), actual.to_string()));
            }
        }
        Ok(())
    }

    /// Each must be found after the one before.
    fn compare_events(&mut self, wanted: &[Node]) -> Result<(), Mistake> {
        let events = self.events_as_json()?;
        let names = self.names();
        let mut from = 0;
        for node in wanted {
            match events[from..].iter().position(|event| is_event(node, event, &names)) {
                Some(place) => from += place + 1,
                None => {
                    let after =
                        if from == 0 { String::new() } else { format!(" after {}", events[from - 1]) };
                    let got: Vec<String> = events[from..].iter().map(ToString::to_string).collect();
                    let got = if got.is_empty() { "nothing more".to_owned() } else { got.join(", ") };
                    self.differences.push(Difference::new(format!("events{after}"), shown(node), got));
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn compare_never(&mut self, unwanted: &[Node]) -> Result<(), Mistake> {
        let events = self.events_as_json()?;
        let names = self.names();
        for node in unwanted {
            if let Some(event) = events.iter().find(|event| is_event(node, event, &names)) {
                self.differences.push(Difference::new(
                    "never",
                    format!("no {}", shown(node)),
                    event.to_string(),
                ));
            }
        }
        Ok(())
    }

    fn compare_text(&mut self, what: &str, part: &str, from: usize) {
        let told = self.told[from..].join("; ");
        // Cases may name the sides by their colours.
        let by_colour = [Side::Blue, Side::Gray]
            .into_iter()
            .fold(told.clone(), |told, side| told.replace(side_name(side), colour(side)));
        if !told.contains(part) && !by_colour.contains(part) {
            let told = if told.is_empty() { "nothing".to_owned() } else { told };
            self.differences.push(Difference::new(what, format!("…{part}…"), told));
        }
    }

    fn compare_awaiting(&mut self, node: &Node) -> Result<(), Mistake> {
        let awaiting = R::awaiting(&self.state);
        let got = match (awaiting.awaits(Side::Blue), awaiting.awaits(Side::Gray)) {
            (true, true) => "both",
            (true, false) => "blue",
            (false, true) => "gray",
            (false, false) => "nobody",
        };
        let wanted = node.text("expect.awaiting")?;
        if !["both", "blue", "gray", "nobody"].contains(&wanted) {
            return Err(node.mistake("expect.awaiting is one of blue, gray, both, nobody"));
        }
        if wanted != got {
            self.differences.push(Difference::new("awaiting", wanted, got));
        }
        Ok(())
    }

    fn events_as_json(&self) -> Result<Vec<serde_json::Value>, Mistake> {
        let written = self.events.iter().map(serde_json::to_value).collect::<Result<_, _>>();
        written.map_err(|error| Mistake::new(1, format!("an event cannot be written: {error}")))
    }

    /// The names of all units, whoever may see them.
    fn names(&self) -> Names {
        let units = Seat::ALL.into_iter().flat_map(|seat| R::view(&self.state, seat).units);
        units.map(|unit| (unit.key, unit.id)).collect()
    }
}
