//! The reference sheet of a ruleset: the sequence of play, the modifiers of every procedure and the printed tables.

use crate::page::{Paper, escaped, page, words};
use longroll_kit::Settings;
use longroll_library::book;
use longroll_rulesets::RulesetId;
use longroll_umpire::plan_view;
use longroll_wire::BookTable;
use serde_json::json;
use std::collections::BTreeSet;

/// Tables that tell where others come from, or that stand on the sheet in another form already.
const LEFT_OUT: &[&str] = &[
    "turn_sequence",
    "modifiers",
    "constants",
    "crt_provenance",
    "crt_notes",
    "gun_ranges_as_printed",
    "command_test_chance",
    "unit_defaults",
    "firer_modifiers",
    "target_modifiers",
    "morale_modifiers",
    "scale_constants",
    "movement_artillery_15mm",
    "movement_cavalry_15mm",
    "movement_infantry_15mm",
    "provenance",
    // Nobody asks for these at the table, or another table says the same.
    "avd_from_d6",
    "footprint",
    "score_columns",
    // What these say follows from the modifiers, which are printed.
    "field_artillery_need",
    "melee_need",
    "siege_and_mortar_need",
    "small_arms_need",
];

pub fn reference(set: RulesetId, paper: Paper) -> String {
    let (book, plan) = (book(set), plan_view(set));
    let mut body = format!(
        "<header><h1>{}</h1><p><small>{}. In our own words; numbers in capitals are clauses, which longroll rules {} CLAUSE \
         explains.</small></p></header>\n<main>\n",
        escaped(&book.name),
        escaped(&book.edition),
        set.id()
    );
    body.push_str("<section><h2>Sequence of play</h2><ol>");
    for step in &plan.steps {
        let clause = step.clauses.first().map(String::as_str).unwrap_or_default();
        body.push_str(&format!(
            "<li><b>{}</b> ({}) <span class=\"id\">{clause}</span></li>",
            escaped(step.title.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim()),
            escaped(&step.who)
        ));
    }
    body.push_str("</ol></section>\n");
    body.push_str(&modifiers(set));
    let printed_tables = book.tables.iter().filter(|table| !LEFT_OUT.contains(&table.name.as_str()));
    let tables: Vec<BookTable> = printed_tables.map(|table| spread(&without_sources(table))).collect();
    // Narrow tables in three columns, wider ones in two, the widest across the page.
    for (least, most, end) in [
        (0, 5, "</main>\n<main class=\"two\">\n"),
        (6, 11, "</main>\n<main class=\"one\">\n"),
        (12, 99, "</main>\n"),
    ] {
        let fitting = tables.iter().filter(|table| (least..=most).contains(&table.columns.len()));
        fitting.for_each(|table| body.push_str(&printed(table)));
        body.push_str(end);
    }
    // The less there is to print, the larger it is printed: two pages, or three where a book has tables for three scales.
    let size = match body.matches("<tr>").count() {
        0..=140 => "8.6pt",
        141..=260 => "6.8pt",
        261..=340 => "5.8pt",
        _ => "5.8pt",
    };
    let style = format!("body {{ font-size: {size}; line-height: 1.08; }}\n{STYLE}");
    page(paper, &format!("{}: reference sheet", book.name), &style, &body)
}

/// What each procedure looks at with the usual facts: every line of its lists, whether it counts there or not.
fn modifiers(set: RulesetId) -> String {
    let mut text = String::new();
    let mut known: BTreeSet<String> = BTreeSet::new();
    for procedure in set.procedures() {
        let Ok(lists) = (procedure.explain)(&json!({}), &Settings::default()) else { continue };
        for list in lists {
            let lines: Vec<String> = list
                .settled
                .lines
                .iter()
                .map(|line| {
                    format!(
                        "<tr><td class=\"effect\">{}</td><td>{}</td><td class=\"id\">{}</td></tr>",
                        escaped(&line.effect.to_string()),
                        escaped(&line.label),
                        line.clause
                    )
                })
                .collect();
            // The same lines stand in the lists of several procedures; once is enough on paper.
            let fresh: Vec<String> =
                lines.iter().filter(|line| known.insert((*line).clone())).cloned().collect();
            if fresh.is_empty() {
                continue;
            }
            let besides = if fresh.len() < lines.len() { ", besides those above" } else { "" };
            let title = format!("{}: {}", words(procedure.name), list.title.trim_start_matches("The "));
            text.push_str(&format!(
                "<section><h2>{}</h2><table><tbody>{}</tbody></table></section>\n",
                escaped(&(title + besides)),
                fresh.concat()
            ));
        }
    }
    text
}

/// A table without the columns that say where its rows come from, or that repeat another: nobody looks those up at the table.
fn without_sources(table: &BookTable) -> BookTable {
    const SOURCES: &[&str] =
        &["provenance", "prov_target", "prov_charge", "source_line", "standing", "basis", "mc_modifier"];
    // The result of a fire names its hits already.
    let is_kept =
        |column: &str| !SOURCES.contains(&column) && (table.name != "fire_results" || column != "hits");
    let kept: Vec<usize> = (0..table.columns.len()).filter(|place| is_kept(&table.columns[*place])).collect();
    let of = |row: &Vec<String>| kept.iter().filter_map(|place| row.get(*place).cloned()).collect();
    BookTable {
        name: table.name.clone(),
        columns: of(&table.columns),
        rows: table.rows.iter().map(of).collect(),
    }
}

/// Rows that keep no more than this are printed as they are.
const LONG: usize = 20;

/// A long list with a row for each terrain or scale, written out as a grid with a column for each.
fn spread(table: &BookTable) -> BookTable {
    let place = |name: &str| table.columns.iter().position(|column| column == name);
    let last = table.columns.len() - 1;
    // Terrain goes before its values, whatever they are; after a scale or an arm the last column is the value.
    let first = ["scale", "arm"].iter().filter_map(|name| place(name)).find(|by| *by == 0 && last <= 3);
    let Some(by) = place("terrain").or(first).filter(|_| table.rows.len() > LONG) else {
        return table.clone();
    };
    let (end, values): (usize, Vec<usize>) = match place("value") {
        Some(value) => (value, vec![value]),
        None if by == 0 => (last, vec![last]),
        None => (by, (by + 1..=last).collect()),
    };
    let keys: Vec<usize> = (0..end).filter(|column| *column != by).collect();
    let of = |row: &[String], columns: &[usize]| -> Vec<String> {
        columns.iter().map(|column| row.get(*column).cloned().unwrap_or_default()).collect()
    };
    let mut heads: Vec<String> = Vec::new();
    /// The cells of a row, each under its head.
    type Cells = Vec<(String, String)>;
    let mut rows: Vec<(Vec<String>, Cells)> = Vec::new();
    for row in &table.rows {
        let head = row.get(by).cloned().unwrap_or_default();
        if !heads.contains(&head) {
            heads.push(head.clone());
        }
        let (key, cell) = (of(row, &keys), of(row, &values).join(" / "));
        match rows.iter_mut().find(|(known, _)| *known == key) {
            Some((_, cells)) => cells.push((head, cell)),
            None => rows.push((key, vec![(head, cell)])),
        }
    }
    let columns = of(&table.columns, &keys).into_iter().chain(heads.iter().cloned()).collect();
    let cell = |cells: &[(String, String)], head: &String| {
        cells.iter().find(|(known, _)| known == head).map(|(_, cell)| cell.clone()).unwrap_or_default()
    };
    let rows = rows
        .into_iter()
        .map(|(key, cells)| key.into_iter().chain(heads.iter().map(|head| cell(&cells, head))).collect());
    BookTable { name: table.name.clone(), columns, rows: rows.collect() }
}

fn printed(table: &BookTable) -> String {
    let heads: String =
        table.columns.iter().map(|column| format!("<th>{}</th>", escaped(&words(column)))).collect();
    let row = |row: &Vec<String>| {
        let cells: String = row
            .iter()
            .map(|cell| format!("<td>{}</td>", escaped(&cell.replace("NA", "–").replace('_', " "))))
            .collect();
        format!("<tr>{cells}</tr>")
    };
    let rows: String = table.rows.iter().map(row).collect();
    format!(
        "<section><h2>{}</h2><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></section>\n",
        escaped(&title(&table.name))
    )
}

/// What a table is called on paper.
fn title(name: &str) -> String {
    match name {
        "crt" => "Combat results".to_owned(),
        "bmp" => "Basic morale point".to_owned(),
        name => words(name),
    }
}

const STYLE: &str = "\
@page { margin: 6mm; }
body { max-width: 198mm; }
h1 { font-size: 12pt; }
h2 { font-size: 115%; margin: 0 0 0.4mm; }
header { display: flex; gap: 4mm; align-items: baseline; border-bottom: 0.4mm solid #000; margin-bottom: 1.5mm; }
header p { margin: 0; }
main { columns: 3; column-gap: 3mm; }
main.two { columns: 2; }
main.one { columns: 1; }
section { break-inside: avoid; margin: 0 0 0.9mm; }
ol { margin: 0; padding-left: 3.5mm; }
th, td { padding: 0.14mm 0.6mm 0.02mm 0; font-weight: 400; }
thead th { font-weight: 700; }
.effect { white-space: nowrap; font-weight: 700; }
";
