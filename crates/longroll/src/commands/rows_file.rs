//! A rows file: a line for each battle, kept as they are fought, so that the work goes on where it was interrupted.

use crate::files::{self, Existing, read_text};
use crate::report::Failure;
use longroll_lab::{Arena, Row, read_rows, write_row};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The battles of several arenas, in the order of the arenas and then of their numbers.
type Kept = BTreeMap<(usize, u64), Row>;

#[derive(Debug)]
pub(crate) struct RowsFile {
    path: PathBuf,
    file: File,
    /// Those in the file.
    kept: Kept,
    /// Has a row been put behind one that comes after it?
    last: Option<(usize, u64)>,
    is_in_order: bool,
}

impl RowsFile {
    /// Makes the file, or goes on with one that holds battles of these arenas and no others.
    pub(crate) fn open(path: &Path, arenas: &[&Arena]) -> Result<RowsFile, Failure> {
        let shown = path.display();
        let cannot = |error: std::io::Error| Failure::usage(format!("{shown} cannot be written: {error}"));
        if path.symlink_metadata().is_err() {
            files::check_writable(path, Existing::Keep)?;
            let file = OpenOptions::new().append(true).create_new(true).open(path).map_err(cannot)?;
            return Ok(RowsFile {
                path: path.to_owned(),
                file,
                kept: Kept::new(),
                last: None,
                is_in_order: true,
            });
        }
        files::check_writable(path, Existing::Replace)?;
        let text = read_text(path)?;
        let (rows, whole) = read_rows(&text).map_err(|error| {
            Failure::usage(format!(
                "{shown} is there already and is no rows file ({error}); name another file"
            ))
        })?;
        let mut known = Kept::new();
        let mut order = Vec::new();
        for row in rows {
            let place =
                arenas.iter().enumerate().find_map(|(place, arena)| Some((place, arena.number_of(&row)?)));
            let Some(place) = place else {
                return Err(Failure::usage(format!(
                    "{shown} holds battles of another experiment: another scenario, edition, player, setting or first seed; name another file"
                )));
            };
            order.push(place);
            known.insert(place, row);
        }
        let file = OpenOptions::new().append(true).open(path).map_err(cannot)?;
        if whole < text.len() {
            // The last battle was cut off in the middle.
            file.set_len(whole as u64).map_err(cannot)?;
        }
        let is_in_order = order.is_sorted_by(|one, other| one < other);
        Ok(RowsFile { path: path.to_owned(), file, kept: known, last: order.last().copied(), is_in_order })
    }

    /// The battles of one arena that are known.
    pub(crate) fn known(&self, place: usize) -> BTreeMap<u64, Row> {
        let range = self.kept.range((place, 0)..=(place, u64::MAX));
        range.map(|((_, number), row)| (*number, row.clone())).collect()
    }

    pub(crate) fn keep(&mut self, place: usize, number: u64, row: &Row) -> Result<(), Failure> {
        self.file
            .write_all(write_row(row).as_bytes())
            .map_err(|error| Failure::usage(format!("{} cannot be written: {error}", self.path.display())))?;
        self.is_in_order &= self.last.is_none_or(|last| last < (place, number));
        self.last = Some((place, number));
        self.kept.insert((place, number), row.clone());
        Ok(())
    }

    /// Puts all rows into their order, so that the file is the same however often the work was interrupted.
    pub(crate) fn end(self) -> Result<(), Failure> {
        if self.is_in_order {
            return self.file.sync_all().map_err(|error| {
                Failure::usage(format!("{} cannot be written: {error}", self.path.display()))
            });
        }
        let text: String = self.kept.values().map(write_row).collect();
        files::write(&self.path, &text, Existing::Replace)
    }
}
