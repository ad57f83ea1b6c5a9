//! Writes `web/src/wire.ts` anew.

fn main() -> std::io::Result<()> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/wire.ts");
    std::fs::write(file, longroll_wire::typescript())
}
