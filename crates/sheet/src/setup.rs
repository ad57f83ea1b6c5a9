//! A battle as a set-up sheet for a real table: the map to scale with a grid of feet, every unit with its place, the size of the
//! table, the figures wanted and how it is won. Everything as the ruleset musters the battle by its own scale of ground.

use crate::page::{Paper, escaped, page};
use crate::roster::shown_value;
use longroll_ai::Appraisal;
use longroll_game::Battle;
use longroll_kit::{Seat, Settings, Setup, Side, View};
use longroll_rulesets::{RulesetId, Visit};
use longroll_table::{Kind, Length, Point, Shape};
use longroll_umpire::{plan_view, roster_of};
use longroll_wire::RosterUnit;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The ruleset cannot muster the battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError(pub String);

struct Mustered<'a> {
    battle: &'a Battle,
    settings: &'a Settings,
}

impl Visit for Mustered<'_> {
    type Out = Result<(View, Value), SetupError>;

    fn visit<R: Appraisal>(self) -> Self::Out {
        let setup = Setup { scenario: self.battle.scenario().clone(), settings: self.settings.clone() };
        let bad = |error: longroll_kit::SetupError| SetupError(error.to_string());
        let mut state = R::blank(&setup).map_err(bad)?;
        for event in R::open(&setup).map_err(bad)? {
            R::apply(&mut state, &event);
        }
        let json = serde_json::to_value(&state).map_err(|error| SetupError(error.to_string()))?;
        Ok((R::view(&state, Seat::Spectator), json))
    }
}

pub fn setup(
    set: RulesetId,
    settings: &Settings,
    battle: &Battle,
    paper: Paper,
) -> Result<String, SetupError> {
    let (view, state) = set.visit(Mustered { battle, settings })?;
    let scenario = battle.scenario();
    let roster = roster_of(set, &state);
    let mut body = format!(
        "<h1>{}</h1><p>{}, {}. Set up for {}.</p>\n<p>{}</p>\n",
        escaped(&scenario.title),
        escaped(&scenario.date),
        escaped(&scenario.place),
        escaped(set.name()),
        escaped(&scenario.summary)
    );
    let (wide, deep) = (view.field.width, view.field.height);
    let _ = writeln!(
        body,
        "<p><b>Table:</b> {} × {} in ({} × {}). Places are inches from the west (left) and south (lower) edge to the middle of the \
         unit. North is up; each square of the grid is one foot. <b>Turns:</b> {}.</p>",
        inches(wide),
        inches(deep),
        feet(wide),
        feet(deep),
        view.rounds
    );
    body.push_str(&map(&view));
    body.push_str(&won(&view));
    body.push_str(&figures(set, &roster));
    body.push_str(&places(&view));
    Ok(page(paper, &format!("{}: set-up for {}", scenario.title, set.name()), STYLE, &body))
}

fn inches(length: Length) -> String {
    place(length.micrometres())
}

/// Inches to a tenth.
fn place(micrometres: i64) -> String {
    let tenths = (micrometres * 10 + 12_700) / 25_400;
    if tenths % 10 == 0 {
        format!("{}", tenths / 10)
    } else {
        format!("{}.{}", tenths / 10, (tenths % 10).abs())
    }
}

fn feet(length: Length) -> String {
    let whole = (length.micrometres() + 12_700) / 25_400;
    match whole % 12 {
        0 => format!("{} ft", whole / 12),
        inches => format!("{} ft {inches} in", whole / 12),
    }
}

fn millimetres(length: i64) -> i64 {
    length / 1000
}

fn map(view: &View) -> String {
    let (wide, deep) =
        (millimetres(view.field.width.micrometres()), millimetres(view.field.height.micrometres()));
    // North is up, and the page counts downwards.
    let spot = |point: Point| format!("{},{}", millimetres(point.x), deep - millimetres(point.y));
    let chain = |points: &mut dyn Iterator<Item = Point>| points.map(spot).collect::<Vec<_>>().join(" ");
    let pen = (wide / 900).max(1);
    let mut svg = format!(
        "<svg viewBox=\"{} {} {} {}\" class=\"map\" role=\"img\" aria-label=\"Map\">\n",
        -wide / 28,
        -wide / 28,
        wide + wide / 14,
        deep + wide / 14
    );
    for feature in &view.field.features {
        let (fill, stroke, dash) = ink(feature.kind, pen);
        match &feature.shape {
            Shape::Area(area) => {
                let points = chain(&mut area.ring().iter().copied());
                let _ = writeln!(
                    svg,
                    "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{pen}\"{dash}/>"
                );
            }
            Shape::Line(line) => {
                let points = chain(&mut line.points().iter().copied());
                let thick = if matches!(feature.kind, Kind::Road | Kind::Stream | Kind::Works) {
                    pen * 3
                } else {
                    pen * 2
                };
                let _ = writeln!(
                    svg,
                    "<polyline points=\"{points}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{thick}\"{dash}/>"
                );
            }
        }
    }
    let foot = 304;
    let size = wide / 60;
    for number in 0..=(wide.max(deep) / foot) {
        // A foot is 304.8 mm.
        let at = number * 3048 / 10;
        if at <= wide {
            let _ = writeln!(
                svg,
                "<path d=\"M{at} 0V{deep}\" class=\"grid\" stroke-width=\"{pen}\"/><text x=\"{at}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\">{number}</text>",
                deep + size * 3 / 2
            );
        }
        if at <= deep {
            let y = deep - at;
            let _ = writeln!(
                svg,
                "<path d=\"M0 {y}H{wide}\" class=\"grid\" stroke-width=\"{pen}\"/><text x=\"{}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"end\">{number}</text>",
                -size / 2,
                y + size / 3
            );
        }
    }
    for objective in &view.objectives {
        let at = spot(objective.at);
        let (x, y) = at.split_once(',').unwrap_or_default();
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"#000\" stroke-width=\"{}\" stroke-dasharray=\"{} {}\"/><text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\" class=\"goal\">{}</text>",
            millimetres(objective.radius.micrometres()),
            pen * 2,
            pen * 6,
            pen * 4,
            escaped(&objective.name)
        );
    }
    for (number, unit) in view.units.iter().filter(|unit| unit.on_table).enumerate() {
        let fill = if unit.side == Side::Blue { "#c9d6ee" } else { "#dcdcd6" };
        for stand in &unit.stands {
            let points = chain(&mut stand.corners.iter().copied());
            let _ = writeln!(
                svg,
                "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"#000\" stroke-width=\"{pen}\"/>"
            );
        }
        let at = spot(unit.pose.at);
        let (x, y) = at.split_once(',').unwrap_or_default();
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" dy=\"0.35em\" font-size=\"{size}\" text-anchor=\"middle\" class=\"unit\">{}</text>",
            number + 1
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Light on ink: outlines and thin tints.
fn ink(kind: Kind, pen: i64) -> (&'static str, &'static str, String) {
    let dashed = |on: i64, off: i64| format!(" stroke-dasharray=\"{} {}\"", pen * on, pen * off);
    match kind {
        Kind::Wood | Kind::Orchard | Kind::Brush => ("#e8f0e2", "#4d7a3a", String::new()),
        Kind::Field => ("#faf6e4", "#b9a878", dashed(4, 3)),
        Kind::Rough | Kind::Marsh => ("#f2f2ea", "#8a8a70", dashed(2, 3)),
        Kind::Water | Kind::Ford => ("#e3eef7", "#4b7fa8", String::new()),
        Kind::Stream => ("none", "#6fa3cb", String::new()),
        Kind::Building | Kind::Town => ("#eee", "#000", String::new()),
        Kind::Contour => ("none", "#a9855a", String::new()),
        Kind::Road | Kind::Bridge => ("#fff", "#b8935f", String::new()),
        Kind::Trail => ("#fff", "#b8935f", dashed(6, 4)),
        Kind::Railway | Kind::Cut => ("#fff", "#555", dashed(8, 2)),
        Kind::Fence | Kind::Hedge => ("none", "#7a6a48", dashed(5, 2)),
        Kind::Wall | Kind::Works => ("#ddd", "#333", String::new()),
    }
}

fn won(view: &View) -> String {
    let mut text = "<section><h2>How it is won</h2><ul>".to_owned();
    for condition in &view.standing.conditions {
        let _ = write!(
            text,
            "<li>{} <span class=\"id\">{}</span></li>",
            escaped(&condition.text),
            condition.clause
        );
    }
    for objective in &view.objectives {
        let held = match objective.held_by {
            Some(Side::Blue) => ", held by Blue at the start",
            Some(Side::Gray) => ", held by Gray at the start",
            None => "",
        };
        let _ = write!(
            text,
            "<li>{}: {} points, within {} in of {}, {}{held}</li>",
            escaped(&objective.name),
            objective.points,
            inches(objective.radius),
            place(objective.at.x),
            place(objective.at.y)
        );
    }
    text + "</ul></section>\n"
}

/// How many figures, stands or points each side needs, by kind.
fn figures(set: RulesetId, roster: &[RosterUnit]) -> String {
    let plan = plan_view(set);
    let losses = plan.columns.iter().find(|column| column.is_losses);
    let kind = plan.columns.first();
    let (Some(losses), Some(kind)) = (losses, kind) else { return String::new() };
    let mut text = format!(
        "<section><h2>Needed</h2><table><thead><tr><th>Side</th><th>{}</th><th>Units</th><th>{}</th></tr></thead><tbody>",
        escaped(&kind.label),
        escaped(&losses.label)
    );
    for (side, name) in [(longroll_wire::Side::Blue, "Blue"), (longroll_wire::Side::Gray, "Gray")] {
        let mut kinds: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for unit in roster.iter().filter(|unit| unit.side == side) {
            let held = kinds.entry(shown_value(unit.values.get(&kind.name))).or_default();
            held.0 += 1;
            held.1 += unit.values.get(&losses.name).and_then(Value::as_u64).unwrap_or(0);
        }
        for (of, (units, number)) in kinds {
            let _ = write!(
                text,
                "<tr><td>{name}</td><td>{}</td><td>{units}</td><td>{number}</td></tr>",
                escaped(&of)
            );
        }
    }
    text + "</tbody></table></section>\n"
}

fn places(view: &View) -> String {
    let mut text = "<section><h2>Units</h2><div class=\"two\"><table><thead><tr><th></th><th>Unit</th><th>Side</th><th>East</th>\
                    <th>North</th><th>Facing</th></tr></thead><tbody>\n"
        .to_owned();
    for (number, unit) in view.units.iter().filter(|unit| unit.on_table).enumerate() {
        let facing = if unit.has_facing { unit.pose.facing.in_words() } else { "–" };
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{facing}</td></tr>",
            number + 1,
            escaped(&unit.name),
            if unit.side == Side::Blue { "Blue" } else { "Gray" },
            place(unit.pose.at.x),
            place(unit.pose.at.y)
        );
    }
    text + "</tbody></table></div></section>\n"
}

const STYLE: &str = "\
.map { display: block; width: 100%; max-height: 165mm; margin: 1mm 0 2mm; break-inside: avoid; }
.map text { font-family: Arial, sans-serif; fill: #000; }
.grid { stroke: #bbb; fill: none; }
.unit { font-weight: 700; paint-order: stroke; stroke: #fff; stroke-width: 5; }
.goal { font-style: italic; }
section { break-inside: auto; margin-bottom: 2mm; }
ul { margin: 0; padding-left: 5mm; }
.two table { break-inside: auto; }
";
