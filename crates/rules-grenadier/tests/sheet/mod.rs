//! Printed tables that know which of their cells a test has looked at.
#![allow(dead_code, reason = "each test of tables uses some of it")]

use longroll_cases::run;
use longroll_dice::Die;
use longroll_rules_grenadier::Grenadier;
use longroll_rules_grenadier::book::kinds::{Ability, Form, Grade, Order};
use longroll_table::inches;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A table that knows which of its cells were looked at.
pub(crate) struct Sheet {
    name: &'static str,
    head: Vec<&'static str>,
    rows: Vec<Vec<&'static str>>,
    seen: RefCell<BTreeSet<(usize, usize)>>,
}

#[derive(Clone, Copy)]
pub(crate) struct Row<'a>(&'a Sheet, usize);

#[macro_export]
macro_rules! sheet {
    ($name:literal) => {
        $crate::sheet::Sheet::read(
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tables/", $name, ".csv")),
        )
    };
}

impl Sheet {
    pub(crate) fn read(name: &'static str, text: &'static str) -> Sheet {
        let mut lines = text.lines().filter(|line| !line.is_empty()).map(|line| line.split(',').collect());
        let head = lines.next().unwrap();
        Sheet { name, head, rows: lines.collect(), seen: RefCell::default() }
    }

    /// Looks at every row, and then makes sure that no cell was passed over.
    pub(crate) fn walk(&self, look: impl Fn(Row<'_>)) {
        (0..self.rows.len()).for_each(|row| look(Row(self, row)));
        let seen = self.seen.borrow();
        for (row, cells) in self.rows.iter().enumerate() {
            assert_eq!(cells.len(), self.head.len(), "{} row {row}", self.name);
            for (column, head) in self.head.iter().enumerate() {
                assert!(seen.contains(&(row, column)), "{}: nobody looked at {head} of row {row}", self.name);
            }
        }
    }
}

impl Row<'_> {
    pub(crate) fn text(self, head: &str) -> &'static str {
        let column = self.0.head.iter().position(|known| *known == head).unwrap();
        self.0.seen.borrow_mut().insert((self.1, column));
        self.0.rows[self.1][column]
    }

    pub(crate) fn number(self, head: &str) -> i64 {
        self.text(head).parse().unwrap_or_else(|_| panic!("{} {head}", self.0.name))
    }

    /// A blank cell is no number.
    pub(crate) fn maybe(self, head: &str) -> Option<i64> {
        Some(self.text(head)).filter(|cell| !cell.is_empty()).map(|cell| cell.parse().unwrap())
    }

    pub(crate) fn standing(self) {
        assert!(matches!(self.text("standing"), "clear" | "read"));
    }

    pub(crate) fn grades(self, head: &str) -> Vec<Grade> {
        let cell = self.text(head);
        let named = |grade: &Grade| cell == "any" || cell.split(['_', ' ']).any(|word| word == grade.words());
        Grade::ALL.into_iter().filter(named).collect()
    }

    pub(crate) fn die(self, head: &str) -> Option<Die> {
        match self.text(head) {
            "" => None,
            "D6" => Some(Die::D6),
            "AvD" => Some(Die::Average),
            "D5" => Some(Die::D5),
            "D12" => Some(Die::D12),
            other => panic!("{other}"),
        }
    }
}

pub(crate) fn named<T: DeserializeOwned>(word: &str) -> T {
    serde_json::from_value(serde_json::Value::from(word)).unwrap_or_else(|_| panic!("{word}"))
}

pub(crate) fn form(word: &str) -> Form {
    if word == "single" { Form::Line } else { named(&word.to_lowercase()) }
}

pub(crate) fn ability(word: &str) -> Ability {
    named(&word.to_lowercase())
}

pub(crate) fn order(word: &str) -> Option<Order> {
    if word == "NA" { None } else { Order::named(&word.split('/').next().unwrap().to_lowercase()) }
}

/// Runs cases written here, with the names of their tables.
pub(crate) fn cases_pass(text: &str) {
    let report = run::<Grenadier>(&format!("ruleset = \"grenadier\"\n{text}"), "walked", inches(1));
    assert!(report.is_all_right(), "{report}\n{text}");
}
