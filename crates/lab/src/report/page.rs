//! The report of many battles of one scenario, under one ruleset or side by side under several.

use super::choose::lost_percent;
use super::ground;
use super::svg::{Plot, SIDES, escaped, percents, short, turn_marks};
use crate::row::Row;
use crate::statistics::{Difference, Share, battles_for, quantile};
use crate::sums::Sums;
use longroll_kit::{Side, side_name};
use longroll_rulesets::RulesetId;
use longroll_scenario::Scenario;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What a report is about.
#[derive(Debug)]
pub struct Head<'a> {
    /// The short name of the scenario.
    pub name: &'a str,
    pub scenario: &'a Scenario,
    pub opponents: [String; 2],
    pub first_seed: u64,
    pub mirrored: bool,
    /// The command that makes the report again.
    pub command: String,
}

/// A battle that lies beside the report as a game file.
#[derive(Clone, Debug)]
pub struct Kept {
    pub ruleset: RulesetId,
    pub name: &'static str,
    pub why: String,
    pub seed: u64,
    /// The address of the file, as seen from the report.
    pub file: String,
}

/// Rows of one ruleset.
type Fought<'a> = (RulesetId, &'a [Row]);

/// The whole page.
pub fn html(head: &Head<'_>, fought: &[Fought<'_>], kept: &[Kept]) -> String {
    let mut page = String::new();
    let title = &head.scenario.title;
    let mirrored = if head.mirrored {
        " Every seed is fought twice, the second time with the colours of the armies exchanged."
    } else {
        ""
    };
    let _ = write!(
        page,
        "<h1>{}: what {} battles say</h1><p class=\"lead\">{}, {}. Union led by {}, Confederacy led by {}; seeds from {}.{mirrored} \
         All intervals are of 95 %.</p><p class=\"command\"><code>{}</code></p>",
        escaped(title),
        fought.iter().map(|(_, rows)| rows.len()).sum::<usize>(),
        escaped(&head.scenario.place),
        escaped(&head.scenario.date),
        head.opponents[0],
        head.opponents[1],
        head.first_seed,
        escaped(&head.command)
    );
    winners(&mut page, fought);
    losses_by_turn(&mut page, fought);
    decided(&mut page, fought);
    fates(&mut page, head, fought);
    maps(&mut page, head, fought);
    worth_a_look(&mut page, kept);
    silent_rules(&mut page, fought);
    whole(title, &page)
}

/// A page around its body.
pub(super) fn whole(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{} · Longroll laboratory</title><style>{STYLE}</style></head>\n<body>{body}</body></html>\n",
        escaped(title)
    )
}

const STYLE: &str = "body{font:16px/1.5 Georgia,serif;color:#33291d;background:#f7f1e1;max-width:1080px;margin:0 auto;padding:24px 16px 60px}\
h1{font-size:1.9rem;line-height:1.2;margin:.2em 0}h2{font-size:1.35rem;margin:2.2em 0 .3em;border-bottom:2px solid #c9b48a;padding-bottom:.15em}\
h3{font-size:1.05rem;margin:1em 0 .2em}p{margin:.4em 0;max-width:75ch}.lead{font-size:1.05rem}.command code{background:#ece1c4;padding:.2em .5em;overflow-wrap:anywhere}\
table{border-collapse:collapse;margin:.6em 0;font-variant-numeric:tabular-nums}th,td{padding:.25em .7em;border-bottom:1px solid #d9caa5;text-align:left}td.n,th.n{text-align:right}.shares td{white-space:nowrap}\
.wide{overflow-x:auto}.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,320px),1fr));gap:14px}.row figure{margin:0;min-width:0}\
figcaption{font-size:.95rem}svg{width:100%;height:auto;background:#fffaf0;border:1px solid #d9caa5;border-radius:4px}\
.grid{stroke:#e3d7b8}.level{stroke:#33291d;stroke-dasharray:3 3}.tick{font:12px Georgia,serif;fill:#5b4d38}.whisker{stroke:#33291d;stroke-width:1.6;fill:none}\
.dot{fill:#b3261a}.objective{fill:none;stroke:#9c2a20;stroke-width:6;stroke-dasharray:18 12}.place{font:52px Georgia,serif;text-anchor:middle;fill:#33291d;paint-order:stroke;stroke:#fffaf0;stroke-width:10px}\
.key>span{display:inline-block;margin-right:1.4em}.swatch{display:inline-block;width:28px;height:12px;vertical-align:-1px;margin-right:.4em}\
details{margin:.4em 0}summary{cursor:pointer}a{color:#1f4a86}@media print{body{background:#fff}}";

fn key() -> String {
    format!(
        "<p class=\"key\"><span><span class=\"swatch\" style=\"background:{}\"></span>Union (unbroken line)</span>\
         <span><span class=\"swatch\" style=\"background:{}\"></span>Confederacy (broken line)</span></p>",
        SIDES[0].0, SIDES[1].0
    )
}

fn winners(page: &mut String, fought: &[Fought<'_>]) {
    page.push_str("<h2>Who wins</h2><div class=\"wide\"><table class=\"shares\"><tr><th>ruleset</th><th class=\"n\">battles</th><th>Union wins</th><th>Confederacy wins</th><th>draws</th><th class=\"n\">Union lost</th><th class=\"n\">Confederacy lost</th><th class=\"n\">turns</th><th class=\"n\">battles for ±2 %</th></tr>");
    for (set, rows) in fought {
        let sums = Sums::of(*rows);
        let share = |count| Share::of(count, sums.games).words();
        let needed = [sums.won[0], sums.won[1]].map(|count| battles_for(count, sums.games, 2.0));
        let _ = write!(
            page,
            "<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"n\">{:.1} %</td><td class=\"n\">{:.1} %</td><td class=\"n\">{:.1}</td><td class=\"n\">{}</td></tr>",
            escaped(set.name()),
            sums.games,
            share(sums.won[0]),
            share(sums.won[1]),
            share(sums.draws),
            sums.lost_percent(Side::Blue),
            sums.lost_percent(Side::Gray),
            sums.turns.mean(),
            needed[0].max(needed[1])
        );
    }
    page.push_str("</table></div>");
    let bars = fought.len() as f64;
    let mut plot = Plot::new(900.0, 260.0, (0.4, bars + 0.6), (0.0, 100.0));
    plot.across(&percents(25));
    for (place, (set, rows)) in fought.iter().enumerate() {
        let sums = Sums::of(*rows);
        let x = place as f64 + 1.0;
        for (side, shift) in [(0, -0.2), (1, 0.2)] {
            let share = Share::of(sums.won[side], sums.games);
            let about = format!("{} under {set}: {}", side_of(side), share.words());
            plot.bar(
                x + shift,
                0.34,
                share.percent,
                (share.low_percent, share.high_percent),
                SIDES[side].0,
                &about,
            );
        }
        plot.below(&[(x, set.to_string())]);
    }
    plot.level(50.0);
    let _ =
        write!(page, "<figure style=\"margin:0\">{}{}</figure>", plot.end("who wins, with intervals"), key());
}

fn side_of(side: usize) -> &'static str {
    side_name(if side == 0 { Side::Blue } else { Side::Gray })
}

fn last_turn(rows: &[Row]) -> u32 {
    rows.iter().filter_map(|row| row.by_turn.last()).map(|turn| turn.turn).max().unwrap_or(1)
}

fn losses_by_turn(page: &mut String, fought: &[Fought<'_>]) {
    page.push_str("<h2>Losses by turn</h2><p>Strength lost up to the end of each turn: the average, and the band in which the middle eight of ten battles lie. A battle that is over keeps its losses.</p><div class=\"row\">");
    for (set, rows) in fought {
        let last = last_turn(rows);
        let mut plot = Plot::new(440.0, 260.0, (0.0, f64::from(last)), (0.0, 0.0));
        let mut curves = Vec::new();
        for side in [0, 1] {
            let mut curve = vec![(0.0, 0.0, 0.0, 0.0)];
            for turn in 1..=last {
                let at = |row: &Row| {
                    let found = row.by_turn.iter().take_while(|line| line.turn <= turn).last();
                    let lost = found.map_or(0, |line| line.lost[side]);
                    100.0 * f64::from(lost) / f64::from(row.strength[side].max(1))
                };
                let mut all: Vec<f64> = rows.iter().map(at).collect();
                all.sort_by(f64::total_cmp);
                let mean = all.iter().sum::<f64>() / (all.len() as f64).max(1.0);
                curve.push((f64::from(turn), mean, quantile(&all, 0.1), quantile(&all, 0.9)));
            }
            curves.push(curve);
        }
        let most = curves.iter().flatten().map(|point| point.3).fold(10.0, f64::max);
        let step = if most > 60.0 {
            20.0
        } else if most > 25.0 {
            10.0
        } else {
            5.0
        };
        let top = (most / step).ceil() * step;
        plot.y = (0.0, top);
        let marks = (0..).map(|mark| f64::from(mark) * step).take_while(|mark| *mark <= top);
        plot.across(&marks.map(|mark| (mark, format!("{} %", short(mark)))).collect::<Vec<_>>());
        plot.below(&turn_marks(last));
        plot.title_below("turn");
        for (side, curve) in curves.iter().enumerate() {
            let pick = |of: fn(&(f64, f64, f64, f64)) -> f64| -> Vec<(f64, f64)> {
                curve.iter().map(|point| (point.0, of(point))).collect()
            };
            plot.band(&pick(|point| point.2), &pick(|point| point.3), side);
            plot.line(&pick(|point| point.1), side);
        }
        let _ = write!(
            page,
            "<figure><figcaption>{}</figcaption>{}</figure>",
            escaped(set.name()),
            plot.end("losses by turn")
        );
    }
    let _ = write!(page, "</div>{}", key());
}

fn decided(page: &mut String, fought: &[Fought<'_>]) {
    page.push_str("<h2>When it was decided</h2><p>The share of battles in which the side that won was ahead from that turn on without a break, by the ruleset's own rule of victory.</p><div class=\"row\">");
    for (set, rows) in fought {
        let last = last_turn(rows).max(rows.iter().map(|row| row.decided).max().unwrap_or(1));
        let games = rows.len() as u64;
        let shares: Vec<(u32, Share)> = (1..=last)
            .map(|turn| {
                (turn, Share::of(rows.iter().filter(|row| row.decided == turn).count() as u64, games))
            })
            .collect();
        let most = shares.iter().map(|(_, share)| share.high_percent).fold(10.0, f64::max);
        let step = if most > 50.0 { 20 } else { 10 };
        let mut plot = Plot::new(440.0, 220.0, (0.4, f64::from(last) + 0.6), (0.0, most));
        plot.across(&percents(step).into_iter().filter(|(mark, _)| *mark <= most).collect::<Vec<_>>());
        plot.below(&turn_marks(last).into_iter().filter(|(turn, _)| *turn > 0.0).collect::<Vec<_>>());
        plot.title_below("decided in turn");
        for (turn, share) in shares {
            let about = format!("turn {turn}: {}", share.words());
            plot.bar(
                f64::from(turn),
                0.7,
                share.percent,
                (share.low_percent, share.high_percent),
                "#c8913a",
                &about,
            );
        }
        let _ = write!(
            page,
            "<figure><figcaption>{}</figcaption>{}</figure>",
            escaped(set.name()),
            plot.end("when it was decided")
        );
    }
    page.push_str("</div><h3>How it ended</h3><div class=\"wide\"><table><tr><th>ruleset</th><th>end (… stands for figures)</th><th>share of battles</th></tr>");
    for (set, rows) in fought {
        let mut ends: BTreeMap<String, u64> = BTreeMap::new();
        for row in *rows {
            *ends.entry(without_figures(&row.reason)).or_default() += 1;
        }
        let mut ends: Vec<_> = ends.into_iter().collect();
        ends.sort_by(|one, other| (other.1, &one.0).cmp(&(one.1, &other.0)));
        for (reason, count) in ends.iter().take(6) {
            let share = Share::of(*count, rows.len() as u64).words();
            let _ = write!(page, "<tr><td>{set}</td><td>{}</td><td>{share}</td></tr>", escaped(reason));
        }
    }
    page.push_str("</table></div>");
}

/// Ends that differ in their figures alone are one end.
fn without_figures(reason: &str) -> String {
    let mut text = String::new();
    for letter in reason.chars() {
        if !letter.is_ascii_digit() {
            text.push(letter);
        } else if !text.ends_with('…') {
            text.push('…');
        }
    }
    text
}

/// Something that was so in some battles and not in others, and how the result went with it.
struct Fate {
    what: String,
    so: (u64, u64),
    else_so: (u64, u64),
    difference: Difference,
}

impl Fate {
    /// Victories of a side where it was so, and where it was not; nothing where one of both was rare.
    fn of(what: String, side: Side, rows: &[Row], so: impl Fn(&Row) -> Option<bool>) -> Option<Fate> {
        const LEAST: u64 = 10;
        let mut counts = [(0, 0); 2];
        for row in rows {
            let Some(so) = so(row) else { continue };
            let place = &mut counts[usize::from(!so)];
            place.0 += u64::from(row.winner == Some(side));
            place.1 += 1;
        }
        let [so, else_so] = counts;
        let is_common = so.1 >= LEAST && else_so.1 >= LEAST;
        is_common.then(|| Fate { what, so, else_so, difference: Difference::of_shares(so, else_so) })
    }

    fn line(&self) -> String {
        let share = |(won, games): (u64, u64)| Share::of(won, games).words();
        format!(
            "<tr><td>{}</td><td>{} of {} battles</td><td>{}</td><td>{} of {} battles</td><td>{}</td></tr>",
            escaped(&self.what),
            share(self.so),
            self.so.1,
            self.difference.words(),
            share(self.else_so),
            self.else_so.1,
            if self.difference.clear_of_nought() > 0.0 { "" } else { "may be chance" }
        )
    }
}

fn fates(page: &mut String, head: &Head<'_>, fought: &[Fought<'_>]) {
    page.push_str("<h2>By what it was decided</h2><p>How often a side won where something was so and where it was not, and the difference in points of a hundred with its interval. What goes with the result need not be its cause; and of twenty intervals one misses by chance alone.</p>");
    for (set, rows) in fought {
        let _ = write!(page, "<h3>{}</h3>", escaped(set.name()));
        let mut lines = Vec::new();
        page.push_str("<div class=\"wide\"><table class=\"shares\"><tr><th>objective</th><th class=\"n\">points</th><th>changed hands in</th><th class=\"n\">times a battle</th><th>Union holds it at the end</th><th>Confederacy</th></tr>");
        for objective in &head.scenario.objectives {
            let what = format!("Union wins: it holds {} at the end, or the Confederacy does", objective.name);
            let holder = |row: &Row| row.held.get(&objective.id).copied().flatten();
            lines.extend(Fate::of(what, Side::Blue, rows, |row| holder(row).map(|side| side == Side::Blue)));
            let times = |row: &Row| row.taken.iter().filter(|taken| taken.objective == objective.id).count();
            let all: usize = rows.iter().map(times).sum();
            let share = |is_so: &dyn Fn(&Row) -> bool| {
                Share::of(rows.iter().filter(|row| is_so(row)).count() as u64, rows.len() as u64).words()
            };
            let _ = write!(
                page,
                "<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>",
                escaped(&objective.name),
                objective.points,
                share(&|row| times(row) > 0),
                short(all as f64 / (rows.len() as f64).max(1.0)),
                share(&|row| holder(row) == Some(Side::Blue)),
                share(&|row| holder(row) == Some(Side::Gray))
            );
        }
        page.push_str("</table></div>");
        let mut units = unit_fates(rows);
        units.sort_by(|one, other| {
            let clear = other.difference.clear_of_nought().total_cmp(&one.difference.clear_of_nought());
            clear.then_with(|| one.what.cmp(&other.what))
        });
        lines.extend(units.into_iter().take(12));
        if lines.is_empty() {
            page.push_str(
                "<p>Too few battles, or too like one another, to say what goes with the result.</p>",
            );
            continue;
        }
        page.push_str("<div class=\"wide\"><table><tr><th>side wins</th><th>so</th><th>difference</th><th>otherwise</th><th></th></tr>");
        page.extend(lines.iter().map(Fate::line));
        page.push_str("</table></div>");
    }
}

/// Each unit: its side's victories where it lost less than half of its strength and stayed, and where it did not.
fn unit_fates(rows: &[Row]) -> Vec<Fate> {
    let named: BTreeSet<(&str, Side)> = rows
        .iter()
        .filter(|row| !row.mirrored)
        .flat_map(|row| {
            row.units.iter().filter(|unit| unit.start > 0).map(|unit| (unit.unit.as_str(), unit.side))
        })
        .collect();
    let fate = |(name, side): (&str, Side)| {
        let stood = |row: &Row| {
            let unit = row.units.iter().find(|unit| unit.unit == name && unit.side == side)?;
            Some(unit.gone.is_none() && unit.lost * 2 < unit.start.max(1))
        };
        let what =
            format!("{} wins: {name} stands with more than half of its strength, or not", side_name(side));
        Fate::of(what, side, rows, stood)
    };
    named.into_iter().filter_map(fate).collect()
}

fn maps(page: &mut String, head: &Head<'_>, fought: &[Fought<'_>]) {
    page.push_str("<h2>Where</h2><p>Left: where strength was lost; the darker, the more. Right: the routes of all units by turns, Union unbroken, Confederacy broken; where many ran, the lines grow dark.</p>");
    for (set, rows) in fought {
        let _ = write!(
            page,
            "<h3>{}</h3><div class=\"row\"><figure>{}<figcaption>Losses in {} battles</figcaption></figure><figure>{}<figcaption>Routes in the first {} battles</figcaption></figure></div>",
            escaped(set.name()),
            ground::losses(head.scenario, rows),
            rows.len(),
            ground::routes(head.scenario, rows),
            ground::drawn(rows)
        );
    }
}

fn worth_a_look(page: &mut String, kept: &[Kept]) {
    if kept.is_empty() {
        return;
    }
    page.push_str("<h2>Battles worth a look</h2><p>Each lies beside this page as a game file. To watch one, bring it to the start page of the game, or read it with <code>longroll replay FILE</code>.</p><div class=\"wide\"><table><tr><th>ruleset</th><th>battle</th><th>why</th><th class=\"n\">seed</th></tr>");
    for battle in kept {
        let _ = write!(
            page,
            "<tr><td>{}</td><td><a href=\"{}\">{}</a></td><td>{}</td><td class=\"n\">{}</td></tr>",
            battle.ruleset,
            escaped(&battle.file),
            battle.name,
            escaped(&battle.why),
            battle.seed
        );
    }
    page.push_str("</table></div>");
}

fn silent_rules(page: &mut String, fought: &[Fought<'_>]) {
    if fought.iter().all(|(_, rows)| rows.iter().all(|row| row.clauses.is_empty())) {
        return;
    }
    page.push_str("<h2>Rules that never came up</h2><p>Clauses that stood behind no roll, no modifier that counted and no line of the log in any of the battles. One that forbids or defines something decides nothing of its own and is here too.</p>");
    for (set, rows) in fought {
        let came_up: BTreeSet<_> = rows.iter().flat_map(|row| row.clauses.keys()).collect();
        let mut by_topic: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let all = &set.registry().clauses;
        let silent = all.iter().filter(|entry| !came_up.contains(&entry.id));
        for entry in silent.clone() {
            by_topic.entry(&entry.topic).or_default().push(entry.id.to_string());
        }
        let _ = write!(
            page,
            "<details><summary>{}: {} of {} clauses</summary><table>",
            escaped(set.name()),
            silent.count(),
            all.len()
        );
        for (topic, clauses) in by_topic {
            let _ = write!(page, "<tr><td>{}</td><td>{}</td></tr>", escaped(topic), clauses.join(", "));
        }
        page.push_str("</table></details>");
    }
}

/// The share of strength that the Union lost, for comparisons.
pub(super) fn lost_of(row: &Row, side: usize) -> f64 {
    lost_percent(row, side)
}
