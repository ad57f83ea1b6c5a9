//! `longroll ladder`: each level against the one below it, under every ruleset, and how far their chances can be trusted.

use crate::args::LadderArgs;
use crate::commands::fighting::{in_parallel, opened};
use crate::commands::play::computer;
use crate::library;
use crate::report::{Failure, Report, json};
use crate::words::ruleset;
use longroll_ai::{Appraisal, CERTAIN, Computer, chance, next_command};
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Seat, Settings, Side};
use longroll_rulesets::{RulesetId, Visit};
use longroll_scenario::Scenario;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// More commands than any battle takes.
const MOST_COMMANDS: u32 = 100_000;
const MOST_PAIRS: u64 = 100_000;
const BINS: usize = 10;

pub(crate) fn run(args: &LadderArgs) -> Result<Report, Failure> {
    if !(1..=MOST_PAIRS).contains(&args.pairs) {
        return Err(Failure::usage(format!("--pairs is a number from 1 to {MOST_PAIRS}")));
    }
    let levels: Vec<Computer> = args.levels.iter().map(|named| computer(named)).collect::<Result<_, _>>()?;
    if levels.len() < 2 {
        return Err(Failure::usage("a ladder has at least two levels"));
    }
    let is_all = args.rulesets.iter().any(|named| named == "all");
    let sets: Vec<RulesetId> = if is_all {
        RulesetId::ALL.to_vec()
    } else {
        args.rulesets.iter().map(|named| ruleset(named)).collect::<Result<_, _>>()?
    };
    let mut rows = Vec::new();
    for named in &args.scenarios {
        let texts = library::find(named)?;
        let scenario = texts.check().map_err(|mistakes| {
            Failure::usage(mistakes.first().map(ToString::to_string).unwrap_or_default())
        })?;
        let scenario = Arc::new(scenario);
        for set in &sets {
            for pair in levels.windows(2) {
                let rung = Rung {
                    name: texts.name.clone(),
                    scenario: scenario.clone(),
                    levels: [pair[1], pair[0]],
                    pairs: args.pairs,
                    first_seed: args.seed,
                };
                rows.push(set.visit(rung)?);
            }
        }
    }
    let text = if args.json { json(&rows)? } else { in_markdown(&rows, args) };
    Ok(Report::fine(text))
}

/// A level against the one below it in one battle.
struct Rung {
    name: String,
    scenario: Arc<Scenario>,
    /// The higher level, then the lower.
    levels: [Computer; 2],
    pairs: u64,
    first_seed: u64,
}

/// What is kept of one battle. Of the two levels the higher comes first.
struct Fought {
    /// 2 for a victory of the higher level, 1 for a draw.
    score: u32,
    microseconds: [Vec<u64>; 2],
    given: [BTreeMap<String, u64>; 2],
    /// At each half of a turn: the chance that the position promised the higher level.
    chances: Vec<i64>,
}

#[derive(Serialize)]
struct Row {
    scenario: String,
    ruleset: &'static str,
    level: String,
    against: String,
    pairs: u64,
    first_seed: u64,
    /// Victories and half of the draws, of a hundred battles; the interval is over pairs.
    score: f64,
    low: f64,
    high: f64,
    /// 400 for each tenfold of victories against defeats.
    rating: f64,
    /// Milliseconds for a decision: median and 99th percentile, of the level and of the one below.
    median_ms: [f64; 2],
    slowest_ms: [f64; 2],
    decisions: [usize; 2],
    /// How often each command was given in a battle, by the level and by the one below.
    given: BTreeMap<String, [f64; 2]>,
    /// Chance promised and battles won, in ten bins: how many positions, the average promise, the share won.
    calibration: Vec<[f64; 3]>,
}

impl Visit for Rung {
    type Out = Result<Row, Failure>;

    fn visit<R: Appraisal>(self) -> Result<Row, Failure> {
        let start = opened::<R>(&self.scenario, &Settings::default())?;
        // each seed is fought twice, the second time with the sides exchanged
        let fought = in_parallel(R::ID, self.pairs * 2, |number| {
            let higher = if number % 2 == 0 { Side::Blue } else { Side::Gray };
            fight::<R>(&start, self.levels, higher, self.first_seed.wrapping_add(number / 2))
        })?;
        Ok(self.row(R::ID, &fought))
    }
}

fn fight<R: Appraisal>(
    start: &R::State,
    levels: [Computer; 2],
    higher: Side,
    number: u64,
) -> Result<Fought, String> {
    let seed = Seed::from_number(number);
    let of = |side: Side| levels[usize::from(side != higher)].policy::<R>(number, side);
    let mut policies = [of(Side::Blue), of(Side::Gray)];
    let mut state = start.clone();
    let mut fought =
        Fought { score: 1, microseconds: Default::default(), given: Default::default(), chances: Vec::new() };
    let mut half = None;
    for command_number in 0..MOST_COMMANDS {
        if half != Some(R::half_turns(&state)) {
            half = Some(R::half_turns(&state));
            fought.chances.push(chance::<R>(&state, higher));
        }
        let clock = Instant::now();
        let Some((side, command)) = next_command::<R>(&state, &mut policies) else {
            let outcome = R::view(&state, Seat::Spectator).outcome.and_then(|outcome| outcome.winner);
            fought.score = outcome.map_or(1, |winner| if winner == higher { 2 } else { 0 });
            return Ok(fought);
        };
        let place = usize::from(side != higher);
        fought.microseconds[place].push(u64::try_from(clock.elapsed().as_micros()).unwrap_or(u64::MAX));
        let command = command.ok_or_else(|| format!("seed {number}: {side} had no command to give"))?;
        *fought.given[place].entry(kind_of(&command)).or_default() += 1;
        let mut dice = Rolling::new(Seeded::new(seed.clone(), command_number));
        let events = R::handle(&state, side, &command, &mut dice)
            .map_err(|stop| format!("seed {number}: {stop:?}"))?;
        events.iter().for_each(|event| R::apply(&mut state, event));
    }
    Err(format!("seed {number}: more than {MOST_COMMANDS} commands"))
}

/// The name of a command, with the kind of order where it has one.
fn kind_of(command: &impl Serialize) -> String {
    let Ok(serde_json::Value::Object(fields)) = serde_json::to_value(command) else {
        return serde_json::to_value(command)
            .ok()
            .and_then(|name| Some(name.as_str()?.to_owned()))
            .unwrap_or_default();
    };
    let Some((name, inner)) = fields.iter().next() else { return String::new() };
    let more = ["kind", "order", "act", "how"].iter().find_map(|field| match inner.get(field)? {
        serde_json::Value::String(word) => Some(word.clone()),
        serde_json::Value::Object(fields) => fields.keys().next().cloned(),
        _ => None,
    });
    more.map_or_else(|| name.clone(), |more| format!("{name} ({more})"))
}

impl Rung {
    fn row(&self, ruleset: &'static str, fought: &[Fought]) -> Row {
        let scores: Vec<f64> = fought
            .chunks(2)
            .map(|pair| pair.iter().map(|battle| f64::from(battle.score)).sum::<f64>() / 4.0)
            .collect();
        let (mean, half) = interval(&scores);
        let battles = (fought.len() as f64).max(1.0);
        let times = |place: usize| {
            let mut all: Vec<u64> =
                fought.iter().flat_map(|battle| battle.microseconds[place].iter().copied()).collect();
            all.sort_unstable();
            all
        };
        let times = [times(0), times(1)];
        let at = |part: usize| {
            times
                .each_ref()
                .map(|all| all.get(all.len() * part / 100).map_or(0.0, |time| *time as f64 / 1000.0))
        };
        let mut given: BTreeMap<String, [f64; 2]> = BTreeMap::new();
        for battle in fought {
            for (place, kinds) in battle.given.iter().enumerate() {
                for (kind, count) in kinds {
                    given.entry(kind.clone()).or_default()[place] += *count as f64 / battles;
                }
            }
        }
        Row {
            scenario: self.name.clone(),
            ruleset,
            level: self.levels[0].to_string(),
            against: self.levels[1].to_string(),
            pairs: self.pairs,
            first_seed: self.first_seed,
            score: 100.0 * mean,
            low: 100.0 * (mean - half).max(0.0),
            high: 100.0 * (mean + half).min(1.0),
            rating: rating(mean, scores.len()),
            median_ms: at(50),
            slowest_ms: at(99),
            decisions: times.each_ref().map(Vec::len),
            given,
            calibration: calibration(fought),
        }
    }
}

/// The average and half the width of its 95 % interval.
fn interval(scores: &[f64]) -> (f64, f64) {
    let count = (scores.len() as f64).max(1.0);
    let mean = scores.iter().sum::<f64>() / count;
    let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
    (mean, 1.96 * (squares / (count - 1.0).max(1.0) / count).sqrt())
}

/// The difference in rating that such a score stands for; a clean sweep counts as half a battle less.
fn rating(mean: f64, pairs: usize) -> f64 {
    let least = 0.25 / (pairs as f64).max(1.0);
    let mean = mean.clamp(least, 1.0 - least);
    400.0 * (mean / (1.0 - mean)).log10()
}

fn calibration(fought: &[Fought]) -> Vec<[f64; 3]> {
    let mut bins = [[0.0; 3]; BINS];
    for battle in fought {
        for chance in &battle.chances {
            let share = *chance as f64 / CERTAIN as f64;
            let bin = &mut bins[((share * BINS as f64) as usize).min(BINS - 1)];
            bin[0] += 1.0;
            bin[1] += share;
            bin[2] += f64::from(battle.score) / 2.0;
        }
    }
    bins.iter()
        .map(|[count, promised, won]| {
            [*count, 100.0 * promised / count.max(1.0), 100.0 * won / count.max(1.0)]
        })
        .collect()
}

fn in_markdown(rows: &[Row], args: &LadderArgs) -> String {
    let mut text = format!(
        "{} pairs each, seeds from {}; every seed is fought twice with the sides exchanged. Scores: victories and half of the draws, \
         with 95 % intervals over pairs.\n\n",
        args.pairs, args.seed
    );
    text.push_str(
        "| battle | ruleset | level | against | score | rating | ms a decision: median, 99th percentile |\n|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        text.push_str(&format!(
            "| `{}` | `{}` | {} | {} | {:.0} % ({:.0}–{:.0}) | {:+.0} | {:.1}, {:.0} |\n",
            row.scenario,
            row.ruleset,
            row.level,
            row.against,
            row.score,
            row.low,
            row.high,
            row.rating,
            row.median_ms[0],
            row.slowest_ms[0]
        ));
    }
    if args.calibration {
        for row in rows {
            text.push_str(&format!(
                "\n| {} under `{}`: chance promised | battles won | positions |\n|---|---|---|\n",
                row.scenario, row.ruleset
            ));
            for [count, promised, won] in row.calibration.iter().filter(|bin| bin[0] > 0.0) {
                text.push_str(&format!("| {promised:.0} % | {won:.0} % | {count:.0} |\n"));
            }
        }
    }
    if args.orders {
        for row in rows {
            text.push_str(&format!(
                "\n| {} under `{}`: given in a battle | {} | {} |\n|---|---|---|\n",
                row.scenario, row.ruleset, row.level, row.against
            ));
            for (kind, [higher, lower]) in &row.given {
                text.push_str(&format!("| {kind} | {higher:.2} | {lower:.2} |\n"));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_ratings() {
        // 1 and 0.5: mean 0.75, variance 0.125, standard error 0.25
        let (mean, half) = interval(&[1.0, 0.5]);
        assert!((mean - 0.75).abs() < 1e-9 && (half - 0.49).abs() < 1e-9);
        // three victories for each defeat: 400 log10 3 = 190.8
        assert!((rating(0.75, 100) - 190.85).abs() < 0.01);
        assert!(rating(1.0, 10).is_finite() && (rating(0.5, 10)).abs() < 1e-9);
    }

    #[test]
    fn promises_are_held_against_what_came() {
        let battle = |score, chances: &[i64]| Fought {
            score,
            microseconds: Default::default(),
            given: Default::default(),
            chances: chances.to_vec(),
        };
        let bins = calibration(&[battle(2, &[6500, 10_000]), battle(0, &[6000])]);
        // two positions between 60 and 70 %: promised 62.5 on average, one of two won; one certain, and won
        assert_eq!(bins[6].map(|number| (number * 10.0).round() / 10.0), [2.0, 62.5, 50.0]);
        assert_eq!(bins[9].map(|number| number.round()), [1.0, 100.0, 100.0]);
    }
}
