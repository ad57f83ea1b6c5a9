//! Embeds the shipped scenarios, and the trace: where each clause of each ruleset is coded and tested.

#[path = "build/scan.rs"]
mod scan;
#[path = "build/source.rs"]
mod source;

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let root = here.join("../..").canonicalize().expect("the crate lies in its workspace");
    watch(&root);
    let trace = serde_json::to_string(&scan::scan(&root)).expect("the trace is plain data");
    fs::write(out.join("trace.json"), trace).expect("OUT_DIR can be written");
    fs::write(out.join("scenarios.rs"), scenarios(&root.join("scenarios"))).expect("OUT_DIR can be written");
}

/// Everything the two are made of. A new ruleset is noticed by the manifest of `rulesets`.
fn watch(root: &Path) {
    let mut watched: Vec<PathBuf> =
        ["scenarios", "cases", "crates/rulesets/Cargo.toml", "crates/longroll/build"]
            .iter()
            .map(|path| root.join(path))
            .collect();
    for set in scan::rulesets(root) {
        let of_set = ["src", "tests", "clauses.toml", "rulings.toml"].map(|path| set.folder.join(path));
        watched.extend(of_set.into_iter().filter(|path| path.exists()));
        watched.push(set.folder);
    }
    for path in watched {
        println!("cargo:rerun-if-changed={}", path.display());
    }
}

/// A table of name and both texts, in the order of the names.
fn scenarios(folder: &Path) -> String {
    let mut code = String::from("&[\n");
    for path in scan::sorted(folder) {
        let (scenario, terrain) = (path.join("scenario.toml"), path.join("terrain.geojson"));
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if scenario.is_file() && terrain.is_file() {
            code.push_str(&format!(
                "Shipped {{ name: {name:?}, scenario: include_str!({scenario:?}), terrain: include_str!({terrain:?}) }},\n"
            ));
        }
    }
    code.push(']');
    code
}
