//! A file of cases.

use crate::check::clauses;
use crate::document::{self, Node, Table};
use crate::report::{CaseReport, CaseResult, Mistake, Verdict};
use crate::{position, procedure};
use longroll_kit::{Clause, Ruleset};
use longroll_table::Length;

/// The largest file of cases, in bytes.
pub const MOST_BYTES: usize = 4_000_000;
/// The most cases in one file.
pub const MOST_CASES: usize = 10_000;

/// Runs every case of a file. `file` is its name, for the report; `unit` is the length in which the ruleset measures.
pub fn run<R: Ruleset>(text: &str, file: &str, unit: Length) -> CaseReport {
    match read::<R>(text) {
        Err(mistake) => CaseReport { file: file.to_owned(), mistake: Some(mistake), cases: Vec::new() },
        Ok(cases) => {
            let cases = cases.iter().map(|case| judge::<R>(case, unit)).collect();
            CaseReport { file: file.to_owned(), mistake: None, cases }
        }
    }
}

/// The id of the ruleset that a file of cases is for.
pub fn peek(text: &str) -> Result<String, Mistake> {
    let top = parse(text)?;
    Ok(top.need("ruleset", "a file of cases")?.text("ruleset")?.to_owned())
}

fn parse(text: &str) -> Result<Table, Mistake> {
    if text.len() > MOST_BYTES {
        return Err(Mistake::new(1, format!("a file of cases takes at most {MOST_BYTES} bytes")));
    }
    document::read(text)
}

pub(crate) fn read<R: Ruleset>(text: &str) -> Result<Vec<Node>, Mistake> {
    let top = parse(text)?;
    top.only(&["ruleset", "note", "case"], "a file of cases")?;
    let ruleset = top.need("ruleset", "a file of cases")?;
    let id = ruleset.text("ruleset")?;
    if id != R::ID {
        return Err(ruleset.mistake(format!("these cases are for {id:?}, not for {:?}", R::ID)));
    }
    let node = top.need("case", "a file of cases")?;
    let cases = node.list("case")?;
    if cases.is_empty() || cases.len() > MOST_CASES {
        return Err(node.mistake(format!("a file holds 1 to {MOST_CASES} cases")));
    }
    Ok(cases.to_vec())
}

fn judge<R: Ruleset>(node: &Node, unit: Length) -> CaseResult {
    let mut result = CaseResult {
        name: "a case".to_owned(),
        line: node.line,
        clauses: Vec::new(),
        verdict: Verdict::Passed,
    };
    result.verdict = match judged::<R>(node, unit, &mut result.name, &mut result.clauses) {
        Err(mistake) => Verdict::Broken(mistake),
        Ok(differences) if differences.is_empty() => Verdict::Passed,
        Ok(differences) => Verdict::Differs(differences),
    };
    result
}

fn judged<R: Ruleset>(
    node: &Node,
    unit: Length,
    name: &mut String,
    about: &mut Vec<Clause>,
) -> Result<Vec<crate::Difference>, Mistake> {
    let case = node.table("a case")?;
    *name = case.need("name", "a case")?.text("name")?.to_owned();
    *about = clauses::<R>(case)?;
    match (case.get("procedure"), case.get("setup")) {
        (Some(_), None) => procedure::run::<R>(case),
        (None, Some(_)) => position::run::<R>(case, unit),
        _ => {
            Err(Mistake::new(case.line, "a case has either a procedure with facts or a setup with commands"))
        }
    }
}
