//! The table of `longroll sim`: a line for each ruleset, as text that is also Markdown, or as JSON that can be merged.

use crate::commands::fighting::Fought;
use longroll_kit::Side;
use longroll_lab::{RuleUse, Share, Sums, battles_for};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Serialize)]
pub(crate) struct Table {
    pub scenario: String,
    pub blue: String,
    pub gray: String,
    pub games: u64,
    pub first_seed: u64,
    pub mirrored: bool,
    pub rulesets: Vec<Line>,
}

/// One ruleset's line.
#[derive(Debug, Serialize)]
pub(crate) struct Line {
    pub ruleset: String,
    pub edition: String,
    /// Names the experiment; only lines that have it in common are merged.
    pub run: String,
    /// First seed and number of seeds, of each part that was merged.
    pub seeds: Vec<[u64; 2]>,
    games: u64,
    blue_wins: Share,
    gray_wins: Share,
    draws: Share,
    /// So many battles make the intervals reach two per cent to each side.
    battles_for_two_percent: u64,
    /// Per cent of a side's strength, in the ruleset's own measure.
    blue_lost_percent: f64,
    gray_lost_percent: f64,
    turns: f64,
    median_turns: f64,
    commands: f64,
    median_commands: f64,
    /// A battle's, on one core; the only figure that differs from run to run. Nought when all battles were known from a rows file.
    pub seconds: f64,
    /// The whole numbers behind the figures.
    pub sums: Sums,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<RuleUse>>,
    /// How often each command was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<BTreeMap<String, u64>>,
}

/// Which ruleset, which experiment, and which seeds.
#[derive(Debug)]
pub(crate) struct Of {
    pub ruleset: String,
    pub edition: String,
    pub run: String,
    pub seeds: Vec<[u64; 2]>,
}

impl Line {
    pub(crate) fn of(of: Of, sums: Sums, seconds: f64) -> Line {
        let Of { ruleset, edition, run, seeds } = of;
        let needed = [sums.won[0], sums.won[1], sums.draws].map(|count| battles_for(count, sums.games, 2.0));
        Line {
            ruleset,
            edition,
            run,
            seeds,
            games: sums.games,
            blue_wins: Share::of(sums.won[0], sums.games),
            gray_wins: Share::of(sums.won[1], sums.games),
            draws: Share::of(sums.draws, sums.games),
            battles_for_two_percent: needed.into_iter().max().unwrap_or(0),
            blue_lost_percent: sums.lost_percent(Side::Blue),
            gray_lost_percent: sums.lost_percent(Side::Gray),
            turns: sums.turns.mean(),
            median_turns: sums.turns.median(),
            commands: sums.commands.mean(),
            median_commands: sums.commands.median(),
            seconds,
            sums,
            rules: None,
            given: None,
        }
    }
}

/// What one new battle took.
pub(crate) fn seconds(fought: &Fought) -> f64 {
    if fought.new == 0 { 0.0 } else { fought.time.as_secs_f64() / fought.new as f64 }
}

pub(crate) fn in_markdown(table: &Table) -> String {
    let mirrored = if table.mirrored { ", each fought again with the colours exchanged" } else { "" };
    let mut text = format!(
        "{}, {} (Union) against {} (Confederacy), {} battles each, seeds from {}{mirrored}. In brackets: 95 % intervals (Wilson).\n\n",
        table.scenario, table.blue, table.gray, table.games, table.first_seed
    );
    text.push_str(
        "| ruleset | battles | Union wins | Confederacy wins | draws | Union lost | Confederacy lost | turns | commands | seconds |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for row in &table.rulesets {
        text.push_str(&format!(
            "| `{}` | {} | {} | {} | {} | {:.1} % | {:.1} % | {:.1} | {:.0} | {:.2} |\n",
            row.ruleset,
            row.games,
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
    let needed: Vec<String> = table
        .rulesets
        .iter()
        .filter(|row| row.battles_for_two_percent > row.games)
        .map(|row| format!("{} under `{}`", row.battles_for_two_percent, row.ruleset))
        .collect();
    if !needed.is_empty() {
        text.push_str(&format!("\nFor intervals of ±2 %: {} battles.\n", needed.join(", ")));
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
