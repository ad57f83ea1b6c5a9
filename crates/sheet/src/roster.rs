//! Rosters with boxes to tick: one for each figure, stand or point of strength, those lost ticked already.

use crate::page::{Paper, escaped, page};
use longroll_rulesets::RulesetId;
use longroll_umpire::plan_view;
use longroll_wire::{ColumnKind, RosterUnit, Side};
use serde_json::Value;

/// More boxes than this are written as a number with a line to write on.
const MOST_BOXES: u64 = 60;

/// `start`: the same roster before any loss, if it is another.
pub fn roster(
    set: RulesetId,
    title: &str,
    units: &[RosterUnit],
    start: &[RosterUnit],
    paper: Paper,
) -> String {
    let plan = plan_view(set);
    let losses = plan.columns.iter().find(|column| column.is_losses);
    let shown: Vec<_> = plan.columns.iter().filter(|column| !column.is_losses && !column.is_detail).collect();
    let mut body = format!("<h1>{}</h1><p>{}</p>\n", escaped(title), escaped(set.name()));
    for (side, name) in [(Side::Blue, "Union"), (Side::Gray, "Confederacy")] {
        let of: Vec<&RosterUnit> = units.iter().filter(|unit| unit.side == side).collect();
        if of.is_empty() {
            continue;
        }
        body.push_str(&format!("<h2>{name}</h2>\n<table><thead><tr><th>Unit</th>"));
        for column in &shown {
            body.push_str(&format!("<th>{}</th>", escaped(&column.label)));
        }
        let label = losses.map(|column| column.label.as_str()).unwrap_or("Losses");
        body.push_str(&format!("<th class=\"boxes\">{}</th></tr></thead><tbody>\n", escaped(label)));
        for unit in of {
            let gone = if unit.gone { " <small>off the table</small>" } else { "" };
            body.push_str(&format!("<tr><td><b>{}</b>{gone}</td>", escaped(&unit.name)));
            for column in &shown {
                let cell = match (column.kind, unit.values.get(&column.name)) {
                    // A state that comes and goes: a box to tick in pencil.
                    (ColumnKind::Yes, value) => {
                        let on = value.and_then(Value::as_bool).unwrap_or(false);
                        (if on { TICKED } else { EMPTY }).to_owned()
                    }
                    (_, value) => escaped(&shown_value(value)),
                };
                body.push_str(&format!("<td>{cell}</td>"));
            }
            let name = losses.map(|column| column.name.as_str()).unwrap_or_default();
            let number = |units: &[RosterUnit]| {
                let found = units.iter().find(|other| other.id == unit.id);
                found.and_then(|unit| unit.values.get(name)).and_then(Value::as_u64)
            };
            let now = number(units).unwrap_or(0);
            let whole = number(start).unwrap_or(now).max(now);
            body.push_str(&format!("<td class=\"boxes\">{}</td></tr>\n", boxes(whole, now)));
        }
        body.push_str("</tbody></table>\n");
    }
    page(paper, &format!("{title}: roster"), STYLE, &body)
}

const EMPTY: &str = "<span class=\"box\"></span>";
const TICKED: &str = "<span class=\"box\">×</span>";

fn boxes(whole: u64, now: u64) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
    if whole > MOST_BOXES {
        return format!("{now} of {whole} ____________");
    }
    // In fives, as one counts.
    (0..whole)
        .map(|place| {
            let gap = if place > 0 && place % 5 == 0 { " " } else { "" };
            format!("{gap}{}", if place < whole - now { TICKED } else { EMPTY })
        })
        .collect()
}

pub(crate) fn shown_value(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "–".to_owned(),
        Some(Value::Bool(yes)) => if *yes { "yes" } else { "–" }.to_owned(),
        Some(Value::String(word)) => word.replace('_', " "),
        Some(Value::Array(all)) => {
            all.iter().map(|one| shown_value(Some(one))).collect::<Vec<_>>().join(", ")
        }
        Some(Value::Object(all)) => {
            all.values().map(|one| shown_value(Some(one))).collect::<Vec<_>>().join(" ")
        }
        Some(number) => number.to_string(),
    }
}

const STYLE: &str = "\
h2 { margin-top: 3mm; }
table { break-inside: auto; }
td { padding: 0.9mm 1.5mm 0.9mm 0; }
.box { display: inline-block; width: 3mm; height: 3mm; border: 0.2mm solid #000; margin-right: 0.5mm; vertical-align: middle; \
font: 700 8pt/2.6mm Arial, sans-serif; text-align: center; }
.boxes { width: 78mm; line-height: 1.5; }
";
