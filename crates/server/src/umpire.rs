//! Tables of umpires: in memory while somebody has them open, and in a store of their own. What a table decides is decided in
//! `longroll_umpire`; here it is kept before anybody hears of it.

use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::hall::{Hall, no_random, ruleset, shortened};
use crate::random;
use crate::room::now;
use longroll_kit::Settings;
use longroll_store::{Addition, Fault, Held, Record, SeatRecord, Store};
use longroll_umpire::{Asked, Table, battle_of, mustered};
use longroll_wire::{
    ActAnswer, ListedTable, NewTable, RosterUnit, TableAct, TableAsk, TableCreated, TableLine, TableNews,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Tables in memory; those that nobody has open are put back first.
const MOST_IN_MEMORY: usize = 256;
/// Tables shown in a list.
const MOST_LISTED: u32 = 100;
/// Names that tablets make up for what they ask.
const LONGEST_ASK: usize = 64;
/// In the place of a player in the record of a table.
const UMPIRE: &str = "umpire";

/// One table with everybody who has it open.
#[derive(Debug)]
pub(crate) struct UmpireTable {
    name: String,
    table: Mutex<Table>,
    changes: watch::Sender<u64>,
    tablets: Mutex<u32>,
    /// No other server on the same store has it open meanwhile.
    _held: Held,
}

/// The tables that are in memory, by their names.
#[derive(Debug, Default)]
pub(crate) struct Tables(Mutex<BTreeMap<String, Arc<UmpireTable>>>);

impl Hall {
    /// A new table, with the roster that was asked for.
    pub(crate) fn open_table(&self, new: &NewTable) -> Outcome<TableCreated> {
        let store = &self.config.tables;
        if store.count()? >= self.config.limits.games {
            return Err(Failed::busy("there are as many tables as this server keeps"));
        }
        let set = ruleset(&new.ruleset)?;
        let pairs = new.options.iter().map(|(option, choice)| (option.as_str(), choice.as_str()));
        let settings = Settings::read(set.registry(), pairs)
            .map_err(|error| Failed::bad(shortened(&error.to_string())))?;
        let title: String = new.title.trim().chars().take(80).collect();
        let (title, roster) = self.roster(set, &settings, new, title)?;
        let table = random::game_name().map_err(no_random)?;
        let token = random::token().map_err(no_random)?;
        let at = now();
        let act = TableAct::Opened {
            title: title.clone(),
            ruleset: set.id().to_owned(),
            edition: set.edition().to_owned(),
            options: new.options.clone(),
            roster,
        };
        let line = written(&TableLine { number: 0, at, ask: String::new(), act })?;
        let nobody = || SeatRecord { player: UMPIRE.to_owned(), token: None };
        let record = Record {
            game: table.clone(),
            title,
            scenario: new.scenario.clone().unwrap_or_default(),
            ruleset: set.id().to_owned(),
            blue: nobody(),
            gray: nobody(),
            spectator_token: token.clone(),
            seed: None,
            started: at,
        };
        store.create(&record, &[line])?;
        Ok(TableCreated { table, token })
    }

    fn roster(
        &self,
        set: longroll_rulesets::RulesetId,
        settings: &Settings,
        new: &NewTable,
        title: String,
    ) -> Outcome<(String, Vec<RosterUnit>)> {
        let or = |usual: &str| if title.is_empty() { usual.to_owned() } else { title.clone() };
        let battle = match (&new.scenario, &new.troops) {
            (Some(_), Some(_)) => return Err(Failed::bad("name a battle or give troops as text, not both")),
            (Some(name), None) => self.battle(name)?,
            (None, Some(text)) => {
                battle_of(&title, text).map_err(|error| Failed::bad(shortened(&error.0)))?
            }
            (None, None) => return Ok((or("A table"), Vec::new())),
        };
        let roster = guarded(|| mustered(set, settings, &battle))
            .ok_or_else(|| Failed::bad("these troops cannot be mustered"))?
            .map_err(|error| Failed::bad(shortened(&error.0)))?;
        let usual = if new.scenario.is_some() { battle.scenario().title.as_str() } else { "A table" };
        Ok((or(usual), roster))
    }

    /// Does the token open this table?
    pub(crate) fn check_table(&self, table: &str, token: &str) -> Outcome<()> {
        match self.config.tables.seat(token)? {
            Some((owner, _)) if owner == table => Ok(()),
            _ => Err(Failed::not_found("there is no such table, or the link is not its link")),
        }
    }

    /// The table in memory, read from the store if need be.
    pub(crate) fn table(&self, name: &str) -> Outcome<Arc<UmpireTable>> {
        let mut tables = self.tables.lock();
        if let Some(table) = tables.get(name) {
            return Ok(table.clone());
        }
        let gone = || Failed::not_found("there is no such table");
        let held = Held::take(&self.config.tables, name)?;
        let lines = self.config.tables.lines(name)?.ok_or_else(gone)?;
        let lines = lines.iter().map(|line| serde_json::from_str(line)).collect::<Result<Vec<_>, _>>();
        let table = Table::from_lines(lines.map_err(|_| Failed::out_of_order())?);
        let table = table.map_err(|error| Failed::bad(error.0))?;
        if tables.len() >= MOST_IN_MEMORY {
            // Whoever holds one has it open.
            tables.retain(|_, table| Arc::strong_count(table) > 1);
        }
        if tables.len() >= MOST_IN_MEMORY {
            return Err(Failed::busy("as many tables are open as this server takes; try again in a minute"));
        }
        let table = Arc::new(UmpireTable {
            name: name.to_owned(),
            table: Mutex::new(table),
            changes: watch::Sender::new(0),
            tablets: Mutex::new(0),
            _held: held,
        });
        tables.insert(name.to_owned(), table.clone());
        Ok(table)
    }

    /// The tables of this machine, for the one who sits at it; nothing for others.
    pub(crate) fn list_tables(&self) -> Outcome<Vec<ListedTable>> {
        if !self.config.is_private() {
            return Ok(Vec::new());
        }
        let list = self.config.tables.list(MOST_LISTED)?.into_iter();
        Ok(list
            .map(|listed| ListedTable {
                table: listed.record.game,
                token: listed.record.spectator_token,
                title: listed.record.title,
                ruleset: listed.record.ruleset,
                last_used: listed.last_played,
            })
            .collect())
    }
}

impl Tables {
    /// These are open on another server now; whoever asks for one is sent there.
    pub(crate) fn forget(&self, lost: &[String]) {
        let mut tables = self.lock();
        tables.retain(|name, _| !lost.contains(name));
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<UmpireTable>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UmpireTable {
    /// Does something at the table, and keeps it on disk before anybody hears of it.
    pub(crate) fn act(&self, store: &dyn Store, asked: &TableAsk) -> Outcome<ActAnswer> {
        if asked.ask.len() > LONGEST_ASK {
            return Err(Failed::bad("the name of what is asked is too long"));
        }
        let mut table = self.lock();
        if let Some(number) = table.known(&asked.ask) {
            return Ok(ActAnswer::Done { number });
        }
        let seed = random::seed().map_err(no_random)?;
        let done = guarded(|| table.ask(&asked.act, &seed))
            .ok_or_else(|| Failed::bad("these facts make no sense together"))?
            .map_err(|error| Failed::bad(shortened(&error.0)))?;
        let act = match done {
            Asked::Wants { roll, thrown } => return Ok(ActAnswer::Wants { roll, thrown }),
            Asked::Line(act) => *act,
        };
        let number = u32::try_from(table.lines.len()).unwrap_or(u32::MAX);
        let line = TableLine { number, at: now(), ask: asked.ask.clone(), act };
        let addition = Addition {
            game: self.name.clone(),
            place: u64::from(number),
            line: written(&line)?,
            at: line.at,
            standing: None,
            ending: None,
        };
        store.append(&addition).map_err(|fault| match fault {
            Fault::NoGame(_) => Failed::not_found("there is no such table"),
            other => other.into(),
        })?;
        table.add(line);
        drop(table);
        self.changed();
        Ok(ActAnswer::Done { number })
    }

    /// The news for a tablet that has the lines before this one.
    pub(crate) fn news(&self, from: u32) -> TableNews {
        let tablets = *self.tablets.lock().unwrap_or_else(PoisonError::into_inner);
        let table = self.lock();
        TableNews {
            table: self.name.clone(),
            title: table.title.clone(),
            ruleset: table.set.id().to_owned(),
            options: table.options.clone(),
            place: table.place,
            roster: table.roster.clone(),
            from,
            lines: table.lines.iter().skip(from as usize).cloned().collect(),
            undone: table.undone.iter().copied().collect(),
            tablets,
        }
    }

    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Counts a tablet in, unless there are too many.
    pub(crate) fn come(&self, most: u32) -> bool {
        let mut tablets = self.tablets.lock().unwrap_or_else(PoisonError::into_inner);
        let there_is_room = *tablets < most;
        *tablets += u32::from(there_is_room);
        drop(tablets);
        self.changed();
        there_is_room
    }

    pub(crate) fn go(&self) {
        let mut tablets = self.tablets.lock().unwrap_or_else(PoisonError::into_inner);
        *tablets = tablets.saturating_sub(1);
        drop(tablets);
        self.changed();
    }

    fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn written(line: &TableLine) -> Outcome<String> {
    let text = serde_json::to_string(line).map_err(|_| Failed::out_of_order())?;
    Ok(text + "\n")
}
