use crate::Clause;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::fmt;

/// What one line of a modifier list does. Only `Add` lines enter the total; the rulesets read the others by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    Add(i32),
    /// Multiply by the first number and divide by the second.
    Factor(i32, i32),
    ExtraDice(i32),
    /// The lowest face that scores, in place of the ordinary one.
    HitsOn(u8),
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effect::Add(value) if *value < 0 => write!(f, "−{}", value.unsigned_abs()),
            Effect::Add(value) => write!(f, "+{value}"),
            Effect::Factor(times, 1) => write!(f, "×{times}"),
            Effect::Factor(times, by) => write!(f, "×{times}/{by}"),
            Effect::ExtraDice(dice) if *dice < 0 => write!(f, "−{}", number_of_dice(dice.unsigned_abs())),
            Effect::ExtraDice(dice) => write!(f, "+{}", number_of_dice(dice.unsigned_abs())),
            Effect::HitsOn(face) => write!(f, "hits on {face}+"),
        }
    }
}

/// Whether a line counted, and if not, why.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    Yes,
    /// Its condition does not hold.
    Absent,
    /// Its condition holds, and yet it does not count.
    No(Cow<'static, str>),
}

/// One modifier: the clause behind it, its condition in words, what it does, and whether it counted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    pub clause: Clause,
    pub label: Cow<'static, str>,
    pub effect: Effect,
    pub counted: Counted,
}

/// How the lines of one list go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stack<'a> {
    /// Every line counts.
    All,
    /// Only so many of the highest and so many of the lowest, besides the exempt clauses, which always count.
    BestAndWorst { highest: usize, lowest: usize, exempt: &'a [Clause] },
}

/// A modifier list being gathered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mods {
    lines: SmallVec<[Line; 12]>,
}

/// A settled list: every line with its verdict, and the sum of those that counted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Settled {
    pub total: i32,
    pub lines: Vec<Line>,
}

impl Mods {
    pub fn new() -> Self {
        Mods::default()
    }

    /// Adds `value` when the condition holds; a line that does not apply is kept too, so that it can be shown.
    pub fn when(&mut self, holds: bool, clause: Clause, label: &'static str, value: i32) {
        self.line(holds, clause, label, Effect::Add(value));
    }

    pub fn line(&mut self, holds: bool, clause: Clause, label: &'static str, effect: Effect) {
        let counted = if holds { Counted::Yes } else { Counted::Absent };
        self.lines.push(Line { clause, label: Cow::Borrowed(label), effect, counted });
    }

    /// A line whose condition holds but which another rule strikes out.
    pub fn struck_out(&mut self, clause: Clause, label: &'static str, value: i32, why: &'static str) {
        let counted = Counted::No(Cow::Borrowed(why));
        self.lines.push(Line { clause, label: Cow::Borrowed(label), effect: Effect::Add(value), counted });
    }

    pub fn settle(mut self, stack: Stack<'_>) -> Settled {
        if let Stack::BestAndWorst { highest, lowest, exempt } = stack {
            strike_out_the_middle(&mut self.lines, highest, lowest, exempt);
        }
        let total = self.lines.iter().filter_map(Line::counted_value).sum();
        Settled { total, lines: self.lines.into_vec() }
    }
}

impl Line {
    fn counted_value(&self) -> Option<i32> {
        match (&self.counted, self.effect) {
            (Counted::Yes, Effect::Add(value)) => Some(value),
            _ => None,
        }
    }
}

impl Settled {
    /// Lines whose condition held, counted or not.
    pub fn present(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.counted != Counted::Absent)
    }

    /// Every modifier list inside a recorded event, wherever it stands.
    pub fn all_in(event: &serde_json::Value) -> Vec<Settled> {
        match event {
            serde_json::Value::Object(entries)
                if entries.contains_key("total") && entries.contains_key("lines") =>
            {
                serde_json::from_value(event.clone()).into_iter().collect()
            }
            serde_json::Value::Object(entries) => entries.values().flat_map(Settled::all_in).collect(),
            serde_json::Value::Array(entries) => entries.iter().flat_map(Settled::all_in).collect(),
            _ => Vec::new(),
        }
    }

    /// Lines that counted: what a log may name as the reason of a number.
    pub fn counted(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.counted == Counted::Yes)
    }

    /// The lines that counted, for the end of a sentence of the log: ` (+1 behind works, −2 disordered)`; nothing when none did.
    /// The numbers add up to [`Settled::total`].
    pub fn in_words(&self) -> String {
        let lines: Vec<_> = self.counted().map(|line| format!("{} {}", line.effect, line.label)).collect();
        if lines.is_empty() { String::new() } else { format!(" ({})", lines.join(", ")) }
    }
}

/// `1 die`, `2 dice`.
pub fn number_of_dice(dice: u32) -> String {
    if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") }
}

fn strike_out_the_middle(lines: &mut [Line], highest: usize, lowest: usize, exempt: &[Clause]) {
    let mut ranked: Vec<(i32, usize)> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !exempt.contains(&line.clause))
        .filter_map(|(place, line)| line.counted_value().map(|value| (value, place)))
        .collect();
    ranked.sort_by_key(|(value, place)| (std::cmp::Reverse(*value), *place));
    let positives = ranked.iter().filter(|(value, _)| *value > 0);
    let negatives = ranked.iter().rev().filter(|(value, _)| *value < 0);
    let struck: Vec<usize> =
        positives.skip(highest).chain(negatives.skip(lowest)).map(|(_, place)| *place).collect();
    for place in struck {
        let kept =
            if matches!(lines[place].effect, Effect::Add(value) if value > 0) { highest } else { lowest };
        lines[place].counted = Counted::No(Cow::Owned(format!("the {kept} strongest already count")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Clause = Clause::new("T-A-01");
    const B: Clause = Clause::new("T-B-01");
    const LEADER: Clause = Clause::new("T-LEADER-01");

    #[test]
    fn all_lines_add_up_and_absent_ones_stay_visible() {
        let mut mods = Mods::new();
        mods.when(true, A, "behind works", 1);
        mods.when(true, B, "disordered", -2);
        mods.when(false, LEADER, "leader attached", 1);
        let settled = mods.settle(Stack::All);
        assert_eq!(settled.total, 1 - 2);
        assert_eq!(settled.lines.len(), 3);
        assert_eq!(settled.present().count(), 2);
    }

    #[test]
    fn two_best_and_two_worst_count_and_the_exempt_line_always() {
        let mut mods = Mods::new();
        for value in [1, 3, 2, -1, -4, -2] {
            mods.when(true, A, "line", value);
        }
        mods.when(true, LEADER, "leader", 1);
        let settled = mods.settle(Stack::BestAndWorst { highest: 2, lowest: 2, exempt: &[LEADER] });
        // 3 and 2 of the good, −4 and −2 of the bad, the leader's 1 besides
        assert_eq!(settled.total, 3 + 2 - 4 - 2 + 1);
        let out: Vec<_> = settled
            .lines
            .iter()
            .filter(|line| matches!(line.counted, Counted::No(_)))
            .map(|l| l.effect)
            .collect();
        assert_eq!(out, [Effect::Add(1), Effect::Add(-1)]);
    }

    #[test]
    fn a_struck_out_line_says_why() {
        let mut mods = Mods::new();
        mods.struck_out(A, "light woods", -1, "hidden behind a wall already");
        let settled = mods.settle(Stack::All);
        assert_eq!(settled.total, 0);
        assert_eq!(settled.lines[0].counted, Counted::No("hidden behind a wall already".into()));
    }

    #[test]
    fn words_name_only_what_counted() {
        let mut mods = Mods::new();
        mods.when(true, A, "behind works", 1);
        mods.struck_out(A, "light woods", -1, "hidden behind a wall already");
        mods.when(false, LEADER, "leader attached", 1);
        mods.line(true, B, "flank fire", Effect::ExtraDice(1));
        assert_eq!(mods.settle(Stack::All).in_words(), " (+1 behind works, +1 die flank fire)");
        assert_eq!(Mods::new().settle(Stack::All).in_words(), "");
    }

    #[test]
    fn effects_read_as_players_write_them() {
        let shown: Vec<_> = [
            Effect::Add(1),
            Effect::Add(-1),
            Effect::Factor(1, 2),
            Effect::Factor(3, 1),
            Effect::ExtraDice(1),
            Effect::ExtraDice(-2),
            Effect::HitsOn(4),
        ]
        .iter()
        .map(ToString::to_string)
        .collect();
        assert_eq!(shown, ["+1", "−1", "×1/2", "×3", "+1 die", "−2 dice", "hits on 4+"]);
    }
}
