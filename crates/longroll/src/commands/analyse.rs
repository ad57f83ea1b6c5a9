//! `longroll analyse`: what the dice did to a battle, and what its players did.

use crate::args::AnalyseArgs;
use crate::files;
use crate::report::{Failure, Report, json};
use indicatif::{ProgressBar, ProgressStyle};
use longroll_ai::Appraisal;
use longroll_analysis::{Effort, analyse};
use longroll_game::{LoadError, load, peek};
use longroll_rulesets::{RulesetId, Visit};
use longroll_wire::{Analysis, MomentKind, Side};

pub(crate) fn run(args: &AnalyseArgs) -> Result<Report, Failure> {
    let shown = args.file.display().to_string();
    let text = files::read_text(&args.file)?;
    let unreadable = |error: LoadError| Failure::usage(format!("{shown}: {error}"));
    let header = peek(&text).map_err(unreadable)?;
    let set =
        RulesetId::parse(&header.ruleset).map_err(|error| Failure::usage(format!("{shown}: {error}")))?;
    let effort = match (args.rough, args.long) {
        (true, _) => Effort::ROUGH,
        (_, true) => Effort::LONG,
        _ => Effort::USUAL,
    };
    let analysis = set.visit(Analyse { text: &text, shown: &shown, effort })?;
    let text = if args.json { json(&analysis)? } else { in_words(&analysis) };
    Ok(Report::fine(text))
}

struct Analyse<'a> {
    text: &'a str,
    shown: &'a str,
    effort: Effort,
}

impl Visit for Analyse<'_> {
    type Out = Result<Analysis, Failure>;

    fn visit<R: Appraisal>(self) -> Self::Out {
        let game =
            load::<R>(self.text).map_err(|error| Failure::usage(format!("{}: {error}", self.shown)))?;
        if !game.is_closed() {
            let shown = self.shown;
            return Err(Failure::usage(format!(
                "{shown}: the battle is not over; what is not played out cannot be analysed"
            )));
        }
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len}, {eta} left") {
            bar.set_style(style);
        }
        let analysis = analyse::<R>(&game, self.effort, &mut |done, of| {
            bar.set_length(of.into());
            bar.set_position(done.into());
            true
        });
        bar.finish_and_clear();
        analysis.ok_or_else(|| Failure::usage("the analysis was broken off"))
    }
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Blue => "Union",
        Side::Gray => "Confederacy",
    }
}

/// 63 thousandths as "6.3".
fn points(thousandths: i32) -> String {
    let sign = if thousandths < 0 { "-" } else { "+" };
    format!("{sign}{}.{}", thousandths.unsigned_abs() / 10, thousandths.unsigned_abs() % 10)
}

fn in_words(analysis: &Analysis) -> String {
    let winner = analysis.winner.map_or("a draw".to_owned(), |winner| format!("{} won", side(winner)));
    let mut text = format!("{} under {}: {winner}\n\n", analysis.title, analysis.ruleset);
    for account in &analysis.sides {
        text.push_str(&format!("{}\n", account.words));
    }
    text.push_str("\nChance of the Union, of a hundred\n");
    for point in &analysis.curve {
        let [low, high] = point.between;
        let bar = "#".repeat(usize::try_from(point.chance / 25).unwrap_or(0));
        text.push_str(&format!(
            "  turn {:>2}, after line {:>4}: {:>3} ({}–{}) {bar}\n",
            point.round,
            point.step,
            point.chance / 10,
            low / 10,
            high / 10
        ));
    }
    text.push_str("\nWhat mattered most, in points of a hundred for whoever gave the order\n");
    for moment in &analysis.moments {
        let [low, high] = moment.between;
        let what = match moment.kind {
            MomentKind::Luck => format!("dice: {}", moment.detail),
            MomentKind::Decision => format!("better: {}", moment.detail),
        };
        text.push_str(&format!(
            "  {:>6} ({} to {})  line {}, turn {}, {}: {}; {what}\n",
            points(moment.effect),
            points(low),
            points(high),
            moment.step,
            moment.round,
            side(moment.by),
            moment.text
        ));
    }
    if analysis.moments.is_empty() {
        text.push_str("  nothing that the trials could find\n");
    }
    text.push_str("\nRare throws\n");
    for throw in &analysis.rare {
        text.push_str(&format!(
            "  1 in {}: line {}, turn {}, {}: {} ({})\n",
            throw.one_in,
            throw.step,
            throw.round,
            side(throw.by),
            throw.text,
            throw.clause
        ));
    }
    text.push_str(&format!("  {}\n\n", analysis.throws));
    for line in &analysis.about {
        text.push_str(&format!("{line}\n"));
    }
    text
}
