//! `longroll`: the program. It reads the command line and files, calls the library crates, and says what they found.
//!
//! Every command gives back one [`Report`] or one [`Failure`]; only `main` prints, so a closed pipe or a bad file is
//! never more than an exit code. 0: fine; 1: a difference or a failed check; 2: bad usage or unreadable input.

mod args;
mod commands;
mod files;
mod library;
mod report;
mod trace;
mod words;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use report::{Failure, Report};
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
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

fn run(cli: Cli) -> Result<Report, Failure> {
    match cli.command {
        None => Ok(Report::fine(Cli::command().render_help().to_string())),
        Some(Command::Rules(args)) => commands::rules::run(&args),
        Some(Command::Odds(args)) => commands::odds::run(&args),
        Some(Command::Scenario(args)) => commands::scenario::run(&args),
        Some(Command::Schema(args)) => commands::schema::run(&args),
    }
}
