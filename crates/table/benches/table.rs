//! How long the common questions take. Run with `cargo bench -p longroll-table`.

use criterion::{Criterion, criterion_group, criterion_main};
use longroll_table::*;
use std::hint::black_box;

/// A small repeatable sequence of numbers below a bound.
fn numbers(seed: u64) -> impl FnMut(i64) -> i64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as i64) % below
    }
}

fn base(x: i64, y: i64, heading: u16) -> Rect {
    let pose = Pose::new(Point::at(inches(x), inches(y)), Heading(heading));
    Rect::new(pose, BaseSize::new(inches(3), inches(1)))
}

/// Sixty bases spread over a table of 72 by 48 inches.
fn bases() -> Vec<Footprint> {
    let mut next = numbers(1);
    (0..60).map(|_| Footprint::single(base(next(72), next(48), next(65_536) as u16))).collect()
}

/// Sixty areas of eight corners, about four inches across.
fn areas() -> Vec<Polygon> {
    let mut next = numbers(2);
    (0..60)
        .map(|_| {
            let middle = Point::at(inches(next(72)), inches(next(48)));
            let ring = (0..8).map(|i| middle.ahead(Heading(i * 8192), thousandths(1_000 + next(1_500))));
            Polygon::new(ring.collect()).unwrap()
        })
        .collect()
}

fn measuring(c: &mut Criterion) {
    let here = Footprint::single(base(0, 0, 1_000));
    let near = Footprint::single(base(5, 5, 30_000));
    let abreast = Footprint::single(base(0, 6, 33_000));
    let far = Footprint::single(base(60, 40, 9_000));
    let over = Footprint::single(base(1, 0, 20_000));
    c.bench_function("put a base down", |b| b.iter(|| base(black_box(3), black_box(4), black_box(7_777))));
    c.bench_function("distance, corner to corner", |b| {
        b.iter(|| distance(black_box(&here), black_box(&near)))
    });
    c.bench_function("distance, face to face", |b| {
        b.iter(|| distance(black_box(&here), black_box(&abreast)))
    });
    c.bench_function("within 6 inches, far apart", |b| {
        b.iter(|| within(black_box(&here), black_box(&far), inches(6)))
    });
    c.bench_function("overlaps, yes", |b| b.iter(|| overlaps(black_box(&here), black_box(&over))));
    c.bench_function("overlaps, near", |b| b.iter(|| overlaps(black_box(&here), black_box(&near))));
    c.bench_function("swept distance", |b| {
        let way = Vector::along(Heading(900), inches(6));
        b.iter(|| distance(&swept(black_box(&here), way)[..], black_box(&near)))
    });
    c.bench_function("in arc", |b| b.iter(|| in_arc(&black_box(&here).stands()[0], 8192, black_box(&near))));
    c.bench_function("heading of a way", |b| {
        b.iter(|| Heading::of(black_box(Vector::new(123_456, 654_321))))
    });
}

fn moving(c: &mut Criterion) {
    let mover = Footprint::single(base(36, 24, 5_000));
    let others: Vec<Footprint> = bases().into_iter().filter(|o| !within(o, &mover, inches(1))).collect();
    c.bench_function("first touch, 12 inches among 60 bases", |b| {
        b.iter(|| first_touch(black_box(&mover), Heading(5_000), inches(12), others.iter().enumerate()))
    });
    c.bench_function("advance 12 inches keeping 1 inch off 60 bases", |b| {
        b.iter(|| advance_until(black_box(&mover), Heading(5_000), inches(12), inches(1), &others))
    });
}

fn looking(c: &mut Criterion) {
    let areas = areas();
    let blockers: Vec<_> =
        areas.iter().enumerate().map(|(i, a)| Blocker::area(i, a, Blocks::Through)).collect();
    let mut next = numbers(3);
    let mut clear = Vec::new();
    let mut hidden = Vec::new();
    while clear.len() < 64 || hidden.len() < 64 {
        let from = Point::at(inches(next(72)), inches(next(48)));
        let target = Footprint::single(base(next(72), next(48), next(65_536) as u16));
        match sight(from, &target, &blockers) {
            Ok(_) if clear.len() < 64 => clear.push((from, target)),
            Err(_) if hidden.len() < 64 => hidden.push((from, target)),
            _ => {}
        }
    }
    for (name, views) in [("clear", &clear), ("hidden", &hidden)] {
        let mut at = 0;
        c.bench_function(&format!("sight among 60 areas, {name}"), |b| {
            b.iter(|| {
                at = (at + 1) % views.len();
                let (from, target) = &views[at];
                sight(*from, black_box(target), &blockers).is_ok()
            })
        });
    }
}

criterion_group!(benches, measuring, moving, looking);
criterion_main!(benches);
