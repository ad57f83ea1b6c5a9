//! `longroll sim`: many battles of one scenario on all cores, under one ruleset or side by side under several.

use crate::args::SimArgs;
use crate::commands::play::computer;
use crate::commands::rule_use::{self, RuleUse, Used, by_command, by_heading};
use crate::library;
use crate::report::{Failure, Report, json};
use crate::words::{ruleset, settings};
use indicatif::{ProgressBar, ProgressStyle};
use longroll_ai::{Appraisal, Computer, Halt, play_out};
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Seat, Settings, Setup, Side};
use longroll_rulesets::{RulesetId, Visit};
use longroll_scenario::Scenario;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// More commands than any battle takes.
const MOST_COMMANDS: u32 = 100_000;
const MOST_GAMES: u64 = 1_000_000;

pub(crate) fn run(args: &SimArgs) -> Result<Report, Failure> {
    if !(1..=MOST_GAMES).contains(&args.games) {
        return Err(Failure::usage(format!("--games is a number from 1 to {MOST_GAMES}")));
    }
    if args.mirrored && args.games % 2 == 1 {
        return Err(Failure::usage("--mirrored fights every seed twice: --games is an even number"));
    }
    let all = args.rulesets.iter().any(|named| named == "all");
    if all && args.rulesets.len() > 1 {
        return Err(Failure::usage("--ruleset all stands alone"));
    }
    let sets: Vec<RulesetId> = if all {
        RulesetId::ALL.to_vec()
    } else {
        args.rulesets.iter().map(|named| ruleset(named)).collect::<Result<_, _>>()?
    };
    let opponents = [computer(&args.blue)?, computer(&args.gray)?];
    let texts = library::find(&args.scenario)?;
    let scenario = texts.check().map_err(|mistakes| {
        let first = mistakes.first().map(ToString::to_string).unwrap_or_default();
        let more = format!("longroll scenario check {} lists all mistakes", args.scenario.display());
        Failure::usage(format!("{first}. {more}"))
    })?;
    let scenario = Arc::new(scenario);
    let mut rows = Vec::new();
    for set in sets {
        if !args.options.is_empty() && args.rulesets.len() + usize::from(all) > 1 {
            return Err(Failure::usage("--set belongs to one ruleset; name one"));
        }
        let settings = settings(set.registry(), &args.options)?;
        let (games, first_seed, mirrored) = (args.games, args.seed, args.mirrored);
        let counts_rules = args.rules;
        let series = Series {
            scenario: scenario.clone(),
            settings,
            opponents,
            games,
            first_seed,
            mirrored,
            counts_rules,
        };
        rows.push(set.visit(series)?);
    }
    let table = Table {
        scenario: texts.name,
        blue: opponents[0].to_string(),
        gray: opponents[1].to_string(),
        games: args.games,
        first_seed: args.seed,
        mirrored: args.mirrored,
        rulesets: rows,
    };
    let text = if args.json { json(&table)? } else { in_markdown(&table) };
    Ok(Report::fine(text))
}

/// A series of battles: those of the seeds from the first on, which `longroll play` fights likewise.
struct Series {
    scenario: Arc<Scenario>,
    settings: Settings,
    opponents: [Computer; 2],
    games: u64,
    first_seed: u64,
    mirrored: bool,
    counts_rules: bool,
}

/// What is kept of one battle.
#[derive(Clone)]
struct Fought {
    winner: Option<Side>,
    /// Strength at the start and lost, of Blue and of Gray.
    strength: [u32; 2],
    lost: [u32; 2],
    rounds: u32,
    commands: u32,
    microseconds: u64,
    /// What it brought up of the rulebook, if asked for.
    used: Used,
}

impl Visit for Series {
    type Out = Result<Row, Failure>;

    fn visit<R: Appraisal>(self) -> Result<Row, Failure> {
        let mut starts = vec![opened::<R>(&self.scenario, &self.settings)?];
        if self.mirrored {
            starts.push(opened::<R>(&Arc::new(self.scenario.mirrored()), &self.settings)?);
        }
        let (starts, kinds) = (&starts, starts.len() as u64);
        let fought = in_parallel(R::ID, self.games, |number| {
            let start = &starts[usize::from(number % kinds == 1)];
            let seed = self.first_seed.wrapping_add(number / kinds);
            battle::<R>(start, self.opponents, seed, self.counts_rules)
        })?;
        let used = || fought.iter().map(|battle| &battle.used);
        let rules = self.counts_rules.then(|| by_heading(R::registry(), used()));
        let given = self.counts_rules.then(|| by_command(used()));
        Ok(Row { rules, given, ..Row::of(R::ID, R::EDITION, &fought) })
    }
}

/// Fights so many battles on all cores. They are handed out one by one and put back in their order, so that the figures do not depend on
/// the cores.
pub(crate) fn in_parallel<T: Send>(
    ruleset: &'static str,
    games: u64,
    fight: impl Fn(u64) -> Result<T, String> + Sync,
) -> Result<Vec<T>, Failure> {
    let bar = progress(ruleset, games);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(0);
    let fought: Mutex<BTreeMap<u64, Result<T, String>>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    let battle = fight(number);
                    bar.inc(1);
                    if let Ok(mut list) = fought.lock() {
                        list.insert(number, battle);
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    let fought = fought.into_inner().map_err(|_| Failure::usage("a battle broke down"))?;
    fought
        .into_values()
        .collect::<Result<_, _>>()
        .map_err(|why| Failure::usage(format!("a battle under {ruleset} broke off: {why}")))
}

pub(crate) fn opened<R: Appraisal>(
    scenario: &Arc<Scenario>,
    settings: &Settings,
) -> Result<R::State, Failure> {
    let setup = Setup { scenario: scenario.clone(), settings: settings.clone() };
    let mut start = R::blank(&setup).map_err(Failure::usage)?;
    for event in R::open(&setup).map_err(Failure::usage)? {
        R::apply(&mut start, &event);
    }
    Ok(start)
}

/// How far the series is, on a terminal; nothing where nobody looks.
fn progress(ruleset: &'static str, games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games).with_message(ruleset);
    if let Ok(style) = ProgressStyle::with_template("{msg:12} {wide_bar} {pos} of {len}, {eta} left") {
        bar.set_style(style);
    }
    bar
}

fn battle<R: Appraisal>(
    start: &R::State,
    opponents: [Computer; 2],
    number: u64,
    counts_rules: bool,
) -> Result<Fought, String> {
    let clock = Instant::now();
    let seed = Seed::from_number(number);
    let mut policies =
        [opponents[0].policy::<R>(number, Side::Blue), opponents[1].policy::<R>(number, Side::Gray)];
    let mut state = start.clone();
    let (commands, halt, used) = if counts_rules {
        rule_use::fight::<R>(&mut state, &mut policies, MOST_COMMANDS, &seed)
    } else {
        let dice = |command| Rolling::new(Seeded::new(seed.clone(), command));
        let (commands, halt) = play_out::<R, _>(&mut state, &mut policies, MOST_COMMANDS, dice);
        (commands, halt, Used::default())
    };
    match halt {
        Halt::Over => {}
        Halt::NoCommand(side) => return Err(format!("seed {number}: {side} had no command to give")),
        Halt::Stopped(stop) => return Err(format!("seed {number}: {stop:?}")),
        Halt::TooLong => return Err(format!("seed {number}: more than {MOST_COMMANDS} commands")),
    }
    let view = R::view(&state, Seat::Spectator);
    let roster = R::roster(&state);
    let sum = |side: Side, of: &dyn Fn(&longroll_kit::Tally) -> u32| {
        roster.iter().filter(|tally| tally.side == side).map(of).sum()
    };
    Ok(Fought {
        winner: view.outcome.and_then(|outcome| outcome.winner),
        strength: [Side::Blue, Side::Gray].map(|side| sum(side, &|tally| tally.start)),
        lost: [Side::Blue, Side::Gray].map(|side| sum(side, &|tally| tally.start.saturating_sub(tally.now))),
        rounds: view.round,
        commands,
        microseconds: u64::try_from(clock.elapsed().as_micros()).unwrap_or(u64::MAX),
        used,
    })
}

#[derive(Serialize)]
struct Table {
    scenario: String,
    blue: String,
    gray: String,
    games: u64,
    first_seed: u64,
    mirrored: bool,
    rulesets: Vec<Row>,
}

/// One ruleset's line.
#[derive(Serialize)]
struct Row {
    ruleset: &'static str,
    edition: &'static str,
    games: usize,
    blue_wins: Share,
    gray_wins: Share,
    draws: Share,
    /// Per cent of a side's strength, in the ruleset's own measure.
    blue_lost_percent: f64,
    gray_lost_percent: f64,
    turns: f64,
    median_turns: f64,
    commands: f64,
    median_commands: f64,
    /// On one core; the only figure that differs from run to run.
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Vec<RuleUse>>,
    /// How often each command was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<BTreeMap<String, u64>>,
}

/// A share of the battles with its 95 % interval.
#[derive(Clone, Copy, Serialize)]
struct Share {
    count: usize,
    percent: f64,
    low_percent: f64,
    high_percent: f64,
}

impl Share {
    /// Wilson's interval, which stays sound for shares near 0 and 1.
    fn of(count: usize, games: usize) -> Share {
        const Z: f64 = 1.959_963_984_540_054;
        let (k, n) = (count as f64, (games as f64).max(1.0));
        let (p, zz) = (k / n, Z * Z);
        let middle = (p + zz / (2.0 * n)) / (1.0 + zz / n);
        let half = Z * (p * (1.0 - p) / n + zz / (4.0 * n * n)).sqrt() / (1.0 + zz / n);
        let percent = |share: f64| 100.0 * share.clamp(0.0, 1.0);
        Share {
            count,
            percent: percent(p),
            low_percent: percent(middle - half),
            high_percent: percent(middle + half),
        }
    }

    fn words(self) -> String {
        format!("{:.1} % ({:.1}–{:.1})", self.percent, self.low_percent, self.high_percent)
    }
}

impl Row {
    fn of(ruleset: &'static str, edition: &'static str, fought: &[Fought]) -> Row {
        let games = fought.len();
        let won = |side: Option<Side>| fought.iter().filter(|battle| battle.winner == side).count();
        let mean =
            |of: &dyn Fn(&Fought) -> u64| fought.iter().map(of).sum::<u64>() as f64 / (games as f64).max(1.0);
        let lost = |side: usize| {
            let strength = mean(&|battle| u64::from(battle.strength[side])).max(1.0);
            100.0 * mean(&|battle| u64::from(battle.lost[side])) / strength
        };
        Row {
            ruleset,
            edition,
            games,
            blue_wins: Share::of(won(Some(Side::Blue)), games),
            gray_wins: Share::of(won(Some(Side::Gray)), games),
            draws: Share::of(won(None), games),
            blue_lost_percent: lost(0),
            gray_lost_percent: lost(1),
            turns: mean(&|battle| u64::from(battle.rounds)),
            median_turns: median(fought.iter().map(|battle| battle.rounds).collect()),
            commands: mean(&|battle| u64::from(battle.commands)),
            median_commands: median(fought.iter().map(|battle| battle.commands).collect()),
            seconds: mean(&|battle| battle.microseconds) / 1e6,
            rules: None,
            given: None,
        }
    }
}

/// The middle one, or half way between the two in the middle.
fn median(mut figures: Vec<u32>) -> f64 {
    figures.sort_unstable();
    let middle = |place: usize| figures.get(place).map_or(0.0, |figure| f64::from(*figure));
    let count = figures.len();
    f64::midpoint(middle(count.saturating_sub(1) / 2), middle(count / 2))
}

/// A table that reads as text and as Markdown.
fn in_markdown(table: &Table) -> String {
    let mirrored = if table.mirrored { ", each fought again with the colours exchanged" } else { "" };
    let mut text = format!(
        "{}, {} (Union) against {} (Confederacy), {} battles each, seeds from {}{mirrored}. In brackets: 95 % intervals (Wilson).\n\n",
        table.scenario, table.blue, table.gray, table.games, table.first_seed
    );
    text.push_str(
        "| ruleset | Union wins | Confederacy wins | draws | Union lost | Confederacy lost | turns | commands | seconds |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for row in &table.rulesets {
        text.push_str(&format!(
            "| `{}` | {} | {} | {} | {:.1} % | {:.1} % | {:.1} | {:.0} | {:.2} |\n",
            row.ruleset,
            row.blue_wins.words(),
            row.gray_wins.words(),
            row.draws.words(),
            row.blue_lost_percent,
            row.gray_lost_percent,
            row.turns,
            row.commands,
            row.seconds
        ));
    }
    for row in &table.rulesets {
        let Some(rules) = &row.rules else { continue };
        text.push_str(&format!(
            "\n| heading of `{}` | lines, rolls and modifiers | a battle | clauses behind them |\n|---|---|---|---|\n",
            row.ruleset
        ));
        for used in rules {
            let a_battle = used.lines as f64 / (row.games as f64).max(1.0);
            text.push_str(&format!(
                "| {} | {} | {a_battle:.1} | {} of {} |\n",
                used.heading, used.lines, used.clauses_that_came_up, used.clauses
            ));
        }
        text.push_str("\n| command | given | a battle |\n|---|---|---|\n");
        for (kind, count) in row.given.iter().flatten() {
            let a_battle = *count as f64 / (row.games as f64).max(1.0);
            text.push_str(&format!("| {kind} | {count} | {a_battle:.1} |\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_by_wilson() {
        // 50 of 100: 0.5 and a half width of 0.0962; 0 of 200: up to z² / (n + z²) = 3.8415 / 203.8415
        let half = Share::of(50, 100);
        assert!((half.low_percent - 40.38).abs() < 0.01 && (half.high_percent - 59.62).abs() < 0.01);
        let none = Share::of(0, 200);
        assert!(none.percent.abs() < 1e-9 && none.low_percent.abs() < 1e-9);
        assert!((none.high_percent - 1.8846).abs() < 0.001);
        let all = Share::of(200, 200);
        assert!((all.low_percent - 98.1154).abs() < 0.001 && (all.high_percent - 100.0).abs() < 1e-9);
    }

    #[test]
    fn means_and_shares_of_a_series() {
        let battle = |winner, lost| Fought {
            winner,
            strength: [100, 50],
            lost,
            rounds: 4,
            commands: 10,
            microseconds: 2_000_000,
            used: Used::default(),
        };
        let row = Row::of("x", "y", &[battle(Some(Side::Blue), [10, 20]), battle(None, [30, 10])]);
        assert_eq!((row.blue_wins.count, row.gray_wins.count, row.draws.count), (1, 0, 1));
        assert!((row.blue_lost_percent - 20.0).abs() < 1e-9 && (row.gray_lost_percent - 30.0).abs() < 1e-9);
        assert!((row.seconds - 2.0).abs() < 1e-9 && (row.turns - 4.0).abs() < 1e-9);
    }

    #[test]
    fn medians() {
        let is = |figures: &[u32], wanted: f64| (median(figures.to_vec()) - wanted).abs() < 1e-9;
        assert!(is(&[9, 1, 4], 4.0) && is(&[8, 2, 5, 1], 3.5) && is(&[7], 7.0) && is(&[], 0.0));
    }
}
