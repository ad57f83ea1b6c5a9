//! Tables as plain text, to be held against what the program makes of them.
#![allow(dead_code)] // every test file uses its own part

use serde::Serialize;

/// The rows of a table without its remarks and headings.
pub(crate) fn cells(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).skip(1);
    rows.map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

pub(crate) fn column(text: &str, place: usize) -> Vec<String> {
    cells(text).into_iter().map(|row| row[place].clone()).collect()
}

/// A word of the rules as it is written in tables.
pub(crate) fn word(value: impl Serialize) -> String {
    serde_json::to_value(value).expect("a word").as_str().expect("a word").to_owned()
}
