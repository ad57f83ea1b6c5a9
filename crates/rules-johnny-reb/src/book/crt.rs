//! The combat results table: JR-CRT-01 to JR-CRT-10.

use crate::book::options::Options;
use std::sync::LazyLock;

/// What a cell says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cell {
    /// JR-CRT-09: no effect.
    Nothing,
    /// JR-CRT-05: artillery and sharpshooters make the target check.
    Check,
    /// JR-CRT-06: a die decides.
    Possible,
    /// JR-CRT-04.
    Loss(u32),
}

/// Rows of the table with their labels: figures, sections in halves, cells.
#[derive(Debug)]
pub struct Row {
    pub figures: u32,
    pub half_sections: Option<u32>,
    pub cells: Vec<Cell>,
}

/// JR-CRT-01: the columns by modified roll.
pub const COLUMNS: [i32; 22] =
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24];

pub static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let text = include_str!("../../tables/crt.csv");
    text.lines().skip(1).filter(|line| !line.is_empty()).map(read_row).collect()
});

fn read_row(line: &str) -> Row {
    let mut parts = line.split(',');
    let figures = parts.next().and_then(|text| text.trim_end_matches('+').parse().ok()).unwrap_or(1);
    let sections = parts.next().unwrap_or("");
    let half_sections = if sections == "0.5" { Some(1) } else { sections.parse().ok().map(|n: u32| n * 2) };
    let cells = parts
        .map(|cell| match cell {
            "MC" => Cell::Check,
            "1*" => Cell::Possible,
            "-" => Cell::Nothing,
            number => number.parse().map_or(Cell::Nothing, Cell::Loss),
        })
        .collect();
    Row { figures, half_sections, cells }
}

/// The strength that fires or fights: figures, or sections in halves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    Figures(u32),
    HalfSections(u32),
}

/// JR-CRT-02: between two rows the lower; more than the table has, the last. JR-CRT-03: likewise for columns, and below
/// 1 nothing. JR-CRT-08, JR-OPT-07, JR-OPT-10: two cells differ between the copies, each with its own switch.
pub fn read(strength: Strength, roll: i32, options: &Options) -> Cell {
    let row = ROWS.iter().find(|row| match strength {
        Strength::Figures(figures) => row.figures <= figures,
        Strength::HalfSections(halves) => row.half_sections.is_some_and(|row| row <= halves),
    });
    let (Some(row), Some(column)) = (row, COLUMNS.iter().rposition(|column| *column <= roll)) else {
        return Cell::Nothing;
    };
    if options.six_for_twelve && (row.figures, COLUMNS[column]) == (12, 19) {
        return Cell::Loss(6);
    }
    if options.two_for_eight && (row.figures, COLUMNS[column]) == (8, 16) {
        return Cell::Loss(2);
    }
    row.cells.get(column).copied().unwrap_or(Cell::Nothing)
}

/// The figures of the row on which so many sections fire.
pub fn figures_for(sections: u32) -> u32 {
    let row = ROWS.iter().find(|row| row.half_sections.is_some_and(|row| row <= sections * 2));
    row.map_or(0, |row| row.figures)
}
