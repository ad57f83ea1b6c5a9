//! Prints the JSON Schema of `scenario.toml`:
//! `cargo run -p longroll-scenario --example write_schema > schemas/scenario.schema.json`

fn main() {
    print!("{}", longroll_scenario::schema_text());
}
