//! The folder of a report: one page that needs nothing else, tables beside it, and the battles worth a look as game files.

use crate::commands::fighting::Fought;
use crate::files::{self, Existing};
use crate::report::Failure;
use longroll_lab::{
    Arena, Comparison, Head, Kept, Row, battles_csv, choose, comparison_html, html, kept_battle, turns_csv,
    units_csv,
};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder that does not exist, or may be written into.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    existing: Existing,
}

impl Folder {
    /// Looked at before the battles are fought.
    pub(crate) fn check(path: &Path, force: bool) -> Result<Folder, Failure> {
        let shown = path.display();
        if path.symlink_metadata().is_ok() {
            if !path.is_dir() {
                return Err(Failure::usage(format!("{shown} is not a folder; name another for the report")));
            }
            if !force {
                return Err(Failure::usage(format!(
                    "the folder {shown} is there already; name another, or add --force to replace the report in it"
                )));
            }
        }
        match path.parent() {
            Some(parent) if parent != Path::new("") && !parent.is_dir() => {
                Err(Failure::usage(format!("there is no folder {}; make it first", parent.display())))
            }
            _ => Ok(Folder { path: path.to_owned(), existing: Existing::unless_forced(force) }),
        }
    }

    pub(crate) fn page(&self) -> PathBuf {
        self.path.join("report.html")
    }

    /// Writes all files, or none when one of them may not be written.
    pub(crate) fn write(&self, all: &[(String, String)]) -> Result<(), Failure> {
        fs::create_dir_all(&self.path).map_err(|error| {
            Failure::usage(format!("the folder {} cannot be made: {error}", self.path.display()))
        })?;
        for (name, _) in all {
            files::check_writable(&self.path.join(name), self.existing)?;
        }
        for (name, text) in all {
            files::write(&self.path.join(name), text, self.existing)?;
        }
        Ok(())
    }
}

pub(crate) fn write_report(
    folder: &Folder,
    arenas: &[Arena],
    fought: &[Fought],
    command: String,
) -> Result<(), Failure> {
    let Some(plan) = arenas.first().map(Arena::plan) else { return Ok(()) };
    let mut all: Vec<(String, String)> = Vec::new();
    let mut kept = Vec::new();
    for (arena, fought) in arenas.iter().zip(fought) {
        for chosen in choose(&fought.rows) {
            let ruleset = arena.plan().ruleset;
            let file = format!("{ruleset}-{}.jsonl", chosen.name);
            let game = kept_battle(arena.plan(), chosen.seed).map_err(Failure::usage)?;
            all.push((file.clone(), game));
            kept.push(Kept { ruleset, name: chosen.name, why: chosen.why, seed: chosen.seed, file });
        }
    }
    let head = Head {
        name: &plan.battle.text().name,
        scenario: plan.battle.scenario(),
        opponents: plan.opponents.map(|computer| computer.to_string()),
        first_seed: plan.first_seed,
        mirrored: plan.mirrored,
        command,
    };
    let by_set: Vec<_> = arenas
        .iter()
        .zip(fought)
        .map(|(arena, fought)| (arena.plan().ruleset, fought.rows.as_slice()))
        .collect();
    let rows: Vec<Row> = fought.iter().flat_map(|fought| fought.rows.iter().cloned()).collect();
    all.push(("battles.csv".to_owned(), battles_csv(&rows)));
    all.push(("units.csv".to_owned(), units_csv(&rows)));
    all.push(("turns.csv".to_owned(), turns_csv(&rows)));
    all.push(("report.html".to_owned(), html(&head, &by_set, &kept)));
    folder.write(&all)
}

pub(crate) fn write_comparison(
    folder: &Folder,
    comparison: &Comparison<'_>,
    table: &str,
) -> Result<(), Failure> {
    folder.write(&[
        ("comparison.csv".to_owned(), table.to_owned()),
        ("report.html".to_owned(), comparison_html(comparison)),
    ])
}
