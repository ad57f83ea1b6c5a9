//! Embeds the printed tables of every ruleset, and its rule cases as worked examples.

use serde_json::{Map, Value as Json, json};
use std::path::{Path, PathBuf};
use std::{env, fs};
use toml::{Table, Value};

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let root = here.join("../..").canonicalize().expect("the crate lies in its workspace");
    println!("cargo:rerun-if-changed={}", root.join("crates/rulesets/Cargo.toml").display());
    let mut shelves = String::from("&[\n");
    for folder in sorted(&root.join("crates")) {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(set) = name.strip_prefix("rules-") else { continue };
        let (tables, cases) = (folder.join("tables"), root.join("cases").join(set));
        println!("cargo:rerun-if-changed={}", tables.display());
        println!("cargo:rerun-if-changed={}", cases.display());
        let examples: Vec<Json> = sorted(&cases).iter().flat_map(|file| examples(file)).collect();
        let file = out.join(format!("{set}.json"));
        fs::write(&file, Json::from(examples).to_string()).expect("OUT_DIR can be written");
        shelves
            .push_str(&format!("Shelf {{ ruleset: {set:?}, examples: include_str!({file:?}), tables: &[\n"));
        for table in sorted(&tables) {
            let stem = table.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            shelves.push_str(&format!("({stem:?}, include_str!({table:?})),\n"));
        }
        shelves.push_str("] },\n");
    }
    shelves.push(']');
    fs::write(out.join("shelves.rs"), shelves).expect("OUT_DIR can be written");
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    found.sort();
    found
}

/// The cases of one file that say what comes of something. A file that cannot be read is the affair of the cases' own check.
fn examples(file: &Path) -> Vec<Json> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let table: Table = text.parse().unwrap_or_default();
    let cases = table.get("case").and_then(Value::as_array).cloned().unwrap_or_default();
    cases.iter().filter_map(Value::as_table).map(example).collect()
}

fn example(case: &Table) -> Json {
    let clauses = case.get("clauses").cloned().unwrap_or(Value::Array(Vec::new()));
    let commands = match case.get("commands") {
        Some(Value::Array(commands)) => commands.iter().map(command).collect(),
        Some(other) => vec![words(other)],
        None => Vec::new(),
    };
    json!({
        "name": text(case, "name"),
        "clauses": to_json(&clauses),
        "procedure": case.get("procedure").map(words),
        "facts": case.get("facts").map_or(Json::Object(Map::new()), to_json),
        "options": case.get("options").map_or(Json::Object(Map::new()), to_json),
        "commands": commands,
        "dice": text(case, "dice"),
        "results": case.get("expect").or_else(|| case.get("odds")).map(results).unwrap_or_default(),
    })
}

fn text(case: &Table, key: &str) -> String {
    case.get(key).map(words).unwrap_or_default()
}

/// A command in the words of the case, with the dice thrown for it.
fn command(command: &Value) -> String {
    let Some(table) = command.as_table() else { return words(command) };
    let (mut said, dice) = (text(table, "do"), text(table, "dice"));
    if !dice.is_empty() {
        said.push_str(&format!(" (dice {dice})"));
    }
    said
}

/// What must come of it, a line each.
fn results(expect: &Value) -> Vec<String> {
    let Some(table) = expect.as_table() else { return vec![words(expect)] };
    let mut lines = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(within) if key == "state" => {
                lines.extend(within.iter().map(|(what, value)| format!("{what}: {}", words(value))));
            }
            Value::Array(several) if key == "events" || key == "says" => {
                lines.extend(several.iter().map(words))
            }
            value => lines.push(format!("{}: {}", key.replace('_', " "), words(value))),
        }
    }
    lines
}

fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Boolean(true) => "yes".into(),
        Value::Boolean(false) => "no".into(),
        Value::Array(several) => several.iter().map(words).collect::<Vec<_>>().join(", "),
        Value::Table(table) => {
            let parts =
                table.iter().map(|(key, value)| format!("{} {}", key.replace('_', " "), words(value)));
            parts.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

fn to_json(value: &Value) -> Json {
    match value {
        Value::String(text) => Json::from(text.as_str()),
        Value::Integer(number) => Json::from(*number),
        Value::Float(number) => Json::from(*number),
        Value::Boolean(is) => Json::from(*is),
        Value::Array(several) => several.iter().map(to_json).collect(),
        Value::Table(table) => {
            Json::Object(table.iter().map(|(key, value)| (key.clone(), to_json(value))).collect())
        }
        Value::Datetime(date) => Json::from(date.to_string()),
    }
}
