//! Finds where each clause is coded and tested, by reading the sources and the case files of every ruleset.
//!
//! Code: a constant `c::NAME`, or an id in a comment, outside tests. Only ids that are written out count, also in the
//! short form `QP-COMBAT-04, -05`; a range (`QP-MOVE-03 to -23`) names nothing, since nobody can tell what it leaves out.
//! Tests: a function under `// clauses: QP-…` and `#[test]`, and every case of a case file.

use crate::source::{self, Line};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The trace of one ruleset.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Traced {
    pub ruleset: String,
    /// By id: clauses, options and rulings.
    pub ids: BTreeMap<String, Places>,
    /// What is wrong with the tags themselves: ids that do not exist, tags on nothing, case names used twice.
    pub problems: Vec<String>,
}

/// Where a clause is found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Places {
    pub code: Vec<String>,
    pub tests: Vec<String>,
}

/// The folder of a ruleset's crate.
#[derive(Clone, Debug)]
pub(crate) struct RulesetFolder {
    pub id: String,
    pub folder: PathBuf,
}

/// Every ruleset of the workspace: the crates named `rules-…`.
pub(crate) fn rulesets(root: &Path) -> Vec<RulesetFolder> {
    let crates = sorted(&root.join("crates")).into_iter();
    crates
        .filter_map(|folder| {
            let id = folder.file_name()?.to_str()?.strip_prefix("rules-")?.to_owned();
            Some(RulesetFolder { id, folder })
        })
        .collect()
}

/// The traces of all rulesets.
pub(crate) fn scan(root: &Path) -> Vec<Traced> {
    rulesets(root).iter().map(|set| scan_ruleset(root, set)).collect()
}

/// What a folder holds, in the order of the names; nothing when there is no such folder.
pub(crate) fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    found.sort();
    found
}

fn scan_ruleset(root: &Path, set: &RulesetFolder) -> Traced {
    let mut trace = Trace::new(&set.id, registered(&set.folder));
    for path in files_below(&set.folder.join("src"), "rs") {
        let is_test = path.ends_with("tests.rs") || path.components().any(|part| part.as_os_str() == "tests");
        trace.source(
            &shown(root, &path),
            &text_of(&path),
            if is_test { Purpose::Test } else { Purpose::Code },
        );
    }
    for path in files_below(&set.folder.join("tests"), "rs") {
        trace.source(&shown(root, &path), &text_of(&path), Purpose::Test);
    }
    for path in files_below(&root.join("cases").join(&set.id), "toml") {
        trace.cases(&shown(root, &path), &text_of(&path));
    }
    trace.traced
}

fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in sorted(folder) {
        if path.is_dir() {
            found.extend(files_below(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found
}

fn text_of(path: &Path) -> String {
    fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

fn shown(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// Every id of a registry: clauses, options and rulings.
fn registered(folder: &Path) -> BTreeSet<String> {
    let texts = ["clauses.toml", "rulings.toml"].map(|file| text_of(&folder.join(file)));
    let ids = |text: &String| {
        let table = text.parse::<toml::Table>().unwrap_or_default();
        let entries = table.into_iter().filter_map(|(_, entries)| entries.as_array().cloned()).flatten();
        entries.filter_map(|entry| Some(entry.get("id")?.as_str()?.to_owned())).collect::<Vec<_>>()
    };
    texts.iter().flat_map(ids).collect()
}

/// What a source file is there for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    Code,
    Test,
}

/// The trace of one ruleset while it is made.
#[derive(Debug)]
pub(crate) struct Trace {
    pub traced: Traced,
    /// What all ids of the set begin with, such as `QP-`.
    prefix: String,
}

impl Trace {
    pub(crate) fn new(ruleset: &str, ids: BTreeSet<String>) -> Trace {
        let prefix =
            ids.first().and_then(|id| Some(format!("{}-", id.split_once('-')?.0))).unwrap_or_default();
        let ids = ids.into_iter().map(|id| (id, Places::default())).collect();
        Trace { traced: Traced { ruleset: ruleset.to_owned(), ids, problems: Vec::new() }, prefix }
    }

    /// Reads one Rust file.
    pub(crate) fn source(&mut self, file: &str, text: &str, purpose: Purpose) {
        let lines = source::read(text);
        for found in self.mentions(&lines) {
            let line = &lines[found.line];
            if purpose == Purpose::Test || line.is_test {
                self.check_exists(&found.id, file, found.line);
                continue;
            }
            let item = line.item.as_deref().unwrap_or("module");
            let place = format!("{file}:{} {item}", found.line + 1);
            self.code(&found.id, file, item, place, found.line);
        }
        self.tags(file, &lines);
    }

    /// Reads one case file.
    pub(crate) fn cases(&mut self, file: &str, text: &str) {
        let table = match text.parse::<toml::Table>() {
            Ok(table) => table,
            Err(error) => {
                self.traced.problems.push(format!("{file}: {}", error.message()));
                return;
            }
        };
        let mut names = BTreeSet::new();
        for case in table.get("case").and_then(toml::Value::as_array).into_iter().flatten() {
            let name = case.get("name").and_then(toml::Value::as_str).unwrap_or("a case without a name");
            if !names.insert(name) {
                self.traced.problems.push(format!("{file}: two cases are named {name:?}"));
            }
            let clauses = case.get("clauses").and_then(toml::Value::as_array).into_iter().flatten();
            for id in clauses.filter_map(toml::Value::as_str) {
                self.test(id, format!("{file}: {name}"));
            }
        }
    }

    fn code(&mut self, id: &str, file: &str, item: &str, place: String, line: usize) {
        if !self.check_exists(id, file, line) {
            return;
        }
        let places = self.traced.ids.entry(id.to_owned()).or_default();
        let is_known =
            |known: &String| known.starts_with(&format!("{file}:")) && known.ends_with(&format!(" {item}"));
        if !places.code.iter().any(is_known) {
            places.code.push(place);
        }
    }

    fn test(&mut self, id: &str, place: String) {
        match self.traced.ids.get_mut(id) {
            Some(places) if places.tests.contains(&place) => {}
            Some(places) => places.tests.push(place),
            None => self.traced.problems.push(format!("{place}: there is no clause {id}")),
        }
    }

    fn check_exists(&mut self, id: &str, file: &str, line: usize) -> bool {
        let exists = self.traced.ids.contains_key(id);
        if !exists {
            self.traced.problems.push(format!("{file}:{}: there is no clause {id}", line + 1));
        }
        exists
    }

    /// Test functions under a line `// clauses: …`.
    fn tags(&mut self, file: &str, lines: &[Line]) {
        let tagged = |line: &Line| line.comment.as_deref().is_some_and(|text| text.starts_with("clauses:"));
        for start in (0..lines.len()).filter(|at| tagged(&lines[*at])) {
            let header = lines[start..].iter().take_while(|line| {
                let code = line.code.trim();
                (code.is_empty() && line.comment.is_some()) || code.starts_with("#[")
            });
            let header: Vec<&Line> = header.collect();
            let is_test = header.iter().any(|line| line.code.trim() == "#[test]");
            let name = lines.get(start + header.len()).and_then(source::function);
            let Some(name) = name.filter(|_| is_test) else {
                let problem = format!("{file}:{}: a line of clauses stands above no test", start + 1);
                self.traced.problems.push(problem);
                continue;
            };
            let tag = header
                .iter()
                .take_while(|line| line.comment.is_some())
                .filter_map(|line| line.comment.clone());
            let text = tag.collect::<Vec<_>>().join(" ");
            for id in ids_in(&text, &self.prefix) {
                self.test(&id.id, format!("{file}::{name}"));
            }
        }
    }

    /// Every id that code or comments name, with its line counted from 0.
    fn mentions(&self, lines: &[Line]) -> Vec<Found> {
        let mut found = Vec::new();
        for (line, read) in lines.iter().enumerate() {
            found.extend(constants_in(&read.code, &self.prefix).map(|id| Found { id, line }));
        }
        let mut at = 0;
        while at < lines.len() {
            // Comments that follow each other are one text, so that a list of ids may run on.
            let block = lines[at..].iter().take_while(|line| line.comment.is_some()).count();
            let text = lines[at..at + block].iter().filter_map(|line| line.comment.as_deref());
            let text = text.collect::<Vec<_>>().join("\n");
            found
                .extend(ids_in(&text, &self.prefix).into_iter().map(|id| Found { line: at + id.line, ..id }));
            at += block.max(1);
        }
        found.sort_by_key(|found| found.line);
        found
    }
}

/// An id and its line, counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub id: String,
    pub line: usize,
}

/// Constants `c::COMBAT_04` of a line of code, as ids.
fn constants_in<'a>(code: &'a str, prefix: &'a str) -> impl Iterator<Item = String> + 'a {
    code.match_indices("c::").filter_map(move |(at, found)| {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            return None;
        }
        let rest = &code[at + found.len()..];
        let end = rest
            .find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'))
            .unwrap_or(rest.len());
        let name = &rest[..end];
        (!name.is_empty()).then(|| format!("{prefix}{}", name.replace('_', "-")))
    })
}

/// Ids written out in a text, with the short form for further ones of the same topic.
pub(crate) fn ids_in(text: &str, prefix: &str) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    if prefix.is_empty() {
        return found;
    }
    let mut rest = 0;
    while let Some(at) = text[rest..].find(prefix).map(|at| rest + at) {
        rest = at + prefix.len();
        let is_word = text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '-');
        let Some(length) = id_length(&text[rest..]).filter(|_| !is_word) else { continue };
        let first = &text[at..rest + length];
        rest += length;
        let mut chain = vec![(first.to_owned(), at)];
        let stem = first.trim_end_matches(|c: char| c.is_ascii_digit());
        while let Some((link, skip, digits)) = next_short(&text[rest..]) {
            let place = rest + skip;
            rest = place + digits.len();
            match link {
                Link::More => chain.push((format!("{stem}{digits}"), place)),
                // neither end of a range is a mention
                Link::Range => drop(chain.pop()),
            }
        }
        let line_of = |place: usize| text[..place].matches('\n').count();
        found.extend(chain.into_iter().map(|(id, place)| Found { id, line: line_of(place) }));
    }
    found
}

/// Length of `COMBAT-04` or `R01` at the start of a text.
fn id_length(text: &str) -> Option<usize> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(text.len());
    let id = text[..end].trim_end_matches('-');
    let is_id = id.ends_with(|c: char| c.is_ascii_digit())
        && id.starts_with(|c: char| c.is_ascii_uppercase())
        && id.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-');
    is_id.then_some(id.len())
}

enum Link {
    More,
    Range,
}

/// `, -05`, ` and -05` or ` to -05` at the start of a text: the link, where the digits begin, and the digits.
fn next_short(text: &str) -> Option<(Link, usize, &str)> {
    let dash = text.find('-')?;
    let link = match text[..dash].split_whitespace().collect::<Vec<_>>().join(" ").as_str() {
        "," | ", and" | "and" | ", or" | "or" => Link::More,
        "to" => Link::Range,
        _ => return None,
    };
    let digits = &text[dash + 1..];
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    (end > 0).then(|| (link, dash + 1, &digits[..end]))
}
