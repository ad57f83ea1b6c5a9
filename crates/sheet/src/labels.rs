//! Markers and labels to cut out.

use crate::page::{Paper, escaped, page};
use crate::roster::shown_value;
use longroll_rulesets::RulesetId;
use longroll_umpire::{marker_list, plan_view};
use longroll_wire::{RosterUnit, Side};

/// Order, status and disruption markers, as many of each as a battle of a dozen units a side wants.
pub fn markers(set: RulesetId, paper: Paper) -> String {
    let mut body = format!("<h1>{}: markers</h1>\n", escaped(set.name()));
    for marker in marker_list(set) {
        body.push_str(&format!(
            "<h2>{} <span class=\"id\">{}</span></h2><div class=\"cut\">",
            escaped(&marker.label),
            escaped(&marker.clause)
        ));
        let arrow = if marker.has_direction { "<span class=\"arrow\">▲</span>" } else { "" };
        let one = format!(
            "<div class=\"marker\">{arrow}<b>{}</b><small>{}</small></div>",
            escaped(&marker.code),
            escaped(&marker.label)
        );
        body.push_str(&one.repeat(marker.count.min(60) as usize));
        body.push_str("</div>\n");
    }
    page(paper, &format!("{}: markers", set.name()), STYLE, &body)
}

/// A label for the base of each unit.
pub fn labels(set: RulesetId, title: &str, units: &[RosterUnit], paper: Paper) -> String {
    let plan = plan_view(set);
    let columns: Vec<_> = plan.columns.iter().filter(|column| !column.is_detail).take(4).collect();
    let mut body = format!("<h1>{}: labels</h1>\n<div class=\"cut\">", escaped(title));
    for unit in units {
        let values = columns.iter().filter_map(|column| {
            let value =
                unit.values.get(&column.name).filter(|value| !value.is_boolean() && !value.is_null())?;
            Some(escaped(&shown_value(Some(value))))
        });
        let side = if unit.side == Side::Blue { "blue" } else { "gray" };
        body.push_str(&format!(
            "<div class=\"label {side}\"><b>{}</b><span>{}</span></div>",
            escaped(&unit.name),
            values.collect::<Vec<_>>().join(" · ")
        ));
    }
    body.push_str("</div>\n");
    page(paper, &format!("{title}: labels"), STYLE, &body)
}

const STYLE: &str = "\
h1 { margin-bottom: 2mm; }
h2 { margin-top: 3mm; }
.cut { display: flex; flex-wrap: wrap; }
.marker, .label { border: 0.15mm dashed #777; break-inside: avoid; overflow: hidden; text-align: center; }
.marker { width: 19mm; height: 19mm; display: flex; flex-direction: column; justify-content: center; position: relative; }
.marker b { font: 700 15pt Georgia, serif; line-height: 1.1; }
.marker small { font-size: 6pt; line-height: 1.1; padding: 0 0.5mm; }
.arrow { font-size: 8pt; line-height: 1; }
.label { width: 47mm; height: 13mm; padding: 1mm 1.5mm; border-top-width: 1.2mm; border-top-style: solid; }
.label.blue { border-top-color: #2c4a80; }
.label.gray { border-top-color: #888; }
.label b { display: block; font-size: 8.5pt; line-height: 1.1; }
.label span { font-size: 7pt; }
";
