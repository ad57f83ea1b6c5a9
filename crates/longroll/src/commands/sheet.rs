//! `longroll sheet`: paper for a real table, as one HTML file or, where a Chromium is found, as PDF.

use crate::args::SheetArgs;
use crate::files::{self, Existing};
use crate::library::find;
use crate::report::{Failure, Report};
use crate::words::{ruleset, settings};
use longroll_ai::Appraisal;
use longroll_game::{Battle, LoadError, ScenarioText, load_to_show, peek};
use longroll_rulesets::{RulesetId, Visit};
use longroll_sheet::{Paper, labels, markers, reference, roster, setup};
use longroll_umpire::{mustered, roster_of};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) fn run(args: &SheetArgs) -> Result<Report, Failure> {
    let paper = Paper::parse(&args.paper).ok_or_else(|| {
        Failure::usage(format!("{:?} is no paper of ours; choose A4 or Letter", args.paper))
    })?;
    let existing = Existing::unless_forced(args.force);
    for path in [&args.out, &args.pdf].into_iter().flatten() {
        files::check_writable(path, existing)?;
    }
    let html = sheet(args, paper)?;
    let mut said = String::new();
    if let Some(path) = &args.pdf {
        let pages = print(&html, path, existing)?;
        let word = if pages == 1 { "page" } else { "pages" };
        said.push_str(&format!("{}: {pages} {word}\n", path.display()));
    }
    if let Some(path) = &args.out {
        files::write(path, &html, existing)?;
        said.push_str(&format!("{}: open it in a browser and print it\n", path.display()));
    }
    let wants_text = args.pdf.is_none() && args.out.is_none();
    Ok(Report::fine(if wants_text { html } else { said }))
}

/// A ruleset, a battle or a game in play, and what of it.
fn sheet(args: &SheetArgs, paper: Paper) -> Result<String, Failure> {
    let kind = args.kind.as_deref();
    if let Some(set) = args.what.to_str().and_then(|named| RulesetId::parse(named).ok()) {
        return match kind.unwrap_or("reference") {
            "reference" => Ok(reference(set, paper)),
            "markers" => Ok(markers(set, paper)),
            other => Err(Failure::usage(format!(
                "a ruleset has the sheets reference and markers; {other} wants a battle or a game file"
            ))),
        };
    }
    if args.what.extension().is_some_and(|ending| ending == "jsonl") {
        return of_game(args, paper);
    }
    let named = args.ruleset.as_deref().ok_or_else(|| {
        let known: Vec<_> = RulesetId::ALL.iter().map(|set| set.id()).collect();
        Failure::usage(format!(
            "{} is no ruleset; for a battle add --ruleset, one of {}",
            args.what.display(),
            known.join(", ")
        ))
    })?;
    let set = ruleset(named)?;
    let settings = settings(set.registry(), &args.options)?;
    let texts = find(&args.what)?;
    let battle =
        Battle::read(ScenarioText { name: texts.name, toml: texts.scenario, geojson: texts.terrain })
            .map_err(|mistakes| {
                let first = mistakes.first().map(ToString::to_string).unwrap_or_default();
                Failure::usage(format!("{first}; longroll scenario check shows every mistake"))
            })?;
    let title = battle.scenario().title.clone();
    let army = || mustered(set, &settings, &battle).map_err(|error| Failure::usage(error.0));
    match kind.unwrap_or("setup") {
        "setup" => setup(set, &settings, &battle, paper).map_err(|error| Failure::usage(error.0)),
        "roster" => army().map(|army| roster(set, &title, &army, &army, paper)),
        "labels" => army().map(|army| labels(set, &title, &army, paper)),
        other => Err(no_sheet(other)),
    }
}

/// The army of a game file as it stands at its end, with its losses.
fn of_game(args: &SheetArgs, paper: Paper) -> Result<String, Failure> {
    let shown = args.what.display().to_string();
    let text = files::read_text(&args.what)?;
    let unreadable = |error: LoadError| Failure::usage(format!("{shown}: {error}"));
    let header = peek(&text).map_err(unreadable)?;
    let set =
        RulesetId::parse(&header.ruleset).map_err(|error| Failure::usage(format!("{shown}: {error}")))?;
    let Played { title, start, now } = set.visit(Play(&text)).map_err(unreadable)?;
    let (start, now) = (roster_of(set, &start), roster_of(set, &now));
    match args.kind.as_deref().unwrap_or("roster") {
        "roster" => Ok(roster(set, &title, &now, &start, paper)),
        "labels" => Ok(labels(set, &title, &now, paper)),
        other => Err(no_sheet(other)),
    }
}

fn no_sheet(named: &str) -> Failure {
    Failure::usage(format!(
        "there is no sheet {named:?}; a battle has setup, roster and labels, a game file roster and labels, a ruleset reference and \
         markers"
    ))
}

struct Play<'a>(&'a str);

struct Played {
    title: String,
    start: Value,
    now: Value,
}

impl Visit for Play<'_> {
    type Out = Result<Played, LoadError>;

    fn visit<R: Appraisal>(self) -> Self::Out {
        let game = load_to_show::<R>(self.0)?;
        let json = |state: &R::State| serde_json::to_value(state).unwrap_or(Value::Null);
        let start = game.replay().next().map(|frame| json(&frame.state)).unwrap_or(Value::Null);
        Ok(Played { title: game.setup().scenario.title.clone(), start, now: json(game.state()) })
    }
}

/// Names under which a Chromium or Chrome is looked for.
const BROWSERS: &[&str] =
    &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

fn browser() -> Option<PathBuf> {
    let mac = PathBuf::from("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&folders)
        .flat_map(|folder| BROWSERS.iter().map(move |name| folder.join(name)))
        .collect::<Vec<_>>();
    named.into_iter().chain(on_path).chain([mac]).find(|file| file.is_file())
}

/// Prints to PDF in a folder of its own, and gives the number of pages.
fn print(html: &str, path: &Path, existing: Existing) -> Result<usize, Failure> {
    let browser = browser().ok_or_else(|| {
        Failure::usage(
            "no Chromium or Chrome was found for the PDF; install one, name it by CHROMIUM=/path/to/it, or write HTML with --out and \
             print that",
        )
    })?;
    let folder = std::env::temp_dir().join(format!("longroll-sheet-{}", std::process::id()));
    let cannot =
        |error: std::io::Error| Failure::usage(format!("{} cannot be used: {error}", folder.display()));
    std::fs::create_dir_all(&folder).map_err(cannot)?;
    let (from, to) = (folder.join("sheet.html"), folder.join("sheet.pdf"));
    let written = std::fs::write(&from, html).map_err(cannot).and_then(|()| {
        // The page is our own and has no script; a browser started by root refuses its sandbox.
        for sandbox in [None, Some("--no-sandbox")] {
            let mut command = Command::new(&browser);
            command
                .args(["--headless", "--disable-gpu", "--no-pdf-header-footer", "--no-first-run"])
                .args(sandbox);
            command.arg(format!("--user-data-dir={}", folder.join("profile").display()));
            command.arg(format!("--print-to-pdf={}", to.display())).arg(&from);
            let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
            if let Ok(bytes) = std::fs::read(&to) {
                return Ok(bytes);
            }
        }
        Err(Failure::usage(format!(
            "{} printed no PDF; write HTML with --out and print that",
            browser.display()
        )))
    });
    // A leftover in the folder for temporary files harms nobody.
    let _ = std::fs::remove_dir_all(&folder);
    let bytes = written?;
    files::write_bytes(path, &bytes, existing)?;
    Ok(pages(&bytes))
}

/// Page objects of a PDF as Chromium writes it.
fn pages(bytes: &[u8]) -> usize {
    let mark = b"/Type /Page\n";
    bytes.windows(mark.len()).filter(|window| window == mark).count()
}
