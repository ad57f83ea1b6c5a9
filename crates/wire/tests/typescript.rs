//! The browser is built against the shapes that the server speaks.

#[test]
fn the_types_of_the_browser_are_those_of_the_server() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/wire.ts");
    let written = std::fs::read_to_string(file).unwrap_or_default().replace("\r\n", "\n");
    let known = longroll_wire::typescript();
    assert!(
        written == known,
        "web/src/wire.ts is out of date: cargo run -p longroll-wire --example write_typescript"
    );
}
