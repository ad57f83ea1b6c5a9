//! `longroll balance`: at which number of turns, points or men do both sides win equally often?

use crate::args::BalanceArgs;
use crate::commands::experiment::{Experiment, battle, opponents, sets};
use crate::commands::fighting::{Wanted, cores, fight_all};
use crate::commands::sim_report::{Folder, write_comparison};
use crate::report::{Failure, Report, json};
use longroll_game::Battle;
use longroll_lab::{
    Aim, Column, Comparison, Guess, Point, Row, Share, Sums, Variation, comparison_csv, even_at, in_toml,
};
use longroll_rulesets::RulesetId;
use serde::Serialize;
use std::collections::BTreeMap;

/// The seeds of the proof begin so far behind those of the search: a number is not proven by the battles it was found with.
const PROOF: u64 = 1_000_000;

/// One search: under a ruleset of its own where each has its own number, else under all of them together.
#[derive(Debug, Serialize)]
struct Found {
    rulesets: Vec<String>,
    key: String,
    /// As it is written in `--by`.
    value: String,
    /// Each ruleset's battles with other seeds, at this value.
    proof: Vec<Proof>,
    /// What sets it in the scenario.
    toml: String,
}

#[derive(Debug, Serialize)]
struct Proof {
    ruleset: String,
    games: u64,
    union_wins: Share,
    confederacy_wins: Share,
    draws: Share,
}

pub(crate) fn run(args: &BalanceArgs) -> Result<Report, Failure> {
    if !(20..=100_000).contains(&args.games) {
        return Err(Failure::usage("--games is a number from 20 to 100000"));
    }
    let experiment = Experiment {
        battle: battle(&args.scenario)?,
        sets: sets(&args.rulesets)?,
        opponents: opponents(&args.blue, &args.gray)?,
        options: Vec::new(),
        first_seed: args.seed,
        mirrored: false,
        counts_rules: false,
    };
    let out = args.write.as_deref().map(|path| Folder::check(path, args.force)).transpose()?;
    let report = args.report.as_deref().map(|path| Folder::check(path, args.force)).transpose()?;
    let variation =
        Variation::parse(&args.by, &experiment.battle, &experiment.sets).map_err(Failure::usage)?;
    if variation.steps.iter().any(|step| step.number().is_none()) || variation.steps.len() < 2 {
        return Err(Failure::usage("--by takes numbers, such as gray.men=0.5..1.5 or turns=6..14"));
    }
    let groups: Vec<Vec<RulesetId>> = match variation.aim() {
        Aim::Turns => experiment.sets.iter().map(|set| vec![*set]).collect(),
        _ => vec![experiment.sets.clone()],
    };
    let wanted = Wanted { games: args.games, until: None, jobs: args.jobs.unwrap_or_else(cores).max(1) };
    let mut all = Vec::new();
    let mut changed = experiment.battle.clone();
    let mut open = Vec::new();
    let mut tried: Vec<(Vec<Point>, Column)> = Vec::new();
    for group in &groups {
        let mut search =
            Search { experiment: &experiment, group, variation: &variation, wanted, tried: BTreeMap::new() };
        let number = search.find()?;
        tried.extend(search.columns());
        let Some(number) = number else {
            open.push(search.in_words());
            continue;
        };
        let step = variation.with_numbers(&[number]);
        let label = step.steps[0].label.clone();
        let proof = search.prove(number)?;
        let before = changed.clone();
        for set in group {
            let (next, _) = step.applied(&step.steps[0], &changed, &[], *set).map_err(Failure::usage)?;
            // What is not a setting of one ruleset is changed once for all.
            changed = if *variation.aim() == Aim::Turns {
                next
            } else {
                step.applied(&step.steps[0], &before, &[], *set).map_err(Failure::usage)?.0
            };
        }
        all.push(Found {
            rulesets: group.iter().map(ToString::to_string).collect(),
            key: variation.key.clone(),
            value: label,
            proof,
            toml: match variation.aim() {
                Aim::Turns => group.iter().map(|set| in_toml(*set, number)).collect(),
                _ => changes(&before, &changed),
            },
        });
    }
    if let Some(folder) = &out
        && !all.is_empty()
    {
        let text = changed.text();
        folder.write(&[
            ("scenario.toml".to_owned(), text.toml.clone()),
            ("terrain.geojson".to_owned(), text.geojson.clone()),
        ])?;
    }
    if let Some(folder) = &report {
        write_plots(folder, &experiment, &variation, args, tried)?;
    }
    let text = if args.json { json(&all)? } else { in_words(&experiment, &all, &open) };
    Ok(if open.is_empty() { Report::fine(text) } else { Report::differs(text) })
}

struct Search<'a> {
    experiment: &'a Experiment,
    group: &'a [RulesetId],
    variation: &'a Variation,
    wanted: Wanted,
    /// By number, and by ruleset in the order of the group.
    tried: BTreeMap<i64, Vec<Vec<Row>>>,
}

impl Search<'_> {
    /// Looks at the whole interval, then around the place where it seems even.
    fn find(&mut self) -> Result<Option<i64>, Failure> {
        let numbers: Vec<i64> = self.variation.steps.iter().filter_map(|step| step.number()).collect();
        let (low, high) =
            (numbers.iter().copied().min().unwrap_or(0), numbers.iter().copied().max().unwrap_or(0));
        for number in numbers {
            self.try_out(number)?;
        }
        let Some(first) = self.even() else { return Ok(None) };
        let near = (high - low) / 10;
        for number in [first - near, first, first + near] {
            self.try_out(number.clamp(low, high))?;
        }
        Ok(self.even())
    }

    fn even(&self) -> Option<i64> {
        let guess = |(number, sets): (&i64, &Vec<Vec<Row>>)| {
            let shares = sets.iter().map(|rows| Sums::of(rows).score() / 100.0);
            Guess {
                number: *number as f64,
                share: shares.sum::<f64>() / (sets.len() as f64).max(1.0),
                games: sets.iter().map(|rows| rows.len() as u64).sum(),
            }
        };
        even_at(&self.tried.iter().map(guess).collect::<Vec<_>>()).map(|even| even.number.round() as i64)
    }

    fn try_out(&mut self, number: i64) -> Result<(), Failure> {
        if !self.tried.contains_key(&number) {
            let rows = self.fight(number, self.experiment, self.wanted)?;
            self.tried.insert(number, rows);
        }
        Ok(())
    }

    fn fight(&self, number: i64, experiment: &Experiment, wanted: Wanted) -> Result<Vec<Vec<Row>>, Failure> {
        let step = self.variation.with_numbers(&[number]);
        let mut all = Vec::new();
        for set in self.group {
            let arena = experiment.arena(*set, &[(&step, &step.steps[0])])?;
            let label = format!("{set} {}", step.steps[0].label);
            all.push(fight_all(&arena, &label, wanted, BTreeMap::new(), &mut |_| Ok(()))?.rows);
        }
        Ok(all)
    }

    fn prove(&self, number: i64) -> Result<Vec<Proof>, Failure> {
        let other = Experiment {
            first_seed: self.experiment.first_seed.wrapping_add(PROOF),
            ..self.experiment.clone()
        };
        let wanted = Wanted { games: self.wanted.games * 2, ..self.wanted };
        let fought = self.fight(number, &other, wanted)?;
        Ok(self
            .group
            .iter()
            .zip(&fought)
            .map(|(set, rows)| {
                let sums = Sums::of(rows);
                Proof {
                    ruleset: set.to_string(),
                    games: sums.games,
                    union_wins: Share::of(sums.won[0], sums.games),
                    confederacy_wins: Share::of(sums.won[1], sums.games),
                    draws: Share::of(sums.draws, sums.games),
                }
            })
            .collect())
    }

    /// Why nothing was found.
    fn in_words(&self) -> String {
        let names: Vec<String> = self.group.iter().map(ToString::to_string).collect();
        let numbers: Vec<i64> = self.tried.keys().copied().collect();
        let shown = self.variation.with_numbers(&numbers);
        let scores: Vec<String> = shown
            .steps
            .iter()
            .zip(self.tried.values())
            .map(|(step, sets)| {
                let mean = sets.iter().map(|rows| Sums::of(rows).score()).sum::<f64>()
                    / (sets.len() as f64).max(1.0);
                format!("{}: {mean:.0} %", step.label)
            })
            .collect();
        format!(
            "{}: no value of {} in this interval is even; the Union's score is {}. Try another interval, another key, or more --games.",
            names.join(", "),
            self.variation.key,
            scores.join(", ")
        )
    }

    fn columns(&mut self) -> Vec<(Vec<Point>, Column)> {
        let numbers: Vec<i64> = self.tried.keys().copied().collect();
        let shown = self.variation.with_numbers(&numbers);
        let points: Vec<Point> = shown
            .steps
            .iter()
            .map(|step| Point { labels: vec![step.label.clone()], value: step.value(), is_base: false })
            .collect();
        self.group
            .iter()
            .enumerate()
            .map(|(place, set)| {
                let rows = self.tried.values().map(|sets| sets[place].clone()).collect();
                (points.clone(), Column { ruleset: *set, rows })
            })
            .collect()
    }
}

/// The plots of the search. Rulesets may have been tried at different values; each such group is a page's part of its own.
fn write_plots(
    folder: &Folder,
    experiment: &Experiment,
    variation: &Variation,
    args: &BalanceArgs,
    tried: Vec<(Vec<Point>, Column)>,
) -> Result<(), Failure> {
    let command = format!(
        "longroll balance {} --by {} --games {} --seed {}",
        args.scenario.display(),
        args.by,
        args.games,
        args.seed
    );
    let is_one = experiment.sets.len() == 1 || *variation.aim() != Aim::Turns;
    let all: Vec<Vec<(Vec<Point>, Column)>> =
        if is_one { vec![tried] } else { tried.into_iter().map(|one| vec![one]).collect() };
    for (place, group) in all.into_iter().enumerate() {
        let points = group.first().map(|(points, _)| points.clone()).unwrap_or_default();
        let columns: Vec<Column> = group.into_iter().map(|(_, column)| column).collect();
        let name = columns.first().map(|column| column.ruleset.to_string()).unwrap_or_default();
        let [blue, gray] = experiment.opponents.map(|computer| computer.to_string());
        let comparison = Comparison {
            title: format!("{}: when is it even?", experiment.battle.scenario().title),
            about: format!("{blue} (Union) against {gray} (Confederacy), seeds from {}.", args.seed),
            command: command.clone(),
            keys: vec![variation.key.clone()],
            points,
            columns: &columns,
        };
        let table = comparison_csv(&comparison);
        if is_one && place == 0 {
            write_comparison(folder, &comparison, &table)?;
        } else {
            folder.write(&[
                (format!("{name}.csv"), table),
                (format!("{name}.html"), longroll_lab::comparison_html(&comparison)),
            ])?;
        }
    }
    Ok(())
}

/// The lines of the scenario that are new.
fn changes(before: &Battle, after: &Battle) -> String {
    let (before, after) = (before.scenario(), after.scenario());
    let mut text = String::new();
    if before.minutes != after.minutes {
        text.push_str(&format!("minutes = {}\n", after.minutes));
    }
    for (old, new) in before.objectives.iter().zip(&after.objectives) {
        if old.points != new.points {
            text.push_str(&format!("# objective {}\npoints = {}\n", new.id, new.points));
        }
        if old.radius_yards != new.radius_yards {
            text.push_str(&format!("# objective {}\nradius_yards = {}\n", new.id, new.radius_yards));
        }
    }
    let sides = [(&before.sides.blue, &after.sides.blue), (&before.sides.gray, &after.sides.gray)];
    for (old, new) in sides.iter().flat_map(|(old, new)| old.units.iter().zip(&new.units)) {
        if let Some(men) = new.men.filter(|_| old.men != new.men) {
            text.push_str(&format!("# {}\nmen = {men}\n", new.id));
        }
        for (_, new_guns) in old.guns.iter().zip(&new.guns).filter(|(one, other)| one != other) {
            text.push_str(&format!("# {}\nguns: {} {}\n", new.id, new_guns.count, new_guns.model));
        }
    }
    for (set, own) in after.overrides.iter().filter(|(set, own)| before.overrides.get(*set) != Some(own)) {
        text.push_str(&format!("[overrides.{set}]\n{own}"));
    }
    text
}

fn in_words(experiment: &Experiment, all: &[Found], open: &[String]) -> String {
    let mut text = String::new();
    for found in all {
        text.push_str(&format!(
            "{} under {}: even at {} = {}\n\n| ruleset | battles | Union wins | Confederacy wins | draws |\n|---|---|---|---|---|\n",
            experiment.battle.text().name,
            found.rulesets.join(", "),
            found.key,
            found.value
        ));
        for proof in &found.proof {
            text.push_str(&format!(
                "| `{}` | {} | {} | {} | {} |\n",
                proof.ruleset,
                proof.games,
                proof.union_wins.words(),
                proof.confederacy_wins.words(),
                proof.draws.words()
            ));
        }
        text.push_str(&format!(
            "\nThe battles of this table have other seeds than those of the search. What sets it in the scenario:\n\n{}\n",
            found.toml
        ));
    }
    open.iter().for_each(|why| text.push_str(&format!("{why}\n")));
    text
}
