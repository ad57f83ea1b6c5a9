//! The one thread that writes. Whatever has gathered while the disk was busy goes into the next commit together.

use crate::sqlite::{disk, seat_word};
use crate::{Addition, Fault, Record, SeatName};
use rusqlite::{Connection, params};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// Jobs of one commit.
const MOST_AT_ONCE: usize = 256;

#[derive(Debug)]
pub(crate) struct Writer {
    /// Dropped first, so that the thread sees that no more jobs come.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

struct Job {
    work: Work,
    done: Sender<Result<(), Fault>>,
}

enum Work {
    Create(Box<Record>, Vec<String>),
    Append(Addition),
    SeatGuest { game: String, seat: SeatName, token: String, lines: Vec<String> },
    Note { game: String, name: String, text: String },
    Rename { game: String, title: String },
    Remove { game: String },
}

impl Writer {
    pub(crate) fn start(connection: Connection) -> Result<Writer, Fault> {
        let (sender, receiver) = channel();
        let thread = thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write(&connection, &receiver))
            .map_err(|error| Fault::Disk(error.to_string()))?;
        Ok(Writer { jobs: Some(sender), thread: Some(thread) })
    }

    pub(crate) fn create(&self, record: Record, lines: Vec<String>) -> Result<(), Fault> {
        self.hand_over(Work::Create(Box::new(record), lines))
    }

    pub(crate) fn seat_guest(
        &self,
        game: &str,
        seat: SeatName,
        token: &str,
        lines: &[String],
    ) -> Result<(), Fault> {
        let (game, token, lines) = (game.to_owned(), token.to_owned(), lines.to_vec());
        self.hand_over(Work::SeatGuest { game, seat, token, lines })
    }

    pub(crate) fn append(&self, addition: Addition) -> Result<(), Fault> {
        self.hand_over(Work::Append(addition))
    }

    pub(crate) fn note(&self, game: &str, name: &str, text: &str) -> Result<(), Fault> {
        self.hand_over(Work::Note { game: game.to_owned(), name: name.to_owned(), text: text.to_owned() })
    }

    pub(crate) fn rename(&self, game: &str, title: &str) -> Result<(), Fault> {
        self.hand_over(Work::Rename { game: game.to_owned(), title: title.to_owned() })
    }

    pub(crate) fn remove(&self, game: &str) -> Result<(), Fault> {
        self.hand_over(Work::Remove { game: game.to_owned() })
    }

    /// Waits until the work is on disk.
    fn hand_over(&self, work: Work) -> Result<(), Fault> {
        let stopped = || Fault::Disk("the writer has stopped".to_owned());
        let (done, answer) = channel();
        let jobs = self.jobs.as_ref().ok_or_else(stopped)?;
        jobs.send(Job { work, done }).map_err(|_| stopped())?;
        answer.recv().map_err(|_| stopped())?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A writer that panicked has nothing left to tell.
            let _ = thread.join();
        }
    }
}

pub(crate) fn is_no_row(error: &rusqlite::Error) -> bool {
    matches!(error, rusqlite::Error::QueryReturnedNoRows)
}

fn write(connection: &Connection, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        while batch.len() < MOST_AT_ONCE
            && let Ok(job) = jobs.try_recv()
        {
            batch.push(job);
        }
        let results = commit(connection, &batch);
        for (job, result) in batch.into_iter().zip(results) {
            // Whoever has gone away does not want to know.
            let _ = job.done.send(result);
        }
    }
}

/// All jobs in one transaction. A job that cannot be done leaves the others alone; a failed commit fails all.
fn commit(connection: &Connection, batch: &[Job]) -> Vec<Result<(), Fault>> {
    let all = |fault: &Fault| batch.iter().map(|_| Err(fault.clone())).collect();
    if let Err(error) = connection.execute_batch("BEGIN IMMEDIATE") {
        return all(&disk(error));
    }
    let results = batch.iter().map(|job| one(connection, &job.work)).collect();
    match connection.execute_batch("COMMIT") {
        Ok(()) => results,
        Err(error) => {
            // Nothing was kept; if the rollback fails too, the next BEGIN says so.
            let _ = connection.execute_batch("ROLLBACK");
            all(&disk(error))
        }
    }
}

fn one(connection: &Connection, work: &Work) -> Result<(), Fault> {
    connection.execute_batch("SAVEPOINT job").map_err(disk)?;
    let result = match work {
        Work::Create(record, lines) => create(connection, record, lines),
        Work::Append(addition) => append(connection, addition),
        Work::SeatGuest { game, seat, token, lines } => seat_guest(connection, game, *seat, token, lines),
        Work::Note { game, name, text } => note(connection, game, name, text),
        Work::Rename { game, title } => rename(connection, game, title),
        Work::Remove { game } => remove(connection, game),
    };
    let end = if result.is_ok() { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" };
    connection.execute_batch(end).map_err(disk)?;
    result
}

fn create(connection: &Connection, record: &Record, lines: &[String]) -> Result<(), Fault> {
    let started = i64::try_from(record.started).unwrap_or(i64::MAX);
    connection
        .prepare_cached(
            "INSERT INTO games (game, title, scenario, ruleset, blue, gray, seed, started, last_played)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)",
        )
        .and_then(|mut statement| {
            statement.execute(params![
                record.game,
                record.title,
                record.scenario,
                record.ruleset,
                record.blue.player,
                record.gray.player,
                record.seed,
                started
            ])
        })
        .map_err(taken)?;
    for (token, seat) in record.tokens() {
        add_seat(connection, &record.game, seat, token)?;
    }
    first_lines(connection, &record.game, lines)
}

fn seat_guest(
    connection: &Connection,
    game: &str,
    seat: SeatName,
    token: &str,
    lines: &[String],
) -> Result<(), Fault> {
    let is_there = |query: &str, of: &[&str]| -> Result<bool, Fault> {
        connection
            .prepare_cached(query)
            .and_then(|mut statement| statement.exists(rusqlite::params_from_iter(of)))
            .map_err(disk)
    };
    if !is_there("SELECT 1 FROM games WHERE game = ?1", &[game])? {
        return Err(Fault::NoGame(game.to_owned()));
    }
    let seated = is_there("SELECT 1 FROM seats WHERE game = ?1 AND seat = ?2", &[game, seat_word(seat)])?;
    if seated || is_there("SELECT 1 FROM lines WHERE game = ?1", &[game])? {
        return Err(Fault::Taken);
    }
    add_seat(connection, game, seat, token)?;
    first_lines(connection, game, lines)
}

fn add_seat(connection: &Connection, game: &str, seat: SeatName, token: &str) -> Result<(), Fault> {
    connection
        .prepare_cached("INSERT INTO seats (token, game, seat) VALUES (?1, ?2, ?3)")
        .and_then(|mut statement| statement.execute(params![token, game, seat_word(seat)]))
        .map_err(taken)?;
    Ok(())
}

fn first_lines(connection: &Connection, game: &str, lines: &[String]) -> Result<(), Fault> {
    let mut statement = connection
        .prepare_cached("INSERT INTO lines (game, place, line) VALUES (?1, ?2, ?3)")
        .map_err(disk)?;
    for (place, line) in (0_i64..).zip(lines) {
        statement.execute(params![game, place, line]).map_err(disk)?;
    }
    Ok(())
}

fn append(connection: &Connection, addition: &Addition) -> Result<(), Fault> {
    let place = i64::try_from(addition.place).unwrap_or(i64::MAX);
    let at = i64::try_from(addition.at).unwrap_or(i64::MAX);
    let known = connection
        .prepare_cached(
            "UPDATE games SET last_played = ?2, standing = coalesce(?3, standing) WHERE game = ?1",
        )
        .and_then(|mut statement| statement.execute(params![addition.game, at, addition.standing]))
        .map_err(disk)?;
    if known == 0 {
        return Err(Fault::NoGame(addition.game.clone()));
    }
    let added = connection
        .prepare_cached(
            "INSERT INTO lines (game, place, line) SELECT ?1, ?2, ?3
             WHERE (SELECT coalesce(max(place) + 1, 0) FROM lines WHERE game = ?1) = ?2",
        )
        .and_then(|mut statement| statement.execute(params![addition.game, place, addition.line]))
        .map_err(disk)?;
    if added == 0 {
        return Err(Fault::OutOfPlace { game: addition.game.clone(), place: addition.place });
    }
    if let Some(ending) = &addition.ending {
        connection
            .prepare_cached("UPDATE games SET is_over = 1, winner = ?2 WHERE game = ?1")
            .and_then(|mut statement| statement.execute(params![addition.game, ending.winner]))
            .map_err(disk)?;
    }
    Ok(())
}

fn note(connection: &Connection, game: &str, name: &str, text: &str) -> Result<(), Fault> {
    let known: bool = connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM games WHERE game = ?1)")
        .and_then(|mut statement| statement.query_row([game], |row| row.get(0)))
        .map_err(disk)?;
    if !known {
        return Err(Fault::NoGame(game.to_owned()));
    }
    connection
        .prepare_cached("INSERT OR REPLACE INTO notes (game, name, text) VALUES (?1, ?2, ?3)")
        .and_then(|mut statement| statement.execute(params![game, name, text]))
        .map_err(disk)?;
    Ok(())
}

fn rename(connection: &Connection, game: &str, title: &str) -> Result<(), Fault> {
    let known = connection
        .prepare_cached("UPDATE games SET title = ?2 WHERE game = ?1")
        .and_then(|mut statement| statement.execute([game, title]))
        .map_err(disk)?;
    if known == 0 { Err(Fault::NoGame(game.to_owned())) } else { Ok(()) }
}

fn remove(connection: &Connection, game: &str) -> Result<(), Fault> {
    for belongings in ["lines", "notes", "seats"] {
        connection
            .prepare_cached(&format!("DELETE FROM {belongings} WHERE game = ?1"))
            .and_then(|mut statement| statement.execute([game]))
            .map_err(disk)?;
    }
    let known = connection
        .prepare_cached("DELETE FROM games WHERE game = ?1")
        .and_then(|mut statement| statement.execute([game]))
        .map_err(disk)?;
    if known == 0 { Err(Fault::NoGame(game.to_owned())) } else { Ok(()) }
}

fn taken(error: rusqlite::Error) -> Fault {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::ConstraintViolation) => Fault::Taken,
        _ => disk(error),
    }
}
