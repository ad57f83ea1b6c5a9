//! What must never be in the sources. Each rule of docs/architecture.md that names an absence is a test here.

#[path = "../../crates/longroll/build/source.rs"]
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates that may touch files, the network, the clock and the environment.
const MAY_DO_IO: &[&str] = &["longroll", "store", "server", "web-assets"];
/// Crates that know no rule: no word of any rulebook may stand in their code.
const KNOW_NO_RULE: &[&str] = &["table", "dice", "kit"];
const RULES_WORDS: &[&str] = &[
    "morale",
    "disorder",
    "disordered",
    "charge",
    "charges",
    "charged",
    "charger",
    "rout",
    "routs",
    "routed",
    "melee",
    "rally",
    "rallied",
    "rallies",
    "skirmisher",
    "skirmishers",
    "limbered",
    "quickplay",
    "potomac",
    "grenadier",
    "johnny",
    "deadly",
    "regiment",
    "brigade",
    "battery",
    "infantry",
    "cavalry",
    "artillery",
    "officer",
    "general",
    "canister",
    "volley",
    "ammunition",
    "firepower",
    "shaken",
    "confused",
    "confusion",
    "retreat",
    "initiative",
    "countercharge",
    "evade",
    "mounted",
    "drm",
    "dp",
];
/// Which crates each crate of ours is built with: all arrows of docs/architecture.md. A new one is argued in writing, there and here.
const ARROWS: &[(&str, &[&str])] = &[
    ("table", &[]),
    ("dice", &[]),
    ("store", &[]),
    ("web-assets", &[]),
    ("scenario", &["table"]),
    ("kit", &["dice", "scenario", "table"]),
    ("rules-deadly-field", &["dice", "kit", "scenario", "table"]),
    ("rules-grenadier", &["dice", "kit", "scenario", "table"]),
    ("rules-johnny-reb", &["dice", "kit", "scenario", "table"]),
    ("rules-potomac", &["dice", "kit", "scenario", "table"]),
    ("rules-quickplay", &["dice", "kit", "scenario", "table"]),
    ("ai", &["RULES", "dice", "kit", "table"]),
    ("rulesets", &["RULES", "ai", "kit", "table"]),
    ("game", &["dice", "kit", "scenario"]),
    ("cases", &["dice", "kit", "table"]),
    ("wire", &["dice", "kit", "table"]),
    ("library", &["kit", "rulesets", "wire"]),
    ("analysis", &["ai", "dice", "game", "kit", "wire"]),
    ("lab", &["ai", "dice", "game", "kit", "rulesets", "scenario", "table"]),
    ("umpire", &["ai", "dice", "game", "kit", "rulesets", "scenario", "wire"]),
    ("sheet", &["ai", "game", "kit", "library", "rulesets", "table", "umpire", "wire"]),
    ("testkit", &["RULES", "ai", "cases", "dice", "game", "kit", "scenario", "table"]),
    (
        "server",
        &[
            "ai", "analysis", "dice", "game", "kit", "lab", "library", "rulesets", "scenario", "sheet",
            "store", "table", "umpire", "wire",
        ],
    ),
    (
        "longroll",
        &[
            "ai",
            "analysis",
            "cases",
            "dice",
            "game",
            "kit",
            "lab",
            "rulesets",
            "scenario",
            "server",
            "sheet",
            "store",
            "table",
            "umpire",
            "web-assets",
            "wire",
        ],
    ),
];
/// Parameters of type `bool` in public functions of the rules crates: a reader of a call cannot tell what `true` says. None may come; where
/// one has gone, its crate's number here goes down too.
const BOOL_PARAMETERS: &[(&str, usize)] = &[
    ("rules-deadly-field", 15),
    ("rules-grenadier", 29),
    ("rules-johnny-reb", 7),
    ("rules-potomac", 9),
    ("rules-quickplay", 4),
];
/// Files in which floating point is written, and why it decides nothing there.
const FLOATS: &[(&str, &str)] = &[
    ("crates/server/src/metrics.rs", "times of requests, for whoever watches the server"),
    ("crates/dice/src/fraction.rs", "the length of a bar on the screen"),
    (
        "crates/longroll/src/commands/facts.rs",
        "decimals of facts become JSON numbers, read back by their digits",
    ),
    ("crates/kit/src/by_hand.rs", "inches and degrees shown in cases"),
    ("crates/longroll/src/commands/ladder.rs", "scores, ratings and seconds of a report"),
    ("crates/server/src/laboratory.rs", "shares of battles that are over, as thousandths"),
    ("crates/lab/src/", "shares, means, intervals and plots of many battles that are over"),
    ("crates/longroll/src/commands/fighting.rs", "how exact a share shall be, when battles are over"),
    ("crates/longroll/src/commands/sim.rs", "how exact a share shall be"),
    ("crates/longroll/src/commands/sim_table.rs", "shares, means and seconds of a table"),
    ("crates/longroll/src/commands/balance.rs", "shares by value, when battles are over"),
    ("crates/rules-johnny-reb/src/procedures/fire.rs", "names a JSON type in a schema"),
    ("crates/rules-grenadier/src/procedures/fire.rs", "names a JSON type in a schema"),
    ("crates/rules-grenadier/src/procedures/guns.rs", "names a JSON type in a schema"),
    ("crates/rules-grenadier/src/procedures/melee.rs", "names a JSON type in a schema"),
    ("crates/rules-deadly-field/src/procedures/fire.rs", "names a JSON type in a schema"),
    ("crates/rules-potomac/src/cases/position.rs", "centimetres and degrees shown in cases"),
    ("crates/rules-potomac/src/procedures/facts.rs", "names a JSON type in a schema"),
    ("crates/rules-potomac/src/procedures/meet_charge.rs", "names a JSON type in a schema"),
    ("crates/rules-potomac/src/procedures/premelee.rs", "names a JSON type in a schema"),
    ("crates/rules-potomac/src/procedures/under_fire.rs", "names a JSON type in a schema"),
    ("crates/rules-quickplay/src/procedures/fire.rs", "names a JSON type in a schema"),
    ("crates/cases/", "decimals of case files, read back by their digits"),
];
const LONGEST_FILE: usize = 760;
/// The folders of every rules crate, and the files that do the same job in all of them. Other files are rules of one book, or of some.
const LAYOUT: &[(&str, &[&str])] = &[
    ("book", &["kinds", "options", "tables"]),
    ("procedures", &["catalogue", "fire", "morale"]),
    ("field", &["ground", "movement", "sight"]),
    ("turn", &["apply", "command", "event", "handle", "muster", "sequence", "state", "victory"]),
    ("shown", &["cue", "describe", "offers", "view", "why"]),
    ("cases", &["position", "words"]),
];
/// Names that stand in one folder here and in another there, and why.
const IN_TWO_FOLDERS: &[(&str, &str)] = &[
    ("contact", "Grenadier's touching units react at once, so finding contact is a step of its turn"),
    ("flight", "where a flight meets nobody who reacts it is only measured, elsewhere it is a step"),
    ("impact", "Across A Deadly Field has the dice of an impact and what comes of it, one in each folder"),
];

#[test]
fn every_arrow_between_crates_is_a_known_one() {
    let all = crates();
    let rules: Vec<&str> =
        all.iter().map(|krate| krate.name.as_str()).filter(|name| name.starts_with("rules-")).collect();
    for krate in &all {
        let Some((_, known)) = ARROWS.iter().find(|(name, _)| *name == krate.name) else {
            panic!("{} is not among the arrows", krate.name);
        };
        let known: BTreeSet<&str> = known
            .iter()
            .flat_map(|name| if *name == "RULES" { rules.clone() } else { vec![*name] })
            .collect();
        let found = krate.dependencies();
        let found: BTreeSet<&str> = found.iter().filter_map(|name| name.strip_prefix("longroll-")).collect();
        assert_eq!(found, known, "{} is built with other crates than docs/architecture.md says", krate.name);
    }
}

#[test]
fn no_more_bool_parameters() {
    let mut all = Vec::new();
    for (name, _) in BOOL_PARAMETERS {
        let mut found = Vec::new();
        for path in rust_files(&root().join("crates").join(name).join("src")) {
            let file = syn::parse_file(&text(&path)).expect("it compiles, so it parses");
            let mut counted = Bools::default();
            syn::visit::Visit::visit_file(&mut counted, &file);
            found.extend(counted.0.into_iter().map(|function| format!("{}: {function}", shown(&path))));
        }
        all.push((*name, found));
    }
    let counted: Vec<(&str, usize)> = all.iter().map(|(name, found)| (*name, found.len())).collect();
    assert_eq!(counted, BOOL_PARAMETERS, "other bool parameters: {all:#?}");
}

/// The public functions with a parameter that is a bare `bool`, once for each.
#[derive(Default)]
struct Bools(Vec<String>);

impl Bools {
    fn count(&mut self, visibility: &syn::Visibility, signature: &syn::Signature) {
        if !matches!(visibility, syn::Visibility::Public(_)) {
            return;
        }
        let is_bool = |input: &&syn::FnArg| match input {
            syn::FnArg::Typed(typed) => {
                matches!(&*typed.ty, syn::Type::Path(path) if path.path.is_ident("bool"))
            }
            syn::FnArg::Receiver(_) => false,
        };
        self.0.extend(signature.inputs.iter().filter(is_bool).map(|_| signature.ident.to_string()));
    }
}

impl<'ast> syn::visit::Visit<'ast> for Bools {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.count(&function.vis, &function.sig);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.count(&function.vis, &function.sig);
    }
}

#[test]
fn only_the_program_touches_files_network_clock_and_environment() {
    const OUTSIDE: &[&str] = &["fs", "net", "time", "env", "process", "thread", "io"];
    for (file, line, code) in code_lines(|krate| !MAY_DO_IO.contains(&krate)) {
        let words = words(&code);
        let found = words.iter().zip(words.iter().skip(1)).any(|(a, b)| *a == "std" && OUTSIDE.contains(b));
        let grouped = code.contains("std::{") && words.iter().any(|word| OUTSIDE.contains(word));
        assert!(!found && !grouped, "{file}:{line}: {code}");
    }
}

/// The server asks the system for seeds and seat tokens; dice are drawn from the seed, in `dice` alone.
#[test]
fn only_dice_draws_random_numbers() {
    for krate in crates().iter().filter(|krate| krate.name != "dice") {
        for other in krate.dependencies() {
            if krate.name == "server" && other == "getrandom" {
                continue;
            }
            let draws =
                ["rand", "rand_core", "rand_chacha", "rand_pcg", "rand_xoshiro", "getrandom", "fastrand"];
            assert!(!draws.contains(&other.as_str()), "{} depends on {other}", krate.name);
        }
    }
}

#[test]
fn the_shared_crates_hold_no_rules_words() {
    for (file, line, code) in code_lines(|krate| KNOW_NO_RULE.contains(&krate)) {
        // `MoraleTest` and `morale_test` hold the word too
        let parts = words(&code).into_iter().flat_map(parts_of);
        for part in parts {
            assert!(!RULES_WORDS.contains(&part.as_str()), "{file}:{line}: {part} in {code}");
        }
    }
}

#[test]
fn hash_order_and_floats_decide_nothing() {
    for (file, line, code) in code_lines(|_| true) {
        let words = words(&code);
        let is_listed = FLOATS.iter().any(|(listed, _)| file.starts_with(listed));
        let has_float = words.contains(&"f64") || words.contains(&"f32");
        assert!(is_listed || !has_float, "{file}:{line}: {code}");
        let hashed = ["HashMap", "HashSet", "RandomState", "DefaultHasher"];
        assert!(!words.iter().any(|word| hashed.contains(word)), "{file}:{line}: {code}");
    }
}

#[test]
fn files_are_short_and_crates_keep_the_lints() {
    for krate in crates() {
        for path in rust_files(&krate.folder) {
            let count = text(&path).lines().count();
            assert!(count <= LONGEST_FILE, "{} has {count} lines; split it", shown(&path));
        }
        let lints = krate.manifest.get("lints").and_then(|lints| lints.get("workspace"));
        assert_eq!(lints.and_then(toml::Value::as_bool), Some(true), "{} keeps its own lints", krate.name);
    }
}

/// A library with `test = false` would never run a test in its own source.
#[test]
fn libraries_that_are_not_tested_from_within_hold_no_tests() {
    let is_off = |krate: &Crate| {
        let lib = krate.manifest.get("lib").and_then(|lib| lib.get("test"));
        lib.and_then(toml::Value::as_bool) == Some(false)
    };
    let off: Vec<Crate> = crates().into_iter().filter(is_off).collect();
    assert!(off.len() >= 5);
    for path in off.iter().flat_map(|krate| rust_files(&krate.folder.join("src"))) {
        let line = source::read(&text(&path)).iter().position(|line| line.is_test);
        assert_eq!(line, None, "{}: this test is never run, move it to tests/", shown(&path));
    }
}

#[test]
fn the_rules_crates_are_laid_out_alike() {
    let mut folders_of: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let rules: Vec<Crate> = crates().into_iter().filter(|krate| krate.name.starts_with("rules-")).collect();
    for krate in &rules {
        let source = krate.folder.join("src");
        let known: Vec<String> = LAYOUT.iter().map(|(folder, _)| (*folder).to_owned()).collect();
        let expected: BTreeSet<String> =
            known.into_iter().chain(["lib.rs".to_owned(), "ruleset.rs".to_owned()]).collect();
        let found: BTreeSet<String> = found_in(&source, |_| true).iter().map(|path| name_of(path)).collect();
        assert_eq!(found, expected, "{}", shown(&source));
        for (folder, jobs) in LAYOUT {
            let files: Vec<String> =
                found_in(&source.join(folder), |_| true).iter().map(|path| name_of(path)).collect();
            for job in ["mod"].iter().chain(*jobs) {
                assert!(files.contains(&format!("{job}.rs")), "{} has no {folder}/{job}.rs", krate.name);
            }
            for file in files.iter().filter_map(|file| file.strip_suffix(".rs")).filter(|file| *file != "mod")
            {
                folders_of.entry(file.to_owned()).or_default().insert(*folder);
            }
        }
    }
    for (name, folders) in folders_of {
        let is_listed = IN_TWO_FOLDERS.iter().any(|(listed, _)| *listed == name);
        assert!(folders.len() == 1 || is_listed, "{name}.rs stands in {folders:?}");
    }
}

#[test]
fn the_code_map_names_every_crate() {
    let map = text(&root().join("docs/architecture.md"));
    for krate in crates() {
        let named = format!("`{}`", shown(&krate.folder));
        assert!(map.contains(&named), "docs/architecture.md does not name {named}");
    }
}

#[test]
fn relative_links_in_the_documents_lead_somewhere() {
    let mut documents = found_in(&root(), |path| path.extension().is_some_and(|e| e == "md"));
    for folder in ["docs", "docs/rules", "scenarios", "cases", "schemas"] {
        documents.extend(found_in(&root().join(folder), |path| path.extension().is_some_and(|e| e == "md")));
    }
    assert!(documents.len() >= 5);
    for document in documents {
        for link in links(&text(&document)) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let leads_to = document.parent().unwrap_or(Path::new("")).join(target);
            assert!(leads_to.exists(), "{}: the link {link} leads nowhere", shown(&document));
        }
    }
}

struct Crate {
    name: String,
    folder: PathBuf,
    manifest: toml::Table,
}

impl Crate {
    /// What the crate itself is built with; tests may use more.
    fn dependencies(&self) -> Vec<String> {
        let table = self.manifest.get("dependencies").and_then(toml::Value::as_table);
        table.map(|table| table.keys().cloned().collect()).unwrap_or_default()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace is there")
}

fn crates() -> Vec<Crate> {
    let folders = found_in(&root().join("crates"), |path| path.join("Cargo.toml").is_file());
    let crates: Vec<Crate> = folders
        .into_iter()
        .map(|folder| Crate {
            name: folder.file_name().expect("it has a name").to_string_lossy().into_owned(),
            manifest: text(&folder.join("Cargo.toml")).parse().expect("a manifest is TOML"),
            folder,
        })
        .collect();
    assert!(crates.len() >= 5);
    crates
}

/// Code outside tests, of the `src` folders of the crates wanted: file, line counted from 1, code.
fn code_lines(wanted: impl Fn(&str) -> bool) -> Vec<(String, usize, String)> {
    let mut lines = Vec::new();
    for krate in crates().iter().filter(|krate| wanted(&krate.name)) {
        for path in rust_files(&krate.folder.join("src")) {
            let read = source::read(&text(&path)).into_iter().enumerate().filter(|(_, line)| !line.is_test);
            lines.extend(read.map(|(place, line)| (shown(&path), place + 1, line.code)));
        }
    }
    assert!(!lines.is_empty());
    lines
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = found_in(folder, |path| path.extension().is_some_and(|ending| ending == "rs"));
    for inner in found_in(folder, Path::is_dir) {
        files.extend(rust_files(&inner));
    }
    files
}

fn found_in(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = all.filter(|path| wanted(path)).collect();
    found.sort();
    found
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

fn words(code: &str) -> Vec<&str> {
    code.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty()).collect()
}

/// The small-letter parts of a name: `MoraleTest` and `morale_test` are `morale` and `test`.
fn parts_of(word: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut after_small = false;
    for letter in word.chars() {
        if letter == '_' || (letter.is_uppercase() && after_small) {
            parts.push(String::new());
        }
        after_small = letter.is_lowercase();
        if letter != '_' {
            let last = parts.len() - 1;
            parts[last].extend(letter.to_lowercase());
        }
    }
    parts
}

/// What stands between `](` and `)`, outside code blocks.
fn links(document: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_code = false;
    for line in document.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        let starts = line.match_indices("](").map(|(at, mark)| at + mark.len());
        found.extend(starts.filter_map(|at| Some(line[at..].split_once(')')?.0.to_owned())));
    }
    found
}

#[test]
fn the_checks_themselves_see_what_they_should() {
    assert_eq!(parts_of("MoraleTest"), ["morale", "test"]);
    assert_eq!(parts_of("MORALE_TEST"), ["morale", "test"]);
    assert_eq!(parts_of("as_f64"), ["as", "f64"]);
    assert_eq!(links("a [b](c.md) [d](e#f)\n```\n[x](y)\n```"), ["c.md", "e#f"]);
    assert_eq!(source::function(&source::read("pub fn walk() {}")[0]), Some("walk"));
}
