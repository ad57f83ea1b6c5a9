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
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What is asked for.
#[derive(Debug)]
pub(crate) struct Asked {
    pub ruleset: String,
    pub sample: usize,
    pub seed: u64,
    /// Try only these errors of the sample, by number; all of them when empty.
    pub only: Vec<usize>,
    /// Try what nothing else notices against the batteries in testkit as well, which takes much longer.
    pub batteries: bool,
}

impl Asked {
    pub(crate) fn read(words: &[&str]) -> Option<Asked> {
        let (ruleset, mut rest) = words.split_first()?;
        let mut asked = Asked {
            ruleset: (*ruleset).to_owned(),
            sample: 150,
            seed: 1,
            only: Vec::new(),
            batteries: false,
        };
        if let [more @ .., "--batteries"] = rest {
            asked.batteries = true;
            rest = more;
        }
        while let [name, value, more @ ..] = rest {
            match *name {
                "--sample" => asked.sample = value.parse().ok()?,
                "--seed" => asked.seed = value.parse().ok()?,
                "--only" => {
                    asked.only = value.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
                }
                _ => return None,
            }
            rest = more;
        }
        rest.is_empty().then_some(asked)
    }
}

/// Folders that show rules to people or read what they write, and decide nothing.
const FACES: &[&str] = &["shown", "cases"];
/// Single files of that kind in the other folders.
const FACE_FILES: &[&str] = &["lib", "mod", "options", "facts", "catalogue", "command", "event", "muster"];

/// A run that takes so many times as long as without an error, and this much more, is stuck: the error is noticed by that.
const PATIENCE: (u32, Duration) = (20, Duration::from_secs(30));

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
        let is_face = path.parent().is_some_and(|folder| FACES.iter().any(|face| folder.ends_with(face)));
        if !is_face && !FACE_FILES.contains(&stem) {
            let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
            let relative = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
            all.extend(mutants_of(&relative, &text));
        }
    }
    let mut chosen = sample(all.clone(), asked.sample, asked.seed);
    println!("{}: {} places, {} in the sample (seed {})", asked.ruleset, all.len(), chosen.len(), asked.seed);
    let began = Instant::now();
    let copy = copy_of(root)?;
    let all_chosen = chosen.len();
    build_with(root, &copy, &crate_folder, &asked.ruleset, &mut chosen)?;
    println!("{} viable, {} dropped because they do not compile", chosen.len(), all_chosen - chosen.len());
    println!("built after {} s", began.elapsed().as_secs());
    let runs = measured(&copy, runs(&copy, &asked.ruleset)?)?;
    let tried: Vec<usize> = if asked.only.is_empty() {
        (0..chosen.len()).collect()
    } else {
        asked.only.iter().copied().filter(|number| *number < chosen.len()).collect()
    };
    let unnoticed = try_all(&copy, &runs, &tried)?;
    println!(
        "{} of {} caught by cases, kept battles and the crate's own tests",
        tried.len() - unnoticed.len(),
        tried.len()
    );
    let mut survivors = unnoticed.clone();
    if asked.batteries {
        let batteries = measured(&copy, batteries(&copy, &asked.ruleset)?)?;
        survivors = try_all(&copy, &batteries, &unnoticed)?;
        println!("{} more by the batteries", unnoticed.len() - survivors.len());
    }
    for number in &survivors {
        let mutant = &chosen[*number];
        println!(
            "survived: {number}: {}:{}: {} -> {}",
            mutant.file.display(),
            mutant.line,
            short(&mutant.was),
            short(&mutant.becomes)
        );
    }
    println!("tried after {} s", began.elapsed().as_secs());
    let (caught, of) = (tried.len() - survivors.len(), tried.len());
    println!(
        "{}: {caught} of {of} viable errors caught, {}.{} %",
        asked.ruleset,
        caught * 100 / of.max(1),
        caught * 1000 / of.max(1) % 10
    );
    Ok(())
}

/// Runs each without any error, to see that it passes and how long it takes.
fn measured(copy: &Path, mut runs: Vec<Run>) -> Result<Vec<Run>, String> {
    for run in &mut runs {
        let began = Instant::now();
        if !run.passes(copy, None)? {
            return Err(format!("{} fails without any error put in", run.name()));
        }
        run.takes = began.elapsed();
    }
    Ok(runs)
}

fn short(text: &str) -> String {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    flat.chars().take(120).collect()
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

/// A copy of what git tracks, without its history. One for all rulesets, so that what they share is built once.
fn copy_of(root: &Path) -> Result<PathBuf, String> {
    let copy = target(root).join("mutants").join("copy");
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root).output();
    let listed = listed.map_err(|error| format!("git cannot be started: {error}"))?.stdout;
    for name in String::from_utf8_lossy(&listed).split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (root.join(name), copy.join(name));
        let Ok(bytes) = fs::read(&from) else { continue };
        put(&to, &bytes)?;
    }
    Ok(copy)
}

/// What has not changed is not written again, so that it is not built again.
fn put(file: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(file).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder).and_then(|()| fs::write(file, bytes)).map_err(|error| error.to_string())
}

fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

fn target_of_copy(copy: &Path) -> PathBuf {
    copy.parent().unwrap_or(copy).join("target")
}

/// Writes the errors into the copy and builds it, dropping those that do not compile.
fn build_with(
    root: &Path,
    copy: &Path,
    crate_folder: &Path,
    ruleset: &str,
    chosen: &mut Vec<Mutant>,
) -> Result<(), String> {
    let package = format!("longroll-rules-{ruleset}");
    for _ in 0..40 {
        write_mutants(root, copy, crate_folder, chosen)?;
        write_driver(root, copy, crate_folder, ruleset)?;
        // What does not compile is found before anything is generated, so no check need come first.
        let output = ran(cargo(copy).args(["build", "--message-format=short", "-p", &package, "--tests"]))?;
        if output.status.success() {
            return Ok(());
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
    let mut by_file: BTreeMap<PathBuf, Vec<(usize, &Mutant)>> = BTreeMap::new();
    for path in rust_files(&root.join(crate_folder).join("src")) {
        by_file.insert(path.strip_prefix(root).unwrap_or(&path).to_path_buf(), Vec::new());
    }
    for (number, mutant) in chosen.iter().enumerate() {
        by_file.entry(mutant.file.clone()).or_default().push((number, mutant));
    }
    for (file, mut mutants) in by_file {
        let mut text = fs::read_to_string(root.join(&file)).map_err(|error| error.to_string())?;
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
        if file.ends_with("src/lib.rs") {
            text.push_str(SWITCH);
        }
        put(&copy.join(file), text.as_bytes())?;
    }
    Ok(())
}

/// Goes to the end of the library: which error is on.
const SWITCH: &str = r#"
#[allow(missing_docs, unreachable_pub)]
pub mod mutant {
    static ON: std::sync::LazyLock<Option<u32>> =
        std::sync::LazyLock::new(|| std::env::var("LONGROLL_MUTANT").ok()?.parse().ok());
    pub fn is_on(number: u32) -> bool {
        *ON == Some(number)
    }
}
"#;

/// Runs the rule cases of a folder or verifies a kept battle, with this ruleset alone: the whole program need not be built.
const DRIVER: &str = r#"
use std::{env, fs, path::PathBuf};
use longroll_rules_CRATE::RULESET;

#[test]
fn cases_or_kept_battle() {
    if let Ok(file) = env::var("LONGROLL_KEPT") {
        longroll_game::verify::<RULESET>(&fs::read_to_string(file).unwrap()).unwrap();
        return;
    }
    let place = PathBuf::from(env::var("LONGROLL_CASES").unwrap());
    let mut files = vec![place.clone()];
    if place.is_dir() {
        files = fs::read_dir(place).unwrap().flatten().map(|entry| entry.path()).collect();
    }
    files.sort();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let report = longroll_cases::run::<RULESET>(&text, &file.to_string_lossy(), longroll_table::UNIT(1));
        let passed = report.mistake.is_none() && report.cases.iter().all(|case| case.is_passed());
        assert!(passed, "{report}");
    }
}
"#;

fn write_driver(root: &Path, copy: &Path, crate_folder: &Path, ruleset: &str) -> Result<(), String> {
    let capital =
        |word: &str| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect();
    let name: String = ruleset.split('-').map(|word| -> String { capital(word) }).collect();
    let unit = if ruleset == "potomac" { "cm" } else { "inches" };
    let driver =
        DRIVER.replace("CRATE", &ruleset.replace('-', "_")).replace("RULESET", &name).replace("UNIT", unit);
    put(&copy.join(crate_folder).join("tests/driver.rs"), driver.as_bytes())?;
    let manifest = crate_folder.join("Cargo.toml");
    let mut text = fs::read_to_string(root.join(&manifest)).map_err(|error| error.to_string())?;
    if !text.contains("[dev-dependencies]") {
        text.push_str("\n[dev-dependencies]\n");
    }
    for needed in ["longroll-cases", "longroll-game"] {
        if !text.contains(needed) {
            text.push_str(&format!("{needed}.workspace = true\n"));
        }
    }
    put(&copy.join(manifest), text.as_bytes())
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
    command.current_dir(copy).env("CARGO_TARGET_DIR", target_of_copy(copy)).env("LONGROLL_WEB", "skip");
    command
}

/// Tests of a package, as programs.
fn test_programs(copy: &Path, words: &[&str]) -> Result<Vec<PathBuf>, String> {
    let output = ran(cargo(copy).args(["test", "--no-run", "--message-format=json"]).args(words))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let programs = said.lines().filter_map(|line| {
        let (_, rest) = line.split_once("\"executable\":\"")?;
        Some(PathBuf::from(rest.split('"').next()?))
    });
    Ok(programs.collect())
}

/// The batteries of the ruleset in testkit. They take longer than all else, so they try only what nothing else has noticed.
fn batteries(copy: &Path, ruleset: &str) -> Result<Vec<Run>, String> {
    let name = ruleset.replace('-', "_");
    let battles = format!("{name}_battles");
    let programs = test_programs(
        copy,
        &[
            "-p",
            "longroll-testkit",
            "--test",
            "case_positions",
            "--test",
            &battles,
            "--test",
            "watched_battles",
        ],
    )?;
    let run = |program: &PathBuf| {
        let is_own = program.to_string_lossy().contains(&battles);
        let only = (!is_own).then(|| format!("{name}::"));
        Run { program: program.clone(), only, setting: None, takes: Duration::ZERO }
    };
    Ok(programs.iter().map(run).collect())
}

/// One program that looks for errors: the rule cases, a kept battle decided anew, or tests.
struct Run {
    program: PathBuf,
    /// Only tests whose names contain this.
    only: Option<String>,
    setting: Option<(&'static str, PathBuf)>,
    /// How long it takes when there is no error.
    takes: Duration,
}

/// The cases notice most, so they come first.
fn runs(copy: &Path, ruleset: &str) -> Result<Vec<Run>, String> {
    let mut tests = test_programs(copy, &["-p", &format!("longroll-rules-{ruleset}")])?;
    let is = |test: &Path, name: &str| {
        let file = test.file_name().map(|file| file.to_string_lossy().into_owned()).unwrap_or_default();
        file.rsplit_once('-').is_some_and(|(stem, _)| stem == name)
    };
    let driver = tests.iter().find(|test| is(test, "driver")).cloned().ok_or("the driver was not built")?;
    // The driver runs the cases.
    tests.retain(|test| !is(test, "driver") && !is(test, "cases"));
    let run = |program: &Path, setting| Run {
        program: program.to_path_buf(),
        only: None,
        setting,
        takes: Duration::ZERO,
    };
    let mut runs = vec![run(&driver, Some(("LONGROLL_CASES", copy.join("cases").join(ruleset))))];
    let kept = fs::read_dir(copy.join("replays").join(ruleset)).into_iter().flatten().flatten();
    runs.extend(kept.map(|kept| run(&driver, Some(("LONGROLL_KEPT", kept.path())))));
    runs.extend(tests.iter().map(|test| run(test, None)));
    Ok(runs)
}

impl Run {
    fn name(&self) -> String {
        format!("{} {:?}", self.program.display(), self.setting)
    }

    /// With one error on, or none. A run that is stuck does not pass.
    fn passes(&self, copy: &Path, number: Option<usize>) -> Result<bool, String> {
        let mut command = Command::new(&self.program);
        command.args(&self.only).arg("--test-threads=1").stdout(Stdio::null()).stderr(Stdio::null());
        command.current_dir(copy).envs(self.setting.clone());
        if let Some(number) = number {
            command.env("LONGROLL_MUTANT", number.to_string());
        }
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", self.name()))?;
        let began = Instant::now();
        loop {
            if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
                return Ok(status.success());
            }
            if let Some(number) = number.filter(|_| began.elapsed() > self.takes * PATIENCE.0 + PATIENCE.1) {
                let _ = child.kill();
                let _ = child.wait();
                println!("{number} does not end");
                return Ok(false);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Two at a time. Returns those that nothing noticed.
fn try_all(copy: &Path, runs: &[Run], tried: &[usize]) -> Result<Vec<usize>, String> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<usize>, String> {
        let mut survivors = Vec::new();
        while let Some(number) = tried.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut noticed = false;
            for run in runs {
                noticed = !run.passes(copy, Some(*number))?;
                if noticed {
                    break;
                }
            }
            if !noticed {
                survivors.push(*number);
            }
        }
        Ok(survivors)
    };
    let both = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let own = work();
        let other = other.join().map_err(|_| "a worker gave up".to_owned());
        own.and_then(|own| Ok([own, other??].concat()))
    });
    both.map(|mut survivors| {
        survivors.sort_unstable();
        survivors
    })
}
