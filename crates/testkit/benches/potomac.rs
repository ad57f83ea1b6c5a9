//! What Across the Potomac costs: exact odds cold, battles a second.

mod common;

use criterion::{Criterion, criterion_group, criterion_main};
use longroll_rules_potomac::Potomac;
use serde_json::json;

fn exact(c: &mut Criterion) {
    let eight = json!({ "stands": 8 });
    let wide = [
        (
            "eight stands at a screened unit",
            "small_arms",
            json!({ "firer": { "stands": 8, "firepower": 3 }, "target": { "screen": 2 } }),
        ),
        (
            "a charge of eight stands at eight",
            "charge",
            json!({ "premelee": { "charger": eight, "defender": eight } }),
        ),
    ];
    common::exact::<Potomac>(c, "potomac", &wide);
}

fn battles(c: &mut Criterion) {
    common::battles::<Potomac>(c, "potomac");
}

criterion_group!(benches, exact, battles);
criterion_main!(benches);
