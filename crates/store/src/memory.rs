//! Games that are forgotten when the program ends.

use crate::{Addition, Fault, Listed, Record, SeatName, Store, Whole};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug, Default)]
pub struct Memory {
    games: Mutex<BTreeMap<String, Kept>>,
}

#[derive(Debug)]
struct Kept {
    listed: Listed,
    lines: Vec<String>,
    notes: BTreeMap<String, String>,
}

impl Memory {
    pub fn new() -> Memory {
        Memory::default()
    }

    /// No change is made in two steps, so what a panicking thread left is whole.
    fn games(&self) -> MutexGuard<'_, BTreeMap<String, Kept>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for Memory {
    fn create(&self, record: &Record, lines: &[String]) -> Result<(), Fault> {
        let mut games = self.games();
        let is_known = |token: &str| {
            games.values().any(|kept| kept.listed.record.tokens().any(|(known, _)| known == token))
        };
        if games.contains_key(&record.game) || record.tokens().any(|(token, _)| is_known(token)) {
            return Err(Fault::Taken);
        }
        let listed = Listed {
            record: record.clone(),
            last_played: record.started,
            lines: lines.len() as u64,
            standing: None,
            ending: None,
        };
        games.insert(record.game.clone(), Kept { listed, lines: lines.to_vec(), notes: BTreeMap::new() });
        Ok(())
    }

    fn seat_guest(&self, game: &str, seat: SeatName, token: &str, lines: &[String]) -> Result<(), Fault> {
        let mut games = self.games();
        let is_known =
            games.values().any(|kept| kept.listed.record.tokens().any(|(known, _)| known == token));
        let kept = games.get_mut(game).ok_or_else(|| Fault::NoGame(game.to_owned()))?;
        let record = &mut kept.listed.record;
        let of_seat = match seat {
            SeatName::Blue => &mut record.blue.token,
            SeatName::Gray => &mut record.gray.token,
            SeatName::Spectator => return Err(Fault::Taken),
        };
        if is_known || of_seat.is_some() || !kept.lines.is_empty() {
            return Err(Fault::Taken);
        }
        *of_seat = Some(token.to_owned());
        kept.lines = lines.to_vec();
        kept.listed.lines = lines.len() as u64;
        Ok(())
    }

    fn append(&self, addition: &Addition) -> Result<(), Fault> {
        let mut games = self.games();
        let kept = games.get_mut(&addition.game).ok_or_else(|| Fault::NoGame(addition.game.clone()))?;
        if kept.lines.len() as u64 != addition.place {
            return Err(Fault::OutOfPlace { game: addition.game.clone(), place: addition.place });
        }
        kept.lines.push(addition.line.clone());
        kept.listed.lines += 1;
        kept.listed.last_played = addition.at;
        if addition.standing.is_some() {
            kept.listed.standing = addition.standing.clone();
        }
        if addition.ending.is_some() {
            kept.listed.ending = addition.ending.clone();
        }
        Ok(())
    }

    fn lines(&self, game: &str) -> Result<Option<Vec<String>>, Fault> {
        let lines = self.games().get(game).map(|kept| kept.lines.clone());
        Ok(lines.filter(|lines| !lines.is_empty()))
    }

    fn record(&self, game: &str) -> Result<Option<Record>, Fault> {
        Ok(self.games().get(game).map(|kept| kept.listed.record.clone()))
    }

    fn seat(&self, token: &str) -> Result<Option<(String, SeatName)>, Fault> {
        let games = self.games();
        let seats = games.iter().flat_map(|(game, kept)| {
            kept.listed.record.tokens().map(move |(known, seat)| (game, known, seat))
        });
        Ok(seats.filter(|(_, known, _)| *known == token).map(|(game, _, seat)| (game.clone(), seat)).next())
    }

    fn list(&self, most: u32) -> Result<Vec<Listed>, Fault> {
        let mut list: Vec<Listed> = self.games().values().map(|kept| kept.listed.clone()).collect();
        list.sort_by(|a, b| b.last_played.cmp(&a.last_played).then(a.record.game.cmp(&b.record.game)));
        list.truncate(most as usize);
        Ok(list)
    }

    fn listed(&self, game: &str) -> Result<Option<Listed>, Fault> {
        Ok(self.games().get(game).map(|kept| kept.listed.clone()))
    }

    fn count(&self) -> Result<u64, Fault> {
        Ok(self.games().len() as u64)
    }

    fn rename(&self, game: &str, title: &str) -> Result<(), Fault> {
        let mut games = self.games();
        let kept = games.get_mut(game).ok_or_else(|| Fault::NoGame(game.to_owned()))?;
        kept.listed.record.title = title.to_owned();
        Ok(())
    }

    fn remove(&self, game: &str) -> Result<(), Fault> {
        self.games().remove(game).map(drop).ok_or_else(|| Fault::NoGame(game.to_owned()))
    }

    fn keep_note(&self, game: &str, name: &str, text: &str) -> Result<(), Fault> {
        let mut games = self.games();
        let kept = games.get_mut(game).ok_or_else(|| Fault::NoGame(game.to_owned()))?;
        kept.notes.insert(name.to_owned(), text.to_owned());
        Ok(())
    }

    fn note(&self, game: &str, name: &str) -> Result<Option<String>, Fault> {
        Ok(self.games().get(game).and_then(|kept| kept.notes.get(name).cloned()))
    }

    fn take_in(&self, whole: &Whole) -> Result<(), Fault> {
        let record = &whole.listed.record;
        self.create(record, &whole.lines)?;
        if let Some(kept) = self.games().get_mut(&record.game) {
            kept.listed = whole.listed.clone();
            kept.notes = whole.notes.iter().cloned().collect();
        }
        Ok(())
    }

    fn read_all(&self, visit: &mut dyn FnMut(Whole) -> Result<(), Fault>) -> Result<(), Fault> {
        let wholes: Vec<Whole> = {
            let games = self.games();
            let whole = |kept: &Kept| Whole {
                listed: kept.listed.clone(),
                lines: kept.lines.clone(),
                notes: kept.notes.clone().into_iter().collect(),
            };
            games.values().map(whole).collect()
        };
        wholes.into_iter().try_for_each(visit)
    }

    fn check(&self) -> Result<Vec<String>, Fault> {
        Ok(Vec::new())
    }
}
