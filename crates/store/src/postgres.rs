//! Games in a PostgreSQL database, which several servers may share.
//!
//! Each game is held by one server at a time, by an advisory lock of its writing session: when the server dies, its session ends, and
//! another can take the game over at once. Whatever a server believes to hold, a line is only ever added at its place, so no two can
//! write the same game apart.

use crate::postgres_writes::Session;
use crate::sqlite::seat_word;
use crate::writer::{Work, Writer};
use crate::{Addition, Ending, Fault, Listed, Record, SeatName, SeatRecord, Store, Whole};
use postgres::{Client, Config, IsolationLevel, NoTls, Row};
use std::collections::BTreeSet;
use std::str::FromStr;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// One session writes, many commands to one commit; others read beside it.
#[derive(Debug)]
pub struct Postgres {
    writer: Writer,
    readers: Mutex<Sender<Question>>,
    config: Reached,
    lost: Arc<Mutex<BTreeSet<String>>>,
}

/// A question put to a reading session. The answer goes its own way.
type Question = Box<dyn FnOnce(&mut Reader) + Send>;

/// Sessions that read.
const READERS: usize = 4;

/// A server that cannot be reached is given up after this time.
const CONNECT_WITHIN: Duration = Duration::from_secs(5);
/// A connection on which nothing is heard any more is given up after about this time.
const KEEPALIVE: Duration = Duration::from_secs(5);

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS games (
        game TEXT PRIMARY KEY, title TEXT NOT NULL, scenario TEXT NOT NULL, ruleset TEXT NOT NULL,
        blue TEXT NOT NULL, gray TEXT NOT NULL, seed TEXT,
        started BIGINT NOT NULL, last_played BIGINT NOT NULL, is_over BOOLEAN NOT NULL DEFAULT FALSE, winner TEXT,
        standing TEXT, lines BIGINT NOT NULL
    ) WITH (fillfactor = 50);
    CREATE TABLE IF NOT EXISTS seats (token TEXT PRIMARY KEY, game TEXT NOT NULL, seat TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS seats_by_game ON seats (game);
    CREATE TABLE IF NOT EXISTS lines (
        game TEXT NOT NULL, place BIGINT NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, place)
    );
    CREATE TABLE IF NOT EXISTS notes (
        game TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, name)
    );
";

/// The layout of the tables; a higher number was left by a newer program.
const LAYOUT: i32 = 1;

/// What leads from the layout before to each layout after the first.
const STEPS: [&str; 0] = [];

/// Where the tables are.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    config: Config,
    schema: String,
}

impl Reached {
    pub(crate) fn connect(&self) -> Result<Client, postgres::Error> {
        let mut client = self.config.connect(NoTls)?;
        // A server whose network is gone gives its games up as soon.
        client.batch_execute(&format!(
            "SET search_path TO {}; SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3",
            self.schema
        ))?;
        Ok(client)
    }
}

impl Postgres {
    /// Opens the tables in a schema of a database, such as `postgres://club@localhost/longroll`, or makes them. The schema's name
    /// is one of ours: small letters.
    pub fn open(address: &str, schema: &str) -> Result<Postgres, Fault> {
        let mut config = Config::from_str(address).map_err(unreachable_at)?;
        config.connect_timeout(CONNECT_WITHIN).keepalives(true).keepalives_idle(KEEPALIVE);
        config.application_name("longroll");
        let reached = Reached { config, schema: schema.to_owned() };
        // A thread of its own, for the client waits in a way that asynchronous callers may not.
        let preparing = reached.clone();
        let prepared = thread::spawn(move || prepare(&preparing)).join();
        prepared.map_err(|_| Fault::Disk("the database could not be prepared".to_owned()))??;
        let lost = Arc::<Mutex<BTreeSet<String>>>::default();
        let writer = Writer::start(Session::new(reached.clone(), lost.clone()))?;
        let (readers, questions) = channel();
        let questions = Arc::new(Mutex::new(questions));
        for _ in 0..READERS {
            let (reached, questions) = (reached.clone(), questions.clone());
            thread::Builder::new()
                .name("store reader".to_owned())
                .spawn(move || Reader { reached, client: None }.answer(&questions))
                .map_err(|error| Fault::Disk(error.to_string()))?;
        }
        Ok(Postgres { writer, readers: Mutex::new(readers), config: reached, lost })
    }

    /// Puts a question to a reading session, once more on a fresh one if the first was cut off.
    fn ask<T: Send + 'static>(
        &self,
        question: impl Fn(&mut Client) -> Result<T, postgres::Error> + Send + 'static,
    ) -> Result<T, Fault> {
        let stopped = || Fault::Disk("the readers have stopped".to_owned());
        let (answer, answered) = channel();
        let boxed: Question = Box::new(move |reader| {
            // Whoever asked may have gone.
            let _ = answer.send(reader.read(&question));
        });
        let readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner).clone();
        readers.send(boxed).map_err(|_| stopped())?;
        answered.recv().map_err(|_| stopped())?
    }
}

/// Makes the tables, or changes those of an older program step by step: all of it or nothing, one server at a time.
fn prepare(reached: &Reached) -> Result<(), Fault> {
    let mut client = reached.connect().map_err(database)?;
    let mut change = client.transaction().map_err(database)?;
    let schema = &reached.schema;
    change
        .batch_execute(&format!(
            "SELECT pg_advisory_xact_lock(1863); CREATE SCHEMA IF NOT EXISTS {schema};
             CREATE TABLE IF NOT EXISTS {schema}.layout (version INTEGER NOT NULL)"
        ))
        .map_err(database)?;
    let layout = change
        .query_opt("SELECT version FROM layout", &[])
        .map_err(database)?
        .map(|row| row.get::<_, i32>(0));
    if layout.is_some_and(|layout| layout > LAYOUT) {
        return Err(Fault::Disk("the tables were written by a newer program; use that one".to_owned()));
    }
    if let Some(layout) = layout {
        let done = usize::try_from(layout - 1).unwrap_or(0);
        STEPS.iter().skip(done).try_for_each(|step: &&str| change.batch_execute(step)).map_err(database)?;
    }
    change.batch_execute(TABLES).map_err(database)?;
    change
        .batch_execute(&format!("DELETE FROM layout; INSERT INTO layout VALUES ({LAYOUT})"))
        .map_err(database)?;
    change.commit().map_err(database)
}

/// A session that reads, if it is connected.
struct Reader {
    reached: Reached,
    client: Option<Client>,
}

impl Reader {
    fn answer(mut self, questions: &Mutex<Receiver<Question>>) {
        loop {
            let next = questions.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(question) = next else { return };
            question(&mut self);
        }
    }

    fn read<T>(&mut self, question: &impl Fn(&mut Client) -> Result<T, postgres::Error>) -> Result<T, Fault> {
        let mut client = match self.client.take() {
            Some(client) => client,
            None => self.reached.connect().map_err(database)?,
        };
        let mut answer = question(&mut client);
        if client.is_closed() {
            client = self.reached.connect().map_err(database)?;
            answer = question(&mut client);
        }
        self.client = Some(client).filter(|client| !client.is_closed());
        answer.map_err(database)
    }
}

/// The message without the address, which may hold a password.
pub(crate) fn database(error: postgres::Error) -> Fault {
    let mut text = error.to_string();
    if let Some(cause) = std::error::Error::source(&error) {
        text = format!("{text}: {cause}");
    }
    Fault::Disk(text)
}

fn unreachable_at(error: postgres::Error) -> Fault {
    let Fault::Disk(text) = database(error) else { return Fault::Taken };
    Fault::Disk(format!("{text}; an address looks like postgres://NAME:PASSWORD@HOST:5432/DATABASE"))
}

const LISTED: &str =
    "SELECT game, title, scenario, ruleset, blue, gray, seed, started, last_played, is_over, winner,
    (SELECT token FROM seats s WHERE s.game = g.game AND seat = 'blue'),
    (SELECT token FROM seats s WHERE s.game = g.game AND seat = 'gray'),
    (SELECT token FROM seats s WHERE s.game = g.game AND seat = 'spectator'),
    lines, standing FROM games g";

fn listed(row: &Row) -> Listed {
    let number = |column: usize| u64::try_from(row.get::<_, i64>(column)).unwrap_or(0);
    let is_over: bool = row.get(9);
    Listed {
        record: Record {
            game: row.get(0),
            title: row.get(1),
            scenario: row.get(2),
            ruleset: row.get(3),
            blue: SeatRecord { player: row.get(4), token: row.get(11) },
            gray: SeatRecord { player: row.get(5), token: row.get(12) },
            seed: row.get(6),
            spectator_token: row.get::<_, Option<String>>(13).unwrap_or_default(),
            started: number(7),
        },
        last_played: number(8),
        lines: number(14),
        standing: row.get(15),
        ending: is_over.then(|| Ending { winner: row.get(10) }),
    }
}

/// Each gives a line for everything that is not as it should be.
const CHECKS: [&str; 3] = [
    "SELECT 'game ' || g.game || ': of ' || g.lines || ' lines there are ' || count(l.place) FROM games g
     LEFT JOIN lines l ON l.game = g.game GROUP BY g.game, g.lines
     HAVING g.lines <> count(l.place) OR g.lines <> coalesce(max(l.place) + 1, 0)",
    "SELECT DISTINCT 'there are lines of a game ' || game || ' that is not there' FROM lines
     WHERE game NOT IN (SELECT game FROM games)",
    "SELECT DISTINCT 'there are seats or notes of a game ' || game || ' that is not there'
     FROM (SELECT game FROM seats UNION SELECT game FROM notes) s WHERE game NOT IN (SELECT game FROM games)",
];

impl Store for Postgres {
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
        let game = game.to_owned();
        let rows = self.ask(move |client| {
            client.query("SELECT line FROM lines WHERE game = $1 ORDER BY place", &[&game])
        })?;
        let lines: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
        Ok(if lines.is_empty() { None } else { Some(lines) })
    }

    fn record(&self, game: &str) -> Result<Option<Record>, Fault> {
        Ok(self.listed(game)?.map(|listed| listed.record))
    }

    fn seat(&self, token: &str) -> Result<Option<(String, SeatName)>, Fault> {
        let token = token.to_owned();
        let row = self.ask(move |client| {
            client.query_opt("SELECT game, seat FROM seats WHERE token = $1", &[&token])
        })?;
        let named = |word: &str| {
            let all = [SeatName::Blue, SeatName::Gray];
            all.into_iter().find(|seat| seat_word(*seat) == word).unwrap_or(SeatName::Spectator)
        };
        Ok(row.map(|row| (row.get(0), named(row.get(1)))))
    }

    fn list(&self, most: u32) -> Result<Vec<Listed>, Fault> {
        let query = format!("{LISTED} ORDER BY last_played DESC, game LIMIT $1");
        let rows = self.ask(move |client| client.query(&query, &[&i64::from(most)]))?;
        Ok(rows.iter().map(listed).collect())
    }

    fn listed(&self, game: &str) -> Result<Option<Listed>, Fault> {
        let (query, game) = (format!("{LISTED} WHERE game = $1"), game.to_owned());
        let row = self.ask(move |client| client.query_opt(&query, &[&game]))?;
        Ok(row.as_ref().map(listed))
    }

    fn count(&self) -> Result<u64, Fault> {
        let row = self.ask(|client| client.query_one("SELECT count(*) FROM games", &[]))?;
        Ok(u64::try_from(row.get::<_, i64>(0)).unwrap_or(0))
    }

    fn rename(&self, game: &str, title: &str) -> Result<(), Fault> {
        self.writer.hand_over(Work::Rename { game: game.to_owned(), title: title.to_owned() })
    }

    fn remove(&self, game: &str) -> Result<(), Fault> {
        self.writer.hand_over(Work::Remove { game: game.to_owned() })
    }

    fn keep_note(&self, game: &str, name: &str, text: &str) -> Result<(), Fault> {
        let (game, name, text) = (game.to_owned(), name.to_owned(), text.to_owned());
        self.writer.hand_over(Work::Note { game, name, text })
    }

    fn note(&self, game: &str, name: &str) -> Result<Option<String>, Fault> {
        let (game, name) = (game.to_owned(), name.to_owned());
        let row = self.ask(move |client| {
            client.query_opt("SELECT text FROM notes WHERE game = $1 AND name = $2", &[&game, &name])
        })?;
        Ok(row.map(|row| row.get(0)))
    }

    fn take_in(&self, whole: &Whole) -> Result<(), Fault> {
        self.writer.hand_over(Work::TakeIn(Box::new(whole.clone())))
    }

    fn read_all(&self, visit: &mut dyn FnMut(Whole) -> Result<(), Fault>) -> Result<(), Fault> {
        // Games come one by one through a channel from a session that sees the tables as they are now.
        let (sender, games) = std::sync::mpsc::sync_channel(4);
        let reached = self.config.clone();
        let reading = thread::spawn(move || {
            let failed = read_all(&reached, &sender).err();
            if let Some(fault) = failed {
                // Whoever visits may have had enough.
                let _ = sender.send(Err(fault));
            }
        });
        let visited = games.iter().try_for_each(|whole| visit(whole?));
        drop(games);
        reading.join().map_err(|_| Fault::Disk("reading the database broke down".to_owned()))?;
        visited
    }

    fn check(&self) -> Result<Vec<String>, Fault> {
        let mut mistakes = Vec::new();
        for query in CHECKS {
            let rows = self.ask(move |client| client.query(query, &[]))?;
            mistakes.extend(rows.iter().map(|row| row.get::<_, String>(0)));
        }
        Ok(mistakes)
    }

    fn hold(&self, game: &str) -> Result<(), Fault> {
        self.writer.hand_over(Work::Hold { game: game.to_owned() })
    }

    fn release(&self, game: &str) {
        self.writer.leave(Work::Release { game: game.to_owned() });
    }

    fn lost(&self) -> Vec<String> {
        // While the database is out of reach nothing is known; the next line that is to be kept will tell.
        let _ = self.writer.hand_over(Work::LookAfter);
        let mut lost: MutexGuard<'_, _> = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *lost).into_iter().collect()
    }
}

fn read_all(
    reached: &Reached,
    sender: &std::sync::mpsc::SyncSender<Result<Whole, Fault>>,
) -> Result<(), Fault> {
    let mut client = reached.connect().map_err(database)?;
    let started =
        client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true).start();
    let mut snapshot = started.map_err(database)?;
    let query = format!("{LISTED} ORDER BY started, game");
    for row in snapshot.query(&query, &[]).map_err(database)? {
        let listed = listed(&row);
        let game = &listed.record.game;
        let lines = snapshot.query("SELECT line FROM lines WHERE game = $1 ORDER BY place", &[game]);
        let notes = snapshot.query("SELECT name, text FROM notes WHERE game = $1 ORDER BY name", &[game]);
        let whole = Whole {
            lines: lines.map_err(database)?.iter().map(|row| row.get(0)).collect(),
            notes: notes.map_err(database)?.iter().map(|row| (row.get(0), row.get(1))).collect(),
            listed,
        };
        if sender.send(Ok(whole)).is_err() {
            return Ok(());
        }
    }
    Ok(())
}
