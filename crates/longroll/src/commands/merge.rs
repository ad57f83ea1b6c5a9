//! `longroll merge`: rows files and tables of several machines put together.

use crate::args::MergeArgs;
use crate::commands::sim_table::{Line, Of, Table, in_markdown};
use crate::files::{self, Existing, read_text};
use crate::report::{Failure, Report, json};
use longroll_lab::{Row, Sums, read_rows, write_row};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

pub(crate) fn run(args: &MergeArgs) -> Result<Report, Failure> {
    let mut texts = Vec::new();
    for path in &args.files {
        texts.push((path.as_path(), read_text(path)?));
    }
    // A table is written over many lines; the first of them opens it.
    let is_table = |text: &str| text.trim_start().starts_with("{\n");
    if texts.iter().all(|(_, text)| is_table(text)) {
        if args.rows.is_some() {
            return Err(Failure::usage("tables hold no battles; --rows needs rows files"));
        }
        return tables(&texts, args.json);
    }
    if texts.iter().any(|(_, text)| is_table(text)) {
        return Err(Failure::usage("merge rows files with rows files, and tables with tables"));
    }
    rows(&texts, args)
}

fn rows(texts: &[(&Path, String)], args: &MergeArgs) -> Result<Report, Failure> {
    let mut all: BTreeMap<(String, String, u64, bool), Row> = BTreeMap::new();
    for (path, text) in texts {
        let shown = path.display();
        let (rows, whole) = read_rows(text).map_err(|error| Failure::usage(format!("{shown}: {error}")))?;
        if whole < text.len() {
            return Err(Failure::usage(format!(
                "{shown} ends in the middle of a battle; finish it with the command that began it"
            )));
        }
        for row in rows {
            let key = (row.ruleset.clone(), row.run.clone(), row.seed, row.mirrored);
            if all.get(&key).is_some_and(|known| *known != row) {
                return Err(Failure::usage(format!(
                    "{shown}: seed {} under {} came out otherwise in another file",
                    row.seed, row.ruleset
                )));
            }
            all.insert(key, row);
        }
    }
    if let Some(path) = &args.rows {
        let text: String = all.values().map(write_row).collect();
        files::write(path, &text, Existing::unless_forced(args.force))?;
    }
    let mut by_run: BTreeMap<(&str, &str), Vec<&Row>> = BTreeMap::new();
    for row in all.values() {
        by_run.entry((&row.ruleset, &row.run)).or_default().push(row);
    }
    let lines = by_run.into_iter().map(|((ruleset, run), rows)| {
        let mut seeds: Vec<[u64; 2]> = Vec::new();
        for row in &rows {
            match seeds.last_mut() {
                Some([first, count]) if *first + *count > row.seed => {}
                Some([first, count]) if *first + *count == row.seed => *count += 1,
                _ => seeds.push([row.seed, 1]),
            }
        }
        let of = Of { ruleset: ruleset.to_owned(), edition: String::new(), run: run.to_owned(), seeds };
        Line::of(of, Sums::of(rows.iter().copied()), 0.0)
    });
    let mirrored = all.values().any(|row| row.mirrored);
    show("all rows files", ["as fought", "as fought"], mirrored, lines.collect(), args.json)
}

#[derive(Deserialize)]
struct Written {
    scenario: String,
    blue: String,
    gray: String,
    mirrored: bool,
    rulesets: Vec<WrittenLine>,
}

#[derive(Deserialize)]
struct WrittenLine {
    ruleset: String,
    edition: String,
    run: String,
    seeds: Vec<[u64; 2]>,
    sums: Sums,
}

fn tables(texts: &[(&Path, String)], as_json: bool) -> Result<Report, Failure> {
    let mut lines: Vec<WrittenLine> = Vec::new();
    let mut head: Option<(String, [String; 2], bool)> = None;
    for (path, text) in texts {
        let shown = path.display();
        let table: Written = serde_json::from_str(text).map_err(|error| {
            Failure::usage(format!("{shown} is no table of longroll sim --json that can be merged: {error}"))
        })?;
        let own = (table.scenario, [table.blue, table.gray], table.mirrored);
        if head.as_ref().is_some_and(|head| *head != own) {
            return Err(Failure::usage(format!(
                "{shown} is of another scenario or other players; merge them apart"
            )));
        }
        head = Some(own);
        for line in table.rulesets {
            let Some(known) = lines.iter_mut().find(|known| known.ruleset == line.ruleset) else {
                lines.push(line);
                continue;
            };
            if known.run != line.run {
                return Err(Failure::usage(format!(
                    "{shown}: {} was fought with other settings, another edition or another text of the scenario",
                    line.ruleset
                )));
            }
            let overlap = known.seeds.iter().any(|[first, count]| {
                line.seeds.iter().any(|[other, more]| {
                    *first < other.saturating_add(*more) && *other < first.saturating_add(*count)
                })
            });
            if overlap {
                return Err(Failure::usage(format!(
                    "{shown}: some of its seeds under {} are in another file too, and would count twice",
                    line.ruleset
                )));
            }
            known.sums.add(&line.sums);
            known.seeds.extend(line.seeds);
            known.seeds.sort_unstable();
        }
    }
    let Some((scenario, [blue, gray], mirrored)) = head else {
        return Err(Failure::usage("name the files to be merged"));
    };
    let lines = lines.into_iter().map(|line| {
        let WrittenLine { ruleset, edition, run, seeds, sums } = line;
        Line::of(Of { ruleset, edition, run, seeds }, sums, 0.0)
    });
    show(&scenario, [&blue, &gray], mirrored, lines.collect(), as_json)
}

fn show(
    scenario: &str,
    [blue, gray]: [&str; 2],
    mirrored: bool,
    rulesets: Vec<Line>,
    as_json: bool,
) -> Result<Report, Failure> {
    let table = Table {
        scenario: scenario.to_owned(),
        blue: blue.to_owned(),
        gray: gray.to_owned(),
        games: rulesets.iter().map(|line| line.sums.games).max().unwrap_or(0),
        first_seed: rulesets
            .iter()
            .flat_map(|line| line.seeds.first())
            .map(|seeds| seeds[0])
            .min()
            .unwrap_or(0),
        mirrored,
        rulesets,
    };
    Ok(Report::fine(if as_json { json(&table)? } else { in_markdown(&table) }))
}
