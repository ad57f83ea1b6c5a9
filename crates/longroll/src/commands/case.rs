//! `longroll case`: examples of rules, run against the rules as coded.

use crate::args::CaseArgs;
use crate::files;
use crate::report::{Failure, Report, json};
use longroll_ai::Appraisal;
use longroll_cases::{CaseReport, CaseResult, Mistake, Verdict, peek};
use longroll_rulesets::{RulesetId, Visit};
use longroll_table::Length;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &CaseArgs) -> Result<Report, Failure> {
    let mut paths = Vec::new();
    for path in &args.paths {
        paths.extend(case_files(path)?);
    }
    let reports = paths.iter().map(|path| judge(path)).collect::<Result<Vec<_>, _>>()?;
    let text = if args.json {
        json(&reports.iter().map(as_json).collect::<Vec<_>>())?
    } else {
        reports.iter().map(|report| format!("{report}\n")).collect::<String>() + &total(&reports)
    };
    let cases = || reports.iter().flat_map(|report| &report.cases);
    let is_broken = reports.iter().any(|report| report.mistake.is_some())
        || cases().any(|case| matches!(case.verdict, Verdict::Broken(_)));
    let code = match (is_broken, cases().all(CaseResult::is_passed)) {
        (true, _) => 2,
        (false, false) => 1,
        (false, true) => 0,
    };
    Ok(Report { text, complaints: String::new(), code })
}

/// The file itself, or every `.toml` file in a folder and the folders within it.
fn case_files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let found = below(path, MOST_FOLDERS)?;
    if found.is_empty() {
        return Err(Failure::usage(format!("there are no case files (*.toml) in {}", path.display())));
    }
    Ok(found)
}

/// Folders within folders that are looked into; a link that leads back to itself ends here.
const MOST_FOLDERS: u32 = 16;

fn below(folder: &Path, depth: u32) -> Result<Vec<PathBuf>, Failure> {
    let cannot = |error| Failure::usage(format!("the folder {} cannot be read: {error}", folder.display()));
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).map_err(cannot)?.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() && depth > 0 {
            found.extend(below(&path, depth - 1)?);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
    Ok(found)
}

fn judge(path: &Path) -> Result<CaseReport, Failure> {
    let text = files::read_text(path)?;
    let file = path.display().to_string();
    let set = peek(&text).and_then(|named| {
        RulesetId::parse(&named).map_err(|error| Mistake { line: 1, what: error.to_string() })
    });
    Ok(match set {
        Ok(set) => set.visit(Run { text: &text, file: &file, unit: set.unit_of_length() }),
        Err(mistake) => CaseReport { file, mistake: Some(mistake), cases: Vec::new() },
    })
}

struct Run<'a> {
    text: &'a str,
    file: &'a str,
    unit: Length,
}

impl Visit for Run<'_> {
    type Out = CaseReport;

    fn visit<R: Appraisal>(self) -> CaseReport {
        longroll_cases::run::<R>(self.text, self.file, self.unit)
    }
}

/// One line for all files together, when there are several.
fn total(reports: &[CaseReport]) -> String {
    if reports.len() < 2 {
        return String::new();
    }
    let passed: usize = reports.iter().map(CaseReport::passed).sum();
    let all: usize = reports.iter().map(|report| report.cases.len()).sum();
    let unread = reports.iter().filter(|report| report.mistake.is_some()).count();
    let unread = if unread > 0 { format!("; {unread} files cannot be read") } else { String::new() };
    format!("all {} files: {passed} of {all} cases passed{unread}\n", reports.len())
}

fn as_json(report: &CaseReport) -> Value {
    let mistake = |mistake: &Mistake| json!({ "line": mistake.line, "what": mistake.what });
    let cases = report.cases.iter().map(|case| {
        let (verdict, differences, broken) = match &case.verdict {
            Verdict::Passed => ("passed", Vec::new(), None),
            Verdict::Differs(found) => {
                let found = found
                    .iter()
                    .map(|one| json!({ "what": one.what, "expected": one.expected, "got": one.got }));
                ("differs", found.collect(), None)
            }
            Verdict::Broken(why) => ("broken", Vec::new(), Some(mistake(why))),
        };
        json!({
            "name": case.name, "line": case.line, "clauses": case.clauses, "verdict": verdict,
            "differences": differences, "mistake": broken,
        })
    });
    json!({
        "file": report.file, "mistake": report.mistake.as_ref().map(mistake),
        "cases": cases.collect::<Vec<_>>(),
    })
}
