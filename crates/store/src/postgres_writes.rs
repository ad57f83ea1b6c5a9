//! What is written into the PostgreSQL database, by one session. When it is cut off, the same work is done again on a new one; what
//! the old one may have kept without saying so is recognised and not kept twice.

use crate::postgres::{Reached, database};
use crate::sqlite::seat_word;
use crate::writer::{Job, Keeper, Work};
use crate::{Addition, Fault, Record, SeatName, Whole};
use postgres::types::ToSql;
use postgres::{Client, Transaction};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// So long a database that is away is waited for: it may only be starting again.
const PATIENCE: Duration = Duration::from_secs(10);
const BETWEEN_TRIES: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub(crate) struct Session {
    reached: Reached,
    live: Option<Live>,
    /// How often each game is held here.
    held: BTreeMap<String, u32>,
    lost: Arc<Mutex<BTreeSet<String>>>,
}

/// Work that was cut off, or cannot be done.
enum Trouble {
    Cut(postgres::Error),
    Fault(Fault),
}

/// What came of the locks of a batch, by their places in it.
type Locked = BTreeMap<usize, Result<(), Fault>>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Try {
    First,
    /// The session before may have kept all of it and been cut off before it could say so.
    Again,
}

struct Live {
    client: Client,
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Live")
    }
}

impl Keeper for Session {
    fn commit(&mut self, batch: &[Job]) -> Vec<Result<(), Fault>> {
        let all = |fault: &Fault| batch.iter().map(|_| Err(fault.clone())).collect();
        let until = Instant::now() + PATIENCE;
        let mut attempt = Try::First;
        // Taken once, however often the rest of the batch is tried: a game held twice would never be let go.
        let mut locked = BTreeMap::new();
        loop {
            match self.attempt(batch, attempt, &mut locked) {
                Ok(results) => return results,
                Err(Trouble::Fault(fault)) => return all(&fault),
                Err(Trouble::Cut(error)) if Instant::now() >= until => return all(&database(error)),
                Err(Trouble::Cut(_)) => {
                    self.live = None;
                    attempt = Try::Again;
                    thread::sleep(BETWEEN_TRIES);
                }
            }
        }
    }
}

impl Session {
    pub(crate) fn new(reached: Reached, lost: Arc<Mutex<BTreeSet<String>>>) -> Session {
        Session { reached, live: None, held: BTreeMap::new(), lost }
    }

    fn attempt(
        &mut self,
        batch: &[Job],
        attempt: Try,
        locked: &mut Locked,
    ) -> Result<Vec<Result<(), Fault>>, Trouble> {
        let mut live = match self.live.take() {
            Some(live) => live,
            None => self.connect().map_err(Trouble::Cut)?,
        };
        let kept = self.write(&mut live, batch, attempt, locked);
        let is_closed = live.client.is_closed();
        if !is_closed {
            self.live = Some(live);
        }
        // A server that shuts down says so before it closes.
        let is_cut = |error: &postgres::Error| {
            is_closed || error.code().is_none_or(|code| code.code().starts_with("57P"))
        };
        kept.map_err(
            |error| if is_cut(&error) { Trouble::Cut(error) } else { Trouble::Fault(database(error)) },
        )
    }

    /// A new session holds what the one before held, unless somebody else was quicker.
    fn connect(&mut self) -> Result<Live, postgres::Error> {
        let mut client = self.reached.connect()?;
        let mut gone = Vec::new();
        for game in self.held.keys() {
            if !hold(&mut client, game)? {
                gone.push(game.clone());
            }
        }
        for game in gone {
            self.held.remove(&game);
            self.lost.lock().unwrap_or_else(PoisonError::into_inner).insert(game);
        }
        Ok(Live { client })
    }

    fn write(
        &mut self,
        live: &mut Live,
        batch: &[Job],
        attempt: Try,
        locked: &mut Locked,
    ) -> Result<Vec<Result<(), Fault>>, postgres::Error> {
        let mut results: Vec<Result<(), Fault>> = batch.iter().map(|_| Ok(())).collect();
        let is_lock =
            |work: &Work| matches!(work, Work::Hold { .. } | Work::Release { .. } | Work::LookAfter);
        let (locks, work): (Vec<usize>, Vec<usize>) =
            (0..batch.len()).partition(|place| is_lock(&batch[*place].work));
        for place in locks {
            let result = match locked.get(&place) {
                Some(result) => result.clone(),
                None => self.lock(&mut live.client, &batch[place].work)?,
            };
            locked.insert(place, result.clone());
            results[place] = result;
        }
        if work.is_empty() {
            return Ok(results);
        }
        let mut transaction = live.client.transaction()?;
        let mut run: Vec<usize> = Vec::new();
        for place in work {
            match &batch[place].work {
                Work::Append(addition) => {
                    let same_game = |other: &usize| matches!(&batch[*other].work, Work::Append(other) if other.game == addition.game);
                    if run.iter().any(same_game) {
                        append(&mut transaction, batch, &std::mem::take(&mut run), attempt, &mut results)?;
                    }
                    run.push(place);
                }
                work => {
                    append(&mut transaction, batch, &std::mem::take(&mut run), attempt, &mut results)?;
                    let mut part = transaction.savepoint("job")?;
                    results[place] = one(&mut part, work, attempt)?;
                    if results[place].is_ok() { part.commit()? } else { part.rollback()? }
                }
            }
        }
        append(&mut transaction, batch, &run, attempt, &mut results)?;
        transaction.commit()?;
        Ok(results)
    }

    fn lock(&mut self, client: &mut Client, work: &Work) -> Result<Result<(), Fault>, postgres::Error> {
        match work {
            Work::Hold { game } => {
                if !self.held.contains_key(game) && !hold(client, game)? {
                    return Ok(Err(Fault::Elsewhere(game.clone())));
                }
                *self.held.entry(game.clone()).or_default() += 1;
            }
            Work::Release { game } => {
                let Some(times) = self.held.get_mut(game) else { return Ok(Ok(())) };
                *times -= 1;
                if *times == 0 {
                    self.held.remove(game);
                    client.execute(&format!("SELECT pg_advisory_unlock({LOCK})"), &[game])?;
                }
            }
            _ => client.batch_execute("")?,
        }
        Ok(Ok(()))
    }
}

/// The number of a game's lock. Two games of the same number could not be open on two servers at once, and nothing worse.
const LOCK: &str = "hashtextextended(current_schema() || $1, 1863)";

fn hold(client: &mut Client, game: &String) -> Result<bool, postgres::Error> {
    Ok(client.query_one(&format!("SELECT pg_try_advisory_lock({LOCK})"), &[game])?.get(0))
}

const APPEND: &str = "
    WITH new AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::boolean[], $7::text[])
            AS new (game, place, line, at, standing, is_over, winner)
    ), fits AS (
        UPDATE games g SET lines = g.lines + 1, last_played = new.at, standing = coalesce(new.standing, g.standing),
            is_over = g.is_over OR new.is_over, winner = CASE WHEN new.is_over THEN new.winner ELSE g.winner END
        FROM new WHERE g.game = new.game AND g.lines = new.place RETURNING new.game, new.place, new.line
    )
    INSERT INTO lines (game, place, line) SELECT game, place, line FROM fits RETURNING game";

/// Adds lines to different games with one statement.
fn append(
    transaction: &mut Transaction<'_>,
    batch: &[Job],
    run: &[usize],
    attempt: Try,
    results: &mut [Result<(), Fault>],
) -> Result<(), postgres::Error> {
    let additions: Vec<(usize, &Addition)> = run
        .iter()
        .filter_map(|place| match &batch[*place].work {
            Work::Append(addition) => Some((*place, addition)),
            _ => None,
        })
        .collect();
    if additions.is_empty() {
        return Ok(());
    }
    fn column<'a, T>(additions: &[(usize, &'a Addition)], of: impl Fn(&'a Addition) -> T) -> Vec<T> {
        additions.iter().map(|(_, addition)| of(addition)).collect()
    }
    let games = column(&additions, |addition| addition.game.as_str());
    let places = column(&additions, |addition| whole(addition.place));
    let lines = column(&additions, |addition| addition.line.as_str());
    let times = column(&additions, |addition| whole(addition.at));
    let standings = column(&additions, |addition| addition.standing.as_deref());
    let over = column(&additions, |addition| addition.ending.is_some());
    let winners =
        column(&additions, |addition| addition.ending.as_ref().and_then(|ending| ending.winner.as_deref()));
    let columns: [&(dyn ToSql + Sync); 7] = [&games, &places, &lines, &times, &standings, &over, &winners];
    let statement = transaction.prepare(APPEND)?;
    let kept: BTreeSet<String> =
        transaction.query(&statement, &columns)?.iter().map(|row| row.get(0)).collect();
    for (place, addition) in additions {
        if !kept.contains(&addition.game) {
            results[place] = not_appended(transaction, addition, attempt)?;
        }
    }
    Ok(())
}

/// Why a line was not added, or that it was there already.
fn not_appended(
    transaction: &mut Transaction<'_>,
    addition: &Addition,
    attempt: Try,
) -> Result<Result<(), Fault>, postgres::Error> {
    let Addition { game, place, line, .. } = addition;
    if attempt == Try::Again {
        let kept = transaction
            .query_opt("SELECT line FROM lines WHERE game = $1 AND place = $2", &[game, &whole(*place)])?;
        if kept.is_some_and(|row| row.get::<_, &str>(0) == line) {
            return Ok(Ok(()));
        }
    }
    if is_there(transaction, game)? {
        Ok(Err(Fault::OutOfPlace { game: game.clone(), place: *place }))
    } else {
        Ok(Err(Fault::NoGame(game.clone())))
    }
}

fn one(part: &mut Transaction<'_>, work: &Work, attempt: Try) -> Result<Result<(), Fault>, postgres::Error> {
    match work {
        Work::Create(record, lines) => {
            if attempt == Try::Again && is_ours(part, &record.game, &record.spectator_token)? {
                return Ok(Ok(()));
            }
            create(part, record, lines)
        }
        Work::TakeIn(whole) => take_in(part, whole, attempt),
        Work::SeatGuest { game, seat, token, lines } => {
            if attempt == Try::Again && is_ours(part, game, token)? {
                return Ok(Ok(()));
            }
            seat_guest(part, game, *seat, token, lines)
        }
        Work::Note { game, name, text } => {
            if !is_there(part, game)? {
                return Ok(Err(Fault::NoGame(game.clone())));
            }
            keep_note(part, game, name, text)?;
            Ok(Ok(()))
        }
        Work::Rename { game, title } => {
            let known = part.execute("UPDATE games SET title = $2 WHERE game = $1", &[game, title])?;
            Ok(if known == 0 { Err(Fault::NoGame(game.clone())) } else { Ok(()) })
        }
        Work::Remove { game } => {
            for belongings in ["lines", "notes", "seats"] {
                part.execute(&format!("DELETE FROM {belongings} WHERE game = $1"), &[game])?;
            }
            let known = part.execute("DELETE FROM games WHERE game = $1", &[game])?;
            Ok(if known == 0 && attempt == Try::First { Err(Fault::NoGame(game.clone())) } else { Ok(()) })
        }
        // Done elsewhere: lines many at once, locks outside the transaction.
        Work::Append(_) | Work::Hold { .. } | Work::Release { .. } | Work::LookAfter => Ok(Ok(())),
    }
}

fn is_there(part: &mut Transaction<'_>, game: &String) -> Result<bool, postgres::Error> {
    Ok(part.query_opt("SELECT 1 FROM games WHERE game = $1", &[game])?.is_some())
}

/// Is this game there with this token, which nobody else can have drawn?
fn is_ours(part: &mut Transaction<'_>, game: &String, token: &String) -> Result<bool, postgres::Error> {
    Ok(part.query_opt("SELECT 1 FROM seats WHERE game = $1 AND token = $2", &[game, token])?.is_some())
}

fn create(
    part: &mut Transaction<'_>,
    record: &Record,
    lines: &[String],
) -> Result<Result<(), Fault>, postgres::Error> {
    let Record { game, title, scenario, ruleset, blue, gray, seed, started, .. } = record;
    let created = part.execute(
        "INSERT INTO games (game, title, scenario, ruleset, blue, gray, seed, started, last_played, lines)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, 0) ON CONFLICT DO NOTHING",
        &[game, title, scenario, ruleset, &blue.player, &gray.player, seed, &whole(*started)],
    )?;
    if created == 0 {
        return Ok(Err(Fault::Taken));
    }
    for (token, seat) in record.tokens() {
        if !add_seat(part, game, seat, token)? {
            return Ok(Err(Fault::Taken));
        }
    }
    first_lines(part, game, lines)?;
    Ok(Ok(()))
}

fn take_in(
    part: &mut Transaction<'_>,
    taken: &Whole,
    attempt: Try,
) -> Result<Result<(), Fault>, postgres::Error> {
    let record = &taken.listed.record;
    if attempt == Try::Again && is_ours(part, &record.game, &record.spectator_token)? {
        return Ok(Ok(()));
    }
    if let Err(fault) = create(part, record, &taken.lines)? {
        return Ok(Err(fault));
    }
    for (name, text) in &taken.notes {
        keep_note(part, &record.game, name, text)?;
    }
    let ending = taken.listed.ending.as_ref();
    let winner = ending.and_then(|ending| ending.winner.as_deref());
    part.execute(
        "UPDATE games SET last_played = $2, standing = $3, is_over = $4, winner = $5 WHERE game = $1",
        &[&record.game, &whole(taken.listed.last_played), &taken.listed.standing, &ending.is_some(), &winner],
    )?;
    Ok(Ok(()))
}

fn seat_guest(
    part: &mut Transaction<'_>,
    game: &String,
    seat: SeatName,
    token: &str,
    lines: &[String],
) -> Result<Result<(), Fault>, postgres::Error> {
    // Whoever else is about to sit down waits here.
    let Some(row) = part.query_opt("SELECT lines FROM games WHERE game = $1 FOR UPDATE", &[game])? else {
        return Ok(Err(Fault::NoGame(game.clone())));
    };
    let begun: i64 = row.get(0);
    let seated =
        part.query_opt("SELECT 1 FROM seats WHERE game = $1 AND seat = $2", &[game, &seat_word(seat)])?;
    if begun > 0 || seated.is_some() || !add_seat(part, game, seat, token)? {
        return Ok(Err(Fault::Taken));
    }
    first_lines(part, game, lines)?;
    Ok(Ok(()))
}

/// Not when the token opens a seat already.
fn add_seat(
    part: &mut Transaction<'_>,
    game: &String,
    seat: SeatName,
    token: &str,
) -> Result<bool, postgres::Error> {
    let added = part.execute(
        "INSERT INTO seats (token, game, seat) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        &[&token, game, &seat_word(seat)],
    )?;
    Ok(added == 1)
}

fn first_lines(part: &mut Transaction<'_>, game: &String, lines: &[String]) -> Result<(), postgres::Error> {
    part.execute(
        "INSERT INTO lines (game, place, line)
         SELECT $1, place - 1, line FROM unnest($2::text[]) WITH ORDINALITY AS first (line, place)",
        &[game, &lines],
    )?;
    part.execute("UPDATE games SET lines = $2 WHERE game = $1", &[game, &whole(lines.len() as u64)])?;
    Ok(())
}

fn keep_note(
    part: &mut Transaction<'_>,
    game: &String,
    name: &String,
    text: &String,
) -> Result<(), postgres::Error> {
    part.execute(
        "INSERT INTO notes (game, name, text) VALUES ($1, $2, $3)
         ON CONFLICT (game, name) DO UPDATE SET text = excluded.text",
        &[game, name, text],
    )?;
    Ok(())
}

fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
