//! What became of the cases of a file.

use longroll_kit::Clause;
use std::fmt;

/// The verdicts on one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseReport {
    /// The file's name, as the caller gave it.
    pub file: String,
    /// What is wrong with the file as a whole, so that no case could be run.
    pub mistake: Option<Mistake>,
    pub cases: Vec<CaseResult>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseResult {
    pub name: String,
    /// The line on which the case begins, counted from 1.
    pub line: usize,
    /// The clauses that the case is about.
    pub clauses: Vec<Clause>,
    pub verdict: Verdict,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Passed,
    /// The rules as coded give something else.
    Differs(Vec<Difference>),
    /// The case cannot be run: it is written wrongly.
    Broken(Mistake),
}

/// One thing that came out differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What was compared.
    pub what: String,
    pub expected: String,
    pub got: String,
}

/// What is wrong with the text, and on which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    pub line: usize,
    pub what: String,
}

impl CaseReport {
    pub fn passed(&self) -> usize {
        self.cases.iter().filter(|case| case.verdict == Verdict::Passed).count()
    }

    pub fn is_all_right(&self) -> bool {
        self.mistake.is_none() && self.passed() == self.cases.len()
    }
}

impl CaseResult {
    pub fn is_passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }
}

impl Difference {
    pub(crate) fn new(
        what: impl Into<String>,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) -> Difference {
        Difference { what: what.into(), expected: expected.into(), got: got.into() }
    }
}

impl Mistake {
    pub(crate) fn new(line: usize, what: impl Into<String>) -> Mistake {
        Mistake { line, what: what.into() }
    }
}

/// Everything that did not pass, and the count.
impl fmt::Display for CaseReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(mistake) = &self.mistake {
            return write!(f, "{}:{}: {}", self.file, mistake.line, mistake.what);
        }
        for case in &self.cases {
            match &case.verdict {
                Verdict::Passed => {}
                Verdict::Differs(differences) => {
                    writeln!(f, "{}:{}: {} differs", self.file, case.line, case.name)?;
                    for difference in differences {
                        writeln!(f, "  {}", difference.what)?;
                        writeln!(f, "    expected: {}", difference.expected)?;
                        writeln!(f, "    got:      {}", difference.got)?;
                    }
                }
                Verdict::Broken(mistake) => {
                    writeln!(
                        f,
                        "{}:{}: {} cannot be run: {}",
                        self.file, mistake.line, case.name, mistake.what
                    )?;
                }
            }
        }
        write!(f, "{}: {} of {} cases passed", self.file, self.passed(), self.cases.len())
    }
}
