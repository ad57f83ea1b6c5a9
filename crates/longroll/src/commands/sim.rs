//! `longroll sim`: many battles of one scenario on all cores, under one ruleset or side by side under several, or at several values of
//! something.

use crate::args::SimArgs;
use crate::commands::experiment::{Experiment, battle, opponents, sets};
use crate::commands::fighting::{Fought, Wanted, cores, fight_all};
use crate::commands::rows_file::RowsFile;
use crate::commands::sim_report::{Folder, write_comparison, write_report};
use crate::commands::sim_table::{Line, Of, Table, in_markdown, seconds};
use crate::report::{Failure, Report, json};
use longroll_lab::{
    Arena, Column, Comparison, Point, Sums, Variation, by_command, by_heading, comparison_csv, grid,
};
use std::collections::BTreeMap;

const MOST_GAMES: u64 = 1_000_000;
const MOST_JOBS: usize = 1024;
/// Values of all things varied together.
const MOST_POINTS: usize = 200;

pub(crate) fn run(args: &SimArgs) -> Result<Report, Failure> {
    let wanted = wanted(args)?;
    let experiment = experiment(args)?;
    let folder = args.report.as_deref().map(|path| Folder::check(path, args.force)).transpose()?;
    if !args.vary.is_empty() || args.against.is_some() {
        return question(args, &experiment, wanted, folder);
    }
    let arenas: Vec<Arena> =
        experiment.sets.iter().map(|set| experiment.arena(*set, &[])).collect::<Result<_, _>>()?;
    let fought = fight(args, &arenas, wanted)?;
    if let Some(folder) = &folder {
        write_report(folder, &arenas, &fought, command(args))?;
    }
    let rulesets = arenas.iter().zip(&fought).map(|(arena, fought)| line(args, arena, fought)).collect();
    let table = Table {
        scenario: experiment.battle.text().name.clone(),
        blue: experiment.opponents[0].to_string(),
        gray: experiment.opponents[1].to_string(),
        games: args.games,
        first_seed: args.seed,
        mirrored: args.mirrored,
        rulesets,
    };
    let mut text = if args.json { json(&table)? } else { in_markdown(&table) };
    if let Some(folder) = folder.filter(|_| !args.json) {
        text.push_str(&format!("\nReport: {}\n", folder.page().display()));
    }
    Ok(Report::fine(text))
}

fn wanted(args: &SimArgs) -> Result<Wanted, Failure> {
    if !(1..=MOST_GAMES).contains(&args.games) {
        return Err(Failure::usage(format!("--games is a number from 1 to {MOST_GAMES}")));
    }
    if args.mirrored && args.games % 2 == 1 {
        return Err(Failure::usage("--mirrored fights every seed twice: --games is an even number"));
    }
    let until = args.until.as_deref().map(until).transpose()?;
    let jobs = args.jobs.unwrap_or_else(cores);
    if !(1..=MOST_JOBS).contains(&jobs) {
        return Err(Failure::usage(format!("--jobs is a number from 1 to {MOST_JOBS}")));
    }
    Ok(Wanted { games: args.games, until, jobs })
}

/// Reads `2`, `±2` or `±0.5%`.
fn until(text: &str) -> Result<f64, Failure> {
    let number = text.trim().trim_start_matches(['±', '+', '-']).trim_end_matches('%').trim();
    let read: Option<f64> = number.parse().ok().filter(|read| (0.05..=50.0).contains(read));
    read.ok_or_else(|| {
        Failure::usage(format!("--until says how exact the shares shall be, in per cent from 0.05 to 50, such as ±2; not {text:?}"))
    })
}

fn experiment(args: &SimArgs) -> Result<Experiment, Failure> {
    let sets = sets(&args.rulesets)?;
    let opponents = opponents(&args.blue, &args.gray)?;
    let battle = battle(&args.scenario)?;
    if !args.options.is_empty() && sets.len() > 1 {
        return Err(Failure::usage("--set belongs to one ruleset; name one"));
    }
    Ok(Experiment {
        battle,
        sets,
        opponents,
        options: Experiment::options(&args.options)?,
        first_seed: args.seed,
        mirrored: args.mirrored,
        // Rows and reports always say which rules came up.
        counts_rules: args.rules || args.rows.is_some() || args.report.is_some(),
    })
}

/// The battles of all arenas, with the rows file if there is one.
fn fight(args: &SimArgs, arenas: &[Arena], wanted: Wanted) -> Result<Vec<Fought>, Failure> {
    let all: Vec<&Arena> = arenas.iter().collect();
    let mut file = args.rows.as_deref().map(|path| RowsFile::open(path, &all)).transpose()?;
    let mut fought = Vec::new();
    for (place, arena) in arenas.iter().enumerate() {
        let known = file.as_ref().map_or_else(BTreeMap::new, |file| file.known(place));
        let mut keep = |row: &longroll_lab::Row| match (&mut file, arena.number_of(row)) {
            (Some(file), Some(number)) => file.keep(place, number, row),
            _ => Ok(()),
        };
        fought.push(fight_all(arena, arena.plan().ruleset.id(), wanted, known, &mut keep)?);
    }
    file.map(RowsFile::end).transpose()?;
    Ok(fought)
}

fn line(args: &SimArgs, arena: &Arena, fought: &Fought) -> Line {
    let set = arena.plan().ruleset;
    let kinds = if args.mirrored { 2 } else { 1 };
    let of = Of {
        ruleset: set.id().to_owned(),
        edition: set.edition().to_owned(),
        run: arena.run().to_owned(),
        seeds: vec![[args.seed, fought.rows.len() as u64 / kinds]],
    };
    let mut line = Line::of(of, Sums::of(&fought.rows), seconds(fought));
    if args.rules {
        line.rules = Some(by_heading(set.registry(), fought.rows.iter()));
        line.given = Some(by_command(fought.rows.iter()));
    }
    line
}

/// The same seeds at several values, or in two versions of a scenario.
fn question(
    args: &SimArgs,
    experiment: &Experiment,
    wanted: Wanted,
    folder: Option<Folder>,
) -> Result<Report, Failure> {
    if args.vary.len() > 2 {
        return Err(Failure::usage("--vary one thing or two at a time"));
    }
    if args.against.is_some() && !args.vary.is_empty() {
        return Err(Failure::usage("--against compares two scenarios as they are; leave --vary out"));
    }
    let variations: Vec<Variation> = args
        .vary
        .iter()
        .map(|text| Variation::parse(text, &experiment.battle, &experiment.sets).map_err(Failure::usage))
        .collect::<Result<_, _>>()?;
    let steps = grid(&variations);
    if steps.len() > MOST_POINTS {
        return Err(Failure::usage(format!("{} values are too many; at most {MOST_POINTS}", steps.len())));
    }
    let other = args.against.as_deref().map(battle).transpose()?;
    let name = |battle: &longroll_game::Battle| battle.text().name.clone();
    let mut points: Vec<Point> = steps
        .iter()
        .map(|taken| Point {
            labels: taken.iter().map(|step| step.label.clone()).collect(),
            value: taken.first().and_then(|step| step.value()),
            is_base: taken.iter().all(|step| step.is_as_written),
        })
        .collect();
    if let Some(other) = &other {
        points = [
            name(&experiment.battle),
            format!(
                "{} ({})",
                name(other),
                args.against.as_deref().map(|path| path.display().to_string()).unwrap_or_default()
            ),
        ]
        .into_iter()
        .enumerate()
        .map(|(place, label)| Point { labels: vec![label], value: None, is_base: place == 0 })
        .collect();
    }
    let mut arenas = Vec::new();
    for set in &experiment.sets {
        match &other {
            Some(other) => {
                arenas.push(experiment.arena(*set, &[])?);
                arenas.push(Experiment { battle: other.clone(), ..experiment.clone() }.arena(*set, &[])?);
            }
            None => {
                for taken in &steps {
                    let taken: Vec<_> = variations.iter().zip(taken.iter().copied()).collect();
                    arenas.push(experiment.arena(*set, &taken)?);
                }
            }
        }
    }
    let mut fought = fight(args, &arenas, wanted)?.into_iter();
    let columns: Vec<Column> = experiment
        .sets
        .iter()
        .map(|set| Column {
            ruleset: *set,
            rows: fought.by_ref().take(points.len()).map(|fought| fought.rows).collect(),
        })
        .collect();
    let keys = if other.is_some() {
        vec!["scenario".to_owned()]
    } else {
        variations.iter().map(|one| one.key.clone()).collect()
    };
    let [blue, gray] = experiment.opponents.map(|computer| computer.to_string());
    let comparison = Comparison {
        title: format!("{}: {}", experiment.battle.scenario().title, keys.join(" and ")),
        about: format!("{blue} (Union) against {gray} (Confederacy), seeds from {}.", args.seed),
        command: command(args),
        keys,
        points,
        columns: &columns,
    };
    let table = comparison_csv(&comparison);
    let mut text = if args.json { comparison_json(&table)? } else { as_markdown(&comparison, &table) };
    if let Some(folder) = folder {
        write_comparison(&folder, &comparison, &table)?;
        if !args.json {
            text.push_str(&format!("\nReport: {}\n", folder.page().display()));
        }
    }
    Ok(Report::fine(text))
}

/// The lines of the table as objects; figures are read back by their digits.
fn comparison_json(table: &str) -> Result<String, Failure> {
    let mut lines = table.lines().map(cells);
    let heads = lines.next().unwrap_or_default();
    let all: Vec<serde_json::Value> = lines
        .map(|cells| {
            let cell = |text: String| match text.parse::<serde_json::Number>() {
                Ok(number) => serde_json::Value::Number(number),
                Err(_) => serde_json::Value::String(text),
            };
            serde_json::Value::Object(heads.iter().cloned().zip(cells.into_iter().map(cell)).collect())
        })
        .collect();
    json(&all)
}

/// The cells of a line; those in quotes may hold commas.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            _ => {
                let last = cells.len() - 1;
                cells[last].push(letter);
            }
        }
    }
    cells
}

fn as_markdown(comparison: &Comparison<'_>, table: &str) -> String {
    let mut text = format!(
        "{}. {} Score: victories and half of the draws of the Union, in per cent; differences are over pairs of battles with the same seed, \
         with 95 % intervals.\n\n",
        comparison.title, comparison.about
    );
    for (number, line) in table.lines().enumerate() {
        let cells = cells(line);
        let line = cells.join(" | ");
        let is_head = number == 0;
        text.push_str(&format!("| {} |\n", if is_head { line.replace('_', " ") } else { line }));
        if is_head {
            text.push_str(&format!("|{}\n", "---|".repeat(cells.len())));
        }
    }
    text
}

/// The command that makes the same figures again, without what does not change them.
fn command(args: &SimArgs) -> String {
    let quoted = |text: &str| {
        let is_plain = text.chars().all(|letter| letter.is_alphanumeric() || "-_./=,:".contains(letter));
        if is_plain { text.to_owned() } else { format!("'{text}'") }
    };
    let mut words = vec!["longroll sim".to_owned(), quoted(&args.scenario.display().to_string())];
    let mut more = |name: &str, value: &str| words.push(format!("--{name} {}", quoted(value)));
    args.rulesets.iter().for_each(|set| more("ruleset", set));
    more("games", &args.games.to_string());
    more("seed", &args.seed.to_string());
    more("blue", &args.blue);
    more("gray", &args.gray);
    args.options.iter().for_each(|option| more("set", option));
    args.vary.iter().for_each(|vary| more("vary", vary));
    if let Some(against) = &args.against {
        more("against", &against.display().to_string());
    }
    if let Some(until) = &args.until {
        more("until", until);
    }
    if args.mirrored {
        words.push("--mirrored".to_owned());
    }
    words.push("--report FOLDER".to_owned());
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_exact_the_shares_shall_be() {
        let is = |text: &str, wanted: f64| until(text).is_ok_and(|read| (read - wanted).abs() < 1e-9);
        assert!(is("2", 2.0) && is("±2", 2.0) && is("±0.5%", 0.5) && is(" ±2 % ", 2.0));
        assert!(until("0").is_err() && until("many").is_err() && until("±60").is_err());
    }

    #[test]
    fn cells_in_quotes_keep_their_commas() {
        assert_eq!(cells("a,\"b, c\",3"), ["a", "b, c", "3"]);
    }
}
