//! The report of a question: the same seeds fought at several values, side by side.

use super::page::{lost_of, whole};
use super::svg::{Plot, SIDES, escaped, percents};
use crate::row::Row;
use crate::statistics::{Difference, Share, mean_and_half, paired};
use crate::sums::Sums;
use longroll_kit::Side;
use longroll_rulesets::RulesetId;
use std::collections::BTreeMap;
use std::fmt::Write;

/// One value of each thing that is varied.
#[derive(Clone, Debug)]
pub struct Point {
    pub labels: Vec<String>,
    /// Where it stands on the axis of the first; nothing for words.
    pub value: Option<f64>,
    /// What the others are compared with.
    pub is_base: bool,
}

/// The battles under one ruleset, a list for each point.
#[derive(Debug)]
pub struct Column {
    pub ruleset: RulesetId,
    pub rows: Vec<Vec<Row>>,
}

/// A question and its answers.
#[derive(Debug)]
pub struct Comparison<'a> {
    pub title: String,
    pub about: String,
    pub command: String,
    /// What is varied.
    pub keys: Vec<String>,
    pub points: Vec<Point>,
    pub columns: &'a [Column],
}

impl Comparison<'_> {
    fn base(&self) -> usize {
        self.points.iter().position(|point| point.is_base).unwrap_or(0)
    }
}

/// Victories and half of the draws, by seed.
fn paired_by_seed(base: &[Row], other: &[Row], figure: impl Fn(&Row) -> f64) -> Difference {
    let known: BTreeMap<_, _> = base.iter().map(|row| ((row.seed, row.mirrored), row)).collect();
    let pairs: Vec<(f64, f64)> = other
        .iter()
        .filter_map(|row| Some((figure(known.get(&(row.seed, row.mirrored))?), figure(row))))
        .collect();
    paired(&pairs)
}

fn score(row: &Row) -> f64 {
    50.0 * f64::from(row.score())
}

/// The whole page.
pub fn comparison_html(comparison: &Comparison<'_>) -> String {
    let mut page = String::new();
    let _ = write!(
        page,
        "<h1>{}</h1><p class=\"lead\">{} All intervals are of 95 %. Differences are over pairs of battles with the same seed.</p><p class=\"command\"><code>{}</code></p>",
        escaped(&comparison.title),
        escaped(&comparison.about),
        escaped(&comparison.command)
    );
    for column in comparison.columns {
        let _ = write!(page, "<h2>{}</h2>", escaped(column.ruleset.name()));
        if comparison.keys.len() == 2 {
            grid(&mut page, comparison, column);
        } else {
            plots(&mut page, comparison, column);
        }
        table(&mut page, comparison, column);
    }
    whole(&comparison.title, &page)
}

fn plots(page: &mut String, comparison: &Comparison<'_>, column: &Column) {
    let values: Vec<Option<f64>> = comparison.points.iter().map(|point| point.value).collect();
    let on_axis = values.iter().all(Option::is_some);
    let at = |place: usize| if on_axis { values[place].unwrap_or(0.0) } else { place as f64 + 1.0 };
    let last = comparison.points.len().saturating_sub(1);
    let margin = ((at(last) - at(0)) / 12.0).max(0.05);
    let x = (at(0) - margin, at(last) + margin);
    let marks: Vec<(f64, String)> = comparison
        .points
        .iter()
        .enumerate()
        .map(|(place, point)| (at(place), point.labels.join(" · ")))
        .collect();
    let mut shares = Plot::new(440.0, 260.0, x, (0.0, 100.0));
    shares.across(&percents(25));
    shares.below(&marks);
    shares.title_below(&comparison.keys.join(", "));
    shares.level(50.0);
    let mut line = Vec::new();
    for (place, rows) in column.rows.iter().enumerate() {
        let (mean, half) = mean_and_half(&rows.iter().map(score).collect::<Vec<_>>());
        line.push((at(place), mean));
        shares.whisker(at(place), ((mean - half).max(0.0), (mean + half).min(100.0)));
    }
    shares.line(&line, 0);
    for (x, mean) in &line {
        shares.dot(*x, *mean, &format!("{mean:.1} %"));
    }
    let base = comparison.base();
    let differences: Vec<Difference> =
        column.rows.iter().map(|rows| paired_by_seed(&column.rows[base], rows, score)).collect();
    let far = differences.iter().map(|change| change.low.abs().max(change.high.abs())).fold(5.0, f64::max);
    let mut changes = Plot::new(440.0, 260.0, x, (-far, far));
    let step = if far > 40.0 {
        20.0
    } else if far > 15.0 {
        10.0
    } else {
        5.0
    };
    let marks_up: Vec<(f64, String)> = (-10..=10)
        .map(|mark| f64::from(mark) * step)
        .filter(|mark| mark.abs() <= far)
        .map(|mark| (mark, format!("{mark:+.0}")))
        .collect();
    changes.across(&marks_up);
    changes.below(&marks);
    changes.title_below(&comparison.keys.join(", "));
    changes.level(0.0);
    for (place, change) in differences.iter().enumerate() {
        changes.whisker(at(place), (change.low, change.high));
        changes.dot(at(place), change.mean, &change.words());
    }
    let _ = write!(
        page,
        "<div class=\"row\"><figure><figcaption>Union's score in per cent: victories and half of the draws</figcaption>{}</figure><figure><figcaption>Points of a hundred more for the Union than at {}</figcaption>{}</figure></div>",
        shares.end("score by value"),
        escaped(&comparison.points[base].labels.join(" · ")),
        changes.end("difference by value")
    );
}

/// Two things varied: the score in each cell, by its colour and in figures.
fn grid(page: &mut String, comparison: &Comparison<'_>, column: &Column) {
    let distinct = |place: usize| {
        let mut all: Vec<&String> = Vec::new();
        for label in comparison.points.iter().filter_map(|point| point.labels.get(place)) {
            if !all.contains(&label) {
                all.push(label);
            }
        }
        all
    };
    let (across, down) = (distinct(1), distinct(0));
    let _ = write!(
        page,
        "<p>Union's score in per cent, with half the width of its interval. Down: {}; across: {}.</p><div class=\"wide\"><table><tr><th></th>",
        escaped(&comparison.keys[0]),
        escaped(&comparison.keys[1])
    );
    for label in &across {
        let _ = write!(page, "<th class=\"n\">{}</th>", escaped(label));
    }
    page.push_str("</tr>");
    for first in &down {
        let _ = write!(page, "<tr><th>{}</th>", escaped(first));
        for second in &across {
            let wanted =
                |point: &Point| point.labels.first() == Some(first) && point.labels.get(1) == Some(second);
            let Some(place) = comparison.points.iter().position(wanted) else { continue };
            let (mean, half) = mean_and_half(&column.rows[place].iter().map(score).collect::<Vec<_>>());
            let (colour, part) =
                if mean >= 50.0 { (SIDES[0].0, mean - 50.0) } else { (SIDES[1].0, 50.0 - mean) };
            let tint = (part * 1.2) as u32;
            let _ = write!(
                page,
                "<td class=\"n\" style=\"background:color-mix(in srgb,{colour} {tint}%,#fffaf0)\">{mean:.0} ± {half:.0}</td>"
            );
        }
        page.push_str("</tr>");
    }
    page.push_str("</table></div>");
}

fn table(page: &mut String, comparison: &Comparison<'_>, column: &Column) {
    let base = comparison.base();
    let _ = write!(
        page,
        "<div class=\"wide\"><table><tr><th>{}</th><th class=\"n\">battles</th><th>Union wins</th><th>draws</th><th>score, difference</th><th>Union lost, difference</th><th>Confederacy lost, difference</th><th>turns, difference</th></tr>",
        escaped(&comparison.keys.join(", "))
    );
    for (place, (point, rows)) in comparison.points.iter().zip(&column.rows).enumerate() {
        let sums = Sums::of(rows);
        let lost = |side: Side| {
            let figure = |row: &Row| lost_of(row, side as usize);
            format!(
                "{:.1} %, {}",
                sums.lost_percent(side),
                difference(place == base, &column.rows[base], rows, figure)
            )
        };
        let turns = |row: &Row| f64::from(row.turns);
        let _ = write!(
            page,
            "<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td><td>{:.1}, {}</td><td>{}</td><td>{}</td><td>{:.1}, {}</td></tr>",
            escaped(&point.labels.join(" · ")),
            sums.games,
            Share::of(sums.won[0], sums.games).words(),
            Share::of(sums.draws, sums.games).words(),
            sums.score(),
            difference(place == base, &column.rows[base], rows, score),
            lost(Side::Blue),
            lost(Side::Gray),
            sums.turns.mean(),
            difference(place == base, &column.rows[base], rows, turns)
        );
    }
    page.push_str("</table></div>");
}

fn difference(is_base: bool, base: &[Row], rows: &[Row], figure: impl Fn(&Row) -> f64) -> String {
    if is_base { "the base".to_owned() } else { paired_by_seed(base, rows, figure).words() }
}

/// A row for each value under each ruleset.
pub fn comparison_csv(comparison: &Comparison<'_>) -> String {
    let keys: Vec<String> = comparison.keys.iter().map(|key| super::csv::cell(key)).collect();
    let mut text = format!(
        "ruleset,{},battles,union_wins,confederacy_wins,draws,score,score_difference,low,high,union_lost_percent,confederacy_lost_percent,turns\n",
        keys.join(",")
    );
    let base = comparison.base();
    for column in comparison.columns {
        for (point, rows) in comparison.points.iter().zip(&column.rows) {
            let sums = Sums::of(rows);
            let change = paired_by_seed(&column.rows[base], rows, score);
            let labels: Vec<String> = point.labels.iter().map(|label| super::csv::cell(label)).collect();
            text.push_str(&format!(
                "{},{},{},{},{},{},{:.3},{:.3},{:.3},{:.3},{:.3},{:.3},{:.3}\n",
                column.ruleset,
                labels.join(","),
                sums.games,
                sums.won[0],
                sums.won[1],
                sums.draws,
                sums.score(),
                change.mean,
                change.low,
                change.high,
                sums.lost_percent(Side::Blue),
                sums.lost_percent(Side::Gray),
                sums.turns.mean()
            ));
        }
    }
    text
}
