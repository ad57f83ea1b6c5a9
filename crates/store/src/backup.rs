//! All games of a store in one file, from which any store can be filled. A game is a line of it; the last line has a hash of all
//! before, so that a file that was cut or changed is found out before anything of it is taken in.

use crate::{Fault, Store, Whole};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Seek, Write};

/// Lines of a backup.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Longroll { backup: u32 },
    Game { shelf: String, whole: Box<Whole> },
    End { games: u64, hash: String },
}

const FORMAT: u32 = 1;

/// The backup was not written, or cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Damaged {
    #[error(transparent)]
    Store(#[from] Fault),
    #[error("{0}")]
    File(#[from] std::io::Error),
    #[error("line {0} is no line of a backup")]
    Line(u64),
    #[error("it was written by a newer program; use that one")]
    Newer,
    #[error("it is cut short: its last line is missing")]
    Cut,
    #[error("it was changed after it was written: its hash is another one")]
    Changed,
}

/// Writes every game of these stores, each under its name, as they are now; gives the number of games.
pub fn back_up(shelves: &[(&str, &dyn Store)], to: &mut dyn Write) -> Result<u64, Damaged> {
    let (mut hasher, mut games) = (blake3::Hasher::new(), 0);
    let mut write = |line: &Line| -> std::io::Result<()> {
        let text = serde_json::to_string(line)? + "\n";
        hasher.update(text.as_bytes());
        to.write_all(text.as_bytes())
    };
    write(&Line::Longroll { backup: FORMAT })?;
    for (shelf, store) in shelves {
        let mut failed = None;
        store
            .read_all(&mut |whole| {
                games += 1;
                write(&Line::Game { shelf: (*shelf).to_owned(), whole: Box::new(whole) }).map_err(|error| {
                    let fault = Fault::Disk(error.to_string());
                    failed = Some(error);
                    fault
                })
            })
            .map_err(|fault| failed.map_or(Damaged::Store(fault), Damaged::File))?;
    }
    let hash = hasher.finalize().to_hex().to_string();
    serde_json::to_writer(&mut *to, &Line::End { games, hash }).map_err(std::io::Error::from)?;
    to.write_all(b"\n")?;
    to.flush()?;
    Ok(games)
}

/// What came of a backup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Restored {
    pub games: u64,
    /// They were there already and were left as they are.
    pub there_already: u64,
}

impl Restored {
    /// Takes a game into a store, unless it is there already.
    pub fn take_in(&mut self, store: &dyn Store, whole: &Whole) -> Result<(), Fault> {
        match store.take_in(whole) {
            Ok(()) => self.games += 1,
            Err(Fault::Taken) => self.there_already += 1,
            Err(fault) => return Err(fault),
        }
        Ok(())
    }
}

/// Reads a backup to its end and checks it, and only then takes its games in. A game that is there already is left as it is.
pub fn restore(
    from: &mut (impl BufRead + Seek),
    shelves: &[(&str, &dyn Store)],
) -> Result<Restored, Damaged> {
    read(from, |_, _| Ok(()))?;
    from.rewind()?;
    let mut restored = Restored::default();
    read(from, |name, whole| {
        let Some((_, store)) = shelves.iter().find(|(shelf, _)| *shelf == name) else { return Ok(()) };
        restored.take_in(*store, &whole)
    })?;
    Ok(restored)
}

fn read(
    from: &mut impl BufRead,
    mut visit: impl FnMut(&str, Whole) -> Result<(), Fault>,
) -> Result<(), Damaged> {
    let (mut hasher, mut games, mut text) = (blake3::Hasher::new(), 0, String::new());
    for number in 1.. {
        text.clear();
        if from.read_line(&mut text)? == 0 {
            return Err(Damaged::Cut);
        }
        let line = serde_json::from_str(&text).map_err(|_| Damaged::Line(number))?;
        match (line, number) {
            (Line::Longroll { backup: FORMAT }, 1) => {}
            (Line::Longroll { .. }, 1) => return Err(Damaged::Newer),
            (Line::Game { shelf, whole }, 2..) => {
                games += 1;
                visit(&shelf, *whole)?;
            }
            (Line::End { games: all, hash }, 2..) => {
                let is_whole = hash == hasher.finalize().to_hex().as_str() && all == games;
                return if is_whole { Ok(()) } else { Err(Damaged::Changed) };
            }
            _ => return Err(Damaged::Line(number)),
        }
        hasher.update(text.as_bytes());
    }
    Err(Damaged::Cut)
}
