//! Losses and routes on the ground as it is drawn in the scenario.

use super::svg::{SIDES, escaped};
use crate::row::Row;
use longroll_scenario::{Kind, Scenario, Shape};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Cells of the heat map along the longer side of the field.
const CELLS: u32 = 40;
/// Battles whose routes are drawn: enough to see where they run, few enough to open the page on any machine.
const ROUTES: usize = 40;

/// The ground alone, in yards with north up.
fn ground(scenario: &Scenario) -> String {
    let height = i64::from(scenario.field.height_yards);
    let mut body = String::new();
    for feature in &scenario.terrain.features {
        let mut points = String::new();
        for spot in feature.shape.points() {
            let _ = write!(points, "{},{} ", (spot.x + 500) / 1_000, height - (spot.y + 500) / 1_000);
        }
        let points = points.trim_end();
        let _ = match feature.shape {
            Shape::Area(_) => {
                let (fill, line) = area_colours(feature.kind, feature.level);
                write!(
                    body,
                    "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"4\"/>"
                )
            }
            Shape::Line(_) => {
                let (line, width) = (line_colour(feature.kind), feature.width_yards.max(6));
                write!(
                    body,
                    "<polyline points=\"{points}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"{width}\"/>"
                )
            }
        };
    }
    for objective in &scenario.objectives {
        let (x, y) = (objective.at.x, height - i64::from(objective.at.y));
        let _ = write!(
            body,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" class=\"objective\"/><text class=\"place\" x=\"{x}\" y=\"{y}\">{} ({})</text>",
            objective.radius_yards,
            escaped(&objective.name),
            objective.points
        );
    }
    body
}

fn area_colours(kind: Kind, level: i8) -> (&'static str, &'static str) {
    const LEVELS: [&str; 6] = ["#e9d9b3", "#e2cc9c", "#d9bd86", "#cfae73", "#c49f63", "#b99156"];
    match kind {
        Kind::Contour => {
            let place = usize::try_from(level.max(1) - 1).unwrap_or(0).min(LEVELS.len() - 1);
            (LEVELS[place], "#b99156")
        }
        Kind::Wood => ("#b9c99a", "#7d9460"),
        Kind::Orchard => ("#cfdcb0", "#93a876"),
        Kind::Field => ("#e6dc9a", "#c2b468"),
        Kind::Brush | Kind::Rough => ("#d6d2a8", "#a8a172"),
        Kind::Marsh => ("#c7d8d2", "#8fb0a8"),
        Kind::Water => ("#a9c7dc", "#6b96b4"),
        Kind::Building | Kind::Town => ("#b0887a", "#7c5547"),
        _ => ("#ddd2b8", "#a89a78"),
    }
}

fn line_colour(kind: Kind) -> &'static str {
    match kind {
        Kind::Road => "#c9a46a",
        Kind::Trail => "#d8bd8e",
        Kind::Railway | Kind::Cut => "#8a8178",
        Kind::Stream | Kind::Water | Kind::Ford => "#86aecb",
        Kind::Hedge => "#7d9460",
        Kind::Works | Kind::Wall => "#6f5d4c",
        _ => "#9c8a6c",
    }
}

fn framed(scenario: &Scenario, body: &str, about: &str) -> String {
    let field = scenario.field;
    format!(
        "<svg class=\"map\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\"><rect width=\"100%\" height=\"100%\" fill=\"#efe5cb\"/>{body}</svg>",
        field.width_yards,
        field.height_yards,
        escaped(about)
    )
}

/// Where strength was lost, both sides together; a cell says how much of all losses fell there.
pub(super) fn losses(scenario: &Scenario, rows: &[Row]) -> String {
    let field = scenario.field;
    let size = field.width_yards.max(field.height_yards).div_ceil(CELLS).max(1);
    let mut cells: BTreeMap<(i32, i32), u64> = BTreeMap::new();
    let mut all = 0;
    for loss in rows.iter().flat_map(|row| &row.losses) {
        let cell = loss.at.map(|at| at.div_euclid(size as i32));
        *cells.entry((cell[0], cell[1])).or_default() += u64::from(loss.lost);
        all += u64::from(loss.lost);
    }
    let most = cells.values().copied().max().unwrap_or(1) as f64;
    let mut body = ground(scenario);
    for ((x, y), lost) in &cells {
        let share = 100.0 * *lost as f64 / (all as f64).max(1.0);
        let _ = write!(
            body,
            "<rect x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\" fill=\"#a3160c\" opacity=\"{:.2}\"><title>{share:.1} % of all losses</title></rect>",
            i64::from(*x) * i64::from(size),
            i64::from(field.height_yards) - (i64::from(*y) + 1) * i64::from(size),
            0.08 + 0.8 * (*lost as f64 / most).sqrt(),
        );
    }
    framed(scenario, &body, "where strength was lost")
}

/// Where the units went: a thin line for each unit of each of the first battles.
pub(super) fn routes(scenario: &Scenario, rows: &[Row]) -> String {
    let height = i64::from(scenario.field.height_yards);
    let mut body = ground(scenario);
    let width = scenario.field.width_yards.max(scenario.field.height_yards) / 300 + 2;
    // Few battles, strong lines; of many only the ways that were often taken show.
    let strong = (4.0 / (drawn(rows) as f64).max(1.0)).clamp(0.14, 0.6);
    for (side, (colour, dash)) in SIDES.iter().enumerate() {
        let dash = if *dash == "none" { "none".to_owned() } else { format!("{} {}", width * 5, width * 3) };
        let _ = write!(
            body,
            "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-dasharray=\"{dash}\" opacity=\"{strong:.2}\">"
        );
        for row in rows.iter().filter(|row| !row.mirrored).take(ROUTES) {
            for unit in row.units.iter().filter(|unit| unit.side as usize == side && unit.route.len() > 1) {
                let mut path = String::new();
                let mut last = None;
                for [x, y] in &unit.route {
                    if last != Some((x, y)) {
                        let _ = write!(
                            path,
                            "{}{x} {}",
                            if path.is_empty() { 'M' } else { 'L' },
                            height - i64::from(*y)
                        );
                        last = Some((x, y));
                    }
                }
                if path.contains('L') {
                    let _ = write!(body, "<path d=\"{path}\"/>");
                }
            }
        }
        body.push_str("</g>");
    }
    framed(scenario, &body, "the routes of all units")
}

/// How many battles have their routes drawn.
pub(super) fn drawn(rows: &[Row]) -> usize {
    rows.iter().filter(|row| !row.mirrored).count().min(ROUTES)
}
