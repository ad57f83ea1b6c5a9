//! What is written into the SQLite file.

use crate::sqlite::{disk, seat_word};
use crate::writer::{Job, Keeper, Work};
use crate::{Addition, Fault, Listed, Record, SeatName, Whole};
use rusqlite::{Connection, params};

impl Keeper for Connection {
    fn commit(&mut self, batch: &[Job]) -> Vec<Result<(), Fault>> {
        let all = |fault: &Fault| batch.iter().map(|_| Err(fault.clone())).collect();
        if let Err(error) = self.execute_batch("BEGIN IMMEDIATE") {
            return all(&disk(error));
        }
        let results = batch.iter().map(|job| one(self, &job.work)).collect();
        match self.execute_batch("COMMIT") {
            Ok(()) => results,
            Err(error) => {
                // Nothing was kept; if the rollback fails too, the next BEGIN says so.
                let _ = self.execute_batch("ROLLBACK");
                all(&disk(error))
            }
        }
    }
}

fn one(connection: &Connection, work: &Work) -> Result<(), Fault> {
    connection.execute_batch("SAVEPOINT job").map_err(disk)?;
    let result = match work {
        Work::Create(record, lines) => create(connection, record, lines),
        Work::TakeIn(whole) => take_in(connection, whole),
        Work::Append(addition) => append(connection, addition),
        Work::SeatGuest { game, seat, token, lines } => seat_guest(connection, game, *seat, token, lines),
        Work::Note { game, name, text } => note(connection, game, name, text),
        Work::Rename { game, title } => rename(connection, game, title),
        Work::Remove { game } => remove(connection, game),
        // The file belongs to one process.
        Work::Hold { .. } | Work::Release { .. } | Work::LookAfter => Ok(()),
    };
    let end = if result.is_ok() { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" };
    connection.execute_batch(end).map_err(disk)?;
    result
}

fn take_in(connection: &Connection, whole: &Whole) -> Result<(), Fault> {
    let Listed { record, last_played, standing, ending, .. } = &whole.listed;
    create(connection, record, &whole.lines)?;
    for (name, text) in &whole.notes {
        note(connection, &record.game, name, text)?;
    }
    let last_played = i64::try_from(*last_played).unwrap_or(i64::MAX);
    let winner = ending.as_ref().and_then(|ending| ending.winner.as_deref());
    connection
        .execute(
            "UPDATE games SET last_played = ?2, standing = ?3, is_over = ?4, winner = ?5 WHERE game = ?1",
            params![record.game, last_played, standing, ending.is_some(), winner],
        )
        .map_err(disk)?;
    Ok(())
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
