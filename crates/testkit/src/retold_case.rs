//! The position of a rule case as somebody else would have written it down: turned, mirrored, moved, relisted.

use crate::table_map::{SLANT, slanted};
use crate::twins::{TURN, Told};
use longroll_kit::CaseSetup;
use longroll_table::{Feature, FeatureId, Field, Heading, Kind, Length, Line, Point, Polygon, Shape};
use serde_json::{Value, json};
use std::sync::Arc;

/// Added on each side of the table where a position is moved or slanted, in the ruleset's unit of length.
const MARGIN: i64 = 60;
pub(crate) const SHIFT: [i64; 2] = [7, -11];
/// Keys of a unit that hold a place, and that hold a list of places.
const PLACES: [&str; 4] = ["at", "post", "horses", "guns_at"];
const LISTS_OF_PLACES: [&str; 1] = ["skirmishers"];

/// The position to compare with, and the same told otherwise.
pub(crate) fn retold(setup: &CaseSetup, told: Told, unit: Length) -> (CaseSetup, CaseSetup) {
    let unit = unit.micrometres();
    let margin = MARGIN * unit;
    let first = match told {
        Told::Moved | Told::Slanted => {
            let mut wider =
                changed(setup, unit, &|at| Point { x: at.x + margin, y: at.y + margin }, &|facing| facing);
            resize(&mut wider, |[width, height]| [width + 2 * margin, height + 2 * margin]);
            wider
        }
        _ => setup.clone(),
    };
    let (width, height) = (first.field.width.micrometres(), first.field.height.micrometres());
    let as_it_was = |facing: i64| facing;
    let other = match told {
        Told::Turned(turns) => (0..turns).fold(first.clone(), |setup, _| {
            let width = setup.field.width.micrometres();
            let mut turned =
                changed(&setup, unit, &|at| Point { x: at.y, y: width - at.x }, &|facing| facing + TURN / 4);
            resize(&mut turned, |[width, height]| [height, width]);
            turn_edges(&mut turned, |at| at + 1);
            turned
        }),
        Told::Mirrored => {
            let mut mirrored =
                changed(&first, unit, &|at| Point { x: width - at.x, y: at.y }, &|facing| -facing);
            turn_edges(&mut mirrored, |at| if at % 2 == 1 { 4 - at } else { at });
            change_features(&mut mirrored, lines_reversed);
            mirrored
        }
        Told::Moved => {
            let [dx, dy] = SHIFT.map(|by| by * unit);
            changed(&first, unit, &|at| Point { x: at.x + dx, y: at.y + dy }, &as_it_was)
        }
        Told::Slanted => {
            let about = Point { x: width / 2, y: height / 2 };
            changed(&first, unit, &|at| slanted(at, about), &|facing| facing + i64::from(SLANT))
        }
        Told::Recoloured => first.clone(),
        Told::GroundReversed => {
            let mut other = first.clone();
            change_features(&mut other, |mut features| {
                features.reverse();
                features
            });
            other
        }
        Told::LinesInPieces => {
            let mut other = first.clone();
            change_features(&mut other, in_pieces);
            other
        }
        Told::UnitsReversed => {
            let mut other = first.clone();
            other.units = units_reversed(&first.units);
            other
        }
    };
    (first, other)
}

/// The position with one unit pushed straight away from another by so many micrometres, and then both of them on the same way.
/// Nothing when either has no place.
pub(crate) fn pushed(
    setup: &CaseSetup,
    unit: Length,
    (still, moved): (usize, usize),
    (by, both): (i64, i64),
) -> Option<CaseSetup> {
    let unit = unit.micrometres();
    let place = |index: usize| {
        let [x, y] = setup.units[index].get("at")?.as_array()?.as_slice() else { return None };
        Some(Point { x: scaled(&x.to_string(), unit), y: scaled(&y.to_string(), unit) })
    };
    let (from, to) = (place(still)?, place(moved)?);
    let way = Heading::of(to - from)?;
    let mut other = setup.clone();
    for (index, at, by) in [(still, from, both), (moved, to, by + both)] {
        let there = at.ahead(way, Length::from_micrometres(by));
        other.units[index]["at"] = json!([number(there.x, unit), number(there.y, unit)]);
    }
    Some(other)
}

/// Units listed from last to first; each brigade, which goes by its place in the list, stays where it was.
fn units_reversed(units: &[Value]) -> Vec<Value> {
    let body = |unit: &Value| (unit.get("side").cloned(), unit.get("brigade").cloned());
    let mut listed = units.to_vec();
    for (at, unit) in units.iter().enumerate() {
        let before = units[..at].iter().filter(|other| body(other) == body(unit)).count();
        let mut from_last = units.iter().rev().filter(|other| body(other) == body(unit));
        if let Some(other) = from_last.nth(before) {
            listed[at] = other.clone();
        }
    }
    listed
}

fn resize(setup: &mut CaseSetup, size: impl Fn([i64; 2]) -> [i64; 2]) {
    let field = Arc::make_mut(&mut setup.field);
    let [width, height] = size([field.width.micrometres(), field.height.micrometres()]);
    (field.width, field.height) = (Length::from_micrometres(width), Length::from_micrometres(height));
}

fn change_features(setup: &mut CaseSetup, change: impl Fn(Vec<Feature>) -> Vec<Feature>) {
    let field: &mut Field = Arc::make_mut(&mut setup.field);
    field.features = change(std::mem::take(&mut field.features));
    for (feature, number) in field.features.iter_mut().zip(0..) {
        feature.id = FeatureId(number);
    }
}

/// The outer side of a work stays outside.
fn lines_reversed(features: Vec<Feature>) -> Vec<Feature> {
    let reversed = |mut feature: Feature| {
        if let Shape::Line(line) = &feature.shape {
            let points = line.points().iter().rev().copied().collect();
            feature.shape = Line::new(points, line.width()).map_or(feature.shape, Shape::Line);
        }
        feature
    };
    features.into_iter().map(reversed).collect()
}

/// Lines drawn leg by leg, the pieces where the whole was. A work is one thing with a strength of its own and stays whole.
fn in_pieces(features: Vec<Feature>) -> Vec<Feature> {
    let mut pieces = Vec::new();
    for feature in features {
        match &feature.shape {
            Shape::Line(line) if feature.kind != Kind::Works && line.points().len() > 2 => {
                for leg in line.points().windows(2) {
                    let shape =
                        Line::new(leg.to_vec(), line.width()).map_or(feature.shape.clone(), Shape::Line);
                    pieces.push(Feature { shape, ..feature.clone() });
                }
            }
            _ => pieces.push(feature),
        }
    }
    pieces
}

/// Both home edges, as they are or as a case leaves them, moved along the four edges clockwise.
fn turn_edges(setup: &mut CaseSetup, along: impl Fn(usize) -> usize) {
    const CLOCKWISE: [&str; 4] = ["north", "east", "south", "west"];
    let edge = |side: &str, usual: &str| {
        let known = setup.game.get("edges").and_then(|edges| edges.get(side)).and_then(Value::as_str);
        let word = known.unwrap_or(usual);
        let at = CLOCKWISE.iter().position(|edge| *edge == word).unwrap_or_default();
        CLOCKWISE[along(at) % 4]
    };
    let edges = json!({ "blue": edge("blue", "south"), "gray": edge("gray", "north") });
    setup.game.insert("edges".to_owned(), edges);
}

/// The position with every place and every facing changed.
fn changed(
    setup: &CaseSetup,
    unit: i64,
    place: &dyn Fn(Point) -> Point,
    facing: &dyn Fn(i64) -> i64,
) -> CaseSetup {
    let mut other = setup.clone();
    change_features(&mut other, |features| {
        let moved = |mut feature: Feature| {
            let all = |points: &[Point]| points.iter().map(|point| place(*point)).collect::<Vec<_>>();
            feature.shape = match &feature.shape {
                Shape::Area(area) => {
                    Polygon::new(all(area.ring())).map_or(feature.shape.clone(), Shape::Area)
                }
                Shape::Line(line) => {
                    Line::new(all(line.points()), line.width()).map_or(feature.shape.clone(), Shape::Line)
                }
            };
            feature
        };
        features.into_iter().map(moved).collect()
    });
    if let Some(Value::Array(objectives)) = other.game.get_mut("objectives") {
        objectives.iter_mut().filter_map(|objective| objective.get_mut("at")).for_each(|at| {
            change_place(at, unit, place);
        });
    }
    for troop in &mut other.units {
        for key in PLACES {
            if let Some(at) = troop.get_mut(key) {
                change_place(at, unit, place);
            }
        }
        for key in LISTS_OF_PLACES {
            let places = troop.get_mut(key).and_then(Value::as_array_mut);
            places.into_iter().flatten().for_each(|at| change_place(at, unit, place));
        }
        let Some(keys) = troop.as_object_mut().filter(|keys| keys.contains_key("at")) else { continue };
        let degrees = keys.get("facing").map_or_else(|| "0".to_owned(), ToString::to_string);
        keys.insert("facing".to_owned(), changed_degrees(&degrees, facing));
        if let Some(degrees) = keys.get("flight").map(ToString::to_string) {
            keys.insert("flight".to_owned(), changed_degrees(&degrees, facing));
        }
        if let Some(degrees) =
            keys.get("order").and_then(Value::as_str).and_then(|it| it.strip_prefix("move "))
        {
            let degrees = changed_degrees(degrees, facing);
            keys.insert("order".to_owned(), format!("move {degrees}").into());
        }
    }
    other
}

fn changed_degrees(degrees: &str, facing: &dyn Fn(i64) -> i64) -> Value {
    let was = Heading::from_millidegrees(scaled(degrees, 1_000));
    let now = facing(i64::from(was.0)).rem_euclid(TURN);
    // A part of a turn is 5.49 thousandths of a degree, so the nearest thousandth leads back to it.
    number((now * 360_000 + TURN / 2) / TURN, 1_000)
}

fn change_place(at: &mut Value, unit: i64, place: &dyn Fn(Point) -> Point) {
    let Some([x, y]) = at.as_array().map(Vec::as_slice) else { return };
    let moved = place(Point { x: scaled(&x.to_string(), unit), y: scaled(&y.to_string(), unit) });
    *at = json!([number(moved.x, unit), number(moved.y, unit)]);
}

/// A decimal number times a scale, to the nearest whole.
fn scaled(decimal: &str, scale: i64) -> i64 {
    let (whole, part) = decimal.split_once('.').unwrap_or((decimal, ""));
    let digits: i128 = format!("{whole}{part}").parse().unwrap_or_default();
    let divisor = 10_i128.pow(u32::try_from(part.len()).unwrap_or_default());
    let doubled = digits * i128::from(scale) * 2;
    let rounded = (doubled.abs() + divisor) / (divisor * 2);
    i64::try_from(rounded).unwrap_or_default() * if digits < 0 { -1 } else { 1 }
}

/// `amount / unit` as a decimal number, to the hundred-millionth: finer than a micrometre.
fn number(amount: i64, unit: i64) -> Value {
    const FINE: i128 = 100_000_000;
    let doubled = i128::from(amount.abs()) * FINE * 2 + i128::from(unit);
    let digits = doubled / (i128::from(unit) * 2);
    let minus = if amount < 0 { "-" } else { "" };
    let text = format!("{minus}{}.{:08}", digits / FINE, digits % FINE);
    serde_json::from_str(&text).unwrap_or(Value::Null)
}
