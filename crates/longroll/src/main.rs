//! `longroll`: the program. It reads the command line and files, calls the library crates, and says what they found.
//!
//! Every command gives back one [`Report`] or one [`Failure`]; only `main` prints, so a closed pipe or a bad file is
//! never more than an exit code. 0: fine; 1: a difference or a failed check; 2: bad usage or unreadable
//! input; 3: a game file that is consistent but unproven.

mod args;
mod commands;
mod files;
mod library;
mod report;
mod shelves;
mod trace;
mod words;

use args::{Cli, Command};
use clap::Parser;
use report::{Failure, Report};
use std::io::Write;
use std::panic::AssertUnwindSafe;
use std::process::ExitCode;
use std::sync::Mutex;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run_guarded(cli) {
        Ok(report) => {
            // Whoever reads us may have heard enough and closed the pipe; that is no failure of ours.
            let _ = std::io::stdout().lock().write_all(report.text.as_bytes());
            let _ = std::io::stderr().lock().write_all(report.complaints.as_bytes());
            ExitCode::from(report.code)
        }
        Err(failure) => {
            let _ = writeln!(std::io::stderr().lock(), "longroll: {}", failure.message);
            ExitCode::from(failure.code)
        }
    }
}

/// A mistake in the program ends as a message like any other. Pieces of rules that break down over a forged game file are
/// caught where it is read, and say nothing here.
fn run_guarded(cli: Cli) -> Result<Report, Failure> {
    static LAST: Mutex<String> = Mutex::new(String::new());
    std::panic::set_hook(Box::new(|panic| {
        if let Ok(mut last) = LAST.lock() {
            *last = panic.to_string().replace('\n', " ");
        }
    }));
    std::panic::catch_unwind(AssertUnwindSafe(|| run(cli))).unwrap_or_else(|_| {
        let what = LAST.lock().map(|last| last.clone()).unwrap_or_default();
        Err(Failure::usage(format!("a mistake in this program stopped it; please report it: {what}")))
    })
}

fn run(cli: Cli) -> Result<Report, Failure> {
    match cli.command {
        None => commands::serve::run(&args::ServeArgs::default()),
        Some(Command::Serve(args)) => commands::serve::run(&args),
        Some(Command::Rules(args)) => commands::rules::run(&args),
        Some(Command::Case(args)) => commands::case::run(&args),
        Some(Command::Odds(args)) => commands::odds::run(&args),
        Some(Command::Play(args)) => commands::play::run(&args),
        Some(Command::Sim(args)) => commands::sim::run(&args),
        Some(Command::Merge(args)) => commands::merge::run(&args),
        Some(Command::Balance(args)) => commands::balance::run(&args),
        Some(Command::Ladder(args)) => commands::ladder::run(&args),
        Some(Command::Analyse(args)) => commands::analyse::run(&args),
        Some(Command::Replay(args)) => commands::replay::run(&args),
        Some(Command::Scenario(args)) => commands::scenario::run(&args),
        Some(Command::Schema(args)) => commands::schema::run(&args),
        Some(Command::Store(args)) => commands::store::run(&args),
        Some(Command::Sheet(args)) => commands::sheet::run(&args),
    }
}
