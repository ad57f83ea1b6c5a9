//! Games in one SQLite file.

use crate::writer::{Work, Writer};
use crate::{Addition, Ending, Fault, Listed, Record, SeatName, SeatRecord, Store, Whole};
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One thread writes, many commands to one commit; reading goes on beside it.
#[derive(Debug)]
pub struct Sqlite {
    writer: Writer,
    reader: Mutex<Connection>,
    file: PathBuf,
}

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS games (
        game TEXT PRIMARY KEY, title TEXT NOT NULL, scenario TEXT NOT NULL, ruleset TEXT NOT NULL,
        blue TEXT NOT NULL, gray TEXT NOT NULL, seed TEXT,
        started INTEGER NOT NULL, last_played INTEGER NOT NULL, is_over INTEGER NOT NULL DEFAULT 0, winner TEXT,
        standing TEXT
    ) STRICT;
    CREATE INDEX IF NOT EXISTS games_by_time ON games (last_played);
    CREATE TABLE IF NOT EXISTS seats (token TEXT PRIMARY KEY, game TEXT NOT NULL, seat TEXT NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS seats_by_game ON seats (game);
    CREATE TABLE IF NOT EXISTS lines (
        game TEXT NOT NULL, place INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS notes (
        game TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, name)
    ) STRICT, WITHOUT ROWID;
";

/// The layout of the tables; a file with a higher number was written by a newer program.
const LAYOUT: i64 = 2;

/// What leads from the layout before to each layout after the first. A new file has the newest at once.
const STEPS: [&str; 1] = ["ALTER TABLE games ADD COLUMN standing TEXT"];

/// Each gives a line for everything that is not as it should be.
const CHECKS: [&str; 4] = [
    "SELECT 'the file is damaged: ' || quick_check FROM pragma_quick_check WHERE quick_check <> 'ok'",
    "SELECT 'game ' || game || ': of ' || (max(place) + 1) || ' lines there are ' || count(*) FROM lines
     GROUP BY game HAVING max(place) + 1 <> count(*)",
    "SELECT DISTINCT 'there are lines of a game ' || game || ' that is not there' FROM lines
     WHERE game NOT IN (SELECT game FROM games)",
    "SELECT DISTINCT 'there are seats or notes of a game ' || game || ' that is not there'
     FROM (SELECT game FROM seats UNION SELECT game FROM notes) WHERE game NOT IN (SELECT game FROM games)",
];

impl Sqlite {
    /// Opens the file, or makes it. Commits wait for the disk.
    pub fn open(file: &Path) -> Result<Sqlite, Fault> {
        let connection = connect(file)?;
        keep_private(file)?;
        let layout: i64 =
            connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(disk)?;
        if layout > LAYOUT {
            return Err(Fault::Disk("the file was written by a newer program; use that one".to_owned()));
        }
        bring_up_to_date(&connection, layout).map_err(disk)?;
        let reader = connect(file)?;
        reader.pragma_update(None, "query_only", true).map_err(disk)?;
        Ok(Sqlite { writer: Writer::start(connection)?, reader: Mutex::new(reader), file: file.to_owned() })
    }

    fn reader(&self) -> MutexGuard<'_, Connection> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes the tables, or changes those of an older program step by step: all of it or nothing.
fn bring_up_to_date(connection: &Connection, layout: i64) -> rusqlite::Result<()> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let change = || {
        // Programs from before layouts were counted have left a file of the first one, or none.
        let has_tables: bool = connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'games')",
            [],
            |row| row.get(0),
        )?;
        if has_tables {
            let done = usize::try_from(layout.max(1) - 1).unwrap_or(STEPS.len());
            STEPS.iter().skip(done).try_for_each(|step| connection.execute_batch(step))?;
        }
        connection.execute_batch(TABLES)?;
        connection.pragma_update(None, "user_version", LAYOUT)
    };
    match change() {
        Ok(()) => connection.execute_batch("COMMIT"),
        Err(error) => {
            // What went wrong first is what the caller must hear.
            let _ = connection.execute_batch("ROLLBACK");
            Err(error)
        }
    }
}

/// The file holds seeds and the tokens of seats: nobody but its owner reads it.
#[cfg(unix)]
fn keep_private(file: &Path) -> Result<(), Fault> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600))
        .map_err(|error| Fault::Disk(error.to_string()))
}

#[cfg(not(unix))]
fn keep_private(_: &Path) -> Result<(), Fault> {
    Ok(())
}

fn connect(file: &Path) -> Result<Connection, Fault> {
    let connection = Connection::open(file).map_err(disk)?;
    connection.busy_timeout(std::time::Duration::from_secs(5)).map_err(disk)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(disk)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(disk)?;
    Ok(connection)
}

pub(crate) fn disk(error: rusqlite::Error) -> Fault {
    Fault::Disk(error.to_string())
}

const LISTED: &str =
    "SELECT game, title, scenario, ruleset, blue, gray, seed, started, last_played, is_over, winner,
    (SELECT token FROM seats s WHERE s.game = g.game AND seat = 'blue'),
    (SELECT token FROM seats s WHERE s.game = g.game AND seat = 'gray'),
    (SELECT token FROM seats s WHERE s.game = g.game AND seat = 'spectator'),
    (SELECT count(*) FROM lines l WHERE l.game = g.game), standing FROM games g";

fn listed(row: &Row<'_>) -> rusqlite::Result<Listed> {
    let number = |column| row.get::<_, i64>(column).map(|n| u64::try_from(n).unwrap_or(0));
    let is_over: bool = row.get(9)?;
    Ok(Listed {
        record: Record {
            game: row.get(0)?,
            title: row.get(1)?,
            scenario: row.get(2)?,
            ruleset: row.get(3)?,
            blue: SeatRecord { player: row.get(4)?, token: row.get(11)? },
            gray: SeatRecord { player: row.get(5)?, token: row.get(12)? },
            seed: row.get(6)?,
            spectator_token: row.get(13)?,
            started: number(7)?,
        },
        last_played: number(8)?,
        lines: number(14)?,
        standing: row.get(15)?,
        ending: if is_over { Some(Ending { winner: row.get(10)? }) } else { None },
    })
}

pub(crate) fn seat_word(seat: SeatName) -> &'static str {
    match seat {
        SeatName::Blue => "blue",
        SeatName::Gray => "gray",
        SeatName::Spectator => "spectator",
    }
}

impl Store for Sqlite {
    fn create(&self, record: &Record, lines: &[String]) -> Result<(), Fault> {
        self.writer.hand_over(Work::Create(Box::new(record.clone()), lines.to_vec()))
    }

    fn seat_guest(&self, game: &str, seat: SeatName, token: &str, lines: &[String]) -> Result<(), Fault> {
        let (game, token, lines) = (game.to_owned(), token.to_owned(), lines.to_vec());
        self.writer.hand_over(Work::SeatGuest { game, seat, token, lines })
    }

    fn append(&self, addition: &Addition) -> Result<(), Fault> {
        self.writer.hand_over(Work::Append(addition.clone()))
    }

    fn lines(&self, game: &str) -> Result<Option<Vec<String>>, Fault> {
        let reader = self.reader();
        let mut statement =
            reader.prepare_cached("SELECT line FROM lines WHERE game = ?1 ORDER BY place").map_err(disk)?;
        let rows = statement.query_map([game], |row| row.get(0)).map_err(disk)?;
        let lines = rows.collect::<Result<Vec<String>, _>>().map_err(disk)?;
        Ok(if lines.is_empty() { None } else { Some(lines) })
    }

    fn record(&self, game: &str) -> Result<Option<Record>, Fault> {
        Ok(self.listed(game)?.map(|listed| listed.record))
    }

    fn seat(&self, token: &str) -> Result<Option<(String, SeatName)>, Fault> {
        let reader = self.reader();
        let found: Option<(String, String)> = reader
            .prepare_cached("SELECT game, seat FROM seats WHERE token = ?1")
            .and_then(|mut statement| {
                statement.query_row([token], |row| Ok((row.get(0)?, row.get(1)?))).optional()
            })
            .map_err(disk)?;
        Ok(found.map(|(game, seat)| match seat.as_str() {
            "blue" => (game, SeatName::Blue),
            "gray" => (game, SeatName::Gray),
            _ => (game, SeatName::Spectator),
        }))
    }

    fn list(&self, most: u32) -> Result<Vec<Listed>, Fault> {
        let reader = self.reader();
        let query = format!("{LISTED} ORDER BY last_played DESC, game LIMIT ?1");
        let mut statement = reader.prepare_cached(&query).map_err(disk)?;
        let rows = statement.query_map(params![most], listed).map_err(disk)?;
        rows.collect::<Result<_, _>>().map_err(disk)
    }

    fn listed(&self, game: &str) -> Result<Option<Listed>, Fault> {
        let reader = self.reader();
        let query = format!("{LISTED} WHERE game = ?1");
        let found =
            reader.prepare_cached(&query).and_then(|mut statement| statement.query_row([game], listed));
        match found {
            Ok(found) => Ok(Some(found)),
            Err(rusqlite::Error::QueryReturnedNoRows) => Ok(None),
            Err(error) => Err(disk(error)),
        }
    }

    fn count(&self) -> Result<u64, Fault> {
        let count = self.reader().query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0));
        count.map(|count| u64::try_from(count).unwrap_or(0)).map_err(disk)
    }

    fn rename(&self, game: &str, title: &str) -> Result<(), Fault> {
        self.writer.hand_over(Work::Rename { game: game.to_owned(), title: title.to_owned() })
    }

    fn remove(&self, game: &str) -> Result<(), Fault> {
        self.writer.hand_over(Work::Remove { game: game.to_owned() })
    }

    fn keep_note(&self, game: &str, name: &str, text: &str) -> Result<(), Fault> {
        self.writer.hand_over(Work::Note {
            game: game.to_owned(),
            name: name.to_owned(),
            text: text.to_owned(),
        })
    }

    fn note(&self, game: &str, name: &str) -> Result<Option<String>, Fault> {
        self.reader()
            .prepare_cached("SELECT text FROM notes WHERE game = ?1 AND name = ?2")
            .and_then(|mut statement| statement.query_row([game, name], |row| row.get(0)).optional())
            .map_err(disk)
    }

    fn take_in(&self, whole: &Whole) -> Result<(), Fault> {
        self.writer.hand_over(Work::TakeIn(Box::new(whole.clone())))
    }

    fn read_all(&self, visit: &mut dyn FnMut(Whole) -> Result<(), Fault>) -> Result<(), Fault> {
        // A connection of its own sees the file as it is now, whatever is written meanwhile, and holds nobody up.
        let connection = connect(&self.file)?;
        connection.pragma_update(None, "query_only", true).map_err(disk)?;
        connection.execute_batch("BEGIN").map_err(disk)?;
        let mut games = connection.prepare(&format!("{LISTED} ORDER BY started, game")).map_err(disk)?;
        let mut notes =
            connection.prepare("SELECT name, text FROM notes WHERE game = ?1 ORDER BY name").map_err(disk)?;
        let mut lines =
            connection.prepare("SELECT line FROM lines WHERE game = ?1 ORDER BY place").map_err(disk)?;
        for listed in games.query_map([], listed).map_err(disk)? {
            let listed = listed.map_err(disk)?;
            let game = [&listed.record.game];
            let lines = lines.query_map(game, |row| row.get(0)).and_then(Iterator::collect).map_err(disk)?;
            let notes = notes.query_map(game, |row| Ok((row.get(0)?, row.get(1)?)));
            let notes = notes.and_then(Iterator::collect).map_err(disk)?;
            visit(Whole { listed, lines, notes })?;
        }
        Ok(())
    }

    fn check(&self) -> Result<Vec<String>, Fault> {
        let reader = self.reader();
        let mut mistakes = Vec::new();
        for query in CHECKS {
            let mut statement = reader.prepare(query).map_err(disk)?;
            let found = statement.query_map([], |row| row.get::<_, String>(0)).map_err(disk)?;
            mistakes.extend(found.collect::<Result<Vec<_>, _>>().map_err(disk)?);
        }
        Ok(mistakes)
    }
}
