//! The rulebooks as one reads them: every clause in its place, what we rule where the page is silent, what players may choose,
//! the printed tables that the engine reads, and the rule cases as worked examples.

mod about;

pub use about::about;

use longroll_kit::{Entry, Registry, Standing};
use longroll_rulesets::RulesetId;
use longroll_wire::{
    Book, BookClause, BookHeading, BookRuling, BookTable, OptionCard, OptionChoice, ProcedureName,
    WorkedExample,
};
use std::sync::OnceLock;

/// What is embedded of one ruleset.
struct Shelf {
    ruleset: &'static str,
    /// The rule cases, as JSON.
    examples: &'static str,
    /// Name and CSV of every printed table.
    tables: &'static [(&'static str, &'static str)],
}

const SHELVES: &[Shelf] = include!(concat!(env!("OUT_DIR"), "/shelves.rs"));

/// Columns that say where a row was found, for those who keep the tables and not for those who read them.
const KEEPERS_COLUMNS: [&str; 2] = ["source_line", "printed_cells"];

/// The whole of a rulebook, but for its worked examples.
pub fn book(set: RulesetId) -> Book {
    let registry = set.registry();
    let procedures = set.procedures().iter().map(|procedure| ProcedureName {
        name: procedure.name.to_owned(),
        about: procedure.about.to_owned(),
        clauses: procedure.clauses.iter().map(ToString::to_string).collect(),
    });
    Book {
        id: set.id().to_owned(),
        name: set.name().to_owned(),
        edition: set.edition().to_owned(),
        about: about(set),
        headings: headings(registry),
        rulings: registry
            .rulings
            .iter()
            .map(|ruling| BookRuling {
                id: ruling.id.to_string(),
                clauses: ruling.clauses.iter().map(ToString::to_string).collect(),
                question: ruling.question.clone(),
                reading: ruling.reading.clone(),
                reason: ruling.reason.clone(),
            })
            .collect(),
        options: options(registry),
        tables: shelf(set).map(|shelf| shelf.tables.iter().map(table).collect()).unwrap_or_default(),
        procedures: procedures.collect(),
    }
}

/// The readings on which players differ.
pub fn options(registry: &Registry) -> Vec<OptionCard> {
    let choice = |choice: &longroll_kit::OptionChoice| OptionChoice {
        key: choice.key.clone(),
        means: choice.means.clone(),
    };
    let options = registry.options.iter().map(|option| OptionCard {
        id: option.id.to_string(),
        question: option.question.clone(),
        default: choice(&option.default),
        alternatives: option.alternatives.iter().map(choice).collect(),
        clauses: option.clauses.iter().map(ToString::to_string).collect(),
    });
    options.collect()
}

/// The rule cases that show this clause, option or ruling, those from facts first: they need no position to be understood.
pub fn examples(set: RulesetId, id: &str) -> Vec<&'static WorkedExample> {
    let mut found: Vec<&WorkedExample> = all_examples(set)
        .iter()
        .filter(|example| example.clauses.iter().any(|clause| clause == id))
        .collect();
    found.sort_by_key(|example| (example.procedure.is_none(), example.clauses.len()));
    found
}

fn all_examples(set: RulesetId) -> &'static [WorkedExample] {
    static ALL: OnceLock<Vec<(RulesetId, Vec<WorkedExample>)>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let read = |set: &RulesetId| {
            let text = shelf(*set).map_or("[]", |shelf| shelf.examples);
            (*set, serde_json::from_str(text).expect("the build script writes examples of this shape"))
        };
        RulesetId::ALL.iter().map(read).collect()
    });
    all.iter().find(|(of, _)| *of == set).map_or(&[], |(_, examples)| examples)
}

fn shelf(set: RulesetId) -> Option<&'static Shelf> {
    SHELVES.iter().find(|shelf| shelf.ruleset == set.id())
}

/// Clauses of one family (`QP-MOVE-…`) stand under one heading.
fn headings(registry: &Registry) -> Vec<BookHeading> {
    let mut headings: Vec<(&str, BookHeading)> = Vec::new();
    for entry in &registry.clauses {
        let family = family(entry.id.as_str());
        match headings.iter_mut().find(|(of, _)| *of == family) {
            Some((_, heading)) => heading.clauses.push(clause(entry)),
            None => {
                headings.push((family, BookHeading { title: String::new(), clauses: vec![clause(entry)] }))
            }
        }
    }
    for (family, heading) in &mut headings {
        heading.title = title(family, &heading.clauses);
    }
    headings.into_iter().map(|(_, heading)| heading).collect()
}

/// The middle of an id: `MOVE` of `QP-MOVE-03`.
fn family(id: &str) -> &str {
    let end = id.rfind('-').unwrap_or(id.len());
    id[..end].split_once('-').map_or(id, |(_, family)| family)
}

/// A family with one topic is called by it; one with several has a name of its own.
fn title(family: &str, clauses: &[BookClause]) -> String {
    let topic = &clauses[0].topic;
    let name = match family {
        _ if clauses.iter().all(|clause| clause.topic == *topic) => topic,
        "ARC" => "Arcs and zones",
        "ARTY" => "Artillery",
        "CAV" => "Cavalry",
        "CHARGE" => "Charges",
        "COMBAT" => "Combat",
        "DICE" => "Charges by dice-down",
        "DRM" => "Modifiers of fire",
        "FIRE" => "Fire",
        "FIV" => "Charges by final impact value",
        "FORM" => "Formations",
        "GAME" => "Setting up and winning",
        "GEO" => "Measuring",
        "MELEE" => "Melee",
        "MMP" => "Modified morale point",
        "MORALE" => "Morale",
        "MOVE" => "Movement",
        "REACT" => "Reactions",
        "ROUT" => "Routs",
        "SCALE" => "Scales",
        "SKIRM" => "Skirmishers",
        "TURN" => "The turn",
        "UNIT" => "Units",
        _ => topic,
    };
    name.to_owned()
}

fn clause(entry: &Entry) -> BookClause {
    BookClause {
        id: entry.id.to_string(),
        topic: entry.topic.clone(),
        text: entry.rule.clone(),
        source: entry.source.clone(),
        is_our_reading: entry.standing == Standing::Read,
        reading: entry.ruling.clone(),
        example: entry.example.clone(),
    }
}

fn table((name, text): &(&'static str, &'static str)) -> BookTable {
    let mut reader =
        csv::ReaderBuilder::new().comment(Some(b'#')).flexible(true).from_reader(text.as_bytes());
    let columns: Vec<String> =
        reader.headers().map(|headers| headers.iter().map(str::to_owned).collect()).unwrap_or_default();
    let is_read =
        |at: usize| columns.get(at).is_none_or(|column| !KEEPERS_COLUMNS.contains(&column.as_str()));
    let read = |cells: &mut dyn Iterator<Item = &str>| {
        let cells = cells.enumerate().filter(|(at, _)| is_read(*at));
        cells.map(|(_, cell)| cell.to_owned()).collect::<Vec<_>>()
    };
    let rows = reader.records().flatten().map(|row| read(&mut row.iter())).collect();
    let shown = read(&mut columns.iter().map(String::as_str));
    BookTable { name: (*name).to_owned(), columns: shown, rows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_clause_stands_in_its_book_once_and_has_an_example_or_a_rust_test() {
        for set in RulesetId::ALL {
            let book = book(*set);
            let ids: Vec<&str> = book
                .headings
                .iter()
                .flat_map(|heading| &heading.clauses)
                .map(|clause| clause.id.as_str())
                .collect();
            assert_eq!(ids.len(), set.registry().clauses.len(), "{set}");
            assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{set}");
            let shown = ids.iter().filter(|id| !examples(*set, id).is_empty()).count();
            assert!(
                shown * 10 > ids.len() * 7,
                "{set}: only {shown} of {} clauses have an example",
                ids.len()
            );
        }
    }

    #[test]
    fn no_two_headings_of_a_book_have_one_title() {
        for set in RulesetId::ALL {
            let titles: Vec<String> = book(*set).headings.into_iter().map(|heading| heading.title).collect();
            assert_eq!(titles.iter().collect::<BTreeSet<_>>().len(), titles.len(), "{set}: {titles:?}");
        }
        let sheet: Vec<String> =
            book(RulesetId::Quickplay).headings.into_iter().map(|heading| heading.title).collect();
        assert_eq!(sheet[..4], ["Turn sequence", "Units", "Command", "Movement"]);
    }

    #[test]
    fn tables_are_whole_and_rectangular() {
        for set in RulesetId::ALL {
            let book = book(*set);
            assert!(!book.tables.is_empty(), "{set}");
            for table in &book.tables {
                assert!(!table.rows.is_empty(), "{set} {}", table.name);
                for row in &table.rows {
                    assert_eq!(row.len(), table.columns.len(), "{set} {}: {row:?}", table.name);
                }
                assert!(!table.columns.iter().any(|column| column == "source_line"));
            }
        }
        let sheet = book(RulesetId::Quickplay);
        let grades =
            sheet.tables.iter().find(|table| table.name == "morale_grades").expect("a printed table");
        assert_eq!(grades.columns, ["grade", "morale"]);
        assert_eq!(grades.rows[0], ["green", "3"]);
    }

    /// The case "A defender that moved rolls 4" of cases/quickplay/melee.toml, as its author wrote it.
    #[test]
    fn an_example_says_what_its_case_says() {
        let found = examples(RulesetId::Quickplay, "QP-COMBAT-31");
        let example = found
            .iter()
            .find(|example| example.name == "A defender that moved rolls 4")
            .expect("it is a case");
        assert_eq!(example.procedure.as_deref(), Some("melee"));
        assert_eq!(example.facts["defender_stationary"], false);
        assert_eq!(example.dice, "1 1 1 1 | 6 1 1 1");
        assert!(example.results.contains(&"defender hits: 1".to_owned()), "{:?}", example.results);
        assert!(example.results.contains(&"winner: defender".to_owned()), "{:?}", example.results);
    }

    #[test]
    fn nothing_is_shown_for_an_id_that_does_not_exist() {
        assert!(examples(RulesetId::Quickplay, "QP-NONE-99").is_empty());
    }
}
