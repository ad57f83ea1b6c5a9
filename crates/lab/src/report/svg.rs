//! Plots as SVG, without a script: they look the same in every browser, and on paper.

use std::fmt::Write;

/// The Union's and the Confederacy's: a colour, and a dash for lines, since colour is never the only sign.
pub(super) const SIDES: [(&str, &str); 2] = [("#34568f", "none"), ("#7b7a74", "7 4")];

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A number without more digits than a picture needs.
pub(super) fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// A frame with axes; places in it are given in the units of the axes.
pub(super) struct Plot {
    width: f64,
    height: f64,
    left: f64,
    bottom: f64,
    pub x: (f64, f64),
    pub y: (f64, f64),
    body: String,
}

impl Plot {
    pub(super) fn new(width: f64, height: f64, x: (f64, f64), y: (f64, f64)) -> Plot {
        let widen = |(low, high): (f64, f64)| if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
        Plot { width, height, left: 46.0, bottom: 40.0, x: widen(x), y: widen(y), body: String::new() }
    }

    fn px(&self, x: f64) -> f64 {
        self.left + (x - self.x.0) / (self.x.1 - self.x.0) * (self.width - self.left - 12.0)
    }

    fn py(&self, y: f64) -> f64 {
        let low = self.height - self.bottom;
        low - (y - self.y.0) / (self.y.1 - self.y.0) * (low - 12.0)
    }

    /// Lines across at these heights, with their words.
    pub(super) fn across(&mut self, marks: &[(f64, String)]) {
        for (y, words) in marks {
            let (left, right, at) = (self.px(self.x.0), self.px(self.x.1), self.py(*y));
            let _ = write!(
                self.body,
                "<line class=\"grid\" x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                left - 6.0,
                at + 4.0,
                escaped(words)
            );
        }
    }

    /// Words below at these places; what would run into its neighbour is left out.
    pub(super) fn below(&mut self, marks: &[(f64, String)]) {
        let mut taken = f64::MIN;
        for (x, words) in marks {
            let (at, low) = (self.px(*x), self.height - self.bottom);
            let half = 3.5 * words.chars().count() as f64;
            if at - half < taken {
                continue;
            }
            taken = at + half;
            let _ = write!(
                self.body,
                "<text class=\"tick\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                low + 16.0,
                escaped(words)
            );
        }
    }

    pub(super) fn title_below(&mut self, words: &str) {
        let _ = write!(
            self.body,
            "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            (self.left + self.width - 12.0) / 2.0,
            self.height - 6.0,
            escaped(words)
        );
    }

    pub(super) fn line(&mut self, points: &[(f64, f64)], side: usize) {
        let (colour, dash) = SIDES[side];
        let points = self.points(points.iter().copied());
        let _ = write!(
            self.body,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\" stroke-dasharray=\"{dash}\"/>"
        );
    }

    /// The ground between two lines.
    pub(super) fn band(&mut self, low: &[(f64, f64)], high: &[(f64, f64)], side: usize) {
        let points = self.points(high.iter().copied().chain(low.iter().rev().copied()));
        let _ =
            write!(self.body, "<polygon points=\"{points}\" fill=\"{}\" opacity=\"0.22\"/>", SIDES[side].0);
    }

    fn points(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        points
            .map(|(x, y)| format!("{:.1},{:.1} ", self.px(x), self.py(y)))
            .collect::<String>()
            .trim_end()
            .to_owned()
    }

    /// A bar that stands on the axis, with the interval of its height.
    pub(super) fn bar(&mut self, x: f64, wide: f64, y: f64, interval: (f64, f64), fill: &str, about: &str) {
        let (left, right) = (self.px(x - wide / 2.0), self.px(x + wide / 2.0));
        let (top, low) = (self.py(y), self.py(self.y.0.max(0.0)));
        let _ = write!(
            self.body,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{fill}\"><title>{}</title></rect>",
            right - left,
            (low - top).max(0.0),
            escaped(about)
        );
        self.whisker(x, interval);
    }

    pub(super) fn whisker(&mut self, x: f64, (low, high): (f64, f64)) {
        let (at, top, low) = (self.px(x), self.py(high), self.py(low));
        let _ = write!(
            self.body,
            "<path class=\"whisker\" d=\"M{at:.1} {low:.1}V{top:.1}M{:.1} {low:.1}h8M{:.1} {top:.1}h8\"/>",
            at - 4.0,
            at - 4.0
        );
    }

    pub(super) fn dot(&mut self, x: f64, y: f64, about: &str) {
        let _ = write!(
            self.body,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\" class=\"dot\"><title>{}</title></circle>",
            self.px(x),
            self.py(y),
            escaped(about)
        );
    }

    /// A heavier line across.
    pub(super) fn level(&mut self, y: f64) {
        let (left, right, at) = (self.px(self.x.0), self.px(self.x.1), self.py(y));
        let _ = write!(
            self.body,
            "<line class=\"level\" x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>"
        );
    }

    pub(super) fn end(self, about: &str) -> String {
        format!(
            "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">{}</svg>",
            self.width,
            self.height,
            escaped(about),
            self.body
        )
    }
}

/// Whole percents for an axis from 0 to 100.
pub(super) fn percents(step: u32) -> Vec<(f64, String)> {
    (0..=100).step_by(step.max(1) as usize).map(|part| (f64::from(part), format!("{part} %"))).collect()
}

/// Turns for an axis: all of them, or every second or fifth where there are many.
pub(super) fn turn_marks(last: u32) -> Vec<(f64, String)> {
    let step = match last {
        0..=12 => 1,
        13..=26 => 2,
        _ => 5,
    };
    (0..=last).step_by(step).map(|turn| (f64::from(turn), turn.to_string())).collect()
}
