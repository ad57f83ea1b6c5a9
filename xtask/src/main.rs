//! Chores of the workspace. `cargo xtask check` runs everything that must hold, and says at the end what did not.

mod dist;
mod mutants;
mod peers;
mod rules_in_battle;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask check           runs every check: format, lints, tests, documentation, trace, cases and the pages
cargo xtask dist            makes target/dist/longroll-….tar.gz: the program with its client, which needs neither Rust nor Node
cargo xtask mutants SET     puts small errors into a copy of a ruleset and counts how many its tests notice
                            [--sample 150] [--seed 1] [--only 3,17] [--batteries]
cargo xtask rules-in-battle writes docs/rules-in-battle.md: how often each heading of each rulebook comes up in battles between captains
                            [--games 20] [--seed 1]
cargo xtask peers           exact odds here and by icepool and dyce, measured in one run; installs both from PyPI into target/peers
";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["check"] => check(),
        ["dist"] => dist::run(&root()),
        ["mutants", rest @ ..] => match mutants::Asked::read(rest) {
            Some(asked) => mutants::run(&root(), &asked),
            None => {
                eprint!("{HELP}");
                ExitCode::from(2)
            }
        },
        ["rules-in-battle", rest @ ..] => match rules_in_battle::Asked::read(rest) {
            Some(asked) => rules_in_battle::run(&root(), &program(), &asked),
            None => {
                eprint!("{HELP}");
                ExitCode::from(2)
            }
        },
        ["peers"] => peers::run(&root()),
        ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprint!("{HELP}");
            ExitCode::from(2)
        }
    }
}

/// One thing that must hold.
struct Check {
    name: &'static str,
    /// What runs it: cargo, npm, node, or the program itself.
    program: &'static str,
    words: &'static [&'static str],
    /// Set for this command only.
    setting: Option<(&'static str, &'static str)>,
}

const fn step(name: &'static str, words: &'static [&'static str]) -> Check {
    Check { name, program: "cargo", words, setting: None }
}

const fn by(program: &'static str, name: &'static str, words: &'static [&'static str]) -> Check {
    Check { name, program, words, setting: None }
}

/// In this order: the tests build the program with the client and its node_modules, which all after them need. They run the
/// program as it was built for the tests: `cargo run` would build every crate once more, with fewer features. The tidy tests
/// of this crate run with all others.
const CHECKS: &[Check] = &[
    step("format", &["fmt", "--all", "--check"]),
    step("lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]),
    step("tests", &["test", "--workspace", "--locked"]),
    Check {
        name: "documentation",
        program: "cargo",
        words: &["doc", "--workspace", "--no-deps", "--locked"],
        setting: Some(("RUSTDOCFLAGS", "-D warnings")),
    },
    by("longroll", "trace", &["rules", "trace"]),
    by("longroll", "cases", &["case", "cases"]),
    by("longroll", "scenarios", &["scenario", "check", "scenarios"]),
    by("npm", "client format", &["--prefix", "web", "run", "format-check"]),
    by("npm", "client lints", &["--prefix", "web", "run", "lint"]),
    by("npm", "client types", &["--prefix", "web", "run", "check"]),
    by("npm", "client tests", &["--prefix", "web", "test"]),
    by("node", "browser", &["web/tests/browser.mjs"]),
];

/// Set where nothing may be left out for want of a program, as in CI.
const LEAVE_NOTHING_OUT: &str = "LONGROLL_LEAVE_NOTHING_OUT";

/// Programs that tests need beside Rust and Node, where else Debian puts them, and the package that brings them.
const SERVICES: &[(&str, &str, &str)] = &[("initdb", "/usr/lib/postgresql", "postgresql")];

/// Installs what is missing where that can be done without asking, and says what the tests will leave out.
fn provide() {
    for (program, elsewhere, package) in SERVICES {
        let path = env::var_os("PATH").unwrap_or_default();
        let is_there = || {
            env::split_paths(&path).any(|folder| folder.join(program).is_file())
                || Path::new(elsewhere).is_dir()
        };
        if is_there() {
            continue;
        }
        println!("{package} is missing; installing it with apt-get");
        for words in [
            &["update", "-q"][..],
            &["-o", "DPkg::Lock::Timeout=120", "install", "-y", "-q", "--no-install-recommends", package],
        ] {
            let ran = Command::new("apt-get").args(words).env("DEBIAN_FRONTEND", "noninteractive").status();
            if !ran.is_ok_and(|status| status.success()) {
                break;
            }
        }
        if !is_there() {
            let or = if env::var_os(LEAVE_NOTHING_OUT).is_some() { "will fail" } else { "are left out" };
            println!("{package} cannot be installed here: the tests that need it {or}");
        }
    }
}

fn check() -> ExitCode {
    provide();
    let mut failed = Vec::new();
    for check in CHECKS {
        println!("== {}: {} {}", check.name, check.program, check.words.join(" "));
        if !passes(check) {
            failed.push(check.name);
        }
    }
    if failed.is_empty() {
        println!("== everything holds");
        ExitCode::SUCCESS
    } else {
        println!("== failed: {}", failed.join(", "));
        ExitCode::FAILURE
    }
}

fn passes(check: &Check) -> bool {
    let mut command = match check.program {
        "cargo" => Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into())),
        "npm" if cfg!(windows) => Command::new("npm.cmd"),
        "longroll" => Command::new(program()),
        program => Command::new(program),
    };
    command.args(check.words).current_dir(root()).envs(check.setting);
    match command.status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("{} cannot be started: {error}", check.program);
            false
        }
    }
}

/// The program as it was built last, beside this one.
fn program() -> PathBuf {
    let here = env::current_exe().unwrap_or_default();
    here.with_file_name(format!("longroll{}", env::consts::EXE_SUFFIX))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
