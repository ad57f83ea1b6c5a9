//! Turns every id of the registry into a constant, so that code which names a clause that does not exist fails to
//! compile: `JR-FIRE-07` becomes `c::FIRE_07`.

use std::{env, fs, path::Path};

fn main() {
    let mut constants = String::new();
    for file in ["clauses.toml", "rulings.toml"] {
        println!("cargo:rerun-if-changed={file}");
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
        for id in text.lines().filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"')) {
            let name = id.trim_start_matches("JR-").replace('-', "_");
            constants.push_str(&format!("pub const {name}: Clause = Clause::new(\"{id}\");\n"));
        }
    }
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("clauses.rs"), constants).expect("OUT_DIR can be written");
}
