use crate::inches_in;
use longroll_table::Length;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use std::fmt;

/// A printed table that cannot be read as what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    pub table: String,
    pub line: Option<u64>,
    pub what: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.table, self.what),
            None => write!(f, "{}: {}", self.table, self.what),
        }
    }
}

/// Rows of one printed table, kept as CSV with its headers so that it can be held against the page. Lines that begin
/// with `#` are remarks. A cell of the wrong kind or a missing column is an error, never a guess.
pub fn rows<T: DeserializeOwned>(table: &str, text: &str) -> Result<Vec<T>, TableError> {
    let mut reader =
        csv::ReaderBuilder::new().comment(Some(b'#')).trim(csv::Trim::All).from_reader(text.as_bytes());
    reader
        .deserialize()
        .map(|row| {
            row.map_err(|error| TableError {
                table: table.to_owned(),
                line: error.position().map(csv::Position::line),
                what: error.to_string(),
            })
        })
        .collect()
}

/// A cell in inches, whole or with a decimal fraction; anything else is an error when the table is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct InchCell(pub Length);

impl<'de> Deserialize<'de> for InchCell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        inches_in(&text).map(InchCell).map_err(serde::de::Error::custom)
    }
}

/// The row of a printed table for which it is asked. One that is not there is a mistake in the table, never the commonest row.
///
/// # Panics
/// There is no such row; a test that asks for every row finds it before anybody plays.
pub fn row_of<'a, T>(
    table: &str,
    rows: &'a [T],
    is_it: impl Fn(&T) -> bool,
    asked: impl fmt::Debug,
) -> &'a T {
    let Some(row) = rows.iter().find(|row| is_it(row)) else { panic!("{table} has no row for {asked:?}") };
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize, PartialEq, Debug)]
    struct Range {
        weapon: String,
        close: Option<u32>,
        long: u32,
    }

    #[test]
    fn reads_rows_past_remarks_and_keeps_blanks_blank() {
        let text = "# printed on the sheet\nweapon,close,long\nmusket,,2\nfield_artillery,4,10\n";
        let read: Vec<Range> = rows("ranges.csv", text).unwrap();
        assert_eq!(read[0], Range { weapon: "musket".into(), close: None, long: 2 });
        assert_eq!(read[1], Range { weapon: "field_artillery".into(), close: Some(4), long: 10 });
    }

    #[test]
    fn an_inch_cell_takes_lengths_and_nothing_else() {
        let read = |cell: &str| rows::<InchCell>("t.csv", &format!("a\n{cell}\n")).map(|rows| rows[0].0);
        assert_eq!(read("1.5"), Ok(longroll_table::thousandths(1500)));
        assert!(read("far").is_err());
    }

    #[test]
    #[should_panic(expected = "guns.csv has no row for 3")]
    fn a_row_that_is_not_there_is_no_other_row() {
        row_of("guns.csv", &[1, 2], |row| *row == 3, 3);
    }

    #[test]
    fn a_bad_cell_is_an_error_with_its_line() {
        let error = rows::<Range>("ranges.csv", "weapon,close,long\nmusket,,two\n").unwrap_err();
        assert_eq!(error.line, Some(2));
        assert!(error.to_string().starts_with("ranges.csv:2: "), "{error}");
    }
}
