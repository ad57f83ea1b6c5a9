//! `cargo xtask mutants SET`: how strong are the tests of a ruleset?
//!
//! A seeded sample of small errors is put into a copy of the workspace, all of them at once, each behind a switch; so the copy
//! is built once, and the rule cases and tests run once for each error. An error that nothing notices is a gap in the tests.

mod places;

use places::{Mutant, mutants_of};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What is asked for.
#[derive(Debug)]
pub(crate) struct Asked {
    pub ruleset: String,
    pub sample: usize,
    pub seed: u64,
}

impl Asked {
    pub(crate) fn read(words: &[&str]) -> Option<Asked> {
        let (ruleset, mut rest) = words.split_first()?;
        let mut asked = Asked { ruleset: (*ruleset).to_owned(), sample: 150, seed: 1 };
        while let [name, value, more @ ..] = rest {
            match *name {
                "--sample" => asked.sample = value.parse().ok()?,
                "--seed" => asked.seed = value.parse().ok()?,
                _ => return None,
            }
            rest = more;
        }
        rest.is_empty().then_some(asked)
    }
}

/// Files that show rules to people or read what they write, and decide nothing.
const FACES: &[&str] = &[
    "tell",
    "view",
    "offers",
    "muster",
    "case",
    "cases",
    "words",
    "procedures",
    "explain",
    "explain_command",
    "why",
    "command",
    "lib",
    "options",
    "event",
    "label",
    "panel",
    "facts",
    "case_units",
    "recording",
];

/// Longer than any run of the cases takes by far; an error that makes a rule run for ever is noticed by that.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) fn run(root: &Path, asked: &Asked) -> ExitCode {
    match measure(root, asked) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn measure(root: &Path, asked: &Asked) -> Result<(), String> {
    let crate_folder = Path::new("crates").join(format!("rules-{}", asked.ruleset));
    let source = root.join(&crate_folder).join("src");
    if !source.is_dir() {
        return Err(format!("there is no ruleset {}", asked.ruleset));
    }
    let mut all = Vec::new();
    for path in rust_files(&source) {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if !FACES.contains(&stem) {
            let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
            let relative = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
            all.extend(mutants_of(&relative, &text));
        }
    }
    let mut chosen = sample(all.clone(), asked.sample, asked.seed);
    println!("{}: {} places, {} in the sample (seed {})", asked.ruleset, all.len(), chosen.len(), asked.seed);
    let copy = copy_of(root, &asked.ruleset)?;
    let not_viable = build_with(root, &copy, &crate_folder, &asked.ruleset, &mut chosen)?;
    println!("{} viable, {not_viable} dropped because they do not compile", chosen.len());
    let tests = test_programs(&copy, &asked.ruleset)?;
    if !notices_nothing(&copy, &asked.ruleset, &tests, None)? {
        return Err("the tests fail without any error put in".to_owned());
    }
    let survivors = try_all(&copy, &asked.ruleset, &tests, &chosen)?;
    let caught = chosen.len() - survivors.len();
    for mutant in &survivors {
        println!(
            "survived: {}:{}: {} -> {}",
            mutant.file.display(),
            mutant.line,
            short(&mutant.was),
            short(&mutant.becomes)
        );
    }
    println!(
        "{}: {caught} of {} viable errors caught, {}.{} %",
        asked.ruleset,
        chosen.len(),
        caught * 100 / chosen.len().max(1),
        caught * 1000 / chosen.len().max(1) % 10
    );
    Ok(())
}

fn short(text: &str) -> String {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    flat.chars().take(80).collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// So many of them, drawn by the seed, none inside another.
fn sample(mut all: Vec<Mutant>, most: usize, seed: u64) -> Vec<Mutant> {
    let mut counter = seed;
    let mut word = || {
        counter = counter.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = counter;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    };
    let mut chosen: Vec<Mutant> = Vec::new();
    while chosen.len() < most && !all.is_empty() {
        let next = all.swap_remove((word() % all.len() as u64) as usize);
        let apart =
            |known: &Mutant| known.file != next.file || next.to <= known.from || known.to <= next.from;
        if chosen.iter().all(apart) {
            chosen.push(next);
        }
    }
    chosen
}

/// A copy of what git tracks, without its history.
fn copy_of(root: &Path, ruleset: &str) -> Result<PathBuf, String> {
    let copy = target(root).join("mutants").join(ruleset);
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root).output();
    let listed = listed.map_err(|error| format!("git cannot be started: {error}"))?.stdout;
    for name in String::from_utf8_lossy(&listed).split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (root.join(name), copy.join(name));
        let Ok(bytes) = fs::read(&from) else { continue };
        if fs::read(&to).is_ok_and(|known| known == bytes) {
            continue;
        }
        let folder = to.parent().unwrap_or(&copy);
        fs::create_dir_all(folder).and_then(|()| fs::write(&to, bytes)).map_err(|error| error.to_string())?;
    }
    Ok(copy)
}

fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

fn target_of_copy(copy: &Path) -> PathBuf {
    copy.parent().unwrap_or(copy).join("target")
}

/// Writes the errors into the copy and builds it, dropping those that do not compile. Returns how many.
fn build_with(
    root: &Path,
    copy: &Path,
    crate_folder: &Path,
    ruleset: &str,
    chosen: &mut Vec<Mutant>,
) -> Result<usize, String> {
    let before = chosen.len();
    let package = format!("longroll-rules-{ruleset}");
    for _ in 0..40 {
        write_mutants(root, copy, crate_folder, chosen)?;
        // Checking is quicker than building, and stumbles over the same errors.
        let mut output = ran(cargo(copy).args(["check", "--message-format=short", "-p", &package]))?;
        if output.status.success() {
            let build =
                ["build", "--message-format=short", "-p", "longroll", "-p", &package, "--tests", "--bins"];
            output = ran(cargo(copy).args(build))?;
        }
        if output.status.success() {
            return Ok(before - chosen.len());
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let bad = failing_mutants(&said, copy, chosen);
        if bad.is_empty() {
            return Err(format!("the copy does not build:\n{said}"));
        }
        let mut number = 0;
        chosen.retain(|_| {
            number += 1;
            !bad.contains(&(number - 1))
        });
    }
    Err("the copy does not come to build".to_owned())
}

fn ran(command: &mut Command) -> Result<std::process::Output, String> {
    command.output().map_err(|error| format!("{command:?} cannot be started: {error}"))
}

/// The switched expression stands on lines of its own, with its number in a comment, so that the compiler's line leads to it.
fn write_mutants(root: &Path, copy: &Path, crate_folder: &Path, chosen: &[Mutant]) -> Result<(), String> {
    let mut by_file: BTreeMap<&Path, Vec<(usize, &Mutant)>> = BTreeMap::new();
    for path in rust_files(&root.join(crate_folder).join("src")) {
        let relative = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
        fs::copy(&path, copy.join(&relative)).map_err(|error| error.to_string())?;
    }
    for (number, mutant) in chosen.iter().enumerate() {
        by_file.entry(&mutant.file).or_default().push((number, mutant));
    }
    for (file, mut mutants) in by_file {
        let mut text = fs::read_to_string(root.join(file)).map_err(|error| error.to_string())?;
        mutants.sort_by_key(|(_, mutant)| std::cmp::Reverse(mutant.from));
        for (number, mutant) in mutants {
            let Mutant { from, to, was, becomes, is_return, .. } = mutant;
            let switched = if *is_return {
                format!("\n/*m{number}*/ if crate::mutant::is_on({number}) {{ {becomes} }}\n")
            } else {
                format!(
                    "(\n/*m{number}*/ if crate::mutant::is_on({number}) {{ {} }} else {{ {} }}\n)",
                    one_line(becomes),
                    one_line(was)
                )
            };
            text.replace_range(*from..*to, &switched);
        }
        fs::write(copy.join(file), text).map_err(|error| error.to_string())?;
    }
    let library = copy.join(crate_folder).join("src/lib.rs");
    let mut text = fs::read_to_string(&library).map_err(|error| error.to_string())?;
    text.push_str(
        "\n#[allow(missing_docs, unreachable_pub)]\npub mod mutant {\n    static ON: std::sync::LazyLock<Option<u32>> =\n        \
         std::sync::LazyLock::new(|| std::env::var(\"LONGROLL_MUTANT\").ok()?.parse().ok());\n    \
         pub fn is_on(number: u32) -> bool {\n        *ON == Some(number)\n    }\n}\n",
    );
    fs::write(library, text).map_err(|error| error.to_string())
}

/// Comments end at the end of a line, so they go before the lines are joined.
fn one_line(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.split(" // ").next().unwrap_or(line))
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join(" ")
}

/// Numbers of the errors on whose lines the compiler stumbled.
fn failing_mutants(said: &str, copy: &Path, chosen: &[Mutant]) -> Vec<usize> {
    let mut bad = Vec::new();
    for line in said.lines().filter(|line| line.contains(": error")) {
        let mut parts = line.split(':');
        let (Some(file), Some(Ok(at))) = (parts.next(), parts.next().map(str::parse::<usize>)) else {
            continue;
        };
        let Ok(text) = fs::read_to_string(copy.join(file)) else { continue };
        let Some(code) = text.lines().nth(at.saturating_sub(1)) else { continue };
        let marks = code.match_indices("/*m").filter_map(|(place, _)| {
            code[place + 3..].split('*').next().and_then(|number| number.parse::<usize>().ok())
        });
        bad.extend(marks.filter(|number| *number < chosen.len()));
    }
    bad.sort_unstable();
    bad.dedup();
    bad
}

fn cargo(copy: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", target_of_copy(copy))
        .env("LONGROLL_WEB", "skip")
        .env("RUSTFLAGS", "--cap-lints=warn");
    command
}

/// The tests of the ruleset's own crate, as programs.
fn test_programs(copy: &Path, ruleset: &str) -> Result<Vec<PathBuf>, String> {
    let output = cargo(copy)
        .args(["test", "--no-run", "--message-format=json", "-p", &format!("longroll-rules-{ruleset}")])
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let programs = said.lines().filter_map(|line| {
        let (_, rest) = line.split_once("\"executable\":\"")?;
        Some(PathBuf::from(rest.split('"').next()?))
    });
    Ok(programs.collect())
}

/// Battles that every change must decide as before.
fn kept_battles(copy: &Path, ruleset: &str) -> Vec<PathBuf> {
    let folder = fs::read_dir(copy.join("replays").join(ruleset));
    folder.into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Runs cases, kept battles and tests with one error on. True when all of them pass.
fn notices_nothing(
    copy: &Path,
    ruleset: &str,
    tests: &[PathBuf],
    number: Option<usize>,
) -> Result<bool, String> {
    let mut cases = Command::new(target_of_copy(copy).join("debug/longroll"));
    cases.args(["case", &format!("cases/{ruleset}")]);
    let mut runs = vec![cases];
    for kept in kept_battles(copy, ruleset) {
        let mut run = Command::new(target_of_copy(copy).join("debug/longroll"));
        run.arg("replay").arg(kept).arg("--verify");
        runs.push(run);
    }
    runs.extend(tests.iter().map(|test| {
        let mut run = Command::new(test);
        run.arg("--test-threads=1");
        run
    }));
    for mut run in runs {
        run.current_dir(copy).stdout(Stdio::null()).stderr(Stdio::null());
        if let Some(number) = number {
            run.env("LONGROLL_MUTANT", number.to_string());
        }
        if !passes_in_time(&mut run)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn passes_in_time(run: &mut Command) -> Result<bool, String> {
    let mut child = run.spawn().map_err(|error| error.to_string())?;
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            // A kept battle that holds is consistent but unproven: exit code 3.
            return Ok(matches!(status.code(), Some(0 | 3)));
        }
        if began.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            return Ok(false);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Two at a time. Returns those that nothing noticed.
fn try_all(copy: &Path, ruleset: &str, tests: &[PathBuf], chosen: &[Mutant]) -> Result<Vec<Mutant>, String> {
    let next = Mutex::new(0_usize);
    let survivors = Mutex::new(Vec::new());
    let failed = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = {
                        let mut next = next.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        *next += 1;
                        *next - 1
                    };
                    let Some(mutant) = chosen.get(number) else { return };
                    match notices_nothing(copy, ruleset, tests, Some(number)) {
                        Ok(true) => survivors
                            .lock()
                            .unwrap_or_else(std::sync::PoisonError::into_inner)
                            .push(mutant.clone()),
                        Ok(false) => {}
                        Err(why) => {
                            *failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(why);
                            return;
                        }
                    }
                }
            });
        }
    });
    if let Some(why) = failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(why);
    }
    let mut survivors = survivors.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    survivors.sort_by(|one, two| (&one.file, one.line).cmp(&(&two.file, two.line)));
    Ok(survivors)
}
