//! What is wrong with a scenario, said so that its writer can put it right.

use std::fmt;

/// One mistake in one of a scenario's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The file, as the caller named it.
    pub file: String,
    /// The line in that file, counted from 1, when it is known.
    pub line: Option<usize>,
    /// The table or feature it is in, with its name; empty for the file as a whole.
    pub place: String,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub remedy: String,
}

impl fmt::Display for Mistake {
    /// One line: `file:line: place: what; remedy`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.place.is_empty() {
            write!(f, ": {}", self.place)?;
        }
        write!(f, ": {}; {}", self.what, self.remedy)
    }
}

impl std::error::Error for Mistake {}

/// Where each line of a text begins, so that offsets become lines quickly.
pub(crate) struct LineStarts(Vec<usize>);

impl LineStarts {
    /// Finds the lines of a text.
    pub(crate) fn of(text: &str) -> LineStarts {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        LineStarts(breaks.map(|(offset, _)| offset + 1).collect())
    }

    /// The line, counted from 1, of a byte offset.
    pub(crate) fn line(&self, offset: usize) -> usize {
        1 + self.0.partition_point(|start| *start <= offset)
    }
}

/// A list of words for a remedy: `use one of a, b, c`.
pub(crate) fn use_one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    format!("use one of {}", words.into_iter().collect::<Vec<_>>().join(", "))
}
